"""The board of a walkthrough page, drawn once: every shape knows at which positions it is visible."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import hypot
from typing import NamedTuple, TypeAlias

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
    shapes = _NumberedShapes()
    spans: dict[_Layer, dict[tuple[int, int], list[Shape]]] = {}
    since: dict[int, int] = {}
    boxes: set[Box] = set()
    ghosts: list[str] = []

    def numbers_in(state: State) -> dict[int, None]:
        picture = draw(puzzle, state, coordinates="r1c1")
        boxes.add(picture.box)
        return shapes.of(picture)

    def close(gone: Iterable[int], end: int) -> None:
        for i in gone:
            layer, shape = shapes.all[i]
            spans.setdefault(layer, {}).setdefault((since.pop(i), end), []).append(shape)

    state = start
    for n in range(n_positions):
        before, state = state, steps[n - 1].applied(state) if n else state
        now = numbers_in(state)
        close([i for i in since if i not in now], n)
        since.update((i, n) for i in now if i not in since)
        if n and (refuted := steps[n - 1].refuted):
            written = {mark.spot for mark in steps[n - 1].marks if mark.holds and mark.value is not True}
            supposed = (*refuted.supposed, *(mark for link in refuted.links for mark in link))
            marks = [mark for mark in supposed if mark.spot not in written]
            more = [shapes.all[i][1] for i in numbers_in(with_marks(puzzle, before, marks)) if i not in now]
            ghosts.append(f'<g data-ghost="{n}" class="ghost off">{fragment(_joined(more), shapes.weight)}</g>')
    close(list(since), n_positions)
    svg = [_group(spans[layer][span], span, n_positions, shapes.weight)
           for layer in sorted(spans, key=lambda layer: layer[:2])
           for span in sorted(spans[layer], key=lambda span: (span[0], -span[1]))]  # fmt: skip
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    box = min(lefts), min(tops), max(rights), max(bottoms)
    return DrawnBoard("".join([*svg, *ghosts]), box, {shape.paint for _, shape in shapes.all}, state)


class _NumberedShapes:
    """Numbers the shapes of several pictures. Lines are in short pieces, except those of the first picture."""

    def __init__(self) -> None:
        self.all: list[tuple[_Layer, Shape]] = []
        """The layers and shapes by number."""
        self.weight = 0.0
        """The weight of the first picture."""
        self._numbers: dict[Hashable, int] = {}
        self._cuts: dict[Hashable, list[int]] = {}
        self._first: dict[_Layer, list[Polylines]] = {}

    def of(self, picture: Picture) -> dict[int, None]:
        """The numbers of the shapes of a picture, in the order in which they are drawn."""
        found: dict[int, None] = {}
        is_first = not self.weight
        self.weight = self.weight or picture.weight
        for group in picture.groups:
            layer = STAGES.index(group.stage), group.solution, group.name
            whole = self._first.setdefault(layer, []) if is_first else self._first.get(layer, ())
            for shape in group.shapes:
                if not isinstance(shape, Polylines):
                    own = (tuple(part) if isinstance(part, list) else part for part in shape)
                    found[self._number((layer, type(shape), *own), layer, shape)] = None
                elif is_first or shape in whole:
                    if is_first:
                        self._first[layer].append(shape)
                    found[self._number((layer, self._first[layer].index(shape)), layer, shape)] = None
                else:
                    found.update(dict.fromkeys(self._pieces(layer, shape)))
        return found

    def _number(self, key: Hashable, layer: _Layer, shape: Shape) -> int:
        number = self._numbers.setdefault(key, len(self.all))
        if number == len(self.all):
            self.all.append((layer, shape))
        return number

    def _pieces(self, layer: _Layer, shape: Polylines) -> Iterator[int]:
        for line in shape.lines:
            for a, b in pairwise((x, y) for x, y in line):
                key = layer, shape.paint, a, b
                if key not in self._cuts:
                    self._cuts[key] = [self._number((layer, shape.paint, *ends), layer, Polylines(shape.paint, [ends]))
                                       for ends in _cut(a, b)]  # fmt: skip
                yield from self._cuts[key]


def _cut(a: Point, b: Point) -> Iterator[tuple[Point, Point]]:
    """The pieces of a straight line, from the smaller point to the larger."""
    a, b = min(a, b), max(a, b)
    n = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / _PIECE))
    points = [(round(a[0] + (b[0] - a[0]) * i / n, 4), round(a[1] + (b[1] - a[1]) * i / n, 4)) for i in range(n + 1)]
    yield from pairwise(points)


def _joined(pieces: Iterable[Shape]) -> Iterator[Shape]:
    """The same shapes, with consecutive pieces of lines put together where they meet."""
    for paint, run in groupby(pieces, lambda piece: piece.paint if isinstance(piece, Polylines) else None):
        if paint is None:
            yield from run
        else:
            lines = [line for piece in run if isinstance(piece, Polylines) for line in piece.lines]
            yield Polylines(paint, list(chained(lines)) if all(len(line) == 2 for line in lines) else lines)


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
