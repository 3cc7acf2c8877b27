"""The parts of which pzprv3 files consist: each reads the next lines into a sheet, and writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...language.board import Spot
from ...language.drawing import Drawing
from ...language.rect import Rect
from ..errors import FormatError, Line, WriteError, shown
from .packs import Pack
from .sheet import PRESETS, UNKNOWN, Sheet, Where, above_and_left, box_walls, check_bank

_ITEM = re.compile(r"\S+")


class Item(NamedTuple):
    """An item of a line, and where it stands there."""

    text: str
    line: Line
    at: int

    def error(self, what: str, expected: str = "", code: str = "malformed") -> FormatError:
        """A fault at the item."""
        return self.line.error(what, self.at, expected=expected, found=shown(self.text), code=code)


class Lines:
    """The lines of a file that are still to be read."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines, self.next = lines, 0

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.next >= len(self.lines)

    def peek(self) -> str:
        """The text of the next line; "" at the end."""
        return "" if self.done else self.lines[self.next].text

    def line(self) -> Line | None:
        """The next line, and goes on behind it; None at the end."""
        if self.done:
            return None
        self.next += 1
        return self.lines[self.next - 1]

    def items(self, n: int) -> list[Item]:
        """The items of the next line. Raises FormatError where there are more than ``n``."""
        line = self.line()
        if line is None:
            return []
        found: list[Item] = []
        for match in _ITEM.finditer(line.text):
            found.append(Item(match[0], line, match.start()))
            if len(found) > n:
                raise found[n].error("this line has too many items", f"{n} items", "too-long")
        return found

    def number(self, what: str) -> tuple[int, Where] | None:
        """A line with one number; None at the end. Raises FormatError."""
        line = self.line()
        if line is None:
            return None
        word = line.text.strip()
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise line.error("this line is no number", expected=what, found=shown(line.text))
        return int(word), (line, 0)


class Piece:
    """One part of a file's body."""

    def settle(self, sheet: Sheet) -> None:
        """Moves what may be told in one way only to where it can be told."""

    def read(self, source: Lines, sheet: Sheet) -> None:
        """Reads what the next lines tell; where the text has ended, nothing. Raises FormatError."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> list[str]:
        """The lines that tell this part. Raises WriteError for values that it cannot tell."""
        raise NotImplementedError


# -- items ----------------------------------------------------------------------------------------------------------


class Put:
    """Which items are marks of a role. ``drawn``: the solver set them, they are not given."""

    def __init__(self, role: str, *, drawn: bool = False) -> None:
        self.role, self.drawn = role, drawn

    def value(self, item: str) -> Any:
        """The value that an item is; None if it is none of this role."""
        raise NotImplementedError

    def item(self, value: Any) -> str | None:
        """The item of a value; None if it has none."""
        raise NotImplementedError

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """Takes note of an item, if it is a value of the role."""
        value = self.value(item.text)
        if value is not None:
            (sheet.draw if self.drawn else sheet.give)(self.role, spot, value, item.line, item.at)
        return value is not None

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The item for what the role has at a spot; None if there is nothing to be written."""
        marks = (sheet.drawn if self.drawn else sheet.given)[self.role]
        return self.item(marks[spot]) if spot in marks else None


class Number(Put):
    """Numbers; ``unknown`` are the items for one that is not told, ``before`` what stands before a number."""

    def __init__(
        self, role: str, *unknown: str, before: str = "", drawn: bool = False, least: int = 0, add: int = 0
    ) -> None:
        super().__init__(role, drawn=drawn)
        self.unknown, self.before, self.least, self.add = unknown, before, least, add

    def value(self, item: str) -> int | str | None:
        """The number."""
        if item in self.unknown:
            return UNKNOWN
        digits = item.removeprefix(self.before)
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and item.startswith(self.before)):
            return None
        return int(digits) + self.add if int(digits) >= self.least else None

    def item(self, value: Any) -> str | None:
        """The digits."""
        if value == UNKNOWN and self.unknown:
            return self.unknown[0]
        return f"{self.before}{value - self.add}" if type(value) is int else None


class Words(Put):
    """Items with a fixed meaning each; of several with one meaning, the first is written. Not all need be written."""

    def __init__(
        self, role: str, values: Mapping[str, Any], *, drawn: bool = False, silent: Iterable[str] = ()
    ) -> None:
        super().__init__(role, drawn=drawn)
        self.values = values
        self.items = {value: item for item, value in reversed(tuple(values.items())) if item not in silent}

    def value(self, item: str) -> Any:
        """What the item means."""
        return self.values.get(item)

    def item(self, value: Any) -> str | None:
        """The item with the meaning."""
        return self.items.get(value)


class Spelt(Put):
    """Items that functions read and spell."""

    def __init__(
        self, role: str, read: Callable[[str], Any], spell: Callable[[Any], str | None], *, drawn: bool = False
    ) -> None:
        super().__init__(role, drawn=drawn)
        self.read, self.spell = read, spell

    def value(self, item: str) -> Any:
        """What the function reads."""
        return self.read(item)

    def item(self, value: Any) -> str | None:
        """What the function spells."""
        return self.spell(value)


class Ignored(Put):
    """Items that mean nothing here: notes of the solver, or decoration."""

    def __init__(self, *items: str, pattern: str = r"(?!)") -> None:
        super().__init__("")
        self.known, self.pattern = frozenset(items), re.compile(pattern)

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """Whether it is one of them."""
        return item.text in self.known or self.pattern.fullmatch(item.text) is not None

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """Nothing."""
        return None


class Blocks(Put):
    """Yajilin: cells out of play, which may look like an arrow and a number that are missing."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The cell, in one of the two forms."""
        if item.text not in ("#", "0,-"):
            return False
        sheet.give(self.role, spot, True, item.line, item.at)
        if item.text != "#":
            sheet.looks[spot] = True
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The form in which it was read."""
        if spot not in sheet.given[self.role]:
            return None
        return "0,-" if spot in sheet.looks else "#"


class Snake(Put):
    """Snake: a sum of a circle (1 white, 2 black) and a mark of the solver (4 for the snake, 8 for none of it)."""

    def __init__(self, circle: str, shade: str) -> None:
        super().__init__(circle)
        self.shade = shade

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The circle and the mark."""
        if not (item.text.isdigit() and int(item.text) < 12):
            return False
        mark, circle = divmod(int(item.text), 4)
        if circle:
            sheet.give(self.role, spot, ("", "white", "black", "?")[circle], item.line, item.at)
        if mark == 1:
            sheet.draw(self.shade, spot, True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The mark."""
        return "4" if spot in sheet.drawn[self.shade] else None


class Only(Put):
    """A put for cells only, or (not ``inside``) for places outside the grid only."""

    def __init__(self, put: Put, *, inside: bool) -> None:
        super().__init__(put.role, drawn=put.drawn)
        self.put, self.inside = put, inside

    def _fits(self, sheet: Sheet, spot: Spot) -> bool:
        return (0 < spot.y < 2 * sheet.n_rows and 0 < spot.x < 2 * sheet.n_cols) == self.inside

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """What the put takes, at its places."""
        return self._fits(sheet, spot) and self.put.takes(sheet, spot, item)

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """What the put gives, at its places."""
        return self.put.gives(sheet, spot) if self._fits(sheet, spot) else None


# -- grids ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Grid(Piece):
    """A grid of items whose first stands at (``y``, ``x``), with so many rows and columns more than the board.

    ``blank`` is written where no put has anything to tell, and read as nothing.
    """

    y: int
    x: int
    more_rows: int
    more_cols: int
    puts: tuple[Put, ...]
    blank: str = "."

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The items of each row."""
        n_cols = sheet.n_cols + self.more_cols
        for row in range(sheet.n_rows + self.more_rows):
            for col, item in enumerate(source.items(n_cols)):
                if item.text != self.blank:
                    spot = Spot(self.y + 2 * row, self.x + 2 * col)
                    if not any(put.takes(sheet, spot, item) for put in self.puts):
                        raise item.error("this means nothing here")

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row, with a blank behind each item."""
        out = []
        for row in range(sheet.n_rows + self.more_rows):
            items = []
            for col in range(sheet.n_cols + self.more_cols):
                spot = Spot(self.y + 2 * row, self.x + 2 * col)
                found = (item for put in self.puts if (item := put.gives(sheet, spot)) is not None)
                items.append(next(found, self.blank))
            out.append("".join(f"{item} " for item in items))
        return out


class Several(Piece):
    """Pieces one below the other."""

    def __init__(self, *pieces: Piece) -> None:
        self.pieces = pieces

    def read(self, source: Lines, sheet: Sheet) -> None:
        """Each piece."""
        for piece in self.pieces:
            piece.read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """Each piece."""
        return [line for piece in self.pieces for line in piece.write(sheet)]


def cells(*puts: Put, blank: str = ".") -> Piece:
    """An item for each cell."""
    return Grid(1, 1, 0, 0, puts, blank)


def inner_cells(*puts: Put) -> Piece:
    """An item for each cell without those of the first row and column."""
    return Grid(3, 3, -1, -1, puts)


def points(*puts: Put) -> Piece:
    """An item for each grid point."""
    return Grid(0, 0, 1, 1, puts)


def between(*puts: Put) -> Piece:
    """An item between each two neighbours: first from left to right, then downwards."""
    return Several(Grid(1, 2, 0, -1, puts, "0"), Grid(2, 1, -1, 0, puts, "0"))


def edges(*puts: Put) -> Piece:
    """An item for each edge, those of the frame included: first the upright ones."""
    return Several(Grid(1, 0, 0, 1, puts, "0"), Grid(0, 1, 1, 0, puts, "0"))


def all_around(*puts: Put) -> Piece:
    """An item for each cell, and for the places outside on all four sides."""
    return Grid(-1, -1, 2, 2, puts)


class Framed(Piece):
    """An item for each cell, below and behind those of the places outside, which ``number`` reads and spells.

    ``blank`` stands in a cell without anything.
    """

    def __init__(self, pack: Pack, *puts: Put, number: Put | None = None, blank: str = ".") -> None:
        self.pack, self.puts, self.blank = pack, puts, blank
        self.number = number or OUTSIDE

    def _depths(self, sheet: Sheet) -> tuple[int, int]:
        return self.pack.depth(sheet, Spot(-1, 1)), self.pack.depth(sheet, Spot(1, -1))

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The numbers outside, then the marks of the cells."""
        top, left = self._depths(sheet)
        outside: dict[Spot, list[Any]] = {}
        wheres: dict[Spot, Where] = {}
        for row in range(-top, sheet.n_rows):
            for col, item in enumerate(source.items(left + sheet.n_cols), -left):
                if item.text == ".":
                    continue
                spot = Spot(max(2 * row + 1, -1), max(2 * col + 1, -1))
                if row >= 0 and col >= 0:
                    self._cell(sheet, spot, item)
                elif row >= 0 or col >= 0:
                    depth, place = (top, row + top) if row < 0 else (left, col + left)
                    outside.setdefault(spot, [None] * depth)[place] = self._value(item)
                    wheres.setdefault(spot, (item.line, item.at))
                else:
                    raise item.error("nothing stands in the corner outside", "'.'")
        for spot in above_and_left(sheet.n_rows, sheet.n_cols):
            self.pack.give(sheet, spot, outside.get(spot, ()), wheres.get(spot, (Line("", 0), 0)))

    def _cell(self, sheet: Sheet, spot: Spot, item: Item) -> None:
        if item.text != self.blank and not any(put.takes(sheet, spot, item) for put in self.puts):
            raise item.error("this means nothing in a cell")

    def _value(self, item: Item) -> Any:
        value = self.number.value(item.text)
        if value is None:
            raise item.error("this is no clue", "a number, '-' or '.'")
        return value

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row."""
        top, left = self._depths(sheet)
        above = [self.pack.taken(sheet, Spot(-1, x)) for x in range(1, 2 * sheet.n_cols, 2)]
        rows = [["."] * left + [self._item(line[k]) for line in above] for k in range(top)]
        for y in range(1, 2 * sheet.n_rows, 2):
            row = [self._item(value) for value in self.pack.taken(sheet, Spot(y, -1))]
            for x in range(1, 2 * sheet.n_cols, 2):
                found = (item for put in self.puts if (item := put.gives(sheet, Spot(y, x))) is not None)
                row.append(next(found, self.blank))
            rows.append(row)
        return ["".join(f"{item} " for item in row) for row in rows]

    def _item(self, value: Any) -> str:
        if value is None:
            return "."
        item = self.number.item(value)
        if item is None:
            raise WriteError(f"a pzprv3 file cannot tell the clue {value!r}")
        return item


class _Ticked(Number):
    """Numbers outside, which the player may have ticked off."""

    def value(self, item: str) -> int | str | None:
        """The number without the tick."""
        return super().value(item.removeprefix("c"))


OUTSIDE = _Ticked("", "-", "-2")
OUTSIDE_CLUE = _Ticked("clue", "-", "-2")
MINUS_TWO = _Ticked("", "-2", "-")
"""The same for genres that write -2 for a number that is not told."""


# -- other lines ----------------------------------------------------------------------------------------------------


class Flag(Piece):
    """A line with the letter of a flag, which is there if the flag is set."""

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The letter."""
        if source.peek().strip() == self.letter:
            line = source.line()
            assert line is not None
            sheet.flags |= {self.letter}
            sheet.where["flags", None] = line, 0

    def write(self, sheet: Sheet) -> list[str]:
        """The letter."""
        return [self.letter] if self.letter in sheet.flags else []


class Choice(Piece):
    """A line with one of two words, of which one stands for a flag."""

    def __init__(self, set_word: str, other: str, letter: str) -> None:
        self.words, self.letter = (other, set_word), letter

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The word."""
        line = source.line()
        if line is None:
            return
        word = line.text.strip()
        if word not in self.words:
            raise line.error("this word means nothing here", expected=" or ".join(self.words), found=shown(word))
        sheet.where["flags", None] = line, 0
        if word == self.words[1]:
            sheet.flags |= {self.letter}

    def write(self, sheet: Sheet) -> list[str]:
        """The word."""
        return [self.words[self.letter in sheet.flags]]


class Count(Piece):
    """A line with a number: a value that concerns the whole board."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The number."""
        found = source.number(f"the number of {self.role}")
        if found is not None:
            sheet.set(self.role, found[0], *found[1])

    def write(self, sheet: Sheet) -> list[str]:
        """The number."""
        return [str(sheet.numbers[self.role])]


class Pieces(Piece):
    """The pieces that may be placed: a letter; only the twelve pentominoes are known here."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The letter."""
        line = source.line()
        if line is None:
            return
        if line.text.strip() != "p":
            what = "the pieces are not the twelve pentominoes, and only these are supported"
            raise line.error(what, expected="'p'", found=shown(line.text), code="variant")
        sheet.set(self.role, PRESETS["p"], line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """The letter."""
        check_bank(sheet, self.role)
        return ["p"]


class BoxWalls(Piece):
    """The walls of the boxes that a grid of that size has; they are not written."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The walls."""
        found = box_walls(sheet.n_rows, sheet.n_cols)
        if found is None:
            what = f"a Sudoku of {sheet.n_rows} rows and {sheet.n_cols} columns has no boxes in this format"
            line, at = sheet.where["size", None]
            raise line.error(what, at, expected="a side of 4, 6, 9, 16, 25, ...", code="bad-size")
        sheet.given[self.role].update(found)

    def write(self, sheet: Sheet) -> list[str]:
        """Nothing."""
        return []


class Rest(Piece):
    """A last line with notes of the solver, which is written with zeros and may be missing."""

    def __init__(self, n: int) -> None:
        self.n = n

    def read(self, source: Lines, sheet: Sheet) -> None:
        """Nothing of it."""
        source.line()

    def write(self, sheet: Sheet) -> list[str]:
        """Zeros."""
        return ["0 " * self.n]


class Notes(Piece):
    """A grid with notes of the solver in the cells, which is not read; ``written`` only in files of a new version."""

    def __init__(self, blank: str = ".", *, written: bool = True, from_version: int = 0) -> None:
        self.blank, self.written, self.from_version = blank, written, from_version

    def read(self, source: Lines, sheet: Sheet) -> None:
        """Nothing of it."""
        if sheet.version >= self.from_version:
            for _ in range(sheet.n_rows):
                source.items(sheet.n_cols)

    def write(self, sheet: Sheet) -> list[str]:
        """Blanks."""
        return [f"{self.blank} " * sheet.n_cols] * sheet.n_rows if self.written else []


def pencilled() -> Piece:
    """Links with notes of the solver, which are not written; a file may end before."""
    return _Unwritten(between(Ignored("-1", "1", "-2", "2")))


class _Unwritten(Piece):
    def __init__(self, piece: Piece) -> None:
        self.piece = piece

    def read(self, source: Lines, sheet: Sheet) -> None:
        """Nothing of it."""
        self.piece.read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """Nothing."""
        return []


class Rooms(Piece):
    """Walls as a room's number in each cell, below the number of rooms."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The walls between cells of different rooms."""
        if source.done:
            return
        source.number("the number of rooms")
        room: dict[Spot, str] = {}
        line = Line("", 0)
        for row in sheet.board.rows:
            for spot, item in zip(row, source.items(len(row)), strict=False):
                if not item.text.isdigit():
                    raise item.error("this is no room", "the number of a room")
                room[spot] = item.text
                line = item.line
        for link in sheet.board.links:
            a, b = sheet.board.ends(link)
            if room.get(a) != room.get(b):
                sheet.give(self.role, link, True, line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """The rooms in the order of their first cells."""
        rooms = sheet.board.regions(frozenset(sheet.given[self.role]))
        number = {spot: n for n, room in enumerate(rooms) for spot in room}
        grid = ["".join(f"{number[spot]} " for spot in row) for row in sheet.board.rows]
        return [str(len(rooms)), *grid]


class ByVersion(Piece):
    """A piece that is another one in files of version 0."""

    def __init__(self, old: Piece, new: Piece) -> None:
        self.old, self.new = old, new

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The one of the file's version."""
        (self.new if sheet.version else self.old).read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """The new one."""
        return self.new.write(sheet)


class Lattice(Piece):
    """Galaxies: a character without blanks for each place of the lattice of cells, borders and inner points."""

    def __init__(self, role: str, hole: str) -> None:
        self.role, self.hole = role, hole

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The centres and the missing cells."""
        width = 2 * sheet.n_cols - 1
        for y in range(1, 2 * sheet.n_rows):
            line = source.line()
            if line is None:
                return
            if len(line.text) != width:
                wanted = f"{width} characters"
                raise line.error("this line of stars has another length", expected=wanted, found=str(len(line.text)))
            for at, char in enumerate(line.text):
                self._place(sheet, Spot(y, at + 1), char, line, at)

    def _place(self, sheet: Sheet, spot: Spot, char: str, line: Line, at: int) -> None:
        if char in "12":
            sheet.give(self.role, spot, True, line, at)
            if char == "2":
                sheet.looks[spot] = True
        elif char == "X" and spot.y % 2 and spot.x % 2:
            sheet.give(self.hole, spot, True, line, at)
        elif char != ".":
            raise line.error("this is no star", at, expected="'.', '1', '2', or 'X' in a cell", found=shown(char))

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row."""
        stars, black, holes = sheet.given[self.role], sheet.looks, sheet.given[self.hole]
        return [
            "".join(
                "X" if spot in holes else "." if spot not in stars else "2" if spot in black else "1"
                for spot in (Spot(y, x) for x in range(1, 2 * sheet.n_cols))
            ) for y in range(1, 2 * sheet.n_rows)
        ]  # fmt: skip


class KakuroClues(Piece):
    """Kakuro: sums outside the grid and in its black cells. The sheet's rows and columns include the frame."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The clues."""
        marks = sheet.given[self.role]
        for spot in sheet.board.cells:
            if min(spot) == 1:
                marks[spot] = (None, None)
        for row in sheet.board.rows:
            for spot, item in zip(row, source.items(len(row)), strict=False):
                if item.text != "." and spot != (1, 1):
                    sheet.give(self.role, spot, self._clue(item, spot), item.line, item.at)

    @staticmethod
    def _clue(item: Item, spot: Spot) -> tuple[int | None, int | None]:
        if not re.fullmatch(r"-?\d{1,3}" if min(spot) == 1 else r"-?\d{1,3},-?\d{1,3}", item.text, re.ASCII):
            raise item.error("this is no sum", "a number" if min(spot) == 1 else "'right,down' or '.'")
        sums = [n if (n := int(part)) > 0 else None for part in item.text.split(",")]
        if len(sums) == 2:
            return sums[0], sums[1]
        return (None, sums[0]) if spot.y == 1 else (sums[0], None)

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row."""
        marks = sheet.given[self.role]
        out = []
        for row in sheet.board.rows:
            items = []
            for spot in row:
                right, down = (-1 if n is None else n for n in marks.get(spot, (None, None)))
                if spot == (1, 1):
                    items.append("0")
                elif min(spot) == 1:
                    items.append(str(down if spot.y == 1 else right))
                else:
                    items.append(f"{right},{down}" if spot in marks else ".")
            out.append("".join(f"{item} " for item in items))
        return out


class CurveShapes(Piece):
    """Curve Data: the number of shapes, the grid of their numbers, then the drawing of each."""

    def __init__(self, role: str, block: str, shapes: str) -> None:
        self.shapes = shapes
        self.grid = cells(Words(block, {"-3": True}), Number(role, "-2", add=1))
        self.line = between(Words("line", {"1": True}, drawn=True), Ignored("-1"))

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The grid and the shapes."""
        found = source.number("the number of shapes")
        if found is None:
            return
        self.grid.read(source, sheet)
        n, where = found
        if n > len(source.lines):
            raise where[0].error("the file has not so many shapes", expected="the number of shapes", found=str(n))
        if n:
            sheet.set(self.shapes, tuple([self._shape(source, sheet) for _ in range(n)]), *where)

    def _shape(self, source: Lines, sheet: Sheet) -> Drawing:
        width, height = source.number("the width of a shape"), source.number("the height of a shape")
        if width is None or height is None:
            line = source.lines[-1]
            raise line.error("a shape is missing", len(line.text), expected="its width and its height")
        most = sheet.n_rows * sheet.n_cols
        if not 0 < width[0] * height[0] <= most:
            line = width[1][0]
            found = f"{width[0]} x {height[0]}"
            raise line.error("a shape is larger than the board", expected=f"at most {most} cells", found=found)
        inner = Sheet(height[0], width[0])
        # A shape of one column has no lines for the links between columns.
        pieces = self.line.pieces if isinstance(self.line, Several) else ()
        for piece in pieces[inner.n_cols == 1 :]:
            piece.read(source, inner)
        return Drawing.of(Rect.of(height[0], width[0]), {"line": inner.drawn["line"]})

    def write(self, sheet: Sheet) -> list[str]:
        """The grid and the shapes."""
        drawings = sheet.numbers.get(self.shapes, ())
        out = [str(len(drawings)), *self.grid.write(sheet)]
        for drawing in drawings:
            if not isinstance(drawing, Drawing) or not isinstance(drawing.board, Rect):
                raise WriteError(f"{drawing!r} is no drawing")
            inner = Sheet(drawing.board.n_rows, drawing.board.n_cols)
            inner.drawn["line"] = dict(drawing.marks.get("line", {}))
            pieces = self.line.pieces if isinstance(self.line, Several) else ()
            out += [str(inner.n_cols), str(inner.n_rows)]
            out += [line for piece in pieces[inner.n_cols == 1 :] for line in piece.write(inner)]
        return out
