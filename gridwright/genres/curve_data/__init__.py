"""Curve Data: draw curves through all cells, one for each number, of the shape that the number names."""

from collections.abc import Collection, Sequence
from itertools import groupby, pairwise
from operator import ne
from random import Random
from typing import Any, NamedTuple

from ...formats.layout import ByRim, Chars, D, Diagram, Fixed, Number, Passage, Stroke, blank, open_, plus, ruled
from ...formats.roles import penpa, pzpr
from ...formats.spf import Spf
from ...language import (
    HOLE,
    LINE,
    Answer,
    Demands,
    Drawing,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    Rect,
    Spot,
    State,
    Such,
    Wording,
    count,
    must,
    rule,
)
from ...language.look import LazyModule
from ...language.making import Making, Sketch, Wishes, at_least
from ...language.taste import Levels
from ...laying.layouts import links_along, path_cover
from .rules import figure_in, shaped_curves

drawing = LazyModule(__name__, "drawing")
notation = LazyModule(__name__, "notation")


def is_shape(drawing: Any) -> bool:
    """Whether a value is a drawing of one connected shape."""
    return isinstance(drawing, Drawing) and figure_in(drawing, "curve") is not None


def some_shape(rng: Random) -> Drawing:
    """A drawing of one to five lines that grows link by link."""
    board = Rect.of(2, 3)
    drawn = [rng.choice(board.links)]
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        drawn += [rng.choice([s for at in board.ends(rng.choice(drawn)) for s in board.links_of(at)])]
    return Drawing.of(board, {"curve": dict.fromkeys(drawn, True)})


SHAPE = Such(is_shape, "one connected drawing", some_shape, plural="connected drawings")


class CurveData(Genre):
    """Curves run between the centres of neighbouring cells. They may bend, branch, cross themselves and close rings,
    but never meet each other. They use all cells that are not blocked. Each curve holds one number, anywhere along it,
    and has the shape with that number in ``shapes``, not rotated or mirrored; its straight segments may have any
    length. A shape may be used several times or not at all."""

    name = "Curve Data"
    task = (
        "Draw curves through all white cells, one through each number. A curve has the shape shown under its number, "
        "not rotated or mirrored, but its straight parts can have any length. Curves never meet."
    )
    levels = Levels(easy=14.4, medium=36, hard=56, extreme=122)

    shapes = Key[tuple[Drawing, ...]]((), ListOf(SHAPE))
    number = Given("cells", Numbers(1, lambda self: len(self.shapes)), role="structure")
    block = Given("cells", role="structure", look=HOLE)
    curve = Answer("links", look=LINE, words=("drawn", "not drawn"))

    @rule("no curve enters {at}", "a curve enters {at}, which is blocked")
    def blocked(self) -> Demands:
        for at in self.block:
            yield must(count(self.curve[s] for s in self.board.links_of(at)) == 0, at)

    one_number, shape, fitting = shaped_curves(
        curve, lambda self: self.number, lambda self: self.shapes, blocks=lambda self: self.block,
        one=Wording("every curve holds one number", "the curve through {cells} holds no number",
                    many="a curve joins the numbers at {cells}"),
        shape=Wording("the curve through {at} has shape {n}", "the curve through {at} does not have shape {n}",
                      unknown="there is no shape {n} for the number at {at}"),
        fitting=Wording("the curve through {at} has shape {n} and passes no other number",
                        "the curve through {at} has no room for shape {n}"))
    shape.requires(blocked)
    fitting.requires(blocked)

    line = Stroke(curve, across=True)
    black = Chars(block, {"#": True}, fill=True)
    dialects = (
        Spf("curve_data", keys=(shapes,), required=("shapes",),
            drawings={"shapes": Diagram(open_(), open_(), corner=blank, edge=line, cell=Passage(curve))},
            puzzle=Diagram(ruled(D), ruled(), frame=True, edge=line, cell=Number(number, least=1) | black | blank),
            solution=Diagram(ruled(), ruled(), frame=True, edge=line, cell=black | Passage(curve),
                             corner=ByRim(plus, Fixed(".", " +")))),
        *pzpr("curvedata", lambda _, g: notation.pzprjs(g.shapes, g.number, g.block, g.curve)),
        penpa("curvedata", lambda p, g: p.Notation(
            drawing.CurveShapes(g.number, g.shapes, g.curve), p.Shade(g.block, drawn=False), p.Lines(g.curve),
        )),
    )


# -- making --


class CurveLimits(NamedTuple):
    """The least and the greatest number of cells of new curves, and their greatest number of straight parts."""

    least: int
    most: int
    parts: int


USUAL, EASY = CurveLimits(4, 14, 5), CurveLimits(3, 7, 3)


def with_curves(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Curves that cover the board, with at most four turns; short ones with at most two in easy puzzles. Curves of the
    same shape share a number."""
    kind = EASY if wishes.is_easy else USUAL
    paths = covering(rng, board, kind)
    return curves_of(board, kind, paths, [rng.choice(path) for path in paths])


def covering(rng: Random, board: Rect, kind: CurveLimits, kept: Sequence[Sequence[Spot]] = ()) -> list[list[Spot]]:
    """Paths within limits, some of them kept, that cover the board. Raises Unlucky."""
    return path_cover(board, rng, kind.least, kind.most, kept, lambda path: n_parts(path) <= kind.parts)


def n_parts(path: Sequence[Spot]) -> int:
    """The number of straight parts of a path."""
    ways = [b.y == a.y for a, b in pairwise(path)]
    return len(ways) and 1 + sum(map(ne, ways, ways[1:]))


def turns_of(path: Sequence[Spot]) -> tuple[tuple[int, int], ...]:
    """The directions of the straight parts of a path in order, from the end that gives the smaller list."""
    ways = [tuple(way for way, _ in groupby((b.y - a.y, b.x - a.x) for a, b in pairwise(one)))
            for one in (path, path[::-1])]
    return min(ways)


def curves_of(board: Rect, kind: CurveLimits, paths: Sequence[Sequence[Spot]], at: Sequence[Spot]) -> Sketch:
    """The sketch of some curves with the places of their numbers."""
    kinds = sorted({turns_of(path) for path in paths})
    number = {spot: kinds.index(turns_of(path)) + 1 for spot, path in zip(at, paths, strict=True)}
    drawn = {link for path in paths for link in links_along(board, path)}
    example = {turns_of(path): path for path in sorted(paths, key=len, reverse=True)}
    return Sketch(board, {"number": number}, {"shapes": tuple(drawing_of(example[kind]) for kind in kinds)},
                  {"curve": {link: link in drawn for link in board.links}}, parts=(kind, paths, at))


def drawing_of(path: Sequence[Spot]) -> Drawing:
    """A path alone, on the smallest board that holds it."""
    top, left = min(c.y for c in path), min(c.x for c in path)
    own = [Spot(c.y - top + 1, c.x - left + 1) for c in path]
    board = Rect.of(max(c.y for c in own) // 2 + 1, max(c.x for c in own) // 2 + 1)
    return Drawing.of(board, {"curve": dict.fromkeys(links_along(board, own), True)})


def other_curves(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Replaces a few curves on which answers differ, or moves a number along its curve."""
    del answer
    board, (kind, paths, at) = sketch.board, sketch.parts
    cells = {c for link in spots for c in board.ends(link)}
    open_ = [i for i, path in enumerate(paths) if not cells.isdisjoint(path)]
    if rng.random() < 0.4:
        i = rng.choice(open_)
        there = [cell for cell in paths[i] if cell in cells]
        return curves_of(board, kind, paths, [*at[:i], rng.choice(there), *at[i + 1 :]])
    out = rng.sample(open_, min(len(open_), rng.choice((1, 2, 3))))
    kept = [path for i, path in enumerate(paths) if i not in out]
    known = dict(zip(map(tuple, paths), at, strict=True))
    new = covering(rng, board, kind, kept)
    return curves_of(board, kind, new, [known.get(tuple(path)) or rng.choice(path) for path in new])


CurveData.making = Making(
    sketch=with_curves, change=other_curves, whole=True, size=(7, 7), sizes=at_least(3), rounds=60,
)
