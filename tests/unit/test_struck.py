"""Candidates that are struck out, in every verb."""

from __future__ import annotations

import pickle

import pytest

import gridwright as gw
from gridwright.engine.explain.steps import StepMark, with_marks
from gridwright.language import Spot, State

from ..laws.cases import of_genre

A = Spot(1, 3)


def puzzle() -> gw.Puzzle:
    return gw.read("\n".join(["1234", "3412", "....", "...."]))


def test_an_empty_state_strikes_nothing() -> None:
    assert State.of(puzzle(), {}).struck_at("number", A) == frozenset()


def test_solving_keeps_to_struck_candidates() -> None:
    one = puzzle()
    some = list(gw.all_answers(one))
    at = Spot(5, 1)
    values = {answer.get("number", at) for answer in some}
    assert len(values) == 2
    (gone, *_) = values
    left = list(gw.all_answers(one, played=State.of(one, {}, {"number": {at: {gone}}})))
    assert left and set(left) == {answer for answer in some if answer.get("number", at) != gone}


def test_common_marks_tell_what_no_answer_holds() -> None:
    one = puzzle()
    common = gw.common_marks(one)
    assert common is not None
    for at in one.board.cells:
        held = {answer.get("number", at) for answer in gw.all_answers(one)}
        told = common.struck_at("number", at)
        assert told == (frozenset() if len(held) == 1 else frozenset({1, 2, 3, 4} - held))


def test_check_tells_contradictory_candidates() -> None:
    one = puzzle()
    at = Spot(5, 1)
    both = gw.check(one, State.of(one, {"number": {at: 2}}, {"number": {at: {2}}}))
    assert [(v.rule, v.at, v.words) for v in both] == [("value", (at,), "r3c1 is 2, but that is struck out")]
    none = gw.check(one, State.of(one, {}, {"number": {at: {1, 2, 3, 4}}}))
    assert ("value", (at,)) in [(v.rule, v.at) for v in none]


def test_a_spot_with_a_candidate_left_is_no_fault() -> None:
    one = puzzle()
    answer = next(gw.all_answers(one))
    struck = {spot: {1, 2, 3, 4} - {value} for spot, value in answer.marks["number"].items() if spot.y > 4}
    assert gw.check(one, State.of(one, {}, {"number": struck})) == []
    assert gw.check(one, State.of(one, {}, {"number": dict.fromkeys(struck, frozenset({9}))})) == []


def test_a_step_adds_marks_and_strikes_candidates_out() -> None:
    one = puzzle()
    before = State.of(one, {"number": {Spot(5, 1): 2}}, {"number": {A: {1}}})
    after = with_marks(one, before, [StepMark("number", Spot(5, 3), 4), StepMark("number", A, 3, False),
                                     StepMark("number", Spot(7, 7), 1, False)])  # fmt: skip
    assert after.marks["number"] == {Spot(5, 1): 2, Spot(5, 3): 4}
    assert after.struck["number"] == {A: {1, 3}, Spot(7, 7): {1}}


def test_check_sees_what_struck_candidates_exclude() -> None:
    """Without 1 in the first two cells of row 3, and none in the last two, the row has no place for it."""
    one = puzzle()
    struck = {Spot(5, x): {1} for x in (1, 3, 5, 7)}
    found = gw.check(one, State.of(one, {}, {"number": struck}))
    assert "1 has no place left in row 3" in [v.words for v in found]


def test_states_with_struck_candidates_are_values() -> None:
    one = puzzle()
    state = State.of(one, {}, {"number": {A: [1, 2]}})
    assert state == State.of(one, {}, {"number": {A: {2, 1}}}) != State.of(one, {})
    assert pickle.loads(pickle.dumps(state)) == state
    assert hash(state) == hash(State.of(one, {}, {"number": {A: {2, 1}}}))


# -- in files ---------------------------------------------------------------------------------------------------------

POSITION = """\
<<
/type (sudoku)
/sol false
/size 4
/digits 1
/position [
[ (number) 2 (r3c1) ]
[ (number) 3 (r3c2 r4c1) ] ]
/struck [
[ (number) 1 (r4c4) ]
[ (number) 3 (r4c3 r4c4) ] ]
/puzzle [
(+-+-+-+-+)
(|1 2|3 4|)
(+ + + + +)
(|3 4|1 2|)
(+-+-+-+-+)
(|   |   |)
(+ + + + +)
(|   |   |)
(+-+-+-+-+) ]
>>
"""


def named(one: gw.Puzzle, name: str) -> Spot:
    return next(spot for spot in one.board.cells if one.board.name(spot) == name)


def test_a_position_is_read_from_spf() -> None:
    (reading,) = gw.read_all(POSITION)
    one, state = reading.puzzle, reading.answer
    assert reading.warnings == () and state is not None
    assert state.marks["number"] == {named(one, "r3c1"): 2, named(one, "r4c1"): 3, named(one, "r3c2"): 3}
    assert state.struck["number"] == {named(one, "r4c3"): {3}, named(one, "r4c4"): {1, 3}}
    bare = gw.Puzzle.of(one.genre, one.board, one.given, one.keys)
    assert gw.write(one, "spf", state) == gw.write(bare, "spf", state, printable=False) == POSITION
    swapped = POSITION.replace("(r3c2 r4c1)", "(r4c1 r3c2)")
    assert gw.read_all(swapped)[0].answer == state
    assert "position" not in gw.write(one, "spf") and "struck" not in gw.write(one, "spf")


@pytest.mark.parametrize("name", ["json", "sudoku", "puzzlink"])
def test_formats_without_a_place_for_struck_candidates_refuse_them(name: str) -> None:
    (reading,) = gw.read_all(POSITION)
    with pytest.raises(gw.WriteError, match="no place for candidates that are struck out; it can be written as spf"):
        gw.write(reading.puzzle, name, reading.answer)


def test_boards_that_are_graphs_refuse_struck_candidates() -> None:
    one = next(one.puzzle for one in of_genre(gw.genre("Fillomino")) if not isinstance(one.puzzle.board, gw.Rect))
    state = State.of(one, {}, {"number": {one.board.cells[0]: {1}}})
    with pytest.raises(gw.WriteError, match="no place for candidates that are struck out"):
        gw.write(one, "spf", state)


@pytest.mark.parametrize(("old", "new", "words"), [
    ("(number) 2 (r3c1)", "(numbers) 2 (r3c1)", "line 7, column 3: there is no such layer; expected number"),
    ("(number) 2 (r3c1)", "(number) 9 (r3c1)", "line 7, column 12: this is not a value of number"),
    ("(number) 2 (r3c1)", "(number) true (r3c1)", "line 7, column 12: this is not a value of number"),
    ("(number) 2 (r3c1)", "(number) 2 (r3c1 r9c9)", "line 7, column 20: the layer has no such place"),
    ("(number) 2 (r3c1)", "(number) 2 3", "line 7, column 14: these are not places"),
    ("(number) 2 (r3c1)", "(number) 2", "line 7, column 1: this is not an item of /position"),
    ("/struck [\n[ (number) 1 (r4c4) ]\n[ (number) 3 (r4c3 r4c4) ] ]", "/struck 1", "/struck is no array"),
])  # fmt: skip
def test_faults_of_positions_are_told_in_their_place(old: str, new: str, words: str) -> None:
    with pytest.raises(gw.FormatError) as refusal:
        gw.read_all(POSITION.replace(old, new, 1))
    told = str(refusal.value)
    where = f"line {refusal.value.line}, column {refusal.value.column}: "
    assert words in where + told, where + told


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.__name__)
def test_positions_of_every_genre_come_back(genre: type[gw.Genre]) -> None:
    """Half of the answer's marks, and candidates struck out elsewhere, in any genre that has a diagram."""
    for one in of_genre(genre):
        if one.status == "none" or not isinstance(one.puzzle.board, gw.Rect):
            continue
        model, puzzle = genre(one.puzzle), gw.Puzzle.of(genre, one.puzzle.board, one.puzzle.given, one.puzzle.keys)
        marks = {name: dict(list(layer.items())[::2]) for name, layer in one.answer.marks.items()}
        marks = {name: layer for name, layer in marks.items() if layer}
        struck = {name: {spot: set(list(term.marks)[:2]) for spot, term in terms.items()
                         if spot is not None and spot not in marks.get(name, {})}
                  for name, terms in model.terms.items()}
        state = State.of(puzzle, marks, {name: layer for name, layer in struck.items() if layer})
        text = gw.write(puzzle, "spf", state, printable=False)
        (again,) = gw.read_all(text)
        assert again.puzzle == puzzle and again.answer is not None and again.warnings == ()
        assert (again.answer.marks, again.answer.struck) == (state.marks, state.struck)
        break


def test_other_formats_refuse_a_position() -> None:
    one = puzzle()
    with pytest.raises(gw.WriteError, match="it can be written as spf"):
        gw.write(one, "sudoku", State.of(one, {}, {"number": {Spot(5, 1): {1}}}))
