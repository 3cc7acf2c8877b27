"""Compass: divide the grid into areas with one compass each, whose numbers count cells of its area that way."""

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from ...formats.layout import D, Diagram, Fields, Fixed, Number, Stroke, cells, ruled
from ...formats.roles import penpa, pzpr
from ...formats.spf import Spf
from ...language import (
    CELLS,
    DASHES,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    WALL,
    Answer,
    Genre,
    Given,
    ListOf,
    Numbers,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
)
from ...language.look import LazyModule, Look, LookKind, Way
from ...language.making import Making, Sketch, Wishes, at_least, told_by
from ...language.shapes import MarksBySpot, Paper, Polylines, Screen, Shape, TextShape
from ...language.taste import Levels
from ...language.wording import worded
from ...laying.layouts import border_of, grown, moved
from .rules import compass_areas

drawing = LazyModule(__name__, "drawing")
looks = LazyModule(__name__)
WAYS = {"above": UP, "right": RIGHT, "left": LEFT, "below": DOWN}
_TOLD = "{n} above", "{n} right", "{n} left", "{n} below"


def in_words(value: Sequence[Any]) -> str:
    """The numbers of a compass: ``1 above, 0 left``."""
    told = zip(value, _TOLD, strict=True)
    return ", ".join(worded(words, __name__, n=n) for n, words in told if n is not None) or "?"


def turned(value: Sequence[Any], turn: Callable[[Way], Way], swapped: bool) -> tuple[Any, ...]:
    """A compass on a turned board."""
    del swapped
    found = dict(zip(map(turn, WAYS.values()), value, strict=True))
    return tuple(found[way] for way in WAYS.values())


COMPASS = Look("compass", own=LookKind(
    "four numbers: above, right, left, below", "text", words=in_words, worded=True, paper=looks.draw_compasses,
    terminal=looks.show_compasses, fields=tuple((way, ()) for way in WAYS), turned=turned))


class Compass(Genre):
    """A compass has four numbers (above, right, left, below), each of which may be missing (None). A number counts all
    cells of the area that lie further in that direction than the compass, not only those in its row or column."""

    name = "Compass"
    aliases = ("Kompass",)
    task = (
        "Divide the grid into connected areas with one compass each. Each number of a compass shows how many cells of "
        "its area lie further in that direction than the compass."
    )
    levels = Levels(easy=22.3, medium=55.8, hard=64, extreme=98.6)
    ground = DASHES

    compass = Given("cells", ListOf(Numbers(0, CELLS) | Unknown(), 4, 4), look=COMPASS)
    wall = Answer("links", look=WALL, words=("a wall", "no wall"))

    counts, one_compass, walls_part, within_reach = compass_areas(
        wall, compass,
        counts=Wording(
            "the area of the compass {at} needs {n:cell} {way} it",
            few="the area of the compass {at} needs {n:cell} {way} it and has room for {room:cell}",
            many="the area of the compass {at} needs {n:cell} {way} it and has {have} already"),
        one=Wording(
            "each area holds exactly one compass", "the area of {cells} holds no compass",
            many="the compasses {heads} are in one area"),
        parting=Wording("every wall separates two areas", "the wall between {sides} lies within one area"),
        reach=Wording(
            "each cell is in an area that can reach it", "no area can hold {cells}{why}",
            parted="{cells} are separated, though only the area of {head} can hold them",
            few="the area of {head} needs {n:cell} {way} it and can reach only {room}{why}",
            many="the area of {head} needs {n:cell} {way} it and must have {have}",
            claimed="the areas of {heads} both need {cells}"),
    )

    dialects = (
        Spf("compass",
            puzzle=Diagram(cells(2 * D), cells(2), cell=Fields(compass, Number(dots=False) | Fixed(".")) | Fixed(" ")),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall))),
        *pzpr("compass", lambda p, g: pzprjs(p, g)),
        penpa("compass", lambda p, g: p.Notation(
            drawing.Compasses(g.compass), p.Shade("hole", drawn=False), p.Edges(g.wall),
        )),
    )


# -- making --


def with_areas(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Areas of four to nine cells with one compass each; three to seven cells in easy puzzles."""
    least, most = (3, 7) if wishes.is_easy else (4, 9)
    areas = grown(board, rng, lambda: rng.randint(least, most))
    return compasses_in(board, areas, [wishes.places.pick(rng, area) for area in areas])


def compasses_in(board: Rect, areas: Sequence[Sequence[Spot]], at: Sequence[Spot]) -> Sketch:
    """The sketch of some areas with their compasses."""
    unknown = dict.fromkeys(sorted(at), (None,) * 4)
    return Sketch(board, {"compass": unknown}, marks={"wall": border_of(board, areas)}, parts=(areas, at))


def other_areas(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves a cell to another area, or a compass within its area, near the walls on which answers differ."""
    del answer
    areas, at = sketch.parts
    cells = {c for link in spots for c in sketch.board.ends(link)}
    if rng.random() < 0.5:
        i = rng.choice([i for i, area in enumerate(areas) if not cells.isdisjoint(area)])
        return compasses_in(sketch.board, areas, [*at[:i], sketch.places.pick(rng, areas[i]), *at[i + 1 :]])
    changed = moved(sketch.board, rng, areas, sorted(cells), at)
    return None if changed is None else compasses_in(sketch.board, changed, at)


def counts_told(model: Any, answer: State, at: Spot) -> tuple[int, ...]:
    """How many cells of its area lie above, to the right, to the left of and below a compass."""
    walls = frozenset(link for link, wall in answer.marks["wall"].items() if wall)
    area = next(area for area in model.board.regions(walls) if at in area)
    return (sum(c.y < at.y for c in area), sum(c.x > at.x for c in area),
            sum(c.x < at.x for c in area), sum(c.y > at.y for c in area))


Compass.making = Making(
    sketch=with_areas, change=other_areas, told={"compass": told_by(counts_told)}, whole=True, size=(8, 8),
    sizes=at_least(2), rounds=80,
    placed="compass",
)


# -- how other programs write it --


def pzprjs(p: Any, g: Any) -> Any:
    """A compass is four numbers side by side, or with commas between them."""
    return p.Notation(
        (p.Along(p.MarkField("hole", p.Texts({"_": True})), p.MarkField(g.compass, p.Tuple(
            p.Hex(dot=None), (0, 3, 2, 1), "a compass", "four numbers"))),),  # above, below, left, right
        (p.cells(p.Words("hole", {"#": True}), p.CodedItem(g.compass, p.Tuple(  # right, below, left, above
            p.Decimal(negative=True), (1, 3, 2, 0), "a compass", "four numbers", ","))),
         p.drawn_walls(g.wall)),
    )


# -- how it is drawn --


def draw_compasses(paper: Paper, marks: MarksBySpot) -> None:
    """The four numbers, separated by the diagonals of the cell."""
    shapes: list[Shape] = []
    lines = []
    for at, numbers in marks.items():
        x, y = paper.at(at)
        lines += [[(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], [(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)]]
        for n, (dx, dy) in zip(numbers, ((0, -0.31), (0.31, 0), (-0.31, 0), (0, 0.31)), strict=True):
            if n is not None:
                shapes.append(TextShape("text", x + dx, y + dy, str(n), paper.fitted(str(n), 0.33, 0.38)))
    paper.add("clue", [Polylines("count", lines), *shapes])


def show_compasses(screen: Screen, marks: MarksBySpot) -> None:
    """The four numbers around the middle of the cell or, if they do not fit, in a row with arrows."""
    for at, numbers in marks.items():
        words = ["" if n is None else str(n) for n in numbers]
        short = "".join(f"{word}{arrow}" for word, arrow in zip(words, "↑→←↓", strict=True) if word)
        screen.write_around(at, words, short or "■")
