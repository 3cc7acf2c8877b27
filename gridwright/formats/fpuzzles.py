"""f-puzzles: sudokus and killer sudokus as JSON, usually compressed in a link. Errors name rules that no genre has.

The published Python ports of LZ-string take any amount of memory that a text asks for, and most are no longer
maintained; hence the one below, which stops at a limit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import unquote

from ..board.board import Spot
from ..board.rect import Rect, box_size
from ..language.genre import Genre
from ..language.puzzle import About, Puzzle, PuzzleError, State
from ..logic.ticks import tick
from .dialect import Reading, Shelf
from .errors import FormatError, WriteError, is_number, shortened, shown
from .json_and_xml import load_json
from .pages import instead_of_page
from .sources import first_line, read_links
from .sudoku_parts import (
    MAX_SIDE,
    Cage,
    Cell,
    FPuzzlesDots,
    SudokuContent,
    numbers_of,
    parts_of,
    reading_of_parts,
    reading_with,
    spot,
)

_LINK = re.compile(
    r"(?:https?://)?(?:(?:www\.)?f-puzzles\.com/\?load=|(?:(?:beta\.)?sudokupad\.app|app\.crackingthecryptic\.com(?:/sudoku)?)"
    r"/(?:\?puzzleid=)?fpuz(?:zles)?)(?P<text>\S+)",
    re.IGNORECASE,
)
_SITE = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/\?id=\S+", re.IGNORECASE)
_BARE = re.compile(r"(?:fpuz(?:zles)?)?N4Ig[A-Za-z0-9+/%]{20,}(?:=.*)?")
_CELL = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})")
_READ = frozenset(("size", "grid", "title", "author", "ruleset", "solution", "killercage"))
_SETTINGS = frozenset(("highlightConflicts", "disabledlogic", "disabledLogic", "truecandidatesoptions", "negative"))
_DRAWINGS = frozenset(("cage", "text", "line", "circle", "rectangle"))
_OTHER_RULES = {
    "diagonal+": "the numbers on the rising diagonal differ", "diagonal-": "the numbers on the falling diagonal differ",
    "antiknight": "cells a knight's move apart differ", "antiking": "cells that touch at a corner differ",
    "disjointgroups": "cells at the same place of their boxes differ",
    "nonconsecutive": "neighbours are never consecutive",
}  # fmt: skip


def is_fpuzzles_link(text: str) -> bool:
    """Whether a text of one line is a link, or the compressed text of one."""
    return any(kind.fullmatch(text.strip()) for kind in (_LINK, _SITE, _BARE))


class FPuzzlesFormat:
    """Links, one on each line, or JSON."""

    name = "fpuzzles"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        if text.lstrip().startswith("{"):
            return '"grid"' in text and '"size"' in text and '"gridwright"' not in text
        return is_fpuzzles_link(first_line(text))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        if text.lstrip().startswith("{"):
            return [reading_of(load_json(text), shelf)]
        return read_links(text, lambda link: reading_of(load_json(unpacked(link)), shelf))

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The link of a puzzle. Raises WriteError."""
        packed = compress(json.dumps(record_of(puzzle, dialect, answer), separators=(",", ":"), ensure_ascii=False))
        return f"https://www.f-puzzles.com/?load={packed}\n"


def unpacked(link: str) -> str:
    """The JSON of a link, or of its compressed text. Raises FormatError."""
    if _SITE.fullmatch(link):
        what = "this link names a puzzle that only the site knows"
        raise FormatError(what, expected=instead_of_page(link), code="no-puzzle")
    found = _LINK.fullmatch(link)
    packed = unquote(found["text"] if found else link).removeprefix("fpuzzles").removeprefix("fpuz")
    # In the path of an address, slashes are doubled.
    return decompress(packed.replace(" ", "+").replace("//", "/") if "sudokupad" in link else packed.replace(" ", "+"))


# -- reading ----------------------------------------------------------------------------------------------------------


def reading_of(record: Any, shelf: Shelf) -> Reading:
    """The puzzle of an object of f-puzzles. Raises FormatError."""
    if not isinstance(record, dict):
        raise FormatError("this is not an f-puzzles puzzle", expected="an object", found=shown(json.dumps(record)))
    dotted = _check_rules(record, shelf)
    side = record.get("size")
    if type(side) is not int or not 1 <= side <= MAX_SIDE:
        expected = f"a number from 1 to {MAX_SIDE}"
        raise FormatError("the size is missing or not a number", expected=expected, found=shown(json.dumps(side)))
    grid = _Grid(record.get("grid"), side)
    drawn = ", ".join(name for name in sorted(_DRAWINGS) if record.get(name))
    warnings = [f"drawings ({drawn}) are left out; they may stand for rules"] if drawn else []
    about = About(
        title=_text(record, "title"), author=_text(record, "author"),
        description=tuple(_text(record, "ruleset").split("\n")) if _text(record, "ruleset") else (),
    )  # fmt: skip
    cages = [_cage(entry, side) for entry in _list(record, "killercage")]
    dots = _dots(record, grid, side, *dotted) if dotted else {}
    answers = _solution(record, side), grid.numbers
    try:
        if dotted and dots:
            genre, dialect = dotted
            numbers = {spot(cell): n for cell, n in grid.given.items()}
            given = {dialect.number.name: numbers, dialect.dot.name: dots}
            puzzle = Puzzle.of(genre, Rect.of(side, side), given, about=about)
            return reading_with(puzzle, dialect, answers, warnings, grid.entered)
        parts = SudokuContent(side, grid.given, grid.regions, cages, about)
        return reading_of_parts(shelf, FPuzzlesFormat.name, parts, *answers, warnings=warnings, entered=grid.entered)
    except PuzzleError as fault:
        raise FormatError(str(fault), code="bad-value") from None


def _check_rules(record: Mapping[str, Any], shelf: Shelf) -> tuple[type[Genre], FPuzzlesDots] | None:
    """The genre, with its dialect, whose dots the puzzle has. Raises FormatError for a rule that no genre has."""
    known = _READ | _SETTINGS | _DRAWINGS
    others = [name for name, value in record.items() if name not in known and value not in (False, None, [], {}, "", 0)]
    dialects = shelf.dialects(FPuzzlesFormat.name) if any(_may_be_dots(record[name]) for name in others) else ()
    dotted = next((
        (genre, dialect) for genre, dialect in dialects
        if isinstance(dialect, FPuzzlesDots) and any(record.get(name) for name in dialect.dots)
    ), None)  # fmt: skip
    others = [name for name in others if dotted is None or name not in dotted[1].dots]
    if others:
        names = shortened(", ".join(_OTHER_RULES.get(name, name) for name in others), 300)
        raise FormatError(f"this sudoku has rules that no genre has: {names}", code="other-rules")
    return dotted


def _may_be_dots(value: Any) -> bool:
    """Whether a constraint may be dots, and not a switch, lines, or clues of single cells: a quick test."""
    entries = [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
    return value is not True and not any({"lines", "cell"} & entry.keys() for entry in entries)


def _dots(
    record: Mapping[str, Any], grid: _Grid, side: int, genre: type[Genre], dialect: FPuzzlesDots
) -> dict[Spot, Any]:
    """The dots by their links: all of them are given, and the regions are the rows. Raises FormatError otherwise."""
    negative = set(map(str, _list(record, "negative")))
    if not grid.in_rows or record.get("killercage") or not {*dialect.dots} <= negative:
        what = f"dots are a rule of {genre.name}, where all dots are given (negative) and the regions are the rows"
        raise FormatError(f"this sudoku has rules that no genre has: {what}", code="other-rules")
    links = set(Rect.of(side, side).links)
    dots: dict[Spot, Any] = {}
    for name, (mark, usual) in dialect.dots.items():
        for entry in _list(record, name):
            cells = _cage(entry | {"value": None}, side).cells if isinstance(entry, dict) else ()
            if str(entry.get("value") or usual) != usual or len(cells) != 2:
                what = f"a {name} with another value than {usual} is no dot of {genre.name}"
                raise FormatError(what, code="other-rules")
            (y, x), (v, u) = cells
            link = Spot(y + v + 1, x + u + 1)
            if link not in links or abs(y - v) + abs(x - u) != 1:
                raise FormatError(f"a {name} is not between neighbours", code="other-rules")
            dots[link] = mark
    return dots


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _list(record: Mapping[str, Any], name: str) -> list[Any]:
    value = record.get(name) or []
    if not isinstance(value, list):
        raise FormatError(f"{name} is no list", expected="a list", found=shown(json.dumps(value)))
    return value


class _Grid:
    """The cells: what is given, what a player entered, and the regions."""

    def __init__(self, rows: Any, side: int) -> None:
        fine = isinstance(rows, list) and len(rows) == side
        if not fine or not all(isinstance(row, list) and len(row) == side for row in rows):
            raise FormatError("the grid has another size", expected=f"{side} lists of {side} cells")
        height, width = box_size(side)
        self.given: dict[Cell, int] = {}
        self.numbers: list[int | None] = []
        self.entered = False
        own: list[list[Any]] = []
        usual: list[list[int]] = []
        for r, row in enumerate(rows):
            usual.append([r // height * height + c // width for c in range(side)])
            own.append(list(usual[-1]))
            for c, cell in enumerate(row):
                self._take((r, c), cell if isinstance(cell, dict) else {}, own[-1])
        self.regions = None if own == usual else own
        self.in_rows = all(len(set(row)) == 1 for row in own)

    def _take(self, at: Cell, cell: Mapping[str, Any], regions: list[Any]) -> None:
        value = cell.get("value")
        name = f"R{at[0] + 1}C{at[1] + 1}"
        if value is not None and type(value) is not int:
            raise FormatError(f"the value of {name} is no number", expected="a number", found=shown(json.dumps(value)))
        if cell.get("givenPencilMarks"):
            what = f"the candidates of {name} are restricted, and no genre has that rule"
            raise FormatError(what, code="other-rules")
        if value is not None and cell.get("given") is True:
            self.given[at] = value
        self.entered = self.entered or (value is not None and cell.get("given") is not True)
        self.numbers.append(value)
        region = cell.get("region")
        if region is not None:
            if type(region) not in (int, float, str):
                raise FormatError(f"the region of {name} is no number", expected="a number")
            regions[at[1]] = region


def _cage(entry: Any, side: int) -> Cage:
    """A killer cage. Raises FormatError."""
    cells = entry.get("cells") if isinstance(entry, dict) else None
    if not isinstance(cells, list) or not cells:
        raise FormatError("a killer cage lacks its cells", expected='"cells": ["R1C1", ...]')
    places = []
    for name in cells:
        place = _CELL.fullmatch(name) if isinstance(name, str) else None
        row, col = (int(place[1]), int(place[2])) if place else (0, 0)
        if not (1 <= row <= side and 1 <= col <= side):
            raise FormatError("a killer cage names no cell", expected="R1C1", found=shown(json.dumps(name)))
        places.append((row - 1, col - 1))
    return Cage(list(dict.fromkeys(places)), total_of(entry.get("value")))


def total_of(value: Any) -> int | None:
    """The total of a cage. Raises FormatError."""
    if value is None or value == "":
        return None
    if type(value) is int:
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,6}\s*", value, re.ASCII):
        return int(value)
    raise FormatError("the total of a cage is no number", expected="a number", found=shown(json.dumps(value)))


def _solution(record: Mapping[str, Any], side: int) -> list[int | None]:
    """The numbers of the solution; empty if there is none."""
    values = record.get("solution") or []
    if isinstance(values, str) and side < 10:
        values = list(values)
    if not isinstance(values, list):
        return []
    words = [str(value) if type(value) in (int, str) else "" for value in values]
    return [int(word) if is_number(word, 3) else None for word in words]


# -- writing ----------------------------------------------------------------------------------------------------------


def record_of(puzzle: Puzzle, dialect: Any, answer: State | None) -> dict[str, Any]:
    """A puzzle as an object of f-puzzles. Raises WriteError."""
    record = _with_dots(puzzle, dialect) if isinstance(dialect, FPuzzlesDots) else _with_cages(puzzle, dialect)
    if answer is not None:
        record["solution"] = numbers_of(answer, dialect)
    return record


def _with_cages(puzzle: Puzzle, dialect: Any) -> dict[str, Any]:
    """A sudoku or a killer without its solution. Raises WriteError."""
    parts = parts_of(puzzle, dialect)
    if parts.side > 16:
        raise WriteError("f-puzzles has boards of up to 16 x 16")
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(parts.side)] for _ in range(parts.side)]
    for (row, col), n in parts.given.items():
        grid[row][col] = {"value": n, "given": True}
    for row, regions in enumerate(parts.regions or ()):
        for col, region in enumerate(regions):
            grid[row][col]["region"] = region
    record = {"size": parts.side, **_about_record(parts.about), "grid": grid}
    if dialect.cage is not None and not parts.cages:
        raise WriteError("a killer without cages is a sudoku to f-puzzles")
    if parts.cages:
        record["killercage"] = [
            {"cells": [f"R{row + 1}C{col + 1}" for row, col in cage.cells]}
            | ({} if cage.total is None else {"value": str(cage.total)})
            for cage in parts.cages
        ]
    return record


def _about_record(about: About) -> dict[str, Any]:
    texts = {"title": about.title, "author": about.author, "ruleset": "\n".join(about.description)}
    return {name: text for name, text in texts.items() if text}


def _with_dots(puzzle: Puzzle, dialect: FPuzzlesDots) -> dict[str, Any]:
    """A Latin square with dots, as a sudoku whose regions are the rows, without its solution. Raises WriteError."""
    board = puzzle.board
    if not isinstance(board, Rect) or board.holes or not 0 < board.n_rows == board.n_cols <= 16:
        raise WriteError("f-puzzles has square boards of up to 16 x 16")
    grid: list[list[dict[str, Any]]] = [[{"region": row} for _ in range(board.n_cols)] for row in range(board.n_rows)]
    for at, n in puzzle.given.get(dialect.number.name, {}).items():
        grid[at.y // 2][at.x // 2] |= {"value": n, "given": True}
    dots: Mapping[Spot, Any] = puzzle.given.get(dialect.dot.name, {})
    if not dots:
        raise WriteError(f"a {puzzle.genre.name} without dots is a latin square to f-puzzles")
    record = {"size": board.n_rows, **_about_record(puzzle.about), "grid": grid}
    for name, (mark, _) in dialect.dots.items():
        links = [link for link in sorted(dots) if dots[link] == mark]
        record[name] = [{"cells": [f"R{c.y // 2 + 1}C{c.x // 2 + 1}" for c in board.ends(link)]} for link in links]
    return {**record, "negative": list(dialect.dots)}


# -- LZ-string --------------------------------------------------------------------------------------------------------

MAX_TEXT: Final = 4 * 2**20
"""The maximum length of compressed texts."""
MAX_UNITS: Final = 4 * 2**20
"""The maximum length of results, in UTF-16 units."""
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {char: f"{i:06b}" for i, char in enumerate(_ALPHABET)}
_BAD = re.compile(r"[^A-Za-z0-9+/]")
_NARROW, _WIDE, _END = 0, 1, 2


class _Bits:
    """The bits of a text; numbers have their lowest bit first."""

    def __init__(self, text: str) -> None:
        self._bits, self._at = "".join(map(_BITS.__getitem__, text)), 0

    def number(self, width: int) -> int:
        """The next number of ``width`` bits."""
        bits = self._bits[self._at : self._at + width]
        self._at += width
        if len(bits) < width:
            raise _broken("the text ends too early")
        return int(bits[::-1], 2)


def _broken(why: str) -> FormatError:
    return FormatError(f"this is not text compressed with LZ-string: {why}", code="bad-compression")


def decompress(text: str) -> str:
    """The text that was compressed to base64; text after its padding is ignored.

    Raises FormatError for text that was not compressed, and for results that are too long.
    """
    text = text.partition("=")[0]
    if len(text) > MAX_TEXT:
        wanted = f"at most {MAX_TEXT} characters"
        raise FormatError("the compressed text is too long", expected=wanted, code="too-large")
    odd = _BAD.search(text)
    if odd is not None:
        raise _broken(f"{odd[0]!r} is no character of base64")
    units = "".join(_units(_Bits(text)))
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _units(bits: _Bits) -> Iterator[str]:
    """The pieces that a bit stream encodes."""
    known: list[str] = ["", "", ""]
    width, room, total = 2, 1, 0
    last = ""
    while True:
        tick()
        code = bits.number(width)
        if code == _END:
            return
        if code in (_NARROW, _WIDE):
            known.append(chr(bits.number(8 if code == _NARROW else 16)))
            code = len(known) - 1
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        if code < len(known):
            piece = known[code]
        elif code == len(known) and last:
            piece = last + last[0]
        else:
            raise _broken("it names a piece that is not there")
        total += len(piece)
        if total > MAX_UNITS:
            wanted = f"at most {MAX_UNITS} characters"
            raise FormatError("the text inside is too long", expected=wanted, code="too-large")
        yield piece
        if last:
            known.append(last + piece[0])
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        elif width == 2:
            room, width = 4, 3
        last = piece


def compress(text: str) -> str:
    """A text compressed to base64, as the original program does it."""
    data = text.encode("utf-16-le", "surrogatepass")
    units = [chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2)]
    bits = "".join(f"{number:0{width}b}"[::-1] for number, width in _numbers(units))
    bits += "0" * (6 - len(bits) % 6)
    out = "".join(_ALPHABET[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))
    return out + "=" * (-len(out) % 4)


def _numbers(units: list[str]) -> Iterator[tuple[int, int]]:
    """The numbers of the bit stream, each with its width."""
    known: dict[str, int] = {}
    fresh: set[str] = set()
    width, room = 2, 2
    held = ""

    def piece(held: str) -> Iterator[tuple[int, int]]:
        nonlocal width, room
        if held in fresh:
            wide = ord(held) > 255
            yield int(wide), width
            yield ord(held), 16 if wide else 8
            fresh.remove(held)
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        else:
            yield known[held], width
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    for unit in units:
        tick()
        if unit not in known:
            known[unit] = len(known) + 3
            fresh.add(unit)
        if held + unit in known:
            held += unit
            continue
        yield from piece(held)
        known[held + unit] = len(known) + 3
        held = unit
    if held:
        yield from piece(held)
    yield _END, width
