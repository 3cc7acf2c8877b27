/** The named versions of a draft, which one can go back to. */

import { ask } from "./api.js";
import { button, el } from "./dom.js";
import { t } from "./texts.js";

export class Versions {
	/** @param {Editor} editor @param {any[]} kept */
	constructor(editor, kept = []) {
		this.editor = editor;
		/** The newest last. @type {{name: string, draft: any}[]} */
		this.kept = kept;
		this.list = el("ul", { class: "versions" });
		this.name = /** @type {HTMLInputElement} */ (el("input", { "aria-label": t("Name of the version"), onkeydown: (event) => event.key === "Enter" && this.add() }));
	}

	section() {
		this.show();
		return el("details", {}, el("summary", {}, t("Versions")), el("div", { class: "pair" }, this.name, button(t("Keep this version"), () => this.add())), this.list);
	}

	show() {
		this.name.placeholder = t("Version {n}", { n: this.kept.length + 1 });
		this.list.replaceChildren(...this.kept.map((one) => el("li", {},
			button(one.name, () => this.editor.take(ask("api/draft/change", "POST", { draft: one.draft })).catch(this.editor.fail), { class: "link", "aria-label": t("Go back to {name}", one) }),
			button(t("Delete"), () => this.remove(one), { class: "quiet", "aria-label": t("Delete {name}", one) }))).reverse());
	}

	/** Keeps the draft as it is now under a name. */
	add() {
		this.kept.push({ name: this.name.value.trim() || this.name.placeholder, draft: this.editor.told.draft });
		this.name.value = "";
		this.editor.keep();
		this.show();
	}

	remove(one) {
		this.kept.splice(this.kept.indexOf(one), 1);
		this.editor.keep();
		this.show();
	}
}
