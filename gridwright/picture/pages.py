"""The pages of a PDF: slots for puzzles, titles, page numbers, links, contents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias
from zlib import compress

from reportlab.lib.colors import CMYKColor
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream

from ..language.wording import worded
from .layout import GAP, LEADING, MARK, Layout, PageSize
from .paint import theme_of
from .pdf import add_link, canvas_of, finished, ink, metadata, shortened, text_width, wrapped, write_text
from .sheet import MM

_MARK_WIDTH = 0.25
"""The width of crop marks in points."""
FOOT = 10 * MM
"""The height below puzzles for the page number, in points."""


class Slot(NamedTuple):
    """A rectangle on a page, by its upper left corner. A picture that is narrower has ``share`` of the space on its
    left."""

    x: float
    top: float
    width: float
    height: float
    share: float = 0.5


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
    numbers: str = ""
    """The numbers of its puzzles."""


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
        self.head = self.part = ""
        """The heading of the next page, and the part of the booklet that continues there without one."""
        self.numbered = True
        self.finish: Callable[[], None] | None = None
        """Draws what has been kept back for the end of the page."""
        self.upside_down = False
        """Whether pages are turned by 180 degrees, apart from their heads and numbers."""
        self._turned_about: tuple[float, float] | None = None
        """The point about which the current page is turned."""
        self.turned: Callable[[], None] | None = None
        """Fills the back of each page, in booklets that have answers there."""
        self._slots: Iterator[Slot] = iter(())
        self._open = False
        self._column, self._top = 0, 0.0
        self._below: float | None = None
        self._outline: list[tuple[str, str, int]] = []
        self._before = 0
        """The number of numbered pages, once they are finished."""

    @property
    def is_right(self) -> bool:
        """Whether the current page is on the right: an odd number, or in front of the numbered pages an odd place."""
        return (self.page if self.numbered else len(self.canvas._doc.Pages.pages) - self._before + 1) % 2 == 1

    @property
    def left(self) -> float:
        """The left edge of the text."""
        return self.margin + (self.layout.gutter * MM if self.is_right else 0)

    @property
    def width(self) -> float:
        """The width of the text."""
        return self.layout.column_width(1, self.size[0])

    @property
    def room(self) -> float:
        """The height of a page's text below its head."""
        head = self.layout.fonts.title * LEADING + GAP if self.head else 0
        return self.size[1] - 2 * self.margin - FOOT - head

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
            self._top = self.begin()
        top = self._top if below is None else below
        self._open, self._column, self._below = True, column, top - height - GAP
        return Slot(self.left + column * (wide + GAP), top, wide, min(height, top - bottom))

    def begin(self) -> float:
        """Writes the heading of a part of the booklet and the running title. Returns the top of the remaining space."""
        height = self.size[1]
        top = height - self.margin
        part = "" if self.head else self.part
        if self.layout.running:
            self._write_outside(" – ".join(filter(None, (self.layout.running, part))), height - 0.6 * self.margin)
        if self.head:
            size = self.layout.fonts.title
            self.write(self.shortened(self.head, self.width, size, True), self.left, top - size, size, True)
            top -= size * LEADING + GAP
            self.part, self.head = "" if self.head == self.layout.title else self.head, ""
        self._open = True
        if self.upside_down:
            self._turned_about = (self.left + self.width / 2, (top + self.margin + FOOT) / 2)
            self.canvas.saveState()
            self.canvas.translate(*(2 * at for at in self._turned_about))
            self.canvas.rotate(180)
        return top

    def _parts(self, per_page: int) -> Iterator[Slot]:
        """The slots of a new page."""
        yield from self.arranged(self.begin(), *self.layout.grid(per_page, self.size))

    def arranged(self, top: float, columns: int, rows: int) -> Iterator[Slot]:
        """The slots of a page below a height, row by row."""
        wide = self.layout.column_width(columns, self.size[0])
        high = (top - self.margin - FOOT - (rows - 1) * GAP) / rows
        for row in range(rows):
            for column in range(columns):
                yield Slot(self.left + column * (wide + GAP), top - row * (high + GAP), wide, high)

    def end(self) -> None:
        """Writes the page number and starts a new page."""
        if self.finish is not None:
            self.finish()
        self._slots, self._below = iter(()), None
        if not self._open:
            return
        if self._turned_about:
            self.canvas.restoreState()
            self._turned_about = None
        if self.numbered:
            self._write_outside(str(self.page), max(self.margin - self.layout.fonts.small, self.layout.fonts.small))
            self.page += 1
        if self.layout.crop_marks:
            self._draw_crop_marks()
        self.canvas.showPage()
        page = self.canvas._doc.Pages.pages[-1]
        self._set_boxes(page)
        _compress(page)
        self._open = False
        self.size = self.layout.size
        self.canvas.setPageSize(self.size)
        if self.turned is not None and self.numbered:
            self.turned()

    def _draw_crop_marks(self) -> None:
        """Draws two lines outside each corner, on all printing plates."""
        self.canvas.setStrokeColor(CMYKColor(1, 1, 1, 1) if self.layout.cmyk else ink("#000000"))
        self.canvas.setLineWidth(_MARK_WIDTH)
        far = self.layout.beyond * MM
        near = far - MARK * MM
        for x, sideways in (0, -1), (self.size[0], 1):
            for y, upwards in (0, -1), (self.size[1], 1):
                self.canvas.line(x + sideways * near, y, x + sideways * far, y)
                self.canvas.line(x, y + upwards * near, x, y + upwards * far)

    def _set_boxes(self, page: Any) -> None:
        """Enlarges a page by its bleed and crop marks. The corner of the paper remains the origin."""
        layout, (width, height) = self.layout, self.size
        boxes: dict[str, float] = {"TrimBox": 0} if layout.cmyk or layout.beyond else {}
        if layout.beyond:
            boxes |= {"MediaBox": layout.beyond * MM, "BleedBox": layout.bleed * MM}
        for name, more in boxes.items():
            setattr(page, name, PDFArray([-more, -more, width + more, height + more]))

    def _write_outside(self, text: str, y: float) -> None:
        """Writes a line above or below the text: outside on facing pages, else in the middle."""
        size = self.layout.fonts.small
        words = self.shortened(text, self.width, size)
        share = 0.5 if not self.layout.facing else 1 if self.is_right else 0
        self.write(words, self.left + (self.width - self.width_of(words, size)) * share, y, size)

    def leave_blank(self) -> None:
        """Adds a blank page."""
        self.end()
        self._open = True

    def write(self, text: str, x: float, y: float, size: float, bold: bool = False) -> None:
        """Writes black text from a position on the baseline."""
        colour = theme_of(self.layout.theme).colours["ink"]
        self.canvas.setFillColor(ink(colour, self.layout.cmyk))
        write_text(self.canvas, text, x, y, size, bold, self.layout.faces)

    def rule(self, y: float) -> None:
        """Draws a thin line across the text."""
        self.canvas.setStrokeColor(ink(theme_of(self.layout.theme).colours["ink"], self.layout.cmyk))
        self.canvas.setLineWidth(0.5)
        self.canvas.line(self.left, y, self.left + self.width, y)

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """The width of a text in the fonts of the booklet."""
        return text_width(text, size, bold, self.layout.faces)

    def shortened(self, text: str, width: float, size: float, bold: bool = False) -> str:
        """A text shortened to a width in the fonts of the booklet."""
        return shortened(text, width, size, bold, self.layout.faces)

    def wrapped(self, text: str, width: float, size: float, bold: bool = False) -> Iterator[str]:
        """The lines of a text in the fonts of the booklet."""
        return wrapped(text, width, size, bold, self.layout.faces)

    def target(self, place: str, top: float) -> None:
        """Adds a destination for links."""
        if self._turned_about:
            top = self.size[1]
        self.canvas.bookmarkHorizontalAbsolute(place, top)

    def link(self, place: str, x: float, y: float, width: float, height: float) -> None:
        """Links an area of the page to a destination, except with ``cmyk``: PDF/X forbids links."""
        if self._turned_about:
            x, y = 2 * self._turned_about[0] - x - width, 2 * self._turned_about[1] - y - height
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

    def front(
        self, cover: str, entries: list[ContentsEntry], introduction: Sequence[str] = (), emblem: Emblem | None = None,
        imprint: Sequence[str] = (),
    ) -> None:
        """Adds the cover, and the contents below an introduction, without page numbers, in front of all pages.

        ``emblem`` draws a picture on the cover; ``imprint`` are the lines at the foot of the last of these pages.
        """
        self.end()
        pages = self.canvas._doc.Pages.pages
        self._before = before = len(pages)
        self.numbered = self.upside_down = False
        self.part = ""
        if cover:
            self._cover(cover, emblem)
        if entries or introduction or imprint:
            self._contents(entries, introduction, imprint)
        odd = self.layout.first_page + 1 if self.layout.facing else 0
        if (self.turned is not None or self.layout.facing) and (len(pages) - before) % 2 != odd % 2:
            self.leave_blank()  # so that the first puzzles are on the front of a sheet of paper
            self.end()
        self.canvas._doc.Pages.pages = pages[before:] + pages[:before]

    def _cover(self, title: str, emblem: Emblem | None) -> None:
        height, size = self.size[1], self.layout.fonts.title
        self._open = True
        y = height * (0.62 if emblem is None else 0.8)
        y = self._centred(title, y, 1.8 * size, True)
        y = self._centred(self.layout.subtitle, y, 0.8 * size, False)
        if emblem is None:
            self._centred(self.layout.author, y, 0.8 * size, False)
        else:
            emblem(Slot(self.left, y, self.width, y - self.margin - 3 * size))
            self._centred(self.layout.author, self.margin + size, 0.8 * size, False)
        self.end()

    def back(self, text: Sequence[str]) -> None:
        """Adds the back cover, with paragraphs, behind all pages. On facing pages, it is on the left."""
        pages = self.canvas._doc.Pages.pages
        self._before = 0
        if self.layout.facing and len(pages) % 2 == 0:
            self.leave_blank()
            self.end()
        self._open = True
        size = self.layout.fonts.head
        y = 0.62 * self.size[1]
        for paragraph in text:
            y = self._centred(paragraph, y, size, False)
        self._centred(self.layout.author, self.margin + size, 0.8 * self.layout.fonts.title, False)
        self.end()

    def _centred(self, text: str, y: float, size: float, bold: bool) -> float:
        """Writes centred lines. Returns the baseline for the next ones."""
        if not text:
            return y
        for line in self.wrapped(text, self.width, size, bold):
            self.write(line, self.left + (self.width - self.width_of(line, size, bold)) / 2, y, size, bold)
            y -= size * LEADING
        return y - size

    def _contents(
        self, entries: list[ContentsEntry], introduction: Sequence[str], imprint: Sequence[str]
    ) -> None:
        size = self.layout.fonts.head
        top = self._introduce(introduction)
        self.head = worded("Contents") if entries else ""
        small = self.layout.fonts.small
        heads = (worded("Puzzles"), worded("Page")) if any(entry.numbers for entry in entries) else ("", "")
        right = self.left + self.width  # of the pages; the numbers of puzzles end on the left of them
        middle = right - self.width_of(heads[1], small) - 2 * size

        def write_heads(y: float) -> None:
            for words, edge in zip(heads, (middle, right), strict=True):
                self.write(words, edge - self.width_of(words, small), y, small)

        spacing = self._contents_spacing(len(entries), top - 4.5 * size if self._open else 0)
        for entry in entries:
            if not self._open or top < self.margin + FOOT + size:
                self.end()
                top = self.begin() - size
                write_heads(top)
                top -= 2 * size if any(heads) else 0
            elif self.head:
                self.write(self.head, self.left, top - size, size * 1.2, True)
                write_heads(top - size)
                top -= 3.5 * size
                self.head = ""
            left, number = self.left + (2 * size if entry.inner else 0), str(entry.page)
            end = middle - self.width_of(entry.numbers, size) if entry.numbers else right - self.width_of(number, size)
            text = self.shortened(entry.text, end - left - 2 * size, size)
            self.write(text, left, top, size)
            self.write(entry.numbers, middle - self.width_of(entry.numbers, size), top, size)
            self.write(number, right - self.width_of(number, size), top, size)
            start, end = left + self.width_of(text, size) + 4, end - 4
            dots = " ".join("." * max(int((end - start) / self.width_of(". ", size)), 0))
            self.write(dots, end - self.width_of(dots, size), top, size)
            self.link(entry.place, self.left, top - 2, self.width, size)
            top -= spacing
        self._write_imprint(imprint, top)
        self.end()

    def _contents_spacing(self, n: int, top: float) -> float:
        """The space between the baselines of ``n`` entries, of which the first is at ``top``, or if that is 0 on a new
        page: less than usual if they all fit on the page then."""
        size = self.layout.fonts.head
        room = max(top - self.margin - FOOT, 0) or self.room - 4 * size
        tight = room / max(n - 1, 1) - 0.01
        return min(1.5 * size, tight) if tight >= LEADING * size else 1.5 * size

    def _write_imprint(self, told: Sequence[str], top: float) -> None:
        """Writes lines at the foot of the page if there is room for them below ``top``, else on a new page."""
        size = self.layout.fonts.small
        lines = [line for one in told for line in (self.wrapped(one, self.width, size) if one else [""])]
        foot = self.margin + 0.25 * size
        if lines and (not self._open or top < foot + (len(lines) + 1) * size * LEADING):
            self.end()
            self.begin()
        for n, line in enumerate(lines, 1):
            self.write(line, self.left, foot + (len(lines) - n) * size * LEADING, size)

    def _introduce(self, paragraphs: Sequence[str]) -> float:
        """Writes paragraphs on new pages. Returns the remaining height."""
        size, top = self.layout.fonts.head, 0.0
        for paragraph in paragraphs:
            for line in self.wrapped(paragraph, self.width, size):
                if not self._open or top < self.margin + FOOT + size:
                    self.end()
                    top = self.begin() - size
                self.write(line, self.left, top, size)
                top -= 1.4 * size
            top -= 0.7 * size
        return top


Emblem: TypeAlias = Callable[[Slot], None]
"""Draws a picture into a slot."""
