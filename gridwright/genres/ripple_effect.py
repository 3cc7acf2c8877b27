"""Ripple Effect: rooms with 1, 2, 3, ..., and equal numbers as far apart as they are large."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from ..formats.layout import D, Diagram, Letters, Number, Stroke, blank, cells, ruled
from ..formats.plain_text import PlainText, rooms
from ..formats.roles import puzzlekit, pzpr
from ..formats.spf import Spf
from ..language import (
    STEPS,
    WALL,
    Answer,
    Demands,
    Genre,
    Given,
    Group,
    Rect,
    Spot,
    Wording,
    must,
    rule,
)
from ..language.making import Making, Sketch, Wishes
from ..language.taste import Levels, sizes_of
from ..laying.layouts import numbered_rooms, walls_of
from ..rules import once_each, once_in, regions_of


class RippleEffect(Genre):
    """A board without walls is one room. Between equal numbers, cells of all rooms count, and so do missing cells."""

    name = "Ripple Effect"
    aliases = ("Hakyuu", "Hakyu", "Hakyuukouka")
    task = (
        "Write the numbers from 1 to the number of its cells in every outlined room. Two equal numbers in a row or "
        "column have at least that many cells between them."
    )
    levels = Levels(easy=24.9, medium=62.1, hard=65.2, extreme=75)

    wall = Given("links", role="structure", look=WALL)

    areas = regions_of(wall)

    def sizes(self) -> dict[Spot, int]:
        """The number of cells in the room of each cell."""
        return self.memo("room sizes", lambda: {c: len(room) for room in self.areas() for c in room})

    def numbers(self) -> range:
        """1 to the size of the largest room."""
        return range(1, max(map(len, self.areas()), default=1) + 1)

    number = Answer("cells", numbers)

    once = once_each(number, areas, once_in("the room of {first}"), values=lambda room: range(1, len(room) + 1),
                     rest=Wording("a room of {n:cell} holds no number above {n}",
                                  many="{culprits:is|are} too large for a room of {n:cell}"))

    @rule("two {value}s in a row or column have at least {n:cell} between them",
          "{a} and {b} are both {value}, with {between:cell} between them")
    def far_apart(self) -> Demands:
        sizes = self.sizes()
        for line in self.board.lines:
            for a, b in combinations(line, 2):
                steps = (b.y - a.y + b.x - a.x) // 2
                for value in range(steps, min(sizes[a], sizes[b]) + 1):
                    yield must(~((self.number[a] == value) & (self.number[b] == value)), (a, b),
                               value=value, n=value, a=a, b=b, between=steps - 1)

    once.considered_with(far_apart)
    groups = (Group("regions", wall),)
    dialects = (
        Spf("ripple_effect",
            puzzle=Diagram(ruled(D), ruled(), frame=True, cell=Number(number) | blank, edge=Stroke(wall)),
            solution=Diagram(cells(D), cells(), cell=Number(number))),
        PlainText("ripple effect", "ripple", "hakyuu", body=rooms(wall, Letters(number, 1))),
        *pzpr("ripple hakyukoka", lambda p, g: p.Notation(
            (p.border(g.wall), p.numbers(g.number), p.bits("hole", optional=True)),
            (p.walls(g.wall), p.cells(p.Integer(g.number)), p.cells(*p.filled_in(g.number))),
        )),
        *puzzlekit("Hakyuu RippleEffect", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)), k.areas(g.wall)), k.solved(k.numbers(g.number, drawn=True)),
        )),
    )


# -- making --

ROOMS = {1: 4, 2: 10, 3: 18, 4: 24, 5: 22, 6: 15, 7: 7}
"""The sizes of rooms of new puzzles, with weights."""


def with_rooms(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Rooms and numbers at random."""
    del wishes
    rooms, numbers = numbered_rooms(board, rng, sizes_of(rng, ROOMS), is_far)
    return Sketch(board, {"wall": walls_of(board, rooms)}, marks={"number": numbers})


def is_far(numbers: Mapping[Spot, int], room: Sequence[Spot], at: Spot, n: int) -> bool:
    """Whether no cell that is too near has the same number."""
    del room
    near = (Spot(at.y + k * dy, at.x + k * dx) for dy, dx in STEPS for k in range(1, n + 1))
    return all(numbers.get(c) != n for c in near)


RippleEffect.making = Making(sketch=with_rooms, givens="number", spare=0.15, size=(8, 8))
