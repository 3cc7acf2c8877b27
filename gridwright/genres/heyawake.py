"""Heyawake: shade cells in rooms; white runs cross one border at most."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from math import prod
from random import Random
from typing import Any, TypeAlias

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
from ..language.making import ABSENT, Making, Sketch, Symmetry, Wishes, at_least, image, told_by
from ..language.taste import Levels
from ..laying.layouts import is_connected, shaped_tiling, walls_of
from ..rules import Tally, apart, connected, half_open, regions_of, tallied


class Heyawake(Genre):
    """Rooms may have any shape. A room's number may be in any of its cells and counts the shaded cells of the room.
    Having no unshaded cells at all counts as connected: the only cell of a board may be shaded."""

    name = "Heyawake"
    aliases = ("Divided Rooms", "Heyawacky")
    task = (
        "Shade cells so that no two shaded cells share an edge and the white cells stay connected. A number shows how "
        "many cells of its room are shaded; its own cell may be one of them. No straight run of white cells goes "
        "through more than two rooms."
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

RoomCells: TypeAlias = tuple[Spot, ...]
Weights: TypeAlias = Mapping[tuple[int, int], float]
SHAPES = {
    (1, 1): 0.11, (1, 2): 0.09, (1, 3): 0.115, (1, 4): 0.025, (1, 5): 0.035, (1, 6): 0.012, (1, 7): 0.005,
    (1, 8): 0.002, (1, 9): 0.002, (2, 2): 0.35, (2, 3): 0.18, (2, 4): 0.07, (2, 5): 0.009, (2, 6): 0.003,
    (2, 7): 0.001, (3, 3): 0.074, (3, 4): 0.008, (3, 5): 0.001, (4, 4): 0.002,
}  # fmt: skip
"""The weights of rooms with these sides. The probability of a layout is about proportional to the product of the
weights of its rooms. Fitted so that thin rooms are a little rarer than in published puzzles, as the search for a unique
puzzle adds some."""
VARIETY = 0.25
"""The standard deviation of the logarithms of shapes' weights: puzzles prefer different shapes."""
MIXING = 1
"""How many changes of borders are tried in the first layout, for each cell of the board."""
PACKED = 0.9
"""The probability that as many cells as possible of a room should be shaded, if its neighbours allow that."""
HELD = (0.6, 0.2)
"""The probabilities that the numbers 0 and 1 are held back, in rooms of less than ``LARGE`` cells."""
LARGE = 8
TRIES = 20
"""Changes of borders that are tried before giving up."""
PAIRED, JOINED, STAYING = 0.8, 0.3, 0.8
"""The probabilities that two rooms change together instead of one, that they are joined, and that a mark near the
change stays."""


def with_rooms(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Rectangular rooms, of other shapes in some puzzles than in others."""
    weights = {sides: weight * rng.lognormvariate(0, VARIETY) for sides, weight in SHAPES.items()}
    shapes = {way: weight * prod(sides) for sides, weight in weights.items() for way in (sides, sides[::-1])}
    rooms = [tuple(sorted(room)) for room in shaped_tiling(board, rng, shapes, wishes.symmetry)]
    for _ in range(MIXING * len(board.cells)):
        rooms = _with_border_changed(rng, board, rooms, weights, {rng.choice(board.cells)}, wishes.symmetry) or rooms
    sketch = divided(board, rooms, weights, len(rooms), wishes.symmetry)
    sketch.wanted = {"shade": _shading(rng, board, rooms)}
    return sketch


def _shading(rng: Random, board: Rect, rooms: Sequence[RoomCells]) -> dict[Spot, bool]:
    """Every second cell of many rooms, preferably of large ones: high numbers tell most."""
    shaded: set[Spot] = set()
    for room in sorted(rooms, key=lambda room: rng.random() * len(room), reverse=True):
        if len(room) > 2 and rng.random() < PACKED:
            is_odd = len(room) % 2 == 0 and rng.random() < 0.5
            own = {c for c in room if (c.y + c.x - room[0].y - room[0].x) // 2 % 2 == is_odd}
            beside = {n for c in own for n in board.neighbours(c)}
            if shaded.isdisjoint(beside) and is_connected(board, set(board.cells).difference(shaded, own)):
                shaded |= own
    return dict.fromkeys(shaded, True)


def divided(board: Rect, rooms: Sequence[RoomCells], weights: Weights, most: int, symmetry: Symmetry) -> Sketch:
    """The sketch of some rooms, and the weights of their shapes."""
    return Sketch(board, {"wall": walls_of(board, rooms)}, parts=(rooms, weights, most), symmetry=symmetry)


def other_rooms(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves, adds or removes a border and its images where answers differ; most marks of the answer stay."""
    board, (rooms, weights, most) = sketch.board, sketch.parts
    near = {n for spot in spots for n in (spot, *board.neighbours(spot))}
    for _ in range(TRIES):
        changed = _with_border_changed(rng, board, rooms, weights, near, sketch.symmetry)
        if changed and len(changed) <= max(most, len(rooms)):
            found = divided(board, changed, weights, most, sketch.symmetry)
            found.wanted = {"shade": {c: value for c, value in answer.marks["shade"].items()
                                      if c not in near or rng.random() < STAYING}}
            return found
    return None


def _with_border_changed(
    rng: Random, board: Rect, rooms: Sequence[RoomCells], weights: Weights, near: Set[Spot], symmetry: Symmetry
) -> list[RoomCells] | None:
    """Rooms with a border near some spots, and its images, moved, added or removed; None if the change is impossible or
    declined. A change to less usual shapes is accepted with the ratio of their weights (Metropolis)."""
    before = _beside(rng, board, rooms, near)
    after = _cut(rng, tuple(sorted(c for room in before for c in room)), len(before))
    new = prod(weights.get(_shape(room), 0) for room in after)
    if not new or rng.random() * prod(weights[_shape(room)] for room in before) >= new:
        return None
    out, into = ({one for room in own for one in _images(board, room, symmetry)} for own in (before, after))
    overlaps = not len({c for room in into for c in room}) == sum(map(len, out)) == sum(map(len, into))
    return None if out == into or overlaps else [*(room for room in rooms if room not in out), *sorted(into)]


def _beside(rng: Random, board: Rect, rooms: Sequence[RoomCells], near: Set[Spot]) -> list[RoomCells]:
    """A room with one of some cells, mostly with another one that forms a rectangle together with it."""
    room = rng.choice([room for room in rooms if not near.isdisjoint(room)])
    rim = {n for c in room for n in board.neighbours(c)}.difference(room)
    beside = [other for other in rooms if not rim.isdisjoint(other) and _is_rectangle(room + other)]
    return [room, rng.choice(beside)] if beside and rng.random() < PAIRED else [room]


def _is_rectangle(cells: RoomCells) -> bool:
    """Whether cells fill their bounding box."""
    return prod(_sides(cells)) == len(cells)


def _sides(cells: RoomCells) -> Sequence[int]:
    """The rows and columns of a bounding box."""
    return [(max(along) - min(along)) // 2 + 1 for along in zip(*cells, strict=True)]


def _shape(room: RoomCells) -> tuple[int, int]:
    """The sides of a room, the shorter one first."""
    short, long = sorted(_sides(room))
    return short, long


def _cut(rng: Random, cells: RoomCells, n: int) -> list[RoomCells]:
    """A rectangle in two parts, or whole; often so if it consists of two rooms."""
    cuts = [(way, at) for way in (0, 1) for at in sorted({c[way] for c in cells})[1:]]
    if not cuts or (n > 1 and rng.random() < JOINED):
        return [cells]
    way, at = rng.choice(cuts)
    return [tuple(c for c in cells if (c[way] < at) == is_first) for is_first in (True, False)]


def _images(board: Rect, room: RoomCells, symmetry: Symmetry) -> list[RoomCells]:
    """A room and its images."""
    found = [room]
    while symmetry != "none" and (own := tuple(sorted(image(board, c, symmetry) for c in found[-1]))) != room:
        found.append(own)
    return found


def shaded_told(model: Any, answer: State, at: Spot) -> Any:
    """How many cells of a room are shaded, in its first cell."""
    rooms = model.memo("rooms", lambda: {room[0]: room for room in model.areas()})
    return sum(answer.get("shade", c) is True for c in rooms[at]) if at in rooms else ABSENT


def held_back(model: Any, at: Spot, n: int) -> float:
    """How likely a number is held back: published puzzles have few low numbers in small rooms."""
    return HELD[n] if n < len(HELD) and model.room_size(at) < LARGE else 0


Heyawake.making = Making(
    sketch=with_rooms, change=other_rooms, told={"number": told_by(shaded_told)}, held={"number": held_back},
    likely={"shade": 0.45}, share=0.6, spare=0.1, dull=(0, 1), liked={1: 2, 2: 3, 3: 8, 4: 8, 5: 8, 6: 8},
    symmetry={"quarter": 0.07, "rotate": 0.15, "diagonal": 0.02}, sizes=at_least(2), equal=0.04, rounds=60,
    starts=(4, 3),
)
