"""How the areas of Sudoku are written by other programs."""

from collections.abc import Collection
from math import isqrt

from ...board.rect import box_borders, box_size
from ...formats.puzzlekit.notation import Areas
from ...formats.roles.codecs import Code, Cursor
from ...formats.roles.items import FileLines, Piece
from ...formats.roles.sheet import Field, Role, Sheet, role_name
from ...language import Spot


class _BoxesOfSize(Field):
    """The walls of the boxes, which follow from the size and are not written."""

    def read(self, source: Cursor | FileLines, sheet: Sheet) -> None:
        """The walls. Raises FormatError for a size without boxes."""
        side = sheet.n_cols
        height, width = (2, 3) if side == 6 else (isqrt(side), isqrt(side))
        if sheet.n_rows != side or height * width != side:
            what = f"a Sudoku of {sheet.n_rows} rows and {side} columns has no boxes in this format"
            line, at = sheet.where["size", None]
            raise line.error(what, at, expected="a side of 4, 6, 9, 16, 25, ...", code="bad-size")
        sheet.given[self.role].update(dict.fromkeys(box_borders(side, height, width), True))


class BoxWalls(_BoxesOfSize, Code):
    """They take no part of an address."""

    def write(self, sheet: Sheet) -> str:
        """Nothing."""
        return ""


class BoxWallsOfFile(_BoxesOfSize, Piece):
    """They take no line of a file."""

    def write(self, sheet: Sheet) -> list[str]:
        """Nothing."""
        return []


class UsualBoxes(Piece):
    """The usual boxes, which are not written."""

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)

    def walls(self, sheet: Sheet) -> Collection[Spot]:
        """The borders between the boxes."""
        board = sheet.board
        return box_borders(board.n_rows, *box_size(board.n_rows)) if board.n_rows == board.n_cols else ()

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The walls of the boxes."""
        line, at = sheet.where["size", None]
        for wall in self.walls(sheet):
            sheet.give(self.role, wall, True, line, at)

    def write(self, sheet: Sheet) -> list[str]:
        """Nothing."""
        return []


class RegionsOrBoxes(Piece):
    """Regions, or the usual boxes if no lines are left."""

    def __init__(self, of: Role) -> None:
        self.areas, self.boxes = Areas(of), UsualBoxes(of)

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The walls."""
        (self.boxes if source.done else self.areas).read(source, sheet)

    def write(self, sheet: Sheet) -> list[str]:
        """The regions, if they are not the boxes."""
        given = sheet.given[self.areas.role]
        return [] if set(given) == set(self.boxes.walls(sheet)) else self.areas.write(sheet)
