"""Laser: lead one beam through the cells, from the entering arrow over mirrors to the leaving one."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ..formats.layout import Chars, D, Diagram, Number, blank, cells, clues, plus, ruled
from ..formats.spf import Spf
from ..language import (
    HOLE,
    LINE_LENGTH,
    NEVER,
    Answer,
    ArcGraph,
    Demands,
    Expr,
    Genre,
    Given,
    Look,
    Mark,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    Wording,
    all_of,
    any_of,
    count,
    must,
    per_spot,
    rule,
    symbols,
    ticking,
)
from ..language.look import LazyModule, LookKind
from ..language.making import Making, Sketch, Unlucky, Wishes, at_least, line_values, told_by
from ..language.shapes import MarksBySpot, Paper, Polylines, Screen, arrow, moved
from ..language.taste import Levels
from ..rules import counted, no_ring

looks = LazyModule(__name__)
POINTS = Look("point of a beam", {"X": "×", "-": "−", "|": "|", "n": "╲", "7": "╱", "N": "╲", "/": "╱"}, own=LookKind(
    "a mirror, a crossing, or an arrow through the frame along its glyph", "symbol", paper=looks.draw_points,
    terminal=looks.show_points))
LEADS_IN = {"n": True, "7": True, "N": False, "/": False}
"""The arrows, and whether they lead into the board."""


class BeamMarks(NamedTuple):
    """The marks of the beam in the four cells around a point, for segments that touch the point."""

    nw: Mark
    ne: Mark
    sw: Mark
    se: Mark

    @property
    def falling(self) -> tuple[Mark, Mark]:
        """The marks of the line that falls to the right."""
        return self.nw, self.se

    @property
    def rising(self) -> tuple[Mark, Mark]:
        """The marks of the line that rises to the right."""
        return self.sw, self.ne


class Laser(Genre):
    """The beam runs along diagonals of cells, straight on at each point or bouncing off a mirror. A mirror lies or
    stands on the point and is hit on one side only; given mirrors are hit. The beam crosses itself exactly at the
    points X, and its ends go through the two arrows. There is no closed beam; further arrows would make further beams.

    Numbers beside rows and columns count the cells that the beam uses, numbers beside grid lines the points on them
    where it bounces, including points on the border. ``hole`` marks cells that it does not use. The sign of an arrow:
    ``n`` and ``7`` lead in, ``N`` and ``/`` lead out; ``n`` and ``N`` slope down to the right, the others up.
    """

    name = "Laser"
    aliases = ("Laserbeam",)
    task = (
        "Draw a laser beam along the diagonals of cells from one arrow to the other. It turns only at mirrors, which "
        "lie on grid points along grid lines, and crosses itself exactly at the crosses. Numbers count the cells that "
        "it uses in a row or column, or its mirrors on a grid line."
    )
    levels = Levels(easy=12.7, medium=31.6, hard=44.6, extreme=53.8)

    @per_spot
    def points_on(self, side: Spot) -> int:
        """The number of points on the grid line at an outside place."""
        return len(self.board.points_from(side))

    used = Given("sides", Numbers(0, LINE_LENGTH))
    mirrors = Given("line_sides", Numbers(0, points_on))
    point = Given("corners", OneOf("X-|n7N/"), role="structure", look=POINTS)
    hole = Given("cells", role="structure", look=HOLE)
    slant = Answer("cells", "N/ ", look=symbols({"N": "╲", "/": "╱", " ": " "}, thin=True), words={
        "N": "crossed by a falling beam", "/": "crossed by a rising beam", " ": "empty"})

    def ways(self, at: Spot) -> BeamMarks:
        """The marks of the beam at a point."""
        def mark(dy: int, dx: int) -> Mark:
            term = self.slant.get(Spot(at.y + dy, at.x + dx))
            return NEVER if term is None else term.marks.get("N" if dy == dx else "/", NEVER)

        return BeamMarks(mark(-1, -1), mark(-1, 1), mark(1, -1), mark(1, 1))

    def points(self, signs: str) -> Sequence[tuple[Spot, BeamMarks]]:
        """The points with one of the given signs."""
        return [(at, self.ways(at)) for at, sign in ticking(self.point.items()) if sign in signs]

    @rule("the beam does not use {at}", "the beam uses {at}, which is blocked")
    def unused(self) -> Demands:
        for at in self.hole:
            yield must(self.slant[at] == " ", at)

    @rule(Wording(
        "the beam neither ends, branches nor crosses itself at {at}",
        few="the beam ends at {at}", many="the beam meets itself at {at}"))
    def runs_on(self) -> Demands:
        for at in self.board.corners:
            if at not in self.point:
                yield must(count(self.ways(at)).is_in((0, 2)), at)

    @rule("the beam crosses itself at {at}", "the beam does not cross itself at {at}")
    def crosses(self) -> Demands:
        for at, ways in self.points("X"):
            yield must(count(ways) == 4, at)

    @rule("the beam bounces once off the mirror at {mirror}",
          "the beam does not bounce exactly once off the mirror at {mirror}")
    def bounces(self) -> Demands:
        for at, (nw, ne, sw, se) in self.points("-|"):
            one, other = ((nw, ne), (sw, se)) if self.point[at] == "-" else ((nw, sw), (ne, se))
            here = [all_of((*hit, *(~w for w in free))) for hit, free in ((one, other), (other, one))]
            yield must(any_of(here), (at, *self.board.cells_at(at)), mirror=at)

    @rule(Wording(
        "the beam goes through the arrow at {at}", few="the beam does not go through the arrow at {at}",
        many="the beam does not leave the board at the arrow at {at}",
        aside="the beam passes the arrow at {at} sideways"))
    def arrows(self) -> Demands:
        for at, ways in self.points("nN7/"):
            along, athwart = ways.falling, ways.rising
            if self.point[at] in "7/":
                along, athwart = athwart, along
            yield must(count(along) == 1, at)
            yield must(count(athwart) == 0, at, fault="aside")

    def in_use(self) -> Mapping[Spot, Mark]:
        """For each cell, the mark that the beam uses it."""
        return {c: ~self.slant[c].marks.get(" ", NEVER) for c in self.board.cells}

    used_count = counted(in_use, used, "{side:line} needs {n:cell of the beam|cells of the beam}")

    def mirror(self, at: Spot) -> Expr:
        """The beam bounces at a point."""
        ways = self.ways(at)
        return all_of((count(ways.falling) == 1, count(ways.rising) == 1))

    @rule("{side:line} needs {n:mirror}", reads=mirrors)
    def mirror_count(self) -> Demands:
        for side, n in self.mirrors.items():
            found = count(self.mirror(p) for p in self.board.points_from(side))
            yield must(found == n, side, clues=side, n=n, side=side)

    def beam(self) -> ArcGraph:
        """The cells as arcs between points; a crossing is two nodes, one for each direction across it."""
        index = self.board.corner_index
        ends, lits, at = [], [], []
        for cell in ticking(self.board.cells):
            for slant, dx in (("N", 1), ("/", -1)):
                mark = self.slant[cell].marks.get(slant)
                if mark is not None:
                    tips = (Spot(cell.y - 1, cell.x - dx), Spot(cell.y + 1, cell.x + dx))
                    a, b = (index[p] + len(index) * (dx < 0 and self.point.get(p) == "X") for p in tips)
                    ends.append((a, b))
                    lits.append(int(mark))
                    at.append(cell)
        return ArcGraph(self.board.corners * 2, ends, lits, at)

    def beam_ends(self) -> list[int]:
        """The nodes of the arrows."""
        return [self.board.corner_index[at] for at, sign in self.point.items() if sign in "nN7/"]

    no_ring = no_ring(beam, Wording("no part of the beam is a ring", "the beam through {at} is a ring"),
                      path_ends=beam_ends).requires(runs_on, crosses, bounces, arrows)

    slants = Chars(slant, {c: c for c in "N/"})
    dialects = (
        Spf("laser",
            puzzle=Diagram(
                clues(1, D) + ruled() + clues(1, D), clues(1, D) + ruled() + clues(1, D), frame=True,
                side=Number(used) | blank, line_side=Number(mirrors) | blank,
                corner=Chars(point, {c: c for c in "X-|n7N/"}) | plus,
                cell=slants | Chars(hole, {"#": True}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(slant, {c: c for c in "N/ "}))),
    )


# -- making --


def with_beam(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A random beam, which goes straight on or bounces at each point. Raises Unlucky if it gets stuck."""
    del wishes
    bottom = 2 * board.n_rows
    here, way = Spot(0, 2 * rng.randrange(board.n_cols + 1)), (1, rng.choice((-1, 1)))
    start, slant, visits = here, dict.fromkeys(board.cells, " "), dict[Spot, list[tuple[int, int, int, int]]]()
    first = way
    while True:
        cell = Spot(here.y + way[0], here.x + way[1])
        if slant.get(cell) != " ":
            raise Unlucky
        slant[cell] = "N" if way[0] == way[1] else "/"
        here = Spot(cell.y + way[0], cell.x + way[1])
        if here == start:
            raise Unlucky
        if here.y in (0, bottom) and len(visits) > board.n_rows + board.n_cols and rng.random() < 0.5:
            break
        ahead = [turn for turn in _turns(rng, way, visits.get(here, []))
                 if slant.get(Spot(here.y + turn[0], here.x + turn[1])) == " "]
        if not ahead:
            raise Unlucky
        visits.setdefault(here, []).append((*way, *ahead[0]))
        way = ahead[0]
    if here in visits or start in visits:
        raise Unlucky
    signs = {(1, 1): ("n", "N"), (1, -1): ("7", "/")}
    points = {at: "X" for at, own in visits.items() if len(own) == 2}
    points |= {start: signs[1, first[1]][0], here: signs[1, way[0] * way[1]][1]}
    return Sketch(board, {"point": points}, marks={"slant": slant}, parts=visits)


def _turns(rng: Random, way: tuple[int, int], seen: Sequence[tuple[int, int, int, int]]) -> list[tuple[int, int]]:
    """The directions in which a beam may leave a point; where it has been before, only straight across its first
    visit."""
    dy, dx = way
    if seen:
        return [way] if len(seen) == 1 and seen[0][:2] == seen[0][2:] else []
    return rng.sample([(dy, dx), (-dy, dx), (dy, -dx)], 3)


def more_mirrors(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Gives one more mirror, where answers differ if possible."""
    del answer
    near = {Spot(c.y + dy, c.x + dx) for c in spots for dy in (-1, 1) for dx in (-1, 1)}
    bounces = {at: own[0] for at, own in sketch.parts.items() if own[0][:2] != own[0][2:]}
    open_ = [at for at in bounces if at not in sketch.given["point"]]
    at = rng.choice([at for at in open_ if at in near] or open_ or [None])
    if at is None or len(open_) < len(bounces) // 2:
        return None
    sketch.given["point"][at] = "-" if bounces[at][0] != bounces[at][2] else "|"
    return sketch


def cells_used(model: Any, answer: State, side: Spot) -> int:
    """How many cells of a line the beam uses."""
    return sum(slant != " " for slant in line_values(model, answer, "slant", side))


def mirrors_hit(model: Any, answer: State, side: Spot) -> int:
    """On how many points of a grid line the beam bounces: it touches them without running straight through."""
    bounces = 0
    for at in model.board.points_from(side):
        falling = [answer.get("slant", Spot(at.y + d, at.x + d)) == "N" for d in (-1, 1)]
        rising = [answer.get("slant", Spot(at.y + d, at.x - d)) == "/" for d in (-1, 1)]
        bounces += sum(falling) == 1 and sum(rising) == 1
    return bounces


Laser.making = Making(
    sketch=with_beam, change=more_mirrors, told={"used": told_by(cells_used), "mirrors": told_by(mirrors_hit)},
    whole=True, size=(8, 8), sizes=at_least(3), rounds=12,
    solid=True,
)


# -- how it is drawn --


ARROWS = {"↖": (-0.7, -0.7), "↗": (0.7, -0.7), "↘": (0.7, 0.7), "↙": (-0.7, 0.7)}
BACK = {"↖": "↘", "↘": "↖", "↗": "↙", "↙": "↗"}


def arrow_at(sign: str, at: Spot, bottom: int) -> str:
    """The arrow at a point of the frame; ``bottom`` is the largest y."""
    y, x = at
    falling, rising = "↖" if x == 0 or y == 0 else "↘", "↙" if x == 0 or y == bottom else "↗"
    outward = falling if sign in "nN" else rising
    return BACK[outward] if LEADS_IN[sign] else outward


def draw_points(paper: Paper, marks: MarksBySpot) -> None:
    """Arrows outside the frame, with their tips on it if they lead in, and mirrors, which cover the grid lines."""
    bottom = 2 * paper.board.n_rows if isinstance(paper.board, Rect) else 0
    for at, sign in marks.items():
        x, y = paper.at(at)
        if sign in LEADS_IN:
            start, end = (-0.6, 0.0) if LEADS_IN[sign] else (0.0, 0.6)
            shapes = arrow(ARROWS[arrow_at(sign, at, bottom)], start, end, 0.26, "beam", "ink")
            paper.add("symbol", [moved(shape, x, y) for shape in shapes])
        elif sign in "-|":
            bar = [(-0.2, 0.0), (0.2, 0.0)] if sign == "-" else [(0.0, -0.2), (0.0, 0.2)]
            paper.add("symbol", [moved(Polylines(paint, [bar]), x, y) for paint in ("halo", "bar")])
        else:
            paper.draw("symbol", {at: sign})


def show_points(screen: Screen, marks: MarksBySpot) -> None:
    """The same in a terminal."""
    bottom = 2 * screen.board.n_rows
    screen.draw("symbol", marks, {at: arrow_at(sign, at, bottom) for at, sign in marks.items() if sign in LEADS_IN})
