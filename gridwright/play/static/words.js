/** A cell in words: its clue, its marks and those on its sides, in the genre's words. */

import { COLOURS, coloursAt } from "./painting.js";
import { t } from "./texts.js";

/** @type {[string, number, number][]} */
const SIDES = [[t("up"), 0, -1], [t("right"), 1, 0], [t("down"), 0, 1], [t("left"), -1, 0]];

/** @param {string[]} words */
export const listed = (words) => (words.length < 2 ? words.join("") : t("{names} and {last}", { names: words.slice(0, -1).join(", "), last: words[words.length - 1] }));

/** @param {Game} game @param {number} i the cell's number */
export function cellWords(game, i) {
	const cell = game.doc.cells[i];
	const parts = cell.clue ? [cell.clue] : [];
	for (const layer of game.doc.layers) {
		if (layer.where === "cells") {
			const place = game.places.get(layer.name)?.get(cell.k);
			if (place) parts.push(...inCell(game, layer, place));
		} else parts.push(...onSides(game, layer, i));
	}
	const colours = [...game.layers.keys(), "board"].flatMap((name) => coloursAt(game, name, cell.k)).map((n) => COLOURS[n - 1]);
	if (colours.length) parts.push(t("coloured {names}", { names: colours.join(" ") }));
	return parts.filter(Boolean).join(", ") || t("empty");
}

/** @type {{[level: string]: string}} */
export const LEVELS = { trivial: t("trivial"), easy: t("easy"), medium: t("medium"), hard: t("hard"), extreme: t("extreme") };

/** A difficulty in words; authors may have their own. @param {string} name */
export const level = (name) => LEVELS[name] || name;

/** The solution path of a new puzzle: the estimated time and, if `all`, its length and its hardest step. @param {any} one what is told of the puzzle @param {boolean} [all] */
export function pathWords({ path }, all) {
	if (!path) return [];
	const time = t("about {n} min", { n: path.minutes });
	return all ? [time, t("{n} step|{n} steps", { n: path.steps }), t("hardest step: {name}", { name: path.technique })] : [time];
}

/** The size of a board in words. @param {string} size */
export const sizeWords = (size) => size.replace("x", " × ").replace("areas", t("areas"));

/** The word for a value of a layer. */
export function valueWord(layer, value) {
	if (layer.values) return layer.values.find((one) => one.v === value)?.words ?? String(value);
	return value ? layer.words[0] : layer.words[1];
}

function inCell(game, layer, place) {
	if ("g" in place) return [];
	const value = game.value(layer.name, place.k);
	if (value !== null) return [valueWord(layer, value)];
	const notes = [];
	for (const [kind, word] of [["corner", t("candidates")], ["centre", t("in the middle")]]) {
		const own = game.note(kind, layer.name, place.k) || [];
		if (own.length) notes.push(`${word} ${own.map((n) => layer.values[n]?.words ?? n).join(" ")}`);
	}
	return notes;
}

function onSides(game, layer, i) {
	const cell = game.doc.cells[i];
	const yes = [];
	const no = [];
	const more = [];
	for (const place of game.placesAt(layer, i)) {
		const value = game.value(layer.name, place.k);
		if (value === null) continue;
		const side = sideOf(game, cell, place, i);
		if (layer.values) {
			if (value) more.push(`${valueWord(layer, value)} ${side}`);
		} else (value ? yes : no).push(side);
	}
	if (yes.length) more.push(`${layer.label} ${listed(yes)}`);
	if (no.length) more.push(`${t("no {label}", layer)} ${listed(no)}`);
	return more;
}

function sideOf(game, cell, place, i) {
	let { x, y } = place;
	if (place.n && place.c.length === 2) ({ x, y } = game.doc.cells[place.c[0] === i ? place.c[1] : place.c[0]]);
	const [dx, dy] = [x - cell.x, y - cell.y];
	if (cell.shape) {
		const other = place.c.find((one) => one !== i);
		return other === undefined ? t("at the rim") : t("towards area {i}", { i: other + 1 });
	}
	const [best] = [...SIDES].sort((a, b) => Math.hypot(dx - 20 * b[1], dy - 20 * b[2]) * -1 + Math.hypot(dx - 20 * a[1], dy - 20 * a[2]));
	return best[0];
}
