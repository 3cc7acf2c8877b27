"""Steps in words, as one person explains them to another, and the field's names of steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...board.board import Spot
from ...language.layers import ValueLayer
from ...language.wording import listed
from ...logic.expr import Count, literals
from .counts import balance_in_words
from .position import Deduction, Position
from .speech import Speaker, capital
from .steps import Because, Glimpse, StageName, Step, StepMark
from .suppositions import Supposition

_FEW = 4
"""Known marks are named if they are on at most this many spots; more are only shown."""
_SHOWN_AS = {StageName.SUMS: StageName.SEARCH}
"""Stages whose steps are shown under another name."""


class Teller:
    """Puts deductions into words."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.speaker = Speaker(position)

    def step(self, found: Deduction) -> Step:
        """A step in words."""
        words, kind = self._paragraph(found)
        if found.stage is StageName.TRIAL:
            demands = [self._part("all rules together", found.selectors)]
        else:
            demands = self._because_demands(found.all_selectors)
        because = (*demands, *map(self._because_mark, found.premises))
        if found.late:
            words += " (The time was up: there may be an easier step.)"
        return Step(
            self.position.puzzle,
            self._all_marks(found),
            because,
            words,
            round(found.cost, 3),
            kind,
            technique(self.position, found),
            found.late,
        )

    def glimpse(self, found: Deduction) -> Glimpse:
        """A step without its words, which is faster."""
        supposes = found.stage in (StageName.CHAIN, StageName.CASES)
        kind = self._supposition(found)[1] if supposes else _SHOWN_AS.get(found.stage, found.stage)
        return Glimpse(self._all_marks(found), round(found.cost, 3), kind)

    def _all_marks(self, found: Deduction) -> tuple[StepMark, ...]:
        return tuple(mark for lit in found.marks for mark in self.marks(lit))

    def marks(self, lit: int) -> Iterator[StepMark]:
        """The marks that a literal stands for, one for each spot."""
        layer, place, value, holds = self.position.model.variables.mark_of(lit)
        return (StepMark(layer, spot, value, holds) for spot in place)

    def said(self, lits: Collection[int]) -> str:
        """Marks as a clause."""
        return self.speaker.said(lits)

    # -- reasons --

    def _because_demands(self, selectors: Iterable[int]) -> list[Because]:
        """Demands as parts of a reason; those with the same words are one part."""
        found: dict[str, list[int]] = {}
        for selector in selectors:
            found.setdefault(self.position.law(selector), []).append(selector)
        return [self._part(law, some) for law, some in found.items()]

    def _part(self, law: str, selectors: Sequence[int]) -> Because:
        conflicts = tuple(one for one in map(self.position.conflict_of, selectors) if one is not None)
        demands = tuple({id(one): one for one in map(self.position.demand_of, selectors)}.values())
        places = [conflict.at for conflict in conflicts] or [demand.at for demand in demands]
        return Because(law, tuple(dict.fromkeys(spot for at in places for spot in at)), demands, conflicts)

    def _because_mark(self, lit: int) -> Because:
        marks = tuple(self.marks(lit))
        return Because(self.said([lit]), tuple(mark.spot for mark in marks), mark=marks[0])

    # -- paragraphs --

    def words(self, found: Deduction) -> str:
        """The whole step as a paragraph."""
        return self._paragraph(found)[0]

    def _paragraph(self, found: Deduction) -> tuple[str, StageName]:
        """The paragraph, and the name that the step is shown under."""
        kind = found.stage
        if kind is StageName.TRIAL:
            return self._trial(found), kind
        if kind is StageName.CANDIDATE:
            if not self.speaker.values(found.placed):
                return f"{capital(self.said(found.marks))}: nothing else is left.", kind
            reason = self._last_value(found)
        elif kind is StageName.GLOBAL:
            reason = self._fault(found)
        elif kind in (StageName.CHAIN, StageName.CASES):
            reason, kind = self._supposition(found)
        elif kind is StageName.SUMS:
            reason, kind = self._sums(found), _SHOWN_AS[kind]
        else:
            reason = self._last_place(found) or self._demands(found)
        return f"{reason} So {self.said(found.marks)}.", kind

    def _last_value(self, found: Deduction) -> str:
        """A spot with one value left, because others are placed."""
        lit = found.marks[0]
        place, value = self.speaker.places([lit]), self.speaker.values([lit])[0]
        seen = self.speaker.values(found.placed)
        if not sees_values(self.position, found):
            given = self.said([*found.placed, *found.direct])
            return f"{capital(self.speaker.laws(found.strikers))}, and {given}: only {value} is left for {place}."
        known = self.said(found.direct).removeprefix(place)
        return f"{place} sees {listed(seen)}{f' and{known}' if known else ''}: only {value} is left."

    def _last_place(self, found: Deduction) -> str:
        """A demand that something stands somewhere, with one place left for it; "" if it is something else."""
        what = self.position.demand_of(found.selectors[0]).what
        values = self.speaker.values(found.marks)
        one = isinstance(what, Count) and min(what.allowed) == 1 and len(found.marks) == 1 and found.marks[0] > 0
        if not one or not values or not self._gives_value(found.marks[0]):
            return ""
        text = f"{self.position.law(found.selectors[0])}, and only {self.speaker.places(found.marks)} is left for it"
        same = [lit for lit in found.placed if self.speaker.values([lit]) == values]
        if same:
            several = len(same) > 1
            if " " in values[0]:
                text += f"; {self.said(same)}, which excludes the other open places"
            else:
                who = f"the {values[0]}{'s' if several else ''} at {self.speaker.places(same)}"
                text += f"; {who} exclude{'' if several else 's'} the other open places"
        return f"{capital(text)}."

    def _gives_value(self, lit: int) -> bool:
        return len(self.position.spots.get(lit, ())) > 1

    def _demands(self, found: Deduction) -> str:
        """One demand, with what is known of its spots."""
        text = self.speaker.laws(found.selectors)
        shown = [*found.direct, *(lit for lit in found.struck if not self._goes_without_saying(lit))]
        spots = {self.position.model.variables.mark_of(lit)[:2] for lit in shown}
        said = self.said(shown) if len(spots) <= _FEW else self._as_many(found.selectors[0], shown)
        if ", and " in said:
            return f"{capital(text)}. Here {said}."
        return f"{capital(f'{text}, and {said}' if said else text)}."

    def _as_many(self, selector: int, shown: Sequence[int]) -> str:
        """What many known marks of a counting demand show; "" if it does not count, or they differ."""
        what = self.position.demand_of(selector).what
        if not isinstance(what, Count):
            return ""
        counted = {int(lit) for lit in literals(what)}
        if counted.issuperset(shown):
            return "so many are there already"
        return "only so many places are left" if counted.issuperset(-lit for lit in shown) else ""

    def _goes_without_saying(self, lit: int) -> bool:
        """Whether a silent mark needs no words: the spot's value is not another one, or a clue says it of its own
        spot."""
        striker, *placed = self.position.silent[lit]
        spots = self.position.model.variables.spots_of(lit)
        clues = {spot for _, spot in self.position.solver.clues_of(striker)} if striker else set()
        return not striker or (not placed and not clues.isdisjoint(spots))

    def _fault(self, found: Deduction) -> str:
        """A global demand: what would go wrong otherwise."""
        against = self.said([-found.marks[0]])
        selector = next(one for one in found.all_selectors if self.position.conflict_of(one) is not None)
        places = {self.position.model.variables.mark_of(lit)[:2] for lit in found.marks}
        more = " The rest follows in the same way." if len(places) > 1 else ""
        return f"If {against}, {self.speaker.fault(selector)}.{more}"

    def _sums(self, found: Deduction) -> str:
        """Counts added up."""
        text = balance_in_words(self.position, found.selectors)
        return f"{capital(text)}." if text else self._demands(found)

    def _trial(self, found: Deduction) -> str:
        if len(found.marks) > 1:
            return "No few rules lead on from here. Only trying out gives the rest of the answer."
        return f"No few rules lead on from here. Only trying out shows that {self.said(found.marks)}."

    def _supposition(self, found: Deduction) -> tuple[str, StageName]:
        """How supposing the opposite fails, and the name that the step is shown under."""
        against = self.said([-found.marks[0]])
        holds = [*found.premises, *found.struck, -found.marks[0]]
        supposition = Supposition(self.speaker, found.all_selectors, holds, found.cost)
        refutation = supposition.refutation()
        if refutation is None:
            return f"Taken together, these leave no other way: {self.speaker.laws(found.selectors)}.", StageName.CASES
        if supposition.has_cases:
            return refutation.suppose(against), StageName.CASES
        return refutation.suppose(against), StageName.PATTERN if refutation.is_pattern else StageName.CHAIN


# -- names of techniques, recognised by patterns of demands ------------------------------------------------------------

_SUBSETS = {2: "pair", 3: "triple", 4: "quadruple"}
_WRITTEN = 3
"""Numbers and letters have at most this many characters; longer words, such as "a bridge", stand for drawings."""
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def technique(position: Position, found: Deduction) -> str:
    """The name of a step; "" if it has none."""
    pattern = _Pattern.of(position, found)
    return next((name for rule in _TECHNIQUES if (name := rule(pattern))), "")


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
    """Clues that count the edges around cells: in a corner, side by side, or diagonal."""
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


_TECHNIQUES: Sequence[Callable[[_Pattern], str]] = (_single, _of_values, _by_corners)
