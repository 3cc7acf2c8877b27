"""Where commands write puzzles and pictures. Their input files are never overwritten."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from .boards import Label
from .files import InputFile, sources
from .settings import Settings
from .show import UNREADABLE, Report, fail, words_of


class Inputs:
    """The input files of a command, which it must not overwrite. They are looked up when a file is in the way."""

    def __init__(self, names: Iterable[str], settings: Settings) -> None:
        self._names = [name for name in names if name != "-"]
        self._settings = settings
        self._known: frozenset[tuple[int, int]] | None = None

    def refusal(self, path: str | os.PathLike[str]) -> str:
        """Why nothing is written to a file: it is an input. Empty for all other files."""
        place = _place_on_disk(path)
        if place is None:
            return ""
        if self._known is None:
            files = (one.name for one in sources(self._names, self._settings) if isinstance(one, InputFile))
            self._known = frozenset(known for known in map(_place_on_disk, files) if known is not None)
        return f"{os.fspath(path)}: not overwritten, because it is an input" if place in self._known else ""

    def count(self) -> int:
        """The number of files, puzzles or not; standard input is left out."""
        return sum(isinstance(one, InputFile) for one in sources(self._names, self._settings))

    def protect(self, path: str | os.PathLike[str]) -> None:
        """Ends the program if a file is an input."""
        if refusal := self.refusal(path):
            fail(refusal)


def _place_on_disk(path: str | os.PathLike[str]) -> tuple[int, int] | None:
    """What tells a regular file from all others, whatever its name; None if there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 (pathlib is slow to import)
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


@dataclass
class OutputFiles:
    """One file, or a folder of files that are named after the files of their puzzles."""

    path: Path
    folder: bool
    inputs: Inputs
    taken: set[Path] = field(default_factory=set)
    refused: bool = False
    """Whether it has been reported that the only file is taken."""

    def next(self, label: Label, ending: str, *, numbered: bool = False) -> Path | Report:
        """The file for a puzzle, or why there is none. In a folder, its name has a number if several puzzles need one.

        With ``numbered`` it has one in any case.
        """
        if not self.folder:
            path = self.path
            if refused := self.refusal(label):
                return refused
        else:
            stem = "puzzle" if label.file == "-" else Path(label.file).stem
            bare = label.alone and not numbered
            digits = len(str(label.of))
            names = (stem if bare and not n else f"{stem}-{label.place + 1 + n:0{digits}}" for n in count())
            path = next(p for name in names if (p := self.path / f"{name}{ending}") not in self.taken)
        self.taken.add(path)
        refusal = self.inputs.refusal(path)
        return Report(err=refusal, status=UNREADABLE) if refusal else path


    def refusal(self, label: Label) -> Report | None:
        """Why a puzzle cannot go into the only file, which has room for one; reported once."""
        if self.folder or not (self.path in self.taken or label.of > 1):
            return None
        words = f"{label}: {self.path} already contains a puzzle; for several puzzles, name a folder: -o FOLDER/"
        self.refused, is_known = True, self.refused
        return Report(err="" if is_known else several(self.path, label.of) if label.of > 1 else words,
                      status=UNREADABLE)


def several(path: Path, count: int, what: str = "puzzles") -> str:
    """Why a file for one puzzle is not written."""
    return f"{path}: {count} {what} need a folder: -o FOLDER/"


def make_parents(path: Path) -> None:
    """Makes the folder of an output file; ends the program if that is impossible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        fail(f"{path}: {path.parent} is not a directory")
    except OSError as fault:
        fail(f"{path}: {words_of(fault)}")


def is_folder(output: str) -> bool:
    """Whether the name of an output is that of a folder, which need not exist."""
    return output.endswith(("/", "\\")) or Path(output).is_dir()
