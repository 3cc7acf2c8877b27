"""Makes one puzzle: draws, tells, changes until the answer is the only one, and takes clues away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..engine.solve import Search
from ..language.board import Spot
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.making import Making, Sketch, Symmetry, Unlucky, Wishes, orbits
from ..language.puzzle import Frozen, Puzzle, State, frozen_layers
from ..language.rect import Rect
from ..language.rules import Clue, Rule
from ..language.symmetry import is_lopsided
from ..language.validation import PuzzleError, check_puzzle
from .clue_solver import ClueSolver
from .conditions import USUAL, Conditions
from .effort import Effort, TooHard
from .reading import Clues, Reader, bare_puzzle

Group = tuple[Clue, ...]
"""Clues that stay or go together."""
_SLICES = 30
"""The work of one attempt, in slices of solving."""
_OTHERS = 3
"""So many other answers are looked at to see where the puzzle is open."""
_ANYWAY = 0.03
"""How often a change for the worse is taken, lest the search gets stuck."""


@dataclass
class Draft:
    """A puzzle with all that is told, one of its answers, and what belongs together among the clues."""

    sketch: Sketch
    answer: State
    clues: Clues
    """Clues and given marks of the answer, by layer."""


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
        self._reader = Reader(genre)
        self._silent: set[Rule] = set()
        self._salt = ""
        self._n_early = 0

    def attempts(self, seed: str, most: int) -> Iterator[tuple[Random, Draft]]:
        """Puzzles with all their clues, each with just one answer, from so many attempts.

        Raises TimeUp. Nothing but the seed decides what comes.
        """
        for number in range(most):
            self.clock.check()
            self.clock.allow(_SLICES)
            rng = Random(f"{seed} {number}")
            self._salt = f"{seed} {number}"
            self.wishes = replace(self.wishes, symmetry=self.symmetry or usual_symmetry(rng, self.making))
            try:
                yield rng, self._unique(rng)
            except Unlucky:
                continue

    # -- until there is one answer --

    def _unique(self, rng: Random) -> Draft:
        """A puzzle with one answer, by local search from a sketch. Raises Unlucky."""
        sketch = self.making.sketch(rng, self.board, self.wishes)
        answer: State | None = None
        if self.making.change is None and not (self.making.rebuilt or self.making.afresh):
            with self._clue_solver(bare_puzzle(self.genre, sketch)) as solver:
                return self._unique_by_answers(rng, sketch, solver)
        best: tuple[int, Sketch, State, Collection[Spot]] | None = None
        for _ in range(self.making.rounds):
            try:
                answer = self._answer(rng, sketch)
                draft = self._draft(sketch, answer)
                score, spots = self._openness(rng, draft, best[0] if best is not None else None)
            except Unlucky as fault:
                if best is None or isinstance(fault, TooHard):
                    raise
            else:
                if not score:
                    return draft
                if best is None or score <= best[0] or rng.random() < _ANYWAY:
                    best = score, sketch, answer, spots
            assert best is not None
            changed = self._changed(rng, *best[1:])
            if changed is None:
                break
            sketch = changed
        raise Unlucky

    def _openness(self, rng: Random, draft: Draft, best: int | None) -> tuple[int, Collection[Spot]]:
        """How far a puzzle is from having one answer, 0 if it has, and spots where others differ."""
        if not self.making.counting:
            spots = self._open_spots(draft)
            return len(spots), spots
        most = self.making.counting
        others = self._other_answers(draft, most if best is None else min(best + 1, most))
        if not others:
            return 0, ()
        score = len(others) if len(others) < most else most + len(set(_differing(draft.answer, others)))
        return score, {spot for _, spot in _differing(draft.answer, [rng.choice(others)])}

    def _other_answers(self, draft: Draft, most: int) -> list[State]:
        """Up to so many other answers of a puzzle."""
        search = Search(self.puzzle(draft), self.clock)
        found: list[State] = []
        with search.sat:
            search.deny([draft.answer])
            while len(found) < most and (values := search.next_assignment()) is not None:
                found.append(search.state(values))
                search.block(values)
        return found

    def _changed(self, rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
        if self.making.afresh:
            changed = sketch.copy()
            changed.wanted = {name: {s: v for s, v in own.items() if s not in spots and rng.random() < 0.9}
                              for name, own in answer.marks.items()}
            return changed
        assert self.making.change is not None
        return self.making.change(rng, sketch.copy(), answer, sorted(spots))

    def _unique_by_answers(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> Draft:
        """The same where the structure may stay: the answer is drawn anew where the clues leave it open."""
        making = self.making
        solver.prefer(rng, making.likely)
        must = solver.literals(sketch.marks)
        answer = solver.drawn(self._wanted(rng, sketch, solver), rng, must)
        best: tuple[int, State, list[State]] | None = None
        for _ in range(making.rounds):
            if self._is_good(solver, answer):
                draft = self._draft(sketch, answer)
                others = self._others(solver, draft)
                if not others:
                    return draft
                score = sum(1 for _ in _differing(answer, others))
                if best is None or score <= best[0] or rng.random() < _ANYWAY:
                    best = score, answer, others
                if making.fill and score <= len(self.board.cells) // 4:
                    return self._filled(rng, draft, solver)
            if best is None:
                answer = solver.drawn(self._wanted(rng, sketch, solver), rng, must)
                continue
            _, kept, others = best
            solver.prefer(rng, making.likely)
            answer = solver.drawn(_near(solver, kept, others, rng), rng, must)
        if best is not None and making.fill:
            return self._filled(rng, self._draft(sketch, best[1]), solver)
        raise Unlucky

    def _wanted(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> list[int]:
        """The marks that the sketch wants, and some at random, in random order."""
        wanted = solver.literals(sketch.wanted)
        if not wanted:
            wanted = [lit for lit in solver.guesses(rng, self.making.likely) if rng.random() < self.making.share]
        rng.shuffle(wanted)
        return wanted

    def _clue_solver(self, bare: Puzzle) -> ClueSolver:
        return ClueSolver(bare, self.clock, self._silent)

    def _answer(self, rng: Random, sketch: Sketch) -> State:
        """An answer of a sketch, by chance as far as the sketch leaves it open."""
        bare = bare_puzzle(self.genre, sketch)
        model = self.genre(bare)
        complete = all(place[0] in sketch.marks.get(name, {}) for name in self.genre.answer_layers
                       for place in model.variables.places(name))
        if complete:
            return State.of(bare, sketch.marks)
        with self._clue_solver(bare) as solver:
            solver.prefer(rng, self.making.likely)
            if sketch.wanted:
                solver.sat.prefer([lit for lit in solver.literals(sketch.wanted) if lit not in (1, -1)])
            answer = solver.drawn(self._wanted(rng, sketch, solver), rng, solver.literals(sketch.marks))
            if not self._is_good(solver, answer):
                raise Unlucky
            return answer

    def _is_good(self, solver: ClueSolver, answer: State) -> bool:
        return self.making.good is None or self.making.good(solver.model, answer)

    def _draft(self, sketch: Sketch, answer: State) -> Draft:
        bare = bare_puzzle(self.genre, sketch)
        clues = self._reader.read(bare, sketch, answer, self._salt)
        if self.making.givens:
            own = answer.marks[self.making.givens]
            clues[self.making.givens] = {spot: value for spot, value in own.items() if self.making.is_given(value)}
        return Draft(sketch, answer, self.conditions.heed(self.genre, clues, sketch, answer))

    def _others(self, solver: ClueSolver, draft: Draft) -> list[State]:
        """Some other answers; none where there is one only."""
        selectors = self._selectors(solver, draft)
        differs = solver.differs_from(draft.answer)
        assumed = [differs, *selectors.values()]
        found: list[State] = []
        while len(found) < _OTHERS and solver.solve(assumed):
            found.append(solver.state())
            # The next one is to differ where this one does not.
            common = [(name, spot, value) for name, layer in draft.answer.marks.items() for spot, value in layer.items()
                      if all(other.get(name, spot) == value for other in found)]
            if not common:
                break
            assumed.append(solver.differs_from(_part(draft.answer, common)))
        return found

    def _selectors(self, solver: ClueSolver, draft: Draft) -> dict[Clue, int]:
        """For each clue, and each given mark of the answer, what puts it in force."""
        found = solver.tell(self._puzzle(draft.sketch, {k: v for k, v in draft.clues.items()
                                                       if k not in self.genre.answer_layers}))
        for name in self.genre.answer_layers:
            for spot, value in draft.clues.get(name, {}).items():
                found[name, spot] = solver.literal((name, spot, value))
        return found

    def _filled(self, rng: Random, draft: Draft, solver: ClueSolver) -> Draft:
        """The puzzle with marks of the answer given where others differ from it, until none does."""
        name = self.making.fill
        own = draft.answer.marks[name]
        filled = dict(draft.clues.get(name, {}))
        while True:
            draft.clues = {**draft.clues, name: filled} if filled else draft.clues
            others = self._others(solver, draft)
            if not others:
                return draft
            spots = [spot for at, spot in _differing(draft.answer, others)
                     if at == name and spot not in filled and self.making.is_given(own[spot])
                     and self.conditions.may_be_given(spot, own[spot])]
            if not spots:
                raise Unlucky
            spot = rng.choice(spots)
            filled[spot] = own[spot]

    def _open_spots(self, draft: Draft) -> set[Spot]:
        """Where some other answers differ; asks the solver for the written puzzle."""
        puzzle = self.puzzle(draft)
        search = Search(puzzle, self.clock)
        own = [(name, spot, value) for name, layer in draft.answer.marks.items() for spot, value in layer.items()]
        found: set[Spot] = set()
        with search.sat:
            for _ in range(_OTHERS):
                search.sat.add([[-int(search.model.variables.literal(*mark)) for mark in own]])
                values = search.next_assignment()
                if values is None:
                    return found
                other = search.state(values)
                differing = [mark for mark in own if other.get(mark[0], mark[1]) != mark[2]]
                found.update(spot for _, spot, _ in differing)
                own = [mark for mark in own if other.get(mark[0], mark[1]) == mark[2]]
                if not own:
                    break
        return found

    # -- fewer clues --

    def puzzle(self, draft: Draft, kept: Collection[Clue] | None = None) -> Puzzle:
        """The puzzle with all clues of a draft, or with some of them."""
        clues = draft.clues
        if kept is not None:
            chosen = set(kept)
            clues = {name: {spot: value for spot, value in own.items() if (name, spot) in chosen}
                     for name, own in clues.items()}
        return self._puzzle(draft.sketch, clues)

    def _puzzle(self, sketch: Sketch, clues: Mapping[str, Mapping[Spot, Any]]) -> Puzzle:
        """A puzzle; where clues belong to the structure, those that are left out tell nothing."""
        bare = bare_puzzle(self.genre, sketch)
        given: dict[str, Mapping[Spot, Any]] = dict(bare.given)
        for name, own in clues.items():
            given[name] = {**bare.given.get(name, {}), **own}
        return Puzzle(self.genre, sketch.board, frozen_layers(given), Frozen(sketch.keys))

    def stripped(self, rng: Random, draft: Draft) -> list[Group]:
        """The order in which clues may be taken away, one after the other, with one answer left; not all clues occur.

        Those that could be put back first come last.
        """
        if self.making.whole:
            return []
        groups = self._groups(rng, draft)
        if self.making.rebuilt:
            gone = self._stripped_by_rebuilding(draft, groups)
        else:
            with self._clue_solver(bare_puzzle(self.genre, draft.sketch)) as solver:
                gone = self._stripped_by_cores(draft, groups, solver)
        lopsided = {group for group in groups if self._is_lopsided([spot for _, spot in group])}
        if self.symmetry and not lopsided.issubset(gone):
            raise Unlucky
        # Where clues are put back, these are not.
        return sorted(gone, key=lambda group: group not in lopsided)

    def _groups(self, rng: Random, draft: Draft) -> list[Group]:
        """The clues that may go, in the order in which it is tried."""
        symmetry = self.wishes.symmetry
        named: list[tuple[float, Group]] = []
        for name, own in draft.clues.items():
            spots = [spot for spot, value in own.items() if self._can_go(draft, name, spot, value)]
            if name == self.making.fill or name in self.making.frame:
                continue
            for orbit in orbits(self.board, spots, symmetry):
                dull = all(own[spot] in self.making.dull for spot in orbit)
                early = dull or name in self.making.first or self._is_lopsided(orbit)
                if self.conditions.places.needed.isdisjoint(orbit):
                    named.append((rng.random() + (0 if early else 1), tuple((name, spot) for spot in orbit)))
        named.sort(key=lambda one: one[0])
        self._n_early = sum(place < 1 for place, _ in named)
        return [group for _, group in named]

    def _is_lopsided(self, orbit: Sequence[Spot]) -> bool:
        """Whether the image of a clue's place cannot hold a clue, so that it disturbs the symmetry."""
        return is_lopsided(self.board, orbit, self.wishes.symmetry)

    def _can_go(self, draft: Draft, name: str, spot: Spot, value: Any) -> bool:
        """Whether a clue can be left out: it is not part of the structure, or there is a value that tells nothing."""
        layer = self.genre.layers[name]
        if not isinstance(layer, GivenLayer) or name not in draft.sketch.given:
            return True
        untold = layer.untold(self.genre.as_told(self.puzzle(draft)), spot)
        return untold is not ABSENT and untold != value

    def _stripped_by_cores(self, draft: Draft, groups: Sequence[Group], solver: ClueSolver) -> list[Group]:
        selectors = self._selectors(solver, draft)
        differs = solver.differs_from(draft.answer)
        loose = {clue for group in groups for clue in group}
        fixed = [lit for clue, lit in selectors.items() if clue not in loose]
        left = list(groups)
        early = set(groups[: self._n_early])
        gone: list[Group] = []

        def needed(some: Iterable[Group]) -> set[int] | None:
            """The literals of a core that leaves one answer to these groups; None if they leave several."""
            # What comes first is more likely to be in the core, and to stay.
            lits = [selectors[clue] for group in reversed(list(some)) for clue in group if clue in selectors]
            self.clock.allow(_SLICES)
            try:
                return None if solver.solve([differs, *fixed, *lits]) else set(solver.core())
            except TooHard:
                return None

        for group in groups:
            if group not in left:
                continue
            rest = [one for one in left if one is not group]
            core = needed(rest)
            if core is None:
                continue
            idle = [one for one in rest if not any(selectors.get(clue) in core for clue in one)]
            if group in early:  # the others are not to go before all of these have been tried
                idle = [one for one in idle if one in early]
            gone += [group, *idle]
            left = [one for one in rest if one not in idle]
        return gone

    def _stripped_by_rebuilding(self, draft: Draft, groups: Sequence[Group]) -> list[Group]:
        """The same, each trial solved as a puzzle of its own; several groups at a time as long as that works."""
        kept = {(name, spot) for name, own in draft.clues.items() for spot in own}
        gone: list[Group] = []
        queue, size = list(groups), max(1, len(groups) // 8)
        while queue:
            some, queue = queue[:size], queue[size:]
            trial = kept.difference(clue for group in some for clue in group)
            if self._is_unique(draft, trial):
                kept = trial
                gone += some
            elif size > 1:
                queue, size = some + queue, max(1, size // 2)
            # A single group that is needed stays.
        return gone

    def _is_unique(self, draft: Draft, kept: Collection[Clue]) -> bool:
        self.clock.allow(_SLICES)
        try:
            trial = replace(draft, clues={name: {s: v for s, v in own.items() if (name, s) in kept}
                                          for name, own in draft.clues.items()})
            return not self._open_spots(trial)
        except TooHard:
            return False

    def finished(self, rng: Random, draft: Draft) -> Puzzle:
        """The puzzle with about as many clues as are usual. Raises Unlucky where the declarations exclude it."""
        gone = self.stripped(rng, draft)
        return self.without(draft, gone[: len(gone) - len(self.spared(draft, gone))])

    def spared(self, draft: Draft, gone: Sequence[Group]) -> Sequence[Group]:
        """The last ones of the clues that may be taken away, which usual puzzles keep."""
        n_clues = sum(map(len, draft.clues.values()))
        least = n_clues - sum(map(len, gone))
        wanted = self.conditions.n_wanted(self.genre, draft.sketch, draft.clues)
        if wanted is None:
            wanted = round(least / (1 - self.making.spare))
        else:
            self.conditions.check_number(wanted, least, n_clues)
        room = wanted - least
        n = len(gone)
        while n and room >= len(gone[n - 1]):
            n -= 1
            room -= len(gone[n])
        return gone[n:]

    def without(self, draft: Draft, gone: Iterable[Group]) -> Puzzle:
        """The puzzle without some clues, checked against what the genre declares. Raises Unlucky."""
        out = {clue for group in gone for clue in group}
        kept = [(name, spot) for name, own in draft.clues.items() for spot in own if (name, spot) not in out]
        puzzle = self.puzzle(draft, kept)
        try:
            check_puzzle(puzzle)
        except PuzzleError as fault:
            raise Unlucky from fault
        return puzzle


def _near(solver: ClueSolver, kept: State, others: Sequence[State], rng: Random) -> list[int]:
    """The marks of an answer where no other differs, but for a few that are left to chance as well."""
    open_ = set(_differing(kept, others))
    wanted = []
    for name, layer in kept.marks.items():
        for place in solver.model.variables.places(name):
            if (name, place[0]) not in open_ and rng.random() < 0.9:
                wanted.append(solver.literal((name, place[0], layer[place[0]])))
    rng.shuffle(wanted)
    return wanted


def _differing(answer: State, others: Iterable[State]) -> list[tuple[str, Spot]]:
    """Where other answers differ."""
    several = list(others)
    return [(name, spot) for name, layer in answer.marks.items() for spot, value in layer.items()
            if any(other.get(name, spot) != value for other in several)]


def _part(answer: State, marks: Iterable[tuple[str, Spot, Any]]) -> State:
    """An answer with some of its marks only."""
    found: dict[str, dict[Spot, Any]] = {}
    for name, spot, value in marks:
        found.setdefault(name, {})[spot] = value
    return State.of(answer.puzzle, found)


def usual_symmetry(rng: Random, making: Making) -> Symmetry:
    """A symmetry as often as is usual."""
    chance = rng.random()
    for symmetry, share in making.symmetry.items():
        if chance < share:
            return symmetry
        chance -= share
    return "none"


__all__ = ["Draft", "Maker", "usual_symmetry"]
