"""The file of an issue as a table of plain values, such as JSON has, and the other way round; where its settings are.

No library for TOML keeps the places of settings, so ``TomlPlaces`` finds them in a second reading.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, time
from math import isfinite
from typing import Any, TypeAlias

_DEEPEST = 8
"""The most levels of lists and tables within each other."""
_EXACT = 1 << 53
"""Larger whole numbers are not exact in JavaScript."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")

SettingPath: TypeAlias = tuple[str | int, ...]
"""The names of a setting and of the tables around it, with underscores, and its numbers in lists, from 0."""
_TOKEN = re.compile(r"""\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*"""
                    r"""|[][{}=,.\n]|[^][{}=,."'#\s]+|["']""", re.DOTALL)
_STOPS = (",", "]", "}", "\n", "")
"""What ends a value."""
_SYNTAX = {
    "Invalid value": 'expected a value; texts need quotes, as in "easy"',
    "Invalid statement": "expected a setting, as in count = 4, or a head, as in [[section]]",
    "Invalid initial character for a key part": "expected the name of a setting",
    "Expected '=' after a key in a key/value pair": "expected = after the name of a setting",
    "Expected newline or end of document after a statement":
        "expected the end of the line; every setting is on its own line",
    "Illegal character '\\n'": "the text has no closing quote in this line",
    "Unterminated string": "the text has no closing quote",
    "Unclosed array": "expected , or ] in the list",
    "Unclosed inline table": "expected , or } in the table",
}
"""What faults in the syntax mean, by the words of Python's library."""


class TomlError(ValueError):
    """A text that is not TOML: why, and the line and column."""

    def __init__(self, words: str, line: int = 1, column: int = 1) -> None:
        super().__init__(words)
        self.line, self.column = line, column


def read_toml(text: str) -> dict[str, Any]:
    """The table in a text of TOML. Raises TomlError."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("lists and tables are nested too deeply") from None
    except tomllib.TOMLDecodeError as fault:
        words, _, place = str(fault).rpartition(" (at ")
        found = re.match(r"line (\d+), column (\d+)", place)
        lines = text.split("\n")
        line, column = map(int, found.groups()) if found else (len(lines), len(lines[-1]) + 1)
        before = "\n".join([*lines[: line - 1], lines[line - 1][: column - 1]])
        if "twice" in words or "overwrite" in words or "Duplicate" in words or "mutate" in words or "redefine" in words:
            raise TomlPlaces(before).repeated or TomlError(_decapitalised(words), line, column) from None
        rest = _TOKEN.match(lines[line - 1], column - 1)
        seen = f", found {rest[0][:40]}" if rest and found and words.startswith(("Inv", "Exp", "Unc")) else ""
        wrong, semicolon, remedy = _SYNTAX.get(words, _decapitalised(words)).partition(";")
        raise TomlError(f"{wrong}{seen}{semicolon}{remedy}", line, column) from None


def _decapitalised(words: str) -> str:
    return words[:1].lower() + words[1:]


class TomlPlaces:
    """Where the settings in a text of TOML are; ``repeated`` is the last one that is there twice."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text) if found[0][0] != "#"]
        self._tokens.append(("", len(text)))
        self._next = 0
        self._known: dict[SettingPath, int] = {}
        self._lists = Counter[SettingPath]()
        self.repeated: TomlError | None = None
        table: SettingPath = ()
        while self._word:
            if self._word == "[":
                table = self._head()
            elif self._word != "\n":
                self._setting(table)
            self._skip("\n", "")
            self._next += 1

    def of(self, name: str, *table: str | int) -> str:
        """The line and column of a setting in a table, or else of the innermost table or list around it: ``12:5``.

        A name may have parts: ``difficulty.1`` is the second in a list.
        """
        parts = (int(part) if part.isdecimal() else part.replace("-", "_") for part in filter(None, name.split(".")))
        path = (*table, *parts)
        inner = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in self._known), None)
        line, column = self._line_and_column(self._known[inner] if inner else 0)
        return f"{line}:{column}"

    def _line_and_column(self, at: int) -> tuple[int, int]:
        return self._text.count("\n", 0, at) + 1, at - self._text.rfind("\n", 0, at)

    @property
    def _word(self) -> str:
        return self._tokens[min(self._next, len(self._tokens) - 1)][0]

    @property
    def _at(self) -> int:
        return self._tokens[min(self._next, len(self._tokens) - 1)][1]

    def _skip(self, *stops: str) -> None:
        while self._word not in stops:
            self._next += 1

    def _head(self) -> SettingPath:
        """Reads the head of a table, ``[names]`` or ``[[section]]``. Returns its path."""
        at, own = self._at, self._next
        while self._word == "[":
            self._next += 1
        is_list = self._next - own > 1
        path = self._key(())
        if is_list:
            self._known.setdefault(path, at)
            self._lists[path] += 1
            path = (*path, self._lists[path] - 1)
        self._note(path, at)
        return path

    def _key(self, table: SettingPath) -> SettingPath:
        """Reads a name, or several with dots between them, of a setting in a table."""
        path = table
        while self._word not in ("=", "]", "\n", ""):
            if self._word != ".":
                path = (*path, self._word.strip("\"'").replace("-", "_"))
                is_last = self._tokens[self._next + 1][0] != "."
                if not is_last and path in self._lists:
                    path = (*path, self._lists[path] - 1)
            self._next += 1
        return path

    def _setting(self, table: SettingPath) -> None:
        at, path = self._at, self._key(table)
        self._note(path, at)
        self._next += 1
        self._value(path)

    def _note(self, path: SettingPath, at: int) -> None:
        first = self._known.setdefault(path, at)
        if first != at:
            name = ".".join(map(str, path[-1:]))
            words = f"{name} is there twice, first in line {self._line_and_column(first)[0]}; remove one of them"
            self.repeated = TomlError(words, *self._line_and_column(at))

    def _value(self, path: SettingPath) -> None:
        """Reads a value, with what is inside it."""
        opening, n = self._word, 0
        if opening not in ("[", "{"):
            self._skip(*_STOPS)
            return
        self._next += 1
        while self._word not in ("]", "}", ""):
            if self._word in (",", "\n"):
                self._next += 1
            elif opening == "{":
                self._setting(path)
            else:
                self._known[(*path, n)] = self._at
                self._value((*path, n))
                n += 1
        self._next += 1


def table_in(text: str) -> dict[str, Any]:
    """The table in a text of TOML, with underscores in the names of settings. Dates become texts, and so do numbers
    that JSON or JavaScript cannot represent. Raises ValueError.
    """
    found = _renamed(_plain(read_toml(text.removeprefix("\ufeff"))))
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
