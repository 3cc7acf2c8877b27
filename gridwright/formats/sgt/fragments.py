"""The fragments of game descriptions. Each is one object that reads a part of the text into a sheet and writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...board.board import Spot
from ...logic.ticks import tick, ticking
from ..dialect import region_numbers
from ..errors import FormatError, Line, WriteError
from ..roles.codecs import MISS, Blanks, Codec, Cursor, Texts
from ..roles.sheet import Role, Sheet, SpotOrder, cells, role_name

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
CHARACTERS = "0123456789" + _LETTERS + _LETTERS.upper()
"""The digits of numbers up to 61."""
CHARACTER = Texts({char: n for n, char in enumerate(CHARACTERS)})
EMPTY: Final[Any] = object()
"""The value of a sign for an empty place."""
_BLANKS = Blanks("a-z")


class IdCursor(Cursor):
    """A position in an id, which must not end early."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        """``line`` and ``column`` are those of the first character in the file."""
        super().__init__(Line(text, line, column), 0)
        self.end = len(text)

    def peek(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, n: int = 1) -> str:
        """The next characters; fewer at the end."""
        tick()
        return super().take(n)

    def demand(self, char: str) -> None:
        """Skips a character. Raises FormatError if another one is next."""
        if not self.skip(char):
            raise self.error("something is missing", expected=f"{char!r}")

    def blanks(self) -> int:
        """The number of places that the next letter skips, which is 1 for ``a``; 0 if it is no small letter."""
        n = _BLANKS.lengths.get(self.peek(), 0)
        self.at += n > 0
        return n

    def error(self, what: str, at: int | None = None, *, expected: str = "", code: str = "malformed") -> FormatError:
        """An error at the next character, or at another one."""
        fault = super().error(what, at, expected=expected, code=code)
        if (self.at if at is None else at) >= self.end:
            fault.found = "the end"
        return fault

    def finish(self) -> None:
        """Raises FormatError if something is left."""
        if not self.done:
            raise self.error("more than the puzzle needs", expected="the end")


class Fragment:
    """A part of a description. ``roles`` are the layers and keys that it can hold."""

    def __init__(self, *of: Role) -> None:
        self.roles = tuple(map(role_name, of))

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """Reads the next characters into the sheet. Raises FormatError."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> str:
        """The characters of this part. Raises WriteError for values that it cannot express."""
        raise NotImplementedError


# -- marks along places -----------------------------------------------------------------------------------------------


def occupied(source: IdCursor, places: Sequence[Spot], what: str = "places", separator: str = "") -> Iterator[Spot]:
    """The places that no small letter skips. Read what stands for each before you ask for the next.

    A ``separator`` may follow a letter. Raises FormatError for a letter that skips more places than are left.
    """
    i = 0
    while i < len(places):
        n = source.blanks()
        if not n:
            yield places[i]
        elif separator:
            source.skip(separator)
        i += n or 1
    if i > len(places):
        raise source.error(f"the letter passes more {what} than are left", source.at - 1)


class SignRun(Fragment):
    """A sign for each mark; small letters skip empty places.

    If there is a sign for ``EMPTY``, it is written instead of letters.
    """

    def __init__(self, of: Role, signs: Mapping[str, Any], what: str, at: SpotOrder = cells, *, only: str = "") -> None:
        """``what`` the signs stand for, or that there are ``only`` some values, is said in errors."""
        super().__init__(of)
        self.codec, self.at, self.what, self.only = Texts(signs), at, what, only

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The signs."""
        marks, signs = sheet.given[self.roles[0]], self.codec.values
        for place in occupied(source, self.at(sheet.n_rows, sheet.n_cols)):
            value = self.codec.parse(source)
            if value is MISS:
                expected = f"one of {' '.join(signs)} or a small letter for empty places"
                raise source.error(f"this is not a {self.what}", expected=expected)
            if value is not EMPTY:
                marks[place] = value

    def write(self, sheet: Sheet) -> str:
        """The signs."""
        marks = sheet.given[self.roles[0]]
        words = []
        for spot in self.at(sheet.n_rows, sheet.n_cols):
            word = self.codec.spell(marks.get(spot, EMPTY))
            if word is None and spot in marks:
                raise WriteError(f"the format has {self.only or f'no {self.what} {marks[spot]!r}'}")
            words.append(word or "")
        return _BLANKS.between(words)


class NumberRun(Fragment):
    """Numbers in cells; small letters skip empty ones, and ``_`` stands between two numbers."""

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The numbers."""
        marks = sheet.given[self.roles[0]]
        for place in occupied(source, cells(sheet.n_rows, sheet.n_cols)):
            source.skip("_")
            number = source.decimal()
            if number is None:
                expected = "a number, or a small letter for empty places"
                raise source.error("this is not a number", expected=expected)
            marks[place] = number

    def write(self, sheet: Sheet) -> str:
        """The numbers."""
        marks = sheet.given[self.roles[0]]
        if any(type(n) is not int for n in marks.values()):
            raise WriteError("the format has no clue without a number")
        words = (f" {marks[cell]}" if cell in marks else "" for cell in cells(sheet.n_rows, sheet.n_cols))
        return re.sub(r"(?<=[0-9]) ", "_", _BLANKS.between(words)).replace(" ", "")


class InEachPlace(Fragment):
    """A value for each place, with nothing between; None stands for an empty place."""

    def __init__(
        self, of: Role, codec: Codec, at: SpotOrder = cells, *, what: str, expected: str, lacking: str
    ) -> None:
        """``what`` and ``expected`` are said where nothing can be read, ``lacking`` where nothing can be written."""
        super().__init__(of)
        self.codec, self.at = codec, at
        self.what, self.expected, self.lacking = what, expected, lacking

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The values."""
        for place in ticking(self.at(sheet.n_rows, sheet.n_cols)):
            value = self.codec.parse(source)
            if value is MISS:
                raise source.error(self.what, expected=self.expected)
            if value is not None:
                sheet.given[self.roles[0]][place] = value

    def write(self, sheet: Sheet) -> str:
        """The values."""
        marks = sheet.given[self.roles[0]]
        words = [self.codec.spell(marks.get(spot)) for spot in self.at(sheet.n_rows, sheet.n_cols)]
        if None in words:
            raise WriteError(self.lacking)
        return "".join(filter(None, words))


class GapRun(Fragment):
    """Marks, each given by the number of empty places before it: ``a`` for 0, ``b`` for 1, ...; ``z`` skips 25 places.

    Small and large letters stand for different values, or for the same.
    """

    def __init__(
        self, of: Role, small: Any, large: Any, at: SpotOrder = cells, *, what: str, expected: str, beyond: str = ""
    ) -> None:
        """``what`` and ``expected`` are said of other characters, and if not ``beyond``, of too many letters."""
        super().__init__(of)
        self.small, self.large, self.at = small, large, at
        self.what, self.expected, self.beyond = what, expected, beyond

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The marks, up to the end of the text."""
        places, marks, i = self.at(sheet.n_rows, sheet.n_cols), sheet.given[self.roles[0]], 0
        while not source.done:
            letter = source.take()
            n = _LETTERS.find(letter.lower())
            i += n
            too_far = i > len(places) or (n < 25 and i == len(places))
            if n >= 0 and too_far and self.beyond:
                raise source.error(self.beyond, source.at - 1)
            if n < 0 or too_far:
                raise source.error(self.what, source.at - 1, expected=self.expected)
            if n < 25:
                marks[places[i]] = self.large if letter.isupper() else self.small
                i += 1

    def write(self, sheet: Sheet) -> str:
        """The letters, small ones if both have the same value."""
        marks = sheet.given[self.roles[0]]
        out, gap = [], 0
        for spot in self.at(sheet.n_rows, sheet.n_cols):
            if spot in marks:
                letter = _LETTERS[gap % 25]
                out.append("z" * (gap // 25) + (letter if marks[spot] == self.small else letter.upper()))
                gap = 0
            else:
                gap += 1
        return "".join(out)


# -- clues outside ----------------------------------------------------------------------------------------------------


class SideClues(Fragment):
    """Clues outside the grid, separated by a character."""

    def __init__(self, of: Role, codec: Codec, at: SpotOrder, separator: str, *, each: str = "") -> None:
        """``each``: what every place must have; without it, places may be empty."""
        super().__init__(of)
        self.codec, self.at, self.separator, self.each = codec, at, separator, each

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The clues."""
        for i, side in enumerate(self.at(sheet.n_rows, sheet.n_cols)):
            if i:
                source.demand(self.separator)
            value = self.codec.parse(source)
            if value is not MISS:
                sheet.given[self.roles[0]][side] = value
            elif self.each:
                raise source.error(f"this is not a {self.each}", expected="a number")

    def write(self, sheet: Sheet) -> str:
        """The clues."""
        clues, sides = sheet.given[self.roles[0]], self.at(sheet.n_rows, sheet.n_cols)
        if self.each and set(clues) != set(sides):
            what = f"a {self.each} above every column and on the left of every row, and no others"
            raise WriteError(f"the format needs {what}")
        texts = []
        for side in sides:
            text = self.codec.spell(clues[side]) if side in clues else ""
            if text is None:
                raise WriteError(f"an id cannot tell {clues[side]!r} at {sheet.board.name(side)}")
            texts.append(text)
        return self.separator.join(texts)


# -- borders ----------------------------------------------------------------------------------------------------------


def _border_places(side: int) -> list[Spot]:
    """The borders between the cells of a square: upright ones row by row, then level ones column by column."""
    upright = [Spot(y, x) for y in range(1, 2 * side, 2) for x in range(2, 2 * side, 2)]
    return upright + [Spot(y, x) for x in range(1, 2 * side, 2) for y in range(2, 2 * side, 2)]


class BorderRun(Fragment):
    """The borders of regions, given by the distances between them; with ``repeats`` a number may repeat a letter."""

    def __init__(self, of: Role, *, repeats: bool = False, what: str = "borders") -> None:
        super().__init__(of)
        self.repeats, self.what = repeats, what

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The borders. They replace those that follow from the size."""
        places = _border_places(sheet.n_cols)
        borders: dict[Spot, bool] = {}
        i = 0
        while i <= len(places):
            start = source.at
            n = 0 if source.skip("_") else source.blanks()
            if source.at == start:
                raise source.error("this tells no borders", expected="'_' or a small letter")
            times = (source.decimal() or 1) if self.repeats else 1
            for _ in range(min(times, len(places) + 2)):
                i += min(n, 25)
                if n < 26:
                    if i < len(places):
                        borders[places[i]] = True
                    i += 1
        if i > len(places) + 1:
            raise source.error("the borders go on behind the last cell", source.at - 1)
        sheet.given[self.roles[0]] = borders

    def write(self, sheet: Sheet) -> str:
        """The distances. Raises WriteError for a border within a region."""
        borders = sheet.given[self.roles[0]]
        region_numbers(sheet.board, borders, f"the format has no place for {self.what} that end inside a region")
        steps, gap = [], 0
        for spot in (*_border_places(sheet.n_cols), None):
            if spot is None or spot in borders:
                steps += ["z"] * (gap // 25) + [_LETTERS[gap % 25 - 1] if gap % 25 else "_"]
                gap = 0
            else:
                gap += 1
        text = "".join(steps)
        return re.sub(r"(.)\1{2,}", lambda run: f"{run[1]}{len(run[0])}", text) if self.repeats else text


# -- combinations -----------------------------------------------------------------------------------------------------


class Literal(Fragment):
    """A character that must be there."""

    def __init__(self, char: str) -> None:
        super().__init__()
        self.char = char

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """Skips it."""
        source.demand(self.char)

    def write(self, sheet: Sheet) -> str:
        """The character."""
        return self.char


class AfterComma(Fragment):
    """A fragment behind a comma; both are left out if there are no marks."""

    def __init__(self, fragment: Fragment) -> None:
        super().__init__(*fragment.roles)
        self.fragment = fragment

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The fragment, if there is a comma."""
        if source.skip(","):
            self.fragment.read(source, sheet)

    def write(self, sheet: Sheet) -> str:
        """The comma and the fragment."""
        return f",{self.fragment.write(sheet)}" if any(sheet.given[role] for role in self.roles) else ""


class IfFlagged(AfterComma):
    """A fragment behind a comma in puzzles whose parameters have a flag."""

    def __init__(self, flag: str, fragment: Fragment) -> None:
        super().__init__(fragment)
        self.flag = flag

    def read(self, source: IdCursor, sheet: Sheet) -> None:
        """The fragment, if the flag is set."""
        if self.flag in sheet.flags:
            source.demand(",")
            self.fragment.read(source, sheet)

    def write(self, sheet: Sheet) -> str:
        """The comma and the fragment, if the flag is set."""
        return f",{self.fragment.write(sheet)}" if self.flag in sheet.flags else ""
