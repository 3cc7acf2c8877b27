"""The Standard Puzzle Format: a PostScript dictionary around diagrams of characters.

The package ``postscript`` handles the container, ``layout`` the diagrams. Here, the keys of the dictionary are matched
with the parts of a puzzle: a genre's ``declaration`` says how, and a ``reader`` and a ``writer`` do it. ``graph`` has
version 2 of the format, for puzzles on graphs.

What was read keeps its form when it is written again: prolog, epilog, unknown keys, order and spelling. Only
``/puzzle`` is always encoded anew, so that a sloppy diagram becomes canonical and a canonical one stays the same.
``/solution`` stays as long as it shows the answer that is to be written, because authors decorate it.
"""

from .declaration import ArrayField, Lists
from .entries import SpfSource, without_source
from .format import Spf, SpfFormat, printing, redrawn, with_solution_shown

__all__ = [
    "ArrayField", "Lists", "Spf", "SpfFormat", "SpfSource", "printing", "redrawn", "with_solution_shown",
    "without_source",
]
