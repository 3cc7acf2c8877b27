"""Glyphs of lines: walls and loops, the lines of the board itself, corners, and bridges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from ...board.board import Spot
from ...language.layers import Layer
from .glyph import (
    AROUND,
    MISSING,
    WARNING,
    BlockMark,
    BlockMarks,
    BlockShape,
    Glyph,
    MarksView,
    Offset,
    OneLayer,
    centred,
    name_of,
)
from .values import is_word


def _line(level: bool) -> str:
    return "-" if level else "|"


class Stroke(OneLayer):
    """A line along an edge (a wall or a step of a loop) or, with ``across``, across it (a step along a link).

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
        """In a full diagram, no line means False."""
        return {self.name: False}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """True for a line."""
        if not text.strip(" "):
            return ()
        char = _line(shape.level != self.across)
        if self.across:
            return self.mark(True) if text.strip(" ") == char else None
        return self.mark(True) if text == char * len(text) else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The line, or blanks."""
        value = self.value(found)
        if value is MISSING:
            return " " * shape.area
        if value is not True:
            return None
        char = _line(shape.level != self.across)
        return centred(char, shape.area) if self.across else char * shape.area


class Drawn(Glyph):
    """A line of the board itself, without marks. It is missing exactly beside the corners that ``unless`` marks.

    With ``loose``, any character but letters and digits is read.
    """

    ink = frozenset("-| ")

    def __init__(self, unless: Layer | None = None, *, loose: bool = False) -> None:
        self.unless, self.loose = unless, loose
        self.wanted = ("a line",)

    @property
    def _gap(self) -> str:
        return f"{name_of(self.unless)}{WARNING}gap"

    @property
    def reach(self) -> Mapping[str, tuple[Offset, ...]]:
        """The corners at both ends."""
        return {} if self.unless is None else {self.unless.name: AROUND}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """No mark; a gap is noted, and checked when all corners are known."""
        if text == _line(shape.level) * len(text) or (self.loose and not is_word(text)):
            return ()
        return (BlockMark(self._gap, None, True),) if self.unless is not None and not text.strip(" ") else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The line, or blanks."""
        if any(entry.step is None for entry in found):
            return None
        return (" " if found else _line(shape.level)) * shape.area

    def conflicts(self, marks: MarksView) -> Iterable[tuple[Spot, str]]:
        """Gaps and lines where the other should be."""
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


class _Around(Glyph):
    """A glyph that depends on the marks of ``layer`` around its block."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    @property
    def reach(self) -> Mapping[str, tuple[Offset, ...]]:
        """The links or edges around the block."""
        return {self.layer.name: AROUND}


class Joint(_Around):
    """A corner between the strokes of ``layer``: ``-`` or ``|`` where a wall passes, ``+`` where walls meet or end.

    ``out`` is written where there is no wall; any character but letters and digits is read.
    """

    def __init__(self, layer: Layer, out: str = ".") -> None:
        super().__init__(layer)
        self.out = out
        self.wanted = ("a border character", "a blank")

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """No mark, as the edges around show everything."""
        del shape
        return None if is_word(text) else ()

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The character for the walls around."""
        ways = {entry.step for entry in found if entry.value} | set(shape.rim)
        if not ways:
            return self.out
        if ways == {(0, 1), (0, -1)}:
            return "-"
        return "|" if ways == {(1, 0), (-1, 0)} else "+"


class Passage(_Around):
    """A cell between the lines of ``layer`` on its links, with which its sign must agree.

    It is ``-`` or ``|`` where a line goes straight on, ``+`` where lines end, bend, branch or cross, else blank.
    """

    ink = frozenset("+-| ")
    wanted = ("'+'", "'-'", "'|'", "a blank")

    @property
    def _sign(self) -> str:
        return f"{self.layer.name}{WARNING}sign"

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """No mark; the sign is noted, and checked when all links are known."""
        del shape
        sign = text.strip(" ") or " "
        return (BlockMark(self._sign, None, sign),) if sign in self.ink else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The sign for the lines around."""
        if any(entry.step is None for entry in found):
            return None
        return centred(_passage({entry.step for entry in found if entry.value is True}), shape.area)

    def conflicts(self, marks: MarksView) -> Iterable[tuple[Spot, str]]:
        """Signs that disagree with the lines around."""
        lines = marks.get(self.layer.name, {})
        for (y, x), sign in marks.get(self._sign, {}).items():
            ways = {(dy, dx) for dy, dx in AROUND if lines.get(Spot(y + dy, x + dx)) is True}
            right = _passage(ways)
            if sign != right:
                yield Spot(y, x), f"{'a blank' if right == ' ' else repr(right)} should stand here, as the lines run"


def _passage(ways: Collection[Offset | None]) -> str:
    """The sign of a cell with lines in some directions."""
    if not ways:
        return " "
    if set(ways) == set(AROUND[1::2]):
        return "-"
    return "|" if set(ways) == set(AROUND[::2]) else "+"


class Border(OneLayer):
    """A wall along an edge: any character but letters, digits, dots and blanks. ``out`` is written for no wall."""

    def __init__(self, layer: Layer, out: str = ".") -> None:
        super().__init__(layer)
        self.out = out
        self.wanted = ("a border character", "'.'", "a blank")

    @property
    def absent(self) -> Mapping[str, Any]:
        """In a full diagram, no wall means False."""
        return {self.name: False}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """True for a wall."""
        del shape
        if not text.strip(" ."):
            return ()
        return None if is_word(text) else self.mark(True)

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The wall, or ``out``."""
        value = self.value(found)
        if value is MISSING:
            return self.out * shape.area
        return _line(shape.level) * shape.area if value is True else None


class BridgeStrokes(_Around):
    """A cell with bridges: ``-`` one or ``=`` two horizontal ones, ``|`` one or ``H`` two vertical ones.

    The marks (1 or 2, and 0 in full diagrams) are on the two links of the cell in that direction.
    """

    wanted = ("a bridge",)
    _CHARS: Final = {"-": (AROUND[1::2], 1), "=": (AROUND[1::2], 2), "|": (AROUND[::2], 1), "H": (AROUND[::2], 2)}
    ink = frozenset(_CHARS) | {" "}

    @property
    def absent(self) -> Mapping[str, Any]:
        """In a full diagram, no bridge means 0."""
        return {self.layer.name: 0}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The number of bridges, on both links."""
        del shape
        steps, value = self._CHARS.get(text.strip(" "), ((), 0))
        return tuple(BlockMark(self.layer.name, step, value) for step in steps) or None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The bridges, if they go in exactly one direction."""
        near = {entry.step: entry.value for entry in found if entry.layer == self.layer.name}
        chars = [
            char
            for char, (steps, value) in self._CHARS.items()
            if all(near.get(step) == value for step in steps)
        ]
        return chars[0].rjust(shape.area) if len(chars) == 1 else None
