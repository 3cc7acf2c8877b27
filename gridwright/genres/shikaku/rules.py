"""Rectangles: walls divide the board into rectangles, each with one number that is its area (Shikaku).

Encoded by candidates: for each number all rectangles of its area that hold it and no other number. Each cell is covered
by exactly one chosen candidate, each number chooses one, and a wall stands between two cells iff no chosen candidate
covers both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Demand, Demands, Global, Lemma, Reads, Rule, bundle, must
from ...language.wording import RuleText, listed, worded
from ...logic.clauses import Clauses
from ...logic.expr import Expr, Mark, all_of, any_of
from ...logic.ticks import tick, ticking
from ...rules.areas import AreaSize, OneHeadEach, divided_by

CellBox = tuple[int, int, int, int]
"""First row, first column, height and width of a rectangle."""
_FEW = 12
"""The rectangles that may cover a cell are examined if there are at most this many."""


class _RectangleRule(Rule):
    def __init__(self, border: AnswerLayer, clue: GivenLayer, text: RuleText, reads: Reads = ()) -> None:
        super().__init__(text, reads)
        self.border, self.clue = border, clue

    def clues(self, model: Genre) -> dict[Spot, object]:
        """The numbers on the board."""
        return dict(model.given(self.clue))


class AllRectangles(_RectangleRule):
    """No area has an inner corner, and no border ends within the board."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        """Where four cells meet, there is no border, a straight one, a T or a cross."""
        board, marks = model.board, model.marks[self.border.name]
        for block in board.windows(2, 2):
            a, b, c, d = block
            links = [board.link(*pair) for pair in ((a, b), (a, c), (b, d), (c, d))]
            up, left, right, down = (marks[link] for link in links)
            ends = [one.implies(other) for one, other in ((up, left | right | down), (down, left | right | up))]
            ends += [one.implies(other) for one, other in ((left, up | down | right), (right, up | down | left))]
            bends = [(x & y).implies(u | v) for x, y, u, v in _bends(up, left, right, down)]
            yield Demand(self, all_of([*ends, *bends]), (*block, *links), {"cells": tuple(block)})
        yield from self._around_holes(model)

    def _around_holes(self, model: Genre) -> Iterator[Demand]:
        """Where three cells and a hole meet, the three are not all in one area, which would have an inner corner."""
        board, marks = model.board, model.marks[self.border.name]
        for hole, (dy, dx) in product(sorted(board.holes), product((-2, 2), repeat=2)):
            beside, opposite, above = (Spot(hole.y + y, hole.x + x) for y, x in ((0, dx), (dy, dx), (dy, 0)))
            if all(cell in board.cell_index for cell in (beside, opposite, above)):
                links = board.link(beside, opposite), board.link(opposite, above)
                cells = tuple(sorted((beside, opposite, above)))
                yield Demand(self, marks[links[0]] | marks[links[1]], (*cells, *links), {"cells": cells})

    def encode_rectangles(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The joint encoding of all three rules."""
        board = model.board
        if board.holes:
            return None
        chosen = _pruned(_choices(board, self.clues(model)), out)
        covers: list[list[int]] = [[] for _ in board.cells]
        right: list[list[int]] = [[] for _ in board.cells]
        below: list[list[int]] = [[] for _ in board.cells]
        said: set[tuple[int, ...]] = set()
        for boxes in chosen:
            tick()
            first = out.new(len(boxes)) if len(boxes) > 1 else 1
            own = range(first, first + len(boxes))
            said.add(tuple(own))
            out.exactly_one(own)
            for candidate, box in enumerate(boxes, first):
                tick()
                _note(board.n_cols, box, candidate, covers, right, below)
        for lits in ticking(covers):
            if tuple(lits) not in said:  # otherwise the cell is covered by one clue in any case
                out.exactly_one(lits)
        marks = model.marks[self.border.name]
        for link in ticking(board.links):
            y, x = link
            candidates = (right if y % 2 else below)[(y - 1) // 2 * board.n_cols + (x - 1) // 2]
            wall = int(marks[link])
            if 1 in candidates:
                out.add([-wall])
            else:
                out.extend([[-candidate, -wall] for candidate in candidates])
                out.add([wall, *candidates])
        return []


def _bends(*ways: Mark) -> Iterator[tuple[Mark, ...]]:
    up, left, right, down = ways
    yield from ((up, left, right, down), (up, right, left, down), (down, left, up, right), (down, right, up, left))


def _choices(board: Rect, clues: dict[Spot, object]) -> list[dict[int, CellBox]]:
    """For each clue, the rectangles of its area (any, if that is unknown) that contain it, but no other clue and no
    hole.

    Each comes with a bit set of its cells, in reading order.
    """
    bits, holes = ([1 << (at.y // 2 * board.n_cols + at.x // 2) for at in spots] for spots in (clues, board.holes))
    every = sum(bits) + sum(holes)
    shapes: dict[int | None, list[tuple[int, int, int]]] = {}
    found = []
    for (at, told), bit in zip(clues.items(), bits, strict=True):
        n = told if isinstance(told, int) else None
        if n not in shapes:
            shapes[n] = _shapes(board, n)
        found.append(_boxes(board, at, shapes[n], every ^ bit))
    return found


def _shapes(board: Rect, n: int | None) -> list[tuple[int, int, int]]:
    """The heights and widths of the rectangles of an area (any for None), each with its bit set in the first corner."""
    found = []
    for height in ticking(range(1, board.n_rows + 1)):
        if n is not None and n % height:
            continue
        rows_apart = ((1 << board.n_cols * height) - 1) // ((1 << board.n_cols) - 1)
        for width in range(1, board.n_cols + 1) if n is None else (n // height,):
            tick()
            if width <= board.n_cols:
                found.append((height, width, ((1 << width) - 1) * rows_apart))
    return found


def _boxes(board: Rect, at: Spot, shapes: Iterable[tuple[int, int, int]], others: int) -> dict[int, CellBox]:
    """The rectangles of these shapes that contain a cell and no cell of ``others``."""
    row, col = at.y // 2, at.x // 2
    n_rows, n_cols = board.n_rows, board.n_cols
    found: dict[int, CellBox] = {}
    for height, width, shape in shapes:
        lefts = range(max(0, col - width + 1), min(col, n_cols - width) + 1)
        for top in range(max(0, row - height + 1), min(row, n_rows - height) + 1):
            tick()
            for left in lefts:
                mask = shape << (top * n_cols + left)
                if not mask & others:
                    found[mask] = top, left, height, width
    return found


def _pruned(choices: list[dict[int, CellBox]], out: Clauses) -> list[list[CellBox]]:
    """The rectangles left for each clue after propagation to a fixed point: cells that a clue covers in any case are
    closed to the others, and a cell that only one clue can cover is covered by it."""
    reach = [reduce(or_, choice, 0) for choice in choices]
    both = [reduce(and_, choice, -1) if choice else 0 for choice in choices]
    changed = True
    while changed:
        out.tick()
        changed = False
        once = more = 0
        for mask in ticking(reach):
            more |= once & mask
            once |= mask
        sure = [common | (mask & ~more) for common, mask in zip(both, reach, strict=True)]
        taken = reduce(or_, sure, 0)
        for i, choice in enumerate(choices):
            tick()
            foreign = taken & ~sure[i]
            if reach[i] & foreign or sure[i] != both[i]:
                kept = {m: box for m, box in choice.items() if not m & foreign and not sure[i] & ~m}
                changed = changed or len(kept) < len(choice)
                choices[i], reach[i] = kept, reduce(or_, kept, 0)
                both[i] = reduce(and_, kept, -1) if kept else 0
    return [list(choice.values()) for choice in choices]


def _note(
    n_cols: int, box: CellBox, candidate: int, covers: list[list[int]], right: list[list[int]], below: list[list[int]]
) -> None:
    """Enters a rectangle at each of its cells, and at those whose right or lower neighbour belongs to it, too."""
    top, left, height, width = box
    first, end = top * n_cols + left, (top + height) * n_cols
    for start in range(first, end, n_cols):
        for own in covers[start : start + width]:
            own.append(candidate)
        for own in right[start : start + width - 1]:
            own.append(candidate)
    for start in range(first, end - n_cols, n_cols):
        for own in below[start : start + width]:
            own.append(candidate)


class RectangleSize(_RectangleRule):
    """The rectangle of a number has that many cells."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        graph, index = divided_by(self.border, model), model.board.cell_index
        for at, n in self.clues(model).items():
            if isinstance(n, int):
                yield Demand(self, AreaSize(graph, index[at], n), (at,), {"n": n}, self.clues_at(at))


class OneNumberPerRectangle(_RectangleRule):
    """Each rectangle holds exactly one number."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        index, clues = model.board.cell_index, self.clues(model)
        heads = OneHeadEach(divided_by(self.border, model), [index[at] for at in clues])
        yield Demand(self, heads, clues=self.clues_at(*clues))


def _cells_of(box: CellBox) -> list[Spot]:
    top, left, height, width = box
    return [Spot(2 * r + 1, 2 * c + 1) for r in range(top, top + height) for c in range(left, left + width)]


class _PossibleRectangles:
    """The rectangles that each number may have, as far as the places of all numbers decide, as expressions."""

    def __init__(self, border: AnswerLayer, clue: GivenLayer, model: Genre) -> None:
        self.board, self.marks = model.board, model.marks[border.name]
        self.given = clues = dict(model.given(clue))
        """The clues. All results depend on all of them, because the place of each number restricts the others."""
        self.boxes = dict(zip(clues, _choices(self.board, clues), strict=True))
        self._said: dict[CellBox, Expr] = {}

    def says(self, box: CellBox) -> Expr:
        """The expression for a rectangle: borders around it, and none inside."""
        if box not in self._said:
            self._said[box] = all_of(self._links(box))
        return self._said[box]

    def name(self, at: Spot) -> str:
        """A number with its place."""
        return worded("the {n} at {cell}", __name__, n=self.given[at], cell=self.board.name(at))

    def over(self) -> dict[Spot, list[tuple[Spot, CellBox]]]:
        """For each cell, the rectangles that may cover it, each with its number."""
        found: dict[Spot, list[tuple[Spot, CellBox]]] = {cell: [] for cell in self.board.cells}
        for at, boxes in self.boxes.items():
            for box in ticking(boxes.values()):
                for cell in _cells_of(box):
                    found[cell].append((at, box))
        return found

    def _links(self, box: CellBox) -> Iterator[Expr]:
        inside = set(_cells_of(box))
        for cell in sorted(inside):
            for other in self.board.neighbours(cell):
                mark = self.marks[self.board.link(cell, other)]
                if other not in inside:
                    yield mark
                elif cell < other:
                    yield ~mark


def rectangles(
    border: AnswerLayer, clue: GivenLayer, *, shape: RuleText, size: RuleText, one: RuleText, fitting: RuleText,
    covered: RuleText
) -> tuple[AllRectangles, RectangleSize, OneNumberPerRectangle, Lemma, Lemma]:
    """Three rules in their words: borders divide the board into rectangles (``shape``), each of the size that its
    number gives (``size``), each with exactly one number (``one``). A clue that is not an integer gives no size.

    Two lemmas: each number has one of the rectangles of its size without another number (``fitting``), and
    each cell is in one of those that come to it (``covered``, where ``{heads}`` are their numbers).

    ``{cells}`` in the first text are those that meet at a point. Faults: of ``size`` ``few`` (``{room}`` cells at most)
    and ``many`` (``{have}`` already); of ``one`` the area of ``{cells}`` has no number, ``many`` (``{heads}``).
    """
    shapes = AllRectangles(border, clue, shape)
    sizes, ones = RectangleSize(border, clue, size, clue), OneNumberPerRectangle(border, clue, one, clue)

    def fitting_in(model: Any) -> _PossibleRectangles:
        found: _PossibleRectangles = model.memo(shapes, lambda: _PossibleRectangles(border, clue, model))
        return found

    def fit(model: Any) -> Demands:
        found = fitting_in(model)
        for at, boxes in found.boxes.items():
            if isinstance(found.given[at], int):
                every = any_of(found.says(box) for box in ticking(boxes.values()))
                yield must(every, at, clues=found.given, n=found.given[at])

    def cover(model: Any) -> Demands:
        found = fitting_in(model)
        for cell, own in found.over().items():
            if cell not in found.boxes and len(own) <= _FEW:
                heads = listed(map(found.name, sorted({at for at, _ in own})), "or")
                every = any_of(found.says(box) for _, box in own)
                yield must(every, cell, clues=found.given, heads=heads)

    bundle((shapes, sizes, ones), shapes.encode_rectangles)
    rules = shapes, sizes, ones
    return *rules, Lemma(fitting, rules, fit, reads=clue), Lemma(covered, rules, cover, reads=clue)
