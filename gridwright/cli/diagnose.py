"""``gridwright diagnose``: why a puzzle has no answer, or several, and which clues it does not need."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

import gridwright as gw

from ..engine.explain.diagnosis import Diagnosis
from ..formats.dialect import Reading
from .boards import Label, block, board, headline, record, styled, warnings
from .settings import Settings, puzzle_options
from .show import NOT_RIGHT, Report, json_text
from .work import Asked, run


@click.command("diagnose")
@puzzle_options
def command(files: tuple[str, ...], timeout: float | None, settings: Settings) -> None:
    """Explain why a puzzle is not unique.

    No answer: which clues clash. Several: where answers differ, and what would decide. One: which clues are redundant.
    Exit status: 0 when every puzzle has one answer.
    """
    run(partial(_diagnose_one, timeout), files, settings)


def _diagnose_one(
    timeout: float | None, reading: Reading, label: Label, settings: Settings, stop: Asked
) -> Iterator[Report]:
    """What is to be said of one puzzle."""
    yield Report(err=warnings(reading, label, settings))
    found = gw.diagnose(reading.puzzle, timeout=timeout, stop=stop)
    if settings.json:
        out = json_text(record(reading, label, found.status) | _told(found))
    else:
        picture = board(reading.puzzle, None, settings, ())
        words = styled(found.words, found.status, settings)
        out = block(settings, headline(reading, label), picture, "", words)
    yield Report(out, status=0 if found.status == "unique" else NOT_RIGHT, word=found.status)


def _told(found: Diagnosis) -> dict[str, object]:
    name = found.puzzle.board.name
    return {
        "words": found.words,
        "clashes": [{"words": part.words, "at": [name(spot) for spot in part.at]} for part in found.clashes],
        "clues": [{"layer": layer, "at": name(spot)} for layer, spot in found.clues],
        "differ": [{"layer": layer, "at": name(spot)} for layer, spot in found.differ],
        "deciding": [{"layer": m.layer, "at": name(m.spot), "value": m.value} for m in found.deciding],
        "needless": [{"layer": layer, "at": name(spot)} for layer, spot in found.needless],
        "complete": found.complete,
    }
