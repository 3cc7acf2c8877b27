"""From a puzzle to clauses, and to the globals whose cuts say the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from ..language.clauses import Clause, Clauses
from ..language.expr import Expr, Known
from ..language.genre import Genre, Puzzle, State
from ..language.rules import Conflict, Global, Rule
from ..language.ticks import ticking


@dataclass
class Compiled:
    """A puzzle ready for a solver. ``literals`` of an answer are variables 2 .. ``model.top``."""

    model: Genre
    clauses: Clauses
    lazy: list[Global] = field(default_factory=list)


def compile_puzzle(
    puzzle: Puzzle,
    *,
    played: State | None = None,
    plain: bool = False,
    coarse: bool = False,
    tick: Callable[[], None] = lambda: None
) -> Compiled:
    """Clauses that let exactly the answers through, together with the cuts of ``lazy``.

    ``played``: marks to hold on top of the givens. ``plain`` compiles demand by demand and leaves the rule kinds'
    faster encodings aside; both ways have the same answers. ``coarse`` allows stand-ins for many values (see
    ``Genre``). ``tick`` raises when time is up.
    """
    model = puzzle.genre(puzzle, narrow=not plain, coarse=coarse and played is None, tick=tick)
    out = Clauses(model.top, tick, counting=not plain)
    compiled = Compiled(model, out)
    if model.shut:
        out.add([])
        return compiled
    _spots_hold_one_value(model, out)
    out.extend([int(model.literal(*mark))] for mark in ticking(model.given_marks()))
    if played is not None:
        for name, layer in played.marks.items():
            out.extend([int(model.literal(name, spot, value))] for spot, value in ticking(layer.items()))
    for rule in model.rules:
        tick()
        lazy = None if plain else rule.encode(model, out)
        compiled.lazy += _demand_by_demand(rule, model, out) if lazy is None else lazy
    compiled.lazy += [_LateCount(out, lits, allowed) for lits, allowed in out.late]
    return compiled


class _LateCount(Global):
    """A count whose clauses are told when the first grid breaks it."""

    def __init__(self, out: Clauses, lits: Sequence[int], allowed: Collection[int]) -> None:
        self.out, self.lits, self.allowed = out, lits, allowed
        self.told = False

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        """All the literals, where a full grid has the wrong count of them."""
        if sum(known[lit] > 0 for lit in self.lits) not in self.allowed:
            yield Conflict((), [lit if known[lit] > 0 else -lit for lit in self.lits])

    def cuts(self, known: Known) -> list[Clause]:
        """The whole counter, once."""
        if self.told or not any(self.conflicts(known)):
            return []
        self.told = True
        counter = Clauses(self.out.top, self.out.tick)
        counter.count(self.lits, self.allowed)
        self.out.top = counter.top
        return counter.made


def _spots_hold_one_value(model: Genre, out: Clauses) -> None:
    for terms in model.terms.values():
        for term in ticking({id(term): term for term in terms.values()}.values()):
            lits = [int(mark) for mark in term.marks.values()]
            if lits != [1]:
                out.tick()
                out.exactly_one(lits)


def _demand_by_demand(rule: Rule, model: Genre, out: Clauses) -> list[Global]:
    lazy = []
    for demand in rule.demands(model):
        out.tick()
        if isinstance(demand.what, Expr):
            out.require(demand.what)
        else:
            demand.what.encode(out)
            lazy.append(demand.what)
    return lazy
