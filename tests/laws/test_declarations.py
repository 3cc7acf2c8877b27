"""Laws of what genres declare: domains hold what real puzzles tell, clues inform, what lies outside is refused."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Genre, Key, Puzzle, PuzzleError
from gridwright.language.domain import ABSENT, MANY, Domain
from gridwright.language.layers import GivenLayer, Layer, ValueLayer
from gridwright.language.puzzle import Frozen, frozen_layers
from gridwright.play.document import puzzle_id

from ..grouped import only_if, thorough
from .cases import case, each_case, each_genre, of_genre
from .clues import weaker
from .tiny import SIZES, made_up

FOREIGN: tuple[Any, ...] = (-1, 10**30, 1.5, "no such value", "", b"1", None, True, (), ("?",) * 99, [1], {}, object())
"""Values of all kinds; a domain that holds one of them does not hold the others."""


@each_genre
def test_built_in_genres_declare_what_can_be_meant(genre: type[Genre]) -> None:
    """Other genres are checked when their classes are created."""
    for base in genre.__mro__[-3::-1]:
        if issubclass(base, Genre):
            base.check()


def domains(puzzle: Puzzle) -> Iterator[tuple[Key[Any] | Layer, Any, Any, Domain]]:
    """What a puzzle tells: the key or layer, the spot, the value, and the domain for just that."""
    model = puzzle.genre.as_told(puzzle)
    for name, value in puzzle.keys.items():
        yield puzzle.genre.keys[name], None, value, puzzle.genre.keys[name].domain.at(model)
    for name, marks in puzzle.given.items():
        layer = puzzle.genre.layers[name]
        for spot, value in marks.items():
            yield layer, spot, value, layer.domain.at(model, spot)


def changed(puzzle: Puzzle, one: Key[Any] | Layer, spot: Any, value: Any) -> Puzzle:
    """The puzzle with another value in one place, unchecked."""
    if isinstance(one, Key):
        return Puzzle(puzzle.genre, puzzle.board, puzzle.given, Frozen({**puzzle.keys, one.name: value}))
    given = frozen_layers({**puzzle.given, one.name: {**puzzle.given[one.name], spot: value}})
    return Puzzle(puzzle.genre, puzzle.board, given, puzzle.keys)


@each_case
def test_values_of_cases_lie_in_their_domains(path: Path) -> None:
    """Reading refuses others; here the domains themselves are asked, and whether what they enumerate is all of it."""
    for one, _, value, domain in domains(case(path).puzzle):
        assert value in domain, f"{case(path)}: {one.name} {value!r} is not in its domain, which is {domain.words()}"
        every = domain.values()
        assert every is None or (value in every and len(every) <= MANY), (
            f"{case(path)}: the domain of {one.name} enumerates its values without {value!r}, or more than {MANY}")


@each_case
def test_clues_that_are_taken_away_leave_every_answer(path: Path) -> None:
    """What makes a layer one of clues: its marks exclude answers, they never make one possible."""
    one = case(path)
    only_if(one.reading.answer is not None)
    for name in one.puzzle.given:
        for spots in (list(one.puzzle.given[name]), list(one.puzzle.given[name])[::2]):
            less = Puzzle.of(one.genre, one.puzzle.board, {**one.puzzle.given, name: weaker(one.puzzle, name, spots)},
                             one.puzzle.keys)  # fmt: skip
            answer = gw.State.of(less, one.answer.marks)
            assert gw.check(less, answer, finished=True) == [], (
                f"{one}: fewer clues of {name!r} exclude the answer; a layer with this role should be "
                'role="structure"')


@each_case
def test_foreign_values_are_refused_with_place_and_words(path: Path) -> None:
    puzzle = case(path).puzzle
    seen: set[str] = set()
    for one, spot, _, domain in domains(puzzle):
        if one.name in seen:
            continue
        seen.add(one.name)
        for value in FOREIGN:
            if value in domain:
                continue
            other = changed(puzzle, one, spot, value)
            with pytest.raises(PuzzleError) as refusal:
                Puzzle.of(other.genre, other.board, other.given, other.keys)
            fault = refusal.value
            assert (fault.key or fault.layer) and fault.expected and fault.found, (
                f"{case(path)}: the error for {value!r} does not say where, what was expected or what was found: "
                f"{fault}")
            if (fault.key, fault.layer, fault.spot) == ("" if spot else one.name, one.name if spot else "", spot):
                assert spot is None or puzzle.board.name(spot) in str(fault), (
                    f"{case(path)}: the error for {value!r} does not name its place: {fault}")
            assert "Spot(" not in str(fault) and len(str(fault)) < 600, (
                f"{case(path)}: the error for {value!r} is not fit for people: {fault}")


@each_genre
@pytest.mark.parametrize("times", [pytest.param(1, id="once"), thorough(3, id="thrice")])
def test_samples_lie_in_their_domains_and_puzzles_made_of_them_can_be_used(genre: type[Genre], times: int) -> None:
    rng = random.Random(zlib.crc32(genre.name.encode()))
    told: set[str] = set()
    for rows, cols in SIZES * times:
        puzzle = made_up(genre, rows, cols, rng)
        told.update(one.name for one, _, value, domain in domains(puzzle) if value in domain)
        assert all(value in domain for _, _, value, domain in domains(puzzle)), (
            f"{puzzle!r}: a domain samples values outside of it")
        assert str(puzzle) and str(gw.draw(puzzle).svg()), f"{puzzle!r}: its text or its picture is empty"
        gw.solve(puzzle, limit=1, timeout=5)
    given = {name for name, layer in genre.layers.items() if isinstance(layer, GivenLayer)}
    assert given | set(genre.keys) <= told, "never sampled"


@each_genre
def test_what_domains_say_is_fit_for_a_message(genre: type[Genre]) -> None:
    puzzles = [one.puzzle for one in of_genre(genre)]
    for puzzle in puzzles:
        model = genre.as_told(puzzle)
        for one in genre.declarations:
            spots = [None] if isinstance(one, Key) else list(one.spots(model))[:1]
            for spot in spots:
                domain = one.domain.at(model, spot)
                for words in (domain.words(), domain.words(plural=True)):
                    assert words and words == words.strip() and "Spot" not in words and " at 0x" not in words, (
                        f"{genre.name}: the domain of {one.name} is described by {words!r}; give it words for people")


@each_genre
def test_what_tells_nothing_is_a_value(genre: type[Genre]) -> None:
    for puzzle in (one.puzzle for one in of_genre(genre)):
        model = genre.as_told(puzzle)
        for layer in genre.layers.values():
            if isinstance(layer, GivenLayer):
                for spot in list(layer.spots(model))[:3]:
                    unknown = layer.unknown(model, spot)
                    assert unknown is ABSENT or unknown in layer.domain.at(model, spot), (
                        f"{genre.name}: {unknown!r} tells nothing in layer {layer.name!r}, but is not in its domain")
                    assert unknown is ABSENT or layer.role == "clue", (
                        f"{genre.name}: layer {layer.name!r} is structure, but its value {unknown!r} tells nothing")


@each_genre
def test_keys_that_are_clues_tell_nothing_by_default(genre: type[Genre]) -> None:
    for one in of_genre(genre):
        for name, key in genre.keys.items():
            if key.role == "clue" and name in one.puzzle.keys and one.reading.answer is not None:
                keys = {other: value for other, value in one.puzzle.keys.items() if other != name}
                less = Puzzle.of(genre, one.puzzle.board, one.puzzle.given, keys)
                assert gw.check(less, gw.State.of(less, one.answer.marks), finished=True) == [], (
                    f"{genre.name}: without key {name!r} the answer is wrong; a key with this role should be "
                    'role="structure"')


@each_genre
def test_a_key_with_its_default_value_counts_as_left_out(genre: type[Genre]) -> None:
    """Puzzles are equal either way, also after writing and reading; what a file says is kept in ``keys``."""
    for one in of_genre(genre):
        puzzle = one.puzzle
        for name, key in genre.keys.items():
            bare = {other: value for other, value in puzzle.keys.items() if other != name}
            less = Puzzle(genre, puzzle.board, puzzle.given, Frozen(bare))
            more = Puzzle(genre, puzzle.board, puzzle.given, Frozen({**bare, name: key.default}))
            other = Puzzle(genre, puzzle.board, puzzle.given, Frozen({**bare, name: object()}))
            where = f"{genre.name}, case {one.path.stem}, key {name!r}"
            assert less == more and hash(less) == hash(more), (
                f"{where}: left out or given with its default value {key.default!r}, the puzzles should be equal")
            assert gw.State.of(less, {}) == gw.State.of(more, {}), f"{where}: equal puzzles have unequal states"
            assert puzzle_id(less) == puzzle_id(more), f"{where}: equal puzzles have different ids"
            assert less != other and more != other, f"{where}: a puzzle with another value is equal, too"
            assert more.keys[name] == key.default, f"{where}: the key that was given is gone"
            try:
                text = gw.write(Puzzle.of(genre, puzzle.board, puzzle.given, more.keys), "json")
            except PuzzleError:  # the default says that nothing is known, and cannot be given
                continue
            assert gw.read(text) == less == more, f"{where}: reading what was written gives another puzzle"


@each_genre
def test_values_of_answers_are_what_may_be_given(genre: type[Genre]) -> None:
    for one in of_genre(genre):
        model, told = genre(one.puzzle), genre.as_told(one.puzzle)
        for name, layer in genre.answer_layers.items():
            if isinstance(layer, ValueLayer) and layer.spots(told):
                domains = {layer.domain.at(told, spot) for spot in layer.spots(told)}
                assert all(any(value in domain for domain in domains) for value in layer.values(model)), (
                    f"{genre.name}: an answer may have values of {name!r} that cannot be given; change given=... or "
                    "the values")
