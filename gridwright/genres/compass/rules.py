"""Areas with a compass each, whose numbers count their cells further each way (Compass)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ...board.arc_graph import ArcGraph, ShortestPaths
from ...board.board import Spot
from ...board.walks import reached
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Conflict, Demand, Demands, Global, Lemma, Rule, bundle, must
from ...language.variables import Views
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.expr import FrozenKnown, Known, about
from ...logic.ticks import ticking
from ...rules.areas import divided_by
from ...rules.realms import OneHeadPerRealm, Realms, RealmWalls, encode_far, heads_of, owners_in
from .reach import CountedReach, DirectionCount


def compass_areas(
    walls: AnswerLayer, compasses: GivenLayer, *,
    counts: RuleText, one: RuleText, parting: RuleText, reach: RuleText,
) -> tuple[CompassCounts, OneHeadPerRealm, RealmWalls, Lemma]:
    """Three rules in their words: the numbers of each compass (``counts``), each area holds exactly one compass
    (``one``), and walls stand between areas only (``parting``).

    A lemma: each cell is in the area of a compass that can come to it (``reach``). Faults: no area can hold
    ``{cells}``; ``parted``, only that of ``{head}`` can hold the two ``{cells}`` beside a wall; ``few`` and ``many``,
    that of ``{head}`` needs ``{n}`` cells ``{way}`` it, and can come to ``{room}`` or must have ``{have}``;
    ``claimed``, those of ``{heads}`` both need ``{cells}``.
    """
    numbers = CompassCounts(walls, compasses, counts)
    rules = numbers, OneHeadPerRealm(walls, compasses, one), RealmWalls(walls, compasses, parting)

    def within_reach(model: Any) -> Demands:
        told = model.given(compasses)
        yield must(CountedReach(divided_by(walls, model), heads_of(compasses, model), model.board,
                                [_counts(model, at, numbers) for at, numbers in told.items()]), clues=told)

    return *bundle(rules, numbers.encode_realms), Lemma(reach, rules, within_reach, reads=compasses)


def _counts(model: Any, at: Spot, numbers: Sequence[int | None]) -> list[DirectionCount]:
    """The numbers of a compass, with their directions."""

    def beyond(axis: int, sign: int) -> frozenset[int]:
        cells = enumerate(ticking(model.board.cells))
        return frozenset(i for i, cell in cells if sign * cell[axis] > sign * at[axis])

    return [
        DirectionCount(way, n, model.memo(("beyond", way, at[axis]), partial(beyond, axis, sign)))
        for n, (way, axis, sign) in zip(numbers, _BEYOND, strict=True) if n is not None
    ]


class CountedPart(Global):
    """Exactly ``n`` nodes of the area of the node ``at`` lie further in one direction: where the coordinate ``axis``
    (0: y, 1: x) times ``sign`` is greater."""

    def __init__(self, graph: ArcGraph, at: int, axis: int, sign: int, n: int) -> None:
        self.graph, self.at, self.axis, self.sign, self.n = graph, at, axis, sign, n

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, here = self.graph, (self.graph.nodes[self.at],)
        most = self._count(known, 0)
        if most < self.n:
            walls = graph.around(self.at, known, 0)
            yield Conflict((*here, *graph.along(walls)), [-lit for lit in walls], {"room": most}, "few")
        have = self._count(known, 1)
        if have > self.n:
            ways = ShortestPaths(graph, self.at, known)
            beyond = (n for n in ways.nodes() if self._value(n) > self._value(self.at))
            because = sorted({lit for n in islice(beyond, self.n + 1) for lit in ways.to(n)})
            yield Conflict((*here, *graph.along(because)), because, {"have": have}, "many")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Arcs whose opening would join too many nodes in the direction, and arcs whose closing would cut off needed
        ones."""
        own = self._value(self.at)

        def joins(one: Sequence[int], other: Sequence[int]) -> bool:
            return (self.at in one or self.at in other) and sum(self._value(n) > own for n in (*one, *other)) > self.n

        def parts(one: Sequence[int], other: Sequence[int]) -> bool:
            return any(self.at in part and sum(self._value(n) > own for n in part) < self.n for part in (one, other))

        return self.graph.at_risk(known, lits, joins, parts)

    def lines_ahead(self, node: int) -> int:
        """How many lines a node lies further in the direction than the node ``at``."""
        return (self._value(node) - self._value(self.at)) // 2

    def _value(self, node: int) -> int:
        return self.sign * self.graph.nodes[node][self.axis]

    def _count(self, known: Known, least: int) -> int:
        """How many nodes of the area lie further in the direction; ``least`` is as in ``ArcGraph``."""
        piece = self.graph.component(self.at, known, least)
        own = self._value(self.at)
        if not isinstance(known, FrozenKnown):
            return sum(self._value(n) > own for n in piece)
        key = self.graph, least, piece[0], self.axis, self.sign
        values = about(known, key, lambda: sorted(self._value(n) for n in ticking(piece)))
        return len(values) - bisect_right(values, own)


_BEYOND: Sequence[tuple[str, int, int]] = (
    ("above", 0, -1),
    ("to the right of", 1, 1),
    ("to the left of", 1, -1),
    ("below", 0, 1),
)
"""The directions that a compass counts, each with the coordinate and the sign with which it grows."""


class CompassCounts(Rule):
    """The four numbers of a compass (above, right, left, below) count the cells of its area in each half of the
    board."""

    def __init__(self, walls: AnswerLayer, compasses: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=compasses)
        self.walls, self.compasses = walls, compasses

    def _own_part(self, model: Genre, part: CountedPart, _: Demand, views: Views) -> None:
        """Exactly ``n`` cells in the direction belong to the compass, none of them more than ``n`` lines away."""
        heads = heads_of(self.compasses, model)
        own = owners_in(views, part.graph, heads, model.board)[heads.index(part.at)]
        ahead: list[int] = []
        for n, mine in enumerate(own):
            lines = part.lines_ahead(n)
            if lines > part.n:
                views.out.add([-mine])
            elif lines > 0:
                ahead.append(mine)
        views.out.count_at_once(ahead, (part.n,))

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, graph = model.board, divided_by(self.walls, model)
        for at, numbers in model.given(self.compasses).items():
            for n, (way, axis, sign) in zip(numbers, _BEYOND, strict=True):
                if n is not None:
                    what = CountedPart(graph, board.cell_index[at], axis, sign, n)
                    yield Demand(self, what, (at,), {"n": n, "way": way}, self.clues_at(at),
                                 in_views=partial(self._own_part, model, what))

    def encode_realms(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The joint encoding of the three rules by realms."""
        board, graph = model.board, divided_by(self.walls, model)
        compasses = model.given(self.compasses)
        heads = {board.cell_index[at] for at in compasses}
        owned = []
        for at, numbers in compasses.items():
            head = board.cell_index[at]
            barred = heads - {head}

            def inside(n: int, at: Spot = at, numbers: Any = numbers, barred: Collection[int] = barred) -> bool:
                return n not in barred and _may_reach(numbers, _far(board.cells[n], at))

            cells = reached(board.cell_adjacency, [head], inside)
            first = out.new(len(cells)) - 1
            mine = {n: 1 if n == head else first + i for i, n in enumerate(cells)}
            owned.append(mine)
            for n, (_, axis, sign) in zip(numbers, _BEYOND, strict=True):
                if n is not None:
                    own = sign * at[axis]
                    out.count([lit for m, lit in ticking(mine.items()) if sign * board.cells[m][axis] > own], [n])
            for way in range(4):
                lines: dict[int, list[int]] = {}
                for m, lit in ticking(mine.items()):
                    lines.setdefault(_far(board.cells[m], at)[way], []).append(lit)
                encode_far([lines[d] for d in sorted(lines) if d > 0], out)
        realms = Realms(board.cell_adjacency, [[board.cell_index[at]] for at in compasses], owned)
        realms.encode_walls(graph, out)
        realms.encode_reach(out)
        return [realms]


def _far(cell: Spot, at: Spot) -> tuple[int, int, int, int]:
    """How many lines above, right, left and below a compass a cell lies."""
    down, right = (cell.y - at.y) // 2, (cell.x - at.x) // 2
    return -down, right, -right, down


def _may_reach(numbers: Sequence[int | None], far: Sequence[int]) -> bool:
    """Whether the numbers of a compass allow its area to reach a cell at all.

    The way to a cell ``n`` lines away takes at least ``n`` cells in that direction. For a cell ``a`` lines away in one
    direction and ``b`` in another, the two counts must add up to at least ``a + b``: a way that last enters the
    quadrant from the axis at ``h`` lines in the first direction has used ``h`` cells there, and its other ``abs(a - h)
    + b`` cells lie in the quadrant.
    """
    wanted = [(n, d) for n, d in zip(numbers, far, strict=True) if d > 0]
    told = [n for n, _ in wanted if n is not None]
    if any(n is not None and n < d for n, d in wanted):
        return False
    return len(told) < 2 or max(told) >= sum(d for _, d in wanted)
