"""Why two answers have the same clues: what other answers may not have, lest the same marks can be exchanged in them.

Where an answer A has the clues of another answer B, so has many an answer that shares with A the marks in which the two
differ, and the few others that allow the exchange. All of these are excluded at once. A count that the exchange leaves
as it is asks for none of them, which makes the exclusion wide in genres whose clues count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ..language.expr import All, Count, Expr, Known, Mark, Some, Total, known_from, literals, only_marks
from .clue_demands import ClueDemands
from .draft import Draft


class Exchanges:
    """What makes exchanges of marks possible in puzzles of one structure."""

    def __init__(self, demands: ClueDemands) -> None:
        """``demands``: of the structure."""
        self.demands = demands

    @cached_property
    def _rules(self) -> Mapping[int, Sequence[Expr]] | None:
        """What the rules demand, by the variables that it speaks of; None where a rule looks at the whole board."""
        model = self.demands.bare.genre(self.demands.bare)
        found: dict[int, list[Expr]] = {}
        for rule in model.rules:
            for demand in rule.demands(model):
                if not isinstance(demand.what, Expr):
                    return None
                for part in _parts(demand.what):
                    for variable in set(map(abs, literals(part))):
                        found.setdefault(variable, []).append(part)
        return found

    def reason(self, draft: Draft, marks: frozenset[int], other: frozenset[int]) -> list[int] | None:
        """The marks of a draft's answer with which it can be exchanged for another one that has the same clues.

        ``marks`` and ``other`` are the literals of the two answers. None where a rule looks at the whole board, so that
        it cannot be told what it asks for.
        """
        if self._rules is None:
            return None
        changed = marks - other
        variables = set(map(abs, changed | (other - marks)))
        parts = {id(part): part for variable in variables for part in self._rules.get(variable, ())}
        for demand, _ in self.demands.of(draft.puzzle()):
            speaks_of = self.demands.variables_of(demand)
            if speaks_of is None:
                return None
            if not variables.isdisjoint(speaks_of):
                assert isinstance(demand.what, Expr)
                parts |= {id(part): part for part in _parts(demand.what)}
        known, after = (_known(own, self.demands.variables.top) for own in (marks, other))
        needed = set(changed)
        for part in parts.values():
            if not _is_kept(part, known, after):
                needed.update(_needed(part, after, variables))
        return sorted(needed)


def _parts(what: Expr) -> Iterator[Expr]:
    """Expressions that hold if and only if one does."""
    if isinstance(what, All):
        for item in what.items:
            yield from _parts(item)
    else:
        yield what


def _known(marks: frozenset[int], top: int) -> list[int]:
    """The values of the variables of an answer of which all true values are told."""
    return known_from([1, *(1 if variable in marks else -1 for variable in range(2, top + 1))])


def _is_kept(part: Expr, known: Known, other: Known) -> bool:
    """Whether a count or a sum is the same after the exchange wherever that can be made."""
    if isinstance(part, Count):
        return only_marks(part.items) and part.reach(known) == part.reach(other)
    return isinstance(part, Total) and part.reach(known) == part.reach(other)


def _needed(part: Expr, other: Known, changed: set[int]) -> set[int]:
    """Literals of variables that do not change with which an expression holds after the exchange."""
    if isinstance(part, Mark):
        return set() if abs(part) in changed else {int(part)}
    if isinstance(part, All):
        return set().union(*(_needed(item, other, changed) for item in part.items))
    if isinstance(part, Some):
        return min((_needed(item, other, changed) for item in part.items if item.judge(other)), key=len)
    return {lit if other[lit] > 0 else -lit for lit in literals(part) if abs(lit) not in changed}
