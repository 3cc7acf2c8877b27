"""Solves many puzzles; those of the same shape share a solver.

Puzzles have the same shape if they differ only in the given marks of the answer, as the sudokus of a collection do. The
third puzzle of a shape is compiled without these marks, and from then on they are assumptions: compiling took most of
the time, and what the solver has learnt about one puzzle helps with the next. If unit propagation from the given marks
settles all spots, that is the answer, and the proof that it is the only one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import partial
from itertools import islice
from operator import neg
from threading import local

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import GivenLayer
from ...language.puzzle import Frozen, Layers, Puzzle, Reading, State, Value, frozen_layers
from ...language.validation import check_whole, checks_arguments
from .answers import Verdict, solve, verdict_of
from .clock import Clock, TimeUp
from .search import Search

_SHAPES = 8
"""The number of shapes remembered at a time."""
_FIRST_KEPT = 3
"""The search of a shape is kept from this puzzle on."""
_CELLS = 700
"""Larger boards are searched one by one: without the given marks, their models would be many times as large."""
_WORN = 2_000
"""A search is rebuilt after it has excluded this many answers for one puzzle only."""


class _KeptSearch:
    """The search shared by all puzzles of one shape."""

    def __init__(self, bare: Puzzle, clock: Clock) -> None:
        self.search = Search(bare, clock)
        self.model: Genre = self.search.model
        self.worn = 0
        compiled, model = self.search.compiled, self.model
        self._literals = {
            (name, spot): {value: int(mark) for value, mark in term.marks.items()}
            for name, terms in model.terms.items()
            for spot, term in terms.items()
        }
        """The literals of the values of each spot."""
        self._marks: list[tuple[str, tuple[Spot, ...], Value]] = []
        """The marks of the literals 2, 3, ..., if all variables stand for values of spots; else empty."""
        self._n_places = sum(len(places) for places in map(model.variables.places, model.terms))
        if not model.marks and not compiled.lazy and compiled.clauses.top == model.variables.top:
            self._marks = [model.variables.mark_of(lit)[:3] for lit in range(2, model.variables.top + 1)]
        self._pairs: tuple[str, dict[int, tuple[Spot, Value]]] | None = None
        """The same by literal for the only layer, if each of its marks is on one spot."""
        if self._marks and len(model.terms) == 1 and all(len(place) == 1 for _, place, _ in self._marks):
            pairs = {lit: (place[0], value) for lit, (_, place, value) in enumerate(self._marks, 2)}
            self._pairs = self._marks[0][0], pairs

    def answers(self, puzzle: Puzzle, clock: Clock) -> Iterator[State]:
        """Every answer of a puzzle of the shape, each once. Raises TimeUp."""
        search, self.search.clock = self.search, clock
        assumed = self._assumed(puzzle)
        sound, lits = search.sat.propagate(assumed)
        if not sound:
            return
        if self._marks:
            found = [lit for lit in lits if lit > 0]
            if len(found) == self._n_places:
                found.sort()
                yield self._state(puzzle, found)
                return
        guard = search.compiled.clauses.new()
        try:
            while (values := search.next_assignment([*assumed, guard])) is not None:
                if self._marks:
                    found = [lit for lit in values[1 : self.model.variables.top] if lit > 0]
                    yield self._state(puzzle, found)
                    search.sat.add([[-guard, *map(neg, found)]])
                else:
                    found_state = search.state(values)
                    yield State(puzzle, found_state.marks, found_state.struck)
                    search.block(values, unless=-guard)
        finally:
            search.sat.add([[-guard]])
            self.worn += 1

    def _assumed(self, puzzle: Puzzle) -> list[int]:
        """The given marks as literals."""
        assumptions: list[int] = []
        for name in puzzle.genre.answer_layers:
            given = puzzle.given.get(name)
            if not given:
                continue
            if name in self.model.marks:
                assumptions += [int(self.model.variables.literal(name, spot, value)) for spot, value in given.items()]
            else:
                literals = self._literals
                assumptions += [literals[name, spot].get(value, -1) for spot, value in given.items()]
        return assumptions

    def _state(self, puzzle: Puzzle, lits: Iterable[int]) -> State:
        """The answer of some literals, which are in order, so that marks are in the order of their places."""
        if self._pairs:
            only, pairs = self._pairs
            return State(puzzle, frozen_layers({only: dict(map(pairs.__getitem__, lits))}))
        layers: dict[str, dict[Spot, Value]] = {name: {} for name in self.model.terms}
        marks = self._marks
        for lit in lits:
            name, place, value = marks[lit - 2]
            layer = layers[name]
            for spot in place:
                layer[spot] = value
        return State(puzzle, frozen_layers(layers))

    def close(self) -> None:
        self.search.sat.close()


@dataclass
class _Shape:
    """What puzzles of one shape have in common, how many there were, and their search if it is kept."""

    bare: Puzzle
    structure: Layers
    seen: int = 0
    kept: _KeptSearch | None = None

    def fits(self, puzzle: Puzzle) -> bool:
        bare = self.bare
        if puzzle.genre is not bare.genre or puzzle.board != bare.board or puzzle.keys != bare.keys:
            return False
        given = puzzle.given
        return all(given.get(name) == self.structure.get(name) for name in _given_layers(puzzle.genre))


def _given_layers(genre: type[Genre]) -> list[str]:
    return [name for name, layer in genre.layers.items() if isinstance(layer, GivenLayer)]


class Solver:
    """Solves puzzles as ``solve`` does, and keeps the searches of recurring shapes.

    Not thread-safe: each thread needs its own.
    """

    def __init__(self) -> None:
        self._shapes: list[_Shape] = []

    @checks_arguments
    def solve(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Verdict:
        """As ``gridwright.solve``, with the same parameters."""
        kept = None
        clock = Clock(timeout, stop)
        check_whole("limit", limit)
        if self._may_be_shared(puzzle):
            try:
                kept = self._kept_for(puzzle, clock)
            except TimeUp:
                return Verdict("undecided", (), clock.seconds, False)
        if kept is not None:
            with clock.running():
                verdict = verdict_of(kept.answers(puzzle, clock), 2, clock)
            if verdict.complete or verdict.status == "undecided":
                return verdict
        # Which of several answers come first must not depend on earlier puzzles.
        return solve(puzzle, limit=limit, timeout=clock.left, stop=stop)

    @staticmethod
    def _may_be_shared(puzzle: Puzzle) -> bool:
        return len(puzzle.board.cells) <= _CELLS and any(puzzle.given.get(n) for n in puzzle.genre.answer_layers)

    def _kept_for(self, puzzle: Puzzle, clock: Clock) -> _KeptSearch | None:
        """The kept search of a puzzle's shape; None if there is none, or not yet. Raises TimeUp."""
        shape = next((one for one in self._shapes if one.fits(puzzle)), None)
        if shape is None:
            names = _given_layers(puzzle.genre)
            structure = Frozen({name: puzzle.given[name] for name in names if name in puzzle.given})
            shape = _Shape(Puzzle(puzzle.genre, puzzle.board, structure, puzzle.keys), structure)
            self._shapes.insert(0, shape)
            for old in self._shapes[_SHAPES:]:
                self._forget(old)
            del self._shapes[_SHAPES:]
        elif self._shapes[0] is not shape:
            self._shapes.remove(shape)
            self._shapes.insert(0, shape)
        shape.seen += 1
        if shape.seen < _FIRST_KEPT or puzzle.genre.abstraction(puzzle, clock.glance):
            return None
        if shape.kept is not None and shape.kept.worn >= _WORN:
            self._forget(shape)
        if shape.kept is None:
            shape.kept = _KeptSearch(shape.bare, clock)
        return shape.kept

    @staticmethod
    def _forget(shape: _Shape) -> None:
        if shape.kept is not None:
            shape.kept.close()
            shape.kept = None

    def close(self) -> None:
        """Frees the solvers of all kept searches."""
        for shape in self._shapes:
            self._forget(shape)
        self._shapes.clear()

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@checks_arguments
def solve_many(
    puzzles: Iterable[Puzzle | Reading],
    *,
    limit: int = 2,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    executor: Executor | None = None,
) -> Iterator[Verdict]:
    r"""Solves puzzles one after the other; faster than ``solve`` if many of them differ only in their given marks.

    Args:
        puzzles: The puzzles; any iterable.
        limit: As in ``solve``.
        timeout: The time limit for each puzzle in seconds.
        stop: Called again and again; True ends the search. With an executor it is called between batches.
        executor: Any executor of ``concurrent.futures``: threads, processes, or the machines of a cluster
            (``dask.distributed.Client(...).get_executor()``). Its workers get a few puzzles at a time, and only so many
            in advance that memory use stays constant.

    Returns:
        An iterator over the verdicts, in the order of the puzzles.

    Raises:
        ValueError: ``limit`` is below 1.

    Example:
        >>> puzzles = gw.read_all("1234341221434321\n123434122143432.\n", "sudoku")
        >>> [verdict.status for verdict in gw.solve_many(puzzles)]
        ['unique', 'unique']
    """
    check_whole("limit", limit)
    own = (one.puzzle if isinstance(one, Reading) else one for one in puzzles)
    if executor is not None:
        yield from _solved_elsewhere(own, executor, partial(_solved, limit=limit, timeout=timeout), stop)
        return
    with Solver() as solver:
        for puzzle in own:
            yield solver.solve(puzzle, limit=limit, timeout=timeout, stop=stop)


_BATCH = 50
"""Puzzles per batch for a worker."""
_AHEAD = 64
"""Batches submitted in advance."""


def _solved_elsewhere(
    puzzles: Iterable[Puzzle],
    executor: Executor,
    work: Callable[[list[Puzzle]], list[Verdict]],
    stop: Callable[[], bool] | None,
) -> Iterator[Verdict]:
    left = iter(puzzles)
    under_way: deque[Future[list[Verdict]]] = deque()
    try:
        while True:
            while len(under_way) < _AHEAD and (some := list(islice(left, _BATCH))):
                under_way.append(executor.submit(work, some))
            if not under_way or (stop is not None and stop()):
                return
            yield from under_way.popleft().result()
    finally:
        for one in under_way:
            one.cancel()


class _Own(local):
    """The solver of a thread."""

    def __init__(self) -> None:
        self.solver = Solver()


_own = _Own()


def _solved(puzzles: list[Puzzle], limit: int, timeout: float | None) -> list[Verdict]:
    """Solves a batch in a worker."""
    return [_own.solver.solve(puzzle, limit=limit, timeout=timeout) for puzzle in puzzles]
