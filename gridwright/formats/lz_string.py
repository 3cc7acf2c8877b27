"""LZ-string, the compression of f-puzzles' and SudokuPad's links, in its base64 form.

The published Python ports take any amount of memory that a text asks for, and most are no longer kept; hence this one,
which stops at a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..logic.ticks import tick
from .errors import FormatError

MAX_TEXT: Final = 4 * 2**20
"""Compressed texts of more characters are refused."""
MAX_UNITS: Final = 4 * 2**20
"""So many UTF-16 units may come out."""
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {char: f"{i:06b}" for i, char in enumerate(_ALPHABET)}
_BAD = re.compile(r"[^A-Za-z0-9+/]")
_NARROW, _WIDE, _END = 0, 1, 2


class _Bits:
    """The bits of a text; numbers have their lowest bit first."""

    def __init__(self, text: str) -> None:
        self._bits, self._at = "".join(map(_BITS.__getitem__, text)), 0

    def number(self, width: int) -> int:
        """The next number of so many bits."""
        bits = self._bits[self._at : self._at + width]
        self._at += width
        if len(bits) < width:
            raise _broken("the text ends too early")
        return int(bits[::-1], 2)


def _broken(why: str) -> FormatError:
    return FormatError(f"this is no text compressed by LZ-string: {why}", code="bad-compression")


def decompress(text: str) -> str:
    """The text that was compressed to base64; what stands behind its padding is no part of it.

    Raises FormatError for what was not compressed, and for too long results.
    """
    text = text.partition("=")[0]
    if len(text) > MAX_TEXT:
        wanted = f"at most {MAX_TEXT} characters"
        raise FormatError("the compressed text is too long", expected=wanted, code="too-large")
    odd = _BAD.search(text)
    if odd is not None:
        raise _broken(f"{odd[0]!r} is no character of base64")
    units = "".join(_units(_Bits(text)))
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _units(bits: _Bits) -> Iterator[str]:
    """The pieces that a bit stream tells."""
    known: list[str] = ["", "", ""]
    width, room, total = 2, 1, 0
    last = ""
    while True:
        tick()
        code = bits.number(width)
        if code == _END:
            return
        if code in (_NARROW, _WIDE):
            known.append(chr(bits.number(8 if code == _NARROW else 16)))
            code = len(known) - 1
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        if code < len(known):
            piece = known[code]
        elif code == len(known) and last:
            piece = last + last[0]
        else:
            raise _broken("it names a piece that is not there")
        total += len(piece)
        if total > MAX_UNITS:
            wanted = f"at most {MAX_UNITS} characters"
            raise FormatError("the text inside is too long", expected=wanted, code="too-large")
        yield piece
        if last:
            known.append(last + piece[0])
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        elif width == 2:
            room, width = 4, 3
        last = piece


def compress(text: str) -> str:
    """A text compressed to base64, as the original program does it."""
    data = text.encode("utf-16-le", "surrogatepass")
    units = [chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2)]
    bits = "".join(f"{number:0{width}b}"[::-1] for number, width in _numbers(units))
    bits += "0" * (6 - len(bits) % 6)
    out = "".join(_ALPHABET[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))
    return out + "=" * (-len(out) % 4)


def _numbers(units: list[str]) -> Iterator[tuple[int, int]]:
    """The numbers of the bit stream, each with its width."""
    known: dict[str, int] = {}
    fresh: set[str] = set()
    width, room = 2, 2
    held = ""

    def piece(held: str) -> Iterator[tuple[int, int]]:
        nonlocal width, room
        if held in fresh:
            wide = ord(held) > 255
            yield int(wide), width
            yield ord(held), 16 if wide else 8
            fresh.remove(held)
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        else:
            yield known[held], width
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    for unit in units:
        tick()
        if unit not in known:
            known[unit] = len(known) + 3
            fresh.add(unit)
        if held + unit in known:
            held += unit
            continue
        yield from piece(held)
        known[held + unit] = len(known) + 3
        held = unit
    if held:
        yield from piece(held)
    yield _END, width
