"""The command line: solves, checks, draws and converts files of puzzles.

Every command works through its files and hands out reports, one or several for each puzzle; whether they come from this
process or from others, they are shown in one place. Exit status: 0 when all is well, 1 when a puzzle or an answer is
not as it should be, 2 when a file could not be read or written, 130 after Ctrl-C.

``settings`` holds the options that commands share, ``files`` what the arguments mean; ``work`` goes through the files,
``jobs`` does so in several processes, ``stop`` is Ctrl-C; ``show`` prints, ``boards`` puts puzzles into words and
pictures. Every other module is a command.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

import click

import gridwright as gw

from . import (
    check,
    clues,
    completion,
    configuration,
    convert,
    diagnose,
    draw,
    explain,
    generate,
    genres,
    hint,
    open,
    play,
    print,
    rate,
    solve,
    watch,
)
from .show import INTERRUPTED, fail

__all__ = ["main"]


class _Commands(click.Group):
    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Finds a command. If the user names a file instead, the message says how to solve it."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as fault:
            if not os.path.lexists(args[0]):
                raise
            raise click.UsageError(f"{fault.message} To solve this file: gridwright solve {args[0]}", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; Ctrl-C ends it in one line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            fail("stopped", INTERRUPTED)

    def main(self, *args: Any, **more: Any) -> Any:
        """Runs the program; a full disk ends it in one line, too."""
        try:
            return super().main(*args, **more)
        except OSError as fault:
            with suppress(OSError, AttributeError):
                sys.stdout.close()  # what is left in it would be a fault again
            fail(f"standard output: {(fault.strerror or str(fault)).lower()}")


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(gw.__version__, prog_name="gridwright")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Read, solve, check, explain, rate, generate, draw, print and convert pencil puzzles.

    A FILE may also be a folder, a glob pattern, a link such as 'https://puzz.link/p?...', or - for standard input.

    Exit status: 0 for success, 1 if a puzzle is not unique or an answer is wrong, 2 if a file could not be read or
    written.
    """
    ctx.default_map = configuration.defaults(main)


for _module in (
    solve, check, watch, hint, explain, rate, diagnose, generate, draw, print, convert, open, play, genres, completion
):  # fmt: skip
    main.add_command(_module.command)
for _command in (clues.minimise, clues.complete):
    main.add_command(_command)
