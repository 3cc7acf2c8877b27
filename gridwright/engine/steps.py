"""Steps: what follows from a position, told as one person tells it to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..language.board import Spot
from ..language.genre import Genre
from ..language.layers import AnswerLayer, ValueLayer
from ..language.puzzle import Puzzle, State, Value
from ..language.rules import Conflict, Demand
from ..language.wording import listed
from .kept import Selector
from .reasons import Explainer, Found

_FEW = 4
"""So many marks that a step uses are named; more are only shown."""
_MANY_LAWS = 6
"""Demands that must be taken together are named up to this number."""


class Mark(NamedTuple):
    """A mark of a step: ``spot`` of ``layer`` holds ``value``, or (``holds`` is False) does not.

    On a layer of marks the value is True or False (surely no mark), and ``holds`` is True.
    """

    layer: str
    spot: Spot
    value: Value
    holds: bool = True


@dataclass(frozen=True)
class Because:
    """One part of a reason: a known mark, or a demand; demands of the same words are one part.

    ``conflicts`` are the conflicts with a global demand that count.
    """

    words: str
    at: tuple[Spot, ...]
    demands: tuple[Demand, ...] = field(default=(), compare=False, repr=False)
    conflicts: tuple[Conflict, ...] = field(default=(), compare=False, repr=False)
    mark: Mark | None = None

    @property
    def rule(self) -> str:
        """The name of the demand's rule; nothing for a mark."""
        return self.demands[0].rule.name if self.demands else ""


@dataclass(frozen=True)
class Step:
    """What follows from a position: ``marks``, from the demands and marks of ``because``; in ``words``, a paragraph.

    ``cost`` is how hard it is to see (1 is an ordinary demand that gives a mark at once); ``kind`` tells how it
    follows: ``demand``, ``candidate`` (one is left on a spot), ``global``, ``search`` (one demand, thought through),
    ``chain`` (a supposition fails demand by demand) or ``cases``. ``technique`` is the name that the field has for it,
    where it has one.
    """

    puzzle: Puzzle = field(repr=False)
    marks: tuple[Mark, ...]
    because: tuple[Because, ...]
    words: str
    cost: float
    kind: str
    technique: str = ""

    def __str__(self) -> str:
        return self.words

    def applied(self, state: State) -> State:
        """The position after the step."""
        marks = {name: dict(layer) for name, layer in state.marks.items()}
        struck = {name: {spot: set(out) for spot, out in layer.items()} for name, layer in state.struck.items()}
        for layer, spot, value, holds in self.marks:
            if holds:
                marks.setdefault(layer, {})[spot] = value
            else:
                struck.setdefault(layer, {}).setdefault(spot, set()).add(value)
        return State.of(self.puzzle, marks, struck)


class Teller:
    """Puts the steps that an explainer finds into words."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer = explainer
        self.model: Genre = explainer.model
        self.board = explainer.model.board

    def step(self, found: Found) -> Step:
        """A step in words."""
        return Step(
            self.explainer.puzzle,
            tuple(mark for lit in found.marks for mark in self.marks(lit)),
            (*self._because_units(found.units), *map(self._because_mark, found.premises)),
            self.words(found),
            round(found.cost, 3),
            found.stage,
        )

    # -- marks --

    def marks(self, lit: int) -> Iterator[Mark]:
        """What a literal says, spot by spot."""
        layer, place, value, holds = self.model.variables.mark_of(lit)
        return (Mark(layer, spot, value, holds) for spot in place)

    def _because_units(self, units: Iterable[int]) -> list[Because]:
        """Demands as parts of a reason, those of the same words together."""
        found: dict[str, list[Selector]] = {}
        for unit in units:
            found.setdefault(self._law(unit), []).append(self.explainer.selector(unit))
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

    def said(self, lits: Iterable[int]) -> str:
        """Marks as a clause: ``r1c1 and r1c3 are sea, and r2c2 is land``."""
        groups: dict[tuple[str, Any, bool], list[Spot]] = {}
        for lit in lits:
            layer, place, value, holds = self.model.variables.mark_of(lit)
            groups.setdefault((layer, value, holds), []).append(place[0])
        clauses = []
        for (name, value, holds), spots in groups.items():
            marked = self.model.layers[name]
            assert isinstance(marked, AnswerLayer | ValueLayer)
            names = listed(self.board.names(sorted(spots)))
            clauses.append(f"{names} {marked.say(value, holds, several=len(spots) > 1, puzzle=self.explainer.puzzle)}")
        return listed(clauses, "and") if len(clauses) < 2 else ", ".join(clauses[:-1]) + f", and {clauses[-1]}"

    def capital(self, lits: Iterable[int]) -> str:
        """Marks as the beginning of a sentence."""
        return _capital(self.said(lits))

    # -- paragraphs --

    def words(self, found: Found) -> str:
        """The whole step as a paragraph."""
        if found.stage == "global":
            return self._by_fault(found)
        if found.stage in ("chain", "cases"):
            return self._by_supposing(found)
        return self._by_demands(found)

    def _law(self, unit: int) -> str:
        demand = self.explainer.selector(unit).demand
        assert demand is not None
        return demand.say(self.board)

    def _laws(self, units: Sequence[int]) -> str:
        """Demands as one clause: equal ones once, those that begin alike together."""
        laws = merged(dict.fromkeys(map(self._law, units)))
        if len(laws) > _MANY_LAWS:
            laws = [*laws[: _MANY_LAWS - 1], f"{len(laws) - _MANY_LAWS + 1} more like these"]
        return "; ".join(laws)

    def _by_demands(self, found: Found) -> str:
        """One demand, and those that excluded candidates before; or a spot with one candidate left."""
        parts = [] if found.stage == "candidate" else [self._law(found.units[0])]
        units = [unit for unit in found.units if self._law(unit) not in parts]
        shown = [lit for lit in found.premises if not units or not self._is_value(lit)]
        if 0 < len(shown) <= _FEW:
            parts.append(self.said(shown))
        told = _capital(", and ".join(parts))
        excluded = self._laws(units)
        said = self.said(found.marks)
        if not excluded:
            return f"{told}. So {said}." if told else f"Nothing else is left: {said}."
        if told:
            return f"{told}. Other places are excluded: {excluded}. So {said}."
        return f"Other values are excluded: {excluded}. So {said}."

    def _is_value(self, lit: int) -> bool:
        return lit > 0 and bool(self.explainer.values_beside(lit))

    def _by_fault(self, found: Found) -> str:
        """A global demand: what would be wrong otherwise."""
        said, against = self.said(found.marks), self.said([-found.marks[0]])
        fault = self._fault(next(u for u in found.units if self.explainer.selector(u).conflict is not None))
        return f"If {against}, {fault}. So {said}."

    def _fault(self, unit: int) -> str:
        selector = self.explainer.selector(unit)
        demand, conflict = selector.demand, selector.conflict
        assert demand is not None
        if conflict is None:
            return demand.say(self.board)
        words = {**demand.words, **conflict.words}
        return demand.wording.fault(self.board, demand.at or conflict.at, words, name=conflict.fault)

    def _by_supposing(self, found: Found) -> str:
        said, against = self.said(found.marks), self.said([-found.marks[0]])
        told = self._supposition([*found.premises, -found.marks[0]], found.units)
        if told is None:
            told = self._cases(found)
        if told is None:
            return f"Taken together, these leave no other way: {self._laws(found.units)}. So {said}."
        return f"Suppose {against}. {' '.join(told)} So {said}."

    def _supposition(self, known: Sequence[int], units: Sequence[int]) -> list[str] | None:
        """The sentences from what is supposed to a contradiction, demand by demand; None where there is none."""
        holds = self._closed(known)
        left = list(units)
        links: list[_Link] = []
        while left:
            for unit in left:
                sound, lits = self._follow(unit, holds)
                if not sound:
                    told = self._needed(links, self.explainer.variables(unit))
                    return [*self._then(told), f"But then {self._broken(unit, holds)}."]
                if lits:
                    links.append(_Link(unit, lits))
                    holds |= self._closed(lits)
                    left.remove(unit)
                    break
            else:
                return None
        return None

    def _closed(self, lits: Iterable[int]) -> set[int]:
        """Literals, and the values that a spot does not hold because it holds another."""
        found = set(lits)
        for lit in list(found):
            found.update(-other for other in self.explainer.values_beside(lit))
        return found

    def _follow(self, unit: int, holds: set[int]) -> tuple[bool, list[int]]:
        """What one demand gives from some marks; False where it is broken."""
        variables = self.explainer.variables(unit)
        assumed = [v if v in holds else -v for v in variables if v in holds or -v in holds]
        sound, lits = self.explainer.kept.propagate([*assumed, unit])
        own = set(variables)
        return sound, [lit for lit in lits if abs(lit) in own and lit not in holds and -lit not in holds]

    def _needed(self, links: list[_Link], last: Iterable[int]) -> list[_Link]:
        """The links of a chain with those of their marks only that later ones speak of."""
        wanted = set(last)
        kept: list[_Link] = []
        for unit, lits in reversed(links):
            own = [lit for lit in lits if abs(lit) in wanted or any(abs(o) in wanted for o in self._beside(lit))]
            if own:
                kept.append(_Link(unit, own))
                wanted.update(self.explainer.variables(unit))
        return kept[::-1]

    def _beside(self, lit: int) -> list[int]:
        return self.explainer.values_beside(lit) if lit > 0 else []

    def _then(self, links: Iterable[_Link]) -> list[str]:
        """A sentence for each link, those of the same demand in a row together."""
        told: list[tuple[str, list[int]]] = []
        for unit, lits in links:
            law = self._law(unit)
            if told and told[-1][0] == law:
                told[-1][1].extend(lits)
            else:
                told.append((law, list(lits)))
        return [f"Then {self.said(dict.fromkeys(lits))} ({law})." for law, lits in told]

    def _broken(self, unit: int, holds: set[int]) -> str:
        selector = self.explainer.selector(unit)
        if selector.conflict is not None:
            return self._fault(unit)
        demand = selector.demand
        assert demand is not None
        return self.explainer.fault(demand, holds)

    def _cases(self, found: Found) -> list[str] | None:
        """Where no chain leads to the contradiction: marks that cannot be, each by a chain of its own, first."""
        holds = [*found.premises, -found.marks[0]]
        sentences: list[str] = []
        for lit in self.explainer.open_in(found.units, holds):
            told = self._supposition([*holds, lit], found.units)
            if told is None:
                continue
            lemma = f"If {self.said([lit])}: {_lowered(' '.join(told))} So {self.said([-lit])}."
            holds.append(-lit)
            rest = self._supposition(holds, found.units)
            if rest is not None:
                return [*sentences, lemma, *rest]
            sentences.append(lemma)
        return None


class _Link(NamedTuple):
    """A demand of a chain, and the marks that it gives."""

    unit: int
    lits: list[int]


def merged(laws: Iterable[str]) -> list[str]:
    """Clauses, those that differ after their first words as one: ``6 stands once in row 1 and in column 2``."""
    found: list[list[list[str]]] = []
    for law in laws:
        words = law.split(" ")
        for group in found:
            if words[:_ALIKE] == group[0][:_ALIKE] and len(words) == len(group[0]) > _ALIKE:
                group.append(words)
                break
        else:
            found.append([words])
    return [_as_one(group) for group in found]


_ALIKE = 4
"""Clauses that begin with so many equal words are told as one."""


def _as_one(group: list[list[str]]) -> str:
    alike = 0
    while len(group) > 1 and alike < len(group[0]) and len({words[alike] for words in group}) == 1:
        alike += 1
    if len(group) == 1:
        return " ".join(group[0])
    if group[0][alike].isdigit():
        alike -= 1  # "row 1 and row 3"
    return f"{' '.join(group[0][:alike])} {listed(' '.join(words[alike:]) for words in group)}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _capital(text: str) -> str:
    """A sentence's first letter as a capital, unless it begins with the name of a place."""
    return text if text[:1] in "rc" and text[1:2].isdigit() else text[:1].upper() + text[1:]
