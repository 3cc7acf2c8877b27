"""The elements of game descriptions: numbers, skips, borders."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...logic.ticks import tick
from ..errors import FormatError, WriteError, shown

_SMALL = "abcdefghijklmnopqrstuvwxyz"
_LONGEST_NUMBER = 9


class Cursor:
    """A place in a description. ``line`` and ``column`` are those of its first character in the file."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        self.text, self.at = text, 0
        self._line, self._column = line, column

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def peek(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        """The next character, which is passed."""
        tick()
        self.at += 1
        return self.text[self.at - 1 : self.at]

    def passed(self, char: str) -> bool:
        """Passes a character, if it is the next one."""
        if self.peek() != char:
            return False
        self.at += 1
        return True

    def demand(self, char: str) -> None:
        """Passes a character. Raises FormatError if another one is next."""
        if not self.passed(char):
            raise self.error("something is missing", f"{char!r}")

    def number(self) -> int | None:
        """A decimal number; None if there is none."""
        start = self.at
        while "0" <= self.peek() <= "9" and self.at - start < _LONGEST_NUMBER:
            self.at += 1
        return int(self.text[start : self.at]) if self.at > start else None

    def skip(self) -> int:
        """How many places the next letter passes, ``a`` one; 0 if it is no small letter."""
        n = _SMALL.find(self.peek()) + 1 if not self.done else 0
        self.at += n > 0
        return n

    def error(self, what: str, expected: str = "", at: int | None = None, found: str = "") -> FormatError:
        """A fault at the cursor, or at another place."""
        place = self.at if at is None else at
        found = found or (shown(self.text[place : place + 12]) if place < len(self.text) else "the end")
        return FormatError(what, self._line, self._column + place, expected, found)

    def end(self) -> None:
        """Raises FormatError if something is left."""
        if not self.done:
            raise self.error("more than the puzzle needs", "the end")


def spots(rows: int, cols: int, first: int = 1, step: int = 2) -> list[Spot]:
    """The spots of a grid in reading order: cells, or from ``first=0`` on corners."""
    ys, xs = range(first, first + step * rows, step), range(first, first + step * cols, step)
    return list(map(Spot._make, product(ys, xs)))


def unpassed(
    cursor: Cursor, places: Sequence[Spot], what: str = "places", separator: str | None = None
) -> Iterator[Spot]:
    """The places that no small letter passes; what stands for each is to be read before the next is asked for.

    A ``separator`` may follow a letter. Raises FormatError where a letter passes more places than are left.
    """
    i = 0
    while i < len(places):
        n = cursor.skip()
        if not n:
            yield places[i]
        elif separator is not None:
            cursor.passed(separator)
        i += n or 1
    if i > len(places):
        raise cursor.error(f"the letter passes more {what} than are left", at=cursor.at - 1)


def read_signs(cursor: Cursor, places: Sequence[Spot], signs: Mapping[str, Any], what: str) -> dict[Spot, Any]:
    """A sign for each place; small letters pass some. A sign whose value is ``...`` leaves its place empty."""
    found: dict[Spot, Any] = {}
    for place in unpassed(cursor, places):
        if cursor.peek() not in signs or cursor.done:
            raise cursor.error(f"this is no {what}", f"{_told(signs)} or a small letter for empty places")
        value = signs[cursor.take()]
        if value is not ...:
            found[place] = value
    return found


def _told(signs: Iterable[str]) -> str:
    return "one of " + " ".join(signs)


def write_signs(places: Sequence[Spot], marks: Mapping[Spot, Any], sign: Callable[[Any], str]) -> str:
    """What ``read_signs`` reads."""
    out, passed = [], 0
    for spot in places:
        if spot in marks:
            out.append(_letters(passed) + sign(marks[spot]))
            passed = 0
        else:
            passed += 1
    return "".join(out) + _letters(passed)


def _letters(n: int) -> str:
    """Letters that pass so many places."""
    return "z" * (n // 26) + (_SMALL[n % 26 - 1] if n % 26 else "")


def read_numbers(cursor: Cursor, places: Sequence[Spot]) -> dict[Spot, int]:
    """Numbers, parted by small letters that pass places, or by ``_``."""
    found: dict[Spot, int] = {}
    for place in unpassed(cursor, places):
        cursor.passed("_")
        number = cursor.number()
        if number is None:
            raise cursor.error("this is no number", "a number, or a small letter for empty places")
        found[place] = number
    return found


def write_numbers(places: Sequence[Spot], marks: Mapping[Spot, int]) -> str:
    """What ``read_numbers`` reads."""
    out = write_signs(places, marks, lambda n: f" {n}")
    return re.sub(r"(?<=[0-9]) ", "_", out).replace(" ", "")


# -- borders of blocks


def _border_places(side: int) -> Iterator[Spot]:
    """The borders between the cells of a square: upright ones row by row, then level ones column by column."""
    for row in range(side):
        for col in range(side - 1):
            yield Spot(2 * row + 1, 2 * col + 2)
    for col in range(side):
        for row in range(side - 1):
            yield Spot(2 * row + 2, 2 * col + 1)


def read_borders(cursor: Cursor, side: int, *, repeats: bool) -> list[Spot]:
    """Borders told by the distances between them; with ``repeats`` a number behind a letter repeats it."""
    places = list(_border_places(side))
    found: list[Spot] = []
    i = 0
    while i <= len(places):
        start = cursor.at
        n = 0 if cursor.passed("_") else cursor.skip()
        if not n and cursor.at == start:
            raise cursor.error("this tells no borders", "'_' or a small letter")
        times = (cursor.number() or 1) if repeats else 1
        for _ in range(min(times, len(places) + 2)):
            i += min(n, 25)
            if n < 26:
                if i < len(places):
                    found.append(places[i])
                i += 1
    if i > len(places) + 1:
        raise cursor.error("the borders go on behind the last cell", at=cursor.at - 1)
    return found


def write_borders(side: int, walls: Collection[Spot], *, repeats: bool) -> str:
    """What ``read_borders`` reads."""
    steps, passed = [], 0
    for spot in (*_border_places(side), None):
        if spot is None or spot in walls:
            steps += ["z"] * (passed // 25) + [_SMALL[passed % 25 - 1] if passed % 25 else "_"]
            passed = 0
        else:
            passed += 1
    text = "".join(steps)
    if not repeats:
        return text
    return re.sub(r"(.)\1{2,}", lambda run: f"{run[1]}{len(run[0])}", text)


def check_regions(board: Rect, walls: Collection[Spot], what: str) -> None:
    """Raises WriteError for a wall that does not part two regions."""
    region = {cell: i for i, cells in enumerate(board.regions(walls)) for cell in cells}
    for wall in walls:
        a, b = board.ends(wall)
        if region[a] == region[b]:
            raise WriteError(f"the format has no place for {what} that end inside a region ({board.name(wall)})")


def words_of(parts: str) -> list[str]:
    """The items of a solution, which semicolons part."""
    return [part for part in parts.split(";") if part]
