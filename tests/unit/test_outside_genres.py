"""New puzzles of genres that other authors write, without a word about how they are made."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main
from gridwright.engine.explain.rating import USUAL_LEVELS, thresholds_of
from gridwright.engine.solve import clock
from gridwright.formats.errors import FormatError, WriteError
from gridwright.formats.layout import Chars, D, Diagram, Number, Stroke, blank, cells, one_per_cell, ruled
from gridwright.formats.spf import Spf
from gridwright.language import (
    WALL,
    Answer,
    Demands,
    Given,
    Key,
    ListOf,
    Numbers,
    OneOf,
    Unknown,
    Wording,
    any_of,
    count,
    must,
    rule,
)
from gridwright.language.making import Making, Sketch, Unlucky, told_by
from gridwright.language.taste import Levels
from gridwright.making import stream
from gridwright.making.effort import Failures
from gridwright.rules import Pair, apart, connected, once_each, once_in, related


class Beside(gw.Genre):
    """Numbers count the shaded neighbours."""

    name = "Beside"
    number = Given("cells", Numbers(0, 4) | Unknown("?"))
    shade = Answer("cells", words=("shaded", "unshaded"))
    apart = apart(shade, Wording("shaded cells share no edge", "{at} are shaded and share an edge"))

    @rule("{clue} needs {n:shaded cell} beside it", reads=number)
    def beside(self) -> Demands:
        for at, n in self.number.items():
            if n != "?":
                near = self.board.neighbours(at)
                yield must(count(self.shade[c] for c in near) == n, (at, *near), clues=at, n=n, clue=at)

    diagram = Diagram(cells(D), cells(), cell=(
        Number(number) | Chars(number, {"?": "?"}) | Chars(shade, {"#": True, "-": False}, fill=True) | blank))
    solution = one_per_cell(shade)
    dialects: ClassVar[tuple[Any, ...]] = (Spf("beside", puzzle=diagram, solution=solution),)


class Unwritten(Beside):
    """The same without any format."""

    name = "Unwritten"
    dialects = ()


class InRooms(gw.Genre):
    """A number counts the shaded cells of its room."""

    name = "In Rooms"
    wall = Given("links", role="structure", look=WALL)
    number = Given("cells", Numbers(0, 99))
    shade = Answer("cells", words=("shaded", "unshaded"))
    apart = apart(shade, Wording("shaded cells share no edge", "{at} are shaded and share an edge"))
    one_body = connected(~shade, Wording("the unshaded cells are connected", "{at:is|are} cut off"))

    @rule("the room of {clue} needs {n:shaded cell}", reads=number)
    def room_count(self) -> Demands:
        for room in self.board.regions(self.wall):
            for at in room:
                if at in self.number:
                    n = self.number[at]
                    yield must(count(self.shade[c] for c in room) == n, room, clues=at, n=n, clue=at)

    dialects = (
        Spf("in rooms",
            puzzle=Diagram(ruled(D), ruled(), frame=True, edge=Stroke(wall),
                           cell=Number(number) | Chars(shade, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(shade)),
    )


def consecutive(a: int, b: int) -> bool:
    return abs(a - b) == 1


def doubled(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


def neither(a: int, b: int) -> bool:
    return not consecutive(a, b) and not doubled(a, b)


class Dots(gw.Genre):
    """A Latin square with all dots between consecutive numbers (white) and between numbers and their doubles."""

    name = "Dots"
    number = Answer("cells", lambda self: range(1, self.board.n_cols + 1))
    dot = Given("links", OneOf(("white", "black")), exhaustive=True)

    def pairs(self, colour: str | None) -> Iterator[Pair]:
        holds = {"white": consecutive, "black": doubled, None: neither}[colour]
        for link in self.board.links:
            if self.dot.get(link) == colour:
                yield Pair(*self.board.ends(link), holds, clues=() if colour is None else (link,))

    rows = once_each(number, "rows", once_in("row {i}"), full=True)
    cols = once_each(number, "cols", once_in("column {i}"), full=True)
    white = related(number, lambda self: self.pairs("white"), Wording("{a} and {b} differ by one", "not {a}, {b}"),
                    reads=dot)
    black = related(number, lambda self: self.pairs("black"), Wording("{a} or {b} is the double", "not {a}, {b}"),
                    reads=dot)
    bare = related(number, lambda self: self.pairs(None), Wording("no dot suits {a} and {b}", "dot at {a}, {b}"),
                    reads=dot)


def only_answer(puzzle: gw.Puzzle) -> gw.State:
    verdict = gw.solve(puzzle)
    assert verdict.status == "unique"
    return verdict.answers[0]


@pytest.mark.parametrize("genre", (Beside, Unwritten))
@pytest.mark.parametrize("side", (4, 10))
def test_a_shading_genre(genre: type[gw.Genre], side: int) -> None:
    puzzle = gw.generate(genre, side, seed=1, timeout=20)
    answer = only_answer(puzzle)
    numbers = {at: n for at, n in puzzle.given["number"].items() if n != "?"}
    assert numbers
    for at, n in numbers.items():
        assert n == sum(answer.get("shade", c) is True for c in puzzle.board.neighbours(at))


@pytest.mark.parametrize("side", (5, 10))
def test_rooms_are_laid_out(side: int) -> None:
    puzzle = gw.generate(InRooms, side, seed=1, timeout=20)
    only_answer(puzzle)
    rooms = puzzle.board.regions(puzzle.given["wall"])
    assert side < len(rooms) < side * side / 2


def test_rooms_are_laid_out_where_something_else_is_declared() -> None:
    class Declared(InRooms):
        name = "Declared"
        making = Making(likely={"shade": 0.4}, fill="shade")

    assert len(gw.generate(Declared, 5, seed=1, timeout=20).given["wall"]) > 10


@pytest.mark.parametrize("side", (2, 4, 6))
def test_all_dots_are_read_off_the_answer(side: int) -> None:
    for seed in range(3):
        puzzle = gw.generate(Dots, side, seed=seed, difficulty="any")
        number = only_answer(puzzle).marks["number"]
        dots = puzzle.given["dot"]
        for link in puzzle.board.links:
            a, b = (number[c] for c in puzzle.board.ends(link))
            assert (link in dots) is (consecutive(a, b) or doubled(a, b))
            assert link not in dots or {"white": consecutive, "black": doubled}[dots[link]](a, b)


def test_dots_stay_when_a_puzzle_is_completed_or_minimised() -> None:
    puzzle = gw.generate(Dots, 5, seed=1)
    bare = gw.Puzzle.of(Dots, puzzle.board, {"dot": puzzle.given["dot"]})
    for changed in (gw.complete(bare, seed=1), gw.minimise(puzzle)):
        only_answer(changed)
        assert changed.given["dot"] == puzzle.given["dot"]


def test_dots_that_contradict_the_answer_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "_ATTEMPTS", 10)  # attempts: each of them fails

    class Wrong(Dots):
        name = "Wrong"
        making = Making(told={"dot": told_by(lambda *_: "white")})

    with pytest.raises(gw.MakingError, match=r"'dot' that were read off an answer contradict it: .*Making\(told="):
        gw.generate(Wrong, 4, seed=1)


@pytest.mark.parametrize(("reads", "clues", "words"), [
    (False, False, r"rule 'beside' reads layer 'number': write @rule\(..., reads=number\) and clues=at"),
    (True, False, "rule 'beside' has a demand at .* that comes from a clue but names none: write clues=at"),
])
def test_clues_that_are_not_declared_are_named(reads: bool, clues: bool, words: str) -> None:
    """The generator would lose them, and give all marks of the answer instead."""

    class Undeclared(Beside):
        name = "Undeclared"

        @rule("{clue} needs {n:shaded cell} beside it", reads=Beside.number if reads else ())
        def beside(self) -> Demands:
            for at, n in self.number.items():
                if n != "?":
                    near = self.board.neighbours(at)
                    named = at if clues else ()
                    yield must(count(self.shade[c] for c in near) == n, (at, *near), clues=named, n=n, clue=at)

    with pytest.raises(gw.MakingError, match=words):
        gw.generate(Undeclared, 5, seed=1, timeout=20)


def test_structure_that_nobody_lays_out_is_named() -> None:
    class Trees(Beside):
        name = "Trees"
        tree = Given("cells", role="structure")

    with pytest.raises(gw.MakingError, match=r"nothing declares how 'tree' of Trees is laid out; .*Making\(sketch="):
        gw.generate(Trees, 5)

    class Bare(Trees):
        name = "Bare"
        making = Making()

    only_answer(gw.generate(Bare, 5, seed=1, timeout=20))

    class Needed(Bare):
        name = "Needed"
        tree = Given("cells", role="structure", required=True)

    with pytest.raises(gw.MakingError, match="how 'tree' of Needed is laid out"):
        gw.generate(Needed, 5)


def test_keys_are_set_without_a_sketch() -> None:
    class Several(gw.Genre):
        name = "Several"
        number = Key(1, Numbers(1, 4))
        shade = Answer("cells")
        making = Making(options=("number",), fill="shade")

        @rule("{n} cells of each row are shaded")
        def rows(self) -> Demands:
            for row in self.board.rows:
                yield must(count(self.shade[c] for c in row) == self.number, row, n=self.number)

    assert gw.generate(Several, 4, seed=1, number=3, timeout=20).keys["number"] == 3
    assert not gw.generate(Several, 4, seed=1, timeout=20).keys


def test_clues_that_contradict_each_other_are_reported() -> None:
    """Each number is true of the answer by itself; only together they break a rule."""

    class Alone(Beside):
        name = "Alone"

        @rule("no two cells hold a number", reads=Beside.number)
        def alone(self) -> Demands:
            for one, other in combinations(self.number, 2):
                yield must(any_of(()), (one, other), clues=(("number", one), ("number", other)))

    with pytest.raises(gw.MakingError, match="none of them could be proved: the clues contradict each other"):
        gw.generate(Alone, 5, seed=1, timeout=20)
    alone = gw.Puzzle.of(Alone, gw.Rect.of(3, 3), {})
    with pytest.raises(ValueError, match="the clues that could be added contradict each other"):
        gw.complete(alone)


def test_clues_whose_values_cannot_be_listed_are_named() -> None:
    class Lists(Beside):
        name = "Lists"
        word = Given("sides", ListOf(Numbers(0, 999)))

    with pytest.raises(gw.MakingError, match=r"'word' of Lists cannot be read off .*Making\(told="):
        gw.generate(Lists, 5)


def test_rooms_for_which_there_is_no_answer_are_reported() -> None:
    class Seven(InRooms):
        name = "Seven"

        @rule("each room has {n:shaded cell}")
        def seven(self) -> Demands:
            for room in self.board.regions(self.wall):
                yield must(count(self.shade[c] for c in room) == 7, room, n=7)

    with pytest.raises(gw.MakingError, match=r"the rules leave no answer; 'wall' was laid out at random; .*sketch="):
        gw.generate(Seven, 6, seed=1, timeout=20)


def test_a_time_limit_tells_what_was_wrong_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attempt takes a third of a second, and everything else no time."""

    class Loose(InRooms):
        name = "Loose"
        making = Making(sketch=lambda rng, board, wishes: Sketch(board), rounds=1)

    attempts: list[int] = []
    note = Failures.note

    def noted(self: Failures, fault: Unlucky) -> None:
        attempts.append(1)
        note(self, fault)

    monkeypatch.setattr(Failures, "note", noted)
    monkeypatch.setattr(clock, "monotonic", lambda: len(attempts) / 3)
    with pytest.raises(gw.TimeUp, match="all clues together leave several answers"):
        gw.generate(Loose, 6, seed=1, timeout=1)
    assert len(attempts) == 3


# -- formats --


class Unwritable(Spf):
    """Neither writes nor reads."""

    def write(self, puzzle: Any, answer: Any) -> Any:
        raise WriteError("there is no ink")

    def read(self, genre: Any, source: Any) -> Any:
        raise FormatError("these letters are too small", code="bad-value")


@pytest.mark.parametrize("difficulty", (None, "easy"))
def test_a_puzzle_is_made_whatever_its_formats_can_do(difficulty: str | None) -> None:
    class Written(Beside):
        name = "Written"
        dialects = (Unwritable("written", puzzle=Beside.diagram, solution=Beside.solution),)

    only_answer(gw.generate(Written, 4, seed=1, difficulty=difficulty, timeout=20))


def test_puzzles_that_the_usual_format_cannot_express_are_discarded() -> None:
    class Choosy(Beside):
        name = "Choosy"
        making = Making(fill="shade", unwritable=(1,))

    values = {n for seed in range(5) for n in gw.generate(Choosy, 4, seed=seed, timeout=60).given["number"].values()}
    assert values and 1 not in values
    with pytest.raises(gw.MakingError, match=r"the usual format cannot express the clue [012]"):
        gw.generate(type("Never", (Choosy,), {"making": Making(fill="shade", whole=True, unwritable=(0, 1, 2))}), 4,
                    seed=1, timeout=60)


def test_a_file_that_cannot_be_written_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Written(Beside):
        name = "Written"
        dialects = (Unwritable("written", puzzle=Beside.diagram, solution=Beside.solution),)

    monkeypatch.setattr(gw, "genre", lambda name: Written)
    folder = tmp_path / "made"
    folder.mkdir()
    done = CliRunner().invoke(main, ["generate", "Written", "4x4", "--seed", "1", "-o", str(folder)])
    assert done.exit_code != 0
    assert "there is no ink" in done.output
    assert not list(folder.iterdir())


MAKE = """
import sys
import gridwright as gw
genres = [gw.genre(name) for name in ("Fences", "Sudoku", "LITS", "Kakuro", "Fillomino", "Yajilin", "Picross")]
before = set(sys.modules)
for genre in genres:
    gw.generate(genre, 4, seed=1, difficulty="easy" if genre.name == "Fences" else "any")
print(sorted(name for name in set(sys.modules) - before if name.startswith("gridwright.formats")))
print(len(set(sys.modules) - before))
"""


@pytest.mark.thorough
def test_generating_opens_no_format() -> None:
    """Genres import those modules of formats that they declare their notation with; generating needs none besides."""
    run = subprocess.run([sys.executable, "-c", MAKE], capture_output=True, text=True, check=True)
    opened, n_opened = run.stdout.splitlines()
    assert opened == "[]"
    assert int(n_opened) > 10  # the generator itself


# -- thresholds --


def test_thresholds_of_an_outside_genre() -> None:
    class Rated(Beside):
        name = "Rated"
        levels = Levels(easy=1, medium=2, hard=3, extreme=1e6)

    given = gw.generate(Rated, 5, seed=1, timeout=20)
    assert thresholds_of(Rated) == (1, 2, 3, 1e6)
    assert gw.rate(given).label == "hard"
    usual = gw.rate(gw.Puzzle.of(Beside, given.board, given.given))
    assert Beside.levels is None and usual.label == "trivial"
    assert thresholds_of(Beside) == USUAL_LEVELS.scores
    assert gw.generate(Rated, 5, seed=1, difficulty="hard", timeout=20).about.difficulty == "hard"


def test_wrong_thresholds_are_reported() -> None:
    with pytest.raises(ValueError, match="have to be positive and increasing"):
        Levels(easy=1, medium=3, hard=2, extreme=4)
    with pytest.raises(gw.GenreError, match=r"its levels are .*, but should be a Levels"):
        type("Misrated", (Beside,), {"name": "Misrated", "levels": (1, 2, 3, 4), "__module__": __name__})
