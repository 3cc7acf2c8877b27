"""Laws about whole paths, as one reads them who knows the clues and what was concluded before.

The numbers of a sentence are those of the position before the step, with what the sentence supposes and concludes on
the way. Known marks that a reason names are there. The conclusion names what the step enters and nothing else.

By default the beginning of a small case of each genre is read; ``-m thorough`` reads those of the other small cases,
and ``-m slow`` reads all.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, combinations, islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import gridwright as gw
from gridwright.engine.explain.deductions import Deduction
from gridwright.engine.explain.hints import followed
from gridwright.engine.explain.speech import Speaker
from gridwright.engine.explain.steps import Step, StepMark
from gridwright.engine.explain.techniques import technique_of
from gridwright.engine.explain.telling import Teller
from gridwright.engine.solve.clock import Clock
from gridwright.language import Genre, Puzzle, Spot
from gridwright.language.faults import faults
from gridwright.language.wording import AtLeast, AtMost
from gridwright.logic.expr import Count, Total, literals
from gridwright.walkthrough.roles import Mention, mentions

from ..grouped import only_if
from .cases import PATHS, case, each_case

CELLS, STEPS = 30, 25
"""Most cells of a small case, and most of its steps that are read."""


class Told(NamedTuple):
    """A step as it was told."""

    step: Step
    model: Genre
    before: gw.State
    shown: list[int]
    """What is known, and what the sentence supposes and concludes before it says what is wrong."""
    concluded: list[tuple[str, tuple[Spot, ...]]]
    """The layer and the spots of each mark that follows."""
    has_own_words: bool
    """Whether a technique says why the marks follow."""

    @property
    def demands(self) -> Iterator[Any]:
        return (demand for part in self.step.because for demand in part.demands)


def tell(teller: Teller, found: Deduction) -> tuple[Step, list[int], list[tuple[str, tuple[Spot, ...]]], bool]:
    step, position, variables = teller.step(found), teller.position, teller.position.model.variables
    known = position.known.copy()
    for mark in chain(step.refuted.supposed, *step.refuted.links) if step.refuted else ():
        lit = int(variables.literal(mark.layer, mark.spot, mark.value))
        beside = position.other_values(lit)
        for one in (lit, *(-other for other in beside)) if mark.holds else (-lit, *beside[:len(beside) == 1]):
            known[one], known[-one] = 1, -1
    concluded = [(layer, place) for layer, place, _, _ in map(variables.mark_of, found.marks)]
    technique = technique_of(position, found.seed or found)
    return step, known, concluded, technique is not None and technique.words != ""


def path_of(puzzle: Puzzle) -> Iterator[Told]:
    state, model = gw.State.of(puzzle, {}), puzzle.genre(puzzle)
    for step, known, concluded, has_own_words in followed(puzzle, None, Clock(), tell):
        yield Told(step, model, state, known, concluded, has_own_words)
        state = step.applied(state)


def read(path: Path, most_steps: int | None = None) -> None:
    for told in islice(path_of(case(path).puzzle), most_steps):
        for law in (the_contradiction_is_there, sums_are_right, marks_are_counted, premises_are_known,
                    the_conclusion_is_what_is_entered):
            law(told)


@each_case
def test_sentences_are_true_where_they_are_read(path: Path) -> None:
    only_if(case(path).status != "none" and len(case(path).puzzle.board.cells) <= CELLS)
    read(path, STEPS)


@pytest.mark.slow
@each_case
def test_all_sentences_are_true_where_they_are_read(path: Path) -> None:
    only_if(case(path).status != "none")
    read(path)


def test_every_genre_is_read() -> None:
    small = {path.parent.name for path in PATHS if len(case(path).puzzle.board.cells) <= CELLS}
    assert small == {path.parent.name for path in PATHS}, "these genres have no small case"


# -- numbers -----------------------------------------------------------------------------------------------------------

@each_case
def test_rules_need_what_they_count(path: Path) -> None:
    """The number that a demand needs is that of its expression, and the number of its clue is that of the puzzle."""
    puzzle = case(path).puzzle
    for demand in puzzle.genre(puzzle).demands():
        what, number, said = demand.what, demand.words.get("n"), demand.say(puzzle.board)
        if isinstance(what, Count | Total) and isinstance(number, int) and " need" in said:
            least, most = (end(what.allowed) + what.sure for end in (min, max))
            bounds = {AtLeast: (number, most), AtMost: (least, number)}
            assert (least, most) == bounds.get(type(number), (number, number)), f"{case(path)}: it is not so: {said}"
        if len(demand.clues) == 1 and "number" in demand.words:
            ((layer, spot),) = demand.clues
            assert demand.words["number"] == puzzle.given[layer][spot], f"{case(path)}: another clue: {said}"


NO_VALUE = "no value is left for "


def the_contradiction_is_there(told: Told) -> None:
    """What a sentence says is wrong in the end is wrong in the position that it has come to, with these numbers."""
    step, known = told.step, told.shown
    if step.refuted is None or told.has_own_words or ADDED_UP.search(step.words):
        return
    if NO_VALUE in step.words:
        spot = step.refuted.fault_at[0]
        assert any(all(known[int(mark)] < 0 for mark in by_spot[spot].marks.values())
                   for by_spot in told.model.variables.terms.values() if spot in by_spot), f"{spot} has values: {step}"
        return
    wrong = [fault.words for demand in told.demands for fault in faults(demand, known, told.model)]
    laws = [part.words for part in step.because if part.demands]
    assert any(one in step.words for one in wrong or laws), f"{step}\nwhat is wrong there: {wrong}"


ADDED_UP = re.compile(
    r"needs? (?P<needed>\d+|no) (?:more )?[^,.;]+(?:, some of which may count twice)?, and (?:[^.;]+ leaves? room for "
    r"(?P<room>\d+)(?: and the other cells for (?P<elsewhere>\d+))?|there is room for only (?P<only>\d+)|there is no "
    r"room for any)")


def sums_are_right(told: Told) -> None:
    """Counts that are added up are those that some demands still need, and for which others leave room."""
    for found in ADDED_UP.finditer(told.step.words):
        needed, room, elsewhere, only = (int(n) if n and n != "no" else 0 for n in found.groups())
        counts = [demand.what for demand in told.demands if isinstance(demand.what, Count)]
        held = {what: sum(told.shown[lit] > 0 for lit in literals(what)) for what in counts}
        need = [min(what.allowed) - held[what] for what in counts if min(what.allowed) > 0]
        leave = [max(what.allowed) - held[what] for what in counts if max(what.allowed) < len(what.items)]
        assert needed in sums(need), f"nothing needs {needed}: {told.step}"
        assert room in sums(leave), f"nothing leaves room for {room}: {told.step}"
        least = room + elsewhere + only
        assert needed > least if told.step.refuted else needed == least, f"a sum is wrong: {told.step}"


def sums(numbers: Collection[int]) -> set[int]:
    return {sum(some) for n in range(len(numbers) + 1) for some in combinations(numbers, n)}


FOLLOWED = re.compile(r"Follow it through, for (\d+) marks")


def marks_are_counted(told: Told) -> None:
    """As many marks follow as a sentence says."""
    if found := FOLLOWED.search(told.step.words):
        assert told.step.refuted is not None
        literal, marks = told.model.variables.literal, chain(*told.step.refuted.links)
        n = len({int(literal(mark.layer, mark.spot, mark.value)) for mark in marks})
        assert int(found[1]) == n, f"{n} marks follow: {told.step}"


def numbers_at_the_end(speaker: Speaker, selector: int, said: Iterable[int], by: int = 0) -> tuple[str, Any]:
    """What is wrong in the words of the position where a conflict was found."""
    conflict = speaker.position.conflict_of(selector)
    return original(speaker, selector, said, by) if conflict is None else (speaker.fault(selector), conflict.at)


original = Speaker.fault_where


@pytest.mark.parametrize("name", ["fillomino/graph_several", "narrow_cave/oblong"])
def test_numbers_of_another_position_are_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Speaker, "fault_where", numbers_at_the_end)
    (path,) = (path for path in PATHS if f"{path.parent.name}/{path.stem}" == name)
    with pytest.raises(AssertionError, match="what is wrong there"):
        read(path)


# -- premises ----------------------------------------------------------------------------------------------------------


def premises_are_known(told: Told) -> None:
    """The marks of a reason are given, or were entered by an earlier step."""
    for part in told.step.because:
        if part.mark is not None:
            assert is_known(told.before, part.mark), f"nobody has said that {part.words}: {told.step}"


def is_known(state: gw.State, mark: StepMark) -> bool:
    layer, spot, value, holds = mark
    given: Mapping[Spot, Any] = state.puzzle.given.get(layer, {})
    held = given[spot] if spot in given else state.get(layer, spot)
    if holds:
        return bool(held == value)
    out: Mapping[Spot, Collection[Any]] = state.struck.get(layer, {})
    return held not in (None, value) or (spot in out and value in out[spot])


# -- conclusions -------------------------------------------------------------------------------------------------------

CONCLUSION = re.compile(r"(?:.*\bSo |Only trial and error shows that )?(?P<marks>.+?)(?:: nothing else is left)?\.",
                        re.DOTALL)
ALL = "Only trial and error leads on, and gives the rest of the answer."
OTHERS = re.compile(r"\d+ others")


def the_conclusion_is_what_is_entered(told: Told) -> None:
    """The places of a conclusion are those of the marks that the step enters."""
    if told.step.words == ALL:
        return
    said = CONCLUSION.fullmatch(told.step.words)
    assert said, f"no conclusion: {told.step}"
    board, layers = told.model.board, told.model.answer_layers
    mentioned = (one for one in mentions(said["marks"], board) if isinstance(one, Mention))
    named = {spot for one in mentioned for spot in one.spots}
    by_areas = {name for name, _ in told.concluded if getattr(layers[name], "area", "")}
    others = named.difference(spot for _, place in told.concluded for spot in place)
    others -= set(board.cells) if by_areas else set()
    assert not others, f"{sorted(others)} are not concluded: {told.step}"
    unnamed = [place for name, place in told.concluded if named.isdisjoint(place)
               and not (name in by_areas and not named.isdisjoint(board.ends(place[0])))]
    assert not unnamed or OTHERS.search(said["marks"]), f"{unnamed} are not in the conclusion: {told.step}"
