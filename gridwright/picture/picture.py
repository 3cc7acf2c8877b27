"""A picture: shapes in board units, and the ways to get it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

from ..language.genre import Puzzle, State
from .places import Box
from .shapes import Group, Rectangle

if TYPE_CHECKING:
    from pathlib import Path

MM = 72 / 25.4
"""Points in a millimetre."""
_CELL = 9 * MM
"""The side of a cell, where there is room."""
_WIDEST = 180 * MM
"""The longest side of a picture, unless a size is asked for: what fits on a page with margins."""


@dataclass(frozen=True)
class Picture:
    """The picture of a puzzle, with or without a solution.

    ``groups`` are drawn from the first to the last; ``box`` is what they take, in board units. In a notebook the
    picture shows itself.
    """

    groups: tuple[Group, ...]
    box: Box
    puzzle: Puzzle = field(repr=False)
    state: State | None = field(default=None, repr=False)

    @property
    def page(self) -> Rectangle:
        """The background, as large as the picture: without it, clues would vanish on a dark page."""
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
        """How much thicker lines are than usual in relation to cells: more where cells are small."""
        left, top, right, bottom = self.box
        return max(1.0, sqrt(max(right - left, bottom - top) / 16))

    @property
    def title(self) -> str:
        """What the picture shows, in a few words."""
        about = self.puzzle.about
        name = self.puzzle.genre.name
        told = f"{name}: {about.title}" if about.title else f"{name} puzzle"
        return f"{told}, solved" if self.state is not None else told

    def svg(self, *, size: float | None = None) -> str:
        """As SVG, scalable to any size; ``size`` sets a width in points."""
        from .svg import svg_text

        return svg_text(self, width=size)

    def png(self, dpi: float = 150, *, size: float | None = None) -> bytes:
        """As PNG with so many dots per inch, ``size`` points wide or in its natural size."""
        from .png import png_bytes

        return png_bytes(self, dpi, size)

    def pdf(self, *, size: float | None = None) -> bytes:
        """As a PDF page that is as large as the picture: ``size`` points wide, or in its natural size."""
        from .pdf import pdf_bytes

        return pdf_bytes(self, size)

    def eps(self, *, size: float | None = None) -> str:
        """As Encapsulated PostScript, ``size`` points wide or in its natural size."""
        from .eps import eps_text

        return eps_text(self, size)

    def save(self, path: str | Path, *, dpi: float = 150, size: float | None = None) -> None:
        """Writes the picture in the format that the path's ending names: svg, png, pdf or eps.

        Raises ValueError for another ending, OSError where the file cannot be written.
        """
        from pathlib import PurePath

        from .target import store

        kind = PurePath(path).suffix.lower().lstrip(".")
        if kind not in ENDINGS:
            raise ValueError(f"a picture cannot be written as .{kind}; use one of: {', '.join(ENDINGS)}")
        data = self.png(dpi, size=size) if kind == "png" else getattr(self, kind)(size=size)
        store(path, data if isinstance(data, bytes) else data.encode("utf-8"))

    def _repr_svg_(self) -> str:
        return self.svg(size=min(self.size[0], 480))


ENDINGS: Sequence[str] = ("svg", "png", "pdf", "eps")
"""The formats of pictures, as files' names end."""
