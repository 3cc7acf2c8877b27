"""Reads untrusted JSON within limits, with the positions of errors; writes JSON with one line per row of a grid."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

from ..logic.ticks import tick
from .errors import FormatError, shown

MAX_DEPTH: Final = 40
"""Arrays and objects are nested no deeper."""
MAX_VALUES: Final = 500_000
"""A text has no more values."""
_MOST_DIGITS = 100
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}:,]|[^\s"\[\]{}:,]+', re.DOTALL)
_OPENING = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)

_NARROW = 90
"""Objects of at most so many characters stand on one line, unless they hold grids."""

Path = tuple[str | int, ...]


def load_json(text: str) -> Any:
    """The value of a JSON text.

    Raises FormatError for what is no JSON, for a name that stands twice in an object, and for texts that are nested too
    deeply or hold too many values.
    """
    _check_limits(text)
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_integer, parse_float=_decimal
        )
    except json.JSONDecodeError as fault:
        what = "this is no JSON"
        expected = fault.msg.removeprefix("Expecting ").removeprefix("Invalid ")
        wanted = expected if fault.msg.startswith("Expecting") else ""
        what = what if wanted else f"{what}: {fault.msg[0].lower()}{fault.msg[1:]}"
        found = shown(text[fault.pos : fault.pos + 24].split("\n")[0]) if fault.pos < len(text) else "the end"
        raise FormatError(what, fault.lineno, fault.colno, wanted, found, code="bad-json") from None


def _check_limits(text: str) -> None:
    opened = text.count("[") + text.count("{")
    if max(text.count(","), opened, text.count('"') // 4) > MAX_VALUES:
        wanted = f"at most {MAX_VALUES}"
        raise FormatError("the text holds too many values", expected=wanted, code="too-large")
    if opened <= MAX_DEPTH:
        return
    depth = 0
    for found in _OPENING.finditer(text):
        sign = found[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth > MAX_DEPTH:
            line, column = line_and_column(text, found.start())
            wanted = f"at most {MAX_DEPTH} levels"
            raise FormatError("the arrays and objects are nested too deeply", line, column, wanted, code="too-deep")
    tick()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise FormatError("a name stands twice in an object", found=shown(twice), code="duplicate-key")
    return found


def _no_constant(name: str) -> NoReturn:
    raise FormatError("this is no JSON", expected="a number", found=name, code="bad-json")


def _integer(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise FormatError("the number is too long", expected=f"at most {_MOST_DIGITS} digits", code="too-large")
    return int(digits)


def _decimal(digits: str) -> float:
    if len(digits) > _MOST_DIGITS:
        raise FormatError("the number is too long", expected=f"at most {_MOST_DIGITS} digits", code="too-large")
    return float(digits)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """The line and column, from 1, of a character of a text."""
    before = text[:at]
    return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1


def place_of(text: str, path: Sequence[str | int]) -> tuple[int, int]:
    """The line and column of the value that a path leads to in a JSON text; of the last part that is there."""
    best, last, wanted = 0, 0, tuple(path)
    for here, at in _values(text):
        n = len(here)
        if n > best and wanted[:n] == here:
            best, last = n, at
        if best == len(wanted):
            break
    return line_and_column(text, last)


def _values(text: str) -> Iterator[tuple[Path, int]]:
    """The path and the place of each value of a correct JSON text, from its start."""
    path: list[str | int] = []
    in_object: list[bool] = []
    named = False
    for found in _TOKEN.finditer(text):
        sign = found[0]
        if sign in ("]", "}"):
            in_object.pop()
            if path:
                path.pop()
            named = False
        elif sign == ",":
            last = path.pop()
            path.append(last + 1 if isinstance(last, int) else "")
            named = False
        elif sign == ":":
            named = True
        elif in_object and in_object[-1] and not named:
            path[-1] = json.loads(sign)
        else:
            yield tuple(path), found.start()
            if sign in ("[", "{"):
                in_object.append(sign == "{")
                path.append("" if sign == "{" else 0)
                named = False


def json_text(value: Any, *, indent: int = 2) -> str:
    """A value as JSON that people can read: a row of a grid is a line."""
    return _told(value, "", " " * indent)


def _told(value: Any, margin: str, step: str) -> str:
    inner = margin + step
    if isinstance(value, Mapping) and value:
        flat = "" if margin == "" or any(map(_holds_lists, value.values())) else _flat(value)
        if 0 < len(flat) <= _NARROW:
            return flat
        items = [f"{inner}{json.dumps(name, ensure_ascii=False)}: {_told(item, inner, step)}"
                 for name, item in value.items()]  # fmt: skip
        return "{\n" + ",\n".join(items) + f"\n{margin}}}"
    if isinstance(value, list) and any(isinstance(item, list | Mapping) for item in value):
        depth = any(isinstance(item, list) and any(map(_holds_lists, item)) for item in value)
        rows = [_told(item, inner, step) if depth or isinstance(item, Mapping) else _flat(item) for item in value]
        return "[\n" + ",\n".join(inner + row for row in rows) + f"\n{margin}]"
    return _flat(value)


def _holds_lists(item: Any) -> bool:
    return isinstance(item, list) and any(isinstance(part, list | Mapping) for part in item)


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
