"""Drafts of puzzles: a structure, an answer, and the clues that are true of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import Symmetry, images
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer, Layer
from ..language.making import Determined, Making, Sketch
from ..language.puzzle import Frozen, Puzzle, State, frozen_layers
from ..language.rules import Clue, Demand
from ..logic.expr import Count, Expr, Known, Total
from .clues import ClueDemands, ClueSolver
from .declared import GUIDE, making_of
from .effort import MakingError

Clues = dict[str, dict[Spot, Any]]
"""Clues by layer and spot."""


@dataclass(frozen=True)
class Draft:
    """A puzzle with all clues that are true of its answer."""

    genre: type[Genre]
    sketch: Sketch
    answer: State
    clues: Clues
    """Clues and given marks of the answer, by layer."""
    solver: ClueSolver | None = None
    """The solver that the draft was made with, if that is still open."""
    held: frozenset[Clue] = frozenset()
    """The clues that are held back (see ``Making.held``)."""

    @property
    def n_clues(self) -> int:
        """The number of clues and given marks."""
        return sum(map(len, self.clues.values()))

    def puzzle(self) -> Puzzle:
        """The puzzle with all of the clues that are not held back."""
        if not self.held:
            return self._puzzle(self.clues)
        return self.puzzle_of({(name, spot) for name, own in self.clues.items() for spot in own} - self.held)

    def puzzle_of(self, kept: Collection[Clue]) -> Puzzle:
        """The puzzle with some of the clues.

        If the places of clues belong to the structure, omitted clues have an unknown value.
        """
        return self._puzzle(self.with_clues(kept).clues)

    def with_clues(self, kept: Collection[Clue]) -> Draft:
        """The draft with some of the clues only."""
        chosen = set(kept)
        return replace(self, clues={name: {spot: value for spot, value in own.items() if (name, spot) in chosen}
                                    for name, own in self.clues.items()})

    def _puzzle(self, clues: Mapping[str, Mapping[Spot, Any]]) -> Puzzle:
        bare = bare_puzzle(self.genre, self.sketch)
        given: dict[str, Mapping[Spot, Any]] = dict(bare.given)
        for name, own in clues.items():
            given[name] = {**bare.given.get(name, {}), **own}
        return Puzzle(self.genre, self.sketch.board, frozen_layers(given), Frozen(self.sketch.keys))

    def selectors(self, solver: ClueSolver) -> dict[Clue, int]:
        """For each clue and given mark of the answer, the literal that puts it in force."""
        answers = self.genre.answer_layers
        found = solver.tell(self._puzzle({name: own for name, own in self.clues.items() if name not in answers}))
        for name in answers:
            for spot, value in self.clues.get(name, {}).items():
                found[name, spot] = solver.literal((name, spot, value))
        return found


# -- which clues there are --


def clue_layers(genre: type[Genre]) -> tuple[str, ...]:
    """The layers of clues that are read off answers and may be omitted."""
    return tuple(layer.name for layer in _read_layers(genre) if not layer.exhaustive)


def exhaustive_layers(genre: type[Genre]) -> tuple[str, ...]:
    """The layers of clues that are read off answers and must be complete."""
    return tuple(layer.name for layer in _read_layers(genre) if layer.exhaustive)


def _read_layers(genre: type[Genre]) -> Iterator[GivenLayer]:
    names = genre.making.clues
    return (layer for layer in genre.layers.values() if isinstance(layer, GivenLayer)
            and (layer.role == "clue" if names is None else layer.name in names))


def clue_places(genre: type[Genre]) -> Iterator[Layer]:
    """The layers whose marks are clues in new puzzles."""
    making = making_of(genre)
    names = (*clue_layers(genre), making.movable, making.placed, making.givens, making.fill)
    return (genre.layers[name] for name in dict.fromkeys(names) if name)


def bare_puzzle(genre: type[Genre], sketch: Sketch) -> Puzzle:
    """The puzzle of a sketch without clues: those whose places belong to the structure have unknown values.

    It is kept with the sketch, which must not be changed any more.
    """
    if genre not in sketch.memo:
        sketch.memo[genre] = _bare_puzzle(genre, sketch)
    found: Puzzle = sketch.memo[genre]
    return found


def _bare_puzzle(genre: type[Genre], sketch: Sketch) -> Puzzle:
    plain = Puzzle(genre, sketch.board, frozen_layers({}), Frozen(sketch.keys))
    model = genre.as_told(plain)
    given: Clues = {}
    for name, marks in sketch.given.items():
        layer = genre.layers[name]
        if isinstance(layer, GivenLayer) and layer.role == "clue" and name in clue_layers(genre):
            unknown = {spot: layer.unknown(model, spot) for spot in marks}
            marks = {spot: value if unknown[spot] is ABSENT else unknown[spot] for spot, value in marks.items()}
        given[name] = marks
    return Puzzle(genre, sketch.board, frozen_layers(given), Frozen(sketch.keys))


def paired(clues: Clues, board: Rect, symmetry: Symmetry) -> Clues:
    """The clues all of whose images have a clue, too."""
    return {name: {spot: value for spot, value in own.items()
                   if all(at in own for at in images(board, spot, symmetry))} for name, own in clues.items()}


# -- reading clues off an answer --

_ENOUGH_READS = 4
"""The answers after which those of a structure are taken to have the same number of clues if all of these had."""


class ClueReader:
    """Reads the clues of puzzles with one structure."""

    def __init__(self, demands: ClueDemands) -> None:
        """``demands``: those of the structure."""
        self.demands = demands
        self.genre = demands.bare.genre
        self.n_places = 0
        """The number of places that were read last."""
        self._n_reads, self._numbers = 0, set[int]()
        self._reads: dict[str, _Reads] = {}

    def read(self, sketch: Sketch, answer: State, salt: str, layers: Iterable[str] | None = None) -> Clues:
        """All clues that are true of the answer: at the places of the sketch if it has any, otherwise anywhere.

        ``layers``: those to read; by default, all whose clues may be omitted. Raises MakingError for clues that cannot
        be read.
        """
        making, clues = making_of(self.genre), Clues()
        self.n_places = 0
        model = self.genre.as_told(self.demands.bare)  # a new one, because functions keep what they know of an answer
        for name in clue_layers(self.genre) if layers is None else layers:
            layer = self.genre.layers[name]
            assert isinstance(layer, GivenLayer)
            spots = self._spots(layer, model, sketch, making)
            self.n_places += len(spots)
            layer_clues: dict[Spot, Any]
            if name in making.told:
                told, again = making.told[name], sketch.again
                values = ((spot, told(model, answer, spot) if isinstance(told, Determined) else
                           told(model, answer, spot, Random(f"{salt} {spot} {again.get(spot)}"))) for spot in spots)
                layer_clues = {spot: value for spot, value in values if value is not ABSENT}
            else:
                layer_clues = self._by_trying(layer, model, spots, answer)
            if layer_clues:
                clues[name] = layer_clues
        self._n_reads += 1
        self._numbers.add(sum(map(len, clues.values())))
        return clues

    @property
    def always_reads_as_many(self) -> bool:
        """Whether several answers had the same number of clues, as if all had."""
        return self._n_reads >= _ENOUGH_READS and len(self._numbers) == 1

    @staticmethod
    def _spots(layer: GivenLayer, model: Genre, sketch: Sketch, making: Making) -> Sequence[Spot]:
        placed = sketch.given.get(layer.name)
        if placed:
            return list(placed)
        spots = [place[0] for place in layer.places(model)]
        outside = layer.on in ("sides", "line_sides")
        return [spot for spot in spots if min(spot) < 0] if outside and making.near else spots

    def _by_trying(self, layer: GivenLayer, model: Genre, spots: Sequence[Spot], answer: State) -> dict[Spot, Any]:
        """For each spot, the first informative value that breaks no demand, if there is one."""
        open_values: dict[Spot, list[Any]] = {}
        for spot in spots:
            domain = layer.domain.at(model, spot)
            unknown = domain.unknown
            values = [v for v in domain.values() or () if v != unknown or type(v) is not type(unknown)]
            if values:
                open_values[spot] = values[::-1]
        if spots and not open_values:
            raise MakingError(f"the clues {layer.name!r} of {self.genre.name} cannot be read off an answer by testing "
                              "values, because their values cannot be listed; declare making = "
                              f"Making(told={{{layer.name!r}: ...}}), {GUIDE}")
        known = self.demands.variables.known(answer)
        read = self._reads.setdefault(layer.name, _Reads())
        read.forget(known)
        open_values = {spot: values for spot, values in open_values.items() if spot not in read.values}
        while open_values:
            tried = {spot: values.pop() for spot, values in open_values.items()}
            wrong = self._broken(layer.name, tried, known, read)
            read.values |= {spot: value for spot, value in tried.items() if spot not in wrong}
            read.values |= {spot: ABSENT for spot in wrong if not open_values[spot]}
            open_values = {spot: _nearest(open_values[spot], number) for spot, number in wrong.items()
                           if open_values[spot]}
        return {spot: value for spot in spots if (value := read.values.get(spot, ABSENT)) is not ABSENT}

    def _broken(
        self, name: str, tried: Mapping[Spot, Any], known: Known, read: _Reads
    ) -> dict[Spot, int | None]:
        """The spots with clues that are not true of the answer, each with the right number if there is one."""
        bare = self.demands.bare
        given = Frozen({**bare.given, name: Frozen({**bare.given.get(name, {}), **tried})})
        wrong: dict[Spot, int | None] = {}
        for demand, sources in self.demands.of(Puzzle(bare.genre, bare.board, given, bare.keys)):
            own = {spot for layer, spot, _ in sources if layer == name and spot in tried}
            for spot in own:
                read.note(spot, self.demands.variables_of(demand) if len(sources) == 1 else None)
            if len(own) == 1 and not _holds(demand, known):
                wrong[own.pop()] = _number(demand, known)
        return wrong


class _Reads:
    """The clues read off the last answer, and the variables that they depend on."""

    def __init__(self) -> None:
        self.values: dict[Spot, Any] = {}
        """The clues; ABSENT where none is true."""
        self._depends: dict[Spot, set[int] | None] = {}
        """The variables in the demands of a spot's clues; None if unknown."""
        self._before: Known = ()

    def note(self, spot: Spot, speaks_of: frozenset[int] | None) -> None:
        """Notes the variables that a clue depends on; None if it also depends on other clues."""
        depends = self._depends.setdefault(spot, set())
        if speaks_of is None:
            self._depends[spot] = None
        elif depends is not None:
            depends.update(speaks_of)

    def forget(self, known: Known) -> None:
        """Forgets the clues that may be different in another answer."""
        before, self._before = self._before, known
        changed = {v for v in range(2, len(known) // 2 + 1) if known[v] != before[v]} if before else set[int]()
        for spot in list(self.values):
            depends = self._depends.get(spot)
            if depends is None or not changed.isdisjoint(depends):
                del self.values[spot]


def _holds(demand: Demand, known: Known) -> bool:
    what = demand.what
    return what.judge(known) is True if isinstance(what, Expr) else not any(what.conflicts(known))


def _number(demand: Demand, known: Known) -> int | None:
    """The count or total of a demand in a full grid."""
    what = demand.what
    return min(what.reach(known)) + what.sure if isinstance(what, Count | Total) else None


def _nearest(values: list[Any], number: int | None) -> list[Any]:
    """The values with the given number last, if it is among them: values are tried from the end."""
    if number is None or number not in values:
        return values
    return [*(value for value in values if value != number), number]
