"""The plain-text format: comments, a name, a difficulty, ``columns rows``, and a body that depends on the genre.

The body is nearly always a grid of characters (a ``Diagram``), in which ``{number}`` takes one place. Real files have
other names of genres, other words, and zeros for blanks. All this is read, with a warning if it is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import Key, Layer
from ..language.puzzle import About, Puzzle, PuzzleError, State
from ..language.validation import at_spot
from ..logic.ticks import ticking
from .dialect import MAX_CELLS, Dialect, Reading, Shelf, merged
from .errors import FormatError, Line, WriteError, is_number, shown, unified
from .layout import (
    Border,
    Diagram,
    Drawn,
    Fixed,
    Glyph,
    Grow,
    Joint,
    Left,
    MarksByLayer,
    cells,
    refuse,
    ruled,
    spelled,
    tokenized,
)
from .sources import check_lines

__all__ = [
    "Body",
    "CountLine",
    "DiagramBody",
    "PlainSource",
    "PlainText",
    "PlainTextFormat",
    "RunLists",
    "dot",
    "grid",
    "rooms",
]

dot = Fixed(".")
"""An empty cell."""

_NOT_TOLD = "unknown"
"""The difficulty in files where it is unknown."""
_SIZE = re.compile(r"\s*(\d{1,9})\s+(\d{1,9})\s*", re.ASCII)
_NAME_LINE = re.compile(r"[A-Za-z][A-Za-z _-]*")
_PLAIN_TEXT = re.compile(r"(?:%.*\n)*[A-Za-z][A-Za-z ]{3,}\n.*\n[ \t]*\d+[ \t]+\d+[ \t]*(?:\n|\Z)")
_COMMENTED = re.compile(r"(?:%[^\s]*[ \t].*\n)+[A-Za-z][A-Za-z ]*\n")
_SPF_TYPE = re.compile(r"^[ \t]*/type[ \t]*\(", re.MULTILINE)
_LOOK = 4 * 2**20
"""How much of a text is examined for the beginning of another format."""


@dataclass(frozen=True)
class PlainSource:
    """What a puzzle keeps of its file: the name of its genre there, and the words of its lines."""

    name: str
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    format: str = "plain"


@dataclass
class BodyReading:
    """What one part of a body contains."""

    marks: MarksByLayer = field(default_factory=dict)
    keys: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)


class Body:
    """One part of the text below the size."""

    @property
    def layers(self) -> frozenset[str]:
        """The names of the layers that it shows."""
        return frozenset()

    @property
    def keys(self) -> frozenset[str]:
        """The names of the keys that it holds."""
        return frozenset()

    def height(self, board: Rect) -> int:
        """Its number of lines."""
        raise NotImplementedError

    def read(self, lines: Sequence[Line], board: Rect) -> BodyReading:
        """What the lines contain. Raises FormatError."""
        raise NotImplementedError

    def placed(self, fault: PuzzleError, lines: Sequence[Line], board: Rect) -> FormatError:
        """The error for what the genre's declarations exclude, at its place in the lines."""
        raise NotImplementedError

    def write(self, puzzle: Puzzle, board: Rect) -> tuple[list[str], Left]:
        """The lines, and the marks of its layers that they do not show. Raises WriteError."""
        raise NotImplementedError


class DiagramBody(Body):
    """A diagram in which ``{number}`` takes one place."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram

    @property
    def layers(self) -> frozenset[str]:
        """The layers of the diagram."""
        return self.diagram.layers

    def height(self, board: Rect) -> int:
        """The height of the diagram."""
        return self.diagram.size(board, {})[1]

    def read(self, lines: Sequence[Line], board: Rect) -> BodyReading:
        """The marks of the diagram."""
        marks, warnings = self.diagram.read([tokenized(line) for line in ticking(lines)], board, {}, exact=True)
        return BodyReading(marks, warnings=warnings)

    def placed(self, fault: PuzzleError, lines: Sequence[Line], board: Rect) -> FormatError:
        """The error at the block of the spot."""
        what, found = at_spot(fault, board), None
        if fault.spot is not None:
            own = [tokenized(line) for line in lines]
            found = self.diagram.fault_at((fault.layer, fault.spot), own, board, {}, what, fault.expected)
        return found or _of_line(fault, lines[0], what)

    def write(self, puzzle: Puzzle, board: Rect) -> tuple[list[str], Left]:
        """The lines of the diagram."""
        try:
            lines, left = self.diagram.write(board, {}, puzzle.given)
        except Grow as fault:
            raise WriteError(str(fault)) from None
        return [spelled(line) for line in lines], left


class RunLists(Body):
    """A line with the runs of each row and then of each column, or ``0``: tuples on the sides at the left and top."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    @property
    def layers(self) -> frozenset[str]:
        """The name of the layer."""
        return frozenset((self.layer.name,))

    def height(self, board: Rect) -> int:
        """One line for each row and column."""
        return board.n_rows + board.n_cols

    @staticmethod
    def _spots(board: Rect) -> list[Spot]:
        rows = [Spot(y, -1) for y in range(1, 2 * board.n_rows, 2)]
        return rows + [Spot(-1, x) for x in range(1, 2 * board.n_cols, 2)]

    def read(self, lines: Sequence[Line], board: Rect) -> BodyReading:
        """A tuple for each line."""
        return BodyReading(
            {self.layer.name: {s: _runs(line) for s, line in zip(self._spots(board), lines, strict=True)}}
        )

    def placed(self, fault: PuzzleError, lines: Sequence[Line], board: Rect) -> FormatError:
        """The error at the number of the list."""
        line = dict(zip(self._spots(board), lines, strict=True)).get(fault.spot or Spot(0, 0), lines[0])
        before = line.text.split(",")[: fault.path[0] if fault.path else 0]
        return _of_line(fault, line, at_spot(fault, board), sum(len(number) + 1 for number in before))

    def write(self, puzzle: Puzzle, board: Rect) -> tuple[list[str], Left]:
        """A line for each tuple."""
        marks: Mapping[Spot, Any] = puzzle.given.get(self.layer.name, {})
        spots = self._spots(board)
        lines = []
        for spot in spots:
            runs = marks.get(spot)
            if not isinstance(runs, tuple) or not all(type(n) is int and n > 0 for n in runs):
                clue = "an unknown clue" if runs is None else repr(runs)
                raise WriteError(f"the format cannot express {clue} at {board.name(spot)}")
            lines.append(",".join(map(str, runs)) or "0")
        return lines, {(self.layer.name, spot) for spot in set(marks).difference(spots)}


def _runs(line: Line) -> tuple[int, ...]:
    """The numbers of a line, separated by commas."""
    runs: list[int] = []
    start = 0
    for piece in line.text.split(","):
        word = piece.strip(" ")
        if word.startswith("{") and word.endswith("}"):
            word = word[1:-1].strip(" ")
        at = start + len(piece) - len(piece.lstrip(" "))
        if not is_number(word):
            raise line.error("this is not a list of numbers", at, expected="a number", found=shown(piece.strip(" ")))
        runs.append(int(word))
        if not runs[-1] and "," in line.text:
            raise line.error("a 0 means that there is no run, and must stand alone", at, found=shown(line.text))
        start += len(piece) + 1
    return () if runs == [0] else tuple(runs)


class CountLine(Body):
    """A last line with a word and a number: the value of a key, or 0 if it is unknown.

    ``word`` is written, unless the file had one of the words of ``also``.
    """

    def __init__(self, word: str, key: Key[Any], also: Iterable[str] = ()) -> None:
        self.word, self.key, self.also = word, key, tuple(also)

    @property
    def keys(self) -> frozenset[str]:
        """The name of the key."""
        return frozenset((self.key.name,))

    def height(self, board: Rect) -> int:
        """One line."""
        del board
        return 1

    def read(self, lines: Sequence[Line], board: Rect) -> BodyReading:
        """The number."""
        line = lines[0]
        match = re.fullmatch(r"\s*(\S+)\s+\{?(\d{1,9})\}?\s*", line.text, re.ASCII)
        if match is None or match[1] not in (self.word, *self.also):
            raise line.error(f"this is not a line about {self.key.name}", expected=f"'{self.word} n'",
                             found=shown(line.text))
        n = int(match[2])
        if n > len(board.cells):
            what = f"there are not so many cells as {self.key.name}"
            raise line.error(what, match.start(2), expected=f"at most {len(board.cells)}", found=match[2])
        warnings = [] if match[1] == self.word else [f"'{match[1]}' is read as '{self.word}'"]
        return BodyReading(keys={self.key.name: n} if n else {}, warnings=warnings, words={self.word: match[1]})

    def placed(self, fault: PuzzleError, lines: Sequence[Line], board: Rect) -> FormatError:
        """The error at the number."""
        return _of_line(fault, lines[0], at_spot(fault, board), len(lines[0].text.split()[0]) + 1)

    def write(self, puzzle: Puzzle, board: Rect) -> tuple[list[str], Left]:
        """The word and the number."""
        del board
        word = puzzle.source.words.get(self.word, self.word) if isinstance(puzzle.source, PlainSource) else self.word
        n = puzzle.keys.get(self.key.name) or 0
        if type(n) is not int or n < 0:
            raise WriteError(f"the format cannot express {self.key.name} = {n!r}")
        return [f"{word} {n}"], set()


def _of_line(fault: PuzzleError, line: Line, what: str, at: int = 0) -> FormatError:
    return line.error(what, at, expected=fault.expected, found=fault.found, code="bad-value")


def grid(cell: Glyph) -> Diagram:
    """The usual body: a line for each row, with one place for each cell."""
    return Diagram(cells(), cells(), cell=cell)


def rooms(wall: Layer, cell: Glyph) -> Diagram:
    """A body with borders around and between the cells."""
    edge, corner = Border(wall), Joint(wall)
    return Diagram(ruled(), ruled(), cell=cell | Fixed(".", " "), edge=edge, corner=corner, frame=Drawn(loose=True))


class PlainText(Dialect):
    """How one genre is written in this format: its names, and the parts of the body from top to bottom."""

    format = "plain"

    def __init__(self, *names: str, body: Diagram | Body | Sequence[Diagram | Body]) -> None:
        super().__init__(*names)
        parts = (body,) if isinstance(body, Diagram | Body) else tuple(body)
        self.parts: tuple[Body, ...] = tuple(DiagramBody(part) if isinstance(part, Diagram) else part for part in parts)

    def read(
        self, genre: type[Genre], name: str, board: Rect, about: About, lines: Sequence[Line], end: int
    ) -> Reading:
        """The puzzle of a body; ``end`` is the number of the text's last line. Raises FormatError."""
        wanted = sum(part.height(board) for part in self.parts)
        if len(lines) < wanted:
            what = f"only {len(lines)} of {wanted} lines stand below the size"
            raise FormatError(what, end, 0, "one more line", "the end of the text", code="too-short")
        if len(lines) > wanted:
            raise lines[wanted].error("something stands behind the end of the puzzle", expected="the end of the text",
                                      found=shown(lines[wanted].text), code="too-long")
        marks: list[MarksByLayer] = []
        keys: dict[str, Any] = {}
        words: dict[str, str] = {}
        warnings = [] if name == self.names[0] else [f"'{name}' is read as {self.names[0]}"]
        start = 0
        pages: list[Sequence[Line]] = []
        for part in self.parts:
            height = part.height(board)
            pages.append(lines[start : start + height])
            reading = part.read(pages[-1], board)
            start += height
            marks.append(reading.marks)
            keys.update(reading.keys)
            words.update(reading.words)
            warnings += reading.warnings
        given = marks[0] if len(marks) == 1 else merged(marks)
        try:
            puzzle = Puzzle.of(genre, board, given, keys, about, PlainSource(name, words))
        except PuzzleError as fault:
            raise self._placed(fault, pages, board) from None
        return Reading(puzzle, None, tuple(warnings), self.format)

    def _placed(self, fault: PuzzleError, pages: Sequence[Sequence[Line]], board: Rect) -> FormatError:
        """The error for what the genre's declarations exclude, at its place in the text."""
        for part, page in zip(self.parts, pages, strict=True):
            if fault.layer in part.layers or fault.key in part.keys:
                return part.placed(fault, page, board)
        return self.parts[0].placed(fault, pages[0], board)

    def write(self, puzzle: Puzzle, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        if answer is not None:
            raise WriteError("the plain-text format has no place for an answer")
        board = puzzle.board
        if not isinstance(board, Rect):
            raise WriteError("the plain-text format knows rectangular boards only")
        hole = next(iter(sorted(board.holes)), None)
        if hole is not None:
            raise WriteError(f"the plain-text format has no missing cells, such as {board.name(hole)}")
        known = frozenset().union(*(part.keys for part in self.parts))
        for name, value in puzzle.keys.items():
            if name not in known:
                raise WriteError(f"the format has no place for {name} = {value!r}")
        body: list[str] = []
        layers = frozenset().union(*(part.layers for part in self.parts))
        left: Left = {(name, spot) for name, own in puzzle.given.items() if name not in layers for spot in own}
        refuse(left, board)
        for part in self.parts:
            lines, rest = part.write(puzzle, board)
            body += lines
            refuse({(name, spot) for name, spot in rest if name in part.layers}, board)
        source = puzzle.source
        name = source.name if isinstance(source, PlainSource) and source.name in self.names else self.names[0]
        head = [f"% {text}" if text else "%" for text in map(_one_line, _credits(puzzle.about))]
        head += [name, _one_line(puzzle.about.difficulty).lstrip("% ") or _NOT_TOLD, f"{board.n_cols} {board.n_rows}"]
        return "\n".join((*head, *body, ""))


def _credits(about: About) -> Sequence[str]:
    """The lines of the comment."""
    title = " by ".join(part for part in (about.title, about.author) if part)
    return [*([title] if title else ()), *about.credits, *(part for part in about.description if part)]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def looks_like_plain_text_or_spf(text: str) -> bool:
    """Whether a text begins like the plain-text format, or has a ``/type`` like the Standard Puzzle Format."""
    text = unified(text[:_LOOK])
    return any(p.match(text) for p in (_PLAIN_TEXT, _COMMENTED)) or _SPF_TYPE.search(text) is not None


class PlainTextFormat:
    """Texts of the plain-text format; each holds one puzzle."""

    name = "plain"

    def sniff(self, text: str) -> bool:
        """Whether a name, any line, and something that begins with a digit stand at the top, below comments."""
        found: list[str] = []
        for row in text[:20_000].removeprefix("\ufeff").splitlines():
            if not row.startswith("%") and (row.strip() or found):
                found.append(row.strip())
                if len(found) == 3:
                    break
        return len(found) == 3 and bool(_NAME_LINE.fullmatch(found[0])) and found[2][:1].isdigit()

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The one puzzle of a text. Raises FormatError."""
        del options
        check_lines(text)
        rows = unified(text).split("\n")
        comments = [row[1:].strip() for row in rows if row.startswith("%")]
        lines = _lines(rows)
        end = lines[-1].number if lines else len(rows)
        if len(lines) < 3:
            wanted = ("a name", "a difficulty", "columns and rows")[len(lines)]
            raise FormatError("the text is too short", end, 0, wanted, "the end of the text", code="too-short")
        genre, dialect, name = _dialect(lines[0], shelf)
        board = _board(lines[2])
        difficulty = lines[1].text.strip()
        about = About(credits=tuple(comments), difficulty="" if difficulty == _NOT_TOLD else difficulty)
        reading: Reading = dialect.read(genre, name, board, about, lines[3:], end)
        return [reading]

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        text: str = dialect.write(puzzle, answer)
        return text


_MAX_LINES = 3 * MAX_CELLS
"""No puzzle has more lines; further ones are not read."""


def _lines(rows: Sequence[str]) -> list[Line]:
    """The lines that are no comments, without blank lines at the start and the end."""
    inked = [i for i, row in enumerate(rows) if row and not row.startswith("%") and not row.isspace()]
    if not inked:
        return []
    numbered = enumerate(rows[inked[0] : inked[-1] + 1], inked[0] + 1)
    lines = (Line(row, number) for number, row in numbered if row[:1] != "%")
    return list(islice(lines, _MAX_LINES))


def _dialect(line: Line, shelf: Shelf) -> tuple[type[Genre], Any, str]:
    """The genre of a name, its dialect, and the name in the spelling of this format."""
    name = _one_line(line.text)
    for spelling in dict.fromkeys((name, name.casefold())):
        for genre, dialect in shelf.dialects(PlainTextFormat.name, spelling):
            return genre, dialect, spelling
    near = [repr(other) for other in shelf.near(PlainTextFormat.name, name.casefold())]
    expected = " or ".join(near) or "the name of a puzzle"
    raise line.error("this kind of puzzle is not known", expected=expected, found=shown(name), code="unknown-type")


def _board(line: Line) -> Rect:
    match = _SIZE.fullmatch(line.text)
    if match is None or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        raise line.error("this is not a size", expected="columns and rows, two numbers", found=shown(line.text),
                         code="bad-size")
    columns, rows = int(match[1]), int(match[2])
    if rows * columns > MAX_CELLS:
        what = f"a board of {columns} x {rows} cells is too large"
        raise line.error(what, expected=f"at most {MAX_CELLS} cells", code="too-large")
    return Rect.of(rows, columns)

