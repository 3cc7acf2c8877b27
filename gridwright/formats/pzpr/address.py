"""Links to puzz.link, pzv.jp and other hosts of pzprjs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any
from urllib.parse import unquote

from ...language.genre import Genre
from ...language.puzzle import About, Puzzle, State
from ..dialect import Reading, Shelf
from ..errors import FormatError, Line, WriteError, shown, split_lines
from ..roles import LazyDialect, known_genre
from ..roles.codecs import Cursor
from ..roles.sheet import Sheet
from ..several import each
from ..sources import check_lines

PREFIX = "https://puzz.link/p?"
"""What is written before an address."""

_NAME = r"(?!pzprv3)[a-z][a-z0-9]{1,29}(?:_edit|_play)?"
_SIZE = r"\d{1,9}/\d{1,9}(?:/\S*)?"
_BARE = re.compile(rf"(?:v:[^/\s]*/)?{_NAME}/(?:v:[^/\s]*/)?(?:[a-z]{{1,9}}/)?{_SIZE}")
_PAGE = re.compile(r"(?:https?://)?[\w.-]{1,100}\.[a-z]{2,9}(?::\d{1,5})?/[\w./~-]{0,100}")
"""What stands before the question mark."""
_MORE = re.compile(r"(?=.*\d)[0-9A-Za-z.+*=%$@_/-]{4,}")
"""The rest of an address that was broken into lines."""
_OF_GRID = re.compile(r"[\s\d.|+-]{4,}")
"""A line of a grid of numbers: then an address beside it tells just where it comes from."""
_LONGEST = 1_000_000
"""No board needs an address of more characters."""
_COMMENT = ("#", "%", ";", "//")
_FILE = re.compile(r"pzprv3(?:\.\d+)?/")
_QUERY = re.compile(r"(?:\w{1,20}=\w{0,20}&){0,9}")
_WORD = re.compile(r"\S+")
_OURS = re.compile(r"(?:https?://)?(?:www\.)?(?:puzz\.link/|pzv\.jp/|pzprxs\.)")
"""Well-known hosts of the program: a link to them is meant as an address, whatever follows."""


def address_in(text: str) -> tuple[int, int] | None:
    """Where the part of an address behind the question mark begins and ends in a line; None if there is none."""
    bare = _BARE.match(text)
    if bare is not None:
        return bare.span()
    for word in _WORD.finditer(text) if "?" in text else ():
        page, _, query = word[0].partition("?")
        page = page[max(page.find("http"), 0) :].lstrip("([<{\"'")
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

    An address that was broken into several lines is put together; what is no address is a comment. Raises FormatError
    for an address longer than any board needs.
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
        while end == len(line.text) and length <= _LONGEST and i < len(lines) and _goes_on(lines[i].text):
            line, start, end = lines[i], 0, len(lines[i].text)
            parts.append(line.text)
            length += end
            i += 1
        if length > _LONGEST:
            wanted = f"at most {_LONGEST} characters"
            raise line.error("the address is too long", start, expected=wanted, found=str(length), code="too-large")
        yield _joined(parts, line, found[0])


def _joined(parts: list[str], last: Line, start: int) -> Line:
    """An address whose parts stand in lines of their own, the first of them behind ``start`` characters."""
    if len(parts) == 1:
        return Line(parts[0], last.number, start + 1)
    columns = [range(start + 1, start + 1 + len(parts[0])), *(range(1, len(part) + 1) for part in parts[1:])]
    return Line("".join(parts), last.number, start + 1, tuple(chain.from_iterable(columns)))


def _goes_on(text: str) -> bool:
    """Whether a line may be the rest of the address in the line before."""
    return _MORE.fullmatch(text) is not None and _BARE.match(text) is None


class PuzzLinkFormat:
    """Reads and writes addresses."""

    name = "puzzlink"

    def sniff(self, text: str) -> bool:
        """Whether a line of a text's beginning is an address, or holds one while no line looks like that of a grid."""
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
        return each(found, lambda line: _reading(line, shelf))

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """The address of a puzzle. Raises WriteError."""
        from ..roles.puzzles import check_written, sheet_of
        from .notation import blank_sheet

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
            sheet, lambda: _sheet(line, _Head.of(line), puzzle.genre, dialect), puzzle, None, notation, dialect
        )
        return PREFIX + address + ("" if address[-1].isalnum() else "/") + "\n"


def _reading(line: Line, shelf: Shelf) -> Reading:
    """The puzzle of an address, or of a file in its place. Raises FormatError."""
    if _FILE.match(line.text):
        from .files import readings_of

        return readings_of(unquote(line.text), shelf)[0]
    from ..roles.puzzles import reading_of
    from .notation import PzprSource

    head = _Head.of(line)
    genre, dialect = known_genre(shelf, PuzzLinkFormat.name, head.name, line)
    sheet = _sheet(line, head, genre, dialect)
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
            raise line.error("this is no address of a puzzle", expected="NAME/COLUMNS/ROWS/...", found=shown(line.text))
        name = re.sub("_(edit|play)$", "", words[0][0])
        flags, at = words[1] if len(words) > 1 else ("", 0)
        return cls(name, flags, at, cursor.at, cursor)


def _sheet(line: Line, head: _Head, genre: type[Genre], dialect: LazyDialect) -> Sheet:
    """The sheet that an address tells. Raises FormatError."""
    from .notation import check_flags, check_size

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
    if not source.done:
        raise source.error("the board is full, and the address goes on", expected="its end", code="too-long")
    return sheet
