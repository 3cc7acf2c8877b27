"""Japanese Sums: blacken cells and write digits into the others; hints are the sums of a line's blocks of digits."""

from random import Random

from ..formats.layout import Chars, Diagram, Fixed, Listed, Number, bar, blank, cells, clues, key
from ..formats.spf import Spf
from ..language import DIGITS, Answer, Board, Drafts, Genre, Given, Key, Wording, count, must, rule, symbols
from ..language.kinds import block_sums


def few_digits(board: Board, rng: Random) -> int:
    """How large digits are in a made-up puzzle."""
    return rng.randint(1, 3) if len(board.cells) <= 6 else 1


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

    max = Key(9, few_digits, look=DIGITS)
    hint = Given("sides", ((1,), (2,), (3,), ("?",), (1, 2), (1, "?"), (1, 1), (4,)))
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
    )
