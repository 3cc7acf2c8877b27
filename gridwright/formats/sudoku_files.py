"""Sudokus in files with a line for each row: ``.sdk`` with lines that tell things, ``.sdx`` with candidates; and
``.sdm``, collections with a puzzle in each line (which the reader of sudoku text reads)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import Reading, Shelf
from .errors import FormatError, Line, WriteError, shown, split_lines
from .sources import check_lines
from .sudoku_lines import root
from .sudoku_parts import Sudoku, answer_from, made, taken_apart

_HEAD = re.compile(r"#([ABCDLSU])\s*(.*)")
_SECTION = re.compile(r"\[([A-Za-z]+)\]")
_ITEM = re.compile(r"[0-9u.]+")
_LONGEST = 300
"""No line of a grid has more characters."""
_EMPTY = frozenset("0._xX*")
_ABOUT = {"A": "author", "D": "description", "C": "description", "L": "difficulty"}
_WRITTEN = {"A": "author", "L": "difficulty"}


class SdkFormat:
    """A sudoku with a line for each row, below lines such as ``#A`` author; or with ``[Puzzle]`` above it."""

    name = "sdk"
    about = "sudokus of SadMan and SudoCue"

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
            told = line.text.strip()
            head, section = _HEAD.fullmatch(told), _SECTION.fullmatch(told)
            if section:
                here = sections.setdefault(section[1].lower(), [])
            elif head:
                heads.setdefault(head[1], []).append(head[2].strip())
            elif told and not told.startswith("#"):
                here.append(line)
        return [_reading(sections, heads, shelf)]

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
    """A sudoku in a line of digits and points. Sudoku text reads it."""

    name = "sdm"
    about = "collections of sudokus, one in each line"

    def sniff(self, text: str) -> bool:
        """Never: sudoku text recognises such lines."""
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
    told = taken_apart(puzzle, dialect)
    if told.regions is not None or told.side != 9:
        raise WriteError("the format has sudokus of 9 x 9 with the usual boxes only")
    side = range(told.side)
    return ["".join(str(told.given.get((row, col), ".")) for col in side) for row in side]


def _is_candidates(rows: Sequence[Line]) -> bool:
    """Whether all lines consist of as many items of digits as there are lines, some with several."""
    items = [line.text.split() for line in rows]
    n = len(items)
    if n != 9 or any(len(row) != n for row in items):
        return False
    return all(_ITEM.fullmatch(item) for row in items for item in row) and any(len(i) > 1 for row in items for i in row)


def _reading(sections: Mapping[str, list[Line]], heads: Mapping[str, list[str]], shelf: Shelf) -> Reading:
    rows = sections["puzzle"]
    warnings: list[str] = []
    if _is_candidates(rows):
        side, given = len(rows), _of_candidates(rows)
        warnings.append("the candidates are left out, and a cell with one candidate is taken as given")
    else:
        values, side = _values(rows)
        given = {divmod(i, side): n for i, n in enumerate(values) if n}
    texts: dict[str, Any] = {"description": ()}
    for letter, told in heads.items():
        name = _ABOUT.get(letter)
        if name == "description":
            texts[name] = (*texts[name], *told)
        elif name is not None:
            texts[name] = " ".join(told)
    credits = tuple(text for letter in "SUB" for text in heads.get(letter, ()))
    about = About(credits=credits, **texts)
    try:
        puzzle = made(shelf, SdkFormat.name, Sudoku(side, given, about=about))
    except PuzzleError as fault:
        raise FormatError(str(fault), rows[0].number, code="bad-value") from None
    answer = None
    if sections.get("state"):
        dialect = next(one for one in puzzle.genre.dialects if one.format == SdkFormat.name)
        entered, _ = _values(sections["state"])
        answer = answer_from(puzzle, dialect, [n or None for n in entered])
        if answer is None:
            warnings.append("the numbers that a player entered are left out")
    return Reading(puzzle, answer, tuple(warnings), SdkFormat.name)


def _values(rows: Sequence[Line]) -> tuple[list[int], int]:
    """The numbers of a grid, 0 for none, and its side. Raises FormatError."""
    found: list[int] = []
    for line in rows:
        if len(line.text) > _LONGEST or len(found) > 81:
            raise line.error("the grid has another size", expected="81 cells", found="more")
        for i, char in enumerate(line.text):
            if char in "|+-! " or char.isspace():
                continue
            if char in _EMPTY:
                found.append(0)
            elif char.isascii() and char.isdigit():
                found.append(int(char))
            else:
                raise line.error("this is no number", i, expected="a digit or '.'", found=shown(char))
    side = root(len(found))
    if side != 9:
        number = rows[0].number if rows else 1
        raise FormatError("the grid has another size", number, 1, "81 cells", f"{len(found)} cells")
    return found, side


def _of_candidates(rows: Sequence[Line]) -> dict[tuple[int, int], int]:
    """The cells with a single digit that a player did not place."""
    return {
        (r, c): int(item)
        for r, line in enumerate(rows) for c, item in enumerate(line.text.split())
        if len(item) == 1 and item.isdigit() and item != "0"
    }  # fmt: skip
