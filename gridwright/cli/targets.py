"""Where ``gridwright generate`` writes new puzzles, in which formats."""

from __future__ import annotations

import json
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count as numbers
from pathlib import Path

import gridwright as gw

from ..formats.errors import WriteError
from ..formats.own_json import puzzle_record
from ..formats.reading import known_formats
from ..language.puzzle import Puzzle, State
from ..language.taste import LABELS
from ..language.wording import counted
from ..making.setting import file_format
from ..picture.booklet import Booklet
from ..picture.layout import Layout
from .convert import JOINED, together
from .orders import Order, Task
from .outputs import Inputs, is_folder, make_parents
from .show import echo, fail, is_watched, words_of

FindAnswer = Callable[[Puzzle], State | None]
"""Finds the answer of a new puzzle; None if there is no time."""


class Target(ABC):
    """Where puzzles go."""

    count = 0
    """The number of puzzles stored in this run."""
    keeps = True
    """Whether the puzzles can be read again."""

    @abstractmethod
    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Stores a puzzle. May raise OSError."""

    def seed_of(self, order: Order) -> str | None:
        """The seed of the order's puzzles that are stored already, if there are any."""
        del order
        return None

    def done(self, order: Order) -> frozenset[int]:
        """The numbers of the order's puzzles that are stored already."""
        del order
        return frozenset()

    def close(self) -> None:  # noqa: B027 (most have nothing to finish)
        """Finishes writing. May raise OSError."""

    def told(self) -> str:
        """What was stored, for users at a terminal."""
        return ""


def text_of(puzzle: Puzzle, printable: bool = True) -> str:
    """A puzzle as the text of a file."""
    return gw.write(puzzle, file_format(puzzle), printable=printable)


def _ending(puzzle: Puzzle) -> str:
    return ".json" if file_format(puzzle) == "json" else ".spf"


def rating_in_words(puzzle: Puzzle) -> str:
    """The label and the solution path of a new puzzle, for the end of a heading; empty if it is not rated."""
    about = puzzle.about
    path = f" ({about.path})" if about.path is not None else ""
    return f", {about.difficulty}{path}" if about.difficulty else ""


class StandardOutput(Target):
    """Standard output: puzzles in the format ``to``; without one, boards for a terminal or else the text of a file."""

    def __init__(self, show: Callable[[str], None] = echo, to: str | None = None) -> None:
        self.show, self.to, self._heading = show, to, ""

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Prints a puzzle."""
        if self.to == "json":
            self.show(json.dumps(puzzle_record(puzzle), ensure_ascii=False))
        elif self.to is not None:
            text = gw.write(puzzle, self.to)
            if self.to == "csv":
                heading, _, line = text.partition("\n")
                text, self._heading = line if heading == self._heading else text, heading
            self.show(text if "\n" in text.rstrip("\n") else text.rstrip("\n"))
        elif is_watched(sys.stdout):
            told = f"{task.order.genre.name} {task.number + 1}, seed {task.order.seed}"
            self.show(f"{told}{rating_in_words(puzzle)}\n{puzzle}\n")
        else:
            self.show(text_of(puzzle, printable=False))


class Folder(Target):
    """A file for each puzzle."""

    def __init__(self, path: Path, place: Destination) -> None:
        self.path, self.place = path, place
        self._before: dict[str, int] = {}
        self._names: set[str] = set()
        """The stems of this run: puzzles that should have another label may have got one that is taken."""
        path.mkdir(parents=True, exist_ok=True)

    def _name(self, task: Task, label: str) -> str:
        """The stem of a file, with the label that was reached. Numbers go on after those in the folder."""
        order = task.order
        key = f"{order.name} {order.difficulty}"
        if key not in self._before:
            stems = () if self.place.overwrite else (file.stem for file in self.path.iterdir())
            asked = f"-{order.difficulty}" if order.difficulty in LABELS else f"(?:-(?:{'|'.join(LABELS)}))?"
            named = (re.fullmatch(rf"{re.escape(order.name)}{asked}-(\d{{1,9}})", stem) for stem in stems)
            self._before[key] = max((int(found[1]) for found in named if found), default=0)
        before = self._before[key]
        stem = order.name + (f"-{label}" if label else "")
        names = (f"{stem}-{n:0{len(str(before + order.count))}}" for n in numbers(before + task.number + 1))
        name = next(name for name in names if name not in self._names)
        self._names.add(name)
        return name

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Writes a file."""
        to = self.place.to
        ending = _ending(puzzle) if to is None else known_formats()[to].ending
        file = self.path / f"{self._name(task, puzzle.about.difficulty)}{ending}"
        if refusal := self.place.inputs.refusal(file):
            raise WriteError(refusal)
        file.write_text(text_of(puzzle) if to is None else gw.write(puzzle, to), encoding="utf-8")
        self.count += 1

    def told(self) -> str:
        """The number of files."""
        return f"{self.path}: {counted(self.count, 'puzzle')}"


class Sheets(Folder):
    """A file for each puzzle, and a sheet of all puzzles of each genre."""

    def __init__(self, path: Path, place: Destination, find_answer: FindAnswer) -> None:
        super().__init__(path, place)
        if not place.overwrite and any(path.iterdir()):
            fail(f"{path}: this folder is not empty; choose another, or add --overwrite")
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
        self.path, self._told = path, ""

    def told(self) -> str:
        """The rating of the puzzle."""
        return self._told

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Writes the file."""
        del task
        self._told = f"{self.path}{rating_in_words(puzzle)}"
        if self.path.suffix.lower() == ".spf" and _ending(puzzle) != ".spf":
            fail(f"{self.path}: this format cannot store the holes of the board; name a file that ends in .json")
        json_wanted = self.path.suffix.lower() == ".json"
        self.path.write_text(gw.write(puzzle, "json") if json_wanted else text_of(puzzle), encoding="utf-8")


class Joined(Target):
    """One file with all puzzles, in a format that holds several."""

    def __init__(self, path: Path, format: str) -> None:
        self.path, self.format = path, format
        self._puzzles: list[Puzzle] = []
        self._texts: list[str] = []

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Keeps the text for the end."""
        del task
        self._texts.append(gw.write(puzzle, self.format))
        self._puzzles.append(puzzle)

    def close(self) -> None:
        """Writes the file unless there are no puzzles."""
        if self._texts:
            text = together(str(self.path), self._texts, self._puzzles, self.format)
            self.path.write_text(text, encoding="utf-8")


class JsonLines(Target):
    """A puzzle on each line, in our own JSON with what was requested. An existing file is continued."""

    def __init__(self, path: Path, overwrite: bool) -> None:
        self.path = path
        self._numbers: dict[tuple[str, str, str], set[int]] = {}
        if path.exists() and not overwrite:
            self._read()
        self._file = path.open("w" if overwrite else "a", encoding="utf-8", newline="\n")

    def _read(self) -> None:
        """Reads what the file contains. Ends the program if it is not such a file."""
        end = 0
        with self.path.open("rb") as file:
            for i, line in enumerate(file, 1):
                if not line.endswith(b"\n") and line.startswith(b'{"gridwright": '):
                    break  # the last run ended while writing this line
                try:
                    told = json.loads(line)
                    made = told["made"]
                    key = told["genre"], json.dumps(made["asked"], sort_keys=True), made["seed"]
                    self._numbers.setdefault(key, set()).add(made["number"])
                except (ValueError, TypeError, KeyError):
                    fail(f"{self.path}, line {i}: this is not a generated puzzle; name a new file")
                end += len(line)
        with self.path.open("r+b") as file:
            file.truncate(end)

    def _key(self, order: Order, seed: str) -> tuple[str, str, str]:
        return order.genre.name, json.dumps(order.told(), sort_keys=True), seed

    def seed_of(self, order: Order) -> str | None:
        """The seed of the last puzzles of an equal order."""
        key = self._key(order, "")[:2]
        return next((seed for *own, seed in reversed(self._numbers) if tuple(own) == key), None)

    def done(self, order: Order) -> frozenset[int]:
        """The numbers of the order's puzzles in the file."""
        return frozenset(self._numbers.get(self._key(order, order.seed), ()))

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Adds a line."""
        self._file.write(task.order.line(task.number, puzzle) + "\n")
        self._file.flush()
        self.count += 1

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def told(self) -> str:
        """The number of lines added."""
        before = sum(map(len, self._numbers.values()))
        return f"{self.path}: {counted(self.count, 'puzzle')}" + (f" added to {before}" if before else "")


class Book(Target):
    """A booklet with answers at the end."""

    keeps = False

    def __init__(self, path: Path, find_answer: FindAnswer) -> None:
        self.path, self._book, self._find_answer = path, _booklet(path, None), find_answer

    def put(self, task: Task, puzzle: Puzzle) -> None:
        """Adds a puzzle with its answer."""
        del task
        self._book.add(puzzle, self._find_answer(puzzle))

    def close(self) -> None:
        """Writes the booklet unless it is empty."""
        if self._book.count:
            self._book.save()

    def told(self) -> str:
        """The number of puzzles."""
        return f"{self.path}: {counted(self._book.count, 'puzzle')}" if self._book.count else ""


def _booklet(path: Path, per_page: int | None) -> Booklet:
    return Booklet(str(path), Layout() if per_page is None else Layout(per_page=per_page))


@dataclass(frozen=True)
class Destination:
    """Where puzzles go, and in which format (None for the usual one)."""

    output: str | None
    to: str | None
    inputs: Inputs
    overwrite: bool = False
    """Whether files that exist are replaced."""


@contextmanager
def target_of(
    place: Destination, every: bool, count: int, show: Callable[[str], None], find_answer: FindAnswer
) -> Iterator[Target]:
    """The target, which is closed in the end. Ends the program if nothing can be written."""
    try:
        target = _opened(place, every, count, show, find_answer)
        try:
            yield target
        finally:
            target.close()
    except OSError as fault:
        fail(f"{fault.filename or place.output}: {words_of(fault)}")


def _opened(
    place: Destination, every: bool, count: int, show: Callable[[str], None], find_answer: FindAnswer
) -> Target:
    output, to = place.output, place.to
    if output is None:
        return StandardOutput(show, to)
    path = Path(output)
    ending = path.suffix.lower()
    if is_folder(output) or not (ending or path.exists()):
        return Sheets(path, place, find_answer) if every else Folder(path, place)
    place.inputs.protect(path)
    make_parents(path)
    if path.is_file() and ending != ".jsonl" and not place.overwrite:
        fail(f"{output}: this file exists; choose another name, or add --overwrite")
    if ending == ".jsonl" and to in (None, "json"):
        return JsonLines(path, place.overwrite)
    if to is not None and ending not in (".pdf", ".jsonl"):
        if count > 1 and to not in JOINED:
            fail(f"{output}: a file of the format {to} holds one puzzle; name a folder/ for several")
        return Joined(path, to)
    if to is not None:
        fail(f"{output}: the name says {ending[1:]}, --to says {to}")
    if ending == ".pdf":
        return Book(path, find_answer)
    if ending in (".spf", ".json"):
        if count > 1:
            fail(f"{output}: such a file holds one puzzle; name a folder/, a .pdf or a .jsonl for several")
        return Single(path)
    return fail(f"{output}: unknown ending; a booklet ends in .pdf, a file in .spf, .json or .jsonl (a puzzle on "
                "each line), a folder in /; other files need --to FORMAT; pictures are made by gridwright draw")
