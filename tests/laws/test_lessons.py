"""Lessons: tiny boards with one answer, from easy to harder, that together break the rules; and all techniques.

By default one technique of each genre is tried; ``-m slow`` tries all.
"""

from __future__ import annotations

from random import Random

import pytest

import gridwright as gw
from gridwright.engine.explain.lessons import Lesson, lesson_of
from gridwright.engine.explain.techniques import techniques_of
from gridwright.language.puzzle import Frozen
from gridwright.play.api import Inline
from gridwright.play.exercises import Exercise, exercise, exercises
from gridwright.play.learning import Learning
from gridwright.play.position import spot_of, state_of
from gridwright.play.service import Service
from gridwright.play.storage import Storage
from gridwright.play.tools import tools

from .cases import each_genre, some_genres

BOARDS, CELLS, STEPS = 4, 36, 24
"""The boards of a lesson, and the most cells and steps of a board."""
RERUN = "run: python -m gridwright.authoring NAME --lessons"


def lesson(genre: type[gw.Genre]) -> Lesson:
    found = lesson_of(genre.__module__)
    assert len(found.boards) == BOARDS, f"{genre.name} has no lesson; {RERUN}"
    return found


@some_genres("lessons")
def test_boards_are_tiny_easy_and_have_one_answer(genre: type[gw.Genre]) -> None:
    scores = []
    for board in lesson(genre).boards:
        puzzle = gw.read(board.puzzle)
        assert puzzle.genre is genre and len(puzzle.board.cells) <= CELLS, f"{genre.name}: {puzzle.in_short}"
        assert gw.solve(puzzle).status == "unique", f"{genre.name}: {puzzle.in_short} is not unique"
        rating = gw.rate(puzzle)
        assert rating.label in ("trivial", "easy") and sum(rating.profile.values()) <= STEPS, (
            f"{genre.name}: {rating} is too hard for a lesson")
        scores.append(rating.score)
    assert scores == sorted(scores), f"{genre.name}: the boards do not get harder; {RERUN}"
    assert len({board.puzzle for board in lesson(genre).boards}) == BOARDS, f"{genre.name}: a board comes twice"


@each_genre
def test_the_marks_that_break_a_rule_break_only_this_rule_and_are_all_needed(genre: type[gw.Genre]) -> None:
    for board in lesson(genre).boards:
        puzzle = gw.read(board.puzzle)
        model = puzzle.genre(puzzle)
        for rule in board.broken:
            state = board.state(puzzle, rule)
            assert {one.rule for one in gw.check(puzzle, state)} == {rule}, f"{genre.name}: {rule} is not the only one"
            for name in state.marks:
                for place in model.variables.places(name):
                    own = {spot: value for spot, value in state.marks[name].items() if spot not in place}
                    if len(own) < len(state.marks[name]):
                        fewer = gw.State.of(puzzle, {**state.marks, name: Frozen(own)})
                        assert rule not in {one.rule for one in gw.check(puzzle, fewer)}, f"{genre.name}: {rule}"


NOT_SHOWN = {
    "Arukone": {"blocked", "no_ring"}, "Country Road": {"one_loop"}, "Curve Data": {"blocked"},
    "Domino Hunt": {"holes_apart"}, "Fences": {"open_inside"}, "Fillomino": {"borders_part"}, "Hashi": {"no_crossing"},
    "House-Tree-Animal": {"animals_apart", "houses_apart", "trees_apart"}, "Killer-Sudoku": {"no_repeat"},
    "Laser": {"unused", "bounces", "mirror_count"}, "Subway": {"unused", "pieces"},
    "Masyu": {"holes"}, "Minesweeper": {"total_mines"}, "Nurikabe": {"numbered_land"},
    "Pills": {"each_value_once", "no_overlap"}, "Snake": {"each_once", "no_touch", "one_after_another"},
    "Starbattle": {"holes_empty"}, "Starry Sky": {"arrows_fly"}, "Stations": {"crossed"},
    "Takuzu": {"no_three", "rows_differ", "cols_differ"}, "Thermometers": {"others_empty"},
    "Yagit": {"no_ring"}, "Yajilin": {"one_loop"},
}  # fmt: skip
"""By genre, the rules that no board of its lesson breaks: most are about holes, crosses or clues that tiny boards lack,
or the marks that break them break others, too."""


@each_genre
def test_the_boards_break_all_rules_together(genre: type[gw.Genre]) -> None:
    shown = {rule for board in lesson(genre).boards for rule in board.broken}
    assert {rule.name for rule in genre.rules} - shown == NOT_SHOWN.get(genre.name, set()), (
        f"{genre.name}: other rules are not shown than NOT_SHOWN lists")


@each_genre
def test_each_technique_is_taught_once(genre: type[gw.Genre]) -> None:
    known = techniques_of(genre.__module__)
    keys = lesson(genre).techniques
    assert set(keys) <= known.keys(), f"{genre.name}: techniques of the lesson are gone; {RERUN}"
    names = [known[key].name for key in keys]
    assert sorted(names) == sorted({one.name for one in known.values()}), f"{genre.name}: {RERUN}"


@each_genre
def test_exercises_have_addresses(genre: type[gw.Genre]) -> None:
    found = exercises(genre)
    assert len(found) == lesson(genre).length, f"{genre.name}: exercises are missing"
    for one in found:
        is_plain = one.id.isascii() and not {"/", "?", "#", " "} & set(one.id)
        assert exercise(one.id) == one and is_plain, f"{genre.name}: the address {one.id!r} leads elsewhere"
    assert [bool(one.name) for one in found] == [False] * BOARDS + [True] * (len(found) - BOARDS), (
        f"{genre.name}: the techniques do not follow the boards")


def check_technique(one: Exercise) -> None:
    """Its step has marks that the player can set on the board that is shown."""
    learning = Learning(Service(Storage(None), workers=(Inline(), Inline())))
    told = learning.exercise(one.id)
    model = one.puzzle.genre(one.puzzle)
    state_of(model, told["marks"])  # is a position
    assert told["step"]["technique"].casefold() == one.name.casefold()
    inert = {name: tool.inert for name, tool in tools(model).items()}
    marks = [(layer, key) for layer, key, _, _ in told["step"]["marks"]]
    assert any(key not in told["marks"].get(layer, {}) and spot_of(key) not in inert[layer] for layer, key in marks)


@some_genres("found")
def test_a_technique_can_be_found(genre: type[gw.Genre]) -> None:
    check_technique(Random(genre.name).choice(exercises(genre)[BOARDS:]))


@pytest.mark.slow
@each_genre
def test_all_techniques_can_be_found(genre: type[gw.Genre]) -> None:
    for one in exercises(genre)[BOARDS:]:
        check_technique(one)
