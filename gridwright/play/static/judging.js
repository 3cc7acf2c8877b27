/** Verdicts, which are requested after every change and shown on request or at once, and the list of mistakes. */

import { ask } from "./api.js";
import { button, clock, el } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./texts.js";

const LARGE = 600;
const REST_OF_LARGE = 150;
const LISTED = 12;
const LATE = t("This board is too large to be checked in time.");

/** Timings for measurements of the page. @param {string} name @param {string} from the mark at the beginning */
export function measure(name, from) {
	if (performance.getEntriesByName(from).length) performance.measure(name, from);
	performance.clearMarks(from);
}

export class Judging {
	/** @param {Player} player */
	constructor(player) {
		this.player = player;
		/** @type {any} */
		this.verdict = { faults: [], solved: false };
		this.isAsking = false;
		this.next = -1;
	}

	/** Requests a verdict; one request runs at a time, and only the newest waits. */
	ask() {
		if (this.isAsking) return;
		if (this.player.doc.cells.length > LARGE) {
			clearTimeout(this.resting);
			this.resting = setTimeout(() => this.askNow(), REST_OF_LARGE);
		} else this.askNow();
	}

	async askNow() {
		const { player } = this;
		this.isAsking = true;
		const { version } = player.game;
		performance.mark("asked");
		const told = await ask(`api/puzzles/${player.doc.id}/judge`, "POST", { marks: player.game.kinds.marks, version })
			.catch((fault) => player.tell(fault.message, "saving"));
		this.isAsking = false;
		if (player.ended.signal.aborted || !told) return;
		if (version !== player.game.version) this.ask();
		else this.take(told);
	}

	take(told) {
		const { player } = this;
		measure("verdict", "asked");
		this.verdict = told;
		player.boardBox.dataset.judged = String(told.version);
		player.boardBox.dataset.faults = String(told.faults.length);
		player.board.laid(told.laid || []);
		if (told.late) player.tell(LATE);
		if (settings.check === "live") this.showFaults(true);
		const wanted = player.game.solved || settings.solved === "once" || (settings.solved === "full" && player.game.isFull);
		if (told.solved && wanted) this.solved();
		else player.boardBox.dataset.solved = "";
	}

	solved() {
		const { player } = this;
		player.boardBox.dataset.solved = "yes";
		const isNew = !player.game.solved;
		player.game.solved = true;
		player.status.dataset.kind = "solved";
		player.status.replaceChildren(settings.timer ? t("Solved in {time}.", { time: clock(player.game.seconds) }) : t("Solved."), " ",
			button(t("Next puzzle"), () => player.goNext(), { class: "link" }));
		import("./after.js").then(({ afterSolving }) => afterSolving(player, isNew)).then((box) => player.isReplaying || player.panel.replaceChildren(box), () => {});
		if (!isNew) return;
		player.saving.touch();
		player.announcer.say(t("Solved"));
		player.celebrate();
	}

	/** Faults on request. */
	async check() {
		if (this.verdict.version !== this.player.game.version) await this.askNow();
		if (this.verdict.version !== this.player.game.version) return;  // no answer, which is reported elsewhere
		if (this.verdict.solved) this.solved();
		else this.showFaults(false);
	}

	/** @param {boolean} live whether they are shown without a request */
	showFaults(live) {
		const { board, panel, announcer } = this.player;
		const { faults, late } = this.verdict;
		board.frames([...new Set(faults.flatMap((one) => one.at))], "wrong");
		board.around(faults.some((one) => !one.at.length));
		if (live && !faults.length) {
			if (panel.firstElementChild?.matches(".faults")) panel.replaceChildren();  // a hint stays
			return;
		}
		const words = late ? LATE : faults.length ? t("{n} mistake.|{n} mistakes.", { n: faults.length }) : t("No rule is broken so far.");
		this.player.tell(words, faults.length ? "wrong" : "");
		announcer.say(words);
		panel.replaceChildren(el("ul", { class: "faults" }, ...faults.slice(0, LISTED).map((one) =>
			el("li", {}, button(one.words, () => this.goTo(one), { class: "link" })))));
	}

	goTo(fault) {
		if (fault.cells.length) {
			this.player.grid.focus(fault.cells[0]);
			this.player.zoom.reveal(this.player.doc.cells[fault.cells[0]]);
		}
		this.player.board.frames(fault.at, "wrong");
	}

	/** Moves to the next mistake and announces it. */
	nextFault() {
		const { faults } = this.verdict;
		if (!faults.length) {
			this.player.announcer.say(t("no mistakes"));
			return;
		}
		this.next = (this.next + 1) % faults.length;
		this.goTo(faults[this.next]);
		this.player.announcer.say(faults[this.next].words);
	}
}
