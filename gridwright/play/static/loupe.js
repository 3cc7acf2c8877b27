/** A magnifying glass beside the finger, for boards whose cells are too small to hit. */

import { CONTENT, svgElement } from "./board.js";
import { el } from "./dom.js";

const SMALL = 32;
const CELLS_ACROSS = 4;
const SIZE = 136;
const ABOVE = 96;

export class Loupe {
	/** @param {import("./board.js").Board} board @param {HTMLElement} box the element of the board */
	constructor(board, box) {
		this.board = board;
		this.glass = el("div", { class: "loupe", "aria-hidden": "true", hidden: true });
		this.svg = svgElement("svg", { width: SIZE, height: SIZE }, this.glass);
		svgElement("use", { href: `#${CONTENT}` }, this.svg);
		box.after(this.glass);
	}

	/** Shows what is under a finger, above it, or beside it at the top of the window. @param {PointerEvent} event */
	follow(event) {
		if (event.pointerType !== "touch" || this.board.pixels * this.board.doc.cell >= SMALL) return;
		const wide = CELLS_ACROSS * this.board.doc.cell;
		const { x, y } = this.board.pointAt(event);
		this.svg.setAttribute("viewBox", `${x - wide / 2} ${y - wide / 2} ${wide} ${wide}`);
		const isHigh = event.clientY < ABOVE + SIZE / 2;
		const aside = event.clientX < window.innerWidth / 2 ? ABOVE : -ABOVE;
		this.glass.style.left = `${event.clientX - SIZE / 2 + (isHigh ? aside : 0)}px`;
		this.glass.style.top = `${event.clientY - SIZE / 2 - (isHigh ? 0 : ABOVE)}px`;
		this.glass.hidden = false;
	}

	hide() {
		this.glass.hidden = true;
	}
}
