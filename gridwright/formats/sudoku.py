"""Sudokus as text: headers and a grid (``.sdk``), the 81 characters in one line, and collections of such lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import Any, NamedTuple

from ..language.board import Rect, Spot
from ..language.genre import About, Frozen, Genre, GivenLayer, Key, Layers, Puzzle, State, ValueLayer
from .dialect import MAX_CELLS, Dialect, Reading, Shelf
from .errors import FormatError, WriteError, shown
from .pips_board import looks_like_pips, looks_like_plain_text_or_spf

_LIKE_HEADER = re.compile(r"[A-Za-z0-9_/.-]+:")
"""What makes a line a header, be it a good or a bad one."""
_HEADER = re.compile(r"(?P<key>[A-Za-z0-9][A-Za-z0-9-]*): (?P<value>.+)", re.DOTALL)
_NO_SYMBOL = re.compile(r"[\s.:]")
_ONE_LINE = re.compile(r"[0-9.]{70,90}")
_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""What stands for 1, 2, 3, ... where a puzzle does not say."""
_LOOK = 200_000
"""How much of a text is looked at to tell its format; the largest grid is smaller."""
_ABOUT_KEYS = ("title", "author", "difficulty")


class SudokuText(Dialect):
    """A genre told as sudoku text.

    ``number`` holds the numbers 1..n on cells, ``wall`` the borders of the boxes on links, ``symbols`` the characters
    that stand for 1, 2, 3, ... in the text (not set: the digits).
    """

    format = "sudoku"

    def __init__(self, *names: str, number: ValueLayer, wall: GivenLayer, symbols: Key[str]) -> None:
        super().__init__(*(names or ("sudoku",)))
        self.number, self.wall, self.symbols = number, wall, symbols


@dataclass(frozen=True)
class Headers:
    """The headers of a file as they stood there, in order; a puzzle keeps them as its ``source``."""

    entries: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str | None:
        """The value of a key given in lower case."""
        return next((value for name, value in self.entries if name.lower() == key), None)

    def about(self) -> About:
        """What the headers tell about the puzzle beside its diagram."""
        title, author, difficulty = (self.get(key) or "" for key in _ABOUT_KEYS)
        comment = self.get("comment")
        return About(title, author, difficulty=difficulty, description=(comment,) if comment else ())


class _Row(NamedTuple):
    """A line's characters without its white space, and where they stand: from index ``start`` of line ``number``."""

    text: str
    number: int
    raw: str
    start: int = 0

    def error(
        self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str = "MalformedGrid"
    ) -> FormatError:
        """A fault at character ``at`` of the text, or just behind its end."""
        inked = [i for i in range(self.start, len(self.raw)) if not self.raw[i].isspace()]
        column = inked[at] + 1 if at < len(inked) else (inked[-1] + 2 if inked else self.start + 1)
        return FormatError(what, self.number, column, expected, found, code=code)


class _Declared(NamedTuple):
    """Symbols that somebody declared, and where (line 0: in the options)."""

    value: str
    line: int = 0
    column: int = 0

    def error(self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str) -> FormatError:
        """A fault at symbol ``at``."""
        return FormatError(what, self.line, self.column + at if self.line else 0, expected, found, code=code)

    def checked(self) -> str:
        """The symbols, if they may be symbols at all."""
        bad = _NO_SYMBOL.search(self.value)
        if bad or not self.value:
            raise self.error(
                "these cannot be symbols",
                bad.start() if bad else 0,
                code="InvalidSymbols",
                expected="characters other than white space, '.' and ':'",
                found=shown(bad[0] if bad else ""),
            )
        if len(set(self.value)) < len(self.value):
            at = _first_repeated(self.value)
            raise self.error(
                f"the symbol {shown(self.value[at])} is declared twice",
                at,
                code="DuplicateDeclaredSymbols",
                expected="every symbol once",
                found=shown(self.value),
            )
        return self.value


def _first_repeated(symbols: str) -> int:
    """The place of the first symbol that stood before (0 if none did)."""
    seen: set[str] = set()
    for at, char in enumerate(symbols):
        if char in seen:
            return at
        seen.add(char)
    return 0


# -- the two halves of a file ---------------------------------------------------------------------------------------


def _lines(text: str) -> list[str]:
    lines = text.removeprefix("\ufeff").split("\n" if "\n" in text else "\r")
    return [line.rstrip("\r") for line in lines] if "\r" in text else lines


def _head_length(lines: Sequence[str]) -> int:
    """How many lines the header section has: all from the top that are blank, or like a header."""
    for i, line in enumerate(lines):
        if line and not line.isspace() and not _LIKE_HEADER.match(line):
            return i
    return len(lines)


def _header(line: str, number: int) -> tuple[str, str]:
    found = _HEADER.fullmatch(line)
    if found:
        return found["key"], found["value"]
    key, _, value = line.partition(":")
    bad = re.search(r"^-|[^A-Za-z0-9-]", key)
    if bad:
        what, column, expected, seen = "not a header's key", bad.start() + 1, "letters, digits and '-' inside", key
    elif not value.startswith(" "):
        what, column, expected, seen = "no blank after the colon", len(key) + 2, "': ' and a value", value[:1]
    else:
        what, column, expected, seen = "a header without a value", len(key) + 3, "a value", ""
    raise FormatError(what, number, column, expected, shown(seen), code="InvalidHeader")


def _headers(lines: Sequence[str]) -> tuple[Headers, _Declared | None]:
    """The headers of the lines of a header section, and the symbols that they declare."""
    entries = [(number, *_header(line, number)) for number, line in enumerate(lines, 1) if line and not line.isspace()]
    seen: dict[str, int] = {}
    declared = None
    for number, key, value in entries:
        first = seen.setdefault(key.lower(), number)
        if first != number:
            raise FormatError(
                f"the header {shown(key)} stands twice",
                number,
                1,
                "another key, or nothing",
                f"the key of line {first} again",
                code="DuplicateHeader",
            )
        if key.lower() == "symbols":
            declared = _Declared(value, number, len(key) + 3)
    return Headers(tuple((key, value) for _, key, value in entries)), declared


def _rows(lines: Sequence[str], start: int) -> list[_Row]:
    """The lines of a grid that are not blank; ``start`` of the file's lines stand above."""
    rows = []
    for number, line in enumerate(lines[start:], start + 1):
        parts = line.split()
        if parts:
            rows.append(_Row(parts[0] if len(parts) == 1 else "".join(parts), number, line))
    return rows


# -- which layout ---------------------------------------------------------------------------------------------------


def _root(n: int) -> int:
    """The square root of a square; 0 for other numbers."""
    root = isqrt(n)
    return root if root * root == n else 0


def _side(n_cells: int) -> int:
    """The side of a grid with that many cells and square boxes; 0 if there is none."""
    side = _root(n_cells)
    return side if _root(side) else 0


def _usual_length(rows: Sequence[_Row]) -> int:
    """The length that more than half of the rows have, or 0."""
    length, n = Counter([len(row.text) for row in rows]).most_common(1)[0]
    return length if 2 * n > len(rows) else 0


def _is_table(rows: Sequence[_Row]) -> bool:
    return rows[0].text.lower().startswith(("puzzle,", "quizzes,"))


def _puzzle_lines(rows: Sequence[_Row], declared: str | None) -> list[_Row]:
    """The rows, without comments, if each is a puzzle of its own; otherwise none.

    Rows as long as a smaller grid is large may also be those of a large one (16 rows of 16, 81 of 81): the number of
    different symbols tells, with room for faults that are still to be reported.
    """
    if declared is None or "#" not in declared:
        rows = [row for row in rows if not row.text.startswith("#")]
    side = _side(_usual_length(rows)) if rows else 0
    if side < 4 or (len(rows) == 1 and side != 9):
        return []
    n_symbols = len(declared if declared is not None else set().union(*(row.text for row in rows)) - {"."})
    return list(rows) if n_symbols <= 2 * side else []


# -- symbols --------------------------------------------------------------------------------------------------------


def _digits(side: int) -> str:
    """The symbols that go without saying: there are some up to the 9 only."""
    return _SYMBOLS[:side] if side <= 9 else ""


def _declared_symbols(header: _Declared | None, option: _Declared | None) -> _Declared | None:
    """The declared symbols, checked, and the same wherever they are declared."""
    for one in (option, header):
        if one is not None:
            one.checked()
    if header is not None and option is not None and header.value != option.value:
        raise header.error(
            "the file declares other symbols than the options",
            code="AmbiguousSymbols",
            expected=shown(option.value),
            found=shown(header.value),
        )
    return header or option


def _grid_symbols(rows: Sequence[_Row], side: int, declared: _Declared | None) -> str:
    """The symbols of a single grid: those declared, or else all that stand in it, sorted."""
    if declared is None:
        for row in rows:
            if ":" in row.text:
                raise _unknown(row, row.text.index(":"), "")
        symbols = "".join(sorted(set().union(*(row.text for row in rows)) - {"."}))
    else:
        symbols = declared.value
    if len(symbols) != side:
        raise _miscounted(rows, side, symbols, declared)
    return symbols


def _line_symbols(rows: Sequence[_Row], side: int, declared: _Declared | None) -> str:
    """The symbols of all puzzles of a collection: digits wherever that is possible."""
    if declared is not None:
        if len(declared.value) != side:
            raise _miscounted(rows, side, declared.value, declared)
        return declared.value
    used = set().union(*(row.text for row in rows))
    inked, digits = used - {"."}, _digits(side)
    # a zero is a symbol only if the others are too few without it and something else is a blank (or nothing is)
    zero = len(inked) == side and ("." in used or all(row.text.count("0") == side for row in rows))
    if not zero:
        inked.discard("0")
    if inked.issubset(digits):
        return digits
    if len(inked) == side:
        return "".join(sorted(inked))
    if digits and 2 * sum(set(row.text).issubset(f"0.{digits}") for row in rows) > len(rows):
        return digits  # what remains are single faults
    raise _miscounted(rows, side, "".join(sorted(inked)), None)


def _miscounted(rows: Sequence[_Row], side: int, symbols: str, declared: _Declared | None) -> FormatError:
    expected = f"{side} symbols for a grid of {side} x {side}"
    found, code = f"{len(symbols)}: {shown(symbols)}", "SymbolCountMismatch"
    if declared is not None and declared.line:
        return declared.error("the declared symbols do not fit the grid", expected=expected, found=found, code=code)
    what = (
        "the grid has other symbols than its size asks for" if declared is None else "the symbols do not fit the grid"
    )
    left = set(symbols)
    for row in rows if declared is None else ():
        for at, char in enumerate(row.text):
            left.discard(char)
            if len(symbols) - len(left) > side:
                return row.error(what, at, expected=expected, found=found, code=code)
    return rows[0].error(what, expected=expected, found=found, code=code)


def _unknown(row: _Row, at: int, symbols: str) -> FormatError:
    char = row.text[at]
    expected = f"'.' or one of {shown(symbols)}" if symbols else "'.' or a symbol"
    return row.error(f"{shown(char)} is no symbol of this puzzle", at, expected=expected, found=shown(char))


# -- grids ----------------------------------------------------------------------------------------------------------


def _grid_side(rows: Sequence[_Row], n_lines: int) -> int:
    """The side of the grid that all rows together make."""
    total = sum(len(row.text) for row in rows)
    if not rows:
        raise FormatError("the grid is empty", n_lines, 1, "a grid", "the end of the text", code="MalformedGrid")
    root = _root(total)
    if not root:
        raise _no_square(rows, total)
    _check_shape(rows[0], root)
    return root


def _no_square(rows: Sequence[_Row], total: int) -> FormatError:
    """Names the row that is most likely at fault: of another length than most, or missing, or too many."""
    usual = _usual_length(rows)
    row, at = rows[0], 0
    if usual:
        last = (rows[usual], 0) if len(rows) > usual else (rows[-1], usual)
        row, at = next(((r, min(usual, len(r.text))) for r in rows if len(r.text) != usual), last)
    what = f"the grid is no square: {len(row.text)} characters in this row"
    what += f", {usual} in most" if usual and len(row.text) != usual else f", {len(rows)} rows"
    return row.error(what, at, expected="n x n characters", found=f"{total} characters")


def _check_shape(row: _Row, side: int) -> None:
    """Refuses grids without square boxes, and those too large."""
    if not _root(side) or side * side > MAX_CELLS:
        expected = "a side that is a square: 4, 9, 16, 25, ..." if not _root(side) else f"at most {MAX_CELLS} cells"
        raise row.error(
            f"a grid of {side} x {side} is not supported",
            code="UnsupportedGridShape",
            expected=expected,
            found=f"{side * side} cells",
        )


@lru_cache(maxsize=16)
def _walls(side: int) -> Frozen[Spot, bool]:
    """The borders of the square boxes, as marks on links."""
    between = range(2 * isqrt(side), 2 * side, 2 * isqrt(side))
    along = range(1, 2 * side, 2)
    return Frozen({spot: True for b in between for a in along for spot in (Spot(a, b), Spot(b, a))})


class _Maker:
    """Makes puzzles of one size with the same symbols, sharing all that is equal."""

    def __init__(self, genre: type[Genre], dialect: SudokuText, side: int, symbols: str, blank: str) -> None:
        self.genre, self.number, self.symbols = genre, dialect.number.name, symbols
        self.board, self.blank = Rect.of(side, side), blank
        self.index = {char: i for i, char in enumerate(symbols, 1)}
        self.fixed = {dialect.wall.name: _walls(side)} if side > 1 else {}
        usual = symbols == _digits(side)
        self.keys: Frozen[str, Any] = Frozen({} if usual else {dialect.symbols.name: symbols})

    def numbers(self, rows: Sequence[_Row]) -> Frozen[Spot, int]:
        """The numbers that stand in the grid."""
        index, blank = self.index, self.blank
        text = rows[0].text if len(rows) == 1 else "".join(row.text for row in rows)
        try:
            return Frozen({s: index[char] for s, char in zip(self.board.cells, text, strict=True) if char not in blank})
        except KeyError:
            known = {*index, *blank}
            row, at = next((row, i) for row in rows for i, char in enumerate(row.text) if char not in known)
            raise _unknown(row, at, self.symbols) from None

    def puzzle(self, rows: Sequence[_Row], about: About, source: Headers | None) -> Puzzle:
        """The puzzle whose grid these rows make."""
        numbers = self.numbers(rows)
        given: Layers = Frozen({self.number: numbers, **self.fixed} if numbers else self.fixed)
        return Puzzle(self.genre, self.board, given, self.keys, about, source)

    def answer(self, puzzle: Puzzle, row: _Row) -> State:
        """The answer that a row tells, which must be full."""
        numbers = self.numbers([row])
        if len(numbers) < len(self.board.cells):
            at = next(i for i, char in enumerate(row.text) if char in self.blank)
            raise row.error("a solution with a blank", at, expected="a symbol", found=shown(row.text[at]))
        return State(puzzle, Frozen({self.number: numbers}))


def _checked_length(row: _Row, side: int) -> _Row:
    if len(row.text) != side * side:
        raise row.error(
            "a puzzle of another length", side * side, expected=f"{side * side} characters", found=f"{len(row.text)}"
        )
    return row


class _Tabled(NamedTuple):
    """A line of a table: a puzzle, and its solution if it has exactly one."""

    puzzle: _Row
    solution: _Row | None


def _table(rows: Sequence[_Row]) -> Iterator[_Tabled]:
    """The lines below the heading of a table with the columns ``puzzle`` and perhaps ``solutions``, ``solution``."""
    names = rows[0].text.lower().split(",")
    column = {name: i for i, name in enumerate(names)}
    answer = column.get("first_solution", column.get("solution"))
    count = column.get("solutions")
    if answer is None and count is not None:
        answer, count = count, None  # a table of puzzles and solutions, one each
    for row in rows[1:]:
        if row.text.startswith("#"):
            continue
        fields = row.raw.split(",")
        if len(fields) != len(names):
            raise row.error("a line of another length", expected=f"{len(names)} fields", found=f"{len(fields)}")
        starts = [0]
        for field in fields:
            starts.append(starts[-1] + len(field) + 1)
        cells = [
            _Row("".join(field.split()), row.number, row.raw[: start + len(field)], start)
            for field, start in zip(fields, starts, strict=False)
        ]
        if count is not None and not re.fullmatch(r"[0-9]{1,9}", cells[count].text):
            raise cells[count].error(
                "not a number", expected="how many solutions there are", found=shown(fields[count])
            )
        unique = answer is not None and (count is None or int(cells[count].text) == 1)
        yield _Tabled(cells[0], cells[answer] if unique and answer is not None else None)


# -- the format -----------------------------------------------------------------------------------------------------


class SudokuFormat:
    """Reads and writes sudoku text."""

    name = "sudoku"
    about = "Sudoku text: optional headers and a grid of one character per cell (.sdk), or a puzzle per line"

    def sniff(self, text: str) -> bool:
        """Whether a text has a sudoku's headers, or lines that look like those of a sudoku."""
        if looks_like_pips(text) or looks_like_plain_text_or_spf(text):
            return False
        lines = _lines(text[:_LOOK])
        start = _head_length(lines)
        rows = _rows(lines, start)
        if any(_HEADER.fullmatch(line) for line in lines[:start]):
            return True
        return bool(rows) and _plausible(rows)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. ``options["symbols"]`` may tell the symbols. Raises FormatError."""
        known = shelf.dialects(self.name)
        if not known:
            raise FormatError("no genre is told in this format", code="no-genre")
        genre, dialect = known[0]
        lines = _lines(text)
        start = _head_length(lines)
        headers, header = _headers(lines[:start])
        rows = _rows(lines, start)
        told = options.get("symbols")
        option = None if told is None else _Declared(str(told))
        declared = header or option
        if rows and header is None and _is_table(rows):
            return self._read_table(rows, genre, dialect, headers, _declared_symbols(None, option))
        many = _puzzle_lines(rows, declared.value if declared else None) if rows else []
        if many:
            return self._read_lines(many, genre, dialect, headers, _declared_symbols(header, option))
        side = _grid_side(rows, len(lines))
        symbols = _grid_symbols(rows, side, _declared_symbols(header, option))
        puzzle = _Maker(genre, dialect, side, symbols, ".").puzzle(rows, headers.about(), headers)
        return [Reading(puzzle, format=self.name)]

    def _read_lines(
        self,
        rows: Sequence[_Row],
        genre: type[Genre],
        dialect: SudokuText,
        headers: Headers,
        declared: _Declared | None,
    ) -> list[Reading]:
        side = _side(_usual_length(rows))
        _check_shape(rows[0], side)
        symbols = _line_symbols(rows, side, declared)
        maker = _Maker(genre, dialect, side, symbols, "." if "0" in symbols else ".0")
        about, source = headers.about(), headers if headers.entries else None
        return [Reading(maker.puzzle([_checked_length(r, side)], about, source), format=self.name) for r in rows]

    def _read_table(
        self,
        rows: Sequence[_Row],
        genre: type[Genre],
        dialect: SudokuText,
        headers: Headers,
        declared: _Declared | None,
    ) -> list[Reading]:
        table = list(_table(rows))
        if not table:
            raise rows[0].error("a table without puzzles", expected="a puzzle", found="nothing")
        first = table[0].puzzle
        side = _side(_usual_length([line.puzzle for line in table]) or len(first.text))
        if not side:
            raise first.error(
                "a puzzle of another length", expected="16, 81, 256, ... characters", found=f"{len(first.text)}"
            )
        _check_shape(first, side)
        texts = [row for line in table for row in line if row is not None]
        symbols = _line_symbols(texts, side, declared)
        maker = _Maker(genre, dialect, side, symbols, "." if "0" in symbols else ".0")
        about, readings = headers.about(), []
        for line in table:
            puzzle = maker.puzzle([_checked_length(line.puzzle, side)], about, None)
            answer = maker.answer(puzzle, _checked_length(line.solution, side)) if line.solution else None
            readings.append(Reading(puzzle, answer, format=self.name))
        return readings

    def write(self, puzzle: Puzzle, dialect: SudokuText, answer: State | None) -> str:
        """The headers that the puzzle was read with, the symbols where they are needed, and the grid."""
        if answer is not None:
            raise WriteError("sudoku text has no place for an answer beside the puzzle")
        side = _checked_side(puzzle, dialect)
        symbols = _symbols_to_write(puzzle, dialect, side)
        grid = _grid_to_write(puzzle, dialect, side, symbols)
        entries = _entries(puzzle)
        places = [i for i, (key, _) in enumerate(entries) if key.lower() == "symbols"]
        for i in places:
            entries[i] = entries[i][0], symbols
        if not places and _read_back(grid, side) != symbols:
            entries.append(("symbols", symbols))
        head = [f"{key}: {value}" for key, value in entries]
        return "\n".join([*head, *([""] if head else []), *grid, ""])


def _plausible(rows: Sequence[_Row]) -> bool:
    """Whether rows may be meant as grids: the right number of characters, or many rows of a likely length."""
    total, usual = sum(len(row.text) for row in rows), _usual_length(rows)
    if _is_table(rows) or (_side(total) and (total > 1 or rows[0].text in _SYMBOLS + ".")):
        return True
    if len(rows) == 1:
        return _ONE_LINE.fullmatch(rows[0].text) is not None
    return usual >= 4 and (bool(_root(usual)) or abs(usual - len(rows)) <= 1)


# -- writing --------------------------------------------------------------------------------------------------------


def _checked_side(puzzle: Puzzle, dialect: SudokuText) -> int:
    """The side of a board that this format can tell."""
    board = puzzle.board
    side = board.n_rows if isinstance(board, Rect) else 0
    if not (isinstance(board, Rect) and side == board.n_cols and side and _root(side) and not board.holes):
        raise WriteError(f"sudoku text tells square grids of 4, 9, 16, ... rows without holes only, not {board!r}")
    if puzzle.given.get(dialect.wall.name, {}) != _walls(side):
        raise WriteError("sudoku text tells puzzles with the usual square boxes only, and this one has other areas")
    foreign = [f"layer {n!r}" for n in puzzle.given if n not in (dialect.wall.name, dialect.number.name)]
    foreign += [f"value {n!r}" for n in puzzle.keys if n != dialect.symbols.name]
    if foreign:
        raise WriteError(f"sudoku text has no place for the puzzle's {', '.join(foreign)}")
    return side


def _symbols_to_write(puzzle: Puzzle, dialect: SudokuText, side: int) -> str:
    symbols = puzzle.keys.get(dialect.symbols.name) or _SYMBOLS[:side]
    if not isinstance(symbols, str) or len(symbols) != side:
        raise WriteError(f"a grid of {side} x {side} needs {side} symbols, and the puzzle has {shown(str(symbols))}")
    if len(set(symbols)) < side or _NO_SYMBOL.search(symbols):
        raise WriteError(
            f"sudoku text needs different symbols, none of them blank, '.' or ':', and not {shown(symbols)}"
        )
    return symbols


def _grid_to_write(puzzle: Puzzle, dialect: SudokuText, side: int, symbols: str) -> list[str]:
    numbers: Mapping[Spot, Any] = puzzle.given.get(dialect.number.name, {})
    for spot, value in numbers.items():
        if spot not in puzzle.board.cell_index:
            raise WriteError(f"there is a number at {puzzle.board.name(spot)}, which is no cell")
        if not (isinstance(value, int) and 1 <= value <= side):
            raise WriteError(f"{puzzle.board.name(spot)} holds {value!r}, and sudoku text tells 1 to {side} only")
    board = Rect.of(side, side)
    return ["".join(symbols[numbers[s] - 1] if s in numbers else "." for s in row) for row in board.rows]


def _read_back(grid: Sequence[str], side: int) -> str | None:
    """The symbols that a reader would find in a grid without headers; None if it would find something else."""
    rows = _rows(grid, 0)
    if _is_table(rows) or _puzzle_lines(rows, None) or grid[0].startswith("\ufeff"):
        return None
    found = "".join(sorted(set("".join(grid)) - {"."}))
    return found if len(found) == side else None


def _entries(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The headers that the puzzle was read with; what is told about it by others is put in, too."""
    about = puzzle.about
    read = puzzle.source if isinstance(puzzle.source, Headers) else Headers()
    if about == read.about():
        return list(read.entries)
    told = [*((key, getattr(about, key)) for key in _ABOUT_KEYS), ("credits", "; ".join(about.credits))]
    told.append(("comment", " ".join(about.description)))
    news = [(key, line) for key, value in told if (line := " ".join(value.split()))]
    return [*((key, value) for key, value in read.entries if key.lower() not in dict(told)), *news]
