"""Pictures as Encapsulated PostScript, and as the drawing program around a puzzle's dictionary.

The same program draws the same shapes in both. The solution is drawn only if ``gw-sol`` is true. In a file of the
Standard Puzzle Format that is the dictionary's ``/sol``, so that this entry determines what is printed.

Text is shown in Helvetica, re-encoded to Latin-1; other characters are drawn as outlines of the bundled typefaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil
from pathlib import Path
from unicodedata import combining, normalize

from ..board.board import Point
from ..language.shapes import Arc, Circle, Polygon, Polylines, Rectangle, Shape, TextShape
from ..logic.ticks import ticking
from .fonts import face, file_for
from .paint import PAINTS, Paint, Theme, rgb
from .sheet import Figure

_PROGRAM = """\
/gw 60 dict def gw begin
/m /moveto load def /l /lineto load def /h /closepath load def
/r { 4 2 roll m 1 index 0 rlineto 0 exch rlineto neg 0 rlineto h } bind def
/o { 2 index 1 index add 2 index m 0 360 arc h } bind def
/a { newpath arc } bind def
/rr { /R exch def /H exch def /W exch def /Y exch def /X exch def
  X R add Y m X W add Y X W add Y H add R arct X W add Y H add X Y H add R arct
  X Y H add X Y R arct X Y X W add Y R arct h } bind def
/latin { findfont dup length dict begin { 1 index /FID ne { def } { pop pop } ifelse } forall
  /Encoding ISOLatin1Encoding def currentdict end definefont pop } bind def
/gw-r /Helvetica latin /gw-b /Helvetica-Bold latin
/t { /A exch def /S exch def gsave translate 1 -1 scale exch findfont S scalefont setfont
  dup stringwidth pop A mul neg 0 m show grestore } bind def
"""
"""Names are short because each is written thousands of times. ``t`` takes font, text, x, y, size, and the part of the
text's width that is to the left of x."""
_MOST_LINES = 600
"""The longest procedure, in lines: Level 2 allows 65,535 items, and a line of 200 characters has at most 100."""
_UNSAFE = re.compile(r"[^\x20-\x7e]|[\\()]")


def number(value: float) -> str:
    """Formats a length with as few digits as possible."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def eps_text(picture: Figure, size: float | None = None) -> str:
    """The picture as an EPS document, ``size`` points wide or in its natural size."""
    return f"{prolog(picture, size)}/gw-sol true def\n{program(picture, size)}"


def surroundings(picture: Figure, size: float | None = None) -> tuple[str, str]:
    """The prolog before a puzzle's dictionary and the program after it, which make it a document that prints itself.

    ``size`` is the width in points; 0 or None is the natural one. The program begins with ``>>``, which leaves the
    dictionary on the operand stack.
    """
    notice = "% A puzzle in the Standard Puzzle Format, which prints itself.\n"
    if any(group.solution for group in picture.groups):
        notice += "% To print the solution, let /sol be true.\n"
    condition = "dup /sol known { /sol get true eq } { pop false } ifelse /gw-sol exch def"
    puzzle_only = replace(picture, state=None)
    return prolog(puzzle_only, size, "Clean8Bit") + notice, f">>\n{condition}\n{program(picture, size)}"


def prolog(picture: Figure, size: float | None = None, data: str = "Clean7Bit") -> str:
    """The comments at the beginning of a document, with the bounding box; ``data`` describes its encoding."""
    width = size or picture.size[0]
    height = width / picture.aspect
    return (
        "%!PS-Adobe-3.0 EPSF-3.0\n"
        f"%%BoundingBox: 0 0 {ceil(width)} {ceil(height)}\n"
        f"%%HiResBoundingBox: 0 0 {number(width)} {number(height)}\n"
        f"%%Title: {comment(picture.title)}\n"
        "%%Creator: Gridwright\n"
        "%%LanguageLevel: 2\n"
        "%%Pages: 1\n"
        f"%%DocumentData: {data}\n"
        "%%EndComments\n"
    )


def comment(text: str) -> str:
    """A text as a comment in a prolog: one line of plain characters that does not open a dictionary."""
    letters = "".join(char for char in normalize("NFKD", text[:200]) if not combining(char))
    return re.sub("<(?=<)", "< ", re.sub(r"[^\x20-\x7e]", "?", letters[:200]))[:200]


def program(picture: Figure, size: float | None = None) -> str:
    """The drawing program; ``gw-sol`` determines whether the solution is drawn."""
    left, _, right, bottom = picture.box
    scale = (size or picture.size[0]) / (right - left)
    page = picture.page
    used = {page.paint, *(shape.paint for group in picture.groups for shape in group.shapes)}
    lines = [
        _PROGRAM.rstrip(),
        *(f"/p-{name} {{ {_operators(PAINTS[name], picture)} }} bind def" for name in PAINTS if name in used),
        "gsave",
        f"{number(scale)} dup neg scale {number(-left)} {number(-bottom)} translate",
        "1 setlinecap 1 setlinejoin",
        *(_drawn([page], picture.theme) if picture.theme.opaque else ()),
    ]
    for group in picture.groups:
        body = list(_drawn(group.shapes, picture.theme))
        if not group.solution:
            lines += body
            continue
        for start in range(0, len(body), _MOST_LINES):
            lines += ["gw-sol {", *body[start : start + _MOST_LINES], "} if"]
    return "\n".join((*lines, "grestore end showpage", "%%EOF", ""))


def _operators(paint: Paint, picture: Figure) -> str:
    """Commands that fill and stroke the current path."""
    commands = []
    theme = picture.theme
    if paint.fill and paint.stroke:
        commands.append(f"gsave {_colour(theme.fill(paint))} fill grestore")
    elif paint.fill:
        commands.append(f"{_colour(theme.fill(paint))} fill")
    if paint.stroke:
        dash = " ".join(map(number, paint.dash))
        cap = "0 setlinecap " if paint.dash else ""
        after = " [] 0 setdash 1 setlinecap" if paint.dash else ""
        commands.append(f"{_colour(theme.stroke(paint))} {number(picture.line_width(paint))} setlinewidth "
                        f"{cap}[{dash}] 0 setdash stroke{after}")
    return " ".join(commands)


def _colour(code: str) -> str:
    parts = rgb(code)
    if len(set(parts)) == 1:
        return f"{number(parts[0])} setgray"
    return " ".join(map(number, parts)) + " setrgbcolor"


def _drawn(shapes: Iterable[Shape], theme: Theme) -> Iterator[str]:
    """The program's lines for some shapes; the standard requires that no line has more than 255 characters."""
    for shape in ticking(shapes):
        if isinstance(shape, TextShape):
            yield from _written(shape, PAINTS[shape.paint], theme)
        else:
            yield from _wrapped(("newpath", *_outline(shape), f"p-{shape.paint}"))


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line: list[str] = []
    length = 0
    for word in words:
        if length + len(word) > 200:
            yield " ".join(line)
            line, length = [], 0
        line.append(word)
        length += len(word) + 1
    if line:
        yield " ".join(line)


def _outline(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Rectangle):
        sides = " ".join(map(number, (shape.x, shape.y, shape.width, shape.height)))
        yield f"{sides} {number(shape.radius)} rr" if shape.radius else f"{sides} r"
    elif isinstance(shape, Circle):
        yield f"{number(shape.x)} {number(shape.y)} {number(shape.radius)} o"
    elif isinstance(shape, Polygon):
        yield from _trace(shape.points)
        yield "h"
    elif isinstance(shape, Polylines):
        for line in ticking(shape.lines):
            closed = len(line) > 2 and line[0] == line[-1]
            yield from _trace(line[:-1] if closed else line)
            if closed:
                yield "h"
    elif isinstance(shape, Arc):
        yield " ".join(map(number, (shape.x, shape.y, shape.radius, shape.start, shape.end))) + " arc"


def _trace(points: Sequence[Point]) -> Iterator[str]:
    for i, (x, y) in enumerate(points):
        yield f"{number(x)} {number(y)} {'l' if i else 'm'}"


# -- text -------------------------------------------------------------------------------------------------------------


def string(text: str) -> str:
    """A Latin-1 text as a PostScript string of plain characters."""
    return "(" + _UNSAFE.sub(lambda found: f"\\{ord(found.group()):03o}", text) + ")"


def _written(shape: TextShape, paint: Paint, theme: Theme) -> Iterator[str]:
    colour = _colour(theme.fill(paint))
    if all("\x20" <= char <= "\x7e" or "\xa0" <= char <= "\xff" for char in shape.text):
        place = " ".join(map(number, (shape.x, shape.baseline, shape.size, shape.before)))
        yield f"{colour} /gw-{'b' if paint.bold else 'r'} {string(shape.text)} {place} t"
        return
    glyphs = [_glyph(char, file_for(char, paint.bold)) for char in shape.text]
    wide = sum(advance for advance, _ in glyphs) * shape.size
    x = shape.x - wide * shape.before
    for advance, outline in glyphs:
        place = f"{number(x)} {number(shape.baseline)} translate {number(shape.size)} dup neg scale"
        yield from _wrapped((colour, "gsave", place, "newpath", *outline, "fill", "grestore"))
        x += advance * shape.size


@lru_cache(maxsize=4096)
def _glyph(char: str, path: Path) -> tuple[float, tuple[str, ...]]:
    """A character's advance, and its outline with cubic curves, in ems."""
    from fontTools.pens.basePen import BasePen

    typeface = face(path)
    scale = 1 / typeface["head"].unitsPerEm
    glyphs = typeface.getGlyphSet()
    outline: list[str] = []

    def put(command: str, *points: Point) -> None:
        outline.append(" ".join((*(number(part * scale) for point in points for part in point), command)))

    class Pen(BasePen):  # type: ignore[misc]
        def _moveTo(self, pt: Point) -> None:
            put("m", pt)

        def _lineTo(self, pt: Point) -> None:
            put("l", pt)

        def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
            put("curveto", pt1, pt2, pt3)

        def _closePath(self) -> None:
            put("h")

    glyph = glyphs[(typeface.getBestCmap() or {}).get(ord(char), ".notdef")]
    glyph.draw(Pen(glyphs))
    return glyph.width * scale, tuple(outline)
