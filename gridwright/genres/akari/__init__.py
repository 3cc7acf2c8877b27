"""Akari: place lamps so that every free cell is lit and no lamp lights another."""

from collections.abc import Collection
from functools import cached_property
from random import Random
from typing import Any

from ...formats.layout import Chars, Diagram, Letters, Number, blank, cells, one_per_cell
from ...formats.plain_text import PlainText, dot, grid
from ...formats.roles import penpa, puzzlekit, pzpr, sgt
from ...formats.spf import Spf
from ...language import (
    Answer,
    Genre,
    Given,
    Numbers,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    symbols,
)
from ...language.look import LazyModule, Look, LookKind
from ...language.making import Making, Sketch, Wishes, at_least, orbits, told_by
from ...language.rules import bundle
from ...language.shapes import Circle, MarksBySpot, Paper, Polylines, Rectangle, Screen, Shape, TextShape, rays
from ...language.taste import Band, Levels
from ...laying.motifs import motif
from ...rules import Tally, counted_around, tallied, unmarked
from .rules import dominating, once_lit

drawing = LazyModule(__name__, "drawing")
looks = LazyModule(__name__)
WALLS = Look("wall with a number", own=LookKind(
    "a black cell with the value in it, if any", "text", worded=True, paper=looks.draw_walls,
    terminal=looks.show_walls))
BULB = (
    Polylines(
        "thin", [[(x, y - 0.05) for x, y in ray] for ray in rays(0.32, 0.41, (150, 190, 230, 270, 310, 350, 30))]
    ),
    Circle("white", 0, -0.05, 0.23),
    Rectangle("ink", -0.1, 0.17, 0.2, 0.09),
    Rectangle("ink", -0.065, 0.28, 0.13, 0.06),
)


class Akari(Genre):
    """A lamp lights its row and column up to the next wall. A number on a wall counts the lamps beside it."""

    name = "Akari"
    aliases = ("Light Up", "Bijutsukan")
    task = (
        "Place lamps in white cells so that every white cell is lit. A lamp lights its row and column up to the next "
        "black cell, and no lamp lights another. A number shows how many lamps share an edge with its cell."
    )
    levels = Levels(easy=17.8, medium=35.6, hard=47.4, extreme=68.3, labelled=True)

    wall = Given("cells", Numbers(0, 4) | Unknown(), look=WALLS)
    lamp = Answer("cells", look=symbols({True: "●"}, drawn={"●": BULB}), words=("a lamp", "no lamp"), verb="holds")

    walls_dark = unmarked(lamp, wall, Wording(
        "{at} is a wall, so it holds no lamp", "there is a lamp on the wall {at}"))

    @cached_property
    def stretches(self) -> list[list[Spot]]:
        """The cells between two walls in a row or column."""
        return self.board.stretches(self.wall)

    lamps_beside = counted_around(lamp, wall, Rect.neighbours, Wording(
        "the {number} at {at} needs {number:lamp}", "the {number} at {at} {found:has|have|lamp}"))
    all_lit = dominating(lamp, lambda self: self.stretches, Wording("a lamp lights {at}", "{at} is not lit"))

    no_glare = tallied(lamp, lambda self: (Tally(line, (0, 1)) for line in self.stretches if len(line) > 1), Wording(
        "no two lamps light each other", "the lamps at {culprits} light each other"))
    bundle((all_lit, no_glare), once_lit)

    dialects = (
        Spf("akari",
            puzzle=Diagram(cells(), cells(), cell=(
                Number(wall) | Chars(wall, {"#": None}) | Chars(lamp, {"*": True, "-": False}) | blank)),
            solution=one_per_cell(lamp, "*")),
        PlainText("akari", body=grid(Chars(wall, {"#": None}) | Letters(wall, 0, 4) | dot)),
        *pzpr("akari lightup bijutsukan", lambda p, g: p.Notation(
            (p.small(g.wall),),
            (p.cells(p.Integer(g.wall, "-"), p.Words(g.lamp, {"#": True}, drawn=True), p.Ignored("+")),
             p.Notes(written=False)),
            file="lightup",
        )),
        penpa("akari lightup", lambda p, g: p.Notation(
            drawing.Blocks(g.wall), p.marks(g.lamp, "sun_moon", {3: True}, "sol_akari", "Composite"),
        )),
        *puzzlekit("Akari", lambda k, g: k.Notation(
            (k.grid(k.Integer(g.wall, "x")),), k.solved(*k.shaded(g.lamp, "o")),
        )),
        sgt("lightup", lambda s, g: s.Notation(
            s.SignRun(g.wall, {**{str(n): n for n in range(5)}, "B": None}, "wall"),
            solution=s.placed(g.lamp, {"L": True}),
        )),
    )


# -- making --


TOUCHING = (0.05, 0.35, 0.6, 1)
"""The probability that a wall may touch another; each puzzle has one of these."""
FIGURES = 0.25
"""The share of puzzles whose walls form a motif."""
INNER, SHUNNED = 0.35, 0.7
"""The share of puzzles with few walls on the rim, and the share of places there that come last in these."""


def with_walls(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Walls on a fifth to a third of the cells, arranged symmetrically if requested."""
    places = list(orbits(board, board.cells, wishes.symmetry))
    rng.shuffle(places)
    assert wishes.density is not None
    wanted = len(board.cells) * wishes.density
    if rng.random() < INNER:
        places.sort(key=lambda orbit: len(board.neighbours(orbit[0])) < 4 and rng.random() < SHUNNED)
    touches = rng.choice(TOUCHING)
    if rng.random() < FIGURES:
        figure = motif(rng, board, wishes.density)
        places.sort(key=lambda orbit: orbit[0] not in figure)
        touches = 1
    walls: dict[Spot, None] = {}
    for orbit in places:
        touching = sum(n in walls for c in orbit for n in board.neighbours(c))
        if len(walls) < wanted and (not touching or rng.random() < touches):
            walls |= dict.fromkeys(orbit)
    return Sketch(board, {"wall": walls}, symmetry=wishes.symmetry)


def other_walls(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves a wall (and its images) where the lamps differ between answers."""
    del answer
    walls = sketch.given["wall"]
    out = rng.choice([o for o in orbits(sketch.board, sketch.board.cells, sketch.symmetry) if o[0] in walls])
    near = {n for spot in spots for n in (spot, *sketch.board.neighbours(spot))}
    into = [o for o in orbits(sketch.board, sketch.board.cells, sketch.symmetry)
            if not near.isdisjoint(o) and not walls.keys() & set(o)]
    if not into:
        return None
    kept = {at: None for at in walls if at not in out} | dict.fromkeys(rng.choice(into))
    sketch.given["wall"] = dict.fromkeys(sorted(kept))
    return sketch


def lamps_told(model: Any, answer: State, at: Spot) -> int:
    """How many lamps touch a wall."""
    return sum(bool(answer.get("lamp", c, False)) for c in model.board.neighbours(at))


Akari.making = Making(
    sketch=with_walls, told={"wall": told_by(lamps_told)}, change=other_walls,
    density=Band(0.18, 0.24, 0.32), likely={"lamp": 0.3}, share=0.3,
    symmetry={"quarter": 0.22, "rotate": 0.66, "mirror": 0.05}, liked={0: 0.35, 3: 2}, equal=0.04,
    sizes=at_least(3),
    movable="wall",
)


# -- how it is drawn --


def draw_walls(paper: Paper, marks: MarksBySpot) -> None:
    """Black cells with the number in white."""
    shapes: list[Shape] = []
    for at, n in marks.items():
        if n is not None:
            x, y = paper.at(at)
            shapes.append(TextShape("light-text", x, y, str(n), paper.fitted(str(n), 0.8, 0.56 * paper.growth)))
    paper.fill("block", marks)
    paper.add("clue", shapes)


def show_walls(screen: Screen, marks: MarksBySpot) -> None:
    """Black cells with their number, if any."""
    screen.draw("text", marks)
    for at, n in marks.items():
        if n is not None:
            screen.black(at)
