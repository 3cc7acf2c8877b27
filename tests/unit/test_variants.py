"""A variant takes over rules that speak of its base's layers; where it declares a layer anew, they mean its own."""

from __future__ import annotations

import gridwright as gw
from gridwright.language import Answer, Genre
from gridwright.rules import no_branches, once_each, one_loop


class Square(Genre):
    name = "Square"

    def numbers(self) -> range:
        return range(1, self.board.n_cols + 1)

    number = Answer("cells", numbers)
    rows = once_each(number, "rows", "each number stands once in row {i}", full=True)
    cols = once_each(number, "cols", "each number stands once in column {i}", full=True)


class FromZero(Square):
    name = "From zero"

    def from_zero(self) -> range:
        return range(self.board.n_cols)

    number = Answer("cells", from_zero)


class Ring(Genre):
    name = "Ring"
    line = Answer("links")
    no_branches = no_branches(line, "the line does not branch at {at}")
    one = one_loop(line, "the line is one loop")


class Around(Ring):
    name = "Around"
    line = Answer("edges")


def test_values_are_those_of_the_variant() -> None:
    board = gw.Rect.of(3, 3)
    first, second = board.cells[0], board.cells[4]
    for genre, low in ((Square, 1), (FromZero, 0)):
        puzzle = gw.Puzzle.of(genre, board, {"number": {first: low, second: low + 2}})
        verdict = gw.solve(puzzle)
        assert verdict.status == "unique"
        (answer,) = verdict.answers
        assert set(answer.marks["number"].values()) == {low, low + 1, low + 2}
        assert gw.check(puzzle, answer, finished=True) == []
        wrong = gw.State.of(puzzle, {"number": {**answer.marks["number"], second: low}})
        assert {fault.rule for fault in gw.check(puzzle, wrong)} == {"given", "rows", "cols"}
        assert len(list(gw.all_answers(gw.Puzzle.of(genre, board, {})))) == 12


def test_places_are_those_of_the_variant() -> None:
    """On 2x2 cells there is one ring of links, and rings of edges around one, two, three or all cells."""
    board = gw.Rect.of(2, 2)
    for genre, places, rings in ((Ring, board.links, 1), (Around, board.edges, 4 + 4 + 4 + 1)):
        found = list(gw.all_answers(gw.Puzzle.of(genre, board, {})))
        assert len(found) == rings
        for answer in found:
            assert set(answer.marks["line"]) == set(places)
            assert gw.check(answer.puzzle, answer, finished=True) == []


def test_faces_are_not_used_without_a_rule_against_branches() -> None:
    """Such a variant compiles its loop demand by demand: on 1x3 cells any line of one piece is then right."""
    bare: type[Genre] = type("Bare", (Ring,), {"__module__": __name__, "no_branches": None})
    assert Ring.one in Ring.encoded and Ring.one not in bare.encoded
    puzzle = gw.Puzzle.of(bare, gw.Rect.of(1, 3), {})
    found = gw.all_answers(puzzle)
    lines = {frozenset(spot for spot, drawn in answer.marks["line"].items() if drawn) for answer in found}
    first, second = puzzle.board.links
    assert lines == {frozenset({first}), frozenset({second}), frozenset({first, second})}
