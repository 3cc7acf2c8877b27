"""The errors of readers and writers."""

from __future__ import annotations

from dataclasses import dataclass, field
from unicodedata import category

_UNPRINTABLE = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))


@dataclass
class FormatError(ValueError):
    """A text that cannot be read, with the exact position.

    Attributes:
        what: What is wrong.
        line: The line, from 1; 0 if the error has no single position.
        column: The column, from 1; 0 likewise.
        expected: What should be there.
        found: What is there.
        file: The name of the file, if there is one.
        code: The kind of error for programs, such as ``"malformed"`` or ``"unknown-genre"``.

    Example:
        >>> try:
        ...     gw.read("123x", "sudoku")
        ... except gw.FormatError as error:
        ...     print(error.line, error.column, error.found)
        1 1 4 cells
    """

    what: str
    line: int = 0
    column: int = 0
    expected: str = ""
    found: str = ""
    file: str = field(default="", compare=False)
    code: str = "malformed"

    def __post_init__(self) -> None:
        super().__init__(self.what)

    def __str__(self) -> str:
        place = [printable(self.file)] if self.file else []
        if self.line:
            place.append(f"line {self.line}, column {self.column}" if self.column else f"line {self.line}")
        told = ": ".join([", ".join(place), self.what] if place else [self.what])
        if self.expected:
            told += f"; expected {self.expected}"
        if self.found:
            told += f", found {self.found}" if self.expected else f"; found {self.found}"
        return told

    def __reduce__(self) -> tuple[type[FormatError], tuple[object, ...]]:
        return type(self), (self.what, self.line, self.column, self.expected, self.found, self.file, self.code)


class WriteError(ValueError):
    """A puzzle or an answer that a format cannot express; the message names what, and other formats.

    Example:
        >>> gw.write(gw.puzzle("Nurikabe", ["2 . 1"]), "sudoku")
        Traceback (most recent call last):
        gridwright.formats.errors.WriteError: the format sudoku has no Nurikabe; it can be written as spf, json, ...
    """


def printable(text: str) -> str:
    """A text, such as the name of a file, with nothing that a terminal takes for a command or a line break.

    Control and format characters are written as Python writes them in a string: ``\\x1b``, ``\\n``, ``\\u202e``.
    """
    if text.isprintable():
        return text
    return "".join(c.encode("unicode_escape").decode() if category(c) in _UNPRINTABLE else c for c in text)


def is_number(text: str, most_digits: int = 9) -> bool:
    """Whether a text is a decimal number of at most ``most_digits`` digits."""
    return text.isascii() and text.isdigit() and len(text) <= most_digits


def shown(text: str, limit: int = 24) -> str:
    """``text`` quoted for an error message: short, printable, never empty."""
    return repr(shortened(text, limit)) if text else "nothing"


def shortened(text: str, limit: int = 24) -> str:
    """At most ``limit`` characters of a text; an ellipsis stands for the rest."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


@dataclass(slots=True)
class Line:
    """One line of a text, with the place where each of its characters stands in the file.

    ``columns`` is given only where the characters are not consecutive there. Lines are never changed. They are not
    frozen because there may be half a million of them, and frozen objects take four times as long to make.
    """

    text: str
    number: int
    column: int = 1
    columns: tuple[int, ...] | None = None

    def column_of(self, i: int) -> int:
        """The file's column (from 1) of character ``i`` of this line, or just after its end."""
        if self.columns is not None:
            if i < len(self.columns):
                return self.columns[i]
            return (self.columns[-1] + 1 if self.columns else self.column) + i - len(self.columns)
        return self.column + i

    def error(
        self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str = "malformed"
    ) -> FormatError:
        """An error at character ``at`` of this line."""
        return FormatError(what, self.number, self.column_of(at), expected, found, code=code)


def unified(text: str) -> str:
    """A text with LF as newlines, and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def split_lines(text: str) -> list[Line]:
    """The lines of a text that may end in LF, CRLF or CR; trailing blanks are cut, a last newline adds no line."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if rows and not rows[-1]:
        rows.pop()
    return [Line(row.rstrip(" \t"), number) for number, row in enumerate(rows, 1)]
