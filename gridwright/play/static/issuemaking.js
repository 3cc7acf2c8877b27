/** The making of an issue: its progress, and what comes of it. */

import { ask } from "./api.js";
import { button, el, statusLine } from "./dom.js";
import { t } from "./texts.js";

const PAUSE = 500;

export class IssueMaking {
	/** @param {any} issue */
	constructor(issue) {
		this.issue = issue;
		this.timer = 0;
		this.status = statusLine();
		this.bar = /** @type {HTMLProgressElement} */ (el("progress", { "aria-label": t("Finished puzzles") }));
		this.count = el("p", { class: "count" });
		this.result = el("div", { class: "result" });
		this.old = el("p", { class: "count" }, t("The plan has changed since. Make the issue again to bring its files up to date."));
		this.start = button(t("Make the issue"), () => this.make(), { class: "main" });
		this.halt = button(t("Stop"), () => this.stop());
		this.element = el("section", { class: "making", "aria-label": t("Make the issue") },
			el("div", { class: "row" }, this.start, this.halt, button(t("Save the table (TOML)"), () => this.save())),
			this.status, this.bar, this.count, this.result);
		this.show({ running: false });
	}

	async make() {
		if (!await this.issue.check()) {
			this.issue.focusFault();
			return;
		}
		try {
			this.show(await ask(`api/issues/${this.issue.id}/making`, "POST"));
			this.halt.focus();
		} catch (fault) {
			this.status.textContent = fault.message;
		}
	}

	/** Saves the table as it is now. */
	async save() {
		await this.issue.check();
		el("a", { href: `api/issues/${this.issue.id}/file.toml`, download: "" }).click();
	}

	async stop() {
		this.status.textContent = t("Stopping…");
		await ask(`api/issues/${this.issue.id}/making`, "DELETE").catch((fault) => { this.status.textContent = fault.message; });
	}

	/** Looks how far it is. */
	async look() {
		try {
			const state = await ask(`api/issues/${this.issue.id}/making`);
			this.show(state);
			if (!state.running) await this.issue.check();
		} catch (fault) {
			this.status.textContent = fault.message;
		}
	}

	/** Says whether the files belong to the table. @param {boolean} isCurrent */
	setCurrent(isCurrent) {
		this.old.hidden = isCurrent;
	}

	/** @param {any} state */
	show(state) {
		clearTimeout(this.timer);
		const { running, done, total, section } = state;
		const hadFocus = document.activeElement === this.halt;
		for (const one of [this.halt, this.bar, this.count]) one.hidden = !running;
		this.start.hidden = running;
		this.result.hidden = running;
		if (!running) {
			this.end();
			this.tell(state);
			if (hadFocus) this.start.focus();
			return;
		}
		this.bar.max = total;
		this.bar.value = done;
		const name = this.issue.table.section?.[section - 1];
		this.count.textContent = done < total ? t("{done} of {total} puzzles, section {section}: {name}", { done, total, section, name: name?.title || name?.genre || "" })
			: t("Writing the pages…");
		if (this.result.textContent || !this.status.textContent) this.status.textContent = t("Making the puzzles…");
		this.result.replaceChildren();
		this.timer = window.setTimeout(() => this.look(), PAUSE);
	}

	/** What came of it. @param {any} state */
	tell({ words, stopped, done, total, pages, complaints = [], missing = [], remarks = [], answers }) {
		const file = (kind, name, more = {}) => el("a", { class: "button", href: `api/issues/${this.issue.id}/file.${kind}`, download: "", ...more }, name);
		const list = (title, lines) => lines.length && el("details", { open: title !== "" && lines.length < 9 },
			el("summary", {}, `${title} (${lines.length})`), el("ul", {}, ...lines.map((line) => el("li", {}, line))));
		this.status.dataset.kind = words || done === 0 ? "wrong" : pages && !complaints.length ? "solved" : "";
		this.status.textContent = words || (stopped ? t("Stopped. {done} of {total} puzzles are finished and kept: “Make the issue” continues.", { done, total })
			: pages ? t("The issue is ready: one puzzle|The issue is ready: {n} puzzles", { n: done }) + t(", one page.|, {n} pages.", { n: pages })
				: done === 0 ? t("No puzzle could be made.") : "");
		const files = [pages && file("pdf", t("The issue (PDF)"), { class: "button main" }), answers && file("answers", t("The answers (PDF)")),
			(pages || done) && file("zip", t("Everything (ZIP)"))];
		this.result.replaceChildren(...[
			this.old, files.some(Boolean) && el("div", { class: "row" }, ...files),
			list(t("To check before printing"), complaints.length ? complaints : missing), list(t("Small cells"), remarks),
		].filter((one) => one && (one !== this.old || pages)));
	}

	end() {
		clearTimeout(this.timer);
	}
}
