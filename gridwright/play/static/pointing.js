/** Mouse, finger and pen on the board: strokes, which gestures.js turns into marks, and ticking off clues. */

import { Stroke } from "./gestures.js";
import { Loupe } from "./loupe.js";
import { PaintStroke } from "./painting.js";

/** Two clicks on a cell within this time, in milliseconds, are a double click. */
const DOUBLE = 400;

export class Pointing {
	/** @param {Player} player */
	constructor(player) {
		this.player = player;
		/** @type {Stroke|null} */
		this.stroke = null;
		this.pointer = -1;
		/** The last click on a cell: which, and when. */
		this.clicked = { cell: -1, time: 0 };
		/** Whether the stroke takes cells out of the selection. */
		this.deselects = false;
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
		const add = event.ctrlKey || event.metaKey || event.shiftKey;
		this.stroke = player.pen ? new PaintStroke(player.game, player.geometry, player.pen, isOther)
			: new Stroke(player.game, player.geometry, { second: isOther !== player.second, add, only: player.only || undefined });
		this.pointer = event.pointerId;
		this.loupe.follow(event);
		const p = player.board.pointAt(event);
		this.deselects = add && player.focus.selected.includes(player.geometry.cellAt(p) ?? -1);
		this.paint(() => this.stroke?.press(p));
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

	/** The selected cells at the end of a stroke: with Ctrl or Shift, it adds to them, or takes away if the first is one. */
	selection(stroke) {
		const { selected } = this.player.focus;
		if (!stroke.add) return stroke.selected;
		return this.deselects ? selected.filter((i) => !stroke.selected.includes(i)) : [...new Set([...selected, ...stroke.selected])];
	}

	/** Whether a click is the second of a double click. */
	isDouble(stroke, event) {
		const { cell, time } = this.clicked;
		const isSecond = !stroke.moved && stroke.first === cell && event.timeStamp - time < DOUBLE;
		this.clicked = { cell: stroke.moved || isSecond ? -1 : stroke.first, time: event.timeStamp };
		return isSecond;
	}

	release(event) {
		const { stroke, player } = this;
		if (!stroke || event.pointerId !== this.pointer) return;
		this.stroke = null;
		this.loupe.hide();
		performance.mark("input");
		const changes = stroke.release();
		const selected = stroke.isWritten ? this.selection(stroke) : [];
		player.focus.selected = selected;
		player.changed(changes);
		if (stroke.first !== null && stroke.first !== undefined) player.grid.focus(stroke.first);  // makes the browser lay out the page
		if (this.isDouble(stroke, event) && stroke.isWritten && !stroke.add) player.focus.selectEqual();
		else if (this.deselects) player.focus.select(selected);
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
