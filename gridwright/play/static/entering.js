/** Entering clues by keyboard: the form of the chosen layer, and the current place. */

import { svgElement } from "./board.js";
import { el, toggles } from "./dom.js";
import { nearest } from "./geometry.js";
import { t } from "./texts.js";

const WORDS = {
	marks: t("Tap or drag to set and to take away."), choose: t("Choose, then tap or drag."),
	enter: t("Choose one place or several, then type."), holes: t("Tap a cell to leave it out, or to bring it back."),
};
const DRAGS = {
	region: t("Drag through cells to make one region; tap a border to change it."),
	cells: t("Drag from cell to cell, or tap a border."), corners: t("Tap a border, or drag along."),
};
const WAYS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const ACROSS = 2.5;

export class Entering {
	/** @param {Editor} editor */
	constructor(editor) {
		this.editor = editor;
		/** The number of the current place. */
		this.place = 0;
		/** The numbers of all places to be typed into, if there are several. @type {number[]} */
		this.chosen = [];
		/** The value that was chosen from a palette. @type {any} */
		this.value = null;
		/** @type {HTMLInputElement[]} */
		this.fields = [];
		/** What was sent last, so that a field that is left with Enter is not sent twice. */
		this.committed = "";
		this.entry = el("div", { class: "entry" });
	}

	/** Another layer was chosen. */
	begin() {
		this.value = null;
		this.place = 0;
		this.chosen = [];
		this.drawEntry();
		this.point();
	}

	/** Chooses several places; what is typed goes into all. @param {number[]} places */
	choose(places) {
		[this.place] = places;
		this.chosen = places;
		this.drawEntry();
		this.point();
		this.fields[0].focus();
		this.fields[0].select();
	}

	get isTyping() {
		return this.fields.some((field) => field === document.activeElement);
	}

	/** The form for the chosen layer: a palette, or fields for what is typed. */
	drawEntry() {
		const { form } = this.editor;
		const parts = [el("p", { class: "task" }, DRAGS[form.drag] || WORDS[form.tool])];
		if (form.values.length > 1) {
			this.value = form.values.find(({ v }) => JSON.stringify(v) === JSON.stringify(this.value))?.v ?? form.values[0].v;
			parts.push(toggles(t("Signs"), form.values.map(({ v, shown }) => [v, shown, { "data-value": JSON.stringify(v) }]),
				this.value, (v) => { this.value = v; }, { class: "values" }));
		}
		this.fields = [];
		if (form.tool === "enter") {
			const here = form.places[this.place];
			const known = this.textOf(here?.[0]);
			const names = form.fields.length ? form.fields : [here ? here[3] : ""];
			const text = (i) => (Array.isArray(known) ? (form.fields.length ? known[i] ?? "" : known.join(" ")) : known);
			this.fields = names.map((name, i) => this.field(name, text(i), form));
			parts.push(el("div", { class: "fields" }, ...this.fields), el("p", { class: "task small" }, this.chosen.length ? t("{n} places: {expected}", { n: this.chosen.length, expected: form.expected })
				: here ? `${here[3]}: ${form.expected}` : form.expected));
		}
		this.entry.replaceChildren(...parts);
	}

	/** A field for a part of a clue, or for a whole one. @param {string} name @returns {HTMLInputElement} */
	field(name, text, form) {
		const events = { onkeydown: (event) => this.fieldKey(event), onchange: () => this.commit(), "aria-label": name };
		const made = form.choices[name]
			? el("select", events, ...form.choices[name].map(([value, shown]) => el("option", { value, selected: value === text }, shown)))
			: el("input", { ...events, value: text, autocomplete: "off", placeholder: form.fields.length ? name : "" });
		return /** @type {HTMLInputElement} */ (made);
	}

	textOf(k) {
		return this.editor.told.texts?.[this.editor.layer]?.[k] ?? this.editor.form.texts[k] ?? "";
	}

	key(event) {
		const by = WAYS[event.key];
		if ((event.ctrlKey || event.metaKey) && "zy".includes(event.key.toLowerCase())) {
			event.preventDefault();
			this.editor.step(event.key.toLowerCase() === "y" || event.shiftKey ? 1 : -1);
			return;
		}
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (by) {
			event.preventDefault();
			this.move(by);
		} else if (event.key === "Backspace" || event.key === "Delete") {
			event.preventDefault();
			this.editor.change(this.keys.map((k) => ({ do: "enter", layer: this.editor.form.name, k, value: null })));
		} else if ((event.key === " " || event.key === "Enter") && this.editor.form.tool !== "enter") {
			event.preventDefault();
			this.editor.setting.set(this.editor.form.places[this.place][0], event.shiftKey);
		} else if ((event.key.length === 1 || event.key === "Enter") && this.editor.form.tool === "enter") {
			event.preventDefault();
			this.fields[0].focus();
			if (event.key.length === 1) this.fields[0].value = event.key;
		}
	}

	fieldKey(event) {
		const by = this.wayOut(event);
		if (event.key === "Enter" || by) {
			event.preventDefault();
			this.commit();
			if (by) this.move(by);
			else this.goToPartner();
			this.editor.boardBox.focus();
		} else if (event.key === "Escape") {
			this.drawEntry();
			this.editor.boardBox.focus();
		}
	}

	/** After a clue, its partner by the chosen symmetry is the next, if it has none. */
	goToPartner() {
		const { form, setting, told } = this.editor;
		if (this.chosen.length || !this.fields.some((one) => one.value.trim())) return;
		const [k] = setting.partners(this.keys).filter((one) => !(one in (told.draft.given[form.name] || {})));
		if (k !== undefined) this.goTo(form.places.findIndex((one) => one[0] === k));
	}

	/** The direction in which an arrow key leaves a field: sideways only from the end of its text. */
	wayOut({ key, target }) {
		if (target.tagName === "SELECT" || !WAYS[key]) return null;  // there arrows choose
		const { value, selectionStart: from, selectionEnd: to } = target;
		const isWhole = from === 0 && to === value.length;
		if (key === "ArrowLeft" && (!(isWhole || to === 0) || target !== this.fields[0])) return null;
		if (key === "ArrowRight" && (!(isWhole || from === value.length) || target !== this.fields[this.fields.length - 1])) return null;
		return WAYS[key];
	}

	/** The keys of the places that are typed into. */
	get keys() {
		return (this.chosen.length ? this.chosen : [this.place]).map((i) => this.editor.form.places[i][0]);
	}

	/** To the nearest place in a direction. */
	move([dx, dy]) {
		const [, x, y] = this.editor.form.places[this.place];
		const best = nearest(this.editor.form.places, ([, px, py]) => {
			const along = (px - x) * dx + (py - y) * dy;
			const across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
			return along > 4 ? along + ACROSS * across : Infinity;
		}, Infinity);
		if (best !== null) this.goTo(best);
	}

	/** Makes a place the current one. @param {number} place */
	goTo(place) {
		this.place = place;
		this.chosen = [];
		this.drawEntry();
		this.point();
		const [k, , , name] = this.editor.form.places[place];
		const text = this.textOf(k);
		const words = Array.isArray(text) ? text.join(" ") : text;
		this.editor.announcer.say([words === "" ? name : `${name}: ${words}`, this.editor.solver.point(k)].filter(Boolean).join(". "));
	}

	commit() {
		const { form } = this.editor;
		const here = form.places[this.place];
		if (!here || !this.fields.length) return;
		const texts = this.fields.map((one) => one.value.trim());
		const text = form.fields.length ? texts : texts[0];
		const known = this.textOf(here[0]);
		const flat = (value) => (Array.isArray(value) ? value.join(" ") : String(value));
		const told = `${form.name} ${this.keys} ${flat(text)}`;
		if ((!this.chosen.length && flat(text).trim() === flat(known).trim()) || told === this.committed) return;
		this.committed = told;
		this.editor.change(this.keys.map((k) => ({ do: "enter", layer: form.name, k, text: form.fields.length && texts.every((one) => !one) ? "" : text })));
	}

	point() {
		const { form } = this.editor;
		const here = form.places[this.place];
		this.editor.board.cursor.replaceChildren();
		if (!here || form.tool === "lines") return;
		const box = ([k, x, y], kind) => {
			const size = this.isCell(k) ? 40 : 26;
			svgElement("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 3, class: kind }, this.editor.board.cursor);
		};
		for (const i of this.chosen) box(form.places[i], "selected");
		for (const kind of ["focus ground", "focus"]) box(here, kind);
	}

	isCell(k) {
		return this.editor.told.doc.cells.some((one) => one.k === k);
	}
}
