"""Pairs of cells: dominoes, perhaps from a given set, and marked cells of two kinds that are matched one to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

from ..board.board import Spot
from ..board.walks import Adjacency
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer, Source, ValueLayer, Without, marks_of
from ..language.puzzle import State
from ..language.rules import Conflict, Demand, Global, Rule
from ..language.wording import RuleText
from ..logic.amounts import count
from ..logic.clauses import Clauses
from ..logic.expr import Known, all_of, any_of
from ..logic.ticks import tick, ticking

Domino = tuple[int, int]


def domino_name(a: int, b: int) -> str:
    """The name of a domino in a set: ``0-3``."""
    return f"{min(a, b)}-{max(a, b)}"


class InPairs(Rule):
    """The rule that each cell, except those in ``holes``, is joined to exactly one neighbour. If the pairs are dominoes
    with given ``numbers``, those with walls all around lie on the board."""

    def __init__(
        self, join: Source, text: RuleText, *, holes: GivenLayer | None = None, numbers: GivenLayer | None = None
    ) -> None:
        super().__init__(text)
        self.join, self.holes, self.numbers = join, holes, numbers

    def _holes(self, model: Genre) -> Set[Spot]:
        return frozenset() if self.holes is None else model.given(self.holes).keys()

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks, holes = marks_of(self.join, model), self._holes(model)
        for cell in ticking(model.board.cells):
            if cell in holes:
                continue
            yield Demand(self, count(marks[s] for s in model.board.links_of(cell)) == 1, (cell,))

    def laid(self, model: Genre, state: State) -> Iterator[str]:
        if self.numbers is None or not isinstance(self.join, Without):
            return
        board, holes, numbers = model.board, self._holes(model), model.given(self.numbers)
        walls: Mapping[Spot, Any] = state.marks.get(self.join.layer.name, {})
        ways = {c: [s for s in board.links_of(c) if not walls.get(s) and holes.isdisjoint(board.ends(s))]
                for c in ticking(board.cells)}
        for link in board.links:
            a, b = board.ends(link)
            if ways[a] == ways[b] == [link] and a in numbers and b in numbers:
                yield domino_name(numbers[a], numbers[b])

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, holes = marks_of(self.join, model), self._holes(model)
        lits = [int(marks[s]) for s in model.board.links]
        for cell, own in zip(ticking(model.board.cells), model.board.cell_links, strict=True):
            if cell not in holes:
                out.exactly_one([lits[i] for i in own])
        return []


class DominoSet(Rule):
    """The rule that the joined pairs are exactly the dominoes of the model. The text may contain ``{a}``, ``{b}`` and
    ``{n}``, the number of dominoes a-b. Fault: ``foreign`` (a domino is not in the set)."""

    def __init__(
        self, join: AnswerLayer, value: ValueLayer, dominoes: Callable[[Any], Sequence[Domino]], text: RuleText
    ) -> None:
        super().__init__(text)
        self.join, self.value, self.dominoes = join, value, dominoes

    def _wanted(self, model: Genre) -> Counter[Domino]:
        return Counter((min(pair), max(pair)) for pair in self.dominoes(model))

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, marks, terms = model.board, model.marks[self.join.name], model.terms[self.value.name]
        wanted = self._wanted(model)
        values = self.value.values(model)
        pairs = sorted({(a, b) for a in values for b in values if a <= b} | set(wanted))
        for a, b in pairs:
            lying = []
            for link in ticking(board.links):
                p, q = (terms[end] for end in board.ends(link))
                ways = any_of(
                    [all_of([p == a, q == b]), all_of([p == b, q == a])] if a != b else [all_of([p == a, q == b])]
                )
                lying.append(all_of([marks[link], ways]))
            n = wanted[a, b]
            yield Demand(self, count(lying) == n, (), {"a": a, "b": b, "n": n}, fault="" if n else "foreign")

    def laid(self, model: Genre, state: State) -> Iterator[str]:
        values: Mapping[Spot, Any] = state.marks.get(self.value.name, {})
        for link, joined in state.marks.get(self.join.name, {}).items():
            a, b = model.board.ends(link)
            if joined and a in values and b in values:
                yield domino_name(values[a], values[b])

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """A literal for each domino on each link, in both orientations."""
        marks, terms = model.marks[self.join.name], model.terms[self.value.name]
        board = model.board
        wanted = self._wanted(model)
        lying: dict[Domino, list[int]] = {pair: [] for pair in wanted}
        shown: dict[tuple[int, int], list[int]] = {}
        for link, (i, j) in zip(board.links, board.link_ends, strict=True):
            out.tick()
            p, q = terms[board.cells[i]].marks, terms[board.cells[j]].marks
            here = []
            for pair in ticking(wanted):
                for a, b in {pair, pair[::-1]}:
                    if a not in p or b not in q:
                        continue
                    way = out.new()
                    here.append(way)
                    lying[pair].append(way)
                    out.extend(([-way, int(p[a])], [-way, int(q[b])], [-way, int(marks[link])]))
                    shown.setdefault((i, a), []).append(way)
                    shown.setdefault((j, b), []).append(way)
            out.add([-marks[link], *here])
        for i, cell in enumerate(ticking(board.cells)):
            for value, mark in terms[cell].marks.items():
                out.add([-mark, *shown.get((i, value), [])])
        for pair, ways in lying.items():
            tick()
            out.count(ways, [wanted[pair]])
        return []


# -- cells of two kinds ------------------------------------------------------------------------------------------------


class PairedOff(Global):
    """``ones`` and ``others`` are literals by cell: the cells of the two kinds are matched one to one with neighbours,
    and no cell is of both.

    A conflict violates Hall's condition: more cells of one kind than they have possible partners.
    """

    def __init__(self, near: Adjacency, ones: Sequence[int], others: Sequence[int], spots: Sequence[Spot]) -> None:
        self.near, self.ones, self.others, self.spots = near, ones, others, spots

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for spot, one, other in zip(ticking(self.spots), self.ones, self.others, strict=True):
            if known[one] > 0 and known[other] > 0:
                yield Conflict((spot,), [lit for lit in (one, other) if lit != 1], {}, "both")
        for mine, theirs in ((self.ones, self.others), (self.others, self.ones)):
            sure = [c for c, lit in enumerate(mine) if known[lit] > 0]
            open_ = {c: [p for p in self.near[c] if known[theirs[p]] >= 0] for c in ticking(sure)}
            left = set(sure)
            for crowd in _crowds(sure, open_):
                if left.issuperset(crowd):
                    left.difference_update(crowd)
                    yield self._too_many(crowd, open_, mine, theirs)._replace(
                        fault="ones" if mine is self.ones else "others"
                    )

    def _too_many(
        self, crowd: Sequence[int], open_: dict[int, list[int]], mine: Sequence[int], theirs: Sequence[int]
    ) -> Conflict:
        """The conflict of a crowd with too few partners: the other cells around the crowd cannot be partners."""
        partners = {p for c in crowd for p in open_[c]}
        shut = {p for c in crowd for p in self.near[c]} - partners
        because = [mine[c] for c in crowd] + [-theirs[p] for p in shut]
        at = tuple(self.spots[c] for c in sorted(partners.union(crowd, shut)))
        words = {
            "crowd": tuple(self.spots[c] for c in sorted(crowd)),
            "partners": tuple(self.spots[p] for p in sorted(partners)),
            "n_partners": len(partners),
        }
        return Conflict(at, [lit for lit in because if lit != 1], words)


def _crowds(sure: Sequence[int], open_: dict[int, list[int]]) -> Iterator[list[int]]:
    """Sets of cells with too few partners, one for each cell that a maximum matching leaves unmatched."""
    partner: dict[int, int] = {}
    """The partner of each matched cell of the other kind; ``held_by`` is the inverse."""
    held_by: dict[int, int] = {}
    for start in sure:
        back: dict[int, int] = {}
        crowd = [start]
        free_partner = None
        for cell in ticking(crowd, len(open_)):
            for p in open_[cell]:
                if p in back:
                    continue
                back[p] = cell
                if p not in partner:
                    free_partner = p
                    break
                crowd.append(partner[p])
            if free_partner is not None:
                break
        if free_partner is None:
            yield crowd
            continue
        end: int | None = free_partner
        while end is not None:  # swap partners along the augmenting path
            cell = back[end]
            before = held_by.get(cell)
            partner[end], held_by[cell] = cell, end
            end = before


class Paired(Rule):
    """The rule that the marked cells of two kinds are matched one to one, partners sharing an edge; no cell is of both.

    A literal for each pair of neighbours says that they are partners: a marked cell is in exactly one pair, any other
    cell in none.

    Faults: ``both`` (a cell is of both kinds), ``ones`` and ``others`` (``{crowd}`` of that kind have only
    ``{n_partners}`` possible partners beside them).
    """

    def __init__(self, ones: Source, others: Source, text: RuleText) -> None:
        super().__init__(text)
        self.ones, self.others = ones, others

    def demands(self, model: Genre) -> Iterator[Demand]:
        board = model.board
        ones, others = self._lits(model)
        yield Demand(self, PairedOff(board.cell_adjacency, ones, others, board.cells))

    def _lits(self, model: Genre) -> tuple[list[int], list[int]]:
        """The literals of both kinds by cell."""
        ones, others = marks_of(self.ones, model), marks_of(self.others, model)
        cells = model.board.cells
        return [int(ones[c]) for c in ticking(cells)], [int(others[c]) for c in ticking(cells)]

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        near = model.board.cell_adjacency
        ones, others = self._lits(model)
        both = zip(ticking(ones), others, strict=True)
        out.extend([-lit, -other] for lit, other in both if lit != -1 and other != -1)
        pairs: list[list[int]] = [[] for _ in ones]
        for b, other in enumerate(ticking(others)):
            if other == -1:
                continue
            partners = [a for a in near[b] if ones[a] != -1]
            # A cell with one possible partner is marked iff it is in that pair.
            first = other if len(partners) == 1 and other != 1 else out.new(len(partners))
            for pair, a in enumerate(partners, first):
                pairs[a].append(pair)
            if first != other:
                _in_a_pair(other, range(first, first + len(partners)), out)
        for lit, own in zip(ticking(ones), pairs, strict=True):
            if lit != -1:
                _in_a_pair(lit, own, out)
        return []


def _in_a_pair(lit: int, pairs: Sequence[int], out: Clauses) -> None:
    """A cell that is marked is in exactly one pair, any other in none."""
    if lit == 1:
        out.exactly_one(pairs)
    else:
        out.at_most_one(pairs)
        out.add([-lit, *pairs])
        out.extend([-pair, lit] for pair in pairs)


in_pairs = InPairs
domino_set = DominoSet
paired = Paired
