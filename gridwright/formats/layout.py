"""Diagrams of characters, described once and both read and written.

A diagram is **axis x axis**. An axis is a row of bands: ``cells``, ``ruled`` (cells with lines around and between),
``open_`` (lines only between), ``clues`` and ``bar``. Where a band of one axis crosses one of the other stands a
*block* of characters that belongs to one spot of the board: cell x cell is a cell, cell x line an edge (and so the link
that crosses it), line x line a corner, clue x cell a side. A *glyph* says how the text of a block and the marks on its
spot turn into each other.

Two laws: no ink goes unread, and a writer refuses rather than drops. The second one does not depend on the glyphs being
right: every block that is written is read again, and must give the marks that it was written for.

Speed: what blocks there are is planned once for each size and kept with the board, and what a block's text means is
learnt once for each text; reading is then one dictionary lookup for each block.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from ..language.board import Rect, Spot
from ..language.genre import Layer
from .dialect import MAX_CELLS
from .errors import FormatError, Line, WriteError, shown

# -- numbers that depend on the keys of a file ------------------------------------------------------------------------


class Size:
    """A number that depends on the file's keys, such as ``2 * D - 1``."""

    def __init__(self, of: Callable[[Mapping[str, int]], int], text: str, names: frozenset[str]) -> None:
        self.of, self.text, self.names = of, text, names

    def __add__(self, other: Size | int) -> Size:
        if isinstance(other, int):
            return Size(lambda keys: self.of(keys) + other, f"{self.text} + {other}", self.names)
        return Size(lambda k: self.of(k) + other.of(k), f"{self.text} + {other.text}", self.names | other.names)

    def __sub__(self, n: int) -> Size:
        return self + -n

    def __mul__(self, other: Size | int) -> Size:
        if isinstance(other, int):
            return Size(lambda keys: other * self.of(keys), f"{other} * ({self.text})", self.names)
        return Size(lambda k: self.of(k) * other.of(k), f"({self.text}) * ({other.text})", self.names | other.names)

    __radd__ = __add__
    __rmul__ = __mul__

    def __repr__(self) -> str:
        return self.text


def key(name: str, default: int = 1) -> Size:
    """The number that the file's key ``name`` holds."""
    return Size(lambda keys: keys.get(name, default), name, frozenset((name,)))


D = key("digits")
"""How many characters wide numbers are."""


def at_least(n: int, size: Size) -> Size:
    """The size, but not less than ``n``."""
    return Size(lambda keys: max(n, size.of(keys)), f"max({n}, {size.text})", size.names)


def _amount(size: Size | int, keys: Mapping[str, int]) -> int:
    return size.of(keys) if isinstance(size, Size) else size


def _names(size: Size | int) -> frozenset[str]:
    return size.names if isinstance(size, Size) else frozenset()


# -- axes -------------------------------------------------------------------------------------------------------------


class Band(NamedTuple):
    """A part of an axis; ``width`` is the width of a cell or of one slot for a clue."""

    kind: str
    width: Size | int = 1
    slots: Size | int = 1


class Strip(NamedTuple):
    """What crosses the whole diagram at one place of an axis: ``at`` is that place in doubled coordinates."""

    kind: str  # cell, line, clue or bar
    at: int
    start: int
    width: int
    slots: int = 1
    band: Band = Band("")


_MAIN = ("cells", "ruled", "open")


class Axis:
    """A row of bands; ``+`` joins them."""

    def __init__(self, *bands: Band) -> None:
        self.bands = bands

    def __add__(self, other: Axis) -> Axis:
        return Axis(*self.bands, *other.bands)

    @property
    def names(self) -> frozenset[str]:
        """The keys that its lengths depend on."""
        return frozenset().union(*(_names(size) for band in self.bands for size in (band.width, band.slots)))

    def length(self, n: int, keys: Mapping[str, int]) -> int:
        """How many characters the axis is long for ``n`` cells."""
        total = 0
        for kind, width, slots in self.bands:
            wide = _amount(width, keys)
            lines = {"ruled": n + 1, "open": n - 1}.get(kind, 0)
            total += wide * (n if kind in _MAIN else _amount(slots, keys)) + lines
        return total

    def bar_at(self, keys: Mapping[str, int]) -> int | None:
        """Where the bar stands in front of the cells; None if there is none."""
        place = 0
        for kind, width, slots in self.bands:
            if kind != "clues":
                return place if kind == "bar" else None
            place += _amount(width, keys) * _amount(slots, keys)
        return None

    def strips(self, n: int, keys: Mapping[str, int]) -> list[Strip]:
        """The strips for ``n`` cells, in order."""
        out: list[Strip] = []
        start = 0
        passed = False
        for band in self.bands:
            passed = passed or band.kind in _MAIN
            outside = 2 * n + 1 if passed else -1
            wide, slots = _amount(band.width, keys), _amount(band.slots, keys)
            if band.kind == "bar":
                found = [("bar", outside, 1, 1)]
            elif band.kind == "clues":
                found = [("clue", outside, wide * slots, slots)]
            else:
                found = [("line", i, 1, 1) if i % 2 == 0 else ("cell", i, wide, 1) for i in range(2 * n + 1)]
                if band.kind == "cells":
                    found = found[1::2]
                elif band.kind == "open":
                    found = found[1:-1]
            for kind, at, width, parts in found if wide * slots else ():
                out.append(Strip(kind, at, start, width, parts, band))
                start += width
        return out


def cells(width: Size | int = 1) -> Axis:
    """Cells side by side."""
    return Axis(Band("cells", width))


def ruled(width: Size | int = 1) -> Axis:
    """Cells with lines around and between them."""
    return Axis(Band("ruled", width))


def open_(width: Size | int = 1) -> Axis:
    """Cells with lines between them only."""
    return Axis(Band("open", width))


def clues(slots: Size | int = 1, width: Size | int = 1) -> Axis:
    """Places for the clues of the lines that cross this axis: ``slots`` places of ``width`` characters in each line."""
    return Axis(Band("clues", width, slots))


bar = Axis(Band("bar"))
"""An ornamental line between clues and cells."""


# -- glyphs -----------------------------------------------------------------------------------------------------------

Step = tuple[int, int]


class Entry(NamedTuple):
    """One mark as a block tells it: the layer's name, where (None: on the block's own spot), and the value."""

    layer: str
    step: Step | None
    value: Any


Found = tuple[Entry, ...]

ANONYMOUS: Final = ""
"""The name of the layer of glyphs that are parts of a larger one."""
WARNING: Final = "!"
"""The name under which a glyph tells that it interpreted something: the value is the warning."""

AROUND: Final[tuple[Step, ...]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""From a cell to its edges and links, from a corner to the edges that meet there."""


class Shape(NamedTuple):
    """What a glyph may know about its block besides the text and the marks.

    ``level``: the block lies on a line between upper and lower cells; ``slots``: into how many equal places a clue's
    block is divided; ``rim``: the steps from a corner to edges of the outer frame.
    """

    width: int
    height: int = 1
    level: bool = False
    slots: int = 1
    rim: tuple[Step, ...] = ()

    @property
    def area(self) -> int:
        """How many characters the block has."""
        return self.width * self.height


class TooNarrow(Exception):
    """A value does not fit its block; ``what`` is ``width`` or ``slots``."""

    def __init__(self, what: str, value: object) -> None:
        super().__init__(what, value)
        self.what, self.value = what, value


class Glyph:
    """How the text of a block and the marks on its spot turn into each other.

    The text of a block of several lines is that of its lines one behind the other. ``|`` joins alternatives.
    """

    ink: frozenset[str] = frozenset()
    """The characters that may stand in a block; only used for telling which one is at fault."""
    wanted: tuple[str, ...] = ()
    """What is expected to stand here, for error messages."""

    @property
    def names(self) -> frozenset[str]:
        """The layers whose marks on the block's own spot this glyph reads and writes."""
        return frozenset()

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """The layers whose marks around the block this glyph wants to see, and where."""
        return {}

    @property
    def absent(self) -> Mapping[str, Any]:
        """For layers that are told by ink alone: the value that no ink means in a full diagram."""
        return {}

    def read(self, text: str, shape: Shape) -> Found | None:
        """The marks that the text tells; None if this glyph cannot read it."""
        raise NotImplementedError

    def write(self, found: Found, shape: Shape) -> str | None:
        """The text for some marks; None if this glyph cannot write them. Raises TooNarrow."""
        raise NotImplementedError

    def conflicts(self, marks: Mapping[str, Mapping[Spot, Any]]) -> Iterable[tuple[Spot, str]]:
        """What is wrong with a whole diagram, once it is read: spots with the words for it."""
        del marks
        return ()

    def __or__(self, other: Glyph) -> Glyph:
        return Either(self, other)


def _name(layer: Layer | None) -> str:
    return ANONYMOUS if layer is None else layer.name


class _Missing:
    """The value of a mark that is not there: None may be the value of one that is."""


_MISSING: Final = _Missing()


def _own(found: Found, name: str) -> Any:
    """The value of a layer's mark on the block's own spot; ``_MISSING`` if there is none."""
    for entry in found:
        if entry.layer == name and entry.step is None:
            return entry.value
    return _MISSING


def _bare(text: str) -> str:
    return text.replace(" ", "").replace(".", "")


class Either(Glyph):
    """The first of several glyphs that can."""

    def __init__(self, *of: Glyph) -> None:
        self.of: tuple[Glyph, ...] = tuple(
            part for glyph in of for part in (glyph.of if isinstance(glyph, Either) else (glyph,))
        )
        self.ink = frozenset().union(*(glyph.ink for glyph in self.of))
        self.wanted = tuple(dict.fromkeys(word for glyph in self.of for word in glyph.wanted))

    @property
    def names(self) -> frozenset[str]:
        """All layers of the alternatives."""
        return frozenset().union(*(glyph.names for glyph in self.of))

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """What the alternatives want to see."""
        return _joined_reach(self.of)

    @property
    def absent(self) -> Mapping[str, Any]:
        """The absent values of the alternatives."""
        return {name: value for glyph in self.of for name, value in glyph.absent.items()}

    def read(self, text: str, shape: Shape) -> Found | None:
        """What the first alternative reads that can."""
        for glyph in self.of:
            found = glyph.read(text, shape)
            if found is not None:
                return found
        return None

    def write(self, found: Found, shape: Shape) -> str | None:
        """What the first alternative writes that can express all marks of the spot."""
        needed = {entry.layer for entry in found if entry.step is None}
        for glyph in self.of:
            if needed <= glyph.names:
                text = glyph.write(found, shape)
                if text is not None:
                    return text
        return None

    def conflicts(self, marks: Mapping[str, Mapping[Spot, Any]]) -> Iterable[tuple[Spot, str]]:
        """What the alternatives find wrong."""
        return [fault for glyph in self.of for fault in glyph.conflicts(marks)]


def _joined_reach(glyphs: Iterable[Glyph]) -> dict[str, tuple[Step, ...]]:
    out: dict[str, tuple[Step, ...]] = {}
    for glyph in glyphs:
        for name, steps in glyph.reach.items():
            out[name] = tuple(dict.fromkeys((*out.get(name, ()), *steps)))
    return out


class Fixed(Glyph):
    """No mark: ``out`` is written, all over the block or (``fill`` false) once at its right end.

    ``also`` lists characters that are read as well; with ``warn`` they are read with that warning.
    """

    def __init__(self, out: str = " ", also: str = "", *, fill: bool = True, warn: str = "") -> None:
        self.out, self.also, self.fill, self.warn = out, also if fill else also + " ", fill, warn
        self.ink = frozenset(out + self.also)
        self.wanted = ("a blank" if out == " " else repr(out),)

    def read(self, text: str, shape: Shape) -> Found | None:
        """No marks, if nothing else stands there."""
        del shape
        if not self.ink.issuperset(text):
            return None
        if self.warn and text.strip(self.out):
            return (Entry(WARNING, None, self.warn),)
        return ()

    def write(self, found: Found, shape: Shape) -> str | None:
        """The fixed character."""
        if any(entry.step is None for entry in found):
            return None
        return self.out * shape.area if self.fill else self.out.rjust(shape.area)


blank = Fixed(" ", ".")
"""Nothing; a dot is read as nothing as well."""
plus = Fixed("+", " ")
"""The ornament at a point where lines meet; it may be missing."""


class _OneLayer(Glyph):
    """A glyph that is all about one layer."""

    def __init__(self, layer: Layer | None) -> None:
        self.layer = layer

    @property
    def name(self) -> str:
        """The layer's name; a layer knows it only when its genre is complete."""
        return _name(self.layer)

    @property
    def names(self) -> frozenset[str]:
        """The one layer."""
        return frozenset((self.name,))

    def mark(self, value: Any) -> Found:
        """What a block tells that holds this value."""
        return (Entry(self.name, None, value),)


class Number(_OneLayer):
    """A number, right (or ``left``) aligned; blanks (and dots) anywhere are skipped.

    ``unknown`` is a value that is spelled as itself; ``pad`` fills the places that the number leaves; numbers below
    ``least`` are none.
    """

    def __init__(
        self, layer: Layer | None = None, unknown: str = "", *, pad: str = " ", left: bool = False, least: int = 0
    ) -> None:
        super().__init__(layer)
        self.unknown, self.pad, self.left, self.least = unknown, pad, left, least
        self.ink = frozenset("0123456789 ." + unknown + pad)
        self.wanted = ("a number", repr(unknown)) if unknown else ("a number",)

    def read(self, text: str, shape: Shape) -> Found | None:
        """The number in the block."""
        del shape
        word = _bare(text).replace(self.pad, "")
        if word.isascii() and word.isdigit():
            return self.mark(int(word)) if int(word) >= self.least else None
        return self.mark(word) if word and word == self.unknown else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The number, aligned."""
        value = _own(found, self.name)
        number = isinstance(value, int) and not isinstance(value, bool) and value >= self.least
        if not number and not (self.unknown and value == self.unknown):
            return None
        word = str(value)
        if len(word) > shape.area:
            raise TooNarrow("width", value)
        return word.ljust(shape.area, self.pad) if self.left else word.rjust(shape.area, self.pad)


class Chars(_OneLayer):
    """One character for each value: right aligned, ``middle`` (right of it where there is none), or ``fill`` the block.

    ``table`` maps characters to values, the first character of a value being written; a blank may be one of them.
    ``also`` lists characters that are only read. The character is read wherever it stands in the block.
    """

    def __init__(
        self,
        layer: Layer | None,
        table: Mapping[str, Any],
        fill: bool = False,
        also: Mapping[str, Any] | None = None,
        *,
        middle: bool = False,
    ) -> None:
        super().__init__(layer)
        self.table, self.fill, self.middle = {**table, **(also or {})}, fill, middle
        self.chars: dict[Any, str] = {}
        for char, value in table.items():
            self.chars.setdefault(value, char)
        self.ink = frozenset((*self.table, " "))
        self.wanted = tuple("a blank" if char == " " else repr(char) for char in table)

    def read(self, text: str, shape: Shape) -> Found | None:
        """The value of the block's character."""
        del shape
        bare = text.replace(" ", "") or " "
        if self.fill:
            bare = bare[0] if not bare.strip(bare[0]) else ""
        return self.mark(self.table[bare]) if bare in self.table else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The character of the value."""
        value = _own(found, self.name)
        char = self.chars.get(value)
        if char is None or value is _MISSING:
            return None
        if self.middle:
            return _centred(char, shape.area)
        return char * shape.area if self.fill else char.rjust(shape.area)


def _centred(char: str, width: int) -> str:
    """A character in the middle, or right of it where there is no middle."""
    return " " * (width // 2) + char + " " * (width - width // 2 - 1)


class Stroke(_OneLayer):
    """A line along an edge (a wall, or a loop's step) or, with ``across``, one that crosses it (a step along a link).

    No ink means no mark; in a full diagram it means False.
    """

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
        char = "-" if shape.level != self.across else "|"
        if self.across:
            return self.mark(True) if text.strip(" ") == char else None
        return self.mark(True) if text == char * len(text) else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The line, or blanks."""
        value = _own(found, self.name)
        if value is _MISSING:
            return " " * shape.area
        if value is not True:
            return None
        char = "-" if shape.level != self.across else "|"
        if not self.across:
            return char * shape.area
        return _centred(char, shape.area)


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
        return f"{_name(self.unless)}{WARNING}gap"

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """The corners at both ends."""
        return {} if self.unless is None else {self.unless.name: AROUND}

    def read(self, text: str, shape: Shape) -> Found | None:
        """Nothing for a line; a gap is noted, to be judged when all corners are known."""
        if text == ("-" if shape.level else "|") * len(text) or (self.loose and not _is_word(text)):
            return ()
        return (Entry(self._gap, None, True),) if self.unless is not None and not text.strip(" ") else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The line, or blanks."""
        if any(entry.step is None for entry in found):
            return None
        return (" " if found else "-" if shape.level else "|") * shape.area

    def conflicts(self, marks: Mapping[str, Mapping[Spot, Any]]) -> Iterable[tuple[Spot, str]]:
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
        return None if _is_word(text) else ()

    def write(self, found: Found, shape: Shape) -> str | None:
        """The character that joins the walls around."""
        ways = {entry.step for entry in found if entry.value} | set(shape.rim)
        if not ways:
            return self.out
        if ways == {(0, 1), (0, -1)}:
            return "-"
        return "|" if ways == {(1, 0), (-1, 0)} else "+"


class Border(_OneLayer):
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
        return None if _is_word(text) else self.mark(True)

    def write(self, found: Found, shape: Shape) -> str | None:
        """The border, or nothing."""
        value = _own(found, self.name)
        if value is _MISSING:
            return self.out * shape.area
        return ("-" if shape.level else "|") * shape.area if value is True else None


def _is_word(text: str) -> bool:
    """Whether there is a letter, a digit or a number's token in a text, or something that is no visible character."""
    return any(char.isalnum() or char >= _TOKEN or not char.isprintable() for char in text)


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


# Values in one character: letters, and numbers of any size as tokens.

BASE62: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TOKEN: Final = "\U000f0000"  # a number in braces takes one place: inside, it is one character from here on
_TOKENS: Final = 0x110000 - ord(_TOKEN)
_BRACES = re.compile(r"\{([^{}]*)\}")
_FIRST_TOKEN: Final = re.compile(f"[{_TOKEN}-\U0010ffff]")


def spelled(text: str) -> str:
    """A text with its tokens as numbers in braces again."""
    return _FIRST_TOKEN.sub(lambda match: f"{{{ord(match.group()) - ord(_TOKEN)}}}", text)


def tokenized(line: Line) -> Line:
    """A line in which each ``{number}`` takes one place. Raises FormatError for braces that are none."""
    text = line.text
    if text.isascii() and "{" not in text and "}" not in text:
        return line
    foreign = _FIRST_TOKEN.search(text)
    if foreign:
        raise line.error("this is no character of a diagram", foreign.start(), found=f"U+{ord(foreign.group()):X}")
    chars: list[str] = []
    columns: list[int] = []
    done = 0
    for match in _BRACES.finditer(text):
        word = match[1].strip()
        if not (word.isascii() and word.isdigit()):
            what = "no number stands in these braces"
            raise line.error(what, match.start(), expected="{number}", found=shown(match[0]))
        if len(word) > 6 or int(word) >= _TOKENS:
            raise line.error("the number is too large", match.start(), found=shown(match[0]), code="too-large")
        chars += text[done : match.start()]
        columns += range(done, match.start())
        chars.append(chr(ord(_TOKEN) + int(word)))
        columns.append(match.start())
        done = match.end()
    chars += text[done:]
    columns += range(done, len(text))
    for i, char in enumerate(chars):
        if char in "{}":
            raise line.error("a brace stands alone", columns[i], expected="{number}", found=shown(char))
    return Line("".join(chars), line.number, line.column, tuple(line.column_of(i) for i in columns))


class Letters(_OneLayer):
    """A number in one character: a digit or a letter of ``alphabet``, whose first character is 0, or ``{number}``.

    ``first`` and ``last`` bound the numbers.
    """

    def __init__(
        self, layer: Layer | None = None, first: int = 0, last: int | None = None, *, alphabet: str = BASE62
    ) -> None:
        super().__init__(layer)
        self.first, self.last, self.alphabet = first, last, alphabet
        top = len(alphabet) - 1 if last is None else last
        self.values = {alphabet[n]: n for n in range(first, top + 1)}
        self.ink = frozenset(self.values)
        words = ("a number", "a letter", "{number}")
        self.wanted = words if last is None else (f"a number from {first} to {last}",)

    def _fits(self, n: int) -> bool:
        return self.first <= n and (self.last is None or n <= self.last)

    def read(self, text: str, shape: Shape) -> Found | None:
        """The number that the character stands for."""
        del shape
        if text in self.values:
            return self.mark(self.values[text])
        if len(text) == 1 and text >= _TOKEN and self._fits(ord(text) - ord(_TOKEN)):
            return self.mark(ord(text) - ord(_TOKEN))
        return None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The character for the number, or a token."""
        value = _own(found, self.name)
        if not isinstance(value, int) or isinstance(value, bool) or shape.area != 1 or not self._fits(value):
            return None
        if value < len(self.alphabet):
            return self.alphabet[value]
        return chr(ord(_TOKEN) + value) if value < _TOKENS else None


# Glyphs made of glyphs.


class Coded(_OneLayer):
    """A value by two functions: ``read`` from the block's text, ``write`` from the value and the block's width.

    Both give None for what they cannot do.
    """

    def __init__(
        self,
        layer: Layer | None,
        read: Callable[[str], Any],
        write: Callable[[Any, int], str | None],
        *,
        ink: str = "",
        wanted: str = "a value",
    ) -> None:
        super().__init__(layer)
        self._read, self._write = read, write
        self.ink = frozenset(ink)
        self.wanted = (wanted,)

    def read(self, text: str, shape: Shape) -> Found | None:
        """What the function makes of the text."""
        del shape
        value = self._read(text)
        return None if value is None else self.mark(value)

    def write(self, found: Found, shape: Shape) -> str | None:
        """What the function makes of the value."""
        value = _own(found, self.name)
        return None if value is _MISSING else self._write(value, shape.area)


class Tagged(Glyph):
    """What ``glyph`` reads, and besides a mark on ``layer`` that says that it stands there."""

    def __init__(self, glyph: Glyph, layer: Layer, value: Any = True) -> None:
        self.glyph, self.layer, self.value = glyph, layer, value
        self.ink, self.wanted = glyph.ink, glyph.wanted

    @property
    def names(self) -> frozenset[str]:
        """The glyph's layers and the one of the tag."""
        return self.glyph.names | {self.layer.name}

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """What the glyph wants to see."""
        return self.glyph.reach

    def read(self, text: str, shape: Shape) -> Found | None:
        """What the glyph reads, with the tag."""
        found = self.glyph.read(text, shape)
        return None if found is None else (*found, Entry(self.layer.name, None, self.value))

    def write(self, found: Found, shape: Shape) -> str | None:
        """What the glyph writes, if the tag is there."""
        rest = tuple(entry for entry in found if entry.layer != self.layer.name or entry.step is not None)
        return self.glyph.write(rest, shape) if _own(found, self.layer.name) == self.value else None


class _Split(Glyph):
    """A block that is cut into parts, each with a glyph of its own.

    With ``into`` the parts are anonymous glyphs and their values make one tuple, the mark of that layer.
    """

    def __init__(self, parts: Sequence[Glyph], into: Layer | None, *, packed: bool) -> None:
        self.parts, self.into, self.packed = tuple(parts), into, packed
        self.ink = frozenset().union(*(part.ink for part in parts))
        self.wanted = tuple(dict.fromkeys(word for part in parts for word in part.wanted))

    @property
    def names(self) -> frozenset[str]:
        """The layer of the tuple, or all layers of the parts."""
        if self.packed:
            return frozenset((_name(self.into),))
        return frozenset().union(*(part.names for part in self.parts))

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """What the parts want to see."""
        return _joined_reach(self.parts)

    @property
    def absent(self) -> Mapping[str, Any]:
        """The absent values of the parts."""
        return {name: value for part in self.parts for name, value in part.absent.items()}

    def pack(self, values: list[Any]) -> tuple[Any, ...]:
        """The values of the parts as one."""
        return tuple(values)

    def unpack(self, value: Any) -> Sequence[Any] | None:
        """The values of the parts; None if that is not such a value."""
        return value if isinstance(value, tuple) and len(value) == len(self.parts) else None

    def cut(self, shape: Shape) -> list[tuple[list[int], Shape]]:
        """For each part the places of its characters in the block's text, and its shape."""
        raise NotImplementedError

    def read(self, text: str, shape: Shape) -> Found | None:
        """What the parts read."""
        if self.packed and not text.strip(" "):
            return None
        found: list[Entry] = []
        values: list[Any] = []
        for part, (places, own) in zip(self.parts, self.cut(shape), strict=True):
            got = part.read("".join([text[i] for i in places]), own)
            if got is None:
                return None
            if self.packed:
                value = _own(got, ANONYMOUS)
                values.append(None if value is _MISSING else value)
                got = tuple(entry for entry in got if entry.layer != ANONYMOUS)
            found += got
        if self.packed:
            found.append(Entry(_name(self.into), None, self.pack(values)))
        return tuple(found)

    def write(self, found: Found, shape: Shape) -> str | None:
        """What the parts write."""
        values = self.unpack(_own(found, _name(self.into))) if self.packed else ()
        if values is None:
            return None
        text = [" "] * shape.area
        for k, (part, (places, own)) in enumerate(zip(self.parts, self.cut(shape), strict=True)):
            if self.packed:
                mine: Found = () if values[k] is None else (Entry(ANONYMOUS, None, values[k]),)
            else:
                mine = tuple(entry for entry in found if entry.step is not None or entry.layer in part.names)
            piece = part.write(mine, own)
            if piece is None:
                return None
            for i, char in zip(places, piece, strict=True):
                text[i] = char
        return "".join(text)


class _Beside(_Split):
    """Two parts side by side (see ``beside``)."""

    def __init__(self, left: Glyph, right: Glyph, width: int, into: Layer | None) -> None:
        super().__init__((left, right), into, packed=into is not None)
        self.width = width

    def cut(self, shape: Shape) -> list[tuple[list[int], Shape]]:
        """The columns on the left, and the ``width`` last ones."""
        edge = shape.width - self.width
        if edge < 1:
            raise ValueError(f"a block of {shape.width} columns cannot give {self.width} of them to its right part")
        columns = (range(edge), range(edge, shape.width))
        return [
            ([y * shape.width + x for y in range(shape.height) for x in own], shape._replace(width=len(own)))
            for own in columns
        ]


class _Above(_Split):
    """Two parts one above the other (see ``above``)."""

    def __init__(self, top: Glyph, bottom: Glyph, height: int, into: Layer | None) -> None:
        super().__init__((top, bottom), into, packed=into is not None)
        self.height = height

    def cut(self, shape: Shape) -> list[tuple[list[int], Shape]]:
        """The lines at the top, and the ``height`` last ones."""
        edge = shape.height - self.height
        if edge < 1:
            raise ValueError(f"a block of {shape.height} lines cannot give {self.height} of them to its lower part")
        split = edge * shape.width
        upper, lower = list(range(split)), list(range(split, shape.area))
        return [(upper, shape._replace(height=edge)), (lower, shape._replace(height=self.height))]


class Fields(_Split):
    """A block of ``rows`` x ``columns`` equal fields, each read by ``field``, as one tuple in reading order.

    A field in which ``field`` reads no mark gives None; with ``dense`` the last ones of these are left away. A blank
    block is not read.
    """

    def __init__(
        self, layer: Layer | None, field: Glyph, columns: int = 2, rows: int = 2, *, dense: bool = False
    ) -> None:
        super().__init__((field,) * (columns * rows), layer, packed=True)
        self.columns, self.rows, self.dense = columns, rows, dense

    def pack(self, values: list[Any]) -> tuple[Any, ...]:
        """The values as one; ``dense`` leaves the last missing ones away."""
        while self.dense and values and values[-1] is None:
            values = values[:-1]
        return tuple(values)

    def unpack(self, value: Any) -> Sequence[Any] | None:
        """The values of all fields."""
        missing = len(self.parts) - len(value) if isinstance(value, tuple) else 0
        return super().unpack((*value, *[None] * missing) if self.dense and missing > 0 else value)

    def cut(self, shape: Shape) -> list[tuple[list[int], Shape]]:
        """The fields in reading order."""
        w, h = shape.width // self.columns, shape.height // self.rows
        own = shape._replace(width=w, height=h)
        return [
            ([y * shape.width + x for y in range(j * h, j * h + h) for x in range(i * w, i * w + w)], own)
            for j in range(self.rows)
            for i in range(self.columns)
        ]


class Slots(_Split):
    """A clue's block with one glyph for each slot, from left to right or from top to bottom."""

    def __init__(self, *parts: Glyph) -> None:
        super().__init__(parts, None, packed=False)

    def cut(self, shape: Shape) -> list[tuple[list[int], Shape]]:
        """The slots in order."""
        return _slots(shape)


def _slots(shape: Shape) -> list[tuple[list[int], Shape]]:
    """The slots of a clue's block: side by side in a block of one line, else below each other."""
    one = shape.area // shape.slots
    if shape.height == 1:
        own = shape._replace(width=one, slots=1)
    else:
        own = shape._replace(height=shape.height // shape.slots, slots=1)
    return [(list(range(k * one, (k + 1) * one)), own) for k in range(shape.slots)]


class Listed(_OneLayer):
    """A clue's block as a list: the tuple of the values in its slots, of which ``item`` reads one.

    The values are pushed towards the cells; with ``fixed`` each slot has its own meaning, and a blank one gives None.
    """

    def __init__(self, layer: Layer | None, item: Glyph, *, fixed: bool = False) -> None:
        super().__init__(layer)
        self.item, self.fixed = item, fixed
        self.ink = item.ink | {" "}
        self.wanted = (*item.wanted, "a blank")

    def read(self, text: str, shape: Shape) -> Found | None:
        """The values of the slots."""
        values: list[Any] = []
        for places, own in _slots(shape):
            piece = "".join([text[i] for i in places])
            if piece.strip(" "):
                got = self.item.read(piece, own)
                if not got:
                    return None
                values.append(_own(got, ANONYMOUS))
            elif self.fixed:
                values.append(None)
        return self.mark(tuple(values)) if text.strip(" ") else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The values in the last slots."""
        values = _own(found, self.name)
        if not isinstance(values, tuple) or not values or (self.fixed and len(values) < shape.slots):
            return None
        if len(values) > shape.slots:
            raise TooNarrow("slots", values)
        one = shape.area // shape.slots
        pieces = [" " * one] * (shape.slots - len(values))
        for value, (_, own) in zip(values, _slots(shape)[-len(values) :], strict=True):
            if value is None and self.fixed:
                pieces.append(" " * one)
                continue
            piece = self.item.write((Entry(ANONYMOUS, None, value),), own)
            if piece is None:
                return None
            pieces.append(piece)
        return "".join(pieces)


def beside(left: Glyph, right: Glyph, width: int = 1, into: Layer | None = None) -> Glyph:
    """A block whose last ``width`` columns belong to ``right``, all others to ``left``.

    With ``into`` both are anonymous (``Number()``, ``Chars(None, ...)``) and the pair of their values is the mark of
    that layer; a part that reads no mark gives None, and a blank block is not read.
    """
    return _Beside(left, right, width, into)


def above(top: Glyph, bottom: Glyph, height: int = 1, into: Layer | None = None) -> Glyph:
    """A block whose last ``height`` lines belong to ``bottom``, all others to ``top``; ``into`` as in ``beside``."""
    return _Above(top, bottom, height, into)


# -- diagrams ---------------------------------------------------------------------------------------------------------

Marks = dict[str, dict[Spot, Any]]
"""Marks by layer and spot."""
Left = set[tuple[str, Spot]]
"""Marks that were not written: layer and spot."""

_MAX_TEXTS = 20_000  # how many different texts of a block are remembered; more is no diagram but an attack
_MAX_PAGE = 40 * MAX_CELLS
_MAX_KEY = 1000


class Grow(Exception):
    """What is to be written needs more room; ``names`` are the keys that give it, none if nothing can."""

    def __init__(self, names: frozenset[str], what: str) -> None:
        super().__init__(what)
        self.names = names


class _Reader(dict[str, "Found | None"]):
    """What the texts of one kind of block tell, learnt as they come."""

    def __init__(self, glyph: Glyph, shape: Shape) -> None:
        super().__init__()
        self.glyph, self.shape = glyph, shape

    def __missing__(self, text: str) -> Found | None:
        found = self.glyph.read(text, self.shape)
        if len(self) > _MAX_TEXTS:
            self.clear()
        self[text] = found
        return found


class _Text(NamedTuple):
    """How some marks are written: None as text means that they cannot; ``far`` are the marks around that it tells."""

    text: str | None
    far: Found = ()


class _Writer(dict["tuple[Found, Found]", _Text]):
    """The texts of one kind of block for marks that must be told (first) and marks that may be."""

    def __init__(self, glyph: Glyph, shape: Shape, reader: _Reader) -> None:
        super().__init__()
        self.glyph, self.shape, self.reader = glyph, shape, reader

    def __missing__(self, marks: tuple[Found, Found]) -> _Text:
        needed, wished = marks
        made = self._made(needed, wished)
        if made.text is None and wished:
            made = self._made(needed, ())
        if len(self) > _MAX_TEXTS:
            self.clear()
        self[marks] = made
        return made

    def _made(self, needed: Found, wished: Found) -> _Text:
        """The text, if reading it gives the needed marks again and none that are not there: so nothing is dropped."""
        text = self.glyph.write((*needed, *wished), self.shape)
        again = None if text is None else self.reader[text]
        if again is None:
            return _Text(None)
        told = {entry for entry in again if entry.step is None and WARNING not in entry.layer}
        must = {entry for entry in needed if entry.step is None}
        if not must <= told <= must.union(wished):
            return _Text(None)
        return _Text(text, tuple(entry for entry in again if entry.step is not None))


@dataclass
class _Run:
    """Blocks of one kind in one strip of lines: where each stands in its line, and its ``x`` on the board."""

    kind: str
    shape: Shape
    glyph: Glyph
    reader: _Reader
    writer: _Writer
    grow: dict[str, frozenset[str]]
    columns: list[tuple[Any, int]] = field(default_factory=list)


class _Rows(NamedTuple):
    """The runs of blocks in one strip of lines, at one ``y`` of the board; strips that are alike share them."""

    y: int
    start: int
    height: int
    runs: list[_Run]


class _Plan(NamedTuple):
    """All blocks of a diagram of one size."""

    width: int
    height: int
    rows: list[_Rows]


_TRIMS: Final[Mapping[tuple[str, str], Glyph]] = {
    ("bar", "bar"): Fixed("+", " "),
    ("bar", "cell"): Fixed("-", " "),
    ("bar", "line"): Fixed("-", " +"),
    ("cell", "bar"): Fixed("|", " "),
    ("line", "bar"): Fixed("|", " +"),
}
"""Ornaments by what crosses: the strip of lines first, then the one of columns."""
_NOTHING: Final = Fixed(" ")
_RIM: Final = {True: Fixed("-", " "), False: Fixed("|", " ")}


class Diagram:
    """A diagram: two axes and a glyph for each kind of crossing.

    ``frame``: the outer edges are an ornament (drawn when written, read whether drawn or not), no spots of their own;
    a glyph may say how they are drawn. ``line_side`` is for the clues of lines between cells; ``trims`` are further
    ornaments, by the kinds of strips that cross (of lines, then of columns): cell, line, first (the first line), clue,
    bar.
    One diagram may describe the puzzle and its solution alike: what no ink means is said when it is read and written.
    """

    def __init__(
        self,
        across: Axis,
        down: Axis,
        *,
        cell: Glyph = blank,
        edge: Glyph = _NOTHING,
        corner: Glyph = plus,
        side: Glyph = blank,
        line_side: Glyph | None = None,
        frame: bool | Glyph = False,
        trims: Mapping[tuple[str, str], Glyph] | None = None,
    ) -> None:
        self.across, self.down, self.frame = across, down, frame
        self.glyphs: dict[str, Glyph] = {"cell": cell, "edge": edge, "corner": corner, "side": side}
        if line_side is not None:
            self.glyphs["line_side"] = line_side
        self.trims = {**_TRIMS, **(trims or {})}
        self.names = across.names | down.names
        """The keys that the size of the diagram depends on."""
        self._learnt: dict[tuple[Glyph, Shape], tuple[_Reader, _Writer]] = {}

    @cached_property
    def _used(self) -> frozenset[str]:
        """The kinds of blocks that occur."""
        across, down = ({kind for band in axis.bands for kind in _parts(band)} for axis in (self.across, self.down))
        return frozenset(self._crossing(v, h) for v in down for h in across)

    def _crossing(self, v: str, h: str) -> str:
        kind = _KINDS.get((v, h), "trim")
        return kind if kind != "line_side" or kind in self.glyphs else "trim"

    @cached_property
    def _own(self) -> Mapping[str, frozenset[str]]:
        """For each kind of block the layers that stand on its own spot."""
        return {kind: self.glyphs[kind].names for kind in self._used if kind in self.glyphs}

    @cached_property
    def _reach(self) -> Mapping[str, tuple[Step, ...]]:
        """For each layer the steps from blocks that look at it."""
        return _joined_reach(glyph for kind, glyph in self.glyphs.items() if kind in self._used)

    @cached_property
    def absent(self) -> Mapping[str, Any]:
        """The layers that are told by ink alone, with the value that no ink means in a full diagram."""
        used = (glyph for kind, glyph in self.glyphs.items() if kind in self._used)
        return {name: value for glyph in used for name, value in glyph.absent.items()}

    @cached_property
    def layers(self) -> frozenset[str]:
        """The names of the layers that the diagram tells."""
        own: frozenset[str] = frozenset().union(*self._own.values())
        return own | frozenset(self.absent)

    def size(self, board: Rect, keys: Mapping[str, int]) -> tuple[int, int]:
        """Width and height in characters."""
        return self.across.length(board.n_cols, keys), self.down.length(board.n_rows, keys)

    def count(self, axis: int, lines: Sequence[Line], keys: Mapping[str, int]) -> int | None:
        """How many rows (axis 0) or columns (axis 1) a diagram has, by its size; None if that cannot be."""
        own = self.across if axis else self.down
        length = max((len(line.text) for line in lines), default=0) if axis else len(lines)
        first, second = own.length(1, keys), own.length(2, keys)
        n, rest = divmod(length - first, second - first)
        return n + 1 if n >= 0 and (axis or not rest) else None

    def recovered(self, name: str, lines: Sequence[Line], keys: Mapping[str, int]) -> int | None:
        """The value of a missing key, by the place of the plus sign between the clues and the cells."""
        for row, line in enumerate(lines):
            column = line.text.find("+")
            if column >= 0:
                for axis, place in ((self.across, column), (self.down, row)):
                    if name in axis.names:
                        fits = (n for n in range(place + 1) if axis.bar_at({**keys, name: n}) == place)
                        return next(fits, None)
                return None
        return None

    # -- the plan

    def _plan(self, board: Rect, keys: Mapping[str, int]) -> _Plan:
        values = tuple([keys.get(name) for name in sorted(self.names)])
        return board.memo((self, values), lambda: self._planned(board, keys))

    def _planned(self, board: Rect, keys: Mapping[str, int]) -> _Plan:
        for name in self.names:
            if not 0 <= keys.get(name, 1) <= _MAX_KEY:
                raise FormatError(f"/{name} is out of all bounds", found=str(keys[name]), code="too-large")
        width, height = self.size(board, keys)
        if width * height > _MAX_PAGE:
            raise FormatError(f"a diagram of {width} x {height} characters is too large", code="too-large")
        across = self.across.strips(board.n_cols, keys)
        known: dict[tuple[object, ...], list[_Run]] = {}
        rows = []
        for v in self.down.strips(board.n_rows, keys):
            own = v.at if board.holes else None
            alike = (v.kind, v.width, v.slots, v.band, v.at == 0, v.at == 2 * board.n_rows, own)
            if alike not in known:
                known[alike] = self._runs(board, v, across)
            rows.append(_Rows(v.at, v.start, v.width, known[alike]))
        return _Plan(width, height, rows)

    def _runs(self, board: Rect, v: Strip, across: Iterable[Strip]) -> list[_Run]:
        """The blocks of one strip of lines, by kind."""
        runs: dict[tuple[Glyph, Shape, Band], _Run] = {}
        for h in across:
            kind = self._kind(board, v, h)
            rim = self._rim(board, Spot(v.at, h.at)) if kind == "corner" and self.frame else ()
            shape = Shape(h.width, v.width, v.kind == "line", v.slots * h.slots, rim)
            glyph = self._glyph(kind, shape, v, h)
            run = runs.get((glyph, shape, h.band))
            if run is None:
                run = runs[glyph, shape, h.band] = self._run(kind, glyph, shape, v, h)
            run.columns.append((h.start if h.width == 1 else slice(h.start, h.start + h.width), h.at))
        return list(runs.values())

    def _kind(self, board: Rect, v: Strip, h: Strip) -> str:
        kind = self._crossing(v.kind, h.kind)
        if kind == "cell" and board.holes and Spot(v.at, h.at) in board.holes:
            return "hole"
        if kind == "edge" and self.frame and (v.at in (0, 2 * board.n_rows) or h.at in (0, 2 * board.n_cols)):
            return "rim"
        return kind

    @staticmethod
    def _rim(board: Rect, spot: Spot) -> tuple[Step, ...]:
        """The steps from a corner to edges of the outer frame."""
        bottom, right = 2 * board.n_rows, 2 * board.n_cols
        found = []
        for dy, dx in AROUND:
            y, x = spot.y + dy, spot.x + dx
            if 0 <= y <= bottom and 0 <= x <= right and (y in (0, bottom) if dx else x in (0, right)):
                found.append((dy, dx))
        return tuple(found)

    def _run(self, kind: str, glyph: Glyph, shape: Shape, v: Strip, h: Strip) -> _Run:
        known = self._learnt.get((glyph, shape))
        if known is None:
            reader = _Reader(glyph, shape)
            known = self._learnt[glyph, shape] = reader, _Writer(glyph, shape, reader)
        grow = {
            "width": _names(h.band.width) | _names(v.band.width),
            "slots": _names(h.band.slots) | _names(v.band.slots),
        }
        return _Run(kind, shape, glyph, *known, grow)

    def _glyph(self, kind: str, shape: Shape, v: Strip, h: Strip) -> Glyph:
        if kind == "rim":
            return self.frame if isinstance(self.frame, Glyph) else _RIM[shape.level]
        if kind == "hole":
            return blank
        found = self.glyphs.get(kind) or self.trims.get((_place(v), _place(h)))
        return found or self.trims.get((v.kind, h.kind), _NOTHING)

    # -- reading

    def empty_cells(self, lines: Sequence[Line], board: Rect, keys: Mapping[str, int]) -> list[Spot]:
        """The cells whose blocks hold no ink: those that a board lacks, where a dialect says so."""
        plan = self._plan(board, keys)
        texts = [_fitted(line, plan.width, False) for line in lines[: plan.height]]
        found = []
        for y, start, height, runs in plan.rows:
            for cut, x in (column for run in runs if run.kind == "cell" for column in run.columns):
                if not any(row[cut].strip() for row in texts[start : start + height]):
                    found.append(Spot(y, x))
        return found

    def read(
        self, lines: Sequence[Line], board: Rect, keys: Mapping[str, int], *, exact: bool = False
    ) -> tuple[Marks, list[str]]:
        """The marks of a diagram, and warnings. Raises FormatError.

        A line may lack trailing blanks, unless ``exact``.
        """
        if len(lines) != self.down.length(board.n_rows, keys):
            raise _wrong_height(lines, self.down.length(board.n_rows, keys))
        plan = self._plan(board, keys)
        texts = [_fitted(line, plan.width, exact) for line in lines]
        out: dict[str, dict[Spot, Any]] = defaultdict(dict)
        far: list[tuple[Entry, Spot]] = []
        for y, start, height, runs in plan.rows:
            page = texts[start] if height == 1 else texts[start : start + height]
            for run in runs:
                learnt = run.reader
                for cut, x in run.columns:
                    text = page[cut] if height == 1 else "".join([row[cut] for row in page])
                    found = learnt[text]
                    if found:
                        spot = Spot(y, x)
                        for entry in found:
                            name, step, value = entry
                            if step is None:
                                out[name][spot] = value
                            else:
                                far.append((entry, spot))
                    elif found is None:
                        raise self._unreadable(lines[start : start + height], run, cut, Spot(y, x), text, board)
        if far:
            self._set_far(far, out, plan, lines, board)
        for glyph in self.glyphs.values():
            faults = [self._fault(plan, lines, spot, what) for spot, what in glyph.conflicts(out)]
            if faults:
                raise min(faults, key=lambda fault: (not fault.line, fault.line, fault.column))
        return self._sorted_out(out)

    @staticmethod
    def _sorted_out(out: dict[str, dict[Spot, Any]]) -> tuple[Marks, list[str]]:
        warnings = list(dict.fromkeys(out.get(WARNING, {}).values()))
        return {name: marks for name, marks in out.items() if marks and WARNING not in name}, warnings

    def _set_far(
        self, far: list[tuple[Entry, Spot]], out: Marks, plan: _Plan, lines: Sequence[Line], board: Rect
    ) -> None:
        """Marks that blocks tell about the spots around them; two blocks may tell of the same spot, but alike."""
        links: frozenset[Spot] = board.memo("the links as a set", lambda: frozenset(board.links))
        for (name, step, value), spot in far:
            there = Spot(spot.y + step[0], spot.x + step[1]) if step else spot
            if there not in links:
                raise self._fault(plan, lines, spot, f"this leads off the board at {board.name(spot)}")
            if out[name].setdefault(there, value) != value:
                raise self._fault(plan, lines, spot, f"this does not fit what stands beside {board.name(spot)}")

    @staticmethod
    def _fault(plan: _Plan, lines: Sequence[Line], spot: Spot, what: str) -> FormatError:
        """An error at the block of a spot, about what it says together with others."""
        for y, start, _, runs in plan.rows:
            for run in runs if y == spot.y else ():
                for cut, x in run.columns:
                    if x == spot.x:
                        first = cut if isinstance(cut, int) else cut.start
                        text = lines[start].text[first : first + run.shape.width]
                        first += (len(text) - len(text.lstrip(" "))) % run.shape.width
                        found = shown(text.strip(" ")) if text.strip(" ") else "a blank"
                        return lines[start].error(what, first, found=found, code="contradiction")
        return FormatError(what, code="contradiction")

    def _unreadable(
        self, lines: Sequence[Line], run: _Run, cut: Any, spot: Spot, text: str, board: Rect
    ) -> FormatError:
        """The error for a block that no glyph reads, at the character that is at fault."""
        at = next((i for i, char in enumerate(text) if char not in run.glyph.ink), -1)
        if at < 0:
            at = next((i for i, char in enumerate(text) if char != " "), 0)
        row, column = divmod(at, run.shape.width)
        first = cut if isinstance(cut, int) else cut.start
        where = board.name(spot) if run.kind in self.glyphs else "the frame"
        wanted = run.glyph.wanted
        expected = " or ".join((", ".join(wanted[:-1]), wanted[-1]) if len(wanted) > 1 else wanted)
        found = shown(spelled(text)) if text.strip(" ") else "a blank"
        return lines[row].error(
            f"this cannot stand at {where}", first + column, expected=expected, found=found, code="unread-ink"
        )

    # -- writing

    def write(
        self,
        board: Rect,
        keys: Mapping[str, int],
        marks: Mapping[str, Mapping[Spot, Any]],
        wished: Mapping[str, Mapping[Spot, Any]] | None = None,
        *,
        full: bool = False,
    ) -> tuple[list[str], Left]:
        """The lines of the diagram, and the marks that it has no place for.

        ``wished`` marks are shown where there is room for them. In a ``full`` diagram no ink is a mark as well (see
        ``Diagram.absent``). Raises WriteError for marks that cannot be told, Grow if a key must be raised.
        """
        plan = self._plan(board, keys)
        left: Left = set()
        needed = self._by_spot(marks, left, full)
        extra = self._by_spot(wished or {}, None, full)
        told: set[tuple[str, Spot]] = set()
        page: list[list[str]] = [[] for _ in range(plan.height)]
        for y, start, height, runs in plan.rows:
            texts: list[tuple[int, str, int]] = []
            for run in runs:
                own = self._own.get(run.kind, _NO_NAMES)
                for cut, x in run.columns:
                    text = self._text(run, own, Spot(y, x), needed, extra, told, board)
                    texts.append((cut if isinstance(cut, int) else cut.start, text, run.shape.width))
            texts.sort()
            for i in range(height):
                page[start + i] = [text[i * width : (i + 1) * width] for _, text, width in texts]
        left.update((entry.layer, spot) for spot, entries in needed.items() for entry in entries if entry.step is None)
        self._check_far(marks, told, left, full)
        return ["".join(row) for row in page], left

    def _text(
        self,
        run: _Run,
        own: frozenset[str],
        spot: Spot,
        needed: dict[Spot, list[Entry]],
        extra: dict[Spot, list[Entry]],
        told: set[tuple[str, Spot]],
        board: Rect,
    ) -> str:
        """The text of one block; what it tells is taken out of ``needed`` or noted in ``told``."""
        mine, others = _taken(needed, spot, own)
        wish = _taken(extra, spot, own)[0] if extra else ()
        if others:
            needed[spot] = others
        try:
            text, far = run.writer[mine, wish]
        except TooNarrow as fault:
            what = f"{fault.value!r} does not fit its place at {board.name(spot)}"
            raise Grow(run.grow[fault.what], what) from None
        if text is None:
            told_off = [f"{entry.layer} {entry.value!r}" for entry in mine if entry.step is None]
            if not told_off:
                raise WriteError(f"nothing is known that could be written at {board.name(spot)}")
            raise WriteError(f"the format cannot express {' with '.join(told_off)} at {board.name(spot)}")
        for name, step, _ in far:
            if step is not None:
                told.add((name, Spot(spot.y + step[0], spot.x + step[1])))
        return text

    def _by_spot(
        self, marks: Mapping[str, Mapping[Spot, Any]], left: Left | None, full: bool
    ) -> dict[Spot, list[Entry]]:
        """The marks by the blocks that are to tell them, or that look at them; ``left`` gets those without any."""
        out: dict[Spot, list[Entry]] = {}
        own: frozenset[str] = frozenset().union(*self._own.values())
        for name in sorted(marks):
            layer, steps = marks[name], self._reach.get(name, ())
            if name not in own and not steps:
                if left is not None:
                    left.update((name, spot) for spot in layer)
                continue
            silent = full and name in self.absent
            nothing = self.absent.get(name)
            for spot, value in layer.items():
                if silent and value == nothing:
                    continue
                if name in own:
                    out.setdefault(spot, []).append(Entry(name, None, value))
                for step in steps:
                    out.setdefault(Spot(spot.y - step[0], spot.x - step[1]), []).append(Entry(name, step, value))
        return out

    def _check_far(
        self, marks: Mapping[str, Mapping[Spot, Any]], told: set[tuple[str, Spot]], left: Left, full: bool
    ) -> None:
        """Marks that only blocks around them could tell must be told by one."""
        own: frozenset[str] = frozenset().union(*self._own.values())
        for name in self._reach:
            if name in own:
                continue
            for spot, value in marks.get(name, {}).items():
                if (name, spot) not in told and not (full and value == self.absent.get(name)):
                    left.add((name, spot))


_NO_NAMES: frozenset[str] = frozenset()


def one_per_cell(layer: Layer, char: str = "#") -> Diagram:
    """The usual diagram of a solution: a character on each marked cell, a blank (or a dot) on each other."""
    return Diagram(cells(), cells(), cell=Chars(layer, {char: True, " ": False}, also={".": False}))


def _taken(entries: dict[Spot, list[Entry]], spot: Spot, own: frozenset[str]) -> tuple[Found, list[Entry]]:
    """The entries of a spot that concern its block, and those that do not."""
    found = entries.pop(spot, None)
    if found is None:
        return (), []
    others = [entry for entry in found if entry.step is None and entry.layer not in own]
    if not others:
        return tuple(found), others
    return tuple([entry for entry in found if entry.step is not None or entry.layer in own]), others


def _parts(band: Band) -> tuple[str, ...]:
    """The kinds of strips that a band is made of."""
    return {"cells": ("cell",), "ruled": ("line", "cell"), "open": ("line", "cell"), "clues": ("clue",)}.get(
        band.kind, ("bar",)
    )


_KINDS: Final = {
    ("cell", "cell"): "cell",
    ("cell", "line"): "edge",
    ("line", "cell"): "edge",
    ("line", "line"): "corner",
    ("cell", "clue"): "side",
    ("clue", "cell"): "side",
    ("clue", "line"): "line_side",
    ("line", "clue"): "line_side",
}


def _place(strip: Strip) -> str:
    """The kind of a strip for ornaments, where the first line is a kind of its own."""
    return "first" if strip.kind == "line" and strip.at == 0 else strip.kind


def _wrong_height(lines: Sequence[Line], height: int) -> FormatError:
    if len(lines) > height:
        what = f"the diagram has {len(lines)} lines"
        return lines[height].error(what, expected=f"{height} lines", found=shown(lines[height].text), code="too-long")
    number = lines[-1].number if lines else 0
    return FormatError(f"the diagram has {len(lines)} lines", number, 0, f"{height} lines", code="too-short")


def _fitted(line: Line, width: int, exact: bool) -> str:
    """The text of a line as wide as the diagram."""
    text = line.text
    if len(text) == width:
        return text
    if len(text) > width:
        rest = text[width:]
        if rest.strip(" "):
            at = width + len(rest) - len(rest.lstrip(" "))
            raise line.error(
                "something stands behind the diagram", at,
                expected=f"{width} characters", found=shown(spelled(text[at:])), code="too-long",
            )
        return text[:width]
    if exact:
        raise line.error(
            "the line is too short", len(text),
            expected=f"{width} characters", found=str(len(text)), code="too-short",
        )
    return text.ljust(width)


def refuse(left: Left, board: Rect) -> None:
    """Raises WriteError if marks are left over, naming the first."""
    if left:
        name, spot = min(left)
        more = f" (and {len(left) - 1} more)" if len(left) > 1 else ""
        raise WriteError(f"the format has no place for {name} at {board.name(spot)}{more}")
