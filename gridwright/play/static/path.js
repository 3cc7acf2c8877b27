/** The solving path of a draft, step by step on the editor's board. */

import { ask } from "./api.js";
import { button } from "./dom.js";
import { replay } from "./replay.js";
import { t } from "./texts.js";

/** @param {Editor} editor @param {HTMLElement} panel */
export async function showPath(editor, panel) {
	const { board, game, announcer, told } = editor;
	const { draft } = told;
	panel.replaceChildren(t("Thinking…"));
	const found = await ask("api/draft/replay", "POST", { draft }).catch((fault) => ({ steps: [], folds: [], complete: true, words: fault.message }));
	if (draft !== editor.told.draft) return;
	game.load({});
	board.all();
	board.either([]);
	board.unframe();
	editor.boardBox.dataset.shown = "path";
	await replay(/** @type {any} */ ({
		panel, board, game, announcer, doc: told.doc, request: async () => found,
		commit: (changes, label) => {
			game.commit(changes, label);
			board.update(changes);
		},
		undo: () => board.update(game.undo()),
	}));
	panel.append(button(t("Close"), () => {
		panel.replaceChildren();
		board.unframe();
		editor.solver.draw();
		editor.setting.showLonely();
	}));
}
