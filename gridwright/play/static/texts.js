/** The saved settings, and the page's labels in their language: modules that use labels wait for both. */

import { isLocal, send } from "./server.js";

const told = document.getElementById("settings")?.textContent;  // a server puts them into the page
const { labels = {}, ...found } = told ? JSON.parse(told) : await send("api/settings", "GET").then((answer) => answer.json()).catch(() => ({}));
/** @type {Object<string, any>} */
export const saved = found;
document.documentElement.lang = saved.language || "en";
if (isLocal) localStorage.setItem("gridwright:labels", JSON.stringify(labels));  // for what is said before they are known

/**
 * A label, whose English form is the key of its translation. `|` separates the forms for one and for several.
 * @param {string} text @param {Object<string, any>} [words] for the names in braces; `n` chooses the form
 */
export function t(text, words = {}) {
	const [one, several = one] = (labels[text] || text).split("|");
	return (words.n === 1 ? one : several).replace(/\{(\w+)\}/g, (_, name) => words[name]);
}
