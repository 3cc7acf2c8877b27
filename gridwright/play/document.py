"""A puzzle as JSON for the page: its picture, cells with clues in words, and the tool, places and stamps of each layer.

A stamp is one mark of a layer at the origin, as fragments of SVG. The page puts it at the place of a mark when it is
played. Equal stamps are stored once: a board of a thousand cells needs two or three.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ..board.board import Board, Point, Spot
from ..board.rect import Rect
from ..formats.own_json import puzzle_record
from ..language.genre import Genre
from ..language.layers import AnswerLayer, Layer, ValueLayer
from ..language.puzzle import Puzzle, frozen_layers
from ..language.shapes import Polygon, Polylines, Shape, moved
from ..language.wording import name_in_words
from ..picture.cell_words import clue_words, side_words
from ..picture.drawing import draw
from ..picture.looks import draw_marks
from ..picture.paint import PAINTS, THEMES
from ..picture.places import Box, Places, RectPlaces, places_of
from ..picture.sheet import STAGES, Figure, PictureSheet
from ..picture.svg import FAMILY, SCALE, fragment
from .position import key_of
from .tools import LayerTools, Place, occupied, tools

_ID_LENGTH = 20
_MARGIN = 0.28
"""Room around the picture, in board units, so that a ring around a cell at the rim is not cut off."""


def puzzle_id(puzzle: Puzzle) -> str:
    """A hash of genre, board, givens and keys, which does not depend on the file."""
    record = puzzle_record(puzzle)
    content = {name: record[name] for name in ("genre", "rows", "columns", "holes", "board", "keys", "given")
            if name in record}
    own = puzzle.own_keys()
    content["keys"] = {name: value for name, value in content.get("keys", {}).items() if name in own}
    if not own:
        content.pop("keys")
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_LENGTH]


def document(puzzle: Puzzle, *, title: str = "", room: float = 0) -> dict[str, Any]:
    """Everything that the page needs to show a puzzle and to play it.

    ``room`` is the free space on each side, in board units, for clues that are still to be entered.
    """
    model = puzzle.genre(puzzle)
    places = places_of(puzzle.board, puzzle.genre.ground.cell)
    picture = draw(puzzle, coordinates="" if room else "r1c1")  # an editor needs that room for clues
    book = StampBook(model, places, picture.weight)
    layers = [_layer(tool, places, book) for tool in tools(model).values()]
    return {
        **heading(puzzle, title),
        "task": puzzle.genre.task_in_words(),
        "description": list(puzzle.about.description),
        "box": _box(picture, puzzle.board, room),
        "svg": board_svg(picture),
        "weight": round(picture.weight, 3),
        **_spots(model, places),
        "layers": layers,
        "stamps": book.stamps,
        "pieces": [[name, *map(_scaled, box)] for name, box in picture.pieces],
    }


def heading(puzzle: Puzzle, title: str = "") -> dict[str, Any]:
    """What lists show of a puzzle. ``title`` is used if it has none, unless that only repeats the genre."""
    board, about = puzzle.board, puzzle.about
    if _in_short(title) in map(_in_short, (puzzle.genre.name, *puzzle.genre.aliases)):
        title = ""
    size = f"{board.n_rows}x{board.n_cols}" if isinstance(board, Rect) else f"{len(board.cells)} areas"
    return {
        "id": puzzle_id(puzzle), "genre": puzzle.genre.name, "title": about.title or title, "author": about.author,
        "difficulty": about.difficulty, "size": size, "cells_count": len(board.cells),
        "path": about.path._asdict() if about.path is not None else None,
    }


def _in_short(name: str) -> str:
    """The letters of a name."""
    return "".join(filter(str.isalpha, name.casefold()))


def board_svg(picture: Figure) -> str:
    """The elements of a picture, grouped by stage, each group followed by an empty one for marks that are played."""
    parts = [f'<g class="gw-page">{_page(picture)}</g>']
    for stage in STAGES:
        inside = "".join(fragment(group.shapes, picture.weight) for group in picture.groups if group.stage == stage)
        parts.append(f'<g class="given">{inside}</g><g class="played" data-stage="{stage}"></g>')
    return "".join(parts)


def _page(picture: Figure) -> str:
    """The background, a little larger than the picture."""
    page = picture.page
    wider = page._replace(x=page.x - _MARGIN, y=page.y - _MARGIN, width=page.width + 2 * _MARGIN,
                          height=page.height + 2 * _MARGIN)  # fmt: skip
    return fragment([wider], 1)


def _box(picture: Figure, board: Board, room: float) -> list[float]:
    left, top, right, bottom = picture.box
    if room and isinstance(board, Rect):
        left, top = min(left, -room), min(top, -room)
        right, bottom = max(right, board.n_cols + room), max(bottom, board.n_rows + room)
    margin = _MARGIN
    box: Box = (left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin)
    return [_scaled(value) for value in box]


def _scaled(value: float) -> float:
    return round(value * SCALE, 2)


# -- cells, corners, sides --------------------------------------------------------------------------------------------


def _spots(model: Genre, places: Places) -> dict[str, Any]:
    board = model.board
    words = clue_words(model)
    cells: list[dict[str, Any]] = []
    for spot in board.cells:
        record = {"k": key_of(spot), **_point(places, spot)}
        if isinstance(board, Rect):
            record |= {"row": spot.y // 2, "col": spot.x // 2}
        else:
            record["shape"] = [[_scaled(x), _scaled(y)] for x, y in places.outline(spot)]
        if spot in words:
            record["clue"] = words[spot]
        cells.append(record)
    corners = [[_scaled(v) for v in places.at(spot)] for spot in board.corners]
    sides = [{"k": key_of(spot), "name": name_in_words(board.name(spot)).removeprefix("the "), "words": record}
             for spot, record in sorted(side_words(model).items())]
    rows, cols = (board.n_rows, board.n_cols) if isinstance(places, RectPlaces) else (0, 0)
    wide = places.breadth if isinstance(places, RectPlaces) else 1
    return {"rows": rows, "cols": cols, "cells": cells, "corners": corners, "sides": sides, "cell": SCALE,
            "breadth": wide}


def _point(places: Places, spot: Spot) -> dict[str, float]:
    x, y = places.at(spot)
    return {"x": _scaled(x), "y": _scaled(y)}


# -- layers -----------------------------------------------------------------------------------------------------------


def _layer(tool: LayerTools, places: Places, book: StampBook) -> dict[str, Any]:
    layer = tool.layer
    values = dict(enumerate(value.value for value in tool.values)) if isinstance(layer, ValueLayer) else {0: True}
    shown = {i: value for i, value in values.items() if not (tool.values and tool.values[i].blank)}
    sets: dict[StampedValues, int] = {}
    layer_places = [_place(tool, place, places, sets.setdefault(book.marks(layer, place.spots, shown), len(sets)))
            for place in tool.places]
    record: dict[str, Any] = {
        "name": layer.name, "label": layer.label, "tool": tool.name, "second": tool.second,
        "where": tool.where, "places": layer_places,
        "sets": [dict(drawn) for drawn in sets],
    }
    if isinstance(layer, AnswerLayer):
        record["words"] = [layer.word(True), layer.word(False)]
    else:
        record["values"] = [
            {"v": value.value, "shown": value.shown, "typed": list(value.typed), "words": value.words,
             **({"blank": True} if value.blank else {})}
            for value in tool.values
        ]
    if layer.look.traits.between is not None:
        record["between"] = _between(tool, book)
    if layer.gesture:
        name = type(layer.gesture).__name__.lower()
        record["gesture"] = {"name": name, **layer.gesture.record(tool.model, key_of, partial(_point, places))}
    return record


def _place(tool: LayerTools, place: Place, places: Places, drawn: int) -> dict[str, Any]:
    first = place.spots[0]
    given: Mapping[Spot, Any] = tool.model.puzzle.given.get(tool.layer.name, {})
    record: dict[str, Any] = {"k": key_of(first), **_point(places, first), "s": drawn, "c": place.cells}
    if place.corners:
        record["t"] = place.corners
    if len(place.spots) > 1:
        record["n"] = [key_of(spot) for spot in place.spots]
    if first in given:
        record["g"] = given[first]
    elif first in tool.inert:
        record["i"] = 1
    if tool.where == "cells" and first in occupied(tool.model):
        record["o"] = 1
    return record


def _between(tool: LayerTools, book: StampBook) -> dict[str, Any]:
    """When something is drawn between two cells (see ``Between``), and for each link its cells and stamp."""
    board, between = tool.model.board, tool.layer.look.traits.between
    assert between is not None
    spots = {place.spots[0] for place in tool.places}
    walls = {spot for name, layer in tool.model.layers.items() if layer.look.kind == "wall"
             for spot in tool.model.puzzle.given.get(name, ())}  # fmt: skip
    links = []
    for link in board.links if between.links is None else between.links(tool.model):
        a, b = board.ends(link)
        if a in spots and b in spots and link not in walls:
            x, y = book.places.at(link)
            links.append([board.cell_index[a], board.cell_index[b], book.between(tool.layer, link), _scaled(x),
                          _scaled(y)])  # fmt: skip
    return {"when": between.when, "links": links}


# -- style ------------------------------------------------------------------------------------------------------------


def paint_style(names: Iterable[str] = PAINTS) -> str:
    """A style sheet for the paints, whose colours are variables (``--gw-ink``) with the values of the themes.

    If the page is dark (``data-dark``), so are boards, unless the user wants light ones (``data-board``).
    """
    light, dark, strong = (_variables(THEMES[name].colours) for name in ("light", "dark", "high-contrast"))
    dark_board = ':root[data-dark]:not([data-board="light"])'
    themes = [f":root{{{light}}}", f"{dark_board}{{{dark}}}", f':root[data-theme="contrast"]{{{strong}}}',
              f".board svg{{font-family:{FAMILY}}}"]  # fmt: skip
    return "\n".join([*themes, *(_paint_rule(name) for name in names)]) + "\n"


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--gw-{name}:{colour};" for name, colour in colours.items())


def _paint_rule(name: str) -> str:
    paint = PAINTS[name]
    colours = {"fill": paint.fill, "stroke": paint.stroke}
    rules = [f"{what}:var(--gw-{colour})" for what, colour in colours.items() if colour]
    if paint.dash:
        rules += ["stroke-dasharray:" + " ".join(f"{part * SCALE:g}" for part in paint.dash), "stroke-linecap:butt"]
    if paint.bold:
        rules.append("font-weight:bold")
    return f".gw-{name}{{{';'.join(rules)}}}"


# -- stamps -----------------------------------------------------------------------------------------------------------

Stamp = tuple[tuple[str, str], ...]
"""Pairs of a stage (see ``picture.sheet.STAGES``) and its elements."""
StampedValues = tuple[tuple[int, int], ...]
"""Pairs of the number of a value in its layer and the number of its stamp."""


class StampBook:
    """The stamps of a puzzle, numbered in the order of their first use."""

    def __init__(self, model: Genre, places: Places, weight: float) -> None:
        self.places, self.weight = places, weight
        given = {name: own for name, own in model.puzzle.given.items() if name not in model.answer_layers}
        # A stamp depends only on its own mark, not on given marks beside it.
        self._puzzle = replace(model.puzzle, given=frozen_layers(given))
        self._numbers: dict[Stamp, int] = {}
        self._drawn: dict[Hashable, StampedValues] = {}
        self._tinted = PictureSheet(self._puzzle, places).tinted

    @property
    def stamps(self) -> list[Stamp]:
        """All stamps, by number."""
        return list(self._numbers)

    def number(self, stamp: Stamp) -> int:
        """The number of a stamp, which is added if it is new."""
        return self._numbers.setdefault(stamp, len(self._numbers))

    def marks(self, layer: Layer, spots: tuple[Spot, ...], values: Mapping[int, Any]) -> StampedValues:
        """The numbers of the stamps for some values at a place, relative to its first spot.

        On rectangular boards, places of the same kind on the same clues share stamps, unless marks follow links of
        their own.
        """
        if len(spots) > 1 or not isinstance(self.places, RectPlaces) or _has_own_links(layer):
            return self._marks(layer, spots, values)
        spot = spots[0]
        beneath = tuple((name, own[spot]) for name, own in self._puzzle.given.items() if spot in own)
        alike = layer.name, spot.y % 2, spot.x % 2, spot in self._tinted, beneath
        if alike not in self._drawn:
            self._drawn[alike] = self._marks(layer, spots, values)
        return self._drawn[alike]

    def _marks(self, layer: Layer, spots: tuple[Spot, ...], values: Mapping[int, Any]) -> StampedValues:
        return tuple((i, self._draw(layer, spots, value)) for i, value in values.items())

    def _draw(self, layer: Layer, spots: tuple[Spot, ...], value: Any) -> int:
        sheet = PictureSheet(self._puzzle, self.places)
        draw_marks(sheet, layer, dict.fromkeys(spots, value), True)
        x, y = self.places.at(spots[0])
        return self.number(tuple(
            (group.stage, fragment([_about(shape, x, y) for shape in group.shapes], self.weight))
            for group in sheet.groups()
        ))

    def between(self, layer: Layer, link: Spot) -> int:
        """The stamp of a layer between two cells: a border of groups, a piece of a trail or of a filled tube."""
        x, y = self.places.at(link)
        between = layer.look.traits.between
        assert between is not None
        line = self.places.edge(link) if between.when == "differ" else self.places.link(link)
        shape = moved(Polylines(between.paint, [_as_points(line)]), -x, -y)
        return self.number(((between.stage, fragment([shape], self.weight)),))


def _as_points(line: Any) -> list[Point]:
    return [(float(x), float(y)) for x, y in line]


def _about(shape: Shape, x: float, y: float) -> Shape:
    """A shape moved so that a point is at the origin, without rounding errors in the last digits."""
    there = moved(shape, -x, -y)
    if isinstance(there, Polylines):
        return there._replace(lines=[[(round(px, 6), round(py, 6)) for px, py in line] for line in there.lines])
    if isinstance(there, Polygon):
        return there._replace(points=[(round(px, 6), round(py, 6)) for px, py in there.points])
    return there._replace(x=round(there.x, 6), y=round(there.y, 6))


def _has_own_links(layer: Layer) -> bool:
    """Whether the marks of a layer depend on links of their own."""
    between = layer.look.traits.between
    return between is not None and between.links is not None
