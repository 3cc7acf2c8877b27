"""How Compass is written by pzprjs."""

from ...formats.pzpr import notation as pzpr
from ...language.layers import Layer

ADDRESS = pzpr.Tuple(pzpr.Hex(dot=None), (0, 3, 2, 1), "a compass", "four numbers")
"""Above, below, left, right; ours are above, right, left, below."""
ITEM = pzpr.Tuple(pzpr.Decimal(negative=True), (1, 3, 2, 0), "a compass", "four numbers", ",")
"""Right, below, left, above; -1 for none."""


def pzprjs(compass: Layer, wall: Layer) -> pzpr.Notation:
    """A compass is four numbers side by side, or with commas."""
    return pzpr.Notation(
        (pzpr.Along(pzpr.MarkField("hole", pzpr.Texts({"_": True})), pzpr.MarkField(compass, ADDRESS)),),
        (pzpr.cells(pzpr.Words("hole", {"#": True}), pzpr.CodedItem(compass, ITEM)), pzpr.drawn_walls(wall)),
    )
