"""Skyscrapers with Parks: skyscrapers with some empty cells in every row and column."""

from random import Random

from ..formats.layout import Chars, D, Diagram, Number, blank, cells, clues
from ..formats.roles import puzzlekit
from ..formats.spf import Spf
from ..language import SIDE, Key, Numbers, Rect
from ..language.making import Making, Sketch, Wishes, square, told_by
from ..language.taste import Levels
from .skyscrapers import Skyscrapers, greatest_height, towers_seen


class SkyscrapersWithParks(Skyscrapers):
    """Every row and column has ``parks`` parks, which hide nothing and are not counted. Heights run from 1 to the size
    of the grid minus the parks. A park is the height 0."""

    name = "Skyscrapers with Parks"
    aliases = ("Hochhäuser mit Parks",)
    task = (
        "Write each height once in every row and column; the cells left over are parks. A number outside shows how "
        "many towers can be seen from there: higher towers hide lower ones, parks hide nothing."
    )
    levels = Levels(easy=46.1, medium=115, hard=270, extreme=328)

    parks = Key(0, Numbers(0, SIDE))

    def heights(self) -> range:
        """0 for a park, then 1 to the side of the grid without the parks."""
        return range(0 if self.parks else 1, self.board.n_cols - self.parks + 1)

    view, height = Skyscrapers.view, Skyscrapers.height
    dialects = (
        Spf("skyscrapers_with_parks", square=True, keys=(parks,), required=("parks",),
            puzzle=Diagram(clues(1, D) + cells(D) + clues(1, D), clues() + cells() + clues(), side=Number(view) | blank,
                           cell=Number(height, least=1) | Chars(height, {"-": 0}) | blank),
            solution=Diagram(cells(D), cells(), cell=Number(height, least=1) | Chars(height, {" ": 0}, also={"-": 0}))),
        *puzzlekit("SkyscraperParks", lambda k, g: k.Notation(
            (*k.views(k.numbers(g.view)), k.grid(k.numbers(g.height))),
            k.solved(k.Integer(g.height, drawn=True)), greatest_height(k, least=1), written="Skyscraper",
            also=(g.parks,),
        )),
    )


# -- making --


def with_parks(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """One park in each line, two on larger boards."""
    del rng
    return Sketch(board, keys={"parks": wishes.get("parks", 1 + (board.n_cols > 6))})


SkyscrapersWithParks.making = Making(
    options=("parks",), sketch=with_parks, told={"view": told_by(towers_seen)}, near=False, fill="height",
    rounds=60, unfilled=60, spare=0.1, size=(6, 6), sizes=square(4, 9),
    solid=True,
)
