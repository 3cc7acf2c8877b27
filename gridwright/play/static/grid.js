/**
 * The board for assistive technology: a grid over the picture, with one tab stop and a label for every cell. It ignores
 * pointers, but handles clicks without a pointer, which screen readers send.
 */

import { el } from "./dom.js";
import { t } from "./texts.js";
import { cellWords } from "./words.js";

export class Grid {
	/** @param {HTMLElement} host @param {Game} game @param {{focus: (i: number) => void, act: (i: number) => void}} events */
	constructor(host, game, events) {
		this.game = game;
		this.host = host;
		this.events = events;
		this.focused = 0;
		/** @type {HTMLElement[]} */
		this.cells = [];
		this.build();
	}

	build() {
		const { doc } = this.game;
		const table = el("div", {
			role: "grid", class: "grid", "aria-label": doc.title ? `${doc.genre}: ${doc.title}` : doc.genre,
			"aria-describedby": "task", "aria-rowcount": (doc.rows || 1) + 1, "aria-colcount": (doc.cols || doc.cells.length) + 1,
		});
		const rows = new Map();
		doc.cells.forEach((cell, i) => {
			const row = cell.row ?? 0;
			if (!rows.has(row)) rows.set(row, []);
			rows.get(row).push(i);
		});
		const [above, beside] = headers(doc);
		if (above.size) table.append(headRow(above));
		for (const [row, cells] of [...rows].sort((a, b) => a[0] - b[0])) {
			const line = el("div", { role: "row", "aria-rowindex": row + 2, "aria-label": doc.rows ? t("row {i}", { i: row + 1 }) : t("areas") });
			if (beside.has(row)) line.append(el("span", { role: "rowheader", "aria-colindex": 1 }, beside.get(row)));
			for (const i of cells) line.append(this.cell(i));
			table.append(line);
		}
		table.addEventListener("focusin", (event) => {
			const i = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
			if (i >= 0) this.attend(i);
		});
		table.addEventListener("click", (event) => {
			const i = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
			if (i >= 0 && event.detail === 0) this.events.act(i);
		});
		this.host.replaceChildren(table);
		this.table = table;
	}

	cell(i) {
		const { doc } = this.game;
		const cell = doc.cells[i];
		const made = el("div", {
			role: "gridcell", tabindex: i === this.focused ? 0 : -1, "aria-colindex": (cell.col ?? i) + 2,
			"aria-label": cellWords(this.game, i), "data-cell": i,
		});
		const [x, y, width, height] = doc.box;
		const wide = doc.cell * doc.breadth;
		made.style.left = `${((cell.x - wide / 2 - x) / width) * 100}%`;
		made.style.top = `${((cell.y - doc.cell / 2 - y) / height) * 100}%`;
		made.style.width = `${(wide / width) * 100}%`;
		made.style.height = `${(doc.cell / height) * 100}%`;
		this.cells[i] = made;
		return made;
	}

	attend(i) {
		this.cells[this.focused]?.setAttribute("tabindex", "-1");
		this.focused = i;
		this.cells[i].setAttribute("tabindex", "0");
		this.events.focus(i);
	}

	/** Moves the focus to a cell. */
	focus(i) {
		this.attend(i);
		this.cells[i].focus({ preventScroll: true });
	}

	/** Updates the labels of cells. @param {Iterable<number>} cells */
	label(cells) {
		for (const i of cells) this.cells[i]?.setAttribute("aria-label", cellWords(this.game, i));
	}

	get hasFocus() {
		return this.table.contains(document.activeElement);
	}
}

/** Outside clues, as headers of columns and rows. */
function headers(doc) {
	const above = new Map();
	const beside = new Map();
	for (const { k, words, name } of doc.sides) {
		const [y, x] = k.split(",").map(Number);
		const [into, n] = y < 0 || y > 2 * doc.rows ? [above, Math.floor(x / 2)] : [beside, Math.floor(y / 2)];
		const side = name.split(" ")[0];
		into.set(n, [into.get(n), `${side} ${words}`].filter(Boolean).join("; "));
	}
	return [above, beside];
}

function headRow(above) {
	const line = el("div", { role: "row", "aria-rowindex": 1, "aria-label": t("clues of columns") });
	for (const [col, words] of [...above].sort((a, b) => a[0] - b[0])) {
		line.append(el("span", { role: "columnheader", "aria-colindex": col + 2 }, words));
	}
	return line;
}

/** A polite live region with a queue, so that no announcement is lost. */
export class Announcer {
	/** @param {HTMLElement} region */
	constructor(region) {
		this.region = region;
		/** @type {string[]} */
		this.queue = [];
		this.busy = false;
	}

	/** @param {string} words */
	say(words) {
		this.queue.push(words);
		if (!this.busy) this.next();
	}

	next() {
		const words = this.queue.shift();
		this.busy = words !== undefined;
		if (words === undefined) return;
		this.region.textContent = "";
		setTimeout(() => {
			this.region.textContent = words;
			setTimeout(() => this.next(), 250 + Math.min(1500, words.length * 12));
		}, 40);
	}
}
