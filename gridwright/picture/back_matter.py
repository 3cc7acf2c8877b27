"""What follows the puzzles of a booklet: the page of hints, and the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..language.wording import worded
from .drawing import Picture
from .flow import Block, Flow
from .items import NARROW, ItemPainter, PackedPuzzle
from .layout import GAP, LEADING
from .pages import Pages, Slot
from .sheet import MM

MEASURE = 52
"""The longest lines of text, in ems."""
_TWO_COLUMNS = 40
"""The least width of text, in ems, that has two columns of hints."""
_BESIDE, _BETWEEN = 4.5 * MM, 3.5 * MM
"""The least space between answers that fill pages, across and down."""
_SPREAD = 14 * MM
"""The most space between answers in a full row."""
_CELL = 5.0
"""The side in millimetres of the cells of such answers."""
_HINTS = ("Where to look once the obvious steps are done, or for the first step if all are obvious, and the name of "
          "the technique. r2c3 is the cell in row 2, column 3.")


class HintLine(NamedTuple):
    """A line of a hint, and the name of the puzzle before it."""

    text: str
    indent: float = 0
    start: str = ""
    x: float = 0
    """Where its column begins."""


class HintPages:
    """The hints for the puzzles of a booklet: ``hints`` has the number, name and hint of each."""

    def __init__(self, pages: Pages, hints: Sequence[tuple[int, str, str]]) -> None:
        self._pages, self._hints = pages, hints
        self._size = pages.layout.fonts.small

    def write(self) -> None:
        """Writes them, in two columns on wide pages."""
        pages, size, flow = self._pages, self._size, Flow(self._pages)
        flow.add([Block(0, lambda _: pages.target("hints", pages.size[1]), 0)])
        told = pages.wrapped(worded(_HINTS), min(pages.width, MEASURE * size), size)
        flow.add([Block(size * LEADING, partial(self._write_row, [HintLine(line)]), 0) for line in told])
        flow.add([Block(size * LEADING, lambda _: None, 0)])
        columns = 2 if pages.width > _TWO_COLUMNS * size else 1
        width = pages.layout.column_width(columns)
        lines = list(self._lines(width))
        while lines:
            even = next((n for n in range(-(-len(lines) // columns), len(lines)) if lines[n].start), len(lines))
            high = min(even, flow.left())
            parts: list[list[HintLine]] = []
            for i in range(columns):  # hints stay whole
                end = next((n for n in range(high, 0, -1) if n >= len(lines) or lines[n].start), high)
                parts.append([line._replace(x=line.x + i * (width + GAP)) for line in lines[:end]])
                lines = lines[end:]
            for n in range(max(map(len, parts))):
                row = [part[n] for part in parts if n < len(part)]
                flow.add([Block(size * LEADING, partial(self._write_row, row), 0)])
            if lines:
                flow.end()
        flow.end()

    def _lines(self, width: float) -> Iterator[HintLine]:
        """The lines of all hints: in bold the name of the puzzle, and beside it the hint."""
        pages, size = self._pages, self._size
        named = max(pages.width_of(f"{n}  {name}", size, True) for n, name, _ in self._hints) + size
        indent = min(named, 0.45 * width)
        for number, name, words in self._hints:
            start = pages.shortened(f"{number}  {name}", indent - size, size, True)
            for line in pages.wrapped(words, width - indent, size):
                yield HintLine(line, indent, start)
                start = ""

    def _write_row(self, row: Sequence[HintLine], top: float) -> None:
        """Writes lines side by side."""
        size = self._size
        for line in row:
            left, base = self._pages.left + line.x, top - 0.8 * size * LEADING
            self._pages.write(line.start, left, base, size, True)
            self._pages.write(line.text, left + line.indent, base, size)


class _AnswerItem(NamedTuple):
    """An answer in a row of them, with its width and the height of its picture."""

    packed: PackedPuzzle
    picture: Picture
    width: float
    height: float


class AnswerPages:
    """Writes answers; with ``linked`` their headings lead to the puzzles."""

    def __init__(self, pages: Pages, painter: ItemPainter, *, linked: bool) -> None:
        self._pages, self._painter, self._linked = pages, painter, linked
        self._layout = painter.layout
        self._side = (self._layout.answer_cell or _CELL) * MM

    def write(self, solved: Sequence[PackedPuzzle], enter: Callable[[str, str], None]) -> None:
        """Writes all answers on new pages; ``enter`` adds them to the contents."""
        pages = self._pages
        pages.head = worded("Answers")
        pages.upside_down = self._layout.upside_down
        if self._linked:
            enter(pages.head, f"answer-{solved[0].number}")
        if self._layout.answers_per_page:
            self.write_in_slots(solved, self._layout.answers_per_page)
        else:
            self._write_in_rows(solved)
        pages.end()
        pages.upside_down = False

    def write_in_slots(self, solved: Sequence[PackedPuzzle], per_page: int) -> None:
        """Writes answers as large as a number of them per page allows."""
        for packed in solved:
            picture = self._painter.picture(*packed.unpacked())
            self._draw(packed, picture, self._pages.slot(per_page), self._painter.largest)

    def _write_in_rows(self, solved: Sequence[PackedPuzzle]) -> None:
        """Writes answers in rows, with cells of the same size."""
        flow, width = Flow(self._pages), self._pages.width
        high = flow.room - 4 * self._layout.fonts.small * LEADING
        row: list[_AnswerItem] = []
        for packed in solved:
            picture = self._painter.picture(*packed.unpacked())
            left, top, right, bottom = picture.box
            cell = min(self._side, width / (right - left), high / (bottom - top))
            item = _AnswerItem(packed, picture, max((right - left) * cell, min(NARROW, width)), (bottom - top) * cell)
            if row and sum(one.width + _BESIDE for one in row) + item.width > width + 0.01:
                flow.add([self._row_block(row, is_full=True)])
                row = []
            row.append(item)
        flow.add([self._row_block(row)])
        flow.end()

    def _row_block(self, row: Sequence[_AnswerItem], is_full: bool = False) -> Block:
        """Answers side by side, in a full row as far apart as the width of the page allows."""
        above = self._layout.fonts.small * LEADING + 2 * MM
        spare = (self._pages.width - sum(one.width for one in row)) / max(len(row) - 1, 1)
        beside = min(spare, _SPREAD) if is_full else _BESIDE

        def drawn(top: float) -> None:
            x = self._pages.left
            for packed, picture, wide, high in row:
                self._draw(packed, picture, Slot(x, top, wide, above + high + 0.01, 0), self._side)
                x += wide + beside

        return Block(above + max(one.height for one in row), drawn, _BETWEEN)

    def _draw(self, packed: PackedPuzzle, picture: Picture, slot: Slot, largest: float) -> None:
        number, painter = packed.number, self._painter
        heading = [(f"{number}  {painter.name(picture.puzzle)}", self._layout.fonts.small, True)]
        leads = f"puzzle-{number}" if self._linked else ""
        cell = painter.paint(self._pages, slot, heading, picture, place=f"answer-{number}", leads=leads,
                             above=painter.above(heading), largest=largest)
        painter.check_cell(f"answer {number}", cell, self._layout.least_answer)
