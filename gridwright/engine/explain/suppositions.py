"""Suppositions: how a few demands lead from a mark that is supposed to be wrong to a contradiction, link by link."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from ...board.board import Spot
from ...language.wording import capital, worded
from ..solve.selectors import without_redundant
from .counts import Counts, Excess, in_words
from .speech import Speaker, lowered, merged

_MOST_LEMMAS = 6
"""More lemmas than this are too many to retrace."""
_AT_A_GLANCE = 3
"""This many sentences can be seen together, if they follow at once or their demands are few."""
_ONE_LOOK = 5.0
"""Demands are few if they cost less than this: three or four, and one or two more about a pair of spots."""
_LONGEST, _MOST_LINES, _LONGEST_LINE = 300, 5, 200
"""Limits: longer paragraphs become numbered lines; if there are more lines, or longer ones, only the end is shown."""
_TRIED = 200
"""At most this many marks and views are tried as lemmas."""


@dataclass
class _ChainLink:
    """Marks and views that follow: from one demand; from a spot with one value left or from the meaning of views (both
    with ``selector`` 0); or because their opposite leads to a contradiction, which ``lemma`` shows. ``uses`` are the
    literals they may follow from."""

    selector: int
    lits: list[int]
    uses: list[int]
    lemma: _Lemma | None = None
    is_meaning: bool = False


@dataclass
class _Broken:
    """A contradiction: a demand that is broken, a spot with no value left, or counts that need too much together."""

    selector: int
    uses: Sequence[int]
    spot: Sequence[int] = ()
    excess: Excess | None = None
    is_meaning = False


class _Lemma(NamedTuple):
    """A literal that is supposed within another supposition, and the contradiction that it leads to."""

    lit: int
    supposition: Supposition
    broken: _Broken


@dataclass(frozen=True)
class Refutation:
    """How a supposition fails, in words: the ``links`` are sentences, the ``fault`` is a clause that says what is
    wrong in the end. If no grid shows that, ``fault`` is empty and ``law`` is what must hold nevertheless.
    ``is_pattern``: whether the links are seen together, because they are few and either follow from the supposition
    ``at_once``, or from few demands in one place. Most puzzles that authors call very easy need no more than this."""

    links: Sequence[str]
    fault: str
    law: str = ""
    is_pattern: bool = False
    at_once: bool = True
    has_cases: bool = False
    lits: Sequence[Sequence[int]] = ()
    """The marks of each link, as literals."""
    fault_at: tuple[Spot, ...] = ()
    n_links: int = 0
    """The number of links, with those of the longest case."""

    def suppose(self, what: str) -> str:
        """The whole argument: a paragraph; if that is long, a few numbered lines; if these are many, how it ends."""
        text = worded("Suppose {what}. {more}", what=what, more=self._after_links())
        if self.is_pattern:
            text = self.briefly(what)
        if len(text) <= _LONGEST:
            return text
        numbered = [f"{n}. {capital(_without_then(link))}." for n, link in enumerate(self.links, 1)]
        if len(numbered) <= _MOST_LINES and not self.has_cases and len(max(numbered, key=len)) <= _LONGEST_LINE:
            return "\n".join((worded("Suppose {what}.", what=what), *numbered, self._end()))
        end = self.fault or worded("this cannot hold any more: {law}", law=self.law)
        if self.has_cases:
            text = "Suppose {what}. Every way to go on breaks a rule; in the last case, {end}."
            return worded(text, what=what, end=end)
        n = sum(map(len, self.lits))
        return worded("Suppose {what}. Follow it through, for {n} marks: in the end, {end}.", what=what, n=n, end=end)

    def briefly(self, what: str) -> str:
        """The same within another paragraph."""
        if self.links and self.is_pattern:
            joint = worded(", and " if self.at_once else ", and then ")
            then = joint.join(map(_without_then, self.links))
            return f"{worded('If {what}, then {then}.', what=what, then=then)} {self._end()}"
        if self.links:
            return worded("If {what}, {then}", what=what, then=lowered(self._after_links()))
        if self.fault:
            return worded("If {what}, {fault}.", what=what, fault=self.fault)
        return worded("If {what}, this cannot hold any more: {law}.", what=what, law=self.law)

    def _after_links(self) -> str:
        return f"{' '.join(self.links)} {self._end()}"

    def _end(self) -> str:
        return worded("But then {fault}." if self.fault else "But {law}.", fault=self.fault, law=self.law)


class Supposition:
    """Retraces what follows from some marks by some demands, one link at a time."""

    def __init__(self, speaker: Speaker, selectors: Sequence[int], holds: Collection[int], cost: float = inf) -> None:
        """``cost``: that of the demands together."""
        self.speaker, self.position, self.selectors, self.cost = speaker, speaker.position, selectors, cost
        has_views = not self.position.viewed.keys().isdisjoint(selectors)
        self.views_on = [self.position.solver.by_views] if has_views else []
        self.given = self.position.closed(holds)
        self.holds = set(self.given)
        self.counts = Counts(self.position, selectors)
        self.links: list[_ChainLink] = []
        self.has_cases = False
        """Whether marks were found by supposing their opposite."""

    def refutation(self) -> Refutation | None:
        """How the supposition leads to a contradiction; None if that takes too many cases."""
        broken = self._end()
        for _ in range(_MOST_LEMMAS):
            lemma = self._lemma() if broken is None else None
            if lemma is None:
                break
            self._add(lemma)
            broken = self._end()
        return None if broken is None else self._refuted(broken)

    def _end(self) -> _Broken | None:
        """Adds links for everything that follows; returns the contradiction, if there is one."""
        if broken := self._follow_all():
            return broken
        excess = self.counts.excess(self.holds)
        return None if excess is None else _Broken(0, excess.uses, excess=excess)

    def _follow_all(self) -> _Broken | None:
        """Adds a link for every consequence, demand by demand; returns the violated demand, if any."""
        changed = True
        while changed:
            changed = False
            self._follow_views()
            for selector in self.selectors:
                assumed = self._held(selector)
                sound, lits = self._follow(selector, assumed)
                if not sound:
                    return _Broken(selector, assumed)
                if lits:
                    self._add(_ChainLink(selector, lits, assumed))
                    self._follow_views()
                    changed = True
            for spot in self._spots():
                left = [lit for lit in spot if -lit not in self.holds]
                if not left:
                    return _Broken(0, [-lit for lit in spot], spot)
                if len(left) == 1 and left[0] not in self.holds:
                    self._add(_ChainLink(0, left, [-lit for lit in spot if lit != left[0]]))
                    changed = True
        return None

    def _follow_views(self) -> None:
        """Adds a link for what follows from the meaning of views."""
        if not self.views_on:
            return
        solver, views, top = self.position.solver, self.position.solver.views.told, self.position.top
        holds = list(self.holds)
        sound, lits = solver.propagate(holds)
        while sound and solver.refine(self.holds.union(lits)):
            sound, lits = solver.propagate(holds)
        own = [lit for lit in lits if 1 < abs(lit) <= top or abs(lit) in views]
        fresh = [lit for lit in own if lit not in self.holds and -lit not in self.holds]
        if sound and fresh:
            self._add(_ChainLink(0, sorted(fresh, key=abs), holds, is_meaning=True))

    def _add(self, link: _ChainLink) -> None:
        self.links.append(link)
        self.holds |= self.position.closed(link.lits)

    def _held(self, selector: int) -> list[int]:
        """What holds among the variables of a demand."""
        holds = self.holds
        return [v if v in holds else -v for v in self.position.mentioned(selector) if v in holds or -v in holds]

    def _spots(self) -> Iterable[Sequence[int]]:
        """The spots that the demands mention, as the literals of their values."""
        spots = self.position.spots
        met = {v for selector in self.selectors for v in self.position.variables(selector) if v in spots}
        return {id(spots[v]): spots[v] for v in sorted(met)}.values()

    def _follow(self, selector: int, assumed: list[int]) -> tuple[bool, list[int]]:
        """What follows from a demand and some literals; False if they break it."""
        holds = self.holds
        sound, lits = self.position.solver.propagate([*assumed, *self.views_on, selector])
        follow = set(lits)
        open_ = (v for v in self.position.mentioned(selector) if v not in holds and -v not in holds)
        return sound, [lit for v in open_ for lit in (v, -v) if lit in follow]

    def _lemma(self) -> _ChainLink | None:
        """Refutes a mark or view: demand by demand (of several, the one whose opposite has the most consequences),
        or else by adding up."""
        always = [*self.holds, *self.views_on, *self.selectors]
        refuted = self.position.refuted_by_propagation
        open_ = self.position.open_in(self.selectors, self.holds)[:_TRIED]
        failing = [lit for lit in open_ if refuted([*always, lit])]
        if failing:
            return self._failing(max(failing, key=lambda lit: self._reach([*always, -lit])))
        adding = (self._failing(lit) for lit in open_ if self._adds_up_to_too_much([*always, lit]))
        return next((lemma for lemma in adding if lemma is not None), None)

    def _adds_up_to_too_much(self, assumed: Sequence[int]) -> bool:
        """Whether counts need too much together if some literals hold."""
        if not self.counts.needing:
            return False
        _, lits = self.position.solver.propagate(assumed)
        return self.counts.excess(self.holds.union(lits)) is not None

    def _reach(self, assumed: Sequence[int]) -> float:
        """How much follows from assumptions; infinitely much if they contradict each other."""
        sound, lits = self.position.solver.propagate(assumed)
        return len(lits) if sound else inf

    def _failing(self, lit: int) -> _ChainLink | None:
        """The lemma that a literal is false; a plain link if one demand shows it at once."""
        inner = Supposition(self.speaker, self.selectors, [*self.holds, lit])
        broken = inner._end()
        if broken is None:
            return None
        needed, uses = inner._needed(broken)
        own = [use for use in uses if use in self.holds]
        if not needed and broken.selector:
            return _ChainLink(broken.selector, [-lit], own)
        return _ChainLink(0, [-lit], own, _Lemma(lit, inner, broken))

    def _refuted(self, broken: _Broken, said: Collection[int] = ()) -> Refutation:
        """The contradiction in words, where ``said`` has been said before beside what is known."""
        needed, _ = self._needed(broken)
        self.has_cases = any(link.lemma for link in needed)
        said, views = self.position.closed(said or self.given), self.position.solver.views.told
        links, marks = list[str](), list[list[int]]()
        n_laws = 0
        for link, laws, lits in self._grouped(needed):
            n_laws += len(laws)
            links.append(self._sentence(link, merged(laws)[0], lits, said))
            marks.append([lit for lit in lits if abs(lit) not in views])
            said |= self.position.closed(lits)
        lemmas = (link.lemma for link in needed if link.lemma is not None)
        n_links = len(links) + max((one.supposition._length(one.broken) for one in lemmas), default=0)
        at_once = self._follow_at_once(needed)
        are_seen = at_once or self.cost < _ONE_LOOK
        is_pattern = not self.has_cases and n_laws <= _AT_A_GLANCE and are_seen
        fault, law, fault_at = self._fault(broken, said)
        return Refutation(links, fault, law, is_pattern, at_once, self.has_cases, marks, fault_at, n_links)

    def _length(self, broken: _Broken) -> int:
        """The number of links that lead to a contradiction."""
        return len(self._grouped(self._needed(broken)[0]))

    def _follow_at_once(self, links: Sequence[_ChainLink]) -> bool:
        """Whether no link depends on another; links of the same demand count as one."""
        given: dict[int, set[int]] = {link.selector: set(self.given) for link in links}
        for link in links:
            if link.selector:
                given[link.selector] |= self.position.closed(link.lits)
        return all(given[link.selector].issuperset(link.uses) for link in links)

    def _fault(self, broken: _Broken, said: Collection[int]) -> tuple[str, str, tuple[Spot, ...]]:
        """What is wrong in the end, what must hold nevertheless, and the spots that show it; none if counts need too
        much together."""
        position, speaker = self.position, self.speaker
        if (excess := broken.excess) is not None:
            counted = {v for one in (*excess.needing, *excess.limiting) for v in position.variables(one)}
            return in_words(position, self.counts.again(excess, {*said, *position.settled(counted)})), "", ()
        if not broken.selector:
            fault = worded("no value is left for {place}", place=speaker.places(broken.spot[:1]))
            return fault, "", tuple(position.model.variables.spots_of(broken.spot[0]))
        for selector in (broken.selector, *self.selectors):
            fault, at = speaker.fault_where(selector, said)
            if fault:
                return fault, "", at
        conflict, law = position.conflict_of(broken.selector), position.law(broken.selector)
        if conflict is not None:
            return speaker.fault(broken.selector), law, conflict.at
        return "", law, position.demand_of(broken.selector).at

    def _needed(self, broken: _Broken) -> tuple[list[_ChainLink], set[int]]:
        """The links that lead to the contradiction, each with only the literals that later links need and those it
        follows from; and all literals that are needed."""
        wanted = set(self._reason(broken, []))
        kept: list[_ChainLink] = []
        for link in reversed(self.links):
            own = [lit for lit in link.lits if lit in wanted or self._strikes(lit, wanted)]
            if own:
                uses = list(dict.fromkeys(use for lit in own for use in self._reason(link, [-lit])))
                kept.append(_ChainLink(link.selector, own, uses, link.lemma, link.is_meaning))
                wanted.update(uses)
        return kept[::-1], wanted

    def _reason(self, one: _ChainLink | _Broken, against: list[int]) -> Sequence[int]:
        """The literals that a link needs to give the opposite of ``against``, or a demand to be broken."""
        if not one.selector and not one.is_meaning:
            return one.uses
        order = sorted(one.uses, key=lambda lit: lit in self.given, reverse=True)
        always = [one.selector, *self.views_on, *against] if one.selector else against
        return without_redundant(order, always, self.position.refuted_by_propagation)

    def _strikes(self, lit: int, wanted: set[int]) -> bool:
        """Whether a literal is needed because of what it says of other values of its spot."""
        return any(one in wanted and one not in self.given for one in self.position.implied(lit))

    def _grouped(self, links: Iterable[_ChainLink]) -> list[tuple[_ChainLink, list[str], list[int]]]:
        """Links that share a sentence, with their laws and their literals: consecutive links of one demand, or of
        demands that say the same of several places, if none of these links needs another."""
        groups: list[tuple[_ChainLink, list[str], list[int]]] = []
        for link in links:
            law = self._law(link)
            if groups and not link.lemma and not groups[-1][0].lemma:
                _, laws, lits = groups[-1]
                if law == laws[-1] or (link.selector and len(merged([*laws, law])) == 1
                                       and self.position.closed(lits).isdisjoint(link.uses)):  # fmt: skip
                    laws += [law] if law != laws[-1] else []
                    lits += [lit for lit in link.lits if lit not in lits]
                    continue
            groups.append((link, [law], list(dict.fromkeys(link.lits))))
        return groups

    def _law(self, link: _ChainLink) -> str:
        """Why the literals of a link follow; "" if they follow from the meaning of views or a lemma."""
        if link.selector:
            return self.position.law(link.selector)
        return "" if link.is_meaning or link.lemma else worded("nothing else is left")

    def _sentence(self, link: _ChainLink, law: str, lits: Sequence[int], said: Collection[int]) -> str:
        marks = self.speaker.said(lits)
        if link.lemma:
            lit, supposition, broken = link.lemma
            refutation = supposition._refuted(broken, [*said, lit])
            return worded("{reason} So {marks}.", reason=refutation.briefly(self.speaker.said([lit])), marks=marks)
        return worded("Then {marks} ({law})." if law else "Then {marks}.", marks=marks, law=law)


def _without_then(sentence: str) -> str:
    """A sentence without its initial ``Then``, as a clause."""
    return sentence.removeprefix(worded("Then {marks}.", marks="").removesuffix(".")).removesuffix(".")
