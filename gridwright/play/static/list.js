/** A list of puzzles with its filters. */

import { card } from "./cards.js";
import { button, el } from "./dom.js";
import { t } from "./texts.js";
import { level } from "./words.js";

const STATES = [["new", t("not begun")], ["begun", t("begun")], ["solved", t("solved")]];
const SIZES = [["0-49", t("up to 7 × 7")], ["50-100", t("to 10 × 10")], ["101-225", t("to 15 × 15")], ["226-99999", t("larger")]];
const SHOWN = 120;
const NONE = { genre: "", size: "", state: "", difficulty: "", text: "" };
/** What is looked for; it stays while puzzles are played. */
const filter = { ...NONE };

export class List {
	/** @param {string} title @param {(one: any) => boolean} belongs whether a puzzle is in the list */
	constructor(title, belongs = () => true) {
		this.title = title;
		this.belongs = belongs;
		this.shown = SHOWN;
		this.items = el("ul", { class: "puzzles" });
		this.count = el("span", { class: "count", role: "status" });
		this.printButton = button(t("Print…"), async () => (await import("./booklet.js")).printDialog(this.matching()), { class: "quiet" });
		this.filters = el("div", { class: "filters" });
		this.element = el("section", { class: "shelf", "aria-label": title },
			el("div", { class: "head" }, el("h2", {}, title), this.count, this.printButton), this.filters, this.items);
	}

	/** Shows puzzles. @param {any} told the answer to a request for all */
	show(told) {
		this.reading = told.reading;
		this.puzzles = told.puzzles.filter(this.belongs);
		this.choose();
		this.fill();
	}

	matching() {
		const { genre, state, text, difficulty, size } = filter;
		const [least, most] = size.split("-").map(Number);
		const words = text.toLowerCase().split(/\s+/).filter(Boolean);
		return this.puzzles.filter((one) => (!genre || one.genre === genre) && (!state || one.progress === state) &&
			(!difficulty || one.difficulty === difficulty) && (!size || (one.cells_count >= least && one.cells_count <= most)) &&
			words.every((word) => `${one.genre} ${one.title} ${one.author} ${one.size} ${one.difficulty}`.toLowerCase().includes(word)));
	}

	/** The search, and a choice for all that differs between the puzzles. */
	choose() {
		const genres = [...new Set(this.puzzles.map((one) => one.genre))].sort();
		const levels = [...new Set(this.puzzles.map((one) => one.difficulty).filter(Boolean))];
		if (JSON.stringify([genres, levels]) === this.chosen) return;  // a field in use must not be replaced
		this.chosen = JSON.stringify([genres, levels]);
		const search = el("input", { type: "search", placeholder: t("Search"), "aria-label": t("Search"), value: filter.text,
			oninput: (event) => this.change("text", event.target.value) });
		const more = el("div", { class: "more", id: "filters" },
			genres.length > 1 && this.choice("genre", t("Genre"), t("Any genre"), genres.map((one) => [one, one])),
			this.choice("size", t("Size"), t("Any size"), SIZES),
			this.choice("state", t("State"), t("Any state"), STATES),
			levels.length > 1 && this.choice("difficulty", t("Difficulty"), t("Any difficulty"), levels.map((one) => [one, level(one)])),
			this.clear = button(t("Clear filters"), () => {
				Object.assign(filter, NONE);
				this.chosen = "";
				this.choose();
				this.fill();
			}, { class: "quiet" }));
		this.opener = button("", () => this.opener.setAttribute("aria-expanded", String(this.opener.getAttribute("aria-expanded") !== "true")),
			{ class: "opener", "aria-expanded": "false", "aria-controls": "filters" });
		this.filters.replaceChildren(search, this.opener, more);
	}

	choice(name, label, any, options) {
		const box = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": label, onchange: () => this.change(name, box.value) },
			el("option", { value: "" }, any), ...options.map(([value, words]) => el("option", { value, selected: value === filter[name] }, words))));
		return box;
	}

	change(name, value) {
		filter[name] = value;
		this.shown = SHOWN;
		this.fill();
	}

	fill() {
		const found = this.matching();
		const n = found.length;
		const set = Object.keys(NONE).filter((name) => name !== "text" && filter[name]).length;
		this.opener.textContent = set ? t("Filter ({n})", { n: set }) : t("Filter");
		this.clear.hidden = !set && !filter.text;
		this.filters.hidden = this.puzzles.length < 2;
		this.count.textContent = this.reading ? t("{n} so far…", { n }) : t("{n} puzzle|{n} puzzles", { n });
		this.printButton.hidden = !n;
		const shown = found.slice(0, this.shown).map((one) => card(one));
		if (n > this.shown) {
			shown.push(el("li", { class: "rest" }, button(t("Show more"), () => {
				this.shown += SHOWN;
				this.fill();
			})));
		}
		if (!n && !this.reading) shown.push(el("li", { class: "rest" }, t("No puzzle matches.")));
		this.items.replaceChildren(...shown);
	}
}
