"""What all strategies share: structures, answers and drafts of one genre on one board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from random import Random
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import why_not
from ..engine.solve.check import check
from ..language.genre import Genre
from ..language.making import GIVENS, Making, Sketch, Symmetry, Unlucky, Wishes
from ..language.puzzle import State
from ..language.rules import Clue
from .clues import ClueDemands, ClueSolver, plain_demands
from .conditions import USUAL, Conditions
from .declared import GUIDE, provenance_faults
from .drafts import ClueReader, Clues, Draft, bare_puzzle, exhaustive_layers, paired
from .effort import Effort, MakingError

ANYWAY = 0.03
"""The probability that a change for the worse is kept, so that a search does not get stuck."""
STAYING_NEAR = 0.7
"""The share of marks near open spots that are kept when the answer is redrawn."""
NEAR = 5
"""The distance from a place, in half cells, within which the answer may change when a finished puzzle is varied."""
REPAIRS = 6
"""Changes to restore uniqueness after a finished puzzle was varied."""
_FAITHFUL = 25
"""Consecutive attempts with the same symmetry, so that it is as frequent as usual even if most of them fail."""
_KEPT = 4
"""Structures whose readers and solvers are kept: after a rejected change, the one before is used again."""
_GIVEN = 0.1
"""The share of the answer's marks that is given on request."""


class Workshop:
    """Lays out structures, draws answers and reads clues off them. ``attempt`` begins each puzzle."""

    def __init__(
        self, genre: type[Genre], board: Rect, wishes: Wishes, clock: Effort, symmetry: Symmetry | None,
        conditions: Conditions,
    ) -> None:
        """``symmetry``: that of all puzzles; None for the usual frequencies."""
        self.genre, self.board, self.wishes, self.clock = genre, board, wishes, clock
        self.symmetry, self.conditions = symmetry, conditions
        self.making: Making = conditions.adapted(genre)
        self._free: type[Genre] | None = None
        """The genre without the rules that read exhaustive clues, once it is needed."""
        self._is_checked = genre.is_built_in
        """Whether the rules are known to name their clues correctly; tests check the built-in genres."""
        self._readers: list[ClueReader] = []
        """The readers of the last structures, the most recent one at the end."""
        self._salt = ""
        self._solvers = ExitStack()
        self._by_structure: dict[ClueDemands, ClueSolver] = {}
        """The solvers of this attempt, by structure."""

    @contextmanager
    def attempt(self, seed: str, number: int) -> Iterator[Random]:
        """One attempt at a puzzle, determined by the seed. Its solvers are closed at the end."""
        rng = Random(f"{seed} {number}")
        self._salt = f"{seed} {number}"
        usual = usual_symmetry(Random(f"{seed} symmetry {number // _FAITHFUL}"), self.making, self.board)
        self.wishes = replace(self.wishes, symmetry=self.symmetry or usual,
                              density=self.conditions.density_of(rng, self.making, self.board))
        self._by_structure.clear()
        with ExitStack() as self._solvers:
            yield rng

    # -- structures --

    def sketch(self, rng: Random) -> Sketch:
        """The structure of a puzzle, with all exhaustive clues. Raises Unlucky."""
        sketch = self.making.sketch(rng, self.board, self.wishes)
        layers = exhaustive_layers(self.genre)
        return self._with_every_clue(rng, sketch, layers) if layers else sketch

    def _with_every_clue(self, rng: Random, sketch: Sketch, layers: Sequence[str]) -> Sketch:
        """A sketch with a random answer and all clues of some layers that are true of it.

        The answer is drawn without the rules that read these clues, since missing clues inform. Raises Unlucky if the
        answer then breaks these rules.
        """
        bare = bare_puzzle(self.genre, sketch)
        if self._free is None:
            reading = (rule for rule in self.genre.rules if not set(layers).isdisjoint(rule.clue_layers))
            self._free = self.genre.without(rule.name for rule in reading)
        with ClueSolver(ClueDemands(bare_puzzle(self._free, sketch)), self.clock) as solver:
            answer = self.drawn(rng, sketch, solver)
        full = sketch.copy()
        full.given |= ClueReader(ClueDemands(bare)).read(sketch, answer, self._salt, layers)
        full.marks = {name: dict(own) for name, own in answer.marks.items()}
        puzzle = bare_puzzle(self.genre, full)
        wrong = check(puzzle, State.of(puzzle, full.marks), finished=True, timeout=self.clock.left)
        if wrong:
            clues = " and ".join(map(repr, layers))
            raise Unlucky(f"the clues {clues} that were read off an answer contradict it: {wrong[0].words}; "
                          f"read them with Making(told=...) or lay them out with Making(sketch=...), {GUIDE}")
        return full

    def reader(self, sketch: Sketch) -> ClueReader:
        """The reader of the clues of a sketch's structure."""
        bare = bare_puzzle(self.genre, sketch)
        reader = next((one for one in reversed(self._readers) if one.demands.bare == bare), None)
        if reader is None:
            reader = ClueReader(plain_demands(bare) or ClueDemands(bare))
            del self._readers[: 1 - _KEPT]
        else:
            self._readers.remove(reader)
        self._readers.append(reader)
        return reader

    def opened(self, sketch: Sketch) -> ClueSolver:
        """A new solver for the clues of a sketch."""
        return self._solvers.enter_context(ClueSolver(self.reader(sketch).demands, self.clock))

    def solver_of(self, sketch: Sketch) -> ClueSolver:
        """The solver that sketches of the same structure share."""
        demands = self.reader(sketch).demands
        if demands not in self._by_structure:
            kept = {reader.demands for reader in self._readers}
            for old in [one for one in self._by_structure if one not in kept]:
                self._by_structure.pop(old).close()
            self._by_structure[demands] = self.opened(sketch)
        return self._by_structure[demands]

    # -- answers --

    def answer(self, rng: Random, sketch: Sketch) -> State:
        """A random answer of a sketch. Raises Unlucky."""
        demands = self.reader(sketch).demands
        if sketch.marks and all(place[0] in sketch.marks.get(name, {}) for name in self.genre.answer_layers
                                for place in demands.variables.places(name)):
            return State.of(demands.bare, sketch.marks)
        if self.making.good is None and not sketch.marks and demands.leaves_all_open(self.clock.glance):
            return self._any_answer(rng, sketch, demands)
        with ClueSolver(demands, self.clock) as solver:
            return self.drawn(rng, sketch, solver)

    def _any_answer(self, rng: Random, sketch: Sketch, demands: ClueDemands) -> State:
        """The marks that the sketch wants, and random ones elsewhere."""
        likely = self.making.likely
        return State.of(demands.bare, {
            name: {place[0]: own[place[0]] if place[0] in own else rng.random() < likely.get(name, 0.5)
                   for place in demands.variables.places(name)}
            for name in self.genre.answer_layers for own in [sketch.wanted.get(name, {})]})

    def drawn(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> State:
        """A random answer of a sketch that the genre accepts. Raises Unlucky."""
        solver.prefer(rng, self.making.likely)
        if sketch.wanted:
            solver.sat.prefer([lit for lit in solver.literals(sketch.wanted) if lit not in (1, -1)])
        answer = solver.drawn(self.wanted(rng, sketch, solver), rng, solver.literals(sketch.marks))
        if not self.is_good(solver, answer):
            raise Unlucky
        return answer

    def wanted(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> list[int]:
        """The marks that the sketch wants, or some at random, in random order."""
        wanted = solver.literals(sketch.wanted)
        if not wanted:
            wanted = [lit for lit in solver.guesses(rng, self.making.likely) if rng.random() < self.making.share]
        rng.shuffle(wanted)
        return wanted

    def is_good(self, solver: ClueSolver, answer: State) -> bool:
        """Whether the genre accepts an answer."""
        return self.making.good is None or self.making.good(solver.model, answer)

    # -- drafts --

    def draft(self, sketch: Sketch, answer: State, solver: ClueSolver | None = None) -> Draft:
        """The draft with all clues that are true of an answer. Raises Unlucky, and MakingError."""
        clues = self.reader(sketch).read(sketch, answer, self._salt)
        if self.making.givens:
            own = answer.marks[self.making.givens]
            clues[self.making.givens] = {spot: value for spot, value in own.items() if self.making.is_given(value)}
        if self.making.fill and self.wishes.get(GIVENS.name, "") == "yes":
            clues[self.making.fill] = self._some_given(answer)
        clues = self.conditions.heed(self.genre, clues, sketch, answer)
        if self.making.paired:
            clues = paired(clues, sketch.board, sketch.symmetry)
        draft = Draft(self.genre, sketch, answer, clues, solver, self._held(sketch, clues))
        if not self._is_checked:
            self._check_provenance(draft)
        return draft

    def _held(self, sketch: Sketch, clues: Clues) -> frozenset[Clue]:
        """The clues that are held back."""
        if not self.making.held or self.conditions != USUAL:
            return frozenset()
        model = self.genre.as_told(self.reader(sketch).demands.bare)
        return frozenset((name, spot) for name, chance in self.making.held.items()
                         for spot, value in clues.get(name, {}).items()
                         if Random(f"{self._salt} held {spot}").random() < chance(model, spot, value))

    def _some_given(self, answer: State) -> dict[Spot, Any]:
        """A few random marks of the answer."""
        own = {spot: value for spot, value in answer.marks[self.making.fill].items() if self.making.is_given(value)}
        n = max(1, round(_GIVEN * len(own)))
        return {spot: own[spot] for spot in sorted(Random(f"{self._salt} given").sample(sorted(own), n))}

    def _check_provenance(self, draft: Draft) -> None:
        """Raises MakingError for rules that do not name their clues, since these clues would be lost."""
        self._is_checked = True
        faults = provenance_faults(draft.puzzle())
        if faults:
            raise MakingError(f"{self.genre.name} cannot be generated: {'; '.join(faults)}")


def usual_symmetry(rng: Random, making: Making, board: Rect) -> Symmetry:
    """A random symmetry, with the usual frequencies; none if the board cannot have it."""
    chance = rng.random()
    for symmetry, share in making.symmetry.items():
        if chance < share:
            return "none" if why_not(board, symmetry) else symmetry
        chance -= share
    return "none"


class Strategy(ABC):
    """A way to a puzzle with a unique answer. ``strategies.py`` says when each is chosen."""

    varies_cheaply = False
    """Whether varying a finished puzzle costs much less than a new draft."""

    def __init__(self, shop: Workshop) -> None:
        self.shop, self.making = shop, shop.making

    @abstractmethod
    def unique(self, rng: Random) -> Draft:
        """A new draft that is unique with all its clues. Raises Unlucky."""

    @property
    def can_vary(self) -> bool:
        """Whether finished puzzles can be changed a little: they keep all clues, and changes are tried at all."""
        return self.making.whole and self.making.rounds > 1

    @abstractmethod
    def varied(self, rng: Random, draft: Draft, at: Collection[Spot] = ()) -> Draft | None:
        """The draft changed somewhere, near ``at`` if given, and unique again; None if a few repairs do not lead to
        that."""


def places_of(draft: Draft, at: Collection[Spot] = ()) -> list[Spot]:
    """All spots of a draft's answer, or those near some spots."""
    places = sorted({spot for own in draft.answer.marks.values() for spot in own})
    return [spot for spot in places if is_near(spot, at)] if at else places


def is_near(spot: Spot, at: Iterable[Spot]) -> bool:
    """Whether a spot is near one of others."""
    return any(max(abs(spot.y - other.y), abs(spot.x - other.x)) <= NEAR for other in at)
