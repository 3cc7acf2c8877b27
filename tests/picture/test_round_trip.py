"""SPF files that are read and written again: whose drawing program stays, and whose is made anew."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import gridwright as gw
from gridwright.language import Puzzle, State

from ..laws.cases import FOLDER
from .samples import of

SMALL = FOLDER / "nurikabe" / "small.spf"
FOREIGN_PROLOG = "%!PS-Adobe-2.0 EPSF-2.0\n%%BoundingBox: 10 10 90 90\n%%Creator: somebody else\n/draw { pop } def\n"
FOREIGN_EPILOG = ">> begin\nsol { (solution) } { (puzzle) } ifelse draw\nend showpage\n%%EOF\n"


def puzzle_and_answer() -> tuple[Puzzle, State]:
    return of(SMALL)


def read(text: str) -> tuple[Puzzle, State | None]:
    (reading,) = gw.read_all(text)
    return reading.puzzle, reading.answer


def retitled(puzzle: Puzzle, title: str) -> Puzzle:
    return replace(puzzle, about=replace(puzzle.about, title=title))


def program(text: str) -> str:
    """What stands behind the dictionary."""
    return text.partition("\n>>\n")[2]


def test_our_own_file_stays_as_it_is() -> None:
    puzzle, answer = puzzle_and_answer()
    for text in (gw.write(puzzle, "spf"), gw.write(puzzle, "spf", answer)):
        again, found = read(text)
        assert again == puzzle
        assert gw.write(again, "spf", found) == text


def test_our_own_picture_is_drawn_again_when_a_diagram_was_edited_by_hand() -> None:
    puzzle, answer = puzzle_and_answer()
    text = gw.write(puzzle, "spf", answer)
    edited = re.sub(r"(/puzzle \[\n[( )\n]*)\d", r"\g<1>7", text)
    again, found = read(edited)
    assert again != puzzle
    drawn = gw.write(again, "spf", found)
    assert program(drawn) == program(gw.write(replace(again, source=None), "spf", found)) != program(text)


def test_a_drawing_program_stays_once_it_is_not_ours_any_more() -> None:
    puzzle, answer = puzzle_and_answer()
    text = gw.write(puzzle, "spf", answer).replace("grestore end", "0 0 moveto (mine) show grestore end")
    text = text.replace("%%Creator: Gridwright", "%%Creator: me")
    again, found = read(text)
    assert gw.write(again, "spf", found) == text


def test_letters_of_titles_keep_their_base_in_the_prolog() -> None:
    puzzle, _ = puzzle_and_answer()
    prolog = gw.write(retitled(puzzle, "Café Ångström 数独"), "spf").partition("<<")[0]
    assert "%%Title: Nurikabe: Cafe Angstrom ??\n" in prolog


def test_an_answer_is_drawn_as_soon_as_there_is_one() -> None:
    puzzle, answer = puzzle_and_answer()
    again, nothing = read(gw.write(puzzle, "spf"))
    assert nothing is None
    text = gw.write(again, "spf", State(again, answer.marks))
    assert "gw-sol {" in program(text)
    assert text == gw.write(puzzle, "spf", answer)


def test_an_answer_that_is_taken_out_is_drawn_no_longer() -> None:
    puzzle, answer = puzzle_and_answer()
    again, _ = read(gw.write(puzzle, "spf", answer).replace("/sol false", "/sol true"))
    assert gw.write(again, "spf") == gw.write(puzzle, "spf")


def test_another_title_is_told_in_the_prolog() -> None:
    puzzle, _ = puzzle_and_answer()
    again, _ = read(gw.write(puzzle, "spf"))
    text = gw.write(retitled(again, "Another"), "spf")
    assert "%%Title: Nurikabe: Another\n" in text.partition("<<")[0]
    assert text.count("%%Creator: Gridwright\n") == text.count("%%EOF") == 1


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_our_own_file_with_other_line_ends(newline: str) -> None:
    """An editor may have changed them: the program is still ours, and is made anew with the same line ends."""
    puzzle, answer = puzzle_and_answer()
    text = gw.write(puzzle, "spf").replace("\n", newline)
    again, _ = read(text)
    assert gw.write(again, "spf") == text
    solved = gw.write(again, "spf", State(again, answer.marks))
    assert "gw-sol {" in solved
    assert solved.replace(newline, "\n") == gw.write(puzzle, "spf", answer)
    assert solved.count("\r\n") == solved.count("\n") if newline == "\r\n" else "\n" not in solved


def test_foreign_programs_stay_byte_for_byte() -> None:
    puzzle, answer = puzzle_and_answer()
    inside = gw.write(puzzle, "spf", printable=False).removesuffix(">>\n")
    text = FOREIGN_PROLOG + inside + FOREIGN_EPILOG
    again, _ = read(text)
    assert gw.write(again, "spf") == text
    for changed in (
        gw.write(again, "spf", State(again, answer.marks)), gw.write(retitled(again, "%!PS <<"), "spf"),
        gw.write(again, "spf", State(again, answer.marks), printable=False),
    ):  # fmt: skip
        assert changed != text
        assert changed.startswith(FOREIGN_PROLOG) and changed.endswith(FOREIGN_EPILOG)


def test_bare_dictionaries_stay_bare() -> None:
    """Those that were read from a file: it is not ours to decide that they are to be printed."""
    puzzle, _ = puzzle_and_answer()
    text = gw.write(puzzle, "spf", printable=False)
    again, _ = read(text)
    assert gw.write(again, "spf") == text
    assert text.startswith("<<\n") and text.endswith("\n>>\n")


def test_files_without_a_picture() -> None:
    puzzle, answer = puzzle_and_answer()
    text = gw.write(puzzle, "spf", answer, printable=False)
    drawn = gw.write(puzzle, "spf", answer)
    assert text.removesuffix(">>\n") in drawn and "%!PS" not in text


def test_several_drawn_puzzles_are_several_again() -> None:
    pairs = [of(FOLDER / genre / "small.spf") for genre in ("nurikabe", "sudoku", "hashi")]
    texts = [gw.write(puzzle, "spf", answer) for puzzle, answer in pairs]
    found = gw.read_all("".join(texts))
    assert [reading.puzzle for reading in found] == [puzzle for puzzle, _ in pairs]
    assert [reading.answer and reading.answer.marks for reading in found] == [answer.marks for _, answer in pairs]
    assert [gw.write(reading.puzzle, "spf", reading.answer) for reading in found] == texts


def test_other_formats_know_nothing_of_pictures() -> None:
    puzzle, _ = puzzle_and_answer()
    assert gw.write(puzzle, "plain", printable=True) == gw.write(puzzle, "plain", printable=False)
