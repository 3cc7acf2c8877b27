"""``gridwright convert`` and ``open``: the puzzles of a file in another format, or as links to websites."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

import gridwright as gw

from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading
from ..formats.errors import printable
from ..language.puzzle import Puzzle
from .boards import Label, block, headline
from .files import InputFile, data_of, readings_of, source_of, sources
from .settings import (
    Settings,
    checked_format,
    files_argument,
    format_names,
    format_option,
    settings_for,
    symbols_option,
    timeout_option,
)
from .show import INTERRUPTED, NOT_RIGHT, UNREADABLE, Report, Stop, broken_report, echo, fail, fault_line, words_of
from .work import run

_ENDINGS = {
    ".spf": ("spf",), ".ps": ("spf",), ".eps": ("spf",), ".sdk": ("sudoku",), ".json": ("json",),
    ".non": ("non",), ".xml": ("webpbn",), ".sdm": ("sdm",),
    ".txt": ("plain",),
}
"""The formats of each file ending, before those that a genre adds."""
_SEVERAL = ("spf", "sgt", "fpuzzles", "sdm", "penpa", "puzzlink", "pzprv3")
"""The formats in which several puzzles are written one after the other."""


class _Refused(Exception):
    """Why a file is not converted, and the exit status that this means."""

    def __init__(self, words: str, status: int = UNREADABLE) -> None:
        super().__init__(words)
        self.words, self.status = words, status


@dataclass(frozen=True)
class _ConvertOptions:
    """How files are to be converted."""

    to: str | None
    solution: bool
    rate: bool
    lossy: bool
    settings: Settings


@click.command("convert")
@click.argument("names", nargs=-1, required=True, metavar="IN... [OUT]")
@click.option("-o", "--output", metavar="OUT", help="Where to write; all other names are then input files.")
@format_option
@click.option("--to", metavar="FORMAT", shell_complete=format_names,
              help="The format to write; by default the ending of OUT decides.")
@click.option("--solution", is_flag=True, help="Solve the puzzles and store their answers.")
@click.option("--rate", is_flag=True, help="Rate the puzzles and store the labels as their difficulty.")
@click.option("--lossy", is_flag=True, help="Leave out what the format cannot express, and list it.")
@timeout_option
@symbols_option
def convert(
    names: tuple[str, ...], output: str | None, format: str | None, to: str | None, solution: bool, rate: bool,
    lossy: bool, timeout: float | None, symbols: str | None,
) -> None:
    """Convert the puzzles of IN to the format of OUT, or print them in the format given by --to.

    Several files, or a folder, are converted into the folder OUT, or printed if OUT is missing or -. If the format
    cannot express a puzzle, that is an error, and its file is not written. Exit status: 2 if a file or link could not
    be read or written; the others are still converted.
    """
    wanted = _ConvertOptions(
        checked_format(to), solution, rate, lossy,
        Settings(format=checked_format(format), symbols=symbols, timeout=timeout),
    )  # fmt: skip
    inputs, target = (names, output) if output is not None else (names[:-1] or names, names[-1] if names[1:] else "-")
    single = len(inputs) == 1 and not _is_several(inputs[0])
    if not single and wanted.to is None:
        fail("to convert several files, name their new format with --to")
    if not single and target != "-" and Path(target).exists() and not Path(target).is_dir():
        fail(f"{target}: several files are written into a folder, and this is not one")
    files = [source_of(inputs[0])] if single else sources(inputs, wanted.settings)
    raise SystemExit(max((_convert(file, target, wanted, single) for file in files), default=0))


def _is_several(name: str) -> bool:
    """Whether a name may be several files: a folder or a pattern."""
    import glob
    import os

    if os.path.isdir(name):  # noqa: PTH112 (Path.is_dir raises for some names)
        return True
    return glob.has_magic(name) and not os.path.lexists(name) and source_of(name).data is None


def _convert(source: InputFile | Report, target: str, wanted: _ConvertOptions, single: bool) -> int:
    """Converts a file, to a place in the folder ``target`` unless it is the ``single`` one; returns the exit status."""
    if isinstance(source, Report):
        echo(source.err, err=True)
        return source.status
    try:
        text, encoding, status = _converted(source, target, wanted)
    except _Refused as refused:
        echo(printable(refused.words), err=True)
        return refused.status
    except BrokenPipeError:
        raise
    except Exception as fault:
        echo(broken_report(source.name, fault, False, wanted.settings.debug).err, err=True)
        return UNREADABLE
    if wanted.to is not None and not single:
        if target != "-":
            target = _inside(target, source, wanted.to)
        elif wanted.to == "json":
            text = _on_one_line(text)
    _store(text, target, encoding)
    return status


def _on_one_line(text: str) -> str:
    """JSON as one line for each puzzle."""
    value = json.loads(text)
    lines = value if isinstance(value, list) else [value]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)


def _inside(folder: str, source: InputFile, format: str) -> str:
    """The output file for a source; folders below the source's folder are kept."""
    from ..formats.reading import known_formats

    path = Path(source.name)
    inner = path.relative_to(source.folder) if source.folder else Path(path.name)
    place = Path(folder) / inner.with_suffix(known_formats()[format].ending)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        fail(f"{place.parent}: {words_of(fault)}")
    return str(place)


def _converted(source: InputFile, target: str, wanted: _ConvertOptions) -> tuple[str, str, int]:
    """The text of a file in the new format, the encoding of the file, and the exit status. Raises _Refused."""
    from ..formats.reading import decode

    faults: list[gw.FormatError] = []
    try:
        source = replace(source, data=data_of(source))
        readings = readings_of(source, wanted.settings, faults)
    except gw.FormatError as fault:
        if source.folder and fault.code == "unknown-format":
            raise _Refused(f"{source.name}: skipped: not a puzzle in a known format", 0) from None
        raise _Refused(fault_line(source.name, fault)) from None
    for missed in faults:
        echo(fault_line(source.name, missed), err=True)
    format = wanted.to or _format_for(target, readings)
    labels = [Label(source.name, i, len(readings) == 1) for i in range(len(readings))]
    for reading, label in zip(readings, labels, strict=True):
        for warning in reading.warnings:
            echo(f"{label}: {warning}", err=True)
    timeout = wanted.settings.timeout
    if wanted.rate:
        readings = [_rated(reading, label, timeout) for reading, label in zip(readings, labels, strict=True)]
    solved = (_solved(reading, label, timeout) for reading, label in zip(readings, labels, strict=True))
    try:
        texts = _texts(solved if wanted.solution else readings, labels, format, wanted)
        text = _together(source, texts, readings, format)
    except gw.WriteError as refused:
        raise _Refused(f"{refused}; nothing was written") from None
    return text, decode(source.data or b"").encoding, UNREADABLE if faults else 0


def _format_for(target: str, readings: Sequence[Reading]) -> str:
    """The format of the target, by the ending of its name."""
    from ..formats.reading import known_formats

    ending = Path(target).suffix.lower()
    own = [dialect.brings for reading in readings for dialect in reading.puzzle.genre.dialects if dialect.brings]
    names: tuple[str, ...] = (*_ENDINGS.get(ending, ()), *(format.name for format in own if format.ending == ending))
    if not names:
        formats = ", ".join(known_formats())
        fail(f"{target}: the name does not say which format to write; name it with --to: {formats}")
    known = [{"json", *(dialect.format for dialect in reading.puzzle.genre.dialects)} for reading in readings]
    return next((name for name in names if all(name in formats for formats in known)), names[0])


def _solved(reading: Reading, label: Label, timeout: float | None) -> Reading:
    """Solves a puzzle and stores the answer. Raises _Refused if there is none."""
    with Stop() as stop:
        verdict = gw.solve(reading.puzzle, timeout=reading.left_of(timeout), stop=stop)
    if stop.asked:
        fail("stopped", INTERRUPTED)
    if not verdict.answers:
        why = "the puzzle has no answer" if verdict.status == "none" else "no answer was found in time"
        raise _Refused(f"{label}: {why}", NOT_RIGHT)
    if verdict.status != "unique":
        how = "not" if verdict.status == "several" else "perhaps not"
        echo(f"{label}: the answer that is stored is {how} the only one", err=True)
    return replace(reading, answer=verdict.answers[0])


def _rated(reading: Reading, label: Label, timeout: float | None) -> Reading:
    """Rates a puzzle and stores the label. If it has none, says so and leaves the puzzle as it is."""
    try:
        with Stop() as stop:
            rating = gw.rate(reading.puzzle, timeout=reading.left_of(timeout), stop=stop)
    except ValueError:
        echo(f"{label}: no answer, so no rating", err=True)
        return reading
    if stop.asked:
        fail("stopped", INTERRUPTED)
    if rating.label is None:
        echo(f"{label}: not rated: {rating.unrated}", err=True)
        return reading
    about = replace(reading.puzzle.about, difficulty=rating.label)
    return replace(reading, puzzle=replace(reading.puzzle, about=about))


def _texts(readings: Iterable[Reading], labels: Sequence[Label], format: str, wanted: _ConvertOptions) -> list[str]:
    """The text of each puzzle. Raises WriteError.

    Stored answers that the format cannot contain are left out, unless --solution asks for them.
    """
    texts, refusals = [], []
    for reading, label in zip(readings, labels, strict=True):
        if wanted.lossy:
            texts.append(_lossy(reading, label, format))
            continue
        try:
            texts.append(gw.write(reading.puzzle, format, answer=reading.answer))
        except gw.WriteError as refused:
            if reading.answer is None or wanted.solution:
                raise gw.WriteError(f"{label}: {refused}") from None
            refusals.append(f"{label}: the answer is left out: {refused}")
            texts.append(_without_answer(reading, label, format))
    if refusals:
        more = f"; likewise those of {len(refusals) - 1} more puzzles" if len(refusals) > 1 else ""
        echo(refusals[0] + more, err=True)
    return texts


def _lossy(reading: Reading, label: Label, format: str) -> str:
    """What the format can express of a puzzle; prints what is left out. Raises WriteError."""
    from ..formats.reading import write_lossy

    with suppress(gw.WriteError):
        return gw.write(reading.puzzle, format, answer=reading.answer)
    try:
        written = write_lossy(reading.puzzle, format, reading.answer)
    except gw.WriteError as refused:
        raise gw.WriteError(f"{label}: {refused}") from None
    echo(f"{label}: left out: {', '.join(written.left_out)}", err=True)
    return written.text


def _without_answer(reading: Reading, label: Label, format: str) -> str:
    try:
        return gw.write(reading.puzzle, format)
    except gw.WriteError as refused:
        raise gw.WriteError(f"{label}: {refused}") from None


def _together(source: InputFile, texts: Sequence[str], readings: Sequence[Reading], format: str) -> str:
    """Several puzzles as one text. Raises WriteError."""
    if len(texts) == 1:
        return texts[0]
    if format in _SEVERAL:
        return "".join(text if text.endswith(("\n", "\r")) else text + "\n" for text in texts)
    if format == "json":
        return "[\n" + ",\n".join(text.rstrip("\n") for text in texts) + "\n]\n"
    if format == "sudoku":
        if any(reading.puzzle.about != gw.About() for reading in readings):
            echo(f"{source.name}: titles, authors and so on are left out", err=True)
        return _one_line_each(source, [reading.puzzle for reading in readings])
    raise gw.WriteError(f"{source.name}: a file of the format {format} holds one puzzle, and there are {len(texts)}")


def _one_line_each(source: InputFile, puzzles: Sequence[Puzzle]) -> str:
    """A puzzle on each line, below its symbols if a reader could not guess them. Raises WriteError."""
    bare = [replace(puzzle, about=gw.About(), source=None) for puzzle in puzzles]
    lines = ["".join(gw.write(puzzle, "sudoku").rpartition("\n\n")[2].split()) for puzzle in bare]
    known = {str(puzzle.keys.get("symbols") or "") for puzzle in bare}
    if len(known) == 1:
        symbols = known.pop()
        for text in ("\n".join([*lines, ""]), "\n".join([f"symbols: {symbols}", "", *lines, ""])):
            with suppress(gw.FormatError):
                if [reading.puzzle for reading in gw.read_all(text.encode(), "sudoku")] == bare:
                    return text
    raise gw.WriteError(f"{source.name}: these sudokus cannot share a file with one puzzle on each line")


def _store(text: str, target: str, encoding: str) -> None:
    """Writes a text to a file or to standard output, in the encoding of the input if possible."""
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
        fail(f"{target}: {words_of(fault)}")


# -- open --------------------------------------------------------------------------------------------------------------


_SITES = {"puzz.link": "puzzlink", "penpa": "penpa"}
"""The formats of links, by the name of the site."""


@click.command("open")
@files_argument
@format_option
@symbols_option
@click.option("--on", "site", type=click.Choice(tuple(_SITES)), default="puzz.link", show_default=True,
              help="The site. Penpa+ links contain the answer, if there is one, and check solutions against it.")
@click.option("--print", "only_print", is_flag=True, help="Print the links instead of opening them.")
def open_links(
    files: tuple[str, ...], format: str | None, symbols: str | None, site: str, only_print: bool
) -> None:
    """Open each puzzle on a website where it can be played.

    Exit status: 1 if a puzzle cannot be expressed as a link.
    """
    run(partial(_open_one, _SITES[site], only_print), files, settings_for(format=format, symbols=symbols))


def _open_one(
    links: str, only_print: bool, reading: Reading, label: Label, settings: Settings, stop: ShouldStop
) -> Iterator[Report]:
    """The link of one puzzle."""
    del stop
    try:
        link = gw.write(reading.puzzle, links, reading.answer if links == "penpa" else None).strip()
    except gw.WriteError as refused:
        yield Report(err=f"{label}: {refused}", status=NOT_RIGHT)
        return
    if only_print:
        yield Report(link)
        return
    opened = click.launch(link) == 0
    yield Report(block(settings, headline(reading, label), link))
    if not opened:
        yield Report(err=f"{label}: no browser could be opened", status=NOT_RIGHT)
