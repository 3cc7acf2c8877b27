"""Diagrams of characters: one description serves reading and writing.

A diagram is **axis x axis**. An axis is a row of bands: ``cells``, ``ruled`` (cells with lines around and between),
``open_`` (lines only between), ``clues`` and ``bar``. Where bands cross, there is a *block* of characters that belongs
to one spot of the board: cell x cell is a cell, cell x line an edge (and so the link that crosses it), line x line a
corner, clue x cell a side. A *glyph* converts between the text of a block and the marks on its spot.

Two laws: no ink goes unread, and a writer never drops a mark silently. The second does not depend on correct glyphs:
every block that is written is read again, and must give the marks that it was written for.

Speed: the blocks are planned once for each size and kept with the board, and the meaning of a block's text is cached.
Reading is then one dictionary lookup for each block.
"""

from __future__ import annotations

from ...language.layers import MarksByLayer
from .combined import Fields, Listed, Slots, Tagged, above, beside
from .contents import (
    BASE62,
    Border,
    BridgeStrokes,
    Chars,
    Coded,
    Drawn,
    Joint,
    Letters,
    Number,
    Passage,
    Stroke,
    spelled,
    tokenized,
)
from .diagram import Diagram, one_per_cell, read_drawing, write_drawing
from .glyph import (
    ANONYMOUS,
    AROUND,
    WARNING,
    BlockMark,
    BlockMarks,
    BlockShape,
    ByRim,
    FirstOf,
    Fixed,
    Glyph,
    Offset,
    TooNarrow,
    blank,
    plus,
)
from .page import Grow, Left, refuse
from .plan import Axis, AxisBand, D, Size, Strip, at_least, bar, cells, clues, key, open_, ruled

__all__ = [
    "ANONYMOUS", "AROUND", "BASE62", "WARNING", "Axis", "AxisBand", "BlockMark", "BlockMarks", "BlockShape", "Border",
    "BridgeStrokes", "ByRim", "Chars", "Coded", "D", "Diagram", "Drawn", "Fields", "FirstOf", "Fixed", "Glyph", "Grow",
    "Joint", "Left", "Letters", "Listed", "MarksByLayer", "Number", "Offset", "Passage", "Size", "Slots", "Strip",
    "Stroke", "Tagged", "TooNarrow", "above", "at_least", "bar", "beside", "blank", "cells", "clues", "key",
    "one_per_cell", "open_", "plus", "read_drawing", "refuse", "ruled", "spelled", "tokenized", "write_drawing",
]
