"""One tetromino in each area (LITS): four joined cells, no square, and equal ones never side by side.

The encoding has a variable for every place that a piece may take in an area. The pieces of an area are exactly one of
them (or at most one), a cell is shaded iff a piece in it is taken, and each cell knows the letter of the piece that
covers it: neighbours in different areas must not have the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..board import Spot
from ..clauses import Clauses
from ..expr import Known
from ..genre import AnswerLayer, Genre
from ..rules import Conflict, Demand, Global, Rule
from ..ticks import ticking

Area = Sequence[Spot]
Piece = tuple[Spot, ...]


def letter(piece: Sequence[Spot]) -> str:
    """L, I, T or S for four cells that form one of them, turned or mirrored; "" for any others."""
    y, x = min(s.y for s in piece), min(s.x for s in piece)
    return _letters().get(frozenset(((s.y - y) // 2, (s.x - x) // 2) for s in piece), "")


@lru_cache(maxsize=1)
def _letters() -> dict[frozenset[tuple[int, int]], str]:
    found = {}
    for name, cells in {
        "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
        "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
        "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
        "S": ((0, 0), (1, 0), (1, 1), (2, 1)),
    }.items():
        for turned in (cells, [(-y, x) for y, x in cells]):
            for _ in range(4):
                turned = [(x, -y) for y, x in turned]
                y0, x0 = min(y for y, _ in turned), min(x for _, x in turned)
                found[frozenset((y - y0, x - x0) for y, x in turned)] = name
    return found


@lru_cache(maxsize=1)
def _steps() -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """Each shape with the steps from its first cell in reading order to all its cells."""
    found = []
    for shape, name in _letters().items():
        row, col = min(shape)
        found.append((name, tuple((2 * (y - row), 2 * (x - col)) for y, x in sorted(shape))))
    return found


def pieces_in(area: Area) -> list[tuple[str, Piece]]:
    """Every place for a tetromino in an area, with its letter."""
    inside = {(cell.y, cell.x): cell for cell in area}
    found = []
    for y, x in ticking(inside):
        for name, steps in _steps():
            piece = [inside.get((y + dy, x + dx)) for dy, dx in steps]
            if None not in piece:
                found.append((name, tuple(cell for cell in piece if cell is not None)))
    return found


class OnePiece(Global):
    """The shaded cells of an area are one of its pieces (or, with ``may_be_empty``, none)."""

    def __init__(self, area: Area, lits: Sequence[int], pieces: Sequence[Piece], may_be_empty: bool) -> None:
        self.area, self.lits = area, lits
        self.allowed = [frozenset(piece) for piece in pieces] + [frozenset[Spot]()] * may_be_empty

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        yes = {s for s, lit in zip(self.area, self.lits, strict=True) if known[lit] > 0}
        no = {s for s, lit in zip(self.area, self.lits, strict=True) if known[lit] < 0}
        if not any(yes <= one and no.isdisjoint(one) for one in ticking(self.allowed)):
            because = [lit if known[lit] > 0 else -lit for lit in self.lits if known[lit]]
            yield Conflict(tuple(self.area), because)


class Unlike(Global):
    """The pieces of two areas that touch at some links are of different letters."""

    def __init__(
        self, areas: tuple[Area, Area], lits: tuple[Sequence[int], Sequence[int]], touching: Sequence[tuple[Spot, Spot]]
    ) -> None:
        self.areas, self.lits, self.touching = areas, lits, touching

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        because: list[int] = []
        pieces = []
        for area, lits in zip(self.areas, self.lits, strict=True):
            if any(known[lit] == 0 for lit in lits):
                return
            pieces.append([s for s, lit in zip(area, lits, strict=True) if known[lit] > 0])
            because += [lit if known[lit] > 0 else -lit for lit in lits]
        if any(len(piece) != 4 for piece in pieces):
            return
        names = [letter(piece) for piece in pieces]
        if names[0] and names[0] == names[1] and any(a in pieces[0] and b in pieces[1] for a, b in self.touching):
            yield Conflict(tuple(sorted(pieces[0] + pieces[1])), because, {"letter": names[0]})


class PieceRule(Rule):
    """The base of both rules."""

    def __init__(
        self, shade: AnswerLayer, areas: Callable[[Any], Sequence[Area]], may_be_empty: Callable[[Any], bool], text: str
    ) -> None:
        super().__init__(text)
        self.shade, self.areas, self.may_be_empty = shade, areas, may_be_empty


class PieceEach(PieceRule):
    """Each area holds one piece. Carries the encoding of both rules."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        for area in self.areas(model):
            lits = [int(marks[c]) for c in area]
            what = OnePiece(area, lits, [piece for _, piece in pieces_in(area)], self.may_be_empty(model))
            yield Demand(self, what, tuple(area))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        board, marks = model.board, model.marks[self.shade.name]
        given = model.given(self.shade)
        covered: dict[Spot, dict[str, int]] = {}
        """For each cell the literals that a piece of some letter covers it."""
        area_of = {cell: i for i, area in enumerate(self.areas(model)) for cell in ticking(area)}
        for area in self.areas(model):
            out.tick()
            must = {c for c in area if given.get(c) is True}
            pieces = [
                (name, piece) for name, piece in ticking(pieces_in(area))
                if must.issubset(piece) and not any(given.get(c) is False for c in piece)
            ]
            over: dict[Spot, dict[str, list[int]]] = {c: {} for c in area}
            first = out.new(len(pieces)) if pieces else 0
            for lit, (name, piece) in enumerate(ticking(pieces), first):
                for c in piece:
                    over[c].setdefault(name, []).append(lit)
            taken = list(range(first, first + len(pieces)))
            if not (self.may_be_empty(model) and not must):
                out.add(taken)
            if taken:
                out.at_most_one(taken)
            for c in ticking(area):
                shaded = int(marks[c])
                for name, lits in over[c].items():
                    here = lits[0] if len(lits) == 1 else out.new()
                    if len(lits) > 1:
                        out.extend([-lit, here] for lit in lits)
                        out.add([-here, *lits])
                    out.add([-here, shaded])
                    covered.setdefault(c, {})[name] = here
                out.add([-shaded, *covered.get(c, {}).values()])
        for a, b in map(board.ends, ticking(board.links)):
            if area_of[a] != area_of[b]:
                mine, its = covered.get(a, {}), covered.get(b, {})
                out.extend([-lit, -its[name]] for name, lit in mine.items() if name in its)
        return []


class UnlikePieces(PieceRule):
    """Pieces of the same letter never share an edge."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, marks = model.board, model.marks[self.shade.name]
        areas = self.areas(model)
        area_of = {cell: i for i, area in enumerate(areas) for cell in area}
        pairs: dict[tuple[int, int], list[tuple[Spot, Spot]]] = {}
        for a, b in map(board.ends, ticking(board.links)):
            i, j = area_of[a], area_of[b]
            if i != j:
                pairs.setdefault((min(i, j), max(i, j)), []).append((a, b) if i < j else (b, a))
        lits = [[int(marks[c]) for c in area] for area in areas]
        for (i, j), touching in pairs.items():
            yield Demand(self, Unlike((areas[i], areas[j]), (lits[i], lits[j]), touching))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        del model, out
        return []  # said by PieceEach, with which it always comes


def tetrominoes(
    shade: AnswerLayer,
    areas: Callable[[Any], Sequence[Area]],
    *,
    each: str,
    unlike: str,
    may_be_empty: Callable[[Any], bool] = lambda _: False,
) -> tuple[PieceEach, UnlikePieces]:
    """Two rules in their words: each area holds one L, I, T or S of shaded cells (``each``), and equal ones never share
    an edge (``unlike``). With ``may_be_empty(model)`` an area may also stay unshaded."""
    return PieceEach(shade, areas, may_be_empty, each), UnlikePieces(shade, areas, may_be_empty, unlike)
