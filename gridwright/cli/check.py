"""``gridwright check``: whether answers, stored with puzzles or in another file, are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import click

import gridwright as gw

from ..engine.solve.check import Violation
from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading
from ..formats.json_and_xml import load_json
from ..formats.sources import decode
from ..language.puzzle import Puzzle, State
from ..language.wording import counted, name_in_words, worded
from .boards import Label, block, board, headline, judgement, notes, record, styled, too_wide, warnings
from .draw import PICTURES, PictureOutput, place_of
from .files import InputFile, data_of, readings_of, source_of
from .outputs import Inputs
from .settings import Course, Settings, course_options, language_option, puzzle_options
from .show import NOT_RIGHT, Report, fail, fault_line, json_text, listed
from .work import run


@click.command("check")
@click.option(
    "--answer", metavar="FILE", help="The file with the answers: puzzles with their answers, or a bare grid."
)
@click.option("--why", is_flag=True, help="Prove a mistake in a wrong answer from the rules and the right marks.")
@click.option("-o", "--output", metavar="OUT", help="Draw the answers with their mistakes: a picture, or a folder.")
@course_options
@language_option
@puzzle_options()
def command(
    files: tuple[str, ...], settings: Settings, answer: str | None, output: str | None, why: bool, course: Course
) -> None:
    """Check answers stored with puzzles or in another file.

    Exit status: 0 if every puzzle has a stored answer and it is right, 1 if not.
    """
    if answer is not None and len(files) > 1:
        fail("--answer goes with one file")
    inputs = Inputs((*files, *([] if answer is None else [answer])), settings)
    place = None if output is None else place_of(output, inputs, kinds=PICTURES)
    wanted = _CheckOptions(None if answer is None else Answers(answer, settings), place, why)
    run(partial(_check_one, wanted), files, settings, course)


class Answers:
    """A file of answers; ends the program if it cannot be read."""

    def __init__(self, name: str, settings: Settings) -> None:
        self._source: InputFile = source_of(name)
        self._grid = ""
        try:
            self._readings = readings_of(self._source, settings)
        except gw.FormatError as fault:
            self._readings, self._fault = [], fault
            self._grid = self._bare_grid(fault)

    def _bare_grid(self, fault: gw.FormatError) -> str:
        """The rows of a bare grid; ends the program if the file contains none."""
        try:
            grid = decode(data_of(self._source)).text
        except gw.FormatError:
            grid = ""
        if not grid.strip():
            fail(fault_line(self._source.name, fault))
        return grid

    def answer_to(self, puzzle: Puzzle, label: Label) -> State:
        """The answer to a puzzle: the one with the same number in this file. Raises FormatError."""
        if self._grid:
            return self._from_grid(puzzle)
        other = self._readings[label.place] if label.place < len(self._readings) else None
        if other is None or other.puzzle.genre is not puzzle.genre or other.puzzle.board != puzzle.board:
            what, wanted = f"this file holds no answer to {label}", f"{puzzle.genre.name} of the same size"
            raise gw.FormatError(what, expected=wanted, file=self._source.name, code="other-puzzle")
        if other.answer is not None:
            return gw.State(puzzle, other.answer.marks)
        # In a format without answers, an answer is a puzzle with all marks given.
        model = puzzle.genre(puzzle)
        known = model.marks.keys() | model.terms.keys()
        return gw.State.of(puzzle, {name: marks for name, marks in other.puzzle.given.items() if name in known})


    def _from_grid(self, puzzle: Puzzle) -> State:
        """The answer in a bare grid: rows of text, or a JSON list of rows. Raises FormatError."""
        rows = load_json(self._grid) if self._grid.lstrip().startswith(("[", "{")) else self._grid
        layers = rows if isinstance(rows, dict) else {}
        try:
            return gw.state(puzzle, None if layers else rows, **layers)
        except gw.PuzzleError as fault:
            if self._fault.code not in ("unknown-format", "MalformedGrid"):
                raise self._fault from None
            what = f"this file holds neither puzzles nor the grid of an answer: {fault}"
            raise gw.FormatError(what, file=self._source.name, code="unknown-format") from None


@dataclass(frozen=True)
class _CheckOptions:
    """Where the answers are, where pictures go, and whether proofs are wanted."""

    answers: Answers | None
    place: PictureOutput | None
    why: bool


def _check_one(
    wanted: _CheckOptions, reading: Reading, label: Label, settings: Settings, stop: ShouldStop
) -> Iterator[Report]:
    """Whether the answer of one puzzle is right."""
    puzzle, answer = reading.puzzle, reading.answer
    if wanted.answers is not None:
        answer = wanted.answers.answer_to(puzzle, label)
    yield Report(err=warnings(reading, label, settings))
    faults: list[Violation] | None = []
    if answer is not None:
        try:
            faults = gw.check(puzzle, answer, finished=True, timeout=settings.timeout, stop=stop)
        except gw.TimeUp:
            faults = None
    if answer is None:
        word = "missing"
    elif faults is None:
        word = "stopped" if stop() else "undecided"
    else:
        word = judgement(faults)
    proof = None
    if wanted.why and answer is not None and word in _DOUBTFUL:
        proof = _proof(puzzle, answer, settings.timeout, stop)
    if settings.json:
        fields = record(reading, label, word)
        fields["violations"] = None if faults is None else [
            {"rule": fault.rule, "at": [puzzle.board.name(spot) for spot in fault.at], "words": str(fault)}
            for fault in faults
        ]
        proved = {} if proof is None else {"why": proof}
        out = json_text(fields | proved | {"warnings": list(reading.warnings)})
    else:
        out = _text(reading, answer, label, faults or [], word, settings)
        if proof:
            out = f"{out}\n{block(settings, proof)}"
    yield Report(out, status=0 if word == "right" else NOT_RIGHT, word=word)
    if wanted.place is not None and answer is not None:
        place = wanted.place
        drawn = place.draw(
            label, settings.timeout, lambda: getattr(gw.draw(puzzle, answer, violations=faults or []), place.kind)()
        )
        yield drawn._replace(word="")


_DOUBTFUL = ("wrong", "unfinished", "undecided")
"""Answers that may hold a mistake."""


def _proof(puzzle: Puzzle, answer: State, timeout: float | None, stop: ShouldStop) -> str:
    """A mistake in an answer with its proof, in words; empty if all marks can be right."""
    from ..engine.explain.hints import first_mistake

    try:
        mistake = first_mistake(puzzle, answer, timeout=timeout, stop=stop)
    except gw.TimeUp:
        return worded("there was no time to look for a mistake")
    return "" if mistake is None else mistake.words


def _text(
    reading: Reading, answer: State | None, label: Label, faults: Sequence[Violation], word: str, settings: Settings
) -> str:
    verdict = worded(_VERDICTS[word], n=counted(len(faults), worded("violation|violations")))
    mistakes = [fault for fault in faults if fault.rule != "finished"]
    picture = "" if answer is None else board(reading.puzzle, answer, settings, mistakes)
    faulty = [f"  {line}" for line in _fault_lines(reading.puzzle, faults)]
    more = notes(reading.puzzle, settings) if picture else ""
    hint = too_wide(reading.puzzle, label, settings) if picture else ""
    return block(settings, headline(reading, label), picture, more, hint, styled(verdict, word, settings), *faulty)


_VERDICTS = {
    "missing": "no answer is stored", "right": "right", "unfinished": "unfinished", "stopped": "stopped",
    "undecided": "undecided: there was no time to check all rules", "wrong": "wrong: {n}",
}  # fmt: skip


def _fault_lines(puzzle: Puzzle, faults: Sequence[Violation]) -> list[str]:
    """Violations in words with their places, each once; all empty spots share one line."""
    lines: dict[str, None] = {}
    empty = [name_in_words(puzzle.board.name(at)) for fault in faults if fault.rule == "finished" for at in fault.at]
    for fault in faults:
        if fault.rule != "finished":
            words = str(fault)
            where = [name for name in map(name_in_words, map(puzzle.board.name, fault.at)) if name not in words]
            told = f" ({listed(where)})" if where and len(where) == len(fault.at) else ""
            lines[words + told] = None
    if empty:
        lines[worded("not filled in: {places}", places=listed(list(dict.fromkeys(empty))))] = None
    return list(lines)
