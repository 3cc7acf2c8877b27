"""Files of the Standard Puzzle Format that print themselves: a drawing program around the dictionary.

What the program draws is not known here: whoever writes a puzzle hands it in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .postscript import read_envelopes
from .spf import SpfSource

OWN = "%%Creator: Gridwright"
"""The comment by which a prolog tells that its drawing program is one of ours, and may be made anew."""

Surroundings = tuple[str, str]
"""The prolog, and the epilog from the ``>>`` on."""


def printing(text: str, source: object, make: Callable[[], Surroundings]) -> str:
    """The text of one dictionary with a prolog and an epilog that draw it, where it has none of its own.

    ``source`` is what the puzzle remembers of the text it was read from. The prolog and the epilog of another program
    stay as they are; ours stay as long as the dictionary does.
    """
    if isinstance(source, SpfSource):
        ours = OWN in source.envelope.prolog.splitlines()
        if not ours or text == source.envelope.text():
            return text
    return redrawn(text, *make())


def redrawn(text: str, prolog: str, epilog: str) -> str:
    """The text of one dictionary with another prolog and another epilog than it has."""
    envelope = read_envelopes(text)[0]
    end = envelope.newline
    return replace(envelope, prolog=prolog.replace("\n", end), epilog=epilog.replace("\n", end)).text()


def with_solution_shown(text: str) -> str:
    """The text of one dictionary, which prints its solution now."""
    return read_envelopes(text)[0].with_values({"sol": True}).text()
