"""Another solver to compare with: the package ``puzzlekit``, which solves one OR-Tools model per puzzle.

It is not a dependency: ``Peer.load`` says what is missing. It stops at the first answer, without a proof that there is
no other. It gets puzzles in its own text format; writing this text is not timed, reading it is.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from math import isqrt
from typing import Any

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.genres.killer_sudoku import KillerSudoku
from gridwright.genres.starbattle import Starbattle

Says = Callable[[gw.Puzzle, Spot], str]


class NoPeer(Exception):
    """The peer is not installed, does not know the genre, or cannot represent the puzzle."""


class Peer:
    """The peer in this process."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.name = f"puzzlekit {version('puzzlekit')}"

    @staticmethod
    def load() -> Peer:
        """The peer, or NoPeer."""
        try:
            return Peer(importlib.import_module("puzzlekit"))
        except Exception as fault:  # a foreign package may raise anything on import
            raise NoPeer(f"puzzlekit cannot be used: {fault}") from fault

    def solve(self, name: str, text: str, timeout: float, clock: Callable[[], float]) -> tuple[str, float]:
        """The peer's status (``answer``, ``none``, ``undecided`` or ``error: ...``) and its seconds.

        ``name`` is the peer's name of the genre.
        """
        begun = clock()
        try:
            options = {"time_limit_sec": timeout, "num_search_workers": 1}
            result = self.module.solve(text, name, solver_options=options)
            status = str(result.solution_data.get("status"))
        except Exception as fault:
            return f"error: {type(fault).__name__}: {str(fault)[:80]}", clock() - begun
        seconds = clock() - begun
        return {"Optimal": "answer", "Feasible": "answer", "Infeasible": "none"}.get(status, "undecided"), seconds


@dataclass(frozen=True)
class PeerNotation:
    """How a genre is written for the peer: its name, a token per cell, and other parts.

    ``edges`` are lines of clues between the head and the grid, each a layer and a side of the board. ``areas`` is a
    second grid (or, without ``cell``, the only one) with a number per area. ``more`` is added to the size in the head.
    """

    name: str
    cell: Says | None = None
    edges: tuple[tuple[str, str], ...] = ()
    areas: Callable[[gw.Puzzle], Sequence[Sequence[Spot]]] | None = None
    more: Callable[[gw.Puzzle], str] = lambda _: ""


def peer_text(genre: str, puzzle: gw.Puzzle, answer: gw.State | None) -> tuple[str, str]:
    """The peer's name of a puzzle's genre, and the puzzle in the peer's format. Raises NoPeer.

    The peer needs the number of mines; if the puzzle does not give it, it is taken from ``answer``.
    """
    if genre not in NOTATIONS:
        raise NoPeer(f"puzzlekit does not know {genre}")
    notation = NOTATIONS[genre]
    board = puzzle.board
    assert isinstance(board, Rect)
    if board.holes:
        raise NoPeer("puzzlekit knows no boards with holes")
    if genre == "picross":
        return notation.name, _lines(puzzle, board)
    if genre == "killer-sudoku" and not _boxed(puzzle, board):
        raise NoPeer("puzzlekit knows killer-sudoku with square boxes only")
    if genre == "sudoku" and not _boxed(puzzle, board):
        notation = JIGSAW
    more = str(_mines(puzzle, answer)) if genre == "minesweeper" else notation.more(puzzle)
    lines = [" ".join(filter(None, (str(board.n_rows), str(board.n_cols), more)))]
    lines += [_edge(puzzle, board, layer, side) for layer, side in notation.edges]
    if notation.cell is not None:
        lines += [" ".join(notation.cell(puzzle, cell) for cell in row) for row in board.rows]
    if notation.areas is not None:
        number = {c: i for i, area in enumerate(notation.areas(puzzle), 1) for c in area}
        lines += [" ".join(str(number[c]) if c in number else "@" for c in row) for row in board.rows]
    return notation.name, "\n".join(lines)


def _given(puzzle: gw.Puzzle, layer: str) -> Mapping[Spot, Any]:
    return puzzle.given.get(layer) or {}


def _edge(puzzle: gw.Puzzle, board: Rect, layer: str, side: str) -> str:
    clues = _given(puzzle, layer)
    places = {
        "top": [Spot(-1, x) for x in range(1, 2 * board.n_cols, 2)],
        "bottom": [Spot(2 * board.n_rows + 1, x) for x in range(1, 2 * board.n_cols, 2)],
        "left": [Spot(y, -1) for y in range(1, 2 * board.n_rows, 2)],
        "right": [Spot(y, 2 * board.n_cols + 1) for y in range(1, 2 * board.n_rows, 2)],
    }
    return " ".join(str(clues.get(spot, "-")).lower() for spot in places[side])


def _lines(puzzle: gw.Puzzle, board: Rect) -> str:
    clues = _given(puzzle, "clue")
    tops = [Spot(-1, x) for x in range(1, 2 * board.n_cols, 2)]
    lefts = [Spot(y, -1) for y in range(1, 2 * board.n_rows, 2)]
    lines = [" ".join(map(str, clues[side])) or "0" for side in tops + lefts]
    return "\n".join([f"{board.n_rows} {board.n_cols}", *lines])


def _boxed(puzzle: gw.Puzzle, board: Rect) -> bool:
    side = isqrt(board.n_cols)
    boxes = {tuple(sorted({(c.y // 2 // side, c.x // 2 // side) for c in area})) for area in _walled(puzzle)}
    return side * side == board.n_cols and all(len(box) == 1 for box in boxes)


def _mines(puzzle: gw.Puzzle, answer: gw.State | None) -> int:
    if puzzle.keys.get("mines"):
        return int(puzzle.keys["mines"])
    if answer is None:
        raise NoPeer("puzzlekit needs the number of mines")
    return sum(value is True for value in answer.marks["mine"].values())


def _walled(puzzle: gw.Puzzle) -> Sequence[Sequence[Spot]]:
    return puzzle.board.regions(_given(puzzle, "wall"))


def _star_areas(puzzle: gw.Puzzle) -> Sequence[Sequence[Spot]]:
    return Starbattle(puzzle).areas()


def _small_areas(puzzle: gw.Puzzle) -> Sequence[Sequence[Spot]]:
    alone = [[cell] for cell in _given(puzzle, "uncaged")]
    return [*KillerSudoku(puzzle).cages(), *alone]


def _clue(layer: str, unknown: str = "") -> Says:
    """Numbers; ``unknown`` is the peer's token for a clue without a number."""

    def says(puzzle: gw.Puzzle, cell: Spot) -> str:
        value = _given(puzzle, layer).get(cell, "-")
        if value == "?" and not unknown:
            raise NoPeer("puzzlekit knows no clue '?'")
        return unknown if value == "?" else str(value)

    return says


def _signs(layer: str, signs: Mapping[Any, str], none: str = "-") -> Says:
    return lambda puzzle, cell: signs[value] if (value := _given(puzzle, layer).get(cell)) is not None else none


def _wall(puzzle: gw.Puzzle, cell: Spot) -> str:
    value = _given(puzzle, "wall").get(cell, "-")
    return "x" if value is None else str(value)


def _mine(puzzle: gw.Puzzle, cell: Spot) -> str:
    value = _given(puzzle, "number").get(cell, "-")
    return "#" if value == "x" else str(value)


def _hint(puzzle: gw.Puzzle, cell: Spot) -> str:
    if cell in _given(puzzle, "block"):
        return "x"
    n, way = _given(puzzle, "hint").get(cell, ("-", ""))
    return f"{'' if n is None else n}{ {'u': 'n', 'r': 'e', 'd': 's', 'l': 'w', '': ''}[way]}"


def _sum(puzzle: gw.Puzzle, cell: Spot) -> str:
    """A cell of a kakuro: 0 if white, else the sum downwards, then the one to the right."""
    clues = _given(puzzle, "clue")
    if cell not in clues:
        return "0"
    right, down = clues[cell]
    return "-" if right is down is None else f"{down or ''},{right or ''}"


def _cage(puzzle: gw.Puzzle, cell: Spot) -> str:
    result = _given(puzzle, "result").get(cell)
    operator = {"x": "*", ":": "/"}
    sign = _given(puzzle, "operator").get(cell, "")
    return "." if result is None else f"{result}{operator.get(sign, sign)}"


def _cave(puzzle: gw.Puzzle, cell: Spot) -> str:
    return "?" if _given(puzzle, "wall").get(cell) is False else str(_given(puzzle, "number").get(cell, "-"))


def _thermometer(puzzle: gw.Puzzle, cell: Spot) -> str:
    """The number of a cell's thermometer, and the position on it."""
    joints = _given(puzzle, "joint")
    for number, bulb in enumerate(_given(puzzle, "bulb"), 1):
        way = [bulb]
        for here in way:
            way += [c for c in puzzle.board.neighbours(here) if puzzle.board.link(here, c) in joints and c not in way]
        if cell in way:
            return f"{number}.{way.index(cell) + 1}"
    return "-"


def _tallest(puzzle: gw.Puzzle) -> str:
    assert isinstance(puzzle.board, Rect)
    return str(puzzle.board.n_cols - int(puzzle.keys.get("parks", 0)))


def _last_letter(puzzle: gw.Puzzle) -> str:
    return chr(ord("a") + int(puzzle.keys["max"]) - 1)


def _letter(puzzle: gw.Puzzle, cell: Spot) -> str:
    return str(_given(puzzle, "letter").get(cell, "-")).lower()


TOP_LEFT, AROUND = ("top", "left"), ("top", "bottom", "left", "right")
POLES = tuple((layer, side) for side in TOP_LEFT for layer in ("positive", "negative"))


def _around(layer: str, sides: tuple[str, ...] = TOP_LEFT) -> tuple[tuple[str, str], ...]:
    return tuple((layer, side) for side in sides)


JIGSAW = PeerNotation("jigsaw_sudoku", _clue("number"), areas=_walled)
TOWERS = PeerNotation("skyscraper", _clue("height"), _around("view", AROUND), more=_tallest)

NOTATIONS = {
    "akari": PeerNotation("akari", _wall),
    "basic": PeerNotation("ken_ken", _cage, areas=_walled),
    "cave": PeerNotation("cave", _cave),
    "domino hunt": PeerNotation("dominos", _clue("number")),
    "easy as abc": PeerNotation("abc_end_view", _letter, _around("hint", AROUND), more=_last_letter),
    "fences": PeerNotation("slitherlink", _clue("number")),
    "heyawake": PeerNotation("heyawake", _clue("number"), areas=_walled),
    "hitori": PeerNotation("hitori", _clue("number")),
    "kakuro": PeerNotation("kakuro", _sum),
    "killer-sudoku": PeerNotation("killer_sudoku", _clue("total"), areas=_small_areas),
    "kuromasu": PeerNotation("kuromasu", _clue("number")),
    "lits": PeerNotation("lits", areas=_walled),
    "magnets": PeerNotation("magnetic", _signs("pole", {"+": "+", "-": "-", "#": "x"}, "."), POLES, areas=_walled),
    "masyu": PeerNotation("masyu", _signs("pearl", {"white": "w", "black": "b"})),
    "minesweeper": PeerNotation("minesweeper", _mine),
    "nurikabe": PeerNotation("nurikabe", _clue("clue")),
    "picross": PeerNotation("nonogram"),
    "pills": PeerNotation("pills", _clue("number"), _around("total")),
    "shikaku": PeerNotation("shikaku", _clue("number")),
    "skyscrapers": TOWERS,
    "skyscrapers with parks": TOWERS,
    "snake": PeerNotation("snake", lambda puzzle, c: "x" if c in _given(puzzle, "number") else "-", _around("used")),
    "starbattle": PeerNotation("starbattle", areas=_star_areas, more=lambda puzzle: str(puzzle.keys["stars"])),
    "sudoku": PeerNotation("sudoku", _clue("number")),
    "tents": PeerNotation("tent", _signs("tree", {True: "x"}), _around("count")),
    "thermometers": PeerNotation("thermometer", _thermometer, _around("count")),
    "yajilin": PeerNotation("yajilin", _hint),
}
"""The genres that both packages know."""
