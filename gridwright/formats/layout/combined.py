"""Glyphs that consist of others: glyphs with a tag, blocks with several parts, lists of clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...language.layers import Layer
from .glyph import (
    ANONYMOUS,
    MISSING,
    BlockMark,
    BlockMarks,
    BlockShape,
    CompoundGlyph,
    Glyph,
    OneLayer,
    TooNarrow,
    name_of,
    value_of,
)


class Tagged(CompoundGlyph):
    """What ``glyph`` reads, with an additional mark on ``layer``."""

    def __init__(self, glyph: Glyph, layer: Layer, value: Any = True) -> None:
        super().__init__((glyph,))
        self.glyph, self.layer, self.value = glyph, layer, value

    @property
    def names(self) -> frozenset[str]:
        """The layers of the glyph and of the tag."""
        return self.glyph.names | {self.layer.name}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The marks of the glyph, and the tag."""
        found = self.glyph.read(text, shape)
        return None if found is None else (*found, BlockMark(self.layer.name, None, self.value))

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The text of the glyph, if the tag is there."""
        rest = tuple(entry for entry in found if entry.layer != self.layer.name or entry.step is not None)
        return self.glyph.write(rest, shape) if value_of(found, self.layer.name) == self.value else None


BlockPart = tuple[list[int], BlockShape]
"""A part of a block: the indices of its characters in the block's text, and its shape."""


def _part(shape: BlockShape, lines: range, columns: range) -> BlockPart:
    """Some lines and columns of a block."""
    places = [y * shape.width + x for y in lines for x in columns]
    return places, shape._replace(width=len(columns), height=len(lines))


def _slots(shape: BlockShape) -> list[BlockPart]:
    """The slots of a clue's block, in order."""
    single = shape._replace(slots=1)
    if shape.below:
        high = shape.height // shape.slots
        return [_part(single, range(k * high, k * high + high), range(shape.width)) for k in range(shape.slots)]
    wide = shape.width // shape.slots
    return [_part(single, range(shape.height), range(k * wide, k * wide + wide)) for k in range(shape.slots)]


class _Split(CompoundGlyph):
    """A block that consists of parts, each with its own glyph.

    If it is ``packed``, the parts are anonymous glyphs whose values form one tuple, the mark of the layer ``into``.
    """

    def __init__(self, parts: Sequence[Glyph], into: Layer | None, *, packed: bool) -> None:
        super().__init__(parts)
        self.into, self.packed = into, packed
        self.needs_room = True

    @property
    def names(self) -> frozenset[str]:
        """The layer of the tuple, or all layers of the parts."""
        return frozenset((name_of(self.into),)) if self.packed else super().names

    def pack(self, values: list[Any]) -> tuple[Any, ...]:
        """The values of the parts as one value."""
        return tuple(values)

    def unpack(self, value: Any) -> Sequence[Any] | None:
        """The values of the parts; None if the value has no such parts."""
        return value if isinstance(value, tuple) and len(value) == len(self.parts) else None

    def cut(self, shape: BlockShape) -> list[BlockPart]:
        """The part of the block for each glyph. Raises TooNarrow if there is no room for all."""
        raise NotImplementedError

    def _inked(self, text: str, shape: BlockShape) -> list[BlockPart] | None:
        """The parts of a block; None if it has another number of them, or ink elsewhere."""
        try:
            cut = self.cut(shape)
        except TooNarrow:
            return None
        beside = set(range(len(text))).difference(*(places for places, _ in cut))
        return cut if len(cut) == len(self.parts) and all(text[i] == " " for i in beside) else None

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The marks of the parts."""
        cut = self._inked(text, shape)
        if cut is None or (self.packed and not text.strip(" ")):
            return None
        found: list[BlockMark] = []
        values: list[Any] = []
        for part, (places, own) in zip(self.parts, cut, strict=True):
            got = part.read("".join([text[i] for i in places]), own)
            if got is None:
                return None
            if self.packed:
                value = value_of(got, ANONYMOUS)
                values.append(None if value is MISSING else value)
                got = tuple(entry for entry in got if entry.layer != ANONYMOUS)
            found += got
        if self.packed:
            found.append(BlockMark(name_of(self.into), None, self.pack(values)))
        return tuple(found)

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The text of the parts."""
        shares = self._shares(found)
        cut = None if shares is None else self.cut(shape)
        if shares is None or cut is None or len(cut) > len(shares):
            return None
        text = [" "] * shape.area
        for part, mine, (places, own) in zip(self.parts, shares, cut, strict=True):
            piece = part.write(mine, own)
            if piece is None:
                return None
            for i, char in zip(places, piece, strict=True):
                text[i] = char
        return "".join(text)

    def _shares(self, found: BlockMarks) -> list[BlockMarks] | None:
        """What each part has to write; None if the value has no such parts."""
        if not self.packed:
            return [
                tuple(entry for entry in found if entry.step is not None or entry.layer in part.names)
                for part in self.parts
            ]
        values = self.unpack(value_of(found, name_of(self.into)))
        if values is None:
            return None
        return [() if value is None else (BlockMark(ANONYMOUS, None, value),) for value in values]


class _Pair(_Split):
    """Two parts, side by side (see ``beside``) or one above the other (``above``); ``size`` is that of the second."""

    def __init__(self, first: Glyph, second: Glyph, size: int, into: Layer | None, *, upright: bool) -> None:
        super().__init__((first, second), into, packed=into is not None)
        self.size, self.upright = size, upright

    def cut(self, shape: BlockShape) -> list[BlockPart]:
        """The first part, and the ``size`` last columns or lines."""
        end = shape.height if self.upright else shape.width
        edge = end - self.size
        if edge < 1:
            raise TooNarrow("width", f"a block of {self.size + 1} {'lines' if self.upright else 'columns'}")
        if self.upright:
            return [_part(shape, lines, range(shape.width)) for lines in (range(edge), range(edge, end))]
        return [_part(shape, range(shape.height), columns) for columns in (range(edge), range(edge, end))]


class Fields(_Split):
    """A block of ``rows`` x ``columns`` equal fields, each read by ``field``, as one tuple in reading order.

    The value of a field without a mark is None; with ``dense`` it is omitted, and the others are written from the first
    field on. A blank block is not read.
    """

    def __init__(
        self, layer: Layer | None, field: Glyph, columns: int = 2, rows: int = 2, *, dense: bool = False
    ) -> None:
        super().__init__((field,) * (columns * rows), layer, packed=True)
        self.wanted = (f"{' or '.join(field.wanted)} in each of {columns * rows} fields",)
        self.columns, self.rows, self.dense = columns, rows, dense

    def pack(self, values: list[Any]) -> tuple[Any, ...]:
        """The values as a tuple; without the missing ones if ``dense``."""
        return tuple([value for value in values if value is not None]) if self.dense else tuple(values)

    def unpack(self, value: Any) -> Sequence[Any] | None:
        """The values of all fields."""
        missing = len(self.parts) - len(value) if isinstance(value, tuple) else 0
        return super().unpack((*value, *[None] * missing) if self.dense and missing > 0 else value)

    def cut(self, shape: BlockShape) -> list[BlockPart]:
        """The fields in reading order."""
        w, h = shape.width // self.columns, shape.height // self.rows
        if not w or not h:
            raise TooNarrow("width", f"a block of {self.columns} x {self.rows} fields")
        return [
            _part(shape, range(j * h, j * h + h), range(i * w, i * w + w))
            for j in range(self.rows)
            for i in range(self.columns)
        ]


class Slots(_Split):
    """A clue's block with a glyph for each slot, from left to right or from top to bottom.

    If the number of slots depends on a key, blocks with another number are not read.
    """

    def __init__(self, *parts: Glyph) -> None:
        super().__init__(parts, None, packed=False)

    def cut(self, shape: BlockShape) -> list[BlockPart]:
        """The slots in order."""
        if shape.slots < len(self.parts):
            raise TooNarrow("slots", f"a clue of {len(self.parts)} parts")
        return _slots(shape)


class Listed(OneLayer):
    """A clue's block as a list: the tuple of the values in its slots, each read by ``item``.

    The values are aligned towards the cells. With ``fixed``, each slot has its own meaning, and None is the value of a
    blank one. ``none`` is the value that, alone, stands for the empty list.
    """

    def __init__(self, layer: Layer | None, item: Glyph, *, fixed: bool = False, none: Any = None) -> None:
        super().__init__(layer)
        self.item, self.fixed, self.none = item, fixed, none
        self.ink = item.ink | {" "}
        self.wanted = (*item.wanted, "a blank")

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The values of the slots."""
        values: list[Any] = []
        for places, own in _slots(shape):
            piece = "".join([text[i] for i in places])
            if piece.strip(" "):
                got = self.item.read(piece, own)
                if not got:
                    return None
                values.append(value_of(got, ANONYMOUS))
            elif self.fixed:
                values.append(None)
        if self.none is not None and values == [self.none]:
            values = []
        return self.mark(tuple(values)) if text.strip(" ") else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The values in the last slots."""
        values = self.value(found)
        if values == () and self.none is not None:
            values = (self.none,)
        if not isinstance(values, tuple) or not values or (self.fixed and len(values) < shape.slots):
            return None
        if len(values) > shape.slots:
            raise TooNarrow("slots", values)
        text = [" "] * shape.area
        for value, (places, own) in zip(values, _slots(shape)[-len(values) :], strict=True):
            if value is None and self.fixed:
                continue
            piece = self.item.write((BlockMark(ANONYMOUS, None, value),), own)
            if piece is None:
                return None
            for i, char in zip(places, piece, strict=True):
                text[i] = char
        return "".join(text)


def beside(left: Glyph, right: Glyph, width: int = 1, into: Layer | None = None) -> Glyph:
    """A block whose last ``width`` columns belong to ``right``, all others to ``left``.

    With ``into``, both are anonymous (``Number()``, ``Chars(None, ...)``) and the pair of their values is the mark of
    that layer. The value of a part without a mark is None, and a blank block is not read.
    """
    return _Pair(left, right, width, into, upright=False)


def above(top: Glyph, bottom: Glyph, height: int = 1, into: Layer | None = None) -> Glyph:
    """A block whose last ``height`` lines belong to ``bottom``, all others to ``top``; ``into`` as in ``beside``."""
    return _Pair(top, bottom, height, into, upright=True)
