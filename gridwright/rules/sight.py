"""Sight: how far one sees from a cell along its row and column before something blocks the view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..board.board import Spot
from ..board.rect import STEPS
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.rules import Demand, Global, Rule, Source, marks_of
from ..language.wording import Text
from ..logic.amounts import count
from ..logic.clauses import Clauses
from ..logic.expr import ALWAYS, all_of
from ..logic.ticks import tick, ticking


class SeenFrom(Rule):
    """The rule that a clue is the number of open cells seen from it in the four directions, itself included once.

    ``{at}`` in the text is the clue's cell, ``{n}`` the number; in a fault, ``{found:sees|see}`` tells how many cells
    are seen.
    """

    def __init__(self, open_: Source, clue: GivenLayer, text: Text) -> None:
        super().__init__(text, reads=clue)
        self.open, self.clue = open_, clue

    def _clues(self, model: Genre) -> Iterator[tuple[Spot, int, list[Sequence[Spot]]]]:
        for at, n in model.given(self.clue).items():
            if isinstance(n, int):
                yield at, n, [model.board.ray(at, step) for step in STEPS]

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.open, model)
        for at, n, rays in self._clues(model):
            seen = [all_of(marks[c] for c in ray[: i + 1]) for ray in rays for i in ticking(range(len(ray)))]
            yield Demand(self, count([ALWAYS, *seen]) == n, (at,), {"n": n}, self.clues_at(at))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.open, model)
        for _, n, rays in self._clues(model):
            out.tick()
            if not 1 <= n <= 1 + sum(map(len, rays)):
                out.add([])
                break
            ladders = [_ladder([int(marks[c]) for c in ray[:n]], out) for ray in rays]
            level, upright = (_sum(ladders[a], ladders[b], n, out) for a, b in ((0, 2), (1, 3)))
            _sums_to(level, upright, n - 1, out)
        return []


def _ladder(cells: Sequence[int], out: Clauses) -> list[int]:
    """For k = 1, 2, ... a literal that says that the first k cells are all open."""
    ladder = list(cells[:1])
    for cell in cells[1:]:
        step = out.new()
        out.extend(([-step, ladder[-1]], [-step, cell], [step, -ladder[-1], -cell]))
        ladder.append(step)
    return ladder


def _sum(a: Sequence[int], b: Sequence[int], cut: int, out: Clauses) -> list[int]:
    """Two unary numbers added, up to ``cut``: output k - 1 says that the sum is at least k."""
    n = min(cut, len(a) + len(b))
    first = out.new(n)
    total = list(range(first, first + n))
    out.extend([total[i + 1], -total[i + 2]] for i in range(-1, n - 2))
    for i in range(len(a) + 1):
        tick()
        for j in range(len(b) + 1):
            if 0 < i + j <= n:
                out.add([*([-a[i - 1]] if i else []), *([-b[j - 1]] if j else []), total[i + j - 1]])
            if i + j < n:
                out.add([*([a[i]] if i < len(a) else []), *([b[j]] if j < len(b) else []), -total[i + j]])
    return total


def _sums_to(a: Sequence[int], b: Sequence[int], n: int, out: Clauses) -> None:
    """Two unary numbers add up to n."""

    def least(number: Sequence[int], k: int) -> int | None:
        """The literal of "at least k"; None where that is impossible."""
        return 1 if k <= 0 else number[k - 1] if k <= len(number) else None

    for i in range(n + 2):
        # If a >= i then not b >= n - i + 1; if a < i then b >= n - i + 1.
        one, other = least(a, i), least(b, n - i + 1)
        if one is not None and other is not None:
            out.add([-one, -other])
        out.add([lit for lit in (one, other) if lit is not None])


seen_from = SeenFrom
