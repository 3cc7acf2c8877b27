"""A small solver for a few demands, which answers queries in microseconds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from .clock import Clock
from .kept import Family, Kept
from .sat import Sat

_SPARE, _MISSING = 1.5, 0.5
"""A solver that is there is used for other demands if it then has at most so many times the clauses that these have,
and at most this part of them is missing."""
_MOST_SOLVERS = 12
"""So many solvers are kept."""
_MOST_UNSURE = 6
"""After so many questions that the effort is not enough for, no more assumptions are left out."""
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
        self.units: set[int] = set()
        """The demands that the solver has; only those that are assumed are in force."""
        self.size = 0
        """How much they say, in clauses and counts."""
        self._n_unsure = 0
        """How many questions the effort was not enough for when assumptions were made fewer last."""
        self._kept, self._spots = kept, spots
        self._spots_met: set[int] = set()
        self._own = _Numbers()
        self._families_met: dict[int, Family] = {}
        self.sat = Sat(counting=True)
        self.sat.add([[self._own[1]], [self._own[kept.by_views]]])
        self.include(units)

    def include(self, units: Iterable[int]) -> None:
        """Adds demands that the solver does not have yet."""
        number, n_before = self._own.__getitem__, len(self._own.foreign)
        clauses: list[list[int]] = []
        counts: list[tuple[list[int], int]] = []
        for unit in self.lacking(units):
            self.units.add(unit)
            made, at_most = self._kept.clauses_of(unit)
            self.size += len(made) + len(at_most)
            clauses += [list(map(number, clause)) for clause in made]
            counts += [(list(map(number, lits)), k) for lits, k in at_most]
        for family in self._new_families(n_before):
            clauses += [list(map(number, clause)) for clause in family.clauses]
        for lits in self._new_spots(n_before):
            own = list(map(number, lits))
            clauses.append(own)
            if len(own) <= _PAIRS:
                clauses += [[-a, -b] for a, b in combinations(own, 2)]
            else:
                counts.append((own, 1))
        self.sat.add(clauses)
        for lits, k in counts:
            self.sat.at_most(lits, k)

    def lacking(self, units: Iterable[int]) -> list[int]:
        """Those of some demands that the solver does not have."""
        return [unit for unit in units if unit not in self.units]

    def _new_families(self, n_before: int) -> list[Family]:
        """The families of views that variables belong to which got their numbers since there were so many."""
        found = {id(one): one for one in self._kept.families_of(self._own.foreign[n_before:])}
        fresh = [one for key, one in found.items() if key not in self._families_met]
        self._families_met.update(found)
        return fresh

    def _new_spots(self, n_before: int) -> Iterator[Sequence[int]]:
        """The values of spots that variables speak of which got their numbers since there were so many."""
        top, spots = self._kept.model.variables.top, self._spots
        for v in self._own.foreign[n_before:]:
            if v <= top and v in spots and id(spots[v]) not in self._spots_met:
                self._spots_met.add(id(spots[v]))
                yield spots[v]

    def refuted(self, assumed: Iterable[int]) -> bool:
        """Whether assumptions cannot hold together; those that the demands do not speak of say nothing."""
        return not self.sat.decide(self.clock, self._own_of(assumed))

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

        Blocks are left out at once as long as that works, single ones where it does not. In the end, and where the
        effort is not enough again and again, all are kept.
        """
        self._n_unsure = 0
        if not self.refuted([*always, *some]):
            yield list(some), list(some)
            return
        core = self.core()
        kept = [one for one in some if one in core]
        end, size = len(kept), 1
        while end and self._n_unsure < _MOST_UNSURE:
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
        if effort is None:
            return self.refuted(assumed)
        holds = self.attempt(assumed, effort)
        self._n_unsure += holds is None
        return holds is False

    @property
    def is_sure(self) -> bool:
        """Whether all that ``fewer`` and ``fewer_if_below`` kept last is needed for certain."""
        return not self._n_unsure

    def close(self) -> None:
        """Frees the solver."""
        self.sat.close()


class Fews:
    """Small solvers that are kept, because one question about some demands is followed by others about nearly the same.

    So many that were used last are kept.
    """

    def __init__(self, kept: Kept, spots: Mapping[int, Sequence[int]], clock: Clock) -> None:
        self._kept, self._spots, self._clock = kept, spots, clock
        self._solvers: list[Few] = []
        """Those used last are at the end."""

    def having(self, units: Collection[int]) -> Few:
        """A solver that has some demands, and not many others."""
        size = self._size(units)
        best, missing = None, _MISSING * size
        for few in reversed(self._solvers):
            lacks = self._size(few.lacking(units))
            if lacks <= missing and few.size + lacks <= _SPARE * size:
                best, missing = few, lacks
                if not lacks:
                    break
        if best is None:
            best = Few(self._kept, units, self._spots, self._clock)
        else:
            self._solvers.remove(best)
            best.include(units)
        self._solvers.append(best)
        if len(self._solvers) > _MOST_SOLVERS:
            self._solvers.pop(0).close()
        return best

    def _size(self, units: Iterable[int]) -> int:
        return sum(sum(map(len, self._kept.clauses_of(unit))) for unit in units)

    def close(self) -> None:
        """Frees the solvers."""
        for few in self._solvers:
            few.close()
        self._solvers.clear()
