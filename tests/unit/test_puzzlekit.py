"""Texts of puzzlekit, pages of janko.at, links of Kudamono and sudokus of ipuz; these are read only but the first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.formats.reading import recognised
from gridwright.registry import REGISTRY

from ..grouped import examples

ROOT = Path(__file__).parents[2]
TOLD = [genre for genre in REGISTRY.genres if any(dialect.format == "puzzlekit" for dialect in genre.dialects)]
NAMES = sorted(entry.formats["puzzlekit"][0] for entry in REGISTRY.entries if "puzzlekit" in entry.formats)
NURIKABE = "2 3\n2 - -\n- - 1\n"
FENCES = gw.puzzle("Fences", ["3 3", ". ."])


def fault_of(text: str, format: str | None = None, **options: Any) -> gw.FormatError:
    with pytest.raises(gw.FormatError) as caught:
        gw.read_all(text, format, **options)
    return caught.value


# -- puzzlekit --------------------------------------------------------------------------------------------------------


def test_a_text_is_read_with_its_genre() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . 1"])
    assert gw.read(NURIKABE, "puzzlekit", genre="Nurikabe") == puzzle
    assert gw.read(NURIKABE, genre="nurikabe") == puzzle
    assert gw.write(puzzle, "puzzlekit") == NURIKABE
    assert fault_of(NURIKABE, "puzzlekit").code == "no-genre"


@pytest.mark.parametrize(("name", "text", "where", "word"), [
    ("Nurikabe", "2 3\n2 - -\n- - 1\n- - -\n", (4, 1), "behind the end"),
    ("Nurikabe", "2 3\n2 - -\n", (2, 1), "ends too early"),
    ("Nurikabe", "2 3\n2 -\n- - 1\n", (2, 4), "too few items"), ("Nurikabe", "2 3\n2 - - -\n- - 1", (2, 7), "too many"),
    ("Nurikabe", "2 3\n2 ! -\n- - 1", (2, 3), "means nothing"), ("Nurikabe", "two rows", (1, 1), "does not begin"),
    ("Nurikabe", "99999 99999\n", (1, 1), "not supported"),
    ("Nurikabe", "2 3 7\n2 - -\n- - 1", (1, 1), "nothing stands behind"),
    ("Skyscraper", "4 4 4 D\n" + "- - - -\n" * 8, (1, 1), "diagonals"), ("DoppelBlock", "5 5 2\n", (1, 1), "largest"),
    ("Thermometer", "1 2\n- -\n-\n1.1 1.3\n", (4, 1), "not numbered"), ("Nurikabe", "", (1, 1), "does not begin"),
])  # fmt: skip
def test_faults_are_told_with_their_place(name: str, text: str, where: tuple[int, int], word: str) -> None:
    fault = fault_of(text or "\n", "puzzlekit", genre=name)
    assert word in str(fault)
    assert (fault.line, fault.column) == where


def test_a_lower_greatest_height_means_parks() -> None:
    text = "3 3 2\n" + "- - -\n" * 7
    puzzle = gw.read(text, "puzzlekit", genre="Skyscraper")
    assert (puzzle.genre.name, puzzle.keys["parks"]) == ("Skyscrapers with Parks", 1)
    assert gw.write(puzzle, "puzzlekit") == text


def test_greatest_heights_are_those_of_a_row() -> None:
    for size in ((2, 3), (3, 2)):
        puzzle = gw.puzzle("Skyscrapers", size=size)
        assert gw.read(gw.write(puzzle, "puzzlekit-json")) == puzzle
    with pytest.raises(gw.WriteError, match="this puzzle has none"):
        gw.write(gw.puzzle("Skyscrapers with Parks", size=3), "puzzlekit-json")


@pytest.mark.parametrize("sign", "#@")
def test_missing_cells_in_grids_of_regions(sign: str) -> None:
    text = f"2 3\n1 1 {sign}\n{sign} 2 2\n"
    lits = gw.puzzle("LITS", size=(2, 3), holes="r1c3 r2c1", wall={"r1c2-r2c2": True})
    assert gw.read(text, "puzzlekit", genre="LITS") == lits
    assert gw.write(lits, "puzzlekit") == "2 3\n1 1 #\n# 2 2\n"
    around = ("r1c2-r1c3", "r1c3-r2c3", "r1c1-r2c1", "r2c1-r2c2", "r1c2-r2c2")
    walls = dict.fromkeys(around, True)
    battle = gw.puzzle("Starbattle", size=(2, 3), hole={"r1c3": True, "r2c1": True}, wall=walls, stars=1)
    assert gw.read(text.replace("3\n", "3 1\n", 1), "puzzlekit", genre="Starbattle") == battle
    assert gw.read(gw.write(battle, "puzzlekit"), "puzzlekit", genre="Starbattle") == battle


@pytest.mark.parametrize(("genre", "text", "puzzle"), [
    ("Masyu", "1 4\nw 1 2 b\n", gw.puzzle("Masyu", pearl=[["white", "white", "black", "black"]])),
    ("Cave", "1 2\n? 2\n", gw.puzzle("Cave", number=[[".", 2]], wall={"r1c1": False})),
    ("Minesweeper", "1 2 1\n# 1\n", gw.puzzle("Minesweeper", number={"r1c2": 1}, size=(1, 2), holes="r1c1", mines=1)),
    ("Yajilin", "1 2\n@ 1w\n", gw.puzzle("Yajilin", hint={"r1c2": (1, "l")}, size=(1, 2), holes="r1c1")),
])  # fmt: skip
def test_items_that_mean_the_same(genre: str, text: str, puzzle: gw.Puzzle) -> None:
    assert gw.read(text, "puzzlekit", genre=genre) == puzzle
    assert gw.read(gw.write(puzzle, "puzzlekit"), "puzzlekit", genre=genre) == puzzle


def test_a_magnets_text_without_its_regions_is_refused() -> None:
    fault = fault_of("2 2\n1 -\n- 1\n1 -\n- 1\n1 1\n", "puzzlekit", genre="Magnetic")
    assert (fault.line, fault.code) == (6, "too-short")


def test_thermometers_that_share_a_cell_are_refused() -> None:
    puzzle = gw.puzzle(
        "Thermometers", size=(1, 3), bulb={"r1c1": True, "r1c3": True}, tube={"r1c2": "-"},
        joint={"r1c1-r1c2": True, "r1c2-r1c3": True},
    )  # fmt: skip
    with pytest.raises(gw.WriteError, match="r1c"):
        gw.write(puzzle, "puzzlekit")


def test_json_tells_the_genre_and_the_answer() -> None:
    answer = gw.solve(FENCES).answers[0]
    text = gw.write(FENCES, "puzzlekit-json", answer)
    told = json.loads(text)
    assert (told["name"], told["count"], told["count_sol"]) == ("Slitherlink", 1, 1)
    (reading,) = gw.read_all(text)
    assert (reading.format, reading.puzzle, reading.answer) == ("puzzlekit", FENCES, answer)


def test_a_bad_record_keeps_no_other_from_being_read() -> None:
    records = {"a": {"problem": NURIKABE, "solution": ""}, "b": {"problem": "2 3\n2 -\n- - 1"}, "c": {}}
    text = json.dumps({"name": "Nurikabe", "data": records})
    assert "line 2 of the text of b" in str(fault_of(text))
    faults: list[gw.FormatError] = []
    (reading,) = gw.read_all(text, faults=faults)
    assert reading.puzzle.about.title == "a" and len(faults) == 2


GIVEN_TOO = ("Sudoku", "Fillomino", "Skyscrapers", "Skyscrapers with Parks")
"""Genres whose texts have places for given marks of the answer."""
NOT_TOLD = {"Starry Sky": "its rules are others there", "Pills": "the cases lack clues that tell how many there are"}
"""Genres of which no case can be written, with the reason."""


@pytest.mark.parametrize("genre", TOLD, ids=lambda genre: genre.name)
def test_cases_survive_the_round_trip(genre: type[gw.Genre]) -> None:
    n = 0
    folder = genre.__module__.rpartition(".")[2]
    for path in sorted((ROOT / "tests" / "cases" / folder).glob("*.spf")):
        for reading in gw.read_all(path):
            given = {name: marks for name, marks in reading.puzzle.given.items() if name not in genre.answer_layers}
            plain = gw.Puzzle.of(genre, reading.puzzle.board, given, reading.puzzle.keys)
            puzzle = reading.puzzle if genre.name in GIVEN_TOO else plain
            try:
                text = gw.write(puzzle, "puzzlekit-json", reading.answer)
            except gw.WriteError:
                continue
            (again,) = gw.read_all(text)
            puzzles = [
                (one.board, {name: marks for name, marks in one.given.items() if name not in ("cage", "tube")})
                for one in (again.puzzle, puzzle)
            ]
            assert puzzles[0] == puzzles[1], path
            assert (again.answer and again.answer.marks) == (reading.answer and reading.answer.marks), path
            n += 1
    assert bool(n) == (genre.name not in NOT_TOLD)


@settings(deadline=None, max_examples=examples(150))
@given(st.sampled_from(NAMES), st.integers(1, 4), st.integers(1, 4), st.data())
def test_odd_texts_give_puzzles_or_faults(name: str, rows: int, cols: int, data: st.DataObject) -> None:
    items = st.sampled_from(["-", "0", "1", "3", "x", "w", "2e", "1.1", "1.2", "12+", "3,4", ",", "?", "ns", "a"])
    lines = data.draw(st.lists(st.lists(items, min_size=cols, max_size=cols).map(" ".join), max_size=3 * rows))
    extra = data.draw(st.sampled_from(["", " 2", " c", " 3 D"]))
    try:
        gw.read_all("\n".join([f"{rows} {cols}{extra}", *lines, ""]), "puzzlekit", genre=name)
    except gw.FormatError as fault:
        assert str(fault)


# -- janko.at ---------------------------------------------------------------------------------------------------------

PAGE = """<html><head><title>a page</title></head><body>
<script id="data" type="application/x-janko">
begin
puzzle tents
author Somebody &amp; others
title A title
size 3
unit 28
[clabels]
1 - 0
[rlabels]
1 0 -
[problem]
- x -
- - -
- - -
[solution]
o x -
- - -
- - -
[moves]
1a 2b
[end]
</script></body></html>
"""


def test_a_saved_page_is_read() -> None:
    (reading,) = gw.read_all(PAGE)
    puzzle = reading.puzzle
    assert (reading.format, puzzle.genre.name) == ("janko", "Tents")
    assert (puzzle.about.title, puzzle.about.author) == ("A title", "Somebody & others")
    count = {"top": [1, None, 0], "left": [1, 0, None]}
    assert puzzle == gw.puzzle("Tents", size=3, tree=[". # .", ". . .", ". . ."], count=count)
    assert reading.answer is not None and reading.answer["tent"][0] == [True, False, False]


def test_keys_and_sections_may_stand_in_another_order() -> None:
    text = "puzzle abcendview\nrows 3\ncols 3\n[rlabels]\n- b -\n- - -\n[clabels]\na - -\n- - c\n"
    puzzle = gw.read(text)
    assert (puzzle.genre.name, puzzle.keys["max"]) == ("Easy as ABC", 3)
    assert dict(puzzle.given["hint"]) == {Spot(-1, 1): "A", Spot(7, 5): "C", Spot(3, -1): "B"}
    mines = "begin\npuzzle minesweeper\nmines 2\nsize 2\n[problem]\nO x\n- 2\n[end]\n"
    told = gw.read(mines)
    assert told.keys["mines"] == 2 and dict(told.given["number"]) == {Spot(1, 1): 0, Spot(1, 3): "x", Spot(3, 3): 2}


def test_very_old_pages_hold_parameters_of_an_applet() -> None:
    text = '<applet code="X">\n<param name="p1" value="3 3">\n<param name="p2" value="- -">\n</applet>\n'
    assert gw.read(text, genre="slitherlink") == FENCES
    assert fault_of(text).code == "no-genre"


@pytest.mark.parametrize(("text", "code"), [
    ("[problem]\n1 -\n- -\n", "no-genre"), ("puzzle chess\n[problem]\n1 -\n- -\n", "unknown-genre"),
    ("puzzle tents\nsize 2\n[problem]\n- x\n- -\n", "cut-short"),
    ("puzzle tents\nsize two\n[problem]\n- x\n", "malformed"),
    ("puzzle tents\n[clabels]\n1 0\n[rlabels]\n1 0\n", "cut-short"),
])  # fmt: skip
def test_faults_of_pages_are_told(text: str, code: str) -> None:
    assert fault_of(text).code == code


# -- Kudamono ---------------------------------------------------------------------------------------------------------

KUDAMONO = "https://pedros.works/paper-puzzle-player?"


def test_links_of_kudamono() -> None:
    link = KUDAMONO + "W=3x2&L=(2)1(1)3&G=nurikabe"
    assert recognised(link) == "kudamono"
    # Column by column from the left, from the bottom to the top: the places 1 and 4.
    assert gw.read(link) == gw.puzzle("Nurikabe", ["2 . .", ". . 1"])
    old = KUDAMONO + "W=2&H=1&L=(2)1(1)3&G=nurikabe"
    assert gw.read(old) == gw.read(link)
    lits = gw.read(KUDAMONO + "W=4x4&SIE=10UUUU&G=lits")
    assert set(lits.given["wall"]) == {Spot(y, 4) for y in (1, 3, 5, 7)}


@pytest.mark.parametrize(("query", "code"), [
    ("W=6x6&SIE=19U3L&G=lits&V=double", "variant"), ("W=4x3&L=x1&G=nurikabe", "variant"),
    ("W=4x3&L=(1)50&G=nurikabe", "malformed"), ("W=4x3&SIE=3UUUUUU&G=lits", "malformed"), ("W=4&G=lits", "bad-size"),
    ("W=99999x99999&G=lits", "too-large"), ("W=4x3&G=hidoku", "unknown-genre"), ("W=4x3&L-MATH=p6&G=lits", "variant"),
    ("W=4x3&L=(1)1&G=lits", "variant"), ("W=4x3&L=((&G=nurikabe", "malformed"),
])  # fmt: skip
def test_faults_of_links_are_told(query: str, code: str) -> None:
    assert fault_of(KUDAMONO + query).code == code


# -- ipuz -------------------------------------------------------------------------------------------------------------


def ipuz(**more: Any) -> str:
    rows = [[1, 0, 0, 0], [0, 0, "1", None], [0, {"value": 2}, 0, 0], [0, 0, 0, 3]]
    told = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": rows}
    return json.dumps({**told, "dimensions": {"width": 4, "height": 4}, **more})


def test_sudokus_of_ipuz() -> None:
    (reading,) = gw.read_all(ipuz(title="A title", author="Somebody"))
    given = dict(reading.puzzle.given["number"])
    assert given == {Spot(1, 1): 1, Spot(3, 5): 1, Spot(5, 3): 2, Spot(7, 7): 3}
    assert (reading.format, reading.puzzle.about.title) == ("ipuz", "A title")
    assert gw.read(f"ipuz({ipuz()})") == reading.puzzle
    letters = gw.read(ipuz(charset="ABCD", puzzle=[["A", 0, 0, 0], *[[0] * 4] * 3]))
    assert dict(letters.given["number"]) == {Spot(1, 1): 1}
    killer = gw.read(ipuz(cages=[{"cells": [[1, 1], [2, 1]], "value": 3}, {"rect": [3, 1, 4, 2], "value": 10}]))
    assert killer.genre.name == "Killer-Sudoku" and dict(killer.given["total"]) == {Spot(1, 1): 3, Spot(1, 5): 10}


@pytest.mark.parametrize("more", [
    {"kind": ["http://ipuz.org/crossword#1"]}, {"kind": ["http://ipuz.org/sudoku/diagonalsudoku#1"]}, {"kind": []},
    {"dimensions": {"width": 4, "height": 3}}, {"dimensions": {"width": 10**9, "height": 10**9}}, {"puzzle": [[1]]},
    {"puzzle": [[9, 0, 0, 0], *[[0] * 4] * 3]}, {"zones": [{"rect": [1, 1, 2, 2]}]}, {"charset": "AA"},
    {"cages": [{"cells": [[0, 0]]}]}, {"cages": [{"cells": [[1, 1], [2, 1]], "value": 3, "operator": "*"}]},
    {"cages": [{"cells": [[1, 1]]}, {"cells": [[1, 1]]}]},
])  # fmt: skip
def test_other_files_of_ipuz_are_refused(more: dict[str, Any]) -> None:
    assert str(fault_of(ipuz(**more)))


@pytest.mark.parametrize("format", ["janko", "kudamono", "ipuz"])
def test_formats_that_are_read_only_say_so(format: str) -> None:
    puzzle = gw.puzzle("Sudoku", size=4)
    with pytest.raises(gw.WriteError, match="read only"):
        gw.write(puzzle, format)
