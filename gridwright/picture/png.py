"""Pictures as PNG: the SVG, rendered by resvg."""

from __future__ import annotations

from .figure import Figure
from .fonts import FILES, needed
from .paint import PAINTS
from .shapes import Text
from .svg import svg_text

LARGEST = 20_000
"""The longest side in dots: more is refused."""


def png_bytes(picture: Figure, dpi: float = 150, size: float | None = None) -> bytes:
    """The picture with ``dpi`` dots per inch, ``size`` points wide.

    Pictures of a theme that is not opaque have a transparent background.

    Raises ValueError if the picture would have no pixels, or far too many.
    """
    import resvg_py

    wide = (size or picture.size[0]) * dpi / 72
    high = wide / picture.aspect
    if not (0.5 < wide <= LARGEST and 0.5 < high <= LARGEST):
        raise ValueError(f"a picture of {wide:.0f} x {high:.0f} dots; at most {LARGEST} each way")
    width, height = round(wide), round(high)
    files = {str(path) for path in FILES}
    for group in picture.groups:
        for shape in group.shapes:
            if isinstance(shape, Text) and not shape.text.isascii():
                files.update(map(str, needed(shape.text, PAINTS[shape.paint].bold)))
    return bytes(resvg_py.svg_to_bytes(
        svg_string=svg_text(picture, dots=(width, height), plain=True),
        background=picture.theme.colours["paper"] if picture.theme.opaque else None,
        skip_system_fonts=True, font_files=sorted(files),
        sans_serif_family="Liberation Sans",
    ))  # fmt: skip
