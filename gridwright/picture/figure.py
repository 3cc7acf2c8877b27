"""A figure: shapes in board units, and the puzzle they show."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from math import sqrt

from ..language.puzzle import Puzzle, State
from ..language.shapes import Rectangle, ShapeGroup, TextShape
from .paint import LIGHT, Paint, Theme
from .places import Box

MM = 72 / 25.4
"""Points in a millimetre."""
_CELL = 9 * MM
"""The side of a cell, where there is room."""
_WIDEST = 180 * MM
"""The longest side of a picture, unless a size is asked for: what fits on a page with margins."""


@dataclass(frozen=True)
class Figure:
    """A puzzle, with or without a solution, as shapes.

    ``groups`` are drawn from the first to the last; ``box`` is what they take, in board units.
    """

    groups: tuple[ShapeGroup, ...]
    box: Box
    puzzle: Puzzle = field(repr=False)
    state: State | None = field(default=None, repr=False)
    theme: Theme = field(default=LIGHT, repr=False)
    limits: Callable[[], AbstractContextManager[None]] = field(default=nullcontext, repr=False, compare=False)
    """Makes a context that limits the time for writing the figure in a format."""

    @property
    def page(self) -> Rectangle:
        """The background, as large as the picture. Themes that are not opaque leave it out."""
        left, top, right, bottom = self.box
        return Rectangle("page", left, top, right - left, bottom - top)

    @property
    def aspect(self) -> float:
        """Width by height."""
        left, top, right, bottom = self.box
        return (right - left) / (bottom - top)

    @property
    def size(self) -> tuple[float, float]:
        """The natural width and height in points: cells of 9 mm, less where that would be too large for a page."""
        left, top, right, bottom = self.box
        cell = min(_CELL, _WIDEST / max(right - left, bottom - top))
        return (right - left) * cell, (bottom - top) * cell

    @property
    def weight(self) -> float:
        """How much thicker lines are than usual relative to cells; greater than 1 if cells are small."""
        left, top, right, bottom = self.box
        return max(1.0, sqrt(max(right - left, bottom - top) / 16))

    def check_symbols(self) -> None:
        """Raises ValueError if several symbols on the board would be indistinguishable empty boxes."""
        texts = (shape.text for group in self.groups for shape in group.shapes if isinstance(shape, TextShape))
        if not all(map(str.isascii, texts)):
            from .fonts import check_symbols

            check_symbols(shape.text for group in self.groups for shape in group.shapes if isinstance(shape, TextShape))

    def line_width(self, paint: Paint) -> float:
        """The width of the lines of a paint, in board units."""
        return self.theme.width(paint, self.weight)

    @property
    def title(self) -> str:
        """What the picture shows, in a few words."""
        about = self.puzzle.about
        name = self.puzzle.genre.name
        told = f"{name}: {about.title}" if about.title else f"{name} puzzle"
        return f"{told}, solved" if self.state is not None else told
