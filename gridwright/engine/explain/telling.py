"""Steps in words, as one person explains them to another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ...language.layers import ValueLayer
from ...language.wording import capital, listed, name_in_words, worded
from ...logic.expr import All, Count, Mark, literals
from .counts import balance_in_words
from .deductions import Deduction
from .position import Position
from .speech import Speaker
from .steps import Because, Glimpse, Refuted, StageName, Step, StepMark
from .suppositions import Refutation, Supposition
from .techniques import reason_in_words, technique_of

_FEW = 4
"""Known marks are named if they are on at most this many spots; more are only shown."""
_SUPPOSING = StageName.GLOBAL, StageName.PATTERN, StageName.CHAIN, StageName.CASES
"""Steps whose reasons say what would be wrong if the first mark were otherwise."""
_SHOWN_AS = {StageName.SUMS: StageName.SEARCH}
"""Stages whose steps are shown under another name."""


class Teller:
    """Puts deductions into words."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.speaker = Speaker(position)
        self._refutation: Refutation | None = None
        """The refutation of the current step."""

    def step(self, deduction: Deduction, *, concludes: bool = True) -> Step:
        """A step in words; unless it ``concludes``, these are only the reason."""
        self._refutation = None
        technique = technique_of(self.position, deduction.seed or deduction)
        words, conclusion, kind = self._paragraph(deduction)
        if technique and technique.words:
            if deduction.stage is not StageName.GLOBAL:
                self._refutation = None  # the words do not tell it
            given = self._given(deduction) if "{given}" in technique.words else ""
            words = capital(reason_in_words(technique, self.speaker, deduction, given))
            conclusion = f" {self._conclusion(deduction, '{opposite}' in technique.words)}"
        if concludes:
            words += conclusion
        if deduction.stage is StageName.TRIAL:
            demands = [self._part(worded("all rules together"), deduction.selectors)]
        else:
            demands = self._because_demands(deduction.all_selectors)
        because = (*demands, *map(self._because_mark, deduction.premises))
        if deduction.late:
            words += " " + worded("(The time was up: there may be an easier step.)")
        return Step(
            self.position.puzzle,
            self._all_marks(deduction),
            because,
            words,
            round(deduction.cost, 3),
            kind,
            name_in_words(technique.name, technique.home) if technique else "",
            deduction.late,
            self._refuted(deduction),
        )

    def _refuted(self, deduction: Deduction) -> Refuted | None:
        """The supposition that the words refute, in marks; a global demand refutes it without links."""
        if self._refutation is None:
            return None
        links = (tuple(mark for lit in lits for mark in self.marks(lit)) for lits in self._refutation.lits)
        return Refuted(tuple(self.marks(-deduction.marks[0])), tuple(links), self._refutation.fault_at)

    def glimpse(self, deduction: Deduction, *, is_named: bool = False) -> Glimpse:
        """A step without its words, which is faster; with the name of its technique if it ``is_named``."""
        self._refutation = None
        supposes = deduction.stage in (StageName.CHAIN, StageName.CASES)
        kind = self._supposition(deduction)[1] if supposes else _SHOWN_AS.get(deduction.stage, deduction.stage)
        n_links = self._refutation.n_links if self._refutation is not None else 0
        technique = technique_of(self.position, deduction.seed or deduction) if is_named else None
        name = technique.name if technique is not None else ""
        return Glimpse(self._all_marks(deduction), round(deduction.cost, 3), kind, n_links, name)

    def _all_marks(self, deduction: Deduction) -> tuple[StepMark, ...]:
        return tuple(mark for lit in deduction.marks for mark in self.marks(lit))

    def marks(self, lit: int) -> Iterator[StepMark]:
        """The marks of a literal, one for each spot."""
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

    def words(self, deduction: Deduction) -> str:
        """The whole step as a paragraph."""
        return "".join(self._paragraph(deduction)[:2])

    def _paragraph(self, deduction: Deduction) -> tuple[str, str, StageName]:
        """The reason, the conclusion if it is a sentence of its own, and the name of the step."""
        kind = deduction.stage
        if kind is StageName.TRIAL:
            return self._trial(deduction), "", kind
        if kind is StageName.CANDIDATE:
            if not self.speaker.values(deduction.placed):
                return worded("{marks}: nothing else is left.", marks=capital(self.said(deduction.marks))), "", kind
            reason = self._last_value(deduction)
        elif kind is StageName.GLOBAL:
            reason = self._fault(deduction)
        elif kind in (StageName.CHAIN, StageName.CASES):
            reason, kind = self._supposition(deduction)
        elif kind is StageName.SUMS:
            reason, kind = self._sums(deduction), _SHOWN_AS[kind]
        else:
            reason = self._last_place(deduction) or self._demands(deduction)
        end = "\n" if "\n" in reason else " "
        is_then = deduction.stage in (StageName.CHAIN, StageName.CASES)
        return reason, f"{end}{self._conclusion(deduction, kind in _SUPPOSING, is_then)}", kind

    def _conclusion(self, deduction: Deduction, is_about_first: bool, is_then: bool = False) -> str:
        """What follows. If the argument is about the first mark only, what else follows is told apart: ``is_then``
        if it follows from the first mark."""
        place_of = self.position.model.variables.mark_of
        first = place_of(deduction.marks[0])[:2]
        more = [lit for lit in deduction.marks if place_of(lit)[:2] != first]
        if not more or not is_about_first:
            marks = self.speaker.said_as_left(deduction.marks, bounds=self._compares(deduction))
            return worded("So {marks}.", marks=marks)
        own = self.said([lit for lit in deduction.marks if lit not in more])
        alike = {(layer, value, holds) for layer, _, value, holds in map(place_of, deduction.marks)}
        others = self.speaker.places(more) if len(alike) == 1 else self.said(more)
        text = "So {marks}, and then {others}." if is_then else "So {marks}, and likewise {others}."
        return worded(text, marks=own, others=others)

    def _last_value(self, deduction: Deduction) -> str:
        """A spot with one value left, because others are placed."""
        lit = deduction.marks[0]
        place, value = self.speaker.places([lit]), self.speaker.values([lit])[0]
        seen = self.speaker.values(deduction.placed)
        if not sees_values(self.position, deduction):
            given = self.said([*deduction.placed, *deduction.direct])
            laws = capital(self.speaker.laws(deduction.strikers))
            text = "{laws}, and {given}: only {value} is left for {place}."
            return worded(text, laws=laws, given=given, value=value, place=place)
        text = "{place} sees {seen}: only {value} is left."
        own = [lit for lit in deduction.direct if -lit in self.position.other_values(deduction.marks[0])]
        if len(seen) < _FEW and len(own) == len(deduction.direct) > len(seen) + 1:
            left = listed(self.speaker.values([lit, *deduction.placed]), "or")
            layer = self.position.model.layers[self.position.model.variables.mark_of(lit)[0]]
            assert isinstance(layer, ValueLayer)
            return worded("{place} {left} and sees {seen}.", place=place, left=layer.say_word(left), seen=listed(seen))
        if known := self.said(deduction.direct).removeprefix(place).lstrip():
            text = "{place} sees {seen} and {known}: only {value} is left."
        return worded(text, place=place, seen=listed(seen), known=known, value=value)

    def _last_place(self, deduction: Deduction) -> str:
        """A demand that a value appears somewhere, with one place left for it, in words; "" for other demands."""
        what = self.position.demand_of(deduction.selectors[0]).what
        lit, values = deduction.marks[0], self.speaker.values(deduction.marks)
        is_single = isinstance(what, Count) and min(what.allowed) == 1 and len(deduction.marks) == 1 and lit > 0
        if not is_single or not values or len(self.position.spots.get(lit, ())) < 2:
            return ""
        place = self.speaker.places(deduction.marks)
        law = self.position.law(deduction.selectors[0])
        text = worded("{law}, and only {place} is left for it", law=law, place=place)
        same = [lit for lit in deduction.placed if self.speaker.values([lit]) == values]
        if same:
            if " " in values[0]:
                more = worded("{marks}, which excludes the other open places", marks=self.said(same))
            else:
                who = ("the {value}s at {places} exclude the other open places" if len(same) > 1
                       else "the {value} at {places} excludes the other open places")
                more = worded(who, value=values[0], places=self.speaker.places(same))
            text += f"; {more}"
        return f"{capital(text)}."

    def _demands(self, deduction: Deduction) -> str:
        """One demand, with the known marks of its spots."""
        text, given = self.speaker.laws(deduction.selectors), self._given(deduction)
        return f"{capital(text)}{given}."

    def _given(self, deduction: Deduction) -> str:
        """What a demand needs that is known, as the end of a sentence; "" if that goes without saying."""
        shown = [*deduction.direct, *(lit for lit in deduction.struck if not self._goes_without_saying(lit))]
        spots = {self.position.model.variables.mark_of(lit)[:2] for lit in shown}
        if len(spots) <= _FEW:
            said = self.speaker.said_as_left(shown, bounds=self._compares(deduction))
        else:
            said = self._as_many(deduction.selectors[0], shown)
        if worded("{clauses}, and {last}", clauses="", last="") in said:
            return worded(". Here {marks}", marks=said)
        return worded(", and {marks}", marks=said) if said else ""

    def _compares(self, deduction: Deduction) -> bool:
        """Whether it matters which values are larger: not where places are counted or barred."""
        demands = map(self.position.demand_of, deduction.selectors)
        parts = [part for one in demands for part in (one.what.items if isinstance(one.what, All) else [one.what])]
        return not all(isinstance(part, Count | Mark) for part in parts)

    def _as_many(self, selector: int, shown: Sequence[int]) -> str:
        """What many known marks of a counting demand show; "" if it does not count, or they differ."""
        what = self.position.demand_of(selector).what
        if not isinstance(what, Count):
            return ""
        counted = {int(lit) for lit in literals(what)}
        if counted.issuperset(shown):
            return worded("that many are there already")
        return worded("only that many places are left") if counted.issuperset(-lit for lit in shown) else ""

    def _goes_without_saying(self, lit: int) -> bool:
        """Whether a silent mark needs no words: the spot's value is not another one, or a clue says it of its own
        spot."""
        striker, *placed = self.position.silent[lit]
        spots = self.position.model.variables.spots_of(lit)
        clues = {spot for _, spot in self.position.solver.clues_of(striker)} if striker else set()
        return not striker or (not placed and not clues.isdisjoint(spots))

    def _fault(self, deduction: Deduction) -> str:
        """A global demand: what would go wrong otherwise."""
        against = -deduction.marks[0]
        selector = next(one for one in deduction.all_selectors if self.position.conflict_of(one) is not None)
        fault, at = self.speaker.fault_where(selector, self.position.closed([against]), against)
        fault = fault or self.speaker.fault(selector)
        self._refutation = Refutation((), fault, fault_at=at)
        return worded("If {what}, {fault}.", what=self.said([against]), fault=fault)

    def _sums(self, deduction: Deduction) -> str:
        """Counts added up."""
        text = balance_in_words(self.position, deduction.selectors)
        return f"{capital(text)}." if text else self._demands(deduction)

    def _trial(self, deduction: Deduction) -> str:
        """Which contradiction the opposite leads to, if propagation shows it."""
        if len(deduction.marks) > 1:
            return worded("Only trial and error leads on, and gives the rest of the answer.")
        position, lit = self.position, deduction.marks[0]
        if not position.propagator.propagate([-lit])[0]:
            rules = [one.literal for one in (*position.solver.demands, *position.solver.conflicts)]
            self._refutation = Supposition(self.speaker, rules, [*position.in_order, -lit]).refutation()
        if self._refutation is not None:
            return f"{self._refutation.suppose(self.said([-lit]))} {self._conclusion(deduction, True)}"
        return worded("Only trial and error shows that {marks}.", marks=self.said([lit]))

    def _supposition(self, deduction: Deduction) -> tuple[str, StageName]:
        """How supposing the opposite fails, and the name that the step is shown under."""
        against = self.said([-deduction.marks[0]])
        holds = [*deduction.premises, *deduction.struck, -deduction.marks[0]]
        supposition = Supposition(self.speaker, deduction.all_selectors, holds, deduction.cost)
        refutation = self._refutation = supposition.refutation()
        if refutation is None:
            laws = self.speaker.laws(deduction.selectors)
            return worded("If {what}, these cannot all hold: {laws}.", what=against, laws=laws), StageName.CASES
        if supposition.has_cases:
            return refutation.suppose(against), StageName.CASES
        return refutation.suppose(against), StageName.PATTERN if refutation.is_pattern else StageName.CHAIN


def sees_values(position: Position, deduction: Deduction) -> bool:
    """Whether exactly the values placed around a spot are those that it cannot hold for that reason."""

    def values(lits: Sequence[int]) -> set[object]:
        return {position.model.variables.mark_of(lit)[2] for lit in lits}

    return values(deduction.placed) <= values([lit for lit in deduction.struck if lit < 0])
