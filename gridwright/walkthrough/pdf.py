"""The steps of a solution as a PDF booklet: a picture and a paragraph for each step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..picture.archive import finished
from ..picture.figure import MM
from ..picture.pdf import canvas_of, metadata, paint_on, text_width, write_text
from ..picture.picture import Picture
from .pages import PageSection

_PAGE = 210 * MM, 297 * MM
_MARGIN, _GAP = 18 * MM, 6 * MM
_SIDE = 82 * MM
"""The longest side of a step's picture."""
_TEXT, _LEADING = 10.0, 13.5


def booklet(title: str, entries: Iterable[PageSection]) -> bytes:
    """A PDF: the title above the first entry, and as many entries on a page as fit."""
    canvas = canvas_of(_PAGE)
    pages = _Pages(canvas)
    canvas.setTitle(metadata(title))
    for number, entry in enumerate(entries):
        pages.add(entry._replace(heading=entry.heading if number else title))
    canvas.showPage()
    return finished(canvas)


class _Pages:
    """Puts entries on pages from top to bottom."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.y = _PAGE[1] - _MARGIN

    def add(self, entry: PageSection) -> None:
        """Puts the picture on the left and the words beside it; on a new page if the rest of this one is too short."""
        picture = None if entry.picture is None else entry.picture()
        width, height = (0.0, 0.0) if picture is None else _fitted(picture)
        left = _MARGIN + (width + _GAP if width else 0)
        lines = _lines(entry.words, _PAGE[0] - _MARGIN - left)
        needed = max(height, (len(lines) + 1.5) * _LEADING)
        if self.y - needed < _MARGIN:
            self.canvas.showPage()
            self.y = _PAGE[1] - _MARGIN
        if picture is not None:
            paint_on(self.canvas, picture, _MARGIN, self.y - height, width)
        y = self.y - _TEXT
        if entry.heading:
            write_text(self.canvas, entry.heading, left, y, _TEXT, bold=True)
            y -= _LEADING * 1.2
        for line in lines:
            write_text(self.canvas, line, left, y, _TEXT)
            y -= _LEADING
        self.y -= needed + _GAP


def _lines(text: str, width: float) -> list[str]:
    """A text in lines of at most some points."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, _TEXT) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _fitted(picture: Picture) -> tuple[float, float]:
    """The width and height of a step's picture, in points."""
    width, height = picture.size
    scale = min(1.0, _SIDE / max(width, height))
    return width * scale, height * scale
