/** The page: shows what the fragment of the address names. */

import { ask } from "./api.js";
import { dialog, el } from "./dom.js";
import { Player } from "./player.js";
import { Saving } from "./saving.js";
import { t } from "./texts.js";

const view = /** @type {HTMLElement} */ (document.getElementById("view"));
const PATIENCE = 400;
/** @type {{end: () => void}|null} */
let shown = null;

async function show() {
	shown?.end();
	shown = null;
	const [name, id] = location.hash.slice(1).split(/\/(.*)/);
	try {
		if (name === "play" && id) await play(id);
		else if (name === "edit") await edit(id || "");
		else if (name.startsWith("p=")) await openLink(location.hash.slice(3));
		else if (name === "daily") await (await import("./making.js")).openDaily(view, decodeURIComponent(id || ""));
		else if (name === "learn" && id) await learn(id);
		else await home(name, id || "");
	} catch (fault) {
		view.replaceChildren(el("p", { class: "failure", role: "alert" }, fault.message || String(fault), " ", el("a", { href: "#" }, t("Back to the puzzles"))));
	}
}

async function home(name, id) {
	const { hash } = location;
	const { open } = await import("./home.js");
	const host = el("div", { class: "home" });
	const page = await open(host, name, id);
	if (location.hash !== hash) {  // the player has gone on
		page.end();
		return;
	}
	document.title = "Gridwright";
	view.replaceChildren(host);
	window.scrollTo(0, 0);
	shown = page;
}

async function play(id) {
	const [doc, saved] = await awaited(Promise.all([ask(`api/puzzles/${id}`), Saving.load(id)]));
	document.title = `${doc.title || doc.genre} – Gridwright`;
	shown = new Player(view, doc, saved, async () => (await import("./after.js")).goOn(id));
}

async function edit(id) {
	const { Editor } = await import("./editor.js");
	document.title = `${t("Set a puzzle")} – Gridwright`;
	shown = await Editor.open(view, id);
}

async function learn(id) {
	shown = await awaited(import("./learn.js").then(({ open }) => open(view, id)));
}

/** Waits for a board, and says so if that takes long. @template T @param {Promise<T>} board @returns {Promise<T>} */
function awaited(board) {
	const waiting = setTimeout(() => view.replaceChildren(el("p", { class: "failure", role: "status" }, t("Loading the board…"))), PATIENCE);
	return board.finally(() => clearTimeout(waiting));
}

/** A link that contains the puzzle. */
async function openLink(packed) {
	const { unpacked } = await import("./share.js");
	const text = await unpacked(packed).catch(() => {
		throw new Error(t("This link contains no valid puzzle."));
	});
	const { ids } = await ask("api/open", "POST", { text });
	location.replace(`#play/${ids[0]}`);
}

if (location.search) history.replaceState(null, "", location.pathname + location.hash);  // a cookie has the key now
window.addEventListener("hashchange", show);
window.addEventListener("dragover", (event) => event.preventDefault());
/** Text that was dropped or pasted: the editor replaces its puzzle, other pages open it. @param {string} text */
async function receive(text) {
	if (!text.trim()) return;
	try {
		if (shown && "receive" in shown) {
			await /** @type {any} */ (shown).receive(text);
			return;
		}
		const { ids } = await ask("api/open", "POST", { text });
		location.hash = ids.length === 1 ? `play/${ids[0]}` : "";
		if (ids.length > 1) show();
	} catch (fault) {
		dialog(t("This text cannot be read"), [fault.message]);
	}
}
window.addEventListener("drop", async (event) => {
	event.preventDefault();
	const file = event.dataTransfer?.files?.[0];
	receive(file ? await file.text() : event.dataTransfer?.getData("text") || "");
});
document.addEventListener("paste", (event) => {
	if (!/^(INPUT|TEXTAREA)$/.test(/** @type {HTMLElement} */ (event.target).tagName)) receive(event.clipboardData?.getData("text") || "");
});
show();
