/** The solver's verdict on a draft, shortly after each change, with answers to show and clues that clash. */

import { Failure, ask } from "./api.js";
import { button, el, toggles } from "./dom.js";
import { t } from "./texts.js";

const REST = 250;
const STATUS = { unique: t("One answer."), several: t("Several answers."), none: t("No answer."), undecided: t("Not decided in time.") };
const CLUES = -1;
const BOTH = 2;

export class Solver {
	/** @param {Editor} editor */
	constructor(editor) {
		this.editor = editor;
		/** The answer that is shown: a number, both, or none. */
		this.ghost = CLUES;
		/** @type {any} */
		this.answers = null;
		this.verdict = el("div", { class: "verdict", role: "status" });
	}

	async solve() {
		this.verdict.dataset.status = "";
		if (this.editor.told.problem) {
			this.verdict.replaceChildren();
			return;
		}
		const { draft } = this.editor.told;
		try {
			const told = await ask("api/draft/verdict", "POST", { draft });
			if (draft !== this.editor.told.draft || this.editor.ended) return;
			this.answers = told;
			this.ghost = CLUES;
			this.showVerdict(told);
		} catch (fault) {
			if (!(fault instanceof Failure && fault.told.superseded)) this.verdict.replaceChildren(fault.message);
		}
	}

	showVerdict(told) {
		/** @type {(Node|string)[]} */
		const parts = [el("strong", {}, told.blank ? t("There are no clues yet.") : STATUS[told.status])];
		const names = told.answers.length > 1 ? [t("Answer 1"), t("Answer 2"), t("Both")] : told.answers.map(() => t("The answer"));
		if (told.blank) names.length = 0;
		else if (told.status === "several") parts.push(" ", t("{same} of {n} marks are the same in all.", { same: told.total - told.differ.length, n: told.total }));
		if (told.words) parts.push(el("p", {}, told.words));
		if (told.status === "undecided") parts.push(el("p", {}, t("No verdict within {seconds} s.", { seconds: told.seconds.toFixed(1) })), button(t("Try again"), () => this.solve()));
		this.verdict.replaceChildren(el("p", {}, ...parts), names.length ? toggles(t("Shown"), [[CLUES, t("Clues")], ...names.map((name, i) => [i, name])], CLUES,
			(i) => this.showAnswer(i)) : "");
		this.verdict.dataset.status = told.blank ? "blank" : told.status;
		this.frames(told);
	}

	frames(told) {
		this.editor.board.frames(this.ghost < BOTH ? (told.differ || []).map(([, k]) => k) : [], "differ");
		const at = [...(told.clashes || []).flatMap((part) => part.at), ...(told.clues || []).map(([, k]) => k)];
		this.editor.board.frames([...new Set(at)], "wrong");
	}

	/** Shows an answer, or two at once: marks of only one of them are faint and numbered. */
	showAnswer(i) {
		this.ghost = i;
		const { answers } = this.answers;
		const shown = this.ghost < 0 ? {} : this.ghost < BOTH ? answers[this.ghost] : shared(answers);
		this.editor.game.load({ marks: shown });
		this.editor.board.all();
		this.editor.board.either(this.ghost === BOTH ? answers : []);
		this.frames(this.answers);
		this.editor.entering.point();
	}

	async needless() {
		this.editor.error.textContent = t("Thinking…");
		await ask("api/draft/needless", "POST", { draft: this.editor.told.draft }).then((told) => {
			this.editor.error.textContent = told.words;
			this.editor.board.frames(told.clues.map(([, k]) => k), "because");
		}).catch(this.editor.fail);
	}

	rest() {
		clearTimeout(this.resting);
		this.resting = setTimeout(() => this.solve(), REST);
	}

	end() {
		clearTimeout(this.resting);
	}
}

/** The marks that two answers share. */
function shared([one, two]) {
	return Object.fromEntries(Object.entries(one).map(([layer, own]) =>
		[layer, Object.fromEntries(Object.entries(own).filter(([k, v]) => two[layer]?.[k] === v))]));
}
