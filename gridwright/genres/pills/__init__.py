"""Pills: lay pills of three cells so that each value, the sum of a pill's numbers, occurs once."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from ...formats.layout import Chars, D, Diagram, Number, blank, cells, clues
from ...formats.roles import puzzlekit
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import (
    DOWN,
    LEFT,
    NEVER,
    RIGHT,
    UP,
    Answer,
    Board,
    Demands,
    Genre,
    Given,
    Key,
    Look,
    Mark,
    Numbers,
    Rect,
    Spot,
    State,
    Wording,
    count,
    must,
    rule,
    ticking,
)
from ...language.gestures import Spans
from ...language.look import LazyModule, LookKind
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least, told_by
from ...language.shapes import MarksBySpot, Paper, Rectangle, Shape
from ...language.taste import Levels, one_of
from .rules import Exclusion, covered_once, covered_totals, excluded

LEVEL, UPRIGHT, NONE = "-", "|", " "
looks = LazyModule(__name__)
CAPSULES = Look("capsules", {LEVEL: "─", UPRIGHT: "│", NONE: " "}, own=LookKind(
    "around a cell and the two beside it, along the glyph of the middle one", "symbol",
    paper=looks.draw_capsules))


class Pills(Genre):
    """The middle of a pill is marked with its direction. The values run from 1 to ``max``. Pills may touch but not
    overlap. A total is the sum of the numbers on all pill cells of its line; cells without a number count as 0."""

    name = "Pills"
    aliases = ("Pillen",)
    task = (
        "Find pills that cover three cells in a row, horizontally or vertically, and do not overlap. The numbers on a "
        "pill add up to its value, and the values are 1, 2, 3, ..., each once. A number outside is the sum of all "
        "numbers on pills in that row or column."
    )
    levels = Levels(easy=13.8, medium=34.6, hard=36.7, extreme=42.2)

    number = Given("cells", Numbers(0, 999), role="structure")
    total = Given("sides", Numbers())
    pill = Answer("cells", (LEVEL, UPRIGHT, NONE), look=CAPSULES, gesture=Spans(3, LEVEL, UPRIGHT), words={
        LEVEL: "the middle of a level pill", UPRIGHT: "the middle of an upright pill", NONE: "the middle of no pill"})
    max = Key(0, Numbers(0, lambda self: len(self.board.cells) // 3), title="pills")

    @cached_property
    def pills(self) -> list[tuple[Spot, str, Sequence[Spot], int]]:
        """Every pill that fits on the board: its middle, its direction, its cells and its value."""
        number = {c: self.number.get(c, 0) for c in self.board.cells}
        return [(at, way, place, sum([number[c] for c in place])) for at, way, place in ticking(places(self.board))]

    @cached_property
    def laid(self) -> list[tuple[Mark, Sequence[Spot], int]]:
        """The pills with a value: the marks that they lie there, their cells and their values."""
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
        """The pills whose value is out of range."""
        for at, way, place, n in self.pills:
            if not 1 <= n <= self.max:
                yield Exclusion(at, way, sorted(place), {"max": self.max, "n": n})

    inside = excluded(pill, off_board, Wording(
        "no pill at {at} sticks out of the board", "the pill at {at} sticks out of the board"))
    values_in_range = excluded(pill, worthless, Wording(
        "no pill at {at} has the value {n}, as values run from 1 to {max}",
        "the pill at {at} has the value {n}, not 1 to {max}"))
    no_overlap = covered_once(lambda self: self.covers, Wording(
        "{at} lies under at most one pill", "{at} lies under two pills"))

    @rule(Wording(
        "the value {value} occurs on just one pill", many="more than one pill has the value {value}",
        few="no pill has the value {value}"))
    def each_value_once(self) -> Demands:
        found: dict[int, list[tuple[Spot, Mark]]] = {n: [] for n in range(1, self.max + 1)}
        for mark, place, value in ticking(self.laid):
            found[value].append((place[0], mark))
        for n, ways in found.items():
            yield must(count(mark for _, mark in ways) == 1, sorted({c for c, _ in ways}), value=n)

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
        *puzzlekit("Pills", lambda k, g: k.Notation(
            (k.columns(k.numbers(g.total)), k.rows(k.numbers(g.total)), k.grid(k.numbers(g.number))),
            k.solved(k.numbers("value", drawn=True)), rest={g.pill: " "}, made=largest_pill,
            told=no_largest_pill,
            answered=laid_pills, drawn=values_of_pills, also=(g.max,),
        )),
    )


# -- making --

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


NUMBERS = {0: 3, 1: 17, 2: 19, 3: 20, 4: 21, 5: 20}
"""The numbers on cells without a pill, with weights: few small ones, because pills have more of them."""
RARER = 0.3
"""The factor by which each 0 makes three numbers under a pill rarer."""


def with_pills(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Pills on a third of the board, whose numbers add up to 1, 2, 3, ..., and small numbers elsewhere."""
    wanted = wishes.get("max", max(1, len(board.cells) // 9))
    fits = list(places(board))
    laid: list[tuple[Spot, str, Sequence[Spot]]] = []
    covered: set[Spot] = set()
    for at, way, place in rng.sample(fits, len(fits)):
        if len(laid) < wanted and covered.isdisjoint(place):
            laid.append((at, way, place))
            covered.update(place)
    if not laid:
        raise Unlucky
    number = {c: one_of(rng, NUMBERS) for c in board.cells}
    for total, (_, _, place) in enumerate(laid, 1):
        number |= dict(zip(place, parted(rng, total), strict=True))
    pill = dict.fromkeys(board.cells, NONE) | {at: way for at, way, _ in laid}
    return Sketch(board, {"number": number}, {"max": len(laid)}, {"pill": pill}, parts=laid)


def parted(rng: Random, total: int) -> list[int]:
    """Three numbers that add up to a total."""
    most = max(5, -(-total // 3))
    ways = [(a, b, total - a - b) for a in range(most + 1) for b in range(most + 1) if 0 <= total - a - b <= most]
    return list(rng.choices(ways, [RARER ** way.count(0) for way in ways])[0])


def other_numbers(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Changes a number where answers differ: on a cell without a pill, or all three of a pill."""
    del answer
    laid = sketch.parts
    number = sketch.given["number"]
    near = {n for c in spots for n in (c, *sketch.board.neighbours(c))}
    i = rng.randrange(len(laid))
    if rng.random() < 0.3:
        number |= dict(zip(laid[i][2], parted(rng, i + 1), strict=True))
        return sketch
    covered = {c for _, _, place in laid for c in place}
    open_ = sorted(near - covered) or sorted(set(number) - covered)
    if not open_:
        return None
    number[rng.choice(open_)] = one_of(rng, NUMBERS)
    return sketch


def total_told(model: Any, answer: State, side: Spot) -> int:
    """The sum of the numbers under pills in a line."""
    board, number = model.board, model.puzzle.given["number"]
    pill = answer.marks["pill"]
    covered = {c for at, way, place in places(board) if pill[at] == way for c in place}
    return sum(number[c] for c in board.line_from(side) if c in covered)


Pills.making = Making(
    options=("max",), sketch=with_pills, change=other_numbers, told={"total": told_by(total_told)}, whole=True,
    size=(10, 10), sizes=at_least(3), rounds=100,
)


# -- how it is drawn --


def draw_capsules(paper: Paper, marks: MarksBySpot) -> None:
    """Capsules around three cells."""
    shapes: list[Shape] = []
    for at, way in marks.items():
        x, y = paper.at(at)
        wide, high = (2.76, 0.76) if way == LEVEL else (0.76, 2.76)
        shapes.append(Rectangle(paper.paint("capsule"), x - wide / 2, y - high / 2, wide, high, 0.38))
    paper.add("grid", shapes)


# -- how other programs write it --


def largest_pill(sheet: Sheet) -> None:
    """The largest value: the clues of the columns add up to the sum of all values, which are 1, 2, 3, ..."""
    total, n = sheet.sum_above("total"), 0
    while total is not None and n * (n + 1) // 2 < total:
        n += 1
    if total is None or n * (n + 1) // 2 != total:
        line, at = sheet.where["size", None]
        raise line.error("the clues of the columns do not tell the number of pills", at, expected="a sum 1 + 2 + 3 ...")
    sheet.set("max", n, *sheet.where["size", None])


def no_largest_pill(sheet: Sheet) -> None:
    """Leaves out the largest value if it follows from the clues."""
    n = sheet.numbers.get("max") or 0
    if sheet.sum_above("total") == n * (n + 1) // 2:
        del sheet.numbers["max"]


def laid_pills(sheet: Sheet) -> None:
    """Pills by the direction at their middle, from the value in each of their cells."""
    pills: dict[int, list[Spot]] = {}
    for cell, n in sheet.drawn.pop("value", {}).items():
        pills.setdefault(n, []).append(cell)
    for n, own in pills.items():
        if n and len(own) == 3:
            first, middle, last = sorted(own)
            sheet.drawn["pill"][middle] = "-" if first.y == last.y else "|"


def values_of_pills(sheet: Sheet) -> None:
    """In each cell the value of its pill, 0 without one."""
    numbers = sheet.given["number"]
    values = dict.fromkeys(sheet.board.cells, 0)
    for (y, x), way in sheet.drawn["pill"].items():
        if way in ("-", "|"):
            cells = [Spot(y, x + i) if way == "-" else Spot(y + i, x) for i in (-2, 0, 2)]
            values.update(dict.fromkeys(cells, sum(numbers.get(cell, 0) for cell in cells)))
    sheet.drawn["value"] = dict(values)
