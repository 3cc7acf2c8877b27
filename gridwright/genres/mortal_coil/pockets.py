"""Pockets: parts of a board that hang on it by one cell, each of which a path through all cells has to end in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...board.arc_graph import ArcGraph
from ...board.walks import pockets
from ...language.rules import Conflict, Global
from ...logic.expr import Known


class TwoEnds(Global):
    """A path through all nodes has two ends, and begins at a start.

    A pocket is joined to the other nodes at one node only. The path passes that node once, so it ends in each pocket,
    or begins there. Conflicts tell a cell of each pocket (``{pockets}``): three, or (``many``) two where the
    ``{start}`` is in neither.
    """

    def __init__(self, graph: ArcGraph, start: Mapping[int, int]) -> None:
        """``start`` holds for each node the literal that says that the path begins there."""
        self.graph, self.start = graph, start

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        begins, ending = self._begins(known), self._ending(known)
        most = 2 - len(begins)
        if len(ending) <= most:
            return
        told = sorted(ending, key=lambda one: (len(one[0]), one))[: most + 1]
        lits = dict.fromkeys(lit for piece, neck in told for lit in self._walls(piece, neck))
        spots = self.graph.nodes
        cells = tuple(spots[node] for piece, _ in told for node in sorted(piece))
        first = tuple(spots[min(piece)] for piece, _ in told)
        words = {"pockets": first, "start": tuple(spots[node] for node in begins)}
        because = [*(self.start[node] for node in begins), *(-lit for lit in lits)]
        yield Conflict(cells, because, words, "many" if begins else "")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """To leave a link out; to begin elsewhere than in one of two pockets. While neither these nor a start is
        known, hardly any link makes three."""
        starts = set(self.start.values())
        if not self._begins(known) and len(self._ending(known)) < 2:
            return []
        return [lit for lit in lits if lit < 0 or lit in starts]

    def _begins(self, known: Known) -> list[int]:
        """The node where the path begins, if that is known."""
        return [node for node, lit in self.start.items() if known[lit] > 0][:1]

    def _ending(self, known: Known) -> list[tuple[list[int], int]]:
        """The smallest pockets that the path ends in, or begins in if its start is not known, as far as links may be
        drawn; each with the node that it hangs on."""
        is_open = [known[lit] >= 0 for lit in self.graph.lits]
        ways = [[way for way in own if is_open[way[0]]] for own in self.graph.near]
        begins = self._begins(known)
        found = pockets(ways, begins[0] if begins else 0)
        return [(piece, neck) for piece, neck in found if neck not in begins and not set(begins).intersection(piece)]

    def _walls(self, piece: Sequence[int], neck: int) -> Iterator[int]:
        """The literals of the links that lead out of a pocket, but for those to where it hangs."""
        inside = set(piece)
        for arc in dict.fromkeys(arc for node in piece for arc in self.graph.arcs_of[node]):
            other = [end for end in self.graph.ends[arc] if end not in inside]
            if other and other != [neck]:
                yield self.graph.lits[arc]
