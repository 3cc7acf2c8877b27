/** Hints in three steps, mistakes with their proof, and the whole path as a replay. */

import { button, el } from "./dom.js";

const STEPS = [
	["Is it right so far?", 1], ["Where can I go on?", 2], ["What follows, and why?", 3],
];

/** @param {Player} player */
export function hintPanel(player) {
	player.panel.replaceChildren(el("h2", {}, "Hint"), el("div", { class: "tools" },
		...STEPS.map(([words, step]) => button(words, () => show(player, step)))));
	/** @type {HTMLElement} */ (player.panel.querySelector("button")).focus();
}

async function show(player, step) {
	const told = await player.request("hint", { step });
	if (!told) return;
	player.board.frames(told.because || [], "because");
	player.board.frames(told.fresh || [], "fresh");
	player.board.frames(told.wrong || [], "wrong");
	const acts = [];
	if (told.kind === "step") acts.push(button("Do it", () => { apply(player, told.marks); hintPanel(player); }));
	if (told.kind === "mistake" && told.marks.length) acts.push(button("Take it back", () => erase(player, told.marks)));
	if (told.kind === "unsound") acts.push(button("Which one, and why?", () => show(player, 3)));
	player.panel.replaceChildren(el("h2", {}, "Hint"), el("p", { class: "words" }, told.words),
		told.parts?.length > 1 ? reasons(player, told) : "",
		acts.length ? el("div", { class: "tools" }, ...acts) : "",
		el("div", { class: "tools small" }, ...STEPS.map(([words, n]) => button(words, () => show(player, n)))));
	player.announcer.say(told.words);
}

/** The parts of a reason; each shows its places. */
function reasons(player, told) {
	return el("details", {}, el("summary", {}, "The reasons one by one"), el("ul", { class: "faults" }, ...told.parts.map((part) =>
		el("li", {}, button(part.words, () => player.board.frames(part.at, "because"), { class: "link" })))));
}

/** Sets the marks of a step; excluded values are removed from the candidates. */
function apply(player, marks) {
	const { game } = player;
	const changes = [];
	for (const [layer, k, value, holds] of marks) {
		if (holds) changes.push(game.change("marks", layer, k, value));
		else {
			const i = game.layers.get(layer).values.findIndex((one) => one.v === value);
			const all = game.layers.get(layer).values.map((_, n) => n);
			const last = changes.find((one) => one[0] === "corner" && one[2] === k);
			const own = (last ? last[4] : game.note("corner", layer, k)) || all;
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

/** The whole path, step by step. @param {Player} player */
export async function replay(player) {
	const told = await player.request("replay", {});
	if (!told) return;
	let at = 0;
	const words = el("p", { class: "words" });
	const count = el("span", {});
	const go = (by) => {
		if (by > 0 && at < told.steps.length) {
			apply(player, told.steps[at].marks);
			at += 1;
		} else if (by < 0 && at > 0) {
			at -= 1;
			player.undo();
		}
		const step = told.steps[Math.max(0, at - 1)];
		words.textContent = at ? step.words : told.words || (told.steps.length ? "Press “Next” for the first step." : "Nothing follows.");
		player.board.frames(at ? step.because : [], "because");
		player.board.frames(at ? step.fresh : [], "fresh");
		count.textContent = `${at} of ${told.steps.length}${told.complete ? "" : " (there is more)"}`;
		if (at) player.announcer.say(step.words);
	};
	player.panel.replaceChildren(el("h2", {}, "Step by step"),
		el("div", { class: "tools" }, button("Back", () => go(-1)), button("Next", () => go(1)), count), words);
	go(0);
}
