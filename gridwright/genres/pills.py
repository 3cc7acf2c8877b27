"""Pills: lay pills of three cells so that each value, the sum of a pill's numbers, occurs once."""

from collections.abc import Iterator
from random import Random

from ..formats.layout import Chars, D, Diagram, Number, blank, cells, clues
from ..formats.spf import Spf
from ..language import (
    DOWN,
    LEFT,
    NEVER,
    RIGHT,
    UP,
    Answer,
    Board,
    Drafts,
    Genre,
    Given,
    Key,
    Mark,
    Spot,
    count,
    must,
    rule,
    symbols,
)
from ..language.kinds import covered_totals

LEVEL, UPRIGHT, NONE = "-", "|", " "
ENDS = {LEVEL: (LEFT, RIGHT), UPRIGHT: (UP, DOWN)}


def some_values(board: Board, rng: Random) -> int:
    """How many pills a made-up puzzle has."""
    return rng.randint(1, 2) if len(board.cells) > 3 else rng.randint(0, 1)


class Pills(Genre):
    """The middle of a pill is marked with its direction. The values are 1 to ``max``; pills may touch but not overlap.
    A total counts the numbers on all pill cells of its line; cells without a number count nothing."""

    name = "Pills"
    aliases = ("Pillen",)

    number = Given("cells", (0, 1, 1))
    total = Given("sides", range(3))
    pill = Answer("cells", (LEVEL, UPRIGHT, NONE), look=symbols({LEVEL: "─", UPRIGHT: "│", NONE: " "}))
    max = Key(0, some_values)

    def pills(self) -> Iterator[tuple[Mark, list[Spot], int]]:
        """Every pill that fits on the board: its mark, its cells with the middle first, and its value."""
        known = self.board.cell_index
        for at in self.board.cells:
            for way, steps in ENDS.items():
                place = [at, *(Spot(at.y + dy, at.x + dx) for dy, dx in steps)]
                if all(c in known for c in place):
                    yield self.pill[at].marks.get(way, NEVER), place, sum(self.number.get(c, 0) for c in place)

    def covers(self) -> dict[Spot, list[Mark]]:
        """For each cell the pills that would cover it; those whose value is none are no pills."""
        found: dict[Spot, list[Mark]] = {c: [] for c in self.board.cells}
        for mark, place, value in self.pills():
            if 1 <= value <= self.max:
                for c in place:
                    found[c].append(mark)
        return found

    @rule("the pill at {at} lies on the board")
    def inside(self) -> Drafts:
        fit = {(place[0], place[0].y == place[1].y) for _, place, _ in self.pills()}
        for at in self.board.cells:
            for way in ENDS:
                if (at, way == LEVEL) not in fit:
                    yield must(self.pill[at] != way, at)

    @rule("the value of the pill at {at} is one of 1 to {max}, and not {n}")
    def values_in_range(self) -> Drafts:
        for mark, place, value in self.pills():
            if not 1 <= value <= self.max:
                yield must(~mark, place, max=self.max, n=value)

    @rule("{at} lies under one pill at most")
    def no_overlap(self) -> Drafts:
        for at, marks in self.covers().items():
            if len(marks) > 1:
                yield must(count(marks) <= 1, at)

    @rule("just one pill has the value {n}")
    def each_value_once(self) -> Drafts:
        places: dict[int, list[tuple[Spot, Mark]]] = {n: [] for n in range(1, self.max + 1)}
        for mark, place, value in self.pills():
            if value in places:
                places[value].append((place[0], mark))
        for n, found in places.items():
            yield must(count(mark for _, mark in found) == 1, sorted({c for c, _ in found}), n=n)

    totals = covered_totals(covers, number, total, "the numbers under pills in the line from {side} add up to {n}")

    dialects = (
        Spf("pills", digits=2, keys=(max,), required=("max",),
            puzzle=Diagram(clues(1, D) + cells(D), clues() + cells(), side=Number(total) | blank,
                           cell=Number(number)),
            solution=Diagram(cells(), cells(),
                             cell=Chars(pill, {c: c for c in (LEVEL, UPRIGHT, NONE)}, also={"W": "-", "S": "|"}))),
    )
