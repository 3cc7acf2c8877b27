/** Zoom by buttons, keys, two fingers or Ctrl + wheel. Two fingers, the wheel and the middle button move the board. */

/** Pixels per cell: a board with smaller ones opens enlarged, to readable ones; it has buttons below a third size. */
const [TINY, READABLE, SMALL, LARGEST] = [14, 24, 26, 72];

export class Zoom {
	/** @param {import("./board.js").Board} board @param {HTMLElement} host @param {{cancel: () => void, zoomed: (on: boolean) => void}} events */
	constructor(board, host, events) {
		this.board = board;
		this.target = /** @type {HTMLElement} */ (host.parentElement);
		this.events = events;
		this.whole = board.doc.box;
		this.box = [...this.whole];
		/** @type {Map<number, {x: number, y: number}>} */
		this.fingers = new Map();
		this.busy = false;
		this.isZoomed = false;
		this.ended = new AbortController();
		const on = (name, act, more = {}) => this.target.addEventListener(name, act, { signal: this.ended.signal, ...more });
		on("wheel", (event) => this.wheel(event), { passive: false });
		on("pointerdown", (event) => this.down(event), { capture: true });
		on("pointermove", (event) => this.moved(event), { capture: true });
		for (const name of ["pointerup", "pointercancel"]) on(name, (event) => this.up(event), { capture: true });
		on("dblclick", (event) => event.ctrlKey && this.reset());
	}

	/** Pixels per cell when the whole board is shown. */
	get cell() {
		return (this.target.clientWidth / this.whole[2]) * this.board.doc.cell;
	}

	/** Whether the whole board has small cells. */
	get isNeeded() {
		return this.cell < SMALL;
	}

	/** Enlarges a board of tiny cells around a point. @param {Point} point */
	open({ x, y }) {
		if (this.cell >= TINY) return;
		const [, , width, height] = this.whole;
		const part = this.cell / READABLE;
		this.box = [x - (width * part) / 2, y - (height * part) / 2, width * part, height * part];
		this.apply();
	}

	/** Enlarges around the middle, or shrinks. */
	step(factor) {
		const [x, y, width, height] = this.box;
		this.by(factor, { x: x + width / 2, y: y + height / 2 });
	}

	/** Moves the board until a point and what is around it can be seen. @param {Point} point */
	reveal({ x, y }) {
		if (!this.isZoomed) return;
		const [left, top, width, height] = this.box;
		const near = 1.5 * this.board.doc.cell;
		const into = (v, from, size) => Math.min(Math.max(from, v + near - size), v - near);
		this.box.splice(0, 2, into(x, left, width), into(y, top, height));
		this.apply();
	}

	/** Moves the board by pixels. */
	move(dx, dy) {
		const { pixels } = this.board;
		this.box[0] += dx / pixels;
		this.box[1] += dy / pixels;
		this.apply();
	}

	end() {
		this.ended.abort();
	}

	reset() {
		this.box = [...this.whole];
		this.apply();
	}

	apply() {
		const [x, y, width, height] = this.whole;
		const [, , w, h] = this.box;
		this.box[0] = Math.min(Math.max(this.box[0], x), x + width - w);
		this.box[1] = Math.min(Math.max(this.box[1], y), y + height - h);
		this.board.show(this.box);
		this.isZoomed = w < width - 1;
		this.target.classList.toggle("zoomed", this.isZoomed);
		this.events.zoomed(this.isZoomed);
		const grid = /** @type {HTMLElement|null} */ (this.target.querySelector(".grid"));
		if (grid) {
			grid.style.transformOrigin = "0 0";
			grid.style.transform = `scale(${width / w}) translate(${(-(this.box[0] - x) / width) * 100}%, ${(-(this.box[1] - y) / height) * 100}%)`;
		}
	}

	/** Enlarges the board around a point. */
	by(factor, point) {
		const [, , width] = this.whole;
		const least = Math.min(width / 8, (width * this.cell) / LARGEST);
		const next = Math.min(width, Math.max(least, this.box[2] / factor));
		const real = this.box[2] / next;
		this.box = [
			point.x - (point.x - this.box[0]) / real, point.y - (point.y - this.box[1]) / real, this.box[2] / real, this.box[3] / real,
		];
		this.apply();
	}

	wheel(event) {
		if (!event.ctrlKey && !this.isZoomed) return;
		event.preventDefault();
		if (event.ctrlKey) this.by(Math.exp(-event.deltaY / 300), this.board.pointAt(event));
		else if (event.shiftKey && !event.deltaX) this.move(event.deltaY, 0);
		else this.move(event.deltaX, event.deltaY);
	}

	down(event) {
		if (event.button === 1) event.preventDefault();
		if (event.pointerType !== "touch") return;
		this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (this.fingers.size === 2) {
			this.busy = true;
			this.events.cancel();
		}
	}

	moved(event) {
		if (event.pointerType === "mouse" && event.buttons & 4) this.move(-event.movementX, -event.movementY);
		const before = this.fingers.get(event.pointerId);
		if (!before) return;
		const now = { x: event.clientX, y: event.clientY };
		if (this.fingers.size === 2) {
			const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
			const middle = (p) => ({ clientX: (p.x + other.x) / 2, clientY: (p.y + other.y) / 2 });
			const [was, is] = [this.board.pointAt(middle(before)), this.board.pointAt(middle(now))];
			this.box[0] += was.x - is.x;
			this.box[1] += was.y - is.y;
			const length = (p) => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
			this.by(length(now) / length(before), this.board.pointAt(middle(now)));
		}
		this.fingers.set(event.pointerId, now);
	}

	up(event) {
		this.fingers.delete(event.pointerId);
		if (this.busy) event.stopPropagation();
		if (!this.fingers.size) this.busy = false;
	}
}
