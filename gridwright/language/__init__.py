"""The language in which genres are written. It is independent of solvers, file formats and pictures.

Rule kinds are in ``rules``, expressions in ``logic``, boards in ``board``.
"""

from ..board.arc_graph import ArcGraph
from ..board.board import Board, Spot
from ..board.rect import DOWN, LEFT, RIGHT, STEPS, UP, Rect, usual_boxes
from ..logic.amounts import Term, count, different, total
from ..logic.expr import ALWAYS, NEVER, Expr, Mark, all_of, any_of
from ..logic.ticks import ticking
from .domain import CELLS, IN_VIEW, LINE_LENGTH, SIDE, WHOLE, Domain, Numbers, OneOf, Such, Unknown, per_spot
from .genre import Genre
from .genre_errors import GenreError
from .layers import Answer, Given, Group, Key, holding
from .look import (
    DASHES,
    DIGITS,
    DOMINOES,
    DOTS,
    HOLE,
    ISLAND,
    LETTERS,
    LINE,
    OPEN,
    PIECES,
    SHADE,
    SMALL,
    TEXT,
    UNSEEN,
    WALL,
    Ground,
    Look,
    headed,
    symbols,
)
from .puzzle import About, Drawing, Puzzle, PuzzleError, State
from .rules import Conflict, Demand, DemandParts, Demands, Global, Rule, clue_rule, lemma, must, rule
from .sequences import ListOf, Text, TupleOf
from .wording import Wording

__all__ = [
    "ALWAYS",
    "CELLS",
    "DASHES",
    "DIGITS",
    "DOMINOES",
    "DOTS",
    "DOWN",
    "HOLE",
    "IN_VIEW",
    "ISLAND",
    "LEFT",
    "LETTERS",
    "LINE",
    "LINE_LENGTH",
    "NEVER",
    "OPEN",
    "PIECES",
    "RIGHT",
    "SHADE",
    "SIDE",
    "SMALL",
    "STEPS",
    "TEXT",
    "UNSEEN",
    "UP",
    "WALL",
    "WHOLE",
    "About",
    "Answer",
    "ArcGraph",
    "Board",
    "Conflict",
    "Demand",
    "DemandParts",
    "Demands",
    "Domain",
    "Drawing",
    "Expr",
    "Genre",
    "GenreError",
    "Given",
    "Global",
    "Ground",
    "Group",
    "Key",
    "ListOf",
    "Look",
    "Mark",
    "Numbers",
    "OneOf",
    "Puzzle",
    "PuzzleError",
    "Rect",
    "Rule",
    "Spot",
    "State",
    "Such",
    "Term",
    "Text",
    "TupleOf",
    "Unknown",
    "Wording",
    "all_of",
    "any_of",
    "clue_rule",
    "count",
    "different",
    "headed",
    "holding",
    "lemma",
    "must",
    "per_spot",
    "rule",
    "symbols",
    "ticking",
    "total",
    "usual_boxes",
]
