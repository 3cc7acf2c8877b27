/** Links with the puzzle in their fragment, which no server sees, and files. */

import { ask, send } from "./api.js";
import { button, dialog, el } from "./dom.js";

const NAMES = {
	spf: "Standard Puzzle Format", json: "Gridwright JSON", plain: "plain text", puzzlink: "puzz.link address", pzprv3: "puzz.link file",
	sgt: "Simon Tatham's collection", svg: "SVG picture", png: "PNG picture", pdf: "PDF page", eps: "EPS picture",
};

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
	if (data.length > 1 << 20) throw new Error("The link is too long.");
	const text = await through(new DecompressionStream("deflate-raw"), data);
	if (text.length > 4 << 20) throw new Error("The puzzle in the link is too large.");
	return new TextDecoder().decode(text);
}

/** The text of a puzzle in a format. */
export async function textOf(id, format) {
	const answer = await send(`api/puzzles/${id}/file.${format}`, "GET");
	if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error || `The server answered ${answer.status}.`);
	return answer.text();
}

/** Shows links to a puzzle. */
export async function shareLink(id) {
	const own = `${location.origin}${location.pathname}#p=${await packed(JSON.stringify(JSON.parse(await textOf(id, "json"))))}`;
	const links = [["For Gridwright", own]];
	await textOf(id, "puzzlink").then((text) => links.push(["For puzz.link", text.trim()])).catch(() => {});
	dialog("Share", links.map(([words, link]) => {
		const field = /** @type {HTMLInputElement} */ (el("input", { readonly: true, value: link, onfocus: () => field.select() }));
		const copy = button("Copy", () => navigator.clipboard?.writeText(link).then(() => { copy.textContent = "Copied"; }, () => field.select()));
		return el("label", { class: "field wide" }, el("span", {}, words), field, copy);
	}));
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
			const answer = await send(`api/puzzles/${doc.id}/file.${kind}`, "GET");
			if (!answer.ok) throw new Error((await answer.json()).error);
			download(`${name}.${{ puzzlink: "url", pzprv3: "txt", plain: "txt", sgt: "sgt" }[kind] || kind}`, await answer.blob());
		} catch (fault) {
			dialog("This cannot be saved", [String(fault.message || fault)]);
		}
	};
	dialog("Save as a file", [el("div", { class: "menu" },
		...[...formats, ...pictures].map((kind) => button(NAMES[kind] || kind, fetched(kind))),
		game && button("My marks, as JSON", () => download(`${name}-position.json`, JSON.stringify({ puzzle: doc.id, ...game.saved() }), "application/json")))]);
}
