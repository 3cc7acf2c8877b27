"""Connectivity on small random graphs: cuts exclude the grid at hand and no answer, conflicts are no false alarm.

What makes cuts stronger (nodes that are sure to hold, how many hold at least) is used by few genres, and on tiny boards
it changes nothing.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence

import pytest

from gridwright.board.node_graph import NodeGraph
from gridwright.board.walks import components
from gridwright.language import Spot
from gridwright.language.rules import Global
from gridwright.logic.clauses import Clause
from gridwright.logic.expr import Known
from gridwright.rules.connected import OneBody, ToBorder

Nodes = frozenset[int]
Graph = list[list[int]]
SEEDS = range(40)


def graph(rng: random.Random) -> Graph:
    """A ring or a path of some nodes with a few chords: connected, and easy to part."""
    n = rng.randint(5, 9)
    pairs = [(i, i + 1) for i in range(n - 1)] + [(n - 1, 0)] * rng.randint(0, 1)
    pairs += [(a, b) for a, b in itertools.combinations(range(n), 2) if b - a > 1 and rng.random() < 0.1]
    near: list[set[int]] = [set() for _ in range(n)]
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    return [sorted(own) for own in near]


def joined(near: Sequence[Sequence[int]], nodes: Nodes) -> bool:
    """Whether some nodes are connected, by the definition: from any of them one can walk to all others."""
    seen, left = set(list(nodes)[:1]), list(nodes)[:1]
    while left:
        fresh = {m for m in near[left.pop()] if m in nodes} - seen
        seen |= fresh
        left += fresh
    return seen == set(nodes)


def subsets(n: int) -> Iterator[Nodes]:
    for chosen in itertools.product((False, True), repeat=n):
        yield frozenset(itertools.compress(range(n), chosen))


def literals(n: int) -> list[int]:
    """Of the nodes 0, 1, ...; the variable 1 is true."""
    return list(range(2, n + 2))


def nodes_of(near: Graph) -> NodeGraph:
    return NodeGraph(near, literals(len(near)), [Spot(1, 2 * i + 1) for i in range(len(near))])


def known_of(n: int, held: Nodes, not_held: Nodes) -> Known:
    known = [0] * (2 * n + 3)
    for lit in (1, *(node + 2 for node in held), *(-node - 2 for node in not_held)):
        known[lit], known[-lit] = 1, -1
    return known


def holds(clause: Clause, known: Known) -> bool:
    return any(known[lit] > 0 for lit in clause)


def check_cuts(what: Global, n: int, answers: Sequence[Nodes], wrong: Iterable[Nodes]) -> int:
    """Each wrong grid has cuts, all of which it breaks and no answer does; gives how many cuts there were."""
    every = frozenset(range(n))
    n_cuts = 0
    for nodes in wrong:
        cuts = list(what.cuts(known_of(n, nodes, every - nodes)))
        assert cuts
        for cut in cuts:
            assert not holds(cut, known_of(n, nodes, every - nodes))
            for answer in answers:
                assert holds(cut, known_of(n, answer, every - answer)), (sorted(nodes), cut, sorted(answer))
        n_cuts += len(cuts)
    return n_cuts


def check_conflicts(what: Global, n: int, right: Sequence[Nodes], rng: random.Random) -> int:
    """A partial grid has a conflict just where no right grid completes it, and reasons hold; gives the conflicts."""
    found = 0
    for _ in range(60):
        held = frozenset(node for node in range(n) if rng.random() < 0.3)
        out = frozenset(node for node in range(n) if node not in held and rng.random() < 0.5)
        known = known_of(n, held, out)
        conflicts = list(what.conflicts(known))
        possible = any(held <= nodes and not out & nodes for nodes in right)
        assert bool(conflicts) is not possible, (sorted(held), sorted(out))
        for conflict in conflicts:
            assert all(known[lit] > 0 for lit in conflict.because)
            assert not any(all((lit > 0) is (abs(lit) - 2 in nodes) for lit in conflict.because) for nodes in right)
        found += len(conflicts)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_components_are_connected_and_apart(seed: int) -> None:
    rng = random.Random(seed)
    near = graph(rng)
    for nodes in rng.sample(list(subsets(len(near))), 20):
        pieces = components(near, [n in nodes for n in range(len(near))])
        assert sorted(itertools.chain.from_iterable(pieces)) == sorted(nodes)
        assert all(joined(near, frozenset(piece)) for piece in pieces)
        assert not any(joined(near, frozenset(a + b)) for a, b in itertools.combinations(pieces, 2))


@pytest.mark.parametrize("seed", SEEDS)
def test_one_body(seed: int) -> None:
    rng = random.Random(seed)
    near = graph(rng)
    n = len(near)
    bodies = [nodes for nodes in subsets(n) if joined(near, nodes)]
    split = [nodes for nodes in subsets(n) if not joined(near, nodes)]
    assert check_conflicts(OneBody(nodes_of(near)), n, bodies, rng)
    assert check_cuts(OneBody(nodes_of(near)), n, bodies, rng.sample(split, min(10, len(split)))) or not split
    for _ in range(4):
        sure = rng.sample(range(n), rng.randint(0, 2))
        at_least = rng.randint(0, n - 2)
        answers = [nodes for nodes in bodies if nodes.issuperset(sure) and len(nodes) >= at_least]
        wrong = [nodes for nodes in split if nodes.issuperset(sure) and len(nodes) >= at_least]
        what = OneBody(nodes_of(near), at_least=at_least, sure=sure)
        check_cuts(what, n, answers, rng.sample(wrong, min(10, len(wrong))))


@pytest.mark.parametrize("seed", SEEDS)
def test_all_lead_to_the_border(seed: int) -> None:
    """That is: together with the outside they are one body."""
    rng = random.Random(seed)
    near = graph(rng)
    n = len(near)
    rim = rng.sample(range(n), rng.randint(1, 2))
    outside = [[*own, *([n] if node in rim else [])] for node, own in enumerate(near)] + [rim]
    right = [nodes for nodes in subsets(n) if joined(outside, nodes | {n})]
    wrong = [nodes for nodes in subsets(n) if not joined(outside, nodes | {n})]
    what = ToBorder(NodeGraph(outside, [*literals(n), 1], [Spot(1, 2 * i + 1) for i in range(n)]))
    check_cuts(what, n, right, rng.sample(wrong, min(20, len(wrong))))
    check_conflicts(what, n, right, rng)
