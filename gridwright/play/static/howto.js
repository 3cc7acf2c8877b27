/** How a puzzle is played: what gestures on its board do, by its tools, and all keys. */

import { button, dialog, el } from "./dom.js";
import { t } from "./texts.js";

/** Keys that work on boards of one kind, and on all. */
const MARKED = [[t("Space or Enter"), t("the next mark")], [t("X or Shift + Space"), t("no mark here")]];
const DRAWN = [[t("Shift + arrow"), t("line or border on that side")], [t("Ctrl + Shift + arrow"), t("no line on that side")]];
const WRITTEN = [
	[t("digits and letters"), t("write")], [t("Shift or Ctrl + digit"), t("candidate in the corner, in the middle")],
	["Z X C V B", t("value, corner, middle, colour, letter")], [t("Space"), t("the next of these")], ["A", t("select cells with the same")],
	[t("Ctrl A"), t("select all")], ["F, R", t("fill in candidates, remove ruled out ones")],
];
const KEYS = [
	[t("arrows, Home, End"), t("move")], [t("Backspace"), t("clear")], [t("Ctrl Z, Ctrl Y"), t("undo, redo")],
	["H, G", t("hint, and its next level; do it")], ["K, E", t("check; next mistake")],
	["T, Y, U, O", t("what if; keep, drop, note the opposite")], ["I", t("what is around")],
	["+ − 0", t("larger, smaller, whole board")], ["N, M, P", t("next puzzle, menu, pause")], ["?", t("this help")], [t("Escape"), t("cancel")],
];
/** Keys for the switches below the board. */
const SWITCHES = { set: ["S", t("what a tap sets")], drawn: ["D", t("what is drawn")], colour: ["V, 1–9", t("colours")] };
const EXPLAINED = "gridwright:explained";
const ENOUGH = 10;
const FEW = 3;

const isTouch = matchMedia("(pointer: coarse)").matches;
const TAP = isTouch ? t("Tap") : t("Click");
const DRAG = t("Drag");

/** What tells a layer's gestures from those of others. @param {Layer} layer */
const kindOf = (layer) => `${layer.tool} ${layer.gesture?.name || ""}`.trim();

/** The gestures of a layer, each with what it does, the most useful first. @param {Layer} layer @param {boolean} hasLines whether drags draw lines @returns {string[][]} */
function gestures(layer, hasLines) {
	const { gesture, tool } = layer;
	const [is, isNot] = layer.words || [];
	const turn = t("{values}, nothing, in turn", { values: layer.words?.join(", ") || layer.values?.map((one) => one.words).join(", ") });
	const own = {
		shade: [[TAP, turn], [DRAG, t("paints several cells")]],
		piece: [[TAP, turn], [DRAG, t("paints {isNot}", { isNot })]],
		cycle: [[TAP, turn]],
		path: [[DRAG, t("from cell to cell: draws a line; the same way back erases it")], [TAP, t("on the side of a cell: a cross, for no line")]],
		segment: [[TAP, t("between two points: a line, a cross, nothing, in turn")], [DRAG, t("from point to point: draws a line; the same way back erases it")]],
		wall: [[TAP, t("between two cells: a border, a dot for none, nothing, in turn")], [DRAG, t("along the grid: draws a border; the same way back erases it")]],
		pair: [[DRAG, t("from a cell to the next: {is}", { is })]],
		bridge: [[DRAG, t("from a clue towards another: one line more, or none after the last")]],
		oblong: [[DRAG, t("over {n} cells in a row: sets one, or removes it", { n: gesture?.cells })]],
		write: [[TAP, t("selects a cell, to write into it")], [DRAG, t("selects several cells")],
			...(isTouch ? [] : [[t("Ctrl + click"), t("adds cells, or takes them away")]]), [isTouch ? t("Two taps") : t("Double click"), t("selects all cells with the same")]],
		trail: [[TAP, t("selects a cell, to write into it")], [DRAG, t("from a value: counts on")]],
	}[tool] || [];
	const more = {
		rectangles: [DRAG, t("across cells: a rectangle with its borders")], pairs: [DRAG, t("from a cell to the next: joins them")],
		halves: [DRAG, t("from a centre: joins cells, and those opposite to them")], copies: [DRAG, t("from a value: copies it")],
		fills: [TAP, t("fills up to this cell")], begins: [DRAG, t("the first line also sets the start")], partners: [TAP, t("sets the other half, too")],
	}[gesture?.name || ""];
	const other = isNot && !isTouch && [t("Right button"), { cross: t("a cross, for no line"), joined: t("a dot, for no border") }[layer.second] || isNot];
	const isPainted = layer.where === "cells" && hasLines;
	return [...(more ? [more] : []), ...own.filter(([what]) => !(isPainted && what === DRAG && tool !== "write" && tool !== "trail")), ...(other ? [other] : [])];
}

/** What the gestures on a board do, whatever its tools are. @param {Doc} doc @returns {string[][]} */
function everywhere(doc) {
	const zoom = isTouch ? [t("Two fingers"), t("enlarge the board and move it")] : [t("Ctrl + wheel"), t("enlarges the board; the wheel alone then moves it")];
	return [...(doc.sides.length ? [[TAP, t("on a clue outside: ticks it off")]] : []), zoom];
}

/** Rows of what is done and what that does; equal gestures are one row. @param {string[][]} rows */
function listed(rows) {
	/** @type {Map<string, string>} */
	const found = new Map();
	for (const [what, does] of rows) found.set(what, found.has(what) ? `${found.get(what)}; ${does}` : does);
	return el("dl", { class: "keys" }, ...[...found].flatMap(([what, does]) => [el("dt", {}, what), el("dd", {}, does)]));
}

/** The gestures of some layers. @param {Doc} doc @param {Layer[]} layers @param {number} [most] for each */
function gesturesOf(doc, layers, most) {
	const hasLines = doc.layers.some((layer) => layer.where !== "cells");
	return layers.flatMap((layer) => gestures(layer, hasLines).slice(0, most));
}

/** The gestures of the tools that this player has not met. @param {Player} player */
export function explain(player) {
	const known = JSON.parse(localStorage.getItem(EXPLAINED) || "[]");
	const fresh = player.doc.layers.filter((layer) => !known.includes(kindOf(layer)));
	if (!fresh.length) return;
	const learn = () => localStorage.setItem(EXPLAINED, JSON.stringify([...new Set([...known, ...fresh.map(kindOf)])]));
	const close = () => {
		learn();
		player.tip.replaceChildren();
	};
	player.tip.replaceChildren(el("h2", {}, t("How to play this")), listed(gesturesOf(player.doc, fresh, FEW)),
		el("div", { class: "tools" }, button(t("Got it"), close), button(t("All gestures and keys"), () => help(player), { class: "quiet" }), lessonLink(player.doc)));
	player.ended.signal.addEventListener("abort", () => player.game.at >= ENOUGH && learn());
}

/** The way to the lesson of a genre. @param {Doc} doc */
const lessonLink = ({ genre, lesson }) => lesson && el("a", { href: `#learn/${lesson}` }, t("Learn {genre}", { genre }));

/** Gestures and keys. @param {Player} player */
export function help(player) {
	const { doc, keys, written } = player;
	const switches = [player.setSwitch && SWITCHES.set, player.drawnSwitch && SWITCHES.drawn, player.palette && SWITCHES.colour].filter(Boolean);
	const own = [...(written ? WRITTEN : MARKED), ...(keys.lines ? DRAWN : []), ...switches];
	const isLettered = written?.values?.some((one) => one.typed.some((text) => /^[A-Z]$/.test(text)));
	const box = dialog(t("How to play this"), [lessonLink(doc), listed([...gesturesOf(doc, doc.layers), ...everywhere(doc)]), el("h2", {}, t("Keys")), listed([...own, ...KEYS]),
		isLettered ? el("p", {}, t("Letters write values here: press them with Alt for what is listed above.")) : ""]);
	box.querySelector("a")?.addEventListener("click", () => box.close());
}
