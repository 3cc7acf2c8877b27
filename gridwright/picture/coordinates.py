"""Coordinates beside a board: the names of its rows and columns."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.shapes import Shape, Text
from .places import Box, RectPlaces
from .sheet import Sheet, fitted, width

STYLES: Sequence[str] = ("r1c1", "A1")
"""``r1c1``: numbers for rows and columns, as in the names of cells; ``A1``: letters for columns."""
_EM, _GAP = 0.34, 0.16


def check_coordinates(style: str) -> None:
    """Raises ValueError for unknown coordinates; an empty string means none."""
    if style and style not in STYLES:
        raise ValueError(f"there are no coordinates {style!r}; there are {', '.join(STYLES)}")


def column_name(number: int, style: str) -> str:
    """The name of a column, counted from 1; after Z comes AA."""
    if style == "r1c1":
        return f"c{number}"
    name = ""
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(65 + letter) + name
    return name


def row_name(number: int, style: str) -> str:
    """The name of a row, counted from 1."""
    return f"r{number}" if style == "r1c1" else str(number)


def draw_coordinates(sheet: Sheet, places: RectPlaces, taken: Box, style: str) -> None:
    """Writes the names on the left and above, outside of all that is drawn there."""
    left, top = taken[0] - _GAP, taken[1] - _GAP
    board = places.board
    em = _EM * sheet.growth
    rows = [row_name(i + 1, style) for i in range(board.n_rows)]
    columns = [column_name(i + 1, style) for i in range(board.n_cols)]
    size = min(fitted(name, 0.86, em) for name in columns)
    shapes: list[Shape] = [Text("coordinate", left, i + 0.5, name, em, "end") for i, name in enumerate(rows)]
    shapes += [Text("coordinate", i + 0.5, top - size / 2, name, size) for i, name in enumerate(columns)]
    sheet.add("clue", "coordinates", False, shapes)
    wide = max(map(width, rows), default=0) * em
    sheet.box = min(sheet.box[0], left - wide), min(sheet.box[1], top - size), *sheet.box[2:]
