"""The field's names of steps, recognised by patterns of their demands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...board.board import Spot
from ...language.layers import ValueLayer
from ...logic.expr import Count, literals
from .position import Deduction, Position
from .steps import StageName

_SUBSETS = {2: "pair", 3: "triple", 4: "quadruple"}
_WRITTEN = 3
"""Numbers and letters have at most this many characters; longer words, such as "a bridge", stand for drawings."""
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def technique(position: Position, found: Deduction) -> str:
    """The name of a step; "" if it has none."""
    pattern = _Pattern.of(position, found)
    return next((name for rule in _RULES if (name := rule(pattern))), "")


@dataclass
class _Counted:
    """A demand that counts: how many at least and at most, its literals, its spot if it has only one, and whether a
    clue there gives the number."""

    least: int
    most: int | None
    lits: Sequence[int]
    at: Spot | None
    is_clue: bool


@dataclass
class _Pattern:
    """What names are derived from: the demands that count, and what follows."""

    position: Position
    found: Deduction
    counts: list[_Counted]

    @staticmethod
    def of(position: Position, found: Deduction) -> _Pattern:
        counts = [_counted(position, selector) for selector in found.selectors]
        return _Pattern(position, found, [one for one in counts if one is not None])

    @property
    def all_count(self) -> bool:
        return len(self.counts) == len(self.found.selectors) > 0

    @property
    def writes(self) -> bool:
        """Whether what follows is about something written: a number or a letter."""
        position = self.position
        for name, _, value, _ in map(position.model.variables.mark_of, self.found.marks):
            layer = position.model.layers[name]
            if not isinstance(layer, ValueLayer) or len(layer.word(value, position.puzzle)) > _WRITTEN:
                return False
        return True

    def values(self, one: _Counted) -> set[object]:
        """The values whose places a demand counts; none if it counts other things."""
        if not all(lit in self.position.spots for lit in one.lits):
            return set()
        return {self.position.model.variables.mark_of(lit)[2] for lit in one.lits}


def _counted(position: Position, selector: int) -> _Counted | None:
    demand = position.demand_of(selector)
    if not isinstance(demand.what, Count) or position.conflict_of(selector) is not None:
        return None
    what = demand.what
    low, high = min(what.allowed), max(what.allowed)
    at = demand.at[0] if len(demand.at) == 1 else None
    most = None if high == len(what.items) else high + what.sure
    return _Counted(low + what.sure, most, list(literals(what)), at, demand.words.get("n") is not None)


def _single(pattern: _Pattern) -> str:
    found = pattern.found
    if not pattern.writes:
        return ""
    if found.stage is StageName.CANDIDATE:
        return "naked single" if found.strikers and sees_values(pattern.position, found) else ""
    if found.stage is not StageName.DEMAND or len(pattern.counts) != 1 or found.marks[0] not in pattern.position.spots:
        return ""
    one = pattern.counts[0]
    is_lazy = one.least == 1 and len(pattern.values(one)) == 1 and len(found.marks) == 1
    return "hidden single" if is_lazy else ""


def sees_values(position: Position, found: Deduction) -> bool:
    """Whether exactly the values placed around a spot are those that it cannot hold for that reason."""

    def values(lits: Sequence[int]) -> set[object]:
        return {position.model.variables.mark_of(lit)[2] for lit in lits}

    return values(found.placed) <= values([lit for lit in found.struck if lit < 0])


def _of_values(pattern: _Pattern) -> str:
    """Locked candidates, naked and hidden subsets, fish: demands on the places of values."""
    several = pattern.found.stage in (StageName.CHAIN, StageName.CASES)
    if not several or not pattern.all_count or len(pattern.counts) < 2:
        return ""
    values = [pattern.values(one) for one in pattern.counts]
    if any(len(some) != 1 for some in values):
        return ""
    kinds, n = set.union(*values), len(values)
    placing = sum(one.least >= 1 for one in pattern.counts)
    barring = sum(one.least == 0 for one in pattern.counts)
    if len(kinds) == 1:
        if placing == barring == 1:
            return "locked candidates"
        return _FISH.get(placing, "") if placing == barring else ""
    if len(kinds) == n and n in _SUBSETS and 0 in (placing, barring):
        return f"{'hidden' if placing else 'naked'} {_SUBSETS[n]}"
    return ""


def _by_corners(pattern: _Pattern) -> str:
    """Clues that count the edges around cells (Fences): in a corner, side by side, or diagonal."""
    board, model = pattern.position.model.board, pattern.position.model
    cells = set(board.cells)
    edges = set(board.edges)
    clues = {
        one.at: one.most if one.least == 0 else one.least for one in pattern.counts
        if one.is_clue and one.at in cells and all(model.variables.spots_of(abs(lit))[0] in edges for lit in one.lits)
    }  # fmt: skip
    numbers = set(clues.values())
    if pattern.found.direct or len(numbers) != 1 or len(clues) > 2:
        return ""
    number = numbers.pop()
    spots = sorted(spot for spot in clues if spot is not None)
    if len(spots) == 1:
        in_corner = len(board.neighbours(spots[0])) == 2
        return f"{number} in a corner" if in_corner else ""
    (y, x), (other_y, other_x) = spots
    apart = abs(y - other_y), abs(x - other_x)
    names = {(0, 2): "adjacent", (2, 0): "adjacent", (2, 2): "diagonal"}
    return f"{names[apart]} {number}s" if apart in names else ""


_RULES: Sequence[Callable[[_Pattern], str]] = (_single, _of_values, _by_corners)
