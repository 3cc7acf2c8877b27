"""Starbattle: as many stars as told in each row, column and area; stars never touch."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice, pairwise
from math import comb
from random import Random
from typing import Any

from ..formats.layout import Chars, Diagram, Stroke, blank, one_per_cell, ruled
from ..formats.roles import kudamono, penpa, puzzlekit, pzpr
from ..formats.spf import Spf
from ..language import HOLE, SIDE, WALL, Answer, Genre, Given, Key, Numbers, Rect, Spot, State, Wording, symbols
from ..language.making import Making, Option, Sketch, Unlucky, Wishes, square
from ..language.rules import Demands, lemma, must
from ..language.taste import Levels
from ..laying.layouts import spread, walls_of, with_areas_moved
from ..logic.ticks import ticking
from ..rules import Tally, apart, tallied, unmarked
from ..rules.pieces import Alternative, Alternatives


class Starbattle(Genre):
    """Areas are enclosed by walls and holes; a ``hole`` belongs to no area and holds no star."""

    name = "Starbattle"
    aliases = ("Two Not Touch", "Sternenschlacht")
    task = (
        "Place the given number of stars in every row, every column and every outlined area. Stars do not touch, not "
        "even at a corner."
    )
    levels = Levels(easy=17.5, medium=43.7, hard=124, extreme=154)

    wall = Given("links", role="structure", look=WALL)
    hole = Given("cells", role="structure", look=HOLE)
    star = Answer("cells", look=symbols({True: "★"}), words=("a star", "no star"), verb="holds")
    stars = Key(2, Numbers(1, SIDE))

    def areas(self) -> list[list[Spot]]:
        """The pieces that the walls divide the board into, without the holes."""
        return self.board.regions(self.wall, [c for c in self.board.cells if c not in self.hole])

    holes_empty = unmarked(star, hole, Wording(
        "{at} belongs to no area, so it holds no star", "{at} belongs to no area and holds a star"))

    def in_each(self, groups: Iterable[Sequence[Spot]]) -> Iterator[Tally]:
        """Each group holds ``stars`` stars; a row that consists of holes has no first cell."""
        return (Tally(group, self.stars, words={"i": i, "first": next(iter(group), None)})
                for i, group in enumerate(groups, 1))

    rows = tallied(star, lambda self: self.in_each(self.board.rows), "row {i} needs {n:star}")
    cols = tallied(star, lambda self: self.in_each(self.board.cols), "column {i} needs {n:star}")
    in_areas = tallied(star, lambda self: self.in_each(self.areas()), "the area of {first} needs {n:star}")
    in_areas.considered_with(rows, cols, counting=True)
    apart = apart(star, Wording(
        "stars never touch", "the stars {at} touch"), corners=True)

    @lemma(Wording("the area of {first} needs room for {n:star}",
                   "the area of {first} has no room for {n:star}"), in_areas, apart)
    def room_in_areas(self) -> Demands:
        for area in self.areas():
            ways = ways_to_place(self, area)
            if ways is not None:
                what = Alternatives(ways, area, settled=[int(self.star[c]) for c in area])
                yield must(what, area, n=self.stars, first=area[0])

    dialects = (
        Spf("starbattle", square=True, keys=(stars,),
            puzzle=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall),
                           cell=Chars(star, {"*": True, "-": False}) | Chars(hole, {"#": True}) | blank),
            solution=one_per_cell(star, "*")),
        *pzpr("starbattle", lambda p, g: p.Notation(
            (p.Whole(g.stars, "stars"), p.border(g.wall)),
            (p.NumberLine(g.stars, "stars"), p.Rooms(g.wall), p.shading(g.star)),
        )),
        penpa("starbattle", lambda p, g: p.Notation(
            p.Regions(g.wall), p.Shade(g.hole, drawn=False),
            p.Assumed(g.stars, "stars", what="the number of stars", usual=lambda _: 2,
                      found=r"\D{0,3}(?P<n>[1-9])\D{0,8}★?"),
            p.marks(g.star, "star", {2: True, 1: True, 3: True}, "sol_star"),
        )),
        *puzzlekit("Starbattle", lambda k, g: k.Notation(
            (k.areas(g.wall, walled=True),), k.solved(*k.shaded(g.star)),
            k.count(g.stars, "the number of stars", "stars"), also=(g.hole,),
        )),
        kudamono("star-battle starbattle", lambda k, g: k.Notation("", g.wall)),
    )


# -- the room of an area --

_MOST_WAYS, _MOST_SETS = 100, 5_000
"""Areas with more ways to place their stars are left out: nobody looks at so many. So are those with more sets of as
many cells, even if few are ways: finding these would take long."""


def ways_to_place(model: Starbattle, area: Sequence[Spot]) -> list[Alternative] | None:
    """The ways to place the stars of an area so that none touch; None if there are too many."""
    if comb(len(area), model.stars) > _MOST_SETS:
        return None
    ways = list(islice(_ways(model, area), _MOST_WAYS + 1))
    return ways if len(ways) <= _MOST_WAYS else None


def _ways(model: Starbattle, area: Sequence[Spot]) -> Iterator[Alternative]:
    star = model.star
    near = {c: set(model.board.around(c)) for c in area}
    for own in ticking(combinations(area, model.stars)):
        around = set[Spot]().union(*(near[c] for c in own))
        if around.isdisjoint(own):
            inside = [int(star[c]) if c in own else -star[c] for c in area]
            yield Alternative(inside, [[-star[c]] for c in sorted(around.difference(area))])


# -- making --


def wrong_stars(board: Rect, stars: Any) -> str:
    """Two rows have at most one star in every two columns, as stars do not touch."""
    most = (board.n_cols + 1) // 2 // 2
    is_possible = type(stars) is int and 1 <= stars <= most
    return "" if is_possible else f"expected a number from 1 to {most} on this board, found {stars!r}"


def with_stars(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Stars that do not touch, and areas that grow around one star, or two on boards of at least 9x9."""
    n = wishes.get("stars", 1 + (board.n_cols > 8))
    found = placed(rng, board, n)
    seeds = [[star] for star in found] if n == 1 else gathered(rng, board, found, n)
    return areas_about(board, spread(board, rng, seeds, (0.1, 0.5, 1, 3)), found, n)


def placed(rng: Random, board: Rect, n: int) -> list[Spot]:
    """``n`` stars in every row and column, none of which touch. Raises Unlucky."""
    side = board.n_cols
    left = [n] * side
    rows: list[tuple[int, ...]] = []
    tries = 0

    def ways(row: int) -> list[tuple[int, ...]]:
        last = rows[-1] if rows else ()
        free = [x for x in range(side) if left[x] and not any(abs(x - y) < 2 for y in last)]
        found = [own for own in combinations(free, n) if all(b - a > 1 for a, b in pairwise(own))]
        rng.shuffle(found)
        # Columns that need many of the remaining rows come first.
        return sorted(found, key=lambda own: -sum(left[x] for x in own) if 3 * row > side else 0)

    def place(row: int) -> bool:
        nonlocal tries
        tries += 1
        if row == side:
            return True
        if tries > 2_000:
            raise Unlucky
        for own in ways(row):
            for x in own:
                left[x] -= 1
            rows.append(own)
            if place(row + 1):
                return True
            rows.pop()
            for x in own:
                left[x] += 1
        return False

    if not place(0):
        raise Unlucky
    return [Spot(2 * y + 1, 2 * x + 1) for y, own in enumerate(rows) for x in own]


def gathered(rng: Random, board: Rect, stars: Sequence[Spot], n: int) -> list[list[Spot]]:
    """Connected cells with ``n`` stars each. Raises Unlucky if stars are left over."""
    open_, taken = set(stars), set(stars)
    seeds = []
    while open_:
        seed = [min(open_, key=lambda s: (min(s.y, s.x, 2 * board.n_rows - s.y, 2 * board.n_cols - s.x), rng.random()))]
        open_.discard(seed[0])
        for _ in range(n - 1):
            way = way_to(rng, board, seed, open_, taken)
            open_.discard(way[-1])
            taken.update(way)
            seed += way
        seeds.append(seed)
    return seeds


def way_to(
    rng: Random, board: Rect, seed: Sequence[Spot], goals: Collection[Spot], taken: Collection[Spot]
) -> list[Spot]:
    """The cells from a seed to the nearest goal, past occupied cells. Raises Unlucky."""
    came: dict[Spot, Spot | None] = dict.fromkeys(seed)
    queue = list(seed)
    for here in queue:
        for near in rng.sample(board.neighbours(here), len(board.neighbours(here))):
            if near in came:
                continue
            came[near] = here
            if near in goals:
                way = [near]
                while (before := came[way[-1]]) is not None:
                    way.append(before)
                return way[-2::-1]
            if near not in taken:
                queue.append(near)
    raise Unlucky


def areas_about(board: Rect, areas: Sequence[Sequence[Spot]], stars: Collection[Spot], n: int) -> Sketch:
    """The sketch of areas and stars."""
    star = {c: c in stars for c in board.cells}
    return Sketch(board, {"wall": walls_of(board, areas)}, {"stars": n}, {"star": star}, parts=areas)


def other_areas(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves a few cells to neighbouring areas, near where answers differ."""
    about = partial(areas_about, sketch.board, n=sketch.keys["stars"])
    return with_areas_moved(rng, sketch, answer, "star", spots, about)


Starbattle.making = Making(
    options=(Option("stars", wrong_stars),), sketch=with_stars, change=other_areas, strategy="fixed answer",
    sizes=square(4), rounds=1_000,
)
