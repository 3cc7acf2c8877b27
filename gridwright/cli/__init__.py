"""The command line.

Most commands go through the puzzles of their files and yield reports about each, from this process or others, which are
all printed in one place. Exit status: 0 for success, 1 if a puzzle or an answer is not as it should be, 2 if a file
could not be read or written, 130 after Ctrl-C.

``settings`` holds the options that commands share, ``files`` finds and reads the files, ``outputs`` names those that
are written, and never an input. ``work`` runs a command on files, ``jobs`` in several processes. ``show`` prints
reports and handles Ctrl-C, ``boards`` puts puzzles into words and pictures. ``orders`` says what ``generate`` makes,
``making`` makes it, and ``targets`` writes it. All other modules are commands.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

import gridwright as gw

from .settings import add_debug_option, defaults, wants_debug
from .show import INTERRUPTED, echo, fail, traceback_of, words_of

__all__ = ["main"]

_COMMANDS = {
    "check": ("check.command", "Check answers stored with puzzles or in another file."),
    "complete": ("clues.complete", "Add clues until a puzzle has exactly one answer."),
    "completion": ("settings.completion", "Print a completion script for bash, zsh or fish."),
    "convert": ("convert.convert", "Convert puzzles to another format."),
    "diagnose": ("explain.diagnose", "Explain why a puzzle has no answer or several."),
    "draw": ("draw.draw", "Draw puzzles as SVG, PNG, PDF, EPS or self-printing SPF."),
    "explain": ("explain.explain", "Explain a solution step by step."),
    "generate": ("generate.command", "Make new puzzles."),
    "genres": ("genres.command", "List all genres with their aliases and formats."),
    "hint": ("explain.hint", "Show the easiest next step, with its reason."),
    "issue": ("issue.command", "Make an issue of a magazine from one file."),
    "minimise": ("clues.minimise", "Remove the clues that a puzzle does not need."),
    "open": ("open.open_links", "Open puzzles on puzz.link or Penpa+."),
    "play": ("play.command", "Play and set puzzles in the browser."),
    "print": ("print.command", "Print puzzles as a booklet (PDF)."),
    "rate": ("explain.rate", "Rate how hard puzzles are, from trivial to extreme."),
    "show": ("solve.show", "Show puzzles without their answers."),
    "solve": ("solve.solve", "Solve puzzles and prove whether their answers are unique."),
    "watch": ("solve.watch", "Solve a file again whenever it is saved."),
}
"""The commands: where each is defined, and its line in the overview. A command is imported when it is called."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports a command; None if there is none of that name."""
        if cmd_name in _COMMANDS and cmd_name not in self.commands:
            module, attribute = _COMMANDS[cmd_name][0].split(".")
            self.add_command(add_debug_option(getattr(import_module(f".{module}", __name__), attribute)))
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the overview of the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in _COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Finds a command. If there is none of that name, the message says what may be meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if args[0].startswith("-"):
                raise
            raise click.UsageError(f"No such command {args[0]!r}.{_meant(args[0])}", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; Ctrl-C and mistakes in the code of a genre end it with one line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            fail("stopped", INTERRUPTED)
        except Exception as fault:
            from ..language.genre_errors import named_after_genre

            named = named_after_genre(fault)
            if named is None:
                raise
            if wants_debug():
                echo(traceback_of(fault), err=True)
            fail(str(named))

    def main(self, *args: Any, **more: Any) -> Any:
        """Runs the program; a full disk ends it with one line, too."""
        try:
            return super().main(*args, **more)
        except OSError as fault:
            with suppress(OSError, AttributeError):
                sys.stdout.close()  # flushing it at exit would fail again
            fail(f"standard output: {words_of(fault)}")


def _meant(name: str) -> str:
    """What may be meant by something in the place of a command: a file, a genre, or a command with a mistake."""
    from difflib import get_close_matches

    if os.path.lexists(name):
        return f" To solve this file: gridwright solve {name}"
    near = get_close_matches(name, _COMMANDS, 1)
    if near:
        return f" Did you mean {near[0]!r}?"
    with suppress(gw.UnknownGenre):
        gw.genre(name)
        return f" To make such a puzzle: gridwright generate {name}. For its rules: gridwright genres {name}"
    return " gridwright --help lists all commands."


def _welcome() -> str:
    """What to try first, with the genre that most formats know."""
    from ..registry import REGISTRY

    entry = max(REGISTRY.entries, key=lambda entry: len(entry.formats))
    name = entry.name.lower().replace(" ", "-")
    lines = {
        f"gridwright generate {name} -o first.spf": "make a puzzle",
        "gridwright hint first.spf": "what follows first, and why",
        "gridwright draw first.spf -o first.svg": "a picture",
    }
    width = max(map(len, lines)) + 2
    return "\n".join(
        (
            f"Gridwright {gw.__version__} solves, explains, makes and prints pencil puzzles. Three commands to try:",
            "",
            *(f"  {line:{width}}{words}" for line, words in lines.items()),
            "",
            f"gridwright genres lists all {len(REGISTRY.entries)} kinds of puzzles, gridwright --help all commands.",
        )
    )


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(gw.__version__, prog_name="gridwright")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Read, solve, check, explain, rate, generate, draw, print and convert pencil puzzles.

    A FILE may also be a folder, a glob pattern, a link such as 'https://puzz.link/p?...', or - for standard input.

    Exit status: 0 for success, 1 if a puzzle is not unique or an answer is wrong, 2 if a file could not be read or
    written or the command is wrong.
    """
    if ctx.invoked_subcommand is None:
        echo(_welcome())
        return
    ctx.default_map = dict.fromkeys(_COMMANDS, defaults())
