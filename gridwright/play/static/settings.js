/** The player's settings for all puzzles, which are stored on the server. */

import { ask } from "./api.js";
import { checkbox, dialog, select } from "./dom.js";

export const settings = {
	check: "request", solved: "once", timer: false, theme: "auto", board: "theme", shortcuts: true, autoRemove: false,
	language: "en",
};

export async function loadSettings() {
	Object.assign(settings, await ask("api/settings").catch(() => ({})));
	applyTheme();
	document.dispatchEvent(new CustomEvent("settings"));
}

export function set(name, value) {
	settings[name] = value;
	applyTheme();
	document.dispatchEvent(new CustomEvent("settings"));
	ask("api/settings", "PUT", { [name]: value }).catch(() => {});
}

/** Says everything about puzzles in a language; what is on the page already is read again. */
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
	dialog("Settings", [
		choose("Check for mistakes", "check", [["off", "never"], ["request", "when I ask"], ["live", "always"]]),
		choose("Say “solved”", "solved", [["once", "as soon as it is"], ["full", "when every place is decided"], ["check", "when I press Check"]]),
		choose("Colours", "theme", [["auto", "as the device"], ["light", "light"], ["dark", "dark"], ["contrast", "high contrast"]]),
		select("Rules and hints in", [["en", "English"], ["de", "Deutsch"]], settings.language, speak),
		choose("Boards", "board", [["theme", "in these colours"], ["light", "always light"]]),
		check("Show a timer", "timer"),
		check("Remove candidates that a number rules out", "autoRemove"),
		check("Shortcuts by single letters", "shortcuts"),
	]);
}
