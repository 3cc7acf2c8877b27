"""What a genre file is written in. It knows no solver, no file format and no screen."""

from .board import DOWN, LEFT, RIGHT, STEPS, UP, Board, Rect, Spot
from .expr import ALWAYS, NEVER, Expr, Mark, Term, all_of, any_of, count, different, total
from .genre import About, Answer, Genre, Given, Key, Puzzle, State
from .kinds.areas import AllJoined, AreaSize, Joints, OneHeadEach, all_joined
from .kinds.around import runs_around
from .kinds.automata import Accepted, Automaton
from .kinds.between import sum_between
from .kinds.block_sums import block_sums
from .kinds.border import one_mass
from .kinds.calls import phone_calls
from .kinds.coil import sliding_path
from .kinds.connected import connected
from .kinds.counts import counted
from .kinds.covered import covered_totals
from .kinds.divided import HeadEach, OneKind, WallsPart, head_each, one_kind, walls_part
from .kinds.dominoes import domino_set, in_pairs
from .kinds.first import first_met
from .kinds.forest import Arcs, no_ring
from .kinds.groups import numbered_groups
from .kinds.islands import islands
from .kinds.latin import once_each
from .kinds.local import apart, half_open, no_block
from .kinds.loop import no_branches, one_loop
from .kinds.loose_runs import loose_runs
from .kinds.network import one_network, shape_counts
from .kinds.pairing import paired
from .kinds.path_numbers import numbered_path
from .kinds.paths import joined_pairs
from .kinds.realms import compass_areas, core_of, symmetric_areas
from .kinds.rectangles import rectangles
from .kinds.related import Pair, related
from .kinds.runs import runs
from .kinds.sight import seen_from
from .kinds.skyline import towers_in_view
from .kinds.sums import Sum, distinct_sums
from .kinds.tetrominoes import tetrominoes
from .kinds.tour import in_order, one_tour
from .kinds.unlike import unlike
from .look import BRIDGE, JOIN, LINE, SHADE, TEXT, UNSEEN, WALL, Look, symbols
from .rules import Conflict, Demand, Drafts, Global, Rule, holding, must, rule

__all__ = [
    "ALWAYS",
    "BRIDGE",
    "DOWN",
    "JOIN",
    "LEFT",
    "LINE",
    "NEVER",
    "RIGHT",
    "SHADE",
    "STEPS",
    "TEXT",
    "UNSEEN",
    "UP",
    "WALL",
    "About",
    "Accepted",
    "AllJoined",
    "Answer",
    "Arcs",
    "AreaSize",
    "Automaton",
    "Board",
    "Conflict",
    "Demand",
    "Drafts",
    "Expr",
    "Genre",
    "Given",
    "Global",
    "HeadEach",
    "Joints",
    "Key",
    "Look",
    "Mark",
    "OneHeadEach",
    "OneKind",
    "Pair",
    "Puzzle",
    "Rect",
    "Rule",
    "Spot",
    "State",
    "Sum",
    "Term",
    "WallsPart",
    "all_joined",
    "all_of",
    "any_of",
    "apart",
    "block_sums",
    "compass_areas",
    "connected",
    "core_of",
    "count",
    "counted",
    "covered_totals",
    "different",
    "distinct_sums",
    "domino_set",
    "first_met",
    "half_open",
    "head_each",
    "holding",
    "in_order",
    "in_pairs",
    "islands",
    "joined_pairs",
    "loose_runs",
    "must",
    "no_block",
    "no_branches",
    "no_ring",
    "numbered_groups",
    "numbered_path",
    "once_each",
    "one_kind",
    "one_loop",
    "one_mass",
    "one_network",
    "one_tour",
    "paired",
    "phone_calls",
    "rectangles",
    "related",
    "rule",
    "runs",
    "runs_around",
    "seen_from",
    "shape_counts",
    "sliding_path",
    "sum_between",
    "symbols",
    "symmetric_areas",
    "tetrominoes",
    "total",
    "towers_in_view",
    "unlike",
    "walls_part",
]
