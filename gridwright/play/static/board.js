/** Draws a board: the package's picture, and stamps for the marks on it. */

const SVG = "http://www.w3.org/2000/svg";
/** The id of the whole drawing, which the loupe shows a second time. */
export const CONTENT = "board-content";

export function svgElement(name, attributes = {}, parent = null) {
	const made = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
	parent?.append(made);
	return made;
}

/** SVG elements from a text of the server. */
function parsed(inner) {
	const text = `<svg xmlns="${SVG}">${inner}</svg>`;
	const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
	return [...found.childNodes].map((node) => document.importNode(node, true));
}

export class Board {
	/** @param {HTMLElement} host @param {Game} game */
	constructor(host, game) {
		this.host = host;
		this.game = game;
		this.doc = game.doc;
		this.zoom = 1;
		/** @type {Map<string, Element[]>} */
		this.drawn = new Map();
		this.build();
	}

	build() {
		const { doc } = this;
		this.svg = svgElement("svg", {
			viewBox: doc.box.join(" "), "aria-hidden": "true", class: "drawing", focusable: "false",
		});
		const content = svgElement("g", {
			id: CONTENT, "text-anchor": "middle", fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round",
		});
		const defs = svgElement("defs", {}, this.svg);
		doc.stamps.forEach((stamp, i) => stamp.forEach(([, body], j) => {
			svgElement("g", { id: `stamp-${i}-${j}` }, defs).append(...parsed(body));
		}));
		content.append(...parsed(doc.svg));
		this.svg.append(content);
		/** @type {Object<string, Element>} */
		this.stages = {};
		for (const group of this.svg.querySelectorAll(".played")) this.stages[group.getAttribute("data-stage") || ""] = group;
		this.under = svgElement("g", { class: "under" });
		this.stages.shade.after(this.under);
		this.over = svgElement("g", { class: "over" }, content);
		this.cursor = svgElement("g", { class: "cursor" }, content);
		this.host.replaceChildren(this.svg);
	}

	/** Draws everything anew. */
	all() {
		this.svg.querySelectorAll(".either-mark").forEach((one) => one.remove());
		for (const elements of this.drawn.values()) elements.forEach((one) => one.remove());
		this.drawn.clear();
		const levels = this.game.levels();
		for (const layer of this.doc.layers) {
			for (const place of layer.places) this.place(layer, place, levels);
			if (layer.between) this.joins(layer);
		}
		this.notes();
	}

	/** Draws what changed. @param {Change[]} changes */
	update(changes) {
		const levels = this.game.trials.length ? this.game.levels() : null;
		const joined = new Set();
		for (const [kind, name, k] of changes) {
			const layer = this.game.layers.get(name);
			if (kind === "marks" && layer) {
				this.place(layer, this.game.places.get(name)?.get(k), levels);
				if (layer.between) joined.add(layer);
			} else if (kind !== "marks") this.noteAt(name, k);
			if (kind === "marks" && layer?.values) this.noteAt(name, k);
		}
		joined.forEach((layer) => this.joins(layer));
	}

	clear(key) {
		this.drawn.get(key)?.forEach((one) => one.remove());
		this.drawn.delete(key);
	}

	place(layer, place, levels) {
		if (!place || "g" in place || "i" in place) return;
		const key = `${layer.name}|${place.k}`;
		this.clear(key);
		const value = this.game.value(layer.name, place.k);
		if (value === null) return;
		const level = levels?.get(key) || 0;
		const elements = this.isAbsent(layer, value) ? this.absent(layer, place) : this.stamp(layer, place, value);
		if (level) {
			elements.forEach((one) => one.classList.add("supposed"));
			elements.push(svgElement("circle", { cx: place.x + 14, cy: place.y + 14, r: 2.5 + level / 2, class: "level" }, this.over));
		}
		this.drawn.set(key, elements);
	}

	/** Marks in which two answers differ: faint, with the number of the answer; values side by side. */
	either(answers) {
		this.over.querySelectorAll(".either").forEach((one) => one.remove());
		answers.forEach((marks, n) => {
			for (const layer of this.doc.layers) {
				for (const place of layer.places) {
					const value = marks[layer.name]?.[place.k];
					const other = answers[1 - n][layer.name]?.[place.k];
					if (value === undefined || value === other || this.isAbsent(layer, value)) continue;
					const written = layer.values && !["bridge", "oblong"].includes(layer.tool);
					if (!written) this.stamp(layer, place, value).forEach((one) => one.classList.add("supposed", "either-mark"));
					const text = svgElement("text", { x: place.x + (n ? 9 : -9), y: place.y + 5, "font-size": 14, class: `either only-${n + 1}` }, this.over);
					text.textContent = written ? layer.values.find((one) => one.v === value).shown : String(n + 1);
				}
			}
		});
	}

	isAbsent(layer, value) {
		if (!layer.values) return value === false;
		return layer.tool === "bridge" ? value === 0 : layer.values.find((one) => one.v === value)?.blank;
	}

	stamp(layer, place, value) {
		const i = layer.values ? layer.values.findIndex((one) => one.v === value) : 0;
		const number = layer.sets[place.s][i];
		return number === undefined ? [] : this.use(number, place.x, place.y);
	}

	use(number, x, y) {
		return this.doc.stamps[number].map(([stage], j) =>
			svgElement("use", { href: `#stamp-${number}-${j}`, x, y }, this.stages[stage]));
	}

	/** A dot, a ring or a cross for the absence of a mark. */
	absent(layer, { x, y, o }) {
		const stage = this.stages.mark;
		if (o && layer.second !== "ring") [x, y] = [x + 13, y + 13];  // beside the clue
		if (layer.tool === "bridge") return [];
		if (layer.second === "ring") return [svgElement("circle", { cx: x, cy: y, r: 16, class: "no-ring" }, stage)];
		if (layer.where === "cells") return [svgElement("circle", { cx: x, cy: y, r: 3.4, class: "no-dot" }, stage)];
		if (layer.second === "joined") return [svgElement("circle", { cx: x, cy: y, r: 3, class: "no-dot" }, stage)];
		return [svgElement("path", { d: `M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x - 4} ${y + 4}L${x + 4} ${y - 4}`, class: "no-cross" }, stage)];
	}

	/** What lies between two cells: borders of groups, pieces of a trail. */
	joins(layer) {
		const key = `between|${layer.name}`;
		this.clear(key);
		const value = (i) => {
			const own = this.game.doc.cells[i].k;
			return this.game.value(layer.name, own);
		};
		const elements = [];
		for (const [a, b, stamp, x, y] of layer.between.links) {
			const [one, two] = [value(a), value(b)];
			if (one === null || two === null) continue;
			const blank = (v) => layer.values.find((known) => known.v === v)?.blank;
			const shown = layer.between.when === "both" ? one && two : layer.between.when === "differ" ? one !== two : Math.abs(one - two) === 1 && !blank(one) && !blank(two);
			if (shown) elements.push(...this.use(stamp, x, y));
		}
		this.drawn.set(key, elements);
	}

	// -- notes --

	notes() {
		for (const layer of this.doc.layers) {
			if (layer.where === "cells") for (const place of layer.places) this.noteAt(layer.name, place.k);
		}
		for (const kind of ["colour", "done"]) {
			for (const k of Object.keys(this.game.kinds[kind].board || {})) this.noteAt("board", k);
		}
	}

	noteAt(name, k) {
		const key = `notes|${name}|${k}`;
		this.clear(key);
		const cell = this.game.cells.get(k);
		if (!cell) {
			if (this.game.note("done", name, k)) this.drawn.set(key, [this.done(k)]);
			return;
		}
		const layer = this.game.layers.get(name);
		const elements = [];
		const colour = this.game.note("colour", name, k);
		if (colour) elements.push(...this.ground(cell, colour));
		if (layer?.values && this.game.value(name, k) === null) elements.push(...this.candidates(layer, cell));
		if (elements.length) this.drawn.set(key, elements);
	}

	/** A veil over an outside clue that is ticked off. */
	done(k) {
		const [y, x] = k.split(",").map(Number);
		const [left, top, width, height] = this.doc.box;
		const [right, bottom] = [this.doc.cols * 40, this.doc.rows * 40];
		const box = y < 0 ? [x * 20 - 20, top, 40, -top] : x < 0 ? [left, y * 20 - 20, -left, 40]
			: y > 2 * this.doc.rows ? [x * 20 - 20, bottom + 3, 40, Math.min(40, top + height - bottom)] : [right + 3, y * 20 - 20, left + width - right, 40];
		return svgElement("rect", { x: box[0], y: box[1], width: box[2], height: box[3], class: "done-clue" }, this.over);
	}

	ground(cell, colour) {
		const { x, y } = cell;
		const box = { x: x - 20 * this.doc.breadth, y: y - 20, width: 40 * this.doc.breadth, height: 40 };
		const fill = svgElement("rect", { ...box, class: `pen pen-${colour}` }, this.under);
		const letter = svgElement("text", { x: x + 15, y: y + 18, "font-size": 8, class: "pen-letter" }, this.over);
		letter.textContent = "abcdef"[colour - 1];
		return [fill, letter];
	}

	candidates(layer, cell) {
		const shown = layer.values.map((one) => (one.blank ? "–" : one.shown));
		const found = [];
		const text = (i, x, y, size) => {
			const made = svgElement("text", { x, y, "font-size": size, class: "candidate" }, this.stages.mark);
			made.textContent = shown[i];
			found.push(made);
		};
		const corner = this.game.note("corner", layer.name, cell.k) || [];
		const side = Math.ceil(Math.sqrt(shown.length));
		const gap = 34 / side;
		corner.forEach((i) => text(i, cell.x - 17 + gap * ((i % side) + 0.5), cell.y - 17 + gap * (Math.floor(i / side) + 0.5) + gap * 0.3, Math.min(11, gap * 0.92)));
		const centre = this.game.note("centre", layer.name, cell.k) || [];
		if (centre.length) {
			const made = svgElement("text", { x: cell.x, y: cell.y + 4, "font-size": Math.min(12, 52 / Math.max(3, centre.length)), class: "candidate" }, this.stages.mark);
			made.textContent = centre.map((i) => shown[i]).join("");
			found.push(made);
		}
		return found;
	}

	// -- frames and the cursor --

	/** Frames around cells, rings around anything else: faults, reasons, fresh marks. @param {string[]} keys @param {string} kind */
	frames(keys, kind) {
		const group = document.createDocumentFragment();
		for (const k of keys) {
			for (const ground of [true, false]) group.append(this.frame(k, ground ? `${kind} ground` : kind));
		}
		this.over.querySelectorAll(`.frame.${kind.split(" ")[0]}`).forEach((one) => one.remove());
		this.over.append(group);
	}

	/** Removes all frames. */
	unframe() {
		this.over.querySelectorAll(".frame").forEach((one) => one.remove());
	}

	frame(k, kind) {
		const cell = this.game.cells.get(k);
		const wide = 40 * this.doc.breadth;
		if (kind.startsWith("differ")) {
			const { x, y } = cell || this.pointOf(k);
			return svgElement("path", { d: `M${x - 5} ${y}L${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}Z`, class: `frame ${kind}` });
		}
		if (cell?.shape) return this.polygon(cell, `frame ${kind}`, 0.85);
		const gap = /^(supp|conseq)/.test(kind) ? 9 : 4;  // beside what is concluded about the same cell
		if (cell) return svgElement("rect", { x: cell.x - wide / 2 + gap, y: cell.y - 20 + gap, width: wide - 2 * gap, height: 40 - 2 * gap, rx: 3, class: `frame ${kind}` });
		const { x, y } = this.pointOf(k);
		return svgElement("circle", { cx: x, cy: y, r: 11, class: `frame ${kind}`, "data-k": k });
	}

	polygon(cell, kind, scale) {
		const points = cell.shape.map(([x, y]) => `${cell.x + (x - cell.x) * scale},${cell.y + (y - cell.y) * scale}`);
		return svgElement("polygon", { points: points.join(" "), class: kind });
	}

	/** The point of a spot: that of a known place, or computed from doubled coordinates. */
	pointOf(k) {
		for (const layer of this.doc.layers) {
			const place = this.game.places.get(layer.name)?.get(k) || layer.places.find((one) => one.n?.includes(k));
			if (place) return place;
		}
		const [y, x] = k.split(",").map(Number);
		if (!this.doc.rows && this.doc.corners[y]) return { x: this.doc.corners[y][0], y: this.doc.corners[y][1] };
		const most = [this.doc.cols, this.doc.rows].map((n) => n * 40 + 16);
		return { x: Math.min(Math.max(x * 20, -16), most[0]), y: Math.min(Math.max(y * 20, -16), most[1]) };
	}

	/** A frame around the board, for faults of the whole. @param {boolean} on */
	around(on) {
		this.over.querySelector(".whole")?.remove();
		if (!on) return;
		const [x, y, width, height] = this.doc.box;
		svgElement("rect", { x: x + 4, y: y + 4, width: width - 8, height: height - 8, class: "frame wrong whole" }, this.over);
	}

	/** The focus and the selection. @param {number|null} focus @param {number[]} selected */
	point(focus, selected = []) {
		const cells = selected.map((i) => this.area(this.doc.cells[i], "selected"));
		if (focus !== null) cells.push(this.area(this.doc.cells[focus], "focus ground"), this.area(this.doc.cells[focus], "focus"));
		this.cursor.replaceChildren(...cells);
	}

	area(cell, kind) {
		if (cell.shape) return this.polygon(cell, kind, 1);
		const wide = 40 * this.doc.breadth;
		return svgElement("rect", { x: cell.x - wide / 2, y: cell.y - 20, width: wide, height: 40, class: kind });
	}

	/** Pixels of the window per unit of the drawing. */
	get pixels() {
		const box = this.svg.getBoundingClientRect();
		const { width, height } = this.svg.viewBox.baseVal;
		return Math.min(box.width / width, box.height / height);
	}

	/** The point of the drawing under a point of the window. @param {{clientX: number, clientY: number}} event */
	pointAt(event) {
		const box = this.svg.getBoundingClientRect();
		const { x, y, width, height } = this.svg.viewBox.baseVal;
		const scale = this.pixels;
		return {
			x: x + (event.clientX - box.left - (box.width - width * scale) / 2) / scale,
			y: y + (event.clientY - box.top - (box.height - height * scale) / 2) / scale,
		};
	}

	/** Shows a part of the board. @param {number[]} box */
	show(box) {
		this.svg.setAttribute("viewBox", box.map((v) => v.toFixed(2)).join(" "));
	}
}
