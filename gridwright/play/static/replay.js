/** The whole path as a replay on the board, with a list of its steps. */

import { button, el } from "./dom.js";
import { apply, legend, linked, showRoles } from "./hints.js";
import { t } from "./texts.js";

/** @param {Player} player */
export async function replay(player) {
	const told = await player.request("replay", {});
	if (told) new Replay(player, told).show();
}

class Replay {
	/** @param {Player} player @param {any} told */
	constructor(player, told) {
		this.player = player;
		this.told = told;
		this.at = 0;
		this.count = el("strong");
		this.words = el("div", { "aria-live": "polite" });
		/** @type {HTMLElement[]} */
		this.entries = told.steps.map((step, i) => el("li", {}, button(`${i + 1}. ${step.technique || step.words}`, () => this.go(i + 1), { class: "link" })));
	}

	show() {
		const { panel } = this.player;
		const last = this.told.steps.length;
		panel.replaceChildren(el("h2", {}, t("Step by step")),
			el("div", { class: "tools", onkeydown: (event) => this.pressed(event) },
				button(t("Start"), () => this.go(0)), button(t("Back"), () => this.go(this.at - 1)),
				button(t("Next"), () => this.go(this.at + 1)), button(t("End"), () => this.go(last))),
			this.count, this.words, last ? el("details", {}, el("summary", {}, t("All steps")), this.list()) : "");
		/** @type {HTMLElement} */ (panel.querySelectorAll("button")[2]).focus();
		this.tell();
	}

	/** The list of steps, with the routine ones folded. */
	list() {
		const list = el("ol", { class: "path" });
		let n = 1;
		for (const [first, last, words] of [...this.told.folds, [this.entries.length + 1, 0, ""]]) {
			list.append(...this.entries.slice(n - 1, first - 1));
			if (last) list.append(el("li", {}, el("details", {}, el("summary", {}, `${first}–${last}. ${words}`), el("ol", { class: "path" }, ...this.entries.slice(first - 1, last)))));
			n = last + 1;
		}
		return list;
	}

	pressed(event) {
		const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.told.steps.length }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		this.go(to);
	}

	/** Goes to the position after a step. @param {number} to */
	go(to) {
		const { player, told } = this;
		const aim = Math.max(0, Math.min(told.steps.length, to));
		while (this.at < aim) apply(player, told.steps[this.at++]);
		for (; this.at > aim; this.at--) player.undo();
		this.tell();
	}

	tell() {
		const { at, told, player } = this;
		const n = told.steps.length;
		this.entries.forEach((one, i) => one.toggleAttribute("aria-current", i + 1 === at));
		this.count.textContent = (at ? t("Step {at} of {n}", { at, n }) : t("{n} step|{n} steps", { n })) + (told.complete ? "" : t(" (there is more)"));
		if (!at) {
			player.board.unframe();
			this.words.replaceChildren(told.words || (n ? t("Press “Next” for the first step.") : t("Nothing follows.")));
			return;
		}
		const step = told.steps[at - 1];
		showRoles(player, step.roles, step.notes);
		this.words.replaceChildren(step.technique ? el("p", { class: "technique" }, step.technique) : "", linked(player, step), legend(step.roles));
	}
}
