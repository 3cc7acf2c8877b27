"""What one demand by itself says of a position: by unit propagation, or by a complete search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..language.expr import Count
from .few import Few
from .position import Found, Position, Refuted, without_needless


class SingleDemands:
    """The steps that follow from one demand each, kept from one step to the next."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._cached: dict[int, Found] = {}
        """The steps that demands give, kept until a mark that they speak of changes."""
        self._searched: dict[int, int] = {}
        """How many marks of a demand were known when a search of it alone gave nothing."""
        self._alone: dict[int, Few] = {}
        self._undecided = list({id(lits): lits for lits in position.spots.values()}.values())
        """The literals of the spots whose values are not known."""

    def at_sight(self) -> Iterator[Found]:
        """Demands of which unit propagation gives marks; and spots with one candidate left."""
        position = self.position
        for selector in position.due:
            position.clock.glance()
            marks = self._following(selector)
            if marks:
                self._cached[selector] = self._told_by([selector], marks, "demand")
            else:
                self._cached.pop(selector, None)
        position.due = {}
        yield from self._cached.values()
        yield from self._last_candidates()

    def _following(self, selector: int) -> list[int]:
        """The open marks that a demand gives by unit propagation."""
        position = self.position
        variables = position.local[selector]
        assumed = position.settled(variables)
        if len(assumed) == len(variables):
            return []
        sound, lits = position.kept.propagate([*assumed, selector])
        if not sound:
            return []
        own = set(variables)
        return [
            lit for lit in lits if abs(lit) in own and not position.known[lit] and position.target.get(abs(lit)) == lit
        ]

    def _last_candidates(self) -> Iterator[Found]:
        known = self.position.known
        undecided = []
        for lits in self._undecided:
            left = [lit for lit in lits if known[lit] >= 0]
            if len(left) == 1 and known[left[0]]:
                continue
            undecided.append(lits)
            if len(left) == 1:
                yield self._told_by([], left, "candidate")
        self._undecided = undecided

    def by_search(self) -> Iterator[Found]:
        """Demands that give marks when thought through; counts give all of theirs at sight."""
        position = self.position
        for selector, variables in position.local.items():
            demand = position.selector(selector).demand
            if demand is None or isinstance(demand.what, Count):
                continue
            assumed = position.settled(variables)
            if self._searched.get(selector) == len(assumed):
                continue
            alone = self._alone.get(selector)
            if alone is None:
                alone = self._alone[selector] = position.alone(selector)
            open_ = [lit for v in variables if (lit := position.target.get(v, 0)) and not position.known[lit]]
            marks = alone.following([*assumed, selector], open_)
            if marks:
                yield self._told_by([selector], marks, "search", alone)
            else:
                self._searched[selector] = len(assumed)

    def _told_by(self, units: list[int], marks: list[int], stage: str, alone: Few | None = None) -> Found:
        """A step from demands, with the known marks that it needs, and the demands behind struck candidates.

        ``alone`` has the demands, where unit propagation is not enough.
        """
        if alone is None:
            shown = self.position.refuted_at_sight
            needed = self._premises(units, marks[0], shown)
            marks = [lit for lit in marks if lit == marks[0] or shown([*units, *needed, -lit])]
        else:
            needed = self._premises(units, marks[0], alone.refuted)
            marks = [marks[0], *alone.following([*units, *needed], marks[1:])]
        return self.position.found(units, needed, marks, stage, alone)

    def _premises(self, units: Sequence[int], lit: int, refuted: Refuted) -> list[int]:
        """Known marks, as few as deletion leaves, that with the units force a mark."""
        position = self.position
        variables = {v for unit in units for v in position.local.get(unit, ())}
        known = position.settled(sorted(variables or {abs(v) for v in position.spots[lit]}))
        # Silent marks cost a demand more, so they are the first to be left out.
        known.sort(key=lambda one: one in position.silent)
        return without_needless(known, [*units, -lit], refuted)

    def close(self) -> None:
        """Frees the solvers."""
        for alone in self._alone.values():
            alone.close()
