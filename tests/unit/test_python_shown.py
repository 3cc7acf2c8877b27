"""What the interpreter, editors and notebooks show of what functions return."""

from __future__ import annotations

import inspect
import re

import pytest

import gridwright as gw
from gridwright.language.validation import checks_arguments

SUDOKU = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
SEVERAL = gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 3"])
NONE = gw.puzzle("Sudoku", ["1..1", "..3.", ".4..", "...2"])


# -- givens belong to states ------------------------------------------------------------------------------------------


def by_hints(puzzle: gw.Puzzle) -> gw.State:
    """The last position when all hints are followed."""
    position = gw.state(puzzle)
    while isinstance(step := gw.hint(puzzle, position), gw.Step):
        position = step.applied(position)
    return position


def test_a_board_that_is_filled_by_hints_is_the_answer() -> None:
    answer, position = gw.solve(SUDOKU).answers[0], by_hints(SUDOKU)
    assert gw.Spot(1, 1) not in position.marks["number"]
    assert gw.check(SUDOKU, position, finished=True) == []
    assert position == answer and hash(position) == hash(answer) and gw.differences(position, answer) == ()
    assert position.grid() == answer.grid() and position.get("number", "r1c1") == 1
    assert position.with_givens().marks == answer.marks


def test_given_marks_are_not_all_there_is_to_fill_in() -> None:
    left_out = gw.state(SUDOKU, [".324", "42.1", "2.13", "3.4."])
    assert [str(one) for one in gw.check(SUDOKU, left_out, finished=True)] == ["r4c2 is not filled in"]
    assert left_out.grid()[3] == [3, None, 4, 2] and left_out != gw.solve(SUDOKU).answers[0]
    changed = gw.state(SUDOKU, ["2...", "....", "....", "...."])
    assert changed.grid()[0][0] == 2 and changed != gw.state(SUDOKU)
    assert any(one.rule == "given" for one in gw.check(SUDOKU, changed))


def test_a_state_of_another_puzzle_is_checked_with_the_givens_of_this_one() -> None:
    empty = gw.puzzle("Sudoku", size=4)
    assert len(gw.check(empty, by_hints(SUDOKU), finished=True)) == 4


# -- names of places --------------------------------------------------------------------------------------------------


def test_boards_know_the_spots_of_their_names() -> None:
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    square = gw.Graph(corners, [(0, 1), (1, 2), (2, 3), (3, 0)], [[0, 1, 2, 3]], [(0.5, 0.5)])
    for board in (gw.Rect.of(2, 3), square):
        for spot in (*board.cells, *board.links, *board.edges, *board.corners, *board.sides):
            assert board.spot(board.name(spot)) == spot
    spot = gw.Rect.of(9, 9).spot(" R3C4 ")
    assert (spot.row, spot.col) == (3, 4)
    with pytest.raises(ValueError, match=r"no place of this board is called 'r1c10'"):
        gw.Rect.of(9, 9).spot("r1c10")


# -- interpreter ------------------------------------------------------------------------------------------------------


def test_pictures_ratings_and_paths_are_shown_in_short() -> None:
    assert repr(gw.draw(SUDOKU)) == str(gw.draw(SUDOKU)) == "<Picture of Sudoku 4x4, 108 x 108 pt>"
    assert str(gw.rate(SUDOKU)) == 'easy (score 9, 12 steps); hardest: "naked single"'
    path = gw.explain(SUDOKU)
    next(iter(path))
    assert repr(path) == "<Sudoku path, 1 step so far>"
    assert len(str(inspect.signature(gw.Picture))) < 400


def test_functions_keep_their_types_for_editors() -> None:
    told = checks_arguments.__annotations__
    assert told["function"] == told["return"]
    for function in (gw.solve, gw.check, gw.hint, gw.rate, gw.draw, gw.count, gw.minimise):
        assert inspect.signature(function).parameters["puzzle"].annotation == "Puzzle | Reading"


# -- notebooks --------------------------------------------------------------------------------------------------------


def sizes(html: str) -> list[str]:
    return re.findall(r'<svg [^>]*? width="([\d.]+)pt"', html)


def test_pictures_have_their_natural_size_in_notebooks() -> None:
    natural = sizes(gw.draw(SUDOKU)._repr_svg_())
    assert [round(float(width)) for width in natural] == [108]
    answer = gw.solve(SUDOKU).answers[0]
    assert sizes(SUDOKU._repr_svg_()) == sizes(answer._repr_svg_()) == sizes(gw.solve(SUDOKU)._repr_html_()) == natural
    (wide,) = sizes(gw.puzzle("Fences", size=(3, 60))._repr_svg_())
    assert float(wide) <= 480


def test_two_answers_are_side_by_side() -> None:
    shown = gw.solve(SEVERAL)._repr_html_()
    assert len(sizes(shown)) == 2 and "display: flex" in shown
    assert gw.solve(NONE)._repr_html_().startswith('<p style="white-space: pre-line">no answer, ')
    assert "<div" not in gw.solve(NONE)._repr_html_()


def test_notebooks_show_words_and_boards() -> None:
    step = gw.hint(SUDOKU)
    assert isinstance(step, gw.Step)
    shown = step._repr_html_()
    assert step.words in shown and len(sizes(shown)) == 1 and "gw-fresh" in shown and "gw-reason" in shown
    (mistake,) = gw.mistakes(SUDOKU, gw.state(SUDOKU, ["1..3", "....", "....", "...."]))
    assert mistake.words in mistake._repr_html_() and len(sizes(mistake._repr_html_())) == 1
    diagnosis = gw.diagnose(SEVERAL)
    assert "several answers" in diagnosis._repr_html_() and "gw-other" in diagnosis._repr_html_()
    rating = gw.rate(SUDOKU)
    assert "naked single" in rating._repr_html_() and len(sizes(rating._repr_html_())) == 1
    (reading,) = gw.read_all("https://puzz.link/p?nurikabe/4/4/2p31i")
    assert "puzzlink" in reading._repr_html_() and len(sizes(reading._repr_html_())) == 1
