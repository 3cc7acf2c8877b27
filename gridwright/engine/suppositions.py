"""Suppositions: how a few demands lead from a mark that is supposed to be wrong to a contradiction, link by link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from .adding import Counts, Excess, in_words
from .position import Position, without_needless
from .speech import Speaker, lowered

_MOST_LEMMAS = 6
"""A contradiction that takes more lemmas than this is not told link by link."""
_AT_A_GLANCE = 3
"""So many sentences on what follows can be seen together, if they follow at once or their demands are few."""
_ONE_LOOK = 5.0
"""Demands are few if seeing them costs less than this: three or four, and one or two more about a pair of spots."""
_TRIED = 200
"""Of so many marks and views it is tried whether they make a lemma."""


@dataclass
class _Link:
    """Marks and views that follow: from one unit, from a spot's having one value left or from what views mean (``unit``
    0), or because their opposite leads to a contradiction, as ``lemma`` tells. ``uses`` are those that they may follow
    from."""

    unit: int
    lits: list[int]
    uses: list[int]
    lemma: str = ""
    is_meaning: bool = False


@dataclass
class _Broken:
    """A contradiction: the unit that is broken by some marks, the literals of a spot that has no value left, or counts
    that need too much together."""

    unit: int
    uses: Sequence[int]
    spot: Sequence[int] = ()
    excess: Excess | None = None
    is_meaning = False


@dataclass(frozen=True)
class Refuted:
    """How a supposition fails, in words: the ``links`` are sentences, the ``fault`` a clause about what is wrong in the
    end. Where no grid shows that, it is empty, and ``law`` is what must hold nevertheless. ``is_pattern``: whether the
    eye sees the links together, because they are few and follow from the supposition ``at_once``, none from another, or
    from few demands in one place. Of the puzzles that authors call very easy most need no more than this."""

    links: Sequence[str]
    fault: str
    law: str = ""
    is_pattern: bool = False
    at_once: bool = True

    def suppose(self, what: str) -> str:
        """The paragraph on a supposition."""
        return self.briefly(what) if self.is_pattern else f"Suppose {what}. {self._after_links()}"

    def briefly(self, what: str) -> str:
        """The same as a part of another paragraph."""
        if self.links and self.is_pattern:
            joint = ", and " if self.at_once else ", and then "
            return f"If {what}, then {joint.join(map(_without_then, self.links))}. {self._end()}"
        if self.links:
            return f"If {what}, {lowered(self._after_links())}"
        return f"If {what}, {self.fault or f'this cannot hold any more: {self.law}'}."

    def _after_links(self) -> str:
        return f"{' '.join(self.links)} {self._end()}"

    def _end(self) -> str:
        return f"But {f'then {self.fault}' if self.fault else self.law}."


class Supposition:
    """What follows from some marks by some units, one after the other."""

    def __init__(self, speaker: Speaker, units: Sequence[int], holds: Iterable[int], cost: float = inf) -> None:
        """``cost``: what it costs to see the units together."""
        self.speaker, self.position, self.units, self.cost = speaker, speaker.position, units, cost
        self.views_on = [self.position.kept.by_views] if any(unit in self.position.viewed for unit in units) else []
        self.given = closed(self.position, holds)
        self.holds = set(self.given)
        self.counts = Counts(self.position, units)
        self.links: list[_Link] = []
        self.has_cases = False
        """Whether marks that are told were found by supposing their opposite."""

    def told(self) -> Refuted | None:
        """How what is supposed leads to a contradiction; None where that takes too many cases."""
        broken = self._end()
        for _ in range(_MOST_LEMMAS):
            lemma = self._lemma() if broken is None else None
            if lemma is None:
                break
            self._add(lemma)
            broken = self._end()
        return None if broken is None else self._refuted(broken)

    def _end(self) -> _Broken | None:
        """Adds links for all that follows; returns the contradiction, if there is one."""
        return self._follow_all() or self._adding_up()

    def _adding_up(self) -> _Broken | None:
        found = self.counts.excess(self.holds)
        return None if found is None else _Broken(0, found.uses, excess=found)

    def _follow_all(self) -> _Broken | None:
        """Adds a link for all that follows; returns the unit or spot that is broken, if there is one."""
        changed = True
        while changed:
            changed = False
            self._follow_views()
            for unit in self.units:
                assumed = self._held(unit)
                sound, lits = self._follow(unit, assumed)
                if not sound:
                    return _Broken(unit, assumed)
                if lits:
                    self._add(_Link(unit, lits, assumed))
                    self._follow_views()
                    changed = True
            for spot in self._spots():
                left = [lit for lit in spot if -lit not in self.holds]
                if not left:
                    return _Broken(0, [-lit for lit in spot], spot)
                if len(left) == 1 and left[0] not in self.holds:
                    self._add(_Link(0, left, [-lit for lit in spot if lit != left[0]]))
                    changed = True
        return None

    def _follow_views(self) -> None:
        """Adds links for what follows by what views mean, each time as much as follows."""
        if not self.views_on:
            return
        kept, told, top = self.position.kept, self.position.kept.views.told, self.position.top
        holds = list(self.holds)
        sound, lits = kept.propagate(holds)
        while sound and kept.refine(self.holds.union(lits)):
            sound, lits = kept.propagate(holds)
        own = [lit for lit in lits if 1 < abs(lit) <= top or abs(lit) in told]
        fresh = [lit for lit in own if lit not in self.holds and -lit not in self.holds]
        if sound and fresh:
            self._add(_Link(0, fresh, holds, is_meaning=True))

    def _add(self, link: _Link) -> None:
        self.links.append(link)
        self.holds |= closed(self.position, link.lits)

    def _held(self, unit: int) -> list[int]:
        """What holds of the variables of a unit."""
        holds = self.holds
        return [v if v in holds else -v for v in self.position.spoken(unit) if v in holds or -v in holds]

    def _spots(self) -> Iterable[Sequence[int]]:
        """The spots that the units speak of, as the literals of their values."""
        spots = self.position.spots
        met = {v for unit in self.units for v in self.position.variables(unit) if v in spots}
        return {id(spots[v]): spots[v] for v in sorted(met)}.values()

    def _follow(self, unit: int, assumed: list[int]) -> tuple[bool, list[int]]:
        """What one demand gives from some marks; False where it is broken."""
        holds = self.holds
        sound, lits = self.position.kept.propagate([*assumed, *self.views_on, unit])
        own = set(self.position.spoken(unit))
        return sound, [lit for lit in lits if abs(lit) in own and lit not in holds and -lit not in holds]

    def _lemma(self) -> _Link | None:
        """A mark or view that cannot be, because supposing it leads to a contradiction: demand by demand, the one of
        whose opposite most follows; or else by adding up."""
        always = [*self.holds, *self.views_on, *self.units]
        refuted = self.position.refuted_at_sight
        open_ = self.position.open_in(self.units, self.holds)[:_TRIED]
        failing = [lit for lit in open_ if refuted([*always, lit])]
        if failing:
            return self._failing(max(failing, key=lambda lit: self._reach([*always, -lit])))
        adding = (self._failing(lit) for lit in open_ if self._adds_up_to_too_much([*always, lit]))
        return next((lemma for lemma in adding if lemma is not None), None)

    def _adds_up_to_too_much(self, assumed: Sequence[int]) -> bool:
        """Whether counts need too much together where some literals hold."""
        if not self.counts.needing:
            return False
        _, lits = self.position.kept.propagate(assumed)
        return self.counts.excess(self.holds.union(lits)) is not None

    def _reach(self, assumed: Sequence[int]) -> float:
        """How much follows from assumptions; infinitely much where they cannot hold together."""
        sound, lits = self.position.kept.propagate(assumed)
        return len(lits) if sound else inf

    def _failing(self, lit: int) -> _Link | None:
        """The lemma that a mark or view cannot be; a plain link where one demand shows it at once."""
        inner = Supposition(self.speaker, self.units, [*self.holds, lit])
        broken = inner._end()
        if broken is None:
            return None
        needed, uses = inner._needed(broken)
        own = [use for use in uses if use in self.holds]
        if not needed and broken.unit:
            return _Link(broken.unit, [-lit], own)
        return _Link(0, [-lit], own, inner._refuted(broken).briefly(self.speaker.said([lit])))

    def _refuted(self, broken: _Broken) -> Refuted:
        needed, _ = self._needed(broken)
        self.has_cases = any(link.lemma for link in needed)
        links = self._then(needed)
        at_once = self._follow_at_once(needed)
        are_seen = at_once or self.cost < _ONE_LOOK
        is_pattern = not self.has_cases and len(links) <= _AT_A_GLANCE and are_seen
        return Refuted(links, *self._fault(broken), is_pattern, at_once)

    def _follow_at_once(self, links: Sequence[_Link]) -> bool:
        """Whether no link follows from what another one gives; links of the same unit count as one."""
        given: dict[int, set[int]] = {link.unit: set(self.given) for link in links}
        for link in links:
            if link.unit:
                given[link.unit] |= closed(self.position, link.lits)
        return all(given[link.unit].issuperset(link.uses) for link in links)

    def _fault(self, broken: _Broken) -> tuple[str, str]:
        """What is wrong in the end, and what must hold nevertheless."""
        if broken.excess is not None:
            return in_words(self.position, broken.excess), ""
        if not broken.unit:
            return f"no value is left for {self.speaker.places(broken.spot[:1])}", ""
        demand = self.position.selector(broken.unit).demand
        assert demand is not None
        if self.position.selector(broken.unit).conflict is not None:
            return self.speaker.fault(broken.unit), self.position.law(broken.unit)
        return self.position.fault(demand, self.holds), self.position.law(broken.unit)

    def _needed(self, broken: _Broken) -> tuple[list[_Link], set[int]]:
        """The links that lead to the contradiction, with those of their marks only that later ones need, and what they
        follow from; and all marks that are needed."""
        wanted = set(self._reason(broken, []))
        kept: list[_Link] = []
        for link in reversed(self.links):
            own = [lit for lit in link.lits if lit in wanted or self._strikes(lit, wanted)]
            if own:
                uses = list(dict.fromkeys(use for lit in own for use in self._reason(link, [-lit])))
                kept.append(_Link(link.unit, own, uses, link.lemma, link.is_meaning))
                wanted.update(uses)
        return kept[::-1], wanted

    def _reason(self, one: _Link | _Broken, against: list[int]) -> Sequence[int]:
        """Of what is held those that a link needs to give a mark, or a unit to be broken."""
        if not one.unit and not one.is_meaning:
            return one.uses
        order = sorted(one.uses, key=lambda lit: lit in self.given, reverse=True)
        always = [one.unit, *self.views_on, *against] if one.unit else against
        return without_needless(order, always, self.position.refuted_at_sight)

    def _strikes(self, lit: int, wanted: set[int]) -> bool:
        """Whether a value is wanted because it excludes another one of its spot."""
        beside = [-other for other in self.position.values_beside(lit)] if lit > 0 else []
        return any(other in wanted and other not in self.given for other in beside)

    def _then(self, links: Iterable[_Link]) -> list[str]:
        """A sentence for each link, those of the same demand in a row together."""
        told: list[tuple[_Link, str, list[int]]] = []
        for link in links:
            law = self._law(link)
            if told and not link.lemma and told[-1][1] == law and not told[-1][0].lemma:
                told[-1][2].extend(link.lits)
            else:
                told.append((link, law, list(link.lits)))
        return [self._sentence(link, law, list(dict.fromkeys(lits))) for link, law, lits in told]

    def _law(self, link: _Link) -> str:
        """Why the marks of a link follow; nothing where what views mean tells that."""
        if link.unit:
            return self.position.law(link.unit)
        return "" if link.is_meaning or link.lemma else "nothing else is left"

    def _sentence(self, link: _Link, law: str, lits: Sequence[int]) -> str:
        said = self.speaker.said(lits)
        if link.lemma:
            return f"{link.lemma} So {said}."
        return f"Then {said} ({law})." if law else f"Then {said}."


def _without_then(sentence: str) -> str:
    """The clause of a sentence that begins with "Then"."""
    return sentence.removeprefix("Then ").removesuffix(".")


def closed(position: Position, lits: Iterable[int]) -> set[int]:
    """Literals, and the values that a spot does not hold because it holds another."""
    found = set(lits)
    for lit in list(found):
        found.update(-other for other in position.values_beside(lit))
    return found
