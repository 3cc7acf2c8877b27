"""``gridwright watch``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import sleep

import click

from .settings import ascii_option, format_option, settings_for, symbols_option, timeout_option
from .show import INTERRUPTED, echo, is_watched
from .solve import Wanted, solve_one
from .work import run

_PAUSE = 0.25
"""Seconds between two checks of the file."""


@click.command("watch")
@click.argument("file")
@timeout_option
@format_option
@symbols_option
@ascii_option
def command(file: str, timeout: float | None, format: str | None, symbols: str | None, use_ascii: bool) -> None:
    """Solve the puzzles in a file now, and again whenever it is saved, until Ctrl-C.

    Errors in the file are shown like verdicts; correct them and save the file again.
    """
    settings = settings_for(False, format, symbols, use_ascii, timeout)
    for _ in changes(file):
        if is_watched(sys.stdout):
            click.clear()
        if solved(partial(run, partial(solve_one, Wanted(timeout)), [file], settings)) == INTERRUPTED:
            raise SystemExit(INTERRUPTED)
        if is_watched(sys.stderr):
            echo(f"watching {file}; press Ctrl-C to stop", err=True)


def solved(work: Callable[[], object]) -> int:
    """Runs the command and returns its exit status."""
    try:
        work()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def changes(file: str, wait: Callable[[float], object] = sleep) -> Iterator[None]:
    """Yields at first, and then whenever a file has changed. A missing file counts as a change only if it stays
    missing, because editors may remove a file for a moment to replace it."""
    last = _stamp(file)
    yield
    while True:
        wait(_PAUSE)
        now = _stamp(file)
        if now is None:
            wait(_PAUSE)
            now = _stamp(file)
        if now != last:
            last = now
            yield


def _stamp(file: str) -> tuple[int, int, int] | None:
    """Values that change when a file is saved; None if there is no file."""
    try:
        found = os.stat(file)  # noqa: PTH116 (Path.stat raises for some names)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
