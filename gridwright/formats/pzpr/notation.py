"""What the notations of genres are made of: the parts of addresses and files, and the rules that differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..roles.codecs import MISS, NUMBER, Blanks, Cases, Codec, Decimal, Hex, Separated, Texts, Tuple
from ..roles.grids import all_around as ring_of_cells
from ..roles.grids import between, cells, edges, inner_cells, points
from ..roles.items import Coded, Ignored, Number, Only, Piece, Put, Spelt, Words
from ..roles.packs import Fixed, List, One
from ..roles.rules import IGNORED, NONE, Implies, Rules
from ..roles.sheet import UNKNOWN, Sheet, all_around, borders
from ..roles.sheet import points as grid_points
from .codes import (
    Along,
    Code,
    Mark,
    Outside,
    RoomNumbers,
    Seq,
    Slash,
    Tailed,
    Whole,
    bits,
    border,
    named,
    numbers,
    small,
    ternary,
)
from .pieces import (
    MINUS_TWO,
    NOTED,
    Bank,
    BankLine,
    ByVersion,
    Choice,
    Count,
    Flag,
    Framed,
    Notes,
    Rest,
    Rooms,
    clues,
    drawn_walls,
    filled_in,
    line,
    outside_clue,
    pencilled,
    rings,
    shaded,
    shading,
    sums_of_digits,
    walls,
)


class PzprNotation(Rules):
    """The parts of a genre's addresses, and those of its files of ``version``.

    ``file`` is its name in files, if not the one that is written in addresses.

    ``differs`` says for each flag that is not supported which rule it changes; ``without`` the same for a flag that is
    supported and was not set. ``plain`` flags change no rule. ``refuses`` says what else is refused.
    ``frame`` rows and columns are not counted in sizes. ``square``: files have one size only.
    """

    def __init__(
        self, address: tuple[Code, ...], body: tuple[Piece, ...], *, file: str = "", version: int = 0,
        differs: Mapping[str, str] = NONE, without: Mapping[str, str] = NONE, plain: str = "", refuses: str = "",
        frame: int = 0, square: bool = False, **rules: Any,
    ) -> None:  # fmt: skip
        super().__init__(**rules)
        self.address, self.body, self.file, self.version = address, body, file, version
        self.differs, self.without, self.plain, self.refuses = differs, without, plain, refuses
        self.frame, self.square = frame, square

    @property
    def flags(self) -> frozenset[str]:
        """The flags that are written."""
        return frozenset(self.without)


Notation = PzprNotation


__all__ = [
    "IGNORED", "MINUS_TWO", "MISS", "NOTED", "NUMBER", "UNKNOWN", "Along", "Bank", "BankLine", "Blanks", "ByVersion",
    "Cases", "Choice", "Codec", "Coded", "Count", "Decimal", "Fixed", "Flag", "Framed", "Hex", "Ignored", "Implies",
    "List", "Mark", "Notation", "Notes", "Number", "One", "Only", "Outside", "Put", "Rest", "RoomNumbers", "Rooms",
    "Separated", "Seq", "Sheet", "Slash", "Spelt", "Tailed", "Texts", "Tuple", "Whole", "Words", "all_around",
    "between", "bits", "border", "borders", "cells", "clues", "drawn_walls", "edges", "filled_in", "grid_points",
    "inner_cells", "line", "named", "numbers", "outside_clue", "pencilled", "points", "ring_of_cells", "rings",
    "shaded", "shading", "small", "sums_of_digits", "ternary", "walls",
]
