/** Elements and dialogs; strings become text, never HTML. */

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
	return el("div", { class: "tools even small", role: "group", "aria-label": label, ...more }, ...buttons);
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
export function dialog(title, content, choices = [["Close", () => true]]) {
	const made = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": "dialog-title" },
		el("h2", { id: "dialog-title" }, title), ...content,
		el("div", { class: "choices" }, ...choices.map(([words, act]) => button(words, async () => {
			if ((await act()) !== false) made.close();
		})))));
	made.addEventListener("close", () => made.remove());
	document.body.append(made);
	made.showModal();
	return made;
}

/** A labelled choice between values. @param {string} label @param {any[][]} options */
export function select(label, options, value, change) {
	const box = /** @type {HTMLSelectElement} */ (el("select", { onchange: () => change(box.value) },
		...options.map(([v, words]) => el("option", { value: v, selected: String(v) === String(value) }, words))));
	return el("label", { class: "field" }, el("span", {}, label), box);
}

export function checkbox(label, value, change) {
	const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", checked: value, onchange: () => change(box.checked) }));
	return el("label", { class: "check" }, box, el("span", {}, label));
}

/** Hours, minutes and seconds. */
export function clock(seconds) {
	const s = Math.floor(seconds);
	const two = (n) => String(n).padStart(2, "0");
	return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}
