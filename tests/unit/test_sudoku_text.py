"""Sudoku text: the document's rules and errors, lines of 81 characters, tables, and exact round trips."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.formats.dialect import Reading
from gridwright.formats.errors import FormatError, WriteError
from gridwright.formats.sudoku import Headers, SudokuFormat, SudokuText
from gridwright.formats.sudoku_lines import SYMBOLS
from gridwright.language.genre import Genre
from gridwright.language.layers import Answer, Given, Key
from gridwright.language.puzzle import About, Puzzle, State

from ..grouped import examples
from ..loose import ANYTHING, unchecked

FORMAT = SudokuFormat()


class Numbers(Genre):
    name = "Numbers"
    wall = Given("links", ANYTHING)
    number = Answer("cells", range(1, 10), given=ANYTHING)
    symbols = Key("", ANYTHING)
    cage = Given("cells", ANYTHING)


DIALECT = SudokuText(number=Numbers.number, wall=Numbers.wall, symbols=Numbers.symbols)


class OneGenre:
    """A shelf that holds ``Numbers`` only."""

    def dialects(self, format: str, name: str | None = None) -> list[tuple[type[Genre], Any]]:
        return [(Numbers, DIALECT)] if format == "sudoku" else []

    def genre(self, name: str) -> type[Genre]:
        raise LookupError(name)

    def near(self, format: str, name: str) -> list[str]:
        return []


class NoGenre(OneGenre):
    def dialects(self, format: str, name: str | None = None) -> list[tuple[type[Genre], Any]]:
        return []


def readings(text: str, **options: Any) -> list[Reading]:
    return FORMAT.read_all(text, OneGenre(), options)


def read(text: str, **options: Any) -> Puzzle:
    (reading,) = readings(text, **options)
    assert reading.format == "sudoku" and reading.answer is None
    return reading.puzzle


def fault(text: str, **options: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        readings(text, **options)
    return caught.value


def write(puzzle: Puzzle) -> str:
    return FORMAT.write(puzzle, DIALECT, None)


def rows(puzzle: Puzzle) -> list[list[int]]:
    numbers: Mapping[Spot, Any] = puzzle.given.get("number", {})
    assert isinstance(puzzle.board, Rect)
    return [[numbers.get(cell, 0) for cell in row] for row in puzzle.board.rows]


SMALL = "2..3\n....\n1..4\n3.21\n"
SMALL_ROWS = [[2, 0, 0, 3], [0, 0, 0, 0], [1, 0, 0, 4], [3, 0, 2, 1]]
SOLVED = ["".join(str((3 * (r % 3) + r // 3 + c) % 9 + 1) for c in range(9)) for r in range(9)]
NINE = ["".join(c if (r * 5 + i * 7) % 3 else "." for i, c in enumerate(row)) for r, row in enumerate(SOLVED)]
LINE = "".join(NINE)


# -- what the document says -----------------------------------------------------------------------------------------


def test_a_grid_alone() -> None:
    puzzle = read(SMALL)
    assert puzzle.genre is Numbers and puzzle.board == Rect.of(4, 4)
    assert rows(puzzle) == SMALL_ROWS
    assert puzzle.keys == {}


def test_walls_are_the_borders_of_the_boxes() -> None:
    puzzle = read(SMALL)
    assert len(puzzle.given["wall"]) == 8 and set(puzzle.given["wall"].values()) == {True}
    assert [len(area) for area in puzzle.board.regions(puzzle.given["wall"])] == [4] * 4
    assert set(puzzle.given["wall"]) <= set(puzzle.board.links)
    nine = read("\n".join(NINE))
    areas = nine.board.regions(nine.given["wall"])
    assert [len(area) for area in areas] == [9] * 9
    assert {cell.y // 6 for cell in areas[4]} == {1} == {cell.x // 6 for cell in areas[4]}


def test_the_smallest_grid() -> None:
    assert read("1").board == Rect.of(1, 1)
    assert read("symbols: x\n.").given == {}
    assert fault(".").code == "SymbolCountMismatch"


def test_headers() -> None:
    text = "\nTitle: Four: small\n\nauthor: me\nX-9: 1 2\ncomment: a b\ndifficulty: easy\n \nsymbols: 4321\n" + SMALL
    puzzle = read(text)
    assert puzzle.about == About("Four: small", "me", difficulty="easy", description=("a b",))
    assert puzzle.source.entries[2] == ("X-9", "1 2")
    assert puzzle.keys == {"symbols": "4321"}
    assert rows(puzzle)[0] == [3, 0, 0, 2]
    assert write(puzzle).startswith("Title: Four: small\nauthor: me\nX-9: 1 2\n")
    assert read(write(puzzle)) == puzzle and read(write(puzzle)).about == puzzle.about


def test_default_symbols_are_not_kept() -> None:
    assert read("symbols: 1234\n" + SMALL) == read(SMALL) == read(SMALL, symbols="1234")
    assert read("symbols: 1234\n" + SMALL).keys == {}


def test_inferred_symbols_are_sorted() -> None:
    puzzle = read("♠.あb\n....\n....\na...")
    assert puzzle.keys == {"symbols": "ab♠あ"}
    assert rows(puzzle)[0] == [3, 0, 4, 2]


def test_symbols_of_the_options() -> None:
    assert read("AB..\n....\n....\n....", symbols="BADC").keys == {"symbols": "BADC"}
    assert read("symbols: BADC\nAB..\n....\n....\n....", symbols="BADC").keys == {"symbols": "BADC"}


def test_symbols_beyond_the_basic_plane() -> None:
    puzzle = read("symbols: 🐸🐵🐹🐼\n🐸🐵..\n....\n....\n..🐼.")
    assert rows(puzzle)[0] == [1, 2, 0, 0] and rows(puzzle)[3] == [0, 0, 4, 0]


def test_all_white_space_is_ignored() -> None:
    assert read(" 2\t. .3\r\n...\u00a0.\u2003\r\n\r\n 1..4 3.\n21\n\t") == read(SMALL)


def test_line_ends() -> None:
    text = "symbols: 3412\n\n" + SMALL
    assert read(text.replace("\n", "\r\n")) == read(text.replace("\n", "\r")) == read("\ufeff" + text) == read(text)
    assert readings(text.replace("\n", "\r\n"))[0].puzzle.source == Headers((("symbols", "3412"),))


@pytest.mark.parametrize(
    ("header", "column"),
    [
        ("-begins-with-hyphen: value", 1),
        ("has_underscore: value", 4),
        ("has.dot: value", 4),
        ("has/slash: value", 4),
        ("no-value: ", 11),
        ("no-blank:value", 10),
        ("no-blank:\tvalue", 10),
        ("colon-only:", 12),
        (".:", 1),
    ],
)
def test_invalid_header(header: str, column: int) -> None:
    error = fault(f"\nfine: yes\n{header}\n{SMALL}")
    assert (error.code, error.line, error.column) == ("InvalidHeader", 3, column)
    assert error.expected and error.found


def test_a_grid_line_with_a_colon_may_be_a_header() -> None:
    assert fault("2..3\n..a:\n1..4\n3.21").code == "MalformedGrid"
    assert fault("a:.3\n....\n1..4\n3.21").code == "InvalidHeader"


@pytest.mark.parametrize("second", ["same: b", "SAME: a"])
def test_duplicate_header(second: str) -> None:
    error = fault(f"same: a\nother: b\n{second}\n{SMALL}")
    assert (error.code, error.line, error.column) == ("DuplicateHeader", 3, 1)
    assert "line 1" in error.found


def test_duplicate_declared_symbols() -> None:
    error = fault("symbols: 1124\n" + SMALL)
    assert (error.code, error.line, error.column) == ("DuplicateDeclaredSymbols", 1, 11)
    assert fault(SMALL, symbols="1224").code == "DuplicateDeclaredSymbols"


@pytest.mark.parametrize("told", ["6789", "4321", "123", "12345"])
def test_ambiguous_symbols(told: str) -> None:
    error = fault("symbols: 1234\n" + SMALL, symbols=told)
    assert (error.code, error.line, error.column) == ("AmbiguousSymbols", 1, 10)


@pytest.mark.parametrize(
    ("symbols", "column"), [("123:", 13), ("123.", 13), ("1 23", 11), ("1234 ", 14), ("12\u00a04", 12)]
)
def test_invalid_symbols(symbols: str, column: int) -> None:
    error = fault(f"symbols: {symbols}\n{SMALL}")
    assert (error.code, error.line, error.column) == ("InvalidSymbols", 1, column)
    error = fault(SMALL, symbols=symbols)
    assert (error.code, error.line) == ("InvalidSymbols", 0)
    assert fault(SMALL, symbols="").code == "InvalidSymbols"


@pytest.mark.parametrize("symbols", ["123", "12345"])
def test_declared_symbols_of_another_number(symbols: str) -> None:
    error = fault(f"a: b\nsymbols: {symbols}\n{SMALL}")
    assert (error.code, error.line, error.column) == ("SymbolCountMismatch", 2, 10)
    assert error.expected.startswith("4 ") and error.found.startswith(f"{len(symbols)}")
    assert fault(SMALL, symbols=symbols).code == "SymbolCountMismatch"


def test_inferred_symbols_of_another_number() -> None:
    error = fault(".3.1\n12..\n..23\n3.2.")
    assert (error.code, error.line, error.column) == ("SymbolCountMismatch", 1, 1)
    error = fault("\n.3.1\n5...\n..42\n3.2.")
    assert (error.code, error.line, error.column) == ("SymbolCountMismatch", 4, 4)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("comment: no grid\n", 2, 1),
        (".2..3\n....\n1..4\n3.21", 1, 5),  # 17 cells
        ("\n".join([*NINE[:8], NINE[8][:8]]), 9, 9),  # 80 cells
        ("2..3\n....\n1..4", 3, 5),
        ("2..3\n....\n1..4\n3.21\n....", 5, 1),
        ("12\n345", 1, 1),
        ("symbols: 1234\n2..3\n....\n1.:.\n3.21", 4, 3),
        ("2..3\n....\n1.:.\n3.21", 3, 3),
        ("symbols: 1234\n2..3\n.. .5\n1..4\n3.21", 3, 5),
    ],
)
def test_malformed_grid(text: str, line: int, column: int) -> None:
    error = fault(text)
    assert (error.code, error.line, error.column) == ("MalformedGrid", line, column)
    assert error.expected and error.found


@pytest.mark.parametrize("side", [2, 3, 5, 6, 8, 1024])
def test_unsupported_shape(side: int) -> None:
    error = fault("a: b\n\n" + ("." * side + "\n") * side)
    assert (error.code, error.line, error.column) == ("UnsupportedGridShape", 3, 1)


def test_the_order_of_checks() -> None:
    assert fault("same: a\nsame: b\nbad_key: c\n").code == "InvalidHeader"
    assert fault("same: a\nsame: b\nsymbols: 11\n...").code == "DuplicateHeader"
    assert fault("symbols: 11.\n...").code == "MalformedGrid"
    assert fault("symbols: 11\n" + "." * 16).code == "DuplicateDeclaredSymbols"
    assert fault("symbols: 12\n999." + "9" * 12).code == "SymbolCountMismatch"


def test_no_genre() -> None:
    with pytest.raises(FormatError, match="no genre"):
        FORMAT.read_all(SMALL, NoGenre(), {})


# -- what people paste ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", ["", "7"])
def test_zeros_are_blanks_in_a_grid(missing: str) -> None:
    """With nine different digits as with eight: then the zero must not become the ninth symbol."""
    grid = "\n".join(NINE)
    for digit in missing:
        grid = grid.replace(digit, ".")
    puzzle = read(grid.replace(".", "0"))
    assert puzzle == read(grid) and puzzle.keys == {}
    assert rows(puzzle) == [[int(char) if char.isdigit() else 0 for char in row] for row in grid.split("\n")]
    assert rows(read("2003\n0000\n1004\n3021")) == SMALL_ROWS
    assert rows(read("symbols: 1234\n2003\n0000\n1004\n3021")) == SMALL_ROWS


def test_zero_is_a_symbol_of_a_grid_where_it_must_be() -> None:
    low = [row.replace("9", "0") for row in NINE]
    assert read("\n".join(low)).keys == {"symbols": "012345678"}, "the dots are blanks"
    full = "\n".join(SOLVED).replace("9", "0")
    assert read(full).keys == {"symbols": "012345678"}, "a full grid has no blanks"
    assert rows(read("\n".join(SOLVED)[:-1] + "0"))[8][8] == 0, "but one with nine other digits has"


def test_eight_of_the_digits_are_enough() -> None:
    eight = read("\n".join(NINE).replace("7", "."))
    assert eight.keys == {} and 7 not in {n for row in rows(eight) for n in row}
    assert rows(eight)[0] == [int(char) if char.isdigit() else 0 for char in NINE[0].replace("7", ".")]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(NINE).replace("7", ".").replace("8", "."),  # seven
        "\n".join(NINE).replace("7", ".").replace("8", "x"),  # eight, but which is the ninth?
        ".3.1\n12..\n..23\n3.2.",
    ],
)
def test_too_few_symbols_tell_what_to_do(text: str) -> None:
    error = fault(text)
    assert error.code == "SymbolCountMismatch"
    assert "a line 'symbols: ...' above it" in error.expected
    symbols = "1234" if len(text) < 20 else "123456789" if "x" not in text else "12345679x"
    assert read(f"symbols: {symbols}\n\n{text}").board == read(text, symbols=symbols).board


BLOCKS = [[row[i : i + 3] for i in (0, 3, 6)] for row in NINE]


def framed(bar: str, rule: str, top: str = "", bottom: str = "", edge: str = "", gap: str = " ") -> str:
    """The puzzle as people draw it, with lines between the boxes and perhaps around all."""
    body = [f"{edge}{bar.join(gap.join(part) for part in parts)}{edge[::-1]}" for parts in BLOCKS]
    lines = [*body[:3], rule, *body[3:6], rule, *body[6:]]
    return "\n".join([*([top] if top else []), *lines, *([bottom] if bottom else [])]) + "\n"


DRAWN = {
    "lines of blanks and bars": framed(" | ", "------+-------+------"),
    "no blank before a bar": framed(" |", "------+------+------"),
    "tight": framed("|", "---+---+---", gap=""),
    "bars only": framed("|", "", gap=""),
    "dashes only": framed(" ", "-----------", gap=""),
    "double": framed(" || ", "======++=======++======"),
    "a frame": framed(
        " | ", "+-------+-------+-------+", "+-------+-------+-------+", "+-------+-------+-------+", edge="| "
    ),
    "stars": framed("|", "|---+---+---|", "*-----------*", "*-----------*", edge="|", gap=""),
    "dots and quotes": framed(" | ", ":-------+-------+-------:", ".-------.-------.-------.",
                              "'-------'-------'-------'", edge="| "),
    "box-drawing characters": framed(" │ ", "├───────┼───────┼───────┤", "┌───────┬───────┬───────┐",
                                     "└───────┴───────┴───────┘", edge="│ "),
    "heavy ones": framed(" ┃ ", "┣━━━━━━━╋━━━━━━━╋━━━━━━━┫", "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓",
                         "┗━━━━━━━┻━━━━━━━┻━━━━━━━┛", edge="┃ "),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_lines_between_the_boxes(name: str) -> None:
    text = DRAWN[name]
    for drawn in (text, text.replace(".", "0") if name != "dots and quotes" else text, "title: a\n\n" + text):
        assert FORMAT.sniff(drawn)
        assert read(drawn) == read(LINE)
    low = "\n".join("".join(row) for row in BLOCKS).replace("7", ".")
    assert read(text.replace("7", ".")) == read(low)


def test_lines_between_the_boxes_of_other_sizes() -> None:
    assert read("2.|.3\n..|..\n--+--\n1.|.4\n3.|21\n") == read(SMALL)
    side = "1234567890abcdef"
    grid = [side[r:] + side[:r] for r in range(16)]
    parts = ["|".join(row[i : i + 4] for i in range(0, 16, 4)) for row in grid]
    rule = "----+----+----+----"
    drawn = [*parts[:4], rule, *parts[4:8], rule, *parts[8:12], rule, *parts[12:]]
    assert read("\n".join(drawn)) == read("\n".join(grid))


def test_faults_between_lines_have_their_places() -> None:
    text = DRAWN["a frame"]
    lines = text.split("\n")
    at = next(i for i, char in enumerate(lines[5]) if char in "123456789")
    lines[5] = lines[5][:at] + "é" + lines[5][at + 1 :]
    error = fault("symbols: 123456789\n" + "\n".join(lines))
    assert (error.code, error.line, error.column) == ("MalformedGrid", 7, at + 1)
    short = fault("\n".join([*text.split("\n")[:9], "| 1 2 3 | 4 5 |", *text.split("\n")[10:]]))
    assert (short.code, short.line) == ("MalformedGrid", 10)


def test_dashes_and_bars_may_be_symbols() -> None:
    grid = "-|..\n..-|\n|-..\n..+x\n"
    assert read(grid).keys == {"symbols": "+-x|"}
    assert rows(read("symbols: -|+x\n" + grid)) == [[1, 2, 0, 0], [0, 0, 1, 2], [2, 1, 0, 0], [0, 0, 3, 4]]


@pytest.mark.parametrize("blank", "-_*?x·")
def test_other_signs_for_blanks_are_read_with_a_warning(blank: str) -> None:
    (reading,) = readings("\n".join(NINE).replace(".", blank))
    assert reading.puzzle == read(LINE)
    assert reading.warnings == (f"{blank!r} is read as a blank",)


FEW = ["." * i + "1234"[i % 4] + "." * (15 - i) for i in range(16)]


def test_a_large_grid_with_few_symbols_does_not_become_many_small_ones() -> None:
    error = fault("\n".join(FEW))
    assert (error.code, error.line) == ("SymbolCountMismatch", 1)
    assert "16 puzzles of 4 x 4, or one of 16 x 16" in error.what and "symbols: ..." in error.expected
    assert read("symbols: 123456789ABCDEFG\n" + "\n".join(FEW)).board == Rect.of(16, 16)
    assert [r.puzzle.board for r in readings("symbols: 1234\n" + "\n".join(FEW))] == [Rect.of(4, 4)] * 16
    assert len(readings("\n".join([*FEW, FEW[0]]))) == 17, "these cannot be a grid"
    assert len(readings("\n".join([*FEW[:15], "2..3....1..43.21"]))) == 16, "no row has a symbol twice"


@pytest.mark.parametrize("side", [289, 784, 1000, 1024])
@pytest.mark.parametrize("newline", ["\n", ""])
def test_too_large_grids_are_recognised_and_told_the_limit(side: int, newline: str) -> None:
    text = ("." * side + newline) * side
    if newline or side != 1000:
        assert FORMAT.sniff(text)
    error = fault(text)
    assert error.code == "UnsupportedGridShape"
    assert error.expected == "at most 70000 cells"


# -- puzzles in lines -----------------------------------------------------------------------------------------------


def test_the_well_known_line() -> None:
    puzzle = read("\n".join(NINE))
    assert read(LINE) == read(LINE.replace(".", "0") + "\n") == read(f"# from me\n\n{LINE}\n") == puzzle
    assert read(LINE.replace("7", ".")).keys == {}, "eight digits are enough in a line"


def test_many_lines() -> None:
    second = LINE.replace("1", "x").replace("2", "1").replace("x", "2")
    found = readings(f"# two\n{LINE}\n\n  {second}  \r\n# end\n")
    assert [r.puzzle for r in found] == [read(LINE), read(second)]
    assert found[0].puzzle.given["wall"] is found[1].puzzle.given["wall"]
    assert [r.puzzle for r in readings(f"{LINE}\n{second}".replace(".", "0"))] == [r.puzzle for r in found]
    assert [r.puzzle for r in readings(f"{LINE.replace('.', '0')}\n{second}")] == [r.puzzle for r in found]


def test_zero_is_a_symbol_where_it_must_be() -> None:
    low = LINE.replace("9", "0")
    assert read(low).keys == {"symbols": "012345678"}
    assert read("".join(SOLVED).replace("9", "0")).keys == {"symbols": "012345678"}
    assert rows(read(f"symbols: 912345678\n{LINE.replace('.', '0')}"))[8][1] == rows(read(LINE))[8][1] % 9 + 1


def test_lines_with_other_symbols() -> None:
    letters = LINE.translate(str.maketrans("123456789", "abcdefghi"))
    assert [r.puzzle.keys for r in readings(f"{letters}\n{letters}")] == [{"symbols": "abcdefghi"}] * 2
    assert readings(f"symbols: 987654321\n\n{LINE}\n{LINE}")[1].puzzle.keys == {"symbols": "987654321"}
    assert [rows(r.puzzle) for r in readings("2..3....1..43.21\n" * 3)] == [SMALL_ROWS] * 3


def test_faults_in_lines() -> None:
    error = fault(f"{LINE}\n{LINE}\n\n {LINE[:-1]}\n")
    assert (error.code, error.line, error.column, error.found) == ("MalformedGrid", 4, 82, "80")
    error = fault(f"# c\n{LINE}\n{LINE}1\n{LINE}")
    assert (error.code, error.line, error.column) == ("MalformedGrid", 3, 82)
    error = fault(f"{LINE}\n {LINE[:40]}x{LINE[41:]}\n{LINE}")
    assert (error.code, error.line, error.column) == ("MalformedGrid", 2, 42)
    assert fault(f"symbols: 12345678\n{LINE}\n{LINE}").code == "SymbolCountMismatch"
    assert fault(f"{LINE.replace('1', 'a').replace('2', 'b')}\n{LINE.replace('3', 'c')}").code == "SymbolCountMismatch"


def test_rows_of_a_large_grid_are_no_lines() -> None:
    hexa = "0123456789abcdef"
    grid = "\n".join(hexa[r:] + hexa[:r] for r in range(16))
    assert read(grid).board == Rect.of(16, 16)
    assert fault(grid[:-17]).code == "MalformedGrid"
    few = "\n".join(["." * 16] * 15 + [hexa])
    assert read(f"symbols: {hexa}\n{few}").board == Rect.of(16, 16)
    assert read(few, symbols=hexa).keys == {"symbols": hexa}
    sharp = grid.replace("a", "#")
    assert read(sharp).keys == {"symbols": "".join(sorted(hexa.replace("a", "#")))}


def test_a_table_with_counts() -> None:
    text = f"puzzle,solutions,first_solution\n{LINE},1,{''.join(SOLVED)}\n{'.' * 81},2,{''.join(SOLVED)}\n{LINE},0,\n"
    found = readings(text)
    assert [r.puzzle for r in found] == [read(LINE), read("." * 81, symbols="123456789"), read(LINE)]
    assert found[0].answer is not None and found[1].answer is None is found[2].answer
    assert found[0].answer.puzzle == found[0].puzzle
    assert dict(found[0].answer.marks["number"]) == dict(read("\n".join(SOLVED)).given["number"])


def test_a_table_of_solutions() -> None:
    zeros = LINE.replace(".", "0")
    for heading in ("quizzes,solutions", "puzzle,solution", "Puzzle, Solution"):
        (found,) = readings(f"{heading}\r\n{zeros},{''.join(SOLVED)}\r\n")
        assert found.puzzle == read(LINE) and found.answer is not None


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (LINE, 1),
        (f"{LINE},x,{''.join(SOLVED)}", 83),
        (f"{LINE[:-1]},1,{''.join(SOLVED)}", 81),
        (f"{LINE},1,{''.join(SOLVED)[1:]}", 165),
        (f"{LINE},1,{LINE}", 85 + LINE.index(".")),
        (f"{LINE},1,{'x' + ''.join(SOLVED)[1:]}", 85),
    ],
)
def test_faults_in_tables(line: str, column: int) -> None:
    good = f"{LINE},1,{''.join(SOLVED)}"
    error = fault(f"puzzle,solutions,first_solution\n{good}\n{good}\n{line}\n")
    assert (error.code, error.line, error.column) == ("MalformedGrid", 4, column)


def test_a_table_without_lines() -> None:
    assert fault("puzzle,solution\n").code == "MalformedGrid"
    assert fault("puzzle,solution\n12,34").code == "MalformedGrid"


# -- writing --------------------------------------------------------------------------------------------------------


def test_written_text() -> None:
    assert write(read(SMALL)) == SMALL
    assert write(read("a: b\n" + SMALL)) == "a: b\n\n" + SMALL
    assert write(read("symbols: 1234\nid: 7\n" + SMALL)) == "symbols: 1234\nid: 7\n\n" + SMALL
    assert write(read("symbols: 2134\n" + SMALL)) == "symbols: 2134\n\n" + SMALL
    assert write(read(LINE)) == "\n".join(NINE) + "\n"


def test_symbols_are_written_where_they_would_not_be_found() -> None:
    some = SMALL.replace("4", ".")
    assert write(read(some, symbols="1234")) == "symbols: 1234\n\n" + some
    hexa = "0123456789abcdef"
    few = "\n".join(["." * 16] * 15 + [hexa[:4] + "." * 12]) + "\n"
    puzzle = read(few, symbols=hexa)
    assert write(puzzle) == f"symbols: {hexa}\n\n{few}"


def test_large_puzzles_without_symbols_get_digits_and_letters() -> None:
    board = Rect.of(16, 16)
    hexa = "0123456789abcdef"
    walls: Mapping[Spot, Any] = read("." * 256, symbols=hexa).given["wall"]
    puzzle = Puzzle.of(Numbers, board, {"wall": walls, "number": {Spot(1, 1): 16}})
    assert write(puzzle).startswith("symbols: 123456789ABCDEFG\n\nG....")


def test_what_is_told_about_a_puzzle_from_elsewhere() -> None:
    about = About("A\ntitle", "me", ("you", "they"), "hard", ("two", "lines"))
    text = write(replace(read(SMALL), about=about, source=None))
    assert text.startswith("title: A title\nauthor: me\ndifficulty: hard\ncredits: you; they\ncomment: two lines\n\n")
    changed = replace(read("title: old\nid: 7\n" + SMALL), about=About("new"))
    assert write(changed) == "id: 7\ntitle: new\n\n" + SMALL


def nine(**changes: Any) -> Puzzle:
    return replace(read(LINE), **changes)


def given_with(**layers: Mapping[Spot, Any]) -> Any:
    return unchecked(Numbers, Rect.of(9, 9), {**read(LINE).given, **layers}).given


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (nine(board=Rect.of(9, 10)), "square grids"),
        (nine(board=Rect.of(9, 9, [Spot(1, 1)])), "square grids"),
        (nine(board=Rect.of(6, 6)), "square grids"),
        (nine(given=given_with(wall={})), "square boxes"),
        (nine(given=given_with(wall={Spot(1, 2): True})), "square boxes"),
        (nine(given=given_with(cage={Spot(1, 1): 3})), "'cage'"),
        (nine(given=given_with(number={Spot(1, 1): 10})), "r1c1 holds 10"),
        (nine(given=given_with(number={Spot(99, 99): 1})), "no cell"),
        (nine(keys=unchecked(Numbers, Rect.of(1, 1), {}, {"mines": 3}).keys), "'mines'"),
        (nine(keys=unchecked(Numbers, Rect.of(1, 1), {}, {"symbols": "1234"}).keys), "9 symbols"),
        (nine(keys=unchecked(Numbers, Rect.of(1, 1), {}, {"symbols": "12345678."}).keys), "different symbols"),
        (nine(keys=unchecked(Numbers, Rect.of(1, 1), {}, {"symbols": "123456788"}).keys), "different symbols"),
    ],
)
def test_what_cannot_be_written(puzzle: Puzzle, words: str) -> None:
    with pytest.raises(WriteError, match=words):
        write(puzzle)


def test_answers_cannot_be_written() -> None:
    puzzle = read(LINE)
    with pytest.raises(WriteError, match="no place for an answer"):
        FORMAT.write(puzzle, DIALECT, State.of(puzzle, {"number": {}}))


# -- which texts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        "1",
        LINE,
        LINE[1:],
        f"{LINE}\n{LINE[1:]}\n{LINE}",
        "\n".join(NINE)[:-1],
        "\n\n".join(NINE),
        "\n".join(" ".join(row) for row in NINE),
        "\n".join(NINE[:8]),
        "symbols: 1234\n",
        "title: SUM\n" + SMALL,
        "symbols: 11\n\nwhatever",
        "has_underscore: x\n" + SMALL,
        "puzzle,solution\n",
        "12 34\n34 12\n\n21 43\n43 21",
        ("." * 6 + "\n") * 6,
    ],
)
def test_sudokus_are_known(text: str) -> None:
    assert FORMAT.sniff(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        "% a comment\nnurikabe\neasy\n4 4\n1..1\n....\n....\n1..1\n",
        "nurikabe\neasy\n4 4\n1..1\n....\n....\n1..1\n",
        "<<\n/type (sudoku)\n/size 2\n>>",
        "AABB\nAABB\n\nA 3\nB =\n\n12 34 56 01\n",
        "2\nAB\nAB\n2\nA SUM 3\nB EQ 0\n2\n1 2\n1 3\n",
        "https://example.org/p?sudoku/9/9/1",
        "Some words\nof prose, that nobody\nshould take for a grid.\n",
        "{}",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    assert not FORMAT.sniff(text)


@pytest.mark.parametrize("n_lines", [1, 12, 24, 62, 63, 64])
@pytest.mark.parametrize("width", [16, 25, 64, 76, 81])
def test_certificates_and_lists_of_words_are_no_sudokus(width: int, n_lines: int) -> None:
    """Their lines are as long as a row, or as many as a grid has, but they use most letters."""
    letters = b64encode(random.Random(width).randbytes(width * n_lines)).decode()
    lines = [letters[i * width : (i + 1) * width] for i in range(n_lines)]
    assert not FORMAT.sniff("\n".join(("-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----", "")))
    assert not FORMAT.sniff("\n".join(lines) + "\n")


def test_words_are_no_sudoku() -> None:
    assert not FORMAT.sniff("four\nfive\nnine\nzero\n")
    assert FORMAT.sniff("abcd\ncdab\nbadc\ndcba\n")


# -- any text, any puzzle -------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.text(st.sampled_from("1234..\n\n :ab,#\r\t-") | st.characters(), max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    FORMAT.sniff(text)
    try:
        found = readings(text)
    except FormatError as error:
        assert str(error)
        return
    for reading in found:
        assert read(write(reading.puzzle)) == reading.puzzle


@settings(deadline=None, max_examples=examples(50))
@given(st.data())
def test_damaged_texts_are_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([f"title: x\nsymbols: 1234\n\n{SMALL}", "\n".join(NINE), f"{LINE}\n{LINE}\n"]))
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    try:
        readings(text)
    except FormatError as error:
        assert 0 < error.line <= text.count("\n") + text.count("\r") + 1


symbol = st.characters(exclude_categories=["Z", "Cs", "Cc"]).filter(lambda c: not c.isspace() and c not in ".:")


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    side = draw(st.sampled_from([1, 4, 4, 9, 9, 16, 25]))
    default = st.just(SYMBOLS[:side])
    some = st.lists(symbol, min_size=side, max_size=side, unique=True).map("".join)
    symbols = draw(default | some)
    board = Rect.of(side, side)
    numbers = draw(st.dictionaries(st.sampled_from(board.cells), st.integers(1, side), max_size=side * side))
    walls: Mapping[Spot, Any] = read("." * side * side, symbols="".join(map(chr, range(65, 65 + side)))).given.get(
        "wall", {}
    )
    keys = {} if symbols == SYMBOLS[:side] else {"symbols": symbols}
    return Puzzle.of(Numbers, board, {"number": numbers, "wall": walls}, keys)


@settings(deadline=None)
@given(puzzles(), st.booleans())
def test_what_is_written_reads_back(puzzle: Puzzle, titled: bool) -> None:
    if titled:
        puzzle = replace(puzzle, about=About("A title", "someone"))
    text = write(puzzle)
    again = read(text)
    assert again == puzzle and again.about == puzzle.about
    assert write(again) == text
    assert FORMAT.sniff(text) or len(puzzle.board.cells) == 1
