"""The literals of layers by spot: marks that are there or not, and terms that hold one of several values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from ..board.board import Spot
from ..logic.amounts import Term
from ..logic.expr import NEVER, Mark, marks_from
from ..logic.ticks import ticking
from .puzzle import Value

T = TypeVar("T")
_KEPT = 1_200
"""Layers of more marks keep no clauses, which would take a megabyte and save milliseconds."""


class Marks(dict["Spot | None", Mark]):
    """The marks of a layer by spot; beyond the board (``None``) nothing is ever marked.

    The models of one board share them, so they never change.
    """

    _kept: dict[Hashable, Any] | None = None

    def __invert__(self) -> Marks:
        return self.kept("inverse", lambda: Marks({spot: Mark(-mark) for spot, mark in ticking(self.items())}))

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` gives, computed once for all models of the board: clauses over these marks, for instance.

        It must follow from the marks, the board and the key, and is never to be changed. Of large boards nothing is
        kept.
        """
        if len(self) > _KEPT:
            return make()
        if self._kept is None:
            self._kept = {}
        try:
            return self._kept[key]  # type: ignore[no-any-return]
        except KeyError:
            made = self._kept[key] = make()
            return made

    @classmethod
    def of(cls, places: Iterable[tuple[Spot, ...]], first: int) -> Marks:
        """The marks of the places, from the literal ``first`` on."""
        marks = cls((spot, Mark(mark)) for mark, place in enumerate(ticking(places), first) for spot in place)
        marks[None] = NEVER
        return marks


class Terms(dict["Spot | None", Term[Any]]):
    """The numbered spots of a layer."""


class Consecutive(Mapping[Value, Mark]):
    """The marks of a spot with many values, as consecutive literals; ``rank`` numbers the values from 0."""

    __slots__ = ("first", "rank")

    def __init__(self, rank: Mapping[Value, int], first: int) -> None:
        self.rank, self.first = rank, first

    def __getitem__(self, value: Value) -> Mark:
        return Mark(self.first + self.rank[value])

    def __iter__(self) -> Iterator[Value]:
        return iter(self.rank)

    def __len__(self) -> int:
        return len(self.rank)

    def items(self) -> Iterable[tuple[Value, Mark]]:  # type: ignore[override]
        """The values with their marks; a plain iterator, because this is what takes the time."""
        return zip(self.rank, marks_from(self.first, len(self.rank)), strict=True)
