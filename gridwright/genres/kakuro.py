"""Kakuro: digits in white cells; clues tell the sums of the runs, in which no digit repeats."""

from collections.abc import Iterator, Sequence

from ..formats.layout import Diagram, Fixed, Number, above, beside, blank, cells
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import DOWN, RIGHT, SPLIT, Answer, Genre, Given, ListOf, Numbers, Spot, Unknown, Wording
from ..language.kinds import Sum, distinct_sums, once_each, once_in


class Kakuro(Genre):
    """A clue cell tells the sum of the run to its right and of the run below it; either may be missing. In runs
    without a sum no digit repeats either. A sum without a run has no answer."""

    name = "Kakuro"
    aliases = ("Cross Sums", "Kasan Kurosu")
    task = (
        "Write digits from 1 to 9 into the white cells. A number in a black cell is the sum of the run to its right or "
        "below it; no digit stands twice in a run."
    )

    def white(self) -> list[Spot]:
        """The cells that hold digits."""
        return [c for c in self.board.cells if c not in self.clue]

    clue = Given("cells", ListOf(Numbers(1, 45) | Unknown(), 2, 2), look=SPLIT)
    number = Answer(white, range(1, 10))

    def runs(self) -> list[list[Spot]]:
        """The longest runs of white cells, level and upright."""
        return self.board.stretches(self.clue)

    def run_from(self, clue: Spot, step: tuple[int, int]) -> Sequence[Spot]:
        """The white cells beside a clue, up to the next black one."""
        ray = self.board.ray(clue, step)
        end = next((i for i, c in enumerate(ray) if c in self.clue), len(ray))
        return ray[:end]

    def sums(self) -> Iterator[Sum]:
        """The runs whose sum is told."""
        for at, told in self.clue.items():
            for n, step, way in zip(told, (RIGHT, DOWN), ("to the right of", "below"), strict=True):
                if n is not None:
                    yield Sum(self.run_from(at, step), n, {"clue": at, "way": way}, (("clue", at),))

    no_repeat = once_each(number, runs, once_in("the run from {first} to {last}"))
    add_up = distinct_sums(number, sums, Wording(
        "the run {way} {clue} needs a sum of {n}", none="there is no run {way} {clue} for the sum of {n}")).relying_on(
        no_repeat)

    part = Number(pad="#") | Fixed("#")
    white_cell = above(beside(Number(number), blank), blank)
    dialects = (
        Spf("kakuro",
            puzzle=Diagram(cells(2), cells(2), cell=above(part, part, into=clue) | white_cell | blank),
            solution=Diagram(cells(), cells(), cell=Number(number) | Fixed("#"))),
        *pzpr("kakuro", clue=clue, number=number),
    )
