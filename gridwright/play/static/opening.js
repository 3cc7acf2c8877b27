/** Opens puzzles that are pasted, or in a file. */

import { ask } from "./api.js";
import { dialog, el, statusLine } from "./dom.js";
import { t } from "./texts.js";

/** Opens a text, and shows its puzzle, or the list. @param {string} text */
async function open(text) {
	const { ids } = await ask("api/open", "POST", { text });
	if (ids.length === 1) location.hash = `play/${ids[0]}`;
	else location.reload();
}

export function openDialog() {
	const field = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 10, spellcheck: "false", "aria-label": t("Text or link"),
		placeholder: t("Paste a puzzle here, in any format, or a link") }));
	const status = statusLine();
	const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", onchange: async () => { field.value = await /** @type {File} */ (file.files?.[0]).text(); } }));
	dialog(t("Open a puzzle"), [field, el("label", { class: "field" }, el("span", {}, t("or a file")), file), status], [
		[t("Open"), () => open(field.value).then(() => true, (fault) => {
			status.textContent = fault.message;
			return false;
		})],
		[t("Cancel"), () => true],
	]);
}

/** Opens a file that the player chooses. */
export function openFile() {
	const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", onchange: async () => {
		await open(await /** @type {File} */ (file.files?.[0]).text()).catch((fault) => dialog(t("This text cannot be read"), [fault.message]));
	} }));
	file.click();
}
