"""The pages of a PDF: slots for puzzles, titles, page numbers, links, contents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from zlib import compress

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

from .layout import GAP, Layout, PageSize
from .paint import theme_of
from .pdf import add_link, canvas_of, finished, ink, metadata, shortened, text_width, wrapped, write_text
from .sheet import MM

FOOT = 10 * MM
"""The height below puzzles for the page number, in points."""
LEADING = 1.25


class Slot(NamedTuple):
    """A rectangle on a page, by its upper left corner."""

    x: float
    top: float
    width: float
    height: float


def _compress(page: Any) -> None:
    """Compresses the content of a page now, because the library would keep all pages as text until the end."""
    entries = PDFDictionary({"Filter": PDFName("FlateDecode")})
    page.Contents = PDFStream(entries, compress(page.stream.encode()))
    page.stream = None


class ContentsEntry(NamedTuple):
    """A line of the contents."""

    text: str
    page: int
    place: str
    inner: bool = False
    """Whether it belongs to the last one that does not."""


class Pages:
    """The pages of one PDF: slots to draw in, titles, numbers, contents."""

    def __init__(self, layout: Layout, first_page: int, title: str) -> None:
        self.layout = layout
        self.margin = layout.margin * MM
        self.size = layout.size
        self.canvas: Any = canvas_of(self.size, layout.condition if layout.cmyk else "")
        self.canvas.setTitle(metadata(title) or "Puzzles")
        self.canvas.setAuthor(metadata(layout.author))
        self.page = first_page
        self.head = ""
        self.numbered = True
        self.turned: Callable[[], None] | None = None
        """Fills the back of each page, in booklets that have answers there."""
        self._slots: Iterator[Slot] = iter(())
        self._open = False
        self._column, self._top = 0, 0.0
        self._below: float | None = None
        self._outline: list[tuple[str, str, int]] = []

    def slot(self, per_page: int) -> Slot:
        """The next slot of a page with ``per_page`` slots."""
        slot = next(self._slots, None)
        if slot is None:
            self.end()
            self._slots = self._parts(per_page)
            slot = next(self._slots)
        self._open = True
        return slot

    def single(self, size: PageSize) -> Slot:
        """The slot of a page for one puzzle, with a size of its own."""
        self.end()
        self.size = size
        self.canvas.setPageSize(size)
        self._slots = iter(())
        slot = next(self._parts(1))
        self._open = True
        return slot

    def flowing(self, width: float, height: float) -> Slot:
        """The next slot of a size in a column, or across the page if columns are too narrow."""
        columns = self.layout.columns
        if width > self.layout.column_width(columns, self.size[0]):
            columns = 1
        wide = self.layout.column_width(columns, self.size[0])
        column, below = self._column, self._below
        if not self._open or below is None or column >= columns:
            column, below = 0, None
        bottom = self.margin + FOOT
        if below is not None and below - height < bottom:
            column, below = column + 1, None
        if column >= columns or (below is None and column == 0):
            self.end()
            column = 0
            self._top = self._begin()
        top = self._top if below is None else below
        self._open, self._column, self._below = True, column, top - height - GAP
        return Slot(self.margin + column * (wide + GAP), top, wide, min(height, top - bottom))

    def _begin(self) -> float:
        """Writes the heading of a part of the booklet and the running title. Returns the top of the remaining space."""
        width, height = self.size
        top = height - self.margin
        if self.layout.running:
            size = self.layout.fonts.small
            words = shortened(self.layout.running, width - 2 * self.margin, size)
            self.write(words, (width - text_width(words, size)) / 2, height - 0.6 * self.margin, size)
        if self.head:
            size = self.layout.fonts.title
            self.write(shortened(self.head, width - 2 * self.margin, size, True), self.margin, top - size, size, True)
            top -= size * LEADING + GAP
            self.head = ""
        return top

    def _parts(self, per_page: int) -> Iterator[Slot]:
        """The slots of a new page."""
        top = self._begin()
        columns, rows = self.layout.grid(per_page, self.size)
        wide = self.layout.column_width(columns, self.size[0])
        high = (top - self.margin - FOOT - (rows - 1) * GAP) / rows
        for row in range(rows):
            for column in range(columns):
                yield Slot(self.margin + column * (wide + GAP), top - row * (high + GAP), wide, high)

    def end(self) -> None:
        """Writes the page number and starts a new page."""
        self._slots, self._below = iter(()), None
        if not self._open:
            return
        if self.numbered:
            number, size = str(self.page), self.layout.fonts.small
            self.write(number, (self.size[0] - text_width(number, size)) / 2, max(self.margin - size, size), size)
            self.page += 1
        if self.layout.cmyk:
            self.canvas.setTrimBox((0, 0, *self.size))
        self.canvas.showPage()
        _compress(self.canvas._doc.Pages.pages[-1])
        self._open = False
        self.size = self.layout.size
        self.canvas.setPageSize(self.size)
        if self.turned is not None and self.numbered:
            self.turned()

    def leave_blank(self) -> None:
        """Adds a blank page."""
        self.end()
        self._open = True

    def write(self, text: str, x: float, y: float, size: float, bold: bool = False) -> None:
        """Writes black text from a position on the baseline."""
        colour = theme_of(self.layout.theme).colours["ink"]
        self.canvas.setFillColor(ink(colour, self.layout.cmyk))
        write_text(self.canvas, text, x, y, size, bold)

    def target(self, place: str, top: float) -> None:
        """Adds a destination for links."""
        self.canvas.bookmarkHorizontal(place, 0, top)

    def link(self, place: str, x: float, y: float, width: float, height: float) -> None:
        """Links an area of the page to a destination, except with ``cmyk``: PDF/X forbids links."""
        if not self.layout.cmyk:
            add_link(self.canvas, place, (x, y, x + width, y + height))

    def outline(self, title: str, place: str, number: int = 0) -> None:
        """Adds a bookmark. One with a number is a child of the last one without."""
        self._outline.append((title, place, number))

    def data(self) -> bytes:
        """The finished PDF."""
        for title, place, number in self._outline:
            text, name = (f"{number}  {title}", place) if number else (title, f"group-{place}")
            # The library requires a unique name for each bookmark, even if two lead to the same place.
            self.canvas._destinations[name] = self.canvas._destinations[place]
            self.canvas.addOutlineEntry(metadata(text), name, int(number > 0), closed=not number)
        return finished(self.canvas)

    def front(self, cover: str, entries: list[ContentsEntry]) -> None:
        """Adds the cover and the contents, without page numbers, in front of all pages."""
        self.end()
        pages = self.canvas._doc.Pages.pages
        before = len(pages)
        self.numbered = False
        if cover:
            self._cover(cover)
        if entries:
            self._contents(entries)
        if self.turned is not None and (len(pages) - before) % 2:
            self.leave_blank()  # so that the first puzzles are on the front of a sheet of paper
            self.end()
        self.canvas._doc.Pages.pages = pages[before:] + pages[:before]

    def _cover(self, title: str) -> None:
        width, height = self.size
        self._open = True
        room, y, size = width - 2 * self.margin, 0.62 * height, self.layout.fonts.title
        lines = (title, 1.8 * size, True), (self.layout.author, 0.8 * size, False)
        for text, size, bold in lines:
            for line in wrapped(text, room, size, bold):
                self.write(line, (width - text_width(line, size, bold)) / 2, y, size, bold)
                y -= size * LEADING
            y -= size
        self.end()

    def _contents(self, entries: list[ContentsEntry]) -> None:
        size = self.layout.fonts.head
        self.head, top = "Contents", 0.0
        for entry in entries:
            if not self._open or top < self.margin + FOOT + size:
                self.end()
                top = self._begin() - size
                self._open = True
            number = str(entry.page)
            right = self.size[0] - self.margin
            left = self.margin + (2 * size if entry.inner else 0)
            text = shortened(entry.text, right - left - 4 * size, size)
            self.write(text, left, top, size)
            self.write(number, right - text_width(number, size), top, size)
            start, end = left + text_width(text, size) + 4, right - text_width(number, size) - 4
            dots = "." * max(int((end - start) / text_width(". ", size)), 0)
            self.write(" ".join(dots), end - text_width(" ".join(dots), size), top, size)
            self.link(entry.place, self.margin, top - 2, right - self.margin, size)
            top -= 1.5 * size
        self.end()
