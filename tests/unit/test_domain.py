"""Domains: what lies in them, what they say and enumerate, and puzzles that ``Puzzle.of`` refuses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright import Rect, Spot
from gridwright.board.board import Graph
from gridwright.language import (
    CELLS,
    LINE_LENGTH,
    Answer,
    Demands,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    OneOf,
    PuzzleError,
    Such,
    Text,
    TupleOf,
    Unknown,
    must,
    per_spot,
    rule,
)
from gridwright.language.domain import ABSENT, FAR, PRESENT, WHOLE, Domain


class Counted(Genre):
    """A genre with domains that depend on keys, on the board, on the structure and on the spot."""

    name = "Counted"

    @per_spot
    def near(self, at: Spot) -> int:
        """How many cells share an edge with a cell that is no hole."""
        return sum(c not in self.hole for c in self.board.neighbours(at))

    largest = Key(5, Numbers(1, CELLS))
    least = Key(0, Numbers(0, largest))
    names = Key((), ListOf(Text("a name", 1)), role="clue")
    hole = Given("cells", role="structure")
    number = Given("cells", Numbers(least, largest) | Unknown("?"))
    count = Given("cells", Numbers(0, near))
    runs = Given("sides", ListOf(Numbers(1, LINE_LENGTH), 0, LINE_LENGTH))
    mark = Answer("cells")
    value = Answer("cells", lambda self: range(1, self.largest + 1))

    @rule("{at} is a hole")
    def holes(self) -> Demands:
        for at in self.hole:
            yield must(~self.mark[at], at)


BOARD = Rect.of(2, 3)
A, B, FAR_OFF = Spot(1, 1), Spot(1, 3), Spot(9, 7)


def counted(given: dict[str, Any], **keys: Any) -> gw.Puzzle:
    return gw.Puzzle.of(Counted, BOARD, given, keys)


def test_bounds_per_spot_are_methods_of_models() -> None:
    """Rules can ask for them, too."""
    model = Counted(counted({"hole": {B: True}}))
    assert [model.near(at) for at in (A, B)] == [1, 3]


# -- single domains ---------------------------------------------------------------------------------------------------

DOMINO = ListOf(Numbers(0, 6), 2, 2)
KINDS = TupleOf(OneOf("AB"), OneOf(("sum",)), WHOLE) | TupleOf(OneOf("AB"), OneOf(("equal",)), Unknown())


@pytest.mark.parametrize(
    ("domain", "good", "bad"),
    [
        (PRESENT, [True], [1, False, None, "True"]),
        (Numbers(0, 4), [0, 4], [-1, 5, True, 2.0, "2", None, (2,)]),
        (Numbers(3), [3, FAR], [2, FAR + 1, 10**5000]),
        (Numbers(2, 1), [], [1, 2]),
        (OneOf(range(1, 10)), [1, 9], [0, 10, True, "1"]),
        (OneOf((True, False)), [True, False], [1, 0, None]),
        (OneOf(("white", "black")), ["white"], ["whit", "", ["white"], {}]),
        (OneOf([(0,)]), [(0,)], [0, (1,), ([],)]),
        (Unknown("?"), ["?"], [None, ""]),
        (Unknown(), [None], [0, False, ""]),
        (Numbers(1, 2) | Unknown("?"), [1, 2, "?"], [3, "x", None]),
        (DOMINO, [(0, 6)], [(0,), (0, 1, 2), (0, 7), [0, 1], "01", 5]),
        (ListOf(Numbers(1), 1), [(1,), (1, 2, 3)], [(), (0,), 1]),
        (KINDS, [("A", "sum", 3), ("B", "equal", None)], [("A", "sum", None), ("C", "sum", 1), ("A", "foo", 1), ()]),
        (Text("letters", 1, alphabet="FILNP"), ["F", "FF"], ["", "A", "f", 5, ("F",)]),
        (Text("symbols", 2, 2, never=".:", distinct=True), ["ab", "月1"], ["a", "aa", "a.", "a ", "abc"]),
        (Such(lambda v: v == 7, "a seven", lambda _: 7), [7], [6, "7"]),
    ],
)
def test_what_lies_in_a_domain(domain: Domain, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert value in domain
    for value in bad:
        assert value not in domain
        assert domain.mismatch(value).expected  # type: ignore[union-attr]
    every = domain.values()
    assert every is None or set(good) <= set(every)
    rng = Random(0)
    for _ in range(50):
        value = domain.sample(rng)
        assert value in domain if good else value is ABSENT


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (Numbers(0, 4), "a number from 0 to 4"),
        (Numbers(3, 3), "the number 3"),
        (Numbers(1), "a number from 1 on"),
        (WHOLE, "a whole number"),
        (OneOf(range(1, 10)), "a number from 1 to 9"),
        (OneOf("ABCDE"), "a letter from A to E"),
        (OneOf("<>"), "'<' or '>'"),
        (Numbers(1, 25) | Unknown("?"), "a number from 1 to 25 or '?'"),
        (DOMINO, "a list of 2 numbers from 0 to 6"),
        (ListOf(DOMINO, 0, 8), "a list of lists of 2 numbers from 0 to 6, at most 8"),
        (ListOf(Numbers(0, 4) | Unknown(), 4, 4), "a list of 4 numbers from 0 to 4 or nothing"),
        (ListOf(Numbers(1, 5) | Unknown("?"), 1, 5), "a list of numbers from 1 to 5 or '?', 1 to 5"),
        (TupleOf(Numbers(0, 9), OneOf("ud")), "a list of 2: a number from 0 to 9, 'u' or 'd'"),
        (Text("letters of pentominoes", 1), "letters of pentominoes"),
    ],
)
def test_domains_in_words(domain: Domain, words: str) -> None:
    assert domain.words() == words


def test_what_is_expected_at_the_part_at_fault() -> None:
    def wrong(domain: Domain, value: Any) -> tuple[tuple[int, ...], str]:
        found = domain.mismatch(value)
        assert found is not None
        return found.path, found.expected

    assert wrong(ListOf(DOMINO), ((0, 1), (2, "x"))) == ((1, 1), "a number from 0 to 6")
    assert wrong(ListOf(DOMINO), ((0, 1), (2,))) == ((1,), "a list of 2 numbers from 0 to 6")
    assert wrong(ListOf(KINDS), (("A", "sum", None),)) == ((0, 2), "a whole number")
    assert wrong(ListOf(KINDS), (("A", "foo", 1),)) == ((0, 1), "'sum' or 'equal'")
    assert wrong(ListOf(KINDS), (("C", "sum", 1),)) == ((0, 0), "'A' or 'B'")
    assert wrong(DOMINO, [0, 1]) == ((), "a tuple: a list of 2 numbers from 0 to 6")


def test_few_values_are_enumerated_and_many_are_not() -> None:
    assert list(Numbers(1, 3).values() or ()) == [1, 2, 3]
    assert (Numbers(1, 2) | Unknown("?")).values() == [1, 2, "?"]
    assert len(DOMINO.values() or ()) == 49
    assert len(TupleOf(Numbers(0, 9), OneOf("udlr")).values() or ()) == 40
    assert ListOf(Numbers(1, 2), 0, 2).values() == [(), (1,), (2,), (1, 1), (1, 2), (2, 1), (2, 2)]
    for many in (Numbers(), Numbers(1, 10_000), ListOf(Numbers(0, 9), 9, 9), ListOf(OneOf("A")), Text("x")):
        assert many.values() is None


def test_what_tells_nothing() -> None:
    assert Numbers(0, 3).unknown is ABSENT
    assert (Numbers(1, 3) | Unknown(0)).unknown == 0
    assert ListOf(Numbers() | Unknown(), 4, 4).unknown == (None, None, None, None)
    assert ListOf(Numbers() | Unknown(), 1, 4).unknown is ABSENT
    assert TupleOf(Numbers() | Unknown(), Unknown("?")).unknown == (None, "?")
    assert TupleOf(Numbers() | Unknown(), OneOf("ud"), unknown=(None, "u")).unknown == (None, "u")


def test_a_domain_that_depends_on_the_puzzle_must_be_settled() -> None:
    for domain in (Numbers(0, CELLS), OneOf(lambda model: "AB")):
        with pytest.raises(TypeError, match=r"at\(model, spot\)"):
            domain.mismatch(1)


# -- domains that depend ----------------------------------------------------------------------------------------------


def test_bounds_are_keys_and_functions_of_the_model_and_the_spot() -> None:
    counted({"number": {A: 5, B: "?"}, "count": {A: 2, B: 3}, "runs": {Spot(-1, 1): (1, 2), Spot(1, -1): ()}})
    counted({"number": {A: 2}}, largest=2, least=1)
    counted({"hole": {B: True}, "count": {A: 1}})
    for given, keys in (
        ({"number": {A: 6}}, {}),
        ({"number": {A: 3}}, {"largest": 2}),
        ({"number": {A: 0}}, {"least": 1}),
        ({"count": {A: 3}}, {}),
        ({"hole": {B: True}, "count": {A: 2}}, {}),
        ({"runs": {Spot(-1, 1): (3,)}}, {}),
        ({"runs": {Spot(-1, 1): (1, 1, 1)}}, {}),
        ({}, {"least": 6}),
        ({}, {"largest": 7}),
        ({"value": {A: 3}}, {"largest": 2}),
    ):
        with pytest.raises(PuzzleError):
            counted(given, **keys)


def test_a_variant_may_change_the_default_that_is_a_bound() -> None:
    class Wider(Counted):
        name = "Wider"
        largest = Key(6, Numbers(1, CELLS))

    assert gw.Puzzle.of(Wider, BOARD, {"number": {A: 6}})
    with pytest.raises(PuzzleError):
        counted({"number": {A: 6}})


# -- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "keys", "words"),
    [
        ({"numbr": {A: 1}}, {}, "Counted has no layer 'numbr'; expected 'number'"),
        ({}, {"largst": 1}, "Counted has no key 'largst'; expected 'largest'"),
        ({"number": {FAR_OFF: 1}}, {}, "can be at r5c4; expected a cell of the board"),
        ({"number": {Spot(1, 2): 1}}, {}, "can be at r1c1-r1c2; expected a cell of the board"),
        ({"number": {Spot(9, 8): 1}}, {}, "can be at the border between r5c4 and r5c5"),
        ({"number": {Spot(10, 8): 1}}, {}, "can be at the corner between r5c4 and r6c5"),
        ({"number": {Spot(-1, 1): 1}}, {}, "can be at the top of column 1"),
        ({"runs": {A: (1,)}}, {}, "at r1c1; expected a place outside, at an end of a row or a column"),
        ({"number": {(1, 1): 1}}, {}, "this is not a Spot; expected a cell of the board, found (1, 1)"),
        ({"number": {"r1c1": 1}}, {}, "this is not a Spot; expected a cell of the board, found 'r1c1'"),
        ({"number": {A: "x"}}, {}, "r1c1: this is not allowed here; expected a number from 0 to 5 or '?', found 'x'"),
        ({"number": {A: True}}, {}, "found True"),
        ({"number": {A: [1]}}, {}, "found [1]"),
        ({"hole": {A: 1}}, {}, "expected a mark (True), found 1"),
        ({"mark": {A: "yes"}}, {}, "expected a mark (True), or False for none, found 'yes'"),
        ({"value": {A: 0}}, {}, "expected a number from 1 to 5, found 0"),
        ({"number": {A: 10**5000}}, {}, "found a number of thousands of digits"),
        ({"number": {A: "x" * 5000}}, {}, "found 'xxxxx"),
        ({}, {"names": ("A", "")}, "key 'names': this is not one of its values; expected a name, found ''"),
        ({}, {"names": "AB"}, "expected a list of a name, found 'AB'"),
    ],
)
def test_puzzles_that_the_declarations_exclude(given: dict[str, Any], keys: dict[str, Any], words: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        counted(given, **keys)
    assert words in str(refusal.value)
    assert "Spot(" not in str(refusal.value) and len(str(refusal.value)) < 200


def test_a_refusal_tells_where() -> None:
    with pytest.raises(ValueError, match="r1c2") as refusal:
        counted({"number": {A: 1, B: 9}})
    fault = refusal.value
    assert isinstance(fault, gw.PuzzleError)
    assert (fault.layer, fault.spot, fault.key, fault.path) == ("number", B, "", ())
    assert (fault.expected, fault.found) == ("a number from 0 to 5 or '?'", "9")
    with pytest.raises(gw.PuzzleError) as refusal:
        counted({}, names=("A", 7))
    assert (refusal.value.layer, refusal.value.spot, refusal.value.key, refusal.value.path) == ("", None, "names", (1,))


def test_a_sudoku_needs_walls() -> None:
    board = Rect.of(4, 4)
    for genre in ("sudoku", "killer-sudoku", "greater-than-sudoku"):
        with pytest.raises(PuzzleError, match=r"there is no wall, and a .*udoku needs some"):
            gw.Puzzle.of(gw.genre(genre), board, {"number": {A: 1}})
    assert gw.Puzzle.of(gw.genre("sudoku"), Rect.of(1, 1), {})
    assert gw.Puzzle.of(gw.genre("sudoku"), board, {"wall": dict.fromkeys(board.links[:4], True)})


def test_boards_that_a_genre_does_not_have() -> None:
    triangle = Graph([(0, 0), (1, 0), (0, 1)], [(0, 1), (1, 2), (2, 0)], [(0, 1, 2)], [(0.3, 0.3)])
    fences = gw.genre("fences")
    assert gw.Puzzle.of(fences, triangle, {"number": {triangle.cells[0]: 3}})
    with pytest.raises(PuzzleError, match="area 1: this is not allowed here; expected a number from 0 to 3, found 4"):
        gw.Puzzle.of(fences, triangle, {"number": {triangle.cells[0]: 4}})
    with pytest.raises(PuzzleError, match="Sudoku needs a rectangular board; found Graph"):
        gw.Puzzle.of(gw.genre("sudoku"), triangle, {})
    with pytest.raises(PuzzleError, match=r"this is not a board; expected one such as Rect.of\(9, 9\), found \(9, 9\)"):
        gw.Puzzle.of(fences, (9, 9), {})  # type: ignore[arg-type]


def test_states_name_layers_of_the_answer() -> None:
    puzzle = counted({})
    with pytest.raises(PuzzleError, match="Counted has no answer layer 'mrk'; expected 'mark'"):
        gw.State.of(puzzle, {"mrk": {A: True}})
    with pytest.raises(PuzzleError, match="the layer 'number' of Counted holds clues"):
        gw.State.of(puzzle, {"number": {A: 1}})
    foreign = gw.State.of(puzzle, {"value": {A: 99, FAR_OFF: 1}})
    assert [fault.rule for fault in gw.check(puzzle, foreign)] == ["value", "value"]
