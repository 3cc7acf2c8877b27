"""The blocks of a diagram of one size, with a cache of the meaning of their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ...board.board import Spot
from ...board.rect import Rect
from .axes import Band, Strip
from .glyph import AROUND, WARNING, Fixed, Found, Glyph, Shape, Step, blank
from .sizes import names_in

_MAX_TEXTS = 20_000  # how many different texts of a block are remembered; more is no diagram but an attack


class BlockReader(dict[str, "Found | None"]):
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


class BlockText(NamedTuple):
    """How some marks are written: None as text means that they cannot; ``far`` are the marks around that it tells."""

    text: str | None
    far: Found = ()


class BlockWriter(dict["tuple[Found, Found]", BlockText]):
    """The texts of one kind of block for marks that must be told (first) and marks that may be."""

    def __init__(self, reader: BlockReader) -> None:
        super().__init__()
        self.reader = reader

    def __missing__(self, marks: tuple[Found, Found]) -> BlockText:
        needed, wished = marks
        made = self._made(needed, wished)
        if made.text is None and wished:
            made = self._made(needed, ())
        if len(self) > _MAX_TEXTS:
            self.clear()
        self[marks] = made
        return made

    def _made(self, needed: Found, wished: Found) -> BlockText:
        """The text, if reading it gives the needed marks again and none that are not there: so nothing is dropped."""
        text = self.reader.glyph.write((*needed, *wished), self.reader.shape)
        again = None if text is None else self.reader[text]
        if again is None:
            return BlockText(None)
        told = {entry for entry in again if entry.step is None and WARNING not in entry.layer}
        must = {entry for entry in needed if entry.step is None}
        if not must <= told <= must.union(wished):
            return BlockText(None)
        return BlockText(text, tuple(entry for entry in again if entry.step is not None))


Cut = int | slice
"""Where a block stands in its lines; a single character is faster to take by its index."""


def first_column(cut: Cut) -> int:
    """Where a block begins in its lines."""
    return cut if isinstance(cut, int) else cut.start


@dataclass
class Run:
    """Blocks of one kind in one strip of lines: where each stands in its line, and its ``x`` on the board."""

    kind: str
    shape: Shape
    glyph: Glyph
    reader: BlockReader
    writer: BlockWriter
    grow: dict[str, frozenset[str]]
    columns: list[tuple[Cut, int]] = field(default_factory=list)
    texts: dict[Found, str] = field(default_factory=dict)
    """The texts of marks that this block tells alone, when nothing is wished."""

    def remember(self, marks: Found, text: str) -> None:
        """Adds to ``texts``."""
        if len(self.texts) > _MAX_TEXTS:
            self.texts.clear()
        self.texts[marks] = text


class Rows(NamedTuple):
    """The runs of blocks in one strip of lines, at one ``y`` of the board; strips that are alike share them.

    ``blocks`` has the same blocks from left to right, each with its ``x`` on the board.
    """

    y: int
    start: int
    height: int
    runs: list[Run]
    blocks: list[tuple[Run, int]]


class Growing(NamedTuple):
    """The blocks whose size depends on keys and may be too small for some marks, by their spots on the board.

    ``uniform`` are the layers that are told by blocks of one shape only, which tell nothing else: what fits one of them
    fits all. ``fitting`` are the values of such layers that have been found to fit.
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
        """The blocks that may be too small for some marks; ``own`` are the layers that each kind of block tells."""
        blocks: dict[Spot, Run] = {}
        shapes: dict[str, set[tuple[Glyph, Shape]]] = {}
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
"""Ornaments by what crosses: the strip of lines first, then the one of columns."""
NOTHING: Final = Fixed(" ")
"""No ink at all."""
_RIM: Final = {True: Fixed("-", " "), False: Fixed("|", " ")}


class Crossings:
    """What stands where a strip of lines (``v``) and a strip of columns (``h``) cross.

    ``glyphs``, ``frame`` and ``trims`` are those of a diagram.
    """

    def __init__(
        self, glyphs: Mapping[str, Glyph], frame: bool | Glyph, trims: Mapping[tuple[str, str], Glyph]
    ) -> None:
        self._glyphs, self._frame, self._trims = glyphs, frame, {**_TRIMS, **trims}
        self._learnt: dict[tuple[Glyph, Shape], tuple[BlockReader, BlockWriter]] = {}

    def kind(self, v: str, h: str) -> str:
        """The kind of block where strips of two kinds cross."""
        kind = _KINDS.get((v, h), "trim")
        return kind if kind != "line_side" or kind in self._glyphs else "trim"

    def rows(self, board: Rect, down: Sequence[Strip], across: Sequence[Strip]) -> list[Rows]:
        """All blocks of a diagram, given its strips of lines and its strips of columns."""
        known: dict[tuple[object, ...], tuple[list[Run], list[tuple[Run, int]]]] = {}
        rows = []
        for v in down:
            own = v.at if board.holes else None
            alike = (v.kind, v.width, v.slots, v.band, v.at == 0, v.at == 2 * board.n_rows, own)
            if alike not in known:
                runs = self._runs(board, v, across)
                places = sorted((first_column(cut), i, x) for i, run in enumerate(runs) for cut, x in run.columns)
                known[alike] = runs, [(runs[i], x) for _, i, x in places]
            rows.append(Rows(v.at, v.start, v.width, *known[alike]))
        return rows

    def _runs(self, board: Rect, v: Strip, across: Sequence[Strip]) -> list[Run]:
        """The blocks of one strip of lines, by kind."""
        runs: dict[tuple[Glyph, Shape, Band], Run] = {}
        for h in across:
            kind = self._kind_on(board, v, h)
            rim = _rim(board, Spot(v.at, h.at)) if kind == "corner" and self._frame else ()
            shape = Shape(h.width, v.width, v.kind == "line", v.slots * h.slots, rim, v.slots > 1)
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

    def _glyph(self, kind: str, shape: Shape, v: Strip, h: Strip) -> Glyph:
        if kind == "rim":
            return self._frame if isinstance(self._frame, Glyph) else _RIM[shape.level]
        if kind == "hole":
            return blank
        found = self._glyphs.get(kind) or self._trims.get((_place(v), _place(h)))
        return found or self._trims.get((v.kind, h.kind), NOTHING)

    def _run(self, kind: str, glyph: Glyph, shape: Shape, v: Band, h: Band) -> Run:
        known = self._learnt.get((glyph, shape))
        if known is None:
            reader = BlockReader(glyph, shape)
            known = self._learnt[glyph, shape] = reader, BlockWriter(reader)
        grow = {"width": names_in(h.width, v.width), "slots": names_in(h.slots, v.slots)}
        return Run(kind, shape, glyph, *known, grow)


def _rim(board: Rect, spot: Spot) -> tuple[Step, ...]:
    """The steps from a corner to edges of the outer frame."""
    bottom, right = 2 * board.n_rows, 2 * board.n_cols
    found = []
    for dy, dx in AROUND:
        y, x = spot.y + dy, spot.x + dx
        if 0 <= y <= bottom and 0 <= x <= right and (y in (0, bottom) if dx else x in (0, right)):
            found.append((dy, dx))
    return tuple(found)


def _place(strip: Strip) -> str:
    """The kind of a strip for ornaments, where the first line is a kind of its own."""
    return "first" if strip.kind == "line" and strip.at == 0 else strip.kind
