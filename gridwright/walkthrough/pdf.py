"""A path as a PDF booklet: a picture and a paragraph for each step."""

from __future__ import annotations

from typing import Any

from ..picture.archive import finished
from ..picture.drawing import draw
from ..picture.figure import MM
from ..picture.pdf import canvas_of, metadata, paint_on, text_width, write_text
from ..picture.picture import Picture
from .steps import Steps

_PAGE = 210 * MM, 297 * MM
_MARGIN, _GAP = 18 * MM, 6 * MM
_SIDE = 82 * MM
"""The longest side of a step's picture."""
_TEXT, _LEADING = 10.0, 13.5


def booklet(path: Steps) -> bytes:
    """The puzzle and all steps, as many on a page as fit."""
    canvas = canvas_of(_PAGE)
    pages = _Pages(canvas)
    title = path.puzzle.about.title
    heading = f"{path.puzzle.genre.name}: {title}" if title else f"{path.puzzle.genre.name}, step by step"
    canvas.setTitle(metadata(heading))
    pages.add(heading, path.puzzle.genre.task, draw(path.puzzle, path.start if path.start.marks else None))
    for stage in path.stages():
        pages.add(f"Step {stage.number}", stage.step.words, stage.picture())
    if not path.complete:
        pages.add("", "The time was up before the next step was found.", None)
    canvas.showPage()
    return finished(canvas)


class _Pages:
    """Puts entries on pages from top to bottom."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.y = _PAGE[1] - _MARGIN

    def add(self, heading: str, words: str, picture: Picture | None) -> None:
        """A picture at the left, the words beside it; on a new page where the rest of this one is too short."""
        width, height = _fitted(picture) if picture is not None else (0.0, 0.0)
        left = _MARGIN + (width + _GAP if width else 0)
        lines = _lines(words, _PAGE[0] - _MARGIN - left)
        needed = max(height, (len(lines) + 1.5) * _LEADING)
        if self.y - needed < _MARGIN:
            self.canvas.showPage()
            self.y = _PAGE[1] - _MARGIN
        if picture is not None:
            paint_on(self.canvas, picture, _MARGIN, self.y - height, width)
        y = self.y - _TEXT
        if heading:
            write_text(self.canvas, heading, left, y, _TEXT, bold=True)
            y -= _LEADING * 1.2
        for line in lines:
            write_text(self.canvas, line, left, y, _TEXT)
            y -= _LEADING
        self.y -= needed + _GAP


def _lines(text: str, width: float) -> list[str]:
    """A text in lines no wider than so many points."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and text_width(longer, _TEXT) > width:
            found.append(word)
        else:
            found[-1] = longer
    return found


def _fitted(picture: Picture) -> tuple[float, float]:
    """The width and height of a step's picture, in points."""
    width, height = picture.size
    scale = min(1.0, _SIDE / max(width, height))
    return width * scale, height * scale
