"""Reads texts from open files and bytes, up to the size limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, Any, cast

from .errors import FormatError

MAX_BYTES = 64 * 2**20
"""Texts that are longer than this are refused."""
_START = 8192
"""So many bytes tell whether a file is text: then there is no zero among them."""
MAX_LINES = 1_000_000
"""No text of puzzles has more lines, unless it is a program."""
_PART = 2**20
"""So much is read at a time, because a file need not have an end."""


@dataclass(frozen=True)
class Decoded:
    """A text with the encoding that its bytes were in, so that they can be written again."""

    text: str
    encoding: str


def read_file(path: str) -> bytes:
    """The content of a file.

    Raises FormatError for more than ``MAX_BYTES``, OSError if it cannot be read, ValueError for a zero in its name.
    """
    # Without a buffer, each read returns what has come. A buffered reader asks a pipe again before Python looks for
    # signals, so a Ctrl-C between the two would not be noticed until more comes.
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (an empty path must not mean the current folder)
        content = read_limited(cast("IO[bytes]", file))
    assert isinstance(content, bytes)
    return content


def read_limited(file: IO[str] | IO[bytes]) -> str | bytes:
    """All that is in an open file.

    Raises FormatError as soon as it proves longer than ``MAX_BYTES``, or if it was opened as text in an encoding that
    it is not in; OSError if it cannot be read.
    """
    parts: list[Any] = []
    length = 0
    try:
        while part := file.read(_PART):
            length += len(part)
            if length > MAX_BYTES:
                raise _too_long("more")
            parts.append(part)
    except UnicodeDecodeError as fault:
        what = f"the file is not in the encoding that it was opened in ({fault.encoding})"
        raise FormatError(what, expected="a file opened with mode 'rb'", code="encoding") from None
    return type(parts[0])().join(parts) if parts else b""


def decode(data: bytes) -> Decoded:
    """UTF-8, with or without a byte order mark, or else Latin-1, in which every byte means something.

    Raises FormatError for what is no text.
    """
    if len(data) > MAX_BYTES:
        raise _too_long(str(len(data)))
    if b"\0" in data[:_START]:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise FormatError("this text is in UTF-16", expected="UTF-8", code="unknown-format")
        raise FormatError("this is a binary file, no text", code="unknown-format")
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1"), "latin-1")


def check_lines(text: str) -> None:
    """Raises FormatError for more than ``MAX_LINES`` lines; for formats that make an object of each."""
    n = max(text.count("\n"), text.count("\r"))
    if n > MAX_LINES:
        wanted = f"at most {MAX_LINES}"
        raise FormatError("the text has too many lines", expected=wanted, found=str(n), code="too-large")


def _too_long(found: str) -> FormatError:
    wanted = f"at most {MAX_BYTES} bytes"
    return FormatError("the text is too long", expected=wanted, found=found, code="too-large")
