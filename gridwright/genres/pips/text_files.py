"""Pips as text: files that draw the board, and files that list a square board, constraints and dominoes.

Both have three sections: cells with the labels of their regions, the regions' conditions, and the dominoes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from string import ascii_letters
from typing import Any

from ...board.rect import Rect
from ...formats.dialect import MAX_CELLS, Reading, Shelf, only_dialect
from ...formats.errors import FormatError, Line, WriteError, is_number, shown, unified
from ...formats.plain_text import looks_like_plain_text_or_spf
from ...formats.sources import check_lines
from ...language.puzzle import Puzzle, State
from .notation import KINDS_WITH_NUMBER, Condition, NumberPair, PipsPuzzle, in_words

# -- lines and recognition --------------------------------------------------------------------------------------------


class PipsText:
    """The lines of a text, each of which becomes a ``Line`` on demand, as most lines of a wrong text are not needed."""

    def __init__(self, text: str) -> None:
        check_lines(text)
        self.rows = unified(text).split("\n")
        while self.rows and not inked(self.rows[-1]):
            self.rows.pop()

    def line(self, i: int) -> Line:
        """Line ``i`` (from 0), without trailing blanks."""
        return Line(self.rows[i].rstrip(), i + 1)

    def blocks_from_below(self, n: int) -> Iterator[range]:
        """The last ``n`` blocks of lines that follow a blank line, the last one first."""
        end = len(self.rows)
        for _ in range(n):
            while end and not inked(self.rows[end - 1]):
                end -= 1
            start = end
            while start and inked(self.rows[start - 1]):
                start -= 1
            if start == 0:
                return
            yield range(start, end)
            end = start - 1


def inked(row: str) -> bool:
    """Whether a line has anything but blanks."""
    return bool(row) and not row.isspace()


def tokens(line: Line) -> list[tuple[str, int]]:
    """The words of a line, each with its index."""
    return [(found[0], found.start()) for found in re.finditer(r"\S+", line.text)]


def _without_answer(puzzle: Puzzle, answer: State | None) -> PipsPuzzle:
    """A puzzle as the formats see it. Raises WriteError for what they cannot express."""
    if answer is not None:
        raise WriteError("pips files have no place for an answer")
    return PipsPuzzle.of(puzzle)


_LONGEST = 4 * 2**20
"""Longer texts are not examined: the largest board with labels of several letters is shorter."""
_CONSTRAINT = re.compile(r"^[ \t]*\S*[^\s:][ \t]+(?:EQ|NEQ|SUM|LT|GT|LE|GE)(?:[ \t]+-?\d+)?[ \t]*$", re.MULTILINE)
_FIRST_COUNT = re.compile(r"\A\s*\d{1,3}[ \t]*\n")
_LAST_PAIR = re.compile(r"\n[ \t]*\d+[ \t]+\d+\s*\Z")
_CONDITIONS = re.compile(r"(?:\A|\n)[ \t]*\n(?:[^\S\n]*\S[^\n]*\n){0,3}\S[ \t]+(?:[<>=]\S*|\d+)[ \t]*(?:\n|\Z)")
"""An empty line and then, perhaps after wrong ones, a line with a condition."""
_DOMINOES = re.compile(r"\s*\S{1,3}(?!\S)")
"""The beginning of the last section: a domino, or something as short."""


def _looks_like_cells(text: str) -> bool:
    """Whether a text has a constraint of the cells format, or its first and last lines."""
    if len(text) > _LONGEST:
        return False
    text = unified(text)
    if _CONSTRAINT.search(text):
        return True
    framed = _FIRST_COUNT.match(text) is not None and _LAST_PAIR.search(text.rstrip()[-200:]) is not None
    return framed and not _CONDITIONS.search(text)


def _looks_like_board(text: str) -> bool:
    """Whether a text has a section of conditions of the board format."""
    if len(text) > _LONGEST:
        return False
    text = unified(text)
    last = text.rstrip().rsplit("\n\n", 1)[-1]
    return _CONDITIONS.search(text) is not None and _DOMINOES.match(last) is not None and not _looks_like_cells(text)


# -- the drawn board --------------------------------------------------------------------------------------------------

MAX_PIPS = 6
"""The most pips on half a domino in the board format."""


def _sections(page: PipsText) -> tuple[range, range, range]:
    """The lines of board, conditions and dominoes, from the bottom up, as only the board may contain empty lines."""
    blocks = list(page.blocks_from_below(2))
    if len(blocks) < 2:
        n = len(blocks) + bool(page.rows)
        expected = "a board, conditions and dominoes, an empty line before each of the last two"
        found = f"{n} section{'' if n == 1 else 's'}"
        raise FormatError("a section is missing", 1, 1, expected, found, code="section-missing")
    dominoes, conditions = blocks
    return range(conditions.start), conditions, dominoes


def _drawn_condition(token: str) -> tuple[str, int | None] | None:
    if token in ("=", "=/="):
        return "equal" if token == "=" else "unequal", None
    found = re.fullmatch(r"([<>]?)([0-9]{1,9})", token)
    kind = {"": "sum", "<": "less", ">": "greater"}[found[1]] if found else ""
    if found is None or (kind == "less" and int(found[2]) == 0):  # no sum is less than 0
        return None
    return kind, int(found[2])


def _drawn_conditions(lines: Iterable[Line]) -> Iterator[tuple[Condition, Line]]:
    seen: dict[str, int] = {}
    for line in lines:
        words = tokens(line)
        if len(words) != 2:
            at = words[2][1] if len(words) > 2 else len(line.text)
            raise line.error(
                "not a condition", at, expected="a region's character, a blank and a condition",
                found=shown(line.text), code="condition-malformed",
            )
        (label, at), (token, where) = words
        if len(label) != 1:
            raise line.error(
                "a region's name is one character", at, expected="one character", found=shown(label), code="region-name"
            )
        if label in seen:
            raise line.error(
                f"multiple conditions for the region {shown(label)}", at, expected="a region that has none yet",
                found=f"the region of line {seen[label]}", code="condition-repeated",
            )
        seen[label] = line.number
        condition = _drawn_condition(token)
        if condition is None:
            expected = "a number, '=', '=/=', '>' or '<' with a number (not '<0')"
            raise line.error(
                "an unknown condition", where, expected=expected, found=shown(token), code="condition-unknown"
            )
        yield (label, *condition), line


def _drawn_dominoes(lines: Iterable[Line]) -> Iterator[NumberPair]:
    seen: set[frozenset[int]] = set()
    for line in lines:
        for token, at in tokens(line):
            if not re.fullmatch(r"[0-9]{2}", token):
                raise line.error(
                    "a malformed domino", at, expected="two digits", found=shown(token), code="domino-malformed"
                )
            a, b = map(int, token)
            if max(a, b) > MAX_PIPS:
                raise line.error(
                    f"a domino with more than {MAX_PIPS} pips on a half", at + (a <= MAX_PIPS),
                    expected=f"0 to {MAX_PIPS}", found=shown(token), code="pip-range",
                )
            if frozenset((a, b)) in seen:
                raise line.error(
                    f"a duplicate domino {token}", at, expected="each domino once, either way round",
                    found=shown(token), code="domino-repeated",
                )
            seen.add(frozenset((a, b)))
            yield a, b


def _drawn_cells(page: PipsText, section: range) -> dict[NumberPair, str]:
    """The spaces of a board, shifted so that the first row and column with any are 0."""
    cells: dict[NumberPair, str] = {}
    for row in section:
        if not inked(page.rows[row]):
            continue
        line = page.line(row)
        for word, at in tokens(line):
            if not word.isascii():
                at += next(i for i, char in enumerate(word) if not char.isascii())
                raise line.error(
                    "not a region's character", at, expected="ASCII", found=shown(line.text[at]), code="region-name"
                )
            if len(cells) + len(word) > MAX_CELLS:
                raise line.error(
                    "too large a board", at, expected=f"at most {MAX_CELLS} spaces", found="more", code="too-large"
                )
            cells.update(((row, col), char) for col, char in enumerate(word, at))
    top, left = min((row for row, _ in cells), default=0), min((col for _, col in cells), default=0)
    return {(row - top, col - left): char for (row, col), char in cells.items()}


def _check_cover(first: Line, n_cells: int, n_dominoes: int) -> None:
    if n_cells % 2:
        raise first.error(
            "an odd number of spaces, which no dominoes can cover", expected=f"{2 * n_dominoes} spaces",
            found=f"{n_cells}", code="odd-cells",
        )
    if n_cells != 2 * n_dominoes:
        raise first.error(
            f"the board has {n_cells} spaces, but needs {2 * n_dominoes} for its {n_dominoes} dominoes",
            expected=f"{2 * n_dominoes} spaces", found=f"{n_cells}", code="cell-count",
        )


def _drawn(text: str) -> PipsPuzzle:
    """The puzzle of a text. Raises FormatError."""
    page = PipsText(text)
    board, below, last = _sections(page)
    cells = _drawn_cells(page, board)
    labels = set(cells.values())
    conditions = []
    for condition, line in _drawn_conditions(map(page.line, below)):
        if condition[0] not in labels:
            raise line.error(
                f"the region {shown(condition[0])} has a condition but no puzzle spaces", code="region-missing",
                expected="a region of the board", found=shown(condition[0]),
            )
        conditions.append(condition)
    dominoes = tuple(_drawn_dominoes(map(page.line, last)))
    first = page.line(next(row for row in board if page.rows[row].strip()))
    _check_cover(first, len(cells), len(dominoes))
    extent = [max(place[i] for place in cells) + 1 for i in (0, 1)]
    if extent[0] * extent[1] > MAX_CELLS:
        size = f"{extent[0]} x {extent[1]}"
        raise first.error("too large a board", expected=f"at most {MAX_CELLS} places", found=size, code="too-large")
    return PipsPuzzle(cells, tuple(conditions), dominoes)


def _is_drawn(text: str) -> bool:
    """Whether a text is a board without mistakes."""
    try:
        _drawn(text)
    except FormatError:
        return False
    return True


class PipsBoardFormat:
    """Reads and writes files of the board format."""

    name = "pips-board"

    def sniff(self, text: str) -> bool:
        """Whether a text has a section of conditions such as ``A >6``.

        The rows of a board may look like the beginning of a plain-text file. Then the whole text must be correct.
        """
        return _looks_like_board(text) and (not looks_like_plain_text_or_spf(text) or _is_drawn(text))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The one puzzle of a text. Raises FormatError."""
        del options
        genre, _ = only_dialect(shelf, self.name)
        return [Reading(_drawn(text).puzzle(genre), format=self.name)]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The three sections: the board without empty margins, the conditions, the dominoes in one line."""
        del dialect
        pips = _without_answer(puzzle, answer).relabelled(_is_region_character)
        if not pips.conditions:
            raise WriteError("a pips board file needs at least one region with a condition")
        asked = {label for label, _, _ in pips.conditions}
        free = next((char for char in f".#{ascii_letters}" if char not in asked), None)
        if free is None and "" in pips.cells.values():
            raise WriteError("no character is left for cells without a region")
        conditions = [f"{condition[0]} {_condition_to_write(condition)}" for condition in pips.conditions]
        dominoes = [_domino_to_write(pair) for pair in pips.dominoes]
        return "\n".join([*_drawn_board(pips.cells, free or ""), "", *conditions, "", " ".join(dominoes), ""])


def _is_region_character(label: str) -> bool:
    return len(label) == 1 and label.isascii() and not label.isspace()


def _drawn_board(cells: Mapping[NumberPair, str], free: str) -> Iterator[str]:
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    rows: dict[int, dict[int, str]] = {}
    for (row, col), label in cells.items():
        rows.setdefault(row - top, {})[col - left] = label or free
    for row in range(max(rows) + 1):
        own = rows.get(row, {})
        yield "".join(own.get(col, " ") for col in range(max(own, default=-1) + 1))


def _condition_to_write(condition: Condition) -> str:
    _, kind, value = condition
    if kind not in KINDS_WITH_NUMBER:
        if value:
            raise WriteError(f"a pips board file has no place for the number of {in_words(condition)}")
        return "=" if kind == "equal" else "=/="
    sign = {"sum": "", "less": "<", "greater": ">", "at most": "<", "at least": ">"}[kind]
    bound = (value or 0) + {"at most": 1, "at least": -1}.get(kind, 0)
    if bound < 0 or (sign == "<" and bound == 0):
        raise WriteError(f"a pips board file cannot tell {in_words(condition)}: '{sign}{bound}' is no condition")
    return f"{sign}{bound}"


def _domino_to_write(pair: NumberPair) -> str:
    if max(pair) > MAX_PIPS:
        raise WriteError(
            f"a pips board file cannot tell the domino {pair}: it has no more than {MAX_PIPS} pips on a half"
        )
    return f"{pair[0]}{pair[1]}"


# -- the listed cells -------------------------------------------------------------------------------------------------

_KINDS = {
    "SUM": "sum", "EQ": "equal", "NEQ": "unequal", "LT": "less", "GT": "greater", "LE": "at most", "GE": "at least",
}  # fmt: skip
_WRITTEN = {kind: word for word, kind in _KINDS.items()}
_MOST_PIPS = 99
"""The format has no limit. No set of dominoes reaches this one, beyond which solving would be hopeless."""
_NO_CELL, _NO_REGION, _ELLIPSIS = ".", "#", "…"


@dataclass(frozen=True)
class CellsLayout:
    """The style of a file, which a puzzle keeps as its ``source``."""

    side: int = 0
    """The side of the board, which may be larger than the puzzle."""
    spaced: bool = False
    """Whether blanks separate the cells."""
    bare: frozenset[str] = frozenset()
    """The regions with EQ or NEQ, but without the number that the format demands."""


class _LineReader:
    """Reads a text line by line."""

    def __init__(self, text: str) -> None:
        self.page = PipsText(text)
        self.at = 0

    def take(self, expected: str) -> Line:
        """The next line."""
        if self.at == len(self.page.rows):
            found = "the end of the text"
            raise FormatError("the text ends too early", self.at + 1, 1, expected, found, code="cut-short")
        self.at += 1
        return self.page.line(self.at - 1)

    def count(self, of: str, code: str) -> tuple[int, Line]:
        """The next line, which is a single number."""
        expected = f"the number of {of}"
        line = self.take(expected)
        text = line.text.strip()
        if not is_number(text, 6):
            at = len(line.text) - len(line.text.lstrip())
            raise line.error("not a number of " + of, at, expected=expected, found=shown(text), code=code)
        return int(text), line

    def end(self, n_dominoes: int) -> None:
        """Raises FormatError for further lines."""
        if self.at < len(self.page.rows):
            line = self.page.line(self.at)
            raise line.error(
                "more lines than announced", expected=f"the end after {n_dominoes} dominoes", found=shown(line.text),
                code="domino-count",
            )


def _read_row(line: Line, side: int) -> list[tuple[str, int]]:
    """The labels of a row, each with its index."""
    words = tokens(line)
    if len(words) == 1:
        text, start = words[0]
        words = [(char, start + i) for i, char in enumerate(text)]
    row: list[tuple[str, int]] = []
    for word, at in words:
        row += [(_NO_CELL, at)] * 3 if word == _ELLIPSIS else [(word, at)]
    if len(row) != side:
        at = row[side][1] if len(row) > side else len(line.text)
        raise line.error(
            "a row of another length", at, expected=f"{side} cells", found=f"{len(row)}", code="row-length"
        )
    return row


def _read_board(reader: _LineReader, side: int) -> dict[NumberPair, str]:
    cells = {}
    first = reader.at
    for row in range(side):
        line = reader.take(f"row {row + 1} of {side} rows")
        for col, (label, _) in enumerate(_read_row(line, side)):
            if label != _NO_CELL:
                cells[row, col] = "" if label == _NO_REGION else label
    if not cells or len(cells) % 2:
        what = "an odd number of cells, which no dominoes can cover" if cells else "a board without cells"
        found, code = f"{len(cells)} cells", "odd-cells" if cells else "no-cells"
        raise reader.page.line(first).error(what, expected="a positive even number of cells", found=found, code=code)
    return cells


def _read_constraint(line: Line, labels: set[str], n: int, announced: int) -> tuple[Condition, bool]:
    """A condition, and whether it lacks a number."""
    words = tokens(line)
    if len(words) == 1 and words[0][0].isdecimal():
        raise line.error(
            "fewer constraints than announced", words[0][1], expected=f"{announced} constraints", found=f"{n}",
            code="constraint-count",
        )
    if not 2 <= len(words) <= 3:
        at = words[3][1] if len(words) > 3 else len(line.text)
        raise line.error(
            "not a constraint", at, expected="a label, a kind and a number", found=shown(line.text),
            code="constraint-malformed",
        )
    (label, at), (word, where) = words[:2]
    kind = _KINDS.get(word)
    if kind is None:
        raise line.error(
            "an unknown kind of constraint", where, expected=" ".join(_KINDS), found=shown(word),
            code="constraint-unknown",
        )
    if label not in labels:
        raise line.error(
            "a constraint for a label without cells", at, expected="a label of the board", found=shown(label),
            code="region-missing",
        )
    number, behind = words[2] if len(words) > 2 else ("", len(line.text))
    if number or kind in KINDS_WITH_NUMBER:
        if not re.fullmatch(r"-?[0-9]{1,9}", number):
            raise line.error(
                "not a constraint's number", behind, expected="a number", found=shown(number),
                code="constraint-malformed",
            )
        # "equal to 0" means just "equal": the format demands a number
        value = int(number)
        return (label, kind, value if value or kind in KINDS_WITH_NUMBER else None), False
    return (label, kind, None), True


def _read_constraints(reader: _LineReader, labels: set[str]) -> tuple[list[Condition], frozenset[str]]:
    announced, _ = reader.count("constraints", "row-count")
    conditions: list[Condition] = []
    seen: dict[str, int] = {}
    bare = set()
    for n in range(announced):
        line = reader.take(f"constraint {n + 1} of {announced}")
        condition, lacks = _read_constraint(line, labels, n, announced)
        label = condition[0]
        if label in seen:
            raise line.error(
                f"a second constraint for {shown(label)}", expected="a label that has none yet",
                found=f"the label of line {seen[label]}", code="constraint-repeated",
            )
        seen[label] = line.number
        conditions.append(condition)
        if lacks:
            bare.add(label)
    return conditions, frozenset(bare)


def _read_domino(line: Line) -> NumberPair:
    words = tokens(line)
    for word, at in words:
        if not is_number(word) or int(word) > _MOST_PIPS:
            expected = f"a number from 0 to {_MOST_PIPS}"
            raise line.error("not a number of pips", at, expected=expected, found=shown(word), code="domino-malformed")
    if len(words) != 2:
        at = words[2][1] if len(words) > 2 else len(line.text)
        raise line.error(
            "not a domino", at, expected="two numbers of pips", found=shown(line.text), code="domino-malformed"
        )
    return int(words[0][0]), int(words[1][0])


def _listed_dominoes(reader: _LineReader, n_cells: int) -> list[NumberPair]:
    announced, line = reader.count("dominoes", "constraint-count")
    if 2 * announced != n_cells:
        raise line.error(
            f"{n_cells} cells are not covered by {announced} dominoes", expected=f"{n_cells // 2} dominoes",
            found=f"{announced}", code="cell-count",
        )
    return [_read_domino(reader.take(f"domino {n + 1} of {announced}")) for n in range(announced)]


class PipsCellsFormat:
    """Reads and writes files of the cells format."""

    name = "pips-cells"

    def sniff(self, text: str) -> bool:
        """Whether a text has constraints such as ``A SUM 3``, or begins with a number and ends with a domino."""
        return _looks_like_cells(text) and not looks_like_plain_text_or_spf(text)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The one puzzle of a text. Raises FormatError."""
        del options
        genre, _ = only_dialect(shelf, self.name)
        reader = _LineReader(text)
        side, line = reader.count("rows", "no-side")
        if not 0 < side <= isqrt(MAX_CELLS):
            raise line.error("no possible side", expected=f"1 to {isqrt(MAX_CELLS)}", found=f"{side}", code="too-large")
        cells = _read_board(reader, side)
        conditions, bare = _read_constraints(reader, set(cells.values()) - {""})
        dominoes = _listed_dominoes(reader, len(cells))
        reader.end(len(dominoes))
        layout = CellsLayout(side, any(len(tokens(reader.page.line(i + 1))) > 1 for i in range(side)), bare)
        puzzle = PipsPuzzle(cells, tuple(conditions), tuple(dominoes)).puzzle(genre, layout)
        return [Reading(puzzle, format=self.name)]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """Board, constraints and dominoes. The board is padded to a square with places that are no cells."""
        del dialect
        layout = puzzle.source if isinstance(puzzle.source, CellsLayout) else CellsLayout()
        pips = _without_answer(puzzle, answer)
        # a cell without a condition needs no label
        signs = {_NO_CELL, _NO_REGION} - {label for label, _, _ in pips.conditions}
        cells = {place: "" if label in signs else label for place, label in pips.cells.items()}
        pips = replace(pips, cells=cells).relabelled(_is_label)
        assert isinstance(puzzle.board, Rect)
        side = max(puzzle.board.n_rows, puzzle.board.n_cols, layout.side)
        if side > isqrt(MAX_CELLS):
            raise WriteError(f"a pips cells file of {side} x {side} cells is too large")
        large = next((pair for pair in pips.dominoes if max(pair) > _MOST_PIPS), None)
        if large:
            raise WriteError(f"a pips cells file tells dominoes of up to {_MOST_PIPS} pips, not {large}")
        constraints = [_constraint_to_write(condition, condition[0] in layout.bare) for condition in pips.conditions]
        return "\n".join([
            str(side), *_listed_board(pips, side, layout.spaced),
            str(len(constraints)), *constraints,
            str(len(pips.dominoes)), *(f"{a} {b}" for a, b in pips.dominoes), "",
        ])  # fmt: skip


def _is_label(label: str) -> bool:
    return label not in (_NO_CELL, _NO_REGION, _ELLIPSIS) and not re.search(r"\s", label)


def _listed_board(pips: PipsPuzzle, side: int, spaced: bool) -> Sequence[str]:
    between = " " if spaced or any(len(label) > 1 for label in pips.cells.values()) else ""
    rows = [[_NO_CELL] * side for _ in range(side)]
    for (row, col), label in pips.cells.items():
        rows[row][col] = label or _NO_REGION
    return [between.join(row) for row in rows]


def _constraint_to_write(condition: Condition, bare: bool) -> str:
    label, kind, value = condition
    # the reader of the format's authors demands a number after EQ and NEQ
    number = "" if value is None and bare else f" {value or 0}"
    return f"{label} {_WRITTEN[kind]}{number}"
