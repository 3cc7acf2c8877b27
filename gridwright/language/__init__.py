"""What a genre file is written in. It knows no solver, no file format and no screen.

The rule kinds are in ``language.kinds``.
"""

from .board import DOWN, LEFT, RIGHT, STEPS, UP, Board, Rect, Spot
from .drawing import Drawing
from .expr import ALWAYS, NEVER, Expr, Mark, Term, all_of, any_of, count, different, total
from .genre import About, Answer, Genre, Given, Key, Puzzle, State
from .look import (
    BLOCK,
    BRIDGE,
    BULB,
    CAGE,
    COMPASS,
    DASHES,
    DIGITS,
    DOMINOES,
    DOTS,
    GROUPED,
    ISLAND,
    JOIN,
    LETTERS,
    LINE,
    OPEN,
    PIECES,
    POINTER,
    SHADE,
    SIGN,
    SMALL,
    SPLIT,
    TEXT,
    TUBE,
    UNCAGED,
    UNSEEN,
    WALL,
    Ground,
    Look,
    headed,
    regions_by,
    symbols,
)
from .rules import Conflict, Demand, Draft, Drafts, Global, Rule, holding, implied, must, rule
from .ticks import ticking
from .wording import Wording

__all__ = [
    "ALWAYS", "BLOCK", "BRIDGE", "BULB", "CAGE", "COMPASS", "DASHES", "DIGITS", "DOMINOES", "DOTS", "DOWN",
    "GROUPED", "ISLAND", "JOIN", "LEFT", "LETTERS", "LINE", "NEVER", "OPEN", "PIECES", "POINTER", "RIGHT", "SHADE",
    "SIGN", "SMALL", "SPLIT", "STEPS", "TEXT", "TUBE", "UNCAGED", "UNSEEN", "UP", "WALL", "About", "Answer",
    "Board", "Conflict", "Demand", "Draft", "Drafts", "Drawing", "Expr", "Genre", "Given", "Global", "Ground",
    "Key", "Look", "Mark", "Puzzle", "Rect", "Rule", "Spot", "State", "Term", "Wording", "all_of", "any_of",
    "count", "different", "headed", "holding", "implied", "must", "regions_by", "rule", "symbols", "ticking",
    "total",
]
