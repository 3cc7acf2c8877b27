"""Pictures as PDF: vectors, and text in embedded typefaces; lines of text on pages.

Documents remain readable and are accepted by printers: they are PDF/A-2b, or PDF/X-1a if their colours are for print.
Both standards require embedded fonts, metadata, and an output intent, which defines the colours: in PDF/A-2b the ICC
profile of sRGB, in PDF/X-1a the name of a printing condition in the registry of the ICC.
"""

from __future__ import annotations

import os
import re
import struct
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import groupby, pairwise
from math import cos, radians, sin
from pathlib import Path
from typing import Any, TypeAlias

from reportlab.lib.colors import CMYKColor, HexColor
from reportlab.pdfbase.pdfdoc import (
    LinkAnnotation,
    PDFArray,
    PDFDictionary,
    PDFInfo,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from ..board.board import Point
from ..language.shapes import Arc, Circle, Polygon, Polylines, Rectangle, Shape, TextShape
from ..logic.ticks import ticking
from .fonts import FILES, USUAL, FontPair, readable, runs
from .paint import PAINTS, Paint, rgb
from .sheet import MM, Figure
from .svg import escaped

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\xad]")
"""Invisible characters, which the encoding of PDF documents lacks."""


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
    """A reportlab canvas for a PDF/A document, or PDF/X for a printing condition; ``finished`` writes it.

    Its first font is one that gets embedded, unlike the library's default.
    """
    canvas = Canvas(BytesIO(), pagesize=size, invariant=True, initialFontName=font_name(FILES[0]))
    declare(canvas, condition)
    return canvas


def metadata(text: str) -> str:
    """A text for the properties of a document: one line without control characters."""
    return _CONTROLS.sub(" ", readable(text))


def ink(code: str, cmyk: bool = False) -> Any:
    """Converts ``#rrggbb`` to a colour of the library. With ``cmyk``, greys are black ink alone, so that misaligned
    plates leave no coloured fringes."""
    if not cmyk:
        return HexColor(code)
    parts = rgb(code)
    most = max(parts)
    if most - min(parts) < 0.02:
        return CMYKColor(0, 0, 0, round(1 - parts[0], 4))
    return CMYKColor(*(round((most - part) / most, 4) for part in parts), round(1 - most, 4))


def paint_on(canvas: Any, picture: Figure, x: float, y: float, width: float, cmyk: bool = False) -> None:
    """Draws a picture on a reportlab canvas, with its lower left corner at (x, y); lengths are in points."""
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
    """Sets the colours, line width and dashes of a paint."""
    if paint.fill:
        canvas.setFillColor(ink(picture.theme.fill(paint), cmyk))
    if paint.stroke:
        canvas.setStrokeColor(ink(picture.theme.stroke(paint), cmyk))
        canvas.setLineWidth(picture.line_width(paint))
        canvas.setLineCap(0 if paint.dash else 1)
        canvas.setDash(list(paint.dash), 0)


def _draw(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draws a shape that is not text."""
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
    registerFont(TTFont(path.stem, str(path)))
    return path.stem


def text_width(text: str, size: float, bold: bool = False, faces: FontPair = USUAL) -> float:
    """The width of a text, in the unit of its size."""
    return float(sum(stringWidth(piece, font_name(path), size) for path, piece in runs(text, bold, faces)))


def write_text(
    canvas: Any, text: str, x: float, y: float, size: float, bold: bool = False, faces: FontPair = USUAL
) -> None:
    """Writes a text from a position on the baseline, with as many fonts as it needs."""
    for path, piece in runs(text, bold, faces):
        canvas.setFont(font_name(path), size)
        canvas.drawString(x, y, piece)
        if piece is not text:
            x += stringWidth(piece, font_name(path), size)


def _write(canvas: Any, shape: TextShape, paint: Paint) -> None:
    """Draws text on a canvas whose y grows downwards, at 10 points and scaled: sizes in board units are tiny."""
    wide = text_width(shape.text, shape.size, paint.bold)
    start = shape.x - wide * shape.before
    canvas.saveState()
    canvas.translate(start, shape.baseline)
    canvas.scale(shape.size / 10, -shape.size / 10)
    write_text(canvas, shape.text, 0, 0, 10, paint.bold)
    canvas.restoreState()


# -- QR codes ---------------------------------------------------------------------------------------------------------

QrCode: TypeAlias = Sequence[Sequence[bool]]
"""The modules of a QR code by rows: whether they are dark."""
_MODULE = 0.36 * MM
"""The side of a module that every telephone reads from paper."""
_LEAST_CODE = 12 * MM


def code_side(code: QrCode) -> float:
    """The side of a QR code on paper in points; 0 if there is none."""
    return max(len(code) * _MODULE, _LEAST_CODE) if code else 0


def paint_code(canvas: Any, code: QrCode, x: float, top: float, side: float, cmyk: bool = False) -> None:
    """Draws a QR code."""
    module = side / len(code)
    canvas.setFillColor(ink("#000000", cmyk))
    path = canvas.beginPath()
    for row, modules in enumerate(code):
        start = 0
        for dark, run in groupby(modules):
            length = len(list(run))
            if dark:
                path.rect(x + start * module, top - (row + 1) * module, length * module, module)
            start += length
    canvas.drawPath(path, stroke=0, fill=1)


# -- lines of text ----------------------------------------------------------------------------------------------------


def shortened(text: str, width: float, size: float, bold: bool = False, faces: FontPair = USUAL) -> str:
    """Shortens a text to one line of at most ``width``, with an ellipsis if something is cut off."""
    text = " ".join(text.split())[:400]
    if text_width(text, size, bold, faces) <= width:
        return text
    lengths = range(len(text) + 1)
    fits = bisect_right(lengths, width, lo=1, key=lambda n: text_width(f"{text[:n]}…", size, bold, faces)) - 1
    return f"{text[:fits].rstrip()}…"


def wrapped(text: str, width: float, size: float, bold: bool = False, faces: FontPair = USUAL) -> Iterator[str]:
    """Wraps the lines of a text to lines of at most ``width``; single words may be wider."""
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, size, bold, faces) > width:
                yield line
                line = word
            else:
                line = longer
        if line:
            yield line


# -- the standards ----------------------------------------------------------------------------------------------------

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
{}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_PROPERTIES = {
    "title": '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:title>',
    "author": "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>",
    "subject": '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:description>',
    "creator": "<xmp:CreatorTool>{}</xmp:CreatorTool>",
    "producer": "<pdf:Producer>{}</pdf:Producer>",
}
_PDF_A = "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
_REGISTRY = "http://www.color.org"


def declare(canvas: Any, condition: str = "") -> None:
    """Makes the document of a new canvas PDF/A-2b, or PDF/X-1a for a printing ``condition`` such as ``FOGRA39``."""
    document = canvas._doc
    document.info = _Information()
    document.info.condition = condition
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]  # an entry that the library does not know
    catalog.OutputIntents = PDFArray([_print_intent(condition) if condition else _screen_intent(document)])
    catalog.Metadata = _Xmp(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}))


class _Information(PDFInfo):  # type: ignore[misc]
    """The properties of a document. It has no dates unless a standard requires them, so that the same puzzle always
    gives the same file."""

    author, subject, creator, condition = "", "Pencil puzzles", "Gridwright", ""

    def properties(self) -> dict[str, str]:
        """The properties that are not empty."""
        return {name: getattr(self, name) for name in _PROPERTIES if getattr(self, name)}

    def format(self, document: Any) -> bytes:
        entries = {name.title(): PDFString(text) for name, text in self.properties().items()}
        if self.condition:
            seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
            date = PDFString(time.strftime("D:%Y%m%d%H%M%SZ", time.gmtime(seconds)))
            entries |= {"CreationDate": date, "ModDate": date, "GTS_PDFXVersion": PDFString("PDF/X-1a:2003")}
        return bytes(PDFDictionary(entries | {"Trapped": PDFName("False")}).format(document))


class _Xmp(PDFStream):  # type: ignore[misc]
    """The same properties as XML, taken from the document when it is written because they are set late."""

    def format(self, document: Any) -> bytes:
        info = document.info
        lines = [_PROPERTIES[name].format(escaped(text)) for name, text in info.properties().items()]
        self.content = _XMP.format("\n".join(lines if info.condition else [*lines, _PDF_A])).encode()
        return bytes(super().format(document))


def _print_intent(condition: str) -> Any:
    return PDFDictionary({
        "Type": PDFName("OutputIntent"), "S": PDFName("GTS_PDFX"), "RegistryName": PDFString(_REGISTRY),
        "OutputConditionIdentifier": PDFString(condition), "Info": PDFString(condition),
    })  # fmt: skip


def _screen_intent(document: Any) -> Any:
    profile = PDFStream(PDFDictionary({"N": 3}), srgb(), [PDFZCompress])
    return PDFDictionary({
        "Type": PDFName("OutputIntent"), "S": PDFName("GTS_PDFA1"), "OutputConditionIdentifier": PDFString("sRGB"),
        "Info": PDFString("sRGB IEC61966-2.1"), "DestOutputProfile": document.Reference(profile),
    })  # fmt: skip


class _PrintedLink(LinkAnnotation):  # type: ignore[misc]
    """A link with the flag that PDF/A requires: it is printed with the page."""

    def Dict(self) -> Any:
        entries = super().Dict()
        entries["F"] = 4
        return entries


def add_link(canvas: Any, place: str, area: tuple[float, float, float, float]) -> None:
    """Links an area of the page (left, bottom, right, top) to a bookmarked place."""
    canvas._addAnnotation(_PrintedLink(area, "", canvas._bookmarkReference(place), "[0 0 0]"))


# -- the ICC profile --------------------------------------------------------------------------------------------------

_WHITE = 0.9642, 1.0, 0.8249
"""The white point of ICC profiles (D50) as XYZ."""
_PRIMARIES = {
    "rXYZ": (0.4361, 0.2225, 0.0139),
    "gXYZ": (0.3851, 0.7169, 0.0971),
    "bXYZ": (0.1431, 0.0606, 0.7141),
}
"""The red, green and blue of sRGB, adapted to that white point (Bradford)."""
_STEPS = 1024


@lru_cache(maxsize=1)
def srgb() -> bytes:
    """An ICC profile (version 2.1) of the colour space sRGB, as IEC 61966-2-1 defines it."""
    name = b"sRGB IEC61966-2.1\0"
    curve = b"curv\0\0\0\0" + struct.pack(f">I{_STEPS}H", _STEPS, *map(_linear, range(_STEPS)))
    tags = {
        "desc": b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78),
        "cprt": b"text\0\0\0\0No copyright, use freely\0",
        "wtpt": _xyz(_WHITE),
        **{tag: _xyz(colour) for tag, colour in _PRIMARIES.items()},
        **dict.fromkeys(("rTRC", "gTRC", "bTRC"), curve),
    }
    table, data, places = struct.pack(">I", len(tags)), b"", dict[bytes, int]()
    start = 128 + 4 + 12 * len(tags)
    for tag, content in tags.items():
        if content not in places:  # the three curves are the same
            places[content] = start + len(data)
            data += content + bytes(-len(content) % 4)
        table += struct.pack(">4sII", tag.encode(), places[content], len(content))
    date = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    head = struct.pack(">I4xI", start + len(data), 0x02100000) + b"mntrRGB XYZ " + date + b"acsp"
    return head.ljust(68, b"\0") + _xyz(_WHITE)[8:] + bytes(48) + table + data


def _linear(step: int) -> int:
    """The brightness of a step of the curve, from 0 to 65535."""
    value = step / (_STEPS - 1)
    return round(65535 * (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4))


def _xyz(colour: tuple[float, float, float]) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(part * 65536) for part in colour))


# -- the file ---------------------------------------------------------------------------------------------------------

_LAST = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_USED = re.compile(rb"(\d{10}) \d{5} n")
_HEAD = re.compile(rb"(\d+) (\d+) obj\s*")
_END = re.compile(rb"endstream\s*endobj\s*\Z")
"""The end of an object with a stream; the words alone may also be part of a text."""


def finished(canvas: Any) -> bytes:
    """The document of a canvas, with the line breaks around objects and streams that PDF/A requires."""
    data = bytes(canvas.getpdfdata())
    last = _LAST.search(data)
    assert last is not None
    table = int(last[1])
    starts = sorted(map(int, _USED.findall(data, table)))
    parts, size, moved = [data[: starts[0]]], starts[0], dict[int, int]()
    for start, end in pairwise([*starts, table]):
        moved[start] = size
        written = _HEAD.sub(rb"\1 \2 obj\n", data[start:end], count=1)
        # After data that end in CR, readers could take LF alone for the second half of a line end.
        parts.append(_END.sub(rb"\r\n\g<0>", written))
        size += len(parts[-1])
    tail = _USED.sub(lambda entry: b"%010d%b" % (moved[int(entry[1])], entry[0][10:]), data[table : last.start()])
    return b"".join([*parts, tail, b"startxref\n%d\n%%%%EOF\n" % size])
