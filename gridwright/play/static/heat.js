/** How often each mark occurs among the answers of a draft: drawn on the board, and in words. */

import { svgElement } from "./board.js";
import { t } from "./texts.js";
import { valueWord } from "./words.js";

/** Draws marks the fainter, and values the smaller, the rarer they are. @param {import("./board.js").Board} board @param {any} shares values with their numbers, by layer and place */
export function drawShares(board, shares) {
	for (const layer of board.doc.layers) {
		for (const place of layer.places) {
			const found = shares[layer.name]?.[place.k];
			if (!found || "g" in place) continue;
			const all = found.reduce((sum, [, n]) => sum + n, 0);
			if (layer.values && !["bridge", "oblong"].includes(layer.tool)) values(board, layer, place, found, all);
			else {
				for (const [value, n] of found) if (!board.isAbsent(layer, value)) mark(board, layer, place, value, n / all);
			}
		}
	}
}

function mark(board, layer, place, value, share) {
	for (const one of board.stamp(layer, place, value)) {
		one.classList.add("either-mark");
		one.setAttribute("opacity", (0.12 + 0.78 * share).toFixed(2));
	}
	if (layer.where === "cells") text(board, String(Math.round(100 * share)), place.x, place.y + 16, 9, 1);
}

/** The values of a cell in the order of the layer, each as large as it is frequent. */
function values(board, layer, place, found, all) {
	const side = Math.ceil(Math.sqrt(layer.values.length));
	const gap = 34 / side;
	for (const [value, n] of found) {
		const i = layer.values.findIndex((one) => one.v === value);
		const share = n / all;
		const size = gap * (0.5 + 0.9 * share);
		const [x, y] = [place.x - 17 + gap * ((i % side) + 0.5), place.y - 17 + gap * (Math.floor(i / side) + 0.5)];
		text(board, layer.values[i].blank ? "–" : layer.values[i].shown, x, y + size * 0.33, size, 0.45 + 0.55 * share);
	}
}

function text(board, words, x, y, size, opacity) {
	svgElement("text", { x, y, "font-size": size.toFixed(1), opacity: opacity.toFixed(2), class: "either only-1" }, board.over).textContent = words;
}

/** How often each mark occurs at a place, in words. @param {Game} game @param {any} shares @param {string} k @param {number} all the number of answers */
export function sharesAt(game, shares, k, all) {
	const parts = [...game.layers.values()].flatMap((layer) => (shares[layer.name]?.[k] || []).map(([value, n]) => t("{n} times {mark}", { n, mark: valueWord(layer, value) })));
	return parts.length ? t("Of {all} answers: {parts}", { all, parts: parts.join(", ") }) : "";
}
