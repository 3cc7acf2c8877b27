"""``gridwright generate``: its options. What it runs is imported only when it is needed."""

from __future__ import annotations

import re
from typing import Any

import click

from ..board.symmetry import SYMMETRIES
from ..language.taste import LABELS
from .pictures import picture_options
from .settings import checked_format, format_names, genre_names, timeout_option


def _sides(text: str, meant: str = "") -> tuple[int, int]:
    """Rows and columns: ``10x12``, or ``10`` for a square."""
    found = re.fullmatch(r"(\d{1,4})(?:[xX×](\d{1,4}))?", text)
    if found is None:
        raise click.BadParameter(
            f"{text!r} is not a size; write rows and columns as 10x12, or 10 for a square{meant}")
    return int(found[1]), int(found[2] or found[1])


def _size(ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[int, int] | None:
    """The size after the genre, or else that of ``--size``."""
    named: tuple[int, int] | None = ctx.params.pop("named_size", None)
    if not words:
        return named
    size = _sides(words[0], _meant(f"{ctx.params.get('genre')} {' '.join(words)}"))
    if words[1:]:
        told = "x".join(word for word in words if word.isdigit())
        raise click.UsageError(f"{' '.join(words)!r} is not a size; write {told}", ctx)
    if named is not None:
        raise click.UsageError(f"the size is given twice: {words[0]} and --size; leave one of them out", ctx)
    return size


def _meant(words: str) -> str:
    """A hint, if words that were not in quotes begin with the name of a genre."""
    from ..registry import REGISTRY, plain_name

    parts = words.split()
    for n in range(len(parts), 1, -1):
        name = "-".join(parts[:n]).lower()
        if any(entry.is_called(plain_name(name)) for entry in REGISTRY.entries):
            return f"; names of several words need hyphens or quotes: {name}"
    return ""


class _Share(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A share, as ``0.3`` or ``30%``."""

    name = "SHARE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """A number from 0 to 1."""
        found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})(%?)", str(value))
        share = -1.0 if found is None else float(found[1]) / (100 if found[2] else 1)
        if not 0 <= share <= 1:
            self.fail(f"{value!r} is not a share; write it as 0.3 or 30%", param, ctx)
        return share


@click.command("generate")
@click.argument("genre", required=False, shell_complete=genre_names)
@click.argument("size", nargs=-1, callback=_size, metavar="[ROWSxCOLS]")
@click.option("--size", "named_size", is_eager=True, metavar="ROWSxCOLS",
              callback=lambda _ctx, _param, text: None if text is None else _sides(text),
              help="The size of the board, as an alternative to writing it after GENRE; 10 is a square.")
@click.option("--difficulty", type=click.Choice((*LABELS, "any")),
              help="How hard the puzzles should be; any: they are not rated, which is much faster. By default at most "
              "medium, without guessing.")
@click.option("--technique", "techniques", multiple=True, metavar="NAME",
              help="A technique that the puzzles need, such as x-wing; gridwright genres GENRE --techniques lists all.")
@click.option("--without", multiple=True, metavar="NAME",
              help="A technique that the puzzles do without, or chains.")
@click.option("--no-guess", is_flag=True, help="Nothing has to be supposed: every step is direct or has a name.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
              help="How many puzzles.")
@click.option("--symmetry", type=click.Choice(SYMMETRIES),
              help="The symmetry of the clues: half turn (rotate), quarter turn (quarter), left to right (mirror), top "
              "to bottom (flip) or across the diagonal. By default, what is usual in the genre.")
@click.option("--density", type=_Share(), metavar="SHARE", help="The share of places with a clue: 0.3 or 30%.")
@click.option("--unknown", type=_Share(), metavar="SHARE", help="The share of clues whose value is unknown (?).")
@click.option("--values", metavar="LIST", help="The only values that clues may have: 1,2,3.")
@click.option("--mask", type=click.Path(), metavar="FILE",
              help="A text file that draws the board: . where a clue may stand, - where none may, + where one must, "
              "# where there is no cell.")
@click.option("--structure", type=click.Path(), metavar="FILE",
              help="A puzzle whose rooms, walls and so on are kept; its clues are replaced.")
@picture_options(_Share())
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="An option of the genre, such as stars=2.")
@click.option("--seed", metavar="S", help="The same seed makes the same puzzles again. By default it is random.")
@click.option("--jobs", type=click.IntRange(1, 61), default=1, show_default=True, metavar="N",
              help="The number of processes.")
@click.option("--all", "every", is_flag=True, help="Make puzzles of every genre, in two sizes and three difficulties.")
@click.option("-o", "--output", metavar="OUT",
              help="Write a booklet (.pdf), a file (.spf, .json), a puzzle per line (.jsonl), or a folder (with /).")
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
@click.option("--to", metavar="FORMAT", shell_complete=format_names,
              help="The format to print or write, such as puzzlink for addresses.")
@timeout_option
def command(
    output: str | None, overwrite: bool, to: str | None, jobs: int, timeout: float | None, **asked: Any
) -> None:
    """Make new puzzles of GENRE, each proved to have exactly one answer.

    \b
    gridwright generate GENRE 10x10
    gridwright generate GENRE --count 20 -o booklet.pdf
    gridwright generate GENRE --difficulty easy --symmetry rotate --seed 7 -o puzzles/
    gridwright generate GENRE --technique x-wing --without chains
    gridwright generate GENRE --to puzzlink
    gridwright generate GENRE --picture cat.png -o cat.pdf
    gridwright generate --structure rooms.spf --density 30%
    gridwright generate --all -o sheets/

    The same version, options and seed make the same puzzles, whatever the number of processes. Files are replaced only
    with --overwrite; an existing .jsonl file is continued, and a folder gets more files. Ctrl-C keeps what is finished.

    Exit status: 0 if all puzzles were made, 1 if some were not found in time, 2 if they cannot be made as requested or
    cannot be written.
    """
    from .making import MakingOptions, make

    make(MakingOptions(**asked), output, checked_format(to), jobs, timeout, overwrite)
