/** The menu of a puzzle, and the list of keys. */

import { button, dialog, el } from "./dom.js";
import { replay } from "./replay.js";
import { isLocal } from "./server.js";
import { settingsDialog } from "./settings.js";
import { exportDialog, shareLink } from "./share.js";
import { t } from "./texts.js";

const KEYS = [
	[t("arrows, Home, End"), t("move")], [t("Space or Enter"), t("the next mark")], [t("X or Shift + Space"), t("no mark here")],
	[t("Shift + arrow"), t("line or border on that side")], [t("Ctrl + Shift + arrow"), t("no line on that side")],
	[t("digits and letters"), t("write")], [t("Shift or Ctrl + digit"), t("candidate in the corner, in the middle")],
	["Z X C V", t("value, corner, middle, colour (where values are written)")], [t("Backspace"), t("clear")],
	[t("Ctrl Z, Ctrl Y"), t("undo, redo")], ["T", t("what if")], ["E", t("next mistake")], ["I", t("what is around")], [t("Escape"), t("cancel")],
];

/** @param {Player} player */
export function menu(player) {
	const { doc } = player;
	/** @type {[string, () => any][]} */
	const choices = [
		[t("Start over"), () => player.restart()], [t("Share as a link"), () => shareLink(doc.id)],
		...(isLocal ? [] : [/** @type {[string, () => any]} */ ([t("Play on another device"), async () => (await import("./device.js")).deviceDialog()])]),
		[t("Save as a file"), () => exportDialog(doc, player.game)], [t("Show the whole solution, step by step"), () => replay(player)],
		[t("How hard is it?"), () => player.rate()], [t("Edit this puzzle"), () => { location.hash = `edit/${doc.id}`; }],
		[t("Print"), () => window.print()], [t("Settings"), () => settingsDialog()], [t("Keys"), () => keyList()],
	];
	const box = dialog(t("More"), [el("div", { class: "menu" }, ...choices.map(([words, act]) => button(words, () => {
		box.close();
		act();
	})))]);
}

/** The list of keys. */
export function keyList() {
	dialog(t("Keys"), [el("dl", { class: "keys" }, ...KEYS.flatMap(([key, words]) => [el("dt", {}, key), el("dd", {}, words)]))]);
}
