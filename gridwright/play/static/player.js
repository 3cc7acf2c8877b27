/** A puzzle that is played: connects the position, the board, the grid, pointers and keys. */

import { ask } from "./api.js";
import { Board } from "./board.js";
import { bar, button, clock, dialog, el, holdButton, shape, toggles } from "./dom.js";
import { Focus } from "./focus.js";
import { Game } from "./game.js";
import { Geometry } from "./geometry.js";
import { changesTo } from "./gestures.js";
import { Announcer, Grid } from "./grid.js";
import { Judging, measure } from "./judging.js";
import { Keys } from "./keys.js";
import { palette } from "./painting.js";
import { Pointing } from "./pointing.js";
import { Saving } from "./saving.js";
import { settings } from "./settings.js";
import { t } from "./texts.js";
import { level, pathWords, sizeWords } from "./words.js";
import { Writing } from "./writing.js";
import { Zoom } from "./zoom.js";

/** The most cells that glow smoothly. */
const GLOWING = 2500;

export class Player {
	/** @param {HTMLElement} host @param {Doc} doc @param {any} saved */
	constructor(host, doc, saved, next) {
		this.host = host;
		this.doc = doc;
		this.game = new Game(doc, saved);
		this.geometry = new Geometry(doc);
		this.keys = new Keys(doc.layers);
		this.goNext = next;
		/** Whether a tap sets the absence of a mark. */
		this.second = false;
		this.isPaused = false;
		/** The colour that is painted; 0 while marks are set. */
		this.pen = 0;
		this.lastPen = 1;
		/** The only layer that touch plays; empty for all. */
		this.only = "";
		/** How many requests about the position are not answered yet. */
		this.requests = 0;
		this.announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById("announcer")));
		this.ended = new AbortController();
		this.focus = new Focus(this);
		this.judging = this.makeJudging();
		this.build();
		this.saving = new Saving(this.game, {
			newer: (newer) => this.offerNewer(newer), state: (words) => this.tellSaving(words), saved: (version) => this.isSaved(version),
		});
		if (!saved.unsaved) this.isSaved(this.game.version);
		this.zoom = new Zoom(this.board, this.boardHost, {
			cancel: () => this.pointing.cancel(), zoomed: () => this.offerZoom(),
		});
		this.pointing = new Pointing(this);
		this.listen();
		this.offerZoom();
		this.zoom.open(this.lastPoint());
		this.board.all();
		this.focus.show();
		this.refresh();
		this.judging.ask();
		if (saved.unsaved) this.saving.touch();
		if (!this.game.solved) import("./howto.js").then(({ explain }) => explain(this));
	}

	/** The layer with typed values, if there is one. */
	get written() {
		return this.keys.written;
	}

	makeJudging() {
		return new Judging(this);
	}

	// -- the page --

	build() {
		const { doc } = this;
		this.boardHost = el("div", { class: "drawing-host" });
		const gridHost = el("div", { class: "grid-host" });
		this.status = el("p", { class: "status", id: "status" });
		this.tip = el("section", { class: "tip", "aria-label": t("How to play this") });
		this.panel = el("section", { class: "panel", "aria-label": t("Hints and mistakes") });
		this.timer = button("", () => this.pause(), { class: "quiet timer", title: t("Pause") });
		this.undoButton = holdButton(t("Undo"), () => this.undo(), { "aria-keyshortcuts": "Control+Z" });
		this.redoButton = holdButton(t("Redo"), () => this.redo(), { "aria-keyshortcuts": "Control+Y" });
		this.trialBar = el("div", { class: "trial", hidden: true });
		this.pad = el("div", { class: "pad", role: "group", "aria-label": t("Values"), hidden: !this.written });
		this.wholeButton = button(t("Whole board"), () => this.zoom.reset(), { hidden: true });
		this.zoomTools = el("div", { class: "tools zoom", role: "group", "aria-label": t("Zoom"), hidden: true },
			...[["−", t("Smaller"), 1 / 1.5], ["+", t("Larger"), 1.5]].map(([sign, words, factor]) => button(sign, () => this.zoom.step(factor), { "aria-label": words, title: words })));
		const board = el("div", { class: "board" }, this.boardHost, gridHost);
		this.boardBox = board;
		shape(board, doc.box, 260);
		this.host.replaceChildren(
			bar(doc.title || doc.genre, this.subtitle(), this.timer, button(t("More"), async () => (await import("./menu.js")).menu(this), { class: "quiet" })),
			el("div", { class: "table" },
				this.stage = el("div", { class: "stage" }, board, this.wholeButton),
				el("aside", {},
					el("p", { class: "task", id: "task" }, doc.task, ...doc.description.map((line) => el("span", { class: "line" }, line))),
					this.zoomTools, ...this.tapSwitches(), this.pad,
					el("div", { class: "acts" },
						el("div", { class: "tools even", role: "group", "aria-label": t("Steps") }, this.undoButton, this.redoButton,
							button(t("What if"), () => this.suppose())),
						el("div", { class: "tools even", role: "group", "aria-label": t("Help") },
							this.checkButton = button(t("Check"), () => this.judging.check()), button(t("Hint"), async () => (await import("./hints.js")).hintPanel(this)))),
					this.trialBar, this.status, this.panel, this.tip)));
		this.board = new Board(this.boardHost, this.game);
		this.grid = new Grid(gridHost, this.game, { focus: (i) => this.focus.attend(i), act: (i) => this.focus.act(i) });
		this.writing = this.written && new Writing(this, this.written);
	}

	subtitle() {
		const { doc } = this;
		return [doc.title ? doc.genre : "", sizeWords(doc.size), level(doc.difficulty), ...pathWords(doc, true), doc.author].filter(Boolean).join(" · ");
	}

	/** Shows buttons to zoom if cells are small. The one back to the whole board is among them, or on the board. */
	offerZoom() {
		const { isNeeded, isZoomed } = this.zoom;
		this.zoomTools.hidden = !isNeeded;
		const home = isNeeded ? this.zoomTools : this.stage;
		if (this.wholeButton.parentElement !== home) home.append(this.wholeButton);
		this.wholeButton.hidden = !isNeeded && !isZoomed;
		this.wholeButton.toggleAttribute("disabled", !isZoomed);
	}

	/** The point of the last change, or the upper left corner. @returns {Point} */
	lastPoint() {
		const { history, at } = this.game;
		const [x, y] = this.doc.box;
		return at ? this.board.pointOf(history[at - 1].changes[0][2]) : { x, y };
	}

	/** What a tap sets: a mark or its absence (the right button sets the other), and of which of two layers. */
	tapSwitches() {
		const { layers } = this.doc;
		const marked = layers.find((layer) => layer.words);
		if (!marked) return [];
		const [is, isNot] = /** @type {string[]} */ (marked.words);
		if (layers.length > 1 && this.written) {
			const options = [["", false, t("both")], [marked.name, false, is], [marked.name, true, isNot], [this.written.name, false, this.written.label]];
			return [this.setSwitch = toggles(t("What a tap sets"), options.map((one, i) => [i, one[2]]), 0, (i) => { [this.only, this.second] = options[i]; })];
		}
		this.drawnSwitch = layers.length > 1 && toggles(t("What is drawn"), [["", t("both")], ...layers.map((layer) => [layer.name, layer.label])], "", (name) => { this.only = name; });
		const colour = this.written ? [] : [["colour", t("Colour"), { "data-sets": "colour" }]];
		this.setSwitch = toggles(t("What a tap sets"), [[false, is], [true, isNot], ...colour], false, (one) => {
			this.second = one === true;
			this.takePen(one === "colour" ? this.lastPen : 0);
		});
		this.palette = el("div", { class: "values palette", role: "group", "aria-label": t("Colours"), hidden: true }, ...palette((n) => this.takePen(n)));
		return [this.drawnSwitch, this.setSwitch, this.palette];
	}

	/** Paints with a colour, or sets marks again. @param {number} n */
	takePen(n) {
		this.pen = n;
		if (n) this.lastPen = n;
		if (!this.palette) return;
		this.palette.hidden = !n;
		[...this.palette.children].forEach((one, i) => one.setAttribute("aria-pressed", String(i + 1 === n)));
	}

	/** Presses the button after the one that is pressed. @param {HTMLElement|false|undefined} group */
	pressNext(group) {
		const buttons = /** @type {HTMLElement[]} */ (group ? [...group.children] : []);
		const at = buttons.findIndex((one) => one.getAttribute("aria-pressed") === "true");
		const next = buttons[(at + 1) % buttons.length];
		next?.click();
		if (next) this.announcer.say(next.textContent || "");
	}

	/** To the colours, or back. */
	togglePen() {
		const buttons = /** @type {HTMLElement[]} */ (this.setSwitch ? [...this.setSwitch.children] : []);
		(this.pen ? buttons[0] : buttons.find((one) => one.dataset.sets === "colour"))?.click();
	}

	tell(words, kind = "") {
		this.status.textContent = words;
		this.status.dataset.kind = words ? kind : "";
	}

	/** Reports that something is not saved, until it is. */
	tellSaving(words) {
		if (words || this.status.dataset.kind === "saving") this.tell(words, "saving");
	}

	// -- listening --

	listen() {
		const { signal } = this.ended;
		const on = (target, name, act) => target.addEventListener(name, act, { signal });
		on(this.boardBox, "keydown", (event) => this.pressedKey(event));
		on(this.boardBox, "pointermove", (event) => this.pointOut(() => this.geometry.cellAt(this.board.pointAt(event))));
		on(this.boardBox, "animationend", () => this.boardBox.classList.remove("glow"));
		on(this.boardBox, "pointerleave", () => this.pointOut(() => null));
		on(this.boardBox, "focusin", () => this.pointOut(() => this.focus.cell));
		on(document, "keydown", (event) => this.pressedElsewhere(event));
		document.addEventListener("keydown", () => { this.focus.byKeys = true; }, { signal, capture: true });
		document.addEventListener("pointerdown", () => { this.focus.byKeys = false; }, { signal, capture: true });
		on(document, "visibilitychange", () => document.hidden && this.saving.leave());
		on(window, "pagehide", () => this.saving.leave());
		on(document, "settings", () => this.refresh());
		on(window, "resize", () => this.offerZoom());
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
		if (!document.hidden && !this.isPaused && !this.game.solved) this.game.seconds += Math.min(2, (now - this.lastTick) / 1000);
		this.lastTick = now;
		this.timer.hidden = !settings.timer && !this.game.solved;
		this.timer.toggleAttribute("disabled", this.game.solved);
		this.timer.textContent = clock(this.game.seconds);
	}

	/** The marks glow once, and the time is shown. */
	celebrate() {
		this.tick();
		this.tip.replaceChildren();
		if (this.doc.cells.length <= GLOWING) this.boardBox.classList.add("glow");
	}

	/** Hides the board and stops the clock until the player continues. */
	pause() {
		this.isPaused = true;
		const box = dialog(t("Paused"), [t("The board is hidden, and the clock is stopped.")], [[t("Continue"), () => true]]);
		box.classList.add("cover");
		box.addEventListener("close", () => { this.isPaused = false; });
	}

	pressedElsewhere(event) {
		if (this.boardBox.contains(event.target) || document.querySelector("dialog[open]")) return;
		if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
		const command = event.ctrlKey || event.metaKey;
		const isBeside = event.target === document.body || this.pad.contains(event.target);
		if (command && "zy".includes(event.key.toLowerCase())) this.pressedKey(event);
		else if (event.key.startsWith("Arrow") && event.target === document.body) this.grid.focus(this.focus.cell);
		else if (isBeside && this.focus.selected.length && !/^( |Enter|Tab)$/.test(event.key) && this.keys.writes(event)) this.pressedKey(event);
	}

	pressedKey(event) {
		if (this.writing?.typed(event) || this.dialled(event)) {
			event.preventDefault();
			return;
		}
		if (!settings.shortcuts && /^[a-z?[\]]$/i.test(event.key) && !event.ctrlKey && !event.altKey && !(this.written && this.keys.value(event))) return;
		const meaning = this.keys.meaning(event);
		if (!meaning) return;
		event.preventDefault();
		performance.mark("input");
		this.perform(meaning);
	}

	/** Marks the words of a hint that name a cell. @param {() => number|null} cell */
	async pointOut(cell) {
		if (this.panel.querySelector(".at")) (await import("./hints.js")).pointOut(this, cell());
	}

	/** Does what a hint offers. */
	doHint() {
		/** @type {HTMLElement|null} */ (this.panel.querySelector(".tools:not(.steps) button"))?.click();
		this.grid.focus(this.focus.cell);
	}

	/** A digit that chooses a colour and paints the focused cell. @param {KeyboardEvent} event */
	dialled(event) {
		const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code || "") || [];
		if (!this.pen || !digit || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
		this.takePen(Number(digit));
		this.focus.mark(false);
		return true;
	}

	/** @param {Meaning} meaning */
	perform(meaning) {
		const { focus, judging, writing } = this;
		const acts = {
			move: () => focus.move(meaning.by, meaning.far), home: () => focus.toEnd(true, meaning.far), end: () => focus.toEnd(false, meaning.far),
			extend: () => focus.extend(meaning.by), line: () => focus.line(meaning.by, meaning.second || this.second),
			undo: () => this.undo(), redo: () => this.redo(), all: () => focus.selectAll(),
			write: () => writing.enter(meaning.value, meaning.replaces), note: () => writing.toggle(meaning.mode, meaning.value),
			mode: () => writing.setMode(meaning.mode), clear: () => this.erase(), mark: () => focus.mark(meaning.second),
			equal: () => this.written && focus.selectEqual(), nextMode: () => writing.nextMode(meaning.second ? -1 : 1), colour: () => this.togglePen(),
			set: () => this.pressNext(this.setSwitch), drawn: () => this.pressNext(this.drawnSwitch), pause: () => this.pause(),
			fill: () => writing?.fill(), tidy: () => writing?.tidy(), check: () => settings.check !== "off" && judging.check(), hint: async () => (await import("./hints.js")).nextHint(this), act: () => this.doHint(),
			next: () => this.goNext(), menu: async () => (await import("./menu.js")).menu(this),
			keep: () => this.endTrial(() => this.game.keep()), drop: () => this.endTrial(() => this.game.drop()), turn: () => this.endTrial(() => this.game.drop(true)),
			cancel: () => this.cancel(), fault: () => judging.nextFault(), around: () => focus.tellAround(), suppose: () => this.suppose(),
			help: async () => (await import("./howto.js")).help(this),
			zoom: () => (meaning.factor ? this.zoom.step(meaning.factor) : this.zoom.reset()),
		};
		acts[meaning.do]?.();
	}

	cancel() {
		this.pointing.cancel();
		this.focus.clear();
	}

	/** Clears the focused cell, or the selected ones. */
	erase() {
		if (this.writing) {
			this.writing.erase();
			return;
		}
		const { k } = this.doc.cells[this.focus.cell];
		const layers = this.doc.layers.filter((layer) => layer.where === "cells" && this.game.value(layer.name, k) !== null);
		this.commit(layers.flatMap((layer) => changesTo(this.game, layer, k, null)));
	}

	// -- changes --

	/** Whether the panel shows the solution step by step. */
	get isReplaying() {
		return !!this.panel.querySelector(".path");
	}

	/** Makes changes; what is solved only Undo and Redo change, not a stray tap. */
	commit(changes, label) {
		if (!this.game.solved && this.game.commit(changes, label)) this.changed(changes);
	}

	/** After every change: the marks are drawn first, then judged, then saved. @param {Change[]} changes */
	changed(changes) {
		this.board.update(changes);
		this.focus.show();
		measure("painted", "input");
		if (!changes.length) return;
		this.grid.label(this.cellsOf(changes));
		this.board.unframe();
		this.board.around(false);
		if (this.game.solved && !this.isReplaying) this.panel.replaceChildren();
		this.game.solved = false;
		this.tell("");
		this.refresh();
		this.saving.touch();
		this.judging.ask();
	}

	cellsOf(changes) {
		const found = new Set();
		for (const [, layer, k] of changes) {
			const place = this.game.places.get(layer)?.get(k);
			if (place) place.c.forEach((i) => found.add(i));
			else if (this.game.cells.has(k)) found.add(this.doc.cells.indexOf(/** @type {Cell} */ (this.game.cells.get(k))));
		}
		return found;
	}

	undo() {
		if (this.pointing.stroke) this.pointing.cancel();
		else this.changed(this.game.undo());
	}

	redo() {
		this.changed(this.game.redo());
	}

	restart() {
		const changes = this.game.clear();
		this.changed(changes);
		this.tell(t("Everything was cleared. Undo brings it back."));
	}

	refresh() {
		this.undoButton.toggleAttribute("disabled", !this.game.canUndo);
		this.redoButton.toggleAttribute("disabled", !this.game.canRedo);
		this.checkButton.hidden = settings.check === "off";
		this.trials();
		this.tick();
		this.boardBox.dataset.version = String(this.game.version);
	}

	/** Writes the saved, judged and shown versions to the board's attributes, for tests. */
	isSaved(version) {
		this.boardBox.dataset.saved = String(version);
	}

	// -- suppositions --

	suppose() {
		if (this.game.suppose()) this.announcer.say(t("what if, level {n}", { n: this.game.trials.length }));
		this.refresh();
		this.saving.touch();
		this.judging.ask();
	}

	trials() {
		const n = this.game.trials.length;
		this.trialBar.hidden = n === 0;
		if (!n) return;
		this.trialBar.replaceChildren(el("strong", {}, t("What if|What if, level {n}", { n })),
			button(t("Keep"), () => this.endTrial(() => this.game.keep())), button(t("Drop"), () => this.endTrial(() => this.game.drop())),
			button(t("Drop, note the opposite"), () => this.endTrial(() => this.game.drop(true))));
	}

	/** Ends the innermost supposition, if there is one. @param {() => Change[]|void} act */
	endTrial(act) {
		if (!this.game.trials.length) return;
		const changes = act() || [];
		this.board.all();
		this.changed(changes);
		this.refresh();
		this.saving.touch();
		this.judging.ask();
	}

	// -- asking the server --

	/** A request about the position; failures are reported. */
	async request(what, more) {
		this.tell(t("Thinking…"));
		if (["forced", "replay"].includes(what) || more.step > 1) this.game.helped = true;
		const own = this.newest = {};
		this.requests += 1;
		try {
			const told = await ask(`api/puzzles/${this.doc.id}/${what}`, "POST", { marks: this.game.kinds.marks, ...more });
			if (own !== this.newest) return null;
			this.tell("");
			return told;
		} catch (fault) {
			if (own !== this.newest) return null;
			if (fault.told?.superseded && this.requests > 1) return this.request(what, more);  // an older one of ours arrived after it
			this.tell(fault.told?.superseded ? t("Another window needed the computer. Please try again.") : fault.message);
			return null;
		} finally {
			this.requests -= 1;
		}
	}

	async rate() {
		const told = await this.request("rate", {});
		if (told) this.tell(told.complete ? t("This is {label}: {why}.", { label: level(told.label), why: told.why }) : t("Not rated: {unrated}.", told));
	}

	/** A newer position was saved elsewhere. */
	offerNewer(newer) {
		dialog(t("Played elsewhere"), [t("This puzzle was played on in another window or on another device.")], [
			[t("Take the other position"), () => {
				this.game.load(newer);
				this.saving.settle(newer, false);
				this.isSaved(this.game.version);
				this.board.all();
				this.grid.label(this.doc.cells.keys());
				this.refresh();
				this.judging.ask();
			}],
			[t("Keep this one"), () => this.saving.settle(newer, true)],
		]);
	}
}
