"""``gridwright convert``: the puzzles of a file in another format."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

import gridwright as gw

from .boards import Label
from .files import Source, data_of, readings_of, source_of
from .settings import Settings, checked_format, format_option, symbols_option, timeout_option
from .show import INTERRUPTED, NOT_RIGHT, echo, fail, fault_line
from .stop import Stop

if TYPE_CHECKING:
    from ..formats.dialect import Reading
    from ..language.puzzle import Puzzle

_ENDINGS = {
    ".spf": ("spf",), ".ps": ("spf",), ".eps": ("spf",), ".sdk": ("sudoku",), ".json": ("json",),
    ".non": ("non",), ".xml": ("webpbn",), ".sdm": ("sdm",),
    ".txt": ("plain", "pips-board", "pips-cells"),
}
"""The formats that the ending of a file stands for: of several, the first that has the genre."""
_SEVERAL = ("spf", "sgt", "fpuzzles", "sdm", "puzzlink", "pzprv3")
"""The formats of which several texts, one behind the other, are read as several puzzles."""


@click.command("convert", short_help="Write puzzles in another format.")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="[OUT]", default="-")
@format_option
@click.option("--to", metavar="FORMAT", help="The format to write, if OUT's ending does not tell it.")
@click.option("--solution", is_flag=True, help="Solve the puzzles and store their answers.")
@timeout_option
@symbols_option
def command(
    source: str, target: str, format: str | None, to: str | None, solution: bool, timeout: float | None,
    symbols: str | None,
) -> None:
    """Write the puzzles of IN in another format to OUT, or print them (--to tells the format then).

    What the format cannot express is an error, and nothing is written then.
    """
    settings = Settings(format=checked_format(format), symbols=symbols, timeout=timeout)
    to = checked_format(to)
    try:
        _convert(source_of(source), target, to, settings, solution, timeout)
    except BrokenPipeError:
        raise
    except Exception as fault:
        fail(f"{source}: internal error: {type(fault).__name__}: {fault}")


def _convert(
    source: Source, target: str, to: str | None, settings: Settings, solution: bool, timeout: float | None
) -> None:
    """Reads, writes and stores; ends the program when something is wrong."""
    from ..formats.reading import decode

    try:
        source = replace(source, data=data_of(source))
        readings = readings_of(source, settings)
    except gw.FormatError as fault:
        fail(fault_line(source.name, fault))
    format = to or _format_for(target, readings)
    labels = [Label(source.name, i, len(readings) == 1) for i in range(len(readings))]
    for reading, label in zip(readings, labels, strict=True):
        for warning in reading.warnings:
            echo(f"{label}: {warning}", err=True)
    solved = (_solved(reading, label, timeout) for reading, label in zip(readings, labels, strict=True))
    try:
        texts = _texts(solved if solution else readings, labels, format, answers_needed=solution)
        text = _together(source, texts, readings, format)
    except gw.WriteError as refused:
        fail(f"{refused}; nothing was written")
    _store(text, target, decode(source.data or b"").encoding)


def _format_for(target: str, readings: Sequence[Reading]) -> str:
    """The format that the ending of the target's name stands for."""
    from ..formats.reading import FORMATS

    names = _ENDINGS.get(Path(target).suffix.lower(), ())
    if not names:
        fail(f"{target}: the name does not tell the format; say it with --to, which knows {', '.join(FORMATS)}")
    known = [{dialect.format for dialect in reading.puzzle.genre.dialects} for reading in readings]
    return next((name for name in names if all(name in formats for formats in known)), names[0])


def _solved(reading: Reading, label: Label, timeout: float | None) -> Reading:
    """A puzzle with an answer that is found by solving; ends the program if there is none."""
    with Stop() as stop:
        verdict = gw.solve(reading.puzzle, timeout=reading.left_of(timeout), stop=stop)
    if stop.asked:
        fail("stopped", INTERRUPTED)
    if not verdict.answers:
        why = "the puzzle has no answer" if verdict.status == "none" else "no answer was found in time"
        fail(f"{label}: {why}", NOT_RIGHT)
    if verdict.status != "unique":
        how = "not" if verdict.status == "several" else "perhaps not"
        echo(f"{label}: the answer that is stored is {how} the only one", err=True)
    return replace(reading, answer=verdict.answers[0])


def _texts(readings: Iterable[Reading], labels: Sequence[Label], format: str, answers_needed: bool) -> list[str]:
    """The text of each puzzle. Raises WriteError.

    Answers that are not needed are left out where the format has no place for them.
    """
    texts, refusals = [], []
    for reading, label in zip(readings, labels, strict=True):
        try:
            texts.append(gw.write(reading.puzzle, format, answer=reading.answer))
        except gw.WriteError as refused:
            if reading.answer is None or answers_needed:
                raise gw.WriteError(f"{label}: {refused}") from None
            refusals.append(f"{label}: the answer is left out: {refused}")
            texts.append(_without_answer(reading, label, format))
    if refusals:
        more = f"; likewise those of {len(refusals) - 1} more puzzles" if len(refusals) > 1 else ""
        echo(refusals[0] + more, err=True)
    return texts


def _without_answer(reading: Reading, label: Label, format: str) -> str:
    try:
        return gw.write(reading.puzzle, format)
    except gw.WriteError as refused:
        raise gw.WriteError(f"{label}: {refused}") from None


def _together(source: Source, texts: Sequence[str], readings: Sequence[Reading], format: str) -> str:
    """Several puzzles as one text. Raises WriteError."""
    if len(texts) == 1:
        return texts[0]
    if format in _SEVERAL:
        return "".join(text if text.endswith(("\n", "\r")) else text + "\n" for text in texts)
    if format == "json":
        return "[\n" + ",\n".join(text.rstrip("\n") for text in texts) + "\n]\n"
    if format == "sudoku":
        if any(reading.puzzle.about != gw.About() for reading in readings):
            echo(f"{source.name}: titles, authors and the like are left out", err=True)
        return _sudoku_lines(source, [reading.puzzle for reading in readings])
    raise gw.WriteError(f"{source.name}: a file of the format {format} holds one puzzle, and there are {len(texts)}")


def _sudoku_lines(source: Source, puzzles: Sequence[Puzzle]) -> str:
    """A sudoku in each line, below the symbols where they do not go without saying. Raises WriteError."""
    bare = [replace(puzzle, about=gw.About(), source=None) for puzzle in puzzles]
    lines = ["".join(gw.write(puzzle, "sudoku").rpartition("\n\n")[2].split()) for puzzle in bare]
    known = {str(puzzle.keys.get("symbols") or "") for puzzle in bare}
    if len(known) == 1:
        symbols = known.pop()
        for text in ("\n".join([*lines, ""]), "\n".join([f"symbols: {symbols}", "", *lines, ""])):
            with suppress(gw.FormatError):
                if [reading.puzzle for reading in gw.read_all(text.encode(), "sudoku")] == bare:
                    return text
    raise gw.WriteError(f"{source.name}: these sudokus cannot stand in one file, a line each")


def _store(text: str, target: str, encoding: str) -> None:
    """Writes a text to a file or to standard output, in the encoding it was read in if that is possible."""
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        data = text.encode("utf-8")
    try:
        if target == "-":
            stdout = getattr(sys.stdout, "buffer", None)
            if stdout is None:
                fail("standard output: closed")
            stdout.write(data)
            stdout.flush()
        else:
            from ..picture.target import store

            store(target, data)
    except BrokenPipeError:
        raise
    except OSError as fault:
        fail(f"{target}: {(fault.strerror or str(fault)).lower()}")
