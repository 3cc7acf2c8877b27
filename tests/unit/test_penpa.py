"""Links of Penpa+: packing, places, what is read of each layer, what is refused and how, and that nothing is lost.

The links are made here, with the writer or from texts like the editor's. Real ones are read in ``tests/interchange``.
"""

from __future__ import annotations

import json
import time
import tracemalloc
import zlib
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.formats.penpa.ink import Nook
from gridwright.formats.penpa.page import Page, abbreviated, packed, written_out
from gridwright.formats.reading import is_link, recognised
from gridwright.registry import REGISTRY

from ..grouped import examples

ROOT = Path(__file__).parents[2]
NAMES = sorted(entry.formats["penpa"][0] for entry in REGISTRY.entries if "penpa" in entry.formats)
DRAWN = [genre for genre in REGISTRY.genres if any(dialect.format == "penpa" for dialect in genre.dialects)]
EMPTY = "[0,0,0,0]"


def link(
    rows: int, cols: int, problem: Mapping[str, Any], answer: Mapping[str, Any] | None = None, *,
    kind: str = "square", margins: str = EMPTY, header: str = "", tags: str = "[]", solution: Any = None,
) -> str:  # fmt: skip
    """A link as the editor would write it, with only the layers that are told."""
    head = f"{kind},{cols},{rows},38,0,1,1,266,266,144,144,0,0,0,0,{header}"
    lines = [head, margins, "{}", json.dumps(problem), json.dumps(answer or {}), "[]", *["x"] * 11, tags]
    more = "" if solution is None else f"&a={packed(json.dumps(solution))}"
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed(abbreviated(chr(10).join(lines)))}{more}"


def cell(row: int, col: int, cols: int) -> str:
    """The editor's number of a cell, from 0, on a page without margins."""
    return str((row + 2) * (cols + 4) + col + 2)


def fault_of(text: str, **options: Any) -> gw.FormatError:
    with pytest.raises(gw.FormatError) as caught:
        gw.read_all(text, **options)
    return caught.value


NURIKABE = link(2, 3, {"number": {cell(0, 0, 3): ["2", 1, "1"], cell(1, 2, 3): [1, 1, "1"]}})


# -- links ------------------------------------------------------------------------------------------------------------


def test_a_link_is_read_with_the_genre_that_is_told() -> None:
    puzzle = gw.read(NURIKABE, genre="Nurikabe")
    assert puzzle == gw.puzzle("Nurikabe", ["2 . .", ". . 1"])
    assert gw.read(NURIKABE, genre="nurikabe") == puzzle
    assert gw.read(NURIKABE, genre="Islands in the Stream") == puzzle


@pytest.mark.parametrize("text", [
    NURIKABE, NURIKABE.replace("#m=", "?m="), NURIKABE.partition("#")[2], NURIKABE.rstrip("="),
    NURIKABE.replace("m=edit", "m=solve"), NURIKABE + "&l=solvedup", "# a comment\n" + NURIKABE + "\n",
    NURIKABE.replace("+", "%2B"), f"a puzzle: {NURIKABE}\n",
])  # fmt: skip
def test_all_forms_of_a_link_are_read(text: str) -> None:
    assert recognised(text) == "penpa"
    assert gw.read(text.encode(), genre="nurikabe") == gw.puzzle("Nurikabe", ["2 . .", ". . 1"])


def test_a_link_is_no_name_of_a_file() -> None:
    assert is_link(NURIKABE) and is_link(NURIKABE.partition("#")[2])
    assert not is_link("m=edit.txt")


def test_a_plus_sign_may_have_become_a_blank() -> None:
    text = next(one for n in range(1, 60) if "+" in (one := link(n, 3, {"number": {cell(0, 1, 3): ["3", 1, "1"]}})))
    assert gw.read(text.replace("+", " ").encode(), genre="nurikabe") == gw.read(text, genre="nurikabe")


def test_a_link_without_a_genre_says_what_to_do() -> None:
    fault = fault_of(NURIKABE)
    assert fault.code == "no-genre" and "--genre" in fault.expected and fault.line == 1
    assert fault_of(NURIKABE, genre="nurikap").code == "unknown-genre"
    assert "Chatroom is not read from drawings" in str(fault_of(NURIKABE, genre="Chatroom"))


def test_tags_tell_the_genre() -> None:
    problem = {"number": {cell(0, 0, 3): ["3", 1, "1"]}}
    assert gw.read(link(3, 3, problem, tags='["classic","slitherlink"]')).genre.name == "Fences"
    assert fault_of(link(3, 3, problem, tags='["classic"]')).code == "no-genre"


def test_one_bad_link_keeps_no_other_from_being_read() -> None:
    text = f"{NURIKABE}\nm=edit&p=AAAA\n{NURIKABE}\n"
    faults: list[gw.FormatError] = []
    assert len(gw.read_all(text, genre="nurikabe", faults=faults)) == 2
    assert [fault.line for fault in faults] == [2]
    assert fault_of(text, genre="nurikabe").line == 2


# -- abbreviations and places -----------------------------------------------------------------------------------------


@given(st.text(alphabet='zZ9"qaO_lineE,nul0', max_size=40))
def test_abbreviations_are_undone(text: str) -> None:
    assert written_out(abbreviated(text)) == text


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2), st.integers(0, 2), st.data())
def test_places_and_numbers_go_both_ways(rows: int, cols: int, top: int, left: int, data: st.DataObject) -> None:
    page = Page(rows, cols, top=top, left=left)
    number = data.draw(st.integers(0, 12 * page.width * page.height - 1))
    assert page.number(page.place(number)) == number


def test_places_are_where_the_editor_has_them() -> None:
    page = Page(6, 6)
    assert page.place(22) == Spot(1, 1) and page.place(26) == Spot(1, 9)
    n = 100
    assert page.place(n + 22) == Spot(2, 2)  # the grid point at the lower right
    assert page.place(2 * n + 22) == Spot(2, 1) and page.place(3 * n + 22) == Spot(1, 2)
    assert page.place(4 * n + 4 * 22 + 3) == Nook(Spot(1, 1), 3)
    assert page.place(8 * n + 4 * 22) == Nook(Spot(1, 1), 4)


def test_margins_and_the_list_of_cells_bound_the_board() -> None:
    cells = [int(cell(r, c, 5)) for r in (1, 2) for c in (2, 3, 4)]
    differences = [cells[0], *(b - a for a, b in pairwise(cells))]
    text = link(3, 5, {"number": {cell(1, 2, 5): ["2", 1, "1"]}})
    lines = zlib.decompress(_data(text), -15).decode().split("\n")
    lines[5] = json.dumps(differences)
    puzzle = gw.read("m=edit&p=" + packed("\n".join(lines)), genre="nurikabe")
    assert puzzle == gw.puzzle("Nurikabe", ["2 . .", ". . ."])


def _data(text: str) -> bytes:
    from base64 import b64decode

    payload = text.partition("&p=")[2]
    return b64decode(payload + "=" * (-len(payload) % 4))


# -- layers -----------------------------------------------------------------------------------------------------------


def test_regions_are_what_thick_lines_enclose() -> None:
    """Lines that end within a region, thin ones and deleted ones bound nothing."""
    # The grid points of a page of 4 x 4 cells: 64 and the number of the cell at their upper left.
    upright = {f"{64 + n},{72 + n}": 2 for n in (11, 19, 27, 35)}
    others = {"81,82": 2, "90,91": 80, "98,99": 2}
    puzzle = gw.read(link(4, 4, {"lineE": upright | others, "deletelineE": {"98,99": 1}}), genre="lits")
    assert set(puzzle.given["wall"]) == {Spot(y, 4) for y in (1, 3, 5, 7)}


def test_a_dark_cell_is_a_wall_of_akari_and_a_given_cell_elsewhere() -> None:
    dark = {"surface": {cell(0, 1, 3): 4, cell(1, 1, 3): 1}, "number": {cell(1, 1, 3): ["2", 4, "1"]}}
    assert gw.read(link(3, 3, dark), genre="akari") == gw.puzzle("Akari", [". ? .", ". 2 .", ". . ."])
    shaded = gw.read(link(3, 3, {"surface": {cell(0, 1, 3): 4, cell(1, 1, 3): 2}}), genre="nurikabe")
    assert dict(shaded.given["sea"]) == {Spot(1, 3): True, Spot(3, 3): False}


def test_arrows_of_yajilin_in_both_forms() -> None:
    arrow = [0, 0, 1, 0, 0, 0, 0, 0]
    problem = {
        "number": {cell(0, 0, 4): ["3_1", 1, "2"], cell(1, 0, 4): ["2", 1, "1"], cell(2, 2, 4): ["?", 1, "1"]},
        "symbol": {cell(1, 0, 4): [arrow, "arrow_fouredge_B", 1]}, "surface": {cell(3, 3, 4): 1},
    }
    puzzle = gw.read(link(4, 4, problem), genre="yajilin")
    assert dict(puzzle.given["hint"]) == {Spot(1, 1): (3, "l"), Spot(3, 1): (2, "l")}
    assert dict(puzzle.given["block"]) == {Spot(5, 5): True, Spot(7, 7): True}
    bare = link(4, 4, {"number": {cell(0, 0, 4): ["3", 1, "1"]}})
    assert fault_of(bare, genre="yajilin").code == "variant"


def test_older_links_draw_cages_stroke_by_stroke() -> None:
    # A 4 x 4 board: n = 64; the first two cells of the first row are a cage, drawn between their corners.
    def corner(row: int, col: int, at: int) -> str:
        return str(4 * 64 + 4 * int(cell(row, col, 4)) + at)

    strokes = [
        (corner(0, 0, 0), corner(0, 0, 1)), (corner(0, 0, 2), corner(0, 0, 3)), (corner(0, 0, 0), corner(0, 0, 2)),
        (corner(0, 1, 0), corner(0, 1, 1)), (corner(0, 1, 2), corner(0, 1, 3)), (corner(0, 1, 1), corner(0, 1, 3)),
        (corner(0, 0, 1), corner(0, 1, 0)),
    ]
    old = {"cage": {",".join(pair): 10 for pair in strokes}, "numberS": {corner(0, 0, 0): ["5", 1]}}
    new = {"killercages": [[int(cell(0, 0, 4)), int(cell(0, 1, 4))]], "numberS": {corner(0, 0, 0): ["5", 1]}}
    assert gw.read(link(4, 4, old), genre="killer") == gw.read(link(4, 4, new), genre="killer")


def test_parameters_that_a_drawing_lacks() -> None:
    problem = {"lineE": {"91,92": 2}}
    (assumed,) = gw.read_all(link(5, 5, problem), genre="starbattle")
    assert assumed.puzzle.keys["stars"] == 2
    assert assumed.warnings == ("the link does not tell the number of stars; it is taken to be 2",)
    (told,) = gw.read_all(link(5, 5, problem), genre="starbattle", stars=1)
    assert told.puzzle.keys["stars"] == 1 and not told.warnings
    assert "is no number" in str(fault_of(link(5, 5, problem), genre="starbattle", stars="many"))
    above = {"number": {"11": ["3★", 1, "1"]}}
    assert gw.read(link(6, 5, above, margins="[1,0,0,0]"), genre="starbattle").keys["stars"] == 3


@pytest.mark.parametrize(("puzzle", "line"), [
    (gw.puzzle("Minesweeper", size=2, mines=3), "The number of mines: 3"),
    (gw.puzzle("Snake", size=3, max=5), "The length of the snake: 5"),
    (gw.puzzle("Japanese Sums", size=4, max=2), "The largest digit: 2"),
    (gw.puzzle("Easy as ABC", size=5, max=4), "The letters: ABCD"),
    (gw.puzzle("Domino Hunt", [[1, 1]], min=0, max=9), "The largest number: 9"),
    (gw.puzzle("Starbattle", size=12, stars=12), "The number of stars: 12"),
], ids=lambda one: one.genre.name if isinstance(one, gw.Puzzle) else "")  # fmt: skip
def test_what_a_drawing_has_no_place_for_is_written_into_the_rules(puzzle: gw.Puzzle, line: str) -> None:
    text = gw.write(puzzle, "penpa")
    header = zlib.decompress(_data(text.strip()), -15).decode().split("\n")[0].split(",")
    assert line in header[18].split("%2D")
    (again,) = gw.read_all(text)
    assert again.puzzle == puzzle
    assert again.puzzle.about == puzzle.about and not again.warnings
    own = replace(puzzle, about=gw.About(description=("Rules of my own.", "Twice.")))
    assert gw.read(gw.write(own, "penpa")).about == own.about


def test_the_user_knows_better_than_the_rules() -> None:
    text = gw.write(gw.puzzle("Minesweeper", size=2, mines=3), "penpa")
    assert gw.read(text, mines=2).keys["mines"] == 2


def test_rules_of_others_are_left_alone() -> None:
    header = "Title: ,Author: ,,The number of mines: as few as can be,OFF,false"
    puzzle = gw.read(link(2, 2, {}, header=header), genre="Minesweeper")
    assert "mines" not in puzzle.keys
    assert puzzle.about.description == ("The number of mines: as few as can be",)


def test_tanks_whose_parts_may_differ_in_level_are_read_with_a_warning() -> None:
    """Water in the legs of an arch is not joined; in the arms of a U it is."""
    u_shape = gw.puzzle("Aquarium", size=(2, 3), wall={"r1c1-r1c2": True, "r1c2-r1c3": True, "r1c2-r2c2": True})
    arch = gw.puzzle("Aquarium", size=(2, 3), wall={"r2c1-r2c2": True, "r2c2-r2c3": True, "r1c2-r2c2": True})
    for one, count in ((u_shape, 0), (arch, 1)):
        text = gw.write(one, "penpa")
        (ours,) = gw.read_all(text)
        assert ours.puzzle == one and not ours.warnings
        (theirs,) = gw.read_all(gw.write(replace(one, about=gw.About(description=("Other rules",))), "penpa"))
        assert theirs.puzzle == one
        assert [("the parts of the tank at r1c1" in word) for word in theirs.warnings] == [True] * count


def test_letters_that_are_not_the_first_ones() -> None:
    sides = {"number": {"31": ["U", 1, "1"], "33": ["T", 1, "1"]}}
    page = link(9, 9, sides, margins="[1,1,1,1]")
    puzzle = gw.read(page, genre="Easy as ABC", letters="TUV")
    assert puzzle.keys["max"] == 3 and sorted(puzzle.given["hint"].values()) == ["A", "B"]
    assert fault_of(page, genre="Easy as ABC", letters="XYZ").code == "variant"


def test_arrows_to_a_corner_are_refused() -> None:
    arrows = {"symbol": {cell(0, 0, 3): [[1, 0, 0, 0, 1, 0, 0, 0], "arrow_cross", 1]}}
    assert "an arrow points to a corner (r1c1)" in str(fault_of(link(3, 3, arrows), genre="pentopia"))


# -- what is refused, and what is left out ----------------------------------------------------------------------------


@pytest.mark.parametrize(("problem", "word"), [
    ({"thermo": [[22, 23]]}, "thermometers"), ({"killercages": [[22, 23]]}, "cages"),
    ({"cage": {"488,489": 10}}, "cages"),
    ({"arrows": [[22, 23]]}, "arrows"),
    ({"symbol": {"22": [1, "star", 1]}}, "star"), ({"wall": {"322,323": 2}}, "bars"), ({"line": {"22,23": 2}}, "lines"),
])  # fmt: skip
def test_what_may_be_another_rule_is_refused_by_name(problem: Mapping[str, Any], word: str) -> None:
    fault = fault_of(link(6, 6, problem), genre="sudoku")
    assert fault.code == "variant" and word in str(fault)


def test_decoration_is_left_out_with_a_warning() -> None:
    problem = {"number": {cell(0, 0, 3): ["2", 1, "1"]}, "surface": {cell(2, 2, 3): 7}}
    (reading,) = gw.read_all(link(3, 3, problem), genre="nurikabe")
    assert reading.warnings == ("colours of cells are left out",)
    beside = {"number": {"9": ["a title", 1, "6"]}}
    (reading,) = gw.read_all(link(4, 3, beside, margins="[1,0,0,0]"), genre="nurikabe")
    assert reading.warnings == ("texts beside the board are left out: 'a title'",)


@pytest.mark.parametrize(("text", "code"), [
    (link(3, 3, {}, kind="hex"), "grid"), ("m=edit&p=" + packed("1,2,3\n"), "old-version"),
    ("m=edit&p=https://puzz.link/p?slither/2/2/21g3", "malformed"), ("m=edit&p=AAAA", "bad-compression"),
    ("m=edit&p=%%%%", "bad-compression"), ("m=edit&p=" + packed("square"), "malformed"),
    (link(99999, 99999, {}), "too-large"), (link(3, 3, {"number": {"x": ["1", 1, "1"]}}), "malformed"),
    (link(3, 3, {"number": {"99999": ["1", 1, "1"]}}), "malformed"), (link(3, 3, {"number": {"22": 5}}), "malformed"),
])  # fmt: skip
def test_what_cannot_be_read_is_told(text: str, code: str) -> None:
    assert fault_of(text, genre="nurikabe").code == code


def test_bombs_are_refused_in_time_and_space() -> None:
    bombs = [b"[" * 40_000_000, b"zR" * 6_000_000, b"square,3,3\n" + b"[0]\n" * 20_000_000]
    for inside in bombs:
        deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
        text = "m=edit&p=" + b64encode(deflater.compress(inside) + deflater.flush()).decode()
        tracemalloc.start()
        begun = time.process_time()
        fault_of(text, genre="nurikabe")
        seconds, peak = time.process_time() - begun, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert seconds < 3 and peak < 200 * 2**20


@settings(deadline=None, max_examples=examples(150))
@given(st.sampled_from([0, 1, 3, 4, 5]), st.text(max_size=60), st.sampled_from(NAMES))
def test_damaged_payloads_give_puzzles_or_faults(line: int, text: str, name: str) -> None:
    lines = zlib.decompress(_data(NURIKABE), -15).decode().split("\n")
    lines[line] = text.replace("\n", " ")
    payload = "m=edit&p=" + packed("\n".join(lines))
    try:
        gw.read_all(payload, genre=name)
    except gw.FormatError as fault:
        assert str(fault)


_PLACES = st.sampled_from(["22", "23", "22,23", "122,123"])
_WORDS = st.text("19?xzZ_,", max_size=4) | st.sampled_from(["circle_L", "kakuro", "star"])
_VALUES = st.recursive(
    st.none() | st.integers(-3, 900) | _WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_PLACES, inner), max_leaves=8,
)
_LAYERS = st.sampled_from(["surface", "number", "numberS", "symbol", "lineE", "line", "killercages", "thermo", "cage"])


@settings(deadline=None, max_examples=examples(150))
@given(st.dictionaries(_LAYERS, _VALUES, max_size=3), st.sampled_from(NAMES))
def test_odd_layers_give_puzzles_or_faults(layers: Mapping[str, Any], name: str) -> None:
    try:
        gw.read_all(link(6, 6, layers, layers), genre=name)
    except gw.FormatError as fault:
        assert str(fault)


# -- writing ----------------------------------------------------------------------------------------------------------

SAME_MEANING = {
    "killer_sudoku": "borders of cages beside cells without a cage say nothing",
    "thermometers": "tubes on cells are decoration", "snake": "an answer may be numbered from either end",
}
"""Genres of which two puzzles, or two answers, may be the same though they are not equal."""


def comparable(puzzle: gw.Puzzle) -> tuple[Any, ...]:
    given = {name: dict(marks) for name, marks in puzzle.given.items() if marks and name not in ("cage", "tube")}
    keys = {name: value for name, value in puzzle.keys.items() if value != puzzle.genre.keys[name].default}
    return puzzle.genre.name, puzzle.board, given, keys


@pytest.mark.parametrize("genre", DRAWN, ids=lambda genre: genre.name)
def test_cases_survive_the_round_trip(genre: type[gw.Genre]) -> None:
    n = 0
    folder = genre.__module__.rpartition(".")[2]
    for path in sorted((ROOT / "tests" / "cases" / folder).glob("*.spf")):
        for reading in gw.read_all(path):
            puzzle = reading.puzzle
            try:
                text = gw.write(puzzle, "penpa", reading.answer)
            except gw.WriteError as refused:
                assert "penpa" in str(refused) or "arrow" in str(refused)
                continue
            (again,) = gw.read_all(text)
            assert comparable(again.puzzle) == comparable(puzzle), path
            assert again.puzzle.about.description == puzzle.about.description
            if folder != "snake":
                assert (again.answer is None) == (reading.answer is None)
                assert again.answer is None or again.answer.marks == reading.answer.marks, path  # type: ignore[union-attr]
            assert again.warnings == ()
            n += 1
    assert n


def test_a_written_link_tells_its_genre_and_its_solution() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . 1"], title="Two, islands", author="A & B")
    answer = gw.solve(puzzle).answers[0]
    (again,) = gw.read_all(gw.write(puzzle, "penpa", answer))
    assert (again.puzzle, again.answer, again.puzzle.about) == (puzzle, answer, puzzle.about)
    playable, bare = gw.write(puzzle, "penpa", answer), gw.write(puzzle, "penpa")
    assert "#m=solve&" in playable and "&a=" in playable and "#m=edit&" in bare and "&a=" not in bare
    lines = zlib.decompress(_data(playable.partition("&a=")[0]), -15).decode().split("\n")
    assert lines[4] == "" and lines[2] == '["1","2","1"]~zS~["",1]', "whoever solves it does not see the answer"


def test_the_solution_of_a_posted_puzzle_is_read_where_the_answer_layer_is_empty() -> None:
    shaded = [cell(0, 1, 3), cell(0, 2, 3), cell(1, 0, 3)]
    text = link(2, 3, {"number": {cell(0, 0, 3): ["1", 1, "1"]}}, solution=[shaded, [], [], [], [], []])
    (reading,) = gw.read_all(text, genre="nurikabe")
    assert reading.answer is not None
    assert reading.answer["sea"] == [[False, True, True], [True, False, False]]


def test_a_solvers_first_steps_are_no_answer() -> None:
    one = {"surface": {cell(0, 0, 6): 4}}
    assert gw.read_all(link(6, 6, {}, one), genre="nurikabe")[0].answer is None
    many = {"surface": {cell(r, c, 6): 4 for r in range(3) for c in range(6)}}
    assert gw.read_all(link(6, 6, {}, many), genre="nurikabe")[0].answer is not None


def test_the_header_of_a_link_is_the_editors() -> None:
    text = zlib.decompress(_data(gw.write(gw.puzzle("Nurikabe", size=(6, 6)), "penpa").strip()), -15).decode()
    assert text.startswith("square,6,6,38,0,1,1,266,266,144,144,0,0,0,0,Title: ,Author: ,,")
    lines = text.split("\n")
    assert len(lines) == 19 and lines[1] == EMPTY and json.loads(lines[5])[:7] == [22, 1, 1, 1, 1, 1, 5]
    framed = gw.puzzle("Tents", size=(5, 5), count={"top": [1, 0, 1, 0, 1], "left": [1, 1, 0, 1, 0]})
    text = zlib.decompress(_data(gw.write(framed, "penpa").strip()), -15).decode()
    assert text.startswith("square,6,6,38,") and text.split("\n")[1] == "[1,0,1,0]"
