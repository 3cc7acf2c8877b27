"""What the formats of Pips puzzles share: the dialect, the view of a puzzle, lines, and recognition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_letters
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import GivenLayer, Key
from ...language.puzzle import Puzzle, State
from ..dialect import Dialect
from ..errors import Line, WriteError
from ..sources import check_lines

Condition = tuple[str, str, int | None]
"""A region's label, the kind of its condition (see ``KINDS``), and the number of the condition."""

KINDS = ("sum", "equal", "unequal", "less", "greater", "at most", "at least")
"""The kinds of conditions on the pips of a region; all but ``equal`` and ``unequal`` are about their sum."""
KINDS_WITH_NUMBER = frozenset(KINDS) - {"equal", "unequal"}
"""The kinds of conditions that need a number."""


class PipsDialect(Dialect):
    """A genre in a format of Pips puzzles.

    ``region`` holds the label of each cell's region, ``conditions`` the conditions of regions (see ``Condition``), and
    ``dominoes`` the pairs of pips.
    """

    def __init__(
        self, *names: str, region: GivenLayer, conditions: Key[Any], dominoes: Key[Any]
    ) -> None:
        super().__init__(*(names or (self.format,)))
        self.region, self.conditions, self.dominoes = region, conditions, dominoes


@dataclass(frozen=True)
class PipsPuzzle:
    """A puzzle as the formats see it: labels of cells by row and column (from 0), "" outside of all regions."""

    cells: Mapping[tuple[int, int], str]
    conditions: tuple[Condition, ...]
    dominoes: tuple[tuple[int, int], ...]

    def puzzle(self, genre: type[Genre], dialect: PipsDialect, source: Any = None) -> Puzzle:
        """The puzzle, on the smallest board with the cells at their places."""
        n_rows = max(row for row, _ in self.cells) + 1
        n_cols = max(col for _, col in self.cells) + 1
        places = ((row, col) for row in range(n_rows) for col in range(n_cols))
        holes = [_spot(place) for place in places if place not in self.cells]
        asked = {condition[0] for condition in self.conditions}
        # A dot without a condition is the usual label of cells outside of all regions.
        named = {place: label for place, label in self.cells.items() if label and (label != "." or "." in asked)}
        region = {_spot(place): label for place, label in named.items()}
        keys = {dialect.conditions.name: self.conditions, dialect.dominoes.name: self.dominoes}
        return Puzzle.of(genre, Rect.of(n_rows, n_cols, holes), {dialect.region.name: region}, keys, None, source)

    @staticmethod
    def of(puzzle: Puzzle, dialect: PipsDialect, answer: State | None) -> PipsPuzzle:
        """A puzzle as the formats see it. Raises WriteError for what none of them can express."""
        board = puzzle.board
        if answer is not None:
            raise WriteError("pips files have no place for an answer")
        if not isinstance(board, Rect):
            raise WriteError(f"pips files tell rectangular boards only, not {board!r}")
        foreign = [f"layer {name!r}" for name in puzzle.given if name != dialect.region.name]
        foreign += [
            f"value {name!r}" for name in puzzle.keys if name not in (dialect.conditions.name, dialect.dominoes.name)
        ]
        if foreign:
            raise WriteError(f"pips files have no place for the puzzle's {', '.join(foreign)}")
        region: Mapping[Spot, Any] = puzzle.given.get(dialect.region.name, {})
        astray = [board.name(spot) for spot in region if spot not in board.cell_index]
        if astray:
            raise WriteError(f"there is a region's label at {astray[0]}, which is no cell")
        cells = {(spot.y // 2, spot.x // 2): str(region.get(spot, "")) for spot in board.cells}
        conditions = puzzle.keys.get(dialect.conditions.name, ())
        dominoes = puzzle.keys.get(dialect.dominoes.name, ())
        pips = PipsPuzzle(cells, tuple(conditions), tuple(tuple(pair) for pair in dominoes))
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
        free = (letter for letter in ascii_letters[26:] + ascii_letters[:26] if letter not in labels)
        names = {}
        for label in labels:
            names[label] = label if not label or fits(label) else next(free, "")
            if label and not names[label]:
                raise WriteError(f"no letter is left for the region {label!r}")
        cells = {place: names[label] for place, label in self.cells.items()}
        return replace(self, cells=cells, conditions=tuple((names[label], k, v) for label, k, v in self.conditions))

    def without_conditions(self) -> set[str]:
        """The labels of regions without conditions."""
        return set(self.cells.values()) - {label for label, _, _ in self.conditions} - {""}


def _spot(place: tuple[int, int]) -> Spot:
    return Spot(2 * place[0] + 1, 2 * place[1] + 1)


def in_words(condition: Condition) -> str:
    """A condition in words, for messages."""
    label, kind, value = condition
    return f"{kind!r}{'' if value is None else f' {value}'} (region {label!r})"


# -- lines -------------------------------------------------------------------------------------------------------------


def unified(text: str) -> str:
    """A text with LF as newlines, and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class PipsText:
    """The lines of a text, each of which becomes a ``Line`` on demand, as most lines of a wrong text are not needed."""

    def __init__(self, text: str) -> None:
        check_lines(text)
        self.rows = unified(text).split("\n")
        while self.rows and not inked(self.rows[-1]):
            self.rows.pop()

    def line(self, i: int) -> Line:
        """Line ``i`` (from 0), without trailing blanks."""
        return Line(self.rows[i].rstrip(), i + 1)

    def blocks_from_below(self, n: int) -> Iterator[range]:
        """The last ``n`` blocks of lines that follow a blank line, the last one first."""
        end = len(self.rows)
        for _ in range(n):
            while end and not inked(self.rows[end - 1]):
                end -= 1
            start = end
            while start and inked(self.rows[start - 1]):
                start -= 1
            if start == 0:
                return
            yield range(start, end)
            end = start - 1


def inked(row: str) -> bool:
    """Whether a line has anything but blanks."""
    return bool(row) and not row.isspace()


def tokens(line: Line) -> list[tuple[str, int]]:
    """The words of a line, each with its index."""
    return [(found[0], found.start()) for found in re.finditer(r"\S+", line.text)]


# -- recognition -------------------------------------------------------------------------------------------------------

_LONGEST = 4 * 2**20
"""Longer texts are not examined: the largest board with labels of several letters is shorter."""
_PLAIN_TEXT = re.compile(r"(?:%.*\n)*[A-Za-z][A-Za-z ]{3,}\n.*\n[ \t]*\d+[ \t]+\d+[ \t]*(?:\n|\Z)")
_COMMENTED = re.compile(r"(?:%[^\s]*[ \t].*\n)+[A-Za-z][A-Za-z ]*\n")
_SPF_TYPE = re.compile(r"^[ \t]*/type[ \t]*\(", re.MULTILINE)
_CONSTRAINT = re.compile(r"^[ \t]*\S*[^\s:][ \t]+(?:EQ|NEQ|SUM|LT|GT|LE|GE)(?:[ \t]+-?\d+)?[ \t]*$", re.MULTILINE)
_FIRST_COUNT = re.compile(r"\A\s*\d{1,3}[ \t]*\n")
_LAST_PAIR = re.compile(r"\n[ \t]*\d+[ \t]+\d+\s*\Z")
_CONDITIONS = re.compile(r"(?:\A|\n)[ \t]*\n(?:[^\S\n]*\S[^\n]*\n){0,3}\S[ \t]+(?:[<>=]\S*|\d+)[ \t]*(?:\n|\Z)")
"""An empty line and then, perhaps after wrong ones, a line with a condition."""
_DOMINOES = re.compile(r"\s*\S{1,3}(?!\S)")
"""The beginning of the last section: a domino, or something as short."""


def looks_like_plain_text_or_spf(text: str) -> bool:
    """Whether a text begins like the plain-text format, or has a ``/type`` like the Standard Puzzle Format."""
    text = unified(text[:_LONGEST])
    return any(p.match(text) for p in (_PLAIN_TEXT, _COMMENTED)) or _SPF_TYPE.search(text) is not None


def looks_like_cells(text: str) -> bool:
    """Whether a text has a constraint of the cells format, or its first and last lines."""
    if len(text) > _LONGEST:
        return False
    text = unified(text)
    if _CONSTRAINT.search(text):
        return True
    framed = _FIRST_COUNT.match(text) is not None and _LAST_PAIR.search(text.rstrip()[-200:]) is not None
    return framed and not _CONDITIONS.search(text)


def looks_like_board(text: str) -> bool:
    """Whether a text has a section of conditions of the board format."""
    if len(text) > _LONGEST:
        return False
    text = unified(text)
    last = text.rstrip().rsplit("\n\n", 1)[-1]
    return _CONDITIONS.search(text) is not None and _DOMINOES.match(last) is not None and not looks_like_cells(text)


def looks_like_pips(text: str) -> bool:
    """Whether a text looks like one of the two formats."""
    return looks_like_cells(text) or looks_like_board(text)
