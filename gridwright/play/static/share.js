/** Links with the puzzle in their fragment, which no server sees, and files. */

import { answered, ask } from "./api.js";
import { button, dialog, el } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./texts.js";

/** @type {{[kind: string]: string}} */
const NAMES = {
	spf: "Standard Puzzle Format", json: "Gridwright JSON", plain: t("plain text"), puzzlink: t("puzz.link address"), pzprv3: t("puzz.link file"),
	sgt: t("Simon Tatham's collection"), penpa: t("Penpa+ address"), fpuzzles: t("f-puzzles address"), "sudoku": t("all cells in one line"),
	puzzlekit: t("text of puzzlekit and janko.at"), "puzzlekit-json": t("JSON of puzzlekit"), webpbn: t("webpbn.com file"), non: t("nonogram file (.non)"),
	sdk: t("grid file (.sdk)"), sdm: t("grids, one a line (.sdm)"), csv: t("table (.csv)"), "nyt-pips": t("JSON of the New York Times"), svg: t("SVG picture"), png: t("PNG picture"), pdf: t("PDF page"), eps: t("EPS picture"),
};

/** A format or a kind of picture in words. @param {string} kind */
export const formatName = (kind) => NAMES[kind] || kind;

/** The endings of files, if they are not the names of their formats. @type {{[kind: string]: string}} */
const ENDINGS = { puzzlink: "url", penpa: "url", fpuzzles: "url", pzprv3: "txt", plain: "txt", puzzlekit: "txt", "sudoku": "txt", "puzzlekit-json": "json", webpbn: "xml", "nyt-pips": "json" };

async function through(stream, data) {
	const piped = new Blob([data]).stream().pipeThrough(stream);
	return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A text, deflated and in base64url. @param {string} text */
export async function packed(text) {
	const data = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
	return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text of a link. @param {string} link */
export async function unpacked(link) {
	const data = Uint8Array.from(atob(link.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
	if (data.length > 1 << 20) throw new Error(t("The link is too long."));
	const text = await through(new DecompressionStream("deflate-raw"), data);
	if (text.length > 4 << 20) throw new Error(t("The puzzle in the link is too large."));
	return new TextDecoder().decode(text);
}

/** The text of a puzzle in a format. */
export const textOf = async (id, format) => (await answered(`api/puzzles/${id}/file.${format}`)).text();

/** Shows links to a puzzle. */
export async function shareLink(id) {
	const isLocal = !settings.page && !("local" in document.documentElement.dataset);
	const page = (settings.page || `${location.origin}${location.pathname}`).replace(/#.*/, "");
	const own = `${page}#p=${await packed(JSON.stringify(JSON.parse(await textOf(id, "json"))))}`;
	const links = [[isLocal ? t("For Gridwright, on this computer only") : t("For Gridwright"), own]];
	await textOf(id, "puzzlink").then((text) => links.unshift([t("For puzz.link"), text.trim()])).catch(() => {});
	dialog(t("Share"), links.map(([words, link]) => linkField(words, link)));
}

/** A link that can be copied. @param {string} words @param {string} link */
export function linkField(words, link) {
	const field = /** @type {HTMLInputElement} */ (el("input", { readonly: true, value: link, onfocus: () => field.select() }));
	const copy = button(t("Copy"), async () => {
		field.select();
		// Without encryption, as in a network at home, there is no `navigator.clipboard`.
		const done = navigator.clipboard ? await navigator.clipboard.writeText(link).then(() => true, () => false) : document.execCommand("copy");
		if (done) copy.textContent = t("Copied");
	});
	return el("label", { class: "field wide" }, el("span", {}, words), field, copy);
}

/** Offers a text as a file. */
export function download(name, text, kind = "text/plain") {
	const url = URL.createObjectURL(new Blob([text], { type: kind }));
	const link = /** @type {HTMLAnchorElement} */ (el("a", { href: url, download: name }));
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a puzzle or the position as a file. */
export async function exportDialog(doc, game = null) {
	const { formats, pictures } = await ask(`api/puzzles/${doc.id}/formats`);
	const name = (doc.title || doc.genre).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
	const fetched = (kind) => async () => {
		try {
			const answer = await answered(`api/puzzles/${doc.id}/file.${kind}`);
			download(`${name}.${ENDINGS[kind] || kind}`, await answer.blob());
		} catch (fault) {
			dialog(t("This cannot be saved"), [String(fault.message || fault)]);
		}
	};
	dialog(t("Save as a file"), [el("div", { class: "menu" },
		...[...formats, ...pictures].map((kind) => button(formatName(kind), fetched(kind))),
		game && button(t("My marks, as JSON"), () => download(`${name}-position.json`, JSON.stringify({ puzzle: doc.id, ...game.saved() }), "application/json")))]);
}
