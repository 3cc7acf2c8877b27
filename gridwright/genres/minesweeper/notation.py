"""How Minesweeper is written in Simon Tatham's collection: where the mines are, and where the first click was."""

import re
from collections.abc import Collection
from hashlib import sha1

from ...formats.errors import WriteError
from ...formats.roles.sheet import Role, Sheet, role_name
from ...formats.sgt import notation as sgt
from ...language import Rect, Spot, ticking


class FirstClick(sgt.Fragment):
    """The place of the first click, which uncovers the clues, and the mines as a bitmap, which may be masked."""

    def __init__(self, number: Role, mines: Role, mine: Role) -> None:
        super().__init__(number, mines)
        self.number, self.mines, self.mine = map(role_name, (number, mines, mine))

    def read(self, source: sgt.IdCursor, sheet: Sheet) -> None:
        """The clues, the number of mines and the answer."""
        if source.peek() == "r":
            raise source.error("this game was not begun, so it has no mines yet", 0, expected="X,Y,m... or X,Y,u...")
        x = source.decimal()
        source.demand(",")
        y = source.decimal()
        source.demand(",")
        if x is None or y is None or x >= sheet.n_cols or y >= sheet.n_rows:
            raise source.error("the first click is on no cell of the board", 0, expected="X,Y")
        at, cells = source.at, sheet.board.cells
        kind, digits = source.take(), source.take(len(source.text) - source.at)
        bits = bitmap(digits, len(cells), kind == "m") if kind in ("m", "u") else None
        if bits is None:
            expected = "'m' or 'u' and hexadecimal digits for all cells"
            raise source.error("this tells no mines", at, expected=expected)
        mined = {cell for cell, is_mine in zip(cells, bits, strict=True) if is_mine}
        first = sgt.cell_at(x, y)
        if first in mined:
            raise source.error("the first click is on a mine", 0)
        sheet.given[self.number].update(uncovered(sheet.board, mined, first))
        sheet.numbers[self.mines] = len(mined)
        sheet.drawn[self.mine].update({cell: cell in mined for cell in cells})
        sheet.warnings.append("the clues are those that the first click uncovers")

    def write(self, sheet: Sheet) -> str:
        """Nothing: an id has the answer, and clues only by a click. Raises WriteError."""
        raise WriteError("the format has games of uncovering mines, and no puzzles with clues")


def bitmap(digits: str, count: int, masked: bool) -> list[bool] | None:
    """Whether there is a mine, for each of ``count`` cells; None if there is another number of digits."""
    n = (count + 3) // 4
    if not re.fullmatch(r"[0-9a-fA-F]*", digits) or len(digits) != n:
        return None
    bits = bytes.fromhex(digits + "0" * (n % 2))
    if masked:
        bits = _unmasked(bits, count)
    return [bool(bits[i // 8] >> (7 - i % 8) & 1) for i in range(count)]


def _unmasked(bits: bytes, count: int) -> bytes:
    """Undoes the mask: each half was combined with a hash of the other."""
    half = len(bits) // 2
    first, second = bits[:half], bits[half:]
    second = _combined(second, first)
    if count % 8:
        second = second[:-1] + bytes([second[-1] & (0xFF << (8 - count % 8)) & 0xFF])
    return _combined(first, second) + second


def _combined(data: bytes, seed: bytes) -> bytes:
    mask = b"".join(sha1(seed + str(i).encode(), usedforsecurity=False).digest() for i in range(len(data) // 20 + 1))
    return bytes(a ^ b for a, b in zip(data, mask, strict=False))


def uncovered(board: Rect, mines: Collection[Spot], first: Spot) -> dict[Spot, int]:
    """The numbers that a click uncovers. Next to a cell without mines around it, all neighbours are uncovered, too."""
    found: dict[Spot, int] = {}
    queue = [first]
    for cell in ticking(queue, len(board.cells)):
        if cell in found:
            continue
        near = board.around(cell)
        found[cell] = sum(other in mines for other in near)
        if not found[cell]:
            queue += [other for other in near if other not in found]
    return found
