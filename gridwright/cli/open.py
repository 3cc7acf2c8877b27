"""``gridwright open``: puzzles as links to websites."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

import gridwright as gw

from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading
from .boards import Label, block, headline
from .settings import Settings, files_argument, format_option, settings_for, symbols_option
from .show import NOT_RIGHT, Report
from .work import run

_SITES = {"puzz.link": "puzzlink", "penpa": "penpa"}
"""The formats of links, by the name of the site."""


@click.command("open")
@files_argument
@format_option
@symbols_option
@click.option("--on", "site", type=click.Choice(tuple(_SITES)), default="puzz.link", show_default=True,
              help="The site. Penpa+ links contain the answer, if there is one, and check solutions against it.")
@click.option("--print", "only_print", is_flag=True, help="Print the links instead of opening them.")
def open_links(
    files: tuple[str, ...], format: str | None, symbols: str | None, site: str, only_print: bool
) -> None:
    """Open each puzzle on a website where it can be played.

    Exit status: 1 if a puzzle cannot be expressed as a link.
    """
    run(partial(_open_one, _SITES[site], only_print), files, settings_for(format=format, symbols=symbols))


def _open_one(
    links: str, only_print: bool, reading: Reading, label: Label, settings: Settings, stop: ShouldStop
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
