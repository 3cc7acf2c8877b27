"""Killer Sudoku: a sudoku with small areas that tell the sums of their digits."""

from collections.abc import Callable, Collection, Iterable, Iterator
from random import Random
from typing import Any

from ...formats.layout import Chars, Diagram, Number, Stroke, blank, cells, ruled
from ...formats.roles import penpa, puzzlekit, sgt
from ...formats.spf import Spf
from ...formats.sudoku_parts import killer_dialects
from ...language import (
    Demands,
    Given,
    Group,
    Look,
    Numbers,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    all_of,
    lemma,
    must,
    total,
)
from ...language.look import LazyModule, LookKind
from ...language.making import ABSENT, Making, Sketch, Wishes, told_by
from ...language.shapes import MarksBySpot, Paper, Polylines, Screen
from ...language.taste import Levels, sizes_of
from ...language.wording import listed, name_in_words
from ...laying.boxed_areas import BOXES, areas_of, boxed_sides
from ...laying.layouts import grown, walls_of
from ...rules import Sum, distinct_sums, name_of_area, number_sets, once_each, once_in, sets_of
from ..sudoku import Sudoku, on_diagonals
from ..sudoku import drawing as sudoku_drawing
from ..sudoku import notation as sudoku_notation

drawing = LazyModule(__name__, "drawing")
notation = LazyModule(__name__, "notation")

looks = LazyModule(__name__)
CAGES = Look("cages", own=LookKind(
    "a border inside the cells, in dashes, but for those that are ``uncaged``", "wall", framed=True,
    paper=looks.draw_cages, terminal=looks.show_cages))
UNCAGED = Look("uncaged", own=LookKind(
    "a cell in no cage", "shade", clear=True, paper=looks.draw_uncaged, terminal=looks.show_uncaged))


class KillerSudoku(Sudoku):
    """No digit repeats in a cage, whether its sum is given or not. A cage may cross the borders of other areas. Its sum
    may stand in any of its cells; 0 is an unknown sum. ``uncaged`` cells are in no cage."""

    name = "Killer-Sudoku"
    aliases = ("Sum Sudoku", "Sumdoku", "Samunamupure")
    task = (
        "Write each number once in every row, column and outlined box. The numbers in a dashed cage are all different "
        "and add up to the small total."
    )
    sized_task = (
        "Write the numbers 1 to {n} once in every row, column and outlined box. The numbers in a dashed cage are all "
        "different and add up to the small total."
    )
    levels = Levels(easy=25.3, medium=63.2, hard=72.9, extreme=83.8)

    def sum_of_all(self) -> int:
        """The sum of all digits."""
        return sum(self.numbers())

    cage = Given("links", role="structure", look=CAGES)
    total = Given("cells", Numbers(1, sum_of_all) | Unknown(0), look=Look("small", {0: ""}))
    uncaged = Given("cells", role="structure", look=UNCAGED)
    wall, number = Sudoku.wall, Sudoku.number

    def cages(self) -> list[list[Spot]]:
        """The small areas."""
        return self.board.regions(self.cage, [c for c in self.board.cells if c not in self.uncaged])

    def sums(self) -> Iterator[Sum]:
        """The small areas with a given sum."""
        for cage in self.cages():
            for at in cage:
                if self.total.get(at, 0):
                    yield Sum(cage, self.total[at], {"clue": at}, (at,))

    no_repeat = once_each(number, cages, once_in("the cage of {first}"))
    add_up = distinct_sums(number, sums, "the cage of {clue} needs a sum of {sum}", reads=total).requires(no_repeat)
    held = Wording("the cage of {clue} {holds}", "no numbers are left for the cage of {clue}, which {holds}")
    only_set = number_sets(add_up, held, only=True)
    sets = number_sets(add_up, held)

    def told_once(self) -> list[Sum]:
        """The small areas with a given sum, each once even if several of its cells contain the sum."""
        return list({tuple(one.cells): one for one in self.sums()}.values())

    def houses(self) -> Iterator[tuple[str, list[Spot]]]:
        """The rows, columns and areas, each with its name."""
        for kind, lines in (("row", self.board.rows), ("column", self.board.cols)):
            yield from ((f"{kind} {i}", list(line)) for i, line in enumerate(lines, 1))
        areas = self.memo("areas", self.areas)
        yield from ((name_of_area(self, areas, i), area) for i, area in enumerate(areas, 1))

    @lemma(Wording(
        "the cages in {house} leave {left} for {rest}",
        "the cages in {house} leave {left} for {rest}, but the total there {found:is|be}"),
        Sudoku.rows, Sudoku.cols, Sudoku.boxes, add_up, reads=total)
    def left_inside(self) -> Demands:
        every = self.told_once()
        for house, own in self.houses():
            inside = [one for one in every if set(one.cells).issubset(own)]
            rest = set(own).difference(*(one.cells for one in inside))
            yield from self.left(house, rest, self.sum_of_all() - sum(one.n for one in inside), inside)

    @lemma(Wording(
        "the cages that cover {house} leave {left} for {rest}",
        "the cages that cover {house} leave {left} for {rest}, but the total there {found:is|be}"),
        Sudoku.rows, Sudoku.cols, Sudoku.boxes, add_up, reads=total)
    def left_outside(self) -> Demands:
        every = self.told_once()
        for house, own in self.houses():
            meeting = [one for one in every if not set(one.cells).isdisjoint(own)]
            covered = {c for one in meeting for c in one.cells}
            if covered.issuperset(own):
                n = sum(one.n for one in meeting) - self.sum_of_all()
                yield from self.left(house, covered.difference(own), n, meeting)

    @lemma(Wording(*["the cage of {clue} takes {digits} in {houses}"] * 2),
           Sudoku.rows, Sudoku.cols, Sudoku.boxes, add_up, reads=total)
    def pairs(self) -> Demands:
        yield from self.taken(lambda size, ways: size == 2 and ways == 1)

    @lemma(Wording(*["every way to fill the cage of {clue} takes {digits} in {houses}"] * 2),
           Sudoku.rows, Sudoku.cols, Sudoku.boxes, add_up, reads=total)
    def needed(self) -> Demands:
        yield from self.taken(lambda size, ways: size > 2 or ways > 1)

    def taken(self, wanted: Callable[[int, int], bool]) -> Demands:
        """The digits that a cage needs in any case, and that the houses around it hold nowhere else; for cages of the
        wanted numbers of cells and of sets of digits."""
        digits, houses = tuple(self.numbers()), list(self.houses())
        for one in self.told_once():
            sets = sets_of(digits, len(one.cells), one.n) or ()
            sure = [n for i, n in enumerate(digits) if all(some & 1 << i for some in sets)]
            around = {house: own for house, own in houses if set(one.cells).issubset(own)}
            if sets and sure and around and wanted(len(one.cells), len(sets)):
                rest = sorted(set().union(*around.values()).difference(one.cells))
                yield must(all_of(~(self.number[c] == n) for c in rest for n in sure), (*one.cells, *rest), **one.words,
                           clues=one.clues, digits=listed(map(str, sure)), houses=listed(map(name_in_words, around)))

    def left(self, house: str, rest: Collection[Spot], n: int, cages: Iterable[Sum]) -> Demands:
        """What some cages leave of a sum for a few cells."""
        if 0 < len(rest) <= FEW:
            spots, clues = tuple(sorted(rest)), [clue for one in cages for clue in one.clues]
            told = total(self.number[c] for c in spots) == n
            yield must(told, spots, clues=clues, house=house, left=n, rest=spots)

    groups = (*Sudoku.groups, Group("cages", cage, (total,), uncaged))
    dialects = (
        Spf("killer_sudoku", square=True,
            puzzle=Diagram(ruled(), ruled(), frame=True, cell=Number(number) | blank, edge=Stroke(wall)),
            more={"smallareas": Diagram(ruled(2), ruled(), frame=True, edge=Stroke(cage), cell=(
                Number(total) | Chars(uncaged, {"#": True}, fill=True) | blank))},
            solution=Diagram(cells(), cells(), cell=Number(number))),
        penpa("killer killersudoku", lambda p, g: p.Notation(
            sudoku_drawing.DrawnBoxes(g.wall), drawing.DrawnCages(g.cage, g.total, g.uncaged),
            p.CellTexts(g.number, drawn=True), tag="killersudoku", unknown=p.ignored(g.number),
        )),
        *puzzlekit("KillerSudoku Killer", lambda k, g: k.Notation(
            (k.Section("", sudoku_notation.UsualBoxes(g.wall)), k.grid(k.numbers(g.total)),
             k.Section("areas", notation.CageNumbers(g.cage, g.uncaged))),
            k.solved(k.numbers(g.number, drawn=True)),
        )),
        sgt("solo k", lambda s, g: s.Notation(
            s.NumberRun(g.number), s.IfFlagged("j", s.BorderRun(g.wall)), s.Literal(","),
            s.BorderRun(g.cage, what="borders of cages"), s.Literal(","), notation.CageTotals(g.cage, g.total),
            size=s.BlockSize(g.wall), flags="k", differs=on_diagonals,
            solution=s.in_each_cell(g.number, s.small_number, ","),
        )),
        *killer_dialects(number, wall, Sudoku.symbols, cage, total, uncaged),
    )


# -- making --

FEW = 3
"""The numbers that are left for cells of a house are examined for at most this many cells."""
SIZES = {2: 70, 3: 18, 4: 5, 5: 1.5}
"""The sizes of cages, with weights; single cells that are left over join others."""
VARIETY = 0.3
"""The standard deviation of the logarithms of these weights: puzzles prefer different sizes."""


def with_cages(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Boxes or irregular areas, and cages, arranged symmetrically if requested."""
    weights = {size: weight * rng.lognormvariate(0, VARIETY) for size, weight in SIZES.items()}
    cages = grown(board, rng, sizes_of(rng, weights), symmetry=wishes.symmetry)
    areas = areas_of(rng, board, wishes)
    return Sketch(board, {"wall": walls_of(board, areas), "cage": walls_of(board, cages)})


def total_told(model: Any, answer: State, at: Spot) -> Any:
    """The sum of a cage, in its first cell; none in cells without a cage."""
    cage = model.memo("cage of", lambda: {cage[0]: cage for cage in model.memo("cages", model.cages)}).get(at)
    return ABSENT if cage is None else sum(answer.get("number", c) for c in cage)


KillerSudoku.making = Making(
    sketch=with_cages, options=(BOXES,), symmetry={"rotate": 0.5, "mirror": 0.15, "flip": 0.14},
    told={"total": told_by(total_told)}, whole=True, fill="number", size=(9, 9),
    sizes=boxed_sides, rounds=25, unfilled=26,
    solid=True,
)


# -- how it is drawn --


def draw_cages(paper: Paper, marks: MarksBySpot) -> None:
    """Borders inside the cells around each group that walls and the frame enclose."""
    if isinstance(paper.board, Rect):
        uncaged = paper.given("uncaged")
        cells = [c for c in paper.board.cells if c not in uncaged]
        paper.add("wall", [Polylines("cage", paper.inset(marks, cells, 0.1))])


def draw_uncaged(paper: Paper, marks: MarksBySpot) -> None:
    """Nothing: no cage contains these cells."""
    del paper, marks


def show_cages(screen: Screen, marks: MarksBySpot) -> None:
    """Dashed borders."""
    for at in marks:
        screen.border(at, "dashed")


def show_uncaged(screen: Screen, marks: MarksBySpot) -> None:
    """Cells, lighter than shaded ones."""
    screen.fill(marks, "░")
