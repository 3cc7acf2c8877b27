"""Shikaku: divide the grid into rectangles, each with one number that is its area."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import lru_cache
from math import exp, log
from random import Random
from typing import Any

from ...board.symmetry import Symmetry, images
from ...formats.layout import D, Diagram, Letters, Number, Stroke, blank, ruled
from ...formats.plain_text import PlainText, dot, grid
from ...formats.roles import kudamono, penpa, puzzlekit, pzpr, sgt
from ...formats.spf import Spf
from ...language import CELLS, DASHES, WALL, Answer, Genre, Given, Numbers, Rect, Spot, State, Unknown, Wording
from ...language.gestures import Rectangles
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least
from ...language.taste import Band, Levels, sizes_of
from ...laying.clue_places import elsewhere, one_each
from ...laying.layouts import border_of, rectangle_tiling, turned
from .rules import rectangles


class Shikaku(Genre):
    """``?`` is a number that is not known."""

    name = "Shikaku"
    aliases = ("Rectangles", "Divide by Squares", "Divide by Box")
    task = (
        "Divide the grid into rectangles. Each contains exactly one number, which says how many cells the rectangle "
        "has."
    )
    levels = Levels(easy=4.84, medium=12.1, hard=19.2, extreme=22.3)
    ground = DASHES

    number = Given("cells", Numbers(1, CELLS) | Unknown("?"))
    border = Answer("links", look=WALL, words=("a border", "no border"), area="a rectangle", gesture=Rectangles())

    all_rectangles, area, one_each, fitting, covered = rectangles(
        border, number,
        shape=Wording("all areas are rectangles", "the area of {cells} is no rectangle"),
        size=Wording(
            "the {n} at {at} needs a rectangle of {n:cell}",
            few="the {n} at {at} has room for a rectangle of only {room:cell}",
            many="the rectangle of the {n} at {at} has {have:cell} already"),
        one=Wording(
            "each rectangle holds exactly one number", "the area of {cells} holds no number",
            many="the numbers {heads} are in one area"),
        fitting=Wording(
            "the {n} at {at} needs a rectangle of {n:cell} without another number",
            "there is no room for the rectangle of the {n} at {at}"),
        covered=Wording(
            "only {heads} can reach {at}",
            "{at} is left without a rectangle: only that of {heads} could reach it"),
    )

    dialects = (
        Spf("shikaku", puzzle=Diagram(
            ruled(D), ruled(), frame=True, cell=Number(number, "?") | blank, edge=Stroke(border))),
        PlainText("shikaku", body=grid(Letters(number, 1) | dot)),
        *pzpr("shikaku", lambda p, g: p.Notation((p.numbers(g.number),), (p.clues(g.number), p.drawn_walls(g.border)))),
        penpa("shikaku", lambda p, g: p.Notation(p.CellTexts(g.number), p.Edges(g.border))),
        *puzzlekit("Shikaku", lambda k, g: k.Notation((k.grid(k.numbers(g.number, "?")),), k.in_areas(g.border))),
        kudamono("shikaku", lambda k, g: k.Notation(g.number)),
        sgt("rect", lambda s, g: s.Notation(s.NumberRun(g.number), solution=borders_in_order)),
    )


def borders_in_order(model: Any, text: str) -> dict[str, dict[Spot, bool]] | None:
    """The borders in a solution of Simon Tatham's program: a bit for each upright one, then for each level one."""
    links = sorted(model.board.links, key=lambda link: (link.y % 2 == 0, link))
    if len(text) != len(links):
        return None
    return {Shikaku.border.name: {link: bit == "1" for link, bit in zip(links, text, strict=True)}}


# -- making --


AREA = Band(3.5, 4.9, 8)
"""The median size of rectangles in a puzzle."""
SPREAD = Band(0.25, 0.5, 0.9)
"""The standard deviation of the logarithms of their sizes."""
VARIETY = 0.6
"""The standard deviation of the logarithms of sizes' weights: puzzles prefer different sizes."""
STOUT = 0.15
"""The median of what ``rectangle_tiling`` calls stout."""
SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20)
"""The sizes of rectangles."""


def usual_sizes(rng: Random) -> dict[int, float]:
    """The sizes of rectangles in one puzzle, with weights: some puzzles have large ones, some equal ones."""
    middle, spread = AREA.draw(rng), SPREAD.draw(rng)
    return {n: exp(-((log(n / middle) / spread) ** 2) / 2) * rng.lognormvariate(0, VARIETY) for n in SIZES}


def with_rectangles(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Rectangles of at least two cells, each with its number in one of them. Raises Unlucky."""
    stout = STOUT * rng.lognormvariate(0, 1)
    areas = turned(board, rng, rectangle_tiling(board, rng, sizes_of(rng, usual_sizes(rng)), stout))
    while alone := next((area for area in areas if len(area) == 1), None):
        fits = [area for area in areas if area is not alone and _is_rectangle([*area, *alone])]
        if not fits:
            raise Unlucky
        other = rng.choice(fits)
        areas = [*(area for area in areas if area not in (alone, other)), sorted([*alone, *other])]
    if is_paired(board, wishes.symmetry) and len(areas) % 2:
        areas = _with_one_more(rng, areas)
    return numbered(board, areas, one_each(rng, board, areas, wishes.symmetry, wishes.places))


@lru_cache(maxsize=8)
def is_paired(board: Rect, symmetry: Symmetry) -> bool:
    """Whether symmetric numbers are even in number, because no cell is its own image."""
    return all(len(images(board, cell, symmetry)) % 2 == 0 for cell in board.cells)


def _with_one_more(rng: Random, areas: list[list[Spot]]) -> list[list[Spot]]:
    """The rectangles, one of which is cut in two. Raises Unlucky if all of them are small."""
    cuts = []
    for area in areas:
        for axis in (0, 1):
            for at in sorted({cell[axis] for cell in area})[1:]:
                parts = [c for c in area if c[axis] < at], [c for c in area if c[axis] >= at]
                if min(map(len, parts)) > 1:
                    cuts.append((area, parts))
    if not cuts:
        raise Unlucky
    chosen, parts = rng.choice(cuts)
    return [*(area for area in areas if area is not chosen), *parts]


def numbered(board: Rect, areas: Sequence[Sequence[Spot]], at: Sequence[Spot]) -> Sketch:
    """The sketch of rectangles with the places of their numbers."""
    number = {spot: len(area) for spot, area in sorted(zip(at, areas, strict=True))}
    return Sketch(board, {"number": number}, marks={"border": border_of(board, areas)}, parts=(areas, at))


def other_rectangles(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves a number within its rectangle, or joins two rectangles, where answers differ."""
    del answer
    areas, at = sketch.parts
    board, symmetry, places = sketch.board, sketch.symmetry, sketch.places
    cells = {c for link in spots for c in board.ends(link)}
    open_ = [i for i, area in enumerate(areas) if not cells.isdisjoint(area)]
    i = rng.choice(open_)
    if rng.random() < 0.25 and not is_paired(board, symmetry):  # else the numbers would be odd in number
        joined = [j for j in range(len(areas)) if j != i and _is_rectangle([*areas[i], *areas[j]])]
        if joined and len(areas) > 2:
            j = rng.choice(joined)
            rest = [k for k in range(len(areas)) if k not in (i, j)]
            both = sorted([*areas[i], *areas[j]])
            areas = [*(areas[k] for k in rest), both]
            if symmetry == "none":
                return numbered(board, areas, [*(at[k] for k in rest), places.pick(rng, both)])
            return numbered(board, areas, one_each(rng, board, areas, symmetry, places))
    for i in rng.sample(open_, len(open_)):
        with suppress(Unlucky):
            return numbered(board, areas, elsewhere(rng, board, areas, at, i, symmetry, places))
    raise Unlucky


def _is_rectangle(cells: Sequence[Spot]) -> bool:
    ys, xs = [c.y for c in cells], [c.x for c in cells]
    return ((max(ys) - min(ys)) // 2 + 1) * ((max(xs) - min(xs)) // 2 + 1) == len(cells) <= SIZES[-1]


Shikaku.making = Making(
    sketch=with_rectangles, change=other_rectangles, clues=(), whole=True, sizes=at_least(2), rounds=120,
    solid=True, placed="number", symmetry={"rotate": 0.6},
)
