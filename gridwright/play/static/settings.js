/** The player's settings for all puzzles, which are stored on the server. */

import { ask } from "./api.js";
import { saved } from "./texts.js";

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
