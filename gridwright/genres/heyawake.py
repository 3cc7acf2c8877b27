"""Heyawake: shade cells in rooms; white runs cross one border at most."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from ..formats.layout import Chars, D, Diagram, Letters, Number, Stroke, blank, one_per_cell, ruled
from ..formats.plain_text import PlainText, rooms
from ..formats.roles import kudamono, penpa, puzzlekit, pzpr
from ..formats.spf import Spf
from ..language import (
    WALL,
    Answer,
    Demands,
    Genre,
    Given,
    Group,
    Numbers,
    Rect,
    Spot,
    State,
    Wording,
    count,
    must,
    per_spot,
    rule,
)
from ..language.making import ABSENT, Making, Sketch, Wishes, at_least, told_by
from ..language.taste import Levels, sizes_of
from ..laying.layouts import rectangle_tiling, turned, walls_of
from ..rules import Tally, apart, connected, half_open, regions_of, tallied


class Heyawake(Genre):
    """Rooms may have any shape. A room's number may be in any of its cells and counts the shaded cells of the room.
    Having no unshaded cells at all counts as connected: the only cell of a board may be shaded."""

    name = "Heyawake"
    aliases = ("Divided Rooms", "Heyawacky")
    task = (
        "Shade cells so that no two shaded cells share an edge and the white cells stay connected. A number shows how "
        "many cells of its room are shaded. No straight run of white cells goes through more than two rooms."
    )
    levels = Levels(easy=37.1, medium=78.1, hard=106, extreme=152, labelled=True)

    wall = Given("links", role="structure", look=WALL)

    areas = regions_of(wall)

    @per_spot
    def room_size(self, at: Spot) -> int:
        """The number of cells in the room of a cell."""
        sizes = self.memo("room sizes", lambda: {c: len(room) for room in self.areas() for c in room})
        return sizes[at]

    number = Given("cells", Numbers(0, room_size))
    shade = Answer("cells", words=("shaded", "unshaded"))

    apart = apart(shade, Wording("shaded cells share no edge", "the shaded cells {at} share an edge"))

    @rule("the room of {clue} needs {number:shaded cell}", reads=number)
    def room_count(self) -> Demands:
        for room in self.areas():
            for at in room:
                if at in self.number:
                    n = self.number[at]
                    yield must(count(self.shade[c] for c in room) == n, room, clues=at, number=n, clue=at)

    room_count.considered_with(apart)

    def too_long(self) -> Iterator[Tally]:
        """The shortest straight runs that cross two borders."""
        wall = self.wall
        for line, links in self.board.runs:
            for first, last in pairwise([i for i, link in enumerate(links) if link in wall]):
                run = line[first : last + 2]
                yield Tally.some(run, {"first": run[0], "last": run[-1]})

    short_runs = tallied(shade, too_long, Wording(
        "no straight run of unshaded cells crosses two borders",
        "the unshaded run from {first} to {last} crosses two borders"))

    one_body = connected(~shade, Wording(
        "the unshaded cells are connected", "{at:is|are} cut off from the other unshaded cells"),
        at_least=half_open).requires(apart)

    groups = (Group("rooms", wall, (number,)),)
    dialects = (
        Spf("heyawake",
            puzzle=Diagram(ruled(D), ruled(), frame=True, edge=Stroke(wall),
                           cell=Number(number) | Chars(shade, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(shade)),
        PlainText("heyawake", "wacky heyawake", "river wild heyawake", body=rooms(wall, Letters(number))),
        *pzpr("heyawake heyawacky", lambda p, g: p.Notation(
            (p.border(g.wall), p.RoomNumbers(g.number, g.wall)),
            (p.ByVersion(p.Rooms(g.wall), p.walls(g.wall)), p.clues(g.number), p.shading(g.shade),
             p.pencilled()),
            version=1, unknown={g.number: p.IGNORED},
        )),
        penpa("heyawake", lambda p, g: p.Notation(
            p.Regions(g.wall), p.CellTexts(g.number), p.Shade(g.shade), unknown=p.ignored(g.number),
        )),
        *puzzlekit("Heyawake", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)), k.areas(g.wall)), k.solved(*k.shaded(g.shade)),
        )),
        kudamono("heyawake", lambda k, g: k.Notation(g.number, g.wall, unknown=k.ignored(g.number))),
    )


# -- making --

SIZES = {2: 2, 3: 2, 4: 4, 6: 4, 8: 1, 9: 1}
"""The sizes of rooms, with weights."""
SINGLE = 0.1
"""The probability that a single cell stays a room although it could join another."""


def with_rooms(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Rectangular rooms, few of them narrow."""
    del wishes
    rooms = with_few_single_cells(board, rng, rectangle_tiling(board, rng, sizes_of(rng, SIZES), 0.8))
    return Sketch(board, {"wall": walls_of(board, turned(board, rng, rooms))})


def with_few_single_cells(board: Rect, rng: Random, rooms: Sequence[list[Spot]]) -> list[list[Spot]]:
    """Rectangular rooms. Most single cells join a straight room that points to them."""
    found = list(rooms)
    for single in [room for room in rooms if len(room) == 1]:
        lines = [room for room in found if room is not single and is_straight(sorted([*room, *single]))
                 and any(n in room for n in board.neighbours(single[0]))]
        if lines and rng.random() > SINGLE:
            line = min(lines, key=len)
            found = [room for room in found if room is not line and room is not single]
            found.append([*line, *single])
    return found


def is_straight(cells: Sequence[Spot]) -> bool:
    """Whether all cells lie in one row or column."""
    return len({c.y for c in cells}) == 1 or len({c.x for c in cells}) == 1


def shaded_told(model: Any, answer: State, at: Spot) -> Any:
    """How many cells of a room are shaded, in its first cell."""
    room = next(room for room in model.areas() if at in room)
    return sum(answer.get("shade", c) is True for c in room) if at == room[0] else ABSENT


Heyawake.making = Making(
    sketch=with_rooms, told={"number": told_by(shaded_told)}, likely={"shade": 0.45}, share=0.6, spare=0.1,
    dull=(0,), liked={2: 3, 3: 5, 4: 5},
    sizes=at_least(2),
)
