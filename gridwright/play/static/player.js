/** One puzzle being played: it joins the position, the board, the grid, the pointers and the keys. */

import { ask } from "./api.js";
import { Board } from "./board.js";
import { button, clock, dialog, el, holdButton, toggles } from "./dom.js";
import { Game } from "./game.js";
import { Geometry } from "./geometry.js";
import { Stroke, brought, nextBridge, nextValue } from "./gestures.js";
import { Announcer, Grid } from "./grid.js";
import { hintPanel, replay } from "./hints.js";
import { Keys } from "./keys.js";
import { Saving } from "./saving.js";
import { settings } from "./settings.js";
import { exportDialog, shareLink } from "./share.js";
import { cellWords } from "./words.js";
import { Zoom } from "./zoom.js";

const LARGE = 600;
const REST_OF_LARGE = 150;
const HELP = [
	["arrows, Home, End", "move"], ["Space or Enter", "the next mark"], ["X or Shift + Space", "no mark here"],
	["Shift + arrow", "line or border on that side"], ["Ctrl + Shift + arrow", "no line on that side"],
	["digits and letters", "write"], ["Shift or Ctrl + digit", "candidate in the corner, in the middle"],
	["Z X C V", "number, corner, middle, colour (where numbers are written)"], ["Backspace", "clear"],
	["Ctrl Z, Ctrl Y", "undo, redo"], ["T", "what if"], ["E", "next mistake"], ["I", "what is around"], ["Escape", "cancel"],
];

/** Times for whoever measures the page. */
function measure(name, from) {
	if (performance.getEntriesByName(from).length) performance.measure(name, from);
	performance.clearMarks(from);
}

export class Player {
	/** @param {HTMLElement} host @param {Doc} doc @param {any} saved */
	constructor(host, doc, saved, { back, next }) {
		this.host = host;
		this.doc = doc;
		this.game = new Game(doc, saved);
		this.geometry = new Geometry(doc);
		this.keys = new Keys(doc.layers);
		this.goBack = back;
		this.goNext = next;
		this.second = false;
		this.only = "";
		this.mode = "write";
		/** @type {number[]} */
		this.selected = [];
		this.focus = 0;
		/** @type {any} */
		this.verdict = { faults: [], solved: false };
		this.judging = false;
		this.judged = -1;
		/** @type {Stroke|null} */
		this.stroke = null;
		this.announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById("announcer")));
		this.ended = new AbortController();
		this.build();
		this.saving = new Saving(this.game, {
			newer: (newer) => this.offerNewer(newer), state: (words) => this.tell(words, "saving"), saved: (version) => this.isSaved(version),
		});
		this.isSaved(this.game.version);
		this.zoom = new Zoom(this.board, this.boardHost, {
			cancel: () => this.cancelStroke(), zoomed: (on) => { this.wholeButton.hidden = !on; },
		});
		this.listen();
		this.board.all();
		this.point();
		this.refresh();
		this.judge();
		if (saved.unsaved) this.saving.touch();
	}

	get written() {
		return this.keys.written;
	}

	// -- the page --

	build() {
		const { doc } = this;
		this.boardHost = el("div", { class: "drawing-host" });
		const gridHost = el("div", { class: "grid-host" });
		this.status = el("p", { class: "status", id: "status" });
		this.panel = el("section", { class: "panel", "aria-label": "Hints and mistakes" });
		this.timer = el("span", { class: "timer" });
		this.undoButton = holdButton("Undo", () => this.undo(), { "aria-keyshortcuts": "Control+Z" });
		this.redoButton = holdButton("Redo", () => this.redo(), { "aria-keyshortcuts": "Control+Y" });
		this.trialBar = el("div", { class: "trial", hidden: true });
		this.pad = el("div", { class: "pad", role: "group", "aria-label": "Values" });
		this.wholeButton = button("Whole board", () => this.zoom.reset(), { class: "whole-board", hidden: true });
		const board = el("div", { class: "board" }, this.boardHost, gridHost);
		this.boardBox = board;
		board.style.aspectRatio = `${doc.box[2]} / ${doc.box[3]}`;
		board.style.setProperty("--aspect", String(doc.box[2] / doc.box[3]));
		board.style.setProperty("--most", `${Math.round((doc.box[2] / 40) * 100)}px`);
		this.host.replaceChildren(
			el("header", { class: "bar" },
				button("‹ Puzzles", () => this.goBack(), { class: "quiet" }),
				el("div", { class: "title" }, el("h1", {}, doc.title || doc.genre), el("p", {}, this.subtitle())),
				this.timer, button("More", () => this.more(), { class: "quiet" })),
			el("div", { class: "table" },
				el("div", { class: "stage" }, board, this.wholeButton),
				el("aside", {},
					el("p", { class: "task", id: "task" }, doc.task, ...doc.description.map((line) => el("span", { class: "line" }, line))),
					this.layerSwitch(), this.pad, this.trialBar,
					this.secondSwitch(),
					el("div", { class: "tools even", role: "group", "aria-label": "Steps" }, this.undoButton, this.redoButton,
						button("What if", () => this.suppose())),
					el("div", { class: "tools even", role: "group", "aria-label": "Help" },
						this.checkButton = button("Check", () => this.check()), button("Hint", () => this.hint())),
					this.status, this.panel)));
		this.board = new Board(this.boardHost, this.game);
		this.grid = new Grid(gridHost, this.game, { focus: (i) => this.attend(i), act: (i) => this.act(i) });
		this.buildPad();
	}

	subtitle() {
		const { doc } = this;
		return [doc.title ? doc.genre : "", doc.size.replace("x", " × "), doc.difficulty, doc.author].filter(Boolean).join(" · ");
	}

	/** What a tap sets: the mark, or that none is there. The right button does the other. */
	secondSwitch() {
		const words = this.doc.layers.find((layer) => layer.words)?.words;
		return words && toggles("What a tap sets", words.map((word, i) => [i > 0, word]), false, (second) => { this.second = second; });
	}

	/** Where a puzzle has two layers, touch may choose one. */
	layerSwitch() {
		if (this.doc.layers.length < 2) return null;
		return toggles("What is drawn", [["", "both"], ...this.doc.layers.map((layer) => [layer.name, layer.label])], "", (name) => { this.only = name; });
	}

	buildPad() {
		const layer = this.written;
		if (!layer) {
			this.pad.hidden = true;
			return;
		}
		const modes = toggles("What is written", [["write", "Value"], ["corner", "Corner"], ["centre", "Middle"], ["colour", "Colour"]]
			.map(([mode, words]) => [mode, words, { "data-mode": mode }]), this.mode, (mode) => this.setMode(mode));
		this.values = el("div", { class: "values" }, ...this.valueButtons());
		this.pad.replaceChildren(this.modes = modes, this.values,
			el("div", { class: "tools small" }, button("Fill candidates", () => this.fillCandidates())));
	}

	valueButtons() {
		const colours = this.mode === "colour";
		const values = colours
			? [1, 2, 3, 4, 5, 6].map((n) => button("abcdef"[n - 1], () => this.colour(n), { class: `pen-button pen-${n}` }))
			: this.written.values.map((value, i) => button(value.blank ? "–" : value.shown, () => this.enter(i), { "aria-label": value.words }));
		return [...values, button("⌫", () => this.erase(), { "aria-label": "Clear" })];
	}

	setMode(mode) {
		this.mode = mode;
		this.values.replaceChildren(...this.valueButtons());
		this.modes.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.mode === mode)));
		this.announcer.say(mode === "write" ? "values" : `${mode} ${mode === "colour" ? "" : "candidates"}`);
	}

	more() {
		const box = dialog("More", [el("div", { class: "menu" },
			.../** @type {[string, () => any][]} */ ([["Start again", () => this.restart()], ["Share as a link", () => shareLink(this.doc.id)],
				["Save as a file", () => exportDialog(this.doc, this.game)], ["Show the whole solution, step by step", () => replay(this)],
				["How hard is it?", () => this.rate()], ["Edit this puzzle", () => { location.hash = `edit/${this.doc.id}`; }],
				["Print", () => window.print()], ["Settings", () => import("./settings.js").then((m) => m.settingsDialog())],
				["Keys", () => this.help()]]).map(([words, act]) => button(words, () => {
					box.close();
					act();
				})))]);
	}

	help() {
		dialog("Keys", [el("dl", { class: "keys" }, ...HELP.flatMap(([key, words]) => [el("dt", {}, key), el("dd", {}, words)]))]);
	}

	tell(words, kind = "") {
		this.status.textContent = words;
		this.status.dataset.kind = words ? kind : "";
	}

	// -- listening --

	listen() {
		const { signal } = this.ended;
		const on = (target, name, act, more = {}) => target.addEventListener(name, act, { signal, ...more });
		on(this.boardBox, "pointerdown", (event) => this.pressed(event));
		on(this.boardBox, "pointermove", (event) => this.movedTo(event));
		on(this.boardBox, "pointerup", (event) => this.released(event));
		on(this.boardBox, "pointercancel", () => this.cancelStroke());
		on(this.boardBox, "contextmenu", (event) => event.preventDefault());
		on(this.boardBox, "keydown", (event) => this.pressedKey(event));
		on(document, "keydown", (event) => this.pressedElsewhere(event));
		on(document, "visibilitychange", () => document.hidden && this.saving.leave());
		on(window, "pagehide", () => this.saving.leave());
		on(document, "settings", () => this.refresh());
		this.lastTick = performance.now();
		const ticking = setInterval(() => this.tick(), 1000);
		signal.addEventListener("abort", () => clearInterval(ticking));
	}

	end() {
		this.saving.leave();
		this.ended.abort();
		this.zoom.end();
	}

	tick() {
		const now = performance.now();
		if (!document.hidden && !this.game.solved) this.game.seconds += Math.min(2, (now - this.lastTick) / 1000);
		this.lastTick = now;
		this.timer.textContent = settings.timer ? clock(this.game.seconds) : "";
	}

	// -- pointers --

	pressed(event) {
		if (this.zoom.busy || event.button > 2 || event.button === 1) return;
		if (this.stroke) {
			this.cancelStroke();  // a second finger takes the gesture back
			return;
		}
		event.preventDefault();
		const second = event.button === 2 || (event.ctrlKey && event.pointerType === "mouse" && !this.written) || (event.buttons & 32) > 0;
		this.boardBox.setPointerCapture?.(event.pointerId);
		this.stroke = new Stroke(this.game, this.geometry, {
			second: second !== this.second, add: event.ctrlKey || event.metaKey, only: this.only || undefined,
		});
		this.pointer = event.pointerId;
		this.paint(() => this.stroke?.press(this.board.pointAt(event)));
	}

	movedTo(event) {
		if (!this.stroke || event.pointerId !== this.pointer) return;
		const points = event.getCoalescedEvents?.() || [];
		this.paint(() => {
			for (const one of points.length ? points : [event]) this.stroke?.move(this.board.pointAt(one));
		});
	}

	/** Does something to the stroke and draws what it changed. */
	paint(act) {
		performance.mark("input");
		const before = new Set(this.stroke?.changes.keys());
		const known = [...(this.stroke?.changes.values() || [])];
		act();
		const now = [...(this.stroke?.changes.values() || [])];
		if (now.length || before.size) this.board.update([...known, ...now]);
		if (this.stroke?.isWritten) this.board.point(null, this.merged(this.stroke));
	}

	merged(stroke) {
		return stroke.add ? [...new Set([...this.selected, ...stroke.selected])] : stroke.selected;
	}

	released(event) {
		const { stroke } = this;
		if (!stroke || event.pointerId !== this.pointer) return;
		this.stroke = null;
		performance.mark("input");
		const changes = stroke.release();
		if (stroke.isWritten) {
			const again = !stroke.moved && this.selected.length === 1 && this.selected[0] === stroke.selected[0];
			this.selected = again && stroke.add ? [] : this.merged(stroke);
		}
		if (stroke.first !== null && stroke.first !== undefined) this.grid.focus(stroke.first);
		this.changed(changes);
		if (!changes.length && stroke.first === null && !stroke.moved) this.tickOff(stroke.start);
	}

	/** A clue outside is ticked off, or not any more. */
	tickOff({ x, y }) {
		const { rows, cols, sides } = this.doc;
		const [row, col] = [2 * Math.floor(y / 40) + 1, 2 * Math.floor(x / 40) + 1];
		const side = sides.find(({ k }) => k === (y < 0 ? `-1,${col}` : x < 0 ? `${row},-1` : y > rows * 40 ? `${2 * rows + 1},${col}` : `${row},${2 * cols + 1}`));
		if (side) this.commit([this.game.change("done", "board", side.k, this.game.note("done", "board", side.k) ? null : true)]);
	}

	cancelStroke() {
		if (!this.stroke) return;
		const back = this.stroke.cancel();
		this.stroke = null;
		this.board.update(back);
		this.point();
	}

	// -- keys --

	pressedElsewhere(event) {
		if (this.boardBox.contains(event.target) || document.querySelector("dialog[open]")) return;
		if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
		const command = event.ctrlKey || event.metaKey;
		if (command && "zy".includes(event.key.toLowerCase())) this.pressedKey(event);
		else if (event.key.startsWith("Arrow") && event.target === document.body) this.grid.focus(this.focus);
	}

	pressedKey(event) {
		if (!settings.shortcuts && /^[a-z?[\]]$/i.test(event.key) && !event.ctrlKey && !this.keys.value?.(event)) return;
		const meaning = this.keys.meaning(event);
		if (!meaning) return;
		event.preventDefault();
		performance.mark("input");
		this.perform(meaning);
	}

	/** @param {Meaning} meaning */
	perform(meaning) {
		const acts = {
			move: () => this.move(meaning.by, meaning.far), home: () => this.end_(true, meaning.far), end: () => this.end_(false, meaning.far),
			extend: () => this.extend(meaning.by), line: () => this.line(meaning.by, meaning.second || this.second),
			undo: () => this.undo(), redo: () => this.redo(), all: () => this.selectAll(),
			write: () => this.enter(meaning.value, meaning.replaces), note: () => this.toggleNote(meaning.mode, meaning.value),
			mode: () => this.setMode(meaning.mode), clear: () => this.erase(), mark: () => this.mark(meaning.second),
			cancel: () => this.cancel(), fault: () => this.nextFault(), around: () => this.around(), suppose: () => this.suppose(),
			help: () => this.help(),
		};
		acts[meaning.do]?.();
	}

	attend(i) {
		this.focus = i;
		if (this.written && !this.selected.includes(i)) this.selected = [i];
		this.point();
	}

	point() {
		this.board.point(this.grid.hasFocus ? this.focus : null, this.written ? this.selected : []);
	}

	move(/** @type {number[]} */ [dy, dx], far) {
		if (!this.doc.rows) {
			this.grid.focus((this.focus + dx + dy + this.doc.cells.length) % this.doc.cells.length);
			return;
		}
		let to = this.geometry.beside(this.focus, dy, dx, true);
		while (far && to !== null) {
			const on = this.geometry.beside(to, dy, dx, true);
			if (on === null) break;
			to = on;
		}
		if (to === null) return;
		this.selected = [to];
		this.grid.focus(to);
	}

	extend(by) {
		const to = this.geometry.beside(this.focus, by[0], by[1], true);
		if (to === null) return;
		const kept = [...new Set([...this.selected, to])];
		this.selected = kept;
		this.grid.focus(to);
		this.point();
	}

	end_(first, whole) {
		const { row } = this.doc.cells[this.focus];
		const cells = [...this.doc.cells.keys()].filter((i) => whole || this.doc.cells[i].row === row);
		const to = cells[first ? 0 : cells.length - 1];
		this.selected = [to];
		this.grid.focus(to);
	}

	selectAll() {
		this.selected = this.doc.cells.map((_, i) => i);
		this.point();
	}

	cancel() {
		this.cancelStroke();
		this.selected = this.written ? [this.focus] : [];
		this.board.frames([], "because");
		this.board.frames([], "fresh");
		this.point();
	}

	/** What a screen reader's click does. */
	act(i) {
		this.grid.focus(i);
		if (!this.written) this.mark(false);
	}

	mark(second) {
		const layer = this.doc.layers.find((one) => one.where === "cells" && (!this.only || one.name === this.only));
		if (!layer || layer.tool === "write" || layer.tool === "trail") return;
		const place = this.geometry.ofCell(layer.name, this.focus);
		if (!place) return;
		const value = nextValue(layer, this.game.value(layer.name, place.k), second !== this.second);
		const keys = value === null ? [] : brought(this.game, layer, place.k, value);
		this.commit([...keys, place.k].map((k) => this.game.change("marks", layer.name, k, value)));
	}

	/** A line or a border on a side of the focused cell; along lines the focus goes with it. */
	line(/** @type {number[]} */ [dy, dx], second) {
		const layer = this.keys.lines;
		if (!layer) return;
		if (!this.doc.rows) {
			this.lineOfArea(layer, dy, dx, second);
			return;
		}
		const place = layer.tool === "bridge" ? this.bridgeTo(layer, dy, dx) : this.geometry.sideOf(layer, this.focus, dy, dx);
		if (!place) return;
		const now = this.game.value(layer.name, place.k);
		const value = layer.tool === "bridge" ? nextBridge(layer, now) : now === !second ? null : !second;
		this.commit([this.game.change("marks", layer.name, place.k, value)]);
		if (["path", "pair"].includes(layer.tool) && !second) this.move([dy, dx], false);
	}

	bridgeTo(layer, dy, dx) {
		const here = this.doc.cells[this.focus];
		return layer.places.find((place) => place.c.includes(this.focus) && place.c.some((i) => {
			const there = this.doc.cells[i];
			return Math.sign(there.x - here.x) === dx && Math.sign(there.y - here.y) === dy && i !== this.focus;
		}));
	}

	/** On boards of areas: left and right choose an edge of the area, up and down mark it. */
	lineOfArea(layer, dy, dx, second) {
		const edges = layer.places.filter((place) => place.c.includes(this.focus));
		if (!edges.length) return;
		this.edge = ((this.edge ?? 0) + dx + edges.length) % edges.length;
		const place = edges[this.edge];
		this.board.frames([place.k], "fresh");
		if (dy) {
			const wanted = !(second || dy > 0);
			this.commit([this.game.change("marks", layer.name, place.k, this.game.value(layer.name, place.k) === wanted ? null : wanted)]);
		}
		const value = this.game.value(layer.name, place.k);
		this.announcer.say(`edge ${this.edge + 1} of ${edges.length}${value === null ? "" : `, ${layer.words[value ? 0 : 1]}`}`);
	}

	// -- values --

	get targets() {
		const layer = this.written;
		const cells = this.selected.length ? this.selected : [this.focus];
		return cells.map((i) => this.geometry.ofCell(layer.name, i)).filter((place) => place && !this.game.isFixed(layer.name, place.k));
	}

	/** A value from a key or the pad, in the mode that is set. */
	enter(i, replaces = false) {
		if (this.mode === "corner" || this.mode === "centre") {
			this.toggleNote(this.mode, i);
			return;
		}
		if (this.mode === "colour") {
			if (i < 6) this.colour(i + 1);
			return;
		}
		const layer = this.written;
		const { v } = layer.values[i];
		const places = this.targets;
		const off = !replaces && places.length > 0 && places.every((place) => this.game.value(layer.name, place.k) === v);
		this.commit(places.map((place) => this.game.change("marks", layer.name, place.k, off ? null : v)));
		if (settings.autoRemove && !off) this.removeSeen();
	}

	toggleNote(kind, i) {
		const layer = this.written;
		const places = this.targets.filter((place) => this.game.value(layer.name, place.k) === null);
		const has = (place) => (this.game.note(kind, layer.name, place.k) || []).includes(i);
		const off = places.length > 0 && places.every(has);
		this.commit(places.map((place) => {
			const own = this.game.note(kind, layer.name, place.k) || [];
			const rest = own.filter((n) => n !== i);
			const made = off ? rest : [...rest, i].sort((a, b) => a - b);
			return this.game.change(kind, layer.name, place.k, made.length ? made : null);
		}));
	}

	colour(n) {
		const name = this.written.name;
		const keys = (this.selected.length ? this.selected : [this.focus]).map((i) => this.doc.cells[i].k);
		const off = keys.every((k) => this.game.note("colour", name, k) === n);
		this.commit(keys.map((k) => this.game.change("colour", name, k, off ? null : n)));
	}

	erase() {
		const changes = [];
		const cells = this.selected.length ? this.selected : [this.focus];
		for (const layer of this.doc.layers.filter((one) => one.where === "cells")) {
			for (const i of cells) {
				const { k } = this.doc.cells[i];
				if (!this.game.places.get(layer.name)?.has(k)) continue;
				const kinds = this.game.value(layer.name, k) !== null ? ["marks"] : ["corner", "centre", "colour"];
				for (const kind of kinds) if (this.game.read(kind, layer.name, k) !== null) changes.push(this.game.change(kind, layer.name, k, null));
			}
		}
		this.commit(changes);
	}

	async fillCandidates() {
		const told = await this.request("candidates", {});
		if (!told) return;
		const { name } = this.written;
		const changes = Object.entries(told.candidates[name] || {}).filter(([k]) => this.game.value(name, k) === null)
			.map(([k, own]) => this.game.change("corner", name, k, own));
		this.commit(changes, "candidates");
		this.tell(`Candidates set in ${changes.length} cells. Undo takes them back.`);
	}

	/** Takes candidates away that the numbers rule out. */
	async removeSeen() {
		const told = await this.request("candidates", {});
		if (!told) return;
		const { name } = this.written;
		const changes = [];
		for (const [k, own] of Object.entries(told.candidates[name] || {})) {
			for (const kind of ["corner", "centre"]) {
				const noted = this.game.note(kind, name, k);
				const left = noted?.filter((i) => own.includes(i));
				if (noted && left.length < noted.length) changes.push(this.game.change(kind, name, k, left.length ? left : null));
			}
		}
		if (changes.length) this.commit(changes, "seen");
	}

	// -- changes --

	commit(changes, label) {
		if (this.game.commit(changes, label)) this.changed(changes);
	}

	/** After every change: the marks are drawn first, then judged, then saved. @param {Change[]} changes */
	changed(changes) {
		this.board.update(changes);
		this.point();
		measure("painted", "input");
		if (!changes.length) return;
		this.grid.label(this.cellsOf(changes));
		this.board.frames([], "wrong");
		this.board.frames([], "because");
		this.board.frames([], "fresh");
		this.board.around(false);
		if (this.game.solved) this.game.solved = false;
		this.tell("");
		this.refresh();
		this.saving.touch();
		this.judge();
	}

	cellsOf(changes) {
		const found = new Set();
		for (const [, layer, k] of changes) {
			const place = this.game.places.get(layer)?.get(k);
			place?.c.forEach((i) => found.add(i));
		}
		return found;
	}

	undo() {
		if (this.stroke) this.cancelStroke();
		else this.changed(this.game.undo());
	}

	redo() {
		this.changed(this.game.redo());
	}

	restart() {
		const changes = this.game.clear();
		this.changed(changes);
		this.tell("Everything is cleared. Undo brings it back.");
	}

	refresh() {
		this.undoButton.toggleAttribute("disabled", !this.game.canUndo);
		this.redoButton.toggleAttribute("disabled", !this.game.canRedo);
		this.checkButton.hidden = settings.check === "off";
		this.trials();
		this.tick();
		this.boardBox.dataset.version = String(this.game.version);
	}

	/** The board tells which version is saved, judged and shown, for whoever drives the page. */
	isSaved(version) {
		this.boardBox.dataset.saved = String(version);
	}

	// -- suppositions --

	suppose() {
		if (this.game.suppose()) this.announcer.say(`what if, level ${this.game.trials.length}`);
		this.refresh();
		this.saving.touch();
		this.judge();
	}

	trials() {
		const n = this.game.trials.length;
		this.trialBar.hidden = n === 0;
		if (!n) return;
		const end = (act) => () => {
			const changes = act() || [];
			this.board.all();
			this.changed(changes);
			this.refresh();
			this.saving.touch();
		};
		this.trialBar.replaceChildren(el("strong", {}, `What if${n > 1 ? `, level ${n}` : ""}`),
			button("Keep", end(() => this.game.keep())), button("Drop", end(() => this.game.drop())),
			button("Drop, note the opposite", end(() => this.game.drop(true))));
	}

	// -- the verdict --

	/** Asks for a verdict; one request is under way at a time, and the newest waits. */
	judge() {
		if (this.judging) return;
		if (this.doc.cells.length > LARGE) {
			clearTimeout(this.resting);
			this.resting = setTimeout(() => this.judgeNow(), REST_OF_LARGE);
		} else this.judgeNow();
	}

	async judgeNow() {
		this.judging = true;
		const { version } = this.game;
		performance.mark("asked");
		const told = await ask(`api/puzzles/${this.doc.id}/judge`, "POST", { marks: this.game.kinds.marks, version })
			.catch((fault) => this.tell(fault.message, "saving"));
		this.judging = false;
		if (this.ended.signal.aborted) return;
		if (version !== this.game.version && told) this.judge();
		else if (told) this.judgedNow(told);
	}

	judgedNow(told) {
		measure("verdict", "asked");
		this.verdict = told;
		this.boardBox.dataset.judged = String(told.version);
		this.boardBox.dataset.faults = String(told.faults.length);
		if (settings.check === "live") this.showFaults(true);
		const wanted = settings.solved === "once" || (settings.solved === "full" && this.game.isFull);
		if (told.solved && wanted) this.solved();
		else this.boardBox.dataset.solved = "";
	}

	solved() {
		this.boardBox.dataset.solved = "yes";
		if (this.game.solved) return;
		this.game.solved = true;
		this.saving.touch();
		this.status.dataset.kind = "solved";
		this.status.replaceChildren("Solved", settings.timer ? ` in ${clock(this.game.seconds)}` : "", ". ",
			button("Next puzzle", () => this.goNext(), { class: "link" }));
		this.announcer.say("Solved");
	}

	/** Faults on request. */
	check() {
		if (this.verdict.version !== this.game.version) {
			this.judgeNow().then(() => this.check());
			return;
		}
		if (this.verdict.solved) {
			this.solved();
			return;
		}
		this.showFaults(false);
	}

	showFaults(live) {
		const { faults } = this.verdict;
		this.board.frames([...new Set(faults.flatMap((one) => one.at))], "wrong");
		this.board.around(faults.some((one) => !one.at.length));
		const words = faults.length ? `${faults.length} ${faults.length === 1 ? "mistake" : "mistakes"}.` : "No rule is broken so far.";
		if (live && !faults.length) {
			this.panel.replaceChildren();
			return;
		}
		this.tell(words, faults.length ? "wrong" : "");
		this.announcer.say(words);
		this.panel.replaceChildren(el("ul", { class: "faults" }, ...faults.slice(0, 12).map((one) =>
			el("li", {}, button(one.words, () => this.goTo(one), { class: "link" })))));
	}

	goTo(fault) {
		if (fault.cells.length) this.grid.focus(fault.cells[0]);
		this.board.frames(fault.at, "wrong");
	}

	nextFault() {
		const { faults } = this.verdict;
		if (!faults.length) {
			this.announcer.say("no mistakes");
			return;
		}
		this.faultIndex = ((this.faultIndex ?? -1) + 1) % faults.length;
		this.goTo(faults[this.faultIndex]);
		this.announcer.say(faults[this.faultIndex].words);
	}

	/** What the row and the column of the focused cell hold. */
	around() {
		const here = this.doc.cells[this.focus];
		const told = (which) => [...this.doc.cells.keys()].filter((i) => which(this.doc.cells[i])).map((i) => cellWords(this.game, i)).join("; ");
		const side = this.doc.sides.filter(({ k }) => {
			const [y, x] = k.split(",").map(Number);
			return Math.floor(y / 2) === here.row || Math.floor(x / 2) === here.col;
		}).map((one) => `${one.name}: ${one.words}`);
		const words = this.doc.rows
			? [...side, `row ${here.row + 1}: ${told((cell) => cell.row === here.row)}`, `column ${here.col + 1}: ${told((cell) => cell.col === here.col)}`]
			: [cellWords(this.game, this.focus)];
		this.announcer.say(words.join(". "));
	}

	// -- asking the server --

	/** A request about the position; failures are told. */
	async request(what, more) {
		this.tell("Thinking…");
		try {
			const told = await ask(`api/puzzles/${this.doc.id}/${what}`, "POST", { marks: this.game.kinds.marks, ...more });
			this.tell("");
			return told;
		} catch (fault) {
			this.tell(fault.told?.superseded ? "" : fault.message);
			return null;
		}
	}

	hint() {
		hintPanel(this);
	}

	async rate() {
		const told = await this.request("rate", {});
		if (told) this.tell(`This is ${told.label}${told.complete ? "" : ", or harder"}.`);
	}

	/** A newer position was saved elsewhere. */
	offerNewer(newer) {
		dialog("Played elsewhere", ["This puzzle was played on in another window or on another device."], [
			["Take the other position", () => {
				this.game.load(newer);
				this.saving.settle(newer, false);
				this.isSaved(this.game.version);
				this.board.all();
				this.grid.label(this.doc.cells.keys());
				this.refresh();
				this.judge();
			}],
			["Keep this one", () => this.saving.settle(newer, true)],
		]);
	}
}
