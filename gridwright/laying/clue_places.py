"""One clue for each area, in symmetric places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import Symmetry, images, orbits
from ..language.making import CluePlaces, Unlucky
from .layouts import Area, owners

Orbit: TypeAlias = tuple[Spot, ...]
OrbitsByAreas: TypeAlias = Mapping[frozenset[int], Sequence[Orbit]]
"""Groups of symmetric places, by their areas."""
_MOST = 80
"""The most choices that are tried for areas."""


def one_each(rng: Random, board: Rect, areas: Sequence[Area], symmetry: Symmetry, places: CluePlaces) -> list[Spot]:
    """A place in each area, together symmetric. Raises Unlucky if none are found."""
    if symmetry == "none":
        return [places.pick(rng, area) for area in areas]
    ways = _ways(board, areas, symmetry, places)
    found: dict[int, Spot] = {}
    for group in _partition(rng, ways, len(areas)):
        for at in rng.choice(ways[group]):
            found[next(i for i in group if at in areas[i])] = at
    return [found[i] for i in range(len(areas))]


def elsewhere(
    rng: Random, board: Rect, areas: Sequence[Area], at: Sequence[Spot], number: int, symmetry: Symmetry,
    places: CluePlaces
) -> list[Spot]:
    """The same places, except that of one area and its symmetric images. Raises Unlucky."""
    owner, found = owners(areas), list(at)
    group = frozenset(owner[c] for c in images(board, at[number], symmetry))
    for spot in rng.choice(_ways(board, areas, symmetry, places)[group]):
        found[owner[spot]] = spot
    return found


def _ways(board: Rect, areas: Sequence[Area], symmetry: Symmetry, places: CluePlaces) -> OrbitsByAreas:
    owner = owners(areas)
    needed = {owner[at]: at for at in places.needed if at in owner}
    found: dict[frozenset[int], list[Orbit]] = {}
    for orbit in orbits(board, board.cells, symmetry):
        own = frozenset(owner[c] for c in orbit)
        fits = all(places.may(c) and needed.get(owner[c], c) == c for c in orbit)
        if fits and len(own) == len(orbit) == len(images(board, orbit[0], symmetry)):
            found.setdefault(own, []).append(orbit)
    return found


def _partition(rng: Random, ways: OrbitsByAreas, n_areas: int) -> list[frozenset[int]]:
    """Groups of areas that contain each area once. Raises Unlucky."""
    of: list[list[frozenset[int]]] = [[] for _ in range(n_areas)]
    for group in ways:
        for i in group:
            of[i].append(group)
    tries = 0

    def chosen(left: frozenset[int]) -> list[frozenset[int]] | None:
        nonlocal tries
        tries += 1
        if not left:
            return []
        if tries > _MOST:
            raise Unlucky
        fits = min(([group for group in of[i] if group <= left] for i in sorted(left)), key=len)
        for group in rng.sample(fits, len(fits)):
            rest = chosen(left - group)
            if rest is not None:
                return [group, *rest]
        return None

    if n_areas % 2 and all(len(group) % 2 == 0 for group in ways):
        raise Unlucky
    found = chosen(frozenset(range(n_areas)))
    if found is None:
        raise Unlucky
    return found
