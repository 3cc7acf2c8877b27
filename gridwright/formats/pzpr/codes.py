"""The parts of addresses. Each is one object that both reads and writes.

A *codec* (see ``formats.roles.codecs``) knows the text of one value, a *mark* puts values into a layer, ``Along`` and
similar parts put marks along places of the board, and a notation lists such parts in the order of the address.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...board.board import Spot
from ..errors import WriteError
from ..roles.codecs import BASE36, G_TO_Z, MISS, NUMBER, Blanks, Code, Codec, Cursor, Named
from ..roles.sheet import (
    UNKNOWN,
    Field,
    Pack,
    Role,
    Sheet,
    SpotOrder,
    above_and_left,
    cells,
    level_borders,
    role_name,
    upright_borders,
)

_NOTHING = "this means nothing here"


def refused(value: Any, sheet: Sheet, spot: Spot) -> WriteError:
    """The error for a value that has no text."""
    return WriteError(f"an address cannot tell {value!r} at {sheet.board.name(spot)}")


# -- marks along places -----------------------------------------------------------------------------------------------


class MarkField(Field):
    """The values of a layer, and their texts.

    If a mark has two spellings, ``look`` says whether this is the one of marks with another look.
    """

    def __init__(self, of: Role, codec: Codec, *, look: bool | None = None) -> None:
        super().__init__(of)
        self.codec, self.look = codec, look

    def give(self, sheet: Sheet, spot: Spot, value: Any, source: Cursor, at: int) -> None:
        """Gives a value that began at ``at``."""
        sheet.give(self.role, spot, value, source.line, at)
        if self.look:
            sheet.looks[spot] = True

class Filled(NamedTuple):
    """Values along places, each with its place and with where its text begins."""

    places: list[Any]
    values: list[Any]
    ats: list[int]


Steps = Mapping[str, tuple[Any, int]]
"""What a character stands for: a value, or ``MISS``, and how many places it takes up."""


def steps_of(codec: Codec, blanks: Blanks) -> Steps:
    """The values of a codec with one character, and blanks."""
    return {
        **{char: (value, 1) for char, value in codec.chars.items()},
        **{char: (MISS, n) for char, n in blanks.lengths.items()},
    }


def fill(
    source: Cursor, places: Sequence[Any], steps: Steps, codec: Codec, expected: str, what: str = _NOTHING,
    stop: str = "",
) -> Filled:  # fmt: skip
    """Reads places, or those up to ``stop``. The codec reads what does not begin with a character of ``steps``.

    Raises FormatError if nothing begins somewhere.
    """
    text, i, n = source.text, 0, len(places)
    end = text.find(stop, source.at) if stop else -1
    end = source.end if end < 0 else end
    spots, values, ats = filled = Filled([], [], [])
    while i < n and source.at < end:
        at = source.at
        for char in text[at:end]:
            step = steps.get(char)
            if step is None or i >= n:
                break
            value, used = step
            if value is not MISS:
                spots.append(places[i])
                values.append(value)
                ats.append(at)
            i += used
            at += 1
        source.at = at
        if i < n and at < end:
            value = codec.parse(source)
            if value is MISS:
                raise source.error(what, expected=expected)
            spots.append(places[i])
            values.append(value)
            ats.append(at)
            i += 1
    return filled


class _AnyOf(Codec):
    """The values of several marks, each with its mark."""

    def __init__(self, marks: Sequence[MarkField]) -> None:
        self.marks = marks

    def parse(self, source: Cursor) -> Any:
        """The first mark of which a value begins here, and the value."""
        for mark in self.marks:
            value = mark.codec.parse(source)
            if value is not MISS:
                return mark, value
        return MISS


class Along(Code):
    """At most one mark in each of some places, with characters for runs of empty ones."""

    def __init__(
        self, *marks: MarkField, at: SpotOrder = cells, blanks: Blanks = G_TO_Z, optional: bool = False,
        expected: str = "",
        what: str = _NOTHING, stop: str = "",
    ) -> None:  # fmt: skip
        """``optional``: left out if there are no marks. ``what`` and ``expected`` are the words of errors. ``stop`` may
        end the part before the last place."""
        self.marks, self.at, self.blanks, self.optional = marks, at, blanks, optional
        self.what, self.stop = what, stop
        self.codec = marks[0].codec if self._is_plain else _AnyOf(marks)
        self.steps = steps_of(self.codec, blanks)
        names = [name for mark in marks for name in mark.codec.names]
        self.expected = expected or f"{', '.join(names)}, or {blanks.name}"

    @property
    def _is_plain(self) -> bool:
        """Whether values are of one mark and have one look; otherwise each is read with its mark."""
        return len(self.marks) == 1 and not self.marks[0].look

    def places(self, sheet: Sheet) -> Sequence[Spot]:
        """The places in their order."""
        return self.at(sheet.n_rows, sheet.n_cols)

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Each mark."""
        places = self.places(sheet)
        spots, values, ats = fill(source, places, self.steps, self.codec, self.expected, self.what, self.stop)
        if self._is_plain:
            sheet.give_run(self.marks[0].role, spots, values, source.line, ats)
            return
        for spot, (mark, value), at in zip(spots, values, ats, strict=True):
            mark.give(sheet, spot, value, source, at)

    def write(self, sheet: Sheet) -> str:
        """The marks and the runs of blanks."""
        if self.optional and not any(sheet.given[mark.role] for mark in self.marks):
            return ""
        return self.blanks.between(self._texts(sheet, self.places(sheet)))

    def _texts(self, sheet: Sheet, places: Sequence[Spot]) -> Iterable[str]:
        marks = [(mark.codec.spell, mark.look, sheet.given[mark.role]) for mark in self.marks]
        for spot in places:
            value, text = MISS, None
            for spell, look, given in marks:
                if spot in given and (look is None or look == (spot in sheet.looks)):
                    value = given[spot]
                    text = spell(value)
                    if text is not None:
                        break
            if text is None and value is not MISS:
                raise refused(value, sheet, spot)
            yield text or ""


class Tailed(Along):
    """Characters that stand for a mark and for up to ``most`` empty places behind it.

    With n choices, the first is written as 0, n, 2n, ... with 0, 1, 2, ... blanks, the second as 1, n + 1, ...
    """

    def __init__(
        self, *choices: tuple[MarkField, Any], most: int, expected: str, at: SpotOrder = cells, blanks: Blanks = G_TO_Z,
        dot: bool = False, beyond: bool = True,
    ) -> None:  # fmt: skip
        """``choices``: marks of one layer, each with its value. ``dot``: a dot is an unknown value of the first mark.
        ``beyond``: the last mark is written with ``most`` places behind it, even where fewer are left."""
        super().__init__(*dict.fromkeys(mark for mark, _ in choices), at=at, blanks=blanks, expected=expected)
        self.order = {choice: i for i, choice in enumerate(choices)}
        self.most, self.beyond, self.dot = most, beyond, dot
        n, values = len(choices), [value if self._is_plain else (mark, value) for mark, value in choices]
        self.codec = Codec()
        self.steps = {
            **({".": (UNKNOWN if self._is_plain else (choices[0][0], UNKNOWN), 1)} if dot else {}),
            **{BASE36[i + n * k]: (value, 1 + k) for k in range(most + 1) for i, value in enumerate(values)},
            **steps_of(self.codec, blanks),
        }

    def _texts(self, sheet: Sheet, places: Sequence[Spot]) -> Iterable[str]:
        given = sheet.given[self.marks[0].role]
        found = [self._choice(sheet, spot, given[spot]) if spot in given else None for spot in places]
        i = 0
        while i < len(found):
            choice, tail = found[i], 0
            if choice is not None and choice >= 0:
                behind = found[i + 1 : i + 1 + self.most]
                longest = self.most if self.beyond else len(behind)
                tail = next((k for k, other in enumerate(behind) if other is not None), longest)
                yield BASE36[choice + len(self.order) * tail]
            else:
                yield "" if choice is None else "."
            i += 1 + tail

    def _choice(self, sheet: Sheet, spot: Spot, value: Any) -> int:
        """Which choice a value at a spot is; -1 for a dot. Raises WriteError."""
        if value == UNKNOWN and self.dot:
            return -1
        mark = next(mark for mark in self.marks if mark.look in (None, spot in sheet.looks))
        if (mark, value) not in self.order:
            raise refused(value, sheet, spot)
        return self.order[mark, value]


def numbers(of: Role, at: SpotOrder = cells, *, optional: bool = False) -> Along:
    """Numbers of any size."""
    return Along(MarkField(of, NUMBER), at=at, optional=optional)


def named(of: Role, values: Sequence[Any], at: SpotOrder = cells, *, first: int = 0, optional: bool = False) -> Along:
    """Numbers that stand for other values."""
    return Along(MarkField(of, Named(values, first)), at=at, optional=optional)


def small(of: Role, at: SpotOrder = cells) -> Along:
    """Numbers from 0 to 4, with up to two blanks behind each in the same character."""
    mark = MarkField(of, NUMBER)
    expected = "a character from 0 to e, a dot, or one from g to z"
    return Tailed(*((mark, n) for n in range(5)), most=2, at=at, dot=True, expected=expected)


_OUTSIDE = steps_of(NUMBER, G_TO_Z)


class Outside(Code):
    """Numbers outside the grid, above and at the left: for each line its places from the grid outwards."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The numbers of each line."""
        slots = [
            (spot, k) for spot in above_and_left(sheet.n_rows, sheet.n_cols)
            for k in range(self.pack.depth(sheet, spot))
        ]  # fmt: skip
        found: dict[Spot, list[Any]] = {}
        ats: dict[Spot, int] = {}
        filled = fill(source, slots, _OUTSIDE, NUMBER, f"{', '.join(NUMBER.names)}, or {G_TO_Z.name}")
        for (spot, k), value, at in zip(*filled, strict=True):
            found.setdefault(spot, [None] * self.pack.depth(sheet, spot))[-1 - k] = value
            ats[spot] = at
        for spot in above_and_left(sheet.n_rows, sheet.n_cols):
            self.pack.give(sheet, spot, found.get(spot, ()), (source.line, ats.get(spot, 0)))

    def write(self, sheet: Sheet) -> str:
        """Numbers and runs of blanks."""
        words: list[str] = []
        for spot in above_and_left(sheet.n_rows, sheet.n_cols):
            for value in reversed(self.pack.taken(sheet, spot)):
                word = "" if value is None else NUMBER.spell(value)
                if word is None:
                    raise refused(value, sheet, spot)
                words.append(word)
        return G_TO_Z.between(words)


class RoomNumbers(Along):
    """A number for each room, in the order of their first cells; it stands in the leftmost cell, then the topmost."""

    def __init__(self, of: Role, wall: Role) -> None:
        super().__init__(MarkField(of, NUMBER))
        self.wall = role_name(wall)

    def _rooms(self, sheet: Sheet) -> list[list[Spot]]:
        return sheet.board.regions(frozenset(sheet.given[self.wall]))

    def places(self, sheet: Sheet) -> Sequence[Spot]:
        """The cell of each room's number."""
        return [_number_cell(room) for room in self._rooms(sheet)]

    def settle(self, sheet: Sheet) -> None:
        """Moves the number of a room to its cell. Raises WriteError if there are several."""
        marks = sheet.given[self.marks[0].role]
        for room in self._rooms(sheet):
            own = [spot for spot in room if spot in marks]
            if len(own) > 1:
                places = " and ".join(sheet.board.names(own))
                raise WriteError(f"the format has one number for each room, and there are numbers at {places}")
            if own:
                marks[_number_cell(room)] = marks.pop(own[0])


def _number_cell(room: Sequence[Spot]) -> Spot:
    return min(room, key=lambda spot: (spot.x, spot.y))


# -- several places in a character ------------------------------------------------------------------------------------


class Packed(Field, Code):
    """Few values in many places: ``per`` places in a character, of a number system with ``base`` digits.

    ``values[1]`` is what the digit 1 stands for, and so on; 0 is nothing.
    """

    def __init__(
        self, of: Role, values: Mapping[int, Any], places: SpotOrder, per: int, base: int, *, optional: bool = False
    ) -> None:
        super().__init__(of)
        self.values, self.places = values, places
        self.per, self.base, self.optional = per, base, optional
        self.chars = {char: self._marks(code) for code, char in enumerate(BASE36[: base**per])}

    def _marks(self, code: int) -> Sequence[tuple[int, Any]]:
        """The marks of a character: the index of each place that has one, and its value."""
        digits = [code // self.base ** (self.per - k) % self.base for k in range(1, self.per + 1)]
        return [(k, self.values[digit]) for k, digit in enumerate(digits) if digit]

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The values, up to the end of the places or of the text."""
        places, spots, values, ats = self.places(sheet.n_rows, sheet.n_cols), [], [], []
        for start in range(0, len(places), self.per):
            if source.done:
                break
            marks = self.chars.get(source.text[source.at])
            if marks is None:
                raise source.error(_NOTHING, expected=f"a character from 0 to {max(self.chars)}")
            for k, value in marks:
                if start + k < len(places):
                    spots.append(places[start + k])
                    values.append(value)
                    ats.append(source.at)
            source.at += 1
        sheet.give_run(self.role, spots, values, source.line, ats)

    def write(self, sheet: Sheet) -> str:
        """The values; nothing if there are none and the part is optional."""
        marks, places = sheet.given[self.role], self.places(sheet.n_rows, sheet.n_cols)
        if self.optional and not marks:
            return ""
        digit = {value: n for n, value in self.values.items()}
        for spot in marks:
            if marks[spot] not in digit:
                raise WriteError(f"an address cannot tell the {self.role} {marks[spot]!r} at {sheet.board.name(spot)}")
        out = []
        for start in range(0, len(places), self.per):
            code = 0
            for k in range(self.per):
                inside = start + k < len(places) and places[start + k] in marks
                code = code * self.base + (digit[marks[places[start + k]]] if inside else 0)
            out.append(BASE36[code])
        return "".join(out)


def ternary(of: Role, one: Any, two: Any, places: SpotOrder = cells, *, optional: bool = False) -> Packed:
    """Three places in a character, each empty or with one of two values."""
    return Packed(of, {1: one, 2: two}, places, 3, 3, optional=optional)


def bits(of: Role, places: SpotOrder = cells, *, optional: bool = False) -> Packed:
    """Five places in a character, each with a mark or without."""
    return Packed(of, {1: True}, places, 5, 2, optional=optional)


# -- other parts ------------------------------------------------------------------------------------------------------


class Seq(Code):
    """Several parts in sequence; omitted if none of the layers ``unless_empty`` has a mark."""

    def __init__(self, *parts: Code, unless_empty: Sequence[Role] = ()) -> None:
        self.parts, self.roles = parts, tuple(map(role_name, unless_empty))

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Each part."""
        for part in self.parts:
            part.read(source, sheet)

    def write(self, sheet: Sheet) -> str:
        """Each part."""
        if self.roles and not any(sheet.given[role] for role in self.roles):
            return ""
        return "".join(part.write(sheet) for part in self.parts)


def border(of: Role, *, optional: bool = False) -> Code:
    """Borders between cells: the upright ones, then, with a new character, the level ones."""
    return Seq(bits(of, upright_borders), bits(of, level_borders), unless_empty=(of,) if optional else ())


class Slash(Code):
    """A slash between two parts."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Nothing but the slash."""
        if not source.done and not source.skip("/"):
            raise source.error("a part of the address ends here", expected="'/'")

    def write(self, sheet: Sheet) -> str:
        """The slash."""
        return "/"


class Whole(Field, Code):
    """A decimal number and a slash: the value of a key. ``what`` it counts is said in errors."""

    def __init__(self, of: Role, what: str) -> None:
        super().__init__(of)
        self.what = what

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The number."""
        if source.done:
            raise source.error("the address ends too early", expected=f"the number of {self.what}", code="too-short")
        at = source.at
        sheet.set(self.role, source.number(f"the number of {self.what}"), source.line, at)

    def write(self, sheet: Sheet) -> str:
        """The number."""
        return f"{sheet.numbers[self.role]}/"
