"""Ids and save files of Simon Tatham's puzzles: what is told, what is refused, round trips."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats.sgt import game_of
from gridwright.language import Genre
from tests.laws.cases import of_genre
from tests.timing import assert_within

GENRES = [genre for genre in gw.known_genres() if any(one.format == "sgt" for one in genre.dialects)]
IDS = [
    "bridges 3x3m2:3a2c1b", "dominosa 1:110100", "filling 3x1:0a2", "galaxies 3x3:maa", "keen 3:_baa_3a,m6s1m3a3",
    "lightup 2x2:1Bb", "loopy 2x2t0:3a2a", "magnets 3x2:111,21,111,12,TTTBBB", "mines 7x5:2,4,m2e7888762",
    "pattern 2x2:2/1/2/1", "pearl 5x5:dBaWaBgWaBeB", "range 3x3:d5d", "rect 2x2:2a2a", "singles 2x2:1221",
    "slant 2x2:a1b2d", "solo 2x2:1_2_3_4_3_4_1_2a1f", "solo 4jk:1o,l____________,l____________,10c10c10c10c",
    "tents 2x2:_c,1,0,0,1",
    "towers 3:1/2/3/2/2/1/1/2/2/3/2/1", "unequal 2:0R,0,0,0,",
]  # fmt: skip


def test_all_games_are_known() -> None:
    assert {game_of(one) for genre in GENRES for one in genre.dialects if one.format == "sgt"} == {
        "bridges", "dominosa", "filling", "galaxies", "keen", "lightup", "loopy", "magnets", "mines", "pattern",
        "pearl", "range", "rect", "singles", "slant", "solo", "tents", "towers", "unequal", "unruly",
    }  # fmt: skip


NO_CASES = {"Minesweeper", "Basic", "Greater-Than-Sudoku"}
"""Games of uncovering are never written; no case has one clue in every cage, or a row for every area."""


def test_cages_and_latin_squares_are_written() -> None:
    basic = gw.puzzle("Basic", size=2, cages=[(3, "+", "r1c1 r1c2"), (1, "r2c1"), (2, "+", "r2c2")])
    assert gw.write(basic, "sgt") == "keen 2:a_3,a3a1a2\n"
    with pytest.raises(gw.WriteError, match="one result and one operator in the cage of r2c2"):
        gw.write(gw.puzzle("Basic", size=2, cages=[(3, "+", "r1c1 r1c2"), (1, "r2c1"), "r2c2"]), "sgt")
    latin = gw.puzzle("Greater-Than-Sudoku", size=2, wall=["AA", "BB"], sign={"r1c1-r1c2": "<", "r1c1-r2c1": ">"})
    assert gw.write(latin, "sgt") == "unequal 2:0D,0L,0,0,\n"
    with pytest.raises(gw.WriteError, match="there each row must be one"):
        gw.write(gw.puzzle("Greater-Than-Sudoku", size=4), "sgt")


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.__name__)
def test_cases_are_written_or_refused_and_mean_the_same(genre: type[Genre]) -> None:
    """A clue of a cage may be told in another cell of it; then the answer is the same."""
    written = 0
    for one in of_genre(genre):
        try:
            text = gw.write(one.puzzle, "sgt")
        except gw.WriteError:
            continue
        (again,) = gw.read_all(text)
        assert again.format == "sgt"
        assert gw.write(again.puzzle, "sgt") == text
        assert again.puzzle == one.puzzle or one.answer.marks == gw.solve(again.puzzle).answers[0].marks
        written += 1
    assert written or genre.name in NO_CASES, "no case can be written"


@pytest.mark.parametrize(("text", "words"), [
    ("7x7m2:3a2c1b", "an id does not say which game it is of; expected the game before the id: one of blackbox"),
    ("bridges 7x7m2#123456", "a seed of the program's random generator"),
    ("undead 4x4:5,2,2,aRLgLLaLRL", "Undead is no genre that Gridwright knows"),
    ("bridges 3x3m4:3a2c1b", "up to 4 bridges between two islands, and the genre has no such rule"),
    ("bridges 3x3m2L:3a2c1b", "bridges must form no ring in this puzzle"),
    ("loopy 5x5t2:b3", "on a board of hexagons"),
    ("unequal 4a:0,", "all neighbours that differ by one are marked"),
    ("solo 3x3x:a", "the numbers on both diagonals differ"),
    ("lightup 99999x99999:a", "column 9: a board of this size is not supported; expected 1 to 70000 cells"),
    ("lightup 3x3:a9z", "column 14: this is not a wall; expected one of 0 1 2 3 4 B or a small letter"),
    ("lightup 3x3:z", "column 13: the letter passes more places than are left"),
    ("lightup 3x3:ii", "column 14: more than the puzzle needs; expected the end, found 'i'"),
    ("lightup 0x3:a", "a board of this size is not supported"),
    ("bridges seven:a", "these are not parameters; expected a size such as 9x9"),
    ("dominosa 3:2103322231300011210",
     "this is not a number; expected a digit, or a number in brackets, found the end"),
    ("galaxies 3x3:zza", "the dots go on behind the board"),
    ("keen 3:_baa_3a,m6s1m3", "this is not a clue; expected a, m, s or d and a number for each cage, found the end"),
    ("keen 3:zzzzz,a1", "the borders go on behind the last cell"),
    ("magnets 3x2:111,21,111,12,TTTBBL", "this half of a plate has no other half"),
    ("mines 9x9:r10,u,12", "this game was not begun, so it has no mines yet"),
    ("mines 7x5:2,4,m2e78", "expected 'm' or 'u' and hexadecimal digits for all cells"),
    ("pattern 2x2:2/1/2", "something is missing; expected '/', found the end"),
    ("pattern 2x2:3/1/2/1", "expected a number from 1 to 2 or '?', found 3"),
    ("range 3x3:d50d", "expected a number from 1 to 5, found 50"),
    ("solo 9:a", "a single number is the side of a jigsaw only"),
    ("tents 2x2:_z,1,0,0,1", "the trees end at another place than the board"),
    ("towers 3:1/2/3", "something is missing; expected '/'"),
    ("unequal 2:0L,0,0,0,", "this sign points out of the board"),
    ("unequal 2:0R,0L,0,0,", "this sign contradicts that of the neighbour"),
    ("slant 2x2:a1b9d", "this is not a number; expected one of 0 1 2 3 4"),
])  # fmt: skip
def test_refused(text: str, words: str) -> None:
    with pytest.raises(gw.FormatError) as fault:
        gw.read_all(text + "\n", "sgt")
    assert words in str(fault.value)
    assert fault.value.line == 1


def test_ids_in_addresses_and_lists() -> None:
    (one,) = gw.read_all("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#3x3m2:3a2c1b")
    listed = gw.read_all("# two ids\nbridges 3x3m2:3a2c1b\n\n  lightup:2x2:1Bb\n")
    assert [reading.puzzle.genre.name for reading in listed] == ["Hashi", "Akari"]
    assert listed[0].puzzle == one.puzzle
    assert gw.read("towers 3:1/2/3/2/2/1/1/2/2/3/2/1").genre.name == "Skyscrapers", "slashes make no path of it"
    for genre in ("Hashi", "bridges"):
        assert gw.read("3x3m2:3a2c1b\n", "sgt", genre=genre) == one.puzzle
    with pytest.raises(gw.FormatError, match="LITS is no game of this collection"):
        gw.read("3x3m2:3a2c1b\n", "sgt", genre="LITS")
    with pytest.raises(gw.FormatError) as fault:
        gw.read_all("# a bad one\n\n lightup 2x2:1Q")
    assert (fault.value.line, fault.value.column) == (3, 15)


def saved(game: str, parameters: str, description: str, *moves: tuple[str, str], position: int | None = None) -> str:
    """A save file."""
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", game),
        ("CPARAMS", parameters), ("DESC", description), ("NSTATES", str(len(moves) + 1)),
        ("STATEPOS", str(position or len(moves) + 1)), *moves,
    ]  # fmt: skip
    return "".join(f"{name:8}:{len(text)}:{text}\n" for name, text in fields)


@pytest.mark.parametrize(("game", "parameters", "description", "solution"), [
    ("Bridges", "3x3m2", "3a2c1b", "S;L0,0,2,0,2;L0,0,0,2,1;M0,0"),
    ("Light Up", "2x2", "1Bb", "S;L0,1;I1,1"),
    ("Rectangles", "2x2", "2a2a", "S0011"),
    ("Singles", "2x2", "1222", "S;C0,0;B1,1"),
    ("Towers", "3", "1/2/3/2/2/1/1/2/2/3/2/1", "S321132213"),
])  # fmt: skip
def test_solutions_in_save_files(game: str, parameters: str, description: str, solution: str) -> None:
    (reading,) = gw.read_all(saved(game, parameters, description, ("SOLVE", solution)))
    assert reading.warnings == ()
    assert reading.answer is not None
    found = gw.solve(reading.puzzle)
    assert reading.answer in found.answers or gw.check(reading.puzzle, reading.answer, finished=True)
    (begun,) = gw.read_all(saved(game, parameters, description, ("SOLVE", solution), position=1))
    assert (begun.answer, begun.warnings) == (None, ())
    (moved,) = gw.read_all(saved(game, parameters, description, ("SOLVE", solution), ("MOVE", "S")))
    assert moved.answer is None and moved.warnings == ("the moves in the save file are left out",)
    (odd,) = gw.read_all(saved(game, parameters, description, ("SOLVE", "S;L1,x")))
    assert odd.puzzle == reading.puzzle


def test_broken_save_files() -> None:
    whole = saved("Light Up", "2x2", "1Bb")
    with pytest.raises(gw.FormatError, match=r"line 5.*not a line of a save file"):
        gw.read_all(whole.replace("DESC    :3:", "DESC    :300:"))
    with pytest.raises(gw.FormatError, match="the save file has no line DESC"):
        gw.read_all(whole.replace("DESC", "DASC"))
    with pytest.raises(gw.FormatError, match="line 3, column 12: an unknown game; found 'Dark Up'"):
        gw.read_all(whole.replace("Light", "Dark").replace(":8:", ":7:"))


def test_answers_and_other_layers_are_no_ids() -> None:
    puzzle = gw.puzzle("Akari", [". 1"], lamp={"r1c1": True})
    with pytest.raises(gw.WriteError, match="the format has no place for lamp"):
        gw.write(puzzle, "sgt")
    with pytest.raises(gw.WriteError, match="ids have no place for answers"):
        gw.write(gw.puzzle("Akari", [". 1"]), "sgt", gw.state(puzzle, ["# ."]))


STRANGE = ["", "z", "9", ",", "_", ":", "x", "Z" * 9, "9" * 9, "é"]


@pytest.mark.parametrize("text", IDS)
def test_spoilt_ids_give_puzzles_or_format_errors(text: str) -> None:
    chance = random.Random(text)
    assert gw.read_all(text + "\n", "sgt")
    for _ in range(60):
        spoilt: list[Any] = list(text)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(spoilt))
            spoilt[at : at + chance.randint(0, 2)] = chance.choice(STRANGE)
            spoilt = spoilt or ["x"]
        try:
            gw.read_all("".join(spoilt) + "\n", "sgt")
        except gw.FormatError as fault:
            assert str(fault)


@pytest.mark.parametrize(("text", "words"), [
    ("range 250x280:" + "_" * 1_000_000, "this is not a number"),
    ("galaxies 250x280:" + "z" * 1_000_000, "the dots go on behind the board"),
    ("keen 250:" + "_999999999" * 10_000, "the borders go on behind the last cell"),
    ("lightup 250x280:" + "z" * 1_000_000, "the letter passes more places than are left"),
])  # fmt: skip
def test_long_descriptions_are_refused_at_once(text: str, words: str) -> None:
    def read() -> None:
        with pytest.raises(gw.FormatError, match=words):
            gw.read_all(text + "\n", "sgt")

    assert_within(1, read)


def test_the_loop_of_a_pearl_puzzle_is_read_cell_by_cell() -> None:
    """Each cell tells its ways out in bits (right 1, up 2, left 4, down 8), then its column and its row."""
    (dialect,) = (one for one in gw.genre("Masyu").dialects if one.format == "sgt")
    solution = dialect.notation_in(gw.genre("Masyu")).solution
    puzzle = gw.puzzle("Masyu", size=(2, 3))
    text = "R9,0,0;R5,1,0;R12,2,0;R3,0,1;R5,1,1;R6,2,1"  # around the whole board
    model = puzzle.genre(puzzle)
    marks = solution(model, text)
    around = {"r1c1-r1c2", "r1c2-r1c3", "r1c1-r2c1", "r1c3-r2c3", "r2c1-r2c2", "r2c2-r2c3"}
    assert marks is not None
    assert {puzzle.board.name(link) for link in marks["loop"]} == {
        puzzle.board.name(link) for link in puzzle.board.links} - {"r1c2-r2c2"} == around
    assert solution(model, "R1,2,0") is None, "this way leads off the board"
