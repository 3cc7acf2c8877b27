"""Easy as ABC: each letter once in every row and column; clues outside are the first letters met from there."""

from random import Random

from ...formats.layout import Chars, Diagram, blank, cells, clues
from ...formats.roles import LazyModule, penpa, puzzlekit, pzpr
from ...formats.spf import Spf
from ...language import LETTERS, Answer, Genre, Given, Key, Numbers, OneOf, Rect, Wording, symbols
from ...language.making import Making, Sketch, Wishes, square
from ...language.taste import Levels
from ...rules import once_each, once_in
from .rules import first_met

drawing = LazyModule(__name__, "drawing")
notation = LazyModule(__name__, "notation")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = "-"
SIGNS = {c: c for c in ALPHABET}


class EasyAsAbc(Genre):
    """The letters are the first ``max`` ones; the cells that they leave are empty."""

    name = "Easy as ABC"
    aliases = ("ABC End View", "ABC View")
    task = (
        "Write each letter once into every row and column; the other cells stay empty. A letter outside is the first "
        "that is met from there."
    )
    levels = Levels(easy=83.1, medium=415, hard=461, extreme=709)

    def most_letters(self) -> int:
        """As many as a row has cells, or the alphabet letters."""
        return min(self.board.n_cols, len(ALPHABET))

    max = Key(3, Numbers(1, most_letters), look=LETTERS)

    def letters(self) -> str:
        """The empty cell, and A to the last letter."""
        return EMPTY + ALPHABET[: self.max]

    def hints(self) -> str:
        """A to the last letter."""
        return ALPHABET[: self.max]

    hint = Given("sides", OneOf(hints))
    letter = Answer("cells", letters, look=symbols({EMPTY: " "}), words={EMPTY: "empty"})

    rows = once_each(letter, "rows", once_in("row {i}"), full=True, free=EMPTY, rest="row {i} needs {n:empty cell}")
    cols = once_each(letter, "cols", once_in("column {i}"), full=True, free=EMPTY,
                     rest="column {i} needs {n:empty cell}")
    first = first_met(letter, hint, Wording(
        "the first letter from {side} is {value}", "the first letter from {side} is {met}, not {value}",
        none="the first letter from {side} can no longer be {value}"), empty=EMPTY).requires(rows, cols)

    dialects = (
        Spf("easy_as_abc", square=True, keys=(max,), required=("max",),
            puzzle=Diagram(clues() + cells() + clues(), clues() + cells() + clues(),
                           side=Chars(hint, SIGNS) | blank, cell=Chars(letter, {**SIGNS, "-": EMPTY}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(letter, {**SIGNS, " ": EMPTY}, also={"-": EMPTY}))),
        *pzpr("easyasabc", lambda _, g: notation.pzprjs(g.max, g.hint, g.letter)),
        penpa("easyasabc easyas abcendview", lambda p, g: p.Notation(
            drawing.OutsideLetters(g.hint, g.letter, g.max), p.CellTexts(g.letter, p.LETTER, drawn=True, blank="-"),
            rest={g.letter: "-"}, unknown=p.ignored(g.hint, g.letter),
        )),
        *puzzlekit("ABCEndView Buchstabensalat", lambda k, g: k.Notation(
            (*k.views(k.letters(g.hint)), k.grid(k.letters(g.letter))), k.solved(k.letters(g.letter, drawn=True)),
            notation.LAST_LETTER, on_pages=notation.letters_found, rest={g.letter: "-"}, also=(g.max,),
        )),
    )


# -- making --


def lettered(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Three letters on small boards, four from 6x6 on."""
    del rng
    return Sketch(board, keys={"max": wishes.get("max", min(3 + (board.n_cols > 5), max(1, board.n_cols - 1)))})


EasyAsAbc.making = Making(
    options=("max",), sketch=lettered, near=False, share=0.3, size=(6, 6), sizes=square(3), fill="letter",
    rounds=60, unfilled=60, is_given=lambda letter: letter != EMPTY,
)
