"""OpenSudoku: collections of sudokus for Android, as XML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import Reading, Shelf
from .errors import WriteError, shown
from .several import found_puzzles
from .sudoku_parts import Sudoku, answer_from, made
from .xml_text import Element, load_xml

_CELLS = 81


class OpenSudokuFormat:
    """Files of OpenSudoku, of its first and its second version."""

    name = "opensudoku"
    about = "OpenSudoku's collections"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return "<opensudoku" in text[:4096]

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All games of a file. Raises FormatError."""
        del options
        root = load_xml(text)
        if root.name != "opensudoku":
            raise root.error("this is no collection of OpenSudoku", "<opensudoku>", shown(root.name))
        if root.attributes.get("version", "1") not in ("1", "2", "3"):
            raise root.error("another version of the format", "version 1 or 2", shown(root.attributes["version"]))
        folders = list(root.all("folder")) or [root]
        games = [(folder, game) for folder in folders for game in folder.all("game")]
        found_puzzles(len(games))
        return [_reading(root, folder, game, shelf) for folder, game in games]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """Refuses: files with a puzzle in each line are what OpenSudoku imports."""
        del puzzle, dialect, answer
        raise WriteError("OpenSudoku's files are read only; it imports sdm")


def _reading(root: Element, folder: Element, game: Element, shelf: Shelf) -> Reading:
    values, given = _cells(game)
    title = root.text_of("name") or folder.attributes.get("name", "")
    credits = tuple(text for text in (root.text_of("source"), root.text_of("sourceURL")) if text)
    about = About(title, root.text_of("author"), credits, root.text_of("level"))
    numbers = {divmod(i, 9): n for i, n in enumerate(values) if n and given[i]}
    try:
        puzzle = made(shelf, OpenSudokuFormat.name, Sudoku(9, numbers, about=about))
    except PuzzleError as fault:
        raise game.error(str(fault)) from None
    dialect = next(one for one in puzzle.genre.dialects if one.format == OpenSudokuFormat.name)
    entered = any(n and not given[i] for i, n in enumerate(values))
    answer = answer_from(puzzle, dialect, [n or None for n in values]) if entered else None
    warnings = ("the numbers that a player entered are left out",) if entered and answer is None else ()
    return Reading(puzzle, answer, warnings, OpenSudokuFormat.name)


def _cells(game: Element) -> tuple[list[int], list[bool]]:
    """The numbers of a game, 0 for none, and which are given. Raises FormatError."""
    data = game.attributes.get("data", "").strip()
    if re.fullmatch(r"[0-9]{81}", data, re.ASCII):
        return [int(char) for char in data], [True] * _CELLS
    found = re.match(r"version: ?[0-9]+\s", data)
    parts = data[found.end() :].strip().split("|") if found else []
    if parts and not parts[-1]:
        parts.pop()
    cells = [parts[i : i + 3] for i in range(0, len(parts), 3)]
    if len(cells) != _CELLS or any(len(cell) != 3 or not re.fullmatch(r"[0-9]", cell[0], re.ASCII) for cell in cells):
        expected = "81 digits, or 'version: 1' and 'value|note|editable|' for each cell"
        raise game.error("the cells of this game cannot be read", expected, shown(data))
    return [int(cell[0]) for cell in cells], [cell[2].strip() == "0" for cell in cells]



