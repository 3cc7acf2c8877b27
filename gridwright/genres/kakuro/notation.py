"""How Kakuro is written by other programs.

Its sizes leave out the frame of clue cells above and at the left, which the rows and columns of a sheet include.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...formats.puzzlekit.notation import NOTHING
from ...formats.pzpr import notation as pzpr
from ...formats.roles.codecs import BASE36, Cursor
from ...formats.roles.items import FileLines, Item, Piece, Put
from ...formats.roles.sheet import Field, Sheet
from ...language import Spot
from ...language.layers import Layer

_SUMS = BASE36[:20] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class SumDigit(pzpr.Codec):
    """A sum as one character; a minus sign or 0 for none."""

    def parse(self, source: Cursor) -> int | None:
        """The sum. Raises FormatError."""
        char = source.text[source.at : source.at + 1]
        if char != "-" and (not char or char not in _SUMS):
            raise source.error("this is not a sum", expected="0 to 9, a to j, A to Z or '-'")
        source.at += 1
        return _SUMS.index(char) or None if char != "-" else None

    def spell(self, value: Any) -> str | None:
        """The character."""
        return "-" if value is None else _SUMS[value]


_SUM = SumDigit()


class SumsOfAddress(pzpr.Along):
    """The black cells, then those cells of the frame that stand before a white cell."""

    def __init__(self, clue: Layer) -> None:
        two = pzpr.Tuple(_SUM, (1, 0), "a clue", "two sums")
        super().__init__(
            pzpr.MarkField(clue, pzpr.Texts({".": (None, None)})), pzpr.MarkField(clue, two), blanks=pzpr.Blanks("k-z")
        )

    def places(self, sheet: Sheet) -> Sequence[Spot]:
        """The cells inside the frame."""
        return [Spot(y, x) for y in range(3, 2 * sheet.n_rows, 2) for x in range(3, 2 * sheet.n_cols, 2)]

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The clues."""
        role = self.marks[0].role
        sheet.given[role].update({spot: (None, None) for spot in sheet.board.cells if min(spot) == 1})
        super().read(source, sheet)
        for spot in self._frame(sheet):
            if not source.done:
                at, n = source.at, _SUM.parse(source)
                sheet.give(role, spot, (None, n) if spot.y == 1 else (n, None), source.line, at)

    def _frame(self, sheet: Sheet) -> Iterator[Spot]:
        """The clue cells of the frame that stand before a white cell."""
        marks = sheet.given[self.marks[0].role]
        yield from (Spot(1, x) for x in range(3, 2 * sheet.n_cols, 2) if Spot(3, x) not in marks)
        yield from (Spot(y, 1) for y in range(3, 2 * sheet.n_rows, 2) if Spot(y, 3) not in marks)

    def write(self, sheet: Sheet) -> str:
        """The clues."""
        marks = sheet.given[self.marks[0].role]
        frame = (marks.get(spot, (None, None))[spot.y == 1] for spot in self._frame(sheet))
        return super().write(sheet) + "".join(_SUM.spell(n) or "" for n in frame)


class SumsOfFile(Field, Piece):
    """The sums of the frame and of the black cells in files."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
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
            raise item.error("this is not a sum", "a number" if min(spot) == 1 else "'right,down' or '.'")
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


def pzprjs(clue: Layer, number: Layer) -> pzpr.Notation:
    """A clue is the sums to its right and downwards."""
    return pzpr.Notation(
        (SumsOfAddress(clue),), (SumsOfFile(clue), pzpr.inner_cells(*pzpr.filled_in(number))), frame=1,
    )


class SumsOfText(Put):
    """A black cell, or the sums below and to the right of it."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The sums."""
        found = re.fullmatch(r"([0-9]{0,3}),([0-9]{0,3})|-", item.text, re.ASCII)
        if found is None:
            return False
        below, right = (int(part) if part else None for part in (found[1], found[2]))
        sheet.give(self.role, spot, (right or None, below or None), item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The sums, or a dash for a black cell without any."""
        if spot not in sheet.given[self.role]:
            return None
        right, below = ("" if n is None else str(n) for n in sheet.given[self.role][spot])
        return f"{below},{right}" if right or below else NOTHING
