"""Suppositions: how a few demands lead from a mark that is supposed to be wrong to a contradiction, link by link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .position import Position, without_needless
from .speech import Speaker, lowered

_MOST_LEMMAS = 4
"""A contradiction that takes more lemmas than this is not told link by link."""


@dataclass
class _Link:
    """Marks that follow: from one unit, from a spot's having one value left (``unit`` 0), or because their opposite
    leads to a contradiction (``lemma``). ``uses`` are the marks that they may follow from."""

    unit: int
    lits: list[int]
    uses: list[int]
    lemma: list[str] = field(default_factory=list)


@dataclass
class _Broken:
    """A contradiction: the unit that is broken by some marks, or the literals of a spot that has no value left."""

    unit: int
    uses: list[int]
    spot: Sequence[int] = ()


class Supposition:
    """What follows from some marks by some units, one after the other."""

    def __init__(self, speaker: Speaker, units: Sequence[int], holds: Iterable[int]) -> None:
        self.speaker, self.position, self.units = speaker, speaker.position, units
        self.given = closed(self.position, holds)
        self.holds = set(self.given)
        self.links: list[_Link] = []
        self.has_cases = False
        """Whether marks that are told were found by supposing their opposite."""

    def told(self) -> list[str] | None:
        """The sentences from what is supposed to a contradiction; None where one takes too many cases."""
        broken = self._follow_all()
        while broken is None:
            lemma = self._lemma()
            if lemma is None or sum(bool(link.lemma) for link in self.links) >= _MOST_LEMMAS:
                return None
            self._add(lemma)
            broken = self._follow_all()
        return self._sentences(broken)

    def _follow_all(self) -> _Broken | None:
        """Adds a link for all that follows; returns the contradiction, if there is one."""
        changed = True
        while changed:
            changed = False
            for unit in self.units:
                assumed = self._held(unit)
                sound, lits = self._follow(unit, assumed)
                if not sound:
                    return _Broken(unit, assumed)
                if lits:
                    self._add(_Link(unit, lits, assumed))
                    changed = True
            for spot in self._spots():
                left = [lit for lit in spot if -lit not in self.holds]
                if not left:
                    return _Broken(0, [-lit for lit in spot], spot)
                if len(left) == 1 and left[0] not in self.holds:
                    self._add(_Link(0, left, [-lit for lit in spot if lit != left[0]]))
                    changed = True
        return None

    def _add(self, link: _Link) -> None:
        self.links.append(link)
        self.holds |= closed(self.position, link.lits)

    def _held(self, unit: int) -> list[int]:
        """What holds of the variables of a unit."""
        holds = self.holds
        return [v if v in holds else -v for v in self.position.variables(unit) if v in holds or -v in holds]

    def _spots(self) -> Iterable[Sequence[int]]:
        """The spots that the units speak of, as the literals of their values."""
        spots = self.position.spots
        met = {v for unit in self.units for v in self.position.variables(unit) if v in spots}
        return {id(spots[v]): spots[v] for v in sorted(met)}.values()

    def _follow(self, unit: int, assumed: list[int]) -> tuple[bool, list[int]]:
        """What one demand gives from some marks; False where it is broken."""
        holds = self.holds
        sound, lits = self.position.kept.propagate([*assumed, unit])
        own = set(self.position.variables(unit))
        return sound, [lit for lit in lits if abs(lit) in own and lit not in holds and -lit not in holds]

    def _lemma(self) -> _Link | None:
        """A mark that cannot be, because supposing it leads to a contradiction demand by demand."""
        for lit in self.position.open_in(self.units, self.holds):
            if not self.position.refuted_at_sight([*self.holds, *self.units, lit]):
                continue  # one demand after the other shows no more than all of them at once
            inner = Supposition(self.speaker, self.units, [*self.holds, lit])
            broken = inner._follow_all()
            if broken is not None:
                needed, uses = inner._needed(broken)
                text = lowered(" ".join([*inner._then(needed), f"But then {inner._fault(broken)}."]))
                against = self.speaker.said([lit])
                own = [use for use in uses if use in self.holds]
                return _Link(0, [-lit], own, [f"If {against}, {text.removeprefix('but then ')}"])
        return None

    def _sentences(self, broken: _Broken) -> list[str]:
        needed, _ = self._needed(broken)
        self.has_cases = any(link.lemma for link in needed)
        return [*self._then(needed), f"But then {self._fault(broken)}."]

    def _needed(self, broken: _Broken) -> tuple[list[_Link], set[int]]:
        """The links that lead to the contradiction, with those of their marks only that later ones need; and all marks
        that are needed."""
        wanted = set(self._reason(broken.unit, broken.uses, []))
        kept: list[_Link] = []
        for link in reversed(self.links):
            own = [lit for lit in link.lits if lit in wanted or self._strikes(lit, wanted)]
            if own:
                kept.append(_Link(link.unit, own, link.uses, link.lemma))
                for lit in own:
                    wanted.update(self._reason(link.unit, link.uses, [-lit]))
        return kept[::-1], wanted

    def _reason(self, unit: int, uses: list[int], against: list[int]) -> list[int]:
        """Of some marks those that a unit needs to give one, or to be broken."""
        if not unit:
            return uses
        order = sorted(uses, key=lambda lit: lit in self.given, reverse=True)
        return without_needless(order, [unit, *against], self.position.refuted_at_sight)

    def _strikes(self, lit: int, wanted: set[int]) -> bool:
        """Whether a value is wanted because it excludes another one of its spot."""
        beside = [-other for other in self.position.values_beside(lit)] if lit > 0 else []
        return any(other in wanted and other not in self.given for other in beside)

    def _then(self, links: Iterable[_Link]) -> list[str]:
        """A sentence for each link, those of the same demand in a row together."""
        told: list[tuple[str, list[int]]] = []
        for link in links:
            if link.lemma:
                told.append((" ".join(link.lemma[:1]), link.lits))
                continue
            law = self.position.law(link.unit) if link.unit else "nothing else is left"
            if told and told[-1][0] == law:
                told[-1][1].extend(link.lits)
            else:
                told.append((law, list(link.lits)))
        said = self.speaker.said
        return [
            f"{law} So {said(lits)}." if law.startswith("If ") else f"Then {said(dict.fromkeys(lits))} ({law})."
            for law, lits in told
        ]

    def _fault(self, broken: _Broken) -> str:
        if not broken.unit:
            return f"no value is left for {self.speaker.places(broken.spot[:1])}"
        selector = self.position.selector(broken.unit)
        if selector.conflict is not None:
            return self.speaker.fault(broken.unit)
        assert selector.demand is not None
        return self.position.fault(selector.demand, self.holds)


def closed(position: Position, lits: Iterable[int]) -> set[int]:
    """Literals, and the values that a spot does not hold because it holds another."""
    found = set(lits)
    for lit in list(found):
        found.update(-other for other in position.values_beside(lit))
    return found
