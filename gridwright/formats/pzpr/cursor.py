"""A position in the text of a link."""

from __future__ import annotations

from ..errors import FormatError, Line, shown


class Cursor:
    """A place in the text of an address that moves on while the text is read."""

    def __init__(self, line: Line, at: int) -> None:
        self.line, self.text, self.at = line, line.text, at
        self.end = len(line.text) - line.text.endswith("/")
        """Where the text ends; a slash may stand there."""

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= self.end

    def take(self, n: int) -> str:
        """The next characters, and goes on behind them; fewer where the text ends."""
        self.at += n
        return self.text[self.at - n : self.at]

    def skip(self, char: str) -> bool:
        """Goes on behind a character, if it is the next one."""
        found = self.text.startswith(char, self.at)
        self.at += len(char) if found else 0
        return found

    def word(self, stop: str = "/") -> str:
        """The text up to a character or the end, and goes on behind that."""
        end = self.text.find(stop, self.at)
        end = len(self.text) if end < 0 else end
        found, self.at = self.text[self.at : end], end + 1
        return found

    def number(self, what: str) -> int:
        """A decimal number up to the next slash. Raises FormatError; ``what`` tells what it should be."""
        at = self.at
        word = self.word()
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise self.line.error("this is no number", at, expected=what, found=shown(word))
        return int(word)

    def error(self, what: str, at: int | None = None, *, expected: str = "", code: str = "malformed") -> FormatError:
        """A fault at the next character, or at another one."""
        at = self.at if at is None else at
        return self.line.error(what, at, expected=expected, found=shown(self.text[at : at + 12]), code=code)
