"""How a genre declares its notation: diagrams, keys, and fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import GivenLayer, Key, Layer
from ...language.puzzle import Puzzle
from ..dialect import Dialect
from ..errors import WriteError
from ..layout import Diagram, MarksByLayer
from ..postscript import Entry, Writable
from .entries import ABOUT_KEYS, POSITION_KEYS


class ArrayField:
    """A key whose value is an array, but no diagram: it holds the marks of some layers."""

    @property
    def names(self) -> frozenset[str]:
        """The names of the layers that it holds."""
        raise NotImplementedError

    def read(self, entry: Entry, board: Rect) -> MarksByLayer:
        """The marks of the array. Raises FormatError."""
        raise NotImplementedError

    def path(self, spot: Spot) -> tuple[int, ...]:
        """The indices of the item that holds the mark of a spot."""
        raise NotImplementedError

    def write(self, puzzle: Puzzle) -> Writable:
        """The value of the key; None to omit it. Raises WriteError."""
        raise NotImplementedError


class Lists(ArrayField):
    """An array of numbers for each row (``left``) or column (``top``): tuples on a layer of sides.

    ``null`` stands for no mark.
    """

    def __init__(self, layer: Layer, side: str = "left") -> None:
        self.layer, self.left = layer, side == "left"

    @property
    def names(self) -> frozenset[str]:
        """The name of the layer."""
        return frozenset((self.layer.name,))

    def _spots(self, board: Rect) -> list[Spot]:
        if self.left:
            return [Spot(2 * i + 1, -1) for i in range(board.n_rows)]
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)]

    def read(self, entry: Entry, board: Rect) -> MarksByLayer:
        """A tuple for each array."""
        spots = self._spots(board)
        value = entry.value
        if not isinstance(value, list) or len(value) != len(spots):
            found = f"{len(value)} items" if isinstance(value, list) else "something else"
            raise entry.error(f"/{entry.key} has not one list for each line", expected=f"an array of {len(spots)}",
                              found=found)
        out: dict[Spot, Any] = {}
        for i, (spot, item) in enumerate(zip(spots, value, strict=True)):
            if item is None:
                continue
            if not isinstance(item, list) or not all(type(n) is int and n >= 0 for n in item):
                raise entry.error("this is no list of numbers", i, expected="an array of numbers")
            out[spot] = tuple(item)
        return {self.layer.name: out}

    def path(self, spot: Spot) -> tuple[int, ...]:
        """The index of the row or column."""
        return ((spot.y if self.left else spot.x) // 2,)

    def write(self, puzzle: Puzzle) -> Writable:
        """The tuples as arrays."""
        board = puzzle.board
        if not isinstance(board, Rect):
            raise WriteError("only rectangular boards have rows and columns")
        marks: Mapping[Spot, Any] = puzzle.given.get(self.layer.name, {})
        return [None if spot not in marks else list(marks[spot]) for spot in self._spots(board)]


class SpfDeclaration(Dialect):
    """How one genre is written in this format. ``names`` are its values of ``/type``, of which the first is written.

    ``puzzle`` is the diagram of ``/puzzle``, ``more`` holds diagrams of further keys. ``solution`` is the diagram of
    ``/solution``, by default that of the puzzle; of several alternatives, all are read and the first is written.
    ``keys`` are the genre's keys in the file, by their own names or (in a mapping) by others; those in ``required``
    must be present. ``drawings`` are the diagrams of keys whose value is an array of diagrams of any size (a tuple of
    ``Drawing``). ``fields`` are keys that hold other arrays. ``digits`` is the default of ``/digits``. ``board`` makes
    a board of a number of rows and columns; with ``holes``, cells that are blank in ``/puzzle`` are missing.
    ``implied`` layers follow from others, so answers need not show them. ``version`` is the value of ``/format``.
    """

    format = "spf"

    def __init__(
        self,
        *names: str,
        puzzle: Diagram,
        solution: Diagram | Sequence[Diagram] | None = None,
        more: Mapping[str, Diagram] | None = None,
        keys: Mapping[str, Key[Any]] | Iterable[Key[Any]] = (),
        required: Iterable[str] = (),
        drawings: Mapping[str, Diagram] | None = None,
        fields: Mapping[str, ArrayField] | None = None,
        square: bool = False,
        digits: int = 1,
        board: Callable[[int, int], Rect] = Rect.of,
        holes: bool = False,
        implied: Iterable[Layer] = (),
        version: int = 1,
    ) -> None:
        super().__init__(*names)
        self.diagrams: dict[str, Diagram] = {"puzzle": puzzle, **(more or {})}
        if solution is None:
            solution = puzzle
        self.solutions = (solution,) if isinstance(solution, Diagram) else tuple(solution)
        self._keys = keys if isinstance(keys, Mapping) else tuple(keys)
        self.required, self.fields, self.drawings = frozenset(required), dict(fields or {}), dict(drawings or {})
        self.square, self.digits, self.version = square, digits, version
        self.board, self.holes, self.implied = board, holes, tuple(implied)

    def mistakes(self, genre: type[Genre]) -> Iterator[str]:
        """Layers and keys that no diagram shows, or that the genre lacks."""
        shown = frozenset().union(*(d.layers for d in self.diagrams.values()), *(f.names for f in self.fields.values()))
        solved = frozenset().union(*(d.layers for d in self.solutions), (layer.name for layer in self.implied))
        for name in sorted(shown | solved):
            if name not in genre.layers and name.isidentifier():
                yield f"its diagrams show a layer {name!r}, which the genre does not have"
        for diagram in (*self.diagrams.values(), *self.solutions):
            yield from diagram.mistakes(genre.layers)
        for name, layer in genre.layers.items():
            if name in genre.answer_layers:
                if name not in solved:
                    yield (f"no diagram of the solution shows layer {name!r}; pass solution=one_per_cell({name}) or "
                           f"another diagram, or implied=({name},) if it follows from others")  # fmt: skip
            elif name not in shown and isinstance(layer, GivenLayer):
                yield f"no diagram of the puzzle shows layer {name!r}; pass a glyph for it, such as cell=Number({name})"
        for name, key in self.keys.items():
            if not isinstance(key, Key):
                yield f"its keys contain {key!r}, which is no Key; write the key itself, without quotes"
            elif key.name not in genre.keys:
                yield f"its keys contain {name!r}, which the genre does not have"
        unknown = self.required - self.keys.keys() - self.sizes
        yield from (f"it requires the key {name!r}, which it does not have" for name in sorted(unknown))

    @cached_property
    def keys(self) -> Mapping[str, Key[Any]]:
        """The genre's keys by their names in files."""
        return self._keys if isinstance(self._keys, Mapping) else {
            key.name if isinstance(key, Key) else str(key): key for key in self._keys}

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names of the keys on which the sizes of the diagrams depend."""
        return frozenset().union(*(d.names for d in (*self.diagrams.values(), *self.solutions)))

    @cached_property
    def known_keys(self) -> frozenset[str]:
        """The names of all keys with a meaning in a file."""
        shape = ("size",) if self.square else ("X", "Y")
        own = (*shape, *self.keys, *self.fields, *self.diagrams, "solution", *POSITION_KEYS)
        return ABOUT_KEYS | self.sizes | frozenset(own)


def rect_of(puzzle: Puzzle) -> Rect:
    """The board of a puzzle. Raises WriteError for one that is not rectangular."""
    if not isinstance(puzzle.board, Rect):
        raise WriteError("the format's diagrams show rectangular boards only")
    return puzzle.board
