"""The file of an issue as a table of plain values, such as JSON has, and the other way round."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, time
from math import isfinite
from typing import Any

_DEEPEST = 8
"""The most levels of lists and tables within each other."""
_EXACT = 1 << 53
"""Larger whole numbers are not exact in JavaScript."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def table_in(text: str) -> dict[str, Any]:
    """The table in a text of TOML, with underscores in the names of settings. Dates become texts, and so do numbers
    that JSON or JavaScript cannot represent. Raises ValueError.
    """
    try:
        found = _renamed(_plain(tomllib.loads(text.removeprefix("\ufeff"))))
    except RecursionError:
        raise ValueError("lists and tables are nested too deeply") from None
    sections = found.get("section")
    if isinstance(sections, list):
        found["section"] = [_renamed(own) if isinstance(own, dict) else own for own in sections]
    return found


def _renamed(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("-", "_"): own for name, own in table.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(own) for name, own in value.items()}
    if isinstance(value, list):
        return [_plain(own) for own in value]
    if isinstance(value, date | time):
        return value.isoformat()
    is_exact = abs(value) < _EXACT if type(value) is int else not isinstance(value, float) or isfinite(value)
    return value if is_exact else str(value)


def toml_of(table: Mapping[str, Any]) -> str:
    """The text of a table, with its sections at the end; ``None`` leaves a setting out. Raises ValueError.

    tomli-w would write short sections as inline tables, which people can hardly edit.
    """
    return "\n".join(_lines(table)).lstrip() + "\n"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    sections = table.get("section")
    is_list = isinstance(sections, list) and all(isinstance(own, dict) for own in sections)
    yield from _settings({name: own for name, own in table.items() if not (is_list and name == "section")})
    for own in sections if isinstance(sections, list) and is_list else ():
        yield from ("", "[[section]]", *_settings(own))


def _settings(table: Mapping[str, Any], depth: int = 0) -> list[str]:
    return [f"{_name(name)} = {_value(own, depth)}" for name, own in table.items() if own is not None]


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _value(value: Any, depth: int) -> str:
    if depth > _DEEPEST:
        raise ValueError("lists and tables are nested too deeply")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        lines = [_quoted(line) for line in value.split("\n")]
        return lines[0] if len(lines) == 1 else '"""\n' + "\n".join(line[1:-1] for line in lines) + '"""'
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_settings(value, depth + 1))} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(own, depth + 1) for own in value if own is not None)}]"
    return repr(value)


def _quoted(text: str) -> str:
    """A text in quotes; halves of characters, which only JSON has, become question marks."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")
