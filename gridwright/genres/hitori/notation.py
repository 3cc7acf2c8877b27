"""How Hitori is written by pzprjs."""

import re
from typing import Any

from ...formats.pzpr import notation as pzpr
from ...formats.roles.codecs import BASE36, VALUE36, Cursor
from ...language.layers import Layer


class Digits36(pzpr.Codec):
    """A number as a digit or a letter, or as two of them behind a minus sign."""

    def parse(self, source: Cursor) -> Any:
        """The number; ``UNKNOWN`` for a symbol that is no number. Raises FormatError."""
        at, char = source.at, source.take(1)
        if char in VALUE36:
            return VALUE36[char]
        if char in ("@", "%"):
            return pzpr.UNKNOWN
        if char != "-":
            source.at = at
            return pzpr.MISS
        word = source.take(2)
        if not re.fullmatch("[0-9a-z]{2}", word):
            raise source.error("this is no number", at, expected="two digits or letters behind '-'")
        return int(word, 36)

    def spell(self, value: Any) -> str | None:
        """The digits."""
        if type(value) is not int or not 0 <= value < 36**2:
            return None
        return BASE36[value] if value < 36 else f"-{BASE36[value // 36]}{BASE36[value % 36]}"


def pzprjs(number: Layer, shade: Layer) -> pzpr.Notation:
    """A symbol, or a dot, for each cell."""
    return pzpr.Notation(
        (pzpr.Along(pzpr.MarkField(number, Digits36()), blanks=pzpr.Blanks("."),
                    expected="a digit, a small letter, '-' or '.'"),),
        (pzpr.clues(number), pzpr.shading(shade), pzpr.pencilled()), unknown={number: pzpr.IGNORED},
    )  # fmt: skip
