"""Japanese Sums: blacken cells and write digits into the others; hints are the sums of a line's blocks of digits."""

from itertools import groupby
from random import Random
from typing import Any

from ..formats.layout import Chars, Diagram, Fixed, Listed, Number, bar, blank, cells, clues, key
from ..formats.roles import tabled
from ..formats.spf import Spf
from ..language import (
    DIGITS,
    LINE_LENGTH,
    Answer,
    Drafts,
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
from ..language.kinds import block_sums
from ..language.making import ABSENT, Making, Sketch, Wishes, at_least, line_values, told_by

# -- making --


def sums_told(model: Any, answer: State, side: Spot) -> Any:
    """The sums of the blocks of digits of a line."""
    blocks = groupby(line_values(model, answer, "digit", side), bool)
    return tuple(sum(own) for digits, own in blocks if digits) or ABSENT


def with_digits(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """As many digits as suit the board."""
    del rng
    return Sketch(board, keys={"max": wishes.get("max", max(1, min(9, max(board.n_rows, board.n_cols) - 1)))})


class JapaneseSums(Genre):
    """0 stands for a black cell, digits run from 1 to ``max``. A hint tells the sums of all blocks of its line in
    order; ``?`` is a block whose sum is not told. No digit stands twice in a line, in different blocks neither."""

    name = "Japanese Sums"
    aliases = ("Japanische Summen",)
    task = (
        "Blacken some cells and write digits into the others so that no digit stands twice in a row or column. The "
        "numbers outside are the sums of the blocks of digits between black cells, in order."
    )

    def digits(self) -> range:
        """Black, and the digits."""
        return range(self.max + 1)

    def sum_of_all(self) -> int:
        """The sum of all digits."""
        return sum(self.digits())

    max = Key(9, Numbers(1, 99), look=DIGITS)
    hint = Given("sides", ListOf(Numbers(1, sum_of_all) | Unknown("?"), 1, LINE_LENGTH))
    digit = Answer("cells", digits, look=symbols({0: "■"}), words={0: "black"})

    @rule("{digit} stands at most once in {side:line}", "{digit} stands {times} in {side:line}, at {culprits}")
    def once_at_most(self) -> Drafts:
        for side in (side for side in self.board.sides if min(side) < 0):
            line = self.board.line_from(side)
            for n in range(1, self.max + 1):
                yield must(count(self.digit[c] == n for c in line) <= 1, line, digit=n, side=side)

    told_sums = block_sums(digit, hint, Wording(
        "{side:reading} needs {needed}", "{side:reading} needs {needed} and has {have}",
        open="{side:reading} can no longer have {needed}")).relying_on(once_at_most)

    own = Number(digit, least=1) | Chars(digit, {"#": 0})
    dialects = (
        Spf("japanese_sums", keys=(max,),
            puzzle=Diagram(clues(key("left"), 2) + bar + cells(2), clues(key("top")) + bar + cells(),
                           side=Listed(hint, Number(unknown="?", least=1)) | blank, cell=own | Fixed(".", fill=False)),
            solution=Diagram(cells(), cells(), cell=own)),
        *tabled("japanesesums", digits=max, clue=hint, number=digit),
    )

    making = Making(
        options=("max",), sketch=with_digits, told={"hint": told_by(sums_told)}, likely={"digit 0": 3.0}, share=0.4,
        fill="digit", is_given=bool, size=(6, 6), sizes=at_least(2),
    )
