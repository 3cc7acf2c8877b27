"""``gridwright open``: puzzles on the website that plays them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

import gridwright as gw

from ..formats.dialect import Reading
from .boards import Label, block, headline
from .settings import Settings, files_argument, format_option, settings_for, symbols_option
from .show import NOT_RIGHT, Report
from .work import Asked, run

_SITES = {"puzz.link": "puzzlink", "penpa": "penpa"}
"""The formats whose texts are links, by what a user calls the sites."""


@click.command("open")
@files_argument
@format_option
@symbols_option
@click.option("--on", "site", type=click.Choice(tuple(_SITES)), default="puzz.link", show_default=True,
              help="The site. Penpa+ links contain the answer, if there is one, and check solutions against it.")
@click.option("--print", "only_print", is_flag=True, help="Print the links instead of opening them.")
def command(
    files: tuple[str, ...], format: str | None, symbols: str | None, site: str, only_print: bool
) -> None:
    """Open each puzzle on a website where it can be played.

    Exit status: 1 if no link can express some puzzle.
    """
    run(partial(_open_one, _SITES[site], only_print), files, settings_for(False, format, symbols, False))


def _open_one(
    links: str, only_print: bool, reading: Reading, label: Label, settings: Settings, stop: Asked
) -> Iterator[Report]:
    """The link of one puzzle."""
    del stop
    try:
        link = gw.write(reading.puzzle, links, reading.answer if links == "penpa" else None).strip()
    except gw.WriteError as refused:
        yield Report(err=f"{label}: {refused}", status=NOT_RIGHT)
        return
    if only_print:
        yield Report(link)
        return
    opened = click.launch(link) == 0
    yield Report(block(settings, headline(reading, label), link))
    if not opened:
        yield Report(err=f"{label}: no browser could be opened", status=NOT_RIGHT)
