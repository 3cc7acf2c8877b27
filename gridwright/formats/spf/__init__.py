"""The Standard Puzzle Format: a PostScript dictionary around diagrams of characters.

The container is the business of ``postscript``, the diagrams are that of ``layout``; here the keys of the dictionary
and the parts of a puzzle are brought together: a ``declaration`` says how, a ``reader`` and a ``writer`` do it.

What was read keeps its form when it is written again: prolog, epilog, unknown keys, the order and the spelling of all.
Only ``/puzzle`` is encoded anew, so that a sloppy diagram comes back in canonical form and a canonical one as it was.
``/solution`` is kept as it was as long as it tells the answer that is to be written, because authors decorate it.
"""

from .about import ABOUT_KEYS, SpfSource, read_about, told_about, without_source
from .dialect import Spf
from .fields import Field, Lists
from .texts import SpfFormat

__all__ = [
    "ABOUT_KEYS", "Field", "Lists", "Spf", "SpfFormat", "SpfSource", "read_about", "told_about", "without_source",
]
