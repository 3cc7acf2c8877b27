/** Zoom by two fingers or Ctrl + wheel; one finger never moves the board. */

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
		this.ended = new AbortController();
		const on = (name, act, more = {}) => this.target.addEventListener(name, act, { signal: this.ended.signal, ...more });
		on("wheel", (event) => this.wheel(event), { passive: false });
		on("pointerdown", (event) => this.down(event), { capture: true });
		on("pointermove", (event) => this.moved(event), { capture: true });
		for (const name of ["pointerup", "pointercancel"]) on(name, (event) => this.up(event), { capture: true });
		on("dblclick", (event) => event.ctrlKey && this.reset());
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
		const zoomed = w < width - 1;
		this.target.classList.toggle("zoomed", zoomed);
		this.events.zoomed(zoomed);
		const grid = /** @type {HTMLElement|null} */ (this.target.querySelector(".grid"));
		if (grid) {
			grid.style.transformOrigin = "0 0";
			grid.style.transform = `scale(${width / w}) translate(${(-(this.box[0] - x) / width) * 100}%, ${(-(this.box[1] - y) / height) * 100}%)`;
		}
	}

	/** Enlarges the board around a point. */
	by(factor, point) {
		const [, , width] = this.whole;
		const next = Math.min(width, Math.max(width / 8, this.box[2] / factor));
		const real = this.box[2] / next;
		this.box = [
			point.x - (point.x - this.box[0]) / real, point.y - (point.y - this.box[1]) / real, this.box[2] / real, this.box[3] / real,
		];
		this.apply();
	}

	wheel(event) {
		if (!event.ctrlKey) return;
		event.preventDefault();
		this.by(Math.exp(-event.deltaY / 300), this.board.pointAt(event));
	}

	down(event) {
		if (event.pointerType !== "touch") return;
		this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (this.fingers.size === 2) {
			this.busy = true;
			this.events.cancel();
		}
	}

	moved(event) {
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
