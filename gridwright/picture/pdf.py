"""Pictures as PDF: vectors, and text as text in embedded typefaces; lines of text on pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from ..board.board import Point
from ..language.shapes import Arc, Circle, Polygon, Polylines, Rectangle, Shape, TextShape
from ..logic.ticks import ticking
from .archive import declare, finished
from .figure import Figure
from .fonts import FILES, readable, runs
from .paint import PAINTS, Paint

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\xad]")
"""Characters that nobody sees; the documents' own encoding has none of them."""


def pdf_bytes(picture: Figure, size: float | None = None) -> bytes:
    """One page, as large as the picture: ``size`` points wide, or in its natural size."""
    width = size or picture.size[0]
    canvas = canvas_of((width, width / picture.aspect))
    canvas.setTitle(metadata(picture.title))
    canvas.setAuthor(metadata(picture.puzzle.about.author))
    if picture.theme.opaque:
        canvas.setFillColor(ink(picture.theme.fill(PAINTS[picture.page.paint])))
        canvas.rect(0, 0, width, width / picture.aspect, stroke=0, fill=1)
    paint_on(canvas, picture, 0, 0, width)
    return finished(canvas)


def canvas_of(size: tuple[float, float], condition: str = "") -> Any:
    """A reportlab canvas for a document of PDF/A, or of PDF/X for a printing condition; ``finished`` writes it.

    Its first font is one of those that are embedded: the default of the library would not be.
    """
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(BytesIO(), pagesize=size, invariant=True, initialFontName=font_name(FILES[0]))
    declare(canvas, condition)
    return canvas


def metadata(text: str) -> str:
    """A text for the properties of a document: a line without control characters."""
    return _CONTROLS.sub(" ", readable(text))


def ink(code: str, cmyk: bool = False) -> Any:
    """A colour of the library from ``#rrggbb``. With ``cmyk`` greys are black ink alone, so that text and lines have no
    coloured fringes where plates are not aligned."""
    from reportlab.lib.colors import CMYKColor, HexColor

    if not cmyk:
        return HexColor(code)
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    if max(parts) - min(parts) < 0.02:
        return CMYKColor(0, 0, 0, round(1 - parts[0], 4))
    most = max(parts)
    return CMYKColor(*(round((most - part) / most, 4) for part in parts), round(1 - most, 4))


def paint_on(canvas: Any, picture: Figure, x: float, y: float, width: float, cmyk: bool = False) -> None:
    """Draws a picture on a reportlab canvas: its lower left corner and its width, in points."""
    left, _, right, bottom = picture.box
    scale = width / (right - left)
    canvas.saveState()
    canvas.translate(x - left * scale, y + bottom * scale)
    canvas.scale(scale, -scale)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    known = ""
    for group in picture.groups:
        for shape in ticking(group.shapes):
            paint = PAINTS[shape.paint]
            if shape.paint != known:
                _take(canvas, paint, picture, cmyk)
                known = shape.paint
            if isinstance(shape, TextShape):
                _write(canvas, shape, paint)
            else:
                _draw(canvas, shape, paint)
    canvas.restoreState()


def _take(canvas: Any, paint: Paint, picture: Figure, cmyk: bool) -> None:
    """Sets colours, width and dashes."""
    if paint.fill:
        canvas.setFillColor(ink(picture.theme.fill(paint), cmyk))
    if paint.stroke:
        canvas.setStrokeColor(ink(picture.theme.stroke(paint), cmyk))
        canvas.setLineWidth(picture.line_width(paint))
        canvas.setLineCap(0 if paint.dash else 1)
        canvas.setDash(list(paint.dash), 0)


def _draw(canvas: Any, shape: Shape, paint: Paint) -> None:
    """One shape that is not text, filled and stroked as its paint says."""
    how = {"stroke": int(bool(paint.stroke)), "fill": int(bool(paint.fill))}
    if isinstance(shape, Rectangle) and shape.radius:
        canvas.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius, **how)
    elif isinstance(shape, Rectangle):
        canvas.rect(shape.x, shape.y, shape.width, shape.height, **how)
    elif isinstance(shape, Circle):
        canvas.circle(shape.x, shape.y, shape.radius, **how)
    elif isinstance(shape, Polylines):
        path = canvas.beginPath()
        for line in ticking(shape.lines):
            closed = len(line) > 2 and line[0] == line[-1]
            _trace(path, line[:-1] if closed else line, closed)
        canvas.drawPath(path, stroke=1, fill=0)
    elif isinstance(shape, Polygon):
        path = canvas.beginPath()
        _trace(path, shape.points, True)
        canvas.drawPath(path, **how)
    elif isinstance(shape, Arc):
        path = canvas.beginPath()
        _trace(path, arc_points(shape), False)
        canvas.drawPath(path, stroke=1, fill=0)


def _trace(path: Any, points: Any, closed: bool) -> None:
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if closed:
        path.close()


def arc_points(arc: Arc) -> list[Point]:
    """Approximates an arc by a fine polyline."""
    steps = max(2, round((arc.end - arc.start) / 6))
    turns = [radians(arc.start + (arc.end - arc.start) * i / steps) for i in range(steps + 1)]
    return [(arc.x + arc.radius * cos(turn), arc.y + arc.radius * sin(turn)) for turn in turns]


# -- text -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def font_name(path: Path) -> str:
    """The name of a font in the library; registers the font at its first use."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    registerFont(TTFont(path.stem, str(path)))
    return path.stem


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text, in the unit of its size."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(sum(stringWidth(piece, font_name(path), size) for path, piece in runs(text, bold)))


def write_text(canvas: Any, text: str, x: float, y: float, size: float, bold: bool = False) -> None:
    """Writes a text from a position on the baseline, in as many fonts as necessary."""
    for path, piece in runs(text, bold):
        canvas.setFont(font_name(path), size)
        canvas.drawString(x, y, piece)
        if piece is not text:
            x += text_width(piece, size, bold)


def _write(canvas: Any, shape: TextShape, paint: Paint) -> None:
    """Text on a canvas whose y grows downwards. Library and page speak of sizes in points: small ones are scaled."""
    wide = text_width(shape.text, shape.size, paint.bold)
    start = shape.x - wide * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
    canvas.saveState()
    canvas.translate(start, shape.baseline)
    canvas.scale(shape.size / 10, -shape.size / 10)
    write_text(canvas, shape.text, 0, 0, 10, paint.bold)
    canvas.restoreState()


# -- lines of text ----------------------------------------------------------------------------------------------------


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """Shortens a text to a line of at most ``width``, with an ellipsis if something is cut off."""
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


def wrapped(text: str, width: float, size: float, bold: bool = False) -> Iterator[str]:
    """Wraps a text to lines of at most ``width``; single words may be wider."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
