"""Pieces that fit the numbers beside the grid (Pentomino Search): where a piece may lie, as far as the counts of
covered cells in the lines tell.

No rule says this by itself. It is what people think through, so explanations use it: a piece by its letter, and the
pieces that may cover a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...board import Spot
from ...clauses import Clauses
from ...expr import Known
from ...genre import Genre
from ...rect import Rect
from ...rules import Combined, Conflict, Drafts, Global, Rule, must
from ...ticks import ticking
from ...wording import Text
from ..counts import Counted
from ..pieces import FromStock, WholeStock, placements, turned

_FEW = 200
"""What covers a cell is thought through if no more places for pieces come to it."""
_MOST_PLACES = 10_000
"""On boards with more places for pieces nothing is: to look at all of them would take long."""


class _Rest(NamedTuple):
    """Cells of a line besides a piece and what is around it, and between which numbers of them are covered then."""

    lits: Sequence[int]
    least: int
    most: int


class _Place(NamedTuple):
    """Where a piece may lie: the literals of its cells and of the cells around it, and what is left for its lines."""

    letter: str
    own: Sequence[int]
    around: Sequence[int]
    rests: Sequence[_Rest]


class FittingPieces(Global):
    """Pieces lie at so many of some places at least, unless a literal holds."""

    def __init__(self, places: Sequence[_Place], least: int = 1, unless: int = 0) -> None:
        self.places, self.least, self.unless = places, least, unless

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        if self.unless and known[self.unless] >= 0:
            return
        because = dict.fromkeys([-self.unless] if self.unless else [])
        n_left = 0
        for place in ticking(self.places):
            against = _against(place, known)
            n_left += not against
            if n_left >= self.least:
                return
            if because.keys().isdisjoint(against[:1]):
                because.update(dict.fromkeys(against))
        yield Conflict((), list(because))

    def told_by_clauses(self) -> Sequence[int]:
        said = dict.fromkeys(lit for place in self.places for lit in (*place.own, *place.around))
        said.update(dict.fromkeys(lit for place in self.places for rest in place.rests for lit in rest.lits))
        return [*said, self.unless] if self.unless else list(said)

    def encode(self, out: Clauses) -> None:
        first = out.new(len(self.places))
        taken = range(first, first + len(self.places))
        if self.least > 1:
            out.count_at_once(taken, range(self.least, len(taken) + 1))
        else:
            out.add([*taken, self.unless] if self.unless else [*taken])
        for one, place in zip(ticking(taken), self.places, strict=True):
            out.extend([-one, lit] for lit in place.own)
            out.extend([-one, -lit] for lit in place.around)
            for lits, least, most in place.rests:
                n = len(lits)
                if most < n:
                    out.at_most.append(([*lits, *[one] * (n - most)], n))
                if least > 0:
                    out.at_most.append(([*(-lit for lit in lits), *[one] * least], n))


def _against(place: _Place, known: Known) -> list[int]:
    """Settled literals that exclude a place; none if nothing does."""
    wrong = next((-lit for lit in place.own if known[lit] < 0), 0)
    wrong = wrong or next((lit for lit in place.around if known[lit] > 0), 0)
    if wrong:
        return [wrong]
    for lits, least, most in place.rests:
        covered, empty = [lit for lit in lits if known[lit] > 0], [-lit for lit in lits if known[lit] < 0]
        if len(covered) > most:
            return covered[: most + 1]
        if len(lits) - len(empty) < least:
            return empty[: len(lits) - least + 1]
    return []


class _Fitting:
    """The places of a puzzle that the numbers alone leave."""

    def __init__(self, model: Genre, known: FromStock, count: Counted) -> None:
        board = model.board
        assert isinstance(board, Rect)
        marks = model.marks[known.shade.name]
        self.lit = {cell: int(marks[cell]) for cell in board.cells}
        self.lines: list[tuple[Sequence[Spot], int]] = [
            (board.line_from(side), n) for side, n in model.given(count.clue).items() if isinstance(n, int)
        ]
        self.crossing: dict[Spot, list[int]] = {}
        for number, (line, _) in enumerate(self.lines):
            for cell in ticking(line):
                self.crossing.setdefault(cell, []).append(number)
        limits = known.stock(model).limits
        n_places = sum(len(turned(letter)) for letter in limits) * len(board.cells)
        self.limits: Mapping[str, tuple[int, int | None]] = limits if n_places <= _MOST_PLACES else {}
        """The letters that are thought of."""
        self.places = [
            place for letter in self.limits for cells in placements(board, letter)
            if (place := self._place(board, letter, cells)) is not None
        ]

    def _place(self, board: Rect, letter: str, cells: Sequence[Spot]) -> _Place | None:
        """A place with what it leaves of its lines; None where a number forbids it."""
        own = set(cells)
        around = {near for cell in cells for near in board.around(cell)} - own
        rests = []
        for number in dict.fromkeys(i for cell in (*cells, *sorted(around)) for i in self.crossing.get(cell, ())):
            line, n = self.lines[number]
            left = [self.lit[cell] for cell in line if cell not in own and cell not in around]
            need = n - sum(cell in own for cell in line)
            if not 0 <= need <= len(left):
                return None
            if left:
                rests.append(_Rest(left, need, need))
        return _Place(letter, [self.lit[c] for c in cells], [self.lit[c] for c in sorted(around)], rests)


def fitting_pieces(
    letter: Text, cover: Text, known: FromStock, whole: WholeStock, apart: Rule, count: Counted
) -> tuple[Combined, Combined]:
    """Two combined thoughts about the numbers beside the grid: a piece ``{letter}`` that must be there lies where its
    lines leave room (``letter``); and what covers the cell ``{at}`` is a piece that does so (``cover``).

    The numbers of ``count`` tell the covered cells of lines; ``known``, ``whole`` and ``apart`` are the rules about the
    pieces.
    """

    def by_letter(model: Genre) -> Drafts:
        found = _Fitting(model, known, count)
        for name, (least, _) in found.limits.items():
            if least:
                own = [place for place in found.places if place.letter == name]
                yield must(FittingPieces(own, least), letter=name)

    def by_cell(model: Genre) -> Drafts:
        found = _Fitting(model, known, count)
        over: dict[int, list[_Place]] = {lit: [] for lit in found.lit.values()}
        for place in ticking(found.places):
            for lit in place.own:
                over[lit].append(place._replace(rests=()))
        empty = {cell for line, n in found.lines if not n for cell in line}  # the number says it by itself
        for cell, lit in ticking(found.lit.items() if found.limits and found.lines else ()):
            if cell not in empty and len(over[lit]) <= _FEW:
                yield must(FittingPieces(over[lit], unless=-lit), cell)

    rules = known, apart, count
    return Combined(letter, (*rules, whole), by_letter), Combined(cover, rules, by_cell)
