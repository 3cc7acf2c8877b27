"""``gridwright draw``: pictures of puzzles; the output and the options of pictures, which other commands share."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

import gridwright as gw

from ..engine.solve.clock import Clock, ShouldStop
from ..formats.dialect import Reading
from ..language.puzzle import Puzzle, State
from ..language.wording import counted
from .boards import Label, Proven, proof_option, proven
from .boards import warnings as reader_warnings
from .outputs import Inputs, OutputFiles, is_folder, make_parents, several
from .settings import Settings, puzzle_options
from .show import NOT_RIGHT, UNREADABLE, Report, fail, interruptible, is_watched, words_of
from .work import run

# -- where pictures go -------------------------------------------------------------------------------------------------


THEMES = ("light", "dark", "gray", "high-contrast", "transparent", "auto")
COORDINATES = ("r1c1", "A1")
"""The values that ``gw.draw`` accepts, copied so that it is imported only when something is drawn."""
KINDS = ("svg", "png", "pdf", "eps", "spf")
PICTURES = KINDS[:4]
"""The formats of output files, and those that are only pictures."""
_LEAST = 20
"""The least width that needs no unit, in millimetres."""
_UNITS = {"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0, "pt": 1.0}


theme_option = click.option(
    "--theme", type=click.Choice(THEMES), default="light", show_default=True, help="The colours of the picture."
)
coordinates_option = click.option(
    "--coordinates", type=click.Choice(COORDINATES), help="Label rows and columns beside the board: r1 c1, or 1 A."
)


def points(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    """Converts a length such as 120mm, 12cm, 5in or 300pt to points; a bare number is in millimetres."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) ?(mm|cm|in|pt)?", value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not a length; write 120mm, 12cm, 5in or 300pt")
    if not found[2] and float(found[1]) < _LEAST:
        raise click.BadParameter(f"{value!r} means {value} mm, which is small; add the unit: {value}mm or {value}cm")
    length = float(found[1]) * _UNITS[found[2] or "mm"]
    if not 10 <= length <= 15_000:
        raise click.BadParameter(f"{value!r} is out of range; a width can be 4mm to 5m")
    return length


@dataclass(kw_only=True)
class PictureOutput(OutputFiles):
    """The output of pictures, all of the same ``kind``."""

    kind: str
    count: int = 0
    """The number of pictures written."""

    def draw(self, label: Label, timeout: float | None, picture: Callable[[], str | bytes]) -> Report:
        """Draws the picture of a puzzle within ``timeout`` seconds and stores it."""
        path = self.next(label, f".{self.kind}")
        if isinstance(path, Report):
            return path
        try:
            with interruptible(), Clock(timeout).running():
                data = picture()
        except gw.TimeUp:
            return Report(err=f"{label}: drawing takes longer than {timeout:g} s", status=UNREADABLE)
        except (ValueError, gw.WriteError) as fault:
            return Report(err=f"{label}: {fault}", status=UNREADABLE)
        from ..picture.target import store

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            store(path, data if isinstance(data, bytes) else data.encode("utf-8"))
        except OSError as fault:
            return Report(err=f"{path}: {words_of(fault)}", status=UNREADABLE)
        self.count += 1
        return Report()


def place_of(output: str, inputs: Inputs, kind: str | None = None, kinds: Sequence[str] = KINDS) -> PictureOutput:
    """Parses the option for the output; ends the program if it is invalid."""
    if output in ("", "-"):
        fail("pictures are written to a file or a folder; name one")
    path = Path(output)
    ending = path.suffix.lower().lstrip(".")
    if is_folder(output) or not ending:
        return PictureOutput(path, True, inputs, kind=kind or "svg")
    if ending not in kinds:
        fail(f"{output}: pictures are written as {', '.join('.' + known for known in kinds)}, or into a folder")
    if kind is not None and kind != ending:
        fail(f"{output}: the name says {ending}, --as says {kind}")
    inputs.protect(path)
    make_parents(path)
    return PictureOutput(path, False, inputs, kind=ending)


# -- draw --------------------------------------------------------------------------------------------------------------


@click.command("draw")
@click.option("-o", "--output", metavar="OUT", required=True,
              help="The picture to write (the ending sets the format), or a folder for one picture per puzzle.")
@click.option("--as", "kind", type=click.Choice(KINDS), help="The format of pictures in a folder.  [default: svg]")
@click.option("--solution", is_flag=True, help="Also draw the solution; found by solving if the file has none.")
@proof_option
@click.option("--size", callback=points, metavar="WIDTH",
              help="The width: 120mm, 12cm, 5in or 300pt; without a unit, millimetres.")
@click.option("--dpi", type=click.FloatRange(10, 2400), default=150, show_default=True, metavar="N",
              help="Dots per inch of PNG.")
@theme_option
@coordinates_option
@click.option("--differences", is_flag=True, help="If a puzzle has several answers, mark where two of them differ.")
@puzzle_options(json=False, ascii=False)
def draw(
    files: tuple[str, ...], settings: Settings, output: str, kind: str | None, solution: bool, proof: bool,
    size: float | None, dpi: float, theme: str, coordinates: str | None, differences: bool,
) -> None:
    """Draw puzzles.

    OUT ends in .svg, .png, .pdf, .eps or .spf (a puzzle file that any PostScript viewer shows), or is a folder.

    With --solution, the exit status is 1 if a puzzle has no unique answer or its stored answer is wrong.
    """
    inputs = Inputs(files, settings)
    place = place_of(output, inputs, kind)
    if not place.folder and (count := inputs.count()) > 1:
        fail(several(place.path, count, "files"))
    wanted = _DrawOptions(place, solution or differences, differences, proof, size, dpi, theme, coordinates or "")
    run(partial(_draw_one, wanted), files, settings, finish=partial(_told, place))


def _told(place: PictureOutput) -> Iterator[Report]:
    """What was drawn, in a terminal."""
    if place.count and is_watched(sys.stderr):
        yield Report(err=f"{place.path}: {counted(place.count, 'picture')}")


@dataclass
class _DrawOptions:
    place: PictureOutput
    solution: bool
    differences: bool
    proof: bool
    size: float | None
    dpi: float
    theme: str
    coordinates: str


def _draw_one(
    wanted: _DrawOptions, reading: Reading, label: Label, settings: Settings, stop: ShouldStop
) -> Iterator[Report]:
    if refused := wanted.place.refusal(label):
        yield refused
        return
    told = reader_warnings(reading, label, settings)
    if told:
        yield Report(err=told)
    proof = proven(reading, settings.timeout, stop, proof=wanted.proof) if wanted.solution else Proven(None)
    if stop():
        return
    if proof.complaint:
        yield Report(err=f"{label}: {proof.complaint}", status=NOT_RIGHT)
    if wanted.solution and proof.answer is None:
        return
    answer = proof.answer if wanted.solution else reading.answer
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        report = wanted.place.draw(
            label, settings.timeout, partial(_picture, wanted, reading.puzzle, answer, proof.other)
        )
    if remarks and not report.status:
        yield Report(err="\n".join(dict.fromkeys(f"{label}: {remark.message}" for remark in remarks)))
    yield report


def _picture(wanted: _DrawOptions, puzzle: Puzzle, answer: State | None, other: State | None) -> str | bytes:
    """The content of the output file. SPF files always contain the stored answer; ``solution`` makes it visible."""
    looks = partial(gw.draw, theme=wanted.theme, coordinates=wanted.coordinates)
    if wanted.place.kind == "spf":
        from ..formats.spf.files import redrawn, with_solution_shown
        from ..picture.eps import surroundings

        bare = gw.write(puzzle, "spf", answer, printable=False)
        text = redrawn(bare, *surroundings(looks(puzzle, answer), wanted.size))
        return with_solution_shown(text) if wanted.solution else text
    shown = answer if wanted.solution else None
    differs = gw.differences(shown, other) if wanted.differences and shown and other else ()
    picture = looks(puzzle, shown, differs=differs)
    if wanted.place.kind != "svg":
        picture.check_symbols()
    if wanted.place.kind == "png":
        return picture.png(wanted.dpi, size=wanted.size)
    data: str | bytes = getattr(picture, wanted.place.kind)(size=wanted.size)
    return data
