/** Which lessons there are: their pages, and the part of the start page about them. */

import { ask } from "./api.js";
import { picture } from "./cards.js";
import { bar, el } from "./dom.js";
import { t } from "./texts.js";

const CONTINUED = 3;

const isBegun = (one) => one.done > 0 && one.done < one.n;
const progressWords = (one) => (one.done ? t("{done} of {n} steps", one) : t("{n} steps", one));

/** The lessons, those that are begun first. */
async function lessons() {
	const told = await ask("api/lessons");
	return told.lessons.sort((a, b) => Number(isBegun(b)) - Number(isBegun(a)) || a.genre.localeCompare(b.genre));
}

/** The page with all lessons. @param {HTMLElement} host */
export async function openLessons(host) {
	const found = await lessons();
	host.replaceChildren(bar(t("Learn"), t("The rules on four tiny boards, then the techniques, step by step.")),
		el("ul", { class: "tiles" }, ...found.map(tile)));
	return { end() {} };
}

const tile = (one) => el("li", { class: `tile ${one.done === one.n ? "solved" : one.done ? "begun" : ""}` }, el("a", { href: `#learn/${one.slug}` },
	picture(`genres/${encodeURIComponent(one.genre)}/icon.svg`, one.done === one.n), el("strong", {}, one.genre), el("span", { class: one.done ? "done" : "" }, progressWords(one))));

/** The lessons that are begun, for the start page. @returns {Promise<HTMLElement>} */
export async function begunLessons() {
	const found = (await lessons()).filter(isBegun).slice(0, CONTINUED);
	if (!found.length) return el("p", { class: "count" }, t("New to a genre? Learn its rules on four tiny boards, then its techniques, step by step."));
	return el("ul", { class: "collections" }, ...found.map((one) => el("li", {}, el("div", {}, el("a", { href: `#learn/${one.slug}` }, one.genre),
		el("span", { class: "count" }, progressWords(one)), el("progress", { max: one.n, value: one.done, "aria-label": progressWords(one) })),
	el("a", { href: `#learn/${one.slug}`, class: "button" }, t("Continue")))));
}
