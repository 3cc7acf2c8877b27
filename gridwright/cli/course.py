"""How a command works through many puzzles: in several processes or on a cluster, and from where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path

import click

from .show import fail


@dataclass(frozen=True)
class Course:
    """What the user asked for."""

    jobs: int = 1
    unordered: bool = False
    """Whether reports come as puzzles are finished, and not in the order of the puzzles."""
    resume: str | None = None
    """A file of JSON lines: what it tells is not done again, and what is done is added to it."""
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers do the work."""


class EarlierResults:
    """What an earlier run has told, by file and index; the files that could not be read have none."""

    def __init__(self) -> None:
        self._places: set[tuple[str, int | None]] = set()

    def __len__(self) -> int:
        return len(self._places)

    def has(self, file: str, index: int | None) -> bool:
        """Whether a puzzle of a file (None: that the file cannot be read) was told."""
        return (file, index) in self._places

    def read(self, path: Path) -> int:
        """Takes in a file of JSON lines; returns where its last whole line ends.

        Raises ValueError for a file of anything else, OSError.
        """
        end = 0
        with path.open("rb") as file:
            for n, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break  # the run ended while it was written
                end += len(line)
                try:
                    record = json.loads(line)
                    self._places.add((record["file"], record.get("index")))
                except (ValueError, TypeError, KeyError, AttributeError):
                    raise ValueError(f"line {n} is none that this command has written") from None
        return end


@contextmanager
def resumed(path: str | None) -> Iterator[tuple[EarlierResults, Callable[[str], None] | None]]:
    """What was told before, and what adds a line to the file; ends the program where the file cannot be used."""
    told = EarlierResults()
    if path is None:
        yield told, None
        return
    try:
        place = Path(path)
        end = told.read(place) if place.exists() else 0
        file = place.open("r+b" if place.exists() else "wb")
    except (OSError, ValueError) as fault:
        fail(f"{path}: {getattr(fault, 'strerror', None) or fault}")
    with file:
        file.seek(end)
        file.truncate()

        def add(line: str) -> None:
            file.write(line.encode("utf-8", "backslashreplace") + b"\n")
            file.flush()

        yield told, add


def course_options(work: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that many puzzles are given to; ``work`` gets ``course``."""

    @click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N",
                  help="Work on up to N puzzles at a time, in N processes.")
    @click.option("--unordered", is_flag=True, help="Print results as soon as they are ready, in any order.")
    @click.option("--resume", metavar="OUT", help="Append JSON lines to this file; skip the puzzles already in it.")
    @click.option("--cluster", metavar="ADDRESS", help="Use the workers of a Dask scheduler.")
    @wraps(work)
    def command(jobs: int, unordered: bool, resume: str | None, cluster: str | None, **own: object) -> None:
        work(course=Course(jobs, unordered, resume, cluster), **own)

    return command
