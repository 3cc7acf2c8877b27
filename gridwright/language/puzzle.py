"""Puzzles, and states of their answers: immutable values that the formats read and write."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from .board import Board, Spot
from .rect import Rect

if TYPE_CHECKING:
    from .genre import Genre

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Value = Any


class Frozen(dict[K, V], Generic[K, V]):
    """A dictionary that cannot change, and so has a hash."""

    def _refuse(self, *_args: object, **_names: object) -> NoReturn:
        raise TypeError("puzzles and states do not change; make a new one")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


Layers = Frozen[str, Frozen[Spot, Value]]
"""Marks by layer and spot."""


def frozen_layers(marks: Mapping[str, Mapping[Spot, Value]]) -> Layers:
    """Marks by layer and spot, made immutable; empty layers are left out."""
    return Frozen({name: Frozen(layer) for name, layer in marks.items() if layer})


NO_MARKS: Frozen[Spot, Value] = Frozen()
"""A layer without marks."""


@dataclass(frozen=True)
class About:
    """Information about a puzzle besides its diagram: title, author, and so on."""

    title: str = ""
    author: str = ""
    credits: tuple[str, ...] = ()
    difficulty: str = ""
    description: tuple[str, ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: a genre, a board, given marks, and values for the whole puzzle (``keys``).

    ``given`` contains the clues, and marks of the answer that are set in advance, by layer and spot. ``source`` is data
    of the reader for writing the same file again; it is ignored in comparisons.
    """

    genre: type[Genre]
    board: Board
    given: Layers = field(default_factory=Frozen)
    keys: Frozen[str, Any] = field(default_factory=Frozen)
    about: About = field(default=About(), compare=False)
    source: Any = field(default=None, compare=False, repr=False)

    @staticmethod
    def of(
        genre: type[Genre],
        board: Board,
        given: Mapping[str, Mapping[Spot, Value]],
        keys: Mapping[str, Any] | None = None,
        about: About | None = None,
        source: Any = None,
    ) -> Puzzle:
        """A puzzle from ordinary dictionaries, checked against what its genre declares.

        Raises PuzzleError for what the declarations exclude: an unknown layer or key, a spot where the layer has none,
        a value outside its domain, a required layer without marks. ``Puzzle(...)`` itself checks nothing; it is for
        code that has made sure of all this.
        """
        from .validation import check_puzzle

        puzzle = Puzzle(genre, board, frozen_layers(given), Frozen(keys or {}), about or About(), source)
        check_puzzle(puzzle)
        return puzzle

    def __repr__(self) -> str:
        """The expression that makes the puzzle again, if its layers are those of its genre."""
        if self.given.keys() <= self.genre.layers.keys():
            from .forms import spelt

            return spelt(self)
        return self.in_short

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
        return _painter(self, None)


@dataclass(frozen=True)
class State:
    """Marks on the answer layers of a puzzle: all of them (an answer) or some (a position).

    ``struck`` contains excluded candidates: for spots of value layers, the set of values that they do not have.
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
        """A state from ordinary dictionaries.

        Raises PuzzleError for a layer that is no answer layer of the genre. Spots and values are not checked, because
        a state may come from outside: ``check`` reports those that do not belong there as violations.
        """
        answers = puzzle.genre.answer_layers
        for name in marks:
            if name not in answers and marks[name]:
                from .validation import unknown_answer_layer

                raise unknown_answer_layer(puzzle.genre, name)
        out = {
            name: {spot: frozenset(values) for spot, values in layer.items() if values}
            for name, layer in (struck or {}).items()
        }
        return State(puzzle, frozen_layers(marks), frozen_layers(out))

    def get(self, layer: str, spot: Spot, default: Value = None) -> Value:
        """The mark on a spot, or the default where there is none."""
        found = self.marks.get(layer)
        return default if found is None else found.get(spot, default)

    def struck_at(self, layer: str, spot: Spot) -> frozenset[Value]:
        """The values that are struck out on a spot."""
        found = self.struck.get(layer)
        return frozenset() if found is None else found.get(spot, frozenset())

    def __getitem__(self, layer: str) -> Any:
        """The marks of an answer layer as lists and dictionaries: ``answer["sea"][0][2]`` is the one at r1c3.

        Cells are a list of rows, links ``{"right": rows, "below": rows}``, edges ``{"horizontal": rows, "vertical":
        rows}``; None stands where there is no mark. Raises PuzzleError (a ValueError) for a layer that is none.
        """
        from .forms import form_of
        from .validation import unknown_answer_layer

        answers = self.puzzle.genre.answer_layers
        if layer not in answers:
            raise unknown_answer_layer(self.puzzle.genre, layer)
        return form_of(answers[layer], self.marks.get(layer, {}), self.puzzle.board, full=True)

    def grid(self, layer: str | None = None) -> Any:
        """The marks of a layer as ``state[layer]`` gives them; without a name those of the layer on the cells.

        Raises PuzzleError where several layers could be meant.
        """
        from .forms import main_answer
        from .validation import PuzzleError

        if layer is None:
            main = main_answer(self.puzzle.genre)
            if main is None:
                names = " or ".join(map(repr, self.puzzle.genre.answer_layers))
                raise PuzzleError(f"{self.puzzle.genre.name} has several answer layers", expected=names)
            layer = main.name
        return self[layer]

    def array(self, layer: str | None = None) -> Any:
        """The grid of a layer as a NumPy array; a dictionary of arrays where there are several grids.

        Raises ImportError without NumPy.
        """
        from importlib import import_module

        numpy: Any = import_module("numpy")  # which need not be installed
        grid = self.grid(layer)
        if isinstance(grid, dict):
            return {name: numpy.array(rows) for name, rows in grid.items()}
        return numpy.array(grid)

    def __repr__(self) -> str:
        """The expression that makes the state again."""
        from .forms import spelt

        return spelt(self)

    def __str__(self) -> str:
        return show(self.puzzle, self)

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return _painter(self.puzzle, self)


def _plain(puzzle: Puzzle, state: State | None) -> str:
    return puzzle.in_short if state is None else repr(state)


_printer: Callable[[Puzzle, State | None], str] = _plain


_painter: Callable[[Puzzle, State | None], str] = _plain


def show(puzzle: Puzzle, state: State | None) -> str:
    """The board as text, by whatever draws it (see ``print_with``)."""
    return _printer(puzzle, state)


def print_with(printer: Callable[[Puzzle, State | None], str]) -> None:
    """Sets what ``str(puzzle)`` and ``str(state)`` do: the language itself knows no screen."""
    global _printer
    _printer = printer


def draw_with(painter: Callable[[Puzzle, State | None], str]) -> None:
    """Sets what makes the SVG that notebooks show of puzzles and states."""
    global _painter
    _painter = painter
