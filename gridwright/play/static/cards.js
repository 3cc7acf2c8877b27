/** A puzzle as a card: its picture, what it is, and how far it was played. */

import { showPicture } from "./api.js";
import { clock, el } from "./dom.js";
import { pictureTheme } from "./settings.js";
import { t } from "./texts.js";
import { level, pathWords, sizeWords } from "./words.js";

const DONE = { new: "", begun: t("Begun"), solved: t("Solved") };

/** @param {any} one what the list tells of a puzzle @param {string} [last] when it was played, in place of how far */
export function card(one, last = "") {
	const told = [one.title ? one.genre : "", sizeWords(one.size), level(one.difficulty), ...pathWords(one)].filter(Boolean).join(" · ");
	const time = one.progress !== "new" && one.seconds ? clock(one.seconds) : "";
	return el("li", { class: one.progress }, el("a", { href: `#play/${one.id}` }, picture(pathOf(one), one.progress === "solved"),
		el("span", { class: "about" }, el("strong", {}, one.title || one.genre), el("span", {}, told),
			el("span", { class: "done" }, [last ? "" : DONE[one.progress], time, last].filter(Boolean).join(" · ")))));
}

/** The path of a puzzle's picture: with its marks once it is begun. */
const pathOf = (one) => (one.progress === "new" ? `puzzles/${one.id}/file.svg` : `puzzles/${one.id}/position.svg?played=${one.played}`);

/** A genre's puzzle of the day. @param {any} one what is told of it; without an id it is made when it is opened */
export function tile(one) {
	const path = one.id ? pathOf(one) : one.icon ? `genres/${encodeURIComponent(one.genre)}/icon.svg` : "";
	const address = one.id ? `play/${one.id}` : `daily/${encodeURIComponent(one.genre)}`;
	const done = DONE[one.progress];
	return el("li", { class: `tile ${one.progress}` }, el("a", { href: `#${address}` }, picture(path, one.progress === "solved"),
		el("strong", {}, one.genre), el("span", { class: done ? "done" : "" }, done || sizeWords(one.size))));
}

/** A picture with a tick if it is solved. @param {string} path @param {boolean} isSolved */
export function picture(path, isSolved) {
	const image = /** @type {HTMLImageElement} */ (el("img", { loading: "lazy", alt: "", width: 160, height: 160 }));
	if (path) showPicture(image, `api/${path}${path.includes("?") ? "&" : "?"}theme=${pictureTheme()}`);
	return el("span", { class: "picture" }, path && image, isSolved && el("span", { class: "tick", "aria-hidden": "true" }));
}
