"""Puzzles and states: immutable values that the formats read and write."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar

from ..board.board import Board, Spot
from ..board.rect import Rect
from ..hooks import HOOKS
from .genre_errors import Subject, in_short

if TYPE_CHECKING:  # a puzzle names its genre, and genres are made of what knows puzzles
    from .genre import Genre

Model: TypeAlias = "Genre"
"""A genre's model of one puzzle, for modules below ``genre``."""
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Value = Any


class Frozen(dict[K, V], Generic[K, V]):
    """An immutable dictionary, which therefore has a hash."""

    def _refuse(self, *_args: object, **_names: object) -> NoReturn:
        raise TypeError("puzzles and states are immutable; make a new one")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class PuzzleError(ValueError):
    """A puzzle or a state that its genre does not allow.

    Attributes:
        what: What is wrong.
        expected: What should be there.
        found: What is there.
        layer: The layer, if the error is in one; else ``""``.
        spot: The place, if there is one.
        key: The key, if the error is in one; else ``""``.
        path: Where in the value the error is: in ``value[path[0]][path[1]]...``

    Example:
        >>> gw.puzzle("Nurikabe", ["2 9 ."])
        Traceback (most recent call last):
        gridwright.language.puzzle.PuzzleError: Nurikabe, layer 'clue', r1c2: this is not allowed here; expected ...
    """

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        layer: str = "",
        spot: Spot | None = None,
        key: str = "",
        path: tuple[int, ...] = (),
        expected: str = "",
        found: str = "",
    ) -> None:
        message = f"{where}: {what}" if where else what
        if expected:
            message += f"; expected {expected}"
        if found:
            message += f"{',' if expected else ';'} found {found}"
        super().__init__(message)
        self.what, self.layer, self.spot, self.key, self.path = what, layer, spot, key, path
        self.expected, self.found = expected, found


def unknown_answer_layer(genre: type[Model], name: str) -> PuzzleError:
    """The error for marks on a layer that is no answer layer."""
    if name in genre.layers:
        return PuzzleError(f"the layer {name!r} of {genre.name} holds clues, not marks of an answer", layer=name)
    return unknown_name(genre, "answer layer", name, genre.answer_layers)


def unknown_name(genre: type[Model], kind: str, name: object, known: Iterable[str]) -> PuzzleError:
    """The error for a layer or key that a genre does not have."""
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(str(name), names, 1) or names
    expected = " or ".join(map(repr, near)) or "none"
    return PuzzleError(f"{genre.name} has no {kind} {in_short(name)}", expected=expected)


Layers = Frozen[str, Frozen[Spot, Value]]
"""Marks by layer and spot."""


def frozen_layers(marks: Mapping[str, Mapping[Spot, Value]]) -> Layers:
    """Marks by layer and spot, made immutable; empty layers are dropped."""
    return Frozen({name: Frozen(layer) for name, layer in marks.items() if layer})


_BUILT_IN = frozenset((bool, frozenset, int, set, str, tuple))
"""The types of the values of most states."""


def _in_built_in_types(marks: Mapping[Any, Value], genre: type[Model]) -> Mapping[Spot, Value]:
    """Marks with pairs of numbers turned into Spots, and numbers of other libraries into Python's own."""
    if set(map(type, marks)) <= {Spot} and set(map(type, marks.values())) <= _BUILT_IN:
        return marks
    plain = genre.support.plain
    return {Spot(*at) if type(at) is tuple and len(at) == 2 else at: plain(value) for at, value in marks.items()}


NO_MARKS: Frozen[Spot, Value] = Frozen()
"""A layer without marks."""


class PathSummary(NamedTuple):
    """The solution path of a puzzle in short.

    Attributes:
        technique: The hardest technique: its name or, if it has none, the kind of step.
        steps: The number of steps.
        minutes: An estimate of the minutes that a practised solver needs.

    Example:
        >>> print(gw.generate("Tents", size=5, seed=7).about.path)
        about 1 min, 6 steps, hardest: line needs all
    """

    technique: str
    steps: int
    minutes: int

    @property
    def parts(self) -> tuple[str, ...]:
        """The minutes, the number of steps and the hardest technique in words."""
        steps = "1 step" if self.steps == 1 else f"{self.steps} steps"
        return f"about {self.minutes} min", steps, f"hardest: {self.technique}"

    def __str__(self) -> str:
        return ", ".join(self.parts)


@dataclass(frozen=True)
class About:
    """What is known about a puzzle besides its diagram.

    Attributes:
        title: The title.
        author: The author.
        credits: Sources and acknowledgements.
        difficulty: The difficulty, in any words.
        description: Additional rules or remarks.
        path: The solution path in short; None unless the puzzle was rated when it was generated.

    Example:
        >>> gw.puzzle("Nurikabe", ["2 . 1"], title="Tiny", author="A. Setter").about.author
        'A. Setter'
    """

    title: str = ""
    author: str = ""
    credits: tuple[str, ...] = ()
    difficulty: str = ""
    description: tuple[str, ...] = ()
    path: PathSummary | None = None


@dataclass(frozen=True, eq=False)
class Puzzle(Subject):
    """A puzzle: a genre, a board, given marks, and values that concern the whole puzzle.

    It is immutable, hashable and picklable, and prints as a board; its ``repr`` is an expression that recreates it.
    Puzzles are equal if genre, board, givens and keys are. ``gw.puzzle`` and ``Puzzle.of`` check a puzzle;
    ``Puzzle(...)`` does not.

    Attributes:
        genre: The genre, a class.
        board: The board.
        given: Structure, clues, and marks of the answer that are set in advance, by layer and spot.
        keys: The values of the genre's keys. A missing key has its default value.
        about: Title, author and so on.
        source: Data with which a reader's format writes the same file again.

    Example:
        >>> puzzle = gw.puzzle("Nurikabe", ["2 . 1"])
        >>> puzzle
        gw.puzzle('Nurikabe', size=(1, 3), clue=['2 . 1'])
        >>> puzzle.given["clue"][gw.Spot(1, 5)]
        1
    """

    noun = "puzzle"
    genre: type[Genre]
    board: Board
    given: Layers = field(default_factory=Frozen)
    keys: Frozen[str, Any] = field(default_factory=Frozen)
    about: About = About()
    source: Any = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (
            self.genre is other.genre
            and (self.keys == other.keys or self.own_keys() == other.own_keys())
            and self.board == other.board
            and self.given == other.given
        )

    def __hash__(self) -> int:
        return hash((self.genre, self.board, self.given, self.own_keys()))

    def own_keys(self) -> Frozen[str, Any]:
        """Returns the keys whose values are not their defaults."""
        known = self.genre.keys
        return Frozen({
            name: value for name, value in self.keys.items() if name not in known or value != known[name].default})

    @staticmethod
    def of(
        genre: type[Genre],
        board: Board,
        given: Mapping[str, Mapping[Spot, Value]],
        keys: Mapping[str, Any] | None = None,
        about: About | None = None,
        source: Any = None,
    ) -> Puzzle:
        """Creates a puzzle from marks by spot, checked against the declarations of its genre.

        Args:
            genre: The genre, a class.
            board: The board.
            given: The marks of each layer by spot.
            keys: The values of keys.
            about: Title, author and so on.
            source: Data with which a reader's format writes the same file again.

        Raises:
            PuzzleError: A layer or key that the genre does not have, a spot that the layer does not have, a value that
                is not allowed, or a required layer without marks.

        Example:
            >>> clues = {gw.Spot(1, 1): 2, gw.Spot(1, 5): 1}
            >>> puzzle = gw.Puzzle.of(gw.genre("Nurikabe"), gw.Rect.of(1, 3), {"clue": clues})
            >>> puzzle == gw.puzzle("Nurikabe", ["2 . 1"])
            True
        """
        if not isinstance(genre, type) or not hasattr(genre, "support"):
            raise TypeError(f"genre must be a class, as gw.genre returns it, not {in_short(genre)}")
        for name, layer in given.items():
            if layer:
                genre.support.check_mapping(layer, genre, name)
        puzzle = Puzzle(genre, board, frozen_layers(given), Frozen(keys or {}), about or About(), source)
        genre.support.check_puzzle(puzzle)
        return puzzle

    def __repr__(self) -> str:
        """The expression that evaluates to the puzzle, if its layers are those of its genre."""
        return _printed(self, self._spelt)

    def _spelt(self) -> str:
        return self.genre.support.spelt(self) if self.given.keys() <= self.genre.layers.keys() else self.in_short

    @property
    def in_short(self) -> str:
        """The genre, the size and the number of givens, for messages."""
        size = f"{self.board.n_rows}x{self.board.n_cols}" if isinstance(self.board, Rect) else repr(self.board)
        clues = sum(len(layer) for layer in self.given.values())
        named = f" {self.about.title!r}" if self.about.title else ""
        return f"<{self.genre.name} puzzle{named}, {size}, {clues} givens>"

    def __str__(self) -> str:
        return show(self, None)

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return HOOKS.drawn(self, None)


@dataclass(frozen=True, eq=False)
class State:
    """Marks on the answer layers of a puzzle: all of them (an answer) or some (a position).

    It is immutable, hashable and picklable, and prints as a board; its ``repr`` is an expression that recreates it.
    The given marks of the puzzle belong to every state of it: grids have them, and comparisons count them.

    Attributes:
        puzzle: The puzzle.
        marks: The marks by layer and spot. Given ones may be missing; ``with_givens`` adds them.
        struck: Excluded candidates: by layer and spot, the set of values that it does not have.

    Example:
        >>> answer = gw.solve(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])).answers[0]
        >>> answer["number"][0]
        [1, 3, 2, 4]
    """

    puzzle: Puzzle
    marks: Layers
    struck: Layers = field(default_factory=Frozen)

    @staticmethod
    def of(
        puzzle: Puzzle,
        marks: Mapping[str, Mapping[Spot, Value]],
        struck: Mapping[str, Mapping[Spot, Iterable[Value]]] | None = None,
    ) -> State:
        """Creates a state from marks by spot.

        Pairs of numbers are accepted as spots, and numbers of other libraries, such as NumPy, as numbers.

        Args:
            puzzle: The puzzle.
            marks: The marks of each layer by spot. Wrong ones are no error here; ``check`` reports them.
            struck: Excluded candidates of each layer by spot.

        Raises:
            PuzzleError: The genre has no such answer layer.

        Example:
            >>> puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
            >>> gw.State.of(puzzle, {"number": {(1, 3): 3}}) == gw.state(puzzle, number={"r1c2": 3})
            True
        """
        answers = puzzle.genre.answer_layers
        for name in marks:
            if name not in answers and marks[name]:
                raise unknown_answer_layer(puzzle.genre, name)
        try:
            own = {name: _in_built_in_types(layer, puzzle.genre) for name, layer in marks.items() if layer}
            pencil = {name: _in_built_in_types(layer, puzzle.genre) for name, layer in (struck or {}).items()}
            out = {
                name: {spot: frozenset(values) for spot, values in layer.items() if values}
                for name, layer in pencil.items()
            }
        except (AttributeError, TypeError):
            puzzle.genre.support.check_form(State(puzzle, marks, struck or {}), puzzle)  # type: ignore[arg-type]
            raise
        return State(puzzle, frozen_layers(own), frozen_layers(out))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.puzzle != other.puzzle or self.struck != other.struck:
            return False
        return self.marks == other.marks or self.with_givens().marks == other.with_givens().marks

    def __hash__(self) -> int:
        return hash((self.puzzle, self.with_givens().marks, self.struck))

    def with_givens(self) -> State:
        """Returns the state with the given marks that it lacks.

        Example:
            >>> position = gw.state(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"]))
            >>> len(position.marks), len(position.with_givens().marks["number"])
            (0, 4)
        """
        own, answers = self.marks, self.puzzle.genre.answer_layers
        lacking = {name: given for name, given in self.puzzle.given.items()
                   if name in answers and not given.keys() <= own.get(name, NO_MARKS).keys()}  # fmt: skip
        if not lacking:
            return self
        marks: dict[str, Mapping[Spot, Value]]
        marks = {name: {**given, **own.get(name, NO_MARKS)} for name, given in lacking.items()}
        return State.of(self.puzzle, {**own, **marks}, self.struck)

    def get(self, layer: str, spot: Spot | str, default: Value = None) -> Value:
        """Returns the mark on a spot, which may also be named; the default if there is none.

        Example:
            >>> answer = gw.solve(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])).answers[0]
            >>> answer.get("number", "r1c2")
            3
        """
        if isinstance(spot, str):
            spot = self.puzzle.board.spot(spot)
        found = self.marks.get(layer, NO_MARKS)
        if spot not in found and layer in self.puzzle.genre.answer_layers:
            found = self.puzzle.given.get(layer, NO_MARKS)
        return found.get(spot, default)

    def struck_at(self, layer: str, spot: Spot) -> frozenset[Value]:
        """Returns the values that are struck out on a spot."""
        found = self.struck.get(layer)
        return frozenset() if found is None else found.get(spot, frozenset())

    def __getitem__(self, layer: str) -> Any:
        """The marks of an answer layer as lists: ``answer["sea"][0][2]`` is the one at r1c3.

        Cells are a list of rows, links ``{"right": rows, "below": rows}``, and edges ``{"horizontal": rows,
        "vertical": rows}``; missing marks are None.

        Raises:
            PuzzleError: The genre has no such answer layer.
        """
        answers = self.puzzle.genre.answer_layers
        if layer not in answers:
            raise unknown_answer_layer(self.puzzle.genre, layer)
        marks, board = self.with_givens().marks.get(layer, NO_MARKS), self.puzzle.board
        return self.puzzle.genre.support.form_of(answers[layer], marks, board, full=True)

    def grid(self, layer: str | None = None) -> Any:
        """Returns the marks of a layer as lists, as ``state[layer]`` does; by default of the layer on the cells.

        Raises:
            PuzzleError: The genre has no such answer layer, or several and none is named.

        Example:
            >>> gw.solve(gw.puzzle("Fences", ["4 ."])).answers[0].grid()
            {'horizontal': [[True, False], [True, False]], 'vertical': [[True, True, False]]}
        """
        if layer is None:
            main = self.puzzle.genre.support.main_answer(self.puzzle.genre)
            if main is None:
                names = " or ".join(map(repr, self.puzzle.genre.answer_layers))
                raise PuzzleError(f"{self.puzzle.genre.name} has several answer layers", expected=names)
            layer = main.name
        return self[layer]

    def array(self, layer: str | None = None) -> Any:
        """Returns the grid of a layer as a NumPy array; a dictionary of arrays if there are several grids.

        For a layer on the cells its shape is (rows, columns). Its type is bool or int; object if marks are missing.

        Raises:
            ImportError: NumPy is not installed.
            PuzzleError: As in ``grid``.
        """
        from importlib import import_module

        numpy: Any = import_module("numpy")  # an optional dependency
        grid = self.grid(layer)
        if isinstance(grid, dict):
            return {name: numpy.array(rows) for name, rows in grid.items()}
        return numpy.array(grid)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """What ``numpy.array(state)`` is: the array of the layer on the cells."""
        found = self.array()
        if isinstance(found, dict):
            raise TypeError(f"{self.puzzle.genre.name} has a grid for each of {', '.join(found)}; use state.array()")
        return found if dtype is None else found.astype(dtype)

    def __repr__(self) -> str:
        """The expression that evaluates to the state."""
        return _printed(self, lambda: self.puzzle.genre.support.spelt(self))

    def __str__(self) -> str:
        return show(self.puzzle, self)

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return HOOKS.drawn(self.puzzle, self)


@dataclass(frozen=True)
class Reading:
    """One puzzle of a text, as ``read_all`` returns it.

    Functions that take a puzzle also take a reading.

    Attributes:
        puzzle: The puzzle.
        answer: Its stored answer; None if there is none.
        warnings: What the reader ignored or had to guess.
        format: The name of the format.
        seconds: How long it took to read it. The time for a text is divided among its puzzles.

    Example:
        >>> (reading,) = gw.read_all("https://puzz.link/p?nurikabe/4/4/2p31i")
        >>> gw.check(reading, gw.solve(reading).answers[0])
        []
    """

    puzzle: Puzzle
    answer: State | None = None
    warnings: tuple[str, ...] = ()
    format: str = ""
    seconds: float = field(default=0.0, compare=False)

    def _repr_html_(self) -> str:
        """The format, the warnings and the board with its stored answer, for notebooks."""
        from .notebook import in_html

        return in_html("\n".join((self.format, *self.warnings)), HOOKS.drawn(self.puzzle, self.answer))

    def left_of(self, timeout: float | None) -> float | None:
        """Returns the seconds of a timeout that reading has left; None if there is no limit."""
        return None if timeout is None else max(timeout - self.seconds, 0.0)


class Abstraction(NamedTuple):
    """A puzzle whose answers represent those of another puzzle.

    Each of its answers represents at least one answer of the other puzzle, and each of those is represented. For one
    of its answers, ``concrete`` returns one or more that it represents, and whether these are all.
    """

    puzzle: Puzzle
    concrete: Callable[[State], tuple[Sequence[State], bool]]


def show(puzzle: Puzzle, state: State | None) -> str:
    """The board as text."""
    return _printed(puzzle if state is None else state, lambda: HOOKS.printed(puzzle, state))


def _printed(thing: Puzzle | State, words: Callable[[], str]) -> str:
    """The result of ``words``; if it fails because the puzzle or state is invalid, the error. Debuggers, logs and error
    messages print any object."""
    try:
        return words()
    except Exception:
        state = thing if isinstance(thing, State) else None
        puzzle = thing.puzzle if isinstance(thing, State) else thing
        support = puzzle.genre.support
        try:
            support.check_puzzle(puzzle)
            if state is not None:
                support.check_form(state, puzzle)
                support.check_marks(state, puzzle)
        except PuzzleError as fault:
            return f"<invalid {'puzzle' if state is None else 'state'}: {fault}>"
        raise


@dataclass(frozen=True)
class Drawing:
    """The value of a key that is itself a diagram: marks on a small board."""

    board: Rect
    marks: Layers

    @staticmethod
    def of(board: Rect, marks: Mapping[str, Mapping[Spot, Value]]) -> Drawing:
        """A drawing from ordinary dictionaries."""
        return Drawing(board, frozen_layers(marks))
