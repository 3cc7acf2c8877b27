"""Makes one puzzle: draws, tells, changes until the answer is the only one, and takes clues away."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..engine.solve.check import check
from ..language.genre import Genre
from ..language.layers import AnswerLayer
from ..language.making import GIVENS, Making, Sketch, Symmetry, Unlucky, Wishes
from ..language.puzzle import State
from .choosing import Choice, other_marks, shared_marks
from .clue_demands import ClueDemands, plain_demands
from .clue_solver import ClueSolver
from .conditions import USUAL, Conditions
from .derived import GUIDE
from .draft import Draft
from .effort import Effort, TooHard
from .exchanges import Exchanges
from .faults import Failures, MakingError
from .others import open_spots
from .pinning import PinSearch
from .provenance import provenance_faults
from .reading import Reader, bare_puzzle, exhaustive_layers
from .stripping import SLICES, Stripper

_ANYWAY = 0.03
"""How often a change for the worse is taken, lest the search gets stuck."""
_PATIENCE = 60
"""After so many changes in vain a new sketch is drawn."""
_STAYING = 0.99
"""How many of the marks stay that lie far from where the answer is open, when it is drawn anew."""
_STAYING_NEAR = 0.7
"""How many of those stay that lie near."""
_STAYING_OPEN = 0.3
"""How many of the marks stay on which answers differ, where the answer is drawn anew in a model of its own. The others
all stay: those that may change help each other less the more there are."""
_FAITHFUL = 25
"""So many attempts have the same symmetry: it is to be as frequent as is usual even if most attempts with it fail."""
_KEPT = 4
"""Of so many structures, at most, what is found out is kept."""
_VARIED, _REPAIRS = 3, 6
"""A puzzle is varied at so many places, and changed so often until it has one answer again."""
_SEVERAL = 2
"""So many changes a puzzle is varied by whose answer stays."""
_NEAR = 5
"""Where an answer is varied, it may change up to so far from a place, in half cells."""
_GIVEN = 0.1
"""The share of the answer's marks that is given where given ones are asked for."""


@dataclass(frozen=True)
class _Best:
    """The draft that comes nearest to having one answer, the literals of its answer, and those that others share."""

    draft: Draft
    marks: frozenset[int]
    shared: frozenset[int]
    _nearness: dict[int, Sequence[tuple[int, bool]]] = field(default_factory=dict)

    @property
    def score(self) -> int:
        """How many marks are open."""
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


@dataclass(frozen=True)
class _Tried:
    """A draft, and how far it is from having one answer: 0 if it has one."""

    draft: Draft
    score: int
    spots: Collection[Spot] = ()
    """Where others differ."""


class Maker:
    """Makes puzzles of one genre and size."""

    def __init__(
        self, genre: type[Genre], board: Rect, wishes: Wishes, clock: Effort, symmetry: Symmetry | None = None,
        conditions: Conditions = USUAL,
    ) -> None:
        """``symmetry``: that of all puzzles; None for one as often as is usual."""
        self.genre, self.board, self.wishes, self.clock = genre, board, wishes, clock
        self.symmetry, self.conditions = symmetry, conditions
        self.making: Making = conditions.adapted(genre)
        self.failures = Failures()
        self._free: type[Genre] | None = None
        """The genre without the rules that read clues all of which have to stand, once that was asked for."""
        self._is_checked = genre.is_built_in
        """Whether the rules are known to declare the clues that they read; tests check the built-in genres."""
        self._readers: list[Reader] = []
        """Those of the last structures, the last one at the end."""
        self._salt = ""
        self._solvers = ExitStack()
        self._by_structure: dict[ClueDemands, ClueSolver] = {}
        """Solvers of the attempt for the structures that its changes come back to."""

    def attempts(self, seed: str, most: int) -> Generator[Stripper]:
        """Puzzles with all their clues, each with just one answer, from so many attempts.

        Each is of use until the next one is asked for. Raises TimeUp. Nothing but the seed decides what comes.
        """
        for number in range(most):
            self.clock.check()
            self.clock.allow(SLICES)
            rng = Random(f"{seed} {number}")
            self._salt = f"{seed} {number}"
            usual = usual_symmetry(Random(f"{seed} symmetry {number // _FAITHFUL}"), self.making)
            self.wishes = replace(self.wishes, symmetry=self.symmetry or usual,
                                  density=self.conditions.density_of(rng, self.making))
            self._by_structure.clear()
            with ExitStack() as self._solvers:
                try:
                    draft = self._unique(rng)
                    yield Stripper(rng, draft, self.wishes, self.clock, bool(self.symmetry), self.conditions)
                except Unlucky as fault:
                    self.failures.note(fault)

    # -- until there is one answer --

    def _sketch(self, rng: Random) -> Sketch:
        """The structure of a puzzle, with those clues that all have to stand. Raises Unlucky."""
        sketch = self.making.sketch(rng, self.board, self.wishes)
        layers = exhaustive_layers(self.genre)
        return self._with_every_clue(rng, sketch, layers) if layers else sketch

    def _with_every_clue(self, rng: Random, sketch: Sketch, layers: Sequence[str]) -> Sketch:
        """A sketch with all clues of some layers that are true of a random answer, which it determines.

        The answer is drawn without the rules that read these clues, since missing clues inform. Raises Unlucky where it
        does not obey these rules afterwards.
        """
        bare = bare_puzzle(self.genre, sketch)
        if self._free is None:
            reading = (rule for rule in self.genre.rules if not set(layers).isdisjoint(rule.clue_layers))
            self._free = self.genre.without(rule.name for rule in reading)
        with ClueSolver(ClueDemands(bare_puzzle(self._free, sketch)), self.clock) as solver:
            answer = self._drawn(rng, sketch, solver)
        found = sketch.copy()
        found.given |= Reader(ClueDemands(bare)).read(sketch, answer, self._salt, layers)
        found.marks = {name: dict(own) for name, own in answer.marks.items()}
        puzzle = bare_puzzle(self.genre, found)
        wrong = check(puzzle, State.of(puzzle, found.marks), finished=True, timeout=self.clock.left)
        if wrong:
            clues = " and ".join(map(repr, layers))
            raise Unlucky(f"the clues {clues} that were read off an answer contradict it: {wrong[0].words}; "
                          f"read them with Making(told=...) or lay them out with Making(sketch=...), {GUIDE}")
        return found

    def _unique(self, rng: Random) -> Draft:
        """A puzzle with one answer, by local search from a sketch. Raises Unlucky."""
        sketch = self._sketch(rng)
        if self.making.change is None and not (self.making.rebuilt or self.making.afresh):
            return self._unique_by_answers(rng, sketch, self._opened(sketch), self.making.rounds)
        if self.making.answer_stays:
            return self._pinned(rng, self._draft(sketch, self._answer(rng, sketch)), self.making.rounds)
        best: _Tried | None = None
        n_vain = 0
        for _ in range(self._n_rounds):
            n_vain += 1
            if n_vain > _PATIENCE:
                break
            any_will_do = best is None or rng.random() < _ANYWAY
            try:
                this = self._tried(rng, sketch, None if best is None or any_will_do else best.score)
            except Unlucky as fault:
                if best is None or isinstance(fault, TooHard):
                    raise
            else:
                if not this.score:
                    return this.draft
                if best is None or this.score < best.score:
                    best, n_vain = this, 0
                elif this.score == best.score or any_will_do:
                    best = this
            assert best is not None
            changed = self._changed(rng, best)
            if changed is None:
                break
            sketch = changed
        raise Unlucky

    @property
    def _n_rounds(self) -> int:
        """So many changes are tried: on boards larger than usual more, in proportion to their cells."""
        rows, cols = self.making.size
        return max(self.making.rounds, self.making.rounds * len(self.board.cells) // (rows * cols))

    def _tried(self, rng: Random, sketch: Sketch, enough: int | None = None) -> _Tried:
        """A draft of a sketch, and how far it is from having one answer; beyond ``enough`` not exactly."""
        if not self.making.choices:
            return self._openness(self._draft(sketch, self._answer(rng, sketch)), enough)
        solver = self._solver_of(sketch)
        draft = self._draft(sketch, self._drawn(rng, sketch, solver))
        options = {(name, spot): own for name, choices in self.making.choices.items()
                   for spot in draft.clues.get(name, ())
                   if (own := choices(solver.model, draft.answer, spot, rng))}
        found = Choice(draft, options, solver).chosen()
        if isinstance(found, Draft):
            return _Tried(found, 0)
        open_ = solver.spots_of(solver.marks_of(draft.answer) - found)
        return _Tried(draft, len(open_), {spot for _, spot in open_})

    @property
    def can_vary(self) -> bool:
        """Whether puzzles can be changed a little while all their clues stay."""
        making = self.making
        return making.answer_stays or (making.whole and making.rounds > 1)

    @property
    def varies_cheaply(self) -> bool:
        """Whether that costs much less than a draft."""
        return self.making.answer_stays

    def varied(self, rng: Random, draft: Draft) -> Draft | None:
        """A draft changed somewhere, with one answer again; None where a few further changes do not lead to that."""
        places = sorted({spot for own in draft.answer.marks.values() for spot in own})
        if self.making.answer_stays:
            return self._varied_about(rng, draft, rng.sample(places, min(len(places), _VARIED)))
        if self.making.change is None:
            middle = rng.choice(places)
            near = [spot for spot in places if max(abs(spot.y - middle.y), abs(spot.x - middle.x)) <= _NEAR]
            if not self.making.afresh:
                return self._with_another_answer(rng, draft, near)
            this = _Tried(draft, 1, near)
        else:
            this = _Tried(draft, 1, rng.sample(places, min(len(places), _VARIED)))
        for _ in range(_REPAIRS):
            sketch = self._changed(rng, this)
            if sketch is None:
                return None
            self.clock.allow(SLICES)
            try:
                this = self._tried(rng, sketch)
            except Unlucky:
                return None
            if not this.score:
                return this.draft
        return None

    def _varied_about(self, rng: Random, draft: Draft, spots: Collection[Spot]) -> Draft | None:
        """The same where the answer stays. One change seldom makes a difference, so several are made."""
        found: Draft | None = None
        self.clock.allow(SLICES)
        for _ in range(_SEVERAL):
            with suppress(Unlucky):
                changed = self._changed_about(rng, draft, draft.answer, spots)
                if changed is not None:
                    found = draft = self._pinned(rng, changed, _REPAIRS)
        return found

    def _pinned(self, rng: Random, draft: Draft, rounds: int) -> Draft:
        """A draft changed about its answer until that is the only one. Raises Unlucky."""
        return PinSearch(rng, partial(self._changed_about, rng), self._answered, self.clock).unique(draft, rounds)

    def _with_another_answer(self, rng: Random, draft: Draft, near: Collection[Spot]) -> Draft | None:
        """A draft of the same structure whose answer differs in some places."""
        sketch = draft.sketch.copy()
        sketch.wanted = {name: {spot: value for spot, value in own.items() if spot not in near
                                or rng.random() < _STAYING_NEAR} for name, own in draft.answer.marks.items()}
        self.clock.allow(SLICES)
        try:
            return self._unique_by_answers(rng, sketch, self._solver_of(sketch), _REPAIRS)
        except Unlucky:
            return None

    def _openness(self, draft: Draft, enough: int | None) -> _Tried:
        spots = open_spots(draft.puzzle(), draft.answer, self.clock, enough)
        return _Tried(draft, len(spots), spots)

    def _changed(self, rng: Random, best: _Tried) -> Sketch | None:
        sketch, answer = best.draft.sketch.copy(), best.draft.answer
        if self.making.afresh:
            sketch.wanted = {name: {s: v for s, v in own.items() if s not in best.spots or rng.random() < _STAYING_OPEN}
                             for name, own in answer.marks.items()}
            return sketch
        if self.making.change is None:
            return None
        return self.making.change(rng, sketch, answer, sorted(best.spots))

    def _changed_about(self, rng: Random, draft: Draft, other: State, spots: Collection[Spot]) -> Draft | None:
        """A draft changed where another answer differs from its answer, which stays."""
        assert self.making.change is not None
        sketch = draft.sketch.copy()
        sketch.other = other
        changed = self.making.change(rng, sketch, draft.answer, spots)
        return None if changed is None else self._draft(changed, self._answer(rng, changed))

    def _answered(self, draft: Draft, answer: State) -> Draft:
        """A draft with another answer of its puzzle."""
        sketch = draft.sketch.copy()
        sketch.marks = {name: dict(own) for name, own in answer.marks.items()}
        return self._draft(sketch, answer)

    def _unique_by_answers(self, rng: Random, sketch: Sketch, solver: ClueSolver, rounds: int) -> Draft:
        """The same where the structure may stay: the answer is drawn anew where the clues leave it open."""
        making = self.making
        fills = making.fill and self.wishes.get(GIVENS.name, "") != "no"
        solver.prefer(rng, making.likely)
        must = solver.literals(sketch.marks)
        answer = solver.drawn(self._wanted(rng, sketch, solver), rng, must)
        best: _Best | None = None
        n_vain = 0
        exchanges, is_new = Exchanges(self._reader(sketch).demands), solver.switch()
        must.append(is_new)
        seen = set[frozenset[int]]()
        for number in range(rounds):
            n_vain += 1
            marks = solver.marks_of(answer)
            if making.fill and marks in seen:
                best = None  # what is near leads to the same answers again: another one is drawn
            elif marks not in seen and self._is_good(solver, answer):
                draft, others = self._richest(solver, self._draft(sketch, answer, solver))
                if not others:
                    return draft
                marks = solver.marks_of(draft.answer)
                for reason in exchanges.reasons(draft, marks, others):
                    solver.exclude(reason, is_new)
                this = _Best(draft, marks, marks.intersection(*others))
                if best is None or this.score < best.score:
                    best, n_vain = this, 0
                elif this.score == best.score or rng.random() < _ANYWAY:
                    best = this
                if fills and number >= making.unfilled and this.score <= len(self.board.cells) // 4:
                    return self._filled(rng, draft, solver)
            seen.add(marks)
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
        """Another answer, near the best one if there is any; None where all that are left are excluded."""
        if best is None:
            wanted = self._wanted(rng, sketch, solver)
        else:
            solver.prefer(rng, self.making.likely)
            wanted = self._near(rng, solver, best, n_vain)
        try:
            return solver.drawn(wanted, rng, must)
        except TooHard:
            raise
        except Unlucky:
            return None

    def _richest(self, solver: ClueSolver, draft: Draft) -> tuple[Draft, list[frozenset[int]]]:
        """The draft of an answer, or of another one that has the same clues and more; and the literals of some others
        (see ``other_marks``).

        Of another answer of a draft all that the draft tells is true. If it has more clues, fewer answers are left.
        """
        # Others that differ little show best what to change.
        solver.prefer_marks(solver.marks_of(draft.answer))
        while others := other_marks(solver, solver.marks_of(draft.answer), list(draft.selectors(solver).values())):
            other = solver.remembered()
            if draft.n_clues >= self._reader(draft.sketch).n_places or not self._is_good(solver, other):
                break
            richer = self._draft(draft.sketch, other, solver)
            if richer.n_clues <= draft.n_clues:
                break
            draft = richer
        return draft, others

    def _near(self, rng: Random, solver: ClueSolver, best: _Best, n_vain: int) -> list[int]:
        """The marks of an answer that are to stay: some near an open spot, most of the others.

        What is near grows with the number of times that it was tried in vain.
        """
        kept = [lit for lit, is_near in best.nearness(solver, 1 + n_vain // 6)
                if rng.random() < (_STAYING_NEAR if is_near else _STAYING)]
        rng.shuffle(kept)
        return kept

    def _opened(self, sketch: Sketch) -> ClueSolver:
        """A solver for the clues of a sketch; it is closed with the attempt."""
        return self._solvers.enter_context(ClueSolver(self._reader(sketch).demands, self.clock))

    def _reader(self, sketch: Sketch) -> Reader:
        """A reader of the clues of a sketch's structure; those of the last structures are kept."""
        bare = bare_puzzle(self.genre, sketch)
        found = next((reader for reader in reversed(self._readers) if reader.demands.bare == bare), None)
        if found is None:
            found = Reader(plain_demands(bare) or ClueDemands(bare))
            del self._readers[: 1 - _KEPT]
        else:
            self._readers.remove(found)
        self._readers.append(found)
        return found

    def _solver_of(self, sketch: Sketch) -> ClueSolver:
        """A solver for the clues of a sketch, which those of the attempt with the same structure share."""
        demands = self._reader(sketch).demands
        if demands not in self._by_structure:
            kept = {reader.demands for reader in self._readers}
            for old in [one for one in self._by_structure if one not in kept]:
                self._by_structure.pop(old).close()
            self._by_structure[demands] = self._opened(sketch)
        return self._by_structure[demands]

    def _wanted(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> list[int]:
        """The marks that the sketch wants, and some at random, in random order."""
        wanted = solver.literals(sketch.wanted)
        if not wanted:
            wanted = [lit for lit in solver.guesses(rng, self.making.likely) if rng.random() < self.making.share]
        rng.shuffle(wanted)
        return wanted

    def _answer(self, rng: Random, sketch: Sketch) -> State:
        """An answer of a sketch, by chance as far as the sketch leaves it open."""
        bare = bare_puzzle(self.genre, sketch)
        model = self.genre(bare)
        complete = all(place[0] in sketch.marks.get(name, {}) for name in self.genre.answer_layers
                       for place in model.variables.places(name))
        if complete:
            return State.of(bare, sketch.marks)
        with ClueSolver(self._reader(sketch).demands, self.clock) as solver:
            return self._drawn(rng, sketch, solver)

    def _drawn(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> State:
        """An answer of a sketch, drawn in a solver."""
        solver.prefer(rng, self.making.likely)
        if sketch.wanted:
            solver.sat.prefer([lit for lit in solver.literals(sketch.wanted) if lit not in (1, -1)])
        answer = solver.drawn(self._wanted(rng, sketch, solver), rng, solver.literals(sketch.marks))
        if not self._is_good(solver, answer):
            raise Unlucky
        return answer

    def _is_good(self, solver: ClueSolver, answer: State) -> bool:
        return self.making.good is None or self.making.good(solver.model, answer)

    def _draft(self, sketch: Sketch, answer: State, solver: ClueSolver | None = None) -> Draft:
        clues = self._reader(sketch).read(sketch, answer, self._salt)
        if self.making.givens:
            own = answer.marks[self.making.givens]
            clues[self.making.givens] = {spot: value for spot, value in own.items() if self.making.is_given(value)}
        if self.making.fill and self.wishes.get(GIVENS.name, "") == "yes":
            clues[self.making.fill] = self._some_given(answer)
        clues = self.conditions.heed(self.genre, clues, sketch, answer)
        draft = Draft(self.genre, sketch, answer, clues, solver)
        if not self._is_checked:
            self._check_provenance(draft)
        return draft

    def _check_provenance(self, draft: Draft) -> None:
        """Raises MakingError for rules that do not declare the clues that they read: their clues would be lost."""
        self._is_checked = True
        faults = provenance_faults(draft.puzzle())
        if faults:
            raise MakingError(f"{self.genre.name} cannot be generated: {'; '.join(faults)}")

    def _some_given(self, answer: State) -> dict[Spot, Any]:
        """A few marks of the answer, where given ones are asked for."""
        own = {spot: value for spot, value in answer.marks[self.making.fill].items() if self.making.is_given(value)}
        n = max(1, round(_GIVEN * len(own)))
        return {spot: own[spot] for spot in sorted(Random(f"{self._salt} given").sample(sorted(own), n))}

    @staticmethod
    def _shared(solver: ClueSolver, draft: Draft) -> frozenset[int] | None:
        """The marks that some other answers share with the draft's; None where that is the only one."""
        return shared_marks(solver, solver.marks_of(draft.answer), list(draft.selectors(solver).values()))

    def _filled(self, rng: Random, draft: Draft, solver: ClueSolver) -> Draft:
        """The puzzle with marks of the answer given where others differ from it, until none does.

        Marks that are there or not have no room beside a clue: they take its place.
        """
        name = self.making.fill
        own = draft.answer.marks[name]
        marks = solver.marks_of(draft.answer)
        filled = dict(draft.clues.get(name, {}))
        takes_place = isinstance(self.genre.answer_layers[name], AnswerLayer)
        fixed = {spot for placed in draft.sketch.given.values() for spot in placed} if takes_place else set[Spot]()
        while True:
            clues = {**draft.clues, name: filled} if filled else draft.clues
            if takes_place:
                clues = {layer: {spot: value for spot, value in told.items() if layer == name or spot not in filled}
                         for layer, told in clues.items()}
            draft = replace(draft, clues=clues)
            shared = self._shared(solver, draft)
            if shared is None:
                return draft
            spots = sorted(spot for at, spot in solver.spots_of(marks - shared)
                           if at == name and spot not in filled and spot not in fixed
                           and self.making.is_given(own[spot])
                           and self.conditions.may_be_given(spot, own[spot]))
            if not spots:
                raise Unlucky
            spot = rng.choice(spots)
            filled[spot] = own[spot]


def usual_symmetry(rng: Random, making: Making) -> Symmetry:
    """A symmetry as often as is usual."""
    chance = rng.random()
    for symmetry, share in making.symmetry.items():
        if chance < share:
            return symmetry
        chance -= share
    return "none"


__all__ = ["Maker", "usual_symmetry"]
