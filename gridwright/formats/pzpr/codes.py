"""The parts of links: each reads the next characters into a sheet, and writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...language.board import Spot
from ..errors import WriteError
from ..roles.packs import Pack
from ..roles.sheet import UNKNOWN, Places, Sheet, above_and_left, cells, give_box_walls, level_borders, upright_borders
from .cursor import Cursor

BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
VALUE36: Mapping[str, int] = {char: value for value, char in enumerate(BASE36)}


class Code:
    """One part of an address."""

    def settle(self, sheet: Sheet) -> None:
        """Moves what may be told in one way only to where it can be told."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Reads what the next characters tell; where the text has ended, nothing. Raises FormatError."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> str:
        """The characters that tell this part. Raises WriteError for values that it cannot tell."""
        raise NotImplementedError


# -- numbers and blanks ---------------------------------------------------------------------------------------------

_BLANKS = {char: n for n, char in enumerate("ghijklmnopqrstuvwxyz", 1)}
"""So many places without a number does a letter skip."""
_DIGITS = {char: n for n, char in enumerate("0123456789abcdef")}
_LONG = {"-": (2, 0), "+": (3, 256), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""For the signs before longer numbers: how many hexadecimal digits follow, and what is added to their value."""
_HEX = re.compile("[0-9a-f]+")
_MOST = 77776 + 16**5 - 1


def read_number(source: Cursor) -> int | str:
    """A number in hexadecimal notation, or ``UNKNOWN`` for a dot. Raises FormatError."""
    at = source.at
    char = source.take(1)
    if char in _DIGITS:
        return _DIGITS[char]
    if char == ".":
        return UNKNOWN
    if char in _LONG:
        n, least = _LONG[char]
        digits = source.take(n)
        if len(digits) == n and _HEX.fullmatch(digits):
            return least + int(digits, 16)
        raise source.error("this is no number", at, expected=f"{n} hexadecimal digits behind {char!r}")
    raise source.error("this means nothing here", at, expected="a number, a dot, or a letter from g to z for blanks")


def spelt_number(value: Any, where: str = "") -> str:
    """A number in hexadecimal notation, or a dot for ``UNKNOWN``. Raises WriteError."""
    if value == UNKNOWN:
        return "."
    if type(value) is not int or not 0 <= value <= _MOST:
        raise WriteError(f"an address cannot tell {value!r}{where}")
    if value < 16:
        return f"{value:x}"
    sign, least, n = next(told for told in reversed(_WRITTEN) if value >= told[1])
    return f"{sign}{value - least:0{n}x}"


_WRITTEN = (("-", 0, 2), ("+", 256, 3), ("=", 4096, 3), ("@", 8192, 3), ("*", 12240, 4), ("$", 77776, 5))


def read_runs(source: Cursor, n: int) -> Iterator[tuple[int, int | str, int]]:
    """The numbers among the next ``n`` places: which place, the number, and where it stands in the text."""
    text, end, place = source.text, len(source.text), 0
    while place < n and source.at < end:
        at = source.at
        blanks = _BLANKS.get(text[at])
        if blanks is not None:
            place += blanks
            source.at += 1
        else:
            yield place, read_number(source), at
            place += 1


def spelt_runs(words: Iterable[str], first: str = "g", longest: int = 20) -> str:
    """Words, with letters from ``first`` on for runs of up to ``longest`` empty ones."""
    out: list[str] = []
    run = 0
    for word in words:
        if not word:
            run += 1
            continue
        out += _letters(run, first, longest)
        run = 0
        out.append(word)
    return "".join([*out, *_letters(run, first, longest)])


def _letters(run: int, first: str, longest: int) -> list[str]:
    whole, rest = divmod(run, longest)
    last = [chr(ord(first) + rest - 1)] if rest else []
    return [chr(ord(first) + longest - 1)] * whole + last


class Numbers(Code):
    """Numbers of any size in places; ``optional``: left out where there is none."""

    def __init__(self, role: str, places: Places = cells, *, optional: bool = False) -> None:
        self.role, self.places, self.optional = role, places, optional

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Each number."""
        places = self.places(sheet.n_rows, sheet.n_cols)
        for i, value, at in read_runs(source, len(places)):
            sheet.give(self.role, places[i], self.meaning(value, source, at), source.line, at)

    def write(self, sheet: Sheet) -> str:
        """Numbers and runs of blanks."""
        marks = sheet.given[self.role]
        if self.optional and not marks:
            return ""
        places = self.places(sheet.n_rows, sheet.n_cols)
        return spelt_runs(self.spelt(marks[spot], sheet, spot) if spot in marks else "" for spot in places)

    def meaning(self, value: int | str, source: Cursor, at: int) -> Any:
        """What a number stands for."""
        del source, at
        return value

    def spelt(self, value: Any, sheet: Sheet, spot: Spot) -> str:
        """The text of a value."""
        return spelt_number(value, f" at {sheet.board.name(spot)}")


class Named(Numbers):
    """Numbers that stand for something else: ``names[0]`` is what 0 stands for, and so on; ``first`` what begins."""

    def __init__(
        self, role: str, names: Sequence[Any], places: Places = cells, *, first: int = 0, optional: bool = False
    ) -> None:
        super().__init__(role, places, optional=optional)
        self.names, self.first = names, first

    def meaning(self, value: int | str, source: Cursor, at: int) -> Any:
        """The name of the number."""
        if value == UNKNOWN or not isinstance(value, int):
            return value
        if not self.first <= value < self.first + len(self.names):
            what = f"a number from {self.first} to {self.first + len(self.names) - 1}"
            raise source.error("this number means nothing here", at, expected=what, code="bad-value")
        return self.names[value - self.first]

    def spelt(self, value: Any, sheet: Sheet, spot: Spot) -> str:
        """The number of the name."""
        if value == UNKNOWN:
            return "."
        if value not in self.names:
            raise WriteError(f"an address cannot tell {value!r} at {sheet.board.name(spot)}")
        return spelt_number(self.first + self.names.index(value))


class Small(Code):
    """Numbers from 0 to 4, with up to two blanks behind each in the same character."""

    def __init__(self, role: str, places: Places = cells) -> None:
        self.role, self.places = role, places

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Each number."""
        places = self.places(sheet.n_rows, sheet.n_cols)
        text, place = source.text, 0
        while place < len(places) and not source.done:
            char = text[source.at]
            if char in _BLANKS:
                place += _BLANKS[char]
            elif char == "." or (char in _DIGITS and char != "f"):
                blanks, value = (0, None) if char == "." else divmod(_DIGITS[char], 5)
                sheet.give(self.role, places[place], UNKNOWN if value is None else value, source.line, source.at)
                place += 1 + blanks
            else:
                wanted = "a character from 0 to e, a dot, or one from g to z"
                raise source.error("this means nothing here", expected=wanted)
            source.at += 1

    def write(self, sheet: Sheet) -> str:
        """Numbers and runs of blanks."""
        marks, places = sheet.given[self.role], self.places(sheet.n_rows, sheet.n_cols)
        words: list[str] = []
        taken = 0
        for i, spot in enumerate(places):
            if taken:
                taken -= 1
            elif spot not in marks:
                words.append("")
            elif marks[spot] == UNKNOWN:
                words.append(".")
            else:
                value = marks[spot]
                if type(value) is not int or not 0 <= value <= 4:
                    raise WriteError(f"an address tells numbers from 0 to 4 only, not {value!r}"
                                     f" at {sheet.board.name(spot)}")
                taken = next((k for k, after in enumerate(places[i + 1 : i + 3]) if after in marks), 2)
                words.append(f"{value + 5 * taken:x}")
        return spelt_runs(words)


class Outside(Code):
    """Numbers outside the grid, above and at the left: for each line its places from the grid outwards."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The numbers of each line."""
        slots = [
            (spot, k) for spot in above_and_left(sheet.n_rows, sheet.n_cols)
            for k in range(self.pack.depth(sheet, spot))
        ]
        found: dict[Spot, list[Any]] = {}
        ats: dict[Spot, int] = {}
        for i, value, at in read_runs(source, len(slots)):
            spot, k = slots[i]
            found.setdefault(spot, [None] * self.pack.depth(sheet, spot))[-1 - k] = value
            ats[spot] = at
        for spot in above_and_left(sheet.n_rows, sheet.n_cols):
            self.pack.give(sheet, spot, found.get(spot, ()), (source.line, ats.get(spot, 0)))

    def write(self, sheet: Sheet) -> str:
        """Numbers and runs of blanks."""
        words: list[str] = []
        for spot in above_and_left(sheet.n_rows, sheet.n_cols):
            where = f" at {sheet.board.name(spot)}"
            values = self.pack.taken(sheet, spot)
            words += ["" if value is None else spelt_number(value, where) for value in reversed(values)]
        return spelt_runs(words)


# -- several places in a character ----------------------------------------------------------------------------------


class Packed(Code):
    """Few values in many places: ``per`` places in a character, of a number system with so many digits.

    ``values[1]`` is what the digit 1 stands for, and so on; 0 is nothing.
    """

    def __init__(
        self, role: str, values: Mapping[int, Any], places: Places, per: int, digits: int, *, optional: bool = False
    ) -> None:
        self.role, self.values, self.places = role, values, places
        self.per, self.digits, self.optional = per, digits, optional

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The values, up to the end of the places or of the text."""
        places = self.places(sheet.n_rows, sheet.n_cols)
        top = self.digits**self.per
        for start in range(0, len(places), self.per):
            if source.done:
                return
            code = VALUE36.get(source.text[source.at], top)
            if code >= top:
                wanted = f"a character from 0 to {BASE36[top - 1]}"
                raise source.error("this means nothing here", expected=wanted)
            for k, spot in enumerate(places[start : start + self.per], 1):
                value = code // self.digits ** (self.per - k) % self.digits
                if value:
                    sheet.give(self.role, spot, self.values[value], source.line, source.at)
            source.at += 1

    def write(self, sheet: Sheet) -> str:
        """The values; nothing if there are none and the part is optional."""
        marks, places = sheet.given[self.role], self.places(sheet.n_rows, sheet.n_cols)
        if self.optional and not marks:
            return ""
        digit = {value: n for n, value in self.values.items()}
        for spot in marks:
            if marks[spot] not in digit:
                raise WriteError(f"an address cannot tell {marks[spot]!r} at {sheet.board.name(spot)}")
        out = []
        for start in range(0, len(places), self.per):
            code = 0
            for k in range(self.per):
                inside = start + k < len(places) and places[start + k] in marks
                code = code * self.digits + (digit[marks[places[start + k]]] if inside else 0)
            out.append(BASE36[code])
        return "".join(out)


def ternary(role: str, one: Any, two: Any, places: Places = cells, *, optional: bool = False) -> Packed:
    """Three places in a character, each empty or with one of two values."""
    return Packed(role, {1: one, 2: two}, places, 3, 3, optional=optional)


def bits(role: str, places: Places = cells, *, optional: bool = False) -> Packed:
    """Five places in a character, each with a mark or without."""
    return Packed(role, {1: True}, places, 5, 2, optional=optional)


class Parts(Code):
    """Several parts one behind the other; left out where nothing is given in any of the roles ``unless_empty``."""

    def __init__(self, *parts: Code, unless_empty: Sequence[str] = ()) -> None:
        self.parts, self.roles = parts, unless_empty

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Each part."""
        for part in self.parts:
            part.read(source, sheet)

    def write(self, sheet: Sheet) -> str:
        """Each part."""
        if self.roles and not any(sheet.given[role] for role in self.roles):
            return ""
        return "".join(part.write(sheet) for part in self.parts)


def border(role: str, *, optional: bool = False) -> Code:
    """Borders between cells: the upright ones, then, with a new character, the level ones."""
    return Parts(
        bits(role, upright_borders), bits(role, level_borders), unless_empty=(role,) if optional else ()
    )


class Slash(Code):
    """A slash between two parts."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Nothing but the slash."""
        if not source.done and not source.skip("/"):
            raise source.error("a part of the address ends here", expected="'/'")

    def write(self, sheet: Sheet) -> str:
        """The slash."""
        return "/"


class Whole(Code):
    """A decimal number and a slash: a value that concerns the whole board."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The number."""
        if source.done:
            raise source.error("the address ends too early", expected=f"the number of {self.role}", code="too-short")
        at = source.at
        sheet.set(self.role, source.number(f"the number of {self.role}"), source.line, at)

    def write(self, sheet: Sheet) -> str:
        """The number."""
        return f"{sheet.numbers[self.role]}/"


# -- rooms ----------------------------------------------------------------------------------------------------------


class RoomNumbers(Code):
    """A number for each room, in the order of their first cells; it stands in the leftmost cell, then the topmost."""

    def __init__(self, role: str, wall: str) -> None:
        self.role, self.wall = role, wall

    def _rooms(self, sheet: Sheet) -> list[list[Spot]]:
        return sheet.board.regions(frozenset(sheet.given[self.wall]))

    def settle(self, sheet: Sheet) -> None:
        """Moves the number of a room to its place. Raises WriteError where there are several."""
        marks = sheet.given[self.role]
        for room in self._rooms(sheet):
            own = [spot for spot in room if spot in marks]
            if len(own) > 1:
                places = " and ".join(sheet.board.names(own))
                raise WriteError(f"the format has one number for each room, and there are numbers at {places}")
            if own:
                marks[_number_cell(room)] = marks.pop(own[0])

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The numbers."""
        rooms = self._rooms(sheet)
        for i, value, at in read_runs(source, len(rooms)):
            sheet.give(self.role, _number_cell(rooms[i]), value, source.line, at)

    def write(self, sheet: Sheet) -> str:
        """Numbers and runs of rooms without one."""
        marks = sheet.given[self.role]
        spots = map(_number_cell, self._rooms(sheet))
        return spelt_runs(spelt_number(marks[spot]) if spot in marks else "" for spot in spots)


def _number_cell(room: Sequence[Spot]) -> Spot:
    return min(room, key=lambda spot: (spot.x, spot.y))


class BoxWalls(Code):
    """The walls of the boxes that a grid of that size has; they are not written."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The walls."""
        give_box_walls(sheet, self.role)

    def write(self, sheet: Sheet) -> str:
        """Nothing."""
        return ""
