"""The pieces that may be placed. Of the piece banks of pzprjs, only the twelve pentominoes are supported."""

from __future__ import annotations

from ..errors import WriteError, shown
from ..roles.items import Lines, Piece
from ..roles.sheet import Field, Sheet
from .codes import Code
from .cursor import Cursor

PENTOMINOES = "FILNPTUVWXYZ"
_OTHERS = "the pieces are not the twelve pentominoes, and only these are supported"


def _check(sheet: Sheet, role: str) -> None:
    """Raises WriteError if the pieces are not all pentominoes."""
    pieces = sheet.numbers.get(role, PENTOMINOES)
    if "".join(sorted(pieces)) != PENTOMINOES:
        told = "just some of the pentominoes" if pieces else "any pentominoes, each as often as one likes"
        raise WriteError(f"of pieces, only the twelve pentominoes are written, and here are {told}")


class Bank(Field, Code):
    """The end of an address: two slashes and the letter of a set of pieces."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The letter."""
        at = source.at
        if source.text[at:] != "//p":
            raise source.error(_OTHERS, expected="'//p'", code="variant")
        source.at = len(source.text)
        sheet.set(self.role, PENTOMINOES, source.line, at)

    def write(self, sheet: Sheet) -> str:
        """The letter."""
        _check(sheet, self.role)
        return "//p"


class BankLine(Field, Piece):
    """A line of a file with the letter of a set of pieces."""

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The letter."""
        line = source.line()
        if line is None:
            return
        if line.text.strip() != "p":
            raise line.error(_OTHERS, expected="'p'", found=shown(line.text), code="variant")
        sheet.set(self.role, PENTOMINOES, line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """The letter."""
        _check(sheet, self.role)
        return ["p"]
