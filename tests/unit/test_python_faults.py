"""What wrong arguments of the public functions are told."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright import generation
from gridwright.making.stream import NewPuzzle

SUDOKU = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
NURIKABE = gw.puzzle("Nurikabe", ["2 . 1"])
Call = Callable[[], Any]


def told(error: type[Exception], call: Call) -> str:
    with pytest.raises(error) as caught:
        call()
    assert caught.type is error
    return str(caught.value)


@pytest.mark.parametrize(("grid", "more", "words"), [
    ("1" * 81, {}, "of 1 row and 81 columns has no usual walls; expected a row in each line (gw.read reads a line of"),
    (["1........"] * 8, {}, "of 8 rows and 9 columns has no usual walls; expected 9 rows and columns, or wall="),
    ([[0] * 8] * 9, {}, "of 9 rows and 8 columns has no usual walls; expected 9 rows and columns, or wall="),
    (None, {"size": 5}, "of 5 rows and 5 columns has no usual walls; expected another size, or wall="),
    ({"r10c1": 2}, {"size": 9}, "Sudoku, layer 'number': r10c1 is outside the 9x9 board"),
])  # fmt: skip
def test_a_size_without_the_usual_structure_is_named(grid: Any, more: dict[str, Any], words: str) -> None:
    assert words in told(gw.PuzzleError, lambda: anything.puzzle("Sudoku", grid, **more))


def test_a_size_without_the_usual_structure_may_have_another() -> None:
    assert gw.puzzle("Sudoku", size=5, wall=["AABBB", "AABBC", "ADDCC", "EDDCC", "EEEED"]).board == gw.Rect.of(5, 5)


def test_the_border_between_cells_may_be_outside_too() -> None:
    words = told(gw.PuzzleError, lambda: anything.puzzle("Kropki", size=3, dot={"r3c3-r3c4": "white"}))
    assert words == "Kropki, layer 'dot': r3c3-r3c4 is outside the 3x3 board"


anything: Any = gw
"""The package without its types."""
WRONG: list[tuple[type[Exception], Call, str]] = [
    (TypeError, lambda: anything.solve(SUDOKU, timeout="10"), "timeout must be a number of seconds or None, not '10'"),
    (ValueError, lambda: anything.solve(SUDOKU, timeout=-1), "timeout must be 0 seconds or more, not -1"),
    (ValueError, lambda: anything.generate("Tents", timeout=float("nan")),
     "timeout must be 0 seconds or more, not nan"),
    (ValueError, lambda: anything.read("1.....3..4.....2", timeout=-1), "timeout must be 0 seconds or more, not -1"),
    (TypeError, lambda: anything.solve(SUDOKU, stop=3), "stop must be a function or None, not 3"),
    (TypeError, lambda: anything.solve(SUDOKU, limit=1.5), "limit must be a whole number, not 1.5"),
    (TypeError, lambda: anything.count(SUDOKU, limit="2"), "limit must be a whole number, not '2'"),
    (TypeError, lambda: next(anything.solve_many([SUDOKU], limit=1.5)), "limit must be a whole number, not 1.5"),
    (TypeError, lambda: anything.generate("Tents", seed=1.5), "seed must be a whole number or a string, not 1.5"),
    (TypeError, lambda: anything.minimise(SUDOKU, seed=1.5), "seed must be a whole number or a string, not 1.5"),
    (TypeError, lambda: anything.complete(SUDOKU, seed=1.5), "seed must be a whole number or a string, not 1.5"),
    (TypeError, lambda: anything.generate_many("Tents", count=1.5), "count must be a whole number, not 1.5"),
    (ValueError, lambda: anything.generate_many("Tents", jobs=0), "jobs must be at least 1"),
    (TypeError, lambda: anything.generate("LITS", structure="x"),
     "structure must be a Puzzle or a Reading, not str; gridwright.read reads one from a file or a text"),
    (gw.MakingError, lambda: anything.generate("Tents", density="high"),
     "density: expected a share from 0 to 1, found 'high'"),
    (gw.MakingError, lambda: anything.generate("Tents", mask=3),
     "mask: expected lines of text or the Path of a file, found 3"),
    (gw.MakingError, lambda: anything.generate("Picross", picture=3),
     "picture: expected the path of an image or lines of text, found 3"),
    (gw.MakingError, lambda: anything.generate("Sudoku", symetry="rotate"),
     "Sudoku has no option 'symetry'; did you mean symmetry?"),
    (gw.MakingError, lambda: anything.generate("Sudoku", sun=1), "Sudoku has no option 'sun'; it has boxes"),
    (ValueError, lambda: anything.draw(SUDOKU).png("300"), "dpi must be a number above 0, not '300'"),
    (ValueError, lambda: anything.draw(SUDOKU).svg(size=-1), "size must be a number above 0, not -1"),
    (TypeError, lambda: anything.draw(SUDOKU, violations=["x"]), "violations must be what gw.check returns, not 'x'"),
    (TypeError, lambda: anything.draw(SUDOKU, reason=["r1c1"]),
     "reason must be spots, such as gw.Spot(1, 1), not 'r1c1'"),
    (TypeError, lambda: anything.Puzzle.of("Sudoku", gw.Rect.of(4, 4), {}),
     "genre must be a class, as gw.genre returns it, not 'Sudoku'"),
    (TypeError, lambda: anything.differences(NURIKABE, gw.state(NURIKABE)),
     "the first argument must be a State, not Puzzle"),
    (TypeError, lambda: anything.check(SUDOKU, [[1]]),
     "state must be a State, not list; gridwright.state(puzzle, grid) makes one from a grid"),
    (TypeError, lambda: anything.check(SUDOKU, gw.solve(SUDOKU)),
     "state must be a State, not Verdict; its attribute answers has them"),
    (TypeError, lambda: bool(anything.solve(SUDOKU)),
     'a verdict is neither true nor false; compare its status: verdict.status == "unique"'),
    (TypeError, lambda: anything.read("examples/nurikabe.txt", fromat="foo"),
     "there is no option 'fromat'; did you mean format?"),
    (TypeError, lambda: anything.read("1.....3..4.....2", lines=3),
     "there is no option 'lines'; a reader knows genre, symbols, and keys of the genre such as stars"),
    (gw.PuzzleError, lambda: anything.puzzle("LITS"),
     "LITS: the size of the board is missing; expected a grid, or size=9 or size=(rows, columns)"),
    (gw.PuzzleError, lambda: anything.puzzle("Killer-Sudoku", size=9, cages=["x"]),
     "Killer-Sudoku, 'cages': this is not a group of cells; expected (total, 'r1c1 r1c2 ...'), found 'x'"),
    (gw.FormatError, lambda: anything.read("1" * 80, "sudoku"),
     "line 1, column 81: the grid is not square: 1 row of 80 characters; expected n x n characters, "
     "found 80 characters"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "call", "words"), WRONG, ids=[words[:40] for *_, words in WRONG])
def test_wrong_arguments_are_named(error: type[Exception], call: Call, words: str) -> None:
    assert told(error, call) == words


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "x.png"
    with pytest.raises(FileNotFoundError) as caught:
        gw.draw(SUDOKU).save(missing)
    assert caught.value.filename == str(missing)
    missing_ending = "'x' has no ending; use "
    assert told(ValueError, lambda: anything.draw(SUDOKU).save("x")) == f"{missing_ending}.svg, .png, .pdf or .eps"
    assert told(ValueError, lambda: anything.explain(SUDOKU).save("x")) == f"{missing_ending}.html, .md, .pdf or .json"


def test_names_ignore_case() -> None:
    assert gw.write(NURIKABE, "JSON") == gw.write(NURIKABE, "json")
    assert gw.write(NURIKABE, "SPF") == gw.write(NURIKABE, "spf")
    assert gw.write(SUDOKU, "Sudoku") == gw.write(SUDOKU, "sudoku")
    assert gw.read(gw.write(NURIKABE, "plain"), "Plain") == NURIKABE
    made = gw.generate("Tents", size=5, difficulty="Easy", seed=1)
    assert made == gw.generate("Tents", size=5, difficulty="easy", seed=1)


def test_formats_are_a_name_or_several() -> None:
    full = gw.puzzle("Sudoku", ["13..", "..3.", ".4..", "...2"])
    assert gw.minimise(full, formats="puzzlink", seed=1) == gw.minimise(full, formats=["puzzlink"], seed=1)


def test_other_formats_are_a_list() -> None:
    words = told(gw.WriteError, lambda: anything.write(NURIKABE, "csv"))
    assert words.endswith("it can be written as spf, json, puzzlekit, puzzlekit-json, penpa, plain, puzzlink or pzprv3")


def test_a_count_that_was_stopped_at_once_is_unknown() -> None:
    found = gw.count(gw.puzzle("Sudoku", size=9), timeout=0)
    assert (str(found), found.exact) == ("unknown: stopped before the first answer", False)


def test_another_difficulty_than_requested_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    easy = gw.generate("Tents", size=5, difficulty="easy", seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gw.generate("Tents", size=5, difficulty="easy", seed=1) == easy
    words = "the time was up before a puzzle of the difficulty hard was found; this one is easy"
    late = NewPuzzle(easy, words)
    monkeypatch.setattr(generation, "made", lambda *_, **__: late)
    monkeypatch.setattr(generation, "stream", lambda *_, **__: iter([late]))
    with pytest.warns(UserWarning, match=words) as caught:
        assert gw.generate("Tents", size=5, difficulty="hard") == easy
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match=words):
        assert list(gw.generate_many("Tents", size=5, difficulty="hard", count=1)) == [easy]


def test_many_puzzles_need_names_for_their_arguments() -> None:
    """A count in second place would be a number of rows, and the puzzles would have no end."""
    with pytest.raises(TypeError, match="positional"):
        gw.generate_many("Tents", 3)  # type: ignore[call-arg]


def test_answers_are_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    answer = gw.solve(SUDOKU).answers[0]
    assert numpy.array(answer).tolist() == answer.grid()
    assert numpy.asarray(answer, dtype=float).dtype == float
    fences = gw.solve(gw.puzzle("Fences", ["4 ."])).answers[0]
    with pytest.raises(TypeError, match=r"Fences has a grid for each of horizontal, vertical; use state.array\(\)"):
        numpy.array(fences)


def test_layers_say_where_they_are() -> None:
    picross = gw.genre("Picross").layers
    assert repr(picross["clue"]) == (
        "<layer clue: a place outside, at an end of a row or a column; lists of numbers from 1 on or '?'>"
    )
    assert repr(gw.genre("Star Battle").keys["stars"]) == "<key stars: a value (default: 2); numbers from 1 on>"
