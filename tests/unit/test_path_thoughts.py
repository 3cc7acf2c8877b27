"""What explanations see of paths at one look: it follows from the rules, and from no more marks than it names."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import gridwright as gw
from gridwright.board.arc_graph import ArcGraph
from gridwright.board.walks import pockets
from gridwright.genres.chatroom import Chatroom, with_calls
from gridwright.genres.chatroom.rules import TurningLine
from gridwright.genres.mortal_coil import MortalCoil, with_coil
from gridwright.language import Genre, Puzzle, Rect
from gridwright.language.making import Sketch, Unlucky, Wishes
from gridwright.language.rules import Demand, Global
from gridwright.logic.expr import Known, known_from

from ..grouped import each_seed

N_PUZZLES, N_ANSWERS, N_POSITIONS = 12, 200, 40


def puzzles(genre: type[Genre]) -> Iterator[tuple[Puzzle, list[gw.State], random.Random]]:
    """Small puzzles of a genre with a few answers, from its own structures."""
    rng, board = random.Random(f"thoughts {genre.name}"), Rect.of(4, 5)
    draw = with_calls if genre is Chatroom else with_coil
    while True:
        try:
            puzzle = told(genre, draw(rng, board, Wishes()), rng)
        except Unlucky:
            continue
        answers = list(islice(gw.all_answers(puzzle), N_ANSWERS + 1))
        if 0 < len(answers) <= N_ANSWERS:
            yield puzzle, answers, rng


def told(genre: type[Genre], sketch: Sketch, rng: random.Random) -> Puzzle:
    """A puzzle of a structure; in the lines of Chatroom some numbers are told, right or wrong."""
    given = {name: dict(marks) for name, marks in sketch.given.items()}
    for at in given.get("turns", ()):
        given["turns"][at] = rng.choice(("?", "?", 0, 1, 2))
    return Puzzle.of(genre, sketch.board, given)


def globals_of(puzzle: Puzzle) -> list[tuple[Demand, Global]]:
    """The combined demands that look at the whole path or line."""
    model = puzzle.genre(puzzle)
    demands = (demand for rule in model.lemmas for demand in rule.demands(model))
    return [(demand, demand.what) for demand in demands if isinstance(demand.what, Global)]


def positions(puzzle: Puzzle, answers: list[gw.State], rng: random.Random) -> Iterator[Known]:
    """Positions made of the marks of an answer, some of which are wrong or left out."""
    variables = puzzle.genre(puzzle).variables
    for _ in range(N_POSITIONS):
        known = list(variables.known(rng.choice(answers)))
        open_, wrong = rng.random(), rng.choice((0.05, 0.2))
        yield known_from([1, *(0 if rng.random() < open_ else value * (-1 if rng.random() < wrong else 1)
                               for value in known[2 : variables.top + 1])])


@pytest.mark.parametrize("genre", [Chatroom, MortalCoil], ids=lambda genre: genre.__name__)
def test_conflicts_name_marks_that_no_answer_has_together(genre: type[Genre]) -> None:
    n_conflicts = 0
    for puzzle, answers, rng in islice(puzzles(genre), N_PUZZLES):
        right = [puzzle.genre(puzzle).variables.known(answer) for answer in answers]
        for known in positions(puzzle, answers, rng):
            for demand, what in globals_of(puzzle):
                for conflict in what.conflicts(known):
                    n_conflicts += 1
                    assert all(known[lit] > 0 for lit in conflict.because)
                    told_ = demand.say(puzzle.board), conflict.words
                    assert not any(all(one[lit] > 0 for lit in conflict.because) for one in right), told_
    assert n_conflicts > 50


def test_the_ways_of_a_line_are_thought_through_if_they_are_few() -> None:
    """From a corner of a board of 3x3 there are two ways with one turn to the opposite corner."""
    board = Rect.of(3, 3)
    graph = ArcGraph(board.cells, board.link_ends, list(range(2, 2 + len(board.links))), board.links)
    line = TurningLine(graph, start=0, n=1, goals=[8], closed=[])
    assert line.demand(7) is None
    demand = line.demand(8)
    assert demand is not None
    nothing = [0] * (2 * (len(board.links) + 2))
    assert not list(demand.conflicts(nothing))
    for link in ((0, 1), (0, 3)):
        lit = graph.lits[board.link_ends.index(link)]
        nothing[lit], nothing[-lit] = -1, 1
    (conflict,) = demand.conflicts(nothing)
    assert sorted(conflict.because) == sorted(-graph.lits[board.link_ends.index(link)] for link in ((0, 1), (0, 3)))


@each_seed(60)
def test_pockets_hang_on_one_node_and_no_node_divides_them(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(1, 9)
    arcs = [(a, b) for a in range(n) for b in range(a) if rng.random() < rng.choice((0.2, 0.4, 0.6))]
    ways = [[(i, sum(ends) - node) for i, ends in enumerate(arcs) if node in ends] for node in range(n)]

    def reached(start: int, without: int | None = None) -> frozenset[int]:
        found = [start]
        for node in found:
            found += [other for _, other in ways[node] if other != without and other not in found]
        return frozenset(found)

    here = reached(0)
    parts = {neck: {reached(node, neck) for node in here - {neck}} for neck in here}
    hanging = {(part, neck) for neck, own in parts.items() if len(own) > 1 for part in own}
    right = {(part, neck) for part, neck in hanging if not any(other < part for other, _ in hanging)}
    for root in here:
        assert {(frozenset(part), neck) for part, neck in pockets(ways, root)} == right
