"""``gridwright print``: puzzles as a booklet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .answers import Proven, proof_option, proven
from .boards import Label, warnings
from .settings import Settings, checked_format, files_argument, format_option, symbols_option, timeout_option
from .show import NOT_RIGHT, UNREADABLE, Report, fail
from .work import Asked, run

if TYPE_CHECKING:
    from ..formats.dialect import Reading
    from ..picture.booklet import Booklet


@click.command("print", short_help="Print puzzles as a booklet (PDF).")
@files_argument
@click.option("-o", "--output", metavar="BOOK.PDF", required=True, help="The booklet to write.")
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True)
@click.option("--per-page", type=click.Choice(("1", "2", "4", "6")), default="2", show_default=True)
@click.option("--answers", type=click.Choice(("end", "none")), default="end", show_default=True,
              help="Small answers on the last pages, found by solving where a file has none.")
@proof_option
@click.option("--title", default="", metavar="TITLE", help="The heading of the first page.")
@click.option("--rules", is_flag=True, help="The rules above each puzzle, in a sentence.")
@timeout_option
@format_option
@symbols_option
def command(
    files: tuple[str, ...], output: str, paper: str, per_page: str, answers: str, title: str, rules: bool,
    proof: bool, timeout: float | None, format: str | None, symbols: str | None,
) -> None:
    """Print puzzles as a booklet: PDF pages with numbers, genres, authors, and answers at the end.

    Puzzles that have no answer or several, and stored answers that are wrong, are reported; then the exit status is 1.
    """
    from ..picture.booklet import Booklet, Layout

    _check(output)
    book = Booklet(output, Layout(paper, int(per_page), title, rules, answers == "end"))
    settings = Settings(format=checked_format(format), symbols=symbols, timeout=timeout)
    run(partial(_add, book, timeout, proof), files, settings, finish=partial(_save, book, output))


def _check(output: str) -> None:
    """Ends the program where no booklet can be written: that is better known before a thousand puzzles are solved."""
    path = Path(output)
    if path.suffix.lower() != ".pdf":
        fail(f"{output}: a booklet is a PDF, so its name ends in .pdf")
    if not path.parent.is_dir():
        fail(f"{output}: there is no folder {str(path.parent)!r}")
    if path.is_dir():
        fail(f"{output}: is a directory")


def _add(
    book: Booklet, timeout: float | None, proof: bool, reading: Reading, label: Label, settings: Settings, stop: Asked
) -> Iterator[Report]:
    told = warnings(reading, label, settings)
    needed = proof or book.layout.answers
    found = proven(reading, timeout, stop, proof=proof) if needed else Proven(None)
    if stop():
        return
    book.add(reading.puzzle, found.answer)
    faults = [told, f"{label} (number {book.count} of the booklet): {found.complaint}" if found.complaint else ""]
    status = NOT_RIGHT if found.complaint else 0
    yield Report(err="\n".join(fault for fault in faults if fault), status=status, word="printed")


def _save(book: Booklet, output: str) -> Iterator[Report]:
    if not book.count:
        return
    try:
        book.save()
    except OSError as fault:
        yield Report(err=f"{output}: {(fault.strerror or str(fault)).lower()}", status=UNREADABLE)
