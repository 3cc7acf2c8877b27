"""What holds for every genre: each layer has a tool, each value a key, each mark a stamp, and answers are solved."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.language.genre import Genre
from gridwright.language.layers import AnswerLayer, ValueLayer
from gridwright.picture.cell_words import clue_words, side_words
from gridwright.picture.places import places_of
from gridwright.picture.svg import SCALE
from gridwright.play import editing as editing_module
from gridwright.play import tools as tools_module
from gridwright.play.document import StampBook, document
from gridwright.play.editing import entry_forms
from gridwright.play.position import Judge, completed, key_of, marks_of, state_of
from gridwright.play.tools import tools

from ..grouped import case_name, only_if
from ..laws.cases import PATHS, case, each_case
from ..picture.samples import ONE

each = pytest.mark.parametrize("path", ONE, ids=case_name)


@cache
def judge_of(path: Path) -> Judge:
    return Judge(case(path).puzzle)


def model_of(path: Path) -> Genre:
    return judge_of(path).model


def test_there_is_a_sample_of_every_genre() -> None:
    assert {case(path).genre for path in ONE} == set(gw.known_genres())


@each
def test_every_place_of_every_answer_layer_has_a_tool(path: Path) -> None:
    model = model_of(path)
    found = tools(model)
    assert list(found) == list(model.answer_layers)
    for name, tool in found.items():
        assert [place.spots for place in tool.places] == [tuple(place) for place in model.variables.places(name)]
        assert all(len(place.cells) in (1, 2) for place in tool.places)


@each
def test_no_two_layers_of_a_genre_share_a_gesture(path: Path) -> None:
    """One may be tapped or written, the other dragged from cell to cell."""
    ways = [tool.where == "cells" for tool in tools(model_of(path)).values()]
    assert len(ways) == len(set(ways)) <= 2


@each
def test_every_value_has_keys_of_its_own(path: Path) -> None:
    for tool in tools(model_of(path)).values():
        typed = [key for value in tool.values for key in value.typed]
        assert all(value.typed for value in tool.values)
        assert len(typed) == len(set(typed))
        if tool.name in ("write", "trail", "cycle"):
            assert all(len(key) == 1 or key.isdigit() for value in tool.values for key in value.typed[:1])


@each
def test_answers_are_solved_and_come_back_as_they_were_told(path: Path) -> None:
    one, model = case(path), model_of(path)
    marks = marks_of(model, one.answer)
    assert state_of(model, marks).marks == one.answer.marks
    assert judge_of(path).judged(marks) == {"faults": [], "solved": True}


@each
def test_what_is_left_open_counts_as_empty(path: Path) -> None:
    """A player who sets no mark where none belongs has solved the puzzle."""
    one, model = case(path), model_of(path)
    marks = marks_of(model, one.answer)
    for name, tool in tools(model).items():
        empty = {value.value for value in tool.values if value.blank} if tool.values else {False}
        empty |= {0} if tool.name == "bridge" else set()
        marks[name] = {k: v for k, v in marks.get(name, {}).items() if not any(v is e or v == e != 0 or
                       (v == 0 and e == 0 and type(v) is type(e)) for e in empty)}
    assert judge_of(path).judged(marks)["solved"] is True


@each
def test_an_empty_board_is_no_answer(path: Path) -> None:
    model = model_of(path)
    state = state_of(model, {})
    whole = completed(model, state)
    if whole is not None and whole.marks != case(path).answer.marks:
        assert not judge_of(path).judged({})["solved"]


@each
def test_places_that_take_no_mark_have_none_in_any_answer(path: Path) -> None:
    """The law that they follow from is the puzzle's own; so it is asked whether an answer with a mark there exists."""
    puzzle = case(path).puzzle
    for name, tool in tools(model_of(path)).items():
        for spot in sorted(tool.inert)[:3]:
            played = gw.State.of(puzzle, {name: {spot: True}})
            assert gw.solve(puzzle, played=played).status == "none"


@each_case
def test_no_answer_has_a_mark_where_none_may_be_set(path: Path) -> None:
    one = case(path)
    only_if(one.status != "none")
    for name, tool in tools(one.genre(one.puzzle)).items():
        assert not any(one.answer.get(name, spot) for spot in tool.inert)


@each
def test_the_document_has_a_stamp_for_every_mark_and_few_of_them(path: Path) -> None:
    told = document(case(path).puzzle)
    for layer in told["layers"]:
        count = len(layer["values"]) if "values" in layer else 1
        blanks = {i for i, value in enumerate(layer.get("values", ())) if value.get("blank")}
        for own in layer["sets"]:
            assert set(own) == set(range(count)) - blanks
        assert all(layer["sets"][place["s"]] is not None for place in layer["places"])
    drawn = sum(len(layer.get("values", [1])) for layer in told["layers"])
    tubes = any(layer.get("between", {}).get("when") == "both" for layer in told["layers"])  # they go in many ways
    if told["rows"] and not tubes:
        assert len(told["stamps"]) <= 4 * drawn + 4


@each
def test_every_cell_with_a_clue_says_it(path: Path) -> None:
    one, model = case(path), model_of(path)
    words, outside = clue_words(model), side_words(model)
    cells = set(one.puzzle.board.cells)
    for name, given in one.puzzle.given.items():
        layer = model.layers[name]
        for spot, value in given.items():
            if spot in cells and not (isinstance(layer, AnswerLayer | ValueLayer) and value is False):
                assert words[spot].strip(), f"{name} at {spot}"
            if layer.on in ("sides", "line_sides"):
                assert outside[spot].strip()
    assert not any("None" in told or "(" in told or "_" in told for told in [*words.values(), *outside.values()])


def _with_faults() -> list[Path]:
    """The smallest case of each genre that has wrong answers."""
    found: dict[str, Path] = {}
    for path in sorted(PATHS, key=lambda path: path.stat().st_size):
        if b"/wrong [" in path.read_bytes():
            found.setdefault(path.parent.name, path)
    return sorted(found.values())


@pytest.mark.parametrize("path", _with_faults(), ids=case_name)
def test_a_fault_is_told_with_the_cells_that_show_it(path: Path) -> None:
    one = case(path)
    judge = judge_of(path)
    found = judge.judged(marks_of(judge.model, one.wrong[0].state))
    assert found["faults"] and not found["solved"]
    board = one.puzzle.board
    spots = (*board.cells, *board.edges, *board.corners, *board.sides, *getattr(board, "line_sides", ()))
    known = set(map(key_of, spots))
    for fault in found["faults"]:
        assert fault["words"][-1] in ".!?" and set(fault["at"]) <= known


TOOLS: dict[str, dict[str, tuple[str, str]]] = {
    "Nurikabe": {"sea": ("shade", "dot")},
    "Hitori": {"shade": ("shade", "ring")},
    "Thermometers": {"filled": ("shade", "dot")},
    "Starbattle": {"star": ("piece", "dot")},
    "Fences": {"loop": ("segment", "cross")},
    "Masyu": {"loop": ("path", "cross")},
    "Shikaku": {"border": ("wall", "joined")},
    "Pips": {"domino": ("pair", "cross"), "pip": ("write", "candidates")},
    "Yajilin": {"shade": ("shade", "dot"), "loop": ("path", "cross")},
    "Hashi": {"bridge": ("bridge", "none")},
    "Pills": {"pill": ("oblong", "none")},
    "Slalom": {"slant": ("cycle", "candidates")},
    "Sudoku": {"number": ("write", "candidates")},
    "Snake": {"number": ("trail", "candidates")},
}
"""What one would expect, for each of the eleven tools."""


@pytest.mark.parametrize("name", TOOLS)
def test_tools_are_those_that_one_expects(name: str) -> None:
    path = next(path for path in ONE if case(path).genre.name == name)
    found = {layer: (tool.name, tool.second) for layer, tool in tools(model_of(path)).items()}
    assert found == TOOLS[name]


def test_all_tools_are_used() -> None:
    used: set[Any] = {tool.name for path in ONE for tool in tools(model_of(path)).values()}
    assert used == {tool for layers in TOOLS.values() for tool, _ in layers.values()}


CLOSED = {"Nurikabe": True, "Akari": True, "Minesweeper": True, "Tapa": True, "Yajilin": True, "Masyu": True,
          "Fences": False, "Galaxies": False, "Hitori": False, "Sudoku": False}  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_clues_that_say_so_close_their_cells(name: str) -> None:
    """Nurikabe's numbers are land, and no line enters a hole; what a number of Fences says is for the player to see."""
    cases = [one for one in map(case, PATHS) if one.genre.name == name and one.puzzle.given]
    found = [any(tool.inert for tool in tools(one.genre(one.puzzle)).values()) for one in cases]
    assert any(found) is CLOSED[name]


@each
def test_places_that_lie_alike_have_the_same_stamps(path: Path) -> None:
    """One of them is drawn for all; here each is."""
    puzzle = case(path).puzzle
    model = puzzle.genre(puzzle)
    places = places_of(puzzle.board, puzzle.genre.ground.cell)
    book = StampBook(model, places, 1)
    for tool in tools(model).values():
        values = [value.value for value in tool.values if not value.blank] if tool.values else [True]
        some = dict(enumerate(values[:2]))
        for place in tool.places:
            assert book.marks(tool.layer, place.spots, some) == book._marks(tool.layer, place.spots, some)


def test_clues_outside_are_named_where_there_are_two_kinds() -> None:
    top, left = gw.Spot(-1, 1), gw.Spot(1, -1)
    one = gw.Puzzle.of(gw.genre("Skyscrapers"), gw.Rect.of(4, 4), {"view": {top: 3, left: 2}})
    assert side_words(one.genre(one)) == {top: "3", left: "2"}
    two = gw.Puzzle.of(gw.genre("Magnets"), gw.Rect.of(4, 4), {"positive": {top: 1}, "negative": {top: 2, left: 0}})
    assert side_words(two.genre(two)) == {top: "positive 1, negative 2", left: "negative 0"}


def test_the_box_has_room_for_clues_on_all_sides() -> None:
    """A cell wide, on a wide board and on a high one."""
    for rows, cols in ((2, 5), (5, 2)):
        puzzle = gw.Puzzle(gw.genre("Fences"), gw.Rect.of(rows, cols))
        left, top, width, height = document(puzzle, room=1)["box"]
        margin = -left - SCALE
        assert margin >= 0 and top == left
        assert (width, height) == pytest.approx([(n + 2) * SCALE + 2 * margin for n in (cols, rows)], abs=0.05)


@pytest.mark.parametrize(("most", "tool", "values"), [(3, "cycle", 2), (2, "write", 2), (1, "write", 0)])
def test_few_values_are_cycled_through_and_chosen_from_a_palette(
    most: int, tool: str, values: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plate of Magnets holds one of three signs, and a pearl of Masyu is one of two."""
    monkeypatch.setattr(tools_module, "_FEW", most)
    monkeypatch.setattr(editing_module, "_PALETTE", most)
    poles = gw.Puzzle(gw.genre("Magnets"), gw.Rect.of(4, 4))
    assert tools(poles.genre(poles))["pole"].name == tool
    pearls = gw.Puzzle(gw.genre("Masyu"), gw.Rect.of(4, 4))
    form = next(one for one in entry_forms(pearls.genre(pearls)) if one["name"] == "pearl")
    assert len(form["values"]) == values
