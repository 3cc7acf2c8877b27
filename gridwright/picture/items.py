"""The puzzles and answers of a booklet: how they are kept, called and drawn in their slots."""

from __future__ import annotations

from collections.abc import Sequence
from pickle import dumps, loads
from typing import NamedTuple
from zlib import compress, decompress

from ..board.rect import Rect
from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from .drawing import Picture, draw
from .layout import LEADING, Layout
from .pages import Pages, Slot
from .pdf import QrCode, paint_on
from .sheet import MM

LARGEST_CELL = 20 * MM
_LARGE_PRINT = 1.6
"""How much larger cells may be in large print."""
NARROW = 26 * MM
"""The least width of a slot, so that there is room for its heading."""
HeadingLine = tuple[str, float, bool]
"""A line of text: the words, their size, and whether they are bold."""


class BoardItem(NamedTuple):
    """A puzzle in its slot-to-be."""

    number: int
    puzzle: Puzzle
    picture: Picture
    heading: Sequence[HeadingLine]
    code: QrCode
    solved: bool

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the picture in cells."""
        left, top, right, bottom = self.picture.box
        return right - left, bottom - top

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of the board in cells."""
        board = self.puzzle.board
        return (board.n_rows, board.n_cols) if isinstance(board, Rect) else (len(board.cells),)


class PackedPuzzle(NamedTuple):
    """A puzzle with its answer, compressed to a fortieth, because there may be thousands."""

    number: int
    genre: type[Genre]
    level: str
    parts: bytes
    solved: bool = False

    @staticmethod
    def of(number: int, puzzle: Puzzle, answer: State | None) -> PackedPuzzle:
        """Packs a puzzle and its answer."""
        marks = None if answer is None else answer.marks
        parts = compress(dumps((puzzle.board, puzzle.given, puzzle.keys, puzzle.about, marks)))
        return PackedPuzzle(number, puzzle.genre, puzzle.about.difficulty.lower(), parts)

    def unpacked(self) -> tuple[Puzzle, State | None]:
        """The puzzle and its answer."""
        board, given, keys, about, marks = loads(decompress(self.parts))
        puzzle = Puzzle(self.genre, board, given, keys, about=about)
        return puzzle, None if marks is None else State(puzzle, marks)


class ItemPainter:
    """Draws puzzles and answers with their headings, and notes in ``remarks`` which have cells that are too small."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.remarks: list[str] = []
        self.largest = LARGEST_CELL * (_LARGE_PRINT if layout.large_print else 1)
        """The largest side of a cell."""

    def picture(self, puzzle: Puzzle, answer: State | None, coordinates: str = "") -> Picture:
        """The picture of a puzzle, with or without its answer, and ``coordinates`` as in ``draw``."""
        theme = "high-contrast" if self.layout.large_print and self.layout.theme == "light" else self.layout.theme
        return draw(puzzle, answer, theme=theme, coordinates=coordinates)

    def name(self, puzzle: Puzzle) -> str:
        """What the booklet calls the genre of a puzzle."""
        return self.layout.names.get(puzzle.genre.name, puzzle.genre.name)

    @staticmethod
    def above(heading: Sequence[HeadingLine]) -> float:
        """The height of the lines above a picture."""
        return sum(size * LEADING for _, size, _ in heading) + 2 * MM

    def check_cell(self, name: str, cell: float, least: float) -> None:
        """Adds a remark if cells of a size in millimetres are too small."""
        if round(cell, 1) < least:
            self.remarks.append(f"{name}: cells of {cell:.1f} mm; less than {least:g} mm is hard to read")

    def paint(
        self, pages: Pages, slot: Slot, heading: Sequence[HeadingLine], picture: Picture, *, place: str, leads: str,
        above: float, largest: float, caption: float = 0,
    ) -> float:
        """Draws a picture as large as possible, ``above`` lower than the slot, and a heading that begins ``caption``
        higher, by default on top of it. Returns the side of its cells in millimetres.

        ``place`` is what links lead to, ``leads`` the place that the heading leads to, or ``""``.
        """
        pages.target(place, slot.top)
        top = slot.top - above + (caption or self.above(heading))
        for i, (text, size, bold) in enumerate(heading):
            top -= size * LEADING
            words = pages.shortened(text, slot.width, size, bold)
            pages.write(words, slot.x, top + 0.25 * size, size, bold)
            if i == 0 and leads:
                pages.link(leads, slot.x, top, pages.width_of(words, size, bold), size * LEADING)
        left, upper, right, lower = picture.box
        cell = min(largest, slot.width / (right - left), max(slot.height - above, 1) / (lower - upper))
        width, height = cell * (right - left), cell * (lower - upper)
        across = slot.x + (slot.width - width) * slot.share
        paint_on(pages.canvas, picture, across, slot.top - above - height, width, self.layout.cmyk)
        return cell / MM
