"""The corpus of real puzzles: its folder, and its files and records as cases with their stored answers.

The corpus is not part of the project. Its folder is ``$GRIDWRIGHT_CORPUS`` or, if that is not set,
``../shared/corpus`` beside the project; ``corpus_folder`` returns None if it is missing.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import gridwright as gw
from gridwright.board.board import Spot
from research.answers import answer_layers
from research.records import READERS, Grid, Layers, Record, collections_of

ROOT = Path(__file__).resolve().parent.parent
TABLE_STEP = 20
"""Long sudoku tables are sampled: one line in every ``TABLE_STEP``."""


def corpus_folder() -> Path | None:
    """The folder of the corpus, or None."""
    setting = os.environ.get("GRIDWRIGHT_CORPUS")
    folder = Path(setting) if setting else ROOT.parent / "shared" / "corpus"
    return folder if (folder / "plaintext_index.jsonl").is_file() else None


@dataclass(frozen=True)
class Case:
    """A puzzle of the corpus with what is known about it: a text, or a record of a ``collection``.

    ``stored`` is the stored answer, a token per cell; ``expected`` is the status if the corpus counted the answers.
    """

    genre: str
    name: str
    data: bytes
    n_rows: int
    n_cols: int
    stored: Grid | None = None
    expected: str = ""
    placements: tuple[tuple[Any, ...], ...] = ()
    collection: str = ""
    record: Record | None = None

    def read(self) -> gw.Puzzle:
        """The puzzle. Raises FormatError or RecordError for an invalid text or record."""
        return gw.read(self.data) if self.record is None else READERS[self.collection].puzzle(self.record)

    def answer(self, puzzle: gw.Puzzle) -> gw.State | None:
        """The stored answer as a state of the puzzle, or None. Raises RecordError."""
        if self.placements:
            return gw.State.of(puzzle, _pips_layers(self))
        return None if self.stored is None else gw.State.of(puzzle, answer_layers(self.genre, puzzle, self.stored))

    @property
    def cells(self) -> int:
        """The size of the board."""
        return self.n_rows * self.n_cols

    @property
    def size_class(self) -> str:
        """Small, middle or large, by area."""
        return SIZE_CLASSES[0 if self.cells <= 144 else 1 if self.cells < 576 else 2]


SIZE_CLASSES = ("up to 12x12", "between", "from 24x24")


def genre_names() -> list[str]:
    """The genres with files in the corpus, in the order of the tables; [] if it is missing."""
    folder = corpus_folder()
    present = {} if folder is None else {**_sources(), **_plain_index(folder / "plaintext_index.jsonl")}
    return [name for name in (genre.name.casefold() for genre in gw.known_genres()) if name in present]


def recorded_genres() -> list[str]:
    """The genres with records in the corpus."""
    return sorted({reader.genre.casefold() for reader in READERS.values()})


def all_genres() -> list[str]:
    """The genres with puzzles in the corpus."""
    return sorted({*genre_names(), *recorded_genres()})


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file with one JSON object per line; none if the file is missing."""
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def cases(genre: str) -> list[Case]:
    """All texts of a genre, sorted by name; [] if there are none or the corpus is missing."""
    folder = corpus_folder()
    if folder is None:
        return []
    found = list(_sources().get(genre, _plain_cases)(folder, genre))
    return sorted(found, key=lambda case: case.name)


def record_cases(genre: str) -> list[Case]:
    """All records of a genre, sorted by name; [] if there are none or the corpus is missing."""
    folder = corpus_folder()
    if folder is None:
        return []
    found = [case for name in collections_of(genre) for case in _recorded(folder, name)]
    return sorted(found, key=lambda case: case.name)


def all_cases(genre: str) -> list[Case]:
    """All texts and records of a genre; records that were converted to texts count once."""
    texts = cases(genre)
    return [*texts, *(case for case in record_cases(genre) if case.name not in _names_converted(genre))]


def _names_converted(genre: str) -> set[str]:
    folder = corpus_folder()
    return {r["janko_id"] for r in _converted(folder) if r["genre"] == genre} if folder else set()


def _converted(folder: Path) -> Iterator[dict[str, Any]]:
    """The index of the records that were converted to texts."""
    for index in sorted((folder / "plaintext_converted").glob("index*")):
        yield from records(index)


def _recorded(folder: Path, collection: str) -> Iterator[Case]:
    """The records of a collection, without stored answers that failed the collectors' check."""
    genre = READERS[collection].genre.casefold()
    for path in (folder / "janko" / f"{collection}.jsonl", folder / "extra" / f"{collection}.jsonl"):
        for number, record in enumerate(records(path), 1):
            name = record.get("id") or (record.get("source") or "").split(":")[-1] or f"{collection}:{number}"
            stored = record.get("solution") if record.get("check") == "ok" else None
            size = record.get("rows") or 0, record.get("cols") or 0
            yield Case(genre, name, b"", *size, stored, collection=collection, record=record)


def _sources() -> dict[str, Callable[[Path, str], Iterable[Case]]]:
    return {
        "sudoku": _sudoku_cases,
        "pips": _pips_cases,
        "fillomino": _converted_cases,
        "shikaku": _converted_cases,
        "picross": _picross_cases,
    }


# -- sources ------------------------------------------------------------------------------------------------------


@cache
def _plain_index(path: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for record in records(path):
        found.setdefault(gw.genre(record["genre"]).name.casefold(), []).append(record)
    return found


LOOPS = frozenset(("masyu", "yajilin"))
"""Genres with stored rows in which tokens are separated by blanks (unless there are only dots)."""


def _plain_cases(folder: Path, genre: str) -> Iterator[Case]:
    for record in _plain_index(folder / "plaintext_index.jsonl").get(genre, []):
        rows = record.get("solution") if record.get("check") == "ok" else None
        stored = None if rows is None else [row.split() if genre in LOOPS and " " in row else list(row) for row in rows]
        expected = "none" if record["answer_status"] == "no solution exists" else ""
        data = (folder / "plaintext" / record["file"]).read_bytes()
        yield Case(genre, record["file"], data, record["rows"], record["cols"], stored, expected)


def _picross_cases(folder: Path, genre: str) -> Iterator[Case]:
    yield from _plain_cases(folder, genre)
    statuses = {"unique": "unique", "multiple": "several"}
    for record in records(folder / "nonogram_hard.jsonl"):
        clues = [",".join(map(str, runs)) or "0" for runs in record["row_clues"] + record["col_clues"]]
        head = ["picross", "unknown", f"{record['cols']} {record['rows']}"]
        data = "\n".join([*head, *clues, ""]).encode()
        stored = [list(row) for row in record["solution"]] if record.get("solution") else None
        expected = statuses.get(record["status"], "")
        yield Case(genre, "hard/" + record["name"], data, record["rows"], record["cols"], stored, expected)


def _converted_cases(folder: Path, genre: str) -> Iterator[Case]:
    stored = {r["id"]: r["solution"] for r in records(folder / "janko" / f"{genre}.jsonl") if r["check"] == "ok"}
    for record in _converted(folder):
        if record["genre"] == genre:
            data = (folder / "plaintext_converted" / record["file"]).read_bytes()
            tokens = stored.get(record["janko_id"])
            yield Case(genre, record["file"], data, record["rows"], record["cols"], tokens)


def _sudoku_cases(folder: Path, genre: str) -> Iterator[Case]:
    for record in records(folder / "sudoku_sdk_index.jsonl"):
        path = folder / "sudoku_sdk" / record["file"]
        if path.is_file():
            n = record["size"]
            stored = _square(record["solution"], n) if record.get("solution") else None
            yield Case(genre, record["file"], path.read_bytes(), n, n, stored, _counted(record.get("solutions")))
    for path in sorted((folder / "sudoku").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as table:
            for number, row in enumerate(csv.DictReader(table)):
                if number % TABLE_STEP == 0:
                    name, stored = f"{path.stem}:{number:04d}", _square(row["first_solution"], 9)
                    expected = _counted(int(row["solutions"]))
                    yield Case(genre, name, row["puzzle"].encode(), 9, 9, stored, expected)


def _counted(solutions: int | None) -> str:
    return "" if solutions is None else ("none", "unique", "several")[min(solutions, 2)]


def _square(text: str, side: int) -> list[list[str]] | None:
    return [list(text[i : i + side]) for i in range(0, side * side, side)] if len(text) == side * side else None


def _pips_cases(folder: Path, genre: str) -> Iterator[Case]:
    for record in records(folder / "pips" / "pips.jsonl"):
        name = f"{record['date']}-{record['level']}"
        placements = tuple(zip(record["dominoes"], record["placements"], strict=True))
        exact = record.get("count_status") == "exact"
        expected = _counted(record.get("count_placements")) if exact else ""
        for kind in ("board", "notebook"):
            path = folder / "pips" / f"txt_{kind}_format" / f"{name}.txt"
            if path.is_file():
                size = record["rows"], record["cols"]
                yield Case(genre, f"{name} ({kind})", path.read_bytes(), *size, [], expected, placements)


def _pips_layers(case: Case) -> Layers:
    pips: dict[Spot, Any] = {}
    laid: dict[Spot, Any] = {}
    for domino, places in case.placements:
        a, b = (Spot(2 * row + 1, 2 * col + 1) for row, col in places)
        pips[a], pips[b] = domino
        laid[Spot((a.y + b.y) // 2, (a.x + b.x) // 2)] = True
    return {"pip": pips, "domino": laid}
