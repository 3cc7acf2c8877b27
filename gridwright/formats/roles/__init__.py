"""Boards of other programs: marks by the *roles* that they have in a genre of that program.

A format with a table of genres reads a text into a ``Sheet`` of roles, and writes one. Which of a genre's layers and
keys play the roles is told by the genre, once for all these formats, with ``tabled``.
"""

from .dialect import tabled

__all__ = ["tabled"]
