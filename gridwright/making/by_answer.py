"""Strategy by change of answer: the structure stays, the answer is redrawn where the clues leave it open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from ..board.board import Spot
from ..language.layers import AnswerLayer
from ..language.making import GIVENS, Sketch, Unlucky
from ..language.puzzle import State
from ..logic.expr import All, Compared, Count, Expr, Known, Mark, Some, Total, known_from, literals, only_marks
from .clues import ClueDemands, ClueSolver
from .drafts import Draft
from .effort import TooHard
from .stripping import SLICES
from .workshop import ANYWAY, REPAIRS, STAYING_NEAR, Strategy, places_of

_STAYING = 0.99
"""The share of marks far from open spots that are kept when the answer is redrawn."""


@dataclass(frozen=True)
class _Best:
    """The draft nearest to being unique, the literals of its answer, and those that other answers share."""

    draft: Draft
    marks: frozenset[int]
    shared: frozenset[int]
    _nearness: dict[int, Sequence[tuple[int, bool]]] = field(default_factory=dict)

    @property
    def score(self) -> int:
        """The number of open marks."""
        return len(self.marks) - len(self.shared)

    def nearness(self, solver: ClueSolver, far: int) -> Sequence[tuple[int, bool]]:
        """The shared marks in a fixed order, each with whether it lies within ``far`` cells of an open spot."""
        if far not in self._nearness:
            reach = range(-far, far + 1)
            open_ = {(s.y // 2, s.x // 2) for lit in self.marks - self.shared for s in solver.spots[abs(lit)]}
            around = {(y + dy, x + dx) for y, x in open_ for dy in reach for dx in reach}
            self._nearness[far] = [(lit, any((s.y // 2, s.x // 2) in around for s in solver.spots[abs(lit)]))
                                   for lit in sorted(self.shared)]
        return self._nearness[far]


class ByAnswer(Strategy):
    """Draws answers of one structure, each near the best so far, until all clues of one leave no other answer."""

    def unique(self, rng: Random) -> Draft:
        """A unique draft of a new sketch."""
        sketch = self.shop.sketch(rng)
        return self._by_answers(rng, sketch, self.shop.opened(sketch), self.making.rounds)

    def varied(self, rng: Random, draft: Draft, at: Collection[Spot] = ()) -> Draft | None:
        """A draft of the same structure with an answer that differs near a random place, or near one of ``at``."""
        near = places_of(draft, [rng.choice(sorted(at) or places_of(draft))])
        sketch = draft.sketch.copy()
        sketch.wanted = {name: {spot: value for spot, value in own.items() if spot not in near
                                or rng.random() < STAYING_NEAR} for name, own in draft.answer.marks.items()}
        self.shop.clock.allow(SLICES)
        try:
            return self._by_answers(rng, sketch, self.shop.solver_of(sketch), REPAIRS)
        except Unlucky:
            return None

    def _by_answers(self, rng: Random, sketch: Sketch, solver: ClueSolver, rounds: int) -> Draft:
        making, shop = self.making, self.shop
        fills = making.fill and making.unfilled <= making.rounds and shop.wishes.get(GIVENS.name, "") != "no"
        solver.prefer(rng, making.likely)
        must = solver.literals(sketch.marks)
        answer = solver.drawn(shop.wanted(rng, sketch, solver), rng, must)
        best: _Best | None = None
        n_vain = 0
        exchanges, is_new = Exchanges(shop.reader(sketch).demands), solver.switch()
        must.append(is_new)
        seen = set[frozenset[int]]()
        for number in range(rounds):
            n_vain += 1
            marks = solver.marks_of(answer)
            if making.fill and marks in seen:
                best = None  # stuck: answers nearby have all been seen, so start elsewhere
            elif marks not in seen and shop.is_good(solver, answer):
                draft, others = self._richest(solver, shop.draft(sketch, answer, solver))
                if not others:
                    return draft
                marks = solver.marks_of(draft.answer)
                for reason in exchanges.reasons(draft, marks, others):
                    solver.exclude(reason, is_new)
                this = _Best(draft, marks, marks.intersection(*others))
                if best is None or this.score < best.score:
                    best, n_vain = this, 0
                elif this.score == best.score or rng.random() < ANYWAY:
                    best = this
                if fills and number >= making.unfilled and this.score <= len(shop.board.cells) // 4:
                    return self._filled(rng, draft, solver)
            seen.add(marks)
            solver.exclude(marks, is_new)
            following = self._redrawn(rng, solver, must, sketch, best, n_vain)
            if following is None:
                break
            answer = following
        if best is None:
            raise Unlucky
        if fills:
            return self._filled(rng, best.draft, solver)
        raise Unlucky("all clues together leave several answers")

    def _redrawn(
        self, rng: Random, solver: ClueSolver, must: list[int], sketch: Sketch, best: _Best | None, n_vain: int
    ) -> State | None:
        """Another answer, near the best one if there is any; None if all others are excluded."""
        if best is None:
            wanted = self.shop.wanted(rng, sketch, solver)
        else:
            solver.prefer(rng, self.making.likely)
            # The neighbourhood grows with the number of failures.
            wanted = [lit for lit, is_near in best.nearness(solver, 1 + n_vain // 6)
                      if rng.random() < (STAYING_NEAR if is_near else _STAYING)]
            rng.shuffle(wanted)
        try:
            return solver.drawn(wanted, rng, must)
        except TooHard:
            raise
        except Unlucky:
            return None

    def _richest(self, solver: ClueSolver, draft: Draft) -> tuple[Draft, list[frozenset[int]]]:
        """The draft, or one of another answer with the same clues and more; and some other answers as literals.

        The clues of a draft are true of all its answers. If another answer has more clues, fewer answers are left.
        """
        # Answers that differ little show best what to change.
        solver.prefer_marks(solver.marks_of(draft.answer))
        while others := solver.others(solver.marks_of(draft.answer), list(draft.selectors(solver).values())):
            other, reader = solver.remembered(), self.shop.reader(draft.sketch)
            is_full = draft.n_clues >= reader.n_places or reader.always_reads_as_many
            if is_full or not self.shop.is_good(solver, other):
                break
            richer = self.shop.draft(draft.sketch, other, solver)
            if richer.n_clues <= draft.n_clues:
                break
            draft = richer
        return draft, others

    def _filled(self, rng: Random, draft: Draft, solver: ClueSolver) -> Draft:
        """The draft with marks of the answer given where other answers differ, until there are none.

        On a layer of marks without values, a given mark takes the place of a clue in its cell.
        """
        name = self.making.fill
        values = draft.answer.marks[name]
        marks = solver.marks_of(draft.answer)
        filled = dict(draft.clues.get(name, {}))
        takes_place = isinstance(self.shop.genre.answer_layers[name], AnswerLayer)
        fixed = {spot for placed in draft.sketch.given.values() for spot in placed} if takes_place else set[Spot]()
        while True:
            clues = {**draft.clues, name: filled} if filled else draft.clues
            if takes_place:
                clues = {layer: {spot: value for spot, value in kept.items() if layer == name or spot not in filled}
                         for layer, kept in clues.items()}
            draft = replace(draft, clues=clues)
            shared = solver.shared(marks, list(draft.selectors(solver).values()))
            if shared is None:
                return draft
            spots = sorted(spot for at, spot in solver.spots_of(marks - shared)
                           if at == name and spot not in filled and spot not in fixed
                           and self.making.is_given(values[spot])
                           and self.shop.conditions.may_be_given(spot, values[spot]))
            if not spots:
                raise Unlucky
            spot = rng.choice(spots)
            filled[spot] = values[spot]


# -- why two answers have the same clues --


class Exchanges:
    """Finds why two answers have the same clues, so that answers with the same reason can be excluded together.

    If answer A has the same clues as answer B, so has any answer that shares two things with A: the marks in which A
    and B differ, and the few marks that permit their exchange. All these answers are excluded at once. A count that the
    exchange does not change requires no marks, so in genres with counting clues many answers are excluded.

    Places where A has no clue are ignored, so a few good answers are excluded, too.
    """

    def __init__(self, demands: ClueDemands) -> None:
        """``demands``: those of the structure."""
        self.demands = demands

    @cached_property
    def _rules(self) -> Mapping[int, Sequence[Expr]] | None:
        """The parts of the rules' demands, by variable; None if there are global demands."""
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
        """For each other answer of a draft, the marks with which the draft's answer can be exchanged for it.

        ``marks`` and ``others`` are the literals of the answers. Empty if a rule or a clue has a global demand, since
        these do not say which marks they require.
        """
        if self._rules is None:
            return []
        told = [(demand.what, self.demands.variables_of(demand)) for demand, _ in self.demands.of(draft.puzzle())]
        clues = [(what, own) for what, own in told if isinstance(what, Expr) and own is not None]
        if len(clues) < len(told):
            return []
        known = _known(marks, self.demands.variables.top)
        return [self._reason(self._rules, clues, marks, known, other) for other in others]

    def _reason(
        self, rules: Mapping[int, Sequence[Expr]], clues: Sequence[tuple[Expr, frozenset[int]]],
        marks: frozenset[int], known: Known, other: frozenset[int],
    ) -> list[int]:
        after = _known(other, self.demands.variables.top)
        needed = set(marks - other)
        changed = set(map(abs, marks ^ other))
        of_rules = {id(part): part for variable in changed for part in rules.get(variable, ())}
        for part in of_rules.values():
            if not _is_kept(part, known, after):
                needed |= _needed(part, after, changed)
        for what, variables in clues:
            if not changed.isdisjoint(variables) and not all(_is_kept(part, known, after) for part in _parts(what)):
                # Nothing is known about clues with other values there, so all marks are required.
                needed |= _settled(what, after, changed)
        return sorted(needed)


def _parts(what: Expr) -> Iterator[Expr]:
    """Expressions whose conjunction is equivalent to the given one."""
    if isinstance(what, All):
        for item in what.items:
            yield from _parts(item)
    elif isinstance(what, Compared):
        yield what.what
    else:
        yield what


def _known(marks: frozenset[int], top: int) -> list[int]:
    """The assignment of an answer, given its true literals."""
    values = [1] + [-1] * (top - 1)
    for lit in marks:
        if lit > 0:
            values[lit - 1] = 1
    return known_from(values)


def _is_kept(part: Expr, known: Known, other: Known) -> bool:
    """Whether the exchange leaves a count or a sum unchanged, whatever the other marks are."""
    if isinstance(part, Count):
        return only_marks(part.items) and part.reach(known) == part.reach(other)
    return isinstance(part, Total) and not part.parts and part.reach(known) == part.reach(other)


def _needed(part: Expr, other: Known, changed: set[int]) -> set[int]:
    """Literals of unchanged variables that make an expression hold after the exchange."""
    if isinstance(part, Mark):
        return set() if abs(part) in changed else {int(part)}
    if isinstance(part, All):
        return set[int]().union(*(_needed(item, other, changed) for item in part.items))
    if isinstance(part, Some):
        return min((_needed(item, other, changed) for item in part.items if item.judge(other)), key=len)
    return _settled(part, other, changed)


def _settled(what: Expr, known: Known, changed: set[int]) -> set[int]:
    """The true literals of all unchanged variables in an expression."""
    return {lit if known[lit] > 0 else -lit for lit in literals(what) if abs(lit) not in changed}
