"""The declaration of a genre's notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import GivenLayer, Key, Layer
from ...language.puzzle import Puzzle
from ..dialect import Dialect
from ..errors import WriteError
from ..layout import Diagram
from .about import ABOUT_KEYS
from .fields import Field
from .position import KEYS as POSITION_KEYS


class SpfDeclaration(Dialect):
    """How one genre is told in this format; ``names`` are its values of ``/type``.

    ``puzzle`` is the diagram of ``/puzzle``, ``more`` holds diagrams of further keys. ``solution`` is the diagram of
    ``/solution``; several are alternatives that are all read, the first being written; without it the one of the puzzle
    serves. ``keys`` are the genre's keys that stand in the file, by their own names or (in a mapping) by others; those
    in ``required`` must be there. ``drawings`` are those of them that hold an array of diagrams, of whatever sizes, and
    how these are told: such a key's value is a tuple of ``Drawing``. ``fields`` are keys that hold arrays. ``digits``
    is the default of ``/digits``. ``board`` makes a board of so many rows and columns; with ``holes`` it lacks the
    cells that are blank in ``/puzzle``. ``implied`` layers follow from others and need not be written in an answer.
    ``version`` is the value of ``/format``.
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
        fields: Mapping[str, Field] | None = None,
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
        """Layers and keys that no diagram shows, or that the genre does not have."""
        told = frozenset().union(*(d.layers for d in self.diagrams.values()), *(f.names for f in self.fields.values()))
        solved = frozenset().union(*(d.layers for d in self.solutions), (layer.name for layer in self.implied))
        for name in sorted(told | solved):
            if name not in genre.layers and name.isidentifier():
                yield f"its diagrams show a layer {name!r}, which the genre does not have"
        for diagram in (*self.diagrams.values(), *self.solutions):
            yield from diagram.mistakes(genre.layers)
        for name, layer in genre.layers.items():
            if name in genre.answer_layers:
                if name not in solved:
                    yield (f"no diagram of the solution shows layer {name!r}; pass solution=one_per_cell({name}) or "
                           f"another diagram, or implied=({name},) if it follows from others")  # fmt: skip
            elif name not in told and isinstance(layer, GivenLayer):
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
        """The genre's keys by the names they have in files."""
        return self._keys if isinstance(self._keys, Mapping) else {
            key.name if isinstance(key, Key) else str(key): key for key in self._keys}

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names of the keys that the sizes of the diagrams depend on."""
        return frozenset().union(*(d.names for d in (*self.diagrams.values(), *self.solutions)))

    @cached_property
    def known_keys(self) -> frozenset[str]:
        """The names of all keys that mean something in a file."""
        shape = ("size",) if self.square else ("X", "Y")
        own = (*shape, *self.keys, *self.fields, *self.diagrams, "solution", *POSITION_KEYS)
        return ABOUT_KEYS | self.sizes | frozenset(own)


def rect_of(puzzle: Puzzle) -> Rect:
    """The board of a puzzle that diagrams can show. Raises WriteError for any other."""
    if not isinstance(puzzle.board, Rect):
        raise WriteError("the format's diagrams show rectangular boards only")
    return puzzle.board
