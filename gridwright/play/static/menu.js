/** The menu of a puzzle, and the list of keys. */

import { button, dialog, el } from "./dom.js";
import { replay } from "./replay.js";
import { settingsDialog } from "./settings.js";
import { exportDialog, shareLink } from "./share.js";

const KEYS = [
	["arrows, Home, End", "move"], ["Space or Enter", "the next mark"], ["X or Shift + Space", "no mark here"],
	["Shift + arrow", "line or border on that side"], ["Ctrl + Shift + arrow", "no line on that side"],
	["digits and letters", "write"], ["Shift or Ctrl + digit", "candidate in the corner, in the middle"],
	["Z X C V", "value, corner, middle, colour (where values are written)"], ["Backspace", "clear"],
	["Ctrl Z, Ctrl Y", "undo, redo"], ["T", "what if"], ["E", "next mistake"], ["I", "what is around"], ["Escape", "cancel"],
];

/** @param {Player} player */
export function menu(player) {
	const { doc } = player;
	/** @type {[string, () => any][]} */
	const choices = [
		["Start over", () => player.restart()], ["Share as a link", () => shareLink(doc.id)],
		["Save as a file", () => exportDialog(doc, player.game)], ["Show the whole solution, step by step", () => replay(player)],
		["How hard is it?", () => player.rate()], ["Edit this puzzle", () => { location.hash = `edit/${doc.id}`; }],
		["Print", () => window.print()], ["Settings", () => settingsDialog()], ["Keys", () => keyList()],
	];
	const box = dialog("More", [el("div", { class: "menu" }, ...choices.map(([words, act]) => button(words, () => {
		box.close();
		act();
	})))]);
}

/** The list of keys. */
export function keyList() {
	dialog("Keys", [el("dl", { class: "keys" }, ...KEYS.flatMap(([key, words]) => [el("dt", {}, key), el("dd", {}, words)]))]);
}
