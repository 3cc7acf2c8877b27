"""Metadata of a puzzle in a file, and the parts of the file that a puzzle keeps."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...language.puzzle import About, Puzzle
from ..errors import Line
from ..postscript import Envelope, Writable

ABOUT_KEYS = frozenset(("format", "type", "sol", "title", "author", "credits", "difficulty", "description"))
"""The keys that any puzzle may have."""


@dataclass(frozen=True)
class SpfSource:
    """What a puzzle keeps of the file it was read from."""

    envelope: Envelope
    format: str = "spf"


def read_about(envelope: Envelope) -> About:
    """What is told about a puzzle beside its diagram."""
    return About(
        title=_text(envelope, "title"),
        author=_text(envelope, "author"),
        credits=_texts(envelope, "credits"),
        difficulty=_text(envelope, "difficulty"),
        description=_texts(envelope, "description"),
    )


def told_about(about: About, known: About) -> dict[str, Writable]:
    """The entries for what is told about a puzzle, as far as it differs from what is known already."""
    out: dict[str, Writable] = {}
    for name in ("author", "description", "title", "difficulty", "credits"):
        value = getattr(about, name)
        if value != getattr(known, name):
            out[name] = value or None
    return out


def without_source(puzzle: Puzzle) -> Puzzle:
    """The puzzle without the memory of the text it came from: it will be written anew."""
    return replace(puzzle, source=None)



def _text(envelope: Envelope, key: str) -> str:
    entry = envelope.get(key)
    return entry.value.text if entry is not None and isinstance(entry.value, Line) else ""


def _texts(envelope: Envelope, key: str) -> tuple[str, ...]:
    entry = envelope.get(key)
    if entry is None:
        return ()
    items = entry.value if isinstance(entry.value, list) else [entry.value]
    return tuple(item.text for item in items if isinstance(item, Line))
