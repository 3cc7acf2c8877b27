"""Converts stored answers, which have a token per cell by the conventions of a collection, to marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import DOWN, LEFT, RIGHT, UP
from research.records import Grid, Layers, RecordError

Answering = Callable[[gw.Puzzle, Grid], Layers]


def answer_layers(genre: str, puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    """The marks that tokens represent, by layer. Raises RecordError if they are not an answer of the genre."""
    try:
        return _ANSWERS[genre](puzzle, tokens)
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as fault:
        raise RecordError(f"no answer in the tokens stored: {type(fault).__name__}: {fault}") from fault


def marks_of(state: gw.State) -> set[tuple[str, Spot, Any]]:
    """The marks of a state, without those that are absent."""
    return {(name, s, v) for name, layer in state.marks.items() for s, v in layer.items() if v is not False}


def _at(tokens: Grid, cell: Spot) -> str:
    return tokens[cell.y // 2][cell.x // 2]


def _shading(layer: str, *marks: str) -> Answering:
    return lambda puzzle, tokens: {layer: {c: _at(tokens, c) in marks for c in puzzle.board.cells}}


def _signs(layer: str) -> Answering:
    """Answers with tokens that are values."""
    return lambda puzzle, tokens: {layer: {c: _at(tokens, c) for c in puzzle.board.cells}}


def _numbers(layer: str = "number", other: int | None = None) -> Answering:
    """Numbers; ``other`` is the value for other tokens, whose cells are left out without it."""

    def layers(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
        by_cell = {c: _at(tokens, c) for c in puzzle.board.cells}
        if other is None:
            return {layer: {c: int(t) for c, t in by_cell.items() if t.isdigit()}}
        return {layer: {c: int(t) if t.isdigit() else other for c, t in by_cell.items()}}

    return layers


def _parting(layer: str) -> Answering:
    """Areas: there are marks on the links between different tokens."""

    def layers(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
        ends = puzzle.board.ends
        return {layer: {s: len({_at(tokens, c) for c in ends(s)}) == 2 for s in puzzle.board.links}}

    return layers


def _fences(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    inside = {c for c in puzzle.board.cells if _at(tokens, c) == "#"}
    faces = puzzle.board.faces
    return {"loop": {e: sum(f in inside for f in faces(e)) == 1 for e in puzzle.board.edges}}


_BRIDGES = {(True, "-"): 1, (True, "="): 2, (False, "|"): 1, (False, "H"): 2}


def _hashi(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    found: dict[Spot, Any] = {}
    islands = puzzle.given["island"]
    for link in puzzle.genre(puzzle).terms["bridge"]:
        if link is not None:
            between = next(end for end in puzzle.board.ends(link) if end not in islands)
            found[link] = _BRIDGES.get((link.y % 2 == 1, _at(tokens, between)), 0)
    return {"bridge": found}


_WAYS = {"n": UP, "e": RIGHT, "s": DOWN, "w": LEFT}


def _line(layer: str) -> Answering:
    """Lines: tokens are the directions in which the line leaves a cell."""

    def layers(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
        drawn = {
            Spot(c.y + _WAYS[way][0] // 2, c.x + _WAYS[way][1] // 2)
            for c in puzzle.board.cells
            if set(_at(tokens, c)) <= set(_WAYS)
            for way in _at(tokens, c)
        }
        return {layer: {link: link in drawn for link in puzzle.board.links}}

    return layers


def _easy_as_abc(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    return {"letter": {c: "-" if _at(tokens, c) == "." else _at(tokens, c) for c in puzzle.board.cells}}


def _pills(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    """The cells of a pill have its value; its middle cell gets its direction."""
    pills: dict[str, list[Spot]] = {}
    for cell in puzzle.board.cells:
        if _at(tokens, cell) != ".":
            pills.setdefault(_at(tokens, cell), []).append(cell)
    laid = {cells[len(cells) // 2]: "-" if cells[0].y == cells[-1].y else "|" for cells in pills.values()}
    return {"pill": {c: laid.get(c, " ") for c in puzzle.board.cells}}


def _snake(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    """The cells of the snake, numbered from the given 1."""
    used = {c for c in puzzle.board.cells if _at(tokens, c) == "#"}
    here: Spot | None = next(c for c, n in puzzle.given["number"].items() if n == 1)
    found: dict[Spot, int] = {}
    while here is not None:
        found[here] = len(found) + 1
        here = next((c for c in puzzle.board.neighbours(here) if c in used and c not in found), None)
    return {"number": {c: found.get(c, 0) for c in puzzle.board.cells}}


def _sudoku(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    symbols = puzzle.keys.get("symbols") or sorted({t for row in tokens for t in row}, key=lambda t: (len(t), t))
    place = {symbol: number for number, symbol in enumerate(symbols, 1)}
    return {"number": {c: place[_at(tokens, c)] for c in puzzle.board.cells}}


def _yajilin(puzzle: gw.Puzzle, tokens: Grid) -> Layers:
    return _line("loop")(puzzle, tokens) | _shading("shade", "#")(puzzle, tokens)


_ANSWERS: dict[str, Answering] = {
    "akari": _shading("lamp", "o"),
    "aquarium": _shading("water", "#"),
    "arukone": _line("path"),
    "basic": _numbers(),
    "cave": _shading("wall", "#"),
    "domino hunt": _parting("wall"),
    "doubleblock": _numbers(other=0),
    "easy as abc": _easy_as_abc,
    "fences": _fences,
    "fillomino": _numbers(),
    "galaxies": _parting("wall"),
    "hashi": _hashi,
    "heyawake": _shading("shade", "#"),
    "hitori": _shading("shade", "#"),
    "kakuro": _numbers(),
    "killer-sudoku": _numbers(),
    "kropki": _numbers(),
    "kuromasu": _shading("shade", "#"),
    "lits": _shading("shade", *"LITS"),
    "magnets": _signs("pole"),
    "masyu": _line("loop"),
    "minesweeper": _shading("mine", "*"),
    "nurikabe": _shading("sea", "#"),
    "picross": _shading("shade", "#"),
    "pills": _pills,
    "shikaku": _parting("border"),
    "skyscrapers": _numbers("height"),
    "skyscrapers with parks": _numbers("height", other=0),
    "slalom": _signs("slant"),
    "snake": _snake,
    "starbattle": _shading("star", "*"),
    "starry sky": _shading("star", "*"),
    "sudoku": _sudoku,
    "tapa": _shading("shade", "#"),
    "tents": _shading("tent", "A"),
    "thermometers": _shading("filled", "#"),
    "yajilin": _yajilin,
}
