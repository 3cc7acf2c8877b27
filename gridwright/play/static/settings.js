/** The player's settings for all puzzles, which are stored on the server. */

import { ask } from "./api.js";
import { button, checkbox, dialog, select } from "./dom.js";
import { isLocal } from "./server.js";
import { saved, t } from "./texts.js";

export const settings = {
	check: "request", solved: "once", timer: false, theme: "auto", board: "theme", shortcuts: true, autoRemove: false, page: "",
	language: "en", ...saved,
};

export function set(name, value) {
	settings[name] = value;
	applyTheme();
	document.dispatchEvent(new CustomEvent("settings"));
	ask("api/settings", "PUT", { [name]: value }).catch(() => {});
}

/** Says everything in a language; what is on the page already is read again. */
async function speak(code) {
	await ask("api/settings", "PUT", { language: code });
	location.reload();
}

const DARK = matchMedia("(prefers-color-scheme: dark)");

/** Applies the theme of the page; boards may stay light. */
export function applyTheme() {
	const { dataset } = document.documentElement;
	dataset.theme = settings.theme;
	dataset.board = settings.board;
	dataset.dark = "";
	if (!(settings.theme === "dark" || (settings.theme === "auto" && DARK.matches))) delete dataset.dark;
}
applyTheme();
DARK.addEventListener("change", applyTheme);
window.addEventListener("beforeprint", () => {
	delete document.documentElement.dataset.dark;
});
window.addEventListener("afterprint", applyTheme);

/** The theme of pictures that fits the page. */
export function pictureTheme() {
	const { theme, dark, board } = document.documentElement.dataset;
	return theme === "contrast" ? "high-contrast" : dark !== undefined && board !== "light" ? "dark" : "light";
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
