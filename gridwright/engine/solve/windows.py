"""Windows: the parts of a board in which to look for another answer when one is known.

Where a puzzle has several answers, most of them differ in a small part of the board. If everything else is assumed to
be as in the known answer, little is left to search.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ...language.variables import Variables
from ...logic.ticks import ticking

_PARTS = 5
"""The height and the width of the board are divided into this many parts ..."""
_INSIDE = 3
"""... and a window takes this many of each."""


def marks_outside(variables: Variables, answer: Sequence[int]) -> list[list[int]]:
    """For each window, the literals of the answer's marks outside it."""
    own = [(lit, variables.spots_of(abs(lit))[0]) for lit in ticking(answer[1 : variables.top])]
    height, width = (max((spot[way] for _, spot in own), default=0) for way in (0, 1))
    return [
        [lit for lit, (y, x) in own if not (
            above * height <= _PARTS * y <= (above + _INSIDE) * height
            and left * width <= _PARTS * x <= (left + _INSIDE) * width
        )]
        for above, left in ticking(product(range(_PARTS - _INSIDE + 1), repeat=2))
    ]
