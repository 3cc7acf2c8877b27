"""What several demands together say of a position: a mark is supposed to be wrong, and a core tells why it is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from .global_demands import GlobalDemands
from .position import Found, Position

_CANDIDATES = 12
"""Of so many marks that several demands force, reasons are looked for."""
_MINIMISED = 4
"""So many of these, the shortest ones, are made minimal; the simplest is told."""
_FEW_UNITS = 4
"""Of longer reasons only the mark that they were looked for is told."""
_NEAR = 6
"""So many demands are tried first where several are needed."""
_MORE = 50
"""After so many more conflicts, suppositions that came to nothing are tried again."""
_ROUNDS = 6
"""So often conflicts with global demands are looked for while a supposition is followed."""


class SeveralDemands:
    """The steps that need several demands."""

    def __init__(self, position: Position, globals_: GlobalDemands) -> None:
        self.position, self.globals = position, globals_
        self.kept = position.kept
        self._unchained: dict[int, tuple[set[int], int]] = {}
        """For marks of which the supposition came to nothing: what it touched, and how many conflicts there were."""

    def together(self) -> Iterator[Found]:
        """Marks of which the opposite leads to a contradiction, demand by demand, or else by cases."""
        position = self.position
        every = [one.literal for one in self.kept.demands]
        for again in (False, True):
            if again:
                self._unchained.clear()
            chained = (lit for lit in self._nearest_first(position.open_marks()) if self._chained(lit, every))
            cores = [(self._core(lit), lit) for lit in islice(chained, _CANDIDATES)]
            if cores:
                cores.sort(key=lambda one: position.cost(one[0]))
                yield from (self._minimal(lit, "chain", core) for core, lit in cores[:_MINIMISED])
                return
        for lit in self._nearest_first(position.open_marks())[:_CANDIDATES]:
            yield self._minimal(lit, "cases", self._core(lit))

    def reason_of(self, lit: int) -> Found | None:
        """A minimal reason of one mark that is not known, whatever follows besides; None if it does not follow."""
        if self.kept.solve([*self.position.marks, -lit, *[one.literal for one in self.kept.demands]]):
            return None
        found = self._minimal(lit, "chain", self._core(lit))
        found.marks = [lit]
        return found

    # -- marks that follow --

    def _nearest_first(self, open_: list[int]) -> list[int]:
        """Open marks, those first of whose demands much is known."""
        position = self.position

        def openness(lit: int) -> tuple[float, int]:
            shares = [
                sum(not position.known[v] for v in position.local[selector])
                for selector in position.demands_on.get(abs(lit), ())
            ]
            return (min(shares, default=99), abs(lit))

        return sorted(open_, key=openness)

    def _chained(self, lit: int, every: Sequence[int]) -> bool:
        """Whether supposing that a mark is wrong leads to a contradiction one demand after the other."""
        if not self._may_be_chained(lit):
            return False
        position = self.position
        lits: list[int] = []
        for _ in range(_ROUNDS):
            position.clock.glance()
            conflicts = [one.literal for one in self.kept.conflicts]
            sound, lits = self.kept.propagate([*position.marks, -lit, *every, *conflicts])
            if not sound:
                return True
            known = [0] * (2 * position.top + 1)
            known[1], known[-1] = 1, -1
            for one in lits:
                if abs(one) <= position.top:
                    known[one], known[-one] = 1, -1
            changed = {abs(one) for one in lits if abs(one) <= position.top and not position.known[one]}
            if not self.globals.new_conflicts(known, changed):
                break
        touched = {abs(one) for one in lits if abs(one) <= position.top and not position.known[one]} | {abs(lit)}
        demands = {selector for v in touched for selector in position.demands_on.get(v, ())}
        around = {v for selector in demands for v in position.local[selector] if not position.known[v]}
        self._unchained[lit] = around | touched, len(self.kept.conflicts)
        return False

    def _may_be_chained(self, lit: int) -> bool:
        """Whether something has changed near a mark, or more conflicts are known, since its supposition came to
        nothing."""
        around, n_conflicts = self._unchained.get(lit, (None, 0))
        if around is None or n_conflicts + _MORE < len(self.kept.conflicts):
            return True
        return any(self.position.known[v] for v in around)

    # -- reasons --

    def _core(self, lit: int) -> list[int]:
        """Demands and conflicts near a mark that force it; [] where nothing does."""
        near = self._nearest_enough(lit)
        core = set(self.kept.core()) if near else ()
        return self._as_conflicts([one for one in near if one in core], lit)

    def _minimal(self, lit: int, stage: str, units: list[int]) -> Found:
        """A reason of a mark, from one that may be too long: without any of its demands the mark does not follow."""
        if not units:
            return Found([], [], [], 0.0, stage)
        marks = self.position.marks
        with self.position.few(units) as few:
            units = few.fewer(units, [*marks, -lit])
            premises = few.fewer(marks, [*units, -lit])
            others = [one for one in self._touched(units) if one != lit] if len(units) <= _FEW_UNITS else []
            more = few.following([*units, *premises], others)
        return Found([lit, *more], units, premises, self.position.cost(units), stage)

    def _nearest_enough(self, lit: int) -> list[int]:
        """Demands near a mark that are enough to force it, the nearest first; [] where all are not enough.

        Conflicts that were met before stand for the global demands as long as they do. Unit propagation tells when
        there are enough: to search among a part of the demands can take very long.
        """
        position = self.position
        order = position.by_distance(lit, conflicts=True)
        near: list[int] = []
        n = _NEAR
        while more := list(islice(order, n - len(near))):
            near += more
            assumed = [*position.marks, -lit, *near]
            if not self.kept.propagate(assumed)[0] and not self.kept.sat.solve(position.clock, assumed):
                return near
            n *= 2
        if near and not self.kept.sat.solve(position.clock, [*position.marks, -lit, *near]):
            return near
        return self._nearest_with_globals(lit)

    def _nearest_with_globals(self, lit: int) -> list[int]:
        """As ``_nearest_enough``, with the global demands as they stand.

        Few demands are tried before many, so that the conflicts with global demands that are found stay near, too.
        """
        order = list(self.position.by_distance(lit))
        far = {one.literal for one in self.kept.demands}.difference(order)
        globals_ = [parent for _, parent in self.kept.lazies()]
        rest = [one for one in sorted(far) if one not in globals_]
        n = _NEAR
        while True:
            near = [*order[:n], *globals_] if n < len(order) else [*order, *globals_, *rest]
            if not self.kept.solve([*self.position.marks, -lit, *near]):
                return near
            if n >= len(order):
                return []
            n *= 2

    def _as_conflicts(self, units: list[int], lit: int) -> list[int]:
        """Global demands that no clauses tell, replaced by the conflicts with them that are needed, where these do."""
        parents = {unit for unit in units if self.position.is_hidden(unit)}
        if not parents:
            return units
        plain = [unit for unit in units if unit not in parents]
        conflicts = [one.literal for one in self.kept.conflicts if one.parent in parents]
        if self.kept.sat.solve(self.position.clock, [*self.position.marks, -lit, *plain, *conflicts]):
            return units
        core = set(self.kept.core())
        return [one for one in (*plain, *conflicts) if one in core]

    def _touched(self, units: Iterable[int]) -> list[int]:
        """The open marks of the target that some demands speak of."""
        position = self.position
        variables = dict.fromkeys(v for unit in units for v in position.variables(unit))
        return [lit for v in variables if (lit := position.target.get(v, 0)) and not position.known[lit]]
