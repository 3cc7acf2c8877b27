"""The files that pzprjs saves (pzprv3)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ...language.puzzle import About, Puzzle, State
from ...logic.ticks import ticking
from ..dialect import Reading, Shelf
from ..errors import FormatError, Line, WriteError, shown
from ..roles import LazyDialect, known_genre
from ..roles.items import FileLines
from ..roles.sheet import Sheet
from ..several import found_puzzles
from ..sources import MAX_LINES, check_lines
from .notation import Notation

_HEAD = re.compile(r"\s*(?:v:[^\n/]*[\n/]\s*)?pzprv3(?:\.\d{1,9})?[ \t]*(?:[\r\n/]|$)")
_VERSION = re.compile(r"pzprv3(?:\.(\d{1,9}))?\s*", re.ASCII)
_FIRST = re.compile(r"^(?:v:[^\n/]*[\n/])?pzprv3", re.MULTILINE)
_INFO = re.compile(r"(?:^|(?<=[\n/]))[^\n/]*(?:info:\{|history:\{|__HISTORY__|http://)")
"""Where the body of a file ends, and what the program notes for itself begins."""
_LONGEST = 1_000_000
"""So much is looked at of what the program notes for itself."""
_METADATA = re.compile(r"info:(?=\{)")


def is_file_in_a_line(text: str) -> bool:
    """Whether a text of one line is a whole file, with slashes for line ends."""
    return re.match(r"(?:v:[^/]*/)?pzprv3(?:\.\d{1,9})?/[a-z]", text) is not None


class Pzprv3Format:
    """Reads and writes files."""

    name = "pzprv3"

    def sniff(self, text: str) -> bool:
        """Whether a text begins like such a file."""
        return _HEAD.match(text.removeprefix("\ufeff")[:10_000]) is not None

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzle of a text, or those of several files one behind the other. Raises FormatError."""
        del options
        return readings_of(text.removeprefix("\ufeff"), shelf)

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """The file of a puzzle, with its answer. Raises WriteError."""
        from ..roles.puzzles import check_written, sheet_of
        from .notation import blank_sheet

        notation = dialect.notation_in(puzzle.genre)
        sheet = sheet_of(puzzle, answer, notation, dialect, blank_sheet(puzzle, dialect))
        for piece in notation.body:
            piece.settle(sheet)
        size = [str(sheet.n_rows - notation.frame), str(sheet.n_cols - notation.frame)]
        if notation.square:
            if sheet.n_rows != sheet.n_cols:
                raise WriteError(f"the format pzprv3 has square boards only in {puzzle.genre.name}")
            size.pop()
        version = f".{notation.version}" if notation.version else ""
        head = [f"pzprv3{version}", notation.file or dialect.names[0], *size]
        body = [line for piece in notation.body for line in piece.write(sheet)]
        text = "\n".join([*head, *body, ""])
        check_written(sheet, lambda: _sheet(_lines(text, 1), notation), puzzle, answer, notation, dialect)
        return text + _info(puzzle.about)


def readings_of(text: str, shelf: Shelf) -> list[Reading]:
    """The puzzles of one file or of several, one behind the other. Raises FormatError."""
    check_lines(text)
    n_slashes = text.count("/")
    if n_slashes > MAX_LINES:
        wanted = f"at most {MAX_LINES}"
        raise FormatError("the text has too many lines", expected=wanted, found=str(n_slashes), code="too-large")
    starts = [match.start() for match in _FIRST.finditer(text)] or [0]
    found_puzzles(len(starts))
    return [
        _reading(text[start:end], 1 + text.count("\n", 0, start), shelf)
        for start, end in ticking(list(zip(starts, [*starts[1:], len(text)], strict=True)))
    ]


def _lines(text: str, number: int) -> list[Line]:
    """The lines of a file, which also end at slashes, each with its place in the text."""
    lines = []
    for row in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        at = 0
        for part in row.split("/"):
            lines.append(Line(part.rstrip("\t"), number, at + 1))
            at += len(part) + 1
        if row.endswith("/"):
            lines.pop()
        number += 1
    while lines and not lines[-1].text.strip():
        lines.pop()
    return lines


def _reading(text: str, number: int, shelf: Shelf) -> Reading:
    """The puzzle and the answer of one file. Raises FormatError."""
    from ..roles.puzzles import reading_of
    from .notation import PzprSource, check_flags

    info = _INFO.search(text)
    lines = _lines(text if info is None else text[: info.start()], number)
    variant = next((line for line in lines[:1] if line.text.startswith("v:")), None)
    if variant is not None:
        what = "the file tells a variant, whose further rules no program knows"
        raise variant.error(what, expected="a file without 'v:'", found=shown(variant.text), code="variant")
    if len(lines) < 3:
        raise FormatError("the file ends too early", number + text.count("\n"), 0, "a genre, rows and columns",
                          code="too-short")
    genre, dialect = known_genre(shelf, Pzprv3Format.name, lines[1].text.strip(), lines[1])
    notation = dialect.notation_in(genre)
    sheet = _sheet(lines, notation)
    check_flags(sheet, notation, genre)
    about = About() if info is None else _about(text[info.start() :])
    return reading_of(sheet, notation, genre, dialect, about, PzprSource.of(sheet))


def _sheet(lines: list[Line], notation: Notation) -> Sheet:
    """The sheet that the lines of a file tell. Raises FormatError."""
    from .notation import check_size

    match = _VERSION.fullmatch(lines[0].text)
    version = int((match and match[1]) or 0)
    if match is None or version > max(notation.version, 1):
        wanted = f"pzprv3 or pzprv3.{max(notation.version, 1)}"
        raise lines[0].error("the version is not known", expected=wanted, found=shown(lines[0].text))
    source = FileLines(lines)
    source.next = 2
    rows = source.number("the number of rows")
    cols = rows if notation.square else source.number("the number of columns")
    if rows is None or cols is None:
        raise lines[-1].error("the file ends too early", expected="rows and columns", code="too-short")
    n_rows, n_cols = check_size(rows[0], cols[0], notation, *rows[1])
    sheet = Sheet(n_rows, n_cols, version)
    sheet.where["size", None] = rows[1]
    for piece in notation.body:
        piece.read(source, sheet)
    left = source.line()
    while left is not None:
        if left.text.strip():
            raise left.error("something stands behind the end of the board", found=shown(left.text), code="too-long")
        left = source.line()
    return sheet


_ABOUT = (("author", "author"), ("source", "title"), ("hard", "difficulty"), ("comment", "description"))
"""The metadata of a file, and the attributes of ``About`` that hold them."""


def _about(info: str) -> About:
    """What is told about the puzzle; notes that cannot be read are passed over, as they are the program's own."""
    match = _METADATA.search(info[:_LONGEST])
    try:
        told = json.JSONDecoder().raw_decode(info[:_LONGEST], match.end())[0] if match else {}
    except (ValueError, RecursionError):
        return About()
    metadata = told.get("metadata") if isinstance(told, dict) else None
    if not isinstance(metadata, dict):
        return About()
    words = {ours: value for theirs, ours in _ABOUT if isinstance(value := metadata.get(theirs), str) and value}
    description = tuple(words.pop("description", "").splitlines())
    return About(words.get("title", ""), words.get("author", ""), (), words.get("difficulty", ""), description)


def _info(about: About) -> str:
    """What is told about the puzzle, as a file says it; "" if that is nothing."""
    told = {theirs: getattr(about, ours) for theirs, ours in _ABOUT}
    told["comment"] = "\n".join(about.description)
    metadata = {key: value for key, value in told.items() if value}
    return "info:" + json.dumps({"metadata": metadata}, indent=1, ensure_ascii=False) + "\n" if metadata else ""
