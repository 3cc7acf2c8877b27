/** The start page: what to continue, the puzzles of the day, the collections, and all puzzles. */

import { ask } from "./api.js";
import { card, tile } from "./cards.js";
import { bar, button, el } from "./dom.js";
import { begunLessons, openLessons } from "./lessons.js";
import { List } from "./list.js";
import { newPuzzle } from "./making.js";
import { openDialog, openFile } from "./opening.js";
import { settingsDialog } from "./preferences.js";
import { isLocal } from "./server.js";
import { pictureTheme } from "./settings.js";
import { t } from "./texts.js";

const CONTINUED = 8;
const TODAY = 12;
const REREAD = 400;
const DAY = 86_400_000;
const NAMES = { generated: t("Made here"), link: t("Pasted or linked"), example: t("Examples"), editor: t("Set here"), daily: t("Daily puzzles") };

/** A page about puzzles, which is filled again when the colours of pictures change. */
class Page {
	/** @param {HTMLElement} host */
	constructor(host) {
		this.host = host;
		this.ended = new AbortController();
		let theme = pictureTheme();
		document.addEventListener("settings", () => {
			if (theme === pictureTheme()) return;
			theme = pictureTheme();
			this.fill();
		}, { signal: this.ended.signal });
	}

	fill() {}

	end() {
		this.ended.abort();
	}
}

/** The start page, or the page of a collection. */
class Home extends Page {
	/** @param {HTMLElement} host @param {string} source the collection; empty for the start page */
	constructor(host, source) {
		super(host);
		this.source = source;
		this.list = source ? new List(t("Puzzles"), (one) => one.source === source) : new List(t("All puzzles"));
		this.shelves = el("div");
		this.told = null;
		/** @type {HTMLElement|null} */
		this.learning = null;
	}

	async load() {
		const [told, today] = await Promise.all([ask("api/puzzles"), this.source ? null : this.today || ask("api/today")]);
		if (this.ended.signal.aborted) return this;
		if (!this.told) this.host.replaceChildren(this.source ? bar(nameOf(this.source), "") : header(), this.shelves, this.list.element);
		this.told = told;
		this.today = today;
		this.fill();
		if (told.reading) setTimeout(() => !this.ended.signal.aborted && this.load(), REREAD);
		return this;
	}

	fill() {
		const { puzzles, reading, problems } = this.told;
		const isEmpty = !puzzles.length && !reading;
		this.list.element.hidden = isEmpty;
		this.host.querySelectorAll("header > button:not(.quiet)").forEach((one) => { one.toggleAttribute("hidden", isEmpty); });
		this.list.show(this.told);
		if (reading && this.shelves.firstChild) return;  // what is pressed must not be replaced all the time
		const shelves = this.source ? [el("ul", { class: "collections" }, ...collections(this.list.puzzles).map((one) => progressOf(one, false)))]
			: [isEmpty && invitation(), goOn(puzzles), daily(this.today), (this.learning ||= learning()), collected(puzzles)];
		const failed = problems.length && el("details", { class: "problems" },
			el("summary", {}, t("{n} file could not be read|{n} files could not be read", { n: problems.length })),
			el("ul", {}, ...problems.map((words) => el("li", {}, words))));
		this.shelves.replaceChildren(...[...shelves, failed].filter(Boolean));
	}
}

/** The puzzles of the day, of all genres. */
class Today extends Page {
	async load() {
		this.today = await ask("api/today");
		this.fill();
		return this;
	}

	fill() {
		this.host.replaceChildren(bar(t("Today"), dateOf(this.today.day) + streakOf(this.today)),
			el("ul", { class: "tiles" }, ...this.today.genres.map(tile)));
	}
}

function header() {
	return el("header", { class: "bar list" }, el("div", { class: "title" }, el("h1", {}, t("Puzzles"))),
		button(t("New puzzle"), () => newPuzzle(), { class: "main" }), button(t("Set a puzzle"), () => { location.hash = "edit"; }),
		button(t("Open…"), () => openDialog()), el("a", { href: "#statistics", class: "button quiet" }, t("Statistics")),
		button(t("Settings"), settingsDialog, { class: "quiet" }));
}

/** A part of the start page. @param {string} title @param {Node} content @param {...any} more beside the title */
const shelf = (title, content, ...more) => el("section", { class: "shelf", "aria-label": title },
	el("div", { class: "head" }, el("h2", {}, title), ...more), content);

function goOn(puzzles) {
	const begun = puzzles.filter((one) => one.progress === "begun").sort((a, b) => b.played - a.played).slice(0, CONTINUED);
	return begun.length && shelf(t("Continue playing"), el("ul", { class: "strip" }, ...begun.map((one) => card(one, ago(one.played)))));
}

/** How long ago something was, in days. @param {number} seconds since 1970 */
function ago(seconds) {
	const midnight = new Date().setHours(0, 0, 0, 0);
	const days = Math.ceil((midnight - seconds * 1000) / DAY);
	return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-Math.max(0, days), "day");
}

const dateOf = (day) => {
	const length = matchMedia("(max-width: 30rem)").matches ? "short" : "long";
	return new Date(`${day}T12:00`).toLocaleDateString(document.documentElement.lang, { weekday: length, day: "numeric", month: length });
};
const streakOf = ({ streak }) => (streak > 1 ? ` · ${t("{n} days in a row", { n: streak })}` : "");

function daily(today) {
	const all = el("a", { href: "#today", class: "button quiet" }, t("All genres"));
	return shelf(t("Today"), el("ul", { class: "strip" }, ...today.genres.slice(0, TODAY).map(tile)),
		el("span", { class: "count" }, dateOf(today.day) + streakOf(today)), all);
}

/** A collection in words: what it is, or the name of its file or folder. @param {string} source */
function nameOf(source) {
	const file = (source.split(/[\\/]/).pop() || source).replace(/(?<=.)\.\w{1,5}$/, "").replace(/[_\s]+/g, " ").trim();
	return NAMES[source] || file.charAt(0).toUpperCase() + file.slice(1) || source;
}

/** The lessons that are begun, which are asked for once the rest is shown. */
function learning() {
	const shown = el("div");
	begunLessons().then((content) => shown.replaceChildren(content), () => {});
	return shelf(t("Learn"), shown, el("span", { class: "count" }), el("a", { href: "#learn", class: "button quiet" }, t("All lessons")));
}

/** Puzzles by where they come from. @param {any[]} puzzles @returns {{source: string, all: any[], solved: number, next: any}[]} */
function collections(puzzles) {
	/** @type {Map<string, any[]>} */
	const found = new Map();
	for (const one of puzzles) found.set(one.source, [...(found.get(one.source) || []), one]);
	return [...found].filter(([source, all]) => source && all.length > 1).map(([source, all]) => ({
		source, all, solved: all.filter((one) => one.progress === "solved").length, next: all.find((one) => one.progress !== "solved"),
	}));
}

function collected(puzzles) {
	const found = collections(puzzles);
	return found.length && shelf(t("Collections"), el("ul", { class: "collections" }, ...found.map((one) => progressOf(one, true))));
}

/** The progress through a collection. @param {any} one @param {boolean} isNamed */
function progressOf({ source, all, solved, next }, isNamed) {
	const words = t("{solved} of {n} solved", { solved, n: all.length });
	return el("li", {}, el("div", {}, isNamed && el("a", { href: `#in/${encodeURIComponent(source)}` }, nameOf(source)),
		el("span", { class: "count" }, words), el("progress", { max: all.length, value: solved, "aria-label": words })),
	next ? el("a", { href: `#play/${next.id}`, class: "button" }, t("Next unsolved")) : el("span", { class: "tick", "aria-hidden": "true" }));
}

/** What to do when there is no puzzle yet. */
function invitation() {
	const choices = [
		[t("Make a puzzle"), t("Of any genre, size and difficulty, with exactly one answer."), newPuzzle],
		[t("Open a file"), t("With puzzles in any known format. You can also drop it here."), openFile],
		[t("Paste a puzzle"), t("Its text, or a link from another site."), openDialog],
		[t("Learn a genre"), t("Its rules on four tiny boards, then its techniques."), () => { location.hash = "learn"; }],
		[t("Set a puzzle"), t("Your own: the solver checks every change."), () => { location.hash = "edit"; }],
		...(isLocal ? [] : [[t("Make an issue"), t("Many puzzles of several genres, as a PDF."), () => { location.hash = "issue"; }]]),
	];
	return el("div", { class: "invitation" }, ...choices.map(([words, more, act]) =>
		el("button", { type: "button", onclick: () => act() }, el("strong", {}, words), el("span", {}, more))));
}

/** Shows the page that an address names. @param {HTMLElement} host @param {string} name @param {string} id */
export async function open(host, name, id) {
	if (name === "learn") return openLessons(host);
	if (name === "statistics") return (await import("./statistics.js")).open(host);
	if (name === "issue") return (await import("./issue.js")).open(host, id);
	return (name === "today" ? new Today(host) : new Home(host, name === "in" ? decodeURIComponent(id) : "")).load();
}

const style = el("link", { rel: "stylesheet", href: "home.css" });
await new Promise((done) => {
	style.onload = done;
	style.onerror = done;
	document.head.append(style);
});
