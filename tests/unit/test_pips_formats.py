"""The two pips formats: every stated fault with its place, exact round trips, and ways from one to the other."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.formats.dialect import Format
from gridwright.formats.errors import FormatError, WriteError
from gridwright.formats.reading import recognised
from gridwright.formats.sudoku import SudokuFormat
from gridwright.genres.pips.notation import PipsPuzzle
from gridwright.genres.pips.text_files import PipsBoardFormat, PipsCellsFormat
from gridwright.language.genre import Genre
from gridwright.language.layers import Given, Key
from gridwright.language.puzzle import Puzzle, State

from ..loose import ANYTHING, unchecked

BOARD, CELLS = PipsBoardFormat(), PipsCellsFormat()


class Dominoes(Genre):
    name = "Dominoes"
    region = Given("cells", ANYTHING)
    extra = Given("cells", ANYTHING)
    conditions = Key[tuple[tuple[str, str, int | None], ...]]((), ANYTHING)
    dominoes = Key[tuple[tuple[int, int], ...]]((), ANYTHING)


class OneGenre:
    """A shelf that holds ``Dominoes`` only."""

    def dialects(self, format: str, name: str | None = None) -> list[tuple[type[Genre], Any]]:
        return [(Dominoes, None)] if format in (BOARD.name, CELLS.name) else []

    def genre(self, name: str) -> type[Genre]:
        raise LookupError(name)

    def near(self, format: str, name: str) -> list[str]:
        return []


class NoGenre(OneGenre):
    def dialects(self, format: str, name: str | None = None) -> list[tuple[type[Genre], Any]]:
        return []


def read(form: Format, text: str) -> Puzzle:
    (reading,) = form.read_all(text, OneGenre(), {})
    assert reading.format == form.name and reading.answer is None
    return reading.puzzle


def write(form: Format, puzzle: Puzzle) -> str:
    return form.write(puzzle, None, None)


def fault(form: Format, text: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(form, text)
    assert caught.value.expected and caught.value.found
    return caught.value


def refused(form: Format, puzzle: Puzzle) -> str:
    with pytest.raises(WriteError) as caught:
        write(form, puzzle)
    return str(caught.value)


def puzzle_of(rows: str, conditions: Any = (), dominoes: Any = None) -> Puzzle:
    """A puzzle from rows of labels: blanks are holes, ``#`` is in no region."""
    cells = {
        (y, x): "" if label == "#" else label
        for y, row in enumerate(rows.split("/"))
        for x, label in enumerate(row)
        if label != " "
    }
    if dominoes is None:
        dominoes = [(0, i) for i in range(len(cells) // 2)]
    return PipsPuzzle(cells, tuple(conditions), tuple(dominoes)).puzzle(Dominoes)


CELLS_TEXT = "4\nAAB.\n..B.\n#.C.\n....\n3\nA EQ 0\nB GT 4\nC SUM 2\n3\n0 1\n6 5\n2 2\n"


# -- the board format -----------------------------------------------------------------------------------------------


def test_what_a_board_file_says() -> None:
    puzzle = read(BOARD, " Aab\n   b\n -.\n\nA =\nb >4\na <1\n- =/=\n. 10\n\n01 65\n\t22 \n")
    assert puzzle.board == Rect.of(3, 3, [Spot(3, 1), Spot(3, 3), Spot(5, 5)])
    assert [puzzle.given["region"][cell] for cell in puzzle.board.cells] == list("Aabb-.")
    assert puzzle.keys["dominoes"] == ((0, 1), (6, 5), (2, 2))
    assert puzzle.keys["conditions"] == (
        ("A", "equal", None),
        ("b", "greater", 4),
        ("a", "less", 1),
        ("-", "unequal", None),
        (".", "sum", 10),
    )


def test_empty_rows_and_columns_around_a_board_are_shifted_away() -> None:
    plain = read(BOARD, "A\n\n BA\nBBB\n\nA 3\nB 4\n\n01 23 55")
    assert plain.board == Rect.of(4, 3, plain.board.holes) and len(plain.board.cells) == 6  # type: ignore[attr-defined]
    shifted = "\n  \n  A\n\n   BA\n  BBB\n\n\n\nA 3\nB 4\n\n\n01 23 55\n\n"
    assert read(BOARD, shifted) == plain
    assert read(BOARD, shifted.replace("\n", "\r\n")) == plain == read(BOARD, "\ufeff" + shifted.replace("\n", " \n"))
    assert write(BOARD, plain) == "A\n\n BA\nBBB\n\nA 3\nB 4\n\n01 23 55\n"


@pytest.mark.parametrize("told", ["0", ">0", "<1", "55", "=", "=/=", "10", ">6", "<12"])
def test_conditions(told: str) -> None:
    puzzle = read(BOARD, f"AB\n\nA {told}\n\n12")
    assert write(BOARD, puzzle) == f"AB\n\nA {told}\n\n12\n"


UNKNOWN = (
    "32a b4 abc x6y f > < 4> 5< >= <= >=2 <=3 =5 ==7 1= =8= != == =\\= /= =/ \\= =\\ -1 >-2 <-3 <0 <00 1.0 ٣ 9999999999"
)


@pytest.mark.parametrize("told", UNKNOWN.split())
def test_unknown_conditions(told: str) -> None:
    error = fault(BOARD, f"AB\n\nA 1\nB  {told}\n\n12")
    assert (error.code, error.line, error.column) == ("condition-unknown", 4, 4)


BOARD_FAULTS = [
    ("AB\n\nA 1\nBC 4\n\n12", "region-name", 4, 1, "one character"),
    ("AB\n\nA 1\nB 4\nA =\n\n12", "condition-repeated", 5, 1, "multiple conditions"),
    ("AB\n\nA 1\nX 4\n\n12", "region-missing", 4, 1, "no puzzle spaces"),
    ("\n\nA 1\n\n12", "region-missing", 3, 1, "no puzzle spaces"),
    ("AB\n\nA\n\n12", "condition-malformed", 3, 2, "not a condition"),
    ("AB\n\nA 1 2\n\n12", "condition-malformed", 3, 5, "not a condition"),
    ("AB\n\nA > 2\n\n12", "condition-malformed", 3, 5, "not a condition"),
    ("Aé\n\nA 1\n\n12", "region-name", 1, 2, "not a region's character"),
    ("AB\n\nA 1\n\n17", "pip-range", 5, 2, "more than 6 pips"),
    ("AB\n\nA 1\n\n93", "pip-range", 5, 1, "more than 6 pips"),
    ("AB\n\nA 1\n\n1", "domino-malformed", 5, 1, "malformed domino"),
    ("AB\n\nA 1\n\n 123", "domino-malformed", 5, 2, "malformed domino"),
    ("AB\n\nA 1\n\n1-2", "domino-malformed", 5, 1, "malformed domino"),
    ("AB\n\nA 1\n\nab", "domino-malformed", 5, 1, "malformed domino"),
    ("AB\n\nA 1\n\n-1", "domino-malformed", 5, 1, "malformed domino"),
    ("ABCD\n\nA 1\n\n12 12", "domino-repeated", 5, 4, "duplicate domino"),
    ("ABCD\n\nA 1\n\n12\n 21", "domino-repeated", 6, 2, "duplicate domino"),
    ("\nAB\nCD\n\nA 1\n\n12", "cell-count", 2, 1, "needs 2"),
    ("AB\n\nA 1\n\n12 34", "cell-count", 1, 1, "needs 4"),
    ("ABC\n\nA 1\n\n12", "odd-cells", 1, 1, "odd number"),
    ("AB\n\n12", "section-missing", 1, 1, "section"),
    ("AB\nA 1\n12", "section-missing", 1, 1, "section"),
    ("", "section-missing", 1, 1, "section"),
    ("A" + "\n" * 400 + " " * 400 + "A\n\nA 1\n\n12", "too-large", 1, 1, "too large"),
    (("A" * 1000 + "\n") * 71 + "\nA 1\n\n12", "too-large", 71, 1, "too large"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "words"), BOARD_FAULTS)
def test_board_faults(text: str, code: str, line: int, column: int, words: str) -> None:
    error = fault(BOARD, text)
    assert (error.code, error.line, error.column) == (code, line, column)
    assert words in str(error)


def test_how_many_sections_there_are() -> None:
    assert [fault(BOARD, t).found for t in ("", "AB", "AB\n\n12")] == ["0 sections", "1 section", "2 sections"]


# -- the cells format -----------------------------------------------------------------------------------------------


def test_what_a_cells_file_says() -> None:
    puzzle = read(CELLS, "4\n.A#B\n…B\nCC.C\nCDD.\n3\nA LE 5\nB EQ 0\nC NEQ 7\n5\n0 1\n12 5\n2 2\n1 0\n1 0\n")
    assert puzzle.board == Rect.of(4, 4, [Spot(1, 1), Spot(3, 1), Spot(3, 3), Spot(3, 5), Spot(5, 5), Spot(7, 7)])
    labels = [puzzle.given["region"].get(cell, "") for cell in puzzle.board.cells]
    assert labels == ["A", "", "B", "B", "C", "C", "C", "C", "D", "D"]
    assert puzzle.keys["conditions"] == (("A", "at most", 5), ("B", "equal", None), ("C", "unequal", 7))
    assert puzzle.keys["dominoes"] == ((0, 1), (12, 5), (2, 2), (1, 0), (1, 0))


def test_places_without_cells_below_and_right_are_no_part_of_the_board() -> None:
    puzzle = read(CELLS, "4\n....\n.AA.\n....\n....\n1\nA SUM 3\n1\n1 2\n")
    assert puzzle.board == Rect.of(2, 3, [Spot(1, 1), Spot(1, 3), Spot(1, 5), Spot(3, 1)])
    assert write(CELLS, puzzle).startswith("4\n....\n.AA.\n"), "the file's size is kept"
    assert write(CELLS, replace(puzzle, source=None)).startswith("3\n...\n.AA\n...\n1\n")


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("SUM", "sum"),
        ("EQ", "equal"),
        ("NEQ", "unequal"),
        ("LT", "less"),
        ("GT", "greater"),
        ("LE", "at most"),
        ("GE", "at least"),
    ],
)
def test_kinds(word: str, kind: str) -> None:
    text = f"2\nA.\nA.\n1\nA {word} 4\n1\n1 2\n"
    puzzle = read(CELLS, text)
    assert puzzle.keys["conditions"] == (("A", kind, 4),)
    assert write(CELLS, puzzle) == text


def test_the_number_of_equal_and_unequal() -> None:
    for word in ("EQ", "NEQ"):
        text = f"2\nA.\nA.\n1\nA {word}{{}}\n1\n1 2\n"
        bare, zero, three = (read(CELLS, text.format(told)) for told in ("", " 0", " 3"))
        assert bare == zero != three, "equal to 0 says no more than equal"
        assert [write(CELLS, p) for p in (bare, zero, three)] == [text.format(told) for told in ("", " 0", " 3")]
        assert write(CELLS, replace(bare, source=None)) == text.format(" 0"), "as the document wants it"


def test_blanks_between_cells_and_long_labels() -> None:
    text = "3\n0 # # \n0 12 12\n12 12 .\n2\n0 SUM 3\n12 EQ\n4\n0 1\n1 1\n2 1\n0 2\n"
    puzzle = read(CELLS, text)
    assert [puzzle.given["region"].get(c, "") for c in puzzle.board.cells] == ["0", "", "", "0", "12", "12", "12", "12"]
    assert write(CELLS, puzzle) == text.replace(" \n", "\n")
    assert read(CELLS, "4\n… A\nA # # .\n. . . .\n. . . .\n0\n2\n1 1\n0 0").board.cells[0] == Spot(1, 7)


def test_cells_line_ends_and_margins() -> None:
    assert read(CELLS, CELLS_TEXT.replace("\n", "\r\n") + " \n\n") == read(CELLS, CELLS_TEXT)
    assert read(CELLS, "\ufeff" + CELLS_TEXT.replace("\n", "\n  ")) == read(CELLS, CELLS_TEXT)


CELLS_FAULTS = [
    ("", "cut-short", 1, 1, "ends too early"),
    ("x\nAA\nAA", "no-side", 1, 1, "number of rows"),
    (" -2\nAA\nAA", "no-side", 1, 2, "number of rows"),
    ("0\n0\n0", "too-large", 1, 1, "no possible side"),
    ("265\n", "too-large", 1, 1, "no possible side"),
    ("2\nAA", "cut-short", 3, 1, "row 2 of 2"),
    ("2\nAAA\nAA\n0\n2", "row-length", 2, 3, "another length"),
    ("2\nAA\nA\n0\n2", "row-length", 3, 2, "another length"),
    ("2\nAA\n\n0\n2", "row-length", 3, 1, "another length"),
    ("4\nAAAA\n ……\n", "row-length", 3, 3, "another length"),
    ("2\nA A A\nAA\n0\n2", "row-length", 2, 5, "another length"),
    ("2\n..\n..\n0\n0", "no-cells", 2, 1, "without cells"),
    ("2\nAA\nA.\n0\n0", "odd-cells", 2, 1, "odd number"),
    ("2\nAA\n..", "cut-short", 4, 1, "number of constraints"),
    ("2\nAA\n..\nA SUM 3\n1\n1 2", "row-count", 4, 1, "number of constraints"),
    ("2\nAA\n..\n..\n1\nA SUM 3\n1\n1 2", "row-count", 4, 1, "number of constraints"),
    ("2\nAA\n..\n2\nA SUM 3\n1\n1 2", "constraint-count", 6, 1, "fewer constraints"),
    ("2\nAB\n..\n1\nA SUM 3\nB SUM 2\n1\n1 2", "constraint-count", 6, 1, "number of dominoes"),
    ("2\nAA\n..\n1\nA\n1\n1 2", "constraint-malformed", 5, 2, "not a constraint"),
    ("2\nAA\n..\n1\nA SUM 3 4\n1\n1 2", "constraint-malformed", 5, 9, "not a constraint"),
    ("2\nAA\n..\n1\nA SUM\n1\n1 2", "constraint-malformed", 5, 6, "number"),
    ("2\nAA\n..\n1\nA SUM x\n1\n1 2", "constraint-malformed", 5, 7, "number"),
    ("2\nAA\n..\n1\nA EQ ?\n1\n1 2", "constraint-malformed", 5, 6, "number"),
    ("2\nAA\n..\n1\nA LESS 3\n1\n1 2", "constraint-unknown", 5, 3, "unknown kind"),
    ("2\nAA\n..\n1\nA sum 3\n1\n1 2", "constraint-unknown", 5, 3, "unknown kind"),
    ("2\nAA\n..\n1\nB SUM 3\n1\n1 2", "region-missing", 5, 1, "without cells"),
    ("2\n##\n..\n1\n# SUM 3\n1\n1 2", "region-missing", 5, 1, "without cells"),
    ("2\nAA\n..\n2\nA SUM 3\nA LT 4\n1\n1 2", "constraint-repeated", 6, 1, "second constraint"),
    ("2\nAA\n..\n1\nA SUM 3\n", "cut-short", 6, 1, "number of dominoes"),
    ("2\nAA\n..\n1\nA SUM 3\n2\n1 2\n1 3", "cell-count", 6, 1, "not covered by 2"),
    ("2\nAA\n..\n1\nA SUM 3\n1\n", "cut-short", 7, 1, "domino 1 of 1"),
    ("2\nAA\n..\n1\nA SUM 3\n1\n1", "domino-malformed", 7, 2, "not a domino"),
    ("2\nAA\n..\n1\nA SUM 3\n1\n1 2 3", "domino-malformed", 7, 5, "not a domino"),
    ("2\nAA\n..\n1\nA SUM 3\n1\n1 -2", "domino-malformed", 7, 3, "number of pips"),
    ("2\nAA\n..\n1\nA SUM 3\n1\nx 2", "domino-malformed", 7, 1, "number of pips"),
    ("2\nAA\n..\n1\nA SUM 3\n1\n1 100", "domino-malformed", 7, 3, "number of pips"),
    ("2\nAA\n..\n1\nA SUM 3\n1\n1 2\n3 4", "domino-count", 8, 1, "more lines"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "words"), CELLS_FAULTS)
def test_cells_faults(text: str, code: str, line: int, column: int, words: str) -> None:
    error = fault(CELLS, text)
    assert (error.code, error.line, error.column) == (code, line, column)
    assert words in str(error)


# -- what cannot be written -----------------------------------------------------------------------------------------

TWO = puzzle_of("AB", [("A", "sum", 3)], [(1, 2)])


@pytest.mark.parametrize("form", [BOARD, CELLS], ids=["board", "cells"])
def test_what_neither_format_tells(form: Format) -> None:
    assert "answer" in _answered(form)
    assert "'extra'" in refused(form, unchecked(Dominoes, TWO.board, {**TWO.given, "extra": {Spot(1, 1): 1}}, TWO.keys))
    assert "'mines'" in refused(form, unchecked(Dominoes, TWO.board, TWO.given, {**TWO.keys, "mines": 1}))
    assert "no cell" in refused(form, unchecked(Dominoes, TWO.board, {"region": {Spot(9, 9): "A"}}, TWO.keys))
    assert "do not cover" in refused(form, puzzle_of("AB", [("A", "sum", 3)], []))
    assert "no cells" in refused(form, puzzle_of("AB", [("C", "sum", 3)]))
    assert "more than one" in refused(form, puzzle_of("AB", [("A", "sum", 3), ("A", "less", 4)]))
    assert "'product' 3" in refused(form, puzzle_of("AB", [("A", "product", 3)]))
    assert "'sum' (region 'A')" in refused(form, puzzle_of("AB", [("A", "sum", None)]))
    assert "no domino" in refused(form, puzzle_of("AB", [("A", "sum", 3)], [(1, -2)]))


def _answered(form: Format) -> str:
    with pytest.raises(WriteError) as caught:
        form.write(TWO, None, State.of(TWO, {}))
    return str(caught.value)


def test_what_a_board_file_cannot_tell() -> None:
    assert "(7, 2)" in refused(BOARD, puzzle_of("AB", [("A", "sum", 3)], [(7, 2)]))
    assert "at least one region" in refused(BOARD, puzzle_of("AB"))
    assert "'equal' 3 (region 'A')" in refused(BOARD, puzzle_of("AB", [("A", "equal", 3)]))
    for kind, value in (("at least", 0), ("less", 0), ("sum", -1), ("greater", -1), ("at most", -1)):
        assert f"{kind!r} {value}" in refused(BOARD, puzzle_of("AB", [("A", kind, value)]))


def test_a_cells_file_has_a_largest_side_and_number() -> None:
    assert "(1, 100)" in refused(CELLS, puzzle_of("AA", [("A", "sum", 3)], [(1, 100)]))
    assert "too large" in refused(CELLS, puzzle_of("A" + " " * 300 + "A", [("A", "sum", 3)]))


# -- from one format to the other -----------------------------------------------------------------------------------


def test_from_board_to_cells_and_back() -> None:
    text = "AAb\n bb\n.#c\n..\n\nA =\nb >4\nc 2\n\n01 65 22 13 44\n"
    puzzle = read(BOARD, text)
    cells = write(CELLS, puzzle)
    assert cells == "4\nAAb.\n.bb.\n##c.\n##..\n3\nA EQ 0\nb GT 4\nc SUM 2\n5\n0 1\n6 5\n2 2\n1 3\n4 4\n"
    again = read(CELLS, cells)
    assert again.board == puzzle.board and again.keys == puzzle.keys
    assert write(BOARD, again) == text.replace("#", ".")


def test_bounds_that_include_their_number_become_strict() -> None:
    text = write(BOARD, puzzle_of("AB", [("A", "at most", 3), ("B", "at least", 3)]))
    assert text == "AB\n\nA <4\nB >2\n\n00\n"


def test_labels_that_a_format_lacks_become_letters() -> None:
    puzzle = read(CELLS, "2\n12 A\n# B\n2\n12 SUM 3\nB EQ 0\n2\n0 0\n1 1\n")
    assert write(BOARD, puzzle) == "CA\n.B\n\nC 3\nB =\n\n00 11\n"
    puzzle = read(BOARD, ".A\n#-\n\n. 3\n# =\n\n00 11")
    assert write(CELLS, puzzle) == "2\nBA\nC-\n2\nB SUM 3\nC EQ 0\n2\n0 0\n1 1\n"
    puzzle = puzzle_of("#.", [(".", "sum", 0)], [(0, 0)])
    assert write(BOARD, puzzle) == "#.\n\n. 0\n\n00\n", "a cell without a region must not get a region's sign"
    many = PipsPuzzle({(0, i): f"r{i}" for i in range(54)}, (), ((0, 0),) * 27).puzzle(Dominoes)
    assert "no letter is left" in refused(BOARD, many)


def test_a_margin_is_kept_by_cells_and_not_by_boards() -> None:
    text = "3\n...\n.A.\n.A.\n1\nA SUM 3\n1\n1 2\n"
    puzzle = read(CELLS, text)
    assert write(CELLS, puzzle) == text
    assert write(BOARD, puzzle) == "A\nA\n\nA 3\n\n12\n"


# -- which texts ----------------------------------------------------------------------------------------------------

SPF = "<<\n/type (pips)\n/puzzle [\n(A B)\n]\n>>\n"
PLAIN = "% pips\nnurikabe\neasy\n2 2\n1.\n..\n"


def sniffed(text: str) -> list[str]:
    """The formats that take a text; those that a genre brings along are asked before grids of symbols."""
    forms: list[list[Format]] = [[BOARD, CELLS], [SudokuFormat()]]
    return next(filter(None, ([form.name for form in some if form.sniff(text)] for some in forms)), [])


UNCERTAIN = re.compile(r"<<|\s*\d+\s")
"""How a board may begin like a file of the Standard Puzzle Format or like the lists of a nonogram, which are asked
first: ``2/1/(blank)/1 6/(blank)/66`` may be either. Such a board is read if its format is named."""


@pytest.mark.parametrize(
    "text",
    [
        "AB\nC1\n1D\n\nA 3\n\n00 01 02\n",  # a name, a line, and a digit
        "A\n..\n1\n\nA 3\n\n00 01\n",
        "A  A\n.A\n1 1\n\nA 3\n\n00 01 02\n",  # a name, a line, and a size
        "AAAA\nBBBB\n1  1\n\nA 3\n\n00 01 02 03 04\n",
    ],
)
def test_a_board_like_plain_text_is_a_board(text: str) -> None:
    assert recognised(text) == "pips-board"
    assert write(BOARD, read(BOARD, text)) == text


def test_plain_text_with_a_mistake_is_no_board() -> None:
    assert not BOARD.sniff("AAAA\nBBBB\n1  1\n\nA 3\n\n00 01 02 03\n")  # ten spaces, four dominoes
    assert recognised("nurikaba\neasy\n3 3\n\n1 2\n\n..\n") == "plain"


def test_a_board_of_numbers_is_read_if_its_format_is_named() -> None:
    text = "2\n1\n\n1 6\n\n66\n"
    assert UNCERTAIN.match(text) and recognised(text) == "nonogram-lists"
    assert write(BOARD, read(BOARD, text)) == text


def test_which_texts_are_taken() -> None:
    assert sniffed(CELLS_TEXT) == ["pips-cells"] == sniffed(CELLS_TEXT.replace("\n", "\r\n"))
    assert sniffed("AB\n\nA 3\n\n12\n") == ["pips-board"] == sniffed("AB\r\n\r\nA 3\r\n\r\n12\r\n")
    assert sniffed("2\nAA\n..\n0\n1\n1 2") == ["pips-cells"]
    assert [sniffed(text) for text in ("", SPF, PLAIN, "prose and\nnothing else\n")] == [[]] * 4


@pytest.mark.parametrize("text", [text for text, *_ in BOARD_FAULTS if "\n\nA 1\n" in text])
def test_faulty_boards_are_taken(text: str) -> None:
    assert sniffed(text) == ["pips-board"]


@pytest.mark.parametrize("text", [text for text, *_ in CELLS_FAULTS if "\nA SUM 3\n" in text])
def test_faulty_cells_are_taken(text: str) -> None:
    assert sniffed(text) == ["pips-cells"]


# -- any text, any puzzle -------------------------------------------------------------------------------------------

NOISE = st.text(st.sampled_from("AB.#12 \n\n=></…\r\tE") | st.characters(), max_size=100)


@settings(deadline=None)
@given(NOISE)
def test_any_text_is_read_or_refused(text: str) -> None:
    assert len(sniffed(text)) <= 1
    for form in (BOARD, CELLS):
        try:
            puzzle = read(form, text)
        except FormatError as error:
            assert str(error)
        else:
            assert read(form, write(form, puzzle)) == puzzle


@settings(deadline=None)
@given(st.data(), st.sampled_from([BOARD, CELLS]))
def test_damaged_texts_are_read_or_refused(data: st.DataObject, form: Format) -> None:
    text = "AAb\n.bc\n\nA =\nb >4\nc 2\n\n01 65 22\n" if form is BOARD else CELLS_TEXT
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(NOISE)[:4] + text[at + data.draw(st.integers(0, 4)) :]
    assert len(sniffed(text)) <= 1
    try:
        puzzle = read(form, text)
    except FormatError as error:
        assert 0 < error.line <= text.count("\n") + text.count("\r") + 2
    else:
        assert read(form, write(form, puzzle)) == puzzle


PLACES = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=20)
SIGNS = st.sampled_from("ABCDEabc123.#-+:=<")


@st.composite
def puzzles(
    draw: st.DrawFn, labels: st.SearchStrategy[str], kinds: dict[str, st.SearchStrategy[Any]], pips: int
) -> Puzzle:
    places = sorted(draw(PLACES))
    places = places[: len(places) // 2 * 2]
    cells = {place: draw(labels) for place in places}
    used = sorted({label for label in cells.values() if label})
    chosen = draw(st.lists(st.sampled_from(used), unique=True)) if used else []
    conditions = []
    for label in chosen:
        kind = draw(st.sampled_from(sorted(kinds)))
        conditions.append((label, kind, draw(kinds[kind])))
    pairs = st.tuples(st.integers(0, pips), st.integers(0, pips))
    n = len(cells) // 2
    dominoes = draw(st.lists(pairs, min_size=n, max_size=n, unique_by=lambda pair: tuple(sorted(pair))))
    return PipsPuzzle(cells, tuple(conditions), tuple(dominoes)).puzzle(Dominoes)


NUMBER, NOTHING = st.integers(0, 40), st.none()
STRICT: dict[str, st.SearchStrategy[Any]] = {
    "sum": NUMBER,
    "greater": NUMBER,
    "less": st.integers(1, 40),
    "equal": NOTHING,
    "unequal": NOTHING,
}
ANY_KIND: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(["sum", "less", "greater", "at most", "at least"], st.integers(-3, 40)),
    **dict.fromkeys(["equal", "unequal"], NOTHING | st.integers(1, 9)),
}


def at_origin(puzzle: Puzzle) -> bool:
    rows, cols = {cell.y for cell in puzzle.board.cells}, {cell.x for cell in puzzle.board.cells}
    return min(rows) == min(cols) == 1


@settings(deadline=None)
@given(puzzles(SIGNS, STRICT, 6).filter(lambda p: at_origin(p) and bool(p.keys["conditions"])))
def test_boards_read_back(puzzle: Puzzle) -> None:
    text = write(BOARD, puzzle)
    assert read(BOARD, text) == puzzle
    assert write(BOARD, read(BOARD, text)) == text
    assert sniffed(text) == ["pips-board"]
    if not UNCERTAIN.match(text):
        assert recognised(text) == "pips-board"


@settings(deadline=None)
@given(puzzles(st.sampled_from(["", "A", "B", "c", "12", "long", "-", "SUM"]), ANY_KIND, 12))
def test_cells_read_back(puzzle: Puzzle) -> None:
    text = write(CELLS, puzzle)
    assert read(CELLS, text) == puzzle
    assert write(CELLS, read(CELLS, text)) == text
    assert sniffed(text) == ["pips-cells"]


@settings(deadline=None)
@given(puzzles(SIGNS, STRICT, 6).filter(lambda p: at_origin(p) and bool(p.keys["conditions"])))
def test_the_way_over_the_other_format_loses_nothing(puzzle: Puzzle) -> None:
    over = read(BOARD, write(BOARD, read(CELLS, write(CELLS, puzzle))))
    assert over.board == puzzle.board and over.keys["dominoes"] == puzzle.keys["dominoes"]
    assert [condition[1:] for condition in over.keys["conditions"]] == [c[1:] for c in puzzle.keys["conditions"]]
    for (new, *_), (old, *_) in zip(over.keys["conditions"], puzzle.keys["conditions"], strict=True):
        ours, theirs = puzzle.given["region"], over.given["region"]
        same = [(theirs.get(c) == new) == (ours.get(c) == old) for c in puzzle.board.cells]
        assert all(same)


def test_no_genre() -> None:
    for form in (BOARD, CELLS):
        with pytest.raises(FormatError, match="no genre"):
            form.read_all("", NoGenre(), {})
