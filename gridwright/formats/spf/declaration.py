"""How a genre declares its notation: diagrams and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import GivenLayer, Key
from ..dialect import Dialect
from ..layout import Diagram

ABOUT_KEYS = frozenset(("format", "type", "sol", "title", "author", "credits", "difficulty", "technique", "steps",
                        "minutes", "description"))
"""The keys of all genres."""
POSITION_KEYS = ("position", "struck")
"""The keys of partial answers."""


class SpfDeclaration(Dialect):
    """How one genre is written in this format. ``names`` are its values of ``/type``, of which the first is written.

    ``puzzle`` is the diagram of ``/puzzle``, ``more`` holds diagrams of further keys. ``solution`` is the diagram of
    ``/solution``, by default that of the puzzle; of several alternatives, all are read and the first is written.
    ``keys`` are the genre's keys in the file; those in ``required`` must be present. ``drawings`` are the diagrams of
    keys whose value is an array of diagrams of any size (a tuple of ``Drawing``). ``digits`` is the default of
    ``/digits``. ``board`` makes a board of a number of rows and columns; with ``holes``, cells that are blank in
    ``/puzzle`` are missing. ``version`` is the value of ``/format``.
    """

    format = "spf"

    def __init__(
        self,
        *names: str,
        puzzle: Diagram,
        solution: Diagram | Sequence[Diagram] | None = None,
        more: Mapping[str, Diagram] | None = None,
        keys: Iterable[Key[Any]] = (),
        required: Iterable[str] = (),
        drawings: Mapping[str, Diagram] | None = None,
        square: bool = False,
        digits: int = 1,
        board: Callable[[int, int], Rect] = Rect.of,
        holes: bool = False,
        version: int = 1,
    ) -> None:
        super().__init__(*names)
        self.diagrams: dict[str, Diagram] = {"puzzle": puzzle, **(more or {})}
        if solution is None:
            solution = puzzle
        self.solutions = (solution,) if isinstance(solution, Diagram) else tuple(solution)
        self._keys = tuple(keys)
        self.required, self.drawings = frozenset(required), dict(drawings or {})
        self.square, self.digits, self.version = square, digits, version
        self.board, self.holes = board, holes

    def mistakes(self, genre: type[Genre]) -> Iterator[str]:
        """Layers and keys that no diagram shows, or that the genre lacks."""
        shown = frozenset().union(*(d.layers for d in self.diagrams.values()))
        solved = frozenset().union(*(d.layers for d in self.solutions))
        for name in sorted(shown | solved):
            if name not in genre.layers and name.isidentifier():
                yield f"its diagrams show a layer {name!r}, which the genre does not have"
        for diagram in (*self.diagrams.values(), *self.solutions):
            yield from diagram.mistakes(genre.layers)
        for name, layer in genre.layers.items():
            if name in genre.answer_layers:
                if name not in solved:
                    what = f"no diagram of the solution shows layer {name!r}"
                    yield f"{what}; pass solution=one_per_cell({name}) or another diagram"
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
        return {key.name if isinstance(key, Key) else str(key): key for key in self._keys}

    @cached_property
    def sizes(self) -> frozenset[str]:
        """The names of the keys on which the sizes of the diagrams depend."""
        return frozenset().union(*(d.names for d in (*self.diagrams.values(), *self.solutions)))

    @cached_property
    def known_keys(self) -> frozenset[str]:
        """The names of all keys with a meaning in a file."""
        shape = ("size",) if self.square else ("X", "Y")
        own = (*shape, *self.keys, *self.diagrams, "solution", *POSITION_KEYS)
        return ABOUT_KEYS | self.sizes | frozenset(own)
