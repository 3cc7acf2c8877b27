"""A small solver for a few demands, which answers queries in microseconds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from .clock import Clock
from .kept import Kept
from .sat import Sat

_PAIRS = 12
"""Up to so many values of a spot exclude each other pair by pair."""


class _Numbers(dict[int, int]):
    """The numbers that literals get in another solver; one that is new gets the next number."""

    def __init__(self) -> None:
        self.foreign: list[int] = [0]
        """For each number its variable in the first solver."""

    def __missing__(self, lit: int) -> int:
        v, n = abs(lit), len(self.foreign)
        self.foreign.append(v)
        self[v], self[-v] = n, -n
        return self[lit]


class Few:
    """Some demands (or conflicts) of a kept puzzle by their selectors, and that each spot holds one value.

    Variables are numbered anew, because a solver decides all of its variables before it says yes.
    """

    def __init__(self, kept: Kept, units: Iterable[int], spots: Mapping[int, Sequence[int]], clock: Clock) -> None:
        self.clock = clock
        self._own = _Numbers()
        number = self._own.__getitem__
        clauses: list[list[int]] = [[number(1)], [number(kept.by_views)]]
        counts: list[tuple[list[int], int]] = []
        for unit in units:
            made, at_most = kept.clauses_of(unit)
            clauses += [list(map(number, clause)) for clause in made]
            counts += [(list(map(number, lits)), k) for lits, k in at_most]
        views = [v for v in self._own.foreign if v in kept.views.told]
        clauses += [list(map(number, clause)) for clause in kept.defining(views)]
        for lits in self._spots_met(spots, kept.model.variables.top):
            own = list(map(number, lits))
            clauses.append(own)
            if len(own) <= _PAIRS:
                clauses += [[-a, -b] for a, b in combinations(own, 2)]
            else:
                counts.append((own, 1))
        self.sat = Sat(counting=True)
        self.sat.add(clauses)
        for lits, k in counts:
            self.sat.at_most(lits, k)

    def _spots_met(self, spots: Mapping[int, Sequence[int]], top: int) -> list[Sequence[int]]:
        met = {id(spots[v]): spots[v] for v in self._own.foreign if v <= top and v in spots}
        return list(met.values())

    def refuted(self, assumed: Iterable[int]) -> bool:
        """Whether assumptions cannot hold together; those that the demands do not speak of say nothing."""
        return not self.sat.solve(self.clock, self._own_of(assumed))

    def attempt(self, assumed: Iterable[int], conflicts: int) -> bool | None:
        """Whether assumptions can hold together; None where so many conflicts of the solver do not tell."""
        return self.sat.attempt(self._own_of(assumed), conflicts)

    def prefer(self, some: Iterable[int]) -> None:
        """Lets these hold in the grids that are found, where it costs nothing."""
        self.sat.prefer(self._own_of(some))

    def _own_of(self, lits: Iterable[int]) -> list[int]:
        own = self._own
        return [own[lit] for lit in lits if lit in own]

    def core(self) -> set[int]:
        """Assumptions that cannot hold together, after ``refuted`` said yes."""
        foreign = self._own.foreign
        return {foreign[lit] if lit > 0 else -foreign[-lit] for lit in self.sat.core()}

    def following(self, assumed: Sequence[int], some: Iterable[int]) -> list[int]:
        """Those of some literals that follow from assumptions that can hold together.

        Each grid that is found excludes all those that it does not have.
        """
        left = list(some)
        found: list[int] = []
        if self.refuted(assumed):
            return left
        left = self.in_model(left)
        while left:
            lit = left.pop(0)
            if self.refuted([*assumed, -lit]):
                found.append(lit)
            else:
                left = self.in_model(left)
        return found

    def in_model(self, lits: Sequence[int]) -> list[int]:
        """The literals that hold in the grid found last; those that the demands do not speak of do not."""
        values, own = self.sat.assignment(), self._own
        return [
            lit for lit in lits
            if (mine := abs(own.get(lit, 0))) and mine <= len(values) and (values[mine - 1] > 0) == (lit > 0)
        ]  # fmt: skip

    def fewer(self, some: Sequence[int], always: Sequence[int], effort: int | None = None) -> list[int]:
        """Assumptions without those that a contradiction does not need; the last ones are left out first.

        With ``effort``, those are kept of which so many conflicts of the solver do not tell whether they are needed.
        """
        *_, (kept, _) = self._shrinking(some, always, effort)
        return kept

    def fewer_if_below(
        self,
        some: Sequence[int],
        always: Sequence[int],
        effort: int,
        cost: Callable[[Sequence[int]], float],
        bound: float,
    ) -> list[int] | None:
        """As ``fewer``; None as soon as those that are kept for good cost as much as a bound."""
        needed: list[int] = []
        for _, needed in self._shrinking(some, always, effort):
            if cost(needed) >= bound:
                return None
        return needed

    def _shrinking(
        self, some: Sequence[int], always: Sequence[int], effort: int | None
    ) -> Iterator[tuple[list[int], list[int]]]:
        """Ever fewer assumptions that are enough for a contradiction, with those of them that are kept for good.

        Blocks are left out at once as long as that works, single ones where it does not. In the end all are kept.
        """
        if not self.refuted([*always, *some]):
            yield list(some), list(some)
            return
        core = self.core()
        kept = [one for one in some if one in core]
        end, size = len(kept), 1
        while end:
            size = min(size, end)
            rest = kept[: end - size] + kept[end:]
            if self._is_enough([*always, *rest], effort):
                core = self.core()
                needed = kept[end:]
                kept = [one for one in rest if one in core or one in needed]
                end = len(kept) - len(needed)
                size *= 2
            elif size > 1:
                size = 1
            else:
                end -= 1
                yield kept, kept[end:]
        yield kept, kept

    def _is_enough(self, assumed: Sequence[int], effort: int | None) -> bool:
        return self.refuted(assumed) if effort is None else self.attempt(assumed, effort) is False

    def close(self) -> None:
        """Frees the solver."""
        self.sat.close()

    def __enter__(self) -> Few:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
