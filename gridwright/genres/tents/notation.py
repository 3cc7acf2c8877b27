"""How Tents is written by other programs."""

from ...formats.errors import WriteError
from ...formats.roles.sheet import Role, Sheet
from ...formats.sgt import notation as sgt


def numbered_tree(item: str) -> bool | None:
    """Trees used to be numbers in files of pzprjs."""
    return True if item.isascii() and item.isdigit() and len(item) < 10 and int(item) > 0 else None


class Trees(sgt.Fragment):
    """The number of empty cells before each tree: ``_`` for 0, ``a`` for 1, ...; ``z`` skips 25 cells.

    The end counts as a tree. ``!`` is a given tent, ``-`` a cell without one; neither is written.
    """

    signs = "_abcdefghijklmnopqrstuvwxyz"

    def __init__(self, tree: Role, tent: Role) -> None:
        super().__init__(tree, tent)

    def read(self, source: sgt.IdCursor, sheet: Sheet) -> None:
        """The trees."""
        trees, tents = (sheet.given[role] for role in self.roles)
        cells, i = sheet.board.cells, 0
        while i <= len(cells) and not source.done and source.peek() != ",":
            sign = source.peek()
            n = self.signs.find(sign)
            if n < 0 and sign not in "!-":
                raise source.error("this tells no trees", expected="a small letter, '_', '!' or '-'")
            source.take()
            i += min(max(n, 0), 25)
            if n < 26:
                if i < len(cells):
                    (trees if n >= 0 else tents)[cells[i]] = sign != "-"
                i += 1
        if i != len(cells) + 1:
            what = "the trees end at another place than the board"
            raise source.error(what, expected="places for all cells")

    def write(self, sheet: Sheet) -> str:
        """The trees."""
        trees, tents = (sheet.given[role] for role in self.roles)
        if tents:
            raise WriteError("the format has no place for given tents")
        out, gap = [], 0
        for cell in (*sheet.board.cells, None):
            if cell is None or cell in trees:
                out.append("z" * (gap // 25) + self.signs[gap % 25])
                gap = 0
            else:
                gap += 1
        return "".join(out)
