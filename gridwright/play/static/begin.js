/** How a draft begins: with an empty board, a text, a link, or a saved draft. */

import { ask } from "./api.js";
import { bar, button, el, statusLine } from "./dom.js";
import { genreField, sizeFields } from "./fields.js";
import { t } from "./texts.js";

/** Offers the ways to begin. @param {Editor} editor @param {any[]} drafts the saved ones */
export async function begin(editor, drafts) {
	const { genres, first } = await ask("api/genres");
	const wanted = { genre: localStorage.getItem("gridwright:genre") || first };
	const [size, ...sizes] = sizeFields(() => ({}));
	const usual = () => {
		const found = genres.find((one) => one.name === wanted.genre) || genres[0];
		sizes.forEach((one, i) => { one.value = found.size[i]; });
	};
	const status = statusLine();
	const refused = (fault) => { status.textContent = fault.message; };
	const start = async () => {
		const [rows, columns] = sizes.map((one) => Number(one.value));
		localStorage.setItem("gridwright:genre", wanted.genre);
		await editor.take(ask("api/draft/new", "POST", { genre: wanted.genre, rows, columns })).catch(refused);
	};
	usual();
	const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 6, spellcheck: "false", "aria-label": t("A puzzle as text or link") }));
	editor.host.replaceChildren(
		bar(t("Set a puzzle"), ""),
		el("div", { class: "begin" },
			el("section", {}, el("h2", {}, t("An empty board")),
				genreField(genres, wanted.genre, (value) => { wanted.genre = value; usual(); }), size,
				button(t("Begin"), start, { class: "main" }), status),
			el("section", {}, el("h2", {}, t("A text or a link")), text,
				button(t("Read"), () => editor.take(ask("api/draft/read", "POST", { text: text.value })).catch(refused))),
			drafts.length ? el("section", {}, el("h2", {}, t("Drafts")), el("ul", { class: "drafts" }, ...drafts.map((one) => el("li", {},
				el("a", { href: `#edit/${one.id}` }, one.draft.about?.title || one.draft.genre), ` ${one.draft.genre}, ${one.draft.rows || ""} × ${one.draft.columns || ""} `,
				button(t("Delete"), async (event) => {
					await ask(`api/drafts/${one.id}`, "DELETE");
					event.target.closest("li").remove();
				}, { class: "quiet" }))))) : null));
}
