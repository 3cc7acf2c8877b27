"""Diagrams: what is written is read back, no ink goes unread, and what cannot be told is refused."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.formats.errors import FormatError, Line, WriteError
from gridwright.formats.layout import (
    Axis,
    BridgeStrokes,
    Chars,
    Coded,
    D,
    Diagram,
    Drawn,
    Fields,
    Fixed,
    Grow,
    Left,
    Letters,
    Listed,
    MarksByLayer,
    Number,
    Size,
    Slots,
    Stroke,
    Tagged,
    above,
    at_least,
    bar,
    beside,
    blank,
    cells,
    clues,
    key,
    open_,
    plus,
    refuse,
    ruled,
    spelled,
    tokenized,
)
from gridwright.language.genre import Genre
from gridwright.language.layers import Answer, Given

from ..grouped import examples
from ..loose import ANYTHING


class Toy(Genre):
    name = "Toy"
    clue = Given("cells", ANYTHING)
    sea = Answer("cells")
    pearl = Given("cells", ANYTHING)
    wall = Given("links", ANYTHING)
    loop = Answer("links")
    fence = Answer("edges")
    island = Given("cells", ANYTHING)
    bridge = Answer("links", (0, 1, 2))
    merged = Given("corners", ANYTHING)
    hint = Given("cells", ANYTHING)
    view = Given("sides", ANYTHING)
    runs = Given("sides", ANYTHING)
    plus_count = Given("sides", ANYTHING)
    minus_count = Given("sides", ANYTHING)


SEA = Diagram(
    cells(D), cells(), cell=Number(Toy.clue, "?") | Chars(Toy.sea, {"#": True, "-": False}, fill=True) | blank
)
SHADED = Diagram(cells(), cells(), cell=Chars(Toy.sea, {"#": True, " ": False}, also={".": False}))
LOOP = Diagram(
    ruled(), ruled(), frame=True, edge=Stroke(Toy.loop, across=True),
    cell=Chars(Toy.pearl, {"O": "white", "*": "black"}, also={"0": "white"}) | blank,
)  # fmt: skip
WALLS = Diagram(ruled(D), ruled(), frame=True, edge=Stroke(Toy.wall), cell=Number(Toy.clue) | blank)
NODE = Fixed("+") | Tagged(Number(Toy.clue) | blank, Toy.merged)
FENCES = Diagram(ruled(), ruled(), cell=Number(Toy.clue) | blank, edge=Drawn(unless=Toy.merged), corner=NODE)
FENCED = Diagram(ruled(), ruled(), cell=Number(Toy.clue) | blank, edge=Stroke(Toy.fence), corner=NODE)
BRIDGES = Diagram(cells(), cells(), cell=Number(Toy.island, "?") | BridgeStrokes(Toy.bridge) | blank)
ARROWS = Chars(None, {"w": "u", "d": "r", "x": "d", "a": "l", " ": ""})
HINTS = Diagram(
    ruled(D + 1), ruled(), frame=True, edge=Stroke(Toy.loop, across=True),
    cell=beside(Number(), ARROWS, into=Toy.hint) | blank,
)  # fmt: skip
VIEWS = Diagram(
    clues(1, D) + cells(D) + clues(1, D), clues() + cells() + clues(), side=Number(Toy.view) | blank,
    cell=Number(Toy.clue) | blank,
)  # fmt: skip
RUNS = Diagram(
    clues(key("left"), D) + bar + cells(), clues(key("top"), D) + bar + cells(),
    side=Listed(Toy.runs, Number(unknown="?")) | blank, cell=Chars(Toy.sea, {"#": True, "-": False}) | blank,
)  # fmt: skip
THERMO = Diagram(clues(1, D) + bar + open_(), clues(1, D) + bar + open_(), side=Number(Toy.view) | blank,
                 edge=Stroke(Toy.loop, across=True), corner=blank)
POLES = Diagram(clues(2, D) + ruled(), clues(2, D) + ruled(), frame=True, edge=Stroke(Toy.wall),
                side=Slots(Number(Toy.plus_count) | blank, Number(Toy.minus_count) | blank))
COMPASS = Diagram(cells(2 * D), cells(2), cell=Fields(Toy.hint, Number() | Fixed(".")) | blank)
LETTERS = Diagram(cells(), cells(), cell=Letters(Toy.clue, 1) | Fixed("."))


def lines(*texts: str) -> list[Line]:
    return [Line(text, number) for number, text in enumerate(texts, 1)]


def written(
    diagram: Diagram, board: Rect, marks: Mapping[str, Mapping[Spot, Any]], *, full: bool = False, **keys: int
) -> list[str]:
    text, left = diagram.write(board, keys, marks, full=full)
    refuse(left, board)
    return text


def read(diagram: Diagram, board: Rect, *texts: str, **keys: int) -> MarksByLayer:
    marks, warnings = diagram.read(lines(*texts), board, keys)
    assert not warnings
    return marks


def at(r: int, c: int) -> Spot:
    """A cell, counted from 1."""
    return Spot(2 * r - 1, 2 * c - 1)


# -- sizes and axes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "value"),
    [(D, 3), (2 * D - 1, 5), (D + 1, 4), (key("left") * D, 6), (D + key("left"), 5), (at_least(4, D), 4), (1 + D, 4)],
)
def test_sizes_reckon_with_keys(size: Size, value: int) -> None:
    assert size.of({"digits": 3, "left": 2}) == value


@pytest.mark.parametrize(
    ("axis", "length"),
    [
        (cells(D), 8), (ruled(D), 13), (open_(), 7), (clues(key("left"), D) + bar + cells(), 11),
        (clues(1, D) + cells(D) + clues(1, D), 12), (ruled(2 * D - 1), 17), (clues(key("left"), D) + ruled(), 15),
    ],
)  # fmt: skip
def test_length_of_axes(axis: Axis, length: int) -> None:
    keys = {"digits": 2, "left": 3}
    assert axis.length(4, keys) == length
    assert sum(strip.width for strip in axis.strips(4, keys)) == length


def test_no_room_for_clues_is_no_strip() -> None:
    assert [s.kind for s in (clues(key("left")) + cells()).strips(2, {"left": 0})] == ["cell", "cell"]


# -- reading and writing ----------------------------------------------------------------------------------------------

PAGES: list[tuple[Diagram, tuple[int, int], dict[str, int], bool, tuple[str, ...]]] = [
    (SEA, (2, 3), {"digits": 2}, False, ("12 ?  ", "##-- 3")),
    (SHADED, (2, 3), {}, True, ("# #", " # ")),
    (LOOP, (2, 3), {}, False, ("+-+-+-+", "|O-*  |", "+|+ + +", "|    O|", "+-+-+-+")),
    (WALLS, (2, 2), {"digits": 2}, False, ("+--+--+", "| 1|12|", "+--+  +", "|     |", "+--+--+")),
    (FENCES, (2, 3), {}, False, ("+-+-+-+", "|   |2|", "+ 6 +-+", "|   | |", "+-+-+-+")),
    (FENCES, (2, 3), {}, False, ("+-+-+-+", "|1|   |", "+-+   +", "| |   |", "+-+-+-+")),
    (FENCED, (2, 2), {}, True, ("+-+ +", "|0|3 ", "+ +-+", "|   |", "+-+-+")),
    (BRIDGES, (3, 4), {}, False, ("2==?", "  H ", "1  1")),
    (HINTS, (2, 2), {"digits": 2}, False, ("+---+---+", "|12a    |", "+ | +   +", "|     0 |", "+---+---+")),
    (VIEWS, (2, 2), {"digits": 2}, False, ("     1  ", " 2   2  ", "   1   3", "   2    ")),
    (RUNS, (2, 2), {"digits": 2, "left": 2, "top": 1}, False, ("     1 ", "     2?", "    +--", " 1 1|# ", "   ?| -")),
    (THERMO, (2, 2), {"digits": 2}, False, ("     1", "   2 0", "  +---", " 3|   ", "  || |", "  | - ")),
    (POLES, (1, 1), {"digits": 2}, False,
     ("       ", "     1 ", "       ", "     2 ", "    +-+", " 312| |", "    +-+")),
    (COMPASS, (1, 2), {"digits": 2}, False, (".. 3    ", "10..    ")),
    (LETTERS, (1, 4), {}, False, ("9aZ.",)),
]  # fmt: skip


@pytest.mark.parametrize(("diagram", "size", "keys", "full", "page"), PAGES)
def test_pages_come_back(
    diagram: Diagram, size: tuple[int, int], keys: dict[str, int], full: bool, page: tuple[str, ...]
) -> None:
    board = Rect.of(*size)
    marks = read(diagram, board, *page, **keys)
    assert written(diagram, board, marks, full=full, **keys) == list(page)


def test_what_a_page_tells() -> None:
    assert read(SEA, Rect.of(2, 3), *PAGES[0][4], digits=2) == {
        "clue": {at(1, 1): 12, at(1, 2): "?", at(2, 3): 3},
        "sea": {at(2, 1): True, at(2, 2): False},
    }
    assert read(LOOP, Rect.of(2, 3), *PAGES[2][4]) == {
        "pearl": {at(1, 1): "white", at(1, 2): "black", at(2, 3): "white"},
        "loop": {Spot(1, 2): True, Spot(2, 1): True},
    }
    assert read(FENCES, Rect.of(2, 3), *PAGES[4][4]) == {
        "merged": {Spot(2, 2): True},
        "clue": {Spot(2, 2): 6, at(1, 3): 2},
    }
    assert read(HINTS, Rect.of(2, 2), *PAGES[8][4], digits=2) == {
        "hint": {at(1, 1): (12, "l"), at(2, 2): (0, "")},
        "loop": {Spot(2, 1): True},
    }
    assert read(RUNS, Rect.of(2, 2), *PAGES[10][4], digits=2, left=2, top=1) == {
        "runs": {Spot(-1, 1): (12,), Spot(-1, 3): ("?",), Spot(1, -1): (1, 1), Spot(3, -1): ("?",)},
        "sea": {at(1, 1): True, at(2, 2): False},
    }
    assert read(COMPASS, Rect.of(1, 2), *PAGES[13][4], digits=2) == {"hint": {at(1, 1): (None, 3, 10, None)}}


def test_numbers_above_columns_run_downwards() -> None:
    page = ("  12", "   0", "  +-", " 3|#")
    marks = read(RUNS, Rect.of(1, 1), "   1", "   0", "  +-", " 3|#", digits=2, left=1, top=1)
    assert marks == {"runs": {Spot(-1, 1): (10,), Spot(1, -1): (3,)}, "sea": {at(1, 1): True}}
    with pytest.raises(FormatError):
        read(RUNS, Rect.of(1, 1), *page, digits=1, left=1, top=1)


def test_bridges_mark_the_links_on_both_sides() -> None:
    marks = read(BRIDGES, Rect.of(2, 4), "2==?", " -- ")
    assert marks["bridge"] == {
        Spot(1, 2): 2, Spot(1, 4): 2, Spot(1, 6): 2, Spot(3, 2): 1, Spot(3, 4): 1, Spot(3, 6): 1,
    }  # fmt: skip


@pytest.mark.parametrize("page", [["", "   0", "", "", ""], [" - -", "   O ", "+ + ", "|   |  ", "+-+-+"]])
def test_sloppy_pages_are_read_and_written_well(page: list[str]) -> None:
    board = Rect.of(2, 2)
    assert written(LOOP, board, read(LOOP, board, *page)) == ["+-+-+", "|  O|", "+ + +", "|   |", "+-+-+"]


def test_numbers_skip_blanks_and_dots() -> None:
    assert read(SEA, Rect.of(1, 3), "1 .2..", digits=2) == {"clue": {at(1, 1): 1, at(1, 2): 2}}
    assert read(SEA, Rect.of(1, 1), "1 2", digits=3) == {"clue": {at(1, 1): 12}}


def test_marks_of_a_solution_may_be_dots() -> None:
    assert read(SHADED, Rect.of(1, 3), ".# ")["sea"] == {at(1, 1): False, at(1, 2): True, at(1, 3): False}


def test_wished_marks_are_shown_where_there_is_room() -> None:
    page, left = FENCED.write(
        Rect.of(1, 1), {}, {"fence": {Spot(0, 1): True, Spot(2, 1): False}}, {"clue": {at(1, 1): 1}}, full=True
    )
    assert (page, left) == (["+-+", " 1 ", "+ +"], set())
    shown = Diagram(cells(), cells(), cell=Chars(Toy.sea, {"#": True, " ": False}) | Number(Toy.clue))
    assert shown.write(Rect.of(1, 1), {}, {"sea": {at(1, 1): True}}, {"clue": {at(1, 1): 1}}, full=True)[0] == ["#"]


def test_holes_of_the_board_are_blank() -> None:
    board = Rect.of(2, 2, [at(1, 1)])
    assert read(SEA, board, " 1", "2 ") == {"clue": {at(1, 2): 1, at(2, 1): 2}}
    assert written(SEA, board, {"clue": {at(1, 2): 1}}) == [" 1", "  "]
    with pytest.raises(FormatError, match="line 1, column 1"):
        read(SEA, board, "11", "2 ")
    with pytest.raises(WriteError, match="no place for clue at r1c1"):
        written(SEA, board, {"clue": {at(1, 1): 1}})


def test_own_functions_may_code_a_value() -> None:
    diagram = Diagram(
        cells(3), cells(), cell=Coded(Toy.hint, lambda t: t.strip() or None, lambda v, w: str(v).rjust(w))
    )
    assert written(diagram, Rect.of(1, 2), read(diagram, Rect.of(1, 2), " ab  c")) == [" ab  c"]


def test_blocks_above_each_other() -> None:
    result = above(Number(pad="#") | Fixed("#"), Number(pad="#") | Fixed("#"), into=Toy.hint)
    cell = result | above(beside(Number(Toy.clue), blank), blank) | blank
    diagram, board = Diagram(cells(2), cells(2), cell=cell), Rect.of(1, 4)
    page = ["#4##7   ", "21##    "]
    marks = read(diagram, board, *page)
    assert marks == {"hint": {at(1, 1): (4, 21), at(1, 2): (None, None)}, "clue": {at(1, 3): 7}}
    assert written(diagram, board, marks) == page


def test_dense_fields_leave_the_last_ones_away() -> None:
    diagram = Diagram(cells(2), cells(2), cell=Fields(Toy.hint, Number() | blank, dense=True) | blank)
    page = ["511 ", "11  "]
    marks = read(diagram, Rect.of(1, 2), *page)
    assert marks == {"hint": {at(1, 1): (5, 1, 1, 1), at(1, 2): (1,)}}
    assert written(diagram, Rect.of(1, 2), marks) == page


@pytest.mark.parametrize("page", [["12x", "34 "], ["12 ", "34x"], ["xx1", "   "], ["  x", "   "]])
def test_no_ink_goes_unread_beside_fields(page: list[str]) -> None:
    """A block of three columns has two fields of one each, and a column that belongs to none."""
    diagram = Diagram(cells(D), cells(2), cell=Fields(Toy.hint, Number() | blank) | blank)
    assert read(diagram, Rect.of(1, 1), "12 ", "34 ", digits=3) == {"hint": {at(1, 1): (1, 2, 3, 4)}}
    with pytest.raises(FormatError) as caught:
        read(diagram, Rect.of(1, 1), *page, digits=3)
    assert caught.value.code == "unread-ink"


def test_fields_ask_for_the_room_they_need() -> None:
    diagram = Diagram(cells(D), cells(2), cell=Fields(Toy.hint, Number() | blank) | blank)
    marks = {"hint": {at(1, 1): (1, 2, 3, 4)}}
    with pytest.raises(Grow) as more:
        written(diagram, Rect.of(1, 1), marks, digits=1)
    assert more.value.names == {"digits"}
    with pytest.raises(FormatError, match="r1c1"):
        read(diagram, Rect.of(1, 1), "1", "2", digits=1)
    for cell in (beside(Number(), Number(), 2, Toy.hint) | blank, above(Number(), Number(), 2, Toy.hint) | blank):
        small = Diagram(cells(D), cells(D), cell=cell)
        with pytest.raises(Grow):
            written(small, Rect.of(1, 1), {"hint": {at(1, 1): (1, 2)}}, digits=2)
        assert written(small, Rect.of(1, 1), {"hint": {at(1, 1): (1, 2)}}, digits=3)
        with pytest.raises(FormatError, match="r1c1"):
            read(small, Rect.of(1, 1), "11", "11", digits=2)


def test_slots_whose_number_depends_on_a_key() -> None:
    parts = Slots(Number(Toy.plus_count) | blank, Number(Toy.minus_count) | blank)
    diagram, board = Diagram(clues(key("left")) + cells(), cells(), side=parts), Rect.of(1, 1)
    marks = {"plus_count": {Spot(1, -1): 3}, "minus_count": {Spot(1, -1): 4}}
    assert read(diagram, board, "34 ", left=2) == marks
    assert written(diagram, board, marks, left=2) == ["34 "]
    with pytest.raises(Grow) as more:
        written(diagram, board, marks, left=1)
    assert more.value.names == {"left"}
    with pytest.raises(WriteError, match="row 1"):
        written(diagram, board, marks, left=3)
    for left, page in ((1, "3 "), (3, "345 ")):
        with pytest.raises(FormatError, match="row 1"):
            read(diagram, board, page, left=left)


def test_slots_beside_cells_of_two_lines() -> None:
    """Slots that lie side by side are as high as the cells; those above the cells as wide."""
    sides = Listed(Toy.runs, Number()) | blank
    diagram = Diagram(clues(3, D) + cells(D), clues(3, 2) + cells(2), side=sides, cell=Number(Toy.clue) | blank)
    board = Rect.of(1, 2)
    marks: MarksByLayer = {
        "runs": {Spot(1, -1): (10, 2), Spot(-1, 1): (1, 2, 33), Spot(-1, 3): (7,)},
        "clue": {at(1, 1): 5},
    }
    page = written(diagram, board, marks, digits=2)
    assert len(page) == 8
    assert read(diagram, board, *page, digits=2) == marks
    assert read(diagram, board, *[" " * 10] * 6, "    10  5 ", "     2    ", digits=2) == {
        "runs": {Spot(1, -1): (102,)}, "clue": {at(1, 2): 5},
    }  # fmt: skip


@pytest.mark.parametrize("digits", [1000, 1001, 4301, 10_000])
def test_numbers_without_end_are_none(digits: int) -> None:
    diagram, board = Diagram(cells(digits), cells(), cell=Number(Toy.clue) | blank), Rect.of(1, 1)
    value = 10 ** (digits - 1)
    marks = {"clue": {at(1, 1): value}}
    if digits <= 1000:
        assert read(diagram, board, "1" + "0" * (digits - 1)) == marks
        assert written(diagram, board, marks) == ["1" + "0" * (digits - 1)]
        return
    with pytest.raises(FormatError, match="this is not allowed at r1c1"):
        read(diagram, board, "1" + "0" * (digits - 1))
    with pytest.raises(WriteError, match="r1c1"):
        written(diagram, board, marks)


@pytest.mark.parametrize(
    ("diagram", "page", "columns"),
    [
        (SEA, ["1 12 3"], 3),
        (SEA, ["1 12 3", "  1"], 3),
        (SEA, ["1 12#"], 3),
        (SEA, [""], None),
        (LOOP, ["+-+-+", "| | |", "+-+-+"], 2),
        (LOOP, ["+ + +", " O O", "+ + +"], 2),
        (LOOP, ["", " O O"], 2),
        (LOOP, ["+"], None),
        (HINTS, ["+---+---+", "| 3w| 2d"], 2),
    ],
)
def test_columns_may_be_counted_by_a_diagram_without_trailing_blanks(
    diagram: Diagram, page: list[str], columns: int | None
) -> None:
    assert diagram.count(1, lines(*page), {"digits": 2}, begun=True) == columns


def test_begun_columns_count_only_where_that_is_asked_for() -> None:
    assert LOOP.count(1, lines(" O O"), {}) == 1
    assert LOOP.count(1, lines(" O  "), {}, begun=True) == 1


# -- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "size", "page", "place", "words"),
    [
        (SEA, (2, 2), ("1 ", "x2"), (2, 1), "this is not allowed at r2c1; expected a number, '?', '#', '-' or a blank"),
        (SEA, (1, 2), ("1 x",), (1, 3), "unexpected text after the diagram; expected 2 characters, found 'x'"),
        (SEA, (2, 2), ("1 ",), (1, 0), "the diagram has 1 line; expected 2 lines"),
        (SEA, (1, 2), ("1 ", "", "2"), (2, 1), "the diagram has 3 lines; expected 1 line"),
        (SEA, (1, 2), ("1\t",), (1, 2), "found '\\t'"),
        (SEA, (1, 2), ("1²",), (1, 2), "r1c2"),
        (SHADED, (1, 2), ("#x",), (1, 2), "expected '#' or a blank, found 'x'"),
        (LOOP, (2, 2), ("+-+-+", "|  |", "+ + +", "| | |", "+-+-+"), (2, 4), "r1c2"),
        (LOOP, (1, 2), ("+-+-+", "| | |", "+-+-+"), (2, 3), "r1c1-r1c2; expected a line or a blank, found '|'"),
        (LOOP, (2, 1), ("+-+", "| |", "+-+", "| |", "+-+"), (3, 2), "found '-'"),
        (LOOP, (1, 1), ("+-+", "| -", "+-+"), (2, 3), "the frame"),
        (LOOP, (1, 1), ("+-x", "| |", "+-+"), (1, 3), "the top right corner of r1c1"),
        (WALLS, (2, 1), ("+-+", "| |", "+|+", "| |", "+-+"), (3, 2), "r1c1-r2c1"),
        (BRIDGES, (1, 3), ("-- ",), (1, 1), "leads off the board at r1c1"),
        (BRIDGES, (1, 4), ("2=-2",), (1, 3), "does not fit what stands beside r1c3"),
        (BRIDGES, (1, 3), ("1+1",), (1, 2), "expected a number, '?', a bridge or a blank"),
        (FENCES, (1, 2), ("+-+-+", "|   |", "+-+-+"), (2, 3), "a line is missing"),
        (FENCES, (2, 2), ("+-+-+", "| | |", "+-6-+", "| | |", "+-+-+"), (2, 3), "no line may stand beside"),
        (FENCES, (1, 1), ("+-+", "|4|", "+- "), (2, 3), "no line may stand beside"),
        (LETTERS, (1, 3), ("1 1",), (1, 2), "found a blank"),
        (LETTERS, (1, 1), ("0",), (1, 1), "expected a number, a letter, {number} or '.', found '0'"),
    ],
)  # fmt: skip
def test_refusals_name_the_place(
    diagram: Diagram, size: tuple[int, int], page: Sequence[str], place: tuple[int, int], words: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read(diagram, Rect.of(*size), *page, digits=1)
    assert (caught.value.line, caught.value.column) == place
    assert words in str(caught.value)


def test_wide_walls_are_drawn_whole_or_not_at_all() -> None:
    with pytest.raises(FormatError, match="line 3, column 2"):
        read(WALLS, Rect.of(2, 1), "+--+", "|  |", "+- +", "|  |", "+--+", digits=2)


def test_the_fault_in_a_wide_block_is_pointed_at() -> None:
    with pytest.raises(FormatError, match=r"line 1, column 6: .* found ' 2x'"):
        read(SEA, Rect.of(1, 2), " 12 2x", digits=3)


def test_places_follow_escapes() -> None:
    line = Line("1x", 7, 1, (10, 14))
    with pytest.raises(FormatError) as caught:
        SEA.read([line], Rect.of(1, 2), {})
    assert (caught.value.line, caught.value.column) == (7, 14)


def test_exact_lines_may_lack_nothing() -> None:
    assert SEA.read(lines("1"), Rect.of(1, 2), {})[0]
    with pytest.raises(FormatError, match="line 1, column 2: the line is too short; expected 2 characters, found 1"):
        SEA.read(lines("1"), Rect.of(1, 2), {}, exact=True)


def test_absurd_sizes_are_refused() -> None:
    for digits in (-1, 10**9):
        with pytest.raises(FormatError, match="out of all bounds"):
            SEA.read(lines("1"), Rect.of(1, 1), {"digits": digits})
    with pytest.raises(FormatError, match="too large"):
        SEA.read(lines(*["1"] * 100), Rect.of(100, 100), {"digits": 1000})


@pytest.mark.parametrize(
    ("diagram", "marks", "words"),
    [
        (SEA, {"clue": {at(1, 1): "x"}}, "the format cannot express clue 'x' at r1c1"),
        (SEA, {"clue": {at(1, 1): 1}, "sea": {at(1, 1): True}}, "cannot express clue 1 with sea True at r1c1"),
        (SEA, {"clue": {at(1, 1): -1}}, "cannot express clue -1"),
        (SEA, {"clue": {at(9, 9): 1}}, "no place for clue at the bottom of column 9"),
        (SEA, {"pearl": {at(1, 2): "white", at(1, 1): "black"}}, r"no place for pearl at r1c1 \(and 1 more\)"),
        (SHADED, {"sea": {at(1, 1): True}}, "nothing is known that could be written at r1c2"),
        (LOOP, {"loop": {Spot(1, 2): False}}, "cannot express loop False at r1c1-r1c2"),
        (LOOP, {"loop": {Spot(1, 0): True}}, "no place for loop at the left edge of r1c1"),
        (LOOP, {"pearl": {at(1, 1): "grey"}}, "cannot express pearl 'grey'"),
        (BRIDGES, {"bridge": {Spot(1, 2): 1}}, "no place for bridge at r1c1-r1c2"),
        (BRIDGES, {"bridge": {Spot(1, 2): 0}}, "no place for bridge"),
        (FENCES, {"clue": {Spot(0, 0): 1}}, "cannot express clue 1 at the top left corner of r1c1"),
        (HINTS, {"hint": {at(1, 1): (1, "?")}}, "cannot express hint"),
        (HINTS, {"hint": {at(1, 1): (None, "")}}, "cannot express hint"),
        (HINTS, {"hint": {at(1, 1): 3}}, "cannot express hint 3"),
        (LETTERS, {"clue": {at(1, 1): 0}}, "cannot express clue 0"),
        (RUNS, {"runs": {Spot(1, -1): ()}}, r"cannot express runs \(\)"),
    ],
)
def test_writers_refuse_rather_than_drop(diagram: Diagram, marks: dict[str, dict[Spot, Any]], words: str) -> None:
    with pytest.raises(WriteError, match=words):
        written(diagram, Rect.of(1, 2), marks, digits=1, left=1, top=1)


def test_bridges_crossing_cannot_be_written() -> None:
    board = Rect.of(3, 3)
    cross = {Spot(3, 2): 1, Spot(3, 4): 1, Spot(2, 3): 1, Spot(4, 3): 1}
    with pytest.raises(WriteError, match="no place for bridge"):
        written(BRIDGES, board, {"bridge": cross})
    none = dict.fromkeys(board.links, 0)
    assert written(BRIDGES, board, {"bridge": none}, full=True) == ["   "] * 3


@pytest.mark.parametrize(
    ("diagram", "marks", "name"),
    [
        (SEA, {"clue": {at(1, 1): 10}}, "digits"),
        (RUNS, {"runs": {Spot(1, -1): (1, 2)}}, "left"),
        (RUNS, {"runs": {Spot(-1, 1): (1, 2)}}, "top"),
        (RUNS, {"runs": {Spot(-1, 1): (10,)}}, "digits"),
    ],
)
def test_too_little_room_names_the_key(diagram: Diagram, marks: dict[str, dict[Spot, Any]], name: str) -> None:
    with pytest.raises(Grow) as caught:
        written(diagram, Rect.of(1, 2), marks, digits=1, left=1, top=1)
    assert caught.value.names == {name}


def test_a_layer_may_say_what_no_ink_means() -> None:
    page, left = LOOP.write(Rect.of(1, 2), {}, {"loop": {Spot(1, 2): False}}, full=True)
    assert page == ["+-+-+", "|   |", "+-+-+"]
    assert left == Left()
    assert LOOP.absent == {"loop": False}
    assert BRIDGES.absent == {"bridge": 0}


# -- keys that only the diagram tells ---------------------------------------------------------------------------------


def test_the_plus_tells_how_many_clues_there_are() -> None:
    page = lines("     1 ", "     2?", "    +--", " 1 1|# ", "   ?| -")
    assert RUNS.inferred("left", page, {"digits": 2}) == 2
    assert RUNS.inferred("top", page, {"digits": 2}) == 1
    assert RUNS.inferred("left", page, {"digits": 3}) is None
    assert RUNS.inferred("left", lines("12"), {}) is None


def test_the_size_tells_the_number_of_cells() -> None:
    page = lines("+--+--+--+", "|        |", "+--+--+--+")
    assert [WALLS.count(axis, page, {"digits": 2}) for axis in (0, 1)] == [1, 3]
    assert WALLS.count(0, lines("+--+", "|  |"), {"digits": 2}) is None


# -- numbers in braces ------------------------------------------------------------------------------------------------


def test_tokens_take_one_place() -> None:
    line = tokenized(Line("1{70}.{ 5 }Z", 3))
    assert len(line.text) == 5
    assert [line.column_of(i) for i in range(6)] == [1, 2, 6, 7, 12, 13]
    assert spelled(line.text) == "1{70}.{5}Z"
    marks, _ = LETTERS.read([line], Rect.of(1, 5), {})
    assert list(marks["clue"].values()) == [1, 70, 5, 61]
    assert [spelled(t) for t in written(LETTERS, Rect.of(1, 5), marks)] == ["1{70}.5Z"]


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("1{x}", 2, "no number stands in these braces"), ("{}", 1, "no number"), ("{1", 1, "a brace stands alone"),
        ("1}", 2, "a brace stands alone"), ("{9999999}", 1, "too large"), ("1\U000f0001", 2, "not a character"),
        ("{1²}", 1, "no number"), ("{{1}}", 1, "a brace stands alone"),
    ],
)  # fmt: skip
def test_braces_without_a_number(text: str, column: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        tokenized(Line(text, 4))
    assert (caught.value.line, caught.value.column) == (4, column)


# -- laws -------------------------------------------------------------------------------------------------------------

Kind = tuple[Diagram, Callable[[Rect], dict[str, tuple[Sequence[Spot], st.SearchStrategy[Any]]]]]
NUMBERS, TRUE = st.integers(0, 120), st.just(True)
PAIRS = st.tuples(NUMBERS, st.sampled_from(["u", "r", "d", "l", ""]))


def _hidden(marks: dict[str, dict[Spot, Any]]) -> dict[str, dict[Spot, Any]]:
    """Marks of which no two stand on one cell."""
    seen: set[Spot] = set()
    for own in marks.values():
        for spot in [s for s in own if s in seen]:
            del own[spot]
        seen |= own.keys()
    return marks


KINDS: list[Kind] = [
    (SEA, lambda b: {"clue": (b.cells, NUMBERS | st.just("?")), "sea": (b.cells, st.booleans())}),
    (WALLS, lambda b: {"clue": (b.cells, NUMBERS), "wall": (b.links, TRUE)}),
    (LOOP, lambda b: {"pearl": (b.cells, st.sampled_from(["white", "black"])), "loop": (b.links, TRUE)}),
    (HINTS, lambda b: {"hint": (b.cells, PAIRS), "loop": (b.links, TRUE)}),
    (VIEWS, lambda b: {"view": (b.sides, NUMBERS), "clue": (b.cells, NUMBERS)}),
    (RUNS, lambda b: {
        "runs": ([s for s in b.sides if -1 in s], st.lists(NUMBERS | st.just("?"), min_size=1, max_size=4).map(tuple)),
        "sea": (b.cells, st.booleans())}),
    (COMPASS, lambda b: {"hint": (b.cells, st.tuples(*[NUMBERS | st.none()] * 4))}),
    (POLES, lambda b: {"plus_count": ([s for s in b.sides if -1 in s], NUMBERS),
                       "minus_count": ([s for s in b.sides if -1 in s], NUMBERS), "wall": (b.links, TRUE)}),
    (FENCED, lambda b: {"clue": (b.cells, st.integers(0, 9)), "fence": (b.edges, TRUE)}),
    (LETTERS, lambda b: {"clue": (b.cells, st.integers(1, 100_000))}),
]  # fmt: skip


@st.composite
def drawn(draw: st.DrawFn) -> tuple[Diagram, Rect, MarksByLayer]:
    """A diagram with marks that it can tell."""
    diagram, places = draw(st.sampled_from(KINDS))
    board = Rect.of(draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    marks: dict[str, dict[Spot, Any]] = {
        name: draw(st.dictionaries(st.sampled_from(spots), values))
        for name, (spots, values) in places(board).items()
        if spots
    }
    walls: dict[str, dict[Spot, Any]] = {
        name: marks.pop(name)
        for name in ("wall", "loop", "fence", "plus_count", "minus_count")
        if name in marks
    }
    told = _hidden(marks) | walls
    return diagram, board, {name: own for name, own in told.items() if own}


KEYS = {"digits": 3, "left": 4, "top": 4}


@given(drawn())
@settings(max_examples=examples(300), deadline=None)
def test_what_is_written_is_read_back(case: tuple[Diagram, Rect, MarksByLayer]) -> None:
    diagram, board, marks = case
    page = written(diagram, board, marks, full=False, **KEYS)
    width, height = diagram.size(board, KEYS)
    assert [len(row) for row in page] == [width] * height
    back, _ = diagram.read(lines(*page), board, KEYS)
    assert back == marks
    assert written(diagram, board, back, full=False, **KEYS) == page
    assert diagram.read(lines(*[row.rstrip(" ") for row in page]), board, KEYS)[0] == marks


@given(drawn(), st.data())
@settings(max_examples=examples(300), deadline=None)
def test_damaged_pages_are_refused_in_place_or_mean_something(
    case: tuple[Diagram, Rect, MarksByLayer], data: st.DataObject
) -> None:
    diagram, board, marks = case
    page = written(diagram, board, marks, full=False, **KEYS)
    y = data.draw(st.integers(0, len(page) - 1))
    x = data.draw(st.integers(0, len(page[y]) + 2))
    char = data.draw(st.sampled_from("#-+|=HO*0159?x ~.a\té"))
    row = page[y].ljust(x)
    page[y] = row[:x] + char + row[x + 1 :]
    try:
        back, _ = diagram.read(lines(*page), board, KEYS)
    except FormatError as fault:
        assert 1 <= fault.line <= len(page)
        assert 1 <= fault.column <= len(page[fault.line - 1]) + 1
        return
    again = written(diagram, board, back, full=False, **KEYS)
    assert diagram.read(lines(*again), board, KEYS)[0] == back
    if char.strip(" .+-|") and char != "0":
        assert back != marks or page[y] == row, "ink went unread"


# -- speed ------------------------------------------------------------------------------------------------------------


def best(action: Callable[[], object], times: int) -> float:
    """The least time of the processor in milliseconds."""
    found = []
    for _ in range(times):
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return 1000 * min(found)


def test_reading_is_fast() -> None:
    board = Rect.of(10, 10)
    sea = lines(*written(SEA, board, {"clue": {c: i % 20 for i, c in enumerate(board.cells) if i % 3 == 0}}, digits=2))
    loop = lines(*written(LOOP, board, {"loop": dict.fromkeys(board.links[::3], True)}))
    assert best(lambda: SEA.read(sea, board, {"digits": 2}), 50) < 0.3
    assert best(lambda: LOOP.read(loop, board, {}), 50) < 1
    assert best(lambda: LOOP.read(loop, Rect(10, 10), {}), 10) < 3


def test_glyphs_join_flat() -> None:
    glyph = Number(Toy.clue) | (Chars(Toy.sea, {"#": True}) | blank)
    assert glyph.wanted == ("a number", "'#'", "a blank")
    assert glyph.names == {"clue", "sea"}
    assert plus.names == frozenset()


def test_corners_on_the_frame_may_be_merged() -> None:
    """Beyond the frame there are no lines that could be missing."""
    puzzle = gw.puzzle("Fences", size=2, merged=["#..", "...", "..#"])
    text = gw.write(puzzle, "spf", printable=False)
    assert gw.read(text) == puzzle
    with pytest.raises(FormatError, match="no line may stand beside a missing corner"):
        gw.read(text.replace("(  +-+)", "( -+-+)"))
