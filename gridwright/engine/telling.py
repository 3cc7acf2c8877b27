"""Steps told as one person tells them to another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ..language.expr import Count, literals
from ..language.wording import listed
from .adding import balance_in_words
from .kept import Selector
from .position import Found
from .reasons import Explainer
from .speech import Speaker, capital
from .steps import Because, Glimpse, Mark, Step
from .suppositions import Supposition
from .techniques import sees_values, technique

_FEW = 4
"""The marks of so many spots that a step uses are named; more are only shown."""
_TOLD_AS = {"sums": "search"}
"""Kinds of steps that have another name than the stage that finds them."""


class Teller:
    """Puts the steps that an explainer finds into words."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer = explainer
        self.speaker = Speaker(explainer)

    def step(self, found: Found) -> Step:
        """A step in words."""
        words, kind = self._told(found)
        if found.stage == "trial":
            demands = [self._part("all rules together", [self.explainer.selector(unit) for unit in found.units])]
        else:
            demands = self._because_units(found.all_units)
        because = (*demands, *map(self._because_mark, found.premises))
        if found.late:
            words += " (The time was up: there may be an easier step.)"
        return Step(
            self.explainer.puzzle,
            self._all_marks(found),
            because,
            words,
            round(found.cost, 3),
            kind,
            technique(self.explainer, found),
            found.late,
        )

    def glimpse(self, found: Found) -> Glimpse:
        """A step without its words, which takes less time."""
        supposes = found.stage in ("chain", "cases")
        kind = self._supposition(found)[1] if supposes else _TOLD_AS.get(found.stage, found.stage)
        return Glimpse(self._all_marks(found), round(found.cost, 3), kind)

    def _all_marks(self, found: Found) -> tuple[Mark, ...]:
        return tuple(mark for lit in found.marks for mark in self.marks(lit))

    def marks(self, lit: int) -> Iterator[Mark]:
        """What a literal says, spot by spot."""
        layer, place, value, holds = self.explainer.model.variables.mark_of(lit)
        return (Mark(layer, spot, value, holds) for spot in place)

    def said(self, lits: Collection[int]) -> str:
        """Marks as a clause."""
        return self.speaker.said(lits)

    # -- reasons --

    def _because_units(self, units: Iterable[int]) -> list[Because]:
        """Demands as parts of a reason, those of the same words together."""
        found: dict[str, list[Selector]] = {}
        for unit in units:
            found.setdefault(self.explainer.law(unit), []).append(self.explainer.selector(unit))
        return [self._part(law, some) for law, some in found.items()]

    @staticmethod
    def _part(law: str, some: Sequence[Selector]) -> Because:
        conflicts = tuple(one.conflict for one in some if one.conflict is not None)
        demands = tuple({id(one.demand): one.demand for one in some if one.demand is not None}.values())
        places = [conflict.at for conflict in conflicts] or [demand.at for demand in demands]
        return Because(law, tuple(dict.fromkeys(spot for at in places for spot in at)), demands, conflicts)

    def _because_mark(self, lit: int) -> Because:
        marks = tuple(self.marks(lit))
        return Because(self.said([lit]), tuple(mark.spot for mark in marks), mark=marks[0])

    # -- paragraphs --

    def words(self, found: Found) -> str:
        """The whole step as a paragraph."""
        return self._told(found)[0]

    def _told(self, found: Found) -> tuple[str, str]:
        """The whole step as a paragraph, and the kind of step that it is told as."""
        kind = found.stage
        if kind == "trial":
            return self._trial(found), kind
        if kind == "candidate":
            if not self.speaker.values(found.placed):
                return f"{capital(self.said(found.marks))}: nothing else is left.", kind
            reason = self._last_value(found)
        elif kind == "global":
            reason = self._fault(found)
        elif kind in ("chain", "cases"):
            reason, kind = self._supposition(found)
        elif kind == "sums":
            reason, kind = self._sums(found), _TOLD_AS[kind]
        else:
            reason = self._last_place(found) or self._demands(found)
        return f"{reason} So {self.said(found.marks)}.", kind

    def _last_value(self, found: Found) -> str:
        """A spot with one value left because others are placed."""
        lit = found.marks[0]
        place, value = self.speaker.places([lit]), self.speaker.values([lit])[0]
        seen = self.speaker.values(found.placed)
        if not sees_values(self.explainer, found):
            given = self.said([*found.placed, *found.direct])
            return f"{capital(self.speaker.laws(found.strikers))}, and {given}: only {value} is left for {place}."
        known = self.said(found.direct).removeprefix(place)
        return f"{place} sees {listed(seen)}{f' and{known}' if known else ''}: only {value} is left."

    def _last_place(self, found: Found) -> str:
        """A demand that something stands somewhere, and has one place left for it; "" where this is not so."""
        what = self._demand_of(found.units[0])
        values = self.speaker.values(found.marks)
        one = isinstance(what, Count) and min(what.allowed) == 1 and len(found.marks) == 1 and found.marks[0] > 0
        if not one or not values or not self._gives_value(found.marks[0]):
            return ""
        told = f"{self.explainer.law(found.units[0])}, and only {self.speaker.places(found.marks)} is left for it"
        same = [lit for lit in found.placed if self.speaker.values([lit]) == values]
        if same:
            several = len(same) > 1
            if " " in values[0]:
                told += f"; {self.said(same)}, which excludes the other open places"
            else:
                who = f"the {values[0]}{'s' if several else ''} at {self.speaker.places(same)}"
                told += f"; {who} exclude{'' if several else 's'} the other open places"
        return f"{capital(told)}."

    def _gives_value(self, lit: int) -> bool:
        return len(self.explainer.spots.get(lit, ())) > 1

    def _demand_of(self, unit: int) -> object:
        demand = self.explainer.selector(unit).demand
        return demand.what if demand is not None else None

    def _demands(self, found: Found) -> str:
        """One demand, with what is known of its spots."""
        told = self.speaker.laws(found.units)
        shown = [*found.direct, *(lit for lit in found.struck if not self._goes_without_saying(lit))]
        spots = {self.explainer.model.variables.mark_of(lit)[:2] for lit in shown}
        said = self.said(shown) if len(spots) <= _FEW else self._as_many(found.units[0], shown)
        if ", and " in said:
            return f"{capital(told)}. Here {said}."
        return f"{capital(f'{told}, and {said}' if said else told)}."

    def _as_many(self, unit: int, shown: Sequence[int]) -> str:
        """What is shown by many marks on which one demand counts; "" where it does not count, or they differ."""
        what = self._demand_of(unit)
        if not isinstance(what, Count):
            return ""
        counted = {int(lit) for lit in literals(what)}
        if counted.issuperset(shown):
            return "so many are there already"
        return "only so many places are left" if counted.issuperset(-lit for lit in shown) else ""

    def _goes_without_saying(self, lit: int) -> bool:
        """Whether a silent mark is that a spot's value is not another one, or what a clue says of its own spot."""
        striker, *placed = self.explainer.silent[lit]
        spots = self.explainer.model.variables.spots_of(lit)
        clues = {spot for _, spot in self.explainer.kept.clues_of(striker)} if striker else set()
        return not striker or (not placed and not clues.isdisjoint(spots))

    def _fault(self, found: Found) -> str:
        """A global demand: what would be wrong otherwise."""
        against = self.said([-found.marks[0]])
        unit = next(u for u in found.all_units if self.explainer.selector(u).conflict is not None)
        places = {self.explainer.model.variables.mark_of(lit)[:2] for lit in found.marks}
        more = " The rest follows in the same way." if len(places) > 1 else ""
        return f"If {against}, {self.speaker.fault(unit)}.{more}"

    def _sums(self, found: Found) -> str:
        """Counts that are added up."""
        told = balance_in_words(self.explainer, found.units)
        return f"{capital(told)}." if told else self._demands(found)

    def _trial(self, found: Found) -> str:
        if len(found.marks) > 1:
            return "No few rules lead on from here. Only trying out gives the rest of the answer."
        return f"No few rules lead on from here. Only trying out shows that {self.said(found.marks)}."

    def _supposition(self, found: Found) -> tuple[str, str]:
        """How supposing the contrary fails, and the kind of step that this is."""
        against = self.said([-found.marks[0]])
        holds = [*found.premises, *found.struck, -found.marks[0]]
        supposition = Supposition(self.speaker, found.all_units, holds, found.cost)
        told = supposition.told()
        if told is None:
            return f"Taken together, these leave no other way: {self.speaker.laws(found.units)}.", "cases"
        if supposition.has_cases:
            return told.suppose(against), "cases"
        return told.suppose(against), "pattern" if told.is_pattern else "chain"
