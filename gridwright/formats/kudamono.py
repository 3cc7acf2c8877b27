"""Links of the Kudamono editor (pedros.works), for genres whose clues are numbers and whose regions are borders.

The reader follows programs that read such links. The letters that other genres use for symbols are undocumented, so
links with letters are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import unquote

from ..board.board import Spot
from ..language.genre import Genre
from ..language.puzzle import About, Puzzle, State
from .dialect import MAX_CELLS, Reading, Shelf
from .errors import FormatError, Line, WriteError, is_number, shown
from .roles import LazyDialect
from .roles.puzzles import reading_of
from .roles.sheet import UNKNOWN, Implies, Role, Rules, Sheet, ignored, role_name
from .sources import first_line, read_links

_LINK: Final = re.compile(
    r"(?:https?://)?(?:www\.)?pedros\.works/(?:paper-puzzle-player(?:\.html)?|kudamono/(?:player|editor))\?(\S+)",
    re.IGNORECASE,
)
_ENTRY: Final = re.compile(r"(\(([^()]*)\)|[A-Za-z])(\d{1,6})")
_STROKE: Final = re.compile(r"(\d{1,6})([RLUD]{1,100000})")
_SIZE: Final = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?")
_WAYS: Final = {"R": (0, 2), "L": (0, -2), "U": (-2, 0), "D": (2, 0)}
_IGNORED: Final = re.compile(r"X|LF|T|A|S\d*|[a-z]\w*")
"""What a solver drew, and words about the puzzle."""

_LAST_KEYS = ("W", "H", "G", "V", "L", "L-N", "SIE")


class KudamonoNotation(Rules):
    """The layers of the numbers in cells and of the borders; "" if the genre has none."""

    def __init__(self, numbers: Role, borders: Role = "", **rules: Any) -> None:
        super().__init__(**rules)
        self.numbers, self.borders = role_name(numbers), role_name(borders)


Notation = KudamonoNotation


def is_kudamono_link(text: str) -> bool:
    """Whether a text of one line is a link."""
    return _LINK.fullmatch(text.strip()) is not None


class KudamonoFormat:
    """Links, one on each line."""

    name = "kudamono"

    def sniff(self, text: str) -> bool:
        """Whether the first line of a text that is not a comment is a link."""
        return is_kudamono_link(first_line(text))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        return read_links(text, lambda link: _reading(link, shelf))

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """Raises WriteError: too little is known about the links."""
        del puzzle, dialect, answer
        raise WriteError("links of Kudamono are read only")


def _reading(link: str, shelf: Shelf) -> Reading:
    """The puzzle of a link. Raises FormatError."""
    told = parameters_of(link)
    name = told.get("G", "")
    if told.get("V"):
        what = f"the variant {told['V']!r} of {name} has rules that are not supported"
        raise FormatError(what, expected="a link without V=", code="variant")
    genre, dialect = _known(shelf, name)
    notation = dialect.notation_in(genre)
    clues, borders = notation.numbers, notation.borders
    n_cols, n_rows = _size(told)
    sheet = Sheet(n_rows, n_cols)
    sheet.where["size", None] = Line("", 0, 0), 0
    foreign = [key for key in told if key not in _LAST_KEYS and not _IGNORED.fullmatch(key)]
    if foreign:
        raise FormatError(f"the link has layers that are not supported: {', '.join(foreign)}", code="variant")
    old = "H" in told
    for key in ("L", "L-N"):
        for spot, value in _cells(told.get(key, ""), n_rows, n_cols, old):
            if not clues:
                raise FormatError(f"{genre.name} has no numbers in cells", found=shown(str(value)), code="variant")
            sheet.give(clues, spot, value, *sheet.where["size", None])
    for spot in _borders(told.get("SIE", ""), n_rows, n_cols):
        if not borders:
            raise FormatError(f"{genre.name} has no borders", code="variant")
        sheet.give(borders, spot, True, *sheet.where["size", None])
    return reading_of(sheet, notation, genre, dialect, About())


def parameters_of(link: str) -> dict[str, str]:
    """The parameters of a link by name. Raises FormatError."""
    found = _LINK.fullmatch(link.strip())
    if found is None:
        raise FormatError("this is not a Kudamono link", expected="https://pedros.works/paper-puzzle-player?W=...&G=...")
    parts = (part.partition("=") for part in found[1].split("&"))
    return {name: unquote(value) for name, _, value in parts if name}


def _known(shelf: Shelf, name: str) -> tuple[type[Genre], Any]:
    known = next(iter(shelf.dialects(KudamonoFormat.name, name)), None)
    if known is None:
        known_names = sorted(dialect.names[0] for _, dialect in shelf.dialects(KudamonoFormat.name))
        wanted = " or ".join(shelf.near(KudamonoFormat.name, name) or known_names)
        what = "this genre is not read from links of Kudamono"
        raise FormatError(what, expected=wanted, found=shown(name), code="unknown-genre")
    return known


def _size(told: Mapping[str, str]) -> tuple[int, int]:
    """Columns and rows; old links contain one less of each."""
    size, height = _SIZE.fullmatch(told.get("W", "")), told.get("H")
    if size is None or (height is None) == (size[2] is None) or not (height or "0").isdigit() or len(height or "") > 5:
        found = shown(told.get("W", ""))
        raise FormatError("the link does not tell the size", expected="W=COLUMNSxROWS", found=found, code="bad-size")
    n_cols, n_rows = (int(size[1]), int(size[2])) if height is None else (int(size[1]) + 1, int(height) + 1)
    if min(n_cols, n_rows) < 1 or n_cols * n_rows > MAX_CELLS:
        wanted, found = f"1 to {MAX_CELLS} cells", f"{n_cols} x {n_rows}"
        raise FormatError("a board of this size is not supported", expected=wanted, found=found, code="too-large")
    return n_cols, n_rows


def _order(n: int, old: bool) -> list[int]:
    """The places along a side: old links sort them as texts."""
    return sorted(range(n), key=str) if old else list(range(n))


def _cells(text: str, n_rows: int, n_cols: int, old: bool) -> Iterator[tuple[Spot, Any]]:
    """The numbers in cells. Raises FormatError."""
    at, place = 0, 0
    rows, cols = _order(n_rows, old), _order(n_cols, old)
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if entry is None:
            raise FormatError("these are not cells", expected="symbols, each with a distance", found=shown(text[at:]))
        at, place = entry.end(), place + int(entry[3])
        if place >= n_rows * n_cols:
            raise FormatError("a symbol lies outside the board", expected=f"{n_rows * n_cols} cells", found=str(place))
        word = (entry[2] if entry[2] is not None else entry[1]).strip()
        if word not in ("?", "") and not is_number(word, 6):
            what = f"the symbol {word!r} is not known, as only numbers are"
            raise FormatError(what, code="variant")
        col, up = cols[place // n_rows], rows[place % n_rows]
        yield Spot(2 * (n_rows - 1 - up) + 1, 2 * col + 1), UNKNOWN if word in ("?", "") else int(word)


def _borders(text: str, n_rows: int, n_cols: int) -> Iterator[Spot]:
    """The borders along strokes from grid point to grid point. Raises FormatError."""
    at, place = 0, 0
    while at < len(text):
        stroke = _STROKE.match(text, at)
        if stroke is None:
            raise FormatError("these are not strokes", expected="a distance and R, L, U or D", found=shown(text[at:]))
        at, place = stroke.end(), place + int(stroke[1])
        y, x = 2 * (n_rows - place % (n_rows + 1)), 2 * (place // (n_rows + 1))
        for way in stroke[2]:
            down, right = _WAYS[way]
            border = Spot(y + down // 2, x + right // 2)
            y, x = y + down, x + right
            if not (0 <= y <= 2 * n_rows and 0 <= x <= 2 * n_cols):
                raise FormatError("a stroke leaves the board", found=shown(stroke[0]))
            if 0 < border.y < 2 * n_rows and 0 < border.x < 2 * n_cols:
                yield border


__all__ = ["Implies", "KudamonoFormat", "Notation", "ignored", "is_kudamono_link", "parameters_of"]
