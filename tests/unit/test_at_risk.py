"""What is at risk in a position: the open marks of which the opposite breaks a demand on areas at once, no others."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from gridwright.board.arc_graph import ArcGraph
from gridwright.board.walks import Bridges
from gridwright.genres.compass.rules import CountedPart
from gridwright.language import Rect
from gridwright.language.rules import Global
from gridwright.logic.expr import Mark
from gridwright.rules.areas import AreaSize, HeadEach, OneHeadEach, OneHeadPerLine

BOARD = Rect.of(4, 4)
POSITIONS = 120
DEMANDS: dict[str, Callable[[ArcGraph], Global]] = {
    "one head each": lambda graph: OneHeadEach(graph, (0, 5, 14)),
    "a head each": lambda graph: HeadEach(graph, (0, 5, 14)),
    "one head per line": lambda graph: OneHeadPerLine(graph, (0, 5, 14)),
    "size": lambda graph: AreaSize(graph, 5, 6),
    "counted part": lambda graph: CountedPart(graph, 5, 0, 1, 3),
}


def positions(demand: Global, n_lits: int) -> Iterator[list[int]]:
    """Positions that do not break a demand, some of them with much known, made by adding one mark after the other."""
    rng = random.Random("at risk")
    for _ in range(POSITIONS):
        known = [0] * (2 * n_lits + 3)
        known[1], known[-1] = 1, -1
        for lit in rng.sample(range(2, n_lits + 2), rng.randrange(n_lits)):
            wanted = lit if rng.random() < 0.5 else -lit
            for one in (wanted, -wanted):
                known[one], known[-one] = 1, -1
                if next(demand.conflicts(known), None) is None:
                    break
            else:
                known[lit] = known[-lit] = 0
        if next(demand.conflicts(known), None) is None:
            yield known


@pytest.mark.parametrize("make", DEMANDS.values(), ids=DEMANDS)
def test_just_what_breaks_a_demand_is_at_risk(make: Callable[[ArcGraph], Global]) -> None:
    mark_of = {link: Mark(i) for i, link in enumerate(BOARD.links, 2)}
    demand = make(ArcGraph.of_links(BOARD, mark_of.__getitem__))
    n_found = 0
    for known in positions(demand, len(BOARD.links)):
        open_ = [lit for v in range(2, len(BOARD.links) + 2) if not known[v] for lit in (v, -v)]
        wrong = []
        for lit in open_:
            known[lit], known[-lit] = 1, -1
            if next(demand.conflicts(known), None) is not None:
                wrong.append(lit)
            known[lit] = known[-lit] = 0
        assert list(demand.at_risk(known, open_)) == wrong
        n_found += len(wrong)
    assert n_found > POSITIONS // 4


def test_demands_of_one_graph_share_what_is_found_out_about_a_position() -> None:
    """The second demand looks at no way between nodes again; after a change of the position it does."""
    mark_of = {link: Mark(i) for i, link in enumerate(BOARD.links, 2)}
    graph = ArcGraph.of_links(BOARD, mark_of.__getitem__)
    known = [0] * (2 * len(BOARD.links) + 3)
    first, second = OneHeadEach(graph, (0, 5)), OneHeadEach(graph, (0, 10))
    open_ = [lit for v in mark_of.values() for lit in (int(v), -int(v))]
    list(first.at_risk(known, open_))
    shared = graph._last
    list(second.at_risk(known, open_))
    assert graph._last is shared
    known[2], known[-2] = 1, -1
    list(second.at_risk(known, open_[2:]))
    assert graph._last is not shared


def test_sides_of_bridges() -> None:
    """On random graphs, whose arcs some are closed: the sides are what is reached from both ends without the bridge."""
    rng = random.Random("bridges")
    n_found = 0
    for _ in range(60):
        n = rng.randrange(2, 12)
        ends = [(rng.randrange(a), a) if rng.random() < 0.8 else (a - 1, a) for a in range(1, n)]
        ends += [tuple(sorted(rng.sample(range(n), 2))) for _ in range(rng.randrange(4))]  # type: ignore[misc]
        open_ = [rng.random() < 0.8 for _ in ends]
        arcs_of = [[arc for arc, pair in enumerate(ends) if node in pair] for node in range(n)]
        found = Bridges(ends, arcs_of, open_)
        expected = {}
        for arc, (a, b) in enumerate(ends):
            without = [one for i, one in enumerate(ends) if open_[i] and i != arc]
            sides = {reached(a, without), reached(b, without)}
            if open_[arc] and len(sides) == 2:
                expected[arc] = sides
        assert {arc: {frozenset(side) for side in found.sides(arc)} for arc in found} == expected
        n_found += len(expected)
    assert n_found > 60


def reached(start: int, ends: list[tuple[int, int]]) -> frozenset[int]:
    """The nodes that a node is joined to."""
    found = {start}
    for _ in ends:
        found.update(one for pair in ends if not found.isdisjoint(pair) for one in pair)
    return frozenset(found)
