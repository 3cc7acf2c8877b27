"""``gridwright hint``: the easiest next step from a position, or the mistake in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

import gridwright as gw

from ..engine.explain.hints import Mistake
from ..engine.explain.steps import Step
from ..formats.dialect import Reading
from ..language.puzzle import State
from .boards import Label, block, board, headline, record, styled, warnings
from .check import Answers
from .settings import Settings, puzzle_options
from .show import NOT_RIGHT, Report, fail, json_text, listed
from .work import Asked, run


@click.command("hint")
@click.option("--played", metavar="FILE", help="Take the marks set so far from this file.")
@click.option(
    "--level", type=click.IntRange(1, 3), default=3, show_default=True,
    help="1: is the position right; 2: where to look; 3: what follows, and why.",
)
@puzzle_options
def command(
    files: tuple[str, ...], timeout: float | None, settings: Settings, played: str | None, level: int
) -> None:
    """Show the easiest next step, with its reason.

    If the position is wrong, the mistake is shown with a proof. Exit status: 0 when there is a step or nothing is left
    to find, 1 when a position is wrong.
    """
    if played is not None and len(files) > 1:
        fail("--played goes with one file")
    answers = None if played is None else Answers(played, settings)
    run(partial(_hint_one, answers, level, timeout), files, settings)


def _hint_one(
    answers: Answers | None,
    level: int,
    timeout: float | None,
    reading: Reading,
    label: Label,
    settings: Settings,
    stop: Asked,
) -> Iterator[Report]:
    """The next step in one puzzle."""
    from ..engine.explain.hints import Mistake

    yield Report(err=warnings(reading, label, settings))
    puzzle = reading.puzzle
    state = answers.answer_to(puzzle, label) if answers is not None else None
    try:
        found = gw.hint(puzzle, state, timeout=timeout, stop=stop)
    except gw.TimeUp:
        yield Report(f"{headline(reading, label)}\nno step was found in time", status=NOT_RIGHT, word="undecided")
        return
    wrong = isinstance(found, Mistake)
    word = "mistake" if wrong else "finished" if found is None else "step"
    words = _words(found, level)
    if settings.json:
        out = json_text(record(reading, label, word) | _told(found, words))
    else:
        shown = _position(found, state)
        picture = board(puzzle, shown, settings, ())
        out = block(settings, headline(reading, label), picture, "", styled(words, "wrong" if wrong else "", settings))
    yield Report(out, status=NOT_RIGHT if wrong else 0, word=word)


def _position(found: Step | Mistake | None, state: State | None) -> State | None:
    """What is drawn: the position, with the marks of the step."""
    from ..engine.explain.steps import Step

    if not isinstance(found, Step):
        return state
    return found.applied(state if state is not None else gw.State.of(found.puzzle, {}))


def _words(found: Step | Mistake | None, level: int) -> str:
    from ..engine.explain.hints import Mistake

    if found is None:
        return "Nothing more follows: all that the answers share is known."
    if isinstance(found, Mistake):
        return "There is a mistake." if level == 1 else str(found)
    if level == 1:
        return "No mistake so far, and something follows."
    if level == 2:
        name = found.puzzle.board.name
        spots = dict.fromkeys(spot for part in found.because for spot in part.at)
        places = listed(list(dict.fromkeys(map(name, spots or [mark.spot for mark in found.marks]))), between=", ")
        return f"Look at {places}."
    return found.words


def _told(found: Step | Mistake | None, words: str) -> dict[str, object]:
    from ..engine.explain.steps import Step
    from ..walkthrough.path import step_record

    told: dict[str, object] = {"words": words}
    if isinstance(found, Step):
        told["step"] = step_record(found.puzzle, found)
    return told
