"""Laws of boards as text: nothing that is given or answered is left out, and no line is wider than the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

from gridwright.language import Puzzle, Spot, State
from gridwright.picture.terminal import board_text, text_width

from ..grouped import only_if
from ..loose import is_lone_blank, unchecked
from .cases import case, each_case, of_folder

ROOMY = 10_000
"""A terminal that has room for everything."""
MARKS = 20
"""Marks of each layer that are taken away, one at a time; in the smallest case of a genre all are."""
Place = Sequence[Spot]
TellsNothing = Callable[[Puzzle, Spot, object], bool]
UNKNOWN: dict[tuple[str, str], TellsNothing] = {
    # The number of the merged areas stands on the corner itself.
    ("Fences", "merged"): lambda puzzle, spot, _: spot in puzzle.given["number"],
    # Between two joints that go straight through the cell, the tube is seen.
    ("Thermometers", "tube"): lambda puzzle, spot, _: set(puzzle.board.links_of(spot)) & puzzle.given["joint"].keys()
    in ({Spot(spot.y, spot.x - 1), Spot(spot.y, spot.x + 1)}, {Spot(spot.y - 1, spot.x), Spot(spot.y + 1, spot.x)}),
    # Where no other corridor is crossed out, an open one looks like one without a bridge.
    ("Hashi", "bridge"): lambda _puzzle, _spot, value: value == 0,
    # The path covers the crosses on the cells where it does not begin.
    ("MortalCoil", "start"): lambda _puzzle, _spot, value: value is False,
}
"""The marks that may be taken away without a trace, with the reason, by genre and layer."""


def may_be_missed(puzzle: Puzzle, layer: str, spot: Spot, value: object) -> bool:
    unknown = UNKNOWN.get((puzzle.genre.__name__, layer))
    return unknown is not None and unknown(puzzle, spot, value)


def without(puzzle: Puzzle, layer: str, spot: Spot) -> Puzzle:
    """The puzzle without one of its marks."""
    given = {name: dict(marks) for name, marks in puzzle.given.items()}
    del given[layer][spot]
    return unchecked(puzzle.genre, puzzle.board, given, puzzle.keys)


def states_without_a_mark(path: Path, answer: State) -> Iterator[tuple[str, Spot, State]]:
    """The answer without the marks of one place that the puzzle does not give."""
    puzzle = answer.puzzle
    model = puzzle.genre(puzzle)
    for name, marks in answer.marks.items():
        chosen = some(path, marks.keys() - puzzle.given.get(name, {}).keys())
        for place in model.variables.places(name):
            if place[0] in chosen:
                less = {spot: value for spot, value in marks.items() if spot not in place}
                yield name, place[0], State.of(puzzle, {**answer.marks, name: less})


def some(path: Path, spots: Iterable[Spot]) -> set[Spot]:
    """Some spots, spread over the board, or all."""
    found = sorted(spots)
    smallest = min(of_folder(path.parent.name), key=lambda one: len(one.puzzle.board.cells))
    return set(found if path == smallest.path else found[:: -(-len(found) // MARKS) or 1])


@each_case
def test_every_given_mark_shows(path: Path) -> None:
    puzzle = case(path).puzzle
    whole = board_text(puzzle, width=ROOMY)
    for layer, marks in puzzle.given.items():
        for spot in some(path, marks):
            value = marks[spot]
            if not may_be_missed(puzzle, layer, spot, value):
                assert board_text(without(puzzle, layer, spot), width=ROOMY) != whole, (
                    f"{case(path)}: the terminal does not show {layer} {value!r} at {puzzle.board.name(spot)}; give "
                    "the layer a look, or the value a glyph")


@each_case
def test_every_mark_of_the_answer_shows(path: Path) -> None:
    one = case(path)
    only_if(one.status != "none")
    whole = board_text(one.puzzle, one.answer, width=ROOMY)
    for layer, spot, less in states_without_a_mark(path, one.answer):
        missed = is_lone_blank(one.answer, layer, spot)
        if not missed and not may_be_missed(one.puzzle, layer, spot, one.answer.marks[layer][spot]):
            assert board_text(one.puzzle, less, width=ROOMY) != whole, (
                f"{one}: the terminal does not show the mark of {layer} at {one.puzzle.board.name(spot)}; give the "
                "layer a look, or the value a glyph")


@each_case
def test_every_violation_shows(path: Path) -> None:
    one = case(path)
    for wrong in one.wrong:
        plain = board_text(one.puzzle, wrong.state, width=ROOMY)

        class Fault:
            at = tuple(sorted(wrong.places))

        assert not Fault.at or board_text(one.puzzle, wrong.state, width=ROOMY, violations=[Fault()]) != plain, (
            f"{one}: the terminal does not show a violation of {sorted(wrong.rules)}")


@each_case
def test_no_line_is_wider_than_the_terminal(path: Path) -> None:
    one = case(path)
    for state in (None, one.reading.answer, *(wrong.state for wrong in one.wrong[:1])):
        for width, ascii in product((80, 40), (False, True)):
            text = board_text(one.puzzle, state, width=width, ascii=ascii)
            assert max(map(text_width, text.split("\n"))) <= width, f"{one}: a line is wider than {width} characters"


@each_case
def test_seven_bits_are_enough(path: Path) -> None:
    one = case(path)
    for state in (None, one.reading.answer):
        text, fine = board_text(one.puzzle, state, width=80, ascii=True), board_text(one.puzzle, state, width=80)
        assert text.isascii(), f"{one}: a terminal of 7 bits gets other characters; name some with seven_bit"
        assert "?" in fine or "?" not in text, "a character has no likeness"
