"""Diagrams: two axes, and a glyph for each kind of block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre_errors import misuse
from ...language.layers import Layer, MarksByLayer, ValueLayer
from ...language.puzzle import Drawing
from ..dialect import MAX_CELLS
from ..errors import FormatError, Line, WriteError
from .contents import Chars
from .glyph import Glyph, MarksView, blank, plus
from .page import (
    BlockLayers,
    Left,
    PageReader,
    PageWriter,
    check_height,
    check_room,
    empty_cells,
    fault_at,
    refuse,
)
from .plan import NOTHING, Axis, Crossings, Plan, cells

_MAX_PAGE = 40 * MAX_CELLS
_MAX_KEY = 1000
_AXES = {
    "cell": "use cells(...) or ruled(...) as axes", "edge": "use ruled(...) or open_(...) as axes",
    "corner": "use ruled(...) or open_(...) for both axes", "side": "add clues(...) to an axis",
    "line_side": "add clues(...) to one axis, and use ruled(...) or open_(...) as the other",
}  # fmt: skip
"""How to get axes that have blocks of each kind."""


class Diagram:
    """Two axes and a glyph for each kind of block.

    With ``frame``, the outer edges are an ornament without marks, which is written, and may be missing when read; it
    may be a glyph that says how. ``line_side`` is for the clues of lines between cells. ``trims`` are further ornaments
    by the kinds of strips that cross (of lines, then of columns): cell, line, first (the first line), clue, bar. The
    same diagram may show a puzzle and its solution; what the absence of ink means is said on reading and writing.
    """

    def __init__(
        self,
        across: Axis,
        down: Axis,
        *,
        cell: Glyph = blank,
        edge: Glyph = NOTHING,
        corner: Glyph = plus,
        side: Glyph = blank,
        line_side: Glyph | None = None,
        frame: bool | Glyph = False,
        trims: Mapping[tuple[str, str], Glyph] | None = None,
    ) -> None:
        self.across, self.down = across, down
        self.glyphs: dict[str, Glyph] = {"cell": cell, "edge": edge, "corner": corner, "side": side}
        if line_side is not None:
            self.glyphs["line_side"] = line_side
        self._crossings = Crossings(self.glyphs, frame, trims or {})
        self.names = across.names | down.names
        """The keys on which the size of the diagram depends."""
        plain = {"cell": blank, "edge": NOTHING, "corner": plus, "side": blank}
        for kind, glyph in self.glyphs.items():
            if not isinstance(glyph, Glyph):
                raise misuse(f"{kind}={glyph!r} is no glyph; write one such as Number(layer) or Chars(layer, ...)")
            if glyph is not plain.get(kind) and kind not in self.used:
                raise misuse(f"this diagram has no {kind.replace('_', ' ')}s, so {kind}=... is never read or written; "
                             f"{_AXES[kind]}")

    @cached_property
    def used(self) -> frozenset[str]:
        """The kinds of blocks of these axes."""
        return frozenset(self._crossings.kind(v, h) for v in self.down.kinds for h in self.across.kinds)

    @cached_property
    def _block_layers(self) -> BlockLayers:
        return BlockLayers.of({kind: glyph for kind, glyph in self.glyphs.items() if kind in self.used})

    @property
    def absent(self) -> Mapping[str, Any]:
        """The layers of which only some marks have ink, and the value of the others in a full diagram."""
        return self._block_layers.absent

    @cached_property
    def layers(self) -> frozenset[str]:
        """The names of the layers that the diagram shows."""
        return self._block_layers.all_own | frozenset(self.absent)

    def mistakes(self, layers: Mapping[str, Layer]) -> Iterator[str]:
        """What is wrong with the glyphs in a genre with these layers."""
        return (what for glyph in self.glyphs.values() for what in glyph.mistakes(layers))

    def size(self, board: Rect, keys: Mapping[str, int]) -> tuple[int, int]:
        """Width and height in characters."""
        return self.across.length(board.n_cols, keys), self.down.length(board.n_rows, keys)

    def count(
        self, axis: int, lines: Sequence[Line], keys: Mapping[str, int], *, begun: bool = False
    ) -> int | None:
        """The number of rows (``axis`` 0) or columns (1) of a diagram, by its size; None if no number fits.

        With ``begun``, an incomplete last column counts: lines may lack trailing blanks.
        """
        along = self.across if axis else self.down
        length = max((len(line.text) for line in lines), default=0) if axis else len(lines)
        first, second = along.length(1, keys), along.length(2, keys)
        n, rest = divmod(length - first, second - first)
        if not axis:
            return n + 1 if n >= 0 and not rest else None
        inked = max((len(line.text.rstrip(" ")) for line in lines), default=0)
        more = begun and rest > 0 and inked > max(length - rest, 0)
        return max(n + 1 + more, 0) or None

    def inferred(self, name: str, lines: Sequence[Line], keys: Mapping[str, int]) -> int | None:
        """The value of a missing key, from the place of the plus sign between the clues and the cells."""
        place = next(((line.text.index("+"), row) for row, line in enumerate(lines) if "+" in line.text), None)
        for axis, at in zip((self.across, self.down), place or (), strict=False):
            if name in axis.names:
                return next((n for n in range(at + 1) if axis.bar_at({**keys, name: n}) == at), None)
        return None

    def _plan(self, board: Rect, keys: Mapping[str, int]) -> Plan:
        """The blocks, computed once for each board and size."""
        values = tuple([keys.get(name) for name in sorted(self.names)])
        return board.memo((self, values), lambda: self._planned(board, keys))

    def _planned(self, board: Rect, keys: Mapping[str, int]) -> Plan:
        for name in self.names:
            if not 0 <= keys.get(name, 1) <= _MAX_KEY:
                raise FormatError(f"/{name} is out of all bounds", found=str(keys[name]), code="too-large")
        width, height = self.size(board, keys)
        if width * height > _MAX_PAGE:
            raise FormatError(f"a diagram of {width} x {height} characters is too large", code="too-large")
        down, across = self.down.strips(board.n_rows, keys), self.across.strips(board.n_cols, keys)
        return Plan(width, height, self._crossings.rows(board, down, across))

    def empty_cells(self, lines: Sequence[Line], board: Rect, keys: Mapping[str, int]) -> list[Spot]:
        """The cells whose blocks are blank."""
        return empty_cells(self._plan(board, keys), lines)

    def read(
        self, lines: Sequence[Line], board: Rect, keys: Mapping[str, int], *, exact: bool = False
    ) -> tuple[MarksByLayer, list[str]]:
        """The marks of a diagram, and warnings. Raises FormatError.

        Lines may lack trailing blanks, unless ``exact``.
        """
        check_height(lines, self.down.length(board.n_rows, keys))
        return PageReader(self._plan(board, keys), self.glyphs, board, lines, exact).read()

    def check_room(self, board: Rect, keys: Mapping[str, int], marks: MarksView) -> None:
        """Raises Grow if a key must be increased to make room for all marks."""
        values = tuple([keys.get(name) for name in sorted(self.names)])
        growing = board.memo((self, "growing", values), lambda: self._plan(board, keys).growing(self._block_layers.own))
        check_room(growing, self._block_layers, board, marks)

    def fault_at(
        self, mark: tuple[str, Spot], lines: Sequence[Line], board: Rect, keys: Mapping[str, int], what: str,
        expected: str,
    ) -> FormatError | None:
        """The error for a wrong mark (layer and spot), at its block; None if the diagram does not show it."""
        layer, (y, x) = mark
        around = [Spot(y - dy, x - dx) for dy, dx in self._block_layers.reach.get(layer, ())]
        plan = self._plan(board, keys)
        errors = (fault_at(plan, lines, spot, what, expected, "bad-value") for spot in (Spot(y, x), *around))
        return next((error for error in errors if error is not None), None)

    def write(
        self,
        board: Rect,
        keys: Mapping[str, int],
        marks: MarksView,
        optional: MarksView | None = None,
        *,
        full: bool = False,
    ) -> tuple[list[str], Left]:
        """The lines of the diagram, and the marks for which it has no place.

        ``optional`` marks are shown if there is room for them. In a ``full`` diagram the absence of ink is a mark as
        well (see ``absent``). Raises WriteError for marks that cannot be written, Grow if a key must be increased.
        """
        writer = PageWriter(self._plan(board, keys), self._block_layers, board, marks, optional or {}, full=full)
        return writer.lines(), writer.left


def one_per_cell(layer: Layer, char: str = "#") -> Diagram:
    """The usual diagram of a solution: a character in each marked cell, a blank (or a dot) in all others.

    Raises TypeError for a layer of values: each of these needs its own characters.
    """
    if isinstance(layer, ValueLayer):
        raise misuse("one_per_cell tells marks; for values say Diagram(cells(D), cells(), cell=Number(layer)) "
                        "or cell=Chars(layer, {character: value, ...})")
    return Diagram(cells(), cells(), cell=Chars(layer, {char: True, " ": False}, also={".": False}))


def read_drawing(diagram: Diagram, lines: Sequence[Line], most: int = MAX_CELLS) -> tuple[Drawing, list[str]]:
    """The drawing that the lines of a diagram without keys show, and warnings. Raises FormatError.

    It has at most ``most`` cells. An additional blank line at the end is ignored.
    """
    if len(lines) > 1 and diagram.count(0, lines, {}) is None and not lines[-1].text.strip(" "):
        lines = lines[:-1]
    rows, cols = diagram.count(0, lines, {}), diagram.count(1, lines, {})
    if not rows or not cols:
        last = lines[-1]
        height = f"the diagram has {len(lines)} line{'s' * (len(lines) != 1)}"
        raise last.error(height if cols else "there is nothing in the diagram",
                         len(last.text), expected="one line more or less" if cols else "a character")
    if rows * cols > most:
        what = f"a drawing of {cols} x {rows} places is too large"
        raise lines[0].error(what, expected=f"at most {most} places", code="too-large")
    board = Rect.of(rows, cols)
    marks, warnings = diagram.read(lines, board, {})
    return Drawing.of(board, marks), warnings


def write_drawing(diagram: Diagram, drawing: object) -> list[str]:
    """The lines of a drawing. Raises WriteError."""
    if not isinstance(drawing, Drawing):
        raise WriteError(f"{drawing!r} is no drawing")
    lines, left = diagram.write(drawing.board, {}, drawing.marks)
    refuse(left, drawing.board)
    return lines
