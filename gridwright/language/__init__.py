"""What a genre file is written in. It knows no solver, no file format and no screen.

The rule kinds are in ``language.kinds``.
"""

from .board import DOWN, LEFT, RIGHT, STEPS, UP, Board, Rect, Spot
from .expr import ALWAYS, NEVER, Expr, Mark, Term, all_of, any_of, count, different, total
from .genre import About, Answer, Genre, Given, Key, Puzzle, State
from .look import BRIDGE, JOIN, LINE, SHADE, TEXT, UNSEEN, WALL, Look, symbols
from .rules import Conflict, Demand, Drafts, Global, Rule, holding, must, rule

__all__ = [
    "ALWAYS", "BRIDGE", "DOWN", "JOIN", "LEFT", "LINE", "NEVER", "RIGHT", "SHADE", "STEPS", "TEXT", "UNSEEN", "UP",
    "WALL", "About", "Answer", "Board", "Conflict", "Demand", "Drafts", "Expr", "Genre", "Given", "Global", "Key",
    "Look", "Mark", "Puzzle", "Rect", "Rule", "Spot", "State", "Term", "all_of", "any_of", "count", "different",
    "holding", "must", "rule", "symbols", "total",
]
