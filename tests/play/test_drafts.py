"""The editor without a browser: every puzzle can be entered clue by clue, in the forms that the page offers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.board.rect import Rect
from gridwright.play import tasks
from gridwright.play.api import Inline
from gridwright.play.drafts import BadDraft, changed, draft_of, entered, new_draft, problem, puzzle_of
from gridwright.play.editing import Editing, entry_forms
from gridwright.play.jobs import Superseded
from gridwright.play.position import key_of, marks_of
from gridwright.play.service import Refused, Service
from gridwright.play.storage import Storage

from ..grouped import case_name, thorough
from ..laws.cases import PATHS, case
from ..picture.samples import ONE

each = pytest.mark.parametrize("path", ONE, ids=case_name)


@pytest.fixture(scope="module")
def editing() -> Editing:
    return Editing(Service(Storage(None)))


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.__name__)
def test_every_genre_has_an_empty_board(editing: Editing, genre: type[gw.Genre]) -> None:
    rows, cols = genre.making.size or (6, 6)
    shown = editing.new({"genre": genre.name, "rows": rows, "columns": cols})
    assert {form["name"] for form in shown["forms"]} == set(genre.layers)
    assert shown["doc"]["genre"] == genre.name and "spf" in shown["formats"]


class Replaced(Inline):
    """A worker that always has a newer request."""

    def ask(self, *args: object, **names: object) -> Any:
        raise Superseded


def test_a_puzzle_is_turned_although_verdicts_are_asked_for() -> None:
    editing = Editing(Service(Storage(None), workers=(Replaced(), Inline())))
    draft = draft_of(gw.puzzle("Nurikabe", ["1 . .", ". . 2"]))
    with pytest.raises(Refused):
        editing.verdict({"draft": draft})
    assert puzzle_of(editing.turn({"draft": draft, "how": "mirror"})["draft"]) == gw.puzzle(
        "Nurikabe", [". . 1", "2 . ."])


@each
def test_a_puzzle_comes_back_from_its_draft(path: Path) -> None:
    puzzle = case(path).puzzle
    told = json.loads(json.dumps(draft_of(puzzle)))
    assert puzzle_of(told) == puzzle and problem(puzzle_of(told)) == ""


@each
def test_a_puzzle_can_be_entered_clue_by_clue(path: Path) -> None:
    """On an empty board of its size, with what its forms offer: a palette, a mark, a text or fields."""
    puzzle = case(path).puzzle
    if not isinstance(puzzle.board, Rect):
        pytest.skip("boards of areas are not made in the editor")
    draft = draft_of(gw.Puzzle(puzzle.genre, puzzle.board))
    forms = {form["name"]: form for form in entry_forms(puzzle.genre(puzzle))}
    for one in puzzle.genre.declarations:
        if one.name in puzzle.keys:
            told = draft_of(puzzle)["keys"][one.name]
            text = told if isinstance(told, str) else json.dumps(told)
            draft = changed(draft, {"do": "key", "name": one.name, "text": text})
        for spot, value in puzzle.given.get(one.name, {}).items():
            draft = changed(draft, _typed(forms[one.name], one.name, key_of(spot), value))
    assert puzzle_of(draft) == puzzle


def _typed(form: dict[str, Any], name: str, key: str, value: Any) -> dict[str, Any]:
    told = {"do": "enter", "layer": name, "k": key}
    chosen = [one["v"] for one in form["values"]]
    if form["tool"] in ("marks", "lines", "choose"):
        assert value in chosen or value is False
        return told | {"value": value}
    assert form["tool"] == "enter"
    text = form["texts"][key]
    assert not form["fields"] or len(text) == len(form["fields"])
    return told | {"text": text if form["fields"] or isinstance(text, str) else " ".join(text or ["-"])}


@pytest.mark.parametrize(("genre", "layer", "text", "value"), [
    ("Nurikabe", "clue", "?", "?"), ("Nurikabe", "clue", "12", 12), ("Yajilin", "hint", "2 up", (2, "u")),
    ("Yajilin", "hint", ["3", "←"], (3, "l")), ("Yajilin", "hint", ["?", "d"], (None, "d")),
    ("Kakuro", "clue", ["16", ""], (16, None)), ("Kakuro", "clue", "16/4", (16, 4)), ("Tapa", "clue", "1 3", (1, 3)),
    ("Tapa", "clue", "1 ?", (1, "?")), ("Picross", "clue", "2,1", (2, 1)), ("Picross", "clue", "5", (5,)),
    ("Picross", "clue", "-", ()), ("Picross", "clue", "?", ("?",)), ("Colour Picross", "clue", "3k 1r", ("3k", "1r")),
    ("Compass", "compass", ["1", "", "", "0"], (1, None, None, 0)), ("Arukone", "label", "A", "A"),
    ("Arukone", "label", "7", 7),
])  # fmt: skip
def test_what_people_type_is_understood(genre: str, layer: str, text: Any, value: Any) -> None:
    kind = gw.genre(genre)
    puzzle = puzzle_of(new_draft(genre, 8, 8))
    told, found = kind.as_told(puzzle), kind.layers[layer]
    spot = min(found.spots(kind(puzzle)))
    assert entered(text, found.domain.at(told, spot)) == value


def test_a_value_that_cannot_be_is_refused_with_what_is_expected() -> None:
    draft = new_draft("Fences", 4, 4)
    with pytest.raises(BadDraft, match="Expected a number from 0 to 4, not 7"):
        changed(draft, {"do": "enter", "layer": "number", "k": "1,1", "text": "7"})
    with pytest.raises(BadDraft, match=r"The layer .number. has no place"):
        changed(draft, {"do": "enter", "layer": "number", "k": "99,1", "text": "2"})
    with pytest.raises(BadDraft, match="has no layer"):
        changed(draft, {"do": "enter", "layer": "nothing", "k": "1,1", "text": "2"})


def test_dragging_through_cells_makes_a_region() -> None:
    draft = new_draft("Heyawake", 3, 3)
    draft = changed(draft, {"do": "region", "layer": "wall", "cells": ["1,1", "1,3", "3,1"]})
    puzzle = puzzle_of(draft)
    assert [len(one) for one in puzzle.board.regions(puzzle.given["wall"])] == [3, 6]
    draft = changed(draft, {"do": "region", "layer": "wall", "cells": ["1,1", "1,3", "1,5"]})
    puzzle = puzzle_of(draft)
    assert sorted(len(one) for one in puzzle.board.regions(puzzle.given["wall"])) == [1, 3, 5]


def test_marks_are_toggled_as_the_first_of_them() -> None:
    draft = changed(new_draft("Heyawake", 2, 2), {"do": "toggle", "layer": "wall", "keys": ["1,2"]})
    assert set(draft["given"]["wall"]) == {"1,2"}
    draft = changed(draft, {"do": "toggle", "layer": "wall", "keys": ["2,1", "1,2", "9,9"]})
    assert set(draft["given"]["wall"]) == {"1,2", "2,1"}
    draft = changed(draft, {"do": "toggle", "layer": "wall", "keys": ["1,2", "2,3"]})
    assert set(draft["given"]["wall"]) == {"2,1"}
    draft = changed(draft, {"do": "toggle", "layer": "wall", "keys": ["2,1", "2,3"], "on": True})
    assert set(draft["given"]["wall"]) == {"2,1", "2,3"}
    assert changed(draft, {"do": "toggle", "layer": "wall", "keys": []}) == draft


def test_lines_begin_with_the_mark_that_is_declared_for_them() -> None:
    """Only where they have none; it goes with its last line. A line that was drawn towards its mark gets no other."""
    draw: dict[str, Any] = {"do": "toggle", "layer": "joint", "on": True}
    draft = changed(new_draft("Thermometers", 3, 3), draw | {"keys": ["1,2", "1,4"], "start": "1,5"})
    assert draft["given"] == {"joint": {"1,2": True, "1,4": True}, "bulb": {"1,5": True}}
    longer = changed(draft, draw | {"keys": ["2,1"], "start": "3,1"})
    assert longer["given"]["bulb"] == {"1,5": True}
    shorter = changed(longer, draw | {"keys": ["1,4", "1,2"], "start": "1,5", "on": False})
    assert shorter["given"] == {"joint": {"2,1": True}, "bulb": {}}
    plain = changed(new_draft("Masyu", 3, 3), draw | {"layer": "loop", "keys": ["1,2"], "start": "1,1", "value": False})
    assert plain["given"] == {"loop": {"1,2": False}}
    with pytest.raises(BadDraft, match="Expected"):
        changed(plain, draw | {"layer": "loop", "keys": ["1,2"], "value": 7})


def test_clues_outside_move_along_with_the_size() -> None:
    draft = new_draft("Skyscrapers", 4, 4)
    draft = changed(draft, {"do": "enter", "layer": "view", "k": "1,9", "text": "3"})
    draft = changed(draft, {"do": "resize", "rows": 5, "columns": 5})
    assert draft["given"]["view"] == {"1,11": 3}
    with pytest.raises(BadDraft, match="at most"):
        changed(draft, {"do": "resize", "rows": 500, "columns": 500})


@pytest.mark.parametrize(("rows", "columns", "left"), [
    (2, 3, ["1,5", "3,1", "3,3"]), (1, 3, ["1,5"]), (2, 2, ["3,1", "3,3"]), (3, 1, ["3,1", "5,1"]),
    (3, 3, ["1,5", "3,1", "3,3", "5,1"]), (9, 9, ["1,5", "3,1", "3,3", "5,1", "1,7"]), (1, 1, []),
])  # fmt: skip
def test_a_smaller_board_keeps_the_holes_that_lie_on_it(rows: int, columns: int, left: list[str]) -> None:
    """``y,x`` in doubled coordinates: of rows 1 to 3 at y = 1, 3, 5, and of columns 1 to 4 at x = 1, 3, 5, 7."""
    draft = new_draft("Pips", 3, 4)
    for key in ("1,5", "3,1", "3,3", "5,1", "1,7"):
        draft = changed(draft, {"do": "hole", "k": key})
    assert sorted(changed(draft, {"do": "resize", "rows": rows, "columns": columns})["holes"]) == sorted(left)


@pytest.mark.parametrize(("rows", "columns", "fits"), [
    (50, 50, True), (1, 2_500, True), (2_500, 1, True), (1, 1, True),
    (50, 51, False), (1, 2_501, False), (2_501, 1, False), (0, 1, False), (1, 0, False), (-1, -1, False),
])  # fmt: skip
def test_a_board_has_from_1_to_2500_cells(rows: int, columns: int, fits: bool) -> None:
    small = new_draft("Pips", 3, 3)
    if fits:
        draft = changed(small, {"do": "resize", "rows": rows, "columns": columns})
        assert len(puzzle_of(draft).board.cells) == len(puzzle_of(new_draft("Pips", rows, columns)).board.cells)
        assert (draft["rows"], draft["columns"]) == (rows, columns)
        return
    size = {"rows": rows, "columns": columns}
    for make in (lambda: new_draft("Pips", rows, columns), lambda: puzzle_of(small | size),
                 lambda: changed(small, {"do": "resize", **size})):  # fmt: skip
        with pytest.raises(BadDraft, match="A board needs rows and columns, and has at most 2500 cells"):
            make()


def test_a_hole_takes_its_clue_with_it() -> None:
    draft = changed(new_draft("Pips", 2, 3), {"do": "enter", "layer": "region", "k": "1,1", "text": "A"})
    draft = changed(draft, {"do": "hole", "k": "1,1"})
    assert draft["holes"] == ["1,1"] and draft["given"]["region"] == {}
    assert changed(draft, {"do": "hole", "k": "1,1"})["holes"] == []


def test_texts_are_read_and_written(editing: Editing) -> None:
    puzzles = (case(path).puzzle for path in PATHS if path.parent.name == "nurikabe")
    draft = draft_of(next(one for one in puzzles if set(one.given) == {"clue"}))
    text = editing.write({"draft": draft, "format": "puzzlink"})["text"]
    assert editing.read({"text": text})["draft"]["given"]["clue"] == draft["given"]["clue"]
    with pytest.raises(Refused, match=r"no puzzle|format|expected"):
        editing.read({"text": "what is this"})
    with pytest.raises(Refused, match=r"cannot|can be written|no format"):
        editing.write({"draft": new_draft("Chatroom", 4, 4), "format": "puzzlink"})


@pytest.mark.parametrize("draft", [
    None, [], {}, {"genre": "Nothing"}, {"genre": "Fences"}, {"genre": "Fences", "rows": "x", "columns": 3},
    {"genre": "Fences", "rows": 3, "columns": 3, "given": 7}, {"genre": "Fences", "rows": 10**9, "columns": 10**9},
    {"genre": "Fences", "rows": 3, "columns": 3, "given": {"number": {"<b>": 1}}},
    {"genre": "Fences", "rows": 3, "columns": 3, "holes": ["x"]}, {"genre": "Fences", "record": {"nodes": 1}},
])  # fmt: skip
def test_what_is_no_draft_is_refused(editing: Editing, draft: Any) -> None:
    with pytest.raises(Refused):
        editing.change({"draft": draft})


@each
def test_an_unfinished_draft_is_shown_with_what_it_lacks(editing: Editing, path: Path) -> None:
    """Whatever layer is taken away, the editor still shows a board, and says what is wrong if something is."""
    draft = draft_of(case(path).puzzle)
    for name in draft["given"]:
        shown = editing.change({"draft": draft, "changes": [{"do": "clear", "layer": name}]})
        assert name not in shown["draft"]["given"] and shown["doc"]["svg"]


def test_the_page_begins_with_a_genre_that_there_is(editing: Editing) -> None:
    told = editing.genres()
    assert told["first"] in {one["name"] for one in told["genres"]}


def test_ids_of_drafts_have_at_most_40_letters_and_digits(editing: Editing) -> None:
    longest = "a1" * 20
    editing.save(longest, {"genre": "Fences"})
    assert [one["id"] for one in editing.drafts()["drafts"]] == [longest]
    editing.remove(longest, {})
    assert editing.drafts() == {"drafts": []}
    for id in (longest + "x", "", "a b", "a/b", "-"):
        with pytest.raises(Refused, match="id"):
            editing.save(id, {})
        with pytest.raises(Refused, match="id"):
            editing.remove(id, {})
    assert editing.drafts() == {"drafts": []}


# -- what the solver says --


def never() -> bool:
    return False


def test_a_verdict_on_one_answer_tells_it() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 .", ". ."])
    told = tasks.judged_draft(gw.generate("Fences", 4, 4, seed=1), stop=never)
    assert told["status"] == "unique" and len(told["answers"]) == 1
    several = tasks.judged_draft(puzzle, stop=never)
    assert several["status"] == "several" and len(several["answers"]) == 2


@pytest.mark.parametrize("name", [
    "Fences", "Sudoku", "Masyu", "Galaxies", *map(thorough, ("Heyawake", "Kakuro", "LITS", "Skyscrapers")),
])  # fmt: skip
def test_an_empty_board_is_called_so_and_becomes_a_puzzle(name: str) -> None:
    genre = gw.genre(name)
    rows, cols = genre.making.size or (6, 6)
    blank = puzzle_of(new_draft(name, min(rows, 6), min(cols, 6)) if name != "Sudoku" else new_draft(name, 9, 9))
    assert tasks.judged_draft(blank, stop=never)["blank"]
    made = tasks.filled_up(blank, "1", "none", stop=never)
    assert made.board == blank.board and gw.solve(made).status == "unique"
    assert "blank" not in tasks.judged_draft(made, stop=never)


def test_a_verdict_on_several_answers_tells_where_all_of_them_differ() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 .", ". ."])
    told = tasks.judged_draft(puzzle, stop=never)
    answers = [marks_of(puzzle.genre(puzzle), answer) for answer in gw.all_answers(puzzle)]
    keys = {key for answer in answers for key in answer["sea"]}
    differ = {key for key in keys if len({answer["sea"][key] for answer in answers}) > 1}
    assert {key for _, key in told["differ"]} == differ and told["total"] == 4


def test_a_verdict_on_a_contradiction_names_the_clues() -> None:
    puzzle = gw.puzzle("Fences", ["4 4 .", ". . .", ". . 0"])
    told = tasks.judged_draft(puzzle, stop=never)
    assert told["status"] == "none" and told["words"]
    assert {tuple(clue) for clue in told["clues"]} == {("number", "1,1"), ("number", "1,3")}  # the 0 has no part in it
    assert all(part["words"] and part["at"] for part in told["clashes"])
