"""Where ``gridwright generate`` puts puzzles: the screen, files, lines of JSON, booklets, folders."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import gridwright as gw

from ..language.puzzle import Puzzle, State
from ..making.setting import file_format
from ..picture.booklet import Booklet
from .orders import Order, Task
from .show import echo, fail, is_watched

FindAnswer = Callable[[Puzzle], State | None]
"""Finds the answer of a new puzzle; None if there was no time for that."""


class Target(ABC):
    """A place for puzzles."""

    def __init__(self) -> None:
        self.count = 0

    @abstractmethod
    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Stores a puzzle. May raise OSError."""

    def seed_of(self, order: Order) -> str | None:
        """The seed of puzzles of this kind that are there already."""
        del order
        return None

    def done(self, order: Order) -> frozenset[int]:
        """The numbers of those that need not be made again."""
        del order
        return frozenset()

    def close(self) -> None:  # noqa: B027 (most have nothing to finish)
        """Finishes what was begun. May raise OSError."""

    def told(self) -> str:
        """What was made, for whoever watches."""
        return ""


def text_of(puzzle: Puzzle, picture: bool = True) -> str:
    """A puzzle as its file."""
    return gw.write(puzzle, file_format(puzzle), picture=picture)


def _ending(puzzle: Puzzle) -> str:
    return ".json" if file_format(puzzle) == "json" else ".spf"


class StandardOutput(Target):
    """Standard output: drawn for people, as a file for programs."""

    def __init__(self, show: Callable[[str], None] = echo) -> None:
        super().__init__()
        self.show = show

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Prints a puzzle."""
        if is_watched(sys.stdout):
            told = f"{task.order.genre.name} {task.number + 1}, seed {task.order.seed}"
            self.show(f"{told}{', ' + puzzle.about.difficulty if puzzle.about.difficulty else ''}\n{puzzle}\n")
        else:
            self.show(text_of(puzzle, picture=False))


class Folder(Target):
    """A file for each puzzle."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Writes a file."""
        file = self.path / f"{task.order.name}-{task.number + 1}{_ending(puzzle)}"
        file.write_text(text_of(puzzle), encoding="utf-8")
        self.count += 1

    def told(self) -> str:
        """How many files there are."""
        return f"{self.path}: {_puzzles(self.count)}"


class Sheets(Folder):
    """A file for each puzzle, and a sheet of all puzzles of each genre."""

    def __init__(self, path: Path, find_answer: FindAnswer) -> None:
        super().__init__(path)
        self._find_answer = find_answer
        self._genre: type[gw.Genre] | None = None
        self._book: Booklet | None = None

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Writes a file, and puts the puzzle on the sheet of its genre."""
        super().put(task, puzzle)
        if task.order.genre is not self._genre:
            self.close()
            self._genre, self._book = task.order.genre, _booklet(self.path / f"{task.order.slug}.pdf", 6)
        assert self._book is not None
        self._book.add(puzzle, self._find_answer(puzzle))

    def close(self) -> None:
        """Writes the sheet."""
        if self._book is not None:
            self._book.save()
            self._book = None


class Single(Target):
    """One file with one puzzle."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Writes the file."""
        del task
        if self.path.suffix.lower() == ".spf" and _ending(puzzle) != ".spf":
            fail(f"{self.path}: this format cannot tell that the board has holes; name a file that ends in .json")
        json_wanted = self.path.suffix.lower() == ".json"
        self.path.write_text(gw.write(puzzle, "json") if json_wanted else text_of(puzzle), encoding="utf-8")


class JsonLines(Target):
    """A puzzle on each line, as JSON; more puzzles of the same order go on where the file ends."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._orders: Counter[tuple[str, str, str]] = Counter()
        self._numbers: dict[tuple[str, str, str], set[int]] = {}
        if path.exists():
            self._read()
        self._file = path.open("a", encoding="utf-8", newline="\n")

    def _read(self) -> None:
        """Takes in what the file holds. Ends the program where it is no such file."""
        end = 0
        with self.path.open("rb") as file:
            for i, line in enumerate(file, 1):
                if not line.endswith(b"\n") and line.startswith(b'{"genre": '):
                    break  # the last run ended while it was written
                try:
                    told = json.loads(line)
                    key = told["genre"], json.dumps(told["asked"], sort_keys=True), told["seed"]
                    self._numbers.setdefault(key, set()).add(told["number"])
                except (ValueError, TypeError, KeyError):
                    fail(f"{self.path}, line {i}: this is no line of generated puzzles; name a new file")
                end += len(line)
        with self.path.open("r+b") as file:
            file.truncate(end)

    def _key(self, order: Order, seed: str) -> tuple[str, str, str]:
        return order.genre.name, json.dumps(order.told(), sort_keys=True), seed

    def seed_of(self, order: Order) -> str | None:
        """The seed of the last puzzles that were asked for in the same way."""
        key = self._key(order, "")[:2]
        return next((seed for *own, seed in reversed(self._numbers) if tuple(own) == key), None)

    def done(self, order: Order) -> frozenset[int]:
        """The numbers that the file holds."""
        return frozenset(self._numbers.get(self._key(order, order.seed), ()))

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Adds a line."""
        self._file.write(json.dumps(task.order.record(task.number, puzzle, text_of(puzzle)), ensure_ascii=False) + "\n")
        self._file.flush()
        self.count += 1

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def told(self) -> str:
        """How many lines were added."""
        before = sum(map(len, self._numbers.values()))
        return f"{self.path}: {_puzzles(self.count)} added to {before}" if before else (
            f"{self.path}: {_puzzles(self.count)}")


class Book(Target):
    """A booklet with answers at the end."""

    def __init__(self, path: Path, find_answer: FindAnswer) -> None:
        super().__init__()
        self.path, self._book, self._find_answer = path, _booklet(path, None), find_answer

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Adds a puzzle with its answer."""
        del task
        self._book.add(puzzle, self._find_answer(puzzle))

    def close(self) -> None:
        """Writes the booklet, if there is anything in it."""
        if self._book.count:
            self._book.save()

    def told(self) -> str:
        """How many puzzles there are."""
        return f"{self.path}: {_puzzles(self._book.count)}" if self._book.count else ""


def _booklet(path: Path, per_page: int | None) -> Booklet:
    from ..picture.booklet import Booklet, Layout

    return Booklet(str(path), Layout() if per_page is None else Layout(per_page=per_page))


def _puzzles(n: int) -> str:
    return f"{n} puzzle{'' if n == 1 else 's'}"


@contextmanager
def target_of(
    output: str | None, every: bool, count: int, show: Callable[[str], None], find_answer: FindAnswer
) -> Iterator[Target]:
    """Where puzzles are to go; it is closed in the end. Ends the program where nothing can be written."""
    try:
        target = _opened(output, every, count, show, find_answer)
        try:
            yield target
        finally:
            target.close()
    except OSError as fault:
        fail(f"{fault.filename or output}: {(fault.strerror or str(fault)).lower()}")


def _opened(
    output: str | None, every: bool, count: int, show: Callable[[str], None], find_answer: FindAnswer
) -> Target:
    if output is None:
        return StandardOutput(show)
    path = Path(output)
    if output.endswith(("/", "\\")) or path.is_dir():
        return Sheets(path, find_answer) if every else Folder(path)
    if not path.parent.is_dir():
        fail(f"{output}: there is no folder {str(path.parent)!r}")
    ending = path.suffix.lower()
    if ending == ".pdf":
        return Book(path, find_answer)
    if ending == ".jsonl":
        return JsonLines(path)
    if ending in (".spf", ".json"):
        if count > 1:
            fail(f"{output}: such a file holds one puzzle; several go to a folder/, a .pdf or a .jsonl")
        return Single(path)
    return fail(f"{output}: what is to be written? a booklet ends in .pdf, a file in .spf, .json or .jsonl (a puzzle "
                "on each line), a folder in /")
