"""Lines of text on pages."""

from __future__ import annotations

from collections.abc import Iterator

from .pdf import text_width, write_text

__all__ = ["shortened", "text_width", "wrapped", "write_text"]


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """Shortens a text to a line of at most ``width``, with an ellipsis if something is cut off."""
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
    """Wraps a text to lines of at most ``width``; single words may be wider."""
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
