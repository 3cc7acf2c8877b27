"""Curve Data: draw curves through all cells, one for each number, of the shape that the number names."""

from random import Random
from typing import Any

from ..formats.layout import ByRim, Chars, D, Diagram, Fixed, Number, Passage, Stroke, blank, open_, plus, ruled
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import (
    LINE,
    Answer,
    Drafts,
    Drawing,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    Rect,
    Such,
    Wording,
    count,
    must,
    rule,
    symbols,
)
from ..language.kinds import figure_in, shaped_curves


def is_shape(drawing: Any) -> bool:
    """Whether that is a drawing of one connected shape."""
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
    """Curves run between the middles of neighbouring cells; they may bend, branch, cross themselves and close rings,
    but never meet each other. They use all cells that are not blocked. Each holds one number, anywhere along it, and
    has the shape with that number in ``shapes``: the same drawing, not turned or mirrored, but each straight segment is
    as long as one likes. Shapes may serve several curves or none.
    """

    name = "Curve Data"
    task = (
        "Draw curves through all white cells, one through each number. A curve has the shape shown under its number, "
        "neither turned nor mirrored, but with straight parts as long as you like. Curves never meet."
    )

    shapes = Key[tuple[Drawing, ...]]((), ListOf(SHAPE))
    number = Given("cells", Numbers(1, lambda self: len(self.shapes)), role="structure")
    block = Given("cells", role="structure", look=symbols({True: "▒"}))
    curve = Answer("links", look=LINE, words=("drawn", "not drawn"))

    @rule("no curve enters {at}", "a curve enters {at}, which is blocked")
    def blocked(self) -> Drafts:
        for at in self.block:
            yield must(count(self.curve[s] for s in self.board.links_of(at)) == 0, at)

    one_number, shape = shaped_curves(
        curve, lambda self: self.number, lambda self: self.shapes, blocks=lambda self: self.block,
        one=Wording("every curve holds one number", "the curve through {cells} holds no number",
                    many="a curve joins the numbers at {cells}"),
        shape=Wording("the curve through {at} has shape {n}", "the curve through {at} does not have shape {n}",
                      unknown="there is no shape {n} for the number at {at}"))
    shape.relying_on(blocked)

    line = Stroke(curve, across=True)
    black = Chars(block, {"#": True}, fill=True)
    dialects = (
        Spf("curve_data", keys=(shapes,), required=("shapes",),
            drawings={"shapes": Diagram(open_(), open_(), corner=blank, edge=line, cell=Passage(curve))},
            puzzle=Diagram(ruled(D), ruled(), frame=True, edge=line, cell=Number(number, least=1) | black | blank),
            solution=Diagram(ruled(), ruled(), frame=True, edge=line, cell=black | Passage(curve),
                             corner=ByRim(plus, Fixed(".", " +")))),
        *pzpr("curvedata", shapes=shapes, clue=number, block=block, line=curve),
    )
