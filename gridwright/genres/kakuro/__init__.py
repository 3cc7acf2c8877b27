"""Kakuro: digits in white cells; clues tell the sums of the runs, in which no digit repeats."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import takewhile
from operator import or_
from typing import Any

from ...formats.layout import Diagram, Fixed, Number, above, beside, blank, cells
from ...formats.roles import penpa, puzzlekit, pzpr
from ...formats.spf import Spf
from ...language import (
    DOWN,
    RIGHT,
    Answer,
    Demands,
    Genre,
    Given,
    ListOf,
    Numbers,
    Spot,
    Unknown,
    Wording,
    lemma,
    must,
    total,
)
from ...language.look import LazyModule, Look, LookKind, Way
from ...language.making import Making, at_least, told_by
from ...language.shapes import MarksBySpot, Paper, Polylines, Screen, Shape, TextShape
from ...language.taste import Levels
from ...language.wording import worded
from ...rules import Sum, distinct_sums, number_sets, once_each, once_in, sets_of
from .new import sums_told, with_runs

drawing = LazyModule(__name__, "drawing")
notation = LazyModule(__name__, "notation")
looks = LazyModule(__name__)


def in_words(value: tuple[int | None, int | None]) -> str:
    """The sums of a clue: ``? across, 36 down``."""
    across, down = ("?" if n is None else n for n in value)
    if value == (None, None):
        return worded("no sums", __name__)
    return worded("{across} across, {down} down", __name__, across=across, down=down)


def turned(value: tuple[int | None, int | None], turn: Callable[[Way], Way], swapped: bool) -> Any:
    """A clue on a turned board."""
    del swapped
    if turn(RIGHT) != DOWN or turn(DOWN) != RIGHT:
        raise ValueError("clues that are read to the right and downwards can only be flipped along the diagonal")
    return value[::-1]


SUMS = Look("two sums", own=LookKind(
    "a black cell with two sums: of the run to its right, of the run below", "text", words=in_words, worded=True,
    paper=looks.draw_clues, terminal=looks.show_clues, fields=(("across", ()), ("down", ())), turned=turned))


class Kakuro(Genre):
    """A clue cell gives the sum of the run to its right and of the run below it; either may be missing. No digit
    repeats in any run, with a sum or without. A puzzle with a sum that has no run has no answer."""

    name = "Kakuro"
    aliases = ("Cross Sums", "Kasan Kurosu")
    task = (
        "Write a digit from 1 to 9 in every white cell. A number in a black cell is the sum of the run to its right or "
        "below it; no digit repeats in a run."
    )
    levels = Levels(easy=23.5, medium=58.7, hard=78.2, extreme=185)

    def white(self) -> list[Spot]:
        """The cells that hold digits."""
        return [c for c in self.board.cells if c not in self.clue]

    clue = Given("cells", ListOf(Numbers(1, 45) | Unknown(), 2, 2), look=SUMS)
    number = Answer(white, range(1, 10))

    def runs(self) -> list[list[Spot]]:
        """The longest runs of white cells, level and upright."""
        return self.board.stretches(self.clue)

    def run_from(self, clue: Spot, step: tuple[int, int]) -> Sequence[Spot]:
        """The white cells beside a clue, up to the next black one."""
        return list(takewhile(lambda c: c not in self.clue, self.board.ray(clue, step)))

    def sums(self) -> Iterator[Sum]:
        """The runs whose sum is told."""
        for at, told in self.clue.items():
            for n, step, way in zip(told, (RIGHT, DOWN), ("to the right of", "below"), strict=True):
                if n is not None:
                    yield Sum(self.run_from(at, step), n, {"clue": at, "way": way}, (at,))

    no_repeat = once_each(number, runs, once_in("the run from {first} to {last}"))
    add_up = distinct_sums(number, sums, Wording(
        "the run {way} {clue} needs a sum of {sum}", none="there is no run {way} {clue} for the sum of {n}"),
        reads=clue).requires(no_repeat)
    held = Wording("the run {way} {clue} {holds}", "no numbers are left for the run {way} {clue}, which {holds}")
    only_set = number_sets(add_up, held, only=True)
    sets = number_sets(add_up, held)

    @lemma(Wording(*["the {across} to the right of {left} and the {down} below {top} share only {value}"] * 2),
           no_repeat, add_up, reads=clue)
    def crossings(self) -> Demands:
        """The cells in which two runs cross whose sums have only one digit in common."""
        digits = tuple(range(1, 10))
        through: dict[Spot, list[tuple[Sum, int]]] = {}
        for one in self.sums():
            mask = reduce(or_, sets_of(digits, len(one.cells), one.n) or (), 0)
            for c in one.cells:
                through.setdefault(c, []).append((one, mask))
        for c, found in through.items():
            if len(found) < 2:
                continue
            (across, some), (down, others) = sorted(found, key=lambda run: run[0].words["way"] == "below")
            shared = [n for i, n in enumerate(digits) if some & others & 1 << i]
            if len(shared) == 1 < min(some.bit_count(), others.bit_count()):
                yield must(total([self.number[c]]) == shared[0], c, clues=(*across.clues, *down.clues), across=across.n,
                           left=across.words["clue"], down=down.n, top=down.words["clue"], value=shared[0])

    making = Making(
        sketch=with_runs, told={"clue": told_by(sums_told)}, share=0.3, whole=True, strategy="fresh answer",
        symmetry={"rotate": 0.9}, likely={f"number {n}": abs(n - 5) + 1 for n in range(1, 10)}, sizes=at_least(4),
        rounds=150,
    )

    part = Number(pad="#") | Fixed("#")
    white_cell = above(beside(Number(number), blank), blank)
    dialects = (
        Spf("kakuro",
            puzzle=Diagram(cells(2), cells(2), cell=above(part, part, into=clue) | white_cell | blank),
            solution=Diagram(cells(), cells(), cell=Number(number) | Fixed("#"))),
        *pzpr("kakuro", lambda _, g: notation.pzprjs(g.clue, g.number)),
        penpa("kakuro crosssums", lambda p, g: p.Notation(
            drawing.KakuroClues(g.clue), p.CellTexts(g.number, drawn=True), framed=True,
        )),
        *puzzlekit("Kakuro", lambda k, g: k.Notation(
            (k.grid(notation.SumsOfText(g.clue), blank="0"),), k.solved(k.numbers(g.number, drawn=True)),
        )),
    )


# -- how it is drawn --


def draw_clues(paper: Paper, marks: MarksBySpot) -> None:
    """Black cells, with the sum for the run to the right above the diagonal and the sum for the run below under it."""
    shapes: list[Shape] = []
    for at, (right, down) in marks.items():
        x, y = paper.at(at)
        if (right, down) != (None, None):
            shapes.append(Polylines("light", [[(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)]]))
        for n, dx, dy in ((right, 0.2, -0.24), (down, -0.2, 0.24)):
            if n is not None:
                shapes.append(TextShape("light-text", x + dx, y + dy, str(n), paper.fitted(str(n), 0.46, 0.36)))
    paper.fill("block", marks)
    paper.add("clue", shapes)


def show_clues(screen: Screen, marks: MarksBySpot) -> None:
    """The sum of the run below, and that of the run to the right."""
    for at, sums in marks.items():
        right, down = ("" if n is None else n for n in sums)
        screen.write(at, "■" if sums == (None, None) else f"{down}\\{right}")
