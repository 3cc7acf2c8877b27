"""How the areas of Sudoku are written by other programs."""

from collections.abc import Collection, Mapping

from ...board.rect import box_borders, box_size
from ...formats.puzzlekit.notation import Areas
from ...formats.roles.codecs import Code, Cursor
from ...formats.roles.items import FileLines, Piece
from ...formats.roles.sheet import Field, Role, Sheet, level_borders, role_name, upright_borders
from ...language import Spot


def box_walls(n_rows: int, n_cols: int) -> Mapping[Spot, bool] | None:
    """The walls of the boxes of a grid; None if it has none."""
    side = round(n_cols**0.5)
    height, width = (2, 3) if n_cols == 6 else (side, side)
    if n_rows != n_cols or height * width != n_cols:
        return None
    upright = (spot for spot in upright_borders(n_rows, n_cols) if spot.x % (2 * width) == 0)
    level = (spot for spot in level_borders(n_rows, n_cols) if spot.y % (2 * height) == 0)
    return dict.fromkeys((*upright, *level), True)


def give_box_walls(sheet: Sheet, role: str) -> None:
    """Gives the walls of the boxes for a size. Raises FormatError for a size without boxes."""
    found = box_walls(sheet.n_rows, sheet.n_cols)
    if found is None:
        what = f"a Sudoku of {sheet.n_rows} rows and {sheet.n_cols} columns has no boxes in this format"
        line, at = sheet.where["size", None]
        raise line.error(what, at, expected="a side of 4, 6, 9, 16, 25, ...", code="bad-size")
    sheet.given[role].update(found)


class BoxWalls(Field, Code):
    """The walls of the boxes, which follow from the size and are not written."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The walls."""
        give_box_walls(sheet, self.role)

    def write(self, sheet: Sheet) -> str:
        """Nothing."""
        return ""


class BoxWallsOfFile(Field, Piece):
    """The walls of the boxes, which follow from the size and are not written."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The walls."""
        give_box_walls(sheet, self.role)

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
