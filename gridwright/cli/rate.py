"""``gridwright rate``: how hard puzzles are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

import gridwright as gw

from ..engine.explain.rating import Rating
from ..formats.dialect import Reading
from .boards import Label, headline, record, warnings
from .course import course_options
from .settings import Settings, files_argument, format_option, json_option, settings_for, symbols_option, timeout_option
from .show import NOT_RIGHT, Report, json_text
from .work import Asked, Course, run


@click.command("rate")
@course_options
@files_argument
@timeout_option
@json_option
@format_option
@symbols_option
def command(
    files: tuple[str, ...], timeout: float | None, as_json: bool, format: str | None, symbols: str | None,
    course: Course,
) -> None:
    """Rate how hard puzzles are, from trivial to extreme.

    Exit status: 0 when all puzzles could be rated.
    """
    run(partial(_rate_one, timeout), files, settings_for(as_json, format, symbols, False), course)


def _rate_one(
    timeout: float | None, reading: Reading, label: Label, settings: Settings, stop: Asked
) -> Iterator[Report]:
    """The rating of one puzzle."""
    yield Report(err=warnings(reading, label, settings))
    try:
        rating: Rating | None = gw.rate(reading.puzzle, timeout=timeout, stop=stop)
    except ValueError:
        rating = None
    word = "unrated" if rating is None else rating.label or rating.status
    is_rated = rating is not None and rating.complete
    yield Report(_out(reading, label, rating, word, settings), status=0 if is_rated else NOT_RIGHT, word=word)


def _out(reading: Reading, label: Label, rating: Rating | None, word: str, settings: Settings) -> str:
    if settings.json:
        told = record(reading, label, word)
        if rating is not None:
            told |= {
                "score": rating.score, "label": rating.label, "complete": rating.complete, "steps": rating.profile,
                "hardest": rating.hardest.words if rating.hardest is not None else None,
            }  # fmt: skip
        return json_text(told)
    heading = headline(reading, label)
    if rating is None:
        return f"{heading}: no answer, so no rating"
    if rating.label is None:
        return f"{heading}: not rated: {rating.unrated}"
    return f"{heading}: {rating.label} ({rating.score:.0f}, {rating.steps_in_words})"
