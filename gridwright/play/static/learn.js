/** A lesson: the rules of a genre on tiny boards, then its techniques; each exercise is a board that is played. */

import { ask, showPicture } from "./api.js";
import { button, el, shape } from "./dom.js";
import { apply, legend, linked, showRoles } from "./hints.js";
import { Judging } from "./judging.js";
import { Player } from "./player.js";
import { Saving } from "./saving.js";
import { pictureTheme } from "./settings.js";
import { t } from "./texts.js";

const REST = 900;
const LISTED = 3;
/** The most pixels for a cell. */
const CELL = 110;

/** Shows an exercise, by default the first one that is not done. @param {HTMLElement} host @param {string} address the genre, and the number of the exercise */
export async function open(host, address) {
	const [slug, number] = address.split("/");
	const lesson = await ask(`api/lessons/${slug}`);
	const { exercises } = lesson;
	const next = exercises.findIndex((one) => !one.done);
	const i = number ? Math.min(exercises.length, Math.max(1, Number(number) || 1)) - 1 : Math.max(next, 0);
	const { id } = exercises[i];
	const [doc, told, saved] = await Promise.all([ask(`api/puzzles/${id}`), ask(`api/exercises/${id}`), Saving.load(id)]);
	document.title = `${t("Learn {genre}", lesson)} – Gridwright`;
	const kind = told.step ? TechniqueExercise : RulesExercise;
	return new kind(host, doc, kind.start(told, saved), lesson, i, told);
}

/** Verdicts on an exercise: mistakes are shown at once, and a solved board leads on. */
class LessonJudging extends Judging {
	take(told) {
		this.verdict = told;
		const player = /** @type {any} */ (this.player);
		player.boardBox.dataset.judged = String(told.version);
		if (player.isShowing || player.game.solved) return;
		const words = told.faults.map((one) => one.words);
		player.board.frames([...new Set(told.faults.flatMap((one) => one.at))], "wrong");
		player.board.around(told.faults.some((one) => !one.at.length));
		player.broken.replaceChildren(...[...new Set(words)].slice(0, LISTED).map((one) => el("p", { class: "words wrong" }, one)));
		if (words.length) player.announcer.say(words[0]);
		if (told.solved) player.isSolved();
	}
}

/** An exercise. */
class Exercise extends Player {
	/** @param {HTMLElement} host @param {Doc} doc @param {any} saved @param {any} lesson @param {number} i @param {any} told */
	constructor(host, doc, saved, lesson, i, told) {
		super(host, { ...doc, lesson: "" }, saved, () => this.leave());
		this.lesson = lesson;
		this.i = i;
		this.told = told;
		/** Whether the board shows marks that are not the player's. */
		this.isShowing = false;
		this.n = lesson.exercises.filter((one) => !one.name).length;
		this.arrange();
		this.begin();
		this.heading.focus({ preventScroll: true });
		window.scrollTo(0, 0);
	}

	makeJudging() {
		return /** @type {any} */ (new LessonJudging(/** @type {any} */ (this)));
	}

	/** Makes the page of a puzzle a page of the lesson. */
	arrange() {
		const { lesson, i, host, n } = this;
		const what = i < n ? t("Board {i} of {n}", { i: i + 1, n }) : t("Technique {i} of {n}", { i: i + 1 - n, n: lesson.exercises.length - n });
		const find = (selector) => /** @type {HTMLElement} */ (host.querySelector(selector));
		find(".bar").replaceChildren(button(t("‹ Lessons"), () => { location.hash = "learn"; }, { class: "quiet" }),
			el("div", { class: "title" }, el("h1", {}, t("Learn {genre}", lesson)), el("p", {}, what)));
		shape(this.boardBox, this.doc.box, CELL);
		this.heading = el("h2", { tabindex: -1, id: "exercise" });
		this.words = el("div");
		this.broken = el("div");
		this.acts = el("div", { class: "tools" });
		this.table = find(".table");
		this.table.classList.add("lesson");
		find(".task").remove();
		find("aside").prepend(el("section", { class: "card", "aria-labelledby": "exercise" }, this.heading, this.words, this.broken, this.acts));
		this.nav = this.steps();
		find("aside").append(this.nav);
		this.checkButton.remove();
		this.undoButton.parentElement?.lastElementChild?.remove();  // What if
	}

	/** All exercises of the lesson; those that are done have a tick. */
	steps() {
		const { lesson, i, n } = this;
		const link = (one, k) => el("li", {}, el("a", {
			href: `#learn/${lesson.slug}/${k + 1}`, class: one.done && "done", "aria-current": k === i && "step", title: one.name || null,
			"aria-label": [one.name ? `${k + 1 - n} ${one.name}` : t("Board {i} of {n}", { i: k + 1, n }), one.done && t("done")].filter(Boolean).join(", "),
		}, one.done ? "✓" : String(k < n ? k + 1 : k + 1 - n)));
		const all = lesson.exercises.map(link);
		return el("nav", { class: "lesson-steps", "aria-label": t("Steps of the lesson") },
			el("h3", {}, t("Rules")), el("ol", {}, ...all.slice(0, n)),
			all.length > n && el("h3", {}, t("Techniques")), all.length > n && el("ol", {}, ...all.slice(n)));
	}

	begin() {}

	/** Called when the verdict is that the board is solved. */
	isSolved() {}

	/** Shows what there is to read, and what can be done. @param {string} title @param {(Node|string)[]} content @param {any[][]} acts words, and what they do */
	say(title, content, acts) {
		const hadFocus = this.acts.contains(document.activeElement);
		this.heading.textContent = title;
		this.words.replaceChildren(...content);
		this.broken.replaceChildren();
		this.acts.replaceChildren(...acts.map(([words, act, kind]) => button(words, act, { class: kind })));
		this.announcer.say(`${title}: ${this.words.innerText}`);
		if (hadFocus) /** @type {HTMLElement|null} */ (this.acts.firstChild || this.heading)?.focus();
	}

	/** The exercise is done. @param {string} title @param {(Node|string)[]} content @param {any[][]} more */
	finish(title, content, more) {
		const { lesson, i, n } = this;
		const isNew = !this.game.solved;
		this.game.solved = true;
		this.boardBox.dataset.solved = "yes";
		if (isNew) {
			this.saving.paused = false;
			this.saving.touch();
		}
		lesson.exercises[i].done = true;
		const nav = this.steps();
		this.nav.replaceWith(nav);
		this.nav = nav;
		this.panel.replaceChildren();
		this.tip.replaceChildren();
		const words = i + 1 === lesson.exercises.length ? t("All lessons") : i + 1 === n ? t("On to the techniques") : t("Next");
		this.say(title, content, [[words, () => this.leave(), "main"], ...more]);
		if (isNew) queueMicrotask(() => /** @type {HTMLElement|null} */ (this.acts.firstChild)?.focus({ preventScroll: true }));  // after the stroke's own focus
	}

	/** Goes to the next exercise. */
	async leave() {
		const { lesson, i, saving } = this;
		await saving.save();
		location.hash = i + 1 < lesson.exercises.length ? `learn/${lesson.slug}/${i + 2}` : "learn";
	}

	/** Shows marks that are not the player's, or shows these again. @param {any} position */
	display(position) {
		const { rev, solved } = this.game;
		this.game.load({ ...position, rev, solved });
		this.board.all();
		this.board.unframe();
		this.board.around(false);
		this.grid.label(this.doc.cells.keys());
		this.refresh();
	}

	undo() {
		if (!this.game.solved) super.undo();
	}
}

/** A tiny board: what the rules say, what breaks them, and then it is to be solved. */
class RulesExercise extends Exercise {
	static start(told, saved) {
		return saved;
	}

	begin() {
		const { rules } = this.lesson;
		const said = this.i ? [] : rules.map((words, k) => ({ title: t("Rule {i} of {n}", { i: k + 1, n: rules.length }), words }));
		this.slides = [...said, ...this.told.broken.map((one) => ({ title: t("This is not allowed"), words: one.fault.words, marks: one.marks, at: one.fault.at }))];
		const { signal } = this.ended;
		const stop = () => this.isShowing && this.play();
		this.boardBox.addEventListener("pointerdown", stop, { signal, capture: true });
		this.boardBox.addEventListener("keydown", (event) => !/^(Tab|Shift|Control|Arrow.*)$/.test(event.key) && stop(), { signal, capture: true });
		if (this.game.solved || this.game.at || !this.slides.length) this.play();
		else this.present();
	}

	/** Shows the rules. */
	present() {
		this.own = this.game.saved();
		this.isShowing = true;
		this.table.classList.add("showing");
		this.slide(0);
	}

	/** @param {number} k */
	slide(k) {
		const { title, words, marks, at } = this.slides[k];
		this.display({ marks: marks || {} });
		this.board.frames(at || [], "wrong");
		this.board.around(Boolean(at && !at.length));
		const isLast = k + 1 === this.slides.length;
		this.say(title, [el("p", { class: marks ? "words wrong" : "words" }, words), marks ? "" : this.example()], [
			isLast ? [t("Your turn"), () => this.play(), "main"] : [t("Next"), () => this.slide(k + 1), "main"],
			...(k ? [[t("Back"), () => this.slide(k - 1)]] : []),
			...(isLast ? [] : [[t("Skip"), () => this.play(), "quiet"]]),
		]);
	}

	/** A finished board. */
	example() {
		const picture = /** @type {HTMLImageElement} */ (el("img", { alt: t("A finished board"), width: 220, height: 220 }));
		showPicture(picture, `api/genres/${encodeURIComponent(this.doc.genre)}/icon.svg?theme=${pictureTheme()}`);
		return el("figure", {}, picture, el("figcaption", {}, t("A finished board")));
	}

	/** Now it is the player's turn. */
	play() {
		if (this.isShowing) {
			this.isShowing = false;
			this.table.classList.remove("showing");
			this.display(this.own);
		}
		if (this.game.solved) {
			this.isSolved();
			return;
		}
		const rules = el("ol", { class: "rules" }, ...this.lesson.rules.map((words) => el("li", {}, words)));
		this.say(t("Your turn"), [rules, el("p", { class: "note" }, t("A mark that breaks a rule is framed at once."))], this.again());
		this.judging.ask();
	}

	isSolved() {
		this.finish(t("Solved"), [], this.again());
		this.celebrate();
	}

	again() {
		return this.slides.length ? [[t("Show the rules again"), () => this.present(), "quiet"]] : [];
	}
}

/** A technique: the next mark is to be found. */
class TechniqueExercise extends Exercise {
	static start(told, saved) {
		return saved.solved ? saved : { rev: saved.rev, ...fresh(told) };
	}

	arrange() {
		super.arrange();
		const { told, game } = this;
		const { isFixed } = game;
		game.isFixed = (layer, k) => told.marks[layer]?.[k] !== undefined || isFixed.call(game, layer, k);
		this.host.querySelector(".acts [role=group]:last-child")?.remove();  // the usual hints
		this.strikes = told.step.marks.every((mark) => !mark[3]);
		if (this.strikes && this.writing) this.writing.setMode("corner");
	}

	begin() {
		/** The marks that all answers share, once they are asked for. @type {any} */
		this.certain = null;
		if (this.game.solved) {
			this.explain();
			return;
		}
		this.saving.paused = true;  // only what is found is kept
		this.say(this.lesson.exercises[this.i].name, [el("p", { class: "words" }, this.strikes ? t("Which candidate can be removed?") : t("Which mark follows?")),
			this.strikes && this.writing ? el("p", { class: "note" }, t("Select a cell, then press the candidate.")) : ""],
			[[t("Where?"), () => this.where()], [t("Show me"), () => this.show()]]);
	}

	/** Frames the reason. */
	where() {
		const { said, roles } = this.told.step;
		const role = ["premise", "contradiction", "around", "conclusion"].find((one) => roles[one]?.length) || "";
		this.board.unframe();
		this.board.frames(roles[role] || [], "because");
		this.announcer.say(said.filter((part) => typeof part !== "string" && (part[2] !== "conclusion" || role === "conclusion")).map((part) => part[0]).join(", "));
	}

	show() {
		apply(/** @type {any} */ (this), this.told.step);
		if (!this.game.solved) this.explain();  // unless the marks that were set now have led here
	}

	/** @param {Change[]} changes */
	changed(changes) {
		super.changed(changes);
		if (!changes.length || this.game.solved) return;
		clearTimeout(this.resting);
		if (this.isFound()) this.show();
		else this.resting = setTimeout(() => this.answer(changes), REST);
	}

	/** Whether a mark of the step was set, or one of its candidates was removed. */
	isFound() {
		const { game } = this;
		return this.told.step.marks.some(([layer, k, value, holds]) => {
			if (holds) return game.value(layer, k) === value;
			const i = game.layers.get(layer)?.values?.findIndex((one) => one.v === value) ?? -1;
			return game.value(layer, k) === null && !(game.note("corner", layer, k) || []).includes(i);
		});
	}

	/** What there is to say about other marks. @param {Change[]} changes */
	async answer(changes) {
		const { told, game } = this;
		const set = changes.filter(([kind, layer, k, , after]) => kind === "marks" && after !== null && game.value(layer, k) === after);
		if (!set.length) return;
		this.certain ||= (await ask(`api/puzzles/${this.doc.id}/forced`, "POST", { marks: told.marks }).catch(() => ({ marks: {} }))).marks;
		if (game.solved || this.ended.signal.aborted) return;
		const known = set.map(([, layer, k, , after]) => [this.certain[layer]?.[k], after]);
		const words = known.some(([one, own]) => one !== undefined && one !== own) ? t("That cannot be right.")
			: known.every(([one, own]) => one === own) ? t("That is right, but there is an easier step.") : t("That does not follow yet.");
		this.broken.replaceChildren(el("p", { class: "words" }, words));
		this.announcer.say(words);
	}

	/** The step in words, and on the board. */
	explain() {
		const { step } = this.told;
		clearTimeout(this.resting);
		this.finish(this.lesson.exercises[this.i].name, [linked(/** @type {any} */ (this), step), legend(step.roles)], [[t("Try again"), () => this.again(), "quiet"]]);
		showRoles(/** @type {any} */ (this), step.roles, step.notes);
	}

	again() {
		this.game.solved = false;
		this.boardBox.dataset.solved = "";
		this.display(fresh(this.told));
		this.begin();
	}
}

/** The position of a technique. */
const fresh = (told) => ({ marks: told.marks, notes: { corner: told.corner } });

const style = el("link", { rel: "stylesheet", href: "learn.css" });
await new Promise((done) => {
	style.onload = done;
	style.onerror = done;
	document.head.append(style);
});
