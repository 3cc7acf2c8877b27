"""Slips in a genre's declarations are errors when the class is made; the message names file, genre and rule."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import gridwright as gw
from gridwright.language import Answer
from gridwright.language.declaring import GenreError

GENRE = '''
from functools import cached_property
from gridwright.language import *
from gridwright.language.making import GIVENS, Making
from gridwright.rules import Tally, apart, connected, counted, related, tallied, Pair

class Meadow(Genre):
    name = "Meadow"

    fence = Given("links", role="structure")
    number = Given("sides", Numbers(0, LINE_LENGTH))
    sheep = Answer("cells")
    grade = Answer("cells", (1, 2, 3))

    def helper(self):
        return [Tally(row, 1, words={"row": i}) for i, row in enumerate(self.board.rows, 1)]

    @cached_property
    def pairs(self):
        return [Pair(*self.board.ends(link), lambda a, b: a < b, dict(link=link)) for link in self.board.links]

    @rule("the sheep {at} and {other} stand beside {n} others")
    def herd(self) -> Demands:
        for at in self.board.cells:
            near = self.board.neighbours(at)
            yield must(self.sheep[at].implies(any_of(self.sheep[c] for c in near)), at, n=len(near), other=near[0])

    @rule("the grade {n} stands at {at}")
    def graded(self) -> Demands:
        for at in self.board.cells:
            yield must(self.grade[at] == 1, at, n=1)

    in_line = counted(sheep, number, "the count of sheep in the line from {side} is {n}")
    in_rows = tallied(sheep, helper, "the count of sheep in row {row} is {n}")
    rising = related(grade, lambda self: self.pairs, "{a} is less than {b} at {link}")
    one_herd = connected(sheep, "the sheep are connected")
'''


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], ModuleType]]:
    """Makes the genre with a change of its text."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(before: str = "", after: str = "") -> ModuleType:
        assert before in GENRE
        (tmp_path / "meadow_genre.py").write_text(GENRE.replace(before, after, 1))
        sys.modules.pop("meadow_genre", None)
        importlib.invalidate_caches()
        return importlib.import_module("meadow_genre")

    yield make
    sys.modules.pop("meadow_genre", None)


Make = Callable[..., ModuleType]


def test_a_sound_genre_is_made(made: Make) -> None:
    meadow = made().Meadow
    puzzle = gw.Puzzle.of(meadow, gw.Rect.of(2, 2), {"number": {gw.Spot(-1, 1): 2}})
    assert gw.solve(puzzle, timeout=5).status in ("none", "unique", "several")
    every = gw.State.of(puzzle, {"sheep": dict.fromkeys(puzzle.board.cells, False)})
    assert all("{" not in str(fault) for fault in gw.check(puzzle, every))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('Given("links"', 'Given("link"', "layer 'fence': no places are called 'link'; did you mean 'links'?"),
        ('Answer("cells")', 'Answer("cels")', "layer 'sheep': no places are called 'cels'; did you mean 'cells'?"),
        ('Answer("cells")', 'Answer("squares")', "no places are called 'squares'; there are cells, links, "),
        ('Given("links"', "Given(5", "layer 'fence': its places are 5, but should be a name or a function"),
        ("sheep {at}", "sheep {att}", "rule 'herd': no demand fills in {att} of its text; did you mean {at}?"),
        ("{other}", "{otter}", "rule 'herd': no demand fills in {otter} of its text; did you mean {other}?"),
        ("from {side} is", "from {sid} is", "rule 'in_line': no demand fills in {sid} of its text; did you"),
        ("row {row} is", "row {rwo} is", "rule 'in_rows': no demand fills in {rwo} of its text; did you mean {row}?"),
        ("at {link}", "at {lnk}", "rule 'rising': no demand fills in {lnk} of its text; did you mean {link}?"),
        ("grade {n} stands", "grade {} stands", "rule 'graded': no demand fills in {} of its text"),
        ("grade {n} stands", "grade {n stands", "rule 'graded': the braces of its text do not match"),
        ("def helper", "def apart(self): return 1\n\n    def helper",
         "the method 'apart' hides the import of that name"),
        ("def helper", "def count(self): return 1\n\n    def helper",
         "the method 'count' hides the import of that name"),
        ("def helper", "def board(self): return 1\n\n    def helper", "the name 'board' is taken"),
        ("number = Given", "memo = Given('cells')\n    number = Given", "the name 'memo' is taken"),
        ("number = Given", "marks = Given('cells')\n    number = Given", "the name 'marks' is taken"),
        ("must(self.grade[at] == 1, at, n=1)", "must(self.sheep[at] == 1, at, n=1)",
         "rule 'graded': 'self.sheep[at] == 1' compares a mark with a number; write just the mark, or ~mark for its"),
        ("must(self.grade[at] == 1, at, n=1)", "must(any_of(True != self.sheep[c] for c in [at]), at, n=1)",
         "rule 'graded': 'True != self.sheep[c]' compares a mark with a number"),
        ("fence = Given", "making = Making(options=('size',))\n    fence = Given",
         "making: the option 'size' is not a key; the keys are none"),
        ("fence = Given", "making = Making(options=(GIVENS,))\n    fence = Given",
         "making: no sketch uses the option 'givens'; write Making(sketch=...)"),
    ],
)  # fmt: skip
def test_slips_are_errors_when_the_class_is_made(made: Make, before: str, after: str, words: str) -> None:
    with pytest.raises(GenreError) as refusal:
        made(before, after)
    assert words in str(refusal.value)
    assert str(refusal.value).startswith(str(Path(sys.path[0]) / "meadow_genre.py") + ": genre Meadow: ")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def helper", "def flock(self): return 1\n\n    def helper"),
        ("one_herd = connected", "connected = connected"),  # the rule may be called like its kind
        ("self.grade[at] == 1, at", "self.grade[at] != self.grade[at], at"),
        ("self.grade[at] == 1, at", "count(self.sheep[c] for c in [at]) == 1, at"),
        ("yield must(self.grade[at] == 1, at, n=1)", "yield must(self.grade[at] == 1, at, **dict(zip(('n',), (1,))))"),
    ],
)
def test_what_may_be_meant_is_no_error(made: Make, before: str, after: str) -> None:
    made(before, after)


def test_a_variant_is_checked_with_its_own_names(made: Make) -> None:
    meadow = made().Meadow
    with pytest.raises(GenreError, match="genre Other: layer 'sheep': no places are called 'edgse'"):
        type("Other", (meadow,), {"__module__": __name__, "sheep": Answer("edgse")})


def test_comparisons_that_the_text_hides_are_errors_when_they_are_demanded(made: Make) -> None:
    hidden = "mark = self.sheep[at]; yield must(mark == 1, at, n=1)"
    meadow = made("yield must(self.grade[at] == 1, at, n=1)", hidden).Meadow
    with pytest.raises(TypeError, match="False is not an expression: name a mark"):
        gw.solve(gw.Puzzle.of(meadow, gw.Rect.of(1, 2), {}))
