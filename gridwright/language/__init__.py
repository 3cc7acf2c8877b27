"""The language in which genres are written. It is independent of solvers, file formats and pictures.

The rule kinds are in ``language.kinds``.
"""

from .board import Board, Spot
from .boxes import usual_boxes
from .declaring import GenreError
from .domain import (
    CELLS,
    IN_VIEW,
    LINE_LENGTH,
    SIDE,
    WHOLE,
    Domain,
    ListOf,
    Numbers,
    OneOf,
    Such,
    Text,
    TupleOf,
    Unknown,
    per_spot,
)
from .drawing import Drawing
from .expr import ALWAYS, NEVER, Expr, Mark, Term, all_of, any_of, count, different, total
from .genre import Genre
from .layers import Answer, Given, Group, Key
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
    HOLE,
    ISLAND,
    JOIN,
    LETTERS,
    LINE,
    MERCURY,
    OPEN,
    PIECES,
    PIPS,
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
from .puzzle import About, Puzzle, State
from .rect import DOWN, LEFT, RIGHT, STEPS, UP, Rect
from .rules import Conflict, Demand, Draft, Drafts, Global, Rule, clue_rule, combined, holding, implied, must, rule
from .ticks import ticking
from .validation import PuzzleError
from .wording import Wording

__all__ = [
    "ALWAYS", "BLOCK", "BRIDGE", "BULB", "CAGE", "CELLS", "COMPASS", "DASHES", "DIGITS", "DOMINOES", "DOTS", "DOWN",
    "GROUPED", "HOLE", "IN_VIEW", "ISLAND", "JOIN", "LEFT", "LETTERS", "LINE", "LINE_LENGTH", "MERCURY", "NEVER",
    "OPEN", "PIECES", "PIPS", "POINTER", "RIGHT", "SHADE", "SIDE", "SIGN", "SMALL", "SPLIT", "STEPS", "TEXT", "TUBE",
    "UNCAGED", "UNSEEN", "UP", "WALL", "WHOLE", "About", "Answer", "Board", "Conflict", "Demand", "Domain", "Draft",
    "Drafts", "Drawing", "Expr", "Genre", "GenreError", "Given", "Global", "Ground", "Group", "Key", "ListOf", "Look",
    "Mark", "Numbers", "OneOf", "Puzzle", "PuzzleError", "Rect", "Rule", "Spot", "State", "Such", "Term", "Text",
    "TupleOf", "Unknown", "Wording", "all_of", "any_of", "clue_rule", "combined", "count", "different", "headed",
    "holding", "implied", "must", "per_spot", "regions_by", "rule", "symbols", "ticking", "total", "usual_boxes",
]
