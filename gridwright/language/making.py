"""Declarations of a genre for generating puzzles.

Most of it follows from layers, rules and domains: an answer is drawn at random, the clues are those that are true of
it, and clues are taken away while the answer stays the only one. A genre adds what cannot follow from rules: how its
structure is laid out (``sketch``), how to change it where several answers are left (``change``), how a clue is read off
an answer where trying all values is too slow (``told``), and what readers of magazines expect (the other fields).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import SYMMETRIES, Symmetry, image, orbits
from .domain import ABSENT
from .layers import MarksByLayer
from .taste import Band


class Unlucky(Exception):
    """An attempt that came to nothing; another one may succeed."""


@dataclass(frozen=True)
class CluePlaces:
    """Where clues may stand (``allowed``; None for everywhere) and where they must."""

    allowed: frozenset[Spot] | None = None
    needed: frozenset[Spot] = frozenset()

    def may(self, spot: Spot) -> bool:
        """Whether a clue may stand there."""
        return self.allowed is None or spot in self.allowed

    def pick(self, rng: Random, area: Sequence[Spot]) -> Spot:
        """A place for the one clue of an area. Raises Unlucky where it has none, or needs several clues."""
        needed = [spot for spot in area if spot in self.needed]
        fits = needed or [spot for spot in area if self.may(spot)]
        if not fits or len(needed) > 1:
            raise Unlucky
        return rng.choice(fits)


ANYWHERE = CluePlaces()


@dataclass(frozen=True)
class Wishes:
    """What is asked of a puzzle besides its size: the symmetry and the places of its clues, the share of places that
    hold one, the options of its genre, the cells that are dark in the picture that its answer is to show, and how
    difficult it is to be."""

    symmetry: Symmetry = "none"
    density: float | None = None
    """What is asked for, or what is usual (see ``Making.density``); None where neither is known."""
    options: Mapping[str, Any] = field(default_factory=dict)
    places: CluePlaces = ANYWHERE
    dark: frozenset[Spot] = frozenset()
    difficulty: str | None = None
    """The label that is asked for, if one is."""
    is_easy: bool = False
    """Whether a puzzle is asked for that is easy at most: where few structures allow that, these are to be laid out."""

    def get(self, name: str, default: Any) -> Any:
        """The value of an option."""
        found = self.options.get(name)
        return default if found is None else found


@dataclass
class Sketch:
    """A puzzle in the making.

    ``given`` holds its structure, and those clues whose places belong to the structure: their values are replaced by
    what is true of the answer. ``marks`` are marks that the answer must have, ``wanted`` are those that it should have
    as far as the rules allow; the rest of it is drawn at random. ``parts`` is whatever the genre's ``change`` wants to
    know again.
    """

    board: Rect
    given: MarksByLayer = field(default_factory=dict)
    keys: dict[str, Any] = field(default_factory=dict)
    marks: MarksByLayer = field(default_factory=dict)
    wanted: MarksByLayer = field(default_factory=dict)
    parts: Any = None
    other: Any = None
    """Another answer (a State) of the sketch that is to be changed, where that is what ``change`` is asked about."""
    symmetry: Symmetry = "none"
    places: CluePlaces = ANYWHERE
    again: dict[Spot, int] = field(default_factory=dict)
    """How often the clue at a spot has been read anew, for clues whose reading is left to chance."""

    def copy(self) -> Sketch:
        """A copy whose layers may be changed; ``parts`` is shared."""
        layers = ({name: dict(own) for name, own in marks.items()} for marks in (self.given, self.marks, self.wanted))
        given, marks, wanted = layers
        return replace(self, given=given, keys=dict(self.keys), marks=marks, wanted=wanted, again=dict(self.again))


Draw: TypeAlias = Callable[[Random, Rect, Wishes], Sketch]
"""Lays out the structure of a puzzle. May raise Unlucky."""
Change: TypeAlias = Callable[[Random, Sketch, Any, Collection[Spot]], "Sketch | None"]
"""Changes a sketch near the spots where answers differ; is called with the sketch, the answer (a State) and the spots.
None if there is nothing to change."""
ClueFromAnswer: TypeAlias = Callable[[Any, Any, Spot, Random], Any]
"""Reads a clue off an answer: is called with a model of the bare puzzle, the answer (a State), the spot and a source of
random numbers. ``ABSENT`` if no clue can stand there."""
ClueOrder: TypeAlias = Callable[[Random, Rect, Sequence["Rank"]], "Sequence[Rank]"]
"""Reorders the clues that may be taken away: is called with a source of random numbers, the board and the clues."""
StrategyName: TypeAlias = Literal["", "answer", "fresh answer", "structure", "fixed answer", "one draft"]
"""How puzzles get one answer; ``gridwright/making/strategies.py`` says what each name means."""
Sizes: TypeAlias = Callable[[int, int], str]
"""Says for a number of rows and columns why a genre has no such board; the empty string if it has."""


class Rank(NamedTuple):
    """Clues that may be taken away together, by layer and spot. The lower their place, the sooner they go: those below
    1 go before all others are tried."""

    place: float
    clues: tuple[tuple[str, Spot], ...]


@dataclass(frozen=True)
class OneOfSeveral:
    """A reading of clues that could tell one of several true things. ``values`` gives all of them, the best first."""

    values: Callable[[Any, Any, Spot, Random], Sequence[Any]]

    def __call__(self, model: Any, answer: Any, spot: Spot, rng: Random) -> Any:
        """The best value."""
        return self.values(model, answer, spot, rng)[0]


@dataclass(frozen=True)
class Option:
    """A choice about new puzzles of a genre that is no key of theirs.

    ``wrong`` says why a value cannot be had on a board and what can; the empty string if it can be had. Where a value
    changes which sizes there are, or which is usual, ``sizes`` and ``size`` tell by value.
    """

    name: str
    wrong: Callable[[Rect, Any], str]
    sizes: Mapping[Any, Sizes] = field(default_factory=dict)
    size: Mapping[Any, tuple[int, int]] = field(default_factory=dict)


def among(*values: Any) -> Callable[[Rect, Any], str]:
    """For options that have the same values on all boards."""
    expected = " or ".join(map(str, values))
    return lambda _, value: "" if value in values else f"expected {expected}, found {value!r}"


GIVENS = Option("givens", among("yes", "no"))
"""Whether some marks of the answer are given; genres with ``fill`` have it."""


def bare(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A board without any structure."""
    del rng, wishes
    return Sketch(board)


def any_size(rows: int, cols: int) -> str:
    """All boards will do."""
    del rows, cols
    return ""


def square(least: int = 1, most: int = 99) -> Sizes:
    """Boards have as many rows as columns, so many at least and at most."""

    def why(rows: int, cols: int) -> str:
        if rows != cols:
            return "the board has to be square"
        return "" if least <= rows <= most else f"the side has to be {least} to {most}"

    return why


def at_least(side: int) -> Sizes:
    """Boards have so many rows and columns at least."""
    return lambda rows, cols: "" if min(rows, cols) >= side else f"the sides have to be {side} at least"


@dataclass(frozen=True, kw_only=True)
class Making:
    """How puzzles of a genre are made; see the module."""

    sketch: Draw = bare
    change: Change | None = None
    told: Mapping[str, ClueFromAnswer] = field(default_factory=dict)
    """How to read the clues of a layer, by its name; layers that are left out are read by trying all values.
    See ``OneOfSeveral`` for clues that could tell one of several true things."""
    clues: tuple[str, ...] | None = None
    """The layers that are told; by default all layers of clues."""
    givens: str = ""
    """The answer layer whose marks stand as clues, such as the numbers of a Latin square."""
    is_given: Callable[[Any], bool] = lambda _: True
    """Which of its values may stand as clues."""
    fill: str = ""
    """The answer layer of which a few marks are given where the clues alone leave several answers."""
    unfilled: int = 0
    """So many answers are tried before marks of one are given."""
    near: bool = True
    """Whether outside clues stand above and at the left only."""
    share: float = 0.2
    """The share of the answer's marks that is drawn before the rules are asked; less where rules are strict."""
    likely: Mapping[str, float] = field(default_factory=dict)
    """The probability of a mark on the layers of the answer, by name; 0.5 by default."""
    whole: bool = False
    """Whether all clues stand. Otherwise clues are taken away."""
    frame: tuple[str, ...] = ()
    """The layers all of whose clues stand."""
    spare: float = 0.0
    """The share of the clues that could be spared in usual puzzles: the mean of what puzzles are left with.
    With 1 all clues stand where no difficulty is asked for."""
    density: Band | None = None
    """The share of places with a clue in usual puzzles: what ``sketch`` is told, where it chooses the places; elsewhere
    so many clues are left, and ``spare`` says nothing."""
    dull: tuple[Any, ...] = ()
    """The values of clues that give too much away; they are taken away first."""
    liked: Mapping[Any, float] = field(default_factory=dict)
    """How much more than others clues of a value are to stay, 1 by default; the higher, the later they are taken
    away."""
    unwritable: tuple[Any, ...] = ()
    """Values of clues that the genre's usual format cannot express: a puzzle that is left with one is discarded."""
    order: ClueOrder | None = None
    """Changes the order in which clues are taken away, after ``dull`` and ``liked``."""
    symmetry: Mapping[Symmetry, float] = field(default_factory=dict)
    """How often clues are arranged symmetrically where nobody asks."""
    good: Callable[[Any, Any], bool] | None = None
    """Whether an answer (a State) of a bare puzzle (its model) is worth a puzzle."""
    options: tuple[str | Option, ...] = ()
    """What may be chosen: keys by their names, and other options. ``sketch`` asks for them."""
    size: tuple[int, int] = (10, 10)
    """The usual number of rows and columns."""
    sizes: Sizes = any_size
    rounds: int = 40
    """So many changes are tried before a new sketch is drawn; more by ``change`` on boards larger than usual."""
    strategy: StrategyName = ""
    """How puzzles get one answer: by default by change of the structure if there is a ``change``, else of the answer.

    ``fixed answer``: ``change`` leaves the answer as it is, and a change is scored by the number of marks that
    uniqueness would need besides the clues. Another answer of the sketch may take the place of the first one, so
    ``change`` has to heed the answer that it is called with, and not the one that was laid out.
    ``fresh answer``: each answer is drawn in a model of its own, if that is faster than one solver for all.
    ``one draft``: clues change the values that cells may hold, so each trial needs a model of its own."""
    board: Callable[[int, int], Rect] = Rect.of
    """The board of a size."""
    solid: bool = False
    """Whether the genre's boards cannot have holes."""
    movable: str = ""
    """The layer of clues whose places the sketch chooses one by one, so that any others would do as well."""
    placed: str = ""
    """The layer of clues whose places depend on other parts of the sketch, which heeds ``Wishes.places``."""
    pictured: str = ""
    """The layer of the answer that may follow a picture: dark cells are marked, a loop runs around them, and areas do
    not cross their border (``sketch`` looks after that: see ``Wishes.dark``)."""


def told_by(values: Callable[[Any, Any, Spot], Any]) -> ClueFromAnswer:
    """A reading that leaves nothing to chance."""
    return lambda model, answer, spot, _: values(model, answer, spot)


def line_values(model: Any, answer: Any, layer: str, side: Spot) -> list[Any]:
    """What the answer holds in the line at an outside spot, read from there."""
    marks = answer.marks[layer]
    return [marks.get(cell) for cell in model.board.line_from(side)]


def count_of(layer: str, value: Any) -> ClueFromAnswer:
    """How often a value (True for a mark) stands in a line."""
    return lambda model, answer, side, _: line_values(model, answer, layer, side).count(value)


def varied(layer: str, least: float, most: float) -> Callable[[Any, Any], bool]:
    """Whether a share of the spots of a layer is marked that lies between two bounds."""

    def good(model: Any, answer: Any) -> bool:
        del model
        marks = answer.marks[layer].values()
        return least * len(marks) <= sum(value is True for value in marks) <= most * len(marks)

    return good


def even_cells(rows: int, cols: int) -> str:
    """Boards have an even number of cells, and two rows and columns at least."""
    if rows * cols % 2:
        return "a loop through all cells needs an even number of cells"
    return at_least(2)(rows, cols)


__all__ = [
    "ABSENT", "ANYWHERE", "SYMMETRIES", "ClueFromAnswer", "CluePlaces", "Making", "MarksByLayer", "Sketch", "Symmetry",
    "Unlucky", "Wishes", "any_size", "at_least", "bare", "image", "line_values", "orbits", "square", "told_by",
]
