"""Glyphs for one value (numbers, characters, letters, other codes), and glyphs of lines: walls, loops, bridges."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from ...board.board import Spot
from ...language.genre_errors import misuse
from ...language.layers import Layer
from ...logic.ticks import ticking
from ..errors import Line, is_number, shown
from .glyph import (
    AROUND,
    MISSING,
    WARNING,
    BlockMark,
    BlockMarks,
    BlockShape,
    DiagramConflict,
    Glyph,
    MarksView,
    Offset,
    OneLayer,
    TooNarrow,
    centred,
    name_of,
)

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
        if is_number(word, _MOST_DIGITS):
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
        self.wanted = tuple(_in_words(table))

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


def _in_words(chars: Iterable[str]) -> Iterator[str]:
    """Characters in words: runs of letters in short."""
    for ordered, group in groupby(enumerate(chars), lambda item: item[1].isalpha() and ord(item[1]) - item[0]):
        run = [char for _, char in group]
        if ordered is not False and len(run) > 3:
            yield f"a letter from {run[0]} to {run[-1]}"
        else:
            yield from ("a blank" if char == " " else repr(char) for char in run)


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
        raise line.error("this is not a character of a diagram", foreign.start(), found=f"U+{ord(foreign.group()):X}")
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


# -- lines ------------------------------------------------------------------------------------------------------------

def _line(level: bool) -> str:
    return "-" if level else "|"


class Stroke(OneLayer):
    """A line along an edge (a wall or a step of a loop) or, with ``across``, across it (a step along a link).

    No ink means no mark; in a full diagram it means False.
    """

    needs_room = False

    ink = frozenset("-| ")

    def __init__(self, layer: Layer, across: bool = False) -> None:
        super().__init__(layer)
        self.across = across
        self.wanted = ("a line", "a blank")

    @property
    def absent(self) -> Mapping[str, Any]:
        """In a full diagram, no line means False."""
        return {self.name: False}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """True for a line."""
        if not text.strip(" "):
            return ()
        char = _line(shape.level != self.across)
        if self.across:
            return self.mark(True) if text.strip(" ") == char else None
        return self.mark(True) if text == char * len(text) else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The line, or blanks."""
        value = self.value(found)
        if value is MISSING:
            return " " * shape.area
        if value is not True:
            return None
        char = _line(shape.level != self.across)
        return centred(char, shape.area) if self.across else char * shape.area


class Drawn(Glyph):
    """A line of the board itself, without marks. It is missing exactly beside the corners that ``unless`` marks.

    With ``loose``, any character but letters and digits is read.
    """

    ink = frozenset("-| ")

    def __init__(self, unless: Layer | None = None, *, loose: bool = False) -> None:
        self.unless, self.loose = unless, loose
        self.wanted = ("a line",)

    @property
    def _gap(self) -> str:
        return f"{name_of(self.unless)}{WARNING}gap"

    @property
    def reach(self) -> Mapping[str, tuple[Offset, ...]]:
        """The corners at both ends."""
        return {} if self.unless is None else {self.unless.name: AROUND}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """No mark; a gap is noted, and checked when all corners are known."""
        if text == _line(shape.level) * len(text) or (self.loose and not is_word(text)):
            return ()
        return (BlockMark(self._gap, None, True),) if self.unless is not None and not text.strip(" ") else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The line, or blanks."""
        if any(entry.step is None for entry in found):
            return None
        return (" " if found else _line(shape.level)) * shape.area

    def conflicts(self, marks: MarksView) -> Iterable[DiagramConflict]:
        """Gaps and lines where the other should be."""
        if self.unless is None:
            return
        corners = marks.get(self.unless.name, {})
        gaps = marks.get(self._gap, {})
        for y, x in gaps:
            if not any((y + dy, x + dx) in corners for dy, dx in AROUND):
                yield Spot(y, x), "a line is missing", repr(_line(y % 2 == 0))
        for y, x in corners:
            for dy, dx in AROUND:
                if (y + dy, x + dx) not in gaps:
                    yield Spot(y + dy, x + dx), "no line may stand beside a missing corner"


class _Around(Glyph):
    """A glyph that depends on the marks of ``layer`` around its block."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    @property
    def reach(self) -> Mapping[str, tuple[Offset, ...]]:
        """The links or edges around the block."""
        return {self.layer.name: AROUND}


class Joint(_Around):
    """A corner between the strokes of ``layer``: ``-`` or ``|`` where a wall passes, ``+`` where walls meet or end.

    ``out`` is written where there is no wall; any character but letters and digits is read.
    """

    def __init__(self, layer: Layer, out: str = ".") -> None:
        super().__init__(layer)
        self.out = out
        self.wanted = ("a border character", "a blank")

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """No mark, as the edges around show everything."""
        del shape
        return None if is_word(text) else ()

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The character for the walls around."""
        ways = {entry.step for entry in found if entry.value} | set(shape.rim)
        if not ways:
            return self.out
        if ways == {(0, 1), (0, -1)}:
            return "-"
        return "|" if ways == {(1, 0), (-1, 0)} else "+"


class Passage(_Around):
    """A cell between the lines of ``layer`` on its links, with which its sign must agree.

    It is ``-`` or ``|`` where a line goes straight on, ``+`` where lines end, bend, branch or cross, else blank.
    """

    ink = frozenset("+-| ")
    wanted = ("'+'", "'-'", "'|'", "a blank")

    @property
    def _sign(self) -> str:
        return f"{self.layer.name}{WARNING}sign"

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """No mark; the sign is noted, and checked when all links are known."""
        del shape
        sign = text.strip(" ") or " "
        return (BlockMark(self._sign, None, sign),) if sign in self.ink else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The sign for the lines around."""
        if any(entry.step is None for entry in found):
            return None
        return centred(_passage({entry.step for entry in found if entry.value is True}), shape.area)

    def conflicts(self, marks: MarksView) -> Iterable[DiagramConflict]:
        """Signs that disagree with the lines around."""
        lines = marks.get(self.layer.name, {})
        for (y, x), sign in marks.get(self._sign, {}).items():
            ways = {(dy, dx) for dy, dx in AROUND if lines.get(Spot(y + dy, x + dx)) is True}
            right = _passage(ways)
            if sign != right:
                yield Spot(y, x), f"{'a blank' if right == ' ' else repr(right)} should stand here, as the lines run"


def _passage(ways: Collection[Offset | None]) -> str:
    """The sign of a cell with lines in some directions."""
    if not ways:
        return " "
    if set(ways) == set(AROUND[1::2]):
        return "-"
    return "|" if set(ways) == set(AROUND[::2]) else "+"


class Border(OneLayer):
    """A wall along an edge: any character but letters, digits, dots and blanks. ``out`` is written for no wall."""

    def __init__(self, layer: Layer, out: str = ".") -> None:
        super().__init__(layer)
        self.out = out
        self.wanted = ("a border character", "'.'", "a blank")

    @property
    def absent(self) -> Mapping[str, Any]:
        """In a full diagram, no wall means False."""
        return {self.name: False}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """True for a wall."""
        del shape
        if not text.strip(" ."):
            return ()
        return None if is_word(text) else self.mark(True)

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The wall, or ``out``."""
        value = self.value(found)
        if value is MISSING:
            return self.out * shape.area
        return _line(shape.level) * shape.area if value is True else None


class BridgeStrokes(_Around):
    """A cell with bridges: ``-`` one or ``=`` two horizontal ones, ``|`` one or ``H`` two vertical ones.

    The marks (1 or 2, and 0 in full diagrams) are on the two links of the cell in that direction.
    """

    wanted = ("a bridge",)
    _CHARS: Final = {"-": (AROUND[1::2], 1), "=": (AROUND[1::2], 2), "|": (AROUND[::2], 1), "H": (AROUND[::2], 2)}
    ink = frozenset(_CHARS) | {" "}

    @property
    def absent(self) -> Mapping[str, Any]:
        """In a full diagram, no bridge means 0."""
        return {self.layer.name: 0}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """The number of bridges, on both links."""
        del shape
        steps, value = self._CHARS.get(text.strip(" "), ((), 0))
        return tuple(BlockMark(self.layer.name, step, value) for step in steps) or None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The bridges, if they go in exactly one direction."""
        near = {entry.step: entry.value for entry in found if entry.layer == self.layer.name}
        chars = [
            char
            for char, (steps, value) in self._CHARS.items()
            if all(near.get(step) == value for step in steps)
        ]
        return chars[0].rjust(shape.area) if len(chars) == 1 else None
