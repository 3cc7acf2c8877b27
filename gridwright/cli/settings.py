"""Options that several commands share: their completion, defaults from the configuration file, and values."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from math import isnan
from shutil import get_terminal_size
from typing import IO, Any, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem, get_completion_class

from .show import echo, fail, is_watched, words_of

# -- the configuration file --------------------------------------------------------------------------------------------


CONFIG_VARIABLE = "GRIDWRIGHT_CONFIG"
CONFIG_KEYS = ("paper", "theme", "coordinates", "jobs", "timeout", "language", "page")
"""The settings. Each is the default of an option, in all commands that have it."""


def config_path() -> str:
    """``GRIDWRIGHT_CONFIG``, or ``config.toml`` in the user's configuration folder."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        return named
    from platformdirs import user_config_path  # slow to import

    return str(user_config_path("gridwright", appauthor=False, roaming=True) / "config.toml")


def defaults() -> dict[str, Any]:
    """The defaults in the file, which the commands check.

    Ends the program if the file is invalid, or if ``GRIDWRIGHT_CONFIG`` names one that does not exist.
    """
    file = config_path()
    try:
        with open(file, encoding="utf-8") as content:  # noqa: PTH123 (pathlib is slow to import)
            text = content.read()
    except FileNotFoundError:
        if os.environ.get(CONFIG_VARIABLE):
            fail(f"{file}: there is no such file; {CONFIG_VARIABLE} names it")
        return {}
    except OSError as fault:
        fail(f"{file}: {words_of(fault)}")
    except UnicodeDecodeError:
        fail(f"{file}: the configuration must be in UTF-8")
    from ..issue.toml import TomlError, TomlPlaces, read_toml

    try:
        settings = read_toml(text)
    except TomlError as fault:
        fail(f"{file}:{fault.line}:{fault.column}: {fault}")
    for key, value in settings.items():
        if key not in CONFIG_KEYS:
            place = TomlPlaces(text).of(key)
            fail(f"{file}:{place}: there is no setting {key!r}; the settings are {', '.join(CONFIG_KEYS)}")
        if not isinstance(value, str | int | float):
            fail(f"{file}:{TomlPlaces(text).of(key)}: {key!r} must be a string or a number")
    return settings


# -- completion --------------------------------------------------------------------------------------------------------


SHELLS = ("bash", "zsh", "fish")
_COMPLETE_VARIABLE = "_GRIDWRIGHT_COMPLETE"


def genre_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Names of genres, aliases included, that begin with a text: in lower case with hyphens, which need no quotes."""
    from ..registry import REGISTRY

    told = (name for entry in REGISTRY.entries for name in (entry.name, *entry.aliases))
    names = dict.fromkeys(name.lower().replace(" ", "-") for name in told)
    return [CompletionItem(name) for name in names if name.startswith(begun.lower().replace(" ", "-"))]


def format_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Formats whose names begin with a text."""
    from ..formats.reading import known_formats

    return [CompletionItem(name) for name in known_formats() if name.startswith(begun.lower())]


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that lets a shell complete commands, options, genres and formats.

    \b
    bash:  gridwright completion bash >> ~/.bashrc
    zsh:   gridwright completion zsh >> ~/.zshrc
    fish:  gridwright completion fish > ~/.config/fish/completions/gridwright.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    echo(kind(ctx.find_root().command, {}, "gridwright", _COMPLETE_VARIABLE).source())


# -- settings ----------------------------------------------------------------------------------------------------------


_DRAWN = "█┏━┛│·×●←■"


@dataclass(frozen=True)
class Settings:
    """The options that commands share, and what the terminal can show."""

    json: bool = False
    format: str | None = None
    symbols: str | None = None
    ascii: bool = False
    colour: bool = False
    width: int = 100
    timeout: float | None = None
    """Seconds for each puzzle, reading included."""
    number: int | None = None
    """The only puzzle of each file to work on, counted from 1; None for all of them."""
    told: tuple[tuple[str, str], ...] = field(default_factory=lambda: _told_of_puzzles())
    """What the files do not contain: the genre, and values by name."""
    debug: bool = field(default_factory=lambda: wants_debug())
    """Whether to show tracebacks."""
    language: str = field(default_factory=lambda: _language())
    """The language of what is said about puzzles."""

    @property
    def options(self) -> dict[str, str]:
        """The options of readers."""
        return dict(self.told) | ({} if self.symbols is None else {"symbols": self.symbols})


def settings_for(
    as_json: bool = False, format: str | None = None, symbols: str | None = None, use_ascii: bool = False,
    timeout: float | None = None, number: int | None = None,
) -> Settings:
    """The settings, with what standard output can show. Ends the program if there is no such format."""
    stream = sys.stdout
    try:
        _DRAWN.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        use_ascii = True
    colour = is_watched(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = get_terminal_size((100, 24)).columns
    return Settings(as_json, checked_format(format), symbols, use_ascii, colour, width, timeout, number)


def checked_format(name: str | None) -> str | None:
    """The name of a format, if there is one; otherwise ends the program."""
    from ..formats.reading import known_formats

    if name is not None and name.lower() in ("pdf", "svg", "png", "eps"):
        kind = name.lower()
        fail(f"{kind} is a picture: use gridwright draw FILE -o x.{kind}"
             + (", or gridwright print FILE -o x.pdf for a booklet" if kind == "pdf" else ""))
    if name is not None and name.lower() not in known_formats():
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), known_formats(), 1)
        meant = f"did you mean {near[0]}? " if near else ""
        fail(f"there is no format {name!r}; {meant}the formats are {', '.join(known_formats())}")
    return None if name is None else name.lower()


files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
_TOLD = "gridwright.told"
"""Where the context of a command keeps what the files do not contain."""
F = TypeVar("F", bound=Callable[..., Any])


_DEBUG = "gridwright.debug"
"""Where the context of a command keeps whether to show tracebacks."""


def wants_debug() -> bool:
    """Whether the user asked for tracebacks."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_DEBUG))


def add_debug_option(command: click.Command) -> click.Command:
    """Adds ``--debug`` to a command."""

    def keep(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
        if value:
            ctx.meta[_DEBUG] = True

    words = "Show the Python traceback of internal errors and of errors in the code of a genre."
    command.params.append(click.Option(["--debug"], is_flag=True, expose_value=False, callback=keep, help=words))
    return command


def _told_of_puzzles() -> tuple[tuple[str, str], ...]:
    context = click.get_current_context(silent=True)
    return () if context is None else tuple(context.meta.get(_TOLD, {}).items())


def _tell(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keeps the genre, or values by name, for ``Settings``."""
    told = ctx.meta.setdefault(_TOLD, {})
    if param.name == "genre" and value is not None:
        told["genre"] = value
    for one in value if isinstance(value, tuple) else ():
        name, sign, text = one.partition("=")
        if not sign or not name or name == "genre":
            raise click.BadParameter(f"{one!r} is not of the form NAME=VALUE, such as stars=2")
        told[name] = text


def format_option(command: F) -> F:
    """The options for reading files: their format, and genre and values that they do not contain."""
    options = (
        click.option("--from", "format", metavar="FORMAT", shell_complete=format_names,
                     help="The format of the files; detected by default."),
        click.option("--genre", metavar="NAME", shell_complete=genre_names, callback=_tell, expose_value=False,
                     help="The genre, for formats that do not contain it (Penpa+, bare ids, puzzlekit)."),
        click.option("--key", metavar="NAME=VALUE", multiple=True, callback=_tell, expose_value=False,
                     help="Another value that such a format does not contain, such as stars=2."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _language() -> str:
    from ..language.translation import current_language

    return current_language()


def _speak(ctx: click.Context, _param: click.Parameter, code: str | None) -> None:
    """Says everything in a language until the command ends."""
    if code is None:
        return
    from ..language.translation import in_language

    try:
        ctx.with_resource(in_language(code))
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


language_option = click.option(
    "--language", metavar="CODE", callback=_speak, expose_value=False,
    help="The language of rules, hints and mistakes: en or de.  [default: en]",
)
symbols_option = click.option(
    "--symbols", metavar="S", help="The characters that stand for 1, 2, 3, ... in a grid."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
ascii_option = click.option("--ascii", "use_ascii", is_flag=True, help="Draw with ASCII characters only.")


def _seconds(_ctx: click.Context, _param: click.Parameter, value: float) -> float | None:
    """A time limit in seconds; None for no limit."""
    if isnan(value):
        raise click.BadParameter("'nan' is not a number of seconds")
    return value or None


number_option = click.option("--number", type=click.IntRange(min=1), metavar="N",
                             help="Take only the puzzle with this number in its file, counted from 1.")
timeout_option = click.option(
    "--timeout", type=click.FloatRange(min=0), default=60, show_default=True, callback=_seconds, metavar="S",
    help="Seconds for each puzzle; 0 for no limit.",
)


def puzzle_options(
    *, json: bool = True, ascii: bool = True, single: bool = False
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The arguments and options of a command that works through puzzles.

    It gets ``settings`` and ``files`` (``file`` if it takes a ``single`` one), besides options of its own, which are
    declared above this decorator. ``json`` and ``ascii``: whether the command has these options.
    """

    def decorated(work: Callable[..., None]) -> Callable[..., None]:
        @wraps(work)
        def command(
            timeout: float | None, format: str | None, symbols: str | None, as_json: bool = False,
            use_ascii: bool = False, number: int | None = None, **own: object,
        ) -> None:
            work(settings=settings_for(as_json, format, symbols, use_ascii, timeout, number), **own)

        options = [click.argument("file") if single else files_argument, number_option, timeout_option]
        options += [*([json_option] if json else []), format_option, symbols_option, *([ascii_option] if ascii else [])]
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


# -- many puzzles ------------------------------------------------------------------------------------------------------


class Course(NamedTuple):
    """How to work through many puzzles."""

    jobs: int = 1
    unordered: bool = False
    """Whether reports are shown as puzzles are finished, in any order."""
    resume: str | None = None
    """A file of JSON lines: puzzles in it are skipped, and new results are appended."""
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers are used."""


class EarlierResults:
    """The puzzles with results of earlier runs, by file and index; files that could not be read have no index."""

    def __init__(self) -> None:
        self._places: set[tuple[str, int | None]] = set()

    def __len__(self) -> int:
        return len(self._places)

    def has(self, file: str, index: int | None) -> bool:
        """Whether there is a result of a puzzle (None: that the file cannot be read)."""
        return (file, index) in self._places

    def read(self, file: IO[bytes]) -> int:
        """Reads a file of JSON lines; returns where its last complete line ends.

        Raises ValueError for any other file, and OSError.
        """
        from json import loads

        end = 0
        for n, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break  # the run ended while writing it
            end += len(line)
            try:
                record = loads(line)
                self._places.add((record["file"], record.get("index")))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise ValueError(f"line {n} was not written by this command") from None
        return end


@contextmanager
def resumed(path: str | None) -> Iterator[tuple[EarlierResults, Callable[[str], None] | None]]:
    """The earlier results, and a function that adds a line to the file. Ends the program if the file cannot be used."""
    earlier = EarlierResults()
    if path is None:
        yield earlier, None
        return
    from pathlib import Path

    try:
        place, end = Path(path), 0
        if place.exists():
            with place.open("rb") as written:
                end = earlier.read(written)
        file = place.open("r+b" if place.exists() else "wb")
    except (OSError, ValueError) as fault:
        fail(f"{path}: {getattr(fault, 'strerror', None) or fault}")
    with file:
        file.seek(end)
        file.truncate()

        def add(line: str) -> None:
            file.write(line.encode("utf-8", "backslashreplace") + b"\n")
            file.flush()

        yield earlier, add


def course_options(work: Callable[..., None]) -> Callable[..., None]:
    """The options of a command for many puzzles, which gets ``course``."""

    @click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N",
                  help="Work on up to N puzzles at a time, in N processes.")
    @click.option("--unordered", is_flag=True, help="Print results as soon as they are ready, in any order.")
    @click.option("--resume", metavar="OUT", help="Append JSON lines to this file; skip the puzzles already in it.")
    @click.option("--cluster", metavar="ADDRESS", help="Use the workers of a Dask scheduler.")
    @wraps(work)
    def command(jobs: int, unordered: bool, resume: str | None, cluster: str | None, **own: object) -> None:
        work(course=Course(jobs, unordered, resume, cluster), **own)

    return command
