"""Boards of other programs, of which each genre declares a notation in each format.

A notation consists of parts that read a text into a ``Sheet``, layer by layer, and write one.
"""

from .dialect import LazyModule, kudamono, penpa, puzzlekit, pzpr, sgt

__all__ = ["LazyModule", "kudamono", "penpa", "puzzlekit", "pzpr", "sgt"]
