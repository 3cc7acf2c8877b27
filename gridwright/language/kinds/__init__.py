"""The rule kinds, one file each. Those that one genre uses so far are in ``single``."""

from .areas import AllJoined, AreaSize, Joints, OneHeadEach, all_joined
from .automata import Accepted, Automaton
from .body_sums import body_sums
from .border import one_mass
from .connected import connected
from .counts import Tally, counted, tallied
from .divided import HeadEach, OneKind, WallsPart, head_each, one_kind, walls_part
from .dominoes import domino_set, in_pairs
from .forest import Arcs, no_ring
from .latin import once_each, once_in
from .local import apart, half_open, no_block
from .loop import no_branches, one_loop
from .pairing import paired
from .realms import compass_areas, core_of, symmetric_areas
from .related import Pair, related
from .runs import runs
from .sight import seen_from
from .single.around import runs_around
from .single.between import sum_between
from .single.block_sums import block_sums
from .single.calls import phone_calls
from .single.coil import sliding_path
from .single.covered import covered_once, covered_totals
from .single.curves import figure_in, shaped_curves
from .single.dominating import dominating
from .single.excluded import Exclusion, excluded
from .single.first import first_met
from .single.fitting_pieces import fitting_pieces
from .single.fitting_tetrominoes import fitting_tetromino
from .single.groups import numbered_groups
from .single.islands import islands
from .single.loose_runs import loose_runs
from .single.nearest import nearest_shown
from .single.network import one_network, shape_counts
from .single.path_numbers import numbered_path
from .single.paths import joined_pairs
from .single.rectangles import rectangles
from .single.room_apart import room_apart
from .single.tour import in_order, one_tour
from .single.unlike import unlike
from .skyline import towers_in_view
from .sums import Sum, distinct_sums, number_sets
from .tetrominoes import tetrominoes
from .unmarked import unmarked

__all__ = [
    "Accepted", "AllJoined", "Arcs", "AreaSize", "Automaton", "Exclusion", "HeadEach", "Joints", "OneHeadEach",
    "OneKind", "Pair", "Sum", "Tally", "WallsPart", "all_joined", "apart", "block_sums", "body_sums", "compass_areas",
    "connected", "core_of", "counted", "covered_once", "covered_totals", "distinct_sums", "dominating", "domino_set",
    "excluded", "figure_in", "first_met", "fitting_pieces", "fitting_tetromino", "half_open", "head_each", "in_order",
    "in_pairs", "islands", "joined_pairs", "loose_runs", "nearest_shown", "no_block", "no_branches", "no_ring",
    "number_sets", "numbered_groups", "numbered_path", "once_each", "once_in", "one_kind", "one_loop", "one_mass",
    "one_network", "one_tour", "paired", "phone_calls", "rectangles", "related", "room_apart", "runs", "runs_around",
    "seen_from", "shape_counts", "shaped_curves", "sliding_path", "sum_between", "symmetric_areas", "tallied",
    "tetrominoes", "towers_in_view", "unlike", "unmarked", "walls_part",
]
