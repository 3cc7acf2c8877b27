"""Writes values as PostScript so that they are read back unchanged."""

from __future__ import annotations

import math
import re

from ..errors import FormatError, Line, WriteError, shown
from .strings import ESCAPES
from .tokens import INTEGER, REAL, REGULAR, Reader
from .values import MAX_DEPTH, MAX_DIGITS, Name, Procedure, Real, Value, Writable

_NAME = re.compile(rf"{REGULAR}*+")
_TO_ESCAPE = re.compile(r"[\x00-\x1f\x7f-\x9f\\()]")
_ESCAPED = {char: "\\" + letter for letter, char in ESCAPES.items()}


def written(value: Writable, newline: str = "\n") -> str:
    """A value as PostScript, as usual in puzzle files.

    An array of strings, or of arrays, takes one line for each; other arrays stand on one line.

    :raises WriteError: if the value has no PostScript form that would be read back as the same value.
    """
    return spelled(as_read(value), newline)


def as_read(given: Writable, depth: int = 0) -> Value:
    """A given value in the types that reading has."""
    if given is None or isinstance(given, int | Real | Name | Procedure | Line):
        return given
    if isinstance(given, str):
        return Line(given, 0)
    if isinstance(given, float):
        return Real(repr(given))
    if depth == MAX_DEPTH:
        raise WriteError(f"arrays are nested more than {MAX_DEPTH} deep")
    return [as_read(item, depth + 1) for item in given]


def spelled(value: Value, newline: str) -> str:
    """A value of the types that reading has, as PostScript."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Line):
        return _written_string(value.text)
    if isinstance(value, list):
        return _written_array(value, newline)
    if isinstance(value, Name):
        return "/" + _checked(value, _NAME.fullmatch(value) is not None, "name")
    if isinstance(value, Procedure):
        return _checked(value, _is_procedure(value), "procedure")
    if isinstance(value, Real):
        return _checked(value.spelling, _is_real(value.spelling), "real number")
    if abs(value) >= 10**MAX_DIGITS:
        raise WriteError(f"an integer has more than {MAX_DIGITS} digits")
    return str(value)


def _checked(text: str, good: bool, kind: str) -> str:
    if not good:
        raise WriteError(f"{shown(text)} cannot be written as a {kind} of PostScript")
    return str(text)


def _is_real(text: str) -> bool:
    return not INTEGER.fullmatch(text) and REAL.fullmatch(text) is not None and math.isfinite(float(text))


def _is_procedure(text: str) -> bool:
    try:
        return text.startswith("{") and Reader(text).procedure_end(0) == len(text)
    except FormatError:
        return False


def _written_array(items: list[Value], newline: str) -> str:
    upright = any(isinstance(item, list | Procedure) for item in items) or all(isinstance(item, Line) for item in items)
    parts = ["["]
    for item in items:
        text = spelled(item, newline)
        # A name at the start of a line would be taken for the next key; an array that goes on below needs no new line.
        flowing = not upright or isinstance(item, Name) or text.startswith("[" + newline)
        parts += (" " if flowing else newline, text)
    return "".join((*parts, " ]"))


def _written_string(text: str) -> str:
    lone = _lone_parentheses(text)

    def escaped(match: re.Match[str]) -> str:
        char = match.group()
        if char in "()":
            return "\\" + char if match.start() in lone else char
        if char == "\\":
            return "\\\\"
        return _ESCAPED.get(char, f"\\{ord(char):03o}")

    return f"({_TO_ESCAPE.sub(escaped, text)})"


def _lone_parentheses(text: str) -> set[int]:
    """Where the parentheses stand that have no partner."""
    lone: list[int] = []
    opened: list[int] = []
    for match in re.finditer(r"[()]", text):
        if match.group() == "(":
            opened.append(match.start())
        elif opened:
            opened.pop()
        else:
            lone.append(match.start())
    return {*lone, *opened}
