"""ipuz: sudokus with regions and cages. Errors name the other kinds of puzzles.

Written after the introduction of the specification and a program that reads the format, without a real sudoku file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import Reading, Shelf
from .errors import FormatError, WriteError, shown
from .json_text import JsonPath, load_json, place_of
from .sudoku_parts import MAX_SIDE, Cage, Cell, SudokuContent, reading_of_parts

_WRAPPED = re.compile(r"\s*ipuz\s*\((.*)\)\s*;?\s*", re.DOTALL)
_KIND = re.compile(r"https?://(?:www\.)?ipuz\.org/([a-z]+)(?:#\d+)?(?:/(.*?))?(?:#\d+)?")
_SUBKINDS = frozenset(("", "sudoku", "jigsaw", "jigsawsudoku", "killer", "killersudoku"))
"""The kinds of sudokus whose rules follow from the regions and cages in the file."""


class IpuzFormat:
    """A sudoku or a killer."""

    name = "ipuz"

    def sniff(self, text: str) -> bool:
        """Whether a text names the format."""
        return "ipuz.org/" in text[:100_000] and '"kind"' in text

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzle of a text. Raises FormatError."""
        del options
        wrapped = _WRAPPED.fullmatch(text)
        inner = text if wrapped is None else wrapped[1]
        record = load_json(inner)
        if not isinstance(record, dict):
            raise FormatError("this is no puzzle of ipuz", expected="an object", found=shown(json.dumps(record)))
        return [_IpuzFile(inner, record).reading(shelf)]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """Raises WriteError: no file was ever tried in another program."""
        del puzzle, dialect, answer
        raise WriteError("ipuz is read only")


class _IpuzFile:
    """One file."""

    def __init__(self, text: str, record: Mapping[str, Any]) -> None:
        self._text, self._record = text, record

    def _error(self, path: JsonPath, what: str, expected: str = "", code: str = "bad-value") -> FormatError:
        line, column = place_of(self._text, path)
        return FormatError(what, line, column, expected, code=code)

    def reading(self, shelf: Shelf) -> Reading:
        """The puzzle, with its solution. Raises FormatError."""
        self._check_kind()
        side = self._side()
        symbols = self._symbols(side)
        given = self._grid("puzzle", side, symbols)
        if given is None:
            raise self._error((), "the puzzle is missing", '"puzzle": rows of cells')
        known = {cell: n for cell, n in given.items() if n is not None}
        cages = [self._cage(i, entry, side) for i, entry in enumerate(self._list("cages"))]
        about = About(
            self._word("title"), self._word("author"), tuple(filter(None, [self._word("copyright")])),
            self._word("difficulty"), tuple(filter(None, [self._word("notes")])),
        )  # fmt: skip
        solution = self._grid("solution", side, symbols) or {}
        numbers = [solution[cell] for cell in sorted(solution)]
        try:
            parts = SudokuContent(side, known, self._regions(side), cages, about)
            return reading_of_parts(shelf, IpuzFormat.name, parts, numbers)
        except PuzzleError as fault:
            raise self._error(("puzzle",), str(fault)) from None

    def _check_kind(self) -> None:
        kinds = self._record.get("kind")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if not isinstance(kinds, list) or not kinds:
            raise self._error((), "the kind is missing", '"kind": ["http://ipuz.org/sudoku#1"]')
        for i, kind in enumerate(kinds):
            found = _KIND.fullmatch(kind) if isinstance(kind, str) else None
            if found is None or found[1] != "sudoku":
                what = f"of ipuz, sudokus are read, and this is {shown(str(kind), 60)}"
                raise self._error(("kind", i), what, code="variant")
            if re.sub(r"[\W_]+", "", found[2] or "").casefold() not in _SUBKINDS:
                what = f"this kind of sudoku has rules that no genre has: {found[2]}"
                raise self._error(("kind",), what, code="variant")
        if self._list("zones"):
            raise self._error(("zones",), "zones are areas with rules that no genre has", code="variant")
        operators = [cage.get("operator") for cage in self._list("cages") if isinstance(cage, dict)]
        other = next((sign for sign in operators if sign not in (None, "", "+")), None)
        if other is not None:
            what = f"cages with the operation {other!r} are a rule that killers lack"
            raise self._error(("cages",), what, code="variant")

    def _word(self, name: str) -> str:
        value = self._record.get(name)
        return value if isinstance(value, str) else ""

    def _list(self, name: str) -> list[Any]:
        value = self._record.get(name) or []
        if not isinstance(value, list):
            raise self._error((name,), f"{name!r} is no list", "a list")
        return value

    def _side(self) -> int:
        size = self._record.get("dimensions")
        width, height = (size.get("width"), size.get("height")) if isinstance(size, dict) else (None, None)
        if type(width) is not int or width != height or not 1 <= width <= MAX_SIDE:
            expected = f"the same width and height, from 1 to {MAX_SIDE}"
            raise self._error(("dimensions",), "the size is not that of a sudoku", expected)
        return width

    def _symbols(self, side: int) -> Mapping[str, int]:
        """The numbers of the characters."""
        chars = self._record.get("charset")
        if chars is None:
            return {str(n): n for n in range(1, side + 1)}
        if not isinstance(chars, str) or len(chars) != side or len(set(chars)) != side:
            raise self._error(("charset",), "the characters are not one for each number", f"{side} characters")
        return {char: n for n, char in enumerate(chars, 1)}

    def _grid(self, name: str, side: int, symbols: Mapping[str, int]) -> dict[Cell, int | None] | None:
        rows = self._record.get(name)
        if rows is None:
            return None
        if not isinstance(rows, list) or len(rows) != side or not all(
            isinstance(row, list) and len(row) == side for row in rows
        ):  # fmt: skip
            raise self._error((name,), f"{name!r} has another size", f"{side} rows of {side} cells")
        values = (((r, c), value) for r, row in enumerate(rows) for c, value in enumerate(row))
        return {(r, c): self._value((name, r, c), value, symbols) for (r, c), value in values}

    def _value(self, path: tuple[str | int, ...], value: Any, symbols: Mapping[str, int]) -> int | None:
        if isinstance(value, dict):
            value = value.get("value", value.get("given", value.get("cell")))
        empty = self._record.get("empty", 0)
        if value is None or value == empty or str(value) == str(empty):
            return None
        if str(value) not in symbols or isinstance(value, list | bool):
            raise self._error(path, "this is no number of the sudoku", " ".join(symbols))
        return symbols[str(value)]

    def _regions(self, side: int) -> list[list[int]] | None:
        """The usual boxes (None), or none at all (each row is a region) if ``boxes`` is false."""
        return None if self._record.get("boxes", True) is not False else [[r] * side for r in range(side)]

    def _cage(self, i: int, entry: Any, side: int) -> Cage:
        cells = entry.get("cells") if isinstance(entry, dict) else None
        rect = entry.get("rect") if isinstance(entry, dict) else None
        if isinstance(rect, list) and len(rect) == 4 and all(type(n) is int and 1 <= n <= side for n in rect):
            cells = [[x, y] for y in range(rect[1], rect[3] + 1) for x in range(rect[0], rect[2] + 1)]
        if not isinstance(cells, list) or not cells:
            raise self._error(("cages", i), "the cage lacks its cells", '"cells": [[column, row], ...], from 1')
        for cell in cells:
            fine = isinstance(cell, list) and len(cell) == 2 and all(type(n) is int and 1 <= n <= side for n in cell)
            if not fine:
                raise self._error(("cages", i), "the cage names no cell", "[column, row], from 1")
        value = entry.get("value")
        if value is not None and type(value) is not int:
            raise self._error(("cages", i), "the total of the cage is no number", "a number")
        return Cage([(row - 1, col - 1) for col, row in cells], value)
