"""Files of the Standard Puzzle Format as people write them by hand: what is forgiven, and what the errors say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main
from gridwright.registry import plain_name

DOCS = Path(__file__).parents[2] / "docs"

SPECIFIED = """
    ABC-Box, ABCD, ABCD Diagonal, Aquarium, Arukone, Basic, Cave, Chatroom, Compass, Coral, Curve Data, Domino Hunt,
    Doubleblock, Easy as ABC, Fences, Fillomino, Galaxies, Greater-Than-Sudoku, Hashi, Heyawake, Hitori,
    House-Tree-Animal, Japanese Sums, Kakuro, Killer-Sudoku, Kropki, Laser, LITS, LITS plus, Magic Labyrinth, Magnets,
    Masyu, Narrow Cave, Nurikabe, Pentomino Search, Pentopia, Pills, Pyramid, Skyscrapers, Skyscrapers with Parks,
    Slalom, Snake, Starbattle, Starry Sky, Stations, Subway, Sudoku, Tapa, Tents, Thermometers, Yagit, Yajilin
"""
"""The appendix of the specification."""

COIL = "<<\n/type (mortal_coil)\n/puzzle [\n(+-+-+)\n(|   |)\n(+ + +)\n(|   |)\n(+-+-+) ]\n>>\n"


def spf(*lines: str) -> str:
    return "\n".join(("<<", *lines, ">>", ""))


def nurikabe(*lines: str) -> str:
    return spf("/type (nurikabe)", *lines)


def types() -> dict[str, str]:
    """The value of /type of each genre."""
    return {genre.name: next(one.names[0] for one in genre.dialects if one.format == "spf")
            for genre in gw.known_genres()}


# -- the docs ---------------------------------------------------------------------------------------------------------


def test_every_genre_outside_the_specification_has_a_section_that_can_be_read() -> None:
    page = (DOCS / "spf-extensions.md").read_text(encoding="utf-8")
    specified = {plain_name(name) for name in SPECIFIED.split(",")}
    assert len(specified) == 52
    added = {type for name, type in types().items() if plain_name(name) not in specified}
    sections = dict(re.findall(r"^## ([a-z_]+)\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE))
    assert sections.keys() == added
    for type, section in sections.items():
        text = section.split("```")[1]
        assert f"/type ({type})\n" in text
        [reading] = gw.read_all(text)
        assert reading.answer is not None and gw.check(reading.puzzle, reading.answer, finished=True) == []


def test_the_docs_name_every_genre_of_kudamono() -> None:
    section = (DOCS / "formats.md").read_text(encoding="utf-8").partition("\n## kudamono\n")[2].partition("\n## ")[0]
    told = re.search(r"borders: ([^.]+)\.", section)
    known = {genre.name for genre in gw.known_genres() if any(one.format == "kudamono" for one in genre.dialects)}
    assert told is not None and set(told[1].replace("\n", " ").split(", ")) == known


def test_the_shape_in_the_docs_is_one() -> None:
    shapes = re.search(r"`(/shapes \[ .*?\])`", (DOCS / "formats.md").read_text(encoding="utf-8"))
    assert shapes is not None
    text = spf("/type (curve_data)", shapes[1], "/puzzle [ (+-+-+) (|1  |) (+ + +) (|   |) (+-+-+) ]")
    [drawing] = gw.read(text).keys["shapes"]
    assert len(drawing.board.cells) == 4


# -- what is forgiven -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("type", ["mortal coil", "Mortal_Coil", "mortal-coil", "MORTALCOIL"])
def test_spellings_of_a_type(type: str) -> None:
    text = COIL.replace("mortal_coil", type)
    puzzle = gw.read(text)
    assert puzzle == gw.read(COIL)
    assert gw.write(puzzle, "spf") == text, "the source stays as it was spelled"


def test_an_alias_is_not_a_type() -> None:
    with pytest.raises(gw.FormatError, match="not known; expected 'fences', found 'slitherlink'"):
        gw.read(COIL.replace("mortal_coil", "slitherlink"))


def test_types_are_written_with_underscores() -> None:
    assert all(re.fullmatch("[a-z_]+", type) for type in types().values())


def test_keys_may_be_indented() -> None:
    plain = nurikabe("/X 3", "/puzzle [ (2  ) (   ) (  2) ]")
    indented = re.sub("(?m)^/", "  /", plain)
    assert gw.read(indented) == gw.read(plain)
    assert gw.write(gw.read(indented), "spf", printable=False).count("\n  /") == 3


def test_size_is_the_size_of_any_square_board() -> None:
    assert gw.read(nurikabe("/size 3", "/puzzle [ (2) () (  2) ]")).board == gw.Rect.of(3, 3)
    sudoku = spf("/type (sudoku)", "/X 4", "/Y 4", "/puzzle [ (1) () () () ]")
    with pytest.raises(gw.FormatError, match="the diagram has 4 lines"):
        gw.read(sudoku)


# -- what errors say --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (spf("/X 3", "/puzzle [ (2  ) ]"), "line 1, column 1: the key /type is missing; expected /type"),
        (spf("/type nurikabe"), "line 2, column 7: text needs parentheses; expected (nurikabe), found 'nurikabe'"),
        ("%!PS-Adobe-3.0\n<< /type (nurikabe)\n/X 3\n>>\n",
         "line 2, column 4: a key must begin a new line; expected the end of the line, found '/type (nurikabe)'"),
        ("<< /type (nurikabe) >>\n",
         "line 1, column 4: a key must begin a new line; expected the end of the line, found '/type (nurikabe) >>'"),
        (spf("/type (pips)", "/conditions [ [A sum 3] ]"),
         "line 3, column 16: text needs parentheses; expected (A), found 'A'"),
        (nurikabe("/X 3", "/size 2", "/puzzle [ (2  ) (   ) ]"),
         "line 4, column 7: /size 2 contradicts /X 3; expected 3, found 2"),
        (nurikabe("/size 3", "/puzzle [ (2  ) (   ) ]"), "line 4: the diagram has 2 lines; expected 3 lines"),
        (nurikabe("/X 3.5", "/puzzle [ (2  ) ]"), "line 3, column 4: /X needs a whole number from 1 on; found 3.5"),
        (nurikabe("/X (3)", "/puzzle [ (2  ) ]"), "line 3, column 4: /X needs a whole number from 1 on; found (3)"),
        (nurikabe("/X 3", "/X 4", "/puzzle [ (2  ) ]"),
         "line 4, column 1: /X was already given in line 3; expected each key once"),
        (nurikabe("/X 3", "/Y 3", "/puzzle (1    2  3)"),
         "line 5: the diagram has 1 line (each row needs its own parentheses: [ (1  ) (  2) (  3) ... ]); expected 3"
         " lines"),
        (nurikabe("/X 4", "/puzzle [ (10      ) (   3   1) ]"),
         "line 4, column 30: unexpected text after the diagram (the diagram is 8 characters wide, and 4 columns take "
         "4; for numbers of 2 digits add /digits 2); expected 4 characters, found '1'"),
        (spf("/type (pips)", "/dominoes [ [1 1] [1 2] [3 4] ]", "/puzzle [ (AA) (..) ]"),
         "line 3, column 11: this is not a value of /dominoes; expected at most 2 items, found an array of 3"),
        (spf("/type (arukone)", "/puzzle [", "(+-+-+)", "(|A b|)", "(+-+-+) ]"),
         "line 5, column 5: this is not allowed at r1c2; expected a number, a letter from A to Z, '#' or a blank, "
         "found 'b'"),
        (spf("/type (fences)", "/puzzle [", "(+ +-+)", "(|3|  )", "(+-+-+) ]"),
         "line 4, column 3: a line is missing; expected '-', found a blank"),
        (nurikabe("/puzzle [ (2  ) ]", "/struck [ [ (sea) 3 (r1c1) ] ]"),
         "line 4, column 13: there is no such layer; expected no /struck: the genre has no layer of values, found "
         "'sea'"),
        (spf("/type (takuzu)", "/puzzle [ (01) (10) ]", "/struck [ [ (digit) 12 (r1c1) ] ]"),
         "line 4, column 21: this is not a value of digit; expected 0 or 1, found 12"),
    ],
)
def test_errors_say_what_to_write(text: str, words: str) -> None:
    with pytest.raises(gw.FormatError) as caught:
        gw.read(text)
    assert str(caught.value) == words


def test_a_label_without_a_partner_is_told() -> None:
    text = spf("/type (arukone)", "/puzzle [", "(+-+-+-+)", "(|A C A|)", "(+-+-+-+) ]")
    [reading] = gw.read_all(text)
    assert reading.warnings == ("the label C occurs only once (r1c2)",)


# -- positions ---------------------------------------------------------------------------------------------------------

SUDOKU = spf(
    "/type (sudoku)", "/position [ [ (number) 2 (r1c2) ] ]", "/puzzle [", "(+-+-+-+-+)", "(|1  |  4|)", "(+ + + + +)",
    "(|  4|  2|)", "(+-+-+-+-+)", "(|   |4  |)", "(+ + + + +)", "(|4  |  3|)", "(+-+-+-+-+) ]",
)  # fmt: skip


def test_hints_and_explanations_start_from_the_stored_position(tmp_path: Path) -> None:
    puzzle, position = gw.read_all(SUDOKU)[0].puzzle, gw.read_all(SUDOKU)[0].answer
    assert position is not None
    (tmp_path / "a.spf").write_text(SUDOKU)
    run = CliRunner().invoke(main, ["hint", str(tmp_path / "a.spf")])
    assert "starting from the position stored in the file" in run.stderr
    assert str(gw.hint(puzzle, position)) in run.stdout
    told = CliRunner().invoke(main, ["explain", str(tmp_path / "a.spf")])
    assert "starting from the position stored in the file" in told.stderr
    steps = gw.explain(puzzle, position).steps
    assert len(told.stdout.splitlines()) == len(steps) < len(gw.explain(puzzle).steps)


def test_a_stored_solution_is_not_a_position(tmp_path: Path) -> None:
    puzzle = gw.read_all(SUDOKU)[0].puzzle
    (tmp_path / "a.spf").write_text(gw.write(puzzle, "spf", gw.solve(puzzle).answers[0]))
    run = CliRunner().invoke(main, ["hint", str(tmp_path / "a.spf")])
    assert not run.stderr and str(gw.hint(puzzle)) in run.stdout


def test_a_wrong_position_is_not_the_puzzles_fault(tmp_path: Path) -> None:
    (tmp_path / "a.spf").write_text(SUDOKU.replace("2 (r1c2)", "3 (r4c2)"))
    run = CliRunner().invoke(main, ["explain", str(tmp_path / "a.spf")])
    assert run.exit_code == 1 and "no answer contains all marks stored in the file" in run.stderr
