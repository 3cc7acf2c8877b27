/** The meaning of keys on a board: moves, marks, values, commands. A clock joins the digits of two-digit numbers. */

const ARROWS = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };
const TWO_DIGITS = 700;

/** The character of a key: digits by position, whatever Shift and the layout do. */
export function typedBy(event) {
	const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code || "");
	if (digit) return digit[1];
	return event.key.length === 1 ? event.key.toUpperCase() : event.key;
}

/** The number of the value that is typed as a text; -1 if there is none. @param {Layer} layer @param {string} text */
export function valueTyped(layer, text) {
	return layer.values ? layer.values.findIndex((one) => one.typed.includes(text)) : -1;
}

export class Keys {
	/** @param {Layer[]} layers @param {() => number} [now] */
	constructor(layers, now = () => Date.now()) {
		this.cells = layers.find((layer) => layer.where === "cells");
		this.lines = layers.find((layer) => layer.where !== "cells");
		this.written = this.cells?.values ? this.cells : null;
		this.now = now;
		this.buffer = "";
		this.last = 0;
	}

	/** What a key means, or null. @param {KeyboardEvent} event @returns {Meaning|null} */
	meaning(event) {
		const command = event.ctrlKey || event.metaKey;
		const arrow = ARROWS[event.key];
		if (event.key.length > 1 || command) this.buffer = "";  // only consecutive digits make one number
		if (arrow) return this.arrow(arrow, event, command);
		if (event.key === "Home" || event.key === "End") return { do: event.key.toLowerCase(), far: command };
		if (command) return this.commanded(event);
		const typed = this.written && this.value(event);
		if (typed) return typed;
		return this.plain(event);
	}

	/** Whether a key writes a value or a candidate, or takes one away. @param {KeyboardEvent} event */
	writes(event) {
		return !!this.written && (/^(Backspace|Delete)$/.test(event.key) || (event.key.length === 1 && valueTyped(this.written, typedBy(event)) >= 0));
	}

	arrow(by, event, command) {
		if (event.shiftKey && this.lines) return { do: "line", by, second: command };
		if (event.shiftKey && this.written) return { do: "extend", by };
		return command ? { do: "move", by, far: true } : { do: "move", by };
	}

	commanded(event) {
		const key = event.key.toLowerCase();
		if (key === "z") return { do: event.shiftKey ? "redo" : "undo" };
		if (key === "y") return { do: "redo" };
		if (key === "a" && this.written) return { do: "all" };
		const digit = this.written && /^\d$/.test(typedBy(event)) ? valueTyped(this.written, typedBy(event)) : -1;
		return digit >= 0 ? { do: "note", mode: "centre", value: digit } : null;
	}

	value(event) {
		if (event.altKey) return null;
		const layer = /** @type {Layer} */ (this.written);
		const byPlace = typedBy(event);
		const typed = valueTyped(layer, byPlace) < 0 && valueTyped(layer, event.key) >= 0 ? event.key : byPlace;
		const isDigit = /^\d$/.test(typed);
		if (event.shiftKey && isDigit) {
			const value = valueTyped(layer, typed);
			return value < 0 ? null : { do: "note", mode: "corner", value };
		}
		const recent = isDigit && this.buffer && this.now() - this.last < TWO_DIGITS;
		const longer = recent ? valueTyped(layer, this.buffer + typed) : -1;
		const value = longer >= 0 ? longer : valueTyped(layer, typed);
		this.buffer = isDigit ? (longer >= 0 ? this.buffer + typed : typed) : "";
		this.last = this.now();
		return value < 0 ? null : { do: "write", value, replaces: longer >= 0 };
	}

	plain(event) {
		const [, letter] = (event.altKey && /^Key([A-Z])$/.exec(event.code)) || [];  // as letters, or with Alt where they are values
		const key = (letter || event.key).toLowerCase();
		const named = {
			h: { do: "hint" }, g: { do: "act" }, k: { do: "check" }, m: { do: "menu" }, n: { do: "next" }, p: { do: "pause" }, s: { do: "set" }, d: { do: "drawn" },
			y: { do: "keep" }, u: { do: "drop" }, o: { do: "turn" }, a: { do: "equal" }, f: { do: "fill" }, r: { do: "tidy" },
			backspace: { do: "clear" }, delete: { do: "clear" }, escape: { do: "cancel" }, e: { do: "fault" },
			i: { do: "around" }, t: { do: "suppose" }, "?": { do: "help" }, "[": { do: "undo" }, "]": { do: "redo" },
			"+": { do: "zoom", factor: 1.5 }, "=": { do: "zoom", factor: 1.5 }, "-": { do: "zoom", factor: 1 / 1.5 }, 0: { do: "zoom" },
			enter: { do: "mark" }, " ": { do: "mark", second: event.shiftKey },
		};
		if (key === " " && this.written && this.written.tool !== "cycle") return { do: "nextMode", second: event.shiftKey };
		if (named[key]) return named[key];
		if (this.written && "zxcvb".includes(key)) return { do: "mode", mode: ["write", "corner", "centre", "colour", "letter"]["zxcvb".indexOf(key)] };
		if (key === "v") return { do: "colour" };
		return key === "x" ? { do: "mark", second: true } : null;
	}
}
