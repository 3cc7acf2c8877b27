"""The bitmap of a game of Mines, its mask, and what a first click uncovers."""

from __future__ import annotations

import re
from collections.abc import Collection
from hashlib import sha1

from ...board.board import Spot
from ...board.rect import Rect
from ...logic.ticks import ticking


def bitmap(digits: str, count: int, masked: bool) -> list[bool] | None:
    """Whether there is a mine, for each of ``count`` cells; None if the digits are not those of so many cells."""
    n = (count + 3) // 4
    if not re.fullmatch(r"[0-9a-fA-F]*", digits) or len(digits) != n:
        return None
    bits = bytes.fromhex(digits + "0" * (n % 2))
    if masked:
        bits = _unmasked(bits, count)
    return [bool(bits[i // 8] >> (7 - i % 8) & 1) for i in range(count)]


def _unmasked(bits: bytes, count: int) -> bytes:
    """Undoes the mask: each half was combined with a hash of the other one."""
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
    """The numbers that a click uncovers: around a cell without mines beside it all neighbours are uncovered, too."""
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
