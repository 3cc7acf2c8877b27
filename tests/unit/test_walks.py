"""The walks over graphs that kinds share, against plain definitions on small random graphs."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from gridwright.language.walks import (
    Tree,
    alike,
    components,
    distances,
    grow,
    pieces_of,
    reached,
    rim_of,
    separator,
    shortest_way,
    way_between,
    way_up,
)

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


@pytest.mark.parametrize("seed", range(40))
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


@pytest.mark.parametrize("seed", range(40))
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


@pytest.mark.parametrize("seed", range(40))
def test_ways_by_their_arcs(seed: int) -> None:
    rng = random.Random(seed)
    graph = some_graph(rng)
    pairs = [(a, b) for a, near in enumerate(graph) for b in near if a < b]
    arcs = [[(i, b if a == node else a) for i, (a, b) in enumerate(pairs) if node in (a, b)]
            for node in range(len(graph))]
    tree: Tree = {}
    grow(tree, arcs, 0, lambda _: True)
    assert tree.keys() == steps(graph, [True] * len(graph), 0).keys()
    for a in tree:
        assert len(way_up(a, tree)) == steps(graph, [True] * len(graph), 0)[a]
        for b in tree:
            ends = [end for arc in way_between(a, b, tree) for end in pairs[arc]]
            odd = {end for end in ends if ends.count(end) % 2}
            assert odd == ({a, b} if a != b else set())


@pytest.mark.parametrize("seed", range(40))
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
