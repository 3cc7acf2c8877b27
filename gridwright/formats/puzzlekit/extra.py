"""What stands behind the size of a text."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import Line, WriteError, shown
from ..roles.sheet import Role, Sheet, role_name


class Extra:
    """A word that ``read`` understands, and ``told`` spells; on pages of janko.at the value of one of some keys."""

    def __init__(
        self, keys: tuple[str, ...], read: Callable[[str, Sheet, Line], None], told: Callable[[Sheet], str]
    ) -> None:
        self.keys, self.read, self.told = keys, read, told


def whole_number(word: str, line: Line, what: str) -> int:
    """The number that a word is. Raises FormatError."""
    if not (word.isascii() and word.isdigit() and len(word) < 7):
        raise line.error("this is no number", expected=what, found=shown(word))
    return int(word)


def count(of: Role, what: str, *keys: str) -> Extra:
    """A number that is the value of a key."""

    def read(word: str, sheet: Sheet, line: Line) -> None:
        sheet.set(role_name(of), whole_number(word, line, what), line, 0)

    return Extra(keys, read, lambda sheet: str(sheet.numbers.get(role_name(of)) or 0))


def greatest_height(parks: Role, *, least: int = 0) -> Extra:
    """The greatest height of a skyscraper; there are parks if it is less than the side, ``least`` in each row."""

    def read(word: str, sheet: Sheet, line: Line) -> None:
        greatest = whole_number(word, line, "the greatest height")
        if not 1 <= greatest <= sheet.n_cols:
            expected = f"1 to {sheet.n_cols}"
            raise line.error("the greatest height does not fit the board", expected=expected, found=shown(word))
        if greatest < sheet.n_cols:
            sheet.set(role_name(parks), sheet.n_cols - greatest, line, 0)

    def told(sheet: Sheet) -> str:
        n = sheet.numbers.get(role_name(parks)) or 0
        if n < least:
            raise WriteError(f"in this format such puzzles have {role_name(parks)}, and this puzzle has none")
        return str(sheet.n_cols - n)

    return Extra(("depth", "height"), read, told)
