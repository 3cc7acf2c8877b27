/** The solver's verdict on a draft, shortly after each change; the answers that it shows on the board; clues that clash. */

import { Failure, ask } from "./api.js";
import { button, el, toggles } from "./dom.js";
import { drawShares, sharesAt } from "./heat.js";
import { isLocal } from "./server.js";
import { t } from "./texts.js";
import { level } from "./words.js";

const REST = 250;
const STATUS = { unique: t("One answer."), none: t("No answer."), undecided: t("Not decided in time.") };
const SHOWN = "gridwright:shown";
/** What a draft may be examined for after each change, if asked. */
const EXAMINED = {
	needless: [t("Show needless clues"), t("Looking for needless clues…")], rate: [t("Show the difficulty"), t("Rating the puzzle…")],
};

export class Solver {
	/** @param {Editor} editor */
	constructor(editor) {
		this.editor = editor;
		/** What the board shows: the clues alone, what is certain, an answer by its number, both, or the shares of marks. */
		this.shown = localStorage.getItem(SHOWN) || "clues";
		/** The last verdict, while its answers are of use. @type {any} */
		this.answers = null;
		/** What is examined after each change. @type {Set<string>} */
		this.live = new Set();
		this.verdict = el("div", { class: "verdict", role: "status" });
		this.choice = el("div", { class: "shown" });
		this.found = el("p", { class: "found", role: "status" });
	}

	/** The buttons for what is examined. */
	examining() {
		return Object.entries(EXAMINED).map(([what, [words]]) => button(words, async (event) => {
			const isOn = !this.live.delete(what);
			if (isOn) this.live.add(what);
			if (!isLocal) event.target.setAttribute("aria-pressed", String(isOn));
			await this.examine();
			if (isLocal) this.live.delete(what);  // later verdicts would have to wait for it
		}, isLocal ? {} : { "aria-pressed": "false" }));
	}

	async solve() {
		this.verdict.dataset.status = "";
		if (this.editor.told.problem) {
			this.verdict.replaceChildren();
			this.forget();
			return;
		}
		const { draft } = this.editor.told;
		try {
			const told = await ask("api/draft/verdict", "POST", { draft, known: this.known() });
			if (draft !== this.editor.told.draft || this.editor.ended) return;
			this.answers = { ...told, answers: this.ordered(told.answers), given: draft.given };
			this.showVerdict(told);
			this.draw();
			await this.examine();
		} catch (fault) {
			if (!(fault instanceof Failure && fault.told.superseded)) this.verdict.replaceChildren(fault.message);
		}
	}

	/** The answers that the board shows, that of most interest first, with the marks that were given. */
	known() {
		const isAnswer = ["0", "1", "both"].includes(this.shown);
		return this.ordered((isAnswer && this.answers?.answers) || []).map((marks) => Object.fromEntries(Object.entries(marks).map(([layer, own]) => {
			const given = Object.entries(this.answers.given[layer] || {}).filter(([k]) => this.editor.game.places.get(layer)?.has(k));
			return [layer, { ...own, ...Object.fromEntries(given) }];
		})));
	}

	/** Two answers such that the one that is shown comes first, or the other way about. */
	ordered(answers) {
		return this.shown === "1" ? [...answers].reverse() : answers;
	}

	forget() {
		this.answers = null;
		this.found.textContent = "";
		this.draw();
	}

	/** How many answers there are. */
	counted({ status, count, exact }) {
		if (status !== "several") return STATUS[status];
		return exact ? t("{n} answers.", { n: count }) : count > 100 ? t("More than 100 answers.") : t("At least {n} answers.", { n: count });
	}

	showVerdict(told) {
		/** @type {(Node|string)[]} */
		const parts = [el("strong", {}, told.blank ? t("There are no clues yet.") : this.counted(told))];
		if (!told.blank && told.status === "several") parts.push(" ", t("{same} of {n} marks are the same in all.", { same: told.total - told.differ.length, n: told.total }));
		const words = told.blank ? "" : told.words || (told.status === "undecided" && t("No verdict within {seconds} s.", { seconds: told.seconds.toFixed(1) }));
		this.verdict.replaceChildren(el("p", {}, ...parts), words ? el("p", {}, words) : "",
			told.status === "undecided" && !told.blank ? button(t("Try again"), () => this.solve()) : "");
		this.verdict.dataset.status = told.blank ? "blank" : told.status;
		this.verdict.toggleAttribute("tabindex", false);
		if (this.verdict.scrollHeight > this.verdict.clientHeight) this.verdict.tabIndex = 0;  // so that keys can scroll it
	}

	// -- what the board shows --

	/** The ways to show the board that the last verdict allows. */
	get possible() {
		const told = this.answers;
		const n = told && !told.blank ? told.answers.length : 0;
		return ["clues", ...(n ? ["0"] : []), ...(n && (told.differ || told.status === "unique") ? ["certain"] : []), ...(n > 1 ? ["1", "both"] : []), ...(told?.shares ? ["shares"] : [])];
	}

	/** Draws what is shown, as far as the last verdict has it; a change makes that stale until the next one. */
	draw(isStale = false) {
		const { editor, possible } = this;
		const instead = { 1: "0", both: "0", shares: "certain" }[this.shown] || "clues";
		const now = [this.shown, instead].find((one) => possible.includes(one)) || "clues";
		const isOne = this.answers?.status === "unique";
		const ways = [["clues", t("Clues")], ["certain", t("Certain")], ["0", isOne ? t("The answer") : t("Answer 1")], ["1", t("Answer 2")], ["both", t("Both")], ["shares", t("How often")]];
		this.choice.replaceChildren(toggles(t("Shown"), ways.map(([name, words]) => [name, words, { "data-shown": name, disabled: !possible.includes(name) }]), now, (name) => {
			localStorage.setItem(SHOWN, name === "certain" ? name : "clues");
			this.shown = name;
			this.draw();
		}, { class: "tools small" }));
		editor.boardBox.dataset.shown = now;
		editor.boardBox.toggleAttribute("data-stale", isStale);
		const { shares = {} } = this.answers || {};
		const answers = (this.answers?.answers || []).map((marks) => this.opened(marks));
		const marks = { clues: () => ({}), certain: () => this.certain(), shares: () => this.certain(), both: () => shared(answers) }[now] || (() => answers[Number(now)]);
		editor.game.load({ marks: marks() });
		editor.board.all();
		editor.board.either(now === "both" ? answers : []);
		if (now === "shares") drawShares(editor.board, shares);
		this.frames(now);
		editor.entering.point();
	}

	/** The marks of an answer at places that are not given meanwhile. */
	opened(marks) {
		const { places } = this.editor.game;
		return Object.fromEntries(Object.entries(marks).map(([layer, own]) => [layer, Object.fromEntries(Object.entries(own).filter(([k]) => !("g" in (places.get(layer)?.get(k) || {}))))]));
	}

	/** The marks that all answers share. */
	certain() {
		const { answers, differ = [] } = this.answers;
		const open = new Set(differ.map(([layer, k]) => `${layer}|${k}`));
		return Object.fromEntries(Object.entries(answers[0]).map(([layer, own]) => [layer, Object.fromEntries(Object.entries(own).filter(([k]) => !open.has(`${layer}|${k}`)))]));
	}

	frames(now) {
		const { differ = [], clashes = [], clues = [] } = this.answers || {};
		const { board } = this.editor;
		board.frames(["both", "shares"].includes(now) ? [] : differ.map(([, k]) => k), "differ");
		board.frames([...new Set([...clashes.flatMap((part) => part.at), ...clues.map(([, k]) => k)])], "wrong");
	}

	/** Tells how often each mark occurs at a place, if that is shown. @param {string|undefined} k */
	point(k) {
		const { answers, editor } = this;
		if (editor.boardBox.dataset.shown !== "shares" || !answers) return "";
		const words = sharesAt(editor.game, answers.shares, k || "", Math.min(answers.count, 100));
		const line = this.verdict.querySelector("p + p");
		if (line) line.textContent = words || answers.words;
		return words;
	}

	/** The same for a point of the board. @param {Point} p */
	hover(p) {
		if (this.editor.boardBox.dataset.shown !== "shares") return;
		const { layers } = this.editor.told.doc;
		const { geometry } = this.editor.setting;
		const cell = geometry.cellAt(p);
		const near = layers.filter((layer) => layer.where !== "cells").map((layer) => geometry.placeAt(layer, p, 0.3)).find(Boolean);
		this.point(near?.k ?? (cell === null ? undefined : this.editor.told.doc.cells[cell].k));
	}

	// -- what else is examined --

	async examine() {
		const { editor } = this;
		editor.board.frames([], "needless");
		this.found.textContent = "";
		if (this.answers?.status !== "unique") return;
		const { draft } = editor.told;
		const words = [];
		for (const what of Object.keys(EXAMINED).filter((one) => this.live.has(one))) {
			this.found.replaceChildren(...words.map((one) => el("span", {}, one)), EXAMINED[what][1]);
			const told = await ask(`api/draft/${what}`, "POST", { draft }).catch((fault) => ({ words: fault.message, superseded: fault.told?.superseded }));
			if (draft !== editor.told.draft || editor.ended || told.superseded) return;
			words.push(told.words ?? (told.complete ? `${t("Difficulty: {level}.", { level: level(told.label) })} ${told.why}` : told.unrated));
			if (told.clues) editor.board.frames(told.clues.map(([, k]) => k), "needless");
		}
		this.found.replaceChildren(...words.map((one) => el("span", {}, one)));
	}

	/** After a change: the answers shown are stale until the next verdict. */
	rest() {
		const { doc } = this.editor.told;
		const kind = JSON.stringify([doc.genre, doc.size, doc.layers.map((layer) => layer.values?.map(({ v }) => v))]);
		if (kind !== this.kind) this.answers = null;
		this.kind = kind;
		this.draw(true);
		clearTimeout(this.resting);
		this.resting = setTimeout(() => this.solve(), REST);
	}

	end() {
		clearTimeout(this.resting);
	}
}

/** The marks that two answers share. */
function shared([one, two]) {
	return Object.fromEntries(Object.entries(one).map(([layer, own]) =>
		[layer, Object.fromEntries(Object.entries(own).filter(([k, v]) => two[layer]?.[k] === v))]));
}
