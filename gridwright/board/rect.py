"""Rectangular boards, by doubled coordinates (see ``board``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain, pairwise, product, repeat, takewhile
from math import isqrt
from typing import Any, Final

from ..logic.ticks import tick, ticking
from .board import Board, Spot

_LONG: Final = 512
"""If the board has more rows and columns together, slicing a line takes so long that the clock is checked."""

_spot: Callable[[tuple[int, int]], Spot] = partial(tuple.__new__, Spot)
"""Like ``Spot._make``, but three times as fast."""

Direction = tuple[int, int]
UP, RIGHT, DOWN, LEFT = STEPS = ((-2, 0), (0, 2), (2, 0), (0, -2))
"""The four directions from a cell; the opposite of ``STEPS[d]`` is ``STEPS[d ^ 2]``."""


class Rect(Board):
    """A rectangle of cells, some of which may be missing.

    Args:
        n_rows: The number of rows.
        n_cols: The number of columns.
        holes: The cells that are missing.

    Example:
        >>> board = gw.Rect.of(2, 3)
        >>> [str(cell) for cell in board.neighbours(gw.Spot(1, 1))]
        ['r1c2', 'r2c1']
    """

    def __init__(self, n_rows: int, n_cols: int, holes: Iterable[Spot] = ()) -> None:
        super().__init__()
        self.n_rows, self.n_cols, self.holes = n_rows, n_cols, frozenset(holes)
        self._near: dict[Spot, Sequence[Spot]] = {}
        self._lines_from: dict[Spot, Sequence[Spot]] = {}

    @staticmethod
    def of(n_rows: int, n_cols: int, holes: Iterable[Spot] = ()) -> Rect:
        """Returns the board of that size; boards are shared."""
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
        """The cells, without holes, in reading order."""
        spots = map(_spot, product(range(1, 2 * self.n_rows, 2), range(1, 2 * self.n_cols, 2)))
        return tuple(ticking(spots) if not self.holes else [s for s in ticking(spots) if s not in self.holes])

    @cached_property
    def _is_full(self) -> bool:
        """Whether the board has cells and no holes."""
        return len(self.cells) == self.n_rows * self.n_cols > 0

    @cached_property
    def links(self) -> tuple[Spot, ...]:
        """The steps between two neighbouring cells."""
        end = 2 * self.n_cols
        return self._that_touch(_by_rows(range(1, 2 * self.n_rows), lambda y: range(1 + y % 2, end, 2)), all)

    def _that_touch(self, spots: Iterable[Spot], some: Callable[[Iterable[bool]], bool]) -> tuple[Spot, ...]:
        """The spots around which all (or any) places are cells."""
        if self._is_full:
            return tuple(ticking(spots))
        known = self.cell_index
        return tuple([s for s in ticking(spots) if some(place in known for place in _touching(s))])

    @cached_property
    def link_ends(self) -> Sequence[tuple[int, int]]:
        """For each link the indices of the cells that it joins."""
        ends = _grid_ends(self.n_rows, self.n_cols)
        if self._is_full:
            return ends
        number = self._numbers
        return [(number[a], number[b]) for a, b in ticking(ends) if number[a] >= 0 and number[b] >= 0]

    @cached_property
    def _numbers(self) -> Sequence[int]:
        """The index of each place of the rectangle in ``cells``; -1 for holes."""
        if self._is_full:
            return range(len(self.cells))
        index: Mapping[Any, int] = self.cell_index
        places = product(range(1, 2 * self.n_rows, 2), range(1, 2 * self.n_cols, 2))
        return [index.get(place, -1) for place in ticking(places)]

    @cached_property
    def edges(self) -> tuple[Spot, ...]:
        """The borders of cells, including the outer ones."""
        end = 2 * self.n_cols + 1
        return self._that_touch(_by_rows(range(2 * self.n_rows + 1), lambda y: range(1 - y % 2, end, 2)), any)

    @cached_property
    def corners(self) -> tuple[Spot, ...]:
        """The points where edges meet."""
        spots = product(range(0, 2 * self.n_rows + 1, 2), range(0, 2 * self.n_cols + 1, 2))
        return self._that_touch(map(_spot, spots), any)

    @cached_property
    def edge_tips(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the corners at its ends."""
        if self._is_full:
            return _grid_ends(self.n_rows + 1, self.n_cols + 1)
        index: Mapping[Any, int] = self.corner_index
        return [
            (index[y - 1, x], index[y + 1, x]) if y % 2 else (index[y, x - 1], index[y, x + 1])
            for y, x in ticking(self.edges)
        ]

    @cached_property
    def edge_faces(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the cells beside it; the outside has the index ``len(cells)``."""
        n_cols, outside, number = self.n_cols, len(self.cells), self._numbers
        beyond: Sequence[int] = [-1] * n_cols
        rows = [beyond, *[number[i * n_cols : (i + 1) * n_cols] for i in range(self.n_rows)], beyond]
        sides: list[tuple[int, int]] = []
        for above, row in ticking(pairwise(rows)):
            sides += zip(above, row, strict=True)
            sides += pairwise((-1, *row, -1))
        return [
            (a, b) if a >= 0 and b >= 0 else (max(a, b), outside)
            for a, b in ticking(sides) if a >= 0 or b >= 0
        ]  # fmt: skip

    @cached_property
    def middles(self) -> tuple[Spot, ...]:
        """The places that can be the centre of an area: cells, links, and corners where four cells meet."""
        spots = product(range(1, 2 * self.n_rows), range(1, 2 * self.n_cols))
        return self._that_touch(map(_spot, spots), all)

    @cached_property
    def sides(self) -> tuple[Spot, ...]:
        """The places outside: above the columns, left and right of the rows, below the columns."""
        return self._outside(range(1, 2 * self.n_cols, 2), range(1, 2 * self.n_rows, 2))

    @cached_property
    def line_sides(self) -> tuple[Spot, ...]:
        """The places outside at the ends of grid lines: above, left, right, below."""
        return self._outside(range(0, 2 * self.n_cols + 1, 2), range(0, 2 * self.n_rows + 1, 2))

    def _outside(self, xs: Sequence[int], ys: Sequence[int]) -> tuple[Spot, ...]:
        return (
            *(Spot(-1, x) for x in xs),
            *(Spot(y, -1) for y in ys),
            *(Spot(y, 2 * self.n_cols + 1) for y in ys),
            *(Spot(2 * self.n_rows + 1, x) for x in xs),
        )

    @cached_property
    def rows(self) -> list[list[Spot]]:
        """The cells of each row, from left to right."""
        n = self.n_cols
        if self._is_full:
            return [list(self.cells[i : i + n]) for i in ticking(range(0, len(self.cells), n))]
        rows: list[list[Spot]] = [[] for _ in range(self.n_rows)]
        for cell in ticking(self.cells):
            rows[cell.y // 2].append(cell)
        return rows

    @cached_property
    def cols(self) -> list[list[Spot]]:
        """The cells of each column, from top to bottom."""
        if self._is_full:
            return [list(self.cells[i :: self.n_cols]) for i in ticking(range(self.n_cols))]
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
        return tuple(face for face in self.ends(edge) if face in self.cell_index)

    def tips(self, edge: Spot) -> tuple[Spot, Spot]:
        y, x = edge
        return (_spot((y - 1, x)), _spot((y + 1, x))) if y % 2 else (_spot((y, x - 1)), _spot((y, x + 1)))

    def link(self, a: Spot, b: Spot) -> Spot:
        return _spot(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))

    def level(self, link: Spot) -> bool:
        """Whether a link (or the step across an edge) is horizontal."""
        return bool(link.y % 2)

    def windows(self, height: int, width: int) -> Iterator[list[Spot]]:
        """The cells of each block of this size without holes, in reading order."""
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
            known = self._near[cell] = self._touched(cell)
        return known

    def _touched(self, cell: Spot) -> list[Spot]:
        y, x = cell
        if not self._is_full or cell not in self.cell_index:
            places = [_spot((y + dy, x + dx)) for dy, dx in _NEAR]
            return [s for s in places if s in self.cell_index]
        rows, row, col = self.rows, y // 2, x // 2
        first, end = max(col - 1, 0), col + 2
        above = rows[row - 1][first:end] if row else []
        below = rows[row + 1][first:end] if row + 1 < len(rows) else []
        return [*above, *rows[row][first:col], *rows[row][col + 1 : end], *below]

    def way(self, cell: Spot, step: Direction, n: int) -> list[Spot | None]:
        """The first ``n`` links from a cell in a direction; None beyond the board."""
        tick()
        links: list[Spot | None] = []
        here = cell
        for _ in range(n):
            after = Spot(here.y + step[0], here.x + step[1])
            inside = (not links or links[-1] is not None) and after in self.cell_index
            links.append(self.link(here, after) if inside else None)
            here = after
        return links

    def sight(self, cell: Spot, is_open: Callable[[Spot], bool]) -> int:
        """The number of cells that are seen from a cell in its row and column, itself included; cells that are not open
        block the view."""
        return 1 + sum(len(list(takewhile(is_open, self.ray(cell, step)))) for step in STEPS)

    def ray(self, cell: Spot, step: Direction) -> Sequence[Spot]:
        """The cells from a cell in a direction up to the frame or a hole, nearest first."""
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
        while here in self.cell_index:
            found.append(here)
            here = Spot(here.y + step[0], here.x + step[1])
        return found

    @cached_property
    def runs(self) -> Sequence[tuple[Sequence[Spot], Sequence[Spot]]]:
        """The maximal runs of cells without holes in rows, then in columns, each with the links between its cells."""
        if self._is_full:
            n, links = self.n_cols, self.links
            period = 2 * n - 1  # the links in a row, and those below it
            in_rows = [links[i * period : i * period + n - 1] for i in range(self.n_rows)]
            in_cols = [links[n - 1 + i :: period] for i in range(n)]
            return list(zip(self.lines, (*in_rows, *in_cols), strict=True))
        return [(run, [self.link(a, b) for a, b in pairwise(run)]) for run in self.unbroken]

    def stretches(self, stops: Collection[Spot]) -> list[list[Spot]]:
        """The maximal runs of cells in rows, then in columns, that neither a stop nor a hole interrupts."""
        lines = self.unbroken
        return [lines[i][start:end] for i, start, end in self.spans(stops)]

    def spans(self, stops: Collection[Spot]) -> list[tuple[int, int, int]]:
        """The same runs, each as the number of an unbroken line, and where the run starts and ends in it."""
        spans = []
        for i, line in enumerate(ticking(self.unbroken)):
            start = 0
            for stop in [place for place, cell in enumerate(line) if cell in stops]:
                if start < stop:
                    spans.append((i, start, stop))
                start = stop + 1
            if start < len(line):
                spans.append((i, start, len(line)))
        return spans

    @cached_property
    def unbroken(self) -> list[list[Spot]]:
        """The maximal runs of cells without holes in rows, then in columns."""
        if self._is_full:
            return [*self.rows, *self.cols]
        runs: list[list[Spot]] = []
        for line in self.lines:
            last = None
            for cell in ticking(line):
                place = sum(cell)
                if place - 2 == last:
                    runs[-1].append(cell)
                else:
                    runs.append([cell])
                last = place
        return runs

    def line_length(self, side: Spot) -> int:
        """The number of cells in the line at an outside spot."""
        return self.n_rows if side.y < 0 or side.y > 2 * self.n_rows else self.n_cols

    def line_from(self, side: Spot) -> Sequence[Spot]:
        """The cells of the line at an outside spot, nearest first."""
        tick()
        known = self._lines_from.get(side)
        if known is None:
            upright = side.y < 0 or side.y > 2 * self.n_rows
            line = self.cols[side.x // 2] if upright else self.rows[side.y // 2]
            known = self._lines_from[side] = line if min(side) < 0 else line[::-1]
        return known

    def points_from(self, side: Spot) -> Sequence[Spot]:
        """The corners on the grid line at an outside spot, from the left or the top."""
        upright = side.y < 0 or side.y > 2 * self.n_rows
        return self._grid_lines.get(_spot((-1, side.x) if upright else (side.y, -1)), ())

    @cached_property
    def _grid_lines(self) -> Mapping[Spot, Sequence[Spot]]:
        """The corners on each grid line, by the outside spot above it or to its left."""
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
        return _of_one_cell(found)

    def name(self, spot: Spot) -> str:
        """The name of a spot: ``r2c3``; the cells beside an edge, or its side of one; a corner; the end of a line."""
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
            ways = dict(zip(((1, 0), (-1, 0), (0, 1), (0, -1)), _SIDES, strict=True))
            return f"{ways[near[0].y - y, near[0].x - x]} edge of {near[0]}" if near else str(spot)
        cell = next((cell for cell in map(_spot, _touching(spot)) if cell in self.cell_index), None)
        if cell is None:
            return str(spot)
        return f"the {'bottom' if cell.y < y else 'top'} {'right' if cell.x < x else 'left'} corner of {cell}"


def _by_rows(ys: Iterable[int], xs: Callable[[int], Iterable[int]]) -> Iterator[Spot]:
    """Spots in reading order; ``xs(y)`` are those of a row."""
    return map(_spot, chain.from_iterable(zip(repeat(y), xs(y), strict=False) for y in ys))


def _grid_ends(n_rows: int, n_cols: int) -> list[tuple[int, int]]:
    """The pairs of neighbours in a grid of points, numbered row by row, in reading order."""
    ends: list[tuple[int, int]] = []
    end = n_rows * n_cols
    for first in ticking([i * n_cols for i in range(n_rows)]):
        row = range(first, first + n_cols)
        ends += pairwise(row)
        ends += zip(row, range(first + n_cols, end), strict=False)  # nothing below the last row
    return ends


def _grid_line(i: int, n: int, first: str, last: str, kind: str) -> str:
    """The name of the grid line after the first ``i`` of ``n`` rows or columns."""
    if i in (0, n):
        return f"the {last if i else first} border"
    return f"the grid line between {kind}s {i} and {i + 1}"


_RUN = 4
"""Runs of at least this many cells are named by their first and last."""
_EDGE_RUN = 3
"""The same for edges."""


def _is_cell(spot: Spot) -> bool:
    return bool(spot.y % 2 and spot.x % 2)


def _straight_runs(spots: list[Spot]) -> list[list[Spot]]:
    """Divides a list of spots into runs: neighbouring cells of a row or column, edges that continue each other."""
    runs: list[list[Spot]] = []
    step: Direction | None = None
    if all(s.y % 2 != s.x % 2 for s in spots):  # edges: horizontal ones first
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


_SIDES = "the top", "the bottom", "the left", "the right"


def _of_one_cell(names: Sequence[str]) -> list[str]:
    """Names, with one name for two edges of a cell: ``the top and right edges of r1c6``."""
    found: list[str] = []
    for name in names:
        side, _, cell = name.rpartition(" edge of ")
        beside = next((i for i, one in enumerate(found) if side and one.endswith(f" edge of {cell}")), None)
        if beside is None:
            found.append(name)
        else:
            sides = sorted((found[beside].rpartition(" edge of ")[0], side), key=_SIDES.index)
            found[beside] = f"{sides[0]} and {sides[1].removeprefix('the ')} edges of {cell}"
    return found


def _onward(spot: Spot) -> Collection[Direction]:
    """The steps that a straight run with this spot may have."""
    if _is_cell(spot):
        return (DOWN, RIGHT)
    return (RIGHT,) if spot.x % 2 else (DOWN,) if spot.y % 2 else ()


_NEAR = tuple(place for place in product((-2, 0, 2), repeat=2) if place != (0, 0))


def _touching(spot: Spot) -> list[tuple[int, int]]:
    """The places of the cells around a link, an edge or a corner; a cell touches itself alone."""
    ys, xs = ((v,) if v % 2 else (v - 1, v + 1) for v in spot)
    return [(y, x) for y in ys for x in xs]


_LARGE = 2_500
"""Only two boards with more cells are cached, because their tables take megabytes."""


def _shared(n_rows: int, n_cols: int, holes: frozenset[Spot]) -> Rect:
    return (_small_board if n_rows * n_cols <= _LARGE else _large_board)(n_rows, n_cols, holes)


_small_board = lru_cache(maxsize=128)(Rect)
_large_board = lru_cache(maxsize=2)(Rect)


# -- boxes and regions -------------------------------------------------------------------------------------------------


def box_size(side: int) -> tuple[int, int]:
    """The rows and columns of the boxes of a square board: 3 by 3 for the side 9, 2 by 3 for 6, 2 by 4 for 8."""
    height = next(n for n in range(isqrt(side), 0, -1) if side % n == 0)
    return height, side // height


def box_borders(side: int, height: int, width: int) -> list[Spot]:
    """The borders between boxes of this size."""
    along = range(1, 2 * side, 2)
    level = [Spot(y, x) for y in range(2 * height, 2 * side, 2 * height) for x in along]
    return level + [Spot(y, x) for x in range(2 * width, 2 * side, 2 * width) for y in along]


def usual_boxes(board: Rect) -> list[Spot]:
    """The borders of the usual boxes of a square board; none if it has no boxes."""
    height, width = box_size(board.n_rows)
    return box_borders(board.n_rows, height, width) if board.n_rows == board.n_cols and height > 1 else []


def region_borders(board: Rect, regions: Sequence[Sequence[Any]]) -> list[Spot]:
    """The links between cells of different regions; ``regions`` has a name for each cell."""
    return [
        link for link in board.links
        if len({regions[cell.y // 2][cell.x // 2] for cell in board.ends(link)}) == 2
    ]  # fmt: skip
