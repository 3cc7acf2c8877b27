"""Norinori: shade dominoes that do not touch, so that two cells of each room are shaded."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import combinations
from random import Random

from ..formats.layout import Chars, Diagram, Stroke, blank, one_per_cell, ruled
from ..formats.roles import kudamono, penpa, puzzlekit, pzpr
from ..formats.spf import Spf
from ..language import WALL, Answer, Demands, Genre, Given, Rect, Spot, State, Wording, any_of, count, lemma, must, rule
from ..language.making import Making, Sketch, Wishes
from ..language.taste import Levels
from ..laying.layouts import owners, spread, walls_of, with_areas_moved
from ..rules.pieces import Alternative, Alternatives, Limits


class Norinori(Genre):
    """A pair of shaded cells is called a domino. Dominoes may touch at corners. The two shaded cells of a room may
    belong to one domino or to two. A puzzle with a room of one cell has no answer."""

    name = "Norinori"
    aliases = ("Dominnocuous",)
    task = (
        "Shade pairs of neighbouring cells so that no two pairs share an edge. Exactly two cells of every outlined "
        "room are shaded; a pair may lie across the border of two rooms."
    )
    levels = Levels(easy=13.2, medium=32.9, hard=36.3, extreme=41.7)

    wall = Given("links", role="structure", look=WALL)
    shade = Answer("cells", words=("shaded", "unshaded"))

    @rule("the room of {first} needs {n:shaded cell}")
    def in_rooms(self) -> Demands:
        for room in self.board.regions(self.wall):
            yield must(count(self.shade[c] for c in room) == 2, room, first=room[0], n=2)

    @rule("{cell} is not shaded alone", "{cell} is shaded, but none of its neighbours is")
    def partner(self) -> Demands:
        for cell in self.board.cells:
            near = self.board.neighbours(cell)
            yield must(self.shade[cell].implies(any_of(self.shade[c] for c in near)), (cell, *near), cell=cell)

    @rule("{cell} makes a domino with only one neighbour", "{cell} is shaded, and several of its neighbours are")
    def one_partner(self) -> Demands:
        for cell in self.board.cells:
            near = self.board.neighbours(cell)
            yield must(self.shade[cell].implies(count(self.shade[c] for c in near) <= 1), (cell, *near), cell=cell)

    in_rooms.considered_with(partner, one_partner)

    @lemma(Wording("the room of {first} needs {n:cell} whose dominoes do not touch",
                   "the room of {first} has no {n:cell} left whose dominoes do not touch"),
           in_rooms, partner, one_partner)
    def pairs_in_rooms(self) -> Demands:
        for room in self.board.regions(self.wall):
            if len(room) <= _LARGE_ROOM:
                what = Alternatives(pairs_of(self, room), room, settled=[int(self.shade[c]) for c in room])
                yield must(what, room, n=2, first=room[0])

    dialects = (
        Spf("norinori",
            puzzle=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall),
                           cell=Chars(shade, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(shade)),
        *pzpr("norinori", lambda p, g: p.Notation(
            (p.border(g.wall),), (p.Rooms(g.wall), p.shading(g.shade), p.pencilled()))),
        penpa("norinori", lambda p, g: p.Notation(p.Regions(g.wall), p.Shade(g.shade))),
        *puzzlekit("Norinori", lambda k, g: k.Notation((k.grid(), k.areas(g.wall)), k.solved(*k.shaded(g.shade)))),
        kudamono("norinori", lambda k, g: k.Notation("", g.wall)),
    )


# -- the pairs of a room --

_LARGE_ROOM = 12
"""Nobody looks at all pairs of cells of rooms that are larger."""


def pairs_of(model: Norinori, room: Sequence[Spot]) -> list[Alternative]:
    """The pairs of cells of a room that dominoes can cover."""
    return [pair for a, b in combinations(room, 2) if (pair := _pair(model, room, a, b)) is not None]


def _pair(model: Norinori, room: Sequence[Spot], a: Spot, b: Spot) -> Alternative | None:
    """What follows if two cells are those of their room; None if one of them has no neighbour for a domino."""
    shade, near = model.shade, model.board.neighbours
    inside = [int(shade[c]) if c in (a, b) else -shade[c] for c in room]
    outside = {c: set(near(c)).difference(room) for c in (a, b)}
    if b in near(a):
        return Alternative([*inside, *(-shade[c] for c in sorted(outside[a] | outside[b]))])
    both = outside[a] & outside[b]
    partners = [[int(shade[c]) for c in sorted(own - both)] for own in outside.values()]
    if not all(partners):
        return None
    return Alternative([*inside, *(-shade[c] for c in sorted(both))], partners, [Limits(own, 1, 1) for own in partners])


# -- making --


def rooms_about(board: Rect, rooms: Sequence[Sequence[Spot]], shaded: Collection[Spot]) -> Sketch:
    """The sketch of rooms, with the answer that they must have."""
    marks = {"shade": {c: c in shaded for c in board.cells}}
    return Sketch(board, {"wall": walls_of(board, rooms)}, marks=marks, parts=rooms)


def with_dominoes(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Dominoes, and rooms about two of their cells each.

    A piece grows around each shaded cell. Two pieces make a room: first those of one domino, then where two rooms lie
    side by side, their pieces may be paired the other way.
    """
    del wishes
    dominoes = close_dominoes(rng, board)
    shaded = [c for domino in dominoes for c in domino]
    pieces = spread(board, rng, [[c] for c in shaded], (0.01, 0.01, 1, 3))
    owner = owners(pieces)
    beside: list[set[int]] = [set() for _ in pieces]
    for one, other in (map(owner.__getitem__, board.ends(link)) for link in board.links):
        beside[one].add(other)
        beside[other].add(one)
    partner = [i ^ 1 for i in range(len(pieces))]
    for _ in range(2 * len(pieces)):
        i = rng.randrange(len(pieces))
        j = rng.choice(sorted(beside[i]))
        if j not in (i, partner[i]) and partner[j] in beside[partner[i]]:
            for a, b in ((partner[i], partner[j]), (i, j)):
                partner[a], partner[b] = b, a
    return rooms_about(board, [pieces[i] + pieces[j] for i, j in enumerate(partner) if i < j], shaded)


def close_dominoes(rng: Random, board: Rect) -> list[tuple[Spot, ...]]:
    """As many dominoes as find room one after another, of which no two share an edge.

    Each is the one of several that shuts the fewest further cells: about 40 of 100 cells are shaded then, as in
    published puzzles. Where dominoes are less dense, rooms that allow one answer only are hard to find.
    """
    around = {(a, b): {*board.neighbours(a), *board.neighbours(b)} for a, b in map(board.ends, board.links)}
    found: list[tuple[Spot, ...]] = []
    shut: set[Spot] = set()
    while around:
        some = rng.sample(sorted(around), min(len(around), max(12, len(board.cells) // 8)))
        domino = min(some, key=lambda one: len(around[one] - shut))
        found.append(domino)
        shut |= around[domino]
        around = {one: own for one, own in around.items() if shut.isdisjoint(one)}
    return found


def other_rooms(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """A few unshaded cells moved to neighbouring rooms, near where another answer differs."""
    return with_areas_moved(rng, sketch, answer, "shade", spots, partial(rooms_about, sketch.board))


def big_enough(rows: int, cols: int) -> str:
    """All puzzles of 3x3 have several answers or none."""
    return "" if min(rows, cols) >= 3 and max(rows, cols) >= 4 else "the sides have to be 3 and 4 at least"


Norinori.making = Making(
    sketch=with_dominoes, change=other_rooms, strategy="fixed answer", sizes=big_enough, rounds=2_000)
