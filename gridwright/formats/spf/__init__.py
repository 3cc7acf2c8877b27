"""The Standard Puzzle Format: a PostScript dictionary around diagrams of characters.

The package ``postscript`` handles the container, ``layout`` the diagrams. Here, the keys of the dictionary are matched
with the parts of a puzzle: a genre's ``declaration`` says how, and ``dictionary`` does it, with the ``entries``.
``files`` reads whole texts. ``graph`` has version 2 of the format, for puzzles on graphs.

What was read keeps its form when it is written again: prolog, epilog, unknown keys, order and spelling. Only
``/puzzle`` is always encoded anew, so that a sloppy diagram becomes canonical and a canonical one stays the same.
``/solution`` stays as long as it shows the answer that is to be written, because authors decorate it.
"""

from __future__ import annotations

from typing import Any

from ...language.genre import Genre
from ...language.puzzle import Puzzle, State
from ..dialect import Reading
from .declaration import SpfDeclaration


class Spf(SpfDeclaration):
    """A genre's dialect; ``SpfDeclaration`` describes the parameters.

    Genres name it, and most puzzles are in other formats. So what reads and writes is imported when it is needed.
    """

    holds_struck = True

    def read(self, genre: type[Genre], envelope: Any) -> Reading:
        """The puzzle of one dictionary, an ``Envelope``. Raises FormatError."""
        from .dictionary import SpfReader

        return SpfReader(self, envelope).read(genre)

    def write(self, puzzle: Puzzle, answer: State | None) -> Any:
        """The dictionary of a puzzle, in the envelope that it was read from, if any. Raises WriteError."""
        from .dictionary import SpfWriter

        return SpfWriter(self, puzzle).write(answer)

    def solution_lines(self, puzzle: Puzzle, answer: State) -> list[str]:
        """The strings of ``/solution``, as in the whole dictionary, for an answer. Raises WriteError.

        The rest of the puzzle need not be expressible in this format.
        """
        from .dictionary import SpfWriter

        return SpfWriter(self, puzzle).solution_lines(answer)


__all__ = ["Spf"]
