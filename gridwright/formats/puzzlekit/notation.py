"""What the notations of genres are made of: the sections of texts and solutions, and what stands behind the size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...board.board import Spot
from ..dialect import region_numbers
from ..errors import Line, is_number, shown
from ..roles.items import FileLines, Grid, Ignored, Integer, Item, Piece, Put, Spelt, Words
from ..roles.sheet import Hook, Implies, Role, Rules, Sheet, role_name

NOTHING = "-"
"""The item of a place without anything."""
HOLE_SIGNS = ("#", "@")
"""The items of cells that are not part of the board."""
_REST = Ignored(pattern=r"\S+")
"""What a solution repeats of the problem."""
ARROWS = {"nw": "q", "n": "w", "ne": "e", "w": "a", "e": "d", "sw": "y", "s": "x", "se": "c"}
LABEL = {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
HOLES = Words("hole", dict.fromkeys(HOLE_SIGNS, True))


class KitNotation(Rules):
    """The sections of a problem in their order, those of its solution, and what stands behind the size.

    ``on_pages`` fills in what pages of janko.at leave out. ``written`` is the genre's name in JSON files, if not the
    first one, and ``with_areas`` that of puzzles with areas below the grid. Puzzles with a smaller number behind the
    size than the side belong to the genre ``if_smaller``.
    """

    def __init__(
        self, problem: tuple[Section, ...], solution: tuple[Section, ...], extra: Extra | None = None,
        *, on_pages: Hook | None = None, written: str = "", with_areas: str = "", if_smaller: str = "", **rules: Any,
    ) -> None:  # fmt: skip
        super().__init__(**rules)
        self.problem, self.solution, self.extra, self.on_pages = problem, solution, extra, on_pages
        self.written, self.with_areas, self.if_smaller = written, with_areas, if_smaller


Notation = KitNotation


# -- behind the size ---------------------------------------------------------------------------------------------------


class Extra:
    """A word that ``read`` understands, and ``told`` spells; on pages of janko.at the value of one of some keys."""

    def __init__(
        self, keys: tuple[str, ...], read: Callable[[str, Sheet, Line], None], told: Callable[[Sheet], str]
    ) -> None:
        self.keys, self.read, self.told = keys, read, told


def whole_number(word: str, line: Line, what: str) -> int:
    """The number that a word is. Raises FormatError."""
    if not is_number(word, 6):
        raise line.error("this is not a number", expected=what, found=shown(word))
    return int(word)


def count(of: Role, what: str, *keys: str) -> Extra:
    """A number that is the value of a key."""

    def read(word: str, sheet: Sheet, line: Line) -> None:
        sheet.set(role_name(of), whole_number(word, line, what), line, 0)

    return Extra(keys, read, lambda sheet: str(sheet.numbers.get(role_name(of)) or 0))


# -- sections ----------------------------------------------------------------------------------------------------------


class ItemLines(FileLines):
    """Lines of items, all of which have to be there."""

    def items(self, n: int) -> list[Item]:
        """The items of the next line. Raises FormatError if it is missing, or has not just ``n`` items."""
        if self.done:
            last = self.lines[-1] if self.lines else Line("", 1)
            raise last.error("the text ends too early", expected=f"a line of {n} items", code="too-short")
        line = self.lines[self.next]
        found = super().items(n)
        if len(found) < n:
            what = "this line has too few items"
            raise line.error(what, len(line.text), expected=f"{n} items", found=str(len(found)), code="too-short")
        return found


class Section(NamedTuple):
    """A part, and the section of a page that holds it."""

    name: str
    piece: Piece


def grid(*puts: Put, blank: str = NOTHING) -> Section:
    """An item for each cell. Without ``blank`` each item means something."""
    return Section("problem", Grid(1, 1, 0, 0, puts, blank))


def points(*puts: Put) -> Section:
    """An item for each grid point."""
    return Section("problem", Grid(0, 0, 1, 1, puts, NOTHING))


class ClueLine(Piece):
    """A line with a clue for each column, or for each row."""

    def __init__(self, put: Put, *, rows: bool, far: bool = False) -> None:
        self.put, self.rows, self.far = put, rows, far

    def _sides(self, sheet: Sheet) -> list[Spot]:
        y, x = (2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1) if self.far else (-1, -1)
        if self.rows:
            return [Spot(i, x) for i in range(1, 2 * sheet.n_rows, 2)]
        return [Spot(y, i) for i in range(1, 2 * sheet.n_cols, 2)]

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The clues."""
        sides = self._sides(sheet)
        for side, item in zip(sides, source.items(len(sides)), strict=True):
            if item.text != NOTHING and not self.put.takes(sheet, side, item):
                raise item.error("this is not a clue", "a clue, or - for none")

    def write(self, sheet: Sheet) -> list[str]:
        """The line."""
        return [" ".join(self.put.gives(sheet, side) or NOTHING for side in self._sides(sheet))]


def columns(put: Put, *, far: bool = False) -> Section:
    """A line of clues above the columns, or below them."""
    return Section("clabels", ClueLine(put, rows=False, far=far))


def rows(put: Put, *, far: bool = False) -> Section:
    """A line of clues at the left of the rows, or at their right."""
    return Section("rlabels", ClueLine(put, rows=True, far=far))


class Areas(Piece):
    """The number of its region in each cell, or the sign of a missing one, beside which walls stand if ``walled``.

    ``drawn``: these are the answer.
    """

    def __init__(self, of: Role, *, drawn: bool = False, walled: bool = False) -> None:
        self.role, self.drawn, self.walled = role_name(of), drawn, walled

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The walls between cells of different regions."""
        region: dict[Spot, Item] = {}
        for row in sheet.board.rows:
            region.update(zip(row, source.items(len(row)), strict=True))
        holes = {cell: item for cell, item in region.items() if item.text in HOLE_SIGNS and not self.drawn}
        for cell, item in holes.items():
            sheet.give("hole", cell, True, item.line, item.at)
        put = sheet.draw if self.drawn else sheet.give
        for link in sheet.board.links:
            cells = sheet.board.ends(link)
            a, b = (region[cell] for cell in cells)
            if a.text != b.text and (self.walled or holes.keys().isdisjoint(cells)):
                put(self.role, link, True, b.line, b.at)

    def write(self, sheet: Sheet) -> list[str]:
        """The regions in the order of their first cells. Raises WriteError for a wall within one."""
        board = sheet.board
        walls = frozenset((sheet.drawn if self.drawn else sheet.given)[self.role])
        holes = () if self.drawn else sheet.given["hole"]
        number = region_numbers(board, walls, "the format puzzlekit has no place for a wall within a region",
                                [cell for cell in board.cells if cell not in holes])
        sign = {cell: str(n + 1) for cell, n in number.items()} | dict.fromkeys(holes, HOLE_SIGNS[0])
        return [" ".join(sign[cell] for cell in row) for row in board.rows]


def areas(of: Role, *, drawn: bool = False, walled: bool = False) -> Section:
    """The number of its region in each cell."""
    return Section("areas", Areas(of, drawn=drawn, walled=walled))


# -- items that stand for more than a mark in a cell ------------------------------------------------------------------


_WAYS: Mapping[str, tuple[int, int]] = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}


class Exits(Put):
    """Loops and paths: the ways that a line leaves a cell, in the order n s e w."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The links."""
        if not item.text or len(set(item.text)) < len(item.text) or not set(item.text) <= set("nsew"):
            return False
        for way in item.text:
            y, x = _WAYS[way]
            sheet.draw(self.role, Spot(spot.y + y, spot.x + x), True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The ways."""
        marks = sheet.drawn[self.role]
        return "".join(way for way, (y, x) in _WAYS.items() if Spot(spot.y + y, spot.x + x) in marks) or None


def letters(of: Role, *, drawn: bool = False) -> Put:
    """Small letters for our large ones."""
    def read(item: str) -> str | None:
        return item.upper() if len(item) == 1 and item.isascii() and item.isalpha() else None

    def spell(letter: Any) -> str | None:
        return letter.lower() if isinstance(letter, str) and letter.isalpha() else None

    return Spelt(of, read, spell, drawn=drawn)


def numbers(of: Role, *unknown: str, drawn: bool = False) -> Put:
    """Numbers; the first of the other items is written for one that is not told."""
    return Integer(of, *unknown, drawn=drawn)


def shaded(of: Role, sign: str = "x") -> tuple[Put, ...]:
    """Shaded cells of an answer."""
    return (Words(of, {sign: True}, drawn=True),)


def solved(*puts: Put, blank: str = NOTHING) -> tuple[Section, ...]:
    """A solution with an item for each cell."""
    return (Section("solution", Grid(1, 1, 0, 0, (*puts, _REST), blank)),)


def in_areas(of: Role) -> tuple[Section, ...]:
    """A solution with the number of its area in each cell."""
    return (areas(of, drawn=True)._replace(name="solution"),)


def counts(of: Role) -> tuple[Section, ...]:
    """Numbers above and at the left."""
    return columns(numbers(of)), rows(numbers(of))


def views(put: Put) -> tuple[Section, ...]:
    """Clues above, below, at the left and at the right."""
    return columns(put), columns(put, far=True), rows(put), rows(put, far=True)


__all__ = [
    "ARROWS", "HOLES", "LABEL", "Exits", "Extra", "Implies", "Integer", "Notation", "Section", "Words", "areas",
    "columns", "count", "counts", "grid", "in_areas", "letters", "numbers", "points", "rows", "shaded", "solved",
    "views", "whole_number",
]
