"""Boards as text: expected pictures are written by hand."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent
from typing import Any

import pytest

import gridwright as gw
from gridwright import Puzzle, Rect, Spot, State
from gridwright.board.board import Board
from gridwright.picture.terminal import board_text, notes_text, side_by_side, text_width

from ..loose import unchecked


def plain(name: str, *rows: str, head: str = "") -> Puzzle:
    columns = len(rows[0])
    return gw.read(f"{name}\nsmall\n{head or f'{columns} {len(rows)}'}\n" + "\n".join(rows) + "\n")


def answer(puzzle: Puzzle) -> State:
    verdict = gw.solve(puzzle)
    assert verdict.status == "unique"
    return verdict.answers[0]


def picture(text: str) -> str:
    return dedent(text).strip("\n")


@dataclass
class Wrong:
    at: tuple[Spot, ...]


NURIKABE = plain("nurikabe", "1..", "...", "..2")
HITORI = plain("hitori", "112", "123", "231")
FENCES = plain("slitherlink", "33", "..")
MASYU = plain("masyu", "....", "....", "*o.*")
HASHI = plain("hashiwokakero", "2.3", "...", "1.2")
BRIDGES = State.of(HASHI, {"bridge": {
    Spot(1, 2): 1, Spot(1, 4): 1, Spot(2, 1): 1, Spot(4, 1): 1,
    Spot(2, 5): 2, Spot(4, 5): 2, Spot(5, 2): 0, Spot(5, 4): 0,
}})
AKARI = plain("akari", ".#.", "1..", "..#")
LAMPS = State.of(AKARI, {"lamp": {c: c in {(1, 5), (5, 1)} for c in AKARI.board.cells}})


def test_shade() -> None:
    assert board_text(NURIKABE, width=80) == picture("""
        ┌──────┐
        │ 1 · ·│
        │ · · ·│
        │ · · 2│
        └──────┘
    """)
    state = State.of(NURIKABE, {"sea": {c: c not in {(1, 1), (5, 3), (5, 5)} for c in NURIKABE.board.cells}})
    assert board_text(NURIKABE, state, width=80) == picture("""
        ┌──────┐
        │ 1████│
        │██████│
        │██ · 2│
        └──────┘
    """)
    assert board_text(NURIKABE, state, ascii=True, width=80) == picture("""
        +------+
        | 1####|
        |######|
        |## . 2|
        +------+
    """)


def test_shade_with_numbers_below() -> None:
    state = State.of(HITORI, {"shade": {c: c == (1, 1) for c in HITORI.board.cells}})
    assert board_text(HITORI, state, width=80) == picture("""
        ┌─────────┐
        │█1█ 1  2 │
        │ 1  2  3 │
        │ 2  3  1 │
        └─────────┘
    """)


def test_shade_narrow() -> None:
    state = State.of(NURIKABE, {"sea": {c: c not in {(1, 1), (5, 3), (5, 5)} for c in NURIKABE.board.cells}})
    assert board_text(NURIKABE, state, width=6) == picture("""
        ┌───┐
        │1██│
        │███│
        │█·2│
        └───┘
    """)


def test_numbers_of_two_digits_align() -> None:
    puzzle = unchecked(gw.genre("nurikabe"), Rect.of(2, 2), {"clue": {Spot(1, 3): 10, Spot(3, 1): 1}})
    assert board_text(puzzle, width=80) == picture("""
        ┌──────┐
        │  · 10│
        │  1  ·│
        └──────┘
    """)


def test_lines_along_edges() -> None:
    assert board_text(FENCES, width=80) == picture("""
        ·   ·   ·
          3   3
        ·   ·   ·

        ·   ·   ·
    """)
    loop = {(0, 1), (0, 3), (1, 0), (1, 4), (2, 1), (2, 3)}
    state = State.of(FENCES, {"loop": {e: e in loop for e in FENCES.board.edges}})
    assert board_text(FENCES, state, width=80) == picture("""
        ┏━━━━━━━┓
        ┃ 3   3 ┃
        ┗━━━━━━━┛

        ·   ·   ·
    """)
    assert board_text(FENCES, state, width=80, ascii=True) == picture("""
        +-------+
        | 3   3 |
        +-------+

        .   .   .
    """)


def test_lines_along_edges_narrow_and_partial() -> None:
    state = State.of(FENCES, {"loop": {Spot(0, 1): True, Spot(1, 2): False, Spot(2, 3): False}})
    assert board_text(FENCES, state, width=80) == picture("""
        ╺━━━╸   ·
          3 × 3
        ·   · × ·

        ·   ·   ·
    """)
    assert board_text(FENCES, state, width=8) == picture("""
        ╺━╸ ·
         3×3
        · ·×·

        · · ·
    """)


def test_merged_areas_have_no_corner() -> None:
    genre = gw.genre("fences")
    puzzle = Puzzle.of(genre, Rect.of(2, 2), {"merged": {Spot(2, 2): True}, "number": {Spot(2, 2): 6}})
    assert board_text(puzzle, width=80) == picture("""
        ·   ·   ·

        ·   6   ·

        ·   ·   ·
    """)


def test_lines_through_cells() -> None:
    loop = {(1, 2), (1, 4), (2, 1), (2, 5), (3, 6), (4, 1), (4, 7), (5, 2), (5, 4), (5, 6)}
    state = State.of(MASYU, {"loop": {s: s in loop for s in MASYU.board.links}})
    assert board_text(MASYU, state, width=80) == picture("""
        ┌─────────┐
        │ ┌───┐ · │
        │ │ · └─┐ │
        │ ●─○───● │
        └─────────┘
    """)
    assert board_text(MASYU, state, width=80, ascii=True) == picture("""
        +---------------+
        | +-------+   . |
        | |       |     |
        | |   .   +---+ |
        | |           | |
        | *---O-------* |
        +---------------+
    """)
    assert board_text(MASYU, state, width=12, ascii=True) == picture("""
        +---------+
        | +---+ . |
        | |   |   |
        | | . +-+ |
        | |     | |
        | *-O---* |
        +---------+
    """)


def test_pearls_above_each_other_show_the_line_between_them() -> None:
    puzzle = plain("masyu", "o.", "o.")
    state = State.of(puzzle, {"loop": {s: s.y == 2 for s in puzzle.board.links}})
    assert board_text(puzzle, state, width=80) == picture("""
        ┌───────┐
        │ ○   ╷ │
        │ │   │ │
        │ ○   ╵ │
        └───────┘
    """)
    assert board_text(puzzle, state, width=4) == picture("""
        ┌──┐
        │○╷│
        │○╵│
        └──┘
    """)


def test_lines_partly_known() -> None:
    links = MASYU.board.links
    state = State.of(MASYU, {"loop": {links[0]: True, links[1]: False, links[3]: False}})
    assert board_text(MASYU, state, width=80) == picture("""
        ┌───────────────┐
        │ ╶───╴ × ·   · │
        │ ×             │
        │ ·   ·   ·   · │
        │               │
        │ ●   ○   ·   ● │
        └───────────────┘
    """)


def test_walls_given() -> None:
    puzzle = gw.read("heyawake\neasy\n3 2\n+-+-+-+\n|1  | |\n+ + +-+\n|   | |\n+-+-+-+\n")
    assert board_text(puzzle, width=80) == picture("""
        ┏━━━━━━━┳━━━┓
        ┃ 1   · ┃ · ┃
        ┃       ┣━━━┫
        ┃ ·   · ┃ · ┃
        ┗━━━━━━━┻━━━┛
    """)
    state = State.of(puzzle, {"shade": {c: c in {(1, 1), (3, 5)} for c in puzzle.board.cells}})
    assert board_text(puzzle, state, width=80) == picture("""
        ┏━━━━━━━┳━━━┓
        ┃█1█  · ┃ · ┃
        ┃       ┣━━━┫
        ┃ ·   · ┃███┃
        ┗━━━━━━━┻━━━┛
    """)


def test_walls_drawn_by_the_answer() -> None:
    puzzle = plain("shikaku", "2.", ".2")
    assert board_text(puzzle, width=80) == picture("""
        ┏━━━━━━━┓
        ┃ 2   · ┃
        ┃       ┃
        ┃ ·   2 ┃
        ┗━━━━━━━┛
    """)
    state = State.of(puzzle, {"border": {s: s.x == 2 for s in puzzle.board.links}})
    assert board_text(puzzle, state, width=80) == picture("""
        ┏━━━┳━━━┓
        ┃ 2 ┃ · ┃
        ┃   ┃   ┃
        ┃ · ┃ 2 ┃
        ┗━━━┻━━━┛
    """)
    assert board_text(puzzle, state, width=5) == picture("""
        ┏━┳━┓
        ┃2┃·┃
        ┃ ┃ ┃
        ┃·┃2┃
        ┗━┻━┛
    """)


def test_bridges() -> None:
    assert board_text(HASHI, BRIDGES, width=80) == picture("""
        ┌───────┐
        │ 2───3 │
        │ │ · ║ │
        │ 1 · 2 │
        └───────┘
    """)
    assert board_text(HASHI, BRIDGES, width=80, ascii=True) == picture("""
        +-------+
        | 2---3 |
        | | . H |
        | 1 . 2 |
        +-------+
    """)


def test_symbols_and_clues_without_a_number() -> None:
    assert board_text(AKARI, LAMPS, width=80) == picture("""
        ┌───────┐
        │ · ■ ● │
        │ 1 · · │
        │ ● · ■ │
        └───────┘
    """)


def test_run_lists_outside() -> None:
    puzzle = gw.read("picross\neasy\n3 2\n1,1\n2\n2\n1\n1\n")
    assert board_text(puzzle, answer(puzzle), width=80) == picture("""
              2 1 1
            ┌──────┐
        1 1 │██ ·██│
          2 │████ ·│
            └──────┘
    """)


def test_run_lists_of_several_numbers_stand_on_the_board() -> None:
    board = Rect.of(1, 2)
    clue = {Spot(-1, 1): (), Spot(-1, 3): (3, 12), Spot(1, -1): (4,)}
    puzzle = unchecked(gw.genre("picross"), board, {"clue": clue})
    assert board_text(puzzle, width=80).split("\n") == [
        "        3",
        "     0 12",
        "  ┌──────┐",
        "4 │  ·  ·│",
        "  └──────┘",
    ]


def test_clues_right_and_below() -> None:
    puzzle = unchecked(gw.genre("picross"), Rect.of(1, 2), {"clue": {Spot(3, 3): (1, 2), Spot(1, 5): (1,)}})
    assert board_text(puzzle, width=80).split("\n") == ["┌────┐", "│ · ·│ 1", "└────┘", "    1", "    2"]


def test_pieces_of_two_cells() -> None:
    puzzle = gw.read("AB\nA.\n\nA 3\nB =\n\n01 12\n")
    assert board_text(puzzle, width=80) == picture("""
        ┌───┬───┐
        │ A │ B │
        ├───┼───┤
        │ A │ · │
        └───┴───┘
        conditions: A sum 3, B equal
        dominoes: 0-1, 1-2
    """)
    state = State.of(puzzle, {
        "domino": {s: s.x % 2 == 1 for s in puzzle.board.links},
        "pip": dict(zip(puzzle.board.cells, (1, 0, 2, 1), strict=True)),
    })
    assert board_text(puzzle, state, width=80, notes=False) == picture("""
        ┌────┬────┐
        │ A1 │ B0 │
        │    │    │
        │ A2 │  1 │
        └────┴────┘
    """)


def test_holes_have_borders() -> None:
    puzzle = gw.read("AA\n BB\n\nA 3\n\n01 12\n")
    assert board_text(puzzle, width=80, notes=False) == picture("""
        ┌───┬───┐
        │ A │ A │
        └───┼───┼───┐
            │ B │ B │
            └───┴───┘
    """)


def test_sudoku_with_symbols() -> None:
    puzzle = gw.read("symbols: 月火水木\n\n月...\n....\n....\n...火\n")
    assert board_text(puzzle, width=80) == picture("""
        ┏━━━━━━━┳━━━━━━━┓
        ┃ 月  · ┃  ·  · ┃
        ┃  ·  · ┃  ·  · ┃
        ┣━━━━━━━╋━━━━━━━┫
        ┃  ·  · ┃  ·  · ┃
        ┃  ·  · ┃  · 火 ┃
        ┗━━━━━━━┻━━━━━━━┛
    """)
    assert "| 1 . | . . |" in board_text(puzzle, width=80, ascii=True)
    assert "symbols" not in str(puzzle)
    assert board_text(puzzle, width=9, ascii=True).split("\n")[1] == "|1 .|. .|"


def test_hints_with_arrows() -> None:
    puzzle = plain("yajilin", "1>..", "..**", "....", head="2 3")
    assert board_text(puzzle, width=80) == picture("""
        ┌───────┐
        │ 1→  · │
        │  ·▐▒▒▌│
        │  ·  · │
        └───────┘
    """)
    unknown = Puzzle.of(gw.genre("yajilin"), Rect.of(1, 2), {"hint": {Spot(1, 1): (None, "u"), Spot(1, 3): (None, "")}})
    assert board_text(unknown, width=80).split("\n")[1] == "│ ?↑  ? │"
    shaded = State.of(puzzle, {"shade": {c: c == (5, 3) for c in puzzle.board.cells}, "loop": {}})
    assert board_text(puzzle, shaded, width=80).split("\n")[3] == "│  ·▐██▌│"


def test_the_whole_puzzles_values_below() -> None:
    puzzle = gw.read("minesweeper\neasy\n2 1\n1.\nmine 1\n")
    assert board_text(puzzle, width=80) == picture("""
        ┌─────┐
        │ 1 · │
        └─────┘
        mines: 1
    """)
    assert notes_text(NURIKABE) == ""


def test_violations_are_marked() -> None:
    first, last = Spot(1, 1), Spot(5, 5)
    marked = board_text(NURIKABE, violations=[Wrong((first, last))], width=80)
    assert marked.split("\n")[1:4] == ["│!1 · ·│", "│ · · ·│", "│ · ·!2│"]
    assert board_text(NURIKABE, violations=[Wrong((last,))], width=6).split("\n")[3] == "│··!│"
    assert board_text(HITORI, violations=[Wrong((first,))], width=80).split("\n")[1] == "│!1  1  2 │"
    assert board_text(AKARI, violations=[Wrong((Spot(1, 5),))], width=80).split("\n")[1] == "│ · ■!· │"
    coloured = board_text(NURIKABE, violations=[Wrong((first,))], width=80, colour=True)
    assert "\x1b[7;31m 1\x1b[0m" in coloured


def test_violations_between_cells_and_outside() -> None:
    edge, corner = Wrong((Spot(1, 2),)), Wrong((Spot(2, 2),))
    assert board_text(FENCES, violations=[edge], width=80).split("\n")[1] == "  3 ! 3"
    assert board_text(FENCES, violations=[corner], width=80).split("\n")[2] == "·   !   ·"
    below = Wrong((Spot(2, 1),))  # a link between rows that have no line between them
    assert board_text(AKARI, violations=[below], width=80).split("\n")[1:3] == ["│!· ■ · │", "│!1 · · │"]
    puzzle = gw.read("picross\neasy\n3 2\n1,1\n2\n2\n1\n1\n")
    row, column = Wrong((Spot(1, -1),)), Wrong((Spot(-1, 1),))
    assert board_text(puzzle, violations=[row, column], width=80) == picture("""
              !2 1 1
             ┌──────┐
        !1 1 │ · · ·│
           2 │ · · ·│
             └──────┘
    """)


def test_colours_tell_givens_from_answers() -> None:
    text = board_text(AKARI, LAMPS, width=80, colour=True)
    assert "\x1b[36m●" in text
    assert "\x1b[2m· \x1b[0m" in text
    assert "\x1b[7m1\x1b[0m" in text
    plain_text = board_text(AKARI, LAMPS, width=80)
    assert [text_width(line) for line in text.split("\n")] == [len(line) for line in plain_text.split("\n")]


def test_side_by_side() -> None:
    assert side_by_side("ab\nc", "x\ny\nz", gap=2) == "ab  x\nc   y\n    z"
    assert side_by_side("\x1b[36m月\x1b[0m\na", "x\ny", gap=1) == "\x1b[36m月\x1b[0m x\na  y"


def test_str_uses_the_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert str(NURIKABE) == board_text(NURIKABE, width=80)
    assert str(LAMPS) == board_text(AKARI, LAMPS, width=80)


class Triangle(Board):
    """Three cells, each next to the others: a board that is no rectangle."""

    cells = (Spot(1, 1), Spot(1, 3), Spot(3, 1))
    links = edges = corners = sides = ()

    def ends(self, link: Spot) -> Any: ...
    def faces(self, edge: Spot) -> Any: ...
    def tips(self, edge: Spot) -> Any: ...
    def link(self, a: Spot, b: Spot) -> Any: ...
    def name(self, spot: Spot) -> str:
        return f"area {self.cells.index(spot) + 1}"


def test_boards_that_are_no_rectangles_are_listed() -> None:
    puzzle = unchecked(gw.genre("akari"), Triangle(), {"wall": {Spot(1, 1): 2}})
    state = State.of(puzzle, {"lamp": {Spot(1, 3): True, Spot(3, 1): False}})
    assert board_text(puzzle, state, width=80) == "wall: area 1=2\nlamp: area 2\nno lamp: area 3"
    assert board_text(unchecked(gw.genre("akari"), Triangle(), {}), width=80)


def test_every_character_of_the_ascii_variant_is_ascii() -> None:
    for puzzle in (NURIKABE, HITORI, FENCES, MASYU, HASHI, AKARI):
        state = gw.solve(puzzle).answers
        for one in (None, *state):
            assert board_text(puzzle, one, ascii=True, width=80).isascii()


def test_unchanged_by_marks_that_say_nothing() -> None:
    empty = State.of(NURIKABE, {})
    assert board_text(NURIKABE, empty, width=80) == board_text(NURIKABE, width=80)
    none = State.of(HASHI, {"bridge": dict.fromkeys(BRIDGES.marks["bridge"], 0)})
    assert board_text(HASHI, none, width=80) == board_text(HASHI, width=80)


def test_bridges_that_cross_show() -> None:
    puzzle = plain("hashiwokakero", ".1.", "1.1", ".1.")
    state = State.of(puzzle, {"bridge": dict.fromkeys(puzzle.board.links, 0) | {
        Spot(3, 2): 1, Spot(3, 4): 1, Spot(2, 3): 1, Spot(4, 3): 1,
    }})
    assert board_text(puzzle, state, width=80).split("\n")[2] == "│ 1─╬─1 │"


@pytest.mark.parametrize(("genre", "keys", "line"), [
    ("Easy as ABC", {"max": 3}, "letters: A B C"),
    ("Japanese Sums", {"max": 6}, "digits: 1–6"),
    ("Snake", {"max": 9}, "length: 9"),
    ("Domino Hunt", {"min": 0, "max": 1}, "dominoes: 0-0, 0-1, 1-1"),
])  # fmt: skip
def test_notes_have_the_words_of_pictures(genre: str, keys: dict[str, Any], line: str) -> None:
    puzzle = unchecked(gw.genre(genre), Rect.of(4, 4), {}, keys)
    assert notes_text(puzzle, width=80) == line


def test_pieces_are_drawn_beside_each_other() -> None:
    pentopia = unchecked(gw.genre("Pentopia"), Rect.of(4, 4), {}, {})
    lines = notes_text(pentopia, width=30).split("\n")
    assert lines[:4] == ["pieces:", "F:      I:          L:", "  ████  ██████████  ████████", "████                ██"]
    assert {word for line in lines for word in line.split() if word[0].isalpha()} == {
        "pieces:", *(f"{letter}:" for letter in "FILNPTUVWXYZ"),
    }  # fmt: skip
    assert "##" in notes_text(pentopia, ascii=True, width=30)
