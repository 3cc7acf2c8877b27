"""``gridwright genres``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

import gridwright as gw

from .settings import json_option
from .show import echo, fail, is_watched, json_text

if TYPE_CHECKING:
    from ..language.genre import Genre


@click.command("genres")
@click.argument("names", nargs=-1, metavar="[GENRE]...")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> None:
    """List the genres with their other names and their formats."""
    try:
        known = [gw.genre(name) for name in names] or gw.known_genres()
    except gw.UnknownGenre as fault:
        fail(str(fault))
    if as_json:
        for genre in known:
            echo(json_text({"name": genre.name, "aliases": list(genre.aliases), "formats": _formats_of(genre)}))
        return
    rows = [(genre.name, ", ".join(genre.aliases), ", ".join(sorted(_formats_of(genre)))) for genre in known]
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


def _formats_of(genre: type[Genre]) -> dict[str, list[str]]:
    """The formats that have a genre, each with the names that its files have for it."""
    found: dict[str, list[str]] = {}
    for dialect in genre.dialects:
        names = found.setdefault(dialect.format, [])
        names += [name for name in dialect.names if name not in names]
    return found
