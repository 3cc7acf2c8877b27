"""A path that slides and covers the board (Mortal Coil), in clauses about which of two touching cells comes earlier.

A walk that covers the board is a Hamiltonian path of the graph of free cells, and it puts the cells in a line of time.
Trying moves from the start is hopeless on a big board, because a wrong turn may show only a thousand moves later. Here
the whole board is looked at at once, and the reason why that works is a theorem about planar graphs that turns "there
is one line of time" into small local conditions.

*What is decided.*  For each pair of touching free cells, which of the two is *earlier*; for each such pair and each
direction, whether the walk *steps* there; for each cell, whether it is the *start* or the *end*. Every cell but the
start is stepped into exactly once, every cell but the end is left exactly once, and a step goes to the later cell.
The sliding rule is local too: a walk that comes into ``c`` moving in direction ``d``, with a free cell ahead that is
later than ``c``, has to step ahead.

*Why time is local.*  Draw each edge from the earlier to the later cell. At each corner (two edges that follow one
another round a cell, seen from a face) the cell is either later than both neighbours, earlier than both, or between.
Let ``2 a(c)`` be the number of corners of cell ``c`` that are "between", and ``s(f)`` the number of corners of face
``f`` where the cell is earlier than both; as many are later than both. There are two corners for each edge, so
``sum a + sum s = edges``, and with Euler's formula ``sum (a - 1) + sum (s - 1) = -2``. The start and the end have
``a = 0``, which already makes the ``-2``; every other cell has an earlier neighbour (where the walk comes from) and a
later one (where it goes), so ``a >= 1``; and no face is a directed ring, so ``s >= 1``. Therefore all of these are
equalities: *round every cell the earlier neighbours lie side by side, and every face (a two-by-two square of free
cells, or the rim of a group of walls) has exactly one earliest and one latest corner*. This holds for every answer
and says at once, among much else, that what is left of the board never falls apart.

Nor do steps alone lead from the earliest corner of a face to the latest, unless they pass all of its corners: any other
would have to be visited between two of them.

In the other direction, a directed ring that has neither the start nor the end on one of its sides would enclose a
smaller one, down to a face, which has been ruled out. So the only false time lines that get through the local
conditions are rings parting the start from the end. They are rare: each one that turns up is cut off when it does.

The colouring of a chessboard adds that start and end have the right colours.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from ...board.arc_graph import ArcGraph
from ...board.board import Spot
from ...board.rect import STEPS, Direction, Rect
from ...board.walks import components
from ...language.genre import Genre
from ...language.layers import AnswerLayer
from ...language.rules import Conflict, Demand, Demands, Global, Lemma, Rule, bundle, must
from ...language.wording import RuleText, Wording
from ...logic.amounts import count
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Known, Mark
from ...logic.ticks import ticking
from ...rules.areas import GraphRule, all_joined
from .seen_ahead import SlidesAhead, TwoEnds

Neighbours: TypeAlias = Sequence[tuple[int, int, int, int]]
"""For each free cell, the free cells above, on the right, below and on the left; -1 for a wall or the outside."""
Free: TypeAlias = Callable[[Any], Sequence[Spot]]


class Timeline(Global):
    """The conditions for one board: clauses, and cuts against rings of time.

    ``start`` holds for each free cell the literal that the path begins there, ``path`` for each cell and direction the
    literal of the link there (0 if there is none).
    """

    def __init__(
        self, neighbours: Neighbours, start: Sequence[int], path: Sequence[Sequence[int]], out: Clauses
    ) -> None:
        self.neighbours = neighbours
        self.count = len(neighbours)
        self.out = out
        self.start = start
        self.earlier = [[0] * 4 for _ in neighbours]
        """A literal for each cell and direction: the cell is earlier than its neighbour there."""
        self.step = [[0] * 4 for _ in neighbours]
        """A literal for each cell and direction: the path steps from the cell to its neighbour there."""
        first = out.new(self.count)
        self.end = list(range(first, first + self.count))
        out.exactly_one(self.start)
        out.exactly_one(self.end)
        self._colours()
        self._number_edges(path)
        for cell in ticking(range(self.count)):
            self._cell(cell)
        for walk in ticking(self._faces()):
            self._face(walk)

    def _number_edges(self, path: Sequence[Sequence[int]]) -> None:
        new, add = self.out.new, self.out.add
        for cell, around in enumerate(ticking(self.neighbours)):
            for d in (1, 2):
                other = around[d]
                if other < 0:
                    continue
                forth, back, earlier = new(), new(), new()
                self.step[cell][d], self.step[other][d ^ 2] = forth, back
                self.earlier[cell][d], self.earlier[other][d ^ 2] = earlier, -earlier
                link = path[cell][d]
                add([-forth, link])
                add([-back, link])
                add([-link, forth, back])

    def _colours(self) -> None:
        """The colours of start and end on a chessboard: different if the number of cells is even, else both the
        commoner one."""
        colour = [-1] * self.count
        colour[0] = 0
        stack = [0]
        while stack:
            self.out.tick()
            cell = stack.pop()
            for other in self.neighbours[cell]:
                if other >= 0 and colour[other] < 0:
                    colour[other] = 1 - colour[cell]
                    stack.append(other)
        if self.count % 2:
            rarer = 0 if 2 * sum(colour) > self.count else 1
            for cell in ticking(range(self.count)):
                if colour[cell] == rarer:
                    self.out.extend([[-self.start[cell]], [-self.end[cell]]])
        else:
            black = self.out.new()  # the start has colour 1
            for cell in ticking(range(self.count)):
                side = black if colour[cell] else -black
                self.out.extend([[-self.start[cell], side], [-self.end[cell], -side]])

    def _cell(self, cell: int) -> None:
        """The conditions around one cell: one step in, one step out, steps lead to later cells, sliding, no
        crossing."""
        around = self.neighbours[cell]
        earlier, step = self.earlier[cell], self.step[cell]
        ways = [d for d in range(4) if around[d] >= 0]
        self.out.exactly_one([step[d] for d in ways] + [self.end[cell]])
        self.out.exactly_one([self.step[around[d]][d ^ 2] for d in ways] + [self.start[cell]])
        for d in ways:
            self.out.extend(
                [
                    [-step[d], earlier[d]],
                    [-self.start[cell], earlier[d]],
                    [-self.end[cell], -earlier[d]],
                ]
            )
            if around[d ^ 2] >= 0:
                self.out.add([-self.step[around[d ^ 2]][d], -earlier[d], step[d]])
        if len(ways) == 4:
            up, right, down, left = earlier
            self.out.extend([[up, -right, down, -left], [-up, right, -down, left]])

    def _faces(self) -> Iterator[list[tuple[int, int]]]:
        """The rims of the faces, each as a list of (cell, direction to the next cell of the rim)."""
        seen = [[False] * 4 for _ in range(self.count)]
        for first in ticking(range(self.count)):
            for way in range(4):
                if self.neighbours[first][way] < 0 or seen[first][way]:
                    continue
                walk: list[tuple[int, int]] = []
                cell, d = first, way
                while not seen[cell][d]:
                    seen[cell][d] = True
                    walk.append((cell, d))
                    cell = self.neighbours[cell][d]
                    d = next(t % 4 for t in (d + 1, d, d + 3, d + 2) if self.neighbours[cell][t % 4] >= 0)
                yield walk

    def _face(self, walk: list[tuple[int, int]]) -> None:
        """Exactly one earliest and one latest corner on the rim of a face."""
        ahead = [self.earlier[cell][d] for cell, d in walk]
        self._steps_along(walk, ahead)
        if len(walk) == 4 and len({cell for cell, _ in walk}) == 4:
            a, b, c, d = ahead
            self.out.extend([[a, b, c, d], [-a, -b, -c, -d], [a, -b, c, -d], [-a, b, -c, d]])
            return
        sources, sinks = [], []
        for i, after in enumerate(ahead):
            before = -ahead[i - 1]
            if before == after:  # the tip of a dead end
                sources.append(after)
                sinks.append(-after)
                continue
            source, sink = self.out.new(), self.out.new()
            sources.append(source)
            sinks.append(sink)
            self.out.extend([[-source, before], [-source, after], [source, -before, -after]])
            self.out.extend([[-sink, -before], [-sink, -after], [sink, before, after]])
        self.out.exactly_one(sources)
        self.out.exactly_one(sinks)

    def _steps_along(self, walk: list[tuple[int, int]], ahead: list[int]) -> None:
        """One step or two do not lead from a face's earliest corner to its latest if there are others."""
        forth = [-self.step[cell][d] for cell, d in walk]
        back = [-self.step[self.neighbours[cell][d]][d ^ 2] for cell, d in walk]
        n_corners = len({cell for cell, _ in walk})
        if n_corners > 2:
            for i, after in enumerate(ahead):
                before = ahead[i - 2]
                self.out.extend([[forth[i - 1], before, after], [back[i - 1], -before, -after]])
        if n_corners > 3:
            for i, after in enumerate(ahead):
                before = ahead[i - 3]
                self.out.add([forth[i - 2], forth[i - 1], before, after])
                self.out.add([back[i - 2], back[i - 1], -before, -after])

    def cuts(self, known: Known) -> list[Clause]:
        """Clauses against rings of time in a full grid; none if the grid holds a path."""
        neighbours, earlier = self.neighbours, self.earlier
        later = [
            [d for d, lit in enumerate(earlier[c]) if lit and known[lit] > 0] for c in ticking(range(len(neighbours)))
        ]
        core = self._core(later)
        return [self._ring(later, core, cell) for cell in self._spread(core)]

    def _core(self, later: list[list[int]]) -> list[bool]:
        """The cells that remain when the earliest and latest ones of those left are removed repeatedly."""
        left = [True] * self.count
        for turn in (1, 0):
            degree = [0] * self.count
            for cell in ticking(range(self.count)):
                for d in later[cell]:
                    other = self.neighbours[cell][d]
                    if left[cell] and left[other]:
                        degree[other if turn else cell] += 1
            stack = [cell for cell in range(self.count) if left[cell] and not degree[cell]]
            while stack:
                self.out.tick()
                cell = stack.pop()
                left[cell] = False
                for d in range(4):
                    other = self.neighbours[cell][d]
                    if other >= 0 and left[other] and (d in later[cell]) == bool(turn):
                        degree[other] -= 1
                        if not degree[other]:
                            stack.append(other)
        return left

    def _spread(self, core: list[bool]) -> list[int]:
        """A few cells of the core, far from each other."""
        cells = [cell for cell in range(self.count) if core[cell]]
        return cells[:: max(1, len(cells) // 4)]

    def _ring(self, later: list[list[int]], core: list[bool], first: int) -> list[int]:
        """A clause against a short ring of time that can be reached from a cell of the core."""
        cell = first
        trail: dict[int, int] = {}
        while cell not in trail:  # walk on until the walk meets itself: that cell lies on a ring
            self.out.tick()
            trail[cell] = next(d for d in later[cell] if core[self.neighbours[cell][d]])
            cell = self.neighbours[cell][trail[cell]]
        came: dict[int, tuple[int, int]] = {}
        queue = deque([cell])
        while cell not in came:
            here = queue.popleft()
            self.out.tick()
            for d in later[here]:
                other = self.neighbours[here][d]
                if core[other] and other not in came:
                    came[other] = (here, d)
                    queue.append(other)
        clause: list[int] = []
        here = cell
        while not clause or here != cell:
            self.out.tick()
            here, d = came[here]
            clause.append(-self.earlier[here][d])
        return clause


class Slides(Global):
    """The path turns only where it is stopped. It is followed from its start as long as there is one way on: where the
    other links of a cell to cells not yet visited are known to be empty."""

    def __init__(self, board: Rect, free: frozenset[Spot], start: Mapping[Spot, int], path: Mapping[Spot, int]) -> None:
        self.board, self.free, self.start, self.path = board, free, start, path

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for here, lit in ticking(self.start.items()):
            if known[lit] > 0:
                yield from self._turns(here, known)

    def _turns(self, here: Spot, known: Known) -> Iterator[Conflict]:
        """The turns of the path from this start at cells where nothing stops it."""
        because = [self.start[here]]
        visited = {here}
        way: Direction | None = None
        came: Spot | None = None
        while True:
            links = dict(self._onward(here, visited))
            drawn = [step for step, lit in links.items() if known[lit] > 0]
            if len(drawn) != 1 or any(known[lit] == 0 for lit in links.values()):
                return  # the end, a branch (which another rule reports), or not settled yet
            step = drawn[0]
            because += [lit if known[lit] > 0 else -lit for lit in links.values()]
            after = Spot(here.y + step[0], here.x + step[1])
            onward = self.board.link(here, after)
            if way is not None and came is not None and step != way:
                ahead = Spot(here.y + way[0], here.x + way[1])
                if ahead in self.free and ahead not in visited:
                    yield Conflict((here, came, onward), list(because), {"cell": here, "ahead": ahead})
            here, way, came = after, step, onward
            visited.add(here)

    def _onward(self, here: Spot, visited: set[Spot]) -> Iterator[tuple[Direction, int]]:
        """The steps to free cells that have not been visited, each with the literal of its link."""
        for step in STEPS:
            after = Spot(here.y + step[0], here.x + step[1])
            if after in self.free and after not in visited:
                yield step, self.path[self.board.link(here, after)]


class _PathRule(Rule):
    def __init__(self, start: AnswerLayer, path: AnswerLayer, free: Free, text: RuleText) -> None:
        super().__init__(text)
        self.start, self.path, self.free = start, path, free

    def literals(self, model: Genre) -> tuple[dict[Spot, Mark], dict[Spot, Mark], Sequence[Spot]]:
        """The marks of the path by link, those of the start by cell, and the cells to visit."""
        path, start, free = model.marks[self.path.name], model.marks[self.start.name], self.free(model)
        links = {link: mark for link, mark in path.items() if link is not None}
        return links, {cell: start[cell] for cell in ticking(free)}, free


class OneStart(_PathRule):
    """The path starts at one cell."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.start.name]
        yield Demand(self, count(marks[c] for c in self.free(model)) == 1, words={"n": 1})


class StartIsEnd(Global):
    """The path leaves its start in one direction only; ``ways`` has the links of each cell."""

    def __init__(
        self, start: Mapping[Spot, int], path: Mapping[Spot, int], ways: Mapping[Spot, Sequence[Spot]]
    ) -> None:
        self.start, self.path, self.ways = start, path, ways

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for cell, lit in ticking(self.start.items()):
            if known[lit] > 0:
                drawn = [link for link in self.ways[cell] if known[self.path[link]] > 0][:2]
                if len(drawn) == 2:
                    because = [lit, *(self.path[link] for link in drawn)]
                    yield Conflict((cell, *drawn), because, {"start": cell})

    def encode(self, out: Clauses) -> None:
        for cell, lit in ticking(self.start.items()):
            pairs = combinations([self.path[link] for link in self.ways[cell]], 2)
            out.extend([-lit, -a, -b] for a, b in pairs)


class CoversAll(_PathRule):
    """The path visits each free cell, does not branch, and ends at its start, which the rule ``leave`` is about."""

    def __init__(self, start: AnswerLayer, path: AnswerLayer, free: Free, text: RuleText, leave: Wording) -> None:
        super().__init__(start, path, free, text)
        self.leave = leave

    @property
    def wordings(self) -> Iterable[Wording]:
        return self.wording, self.leave.of(self.wording.home)

    def demands(self, model: Genre) -> Iterator[Demand]:
        path, start, free = self.literals(model)
        if len(free) < 2:
            return  # an isolated cell
        ways = {at: [link for link in model.board.links_of(at) if link in path] for at in ticking(free)}
        for at, links in ways.items():
            yield Demand(self, count(path[link] for link in links).is_in((1, 2)), (at,))
        yield Demand(self, StartIsEnd(start, path, ways), own=self.leave)

    def encode_path(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The joint encoding of all four rules."""
        board, free = model.board, self.free(model)
        path, start = model.marks[self.path.name], model.marks[self.start.name]
        if len(free) < 2:
            return None
        index = {c: i for i, c in enumerate(free)}
        neighbours, links = [], []
        for c in ticking(free):
            near = [Spot(c.y + dy, c.x + dx) for dy, dx in STEPS]
            up, right, down, left = (index.get(n, -1) for n in near)
            neighbours.append((up, right, down, left))
            links.append([int(path[board.link(c, n)]) if n in index else 0 for n in near])
        if len(components([[n for n in near if n >= 0] for near in neighbours], [True] * len(free))) > 1:
            out.add([])
            return []
        return [Timeline(neighbours, [int(start[c]) for c in free], links, out)]


class SlidingPath(_PathRule):
    """The path turns only where it is stopped."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        path, start, free = self.literals(model)
        yield Demand(self, Slides(model.board, frozenset(free), start, path))


def sliding_path(
    start: AnswerLayer,
    path: AnswerLayer,
    free: Free,
    *,
    one: RuleText,
    visit: RuleText,
    leave: Wording,
    piece: RuleText,
    slide: RuleText,
    ends: RuleText,
    ahead: RuleText,
) -> tuple[OneStart, CoversAll, GraphRule, SlidingPath, Lemma, Lemma]:
    """Four rules in their words: the path has one start (``one``), visits each free cell once (``visit``) and its start
    is an end (``leave``), is one piece (``piece``), and turns only where a wall, the border or its own way stops it
    (``slide``).

    ``start`` lies on the free cells that the model gives, ``path`` on the links between them.

    Faults: of ``one``, which counts ``{n}`` starts, none; of ``visit`` ``few`` (the path does not come to ``{at}``) and
    ``many`` (it branches there); of ``leave``: the path leaves its start ``{start}`` in several directions; of
    ``piece``: ``{cells}`` are cut off; of ``slide``: the path turns at ``{cell}``, though ``{ahead}`` is free.
    """
    covers = CoversAll(start, path, free, visit, leave)

    def graph(model: Genre) -> ArcGraph:
        return ArcGraph.of_links(model.board, model.marks[path.name].__getitem__, free(model))

    together = all_joined(graph, piece)
    rules = OneStart(start, path, free, one), covers, together

    def ends_in(model: Genre) -> Demands:
        _, starts, cells = covers.literals(model)
        if len(cells) > 1:
            yield must(TwoEnds(graph(model), {node: int(starts[cell]) for node, cell in enumerate(cells)}))

    def goes_ahead(model: Genre) -> Demands:
        links, starts, cells = covers.literals(model)
        if len(cells) > 1:
            literals = ({spot: int(mark) for spot, mark in marks.items()} for marks in (starts, links))
            yield must(SlidesAhead(model.board, frozenset(cells), *literals))

    bundled = bundle((*rules, SlidingPath(start, path, free, slide)), covers.encode_path)
    return *bundled, Lemma(ends, rules, ends_in), Lemma(ahead, bundled, goes_ahead)
