"""The parts of texts: rows of items, each with its meaning."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from ...board.board import Spot
from ...board.rect import box_borders, box_size
from ..cages import between_caged, caged
from ..errors import FormatError, Line, WriteError
from ..roles.grids import Grid
from ..roles.items import Item, Lines, Number, Piece, Put, Spelt, Words
from ..roles.sheet import Role, Sheet, role_name

NOTHING = "-"
"""The item of a place without anything."""
HOLE_SIGNS = ("#", "@")
"""The items of cells that are not part of the board."""


class Rows(Lines):
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


class Clues(Piece):
    """A line with a clue for each column, or for each row."""

    def __init__(self, put: Put, *, rows: bool, far: bool = False) -> None:
        self.put, self.rows, self.far = put, rows, far

    def _sides(self, sheet: Sheet) -> list[Spot]:
        y, x = (2 * sheet.n_rows + 1, 2 * sheet.n_cols + 1) if self.far else (-1, -1)
        if self.rows:
            return [Spot(i, x) for i in range(1, 2 * sheet.n_rows, 2)]
        return [Spot(y, i) for i in range(1, 2 * sheet.n_cols, 2)]

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The clues."""
        sides = self._sides(sheet)
        for side, item in zip(sides, source.items(len(sides)), strict=True):
            if item.text != NOTHING and not self.put.takes(sheet, side, item):
                raise item.error("this is no clue", "a clue, or - for none")

    def write(self, sheet: Sheet) -> list[str]:
        """The line."""
        return [" ".join(self.put.gives(sheet, side) or NOTHING for side in self._sides(sheet))]


def columns(put: Put, *, far: bool = False) -> Section:
    """A line of clues above the columns, or below them."""
    return Section("clabels", Clues(put, rows=False, far=far))


def rows(put: Put, *, far: bool = False) -> Section:
    """A line of clues at the left of the rows, or at their right."""
    return Section("rlabels", Clues(put, rows=True, far=far))


class Runs(Piece):
    """Nonogram: a line of numbers for each column, or for each row."""

    def __init__(self, of: Role, *, rows: bool) -> None:
        self.role, self.rows = role_name(of), rows

    def _sides(self, sheet: Sheet) -> list[Spot]:
        n = sheet.n_rows if self.rows else sheet.n_cols
        return [Spot(i, -1) if self.rows else Spot(-1, i) for i in range(1, 2 * n, 2)]

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The lists; an empty line, a dash and a 0 tell that a line is empty."""
        for side in self._sides(sheet):
            line = source.line()
            if line is None:
                raise FormatError("the text ends too early", expected="the clue of each line", code="too-short")
            words = [word for word in line.text.split() if word != NOTHING]
            if not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
                raise line.error("this is no list of numbers", expected="numbers with blanks between", found=line.text)
            numbers = tuple(map(int, words))
            sheet.give(self.role, side, () if numbers == (0,) else numbers, line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each list."""
        marks = sheet.given[self.role]
        lacking = next((side for side in self._sides(sheet) if side not in marks), None)
        if lacking is not None:
            raise WriteError(f"the format needs a clue for each line, and {sheet.board.line_name(lacking)} has none")
        return [" ".join(map(str, marks[side])) for side in self._sides(sheet)]


class Areas(Piece):
    """The number of its region in each cell, or the sign of a missing one, beside which walls stand if ``walled``.

    ``drawn``: these are the answer.
    """

    def __init__(self, of: Role, *, drawn: bool = False, walled: bool = False) -> None:
        self.role, self.drawn, self.walled = role_name(of), drawn, walled

    def read(self, source: Lines, sheet: Sheet) -> None:
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
        regions = board.regions(walls, [cell for cell in board.cells if cell not in holes])
        number: dict[Spot, object] = {cell: n for n, cells in enumerate(regions, 1) for cell in cells}
        number.update(dict.fromkeys(holes, HOLE_SIGNS[0]))
        for wall in walls:
            a, b = board.ends(wall)
            if number[a] == number[b]:
                raise WriteError(f"the format puzzlekit has no place for a wall within a region ({board.name(wall)})")
        return [" ".join(str(number[cell]) for cell in row) for row in board.rows]


def areas(of: Role, *, drawn: bool = False, walled: bool = False) -> Section:
    """The number of its region in each cell."""
    return Section("areas", Areas(of, drawn=drawn, walled=walled))


class Boxes(Piece):
    """Sudoku: the usual boxes, which are not written."""

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)

    def walls(self, sheet: Sheet) -> Collection[Spot]:
        """The borders between the boxes."""
        board = sheet.board
        return box_borders(board.n_rows, *box_size(board.n_rows)) if board.n_rows == board.n_cols else ()

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The walls of the boxes."""
        line, at = sheet.where["size", None]
        for wall in self.walls(sheet):
            sheet.give(self.role, wall, True, line, at)

    def write(self, sheet: Sheet) -> list[str]:
        """Nothing."""
        return []


class RegionsOrBoxes(Piece):
    """Sudoku: regions if there are lines with them, else the usual boxes."""

    def __init__(self, of: Role) -> None:
        self.areas, self.boxes = Areas(of), Boxes(of)

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The walls."""
        (self.boxes if source.done else self.areas).read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """The regions, if they are not the boxes."""
        given = sheet.given[self.areas.role]
        return [] if set(given) == set(self.boxes.walls(sheet)) else self.areas.write(sheet)


class Cages(Piece):
    """Killer: the number of its cage in each cell."""

    def __init__(self, border: Role, uncaged: Role) -> None:
        self.border, self.uncaged = role_name(border), role_name(uncaged)

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The borders between the cages; a dash is in none."""
        cages: dict[str, list[Spot]] = {}
        where: dict[Spot, Item] = {}
        for row in sheet.board.rows:
            for cell, item in zip(row, source.items(len(row)), strict=True):
                where[cell] = item
                if item.text != NOTHING:
                    cages.setdefault(item.text, []).append(cell)
        borders, uncaged = caged(sheet.board, cages.values())
        for role, spots in ((self.border, borders), (self.uncaged, uncaged)):
            for spot in spots:
                item = where[spot if spot in where else sheet.board.ends(spot)[0]]
                sheet.give(role, spot, True, item.line, item.at)

    def write(self, sheet: Sheet) -> list[str]:
        """A number for each cage in the order of their first cells."""
        board = sheet.board
        inside = [cell for cell in board.cells if cell not in sheet.given[self.uncaged]]
        cages = board.regions(frozenset(sheet.given[self.border]), inside)
        sheet.given[self.border] = between_caged(sheet.given[self.border], sheet.given[self.uncaged], board)
        number = {cell: str(n) for n, cells in enumerate(cages, 1) for cell in cells}
        return [" ".join(number.get(cell, NOTHING) for cell in row) for row in board.rows]


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
    return Number(of, *unknown, drawn=drawn)


def shaded(of: Role, sign: str = "x") -> tuple[Put, ...]:
    """Shaded cells of an answer."""
    return (Words(of, {sign: True}, drawn=True),)
