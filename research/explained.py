"""Known reasons for differences between a collection's stored answer and our verdict.

Some collections add rules that their files do not mention: both diagonals of a sudoku, one star for each arrow. Such a
difference is proven for each puzzle: with the additional rule (a ``Variant``) the stored answer must be the only one.
Other differences are listed by the puzzle's name (``NAMED``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import gridwright as gw
from gridwright.board.rect import Rect
from gridwright.genres.arukone import Arukone
from gridwright.genres.easy_as_abc import EMPTY, EasyAsAbc
from gridwright.genres.killer_sudoku import KillerSudoku
from gridwright.genres.skyscrapers import Skyscrapers
from gridwright.genres.skyscrapers_with_parks import SkyscrapersWithParks
from gridwright.genres.starry_sky import StarrySky
from gridwright.genres.sudoku import Sudoku
from gridwright.language import Demands, Genre, Spot, any_of, count, must, rule
from gridwright.rules import once_each
from research.answers import marks_of

# -- rules that some collections add ------------------------------------------------------------------------------


def diagonals(model: Genre) -> Sequence[Sequence[Spot]]:
    """The two diagonals of a square board."""
    n = model.board.n_cols
    return [[Spot(2 * i + 1, 2 * i + 1) for i in range(n)], [Spot(2 * i + 1, 2 * (n - i) - 1) for i in range(n)]]


class DiagonalSudoku(Sudoku):
    on_diagonals = once_each(Sudoku.number, diagonals, "each number stands once on diagonal {i}", full=True)


class DiagonalKiller(KillerSudoku):
    on_diagonals = once_each(KillerSudoku.number, diagonals, "each number stands once on diagonal {i}", full=True)


class DiagonalSkyscrapers(Skyscrapers):
    on_diagonals = once_each(Skyscrapers.height, diagonals, "no height repeats on diagonal {i}", full=False)


class DiagonalParks(SkyscrapersWithParks):
    on_diagonals = once_each(
        SkyscrapersWithParks.height, diagonals, "no height repeats on diagonal {i}", full=True, free=0)


class DiagonalAbc(EasyAsAbc):
    on_diagonals = once_each(
        EasyAsAbc.letter, diagonals, "each letter stands once on diagonal {i}", full=True, free=EMPTY)


class PairedStarrySky(StarrySky):
    @rule("the arrow {at} points at one star only")
    def one_star(self) -> Demands:
        for at in self.arrow:
            yield must(count(self.star[c] for c in self.view(at)) == 1, at)

    @rule("one arrow only points at the star {at}")
    def one_arrow(self) -> Demands:
        aims = Counter(c for at in self.arrow for c in self.view(at))
        for at, n in aims.items():
            if n > 1:
                yield must(~self.star[at], at)


class FullArukone(Arukone):
    @rule("a path enters {at}")
    def all_used(self) -> Demands:
        for at in self.board.cells:
            if at not in self.block:
                yield must(any_of(self.path[link] for link in self.board.links_of(at)), at)


# -- the differences ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Variant:
    """A genre with a rule that some collections add, and that rule in words; ``square`` ones need square boards."""

    genre: type[Genre]
    why: str
    square: bool = False

    def fault(self, puzzle: gw.Puzzle, stored: gw.State, timeout: float) -> str:
        """Why the variant does not explain that ``stored`` is the answer; empty if it is the variant's only answer."""
        board = puzzle.board
        if self.square and not (isinstance(board, Rect) and board.n_rows == board.n_cols):
            return "the board is not square"
        verdict = gw.solve(gw.Puzzle(self.genre, board, puzzle.given, puzzle.keys), timeout=timeout)
        if verdict.status != "unique":
            return f"the verdict is {verdict.status}"
        return "" if marks_of(verdict.answers[0]) == marks_of(stored) else "the only answer is another one"


_DIAGONALS = "each number stands once on each diagonal, too"

VARIANTS: Mapping[type[Genre], Sequence[Variant]] = {
    Arukone: [Variant(FullArukone, "every cell is used")],
    EasyAsAbc: [Variant(DiagonalAbc, "each letter stands once on each diagonal, too", square=True)],
    KillerSudoku: [Variant(DiagonalKiller, _DIAGONALS, square=True)],
    Skyscrapers: [Variant(DiagonalSkyscrapers, "no height repeats on a diagonal", square=True)],
    SkyscrapersWithParks: [Variant(DiagonalParks, "each height stands once on each diagonal, too", square=True)],
    StarrySky: [Variant(PairedStarrySky, "an arrow points at just one star, and just one arrow at a star")],
    Sudoku: [Variant(DiagonalSudoku, _DIAGONALS, square=True)],
}
"""The known variants of each genre."""


def proven(puzzle: gw.Puzzle, stored: gw.State, timeout: float) -> tuple[str, str]:
    """The additional rule with which the stored answer is the only one, and why each variant fails; one is empty.

    ``timeout`` is in seconds for each variant.
    """
    faults = []
    for variant in VARIANTS.get(puzzle.genre, ()):
        fault = variant.fault(puzzle, stored, timeout)
        if not fault:
            return variant.why, ""
        faults.append(f"as {variant.genre.__name__}: {fault}")
    return "", "; ".join(faults)


@dataclass(frozen=True)
class Explanation:
    """The correct verdict for a puzzle (``unreadable`` for a damaged file), and why the collection differs."""

    status: str
    why: str


def _each(names: str, status: str, why: str) -> dict[str, Explanation]:
    return dict.fromkeys(names.split(), Explanation(status, why))


NAMED: Mapping[str, Explanation] = {
    **_each("NumberLink/308_15x20 NumberLink/388_10x15 NumberLink/424_12x12 NumberLink/435_12x12 NumberLink/546_20x20 "
            "NumberLink/549_20x20 NumberLink/566_16x24 NumberLink/572_25x40 NumberLink/578_19x25", "several",
            "two answers, also where every cell must be used: a path can take a turn through its own cells elsewhere"),
    **_each("shiJ0182.txt Shikaku/127_16x22", "several",
            "two answers: the 3x3 block r10c6 to r12c8 divides into 2x3 over 1x3 or 3x1 beside 3x2"),
    **_each("masR0434.txt", "unreadable", "the second row is too short"),
    **_each("nur034.txt", "unreadable", "a row is too long"),
    **_each("sliR0689.txt sliR0880.txt", "unreadable", "a foreign character stands in a row"),
}
"""Differences that no variant explains, by the name of the puzzle."""
