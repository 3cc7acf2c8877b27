/** Finds cells and places by coordinates, so that pictures need no ids and all boards work the same way. */

export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

export class Geometry {
	/** @param {Doc} doc */
	constructor(doc) {
		this.doc = doc;
		this.unit = doc.cell;
		/** @type {Map<string, number>} */
		this.byRowCol = new Map();
		doc.cells.forEach((cell, i) => {
			if (cell.row !== undefined) this.byRowCol.set(`${cell.row},${cell.col}`, i);
		});
		/** @type {Map<string, number>} */
		this.cellByKey = new Map(doc.cells.map((cell, i) => [cell.k, i]));
		this.corners = doc.corners.map(([x, y]) => ({ x, y }));
		/** Places between two cells or two corners, by layer. @type {Map<string, {cells: Map<string, Place>, corners: Map<string, Place>, byCell: Map<number, Place>}>} */
		this.index = new Map(doc.layers.map((layer) => [layer.name, indexed(layer)]));
	}

	/** The cell that a point lies in, or null. @param {Point} p */
	cellAt(p) {
		const { doc, unit } = this;
		if (doc.rows && doc.breadth === 1) {
			return this.byRowCol.get(`${Math.floor(p.y / unit)},${Math.floor(p.x / unit)}`) ?? null;
		}
		if (doc.rows) {
			const half = (doc.breadth * unit) / 2;
			const found = doc.cells.findIndex((c) => Math.abs(c.x - p.x) <= half && Math.abs(c.y - p.y) <= unit / 2);
			return found < 0 ? null : found;
		}
		const found = doc.cells.findIndex((c) => c.shape && contains(c.shape, p));
		return found < 0 ? null : found;
	}

	/** The cell whose centre is near, so that diagonal moves do not enter other cells. @param {Point} p */
	nodeCell(p) {
		const i = this.cellAt(p);
		if (i === null) return null;
		const cell = this.doc.cells[i];
		return !this.doc.rows || distance(cell, p) < 0.45 * this.unit * this.doc.breadth ? i : null;
	}

	/** The nearest corner, if it is near enough. @param {Point} p @param {number} reach in cells */
	cornerAt(p, reach = 0.4) {
		return nearest(this.corners, (corner) => distance(corner, p), reach * this.unit);
	}

	/** The nearest place of a layer, if it is near enough; for edges, their whole length counts. */
	placeAt(/** @type {Layer} */ layer, /** @type {Point} */ p, /** @type {number} */ reach) {
		return layer.places[nearest(layer.places, (place) => this.toPlace(layer, place, p), reach * this.unit) ?? -1] ?? null;
	}

	toPlace(layer, place, p) {
		const ends = layer.where !== "cells" && place.t;
		if (!ends) return distance(place, p);
		const [a, b] = ends.map((i) => this.corners[i]);
		return toSegment(p, shrunk(a, b), shrunk(b, a));
	}

	/** The place between two cells or two corners. */
	between(layer, nodes, a, b) {
		return this.index.get(layer)?.[nodes].get(a < b ? `${a}-${b}` : `${b}-${a}`) ?? null;
	}

	/** The place of a layer on cells. */
	ofCell(layer, cell) {
		return this.index.get(layer)?.byCell.get(cell) ?? null;
	}

	/** The neighbour of a cell: `dy`, `dx` are -1, 0 or 1. With `far`, holes are skipped. */
	beside(cell, dy, dx, far = false) {
		const { row, col } = this.doc.cells[cell];
		if (row === undefined) return null;
		if (dy && this.doc.breadth > 1) return this.nearestIn(row + dy, cell);
		const step = this.doc.breadth;
		for (let n = 1; n <= Math.max(this.doc.rows, this.doc.cols); n++) {
			const found = this.byRowCol.get(`${row + dy * n},${col + dx * n * step}`);
			if (found !== undefined) return found;
			if (!far) return null;
		}
		return null;
	}

	/** On bricks: the cell of a row that is nearest to one in another row. */
	nearestIn(row, cell) {
		const here = this.doc.cells[cell];
		let best = null;
		this.doc.cells.forEach((c, i) => {
			if (c.row === row && (best === null || Math.abs(c.x - here.x) < Math.abs(this.doc.cells[best].x - here.x))) best = i;
		});
		return best;
	}

	/** The place of a layer at a side of a cell. */
	sideOf(layer, cell, dy, dx) {
		const { x, y } = this.doc.cells[cell];
		const at = { x: x + (dx * this.unit) / 2, y: y + (dy * this.unit) / 2 };
		const own = this.index.get(layer.name);
		const near = this.beside(cell, dy, dx);
		const found = near !== null && own?.cells.get(cell < near ? `${cell}-${near}` : `${near}-${cell}`);
		return found || layer.places.find((p) => p.c.includes(cell) && distance(p, at) < 1) || null;
	}
}

/** @param {Layer} layer */
function indexed(layer) {
	const cells = new Map();
	const corners = new Map();
	const byCell = new Map();
	const pair = (/** @type {number[]} */ [a, b]) => (a < b ? `${a}-${b}` : `${b}-${a}`);
	for (const place of layer.places) {
		if (layer.where === "cells") byCell.set(place.c[0], place);
		else {
			if (place.c.length === 2) cells.set(pair(place.c), place);
			if (place.t) corners.set(pair(/** @type {[number, number]} */ (place.t)), place);
		}
	}
	return { cells, corners, byCell };
}

/** The number of the nearest of some things, or null if all are too far away. @param {any[]} things @param {(one: any) => number} far */
export function nearest(things, far, least) {
	let best = null;
	things.forEach((one, i) => {
		const d = far(one);
		if (d < least) [best, least] = [i, d];
	});
	return best;
}

function shrunk(a, b) {
	return { x: a.x + (b.x - a.x) * 0.2, y: a.y + (b.y - a.y) * 0.2 };
}

export function toSegment(p, a, b) {
	const dx = b.x - a.x;
	const dy = b.y - a.y;
	const length = dx * dx + dy * dy;
	const t = length ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length)) : 0;
	return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

export function contains(shape, p) {
	let inside = false;
	for (let i = 0, j = shape.length - 1; i < shape.length; j = i++) {
		const [xi, yi] = shape[i];
		const [xj, yj] = shape[j];
		if (yi > p.y !== yj > p.y && p.x < ((xj - xi) * (p.y - yi)) / (yj - yi) + xi) inside = !inside;
	}
	return inside;
}
