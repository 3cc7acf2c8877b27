"""Compiles a puzzle to clauses and to global demands, which add the missing clauses as cuts."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field

from ...language.genre import Genre
from ...language.puzzle import Puzzle, State
from ...language.rules import Bundle, Conflict, Global, Rule
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Expr, Known
from ...logic.ticks import ticking


@dataclass
class Compiled:
    """A puzzle ready for a solver. The variables 2 .. ``model.top`` are the marks of the answer."""

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
    """Clauses whose solutions, together with the cuts of ``lazy``, are exactly the answers.

    ``played``: marks that must hold in addition to the givens. ``plain`` compiles demand by demand, without the rules'
    faster encodings; the answers are the same. ``tick`` raises when time is up.
    """
    model = puzzle.genre(puzzle, narrow=not plain, tick=tick)
    variables, literal = model.variables, model.variables.literal
    out = Clauses(variables.top, tick, counting=not plain)
    compiled = Compiled(model, out)
    if variables.shut or (variables.is_settled and played is None):
        # Nothing is left to search: either there is no answer, or it is the only grid left, if that keeps the rules.
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
    """As ``compile_puzzle``, with every value of every spot still open, and without the given marks of the answer.

    So a mark has the same literal in all puzzles that differ in their clues only.
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
    """Encodes all rules, by their own encodings if these may be used (see ``Rule``), and what several of them imply."""
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


def _keeps_the_rules(model: Genre) -> bool:
    """Whether the only grid of a settled model is an answer."""
    return model.variables.keeps_givens() and all(rule.holds(model) for rule in model.rules)


class LateCount(Global):
    """A count whose clauses are added when the first grid breaks it."""

    def __init__(self, out: Clauses, lits: Sequence[int], allowed: Collection[int]) -> None:
        self.out, self.lits, self.allowed = out, lits, allowed
        self.added = False

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        """All its literals, if a full grid has a wrong number of them."""
        if sum(known[lit] > 0 for lit in self.lits) not in self.allowed:
            yield Conflict((), [lit if known[lit] > 0 else -lit for lit in self.lits])

    def cuts(self, known: Known) -> list[Clause]:
        """The whole counter, once."""
        if self.added or not any(self.conflicts(known)):
            return []
        self.added = True
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


# -- memory -----------------------------------------------------------------------------------------------------------


_LARGE = 2_500
"""Boards with more cells create so many objects that garbage collection takes noticeable time."""


def uncollected(puzzle: Puzzle) -> AbstractContextManager[None]:
    """Within this context Python does not collect cyclic garbage, if the puzzle's board is large.

    A model of a large board is millions of lists, none of which is garbage. Scanning them again and again took half of
    the time, up to 0.3 s at once. On ordinary boards the next collection would cost more than is saved.
    """
    return _paused() if len(puzzle.board.cells) > _LARGE else nullcontext()


@contextmanager
def _paused() -> Iterator[None]:
    """The new objects count as old afterwards, so that the next allocation does not start a collection."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # else unfreezing would thaw objects that other code froze
                gc.freeze()
                gc.unfreeze()
            gc.enable()
