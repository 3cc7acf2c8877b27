"""``gridwright issue``: a magazine's issue from one file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import click

import gridwright as gw

from ..formats.errors import printable
from ..issue.output import MADE, needs_segno, write_issue
from ..issue.pieces import IssuePiece, PieceJob, jobs_of
from ..issue.plan import IssuePlan, PlanError, faults_in, plan_of, puzzles_in
from ..issue.proof import earlier, fingerprint
from ..issue.run import make_pieces
from ..issue.toml import TomlPlaces
from ..language.wording import counted
from .print import small_print
from .settings import timeout_option
from .show import INTERRUPTED, NOT_RIGHT, Report, Reporter, Stop, echo, fail, is_watched, words_of


@click.command("issue")
@click.argument("file", metavar="ISSUE.TOML", type=click.Path(path_type=Path))
@click.option("-o", "--output", metavar="FOLDER", type=click.Path(path_type=Path),
              help="The folder to write.  [default: named after the file, beside it]")
@click.option("--check", "only_check", is_flag=True, help="Only check the file.")
@click.option("--jobs", type=click.IntRange(1, 61), default=1, show_default=True, metavar="N",
              help="The number of processes.")
@timeout_option
def command(file: Path, output: Path | None, only_check: bool, jobs: int, timeout: float | None) -> None:
    """Make an issue: sections of puzzles, new ones or yours, as a PDF with everything around them.

    \b
    ISSUE.TOML describes it, for example:
        title = "Summer puzzles"
        number = 7
        [[section]]
        genre = "NAME"
        difficulty = ["easy", "hard"]
        count = 4

    FOLDER gets the PDF, the puzzles, their links, a proof sheet, and fingerprints by which later issues are compared.
    The same file makes the same issue again. Ctrl-C keeps what is finished: the same command continues.

    Exit status: 0 if the issue is fit for print, 1 if a puzzle is missing, not unique, or a repetition, 2 if the file
    is wrong or FOLDER cannot be written.
    """
    try:
        plan = plan_of(file, {})
        todo = list(jobs_of(plan))
        known = dict(_earlier(plan))
    except PlanError as fault:
        faults = list(map(str, faults_in(file.read_text("utf-8-sig"), file))) or [str(fault)]
        for words in faults[:-1]:
            echo(printable(words), err=True)
        fail(faults[-1])
    except UnicodeDecodeError:
        fail(f"{file}: it must be in UTF-8")
    except OSError as fault:
        fail(f"{fault.filename or file}: {words_of(fault)}")
    if needs_segno(plan):
        fail(f"{_at(file, 'qr')}: qr = true needs the package segno: pip install 'gridwright[play]'")
    if only_check:
        echo(f"{file}: {counted(len(todo), 'puzzle')} in {counted(len(plan.sections), 'section')}")
        return
    folder = output or file.with_suffix("")
    try:
        _prepare(folder, plan)
        _IssueRun(plan, folder, known, timeout).work(todo, jobs)
    except ValueError as fault:
        fail(str(fault))
    except OSError as fault:
        fail(f"{fault.filename or folder}: {words_of(fault)}")


def _at(file: Path, name: str) -> str:
    """The file, line and column of a setting."""
    return f"{file}:{TomlPlaces(file.read_text('utf-8-sig')).of(name)}"


def _earlier(plan: IssuePlan) -> Iterator[tuple[str, str]]:
    """The fingerprints of earlier issues, each with the name of its issue."""
    for path in plan.previous:
        marks = earlier(path)
        if marks is None:
            files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
            marks = [fingerprint(puzzle) for file in files for puzzle in puzzles_in(file, strict=False)]
            if not marks:
                raise PlanError(f"{_at(plan.path, 'previous')}: previous: there are no puzzles in {path}")
        yield from ((mark, str(path)) for mark in marks)


def _prepare(folder: Path, plan: IssuePlan) -> None:
    """Makes the folder. Ends the program if it has other content, or input files. May raise OSError."""
    inputs = [*plan.previous, *(file for section in plan.sections for file in section.files), plan.path]
    inside = next((path for path in inputs if folder.absolute() in (path.absolute(), *path.absolute().parents)), None)
    if inside is not None:
        fail(f"{folder}: {inside} is in this folder; choose another with -o")
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / MADE).exists() and any(folder.iterdir()):
        fail(f"{folder}: this folder is not empty, and not an issue; choose another with -o")


class _IssueRun:
    """Makes an issue and reports on it."""

    def __init__(self, plan: IssuePlan, folder: Path, earlier: dict[str, str], timeout: float | None) -> None:
        self._plan, self._folder, self._earlier, self._timeout = plan, folder, earlier, timeout
        self._screen = Reporter()

    def work(self, todo: Sequence[PieceJob], n_processes: int) -> NoReturn:
        """Makes the puzzles, writes the issue, and ends the program with the exit status."""
        screen = self._screen

        def heard(why: str) -> None:
            if why:
                screen.show(Report(err=why))
            screen.advance()

        screen.total, screen.counted, screen.doing = len(todo), "puzzles", "making a puzzle"
        with Stop() as stop:
            stop.tick = screen.tick
            try:
                done, missing = make_pieces(todo, self._folder, self._earlier, n_processes, self._timeout, stop, heard)
            except gw.MakingError as fault:
                fail(str(fault))
            finally:
                screen.close()
        if stop.asked:
            fail(f"stopped; {counted(len(done), 'puzzle')} of {len(todo)} finished and kept in "
                 f"{self._folder / MADE}: the same command continues", INTERRUPTED)
        if not done:
            fail(f"{self._plan.path}: no puzzle was made, so there is no issue")
        self._write(done, missing)

    def _write(self, done: Sequence[IssuePiece], missing: Sequence[str]) -> NoReturn:
        printed = write_issue(self._plan, done, self._folder, missing, self._earlier)
        for words in printed.complaints[len(missing) :]:
            echo(words, err=True)
        for words in printed.mismatches:
            echo(words, err=True)
        if printed.remarks:
            echo(f"{self._plan.path.stem}.pdf: {small_print(printed.remarks)}", err=True)
        if printed.fewer:
            least = f"{self._plan.layout.least_cell:g} mm"
            echo(f"{self._plan.path.stem}.pdf: fewer puzzles than requested share a page, as cells would be smaller "
                 f"than {least}: {', '.join(printed.fewer)}", err=True)
        if is_watched(sys.stderr):
            size = f"{counted(printed.n_puzzles, 'puzzle')}, {counted(printed.n_pages, 'page')}"
            echo(f"{self._folder}: {size}; proof.txt sums up", err=True)
        raise SystemExit(NOT_RIGHT if printed.complaints or printed.mismatches else 0)
