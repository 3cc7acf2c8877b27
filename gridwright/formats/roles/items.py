"""The lines of files: items, their meaning, and grids of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...board.board import Spot
from ..errors import FormatError, Line, is_number, shown
from .codecs import MISS, Codec, Cursor
from .sheet import UNKNOWN, Field, Role, Sheet, Where

_ITEM = re.compile(r"\S+")


class Item(NamedTuple):
    """An item of a line, and where it stands there."""

    text: str
    line: Line
    at: int

    def error(self, what: str, expected: str = "", code: str = "malformed") -> FormatError:
        """An error at the item."""
        return self.line.error(what, self.at, expected=expected, found=shown(self.text), code=code)


class FileLines:
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
        """Takes the next line; None at the end."""
        if self.done:
            return None
        self.next += 1
        return self.lines[self.next - 1]

    def items(self, n: int) -> list[Item]:
        """The items of the next line. Raises FormatError if there are more than ``n``."""
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
        if not is_number(word):
            raise line.error("this line is no number", expected=what, found=shown(line.text))
        return int(word), (line, 0)


class Piece:
    """One part of a file's body."""

    def settle(self, sheet: Sheet) -> None:
        """Moves what can stand in one place only to that place."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """Reads the next lines into the sheet; nothing at the end of the text. Raises FormatError."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> list[str]:
        """The lines of this part. Raises WriteError for values that it cannot express."""
        raise NotImplementedError


# -- items ----------------------------------------------------------------------------------------------------------


class Put(Field):
    """Which items are marks of a layer. ``drawn``: the solver set them, they are not given.

    If a mark has two spellings, ``look`` says whether this is the one of marks with another look.
    """

    def __init__(self, of: Role, *, drawn: bool = False, look: bool | None = None) -> None:
        super().__init__(of)
        self.drawn, self.look = drawn, look

    def value(self, item: str) -> Any:
        """The value of an item; None if it is not one of this role."""
        raise NotImplementedError

    def item(self, value: Any) -> str | None:
        """The item of a value; None if it has none."""
        raise NotImplementedError

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """Records an item if it is a value of the role; returns whether it is."""
        value = self.value(item.text)
        if value is not None:
            (sheet.draw if self.drawn else sheet.give)(self.role, spot, value, item.line, item.at)
            if self.look:
                sheet.looks[spot] = True
        return value is not None

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The item for what the role has at a spot; None if there is nothing to write."""
        marks = (sheet.drawn if self.drawn else sheet.given)[self.role]
        if spot not in marks or self.look not in (None, spot in sheet.looks):
            return None
        return self.item(marks[spot])


class Integer(Put):
    """Numbers; ``unknown`` are the items for an unknown number, ``before`` what stands before a number."""

    def __init__(
        self, of: Role, *unknown: str, before: str = "", drawn: bool = False, least: int = 0, add: int = 0
    ) -> None:
        super().__init__(of, drawn=drawn)
        self.unknown, self.before, self.least, self.add = unknown, before, least, add

    def value(self, item: str) -> int | str | None:
        """The number."""
        if item in self.unknown:
            return UNKNOWN
        digits = item.removeprefix(self.before)
        if not (is_number(digits) and item.startswith(self.before)):
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
        self, of: Role, values: Mapping[str, Any], *, drawn: bool = False, look: bool | None = None,
        silent: Iterable[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(of, drawn=drawn, look=look)
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
        self, of: Role, read: Callable[[str], Any], spell: Callable[[Any], str | None], *, drawn: bool = False
    ) -> None:
        super().__init__(of, drawn=drawn)
        self.read, self.spell = read, spell

    def value(self, item: str) -> Any:
        """What the function reads."""
        return self.read(item)

    def item(self, value: Any) -> str | None:
        """What the function spells."""
        return self.spell(value)


class CodedItem(Put):
    """Items whose whole text a codec reads and spells."""

    def __init__(self, of: Role, codec: Codec) -> None:
        super().__init__(of)
        self.codec = codec

    def value(self, item: str) -> Any:
        """The value of the text."""
        source = Cursor(Line(item, 0), 0)
        try:
            value = self.codec.parse(source)
        except FormatError:
            return None
        return value if value is not MISS and source.at == len(item) else None

    def item(self, value: Any) -> str | None:
        """The text."""
        return self.codec.spell(value)


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


class Grid(Piece):
    """A grid of items whose first stands at (``y``, ``x``), with ``more_rows`` and ``more_cols`` in addition to those
    of the board.

    ``blank`` is written where no put has a mark, and read as nothing.
    """

    def __init__(
        self, y: int, x: int, more_rows: int, more_cols: int, puts: tuple[Put, ...], blank: str = "."
    ) -> None:
        self.y, self.x, self.more_rows, self.more_cols, self.puts, self.blank = y, x, more_rows, more_cols, puts, blank

    def read(self, source: FileLines, sheet: Sheet) -> None:
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

    def read(self, source: FileLines, sheet: Sheet) -> None:
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
