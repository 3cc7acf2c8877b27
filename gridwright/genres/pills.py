"""Pills: lay pills of three cells so that each value, the sum of a pill's numbers, occurs once."""

from collections.abc import Iterator, Sequence
from functools import cached_property

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
    Look,
    Mark,
    Numbers,
    Spot,
    Wording,
    count,
    must,
    rule,
    ticking,
)
from ..language.kinds import Exclusion, covered_once, covered_totals, excluded

LEVEL, UPRIGHT, NONE = "-", "|", " "
ENDS = {LEVEL: (LEFT, RIGHT), UPRIGHT: (UP, DOWN)}


def places(board: Board) -> list[tuple[Spot, str, Sequence[Spot]]]:
    """The middle, the direction and the cells (the middle first) of each pill that fits on a board."""

    def fitting() -> Iterator[tuple[Spot, str, Sequence[Spot]]]:
        for at in ticking(board.cells):
            for way, steps in ENDS.items():
                place = (at, *(Spot(at.y + dy, at.x + dx) for dy, dx in steps))
                if all(c in board.cell_index for c in place):
                    yield at, way, place

    return board.memo("pills", lambda: list(fitting()))


class Pills(Genre):
    """The middle of a pill is marked with its direction. The values are 1 to ``max``; pills may touch but not overlap.
    A total counts the numbers on all pill cells of its line; cells without a number count nothing."""

    name = "Pills"
    aliases = ("Pillen",)
    task = (
        "Find pills of three cells in a row, level or upright, which do not overlap. The sums of their numbers are 1, "
        "2, 3, ..., each once. The numbers outside are the sums of all numbers on pills in that row or column."
    )

    number = Given("cells", Numbers(0, 999), role="structure")
    total = Given("sides", Numbers())
    pill = Answer("cells", (LEVEL, UPRIGHT, NONE), look=Look("capsule", {LEVEL: "─", UPRIGHT: "│", NONE: " "}), words={
        LEVEL: "the middle of a level pill", UPRIGHT: "the middle of an upright pill", NONE: "the middle of no pill"})
    max = Key(0, Numbers(0, lambda self: len(self.board.cells) // 3), title="pills")

    @cached_property
    def pills(self) -> list[tuple[Spot, str, Sequence[Spot], int]]:
        """Every pill that fits on the board: its middle, its direction, its cells and its value."""
        number = {c: self.number.get(c, 0) for c in self.board.cells}
        return [(at, way, place, sum([number[c] for c in place])) for at, way, place in ticking(places(self.board))]

    @cached_property
    def laid(self) -> list[tuple[Mark, Sequence[Spot], int]]:
        """The pills whose value is one: what says that they lie there, their cells and their value."""
        pill, most = self.pill, self.max
        worthy = (one for one in ticking(self.pills) if 1 <= one[3] <= most)
        return [(pill[at].marks.get(way, NEVER), place, n) for at, way, place, n in worthy]

    @cached_property
    def covers(self) -> dict[Spot, list[Mark]]:
        """For each cell the pills that would cover it."""
        found: dict[Spot, list[Mark]] = {c: [] for c in self.board.cells}
        for mark, place, _ in ticking(self.laid):
            for c in place:
                found[c].append(mark)
        return found

    def off_board(self) -> Iterator[Exclusion]:
        """The pills that do not fit on the board."""
        fit = {(at, way) for at, way, _, _ in ticking(self.pills)}
        return (Exclusion(at, way, (at,)) for at in self.board.cells for way in ENDS if (at, way) not in fit)

    def worthless(self) -> Iterator[Exclusion]:
        """The pills whose value is none."""
        for at, way, place, n in self.pills:
            if not 1 <= n <= self.max:
                yield Exclusion(at, way, place, {"max": self.max, "n": n})

    inside = excluded(pill, off_board, Wording(
        "no pill at {at} lies off the board", "the pill at {at} lies off the board"))
    values_in_range = excluded(pill, worthless, Wording(
        "no pill at {at} has the value {n}, which is not 1 to {max}",
        "the pill at {at} has the value {n}, not 1 to {max}"))
    no_overlap = covered_once(lambda self: self.covers, Wording(
        "{at} lies under at most one pill", "{at} lies under two pills"))

    @rule(Wording(
        "just one pill has the value {n}", many="more than one pill has the value {n}",
        few="no pill has the value {n}"))
    def each_value_once(self) -> Drafts:
        found: dict[int, list[tuple[Spot, Mark]]] = {n: [] for n in range(1, self.max + 1)}
        for mark, place, value in ticking(self.laid):
            found[value].append((place[0], mark))
        for n, ways in found.items():
            yield must(count(mark for _, mark in ways) == 1, sorted({c for c, _ in ways}), n=n)

    totals = covered_totals(lambda self: self.covers, number, total,
                            Wording(
                                "the numbers under pills in {side:line} add up to {n}",
                                "the numbers under pills in {side:line} do not add up to {n}"))

    dialects = (
        Spf("pills", digits=2, keys=(max,), required=("max",),
            puzzle=Diagram(clues(1, D) + cells(D), clues() + cells(), side=Number(total) | blank,
                           cell=Number(number)),
            solution=Diagram(cells(), cells(),
                             cell=Chars(pill, {c: c for c in (LEVEL, UPRIGHT, NONE)}, also={"W": "-", "S": "|"}))),
    )
