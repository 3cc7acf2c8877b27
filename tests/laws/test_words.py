"""Laws about words: every demand can be said, in halves too; every fault of the cases reads as listed.

The faults of the wrong answers of all cases of a genre are listed in ``faults.txt`` beside its cases, so that a change
of wording is seen in a review. ``python -m tests.laws.test_words [GENRE...]`` writes the lists anew: read what changed.
"""

from __future__ import annotations

import random
import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Puzzle, Spot, State
from gridwright.language.layers import ValueLayer

from .cases import FOLDER, FOLDERS, Case, case, each_case, of_folder

BAD = re.compile(
    r"[{}\[\]]|\bNone\b|\bTrue\b|\bFalse\b|Spot\(|\(\)|\s\s|, ,|\band and\b"
    r"|\b(?<!c)1 (cells|lamps|tents|stars|mines|trees|bridges|edges|towers|numbers|dominoes|letters|blocks)\b"
)
"""What no sentence contains: braces and brackets, Python's words, "1 cells"."""


def sentence(words: str) -> None:
    assert words.strip() == words and words, f"a sentence is empty, or has blanks around it: {words!r}"
    assert not BAD.search(words), f"a sentence contains what none should, {BAD.search(words)}: {words!r}"


@each_case
def test_every_demand_can_be_said(path: Path) -> None:
    model = (puzzle := case(path).puzzle).genre(puzzle)
    for demand in model.demands():
        for half in demand.halves():
            sentence(half.say(model.board))


def unmarked(state: State, gone: set[Spot]) -> State:
    """The state without the marks on some spots."""
    return State.of(state.puzzle, {name: {s: v for s, v in layer.items() if s not in gone}
                                   for name, layer in state.marks.items()})


def sharing(puzzle: Puzzle) -> defaultdict[Spot, set[Spot]]:
    """For each spot those that share its marks."""
    found: defaultdict[Spot, set[Spot]] = defaultdict(set)
    model = puzzle.genre(puzzle)
    for place in (place for name in model.layers for place in model.variables.places(name)):
        for spot in place:
            found[spot].update(place)
    return found


@each_case
def test_faults_are_where_they_are_told(path: Path) -> None:
    """One of the spots that a fault shows is to blame: without its mark the fault is gone or told otherwise.

    A fault that shows none speaks of something that is missing from the board: then it is one of all marks. Given marks
    may be to blame, too, and cannot be removed.
    """
    one = case(path)
    shared = sharing(one.puzzle)
    given = {spot for name in one.genre.answer_layers for spot in one.puzzle.given.get(name, ())}
    for wrong in one.wrong:

        @cache
        def faults_without(spot: Spot, state: State = wrong.state) -> list[gw.Violation]:
            return gw.check(one.puzzle, unmarked(state, shared[spot] | {spot}))

        for violation in gw.check(one.puzzle, wrong.state):
            sentence(violation.words)
            if violation.rule not in {rule.name for rule in one.genre.rules}:
                continue
            spots = violation.at or {spot for layer in wrong.state.marks.values() for spot in layer}
            assert any(spot in given or violation not in faults_without(spot) for spot in spots), (
                f"{one}: no place of a violation is to blame for it: {violation.rule}, {violation.words!r}")


LONGEST, MOST_PLACES = 400, 16
NAME = re.compile(r"r\d+c\d+")


@each_case
def test_no_fault_is_long(path: Path) -> None:
    """Not even of a grid in which every rule is broken somewhere."""
    one = case(path)
    rng = random.Random(zlib.crc32(f"long {path.stem}".encode()))
    states = [wrong.state for wrong in one.wrong] + [at_random(one.puzzle, rng, share) for share in (0.3, 1)]
    for violation in (found for state in states for found in gw.check(one.puzzle, state)):
        sentence(violation.words)
        assert len(violation.words) <= LONGEST and len(NAME.findall(violation.words)) <= MOST_PLACES, (
            f"{one}: a fault is long: {violation.words!r}")
        assert "more like these" not in violation.words, f"{one}: a fault is not told in full: {violation.words!r}"


def at_random(puzzle: Puzzle, rng: random.Random, share: float) -> State:
    """A state that holds random marks on a share of its spots."""
    model = puzzle.genre(puzzle)
    marks: defaultdict[str, dict[Spot, Any]] = defaultdict(dict)
    for name, layer in model.answer_layers.items():
        values = list(layer.values(model)) if isinstance(layer, ValueLayer) else [False, True]
        for place in model.variables.places(name):
            if rng.random() < share:
                marks[name].update(dict.fromkeys(place, rng.choice(values)))
    return State.of(puzzle, marks)


def lines_of(genre: list[Case]) -> Iterator[str]:
    for one in genre:
        for i, wrong in enumerate(one.wrong, 1):
            for violation in gw.check(one.puzzle, wrong.state):
                yield f"{one.path.stem} {i}: {violation.rule}: {violation.words}"


def told(folder: str) -> str:
    return "".join(f"{line}\n" for line in lines_of(of_folder(folder)))


@pytest.mark.parametrize("folder", FOLDERS)
def test_faults_read_as_listed(folder: str) -> None:
    assert told(folder) == (FOLDER / folder / "faults.txt").read_text("utf-8"), (
        f"{folder}: the words for faults have changed; run python -m tests.laws.test_words {folder} and read what is "
        "different")


if __name__ == "__main__":
    for folder in FOLDERS:
        if not sys.argv[1:] or folder in sys.argv[1:]:
            (FOLDER / folder / "faults.txt").write_text(told(folder), "utf-8")
