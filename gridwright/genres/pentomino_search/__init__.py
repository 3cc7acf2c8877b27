"""Pentomino Search: find where the pentominoes lie; numbers count covered cells."""

from collections import Counter
from random import Random

from ...formats.layout import Chars, D, Diagram, Number, bar, blank, cells, clues
from ...formats.roles import pzpr
from ...formats.spf import Spf
from ...language import LINE_LENGTH, PIECES, Answer, Genre, Given, Key, Numbers, Rect, Text, Wording
from ...language.making import Making, Sketch, Wishes, at_least, count_of
from ...language.taste import Levels
from ...rules import counted
from ...rules.pieces import PENTOMINOES, Stock, pieces, whole_stock
from .rules import fitting_pieces


class PentominoSearch(Genre):
    """``used`` lists the letters of the pentominoes in the grid, a letter as often as its pentomino occurs. Without
    ``used``, any pieces may occur any number of times."""

    name = "Pentomino Search"
    aliases = ("Pentominosuche",)
    task = (
        "Find the given pentominoes in the grid. They may be rotated and mirrored, but do not touch each other, not "
        "even at a corner. The numbers outside count the covered cells in that row or column."
    )
    levels = Levels(easy=14.3, medium=35.7, hard=52.4, extreme=86.4)

    count = Given("sides", Numbers(0, LINE_LENGTH))
    cover = Answer("cells", words=("covered", "empty"))
    used = Key("", Text("letters of pentominoes", 1, alphabet="".join(PENTOMINOES)), look=PIECES, title="pieces")

    def stock(self) -> Stock:
        """The pieces that lie in the grid."""
        if not self.used:
            return Stock(dict.fromkeys(PENTOMINOES, (0, None)))
        return Stock({letter: (n, n) for letter, n in Counter(self.used).items()})

    in_line = counted(cover, count, "{side:line} needs {n:covered cell}")
    known_pieces, apart = pieces(
        cover, stock,
        known=Wording(
            "every piece is one of the given pentominoes, and none occurs too often",
            "the piece at {at} is the pentomino {letter}, which is not one of the pieces",
            size="the piece at {at} has {have:cell}, not 5",
            many="the pentomino {letter} occurs {times}, not {most}"),
        apart=Wording("pieces do not touch at a corner", "the pieces at {at} touch at a corner"),
    )
    all_used = whole_stock(known_pieces, Wording(
        "the pentomino {letter} occurs {often}", "the pentomino {letter} is missing",
        few="the pentomino {letter} occurs {have}, not {often}",
        room="there is no room left for the pentomino {letter} to occur {often}"))

    letter_fits, piece_fits = fitting_pieces(
        Wording("the pentomino {letter} lies where the numbers leave room",
                "the numbers leave no room for the pentomino {letter}"),
        Wording("what covers {at} is a piece that fits the numbers", "no piece that covers {at} fits the numbers"),
        known_pieces, all_used, apart, in_line)

    dialects = (
        Spf("pentomino_search", keys=(used,),
            puzzle=Diagram(clues(1, D) + bar + cells(), clues(1, D) + bar + cells(), side=Number(count) | blank,
                           cell=Chars(cover, {"#": True, "-": False}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(cover, {"#": True, " ": False}, also={"-": False}))),
        *pzpr("battleship", lambda p, g: p.Notation(
            (p.Outside(p.One(g.count)), p.numbers("ship"), p.Bank(g.used, some=True)),
            (p.BankLine(g.used, some=True), p.Framed(p.One(g.count), p.Integer("ship", "-")), p.shading(g.cover),
             p.BankNotes(g.used)),
            refuses="other pieces than different pentominoes; given cells",
        )),
    )


# -- making --


def with_pieces(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Different pieces, as many as the board has room for or one less; fewer in easy puzzles."""
    most = max(1, min(len(PENTOMINOES), len(board.cells) // 14))
    least = (most + 1) // 2 if wishes.is_easy else max(1, most - 1)
    n = rng.randint(least, most)
    return Sketch(board, keys={"used": wishes.get("used", "".join(sorted(rng.sample(list(PENTOMINOES), n))))})


PentominoSearch.making = Making(
    options=("used",), sketch=with_pieces, told={"count": count_of("cover", True)}, likely={"cover": 0.4},
    share=0.1, whole=True, sizes=at_least(4), size=(9, 9), rounds=15,
)
