"""Rule kinds that several genres use. A kind that only one genre uses lives with that genre."""

from .areas import (
    AllJoined,
    AreaSize,
    HeadEach,
    OneHeadEach,
    OneKind,
    WallsPart,
    all_joined,
    head_each,
    one_kind,
    walls_part,
)
from .automata import Accepted, Automaton
from .body_sums import body_sums
from .connected import connected, one_mass
from .latin import name_of_area, once_each, once_in, regions_of
from .local import Pair, Tally, apart, counted, counted_around, half_open, no_block, related, tallied, unmarked
from .loop import no_branches, no_ring, one_loop
from .pairs import domino_set, in_pairs, paired
from .runs import runs
from .sight import seen_from, towers_in_view
from .sums import Sum, distinct_sums, number_sets, sets_of

__all__ = [
    "Accepted", "AllJoined", "AreaSize", "Automaton", "HeadEach", "OneHeadEach", "OneKind", "Pair", "Sum", "Tally",
    "WallsPart", "all_joined", "apart", "body_sums", "connected", "counted", "counted_around",
    "distinct_sums", "domino_set", "half_open", "head_each", "in_pairs", "name_of_area", "no_block", "no_branches",
    "no_ring", "number_sets", "once_each", "once_in", "one_kind", "one_loop", "one_mass", "paired", "regions_of",
    "related", "runs", "seen_from", "sets_of", "tallied", "towers_in_view", "unmarked", "walls_part",
]
