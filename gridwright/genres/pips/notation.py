"""Pips as its formats see it: labelled cells, conditions and dominoes; and the New York Times' files of a day."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...formats.dialect import MAX_CELLS, Reading, Shelf, only_dialect
from ...formats.errors import FormatError, WriteError, shown
from ...formats.json_and_xml import json_text, load_json, place_of
from ...formats.sources import found_puzzles
from ...language.genre import Genre
from ...language.puzzle import About, Puzzle, PuzzleError, State

NumberPair = tuple[int, int]
Condition = tuple[str, str, int | None]
"""A region's label, the kind of its condition (see ``KINDS``), and the number of the condition."""

KINDS = ("sum", "equal", "unequal", "less", "greater", "at most", "at least")
"""The kinds of conditions on the pips of a region; all but ``equal`` and ``unequal`` are about their sum."""
KINDS_WITH_NUMBER = frozenset(KINDS) - {"equal", "unequal"}
"""The kinds of conditions that need a number."""
_LETTERS = ascii_uppercase + ascii_lowercase


@dataclass(frozen=True)
class PipsPuzzle:
    """A puzzle as the formats see it: labels of cells by row and column (from 0), "" outside of all regions."""

    cells: Mapping[NumberPair, str]
    conditions: tuple[Condition, ...]
    dominoes: tuple[NumberPair, ...]

    def puzzle(self, genre: type[Genre], source: Any = None, about: About | None = None) -> Puzzle:
        """The puzzle, on the smallest board with the cells at their places."""
        n_rows = max(row for row, _ in self.cells) + 1
        n_cols = max(col for _, col in self.cells) + 1
        places = ((row, col) for row in range(n_rows) for col in range(n_cols))
        holes = [_spot(place) for place in places if place not in self.cells]
        conditioned = {condition[0] for condition in self.conditions}
        # A dot without a condition is the usual label of cells outside of all regions.
        region = {
            _spot(place): label for place, label in self.cells.items()
            if label and (label != "." or "." in conditioned)
        }  # fmt: skip
        keys = {"conditions": self.conditions, "dominoes": self.dominoes}
        return Puzzle.of(genre, Rect.of(n_rows, n_cols, holes), {"region": region}, keys, about, source)

    @staticmethod
    def of(puzzle: Puzzle) -> PipsPuzzle:
        """A puzzle as the formats see it. Raises WriteError for what none of them can express."""
        board = puzzle.board
        if not isinstance(board, Rect):
            raise WriteError(f"pips files tell rectangular boards only, not {board!r}")
        foreign = [f"layer {name!r}" for name in puzzle.given if name != "region"]
        foreign += [f"value {name!r}" for name in puzzle.keys if name not in ("conditions", "dominoes")]
        if foreign:
            raise WriteError(f"pips files have no place for the puzzle's {', '.join(foreign)}")
        region: Mapping[Spot, Any] = puzzle.given.get("region", {})
        astray = [board.name(spot) for spot in region if spot not in board.cell_index]
        if astray:
            raise WriteError(f"there is a region's label at {astray[0]}, which is no cell")
        cells = {(spot.y // 2, spot.x // 2): str(region.get(spot, "")) for spot in board.cells}
        dominoes = tuple(tuple(pair) for pair in puzzle.keys.get("dominoes", ()))
        pips = PipsPuzzle(cells, tuple(puzzle.keys.get("conditions", ())), dominoes)
        pips._check()
        return pips

    def _check(self) -> None:
        if not self.cells or len(self.cells) != 2 * len(self.dominoes):
            raise WriteError(f"{len(self.dominoes)} dominoes do not cover a board of {len(self.cells)} cells")
        labels, seen = set(self.cells.values()), set()
        for condition in self.conditions:
            label, kind, value = condition
            if kind not in KINDS or not isinstance(value, int | None) or (value is None and kind in KINDS_WITH_NUMBER):
                raise WriteError(f"pips files have no condition {in_words(condition)}")
            if not label or label not in labels:
                raise WriteError(f"the region {label!r} has a condition but no cells")
            if label in seen:
                raise WriteError(f"the region {label!r} has more than one condition")
            seen.add(label)
        for pair in self.dominoes:
            if len(pair) != 2 or not all(isinstance(n, int) and n >= 0 for n in pair):
                raise WriteError(f"pips files have no domino {pair!r}")

    def relabelled(self, fits: Callable[[str], bool]) -> PipsPuzzle:
        """The puzzle with unused letters instead of labels that a format cannot express."""
        labels = dict.fromkeys([*self.cells.values(), *(label for label, _, _ in self.conditions)])
        free = (letter for letter in _LETTERS if letter not in labels)
        names = {}
        for label in labels:
            names[label] = label if not label or fits(label) else next(free, "")
            if label and not names[label]:
                raise WriteError(f"no letter is left for the region {label!r}")
        cells = {place: names[label] for place, label in self.cells.items()}
        return replace(self, cells=cells, conditions=tuple((names[label], k, v) for label, k, v in self.conditions))


def _spot(place: NumberPair) -> Spot:
    return Spot(2 * place[0] + 1, 2 * place[1] + 1)


def in_words(condition: Condition) -> str:
    """A condition in words, for messages."""
    label, kind, value = condition
    return f"{kind!r}{'' if value is None else f' {value}'} (region {label!r})"


# -- the New York Times ------------------------------------------------------------------------------------------------

_LEVELS = ("easy", "medium", "hard")
_KINDS = {"sum": "sum", "less": "less", "greater": "greater", "equals": "equal", "unequal": "unequal"}
_TYPES = {kind: name for name, kind in _KINDS.items()}
_OTHERS = {"at most": ("less", 1), "at least": ("greater", -1)}
"""Conditions that are written as another one, and what is added to their number."""
_MOST_PIPS = 6


class NytPipsFormat:
    """The file of a day, which holds up to three puzzles."""

    name = "nyt-pips"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return text.lstrip().startswith("{") and '"dominoes"' in text and '"regions"' in text and '"indices"' in text

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzles of a day. Raises FormatError."""
        del options
        day = load_json(text)
        if not isinstance(day, dict):
            raise FormatError("this is not a day of Pips", expected="an object with easy, medium and hard")
        levels = [level for level in _LEVELS if isinstance(day.get(level), dict)]
        # Puzzles that were withdrawn lack their dominoes.
        levels = [level for level in levels if day[level].get("dominoes") is not None]
        if not levels:
            raise FormatError("there is no puzzle", expected=" or ".join(_LEVELS), code="empty")
        found_puzzles(len(levels))
        date = day.get("printDate")
        title = date if isinstance(date, str) else ""
        return [_Level(text, level, day[level], shelf, title).reading() for level in levels]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """A day with one puzzle. Raises WriteError."""
        del dialect
        pips = PipsPuzzle.of(puzzle)
        if any(max(pair) > _MOST_PIPS for pair in pips.dominoes):
            raise WriteError(f"the format has pips up to {_MOST_PIPS} only")
        title = puzzle.about.title
        date, _, level = title.rpartition(" ") if title.endswith(_LEVELS) else (title, "", "easy")
        record: dict[str, Any] = {"constructors": puzzle.about.author or None}
        record["dominoes"] = list(map(list, pips.dominoes))
        record["regions"] = list(_regions(pips))
        if answer is not None:
            record["solution"] = _solution(answer, pips.dominoes)
        return json_text({"printDate": date, level: record}) + "\n"


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
        genre, _ = only_dialect(self._shelf, NytPipsFormat.name)
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
        about = About(f"{self._date} {self._level}".strip(), author)
        try:
            puzzle = PipsPuzzle(cells, tuple(conditions), dominoes).puzzle(genre, about=about)
        except PuzzleError as fault:
            raise self._error(("regions",), str(fault)) from None
        return Reading(puzzle, self._answer(puzzle, dominoes), format=NytPipsFormat.name)

    def _pair(self, path: tuple[str | int, ...], pair: Any, most: int = _MOST_PIPS) -> NumberPair:
        fine = isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and 0 <= n <= most for n in pair)
        if not fine:
            raise self._error(path, "this is not a pair of numbers", f"two numbers from 0 to {most}")
        return pair[0], pair[1]

    def _regions(self) -> tuple[dict[NumberPair, str], list[Condition]]:
        cells: dict[NumberPair, str] = {}
        conditions: list[Condition] = []
        for i, region in enumerate(self._list("regions")):
            if not isinstance(region, dict) or not isinstance(region.get("indices"), list) or not region["indices"]:
                raise self._error(("regions", i), "this is not a region", '"indices": [[row, column], ...]')
            label = _LETTERS[i] if i < len(_LETTERS) else chr(0x100 + i)
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

    def _answer(self, puzzle: Puzzle, dominoes: tuple[NumberPair, ...]) -> State | None:
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
                raise self._error(("solution", i), "this is not a place of a domino", "two cells")
            cells = [self._pair(("solution", i, j), place, MAX_CELLS) for j, place in enumerate(places)]
            a, b = map(_spot, cells)
            link = Spot((a.y + b.y) // 2, (a.x + b.x) // 2)
            if abs(a.y - b.y) + abs(a.x - b.x) != 2 or link not in links:
                raise self._error(("solution", i), "these are not neighbouring cells of the board")
            links[link] = True
            pips |= {a: numbers[0], b: numbers[1]}
        return State.of(puzzle, {"domino": links, "pip": pips})


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


def _solution(answer: State, dominoes: Iterable[NumberPair]) -> list[list[list[int]]]:
    """For each domino the cells of its numbers. Raises WriteError for a domino that the answer lacks."""
    board = answer.puzzle.board
    laid: dict[tuple[Any, ...], list[list[list[int]]]] = {}
    for link in board.links:
        if answer.get("domino", link):
            ends = board.ends(link)
            pair = tuple(answer.get("pip", end) for end in ends)
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
