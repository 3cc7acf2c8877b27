"""``gridwright draw``: pictures of puzzles, a file each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

import gridwright as gw

from .answers import Proven, proof_option, proven
from .boards import Label, warnings
from .settings import Settings, checked_format, files_argument, format_option, symbols_option, timeout_option
from .show import NOT_RIGHT, UNREADABLE, Report, fail
from .work import Asked, run

if TYPE_CHECKING:
    from ..formats.dialect import Reading
    from ..language.puzzle import Puzzle, State

KINDS = ("svg", "png", "pdf", "eps", "spf")
_UNITS = {"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0, "pt": 1.0}


def points(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    """A length such as 120mm, 12cm, 5in or 300pt in points; a bare number is millimetres."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) ?(mm|cm|in|pt)?", value)
    if found is None:
        raise click.BadParameter(f"{value!r} is no length; write it like 120mm, 12cm, 5in or 300pt")
    length = float(found[1]) * _UNITS[found[2] or "mm"]
    if not 10 <= length <= 15_000:
        raise click.BadParameter(f"{value!r} is out of all bounds: 4mm to 5m")
    return length


@click.command("draw", short_help="Draw puzzles as SVG, PNG, PDF, EPS or self-printing SPF.")
@files_argument
@click.option("-o", "--output", metavar="OUT", required=True,
              help="The picture to write, its format told by its ending; or a folder, for one picture of each puzzle.")
@click.option("--as", "kind", type=click.Choice(KINDS), help="The format of pictures in a folder (svg).")
@click.option("--solution", is_flag=True, help="Draw the solution too, found by solving if need be.")
@proof_option
@click.option("--size", callback=points, metavar="WIDTH", help="The width, as 120mm, 12cm, 5in or 300pt.")
@click.option("--dpi", type=click.FloatRange(10, 2400), default=150, show_default=True, help="Dots per inch of PNG.")
@timeout_option
@format_option
@symbols_option
def command(
    files: tuple[str, ...], output: str, kind: str | None, solution: bool, proof: bool, size: float | None, dpi: float,
    timeout: float | None, format: str | None, symbols: str | None,
) -> None:
    """Draw puzzles.

    OUT ends in .svg, .png, .pdf, .eps or .spf (a puzzle file that prints itself), or is a folder.

    With --solution, puzzles with several answers and stored answers that are wrong are reported; then the exit status
    is 1.
    """
    place = _place(output, kind)
    wanted = _Wanted(place, solution, proof, size, dpi, timeout)
    run(partial(_draw_one, wanted), files, Settings(format=checked_format(format), symbols=symbols, timeout=timeout))


@dataclass
class _Place:
    """Where pictures go: into one file, or into a folder, each by the name of its puzzle's file."""

    path: Path
    kind: str
    folder: bool
    taken: set[Path] = field(default_factory=set)

    def next(self, label: Label) -> Path | None:
        """The file for a puzzle's picture; None if there is none left."""
        if not self.folder:
            path = self.path
            if path in self.taken:
                return None
        else:
            stem = "puzzle" if label.file == "-" else Path(label.file).stem
            names = (stem if label.alone and not n else f"{stem}-{label.place + 1 + n}" for n in range(100_000))
            path = next(p for name in names if (p := self.path / f"{name}.{self.kind}") not in self.taken)
        self.taken.add(path)
        return path


def _place(output: str, kind: str | None) -> _Place:
    """What the option means; ends the program when it means nothing."""
    if output in ("", "-"):
        fail("pictures go into a file or a folder; name one")
    path = Path(output)
    ending = path.suffix.lower().lstrip(".")
    if path.is_dir() or output.endswith(("/", "\\")) or not ending:
        return _Place(path, kind or "svg", True)
    if ending not in KINDS:
        fail(f"{output}: pictures are written as {', '.join('.' + known for known in KINDS)}, or into a folder")
    if kind is not None and kind != ending:
        fail(f"{output}: the name says {ending}, --as says {kind}")
    return _Place(path, ending, False)


@dataclass
class _Wanted:
    place: _Place
    solution: bool
    proof: bool
    size: float | None
    dpi: float
    timeout: float | None


def _draw_one(wanted: _Wanted, reading: Reading, label: Label, settings: Settings, stop: Asked) -> Iterator[Report]:
    told = warnings(reading, label, settings)
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
        what = f"{wanted.place.path} holds a picture already; name a folder to draw several puzzles"
        yield Report(err=f"{label}: {what}", status=UNREADABLE)
        return
    from ..picture.target import store

    try:
        data = _picture(wanted, reading.puzzle, found.answer if wanted.solution else reading.answer)
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        store(path, data)
        yield Report(word="drawn")
    except (ValueError, gw.WriteError) as fault:
        yield Report(err=f"{label}: {fault}", status=UNREADABLE)
    except OSError as fault:
        yield Report(err=f"{path}: {(fault.strerror or str(fault)).lower()}", status=UNREADABLE)


def _picture(wanted: _Wanted, puzzle: Puzzle, answer: State | None) -> bytes:
    """The bytes of a file; the stored answer goes into puzzle files, where it stays unseen unless it is asked for."""
    if wanted.place.kind == "spf":
        from ..formats.spf_print import redrawn, with_solution_shown
        from ..picture.eps import surroundings

        bare = gw.write(puzzle, "spf", answer, picture=False)
        text = redrawn(bare, *surroundings(gw.draw(puzzle, answer), wanted.size))
        return (with_solution_shown(text) if wanted.solution else text).encode("utf-8")
    picture = gw.draw(puzzle, answer if wanted.solution else None)
    if wanted.place.kind == "png":
        return picture.png(wanted.dpi, size=wanted.size)
    data: str | bytes = getattr(picture, wanted.place.kind)(size=wanted.size)
    return data if isinstance(data, bytes) else data.encode("utf-8")
