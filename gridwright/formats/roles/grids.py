"""Grids of items: an item for each cell, border or grid point."""

from __future__ import annotations

from ...board.board import Spot
from .items import Lines, Piece, Put
from .sheet import Sheet


class Grid(Piece):
    """A grid of items whose first stands at (``y``, ``x``), with so many rows and columns more than the board.

    ``blank`` is written where no put has anything to tell, and read as nothing.
    """

    def __init__(
        self, y: int, x: int, more_rows: int, more_cols: int, puts: tuple[Put, ...], blank: str = "."
    ) -> None:
        self.y, self.x, self.more_rows, self.more_cols, self.puts, self.blank = y, x, more_rows, more_cols, puts, blank

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The items of each row."""
        n_cols = sheet.n_cols + self.more_cols
        for row in range(sheet.n_rows + self.more_rows):
            for col, item in enumerate(source.items(n_cols)):
                if item.text != self.blank:
                    spot = Spot(self.y + 2 * row, self.x + 2 * col)
                    if not any(put.takes(sheet, spot, item) for put in self.puts):
                        raise item.error("this means nothing here")

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row, with a blank behind each item."""
        out = []
        for row in range(sheet.n_rows + self.more_rows):
            items = []
            for col in range(sheet.n_cols + self.more_cols):
                spot = Spot(self.y + 2 * row, self.x + 2 * col)
                found = (item for put in self.puts if (item := put.gives(sheet, spot)) is not None)
                items.append(next(found, self.blank))
            out.append("".join(f"{item} " for item in items))
        return out


class Several(Piece):
    """Pieces one below the other."""

    def __init__(self, *pieces: Piece) -> None:
        self.pieces = pieces

    def read(self, source: Lines, sheet: Sheet) -> None:
        """Each piece."""
        for piece in self.pieces:
            piece.read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """Each piece."""
        return [line for piece in self.pieces for line in piece.write(sheet)]


def cells(*puts: Put, blank: str = ".") -> Piece:
    """An item for each cell."""
    return Grid(1, 1, 0, 0, puts, blank)


def inner_cells(*puts: Put) -> Piece:
    """An item for each cell without those of the first row and column."""
    return Grid(3, 3, -1, -1, puts)


def points(*puts: Put) -> Piece:
    """An item for each grid point."""
    return Grid(0, 0, 1, 1, puts)


def between(*puts: Put) -> Piece:
    """An item between each two neighbours: first from left to right, then downwards."""
    return Several(Grid(1, 2, 0, -1, puts, "0"), Grid(2, 1, -1, 0, puts, "0"))


def edges(*puts: Put) -> Piece:
    """An item for each edge, those of the frame included: first the upright ones."""
    return Several(Grid(1, 0, 0, 1, puts, "0"), Grid(0, 1, 1, 0, puts, "0"))


def all_around(*puts: Put) -> Piece:
    """An item for each cell, and for the places outside on all four sides."""
    return Grid(-1, -1, 2, 2, puts)
