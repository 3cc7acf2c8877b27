"""Law: what ``minimise`` and ``complete`` return can be written in every format that could write the puzzle before.

With the smallest case of each genre; with all cases:

    pytest -m slow tests/laws/test_writable.py
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import gridwright as gw
from gridwright.formats.reading import known_formats
from gridwright.language.layers import GivenLayer
from gridwright.language.puzzle import frozen_layers

from .cases import each_genre, some_genres

CASES = Path(__file__).parent.parent / "cases"
TIMEOUT = 60


def unique_cases(genre: type[gw.Genre]) -> list[gw.Puzzle]:
    """The puzzles on rectangles with one answer, the smallest first."""
    folder = CASES / genre.__module__.rpartition(".")[2]
    files = [file for file in sorted(folder.glob("*.spf")) if b"/status (unique)" in file.read_bytes()]
    found = [gw.read(file) for file in files]
    own = [puzzle for puzzle in found if puzzle.genre is genre and isinstance(puzzle.board, gw.Rect)]
    return sorted(own, key=lambda puzzle: len(puzzle.board.cells))


def formats_of(puzzle: gw.Puzzle) -> Iterator[str]:
    known = {dialect.format for dialect in puzzle.genre.dialects} | {"json"}
    for format in known_formats():
        if format in known:
            try:
                gw.write(puzzle, format, printable=False)
            except gw.WriteError:
                continue
            yield format


def check_written(puzzle: gw.Puzzle, formats: list[str]) -> None:
    """The formats hold a puzzle, which has one answer."""
    for format in formats:
        gw.write(puzzle, format, printable=False)
    status = gw.solve(puzzle).status
    assert status == "unique", f"{puzzle!r} should have one answer, and is {status!r}"


def without_some(puzzle: gw.Puzzle, share: int) -> gw.Puzzle:
    """A puzzle without one in so many of its clues, where these may be missing."""
    given = {}
    for name, own in puzzle.given.items():
        layer, model = puzzle.genre.layers[name], puzzle.genre.as_told(puzzle)
        spots = sorted(own)
        may_go = not isinstance(layer, GivenLayer) or (layer.role == "clue" and not layer.exhaustive and all(
            repr(layer.unknown(model, spot)) == "ABSENT" for spot in spots))
        gone = Random(1).sample(spots, len(spots) // share) if may_go else []
        given[name] = {spot: own[spot] for spot in spots if spot not in gone}
    return gw.Puzzle(puzzle.genre, puzzle.board, frozen_layers(given), puzzle.keys)


def check_law(puzzle: gw.Puzzle) -> None:
    check_written(gw.minimise(puzzle, timeout=TIMEOUT), list(formats_of(puzzle)))
    for begun in (without_some(puzzle, 3), without_some(puzzle, 1)):
        try:
            completed = gw.complete(begun, timeout=TIMEOUT)
        except ValueError:  # not every puzzle can be completed
            continue
        check_written(completed, list(formats_of(begun)))




@some_genres("writable")
def test_results_can_be_written_like_the_puzzle(genre: type[gw.Genre]) -> None:
    check_law(unique_cases(genre)[0])


@pytest.mark.slow
@each_genre
def test_results_can_be_written_like_the_puzzle_in_all_cases(genre: type[gw.Genre]) -> None:
    for puzzle in unique_cases(genre)[1:]:
        with suppress(gw.TimeUp):  # some take minutes to solve
            check_law(puzzle)


@pytest.mark.parametrize("name", ("Hashi", "Hitori", "Picross"))
def test_formats_that_are_not_needed_need_not_hold_the_result(name: str) -> None:
    """Some formats of these genres cannot omit a clue, others can."""
    puzzle = gw.generate(name, 5, 5, seed=1)
    assert gw.minimise(puzzle) == puzzle
    fewer = gw.minimise(puzzle, formats=("spf",))
    assert fewer != puzzle
    check_written(fewer, ["spf"])


def test_formats_that_cannot_hold_the_puzzle_do_not_matter() -> None:
    puzzle = gw.puzzle("Picross", size=(1, 2), clue={"left": [(2,)]})
    with pytest.raises(gw.WriteError):
        gw.write(puzzle, "non")
    assert gw.minimise(puzzle, formats=("non",)) == puzzle
    full = gw.puzzle("Picross", size=(1, 2), clue={"left": [(2,)], "top": [(1,), None]})
    assert len(gw.minimise(full, formats=("non",)).given["clue"]) < 2
    with pytest.raises(ValueError, match="no format is called 'xyz'"):
        gw.minimise(puzzle, formats=("xyz",))


@pytest.mark.parametrize(("name", "layer"), (("ABCD", "hint"), ("ABCD Diagonal", "hint"), ("Subway", "hint")))
def test_clues_outside_go_as_a_whole(name: str, layer: str) -> None:
    puzzle = unique_cases(gw.genre(name))[0]
    fewer = gw.minimise(puzzle, formats=("spf",))
    hints = fewer.given[layer]
    assert hints.items() < puzzle.given[layer].items()


def test_hints_of_yajilin_keep_their_arrow() -> None:
    puzzle = gw.generate("Yajilin", 6, 6, seed=2)
    hints = gw.minimise(puzzle, formats=("spf",)).given["hint"]
    assert hints.keys() == puzzle.given["hint"].keys()
    weakened = [at for at, hint in hints.items() if hint != puzzle.given["hint"][at]]
    assert weakened and all(hints[at] == (None, puzzle.given["hint"][at][1]) for at in weakened)


def test_rows_of_pyramids_stay() -> None:
    for puzzle in unique_cases(gw.genre("Pyramid")):
        assert gw.minimise(puzzle, formats=("spf",)).given.get("row") == puzzle.given.get("row")
