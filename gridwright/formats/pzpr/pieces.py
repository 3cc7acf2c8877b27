"""The parts of pzprv3 files: each reads the next lines into a sheet, and writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...board.board import Spot
from ..errors import Line, WriteError, is_number, shown
from ..roles.codecs import Code, Cursor
from ..roles.items import FileLines, Ignored, Integer, Item, Only, Piece, Put, Words, all_around, between, cells
from ..roles.sheet import Field, Pack, Role, Sheet, Where, above_and_left


class Framed(Piece):
    """An item for each cell, below and to the right of those of the places outside, which ``number`` reads and spells.

    ``blank`` stands in a cell without anything.
    """

    def __init__(self, pack: Pack, *puts: Put, number: Put | None = None, blank: str = ".") -> None:
        self.pack, self.puts, self.blank = pack, puts, blank
        self.number = number or OUTSIDE

    def _depths(self, sheet: Sheet) -> tuple[int, int]:
        return self.pack.depth(sheet, Spot(-1, 1)), self.pack.depth(sheet, Spot(1, -1))

    def read(self, source: FileLines, sheet: Sheet) -> None:
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
            raise item.error("this is not a clue", "a number, '-' or '.'")
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


class _Ticked(Integer):
    """Numbers outside, which the player may have ticked off."""

    def value(self, item: str) -> int | str | None:
        """The number without the tick."""
        return super().value(item.removeprefix("c"))


OUTSIDE = _Ticked("", "-", "-2")
MINUS_TWO = _Ticked("", "-2", "-")
"""The same for genres that write -2 for an unknown number."""


# -- other lines ----------------------------------------------------------------------------------------------------


class Flag(Piece):
    """A line with the letter of a flag, which is there if the flag is set."""

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def read(self, source: FileLines, sheet: Sheet) -> None:
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

    def read(self, source: FileLines, sheet: Sheet) -> None:
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


class NumberLine(Field, Piece):
    """A line with a number: the value of a key. ``what`` it counts is said in errors."""

    def __init__(self, of: Role, what: str) -> None:
        super().__init__(of)
        self.what = what

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The number."""
        found = source.number(f"the number of {self.what}")
        if found is not None:
            sheet.set(self.role, found[0], *found[1])

    def write(self, sheet: Sheet) -> list[str]:
        """The number."""
        return [str(sheet.numbers[self.role])]


class Notes(Piece):
    """A grid with notes of the solver in the cells, which is not read; ``written`` only in files of a new version."""

    def __init__(self, blank: str = ".", *, written: bool = True, from_version: int = 0) -> None:
        self.blank, self.written, self.from_version = blank, written, from_version

    def read(self, source: FileLines, sheet: Sheet) -> None:
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

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """Nothing of it."""
        self.piece.read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """Nothing."""
        return []


class Rooms(Field, Piece):
    """Walls as a room's number in each cell, below the number of rooms."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The walls between cells of different rooms."""
        if source.done:
            return
        source.number("the number of rooms")
        room: dict[Spot, str] = {}
        line = Line("", 0)
        for row in sheet.board.rows:
            for spot, item in zip(row, source.items(len(row)), strict=False):
                if not item.text.isdigit():
                    raise item.error("this is not a room", "the number of a room")
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

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The one of the file's version."""
        (self.new if sheet.version else self.old).read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """The new one."""
        return self.new.write(sheet)


# -- banks of pieces, of which only the twelve pentominoes are supported --------------------------------------------

_PENTOMINOES = {
    "F": "337k", "I": "15v", "L": "24as", "N": "24bo", "P": "23fg", "T": "337i", "U": "23rg", "V": "334u", "W": "335s",
    "X": "33bk", "Y": "24bk", "Z": "337o",
}  # fmt: skip
"""Each piece: its width, its height, and its rows as bits, five in a character."""
PENTOMINOES = "".join(_PENTOMINOES)


def _turned(code: str) -> frozenset[frozenset[tuple[int, int]]]:
    """The shape of a piece in all orientations; empty for what is no piece."""
    if not re.fullmatch("[1-5]{2}[0-9a-v]{1,5}", code):
        return frozenset()
    width, height = int(code[0]), int(code[1])
    bits = "".join(f"{int(char, 32):05b}" for char in code[2:])[: width * height]
    shape = [divmod(i, width) for i, bit in enumerate(bits) if bit == "1"]
    found = set()
    for one in (shape, [(y, -x) for y, x in shape]):
        for _ in range(4):
            one = [(x, -y) for y, x in one]
            top, left = (min((place[k] for place in one), default=0) for k in (0, 1))
            found.add(frozenset((y - top, x - left) for y, x in one))
    return frozenset(found)


def _letters_of(codes: Sequence[str]) -> str:
    """The letters of pentominoes; "" if a piece is another one, or occurs twice."""
    names = {_turned(code): letter for letter, code in _PENTOMINOES.items()}
    letters = [names.get(_turned(code), "") for code in codes]
    return "".join(letters) if all(letters) and len(set(letters)) == len(letters) else ""


class _BankField(Field):
    """A set of pieces: all pentominoes, or, with ``some``, any of them."""

    def __init__(self, of: Role, *, some: bool = False) -> None:
        super().__init__(of)
        self.some = some
        known = "different pentominoes" if some else "the twelve pentominoes"
        self.other = f"the pieces are not {known}, and only these are supported"

    def letters(self, codes: Sequence[str], n: int) -> str:
        """The letters of ``n`` pieces, if they are there and the genre may have them; else ""."""
        found = _letters_of(codes) if len(codes) == n else ""
        return found if self.some or "".join(sorted(found)) == PENTOMINOES else ""

    def codes(self, sheet: Sheet) -> list[str]:
        """The pieces, or the letter for all pentominoes. Raises WriteError for others."""
        pieces = sheet.numbers.get(self.role, PENTOMINOES)
        if not pieces:
            raise WriteError("the format needs a list of pieces, and here any pentominoes may be used, each repeatedly")
        if "".join(sorted(pieces)) == PENTOMINOES:
            return ["p"]
        return [str(len(pieces)), *(_PENTOMINOES[letter] for letter in pieces)]


class Bank(_BankField, Code):
    """The end of an address: two slashes and the letter of a set of pieces, or their number and the pieces."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The pieces."""
        at = source.at
        head, *words = source.rest.removeprefix("/").split("/")
        n = int(head) if is_number(head, 2) else 0
        letters = PENTOMINOES if source.rest.startswith("//p") else self.letters(words[:n], n)
        if not letters:
            raise source.error(self.other, expected="'//p'", code="variant")
        source.at += len("//p") if letters == PENTOMINOES and not n else 1 + len("/".join([head, *words[:n]]))
        sheet.set(self.role, letters, source.line, at)

    def write(self, sheet: Sheet) -> str:
        """The pieces."""
        codes = self.codes(sheet)
        return "//p" if codes == ["p"] else "/" + "/".join(codes)


class BankLine(_BankField, Piece):
    """A line of a file with the letter of a set of pieces, or with their number, and a line for each piece."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The pieces."""
        line = source.line()
        if line is None:
            return
        head = line.text.strip()
        n = int(head) if is_number(head, 2) else 0
        codes = [one.text.strip() for _ in range(n) if (one := source.line()) is not None]
        letters = PENTOMINOES if head == "p" else self.letters(codes, n)
        if not letters:
            raise line.error(self.other, expected="'p'", found=shown(line.text), code="variant")
        sheet.set(self.role, letters, line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """The pieces."""
        return self.codes(sheet)


class BankNotes(_BankField, Piece):
    """A last line with a note of the solver for each piece, which is written with zeros and may be missing."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """Nothing of it."""
        source.line()

    def write(self, sheet: Sheet) -> list[str]:
        """Zeros."""
        return ["0 " * len(sheet.numbers.get(self.role, PENTOMINOES))]


# -- what several genres have -----------------------------------------------------------------------------------------

NOTED = Ignored("+", "-", "=", "%", "c", pattern=r"\.?\[[\d,]*\]")
"""Candidates and other notes of the solver in cells for numbers."""


def shaded(of: Role) -> tuple[Put, ...]:
    """Cells that the solver shades, or marks as unshaded."""
    return Words(of, {"#": True}, drawn=True), Ignored("+")


def shading(of: Role) -> Piece:
    """A grid of such cells."""
    return cells(*shaded(of))


def clues(of: Role) -> Piece:
    """A number in some cells."""
    return cells(Integer(of, "-"))


def filled_in(of: Role) -> tuple[Put, ...]:
    """Cells into which the solver writes numbers."""
    return Integer(of, drawn=True), NOTED


def sums_of_digits(of: Role) -> tuple[Put, ...]:
    """Cells for digits that may be given, or black."""
    return Integer(of, before="q"), Words(of, {"-": 0}, drawn=True), Integer(of, drawn=True, least=1), NOTED


def line(of: Role) -> Piece:
    """A line that the solver draws from cell to cell."""
    return between(Words(of, {"1": True}, drawn=True), Ignored("-1"))


def walls(of: Role) -> Piece:
    """Given walls between cells."""
    return between(Words(of, {"1": True}))


def drawn_walls(of: Role) -> Piece:
    """Walls that the solver draws."""
    return between(Words(of, {"1": True, "2": True}, drawn=True), Ignored("-1"))


def rings(outside: Put, *inside: Put) -> Piece:
    """Clues on all four sides, and what stands inside."""
    return all_around(Only(outside, inside=False), *(Only(put, inside=True) for put in inside))


def outside_clue(of: Role) -> Put:
    """A number outside, which the player may have ticked off."""
    return _Ticked(of, "-", "-2")
