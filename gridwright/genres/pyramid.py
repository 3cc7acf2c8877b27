"""Pyramid: write digits on bricks, each the sum or the difference of the two bricks below it."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from ..formats.layout import Chars, Diagram, Fixed, Number, cells, clues
from ..formats.spf import Spf
from ..language import (
    DIGITS,
    Answer,
    Demands,
    Genre,
    Given,
    Ground,
    Key,
    Look,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    Wording,
    any_of,
    count,
    must,
    rule,
)
from ..language.look import LazyModule, LookKind
from ..language.making import ABSENT, Making, line_values, told_by
from ..language.shapes import MarksBySpot, Paper
from ..language.taste import Levels
from ..rules import Accepted, Automaton

GREY, WHITE = "#", "="


def pyramid(rows: int, _columns: int) -> Rect:
    """Bricks stand in the gaps of the row below; between them are holes."""
    bricks = {Spot(2 * j + 1, 2 * (rows - 1 - j + 2 * i) + 1) for j in range(rows) for i in range(j + 1)}
    return Rect.of(rows, 2 * rows - 1, [c for c in Rect.of(rows, 2 * rows - 1).cells if c not in bricks])

looks = LazyModule(__name__)
BANDS = Look("bands", {GREY: "#"}, own=LookKind(
    "a mark of a whole row, on its left", "text", clear=True, paper=looks.draw_bands,
    margin=lambda at, mark: "≠" if mark == GREY and at.x < 0 else mark))


class Pyramid(Genre):
    """Digits run from 1 to ``largest``, so two equal bricks carry their sum. A brick rests on the two cells to its left
    and right in the row below. A grey row (``#``, marked on its left) holds no digit twice, a marked white one (``=``)
    at least one."""

    name = "Pyramid"
    aliases = ("Pyramide", "Number Pyramid")
    task = (
        "Write a digit, but no 0, in every brick: it is the sum or the difference of the two bricks below. In a grey "
        "row all digits differ; in a marked white row at least one digit repeats."
    )
    levels = Levels(easy=11.1, medium=27.7, hard=62.4, extreme=73.3)
    ground = Ground("none", cell=2)

    def digits(self) -> range:
        """1 to 9, as a rule."""
        return range(1, self.largest + 1)

    largest = Key(9, Numbers(1, 9), look=DIGITS)
    row = Given("sides", OneOf((GREY, WHITE)), look=BANDS)
    digit = Answer("cells", digits)

    def bricks(self) -> Iterator[tuple[Spot, Spot, Spot]]:
        """The pairs of bricks that carry a brick, each with that brick."""
        known = self.board.cell_index
        for top in self.board.cells:
            left, right = Spot(top.y + 2, top.x - 2), Spot(top.y + 2, top.x + 2)
            if left in known and right in known:
                yield left, right, top

    @rule(Wording("{top} is the sum or the difference of {left} and {right}",
                  "the {z} at {top} is neither the sum nor the difference of the {x} at {left} and the {y} at {right}",
                  open="{top} can no longer be the sum or the difference of {left} and {right}"))
    def sum_or_difference(self) -> Demands:
        for left, right, top in self.bricks():
            told = Accepted((left, right, top), self.digit, BUILT, tell=digits_held)
            yield must(told, (top, left, right), top=top, left=left, right=right)

    def rows_marked(self, mark: str) -> Iterator[Spot]:
        """The left ends of the rows with this mark."""
        return (side for side, m in self.row.items() if side.x < 0 and m == mark)

    @rule(Wording("{digit} appears at most once in the grey {side:line}",
                  "{digit} appears {times} in the grey {side:line}, at {culprits}",
                  again="there is already {digit:a} in the grey {side:line}, at {other}"), reads=row)
    def grey_rows(self) -> Demands:
        for side in self.rows_marked(GREY):
            line = self.board.line_from(side)
            for n in self.digits():
                often = count(self.digit[c] == n for c in line)
                yield must(often <= 1, line, clues=side, digit=n, side=side)

    @rule("some digit appears twice in the white {side:line}", "no digit can appear twice in the white {side:line}",
          reads=row)
    def white_rows(self) -> Demands:
        for side in self.rows_marked(WHITE):
            line = self.board.line_from(side)
            pairs = combinations([self.digit[c] for c in line], 2)
            twice = any_of((a == n) & (b == n) for a, b in pairs for n in self.digits())
            yield must(twice, line, clues=side, side=side)

    dialects = (
        Spf("pyramid", square=True, board=pyramid,
            puzzle=Diagram(clues() + cells(), cells(), side=Chars(row, {GREY: GREY, WHITE: WHITE}),
                           cell=Number(digit, least=1) | Fixed(".", " ")),
            solution=Diagram(cells(), cells(), cell=Number(digit, least=1))),
    )


# -- making --

STACKED = (0, 0, 0)


def step(below: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
    """Reads two bricks and the one on top of them."""
    if len(below) < 2:
        return (*below, digit)
    left, right = below
    return STACKED if digit in (left + right, abs(left - right)) else None


def digits_held(values: Sequence[Sequence[int]]) -> tuple[dict[str, int], str]:
    """The digits of two bricks and the one on top of them, if all are settled."""
    if any(len(own) != 1 for own in values):
        return {}, "open"
    return dict(zip("xyz", (own[0] for own in values), strict=True)), ""


BUILT = Automaton((), step, lambda state: state == STACKED)


def mark_told(model: Any, answer: State, side: Spot) -> Any:
    """Whether a row holds a digit twice."""
    if side.y < 0:
        return ABSENT
    line = line_values(model, answer, "digit", side)
    return WHITE if len(set(line)) < len(line) else GREY


Pyramid.making = Making(
    told={"row": told_by(mark_told)}, givens="digit", frame=("row",), share=0.2, size=(6, 11), board=pyramid,
    sizes=lambda rows,
    cols: "" if rows > 1 and cols == 2 * rows - 1 else "a pyramid of n rows has 2n - 1 columns",
)


# -- how it is drawn --


def draw_bands(paper: Paper, marks: MarksBySpot) -> None:
    """Grey rows, whose bricks all differ; others stay white."""
    if isinstance(paper.board, Rect):
        grey = [side for side, mark in marks.items() if side.x < 0 and mark == GREY]
        paper.fill("tint", [cell for side in grey for cell in paper.board.line_from(side)])
