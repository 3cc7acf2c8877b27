/** The dialog of the settings. */

import { ask } from "./api.js";
import { button, dialog } from "./dom.js";
import { checkbox, select } from "./fields.js";
import { isLocal } from "./server.js";
import { set, settings } from "./settings.js";
import { t } from "./texts.js";

/** Says everything in a language; what is on the page already is read again. */
async function speak(code) {
	await ask("api/settings", "PUT", { language: code });
	location.reload();
}

export function settingsDialog() {
	const choose = (label, name, options) => select(label, options, settings[name], (value) => set(name, value));
	const check = (label, name) => checkbox(label, settings[name], (value) => set(name, value));
	const box = dialog(t("Settings"), [
		choose(t("Check for mistakes"), "check", [["off", t("never")], ["request", t("when I ask")], ["live", t("always")]]),
		choose(t("Say “solved”"), "solved", [["once", t("as soon as it is")], ["full", t("when every place is decided")], ["check", t("when I press Check")]]),
		choose(t("Colours"), "theme", [["auto", t("as the device")], ["light", t("light")], ["dark", t("dark")], ["contrast", t("high contrast")]]),
		select(t("Language"), [["en", "English"], ["de", "Deutsch"]], settings.language, speak),
		choose(t("Boards"), "board", [["theme", t("in these colours")], ["light", t("always light")]]),
		check(t("Show a timer"), "timer"),
		check(t("Remove candidates that a number rules out"), "autoRemove"),
		check(t("Shortcuts by single letters"), "shortcuts"),
		isLocal ? "" : button(t("Play on another device"), async () => {
			box.close();
			(await import("./device.js")).deviceDialog();
		}),
	]);
}
