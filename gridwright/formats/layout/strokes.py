"""Glyphs of lines: walls and loops, the lines of the board itself, their corners, and bridges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from ...board.board import Spot
from ...language.layers import Layer
from .glyph import (
    AROUND,
    MISSING,
    WARNING,
    Entry,
    Found,
    Glyph,
    MarksView,
    OneLayer,
    Shape,
    Step,
    centred,
    name_of,
)
from .tokens import is_word


def _line(level: bool) -> str:
    return "-" if level else "|"


class Stroke(OneLayer):
    """A line along an edge (a wall, or a loop's step) or, with ``across``, one that crosses it (a step along a link).

    No ink means no mark; in a full diagram it means False.
    """

    needs_room = False

    ink = frozenset("-| ")

    def __init__(self, layer: Layer, across: bool = False) -> None:
        super().__init__(layer)
        self.across = across
        self.wanted = ("a line", "a blank")

    @property
    def absent(self) -> Mapping[str, Any]:
        """No line is a mark as well, where the diagram is full."""
        return {self.name: False}

    def read(self, text: str, shape: Shape) -> Found | None:
        """True where the line is drawn."""
        if not text.strip(" "):
            return ()
        char = _line(shape.level != self.across)
        if self.across:
            return self.mark(True) if text.strip(" ") == char else None
        return self.mark(True) if text == char * len(text) else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The line, or blanks."""
        value = self.value(found)
        if value is MISSING:
            return " " * shape.area
        if value is not True:
            return None
        char = _line(shape.level != self.across)
        return centred(char, shape.area) if self.across else char * shape.area


class Drawn(Glyph):
    """A line of the board itself, which is no mark; it is missing exactly beside the corners that ``unless`` marks.

    ``loose``: any character but letters and digits is read.
    """

    ink = frozenset("-| ")

    def __init__(self, unless: Layer | None = None, *, loose: bool = False) -> None:
        self.unless, self.loose = unless, loose
        self.wanted = ("a line",)

    @property
    def _gap(self) -> str:
        return f"{name_of(self.unless)}{WARNING}gap"

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """The corners at both ends."""
        return {} if self.unless is None else {self.unless.name: AROUND}

    def read(self, text: str, shape: Shape) -> Found | None:
        """Nothing for a line; a gap is noted, to be judged when all corners are known."""
        if text == _line(shape.level) * len(text) or (self.loose and not is_word(text)):
            return ()
        return (Entry(self._gap, None, True),) if self.unless is not None and not text.strip(" ") else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The line, or blanks."""
        if any(entry.step is None for entry in found):
            return None
        return (" " if found else _line(shape.level)) * shape.area

    def conflicts(self, marks: MarksView) -> Iterable[tuple[Spot, str]]:
        """Gaps where none should be, and lines where a gap should be."""
        if self.unless is None:
            return
        corners = marks.get(self.unless.name, {})
        gaps = marks.get(self._gap, {})
        for y, x in gaps:
            if not any((y + dy, x + dx) in corners for dy, dx in AROUND):
                yield Spot(y, x), "a line is missing"
        for y, x in corners:
            for dy, dx in AROUND:
                if (y + dy, x + dx) not in gaps:
                    yield Spot(y + dy, x + dx), "no line may stand beside a missing corner"


class Joint(Glyph):
    """A corner between the strokes of ``layer``: ``-`` or ``|`` where a wall passes, ``+`` where walls meet or end.

    ``out`` is written where there is no wall; any character that is no letter or digit is read.
    """

    def __init__(self, layer: Layer, out: str = ".") -> None:
        self.layer, self.out = layer, out
        self.wanted = ("a border character", "a blank")

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """The edges that meet here."""
        return {self.layer.name: AROUND}

    def read(self, text: str, shape: Shape) -> Found | None:
        """Nothing: the edges around tell all."""
        del shape
        return None if is_word(text) else ()

    def write(self, found: Found, shape: Shape) -> str | None:
        """The character that joins the walls around."""
        ways = {entry.step for entry in found if entry.value} | set(shape.rim)
        if not ways:
            return self.out
        if ways == {(0, 1), (0, -1)}:
            return "-"
        return "|" if ways == {(1, 0), (-1, 0)} else "+"


class Passage(Glyph):
    """A cell and the lines of ``layer`` on its links: ``-`` or ``|`` where one passes straight, ``+`` where lines end,
    bend, branch or cross, a blank where there is none.

    The links tell it all; the sign has to agree with them.
    """

    ink = frozenset("+-| ")
    wanted = ("'+'", "'-'", "'|'", "a blank")

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    @property
    def _sign(self) -> str:
        return f"{self.layer.name}{WARNING}sign"

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """The links around the cell."""
        return {self.layer.name: AROUND}

    def read(self, text: str, shape: Shape) -> Found | None:
        """No mark; the sign is noted, to be judged when all links are known."""
        del shape
        sign = text.strip(" ") or " "
        return (Entry(self._sign, None, sign),) if sign in self.ink else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The sign that the lines around make."""
        if any(entry.step is None for entry in found):
            return None
        return centred(_passage({entry.step for entry in found if entry.value is True}), shape.area)

    def conflicts(self, marks: MarksView) -> Iterable[tuple[Spot, str]]:
        """Signs that the lines around do not make."""
        lines = marks.get(self.layer.name, {})
        for (y, x), sign in marks.get(self._sign, {}).items():
            ways = {(dy, dx) for dy, dx in AROUND if lines.get(Spot(y + dy, x + dx)) is True}
            right = _passage(ways)
            if sign != right:
                yield Spot(y, x), f"{'a blank' if right == ' ' else repr(right)} should stand here, as the lines run"


def _passage(ways: Collection[Step | None]) -> str:
    """The sign of a cell with lines in some directions."""
    if not ways:
        return " "
    if set(ways) == set(AROUND[1::2]):
        return "-"
    return "|" if set(ways) == set(AROUND[::2]) else "+"


class Border(OneLayer):
    """A wall along an edge, where any character but letters, digits, dot and blank is read as one; ``out``: no wall."""

    def __init__(self, layer: Layer, out: str = ".") -> None:
        super().__init__(layer)
        self.out = out
        self.wanted = ("a border character", "'.'", "a blank")

    @property
    def absent(self) -> Mapping[str, Any]:
        """No wall is a mark as well, where the diagram is full."""
        return {self.name: False}

    def read(self, text: str, shape: Shape) -> Found | None:
        """True where a border is."""
        del shape
        if not text.strip(" ."):
            return ()
        return None if is_word(text) else self.mark(True)

    def write(self, found: Found, shape: Shape) -> str | None:
        """The border, or nothing."""
        value = self.value(found)
        if value is MISSING:
            return self.out * shape.area
        return _line(shape.level) * shape.area if value is True else None


class Bridges(Glyph):
    """A cell that a bridge passes: ``-`` one, ``=`` two from left to right, ``|`` one, ``H`` two upright.

    The marks (1 or 2; 0 for no bridge, in full diagrams) stand on the cell's two links in that direction.
    """

    _CHARS: Final = {"-": (AROUND[1::2], 1), "=": (AROUND[1::2], 2), "|": (AROUND[::2], 1), "H": (AROUND[::2], 2)}

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.ink = frozenset(self._CHARS) | {" "}
        self.wanted = ("a bridge",)

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """The links around the cell."""
        return {self.layer.name: AROUND}

    @property
    def absent(self) -> Mapping[str, Any]:
        """No bridge counts 0."""
        return {self.layer.name: 0}

    def read(self, text: str, shape: Shape) -> Found | None:
        """The bridge's number on both links."""
        del shape
        steps, value = self._CHARS.get(text.strip(" "), ((), 0))
        return tuple(Entry(self.layer.name, step, value) for step in steps) or None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The bridge, if exactly one passes."""
        near = {entry.step: entry.value for entry in found if entry.layer == self.layer.name}
        chars = [
            char
            for char, (steps, value) in self._CHARS.items()
            if all(near.get(step) == value for step in steps)
        ]
        return chars[0].rjust(shape.area) if len(chars) == 1 else None
