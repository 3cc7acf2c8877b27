"""Adding up: counts that together need more marks than other counts leave room for.

"Rows 1 to 3 need 6 stars, and the areas that these rows lie in have room for 5." Each side is a sum of counts; the
cells of one that the other does not speak of are counted by themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..language.expr import Count, Expr, Mark, Some, only_marks
from ..language.wording import listed
from .position import Position
from .speech import merged

_TOLD = re.compile(r"(?P<who>.+) needs? (?:at (?:least|most) )?(?:\d+|no) (?P<what>.+)")
"""A law that counts: what needs marks, and what they are called."""


_FEWEST = 3
"""Of fewer counts than this a plain link tells what they say."""


class Side(NamedTuple):
    """A count from one side: its marks, and how many of them hold at the least, or at the most."""

    unit: int
    lits: Sequence[int]
    n: int


@dataclass(frozen=True)
class Excess:
    """Counts that need more than there is room for: the selectors of both kinds, how many marks are still ``missing``,
    for how many the others leave ``room``, and how many fit ``elsewhere``."""

    needing: Sequence[int]
    limiting: Sequence[int]
    missing: int
    room: int
    elsewhere: int
    uses: Sequence[int]
    """The literals that hold and that this depends on."""
    twice: bool
    """Whether a mark may count twice among those that are missing."""


class Counts:
    """Counts among some demands, and pairs of marks of which they say that not both hold."""

    def __init__(self, position: Position, units: Iterable[int]) -> None:
        self.needing: list[Side] = []
        self.limiting: list[Side] = []
        self.pairs: set[frozenset[int]] = set()
        for unit in units:
            selector = position.selector(unit)
            if selector.demand is None or selector.conflict is not None or not isinstance(selector.demand.what, Expr):
                continue
            if pair := excluding_pair(selector.demand.what):
                self.pairs.add(frozenset(pair))
            elif (
                isinstance(selector.demand.what, Count)
                and only_marks(selector.demand.what.items)
                and _TOLD.fullmatch(position.law(unit))  # else nobody could say what is too much
            ):
                sort_in(unit, selector.demand.what, self.needing, self.limiting)

    def excess(self, holds: Collection[int]) -> Excess | None:
        """Those that cannot all hold where some literals hold; None where adding up shows nothing."""
        if not self.needing or not self.limiting or len(self.needing) + len(self.limiting) < _FEWEST:
            return None
        return _Adding(list(self.needing), list(self.limiting), self.pairs, holds).excess()

    def balance(self, holds: Collection[int]) -> Excess:
        """What all of them come to where some literals hold, be it too much or not."""
        return _Adding(self.needing, self.limiting, self.pairs, holds).told()


def excluding_pair(what: Expr) -> tuple[int, int] | None:
    """The two marks of which a demand says that they do not both hold."""
    if isinstance(what, Some) and len(what.items) == 2 and only_marks(what.items):
        a, b = what.items
        return (-a, -b) if a < 0 and b < 0 else None
    if isinstance(what, Count) and len(what.items) == 2 and what.allowed == {0, 1} and only_marks(what.items):
        a, b = what.items
        return int(a), int(b)
    return None


def sort_in(unit: int, what: Count, needing: list[Side], limiting: list[Side]) -> None:
    """Enters a count of marks among those that need some, among those that leave room for some only, or in both."""
    lits = [int(item) for item in what.items if isinstance(item, Mark)]
    low, high = min(what.allowed), max(what.allowed)
    if low > 0:
        needing.append(Side(unit, lits, low))
    if high < len(lits):
        limiting.append(Side(unit, lits, high))


class _Adding:
    def __init__(
        self, needing: list[Side], limiting: list[Side], apart: Collection[frozenset[int]], holds: Collection[int]
    ) -> None:
        self.needing, self.limiting, self.apart, self.holds = needing, limiting, apart, holds

    def excess(self) -> Excess | None:
        """The counts without those that do not help, one after the other, if they are too many then."""
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
        return self.told() if best < 0 else None

    def _open(self, side: Side) -> list[int]:
        return [lit for lit in side.lits if lit not in self.holds and -lit not in self.holds]

    def _left(self, side: Side) -> int:
        """How many more marks of a count are needed, or have room."""
        return side.n - sum(lit in self.holds for lit in side.lits)

    def _sums(self) -> tuple[int, int]:
        """How many marks are missing, and for how many the limits leave room."""
        return sum(map(self._left, self.needing)), sum(map(self._left, self.limiting))

    def _slack(self) -> int:
        missing, room = self._sums()
        return room + self._elsewhere() - missing

    def _elsewhere(self) -> int:
        """How many marks fit where more counts need them than limit them, marks that exclude each other once."""
        net = Counter[int]()
        for side in self.needing:
            net.update(self._open(side))
        for side in self.limiting:
            net.subtract(self._open(side))
        return sum(max(net[lit] for lit in group) for group in self._groups(sorted(lit for lit in net if net[lit] > 0)))

    def _groups(self, lits: Iterable[int]) -> Iterator[list[int]]:
        """Marks in groups of which each has one at most."""
        groups: list[list[int]] = []
        for lit in lits:
            fits = (group for group in groups if all(frozenset((lit, other)) in self.apart for other in group))
            group = next(fits, None)
            if group is None:
                groups.append([lit])
            else:
                group.append(lit)
        return iter(groups)

    def told(self) -> Excess:
        """What the counts come to."""
        missing, room = self._sums()
        spoken = [lit for side in (*self.needing, *self.limiting) for lit in side.lits]
        uses = [lit if lit in self.holds else -lit for lit in dict.fromkeys(spoken)
                if lit in self.holds or -lit in self.holds]
        needed = Counter(lit for side in self.needing for lit in self._open(side))
        return Excess(
            [side.unit for side in self.needing], [side.unit for side in self.limiting], missing, room,
            self._elsewhere(), uses, max(needed.values(), default=0) > 1,
        )  # fmt: skip


def in_words(position: Position, found: Excess) -> str:
    """What is too much, as a clause."""
    twice = ", some of which may count twice" if found.twice else ""
    return f"{_need(position, found, ' more')}{twice}, and {_room(position, found)}"


def balance_in_words(position: Position, units: Sequence[int]) -> str:
    """How counts leave just the room that others need, as a clause; "" where that cannot be said."""
    counts, known = Counts(position, units), position.known
    pairs = [unit for unit in units if unit in position.glances]
    if len(counts.needing) + len(counts.limiting) + len(pairs) < len(units):
        return ""
    spoken = {v for unit in units for v in position.variables(unit)}
    found = counts.balance(set(position.settled(spoken)))
    any_more = " more" if any(known[lit] > 0 for side in counts.needing for lit in side.lits) else ""
    because = f" ({listed(dict.fromkeys(map(position.law, pairs)))})" if pairs else ""
    return f"{_need(position, found, any_more)}, and {_room(position, found)}{because}"


def _need(position: Position, found: Excess, more: str) -> str:
    """How many marks are missing, as a clause."""
    need = "need" if len(found.needing) > 1 else "needs"
    what = _counted(position, found.needing[0], found.missing)
    return f"{_who(position, found.needing)} {need} {found.missing}{more} {what}"


def _room(position: Position, found: Excess) -> str:
    """For how many there is room, as a clause."""
    if not found.limiting:
        return f"there is room for only {found.elsewhere}" if found.elsewhere else "there is no room for any"
    more = f" and the other cells for {found.elsewhere}" if found.elsewhere else ""
    leave = "leave" if len(found.limiting) > 1 else "leaves"
    return f"{_who(position, found.limiting)} {leave} room for {found.room}{more}"


def _who(position: Position, units: Sequence[int]) -> str:
    """What some counts are about."""
    laws = [position.law(unit) for unit in units]
    together = merged(laws)
    told = (_TOLD.fullmatch(law) for law in (together if all(map(_TOLD.fullmatch, together)) else laws))
    return listed(match["who"] for match in told if match)


def _counted(position: Position, unit: int, n: int) -> str:
    """What so many of the things that a count is about are called."""
    demand = position.selector(unit).demand
    assert demand is not None
    told = _TOLD.fullmatch(replace(demand, words={**demand.words, "n": n}).say(position.model.board))
    assert told is not None
    return told["what"]
