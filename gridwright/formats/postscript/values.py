"""The PostScript values that a puzzle's dictionary may contain, and their equality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ..errors import Line

MAX_DEPTH: Final = 32
"""How deep arrays, and the braces of procedures, may be nested."""
MAX_DIGITS: Final = 18
"""Longer integers are no numbers of a puzzle, and Python refuses to convert very long ones."""
MAX_STRING: Final = 2**20
"""Strings with anything to decode may have so many characters. PostScript itself knows no longer ones than 65535."""
MAX_VALUES: Final = 5_000_000
"""A text may hold so many values, give or take some; their objects take much more memory than the text."""


class Real(float):
    """A real number that remembers how it was spelled; it compares and reckons like a float."""

    __slots__ = ("spelling",)

    spelling: str

    def __new__(cls, spelling: str) -> Real:
        """A real number from its spelling."""
        number = super().__new__(cls, spelling)
        number.spelling = spelling
        return number

    def __str__(self) -> str:
        return self.spelling

    def __repr__(self) -> str:
        return f"Real({self.spelling!r})"

    def __reduce__(self) -> tuple[type[Real], tuple[str]]:
        return Real, (self.spelling,)


class Name(str):
    """A PostScript name, without its slash."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Name({str(self)!r})"


class Procedure(str):
    """An executable procedure: its source from ``{`` to ``}``, never executed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Procedure({str(self)!r})"


Value: TypeAlias = "bool | int | Real | Name | Procedure | Line | list[Value] | None"
"""What is read; strings are ``Line`` objects, so that an error in a diagram can point to its character."""

Writable: TypeAlias = "bool | int | float | str | Line | Sequence[Writable] | None"
"""What can be written: every ``Value``, besides plain ``str`` for a string, ``float`` for a real, tuples for arrays."""


def same(one: Writable, two: Writable) -> bool:
    """Whether two values are equal as PostScript: neither the places nor the spelling of reals count, but kinds do."""
    if isinstance(one, list | tuple) or isinstance(two, list | tuple):
        return (
            isinstance(one, list | tuple)
            and isinstance(two, list | tuple)
            and len(one) == len(two)
            and all(same(a, b) for a, b in zip(one, two, strict=True))
        )
    return _kind(one) == _kind(two)


def _kind(value: Writable) -> tuple[str, object]:
    """A scalar together with the name of its kind, so that ``true`` is not 1, nor ``/a`` the string ``(a)``."""
    if isinstance(value, Line):
        return "string", value.text
    if isinstance(value, Name | Procedure):
        return type(value).__name__, str(value)
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "real"), (str, "string")):
        if isinstance(value, kind):
            return name, value
    return "null", None
