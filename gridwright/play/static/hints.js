/** Hints in three steps, and mistakes with their proof; the places in their words are linked with the board. */

import { button, el } from "./dom.js";
import { t } from "./texts.js";

const STEPS = [
	[t("Is it right so far?"), 1], [t("Where can I go on?"), 2], [t("What follows, and why?"), 3],
];

/** @param {Player} player */
export function hintPanel(player) {
	player.panel.dataset.hint = "0";
	player.panel.replaceChildren(el("h2", {}, t("Hint")), el("div", { class: "tools steps" },
		...STEPS.map(([words, step]) => button(words, () => show(player, step)))));
	/** @type {HTMLElement} */ (player.panel.querySelector("button")).focus();
}

/** Opens the panel or, if it is open, shows the next level of the hint. @param {Player} player */
export function nextHint(player) {
	const { hint } = player.panel.dataset;
	const isOpen = player.panel.querySelector(".steps");
	if (isOpen) show(player, Math.min(Number(hint || 0) + 1, STEPS.length));
	else hintPanel(player);
	player.grid.focus(player.focus.cell);
}

async function show(player, step) {
	player.panel.dataset.hint = String(step);
	const told = await player.request("hint", { step });
	if (!told) return;
	showRoles(player, { premise: told.because, ...told.roles }, told.notes);
	player.board.frames(told.wrong || [], "wrong");
	const acts = [];
	if (told.kind === "step") acts.push(button(t("Do it"), () => { apply(player, told); hintPanel(player); }));
	if (told.kind === "mistake" && told.marks.length) acts.push(button(t("Take it back"), () => erase(player, told.marks)));
	if (told.kind === "unsound") acts.push(button(t("Which one, and why?"), () => show(player, 3)));
	player.panel.replaceChildren(el("h2", {}, told.technique ? t("Hint: {technique}", told) : t("Hint")), linked(player, told), legend(told.roles),
		told.parts?.length > 1 ? reasons(player, told) : "",
		acts.length ? el("div", { class: "tools" }, ...acts) : "",
		el("div", { class: "tools small steps" }, ...STEPS.map(([words, n]) => button(words, () => show(player, n)))));
	player.announcer.say(told.words);
}

/** The roles of places in an argument: in words, and as frames if these have other names. */
const WORDS = {
	premise: t("reason"), supposition: t("supposition"), consequence: t("consequence"), contradiction: t("contradiction"), conclusion: t("conclusion"),
};
const FRAMES = { premise: "because", conclusion: "fresh" };

/** Frames the places of an argument by their roles, and shows its candidates. @param {Player} player @param {Object<string, string[]>} roles */
export function showRoles(player, roles, notes = []) {
	player.board.unframe(notes);
	for (const [role, keys = []] of Object.entries(roles)) player.board.frames(keys, FRAMES[role] || role);
}

/** What the frames mean. @param {Object<string, string[]>} [roles] */
export function legend(roles = {}) {
	return el("ul", { class: "legend" }, ...Object.keys(WORDS).filter((role) => roles[role] || (role === "premise" && roles.around))
		.map((role) => el("li", {}, el("span", { class: `swatch ${role}` }), WORDS[role])));
}

/** The words of a hint or step; pointing at a place in them shows it on the board. @param {Player} player */
export function linked(player, told) {
	return el("p", { class: "words" }, ...(told.said || [told.words]).map((part) => (typeof part === "string" ? part : place(player, part))));
}

function place(player, [words, keys, role]) {
	const on = () => player.board.frames(keys, "pointed");
	const off = () => player.board.frames([], "pointed");
	return el("span", {
		class: `at ${role}`, role: "button", tabindex: 0, "data-at": keys.join(" "),
		onpointerover: on, onfocus: on, onclick: on, onpointerout: off, onblur: off,
	}, words);
}

/** Marks the words that name a cell, or a place at it. @param {Player} player @param {number|null} cell */
export function pointOut(player, cell) {
	const isAt = (k) => k === player.doc.cells[cell].k || [...player.game.places.values()].some((places) => places.get(k)?.c.includes(cell));
	for (const one of player.panel.querySelectorAll(".at")) {
		const keys = (one.getAttribute("data-at") || "").split(" ");
		one.classList.toggle("pointed", cell !== null && keys.some(isAt));
	}
}

/** The parts of a reason; each shows its places. */
function reasons(player, told) {
	return el("details", {}, el("summary", {}, t("The reasons one by one")), el("ul", { class: "faults" }, ...told.parts.map((part) =>
		el("li", {}, button(part.words, () => player.board.frames(part.at, "because"), { class: "link" })))));
}

/** Sets the marks of a step; excluded values are removed from the candidates, those of the step if there are no others. */
export function apply(player, { marks, notes }) {
	const { game } = player;
	const open = new Map(notes);
	const changes = [];
	for (const [layer, k, value, holds] of marks) {
		if (holds) changes.push(game.change("marks", layer, k, value));
		else {
			const i = game.layers.get(layer).values.findIndex((one) => one.v === value);
			const last = changes.find((one) => one[0] === "corner" && one[2] === k);
			const own = last?.[4] || game.note("corner", layer, k) || open.get(k)?.[1] || game.layers.get(layer).values.map((_, n) => n);
			const left = own.filter((n) => n !== i);
			if (last) last[4] = left;
			else changes.push(game.change("corner", layer, k, left));
		}
	}
	player.commit(changes, "hint");
}

function erase(player, marks) {
	player.commit(marks.map(([layer, k]) => player.game.change("marks", layer, k, null)), "mistake");
}
