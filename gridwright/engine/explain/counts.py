"""Counts added up: what some need together, set against the room that others leave.

A stage finds counts that leave exactly the room that others need: "The areas of r1c1 and r1c5 need 4 more stars, and
rows 1 and 2 leave room for 4", so these rows hold no other stars. Cells of the areas elsewhere take as many stars as do
not exclude each other. If all of these are needed as well, cells there that stand alone hold stars. Rules declare which
counts people add up like this (``Rule.considered_with``).

In a supposition, counts may need more than others leave room for: "Rows 1 to 3 need 6 stars, and the areas that these
rows lie in have room for 5." Each side is a sum of counts; cells that only one side mentions are counted by themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ...language.rules import Rule
from ...language.wording import listed, worded
from ...logic.expr import Count, Expr, Mark, Some, only_marks
from .deductions import Deduction, Stage, deduce
from .position import Position
from .speech import merged, together
from .steps import StageName

_LAW = r"(?P<who>.+?)(?: each)? needs? (?:at (?:least|most) )?(?:\d+|no) (?P<what>.+)"
"""A law that counts: who needs marks, and what the marks are called."""


def _counting(law: str) -> re.Match[str] | None:
    """The parts of a law that counts."""
    return re.fullmatch(worded(_LAW), law)


_FEWEST = 3
"""Fewer counts than this are shown as a plain link."""
_MOST = 4
"""At most this many limiting counts are added up."""
_CROWD = 4
"""A count with more than this many times the marks elsewhere that it needs is assumed to have room for all of them
there."""


class Side(NamedTuple):
    """One side of a count: its demand, its marks, and how many of them hold at least, or at most."""

    selector: int
    lits: Sequence[int]
    n: int


@dataclass(frozen=True)
class Excess:
    """Counts that need more than there is room for: the selectors of both kinds, how many marks are still
    ``missing``, for how many the others leave ``room``, and how many fit ``elsewhere``."""

    needing: Sequence[int]
    limiting: Sequence[int]
    missing: int
    room: int
    elsewhere: int
    uses: Sequence[int]
    """The known literals that this depends on."""
    twice: bool
    """Whether a missing mark may count twice."""
    begun: bool
    """Whether some of the marks that are needed are there."""


class Counts:
    """The counts among some demands, and the pairs of marks that they declare exclusive."""

    def __init__(self, position: Position, selectors: Iterable[int]) -> None:
        self.needing: list[Side] = []
        self.limiting: list[Side] = []
        self.excluding: dict[int, set[int]] = {}
        """For each mark those that exclude it."""
        for selector in selectors:
            what = position.demand_of(selector).what
            if position.conflict_of(selector) is not None or not isinstance(what, Expr):
                continue
            if pair := excluding_pair(what):
                for a, b in (pair, pair[::-1]):
                    self.excluding.setdefault(a, set()).add(b)
            elif (
                isinstance(what, Count)
                and only_marks(what.items)
                and _counting(position.law(selector))  # else nobody could say what is too much
            ):
                sort_in(selector, what, self.needing, self.limiting)

    def excess(self, holds: Collection[int]) -> Excess | None:
        """Counts that cannot all be satisfied if some literals hold; None if adding up does not show it."""
        if not self.needing or not self.limiting or len(self.needing) + len(self.limiting) < _FEWEST:
            return None
        return _Adding(list(self.needing), list(self.limiting), self.excluding, holds).excess()

    def balance(self, holds: Collection[int]) -> Excess:
        """What all counts come to if some literals hold, whether it is too much or not."""
        return _Adding(self.needing, self.limiting, self.excluding, holds).totals()

    def again(self, excess: Excess, holds: Collection[int]) -> Excess:
        """The same counts where more literals hold, if they still are too much."""
        needing = [side for side in self.needing if side.selector in excess.needing]
        limiting = [side for side in self.limiting if side.selector in excess.limiting]
        found = _Adding(needing, limiting, self.excluding, holds).totals()
        return found if found.missing > found.room + found.elsewhere else excess


def excluding_pair(what: Expr) -> tuple[int, int] | None:
    """The two marks that a demand declares exclusive."""
    if isinstance(what, Some) and len(what.items) == 2 and only_marks(what.items):
        a, b = what.items
        return (-a, -b) if a < 0 and b < 0 else None
    if isinstance(what, Count) and len(what.items) == 2 and what.allowed == {0, 1} and only_marks(what.items):
        a, b = what.items
        return int(a), int(b)
    return None


def sort_in(selector: int, what: Count, needing: list[Side], limiting: list[Side]) -> None:
    """Enters a count of marks among those that need some, those that limit them, or both."""
    lits = [int(item) for item in what.items if isinstance(item, Mark)]
    low, high = min(what.allowed), max(what.allowed)
    if low > 0:
        needing.append(Side(selector, lits, low))
    if high < len(lits):
        limiting.append(Side(selector, lits, high))


def exclusive_groups(lits: Iterable[int], excluding: Mapping[int, Collection[int]]) -> list[list[int]]:
    """Groups of marks that exclude each other; ``excluding`` has for each mark those that exclude it."""
    groups: list[list[int]] = []
    for lit in lits:
        beside = excluding.get(lit, ())
        group = next((group for group in groups if all(other in beside for other in group)), None)
        if group is None:
            groups.append([lit])
        else:
            group.append(lit)
    return groups


class _Adding:
    """Some counts of both kinds where some literals hold."""

    def __init__(
        self,
        needing: list[Side],
        limiting: list[Side],
        excluding: Mapping[int, Collection[int]],
        holds: Collection[int],
    ) -> None:
        self.needing, self.limiting, self.excluding, self.holds = needing, limiting, excluding, holds

    def excess(self) -> Excess | None:
        """Drops counts one after the other while that helps; what is left, if it is too much."""
        best = self._slack()
        changed = True
        while changed:
            changed = False
            for sides in (self.needing, self.limiting):
                for side in list(sides):
                    at = sides.index(side)
                    sides.remove(side)
                    slack = self._slack()
                    if slack < best or (slack == best < 0):
                        best, changed = slack, True
                    else:
                        sides.insert(at, side)
        return self.totals() if best < 0 else None

    def _open(self, side: Side) -> list[int]:
        return [lit for lit in side.lits if lit not in self.holds and -lit not in self.holds]

    def _left(self, side: Side) -> int:
        """How many more marks a count needs, or has room for."""
        return side.n - sum(lit in self.holds for lit in side.lits)

    def _sums(self) -> tuple[int, int]:
        """How many marks are missing, and how many the limits leave room for."""
        return sum(map(self._left, self.needing)), sum(map(self._left, self.limiting))

    def _slack(self) -> int:
        missing, room = self._sums()
        return room + self._elsewhere() - missing

    def _elsewhere(self) -> int:
        """How many marks fit where more counts need them than limit them; of marks that exclude each other, one."""
        net = Counter[int]()
        for side in self.needing:
            net.update(self._open(side))
        for side in self.limiting:
            net.subtract(self._open(side))
        groups = exclusive_groups(sorted(lit for lit in net if net[lit] > 0), self.excluding)
        return sum(max(net[lit] for lit in group) for group in groups)

    def totals(self) -> Excess:
        """The totals of the counts."""
        missing, room = self._sums()
        mentioned = [lit for side in (*self.needing, *self.limiting) for lit in side.lits]
        uses = [lit if lit in self.holds else -lit for lit in dict.fromkeys(mentioned)
                if lit in self.holds or -lit in self.holds]
        needed = Counter(lit for side in self.needing for lit in self._open(side))
        return Excess(
            [side.selector for side in self.needing], [side.selector for side in self.limiting], missing, room,
            self._elsewhere(), uses, max(needed.values(), default=0) > 1,
            any(lit in self.holds for side in self.needing for lit in side.lits),
        )  # fmt: skip


# -- the stage ---------------------------------------------------------------------------------------------------------


class _Open(NamedTuple):
    """The open part of a count: its marks as bits, and how many it still needs or has room for."""

    side: Side
    marks: int
    n: int


class _Sides(NamedTuple):
    """The counts of a rule: those that need marks, and those that limit them."""

    needing: list[Side]
    limiting: list[Side]


class OpposedCounts(Stage):
    """Counts of one rule that are added up and set against those of another."""

    names = (StageName.SUMS,)

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._fitting: dict[int, int] = {}
        """How many of some marks, given as bits, can hold together."""

    def steps(self) -> Iterator[Deduction]:
        """Limiting counts, as few as possible, that leave exactly the room that others need."""
        open_ = [(list(map(self._open, needing)), list(map(self._open, limiting)))
                 for needing, limiting in self._opposed]
        for size in range(1, _MOST + 1):
            steps = (self._deduce(*sides) for needing, limiting in open_
                    for sides in self._even(needing, limiting, size))
            found = [one for one in steps if one is not None]
            if found:
                yield from found
                return

    @cached_property
    def _opposed(self) -> list[tuple[list[Side], list[Side]]]:
        """Counts that need marks, with the counts of another rule that limit them; neither kind overlaps."""
        counts: dict[Rule, _Sides] = {}
        for selector in self.position.solver.demands:
            demand = selector.demand
            if demand is not None and isinstance(demand.what, Count) and only_marks(demand.what.items):
                sort_in(selector.literal, demand.what, *counts.setdefault(demand.rule, _Sides([], [])))
        pairs = [(a, b) for rule in counts for other in rule.counted_against if other in counts
                 for a, b in ((rule, other), (other, rule))]
        return [(counts[a].needing, counts[b].limiting) for a, b in pairs
                if _are_apart(counts[a].needing) and _are_apart(counts[b].limiting)]

    @cached_property
    def _excluding(self) -> Mapping[int, Mapping[int, int]]:
        """For each mark those that exclude it, with the selectors of the demands that say so."""
        found: dict[int, dict[int, int]] = {}
        for selector in self.position.solver.demands:
            what = selector.demand.what if selector.demand is not None else None
            if isinstance(what, Expr) and (pair := excluding_pair(what)):
                for a, b in (pair, pair[::-1]):
                    found.setdefault(a, {})[b] = selector.literal
        return found

    def _open(self, side: Side) -> _Open:
        known = self.position.known
        held = sum(known[lit] > 0 for lit in side.lits)
        return _Open(side, sum(1 << abs(lit) for lit in side.lits if not known[lit]), side.n - held)

    def _even(
        self, needing: Sequence[_Open], limiting: Sequence[_Open], size: int
    ) -> Iterator[tuple[list[Side], list[Side]]]:
        """Counts that need all the room that ``size`` others leave, and all that there is elsewhere."""
        for limits in combinations([limiter for limiter in limiting if limiter.marks], size):
            self.position.clock.glance()
            within, room, needed = 0, 0, []
            for limit in limits:
                within |= limit.marks
                room += limit.n
            for need in needing:
                # A count that has room for all that it needs elsewhere does not add to what is needed here.
                elsewhere = need.marks & ~within
                if elsewhere == need.marks or (n := elsewhere.bit_count()) > _CROWD * need.n:
                    continue
                here = need.n - (n if n < 2 else self._n_fitting(need.side, elsewhere))
                if here > 0:
                    room -= here
                    needed.append(need.side)
            if not room and needed:
                yield needed, [limiter.side for limiter in limits]

    def _n_fitting(self, side: Side, marks: int) -> int:
        """How many of some marks of a count can hold together."""
        if marks not in self._fitting:
            here = [lit for lit in side.lits if marks >> abs(lit) & 1]
            self._fitting[marks] = len(exclusive_groups(here, self._excluding))
        return self._fitting[marks]

    def _deduce(self, needing: Sequence[Side], limiting: Sequence[Side]) -> Deduction | None:
        """The step that some counts give, if it gives marks.

        No mark holds that would take room from those that need it, and marks elsewhere that stand alone all hold. The
        known marks of these kinds that have the opposite value are the premises.
        """
        position = self.position
        known = position.known
        within, needed = ({lit for side in sides for lit in side.lits} for sides in (limiting, needing))
        marks = [-lit for lit in sorted(within - needed)]
        selectors = [side.selector for side in (*needing, *limiting)]
        for side in needing:
            elsewhere = [lit for lit in side.lits if lit not in within]
            groups = exclusive_groups([lit for lit in elsewhere if not known[lit]], self._excluding)
            marks += [group[0] for group in groups if len(group) == 1]
            marks += [lit for lit in elsewhere if known[lit] < 0]
            selectors += [self._excluding[a][b] for group in groups for a, b in combinations(group, 2)]
        premises = [-lit for lit in marks if known[lit] < 0]
        open_ = [lit for lit in marks if not known[lit]]
        if not open_:
            return None
        solver = position.solver_for(selectors) if any(lit in position.silent for lit in premises) else None
        return deduce(position, selectors, premises, open_, StageName.SUMS, solver, needed=True)


def _are_apart(sides: Sequence[Side]) -> bool:
    """Whether no two counts share a mark."""
    lits = [lit for side in sides for lit in side.lits]
    return len(set(lits)) == len(lits)


# -- words -------------------------------------------------------------------------------------------------------------


def in_words(position: Position, excess: Excess) -> str:
    """An excess as a clause."""
    need, room = _need(position, excess), _room(position, excess)
    return worded("{need}, some of which may count twice, and {room}" if excess.twice else "{need}, and {room}",
                  need=need, room=room)


def balance_in_words(position: Position, selectors: Sequence[int]) -> str:
    """How counts leave exactly the room that others need, as a clause; "" if that cannot be said."""
    counts = Counts(position, selectors)
    pairs = [selector for selector in selectors if selector in position.glances]
    if len(counts.needing) + len(counts.limiting) + len(pairs) < len(selectors):
        return ""
    mentioned = {v for selector in selectors for v in position.variables(selector)}
    excess = counts.balance(set(position.settled(mentioned)))
    because = f" ({listed(dict.fromkeys(map(position.law, pairs)))})" if pairs else ""
    need, room = _need(position, excess), _room(position, excess)
    return worded("{need}, and {room}", need=need, room=room) + because


def _need(position: Position, excess: Excess) -> str:
    """How many marks are missing, as a clause."""
    what = _counted(position, excess.needing[0], excess.missing)
    text = "{who} needs {n} more {what}" if excess.begun else "{who} needs {n} {what}"
    if len(excess.needing) > 1:
        text = "{who} need {n} more {what}" if excess.begun else "{who} need {n} {what}"
    return worded(text, who=_who(position, excess.needing), n=excess.missing, what=what)


def _room(position: Position, excess: Excess) -> str:
    """How many marks there is room for, as a clause."""
    if not excess.limiting:
        text = "there is room for only {elsewhere}" if excess.elsewhere else "there is no room for any"
        return worded(text, elsewhere=excess.elsewhere)
    text = "{who} leaves room for {room}{more}" if len(excess.limiting) == 1 else "{who} leave room for {room}{more}"
    more = worded(" and the other cells for {n}", n=excess.elsewhere) if excess.elsewhere else ""
    return worded(text, who=_who(position, excess.limiting), room=excess.room, more=more)


def _who(position: Position, selectors: Sequence[int]) -> str:
    """The subjects of some counts."""
    laws = [position.law(selector) for selector in selectors]
    fewer = merged(laws)
    matches = map(_counting, fewer if all(map(_counting, fewer)) else laws)
    return together([match["who"] for match in matches if match])


def _counted(position: Position, selector: int, n: int) -> str:
    """What ``n`` of the things that a count is about are called."""
    demand = position.demand_of(selector)
    match = _counting(replace(demand, words={**demand.words, "n": n}).say(position.model.board))
    assert match is not None
    return match["what"]
