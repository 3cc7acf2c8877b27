"""Alternatives, such as the placements of a piece; and pieces: bodies of marked cells with shapes from a set.

``Alternatives`` are seldom what a rule says. Explanations use them, because people think them through (see
``language.rules.Lemma``).

Pieces are encoded by placements: a literal for each orientation of a shape at each place. A cell is marked iff a
placement covers it, a placement leaves its edge neighbours unmarked, and pieces do not touch at corners because of
clauses for 2x2 blocks. Placements that cover a cell but not a certain neighbour of it exclude each other and the
neighbour's mark: "at most one" of all these replaces a clause for each placement and neighbour.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from ..board.board import Spot
from ..board.node_graph import NodeGraph
from ..board.rect import Rect
from ..board.walks import components, rim_of
from ..language.genre import Genre
from ..language.layers import AnswerLayer
from ..language.puzzle import State
from ..language.rules import Compound, Conflict, Demand, Global, Rule, bundle
from ..language.wording import AtLeast, AtMost, RuleText, times
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known, any_of
from ..logic.ticks import ticking
from .connected import marked_cells


class Limits(NamedTuple):
    """Literals, and the least and greatest number of them that hold."""

    lits: Sequence[int]
    least: int
    most: int

    def broken_by(self, known: Known) -> list[int]:
        """Settled literals that violate a limit; none if they do not."""
        yes, no = [lit for lit in self.lits if known[lit] > 0], [-lit for lit in self.lits if known[lit] < 0]
        if len(yes) > self.most:
            return yes[: self.most + 1]
        return no[: len(self.lits) - self.least + 1] if len(self.lits) - len(no) < self.least else []


class Alternative(NamedTuple):
    """What an alternative implies: literals, clauses, and limits on numbers of literals."""

    lits: Sequence[int]
    clauses: Sequence[Clause] = ()
    limits: Sequence[Limits] = ()

    def excluded_by(self, known: Known, blamed: Container[int]) -> Sequence[int]:
        """Settled literals that exclude the alternative, preferably those in ``blamed``; none if nothing excludes
        it."""
        wrong = [-lit for lit in self.lits if known[lit] < 0]
        if wrong:
            return [next((lit for lit in wrong if lit in blamed), wrong[0])]
        for clause in self.clauses:
            if all(known[lit] < 0 for lit in clause):
                return [-lit for lit in clause]
        return next(filter(None, (one.broken_by(known) for one in self.limits)), ())


class Alternatives(Compound):
    """At least ``least`` of the alternatives hold, or the literal ``unless`` does.

    Each alternative implies or excludes each of the literals ``settled``. So a true one is implied by an alternative
    that holds; clauses state this for propagation.
    """

    def __init__(
        self,
        alternatives: Sequence[Alternative],
        at: Sequence[Spot] = (),
        *,
        least: int = 1,
        unless: int = -1,
        settled: Sequence[int] = (),
    ) -> None:
        self.alternatives, self.at, self.least, self.unless, self.settled = alternatives, at, least, unless, settled

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        if known[self.unless] >= 0:
            return
        because = dict.fromkeys([-self.unless])
        n_left = 0
        for one in ticking(self.alternatives):
            against = one.excluded_by(known, because)
            n_left += not against
            if n_left >= self.least:
                return
            because.update(dict.fromkeys(against))
        yield Conflict(tuple(self.at), list(because))

    def literals(self) -> Sequence[int]:
        said = {*self.settled, self.unless}
        for lits, clauses, limits in ticking(self.alternatives):
            said.update(lits)
            for clause in clauses:
                said.update(clause)
            for limit in limits:
                said.update(limit.lits)
        return list(said)

    def encode(self, out: Clauses) -> None:
        first = out.new(len(self.alternatives))
        taken = range(first, first + len(self.alternatives))
        if self.least > 1:
            out.count_at_once(taken, range(self.least, len(taken) + 1))
        else:
            out.add([*taken, self.unless])
        over: dict[int, list[int]] = {lit: [] for lit in self.settled}
        for taken_lit, one in zip(ticking(taken), self.alternatives, strict=True):
            off = -taken_lit
            out.extend([[off, lit] for lit in one.lits])
            for lit in over.keys() & one.lits if over else ():
                over[lit].append(taken_lit)
            out.extend([[off, *clause] for clause in one.clauses])
            for lits, least, most in one.limits:
                n = len(lits)
                if most < n:
                    out.at_most.append(([*lits, *[taken_lit] * (n - most)], n))
                if least > 0:
                    out.at_most.append(([*(-lit for lit in lits), *[taken_lit] * least], n))
        out.extend([-lit, *ways] for lit, ways in over.items())

_CELLS = 5
"""The number of cells of a piece."""

PieceShape = frozenset[tuple[int, int]]
"""The cells of a piece as (row, column); the smallest row and column are 0."""

PENTOMINOES: Mapping[str, Sequence[str]] = {
    "F": (" ##", "## ", " # "), "I": ("#####",), "L": ("####", "#   "), "N": ("## ", " ###"),
    "P": ("##", "##", "# "), "T": ("###", " # ", " # "), "U": ("# #", "###"), "V": ("#  ", "#  ", "###"),
    "W": ("#  ", "## ", " ##"), "X": (" # ", "###", " # "), "Y": ("####", " #  "), "Z": ("## ", " # ", " ##"),
}  # fmt: skip
"""The twelve pentominoes by their usual letters."""


class Stock(NamedTuple):
    """The least and greatest number of pieces of each letter; None if there is no upper limit."""

    limits: Mapping[str, tuple[int, int | None]]


@cache
def turned(letter: str) -> tuple[PieceShape, ...]:
    """All orientations of a pentomino; none if the letter names no pentomino."""
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


def _at_origin(cells: Collection[tuple[int, int]]) -> PieceShape:
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


@cache
def _letters() -> Mapping[PieceShape, str]:
    return {form: letter for letter in PENTOMINOES for form in turned(letter)}


def letter_of(cells: Collection[Spot]) -> str | None:
    """The letter of a pentomino; None for any other piece."""
    return _letters().get(_at_origin([(c.y // 2, c.x // 2) for c in cells]))


class Pieces(Global):
    """Every body of marked cells is a piece of the stock, and no piece occurs too often."""

    def __init__(self, board: Rect, cells: NodeGraph, stock: Stock) -> None:
        self.board, self.cells, self.stock = board, cells, stock

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        cells, lits = self.cells, self.cells.lits
        whole: dict[str, list[list[int]]] = {}
        for body in ticking(cells.components(known, 1)):
            at = cells.at(body)
            closed = all(known[lits[n]] < 0 for n in cells.rim(body))
            if len(body) > _CELLS:
                have = len(body) if closed else AtLeast(len(body))
                yield Conflict(at, [lits[n] for n in body[: _CELLS + 1]], {"have": have}, "size")
            elif not closed:
                room = self._room(body, known)
                if len(room) < _CELLS:
                    because = [lits[body[0]], *(-lits[n] for n in cells.rim(room))]
                    yield Conflict(at, because, {"have": AtMost(len(room))}, "size")
            elif len(body) < _CELLS:
                yield Conflict(at, self._whole(body), {"have": len(body)}, "size")
            elif (letter := letter_of(at)) is None or letter not in self.stock.limits:
                yield Conflict(at, self._whole(body), {"letter": letter})
            else:
                whole.setdefault(letter, []).append(body)
        yield from self._too_many(whole)

    def _room(self, body: list[int], known: Known) -> list[int]:
        """Cells that the piece of a body can grow into, itself included; stops at the size of a piece."""
        room, seen = list(body), set(body)
        for n in room:
            for near in self.cells.adjacency[n]:
                if near not in seen and known[self.cells.lits[near]] >= 0:
                    seen.add(near)
                    room.append(near)
            if len(room) >= _CELLS:
                break
        return room

    def _whole(self, body: list[int]) -> list[int]:
        """The literals that make a body a complete piece: its cells are marked, those around it are not."""
        lits = self.cells.lits
        return [*(lits[n] for n in body), *(-lits[n] for n in self.cells.rim(body))]

    def _too_many(self, whole: Mapping[str, list[list[int]]]) -> Iterator[Conflict]:
        for letter, bodies in whole.items():
            most = self.stock.limits[letter][1]
            if most is not None and len(bodies) > most:
                at = self.cells.at(n for body in bodies for n in body)
                because = dict.fromkeys(lit for body in bodies[: most + 1] for lit in self._whole(body))
                words = {"letter": letter, "times": times(len(bodies)), "most": times(most)}
                yield Conflict(at, list(because), words, "many")

    def lay(self, out: Clauses, *, whole: bool) -> None:
        """Adds clauses that express the demand; with ``whole`` also that no piece is missing."""
        board, lits = self.board, self.cells.lits
        covering: list[list[int]] = [[] for _ in ticking(lits)]
        beside: list[list[int]] = [[] for _ in ticking(range(2 * len(board.links)))]
        for letter, (least, most) in self.stock.limits.items():
            out.tick()
            laid = _laid(board, letter)
            first = out.new(laid.n)
            for all_ways, own in ((covering, laid.covering), (beside, laid.beside)):
                for ways, some in zip(ticking(all_ways), own, strict=True):
                    ways += [first + way for way in some]
            least = least if whole else 0
            if most is not None or least:
                placed = range(first, first + laid.n)
                out.count(placed, range(least, (laid.n if most is None else most) + 1))
        for lit, ways in zip(ticking(lits), covering, strict=True):
            out.add([-lit, *ways])
            out.extend([-way, lit] for way in ways)
        for link, ends in enumerate(ticking(board.link_ends)):
            for end, ways in zip(ends, beside[2 * link : 2 * link + 2], strict=True):
                out.at_most_one([lits[end], *ways])


class Placed(Compound):
    """There are at least ``least`` pieces of a letter."""

    def __init__(self, board: Rect, cells: NodeGraph, letter: str, least: int) -> None:
        self.board, self.cells, self.letter, self.least = board, cells, letter, least

    @cached_property
    def _places(self) -> Alternatives:
        """The placements of the piece, each with the cells around it unmarked."""
        index, lits, places = self.board.cell_index, self.cells.lits, []
        for cells in ticking(placements(self.board, self.letter), len(lits)):
            own = [index[cell] for cell in cells]
            rim = rim_of(self.cells.adjacency, own)
            places.append(Alternative([*(lits[n] for n in own), *(-lits[n] for n in rim)]))
        return Alternatives(places, least=self.least)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        have = self._whole(known)
        for conflict in self._places.conflicts(known) if have < self.least else ():
            settled = all(known[lit] for lit in self.cells.lits)
            yield conflict._replace(words={"have": times(have)}, fault="room" if not settled else "few" if have else "")

    def literals(self) -> Sequence[int]:
        return self.cells.lits

    def encode(self, out: Clauses) -> None:
        lits, laid = self.cells.lits, _laid(self.board, self.letter)
        first = out.new(laid.n)
        for lit, ways in zip(ticking(lits), laid.covering, strict=True):
            out.extend([-first - way, lit] for way in ways)
        for link, ends in enumerate(ticking(self.board.link_ends)):
            for end, ways in zip(ends, laid.beside[2 * link : 2 * link + 2], strict=True):
                out.extend([-first - way, -lits[end]] for way in ways)
        out.count_at_once(range(first, first + laid.n), range(self.least, laid.n + 1))

    def _whole(self, known: Known) -> int:
        """The number of complete pieces of the letter."""
        cells = self.cells
        whole = (
            body for body in cells.components(known, 1)
            if len(body) == _CELLS and all(known[cells.lits[n]] < 0 for n in cells.rim(body))
        )
        return sum(letter_of(cells.at(body)) == self.letter for body in whole)


class _PieceRule(Rule):
    def __init__(self, shade: AnswerLayer, stock: Callable[[Any], Stock], text: RuleText) -> None:
        super().__init__(text)
        self.shade, self.stock = shade, stock


class FromStock(_PieceRule):
    """Every piece is from the stock."""

    def _pieces(self, model: Genre) -> Pieces:
        return Pieces(model.board, marked_cells(self.shade, model), self.stock(model))

    def laid(self, model: Genre, state: State) -> Iterator[str]:
        board: Rect = model.board
        marks: Mapping[Spot, Any] = state.marks.get(self.shade.name, {})
        for body in components(board.cell_adjacency, [marks.get(cell) is True for cell in board.cells]):
            letter = letter_of([board.cells[n] for n in body]) if len(body) == _CELLS else None
            if letter:
                yield letter

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, self._pieces(model))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        self._pieces(model).lay(out, whole=False)
        return []

    def encode_whole(self, model: Genre, out: Clauses) -> list[Global] | None:
        """This and the rule that nothing is missing."""
        self._pieces(model).lay(out, whole=True)
        return []


class Laid(NamedTuple):
    """The ``n`` placements of a piece on a board, numbered from 0.

    ``covering``: for each cell, the placements on it. ``beside``: for each link, those that cover only its second end,
    then those that cover only its first.
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
    for n, cells in enumerate(ticking(placements(board, letter)), 1):
        covered = {index[c] for c in cells}
        for cell in covered:
            covering[cell].append(n - 1)
            for link in board.cell_links[cell]:
                a, b = ends[link]
                if not (a in covered and b in covered):
                    beside[2 * link + (a in covered)].append(n - 1)
    return Laid(n, covering, beside)


def placements(board: Rect, letter: str) -> Iterator[list[Spot]]:
    """The cells of each placement of a piece on a board."""
    known = board.cell_index
    for form in turned(letter):
        height, width = max(r for r, _ in form), max(c for _, c in form)
        for top in ticking(range(board.n_rows - height)):
            for left in range(board.n_cols - width):
                cells = [Spot(2 * (top + r) + 1, 2 * (left + c) + 1) for r, c in sorted(form)]
                if all(c in known for c in cells):
                    yield cells


class WholeStock(_PieceRule):
    """No required piece is missing."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        cells = marked_cells(self.shade, model)
        for letter, (least, _) in self.stock(model).limits.items():
            if least:
                words = {"letter": letter, "often": times(least)}
                yield Demand(self, Placed(model.board, cells, letter, least), words=words)


class TouchNowhere(_PieceRule):
    """Pieces do not touch at corners.

    Two cells of one pentomino that touch at a corner have a common neighbour in it: any other path between them is too
    long.
    """

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        for a, b, c, d in model.board.windows(2, 2):
            for one, other, left, right in ((a, d, b, c), (b, c, a, d)):
                yield Demand(self, any_of((~marks[one], ~marks[other], marks[left], marks[right])), (one, other))


def pieces(
    shade: AnswerLayer, stock: Callable[[Any], Stock], *, known: RuleText, apart: RuleText
) -> tuple[FromStock, TouchNowhere]:
    """Two rules: every body of marked cells is a piece of the stock, none too often (in the words ``known``); pieces do
    not touch at corners (in the words ``apart``).

    Faults of ``known``, in which ``{at}`` are the cells of the piece: ``size`` (it has ``{have}`` cells, which may be
    "at most" or "at least"), ``many`` (the piece ``{letter}`` occurs ``{times}``, not ``{most}``), and the unnamed one:
    the stock has no ``{letter}``. In ``apart``, ``{at}`` are the two cells that touch.
    """
    return FromStock(shade, stock, known), TouchNowhere(shade, stock, apart)


def whole_stock(known: FromStock, text: RuleText) -> WholeStock:
    """The rule that no required piece is missing; ``known`` is the first rule of ``pieces``.

    ``{letter}`` in the text is the piece, ``{often}`` how often it is required, as in "twice". Faults: ``few`` (it
    occurs ``{have}``), ``room`` (there is not enough room left), and the unnamed one: it does not occur.
    """
    return bundle((known, WholeStock(known.shade, known.stock, text)), known.encode_whole)[1]
