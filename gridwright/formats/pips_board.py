"""Pips as a board drawn in characters, a condition per region, and the dominoes; also what both pips formats share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_letters
from typing import Any

from ..language.board import Rect, Spot
from ..language.genre import Genre, GivenLayer, Key, Puzzle, State
from .dialect import MAX_CELLS, Dialect, Reading, Shelf
from .errors import FormatError, Line, WriteError, shown
from .sources import check_lines

Condition = tuple[str, str, int | None]
"""A region's label, what is asked of its pips (see ``KINDS``), and the number that goes with it."""

KINDS = ("sum", "equal", "unequal", "less", "greater", "at most", "at least")
"""What a region may ask for; all but ``equal`` and ``unequal`` speak of the sum of its pips."""

MAX_PIPS = 6
"""The most pips on half a domino in the board format."""

_LONGEST = 4 * 2**20
"""Longer texts are not looked at: the largest board with labels of some letters takes less."""
_PLAIN_TEXT = re.compile(r"(?:%.*\n)*[A-Za-z][A-Za-z ]{3,}\n.*\n[ \t]*\d+[ \t]+\d+[ \t]*(?:\n|\Z)")
_COMMENTED = re.compile(r"(?:%[^\s]*[ \t].*\n)+[A-Za-z][A-Za-z ]*\n")
_SPF_TYPE = re.compile(r"^[ \t]*/type[ \t]*\(", re.MULTILINE)
_CONSTRAINT = re.compile(r"^[ \t]*\S*[^\s:][ \t]+(?:EQ|NEQ|SUM|LT|GT|LE|GE)(?:[ \t]+-?\d+)?[ \t]*$", re.MULTILINE)
_FIRST_COUNT = re.compile(r"\A\s*\d{1,3}[ \t]*\n")
_LAST_PAIR = re.compile(r"\n[ \t]*\d+[ \t]+\d+\s*\Z")
_CONDITIONS = re.compile(r"(?:\A|\n)[ \t]*\n(?:[^\S\n]*\S[^\n]*\n){0,3}\S[ \t]+(?:[<>=]\S*|\d+)[ \t]*(?:\n|\Z)")
"""An empty line and then, perhaps after faulty ones, a line that states a condition."""
_DOMINOES = re.compile(r"\s*\S{1,3}(?!\S)")
"""What the last section begins with: a domino, or something as short."""


# -- which format ---------------------------------------------------------------------------------------------------


def _unified(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def looks_like_plain_text_or_spf(text: str) -> bool:
    """Whether a text begins like one of the plain-text format, or names its type like the Standard Puzzle Format."""
    text = _unified(text[:_LONGEST])
    return any(p.match(text) for p in (_PLAIN_TEXT, _COMMENTED)) or _SPF_TYPE.search(text) is not None


def _last_lines(text: str) -> str:
    """The end of a text, enough to see its last line with ink: keeps the search for it short."""
    return text.rstrip()[-200:]


def looks_like_cells(text: str) -> bool:
    """Whether a text has a constraint line of the pips cells format, or its first and its last line."""
    if len(text) > _LONGEST:
        return False
    text = _unified(text)
    if _CONSTRAINT.search(text):
        return True
    framed = _FIRST_COUNT.match(text) is not None and _LAST_PAIR.search(_last_lines(text)) is not None
    return framed and not _CONDITIONS.search(text)


def looks_like_board(text: str) -> bool:
    """Whether a text has a section of conditions as the pips board format writes them."""
    if len(text) > _LONGEST:
        return False
    text = _unified(text)
    last = text.rstrip().rsplit("\n\n", 1)[-1]
    return _CONDITIONS.search(text) is not None and _DOMINOES.match(last) is not None and not looks_like_cells(text)


def looks_like_pips(text: str) -> bool:
    """Whether a text looks like one of the two pips formats."""
    return looks_like_cells(text) or looks_like_board(text)


# -- what the two formats share -------------------------------------------------------------------------------------


class PipsDialect(Dialect):
    """A genre told in a pips format.

    ``region`` holds the label of each cell's region, ``conditions`` what the regions ask for (see ``Condition``) and
    ``dominoes`` the pairs of pips.
    """

    def __init__(
        self,
        *names: str,
        region: GivenLayer,
        conditions: Key[Any],
        dominoes: Key[Any],
    ) -> None:
        super().__init__(*(names or (self.format,)))
        self.region, self.conditions, self.dominoes = region, conditions, dominoes


@dataclass(frozen=True)
class Pips:
    """A pips puzzle as the formats see it: cells by row and column (from 0), with a label, or "" in no region."""

    cells: Mapping[tuple[int, int], str]
    conditions: tuple[Condition, ...]
    dominoes: tuple[tuple[int, int], ...]

    def puzzle(self, genre: type[Genre], dialect: PipsDialect, source: Any = None) -> Puzzle:
        """The puzzle, on a board just large enough to hold the cells at their places."""
        n_rows = max(row for row, _ in self.cells) + 1
        n_cols = max(col for _, col in self.cells) + 1
        places = ((row, col) for row in range(n_rows) for col in range(n_cols))
        holes = [_spot(place) for place in places if place not in self.cells]
        asked = {condition[0] for condition in self.conditions}
        # A dot that nothing is asked of is the usual way to say that a cell is in no region.
        named = {place: label for place, label in self.cells.items() if label and (label != "." or "." in asked)}
        region = {_spot(place): label for place, label in named.items()}
        keys = {dialect.conditions.name: self.conditions, dialect.dominoes.name: self.dominoes}
        return Puzzle.of(genre, Rect.of(n_rows, n_cols, holes), {dialect.region.name: region}, keys, None, source)

    @staticmethod
    def of(puzzle: Puzzle, dialect: PipsDialect, answer: State | None) -> Pips:
        """What a puzzle asks to be written. Raises WriteError for what neither format can tell."""
        board = puzzle.board
        if answer is not None:
            raise WriteError("pips files have no place for an answer")
        if not isinstance(board, Rect):
            raise WriteError(f"pips files tell rectangular boards only, not {board!r}")
        foreign = [f"layer {name!r}" for name in puzzle.given if name != dialect.region.name]
        foreign += [
            f"value {name!r}" for name in puzzle.keys if name not in (dialect.conditions.name, dialect.dominoes.name)
        ]
        if foreign:
            raise WriteError(f"pips files have no place for the puzzle's {', '.join(foreign)}")
        region: Mapping[Spot, Any] = puzzle.given.get(dialect.region.name, {})
        astray = [board.name(spot) for spot in region if spot not in board.cell_index]
        if astray:
            raise WriteError(f"there is a region's label at {astray[0]}, which is no cell")
        cells = {(spot.y // 2, spot.x // 2): str(region.get(spot, "")) for spot in board.cells}
        conditions = puzzle.keys.get(dialect.conditions.name, ())
        dominoes = puzzle.keys.get(dialect.dominoes.name, ())
        pips = Pips(cells, tuple(conditions), tuple(tuple(pair) for pair in dominoes))
        pips._check()
        return pips

    def _check(self) -> None:
        if not self.cells or len(self.cells) != 2 * len(self.dominoes):
            raise WriteError(f"{len(self.dominoes)} dominoes do not cover a board of {len(self.cells)} cells")
        labels, seen = set(self.cells.values()), set()
        for condition in self.conditions:
            label, kind, value = condition
            if kind not in KINDS or not isinstance(value, int | None) or (value is None and kind in KINDS_WITH_NUMBER):
                raise WriteError(f"pips files have no condition {told(condition)}")
            if not label or label not in labels:
                raise WriteError(f"the region {label!r} has a condition but no cells")
            if label in seen:
                raise WriteError(f"the region {label!r} has more than one condition")
            seen.add(label)
        for pair in self.dominoes:
            if len(pair) != 2 or not all(isinstance(n, int) and n >= 0 for n in pair):
                raise WriteError(f"pips files have no domino {pair!r}")

    def relabelled(self, fits: Callable[[str], bool]) -> Pips:
        """The same puzzle with unused letters for labels that do not fit a format."""
        labels = dict.fromkeys([*self.cells.values(), *(label for label, _, _ in self.conditions)])
        free = (letter for letter in ascii_letters[26:] + ascii_letters[:26] if letter not in labels)
        names = {}
        for label in labels:
            names[label] = label if not label or fits(label) else next(free, "")
            if label and not names[label]:
                raise WriteError(f"no letter is left for the region {label!r}")
        cells = {place: names[label] for place, label in self.cells.items()}
        return replace(self, cells=cells, conditions=tuple((names[label], k, v) for label, k, v in self.conditions))

    def without_conditions(self) -> set[str]:
        """The labels of regions that nothing is asked of."""
        return set(self.cells.values()) - {label for label, _, _ in self.conditions} - {""}


KINDS_WITH_NUMBER = frozenset(KINDS) - {"equal", "unequal"}
"""The conditions that mean nothing without a number."""


def _spot(place: tuple[int, int]) -> Spot:
    return Spot(2 * place[0] + 1, 2 * place[1] + 1)


def told(condition: Condition) -> str:
    """A condition in words, for messages."""
    label, kind, value = condition
    return f"{kind!r}{'' if value is None else f' {value}'} (region {label!r})"


def only_dialect(shelf: Shelf, format: str) -> tuple[type[Genre], PipsDialect]:
    """The genre that is told in a format of one genre, with its dialect."""
    known = next(iter(shelf.dialects(format)), None)
    if known is None:
        raise FormatError("no genre is told in this format", code="no-genre")
    return known


class Page:
    """The lines of a text, each made a ``Line`` only when it is asked for: most of a wrong text never is."""

    def __init__(self, text: str) -> None:
        check_lines(text)
        self.rows = _unified(text).split("\n")
        while self.rows and not _inked(self.rows[-1]):
            self.rows.pop()

    def line(self, i: int) -> Line:
        """Line ``i``, counted from 0, without the blanks at its end."""
        return Line(self.rows[i].rstrip(), i + 1)

    def blocks_from_below(self, n: int) -> Iterator[range]:
        """Up to ``n`` blocks without a blank line, the last one first; only such as stand below a blank line."""
        end = len(self.rows)
        for _ in range(n):
            while end and not _inked(self.rows[end - 1]):
                end -= 1
            start = end
            while start and _inked(self.rows[start - 1]):
                start -= 1
            if start == 0:
                return
            yield range(start, end)
            end = start - 1


def _inked(row: str) -> bool:
    return bool(row) and not row.isspace()


def tokens(line: Line) -> list[tuple[str, int]]:
    """The words of a line, each with its place."""
    return [(found[0], found.start()) for found in re.finditer(r"\S+", line.text)]


# -- reading a board file -------------------------------------------------------------------------------------------


class PipsBoard(PipsDialect):
    """A genre told in the pips board format."""

    format = "pips-board"


def _sections(page: Page) -> tuple[range, range, range]:
    """The lines of board, conditions and dominoes: found from the bottom up, as only the board may hold empty lines."""
    blocks = list(page.blocks_from_below(2))
    if len(blocks) < 2:
        n = len(blocks) + bool(page.rows)
        expected = "a board, conditions and dominoes, an empty line before each of the last two"
        found = f"{n} section{'' if n == 1 else 's'}"
        raise FormatError("a section is missing", 1, 1, expected, found, code="section-missing")
    dominoes, conditions = blocks
    return range(conditions.start), conditions, dominoes


def _read_condition(token: str) -> tuple[str, int | None] | None:
    if token in ("=", "=/="):
        return "equal" if token == "=" else "unequal", None
    found = re.fullmatch(r"([<>]?)([0-9]{1,9})", token)
    kind = {"": "sum", "<": "less", ">": "greater"}[found[1]] if found else ""
    if found is None or (kind == "less" and int(found[2]) == 0):  # no sum is less than 0
        return None
    return kind, int(found[2])


def _read_conditions(lines: Iterable[Line]) -> Iterator[tuple[Condition, Line]]:
    seen: dict[str, int] = {}
    for line in lines:
        words = tokens(line)
        if len(words) != 2:
            at = words[2][1] if len(words) > 2 else len(line.text)
            raise line.error(
                "not a condition",
                at,
                expected="a region's character, a blank and a condition",
                found=shown(line.text),
                code="condition-malformed",
            )
        (label, at), (token, where) = words
        if len(label) != 1:
            raise line.error(
                "a region's name is one character", at, expected="one character", found=shown(label), code="region-name"
            )
        if label in seen:
            raise line.error(
                f"multiple conditions for the region {shown(label)}",
                at,
                expected="a region that has none yet",
                found=f"the region of line {seen[label]}",
                code="condition-repeated",
            )
        seen[label] = line.number
        condition = _read_condition(token)
        if condition is None:
            expected = "a number, '=', '=/=', '>' or '<' with a number (not '<0')"
            raise line.error(
                "an unknown condition", where, expected=expected, found=shown(token), code="condition-unknown"
            )
        yield (label, *condition), line


def _read_dominoes(lines: Iterable[Line]) -> Iterator[tuple[int, int]]:
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
                    f"a domino with more than {MAX_PIPS} pips on a half",
                    at + (a <= MAX_PIPS),
                    expected=f"0 to {MAX_PIPS}",
                    found=shown(token),
                    code="pip-range",
                )
            if frozenset((a, b)) in seen:
                raise line.error(
                    f"a duplicate domino {token}",
                    at,
                    expected="each domino once, either way round",
                    found=shown(token),
                    code="domino-repeated",
                )
            seen.add(frozenset((a, b)))
            yield a, b


def _read_cells(page: Page, section: range) -> dict[tuple[int, int], str]:
    """The spaces of a board, shifted so that the first used row and column are 0."""
    cells: dict[tuple[int, int], str] = {}
    for row in section:
        if not _inked(page.rows[row]):
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
            "an odd number of spaces, which no dominoes can cover",
            expected=f"{2 * n_dominoes} spaces",
            found=f"{n_cells}",
            code="odd-cells",
        )
    if n_cells != 2 * n_dominoes:
        raise first.error(
            f"the board has {n_cells} spaces, but needs {2 * n_dominoes} for its {n_dominoes} dominoes",
            expected=f"{2 * n_dominoes} spaces",
            found=f"{n_cells}",
            code="cell-count",
        )


# -- the format -----------------------------------------------------------------------------------------------------


class PipsBoardFormat:
    """Reads and writes pips board files."""

    name = "pips-board"
    about = "Pips: the board drawn with a character per region, the regions' conditions, the dominoes"

    def sniff(self, text: str) -> bool:
        """Whether a text has a section of conditions such as ``A >6``."""
        return looks_like_board(text) and not looks_like_plain_text_or_spf(text)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The one puzzle of a text. Raises FormatError."""
        del options
        genre, dialect = only_dialect(shelf, self.name)
        page = Page(text)
        board, below, last = _sections(page)
        cells = _read_cells(page, board)
        labels = set(cells.values())
        conditions = []
        for condition, line in _read_conditions(map(page.line, below)):
            if condition[0] not in labels:
                raise line.error(
                    f"the region {shown(condition[0])} has a condition but no puzzle spaces",
                    code="region-missing",
                    expected="a region of the board",
                    found=shown(condition[0]),
                )
            conditions.append(condition)
        dominoes = tuple(_read_dominoes(map(page.line, last)))
        first = page.line(next(row for row in board if page.rows[row].strip()))
        _check_cover(first, len(cells), len(dominoes))
        extent = [max(place[i] for place in cells) + 1 for i in (0, 1)]
        if extent[0] * extent[1] > MAX_CELLS:
            size = f"{extent[0]} x {extent[1]}"
            raise first.error("too large a board", expected=f"at most {MAX_CELLS} places", found=size, code="too-large")
        puzzle = Pips(cells, tuple(conditions), dominoes).puzzle(genre, dialect)
        return [Reading(puzzle, format=self.name)]

    def write(self, puzzle: Puzzle, dialect: PipsDialect, answer: State | None) -> str:
        """The three sections; the board without empty margins, the dominoes in one line."""
        pips = Pips.of(puzzle, dialect, answer).relabelled(_is_region_character)
        if not pips.conditions:
            raise WriteError("a pips board file needs at least one region with a condition")
        asked = {label for label, _, _ in pips.conditions}
        free = next((char for char in f".#{ascii_letters}" if char not in asked), None)
        if free is None and "" in pips.cells.values():
            raise WriteError("no character is left for cells without a region")
        conditions = [f"{condition[0]} {_condition_to_write(condition)}" for condition in pips.conditions]
        dominoes = [_domino_to_write(pair) for pair in pips.dominoes]
        return "\n".join([*_board_to_write(pips.cells, free or ""), "", *conditions, "", " ".join(dominoes), ""])


def _is_region_character(label: str) -> bool:
    return len(label) == 1 and label.isascii() and not label.isspace()


def _board_to_write(cells: Mapping[tuple[int, int], str], free: str) -> Iterator[str]:
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
            raise WriteError(f"a pips board file has no place for the number of {told(condition)}")
        return "=" if kind == "equal" else "=/="
    sign = {"sum": "", "less": "<", "greater": ">", "at most": "<", "at least": ">"}[kind]
    bound = (value or 0) + {"at most": 1, "at least": -1}.get(kind, 0)
    if bound < 0 or (sign == "<" and bound == 0):
        raise WriteError(f"a pips board file cannot tell {told(condition)}: '{sign}{bound}' is no condition")
    return f"{sign}{bound}"


def _domino_to_write(pair: tuple[int, int]) -> str:
    if max(pair) > MAX_PIPS:
        raise WriteError(
            f"a pips board file cannot tell the domino {pair}: it has no more than {MAX_PIPS} pips on a half"
        )
    return f"{pair[0]}{pair[1]}"
