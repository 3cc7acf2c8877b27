"""Another solver to compare with: the package ``puzzlekit``, which hands one model per puzzle to OR-Tools.

It is no dependency: ``Peer.load`` says what is missing. Its answers are first answers, without a proof that there is
no other. It is given the puzzle in its own text format; making that text is not timed, reading it is.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

import gridwright as gw
from gridwright.language.board import Rect, Spot

Says = Callable[[gw.Puzzle, Spot], str]


class NoPeer(Exception):
    """The peer is not installed, or does not know the genre, or cannot be told the puzzle."""


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
        except Exception as fault:  # whatever a foreign package does when it is imported
            raise NoPeer(f"puzzlekit cannot be used: {fault}") from fault

    def solve(self, genre: str, text: str, timeout: float, clock: Callable[[], float]) -> tuple[str, float]:
        """The peer's status (``answer``, ``none``, ``undecided`` or ``error: ...``) and its seconds."""
        begun = clock()
        try:
            options = {"time_limit_sec": timeout, "num_search_workers": 1}
            result = self.module.solve(text, KNOWN[genre], solver_options=options)
            said = str(result.solution_data.get("status"))
        except Exception as fault:
            return f"error: {type(fault).__name__}: {str(fault)[:80]}", clock() - begun
        seconds = clock() - begun
        return {"Optimal": "answer", "Feasible": "answer", "Infeasible": "none"}.get(said, "undecided"), seconds


KNOWN = {
    "akari": "akari", "fences": "slitherlink", "heyawake": "heyawake", "hitori": "hitori", "kuromasu": "kuromasu",
    "masyu": "masyu", "minesweeper": "minesweeper", "nurikabe": "nurikabe", "picross": "nonogram",
    "shikaku": "shikaku", "sudoku": "sudoku", "yajilin": "yajilin",
}
"""The peer's names of the genres that both know."""


def peer_text(genre: str, puzzle: gw.Puzzle, answer: gw.State | None) -> str:
    """A puzzle as the peer reads it. Raises NoPeer.

    The peer must be told how many mines there are; where the puzzle does not say so, ``answer`` does.
    """
    if genre not in KNOWN:
        raise NoPeer(f"puzzlekit does not know {genre}")
    if genre == "picross":
        return _lines(puzzle)
    board = puzzle.board
    assert isinstance(board, Rect)
    says = _SAYS[genre]
    rows = [" ".join(says(puzzle, cell) for cell in row) for row in board.rows]
    head = f"{board.n_rows} {board.n_cols}"
    if genre == "minesweeper":
        head += f" {_mines(puzzle, answer)}"
    if genre == "heyawake":
        rows += _rooms(puzzle, board)
    return "\n".join([head, *rows])


def _given(puzzle: gw.Puzzle, layer: str) -> Mapping[Spot, Any]:
    return puzzle.given.get(layer) or {}


def _lines(puzzle: gw.Puzzle) -> str:
    board = puzzle.board
    assert isinstance(board, Rect)
    clues = _given(puzzle, "clue")
    tops = [Spot(-1, x) for x in range(1, 2 * board.n_cols, 2)]
    lefts = [Spot(y, -1) for y in range(1, 2 * board.n_rows, 2)]
    lines = [" ".join(map(str, clues[side])) or "0" for side in tops + lefts]
    return "\n".join([f"{board.n_rows} {board.n_cols}", *lines])


def _mines(puzzle: gw.Puzzle, answer: gw.State | None) -> int:
    if puzzle.keys.get("mines"):
        return int(puzzle.keys["mines"])
    if answer is None:
        raise NoPeer("puzzlekit must be told the number of mines")
    return sum(value is True for value in answer.marks["mine"].values())


def _rooms(puzzle: gw.Puzzle, board: Rect) -> list[str]:
    number = {c: i for i, room in enumerate(board.regions(_given(puzzle, "wall")), 1) for c in room}
    return [" ".join(str(number[c]) for c in row) for row in board.rows]


def _clue(layer: str) -> Says:
    def says(puzzle: gw.Puzzle, cell: Spot) -> str:
        value = _given(puzzle, layer).get(cell, "-")
        if value == "?":
            raise NoPeer("puzzlekit knows no clue '?'")
        return str(value)

    return says


def _wall(puzzle: gw.Puzzle, cell: Spot) -> str:
    value = _given(puzzle, "wall").get(cell, "-")
    return "x" if value is None else str(value)


def _pearl(puzzle: gw.Puzzle, cell: Spot) -> str:
    return {"white": "w", "black": "b", None: "-"}[_given(puzzle, "pearl").get(cell)]


def _mine(puzzle: gw.Puzzle, cell: Spot) -> str:
    value = _given(puzzle, "number").get(cell, "-")
    return "#" if value == "x" else str(value)


def _hint(puzzle: gw.Puzzle, cell: Spot) -> str:
    if cell in _given(puzzle, "block"):
        return "x"
    n, way = _given(puzzle, "hint").get(cell, ("-", ""))
    return f"{'' if n is None else n}{ {'u': 'n', 'r': 'e', 'd': 's', 'l': 'w', '': ''}[way]}"


_SAYS: dict[str, Says] = {
    "akari": _wall, "fences": _clue("number"), "heyawake": _clue("number"), "hitori": _clue("number"),
    "kuromasu": _clue("number"), "masyu": _pearl, "minesweeper": _mine, "nurikabe": _clue("clue"),
    "shikaku": _clue("number"), "sudoku": _clue("number"), "yajilin": _hint,
}
