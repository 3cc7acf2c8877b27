"""Files of sudoku programs: ``.sdk`` (a line for each row, below metadata), ``.sdx`` (with candidates), ``.sdm`` (a
puzzle in each line), the XML of OpenSudoku for Android, and ipuz.

The reader of ipuz follows the introduction of the specification and a program that reads the format; no real sudoku
file was at hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import Reading, Shelf
from .errors import FormatError, Line, WriteError, shown, split_lines
from .json_and_xml import Element, JsonPath, load_json, load_xml, place_of
from .sources import check_lines, found_puzzles
from .sudoku_parts import MAX_SIDE, Cage, Cell, SudokuContent, parts_of, reading_of_parts

_HEAD = re.compile(r"#([ABCDLSU])\s*(.*)")
_SECTION = re.compile(r"\[([A-Za-z]+)\]")
_ITEM = re.compile(r"[0-9u.]+")
_LONGEST = 300
"""The maximum length of a line of a grid."""
_EMPTY = frozenset("0._xX*")
_ABOUT = {"A": "author", "D": "description", "C": "description", "L": "difficulty"}
_WRITTEN = {"A": "author", "L": "difficulty"}


class SdkFormat:
    """A sudoku with a line for each row, below metadata such as ``#Aauthor`` or below ``[Puzzle]``."""

    name = "sdk"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        lines = [line for line in split_lines(text[:20_000]) if line.text.strip()]
        if not lines:
            return False
        first = lines[0].text.strip()
        if _SECTION.fullmatch(first):
            return first.lower() == "[puzzle]"
        rows = [line for line in lines if not line.text.startswith("#")]
        if not _HEAD.fullmatch(first):
            return _is_candidates(rows)
        return len(rows) >= 9 and (len(rows[0].text.strip()) == len(rows) or _is_candidates(rows))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The sudoku of a file. Raises FormatError."""
        del options
        check_lines(text)
        sections: dict[str, list[Line]] = {"puzzle": []}
        heads: dict[str, list[str]] = {}
        here = sections["puzzle"]
        for line in split_lines(text):
            inked = line.text.strip()
            head, section = _HEAD.fullmatch(inked), _SECTION.fullmatch(inked)
            if section:
                here = sections.setdefault(section[1].lower(), [])
            elif head:
                heads.setdefault(head[1], []).append(head[2].strip())
            elif inked and not inked.startswith("#"):
                here.append(line)
        return [_sdk_reading(sections, heads, shelf)]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """A line for each row, below the author and the level. Raises WriteError."""
        if answer is not None:
            raise WriteError("this format has no place for an answer")
        about = puzzle.about
        heads = [f"#{letter}{getattr(about, name)}" for letter, name in _WRITTEN.items() if getattr(about, name)]
        texts = [text for text in (about.title, *about.description) if text]
        heads += [f"#D{text}" for text in texts] + [f"#C{text}" for text in about.credits if text]
        if any("\n" in head or "\r" in head for head in heads):
            raise WriteError("the format has texts of one line only")
        rows = _rows(puzzle, dialect)
        return "\n".join([*heads, *rows, ""])


class SdmFormat:
    """A sudoku in each line, of digits and dots. The reader of sudoku text reads it."""

    name = "sdm"

    def sniff(self, text: str) -> bool:
        """Never, as sudoku text recognises such lines."""
        del text
        return False

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All sudokus of a collection. Raises FormatError."""
        from .sudoku import SudokuFormat

        return SudokuFormat().read_all(text, shelf, {"symbols": "123456789", **options})

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The line of a sudoku. Raises WriteError."""
        if answer is not None:
            raise WriteError("this format has no place for an answer")
        return "".join(_rows(puzzle, dialect)) + "\n"


def _rows(puzzle: Puzzle, dialect: Any) -> list[str]:
    parts = parts_of(puzzle, dialect)
    if parts.regions is not None or parts.side != 9:
        raise WriteError("the format has sudokus of 9 x 9 with the usual boxes only")
    return ["".join(str(parts.given.get((row, col), ".")) for col in range(9)) for row in range(9)]


def _is_candidates(rows: Sequence[Line]) -> bool:
    """Whether the rows are 9 lines of 9 cells with candidates, some with several."""
    items = [line.text.split() for line in rows]
    if len(items) != 9 or any(len(row) != 9 for row in items):
        return False
    return all(_ITEM.fullmatch(item) for row in items for item in row) and any(len(i) > 1 for row in items for i in row)


def _sdk_reading(sections: Mapping[str, list[Line]], heads: Mapping[str, list[str]], shelf: Shelf) -> Reading:
    rows, state = sections["puzzle"], sections.get("state", [])
    warnings: list[str] = []
    if _is_candidates(rows):
        given = _of_candidates(rows)
        warnings.append("the candidates are left out, and a cell with one candidate is taken as given")
    else:
        given = {divmod(i, 9): n for i, n in enumerate(_values(rows)) if n}
    texts: dict[str, Any] = {"description": ()}
    for letter, values in heads.items():
        name = _ABOUT.get(letter)
        if name == "description":
            texts[name] = (*texts[name], *values)
        elif name is not None:
            texts[name] = " ".join(values)
    credits = tuple(text for letter in "SUB" for text in heads.get(letter, ()))
    parts = SudokuContent(9, given, about=About(credits=credits, **texts))
    numbers = _values(state) if state else []
    try:
        return reading_of_parts(
            shelf, SdkFormat.name, parts, [n or None for n in numbers], warnings=warnings, entered=bool(state)
        )
    except PuzzleError as fault:
        raise FormatError(str(fault), rows[0].number, code="bad-value") from None


def _values(rows: Sequence[Line]) -> list[int]:
    """The numbers of a grid, 0 for none. Raises FormatError."""
    values: list[int] = []
    for line in rows:
        if len(line.text) > _LONGEST or len(values) > 81:
            raise line.error("the grid has another size", expected="81 cells", found="more")
        for i, char in enumerate(line.text):
            if char in "|+-! " or char.isspace():
                continue
            if char in _EMPTY:
                values.append(0)
            elif char.isascii() and char.isdigit():
                values.append(int(char))
            else:
                raise line.error("this is not a number", i, expected="a digit or '.'", found=shown(char))
    if len(values) != 81:
        number = rows[0].number if rows else 1
        raise FormatError("the grid has another size", number, 1, "81 cells", f"{len(values)} cells")
    return values


def _of_candidates(rows: Sequence[Line]) -> dict[tuple[int, int], int]:
    """The numbers of the cells with a single candidate, except those that a player entered (``u5``)."""
    return {
        (r, c): int(item)
        for r, line in enumerate(rows) for c, item in enumerate(line.text.split())
        if len(item) == 1 and item.isdigit() and item != "0"
    }  # fmt: skip


# -- OpenSudoku ------------------------------------------------------------------------------------------------------

class OpenSudokuFormat:
    """Files of OpenSudoku, of its first and its second version."""

    name = "opensudoku"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return "<opensudoku" in text[:4096]

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All games of a file. Raises FormatError."""
        del options
        root = load_xml(text)
        if root.name != "opensudoku":
            raise root.error("this is not an OpenSudoku collection", "<opensudoku>", shown(root.name))
        if root.attributes.get("version", "1") not in ("1", "2", "3"):
            raise root.error("another version of the format", "version 1 or 2", shown(root.attributes["version"]))
        folders = list(root.all("folder")) or [root]
        games = [(folder, game) for folder in folders for game in folder.all("game")]
        found_puzzles(len(games))
        return [_game_reading(root, folder, game, shelf) for folder, game in games]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """Raises WriteError: OpenSudoku imports ``.sdm``."""
        del puzzle, dialect, answer
        raise WriteError("OpenSudoku's files are read only; it imports sdm")


def _game_reading(root: Element, folder: Element, game: Element, shelf: Shelf) -> Reading:
    values, given = _cells(game)
    title = root.text_of("name") or folder.attributes.get("name", "")
    credits = tuple(text for text in (root.text_of("source"), root.text_of("sourceURL")) if text)
    about = About(title, root.text_of("author"), credits, root.text_of("level"))
    numbers = {divmod(i, 9): n for i, n in enumerate(values) if n and given[i]}
    entered = any(n and not given[i] for i, n in enumerate(values))
    answer = [n or None for n in values] if entered else []
    try:
        return reading_of_parts(
            shelf, OpenSudokuFormat.name, SudokuContent(9, numbers, about=about), answer, entered=entered
        )
    except PuzzleError as fault:
        raise game.error(str(fault)) from None


def _cells(game: Element) -> tuple[list[int], list[bool]]:
    """The numbers of a game (0 for none), and whether each is given. Raises FormatError."""
    data = game.attributes.get("data", "").strip()
    if re.fullmatch(r"[0-9]{81}", data, re.ASCII):
        return [int(char) for char in data], [True] * 81
    found = re.match(r"version: ?[0-9]+\s", data)
    parts = data[found.end() :].strip().split("|") if found else []
    if parts and not parts[-1]:
        parts.pop()
    cells = [parts[i : i + 3] for i in range(0, len(parts), 3)]
    if len(cells) != 81 or any(len(cell) != 3 or not re.fullmatch(r"[0-9]", cell[0], re.ASCII) for cell in cells):
        expected = "81 digits, or 'version: 1' and 'value|note|editable|' for each cell"
        raise game.error("the cells of this game cannot be read", expected, shown(data))
    return [int(cell[0]) for cell in cells], [cell[2].strip() == "0" for cell in cells]


# -- ipuz -------------------------------------------------------------------------------------------------------------

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
            raise FormatError("this is not an ipuz puzzle", expected="an object", found=shown(json.dumps(record)))
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
            raise self._error(path, "this is not a number of the sudoku", " ".join(symbols))
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
