"""How Compass is written by pzprjs."""

from typing import Any

from ...formats.pzpr import notation as pzpr
from ...language.layers import Layer

ADDRESS = pzpr.Tuple(pzpr.Hex(dot=None), (0, 3, 2, 1), "a compass", "four numbers")
"""Above, below, left, right; ours are above, right, left, below."""


def pzprjs(compass: Layer, wall: Layer) -> pzpr.Notation:
    """A compass is four numbers side by side, or with commas."""
    return pzpr.Notation(
        (pzpr.Along(pzpr.Mark("hole", pzpr.Texts({"_": True})), pzpr.Mark(compass, ADDRESS)),),
        (pzpr.cells(pzpr.Words("hole", {"#": True}), pzpr.Spelt(compass, from_item, to_item)), pzpr.drawn_walls(wall)),
    )


def from_item(item: str) -> tuple[int | None, ...] | None:
    """Right, below, left, above."""
    words = item.split(",")
    if len(words) != 4 or not all(map(is_whole, words)):
        return None
    right, below, left, above = (n if (n := int(word)) >= 0 else None for word in words)
    return above, right, left, below


def is_whole(word: str) -> bool:
    """Whether a word is a number, perhaps a negative one."""
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def to_item(numbers: Any) -> str:
    """Right, below, left, above; -1 for none."""
    above, right, left, below = (-1 if n is None else n for n in numbers)
    return f"{right},{below},{left},{above}"
