/** Sets puzzles: the given layers are tools, every change is solved at once, the text stands beside. */

import { Failure, ask } from "./api.js";
import { Board, svgElement } from "./board.js";
import { button, dialog, el, select, toggles } from "./dom.js";
import { Game } from "./game.js";
import { distance, toSegment } from "./geometry.js";
import { Announcer } from "./grid.js";
import { exportDialog, shareLink } from "./share.js";

const REST = 250;
const TURNS = { rotate: "Rotate", mirror: "Mirror", flip: "Flip" };
const SYMMETRIES = [["", "as it comes"], ["rotate", "half turn"], ["mirror", "mirror"]];
const STATUS = { unique: "One answer.", several: "Several answers.", none: "No answer.", undecided: "Not decided in time." };

export class Editor {
	/** Opens the editor: with a puzzle of the list, a draft, or a choice of both. */
	static async open(host, id) {
		const { drafts } = await ask("api/drafts");
		const kept = drafts.find((one) => one.id === id);
		const editor = new Editor(host, kept ? id : newId());
		if (kept) await editor.take(ask("api/draft/change", "POST", { draft: kept.draft }));
		else if (id) await editor.take(ask("api/draft/of", "POST", { id }));
		else await editor.choose(drafts);
		return editor;
	}

	constructor(host, id) {
		this.host = host;
		this.id = id;
		this.ended = false;
		/** @type {any[]} */
		this.history = [];
		this.at = 0;
		this.layer = "";
		this.value = null;
		this.place = 0;
		this.ghost = -1;
		this.format = "spf";
		this.symmetry = "";
		this.changes = 0;
		this.announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById("announcer")));
	}

	/** What was dropped or pasted becomes the puzzle. @param {string} text */
	async receive(text) {
		await this.take(ask("api/draft/read", "POST", { text }));
		this.error.textContent = this.told.warnings?.join(" ") || this.told.problem;
	}

	end() {
		this.ended = true;
		clearTimeout(this.resting);
	}

	// -- beginning --

	async choose(drafts) {
		const { genres } = await ask("api/genres");
		const wanted = { genre: localStorage.getItem("gridwright:genre") || "Fences" };
		const sizes = ["rows", "columns"].map((name) => el("input", { type: "number", min: 1, max: 50, "aria-label": name, name }));
		const usual = () => {
			const { size } = genres.find((one) => one.name === wanted.genre) || genres[0];
			sizes.forEach((one, i) => { /** @type {HTMLInputElement} */ (one).value = size[i]; });
		};
		const status = el("p", { class: "status", role: "status" });
		const begin = async () => {
			const [rows, columns] = sizes.map((one) => Number(/** @type {HTMLInputElement} */ (one).value));
			localStorage.setItem("gridwright:genre", wanted.genre);
			await this.take(ask("api/draft/new", "POST", { genre: wanted.genre, rows, columns })).catch((fault) => { status.textContent = fault.message; });
		};
		usual();
		const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 6, spellcheck: "false", "aria-label": "A puzzle as text or link" }));
		this.host.replaceChildren(
			el("header", { class: "bar" }, button("‹ Puzzles", () => { location.hash = ""; }, { class: "quiet" }), el("div", { class: "title" }, el("h1", {}, "Set a puzzle"))),
			el("div", { class: "begin" },
				el("section", {}, el("h2", {}, "An empty board"),
					select("Genre", genres.map(({ name, aliases }) => [name, aliases.length ? `${name} (${aliases[0]})` : name]), wanted.genre, (value) => { wanted.genre = value; usual(); }),
					el("div", { class: "field" }, el("span", {}, "Rows and columns"), el("span", { class: "pair" }, ...sizes)),
					button("Begin", begin, { class: "main" }), status),
				el("section", {}, el("h2", {}, "From a text or a link"), text,
					button("Read", () => this.take(ask("api/draft/read", "POST", { text: text.value })).catch((fault) => { status.textContent = fault.message; }))),
				drafts.length ? el("section", {}, el("h2", {}, "Drafts"), el("ul", { class: "drafts" }, ...drafts.map((one) => el("li", {},
					el("a", { href: `#edit/${one.id}` }, one.draft.about?.title || one.draft.genre), ` ${one.draft.genre}, ${one.draft.rows || ""} × ${one.draft.columns || ""} `,
					button("Delete", async (event) => {
						await ask(`api/drafts/${one.id}`, "DELETE");
						event.target.closest("li").remove();
					}, { class: "quiet" }))))) : null));
	}

	/** Shows what the server made of a draft, and enters it into the history. @param {Promise<any>} asked */
	async take(asked, enter = true) {
		const told = await asked;
		if (this.ended) return;
		this.told = told;
		told.forms.push(...told.holes);
		if (enter) {
			this.history.splice(this.at);
			this.history.push(told.draft);
			this.at = this.history.length;
		}
		const kind = `${told.draft.genre} ${"rows" in told.draft}`;
		if (this.kind !== kind) this.build();
		this.kind = kind;
		this.forms = told.forms;
		if (!this.forms.some((one) => one.name === this.layer)) {
			this.layer = (["clue", "mark"].map((role) => this.forms.find((one) => one.role === role)).find(Boolean) || this.forms[0]).name;
		}
		this.show();
		if (this.history.length > 1) this.keep();
		this.rest();
	}

	get form() {
		return this.forms.find((one) => one.name === this.layer);
	}

	// -- the page --

	build() {
		const { draft } = this.told;
		this.boardHost = el("div", { class: "drawing-host" });
		this.boardBox = el("div", { class: "board setting", tabindex: 0, role: "group", "aria-describedby": "setting-help" }, this.boardHost);
		this.tools = el("div", {});
		this.entry = el("div", { class: "entry" });
		this.verdict = el("div", { class: "verdict", role: "status" });
		this.error = el("p", { class: "status", "data-kind": "wrong", role: "status" });
		this.keyForm = el("div", { class: "key-form" });
		this.text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 12, spellcheck: "false", "aria-label": "The puzzle as text", oninput: () => this.typed() }));
		this.formatBox = el("div", {});
		const field = (name, label, attributes = {}) => el("label", { class: "field" }, el("span", {}, label),
			el("input", { ...attributes, onchange: (event) => this.change([{ do: "about", name, text: event.target.value }]) }));
		const size = (name) => /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 50, value: draft[name], "aria-label": name,
			onchange: () => this.change([{ do: "resize", rows: Number(this.rows.value), columns: Number(this.columns.value) }]) }));
		this.rows = size("rows");
		this.columns = size("columns");
		this.undoButton = button("Undo", () => this.step(-1));
		this.redoButton = button("Redo", () => this.step(1));
		this.host.replaceChildren(
			el("header", { class: "bar" }, button("‹ Puzzles", () => { location.hash = ""; }, { class: "quiet" }),
				el("div", { class: "title" }, el("h1", {}, `Set: ${draft.genre}`)), button("Play it", () => this.playIt(), { class: "main" })),
			el("div", { class: "table" }, el("div", { class: "stage" }, this.boardBox),
				el("aside", {}, this.verdict, this.tools, this.entry, this.error,
					el("div", { class: "tools even" }, this.undoButton, this.redoButton),
					el("p", { class: "unseen", id: "setting-help" }, "Arrow keys move between the places of the chosen layer; type to enter a clue, Space sets a mark, Backspace takes it away."),
					el("details", {}, el("summary", {}, "Board and title"), "rows" in draft ? el("div", { class: "field" }, el("span", {}, "Rows and columns"), el("span", { class: "pair" }, this.rows, this.columns)) : null,
						field("title", "Title", { value: draft.about.title || "" }), field("author", "Author", { value: draft.about.author || "" }),
						field("difficulty", "Difficulty", { value: draft.about.difficulty || "" }), this.keyForm,
						"rows" in draft ? el("div", { class: "tools even" }, ...Object.entries(TURNS).map(([how, words]) =>
							button(words, () => this.work("turn", "Turning…", { how })))) : null,
						select("Symmetry of clues", SYMMETRIES, this.symmetry, (value) => { this.symmetry = value; this.showLonely(); })),
					el("details", { open: true }, el("summary", {}, "Help of the solver"), el("div", { class: "tools" },
						button("Fill up clues", () => this.work("fill", "Adding clues…")), button("Leave clues out", () => this.work("minimise", "Leaving clues out…")),
						button("Which are not needed?", () => this.needless()))),
					el("details", { class: "text" }, el("summary", {}, "Text and files"), this.formatBox, this.text,
						el("div", { class: "tools" }, button("Save as a file…", () => this.filed(exportDialog)), button("Share as a link…", () => this.filed(({ id }) => shareLink(id))))))));
		this.listen();
	}

	listen() {
		const box = this.boardBox;
		box.addEventListener("pointerdown", (event) => this.pressed(event));
		box.addEventListener("pointermove", (event) => this.movedTo(event));
		box.addEventListener("pointerup", () => this.released());
		box.addEventListener("pointercancel", () => { this.drag = null; });
		box.addEventListener("contextmenu", (event) => event.preventDefault());
		box.addEventListener("keydown", (event) => this.key(event));
	}

	show() {
		const { doc, draft, problem } = this.told;
		this.boardBox.style.aspectRatio = `${doc.box[2]} / ${doc.box[3]}`;
		this.boardBox.style.setProperty("--aspect", String(doc.box[2] / doc.box[3]));
		this.boardBox.style.setProperty("--most", `${Math.round((doc.box[2] / 40) * 90)}px`);
		this.game = new Game(doc);
		this.board = new Board(this.boardHost, this.game);
		this.boardBox.setAttribute("aria-label", `${draft.genre} board`);
		if ("rows" in draft) [this.rows.value, this.columns.value] = [draft.rows, draft.columns];
		this.tools.replaceChildren(toggles("What is entered", this.forms.map((form) =>
			[form.name, form.answer ? `given ${form.label}` : form.label, { "data-layer": form.name }]), this.layer, (name) => this.pick(name), { class: "tools small" }));
		this.keyForm.replaceChildren(...this.told.keys.map((key) => el("label", { class: "field wide" }, el("span", {}, key.label),
			el("input", { value: key.text, placeholder: key.default || key.expected, title: key.expected, name: `key-${key.name}`,
				onchange: (event) => this.change([{ do: "key", name: key.name, text: event.target.value }]) }))));
		this.undoButton.toggleAttribute("disabled", this.at < 2);
		this.redoButton.toggleAttribute("disabled", this.at >= this.history.length);
		this.error.textContent = problem;
		this.formatBox.replaceChildren(select("Format", this.told.formats.map((one) => [one, one]), this.format, (value) => {
			this.format = value;
			this.write();
		}));
		if (!this.fields?.includes(document.activeElement)) this.drawEntry();  // what is being typed stays
		this.point();
		this.showLonely();
		this.boardBox.dataset.state = problem ? "problem" : "";
		this.changes += 1;
		this.boardBox.dataset.changes = String(this.changes);
		this.write();
	}

	pick(name) {
		this.layer = name;
		this.value = null;
		this.place = 0;
		this.drawEntry();
		this.point();
		this.showLonely();
	}

	/** The form for the chosen layer: a palette, or fields for what is typed. */
	drawEntry() {
		const { form } = this;
		const words = { marks: "Tap to set and to take away.", lines: "Tap a border, or drag along.", choose: "Choose, then tap.", enter: "Choose a place, then type.", holes: "Tap a cell to leave it out, or to bring it back." }[form.tool];
		const parts = [el("p", { class: "task" }, form.regions ? "Drag through cells to make one region; tap a border to change it." : words)];
		if (form.values.length > 1) {
			this.value = form.values.find(({ v }) => JSON.stringify(v) === JSON.stringify(this.value))?.v ?? form.values[0].v;
			parts.push(toggles("Signs", form.values.map(({ v, shown }) => [v, shown, { "data-value": JSON.stringify(v) }]),
				this.value, (v) => { this.value = v; }, { class: "values" }));
		}
		this.fields = [];
		if (form.tool === "enter") {
			const here = form.places[this.place];
			const known = this.textOf(here?.[0]);
			const names = form.fields.length ? form.fields : [here ? here[3] : ""];
			this.fields = names.map((name, i) => /** @type {HTMLInputElement} */ (el("input", {
				value: Array.isArray(known) ? (form.fields.length ? known[i] ?? "" : known.join(" ")) : known, autocomplete: "off", "aria-label": name, placeholder: form.fields.length ? name : "",
				onkeydown: (event) => this.fieldKey(event), onchange: () => this.commit(),
			})));
			parts.push(el("div", { class: "fields" }, ...this.fields), el("p", { class: "task small" }, here ? `${here[3]}: ${form.expected}` : form.expected));
		}
		this.entry.replaceChildren(...parts);
	}

	textOf(k) {
		return this.told.texts?.[this.layer]?.[k] ?? this.form.texts[k] ?? "";
	}

	point() {
		const { form } = this;
		const here = form.places[this.place];
		this.board.cursor.replaceChildren();
		if (!here || form.tool === "lines") return;
		const size = form.places.length && this.isCell(here[0]) ? 40 : 26;
		for (const kind of ["focus ground", "focus"]) {
			svgElement("rect", { x: here[1] - size / 2, y: here[2] - size / 2, width: size, height: size, rx: 3, class: kind }, this.board.cursor);
		}
	}

	isCell(k) {
		return this.told.doc.cells.some((one) => one.k === k);
	}

	// -- pointers --

	nearest(p, reach = 26) {
		let best = -1;
		let least = reach;
		this.form.places.forEach(([, x, y, , tips], i) => {
			const ends = tips && tips.map((n) => ({ x: this.told.doc.corners[n][0], y: this.told.doc.corners[n][1] }));
			const d = ends && this.form.tool === "lines" ? toSegment(p, ends[0], ends[1]) : distance(p, { x, y });
			if (d < least) [best, least] = [i, d];
		});
		return best;
	}

	pressed(event) {
		event.preventDefault();
		this.boardBox.focus({ preventScroll: true });
		this.boardBox.setPointerCapture(event.pointerId);
		const p = this.board.pointAt(event);
		this.drag = { start: p, last: p, second: event.button === 2, cells: [], lines: [], corner: null, moved: false };
		this.through(p);
	}

	movedTo(event) {
		if (!this.drag) return;
		const p = this.board.pointAt(event);
		const { last } = this.drag;
		const steps = Math.max(1, Math.ceil(distance(last, p) / 7));
		for (let i = 1; i <= steps; i++) this.through({ x: last.x + ((p.x - last.x) * i) / steps, y: last.y + ((p.y - last.y) * i) / steps });
		this.drag.last = p;
	}

	/** Notes the cells and corners that a drag goes through. */
	through(p) {
		const { doc } = this.told;
		const cell = doc.cells.find((one) => Math.abs(one.x - p.x) < 17 && Math.abs(one.y - p.y) < 17);
		if (cell && !this.drag.cells.includes(cell.k)) {
			this.drag.cells.push(cell.k);
			if (this.form.regions && this.drag.cells.length > 1) this.board.frames(this.drag.cells, "fresh");
		}
		const corner = doc.corners.findIndex(([x, y]) => Math.hypot(x - p.x, y - p.y) < 14);
		if (corner >= 0 && corner !== this.drag.corner) {
			const place = this.form.places.find(([, , , , tips]) => tips && tips.includes(corner) && tips.includes(this.drag.corner));
			if (place && !this.drag.lines.includes(place[0])) this.drag.lines.push(place[0]);
			this.drag.corner = corner;
		}
	}

	released() {
		const { drag, form } = this;
		this.drag = null;
		if (!drag) return;
		const at = this.nearest(drag.start, form.tool === "lines" ? 14 : 26);
		if (form.regions && drag.cells.length > 1) this.change([{ do: "region", layer: form.name, cells: drag.cells }]);
		else if (form.tool === "lines" && drag.lines.length) this.change([{ do: "toggle", layer: form.name, keys: [...drag.lines, ...this.partners(drag.lines)] }]);
		else if (form.regions && at < 0 && drag.cells.length === 1) this.change([{ do: "region", layer: form.name, cells: drag.cells }]);
		else if (at >= 0) this.tap(at, drag.second);
	}

	tap(at, second) {
		const { form } = this;
		this.place = at;
		const [k] = form.places[at];
		if (form.tool === "enter") {
			this.drawEntry();
			this.point();
			this.fields[0].focus();
			this.fields[0].select();
			return;
		}
		this.set(k, second);
	}

	set(k, second) {
		const { form } = this;
		if (form.tool === "holes") {
			this.change([k, ...this.partners([k])].map((one) => ({ do: "hole", k: one })));
			return;
		}
		const { given } = this.told.draft;
		const now = given[form.name]?.[k];
		const wanted = form.tool === "choose" || form.values.length > 1 ? (second && form.answer && form.tool !== "choose" ? false : this.value) : true;
		const off = JSON.stringify(now) === JSON.stringify(wanted) || (second && now !== undefined && wanted !== false);
		const also = form.tool === "choose" ? [] : this.partners([k]);
		this.change([k, ...also].map((one) => ({ do: "enter", layer: form.name, k: one, value: off ? null : wanted })));
	}

	/** The places opposite to some, by the symmetry that was chosen; themselves and places that are none are left out. */
	partners(keys) {
		const { doc } = this.told;
		if (!this.symmetry || !doc.rows) return [];
		const turned = (x, y) => [doc.cols * 40 - x, this.symmetry === "rotate" ? doc.rows * 40 - y : y];
		return keys.flatMap((k) => {
			const [x, y] = turned(...this.form.places.find((one) => one[0] === k).slice(1, 3));
			const found = this.form.places.find((one) => Math.hypot(one[1] - x, one[2] - y) < 1);
			return found && !keys.includes(found[0]) ? [found[0]] : [];
		});
	}

	/** Frames the places whose opposite has a clue while they have none. */
	showLonely() {
		const keys = Object.keys(this.told.draft.given[this.layer] || {}).filter((k) => this.form.places.some((one) => one[0] === k));
		this.board.frames(this.partners(keys), "because");
	}

	// -- keys --

	key(event) {
		const by = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] }[event.key];
		if ((event.ctrlKey || event.metaKey) && "zy".includes(event.key.toLowerCase())) {
			event.preventDefault();
			this.step(event.key.toLowerCase() === "y" || event.shiftKey ? 1 : -1);
			return;
		}
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (by) {
			event.preventDefault();
			this.move(by);
		} else if (event.key === "Backspace" || event.key === "Delete") {
			event.preventDefault();
			this.change([{ do: "enter", layer: this.form.name, k: this.form.places[this.place][0], value: null }]);
		} else if ((event.key === " " || event.key === "Enter") && this.form.tool !== "enter") {
			event.preventDefault();
			this.set(this.form.places[this.place][0], event.shiftKey);
		} else if ((event.key.length === 1 || event.key === "Enter") && this.form.tool === "enter") {
			event.preventDefault();
			this.fields[0].focus();
			if (event.key.length === 1) this.fields[0].value = event.key;
		}
	}

	fieldKey(event) {
		if (event.key === "Enter" || event.key === "ArrowDown" || event.key === "ArrowUp") {
			event.preventDefault();
			this.commit();
			if (event.key !== "Enter") this.move(event.key === "ArrowDown" ? [0, 1] : [0, -1]);
			this.boardBox.focus();
		} else if (event.key === "Escape") {
			this.drawEntry();
			this.boardBox.focus();
		}
	}

	/** To the nearest place in a direction. */
	move([dx, dy]) {
		const [, x, y] = this.form.places[this.place];
		let best = -1;
		let least = Infinity;
		this.form.places.forEach(([, px, py], i) => {
			const along = (px - x) * dx + (py - y) * dy;
			const across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
			const d = along + 2.5 * across;
			if (along > 4 && d < least) [best, least] = [i, d];
		});
		if (best < 0) return;
		this.place = best;
		this.drawEntry();
		this.point();
		const [k, , , name] = this.form.places[best];
		const text = this.textOf(k);
		this.announcer.say(`${name}${text === "" ? "" : `: ${Array.isArray(text) ? text.join(" ") : text}`}`);
	}

	commit() {
		const { form } = this;
		const here = form.places[this.place];
		if (!here || !this.fields.length) return;
		const texts = this.fields.map((one) => one.value.trim());
		const text = form.fields.length ? texts : texts[0];
		const known = this.textOf(here[0]);
		const flat = (value) => (Array.isArray(value) ? value.join(" ") : String(value));
		const told = `${form.name} ${here[0]} ${flat(text)}`;
		if (flat(text).trim() === flat(known).trim() || told === this.committed) return;
		this.committed = told;
		this.change([{ do: "enter", layer: form.name, k: here[0], text: form.fields.length && texts.every((one) => !one) ? "" : text }]);
	}

	// -- changes --

	/** Changes are made one after the other, each on what the last one left. */
	change(changes) {
		this.pending = (this.pending || Promise.resolve()).then(async () => {
			try {
				await this.take(ask("api/draft/change", "POST", { draft: this.told.draft, changes }));
				this.committed = "";
			} catch (fault) {
				this.error.textContent = fault.message;
				this.announcer.say(fault.message);
			}
		});
		return this.pending;
	}

	async step(by) {
		const to = this.at + by;
		if (to < 1 || to > this.history.length) return;
		this.at = to;
		await this.take(ask("api/draft/change", "POST", { draft: this.history[to - 1] }), false);
	}

	keep() {
		ask(`api/drafts/${this.id}`, "PUT", { draft: this.told.draft }).catch(() => {});
	}

	// -- the solver --

	rest() {
		clearTimeout(this.resting);
		this.resting = setTimeout(() => this.solve(), REST);
	}

	async solve() {
		this.verdict.dataset.status = "";
		if (this.told.problem) {
			this.verdict.replaceChildren();
			return;
		}
		const { draft } = this.told;
		try {
			const told = await ask("api/draft/verdict", "POST", { draft });
			if (draft !== this.told.draft || this.ended) return;
			this.answers = told;
			this.ghost = -1;
			this.showVerdict(told);
		} catch (fault) {
			if (!(fault instanceof Failure && fault.told.superseded)) this.verdict.replaceChildren(fault.message);
		}
	}

	showVerdict(told) {
		/** @type {(Node|string)[]} */
		const parts = [el("strong", {}, STATUS[told.status])];
		const names = told.answers.length > 1 ? ["Answer 1", "Answer 2", "Both"] : told.answers.map(() => "The answer");
		if (told.status === "several") parts.push(` ${told.total - told.differ.length} of ${told.total} marks are the same in all.`);
		if (told.status === "none" && told.words) parts.push(el("p", {}, told.words));
		if (told.status === "undecided") parts.push(el("p", {}, `Nothing was decided within ${told.seconds.toFixed(1)} s.`), button("Look again", () => this.solve()));
		this.verdict.replaceChildren(el("p", {}, ...parts), names.length ? toggles("Shown", [[-1, "Clues"], ...names.map((name, i) => [i, name])], -1,
			(i) => this.showAnswer(i)) : "");
		this.verdict.dataset.status = told.status;
		this.frames(told);
	}

	frames(told) {
		this.board.frames(this.ghost < 2 ? (told.differ || []).map(([, k]) => k) : [], "differ");
		const at = [...(told.clashes || []).flatMap((part) => part.at), ...(told.clues || []).map(([, k]) => k)];
		this.board.frames([...new Set(at)], "wrong");
	}

	/** Shows an answer, or lays two over each other: what only one of them has is faint, and bears its number. */
	showAnswer(i) {
		this.ghost = i;
		const { answers } = this.answers;
		const shown = this.ghost < 0 ? {} : this.ghost < 2 ? answers[this.ghost] : shared(answers);
		this.game.load({ marks: shown });
		this.board.all();
		this.board.either(this.ghost === 2 ? answers : []);
		this.frames(this.answers);
		this.point();
	}

	async work(what, words, more = {}) {
		this.error.textContent = words;
		try {
			await this.take(ask(`api/draft/${what}`, "POST", { draft: this.told.draft, ...more }));
		} catch (fault) {
			this.error.textContent = fault.message;
		}
	}

	async needless() {
		this.error.textContent = "Thinking…";
		try {
			const told = await ask("api/draft/needless", "POST", { draft: this.told.draft });
			this.error.textContent = told.words;
			this.board.frames(told.clues.map(([, k]) => k), "because");
		} catch (fault) {
			this.error.textContent = fault.message;
		}
	}

	// -- texts and files --

	async write() {
		if (document.activeElement === this.text) return;
		const { draft } = this.told;
		if (!this.told.formats.includes(this.format)) [this.format] = this.told.formats;
		const { format } = this;
		const { changes } = this.boardBox.dataset;
		try {
			const { text } = await ask("api/draft/write", "POST", { draft, format });
			if (draft !== this.told.draft || format !== this.format) return;
			this.text.value = text;
		} catch (fault) {
			this.text.value = "";
			this.text.placeholder = fault.message;
		}
		this.text.dataset.of = `${format} ${changes}`;  // what the text shows, for whoever drives the page
	}

	typed() {
		clearTimeout(this.reading);
		this.reading = setTimeout(async () => {
			try {
				await this.take(ask("api/draft/read", "POST", { text: this.text.value }));
				this.error.textContent = this.told.warnings?.join(" ") || this.told.problem;
			} catch (fault) {
				this.error.textContent = fault.message;
			}
		}, 500);
	}

	async playIt() {
		try {
			const { id } = await ask("api/draft/play", "POST", { draft: this.told.draft });
			location.hash = `play/${id}`;
		} catch (fault) {
			this.error.textContent = fault.message;
		}
	}

	/** Enters the draft into the list, and does something with it there. */
	async filed(act) {
		try {
			const { id } = await ask("api/draft/play", "POST", { draft: this.told.draft });
			const { title = "" } = this.told.draft.about;
			await act({ id, title, genre: this.told.draft.genre });
		} catch (fault) {
			dialog("This cannot be written", [fault.message]);
		}
	}
}

/** The marks that two answers share. */
function shared([one, two]) {
	return Object.fromEntries(Object.entries(one).map(([layer, own]) =>
		[layer, Object.fromEntries(Object.entries(own).filter(([k, v]) => two[layer]?.[k] === v))]));
}

function newId() {
	return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
