/** The sections of an issue, as a table with a row for each. */

import { button, el } from "./dom.js";
import { t } from "./texts.js";
import { LEVELS, level } from "./words.js";

const SHOWN = ["title", "genre", "size", "difficulty", "technique", "count", "symmetry", "sort", "per_page"];
const LONGEST = 40;

/** A field below its label. @param {string} label @param {HTMLElement} input */
export const field = (label, input) => el("label", { class: "field" }, el("span", {}, label), input);

/** What is typed, as a number if it is one. @param {string} text */
export const typed = (text) => (String(Number(text)) === text.trim() && Number.isSafeInteger(Number(text)) ? Number(text) : text);

/** Settings without a field, each of which can be removed; null if there are none. @param {any} table @param {string[]} shown @param {() => void} change @param {string} [where] */
export function extras(table, shown, change, where = "") {
	const names = Object.keys(table).filter((name) => !shown.includes(name));
	const chip = (name) => {
		const value = JSON.stringify(table[name]);
		const short = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
		const one = el("li", {}, el("code", {}, `${name} = ${short}`),
			button("×", () => {
				delete table[name];
				one.remove();
				change();
			}, { class: "quiet", "aria-label": t("Remove {name}", { name: name + where }) }));
		return one;
	};
	return names.length ? el("ul", { class: "extras", "aria-label": t("More settings") }, ...names.map(chip)) : null;
}

/** Marks the fields whose settings are wrong. @param {HTMLElement} host @param {string[]} names @param {string} id what describes them */
export function markWrong(host, names, id) {
	for (const input of host.querySelectorAll("[name]")) {
		for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", id]]) {
			if (names.includes(input.getAttribute("name") || "")) input.setAttribute(name, value);
			else input.removeAttribute(name);
		}
	}
}

/** A choice; a value that is not among the options is added. @param {string[][]} options */
function choice(options, value, change, attributes) {
	const all = options.some(([one]) => one === value) ? options : [...options, [value, value]];
	const box = /** @type {HTMLSelectElement} */ (el("select", { ...attributes, onchange: () => change(box.value) },
		...all.map(([one, words]) => el("option", { value: one, selected: one === value }, words))));
	return box;
}

/** The usual symmetries, and the one that is chosen. @param {string} [chosen] */
export function symmetries(chosen = "") {
	const usual = [["", t("usual")], ["none", t("none")], ["rotate", t("half turn")], ["mirror", t("mirror")]];
	return usual.some(([one]) => one === chosen) ? usual : [...usual, [chosen, chosen]];
}

/** Single difficulties, and all ranges of them. */
function levels() {
	const names = Object.keys(LEVELS);
	const ranges = names.flatMap((first, i) => names.slice(i + 1).map((last, n) =>
		[JSON.stringify(names.slice(i, i + n + 2)), t("{first} to {last}", { first: LEVELS[first], last: LEVELS[last] })]));
	return [["", t("usual")], ...Object.entries(LEVELS), ...ranges];
}

const sizeText = (size) => (Array.isArray(size) ? size.join("x") : String(size ?? ""));
const listText = (value) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
/** One name, or several between commas. @param {string} text */
const asList = (text) => (text.includes(",") ? text.split(",").map((one) => one.trim()).filter(Boolean) : text.trim());

export class Rows {
	/** @param {any} issue @param {any[]} genres */
	constructor(issue, genres) {
		this.issue = issue;
		this.genres = genres;
		this.body = el("tbody");
		/** @type {{row: HTMLElement, words: HTMLElement}[]} */
		this.shown = [];
		const heads = [t("Title"), t("Genre"), t("Size"), t("Difficulty"), t("Technique"), t("Puzzles"), t("Symmetry"), t("Order"), t("Per page")];
		this.labels = heads;
		this.add = button(t("Add a section"), () => this.insert());
		this.element = el("section", { "aria-label": t("Sections") },
			el("table", { class: "sections" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span", { class: "unseen" }, t("Section"))),
				...heads.map((words) => el("th", { scope: "col" }, words)), el("td", {}))), this.body), this.add);
	}

	get tables() {
		const found = this.issue.table.section;
		return Array.isArray(found) ? found : (this.issue.table.section = []);
	}

	fill() {
		this.shown = this.tables.map((table, i) => this.row(table && typeof table === "object" ? table : {}, i));
		this.body.replaceChildren(...this.shown.flatMap((one) => [one.row, one.words]));
	}

	/** The row of a section, and the one below it for what is wrong. @param {any} table @param {number} i */
	row(table, i) {
		const n = i + 1;
		const set = (name) => (value) => this.issue.set(name, value, table);
		const usual = () => this.genres.find((one) => one.name === table.genre || one.aliases.includes(table.genre));
		const named = (name) => ({ name, "aria-label": t("{label}, section {n}", { label: this.labels[SHOWN.indexOf(name)], n }) });
		const text = (name, value, read, more = {}) => el("input", { ...named(name), value, ...more, oninput: (event) => set(name)(read(event.target.value)) });
		const count = (name, most, more = {}) => text(name, table[name] ?? "", typed, { type: "number", min: 1, max: most, ...more });
		const title = text("title", table.title ?? "", (value) => value);
		const size = text("size", sizeText(table.size), (value) => typed(value.trim()));
		const tellUsual = () => {
			title.setAttribute("placeholder", table.genre || "");
			size.setAttribute("placeholder", usual()?.size.join("x") || "");
		};
		const genres = this.genres.map(({ name, aliases }) => [name, aliases.length ? `${name} (${aliases[0]})` : name]);
		const genre = choice(genres, table.genre ?? "", (value) => {
			set("genre")(value);
			tellUsual();
		}, named("genre"));
		tellUsual();
		const told = table.difficulty ?? "";
		const difficulty = Array.isArray(told) ? JSON.stringify(told) : told;
		const known = levels();
		if (!known.some(([one]) => one === difficulty)) known.push([difficulty, listText(Array.isArray(told) ? told.map(level) : told)]);
		const cells = [
			title, genre, size,
			choice(known, difficulty, (value) => set("difficulty")(value.startsWith("[") ? JSON.parse(value) : value), named("difficulty")),
			text("technique", listText(table.technique), asList, { placeholder: t("any") }),
			count("count", 1000, { placeholder: 1 }),
			choice(symmetries(), table.symmetry ?? "", set("symmetry"), named("symmetry")),
			choice([["difficulty", t("easy to hard")], ["size", t("small to large")], ["", t("as made")]], table.sort ?? "difficulty", (value) => this.sort(table, value), named("sort")),
			count("per_page", 60, { placeholder: this.issue.table.per_page || 4 }),
		];
		const move = (words, by, sign) => button(sign, () => this.move(i, by), { "aria-label": words, title: words, disabled: !this.tables[i + by] });
		const removing = t("Remove section {n}", { n });
		const acts = el("td", { class: "row-acts" }, move(t("Move section {n} up", { n }), -1, "↑"), move(t("Move section {n} down", { n }), 1, "↓"),
			button("×", () => this.remove(i), { "aria-label": removing, title: removing }));
		const fault = el("p", { class: "fault", id: `issue-fault-${n}` });
		return {
			row: el("tr", {}, el("th", { scope: "row", "data-label": t("Section") }, String(n)),
				...cells.map((one, j) => el("td", { "data-label": this.labels[j], class: `col-${SHOWN[j]}` }, one)), acts),
			words: el("tr", { class: "below" }, el("td", {}), el("td", { colspan: cells.length + 1 }, fault, extras(table, SHOWN, () => this.issue.change(), `, ${t("section {n}", { n })}`))),
		};
	}

	/** The order of puzzles; an empty text is one, too. */
	sort(table, value) {
		table.sort = value;
		this.issue.change();
	}

	/** Shows what is wrong. @param {{section: number, name: string, words: string}[]} faults */
	tell(faults) {
		this.shown.forEach(({ row, words }, i) => {
			const found = faults.find((one) => one.section === i + 1);
			const fault = /** @type {HTMLElement} */ (words.querySelector(".fault"));
			fault.textContent = found ? found.words : "";
			words.hidden = !found && !words.querySelector("li");
			markWrong(row, found ? [found.name] : [], fault.id);
		});
	}

	/** Adds a section like the last one. */
	insert() {
		const last = this.tables[this.tables.length - 1];
		this.tables.push({ genre: last?.genre || this.genres[0].name, count: last?.count || 4 });
		this.changed();
		/** @type {HTMLElement} */ (this.shown[this.shown.length - 1].row.querySelector("[name=genre]")).focus();
	}

	move(i, by) {
		const [one] = this.tables.splice(i, 1);
		this.tables.splice(i + by, 0, one);
		this.changed();
		const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (this.shown[i + by].row.querySelectorAll(".row-acts button"));
		const wanted = buttons[by < 0 ? 0 : 1];
		(wanted.disabled ? buttons[by < 0 ? 1 : 0] : wanted).focus();
		/** @type {HTMLElement} */ (document.getElementById("announcer")).textContent = t("Section {n} of {all}", { n: i + by + 1, all: this.tables.length });
	}

	remove(i) {
		this.tables.splice(i, 1);
		this.changed();
		const next = this.shown[Math.min(i, this.shown.length - 1)];
		/** @type {HTMLElement} */ (next?.row.querySelector(".row-acts button:last-child") || this.add).focus();
	}

	changed() {
		this.fill();
		this.issue.change();
	}
}
