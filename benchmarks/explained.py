"""Where a collection's stored answer and our verdict differ, and why: one entry for each puzzle.

Where the collection plays by other rules, the entry names them: a genre of our own with the rule that is added
(``Variant``). Then every run proves the explanation anew, for under those rules the stored answer must be the only one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import gridwright as gw
from benchmarks.answers import marks_of
from benchmarks.corpus import Case
from gridwright.genres.easy_as_abc import EMPTY, EasyAsAbc
from gridwright.genres.killer_sudoku import KillerSudoku
from gridwright.genres.skyscrapers import Skyscrapers
from gridwright.genres.skyscrapers_with_parks import SkyscrapersWithParks
from gridwright.genres.starry_sky import StarrySky
from gridwright.genres.sudoku import Sudoku
from gridwright.language import Drafts, Genre, Spot, count, must, rule
from gridwright.language.kinds import once_each

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
    def one_star(self) -> Drafts:
        for at in self.arrow:
            yield must(count(self.star[c] for c in self.view(at)) == 1, at)

    @rule("one arrow only points at the star {at}")
    def one_arrow(self) -> Drafts:
        aims = Counter(c for at in self.arrow for c in self.view(at))
        for at, n in aims.items():
            if n > 1:
                yield must(~self.star[at], at)


# -- the differences ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Explanation:
    """What our verdict is (``unreadable`` for a damaged file), why it differs, and by which rules it would not."""

    status: str
    why: str
    variant: type[Genre] | None = None
    alone: bool = True
    """Whether it speaks of one puzzle, in which the difference must be; else of a collection, where it may be."""

    def fault(self, puzzle: gw.Puzzle, stored: gw.State | None, timeout: float) -> str:
        """What the explanation fails to explain; nothing if it holds: by the variant's rules the stored answer is the
        only one."""
        if self.variant is None:
            return ""
        assert stored is not None
        told = gw.Puzzle(self.variant, puzzle.board, puzzle.given, puzzle.keys)
        verdict = gw.solve(told, timeout=timeout)
        if verdict.status != "unique":
            return f"{verdict.status} even where {self.variant.__name__} is meant"
        same = marks_of(verdict.answers[0]) == marks_of(stored)
        return "" if same else f"another answer where {self.variant.__name__} is meant"


def _each(names: str, why: str, variant: type[Genre] | None = None, status: str = "several") -> dict[str, Explanation]:
    return dict.fromkeys(names.split(), Explanation(status, why, variant))


EXPLAINED: dict[str, Explanation] = {
    **_each("ABCEndView/162_5x5 ABCEndView/165_6x6 ABCEndView/174_5x5 ABCEndView/180_7x7",
            "each letter stands once on each diagonal, too", DiagonalAbc),
    **_each("KillerSudoku/198_9x9 KillerSudoku/248_9x9 KillerSudoku/717_9x9 KillerSudoku/727_9x9",
            "each number stands once on each diagonal, too", DiagonalKiller),
    **_each("JigsawSudoku/651_6x6 JigsawSudoku/654_6x6 JigsawSudoku/661_6x6 JigsawSudoku/664_6x6 "
            "JigsawSudoku/671_6x6 JigsawSudoku/674_6x6",
            "each number stands once on each diagonal, too", DiagonalSudoku),
    **_each("Skyscraper/06_4x4 Skyscraper/09_4x4 Skyscraper/12_7x7",
            "no height repeats on a diagonal", DiagonalSkyscrapers),
    **_each("Skyscraper/271_5x5 Skyscraper/274_5x5 Skyscraper/277_6x6 Skyscraper/280_6x6 Skyscraper/282_5x5 "
            "Skyscraper/285_5x5 Skyscraper/288_6x6",
            "each height stands once on each diagonal, too", DiagonalParks),
    **_each("NumberLink/308_15x20 NumberLink/388_10x15 NumberLink/424_12x12 NumberLink/435_12x12 NumberLink/566_16x24 "
            "NumberLink/578_19x25",
            "two answers, also where every cell must be used: a path can take a turn through its own cells elsewhere"),
    **_each("shiJ0182.txt Shikaku/127_16x22",
            "two answers: the 3x3 block r10c6 to r12c8 divides into 2x3 over 1x3 or 3x1 beside 3x2"),
    **_each("masR0434.txt", "the second row is too short", status="unreadable"),
    **_each("nur034.txt", "a row is too long", status="unreadable"),
    **_each("sliR0689.txt sliR0880.txt", "a foreign character stands in a row", status="unreadable"),
}
"""By the puzzle's name."""

OF_COLLECTIONS: dict[str, Explanation] = {
    "starry_sky": Explanation(
        "several", "an arrow points at just one star, and just one arrow at a star", PairedStarrySky, alone=False),
}
"""Collections that play by other rules throughout."""


def explanation(case: Case) -> Explanation | None:
    """What is known about a case."""
    return EXPLAINED.get(case.name) or OF_COLLECTIONS.get(case.collection)
