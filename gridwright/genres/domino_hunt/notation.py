"""How Domino Hunt is written by other programs."""

import re
from collections.abc import Callable
from typing import Any

from ...formats.errors import WriteError
from ...formats.roles.codecs import Cursor
from ...formats.roles.sheet import UNKNOWN, Role, Sheet, role_name
from ...formats.sgt import notation as sgt
from ...language import Genre
from ...language.layers import Layer

DIGIT = sgt.Texts({str(n): n for n in range(10)})


def domino_numbers(sheet: Sheet) -> None:
    """Finds the smallest and the largest number if they are not given. Raises FormatError."""
    numbers = [n for n in sheet.given["number"].values() if n != UNKNOWN]
    line, at = sheet.where["size", None]
    if not numbers:
        raise line.error("there are no numbers on the board", at, expected="a number in each cell", code="variant")
    for role, n in (("min", 1 if min(numbers) == 1 else 0), ("max", max(numbers))):
        if role not in sheet.numbers:
            sheet.set(role, n, line, at)


def no_domino_numbers(sheet: Sheet) -> None:
    """Leaves out the smallest and the largest number if they follow from those on the board."""
    numbers = [n for n in sheet.given["number"].values() if n != UNKNOWN] or [0]
    for role, n in (("min", 1 if min(numbers) == 1 else 0), ("max", max(numbers))):
        if sheet.numbers.get(role) == n:
            del sheet.numbers[role]


class Bracketed(sgt.Codec):
    """A digit, or a number in brackets."""

    def parse(self, source: Cursor) -> Any:
        """The number. Raises FormatError."""
        if not source.skip("["):
            return DIGIT.parse(source)
        n = source.decimal()
        if n is None:
            raise source.error("this is not a number", expected="a digit, or a number in brackets")
        if not source.skip("]"):
            raise source.error("something is missing", expected="']'")
        return n

    def spell(self, value: Any) -> str | None:
        """The number."""
        return None if value is None else str(value) if value < 10 else f"[{value}]"


class WholeSet(sgt.BoardSize):
    """The largest number of a whole set of dominoes from 0 on. The set fills a board with one column more than rows."""

    def __init__(self, least: Role, most: Role) -> None:
        super().__init__()
        self.roles = role_name(least), role_name(most)

    def columns_and_rows(self, width: int, height: int) -> tuple[int, int]:
        """The size of the board of a set."""
        del height
        return width + 2, width + 1

    def read(self, parameters: sgt.IdCursor, differs: Callable[[str], str]) -> Sheet:
        """The sheet with the smallest and the largest number."""
        sheet = super().read(parameters, differs)
        sheet.numbers.update(zip(self.roles, (0, sheet.n_rows - 1), strict=True))
        return sheet

    def write(self, sheet: Sheet, title: str) -> str:
        """The largest number. Raises WriteError for another set or board."""
        least, most = (sheet.numbers[role] for role in self.roles)
        if least != 0 or (sheet.n_rows, sheet.n_cols) != (most + 1, most + 2):
            raise WriteError("the format has boards of N+1 rows and N+2 columns with the numbers from 0 to N only")
        return str(most)


def borders_of(wall: Layer) -> sgt.Solution:
    """Items of a solution such as ``D0,1``: the numbers of two cells that are a domino."""

    def solution(model: Genre, text: str) -> sgt.Solved | None:
        cells, links = model.board.cells, model.board.links
        found = dict.fromkeys(links, True)
        for a, b in re.findall(r"D([0-9]{1,6}),([0-9]{1,6})", text):
            if max(int(a), int(b)) >= len(cells):
                return None
            found[model.board.link(cells[int(a)], cells[int(b)])] = False
        return {wall.name: found} if len(found) == len(links) else None

    return solution
