"""Diagrams of characters: one description serves reading and writing.

A diagram is **axis x axis**. An axis is a row of bands: ``cells``, ``ruled`` (cells with lines around and between),
``open_`` (lines only between), ``clues`` and ``bar``. Where a band of one axis crosses one of the other stands a
*block* of characters that belongs to one spot of the board: cell x cell is a cell, cell x line an edge (and so the link
that crosses it), line x line a corner, clue x cell a side. A *glyph* says how the text of a block and the marks on its
spot turn into each other.

Two laws: no ink goes unread, and a writer refuses rather than drops. The second one does not depend on the glyphs being
right: every block that is written is read again, and must give the marks that it was written for.

Speed: what blocks there are is planned once for each size and kept with the board, and what a block's text means is
learnt once for each text; reading is then one dictionary lookup for each block.
"""

from __future__ import annotations

from .axes import Axis, Band, Strip, bar, cells, clues, open_, ruled
from .combined import Fields, Listed, Slots, Tagged, above, beside
from .diagram import Diagram, one_per_cell
from .drawings import read_drawing, write_drawing
from .glyph import (
    ANONYMOUS,
    AROUND,
    WARNING,
    ByRim,
    Either,
    Entry,
    Fixed,
    Found,
    Glyph,
    Marks,
    Shape,
    Step,
    TooNarrow,
    blank,
    plus,
)
from .sizes import D, Size, at_least, key
from .strokes import Border, Bridges, Drawn, Joint, Passage, Stroke
from .tokens import spelled, tokenized
from .values import BASE62, Chars, Coded, Letters, Number
from .writing import Grow, Left, refuse

__all__ = [
    "ANONYMOUS", "AROUND", "BASE62", "WARNING", "Axis", "Band", "Border", "Bridges", "ByRim", "Chars", "Coded", "D",
    "Diagram", "Drawn", "Either", "Entry", "Fields", "Fixed", "Found", "Glyph", "Grow", "Joint", "Left", "Letters",
    "Listed", "Marks", "Number", "Passage", "Shape", "Size", "Slots", "Step", "Strip", "Stroke", "Tagged",
    "TooNarrow", "above", "at_least", "bar", "beside", "blank", "cells", "clues", "key", "one_per_cell", "open_",
    "plus", "read_drawing", "refuse", "ruled", "spelled", "tokenized", "write_drawing",
]
