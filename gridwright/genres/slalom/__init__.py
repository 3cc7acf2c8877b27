"""Slalom (Gokigen Naname): draw one diagonal in each cell; numbers count the diagonals that meet at a point."""

from ...formats.layout import Chars, Diagram, Number, blank, cells, plus, ruled
from ...formats.roles import penpa, puzzlekit, pzpr, sgt
from ...formats.spf import Spf
from ...language import (
    ISLAND,
    Answer,
    ArcGraph,
    Demands,
    Expr,
    Genre,
    Given,
    Numbers,
    Spot,
    Wording,
    count,
    must,
    rule,
    symbols,
    ticking,
)
from ...language.look import LazyModule
from ...language.making import Making, at_least
from ...language.taste import Band, Levels
from ...rules import no_ring

drawing = LazyModule(__name__, "drawing")
FALLING, RISING = "\\", "/"


class Slalom(Genre):
    """The diagonals close no ring of any length."""

    name = "Slalom"
    aliases = ("Gokigen Naname", "Gokigen", "Slant")
    task = (
        "Draw one diagonal in every cell. A number shows how many diagonals meet at its point. The diagonals enclose "
        "no area."
    )
    levels = Levels(easy=19.1, medium=47.7, hard=59, extreme=95.9)

    number = Given("corners", Numbers(0, 4), look=ISLAND)
    slant = Answer("cells", (FALLING, RISING), look=symbols({FALLING: "╲", RISING: "╱"}), verb="holds", words={
        FALLING: "a falling diagonal", RISING: "a rising diagonal"})

    def touching(self, corner: Spot) -> list[Expr]:
        """For each cell at a grid point, the mark that its diagonal ends there."""
        found = []
        for cell in self.board.cells_at(corner):
            falls = (cell.y < corner.y) == (cell.x < corner.x)
            found.append(self.slant[cell] == (FALLING if falls else RISING))
        return found

    @rule("the {number} at {at} needs {number:diagonal}", "the {number} at {at} {found:has|have|diagonal}",
          reads=number)
    def meeting(self) -> Demands:
        for at, n in self.number.items():
            yield must(count(self.touching(at)) == n, at, clues=at, n=n, number=n)

    def diagonals(self) -> ArcGraph:
        """Both diagonals of each cell."""
        index = self.board.corner_index
        ends, lits, at = [], [], []
        for cell in ticking(self.board.cells):
            y, x = cell
            for value, mark in self.slant[cell].marks.items():
                low, high = (1, -1) if value == RISING else (-1, 1)
                ends.append((index[Spot(y + low, x - 1)], index[Spot(y + high, x + 1)]))
                lits.append(int(mark))
                at.append(cell)
        return ArcGraph(self.board.corners, ends, lits, at)

    no_ring = no_ring(diagonals, Wording("no diagonals close a ring", "the diagonals {at} close a ring"))

    slants = Chars(slant, {"N": FALLING, "/": RISING})
    dialects = (
        Spf("slalom",
            puzzle=Diagram(ruled(), ruled(), corner=Number(number) | plus, cell=slants | blank),
            solution=Diagram(cells(), cells(), cell=slants)),
        *pzpr("gokigen", lambda p, g: p.Notation(
            (p.small(g.number, p.grid_points),),
            (p.points(p.Integer(g.number, "-")),
             p.cells(p.Words(g.slant, {"1": "\\", "2": "/"}, drawn=True))),
            differs={"d": "the address is in the form of the old applet, which is not supported"},
        )),
        penpa("slalom gokigen slant", lambda p, g: p.Notation(
            p.CellTexts(g.number, points=True), drawing.Slants(g.slant), tag="gokigen", unknown=p.ignored(g.number),
        )),
        *puzzlekit("GokigenNaname Gokigen Slalom", lambda k, g: k.Notation(
            (k.points(k.numbers(g.number)),), k.solved(k.Words(g.slant, {"\\": "\\", "/": "/"}, drawn=True)),
        )),
        sgt("slant", lambda s, g: s.Notation(
            s.SignRun(g.number, {str(n): n for n in range(5)}, "number", s.points),
            solution=s.placed(g.slant, {"\\": "\\", "/": "/"}),
        )),
    )


Slalom.making = Making(density=Band(0.4, 0.44, 0.48), dull=(0, 4), sizes=at_least(2))
