"""What a glyph is, and the simplest ones: nothing, a fixed ornament, the first of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ...board.board import Spot
from ...language.layers import Layer

Step = tuple[int, int]


class Entry(NamedTuple):
    """One mark as a block tells it: the layer's name, where (None: on the block's own spot), and the value."""

    layer: str
    step: Step | None
    value: Any


Found = tuple[Entry, ...]

Marks = dict[str, dict[Spot, Any]]
"""Marks by layer and spot."""
MarksView = Mapping[str, Mapping[Spot, Any]]
"""The same, only to be looked at."""

ANONYMOUS: Final = ""
"""The name of the layer of glyphs that are parts of a larger one."""
WARNING: Final = "!"
"""The name under which a glyph tells that it interpreted something: the value is the warning."""

AROUND: Final[tuple[Step, ...]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""From a cell to its edges and links, from a corner to the edges that meet there."""


class Shape(NamedTuple):
    """What a glyph may know about its block besides the text and the marks.

    ``level``: the block lies on a line between upper and lower cells; ``slots``: into how many equal places a clue's
    block is divided, side by side or (``below``) one below the other; ``rim``: the steps from a corner to edges of the
    outer frame.
    """

    width: int
    height: int = 1
    level: bool = False
    slots: int = 1
    rim: tuple[Step, ...] = ()
    below: bool = False

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
    needs_room: bool = True
    """Whether some marks need a larger block than others: ``write`` may raise TooNarrow."""

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

    def conflicts(self, marks: MarksView) -> Iterable[tuple[Spot, str]]:
        """What is wrong with a whole diagram, once it is read: spots with the words for it."""
        del marks
        return ()

    def mistakes(self, layers: Mapping[str, Layer]) -> Iterator[str]:
        """What is wrong with the glyph in a genre with these layers, found when the genre's class is created."""
        del layers
        return iter(())

    def __or__(self, other: Glyph) -> Glyph:
        return Either(self, other)


class _Missing:
    """The value of a mark that is not there: None may be the value of one that is."""


MISSING: Final = _Missing()


def name_of(layer: Layer | None) -> str:
    """The name that a glyph's marks go by."""
    return ANONYMOUS if layer is None else layer.name


def value_of(found: Found, name: str) -> Any:
    """The value of a layer's mark on the block's own spot; ``MISSING`` if there is none."""
    for entry in found:
        if entry.layer == name and entry.step is None:
            return entry.value
    return MISSING


def centred(char: str, width: int) -> str:
    """A character in the middle, or right of it where there is no middle."""
    return " " * (width // 2) + char + " " * (width - width // 2 - 1)


def joined_reach(glyphs: Iterable[Glyph]) -> dict[str, tuple[Step, ...]]:
    """What several glyphs want to see."""
    out: dict[str, tuple[Step, ...]] = {}
    for glyph in glyphs:
        for name, steps in glyph.reach.items():
            out[name] = tuple(dict.fromkeys((*out.get(name, ()), *steps)))
    return out


def joined_absent(glyphs: Iterable[Glyph]) -> dict[str, Any]:
    """The absent values of several glyphs."""
    return {name: value for glyph in glyphs for name, value in glyph.absent.items()}


class OneLayer(Glyph):
    """A glyph that is all about one layer."""

    def __init__(self, layer: Layer | None) -> None:
        self.layer = layer

    @property
    def name(self) -> str:
        """The layer's name; a layer knows it only when its genre is complete."""
        return name_of(self.layer)

    @property
    def names(self) -> frozenset[str]:
        """The one layer."""
        return frozenset((self.name,))

    def mark(self, value: Any) -> Found:
        """What a block tells that holds this value."""
        return (Entry(self.name, None, value),)

    def value(self, found: Found) -> Any:
        """The value that is to be written; ``MISSING`` if there is none."""
        return value_of(found, self.name)


class Compound(Glyph):
    """A glyph that is made of others."""

    def __init__(self, parts: Iterable[Glyph]) -> None:
        self.parts = tuple(parts)
        self.ink = frozenset().union(*(part.ink for part in self.parts))
        self.wanted = tuple(dict.fromkeys(word for part in self.parts for word in part.wanted))
        self.needs_room = any(part.needs_room for part in self.parts)

    @property
    def names(self) -> frozenset[str]:
        """All layers of the parts."""
        return frozenset().union(*(part.names for part in self.parts))

    @property
    def reach(self) -> Mapping[str, tuple[Step, ...]]:
        """What the parts want to see."""
        return joined_reach(self.parts)

    @property
    def absent(self) -> Mapping[str, Any]:
        """The absent values of the parts."""
        return joined_absent(self.parts)

    def mistakes(self, layers: Mapping[str, Layer]) -> Iterator[str]:
        """The mistakes of the parts."""
        return (what for part in self.parts for what in part.mistakes(layers))

    def conflicts(self, marks: MarksView) -> Iterable[tuple[Spot, str]]:
        """What the parts find wrong."""
        return [fault for part in self.parts for fault in part.conflicts(marks)]


class Either(Compound):
    """The first of several glyphs that can."""

    def __init__(self, *of: Glyph) -> None:
        super().__init__(part for glyph in of for part in (glyph.parts if isinstance(glyph, Either) else (glyph,)))

    def read(self, text: str, shape: Shape) -> Found | None:
        """What the first alternative reads that can."""
        for glyph in self.parts:
            found = glyph.read(text, shape)
            if found is not None:
                return found
        return None

    def write(self, found: Found, shape: Shape) -> str | None:
        """What the first alternative writes that can express all marks of the spot."""
        needed = {entry.layer for entry in found if entry.step is None}
        for glyph in self.parts:
            if needed <= glyph.names:
                text = glyph.write(found, shape)
                if text is not None:
                    return text
        return None


class ByRim(Compound):
    """The corners on the outer frame are told by one glyph, those inside by another; for diagrams with a frame."""

    def __init__(self, rim: Glyph, inside: Glyph) -> None:
        super().__init__((rim, inside))
        self.rim, self.inside = rim, inside

    def _own(self, shape: Shape) -> Glyph:
        return self.rim if shape.rim else self.inside

    def read(self, text: str, shape: Shape) -> Found | None:
        """What the glyph of the place reads."""
        return self._own(shape).read(text, shape)

    def write(self, found: Found, shape: Shape) -> str | None:
        """What the glyph of the place writes."""
        return self._own(shape).write(found, shape)


class Fixed(Glyph):
    """No mark: ``out`` is written, all over the block or (``fill`` false) once at its right end.

    ``also`` lists characters that are read as well; with ``warn`` they are read with that warning.
    """

    needs_room = False

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
