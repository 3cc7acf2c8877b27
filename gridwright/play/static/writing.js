/** Values, candidates and colours: the pad below the board, and writing into the selected cells. */

import { button, el, toggles } from "./dom.js";
import { changesTo } from "./gestures.js";
import { palette, recoloured } from "./painting.js";
import { settings } from "./settings.js";
import { t } from "./texts.js";

const MODES = [["write", t("Value")], ["corner", t("Corner")], ["centre", t("Middle")], ["colour", t("Colour")], ["letter", t("A–Z")]];
const NOTED = ["corner", "centre"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const WIDEST = 6;
const LETTERS_IN_A_ROW = 7;

export class Writing {
	/** @param {Player} player @param {Layer} layer the one to write */
	constructor(player, layer) {
		this.player = player;
		this.layer = layer;
		this.mode = "write";
		this.modes = toggles(t("What is written"), MODES.map(([mode, words]) => [mode, words, { "data-mode": mode }]), this.mode, (mode) => this.setMode(mode));
		this.values = el("div", { class: "values" });
		this.help = el("div", { class: "tools even small" },
			button(t("Fill in all"), () => this.fill()), button(t("Remove ruled out"), () => this.tidy()));
		player.pad.replaceChildren(this.modes, this.values, this.help);
		this.show();
	}

	/** The pad in the current mode. */
	show() {
		const values = this.mode === "colour" ? palette((n) => this.colour(n))
			: this.mode === "letter" ? [...LETTERS].map((letter) => button(letter, () => this.toggle("centre", letter)))
			: this.layer.values.map((value, i) => button(value.blank ? "–" : value.shown, () => this.enter(i), { "aria-label": value.words }));
		const all = [...values, button("⌫", () => this.erase(), { "aria-label": t("Clear") })];
		const rows = Math.ceil(all.length / (this.mode === "letter" ? LETTERS_IN_A_ROW : WIDEST));
		this.values.style.setProperty("--columns", String(Math.max(4, Math.ceil(all.length / rows))));
		this.values.replaceChildren(...all);
		this.help.hidden = !NOTED.includes(this.mode);
		this.modes.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.mode === this.mode)));
	}

	setMode(mode) {
		this.mode = mode;
		this.show();
		this.player.announcer.say({ write: t("values"), corner: t("corner candidates"), centre: t("middle candidates"), colour: t("colours"), letter: t("letters") }[mode]);
	}

	/** @param {number} by 1 or -1 */
	nextMode(by) {
		const at = MODES.findIndex(([mode]) => mode === this.mode);
		this.setMode(MODES[(at + by + MODES.length) % MODES.length][0]);
	}

	/** A key that writes a colour or a letter; false for any other. @param {KeyboardEvent} event @returns {boolean} */
	typed(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return false;
		const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code || "") || [];
		if (this.mode === "colour" && digit && !event.shiftKey) this.colour(Number(digit));
		else if (this.mode === "letter" && /^[a-z]$/i.test(event.key)) this.toggle("centre", event.key.toUpperCase());
		else if (this.mode === "letter" && event.key === "Escape") this.setMode("write");
		else return false;
		return true;
	}

	/** What a cell has, to be compared: its value, or else its notes; colours first while colours are written. @param {number} i */
	content(i) {
		const { game, doc } = this.player;
		const { name } = this.layer;
		const { k } = doc.cells[i];
		const kinds = this.mode === "colour" ? ["colour", "marks", ...NOTED] : ["marks", ...NOTED, "colour"];
		const kind = kinds.find((one) => game.read(one, name, k) !== null);
		return kind ? JSON.stringify([kind, game.read(kind, name, k)]) : "";
	}

	get cells() {
		const { selected, cell } = this.player.focus;
		return selected.length ? selected : [cell];
	}

	/** The writable places of the selected cells. */
	get targets() {
		const { game, geometry } = this.player;
		return this.cells.map((i) => geometry.ofCell(this.layer.name, i)).filter((place) => place && !game.isFixed(this.layer.name, place.k));
	}

	/** A value from a key or the pad, in the current mode. @param {number} i @param {boolean} replaces whether two digits were typed */
	enter(i, replaces = false) {
		const { name, values } = this.layer;
		const { game } = this.player;
		if (NOTED.includes(this.mode)) this.toggle(this.mode, i);
		else {
			const { v } = values[i];
			const places = this.targets;
			const off = !replaces && places.length > 0 && places.every((place) => game.value(name, place.k) === v);
			this.player.commit(places.flatMap((place) => changesTo(game, this.layer, place.k, off ? null : v)));
			if (settings.autoRemove && !off) this.removeSeen();
		}
	}

	/** Sets a candidate or a letter in all selected cells, or removes it if all have it. @param {string} kind @param {number|string} i */
	toggle(kind, i) {
		const { name } = this.layer;
		const { game } = this.player;
		const places = this.targets.filter((place) => game.value(name, place.k) === null);
		const noted = (place) => game.note(kind, name, place.k) || [];
		const off = places.length > 0 && places.every((place) => noted(place).includes(i));
		this.player.commit(places.map((place) => {
			const rest = noted(place).filter((n) => n !== i);
			const made = off ? rest : [...rest, i].sort((a, b) => Number(typeof a === "string") - Number(typeof b === "string") || (a < b ? -1 : 1));
			return game.change(kind, name, place.k, made.length ? made : null);
		}));
	}

	colour(n) {
		const { game, doc } = this.player;
		const { name } = this.layer;
		this.player.commit(recoloured(game, name, this.cells.map((i) => doc.cells[i].k), n));
	}

	/** Removes values from the selected cells; if there are none, candidates and colours. */
	erase() {
		const { game, doc } = this.player;
		const layers = doc.layers.filter((one) => one.where === "cells");
		this.player.commit(layers.flatMap((layer) => this.cells.flatMap((i) => {
			const { k } = doc.cells[i];
			if (!game.places.get(layer.name)?.has(k)) return [];
			if (game.value(layer.name, k) !== null) return changesTo(game, layer, k, null);
			return [...NOTED, "colour"].filter((kind) => game.note(kind, layer.name, k) !== null).map((kind) => game.change(kind, layer.name, k, null));
		})));
	}

	// -- candidates that follow from the values --

	/** Sets all values as candidates that no rule immediately excludes. */
	async fill() {
		const { game } = this.player;
		const told = await this.possible();
		if (!told) return;
		const kind = NOTED.includes(this.mode) ? this.mode : NOTED[0];
		const changes = Object.entries(told).filter(([k]) => game.value(this.layer.name, k) === null)
			.map(([k, own]) => game.change(kind, this.layer.name, k, own));
		this.player.commit(changes, "candidates");
		this.player.tell(t("Candidates set in {n} cell. Undo takes them back.|Candidates set in {n} cells. Undo takes them back.", { n: changes.length }));
	}

	/** Removes candidates that the values rule out, and reports how many. */
	async tidy() {
		const n = await this.removeSeen();
		if (n !== null) this.player.tell(n ? t("Candidates removed in {n} cell. Undo brings them back.|Candidates removed in {n} cells. Undo brings them back.", { n }) : t("No candidate is ruled out."));
	}

	/** Removes candidates that the values rule out. @returns {Promise<number|null>} in how many cells */
	async removeSeen() {
		const { game } = this.player;
		const { name } = this.layer;
		const told = await this.possible();
		if (!told) return null;
		const changes = Object.entries(told).flatMap(([k, own]) => NOTED.flatMap((kind) => {
			const noted = game.note(kind, name, k);
			const left = noted?.filter((i) => typeof i === "string" || own.includes(i));
			return noted && left.length < noted.length ? [game.change(kind, name, k, left.length ? left : null)] : [];
		}));
		if (changes.length) this.player.commit(changes, "seen");
		return new Set(changes.map(([, , k]) => k)).size;
	}

	/** For each open place, the numbers of the possible values. @returns {Promise<{[k: string]: number[]}|null>} */
	async possible() {
		const told = await this.player.request("candidates", {});
		return told && (told.candidates[this.layer.name] || {});
	}
}
