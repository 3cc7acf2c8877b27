"""Graphs with open arcs, against plain definitions on small random graphs that may have parallel arcs."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from gridwright.board.arc_graph import ArcGraph
from gridwright.board.walks import Tree, way_between, way_up
from gridwright.language import Rect, Spot
from gridwright.logic.expr import Known, Mark, known_from

from ..grouped import each_seed


def some_graph(rng: random.Random) -> tuple[ArcGraph, Known]:
    """A graph with the literals 2, 3, ..., and a grid in which some arcs are open, some closed."""
    n = rng.randint(2, 8)
    ends = [(rng.sample(range(n), 2)[0], b) for b in (rng.randrange(n) for _ in range(rng.randint(1, 12)))]
    ends = [(a, b) for a, b in ends if a != b]
    places = [Spot(1, 2 * i) for i in range(len(ends))]
    graph = ArcGraph([Spot(2 * i, 0) for i in range(n)], ends, range(2, len(ends) + 2), places)
    return graph, known_from([1, *(rng.choice((-1, 0, 1, 1)) for _ in ends)])


def joined(graph: ArcGraph, arcs: Iterable[int], start: int) -> set[int]:
    """The nodes that some arcs join to one."""
    found = {start}
    pairs = [graph.ends[arc] for arc in arcs]
    for _ in graph.nodes:
        found |= {end for pair in pairs if not found.isdisjoint(pair) for end in pair}
    return found


def open_in(graph: ArcGraph, known: Known, least: int) -> list[int]:
    return [arc for arc in range(len(graph.ends)) if known[arc + 2] >= least]


@each_seed(60)
def test_components(seed: int) -> None:
    graph, known = some_graph(random.Random(seed))
    for least in (0, 1):
        arcs = open_in(graph, known, least)
        of = graph.component_of(known, least)
        for a in range(len(graph.nodes)):
            own = joined(graph, arcs, a)
            assert set(graph.component(a, known, least)) == own == set(graph.components(known, least)[of[a]])
            around = {arc + 2 for arc, pair in enumerate(graph.ends) if len(own.intersection(pair)) == 1}
            assert set(graph.around(a, known, least)) == around


@each_seed(60)
def test_union_find_tells_components_and_the_arcs_that_close_rings(seed: int) -> None:
    graph, known = some_graph(random.Random(seed))
    arcs = open_in(graph, known, 1)
    parent, closing = graph.merged(arcs)

    def root(node: int) -> int:
        return node if parent[node] == node else root(parent[node])

    for a in range(len(graph.nodes)):
        assert {b for b in range(len(graph.nodes)) if root(b) == root(a)} == joined(graph, arcs, a)
    for i, arc in enumerate(arcs):
        a, b = graph.ends[arc]
        assert (arc in closing) == (b in joined(graph, arcs[:i], a))


@each_seed(60)
def test_rings_are_closed_and_there_is_one_for_each_arc_too_many(seed: int) -> None:
    graph, known = some_graph(random.Random(seed))
    arcs = open_in(graph, known, 1)
    rings = list(graph.rings(known))
    n_components = len(graph.components(known, 1))
    assert len(rings) == len(arcs) - (len(graph.nodes) - n_components)
    for ring in rings:
        assert set(ring) <= set(arcs) and len(set(ring)) == len(ring) >= 2
        met = [end for arc in ring for end in graph.ends[arc]]
        assert all(met.count(node) == 2 for node in met)
        assert joined(graph, ring, met[0]) == set(met)


@each_seed(60)
def test_trees_and_ways_join_what_they_should_with_as_few_arcs_as_that_takes(seed: int) -> None:
    rng = random.Random(seed)
    graph, known = some_graph(rng)
    start = rng.randrange(len(graph.nodes))
    own = joined(graph, open_in(graph, known, 1), start)
    for n in range(1, len(own) + 1):
        lits = graph.tree(start, n, known)
        assert len(lits) == n - 1 and all(known[lit] > 0 for lit in lits)
        assert len(joined(graph, [lit - 2 for lit in lits], start)) == n
    for goal in own:
        way = [lit - 2 for lit in graph.path(start, goal, known)]
        assert all(known[arc + 2] > 0 for arc in way)
        assert goal in joined(graph, way, start)
        assert not any(goal in joined(graph, [one for one in way if one != arc], start) for arc in way)
    for stranger in set(range(len(graph.nodes))) - own:
        with pytest.raises(KeyError):
            graph.path(start, stranger, known)


@each_seed(60)
def test_ways_in_a_search_tree(seed: int) -> None:
    """The way between two nodes ends at these and passes others evenly, so it is one way and perhaps rings; it has no
    arc twice, so there are none in a tree."""
    graph, known = some_graph(random.Random(seed))
    tree: Tree = {}
    reached = list(graph.grow(tree, 0, known))
    assert set(reached) == set(tree) == joined(graph, open_in(graph, known, 1), 0)
    for a in tree:
        assert len(way_up(a, tree)) == len(graph.path(0, a, known))
        for b in tree:
            way = way_between(a, b, tree)
            ends = [end for arc in way for end in graph.ends[arc]]
            assert {end for end in ends if ends.count(end) % 2} == ({a, b} if a != b else set())
            assert len(set(way)) == len(way)


@each_seed(60)
def test_bridges_hold_together_what_is_not_closed(seed: int) -> None:
    graph, known = some_graph(random.Random(seed))
    arcs = open_in(graph, known, 0)
    parting = {arc for arc in arcs
               if graph.ends[arc][1] not in joined(graph, [one for one in arcs if one != arc], graph.ends[arc][0])}
    assert set(graph.bridges(known)) == parting


def test_arcs_that_meet_others() -> None:
    graph = ArcGraph([Spot(0, 0)] * 5, [(0, 1), (1, 2), (2, 3), (3, 4)], [2, 3, 4, 5], [Spot(1, 1)] * 4)
    assert graph.meeting([1]) == {0, 2}
    assert graph.meeting([0, 1]) == {2}


def test_the_links_of_some_cells_and_the_edges_of_a_board() -> None:
    board = Rect.of(2, 3)
    a, b, c, d, e, f = board.cells
    mark_of = {spot: Mark(i) for i, spot in enumerate((*board.links, *board.edges), 2)}
    some = ArcGraph.of_links(board, mark_of.__getitem__, [a, b, e, f])
    assert [{some.nodes[end] for end in pair} for pair in some.ends] == [set(board.ends(link)) for link in some.places]
    assert set(some.places) == {board.link(a, b), board.link(b, e), board.link(e, f)}
    assert some.names([some.places.index(board.link(b, e))]) == (b, e)
    assert some.along([int(mark_of[board.link(b, e)])]) == [board.link(b, e)]
    edges = ArcGraph.of_edges(board, mark_of.__getitem__)
    around = [edges.places.index(edge) for edge in board.edges_of(d)]
    assert edges.names(around) == (d,)  # enclosed
    assert edges.names([edges.places.index(board.link(a, b))]) == (a, b)  # beside
    assert not any(edges.is_level(edges.places.index(link)) for link in board.links if board.level(link))
    assert c not in edges.names(around)
