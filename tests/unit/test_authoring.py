"""The tools for authors: a skeleton that works, cases that the tests take, and the examples of the guide."""

from __future__ import annotations

import ast
import importlib.util
import operator
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

import gridwright as gw
from gridwright import language
from gridwright.authoring.__main__ import main
from gridwright.authoring.cases import PROPOSED, proposal
from gridwright.authoring.skeleton import class_name, module_name, skeleton
from gridwright.formats.layout import one_per_cell
from gridwright.language import Expr, Genre, Rect, Spot, State, Term
from gridwright.making.derived import GUIDE as GUIDE_WORDS

from ..laws.cases import FOLDER, Case

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "add-a-genre.md"


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
    text = gw.write(puzzle, "spf", verdict.answers[0], picture=False)
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


def test_the_guide_explains_what_errors_about_new_puzzles_refer_to() -> None:
    assert GUIDE_WORDS.startswith("see 'New puzzles' in docs/add-a-genre.md")
    section = GUIDE.read_text("utf-8").split("## New puzzles\n")[1].split("\n## ")[0]
    assert all(f"`{name}`" in section for name in ("sketch", "told", "change", "fill", "givens", "making"))


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
    stored = run("Ripple Effect", "--to", tmp_path)
    assert stored.exit_code == 0
    path = tmp_path / "ripple_effect.py"
    assert path.read_text("utf-8") == skeleton("Ripple Effect")
    again = run("Ripple Effect", "--to", tmp_path)
    assert again.exit_code == 1 and again.output == f"Error: {path} is there already, and is not written over\n"


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


def test_an_unknown_genre_and_a_file_that_is_no_puzzle_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no puzzle", "utf-8")
    assert "no genre is called 'Akary'; did you mean" in run("Akary", text).output
    assert "the format of this text is not recognised" in run("Akari", text).output


# -- the guide --------------------------------------------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    """The pieces of code of the guide in a language."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)


def lines_in(text: str) -> list[str]:
    """Lines without indentation and blank ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("i", range(len(blocks("python"))))
def test_the_code_of_the_guide_is_that_of_the_package(i: int) -> None:
    """Every piece occurs, line for line, in a genre or rule kind that the guide mentions, or in a genre of a test."""
    piece = lines_in(blocks("python")[i])
    sources = [lines_in((ROOT / name).read_text("utf-8"))
               for name in ("gridwright/genres/heyawake.py", "gridwright/genres/killer_sudoku/__init__.py",
                            "gridwright/rules/body_sums.py", "tests/laws/test_arithmetic.py")]
    found = [source[at : at + len(piece)] for source in sources for at in range(len(source)) if source[at] == piece[0]]
    assert any(one == piece for one in found), (piece, found)


def test_the_expressions_of_the_guide_are_expressions() -> None:
    """The code in the first column of the table evaluates to expressions, and uses every function that makes them."""
    _, _, table = GUIDE.read_text("utf-8").partition("| expression |")
    rows = [line.replace(r"\|", "&#124;").split("|")[1] for line in table.split("\n\n")[0].splitlines()[2:]]
    codes = [code.replace("&#124;", "|") for row in rows for code in re.findall(r"`(.+?)`", row)]
    cell, other = Spot(1, 1), Spot(1, 3)
    marks = {cell: language.Mark(2), other: language.Mark(3)}
    terms = {spot: Term({n: language.Mark(first + n) for n in range(1, 5)}) for spot, first in ((cell, 3), (other, 7))}
    names = {
        **{name: getattr(language, name) for name in language.__all__},
        "self": SimpleNamespace(shade=marks, number=terms), "cell": cell, "other": other, "a": marks[cell],
        "b": marks[other], "items": list(marks.values()), "values": list(terms.values()), "accepts": operator.lt,
    }  # fmt: skip
    assert len(codes) > 15
    assert all(isinstance(eval(code, names), Expr) for code in codes)
    for name in ("all_of", "any_of", "count", "total", "different", "ALWAYS", "NEVER"):
        assert any(name in code for code in codes)


def test_the_commands_of_the_guide_exist(tmp_path: Path) -> None:
    shell = "\n".join(blocks("sh"))
    assert re.findall(r"python -m gridwright\.authoring (.*)", shell) == [
        '"Ripple Effect"', '--try "Ripple Effect"', '"Ripple Effect" small.spf large.spf']
    for script in re.findall(r"python (docs/\S+\.py)", shell):
        assert (GUIDE.parents[1] / script).is_file()
    for module in re.findall(r"python -m (tests\.\S+)", shell):
        assert GUIDE.parents[1].joinpath(*module.split(".")).with_suffix(".py").is_file()


def test_the_wrong_answer_of_the_guide_is_one_of_a_case() -> None:
    (piece,) = blocks("postscript")
    texts = [path.read_text("utf-8") for path in (FOLDER / "heyawake").glob("*.spf")]
    assert any(piece.removesuffix(" ] ]\n") in text for text in texts)


def test_one_character_per_cell_is_for_marks() -> None:
    with pytest.raises(TypeError, match=r"for values say Diagram\(cells\(D\), cells\(\), cell=Number\(layer\)\)"):
        one_per_cell(gw.genre("Sudoku").layers["number"])


# -- the laws that cases and genres must obey -------------------------------------------------------------------------


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


def test_a_trial_lists_mistakes(lone: type[Genre], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_self: Genre) -> None:
        raise KeyError("have")

    monkeypatch.setattr(lone.rules[1], "make", broken)
    monkeypatch.setattr(gw, "genre", lambda _name: lone)
    tried = run("--try", "Lone Cells", "--timeout", "0.1")
    assert tried.exit_code == 1
    assert "genre LoneCells: rule 'beside': KeyError: 'have'" in tried.output
    assert "Traceback" not in tried.output
