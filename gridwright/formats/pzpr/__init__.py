"""Links to puzz.link and pzv.jp, and the files that these sites save (pzprv3).

Both formats belong to one program, pzprjs, and hold the same puzzles. A genre says with a ``Notation`` of which parts
its addresses and its files consist. ``codes`` has the parts of addresses, ``pieces`` and ``roles.items`` those of
files. Each part fills in layers on a ``Sheet`` (see ``formats.roles``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ...language.genre import Genre
from ...language.puzzle import About, Puzzle, State
from ...logic.ticks import ticking
from ..dialect import Reading, Shelf
from ..errors import FormatError, Line, WriteError, shown, split_lines
from ..roles import LazyDialect, known_genre
from ..roles.codecs import Cursor
from ..roles.items import FileLines
from ..roles.puzzles import check_written, reading_of, sheet_of
from ..roles.sheet import Sheet
from ..sources import MAX_LINES, check_lines, each, found_puzzles
from .notation import PzprSource, blank_sheet, check_flags, check_size

PREFIX = "https://puzz.link/p?"
"""What is written before an address."""

_NAME = r"(?!pzprv3)[a-z][a-z0-9]{1,29}(?:_edit|_play)?"
_SIZE = r"\d{1,9}/\d{1,9}(?:/\S*)?"
_BARE = re.compile(rf"(?:v:[^/\s]*/)?{_NAME}/(?:v:[^/\s]*/)?(?:[a-z]{{1,9}}/)?{_SIZE}")
_PAGE = re.compile(r"(?:https?://)?[\w.-]{1,100}\.[a-z]{2,9}(?::\d{1,5})?/[\w./~-]{0,100}", re.IGNORECASE)
"""What stands before the question mark."""
_MORE = re.compile(r"(?=.*\d)[0-9A-Za-z.+*=%$@_/-]{4,}")
"""The rest of an address that was broken into lines."""
_OF_GRID = re.compile(r"[\s\d.|+-]{4,}")
"""A line of a grid of numbers: an address beside it only says where the grid comes from."""
_LONGEST_ADDRESS = 1_000_000
"""No board needs an address of more characters."""
_COMMENT = ("#", "%", ";", "//")
_FILE = re.compile(r"pzprv3(?:\.\d+)?/")
_QUERY = re.compile(r"(?:[\w.-]{1,40}=[^/&\s]{0,200}&){0,9}(?:%22|%27|\")?")
_WORD = re.compile(r"\S+")
_ENCODED = re.compile("^[^/]*%2f", re.IGNORECASE)
"""An address with its slashes encoded."""
_TAIL = re.compile(r"[&#?\"'`<>\\|].*|(?:%[0-9A-Fa-f]{2})+/?$")
"""What no board is written with: the rest of the address of a page, or quotes that were copied along."""
_OURS = re.compile(r"(?:https?://)?(?:www\.)?(?:puzz\.link/|pzv\.jp/|pzprxs\.)", re.IGNORECASE)
"""Well-known hosts of the program: a link to them is meant as an address, whatever follows."""


def address_in(text: str) -> tuple[int, int] | None:
    """Where the part of an address behind the question mark begins and ends in a line; None if there is none."""
    bare = _BARE.match(text)
    if bare is not None:
        return bare.span()
    for word in _WORD.finditer(text) if "?" in text else ():
        page, _, query = word[0].partition("?")
        page = page[max(page.lower().rfind("http"), 0) :].lstrip("([<{\"'")
        if _PAGE.fullmatch(page) is None:
            continue
        address = query.rstrip(")]>}\"',;")
        start = word.end() - len(query)
        end = start + len(address)
        found = _QUERY.match(text, start, end)
        start = found.end() if found is not None else start
        if _FILE.match(text, start) or _BARE.match(text, start) or _OURS.match(page):
            return start, end
    return None


def is_address(text: str) -> bool:
    """Whether a text of one line is an address and nothing else."""
    words = text.split(maxsplit=1)
    return len(words) == 1 and address_in(words[0]) is not None


def addresses(lines: list[Line]) -> Iterator[Line]:
    """The addresses in some lines, each as a line that begins behind the question mark.

    An address that was broken into several lines is put together; everything else is a comment. Raises FormatError for
    an address longer than any board needs.
    """
    i = 0
    while i < len(lines):
        line = lines[i]
        i += 1
        found = None if line.text.startswith(_COMMENT) else address_in(line.text)
        if found is None:
            continue
        start, end = found
        parts, length = [line.text[start:end]], end - start
        while end == len(line.text) and length <= _LONGEST_ADDRESS and i < len(lines) and goes_on(lines[i].text):
            line, start, end = lines[i], 0, len(lines[i].text)
            parts.append(line.text)
            length += end
            i += 1
        if length > _LONGEST_ADDRESS:
            wanted = f"at most {_LONGEST_ADDRESS} characters"
            raise line.error("the address is too long", start, expected=wanted, found=str(length), code="too-large")
        yield _joined(parts, line, found[0])


def _joined(parts: list[str], last: Line, start: int) -> Line:
    """An address whose parts stand in lines of their own, the first of them behind ``start`` characters."""
    if len(parts) == 1:
        return Line(parts[0], last.number, start + 1)
    columns = [range(start + 1, start + 1 + len(parts[0])), *(range(1, len(part) + 1) for part in parts[1:])]
    return Line("".join(parts), last.number, start + 1, tuple(chain.from_iterable(columns)))


def goes_on(text: str) -> bool:
    """Whether a line may be the rest of the address in the line before."""
    return _MORE.fullmatch(text) is not None and _BARE.match(text) is None


class PuzzLinkFormat:
    """Reads and writes addresses."""

    name = "puzzlink"

    def sniff(self, text: str) -> bool:
        """Whether a line at the beginning of a text is an address, or contains one while no line looks like one of a
        grid."""
        lines = [line.strip() for line in text[:20_000].splitlines() if not line.startswith(_COMMENT)]
        found = [line for line in lines if address_in(line) is not None]
        return any(map(is_address, found)) or (bool(found) and not any(map(_OF_GRID.fullmatch, lines)))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The puzzles of all addresses in a text. Raises FormatError."""
        del options
        check_lines(text)
        found = list(addresses(split_lines(text)))
        if not found:
            raise FormatError("there is no address in the text", expected="NAME/COLUMNS/ROWS/...", code="empty")
        return each(found, lambda line: _read_address(line, shelf))

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """The address of a puzzle. Raises WriteError."""
        if answer is not None:
            raise WriteError("an address has no place for an answer beside the puzzle")
        notation = dialect.notation_in(puzzle.genre)
        sheet = sheet_of(puzzle, None, notation, dialect, blank_sheet(puzzle, dialect))
        for code in notation.address:
            code.settle(sheet)
        body = "".join(code.write(sheet) for code in notation.address)
        flags = "".join(sorted(sheet.flags))
        size = f"{sheet.n_cols - notation.frame}/{sheet.n_rows - notation.frame}"
        address = "/".join([dialect.names[0], *([flags] if flags else []), size, body])
        line = Line(address, 1)
        check_written(
            sheet, lambda: _sheet_of_address(line, _Head.of(line), puzzle.genre, dialect, strict=True), puzzle, None,
            notation, dialect,
        )
        return PREFIX + address + ("" if address[-1].isalnum() else "/") + "\n"


def _read_address(line: Line, shelf: Shelf) -> Reading:
    """The puzzle of an address, or of a file in its place. Raises FormatError."""
    if _FILE.match(line.text) or _ENCODED.search(line.text):
        from urllib.parse import unquote  # slow to import, and seldom needed

        if _FILE.match(line.text):
            return readings_of(unquote(line.text), shelf)[0]
        line = Line(unquote(line.text), line.number, line.column)
    tail = _TAIL.search(line.text)
    if tail is not None:
        line = Line(line.text[: tail.start()], line.number, line.column, line.columns)
    head = _Head.of(line)
    genre, dialect = known_genre(shelf, PuzzLinkFormat.name, head.name, line)
    sheet = _sheet_of_address(line, head, genre, dialect)
    ignored = head.cursor.rest + (tail[0] if tail is not None else "")
    if ignored:
        sheet.warnings.append(f"{shown(ignored)} after the board was ignored")
    return reading_of(sheet, dialect.notation_in(genre), genre, dialect, About(), PzprSource.of(sheet))


class _Head:
    """What stands before the body of an address."""

    def __init__(self, name: str, flags: str, flags_at: int, size_at: int, cursor: Cursor) -> None:
        self.name, self.flags, self.flags_at, self.size_at, self.cursor = name, flags, flags_at, size_at, cursor
        self.n_cols, self.n_rows = cursor.number("the number of columns"), cursor.number("the number of rows")

    @classmethod
    def of(cls, line: Line) -> _Head:
        """The head of an address. Raises FormatError, also for a variant."""
        cursor = Cursor(line, 0)
        words: list[tuple[str, int]] = []
        while not cursor.done:
            at = cursor.at
            word = cursor.word()
            if word.isascii() and word.isdigit():
                cursor.at = at
                break
            if word.startswith("v:"):
                what = "the address tells a variant, whose further rules no program knows"
                raise line.error(what, at, expected="an address without 'v:'", found=shown(word), code="variant")
            words.append((word, at))
        if not 1 <= len(words) <= 2 or cursor.done:
            wanted = "NAME/COLUMNS/ROWS/..., as in the address of an opened puzzle"
            raise line.error("this address holds no puzzle", expected=wanted, found=shown(line.text), code="no-puzzle")
        name = re.sub("_(edit|play)$", "", words[0][0])
        flags, at = words[1] if len(words) > 1 else ("", 0)
        return cls(name, flags, at, cursor.at, cursor)


def _sheet_of_address(
    line: Line, head: _Head, genre: type[Genre], dialect: LazyDialect, *, strict: bool = False
) -> Sheet:
    """The sheet of an address. Raises FormatError, with ``strict`` also if the address goes on after the board."""
    notation = dialect.notation_in(genre)
    n_rows, n_cols = check_size(head.n_rows, head.n_cols, notation, line, head.size_at)
    sheet = Sheet(n_rows, n_cols, notation.version, frozenset(head.flags))
    sheet.where["size", None] = line, head.size_at
    if head.flags:
        sheet.where["flags", None] = line, head.flags_at
    check_flags(sheet, notation, genre)
    source = head.cursor
    for code in notation.address:
        code.read(source, sheet)
    if strict and not source.done:
        raise source.error("the board is full, and the address goes on", expected="its end", code="too-long")
    return sheet


# -- files ------------------------------------------------------------------------------------------------------------

_HEAD = re.compile(r"\s*(?:v:[^\n/]*[\n/]\s*)?pzprv3(?:\.\d{1,9})?[ \t]*(?:[\r\n/]|$)")
_VERSION = re.compile(r"pzprv3(?:\.(\d{1,9}))?\s*", re.ASCII)
_FIRST = re.compile(r"^(?:v:[^\n/]*[\n/])?pzprv3", re.MULTILINE)
_INFO = re.compile(r"(?:^|(?<=[\n/]))[^\n/]*(?:info:\{|history:\{|__HISTORY__|http://)")
"""Where the body of a file ends and the program's own notes begin."""
_LONGEST_INFO = 1_000_000
"""How much of the program's own notes is examined."""
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
        check_written(sheet, lambda: _sheet_of_file(_lines(text, 1), notation), puzzle, answer, notation, dialect)
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
        _read_file(text[start:end], 1 + text.count("\n", 0, start), shelf)
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


def _read_file(text: str, number: int, shelf: Shelf) -> Reading:
    """The puzzle and the answer of one file. Raises FormatError."""
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
    sheet = _sheet_of_file(lines, notation)
    check_flags(sheet, notation, genre)
    about = About() if info is None else _about(text[info.start() :])
    return reading_of(sheet, notation, genre, dialect, about, PzprSource.of(sheet))


def _sheet_of_file(lines: list[Line], notation: Any) -> Sheet:
    """The sheet of a file's lines. Raises FormatError."""
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
    """The metadata in the program's own notes; those that cannot be read are ignored."""
    import json  # as above

    match = _METADATA.search(info[:_LONGEST_INFO])
    try:
        told = json.JSONDecoder().raw_decode(info[:_LONGEST_INFO], match.end())[0] if match else {}
    except (ValueError, RecursionError):
        return About()
    metadata = told.get("metadata") if isinstance(told, dict) else None
    if not isinstance(metadata, dict):
        return About()
    words = {ours: value for theirs, ours in _ABOUT if isinstance(value := metadata.get(theirs), str) and value}
    description = tuple(words.pop("description", "").splitlines())
    return About(words.get("title", ""), words.get("author", ""), (), words.get("difficulty", ""), description)


def _info(about: About) -> str:
    """The metadata as a file has it; "" if there is none."""
    import json

    told = {theirs: getattr(about, ours) for theirs, ours in _ABOUT}
    told["comment"] = "\n".join(about.description)
    metadata = {key: value for key, value in told.items() if value}
    return "info:" + json.dumps({"metadata": metadata}, indent=1, ensure_ascii=False) + "\n" if metadata else ""
