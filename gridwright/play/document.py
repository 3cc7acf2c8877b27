"""A puzzle as JSON for the page: the picture, the cells, and for each layer its tool, places and stamps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ..board.board import Board, Spot
from ..board.rect import Rect
from ..formats.own_json import puzzle_record
from ..language.genre import Genre
from ..language.layers import AnswerLayer, ValueLayer
from ..language.puzzle import Puzzle
from ..picture.drawing import draw
from ..picture.figure import Figure
from ..picture.paint import PAINTS
from ..picture.places import Box, Places, RectPlaces, places_of
from ..picture.sheet import STAGES
from ..picture.svg import FAMILY, SCALE, fragment
from ..picture.theme import THEMES
from .position import key_of
from .stamps import Marks, StampBook
from .tools import LayerTools, Place, occupied, tools
from .words import clue_words, side_words

_ID_LENGTH = 20
_MARGIN = 0.28
"""Room around the picture, in board units: a ring around a cell at the rim is not cut off."""


def puzzle_id(puzzle: Puzzle) -> str:
    """The same for the same puzzle, whatever file it comes from: a hash of genre, board, givens and keys."""
    record = puzzle_record(puzzle)
    told = {name: record[name] for name in ("genre", "rows", "columns", "holes", "board", "keys", "given")
            if name in record}
    own = puzzle.own_keys()
    told["keys"] = {name: value for name, value in told.get("keys", {}).items() if name in own}
    if not own:
        told.pop("keys")
    text = json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_LENGTH]


def document(puzzle: Puzzle, *, title: str = "", room: float = 0) -> dict[str, Any]:
    """All that the page needs to show a puzzle and to let it be played.

    ``room`` is what is left free at each side in board units, for clues that are still to be entered.
    """
    model = puzzle.genre(puzzle)
    places = places_of(puzzle.board, puzzle.genre.ground.cell)
    picture = draw(puzzle)
    book = StampBook(model, places, picture.weight)
    layers = [_layer(tool, places, book) for tool in tools(model).values()]
    return {
        **heading(puzzle, title),
        "task": puzzle.genre.task,
        "description": list(puzzle.about.description),
        "box": _box(picture, puzzle.board, room),
        "svg": board_svg(picture),
        "weight": round(picture.weight, 3),
        **_spots(model, places),
        "layers": layers,
        "stamps": book.stamps,
    }


def heading(puzzle: Puzzle, title: str = "") -> dict[str, Any]:
    """What lists tell of a puzzle."""
    board, about = puzzle.board, puzzle.about
    size = f"{board.n_rows}x{board.n_cols}" if isinstance(board, Rect) else f"{len(board.cells)} areas"
    return {
        "id": puzzle_id(puzzle), "genre": puzzle.genre.name, "title": about.title or title, "author": about.author,
        "difficulty": about.difficulty, "size": size, "cells_count": len(board.cells),
    }


def board_svg(picture: Figure) -> str:
    """The elements of a picture in a group for each stage, each followed by an empty one for the marks to be played."""
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
        told = {"k": key_of(spot), **_point(places, spot)}
        if isinstance(board, Rect):
            told |= {"row": spot.y // 2, "col": spot.x // 2}
        else:
            told["shape"] = [[_scaled(x), _scaled(y)] for x, y in places.outline(spot)]
        if spot in words:
            told["clue"] = words[spot]
        cells.append(told)
    corners = [[_scaled(v) for v in places.at(spot)] for spot in board.corners]
    sides = [{"k": key_of(spot), "name": board.name(spot).removeprefix("the "), "words": told}
             for spot, told in sorted(side_words(model).items())]
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
    sets: dict[Marks, int] = {}
    told = [_place(tool, place, places, sets.setdefault(book.marks(layer, place.spots, shown), len(sets)))
            for place in tool.places]
    record: dict[str, Any] = {
        "name": layer.name, "label": layer.name.replace("_", " "), "tool": tool.name, "second": tool.second,
        "where": tool.where, "places": told,
        "sets": [dict(drawn) for drawn in sets],
    }
    if isinstance(layer, AnswerLayer):
        record["words"] = list(layer.words)
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
    told: dict[str, Any] = {"k": key_of(first), **_point(places, first), "s": drawn, "c": place.cells}
    if place.corners:
        told["t"] = place.corners
    if len(place.spots) > 1:
        told["n"] = [key_of(spot) for spot in place.spots]
    if first in given:
        told["g"] = given[first]
    elif first in tool.inert:
        told["i"] = 1
    if tool.where == "cells" and first in occupied(tool.model):
        told["o"] = 1
    return told


def _between(tool: LayerTools, book: StampBook) -> dict[str, Any]:
    """What is drawn between two cells: when (see ``Between``), and for each link the two cells, the stamp and its
    place."""
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
    """A style sheet for the paints: their colours are variables (``--gw-ink``), those of the pictures' own themes.

    Where the page is dark (``data-dark``), boards are, unless the reader wants light ones (``data-board``).
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
    told = [f"{what}:var(--gw-{colour})" for what, colour in (("fill", paint.fill), ("stroke", paint.stroke)) if colour]
    if paint.dash:
        told += ["stroke-dasharray:" + " ".join(f"{part * SCALE:g}" for part in paint.dash), "stroke-linecap:butt"]
    if paint.bold:
        told.append("font-weight:bold")
    return f".gw-{name}{{{';'.join(told)}}}"
