"""The axes of diagrams, and the blocks of a diagram of one size, with a cache of the meaning of their texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ...board.board import Spot
from ...board.rect import Rect
from .glyph import AROUND, WARNING, BlockMarks, BlockShape, Fixed, Glyph, Offset, blank


class Size:
    """A number that depends on the keys of a file, such as ``2 * D - 1``."""

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
    """The value of the file's key ``name``."""
    return Size(lambda keys: keys.get(name, default), name, frozenset((name,)))


D = key("digits")
"""The width of numbers in characters."""


def at_least(n: int, size: Size) -> Size:
    """The maximum of ``n`` and a size."""
    return Size(lambda keys: max(n, size.of(keys)), f"max({n}, {size.text})", size.names)


def amount(size: Size | int, keys: Mapping[str, int]) -> int:
    """The number that a size is, with the values of keys."""
    return size.of(keys) if isinstance(size, Size) else size


def names_in(*sizes: Size | int) -> frozenset[str]:
    """The keys on which some sizes depend."""
    return frozenset().union(*(size.names for size in sizes if isinstance(size, Size)))


class AxisBand(NamedTuple):
    """A part of an axis; ``width`` is that of a cell or of one slot for a clue."""

    kind: str
    width: Size | int = 1
    slots: Size | int = 1


class Strip(NamedTuple):
    """Lines or columns of characters across the whole diagram; ``at`` is their place on the board."""

    kind: str  # cell, line, clue or bar
    at: int
    start: int
    width: int
    slots: int = 1
    band: AxisBand = AxisBand("")


_MAIN = ("cells", "ruled", "open")
_STRIPS = {"cells": ("cell",), "ruled": ("line", "cell"), "open": ("line", "cell"), "clues": ("clue",), "bar": ("bar",)}
"""The kinds of strips of each kind of band."""


class Axis:
    """A row of bands; ``+`` joins them."""

    def __init__(self, *bands: AxisBand) -> None:
        self.bands = bands

    def __add__(self, other: Axis) -> Axis:
        return Axis(*self.bands, *other.bands)

    @property
    def names(self) -> frozenset[str]:
        """The keys on which its length depends."""
        return names_in(*(size for band in self.bands for size in (band.width, band.slots)))

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its strips."""
        return frozenset(kind for band in self.bands for kind in _STRIPS[band.kind])

    def length(self, n: int, keys: Mapping[str, int]) -> int:
        """The length in characters for ``n`` cells."""
        total = 0
        for kind, width, slots in self.bands:
            wide = amount(width, keys)
            lines = {"ruled": n + 1, "open": n - 1}.get(kind, 0)
            total += wide * (n if kind in _MAIN else amount(slots, keys)) + lines
        return total

    def bar_at(self, keys: Mapping[str, int]) -> int | None:
        """The offset of a bar in front of the cells; None if there is none."""
        place = 0
        for kind, width, slots in self.bands:
            if kind != "clues":
                return place if kind == "bar" else None
            place += amount(width, keys) * amount(slots, keys)
        return None

    def strips(self, n: int, keys: Mapping[str, int]) -> list[Strip]:
        """The strips for ``n`` cells, in order."""
        strips: list[Strip] = []
        start = 0
        passed = False
        for band in self.bands:
            passed = passed or band.kind in _MAIN
            outside = 2 * n + 1 if passed else -1
            wide, slots = amount(band.width, keys), amount(band.slots, keys)
            if band.kind == "bar":
                parts = [("bar", outside, 1, 1)]
            elif band.kind == "clues":
                parts = [("clue", outside, wide * slots, slots)]
            else:
                parts = [("line", i, 1, 1) if i % 2 == 0 else ("cell", i, wide, 1) for i in range(2 * n + 1)]
                if band.kind == "cells":
                    parts = parts[1::2]
                elif band.kind == "open":
                    parts = parts[1:-1]
            for kind, at, width, n_slots in parts if wide * slots else ():
                strips.append(Strip(kind, at, start, width, n_slots, band))
                start += width
        return strips


def cells(width: Size | int = 1) -> Axis:
    """Cells side by side."""
    return Axis(AxisBand("cells", width))


def ruled(width: Size | int = 1) -> Axis:
    """Cells with lines around and between them."""
    return Axis(AxisBand("ruled", width))


def open_(width: Size | int = 1) -> Axis:
    """Cells with lines between them, but not around."""
    return Axis(AxisBand("open", width))


def clues(slots: Size | int = 1, width: Size | int = 1) -> Axis:
    """Places for clues: ``slots`` of ``width`` characters for each line of cells across this axis."""
    return Axis(AxisBand("clues", width, slots))


bar = Axis(AxisBand("bar"))
"""An ornamental line between clues and cells."""


# -- the plan ---------------------------------------------------------------------------------------------------------

_MAX_TEXTS = 20_000  # the size of the caches of texts; only attacks need more


class BlockReader(dict[str, "BlockMarks | None"]):
    """A cache of the marks that the texts of one kind of block show."""

    def __init__(self, glyph: Glyph, shape: BlockShape) -> None:
        super().__init__()
        self.glyph, self.shape = glyph, shape

    def __missing__(self, text: str) -> BlockMarks | None:
        found = self.glyph.read(text, self.shape)
        if len(self) > _MAX_TEXTS:
            self.clear()
        self[text] = found
        return found


class BlockText(NamedTuple):
    """The text of some marks (None if they cannot be written), and the marks around the block that it shows."""

    text: str | None
    far: BlockMarks = ()


class BlockWriter(dict["tuple[BlockMarks, BlockMarks]", BlockText]):
    """A cache of the texts of one kind of block, by the marks that it must show and those that it may show."""

    def __init__(self, reader: BlockReader) -> None:
        super().__init__()
        self.reader = reader

    def __missing__(self, marks: tuple[BlockMarks, BlockMarks]) -> BlockText:
        needed, optional = marks
        written = self._written(needed, optional)
        if written.text is None and optional:
            written = self._written(needed, ())
        if len(self) > _MAX_TEXTS:
            self.clear()
        self[marks] = written
        return written

    def _written(self, needed: BlockMarks, optional: BlockMarks) -> BlockText:
        """The text, if it reads as the needed marks and no others than the optional ones, so that none is lost."""
        text = self.reader.glyph.write((*needed, *optional), self.reader.shape)
        reading = None if text is None else self.reader[text]
        if reading is None:
            return BlockText(None)
        shown = {entry for entry in reading if entry.step is None and WARNING not in entry.layer}
        must = {entry for entry in needed if entry.step is None}
        if not must <= shown <= must.union(optional):
            return BlockText(None)
        return BlockText(text, tuple(entry for entry in reading if entry.step is not None))


Cut = int | slice
"""The columns of a block in its lines. A single character is fetched faster by its index."""


def first_column(cut: Cut) -> int:
    """The column in which a block begins."""
    return cut if isinstance(cut, int) else cut.start


@dataclass
class Run:
    """Blocks of one kind in one strip of lines; for each its columns, and its ``x`` on the board."""

    kind: str
    shape: BlockShape
    glyph: Glyph
    reader: BlockReader
    writer: BlockWriter
    grow: dict[str, frozenset[str]]
    columns: list[tuple[Cut, int]] = field(default_factory=list)
    texts: dict[BlockMarks, str] = field(default_factory=dict)
    """The texts of marks that only these blocks show, without optional marks."""

    def remember(self, marks: BlockMarks, text: str) -> None:
        """Adds to ``texts``."""
        if len(self.texts) > _MAX_TEXTS:
            self.texts.clear()
        self.texts[marks] = text


class Rows(NamedTuple):
    """The runs of blocks in one strip of lines, at one ``y`` of the board. Equal strips share them.

    ``blocks`` has the same blocks from left to right, each with its ``x`` on the board.
    """

    y: int
    start: int
    height: int
    runs: list[Run]
    blocks: list[tuple[Run, int]]


class Growing(NamedTuple):
    """The blocks, by their spots, whose size depends on keys and may be too small for some marks.

    ``uniform`` are the layers that only blocks of one shape show, which show nothing else: what fits into one of them
    fits into all. ``fitting`` are values of such layers that are known to fit.
    """

    blocks: Mapping[Spot, Run]
    uniform: Mapping[str, Run]
    fitting: set[tuple[str, Any]]


class Plan(NamedTuple):
    """All blocks of a diagram of one size."""

    width: int
    height: int
    rows: list[Rows]

    def growing(self, own: Mapping[str, frozenset[str]]) -> Growing:
        """The blocks that may be too small for some marks. ``own`` are the layers of each kind of block."""
        blocks: dict[Spot, Run] = {}
        shapes: dict[str, set[tuple[Glyph, BlockShape]]] = {}
        for rows in self.rows:
            for run, x in rows.blocks:
                shapes.setdefault(run.kind, set()).add((run.glyph, run.shape))
                if run.glyph.needs_room and any(run.grow.values()):
                    blocks[Spot(rows.y, x)] = run
        uniform = {}
        for run in {id(run): run for run in blocks.values()}.values():
            names = own.get(run.kind, frozenset())
            if len(names) == len(shapes[run.kind]) == 1 and sum(names <= others for others in own.values()) == 1:
                uniform[next(iter(names))] = run
        return Growing(blocks, uniform, set())


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
_TRIMS: Final[Mapping[tuple[str, str], Glyph]] = {
    ("bar", "bar"): Fixed("+", " "),
    ("bar", "cell"): Fixed("-", " "),
    ("bar", "line"): Fixed("-", " +"),
    ("cell", "bar"): Fixed("|", " "),
    ("line", "bar"): Fixed("|", " +"),
}
"""Ornaments by the kinds of strips that cross: of lines, then of columns."""
NOTHING: Final = Fixed(" ")
"""No ink."""
_RIM: Final = {True: Fixed("-", " "), False: Fixed("|", " ")}


class Crossings:
    """Finds the blocks where strips of lines (``v``) and strips of columns (``h``) cross.

    ``glyphs``, ``frame`` and ``trims`` are those of a diagram.
    """

    def __init__(
        self, glyphs: Mapping[str, Glyph], frame: bool | Glyph, trims: Mapping[tuple[str, str], Glyph]
    ) -> None:
        self._glyphs, self._frame, self._trims = glyphs, frame, {**_TRIMS, **trims}
        self._caches: dict[tuple[Glyph, BlockShape], tuple[BlockReader, BlockWriter]] = {}

    def kind(self, v: str, h: str) -> str:
        """The kind of block where strips of two kinds cross."""
        kind = _KINDS.get((v, h), "trim")
        return kind if kind != "line_side" or kind in self._glyphs else "trim"

    def rows(self, board: Rect, down: Sequence[Strip], across: Sequence[Strip]) -> list[Rows]:
        """All blocks of a diagram, given its strips of lines and its strips of columns."""
        shared: dict[tuple[object, ...], tuple[list[Run], list[tuple[Run, int]]]] = {}
        rows = []
        for v in down:
            row = v.at if board.holes else None
            key = (v.kind, v.width, v.slots, v.band, v.at == 0, v.at == 2 * board.n_rows, row)
            if key not in shared:
                runs = self._runs(board, v, across)
                places = sorted((first_column(cut), i, x) for i, run in enumerate(runs) for cut, x in run.columns)
                shared[key] = runs, [(runs[i], x) for _, i, x in places]
            rows.append(Rows(v.at, v.start, v.width, *shared[key]))
        return rows

    def _runs(self, board: Rect, v: Strip, across: Sequence[Strip]) -> list[Run]:
        """The blocks of one strip of lines, by kind."""
        runs: dict[tuple[Glyph, BlockShape, AxisBand], Run] = {}
        for h in across:
            kind = self._kind_on(board, v, h)
            rim = _rim(board, Spot(v.at, h.at)) if kind == "corner" and self._frame else ()
            shape = BlockShape(h.width, v.width, v.kind == "line", v.slots * h.slots, rim, v.slots > 1)
            glyph = self._glyph(kind, shape, v, h)
            run = runs.get((glyph, shape, h.band))
            if run is None:
                run = runs[glyph, shape, h.band] = self._run(kind, glyph, shape, v.band, h.band)
            run.columns.append((h.start if h.width == 1 else slice(h.start, h.start + h.width), h.at))
        return list(runs.values())

    def _kind_on(self, board: Rect, v: Strip, h: Strip) -> str:
        """The kind of a block on a board that may have holes, in a diagram that may have a frame."""
        kind = self.kind(v.kind, h.kind)
        if kind == "cell" and board.holes and Spot(v.at, h.at) in board.holes:
            return "hole"
        if kind == "edge" and self._frame and (v.at in (0, 2 * board.n_rows) or h.at in (0, 2 * board.n_cols)):
            return "rim"
        return kind

    def _glyph(self, kind: str, shape: BlockShape, v: Strip, h: Strip) -> Glyph:
        if kind == "rim":
            return self._frame if isinstance(self._frame, Glyph) else _RIM[shape.level]
        if kind == "hole":
            return blank
        glyph = self._glyphs.get(kind) or self._trims.get((_trim_kind(v), _trim_kind(h)))
        return glyph or self._trims.get((v.kind, h.kind), NOTHING)

    def _run(self, kind: str, glyph: Glyph, shape: BlockShape, v: AxisBand, h: AxisBand) -> Run:
        caches = self._caches.get((glyph, shape))
        if caches is None:
            reader = BlockReader(glyph, shape)
            caches = self._caches[glyph, shape] = reader, BlockWriter(reader)
        grow = {"width": names_in(h.width, v.width), "slots": names_in(h.slots, v.slots)}
        return Run(kind, shape, glyph, *caches, grow)


def _rim(board: Rect, spot: Spot) -> tuple[Offset, ...]:
    """The steps from a corner to edges of the outer frame."""
    bottom, right = 2 * board.n_rows, 2 * board.n_cols
    steps = []
    for dy, dx in AROUND:
        y, x = spot.y + dy, spot.x + dx
        if 0 <= y <= bottom and 0 <= x <= right and (y in (0, bottom) if dx else x in (0, right)):
            steps.append((dy, dx))
    return tuple(steps)


def _trim_kind(strip: Strip) -> str:
    """The kind of a strip with regard to ornaments, for which the first line has its own kind."""
    return "first" if strip.kind == "line" and strip.at == 0 else strip.kind
