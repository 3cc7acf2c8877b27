"""Symmetry of places on rectangular boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from .board import Spot
from .rect import Rect

Symmetry: TypeAlias = Literal["none", "rotate", "mirror", "flip", "quarter", "diagonal"]
"""The symmetry of the places of clues: none, by half a turn (``rotate``) or a quarter turn, by a reflection left to
right (``mirror``) or top to bottom (``flip``), or across the main diagonal."""
SYMMETRIES: tuple[Symmetry, ...] = ("none", "rotate", "mirror", "flip", "quarter", "diagonal")

_IMAGES: Mapping[Symmetry, tuple[bool, bool, bool]] = {
    "none": (False, False, False), "rotate": (False, True, True), "mirror": (False, False, True),
    "flip": (False, True, False), "quarter": (True, False, True), "diagonal": (True, False, False),
}  # fmt: skip
"""Whether rows and columns are swapped, and whether rows and columns are then counted from the other end."""


def why_not(board: Rect, symmetry: Symmetry) -> str:
    """Why a board cannot have a symmetry; the empty string if it can."""
    if symmetry in ("quarter", "diagonal") and board.n_rows != board.n_cols:
        return "the board has to be square"
    if any(image(board, hole, symmetry) not in board.holes for hole in board.holes):
        return "the holes of the board do not have it"
    return ""


def image(board: Rect, spot: Spot, symmetry: Symmetry) -> Spot:
    """The place that a spot is mapped to."""
    across, down, right = _IMAGES[symmetry]
    y, x = (spot.x, spot.y) if across else spot
    return Spot(2 * board.n_rows - y if down else y, 2 * board.n_cols - x if right else x)


def images(board: Rect, spot: Spot, symmetry: Symmetry) -> tuple[Spot, ...]:
    """A spot and all places that it is mapped to by repetition."""
    found = [spot]
    while (after := image(board, found[-1], symmetry)) != spot:
        found.append(after)
    return tuple(found)


def orbits(board: Rect, spots: Sequence[Spot], symmetry: Symmetry) -> Iterator[tuple[Spot, ...]]:
    """Groups of spots: each spot with those of its images that are among the spots."""
    known, done = set(spots), set[Spot]()
    for spot in spots:
        if spot not in done:
            own = tuple(at for at in images(board, spot, symmetry) if at in known)
            done.update(own)
            yield own


def is_lopsided(board: Rect, orbit: Sequence[Spot], symmetry: Symmetry) -> bool:
    """Whether some images of an orbit's spots are missing from it."""
    return len(orbit) < len(images(board, orbit[0], symmetry))
