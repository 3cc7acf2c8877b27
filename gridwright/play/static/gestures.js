/**
 * Turns pointer gestures into changes of a position: points go in, changes come out.
 *
 * A stroke lasts from a press to its release. The first place fixes its value. It never overwrites another value, visits
 * every cell on its way however fast the pointer is, and can be cancelled as a whole.
 */

import { distance } from "./geometry.js";

const WRITTEN = ["write", "trail"];
const NEAR_WITH_CELLS = 0.22;
const NEAR_ALONE = 0.42;

/** The cycle of values of a tap, from none to none. @param {Layer} layer @param {boolean} second */
export function cycle(layer, second) {
	let values;
	if (layer.values) {
		const shown = layer.values.filter((one) => !one.blank).map((one) => one.v);
		values = [...shown, ...layer.values.filter((one) => one.blank).map((one) => one.v)];
		if (second) values.reverse();
	} else values = second ? [false, true] : [true, false];
	return [null, ...values];
}

/** The value after a tap. */
export function nextValue(layer, value, second = false) {
	const values = cycle(layer, second);
	return values[(values.indexOf(value) + 1) % values.length];
}

export class Stroke {
	/**
	 * @param {Game} game
	 * @param {Geometry} geometry
	 * @param {{second?: boolean, add?: boolean, only?: string}} options `second`: the right button, or the switch;
	 *   `add`: to what is selected already; `only`: the one layer that is played, where a switch has chosen it
	 */
	constructor(game, geometry, options = {}) {
		this.game = game;
		this.geometry = geometry;
		this.second = options.second || false;
		this.add = options.add || false;
		const layers = game.doc.layers.filter((layer) => !options.only || layer.name === options.only);
		this.cells = layers.find((layer) => layer.where === "cells") || null;
		this.lines = layers.find((layer) => layer.where !== "cells") || null;
		/** @type {Map<string, Change>} */
		this.changes = new Map();
		/** The selected cells, for layers with typed values. @type {number[]} */
		this.selected = [];
		this.moved = false;
		this.value = undefined;
		this.erased = undefined;
		/** @type {number[]} */
		this.track = [];
		/** The place that was marked as the first end of a line. @type {Place|null} */
		this.begun = null;
	}

	get isWritten() {
		return !!this.cells && WRITTEN.includes(this.cells.tool);
	}

	/** The nodes along which a line is drawn. */
	get nodes() {
		const tool = this.lines?.tool;
		return tool === "segment" || (tool === "wall" && !this.second) ? "corners" : "cells";
	}

	// -- events --

	/** @param {Point} p */
	press(p) {
		this.start = this.last = p;
		const cell = this.geometry.cellAt(p);
		this.first = cell;
		this.node = this.lines ? this.nodeAt(p, 0.5) : null;
		this.area = this.beginsArea(p) ? [cell] : null;
		if (this.cells && cell !== null && !this.lines) this.pressCell(cell);
		else if (this.isWritten && cell !== null) this.select(cell);
		return this;
	}

	/** @param {Point} p */
	move(p) {
		const steps = Math.max(1, Math.ceil(distance(this.last, p) / (this.geometry.unit / 6)));
		const from = this.last;
		for (let i = 1; i <= steps; i++) {
			this.step({ x: from.x + ((p.x - from.x) * i) / steps, y: from.y + ((p.y - from.y) * i) / steps });
		}
		this.last = p;
		return this;
	}

	/** Ends the stroke: it becomes one step of the history. @returns {Change[]} what it changed */
	release() {
		if (!this.moved) this.tap();
		else if (this.cells?.tool === "oblong") this.layOblong();
		const changes = [...this.changes.values()];
		this.game.enter(changes);
		return changes;
	}

	/** Undoes the whole stroke. @returns {Change[]} */
	cancel() {
		const back = /** @type {Change[]} */ ([...this.changes.values()].map(([a, b, c, before, after]) => [a, b, c, after, before]));
		this.game.set(back);
		this.changes.clear();
		return back;
	}

	put(layer, place, value) {
		if (!place || this.game.isFixed(layer.name, place.k)) return;
		for (const [k, v] of brought(this.game, layer, place.k, value)) this.putAlone(layer, { k }, v);
		this.putAlone(layer, place, value);
	}

	putAlone(layer, place, value) {
		const before = this.changes.get(place.k + layer.name)?.[3] ?? this.game.value(layer.name, place.k);
		/** @type {Change} */
		const change = ["marks", layer.name, place.k, before, value];
		this.changes.set(place.k + layer.name, change);
		this.game.set([change]);
	}

	step(p) {
		if (this.area) this.stepArea(p);
		else if (this.lines) this.stepLine(p);
		else if (this.cells) this.stepCell(p);
	}

	// -- areas: rectangles, pairs, halves of a symmetric area --

	/** Whether a stroke makes an area: it begins in a cell, away from corners, or at a centre. */
	beginsArea(p) {
		const gesture = this.lines?.gesture;
		if (!gesture || this.second || this.first === null) return false;
		if (!gesture.centres) return this.geometry.cornerAt(p, 0.36) === null;
		this.centre = gesture.centres.find((one) => distance(one, p) < 0.3 * this.geometry.unit);
		return !!this.centre;
	}

	stepArea(p) {
		const { gesture } = /** @type {Layer} */ (this.lines);
		const cell = this.geometry.nodeCell(p);
		const last = this.area[this.area.length - 1];
		if (cell === null || cell === last) return;
		if (!this.geometry.between(this.lines.name, "cells", last, cell) && gesture.name !== "rectangles") return;
		this.moved = true;
		if (gesture.name === "halves") {
			this.join(last, cell);
			this.area.push(cell);
		} else if (gesture.name === "rectangles") {
			this.area = [this.first, cell];
			this.cancel();
			this.enclose(this.rectangle(this.first, cell));
		} else if (this.area.length < 2) {
			this.area.push(cell);
			this.enclose(new Set(this.area));
		}
	}

	rectangle(a, b) {
		const { cells } = this.game.doc;
		const within = (name) => (i) => (cells[i][name] - cells[a][name]) * (cells[i][name] - cells[b][name]) <= 0;
		return new Set([...cells.keys()].filter(within("row")).filter(within("col")));
	}

	/** Sets borders around some cells but not between them; if they are set already, removes them. */
	enclose(cells) {
		const layer = /** @type {Layer} */ (this.lines);
		const inside = (place) => place.c.filter((i) => cells.has(i)).length;
		const around = layer.places.filter(inside);
		const stands = around.every((place) => this.game.value(layer.name, place.k) === inside(place) < 2);
		for (const place of around) {
			if (stands || this.game.value(layer.name, place.k) === null) this.put(layer, place, stands ? null : inside(place) < 2);
		}
	}

	/** Joins two cells, and the two opposite to them. */
	join(a, b) {
		const layer = /** @type {Layer} */ (this.lines);
		const { cells } = this.game.doc;
		const opposite = (i) => this.geometry.cellAt({ x: 2 * this.centre.x - cells[i].x, y: 2 * this.centre.y - cells[i].y });
		for (const [one, two] of [[a, b], [opposite(a), opposite(b)]]) {
			const place = one !== null && two !== null && this.geometry.between(layer.name, "cells", one, two);
			if (place && this.game.value(layer.name, place.k) === null) this.put(layer, place, false);
		}
	}

	// -- cells --

	pressCell(cell) {
		const layer = /** @type {Layer} */ (this.cells);
		if (this.isWritten) {
			this.select(cell);
			return;
		}
		const place = this.geometry.ofCell(layer.name, cell);
		this.track = [cell];
		if (layer.tool === "oblong" || layer.tool === "cycle" || !place || this.game.isFixed(layer.name, place.k)) return;
		this.begin(layer, place);
	}

	/** The first place fixes the value. */
	begin(layer, place) {
		const now = this.game.value(layer.name, place.k);
		this.value = nextValue(layer, now, this.second);
		this.erased = now;
		this.put(layer, place, this.value);
	}

	stepCell(p) {
		const layer = /** @type {Layer} */ (this.cells);
		const cell = this.geometry.nodeCell(p);
		if (cell === null || cell === this.track[this.track.length - 1]) return;
		if (this.isWritten) {
			this.stepWritten(cell);
			return;
		}
		if (cell !== this.first || this.moved) this.moved = true;
		if (!this.moved) return;
		this.track.push(cell);
		if (layer.tool === "shade" || layer.tool === "piece") this.paint(layer, cell);
	}

	paint(layer, cell) {
		if (this.value === undefined) {  // the stroke began at a place without marks
			const start = this.geometry.ofCell(layer.name, cell);
			if (start && !this.game.isFixed(layer.name, start.k)) this.begin(layer, start);
			return;
		}
		if (layer.tool === "piece" && this.value === true) {
			this.value = false;
			if (this.first !== null) this.put(layer, this.geometry.ofCell(layer.name, this.first), false);
		}
		const place = this.geometry.ofCell(layer.name, cell);
		if (!place) return;
		const now = this.game.value(layer.name, place.k);
		if (this.value === null ? now === this.erased : now === null) this.put(layer, place, this.value);
	}

	tap() {
		const near = this.lines && this.geometry.placeAt(this.lines, this.start, this.cells ? NEAR_WITH_CELLS : NEAR_ALONE);
		if (this.lines && near && this.lines.tool !== "bridge" && this.lines.tool !== "pair") {
			this.tapLine(near);
			return;
		}
		const layer = this.cells;
		if (!layer || this.first === null) {
			if (this.lines?.tool === "pair" && near) this.tapLine(near);
			return;
		}
		const place = this.geometry.ofCell(layer.name, this.first);
		const waits = this.lines || layer.tool === "cycle" || layer.tool === "oblong";
		if (place && waits && !this.isWritten) this.put(layer, place, nextValue(layer, this.game.value(layer.name, place.k), this.second));
	}

	// -- values --

	select(cell) {
		this.selected = [cell];
		this.track = [cell];
	}

	stepWritten(cell) {
		const layer = /** @type {Layer} */ (this.cells);
		this.moved = true;
		if (layer.tool === "trail" && this.countOn(layer, cell)) return;
		if (layer.gesture?.name === "copies" && this.copy(layer, cell)) return;
		this.track.push(cell);
		if (!this.selected.includes(cell)) this.selected.push(cell);
	}

	/** A drag from a value writes it into the open cells that follow. */
	copy(layer, cell) {
		const first = this.geometry.ofCell(layer.name, this.first);
		const value = first && this.game.value(layer.name, first.k);
		if (value === null) return false;
		const place = this.geometry.ofCell(layer.name, cell);
		if (place && this.game.value(layer.name, place.k) === null) this.put(layer, place, value);
		this.track.push(cell);
		this.selected = [cell];
		return true;
	}

	/** A drag from a numbered cell counts on; backwards, it erases. */
	countOn(layer, cell) {
		const places = this.track.map((one) => this.geometry.ofCell(layer.name, one));
		const last = places[places.length - 1];
		const place = this.geometry.ofCell(layer.name, cell);
		const n = last && this.game.value(layer.name, last.k);
		const blank = layer.values?.find((one) => one.blank)?.v;
		if (typeof n !== "number" || n === blank || !place) return false;
		if (this.track.length > 1 && this.track[this.track.length - 2] === cell) {
			this.put(layer, last, null);
			this.track.pop();
			return true;
		}
		const now = this.game.value(layer.name, place.k);
		if (now === null && layer.values?.some((one) => one.v === n + 1)) this.put(layer, place, n + 1);
		else if (now !== n + 1) return true;
		this.track.push(cell);
		this.selected = [cell];
		return true;
	}

	/** An oblong covers a fixed number of cells in a line; its mark is in the middle one. */
	layOblong() {
		const layer = /** @type {Layer} */ (this.cells);
		const cells = this.track.map((i) => this.game.doc.cells[i]);
		const rows = new Set(cells.map((cell) => cell.row));
		const cols = new Set(cells.map((cell) => cell.col));
		const span = layer.gesture;
		if (cells.length !== span.cells || (rows.size !== 1 && cols.size !== 1)) return;
		const value = rows.size === 1 ? span.level : span.upright;
		const place = this.geometry.ofCell(layer.name, this.track[(span.cells - 1) / 2]);
		if (place) this.put(layer, place, this.game.value(layer.name, place.k) === value ? null : value);
	}

	// -- lines --

	nodeAt(p, reach) {
		if (this.nodes === "corners") return this.geometry.cornerAt(p, reach);
		return this.geometry.nodeCell(p) ?? (reach >= 0.5 ? this.geometry.cellAt(p) : null);
	}

	stepLine(p) {
		const layer = /** @type {Layer} */ (this.lines);
		if (layer.tool === "bridge") {
			this.build(p);
			return;
		}
		const node = this.nodeAt(p, 0.4);
		if (node === null || node === this.node) return;
		if (this.node === null) {
			this.node = node;
			return;
		}
		const place = this.geometry.between(layer.name, this.nodes, this.node, node);
		if (!place) return;
		this.moved = true;
		this.draw(layer, place, node);
	}

	draw(layer, place, node) {
		if (!this.track.length) this.track = [/** @type {number} */ (this.node)];
		const now = this.game.value(layer.name, place.k);
		const fixed = this.game.isFixed(layer.name, place.k);
		const wanted = this.second ? false : true;
		if (this.value === undefined && !fixed) {
			this.value = now === wanted ? null : wanted;
			this.erased = wanted;
			if (this.value) this.beginAt(/** @type {number} */ (this.node));
		}
		if (this.track.length > 1 && this.track[this.track.length - 2] === node && this.value !== null) {
			this.back(layer, place);
		} else {
			const free = this.value === null ? now === this.erased : now === null;
			if (free && !fixed && this.value !== undefined) this.put(layer, place, this.value);
			this.track.push(node);
		}
		this.node = node;
	}

	/** The first line of all marks the cell in which it begins, if the genre has a mark for that. @param {number} cell */
	beginAt(cell) {
		const layer = this.cells;
		if (layer?.gesture?.name !== "begins" || layer.places.some((place) => this.game.value(layer.name, place.k))) return;
		this.begun = this.geometry.ofCell(layer.name, cell);
		this.put(layer, this.begun, true);
	}

	/** A line that goes back erases itself. */
	back(layer, place) {
		if (this.begun && this.track.length === 2) {
			this.takeBack(/** @type {Layer} */ (this.cells), this.begun);
			this.begun = null;
			this.value = undefined;
		}
		this.takeBack(layer, place);
		this.track.pop();
	}

	/** Undoes the change of a place. */
	takeBack(layer, place) {
		const change = this.changes.get(place.k + layer.name);
		if (change) {
			this.game.set([["marks", layer.name, place.k, change[4], change[3]]]);
			this.changes.delete(place.k + layer.name);
		}
	}

	tapLine(place) {
		const layer = /** @type {Layer} */ (this.lines);
		const now = this.game.value(layer.name, place.k);
		const order = layer.tool === "path" ? [null, false] : this.second ? [null, false, true] : [null, true, false];
		const i = order.indexOf(now);
		this.put(layer, place, i < 0 ? null : order[(i + 1) % order.length]);
	}

	/** A drag out of a clue adds a line to the next clue in that direction; after the largest number, there is none. */
	build(p) {
		const layer = /** @type {Layer} */ (this.lines);
		if (this.moved || this.first === null || distance(this.start, p) < 0.35 * this.geometry.unit) return;
		const here = this.game.doc.cells[this.first];
		const way = Math.atan2(p.y - this.start.y, p.x - this.start.x);
		const place = layer.places.find((one) => one.c.includes(/** @type {number} */ (this.first)) &&
			Math.abs(turn(way, Math.atan2(other(this.game.doc, one, this.first).y - here.y, other(this.game.doc, one, this.first).x - here.x))) < Math.PI / 4);
		if (!place) return;
		this.moved = true;
		this.put(layer, place, nextBridge(layer, this.game.value(layer.name, place.k)));
	}
}

/**
 * The places that get a mark along with one, each with its mark: those that it rests on, or, for "no mark", those that
 * rest on it, if they are open; or its partner in any case.
 * @returns {[k: string, value: any][]}
 */
export function brought(game, layer, k, value) {
	const { follows, partners, values } = layer.gesture || {};
	if (partners) {
		const other = partners[k];
		if (other === undefined || game.isFixed(layer.name, other)) return [];
		return [[other, value === null ? null : values.find(([v]) => v === value)[1]]];
	}
	if (!follows || value === null) return [];
	const all = value ? follows[k] || [] : Object.keys(follows).filter((one) => follows[one].includes(k));
	return all.filter((one) => game.value(layer.name, one) === null && !game.isFixed(layer.name, one)).map((one) => [one, value]);
}

/** The change of a place to a value, with those that follow from it. @returns {Change[]} */
export function changesTo(game, layer, k, value) {
	return [...brought(game, layer, k, value), [k, value]].map(([one, v]) => game.change("marks", layer.name, one, v));
}

/** One line more, or none after the last. */
export function nextBridge(layer, value) {
	const most = Math.max(...layer.values.map((one) => one.v));
	return value === null ? 1 : value >= most ? 0 : value + 1;
}

function other(doc, place, cell) {
	return doc.cells[place.c[0] === cell ? place.c[1] : place.c[0]];
}

function turn(a, b) {
	const d = a - b;
	return Math.atan2(Math.sin(d), Math.cos(d));
}
