/** What was solved, in numbers; all of it can be saved and deleted. */

import { ask } from "./api.js";
import { bar, button, clock, dialog, el } from "./dom.js";
import { checkbox } from "./fields.js";
import { download } from "./share.js";
import { t } from "./texts.js";
import { sizeWords } from "./words.js";

/** @param {HTMLElement} host */
export async function open(host) {
	const told = await ask("api/statistics");
	const { solved, seconds, days, daily, groups, solves, lessons } = told;
	const save = () => download("gridwright-solved.json", JSON.stringify([...solves, ...lessons], null, "\t"), "application/json");
	host.replaceChildren(bar(t("Statistics"), ""), solved ? "" : el("p", { class: "failure" }, t("Nothing is solved yet.")),
		el("dl", { class: "figures", hidden: !solved },
			figure(t("solved"), String(solved)), figure(t("time"), clock(seconds)),
			figure(t("days in a row"), String(days.current), t("longest: {n}", { n: days.longest })),
			figure(t("daily puzzles in a row"), String(daily.current), t("longest: {n}", { n: daily.longest }))),
		el("div", { class: "sheet", hidden: !groups.length, tabindex: 0, role: "region", "aria-label": t("Times by genre and size") }, table(groups)),
		el("p", { class: "note", hidden: !groups.length }, t("The first time counts, if no hint told what follows.")),
		el("div", { class: "head", hidden: !solved && !lessons.length }, button(t("Save as JSON"), save), button(t("Delete…"), () => forget(host))));
	return { end() {} };
}

const figure = (words, value, more = "") => el("div", {}, el("dt", {}, words), el("dd", {}, el("strong", {}, value), more && el("span", {}, more)));

/** @param {any[]} groups */
function table(groups) {
	const times = (one) => [one.best, one.median].map((seconds) => el("td", {}, seconds === null ? "–" : clock(seconds)));
	return el("table", {},
		el("thead", {}, el("tr", {}, ...[t("Genre"), t("Size"), t("Solved"), t("Best"), t("Median")].map((words) => el("th", { scope: "col" }, words)))),
		el("tbody", {}, ...groups.map((one) => el("tr", {}, el("th", { scope: "row" }, one.genre), el("td", {}, sizeWords(one.size)),
			el("td", {}, String(one.solved)), ...times(one)))));
}

/** Asks before it deletes. @param {HTMLElement} host */
function forget(host) {
	let positions = false;
	dialog(t("Delete the statistics"), [el("p", {}, t("All solved times are deleted. This cannot be undone.")),
		checkbox(t("Also delete the progress of all puzzles and lessons"), false, (value) => { positions = value; })], [
		[t("Delete"), async () => {
			await ask("api/statistics", "DELETE", { positions });
			await open(host);
		}],
		[t("Cancel"), () => true],
	]);
}
