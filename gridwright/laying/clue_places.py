"""One clue for each area, in symmetric places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
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
_REGROUPING = 0.3
"""The probability that areas are grouped anew although a place can change alone."""


def one_each(rng: Random, board: Rect, areas: Sequence[Area], symmetry: Symmetry, places: CluePlaces) -> list[Spot]:
    """A place in each area, together symmetric. Raises Unlucky if none are found."""
    if symmetry == "none":
        return [places.pick(rng, area) for area in areas]
    ways = _ways(board, _frozen(areas), symmetry, places)
    found: dict[int, Spot] = {}
    for group in _partition(rng, ways, range(len(areas))):
        for at in rng.choice(ways[group]):
            found[next(i for i in group if at in areas[i])] = at
    return [found[i] for i in range(len(areas))]


def elsewhere(
    rng: Random, board: Rect, areas: Sequence[Area], at: Sequence[Spot], number: int, symmetry: Symmetry,
    places: CluePlaces
) -> list[Spot]:
    """The same places, except that of one area and its symmetric images. Raises Unlucky.

    If nothing else is possible, and now and then, the symmetric images are in other areas afterwards.
    """
    owner, found = owners(areas), list(at)
    ways = _ways(board, _frozen(areas), symmetry, places)
    group = frozenset(owner[c] for c in images(board, at[number], symmetry))
    others = [orbit for orbit in ways[group] if at[number] not in orbit]
    if symmetry == "none" and not others:
        raise Unlucky
    if others and (symmetry == "none" or rng.random() > _REGROUPING):
        chosen = [rng.choice(others)]
    else:
        groups = [frozenset(owner[c] for c in images(board, spot, symmetry)) for spot in at]
        chosen = _regrouped(rng, ways, group, groups)
    for orbit in chosen:
        for spot in orbit:
            found[owner[spot]] = spot
    return found


def _regrouped(
    rng: Random, ways: OrbitsByAreas, group: frozenset[int], groups: Sequence[frozenset[int]]
) -> list[Orbit]:
    """Places for the areas of a group and of another one, in other groups. Raises Unlucky if there are none."""
    near = sorted({groups[i] for own in ways if not own.isdisjoint(group) for i in own}, key=sorted)
    both = group | rng.choice(near)
    inside = {own: orbits for own, orbits in ways.items() if own <= both and own != group}
    return [rng.choice(ways[own]) for own in _partition(rng, inside, both)]


def _frozen(areas: Sequence[Area]) -> tuple[tuple[Spot, ...], ...]:
    return tuple(map(tuple, areas))


@lru_cache(maxsize=4)
def _ways(board: Rect, areas: Sequence[Sequence[Spot]], symmetry: Symmetry, places: CluePlaces) -> OrbitsByAreas:
    owner = owners(areas)
    needed = {owner[at]: at for at in places.needed if at in owner}
    found: dict[frozenset[int], list[Orbit]] = {}
    for orbit in orbits(board, board.cells, symmetry):
        own = frozenset(owner[c] for c in orbit)
        fits = all(places.may(c) and needed.get(owner[c], c) == c for c in orbit)
        if fits and len(own) == len(orbit) == len(images(board, orbit[0], symmetry)):
            found.setdefault(own, []).append(orbit)
    return found


def _partition(rng: Random, ways: OrbitsByAreas, areas: Collection[int]) -> list[frozenset[int]]:
    """Groups of areas that contain each area once. Raises Unlucky."""
    of: dict[int, list[frozenset[int]]] = {i: [] for i in areas}
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

    if len(areas) % 2 and all(len(group) % 2 == 0 for group in ways):
        raise Unlucky
    found = chosen(frozenset(areas))
    if found is None:
        raise Unlucky
    return found
