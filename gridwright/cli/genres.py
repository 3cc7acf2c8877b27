"""``gridwright genres``: a list of all genres, or details of some."""

from __future__ import annotations

import inspect
import json
import sys
from textwrap import wrap

import click

import gridwright as gw

from ..registry import REGISTRY, GenreEntry
from .boards import block, board, in_rows, notes
from .settings import Settings, ascii_option, genre_names, json_option, language_option, settings_for
from .show import echo, fail, is_watched, json_text


@click.command("genres")
@click.argument("names", nargs=-1, metavar="[GENRE]...", shell_complete=genre_names)
@click.option("--texts", is_flag=True, help="Print all texts about the puzzles of the genres, with their placeholders.")
@click.option("--techniques", is_flag=True, help="List the techniques of the genres, with their other names.")
@language_option
@json_option
@ascii_option
def command(names: tuple[str, ...], texts: bool, techniques: bool, as_json: bool, use_ascii: bool) -> None:
    """List all genres with their aliases and formats.

    With names, show the rules, an example, the layers and keys, and the formats of each.
    """
    try:
        known = [GenreEntry.of(gw.genre(name)) for name in names] or REGISTRY.entries
    except gw.UnknownGenre as fault:
        fail(str(fault))
    if texts:
        for genre in known:
            _print_texts(gw.genre(genre.name), as_json)
        return
    if techniques:
        for genre in known:
            _print_techniques(gw.genre(genre.name), as_json)
        return
    if as_json:
        for genre in known:
            echo(json_text(genre._asdict()))
        return
    if names:
        settings = settings_for(use_ascii=use_ascii)
        echo("\n\n".join(_about(gw.genre(name), settings) for name in names))
        return
    rows = [(genre.name, ", ".join(genre.aliases), ", ".join(sorted(genre.formats))) for genre in known]
    heads = ("genre", "also called", "formats")
    if is_watched(sys.stdout):
        from rich.console import Console
        from rich.table import Table

        table = Table(*heads)
        for row in rows:
            table.add_row(*row)
        Console().print(table)
        return
    columns = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        echo("  ".join(word.ljust(width) for word, width in zip(row, columns, strict=True)).rstrip())


def _print_texts(genre: type[gw.Genre], as_json: bool) -> None:
    """All texts of a genre, by what they are about."""
    from ..engine.explain.texts import texts_of

    by_subject: dict[str, list[str]] = {}
    for one in texts_of(genre):
        by_subject.setdefault(one.about, []).append(str(one))
    if as_json:
        echo(json_text({"genre": genre.name, "texts": by_subject}))
        return
    echo(genre.name)
    for subject, some in by_subject.items():
        echo(f"  {subject}")
        for text in some:
            echo(f"    {text}")


def _print_techniques(genre: type[gw.Genre], as_json: bool) -> None:
    """The techniques of a genre, which ``gridwright generate --technique`` knows."""
    from ..engine.explain.techniques import technique_names

    found = technique_names(genre)
    if as_json:
        echo(json_text({"genre": genre.name, "techniques": found}))
        return
    echo(genre.name)
    for name, also in found.items():
        echo(f"  {name}" + (f" (also called {', '.join(also)})" if also else ""))


def _about(genre: type[gw.Genre], settings: Settings) -> str:
    """The description of a genre."""
    from ..language.forms import argument_docs

    width = min(settings.width, 100)
    also = f" (also called {', '.join(genre.aliases)})" if genre.aliases else ""
    parts = [genre.name + also, "", *wrap(genre.task_in_words(), width), "", *_example(genre, settings)]
    conventions = (inspect.getdoc(genre) or "").replace("``", "").replace("\n\n", "\0").replace("\n", " ")
    for paragraph in filter(None, conventions.split("\0")):
        parts += [*wrap(paragraph, width), ""]
    parts.append("Layers and keys (arguments of gridwright.puzzle):")
    for name, what, values in argument_docs(genre):
        parts += _item(f"{name}: {what}; {values}".replace("`", ""), width)
    formats = sorted({dialect.format for dialect in genre.dialects})
    parts += ["", f"Formats: {', '.join(formats)}"]
    return block(settings, "\n".join(parts)).rstrip("\n")


def _item(text: str, width: int) -> list[str]:
    return wrap(f"- {text}", width, subsequent_indent="  ")


def _example(genre: type[gw.Genre], settings: Settings) -> list[str]:
    """A small puzzle and its answer; empty for genres of other packages, which have none."""
    text = examples().get(genre.name)
    if text is None:
        return []
    [reading] = gw.read_all(text)
    pictures = [board(reading.puzzle, state, settings) for state in (None, reading.answer)]
    note = notes(reading.puzzle, settings)
    return ["Example:", in_rows(pictures, settings), *([note] if note else []), ""]


def examples() -> dict[str, str]:
    """By the genre's name, the text of a file with a small puzzle and its answer."""
    from importlib.resources import files

    found: dict[str, str] = json.loads(files("gridwright.genres").joinpath("examples.json").read_text("utf-8"))
    return found
