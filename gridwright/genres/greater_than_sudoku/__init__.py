"""Greater-Than-Sudoku: each number once in every row, column and area; signs open towards the larger number."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from operator import gt, lt
from typing import Any

from ...formats.layout import BlockMark, BlockMarks, BlockShape, D, Diagram, Glyph, Number, blank, cells, ruled
from ...formats.roles import sgt
from ...formats.spf import Spf
from ...language import (
    WALL,
    Answer,
    Demands,
    Genre,
    Given,
    OneOf,
    Spot,
    State,
    Wording,
    all_of,
    lemma,
    must,
    usual_boxes,
)
from ...language.look import LazyModule, Look, LookKind, Way
from ...language.making import ABSENT, Making, told_by
from ...language.shapes import Circle, MarksBySpot, Paper, Polylines, Screen
from ...language.shapes import Shape as Drawn
from ...language.taste import Levels
from ...laying.boxed_areas import BOXES, boxed_sides, with_boxes
from ...rules import Pair, once_each, once_in, related

notation = LazyModule(__name__, "notation")

looks = LazyModule(__name__)
UPRIGHT = {"<": "^", ">": "v"}
"""The signs between a cell and the one below it."""


def turned(value: str, turn: Callable[[Way], Way], swapped: bool) -> str:
    """A sign on a turned board: it is read from the upper or left cell."""
    del turn
    return {"<": ">", ">": "<"}[value] if swapped else value


SIGNS = Look("comparison", {"<": "<", ">": ">"}, own=LookKind(
    "between two cells, ``<`` or ``>``, turned where they lie one above the other", "symbol", paper=looks.draw_signs,
    terminal=looks.show_signs, turned=turned,
), drawn={
    "<": [Polylines("beam", [((0.13, -0.2), (-0.13, 0), (0.13, 0.2))])],
    ">": [Polylines("beam", [((-0.13, -0.2), (0.13, 0), (-0.13, 0.2))])],
    "^": [Polylines("beam", [((-0.2, 0.13), (0, -0.13), (0.2, 0.13))])],
    "v": [Polylines("beam", [((-0.2, -0.13), (0, 0.13), (0.2, -0.13))])],
})


class Sign(Glyph):
    """A border or none, with or without a sign; the letter of a sign says whether it stands on a border."""

    ink = frozenset("-| <>CD^vAV")
    wanted = ("a line", "a sign", "a blank")
    names = frozenset(("sign", "wall"))
    signs: Mapping[bool, Mapping[str, tuple[str, bool]]] = {
        False: {"<": ("<", False), ">": (">", False), "C": ("<", True), "D": (">", True)},
        True: {"^": ("<", False), "v": (">", False), "A": ("<", True), "V": (">", True)},
    }

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        line = "-" if shape.level else "|"
        rest = text.replace(line, "").replace(" ", "")
        if len(rest) > 1 or (rest and rest not in self.signs[shape.level]):
            return None
        sign, wall = self.signs[shape.level][rest] if rest else ("", line in text)
        if set(text) - set(rest) - {line if wall else " "}:
            return None
        told = [BlockMark("wall", None, True)] if wall else []
        return (*told, BlockMark("sign", None, sign)) if sign else tuple(told)

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        marks = {entry.layer: entry.value for entry in found if entry.step is None}
        wall, sign = bool(marks.get("wall", False)), marks.get("sign", "")
        fill = " " if not wall else "-" if shape.level else "|"
        if not sign:
            return fill * shape.area
        char = next((c for c, told in self.signs[shape.level].items() if told == (sign, wall)), None)
        return None if char is None else fill * (shape.area // 2) + char + fill * (shape.area - shape.area // 2 - 1)


class GreaterThanSudoku(Genre):
    """Areas are enclosed by walls and may have any shape. A sign compares the upper or left number with the other one;
    where there is no sign, nothing is known."""

    name = "Greater-Than-Sudoku"
    aliases = ("Vergleichssudoku", "Compare Sudoku")
    task = (
        "Write each number once in every row, column and outlined area. A sign between two cells opens towards the "
        "larger number."
    )
    sized_task = (
        "Write the numbers 1 to {n} once in every row, column and outlined area. A sign between two cells opens "
        "towards the larger number."
    )
    levels = Levels(easy=98.1, medium=245, hard=411, extreme=483)

    def numbers(self) -> range:
        """1 to the side of the grid."""
        return range(1, self.board.n_cols + 1)

    wall = Given("links", role="structure", look=WALL, required=True, usual=usual_boxes)
    sign = Given("links", OneOf("<>"), look=SIGNS)
    number = Answer("cells", numbers)

    def areas(self) -> list[list[Spot]]:
        """What the walls enclose."""
        return self.board.regions(self.wall)

    def pairs(self) -> Iterator[Pair]:
        """The smaller and the larger of the two numbers at each sign."""
        for link, sign in self.sign.items():
            a, b = self.board.ends(link)
            yield Pair(a, b, lt if sign == "<" else gt, {"than": "smaller" if sign == "<" else "larger"}, (link,))

    rows = once_each(number, "rows", once_in("row {i}"), full=True)
    cols = once_each(number, "cols", once_in("column {i}"), full=True)
    boxes = once_each(number, areas, once_in("{area}"), full=True)
    signs = related(number, pairs, Wording(
        "the number at {a} is {than} than the one at {b}", "the {x} at {a} is not {than} than the {y} at {b}",
        open="no number at {other} suits the sign and {held}"), reads=sign)

    @lemma(Wording(*["the signs put the numbers at {chain} in ascending order"] * 2), signs, reads=sign)
    def in_order(self) -> Demands:
        numbers = self.numbers()
        for chain in self.chains():
            steps = list(enumerate(chain))
            if len(chain) == len(numbers):
                what = all_of(self.number[c] == numbers[i] for i, c in steps)
            else:
                fit = {c: numbers[i : len(numbers) - len(chain) + 1 + i] for i, c in steps}
                what = all_of(~(self.number[c] == n) for c in chain for n in numbers if n not in fit[c])
            clues = [self.board.link(a, b) for a, b in pairwise(chain)]
            yield must(what, tuple(chain), clues=clues, chain=tuple(chain))

    def chains(self) -> list[list[Spot]]:
        """The longest rising chains of at least three numbers from the cells that no sign makes larger than others;
        none if the signs contradict each other."""
        larger: dict[Spot, list[Spot]] = {}
        for link, sign in self.sign.items():
            a, b = self.board.ends(link)[:: 1 if sign == "<" else -1]
            larger.setdefault(a, []).append(b)
        longest: dict[Spot, list[Spot]] = {}
        with suppress(CycleError):
            for c in TopologicalSorter(larger).static_order():  # the larger ones come first
                above = (longest[one] for one in larger.get(c, ()))
                longest[c] = [c, *max(above, key=lambda chain: (len(chain), chain), default=[])]
        first = longest.keys() - {above for some in larger.values() for above in some}
        return [longest[c] for c in sorted(first) if len(longest[c]) > 2]

    rows.considered_with(signs)
    cols.considered_with(signs)
    boxes.considered_with(signs)

    dialects = (
        Spf("greater_than_sudoku", square=True,
            puzzle=Diagram(ruled(D), ruled(), frame=True, cell=Number(number) | blank, edge=Sign()),
            solution=Diagram(cells(D), cells(), cell=Number(number))),
        sgt("unequal", lambda s, g: s.Notation(
            notation.NumbersAndSigns(g.wall, g.sign, g.number), size=s.SQUARE, differs=notation.other_signs,
            solution=s.in_each_cell(g.number),
        )),
    )


# -- making --


def sign_told(model: Any, answer: State, link: Spot) -> Any:
    """The sign between two cells of an area."""
    a, b = model.board.ends(link)
    if link in model.wall:
        return ABSENT
    return "<" if answer.get("number", a) < answer.get("number", b) else ">"


GreaterThanSudoku.making = Making(
    sketch=with_boxes, options=(BOXES,), told={"sign": told_by(sign_told)}, fill="number", spare=0.3, size=(9, 9),
    sizes=boxed_sides,
    solid=True,
)


# -- how it is drawn --


def draw_signs(paper: Paper, marks: MarksBySpot) -> None:
    """Signs that open towards the larger number."""
    shapes: list[Drawn] = []
    for at, sign in marks.items():
        x, y = paper.at(at)
        shapes += [Circle("ground", x, y, 0.17), *paper.symbol(sign if at.y % 2 else UPRIGHT[sign], x, y, 0.7)]
    paper.add("clue", shapes)


def show_signs(screen: Screen, marks: MarksBySpot) -> None:
    """The same in a terminal."""
    for at, sign in marks.items():
        screen.write(at, sign if at.y % 2 else UPRIGHT[sign])
