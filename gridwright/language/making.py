"""Declarations of a genre for generating puzzles.

Most follows from layers, rules and domains: an answer is drawn at random, all clues that are true of it are added, and
clues are removed as long as the answer remains the only one. A genre adds what does not follow from its rules: how to
lay out its structure (``sketch``), how to change it if there are several answers (``change``), how to compute a clue
from an answer if trying all values is too slow (``told``), and what published puzzles look like (the other fields).
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
    """An attempt failed; another one may succeed."""


class CluePlaces(NamedTuple):
    """Where clues may be (``allowed``; None for everywhere) and where they must be (``needed``)."""

    allowed: frozenset[Spot] | None = None
    needed: frozenset[Spot] = frozenset()

    def may(self, spot: Spot) -> bool:
        """Whether a clue may be there."""
        return self.allowed is None or spot in self.allowed

    def pick(self, rng: Random, area: Sequence[Spot]) -> Spot:
        """A random place for the only clue of an area. Raises Unlucky if there is none, or several clues are needed."""
        needed = [spot for spot in area if spot in self.needed]
        fits = needed or [spot for spot in area if self.may(spot)]
        if not fits or len(needed) > 1:
            raise Unlucky
        return rng.choice(fits)


ANYWHERE = CluePlaces()


@dataclass(frozen=True)
class Wishes:
    """What is requested of a puzzle besides its size: the symmetry, places and density of its clues, the options of its
    genre, the dark cells of the picture that its answer shows, and its difficulty."""

    symmetry: Symmetry = "none"
    density: float | None = None
    """The requested or usual share of places with a clue (see ``Making.density``); None if neither is known."""
    options: Mapping[str, Any] = field(default_factory=dict)
    places: CluePlaces = ANYWHERE
    dark: frozenset[Spot] = frozenset()
    painted: Mapping[Spot, Any] = field(default_factory=dict)
    """The values that a picture in colours wants, by cell; the others are blank."""
    difficulty: str | None = None
    """The requested label, if any."""
    is_easy: bool = False
    """Whether the puzzle must be at most easy: if few structures allow that, sketches should choose these."""

    def get(self, name: str, default: Any) -> Any:
        """The value of an option."""
        found = self.options.get(name)
        return default if found is None else found


@dataclass
class Sketch:
    """The beginning of a new puzzle.

    ``given`` contains its structure, and clues whose places belong to the structure; their values are replaced by the
    true ones. ``marks`` are marks that the answer must have, ``wanted`` those that it should have if the rules allow;
    the rest of the answer is random. ``parts`` is any data that the genre's ``change`` needs.
    """

    board: Rect
    given: MarksByLayer = field(default_factory=dict)
    keys: dict[str, Any] = field(default_factory=dict)
    marks: MarksByLayer = field(default_factory=dict)
    wanted: MarksByLayer = field(default_factory=dict)
    parts: Any = None
    other: Any = None
    """For ``change``: another answer (a State) of the sketch, if it is to be excluded."""
    symmetry: Symmetry = "none"
    places: CluePlaces = ANYWHERE
    again: dict[Spot, int] = field(default_factory=dict)
    """How often the clue at a spot has been drawn again, for clues that are chosen at random."""
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Results that depend on ``given`` and ``keys`` only; copies start without any."""

    def copy(self) -> Sketch:
        """A copy whose layers may be changed; ``parts`` is shared."""
        layers = ({name: dict(own) for name, own in marks.items()} for marks in (self.given, self.marks, self.wanted))
        given, marks, wanted = layers
        return replace(self, given=given, keys=dict(self.keys), marks=marks, wanted=wanted, again=dict(self.again),
                       memo={})


Draw: TypeAlias = Callable[[Random, Rect, Wishes], Sketch]
"""Lays out the structure of a puzzle. May raise Unlucky."""
Change: TypeAlias = Callable[[Random, Sketch, Any, Collection[Spot]], "Sketch | None"]
"""Changes a sketch near the spots where answers differ; the arguments are a random generator, the sketch, the answer (a
State) and the spots. None if there is nothing to change."""
ClueFromAnswer: TypeAlias = Callable[[Any, Any, Spot, Random], Any]
"""Computes a clue from an answer; the arguments are a model of the bare puzzle, the answer (a State), the spot and a
random generator. ``ABSENT`` if no clue can be there."""
ClueOrder: TypeAlias = Callable[[Random, Rect, Sequence["Rank"]], "Sequence[Rank]"]
"""Reorders the clues that may be removed; the arguments are a random generator, the board and the clues."""
StrategyName: TypeAlias = Literal["", "answer", "fresh answer", "structure", "fixed answer", "one draft"]
"""How puzzles become unique; ``gridwright/making/strategies.py`` explains the names."""
Sizes: TypeAlias = Callable[[int, int], str]
"""Why a genre has no board with this number of rows and columns; "" if it has."""


class Rank(NamedTuple):
    """Clues that may be removed together, by layer and spot. Those with the lowest ``place`` go first, those below
    1 before any others are tried."""

    place: float
    clues: tuple[tuple[str, Spot], ...]


@dataclass(frozen=True, eq=False)
class OneOfSeveral:
    """A ``ClueFromAnswer`` for clues with several true values; ``values`` returns all of them, the best first."""

    values: Callable[[Any, Any, Spot, Random], Sequence[Any]]

    def __call__(self, model: Any, answer: Any, spot: Spot, rng: Random) -> Any:
        """The best value."""
        return self.values(model, answer, spot, rng)[0]


@dataclass(frozen=True)
class Determined:
    """A ``ClueFromAnswer`` without randomness; see ``told_by``."""

    values: Callable[[Any, Any, Spot], Any]

    def __call__(self, model: Any, answer: Any, spot: Spot, _: Random | None = None) -> Any:
        """The value."""
        return self.values(model, answer, spot)


@dataclass(frozen=True)
class Option:
    """An option for new puzzles of a genre that is no key.

    ``wrong`` returns why a value is impossible on a board and what is possible; "" if it is possible. ``sizes`` and
    ``size`` map values to other possible sizes and another usual size.
    """

    name: str
    wrong: Callable[[Rect, Any], str]
    sizes: Mapping[Any, Sizes] = field(default_factory=dict)
    size: Mapping[Any, tuple[int, int]] = field(default_factory=dict)


def among(*values: Any) -> Callable[[Rect, Any], str]:
    """The check of an option with the same values on all boards."""
    expected = " or ".join(map(str, values))
    return lambda _, value: "" if value in values else f"expected {expected}, found {value!r}"


GIVENS = Option("givens", among("yes", "no"))
"""Whether some marks of the answer are given; genres with ``fill`` have it."""


def bare(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A sketch without structure."""
    del rng, wishes
    return Sketch(board)


def any_size(rows: int, cols: int) -> str:
    """Every size is possible."""
    del rows, cols
    return ""


def square(least: int = 1, most: int = 99) -> Sizes:
    """Boards are square, with sides between two bounds."""

    def why(rows: int, cols: int) -> str:
        if rows != cols:
            return "the board has to be square"
        return "" if least <= rows <= most else f"the side has to be {least} to {most}"

    return why


def at_least(side: int) -> Sizes:
    """Boards have at least ``side`` rows and columns."""
    return lambda rows, cols: "" if min(rows, cols) >= side else f"the sides have to be at least {side}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Making:
    """How puzzles of a genre are made (see the module)."""

    sketch: Draw = bare
    change: Change | None = None
    told: Mapping[str, ClueFromAnswer] = field(default_factory=dict)
    """How to compute the clues of a layer, by its name; for layers without an entry all values are tried. For clues
    with several true values see ``OneOfSeveral``."""
    clues: tuple[str, ...] | None = None
    """The layers that get clues; by default all layers of clues."""
    givens: str = ""
    """The answer layer whose marks are given as clues."""
    is_given: Callable[[Any], bool] = lambda _: True
    """Which of its values may be given."""
    fill: str = ""
    """The answer layer with a few given marks if the clues alone leave several answers."""
    unfilled: int = 0
    """The number of answers to try before marks are given; if it exceeds ``rounds``, they are only given on request."""
    near: bool = True
    """Whether outside clues are only above and to the left."""
    share: float = 0.2
    """The share of the answer's marks that is chosen at random before solving; lower for strict rules."""
    likely: Mapping[str, float] = field(default_factory=dict)
    """The probability of a mark on an answer layer, by its name; 0.5 by default."""
    whole: bool = False
    """Whether no clues are removed."""
    frame: tuple[str, ...] = ()
    """The layers whose clues are never removed."""
    spare: float = 0.0
    """The mean share of superfluous clues in published puzzles. With 1 no clues are removed unless a difficulty is
    requested."""
    density: Band | Callable[[Rect], Band] | None = None
    """The share of places with a clue in published puzzles, perhaps by the board. If ``sketch`` chooses the places, it
    gets this number; else this many clues are left, and ``spare`` is ignored."""
    fewest: int | Callable[[Rect, Mapping[str, Any]], int] | None = None
    """The fewest clues with which a puzzle can be unique, perhaps by the board and the options; requests for fewer are
    refused. By default 1 if puzzles consist of clues alone, else 0."""
    dull: tuple[Any, ...] = ()
    """The values of clues that reveal too much, which are removed first."""
    liked: Mapping[Any, float] = field(default_factory=dict)
    """Weights of the values of clues, 1 by default; those with higher weights are removed later."""
    held: Mapping[str, Callable[[Any, Spot, Any], float]] = field(default_factory=dict)
    """The probability that a clue is held back, by its layer, for strategies that change the structure; the arguments
    are a model of the bare puzzle, the spot and the value. Puzzles have to be unique without such clues, which are
    only used to make them easier. All clues are used if anything about them is requested."""
    unwritable: tuple[Any, ...] = ()
    """Values of clues that the genre's usual format cannot express; puzzles with such clues are discarded."""
    order: ClueOrder | None = None
    """Changes the order in which clues are removed, after ``dull`` and ``liked``."""
    symmetry: Mapping[Symmetry, float] = field(default_factory=dict)
    """The probabilities of symmetries of the clues if none is requested."""
    paired: bool = False
    """Whether clues without a symmetric image are left out from the beginning. For genres in which clues are possible
    at few places: answers are then changed until enough clues have images."""
    equal: float = 0.0
    """The share of puzzles in which most clues have the same value."""
    good: Callable[[Any, Any], bool] | None = None
    """Whether an answer (a State) of a bare puzzle (its model) is good enough for a puzzle."""
    options: tuple[str | Option, ...] = ()
    """The options of ``sketch``: names of keys, and other options."""
    implied: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The options that an alias of the genre stands for."""
    size: tuple[int, int] = (10, 10)
    """The usual number of rows and columns."""
    sizes: Sizes = any_size
    rounds: int = 40
    """The number of changes to try before a new sketch is drawn; ``change`` gets more on boards larger than usual."""
    starts: tuple[int, int] = (1, 1)
    """How many sketches are laid out for an attempt, and how many answers of each are drawn. The draft nearest to being
    unique is then changed."""
    strategy: StrategyName = ""
    """How puzzles become unique: by default by changes of the structure if there is a ``change``, else of the answer.

    ``fixed answer``: ``change`` keeps the answer, and a change is scored by how many extra givens uniqueness would
    need. Another answer of the sketch may replace the first one, so ``change`` must respect the answer that it gets.
    ``fresh answer``: each answer is drawn in a model of its own, if that is faster than one solver for all.
    ``one draft``: clues change the values that cells may hold, so each attempt needs a model of its own."""
    for_any_givens: Callable[[Any], Any] | None = None
    """For ``one draft``: maps a puzzle to an empty one of a variant of the genre, in which any of its givens may be
    assumed; other answers then exist iff the puzzle with these givens has them. None if that is impossible."""
    board: Callable[[int, int], Rect] = Rect.of
    """The board of a size."""
    solid: bool = False
    """Whether the genre's boards cannot have holes."""
    movable: str = ""
    """The layer of clues whose places the sketch chooses independently, so that any others would do."""
    placed: str = ""
    """The layer of clues whose places depend on other parts of the sketch, which respects ``Wishes.places``."""
    pictured: str = ""
    """The answer layer that may show a picture: dark cells are marked, a loop runs around them, and areas do not cross
    their border (``sketch`` ensures that; see ``Wishes.dark``)."""
    monotonous: tuple[Any, ...] = ()
    """Values of clues that are removed first if the answer shows a picture, whose large areas have many of them."""
    straight: range = range(0)
    """The lengths that straight stretches of a loop around a picture should have; if empty, any."""
    palette: Mapping[str, str] = field(default_factory=dict)
    """The colours of pictures, ``#rrggbb``, by the values of that layer. The option ``colours`` lists those allowed."""


def told_by(values: Callable[[Any, Any, Spot], Any]) -> ClueFromAnswer:
    """A ``ClueFromAnswer`` without randomness."""
    return Determined(values)


def line_values(model: Any, answer: Any, layer: str, side: Spot) -> list[Any]:
    """The values of the answer in the line at an outside spot, read from there."""
    marks = answer.marks[layer]
    return [marks.get(cell) for cell in model.board.line_from(side)]


def count_of(layer: str, value: Any) -> ClueFromAnswer:
    """A clue that is the number of occurrences of a value (True for a mark) in a line."""
    return told_by(lambda model, answer, side: line_values(model, answer, layer, side).count(value))


def varied(layer: str, least: float, most: float) -> Callable[[Any, Any], bool]:
    """Whether the share of marked spots of a layer is between two bounds."""

    def good(model: Any, answer: Any) -> bool:
        del model
        marks = answer.marks[layer].values()
        return least * len(marks) <= sum(value is True for value in marks) <= most * len(marks)

    return good


def even_cells(rows: int, cols: int) -> str:
    """Boards have an even number of cells, and at least two rows and columns."""
    if rows * cols % 2:
        return "a loop through all cells needs an even number of cells"
    return at_least(2)(rows, cols)


__all__ = [
    "ABSENT", "ANYWHERE", "SYMMETRIES", "ClueFromAnswer", "CluePlaces", "Making", "MarksByLayer", "Sketch", "Symmetry",
    "Unlucky", "Wishes", "any_size", "at_least", "bare", "image", "line_values", "orbits", "square", "told_by",
]
