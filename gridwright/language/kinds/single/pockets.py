"""Pockets: parts of a board that hang on it by one cell, each of which a path through all cells has to end in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...expr import Known
from ...rules import Conflict, Global
from ...separation import articulation_points
from ...walks import components
from ..areas import Joints


class TwoEnds(Global):
    """A path through all nodes has two ends, and begins at a start.

    A pocket is joined to the other nodes at one node only. The path passes that node once, so it ends in each pocket,
    or begins there. Conflicts tell the pockets (``{pockets}``): three, or two where the start is in neither.
    """

    def __init__(self, joints: Joints, start: Mapping[int, int]) -> None:
        """``start`` holds for each node the literal that says that the path begins there."""
        self.joints, self.start = joints, start

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        begins, pockets = self._begins(known), self._ending(known)
        most = 2 - len(begins)
        if len(pockets) <= most:
            return
        told = sorted(pockets, key=lambda one: (len(one[0]), one))[: most + 1]
        lits = dict.fromkeys(lit for piece, neck in told for lit in self._walls(piece, neck))
        spots = self.joints.spots
        cells = tuple(spots[node] for piece, _ in told for node in sorted(piece))
        words = {"pockets": cells, "start": tuple(spots[node] for node in begins)}
        because = [*(self.start[node] for node in begins), *(-lit for lit in lits)]
        yield Conflict(cells, because, words, "many" if begins else "")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """To leave a link out where there are as many pockets as ends; to begin elsewhere than in one of two."""
        starts = set(self.start.values())
        if len(self._ending(known)) < 2 - len(self._begins(known)):
            return []
        return [lit for lit in lits if lit < 0 or lit in starts]

    def _begins(self, known: Known) -> list[int]:
        """The node where the path begins, if that is known."""
        return [node for node, lit in self.start.items() if known[lit] > 0][:1]

    def _ending(self, known: Known) -> list[tuple[list[int], int]]:
        """The smallest pockets that the path ends in, or begins in if its start is not known, as far as links may be
        drawn; each with the node that it hangs on."""
        joints = self.joints
        near: list[list[int]] = [[] for _ in joints.spots]
        for (a, b), lit in zip(joints.ends, joints.lits, strict=True):
            if known[lit] >= 0:
                near[a].append(b)
                near[b].append(a)
        necks = articulation_points(near, [True] * len(near))
        begins = self._begins(known)
        found = []
        for piece in components(near, [node not in necks for node in range(len(near))]):
            beside = {other for node in piece for other in near[node] if other in necks}
            if len(beside) == 1 and not beside.union(piece).intersection(begins):
                found.append((piece, *beside))
        return found

    def _walls(self, piece: Sequence[int], neck: int) -> Iterator[int]:
        """The literals of the links that lead out of a pocket, but for those to where it hangs."""
        inside = set(piece)
        for arc in dict.fromkeys(arc for node in piece for arc in self.joints.arcs_of[node]):
            other = [end for end in self.joints.ends[arc] if end not in inside]
            if other and other != [neck]:
                yield self.joints.lits[arc]
