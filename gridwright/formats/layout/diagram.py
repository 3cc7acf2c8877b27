"""Diagrams: two axes, and a glyph for each kind of crossing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre_errors import misuse
from ...language.layers import Layer, ValueLayer
from ..dialect import MAX_CELLS
from ..errors import FormatError, Line
from .axes import Axis, cells
from .glyph import Glyph, Marks, MarksView, blank, plus
from .plan import NOTHING, Crossings, Plan
from .reading import Page, check_height, empty_cells, fault_at
from .values import Chars
from .writing import Left, Tellers, Writing, check_room

_MAX_PAGE = 40 * MAX_CELLS
_MAX_KEY = 1000
_AXES = {
    "cell": "use cells(...) or ruled(...) as axes", "edge": "use ruled(...) or open_(...) as axes",
    "corner": "use ruled(...) or open_(...) for both axes", "side": "add clues(...) to an axis",
    "line_side": "add clues(...) to one axis, and use ruled(...) or open_(...) as the other",
}  # fmt: skip
"""What axes have blocks of each kind."""


class Diagram:
    """A diagram: two axes and a glyph for each kind of crossing.

    ``frame``: the outer edges are an ornament (drawn when written, read whether drawn or not), no spots of their own; a
    glyph may say how they are drawn. ``line_side`` is for the clues of lines between cells; ``trims`` are further
    ornaments, by the kinds of strips that cross (of lines, then of columns): cell, line, first (the first line), clue,
    bar. One diagram may describe the puzzle and its solution alike: what no ink means is said when it is read and
    written.
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
        """The keys that the size of the diagram depends on."""
        plain = {"cell": blank, "edge": NOTHING, "corner": plus, "side": blank}
        for kind, glyph in self.glyphs.items():
            if not isinstance(glyph, Glyph):
                raise misuse(f"{kind}={glyph!r} is no glyph; write one such as Number(layer) or Chars(layer, ...)")
            if glyph is not plain.get(kind) and kind not in self._used:
                raise misuse(f"this diagram has no {kind.replace('_', ' ')}s, so {kind}=... is never read or written; "
                             f"{_AXES[kind]}")

    @cached_property
    def _used(self) -> frozenset[str]:
        """The kinds of blocks that the axes have."""
        return frozenset(self._crossings.kind(v, h) for v in self.down.kinds for h in self.across.kinds)

    @cached_property
    def _tellers(self) -> Tellers:
        return Tellers.of({kind: glyph for kind, glyph in self.glyphs.items() if kind in self._used})

    @property
    def absent(self) -> Mapping[str, Any]:
        """The layers that are told by ink alone, with the value that no ink means in a full diagram."""
        return self._tellers.absent

    @cached_property
    def layers(self) -> frozenset[str]:
        """The names of the layers that the diagram tells."""
        return self._tellers.all_own | frozenset(self.absent)

    def mistakes(self, layers: Mapping[str, Layer]) -> Iterator[str]:
        """What is wrong with the glyphs in a genre with these layers."""
        return (what for glyph in self.glyphs.values() for what in glyph.mistakes(layers))

    def size(self, board: Rect, keys: Mapping[str, int]) -> tuple[int, int]:
        """Width and height in characters."""
        return self.across.length(board.n_cols, keys), self.down.length(board.n_rows, keys)

    def count(
        self, axis: int, lines: Sequence[Line], keys: Mapping[str, int], *, begun: bool = False
    ) -> int | None:
        """How many rows (axis 0) or columns (axis 1) a diagram has, by its size; None if that cannot be.

        With ``begun`` a column counts of which only the beginning is there: lines may lack trailing blanks.
        """
        own = self.across if axis else self.down
        length = max((len(line.text) for line in lines), default=0) if axis else len(lines)
        first, second = own.length(1, keys), own.length(2, keys)
        n, rest = divmod(length - first, second - first)
        if not axis:
            return n + 1 if n >= 0 and not rest else None
        inked = max((len(line.text.rstrip(" ")) for line in lines), default=0)
        more = begun and rest > 0 and inked > max(length - rest, 0)
        return max(n + 1 + more, 0) or None

    def inferred(self, name: str, lines: Sequence[Line], keys: Mapping[str, int]) -> int | None:
        """The value of a missing key, by the place of the plus sign between the clues and the cells."""
        place = next(((line.text.index("+"), row) for row, line in enumerate(lines) if "+" in line.text), None)
        for axis, at in zip((self.across, self.down), place or (), strict=False):
            if name in axis.names:
                return next((n for n in range(at + 1) if axis.bar_at({**keys, name: n}) == at), None)
        return None

    def _plan(self, board: Rect, keys: Mapping[str, int]) -> Plan:
        """The blocks, planned once for each board and size."""
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
        """The cells whose blocks hold no ink: those that a board lacks, where a dialect says so."""
        return empty_cells(self._plan(board, keys), lines)

    def read(
        self, lines: Sequence[Line], board: Rect, keys: Mapping[str, int], *, exact: bool = False
    ) -> tuple[Marks, list[str]]:
        """The marks of a diagram, and warnings. Raises FormatError.

        A line may lack trailing blanks, unless ``exact``.
        """
        check_height(lines, self.down.length(board.n_rows, keys))
        return Page(self._plan(board, keys), self.glyphs, board, lines, exact).read()

    def check_room(self, board: Rect, keys: Mapping[str, int], marks: MarksView) -> None:
        """Raises Grow if a key must be raised so that there is room for all marks."""
        values = tuple([keys.get(name) for name in sorted(self.names)])
        growing = board.memo((self, "growing", values), lambda: self._plan(board, keys).growing(self._tellers.own))
        check_room(growing, self._tellers, board, marks)

    def fault_at(
        self, mark: tuple[str, Spot], lines: Sequence[Line], board: Rect, keys: Mapping[str, int], what: str,
        expected: str,
    ) -> FormatError | None:
        """The error for a mark (layer and spot) that a diagram tells and should not; None if it cannot tell it."""
        layer, (y, x) = mark
        around = [Spot(y - dy, x - dx) for dy, dx in self._tellers.reach.get(layer, ())]
        plan = self._plan(board, keys)
        found = (fault_at(plan, lines, spot, what, expected, "bad-value") for spot in (Spot(y, x), *around))
        return next((fault for fault in found if fault is not None), None)

    def write(
        self,
        board: Rect,
        keys: Mapping[str, int],
        marks: MarksView,
        wished: MarksView | None = None,
        *,
        full: bool = False,
    ) -> tuple[list[str], Left]:
        """The lines of the diagram, and the marks that it has no place for.

        ``wished`` marks are shown where there is room for them. In a ``full`` diagram no ink is a mark as well (see
        ``Diagram.absent``). Raises WriteError for marks that cannot be told, Grow if a key must be raised.
        """
        writing = Writing(self._plan(board, keys), self._tellers, board, marks, wished or {}, full=full)
        return writing.lines(), writing.left


def one_per_cell(layer: Layer, char: str = "#") -> Diagram:
    """The usual diagram of a solution: a character on each marked cell, a blank (or a dot) on each other.

    Raises TypeError for a layer of values: each of these needs its own characters.
    """
    if isinstance(layer, ValueLayer):
        raise misuse("one_per_cell tells marks; for values say Diagram(cells(D), cells(), cell=Number(layer)) "
                        "or cell=Chars(layer, {character: value, ...})")
    return Diagram(cells(), cells(), cell=Chars(layer, {char: True, " ": False}, also={".": False}))
