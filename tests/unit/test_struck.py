"""Candidates that are struck out, in every verb."""

from __future__ import annotations

import pickle

import gridwright as gw
from gridwright.language import Spot, State

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
    assert [(v.rule, v.at, v.words) for v in both] == [("value", (at,), "r3c1 holds a value that is struck out")]
    none = gw.check(one, State.of(one, {}, {"number": {at: {1, 2, 3, 4}}}))
    assert ("value", (at,)) in [(v.rule, v.at) for v in none]


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
