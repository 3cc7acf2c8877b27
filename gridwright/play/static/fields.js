/** Fields of forms. */

import { el } from "./dom.js";
import { t } from "./texts.js";

/** Fields for rows and columns, with their label. @param {(name: string) => object} more the attributes of each @returns {any[]} */
export function sizeFields(more) {
	const [rows, columns] = [["rows", t("rows")], ["columns", t("columns")]].map(([name, words]) =>
		el("input", { type: "number", min: 1, max: 50, "aria-label": words, name, ...more(name) }));
	return [el("div", { class: "field" }, el("span", {}, t("Rows and columns")), el("span", { class: "pair" }, rows, columns)), rows, columns];
}

/** A choice of a genre. @param {any[]} genres @param {(name: string) => void} change */
export function genreField(genres, value, change) {
	return select(t("Genre"), genres.map(({ name, aliases }) => [name, aliases.length ? `${name} (${aliases[0]})` : name]), value, change);
}

/** A labelled choice between values. @param {string} label @param {any[][]} options */
export function select(label, options, value, change) {
	const box = /** @type {HTMLSelectElement} */ (el("select", { onchange: () => change(box.value) },
		...options.map(([v, words]) => el("option", { value: v, selected: String(v) === String(value) }, words))));
	return el("label", { class: "field" }, el("span", {}, label), box);
}

export function checkbox(label, value, change) {
	const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", checked: value, onchange: () => change(box.checked) }));
	return el("label", { class: "check" }, box, el("span", {}, label));
}
