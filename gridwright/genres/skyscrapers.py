"""Skyscrapers: each height once in every row and column; clues outside count the towers in view."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain
from math import comb, exp, factorial, log2
from random import Random
from typing import Any, ClassVar

from ..formats.errors import Line, WriteError, shown
from ..formats.layout import D, Diagram, Number, blank, cells, clues
from ..formats.roles import penpa, puzzlekit, pzpr, sgt
from ..formats.roles.sheet import Sheet
from ..formats.spf import Spf
from ..language import LINE_LENGTH, Answer, Genre, Given, Numbers, Rect, Spot, State, Wording, symbols
from ..language.making import Making, Sketch, Wishes, line_values, square, told_by
from ..language.taste import Band, Levels
from ..laying.latin_squares import Square, SquareChange, switched, switches
from ..laying.layouts import latin_square
from ..rules import once_each, once_in, towers_in_view


class Skyscrapers(Genre):
    """A tower hides the lower ones behind it. Heights run from 1 to the size of the grid; a side without a number has
    no condition."""

    name = "Skyscrapers"
    aliases: ClassVar[tuple[str, ...]] = ("Towers", "Skyscraper", "Building", "Wolkenkratzer", "Hochhäuser")
    task = (
        "Write every height from 1 to the size of the grid once in each row and column. A number outside shows how "
        "many towers can be seen from there: higher towers hide lower ones behind them."
    )
    sized_task = (
        "Write every height from 1 to {n} once in each row and column. A number outside shows how many towers can be "
        "seen from there: higher towers hide lower ones behind them."
    )
    levels = Levels(easy=29.9, medium=74.7, hard=95.8, extreme=326)

    def heights(self) -> range:
        """1 to the side of the grid."""
        return range(1, self.board.n_cols + 1)

    view = Given("sides", Numbers(1, LINE_LENGTH))
    height = Answer("cells", lambda model: model.heights(), look=symbols({0: "♣"}), words={0: "a park"})

    rows = once_each(height, "rows", once_in("row {i}"), full=True, free=0, rest="row {i} needs {n:park}")
    cols = once_each(height, "cols", once_in("column {i}"), full=True, free=0, rest="column {i} needs {n:park}")
    in_view = towers_in_view(height, view, Wording(
        "the {number} at {side} needs to see {n:tower}",
        "the {number} at {side} {found:sees|see|tower}")).requires(rows, cols)

    dialects: ClassVar[tuple[Any, ...]] = (
        Spf("skyscrapers", square=True,
            puzzle=Diagram(clues(1, D) + cells(D) + clues(1, D), clues() + cells() + clues(),
                           side=Number(view) | blank, cell=Number(height, least=1) | blank),
            solution=Diagram(cells(D), cells(), cell=Number(height, least=1))),
        *pzpr("skyscrapers skyscraper building", lambda p, g: p.Notation(
            (p.numbers(g.view, p.all_around), p.numbers(g.height, optional=True)),
            (p.rings(p.outside_clue(g.view), p.Integer(g.height, before="q"), *p.filled_in(g.height)),),
        )),
        penpa("skyscrapers", lambda p, g: p.Notation(
            p.MarginTexts(p.One(g.view), all_around=True), p.CellTexts(g.height, drawn=True),
            unknown=p.ignored(g.view, g.height),
        )),
        *puzzlekit("Skyscraper Skyscrapers Hochhaus", lambda k, g: k.Notation(
            (*k.views(k.numbers(g.view)), k.grid(k.numbers(g.height))), k.solved(k.Integer(g.height, drawn=True)),
            greatest_height(k), if_smaller="SkyscraperParks",
        )),
        sgt("towers", lambda s, g: s.Notation(
            s.SideClues(g.view, s.Decimal(), s.all_around, "/"), s.AfterComma(s.NumberRun(g.height)), size=s.SQUARE,
            solution=s.in_each_cell(g.height),
        )),
    )


def greatest_height(kit: Any, parks: str = "parks", *, least: int = 0) -> Any:
    """A word behind the size in puzzlekit: the greatest height. If it is less than the side, there are parks, at least
    ``least`` in each row."""

    def read(word: str, sheet: Sheet, line: Line) -> None:
        greatest = kit.whole_number(word, line, "the greatest height")
        if not 1 <= greatest <= sheet.n_cols:
            expected = f"1 to {sheet.n_cols}"
            raise line.error("the greatest height does not fit the board", expected=expected, found=shown(word))
        if greatest < sheet.n_cols:
            sheet.set(parks, sheet.n_cols - greatest, line, 0)

    def told(sheet: Sheet) -> str:
        n = sheet.numbers.get(parks) or 0
        if n < least:
            raise WriteError(f"in this format such puzzles have {parks}, and this puzzle has none")
        return str(sheet.n_cols - n)

    return kit.Extra(("depth", "height"), read, told)


# -- making --


def towers_seen(model: Any, answer: State, side: Spot) -> int:
    """How many towers are seen from a side."""
    line = line_values(model, answer, "height", side)
    return sum(height > max(line[:i], default=0) for i, height in enumerate(line))


BITS = {3: 5, 4: 14, 5: 26, 6: 47, 7: 73, 8: 99, 9: 124}
"""The information that the numbers around a board should hold, by its side: about 1.6 times the binary logarithm of the
number of Latin squares, or what is found soon on large boards. Of 75 boards of side 6 with as much, 60 were unique; of
200 random ones, 17."""
_TEMPERATURE = 1.0
_MOST_STEPS = 3_000


def informative(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Heights whose views say much, so that few other boards have the same views."""
    del wishes
    numbers = latin_square(board, rng)
    square = [[numbers[cell] for cell in row] for row in board.rows]
    bits, least = bits_of(square), BITS.get(board.n_cols, 0)
    for _ in range(_MOST_STEPS):
        if bits >= least and not any(map(partial(is_hidden, square), switches(square))):
            break
        other = switched(rng, square)
        after = bits_of(other)
        if after >= bits or rng.random() < exp((after - bits) / _TEMPERATURE):
            square, bits = other, after
    heights = dict(zip(board.cells, chain(*square), strict=True))
    return Sketch(board, wanted={"height": heights})


def bits_of(square: Square) -> float:
    """The information in the numbers around a square, in bits, if the lines were independent."""
    return sum(_bits(len(line), *_views(tuple(line))) for line in chain(square, zip(*square, strict=True)))


def is_hidden(square: Square, change: SquareChange) -> bool:
    """Whether no number around the square shows a change."""
    rows: dict[int, list[int]] = {}
    for row, col, height in change:
        rows.setdefault(row, [*square[row]])[col] = height
    for row, line in rows.items():
        if _views(tuple(line)) != _views(tuple(square[row])):
            return False
    cols: dict[int, list[int]] = {}
    for row, col, height in change:
        cols.setdefault(col, [line[col] for line in square])[row] = height
    return all(_views(tuple(line)) == _views(tuple(own[col] for own in square)) for col, line in cols.items())


@lru_cache(maxsize=10_000)
def _views(line: Sequence[int]) -> tuple[int, int]:
    """How many towers of a line are seen from both ends."""
    forth, back = (sum(height > max(way[:i], default=0) for i, height in enumerate(way)) for way in (line, line[::-1]))
    return forth, back


@lru_cache(maxsize=1_000)
def _bits(n: int, left: int, right: int) -> float:
    """The information in the two numbers beside a line of n towers.

    The highest tower is seen from both ends. The others fall into ``left + right - 2`` groups, each behind its highest
    tower, and ``left - 1`` of the groups stand on the left.
    """
    groups = left + right - 2
    return log2(factorial(n) / (_cycle_number(n - 1, groups) * comb(groups, left - 1)))


@lru_cache(maxsize=1_000)
def _cycle_number(n: int, k: int) -> int:
    """The number of permutations of n things with k cycles (an unsigned Stirling number)."""
    if n == 0 or k == 0:
        return int(n == k)
    return _cycle_number(n - 1, k - 1) + (n - 1) * _cycle_number(n - 1, k)


DENSITIES = {4: Band(0.19, 0.25, 0.4), 5: Band(0.4, 0.44, 0.5), 6: Band(0.5, 0.75, 1)}
"""The share of the places around a board with a number, by its side."""
MANY = Band(0.6, 0.9, 1)
"""The share on larger boards."""


def usual_density(board: Rect) -> Band:
    """The share of the places around a board with a number in published puzzles."""
    return DENSITIES.get(board.n_cols, MANY)


Skyscrapers.making = Making(
    sketch=informative, told={"view": told_by(towers_seen)}, near=False, fill="height", rounds=40, unfilled=40,
    density=usual_density, liked={1: 0.5, 2: 1.3, 4: 1.5}, size=(6, 6),
    sizes=square(3, 9),
    solid=True,
)
