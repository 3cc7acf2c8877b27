/**
 * A position of a puzzle: marks, notes, history. It does not depend on the page or the server.
 */

export const NOTES = ["corner", "centre", "colour", "done"];

/** Whether two marks or notes are equal; lists are compared by their items. */
export function same(a, b) {
	return a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => v === b[i]));
}

export class Game {
	/**
	 * @param {Doc} doc
	 * @param {any} [saved] a position as `saved()` gives it
	 */
	constructor(doc, saved = {}) {
		this.doc = doc;
		/** @type {Map<string, Layer>} */
		this.layers = new Map(doc.layers.map((layer) => [layer.name, layer]));
		/** @type {Map<string, Map<string, Place>>} */
		this.places = new Map(doc.layers.map((layer) => [layer.name, new Map(layer.places.map((p) => [p.k, p]))]));
		/** @type {Map<string, Cell>} */
		this.cells = new Map(doc.cells.map((cell) => [cell.k, cell]));
		/** The places at each cell, by layer. @type {Map<string, Place[][]>} */
		this.around = new Map();
		/** @type {Object<string, Object<string, Object<string, any>>>} */
		this.kinds = { marks: {}, corner: {}, centre: {}, colour: {}, done: {} };
		/** @type {Gesture[]} */
		this.history = [];
		this.at = 0;
		/** The index in the history at which each supposition begins. @type {number[]} */
		this.trials = [];
		this.seconds = 0;
		this.solved = false;
		/** Whether a hint has told what follows. */
		this.helped = false;
		this.rev = 0;
		this.version = 0;
		this.load(saved);
	}

	/** Loads a saved position; unknown places and values are ignored. */
	load(saved) {
		const kinds = { marks: saved.marks || {}, ...(saved.notes || {}) };
		for (const kind of ["marks", ...NOTES]) {
			this.kinds[kind] = {};
			for (const [layer, own] of Object.entries(kinds[kind] || {})) {
				const known = kind === "marks" ? this.places.get(layer) : null;
				if (kind === "marks" && !known) continue;
				this.kinds[kind][layer] = Object.fromEntries(
					Object.entries(own).filter(([k, v]) => !known || (known.has(k) && this.mayHold(layer, v)))
						.map(([k, v]) => [k, kind === "colour" && typeof v === "number" ? [v] : v]),  // there was one colour once
				);
			}
		}
		this.history = saved.history || [];
		this.at = Math.min(saved.at ?? this.history.length, this.history.length);
		this.trials = (saved.trials || []).filter((n) => n <= this.at);
		this.seconds = saved.seconds || 0;
		this.solved = saved.solved || false;
		this.helped = saved.helped || false;
		this.rev = saved.rev || 0;
		this.version += 1;
	}

	/** The position as it is saved. */
	saved() {
		const { marks, ...notes } = this.kinds;
		return {
			marks, notes, history: this.history, at: this.at, trials: this.trials, seconds: Math.round(this.seconds),
			solved: this.solved, helped: this.helped, rev: this.rev,
		};
	}

	mayHold(layer, value) {
		const values = this.layers.get(layer)?.values;
		return values ? values.some((one) => one.v === value) : value === true || value === false;
	}

	/** The places of a layer in and around a cell. @param {Layer} layer @param {number} cell @returns {Place[]} */
	placesAt(layer, cell) {
		let known = this.around.get(layer.name);
		if (!known) {
			known = this.doc.cells.map(() => []);
			for (const place of layer.places) for (const i of place.c) known[i].push(place);
			this.around.set(layer.name, known);
		}
		return known[cell];
	}

	/** The mark at a place, given ones included; null if there is none. */
	value(layer, k) {
		const place = this.places.get(layer)?.get(k);
		if (place && "g" in place) return place.g;
		return this.kinds.marks[layer]?.[k] ?? null;
	}

	/** A note of some kind at a place; null if there is none. */
	note(kind, layer, k) {
		return this.kinds[kind][layer]?.[k] ?? null;
	}

	read(kind, layer, k) {
		return kind === "marks" ? this.value(layer, k) : this.note(kind, layer, k);
	}

	/** Whether a place takes no mark: it is given, or a clue excludes it. */
	isFixed(layer, k) {
		const place = this.places.get(layer)?.get(k);
		return !place || "g" in place || "i" in place;
	}

	/**
	 * Makes changes without an entry in the history; those of fixed places are left out.
	 * @param {Change[]} changes
	 */
	set(changes) {
		for (const [kind, layer, k, , after] of changes) {
			if (kind === "marks" && this.isFixed(layer, k)) continue;
			const own = (this.kinds[kind][layer] ||= {});
			if (after === null || after === undefined) delete own[k];
			else own[k] = after;
		}
		this.version += 1;
	}

	/**
	 * Enters changes that were made (by `set`) as one step of the history.
	 * @param {Change[]} changes
	 * @param {string} [label]
	 */
	enter(changes, label) {
		const kept = changes.filter((one) => !same(one[3], one[4]));
		if (!kept.length) return false;
		this.history.splice(this.at);
		this.history.push(label ? { changes: kept, label } : { changes: kept });
		this.at = this.history.length;
		return true;
	}

	/** Makes changes as one step. @param {Change[]} changes @param {string} [label] */
	commit(changes, label) {
		const real = changes.filter((one) => !(one[0] === "marks" && this.isFixed(one[1], one[2])) && !same(one[3], one[4]));
		this.set(real);
		return this.enter(real, label);
	}

	/** The change of a place to a value. @returns {Change} */
	change(kind, layer, k, after) {
		return [kind, layer, k, this.read(kind, layer, k), after];
	}

	get canUndo() {
		return this.at > 0;
	}

	get canRedo() {
		return this.at < this.history.length;
	}

	/** Undoes the last step. @returns {Change[]} what changed */
	undo() {
		if (!this.canUndo) return [];
		this.at -= 1;
		while (this.trials.length && this.trials[this.trials.length - 1] > this.at) this.trials.pop();
		const back = inverse(this.history[this.at].changes);
		this.set(back);
		return back;
	}

	/** Redoes the next step. @returns {Change[]} what changed */
	redo() {
		if (!this.canRedo) return [];
		const { changes } = this.history[this.at];
		this.at += 1;
		this.set(changes);
		return changes;
	}

	// -- suppositions --

	/** Begins a supposition; up to nine can be nested. */
	suppose() {
		if (this.trials.length >= 9) return false;
		this.trials.push(this.at);
		this.version += 1;
		return true;
	}

	/** Ends the innermost supposition and keeps its marks. */
	keep() {
		this.trials.pop();
		this.version += 1;
	}

	/**
	 * Ends the innermost supposition and takes its marks back, as one step that can be undone.
	 * @param {boolean} opposite whether to note the opposite of its first mark
	 * @returns {Change[]} what changed
	 */
	drop(opposite = false) {
		const start = this.trials.pop();
		if (start === undefined) return [];
		const steps = this.history.slice(start, this.at).flatMap((one) => one.changes);
		const back = inverse(steps);
		const first = steps.find(([kind, , , , after]) => kind === "marks" && typeof after === "boolean");
		if (opposite && first) back.push(["marks", first[1], first[2], null, !first[4]]);
		const merged = mergedChanges(back.map(([kind, layer, k, , after]) => [kind, layer, k, this.read(kind, layer, k), after]));
		this.commit(merged, "drop");
		return merged;
	}

	/** The level of each mark that was set under a supposition, by `layer|place`. @returns {Map<string, number>} */
	levels() {
		const found = new Map();
		this.trials.forEach((start, i) => {
			const end = this.trials[i + 1] ?? this.at;
			for (const { changes } of this.history.slice(start, end)) {
				for (const [kind, layer, k, , after] of changes) {
					if (kind === "marks" && after !== null) found.set(`${layer}|${k}`, i + 1);
				}
			}
		});
		return found;
	}

	/** Removes everything, as one step. @returns {Change[]} */
	clear() {
		/** @type {Change[]} */
		const changes = [];
		for (const [kind, layers] of Object.entries(this.kinds)) {
			for (const [layer, own] of Object.entries(layers)) {
				for (const k of Object.keys(own)) changes.push([kind, layer, k, own[k], null]);
			}
		}
		this.trials = [];
		this.commit(changes, "restart");
		return changes;
	}

	/** Whether every place of every layer is decided. */
	get isFull() {
		return this.doc.layers.every((layer) =>
			layer.places.every((p) => "i" in p || this.value(layer.name, p.k) !== null));
	}
}

/** The inverse changes, in reverse order. @param {Change[]} changes @returns {Change[]} */
export function inverse(changes) {
	return changes.map(([kind, layer, k, before, after]) => /** @type {Change} */ ([kind, layer, k, after, before])).reverse();
}

/** One change for each place, from the first state to the last. @param {Change[]} changes @returns {Change[]} */
export function mergedChanges(changes) {
	const found = new Map();
	for (const [kind, layer, k, before, after] of changes) {
		const key = `${kind}|${layer}|${k}`;
		const known = found.get(key);
		found.set(key, [kind, layer, k, known ? known[3] : before, after]);
	}
	return [...found.values()];
}
