"""New puzzles: where the islands stand, and bridges that join them."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from random import Random

from ...board.symmetry import images
from ...language import STEPS, Rect, Spot
from ...language.making import CluePlaces, Sketch, Symmetry, Unlucky, Wishes, orbits
from ...language.taste import Band
from ...laying.layouts import links_along

SMALL, LARGE = 40, 200
"""On boards with fewer or more cells, islands grow together with their bridges: given islands seldom fit on small
boards, and are slow to join on large ones."""
REACH = 3
"""The greatest length of new bridges in cells; most have one."""
WIDE = 0.4
"""The probability that a new island stands anywhere in reach, instead of next to the most others."""
DOUBLED, CLOSING = 0.15, 0.04
"""The probabilities that a bridge is double, and that one that closes a ring of islands is laid, in these networks."""
SEEN = 12
"""Places that are compared for each new island."""
CLOSE = (0.3, 0.55, 0.75)
"""The probability that a new island takes the best of these places; each puzzle has one of these."""
NEAR = {step: weight for y, x, weight in ((0, 4, 20), (2, 2, 7), (2, 4, -13))
        for dy, dx in {(y, x), (x, y)} for step in {(dy, dx), (dy, -dx), (-dy, dx), (-dy, -dx)}}
"""How much better a place is for an island at this distance: with short corridors, and not a knight's move away."""
NEARLY = 0.85
"""The share of puzzles whose islands are symmetric, mostly except for a few, if no symmetry is requested."""
NETWORKS, ISLES = 5, 12
"""Attempts at a network that joins all islands; how often those that it does not join are moved for another one."""
SPARED = 2
"""Islands that are left out, unless symmetry is requested, if a network does not join them."""
MOVED = Band(0.02, 0.1, 0.2)
"""The share of islands that stand elsewhere in these."""
LONGEST = Band(0.22, 0.3, 0.42)
"""The steps of the longest bridge, for each row of the board."""
DOUBLE = Band(0, 0.02, 0.2)
"""The share of bridges that are double at first."""
RINGS = Band(0.05, 0.18, 0.35)
"""The rings of islands that bridges close, for each island."""
RIM = Band(1.12, 1.27, 1.38)
"""The share of islands on the rim, as a multiple of the rim's share of the cells."""
BLANK = 0.22
"""The side of the largest square without an island, as a share of the board's."""
UNUSUAL = 0.25
"""The probability that islands are kept although a larger square is blank, or another share of them is on the rim."""


def with_islands(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Islands, about one for three cells, none of which touch, with a network of bridges. Raises Unlucky."""
    is_exact = wishes.symmetry != "none"
    if not (is_exact or SMALL <= len(board.cells) <= LARGE):
        return with_network(rng, board, wishes)
    assert wishes.density is not None
    wanted = round(len(board.cells) * wishes.density)
    is_nearly = not is_exact and rng.random() < NEARLY
    places = _IslandPlaces(rng, board, wishes.places)
    symmetry = "rotate" if is_nearly else wishes.symmetry
    places.fill(wanted, symmetry)
    if is_nearly:
        places.clear(rng.sample(sorted(places.taken), max(0, round(MOVED.draw(rng) * len(places.taken)))))
        places.fill(wanted, "none")
    may_be_odd = rng.random() < UNUSUAL
    check_usual(board, places.taken, wanted, may_be_odd)
    for _ in range(ISLES):
        bridges, apart = network(rng, board, places.taken, 0 if is_exact else SPARED)
        if bridges:
            places.clear(apart)
            break
        places.clear({other for at in apart for other in images(board, at, symmetry)})
        places.fill(wanted, symmetry)
    else:
        raise Unlucky
    check_usual(board, places.taken, wanted, may_be_odd)
    laid = {link: n for line, n in bridges.items() for link in links_along(board, line)}
    return Sketch(board, {"island": dict.fromkeys(sorted(places.taken), "?")}, wanted={"bridge": laid},
                  symmetry=wishes.symmetry)


class _IslandPlaces:
    """Places of islands that do not touch."""

    def __init__(self, rng: Random, board: Rect, places: CluePlaces) -> None:
        self.rng, self.board, self.places = rng, board, places
        self.taken = set[Spot]()
        self._on_rim, self._close = RIM.draw(rng) + 0.05, rng.choice(CLOSE)
        self._closed, self._fit = set[Spot](), dict.fromkeys(board.cells, 0)
        self._near = near_cells(board)

    def clear(self, cells: Collection[Spot]) -> None:
        """Removes islands."""
        self.taken.difference_update(cells)
        self._closed.clear()
        self._note(cells, -1)
        self._note(self.taken, 0)

    def _note(self, cells: Collection[Spot], n: int) -> None:
        """Notes which places some islands close, and how much better others fit to them, ``n`` times."""
        for cell in cells:
            if n >= 0:
                self._closed.update((cell, *self.board.neighbours(cell)))
            for other, fit in self._near[cell] if n else ():
                self._fit[other] += n * fit

    def fill(self, wanted: int, symmetry: Symmetry) -> None:
        """More islands, with their images, until there are enough or no place is left."""
        may, needed, closed = self.places.may, self.places.needed, self._closed
        queue = [orbit for orbit in orbits_of(self.board, symmetry)
                 if closed.isdisjoint(orbit) and all(map(may, orbit))]
        queue.sort(key=lambda orbit: self.rng.random() + (not needed.isdisjoint(orbit)))
        fits: list[tuple[Spot, ...]] = []
        while len(self.taken) < wanted:
            fits = [orbit for orbit in fits if self._closed.isdisjoint(orbit)]
            while queue and len(fits) < SEEN:
                orbit = queue.pop()
                if self._closed.isdisjoint(orbit):
                    fits.append(orbit)
            if not fits:
                return
            chosen = self._chosen(fits)
            self.taken.update(chosen)
            self._note(chosen, 1)

    def _chosen(self, fits: Sequence[tuple[Spot, ...]]) -> tuple[Spot, ...]:
        """The first of some places, or the one that fits best to the islands near it."""
        needed, rim = self.places.needed, rim_of(self.board)
        wants_rim = bool(self.taken) and share_of(rim, self.taken, self.board) < self._on_rim
        fits = (needed and [orbit for orbit in fits if not needed.isdisjoint(orbit)]) or [
            orbit for orbit in fits if (orbit[0] in rim) == wants_rim] or fits
        return max(fits, key=lambda orbit: self._fit[orbit[0]]) if self.rng.random() < self._close else fits[0]


@lru_cache(maxsize=4)
def orbits_of(board: Rect, symmetry: Symmetry) -> Sequence[tuple[Spot, ...]]:
    """Cells with their images, except where these touch."""
    return [orbit for orbit in orbits(board, board.cells, symmetry)
            if all(set(orbit).isdisjoint(board.neighbours(c)) for c in orbit)]


@lru_cache(maxsize=4)
def near_cells(board: Rect) -> dict[Spot, Sequence[tuple[Spot, int]]]:
    """For each cell, those at the distances of ``NEAR``, with their weights."""
    near = {cell: [(Spot(cell.y + dy, cell.x + dx), n) for (dy, dx), n in NEAR.items()] for cell in board.cells}
    return {cell: [(other, n) for other, n in own if other in near] for cell, own in near.items()}


def network(
    rng: Random, board: Rect, islands: Collection[Spot], spared: int = 0
) -> tuple[dict[tuple[Spot, ...], int], Collection[Spot]]:
    """The cells of corridors whose bridges join all islands but a few, mostly short ones, with their number; and the
    islands that they do not join. If these are more than ``spared``, there are no bridges.

    A bridge that closes a ring is double, and another one beside it: else those of the ring could often be exchanged.
    """
    lines = [tuple(line[i : j + 1]) for line in board.lines
             for i, j in pairwise([i for i, c in enumerate(line) if c in islands]) if j > i + 1]
    longest = max(3, LONGEST.draw(rng) * max(board.n_rows, board.n_cols)) + 1
    lines.sort(key=lambda line: rng.random() * len(line) ** 3 + (len(line) > longest) * len(board.cells) ** 2)
    number = {at: n for n, at in enumerate(islands)}
    ends = [(number[line[0]], number[line[-1]]) for line in lines]
    over: dict[Spot, list[int]] = {}
    for i, line in enumerate(lines):
        for cell in line[1:-1]:
            over.setdefault(cell, []).append(i)
    across = [[j for cell in line[1:-1] for j in over[cell] if j != i] for i, line in enumerate(lines)]
    laid = set[int]()
    for left in reversed(range(NETWORKS)):
        parts = [[n] for n in range(len(number))]
        part = list(range(len(number)))
        for i in (*laid, *range(len(lines))):
            one, other = part[ends[i][0]], part[ends[i][1]]
            if one != other and laid.isdisjoint(across[i]):
                laid.add(i)
                parts[one] += parts[other]
                for n in parts[other]:
                    part[n] = one
        open_ = [i for i, (one, other) in enumerate(ends) if part[one] != part[other]]
        if not (open_ and left):
            break
        i = rng.choice(open_[: (1 + len(open_)) // 2])
        laid.difference_update(across[i])
        laid.add(i)
    most = max(part, key=part.count)
    apart = {at for at, n in number.items() if part[n] != most}
    if len(apart) > spared:
        return {}, apart
    doubles = DOUBLE.draw(rng)
    bridges = {lines[i]: 2 if rng.random() < doubles else 1 for i in sorted(laid) if lines[i][0] not in apart}
    rings = round(RINGS.draw(rng) * len(islands))
    for i, line in enumerate(lines):
        is_free = i not in laid and laid.isdisjoint(across[i]) and apart.isdisjoint(line)
        if rings and is_free and len(line) <= longest:
            laid.add(i)
            beside = [other for other in bridges if {other[0], other[-1]} & {line[0], line[-1]}]
            bridges |= dict.fromkeys((line, rng.choice(beside)), 2)
            rings -= 1
    return bridges, apart


def with_network(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Islands of a network that grows bridge by bridge, until nearly one cell in three is an island. Raises Unlucky."""
    places = wishes.places
    assert wishes.density is not None
    wanted = round(len(board.cells) * wishes.density)
    islands = [rng.choice([c for c in board.cells if places.may(c)])]
    taken = {*islands}
    bridges: dict[tuple[Spot, Spot], int] = {}
    used: set[Spot] = set()
    rim, on_rim = rim_of(board), RIM.draw(rng)
    ways = [(islands[0], step) for step in STEPS]
    while ways:
        start, step = ways.pop(rng.randrange(len(ways)))
        ray = board.ray(start, step)
        end = next((i for i, c in enumerate(ray) if c in used or c in taken), len(ray))
        if 0 < end < len(ray) and ray[end] in taken:
            to = ray[end]
            if rng.random() > CLOSING:
                continue
        else:
            if len(islands) >= wanted:
                continue
            free = (c for c in ray[1:end] if places.may(c) and taken.isdisjoint(board.neighbours(c)))
            fits = list(free if places.needed else islice(free, REACH))
            if not fits:
                continue
            needed = [c for c in fits if c in places.needed]
            wants_rim = share_of(rim, taken, board) < on_rim
            near = [c for c in fits[:REACH] if (c in rim) == wants_rim] or fits[:REACH]
            to = rng.choice(needed or near) if needed or rng.random() < WIDE else closest(near, taken)
            islands.append(to)
            taken.add(to)
            ways += [(to, step) for step in STEPS]
        one, other = sorted((start, to))
        if (one, other) not in bridges:
            bridges[one, other] = 2 if rng.random() < DOUBLED else 1
            used.update(between(board, one, other))
    check_usual(board, taken, wanted, rng.random() < UNUSUAL)
    laid = {link: n for (a, b), n in bridges.items() for link in links_along(board, [a, *between(board, a, b), b])}
    return Sketch(board, {"island": dict.fromkeys(sorted(islands), "?")}, wanted={"bridge": laid})


@lru_cache(maxsize=1)
def rim_of(board: Rect) -> frozenset[Spot]:
    """The cells with fewer than four neighbours."""
    return frozenset(c for c in board.cells if len(board.neighbours(c)) < len(STEPS))


def share_of(rim: frozenset[Spot], islands: set[Spot], board: Rect) -> float:
    """The share of islands on the rim, as a multiple of the rim's share of the cells."""
    return len(rim & islands) / len(islands) * len(board.cells) / len(rim)


def has_blank(board: Rect, islands: set[Spot]) -> bool:
    """Whether a square without any island is larger than usual."""
    side = max(2, int(BLANK * min(board.n_rows, board.n_cols))) + 1
    return any(islands.isdisjoint(square) for square in board.windows(side, side))


def check_usual(board: Rect, islands: set[Spot], wanted: int, may_be_odd: bool) -> None:
    """Raises Unlucky if there are too few islands, or if their places are unusual and must not be."""
    is_usual = may_be_odd or (
        RIM.low <= share_of(rim_of(board), islands, board) <= RIM.high and not has_blank(board, islands))
    if len(islands) < max(2, 0.93 * wanted) or not is_usual:
        raise Unlucky


def between(board: Rect, a: Spot, b: Spot) -> list[Spot]:
    """The cells between two islands in line."""
    return [c for c in (board.rows[a.y // 2] if a.y == b.y else board.cols[a.x // 2]) if a < c < b]


def closest(fits: Sequence[Spot], islands: Collection[Spot]) -> Spot:
    """The cells that most islands touch at a corner, which leaves room for many islands; the first one of them."""
    return max(fits, key=lambda c: sum(Spot(c.y + dy, c.x + dx) in islands for dy in (-2, 2) for dx in (-2, 2)))
