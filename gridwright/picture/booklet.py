"""Booklets: many puzzles on the pages of a PDF, with headings, page numbers, contents and answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from pickle import dumps, loads
from typing import IO, Any, NamedTuple
from zlib import compress, decompress

from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from .drawing import Picture, draw
from .layout import GAP, GRIDS, PAPERS, Layout, PageSize
from .pages import FOOT, LEADING, ContentsEntry, Pages, Slot
from .pdf import paint_on, shortened, text_width, wrapped
from .sheet import MM
from .target import store

__all__ = ["GRIDS", "PAPERS", "Booklet", "Layout", "shortened", "wrapped"]

_LARGEST_CELL = 20 * MM
_TURNED = 1.25
"""How much larger the cells must become for a page to be turned."""
_DIFFICULTIES = ("trivial", "easy", "medium", "normal", "hard", "expert", "extreme")


class _Packed(NamedTuple):
    """A puzzle with its answer, compressed to a fortieth, because there may be thousands."""

    number: int
    genre: type[Genre]
    level: str
    parts: bytes
    solved: bool = False

    @staticmethod
    def of(number: int, puzzle: Puzzle, answer: State | None) -> _Packed:
        """Packs a puzzle and its answer."""
        marks = None if answer is None else answer.marks
        parts = compress(dumps((puzzle.board, puzzle.given, puzzle.keys, puzzle.about, marks)))
        return _Packed(number, puzzle.genre, puzzle.about.difficulty.lower(), parts)

    def unpacked(self) -> tuple[Puzzle, State | None]:
        """The puzzle and its answer."""
        board, given, keys, about, marks = loads(decompress(self.parts))
        puzzle = Puzzle(self.genre, board, given, keys, about=about)
        return puzzle, None if marks is None else State(puzzle, marks)


class Booklet:
    """A booklet: ``add`` puzzles one by one, then ``save`` it.

    It takes little more memory than the finished file. ``remarks`` lists puzzles and answers with cells that are too
    small to be easily read, ``alone`` the numbers of puzzles that have a page each because of that. ``unrated`` counts
    the puzzles without a label that ``sort`` knows, and ``n_pages`` the pages of the finished booklet.
    """

    def __init__(
        self,
        target: str | Path | IO[bytes],
        layout: Layout | None = None,
        answers: str | Path | IO[bytes] | None = None,
    ) -> None:
        """``target`` is a path or an open file; so is ``answers``, for answers in a separate file. Nothing is written
        before ``save``."""
        self.layout = layout or Layout()
        self._target, self._answers = target, answers
        self._pages = Pages(self.layout, self.layout.first_page, self.layout.title)
        self._pages.head = "" if self.layout.cover else self.layout.title
        if self.layout.place == "back" and self.layout.answers:
            self._pages.turned = self._print_back
        self.count = 0
        """The number of puzzles."""
        self.remarks: list[str] = []
        self.alone: list[int] = []
        self.unrated = self.n_pages = 0
        self._waiting: list[_Packed] = []
        self._solved: list[_Packed] = []
        self._front: list[_Packed] = []
        """The puzzles of the current page, if their answers belong on its back."""
        self._entries: list[ContentsEntry] = []
        self._group: type[Genre] | None = None
        self._known: set[type[Genre]] = set()
        self._number = self.layout.first_number
        self._largest = _LARGEST_CELL * (1.6 if self.layout.large_print else 1)

    def add(self, puzzle: Puzzle, answer: State | None = None) -> None:
        """Adds the next puzzle; the layout determines where its answer goes."""
        self.count += 1
        packed = _Packed.of(0, puzzle, answer)
        self.unrated += packed.level not in _DIFFICULTIES
        if self.layout.sort:
            self._waiting.append(packed)
        else:
            self._put(packed, puzzle, answer)

    def save(self) -> None:
        """Adds the last pages and the front pages, and writes the booklet. Raises OSError if that fails."""
        for packed in sorted(self._waiting, key=self._order):
            self._put(packed, *packed.unpacked())
        self._pages.end()
        if self.layout.place == "separate" and self._answers is not None:
            separate = Pages(self.layout, 1, f"{self.layout.title}: answers" if self.layout.title else "Answers")
            self._write_answers(separate, linked=False)
            _save(self._answers, separate)
        elif self.layout.place == "end":
            self._write_answers(self._pages, linked=True)
        title = self.layout.title or "Puzzles"
        self._pages.front(title if self.layout.cover else "", self._entries if self.layout.contents else [])
        _save(self._target, self._pages)
        self.n_pages = len(self._pages.canvas._doc.Pages.pages)

    def _order(self, packed: _Packed) -> tuple[Any, ...]:
        board, *_ = loads(decompress(packed.parts))
        cells = len(board.cells)
        hard = _DIFFICULTIES.index(packed.level) if packed.level in _DIFFICULTIES else len(_DIFFICULTIES)
        orders = {"genre": (packed.genre.name.lower(), cells), "size": (cells,), "difficulty": (hard, cells)}
        return orders[self.layout.sort]

    # -- puzzles

    def _put(self, packed: _Packed, puzzle: Puzzle, answer: State | None) -> None:
        number = self._number
        self._number += 1
        packed = packed._replace(number=number)
        solved = answer is not None and self.layout.answers
        layout = self.layout
        columns = layout.columns if layout.cell else layout.grid(layout.per_page, layout.size)[0]
        picture = self._picture(puzzle, None)
        slot = self._slot(number, picture, list(self._heading(number, puzzle, layout.column_width(columns))))
        heading = list(self._heading(number, puzzle, slot.width))
        self._known.add(puzzle.genre)
        place, title, name = f"puzzle-{number}", puzzle.about.title, self._name(puzzle)
        if self._group is not puzzle.genre:
            self._group = puzzle.genre
            self._entries.append(ContentsEntry(name, self._pages.page, place))
            self._pages.outline(name, place)
        if title:
            self._entries.append(ContentsEntry(f"{number}  {title}", self._pages.page, place, inner=True))
        self._pages.outline(title or name, place, number)
        links = f"answer-{number}" if solved and self.layout.place != "separate" else ""
        cell = self._draw(self._pages, slot, heading, picture, place, links)
        self._check_cell(f"number {number}", cell, self.layout.least_cell)
        if self._pages.turned is not None:
            self._front.append(packed._replace(solved=solved))
        elif solved:
            self._solved.append(packed)

    def _slot(self, number: int, picture: Picture, heading: list[tuple[str, float, bool]]) -> Slot:
        """The next slot for a puzzle, or a separate page if its cells would be too small there."""
        above = self._above(heading)
        left, top, right, bottom = picture.box
        if self.layout.cell:
            side = self.layout.cell * MM
            wide = (right - left) * side
            if wide <= self.layout.column_width(1, self._pages.size[0]) + 0.01:
                return self._pages.flowing(wide, above + (bottom - top) * side)
        usual, turned = self.layout.size, self.layout.size[::-1]
        columns, rows = self.layout.grid(1 if self.layout.cell else self.layout.per_page, usual)

        def cell(size: PageSize, columns: int = 1, rows: int = 1) -> float:
            wide = self.layout.column_width(columns, size[0])
            high = (size[1] - 2 * self._pages.margin - FOOT - (rows - 1) * GAP) / rows - above
            return min(wide / (right - left), high / (bottom - top), self._largest)

        here, alone, sideways = cell(usual, columns, rows), cell(usual), cell(turned)
        turns = sideways > _TURNED * alone and alone < self._largest / 2
        small = here < self.layout.least_cell * MM and (turns or alone > 1.02 * here)
        if small and columns * rows > 1:
            self.alone.append(number)
        if small or (columns * rows == 1 and turns):
            return self._pages.single(turned if turns else usual)
        return self._pages.slot(columns * rows if self.layout.cell else self.layout.per_page)

    def _print_back(self) -> None:
        """Prints the answers of the finished page on its back, which stays blank if there are none."""
        front, self._front = self._front, []
        solved = [packed for packed in front if packed.solved]
        for packed in solved:
            self._answer(self._pages, packed, len(solved), linked=True)
        if front and not solved:
            self._pages.leave_blank()
        self._pages.end()

    # -- answers

    def _write_answers(self, pages: Pages, *, linked: bool) -> None:
        pages.head = "Answers"
        if self._solved and linked:
            self._entries.append(ContentsEntry("Answers", pages.page, f"answer-{self._solved[0].number}"))
            pages.outline("Answers", f"answer-{self._solved[0].number}")
        for packed in self._solved:
            self._answer(pages, packed, self.layout.answers_per_page, linked=linked)
        pages.end()

    def _answer(self, pages: Pages, packed: _Packed, per_page: int, *, linked: bool) -> None:
        number = packed.number
        puzzle, answer = packed.unpacked()
        heading = [(f"{number}  {self._name(puzzle)}", self.layout.fonts.small, True)]
        slot = pages.slot(per_page)
        leads = f"puzzle-{number}" if linked else ""
        cell = self._draw(pages, slot, heading, self._picture(puzzle, answer), f"answer-{number}", leads)
        self._check_cell(f"answer {number}", cell, self.layout.least_answer)

    # -- the content of a slot

    def _check_cell(self, name: str, cell: float, least: float) -> None:
        """Adds a remark if cells of a size in millimetres are too small."""
        if cell < least - 0.005:
            self.remarks.append(f"{name}: cells of {cell:.1f} mm; less than {least:g} mm is hard to read")

    def _picture(self, puzzle: Puzzle, answer: State | None) -> Picture:
        theme = "high-contrast" if self.layout.large_print and self.layout.theme == "light" else self.layout.theme
        return draw(puzzle, answer, theme=theme)

    def _name(self, puzzle: Puzzle) -> str:
        """What the booklet calls the genre of a puzzle."""
        return self.layout.names.get(puzzle.genre.name, puzzle.genre.name)

    def _heading(self, number: int, puzzle: Puzzle, width: float) -> Iterator[tuple[str, float, bool]]:
        """The lines above a puzzle: text, size, and whether it is bold."""
        about, genre, size = puzzle.about, puzzle.genre, self.layout.fonts.small
        yield f"{number}  {about.title or self._name(puzzle)}", self.layout.fonts.head, True
        label = about.difficulty if self.layout.difficulty else ""
        path = about.path if label and about.path is not None else None
        parts = self._name(puzzle) if about.title else "", about.author, label, *about.credits
        details = " – ".join(filter(None, parts))
        for part in path.parts if path is not None else ():  # as many as fit
            longer = f"{details}, {part}"
            details = longer if text_width(longer, size, False) <= width else details
        if details:
            yield details, size, False
        if self.layout.rules and genre.task and genre not in self._known:
            for line in wrapped(genre.task_of(puzzle), width, size):
                yield line, size, False

    @staticmethod
    def _above(heading: list[tuple[str, float, bool]]) -> float:
        """The height of the lines above a picture."""
        return sum(size * LEADING for _, size, _ in heading) + 2 * MM

    def _draw(
        self,
        pages: Pages,
        slot: Slot,
        heading: list[tuple[str, float, bool]],
        picture: Picture,
        place: str,
        leads: str,
    ) -> float:
        """Draws a heading and, as large as possible, a picture. Returns the side of its cells in millimetres."""
        top = slot.top
        pages.target(place, top)
        for i, (text, size, bold) in enumerate(heading):
            top -= size * LEADING
            words = shortened(text, slot.width, size, bold)
            pages.write(words, slot.x, top + 0.25 * size, size, bold)
            if i == 0 and leads:
                pages.link(leads, slot.x, top, text_width(words, size, bold), size * LEADING)
        top -= 2 * MM
        left, above, right, below = picture.box
        room = top - (slot.top - slot.height)
        largest = self.layout.cell * MM if self.layout.cell and place.startswith("puzzle") else self._largest
        cell = min(largest, slot.width / (right - left), max(room, 1) / (below - above))
        width, height = cell * (right - left), cell * (below - above)
        paint_on(pages.canvas, picture, slot.x + (slot.width - width) / 2, top - height, width, self.layout.cmyk)
        return cell / MM


def _save(target: str | Path | IO[bytes], pages: Pages) -> None:
    data = pages.data()
    if isinstance(target, str | Path):
        store(target, data)
    else:
        target.write(data)
