"""Glyphs for one value: numbers, characters for values, letters for numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ...language.genre_errors import misuse
from ...language.layers import Layer
from .glyph import MISSING, Found, OneLayer, Shape, TooNarrow, centred
from .tokens import as_number, as_token

BASE62: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


_MOST_DIGITS: Final = 1000
"""Longer numbers are none: nobody counts so far, and Python refuses to convert numbers that are much longer."""
_BEYOND: Final = 10**_MOST_DIGITS


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value < _BEYOND


class Number(OneLayer):
    """A number of up to 1000 digits, right (or ``left``) aligned; blanks anywhere are skipped, and (unless ``dots`` is
    false) dots.

    ``unknown`` is a value that is spelled as itself; ``pad`` fills the places that the number leaves; numbers below
    ``least`` are none.
    """

    def __init__(
        self,
        layer: Layer | None = None,
        unknown: str = "",
        *,
        pad: str = " ",
        left: bool = False,
        least: int = 0,
        dots: bool = True,
    ) -> None:
        super().__init__(layer)
        self.unknown, self.pad, self.left, self.least = unknown, pad, left, least
        self.skipped = " ." + pad if dots else " " + pad
        self.ink = frozenset("0123456789" + self.skipped + unknown)
        self.wanted = ("a number", repr(unknown)) if unknown else ("a number",)

    def read(self, text: str, shape: Shape) -> Found | None:
        """The number in the block."""
        del shape
        word = text.translate(str.maketrans("", "", self.skipped))
        if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS:
            return self.mark(int(word)) if int(word) >= self.least else None
        return self.mark(word) if word and word == self.unknown else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The number, aligned."""
        value = self.value(found)
        number = _is_number(value) and value >= self.least
        if not number and not (self.unknown and value == self.unknown):
            return None
        word = str(value)
        if len(word) > shape.area:
            raise TooNarrow("width", value)
        return word.ljust(shape.area, self.pad) if self.left else word.rjust(shape.area, self.pad)


class Chars(OneLayer):
    """One character for each value: right aligned, ``middle`` (right of it where there is none), or ``fill`` the block.

    ``table`` maps characters to values, the first character of a value being written; a blank may be one of them.
    ``also`` lists characters that are only read. The character is read wherever it stands in the block.
    """

    needs_room = False

    def __init__(
        self,
        layer: Layer | None,
        table: Mapping[str, Any],
        fill: bool = False,
        also: Mapping[str, Any] | None = None,
        *,
        middle: bool = False,
    ) -> None:
        super().__init__(layer)
        wrong = next((char for char in (*table, *(also or {})) if not isinstance(char, str) or len(char) != 1), None)
        if wrong is not None:
            raise misuse(f"{wrong!r} is no single character; write Chars(layer, {{character: value, ...}})")
        self.table, self.fill, self.middle = {**table, **(also or {})}, fill, middle
        self.chars: dict[Any, str] = {}
        for char, value in table.items():
            self.chars.setdefault(value, char)
        self.ink = frozenset((*self.table, " "))
        self.wanted = tuple("a blank" if char == " " else repr(char) for char in table)

    def mistakes(self, layers: Mapping[str, Layer]) -> Iterator[str]:
        """Characters for values that the layer never has; some of a table that serves several layers may be such."""
        layer = layers.get(self.name)
        if layer is None or not layer.domain.constant:
            return
        wrong = {char: value for char, value in self.table.items() if value not in layer.domain}
        if len(wrong) == len(self.table) or (wrong and True in layer.domain):
            char, value = next(iter(wrong.items()))
            yield (f"{char!r} stands for {value!r}, which layer {layer.name!r} never has; it may have "
                   f"{layer.domain.words(plural=True)}")  # fmt: skip

    def read(self, text: str, shape: Shape) -> Found | None:
        """The value of the block's character."""
        del shape
        bare = text.replace(" ", "") or " "
        if self.fill:
            bare = bare[0] if not bare.strip(bare[0]) else ""
        return self.mark(self.table[bare]) if bare in self.table else None

    def write(self, found: Found, shape: Shape) -> str | None:
        """The character of the value."""
        char = self.chars.get(self.value(found))
        if char is None:
            return None
        if self.middle:
            return centred(char, shape.area)
        return char * shape.area if self.fill else char.rjust(shape.area)


class Letters(OneLayer):
    """A number in one character: a digit or a letter of ``alphabet``, whose first character is 0, or ``{number}``.

    ``first`` and ``last`` bound the numbers.
    """

    def __init__(
        self, layer: Layer | None = None, first: int = 0, last: int | None = None, *, alphabet: str = BASE62
    ) -> None:
        super().__init__(layer)
        self.first, self.last, self.alphabet = first, last, alphabet
        top = len(alphabet) - 1 if last is None else last
        self.values = {alphabet[n]: n for n in range(first, top + 1)}
        self.ink = frozenset(self.values)
        words = ("a number", "a letter", "{number}")
        self.wanted = words if last is None else (f"a number from {first} to {last}",)

    def _fits(self, n: int) -> bool:
        return self.first <= n and (self.last is None or n <= self.last)

    def read(self, text: str, shape: Shape) -> Found | None:
        """The number that the character stands for."""
        del shape
        if text in self.values:
            return self.mark(self.values[text])
        n = as_number(text)
        return None if n is None or not self._fits(n) else self.mark(n)

    def write(self, found: Found, shape: Shape) -> str | None:
        """The character for the number, or a token."""
        value = self.value(found)
        if not _is_number(value) or shape.area != 1 or not self._fits(value):
            return None
        return self.alphabet[value] if value < len(self.alphabet) else as_token(value)


class Coded(OneLayer):
    """A value by two functions: ``read`` from the block's text, ``write`` from the value and the block's width.

    Both give None for what they cannot do.
    """

    def __init__(
        self,
        layer: Layer | None,
        read: Callable[[str], Any],
        write: Callable[[Any, int], str | None],
        *,
        ink: str = "",
        wanted: str = "a value",
    ) -> None:
        super().__init__(layer)
        self._read, self._write = read, write
        self.ink = frozenset(ink)
        self.wanted = (wanted,)

    def read(self, text: str, shape: Shape) -> Found | None:
        """What the function makes of the text."""
        del shape
        value = self._read(text)
        return None if value is None else self.mark(value)

    def write(self, found: Found, shape: Shape) -> str | None:
        """What the function makes of the value."""
        value = self.value(found)
        return None if value is MISSING else self._write(value, shape.area)
