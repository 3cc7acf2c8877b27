"""What a long search is told about groups of equal numbers: which cells belong to the groups of given numbers.

For each cell in reach, a literal says that it belongs to the group, and the group's cells are counted. Further literals
say in how many steps the group gets to the cell. So unit propagation sees that a group is complete, that it has no room
left, and that it would join another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...board.walks import Adjacency, distances
from ...logic.clauses import Clauses
from ...logic.ticks import ticking

_MOST = 40_000
"""Groups are told up to this sum of the cells in reach times the steps; larger boards have many small groups."""


def encode_groups(
    adjacency: Adjacency, lits: Sequence[Mapping[int, int]], given: Iterable[tuple[int, Sequence[int]]], out: Clauses
) -> None:
    """Adds which cells belong to some groups; ``given`` has the number of each and the cells that are known to be in
    it.

    ``lits[cell]`` maps each possible value of a cell to its literal.
    """
    groups = [(n, core, _reach(adjacency, lits, n, core)) for n, core in ticking(given) if len(core) <= n]
    if sum(len(reach) * (n - len(core)) for n, core, reach in groups) > _MOST:
        return
    for n, core, reach in groups:
        others = reach[len(core) :]
        own = dict.fromkeys(core, 1)
        own.update(zip(others, range(out.new(len(others)), out.top + 1), strict=True))
        for cell, mine in ticking(own.items()):
            if mine != 1:
                out.add([-mine, lits[cell][n]])
            out.extend([-mine, -lits[near][n], own.get(near, -1)] for near in adjacency[cell] if n in lits[near])
        out.count([own[cell] for cell in others], [n - len(core)])
        _encode_steps(adjacency, own, n - len(core), out)


def _reach(adjacency: Adjacency, lits: Sequence[Mapping[int, int]], n: int, core: Sequence[int]) -> list[int]:
    """The cells that the group of a core may have, beginning with the core."""
    return list(distances(adjacency, core, lambda cell: n in lits[cell], n - len(core)))


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
