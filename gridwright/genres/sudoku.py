"""Sudoku: each number once in every row, column and area."""

from ..language.genre import Answer, Genre, Given, Key
from ..language.kinds.latin import once_each
from ..language.look import WALL


class Sudoku(Genre):
    """Areas are what the walls enclose: boxes or any other shapes. ``symbols`` are the characters that stand for 1, 2, 3, ..."""

    name = "Sudoku"
    aliases = ("Number Place", "Chaos Sudoku", "Jigsaw Sudoku")

    def numbers(self):
        return range(1, self.board.n_cols + 1)

    wall = Given("links", look=WALL)
    number = Answer("cells", numbers)
    symbols = Key("")

    def areas(self):
        return self.board.regions(self.wall)

    rows = once_each(number, "rows", "each number stands once in row {i}", full=True)
    cols = once_each(number, "cols", "each number stands once in column {i}", full=True)
    boxes = once_each(number, areas, "each number stands once in area {i}", full=True)
