"""Removes clues while the answer of a puzzle stays unique."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from random import Random
from typing import Any, TypeAlias

from ..board.board import Spot
from ..board.symmetry import is_lopsided
from ..language.domain import ABSENT
from ..language.layers import GivenLayer
from ..language.making import Rank, Symmetry, Unlucky, Wishes, orbits
from ..language.puzzle import Puzzle, PuzzleError
from ..language.rules import Clue
from ..language.validation import check_puzzle
from .clues import ClueDemands, ClueSolver
from .conditions import USUAL, Conditions, n_places
from .drafts import Draft, bare_puzzle
from .effort import Effort, TooHard, other_answers

ClueGroup: TypeAlias = tuple[Clue, ...]
"""Clues that stay or go together."""
SLICES = 30
"""The budget of one question in slices of solving. A question that needs more keeps its clues."""
_MOST_SLICES = 60
"""The budget of all questions about one draft; after that, the remaining clues stay."""
_MOST_SPARED = 0.9
"""The largest share of clues that are kept although the answer does not need them."""


def superfluous(
    solver: ClueSolver, answer: frozenset[int], selectors: Mapping[Clue, int], groups: Sequence[ClueGroup],
    may_ask: Callable[[], bool], n_early: int = 0,
) -> Iterator[ClueGroup]:
    """Yields the groups of clues that can go, one after the other, while an answer stays unique.

    They are tried in order, the first ``n_early`` before any other goes. ``answer``: its literals; ``selectors``: those
    of all clues; ``may_ask`` is called before each question, and ends the search if it returns False. If a question is
    too hard, its clues stay. The solver cannot be used for anything else afterwards, because decisions are added for
    good.
    """
    loose = {clue for group in groups for clue in group}
    solver.settle([solver.differs(answer), *(lit for clue, lit in selectors.items() if clue not in loose)])
    selectors_of = {group: [selectors[clue] for clue in group if clue in selectors] for group in groups}
    left = dict.fromkeys(groups)
    for number, group in enumerate(groups):
        if group not in left:
            continue
        if not may_ask():
            return
        del left[group]
        # Earlier assumptions are more likely to be in the core, so those to try last come first.
        if _is_open(solver, [lit for candidate in reversed(left) for lit in selectors_of[candidate]]):
            solver.settle(selectors_of[group])
            continue
        core = set(solver.core())
        # No other goes before all early ones have been tried.
        may_go = groups[number + 1 : n_early] if number < n_early else groups[number + 1 :]
        yield group
        for candidate in may_go:
            if candidate in left and core.isdisjoint(selectors_of[candidate]):
                del left[candidate]
                yield candidate


def check_allowed(puzzle: Puzzle) -> None:
    """Raises Unlucky if the genre's declarations exclude a puzzle."""
    try:
        check_puzzle(puzzle)
    except PuzzleError as fault:
        raise Unlucky from fault


def _is_open(solver: ClueSolver, assumptions: Sequence[int]) -> bool:
    """Whether there may be another answer: there is, or the question is too hard."""
    try:
        return solver.solve(assumptions)
    except TooHard:
        return True


class Stripper:
    """Removes clues of a draft, symmetric ones together."""

    def __init__(
        self, rng: Random, draft: Draft, wishes: Wishes, clock: Effort, is_strict: bool = False,
        conditions: Conditions = USUAL,
    ) -> None:
        """``is_strict``: whether to discard puzzles whose clues cannot be symmetric."""
        self.draft, self.wishes, self.clock, self.is_strict = draft, wishes, clock, is_strict
        self.board, self.genre, self.conditions = draft.sketch.board, draft.genre, conditions
        self.making = conditions.adapted(draft.genre)
        self._spare = min(_MOST_SPARED, self.making.spare * rng.uniform(0, 2)) if self.making.spare < 1 else 1
        self._n_early = 0
        self._groups = [] if self.making.whole else self._in_order(rng)
        self._banned: Collection[ClueGroup] = ()
        """Clues whose removal would break the requested symmetry."""

    # -- which clues, and in which order --

    def _in_order(self, rng: Random) -> list[ClueGroup]:
        """The clues that may go, in the order in which they are tried."""
        ranks: list[Rank] = []
        theme = self._theme(rng)
        for name, own in self.draft.clues.items():
            if name == self.making.fill or name in self.making.frame:
                continue
            for orbit in orbits(self.board, self._removable(name, own), self._symmetry_of(name)):
                group = tuple((name, spot) for spot in orbit)
                early = (self.is_dull(group) or self._is_lopsided(name, orbit)
                         or (theme is not ABSENT and all(own[spot] != theme for spot in orbit)))
                if self.conditions.places.needed.isdisjoint(orbit):
                    liked = sum(self.making.liked.get(own[spot], 1) for spot in orbit) / len(orbit)
                    place = rng.random() ** (1 / liked) + (0 if early else 1) - 2 * self.draft.held.issuperset(group)
                    ranks.append(Rank(place, group))
        ordered = sorted(self.making.order(rng, self.board, ranks) if self.making.order else ranks,
                         key=lambda rank: rank.place)
        self._n_early = sum(rank.place < 1 for rank in ordered)
        return [rank.clues for rank in ordered]

    def is_dull(self, group: ClueGroup) -> bool:
        """Whether usual puzzles do without such clues."""
        return all(self.draft.clues[name][spot] in self.making.dull for name, spot in group)

    def _theme(self, rng: Random) -> Any:
        """A value that most clues should have; ABSENT, in most puzzles, for none."""
        if not self.making.equal or rng.random() >= self.making.equal:
            return ABSENT
        return rng.choice([value for own in self.draft.clues.values() for value in own.values()])

    def _symmetry_of(self, name: str) -> Symmetry:
        """The symmetry in which clues of a layer go: none if their places stay anyway, or belong to areas."""
        is_fixed = name in self.draft.sketch.given or any(
            layer.name == name for group in self.genre.groups for layer in group.clues)
        return "none" if is_fixed else self.wishes.symmetry

    def _is_lopsided(self, name: str, orbit: Sequence[Spot]) -> bool:
        """Whether a clue disturbs the symmetry, because the image of its place cannot hold one."""
        return is_lopsided(self.board, orbit, self._symmetry_of(name))

    def _removable(self, name: str, own: Mapping[Spot, Any]) -> list[Spot]:
        """The spots of clues that can be omitted: not part of the structure, or with an unknown value instead."""
        layer = self.genre.layers[name]
        if not isinstance(layer, GivenLayer) or name not in self.draft.sketch.given:
            return list(own)
        model = self.genre.as_told(self.draft.puzzle())
        unknown = ((spot, value, layer.unknown(model, spot)) for spot, value in own.items())
        return [spot for spot, value, nothing in unknown if nothing is not ABSENT and nothing != value]

    # -- removing --

    def stripped(self, enough: int = 0) -> list[ClueGroup]:
        """The clues that can go, in order, while the answer stays unique.

        Those to restore first come last. Ends once ``enough`` clues or fewer are left.
        """
        if self.making.whole:
            return []
        lopsided = {group for group in self._groups if self._is_lopsided(group[0][0], [spot for _, spot in group])}
        gone: list[ClueGroup] = []
        n_left = self.draft.n_clues
        with closing(self._superfluous()) as superfluous:
            while n_left > enough or not lopsided.issubset(gone):
                group = next(superfluous, None)
                if group is None:
                    break
                gone.append(group)
                n_left -= len(group)
        if self.is_strict:
            if not lopsided.issubset(gone):
                raise Unlucky
            self._banned = lopsided
            return [group for group in gone if group not in lopsided]
        return sorted(gone, key=lambda group: group not in lopsided)

    def _superfluous(self) -> Generator[ClueGroup]:
        """The clues that may go, one group after the other."""
        if self.draft.solver is not None:
            yield from self._by_cores(self.draft.solver)
            return
        bare: Puzzle | None = None
        if self.making.strategy != "one draft":
            bare = bare_puzzle(self.genre, self.draft.sketch)
        elif self.making.for_any_givens is not None:
            bare = self.making.for_any_givens(self.draft.puzzle())
        if bare is None:
            yield from self._by_rebuilding()
        else:
            with ClueSolver(ClueDemands(bare), self.clock) as solver:
                yield from self._by_cores(solver)

    def _by_cores(self, solver: ClueSolver) -> Iterator[ClueGroup]:
        selectors = self.draft.selectors(solver)
        marks = solver.marks_of(self.draft.answer)
        before = self.clock.n_used

        def may_ask() -> bool:
            self.clock.allow(SLICES)
            return self.clock.n_used - before < _MOST_SLICES

        return superfluous(solver, marks, selectors, self._groups, may_ask, self._n_early)

    def _by_rebuilding(self) -> Iterator[ClueGroup]:
        """The same, with each trial solved as a separate puzzle; several groups at a time as long as that works."""
        kept = {(name, spot) for name, own in self.draft.clues.items() for spot in own}
        queue, size = list(self._groups), max(1, len(self._groups) // 8)
        while queue:
            some, queue = queue[:size], queue[size:]
            trial = kept.difference(clue for group in some for clue in group)
            if self._is_unique(trial):
                kept = trial
                yield from some
            elif size > 1:
                queue, size = some + queue, max(1, size // 2)
            # A single group that is needed stays.

    def _is_unique(self, kept: Collection[Clue]) -> bool:
        self.clock.allow(SLICES)
        try:
            return not other_answers(self.draft.puzzle_of(kept), self.draft.answer, 1, self.clock)
        except TooHard:
            return False

    def spared(self, gone: Sequence[ClueGroup]) -> Sequence[ClueGroup]:
        """The last of the removable clues, which usual puzzles keep."""
        n_clues = self.draft.n_clues - sum(map(len, self._banned))
        least = n_clues - sum(map(len, gone))
        asked = self.conditions.n_wanted(self.draft.genre, self.draft.sketch, self.draft.clues)
        if asked is not None:
            places = n_places(self.draft.genre, self.draft.sketch.board, self.draft.clues)
            self.conditions.check_number(asked, least, n_clues, places)
        room = self._wanted(least) - least
        n = len(gone)
        while n and room >= len(gone[n - 1]):
            n -= 1
            room -= len(gone[n])
        return gone[n:]

    def _wanted(self, least: int) -> int:
        """The number of clues to keep if ``least`` are needed."""
        asked = self.conditions.n_wanted(self.draft.genre, self.draft.sketch, self.draft.clues)
        return self._usual_number(least) if asked is None else asked

    def _usual_number(self, least: int) -> int:
        """The usual number of clues if ``least`` are needed."""
        if self.wishes.density is not None and not (self.making.movable or self.making.placed):
            usual = round(self.wishes.density * n_places(self.genre, self.board, self.draft.clues))
            return min(usual, self._n_varied()) if self.wishes.dark else usual
        return round(least / (1 - self._spare)) if self._spare < 1 else self.draft.n_clues

    def _n_varied(self) -> int:
        """The number of clues that are not monotonous."""
        return sum(value not in self.making.monotonous for own in self.draft.clues.values() for value in own.values())

    def without(self, gone: Iterable[ClueGroup]) -> Puzzle:
        """The puzzle without some clues. Raises Unlucky if the genre's declarations exclude it."""
        out = {clue for group in (*gone, *self._banned) for clue in group}
        puzzle = self.draft.puzzle_of([(name, spot) for name, own in self.draft.clues.items() for spot in own
                                       if (name, spot) not in out])
        check_allowed(puzzle)
        return puzzle

    def usually_gone(self) -> list[ClueGroup]:
        """The clues that go so that the usual number is left. Raises TooMany if more are needed than requested."""
        # No puzzle gets fewer clues than the usual number for none needed.
        gone = self.stripped(self._wanted(0))
        return gone[: len(gone) - len(self.spared(gone))]

    def finished(self) -> Puzzle:
        """The puzzle with the usual number of clues. Raises Unlucky if the genre's declarations exclude it."""
        return self.without(self.usually_gone())
