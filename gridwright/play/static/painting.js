/** Colours as notes: palettes, and strokes that paint the cells of any genre. */

import { button } from "./dom.js";
import { Stroke } from "./gestures.js";
import { t } from "./texts.js";

/** The names of the colours. */
export const COLOURS = "abcdefghi";

/** The buttons of a palette. @param {(n: number) => void} act */
export const palette = (act) => [...COLOURS].map((letter, i) =>
	button(letter, () => act(i + 1), { class: `pen-button pen-${i + 1}`, "aria-label": t("colour {letter}", { letter }) }));

/** The changes that give a colour to cells or, if all have it, take it away. @param {Game} game @param {string} layer @param {string[]} keys @param {number} n @returns {Change[]} */
export function recoloured(game, layer, keys, n, off = keys.every((k) => coloursAt(game, layer, k).includes(n))) {
	return keys.map((k) => {
		const rest = coloursAt(game, layer, k).filter((one) => one !== n);
		const made = off ? rest : [...rest, n].sort();
		return game.change("colour", layer, k, made.length ? made : null);
	});
}

/** @param {Game} game @param {string} layer @param {string} k @returns {number[]} */
export const coloursAt = (game, layer, k) => game.note("colour", layer, k) || [];

/** A stroke that paints cells, or takes the colour away if the first one has it; by the second button, all colours. */
export class PaintStroke extends Stroke {
	/** @param {Game} game @param {Geometry} geometry @param {number} pen @param {boolean} second */
	constructor(game, geometry, pen, second) {
		super(game, geometry, { second });
		this.cells = null;
		this.lines = null;
		this.pen = pen;
	}

	/** @param {Point} p */
	press(p) {
		this.start = this.last = p;
		this.first = this.geometry.cellAt(p);
		if (this.first === null) return this;
		this.off = coloursAt(this.game, "board", this.game.doc.cells[this.first].k).includes(this.pen);
		this.paintCell(this.first);
		return this;
	}

	step(p) {
		const cell = this.geometry.nodeCell(p);
		if (cell === null || cell === this.first || this.first === null) return;
		this.moved = true;
		this.paintCell(cell);
	}

	tap() {}

	paintCell(cell) {
		const { k } = this.game.doc.cells[cell];
		if (this.changes.has(k)) return;
		const [change] = this.second ? [this.game.change("colour", "board", k, null)] : recoloured(this.game, "board", [k], this.pen, this.off);
		this.changes.set(k, change);
		this.game.set([change]);
	}
}
