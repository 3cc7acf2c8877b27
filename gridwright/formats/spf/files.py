"""Texts of dictionaries, and how they print themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...language.genre import Genre
from ...language.puzzle import Puzzle, State
from ...logic.ticks import tick
from ..dialect import Reading, Shelf
from ..errors import Line, shown
from ..postscript import Envelope, looks_like_spf, read_envelopes
from .entries import SpfSource, is_same_type, version


class SpfFormat:
    """Texts of one dictionary for each puzzle."""

    name = "spf"

    def sniff(self, text: str) -> bool:
        """Whether the text seems to contain a dictionary with a ``/type``."""
        return looks_like_spf(text)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        dialects: dict[tuple[str, int], tuple[type[Genre], Any]] = {}
        readings: list[Reading] = []
        for envelope in read_envelopes(text):
            tick()
            entry = envelope.entry("type")
            if not isinstance(entry.value, Line):
                raise entry.error("the type is no string", expected="a string", code="unknown-type")
            kind = entry.value.text, version(envelope)
            if kind not in dialects:
                dialects[kind] = self._dialect(*kind, envelope, shelf)
            genre, dialect = dialects[kind]
            readings.append(dialect.read(genre, envelope))
        return readings

    def _dialect(self, name: str, version: int, envelope: Envelope, shelf: Shelf) -> tuple[type[Genre], Any]:
        """The genre of a dictionary's ``/type``, and its dialect of a version of the format. Raises FormatError."""
        known = []
        for spelling in self._spellings(name, shelf):
            for genre, dialect in shelf.dialects(self.name, spelling):
                if dialect.version == version:
                    return genre, dialect
                known.append(str(dialect.version))
        if known:
            what, expected, found = f"the format of {name} is not known", known, str(version)
        else:
            what, found = "this type of puzzle is not known", shown(name)
            expected = [repr(other) for other in shelf.near(self.name, name)]
        entry = envelope.get("format") if known else None
        raise (entry or envelope.entry("type")).error(
            what, expected=" or ".join(expected), found=found, code="unknown-type"
        )

    def _spellings(self, name: str, shelf: Shelf) -> Iterator[str]:
        """A value of ``/type`` as it is written, and then as genres spell it."""
        yield name
        yield from (other for other in shelf.near(self.name, name) if other != name and is_same_type(name, other))

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        envelope: Envelope = dialect.write(puzzle, answer)
        return envelope.text()


# -- files that print themselves -------------------------------------------------------------------------------------

_CREATOR = "%%Creator: Gridwright"
"""The comment in prologs of our own, which may be replaced."""


def printing(text: str, source: object, drawing: Callable[[], tuple[str, str]]) -> str:
    """The text of one dictionary with a prolog and an epilog that draw it, unless it has some of its own.

    ``source`` is the source of the puzzle, ``drawing`` makes a prolog and an epilog (which begins with the ``>>``).
    Those of other programs stay. Our own are always drawn again, as the diagram may have been edited by hand.
    """
    if isinstance(source, SpfSource) and _CREATOR not in source.envelope.prolog.splitlines():
        return text
    return redrawn(text, *drawing())


def redrawn(text: str, prolog: str, epilog: str) -> str:
    """The text of one dictionary with this prolog and this epilog instead of its own."""
    envelope = read_envelopes(text)[0]
    newline = envelope.newline
    return replace(envelope, prolog=prolog.replace("\n", newline), epilog=epilog.replace("\n", newline)).text()


def with_solution_shown(text: str) -> str:
    """The text of one dictionary, changed so that it prints its solution."""
    return read_envelopes(text)[0].with_values({"sol": True}).text()
