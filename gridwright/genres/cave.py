"""Cave: shade walls around one cave without holes; numbers count the cells in view."""

from typing import Any, ClassVar

from ..formats.layout import Chars, D, Diagram, Number, blank, cells, one_per_cell
from ..formats.roles import kudamono, penpa, puzzlekit, pzpr
from ..formats.spf import Spf
from ..language import IN_VIEW, Answer, Genre, Given, Numbers, Spot, State, Wording
from ..language.making import ABSENT, Making, at_least, told_by, varied
from ..language.taste import Band, Levels
from ..laying.motifs import keeping_apart
from ..rules import one_mass, seen_from, unmarked


class Cave(Genre):
    """The cells without a wall are the cave. Each group of walls reaches the border of the board. A number counts the
    cave cells that can be seen in the four directions up to a wall, including its own cell once."""

    name = "Cave"
    aliases: ClassVar[tuple[str, ...]] = ("Corral", "Bag")
    task = (
        "Shade some cells without a number so that the white cells are connected and every group of shaded cells "
        "reaches the border. A number shows how many white cells can be seen from it in the four directions, including "
        "its own."
    )
    levels = Levels(easy=19.7, medium=49.3, hard=94.3, extreme=119)

    number = Given("cells", Numbers(1, IN_VIEW))
    wall = Answer("cells", words=("wall", "cave"))

    numbered_open = unmarked(wall, number, Wording(
        "{at} holds a number, so it is not a wall", "{at} holds a number, but is a wall"))

    in_view = seen_from(~wall, number, Wording(
        "the {number} at {at} needs to see {n:cave cell}", "the {number} at {at} {found:sees|see|cave cell}"))
    one_cave, walls_outside = one_mass(
        ~wall, wall, sure=lambda self: self.number,
        body=Wording("the cave is connected", "{at:is|are} cut off from the rest of the cave"),
        no_holes=Wording("every wall reaches the border", "the wall at {at} does not reach the border"),
    )
    one_cave.requires(numbered_open)

    diagram = Diagram(cells(D), cells(), cell=(
        Number(number) | Chars(wall, {"#": True, "-": False}, fill=True) | blank))
    dialects = (
        Spf("cave", puzzle=diagram, solution=one_per_cell(wall)),
        *pzpr("cave bag", lambda p, g: p.Notation(
            (p.numbers(g.number),), (p.clues(g.number), p.shading(g.wall), p.pencilled()),
            unknown={g.number: p.Implies(g.wall, False)},
        )),
        penpa("cave corral bag", lambda p, g: p.Notation(
            p.CellTexts(g.number), p.Shade(g.wall), unknown={g.number: p.Implies(g.wall, False)},
        )),
        *puzzlekit("Cave Corral", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number), k.Words(g.wall, {"x": False, "?": False})),),
            k.solved(k.Words(g.wall, {"-": True}, drawn=True), blank="x"),
        )),
        kudamono("cave", lambda k, g: k.Notation(g.number, unknown={g.number: k.Implies(g.wall, False)})),
    )


# -- making --


def seen(model: Any, answer: State, at: Spot) -> Any:
    """How many cave cells a cell sees, itself included."""
    return ABSENT if answer.get("wall", at) else model.board.sight(at, lambda c: not answer.get("wall", c))


TOUCHING = 0.8
"""The probability that a clue with a neighbouring clue is removed early."""

Cave.making = Making(
    told={"number": told_by(seen)}, likely={"wall": 0.4}, share=0.3, density=Band(0.15, 0.21, 0.25),
    order=keeping_apart(TOUCHING), good=varied("wall", 0.25, 0.6),
    sizes=at_least(3),
    pictured="wall",
)
