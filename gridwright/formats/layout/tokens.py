"""Numbers in braces, such as ``{12}``, that take one place of a diagram.

Inside, such a number is one character, its *token*: one of the private characters at the end of Unicode.
"""

from __future__ import annotations

import re
from typing import Final

from ...logic.ticks import ticking
from ..errors import Line, shown

_TOKEN: Final = "\U000f0000"  # that of 0
_TOKENS: Final = 0x110000 - ord(_TOKEN)
_BRACES = re.compile(r"\{([^{}]*)\}")
_ANY_TOKEN: Final = re.compile(f"[{_TOKEN}-\U0010ffff]")


def spelled(text: str) -> str:
    """A text with its tokens as numbers in braces again."""
    return _ANY_TOKEN.sub(lambda match: f"{{{ord(match.group()) - ord(_TOKEN)}}}", text)


def tokenized(line: Line) -> Line:
    """A line in which each ``{number}`` takes one place. Raises FormatError for braces that are none."""
    text = line.text
    if text.isascii() and "{" not in text and "}" not in text:
        return line
    foreign = _ANY_TOKEN.search(text)
    if foreign:
        raise line.error("this is no character of a diagram", foreign.start(), found=f"U+{ord(foreign.group()):X}")
    chars: list[str] = []
    columns: list[int] = []
    done = 0
    for match in ticking(_BRACES.finditer(text)):
        word = match[1].strip()
        if not (word.isascii() and word.isdigit()):
            what = "no number stands in these braces"
            raise line.error(what, match.start(), expected="{number}", found=shown(match[0]))
        if len(word) > 6 or int(word) >= _TOKENS:
            raise line.error("the number is too large", match.start(), found=shown(match[0]), code="too-large")
        chars += text[done : match.start()]
        columns += range(done, match.start())
        chars.append(chr(ord(_TOKEN) + int(word)))
        columns.append(match.start())
        done = match.end()
    chars += text[done:]
    columns += range(done, len(text))
    for i, char in enumerate(ticking(chars)):
        if char in "{}":
            raise line.error("a brace stands alone", columns[i], expected="{number}", found=shown(char))
    return Line("".join(chars), line.number, line.column, tuple(line.column_of(i) for i in columns))


def as_number(char: str) -> int | None:
    """The number that a token stands for; None for any other text."""
    return ord(char) - ord(_TOKEN) if len(char) == 1 and char >= _TOKEN else None


def as_token(n: int) -> str | None:
    """The token of a number; None for one that is too large."""
    return chr(ord(_TOKEN) + n) if n < _TOKENS else None


def is_word(text: str) -> bool:
    """Whether there is a letter, a digit or a number's token in a text, or something that is no visible character."""
    return any(char.isalnum() or char >= _TOKEN or not char.isprintable() for char in text)
