"""Makes the lesson of a genre: four tiny boards that together break all rules, and its techniques by difficulty."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Any

import gridwright as gw

from ..board.board import Spot
from ..engine.explain.lessons import Lesson, LessonBoard
from ..engine.explain.techniques import techniques_of
from ..engine.solve.check import check, violations
from ..engine.solve.clock import TimeUp
from ..formats.spf.entries import without_source
from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from ..making.effort import MakingError
from .cases import one_changed, wrong_answer
from .techniques import by_name, inline_table, own_text

N_BOARDS = 4
SIZES = (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)
"""Rows and columns of the boards that are tried."""
LARGER = (3, 5), (5, 6), (6, 6), (4, 7)
"""Those that are tried if too few boards come of ``SIZES``."""
ENOUGH = 8
"""So many boards are enough to choose from."""
SEEDS, MORE_SEEDS = range(3), range(3, 15)
"""The seeds of the boards of each size that are tried, and of those that are tried if too few boards come of these."""
MOST_STEPS, FEWEST_STEPS = 24, 2
"""The steps of a board that takes less than a minute, and of one that is worth it."""
CHANGED, MORE_CHANGED = 3, 4
"""Of so many boards in each quarter it is found out which rules they break; and of more if rules are missing."""
_SECONDS = 20.0
"""For making, rating and changing one board."""


@dataclass
class _Draft:
    """A puzzle with its answer, and how hard it is."""

    puzzle: Puzzle
    answer: State
    score: float

    @cached_property
    def broken(self) -> Mapping[str, State]:
        """By rule, the fewest marks that break it."""
        return broken_rules(self.puzzle, self.answer)


def lesson(genre: type[Genre]) -> tuple[Lesson, tuple[str, ...]]:
    """The lesson of a genre, and the rules that no board of it breaks. Raises MakingError if there are no boards."""
    drafts: list[_Draft] = []
    for sizes, seeds in ((SIZES, SEEDS), (LARGER, SEEDS), ((*SIZES, *LARGER), MORE_SEEDS)):
        if len(drafts) < ENOUGH:
            drafts += _drafts(genre, sizes, seeds)
    if len(drafts) < N_BOARDS:
        raise MakingError(f"only {len(drafts)} of the {N_BOARDS} boards of a lesson on {genre.name} could be made")
    rules = [rule.name for rule in genre.rules]
    chosen = _chosen(drafts, rules)
    shown = _shared_out(chosen, rules)
    boards = tuple(
        LessonBoard(own_text(one.puzzle), {rule: by_name(one.puzzle, one.broken[rule].marks) for rule in some})
        for one, some in zip(chosen, shown, strict=True)
    )
    missing = tuple(rule for rule in rules if not any(rule in some for some in shown))
    return Lesson(boards, tuple(_by_difficulty(genre))), missing


# -- boards ------------------------------------------------------------------------------------------------------------


def _drafts(genre: type[Genre], sizes: Iterable[tuple[int, int]], seeds: Iterable[int]) -> Iterator[_Draft]:
    """Different small puzzles of a genre that take few easy steps."""
    known = set()
    for rows, cols in sizes:
        for seed in seeds:
            with suppress(MakingError, TimeUp):
                made = gw.generate(genre, rows, cols, seed=f"lesson {seed}", timeout=_SECONDS)
                puzzle = without_source(made)
                rating = gw.rate(puzzle, timeout=_SECONDS)
                n_steps, text = sum(rating.profile.values()), own_text(puzzle)
                fit = rating.label in ("trivial", "easy") and FEWEST_STEPS <= n_steps <= MOST_STEPS
                if fit and text not in known:
                    known.add(text)
                    yield _Draft(puzzle, gw.solve(puzzle, timeout=_SECONDS).answers[0], rating.score)


def _chosen(drafts: list[_Draft], rules: Iterable[str]) -> list[_Draft]:
    """One draft of each quarter by difficulty; from the hardest to the easiest, each adds the most rules."""
    drafts = sorted(drafts, key=attrgetter("score"))
    bounds = [len(drafts) * i // N_BOARDS for i in range(N_BOARDS + 1)]
    quarters = [drafts[start:end] for start, end in pairwise(bounds)]
    some = [quarters[0][:CHANGED], *(quarter[-CHANGED:] for quarter in quarters[1:])]
    chosen = _with_most_rules(some)
    if any(all(rule not in one.broken for one in chosen) for rule in rules):
        more = [[one for one in quarter if "broken" not in vars(one)][-MORE_CHANGED:] for quarter in quarters]
        chosen = _with_most_rules([[one, *others] for one, others in zip(chosen, more, strict=True)])
    return chosen


def _with_most_rules(quarters: list[list[_Draft]]) -> list[_Draft]:
    found: list[_Draft] = []
    for some in reversed(quarters):
        known = {rule for one in found for rule in one.broken}
        found.append(max(some, key=lambda one: len(one.broken.keys() - known)))
    return found[::-1]


def _shared_out(boards: list[_Draft], rules: Iterable[str]) -> list[list[str]]:
    """The rules that are shown on each board: about equally many, the first ones first."""
    able = {rule: [i for i, one in enumerate(boards) if rule in one.broken] for rule in rules}
    able = {rule: some for rule, some in able.items() if some}
    shown: list[list[str]] = [[] for _ in boards]
    most = -(-len(able) // len(boards))
    for rule, some in able.items():
        i = next((i for i in some if len(shown[i]) < most), min(some, key=lambda i: len(shown[i])))
        shown[i].append(rule)
    return shown


# -- rules -------------------------------------------------------------------------------------------------------------


def broken_rules(puzzle: Puzzle, answer: State) -> dict[str, State]:
    """For each rule that marks can break, the fewest such marks that were found."""
    found = {}
    for rule in puzzle.genre.rules:
        if (state := _breaking(puzzle, rule.name, answer)) is not None:
            found[rule.name] = state
    return found


def _breaking(puzzle: Puzzle, rule: str, answer: State) -> State | None:
    """A position that breaks a rule, if possible only this one."""
    wrong = wrong_answer(puzzle, rule, answer, _SECONDS)
    if wrong is not None:
        return _fewest_marks(puzzle, rule, wrong.state)
    for state in one_changed(puzzle, answer):
        if any(one.rule == rule for one in check(puzzle, state)):
            return _fewest_marks(puzzle, rule, state)
    return None


def _fewest_marks(puzzle: Puzzle, rule: str, state: State) -> State | None:
    """The position without the marks that it does not need to break a rule. None if it breaks others as well."""
    model = puzzle.genre(puzzle)
    for name in state.marks:
        for place in model.variables.places(name):
            fewer = State.of(puzzle, _without(state.marks, name, place))
            if any(one.rule == rule for one in violations(model, fewer.with_givens())):
                state = fewer
    return state if {one.rule for one in violations(model, state.with_givens())} == {rule} else None


def _without(
    marks: Mapping[str, Mapping[Spot, Any]], layer: str, place: tuple[Spot, ...]
) -> dict[str, dict[Spot, Any]]:
    return {name: {spot: value for spot, value in own.items() if name != layer or spot not in place}
            for name, own in marks.items()}  # fmt: skip


# -- techniques --------------------------------------------------------------------------------------------------------


def _by_difficulty(genre: type[Genre]) -> list[str]:
    """The keys of the techniques of a genre, the easiest first; of those with one name, the easiest."""
    costs: dict[str, tuple[float, int, str]] = {}
    for i, (key, one) in enumerate(techniques_of(genre.__module__).items()):
        puzzle = gw.read(one.puzzle)
        step = gw.hint(puzzle, one.state(puzzle))
        if isinstance(step, gw.Step):
            costs[one.name] = min(costs.get(one.name, (step.cost, i, key)), (step.cost, i, key))
    return [key for *_, key in sorted(costs.values())]


# -- files -------------------------------------------------------------------------------------------------------------


def as_toml(genre: type[Genre], one: Lesson) -> str:
    """The lesson of a genre as the contents of its file."""
    named = techniques_of(genre.__module__)
    keys = "".join(f"    {json.dumps(key)},  # {named[key].name}\n" for key in one.techniques)
    parts = [f"techniques = [\n{keys}]\n"]
    for board in one.boards:
        lines = ["[[board]]", f"puzzle = '''\n{board.puzzle}'''"]
        for rule, layers in board.broken.items():
            lines += [f"broken.{rule}.{layer} = {inline_table(marks)}" for layer, marks in layers.items() if marks]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)
