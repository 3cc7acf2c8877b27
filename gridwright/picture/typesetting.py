"""Lines of text on pages."""

from __future__ import annotations

from collections.abc import Iterator

from .pdf import text_width, write_text

__all__ = ["shortened", "text_width", "wrapped", "write_text"]


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """A text in one line that is at most so wide; what had to go is told by an ellipsis."""
    text = " ".join(text.split())[:400]
    if text_width(text, size, bold) <= width:
        return text
    fits, spare = 0, len(text)
    while fits < spare:
        middle = (fits + spare + 1) // 2
        if text_width(f"{text[:middle]}…", size, bold) <= width:
            fits = middle
        else:
            spare = middle - 1
    return f"{text[:fits].rstrip()}…"


def wrapped(text: str, width: float, size: float, bold: bool = False) -> Iterator[str]:
    """A text in lines that are at most so wide, where its words allow that."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
