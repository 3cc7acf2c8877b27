"""How Picross is written by puzzlekit."""

from ...formats.errors import FormatError, WriteError
from ...formats.puzzlekit.notation import NOTHING
from ...formats.roles.items import FileLines, Piece
from ...formats.roles.sheet import Role, Sheet, role_name
from ...language import Spot


class RunLines(Piece):
    """A line of numbers for each column, or for each row."""

    def __init__(self, of: Role, *, rows: bool) -> None:
        self.role, self.rows = role_name(of), rows

    def _sides(self, sheet: Sheet) -> list[Spot]:
        n = sheet.n_rows if self.rows else sheet.n_cols
        return [Spot(i, -1) if self.rows else Spot(-1, i) for i in range(1, 2 * n, 2)]

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The lists; an empty line, a dash and a 0 tell that a line is empty."""
        for side in self._sides(sheet):
            line = source.line()
            if line is None:
                raise FormatError("the text ends too early", expected="the clue of each line", code="too-short")
            words = [word for word in line.text.split() if word != NOTHING]
            if not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
                raise line.error("this is no list of numbers", expected="numbers with blanks between", found=line.text)
            numbers = tuple(map(int, words))
            sheet.give(self.role, side, () if numbers == (0,) else numbers, line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each list."""
        marks = sheet.given[self.role]
        lacking = next((side for side in self._sides(sheet) if side not in marks), None)
        if lacking is not None:
            raise WriteError(f"the format needs a clue for each line, and {sheet.board.line_name(lacking)} has none")
        return [" ".join(map(str, marks[side])) for side in self._sides(sheet)]
