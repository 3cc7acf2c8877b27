"""What the notations of genres are made of: the parts of drawings, and how rules and marks differ."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..roles.sheet import Implies, List, One, Role, Rules, Sheet, ignored
from .ink import Symbol
from .parts import (
    LABEL,
    LETTER,
    Assumed,
    CellTexts,
    Edges,
    Lines,
    MarginTexts,
    Part,
    Regions,
    Shade,
    Symbols,
    TextKind,
    circles,
)


class PenpaNotation(Rules):
    """The parts of a genre's drawings. ``framed``: clues in a margin beside the board belong to the board.

    ``tag`` is the editor's name for the genre, if not the first of its names.
    """

    def __init__(self, *parts: Part, framed: bool = False, tag: str = "", **rules: Any) -> None:
        super().__init__(**rules)
        self.parts, self.framed, self.tag = parts, framed, tag


Notation = PenpaNotation
BLACK_CIRCLES = [symbol for symbol in circles("circle_SS", True, True) if symbol.style == 2]
SQUARES = [Symbol(f"square_{size}", style) for size in "MLS" for style in (1, 2, 6, 8, 10)]


def marks(of: Role, name: str, values: Mapping[int, Any], check: str, tool: str = "Shape") -> Symbols:
    """Symbols that the solver sets, by their styles."""
    told = {Symbol(name, style): value for style, value in values.items()}
    return Symbols(of, told, drawn=True, checks=(check,), tool=tool)


def smaller(least: int, sheet: Sheet) -> int:
    """A number that the side of the grid limits."""
    return max(1, min(least, sheet.n_cols))


__all__ = [
    "BLACK_CIRCLES", "LABEL", "LETTER", "SQUARES", "Assumed", "CellTexts", "Edges", "Implies", "Lines", "List",
    "MarginTexts", "Notation", "One", "Regions", "Shade", "Symbol", "Symbols", "TextKind", "circles", "ignored",
    "marks", "partial", "smaller",
]
