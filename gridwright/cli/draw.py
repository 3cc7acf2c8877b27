"""``gridwright draw``: pictures of puzzles, a file each."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import click

import gridwright as gw

from ..engine.solve.clock import Clock
from ..formats.dialect import Reading
from ..language.puzzle import Puzzle, State
from .answers import Proven, proof_option, proven
from .boards import Label
from .boards import warnings as reader_warnings
from .pictures import KINDS, Place, coordinates_option, place_of, points, theme_option
from .settings import Settings, checked_format, files_argument, format_option, symbols_option, timeout_option
from .show import NOT_RIGHT, UNREADABLE, Report
from .stop import interruptible
from .work import Asked, run


@click.command("draw")
@files_argument
@click.option("-o", "--output", metavar="OUT", required=True,
              help="The picture to write (the ending sets the format), or a folder for one picture per puzzle.")
@click.option("--as", "kind", type=click.Choice(KINDS), help="The format of pictures in a folder.  [default: svg]")
@click.option("--solution", is_flag=True, help="Also draw the solution; found by solving if the file has none.")
@proof_option
@click.option("--size", callback=points, metavar="WIDTH", help="The width: 120mm, 12cm, 5in or 300pt.")
@click.option("--dpi", type=click.FloatRange(10, 2400), default=150, show_default=True, help="Dots per inch of PNG.")
@theme_option
@coordinates_option
@click.option("--differences", is_flag=True, help="If a puzzle has several answers, mark where two of them differ.")
@timeout_option
@format_option
@symbols_option
def command(
    files: tuple[str, ...], output: str, kind: str | None, solution: bool, proof: bool, size: float | None, dpi: float,
    theme: str, coordinates: str | None, differences: bool, timeout: float | None, format: str | None,
    symbols: str | None,
) -> None:
    """Draw puzzles.

    OUT ends in .svg, .png, .pdf, .eps or .spf (a puzzle file that prints itself), or is a folder.

    With --solution, puzzles without a unique answer and wrong stored answers are reported, and the exit status is 1.
    """
    place = place_of(output, kind)
    wanted = _Wanted(
        place, solution or differences, differences, proof, size, dpi, timeout, theme, coordinates or ""
    )
    run(partial(_draw_one, wanted), files, Settings(format=checked_format(format), symbols=symbols, timeout=timeout))


@dataclass
class _Wanted:
    place: Place
    solution: bool
    differences: bool
    proof: bool
    size: float | None
    dpi: float
    timeout: float | None
    theme: str
    coordinates: str


def _draw_one(wanted: _Wanted, reading: Reading, label: Label, settings: Settings, stop: Asked) -> Iterator[Report]:
    told = reader_warnings(reading, label, settings)
    if told:
        yield Report(err=told)
    found = proven(reading, wanted.timeout, stop, proof=wanted.proof) if wanted.solution else Proven(None)
    if stop():
        return
    if found.complaint:
        yield Report(err=f"{label}: {found.complaint}", status=NOT_RIGHT)
    if wanted.solution and found.answer is None:
        return
    path = wanted.place.next(label)
    if path is None:
        what = wanted.place.refusal()
        yield Report(err=f"{label}: {what}" if what else "", status=UNREADABLE)
        return
    try:
        with warnings.catch_warnings(record=True) as remarks:
            warnings.simplefilter("always")
            with interruptible(), Clock(wanted.timeout).running():
                answer = found.answer if wanted.solution else reading.answer
                data = _picture(wanted, reading.puzzle, answer, found.other)
    except gw.TimeUp:
        yield Report(err=f"{label}: drawing takes longer than {wanted.timeout:g} s", status=UNREADABLE)
        return
    except (ValueError, gw.WriteError) as fault:
        yield Report(err=f"{label}: {fault}", status=UNREADABLE)
        return
    if remarks:
        yield Report(err="\n".join(dict.fromkeys(f"{label}: {remark.message}" for remark in remarks)))
    fault_words = wanted.place.store(path, data)
    yield Report(err=fault_words, status=UNREADABLE) if fault_words else Report(word="drawn")


def _picture(wanted: _Wanted, puzzle: Puzzle, answer: State | None, other: State | None) -> bytes:
    """The content of the output file. Puzzle files always contain the stored answer; ``solution`` makes it visible."""
    looks = partial(gw.draw, theme=wanted.theme, coordinates=wanted.coordinates)
    if wanted.place.kind == "spf":
        from ..formats.spf import redrawn, with_solution_shown
        from ..picture.eps import surroundings

        bare = gw.write(puzzle, "spf", answer, picture=False)
        text = redrawn(bare, *surroundings(looks(puzzle, answer), wanted.size))
        return (with_solution_shown(text) if wanted.solution else text).encode("utf-8")
    shown = answer if wanted.solution else None
    differs = gw.differences(shown, other) if wanted.differences and shown and other else ()
    picture = looks(puzzle, shown, differs=differs)
    if wanted.place.kind != "svg":
        picture.check_symbols()
    if wanted.place.kind == "png":
        return picture.png(wanted.dpi, size=wanted.size)
    data: str | bytes = getattr(picture, wanted.place.kind)(size=wanted.size)
    return data if isinstance(data, bytes) else data.encode("utf-8")
