"""Compiles a puzzle to clauses, and to global demands that add the missing clauses as cuts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from ..language.clauses import Clause, Clauses
from ..language.expr import Expr, Known
from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from ..language.rules import Bundle, Conflict, Global, Rule
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
    tick: Callable[[], None] = lambda: None
) -> Compiled:
    """Clauses that let exactly the answers through, together with the cuts of ``lazy``.

    ``played``: marks to hold on top of the givens. ``plain`` compiles demand by demand and leaves the rule kinds'
    faster encodings aside; both ways have the same answers. ``tick`` raises when time is up.
    """
    model = puzzle.genre(puzzle, narrow=not plain, tick=tick)
    variables, literal = model.variables, model.variables.literal
    out = Clauses(variables.top, tick, counting=not plain)
    compiled = Compiled(model, out)
    if variables.shut or (variables.is_settled and played is None):
        # Nothing is left to search: there is no answer, or the one grid that is left is it, if it keeps the rules.
        if variables.shut or not _keeps_the_rules(model):
            out.add([])
        return compiled
    spots_hold_one_value(model, out)
    out.extend([int(literal(*mark))] for mark in ticking(variables.given_marks()))
    if played is not None:
        for name, layer in played.marks.items():
            out.extend([int(literal(name, spot, value))] for spot, value in ticking(layer.items()))
        for name, struck in played.struck.items():
            out.extend([-int(literal(name, s, v))] for s, values in ticking(struck.items()) for v in values)
    if plain:
        for rule in model.rules:
            compiled.lazy += _demand_by_demand(rule, model, out)
    else:
        _encode_rules(compiled)
    compiled.lazy += [LateCount(out, lits, allowed) for lits, allowed in out.late]
    return compiled


def compile_open(puzzle: Puzzle, tick: Callable[[], None] = lambda: None) -> Compiled:
    """As ``compile_puzzle``, with every value of every spot still open.

    So a mark has the same literal in all puzzles that differ in their clues only. Given marks of the answer are left
    out.
    """
    model = puzzle.genre(puzzle, tick=tick)
    out = Clauses(model.variables.top, tick, counting=True)
    compiled = Compiled(model, out)
    spots_hold_one_value(model, out)
    _encode_rules(compiled)
    compiled.lazy += [LateCount(out, lits, allowed) for lits, allowed in out.late]
    out.late.clear()
    return compiled


def _encode_rules(compiled: Compiled) -> None:
    """All rules by their own encodings, where these may be used (see ``Rule``), and what follows from several."""
    model, out = compiled.model, compiled.clauses
    done: dict[Bundle, bool] = {}
    for rule in model.rules:
        out.tick()
        lazy = None
        if rule in model.encoded:
            if rule.bundle is None:
                lazy = rule.encode(model, out)
            else:
                if rule.bundle not in done:
                    joint = rule.bundle.encode(model, out)
                    done[rule.bundle] = joint is not None
                    compiled.lazy += joint or []
                if done[rule.bundle]:
                    continue
        compiled.lazy += _demand_by_demand(rule, model, out) if lazy is None else lazy
    for one in model.implied:
        for expr in one.make(model):
            out.tick()
            out.require(expr)


def _keeps_the_rules(model: Genre) -> bool:
    """Whether the grid of a model in which every value is settled is an answer."""
    return model.variables.keeps_givens() and all(rule.holds(model) for rule in model.rules)


class LateCount(Global):
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


def spots_hold_one_value(model: Genre, out: Clauses) -> None:
    """Each spot of a value layer holds one value."""
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
