"""What a long search is told about groups of equal numbers: which cells belong to the groups of given numbers.

For each cell in reach, a literal says that it belongs to the group, and the group's cells are counted. Further literals
say in how many steps the group gets to the cell. So unit propagation sees that a group is complete, that it has no room
left, and that it would join another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...board.walks import Adjacency, distances
from ...logic.clauses import Clauses
from ...logic.ticks import ticking

_MOST = 6_000
"""Up to this product of the cells in reach and the steps, a group is told."""


def encode_group(
    adjacency: Adjacency, lits: Sequence[Mapping[int, int]], n: int, core: Sequence[int], out: Clauses
) -> None:
    """Adds which cells belong to the group of some given cells with the number n.

    ``lits[cell]`` maps each possible value of a cell to its literal.
    """
    steps = n - len(core)
    reach = distances(adjacency, core, lambda cell: n in lits[cell], steps)
    if steps < 0 or len(reach) * steps > _MOST:
        return
    others = [cell for cell in reach if cell not in core]
    own = dict.fromkeys(core, 1)
    own.update(zip(others, range(out.new(len(others)), out.top + 1), strict=True))
    for cell, mine in ticking(own.items()):
        if mine != 1:
            out.add([-mine, lits[cell][n]])
        for near in adjacency[cell]:
            if n in lits[near]:
                out.add([-mine, -lits[near][n], own.get(near, -1)])
    out.count([own[cell] for cell in others], [steps])
    _encode_steps(adjacency, own, steps, out)


def _encode_steps(adjacency: Adjacency, own: Mapping[int, int], steps: int, out: Clauses) -> None:
    """Each cell of the group has a neighbour that is reached in a step less."""
    before = {cell: mine for cell, mine in own.items() if mine == 1}
    core = dict(before)
    for _ in ticking(range(steps)):
        now = dict(core)
        for cell, mine in ticking(own.items()):
            ways = [before[near] for near in adjacency[cell] if near in before]
            if mine != 1 and ways:
                now[cell] = by = out.new()
                out.extend(([-by, mine], [-by, *ways]))
                out.extend([-way, -mine, by] for way in ways)
        before = now
    out.extend([-mine, before[cell]] for cell, mine in own.items())
