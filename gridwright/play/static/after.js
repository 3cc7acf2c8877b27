/** What follows a solved puzzle: what there is to say, and what can be played next. */

import { ask } from "./api.js";
import { button, clock, el } from "./dom.js";
import { makeLike } from "./making.js";
import { t } from "./texts.js";
import { LEVELS, sizeWords } from "./words.js";

const ORDER = Object.keys(LEVELS);

/** Goes to the next puzzle that is not solved, or to the list. @param {string} id */
export async function goOn(id) {
	const { next } = await ask(`api/puzzles/${id}/after`, "POST", {});
	location.hash = next ? `play/${next}` : "";
}

/** Lines and buttons for a solved puzzle. @param {Player} player @param {boolean} isNew whether it was solved just now */
export async function afterSolving({ doc, game }, isNew) {
	const { best, streak, difficulty } = await ask(`api/puzzles/${doc.id}/after`, "POST", { seconds: Math.round(game.seconds), helped: game.helped });
	const lines = [
		best && t("New best time for {genre}, {size}: {time}. The best was {before}.", { genre: doc.genre, size: sizeWords(doc.size), time: clock(game.seconds), before: clock(best) }),
		streak > 1 && t("You have solved puzzles on {n} days in a row.", { n: streak }),
	];
	const like = (label) => ({ genre: doc.genre, rows: doc.rows, columns: doc.cols, difficulty: label });
	const harder = async () => {
		const label = difficulty || (await ask(`api/puzzles/${doc.id}/rate`, "POST", {})).label;
		return like(ORDER[Math.min(ORDER.indexOf(label) + 1, ORDER.length - 1)]);
	};
	const offers = doc.rows ? [
		button(t("Another one"), () => makeLike(t("Another one"), async () => like(difficulty || null))),
		difficulty !== ORDER[ORDER.length - 1] && button(t("A little harder"), () => makeLike(t("A little harder"), harder)),
	] : [];
	return el("div", { class: "after" }, ...(isNew ? lines : []).filter(Boolean).map((words) => el("p", { class: "words" }, words)), el("div", { class: "tools" }, ...offers.filter(Boolean)));
}
