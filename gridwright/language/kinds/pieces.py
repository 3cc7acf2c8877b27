"""Pieces: the marked cells fall into bodies that touch nowhere, each of a shape from a set (pentominoes and the like).

Encoded by placements: a literal for each turned or mirrored shape at each place where the board has room. A marked cell
is covered by just the placements that lie there, a placement leaves its edge neighbours unmarked, and that pieces do
not touch at corners is a matter of blocks of two by two. Placements that hold one cell and leave out a certain
neighbour of it exclude each other, as they share a cell, and the neighbour's mark: at most one of them all holds, which
takes the place of the many clauses that a placement has with its neighbours one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..board import Rect, Spot
from ..clauses import Clauses
from ..expr import Known, any_of
from ..genre import AnswerLayer, Genre
from ..rules import Conflict, Demand, Global, Rule
from ..ticks import ticking
from .connected import components, rim_of

Shape = frozenset[tuple[int, int]]
"""The cells of a piece as (row, column), the first row and column being 0."""

PENTOMINOES: Mapping[str, Sequence[str]] = {
    "F": (" ##", "## ", " # "), "I": ("#####",), "L": ("####", "#   "), "N": ("## ", " ###"),
    "P": ("##", "##", "# "), "T": ("###", " # ", " # "), "U": ("# #", "###"), "V": ("#  ", "#  ", "###"),
    "W": ("#  ", "## ", " ##"), "X": (" # ", "###", " # "), "Y": ("####", " #  "), "Z": ("## ", " # ", " ##"),
}  # fmt: skip
"""The twelve pentominoes by their usual letters."""


class Stock(NamedTuple):
    """How many pieces of each letter there are: between the two numbers of ``limits``, None for any number."""

    limits: Mapping[str, tuple[int, int | None]]


@cache
def turned(letter: str) -> tuple[Shape, ...]:
    """A pentomino in all its turned and mirrored forms; none for what is no pentomino's letter."""
    if letter not in PENTOMINOES:
        return ()
    cells = {(r, c) for r, row in enumerate(PENTOMINOES[letter]) for c, char in enumerate(row) if char == "#"}
    forms = set()
    for _ in range(2):
        for _ in range(4):
            cells = {(c, -r) for r, c in cells}
            forms.add(_at_origin(cells))
        cells = {(r, -c) for r, c in cells}
    return tuple(sorted(forms, key=sorted))


def _at_origin(cells: Collection[tuple[int, int]]) -> Shape:
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


@cache
def _letters() -> Mapping[Shape, str]:
    return {form: letter for letter in PENTOMINOES for form in turned(letter)}


def letter_of(cells: Collection[Spot]) -> str | None:
    """The letter of a pentomino; None for any other piece."""
    return _letters().get(_at_origin([(c.y // 2, c.x // 2) for c in cells]))


class Pieces(Global):
    """Every body of marked cells is a piece of the stock."""

    def __init__(self, board: Rect, lits: Sequence[int], stock: Stock) -> None:
        self.board, self.lits, self.stock = board, lits, stock

    def _bodies(self, known: Known) -> Iterator[list[int]]:
        """The settled bodies; those that can still grow are given with the cells that they could grow into."""
        yield from components(self.board.cell_adjacency, [known[lit] > 0 for lit in self.lits])

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        lits, cells = self.lits, self.board.cells
        whole: dict[str, list[list[int]]] = {}
        for body in ticking(self._bodies(known)):
            at = tuple(cells[n] for n in sorted(body))
            rim = sorted(rim_of(self.board.cell_adjacency, body))
            if len(body) > 5:
                yield Conflict(at, [lits[n] for n in body[:6]])
            elif all(known[lits[n]] < 0 for n in rim):
                letter = letter_of(at) if len(body) == 5 else None
                if letter is None or letter not in self.stock.limits:
                    yield Conflict(at, self._whole(body))
                else:
                    whole.setdefault(letter, []).append(body)
        yield from self._too_many(whole)

    def _whole(self, body: list[int]) -> list[int]:
        """What makes a body a piece of its own: its cells, and that it stops there."""
        rim = sorted(rim_of(self.board.cell_adjacency, body))
        return [*(self.lits[n] for n in body), *(-self.lits[n] for n in rim)]

    def _too_many(self, whole: Mapping[str, list[list[int]]]) -> Iterator[Conflict]:
        for letter, bodies in whole.items():
            most = self.stock.limits[letter][1]
            if most is not None and len(bodies) > most:
                some = bodies[: most + 1]
                at = tuple(self.board.cells[n] for n in sorted(n for body in some for n in body))
                yield Conflict(at, list(dict.fromkeys(lit for body in some for lit in self._whole(body))))


class AllUsed(Global):
    """At least so many pieces of each letter are there."""

    def __init__(self, board: Rect, lits: Sequence[int], stock: Stock) -> None:
        self.board, self.lits, self.stock = board, lits, stock

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        if any(known[lit] == 0 for lit in ticking(self.lits)):
            return  # what is open may still become the missing piece
        cells = self.board.cells
        bodies = components(self.board.cell_adjacency, [known[lit] > 0 for lit in self.lits])
        found = Counter(letter_of([cells[n] for n in body]) for body in bodies if len(body) == 5)
        missing = [letter for letter, (least, _) in self.stock.limits.items() if found[letter] < least]
        if missing:
            because = [lit if known[lit] > 0 else -lit for lit in self.lits]
            yield Conflict((), because, {"letters": ", ".join(missing)})


class _PieceRule(Rule):
    def __init__(self, shade: AnswerLayer, stock: Callable[[Any], Stock], text: str) -> None:
        super().__init__(text)
        self.shade, self.stock = shade, stock

    def lits(self, model: Genre) -> list[int]:
        """The literals of the board's cells."""
        marks = model.marks[self.shade.name]
        return [int(marks[c]) for c in ticking(model.board.cells)]


class FromStock(_PieceRule):
    """Every piece is one of the stock; carries the encoding of whole_stock too."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, Pieces(model.board, self.lits(model), self.stock(model)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        board, lits = model.board, self.lits(model)
        covering: list[list[int]] = [[] for _ in ticking(lits)]
        beside: list[list[int]] = [[] for _ in ticking(range(2 * len(board.links)))]
        for letter, (least, most) in self.stock(model).limits.items():
            out.tick()
            laid = _laid(board, letter)
            first = out.new(laid.n)
            for all_ways, own in ((covering, laid.covering), (beside, laid.beside)):
                for ways, some in zip(ticking(all_ways), own, strict=True):
                    ways += [first + way for way in some]
            if most is not None or least:
                placed = range(first, first + laid.n)
                out.count(placed, range(least, (laid.n if most is None else most) + 1))
        for lit, ways in zip(ticking(lits), covering, strict=True):
            out.add([-lit, *ways])
            out.extend([-way, lit] for way in ways)
        for link, ends in enumerate(ticking(board.link_ends)):
            for end, ways in zip(ends, beside[2 * link : 2 * link + 2], strict=True):
                out.at_most_one([lits[end], *ways])
        return []


class Laid(NamedTuple):
    """How a piece may lie on a board: ``n`` placements, counted from 0.

    ``covering``: for each cell the placements on it; ``beside``: for each link those that hold just its second end, and
    those that hold just its first.
    """

    n: int
    covering: Sequence[Sequence[int]]
    beside: Sequence[Sequence[int]]


def _laid(board: Rect, letter: str) -> Laid:
    return board.memo(("laid", letter), lambda: _lay(board, letter))


def _lay(board: Rect, letter: str) -> Laid:
    index, ends = board.cell_index, board.link_ends
    covering: list[list[int]] = [[] for _ in ticking(board.cells)]
    beside: list[list[int]] = [[] for _ in ticking(range(2 * len(ends)))]
    n = 0
    for n, cells in enumerate(ticking(_placements(board, letter)), 1):
        own = {index[c] for c in cells}
        for cell in own:
            covering[cell].append(n - 1)
            for link in board.cell_links[cell]:
                a, b = ends[link]
                if not (a in own and b in own):
                    beside[2 * link + (a in own)].append(n - 1)
    return Laid(n, covering, beside)


def _placements(board: Rect, letter: str) -> Iterator[list[Spot]]:
    known = board.cell_index
    for form in turned(letter):
        height, width = max(r for r, _ in form), max(c for _, c in form)
        for top in ticking(range(board.n_rows - height)):
            for left in range(board.n_cols - width):
                cells = [Spot(2 * (top + r) + 1, 2 * (left + c) + 1) for r, c in sorted(form)]
                if all(c in known for c in cells):
                    yield cells


class WholeStock(_PieceRule):
    """No piece that must be there is missing."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        stock = self.stock(model)
        if any(least for least, _ in stock.limits.values()):
            yield Demand(self, AllUsed(model.board, self.lits(model), stock))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        del model, out
        return []  # said by FromStock, with which it always comes


class TouchNowhere(_PieceRule):
    """Pieces do not touch at corners.

    Two cells of one pentomino that touch at a corner have a cell of it beside both: any other way round is too long.
    """

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        for a, b, c, d in model.board.windows(2, 2):
            for one, other, left, right in ((a, d, b, c), (b, c, a, d)):
                yield Demand(self, any_of((~marks[one], ~marks[other], marks[left], marks[right])), (one, other))


def pieces(
    shade: AnswerLayer, stock: Callable[[Any], Stock], *, known: str, apart: str
) -> tuple[FromStock, TouchNowhere]:
    """Two rules in their words: every body of marked cells is a piece of the stock that the model gives, none too often
    (``known``); pieces do not touch at corners (``apart``)."""
    return FromStock(shade, stock, known), TouchNowhere(shade, stock, apart)


def whole_stock(shade: AnswerLayer, stock: Callable[[Any], Stock], text: str) -> WholeStock:
    """The rule, beside ``pieces``, that no piece that must be there is missing; ``{letters}`` may stand in the text."""
    return WholeStock(shade, stock, text)
