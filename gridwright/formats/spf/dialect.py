"""The dialect of a genre: what it declares, with a reader and a writer for it."""

from __future__ import annotations

from ...language.genre import Genre
from ...language.puzzle import Puzzle, State
from ..dialect import Reading
from ..postscript import Envelope
from .declaration import SpfDeclaration
from .reader import SpfReader
from .writer import SpfWriter


class Spf(SpfDeclaration):
    """How one genre is told in the format; see ``SpfDeclaration`` for the parameters."""

    holds_struck = True

    def read(self, genre: type[Genre], envelope: Envelope) -> Reading:
        """The puzzle of one dictionary. Raises FormatError."""
        return SpfReader(self, envelope).read(genre)

    def write(self, puzzle: Puzzle, answer: State | None) -> Envelope:
        """The dictionary of a puzzle, in the envelope it came from if it came from one. Raises WriteError."""
        return SpfWriter(self, puzzle).write(answer)

    def solution_lines(self, puzzle: Puzzle, answer: State) -> list[str]:
        """The strings that ``/solution`` holds for an answer. Raises WriteError.

        They are as wide as in the whole dictionary. The puzzle may hold what this format cannot express; that does not
        concern its answer.
        """
        return SpfWriter(self, puzzle).solution_lines(answer)
