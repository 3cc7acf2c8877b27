"""The genres that names of pzprjs stand for."""

from __future__ import annotations

from ...language.genre import Genre
from ..dialect import Shelf
from ..errors import Line, shown
from ..roles.dialect import LazyDialect


def known_genre(shelf: Shelf, format: str, name: str, line: Line) -> tuple[type[Genre], LazyDialect]:
    """The genre of a name. Raises FormatError."""
    known = next(iter(shelf.dialects(format, name)), None)
    if known is None:
        near = shelf.near(format, name)
        wanted = " or ".join(near) if near else "a genre that is known in this format"
        raise line.error("no genre of this name is known", expected=wanted, found=shown(name), code="unknown-genre")
    return known
