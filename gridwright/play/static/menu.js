/** The menu of a puzzle. */

import { button, dialog, el } from "./dom.js";
import { help } from "./howto.js";
import { settingsDialog } from "./preferences.js";
import { replay } from "./replay.js";
import { isLocal } from "./server.js";
import { exportDialog, shareLink } from "./share.js";
import { t } from "./texts.js";

/** @param {Player} player */
export function menu(player) {
	const { doc } = player;
	/** @type {[string, () => any][]} */
	const choices = [
		[t("Start over"), () => player.restart()], [t("Share as a link"), () => shareLink(doc.id)],
		...(isLocal ? [] : [/** @type {[string, () => any]} */ ([t("Play on another device"), async () => (await import("./device.js")).deviceDialog()])]),
		[t("Save as a file"), () => exportDialog(doc, player.game)], [t("Show the whole solution, step by step"), () => replay(player)],
		[t("How hard is it?"), () => player.rate()], [t("Edit this puzzle"), () => { location.hash = `edit/${doc.id}`; }],
		[t("Print"), () => window.print()], [t("Settings"), () => settingsDialog()], [t("How to play this"), () => help(player)],
	];
	const box = dialog(t("More"), [el("div", { class: "menu" }, ...choices.map(([words, act]) => button(words, () => {
		box.close();
		act();
	})))]);
}
