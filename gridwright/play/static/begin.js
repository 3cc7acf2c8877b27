/** How a draft begins: with an empty board, a text, a link, or a saved draft. */

import { ask } from "./api.js";
import { button, el, select } from "./dom.js";

/** Offers the ways to begin. @param {Editor} editor @param {any[]} drafts the saved ones */
export async function begin(editor, drafts) {
	const { genres, first } = await ask("api/genres");
	const wanted = { genre: localStorage.getItem("gridwright:genre") || first };
	const sizes = ["rows", "columns"].map((name) => el("input", { type: "number", min: 1, max: 50, "aria-label": name, name }));
	const usual = () => {
		const { size } = genres.find((one) => one.name === wanted.genre) || genres[0];
		sizes.forEach((one, i) => { /** @type {HTMLInputElement} */ (one).value = size[i]; });
	};
	const status = el("p", { class: "status", role: "status" });
	const start = async () => {
		const [rows, columns] = sizes.map((one) => Number(/** @type {HTMLInputElement} */ (one).value));
		localStorage.setItem("gridwright:genre", wanted.genre);
		await editor.take(ask("api/draft/new", "POST", { genre: wanted.genre, rows, columns })).catch((fault) => { status.textContent = fault.message; });
	};
	usual();
	const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 6, spellcheck: "false", "aria-label": "A puzzle as text or link" }));
	editor.host.replaceChildren(
		el("header", { class: "bar" }, button("‹ Puzzles", () => { location.hash = ""; }, { class: "quiet" }), el("div", { class: "title" }, el("h1", {}, "Set a puzzle"))),
		el("div", { class: "begin" },
			el("section", {}, el("h2", {}, "An empty board"),
				select("Genre", genres.map(({ name, aliases }) => [name, aliases.length ? `${name} (${aliases[0]})` : name]), wanted.genre, (value) => { wanted.genre = value; usual(); }),
				el("div", { class: "field" }, el("span", {}, "Rows and columns"), el("span", { class: "pair" }, ...sizes)),
				button("Begin", start, { class: "main" }), status),
			el("section", {}, el("h2", {}, "A text or a link"), text,
				button("Read", () => editor.take(ask("api/draft/read", "POST", { text: text.value })).catch((fault) => { status.textContent = fault.message; }))),
			drafts.length ? el("section", {}, el("h2", {}, "Drafts"), el("ul", { class: "drafts" }, ...drafts.map((one) => el("li", {},
				el("a", { href: `#edit/${one.id}` }, one.draft.about?.title || one.draft.genre), ` ${one.draft.genre}, ${one.draft.rows || ""} × ${one.draft.columns || ""} `,
				button("Delete", async (event) => {
					await ask(`api/drafts/${one.id}`, "DELETE");
					event.target.closest("li").remove();
				}, { class: "quiet" }))))) : null));
}
