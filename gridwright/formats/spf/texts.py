"""Texts of the format: one dictionary for each puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...language.genre import Genre
from ...language.puzzle import Puzzle, State
from ...logic.ticks import tick
from ..dialect import Reading, Shelf
from ..errors import Line, shown
from ..postscript import Entry, Envelope, looks_like_spf, read_envelopes
from .entries import version


class SpfFormat:
    """Texts of the Standard Puzzle Format: one dictionary for each puzzle."""

    name = "spf"
    about = "Standard Puzzle Format: a PostScript dictionary with ASCII diagrams"

    def sniff(self, text: str) -> bool:
        """Whether there is a dictionary with a ``/type``."""
        return looks_like_spf(text)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        del options
        dialects: dict[tuple[str, int], tuple[type[Genre], Any]] = {}
        readings: list[Reading] = []
        for envelope in read_envelopes(text):
            tick()
            entry = envelope.get("type")
            if entry is None:
                raise envelope.missing("type")
            if not isinstance(entry.value, Line):
                raise entry.error("the type is no string", expected="a string", code="unknown-type")
            kind = entry.value.text, version(envelope)
            if kind not in dialects:
                dialects[kind] = self._dialect(*kind, envelope.get("format") or entry, entry, shelf)
            genre, dialect = dialects[kind]
            readings.append(dialect.read(genre, envelope))
        return readings

    def _dialect(
        self, name: str, version: int, told: Entry, entry: Entry, shelf: Shelf
    ) -> tuple[type[Genre], Any]:
        """The genre of that name and its dialect of that version, which ``told`` tells. Raises FormatError."""
        known = []
        for genre, dialect in shelf.dialects(self.name, name):
            if dialect.version == version:
                return genre, dialect
            known.append(str(dialect.version))
        if known:
            raise told.error(f"the format of {name} is not known", expected=" or ".join(known), found=str(version),
                             code="unknown-type")
        near = [repr(other) for other in shelf.near(self.name, name)]
        raise entry.error("this type of puzzle is not known", expected=" or ".join(near), found=shown(name),
                          code="unknown-type")

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        envelope: Envelope = dialect.write(puzzle, answer)
        return envelope.text()
