"""The lines of sudoku text: headers, rows of characters, and symbols."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import isqrt
from typing import NamedTuple

from ..language.puzzle import About
from ..logic.ticks import ticking
from .errors import FormatError, shown

_LIKE_HEADER = re.compile(r"[A-Za-z0-9_/.-]+:")
"""The beginning of a header, valid or not."""
HEADER = re.compile(r"(?P<key>[A-Za-z0-9][A-Za-z0-9-]*): (?P<value>.+)", re.DOTALL)
NO_SYMBOL = re.compile(r"[\s.:]")
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The default symbols for 1, 2, 3, ..."""
_DASHES = re.compile(r"[-=\u2010-\u2015\u2500-\u257f]{2}")
_BARS = re.compile(r"[|\u2500-\u257f]")
_RULE = re.compile(r"[-=\u2010-\u2015\u2500-\u257f+|*.:'`]+")
_RULED = re.compile(rf"{_DASHES.pattern}|{_BARS.pattern}")
"""Lines that are drawn between boxes and around grids, of dashes and bars or box-drawing characters."""
ABOUT_KEYS = ("title", "author", "difficulty")


@dataclass(frozen=True)
class Headers:
    """The headers of a file in their order, which a puzzle keeps as its ``source``."""

    entries: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str | None:
        """The value of a key (in lower case), or None."""
        return next((value for name, value in self.entries if name.lower() == key), None)

    def about(self) -> About:
        """The metadata in the headers."""
        title, author, difficulty = (self.get(key) or "" for key in ABOUT_KEYS)
        comment = self.get("comment")
        return About(title, author, difficulty=difficulty, description=(comment,) if comment else ())


class Row(NamedTuple):
    """Characters of a line without the white space between them.

    ``number`` is that of the line and ``raw`` its text, in which they begin at ``start``.
    """

    text: str
    number: int
    raw: str
    start: int = 0

    def error(
        self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str = "MalformedGrid"
    ) -> FormatError:
        """An error at character ``at`` of the text, or just after its end."""
        places = (i for i in range(self.start, len(self.raw)) if not self.raw[i].isspace())
        last = len(self.text) - 1
        place = next(islice(places, max(min(at, last), 0), None)) if self.text else self.start
        column = place + 1 + (0 <= last < at)
        return FormatError(what, self.number, column, expected, found, code=code)


class Declared(NamedTuple):
    """Declared symbols with their position (line 0 if in the options)."""

    value: str
    line: int = 0
    column: int = 0

    def error(self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str) -> FormatError:
        """An error at symbol ``at``."""
        return FormatError(what, self.line, self.column + at if self.line else 0, expected, found, code=code)

    def checked(self) -> str:
        """The symbols. Raises FormatError for characters that cannot be symbols."""
        bad = NO_SYMBOL.search(self.value)
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
    """The index of the first repeated symbol (0 if there is none)."""
    seen: set[str] = set()
    for at, char in enumerate(symbols):
        if char in seen:
            return at
        seen.add(char)
    return 0


# -- headers and rows -------------------------------------------------------------------------------------------


def text_lines(text: str) -> list[str]:
    """The lines of a text, without its byte order mark."""
    lines = text.removeprefix("\ufeff").split("\n" if "\n" in text else "\r")
    return [line.rstrip("\r") for line in lines] if "\r" in text else lines


def head_length(lines: Sequence[str]) -> int:
    """The number of lines at the top that are blank or like a header."""
    for i, line in enumerate(lines):
        if line and not line.isspace() and not _LIKE_HEADER.match(line):
            return i
    return len(lines)


def _header(line: str, number: int) -> tuple[str, str]:
    found = HEADER.fullmatch(line)
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


def read_headers(lines: Sequence[str]) -> tuple[Headers, Declared | None]:
    """The headers in the lines of a header section, and the symbols that they declare."""
    numbered = enumerate(ticking(lines), 1)
    entries = [(number, *_header(line, number)) for number, line in numbered if line and not line.isspace()]
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
            declared = Declared(value, number, len(key) + 3)
    return Headers(tuple((key, value) for _, key, value in entries)), declared


def inked_rows(lines: Sequence[str], start: int) -> list[Row]:
    """The lines from index ``start`` on that are not blank."""
    rows = []
    for number, line in enumerate(ticking(lines[start:]), start + 1):
        parts = line.split()
        if parts:
            rows.append(Row(parts[0] if len(parts) == 1 else "".join(parts), number, line))
    return rows


# -- which layout ---------------------------------------------------------------------------------------------------


def root(n: int) -> int:
    """The square root of a square; 0 for other numbers."""
    found = isqrt(n)
    return found if found * found == n else 0


def side_of(n_cells: int) -> int:
    """The side of a grid of ``n_cells`` cells with square boxes; 0 if there is none."""
    side = root(n_cells)
    return side if root(side) else 0


def unruled(rows: Sequence[Row]) -> list[Row]:
    """The rows of a grid without the lines that are drawn between its boxes and around it.

    Rows that already form a grid are unchanged, as any character may be a symbol.
    """
    if not any(_RULED.search(row.text) for row in ticking(rows)) or _is_grid(rows):
        return list(rows)
    kept = [row._replace(raw=_BARS.sub(" ", row.raw)) for row in rows if not _is_rule(row)]
    return [row._replace(text="".join(row.raw.split())) for row in kept if row.raw.strip()]


def _is_rule(row: Row) -> bool:
    """Whether a row is a drawn line: only drawing characters, with at least two adjacent dashes."""
    return _DASHES.search(row.raw) is not None and _RULE.fullmatch(row.text) is not None


def _is_grid(rows: Sequence[Row]) -> bool:
    """Whether the rows form a grid with square boxes."""
    return root(len(rows)) > 0 and all(len(row.text) == len(rows) for row in rows)


def usual_length(rows: Sequence[Row]) -> int:
    """The length of more than half of the rows, or 0."""
    length, n = Counter([len(row.text) for row in rows]).most_common(1)[0]
    return length if 2 * n > len(rows) else 0


def may_be_one_grid(rows: Sequence[Row]) -> bool:
    """Whether rows that may be a puzzle each may also be the rows of a single grid.

    In a grid, no row contains a symbol twice; nearly every puzzle on one line does.
    """
    inked = (row.text.replace(".", "").replace("0", "") for row in rows)
    return _is_grid(rows) and all(len(set(row)) == len(row) for row in inked)


def puzzle_lines(rows: Sequence[Row], declared: str | None) -> list[Row]:
    """The rows, without comments, if each is a puzzle; otherwise none.

    Rows of 16 characters, say, may be puzzles of 4 x 4 or rows of a grid of 16 x 16. The number of different symbols
    decides, with a tolerance for mistakes that are reported later.
    """
    if declared is None or "#" not in declared:
        rows = [row for row in rows if not row.text.startswith("#")]
    side = side_of(usual_length(rows)) if rows else 0
    if side < 4 or (len(rows) == 1 and side != 9):
        return []
    n_symbols = len(declared if declared is not None else set().union(*(row.text for row in ticking(rows))) - {"."})
    return list(rows) if n_symbols <= 2 * side else []


# -- symbols --------------------------------------------------------------------------------------------------------


def usual_symbols(side: int) -> str:
    """The digits from 1 to the side; none beyond 9."""
    return SYMBOLS[:side] if side <= 9 else ""


def declared_symbols(header: Declared | None, option: Declared | None) -> Declared | None:
    """The declared symbols. Raises FormatError if they are invalid, or if header and option differ."""
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


def grid_symbols(rows: Sequence[Row], side: int, declared: Declared | None) -> tuple[str, str]:
    """The symbols of a single grid, and the character besides '.' that means a blank (or '').

    The symbols are those declared, or else all in the grid, sorted. In a 9 x 9 grid, eight of the digits from 1 to 9
    suffice, as the answer may still be unique.
    """
    blank = _blank(rows, side)
    if declared is not None:
        if len(declared.value) != side:
            raise _miscounted(rows, side, declared.value, declared)
        return declared.value, "" if blank in declared.value else blank
    for row in rows:
        if ":" in row.text:
            raise unknown_symbol(row, row.text.index(":"), "")
    inked = set().union(*(row.text for row in ticking(rows))) - {".", blank}
    if side == 9 and len(inked) == 8 and inked.issubset(SYMBOLS[:9]):
        return SYMBOLS[:9], blank
    symbols = "".join(sorted(inked))
    if len(symbols) != side:
        raise _miscounted(rows, side, symbols, None)
    return symbols, blank


def _blank(rows: Sequence[Row], side: int) -> str:
    """The character that means a blank in a grid without '.', or ''.

    A grid without blanks has each symbol once in each row. So zeros are a symbol if their number and the number of
    symbols fit; otherwise they are blanks. An x, or a character that is neither a letter nor a digit, is a blank if it
    is too frequent for a symbol.
    """
    counts = Counter("".join(row.text for row in rows))
    if "." in counts:
        return ""
    if "0" in counts:
        return "" if counts["0"] == side == len(counts) else "0"
    often = [char for char, n in counts.items() if n > side and char != ":" and (char in "xX" or not char.isalnum())]
    return often[0] if len(often) == 1 else ""


def line_symbols(rows: Sequence[Row], side: int, declared: Declared | None) -> str:
    """The symbols of all puzzles of a collection: digits if possible."""
    if declared is not None:
        if len(declared.value) != side:
            raise _miscounted(rows, side, declared.value, declared)
        return declared.value
    used = set().union(*(row.text for row in ticking(rows)))
    inked, digits = used - {"."}, usual_symbols(side)
    # a zero is a symbol only if the others are too few without it, and if blanks are written otherwise or missing
    zero = len(inked) == side and ("." in used or all(row.text.count("0") == side for row in rows))
    if not zero:
        inked.discard("0")
    if inked.issubset(digits):
        return digits
    if len(inked) == side:
        return "".join(sorted(inked))
    if digits and 2 * sum(set(row.text).issubset(f"0.{digits}") for row in rows) > len(rows):
        return digits  # all others are mistakes
    raise _miscounted(rows, side, "".join(sorted(inked)), None)


def _miscounted(rows: Sequence[Row], side: int, symbols: str, declared: Declared | None) -> FormatError:
    expected = f"{side} symbols for a grid of {side} x {side}"
    found, code = f"{len(symbols)}: {shown(symbols)}", "SymbolCountMismatch"
    if declared is not None:
        if declared.line:
            return declared.error("the declared symbols do not fit the grid", expected=expected, found=found, code=code)
        return rows[0].error("the symbols do not fit the grid", expected=expected, found=found, code=code)
    if len(symbols) < side:
        what = "too few different symbols stand in the grid to know them all"
        expected += f", or a line 'symbols: ...' above it that names all {side}"
        return rows[0].error(what, expected=expected, found=found, code=code)
    what, expected = "too many different symbols stand in the grid", f"{expected}, and '.' or 0 for blanks"
    left = set(symbols)
    for row in rows:
        for at, char in enumerate(row.text):
            left.discard(char)
            if len(symbols) - len(left) > side:
                return row.error(what, at, expected=expected, found=found, code=code)
    return rows[0].error(what, expected=expected, found=found, code=code)


def unknown_symbol(row: Row, at: int, symbols: str) -> FormatError:
    """The error for a character that is none of the symbols."""
    char = row.text[at]
    expected = f"'.' or one of {shown(symbols)}" if symbols else "'.' or a symbol"
    return row.error(f"{shown(char)} is no symbol of this puzzle", at, expected=expected, found=shown(char))
