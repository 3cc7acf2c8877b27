"""``gridwright generate``: new puzzles."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import click

import gridwright as gw

from .completion import genre_names
from .settings import timeout_option
from .show import INTERRUPTED, echo, fail, is_watched
from .stop import Stop

if TYPE_CHECKING:
    from ..language.puzzle import Puzzle

_LABELS = ("trivial", "easy", "medium", "hard", "extreme")


@dataclass(frozen=True)
class _Order:
    """So many puzzles of one kind."""

    genre: type[gw.Genre]
    rows: int | None
    cols: int | None
    count: int
    difficulty: str | None
    symmetry: str | None
    seed: str
    options: dict[str, Any]

    @property
    def name(self) -> str:
        """What files of these puzzles are called: the genre and its size."""
        size = f"-{self.rows}x{self.cols}" if self.rows else ""
        level = f"-{self.difficulty}" if self.difficulty else ""
        return re.sub(r"[^a-z0-9]+", "-", self.genre.name.lower()).strip("-") + size + level

    def record(self, number: int, puzzle: Puzzle) -> dict[str, Any]:
        """A line of a file of puzzles: how this one was asked for, and its text."""
        return {
            "genre": self.genre.name, "number": number, "seed": self.seed, "asked": self.asked(),
            "difficulty": puzzle.about.difficulty or None, "puzzle": _text(puzzle),
        }  # fmt: skip

    def asked(self) -> dict[str, Any]:
        """What is the same for all of these puzzles besides genre and seed."""
        return {"rows": self.rows, "cols": self.cols, "difficulty": self.difficulty, "symmetry": self.symmetry,
                "options": self.options}  # fmt: skip


class _Size(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """``10x12`` (rows by columns), or ``10`` for a square."""

    name = "ROWSxCOLS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Rows and columns."""
        found = re.fullmatch(r"(\d{1,4})(?:[xX×](\d{1,4}))?", str(value))
        if found is None:
            self.fail(f"{value!r} is no size; write rows and columns as 10x12, or 10 for a square", param, ctx)
        return int(found[1]), int(found[2] or found[1])


@click.command("generate", short_help="Make new puzzles.")
@click.argument("genre", required=False, shell_complete=genre_names)
@click.argument("size", required=False, type=_Size(), metavar="[ROWSxCOLS]")
@click.option("--difficulty", type=click.Choice(_LABELS), help="How hard the puzzles are to be.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--symmetry", type=click.Choice(("rotate", "mirror", "none")),
              help="How clues are arranged; as often as is usual in the genre, if you do not say.")
@click.option("--seed", metavar="S", help="The same seed makes the same puzzles again. It is chosen for you otherwise.")
@click.option("--jobs", type=click.IntRange(1, 61), default=1, show_default=True, metavar="N", help="Processes.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the genre, as stars=2.")
@click.option("--all", "every", is_flag=True, help="Puzzles of every genre, at two sizes (to a folder).")
@click.option("-o", "--output", metavar="OUT",
              help="A booklet (.pdf), a file (.spf), a puzzle on each line (.jsonl), or a folder (ending in /).")
@timeout_option
def command(
    genre: str | None, size: tuple[int, int] | None, difficulty: str | None, count: int, symmetry: str | None,
    seed: str | None, jobs: int, options: tuple[str, ...], every: bool, output: str | None, timeout: float | None,
) -> None:
    """Make new puzzles of GENRE, each proved to have just one answer.

    \b
    gridwright generate Fences 10x10
    gridwright generate Nurikabe --count 20 -o booklet.pdf
    gridwright generate Sudoku --difficulty easy --symmetry rotate --seed 7 -o puzzles/

    The same version, options and seed make the same puzzles, with any number of processes. A file that ends in .jsonl
    is continued where it ends. Ctrl-C keeps what is done. Exit status: 0 when all puzzles were made, 1 when some were
    not found in time, 2 when they cannot be made as asked or written.
    """
    orders = _orders(genre, size, difficulty, count, symmetry, seed or token_hex(4), options, every)
    if every and output is None:
        fail("--all makes many puzzles; name a folder for them: -o FOLDER/")
    missing = 0
    with Stop() as stop, _target(output, sum(order.count for order in orders)) as write:
        for order in orders:
            missing += _make(order, jobs, timeout, write, stop)
            if stop.asked:
                break
    if stop.asked:
        fail("stopped; what was made until then is kept", INTERRUPTED)
    if missing:
        raise SystemExit(1)


def _orders(
    name: str | None, size: tuple[int, int] | None, difficulty: str | None, count: int, symmetry: str | None,
    seed: str, options: tuple[str, ...], every: bool,
) -> list[_Order]:
    if every:
        if name is not None:
            fail("--all makes puzzles of every genre; leave the genre out")
        return [order for genre in gw.known_genres() for order in _sheet(genre, difficulty, count, seed)]
    if name is None:
        fail("which genre? gridwright genres lists them")
    try:
        genre = gw.genre(name)
    except gw.UnknownGenre as fault:
        fail(str(fault))
    rows, cols = size or (None, None)
    return [_Order(genre, rows, cols, count, difficulty, symmetry, seed, dict(map(_option, options)))]


def _sheet(genre: type[gw.Genre], difficulty: str | None, count: int, seed: str) -> Iterator[_Order]:
    """The usual size of a genre, and a smaller one that it can have."""
    rows, cols = genre.making.size
    smaller = ((rows - k, cols - k) for k in range(max(1, round(rows * 0.3)), 0, -1))
    small = next((size for size in smaller if min(size) > 2 and not genre.making.sizes(*size)), None)
    for own in filter(None, (small, (rows, cols))):
        yield _Order(genre, *own, count, difficulty, None, seed, {})


def _option(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        fail(f"--option {text}: write the name and the value of an option as stars=2")
    return name, int(value) if re.fullmatch(r"-?\d{1,9}", value) else value


def _make(
    order: _Order, jobs: int, timeout: float | None, write: Callable[[_Order, int, Puzzle], bool], stop: Stop
) -> int:
    """Makes and writes the puzzles of an order; how many are missing."""
    first = getattr(write, "begun", lambda _: 0)(order)
    if first >= order.count:
        return 0
    made = first
    try:
        puzzles = gw.generate_many(
            order.genre, order.rows, order.cols, order.count - first, difficulty=order.difficulty, seed=order.seed,
            symmetry=order.symmetry, first=first, jobs=jobs, timeout=timeout, stop=stop, **order.options)
        for puzzle in puzzles:
            write(order, made, puzzle)
            made += 1
    except gw.TimeUp:
        if not stop.asked:
            echo(f"{order.genre.name}: the time was up after {made} of {order.count} puzzles", err=True)
    except gw.MakingError as fault:
        if made == first and order.count and not isinstance(write, _Folder):
            fail(str(fault))
        echo(str(fault), err=True)
    return order.count - made


# -- where puzzles go -------------------------------------------------------------------------------------------------


def _text(puzzle: Puzzle) -> str:
    return gw.write(puzzle, puzzle.genre.dialects[0].format)


class _Screen:
    """Standard output: drawn for people, as a file for programs."""

    def __call__(self, order: _Order, number: int, puzzle: Puzzle) -> None:
        import sys

        told = f"{order.genre.name} {number + 1}, seed {order.seed}"
        if is_watched(sys.stdout):
            echo(f"{told}{', ' + puzzle.about.difficulty if puzzle.about.difficulty else ''}\n{puzzle}\n")
        else:
            echo(gw.write(puzzle, puzzle.genre.dialects[0].format, picture=False))


class _Folder:
    """A file for each puzzle."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def __call__(self, order: _Order, number: int, puzzle: Puzzle) -> None:
        (self.path / f"{order.name}-{number + 1}.spf").write_text(_text(puzzle), encoding="utf-8")


class _Single:
    """One file with one puzzle."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, order: _Order, number: int, puzzle: Puzzle) -> None:
        del order, number
        self.path.write_text(_text(puzzle), encoding="utf-8")


class _Lines:
    """A puzzle on each line, as JSON; more puzzles of the same request go on where the file ends."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begun(self, order: _Order) -> int:
        """How many puzzles of an order the file holds. Ends the program where it is no such file."""
        if not self.path.exists():
            return 0
        n = 0
        for i, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                told = json.loads(line)
                same = (told["genre"], told["seed"], told["asked"]) == (order.genre.name, order.seed, order.asked())
            except (ValueError, TypeError, KeyError):
                fail(f"{self.path}, line {i}: this is no line of generated puzzles; name a new file")
            n += same
        return n

    def __call__(self, order: _Order, number: int, puzzle: Puzzle) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(order.record(number, puzzle), ensure_ascii=False) + "\n")


class _Book:
    """A booklet with answers at the end."""

    def __init__(self, path: Path) -> None:
        from ..picture.booklet import Booklet, Layout

        self.path, self.book = path, Booklet(str(path), Layout())

    def __enter__(self) -> _Book:
        return self

    def __exit__(self, *_: object) -> None:
        if self.book.count:
            try:
                self.book.save()
            except OSError as fault:
                fail(f"{self.path}: {(fault.strerror or str(fault)).lower()}")

    def __call__(self, order: _Order, number: int, puzzle: Puzzle) -> None:
        del order, number
        self.book.add(puzzle, gw.solve(puzzle).answers[0])


def _target(output: str | None, count: int) -> AbstractContextManager[Any]:
    """Where puzzles are to go. Ends the program where nothing can be written."""
    if output is None:
        return nullcontext(_Screen())
    path = Path(output)
    if output.endswith(("/", "\\")) or path.is_dir():
        try:
            return nullcontext(_Folder(path))
        except OSError as fault:
            fail(f"{output}: {(fault.strerror or str(fault)).lower()}")
    if not path.parent.is_dir():
        fail(f"{output}: there is no folder {str(path.parent)!r}")
    ending = path.suffix.lower()
    if ending == ".pdf":
        return _Book(path)
    if ending == ".jsonl":
        return nullcontext(_Lines(path))
    if ending == ".spf":
        if count > 1:
            fail(f"{output}: such a file holds one puzzle; several go to a folder/, a .pdf or a .jsonl")
        return nullcontext(_Single(path))
    return fail(f"{output}: what is to be written? a booklet ends in .pdf, a file in .spf or .jsonl, a folder in /")
