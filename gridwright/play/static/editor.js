/** The editor: its tools are the layers; every change is solved at once; the text can be edited beside the board. */

import { ask } from "./api.js";
import { begin } from "./begin.js";
import { Board } from "./board.js";
import { bar, button, dialog, el, shape, statusLine, toggles } from "./dom.js";
import { Entering } from "./entering.js";
import { select, sizeFields } from "./fields.js";
import { Game } from "./game.js";
import { Announcer } from "./grid.js";
import { Setting } from "./setting.js";
import { exportDialog, formatName, shareLink } from "./share.js";
import { Solver } from "./solver.js";
import { t } from "./texts.js";
import { Versions } from "./versions.js";
import { LEVELS } from "./words.js";

/** Named like the symmetries. */
const TURNS = { quarter: t("Rotate"), mirror: t("Mirror"), diagonal: t("Mirror diagonally") };
const SYMMETRIES = [["", t("any")], ["rotate", t("half turn")], ["quarter", t("quarter turn")], ["mirror", t("mirror")], ["flip", t("top to bottom")], ["diagonal", t("across the diagonal")]];
const ABOUT = { title: t("Title"), author: t("Author"), difficulty: t("Difficulty") };

export class Editor {
	/** Opens the editor: with a puzzle of the list, a draft, or a choice of both. */
	static async open(host, id) {
		const { drafts } = await ask("api/drafts");
		const kept = drafts.find((one) => one.id === id);
		await styled();
		const editor = new Editor(host, kept ? id : newId());
		editor.versions = new Versions(editor, kept?.versions);
		if (kept) await editor.take(ask("api/draft/change", "POST", { draft: kept.draft }));
		else if (id) await editor.take(ask("api/draft/of", "POST", { id }));
		else await begin(editor, drafts);
		return editor;
	}

	constructor(host, id) {
		this.host = host;
		this.id = id;
		this.ended = false;
		/** The states of the draft, one after each change. @type {any[]} */
		this.history = [];
		this.at = 0;
		/** The layer that is entered. */
		this.layer = "";
		this.format = "spf";
		this.changes = 0;
		this.writes = 0;
		this.announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById("announcer")));
		/** Shows why something cannot be done. @param {Error} fault */
		this.fail = (fault) => { this.error.textContent = fault.message; };
		this.setting = new Setting(this);
		this.entering = new Entering(this);
		this.solver = new Solver(this);
		this.versions = new Versions(this);
	}

	/** Text that was dropped or pasted replaces the puzzle. @param {string} text */
	async receive(text) {
		await this.take(ask("api/draft/read", "POST", { text }));
		this.error.textContent = this.told.warnings?.join(" ") || this.told.problem;
	}

	/** Shows the server's answer about a draft, and adds it to the history. @param {Promise<any>} asked */
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
		this.solver.rest();
	}

	/** Tells why nothing happened. @param {string} words */
	tell(words) {
		this.error.textContent = words;
	}

	get form() {
		return this.forms.find((one) => one.name === this.layer);
	}

	end() {
		this.ended = true;
		this.solver.end();
	}

	// -- the page --

	build() {
		const { draft } = this.told;
		this.boardHost = el("div", { class: "drawing-host" });
		this.boardBox = el("div", { class: "board setting", tabindex: 0, role: "group", "aria-describedby": "setting-help" }, this.boardHost);
		this.tools = el("div", {});
		this.error = statusLine("wrong");
		this.undoButton = button(t("Undo"), () => this.step(-1));
		this.redoButton = button(t("Redo"), () => this.step(1));
		this.busy = el("div", { class: "busy" });
		this.host.replaceChildren(
			bar(t("Set: {genre}", draft), "", button(t("Play it"), () => this.playIt(), { class: "main" })),
			el("div", { class: "table setter" }, el("div", { class: "stage" }, this.boardBox),
				el("aside", {},
					el("div", { class: "groups" },
						el("section", { class: "group", "aria-label": t("What is entered") }, this.tools, this.entering.entry, this.error, this.busy,
							el("div", { class: "tools even" }, this.undoButton, this.redoButton)),
						el("section", { class: "group", "aria-label": t("Verdict") }, this.solver.verdict, this.solver.choice)),
					el("p", { class: "unseen", id: "setting-help" }, t("Arrow keys move between the places of the chosen layer; type to enter a clue, Space sets a mark, Backspace takes it away.")),
					el("div", { class: "groups" }, this.helpOfSolver(), this.generator(), this.boardAndTitle(), this.versions.section(), this.textAndFiles()))));
		this.setting.listen(this.boardBox);
		this.boardBox.addEventListener("keydown", (event) => this.entering.key(event));
	}

	boardAndTitle() {
		const isRectangle = "rows" in this.told.draft;
		const onchange = () => this.change([{ do: "resize", rows: Number(this.rows.value), columns: Number(this.columns.value) }]);
		const [size, rows, columns] = sizeFields(() => ({ onchange }));
		this.rows = rows;
		this.columns = columns;
		/** @type {{[name: string]: HTMLInputElement}} */
		this.about = Object.fromEntries(Object.keys(ABOUT).map((name) => [name, /** @type {HTMLInputElement} */ (el("input", {
			onchange: (event) => this.change([{ do: "about", name, text: event.target.value }]) }))]));
		this.keyForm = el("div", { class: "key-form" });
		return el("details", {}, el("summary", {}, t("Board and title")),
			isRectangle && size,
			...Object.entries(ABOUT).map(([name, label]) => el("label", { class: "field" }, el("span", {}, label), this.about[name])),
			this.keyForm,
			isRectangle && el("div", { class: "tools" }, ...Object.entries(TURNS).map(([how, words]) =>
				button(words, () => this.work("turn", t("Turning…"), { how })))),
			select(t("Symmetry of the clues"), SYMMETRIES, this.setting.symmetry, (value) => {
				this.setting.symmetry = value;
				this.setting.showLonely();
			}));
	}

	helpOfSolver() {
		const { setting } = this;
		this.path = el("div", { class: "panel" });
		return el("details", { open: matchMedia("(min-width: 56.01rem)").matches }, el("summary", {}, t("Solver")),
			el("div", { class: "tools small duo" },
				button(t("Add missing clues"), () => this.work("fill", t("Adding clues…"), { symmetry: setting.symmetry })),
				button(t("Remove needless clues"), () => this.work("minimise", t("Removing clues…"), { symmetry: setting.symmetry })),
				...this.solver.examining(),
				button(t("Show the solving path"), async () => (await import("./path.js")).showPath(this, this.path))),
			this.solver.found, this.path);
	}

	/** A new puzzle of this genre and size. */
	generator() {
		if (!("rows" in this.told.draft)) return null;
		let difficulty = "";
		return el("details", {}, el("summary", {}, t("New puzzle")),
			select(t("Difficulty"), [["", t("usual")], ...Object.entries(LEVELS)], "", (value) => { difficulty = value; }),
			el("div", { class: "tools" }, button(t("Make a new puzzle"), () => this.work("make", t("Making the puzzle…"), { difficulty: difficulty || null, symmetry: this.setting.symmetry || null }))));
	}

	textAndFiles() {
		this.text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 12, spellcheck: "false", "aria-label": t("The puzzle as text"), oninput: () => this.typed() }));
		this.formatBox = el("div", {});
		return el("details", { class: "text" }, el("summary", {}, t("Text and files")), this.formatBox, this.text,
			el("div", { class: "tools" }, button(t("Save as a file…"), () => this.filed(exportDialog)), button(t("Share as a link…"), () => this.filed(({ id }) => shareLink(id)))));
	}

	show() {
		const { doc, draft, problem } = this.told;
		shape(this.boardBox, doc.box, 120);
		this.game = new Game(doc);
		this.board = new Board(this.boardHost, this.game);
		this.boardBox.setAttribute("aria-label", t("{genre} board", draft));
		if ("rows" in draft) [this.rows.value, this.columns.value] = [draft.rows, draft.columns];
		this.tools.replaceChildren(toggles(t("What is entered"), this.forms.map((form) =>
			[form.name, form.answer ? t("given {label}", form) : form.label, { "data-layer": form.name }]), this.layer, (name) => this.pick(name), { class: "tools small" }));
		this.keyForm.replaceChildren(...this.told.keys.map((key) => el("label", { class: "field wide" }, el("span", {}, key.label),
			el("input", { value: key.text, placeholder: key.default || key.expected, title: key.expected, name: `key-${key.name}`,
				onchange: (event) => this.change([{ do: "key", name: key.name, text: event.target.value }]) }))));
		this.undoButton.toggleAttribute("disabled", this.at < 2);
		this.redoButton.toggleAttribute("disabled", this.at >= this.history.length);
		this.error.textContent = problem;
		this.formatBox.replaceChildren(select(t("Format"), this.told.formats.map((one) => [one, formatName(one)]), this.format, (value) => {
			this.format = value;
			this.write();
		}));
		for (const [name, field] of Object.entries(this.about)) if (field !== document.activeElement) field.value = draft.about[name] || "";
		if (!this.entering.isTyping) this.entering.drawEntry();  // do not disturb typing
		this.entering.point();
		this.setting.showLonely();
		this.boardBox.dataset.state = problem ? "problem" : "";
		this.changes += 1;
		this.boardBox.dataset.changes = String(this.changes);
		this.path?.replaceChildren();
		this.write();
	}

	pick(name) {
		this.layer = name;
		this.entering.begin();
		this.setting.showLonely();
	}

	// -- changes --

	/** Makes changes one after the other. */
	change(changes) {
		this.pending = (this.pending || Promise.resolve()).then(async () => {
			try {
				await this.take(ask("api/draft/change", "POST", { draft: this.told.draft, changes }));
				this.entering.committed = "";
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

	/** Saves the draft, or reports that it cannot be saved. */
	keep() {
		history.replaceState(null, "", `#edit/${this.id}`);  // where a reload finds it
		ask(`api/drafts/${this.id}`, "PUT", { draft: this.told.draft, versions: this.versions.kept }).catch((fault) => { this.error.textContent = t("This draft is not kept. {message}", fault); });
	}

	/** Lets the solver or the generator change the draft; it can be cancelled, or stopped by another change. */
	async work(what, words, more = {}) {
		const { draft } = this.told;
		this.error.textContent = "";
		this.busy.replaceChildren(words, button(t("Cancel"), () => ask("api/generate", "DELETE").catch(() => {})));
		try {
			const told = await ask(`api/draft/${what}`, "POST", { draft, ...more });
			if (draft === this.told.draft) await this.take(Promise.resolve(told));
		} catch (fault) {
			if (!fault.told?.superseded) this.fail(fault);
		}
		this.busy.replaceChildren();
	}

	// -- texts and files --

	async write() {
		if (document.activeElement === this.text) return;
		const { draft } = this.told;
		if (!this.told.formats.includes(this.format)) [this.format] = this.told.formats;
		const { format } = this;
		const { changes } = this.boardBox.dataset;
		this.writes += 1;
		const mine = this.writes;
		const written = await ask("api/draft/write", "POST", { draft, format }).catch((fault) => fault);
		if (mine !== this.writes) return;  // a later one is on its way
		this.text.value = written.text || "";
		this.text.placeholder = written.message || "";
		this.text.dataset.of = `${format} ${changes}`;  // what the text shows, for tests
	}

	typed() {
		clearTimeout(this.reading);
		this.reading = setTimeout(() => this.receive(this.text.value).catch(this.fail), 500);
	}

	playIt() {
		return this.added().then(({ id }) => { location.hash = `play/${id}`; }).catch(this.fail);
	}

	/** Adds the draft to the list. */
	added() {
		return ask("api/draft/play", "POST", { draft: this.told.draft });
	}

	/** Adds the draft to the list, and does something with it there. */
	async filed(act) {
		try {
			const { id } = await this.added();
			const { title = "" } = this.told.draft.about;
			await act({ id, title, genre: this.told.draft.genre });
		} catch (fault) {
			dialog(t("This cannot be saved"), [fault.message]);
		}
	}
}

/** Waits for the style of the editor, which other pages do not need. */
function styled() {
	if (document.querySelector('link[href="editor.css"]')) return null;
	return new Promise((done) => {
		document.head.append(el("link", { rel: "stylesheet", href: "editor.css", onload: done, onerror: done }));
	});
}

function newId() {
	return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
