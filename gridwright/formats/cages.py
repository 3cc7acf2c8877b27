"""Cages: groups of cells, as lists or as marks on a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ..board.board import Spot
from ..board.rect import Rect
from .errors import FormatError


def between_caged(borders: Iterable[Spot], uncaged: Collection[Spot], board: Rect) -> dict[Spot, bool]:
    """The marks of borders between cells in cages; beside a cell outside of all, a border tells nothing."""
    return {link: True for link in borders if not any(cell in uncaged for cell in board.ends(link))}


def caged(board: Rect, cages: Iterable[Sequence[Spot]]) -> tuple[list[Spot], list[Spot]]:
    """The borders between different cages, and the cells outside of all.

    Raises FormatError for cages that overlap, or whose cells are not connected.
    """
    owner: dict[Spot, int] = {}
    for n, cells in enumerate(cages):
        twice = next((cell for cell in cells if cell in owner), None)
        if twice is not None:
            raise FormatError(f"two cages share the cell {twice}, and the genre has no such cages", code="other-rules")
        if len(board.groups(cells)) != 1:
            what = f"the cage of {min(cells)} is not connected, and the genre has no such cages"
            raise FormatError(what, code="other-rules")
        owner.update(dict.fromkeys(cells, n))
    borders = [
        link for link in board.links for a, b in [board.ends(link)]
        if a in owner and b in owner and owner[a] != owner[b]
    ]  # fmt: skip
    return borders, [cell for cell in board.cells if cell not in owner]
