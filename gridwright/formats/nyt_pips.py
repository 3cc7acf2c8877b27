"""The New York Times' Pips: a JSON file for each day, with an easy, a medium and a hard puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from string import ascii_letters
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..language.layers import AnswerLayer, GivenLayer, Key, ValueLayer
from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import MAX_CELLS, Reading, Shelf, only_dialect
from .errors import FormatError, WriteError, shown
from .json_text import json_text, load_json, place_of
from .pips.common import Condition, PipsDialect, PipsPuzzle
from .several import found_puzzles

_LEVELS = ("easy", "medium", "hard")
_KINDS = {"sum": "sum", "less": "less", "greater": "greater", "equals": "equal", "unequal": "unequal"}
_TYPES = {kind: name for name, kind in _KINDS.items()}
_OTHERS = {"at most": ("less", 1), "at least": ("greater", -1)}
"""Conditions that are written as another one, and what is added to their number."""
_MOST_PIPS = 6

NumberPair = tuple[int, int]


class NytPips(PipsDialect):
    """A genre in this format. ``domino`` is the answer's layer on links, ``pip`` that of its numbers."""

    format = "nyt-pips"
    holds_partial = False

    def __init__(
        self, region: GivenLayer, conditions: Key[Any], dominoes: Key[Any], domino: AnswerLayer, pip: ValueLayer
    ) -> None:
        super().__init__(region=region, conditions=conditions, dominoes=dominoes)
        self.domino, self.pip = domino, pip


class NytPipsFormat:
    """The file of a day, which holds up to three puzzles."""

    name = "nyt-pips"
    about = "the New York Times' Pips, as JSON"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return text.lstrip().startswith("{") and '"dominoes"' in text and '"regions"' in text and '"indices"' in text

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzles of a day. Raises FormatError."""
        del options
        day = load_json(text)
        if not isinstance(day, dict):
            raise FormatError("this is no day of Pips", expected="an object with easy, medium and hard")
        levels = [level for level in _LEVELS if isinstance(day.get(level), dict)]
        # Puzzles that were withdrawn lack their dominoes.
        levels = [level for level in levels if day[level].get("dominoes") is not None]
        if not levels:
            raise FormatError("there is no puzzle", expected=" or ".join(_LEVELS), code="empty")
        found_puzzles(len(levels))
        date = day.get("printDate")
        title = date if isinstance(date, str) else ""
        return [_Level(text, level, day[level], shelf, title).reading() for level in levels]

    def write(self, puzzle: Puzzle, dialect: NytPips, answer: State | None) -> str:
        """A day with one puzzle. Raises WriteError."""
        pips = PipsPuzzle.of(puzzle, dialect, None)
        if any(max(pair) > _MOST_PIPS for pair in pips.dominoes):
            raise WriteError(f"the format has pips up to {_MOST_PIPS} only")
        title = puzzle.about.title
        date, _, level = title.rpartition(" ") if title.endswith(_LEVELS) else (title, "", "easy")
        record: dict[str, Any] = {"constructors": puzzle.about.author or None}
        record["dominoes"] = list(map(list, pips.dominoes))
        record["regions"] = list(_regions(pips))
        if answer is not None:
            record["solution"] = _solution(puzzle, dialect, answer, pips.dominoes)
        return json_text({"printDate": date, level: record}) + "\n"


# -- reading ----------------------------------------------------------------------------------------------------------


class _Level:
    """One of a day's puzzles."""

    def __init__(self, text: str, level: str, record: Mapping[str, Any], shelf: Shelf, date: str) -> None:
        self._text, self._level, self._record, self._shelf, self._date = text, level, record, shelf, date

    def _error(self, path: tuple[str | int, ...], what: str, expected: str = "") -> FormatError:
        value: Any = self._record
        for key in path:
            value = value[key]
        line, column = place_of(self._text, (self._level, *path))
        return FormatError(what, line, column, expected, shown(json.dumps(value)), code="bad-value")

    def _list(self, name: str) -> list[Any]:
        value = self._record.get(name)
        if not isinstance(value, list):
            raise self._error((), f"{name} are missing", "a list")
        return value

    def reading(self) -> Reading:
        """The puzzle, with its answer if there is one. Raises FormatError."""
        genre, dialect = only_dialect(self._shelf, NytPipsFormat.name)
        dominoes = tuple(self._pair(("dominoes", i), pair) for i, pair in enumerate(self._list("dominoes")))
        cells, conditions = self._regions()
        if len(cells) != 2 * len(dominoes):
            what = f"{len(dominoes)} dominoes do not cover a board of {len(cells)} cells"
            raise self._error(("dominoes",), what)
        rows, cols = (max(cell[i] for cell in cells) + 1 for i in (0, 1))
        if rows * cols > MAX_CELLS:
            raise self._error(("regions",), "the board is too large", f"at most {MAX_CELLS} places")
        constructors = self._record.get("constructors")
        author = constructors if isinstance(constructors, str) else ""
        try:
            puzzle = PipsPuzzle(cells, tuple(conditions), dominoes).puzzle(genre, dialect)
        except PuzzleError as fault:
            raise self._error(("regions",), str(fault)) from None
        puzzle = replace(puzzle, about=About(f"{self._date} {self._level}".strip(), author))
        return Reading(puzzle, self._answer(puzzle, dialect, dominoes), format=NytPipsFormat.name)

    def _pair(self, path: tuple[str | int, ...], pair: Any, most: int = _MOST_PIPS) -> NumberPair:
        fine = isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and 0 <= n <= most for n in pair)
        if not fine:
            raise self._error(path, "this is no pair of numbers", f"two numbers from 0 to {most}")
        return pair[0], pair[1]

    def _regions(self) -> tuple[dict[NumberPair, str], list[Condition]]:
        cells: dict[NumberPair, str] = {}
        conditions: list[Condition] = []
        for i, region in enumerate(self._list("regions")):
            if not isinstance(region, dict) or not isinstance(region.get("indices"), list) or not region["indices"]:
                raise self._error(("regions", i), "this is no region", '"indices": [[row, column], ...]')
            label = _label(i)
            for j, place in enumerate(region["indices"]):
                cell = self._pair(("regions", i, "indices", j), place, MAX_CELLS)
                if cell in cells:
                    raise self._error(("regions", i, "indices", j), "this cell is in two regions")
                cells[cell] = label
            kind, target = region.get("type"), region.get("target")
            if kind in ("empty", None):
                continue
            if kind not in _KINDS:
                expected = " or ".join((*_KINDS, "empty"))
                raise self._error(("regions", i, "type"), "an unknown kind of region", expected)
            needed = kind in ("sum", "less", "greater")
            if needed and type(target) is not int:
                raise self._error(("regions", i), "the region lacks its target", "a number")
            conditions.append((label, _KINDS[kind], target if needed else None))
        if not cells:
            raise self._error(("regions",), "the board has no cells")
        return cells, conditions

    def _answer(self, puzzle: Puzzle, dialect: NytPips, dominoes: tuple[NumberPair, ...]) -> State | None:
        """The answer, if there is one: for each domino the cells of its numbers."""
        solution = self._record.get("solution")
        if solution is None:
            return None
        pips: dict[Spot, int] = {}
        links = dict.fromkeys(puzzle.board.links, False)
        if not isinstance(solution, list) or len(solution) != len(dominoes):
            raise self._error(("solution",), "the solution has another length", f"{len(dominoes)} items")
        for i, (places, numbers) in enumerate(zip(solution, dominoes, strict=True)):
            if not isinstance(places, list) or len(places) != 2:
                raise self._error(("solution", i), "this is no place of a domino", "two cells")
            cells = [self._pair(("solution", i, j), place, MAX_CELLS) for j, place in enumerate(places)]
            a, b = (Spot(2 * row + 1, 2 * col + 1) for row, col in cells)
            link = Spot((a.y + b.y) // 2, (a.x + b.x) // 2)
            if abs(a.y - b.y) + abs(a.x - b.x) != 2 or link not in links:
                raise self._error(("solution", i), "these are no neighbouring cells of the board")
            links[link] = True
            pips |= {a: numbers[0], b: numbers[1]}
        return State.of(puzzle, {dialect.domino.name: links, dialect.pip.name: pips})


def _label(i: int) -> str:
    """The label of a region: a letter, or another character if they are used up."""
    letters = ascii_letters[26:] + ascii_letters[:26]
    return letters[i] if i < len(letters) else chr(0x100 + i)


# -- writing ----------------------------------------------------------------------------------------------------------


def _regions(pips: PipsPuzzle) -> Iterator[dict[str, Any]]:
    """The regions with their conditions; each cell outside of all is a region."""
    conditions = {label: (kind, value) for label, kind, value in pips.conditions}
    indices: dict[str, list[list[int]]] = {}
    for (row, col), label in pips.cells.items():
        indices.setdefault(label or f" {row} {col}", []).append([row, col])
    for label, places in indices.items():
        kind, value = conditions.get(label, ("empty", None))
        other, more = _OTHERS.get(kind, (kind, 0))
        record: dict[str, Any] = {"indices": places, "type": _TYPES.get(other, "empty")}
        if value is not None and other in ("sum", "less", "greater"):
            record["target"] = value + more
        yield record


def _solution(
    puzzle: Puzzle, dialect: NytPips, answer: State, dominoes: Iterable[tuple[int, int]]
) -> list[list[list[int]]]:
    """For each domino the cells of its numbers. Raises WriteError for a domino that the answer lacks."""
    board = puzzle.board
    assert isinstance(board, Rect)
    laid: dict[tuple[Any, ...], list[list[list[int]]]] = {}
    for link in board.links:
        if answer.get(dialect.domino.name, link):
            ends = board.ends(link)
            pair = tuple(answer.get(dialect.pip.name, end) for end in ends)
            cells = [[end.y // 2, end.x // 2] for end in ends]
            laid.setdefault(pair, []).append(cells)
    solution = []
    for a, b in dominoes:
        if laid.get((a, b)):
            solution.append(laid[a, b].pop())
        elif laid.get((b, a)):
            solution.append(laid[b, a].pop()[::-1])
        else:
            raise WriteError(f"the answer does not lay the domino {a}-{b}")
    return solution
