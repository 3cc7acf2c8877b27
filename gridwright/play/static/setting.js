/** Setting clues and structure by pointer: what taps and drags do to the chosen layer, and symmetry. */

import { svgElement } from "./board.js";
import { Geometry, distance, nearest, toSegment } from "./geometry.js";
import { t } from "./texts.js";

const NEAR = 26;
const NEAR_LINE = 14;
/** How near a drag passes a place that it marks; cells count as a whole. */
const ON_THE_WAY = 9;
/** Where a place is mapped to, on a board of some width and height. @type {{[symmetry: string]: (x: number, y: number, w: number, h: number) => number[]}} */
const IMAGES = {
	rotate: (x, y, w, h) => [w - x, h - y], quarter: (x, y, w) => [w - y, x], mirror: (x, y, w) => [w - x, y],
	flip: (x, y, w, h) => [x, h - y], diagonal: (x, y) => [y, x],
};

export class Setting {
	/** @param {Editor} editor */
	constructor(editor) {
		this.editor = editor;
		/** The symmetry by which a second clue is set. */
		this.symmetry = "";
		/** @type {any} */
		this.drag = null;
		/** @type {Geometry|null} */
		this.known = null;
	}

	/** Listens to the pointer on a board. @param {HTMLElement} box */
	listen(box) {
		box.addEventListener("pointerdown", (event) => this.pressed(event));
		box.addEventListener("pointermove", (event) => this.movedTo(event));
		box.addEventListener("pointerup", () => this.released());
		box.addEventListener("pointercancel", () => this.cancel());
		box.addEventListener("contextmenu", (event) => event.preventDefault());
	}

	get geometry() {
		const { doc } = this.editor.told;
		if (this.known?.doc !== doc) this.known = new Geometry(doc);
		return this.known;
	}

	nearest(p, reach = NEAR) {
		const { form, told } = this.editor;
		return nearest(form.places, ([, x, y, , tips]) => {
			const ends = tips && tips.map((n) => ({ x: told.doc.corners[n][0], y: told.doc.corners[n][1] }));
			return ends && form.tool === "lines" ? toSegment(p, ends[0], ends[1]) : distance(p, { x, y });
		}, reach) ?? -1;
	}

	// -- drags --

	pressed(event) {
		event.preventDefault();
		if (this.drag) {
			this.cancel();  // a second finger
			return;
		}
		const { editor } = this;
		editor.boardBox.focus({ preventScroll: true });
		editor.boardBox.setPointerCapture(event.pointerId);
		editor.error.textContent = editor.told.problem;
		const p = editor.board.pointAt(event);
		this.drag = { start: p, last: p, second: event.button === 2, cells: [], trail: [], corners: [], places: [], moved: false };
		this.through(p);
	}

	movedTo(event) {
		const { drag } = this;
		const p = this.editor.board.pointAt(event);
		if (!drag) {
			this.editor.solver.hover(p);
			return;
		}
		const { last } = drag;
		drag.moved ||= distance(drag.start, p) > NEAR;
		const steps = Math.max(1, Math.ceil(distance(last, p) / 7));
		for (let i = 1; i <= steps; i++) this.through({ x: last.x + ((p.x - last.x) * i) / steps, y: last.y + ((p.y - last.y) * i) / steps });
		drag.last = p;
		if (drag.moved) this.preview();
	}

	/** Notes the cells, corners and places on the way of a drag. */
	through(p) {
		const { drag, geometry } = this;
		const { form } = this.editor;
		const within = geometry.cellAt(p);
		const cell = geometry.nodeCell(p);
		if (cell !== null) {
			if (!drag.cells.includes(cell)) drag.cells.push(cell);
			const [from] = drag.trail.slice(-1);
			const isAround = drag.within !== cell && from !== undefined && !this.joining(from, cell, 5);  // a corner was cut
			if (isAround && this.joining(from, drag.within, 5)) extend(drag.trail, drag.within);
			extend(drag.trail, cell);
		} else if (within !== null) drag.within = within;
		const corner = geometry.cornerAt(p, 0.35);
		if (corner !== null) extend(drag.corners, corner);
		if (form.drag !== "places") return;
		const at = this.nearest(p, ON_THE_WAY);
		const place = at < 0 && cell !== null ? form.places.findIndex((one) => one[0] === this.editor.told.doc.cells[cell].k) : at;
		if (place >= 0 && !drag.places.includes(place)) drag.places.push(place);
	}

	/** The place that joins two cells (`by` 5) or corners (`by` 4). */
	joining(a, b, by) {
		return this.editor.form.places.find((one) => one[by]?.includes(a) && one[by].includes(b));
	}

	/** The keys of the lines along some cells or corners. */
	along(nodes, by) {
		const found = nodes.slice(1).map((node, i) => this.joining(nodes[i], node, by)?.[0]);
		return [...new Set(found.filter(Boolean))];
	}

	/** The lines that a drag draws: along cells or along corners. */
	lines() {
		const { form } = this.editor;
		if (form.drag === "cells") return this.along(this.drag.trail, 5);
		return form.drag === "places" ? [] : this.along(this.drag.corners, 4);
	}

	/** Shows what a drag is about to set. */
	preview() {
		const { drag, editor } = this;
		const { cells, corners } = editor.told.doc;
		editor.board.cursor.querySelector(".drawn")?.remove();
		if (editor.form.drag === "places") editor.board.frames(drag.places.map((i) => editor.form.places[i][0]), "fresh");
		else if (this.isRegion) editor.board.frames(drag.cells.map((i) => cells[i].k), "fresh");
		else if (this.lines().length) {
			const points = editor.form.drag === "cells" ? drag.trail.map((i) => `${cells[i].x},${cells[i].y}`) : drag.corners.map((i) => corners[i].join());
			svgElement("polyline", { points: points.join(" "), class: "frame fresh drawn" }, editor.board.cursor);
		}
	}

	get isRegion() {
		return this.editor.form.drag === "region" && this.drag.cells.length > 1;
	}

	cancel() {
		this.drag = null;
		this.editor.board.frames([], "fresh");
		this.editor.entering.point();
	}

	released() {
		const { drag, editor } = this;
		const { form } = editor;
		if (!drag) return;
		const { isRegion } = this;
		const lines = this.lines();
		this.cancel();
		const at = this.nearest(drag.start, form.tool === "lines" ? NEAR_LINE : NEAR);
		const region = () => editor.change([{ do: "region", layer: form.name, cells: drag.cells.map((i) => editor.told.doc.cells[i].k) }]);
		if (isRegion) region();
		else if (lines.length) this.drawn(lines, form.drag === "cells" ? drag.trail[0] : undefined, drag.second);
		else if (drag.moved && form.drag === "places" && drag.places.length > 1) this.painted(drag.places, drag.second);
		else if (drag.moved && !drag.places.length) editor.tell(form.drag === "places" ? t("There is no place for “{label}” along this drag.", form)
			: form.drag === "cells" ? t("Drag from cell to cell for “{label}”.", form) : t("Drag along the borders for “{label}”.", form));
		else if (form.drag === "region" && at < 0 && drag.cells.length === 1) region();
		else if (at >= 0) this.tap(at, drag.second);
	}

	/** Draws lines; if all of them are there, or by the second button, takes them away. @param {string[]} keys @param {number|undefined} first the cell where they begin */
	drawn(keys, first, second) {
		const { form, told, entering } = this.editor;
		const value = form.values.length > 1 ? entering.value : true;
		const on = !second && keys.some((k) => !alike(told.draft.given[form.name]?.[k], value));
		const start = first === undefined ? undefined : told.doc.cells[first];
		const cell = first === undefined ? undefined : told.doc.cells[first];
		const seen = new Set(keys);
		const changes = [{ keys, start: cell?.k }];
		for (const n of [0, 1, 2]) {
			const images = keys.flatMap((k) => this.image(form.places, (one) => one[0] === k, n)?.[0] ?? []).filter((k) => !seen.has(k));
			images.forEach((k) => seen.add(k));
			const begun = cell && this.image(told.doc.cells.map(({ k, x, y }) => [k, x, y]), ([k]) => k === cell.k, n);
			if (images.length) changes.push({ keys: images, start: begun?.[0] });
		}
		this.editor.change(changes.map((one) => ({ do: "toggle", layer: form.name, value, on, ...one })));
	}

	/** Marks all places on the way like the first; places for typed clues are chosen, to be typed into. @param {number[]} places */
	painted(places, second) {
		const { form, entering } = this.editor;
		const keys = places.map((i) => form.places[i][0]);
		if (form.tool === "enter") entering.choose(places);
		else if (form.tool === "holes") this.editor.change(this.withPartners(keys).map((k) => ({ do: "hole", k })));
		else {
			const off = second || this.isOn(keys[0]);
			const value = off ? null : this.wanted;
			this.editor.change((form.tool === "choose" ? keys : this.withPartners(keys)).map((k) => ({ do: "enter", layer: form.name, k, value })));
		}
	}

	// -- taps --

	tap(at, second) {
		const { form, entering } = this.editor;
		entering.place = at;
		entering.chosen = [];
		const [k] = form.places[at];
		this.editor.solver.point(k);
		if (form.tool === "enter") {
			entering.drawEntry();
			entering.point();
			entering.fields[0].focus();
			entering.fields[0].select();
			return;
		}
		this.set(k, second);
	}

	/** The value that a tap sets. */
	get wanted() {
		const { form, entering } = this.editor;
		return form.tool === "choose" || form.values.length > 1 ? entering.value : true;
	}

	isOn(k) {
		return alike(this.editor.told.draft.given[this.editor.form.name]?.[k], this.wanted);
	}

	set(k, second) {
		const { form } = this.editor;
		if (form.tool === "holes") {
			this.editor.change(this.withPartners([k]).map((one) => ({ do: "hole", k: one })));
			return;
		}
		const now = this.editor.told.draft.given[form.name]?.[k];
		const wanted = second && form.answer && form.tool !== "choose" ? false : this.wanted;
		const off = alike(now, wanted) || (second && now !== undefined && wanted !== false);
		const keys = form.tool === "choose" ? [k] : this.withPartners([k]);
		this.editor.change(keys.map((one) => ({ do: "enter", layer: form.name, k: one, value: off ? null : wanted })));
	}

	// -- symmetry --

	/** The points that a point is mapped to by the chosen symmetry. @param {Point} p @returns {number[][]} */
	images({ x, y }) {
		const { doc } = this.editor.told;
		if (!this.symmetry || !doc.rows) return [];
		const found = [[x, y]];
		while (found.length < 4) found.push(IMAGES[this.symmetry](found[found.length - 1][0], found[found.length - 1][1], doc.cols * doc.cell, doc.rows * doc.cell));
		return found.slice(1);
	}

	/** The n-th image of one of some places. @param {any[][]} places @param {(one: any[]) => boolean} which @param {number} n */
	image(places, which, n) {
		const [, x, y] = places.find(which) || [];
		const [px, py] = this.images({ x, y })[n] || [];
		return places.find((one) => Math.hypot(one[1] - px, one[2] - py) < 1);
	}

	/** The symmetric images of some places, as far as they are places, without these themselves. */
	partners(keys) {
		const { places } = this.editor.form;
		const found = keys.flatMap((k) => [0, 1, 2].map((n) => this.image(places, (one) => one[0] === k, n)?.[0]));
		return [...new Set(found)].filter((k) => k && !keys.includes(k));
	}

	withPartners(keys) {
		return [...keys, ...this.partners(keys)];
	}

	/** The places without a clue of which an image has one. @returns {string[]} */
	lonely() {
		const given = this.editor.told.draft.given[this.editor.layer] || {};
		return this.partners(Object.keys(given).filter((k) => this.editor.form.places.some((one) => one[0] === k)));
	}

	showLonely() {
		this.editor.board.frames(this.lonely(), "because");
	}
}

const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Adds a node to a way; going back takes the last one off. @param {number[]} way @param {number} node */
function extend(way, node) {
	if (way[way.length - 1] === node) return;
	if (way[way.length - 2] === node) way.pop();
	else way.push(node);
}
