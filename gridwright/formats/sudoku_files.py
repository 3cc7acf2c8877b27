"""Files of sudoku programs: ``.sdk`` (a line for each row, below metadata), ``.sdx`` (with candidates), ``.sdm`` (a
puzzle in each line), and the XML of OpenSudoku for Android."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import Reading, Shelf
from .errors import FormatError, Line, WriteError, shown, split_lines
from .several import found_puzzles
from .sources import check_lines
from .sudoku_parts import SudokuContent, parts_of, reading_of_parts
from .xml_text import Element, load_xml

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
                raise line.error("this is no number", i, expected="a digit or '.'", found=shown(char))
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
            raise root.error("this is no collection of OpenSudoku", "<opensudoku>", shown(root.name))
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
