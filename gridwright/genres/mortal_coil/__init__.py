"""Mortal Coil: slide from wall to wall until every cell is visited."""

from collections.abc import Iterator
from random import Random

from ...formats.layout import Chars, Diagram, Stroke, blank, ruled
from ...formats.plain_text import PlainText, dot, grid
from ...formats.spf import Spf
from ...language import HOLE, LINE, STEPS, Answer, Genre, Given, Rect, Spot, Wording, symbols
from ...language.gestures import Begins
from ...language.layers import MarksByLayer
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least
from ...language.taste import Levels
from ...laying.layouts import links_along
from .rules import sliding_path


class MortalCoil(Genre):
    """From a start of your choice, slide until a wall, the border or a visited cell stops you, again and again.

    The answer is the start and the path: answers that differ in either are different answers.
    """

    name = "Mortal Coil"
    aliases = ("Coil",)
    task = (
        "Choose a start and slide through all white cells: each slide goes straight on until a wall, the border or a "
        "visited cell stops you."
    )
    levels = Levels(easy=48.1, medium=120, hard=143, extreme=164)

    wall = Given("cells", role="structure", look=HOLE)

    def free(self) -> list[Spot]:
        """The cells to visit."""
        return self.memo("free", lambda: [c for c in self.board.cells if c not in self.wall])

    def ways(self) -> Iterator[Spot]:
        """The links between free cells."""
        return (s for s in self.board.links if not any(end in self.wall for end in self.board.ends(s)))

    path = Answer(ways, look=LINE, words=("drawn", "not drawn"))
    start = Answer(free, look=symbols({True: "●"}), words=("the start", "not the start"), gesture=Begins(path))

    one_start, visits_all, one_piece, slides, two_ends, ahead = sliding_path(
        start, path, free,
        one="the path needs {n:start}",
        visit=Wording(
            "the path visits {at} once", few="the path does not visit {at}", many="the path branches at {at}"),
        leave=Wording("the start is an end of the path", "the path leaves its start {start} in several directions"),
        piece=Wording("the path is one piece", "the path falls into parts: {cells:is|are} cut off"),
        slide=Wording(
            "the path turns only where it is stopped", "the path turns at {cell}, though {ahead} is still free"),
        ends=Wording(
            "the path has two ends", "the path would have to end three times, in the dead ends at {pockets}",
            many="the path from {start} would have to end twice, in the dead ends at {pockets}"),
        ahead=Wording(
            "the path slides on until it has visited all cells",
            "the path gets stuck at {cell} before it visits {left}",
            many="the path stops at {cell}, though {ahead} is still free"),
    )

    dialects = (
        Spf("mortal_coil",
            puzzle=Diagram(ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
                           cell=Chars(wall, {"#": True}) | Chars(start, {"O": True, "-": False}) | blank),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
                             cell=Chars(wall, {"#": True}) | Chars(start, {"O": True, " ": False}, also={"-": False}))),
        PlainText("mortal coil", body=grid(Chars(wall, {"#": True}) | dot)),
    )


# -- making --

VISITED = 0.62
"""The least share of the board that a path visits."""
TOLD = ("trivial", "easy", "medium")
"""The labels of puzzles whose start is given."""


def with_coil(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A path that slides at random. Where it has to stop stands a wall, and so in all cells that it never visits.

    It visits every line of the board. The start is given in all but hard puzzles: finding it takes trial and error.
    """
    way, walls = [rng.choice(board.cells)], set[Spot]()
    seen = set(way)
    while True:
        runs = []
        for step in STEPS:
            run = []
            for c in board.ray(way[-1], step):
                if c in seen or c in walls:
                    break
                run.append(c)
            ends = [n for n in range(1, len(run) + 1) if n == len(run) or len(run) > n]
            runs += [run[:n] for n in ends]
        if not runs:
            break
        run = rng.choice(runs)
        step = (run[0].y - way[-1].y, run[0].x - way[-1].x)
        way += run
        seen.update(run)
        beyond = Spot(way[-1].y + step[0], way[-1].x + step[1])
        if beyond not in seen and beyond in board.cells:
            walls.add(beyond)
    if len(way) < VISITED * len(board.cells) or any(seen.isdisjoint(line) for line in board.lines):
        raise Unlucky
    drawn = set(links_along(board, way))
    links = [link for link in board.links if seen.issuperset(board.ends(link))]
    given: MarksByLayer = {"wall": {c: True for c in board.cells if c not in seen}}
    if wishes.difficulty in TOLD:
        given["start"] = {way[0]: True}
    return Sketch(board, given, marks={
        "path": {link: link in drawn for link in links}, "start": {c: c == way[0] for c in board.cells if c in seen}})


MortalCoil.making = Making(sketch=with_coil, rounds=1, whole=True, size=(8, 8), sizes=at_least(2))
