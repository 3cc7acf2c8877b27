"""Searching: compiles a puzzle to clauses and global demands, and finds assignments that obey them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from ...language.genre import Genre
from ...language.puzzle import Puzzle, State
from ...language.rules import Bundle, Conflict, Global, Rule, Staged
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Expr, Known, known_from
from ...logic.ticks import tick, ticking
from .clock import Clock, uncollected
from .sat import Sat
from .windows import marks_outside

# -- compiling ---------------------------------------------------------------------------------------------------------


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
        part = terms.kept.get("one value") if terms.kept is not None and out.counting else None
        if part is not None:
            out.add_part(part)
            continue
        extent = out.extent
        for term in ticking({id(term): term for term in terms.values()}.values()):
            lits = [int(mark) for mark in term.marks.values()]
            if lits != [1]:
                out.tick()
                out.exactly_one(lits)
        if terms.kept is not None and out.counting:
            terms.kept["one value"] = out.part_since(extent)


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


# -- searching ---------------------------------------------------------------------------------------------------------


@dataclass
class SearchEffort:
    """The cost of a search: seconds to build the model, variables, clauses, rounds of solving, and cuts."""

    building: float = 0.0
    variables: int = 0
    clauses: int = 0
    rounds: int = 0
    cuts: int = 0


_CHUNK = 1_000
"""Clauses per batch, or literals divided by 100; the clock is checked between batches."""
_COUNTS = 50
"""Native counts per batch."""
_FIRST = 100_000_000
"""Work budget (clauses x conflicts) of the first, uncalibrated slice of solving."""
FEW_ANSWERS = 20
"""What this many answers share is nearly what all of them share."""
_STAGES = ((100, 3_000), (200, 40_000), (1_000, 120_000))
"""Rounds and conflicts after which a search that has found nothing adds more clauses (see ``Staged``)."""
_HOPED = 10_000
"""Conflicts after which a hope is given up."""


class Search:
    """A puzzle in a solver; finds assignments that obey every rule, cuts included."""

    def __init__(
        self,
        puzzle: Puzzle,
        clock: Clock,
        played: State | None = None,
        *,
        plain: bool = False,
    ) -> None:
        self.clock, self.effort, self._puzzle = clock, SearchEffort(), puzzle
        begun = clock.seconds
        with clock.building(), uncollected(puzzle):
            self.compiled: Compiled = compile_puzzle(puzzle, played=played, plain=plain, tick=clock.glance)
            self.model = self.compiled.model
            self.sat = Sat(counting=bool(self.compiled.clauses.at_most))
            try:
                self._hand_over()
            except BaseException:
                self.sat.close()
                raise
        self._stage = 0
        self._hopes: list[list[int]] = [*self.compiled.clauses.hopes]
        self._known: Sequence[int] = ()
        self.effort.building = clock.seconds - begun
        self.effort.variables, self.effort.clauses = self.compiled.clauses.top, len(self.compiled.clauses.made)

    def _hand_over(self) -> None:
        made = self.compiled.clauses.made
        for i in range(0, len(made), _CHUNK):
            some = made[i : i + _CHUNK]
            tick()
            self.sat.add(some if sum(map(len, some)) < 100 * _CHUNK else ticking(some, 100 * _CHUNK))
        counts = self.compiled.clauses.at_most
        for i in range(0, len(counts), _COUNTS):
            tick()
            self.sat.add_counts(counts[i : i + _COUNTS])
        self.sat.begin_with(_FIRST // len(made))

    def next_assignment(self, assumptions: Sequence[int] = ()) -> list[int] | None:
        """The values of the variables 1, 2, ... in some answer that is not blocked; None if there is none.

        ``assumptions`` are literals that the answer must keep. The list covers all variables; those of the answer come
        first. Raises TimeUp.
        """
        n_refuted = 0
        with self.clock.running():
            while True:
                self.effort.rounds += 1
                if not self._satisfied(assumptions):
                    return None
                values = self.sat.assignment()
                values += [-v for v in range(len(values) + 1, self.compiled.clauses.top + 1)]
                cuts = self._cuts(known_from(values)) if self.compiled.lazy else ()
                if not cuts:
                    return values
                self.effort.cuts += len(cuts)
                self.sat.add(cuts)
                n_refuted += 1
                self.clock.refuted(n_refuted)

    def _satisfied(self, assumptions: Sequence[int]) -> bool:
        """Solves once, with more clauses if that takes long."""
        if self._keeps_a_hope(assumptions):
            return True
        while self._stage < len(_STAGES):
            rounds, conflicts = _STAGES[self._stage]
            found = None
            if self.effort.rounds <= rounds and self.sat.conflicts < conflicts:
                found = self.sat.solve_for(self.clock, assumptions, conflicts - self.sat.conflicts)
            if found is not None:
                return found
            self._stage += 1
            self._add_late_clauses()
            if self._stage == 1 and self._known:
                self._hopes = marks_outside(self.model.variables, self._known)
                return self._satisfied(assumptions)
        return self.sat.solve(self.clock, assumptions)

    def _keeps_a_hope(self, assumptions: Sequence[int]) -> bool:
        """Whether an assignment is found soon if more is assumed; what fails or takes long is not tried again."""
        while self._hopes:
            if self.sat.solve_for(self.clock, [*self._hopes[0], *assumptions], _HOPED):
                return True
            del self._hopes[0]
        return False

    def _add_late_clauses(self) -> None:
        """Adds the clauses that the demands have for this stage."""
        out, lazy = self.compiled.clauses, self.compiled.lazy
        more = Clauses(out.top, self.clock.glance)
        with uncollected(self._puzzle):
            for one in [*lazy]:
                tick()
                if isinstance(one, Staged):
                    lazy += one.late(more, self._stage)
        out.top = more.top
        self.sat.add(ticking(more.made))

    def _cuts(self, known: Known) -> list[Clause]:
        found: list[Clause] = []
        with uncollected(self._puzzle):
            for one in self.compiled.lazy:
                tick()
                found += ticking(one.cuts(known))
        return found

    def state(self, assignment: list[int]) -> State:
        """The marks of an assignment. Raises TimeUp."""
        with self.clock.running():
            return self.model.variables.state(assignment)

    def block(self, assignment: list[int], unless: int | None = None) -> None:
        """Excludes an answer, unless a literal holds."""
        if self._stage and not self._known:
            self._hopes = marks_outside(self.model.variables, assignment)
        self._known = assignment
        self.sat.add([self._denied(assignment) if unless is None else [unless, *self._denied(assignment)]])

    def deny(self, answers: Sequence[State]) -> None:
        """Excludes answers that another search has found."""
        for answer in answers:
            marks = ((name, s, v) for name, layer in answer.marks.items() for s, v in layer.items())
            self.sat.add([[-self.model.variables.literal(*mark) for mark in marks]])

    def _denied(self, assignment: list[int]) -> list[int]:
        variables = self.model.variables
        if variables.is_settled:
            return []
        own = assignment[1 : variables.top]
        if not variables.terms:
            return [-value for value in own]
        # For a spot that holds one of several values, excluding that value is enough.
        valued: set[int] = set()
        for terms in variables.terms.values():
            for term in terms.values():
                valued.update(term.marks.values())
        return [-value for v, value in enumerate(own, 2) if value > 0 or v not in valued]


class SharedMarks:
    """The marks that all answers share, narrowed answer by answer; only answers with the marks of ``played`` count.

    Use it as a context manager, or ``close`` it. Raises TimeUp.
    """

    def __init__(self, puzzle: Puzzle, played: State | None, clock: Clock) -> None:
        self._search = Search(puzzle, clock, played)
        self._shared: set[int] | None = None
        """The literals that all answers found so far share; None if there is no answer."""
        self._n_answers = 0
        self.is_proved = False
        """Whether no further answer differs from what is shared."""

    def narrow(self, answers: float = inf) -> None:
        """Looks for answers that differ from what is still shared, until there is none or so many are found in all.

        If there are more than a few answers, the solver tries to make each differ as much as it can.
        """
        search, top = self._search, self._search.model.variables.top
        while not self.is_proved and self._n_answers < answers:
            shared = self._shared
            if shared is not None:
                if self._n_answers >= FEW_ANSWERS:
                    search.sat.prefer([-lit for lit in shared])
                search.sat.add([[-lit for lit in shared]])
            values = search.next_assignment()
            if values is None:
                self.is_proved = True
                return
            self._n_answers += 1
            found = set(values[1:top])
            self._shared = found if shared is None else shared & found
            self.is_proved = not self._shared

    def state(self) -> State | None:
        """What the answers found so far share; None if there is no answer."""
        shared, top = self._shared, self._search.model.variables.top
        if shared is None:
            return None
        return self._search.state(
            [1, *(v if v in shared else 0 if -v not in shared else -v for v in range(2, top + 1))]
        )

    def close(self) -> None:
        """Frees the solver."""
        self._search.sat.close()

    def __enter__(self) -> SharedMarks:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
