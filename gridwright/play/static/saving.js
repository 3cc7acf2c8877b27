/** Saves a position on the server, and in the browser while the server does not answer, so that nothing is lost. */

import { ask, lastWords } from "./api.js";
import { t } from "./texts.js";

const REST = 300;
const LONGEST = 3000;
const KEY = (id) => `gridwright:position:${id}`;

/** What is saved in the browser while the server does not answer. */
function stored(id) {
	try {
		return JSON.parse(localStorage.getItem(KEY(id)) || "null");
	} catch {
		return null;
	}
}

/** Whether a position goes on from one that was being saved when the page closed. */
function continues(own, { rev, history = [] }) {
	const begun = own.history.slice(0, history.length);
	return own.rev + 1 === rev && own.history.length > history.length && JSON.stringify(begun) === JSON.stringify(history);
}

export class Saving {
	/**
	 * @param {Game} game
	 * @param {{newer: (position: any) => void, state: (words: string) => void, saved: (version: number) => void}} events
	 */
	constructor(game, events) {
		this.game = game;
		this.events = events;
		this.timer = 0;
		this.due = Infinity;
		this.dirty = false;
		this.running = false;
		this.paused = false;
	}

	/** The saved position: the server's, or a newer one that did not reach it. */
	static async load(id) {
		const asked = ask(`api/puzzles/${id}/position`);
		const own = stored(id);  // the first look into the store takes long, so it is taken while the answer is on its way
		const known = await asked;
		return own && (own.rev === known.rev || continues(own, known)) ? { ...own, rev: known.rev, unsaved: true } : known;
	}

	/** Something changed: it is saved in a pause, or soon if there is none. */
	touch() {
		this.dirty = true;
		clearTimeout(this.timer);
		const now = performance.now();
		this.due = Math.min(this.due, now + LONGEST);
		this.timer = setTimeout(() => this.save(), Math.min(REST, this.due - now));
	}

	async save() {
		if (!this.dirty || this.running || this.paused) return;
		this.running = true;
		this.dirty = false;
		this.due = Infinity;
		const { id } = this.game.doc;
		const told = this.game.saved();
		const { version } = this.game;
		try {
			localStorage.setItem(KEY(id), JSON.stringify(told));
		} catch { /* a full store must not stop the game; the server keeps the position as well */ }
		try {
			const { rev } = await ask(`api/puzzles/${id}/position`, "PUT", told);
			this.game.rev = rev;
			if (!this.dirty) localStorage.removeItem(KEY(id));
			this.events.state("");
			this.events.saved(version);
		} catch (fault) {
			this.dirty = true;
			if (fault.status === 409) {
				this.paused = true;
				this.events.newer(fault.told.newer);
			} else this.events.state(t("Not saved yet. {message}", fault));
			clearTimeout(this.timer);
			if (!this.paused) this.timer = setTimeout(() => this.save(), LONGEST);
			return;
		} finally {
			this.running = false;
		}
		if (this.dirty) this.touch();
	}

	/** Takes the newer position, or continues with this one. @param {any|null} newer @param {boolean} own */
	settle(newer, own) {
		this.paused = false;
		this.game.rev = newer.rev;
		localStorage.removeItem(KEY(this.game.doc.id));
		this.dirty = own;
		if (own) this.touch();
	}

	/** The page is hidden or closes. */
	leave() {
		if (!this.dirty || this.paused) return;
		clearTimeout(this.timer);
		const told = this.game.saved();
		try {
			localStorage.setItem(KEY(this.game.doc.id), JSON.stringify(told));
		} catch { /* see above */ }
		if (!this.running && lastWords(`api/puzzles/${this.game.doc.id}/saved`, told)) {
			this.dirty = false;
			this.game.rev += 1;  // the server's answer, unless the position was saved elsewhere meanwhile
		}
	}
}
