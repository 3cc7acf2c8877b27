"""``gridwright genres``."""

from __future__ import annotations

import sys

import click

import gridwright as gw

from ..registry import REGISTRY, Entry
from .settings import json_option
from .show import echo, fail, is_watched, json_text


@click.command("genres")
@click.argument("names", nargs=-1, metavar="[GENRE]...")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> None:
    """List the genres with their other names and their formats."""
    try:
        known = [Entry.of(gw.genre(name)) for name in names] or REGISTRY.entries
    except gw.UnknownGenre as fault:
        fail(str(fault))
    if as_json:
        for genre in known:
            echo(json_text(genre._asdict()))
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
