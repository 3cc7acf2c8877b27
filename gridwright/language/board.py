"""Where things stand: cells, the links, edges and corners between them, the sides around them.

Doubled coordinates serve all of them: a spot with two odd numbers is a cell, with one odd number an edge (or the link
that crosses it), with two even numbers a corner; spots beyond the frame are the sides, where outside clues stand.
Rules never compute coordinates: they ask the board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import product
from operator import is_
from typing import Any, Final, NamedTuple, TypeVar

from .ticks import tick, ticking
from .walks import reached

T = TypeVar("T")
_LONG: Final = 512
"""On boards of more rows and columns together, to cut out a part of a line takes time worth a look at the clock."""


class Spot(NamedTuple):
    """A place on a board, in doubled coordinates: ``y`` grows downwards, ``x`` to the right."""

    y: int
    x: int

    def __str__(self) -> str:
        if self.y % 2 and self.x % 2:
            return f"r{self.y // 2 + 1}c{self.x // 2 + 1}"
        return f"({self.y / 2:g},{self.x / 2:g})"


_spot: Callable[[tuple[int, int]], Spot] = partial(tuple.__new__, Spot)
"""``Spot._make`` in a third of the time."""

Step = tuple[int, int]
UP, RIGHT, DOWN, LEFT = STEPS = ((-2, 0), (0, 2), (2, 0), (0, -2))
"""The four ways out of a cell of a rectangular board; the opposite of ``STEPS[d]`` is ``STEPS[d ^ 2]``."""


PLACES: Mapping[str, str] = {
    "cells": "a cell of the board",
    "links": "a border between two cells",
    "edges": "an edge of a cell",
    "corners": "a corner of a cell",
    "middles": "a cell, a border between two cells, or a corner where four cells meet",
    "sides": "a place outside, at an end of a row or a column",
    "line_sides": "a place outside, at an end of a grid line",
}
"""The names of the spots that a layer may have, each an attribute of boards, and what to call one of them."""


class Board(ABC):
    """What rules may ask of a board. Lists are in reading order and shared: treat them as read-only.

    What is asked for one spot looks at the clock (see ``ticks``), so that loops over all spots need not.
    """

    @property
    @abstractmethod
    def cells(self) -> tuple[Spot, ...]:
        """The areas that a mark or a number can stand in."""

    @property
    @abstractmethod
    def links(self) -> tuple[Spot, ...]:
        """The steps between two neighbouring cells; each stands where the edge between them does."""

    @property
    @abstractmethod
    def edges(self) -> tuple[Spot, ...]:
        """The borders of cells, the outer ones included."""

    @property
    @abstractmethod
    def corners(self) -> tuple[Spot, ...]:
        """The points where edges meet."""

    @property
    @abstractmethod
    def sides(self) -> tuple[Spot, ...]:
        """The places outside, where the clue of a row or a column stands."""

    def __init__(self) -> None:
        self._memo: dict[Hashable, Any] = {}

    @abstractmethod
    def ends(self, link: Spot) -> tuple[Spot, Spot]:
        """The two cells that a link joins."""

    @abstractmethod
    def faces(self, edge: Spot) -> tuple[Spot, ...]:
        """The one or two cells at the sides of an edge."""

    @abstractmethod
    def tips(self, edge: Spot) -> tuple[Spot, Spot]:
        """The two corners at the ends of an edge."""

    @abstractmethod
    def link(self, a: Spot, b: Spot) -> Spot:
        """The link between two neighbouring cells."""

    @abstractmethod
    def name(self, spot: Spot) -> str:
        """What to call a spot in a sentence."""

    def line_name(self, side: Spot, *, read: bool = False) -> str:
        """What to call the line that an outside spot stands at: ``row 3``, ``column 2``.

        With ``read`` also from where it is read, if not from the left or the top: ``row 3 from the right``.
        """
        end, _, line = self.name(side).rpartition(" of ")
        return f"{line} from {end}" if read and end.endswith(("right", "bottom")) else line

    # -- adjacency as integers: indices into ``cells``, ``links``, ``edges``, ``corners``; computed once per board --

    @cached_property
    def cell_index(self) -> Mapping[Spot, int]:
        """The place of each cell in ``cells``."""
        return {s: i for i, s in enumerate(ticking(self.cells))}

    @cached_property
    def corner_index(self) -> Mapping[Spot, int]:
        """The place of each corner in ``corners``."""
        return {s: i for i, s in enumerate(ticking(self.corners))}

    @cached_property
    def link_ends(self) -> Sequence[tuple[int, int]]:
        """For each link the indices of the cells that it joins."""
        index = self.cell_index
        return [(index[a], index[b]) for a, b in map(self.ends, ticking(self.links))]

    @cached_property
    def cell_links(self) -> Sequence[Sequence[int]]:
        """For each cell the indices of its links."""
        return _incidence(len(self.cells), self.link_ends)

    @cached_property
    def cell_adjacency(self) -> Sequence[Sequence[int]]:
        """For each cell the indices of its neighbours."""
        out: list[list[int]] = [[] for _ in self.cells]
        for a, b in ticking(self.link_ends):
            out[a].append(b)
            out[b].append(a)
        return out

    @cached_property
    def edge_tips(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the corners at its ends."""
        index = self.corner_index
        return [(index[a], index[b]) for a, b in map(self.tips, ticking(self.edges))]

    @cached_property
    def corner_edges(self) -> Sequence[Sequence[int]]:
        """For each corner the indices of the edges that meet there."""
        return _incidence(len(self.corners), self.edge_tips)

    @cached_property
    def edge_faces(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the cells at its sides; the outside has the index ``len(cells)``."""
        index, outside = self.cell_index, len(self.cells)
        out = []
        for edge in ticking(self.edges):
            sides = [index[f] for f in self.faces(edge)]
            out.append((sides[0], sides[1] if len(sides) > 1 else outside))
        return out

    @cached_property
    def _edges_of(self) -> Mapping[Spot, Sequence[Spot]]:
        around: list[list[Spot]] = [[] for _ in range(len(self.cells) + 1)]
        for edge, (a, b) in zip(ticking(self.edges), self.edge_faces, strict=True):
            around[a].append(edge)
            around[b].append(edge)
        return dict(zip(self.cells, around[:-1], strict=True))

    @cached_property
    def _neighbours(self) -> Mapping[Spot, Sequence[Spot]]:
        cells = self.cells
        return {c: [cells[n] for n in near] for c, near in zip(ticking(cells), self.cell_adjacency, strict=True)}

    @cached_property
    def _links_of(self) -> Mapping[Spot, Sequence[Spot]]:
        links = self.links
        return {c: [links[i] for i in own] for c, own in zip(ticking(self.cells), self.cell_links, strict=True)}

    def neighbours(self, cell: Spot) -> Sequence[Spot]:
        """The cells that share an edge with a cell."""
        tick()
        return self._neighbours[cell]

    def links_of(self, cell: Spot) -> Sequence[Spot]:
        """The links that leave a cell."""
        tick()
        return self._links_of[cell]

    def edges_of(self, cell: Spot) -> Sequence[Spot]:
        """The edges around a cell."""
        tick()
        return self._edges_of[cell]

    def edges_at(self, corner: Spot) -> Sequence[Spot]:
        """The edges that meet at a corner."""
        tick()
        edges = self.edges
        return [edges[i] for i in self.corner_edges[self.corner_index[corner]]]

    def cells_at(self, corner: Spot) -> Sequence[Spot]:
        """The cells that meet at a corner."""
        return sorted({face for edge in self.edges_at(corner) for face in self.faces(edge)})

    def groups(self, cells: Iterable[Spot], joined: Callable[[Spot, Spot], bool] | None = None) -> list[list[Spot]]:
        """The connected pieces of some cells, where ``joined`` may refuse a step between two neighbours."""
        found = list(cells)
        left = set(found)
        pieces = []
        for first in ticking(found):
            if first not in left:
                continue
            left.remove(first)
            piece = [first]
            for cell in ticking(piece, len(left)):
                for near in self.neighbours(cell):
                    if near in left and (joined is None or joined(cell, near)):
                        left.remove(near)
                        piece.append(near)
            pieces.append(sorted(piece))
        return pieces

    def passed(self, line: Iterable[Spot]) -> list[Spot]:
        """The cells that a line along links passes."""
        return sorted({cell for link in line for cell in self.ends(link)})

    def enclosed(self, line: Iterable[Spot]) -> list[Spot]:
        """The cells that a line along edges cuts off from the outside."""
        outside, walls = len(self.cells), set(line)
        near: list[list[int]] = [[] for _ in range(outside + 1)]
        for edge, (a, b) in zip(ticking(self.edges), self.edge_faces, strict=True):
            if edge not in walls:
                near[a].append(b)
                near[b].append(a)
        joined = set(reached(near, [outside], lambda _: True))
        return [cell for i, cell in enumerate(self.cells) if i not in joined]

    def ways(self, cell: Spot) -> Sequence[tuple[Spot, Spot]]:
        """The links that leave a cell, each with the neighbour that it leads to."""
        tick()
        return self._ways[cell]

    @cached_property
    def _ways(self) -> Mapping[Spot, Sequence[tuple[Spot, Spot]]]:
        links, ends, cells = self.links, self.link_ends, self.cells
        return {
            cell: [(links[n], cells[ends[n][0] if ends[n][1] == i else ends[n][1]]) for n in own]
            for i, (cell, own) in enumerate(zip(ticking(cells), self.cell_links, strict=True))
        }

    def regions(self, walls: Collection[Spot], within: Iterable[Spot] | None = None) -> list[list[Spot]]:
        """The pieces into which walls (spots of links) cut the board, or some cells; in order of their first cells."""
        if within is None and isinstance(walls, Hashable):  # and so cannot change
            return self.latest("regions", (walls,), lambda: self._cut(walls, self.cells))
        return self._cut(walls, self.cells if within is None else within)

    def _cut(self, walls: Collection[Spot], within: Iterable[Spot]) -> list[list[Spot]]:
        ways = self._ways
        left = set(within)
        pieces = []
        for first in ticking(self.cells):
            if first not in left:
                continue
            left.remove(first)
            piece = [first]
            for cell in ticking(piece, len(left)):
                for link, near in ways[cell]:
                    if near in left and link not in walls:
                        left.remove(near)
                        piece.append(near)
            piece.sort()
            pieces.append(piece)
        return pieces

    def names(self, spots: Iterable[Spot]) -> list[str]:
        """What several spots are called; straight runs of cells or edges as one: ``r1c1 to r1c5``."""
        return [self.name(spot) for spot in spots]

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` gives, computed once for this board: for tables that depend on nothing else."""
        try:
            return self._memo[key]  # type: ignore[no-any-return]
        except KeyError:
            made = self._memo[key] = make()
            return made

    def latest(self, key: Hashable, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """What ``make`` gives for some objects; it is not made again while it is asked for with the very same ones.

        For tables that depend on the puzzle, but are the same for many puzzles in a row.
        """
        known = self._memo.get(key)
        if known is not None and len(known[0]) == len(parts) and all(map(is_, known[0], parts)):
            return known[1]  # type: ignore[no-any-return]
        made = make()
        self._memo[key] = parts, made
        return made


def _incidence(n: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    out: list[list[int]] = [[] for _ in range(n)]
    for i, (a, b) in enumerate(ticking(pairs)):
        out[a].append(i)
        out[b].append(i)
    return out


class Rect(Board):
    """A rectangle of cells, some of which may be missing (``holes``).

    ``Rect.of`` hands out one shared board per size, so that its adjacency lists are made once.
    """

    def __init__(self, n_rows: int, n_cols: int, holes: Iterable[Spot] = ()) -> None:
        super().__init__()
        self.n_rows, self.n_cols, self.holes = n_rows, n_cols, frozenset(holes)
        self._near: dict[Spot, Sequence[Spot]] = {}
        self._lines_from: dict[Spot, Sequence[Spot]] = {}

    @staticmethod
    def of(n_rows: int, n_cols: int, holes: Iterable[Spot] = ()) -> Rect:
        """The shared board of that size."""
        return _shared(n_rows, n_cols, frozenset(holes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rect) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Rect({self.n_rows}, {self.n_cols}" + (f", {len(self.holes)} holes)" if self.holes else ")")

    def __reduce__(self) -> tuple[Callable[..., Rect], tuple[int, int, frozenset[Spot]]]:
        return Rect.of, self._key

    @cached_property
    def _key(self) -> tuple[int, int, frozenset[Spot]]:
        return self.n_rows, self.n_cols, self.holes

    @cached_property
    def cells(self) -> tuple[Spot, ...]:
        """The cells that are there, in reading order."""
        spots = map(_spot, product(range(1, 2 * self.n_rows, 2), range(1, 2 * self.n_cols, 2)))
        return tuple(ticking(spots) if not self.holes else [s for s in ticking(spots) if s not in self.holes])

    @cached_property
    def links(self) -> tuple[Spot, ...]:
        """The steps between two neighbouring cells."""
        spots = (_spot((y, x)) for y in range(1, 2 * self.n_rows) for x in range(1 + y % 2, 2 * self.n_cols, 2))
        return self._that_touch(spots, all)

    def _that_touch(self, spots: Iterable[Spot], some: Callable[[Iterable[bool]], bool]) -> tuple[Spot, ...]:
        """Those of some spots within the frame where all (or any) of the places around are cells."""
        known = self._known
        if len(known) == self.n_rows * self.n_cols > 0:
            return tuple(ticking(spots))
        return tuple([s for s in ticking(spots) if some(place in known for place in _touching(s))])

    @cached_property
    def link_ends(self) -> Sequence[tuple[int, int]]:
        """For each link the indices of the cells that it joins."""
        index: Mapping[Any, int] = self.cell_index
        return [
            (index[y, x - 1], index[y, x + 1]) if y % 2 else (index[y - 1, x], index[y + 1, x])
            for y, x in ticking(self.links)
        ]

    @cached_property
    def edges(self) -> tuple[Spot, ...]:
        """The borders of cells, the outer ones included."""
        ys, width = range(2 * self.n_rows + 1), 2 * self.n_cols + 1
        return self._that_touch((_spot((y, x)) for y in ys for x in range(1 - y % 2, width, 2)), any)

    @cached_property
    def corners(self) -> tuple[Spot, ...]:
        """The points where edges meet."""
        spots = product(range(0, 2 * self.n_rows + 1, 2), range(0, 2 * self.n_cols + 1, 2))
        return self._that_touch(map(_spot, spots), any)

    @cached_property
    def edge_tips(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the corners at its ends."""
        index: Mapping[Any, int] = self.corner_index
        return [
            (index[y - 1, x], index[y + 1, x]) if y % 2 else (index[y, x - 1], index[y, x + 1])
            for y, x in ticking(self.edges)
        ]

    @cached_property
    def edge_faces(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the cells at its sides; the outside has the index ``len(cells)``."""
        outside = len(self.cells)
        known: Mapping[Any, int] = self.cell_index
        index = known.get
        out = []
        for y, x in ticking(self.edges):
            sides = ((y, x - 1), (y, x + 1)) if y % 2 else ((y - 1, x), (y + 1, x))
            a, b = index(sides[0], outside), index(sides[1], outside)
            out.append((a, b) if a != outside else (b, a))
        return out

    @cached_property
    def middles(self) -> tuple[Spot, ...]:
        """The places that may be the middle of an area: cells, links, and the corners that four cells meet at."""
        spots = product(range(1, 2 * self.n_rows), range(1, 2 * self.n_cols))
        return self._that_touch(map(_spot, spots), all)

    @cached_property
    def sides(self) -> tuple[Spot, ...]:
        """The places outside: above the columns, left of the rows, right of them, below the columns."""
        xs, ys = range(1, 2 * self.n_cols, 2), range(1, 2 * self.n_rows, 2)
        return (
            *(Spot(-1, x) for x in xs),
            *(Spot(y, -1) for y in ys),
            *(Spot(y, 2 * self.n_cols + 1) for y in ys),
            *(Spot(2 * self.n_rows + 1, x) for x in xs),
        )

    @cached_property
    def line_sides(self) -> tuple[Spot, ...]:
        """The places outside, where the clue of a grid line stands: above, left, right, below."""
        xs, ys = range(0, 2 * self.n_cols + 1, 2), range(0, 2 * self.n_rows + 1, 2)
        return (
            *(Spot(-1, x) for x in xs),
            *(Spot(y, -1) for y in ys),
            *(Spot(y, 2 * self.n_cols + 1) for y in ys),
            *(Spot(2 * self.n_rows + 1, x) for x in xs),
        )

    @cached_property
    def _known(self) -> frozenset[Spot]:
        return frozenset(self.cells)

    @cached_property
    def rows(self) -> Sequence[Sequence[Spot]]:
        """The cells of each row, from left to right."""
        rows: list[list[Spot]] = [[] for _ in range(self.n_rows)]
        for cell in ticking(self.cells):
            rows[cell.y // 2].append(cell)
        return rows

    @cached_property
    def cols(self) -> Sequence[Sequence[Spot]]:
        """The cells of each column, from top to bottom."""
        cols: list[list[Spot]] = [[] for _ in range(self.n_cols)]
        for cell in ticking(self.cells):
            cols[cell.x // 2].append(cell)
        return cols

    @cached_property
    def lines(self) -> Sequence[Sequence[Spot]]:
        """All rows, then all columns."""
        return [*self.rows, *self.cols]

    def ends(self, link: Spot) -> tuple[Spot, Spot]:
        y, x = link
        return (_spot((y, x - 1)), _spot((y, x + 1))) if y % 2 else (_spot((y - 1, x)), _spot((y + 1, x)))

    def faces(self, edge: Spot) -> tuple[Spot, ...]:
        return tuple(face for face in self.ends(edge) if face in self._known)

    def tips(self, edge: Spot) -> tuple[Spot, Spot]:
        y, x = edge
        return (_spot((y - 1, x)), _spot((y + 1, x))) if y % 2 else (_spot((y, x - 1)), _spot((y, x + 1)))

    def link(self, a: Spot, b: Spot) -> Spot:
        return _spot(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))

    def level(self, link: Spot) -> bool:
        """Whether a link (or the way across an edge) runs from left to right."""
        return bool(link.y % 2)

    def windows(self, height: int, width: int) -> Iterator[list[Spot]]:
        """The cells of each block of that size that has no hole, in reading order."""
        starts = product(range(1, 2 * (self.n_rows - height) + 2, 2), range(1, 2 * (self.n_cols - width) + 2, 2))
        places = [(2 * i, 2 * j) for i in range(height) for j in range(width)]
        for y, x in ticking(starts):
            block = [_spot((y + dy, x + dx)) for dy, dx in places]
            if not self.holes or self.holes.isdisjoint(block):
                yield block

    def around(self, cell: Spot) -> Sequence[Spot]:
        """The up to eight cells that touch a cell, at an edge or at a corner."""
        known = self._near.get(cell)
        if known is None:
            tick()
            y, x = cell
            near = [_spot((y + dy, x + dx)) for dy, dx in _NEAR]
            known = self._near[cell] = [s for s in near if s in self._known]
        return known

    def way(self, cell: Spot, step: Step, n: int) -> list[Spot | None]:
        """The first ``n`` links met when leaving a cell in a direction; None beyond the board."""
        tick()
        found: list[Spot | None] = []
        here = cell
        for _ in range(n):
            after = Spot(here.y + step[0], here.x + step[1])
            inside = (not found or found[-1] is not None) and after in self._known
            found.append(self.link(here, after) if inside else None)
            here = after
        return found

    def ray(self, cell: Spot, step: Step) -> Sequence[Spot]:
        """The cells met when leaving a cell in a direction, up to the frame or a hole, nearest first."""
        if self.n_rows + self.n_cols > _LONG:
            tick()
        dy, dx = step
        if not self.holes and not (dy and dx):
            row, col = cell.y // 2, cell.x // 2
            if dx:
                line = self.rows[row]
                return line[col + 1 :] if dx > 0 else line[:col][::-1]
            line = self.cols[col]
            return line[row + 1 :] if dy > 0 else line[:row][::-1]
        found = []
        here = Spot(cell.y + step[0], cell.x + step[1])
        while here in self._known:
            found.append(here)
            here = Spot(here.y + step[0], here.x + step[1])
        return found

    def stretches(self, stops: Collection[Spot]) -> list[list[Spot]]:
        """The longest runs of cells in rows, then in columns, that neither a stop nor a hole interrupts."""
        found: list[list[Spot]] = []
        for line in self.lines:
            last: Spot | None = None
            for cell in ticking(line):
                if cell in stops:
                    last = None
                    continue
                if last is None or abs(cell.y - last.y + cell.x - last.x) > 2:
                    found.append([])
                found[-1].append(cell)
                last = cell
        return found

    def line_length(self, side: Spot) -> int:
        """The number of cells in the line that an outside spot stands at."""
        return self.n_rows if side.y < 0 or side.y > 2 * self.n_rows else self.n_cols

    def line_from(self, side: Spot) -> Sequence[Spot]:
        """The cells of the line that an outside spot stands at, nearest first."""
        tick()
        known = self._lines_from.get(side)
        if known is None:
            upright = side.y < 0 or side.y > 2 * self.n_rows
            line = self.cols[side.x // 2] if upright else self.rows[side.y // 2]
            known = self._lines_from[side] = line if min(side) < 0 else line[::-1]
        return known

    def points_from(self, side: Spot) -> Sequence[Spot]:
        """The corners on the grid line that an outside spot stands at, from the left or the top."""
        upright = side.y < 0 or side.y > 2 * self.n_rows
        return self._grid_lines.get(_spot((-1, side.x) if upright else (side.y, -1)), ())

    @cached_property
    def _grid_lines(self) -> Mapping[Spot, Sequence[Spot]]:
        """The corners on each grid line, by the outside spot above or at its left."""
        found: dict[Spot, list[Spot]] = {}
        for corner in ticking(self.corners):
            y, x = corner
            found.setdefault(_spot((-1, x)), []).append(corner)
            found.setdefault(_spot((y, -1)), []).append(corner)
        return found

    def names(self, spots: Iterable[Spot]) -> list[str]:
        found: list[str] = []
        for run in _straight_runs(list(spots)):
            names = [self.name(spot) for spot in run]
            sides = {name.rpartition(" edge of ")[0] for name in names}
            if len(run) >= (_RUN if _is_cell(run[0]) else _EDGE_RUN) and len(sides) == 1:
                found.append(f"{names[0].replace(' edge of ', ' edges of ')} to {names[-1].rpartition(' edge of ')[2]}")
            else:
                found += names
        return found

    def name(self, spot: Spot) -> str:
        """``r2c3`` for a cell; the cells at its sides or a side of a cell for an edge; a corner of a cell; the end of
        a line for a spot outside."""
        y, x = spot
        if y < 0 or y > 2 * self.n_rows:
            line = f"column {x // 2 + 1}" if x % 2 else _grid_line(x // 2, self.n_cols, "left", "right", "column")
            return f"the {'top' if y < 0 else 'bottom'} of {line}"
        if x < 0 or x > 2 * self.n_cols:
            line = f"row {y // 2 + 1}" if y % 2 else _grid_line(y // 2, self.n_rows, "top", "bottom", "row")
            return f"the {'left' if x < 0 else 'right'} of {line}"
        if _is_cell(spot):
            return f"r{y // 2 + 1}c{x // 2 + 1}"
        if y % 2 or x % 2:
            near = self.faces(spot)
            if len(near) == 2:
                return f"{near[0]}-{near[1]}"
            ways = {(1, 0): "top", (-1, 0): "bottom", (0, 1): "left", (0, -1): "right"}
            return f"the {ways[near[0].y - y, near[0].x - x]} edge of {near[0]}" if near else str(spot)
        cell = next((cell for cell in map(_spot, _touching(spot)) if cell in self._known), None)
        if cell is None:
            return str(spot)
        return f"the {'bottom' if cell.y < y else 'top'} {'right' if cell.x < x else 'left'} corner of {cell}"


def _grid_line(i: int, n: int, first: str, last: str, kind: str) -> str:
    """What to call the line before the first of ``n`` rows or columns, or after the ``i``-th of them."""
    if i in (0, n):
        return f"the {last if i else first} border"
    return f"the grid line between {kind}s {i} and {i + 1}"


_RUN = 4
"""So many cells in a row or column are named by the first and the last."""

_EDGE_RUN = 3
"""So many edges in a line are named by the first and the last."""


def _is_cell(spot: Spot) -> bool:
    return bool(spot.y % 2 and spot.x % 2)


def _straight_runs(spots: list[Spot]) -> list[list[Spot]]:
    """Parts a list of spots into runs: neighbouring cells of a row or column, edges that continue each other."""
    runs: list[list[Spot]] = []
    step: Step | None = None
    if all(s.y % 2 != s.x % 2 for s in spots):  # edges: those that lie alike come together
        spots = sorted(s for s in spots if s.x % 2) + sorted((s for s in spots if s.y % 2), key=lambda s: (s.x, s.y))
    for spot in spots:
        last = runs[-1][-1] if runs else None
        ahead = None if last is None else (spot.y - last.y, spot.x - last.x)
        if ahead in _onward(spot) and step in (None, ahead):
            runs[-1].append(spot)
            step = ahead
        else:
            runs.append([spot])
            step = None
    return runs


def _onward(spot: Spot) -> Collection[Step]:
    """The steps that a straight run of such spots may have."""
    if _is_cell(spot):
        return (DOWN, RIGHT)
    return (RIGHT,) if spot.x % 2 else (DOWN,) if spot.y % 2 else ()


_NEAR = tuple(place for place in product((-2, 0, 2), repeat=2) if place != (0, 0))


def _touching(spot: Spot) -> list[tuple[int, int]]:
    """The places of the cells around a link, an edge or a corner; a cell touches itself alone."""
    ys, xs = ((v,) if v % 2 else (v - 1, v + 1) for v in spot)
    return [(y, x) for y in ys for x in xs]


_LARGE = 2_500
"""Boards of more cells are kept two at a time: their tables take megabytes."""


def _shared(n_rows: int, n_cols: int, holes: frozenset[Spot]) -> Rect:
    return (_small_board if n_rows * n_cols <= _LARGE else _large_board)(n_rows, n_cols, holes)


_small_board = lru_cache(maxsize=128)(Rect)
_large_board = lru_cache(maxsize=2)(Rect)
