"""Positions in texts of addresses and ids, and what reads and writes there: codecs single values, codes whole parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ..errors import FormatError, Line, is_number, shown
from .sheet import UNKNOWN, Sheet

BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
VALUE36: Final[Mapping[str, int]] = {char: value for value, char in enumerate(BASE36)}
MISS: Final[Any] = object()
"""What ``Codec.parse`` returns if no value of the codec begins here."""


class Cursor:
    """A place in the text of an address that moves on while the text is read."""

    def __init__(self, line: Line, at: int) -> None:
        self.line, self.text, self.at = line, line.text, at
        self.end = len(line.text) - line.text.endswith("/")
        """The end of the text, without a final slash."""

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= self.end

    @property
    def rest(self) -> str:
        """What is left, without a final slash."""
        return self.text[self.at : self.end]

    def take(self, n: int) -> str:
        """Takes the next ``n`` characters; fewer at the end of the text."""
        self.at += n
        return self.text[self.at - n : self.at]

    def skip(self, char: str) -> bool:
        """Skips a character if it is next; returns whether it was."""
        found = self.text.startswith(char, self.at)
        self.at += len(char) if found else 0
        return found

    def word(self, stop: str = "/") -> str:
        """Takes the text up to a character, which is skipped, or up to the end."""
        end = self.text.find(stop, self.at)
        end = len(self.text) if end < 0 else end
        found, self.at = self.text[self.at : end], end + 1
        return found

    def number(self, what: str) -> int:
        """A decimal number up to the next slash. Raises FormatError, which says ``what`` is expected."""
        at = self.at
        word = self.word()
        if not is_number(word):
            raise self.line.error("this is not a number", at, expected=what, found=shown(word))
        return int(word)

    def decimal(self) -> int | None:
        """The decimal number that begins here, of up to nine digits; None if there is none."""
        found = _DECIMAL.match(self.text, self.at, self.end)
        if found is None:
            return None
        self.at = found.end()
        return int(found[0])

    def error(self, what: str, at: int | None = None, *, expected: str = "", code: str = "malformed") -> FormatError:
        """An error at the next character, or at another one."""
        at = self.at if at is None else at
        return self.line.error(what, at, expected=expected, found=shown(self.text[at : at + 12]), code=code)


class Codec:
    """Reads and writes one value. Errors say that its ``names`` are expected."""

    names: tuple[str, ...] = ()
    chars: Mapping[str, Any] = {}
    """Values by their only character, which begins no other value."""

    def parse(self, source: Cursor) -> Any:
        """The value that begins here; ``MISS``, with the cursor where it was, if none does.

        Raises FormatError for a value that begins and cannot be read.
        """
        value = self.chars.get(source.text[source.at : source.at + 1], MISS)
        if value is MISS:
            return self.parse_long(source)
        source.at += 1
        return value

    def parse_long(self, source: Cursor) -> Any:
        """The same for a value that is not in ``chars``."""
        del source
        return MISS

    def spell(self, value: Any) -> str | None:
        """The text of a value; None if it has none."""
        raise NotImplementedError


_DECIMAL = re.compile("[0-9]{1,9}")
_DIGITS = {char: n for n, char in enumerate("0123456789abcdef")}
_LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""For the signs before longer numbers: how many hexadecimal digits follow, and what is added to their value."""
_HEX = re.compile("[0-9a-f]+")
_MOST = 77776 + 16**5 - 1
_WRITTEN = (("-", 16, 2), ("+", 256, 3), ("=", 4096, 3), ("@", 8192, 3), ("*", 12240, 4), ("$", 77776, 5))
"""Each sign with the least number that it stands before and how many digits follow."""


class Hex(Codec):
    """A number in hexadecimal digits, with a sign before it if it has several; a dot is a number that is unknown."""

    names = ("a number", "a dot")

    def __init__(self, *, dot: Any = UNKNOWN) -> None:
        """``dot`` is the value of a dot."""
        self.dot = dot
        self.chars = {**_DIGITS, ".": dot}

    def parse_long(self, source: Cursor) -> Any:
        """A number behind a sign. Raises FormatError for too few digits."""
        at = source.at
        char = source.text[at : at + 1]
        if char not in _LONG:
            return MISS
        n, least = _LONG[char]
        digits = source.text[at + 1 : at + 1 + n]
        if len(digits) < n or not _HEX.fullmatch(digits):
            raise source.error("this is not a number", at, expected=f"{n} hexadecimal digits behind {char!r}")
        source.at = at + 1 + n
        return least + int(digits, 16)

    def spell(self, value: Any) -> str | None:
        """The digits."""
        if value == self.dot:
            return "."
        if type(value) is not int or not 0 <= value <= _MOST:
            return None
        if value < 16:
            return BASE36[value]
        sign, _, n = next(row for row in reversed(_WRITTEN) if value >= row[1])
        return f"{sign}{value - _LONG[sign][1]:0{n}x}"


NUMBER: Final = Hex()


class Decimal(Codec):
    """A decimal number; with ``negative``, a number below 0 is None, which is written as -1."""

    names = ("a number",)

    def __init__(self, *, negative: bool = False) -> None:
        self._pattern = re.compile("-?[0-9]{1,9}") if negative else _DECIMAL

    def parse(self, source: Cursor) -> Any:
        """The number."""
        found = self._pattern.match(source.text, source.at, source.end)
        if found is None:
            return MISS
        source.at = found.end()
        n = int(found[0])
        return n if n >= 0 else None

    def spell(self, value: Any) -> str | None:
        """The digits."""
        return "-1" if value is None else str(value) if isinstance(value, int) else None


class Separated(Codec):
    """A tuple of values with a character between them, of ``most`` values if that is not 0."""

    def __init__(self, codec: Codec, separator: str, what: str = "this means nothing here", *, most: int = 0) -> None:
        """``what`` is said if no value follows a separator."""
        self.codec, self.separator, self.what, self.most = codec, separator, what, most

    def parse(self, source: Cursor) -> Any:
        """The tuple, which is empty if no value begins here. Raises FormatError."""
        values: list[Any] = []
        while True:
            value = self.codec.parse(source)
            if value is MISS and not values:
                return ()
            if value is MISS:
                raise source.error(self.what, expected=" or ".join(self.codec.names))
            values.append(value)
            if len(values) == self.most or not source.skip(self.separator):
                return tuple(values)

    def spell(self, value: Any) -> str | None:
        """The values."""
        texts = [self.codec.spell(one) for one in value]
        return None if None in texts else self.separator.join(filter(None, texts))


class Named(Codec):
    """Numbers that stand for other values: the first value is written as the number ``first``."""

    names = Hex.names

    def __init__(self, values: Sequence[Any], first: int = 0) -> None:
        self.values, self.first = tuple(values), first
        self.chars = {".": UNKNOWN, **dict(zip(BASE36[first:16], self.values, strict=False))}

    def parse_long(self, source: Cursor) -> Any:
        """The value of a number with several digits. Raises FormatError for a number without a value."""
        at = source.at
        n = NUMBER.parse(source)
        if n is MISS:
            return n
        if not self.first <= n < self.first + len(self.values):
            wanted = f"a number from {self.first} to {self.first + len(self.values) - 1}"
            raise source.error("this number means nothing here", at, expected=wanted, code="bad-value")
        return self.values[n - self.first]

    def spell(self, value: Any) -> str | None:
        """The number of the value."""
        if value == UNKNOWN:
            return "."
        return NUMBER.spell(self.first + self.values.index(value)) if value in self.values else None


class Cases(Codec):
    """The texts of a codec for certain values, which stand for other values."""

    def __init__(self, codec: Codec, values: Mapping[Any, Any]) -> None:
        self.codec, self.values = codec, values
        self.texts = {value: text for text, value in values.items()}
        self.chars = {char: values[text] for char, text in codec.chars.items() if text in values}

    def parse_long(self, source: Cursor) -> Any:
        """What the value stands for."""
        at = source.at
        found = self.values.get(self.codec.parse(source), MISS)
        if found is MISS:
            source.at = at
        return found

    def spell(self, value: Any) -> str | None:
        """The text of the value that stands for it."""
        return self.codec.spell(self.texts[value]) if value in self.texts else None


class Texts(Codec):
    """Fixed texts, of which the longest that fits is read; of several for one value, the first is written."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.texts = {value: text for text, value in reversed(tuple(values.items()))}
        starts = {text[0] for text in values if len(text) > 1}
        self.chars = {text: value for text, value in values.items() if len(text) == 1 and text not in starts}
        self.lengths = sorted({len(text) for text in values if text not in self.chars}, reverse=True)

    def parse_long(self, source: Cursor) -> Any:
        """The value of the text."""
        for n in self.lengths:
            found = self.values.get(source.text[source.at : source.at + n], MISS)
            if found is not MISS:
                source.at += n
                return found
        return MISS

    def spell(self, value: Any) -> str | None:
        """The text of the value."""
        return self.texts.get(value)


class Tuple(Codec):
    """Several values side by side: ``order`` has the index in the tuple of the first value in the text, of the second,
    ..."""

    def __init__(self, codec: Codec, order: Sequence[int], name: str, expected: str, separator: str = "") -> None:
        """``name`` and ``expected`` are the words of the error for a text that ends too early."""
        self.codec, self.order, self.name, self.expected, self.names = codec, order, name, expected, codec.names
        self.separator = separator

    def parse(self, source: Cursor) -> Any:
        """The tuple. Raises FormatError where a value is missing."""
        values = [None] * len(self.order)
        for k, place in enumerate(self.order):
            is_next = not (k and self.separator) or source.skip(self.separator)
            value = self.codec.parse(source) if is_next else MISS
            if value is MISS and not k:
                return MISS
            if value is MISS and source.done:
                what = f"the address ends within {self.name}"
                raise source.error(what, expected=self.expected, code="too-short")
            if value is MISS:
                raise source.error("this means nothing here", expected=" or ".join(self.names))
            values[place] = value
        return tuple(values)

    def spell(self, value: Any) -> str | None:
        """The texts of the values."""
        texts = [self.codec.spell(value[k]) for k in self.order]
        return None if None in texts else self.separator.join(filter(None, texts))


class Blanks:
    """Characters for runs of empty places: ``g-z`` has g for one, h for two, ... and z for 20."""

    def __init__(self, letters: str) -> None:
        first, last = letters[0], letters[-1]
        self.chars = "".join(map(chr, range(ord(first), ord(last) + 1)))
        self.lengths = {char: n for n, char in enumerate(self.chars, 1)}
        self.name = f"a letter from {first} to {last} for blanks"

    def between(self, words: Iterable[str]) -> str:
        """Words, with characters for the runs of empty ones."""
        out: list[str] = []
        run = 0
        for word in words:
            if not word:
                run += 1
                continue
            if run:
                out.append(self._run(run))
                run = 0
            out.append(word)
        return "".join(out) + self._run(run)

    def _run(self, n: int) -> str:
        whole, rest = divmod(n, len(self.chars))
        return self.chars[-1] * whole + (self.chars[rest - 1] if rest else "")


G_TO_Z: Final = Blanks("g-z")


class Code:
    """One part of an address."""

    def settle(self, sheet: Sheet) -> None:
        """Moves what can stand in one place only to that place. Raises WriteError."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """Reads the next characters into the sheet; nothing at the end of the text. Raises FormatError."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> str:
        """The characters of this part. Raises WriteError for values that it cannot express."""
        raise NotImplementedError
