"""What people see of a sliding path ahead: the pockets that it has to end in, and its first few slides.

A pocket is a part of the board that hangs on the rest by one cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from ...board.arc_graph import ArcGraph
from ...board.board import Spot
from ...board.rect import STEPS, Direction, Rect
from ...board.walks import pockets
from ...language.rules import Conflict, Global
from ...logic.expr import Known


class TwoEnds(Global):
    """A path through all nodes has two ends, and begins at a start.

    It passes the node that a pocket hangs on once, so it ends or begins in each pocket. A conflict names a cell of each
    pocket (``{pockets}``): three, or (``many``) two if the ``{start}`` is in neither.
    """

    def __init__(self, graph: ArcGraph, start: Mapping[int, int]) -> None:
        """``start`` holds for each node the literal that the path begins there."""
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
        """Links that are left out, and starts. Without two pockets or a known start, hardly any link makes a third
        pocket."""
        starts = set(self.start.values())
        if not self._begins(known) and len(self._ending(known)) < 2:
            return []
        return [lit for lit in lits if lit < 0 or lit in starts]

    def _begins(self, known: Known) -> list[int]:
        """The node where the path begins, if it is known."""
        return [node for node, lit in self.start.items() if known[lit] > 0][:1]

    def _ending(self, known: Known) -> list[tuple[list[int], int]]:
        """The smallest pockets in which the path ends (or begins, if its start is unknown), as far as links may be
        drawn, each with the node on which it hangs."""
        is_open = [known[lit] >= 0 for lit in self.graph.lits]
        ways = [[way for way in own if is_open[way[0]]] for own in self.graph.near]
        begins = self._begins(known)
        found = pockets(ways, begins[0] if begins else 0)
        return [(piece, neck) for piece, neck in found if neck not in begins and not set(begins).intersection(piece)]

    def _walls(self, piece: Sequence[int], neck: int) -> Iterator[int]:
        """The literals of the links out of a pocket, except for those to the node on which it hangs."""
        inside = set(piece)
        for arc in dict.fromkeys(arc for node in piece for arc in self.graph.arcs_of[node]):
            other = [end for end in self.graph.ends[arc] if end not in inside]
            if other and other != [neck]:
                yield self.graph.lits[arc]


_SLIDES = 3
"""At most this many slides that are not drawn yet are followed."""


class _Stop(NamedTuple):
    """Where the path cannot go on: ``ahead`` is the free cell that it does not enter, ``left`` are the unvisited cells
    when it gets stuck."""

    cell: Spot
    because: list[int]
    ahead: Spot | None
    left: Sequence[Spot]


@dataclass
class _Slide:
    """The path as far as it is forced, and the literals that force it."""

    here: Spot
    because: list[int]
    visited: dict[Spot, None] = field(default_factory=dict)
    links: list[int] = field(default_factory=list)
    """The literals of the links on the way, and of those among which it can choose in the end."""
    n_slides: int = 0


class SlidesAhead(Global):
    """From its start, the path slides until it is stopped, turns if there is one way left, and visits all cells.

    A conflict says that the path gets stuck at ``{cell}`` before it visits ``{left}``, or (``many``) that it stops at
    ``{cell}`` although the cell ``{ahead}`` is free.
    """

    def __init__(self, board: Rect, free: Set[Spot], start: Mapping[Spot, int], path: Mapping[Spot, int]) -> None:
        self.board, self.free, self.start, self.path = board, free, start, path

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for cell, lit in self.start.items():
            if known[lit] > 0:
                stop = self._followed(_Slide(cell, [lit]), known)
                if stop is not None:
                    words = {"cell": stop.cell, "ahead": stop.ahead, "left": tuple(stop.left)}
                    yield Conflict((stop.cell,), stop.because, words, "many" if stop.ahead else "")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Starts, links of the way that are left out, and links at its end that are chosen."""
        for cell, lit in self.start.items():
            if known[lit] > 0:
                walk = _Slide(cell, [lit])
                self._followed(walk, known)
                met = set(walk.links)
                return (lit for lit in lits if abs(lit) in met)
        starts = set(self.start.values())
        return (lit for lit in lits if lit in starts)

    def _followed(self, walk: _Slide, known: Known) -> _Stop | None:
        """Where the path gets stuck or stops too early; None if it comes to a choice or to its end."""
        way: Direction | None = None
        while True:
            walk.visited[walk.here] = None
            onward = dict(self._onward(walk))
            if way not in onward:
                way = self._turned(walk, onward, known)
                if way is None:
                    return None
                if way not in onward:
                    left = [cell for cell in sorted(self.free) if cell not in walk.visited]
                    return _Stop(walk.here, walk.because, None, left) if left else None
            link = onward[way]
            after = Spot(walk.here.y + way[0], walk.here.x + way[1])
            if known[link] < 0:
                return _Stop(walk.here, [*walk.because, -link], after, ())
            walk.links.append(link)
            walk.here = after

    def _turned(self, walk: _Slide, onward: Mapping[Direction, int], known: Known) -> Direction | None:
        """Where the path turns when it is stopped, (0, 0) for nowhere; None if that is open, or too far ahead."""
        drawn = [step for step, link in onward.items() if known[link] > 0]
        if len(drawn) == 1:
            walk.because.append(onward[drawn[0]])
            return drawn[0]
        left = [step for step, link in onward.items() if known[link] >= 0]
        if len(left) > 1:
            walk.links += onward.values()
            return None
        walk.because += [-link for link in onward.values() if known[link] < 0]
        walk.n_slides += 1
        if not left:
            return 0, 0
        return left[0] if walk.n_slides <= _SLIDES else None

    def _onward(self, walk: _Slide) -> Iterator[tuple[Direction, int]]:
        """The steps to free cells that have not been visited, each with the literal of its link."""
        for step in STEPS:
            after = Spot(walk.here.y + step[0], walk.here.x + step[1])
            if after in self.free and after not in walk.visited:
                yield step, self.path[self.board.link(walk.here, after)]
