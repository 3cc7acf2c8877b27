/** Mouse, finger and pen on the board: strokes, which gestures.js turns into marks, and ticking off clues. */

import { Stroke } from "./gestures.js";
import { Loupe } from "./loupe.js";

export class Pointing {
	/** @param {Player} player */
	constructor(player) {
		this.player = player;
		/** @type {Stroke|null} */
		this.stroke = null;
		this.pointer = -1;
		this.loupe = new Loupe(player.board, player.boardBox);
		const on = (name, act) => player.boardBox.addEventListener(name, act, { signal: player.ended.signal });
		on("pointerdown", (event) => this.press(event));
		on("pointermove", (event) => this.move(event));
		on("pointerup", (event) => this.release(event));
		on("pointercancel", () => this.cancel());
		on("contextmenu", (event) => event.preventDefault());
	}

	press(event) {
		const { player } = this;
		if (player.game.solved || player.zoom.busy || event.button > 2 || event.button === 1) return;
		if (this.stroke) {
			this.cancel();  // a second finger cancels the gesture
			return;
		}
		event.preventDefault();
		const isOther = event.button === 2 || (event.ctrlKey && event.pointerType === "mouse" && !player.written) || (event.buttons & 32) > 0;
		player.boardBox.setPointerCapture?.(event.pointerId);
		this.stroke = new Stroke(player.game, player.geometry, {
			second: isOther !== player.second, add: event.ctrlKey || event.metaKey, only: player.only || undefined,
		});
		this.pointer = event.pointerId;
		this.loupe.follow(event);
		this.paint(() => this.stroke?.press(player.board.pointAt(event)));
	}

	move(event) {
		if (!this.stroke || event.pointerId !== this.pointer) return;
		const points = event.getCoalescedEvents?.() || [];
		this.paint(() => {
			for (const one of points.length ? points : [event]) this.stroke?.move(this.player.board.pointAt(one));
		});
		this.loupe.follow(event);
	}

	/** Changes the stroke and draws the result. */
	paint(act) {
		const { board } = this.player;
		performance.mark("input");
		const known = [...(this.stroke?.changes.values() || [])];
		act();
		const now = [...(this.stroke?.changes.values() || [])];
		if (now.length || known.length) board.update([...known, ...now]);
		if (this.stroke?.isWritten) board.point(null, this.selection(this.stroke));
	}

	/** The selected cells at the end of a stroke. */
	selection(stroke) {
		return stroke.add ? [...new Set([...this.player.focus.selected, ...stroke.selected])] : stroke.selected;
	}

	release(event) {
		const { stroke, player } = this;
		if (!stroke || event.pointerId !== this.pointer) return;
		this.stroke = null;
		this.loupe.hide();
		performance.mark("input");
		const changes = stroke.release();
		if (stroke.isWritten) {
			const { selected } = player.focus;
			const again = !stroke.moved && selected.length === 1 && selected[0] === stroke.selected[0];
			player.focus.selected = again && stroke.add ? [] : this.selection(stroke);
		}
		player.changed(changes);
		if (stroke.first !== null && stroke.first !== undefined) player.grid.focus(stroke.first);  // makes the browser lay out the page
		if (!changes.length && stroke.first === null && !stroke.moved) this.tickOff(stroke.start);
	}

	/** Ticks off an outside clue, or removes the tick. @param {Point} at */
	tickOff({ x, y }) {
		const { doc: { rows, cols, sides }, game } = this.player;
		const [row, col] = [2 * Math.floor(y / 40) + 1, 2 * Math.floor(x / 40) + 1];
		const side = sides.find(({ k }) => k === (y < 0 ? `-1,${col}` : x < 0 ? `${row},-1` : y > rows * 40 ? `${2 * rows + 1},${col}` : `${row},${2 * cols + 1}`));
		if (side) this.player.commit([game.change("done", "board", side.k, game.note("done", "board", side.k) ? null : true)]);
	}

	/** Cancels the current stroke. */
	cancel() {
		this.loupe.hide();
		if (!this.stroke) return;
		const back = this.stroke.cancel();
		this.stroke = null;
		this.player.board.update(back);
		this.player.focus.show();
	}
}
