/** An issue of a magazine: the table of its sections, what is wrong with them, and its making. */

import { ask } from "./api.js";
import { bar, button, dialog, el, statusLine } from "./dom.js";
import { checkbox, select } from "./fields.js";
import { IssueMaking } from "./issuemaking.js";
import { Rows, extras, field, markWrong, symmetries, typed } from "./issuerows.js";
import { settings } from "./settings.js";
import { t } from "./texts.js";

const PAUSE = 300;
const SMALL_ANSWERS = 3;
const PAPERS = [["a4", "A4"], ["a5", "A5"], ["b5", "B5"], ["letter", "Letter"]];
const TEXTS = ["introduction", "imprint", "back_cover"];
const SHOWN = ["title", "number", "subtitle", "paper", "language", "seed", "answers", "answer_cell", "upside_down", "hints", "qr", "symmetry", ...TEXTS, "section"];

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const titleOf = (one) => [one.title || t("Without a title"), one.number].filter(Boolean).join(" ");

class Issue {
	/** @param {HTMLElement} host @param {string} id @param {any[]} genres @param {any} told what is stored */
	constructor(host, id, genres, told) {
		this.host = host;
		this.id = id;
		this.table = told.table;
		this.checked = told;
		this.timer = 0;
		this.saving = Promise.resolve();
		this.rows = new Rows(this, genres);
		this.making = new IssueMaking(this);
		this.status = statusLine();
		this.fault = el("p", { class: "fault", id: "issue-fault" });
		this.form = el("div", { class: "settings" });
		this.show(told.state);
	}

	/** @param {any} [state] how far the issue is made */
	show(state) {
		this.fill();
		this.rows.fill();
		this.host.replaceChildren(
			bar(t("Make an issue"), t("Sections of new puzzles, as a PDF with everything around them"),
				button(t("New issue"), () => this.begin()), button(t("Open…"), () => openIssue(this))),
			el("div", { class: "issue" }, this.form, this.fault, this.rows.element, this.status, this.making.element));
		this.tell();
		if (state) this.making.show(state);
	}

	fill() {
		const { table } = this;
		const text = (name, label, more = {}) => field(label, el("input", { name, value: table[name] ?? "", ...more,
			oninput: (event) => this.set(name, name === "number" ? typed(event.target.value) : event.target.value) }));
		const long = (name, label) => field(label, el("textarea", { name, rows: 3,
			oninput: (event) => this.set(name, event.target.value) }, table[name] ?? ""));
		const paper = table.paper || "a4";
		const papers = PAPERS.some(([value]) => value === paper) ? PAPERS : [...PAPERS, [paper, paper]];
		const small = table.answer_cell || SMALL_ANSWERS;
		const answers = (value) => {
			this.set("answers", value === "none" ? false : "");
			this.set("answer_cell", value === "small" ? small : "");
		};
		this.form.replaceChildren(
			text("title", t("Title")), text("number", t("Number")), text("subtitle", t("Subtitle"), { placeholder: t("the number and the date") }),
			select(t("Paper"), papers, paper, (value) => this.set("paper", value)),
			select(t("Language"), [["en", "English"], ["de", "Deutsch"]], table.language || "en", (value) => this.set("language", value)),
			text("seed", t("Seed")),
			select(t("Symmetry"), symmetries(table.symmetry), table.symmetry || "", (value) => this.set("symmetry", value)),
			select(t("Answers"), [["", t("at the end")], ["small", t("small, with cells of {n} mm", { n: small })], ["none", t("none")]],
				table.answers === false ? "none" : table.answer_cell ? "small" : "", answers),
			el("div", { class: "texts" }, long("introduction", t("Introduction")), long("imprint", t("Imprint")), long("back_cover", t("Back cover"))),
			el("div", { class: "checks" },
				checkbox(t("Answers upside down"), table.upside_down === true, (value) => this.set("upside_down", value || "")),
				checkbox(t("A page of hints"), table.hints !== false, (value) => this.set("hints", value ? "" : false)),
				checkbox(t("QR codes"), table.qr === true, (value) => this.set("qr", value || ""))),
			extras(table, SHOWN, () => this.change()) || "");
	}

	/** Changes a setting; an empty text removes it. */
	set(name, value, table = this.table) {
		if (value === "") delete table[name];
		else table[name] = value;
		this.change();
	}

	/** Stores and checks the table after a pause. */
	change() {
		clearTimeout(this.timer);
		this.timer = window.setTimeout(() => this.check(), PAUSE);
	}

	/** Stores and checks the table now. @returns {Promise<boolean>} whether it is right */
	check() {
		clearTimeout(this.timer);
		this.timer = 0;
		const done = this.saving.then(() => ask(`api/issues/${this.id}`, "PUT", { table: this.table })).then((told) => {
			this.checked = told;
		}, (fault) => {
			this.checked = { faults: [{ section: 0, name: "", words: fault.message }] };
		}).then(() => this.tell());
		this.saving = done;
		return done.then(() => !this.checked.faults.length);
	}

	/** Says what is wrong, at the section that it belongs to. */
	tell() {
		const { faults, puzzles, seed, current } = this.checked;
		const own = faults.filter((one) => !one.section);
		this.fault.replaceChildren(...own.map((one) => one.words));
		markWrong(this.form, own.map((one) => one.name), this.fault.id);
		/** @type {HTMLInputElement} */ (this.form.querySelector("[name=seed]")).placeholder = seed || "";
		this.rows.tell(faults.filter((one) => one.section));
		const n = this.table.section?.length || 0;
		this.status.dataset.kind = faults.length ? "wrong" : "";
		this.status.textContent = faults.length ? t("Correct one thing first.|Correct {n} things first.", { n: faults.length })
			: t("{n} puzzle|{n} puzzles", { n: puzzles }) + t(" in one section| in {n} sections", { n });
		this.making.setCurrent(current);
	}

	/** Shows where the first fault is. */
	focusFault() {
		const wrong = this.host.querySelector("[aria-invalid]") || this.host.querySelector(".fault:not(:empty)");
		wrong?.scrollIntoView({ block: "center" });
		if (wrong instanceof HTMLElement) wrong.focus();
	}

	/** Another issue. @param {any} [table] that of a file */
	async begin(table = null) {
		const { genres, first } = await ask("api/genres");
		await this.end();
		const id = newId();
		await ask(`api/issues/${id}`, "PUT", { table: table || blank(genres, first) });
		location.hash = `issue/${id}`;
	}

	/** Reads a text that was dropped or opened. @param {string} text */
	async receive(text) {
		await this.begin((await ask("api/issues", "POST", { text })).table);
	}

	async end() {
		this.making.end();
		if (this.timer) await this.check();
	}
}

/** The table of a new issue. @param {any[]} genres @param {string} first */
function blank(genres, first) {
	const wanted = localStorage.getItem("gridwright:genre") || "";
	const genre = genres.some((one) => one.name === wanted) ? wanted : first;
	return { ...(settings.language === "en" ? {} : { language: settings.language }), section: [{ genre, count: 4 }] };
}

/** Offers the stored issues, and files. @param {Issue} issue */
async function openIssue(issue) {
	await issue.check();
	const { issues } = await ask("api/issues");
	const status = statusLine();
	const refused = (fault) => { status.textContent = fault.message; };
	const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", accept: ".toml", onchange: async () => {
		const text = await /** @type {File} */ (file.files?.[0]).text();
		await issue.receive(text).then(() => box.close(), refused);
	} }));
	const others = issues.filter((one) => one.id !== issue.id).map((one) => el("li", {},
		el("a", { href: `#issue/${one.id}`, onclick: () => box.close() }, titleOf(one)),
		button(t("Delete"), (event) => ask(`api/issues/${one.id}`, "DELETE").then(() => event.target.closest("li").remove(), refused),
			{ class: "quiet", "aria-label": t("Delete {name}", { name: titleOf(one) }) })));
	const box = dialog(t("Open an issue"), [el("label", { class: "field" }, el("span", {}, t("A file (.toml)")), file), status,
		others.length ? el("ul", { class: "issues" }, ...others) : ""]);
}

/** Shows an issue; without an id, the one that was changed last. @param {HTMLElement} host @param {string} id */
export async function open(host, id) {
	const [{ genres, first }, { issues }] = await Promise.all([ask("api/genres"), ask("api/issues")]);
	const own = id || issues[0]?.id || newId();
	if (!id && !issues.length) await ask(`api/issues/${own}`, "PUT", { table: blank(genres, first) });
	return new Issue(host, own, genres, await ask(`api/issues/${own}`));
}

const style = el("link", { rel: "stylesheet", href: "issue.css" });
await new Promise((done) => {
	style.onload = done;
	style.onerror = done;
	document.head.append(style);
});
