"""SudokuPad: links with compressed JSON, which a second, looser notation may shorten.

Written after programs that read the format, without a puzzle of the site itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from ..language.puzzle import About, Puzzle, PuzzleError, State
from .dialect import Reading, Shelf
from .errors import FormatError, WriteError, is_number, shown
from .fpuzzles import decompress, total_of
from .fpuzzles import reading_of as fpuzzles_reading
from .json_and_xml import MAX_DEPTH, load_json
from .pages import instead_of_page
from .sources import first_line, read_links
from .sudoku_parts import MAX_SIDE, Cage, Cell, SudokuContent, reading_of_parts

_LINK = re.compile(
    r"(?:https?://)?(?:(?:beta\.)?sudokupad\.app|app\.crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?(?P<text>\S+)",
    re.IGNORECASE,
)
_SHORT = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength",
    "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
_BARE = re.compile(r"(?:scl|ctc)[A-Za-z0-9+/%=]{40,}")
"""What the site returns for the name of a puzzle."""
_LONGEST_NAME = 60
_MOST_VALUES = 200_000
_DRAWN = ("lines", "arrows", "underlays", "overlays")
_ABOUT = ("title", "author", "rules", "solution")
_PLAIN = re.compile(r"[^,:\[\]{}\"']*")
_QUOTED = re.compile(r"(['\"])((?:(?!\1)[^\\]|\\.)*+)\1", re.DOTALL)


def is_sudokupad_link(text: str) -> bool:
    """Whether a text of one line is a link to SudokuPad, or what is behind the host's name."""
    return any(kind.fullmatch(text.strip()) for kind in (_LINK, _BARE))


class SudokuPadFormat:
    """Links, one on each line, or the JSON inside."""

    name = "sudokupad"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        if text.lstrip().startswith("{"):
            return '"cells"' in text and '"regions"' in text and '"gridwright"' not in text
        return is_sudokupad_link(first_line(text))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        if text.lstrip().startswith("{"):
            return [_reading(load_json(text), shelf)]
        return read_links(text, lambda link: _unpacked(link, shelf))

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """Raises WriteError: no such link was ever tried on the site."""
        del puzzle, dialect, answer
        raise WriteError("SudokuPad's own links are read only; it opens those of f-puzzles")


def _unpacked(link: str, shelf: Shelf) -> Reading:
    found = _LINK.fullmatch(link)
    text = unquote(found["text"] if found else link)
    for prefix in ("fpuzzles", "fpuz"):
        if text.startswith(prefix):
            packed = text.removeprefix(prefix).replace(" ", "+").replace("//", "/")
            return fpuzzles_reading(load_json(decompress(packed)), shelf)
    kind, packed = text[:3], text[3:].replace(" ", "+")
    if kind not in ("scl", "ctc"):
        name, expected = text.partition("?")[0], instead_of_page(link)
        if len(name) > _LONGEST_NAME:
            raise FormatError("this link is in an unknown form", expected=expected, found=shown(text))
        what = "this link names a puzzle that only the site knows"
        raise FormatError(what, expected=expected.replace("NAME", name), found=shown(name), code="no-puzzle")
    unpacked = packed if packed.lstrip().startswith("{") else decompress(packed.replace("//", "/"))
    try:
        return _reading(load_json(unpacked), shelf)
    except FormatError as fault:
        if fault.code != "bad-json":
            raise
    return _reading(loose_json(unpacked), shelf)


# -- the loose notation -----------------------------------------------------------------------------------------------


def loose_json(text: str) -> Any:
    """The value of JSON without quotes and empty objects, and with short names. Raises FormatError."""
    reader = _Loose(text)
    value = reader.value(0)
    if reader.at < len(text.rstrip()):
        raise reader.error("the end")
    return value


class _Loose:
    def __init__(self, text: str) -> None:
        self.text, self.at, self._count = text, 0, 0

    def error(self, expected: str) -> FormatError:
        found = shown(self.text[self.at : self.at + 12])
        return FormatError("this is not SudokuPad JSON", expected=expected, found=found, code="bad-json")

    def value(self, depth: int) -> Any:
        self._count_one()
        if depth > MAX_DEPTH:
            raise FormatError("the arrays and objects are nested too deeply", code="too-deep")
        char = self.text[self.at : self.at + 1]
        if char == "[":
            return self._items(depth)
        if char == "{":
            return self._members(depth)
        quoted = _QUOTED.match(self.text, self.at)
        if quoted:
            self.at = quoted.end()
            return re.sub(r"\\(.)", r"\1", quoted[2])
        return _meant(self._word())

    def _count_one(self) -> None:
        self._count += 1
        if self._count > _MOST_VALUES:
            raise FormatError("the text holds too many values", expected=f"at most {_MOST_VALUES}", code="too-large")

    def _word(self) -> str:
        found = _PLAIN.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return found[0].strip()

    def _ends(self, close: str) -> bool:
        """Skips a comma or the closing bracket; returns whether it was the bracket."""
        char = self.text[self.at : self.at + 1]
        if char not in (",", close) or not char:
            raise self.error(f"',' or '{close}'")
        self.at += 1
        return char == close

    def _items(self, depth: int) -> list[Any]:
        self.at += 1
        items: list[Any] = []
        if self.text[self.at : self.at + 1] == "]":
            self.at += 1
            return items
        while True:
            missing = self.text[self.at : self.at + 1] in (",", "]")
            self._count_one()
            items.append({} if missing else self.value(depth + 1))
            if self._ends("]"):
                return items

    def _members(self, depth: int) -> dict[str, Any]:
        self.at += 1
        members: dict[str, Any] = {}
        if self.text[self.at : self.at + 1] == "}":
            self.at += 1
            return members
        while True:
            quoted = _QUOTED.match(self.text, self.at)
            name = quoted[2] if quoted else self._word()
            self.at = quoted.end() if quoted else self.at
            if self.text[self.at : self.at + 1] != ":":
                raise self.error("':'")
            self.at += 1
            missing = self.text[self.at : self.at + 1] in (",", "}")
            members[_SHORT.get(name, name)] = {} if missing else self.value(depth + 1)
            if self._ends("}"):
                return members


def _meant(word: str) -> Any:
    """The value of a word without quotes."""
    if word in ("t", "true", "f", "false"):
        return word.startswith("t")
    if re.fullmatch(r"-?[0-9]{1,9}", word, re.ASCII):
        return int(word)
    if re.fullmatch(r"-?[0-9]{0,9}\.[0-9]{1,9}", word, re.ASCII):
        return float(word)
    return None if word == "null" else word


# -- puzzles ----------------------------------------------------------------------------------------------------------


def _reading(record: Any, shelf: Shelf) -> Reading:
    """The puzzle of an object. Raises FormatError."""
    rows = record.get("cells") if isinstance(record, dict) else None
    if not isinstance(rows, list) or not rows or len(rows) > MAX_SIDE or any(
        not isinstance(row, list) or len(row) != len(rows) for row in rows
    ):  # fmt: skip
        raise FormatError("this is not a square board", expected=f'"cells": up to {MAX_SIDE} rows of as many objects')
    side = len(rows)
    given = {
        (r, c): _number(cell["value"], r, c)
        for r, row in enumerate(rows) for c, cell in enumerate(row)
        if isinstance(cell, dict) and cell.get("value") not in (None, "", {})
    }  # fmt: skip
    about, cages, warnings = _cages(record, side)
    warnings += [f"what is drawn as {name} is left out; it may stand for rules" for name in _DRAWN if record.get(name)]
    for name in ("foglight", "fogofwar"):
        if record.get(name):
            raise FormatError("this sudoku has rules that no genre has: fog", code="other-rules")
    description = tuple(about["rules"].split("\n")) if about.get("rules") else ()
    parts = SudokuContent(
        side, given, _regions(record.get("regions"), side), cages,
        About(about.get("title", ""), about.get("author", ""), description=description),
    )  # fmt: skip
    solution = [int(char) if char.isascii() and char.isdigit() else None for char in about.get("solution", "")]
    try:
        return reading_of_parts(shelf, SudokuPadFormat.name, parts, solution, warnings=warnings)
    except PuzzleError as fault:
        raise FormatError(str(fault), code="bad-value") from None


def _number(value: Any, row: int, col: int) -> int:
    if type(value) is int:
        return value
    if isinstance(value, str) and is_number(value, 3):
        return int(value)
    found = shown(json.dumps(value))
    raise FormatError(f"the value of r{row + 1}c{col + 1} is no number", expected="a number", found=found)


def _places(value: Any, side: int, what: str) -> list[Cell]:
    """A list of [row, column] from 0."""
    if not isinstance(value, list):
        raise FormatError(f"{what} lacks its cells", expected="a list of [row, column]")
    for place in value:
        fine = isinstance(place, list) and len(place) == 2 and all(type(n) is int and 0 <= n < side for n in place)
        if not fine:
            raise FormatError(f"{what} names no cell", expected="[row, column]", found=shown(json.dumps(place)))
    return list(dict.fromkeys((row, col) for row, col in value))


def _regions(regions: Any, side: int) -> list[list[int]] | None:
    """The region of each cell; None for the usual boxes."""
    if not regions:
        return None
    if not isinstance(regions, list):
        raise FormatError("the regions are no list", expected="lists of [row, column]")
    numbers = [[-1] * side for _ in range(side)]
    for n, region in enumerate(regions):
        for row, col in _places(region, side, "a region"):
            numbers[row][col] = n
    return numbers


def _cages(record: Mapping[str, Any], side: int) -> tuple[dict[str, str], list[Cage], list[str]]:
    """The metadata (of which cages may hold parts), the killer cages, and warnings."""
    known = record.get("metadata")
    metadata: Mapping[str, Any] = known if isinstance(known, dict) else {}
    about = {name: str(metadata[name]) for name in _ABOUT if isinstance(metadata.get(name), str)}
    cages: list[Cage] = []
    warnings: list[str] = []
    entries = record.get("cages") or []
    for entry in entries if isinstance(entries, list) else []:
        if not isinstance(entry, dict) or not entry:
            continue
        value = entry.get("value")
        name, colon, text = value.partition(":") if isinstance(value, str) else ("", "", "")
        if colon and name.strip().lower() in _ABOUT:
            about[name.strip().lower()] = text.strip()
        elif entry.get("type") in ("rowcol", "region"):
            continue
        elif entry.get("unique") is True or value not in (None, "", {}):
            cages.append(Cage(_places(entry.get("cells"), side, "a cage"), total_of(None if value == {} else value)))
        else:
            warnings.append("a cage without a total is taken as a drawing and left out")
    return about, cages, warnings
