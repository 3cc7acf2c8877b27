"""Changed clues: some that no longer tell anything, and values at the ends of their domains."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from gridwright.language import Puzzle, Rect, Spot
from gridwright.language.domain import ABSENT, Domain, Either, Numbers
from gridwright.language.layers import GivenLayer, Key
from gridwright.language.puzzle import PuzzleError


def weaker(puzzle: Puzzle, name: str, spots: Collection[Spot]) -> dict[Spot, Any]:
    """The marks that a puzzle gives on a layer, those on some spots taken away or replaced by what tells nothing.

    Structure stays as it is, and so do clues of which all are given.
    """
    marks, layer = dict(puzzle.given[name]), puzzle.genre.layers[name]
    if isinstance(layer, GivenLayer) and (layer.role == "structure" or layer.exhaustive):
        return marks
    model = puzzle.genre.as_told(puzzle)
    for spot in spots:
        unknown = layer.unknown(model, spot) if isinstance(layer, GivenLayer) else ABSENT
        if unknown is ABSENT:
            del marks[spot]
        else:
            marks[spot] = unknown
    return marks


def ends(domain: Domain, rng: Random) -> list[Any]:
    """The first and the last value of a domain, and of each domain that it joins."""
    if isinstance(domain, Either):
        return [value for part in domain.of for value in ends(part, rng)]
    values = domain.span if isinstance(domain, Numbers) else domain.values()
    return list(dict.fromkeys((values[0], values[-1]))) if values else [domain.sample(rng)]


def varied(puzzle: Puzzle, rng: Random) -> Iterator[Puzzle]:
    """Puzzles that differ from one in a single respect each.

    A key or a mark at an end of its domain or left out, a given mark of the answer, a wall more, walls around a cell,
    or a missing cell. They need not have an answer.
    """
    genre, board, given, keys = puzzle.genre, puzzle.board, puzzle.given, dict(puzzle.keys)
    model = genre.as_told(puzzle)
    told: list[tuple[Any, Mapping[str, Mapping[Spot, Any]], Mapping[str, Any]]] = []
    for one in genre.declarations:
        if isinstance(one, Key):
            told += [(board, given, {**keys, one.name: value}) for value in ends(one.domain.at(model), rng)]
            told.append((board, given, {name: value for name, value in keys.items() if name != one.name}))
            continue
        marks: Mapping[Spot, Any] = given.get(one.name, {})
        spots = [place[0] for place in one.places(model)]
        for spot in {*rng.sample(sorted(marks), min(2, len(marks))), *rng.sample(spots, min(2, len(spots)))}:
            rest = {other: value for other, value in marks.items() if other != spot}
            values = ends(one.domain.at(model, spot), rng)
            told += [(board, {**given, one.name: {**marks, spot: value}}, keys) for value in values]
            told.append((board, {**given, one.name: rest}, keys))
        if one.on == "links":
            around = dict.fromkeys(board.links_of(rng.choice(board.cells)), ends(one.domain, rng)[0])
            told.append((board, {**given, one.name: {**marks, **around}}, keys))
    if isinstance(board, Rect) and len(board.cells) > 1:
        told.append((*_without_a_cell(board, given, rng.choice(board.cells)), keys))
    for parts in told:
        with suppress(PuzzleError):  # not every change is allowed, such as two numbers in one area
            yield Puzzle.of(genre, *parts)


def _without_a_cell(
    board: Rect, given: Mapping[str, Mapping[Spot, Any]], hole: Spot
) -> tuple[Rect, dict[str, dict[Spot, Any]]]:
    """A board with a missing cell, and the marks that are left."""
    less = Rect.of(board.n_rows, board.n_cols, [*board.holes, hole])
    gone: set[Spot] = {hole, *({*board.links_of(hole), *board.edges_of(hole)} - {*less.links, *less.edges})}
    return less, {name: {s: v for s, v in marks.items() if s not in gone} for name, marks in given.items()}
