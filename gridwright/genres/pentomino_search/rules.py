"""Pieces that fit the numbers beside the grid: where a piece may lie, as far as the counts of covered cells decide.

No rule says this by itself. People think it through, so explanations use it: where the piece of a letter lies, and
which pieces may cover a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.rules import Demands, Lemma, Rule, must
from ...language.wording import RuleText
from ...logic.ticks import ticking
from ...rules.local import Counted
from ...rules.pieces import Alternative, Alternatives, FromStock, Limits, WholeStock, placements, turned

_FEW = 200
"""What covers a cell is only examined if at most this many places are possible."""
_MOST_PLACES = 10_000
"""Nothing is examined on boards with more places for pieces: looking at all of them would take long."""


class _PiecePlace(NamedTuple):
    """A place for a piece: the literals of its cells, and all that follows if the piece lies there."""

    letter: str
    own: Sequence[int]
    what: Alternative


class _PossiblePlaces:
    """The places that the numbers alone leave."""

    def __init__(self, model: Genre, known: FromStock, count: Counted) -> None:
        board = model.board
        assert isinstance(board, Rect)
        marks = model.marks[known.shade.name]
        self.lit = {cell: int(marks[cell]) for cell in board.cells}
        self.lines: list[tuple[Sequence[Spot], int]] = [
            (board.line_from(side), n) for side, n in model.given(count.clue).items() if isinstance(n, int)
        ]
        self.crossing: dict[Spot, list[tuple[int, int]]] = {cell: [] for cell in board.cells}
        """For each cell the numbers of its lines, each with a bit for its place there."""
        for number, (line, _) in enumerate(self.lines):
            for i, cell in enumerate(ticking(line)):
                self.crossing[cell].append((number, 1 << i))
        self._rests: dict[tuple[int, int, int], Limits | None] = {}
        limits = known.stock(model).limits
        n_places = sum(len(turned(letter)) for letter in limits) * len(board.cells)
        self.limits: Mapping[str, tuple[int, int | None]] = limits if n_places <= _MOST_PLACES else {}
        """The letters that are examined."""
        self.places = [
            place for letter in self.limits for cells in placements(board, letter)
            if (place := self._place(board, letter, cells)) is not None
        ]

    def _place(self, board: Rect, letter: str, cells: Sequence[Spot]) -> _PiecePlace | None:
        """A place, with what it leaves of its lines; None if a number forbids it."""
        around = sorted({near for cell in cells for near in board.around(cell)}.difference(cells))
        covered = self._bits(cells, {})
        gone = self._bits(around, dict(covered))
        rests = [self._rest(number, bits, covered.get(number, 0).bit_count()) for number, bits in gone.items()]
        if None in rests:
            return None
        lits = [self.lit[c] for c in cells]
        left = [rest for rest in rests if rest is not None and rest.lits]
        return _PiecePlace(letter, lits, Alternative([*lits, *[-self.lit[c] for c in around]], (), left))

    def _bits(self, cells: Iterable[Spot], bits: dict[int, int]) -> dict[int, int]:
        """Adds the bits of some cells to those of each line."""
        for cell in cells:
            for number, bit in self.crossing[cell]:
                bits[number] = bits.get(number, 0) | bit
        return bits

    def _rest(self, number: int, gone: int, n_covered: int) -> Limits | None:
        """How many of the other cells of a line are covered; None if its number cannot be right."""
        key = number, gone, n_covered
        if key not in self._rests:
            line, n = self.lines[number]
            left = [self.lit[cell] for i, cell in enumerate(line) if not gone >> i & 1]
            need = n - n_covered
            self._rests[key] = Limits(left, need, need) if 0 <= need <= len(left) else None
        return self._rests[key]


def fitting_pieces(
    letter: RuleText, cover: RuleText, known: FromStock, whole: WholeStock, apart: Rule, count: Counted
) -> tuple[Lemma, Lemma]:
    """Two lemmas about the numbers beside the grid: a piece ``{letter}`` that must occur lies where its lines leave
    room (``letter``), and the cell ``{at}`` is covered by such a piece (``cover``).

    ``count`` is the rule about the numbers; ``known``, ``whole`` and ``apart`` are the rules about the pieces.
    """

    def places(model: Genre) -> _PossiblePlaces:
        return model.memo((known, count), lambda: _PossiblePlaces(model, known, count))

    def by_letter(model: Genre) -> Demands:
        found = places(model)
        for name, (least, _) in found.limits.items():
            if least:
                own = [place.what for place in found.places if place.letter == name]
                yield must(Alternatives(own, least=least), clues=model.given(count.clue), letter=name)

    def by_cell(model: Genre) -> Demands:
        found = places(model)
        over: dict[int, list[Alternative]] = {lit: [] for lit in found.lit.values()}
        for place in ticking(found.places):
            alone = place.what._replace(limits=())
            for lit in place.own:
                over[lit].append(alone)
        empty = {cell for line, n in found.lines if not n for cell in line}  # the number says it by itself
        for cell, lit in ticking(found.lit.items() if found.limits and found.lines else ()):
            if cell not in empty and len(over[lit]) <= _FEW:
                yield must(Alternatives(over[lit], unless=-lit), cell, clues=model.given(count.clue))

    rules = known, apart, count
    reads = count.reads
    return Lemma(letter, (*rules, whole), by_letter, reads), Lemma(cover, rules, by_cell, reads)
