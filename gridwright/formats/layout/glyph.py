"""Glyphs: their interface, common base classes, and the simplest ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ...board.board import Spot
from ...language.layers import Layer

Offset = tuple[int, int]


class BlockMark(NamedTuple):
    """A mark: its layer's name, the step from the block's spot to its own (None if it is the same), its value."""

    layer: str
    step: Offset | None
    value: Any


BlockMarks = tuple[BlockMark, ...]

MarksView = Mapping[str, Mapping[Spot, Any]]
"""The same, read-only."""

DiagramConflict = tuple[Spot, str] | tuple[Spot, str, str]

ANONYMOUS: Final = ""
"""The layer's name in glyphs that are parts of others."""
WARNING: Final = "!"
"""The layer's name of entries whose value is a warning."""

AROUND: Final[tuple[Offset, ...]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The steps from a cell to its edges and links, and from a corner to its edges."""


class BlockShape(NamedTuple):
    """What a glyph may know about its block besides the text and the marks.

    ``level``: whether the block lies on a horizontal line. ``slots``: the number of equal parts of a clue's block,
    side by side or (``below``) one below the other. ``rim``: the steps from a corner to edges of the outer frame.
    """

    width: int
    height: int = 1
    level: bool = False
    slots: int = 1
    rim: tuple[Offset, ...] = ()
    below: bool = False

    @property
    def area(self) -> int:
        """The number of characters in the block."""
        return self.width * self.height


class TooNarrow(Exception):
    """A value does not fit into its block, for lack of ``what``: ``width`` or ``slots``."""

    def __init__(self, what: str, value: object) -> None:
        super().__init__(what, value)
        self.what, self.value = what, value


class Glyph:
    """Converts between the text of a block and the marks on its spot.

    The text of a block of several lines is that of its lines, joined. ``|`` joins alternatives.
    """

    ink: frozenset[str] = frozenset()
    """The characters that a block may contain, in order to locate errors."""
    wanted: tuple[str, ...] = ()
    """What is expected in the block, for error messages."""
    needs_room: bool = True
    """Whether ``write`` may raise TooNarrow, as some marks need a larger block than others."""

    @property
    def names(self) -> frozenset[str]:
        """The names of the layers whose marks on the block's own spot this glyph reads and writes."""
        return frozenset()

    @property
    def reach(self) -> Mapping[str, tuple[Offset, ...]]:
        """The layers whose marks around the block this glyph needs, with the steps to them."""
        return {}

    @property
    def absent(self) -> Mapping[str, Any]:
        """The layers of which only some marks have ink, and the value of the others in a full diagram."""
        return {}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The marks that the text shows; None if this glyph cannot read it."""
        raise NotImplementedError

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The text that shows some marks; None if this glyph cannot write them. Raises TooNarrow."""
        raise NotImplementedError

    def conflicts(self, marks: MarksView) -> Iterable[DiagramConflict]:
        """Contradictions in a whole diagram, as spots and messages, perhaps with what is expected."""
        del marks
        return ()

    def mistakes(self, layers: Mapping[str, Layer]) -> Iterator[str]:
        """What is wrong with the glyph in a genre with these layers."""
        del layers
        return iter(())

    def __or__(self, other: Glyph) -> Glyph:
        return FirstOf(self, other)


class _Missing:
    """The value of a missing mark, as None may be a value."""


MISSING: Final = _Missing()


def name_of(layer: Layer | None) -> str:
    """The name of a glyph's layer."""
    return ANONYMOUS if layer is None else layer.name


def value_of(found: BlockMarks, name: str) -> Any:
    """The value of a layer's mark on the block's own spot, or ``MISSING``."""
    for entry in found:
        if entry.layer == name and entry.step is None:
            return entry.value
    return MISSING


def centred(char: str, width: int) -> str:
    """A character in the middle, or right of it if the width is even."""
    return " " * (width // 2) + char + " " * (width - width // 2 - 1)


def joined_reach(glyphs: Iterable[Glyph]) -> dict[str, tuple[Offset, ...]]:
    """The reach of several glyphs."""
    out: dict[str, tuple[Offset, ...]] = {}
    for glyph in glyphs:
        for name, steps in glyph.reach.items():
            out[name] = tuple(dict.fromkeys((*out.get(name, ()), *steps)))
    return out


def joined_absent(glyphs: Iterable[Glyph]) -> dict[str, Any]:
    """The absent values of several glyphs."""
    return {name: value for glyph in glyphs for name, value in glyph.absent.items()}


class OneLayer(Glyph):
    """A glyph of one layer."""

    def __init__(self, layer: Layer | None) -> None:
        self.layer = layer

    @property
    def name(self) -> str:
        """The layer's name, which is unknown until its genre is complete."""
        return name_of(self.layer)

    @property
    def names(self) -> frozenset[str]:
        """The name of the layer."""
        return frozenset((self.name,))

    def mark(self, value: Any) -> BlockMarks:
        """The mark with this value."""
        return (BlockMark(self.name, None, value),)

    def value(self, found: BlockMarks) -> Any:
        """The value to write, or ``MISSING``."""
        return value_of(found, self.name)


class CompoundGlyph(Glyph):
    """A glyph that consists of others."""

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
    def reach(self) -> Mapping[str, tuple[Offset, ...]]:
        """The reach of the parts."""
        return joined_reach(self.parts)

    @property
    def absent(self) -> Mapping[str, Any]:
        """The absent values of the parts."""
        return joined_absent(self.parts)

    def mistakes(self, layers: Mapping[str, Layer]) -> Iterator[str]:
        """The mistakes of the parts."""
        return (what for part in self.parts for what in part.mistakes(layers))

    def conflicts(self, marks: MarksView) -> Iterable[DiagramConflict]:
        """The conflicts of the parts."""
        return [conflict for part in self.parts for conflict in part.conflicts(marks)]


class FirstOf(CompoundGlyph):
    """The first of several glyphs that can read or write a block."""

    def __init__(self, *of: Glyph) -> None:
        super().__init__(part for glyph in of for part in (glyph.parts if isinstance(glyph, FirstOf) else (glyph,)))

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The marks by the first alternative that can read the text."""
        for glyph in self.parts:
            found = glyph.read(text, shape)
            if found is not None:
                return found
        return None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The text by the first alternative that can write all marks of the spot."""
        needed = {entry.layer for entry in found if entry.step is None}
        for glyph in self.parts:
            if needed <= glyph.names:
                text = glyph.write(found, shape)
                if text is not None:
                    return text
        return None


class ByRim(CompoundGlyph):
    """One glyph for the corners on the outer frame and one for all others, in diagrams with a frame."""

    def __init__(self, rim: Glyph, inside: Glyph) -> None:
        super().__init__((rim, inside))
        self.rim, self.inside = rim, inside

    def _own(self, shape: BlockShape) -> Glyph:
        return self.rim if shape.rim else self.inside

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The marks by the glyph for this corner."""
        return self._own(shape).read(text, shape)

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The text by the glyph for this corner."""
        return self._own(shape).write(found, shape)


class Fixed(Glyph):
    """No mark: ``out`` fills the block or (if ``fill`` is false) stands at its right end.

    The characters of ``also`` are read as well, with the warning ``warn`` if there is one.
    """

    needs_room = False

    def __init__(self, out: str = " ", also: str = "", *, fill: bool = True, warn: str = "") -> None:
        self.out, self.also, self.fill, self.warn = out, also if fill else also + " ", fill, warn
        self.ink = frozenset(out + self.also)
        self.wanted = ("a blank" if out == " " else repr(out),)

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """No marks, if the block contains nothing else."""
        del shape
        if not self.ink.issuperset(text):
            return None
        if self.warn and text.strip(self.out):
            return (BlockMark(WARNING, None, self.warn),)
        return ()

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The fixed character."""
        if any(entry.step is None for entry in found):
            return None
        return self.out * shape.area if self.fill else self.out.rjust(shape.area)


blank = Fixed(" ", ".")
"""A blank; a dot is read as well."""
plus = Fixed("+", " ")
"""The ornament where lines meet; it may be missing."""
