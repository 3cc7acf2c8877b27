"""The board of a walkthrough page, drawn once: every shape knows at which positions it is visible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple, TypeAlias

from ..board.board import Point, Spot
from ..engine.explain.steps import Step, with_marks
from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from ..language.shapes import Polylines, Shape
from ..picture.drawing import Picture, draw
from ..picture.places import Box, chained, places_of
from ..picture.sheet import STAGES
from ..picture.svg import fragment, number

_Layer: TypeAlias = tuple[int, bool, str]
"""The stage of a group of shapes, whether it belongs to the answer, and its name."""
_Pieces: TypeAlias = dict[tuple[Any, ...], tuple[_Layer, Shape]]
"""Shapes by their layer and form."""
_PIECE = 0.5
"""Straight lines are cut into pieces of this length, because longer ones differ from position to position."""


class DrawnBoard(NamedTuple):
    """A picture of all positions of a path, from 0, the start; position n is the one after step n.

    In ``svg``, elements with ``data-from`` are visible from that position on, those with ``data-to`` until before that
    one, and those with ``data-ghost`` at that one only: they are what a step supposes and what follows from that.
    Without a script, the ``last`` position is visible.
    """

    svg: str
    box: Box
    paints: Collection[str]
    last: State


def drawn(puzzle: Puzzle, start: State, steps: Sequence[Step]) -> DrawnBoard:
    """Draws all positions of a path as one picture."""
    n_positions = len(steps) + 1
    spans: dict[_Layer, dict[tuple[int, int], list[Shape]]] = {}
    visible: dict[tuple[Any, ...], tuple[int, _Layer, Shape]] = {}
    boxes: set[Box] = set()
    paints: set[str] = set()
    ghosts: list[str] = []
    state, first = start, _Pieces()
    for n in range(n_positions):
        before, state = state, steps[n - 1].applied(state) if n else state
        picture = draw(puzzle, state, coordinates="r1c1")
        first = first or _whole(picture)
        now = _pieces(picture, first)
        for key in [key for key in visible if key not in now]:
            since, layer, shape = visible.pop(key)
            spans.setdefault(layer, {}).setdefault((since, n), []).append(shape)
        for key, (layer, shape) in now.items():
            visible.setdefault(key, (n, layer, shape))
        drawn_now = [picture]
        if n and (refuted := steps[n - 1].refuted):
            marks = (*refuted.supposed, *(mark for link in refuted.links for mark in link))
            supposed = draw(puzzle, with_marks(puzzle, before, marks), coordinates="r1c1")
            more = [shape for key, (_, shape) in _pieces(supposed, first).items() if key not in now]
            body = fragment(_joined(more), picture.weight)
            ghosts.append(f'<g data-ghost="{n}" class="ghost off">{body}</g>')
            drawn_now.append(supposed)
        boxes.update(one.box for one in drawn_now)
        paints.update(shape.paint for one in drawn_now for group in one.groups for shape in group.shapes)
    for since, layer, shape in visible.values():
        spans.setdefault(layer, {}).setdefault((since, n_positions), []).append(shape)
    svg = [_group(spans[layer][span], span, n_positions, picture.weight)
           for layer in sorted(spans, key=lambda layer: layer[:2])
           for span in sorted(spans[layer], key=lambda span: (span[0], -span[1]))]  # fmt: skip
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return DrawnBoard("".join([*svg, *ghosts]), (min(lefts), min(tops), max(rights), max(bottoms)), paints, state)


def _whole(picture: Picture) -> _Pieces:
    """The shapes of a picture."""
    return {
        _key(layer, shape): (layer, shape)
        for group in picture.groups for layer in [(STAGES.index(group.stage), group.solution, group.name)]
        for shape in group.shapes
    }  # fmt: skip


def _pieces(picture: Picture, first: _Pieces) -> _Pieces:
    """The shapes of a picture; lines that the first picture lacks are in short pieces."""
    return {
        key if key in first else _key(layer, piece): (layer, piece)
        for key, (layer, shape) in _whole(picture).items() for piece in ([shape] if key in first else _cut(shape))
    }  # fmt: skip


def _key(layer: _Layer, shape: Shape) -> tuple[Any, ...]:
    if isinstance(shape, Polylines):
        return layer, shape.paint, tuple(tuple(map(tuple, line)) for line in shape.lines)
    return layer, type(shape).__name__, *(tuple(part) if isinstance(part, list) else part for part in shape)


def _cut(shape: Shape) -> Iterator[Shape]:
    if not isinstance(shape, Polylines):
        yield shape
        return
    for line in shape.lines:
        for a, b in pairwise(line):
            n = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / _PIECE))
            points = [(round(a[0] + (b[0] - a[0]) * i / n, 4), round(a[1] + (b[1] - a[1]) * i / n, 4))
                      for i in range(n + 1)]  # fmt: skip
            for ends in pairwise(points):
                yield Polylines(shape.paint, [sorted(ends)])


def _joined(pieces: Iterable[Shape]) -> Iterator[Shape]:
    """Pieces of lines, put together where they meet, and all other shapes."""
    lines: dict[str, list[Sequence[Point]]] = {}
    for piece in pieces:
        if isinstance(piece, Polylines):
            lines.setdefault(piece.paint, []).extend(piece.lines)
        else:
            yield piece
    for paint, segments in lines.items():
        yield Polylines(paint, list(chained(segments)) if all(len(line) == 2 for line in segments) else segments)


def _group(shapes: Iterable[Shape], span: tuple[int, int], n: int, weight: float) -> str:
    body = fragment(_joined(shapes), weight)
    since = f' data-from="{span[0]}"' if span[0] else ""
    until = f' data-to="{span[1]}" class="off"' if span[1] < n else ""
    return f"<g{since}{until}>{body}</g>" if since or until else body


# -- places ------------------------------------------------------------------------------------------------------------

_HALF = 0.15
"""Half the width of the strip that stands for an edge or a link."""
_CELL = 0.22
"""What strips along links leave free in the cells at their ends."""


class SpotAreas:
    """The areas of spots, as paths of SVG: the outline of a cell, a strip along an edge or link, else a circle."""

    def __init__(self, model: Genre) -> None:
        puzzle, layers = model.puzzle, model.answer_layers.values()
        self._places = places_of(puzzle.board, puzzle.genre.ground.cell)
        shared = (place for name in model.answer_layers for place in model.variables.places(name))
        self._of = {spot: place for place in shared for spot in place}
        on_borders = any(layer.on == "edges" or layer.look.kind == "wall" for layer in layers)
        self._links = frozenset(() if on_borders else puzzle.board.links)
        self._edges = frozenset(puzzle.board.edges)

    def first(self, spot: Spot) -> Spot:
        """The first of the spots that share their marks with a spot, and their area."""
        return self._of.get(spot, (spot,))[0]

    def path(self, spot: Spot) -> str:
        """The area of a spot, or of all that share their marks."""
        places = self._places
        x, y = places.at(spot)
        if spot in places.board.cell_index:
            return _path([(x + (px - x) * 0.9, y + (py - y) * 0.9) for px, py in places.outline(spot)])
        if spot in self._links:
            shared = self._of.get(spot, (spot,))
            return _strip(places.link(shared[0])[0], places.link(shared[-1])[-1], _CELL)
        if spot in self._edges:
            return _strip(*places.edge(spot), 0)
        left, top, right, bottom = places.box
        x, y = min(max(x, left - 0.42), right + 0.42), min(max(y, top - 0.42), bottom + 0.42)
        r, wide = number(0.2), number(0.4)
        return f"M{number(x - 0.2)} {number(y)}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0Z"


def _strip(a: Point, b: Point, gap: float) -> str:
    """A strip between two points, which ends ``gap`` before them."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    wx, wy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    a, b = (a[0] + wx * gap, a[1] + wy * gap), (b[0] - wx * gap, b[1] - wy * gap)
    dx, dy = wx * _HALF, wy * _HALF
    (ax, ay), (bx, by) = (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)
    return _path([(ax - dy, ay + dx), (a[0], a[1]), (ax + dy, ay - dx), (bx + dy, by - dx), (b[0], b[1]),
                  (bx - dy, by + dx)])  # fmt: skip


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
