"""Country Road: a loop visits each room once; numbers count its cells there."""

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from ..formats.layout import D, Diagram, Letters, Number, Stroke, blank, ruled
from ..formats.plain_text import PlainText, rooms
from ..formats.roles import penpa, puzzlekit, pzpr
from ..formats.spf import Spf
from ..language import (
    LINE,
    WALL,
    Answer,
    Demands,
    Expr,
    Genre,
    Given,
    Group,
    Numbers,
    Rect,
    Spot,
    State,
    Wording,
    any_of,
    count,
    must,
    per_spot,
    rule,
)
from ..language.making import ABSENT, Making, Sketch, Wishes, at_least, told_by
from ..language.taste import Levels, sizes_of
from ..laying.layouts import grown, moved, walls_of
from ..rules import no_branches, one_loop, regions_of


class CountryRoad(Genre):
    """A room's number may be in any of its cells. If there is only one room, the loop need not leave it. A wall that
    ends inside a room is a border as well: a loop that crosses it enters the room again, and cells off the loop do not
    touch across it."""

    name = "Country Road"
    aliases = ("Country",)
    task = (
        "Draw one closed loop through cell centres. It visits each room exactly once. A number shows how many cells of "
        "its room are on the loop. Of two cells that share a room border, the loop passes at least one."
    )

    levels = Levels(easy=58.5, medium=146, hard=181, extreme=208)

    wall = Given("links", role="structure", look=WALL)

    areas = regions_of(wall)

    def room_of(self) -> dict[Spot, Sequence[Spot]]:
        """The room of each cell."""
        return self.memo("room of each cell", lambda: {c: room for room in self.areas() for c in room})

    @per_spot
    def room_size(self, at: Spot) -> int:
        """The number of cells in the room of a cell."""
        return len(self.room_of()[at])

    number = Given("cells", Numbers(1, room_size))
    loop = Answer("links", look=LINE, words=("drawn", "not drawn"))

    no_branches = no_branches(loop, Wording(
        "the loop neither ends nor branches at {at}", few="the loop ends at {at}", many="the loop branches at {at}"))
    one_loop = one_loop(loop, Wording(
        "the line is one closed loop", "the line through {cells} is cut off from the rest", none="there is no loop",
        ring="there is more line besides the closed loop through {cells}"))

    def gates(self) -> list[tuple[Spot, list[Spot]]]:
        """The first cell of each room, and the links that lead out of the room; none for a room that is the board."""
        outs: dict[Spot, list[Spot]] = {room[0]: [] for room in self.areas()}
        for link in self.wall:
            one, other = (self.room_of()[end][0] for end in self.board.ends(link))
            if one != other:
                outs[one].append(link)
                outs[other].append(link)
        return list(outs.items()) if len(outs) > 1 else []

    def inner_walls(self) -> dict[Spot, list[Spot]]:
        """The walls that end inside a room, by the first cell of the room."""
        found: dict[Spot, list[Spot]] = {}
        for link in self.wall:
            one, other = (self.room_of()[end] for end in self.board.ends(link))
            if one is other:
                found.setdefault(one[0], []).append(link)
        return found

    @rule("the loop visits the room of {room}", "the loop does not cross the border of the room of {room}")
    def visited(self) -> Demands:
        for room, links in self.gates():
            yield must(count(self.loop[link] for link in links) >= 2, links, room=room)

    @rule("the loop visits the room of {room} only once", "the loop visits the room of {room} more than once")
    def once(self) -> Demands:
        for room, links in self.gates():
            yield must(count(self.loop[link] for link in links) <= 2, links, room=room)
        most = 0 if self.gates() else 1  # a loop that leaves no room may cross a wall once
        for room, links in self.inner_walls().items():
            yield must(count(self.loop[link] for link in links) <= most, links, room=room)

    def on_loop(self, at: Spot) -> Expr:
        """Whether the loop passes a cell."""
        return any_of(self.loop[link] for link in self.board.links_of(at))

    @rule("the room of {clue} needs {n:cell} on the loop", reads=number)
    def room_count(self) -> Demands:
        for at, n in self.number.items():
            room = self.room_of()[at]
            yield must(count(self.on_loop(c) for c in room) == n, room, clues=at, n=n, clue=at)

    @rule("the loop passes {a} or {b}, which touch across a wall",
          "the loop misses both {a} and {b}, which touch across a wall")
    def met(self) -> Demands:
        for link in self.wall:
            a, b = self.board.ends(link)
            spots = (a, *self.board.links_of(a), b, *self.board.links_of(b))
            yield must(self.on_loop(a) | self.on_loop(b), spots, a=a, b=b)

    room_count.considered_with(no_branches)
    met.considered_with(no_branches)

    groups = (Group("rooms", wall, (number,)),)
    dialects = (
        Spf("country_road",
            puzzle=Diagram(ruled(D), ruled(), frame=True, edge=Stroke(wall), cell=Number(number) | blank),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(loop, across=True), cell=blank)),
        PlainText("country road", body=rooms(wall, Letters(number))),
        *pzpr("country", lambda p, g: p.Notation(
            (p.border(g.wall), p.RoomNumbers(g.number, g.wall)),
            (p.Rooms(g.wall), p.clues(g.number), p.line(g.loop), p.Notes("0")),
            unknown={g.number: p.IGNORED}, differs={"e": "rooms may be left out"},
        )),
        penpa("countryroad country", lambda p, g: p.Notation(
            p.Regions(g.wall), p.CellTexts(g.number), p.Lines(g.loop), unknown=p.ignored(g.number),
        )),
        *puzzlekit("CountryRoad", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)), k.areas(g.wall)), k.solved(k.Exits(g.loop, drawn=True)),
        )),
    )


# -- making --


def passed_told(model: Any, answer: State, at: Spot) -> Any:
    """How many cells of a room are on the loop, in its first cell."""
    room = model.room_of()[at]
    if at != room[0]:
        return ABSENT
    return sum(any(answer.get("loop", link) for link in model.board.links_of(c)) for c in room)


SIZES = {1: 1, 2: 2, 3: 4, 4: 6, 5: 4, 6: 2, 8: 1}
"""The sizes of rooms, with weights."""


def rooms_of(board: Rect, rooms: Sequence[Sequence[Spot]]) -> Sketch:
    """The sketch of some rooms."""
    return Sketch(board, {"wall": walls_of(board, rooms)}, parts=rooms)


def with_rooms(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Small rooms at random."""
    del wishes
    return rooms_of(board, grown(board, rng, sizes_of(rng, SIZES)))


def other_rooms(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """One cell moved to another room, where another answer differs."""
    del answer
    rooms = moved(sketch.board, rng, sketch.parts, spots)
    return None if rooms is None else rooms_of(sketch.board, rooms)


CountryRoad.making = Making(
    sketch=with_rooms, change=other_rooms, told={"number": told_by(passed_told)}, spare=0.2, sizes=at_least(3),
    pictured="loop",
)
