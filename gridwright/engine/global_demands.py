"""What a global demand (connection, loops) says of a position: which open marks would break it at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from ..language.expr import fixed
from ..language.rules import Conflict, Global
from .position import Found, Position

_WIDE = 0.3
"""A demand that looks at a larger share of all variables is one about most of the board."""


class _Watched(list[int]):
    """What is known of a grid, which takes down what is looked at."""

    def __init__(self, known: Sequence[int]) -> None:
        super().__init__(known)
        self.read: set[int] = set()

    def __getitem__(self, lit: Any) -> Any:
        self.read.add(abs(lit))
        return super().__getitem__(lit)

    def __iter__(self) -> Iterator[int]:
        self.read.update(range(len(self)))
        return super().__iter__()


class GlobalDemands:
    """The global demands of a position. Each is asked again only when something changed that it looked at."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._every = set(range(2, position.top + 1))
        self._told: dict[int, tuple[set[int], int, list[Found]]] = {}
        """The steps that demands gave when so many marks were known, and what they looked at for that."""
        self._found: dict[int, dict[int, Found]] = {}
        """The steps that demands gave by the marks that follow, until these are known."""
        self._wide: set[int] = set()
        """Demands that look at most of the board."""
        self._looked_at: dict[int, tuple[set[int], int]] = {}
        """The variables that demands looked at when so many marks were known."""

    def at_sight(self) -> Iterator[Found]:
        """Open marks of which the opposite breaks one global demand at once."""
        position = self.position
        open_ = {abs(lit): lit for lit in position.open_marks()}
        for what, parent in list(position.kept.lazies()):
            position.clock.glance()
            read, then, told = self._told.get(id(what), (None, 0, []))
            if id(what) in self._wide:
                told = list(self._told_by(what, parent, position.known, open_))
            elif read is None or not read.isdisjoint(position.entered[then:]):
                watched = _Watched(position.known)
                told = list(self._told_by(what, parent, watched, open_))
                self._told[id(what)] = watched.read, len(position.entered), told
                self._note_width(what, watched.read)
            else:
                self._told[id(what)] = read, len(position.entered), told
            yield from told
            if any(not found.strikers for found in told):
                return  # nothing in this stage takes fewer demands

    def _told_by(self, what: Global, parent: int, known: list[int], open_: Mapping[int, int]) -> Iterator[Found]:
        """What one global demand gives; ``known`` may take down what it looks at."""
        supposed = [-lit for lit in open_.values()]
        if isinstance(known, _Watched):
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

    def _by_conflict(self, conflict: Conflict, parent: int, lit: int) -> Found:
        """The step that a conflict gives where a mark is supposed to be wrong."""
        unit = self.position.kept.told(conflict, parent).literal
        premises = [other for other in conflict.because if other not in (-lit, 1)]
        return self.position.found([unit], premises, [lit], "global")

    def new_conflicts(self, known: Sequence[int], changed: AbstractSet[int]) -> bool:
        """Enters the conflicts of a supposed position, which differs from what is known in some variables; whether
        there are any that are new."""
        kept = self.position.kept
        before, known = len(kept.conflicts), fixed(known)
        for what, parent in list(kept.lazies()):
            if not changed.isdisjoint(self._read_by(what)):
                for conflict in what.conflicts(known):
                    kept.told(conflict, parent)
        return len(kept.conflicts) > before

    def _read_by(self, what: Global) -> set[int]:
        """The variables that a global demand looks at to find no conflict with what is known.

        Where only others have other values, it finds none either.
        """
        if id(what) in self._wide:
            return self._every
        entered = self.position.entered
        read, then = self._looked_at.get(id(what), (None, 0))
        if read is None or not read.isdisjoint(entered[then:]):
            watched = _Watched(self.position.known)
            for _ in what.conflicts(watched):
                pass
            read = watched.read
            self._note_width(what, read)
        self._looked_at[id(what)] = read, len(entered)
        return read

    def is_wide(self, parent: int) -> bool:
        """Whether a demand, by its selector, is about most of the board."""
        demand = self.position.selector(parent).demand
        return demand is not None and id(demand.what) in self._wide

    def _note_width(self, what: Global, read: AbstractSet[int]) -> None:
        """To take down what a demand about most of the board looks at costs more than it saves."""
        if len(read) > _WIDE * self.position.top:
            self._wide.add(id(what))
