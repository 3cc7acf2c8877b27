"""The error for mistakes in the code of genres, and values in messages."""

from __future__ import annotations

import sys
from types import FrameType

FLOORS = tuple(f"{__name__.partition('.')[0]}.{name}." for name in ("logic", "board", "language", "rules", "laying"))
"""The packages that genres are written with, as beginnings of module names."""


_SHOWN = 40
"""Longer values are cut in messages."""


class GenreError(TypeError):
    """A mistake in the code of a genre; the message names the file, the genre, and the rule or layer.

    If the code of a rule raised another exception, that is the ``__cause__``.
    """


def misuse(what: str) -> TypeError:
    """The error for a wrong call in the body of a genre's class, with the file, the line and the name of the class.

    Anywhere else it is a plain TypeError, and ``naming_the_genre`` adds the rest.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if "__qualname__" in frame.f_locals and frame.f_locals is not frame.f_globals:
            where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            return GenreError(f"{where}: genre {frame.f_locals['__qualname__'].rpartition('.')[2]}: {what}")
        frame = frame.f_back
    return TypeError(what)


def in_short(value: object) -> str:
    """A value for a message, cut where it is long."""
    try:
        told = repr(value)
    except ValueError:  # Python refuses to spell numbers of thousands of digits
        return "a number of thousands of digits" if isinstance(value, int) else f"a {type(value).__name__}"
    return told if len(told) <= _SHOWN else told[: _SHOWN - 1] + "…"
