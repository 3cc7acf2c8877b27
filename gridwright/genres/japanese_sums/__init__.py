"""Japanese Sums: blacken cells and write digits into the others; hints are the sums of a line's blocks of digits."""

from itertools import groupby
from random import Random
from typing import Any

from ...formats.layout import Chars, Diagram, Fixed, Listed, Number, bar, blank, cells, clues, key
from ...formats.roles import penpa, pzpr
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import (
    DIGITS,
    LINE_LENGTH,
    Answer,
    Demands,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    count,
    must,
    rule,
    symbols,
)
from ...language.making import ABSENT, Making, Sketch, Wishes, at_least, line_values, told_by
from ...language.taste import Levels
from .rules import block_sums


def zero_rows(sheet: Sheet) -> None:
    """In a drawing, the clue 0 means that all cells of its line are black."""
    for side in [side for side, values in sheet.given["hint"].items() if values == (0,)]:
        del sheet.given["hint"][side]
        for cell in sheet.board.cells:
            if cell.x == side.x or cell.y == side.y:
                sheet.give("digit", cell, 0, *sheet.where["size", None])


class JapaneseSums(Genre):
    """0 stands for a black cell; digits run from 1 to ``max``. A clue lists the sums of all blocks of its line in
    order; ``?`` is a block with an unknown sum. No digit occurs twice in a line, not even in different blocks."""

    name = "Japanese Sums"
    aliases = ("Japanische Summen",)
    task = (
        "Blacken some cells and write digits in the others so that no digit repeats in a row or column. The numbers "
        "outside are the sums of the blocks of digits between black cells, in order."
    )
    levels = Levels(easy=15.9, medium=39.8, hard=57.2, extreme=99.3)

    def digits(self) -> range:
        """Black, and the digits."""
        return range(self.max + 1)

    def sum_of_all(self) -> int:
        """The sum of all digits."""
        return sum(self.digits())

    max = Key(9, Numbers(1, 99), look=DIGITS)
    hint = Given("sides", ListOf(Numbers(1, sum_of_all) | Unknown("?"), 1, LINE_LENGTH))
    digit = Answer("cells", digits, look=symbols({0: "■"}), words={0: "black"})

    @rule(Wording("{digit} appears at most once in {side:line}",
                  "{digit} appears {times} in {side:line}, at {culprits}",
                  again="there is already {digit:a} in {side:line}, at {other}"))
    def once_at_most(self) -> Demands:
        for side in (side for side in self.board.sides if min(side) < 0):
            line = self.board.line_from(side)
            for n in range(1, self.max + 1):
                yield must(count(self.digit[c] == n for c in line) <= 1, line, digit=n, side=side)

    told_sums = block_sums(digit, hint, Wording(
        "{side:reading} needs {needed}", "{side:reading} needs {needed} and has {have}",
        open="{side:reading} can no longer have {needed}")).requires(once_at_most)

    own = Number(digit, least=1) | Chars(digit, {"#": 0})
    dialects = (
        Spf("japanese_sums", keys=(max,),
            puzzle=Diagram(clues(key("left"), 2) + bar + cells(2), clues(key("top")) + bar + cells(),
                           side=Listed(hint, Number(unknown="?", least=1)) | blank, cell=own | Fixed(".", fill=False)),
            solution=Diagram(cells(), cells(), cell=own)),
        *pzpr("japanesesums", lambda p, g: p.Notation(
            (p.Whole(g.max, "digits"), p.Outside(p.List(g.hint)), p.numbers(g.digit, optional=True)),
            (p.NumberLine(g.max, "digits"),
             p.Framed(p.List(g.hint), *p.sums_of_digits(g.digit), number=p.MINUS_TWO)),
        )),
        penpa("japanesesums", lambda p, g: p.Notation(
            p.Assumed(g.max, "max", "digits", "max_number", what="the largest digit", usual=p.partial(p.smaller, 9)),
            p.MarginTexts(p.List(g.hint)), p.Shade(g.digit, 0), p.CellTexts(g.digit, drawn=True, blank=0),
            made=zero_rows,
        )),
    )


# -- making --


def sums_told(model: Any, answer: State, side: Spot) -> Any:
    """The sums of the blocks of digits of a line."""
    blocks = groupby(line_values(model, answer, "digit", side), bool)
    return tuple(sum(own) for digits, own in blocks if digits) or ABSENT


def with_digits(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """As many digits as suit the board."""
    del rng
    return Sketch(board, keys={"max": wishes.get("max", max(1, min(9, max(board.n_rows, board.n_cols) - 1)))})


JapaneseSums.making = Making(
    options=("max",), sketch=with_digits, told={"hint": told_by(sums_told)}, likely={"digit 0": 3.0}, share=0.4,
    fill="digit", is_given=bool, size=(6, 6), sizes=at_least(2),
)
