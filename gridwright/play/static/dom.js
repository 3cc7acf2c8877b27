/** Elements and dialogs; strings become text, never HTML. */

import { t } from "./texts.js";

/**
 * @param {string} name
 * @param {Object<string, any>} [attributes] `on...` are listeners; null and false omit an attribute
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
		else if (value === true) made.setAttribute(key, "");
		else if (value !== null && value !== false && value !== undefined) made.setAttribute(key, String(value));
	}
	for (const one of children) if (one !== null && one !== undefined && one !== false) made.append(one);
	return made;
}

/** A button with a label. */
export function button(words, act, attributes = {}) {
	return el("button", { type: "button", onclick: act, ...attributes }, words);
}

/** Buttons of which one is pressed. @param {string} label @param {any[][]} options values with their words @param {object} more */
export function toggles(label, options, value, act, more = {}) {
	const buttons = options.map(([v, words, own = {}]) => button(words, () => {
		buttons.forEach((one, i) => one.setAttribute("aria-pressed", String(options[i][0] === v)));
		act(v);
	}, { "aria-pressed": String(v === value), ...own }));
	return el("div", { class: "tools even small switch", role: "group", "aria-label": label, ...more }, ...buttons);
}

/** A button that repeats its action while it is held. */
export function holdButton(words, act, attributes = {}) {
	let timer = 0;
	const stop = () => clearTimeout(timer);
	const repeat = () => {
		act();
		timer = window.setTimeout(repeat, 90);
	};
	return el("button", {
		type: "button", ...attributes,
		onpointerdown: (event) => {
			if (event.button) return;
			act();
			timer = window.setTimeout(repeat, 450);
		},
		onpointerup: stop, onpointerleave: stop, onpointercancel: stop, onblur: stop,
		onclick: (event) => event.detail === 0 && act(),
	}, words);
}

/**
 * A dialog; it closes by Escape, by its button, or by `close()`.
 * @param {string} title
 * @param {(Node|string)[]} content
 * @param {[string, () => any][]} [choices] buttons; a choice that returns false leaves the dialog open
 */
export function dialog(title, content, choices = [[t("Close"), () => true]]) {
	const made = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": "dialog-title" },
		el("h2", { id: "dialog-title" }, title), ...content,
		el("div", { class: "choices" }, ...choices.map(([words, act], i) => button(words, async () => {
			if ((await act()) !== false) made.close();
		}, { class: i === 0 && choices.length > 1 ? "main" : null })))));
	made.addEventListener("close", () => made.remove());
	document.body.append(made);
	made.showModal();
	made.scrollTop = 0;
	return made;
}

/** The head of a page: the way back to the list, the title with a line below it, and buttons. @param {...any} acts */
export function bar(title, below, ...acts) {
	return el("header", { class: "bar" }, button(t("‹ Puzzles"), () => { location.hash = ""; }, { class: "quiet" }),
		el("div", { class: "title" }, el("h1", {}, title), below && el("p", {}, below)), ...acts);
}

/** A line for messages. @param {string} [kind] */
export const statusLine = (kind) => el("p", { class: "status", role: "status", "data-kind": kind });

/** Gives a board its shape, and the most pixels for a cell. @param {HTMLElement} box @param {number[]} drawing @param {number} most */
export function shape(box, [, , width, height], most) {
	box.style.setProperty("--aspect", String(width / height));
	box.style.setProperty("--most", `${Math.round((width / 40) * most)}px`);
}

/** Hours, minutes and seconds. */
export function clock(seconds) {
	const s = Math.floor(seconds);
	const two = (n) => String(n).padStart(2, "0");
	return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}
