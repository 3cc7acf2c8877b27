"""Runs around a cell: the marked cells met on the way once around a cell form runs of told lengths (Tapa).

Encoded by a literal for each shading of the up to eight cells that the clue allows: one of them holds, it sets its
cells, and a cell has a colour only with an allowed shading that gives it. Propagation on these finds all that the clue
forces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..board import STEPS, Rect, Spot
from ..clauses import Clauses
from ..expr import all_of, any_of
from ..genre import AnswerLayer, Genre, GivenLayer
from ..rules import Demand, Global, Rule
from ..ticks import ticking
from ..wording import Text

Shading = tuple[bool, ...]


def ring(board: Rect, at: Spot) -> list[Spot | None]:
    """The eight places around a cell, once around; None where the board has no cell."""
    found: list[Spot | None] = []
    for (dy, dx), (ey, ex) in zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True):
        found += [Spot(at.y + dy, at.x + dx), Spot(at.y + dy + ey, at.x + dx + ex)]
    near = set(board.around(at))
    return [s if s in near else None for s in found]


@lru_cache(maxsize=1024)
def _shadings(there: Shading, lengths: tuple[Any, ...]) -> list[Shading]:
    """The shadings of a ring with these runs, in any order; ``there`` tells where the ring has cells."""
    found = []
    for bits in range(256):
        shading = tuple(bool(bits >> i & 1) for i in range(8))
        if all(map(bool.__le__, shading, there)) and _fit(_runs(shading), lengths):
            found.append(shading)
    return found


def _runs(shading: Shading) -> list[int]:
    """The lengths of the runs of a ring."""
    if all(shading):
        return [8]
    first = shading.index(False)
    words = "".join("#" if mark else " " for mark in (*shading[first:], *shading[:first])).split()
    return sorted(map(len, words))


def _fit(found: list[int], lengths: tuple[Any, ...]) -> bool:
    """Whether the runs are those told; a length that is no number stands for any."""
    left = list(found)
    for n in lengths:
        if isinstance(n, int) and n:
            if n not in left:
                return False
            left.remove(n)
    return len(left) == sum(not isinstance(n, int) for n in lengths)


class RunsAround(Rule):
    """The runs around each clue are those told."""

    def __init__(self, shade: AnswerLayer, clue: GivenLayer, text: Text) -> None:
        super().__init__(text)
        self.shade, self.clue = shade, clue

    def _rings(self, model: Genre) -> Iterator[tuple[Spot, tuple[Any, ...], list[Spot | None], list[Shading]]]:
        for at, lengths in ticking(model.given(self.clue).items()):
            around = ring(model.board, at)
            yield at, lengths, around, _shadings(tuple(s is not None for s in around), lengths)

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        for at, lengths, around, shadings in self._rings(model):
            own = [marks[s] for s in around]
            allowed = any_of(
                all_of(mark if on else ~mark for mark, on in zip(own, shading, strict=True)) for shading in shadings
            )
            yield Demand(self, allowed, (at,), {"runs": " ".join(map(str, lengths))})

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = model.marks[self.shade.name]
        for _, _, around, shadings in self._rings(model):
            if not shadings:
                out.add([])
                return []
            lits = [int(marks[s]) for s in around]
            first = out.new(len(shadings))
            out.add(list(range(first, first + len(shadings))))
            for i, lit in enumerate(lits):
                if lit == -1:
                    continue
                with_: tuple[list[int], list[int]] = ([lit], [-lit])
                for one, shading in enumerate(shadings, first):
                    out.add([-one, lit if shading[i] else -lit])
                    with_[shading[i]].append(one)
                out.extend(with_)
        return []


def runs_around(shade: AnswerLayer, clue: GivenLayer, text: Text) -> RunsAround:
    """The rule that the shaded cells around each clue form runs of the lengths in its tuple, in any order.

    Places beyond the board are not shaded; 0 is no run, and what is no number a run of any length. ``{at}`` and
    ``{runs}`` may stand in the text.
    """
    return RunsAround(shade, clue, text)
