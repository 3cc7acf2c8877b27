"""How other programs say whether rows and columns may be equal."""

from collections.abc import Callable, Sequence
from typing import Any

from ...board.board import Spot
from ...formats.errors import WriteError
from ...formats.roles.sheet import Role, Sheet
from ...formats.sgt.notation import BoardSize, GapRun, IdCursor, cells
from ...language.layers import Key

END = Spot(-1, -1)
"""The place behind the last cell."""


class UniqueSize(BoardSize):
    """The size of a board of Unruly; a ``u`` behind it says that rows and columns differ."""

    def __init__(self, equal: Key[str]) -> None:
        super().__init__()
        self.roles = (equal.name,)

    def read(self, parameters: IdCursor, differs: Callable[[str], str]) -> Sheet:
        """The empty sheet with the key."""
        flags: list[str] = []

        def kept(found: str) -> str:
            flags.append(found)
            return differs(found)

        sheet = super().read(parameters, kept)
        sheet.numbers[self.roles[0]] = "never" if "u" in flags[0].partition("d")[0] else "allowed"
        return sheet

    def write(self, sheet: Sheet, title: str) -> str:
        """The size, and the flag if rows and columns differ."""
        return super().write(sheet, title) + ("u" if sheet.numbers[self.roles[0]] == "never" else "")


class GapsToTheEnd(GapRun):
    """Digits in cells, each given by the gap before it; a last small letter tells the gap before the end."""

    def __init__(self, of: Role, small: Any, large: Any, *, what: str, expected: str) -> None:
        super().__init__(of, small, large, cells_and_end, what=what, expected=expected)

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The digits. Raises FormatError if they do not reach the end."""
        super().read(source, sheet)
        if sheet.given[self.roles[0]].pop(END, None) != self.small:
            raise source.error("this stops before the end of the board", source.at - 1, expected=self.expected)

    def write(self, sheet: Sheet) -> str:
        """The letters."""
        marks = sheet.given[self.roles[0]]
        marks[END] = self.small
        told = super().write(sheet)
        del marks[END]
        return told


def cells_and_end(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The cells row by row, and the place behind them."""
    return [*cells(n_rows, n_cols), END]


def allow_equal(sheet: Sheet) -> None:
    """Texts of puzzlekit say nothing of equal lines, and their answers have some."""
    sheet.numbers["equal"] = "allowed"


def demand_allowed(sheet: Sheet) -> None:
    """Only puzzles that allow equal lines can be written. Raises WriteError."""
    if sheet.numbers.get("equal", "never") == "never":
        raise WriteError("the format allows equal rows and columns, and this puzzle does not")
