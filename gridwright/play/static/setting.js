/** Setting clues and structure by pointer: what taps and drags do to the chosen layer, and symmetry. */

import { distance, nearest, toSegment } from "./geometry.js";

const NEAR = 26;
const NEAR_LINE = 14;

export class Setting {
	/** @param {Editor} editor */
	constructor(editor) {
		this.editor = editor;
		/** The symmetry by which a second clue is set: none, half turn or mirror. */
		this.symmetry = "";
		/** @type {any} */
		this.drag = null;
	}

	/** Listens to the pointer on a board. @param {HTMLElement} box */
	listen(box) {
		box.addEventListener("pointerdown", (event) => this.pressed(event));
		box.addEventListener("pointermove", (event) => this.movedTo(event));
		box.addEventListener("pointerup", () => this.released());
		box.addEventListener("pointercancel", () => { this.drag = null; });
		box.addEventListener("contextmenu", (event) => event.preventDefault());
	}

	nearest(p, reach = NEAR) {
		const { form, told } = this.editor;
		return nearest(form.places, ([, x, y, , tips]) => {
			const ends = tips && tips.map((n) => ({ x: told.doc.corners[n][0], y: told.doc.corners[n][1] }));
			return ends && form.tool === "lines" ? toSegment(p, ends[0], ends[1]) : distance(p, { x, y });
		}, reach) ?? -1;
	}

	pressed(event) {
		event.preventDefault();
		this.editor.boardBox.focus({ preventScroll: true });
		this.editor.boardBox.setPointerCapture(event.pointerId);
		const p = this.editor.board.pointAt(event);
		this.drag = { start: p, last: p, second: event.button === 2, cells: [], lines: [], corner: null, moved: false };
		this.through(p);
	}

	movedTo(event) {
		if (!this.drag) return;
		const p = this.editor.board.pointAt(event);
		const { last } = this.drag;
		const steps = Math.max(1, Math.ceil(distance(last, p) / 7));
		for (let i = 1; i <= steps; i++) this.through({ x: last.x + ((p.x - last.x) * i) / steps, y: last.y + ((p.y - last.y) * i) / steps });
		this.drag.last = p;
	}

	/** Notes the cells and corners on the way of a drag. */
	through(p) {
		const { doc } = this.editor.told;
		const cell = doc.cells.find((one) => Math.abs(one.x - p.x) < 17 && Math.abs(one.y - p.y) < 17);
		if (cell && !this.drag.cells.includes(cell.k)) {
			this.drag.cells.push(cell.k);
			if (this.editor.form.regions && this.drag.cells.length > 1) this.editor.board.frames(this.drag.cells, "fresh");
		}
		const corner = doc.corners.findIndex(([x, y]) => Math.hypot(x - p.x, y - p.y) < 14);
		if (corner >= 0 && corner !== this.drag.corner) {
			const place = this.editor.form.places.find(([, , , , tips]) => tips && tips.includes(corner) && tips.includes(this.drag.corner));
			if (place && !this.drag.lines.includes(place[0])) this.drag.lines.push(place[0]);
			this.drag.corner = corner;
		}
	}

	released() {
		const { drag } = this;
		const { form } = this.editor;
		this.drag = null;
		if (!drag) return;
		const at = this.nearest(drag.start, form.tool === "lines" ? NEAR_LINE : NEAR);
		if (form.regions && drag.cells.length > 1) this.editor.change([{ do: "region", layer: form.name, cells: drag.cells }]);
		else if (form.tool === "lines" && drag.lines.length) this.editor.change([{ do: "toggle", layer: form.name, keys: [...drag.lines, ...this.partners(drag.lines)] }]);
		else if (form.regions && at < 0 && drag.cells.length === 1) this.editor.change([{ do: "region", layer: form.name, cells: drag.cells }]);
		else if (at >= 0) this.tap(at, drag.second);
	}

	tap(at, second) {
		const { form } = this.editor;
		this.editor.entering.place = at;
		const [k] = form.places[at];
		if (form.tool === "enter") {
			this.editor.entering.drawEntry();
			this.editor.entering.point();
			this.editor.entering.fields[0].focus();
			this.editor.entering.fields[0].select();
			return;
		}
		this.set(k, second);
	}

	set(k, second) {
		const { form } = this.editor;
		if (form.tool === "holes") {
			this.editor.change([k, ...this.partners([k])].map((one) => ({ do: "hole", k: one })));
			return;
		}
		const { given } = this.editor.told.draft;
		const now = given[form.name]?.[k];
		const wanted = form.tool === "choose" || form.values.length > 1 ? (second && form.answer && form.tool !== "choose" ? false : this.editor.entering.value) : true;
		const off = JSON.stringify(now) === JSON.stringify(wanted) || (second && now !== undefined && wanted !== false);
		const also = form.tool === "choose" ? [] : this.partners([k]);
		this.editor.change([k, ...also].map((one) => ({ do: "enter", layer: form.name, k: one, value: off ? null : wanted })));
	}

	/** The symmetric images of some places, as far as they are places, without these themselves. */
	partners(keys) {
		const { doc } = this.editor.told;
		if (!this.symmetry || !doc.rows) return [];
		const turned = (x, y) => [doc.cols * 40 - x, this.symmetry === "rotate" ? doc.rows * 40 - y : y];
		return keys.flatMap((k) => {
			const [x, y] = turned(...this.editor.form.places.find((one) => one[0] === k).slice(1, 3));
			const found = this.editor.form.places.find((one) => Math.hypot(one[1] - x, one[2] - y) < 1);
			return found && !keys.includes(found[0]) ? [found[0]] : [];
		});
	}

	/** Frames the places without a clue whose image has one. */
	showLonely() {
		const keys = Object.keys(this.editor.told.draft.given[this.editor.layer] || {}).filter((k) => this.editor.form.places.some((one) => one[0] === k));
		this.editor.board.frames(this.partners(keys), "because");
	}
}
