"""How Yajilin is written by other programs: a hint is an arrow and a number, of which either may be missing."""

import re
from typing import Any

from ...formats.errors import WriteError
from ...formats.pzpr import notation as pzpr
from ...formats.roles.codecs import Cursor
from ...formats.roles.items import Put
from ...language.layers import Layer

_WAYS = ("", "u", "d", "l", "r")


class HintCodec(pzpr.Codec):
    """The arrow as a digit, and hexadecimal digits: one, two if the digit is higher by 5, or three behind a minus
    sign."""

    def parse(self, source: Cursor) -> Any:
        """The hint. Raises FormatError."""
        at = source.at
        digits = 3 if source.skip("-") else 0
        way = source.take(1)
        if not way or way not in ("01234" if digits else "0123456789"):
            source.at = at
            return pzpr.MISS
        long, turn = divmod(int(way), 5)
        digits = digits or 1 + long
        word = source.take(digits)
        if word == "." and digits == 1:
            return None, _WAYS[turn]
        if not re.fullmatch(f"[0-9a-f]{{{digits}}}", word):
            raise source.error("this is no number", at, expected=f"{digits} hexadecimal digits")
        if not turn:
            what = "a number without an arrow is a mistake in this format, and is not read"
            raise source.error(what, at, expected="an arrow from 1 to 4", code="variant")
        return int(word, 16), _WAYS[turn]

    def spell(self, value: Any) -> str | None:
        """The arrow and the number."""
        n, way = value
        turn = _WAYS.index(way)
        if n is None:
            return f"{turn}."
        if not turn or n > 4095:
            return None
        return f"{turn}{n:x}" if n < 16 else f"{turn + 5}{n:02x}" if n < 256 else f"-{turn}{n:03x}"


def from_item(item: str) -> tuple[int | None, str] | None:
    """The arrow and the number of an item."""
    way, comma, n = item.partition(",")
    if not comma or way not in tuple("1234") or not (n == "-" or re.fullmatch(r"-?[0-9]{1,9}", n)):
        return None  # 0 is no arrow: that is a fault in pzprjs or, without a number, a block
    return (None if n == "-" else int(n)), _WAYS[int(way)]


def to_item(hint: Any) -> str | None:
    """The arrow and the number."""
    n, way = hint
    return f"{_WAYS.index(way)},{'-' if n is None else n}" if way or n is None else None


def pzprjs(hint: Layer, block: Layer, shade: Layer, loop: Layer) -> pzpr.Notation:
    """A cell out of play has two looks: that of a hint without arrow and number, and one of its own."""
    return pzpr.Notation(
        (pzpr.Along(pzpr.MarkField(block, pzpr.Texts({"+": True}), look=False),
                    pzpr.MarkField(block, pzpr.Texts({"0.": True}), look=True), pzpr.MarkField(hint, HintCodec()),
                    blanks=pzpr.Blanks("a-z"), expected="an arrow from 0 to 9, '-', '+' or a letter"),),
        (pzpr.Flag("o"),
         pzpr.cells(pzpr.Words(block, {"#": True}, look=False), pzpr.Words(block, {"0,-": True}, look=True),
                    pzpr.Spelt(hint, from_item, to_item)),
         pzpr.shading(shade), pzpr.line(loop)),
        differs={"o": "the shaded cells lie outside the loop"}, plain="b", refuses="numbers without an arrow",
        told=hints_without_arrows,
    )  # fmt: skip


def hints_without_arrows(sheet: pzpr.Sheet) -> None:
    """A hint without arrow and number is a cell out of play. Raises WriteError for a number without an arrow."""
    hints = sheet.given["hint"]
    for spot, (n, way) in hints.items():
        if n is not None and not way:
            raise WriteError(f"the format has no number without an arrow, as at {sheet.board.name(spot)}")
    for spot in [spot for spot, hint in hints.items() if hint == (None, "")]:
        del hints[spot]
        sheet.given["block"][spot] = True


class PointerItems(Put):
    """A number and its direction."""

    ways = {"n": "u", "s": "d", "w": "l", "e": "r"}  # noqa: RUF012

    def value(self, item: str) -> Any:
        """The number and the way."""
        found = re.fullmatch(r"([0-9]{1,4}|\?)([nsew])", item, re.ASCII)
        return None if found is None else (None if found[1] == "?" else int(found[1]), self.ways[found[2]])

    def item(self, value: Any) -> str | None:
        """The number and the direction."""
        n, way = value
        sign = next((sign for sign, one in self.ways.items() if one == way), None)
        return None if sign is None else f"{'?' if n is None else n}{sign}"
