"""``gridwright minimise`` and ``gridwright complete``: remove needless clues, or add missing ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

import gridwright as gw

from ..board.symmetry import SYMMETRIES, Symmetry
from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading
from ..language.puzzle import Puzzle
from ..language.wording import counted
from .boards import Label, headline, record, warnings
from .outputs import Inputs, OutputFiles, is_folder
from .settings import Settings, puzzle_options
from .show import NOT_RIGHT, UNREADABLE, Report, fail, is_watched, json_text, words_of
from .work import run

Rework = Callable[..., "Puzzle"]


def _options(work: Callable[..., None]) -> Callable[..., None]:
    """The options of both commands."""
    own = (
        click.option("-o", "--output", metavar="OUT", help="Where to write: a file, or a folder (ending in /)."),
        click.option("--seed", metavar="S", default="0", show_default=True,
                     help="A different seed selects different clues."),
        click.option("--symmetry", type=click.Choice(SYMMETRIES), default="none", show_default=True,
                     help="Clues in symmetric places are removed or added together."),
    )
    command = puzzle_options(ascii=False)(work)
    for option in reversed(own):
        command = option(command)
    return command


@click.command("minimise")
@_options
def minimise(
    files: tuple[str, ...], output: str | None, seed: str, symmetry: Symmetry, settings: Settings
) -> None:
    """Remove the clues that a puzzle with exactly one answer does not need.

    With any fewer clues, the result would have several answers. It is printed, or written to OUT. If the time runs out,
    some needless clues may be left; the puzzle has one answer in any case. Exit status: 0 if every puzzle had one
    answer, 1 if some puzzle had none or several.
    """
    _rework(partial(gw.minimise, symmetry=symmetry), files, output, seed, settings)


@click.command("complete")
@_options
def complete(
    files: tuple[str, ...], output: str | None, seed: str, symmetry: Symmetry, settings: Settings
) -> None:
    """Add clues until a puzzle has exactly one answer.

    All existing clues stay. The puzzle is printed, or written to OUT. Exit status: 0 if every puzzle now has one
    answer, 1 if a puzzle has none, or still has several with all possible clues.
    """
    _rework(partial(gw.complete, symmetry=symmetry), files, output, seed, settings)


def _rework(rework: Rework, files: tuple[str, ...], output: str | None, seed: str, settings: Settings) -> None:
    place = None
    if output is not None:
        place = OutputFiles(Path(output), is_folder(output), Inputs(files, settings))
        place.inputs.protect(output)
        try:
            (place.path if place.folder else place.path.parent).mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            fail(f"{output}: {words_of(fault)}")
    run(partial(_one, rework, place, seed), files, settings)


def _one(
    rework: Rework, place: OutputFiles | None, seed: str, reading: Reading, label: Label, settings: Settings,
    stop: ShouldStop,
) -> Iterator[Report]:
    """Changes one puzzle."""
    from ..making.setting import file_format

    yield Report(err=warnings(reading, label, settings))
    wanted = "json" if _is_json(place, settings) else file_format(reading.puzzle)
    try:
        puzzle = rework(reading.puzzle, seed=seed, formats=(wanted,), timeout=settings.timeout, stop=stop)
    except gw.TimeUp:
        if not stop():
            yield Report(err=f"{label}: the time was up", status=NOT_RIGHT, word="undecided")
        return
    except ValueError as fault:
        yield Report(err=f"{label}: {fault}", status=NOT_RIGHT, word="unchanged")
        return
    before, after = n_clues(reading.puzzle), n_clues(puzzle)
    summary = f"{headline(reading, label)}: {counted(before, 'clue')} before, {after} now"
    if place is not None:
        file = place.next(label, ".json" if wanted == "json" else ".spf", numbered=True)
        if isinstance(file, Report):
            yield file
            return
        try:
            file.write_text(gw.write(puzzle, wanted), encoding="utf-8")
        except (OSError, gw.WriteError) as fault:  # a format may have been unable to hold even the puzzle before
            yield Report(
                err=f"{file}: {words_of(fault) if isinstance(fault, OSError) else fault}", status=UNREADABLE
            )
            return
        yield Report(summary, word="written")
    elif settings.json:
        yield Report(json_text(record(replace(reading, puzzle=puzzle), label, "unique")), word="unique")
    elif is_watched(sys.stdout):
        yield Report(f"{puzzle}\n", err=summary, word="unique")
    else:
        yield from _printed(puzzle, wanted, label, summary)


def _is_json(place: OutputFiles | None, settings: Settings) -> bool:
    """Whether puzzles are to be written as JSON."""
    if place is None:
        return settings.json
    return place.path.suffix.lower() == ".json" and not place.folder


def _printed(puzzle: Puzzle, format: str, label: Label, told: str) -> Iterator[Report]:
    try:
        yield Report(gw.write(puzzle, format, printable=False), err=told, word="unique")
    except gw.WriteError as fault:
        yield Report(err=f"{label}: {fault}", status=UNREADABLE, word="unwritten")


def n_clues(puzzle: Puzzle) -> int:
    """The number of clues that inform, given marks of the answer included."""
    genre, model = puzzle.genre, puzzle.genre.as_told(puzzle)
    found = 0
    for name, own in puzzle.given.items():
        layer: Any = genre.layers[name]
        if name in genre.answer_layers:
            found += len(own)
        elif layer.role == "clue":
            found += sum(value != layer.unknown(model, spot) for spot, value in own.items())
    return found


