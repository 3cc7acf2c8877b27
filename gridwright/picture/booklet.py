"""Booklets: many puzzles on the pages of a PDF, with headings, page numbers, and small answers at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from pickle import dumps, loads
from typing import IO, Any, NamedTuple
from zlib import compress, decompress

from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from .drawing import draw
from .figure import MM
from .pdf import metadata, paint_on, text_width, write_text
from .target import store
from .theme import LIGHT

PAPERS: dict[str, tuple[float, float]] = {"a4": (210 * MM, 297 * MM), "letter": (612, 792)}
"""Widths and heights in points."""
GRIDS: dict[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""Columns and rows, by the number of puzzles on a page."""
_ANSWERS = 12
_MARGIN, _GAP, _FOOT = 16 * MM, 8 * MM, 10 * MM
_LARGEST_CELL = 11 * MM
_TITLE, _HEAD, _SMALL = 20.0, 11.0, 8.0
"""Sizes of letters in points."""
_LEADING = 1.25


@dataclass(frozen=True)
class Layout:
    """What a booklet looks like: a paper of ``PAPERS``, as many puzzles a page as ``GRIDS`` knows, a title if there is
    one, whether the rules stand above each puzzle, and whether the answers follow at the end."""

    paper: str = "a4"
    per_page: int = 2
    title: str = ""
    rules: bool = False
    answers: bool = True


@dataclass(frozen=True)
class _Slot:
    """A part of a page, by its upper left corner."""

    x: float
    top: float
    width: float
    height: float


class _Solved(NamedTuple):
    """A puzzle with its answer, packed: there may be thousands of them, each of which would take 40 times as much."""

    number: int
    genre: type[Genre]
    parts: bytes

    @staticmethod
    def of(number: int, puzzle: Puzzle, answer: State) -> _Solved:
        """What a picture needs."""
        return _Solved(number, puzzle.genre, compress(dumps((puzzle.board, puzzle.given, puzzle.keys, answer.marks))))

    def unpacked(self) -> tuple[Puzzle, State]:
        """The puzzle and its answer again."""
        board, given, keys, marks = loads(decompress(self.parts))
        puzzle = Puzzle(self.genre, board, given, keys)
        return puzzle, State(puzzle, marks)


def _compress(page: Any) -> None:
    """Compresses the drawing program of a page now: the library would keep all of them as text until the end."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

    told = PDFDictionary({"Filter": PDFName("FlateDecode")})
    page.Contents = PDFStream(told, compress(page.stream.encode()))
    page.stream = None


class Booklet:
    """A booklet that is being made: ``add`` puzzles one after the other, then ``save`` it.

    Memory grows by little more than what the finished file takes.
    """

    def __init__(self, target: str | Path | IO[bytes], layout: Layout | None = None) -> None:
        """``target`` is a path or an open file; nothing is written before ``save``."""
        from reportlab.pdfgen.canvas import Canvas

        self.layout = layout or Layout()
        self._target = target
        self._size = PAPERS[self.layout.paper]
        self._canvas: Any = Canvas(BytesIO(), pagesize=self._size, invariant=True)
        self._canvas.setCreator("Gridwright")
        self._canvas.setTitle(metadata(self.layout.title) or "Puzzles")
        self._page = 1
        self.count = 0
        """How many puzzles there are."""
        self._solved: list[_Solved] = []
        self._slots: Iterator[_Slot] = iter(())
        self._open = False
        self._head = self.layout.title

    def add(self, puzzle: Puzzle, answer: State | None = None) -> None:
        """Puts the next puzzle on the page, or on a new one; its answer will follow at the end."""
        self.count += 1
        self._draw(self._next_slot(self.layout.per_page), self.count, puzzle, None)
        if answer is not None and self.layout.answers:
            self._solved.append(_Solved.of(self.count, puzzle, answer))

    def save(self) -> None:
        """Adds the answers and writes the booklet. Raises OSError where that is not possible."""
        self._end_page()
        self._head = "Answers"
        for solved in self._solved:
            puzzle, answer = solved.unpacked()
            self._draw(self._next_slot(_ANSWERS), solved.number, puzzle, answer)
        self._end_page()
        data = self._canvas.getpdfdata()
        if isinstance(self._target, str | Path):
            store(self._target, data)
        else:
            self._target.write(data)

    # -- pages

    def _next_slot(self, per_page: int) -> _Slot:
        slot = next(self._slots, None)
        if slot is None:
            self._end_page()
            self._slots = self._new_page(per_page)
            slot = next(self._slots)
        self._open = True
        return slot

    def _new_page(self, per_page: int) -> Iterator[_Slot]:
        """The parts of a page; the first page begins with the title, the first of the answers says so."""
        width, height = self._size
        top = height - _MARGIN
        if self._head:
            head = shortened(self._head, width - 2 * _MARGIN, _TITLE, True)
            self._write(head, _MARGIN, top - _TITLE, _TITLE, True)
            top -= _TITLE * _LEADING + _GAP
            self._head = ""
        columns, rows = GRIDS[per_page]
        wide = (width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
        high = (top - _MARGIN - _FOOT - (rows - 1) * _GAP) / rows
        for row in range(rows):
            for column in range(columns):
                yield _Slot(_MARGIN + column * (wide + _GAP), top - row * (high + _GAP), wide, high)

    def _end_page(self) -> None:
        """Numbers the page and turns it."""
        self._slots = iter(())
        if not self._open:
            return
        number = str(self._page)
        self._write(number, (self._size[0] - text_width(number, _SMALL)) / 2, _MARGIN - _SMALL, _SMALL)
        self._canvas.showPage()
        _compress(self._canvas._doc.Pages.pages[-1])
        self._page += 1
        self._open = False

    # -- what stands on them

    def _draw(self, slot: _Slot, number: int, puzzle: Puzzle, answer: State | None) -> None:
        """The heading, and below it the picture, as large as it may be."""
        small = answer is not None
        top = slot.top
        for text, size, bold in self._heading(number, puzzle, slot.width, small):
            top -= size * _LEADING
            self._write(text, slot.x, top + 0.25 * size, size, bold)
        top -= 2 * MM
        picture = draw(puzzle, answer)
        left, above, right, below = picture.box
        room = top - (slot.top - slot.height)
        cell = min(_LARGEST_CELL, slot.width / (right - left), room / (below - above))
        width, height = cell * (right - left), cell * (below - above)
        paint_on(self._canvas, picture, slot.x + (slot.width - width) / 2, top - height, width)

    def _heading(self, number: int, puzzle: Puzzle, width: float, small: bool) -> Iterator[tuple[str, float, bool]]:
        """The lines above a picture: text, size, and whether it is bold."""
        about, genre = puzzle.about, puzzle.genre
        if small:
            yield shortened(f"{number}  {genre.name}", width, _SMALL, True), _SMALL, True
            return
        yield shortened(f"{number}  {genre.name}", width, _HEAD, True), _HEAD, True
        told = " – ".join(part for part in (about.title, about.author, about.difficulty, *about.credits) if part)
        if told:
            yield shortened(told, width, _SMALL), _SMALL, False
        if self.layout.rules and genre.task:
            for line in wrapped(genre.task, width, _SMALL):
                yield line, _SMALL, False

    def _write(self, text: str, x: float, y: float, size: float, bold: bool = False) -> None:
        from reportlab.lib.colors import HexColor

        self._canvas.setFillColor(HexColor(LIGHT.colours["ink"]))
        write_text(self._canvas, text, x, y, size, bold)


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """A text in one line that is at most so wide; what had to go is told by an ellipsis."""
    text = " ".join(text.split())[:400]
    if text_width(text, size, bold) <= width:
        return text
    fits, spare = 0, len(text)
    while fits < spare:
        middle = (fits + spare + 1) // 2
        if text_width(f"{text[:middle]}…", size, bold) <= width:
            fits = middle
        else:
            spare = middle - 1
    return f"{text[:fits].rstrip()}…"


def wrapped(text: str, width: float, size: float) -> Iterator[str]:
    """A text in lines that are at most so wide, where its words allow that."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
