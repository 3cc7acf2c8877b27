"""Finds boards for techniques in new puzzles, and learns the shapes of declared ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import gridwright as gw

from ..board.board import Spot
from ..engine.explain.hints import Explainer
from ..engine.explain.position import NoAnswer
from ..engine.explain.steps import StageName, StepMark, with_marks
from ..engine.explain.techniques import Technique, kind_of, rule_name, shape
from ..engine.explain.telling import Teller
from ..engine.solve.clock import Clock, TimeUp
from ..language.genre import Genre
from ..language.puzzle import NO_MARKS, Layers, Puzzle, State, frozen_layers

_RARE = 0.01
"""Classes that make up less than this share of the steps are not proposed."""


_TRIED = 8
"""This many steps of a class are tried as its board."""


@dataclass
class Seen:
    """A step of a puzzle: its shape by rules and by kinds of rules, its technique, its words, where it was found, and
    the clues and marks of its reason. The shape of a step by trial and error is "", as it has no reason."""

    shape: str
    kind: str
    technique: str
    words: str
    puzzle: Puzzle
    state: State
    clues: frozenset[tuple[str, Spot]]
    marks: tuple[StepMark, ...]


def seen_in(puzzle: Puzzle, seconds: float = 20) -> Iterator[Seen]:
    """The steps of a puzzle until the time is up."""
    clock = Clock(seconds)
    try:
        with clock.running(), Explainer(puzzle, None, clock) as explainer:
            teller, state = Teller(explainer.position), State.of(puzzle, {})
            while (found := explainer.step()) is not None:
                step = teller.step(found)
                seed, solver = found.seed or found, explainer.position.solver
                clues = frozenset(clue for one in seed.all_selectors for clue in solver.clues_of(one))
                marks = tuple(mark for lit in seed.premises for mark in teller.marks(lit))
                own, kind = (shape(explainer.position, seed, by) for by in (rule_name, kind_of))
                if found.stage is StageName.TRIAL:
                    own = kind = ""
                yield Seen(own, kind, step.technique, step.words, puzzle, state, clues, marks)
                explainer.position.apply(found.marks)
                state = with_marks(puzzle, state, step.marks)
    except TimeUp:
        return


def first_step(puzzle: Puzzle, state: State, seconds: float = 10) -> tuple[str, str] | None:
    """The shape and the words of the easiest step from a position; None if there is none."""
    clock = Clock(seconds)
    try:
        with clock.running(), Explainer(puzzle, state, clock) as explainer:
            found = explainer.step()
            if found is None:
                return None
            return shape(explainer.position, found.seed or found), Teller(explainer.position).step(found).words
    except (NoAnswer, TimeUp):
        return None


@dataclass
class Proposed:
    """A frequent class of steps: its share of all steps, its shape by kinds of rules, some steps in words, a board."""

    share: float
    kind: str
    words: list[str]
    technique: Technique


def proposals(genre: type[Genre], n: int, rows: int | None = None, cols: int | None = None) -> Iterator[Proposed]:
    """The frequent classes of the steps of ``n`` new puzzles that have no name, most frequent first."""
    classes: dict[str, list[Seen]] = {}
    total = 0
    for seed in range(n):
        with suppress(TimeUp):
            for one in seen_in(gw.generate(genre, rows, cols, seed=f"techniques {seed}", timeout=20)):
                total += 1
                if one.shape and not one.technique:
                    classes.setdefault(one.shape, []).append(one)
    for key, seen in sorted(classes.items(), key=lambda item: -len(item[1])):
        if len(seen) >= _RARE * total:
            words = [one.words for one in Random(key).sample(seen, min(len(seen), 4))]
            by_length = sorted(seen, key=lambda one: len(one.words))
            found = next((board for one in by_length[:_TRIED] if (board := reduced(one))), None)
            if found is not None:
                yield Proposed(len(seen) / total, seen[0].kind, words, found)


# -- small boards from steps of puzzles --------------------------------------------------------------------------------


def reduced(one: Seen) -> Technique | None:
    """A technique without a name from a step: its puzzle without the clues and marks that the step does not need.

    None if another step is easier in the position.
    """
    puzzle, state = one.puzzle, one.state
    few = replace(puzzle, given=_only(puzzle, one.clues), source=None, about=gw.About())
    own = [mark for mark in one.marks if few.given.get(mark.layer, NO_MARKS).get(mark.spot) != mark.value]
    least = with_marks(few, State.of(few, {}), own)
    if _shows(one, few, least):
        puzzle, state = few, least
    elif not _shows(one, puzzle, state):
        return None
    else:
        for layer, spot in _clues(puzzle):
            less = replace(puzzle, given=_without(puzzle.given, layer, spot), source=None, about=gw.About())
            if _shows(one, less, State.of(less, state.marks, state.struck)):
                puzzle = less
    for name, marks in list(state.marks.items()):
        for spot in marks:
            fewer = _without(state.marks, name, spot)
            if _shows(one, puzzle, State.of(puzzle, fewer, state.struck)):
                state = State.of(puzzle, fewer, state.struck)
    for name, struck in list(state.struck.items()):
        for spot in struck:
            fewer = _without(state.struck, name, spot)
            if _shows(one, puzzle, State.of(puzzle, state.marks, fewer)):
                state = State.of(puzzle, state.marks, fewer)
    played, excluded = (by_name(puzzle, layers) for layers in (state.marks, state.struck))
    return Technique("", own_text(puzzle), "", played, excluded, one.shape)


def own_text(puzzle: Puzzle) -> str:
    """The text of a puzzle in a file of techniques or lessons."""
    text = gw.write(puzzle, "spf")
    return text[text.index("<<") : text.index("\n>>") + 4]


def _only(puzzle: Puzzle, kept: frozenset[tuple[str, Spot]]) -> Layers:
    """The structure of a puzzle, and some of its clues."""
    removable = frozenset(_clues(puzzle)) - kept
    return frozen_layers({name: {at: value for at, value in marks.items() if (name, at) not in removable}
                          for name, marks in puzzle.given.items()})


def _shows(one: Seen, puzzle: Puzzle, state: State) -> bool:
    found = first_step(puzzle, state)
    return found is not None and found[0] == one.shape


def _clues(puzzle: Puzzle) -> list[tuple[str, Spot]]:
    """The clues that may be left out, last first."""
    layers = [layer for name, layer in puzzle.genre.layers.items() if name in puzzle.given]
    return [(layer.name, spot) for layer in layers if getattr(layer, "role", "clue") == "clue"
            for spot in reversed(puzzle.given[layer.name])]


def _without(layers: Layers, layer: str, spot: Spot) -> Layers:
    return frozen_layers({name: {at: value for at, value in marks.items() if (name, at) != (layer, spot)}
                          for name, marks in layers.items()})


def by_name(puzzle: Puzzle, layers: Layers) -> dict[str, dict[str, Any]]:
    """Marks, or excluded values, by layer and name of the spot."""
    return {
        name: {puzzle.board.name(at): sorted(value) if isinstance(value, frozenset) else value
               for at, value in marks.items()}
        for name, marks in layers.items()
    }


def as_toml(one: Technique) -> str:
    """A technique as an entry of the file."""
    lines = ["[[technique]]", f"name = {json.dumps(one.name)}", f"words = {json.dumps(one.words)}",
             f"shape = {json.dumps(one.shape)}", *([f"demands = {one.demands}"] if one.demands else []),
             *([f"number = {one.number}"] if one.number else []),
             f"puzzle = '''\n{one.puzzle}'''"]
    for key, layers in (("played", one.played), ("struck", one.struck)):
        for layer, marks in layers.items():
            lines.append(f"{key}.{layer} = {inline_table(marks)}")
    return "\n".join(lines) + "\n"


def inline_table(marks: Mapping[str, Any]) -> str:
    """Marks by names of spots, in TOML."""
    entries = ", ".join(f"{_key(at)} = {json.dumps(value)}" for at, value in marks.items())
    return f"{{ {entries} }}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name) else json.dumps(name)
