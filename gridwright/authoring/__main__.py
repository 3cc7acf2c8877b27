"""``python -m gridwright.authoring``: writes the file of a new genre, and test cases from puzzles."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import Path

import click

import gridwright as gw

from ..engine.explain.techniques import path_beside
from ..language.genre import Genre
from ..language.wording import counted
from ..picture.terminal import board_text
from .cases import CaseError, Proposal, proposal
from .skeleton import module_name, skeleton
from .techniques import as_toml, proposals
from .trial import trial


@click.command()
@click.argument("name")
@click.argument("puzzles", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path),
                metavar="[PUZZLE...]")
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Where to write (default: gridwright/genres, or the genre's folder in tests/cases).")
@click.option("--timeout", type=click.FloatRange(min=0.1), default=10, show_default=True, metavar="S",
              help="Seconds for solving a puzzle, for finding each wrong answer, and for trying a genre.")
@click.option("--try", "is_tried", is_flag=True, help="Try the genre on small random boards, and list its mistakes.")
@click.option("--techniques", "n_techniques", type=click.IntRange(min=1), metavar="N",
              help="Find steps without a name in N new puzzles, and print them as entries for techniques.toml.")
@click.option("--lessons", "is_taught", is_flag=True,
              help="Make the tiny boards of the genre's lesson, and write them beside the genre.")
@click.option("--translate", "code", metavar="LANGUAGE",
              help="Write the catalogue of the genre's texts in a language, such as de, or update it.")
@click.option("--debug", is_flag=True, help="Show the tracebacks of errors in the code of the genre.")
def main(
    name: str,
    puzzles: tuple[Path, ...],
    to: Path | None,
    timeout: float,
    is_tried: bool,
    n_techniques: int | None,
    is_taught: bool,
    code: str | None,
    debug: bool,
) -> None:
    """Write the file of a new genre NAME, or test cases of the genre NAME from PUZZLEs.

    A case holds the puzzle, its status and its answer, and for each rule a wrong answer that breaks just this rule.
    These are shown with what the checker says about them: look at each of them, then delete the line that begins
    with "% Proposed" and says that nobody did. No file is written over.
    """
    try:
        if is_tried:
            _try(gw.genre(name), timeout)
        elif n_techniques:
            _list_techniques(gw.genre(name), n_techniques)
        elif is_taught:
            _write_lesson(gw.genre(name))
        elif code:
            _translate(gw.genre(name), code)
        elif puzzles:
            _make_cases(gw.genre(name), puzzles, to, timeout)
        else:
            _make_genre(name, to)
    except (ValueError, LookupError, gw.FormatError, gw.WriteError, gw.GenreError, OSError) as fault:
        if debug:
            traceback.print_exception(fault)
        raise click.ClickException(str(fault)) from None


def _try(genre: type[Genre], seconds: float) -> None:
    """Lists the mistakes found on small boards."""
    faults = trial(genre, seconds)
    if faults:
        raise click.ClickException("\n".join(faults))
    click.echo(f"{genre.name}: no mistake was found on small random boards")


def _list_techniques(genre: type[Genre], n: int) -> None:
    """Prints frequent steps that no technique names, as entries of the genre's file of techniques."""
    for one in proposals(genre, n):
        click.echo(f"# {one.share:.1%} of all steps; its shape by kinds of rules is {one.kind}")
        for words in one.words:
            click.echo(f"#   {words}")
        click.echo(as_toml(one.technique))


def _write_lesson(genre: type[Genre]) -> None:
    """Writes the lesson of a genre, and prints the rules that it does not show."""
    from .lessons import as_toml as lesson_as_toml
    from .lessons import lesson

    path = path_beside(genre.__module__, "lessons")
    if path is None:
        raise click.ClickException(f"{genre.name} has no file beside which its lesson could be written")
    made, missing = lesson(genre)
    path.write_text(lesson_as_toml(genre, made), encoding="utf-8", newline="\n")
    click.echo(f"{path}: {len(made.boards)} boards, {counted(len(made.techniques), 'technique')}")
    if missing:
        click.echo(f"No board breaks {', '.join(missing)} alone.")


def _translate(genre: type[Genre], code: str) -> None:
    """Writes the catalogue of a genre, and prints the texts that lack a translation."""
    from .catalogues import updated, write

    path, catalogue = updated(genre, code)
    write(path, catalogue)
    lacking = [message.id for message in catalogue if message.id and not message.string]
    click.echo(f"{path}: {counted(len(catalogue), 'text')}, {len(lacking)} without a translation")


def _make_genre(name: str, to: Path | None) -> None:
    text, module = skeleton(name, "gridwright." if to else ".."), module_name(name)
    path = (to or _in_checkout("gridwright", "genres")) / f"{module}.py"
    _store(path, text)
    click.echo(f"{path}: a working genre for you to change. Its cases will be in tests/cases/{module}.")


def _make_cases(genre: type[Genre], puzzles: Iterable[Path], to: Path | None, timeout: float) -> None:
    folder = to or _in_checkout("tests", "cases") / genre.__module__.rpartition(".")[2]
    for path in puzzles:
        readings = gw.read_all(path)
        for i, reading in enumerate(readings, 1):
            if reading.puzzle.genre is not genre:
                raise CaseError(f"{path} holds a puzzle of {reading.puzzle.genre.name}, not of {genre.name}")
            case = proposal(reading.puzzle, timeout)
            stem = path.stem if len(readings) == 1 else f"{path.stem}_{i}"
            _store(folder / f"{stem}.spf", case.text)
            _show(reading.puzzle, case, folder / f"{stem}.spf")


def _show(puzzle: gw.Puzzle, case: Proposal, path: Path) -> None:
    """Shows what the author should review."""
    click.echo(f"{path}: {case.status}\n\n{board_text(puzzle, None)}")
    for wrong in case.wrong:
        click.echo(f"\n{wrong.rule}\n{board_text(puzzle, wrong.state, violations=wrong.violations)}")
        for violation in wrong.violations:
            click.echo(f"  {violation.words}")
    if case.missing:
        rules = ", ".join(case.missing)
        click.echo(f"\nNo wrong answer was found that breaks just one of: {rules}. Try another puzzle.")


def _in_checkout(*parts: str) -> Path:
    """A folder of the checkout, which must be the current folder."""
    folder = Path(*parts)
    if not folder.is_dir():
        raise click.ClickException(f"there is no folder {folder} here; run this in the checkout, or use --to")
    return folder


def _store(path: Path, text: str) -> None:
    """Writes a new file, and creates its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise click.ClickException(f"{path} already exists and is not overwritten") from None


if __name__ == "__main__":
    main(prog_name="python -m gridwright.authoring")
