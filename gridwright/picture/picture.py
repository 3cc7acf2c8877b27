"""A picture: a figure that can be written as SVG, PNG, PDF or EPS."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .figure import Figure


class Picture(Figure):
    """The picture of a puzzle, with or without a solution. Notebooks display it."""

    def svg(self, *, size: float | None = None) -> str:
        """Returns the picture as SVG, scalable to any size; ``size`` sets a width in points."""
        from .svg import svg_text

        with self.limits():
            return svg_text(self, width=size)

    def png(self, dpi: float = 150, *, size: float | None = None) -> bytes:
        """Returns the picture as PNG with ``dpi`` dots per inch, ``size`` points wide or in its natural size."""
        from .png import png_bytes

        with self.limits():
            return png_bytes(self, dpi, size)

    def pdf(self, *, size: float | None = None) -> bytes:
        """Returns a PDF/A page of the size of the picture: ``size`` points wide, or its natural size."""
        from .pdf import pdf_bytes

        with self.limits():
            return pdf_bytes(self, size)

    def eps(self, *, size: float | None = None) -> str:
        """Returns the picture as Encapsulated PostScript, ``size`` points wide or in its natural size."""
        from .eps import eps_text

        with self.limits():
            return eps_text(self, size)

    def save(self, path: str | Path, *, dpi: float = 150, size: float | None = None) -> None:
        """Writes the picture to a file in the format of its ending: svg, png, pdf or eps.

        Raises ValueError for any other ending, and OSError if the file cannot be written.
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
"""The formats of pictures, by file ending."""
