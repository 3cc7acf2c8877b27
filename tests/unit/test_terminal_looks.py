"""Boards as text: what each kind of look becomes, clues outside, and boards that are too wide.

Expected pictures are written by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent
from typing import Any

import pytest

import gridwright as gw
from gridwright import Puzzle, Rect, Spot, State
from gridwright.board.board import AREA, EDGE, Graph
from gridwright.language import Answer, Given, Key, Look, headed
from gridwright.language.look import spelt_by
from gridwright.picture.terminal import board_text, text_width

from ..loose import ANYTHING, unchecked

Marks = dict[str, dict[Spot, Any]]


@dataclass
class Wrong:
    at: tuple[Spot, ...]


def of(name: str, rows: int, cols: int, given: Marks, **keys: Any) -> Puzzle:
    return unchecked(gw.genre(name), Rect.of(rows, cols), given, keys)


def shown(puzzle: Puzzle, state: State | None = None, *wrong: Spot, width: int = 80, ascii: bool = False) -> str:
    faults = [Wrong(wrong)] if wrong else []
    return board_text(puzzle, state, width=width, ascii=ascii, violations=faults, notes=False)


def picture(text: str) -> str:
    return dedent(text).strip("\n")


# -- clues outside ----------------------------------------------------------------------------------------------------


class Poles(gw.Genre):
    """Two layers of clues at the same sides, and one at the ends of grid lines."""

    name = "Poles of a test"
    positive = Given("sides", ANYTHING, look=headed("+"))
    negative = Given("sides", ANYTHING, look=headed("-"))
    line = Given("line_sides", ANYTHING)
    pole = Answer("cells")


def test_layers_at_one_side_stand_behind_each_other_under_their_headings() -> None:
    puzzle = Puzzle.of(Poles, Rect.of(2, 2), {
        "positive": {Spot(-1, 1): 1, Spot(1, -1): 3, Spot(3, 5): 5, Spot(5, 1): 7},
        "negative": {Spot(-1, 3): 2, Spot(1, -1): 4, Spot(3, -1): 12, Spot(3, 5): 6, Spot(5, 1): 8},
    })
    assert shown(puzzle) == picture("""
             + 1
             -   2
        +  - ┌────┐ + -
        3  4 │ · ·│
          12 │ · ·│ 5 6
             └────┘
             + 7
             - 8
    """)


def test_clues_of_grid_lines_stand_at_the_lines() -> None:
    line = {Spot(-1, 0): 1, Spot(2, -1): 3, Spot(4, 5): 4, Spot(5, 2): 5}
    assert shown(Puzzle.of(Poles, Rect.of(2, 2), {"line": line})) == picture("""
          1
          ┌─────┐
          │ ·  ·│
        3 │     │
          │ ·  ·│
          └─────┘ 4
             5
    """)


def test_gaps_in_clues_keep_their_places() -> None:
    puzzle = of("abcd", 2, 1, {"hint": {Spot(1, -1): (1, None, 2), Spot(3, -1): (None, 3, None)}})
    assert shown(puzzle) == picture("""
        C B A ┌───┐
        1   2 │ · │
          3   │ · │
              └───┘
    """)


# -- looks ------------------------------------------------------------------------------------------------------------


def test_symbols_on_the_frame_and_on_corners() -> None:
    point = {Spot(0, 2): "7", Spot(2, 0): "|", Spot(2, 2): "X", Spot(4, 2): "-", Spot(4, 4): "N"}
    puzzle = of("laser", 2, 2, {"point": point, "used": {Spot(1, -1): 2}, "slant": {Spot(1, 3): "N"}})
    assert shown(puzzle) == picture("""
          ┌──↙──┐
        2 │ · ╲ │
          |  ×  │
          │ · · │
          └──−──↘
    """)
    assert shown(puzzle, ascii=True) == picture("""
          +--7--+
        2 | . \\ |
          H  x  |
          | . . |
          +--=--N
    """)


def test_signs_turn_with_the_way_that_they_stand_in_and_leave_walls_visible() -> None:
    sign = {Spot(1, 2): "<", Spot(2, 1): "<", Spot(2, 3): ">", Spot(3, 2): ">"}
    puzzle = of("greater than sudoku", 2, 2, {"sign": sign, "wall": {Spot(2, 3): True, Spot(3, 2): True}})
    assert shown(puzzle) == picture("""
        ┏━━━━━━━┓
        ┃ · < · ┃
        ┃ ^ ┏━v━┫
        ┃ · ┃>· ┃
        ┗━━━┻━━━┛
    """)


def test_walls_are_thick_cages_dashed_and_both_are_thick_dashes() -> None:
    cage = {Spot(2, 1): True, Spot(2, 3): True, Spot(3, 2): True}
    puzzle = of("killer sudoku", 2, 2, {
        "wall": {Spot(1, 2): True, Spot(3, 2): True}, "cage": cage, "total": {Spot(1, 1): 13},
        "uncaged": {Spot(3, 3): True}, "number": {Spot(3, 3): 2},
    })
    assert shown(puzzle) == picture("""
        ┏13━┳━━━┓
        ┃ · ┃ · ┃
        ┠┄┄┄╂┄┄┄┨
        ┃ · ┇░2░┃
        ┗━━━┻━━━┛
    """)
    assert shown(puzzle, ascii=True) == picture("""
        +13-+---+
        | . | . |
        +...+...+
        | . H~2~|
        +---+---+
    """)


def test_what_stands_in_a_corner_of_a_cell_widens_it() -> None:
    puzzle = of("basic", 1, 2, {"operator": {Spot(1, 1): "+"}, "result": {Spot(1, 1): 120}, "number": {Spot(1, 1): 3}})
    lines = shown(puzzle).split("\n")
    assert lines[0].startswith("┌+120─")
    assert lines[1].replace(" ", "") == "│3·│"
    assert shown(puzzle, ascii=True).startswith("+(+120)-")


def test_four_numbers_of_a_cell_stand_around_its_middle() -> None:
    puzzle = of("compass", 1, 2, {"compass": {Spot(1, 1): (1, None, 12, 3), Spot(1, 3): (None, None, None, None)}})
    assert shown(puzzle, width=14) == picture("""
        ┏━━━━━━━━━━━┓
        ┃  1        ┃
        ┃12+     ■  ┃
        ┃  3        ┃
        ┗━━━━━━━━━━━┛
    """)
    assert "┃1↑12←3↓" in shown(puzzle, width=12)


def test_sums_of_black_cells() -> None:
    clue = {Spot(1, 1): (None, None), Spot(1, 3): (None, 4), Spot(3, 1): (11, None)}
    assert shown(of("kakuro", 2, 2, {"clue": clue})) == picture("""
        ┌─────────┐
        │   ■  4\\ │
        │ \\11  ·  │
        └─────────┘
    """)


def test_bulbs_and_joints_stay_visible_when_filled() -> None:
    puzzle = of("thermometers", 2, 2, {
        "bulb": {Spot(1, 1): True, Spot(1, 3): True}, "tube": {Spot(3, 1): "|", Spot(3, 3): "|"},
        "joint": {Spot(2, 1): True, Spot(2, 3): True},
    })
    assert shown(puzzle) == picture("""
        ┌───────┐
        │ ○   ○ │
        │ ┃   ┃ │
        │ ┃   ┃ │
        └───────┘
    """)
    filled = {Spot(1, 1): True, Spot(3, 1): True, Spot(1, 3): True, Spot(3, 3): False}
    assert shown(puzzle, State.of(puzzle, {"filled": filled})) == picture("""
        ┌─────────┐
        │ █○█ █○█ │
        │  ┃   ┃  │
        │ ███  ┃  │
        └─────────┘
    """)


def test_pieces_that_no_joint_links_are_seen_to_be_apart() -> None:
    tube = {Spot(1, 1): "|", Spot(3, 1): "|"}
    assert shown(of("thermometers", 2, 1, {"tube": tube})) == picture("""
        ┌───┐
        │ ┃ │
        │   │
        │ ┃ │
        └───┘
    """)


def test_given_pieces_and_lines_are_thicker_than_found_ones() -> None:
    puzzle = of("subway", 2, 2, {"piece": {Spot(1, 1): "Q"}, "line": {Spot(3, 2): True}})
    assert shown(puzzle) == picture("""
        ┌─────┐
        │ ┏ · │
        │ ╺━╸ │
        └─────┘
    """)
    state = State.of(puzzle, {"line": dict.fromkeys(puzzle.board.links, True)})
    assert shown(puzzle, state) == picture("""
        ┌─────┐
        │ ┏─┐ │
        │ ┕━┙ │
        └─────┘
    """)
    assert shown(puzzle, ascii=True) == picture("""
        +-------+
        | Q   . |
        |       |
        | ----- |
        +-------+
    """)


def test_given_shade_is_lighter_than_found_shade() -> None:
    puzzle = of("nurikabe", 1, 3, {"sea": {Spot(1, 1): True}, "clue": {Spot(1, 5): 1}})
    state = State.of(puzzle, {"sea": {Spot(1, 1): True, Spot(1, 3): True, Spot(1, 5): False}})
    assert shown(puzzle, state).split("\n")[1] == "│▓▓██ 1│"
    assert shown(puzzle, state, ascii=True).split("\n")[1] == "|%%## 1|"


def test_shaded_cells_beside_lines_have_rims() -> None:
    wall = {Spot(1, 1): True, Spot(1, 3): True, Spot(3, 5): True}
    assert shown(of("mortal coil", 2, 3, {"wall": wall})) == picture("""
        ┌───────┐
        │▐▒▒▒▌· │
        │ · ·▐▒▌│
        └───────┘
    """)


def test_shaded_cells_with_numbers_on_a_line_keep_both() -> None:
    puzzle = of("chatroom", 1, 3, {"dark": {Spot(1, 3): True}, "turns": {Spot(1, 3): 2, Spot(1, 5): 0}})
    state = State.of(puzzle, {"path": {Spot(1, 2): True, Spot(1, 4): True}})
    assert shown(puzzle, state).split("\n")[1] == "│  ╶──▓2▓──0  │"


def test_strokes_stand_at_both_sides_of_what_they_are_drawn_through() -> None:
    puzzle = of("pills", 3, 3, {"number": {Spot(3, 3): 2, Spot(1, 1): 1}}, max=1)
    state = State.of(puzzle, {"pill": dict.fromkeys(puzzle.board.cells, " ") | {Spot(3, 3): "-"}})
    assert [line[6:9] for line in shown(puzzle, state).split("\n")[1:-1]] == ["   ", "─2─", "   "]
    state = State.of(puzzle, {"pill": dict.fromkeys(puzzle.board.cells, " ") | {Spot(3, 3): "|"}})
    assert "│2│" in shown(puzzle, state)
    assert "|2|" in shown(puzzle, state, ascii=True)


def test_bricks_stand_half_a_brick_off_those_above() -> None:
    holes = (Spot(1, 1), Spot(1, 5), Spot(3, 3))
    digit = {Spot(3, 1): 4, Spot(3, 5): 3}
    puzzle = Puzzle.of(gw.genre("pyramid"), Rect.of(2, 3, holes), {"digit": digit, "row": {Spot(3, -1): "#"}})
    assert shown(puzzle) == picture("""
            ┌───┐
            │ · │
          ┌─┴─┬─┴─┐
        # │ 4 │ 3 │
          └───┴───┘
    """)
    assert shown(puzzle, None, Spot(1, 3)).split("\n")[1] == "    │!· │"


def test_dots_between_cells_have_room() -> None:
    puzzle = of("kropki", 1, 3, {"dot": {Spot(1, 2): "white", Spot(1, 4): "black"}, "number": {Spot(1, 1): 1}})
    assert shown(puzzle).split("\n")[1] == "│ 1 ○ · ● · │"
    assert shown(puzzle, ascii=True).split("\n")[1] == "| 1 O . * . |"
    assert shown(puzzle, width=9).split("\n")[1] == "│ 1○·●· │"


def test_arrows_that_no_character_looks_like_keep_the_files_letters() -> None:
    puzzle = of("starry sky", 1, 4, {"arrow": {Spot(1, 1): "q", Spot(1, 3): "d", Spot(1, 5): "c"}})
    assert shown(puzzle).split("\n")[1] == "│ ↖ → ↘ · │"
    assert shown(puzzle, ascii=True).split("\n")[1] == "| q > c . |"


def test_cells_known_to_be_empty_are_crossed_out_until_the_answer_is_complete() -> None:
    puzzle = of("house tree animal", 1, 3, {"thing": {Spot(1, 1): " ", Spot(1, 3): "h"}})
    assert shown(puzzle).split("\n")[1] == "│ × ⌂ · │"
    full = State.of(puzzle, {"thing": {Spot(1, 1): " ", Spot(1, 3): "h", Spot(1, 5): "t"}})
    assert shown(puzzle, full).split("\n")[1] == "│   ⌂ ♣ │"


def test_crosses_stand_behind_numbers() -> None:
    puzzle = of("hitori", 1, 2, {"number": {Spot(1, 1): 1, Spot(1, 3): 2}})
    state = State.of(puzzle, {"shade": {Spot(1, 1): False}})
    assert shown(puzzle, state).split("\n")[1] == "│ 1× 2 │"


def test_links_known_not_to_be_joined_are_crossed_out() -> None:
    puzzle = of("pips", 1, 3, {"region": {Spot(1, 1): "A", Spot(1, 3): "A", Spot(1, 5): "B"}})
    state = State.of(puzzle, {"domino": {Spot(1, 4): False}})
    assert shown(puzzle, state).split("\n")[1] == "│ A │ A × B │"


def test_corridors_without_a_bridge_are_crossed_out_until_the_answer_is_complete() -> None:
    puzzle = of("hashi", 3, 3, {"island": {Spot(1, 1): 1, Spot(1, 5): 1, Spot(5, 1): 1}})
    nothing = {Spot(1, 2): 0, Spot(1, 4): 0}
    assert "1 × · × 1" in shown(puzzle, State.of(puzzle, {"bridge": nothing}))
    assert "×" not in shown(puzzle, State.of(puzzle, {"bridge": nothing | {Spot(2, 1): 1, Spot(4, 1): 1}}))


# -- what is wrong ----------------------------------------------------------------------------------------------------


def test_marks_of_violations_leave_what_stands_there() -> None:
    centre = {Spot(1, 2): True, Spot(2, 5): True, Spot(2, 2): True}
    puzzle = of("galaxies", 2, 3, {"centre": centre})
    lines = shown(puzzle, None, *centre).split("\n")
    assert lines[1:4] == ["┃ ·!○ ·   · ┃", "┃  !○    !○ ┃", "┃ ·   ·   · ┃"]


def test_marks_of_clues_do_not_shift_the_board() -> None:
    puzzle = of("skyscrapers", 2, 2, {"view": {Spot(1, -1): 2, Spot(1, 5): 1, Spot(-1, 1): 1}})
    assert shown(puzzle, None, Spot(1, -1), Spot(1, 5), Spot(-1, 1)) == picture("""
            !1
           ┌─────┐
        !2 │ · · │!1
           │ · · │
           └─────┘
    """)


# -- width ------------------------------------------------------------------------------------------------------------


def test_boards_that_are_too_wide_come_in_strips() -> None:
    puzzle = of("picross", 1, 6, {"clue": {Spot(1, -1): (3,), Spot(-1, 11): (1,)}})
    state = State.of(puzzle, {"shade": {c: c.x in (5, 7, 11) for c in puzzle.board.cells}})
    assert shown(puzzle, state, width=10) == picture("""
                1
          ┌──────┐
        3 │··██·█│
          └──────┘
    """)
    assert shown(puzzle, state, width=8) == picture("""
        1-3:

          ┌───
        3 │··█
          └───
        4-6:
            1
          ───┐
        3 █·█│
          ───┘
    """)


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize(("name", "layer"), [("fences", "number"), ("sudoku", "number"), ("masyu", "pearl")])
def test_large_boards_fit_into_the_terminal_and_say_what_each_strip_shows(name: str, layer: str, ascii: bool) -> None:
    board = Rect.of(60, 60)
    value: Any = "white" if name == "masyu" else 3
    whole = shown(of(name, 60, 60, {layer: dict.fromkeys(board.cells, value)}), ascii=ascii)
    lines = whole.split("\n")
    assert max(map(text_width, lines)) <= 80
    told = [line for line in lines if line.startswith("columns ")]
    assert not told or (told[0].startswith("columns 1 to ") and told[-1].endswith(" to 60 of 60:"))
    sign = "3" if value == 3 else "O" if ascii else "○"
    assert sum(line.count(sign) for line in lines if line not in told) == 3600


def test_wide_characters_take_two_columns() -> None:
    puzzle = of("arukone", 2, 2, {"label": {Spot(1, 1): "月", Spot(3, 3): "é"}})
    lines = shown(puzzle).split("\n")
    assert len({text_width(line) for line in lines}) == 1
    assert len({len(line) for line in shown(puzzle, ascii=True).split("\n")}) == 1


def test_text_of_files_gives_the_terminal_no_orders() -> None:
    puzzle = of("arukone", 1, 2, {"label": {Spot(1, 1): "\x1b[31m", Spot(1, 3): "a\n\u202eb"}})
    text = shown(puzzle)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert len(text.split("\n")) == 3


class Spelt(gw.Genre):
    name = "Symbols of a test"
    symbols = Key("", ANYTHING)
    number = Answer("cells", (1, 2), look=spelt_by("symbols"))
    total = Given("cells", ANYTHING, look=Look("small", {0: ""}))


def test_symbols_of_files_give_the_terminal_no_orders() -> None:
    puzzle = unchecked(Spelt, Rect.of(1, 1), {"number": {Spot(1, 1): 1}}, {"symbols": "\x1bX"})
    assert "\x1b" not in board_text(puzzle, width=80)


def test_values_that_tell_nothing_in_a_corner_are_not_shown() -> None:
    assert shown(Puzzle.of(Spelt, Rect.of(1, 1), {"total": {Spot(1, 1): 0}})).split("\n")[0] == "┌───┐"
    assert "2" in shown(Puzzle.of(Spelt, Rect.of(1, 1), {"total": {Spot(1, 1): 2}})).split("\n")[0]


# -- colour and graphs ------------------------------------------------------------------------------------------------


def test_colours_of_borders_lines_and_cells() -> None:
    puzzle = of("nurikabe", 1, 2, {"clue": {Spot(1, 1): 1}})
    state = State.of(puzzle, {"sea": {Spot(1, 1): False, Spot(1, 3): True}})
    line = board_text(puzzle, state, colour=True, width=80).split("\n")[1]
    assert line == "│ \x1b[1m1\x1b[0m\x1b[36m██\x1b[0m│"
    puzzle = of("masyu", 1, 2, {"pearl": {Spot(1, 1): "white"}})
    state = State.of(puzzle, {"loop": {Spot(1, 2): True}})
    line = board_text(puzzle, state, colour=True, width=80).split("\n")[1]
    assert line == "│ \x1b[1m○\x1b[0m\x1b[36m─╴ \x1b[0m│"


def test_graphs_are_listed_with_their_places() -> None:
    board = Graph([(0, 0), (1, 0), (1, 1), (0, 1.5)], [(0, 1), (1, 2), (2, 3), (3, 0)], [(0, 1, 2, 3)], [(0.5, 0.5)])
    puzzle = Puzzle.of(gw.genre("fences"), board, {"number": {Spot(0, AREA): 3}})
    loop = {Spot(3, EDGE): True, Spot(0, EDGE): True, Spot(1, EDGE): False}
    assert shown(puzzle, State.of(puzzle, {"loop": loop}), Spot(0, AREA)) == picture("""
        number: area 1 (0.5,0.5)=3
        loop: edge 1 (0,0)-(1,0), edge 4 (0,1.5)-(0,0)
        no loop: edge 2 (1,0)-(1,1)
        wrong: area 1 (0.5,0.5)
    """)
    assert max(map(len, shown(puzzle, State.of(puzzle, {"loop": loop}), width=30).split("\n"))) <= 30


def test_an_answer_of_numbered_groups_has_a_border_around_each_group() -> None:
    puzzle = of("fillomino", 2, 3, {"number": {Spot(1, 1): 3, Spot(3, 3): 1}})
    numbers = {Spot(1, 1): 3, Spot(1, 3): 3, Spot(1, 5): 3, Spot(3, 1): 1, Spot(3, 3): 1, Spot(3, 5): 1}
    state = State.of(puzzle, {"number": numbers})
    assert shown(puzzle) == picture("""
        ┌───────┐
        │ 3 · · │
        │ · 1 · │
        └───────┘
    """)
    assert shown(puzzle, state) == picture("""
        ┏━━━━━━━┓
        ┃ 3 3 3 ┃
        ┣━━━━━━━┫
        ┃ 1 1 1 ┃
        ┗━━━━━━━┛
    """)
    tall = of("fillomino", 1, 3, {"number": {Spot(1, 1): 2}})
    answer = State.of(tall, {"number": {Spot(1, 1): 2, Spot(1, 3): 2, Spot(1, 5): 1}})
    assert shown(tall, answer, ascii=True) == picture("""
        +-----+---+
        | 2 2 | 1 |
        +-----+---+
    """)
