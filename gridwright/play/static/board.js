/** Draws a board: the package's picture, and stamps for the marks on it. */

import { COLOURS, coloursAt } from "./painting.js";

const SVG = "http://www.w3.org/2000/svg";
/** The id of the whole drawing, which the loupe shows a second time. */
export const CONTENT = "board-content";

export function svgElement(name, attributes = {}, parent = null) {
	const made = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
	parent?.append(made);
	return made;
}

function svgText(words, attributes, parent) {
	const made = svgElement("text", attributes, parent);
	made.textContent = words;
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
		/** @type {Map<string, Element[]>} */
		this.drawn = new Map();
		/** The candidates that a hint shows, by place: their layer, those that are open, and those of them that it strikes out. @type {Map<string, [string, number[], number[]]>} */
		this.hinted = new Map();
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
		this.defs = svgElement("defs", {}, this.svg);
		doc.stamps.forEach((stamp, i) => stamp.forEach(([, body], j) => {
			svgElement("g", { id: `stamp-${i}-${j}` }, this.defs).append(...parsed(body));
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
					svgText(written ? layer.values.find((one) => one.v === value).shown : String(n + 1),
						{ x: place.x + (n ? 9 : -9), y: place.y + 5, "font-size": 14, class: `either only-${n + 1}` }, this.over);
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
		const colours = coloursAt(this.game, name, k);
		if (colours.length) elements.push(...this.ground(cell, colours));
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

	/** Veils and strikes out the pieces of the set below the board that lie on it. @param {string[]} names */
	laid(names) {
		const left = [...names];
		this.over.querySelectorAll(".laid").forEach((one) => one.remove());
		for (const [name, x, y, right, bottom] of this.doc.pieces || []) {
			const at = left.indexOf(name);
			if (at < 0) continue;
			left.splice(at, 1);
			svgElement("rect", { x, y, width: right - x, height: bottom - y, class: "done-clue laid" }, this.over);
			svgElement("path", { d: `M${x} ${bottom - 3}L${right} ${y + 3}`, class: "no-cross laid", "data-name": name }, this.over);
		}
	}

	/** A cell in its colours, with their letters. @param {Cell} cell @param {number[]} colours */
	ground(cell, colours) {
		const fill = this.outline(cell, `pen pen-${colours[0]}`);
		if (colours.length > 1) fill.style.fill = `url(#${this.stripes(colours)})`;
		this.under.append(fill);
		const letters = colours.map((n) => COLOURS[n - 1]).join("");
		return [fill, svgText(letters, { x: cell.x + 18, y: cell.y + 18, "font-size": 8, "text-anchor": "end", class: "pen-letter" }, this.over)];
	}

	/** The id of a paint that has several colours side by side. @param {number[]} colours */
	stripes(colours) {
		const id = `pens-${colours.join("-")}`;
		if (this.defs.querySelector(`#${id}`)) return id;
		const made = svgElement("linearGradient", { id, x1: 0, y1: 0, x2: 1, y2: 1 }, this.defs);
		colours.forEach((n, i) => [i, i + 1].forEach((at) => {
			svgElement("stop", { offset: at / colours.length }, made).style.stopColor = `var(--pen-${n})`;
		}));
		return id;
	}

	candidates(layer, cell) {
		const shown = layer.values.map((one) => (one.blank ? "–" : one.shown));
		const found = [];
		const text = (words, x, y, size) => {
			found.push(svgText(words, { x, y, "font-size": size, class: "candidate" }, this.stages.mark));
		};
		const side = Math.ceil(Math.sqrt(shown.length));
		const hint = this.hinted.get(cell.k);
		const [, corner, out] = hint || ["", this.game.note("corner", layer.name, cell.k) || [], []];
		const half = hint ? 13.5 : 17;  // within a frame
		const centre = (!hint && this.game.note("centre", layer.name, cell.k)) || [];
		if (centre.length) {
			const largest = centre.every((i) => typeof i === "string") ? 18 : 12;
			text(centre.map((i) => shown[i] ?? i).join(""), cell.x, cell.y + largest / 3, Math.min(largest, 52 / Math.max(3, centre.length)));
			const across = Math.ceil(corner.length / 2);  // above and below them
			corner.forEach((i, n) => text(shown[i], cell.x + (2 * half * ((n % across) + 0.5)) / across - half, cell.y + (n < across ? -9 : 17), Math.min(9, (3 * half) / across)));
			return found;
		}
		const gap = (2 * half) / side;
		for (const i of corner) {
			const [x, y] = [cell.x - half + gap * ((i % side) + 0.5), cell.y - half + gap * (Math.floor(i / side) + 0.5)];
			text(shown[i], x, y + gap * 0.3, Math.min(11, gap * 0.92));
			if (out.includes(i)) found.push(svgElement("path", { d: `M${x - gap * 0.4} ${y + gap * 0.4}l${gap * 0.8} ${-gap * 0.8}`, class: "struck" }, this.stages.mark));
		}
		return found;
	}

	// -- frames and the cursor --

	/** Frames around cells, rings around anything else: faults, reasons, fresh marks. @param {string[]} keys @param {string} kind */
	frames(keys, kind) {
		const group = document.createDocumentFragment();
		for (const k of keys) {
			if (kind !== "around") group.append(this.frame(k, `${kind} ground`));
			group.append(this.frame(k, kind));
		}
		this.over.querySelectorAll(`.frame.${kind.split(" ")[0]}`).forEach((one) => one.remove());
		this.over.append(group);
	}

	/** Removes all frames, and shows the candidates of a hint instead of the player's. @param {[string, [string, number[], number[]]][]} notes */
	unframe(notes = []) {
		this.over.querySelectorAll(".frame").forEach((one) => one.remove());
		const before = [...this.hinted];
		this.hinted = new Map(notes);
		for (const [k, [layer]] of [...before, ...notes]) this.noteAt(layer, k);
	}

	frame(k, kind) {
		const cell = this.game.cells.get(k);
		if (kind.startsWith("differ")) {
			const { x, y } = cell || this.pointOf(k);
			return svgElement("path", { d: `M${x - 5} ${y}L${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}Z`, class: `frame ${kind}` });
		}
		if (cell) return this.outline(cell, `frame ${kind}`, /^(supp|conseq)/.test(kind) ? 9 : 4);  // beside what is concluded about the same cell
		const { x, y } = this.pointOf(k);
		return svgElement("circle", { cx: x, cy: y, r: 11, class: `frame ${kind}`, "data-k": k });
	}

	/** The outline of a cell, or a frame within it. */
	outline(cell, kind, gap = 0) {
		const [wide, high] = [20 * this.doc.breadth - gap, 20 - gap];
		if (!cell.shape) return svgElement("rect", { x: cell.x - wide, y: cell.y - high, width: 2 * wide, height: 2 * high, rx: gap && 3, class: kind });
		const scale = 1 - gap / 27;
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
		const cells = selected.map((i) => this.outline(this.doc.cells[i], "selected"));
		if (focus !== null) cells.push(...["focus ground", "focus"].map((kind) => this.outline(this.doc.cells[focus], kind, selected.length ? 0 : 6)));  // clear of edges, or of candidates
		this.cursor.replaceChildren(...cells);
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
