/** The list of puzzles, with thumbnails and filters, and the form for a new one. */

import { answered, ask, showPicture } from "./api.js";
import { button, checkbox, clock, dialog, el, genreField, select, sizeFields, statusLine } from "./dom.js";
import { pictureTheme, settingsDialog } from "./settings.js";
import { download } from "./share.js";
import { t } from "./texts.js";
import { LEVELS, level, sizeWords } from "./words.js";

const STATES = [["", t("all")], ["new", t("not begun")], ["begun", t("begun")], ["solved", t("solved")]];
const SIZES = [["", t("all")], ["0-49", t("up to 7 × 7")], ["50-100", t("to 10 × 10")], ["101-225", t("to 15 × 15")], ["226-99999", t("larger")]];
const SHOWN = 120;
const MAKING_SECONDS = 60;
const PRINTED = 200;

export class List {
	/** @param {HTMLElement} host */
	constructor(host) {
		this.host = host;
		this.filter = { genre: "", state: "", text: "", difficulty: "", size: "" };
		this.shown = SHOWN;
		this.ended = false;
	}

	/** Redraws the pictures in the chosen colours. */
	listen() {
		this.theme = pictureTheme();
		document.addEventListener("settings", () => {
			if (this.ended || !this.items || this.theme === pictureTheme()) return;
			this.theme = pictureTheme();
			this.fill();
		});
		return this;
	}

	async load() {
		const told = await ask("api/puzzles");
		this.puzzles = told.puzzles;
		this.told = told;
		this.draw();
		if (told.reading && !this.ended) setTimeout(() => !this.ended && this.load(), 400);
		return this;
	}

	end() {
		this.ended = true;
	}

	matching() {
		const { genre, state, text, difficulty, size } = this.filter;
		const [least, most] = size.split("-").map(Number);
		const words = text.toLowerCase().split(/\s+/).filter(Boolean);
		return this.puzzles.filter((one) => (!genre || one.genre === genre) && (!state || one.progress === state) &&
			(!difficulty || one.difficulty === difficulty) && (!size || (one.cells_count >= least && one.cells_count <= most)) &&
			words.every((word) => `${one.genre} ${one.title} ${one.author} ${one.size} ${one.difficulty}`.toLowerCase().includes(word)));
	}

	/** The next unsolved puzzle after one. */
	next(id) {
		const all = this.puzzles || [];
		const at = all.findIndex((one) => one.id === id);
		const found = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find((one) => one.progress !== "solved");
		return found?.id ?? null;
	}

	draw() {
		const genres = [...new Set(this.puzzles.map((one) => one.genre))].sort();
		const levels = [...new Set(this.puzzles.map((one) => one.difficulty).filter(Boolean))];
		const change = (name) => (value) => {
			this.filter[name] = value;
			this.shown = SHOWN;
			this.fill();
		};
		const search = el("input", { type: "search", placeholder: t("Search"), "aria-label": t("Search"), value: this.filter.text,
			oninput: (event) => change("text")(event.target.value) });
		this.items = el("ul", { class: "puzzles" });
		this.count = el("p", { class: "count", role: "status" });
		this.host.replaceChildren(
			el("header", { class: "bar list" }, el("div", { class: "title" }, el("h1", {}, t("Puzzles"))),
				button(t("New puzzle"), () => newPuzzle(), { class: "main" }), button(t("Set a puzzle"), () => { location.hash = "edit"; }),
				button(t("Open…"), () => openDialog()), button(t("Settings"), settingsDialog, { class: "quiet" })),
			el("div", { class: "filters" }, search,
				genres.length > 1 && select(t("Genre"), [["", t("all")], ...genres.map((one) => [one, one])], this.filter.genre, change("genre")),
				select(t("Size"), SIZES, this.filter.size, change("size")),
				select(t("State"), STATES, this.filter.state, change("state")),
				levels.length > 1 && select(t("Difficulty"), [["", t("all")], ...levels.map((one) => [one, level(one)])], this.filter.difficulty, change("difficulty")),
				this.count, this.printButton = button(t("Print…"), () => printDialog(this.matching()), { class: "quiet" })),
			this.told.problems.length ? el("details", { class: "problems" }, el("summary", {}, t("{n} file could not be read|{n} files could not be read", { n: this.told.problems.length })),
				el("ul", {}, ...this.told.problems.map((words) => el("li", {}, words)))) : "",
			this.items);
		this.fill();
	}

	fill() {
		const found = this.matching();
		const n = found.length;
		this.count.textContent = this.told.reading ? t("{n} so far…", { n }) : t("{n} puzzle|{n} puzzles", { n });
		this.printButton.hidden = !found.length;
		const shown = found.slice(0, this.shown).map((one) => item(one));
		if (found.length > this.shown) {
			shown.push(el("li", { class: "rest" }, button(t("Show more"), () => {
				this.shown += SHOWN;
				this.fill();
			})));
		}
		if (!found.length && !this.told.reading) {
			shown.push(el("li", { class: "rest" }, this.puzzles.length ? t("No puzzle matches.") : t("There are no puzzles yet: make a new one, set one, or open a file.")));
		}
		this.items.replaceChildren(...shown);
	}
}

const WORDS = { new: "", begun: t("begun"), solved: t("solved") };

function item(one) {
	const told = [one.title ? one.genre : "", sizeWords(one.size), level(one.difficulty)].filter(Boolean).join(" · ");
	const done = [WORDS[one.progress], one.progress !== "new" && one.seconds ? clock(one.seconds) : ""].filter(Boolean).join(", ");
	const image = /** @type {HTMLImageElement} */ (el("img", { loading: "lazy", alt: "", width: 160, height: 160 }));
	showPicture(image, `api/puzzles/${one.id}/file.svg?theme=${pictureTheme()}`);
	return el("li", { class: one.progress }, el("a", { href: `#play/${one.id}` }, image,
		el("strong", {}, one.title || one.genre), el("span", {}, told), el("span", { class: "done" }, done)));
}

/** The progress of the generator. @param {{drafts?: number, nearest?: string}} told */
function madeSoFar({ drafts, nearest }) {
	const tried = drafts ? t(", {n} draft|, {n} drafts", { n: drafts }) : "";
	return nearest ? tried + t(", the nearest is {level}", { level: level(nearest) }) : tried;
}

/** The form for a new puzzle. */
export async function newPuzzle() {
	const { genres, first } = await ask("api/genres");
	const wanted = { genre: localStorage.getItem("gridwright:genre") || first, difficulty: "", rows: "", columns: "", symmetry: "" };
	const status = statusLine();
	const bar = /** @type {HTMLProgressElement} */ (el("progress", { max: MAKING_SECONDS, value: 0, hidden: true, "aria-label": t("Time used") }));
	const [size] = sizeFields((name) => ({ placeholder: t("usual"), oninput: (event) => { wanted[name] = event.target.value; } }));
	const make = async () => {
		localStorage.setItem("gridwright:genre", wanted.genre);
		const begun = performance.now();
		bar.hidden = false;
		let progress = "";
		let isAsking = false;
		const tick = async () => {
			bar.value = (performance.now() - begun) / 1000;
			status.textContent = t("Making the puzzle… {seconds} s", { seconds: Math.round(bar.value) }) + progress;
			if (isAsking) return;  // without a server, the answer comes only when the puzzle is made
			isAsking = true;
			progress = madeSoFar(await ask("api/generate").catch(() => ({})));
			isAsking = false;
		};
		tick();
		const ticking = setInterval(tick, 500);
		try {
			const number = (text) => (text === "" ? null : Number(text));
			const { id } = await ask("api/generate", "POST", {
				genre: wanted.genre, rows: number(wanted.rows), columns: number(wanted.columns), difficulty: wanted.difficulty || null, symmetry: wanted.symmetry || null,
			});
			location.hash = `play/${id}`;
			return true;
		} catch (fault) {
			status.textContent = fault.told?.superseded ? "" : fault.message;
			return false;
		} finally {
			bar.hidden = true;
			clearInterval(ticking);
		}
	};
	const stop = () => {
		ask("api/generate", "DELETE").catch(() => {});
		return true;
	};
	dialog(t("New puzzle"), [
		genreField(genres, wanted.genre, (value) => { wanted.genre = value; }), size,
		select(t("Difficulty"), [["", t("any")], ...Object.entries(LEVELS)], "", (value) => { wanted.difficulty = value; }),
		select(t("Symmetry of the clues"), [["", t("usual")], ["none", t("none")], ["rotate", t("half turn")], ["mirror", t("mirror")]], "", (value) => { wanted.symmetry = value; }),
		bar, status,
	], [[t("Make it"), make], [t("Cancel"), stop]]);
}

/** The listed puzzles as a booklet. @param {{id: string}[]} puzzles */
function printDialog(puzzles) {
	const some = puzzles.slice(0, PRINTED);
	const status = statusLine();
	let answers = true;
	const make = async () => {
		status.textContent = t("Making the booklet…");
		try {
			const answer = await answered("api/booklet", "POST", { ids: some.map((one) => one.id), answers });
			download("puzzles.pdf", await answer.blob(), "application/pdf");
			return true;
		} catch (fault) {
			status.textContent = fault.message;
			return false;
		}
	};
	const n = some.length;
	const words = n < puzzles.length ? t("A PDF with the first {n} of the {all} puzzles that the list shows now.", { n, all: puzzles.length })
		: t("A PDF with the puzzle that the list shows now.|A PDF with the {n} puzzles that the list shows now.", { n });
	dialog(t("Print"), [el("p", {}, words),
		checkbox(t("With the answers at the end"), answers, (value) => { answers = value; }), status], [[t("Make the PDF"), make], [t("Cancel"), () => true]]);
}

/** Opens puzzles that are pasted, or in a file. */
export function openDialog() {
	const field = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 10, spellcheck: "false", "aria-label": t("Text or link"),
		placeholder: t("Paste a puzzle here, in any format, or a link") }));
	const status = statusLine();
	const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", onchange: async () => { field.value = await /** @type {File} */ (file.files?.[0]).text(); } }));
	dialog(t("Open a puzzle"), [field, el("label", { class: "field" }, el("span", {}, t("or a file")), file), status], [
		[t("Open"), async () => {
			try {
				const { ids } = await ask("api/open", "POST", { text: field.value });
				if (ids.length === 1) location.hash = `play/${ids[0]}`;
				else location.reload();
				return true;
			} catch (fault) {
				status.textContent = fault.message;
				return false;
			}
		}],
		[t("Cancel"), () => true],
	]);
}
