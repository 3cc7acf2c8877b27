"""``gridwright hint``, ``explain``, ``rate`` and ``diagnose``: what follows, why, and how hard that is to see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import click

import gridwright as gw

from ..board.board import Spot
from ..engine.explain.diagnosis import Diagnosis
from ..engine.explain.mistakes import Mistake
from ..engine.explain.rating import Rating
from ..engine.explain.steps import Step, StepMark, entry
from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading, is_full
from ..language.domain import ABSENT
from ..language.puzzle import Puzzle, State
from ..language.wording import listed, worded
from .boards import Label, block, board, headline, record, styled, warnings
from .check import Answers
from .files import no_such_number, readings_of, source_of
from .outputs import Inputs
from .settings import Course, Settings, course_options, language_option, puzzle_options
from .show import NOT_RIGHT, Report, echo, fail, fault_line, json_text, words_of
from .work import run

# -- hint --------------------------------------------------------------------------------------------------------------


@click.command("hint")
@click.option("--played", metavar="FILE", help="The file with the marks set so far; by default those stored in FILE.")
@click.option(
    "--level", type=click.IntRange(1, 3), default=3, show_default=True, metavar="N",
    help="How much to say: 1, whether the position is right; 2, where to look; 3, what follows, and why.",
)
@language_option
@puzzle_options()
def hint(files: tuple[str, ...], settings: Settings, played: str | None, level: int) -> None:
    """Show the easiest next step, with its reason.

    If the position is wrong, the mistake is shown with a proof. Exit status: 0 if there is a step or nothing is left to
    find, 1 if a position is wrong.
    """
    if played is not None and len(files) > 1:
        fail("--played goes with one file")
    answers = None if played is None else Answers(played, settings)
    run(partial(_hint_one, answers, level), files, settings)


def _hint_one(
    answers: Answers | None, level: int, reading: Reading, label: Label, settings: Settings, stop: ShouldStop
) -> Iterator[Report]:
    """The next step in one puzzle."""
    yield Report(err=warnings(reading, label, settings))
    puzzle = reading.puzzle
    state = answers.answer_to(puzzle, label) if answers is not None else _stored_position(reading)
    if answers is None and state is not None and not settings.json:
        yield Report(err=_starts_from_position(label))
    try:
        step = gw.hint(puzzle, state, timeout=settings.timeout, stop=stop)
    except gw.TimeUp:
        words = worded("no step was found in time")
        yield Report(f"{headline(reading, label)}\n{words}", status=NOT_RIGHT, word="undecided")
        return
    wrong = isinstance(step, Mistake)
    word = "mistake" if wrong else "finished" if step is None else "step"
    words = _hint_words(step, level, state)
    if settings.json:
        out = json_text(record(reading, label, word) | _hint_record(step, words))
    else:
        picture = _hint_picture(puzzle, step, level, state, settings)
        out = block(settings, headline(reading, label), picture, "", styled(words, "wrong" if wrong else "", settings))
    yield Report(out, status=NOT_RIGHT if wrong else 0, word=word)


def _stored_position(reading: Reading) -> State | None:
    """The partial answer of a puzzle's file, if any. A whole answer leaves nothing to find."""
    state = reading.answer
    started = state is not None and (any(state.marks.values()) or any(state.struck.values()))
    return state if state is not None and started and not is_full(state) else None


def _starts_from_position(label: Label | str) -> str:
    return f"{label}: {worded('starting from the position stored in the file')}"


def _hint_picture(
    puzzle: Puzzle, found: Step | Mistake | None, level: int, state: State | None, settings: Settings
) -> str:
    """The position: with the new marks at level 3, with the places to look at at level 2."""
    if not isinstance(found, Step) or level == 1:
        return board(puzzle, state, settings)
    if level == 2:
        from ..walkthrough.roles import where_to_look

        return board(puzzle, state, settings, reason=[spot for one in where_to_look(found) for spot in one.spots])
    after = found.applied(state if state is not None else gw.State.of(puzzle, {}))
    return board(puzzle, after, settings, fresh=[mark.spot for mark in found.marks])


def _hint_words(step: Step | Mistake | None, level: int, state: State | None) -> str:
    if step is None:
        if state is not None and not gw.check(state.puzzle, state, finished=True):
            return worded("The puzzle is solved.")
        return worded("Nothing more follows: all that the answers share is known.")
    if isinstance(step, Mistake):
        return worded("There is a mistake.") if level == 1 else str(step)
    if level == 1:
        return worded("No mistakes so far; there is a next step.")
    if level == 2:
        from ..walkthrough.roles import where_to_look

        return worded("Look at {places}.", places=listed([one.text for one in where_to_look(step)]))
    return step.words


def _hint_record(found: Step | Mistake | None, words: str) -> dict[str, object]:
    from ..walkthrough import step_record

    fields: dict[str, object] = {"words": words}
    if isinstance(found, Step):
        fields["step"] = step_record(found.puzzle, found)
    return fields


# -- explain -----------------------------------------------------------------------------------------------------------


_NO_ANSWER = (
    "the puzzle has no answer; gridwright diagnose shows which clues contradict each other",
    "no answer contains all marks stored in the file; gridwright hint shows the mistake",
)
"""Why there is nothing to explain: from the beginning, and from a stored position."""
_ENDINGS = ("html", "md", "pdf", "json")


def _announced_position(reading: Reading, file: str) -> State | None:
    """The stored position, which is announced on standard error."""
    state = _stored_position(reading)
    if state is not None:
        echo(_starts_from_position(file), err=True)
    return state


@click.command("explain")
@click.option("-o", "--output", metavar="OUT",
              help="Write a file that ends in .html, .md, .pdf or .json instead of printing text.")
@language_option
@puzzle_options(json=False, single=True)
def explain(file: str, settings: Settings, output: str | None) -> None:
    """Explain a solution step by step.

    Each step follows from the rules and from what is known, with its reason in words. If FILE stores a partial answer,
    the steps start from there. Exit status: 0 if the explanation is complete, 1 if the puzzle has no answer or the time
    ran out.
    """
    if output is not None and Path(output).suffix.lower().lstrip(".") not in _ENDINGS:
        fail(f"{output}: the ending sets the format; use one of: {', '.join(f'.{end}' for end in _ENDINGS)}")
    if output is not None:
        Inputs([file], settings).protect(output)
    reading = _chosen(file, settings)
    state = _announced_position(reading, file)
    try:
        path = gw.explain(reading.puzzle, state, timeout=settings.timeout)
        if output is None:
            for number, step in enumerate(path, 1):
                echo(entry(number, step.words))
        else:
            path.save(output)
    except ValueError:
        fail(f"{file}: {_NO_ANSWER[state is not None]}", NOT_RIGHT)
    except gw.TimeUp:
        fail(f"{file}: drawing the steps takes longer than {settings.timeout:g} s")
    except OSError as fault:
        if output is None:
            raise  # of standard output: handled by the program as a whole
        fail(f"{output}: {words_of(fault)}")
    if not path.complete:
        fail(f"{file}: the time was up after {len(path.steps)} steps", NOT_RIGHT)


def _chosen(file: str, settings: Settings) -> Reading:
    """The puzzle of a file to explain; ends the program if there is none."""
    try:
        readings = readings_of(source_of(file), settings)
    except gw.FormatError as fault:
        fail(fault_line(file, fault))
    number = settings.number or 1
    if number > len(readings):
        fail(f"{file}: {no_such_number(number, len(readings))}")
    if len(readings) > 1 and not settings.number:
        echo(f"{file} contains {len(readings)} puzzles: this is the first; --number N explains another", err=True)
    return readings[number - 1]


# -- rate --------------------------------------------------------------------------------------------------------------


@click.command("rate")
@course_options
@language_option
@puzzle_options(ascii=False)
def rate(files: tuple[str, ...], settings: Settings, course: Course) -> None:
    """Rate how hard puzzles are, from trivial to extreme.

    Exit status: 0 if all puzzles could be rated, 1 if not.
    """
    run(_rate_one, files, settings, course)


def _rate_one(reading: Reading, label: Label, settings: Settings, stop: ShouldStop) -> Iterator[Report]:
    """The rating of one puzzle."""
    yield Report(err=warnings(reading, label, settings))
    rating = gw.rate(reading.puzzle, timeout=settings.timeout, stop=stop)
    word = rating.label or rating.status
    text = _rating_text(reading, label, rating, word, settings)
    yield Report(text, status=0 if rating.complete else NOT_RIGHT, word=word)


def _rating_text(reading: Reading, label: Label, rating: Rating, word: str, settings: Settings) -> str:
    if settings.json:
        return json_text(record(reading, label, word) | {
            "score": rating.score, "label": rating.label, "complete": rating.complete, "steps": rating.profile,
            "hardest": rating.hardest.words if rating.hardest is not None else None,
            "techniques": rating.techniques,
        })  # fmt: skip
    return f"{headline(reading, label)}: {rating}"


# -- diagnose ----------------------------------------------------------------------------------------------------------


@click.command("diagnose")
@language_option
@puzzle_options()
def diagnose(files: tuple[str, ...], settings: Settings) -> None:
    """Explain why a puzzle has no answer or several.

    If there is no answer: which clue to change or remove, and what contradicts it. If there are several: where they
    differ, and which clue would decide. If there is one: which clues are redundant. Exit status: 0 if every puzzle has
    one answer.
    """
    run(_diagnose_one, files, settings)


def _diagnose_one(reading: Reading, label: Label, settings: Settings, stop: ShouldStop) -> Iterator[Report]:
    """The diagnosis of one puzzle."""
    yield Report(err=warnings(reading, label, settings))
    diagnosis = gw.diagnose(reading.puzzle, timeout=settings.timeout, stop=stop)
    if settings.json:
        out = json_text(record(reading, label, diagnosis.status) | _diagnosis_record(diagnosis))
    else:
        picture = board(reading.puzzle, None, settings, ())
        words = styled(diagnosis.words, diagnosis.status, settings)
        out = block(settings, headline(reading, label), picture, "", words)
    yield Report(out, status=0 if diagnosis.status == "unique" else NOT_RIGHT, word=diagnosis.status)


def _diagnosis_record(diagnosis: Diagnosis) -> dict[str, object]:
    name = diagnosis.puzzle.board.name

    def places(found: Iterable[tuple[str, Spot]]) -> list[dict[str, str]]:
        return [{"layer": layer, "at": name(spot)} for layer, spot in found]

    def mark(found: StepMark) -> dict[str, object]:
        return {"layer": found.layer, "at": name(found.spot), "value": found.value}

    return {
        "words": diagnosis.words,
        "clashes": [{"words": part.words, "at": [name(spot) for spot in part.at]} for part in diagnosis.clashes],
        "clues": places(diagnosis.clues),
        "repairs": [{"clues": places(one.clues), "unique": one.unique,
                     "values": [None if value is ABSENT else value for value in one.values]}
                    for one in diagnosis.repairs],
        "differ": places(diagnosis.differ),
        "least": places(diagnosis.least),
        "clue": mark(diagnosis.clue) if diagnosis.clue else None,
        "deciding": [mark(m) for m in diagnosis.deciding],
        "needless": places(diagnosis.needless),
        "complete": diagnosis.complete,
    }
