"""What a stroke of the pointer may set besides single marks: a closed list, which answer layers choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..board.board import Spot


class Named(Protocol):
    """A layer, as far as a gesture knows it."""

    name: str


@dataclass(frozen=True)
class Rectangles:
    """A drag from cell to cell makes a rectangle: borders around it, none inside. For borders on links."""


@dataclass(frozen=True)
class Pairs:
    """A drag over two cells makes a piece of them: borders around it, none between. For borders on links."""


@dataclass(frozen=True)
class Copies:
    """A drag from a cell with a value writes it into the cells that follow."""


@dataclass(frozen=True)
class Fills:
    """A mark brings along others. ``follow`` tells, for a model, pairs of a cell and one that is marked if it is."""

    follow: Callable[[Any], Iterable[tuple[Spot, Spot]]]


@dataclass(frozen=True)
class Halves:
    """A drag from a centre, a mark of the layer ``centre``, joins cells to it, and those opposite to them. For borders
    on links."""

    centre: Named


@dataclass(frozen=True)
class Partners:
    """A value brings along that of the cell's partner. ``pairs`` tells, for a model, which cells are partners, and
    ``values`` what the partner holds for each value."""

    pairs: Callable[[Any], Iterable[tuple[Spot, Spot]]]
    values: Mapping[Any, Any]


@dataclass(frozen=True)
class Begins:
    """The first stroke along the layer ``lines`` marks the cell in which it begins."""

    lines: Named


Gesture = Rectangles | Pairs | Copies | Fills | Halves | Partners | Begins

__all__ = ["Begins", "Copies", "Fills", "Gesture", "Halves", "Pairs", "Partners", "Rectangles"]
