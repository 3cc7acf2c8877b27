/** Where keys act: the focused cell, the selected cells, and the marks set from there. */

import { changesTo, nextBridge, nextValue } from "./gestures.js";
import { recoloured } from "./painting.js";
import { t } from "./texts.js";
import { cellWords } from "./words.js";

export class Focus {
	/** @param {Player} player */
	constructor(player) {
		this.player = player;
		this.cell = 0;
		/** Whether keys were used last: pointers need no ring, which would hide what they draw. */
		this.byKeys = false;
		/** The selected cells, into which values are written. @type {number[]} */
		this.selected = [];
	}

	/** Called when a cell gets the focus. @param {number} i */
	attend(i) {
		this.cell = i;
		if (this.byKeys) this.player.zoom?.reveal(this.player.doc.cells[i]);
		if (this.player.written && !this.selected.includes(i)) this.selected = [i];
		this.show();
	}

	/** Shows the focus and the selection. */
	show() {
		const { board, grid, written } = this.player;
		board.point(grid.hasFocus && this.byKeys ? this.cell : null, written ? this.selected : []);
	}

	/** What a screen reader's click does. @param {number} i */
	act(i) {
		this.player.grid.focus(i);
		if (!this.player.written) this.mark(false);
	}

	// -- moving --

	move(/** @type {number[]} */ [dy, dx], far) {
		const { doc, geometry } = this.player;
		if (!doc.rows) {
			this.player.grid.focus((this.cell + dx + dy + doc.cells.length) % doc.cells.length);
			return;
		}
		let to = geometry.beside(this.cell, dy, dx, true);
		while (far && to !== null) {
			const on = geometry.beside(to, dy, dx, true);
			if (on === null) break;
			to = on;
		}
		if (to !== null) this.jump(to);
	}

	jump(to) {
		this.selected = [to];
		this.player.grid.focus(to);
	}

	/** Adds the next cell in a direction to the selection. */
	extend(by) {
		const to = this.player.geometry.beside(this.cell, by[0], by[1], true);
		if (to === null) return;
		this.selected = [...new Set([...this.selected, to])];
		this.player.grid.focus(to);
		this.show();
	}

	/** To the first or the last cell of the row, or of the whole board. */
	toEnd(first, whole) {
		const { cells } = this.player.doc;
		const { row } = cells[this.cell];
		const found = [...cells.keys()].filter((i) => whole || cells[i].row === row);
		this.jump(found[first ? 0 : found.length - 1]);
	}

	selectAll() {
		this.select(this.player.doc.cells.map((_, i) => i));
	}

	/** @param {number[]} cells */
	select(cells) {
		this.selected = cells;
		this.show();
	}

	/** Selects all cells with what the focused one has. */
	selectEqual() {
		const { doc, writing } = this.player;
		const wanted = writing.content(this.cell);
		if (!wanted) return;
		const cells = [...doc.cells.keys()].filter((i) => writing.content(i) === wanted);
		this.select(cells);
		this.player.announcer.say(t("{n} cell selected|{n} cells selected", { n: cells.length }));
	}

	/** Selects only the focused cell, and removes frames. */
	clear() {
		const { board, written } = this.player;
		this.selected = written ? [this.cell] : [];
		board.unframe();
		this.show();
	}

	// -- marks --

	/** The next mark of the focused cell. @param {boolean} second whether the second gesture is meant */
	mark(second) {
		const { doc, game, geometry, only, pen } = this.player;
		if (pen) {
			this.player.commit(recoloured(game, "board", [doc.cells[this.cell].k], pen));
			return;
		}
		const layer = doc.layers.find((one) => one.where === "cells" && (!only || one.name === only));
		if (!layer || layer.tool === "write" || layer.tool === "trail") return;
		const place = geometry.ofCell(layer.name, this.cell);
		if (!place) return;
		const value = nextValue(layer, game.value(layer.name, place.k), second !== this.player.second);
		this.player.commit(changesTo(game, layer, place.k, value));
	}

	/** A line or a border on a side of the focused cell; the focus follows lines. */
	line(/** @type {number[]} */ [dy, dx], second) {
		const { doc, game, geometry, keys } = this.player;
		const layer = keys.lines;
		if (!layer) return;
		if (!doc.rows) {
			this.lineOfArea(layer, dy, dx, second);
			return;
		}
		const place = layer.tool === "bridge" ? this.bridgeTo(layer, dy, dx) : geometry.sideOf(layer, this.cell, dy, dx);
		if (!place) return;
		const now = game.value(layer.name, place.k);
		const value = layer.tool === "bridge" ? nextBridge(layer, now) : now === !second ? null : !second;
		this.player.commit([game.change("marks", layer.name, place.k, value)]);
		if (["path", "pair"].includes(layer.tool) && !second) this.move([dy, dx], false);
	}

	bridgeTo(layer, dy, dx) {
		const { cells } = this.player.doc;
		const here = cells[this.cell];
		return this.player.game.placesAt(layer, this.cell).find((place) => place.c.some((i) =>
			Math.sign(cells[i].x - here.x) === dx && Math.sign(cells[i].y - here.y) === dy && i !== this.cell));
	}

	/** On boards of areas: left and right choose an edge of the area, up and down mark it. */
	lineOfArea(layer, dy, dx, second) {
		const { board, game, announcer } = this.player;
		const edges = game.placesAt(layer, this.cell);
		if (!edges.length) return;
		this.edge = ((this.edge ?? 0) + dx + edges.length) % edges.length;
		const place = edges[this.edge];
		board.frames([place.k], "fresh");
		if (dy) {
			const wanted = !(second || dy > 0);
			this.player.commit([game.change("marks", layer.name, place.k, game.value(layer.name, place.k) === wanted ? null : wanted)]);
		}
		const value = game.value(layer.name, place.k);
		announcer.say(t("edge {i} of {n}", { i: this.edge + 1, n: edges.length }) + (value === null ? "" : `, ${layer.words[value ? 0 : 1]}`));
	}

	/** Announces the contents of the focused cell's row and column. */
	tellAround() {
		const { doc, game, announcer } = this.player;
		const here = doc.cells[this.cell];
		const told = (name, which) => `${name}: ${[...doc.cells.keys()].filter((i) => which(doc.cells[i])).map((i) => cellWords(game, i)).join("; ")}`;
		const side = doc.sides.filter(({ k }) => {
			const [y, x] = k.split(",").map(Number);
			return Math.floor(y / 2) === here.row || Math.floor(x / 2) === here.col;
		}).map((one) => `${one.name}: ${one.words}`);
		const words = doc.rows
			? [...side, told(t("row {i}", { i: here.row + 1 }), (cell) => cell.row === here.row), told(t("column {i}", { i: here.col + 1 }), (cell) => cell.col === here.col)]
			: [cellWords(game, this.cell)];
		announcer.say(words.join(". "));
	}
}
