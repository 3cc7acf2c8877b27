"""Glyphs for one value: numbers (which braces may enclose), characters, letters, and any other codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ...language.genre_errors import misuse
from ...language.layers import Layer
from ...logic.ticks import ticking
from ..errors import Line, shown
from .glyph import MISSING, BlockMarks, BlockShape, OneLayer, TooNarrow, centred

BASE62: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

_MOST_DIGITS: Final = 1000
"""The maximum length of numbers. Python refuses to convert numbers that are much longer."""
_BEYOND: Final = 10**_MOST_DIGITS


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value < _BEYOND


class Number(OneLayer):
    """A number of up to 1000 digits, right (or ``left``) aligned.

    Blanks are skipped, and so are dots, unless ``dots`` is false. ``unknown`` is a further value, which is its own
    text. ``pad`` fills the rest of the block. Numbers below ``least`` are not read.
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

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The number in the block."""
        del shape
        word = text.translate(str.maketrans("", "", self.skipped))
        if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS:
            return self.mark(int(word)) if int(word) >= self.least else None
        return self.mark(word) if word and word == self.unknown else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
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
    """One character for each value: right aligned, in the ``middle`` (or right of it), or filling (``fill``) the block.

    ``table`` maps characters, of which a blank may be one, to values. The first character of a value is written.
    Characters of ``also`` are only read. The character is read anywhere in the block.
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
        """Characters for values that the layer never has, unless the table seems to be shared by several layers."""
        layer = layers.get(self.name)
        if layer is None or not layer.domain.constant:
            return
        wrong = {char: value for char, value in self.table.items() if value not in layer.domain}
        if len(wrong) == len(self.table) or (wrong and True in layer.domain):
            char, value = next(iter(wrong.items()))
            yield (f"{char!r} stands for {value!r}, which layer {layer.name!r} never has; it may have "
                   f"{layer.domain.words(plural=True)}")  # fmt: skip

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The value of the character."""
        del shape
        bare = text.replace(" ", "") or " "
        if self.fill:
            bare = bare[0] if not bare.strip(bare[0]) else ""
        return self.mark(self.table[bare]) if bare in self.table else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The character of the value."""
        char = self.chars.get(self.value(found))
        if char is None:
            return None
        if self.middle:
            return centred(char, shape.area)
        return char * shape.area if self.fill else char.rjust(shape.area)


class Letters(OneLayer):
    """A number from ``first`` to ``last`` in one character of ``alphabet`` (from 0 on), or as ``{number}``."""

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

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The number of the character."""
        del shape
        if text in self.values:
            return self.mark(self.values[text])
        n = as_number(text)
        return None if n is None or not self._fits(n) else self.mark(n)

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The character for the number, or its token."""
        value = self.value(found)
        if not _is_number(value) or shape.area != 1 or not self._fits(value):
            return None
        return self.alphabet[value] if value < len(self.alphabet) else as_token(value)


class Coded(OneLayer):
    """A value by two functions: ``read`` takes the block's text, ``write`` the value and the number of characters.

    Both return None for what they cannot convert.
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

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The value of the text."""
        del shape
        value = self._read(text)
        return None if value is None else self.mark(value)

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The text of the value."""
        value = self.value(found)
        return None if value is MISSING else self._write(value, shape.area)


# -- numbers in braces -----------------------------------------------------------------------------------------------

# A number such as ``{12}`` takes one place of a diagram. Inside, it is one character, its *token*: one of the private
# characters at the end of Unicode.

_TOKEN: Final = "\U000f0000"  # that of 0
_TOKENS: Final = 0x110000 - ord(_TOKEN)
_BRACES = re.compile(r"\{([^{}]*)\}")
_ANY_TOKEN: Final = re.compile(f"[{_TOKEN}-\U0010ffff]")


def spelled(text: str) -> str:
    """A text with its tokens replaced by numbers in braces."""
    return _ANY_TOKEN.sub(lambda match: f"{{{ord(match.group()) - ord(_TOKEN)}}}", text)


def tokenized(line: Line) -> Line:
    """A line with each ``{number}`` replaced by its token. Raises FormatError for all other braces."""
    text = line.text
    if text.isascii() and "{" not in text and "}" not in text:
        return line
    foreign = _ANY_TOKEN.search(text)
    if foreign:
        raise line.error("this is no character of a diagram", foreign.start(), found=f"U+{ord(foreign.group()):X}")
    chars: list[str] = []
    columns: list[int] = []
    end = 0
    for match in ticking(_BRACES.finditer(text)):
        word = match[1].strip()
        if not (word.isascii() and word.isdigit()):
            what = "no number stands in these braces"
            raise line.error(what, match.start(), expected="{number}", found=shown(match[0]))
        if len(word) > 6 or int(word) >= _TOKENS:
            raise line.error("the number is too large", match.start(), found=shown(match[0]), code="too-large")
        chars += text[end : match.start()]
        columns += range(end, match.start())
        chars.append(chr(ord(_TOKEN) + int(word)))
        columns.append(match.start())
        end = match.end()
    chars += text[end:]
    columns += range(end, len(text))
    for i, char in enumerate(ticking(chars)):
        if char in "{}":
            raise line.error("a brace stands alone", columns[i], expected="{number}", found=shown(char))
    return Line("".join(chars), line.number, line.column, tuple(line.column_of(i) for i in columns))


def as_number(char: str) -> int | None:
    """The number of a token; None for any other text."""
    return ord(char) - ord(_TOKEN) if len(char) == 1 and char >= _TOKEN else None


def as_token(n: int) -> str | None:
    """The token of a number; None for one that is too large."""
    return chr(ord(_TOKEN) + n) if n < _TOKENS else None


def is_word(text: str) -> bool:
    """Whether a text contains a letter, a digit, a token, or an unprintable character."""
    return any(char.isalnum() or char >= _TOKEN or not char.isprintable() for char in text)
