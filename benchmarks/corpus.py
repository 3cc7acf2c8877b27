"""The corpus of real puzzles: where it is, its files as cases, and the answers that are stored with them.

The corpus is not part of the project. It is looked for in ``$GRIDWRIGHT_CORPUS`` or, where that is not set, in
``../shared/corpus`` beside the project; where it is missing, ``corpus_folder`` says None.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import gridwright as gw
from gridwright.language.board import DOWN, LEFT, RIGHT, UP, Spot

ROOT = Path(__file__).resolve().parent.parent
TABLE_STEP = 20
"""Of the long sudoku tables only every so many lines are taken."""

Tokens = Sequence[Sequence[str]]
Layers = dict[str, dict[Spot, Any]]


def corpus_folder() -> Path | None:
    """Where the corpus is, or None."""
    told = os.environ.get("GRIDWRIGHT_CORPUS")
    folder = Path(told) if told else ROOT.parent / "shared" / "corpus"
    return folder if (folder / "plaintext_index.jsonl").is_file() else None


@dataclass(frozen=True)
class Case:
    """One puzzle of the corpus as text, with what is known about it.

    ``stored``: the stored answer, a token per cell; ``expected``: the verdict's status, where the corpus counted.
    """

    genre: str
    name: str
    data: bytes
    n_rows: int
    n_cols: int
    stored: Tokens | None = None
    expected: str = ""
    placements: tuple[tuple[Any, ...], ...] = ()

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
    """The genres that have text formats besides SPF, which the corpus's files are in, in the order of the tables."""
    told = [genre for genre in gw.known_genres() if {dialect.format for dialect in genre.dialects} - {"spf"}]
    return [genre.name.casefold() for genre in told]


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file with one JSON object per line."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def cases(genre: str) -> list[Case]:
    """Every case of a genre, by name; [] where the corpus is missing."""
    folder = corpus_folder()
    if folder is None:
        return []
    found = list(_sources().get(genre, _plain_cases)(folder, genre))
    return sorted(found, key=lambda case: case.name)


def _sources() -> dict[str, Callable[[Path, str], Iterable[Case]]]:
    return {
        "sudoku": _sudoku_cases,
        "pips": _pips_cases,
        "fillomino": _converted_cases,
        "shikaku": _converted_cases,
        "picross": _picross_cases,
    }


# -- where cases come from ----------------------------------------------------------------------------------------


@cache
def _plain_index(path: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for record in records(path):
        found.setdefault(gw.genre(record["genre"]).name.casefold(), []).append(record)
    return found


LOOPS = frozenset(("masyu", "yajilin"))
"""Genres whose stored rows hold tokens with blanks between them (where they hold more than dots)."""


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
    for record in records(next((folder / "plaintext_converted").glob("index*"))):
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


# -- stored answers -----------------------------------------------------------------------------------------------


def stored_answer(case: Case, puzzle: gw.Puzzle) -> gw.State | None:
    """The stored answer as a state of the puzzle; None where there is none."""
    if case.stored is None:
        return None
    if case.genre == "pips":
        return gw.State.of(puzzle, _pips_layers(case))
    return gw.State.of(puzzle, _LAYERS[case.genre](puzzle, case.stored))


def marks_of(state: gw.State) -> set[tuple[str, Spot, Any]]:
    """What a state sets, without the spots that it leaves away."""
    return {(name, s, v) for name, layer in state.marks.items() for s, v in layer.items() if v is not False}


def _at(tokens: Tokens, cell: Spot) -> str:
    return tokens[cell.y // 2][cell.x // 2]


def _shading(layer: str, token: str) -> Callable[[gw.Puzzle, Tokens], Layers]:
    def layers(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
        return {layer: {c: _at(tokens, c) == token for c in puzzle.board.cells}}

    return layers


def _fences(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
    inside = {c for c in puzzle.board.cells if _at(tokens, c) == "#"}
    faces = puzzle.board.faces
    return {"loop": {e: sum(f in inside for f in faces(e)) == 1 for e in puzzle.board.edges}}


def _numbers(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
    return {"number": {c: int(_at(tokens, c)) for c in puzzle.board.cells}}


_BRIDGES = {(True, "-"): 1, (True, "="): 2, (False, "|"): 1, (False, "H"): 2}


def _hashi(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
    found: dict[Spot, Any] = {}
    islands = puzzle.given["island"]
    for link in puzzle.genre(puzzle).terms["bridge"]:
        if link is not None:
            between = next(end for end in puzzle.board.ends(link) if end not in islands)
            found[link] = _BRIDGES.get((link.y % 2 == 1, _at(tokens, between)), 0)
    return {"bridge": found}


_WAYS = {"n": UP, "e": RIGHT, "s": DOWN, "w": LEFT}


def _line(puzzle: gw.Puzzle, tokens: Tokens) -> dict[Spot, Any]:
    drawn = {
        Spot(c.y + _WAYS[way][0] // 2, c.x + _WAYS[way][1] // 2)
        for c in puzzle.board.cells
        if set(_at(tokens, c)) <= set(_WAYS)
        for way in _at(tokens, c)
    }
    return {link: link in drawn for link in puzzle.board.links}


def _masyu(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
    return {"loop": _line(puzzle, tokens)}


def _yajilin(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
    return {"loop": _line(puzzle, tokens), **_shading("shade", "#")(puzzle, tokens)}


def _shikaku(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
    ends = puzzle.board.ends
    return {"border": {s: len({_at(tokens, c) for c in ends(s)}) == 2 for s in puzzle.board.links}}


def _sudoku(puzzle: gw.Puzzle, tokens: Tokens) -> Layers:
    symbols = puzzle.keys.get("symbols") or "".join(sorted({t for row in tokens for t in row}))
    return {"number": {c: symbols.index(_at(tokens, c)) + 1 for c in puzzle.board.cells}}


def _pips_layers(case: Case) -> Layers:
    pips: dict[Spot, Any] = {}
    laid: dict[Spot, Any] = {}
    for domino, places in case.placements:
        a, b = (Spot(2 * row + 1, 2 * col + 1) for row, col in places)
        pips[a], pips[b] = domino
        laid[Spot((a.y + b.y) // 2, (a.x + b.x) // 2)] = True
    return {"pip": pips, "domino": laid}


_LAYERS: dict[str, Callable[[gw.Puzzle, Tokens], Layers]] = {
    "akari": _shading("lamp", "o"),
    "fences": _fences,
    "fillomino": _numbers,
    "hashi": _hashi,
    "heyawake": _shading("shade", "#"),
    "hitori": _shading("shade", "#"),
    "kuromasu": _shading("shade", "#"),
    "masyu": _masyu,
    "minesweeper": _shading("mine", "*"),
    "nurikabe": _shading("sea", "#"),
    "picross": _shading("shade", "#"),
    "shikaku": _shikaku,
    "sudoku": _sudoku,
    "yajilin": _yajilin,
}
