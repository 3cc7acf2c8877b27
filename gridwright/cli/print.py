"""``gridwright print``: puzzles as a booklet."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

import gridwright as gw

from ..engine.solve.clock import Clock, ShouldStop
from ..formats.dialect import Reading
from ..issue.toml import TomlError, TomlPlaces, read_toml
from ..language.wording import counted
from ..picture.booklet import Booklet
from ..picture.layout import Layout, SettingError, layout_of, paper_size
from .boards import Label, Proven, proof_option, proven, warnings
from .draw import THEMES
from .outputs import Inputs, make_parents
from .settings import Settings, language_option, puzzle_options
from .show import NOT_RIGHT, UNREADABLE, Report, echo, fail, interruptible, is_watched, listed, words_of
from .work import run

_FEW = 3
"""The most remarks about small cells that are shown."""
_SORTS = ("genre", "size", "difficulty")


def _checked_paper(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    try:
        if value is not None:
            paper_size(value)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None
    return value


def _checked_answers(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value in (None, "end", "back", "none") or str(value).lower().endswith(".pdf"):
        return value
    raise click.BadParameter(f"{value!r} is not end, back, none, or a file name that ends in .pdf")


@click.command("print")
@click.option("-o", "--output", metavar="BOOK.PDF", required=True, help="The booklet to write.")
@click.option("--template", metavar="FILE.TOML", help="A file with settings; options override it.")
@click.option("--paper", metavar="PAPER", callback=_checked_paper,
              help="a4, a5, b5, letter, or a size such as 170x240mm.  [default: a4]")
@click.option("--landscape", is_flag=True, default=None, help="Landscape pages.")
@click.option("--margin", type=click.FloatRange(min=0), metavar="MM", help="The margin on all sides.  [default: 16]")
@click.option("--facing", is_flag=True, default=None, help="Facing pages: page numbers outside.")
@click.option("--gutter", type=click.FloatRange(min=0), metavar="MM",
              help="With --facing: how much wider inner margins are.  [default: 0]")
@click.option("--font", metavar="FILE.TTF", help="The font of text outside boards.")
@click.option("--bold-font", metavar="FILE.TTF", help="The font of headings outside boards.")
@click.option("--per-page", type=click.IntRange(1, 60), metavar="N",
              help="Puzzles per page.  [default: 2; in large print 1]")
@click.option("--cell", type=click.FloatRange(2, 60), metavar="MM",
              help="The size of cells; a page gets as many puzzles as fit.")
@click.option("--columns", type=click.IntRange(1, 4), metavar="N", help="Columns per page, with --cell.  [default: 1]")
@click.option("--answers", metavar="end|back|none|FILE.PDF", callback=_checked_answers,
              help="Where the answers go: on the last pages, on the back of each page, nowhere, or in a separate file. "
              "Missing answers are found by solving.  [default: end]")
@click.option("--answers-per-page", type=click.IntRange(1, 60), metavar="N",
              help="Answers per page.  [default: as many as fit with cells of 5 mm]")
@click.option("--answer-cell", type=click.FloatRange(2, 60), metavar="MM",
              help="The size of cells in answers.  [default: 5]")
@click.option("--upside-down", is_flag=True, default=None, help="Turn the pages of answers by 180 degrees.")
@proof_option
@click.option("--title", metavar="TITLE", help="The title of the booklet.")
@click.option("--author", metavar="NAME", help="The author of the booklet.")
@click.option("--running", metavar="TEXT", help="The line at the top of every page.")
@click.option("--cover", is_flag=True, default=None, help="Add a cover page with the title.")
@click.option("--contents", is_flag=True, default=None, help="Add a table of contents.")
@click.option("--rules", is_flag=True, default=None, help="Print the rules above the first puzzle of each genre.")
@click.option("--difficulty/--no-difficulty", default=None, help="Print the stored difficulty of each puzzle, or not.")
@click.option("--name", "names", multiple=True, metavar="GENRE=NAME",
              help="What the booklet calls a genre; may be repeated.")
@click.option("--sort", type=click.Choice(_SORTS), help="The order of the puzzles; by default that of the files.")
@click.option("--first-number", type=click.IntRange(min=0), metavar="N",
              help="The number of the first puzzle.  [default: 1]")
@click.option("--first-page", type=click.IntRange(min=0), metavar="N",
              help="The number of the first page.  [default: 1]")
@click.option("--theme", type=click.Choice(THEMES), help="The colours.  [default: light]")
@click.option("--gray", is_flag=True, help="Print without colours; the same as --theme gray.")
@click.option("--cmyk", is_flag=True, default=None,
              help="For the press (PDF/X-1a): CMYK colours; text and lines in pure black.")
@click.option("--condition", metavar="NAME",
              help="With --cmyk: the printing condition in the ICC registry.  [default: FOGRA39]")
@click.option("--bleed", type=click.FloatRange(0, 20), metavar="MM",
              help="For the press: the bleed around pages.  [default: 0]")
@click.option("--crop-marks", is_flag=True, default=None, help="For the press: crop marks outside the bleed.")
@click.option("--large-print", is_flag=True, default=None, help="Large letters, large cells, strong colours.")
@language_option
@puzzle_options(json=False, ascii=False)
def command(
    files: tuple[str, ...], settings: Settings, output: str, template: str | None, answers: str | None, proof: bool,
    gray: bool, names: tuple[str, ...], **layout: Any,
) -> None:
    """Print puzzles as a booklet: a PDF with numbered puzzles, answers, links and bookmarks.

    A template is a TOML file whose settings are named like the options, with underscores: per_page = 4. Names of genres
    are in its table [names].

    Exit status: 1 if a puzzle has no unique answer or its stored answer is wrong.
    """
    told = {name: value for name, value in layout.items() if value is not None}
    told["names"] = dict(map(_renamed, names))
    if gray:
        told["theme"] = "gray"
    apart = None if answers in (None, "end", "back", "none") else answers
    if answers is not None:
        place = "separate" if apart else "back" if answers == "back" else "end"
        told |= {"answers": answers != "none", "place": place}
    inputs = Inputs(files, settings)
    for path in filter(None, (output, apart)):
        _check(path, inputs)
    if apart is not None and Path(apart).absolute() == Path(output).absolute():
        fail(f"{output}: the answers must go to a different file")
    book = Booklet(output, _layout(template, told), apart)
    if book.layout.cmyk and not book.layout.is_known_condition:
        echo(f"--condition {book.layout.condition}: not a name in the ICC registry that Gridwright knows, such as "
             "FOGRA39, FOGRA51, CGATS TR 006 or JC200103; ask your printing house", err=True)
    run(partial(_add, book, proof), files, settings, finish=partial(_save, book, settings.timeout, output))


def _renamed(text: str) -> tuple[str, str]:
    """A genre and what the booklet calls it. Ends the program if there is no such genre."""
    genre, sign, name = (part.strip() for part in text.partition("="))
    if not sign or not name:
        fail(f"--name {text}: write a genre and its name in the booklet as GENRE=NAME")
    try:
        return gw.genre(genre).name, name
    except gw.UnknownGenre as fault:
        fail(str(fault))


def _own_name(name: str) -> str:
    """The name of a genre, by any of its names in a template. Raises SettingError if there is no such genre."""
    try:
        return gw.genre(name).name
    except gw.UnknownGenre as fault:
        raise SettingError(str(fault), f"names.{name}") from None


def _layout(template: str | None, told: dict[str, Any]) -> Layout:
    """The layout of the booklet; ends the program if it is invalid."""
    text = ""
    try:
        text = "" if template is None else Path(template).read_text("utf-8-sig")
        layout = layout_of(read_toml(text), told)
        layout = replace(layout, names={_own_name(genre): name for genre, name in layout.names.items()})
        if layout.place == "separate" and "place" not in told:
            fail(f"{template}: name the separate file for answers with --answers FILE.PDF")
    except OSError as fault:
        fail(f"{template}: {words_of(fault)}")
    except TomlError as fault:
        fail(f"{template}:{fault.line}:{fault.column}: {fault}")
    except SettingError as fault:
        is_in_template = template is not None and fault.name.partition(".")[0] not in told.keys() - {"names"}
        fail(f"{template}:{TomlPlaces(text).of(fault.name)}: {fault}" if is_in_template else str(fault))
    except UnicodeDecodeError:
        fail(f"{template}: it must be in UTF-8")
    return layout


def _check(output: str, inputs: Inputs) -> None:
    """Ends the program if the booklet cannot be written, before any puzzle is solved."""
    path = Path(output)
    if path.suffix.lower() != ".pdf":
        fail(f"{output}: a booklet is a PDF; use a name that ends in .pdf")
    if path.is_dir():
        fail(f"{output}: is a directory")
    inputs.protect(path)
    make_parents(path)


def _add(
    book: Booklet, proof: bool, reading: Reading, label: Label, settings: Settings, stop: ShouldStop
) -> Iterator[Report]:
    warned = warnings(reading, label, settings)
    needed = proof or book.layout.answers
    proved = proven(reading, settings.timeout, stop, proof=proof) if needed else Proven(None)
    if stop():
        return
    try:
        with interruptible(), Clock(settings.timeout).running():
            book.add(reading.puzzle, proved.answer)
    except gw.TimeUp:  # perhaps in the middle of a page
        fail(f"{label}: drawing takes longer than {settings.timeout:g} s; there is no booklet")
    except ValueError as fault:
        yield Report(err=f"{label}: {fault}", status=UNREADABLE)
        return
    number = f"{label} (number {book.count} of the booklet)"
    faults = [warned, f"{number}: {proved.complaint}" if proved.complaint else ""]
    status = NOT_RIGHT if proved.complaint else 0
    yield Report(err="\n".join(fault for fault in faults if fault), status=status)


def _save(book: Booklet, timeout: float | None, output: str) -> Iterator[Report]:
    if not book.count:
        return
    limit = None if timeout is None else timeout * book.count
    try:
        with interruptible(), Clock(limit).running():
            book.save()
    except gw.TimeUp:
        yield Report(err=f"{output}: drawing the booklet takes longer than {limit:g} s", status=UNREADABLE)
        return
    except OSError as fault:
        yield Report(err=f"{fault.filename or output}: {words_of(fault)}", status=UNREADABLE)
        return
    for words in _remarks(book):
        yield Report(err=f"{output}: {words}")
    if is_watched(sys.stderr):
        yield Report(err=f"{output}: {counted(book.count, 'puzzle')}, {counted(book.n_pages, 'page')}")


def _remarks(book: Booklet) -> Iterator[str]:
    """What the editor of a finished booklet should know."""
    layout = book.layout
    if layout.sort == "difficulty" and book.unrated:
        which = "1 puzzle has no difficulty and comes" if book.unrated == 1 else (
            f"{book.unrated} puzzles have no difficulty and come")
        yield f"{which} last; gridwright convert FILE... --rate --to spf -o rated/ stores it"
    if book.alone and layout.per_page > 2 - layout.large_print and not layout.cell:
        numbers = listed([str(number) for number in book.alone], between=", ")
        have = f"number {numbers} has a page of its own" if len(book.alone) == 1 else (
            f"numbers {numbers} have a page each")
        large = "large print: " if layout.large_print else ""
        yield (f"{large}{have}: with {layout.per_page} per page, cells would be smaller than "
               f"{layout.least_cell:g} mm")
    if book.remarks:
        yield small_print(book.remarks)


def small_print(remarks: Sequence[str]) -> str:
    """The first remarks about small cells, and the number of the rest."""
    more = f" (and {len(remarks) - _FEW} more)" if len(remarks) > _FEW else ""
    return f"small print: {'; '.join(remarks[:_FEW])}{more}"
