"""``gridwright convert``: puzzles in another format."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import click

import gridwright as gw

from ..formats.dialect import Reading
from ..formats.errors import printable
from ..language.puzzle import Puzzle
from .boards import Label
from .files import InputFile, data_of, readings_of, source_of, sources
from .outputs import Inputs, OutputFiles, is_folder, make_parents
from .settings import (
    Settings,
    checked_format,
    format_names,
    format_option,
    symbols_option,
    timeout_option,
)
from .show import INTERRUPTED, NOT_RIGHT, UNREADABLE, Report, Stop, broken_report, echo, fail, fault_line, words_of

_LINES = ".jsonl"
"""The ending of files with a puzzle on each line, as JSON."""
_ENDINGS = {
    ".spf": ("spf",), ".ps": ("spf",), ".eps": ("spf",), ".sdk": ("sudoku",), ".json": ("json",),
    ".non": ("non",), ".xml": ("webpbn",), ".sdm": ("sdm",),
    ".csv": ("csv",), ".txt": ("plain",), _LINES: ("json",),
}
"""The formats of each file ending, before those that a genre adds."""
_SEVERAL = ("spf", "sgt", "fpuzzles", "sdm", "penpa", "puzzlink", "pzprv3")
"""The formats in which several puzzles are written one after the other."""
JOINED = (*_SEVERAL, "json", "sudoku", "csv")
"""The formats of which a file may hold several puzzles."""


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
    about: dict[str, str]
    """The title and the author to store."""
    settings: Settings
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    """The numbers of the puzzles, for titles."""


@click.command("convert")
@click.argument("names", nargs=-1, required=True, metavar="IN... [OUT]")
@click.option("-o", "--output", metavar="OUT",
              help="Where to write: a file, a folder, or - to print. All other names are then input files.")
@format_option
@click.option("--to", metavar="FORMAT", shell_complete=format_names,
              help="The format to write; by default the ending of OUT decides.")
@click.option("--solution", is_flag=True, help="Solve the puzzles and store their answers.")
@click.option("--rate", is_flag=True, help="Rate the puzzles and store the labels as their difficulty.")
@click.option("--title", metavar="TITLE", help="Store this title; {n} stands for the number of the puzzle.")
@click.option("--author", metavar="NAME", help="Store this author.")
@click.option("--lossy", is_flag=True, help="Leave out what the format cannot express, and list it.")
@timeout_option
@symbols_option
def convert(
    names: tuple[str, ...], output: str | None, format: str | None, to: str | None, solution: bool, rate: bool,
    title: str | None, author: str | None, lossy: bool, timeout: float | None, symbols: str | None,
) -> None:
    """Convert puzzles to another format.

    \b
    gridwright convert IN OUT                        the ending of OUT sets the format
    gridwright convert IN --to FORMAT                print the puzzles
    gridwright convert IN... --to FORMAT -o FOLDER/  a file for each input file
    gridwright convert IN... -o FILE                 all puzzles in one file

    Input files are never overwritten. If the format cannot express a puzzle, its file is not written. Exit status: 2 if
    a file or link could not be read or written; the others are still converted.
    """
    wanted = _ConvertOptions(
        checked_format(to), solution, rate, lossy,
        {name: text for name, text in (("title", title), ("author", author)) if text is not None},
        Settings(format=checked_format(format), symbols=symbols, timeout=timeout),
    )  # fmt: skip
    inputs = names if output is not None else names[:1]
    single = len(inputs) == 1 and not _is_several(inputs[0])
    guard = Inputs(inputs, wanted.settings)
    if output is None and names[1:]:
        if single:
            guard.protect(names[-1])
        output = _second_name(names, single, wanted.to)
    elif output not in (None, "-"):
        make_parents(Path(output))
    target = "-" if output is None else output
    place = OutputFiles(Path(target), _is_folder(target, single), guard)
    if wanted.to is None and (place.folder or (target == "-" and not single)):
        fail("name the new format with --to: only the ending of a single file OUT says it")
    files = [source_of(inputs[0])] if single else sources(inputs, wanted.settings)
    if single or place.folder or (target == "-" and wanted.to != "csv"):  # printed tables have one heading
        own = partial(_into_own_file, place, wanted, single)
        raise SystemExit(max((_reported(file, own, wanted) for file in files), default=0))
    raise SystemExit(_into_one_file(files, place, wanted))


# -- where puzzles go --------------------------------------------------------------------------------------------------


def _is_several(name: str) -> bool:
    """Whether a name may be several files: a folder or a pattern."""
    import glob
    import os

    if os.path.isdir(name):  # noqa: PTH112 (Path.is_dir raises for some names)
        return True
    return glob.has_magic(name) and not os.path.lexists(name) and source_of(name).data is None


def _is_folder(target: str, single: bool) -> bool:
    """Whether an output is a folder: it ends in / or exists, or it has no ending and several files go there."""
    return target != "-" and (is_folder(target) or not (single or Path(target).suffix))


def _second_name(names: Sequence[str], single: bool, to: str | None) -> str:
    """The second of two names, if that can only be the output. Ends the program if it may be an input, too."""
    last = names[-1]
    if len(names) > 2 or not single or (is_folder(last) and to is not None):
        fail("to convert several files, add -o FOLDER/ for a file each, -o FILE for all puzzles in one file, or -o - to"
             " print them")
    path = Path(last)
    is_written = path.is_file() and path.stat().st_size > 0
    if is_written and (to is not None or path.suffix == Path(names[0]).suffix or not _is_ours(path)):
        command, more = f"gridwright convert {quote(names[0])}", "" if to is None else f" --to {to}"
        fail(f"{last}: this file exists; to replace it: {command} -o {quote(last)}{more}; to convert both: {command} "
             f"{quote(last)} -o FOLDER/{more or ' --to FORMAT'}")
    return last


def _is_ours(path: Path) -> bool:
    """Whether a file holds puzzles in a format of its ending, so that converting again may replace it."""
    with suppress(gw.FormatError, gw.TimeUp, OSError):
        readings = gw.read_all(path, timeout=1)
        return bool(readings) and readings[0].format in _formats_of(path.suffix.lower(), readings)
    return False


# -- conversion --------------------------------------------------------------------------------------------------------


class _Content(NamedTuple):
    """The puzzles of a file."""

    readings: Sequence[Reading]
    labels: Sequence[Label]
    encoding: str
    status: int
    """The exit status that the file implies: some of its links may be damaged."""

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles."""
        return [reading.puzzle for reading in self.readings]


def _reported(source: InputFile | Report, work: Callable[[InputFile], int], wanted: _ConvertOptions) -> int:
    """Converts a file, reports what is wrong, and returns the exit status."""
    if isinstance(source, Report):
        echo(source.err, err=True)
        return source.status
    try:
        return work(source)
    except _Refused as refused:
        echo(printable(refused.words), err=True)
        return refused.status
    except BrokenPipeError:
        raise
    except Exception as fault:
        echo(broken_report(source.name, fault, False, wanted.settings.debug).err, err=True)
        return UNREADABLE


def _into_own_file(place: OutputFiles, wanted: _ConvertOptions, single: bool, source: InputFile) -> int:
    """Converts a file to one of its own, or prints it; returns the exit status. Raises _Refused."""
    content = _content(source, wanted)
    format = wanted.to or _format_for(str(place.path), content.readings)
    try:
        text = together(source.name, _texts(content, format, wanted), content.puzzles, format)
    except gw.WriteError as refused:
        raise _Refused(f"{refused}; nothing was written") from None
    target = str(place.path)
    if place.folder:
        target = _inside(place, source, format)
    elif target == "-":
        text = _on_one_line(text) if format == "json" and not single else text
    elif refusal := place.inputs.refusal(target):
        raise _Refused(refusal)
    elif format == "json" and place.path.suffix.lower() == _LINES:
        text = _on_one_line(text)
    _store(text, target, content.encoding)
    return content.status


def _into_one_file(files: Iterable[InputFile | Report], place: OutputFiles, wanted: _ConvertOptions) -> int:
    """Converts the puzzles of several files to one file; returns the exit status."""
    place.inputs.protect(place.path)
    contents: list[_Content] = []

    def collect(source: InputFile) -> int:
        contents.append(_content(source, wanted))
        return contents[-1].status

    status = max((_reported(file, collect, wanted) for file in files), default=0)
    readings = [reading for content in contents for reading in content.readings]
    if not readings:
        return status
    format = wanted.to or _format_for(str(place.path), readings)
    target = str(place.path)
    try:
        texts = [text for content in contents for text in _texts(content, format, wanted)]
        text = together(target, texts, [reading.puzzle for reading in readings], format)
    except gw.WriteError as refused:
        fail(f"{refused}; nothing was written")
    _store(_on_one_line(text) if place.path.suffix.lower() == _LINES else text, target, "utf-8")
    return status


def _on_one_line(text: str) -> str:
    """JSON as one line for each puzzle."""
    value = json.loads(text)
    lines = value if isinstance(value, list) else [value]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)


def _inside(place: OutputFiles, source: InputFile, format: str) -> str:
    """The output file for a source; folders below the source's folder are kept. Raises _Refused."""
    from ..formats.reading import known_formats

    path = Path(source.name)
    inner = path.relative_to(source.folder) if source.folder else Path(path.name)
    folder = replace(place, path=(place.path / inner).parent)
    try:
        folder.path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        fail(f"{folder.path}: {words_of(fault)}")
    file = folder.next(Label(source.name, 0, True), known_formats()[format].ending)
    if isinstance(file, Report):
        raise _Refused(file.err)
    return str(file)


def _content(source: InputFile, wanted: _ConvertOptions) -> _Content:
    """The puzzles of a file, rated and solved if that is wanted. Raises _Refused."""
    from ..formats.reading import decode

    faults: list[gw.FormatError] = []
    try:
        source = replace(source, data=data_of(source))
        readings = readings_of(source, wanted.settings, faults)
    except gw.FormatError as fault:
        if source.folder and fault.code == "unknown-format":
            raise _Refused(f"{source.name}: skipped: not a puzzle in a known format", 0) from None
        *others, last = fault, *faults
        for missed in others:
            echo(fault_line(source.name, missed), err=True)
        raise _Refused(fault_line(source.name, last)) from None
    for missed in faults:
        echo(fault_line(source.name, missed), err=True)
    labels = [Label(source.name, i, len(readings) == 1) for i in range(len(readings))]
    for reading, label in zip(readings, labels, strict=True):
        for warning in reading.warnings:
            echo(f"{label}: {warning}", err=True)
    timeout = wanted.settings.timeout
    if wanted.rate:
        readings = [_rated(reading, label, timeout) for reading, label in zip(readings, labels, strict=True)]
    if wanted.solution:
        readings = [_solved(reading, label, timeout) for reading, label in zip(readings, labels, strict=True)]
    readings = [_about(reading, wanted) for reading in readings]
    return _Content(readings, labels, decode(source.data or b"").encoding, UNREADABLE if faults else 0)


def _formats_of(ending: str, readings: Iterable[Reading]) -> tuple[str, ...]:
    """The formats of a file ending, those that the genres of some puzzles bring along included."""
    own = [dialect.brings for reading in readings for dialect in reading.puzzle.genre.dialects if dialect.brings]
    return *_ENDINGS.get(ending, ()), *(format.name for format in own if format.ending == ending)


def _format_for(target: str, readings: Sequence[Reading]) -> str:
    """The format of the target, by the ending of its name."""
    from ..formats.reading import known_formats

    names = _formats_of(Path(target).suffix.lower(), readings)
    known = [{"json", *(dialect.format for dialect in reading.puzzle.genre.dialects)} for reading in readings]
    if not names:
        able = ", ".join(name for name in known_formats() if all(name in formats for formats in known))
        what = "" if target == "-" else f"{target}: the name does not say which format to write; "
        fail(f"{what}name the new format with --to: {able}")
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
    with Stop() as stop:
        rating = gw.rate(reading.puzzle, timeout=reading.left_of(timeout), stop=stop)
    if stop.asked:
        fail("stopped", INTERRUPTED)
    if rating.label is None:
        echo(f"{label}: {rating}", err=True)
        return reading
    about = replace(reading.puzzle.about, difficulty=rating.label)
    return replace(reading, puzzle=replace(reading.puzzle, about=about))


def _about(reading: Reading, wanted: _ConvertOptions) -> Reading:
    """A puzzle with the title and the author that are asked for."""
    if not wanted.about:
        return reading
    told = wanted.about
    if "title" in told:
        told = told | {"title": told["title"].replace("{n}", str(next(wanted.numbers)))}
    about = replace(reading.puzzle.about, **told)  # type: ignore[arg-type]
    return replace(reading, puzzle=replace(reading.puzzle, about=about))


def _texts(content: _Content, format: str, wanted: _ConvertOptions) -> list[str]:
    """The text of each puzzle. Raises WriteError.

    Stored answers that the format cannot contain are left out, unless --solution asks for them.
    """
    texts, refusals = [], []
    for reading, label in zip(content.readings, content.labels, strict=True):
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
        others = len(refusals) - 1
        more = f"; likewise those of {others} more puzzle{'s' * (others > 1)}" if others else ""
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


def together(name: str, texts: Sequence[str], puzzles: Sequence[Puzzle], format: str) -> str:
    """Several puzzles as the text of one file. Raises WriteError."""
    if len(texts) == 1:
        return texts[0]
    if format in _SEVERAL:
        return "".join(text if text.endswith(("\n", "\r")) else text + "\n" for text in texts)
    if format == "json":
        return "[\n" + ",\n".join(text.rstrip("\n") for text in texts) + "\n]\n"
    if format == "csv":
        return texts[0] + "".join(text.partition("\n")[2] for text in texts[1:])
    if format == "sudoku":
        if any(puzzle.about != gw.About() for puzzle in puzzles):
            echo(f"{name}: titles, authors and so on are left out", err=True)
        return _one_line_each(name, puzzles)
    raise gw.WriteError(f"{name}: a file of the format {format} holds one puzzle, and there are {len(texts)}")


def _one_line_each(name: str, puzzles: Sequence[Puzzle]) -> str:
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
    raise gw.WriteError(f"{name}: these sudokus cannot share a file with one puzzle on each line")


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
