"""The command line: solves, checks and converts files of puzzles.

Every command works through its files and hands out reports, one or several for each puzzle; whether they come from this
process or from others, they are shown in one place. Exit status: 0 when all is well, 1 when a puzzle or an answer is
not as it should be, 2 when a file could not be read or written, 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypeAlias

import click

import gridwright as gw

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from types import FrameType

    from rich.progress import Progress

    from .engine.check import Violation
    from .engine.solve import Status
    from .formats.dialect import Reading
    from .language.genre import Genre, Puzzle, State

NOT_RIGHT, UNREADABLE, INTERRUPTED = 1, 2, 130
_ENDINGS = {
    ".spf": ("spf",), ".ps": ("spf",), ".eps": ("spf",), ".sdk": ("sudoku",),
    ".txt": ("plain", "pips-board", "pips-cells"),
}
"""The formats that the ending of a file stands for: of several, the first that has the genre."""
_DRAWN = "█┏━┛│·×●←■"
_COLOURS = {"unique": "green", "right": "green", "none": "red", "wrong": "red"}
_PATIENCE = 1.0
"""Seconds before a progress bar appears, and those that other processes get to end after Ctrl-C."""


class Report(NamedTuple):
    """Something to show: text for standard output, text for standard error, and what it means for the exit status."""

    out: str = ""
    err: str = ""
    status: int = 0
    skipped: bool = False
    """Whether the file is passed over, being no puzzle: folders hold other files too."""


@dataclass(frozen=True)
class Settings:
    """What the user asked for, and what the terminal can show."""

    json: bool = False
    format: str | None = None
    symbols: str | None = None
    timeout: float | None = None
    limit: int | None = 2
    """How many answers to look for; None for all of them."""
    listed: bool = False
    """Whether every answer is shown as it is found."""
    common: bool = False
    answers: tuple[Source, tuple[Reading, ...]] | None = None
    """The file that the answers are taken from, and what is in it."""
    ascii: bool = False
    colour: bool = False
    width: int = 100


@dataclass(frozen=True)
class Source:
    """A file to work on; one found in a ``folder`` need not be a puzzle, and standard input brings its ``data``."""

    name: str
    folder: str = ""
    data: bytes | None = field(default=None, repr=False)


# -- Ctrl-C -----------------------------------------------------------------------------------------------------------


class Wish(Protocol):
    """The user's wish to stop, as those who work see it: the ``stop`` function of searches."""

    def __call__(self) -> bool:
        """Whether to stop."""

    def breaking(self) -> AbstractContextManager[None]:
        """Where nothing asks whether to stop, Ctrl-C raises KeyboardInterrupt instead."""


class Stop:
    """The wish to stop of the user of this process: the first Ctrl-C asks for it, the second ends the program at once.

    ``share`` gives the wish to other processes as well; ``tick`` is called whenever somebody asks for the wish, which
    searches do all the time.
    """

    def __init__(self) -> None:
        self.asked = False
        self.share: Callable[[], None] = lambda: None
        self.tick: Callable[[], None] = lambda: None
        self._breaks = False
        self._before: Any = None

    def __call__(self) -> bool:
        """See ``Wish``."""
        self.tick()
        return self.asked

    def __enter__(self) -> Stop:
        with suppress(ValueError):  # not the main thread: then Ctrl-C is no business of ours
            self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _heard(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            if sys.stderr.isatty():
                os.write(2, b"\x1b[?25h")  # a progress bar may have hidden the cursor
            os._exit(INTERRUPTED)
        self.asked = True
        self.share()
        if self._breaks:
            raise KeyboardInterrupt

    @contextmanager
    def breaking(self) -> Iterator[None]:
        """See ``Wish``."""
        self._breaks = True
        try:
            if self.asked:
                raise KeyboardInterrupt
            yield
        finally:
            self._breaks = False


# -- showing ----------------------------------------------------------------------------------------------------------


def _echo(text: str, err: bool = False) -> None:
    """Prints what the stream can show of a text; what it cannot is written with backslashes."""
    stream = sys.stderr if err else sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)


def _json(record: object) -> str:
    import json

    # Backslash escapes of other encodings would not be JSON, so leave only what all of them have.
    utf8 = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"
    return json.dumps(record, ensure_ascii=not utf8)


class Screen:
    """Shows reports, and a progress bar while that takes long; remembers what they mean for the exit status."""

    def __init__(self) -> None:
        self.total, self.done, self.status = 1, 0, 0
        self._begun = monotonic()
        self._bar: Progress | None = None
        self._wanted = sys.stderr.isatty()

    def show(self, report: Report) -> None:
        """Prints a report."""
        self.status = max(self.status, report.status)
        if self._bar is not None and (report.err or report.out):
            self._bar.stop()
        if report.err:
            _echo(report.err, err=True)
        if report.out:
            _echo(report.out)
        if self._bar is not None and (report.err or report.out):
            self._bar.start()

    def advance(self) -> None:
        """Tells that one more file is done."""
        self.done += 1
        self.tick()
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self.done)

    def tick(self) -> None:
        """Shows the progress bar when it is time for it."""
        if self._wanted and self.total > 1 and self._bar is None and monotonic() - self._begun > _PATIENCE:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = TextColumn("files"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
            self._bar = Progress(
                *columns, console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._bar.add_task("", total=self.total, completed=self.done)
            self._bar.start()

    def close(self) -> None:
        """Takes the progress bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _display(settings: Settings, ascii: bool) -> Settings:
    """The settings with what standard output can show."""
    from shutil import get_terminal_size

    stream = sys.stdout
    try:
        _DRAWN.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        ascii = True
    colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return replace(settings, ascii=ascii, colour=colour, width=get_terminal_size((100, 24)).columns)


def _styled(text: str, word: str, settings: Settings) -> str:
    return click.style(text, fg=_COLOURS.get(word, "yellow")) if settings.colour else text


def _board(puzzle: Puzzle, state: State | None, settings: Settings, violations: Sequence[Violation] = ()) -> str:
    from .picture.terminal import board_text

    return board_text(
        puzzle, state, violations=violations, ascii=settings.ascii, colour=settings.colour, width=settings.width,
        notes=False,
    )


def _boards(boards: Sequence[str], settings: Settings) -> str:
    """Boards side by side, as many as fit; the others below."""
    from .picture.terminal import side_by_side, text_width

    rows = [boards[0]]
    for board in boards[1:]:
        wide = side_by_side(rows[-1], board)
        if max(map(text_width, wide.split("\n"))) <= settings.width:
            rows[-1] = wide
        else:
            rows.append(board)
    return "\n\n".join(rows)


def _notes(puzzle: Puzzle, settings: Settings) -> str:
    from .picture.terminal import notes_text

    return notes_text(puzzle, ascii=settings.ascii, width=settings.width)


def _block(*parts: str) -> str:
    """Lines of text below each other, and an empty one behind them."""
    return "\n".join(part for part in parts if part) + "\n"


# -- files ------------------------------------------------------------------------------------------------------------


def _error(name: str, fault: gw.FormatError | str, settings: Settings) -> Report:
    """What is said of a file that could not be read."""
    if isinstance(fault, str):
        fault = gw.FormatError(fault)
    fault.file = fault.file or name or "''"
    if not settings.json:
        return Report(err=" ".join(str(fault).split()), status=UNREADABLE)
    parts = {key: getattr(fault, key) for key in ("what", "line", "column", "expected", "found", "code")}
    return Report(_json({"file": name, "error": parts}), status=UNREADABLE)


def _sources(names: Iterable[str], stop: Stop, settings: Settings) -> Iterator[Source | Report]:
    """The files that the arguments mean, which may be patterns and folders; reports for those that mean nothing."""
    import glob

    for name in names:
        if name == "-":
            with stop.breaking():
                yield Source("-", data=sys.stdin.buffer.read())
        elif glob.has_magic(name) and not os.path.lexists(name):
            found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 (patterns may be absolute)
            if not found:
                yield _error(name, "nothing matches this pattern", settings)
            for each in found:
                yield from _files(each, settings)
        else:
            yield from _files(name, settings)


def _files(name: str, settings: Settings) -> Iterator[Source | Report]:
    """A file, or all files below a folder whose names do not begin with a dot."""
    if not name or not Path(name).is_dir():
        yield Source(name)
        return
    inside = sorted(
        file for file in Path(name).rglob("*")
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(name).parts)
    )
    if not inside:
        yield _error(name, "there are no files in this folder", settings)
    for file in inside:
        yield Source(str(file), folder=name)


def _data(source: Source) -> bytes:
    """What is in a file. Raises FormatError."""
    from .formats.reading import MAX_BYTES

    try:
        if source.data is not None:
            data = source.data
        else:
            with open(source.name, "rb") as file:  # noqa: PTH123 (an empty name must not mean the current folder)
                data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise gw.FormatError((fault.strerror or str(fault)).lower(), code="not-found") from None
    except ValueError as fault:  # a NUL in the name
        raise gw.FormatError(str(fault), code="not-found") from None
    if b"\0" in data[:8192]:
        raise gw.FormatError("this is a binary file, no text", code="unknown-format")
    return data


def _readings(source: Source, settings: Settings) -> list[Reading]:
    """The puzzles of a file. Raises FormatError."""
    options = {} if settings.symbols is None else {"symbols": settings.symbols}
    found = gw.read_all(_data(source), settings.format, **options)
    if not found:
        raise gw.FormatError("the text holds no puzzle", code="empty")
    return found


def _checked_format(name: str | None) -> str | None:
    """The name of a format, if there is one; otherwise ends the program."""
    from .formats.reading import FORMATS

    if name is not None and name.lower() not in FORMATS:
        _fail(f"no format is called {name!r}; there are {', '.join(FORMATS)}")
    return None if name is None else name.lower()


def _fail(words: str, status: int = UNREADABLE) -> NoReturn:
    _echo(words, err=True)
    raise SystemExit(status)


# -- working through files --------------------------------------------------------------------------------------------


class Label(NamedTuple):
    """Which puzzle of which file is worked on; ``alone`` if it is the only one there."""

    file: str
    place: int
    alone: bool

    def __str__(self) -> str:
        return self.file if self.alone else f"{self.file} #{self.place + 1}"


Work: TypeAlias = "Callable[[Reading, Label, Settings, Wish], Iterator[Report]]"
_Done: TypeAlias = "tuple[Source | Report, Iterable[Report]]"


def _reports(work: Work, source: Source, settings: Settings, stop: Wish) -> Iterator[Report]:
    """All that is to be said about a file, faults included."""
    try:
        with stop.breaking():
            readings = _readings(source, settings)
    except gw.FormatError as fault:
        if source.folder and fault.code == "unknown-format":
            yield Report(skipped=True)
        else:
            yield _error(source.name, fault, settings)
        return
    except Exception as fault:
        yield _broken(source, fault, settings)
        return
    for i, reading in enumerate(readings):
        if stop():
            return
        try:
            yield from work(reading, Label(source.name, i, len(readings) == 1), settings, stop)
        except gw.FormatError as fault:
            yield _error(source.name, fault, settings)
        except Exception as fault:
            yield _broken(source, fault, settings)


def _broken(source: Source, fault: Exception, settings: Settings) -> Report:
    """A fault of this program: said in a line, so that the other files are still done."""
    what = f"internal error: {type(fault).__name__}: {fault}"
    return _error(source.name, gw.FormatError(what, code="internal"), settings)


def _run(work: Work, names: Sequence[str], settings: Settings, jobs: int = 1) -> None:
    """Works through all files and ends the program with the exit status."""
    screen = Screen()
    with Stop() as stop:
        stop.tick = screen.tick
        try:
            found = list(_sources(names, stop, settings))
            screen.total = len(found)
            folders = _Folders(found)
            run = _parallel(work, found, settings, jobs, stop) if jobs > 1 else _one_by_one(work, found, settings, stop)
            with closing(run):
                for source, reports in run:
                    for report in reports:
                        folders.saw(source, report)
                        screen.show(report)
                    screen.advance()
            for report in () if stop.asked else folders.complaints(settings):
                screen.show(report)
        except KeyboardInterrupt:
            stop.asked = True
        finally:
            screen.close()
    if stop.asked:
        _fail("stopped", INTERRUPTED)
    raise SystemExit(screen.status)


def _one_by_one(
    work: Work, found: Iterable[Source | Report], settings: Settings, stop: Stop
) -> Generator[_Done, None, None]:
    """The reports about each file, while they come."""
    for source in found:
        if stop():
            return
        yield source, (source,) if isinstance(source, Report) else _reports(work, source, settings, stop)


class _Folders:
    """Notices which files of folders were passed over, and folders in which nothing was a puzzle."""

    def __init__(self, found: Iterable[Source | Report]) -> None:
        folders = (one.folder for one in found if isinstance(one, Source) and one.folder)
        self._skipped: dict[str, list[str]] = {folder: [] for folder in folders}
        self._barren = dict.fromkeys(self._skipped)

    def saw(self, source: Source | Report, report: Report) -> None:
        """Takes note of a report about a file."""
        if isinstance(source, Source) and source.folder:
            if report.skipped:
                self._skipped[source.folder].append(str(Path(source.name).relative_to(source.folder)))
            else:
                self._barren.pop(source.folder, None)

    def complaints(self, settings: Settings) -> Iterator[Report]:
        """What is to be said in the end."""
        for folder, names in self._skipped.items():
            if folder in self._barren:
                yield _error(folder, "there are no puzzles in this folder", settings)
            elif names:
                yield Report(err=f"{folder}: skipped what is no puzzle in a known format: {_listed(names, 3, ', ')}")


# -- several processes ------------------------------------------------------------------------------------------------


class _Remote:
    """The wish to stop in a process that works for another: it stands in shared memory."""

    place: Any = None

    def __call__(self) -> bool:
        return bool(self.place.value)

    def breaking(self) -> AbstractContextManager[None]:
        """Nothing is interrupted here: a process that does not listen is ended by the other one."""
        return nullcontext()


_remote = _Remote()


def _ready(place: Any) -> None:
    from threading import Thread

    _remote.place = place
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the process that the user started
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """Ends this process when the one that it works for has ended, in whatever way."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(INTERRUPTED)


def _collected(work: Work, source: Source, settings: Settings) -> list[Report]:
    return list(_reports(work, source, settings, _remote))


def _parallel(
    work: Work, found: Sequence[Source | Report], settings: Settings, jobs: int, stop: Stop
) -> Generator[_Done, None, None]:
    """Like ``_one_by_one``, in several processes: in the order of the files, with JSON as they are finished."""
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.sharedctypes import RawValue

    place = RawValue("b", 0)

    def share() -> None:
        place.value = 1

    stop.share = share
    pool = ProcessPoolExecutor(jobs, initializer=_ready, initargs=(place,))
    tasks: dict[Future[list[Report]], Source | Report] = {}
    try:
        for source in found:
            if isinstance(source, Source):
                tasks[pool.submit(_collected, work, source, settings)] = source
            else:
                known: Future[list[Report]] = Future()
                known.set_result([source])
                tasks[known] = source
        for task in _finished(tasks, stop, in_order=not settings.json):
            yield tasks[task], _result(task, tasks[task], settings)
    except BaseException:  # the one who shows the reports may have failed, too
        stop.asked = True
        raise
    finally:
        share()
        _shut(pool, force=stop.asked)


def _finished(
    tasks: Iterable[Future[list[Report]]], stop: Stop, in_order: bool
) -> Iterator[Future[list[Report]]]:
    """The tasks as they are finished; after Ctrl-C those that end soon."""
    from concurrent.futures import FIRST_COMPLETED, wait

    left = dict.fromkeys(tasks)
    deadline = 0.0
    while left:
        first = next(iter(left))
        done = [task for task in ([first] if in_order else left) if task.done()]
        for task in done:
            del left[task]
            if not task.cancelled():
                yield task
        if done:
            continue
        if stop():
            deadline = deadline or monotonic() + _PATIENCE
            if monotonic() > deadline:
                return
            for task in left:
                task.cancel()
        wait([first] if in_order else left, timeout=0.05, return_when=FIRST_COMPLETED)


def _result(task: Future[list[Report]], source: Source | Report, settings: Settings) -> list[Report]:
    try:
        return task.result()
    except Exception as fault:
        what = f"the process that worked on it failed: {str(fault) or type(fault).__name__}"
        return [_error(getattr(source, "name", ""), gw.FormatError(what, code="internal"), settings)]


def _shut(pool: ProcessPoolExecutor, force: bool) -> None:
    """Ends the processes; by force, even when they are at work."""
    from multiprocessing import active_children

    pool.shutdown(wait=not force, cancel_futures=True)
    for child in active_children() if force else ():
        child.terminate()


# -- solve ------------------------------------------------------------------------------------------------------------


@dataclass
class _Found:
    """What a search has brought to light."""

    status: Status
    seconds: float
    complete: bool
    number: int
    answers: list[State]
    common: State | None = None
    stopped: bool = False
    enough: bool = False
    """Whether as many were found as were asked for."""


def _size(puzzle: Puzzle) -> tuple[int | None, int | None]:
    board: Any = puzzle.board
    return (board.n_rows, board.n_cols) if isinstance(board, gw.Rect) else (None, None)


def _record(reading: Reading, label: Label, status: str) -> dict[str, Any]:
    """What the JSON objects of all commands begin with."""
    puzzle = reading.puzzle
    rows, cols = _size(puzzle)
    return {
        "file": label.file, "index": label.place, "genre": puzzle.genre.name, "format": reading.format,
        "rows": rows, "cols": cols, "status": status,
    }


def _headline(reading: Reading, label: Label) -> str:
    puzzle = reading.puzzle
    rows, cols = _size(puzzle)
    size = f" {rows}x{cols}" if rows else ""
    told = f" “{puzzle.about.title}”" if puzzle.about.title else ""
    return f"{label}: {puzzle.genre.name}{size}{told}"


def _warned(reading: Reading, label: Label, settings: Settings) -> str:
    """The reader's warnings, for standard error; in JSON they stand in the object."""
    return "" if settings.json else "\n".join(f"{label}: {warning}" for warning in reading.warnings)


def _solve_one(reading: Reading, label: Label, settings: Settings, stop: Wish) -> Iterator[Report]:
    """The answers of one puzzle."""
    puzzle = reading.puzzle
    yield Report(err=_warned(reading, label, settings))
    shown = not settings.json and settings.listed
    if shown:
        head = _ascii(_headline(reading, label), settings)
        yield Report(_block(head, _board(puzzle, None, settings), _notes(puzzle, settings)))
    found = _Found("undecided", 0.0, False, 0, [])
    if settings.listed:
        for number, answer in enumerate(_each(puzzle, settings, stop, found), 1):
            if shown:
                yield Report(_block(f"answer {number}", _board(puzzle, answer, settings)))
            else:
                found.answers.append(answer)
    else:
        verdict = gw.solve(puzzle, timeout=settings.timeout, stop=stop)
        found = _Found(verdict.status, verdict.seconds, verdict.complete, len(verdict.answers), list(verdict.answers))
    found.stopped = found.status == "undecided" and stop()
    if settings.common:
        found.common = _common(puzzle, found, settings, stop)
    status = 0 if found.status == "unique" else NOT_RIGHT
    yield Report((_solved_json if settings.json else _solved_text)(reading, label, found, settings), status=status)


def _each(puzzle: Puzzle, settings: Settings, stop: Wish, found: _Found) -> Iterator[State]:
    """Answers as they are found, up to the limit; fills in what is known at the end."""
    from .engine.clock import Clock
    from .engine.solve import answers_with

    clock = Clock(settings.timeout, stop)
    try:
        for answer in answers_with(puzzle, clock):
            found.number += 1
            yield answer
            if found.number == settings.limit:
                found.enough = True
                break
        else:
            found.complete = True
    except gw.TimeUp:
        pass
    found.seconds = clock.seconds
    if found.number > 1:
        found.status = "several"
    elif found.complete:
        found.status = "unique" if found.number else "none"


def _common(puzzle: Puzzle, found: _Found, settings: Settings, stop: Wish) -> State | None:
    """The marks that all answers share; None if there are no answers, or no time to tell."""
    if found.status == "unique" and found.answers:
        return found.answers[0]
    if found.status == "none" or stop():
        return None
    try:
        with stop.breaking():
            return gw.common_marks(puzzle, timeout=settings.timeout)
    except (gw.TimeUp, KeyboardInterrupt):
        return None


def _solved_json(reading: Reading, label: Label, found: _Found, settings: Settings) -> str:
    puzzle = reading.puzzle
    record = _record(reading, label, found.status)
    record["answers"] = [_solution(puzzle, answer) for answer in found.answers]
    record["seconds"] = round(found.seconds, 4)
    record["warnings"] = list(reading.warnings)
    if settings.common:
        record["common"] = None if found.common is None else _named_marks(puzzle, found.common)
    return _json(record)


def _solution(puzzle: Puzzle, answer: State) -> list[str] | None:
    """An answer as the lines of the Standard Puzzle Format; None where that format lacks the genre."""
    from .registry import REGISTRY

    for genre, dialect in REGISTRY.dialects("spf"):
        if genre is puzzle.genre:
            try:
                lines: list[str] = dialect.solution_lines(puzzle, answer)
                return lines
            except gw.WriteError:
                continue
    return None


def _named_marks(puzzle: Puzzle, state: State) -> dict[str, dict[str, Any]]:
    return {name: {puzzle.board.name(s): v for s, v in sorted(layer.items())} for name, layer in state.marks.items()}


def _solved_text(reading: Reading, label: Label, found: _Found, settings: Settings) -> str:
    puzzle = reading.puzzle
    parts = []
    if not settings.listed:
        pictures = [_board(puzzle, state, settings) for state in (None, *found.answers)]
        parts = [_headline(reading, label), _boards(pictures, settings), _notes(puzzle, settings)]
    parts.append(_styled(_verdict(puzzle, found), found.status, settings))
    if settings.common and found.status != "unique":
        if found.common is not None:
            known = sum(map(len, found.common.marks.values()))
            parts += [f"common to all answers are {known} marks", _board(puzzle, found.common, settings)]
        elif found.status != "none":
            parts.append("there was no time to find the marks common to all answers")
    return _block(*(_ascii(part, settings) for part in parts))


def _ascii(text: str, settings: Settings) -> str:
    if not settings.ascii:
        return text
    return text.replace("“", '"').replace("”", '"').encode("ascii", "backslashreplace").decode("ascii")


def _verdict(puzzle: Puzzle, found: _Found) -> str:
    """The verdict in words, with the time."""
    took, n = f"{found.seconds:.3f} s", found.number
    if found.status == "unique":
        return f"unique, {took}"
    if found.status == "none":
        return f"no answer, {took}"
    if found.status == "several" and found.answers:
        return f"several answers; these two differ in {_difference(puzzle, *found.answers[:2])}, {took}"
    if found.status == "several" or found.enough:
        return f"{n} answer{'s' if n > 1 else ''}{'' if found.complete else ', and perhaps others'}, {took}"
    why = "stopped" if found.stopped else "undecided"
    return f"{why} after {took}, {'one answer found, perhaps not the only one' if n else 'no answer found yet'}"


def _difference(puzzle: Puzzle, one: State, other: State) -> str:
    """Where two answers differ: the number of cells, or of places where lines make the difference."""
    spots = {
        spot for name in one.marks.keys() | other.marks.keys()
        for spot in one.marks.get(name, {}).keys() | other.marks.get(name, {}).keys()
        if one.get(name, spot) != other.get(name, spot)
    }
    kind = "cell" if spots <= set(puzzle.board.cells) else "place"
    return f"{len(spots)} {kind}{'' if len(spots) == 1 else 's'}"


# -- check ------------------------------------------------------------------------------------------------------------


def _check_one(reading: Reading, label: Label, settings: Settings, stop: Wish) -> Iterator[Report]:
    """Whether the answer of one puzzle is right."""
    del stop
    puzzle, answer = reading.puzzle, reading.answer
    if settings.answers is not None:
        answer = _answer_from(puzzle, label, *settings.answers)
    yield Report(err=_warned(reading, label, settings))
    faults = gw.check(puzzle, answer, finished=True) if answer is not None else []
    if answer is None:
        word = "missing"
    elif all(fault.rule == "finished" for fault in faults):
        word = "unfinished" if faults else "right"
    else:
        word = "wrong"
    status = 0 if word == "right" else NOT_RIGHT
    if settings.json:
        named = [
            {"rule": f.rule, "at": [puzzle.board.name(s) for s in f.at], "words": str(f)} for f in faults
        ]
        record = _record(reading, label, word) | {"violations": named, "warnings": list(reading.warnings)}
        yield Report(_json(record), status=status)
    else:
        yield Report(_checked_text(reading, answer, label, faults, word, settings), status=status)


def _answer_from(puzzle: Puzzle, label: Label, source: Source, others: Sequence[Reading]) -> State:
    """The answer to a puzzle that another file holds. Raises FormatError."""
    other = others[label.place] if label.place < len(others) else None
    if other is None or other.puzzle.genre is not puzzle.genre or other.puzzle.board != puzzle.board:
        what, wanted = f"this file holds no answer to {label}", f"a {puzzle.genre.name} of the same size"
        raise gw.FormatError(what, expected=wanted, file=source.name, code="other-puzzle")
    if other.answer is not None:
        return gw.State(puzzle, other.answer.marks)
    # A file without a place for answers tells one by giving all of its marks.
    model = puzzle.genre(puzzle)
    known = model.marks.keys() | model.terms.keys()
    return gw.State.of(puzzle, {name: marks for name, marks in other.puzzle.given.items() if name in known})


def _checked_text(
    reading: Reading, answer: State | None, label: Label, faults: Sequence[Violation], word: str, settings: Settings
) -> str:
    parts = [_headline(reading, label)]
    verdict = {
        "missing": "no answer is stored", "right": "right", "unfinished": "unfinished",
        "wrong": f"wrong: {len(faults)} violation{'' if len(faults) == 1 else 's'}",
    }[word]
    if answer is not None:
        parts.append(_board(reading.puzzle, answer, settings, faults))
    parts.append(_styled(verdict, word, settings))
    parts += [f"  {line}" for line in _fault_lines(reading.puzzle, faults)]
    return _block(*(_ascii(part, settings) for part in parts))


def _fault_lines(puzzle: Puzzle, faults: Sequence[Violation]) -> list[str]:
    """Violations in words with their places, each once; spots that are not filled in share a line."""
    lines: dict[str, None] = {}
    empty = [puzzle.board.name(spot) for fault in faults if fault.rule == "finished" for spot in fault.at]
    for fault in faults:
        if fault.rule != "finished":
            words = str(fault)
            where = [name for name in map(puzzle.board.name, fault.at) if name not in words]
            told = f" ({_listed(where)})" if where and len(where) == len(fault.at) else ""
            lines[words + told] = None
    if empty:
        lines[f"not filled in: {_listed(list(dict.fromkeys(empty)))}"] = None
    return list(lines)


def _listed(names: Sequence[str], limit: int = 12, between: str = " ") -> str:
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return between.join(names[:limit]) + more


# -- convert ----------------------------------------------------------------------------------------------------------


def _target_format(target: str, to: str | None, readings: Sequence[Reading]) -> str:
    """The format to write: the one asked for, or what the ending of the target's name stands for."""
    from .registry import REGISTRY

    if to is not None:
        return to
    names = _ENDINGS.get(Path(target).suffix.lower(), ())
    if not names:
        _fail(f"{target}: the name does not tell the format; say it with --to")
    genres = {reading.puzzle.genre for reading in readings}
    fitting = (name for name in names if genres <= {genre for genre, _ in REGISTRY.dialects(name)})
    return next(fitting, names[0])


def _answer_to_store(reading: Reading, label: Label, settings: Settings, stop: Stop) -> State:
    """The answer of a puzzle, found by solving; ends the program if there is none."""
    verdict = gw.solve(reading.puzzle, timeout=settings.timeout, stop=stop)
    if stop():
        _fail("stopped", INTERRUPTED)
    if not verdict.answers:
        why = "the puzzle has no answer" if verdict.status == "none" else "no answer was found in time"
        _fail(f"{label}: {why}", NOT_RIGHT)
    if verdict.status != "unique":
        how = "not" if verdict.status == "several" else "perhaps not"
        _echo(f"{label}: the answer that is stored is {how} the only one", err=True)
    return verdict.answers[0]


def _texts(
    source: Source, readings: Sequence[Reading], format: str, solution: bool, settings: Settings, stop: Stop
) -> list[str]:
    """The text of each puzzle. Raises WriteError.

    Answers that stand in the file are left out where the format has no place for them, those asked for are not.
    """
    texts, refusals = [], []
    for i, reading in enumerate(readings):
        label = Label(source.name, i, len(readings) == 1)
        for warning in reading.warnings:
            _echo(f"{label}: {warning}", err=True)
        answer = _answer_to_store(reading, label, settings, stop) if solution else reading.answer
        try:
            texts.append(gw.write(reading.puzzle, format, answer=answer))
        except gw.WriteError as refused:
            if answer is None or solution:
                raise gw.WriteError(f"{label}: {refused}") from None
            refusals.append(f"{label}: the answer is left out: {refused}")
            texts.append(_without_answer(reading, label, format))
    if refusals:
        more = f"; likewise those of {len(refusals) - 1} more puzzles" if len(refusals) > 1 else ""
        _echo(refusals[0] + more, err=True)
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
    if format == "spf":
        return "".join(text if text.endswith(("\n", "\r")) else text + "\n" for text in texts)
    if format == "sudoku":
        if any(reading.puzzle.about != gw.About() for reading in readings):
            _echo(f"{source.name}: titles, authors and the like are left out", err=True)
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
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            Path(target).write_bytes(data)
    except BrokenPipeError:
        raise
    except OSError as fault:
        _fail(f"{target}: {(fault.strerror or str(fault)).lower()}")


def _convert(source: Source, target: str, to: str | None, solution: bool, settings: Settings, stop: Stop) -> None:
    """Reads, writes and stores; ends the program when something is wrong."""
    from .formats.reading import decode

    try:
        with stop.breaking():
            source = replace(source, data=_data(source))
            readings = _readings(source, settings)
    except gw.FormatError as fault:
        fault.file = source.name
        _fail(" ".join(str(fault).split()))
    format = _target_format(target, to, readings)
    try:
        texts = _texts(source, readings, format, solution, settings, stop)
        text = _together(source, texts, readings, format)
    except gw.WriteError as refused:
        _fail(f"{refused}; nothing was written")
    _store(text, target, decode(source.data or b"").encoding)


# -- the commands -----------------------------------------------------------------------------------------------------


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(gw.__version__, prog_name="gridwright")
def main() -> None:
    """Read, solve, prove, check and convert pencil puzzles.

    A FILE may be a folder, a pattern, or - for standard input. Exit status: 0 when all is well, 1 when a puzzle or an
    answer is not as it should be, 2 when a file could not be read or written.
    """


_from = click.option("--from", "format", metavar="FORMAT", help="The files' format, if it is not to be recognised.")
_symbols = click.option("--symbols", metavar="S", help="The characters that stand for 1, 2, 3, ... in sudokus.")
_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON objects, one a line.")
_use_ascii = click.option("--ascii", "use_ascii", is_flag=True, help="Draw with 7-bit characters only.")
_seconds = click.FloatRange(min=0, min_open=True)
_timeout = click.option("--timeout", type=_seconds, metavar="S", help="Seconds for each puzzle.")


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@_timeout
@click.option("--all", "every", is_flag=True, help="List all answers, each as it is found.")
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="List up to N answers.")
@click.option("--common", is_flag=True, help="Show the marks that all answers share.")
@_as_json
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Solve that many files at a time.")
@_from
@_symbols
@_use_ascii
def solve(
    files: tuple[str, ...], timeout: float | None, every: bool, most: int | None, common: bool, as_json: bool,
    jobs: int, format: str | None, symbols: str | None, use_ascii: bool,
) -> None:
    """Solve puzzles, and say whether their answers are unique.

    Exit status: 0 when every puzzle has exactly one answer.
    """
    listed = every or most is not None
    settings = Settings(
        as_json, _checked_format(format), symbols, timeout, most if listed else 2, listed, common
    )
    _run(_solve_one, files, _display(settings, use_ascii), jobs)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--answer", metavar="FILE", help="Take the answer from this file.")
@_as_json
@_from
@_symbols
@_use_ascii
def check(
    files: tuple[str, ...], answer: str | None, as_json: bool, format: str | None, symbols: str | None, use_ascii: bool
) -> None:
    """Check the answers that are stored with puzzles, or in another file.

    Exit status: 0 when every puzzle has an answer that is right.
    """
    if answer is not None and len(files) > 1:
        _fail("--answer goes with one file")
    settings = _display(Settings(as_json, _checked_format(format), symbols), use_ascii)
    if answer is not None:
        source = Source(answer, data=sys.stdin.buffer.read() if answer == "-" else None)
        try:
            settings = replace(settings, answers=(source, tuple(_readings(source, settings))))
        except gw.FormatError as fault:
            _fail(_error(answer, fault, replace(settings, json=False)).err)
    _run(_check_one, files, settings)


@main.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@_from
@click.option("--to", metavar="FORMAT", help="The format to write, if OUT's ending does not tell it.")
@click.option("--solution", is_flag=True, help="Solve the puzzles and store their answers.")
@_timeout
@_symbols
def convert(
    source: str, target: str, format: str | None, to: str | None, solution: bool, timeout: float | None,
    symbols: str | None,
) -> None:
    """Write the puzzles of IN in another format to OUT (- for standard output).

    What the format cannot express is an error, and nothing is written then.
    """
    settings = Settings(False, _checked_format(format), symbols, timeout)
    to = _checked_format(to)
    with Stop() as stop:
        try:
            with stop.breaking():
                data = sys.stdin.buffer.read() if source == "-" else None
            _convert(Source(source, data=data), target, to, solution, settings, stop)
        except KeyboardInterrupt:
            _fail("stopped", INTERRUPTED)
        except BrokenPipeError:
            raise
        except Exception as fault:
            _fail(f"{source}: internal error: {type(fault).__name__}: {fault}")


def _formats_of(genre: type[Genre]) -> dict[str, list[str]]:
    """The formats that have a genre, each with the names that its files have for it."""
    found: dict[str, list[str]] = {}
    for dialect in genre.dialects:
        names = found.setdefault(dialect.format, [])
        names += [name for name in dialect.names if name not in names]
    return found


@main.command()
@click.argument("names", nargs=-1, metavar="[GENRE]...")
@_as_json
def genres(names: tuple[str, ...], as_json: bool) -> None:
    """List the genres with their other names and their formats."""
    try:
        known = [gw.genre(name) for name in names] or gw.known_genres()
    except gw.UnknownGenre as fault:
        _fail(str(fault))
    if as_json:
        for genre in known:
            _echo(_json({"name": genre.name, "aliases": list(genre.aliases), "formats": _formats_of(genre)}))
        return
    rows = [(genre.name, ", ".join(genre.aliases), ", ".join(sorted(_formats_of(genre)))) for genre in known]
    heads = ("genre", "also called", "formats")
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table

        table = Table(*heads)
        for row in rows:
            table.add_row(*row)
        Console().print(table)
        return
    columns = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        _echo("  ".join(word.ljust(width) for word, width in zip(row, columns, strict=True)).rstrip())
