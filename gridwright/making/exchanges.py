"""Why two answers have the same clues: what other answers may not have, lest the same marks can be exchanged in them.

Where an answer A has the clues of another answer B, so has many an answer that shares with A the marks in which the two
differ, and the few others that allow the exchange. All of these are excluded at once. A count that the exchange leaves
as it is asks for none of them, which makes the exclusion wide in genres whose clues count.

Clues at places where A has none are not looked at. So a few answers are excluded that would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from ..logic.expr import All, Compared, Count, Expr, Known, Mark, Some, Total, known_from, literals, only_marks
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

    def reasons(self, draft: Draft, marks: frozenset[int], others: Iterable[frozenset[int]]) -> list[list[int]]:
        """For other answers of a draft the marks of its own answer with which that can be exchanged for each of them.

        ``marks`` and ``others`` are the literals of the answers. None are told where a rule or a clue looks at the
        whole board, so that it cannot be told what it asks for.
        """
        if self._rules is None:
            return []
        told = [(demand.what, self.demands.variables_of(demand)) for demand, _ in self.demands.of(draft.puzzle())]
        clues = [(what, own) for what, own in told if isinstance(what, Expr) and own is not None]
        if len(clues) < len(told):
            return []
        return [self._reason(self._rules, clues, marks, other) for other in others]

    def _reason(
        self, rules: Mapping[int, Sequence[Expr]], clues: Sequence[tuple[Expr, frozenset[int]]],
        marks: frozenset[int], other: frozenset[int],
    ) -> list[int]:
        known, after = (_known(own, self.demands.variables.top) for own in (marks, other))
        needed = set(marks - other)
        changed = set(map(abs, marks ^ other))
        of_rules = {id(part): part for variable in changed for part in rules.get(variable, ())}
        for part in of_rules.values():
            if not _is_kept(part, known, after):
                needed |= _needed(part, after, changed)
        for what, variables in clues:
            if not changed.isdisjoint(variables) and not all(_is_kept(part, known, after) for part in _parts(what)):
                # Another answer may have a clue of another value there, of which nothing is known.
                needed |= _settled(what, after, changed)
        return sorted(needed)


def _parts(what: Expr) -> Iterator[Expr]:
    """Expressions that hold if and only if one does."""
    if isinstance(what, All):
        for item in what.items:
            yield from _parts(item)
    elif isinstance(what, Compared):
        yield what.what
    else:
        yield what


def _known(marks: frozenset[int], top: int) -> list[int]:
    """The values of the variables of an answer of which all true values are told."""
    return known_from([1, *(1 if variable in marks else -1 for variable in range(2, top + 1))])


def _is_kept(part: Expr, known: Known, other: Known) -> bool:
    """Whether a count or a sum is the same after the exchange wherever that can be made."""
    if isinstance(part, Count):
        return only_marks(part.items) and part.reach(known) == part.reach(other)
    return isinstance(part, Total) and not part.parts and part.reach(known) == part.reach(other)


def _needed(part: Expr, other: Known, changed: set[int]) -> set[int]:
    """Literals of variables that do not change with which an expression holds after the exchange."""
    if isinstance(part, Mark):
        return set() if abs(part) in changed else {int(part)}
    if isinstance(part, All):
        return set[int]().union(*(_needed(item, other, changed) for item in part.items))
    if isinstance(part, Some):
        return min((_needed(item, other, changed) for item in part.items if item.judge(other)), key=len)
    return _settled(part, other, changed)


def _settled(what: Expr, known: Known, changed: set[int]) -> set[int]:
    """The literals that hold of all variables that an expression speaks of and that do not change."""
    return {lit if known[lit] > 0 else -lit for lit in literals(what) if abs(lit) not in changed}
