/** Listed puzzles as a booklet. */

import { answered } from "./api.js";
import { dialog, el, statusLine } from "./dom.js";
import { checkbox } from "./fields.js";
import { download } from "./share.js";
import { t } from "./texts.js";

const PRINTED = 200;

/** @param {{id: string}[]} puzzles */
export function printDialog(puzzles) {
	const some = puzzles.slice(0, PRINTED);
	const status = statusLine();
	let answers = true;
	const make = async () => {
		status.textContent = t("Making the booklet…");
		try {
			const answer = await answered("api/booklet", "POST", { ids: some.map((one) => one.id), answers });
			download("puzzles.pdf", await answer.blob(), "application/pdf");
			return true;
		} catch (fault) {
			status.textContent = fault.message;
			return false;
		}
	};
	const n = some.length;
	const words = n < puzzles.length ? t("A PDF with the first {n} of the {all} puzzles that the list shows now.", { n, all: puzzles.length })
		: t("A PDF with the puzzle that the list shows now.|A PDF with the {n} puzzles that the list shows now.", { n });
	dialog(t("Print"), [el("p", {}, words),
		checkbox(t("With the answers at the end"), answers, (value) => { answers = value; }), status], [[t("Make the PDF"), make], [t("Cancel"), () => true]]);
}
