"""The walks over graphs that kinds share, against plain definitions on small random graphs."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from gridwright.board.walks import (
    Bridges,
    alike,
    articulation_points,
    components,
    distances,
    pieces_of,
    reached,
    rim_of,
    separator,
    shortest_way,
    within,
)

from ..grouped import each_seed

Graph = list[list[int]]


def some_graph(rng: random.Random) -> Graph:
    n = rng.randint(1, 9)
    pairs = [(a, b) for a in range(n) for b in range(a) if rng.random() < 0.3]
    return [sorted({b for pair in pairs if node in pair for b in pair if b != node}) for node in range(n)]


def steps(graph: Graph, inside: list[bool], start: int) -> dict[int, int]:
    """The steps from a node to each other, by relaxing all edges again and again."""
    found = {start: 0}
    for _ in graph:
        for a in list(found):
            for b in graph[a]:
                if inside[b]:
                    found[b] = min(found.get(b, len(graph)), found[a] + 1)
    return found


@each_seed(40)
def test_what_is_reached_and_in_how_many_steps(seed: int) -> None:
    rng = random.Random(seed)
    graph = some_graph(rng)
    inside = [rng.random() < 0.7 for _ in graph]
    start = rng.randrange(len(graph))
    right = steps(graph, inside, start)
    found = distances(graph, [start], inside.__getitem__)
    assert found == right and list(found) == reached(graph, [start], inside.__getitem__)
    assert sorted(found.values()) == list(found.values())
    most = rng.randint(0, 3)
    assert distances(graph, [start], inside.__getitem__, most) == {n: d for n, d in right.items() if d <= most}
    for goal in right:
        way = shortest_way(graph, start, goal, inside.__getitem__)
        assert (way[0], way[-1], len(way)) == (goal, start, right[goal] + 1)
        assert all(b in graph[a] for a, b in pairwise(way))


def test_several_starts_count_from_the_nearest() -> None:
    line = [[1], [0, 2], [1, 3], [2, 4], [3]]
    assert distances(line, [0, 4], lambda _: True) == {0: 0, 4: 0, 1: 1, 3: 1, 2: 2}


def test_there_is_no_way_to_what_is_not_reached() -> None:
    with pytest.raises(KeyError):
        shortest_way([[1], [0], []], 0, 2, lambda _: True)


@each_seed(40)
def test_pieces(seed: int) -> None:
    rng = random.Random(seed)
    graph = some_graph(rng)
    labels = [rng.choice([None, "a", "b"]) for _ in graph]
    inside = [label is not None for label in labels]
    whole = {frozenset(steps(graph, inside, n)) for n in range(len(graph)) if inside[n]}
    assert {frozenset(piece) for piece in components(graph, inside)} == whole
    assert {frozenset(piece) for piece in pieces_of(graph, [n for n in range(len(graph)) if inside[n]])} == whole
    same = {frozenset(steps(graph, [one == label for one in labels], n)) for n, label in enumerate(labels) if label}
    assert {frozenset(piece) for piece in alike(graph, labels)} == same
    for piece in whole:
        rim = rim_of(graph, piece)
        assert rim == {b for a in piece for b in graph[a]} - piece


@each_seed(40)
def test_a_separator_parts_and_is_minimal(seed: int) -> None:
    rng = random.Random(seed)
    graph = some_graph(rng)
    whole = steps(graph, [True] * len(graph), 0)
    piece, goal = [0], max(whole, key=lambda n: (whole[n], n))
    if whole[goal] < 2:
        return
    wall, near = separator(graph, piece, goal)
    assert goal not in steps(graph, [n not in wall for n in range(len(graph))], 0) and 0 in near
    for gap in wall:
        assert goal in steps(graph, [n == gap or n not in wall for n in range(len(graph))], 0)


def n_pieces(graph: Graph, inside: list[bool]) -> int:
    """The number of connected pieces of the nodes that are inside."""
    return len({frozenset(steps(graph, inside, node)) for node in range(len(graph)) if inside[node]})


@each_seed(80)
def test_articulation_points_leave_more_pieces_behind(seed: int) -> None:
    rng = random.Random(seed)
    graph = some_graph(rng)
    inside = [rng.random() < 0.8 for _ in graph]
    cut = {
        node for node in range(len(graph)) if inside[node]
        and n_pieces(graph, [here and other != node for other, here in enumerate(inside)]) > n_pieces(graph, inside)
    }  # fmt: skip
    assert articulation_points(graph, inside) == cut


@each_seed(80)
def test_bridges_leave_more_pieces_behind_and_part_two_sides(seed: int) -> None:
    """In graphs where two nodes may be joined by several arcs."""
    rng = random.Random(seed)
    n = rng.randint(1, 8)
    ends = [(a, b) for a in range(n) for b in range(a) for _ in range(2) if rng.random() < 0.25]
    open_ = [rng.random() < 0.8 for _ in ends]
    arcs_of = [[arc for arc, pair in enumerate(ends) if node in pair] for node in range(n)]

    def joined(without: int) -> Graph:
        """The neighbours of each node over all open arcs but one."""
        kept = [pair for arc, pair in enumerate(ends) if open_[arc] and arc != without]
        return [sorted({b for pair in kept if node in pair for b in pair if b != node}) for node in range(n)]

    everywhere = [True] * n
    whole = n_pieces(joined(-1), everywhere)
    right = {arc for arc in range(len(ends)) if open_[arc] and n_pieces(joined(arc), everywhere) > whole}
    found = Bridges(ends, arcs_of, open_)
    assert set(found) == right
    for arc in right:
        a, b = ends[arc]
        sides = [set(steps(joined(arc), everywhere, end)) for end in (a, b)]
        assert sorted(map(sorted, found.sides(arc))) == sorted(map(sorted, sides))


def test_a_search_ends_when_enough_is_reached() -> None:
    """Whether an island has room for its number is asked for each of hundreds of numbers on a large board."""
    line = [[n - 1, n + 1] for n in range(1, 999)]
    line = [[1], *line, [998]]
    asked: list[int] = []

    def inside(node: int) -> bool:
        asked.append(node)
        return True

    assert reached(line, [500], inside, 5)[:5] == [500, 499, 501, 498, 502]
    assert len(asked) <= 6
    assert len(reached(line, [500], inside)) == 1000


@each_seed(20)
def test_neighbours_within_some_nodes(seed: int) -> None:
    rng = random.Random(seed)
    graph = some_graph(rng)
    own = set(rng.sample(range(len(graph)), rng.randint(0, len(graph))))
    found = within(graph, own)
    assert found.keys() == own
    assert all((b in found[a]) == (b in graph[a] and b in own) for a in own for b in range(len(graph)))
