"""Pictures as SVG: a group per layer, and in it a group per paint, with its class and its colours as attributes.

Pictures of a theme with a dark variant also have a style sheet: each colour is a CSS variable (``--gw-ink``,
``--gw-paper``, ...) that the page may set and that defaults to the theme's colour. Programs that know no variables
ignore the rules. These apply to pictures of one theme, so that several themes can share a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from math import cos, radians, sin

from ..board.board import Point
from ..language.shapes import Arc, Circle, Polygon, Polylines, Rectangle, Shape, ShapeGroup, TextShape
from ..logic.ticks import ticking
from .paint import LIGHT, PAINTS, Paint, Theme, variable
from .sheet import Figure
from .words import described

SCALE = 40
"""Units of the drawing per cell: enough that nearly all coordinates are whole numbers."""
FAMILY = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_SPECIAL = re.compile("[&<>\"']")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Escapes a text for XML content and attributes; characters that XML does not allow become U+FFFD."""
    if text.isascii() and text.isalnum():
        return text
    return _SPECIAL.sub(lambda char: _ESCAPES[char.group()], _FORBIDDEN.sub("\ufffd", text))


@lru_cache(maxsize=4096)  # the shapes of a board have few different coordinates
def number(value: float) -> str:
    """Converts a length from board units to units of the drawing."""
    scaled = round(value * SCALE, 2)
    return str(int(scaled)) if scaled == int(scaled) else str(scaled)


def svg_text(
    picture: Figure,
    *,
    width: float | None = None,
    dots: tuple[int, int] | None = None,
    plain: bool = False,
) -> str:
    """The picture as an SVG document.

    ``width`` is in points; ``dots`` are width and height in whole dots. A ``plain`` document is for programs that only
    draw: it has no title, no description and no style sheet.
    """
    theme = picture.theme
    page = picture.page
    box = " ".join(map(number, (page.x, page.y, page.width, page.height)))
    size = f' width="{width:g}pt" height="{width / picture.aspect:g}pt"' if width else ""
    if dots:
        size = f' width="{dots[0]}" height="{dots[1]}"'
    root = f'class="gridwright gw-{theme.name}" role="img"'
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{size} {root} '
        f'font-family="{FAMILY}" text-anchor="middle" fill="none" stroke-linecap="round" stroke-linejoin="round">',
        *(() if plain else (
            f"<title>{escaped(picture.title)}</title>",
            f"<desc>{escaped(described(picture.puzzle, picture.state))}</desc>",
        )),
        *([_style_sheet(picture)] if theme.dark and not plain else []),
        *([_run(page.paint, [page], _colours(PAINTS[page.paint], theme))] if theme.opaque else []),
        *(_group(group, picture) for group in picture.groups),
        "</svg>\n",
    ))  # fmt: skip


# -- style ------------------------------------------------------------------------------------------------------------


def _style_sheet(picture: Figure) -> str:
    used = {picture.page.paint, *(shape.paint for group in picture.groups for shape in ticking(group.shapes))}
    return f"<style>@supports(color:var(--a)){{{style(picture.theme, used)}}}</style>"


def style(theme: Theme, used: Collection[str]) -> str:
    """The rules for all paints; in a theme with a dark variant, also those for systems that prefer dark colours."""
    rules = _rules(theme, theme, used)
    if theme.dark is None:
        return rules
    return f"{rules}@media(prefers-color-scheme:dark){{{_rules(theme, theme.dark, used)}}}"


def _rules(scope: Theme, theme: Theme, used: Collection[str]) -> str:
    """A rule for each paint, without line widths: these differ between pictures, and a rule applies to every picture of
    the theme in a notebook or on a page."""
    return "".join(f".gw-{scope.name} .gw-{name}{{{_look(paint, theme)}}}"
                   for name, paint in PAINTS.items() if name in used)


def _look(paint: Paint, theme: Theme) -> str:
    named = ("fill", paint.fill), ("stroke", paint.stroke)
    styles = [f"{what}:var({variable(name)},{theme.colours[name]})" for what, name in named if name]
    if paint.dash:
        styles += ["stroke-dasharray:" + " ".join(map(number, paint.dash)), "stroke-linecap:butt"]
    if paint.bold:
        styles.append("font-weight:bold")
    return ";".join(styles)


def _colours(paint: Paint, theme: Theme) -> str:
    """What a rule says of a paint, as attributes."""
    dash = " ".join(map(number, paint.dash))
    attributes = {
        "fill": theme.fill(paint), "stroke": theme.stroke(paint), "stroke-dasharray": dash,
        "stroke-linecap": "butt" if dash else "", "font-weight": "bold" if paint.bold else "",
    }  # fmt: skip
    return "".join(f' {name}="{value}"' for name, value in attributes.items() if value)


# -- shapes -----------------------------------------------------------------------------------------------------------


def _group(group: ShapeGroup, picture: Figure) -> str:
    kind = "answer" if group.solution else "given"
    name = escaped(group.name.replace("_", "-"))
    theme, weight = picture.theme, picture.weight
    runs = _runs(group.shapes, lambda paint: _colours(paint, theme) + _line_width(paint, weight, theme))
    return f'<g class="layer-{name} {group.stage} {kind}">{runs}</g>'


def fragment(shapes: Iterable[Shape], weight: float) -> str:
    """Shapes as SVG elements without colours, for a page with a style sheet for the paints."""
    return _runs(shapes, lambda paint: _line_width(paint, weight, LIGHT))


def _runs(shapes: Iterable[Shape], attributes: Callable[[Paint], str]) -> str:
    """Shapes as SVG elements; runs of the same paint share a group with its class and attributes."""
    runs = groupby(ticking(shapes), key=lambda shape: shape.paint)
    return "".join(_run(paint, run, attributes(PAINTS[paint])) for paint, run in runs)


def _run(paint: str, shapes: Iterable[Shape], attributes: str) -> str:
    return f'<g class="gw-{paint}"{attributes}>{"".join(map(_shape, shapes))}</g>'


def _line_width(paint: Paint, weight: float, theme: Theme) -> str:
    return f' stroke-width="{number(theme.width(paint, weight))}"' if paint.stroke else ""


def _path(points: Sequence[Point], end: str = "") -> str:
    """A polyline as path data; horizontal and vertical steps need only one coordinate."""
    x, y = points[0]
    out = [f"M{number(x)} {number(y)}"]
    for px, py in points[1:]:
        if py == y:
            out.append(f"H{number(px)}")
        elif px == x:
            out.append(f"V{number(py)}")
        else:
            out.append(f"L{number(px)} {number(py)}")
        x, y = px, py
    return "".join(out) + end


def _shape(shape: Shape) -> str:
    if isinstance(shape, TextShape):
        anchor = "" if shape.anchor == "middle" else f' text-anchor="{shape.anchor}"'
        place = f'x="{number(shape.x)}" y="{number(shape.baseline)}" font-size="{number(shape.size)}"'
        return f"<text {place}{anchor}>{escaped(shape.text)}</text>"
    if isinstance(shape, Polylines):
        lines = ticking(shape.lines)
        data = "".join(_path(line, "Z" if len(line) > 2 and line[0] == line[-1] else "") for line in lines)
        return f'<path d="{data}"/>'
    if isinstance(shape, Rectangle):
        radius = f' rx="{number(shape.radius)}"' if shape.radius else ""
        box = f'x="{number(shape.x)}" y="{number(shape.y)}"'
        return f'<rect {box} width="{number(shape.width)}" height="{number(shape.height)}"{radius}/>'
    if isinstance(shape, Circle):
        return f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"/>'
    if isinstance(shape, Polygon):
        return f'<path d="{_path(shape.points, "Z")}"/>'
    return f'<path d="{_arc(shape)}"/>'


def _arc(arc: Arc) -> str:
    (ax, ay), (bx, by) = (
        (arc.x + arc.radius * cos(radians(turn)), arc.y + arc.radius * sin(radians(turn)))
        for turn in (arc.start, arc.end)
    )
    large = int(arc.end - arc.start > 180)
    r = number(arc.radius)
    return f"M{number(ax)} {number(ay)}A{r} {r} 0 {large} 1 {number(bx)} {number(by)}"
