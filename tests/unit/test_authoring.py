"""The tools for authors: a skeleton that works, and cases that the tests take."""

from __future__ import annotations

import ast
import importlib.util
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gridwright as gw
from gridwright.authoring.__main__ import main
from gridwright.authoring.cases import PROPOSED, proposal
from gridwright.authoring.skeleton import class_name, module_name, skeleton
from gridwright.formats.layout import one_per_cell
from gridwright.language import Demands, Genre, Rect, Spot, State

from ..laws.cases import FOLDER, Case


def run(*args: object) -> Result:
    return CliRunner().invoke(main, list(map(str, args)))


@pytest.fixture
def lone(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Genre]]:
    """The skeleton, loaded as a module of the genres' folder."""
    name = "gridwright.genres.lone_cells"
    spec = importlib.util.spec_from_loader(name, loader=None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(skeleton("Lone Cells"), name, "exec"), module.__dict__)
    yield module.LoneCells


# -- the skeleton -----------------------------------------------------------------------------------------------------


def test_the_skeleton_is_a_genre_that_works(lone: type[Genre]) -> None:
    """Making its class runs all checks of declarations."""
    assert lone.name == "Lone Cells" and [rule.name for rule in lone.rules] == ["apart", "beside"]
    puzzle = gw.Puzzle.of(lone, Rect.of(2, 2), {"number": {Spot(1, 1): 2, Spot(3, 3): "?"}})
    verdict = gw.solve(puzzle)
    assert verdict.status == "unique"
    assert verdict.answers[0].marks["shade"] == {
        Spot(1, 1): False, Spot(1, 3): True, Spot(3, 1): True, Spot(3, 3): False}
    text = gw.write(puzzle, "spf", verdict.answers[0], printable=False)
    dialect = lone.dialects[0]
    assert "(lone cells)" in text and "/puzzle [\n(2 )\n( ?) ]" in text
    assert dialect.solution_lines(puzzle, verdict.answers[0]) == [" #", "# "]
    state = State.of(puzzle, {"shade": dict.fromkeys(puzzle.board.cells, False)})
    assert [one.words for one in gw.check(puzzle, state)] == ["r1c1 needs 2 shaded cells beside it and has none"]


def test_new_puzzles_of_the_skeleton_are_made(lone: type[Genre]) -> None:
    puzzle = gw.generate(lone, seed=1, timeout=20)
    assert isinstance(puzzle.board, Rect)
    assert (puzzle.board.n_rows, puzzle.board.n_cols) == lone.making.size == (8, 8)
    assert puzzle.given["number"] and gw.solve(puzzle).status == "unique"


@pytest.mark.parametrize(("name", "module", "own"), [
    ("Kurotto", "kurotto", "Kurotto"),
    ("Ripple Effect", "ripple_effect", "RippleEffect"),
    ("LITS+", "lits", "Lits"),
    ("Where is Black Cells?", "where_is_black_cells", "WhereIsBlackCells"),
])  # fmt: skip
def test_files_and_classes_are_called_after_the_name(name: str, module: str, own: str) -> None:
    assert (module_name(name), class_name(name)) == (module, own)


@pytest.mark.parametrize("name", ["", "4 Winds", "!", "Class", 'Quo"te', "New\nline"])
def test_names_that_no_file_can_have_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no module can be called|holds a character"):
        skeleton(name)
    refused = run("--to", ".", "--", name)
    assert refused.exit_code == 1 and refused.output.startswith("Error: ")


def test_a_skeleton_is_stored_once(tmp_path: Path) -> None:
    stored = run("Lone Cells", "--to", tmp_path)
    assert stored.exit_code == 0
    path = tmp_path / "lone_cells.py"
    assert path.read_text("utf-8") == skeleton("Lone Cells", "gridwright.")
    again = run("Lone Cells", "--to", tmp_path)
    assert again.exit_code == 1 and again.output == f"Error: {path} already exists and is not overwritten\n"


@pytest.mark.parametrize("package", ["..", "gridwright."])
def test_the_linter_finds_nothing_in_a_skeleton(package: str, tmp_path: Path) -> None:
    path = tmp_path / "lone_cells.py"
    path.write_text(skeleton("Lone Cells", package), "utf-8")
    config = str(Path(__file__).parents[2] / "pyproject.toml")
    linter = [sys.executable, "-m", "ruff", "check", "--no-cache", "--config", config, "--ignore", "D102", str(path)]
    assert subprocess.run(linter, capture_output=True, text=True).stdout == "All checks passed!\n"


def test_a_skeleton_outside_the_package_can_be_imported(tmp_path: Path) -> None:
    assert run("Lone Cells", "--to", tmp_path).exit_code == 0
    names = runpy.run_path(str(tmp_path / "lone_cells.py"))
    assert names["LoneCells"].name == "Lone Cells"


# -- cases ------------------------------------------------------------------------------------------------------------


def bare(path: Path) -> gw.Puzzle:
    """The puzzle of a case without what is told of it."""
    puzzle = gw.read(path)
    return gw.Puzzle.of(puzzle.genre, puzzle.board, puzzle.given, puzzle.keys)


@pytest.mark.parametrize(("name", "n_rules"), [
    ("akari/small", 3), ("nurikabe/hidden", 4), ("sudoku/small", 2), ("hashi/several", 2), ("heyawake/none", 1),
    ("fences/graph_hexagons", 3), ("fillomino/graph_rose", 2),
])  # fmt: skip
def test_a_proposed_case_is_one_that_the_tests_take(name: str, n_rules: int, tmp_path: Path) -> None:
    """Each wrong answer that is read back from it breaks just the rule that it is told for."""
    puzzle = bare(FOLDER / f"{name}.spf")
    made = proposal(puzzle, 5)
    (reading,) = gw.read_all(made.text)
    case = Case(tmp_path, made.text, reading)
    assert reading.puzzle == puzzle and reading.warnings == ()
    assert case.status == made.status == gw.solve(puzzle).status
    assert len(case.wrong) == len(made.wrong) >= n_rules
    for wrong in case.wrong:
        found = gw.check(reading.puzzle, wrong.state, finished=True)
        assert {one.rule for one in found} == wrong.rules and len(wrong.rules) == 1
        assert wrong.places <= {spot for one in found for spot in one.at}
    told = {rule for wrong in case.wrong for rule in wrong.rules}
    assert told.union(made.missing) == {rule.name for rule in puzzle.genre.rules}
    assert gw.write(reading.puzzle, "spf", reading.answer) == made.text


def test_cases_are_stored_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "mine.spf"
    path.write_text(gw.write(bare(FOLDER / "heyawake" / "small.spf"), "spf"), "utf-8")
    made = run("Heyawake", path, "--to", tmp_path / "cases")
    assert made.exit_code == 0
    stored = (tmp_path / "cases" / "mine.spf").read_text("utf-8")
    assert stored.startswith(PROPOSED) and "/status (unique)" in stored and "[ (apart) (" in stored
    assert "  the unshaded run from r2c1 to r2c3 crosses two borders\n" in made.output
    assert "No wrong answer was found that breaks just one of: one_body. Try another puzzle." in made.output


def test_a_puzzle_of_another_genre_is_refused(tmp_path: Path) -> None:
    refused = run("Akari", FOLDER / "heyawake" / "small.spf", "--to", tmp_path)
    assert refused.exit_code == 1
    assert "holds a puzzle of Heyawake, not of Akari" in refused.output and not list(tmp_path.iterdir())


def test_outside_the_checkout_it_must_be_said_where_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in (("Lone Cells",), ("Heyawake", FOLDER / "heyawake" / "small.spf")):
        refused = run(*arguments)
        assert refused.exit_code == 1 and "run this in the checkout, or use --to" in refused.output
    assert not list(tmp_path.iterdir())


def test_an_unknown_genre_and_a_file_that_is_no_puzzle_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no puzzle", "utf-8")
    assert "no genre is called 'Akary'; did you mean" in run("Akary", text).output
    assert "the format of this text is not recognised" in run("Akari", text).output


# -- the laws that cases and genres must obey -------------------------------------------------------------------------


def test_one_character_per_cell_is_for_marks() -> None:
    with pytest.raises(TypeError, match=r"for values say Diagram\(cells\(D\), cells\(\), cell=Number\(layer\)\)"):
        one_per_cell(gw.genre("Sudoku").layers["number"])


def test_laws_fail_with_a_sentence() -> None:
    """Every assertion about each genre, or each of its cases, has words of its own."""
    parameters = {"path", "genre", "folder", "puzzle", "what", "search", "step"}
    narrowing = ("isinstance",)
    bare: list[str] = []
    for file in sorted((Path(__file__).parents[1] / "laws").glob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and parameters & {one.arg for one in function.args.args}:
                asserts = [one for one in ast.walk(function)
                           if isinstance(one, ast.Assert) and not ast.unparse(one.test).startswith(narrowing)]
                bare += [f"{file.name}:{one.lineno}" for one in asserts if not isinstance(one.msg, _WORDS)]
    assert bare == []


_WORDS = (ast.Constant, ast.JoinedStr)


@pytest.mark.parametrize("name", ["Akari", "Pips", "Sudoku"])
def test_genres_are_tried(name: str) -> None:
    tried = run("--try", name, "--timeout", "0.1")
    assert tried.exit_code == 0
    assert tried.output == f"{name}: no mistake was found on small random boards\n"


@pytest.mark.parametrize("cols", (1, 5))
def test_a_trial_lists_mistakes(lone: type[Genre], monkeypatch: pytest.MonkeyPatch, cols: int) -> None:
    def broken(self: Genre) -> Demands:
        if self.board.n_cols >= cols:
            raise KeyError("have")
        yield from ()

    monkeypatch.setattr(lone.rules[1], "make", broken)
    monkeypatch.setattr(gw, "genre", lambda _name: lone)
    tried = run("--try", "Lone Cells", "--timeout", "0.1")
    assert tried.exit_code == 1
    assert "genre LoneCells: rule 'beside': KeyError: 'have'" in tried.output
    assert "Traceback" not in tried.output
