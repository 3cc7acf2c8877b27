"""Sudoku: each number once in every row, column and area."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...board.rect import Rect
from ...formats.layout import D, Diagram, Number, Stroke, blank, cells, ruled
from ...formats.roles import kudamono, penpa, puzzlekit, pzpr, sgt
from ...formats.spf import Spf
from ...formats.sudoku import SudokuText
from ...formats.sudoku_parts import sudoku_dialects
from ...language import SIDE, WALL, Answer, Genre, Given, Group, Key, Spot, Text, usual_boxes
from ...language.look import LazyModule, spelt_by
from ...language.making import Making
from ...language.taste import Levels
from ...laying.boxed_areas import BOXES, IRREGULAR, boxed_sides, with_boxes
from ...rules import once_each, once_in

drawing = LazyModule(__name__, "drawing")
notation = LazyModule(__name__, "notation")


class Sudoku(Genre):
    """Areas are enclosed by walls: boxes or any other shapes. ``symbols`` are the characters that stand for 1, 2, 3,
    and so on."""

    name = "Sudoku"
    aliases: ClassVar[tuple[str, ...]] = ("Number Place", "Chaos Sudoku", "Jigsaw Sudoku", "Solo")
    task = "Write each number once in every row, every column and every outlined area."
    sized_task = "Write the numbers 1 to {n} once in every row, every column and every outlined area."
    levels = Levels(easy=19.2, medium=38.4, hard=49.8, extreme=77.1, labelled=True)

    def numbers(self) -> range:
        """1 to the side of the grid."""
        return range(1, self.board.n_cols + 1)

    wall = Given("links", role="structure", look=WALL, required=True, usual=usual_boxes)
    number = Answer("cells", numbers, look=spelt_by("symbols"))
    symbols = Key("", Text("a different character for each number", SIDE, SIDE, never=".:", distinct=True))

    def areas(self) -> list[list[Spot]]:
        """What the walls enclose."""
        return self.board.regions(self.wall)

    rows = once_each(number, "rows", once_in("row {i}"), full=True)
    cols = once_each(number, "cols", once_in("column {i}"), full=True)
    boxes = once_each(number, areas, once_in("{area}"), full=True)

    groups: ClassVar[tuple[Group, ...]] = (Group("regions", wall),)
    dialects: ClassVar[tuple[Any, ...]] = (
        Spf("sudoku", square=True, keys=(symbols,),
            puzzle=Diagram(ruled(D), ruled(), frame=True, cell=Number(number) | blank, edge=Stroke(wall)),
            solution=Diagram(cells(D), cells(), cell=Number(number))),
        SudokuText(number=number, wall=wall, symbols=symbols),
        *pzpr("sudoku", lambda p, g: p.Notation(
            (notation.BoxWalls(g.wall), p.numbers(g.number)),
            (notation.BoxWallsOfFile(g.wall), p.cells(p.Integer(g.number)), p.cells(*p.filled_in(g.number))),
            square=True,
        )),
        penpa("sudoku classicsudoku", lambda p, g: p.Notation(
            drawing.DrawnBoxes(g.wall), p.CellTexts(g.number, drawn=True), unknown=p.ignored(g.number),
        )),
        *puzzlekit("Sudoku JigsawSudoku Jigsaw ChaosSudoku", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)), k.Section("areas", notation.RegionsOrBoxes(g.wall))),
            k.solved(k.numbers(g.number, drawn=True)), with_areas="JigsawSudoku",
        )),
        kudamono("sudoku", lambda k, g: k.Notation(g.number, g.wall, unknown=k.ignored(g.number))),
        sgt("solo", lambda s, g: s.Notation(
            s.NumberRun(g.number), s.IfFlagged("j", s.BorderRun(g.wall)), size=s.BlockSize(g.wall),
            differs=on_diagonals, solution=s.in_each_cell(g.number, s.small_number, ","),
            elsewhere={r"[0-9]*(?:x[0-9]+)?[jx]*k": "solo k"},
        )),
        *sudoku_dialects(number, wall, symbols),
    )


def on_diagonals(flags: str) -> str:
    """What the flags of Solo say about diagonals."""
    return "the numbers on both diagonals differ in this puzzle" if "x" in flags else ""


# -- making --


def fewest_givens(board: Rect, options: Mapping[str, Any]) -> int:
    """Digits that are not given can be exchanged, so at most one may be missing. With boxes, 4x4 needs 4 givens and 9x9
    needs 17: McGuire, Tugemann and Civario proved that in 2012 by an exhaustive search."""
    side = board.n_rows
    return side - 1 if options.get(BOXES.name) == IRREGULAR else {4: 4, 9: 17}.get(side, side - 1)


Sudoku.making = Making(
    sketch=with_boxes, options=(BOXES,), givens="number", spare=0.1, symmetry={"rotate": 0.7}, size=(9, 9),
    implied={name: {BOXES.name: IRREGULAR} for name in ("Jigsaw Sudoku", "Chaos Sudoku")}, sizes=boxed_sides,
    fewest=fewest_givens, solid=True,
)
