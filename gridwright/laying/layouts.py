"""Random structures for new puzzles: areas, dominoes, paths, rectangles.

All randomness comes from the ``rng`` that the functions are given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from random import Random

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import Symmetry, image, images
from ..language.making import Sketch, Unlucky
from ..language.puzzle import State
from ..logic.ticks import tick, ticking

Area = list[Spot]


def owners(areas: Iterable[Collection[Spot]]) -> dict[Spot, int]:
    """The number of each cell's area."""
    return {cell: i for i, area in enumerate(areas) for cell in area}


def walls_of(board: Rect, areas: Iterable[Collection[Spot]]) -> dict[Spot, bool]:
    """The walls between areas; cells outside all areas are areas by themselves."""
    owner = owners(areas)
    ends = ((link, board.ends(link)) for link in board.links)
    return {link: True for link, (a, b) in ends if owner.get(a, a) != owner.get(b, b)}


def border_of(board: Rect, areas: Iterable[Collection[Spot]]) -> dict[Spot, bool]:
    """For each link, whether it lies between two areas."""
    walls = walls_of(board, areas)
    return {link: link in walls for link in board.links}


def grown(
    board: Rect, rng: Random, sizes: Callable[[], int], cells: Sequence[Spot] | None = None, symmetry: Symmetry = "none"
) -> list[Area]:
    """Divides cells into connected areas, each grown to the next of ``sizes`` if there is room.

    Single cells without room usually join the smallest neighbouring area. The areas have the ``symmetry``, which the
    cells must have, too.
    """
    free = dict.fromkeys(board.cells if cells is None else cells)
    areas: list[Area] = []
    owner: dict[Spot, int] = {}
    while free:
        # Cells that are their own images come first. Starting where least is free leaves few scraps.
        fixed = [c for c in free if symmetry != "none" and len(images(board, c, symmetry)) == 1]
        ways = {c: sum(n in free for n in board.neighbours(c)) for c in fixed or free}
        least = min(ways.values())
        first = rng.choice([c for c in ways if ways[c] == least])
        area = _grow(board, rng, first, free, sizes(), symmetry)
        near = [] if fixed else sorted({owner[n] for n in board.neighbours(first) if n in owner})
        joins = len(area) == 1 and near and ways[first] == 0 and rng.random() < 0.9
        beside = areas[min(near, key=lambda i: len(areas[i]))][0] if joins else None
        for turned_area in _turned(board, area, symmetry):
            at = len(areas)
            if beside is None:
                areas.append(turned_area)
            else:
                at = owner[beside]
                areas[at] += turned_area
                beside = image(board, beside, symmetry)
            for cell in turned_area:
                owner[cell] = at
                free.pop(cell, None)
    return areas


def _grow(board: Rect, rng: Random, first: Spot, free: dict[Spot, None], size: int, symmetry: Symmetry) -> Area:
    """A connected area of free cells that is symmetric itself, or shares no cell with its images."""
    around = images(board, first, symmetry)
    itself = len(around) == 1 or any(c in board.neighbours(first) for c in around)
    area = dict.fromkeys(around if itself else (first,))
    while len(area) < size:
        rim = [n for c in area for n in board.neighbours(c) if n in free and n not in area and (
            itself or _is_apart(board, area, n, symmetry))]  # a cell with two neighbours in the area is twice as likely
        if not rim:
            break
        cell = rng.choice(rim)
        area |= dict.fromkeys(images(board, cell, symmetry) if itself else (cell,))
    return list(area)


def _is_apart(board: Rect, area: Collection[Spot], cell: Spot, symmetry: Symmetry) -> bool:
    """Whether the images of a cell are other cells, outside an area."""
    others = images(board, cell, symmetry)[1:]
    return symmetry == "none" or (bool(others) and not any(c in area for c in others))


def _turned(board: Rect, area: Area, symmetry: Symmetry) -> Iterator[Area]:
    """An area and its images; a symmetric area comes only once."""
    first = own = area
    while True:
        yield own
        own = [image(board, c, symmetry) for c in own]
        if set(own) == set(first):
            return


def spread(
    board: Rect, rng: Random, seeds: Sequence[Sequence[Spot]], eager: Sequence[float] = (1.0,)
) -> list[Area]:
    """Areas that grow from seeds, cell by cell, until they cover the board.

    Each area grows at a rate drawn from ``eager``.
    """
    areas = [list(seed) for seed in seeds]
    weight = [rng.choice(eager) for _ in areas]
    owner = owners(areas)
    open_ = [c for c in board.cells if c not in owner]
    while open_:
        ready = [c for c in open_ if any(n in owner for n in board.neighbours(c))]
        if not ready:
            raise Unlucky
        cell = rng.choice(ready)
        near = sorted({owner[n] for n in board.neighbours(cell) if n in owner})
        weights = [weight[i] / len(areas[i]) for i in near]
        owner[cell] = rng.choices(near, weights)[0]
        areas[owner[cell]].append(cell)
        open_.remove(cell)
    return areas


Fits = Callable[[Mapping[Spot, int], Area, Spot, int], bool]
"""Whether a cell can have a number, by the numbers that other cells have already, and its room, where these are the
larger ones: ``fits(numbers, room, cell, n)``."""
_TRIES, _TURNS = 12, 20
"""Rooms tried at a place; rooms for each cell of the board that are laid or taken back before giving up."""


def numbered_rooms(
    board: Rect, rng: Random, sizes: Callable[[], int], fits: Fits
) -> tuple[list[Area], dict[Spot, int]]:
    """Rooms with the numbers from 1 to their size, each room about as large as the next of ``sizes``.

    Laid room by room together with the numbers, as rooms at random seldom have an answer on large boards. Where no room
    fits, one beside the place is taken back. Raises Unlucky.
    """
    room_of: dict[Spot, Area] = {}
    numbers: dict[Spot, int] = {}
    free = dict.fromkeys(board.cells)
    for _ in ticking(range(_TURNS * len(free))):
        first = min(free, key=lambda c: (sum(n in free for n in board.neighbours(c)), rng.random()))
        tried = (_grow(board, rng, first, free, sizes(), "none") for _ in range(_TRIES))
        room = next((room for room in tried if _numbered(rng, room, numbers, fits)), [])
        room_of |= dict.fromkeys(room, room)
        free = {c: None for c in free if c not in room_of}
        if not free:
            return list({room[0]: room for room in room_of.values()}.values()), numbers
        beside = [room_of[n] for n in board.neighbours(first) if n in room_of]
        if not room and beside:
            for c in rng.choice(beside):
                del room_of[c], numbers[c]
                free[c] = None
    raise Unlucky


def _numbered(rng: Random, room: Area, numbers: dict[Spot, int], fits: Fits) -> bool:
    """Adds the numbers of a room, the largest first; whether some arrangement fits."""
    left = [c for c in room if c not in numbers]
    n = len(left)
    for c in rng.sample(left, n):
        if fits(numbers, room, c, n):
            numbers[c] = n
            if n == 1 or _numbered(rng, room, numbers, fits):
                return True
            del numbers[c]
    return False


def is_connected(board: Rect, cells: Collection[Spot]) -> bool:
    """Whether some cells, at least one, are connected."""
    left = set(cells)
    queue = [left.pop()] if left else []
    for cell in queue:
        for near in board.neighbours(cell):
            if near in left:
                left.remove(near)
                queue.append(near)
    return bool(cells) and not left


def with_areas_moved(
    rng: Random, sketch: Sketch, answer: State, layer: str, at: Collection[Spot],
    about: Callable[[Sequence[Area], Collection[Spot]], Sketch],
) -> Sketch | None:
    """A sketch with a few cells moved to neighbouring areas, near the spots ``at`` where answers differ.

    Marked cells of the answer stay, and those come first that only the other answer marks. ``about`` makes the sketch
    from areas and marked cells. None if no cell can be moved.
    """
    areas, marked = sketch.parts, {c for c, is_marked in answer.marks[layer].items() if is_marked}
    disputed = [c for c, value in sorted(sketch.other.marks[layer].items()) if value and c not in marked]
    first = rng.sample(disputed, len(disputed))
    for k in range(rng.choice((1, 1, 2, 4))):
        areas = moved(sketch.board, rng, areas, at, marked, first[k:])
        if areas is None:
            return None
    return about(areas, marked)


def moved(
    board: Rect, rng: Random, areas: Sequence[Collection[Spot]], at: Collection[Spot], fixed: Collection[Spot] = (),
    first: Iterable[Spot] = (),
) -> list[Area] | None:
    """The areas with one cell moved to a neighbouring area: one of ``at``, or near them, but no ``fixed`` cell.

    ``first`` are tried before all others. All areas stay connected. None if no cell can be moved.
    """
    areas_now = [list(area) for area in areas]
    owner = owners(areas_now)
    here = [c for c in sorted(at) if c in owner]
    near = sorted({n for c in here for n in board.neighbours(c)}.difference(here))
    chosen = [*rng.sample(here, len(here)), *rng.sample(near, len(near))]
    if rng.random() < 0.1:
        rng.shuffle(chosen)
    for cell in (*first, *chosen):
        if cell in fixed:
            continue
        others = sorted({owner[n] for n in board.neighbours(cell) if n in owner} - {owner[cell]})
        rest = [c for c in areas_now[owner[cell]] if c != cell]
        if others and rest and is_connected(board, rest):
            areas_now[owner[cell]] = rest
            areas_now[rng.choice(others)].append(cell)
            return areas_now
    return None


def domino_tiling(board: Rect, rng: Random, cells: Sequence[Spot] | None = None) -> list[tuple[Spot, Spot]]:
    """Divides cells into dominoes at random. Raises Unlucky if that is impossible."""
    own = list(board.cells if cells is None else cells)
    known = set(own)
    near = {c: [n for n in board.neighbours(c) if n in known] for c in own}
    partner: dict[Spot, Spot] = {}
    order = own[:]
    rng.shuffle(order)
    for cell in order:
        if cell not in partner and not _marry(cell, near, partner, rng):
            raise Unlucky("dominoes cannot cover a board of this shape")
    # Many rotations of squares of two dominoes make all tilings about equally likely.
    for _ in range(4 * len(own)):
        a = rng.choice(own)
        b = partner[a]
        step = (0, 2) if a.x == b.x else (2, 0)
        c, d = (Spot(s.y + step[0], s.x + step[1]) for s in (a, b))
        if partner.get(c) == d:
            partner |= {a: c, c: a, b: d, d: b}
    return [(a, b) for a, b in partner.items() if a < b]


def _marry(cell: Spot, near: Mapping[Spot, Sequence[Spot]], partner: dict[Spot, Spot], rng: Random) -> bool:
    """Finds a partner for a cell by an alternating path; the board is two-coloured."""
    came: dict[Spot, Spot] = {}
    queue = [cell]
    for here in queue:
        for other in rng.sample(near[here], len(near[here])):
            if other in came:
                continue
            came[other] = here
            if other not in partner:
                while True:  # turn the path over
                    one = came[other]
                    after = partner.get(one)
                    partner[one], partner[other] = other, one
                    if after is None:
                        return True
                    other = after
            queue.append(partner[other])
    return False


def long_way(board: Rect, rng: Random) -> list[Spot]:
    """A random Hamiltonian path: rows back and forth, changed by many reversals at the ends (backbite)."""
    way = [c for i, row in enumerate(board.rows) for c in (row if i % 2 == 0 else reversed(row))]
    for _ in range(30 * len(way)):
        if rng.random() < 0.5:
            way.reverse()
        at = way.index(rng.choice(board.neighbours(way[0])))
        way[:at] = reversed(way[:at])
    return way


def links_along(board: Rect, path: Sequence[Spot]) -> list[Spot]:
    """The links of a path of cells."""
    return [board.link(a, b) for a, b in pairwise(path)]


def path_cover(
    board: Rect, rng: Random, least: int, most: int, start: Iterable[Sequence[Spot]] = (),
    fits: Callable[[Sequence[Spot]], bool] = bool,
) -> list[list[Spot]]:
    """Covers all cells by paths of ``least`` to ``most`` cells that ``fits`` accepts, by joining paths end to end.

    Begins with the paths of ``start`` and single cells for the rest. Raises Unlucky if short ones are left.
    """
    paths = [list(path) for path in start]
    taken = {c for path in paths for c in path}
    paths += [[c] for c in board.cells if c not in taken]
    at = {end: path for path in paths for end in (path[0], path[-1])}
    for _ in range(12 * len(board.cells)):
        short = [path for path in paths if len(path) < least]
        one = rng.choice(short or paths)
        end = rng.choice((one[0], one[-1]))
        others = [at[n] for n in board.neighbours(end) if n in at and at[n] is not one]
        others = [path for path in others if len(path) + len(one) <= most]
        if not others:
            if not short:
                continue
            _steal(board, rng, one, end, paths, at, least, fits)
            continue
        other = rng.choice(others)
        ways = [a + b for a in (one, one[::-1]) for b in (other, other[::-1]) if b[0] in board.neighbours(a[-1])]
        joined = rng.choice(ways)
        if fits(joined):
            for path in (one, other):
                paths.remove(path)
                at.pop(path[0], None)
                at.pop(path[-1], None)
            paths.append(joined)
            at[joined[0]] = at[joined[-1]] = joined
        if not short and rng.random() < 0.02:
            break
    if any(len(path) < least for path in paths):
        raise Unlucky
    return paths


def _steal(board: Rect, rng: Random, one: list[Spot], end: Spot, paths: list[list[Spot]],
           at: dict[Spot, list[Spot]], least: int, fits: Callable[[Sequence[Spot]], bool]) -> None:
    """Lengthens a short path by a part of a neighbouring path, which is cut."""
    near = rng.choice(board.neighbours(end))
    other = next(path for path in paths if near in path)
    if other is one:
        return
    k = other.index(near)
    if rng.random() < 0.5:
        other_way, k = other[::-1], len(other) - 1 - k
    else:
        other_way = other[:]
    part, rest = other_way[k:], other_way[:k]
    joined = (one if one[-1] == end else one[::-1]) + part
    if (rest and len(rest) < min(least, len(one) + 1)) or not fits(joined):
        return
    for path in (one, other):
        paths.remove(path)
        at.pop(path[0], None)
        at.pop(path[-1], None)
    for path in (joined, rest):
        if path:
            paths.append(path)
            at[path[0]] = at[path[-1]] = path


def straight_pieces(board: Rect, rng: Random, sizes: Callable[[], int], level: float = 0.5) -> list[Area]:
    """Divides all cells into straight pieces of at least two, about as long as the next of ``sizes``. Raises Unlucky.

    ``level`` is the share of horizontal pieces where both directions have room. Single cells join or cut a neighbouring
    piece.
    """
    free = {c: len(board.neighbours(c)) for c in board.cells}  # each with the number of free cells beside it
    pieces: list[Area] = []
    alone: list[Spot] = []
    while free:
        least = min(free.values())
        first = rng.choice([c for c, n in free.items() if n == least])
        runs = {way: _run(board, first, way, free) for way in (True, False)}
        open_ = [way for way, run in runs.items() if len(run) > 1]
        taken: Sequence[Spot] = (first,)
        if open_:
            run = runs[rng.random() < level if len(open_) == 2 else open_[0]]
            taken = _window(rng, run, run.index(first), sizes())
            pieces.append(taken)
        else:
            alone.append(first)
        for cell in taken:
            del free[cell]
        for near in (n for cell in taken for n in board.neighbours(cell) if n in free):
            free[near] -= 1
    for cell in alone:
        _take_in(board, rng, cell, pieces)
    return pieces


def _run(board: Rect, cell: Spot, is_level: bool, free: Collection[Spot]) -> list[Spot]:
    """The free cells in line with a free cell, in order."""
    dy, dx = (0, 2) if is_level else (2, 0)
    before = list(takewhile(free.__contains__, board.ray(cell, (-dy, -dx))))
    return [*before[::-1], cell, *takewhile(free.__contains__, board.ray(cell, (dy, dx)))]


def _window(rng: Random, run: Sequence[Spot], at: int, size: int) -> Area:
    """About ``size`` cells of a run, including one; preferably without leaving a single cell."""
    wide = max(2, min(size, len(run)))
    starts = range(max(0, at - wide + 1), min(at, len(run) - wide) + 1)
    fits = [k for k in starts if k != 1 and len(run) - k - wide != 1]
    start = rng.choice(fits or starts)
    return list(run[start : start + wide])


def _take_in(board: Rect, rng: Random, cell: Spot, pieces: list[Area]) -> None:
    """Joins a single cell to a piece that points to it, or takes a cell of a neighbouring one. Raises Unlucky."""
    for near in rng.sample(board.neighbours(cell), len(board.neighbours(cell))):
        piece = next((own for own in pieces if near in own), None)
        if piece is None:
            continue
        k = piece.index(near)
        parts = [part for part in (piece[:k], piece[k + 1 :]) if part]
        if (piece[0].y == piece[1].y) == (near.y == cell.y):
            pieces.remove(piece)
            pieces.append(sorted([*piece, cell]))
            return
        if all(len(part) > 1 for part in parts):
            pieces.remove(piece)
            pieces.extend([*parts, sorted([near, cell])])
            return
    raise Unlucky


def rectangle_tiling(board: Rect, rng: Random, sizes: Callable[[], int], stout: float = 1 / 8) -> list[Area]:
    """Divides the board into rectangles of about the next of ``sizes``.

    ``stout``: the difference in size that is accepted for sides that are nearer to each other by 1.
    """
    free = set(board.cells)
    areas: list[Area] = []
    for first in board.cells:
        if first not in free:
            continue
        tick()
        wide = 0
        while wide < board.n_cols and Spot(first.y, first.x + 2 * wide) in free:
            wide += 1
        high = board.n_rows - first.y // 2
        size = sizes()
        shapes = [(h, w) for h in range(1, high + 1) for w in range(1, wide + 1)]
        faults = {(h, w): abs(h * w - size) + stout * abs(h - w) for h, w in shapes}
        most = min(faults.values()) + 1.2
        near = [shape for shape, fault in faults.items() if fault <= most]
        h, w = rng.choice(near)
        area = [Spot(first.y + 2 * i, first.x + 2 * j) for i in range(h) for j in range(w)]
        free.difference_update(area)
        areas.append(area)
    return areas


def shaped_tiling(
    board: Rect, rng: Random, shapes: Mapping[tuple[int, int], float], symmetry: Symmetry = "none"
) -> list[Area]:
    """Divides the board into rectangles, laid from the top left, together with their images.

    ``shapes``: the rows and columns of rectangles with their weights; one of a single cell must be among them.
    """
    free = dict.fromkeys(board.cells)
    areas: list[Area] = []
    for first in board.cells:
        if first not in free:
            continue
        tick()
        fits: list[tuple[Area, float]] = []
        for (high, wide), weight in shapes.items():
            area = [Spot(first.y + 2 * i, first.x + 2 * j) for i in range(high) for j in range(wide)]
            if all(c in free for c in area) and _is_whole_or_apart(board, area, symmetry):
                end = Spot(first.y, first.x + 2 * wide)
                is_scrap = end in free and Spot(end.y, end.x + 2) not in free
                fits.append((area, weight * (_SCRAP if is_scrap else 1)))
        chosen = rng.choices([area for area, _ in fits], [weight for _, weight in fits])[0]
        for area in _turned(board, chosen, symmetry):
            areas.append(area)
            for c in area:
                del free[c]
    return areas


_SCRAP = 0.3
"""The weight of a rectangle beside which a single column of free cells is left."""


def _is_whole_or_apart(board: Rect, area: Area, symmetry: Symmetry) -> bool:
    """Whether an area is its own image, or shares no cell with its images."""
    if symmetry == "none":
        return True
    own = set(area)
    return all(own == other or own.isdisjoint(other) for other in map(set, _turned(board, area, symmetry)))


def turned(board: Rect, rng: Random, areas: Sequence[Area]) -> list[Area]:
    """The areas mirrored at random (on square boards also in the diagonal), to hide that they were laid from the top
    left."""
    down, right, across = (rng.random() < 0.5 for _ in range(3))

    def to(c: Spot) -> Spot:
        if across and board.n_rows == board.n_cols:
            c = Spot(c.x, c.y)
        return Spot(2 * board.n_rows - c.y if down else c.y, 2 * board.n_cols - c.x if right else c.x)

    return [sorted(map(to, area)) for area in areas]


def scattered(rng: Random, cells: Sequence[Spot], n: int, apart: Callable[[Spot], Iterable[Spot]]) -> list[Spot]:
    """Up to ``n`` random cells, none among those ``apart`` of another."""
    found: list[Spot] = []
    shut: set[Spot] = set()
    for cell in rng.sample(cells, len(cells)):
        if len(found) < n and cell not in shut:
            found.append(cell)
            shut.update((cell, *apart(cell)))
    return found


def latin_square(board: Rect, rng: Random) -> dict[Spot, int]:
    """Numbers from 1 to the longer side, different in each row and column."""
    symbols = range(1, max(board.n_rows, board.n_cols) + 1)
    left = [set(symbols) for _ in range(board.n_cols)]
    found: dict[Spot, int] = {}
    for row in board.rows:
        near = [rng.sample(sorted(own), len(own)) for own in left]
        at: dict[int, int] = {}
        for i in range(len(row)):
            _settle(i, near, at, set())
        for number, i in at.items():
            found[row[i]] = number
            left[i].discard(number)
    return {c: found[c] for c in board.cells}


def _settle(i: int, near: Sequence[Sequence[int]], at: dict[int, int], tried: set[int]) -> bool:
    """Finds a number for a place by an augmenting path."""
    for number in near[i]:
        if number not in tried:
            tried.add(number)
            if number not in at or _settle(at[number], near, at, tried):
                at[number] = i
                return True
    return False
