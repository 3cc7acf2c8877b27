"""``gridwright play``: a page in the browser to play and to set puzzles."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

import gridwright as gw

from ..language.translation import current_language
from ..play.service import Service
from .files import readings_of, sources
from .settings import Settings, language_option, settings_for
from .show import Report, echo, fail, fault_line

_PACKAGE = Path(gw.__file__).parent
EXAMPLES = next(folder for folder in (_PACKAGE / "examples", _PACKAGE.parent / "examples") if folder.is_dir())
"""A puzzle of each genre: in wheels within the package, in a checkout beside it."""
INSTALL = "gridwright play needs a web server; install it with: pip install 'gridwright[play]'"


_WARNING = """Warning: Whoever has this address can see and change your puzzles while the server runs.
What is sent is not encrypted, so use --host only in a network that you trust."""


def _host(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """An IPv4 address."""
    del ctx, param
    try:
        return str(IPv4Address("127.0.0.1" if value == "localhost" else value))
    except ValueError:
        raise click.BadParameter(f"{value!r} is no IPv4 address; 0.0.0.0 stands for any of this computer") from None


@click.command("play")
@click.argument("files", nargs=-1, metavar="[FILE|FOLDER|LINK]...")
@language_option
@click.option("--edit", is_flag=True, help="Open the editor.")
@click.option("--port", type=click.IntRange(1, 65535), metavar="N", help="The port to serve on.")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", callback=_host,
              help="Also serve other devices, at this address of the computer; 0.0.0.0 stands for any.")  # fmt: skip
@click.option("--page", metavar="URL", help="The published page that shared links open (see the documentation).")
@click.option("--no-browser", is_flag=True, help="Do not open a browser; print the address.")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="The folder for progress."
)
@click.pass_context
def command(
    ctx: click.Context, files: tuple[str, ...], edit: bool, port: int | None, host: str, page: str | None,
    no_browser: bool, data: Path | None,
) -> None:  # fmt: skip
    """Play puzzles of any format in the browser, by mouse, touch or keyboard.

    Without files, there is a puzzle of each genre. What you opened earlier is in the list, too, and progress is kept
    between sessions. With --edit, you can make and change puzzles, and each change is solved at once.
    Ctrl-C ends the server, which only this computer can reach unless --host is given.
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        fail(INSTALL)
    from ..play.devices import access_key
    from ..play.server import LOOPBACK, PortTaken, listen, read_files, serve
    from ..play.storage import Storage, data_folder

    folder = data or data_folder()
    try:
        storage = Storage(folder)
        key = "" if host == LOOPBACK else access_key(folder)
    except (OSError, sqlite3.Error) as fault:
        fail(f"{folder}: progress cannot be kept here: {fault}")
    try:
        address = listen(port, host, key)
    except PortTaken as fault:
        storage.close()
        fail(str(fault))
    if ctx.get_parameter_source("language") is ParameterSource.COMMANDLINE:
        storage.save_settings({"language": current_language()})
    files = files or (() if edit else (str(EXAMPLES / "*.spf"),))
    service = Service(storage, edit=edit, language=current_language(), page=page or "")
    service.reading = bool(files)
    echo(f"{address.url}  (Ctrl-C ends the server)")
    if address.shared:
        _tell_others(address)
    serve(service, address, path="#edit" if edit else "", browse=not no_browser,
          started=lambda: _read(service, files, read_files))  # fmt: skip


def _tell_others(address: Any) -> None:
    """Prints the address for other devices, on a terminal also as a QR code."""
    from ..play.devices import qr_lines

    if address.shared != address.url:
        echo(f"{address.shared}  (on other devices in this network)")
    lines = qr_lines(address.shared) if sys.stdout.isatty() else []
    if lines and len(lines[0]) <= shutil.get_terminal_size().columns:
        echo("\n".join(click.style(line, fg="bright_white", bg="black") for line in lines))
    echo(_WARNING, err=True)


def _read(service: Service, files: tuple[str, ...], read_files: Any) -> None:
    """Reads the files, and prints what could not be read."""
    read_files(service, _readings(files, settings_for()))
    for problem in service.problems:
        echo(problem, err=True)


def _readings(names: tuple[str, ...], settings: Settings) -> Iterator[tuple[Any, str, str] | str]:
    """The puzzles of all files with their source and title, or problems in words.

    The source of several puzzles is their file; that of a single one is the folder.
    """
    from ..play.storage import text_in

    held = {name: text for name in names if (text := text_in(name)) is not None}
    for text in held.values():
        yield from ((one, "link", "") for one in gw.read_all(text, "json"))
    for source in sources([name for name in names if name not in held], settings):
        if isinstance(source, Report):
            yield source.err
            continue
        faults: list[gw.FormatError] = []
        readings = []
        try:
            readings = readings_of(source, settings, faults)
        except gw.FormatError as fault:
            if faults or not source.folder or fault.code not in ("unknown-format", "empty"):
                faults.insert(0, fault)
        yield from (fault_line(source.name, fault) for fault in faults)
        if source.data is not None:
            yield from ((one, "link", "") for one in readings)
            continue
        path = Path(source.name)
        title = path.stem.replace("_", " ")
        if len(readings) == 1:
            folder = path.absolute().parent
            yield readings[0], "example" if folder == EXAMPLES.absolute() else str(folder), title
        else:
            yield from ((one, source.name, f"{title} {n}") for n, one in enumerate(readings, 1))
