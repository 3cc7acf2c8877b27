"""f-puzzles: sudokus and killer sudokus as JSON, usually compressed in a link. Other rules are refused by name."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from ..board.board import Spot
from ..board.rect import Rect, box_size
from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import Reading, Shelf
from .errors import FormatError, WriteError, shortened, shown
from .json_text import load_json
from .lz_string import compress, decompress
from .several import first_line, read_links
from .sudoku_parts import (
    MAX_SIDE,
    Cage,
    Cell,
    FPuzzlesKropki,
    Sudoku,
    answer_from,
    dialect_of,
    made,
    numbers_of,
    spot,
    taken_apart,
)

_LINK = re.compile(
    r"(?:https?://)?(?:(?:www\.)?f-puzzles\.com/\?load=|(?:(?:beta\.)?sudokupad\.app|app\.crackingthecryptic\.com(?:/sudoku)?)"
    r"/(?:\?puzzleid=)?fpuz(?:zles)?)(?P<text>\S+)",
    re.IGNORECASE,
)
_SITE = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/\?id=\S+", re.IGNORECASE)
_BARE = re.compile(r"N4Ig[A-Za-z0-9+/%]{20,}(?:=.*)?")
_CELL = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})")
_DOTS = {"difference": ("white", "1"), "ratio": ("black", "2")}
"""Constraints that are dots of Kropki: their colours, and the values that they usually have."""
_TOLD = frozenset(("size", "grid", "title", "author", "ruleset", "solution", "killercage"))
_SETTINGS = frozenset(("highlightConflicts", "disabledlogic", "disabledLogic", "truecandidatesoptions", "negative"))
_DRAWINGS = frozenset(("cage", "text", "line", "circle", "rectangle"))
_NAMES = {
    "diagonal+": "the numbers on the rising diagonal differ", "diagonal-": "the numbers on the falling diagonal differ",
    "antiknight": "cells a knight's move apart differ", "antiking": "cells that touch at a corner differ",
    "disjointgroups": "cells at the same place of their boxes differ",
    "nonconsecutive": "neighbours are never consecutive",
}  # fmt: skip


def is_fpuzzles_link(text: str) -> bool:
    """Whether a text of one line is a link, or the compressed text of one."""
    told = text.strip()
    return any(kind.fullmatch(told) for kind in (_LINK, _SITE, _BARE))


class FPuzzlesFormat:
    """Links, one on each line, or JSON."""

    name = "fpuzzles"
    about = "f-puzzles: links and JSON"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        if text.lstrip().startswith("{"):
            return '"grid"' in text and '"size"' in text and '"gridwright"' not in text
        return is_fpuzzles_link(first_line(text))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        if text.lstrip().startswith("{"):
            return [reading_of(load_json(text), shelf)]
        return read_links(text, lambda link: reading_of(load_json(unpacked(link)), shelf))

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The link of a puzzle. Raises WriteError."""
        told = json.dumps(record_of(puzzle, dialect, answer), separators=(",", ":"), ensure_ascii=False)
        return f"https://www.f-puzzles.com/?load={compress(told)}\n"


def unpacked(link: str) -> str:
    """The JSON of a link, or of its compressed text. Raises FormatError."""
    if _SITE.fullmatch(link):
        raise FormatError("this link names a puzzle that only the site knows", expected="a link with ?load=")
    found = _LINK.fullmatch(link)
    packed = unquote(found["text"] if found else link)
    # In the path of an address slashes are doubled.
    return decompress(packed.replace(" ", "+").replace("//", "/") if "sudokupad" in link else packed.replace(" ", "+"))


# -- reading ----------------------------------------------------------------------------------------------------------


def reading_of(told: Any, shelf: Shelf) -> Reading:
    """The puzzle of an object of f-puzzles. Raises FormatError."""
    if not isinstance(told, dict):
        raise FormatError("this is no puzzle of f-puzzles", expected="an object", found=shown(json.dumps(told)))
    dotted = [name for name in _DOTS if told.get(name)]
    _check_rules(told, dotted)
    side = told.get("size")
    if type(side) is not int or not 1 <= side <= MAX_SIDE:
        expected = f"a number from 1 to {MAX_SIDE}"
        raise FormatError("the size is not told", expected=expected, found=shown(json.dumps(side)))
    grid = _Grid(told.get("grid"), side)
    drawn = ", ".join(name for name in sorted(_DRAWINGS) if told.get(name))
    warnings = [f"drawings ({drawn}) are left out; they may stand for rules"] if drawn else []
    about = About(
        title=_text(told, "title"), author=_text(told, "author"),
        description=tuple(_text(told, "ruleset").split("\n")) if _text(told, "ruleset") else (),
    )  # fmt: skip
    cages = [_cage(entry, side) for entry in _list(told, "killercage")]
    dots = _dots(told, grid, side) if dotted else {}
    try:
        if dots:
            puzzle = _kropki(shelf, side, grid, dots, about)
        else:
            parts_told = Sudoku(side, grid.given, grid.regions, cages, about)
            puzzle = made(shelf, FPuzzlesFormat.name, parts_told)
    except PuzzleError as fault:
        raise FormatError(str(fault), code="bad-value") from None
    parts = next(one for one in puzzle.genre.dialects if one.format == FPuzzlesFormat.name)
    answer = answer_from(puzzle, parts, _solution(told, side)) or answer_from(puzzle, parts, grid.numbers)
    if answer is None and grid.entered:
        warnings.append("the numbers that a player entered are left out")
    return Reading(puzzle, answer, tuple(warnings), FPuzzlesFormat.name)


def _dots(told: Mapping[str, Any], grid: _Grid, side: int) -> dict[Spot, str]:
    """The dots of a Kropki: all of them are given, and the regions are the rows. Raises FormatError if it is none."""
    if not grid.in_rows or told.get("killercage") or not {*_DOTS} <= set(map(str, _list(told, "negative"))):
        what = "dots are a rule of Kropki, where all dots are given (negative) and the regions are the rows"
        raise FormatError(f"this sudoku has rules that no genre has: {what}", code="other-rules")
    links = set(Rect.of(side, side).links)
    found: dict[Spot, str] = {}
    for name, (colour, usual) in _DOTS.items():
        for entry in _list(told, name):
            cells = _cage(entry | {"value": None}, side).cells if isinstance(entry, dict) else ()
            if str(entry.get("value") or usual) != usual or len(cells) != 2:
                raise FormatError(f"a {name} with another value than {usual} is no dot of Kropki", code="other-rules")
            (y, x), (v, u) = cells
            link = Spot(y + v + 1, x + u + 1)
            if link not in links or abs(y - v) + abs(x - u) != 1:
                raise FormatError(f"a {name} is not between neighbours", code="other-rules")
            found[link] = colour
    return found


def _kropki(shelf: Shelf, side: int, grid: _Grid, dots: Mapping[Spot, str], about: About) -> Puzzle:
    genre, parts = dialect_of(shelf, FPuzzlesFormat.name, "kropki")
    numbers = {spot(cell): n for cell, n in grid.given.items()}
    return Puzzle.of(genre, Rect.of(side, side), {parts.number.name: numbers, parts.dot.name: dots}, about=about)


def _check_rules(told: Mapping[str, Any], dotted: Sequence[str]) -> None:
    """Raises FormatError for a rule that no genre has."""
    known = _TOLD | _SETTINGS | _DRAWINGS | set(dotted)
    others = [name for name, value in told.items() if name not in known and value not in (False, None, [], {}, "", 0)]
    if others:
        names = shortened(", ".join(_NAMES.get(name, name) for name in others), 300)
        raise FormatError(f"this sudoku has rules that no genre has: {names}", code="other-rules")


def _text(told: Mapping[str, Any], name: str) -> str:
    value = told.get(name)
    return value if isinstance(value, str) else ""


def _list(told: Mapping[str, Any], name: str) -> list[Any]:
    value = told.get(name) or []
    if not isinstance(value, list):
        raise FormatError(f"{name} is no list", expected="a list", found=shown(json.dumps(value)))
    return value


class _Grid:
    """The cells: what is given, what a player entered, and the regions."""

    def __init__(self, rows: Any, side: int) -> None:
        fine = isinstance(rows, list) and len(rows) == side
        if not fine or not all(isinstance(row, list) and len(row) == side for row in rows):
            raise FormatError("the grid has another size", expected=f"{side} lists of {side} cells")
        height, width = box_size(side)
        self.given: dict[Cell, int] = {}
        self.numbers: list[int | None] = []
        self.entered = False
        own: list[list[Any]] = []
        usual: list[list[int]] = []
        for r, row in enumerate(rows):
            usual.append([r // height * height + c // width for c in range(side)])
            own.append(list(usual[-1]))
            for c, cell in enumerate(row):
                self._take((r, c), cell if isinstance(cell, dict) else {}, own[-1])
        self.regions = None if own == usual else own
        self.in_rows = all(len(set(row)) == 1 for row in own)

    def _take(self, at: Cell, cell: Mapping[str, Any], regions: list[Any]) -> None:
        value = cell.get("value")
        name = f"R{at[0] + 1}C{at[1] + 1}"
        if value is not None and type(value) is not int:
            raise FormatError(f"the value of {name} is no number", expected="a number", found=shown(json.dumps(value)))
        if cell.get("givenPencilMarks"):
            what = f"the candidates of {name} are restricted, and no genre has that rule"
            raise FormatError(what, code="other-rules")
        if value is not None and cell.get("given") is True:
            self.given[at] = value
        self.entered = self.entered or (value is not None and cell.get("given") is not True)
        self.numbers.append(value)
        region = cell.get("region")
        if region is not None:
            if type(region) not in (int, float, str):
                raise FormatError(f"the region of {name} is no number", expected="a number")
            regions[at[1]] = region


def _cage(entry: Any, side: int) -> Cage:
    """A killer cage. Raises FormatError."""
    cells = entry.get("cells") if isinstance(entry, dict) else None
    if not isinstance(cells, list) or not cells:
        raise FormatError("a killer cage lacks its cells", expected='"cells": ["R1C1", ...]')
    found = []
    for name in cells:
        place = _CELL.fullmatch(name) if isinstance(name, str) else None
        row, col = (int(place[1]), int(place[2])) if place else (0, 0)
        if not (1 <= row <= side and 1 <= col <= side):
            raise FormatError("a killer cage names no cell", expected="R1C1", found=shown(json.dumps(name)))
        found.append((row - 1, col - 1))
    return Cage(list(dict.fromkeys(found)), total_of(entry.get("value")))


def total_of(value: Any) -> int | None:
    """The total that a cage tells. Raises FormatError for what is none."""
    if value is None or value == "":
        return None
    if type(value) is int:
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,6}\s*", value, re.ASCII):
        return int(value)
    raise FormatError("the total of a cage is no number", expected="a number", found=shown(json.dumps(value)))


def _solution(told: Mapping[str, Any], side: int) -> list[int | None]:
    """The numbers of the solution; empty if there is none."""
    values = told.get("solution") or []
    if isinstance(values, str) and side < 10:
        values = list(values)
    if not isinstance(values, list):
        return []
    words = [str(value) if type(value) in (int, str) else "" for value in values]
    return [int(word) if re.fullmatch(r"[0-9]{1,3}", word, re.ASCII) else None for word in words]


# -- writing ----------------------------------------------------------------------------------------------------------


def record_of(puzzle: Puzzle, dialect: Any, answer: State | None) -> dict[str, Any]:
    """A puzzle as an object of f-puzzles. Raises WriteError."""
    if isinstance(dialect, FPuzzlesKropki):
        return _kropki_record(puzzle, dialect, answer)
    told = taken_apart(puzzle, dialect)
    if told.side > 16:
        raise WriteError("f-puzzles has boards of up to 16 x 16")
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(told.side)] for _ in range(told.side)]
    for (row, col), n in told.given.items():
        grid[row][col] = {"value": n, "given": True}
    for row, regions in enumerate(told.regions or ()):
        for col, region in enumerate(regions):
            grid[row][col]["region"] = region
    record: dict[str, Any] = {"size": told.side}
    record |= _about_record(told.about)
    record["grid"] = grid
    if told.cages or dialect.cage is not None:
        record["killercage"] = [
            {"cells": [f"R{row + 1}C{col + 1}" for row, col in cage.cells]}
            | ({} if cage.total is None else {"value": str(cage.total)})
            for cage in told.cages
        ]
    if dialect.cage is not None and not told.cages:
        raise WriteError("a killer without cages is a sudoku to f-puzzles")
    if answer is not None:
        record["solution"] = numbers_of(answer, dialect)
    return record


def _about_record(about: About) -> dict[str, str]:
    told = {"title": about.title, "author": about.author, "ruleset": "\n".join(about.description)}
    return {name: text for name, text in told.items() if text}


def _kropki_record(puzzle: Puzzle, dialect: FPuzzlesKropki, answer: State | None) -> dict[str, Any]:
    """A Kropki as a sudoku whose regions are the rows. Raises WriteError."""
    board = puzzle.board
    if not isinstance(board, Rect) or board.holes or not 0 < board.n_rows == board.n_cols <= 16:
        raise WriteError("f-puzzles has square boards of up to 16 x 16")
    grid: list[list[dict[str, Any]]] = [[{"region": row} for _ in range(board.n_cols)] for row in range(board.n_rows)]
    for at, n in puzzle.given.get(dialect.number.name, {}).items():
        grid[at.y // 2][at.x // 2] |= {"value": n, "given": True}
    dots: Mapping[Spot, Any] = puzzle.given.get(dialect.dot.name, {})
    if not dots:
        raise WriteError("a Kropki without dots is a latin square to f-puzzles")
    record: dict[str, Any] = {"size": board.n_rows, **_about_record(puzzle.about), "grid": grid}
    for name, (colour, _) in _DOTS.items():
        links = [link for link in sorted(dots) if dots[link] == colour]
        record[name] = [{"cells": [f"R{c.y // 2 + 1}C{c.x // 2 + 1}" for c in board.ends(link)]} for link in links]
    record["negative"] = list(_DOTS)
    if answer is not None:
        record["solution"] = numbers_of(answer, dialect)
    return record


__all__ = ["FPuzzlesFormat", "dialect_of", "is_fpuzzles_link", "reading_of", "total_of", "unpacked"]
