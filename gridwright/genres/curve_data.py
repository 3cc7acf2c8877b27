"""Curve Data: draw curves through all cells, one for each number, of the shape that the number names."""

from collections.abc import Sequence
from random import Random

from ..formats.layout import ByRim, Chars, D, Diagram, Fixed, Number, Passage, Stroke, blank, open_, plus, ruled
from ..formats.spf import Spf
from ..language import (
    LINE,
    Answer,
    Board,
    Drafts,
    Drawing,
    Genre,
    Given,
    Key,
    Rect,
    Wording,
    count,
    must,
    rule,
    symbols,
)
from ..language.kinds import figure_in, shaped_curves


def unsound(shapes: Sequence[Drawing]) -> str:
    """What should stand instead of the first shape that is no connected drawing."""
    wrong = (n for n, shape in enumerate(shapes, 1) if figure_in(shape, "curve") is None)
    return next((f"one connected drawing as shape {n}" for n in wrong), "")


def some_shapes(board: Board, rng: Random) -> tuple[Drawing, ...]:
    """Two shapes of one to five lines, for made-up puzzles."""
    del board
    return tuple(some_shape(Rect.of(2, 3), rng) for _ in range(2))


def some_shape(board: Rect, rng: Random) -> Drawing:
    """A drawing that grows link by link."""
    drawn = [rng.choice(board.links)]
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        drawn += [rng.choice([s for at in board.ends(rng.choice(drawn)) for s in board.links_of(at)])]
    return Drawing.of(board, {"curve": dict.fromkeys(drawn, True)})


class CurveData(Genre):
    """Curves run between the middles of neighbouring cells; they may bend, branch, cross themselves and close rings,
    but never meet each other. They use all cells that are not blocked. Each holds one number, anywhere along it, and
    has the shape with that number in ``shapes``: the same drawing, not turned or mirrored, but each straight segment is
    as long as one likes. Shapes may serve several curves or none; a number without a shape leaves no answer.
    """

    name = "Curve Data"
    task = (
        "Draw curves through all white cells, one through each number. A curve has the shape shown under its number, "
        "neither turned nor mirrored, but with straight parts as long as you like. Curves never meet."
    )

    shapes = Key[tuple[Drawing, ...]]((), some_shapes, unsound)
    number = Given("cells", (1, 2))
    block = Given("cells", look=symbols({True: "▒"}))
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
    )
