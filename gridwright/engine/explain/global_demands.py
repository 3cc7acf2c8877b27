"""What a global demand (connection, loops) says of a position: which open marks would break it at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from ...language.rules import Conflict, Global
from ...logic.expr import fixed
from .position import Deduction, Position, Stage
from .steps import StageName

_WIDE = 0.3
"""A demand that reads a larger share of all variables is one about most of the board."""


class _Recorded(list[int]):
    """The values of all variables; records which of them are read."""

    def __init__(self, known: Sequence[int]) -> None:
        super().__init__(known)
        self.read: set[int] = set()

    def __getitem__(self, lit: Any) -> Any:
        self.read.add(abs(lit))
        return super().__getitem__(lit)

    def __iter__(self) -> Iterator[int]:
        self.read.update(range(len(self)))
        return super().__iter__()


class GlobalReads:
    """Which variables the global demands of a position read, so that they are asked again only when one has changed."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._every = set(range(2, position.top + 1))
        self._wide: set[int] = set()
        """Demands that read most of the board."""
        self._reads: dict[int, tuple[set[int], int]] = {}
        """The variables that demands read, and how many marks were known then."""

    def is_wide(self, what: object) -> bool:
        """Whether a demand is about most of the board, as far as that is known."""
        return id(what) in self._wide

    def note(self, what: Global, read: AbstractSet[int]) -> None:
        """Notes whether a demand is wide: recording what such a demand reads costs more than it saves."""
        if len(read) > _WIDE * self.position.top:
            self._wide.add(id(what))

    def add_conflicts(self, known: Sequence[int], changed: AbstractSet[int]) -> bool:
        """Adds to the solver the conflicts of a supposed position, which differs from the present one in the variables
        ``changed``; whether any of them are new."""
        solver = self.position.solver
        before, known = len(solver.conflicts), fixed(known)
        for what, parent in list(solver.global_demands()):
            if not changed.isdisjoint(self._read_by(what)):
                for conflict in what.conflicts(known):
                    solver.selector_of_conflict(conflict, parent)
        return len(solver.conflicts) > before

    def _read_by(self, what: Global) -> set[int]:
        """The variables that a demand reads to find no conflict with what is known.

        If only other variables change, it finds none either.
        """
        if self.is_wide(what):
            return self._every
        entered = self.position.entered
        read, then = self._reads.get(id(what), (None, 0))
        if read is None or not read.isdisjoint(entered[then:]):
            recorded = _Recorded(self.position.known)
            for _ in what.conflicts(recorded):
                pass
            read = recorded.read
            self.note(what, read)
        self._reads[id(what)] = read, len(entered)
        return read


class GlobalDemandsAtSight(Stage):
    """One global demand, which an open mark would break at once if it were wrong."""

    names = (StageName.GLOBAL,)

    def __init__(self, position: Position, reads: GlobalReads) -> None:
        super().__init__(position)
        self._global_reads = reads
        self._asked: dict[int, tuple[set[int], int, list[Deduction]]] = {}
        """What demands read when they were last asked, how many marks were known then, and the steps they gave."""
        self._found: dict[int, dict[int, Deduction]] = {}
        """The steps of demands by the mark that follows, kept until it is known."""

    def steps(self) -> Iterator[Deduction]:
        """Open marks whose opposite breaks one global demand at once."""
        position = self.position
        open_ = {abs(lit): lit for lit in position.open_marks()}
        for what, parent in list(position.solver.global_demands()):
            position.clock.glance()
            read, then, found = self._asked.get(id(what), (None, 0, []))
            if self._global_reads.is_wide(what):
                found = list(self._steps_of(what, parent, position.known.copy(), open_))
            elif read is None or not read.isdisjoint(position.entered[then:]):
                recorded = _Recorded(position.known)
                found = list(self._steps_of(what, parent, recorded, open_))
                self._asked[id(what)] = recorded.read, len(position.entered), found
                self._global_reads.note(what, recorded.read)
            else:
                self._asked[id(what)] = read, len(position.entered), found
            yield from found
            if any(not one.strikers for one in found):
                return  # no step of this stage takes fewer demands

    def _steps_of(self, what: Global, parent: int, known: list[int], open_: Mapping[int, int]) -> Iterator[Deduction]:
        """What one global demand gives; ``known`` is a copy that may record what is read."""
        supposed = [-lit for lit in open_.values()]
        if isinstance(known, _Recorded):
            for _ in what.conflicts(known):
                pass
            supposed = [-open_[v] for v in sorted(known.read & open_.keys())]
        found = self._found.setdefault(id(what), {})
        for lit in [lit for lit in found if self.position.known[lit]]:
            del found[lit]
        supposed = [wrong for wrong in supposed if -wrong not in found]
        for wrong in what.at_risk(known, supposed) if supposed else ():
            self.position.clock.glance()
            known[wrong], known[-wrong] = 1, -1
            conflict = next(what.conflicts_by(known, wrong), None)
            known[wrong] = known[-wrong] = 0
            if conflict is not None:
                found[-wrong] = self._by_conflict(conflict, parent, -wrong)
        yield from found.values()

    def _by_conflict(self, conflict: Conflict, parent: int, lit: int) -> Deduction:
        """The step that a conflict gives, which arises if a mark is supposed to be wrong."""
        selector = self.position.solver.selector_of_conflict(conflict, parent).literal
        premises = [other for other in conflict.because if other not in (-lit, 1)]
        return self.position.deduce([selector], premises, [lit], StageName.GLOBAL)
