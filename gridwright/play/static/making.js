/** New puzzles: the form for one, and how the generator gets on. */

import { ask } from "./api.js";
import { button, dialog, el, statusLine } from "./dom.js";
import { genreField, select, sizeFields } from "./fields.js";
import { isLocal } from "./server.js";
import { t } from "./texts.js";
import { LEVELS, level } from "./words.js";

const MAKING_SECONDS = 60;

/** What the generator reports. @param {{drafts?: number, nearest?: string}} told */
function madeSoFar({ drafts, nearest }) {
	const tried = drafts ? t(", {n} draft|, {n} drafts", { n: drafts }) : "";
	return nearest ? tried + t(", the nearest is {level}", { level: level(nearest) }) : tried;
}

/** Requests that make a puzzle, and their progress. */
class Making {
	constructor() {
		this.status = statusLine();
		this.isStopped = false;
		this.bar = /** @type {HTMLProgressElement} */ (el("progress", { max: MAKING_SECONDS, value: 0, hidden: true, "aria-label": t("Time used") }));
	}

	/** Makes a puzzle and returns its id; a failure is told, and returns an empty text. */
	async make(path, body) {
		const { status, bar } = this;
		const begun = performance.now();
		this.isStopped = false;
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
			return (await ask(path, "POST", body)).id;
		} catch (fault) {
			if (!this.isStopped) status.textContent = fault.told?.superseded ? t("Another window needed the computer. Please try again.") : fault.message;
			return "";
		} finally {
			bar.hidden = true;
			clearInterval(ticking);
		}
	}

	stop() {
		this.isStopped = true;
		ask("api/generate", "DELETE").catch(() => {});
		return true;
	}
}

/** The form for a new puzzle. */
export async function newPuzzle() {
	const { genres, first } = await ask("api/genres");
	const wanted = { genre: localStorage.getItem("gridwright:genre") || first, difficulty: "", rows: "", columns: "", symmetry: "" };
	const making = new Making();
	const [size] = sizeFields((name) => ({ placeholder: t("usual"), oninput: (event) => { wanted[name] = event.target.value; } }));
	const make = async () => {
		localStorage.setItem("gridwright:genre", wanted.genre);
		const number = (text) => (text === "" ? null : Number(text));
		const id = await making.make("api/generate", {
			genre: wanted.genre, rows: number(wanted.rows), columns: number(wanted.columns), difficulty: wanted.difficulty || null, symmetry: wanted.symmetry || null,
		});
		if (id) location.hash = `play/${id}`;
		return Boolean(id);
	};
	const box = dialog(t("New puzzle"), [
		genreField(genres, wanted.genre, (value) => { wanted.genre = value; }), size,
		select(t("Difficulty"), [["", t("usual")], ...Object.entries(LEVELS)], "", (value) => { wanted.difficulty = value; }),
		select(t("Symmetry of the clues"), [["", t("usual")], ["none", t("none")], ["rotate", t("half turn")], ["mirror", t("mirror")]], "", (value) => { wanted.symmetry = value; }),
		isLocal ? "" : el("a", { href: "#issue", onclick: () => box.close() }, t("Many puzzles at once: make an issue")), making.bar, making.status,
	], [[t("Make it"), make], [t("Cancel"), () => making.stop()]]);
}

/** Makes a puzzle like one that was played, in a dialog, and opens it. @param {string} title @param {() => Promise<any>} wanted what to request */
export async function makeLike(title, wanted) {
	const making = new Making();
	const box = dialog(title, [making.bar, making.status], [[t("Cancel"), () => making.stop()]]);
	const id = await making.make("api/generate", await wanted());
	if (!id || !box.isConnected) return;
	box.close();
	location.hash = `play/${id}`;
}

/** Opens the puzzle of the day of a genre; if it is not made yet, this page shows the progress. @param {HTMLElement} host @param {string} genre */
export async function openDaily(host, genre) {
	const making = new Making();
	const back = () => {
		making.stop();
		location.hash = "";
	};
	host.replaceChildren(el("div", { class: "failure" }, el("h1", {}, genre), making.status, making.bar, button(t("Back to the puzzles"), back)));
	const id = await making.make("api/today", { genre });
	if (id && location.hash.startsWith("#daily/")) location.replace(`#play/${id}`);
}
