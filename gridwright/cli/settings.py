"""What the user asked for: the options that several commands have."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from math import isnan
from shutil import get_terminal_size

import click

from .completion import format_names
from .show import fail, is_watched

_DRAWN = "█┏━┛│·×●←■"


@dataclass(frozen=True)
class Settings:
    """What the user asked for, and what the terminal can show."""

    json: bool = False
    format: str | None = None
    symbols: str | None = None
    ascii: bool = False
    colour: bool = False
    width: int = 100
    timeout: float | None = None
    """Seconds for each puzzle, reading included."""


def settings_for(
    as_json: bool, format: str | None, symbols: str | None, use_ascii: bool, timeout: float | None = None
) -> Settings:
    """The settings with what standard output can show; ends the program when there is no such format."""
    stream = sys.stdout
    try:
        _DRAWN.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        use_ascii = True
    colour = is_watched(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = get_terminal_size((100, 24)).columns
    return Settings(as_json, checked_format(format), symbols, use_ascii, colour, width, timeout)


def checked_format(name: str | None) -> str | None:
    """The name of a format, if there is one; otherwise ends the program."""
    from ..formats.reading import FORMATS

    if name is not None and name.lower() not in FORMATS:
        fail(f"no format is called {name!r}; there are {', '.join(FORMATS)}")
    return None if name is None else name.lower()


files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
format_option = click.option(
    "--from", "format", metavar="FORMAT", shell_complete=format_names,
    help="The files' format, if it is not to be recognised."
)
symbols_option = click.option(
    "--symbols", metavar="S", help="The characters that stand for 1, 2, 3, ... in sudokus."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON objects, one a line.")
ascii_option = click.option("--ascii", "use_ascii", is_flag=True, help="Draw with 7-bit characters only.")


def _seconds(_ctx: click.Context, _param: click.Parameter, value: float) -> float | None:
    """A time limit in seconds; None for no limit."""
    if isnan(value):
        raise click.BadParameter("'nan' is no number of seconds")
    return value or None


timeout_option = click.option(
    "--timeout", type=click.FloatRange(min=0), default=60, show_default=True, callback=_seconds, metavar="S",
    help="Seconds for each puzzle; 0 for no limit.",
)
