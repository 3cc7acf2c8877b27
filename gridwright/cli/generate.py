"""``gridwright generate``: new puzzles."""

from __future__ import annotations

import re
from typing import Any

import click

from ..board.symmetry import SYMMETRIES
from .settings import genre_names, timeout_option

_LABELS = ("trivial", "easy", "medium", "hard", "extreme")


class _Size(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """``10x12`` (rows by columns), or ``10`` for a square."""

    name = "ROWSxCOLS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Rows and columns."""
        found = re.fullmatch(r"(\d{1,4})(?:[xX×](\d{1,4}))?", str(value))
        if found is None:
            self.fail(f"{value!r} is no size; write rows and columns as 10x12, or 10 for a square", param, ctx)
        return int(found[1]), int(found[2] or found[1])


class _Share(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A share, as ``0.3`` or ``30%``."""

    name = "SHARE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """A number from 0 to 1."""
        found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})(%?)", str(value))
        share = -1.0 if found is None else float(found[1]) / (100 if found[2] else 1)
        if not 0 <= share <= 1:
            self.fail(f"{value!r} is no share; write it as 0.3 or 30%", param, ctx)
        return share


@click.command("generate")
@click.argument("genre", required=False, shell_complete=genre_names)
@click.argument("size", required=False, type=_Size(), metavar="[ROWSxCOLS]")
@click.option("--difficulty", type=click.Choice(_LABELS), help="How hard the puzzles are to be.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--symmetry", type=click.Choice(SYMMETRIES),
              help="How places of clues are arranged: the same after half a turn (rotate) or a quarter turn, mirrored "
              "left to right (mirror), top to bottom (flip) or across the diagonal. As is usual, if you do not say.")
@click.option("--density", type=_Share(), metavar="SHARE", help="The share of places that hold a clue, as 0.3 or 30%.")
@click.option("--untold", type=_Share(), metavar="SHARE", help="The share of clues without a value (?).")
@click.option("--values", metavar="LIST", help="The only values that clues may have, as 1,2,3.")
@click.option("--mask", type=click.Path(), metavar="FILE",
              help="A text that draws the board: . where a clue may stand, - where none may, + where one must, # where "
              "the board has no cell.")
@click.option("--structure", type=click.Path(), metavar="FILE",
              help="A puzzle whose rooms, walls and the like are kept; its clues are made anew.")
@click.option("--picture", type=click.Path(), metavar="FILE",
              help="An image, or a text of # and ., that the answer is to show.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the genre, as stars=2.")
@click.option("--seed", metavar="S", help="The same seed makes the same puzzles again. It is chosen for you otherwise.")
@click.option("--jobs", type=click.IntRange(1, 61), default=1, show_default=True, metavar="N", help="Processes.")
@click.option("--all", "every", is_flag=True, help="Puzzles of every genre, at two sizes and three difficulties.")
@click.option("-o", "--output", metavar="OUT",
              help="A booklet (.pdf), a file (.spf, .json), a puzzle on each line (.jsonl), or a folder (ending in /).")
@timeout_option
def command(
    genre: str | None, size: tuple[int, int] | None, difficulty: str | None, count: int, symmetry: str | None,
    density: float | None, untold: float | None, values: str | None, mask: str | None, structure: str | None,
    picture: str | None, options: tuple[str, ...], seed: str | None, jobs: int, every: bool, output: str | None,
    timeout: float | None,
) -> None:
    """Make new puzzles of GENRE, each proved to have just one answer.

    \b
    gridwright generate Fences 10x10
    gridwright generate Nurikabe --count 20 -o booklet.pdf
    gridwright generate Sudoku --difficulty easy --symmetry rotate --seed 7 -o puzzles/
    gridwright generate Picross --picture cat.png -o cat.pdf
    gridwright generate --structure rooms.spf --density 30%
    gridwright generate --all -o sheets/

    The same version, options and seed make the same puzzles, with any number of processes. A file that ends in .jsonl
    is continued where it ends. Ctrl-C keeps what is done. Exit status: 0 when all puzzles were made, 1 when some were
    not found in time, 2 when they cannot be made as asked or written.
    """
    from .making import MakingOptions, make  # it takes a while to import what this needs, and other commands do not

    make(
        MakingOptions(
            genre, size, difficulty, count, symmetry, density, untold, values, mask, structure, picture, options, seed,
            every),
        output, jobs, timeout)
