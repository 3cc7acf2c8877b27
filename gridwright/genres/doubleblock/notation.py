"""How Doubleblock is written by other programs."""

from ...formats.errors import Line, shown
from ...formats.puzzlekit.notation import Extra, whole_number
from ...formats.roles.sheet import Sheet


def read_largest(word: str, sheet: Sheet, line: Line) -> None:
    """Refuses another number than that which follows from the size. Raises FormatError."""
    if whole_number(word, line, "the largest number") != sheet.n_cols - 2:
        what = "another largest number than two less than the side is a rule that Doubleblock does not have"
        raise line.error(what, expected=str(sheet.n_cols - 2), found=shown(word), code="variant")


LARGEST = Extra(("depth",), read_largest, lambda sheet: str(sheet.n_cols - 2))
"""The largest number, which follows from the size."""
