"""Techniques: small boards that show what players know by name, and the shapes of the reasons found there.

A genre's techniques are in ``techniques.toml`` in its folder, or in ``NAME_techniques.toml`` beside its file
``NAME.py``. A step has a technique's name if its reason has one of the technique's shapes.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ...board.board import Board, Spot
from ...language.genre import Genre
from ...language.puzzle import Puzzle, State
from ...language.wording import Wording, listed
from .position import Deduction, Position
from .shapes import kind_of, shape
from .speech import Speaker


@dataclass(frozen=True)
class Technique:
    """A technique of a genre.

    ``puzzle`` is a puzzle as a text, ``played`` and ``struck`` are marks and excluded values on it, by layer and name
    of the spot; the easiest step from that position is the technique, and ``shape`` is that of its reason. Several
    techniques of a genre may have one name, but no two have one shape.

    ``words`` are the reason of a step in a sentence. In it, ``{near.at}`` and ``{near.n}`` are the places and the
    number of the demands of the rule ``near``, or any other word of theirs, ``{near.line}`` their row or column, and
    ``{opposite}`` is what cannot be. Of rules that a transposition exchanges, such as ``rows`` and ``cols``, the first
    stands for both.
    """

    name: str
    puzzle: str
    words: str = ""
    played: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    struck: Mapping[str, Mapping[str, list[Any]]] = field(default_factory=dict)
    shape: str = ""

    def state(self, puzzle: Puzzle) -> State:
        """The position on the technique's puzzle."""
        spots = spots_by_name(puzzle.board)

        def by_spot(layers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[Spot, Any]]:
            return {layer: {spots[at]: value for at, value in marks.items()} for layer, marks in layers.items()}

        return State.of(puzzle, by_spot(self.played), by_spot(self.struck))


def spots_by_name(board: Board) -> dict[str, Spot]:
    """The spots of a board by their names; if two have one name, the cell."""
    some = (*getattr(board, "sides", ()), *board.corners, *board.edges, *board.links, *board.cells)
    return {board.name(spot): spot for spot in some}


def file_of(genre: type[Genre]) -> Path | None:
    """Where the techniques of a genre are, or would be; None for a genre without a file."""
    source = getattr(sys.modules.get(genre.__module__), "__file__", None)
    if source is None:
        return None
    path = Path(source)
    return path.parent / ("techniques.toml" if path.stem == "__init__" else f"{path.stem}_techniques.toml")


def techniques(genre: type[Genre]) -> Collection[Technique]:
    """The techniques of a genre."""
    path = file_of(genre)
    return _by_shape(path).values() if path else ()


@cache
def _by_shape(path: Path) -> Mapping[str, Technique]:
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        found = [Technique(**one) for one in tomllib.load(file).get("technique", ())]
    by_shape = {one.shape: one for one in found}
    if len(by_shape) < len(found):
        raise ValueError(f"{path}: two techniques have one shape")
    return by_shape


def technique_of(position: Position, found: Deduction) -> Technique | None:
    """The technique of a step; None if it has none."""
    path = file_of(position.puzzle.genre)
    known = _by_shape(path) if path else {}
    return known.get(shape(position, found.seed or found)) if known else None


def reason_in_words(technique: Technique, speaker: Speaker, found: Deduction) -> str:
    """The sentence of a technique about a step."""
    position = speaker.position
    by_rule: dict[str, list[Mapping[str, Any]]] = {}
    for selector in found.selectors or found.strikers:
        demand, conflict = position.demand_of(selector), position.conflict_of(selector)
        words = {**demand.words, **conflict.words} if conflict else demand.words
        at = demand.at or (conflict.at if conflict else ())
        rule = kind_of(position.model, demand.rule)
        by_rule.setdefault(rule, []).append({"at": at, "line": _line(demand.at), **words})
    roles = {rule: SimpleNamespace(**_together(some)) for rule, some in by_rule.items()}
    opposite = speaker.said([-found.marks[0]])
    return Wording(technique.words).law(speaker.board, (), {**roles, "opposite": opposite})


def _line(at: Sequence[Spot]) -> str:
    """The name of the row or column in which cells lie."""
    if len({spot.y for spot in at}) == 1:
        return f"row {(at[0].y + 1) // 2}"
    return f"column {(at[0].x + 1) // 2}" if at else ""


def _together(some: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The words of several demands: all their places, and each number once."""
    found: dict[str, Any] = {}
    for name in some[0]:
        values = [words[name] for words in some if name in words]
        if isinstance(values[0], Spot):
            found[name] = tuple(dict.fromkeys(values))
        elif isinstance(values[0], tuple):
            found[name] = tuple(dict.fromkeys(spot for at in values for spot in at))
        elif isinstance(values[0], int):
            numbers = {int(value) for value in values}
            found[name] = numbers.pop() if len(numbers) == 1 else frozenset(numbers)
        else:
            found[name] = listed(dict.fromkeys(map(str, values)))
    return found
