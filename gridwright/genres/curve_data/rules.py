"""Curves of given shapes: the drawn links fall into bodies, and each is a drawing of the figure that its clue names.

Encoded by a literal for each cell and each element of each clue's figure that the cell may be (see ``figures``). Every
free cell is just one element of one clue, every vertex is just one cell, and where an element has a line to some side,
the next cell there is what follows in the figure: more of the same segment, or the vertex at its end.

That says everything. From the one cell of a vertex a segment leads on, cell by cell, until it comes to the one cell of
the vertex at its other end; so a clue's vertices, which the figure connects, make one drawing of it. No further cell
can claim to be part of a segment: the way on in its direction would come to the vertex at the end, and from there the
way back is taken. The clue's own cell is an element of its own figure only, so it lies on that drawing. Nothing is left
for cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from ...board.arc_graph import ArcGraph
from ...board.board import Spot
from ...board.rect import STEPS, Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer
from ...language.puzzle import Drawing
from ...language.rules import Compound, Conflict, Demand, Demands, Global, Lemma, Rule, bundle, must
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...logic.ticks import tick, ticking
from ...rules.areas import OneHeadPerLine, joined_by
from .figures import DOWN, RIGHT, BitGrid, CurveGraph, bits, listed, room

_REMEMBERED = 256
"""Size of the cache of figures."""


class DrawnAs(Global):
    """The body of the node ``at`` is a drawing of a figure; None is a figure without drawings.

    ``arcs``: for each node and direction, the arc that leads there, or -1.
    """

    def __init__(self, graph: ArcGraph, arcs: Sequence[Sequence[int]], at: int, figure: CurveGraph | None) -> None:
        self.graph, self.arcs, self.at, self.figure = graph, arcs, at, figure

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph = self.graph
        here = graph.nodes[self.at]
        if self.figure is None:
            yield Conflict((here,), [1], {}, "unknown")
            return
        body = graph.reached(self.at, known, 1)
        suiting = {node: self._suiting(self.figure, node, known) for node in ticking(body)}
        if not any(self._fits(self.figure, suiting, element, known) for element in suiting[self.at]):
            lits = [graph.lits[arc] for arc in graph.arcs_at(body)]
            because = [lit if known[lit] > 0 else -lit for lit in lits if known[lit]]
            yield Conflict((here, *graph.held(body, known)), because)

    def _fits(self, figure: CurveGraph, suiting: Mapping[int, set[int]], element: int, known: Known) -> bool:
        """Whether a body can be part of a drawing in which the node ``at`` is the element.

        Each node is narrowed to elements that suit the lines around it and the elements of its neighbours. On a full
        grid at most one is left for each, so that the lines trace the figure; the body is a drawing of it unless a
        vertex occurs twice.
        """
        maybe = {**suiting, self.at: {element}}
        due = list(maybe)
        for node in ticking(due, len(self.arcs)):
            for way, arc in enumerate(self.arcs[node]):
                if arc >= 0 and known[self.graph.lits[arc]] > 0:
                    a, b = self.graph.ends[arc]
                    near = b if node == a else a
                    left = maybe[near].intersection(e for one in maybe[node] for e in figure.after[one][way])
                    if not left:
                        return False
                    if len(left) < len(maybe[near]):
                        maybe[near] = left
                        due.append(near)
        sure = [e for own in maybe.values() if len(own) == 1 for e in own if e < figure.n_vertices]
        return len(sure) == len(set(sure))

    def _suiting(self, figure: CurveGraph, node: int, known: Known) -> set[int]:
        """The elements with lines wherever the node has known ones, and with none wherever it has none."""
        on = off = 0
        for way, arc in enumerate(self.arcs[node]):
            value = known[self.graph.lits[arc]] if arc >= 0 else -1
            on |= (value > 0) << way
            off |= (value < 0) << way
        return {e for e, arms in enumerate(figure.arms) if arms & on == on and not arms & off}


class Fitting(DrawnAs, Compound):
    """The same for drawings within their room (see ``figures.room``), as clauses.

    Unit propagation and search on them show where the curve can lie as far as its own clue decides.
    """

    def __init__(
        self, graph: ArcGraph, arcs: Sequence[Sequence[int]], at: int, figure: CurveGraph, field: BitGrid,
        room: Sequence[int]
    ) -> None:
        super().__init__(graph, arcs, at, figure)
        self.drawn, self.field, self.room = figure, field, room

    def encode(self, out: Clauses) -> None:
        drawings = _Drawings(self.field, out)
        drawings.add(self.drawn, self.room)
        for node, place in enumerate(ticking(self.field.place.values())):
            lits = drawings.elements.get(place, [])
            if node == self.at:
                out.exactly_one(lits)
            else:
                out.extend([-a, -b] for a, b in combinations(lits, 2))
            for way, arc in enumerate(self.arcs[node]):
                leaving = drawings.leaving[place][way]
                link = self.graph.lits[arc] if arc >= 0 else -1
                out.extend([-lit, link if lit in leaving else -link] for lit in lits)

    def literals(self) -> Sequence[int]:
        reached = 0
        for places in self.room:
            reached |= places
        own = {arc for node, place in enumerate(self.field.place.values()) if reached >> place & 1
               for arc in self.arcs[node] if arc >= 0}
        return [self.graph.lits[arc] for arc in sorted(own)]


def _arcs_by_way(board: Rect) -> list[list[int]]:
    """For each cell and direction, the index of the link, or -1."""
    index: dict[Spot | None, int] = {link: i for i, link in enumerate(ticking(board.links))}
    return [[index.get(board.way(cell, step, 1)[0], -1) for step in STEPS] for cell in ticking(board.cells)]


class _CurveRule(Rule):
    def __init__(
        self,
        curve: AnswerLayer,
        clues: Callable[[Any], Mapping[Spot, int]],
        blocks: Callable[[Any], Collection[Spot]],
        text: RuleText,
    ) -> None:
        super().__init__(text)
        self.curve, self.clues, self.blocks = curve, clues, blocks

    def free(self, model: Genre) -> list[Spot]:
        """The cells that curves use."""
        blocks = self.blocks(model)
        return [cell for cell in model.board.cells if cell not in blocks]


class OneClueEach(_CurveRule):
    """Each connected body of links between free cells holds exactly one clue."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, marks, free = model.board, model.marks[self.curve.name], self.free(model)
        index = {cell: n for n, cell in enumerate(free)}
        graph = ArcGraph.of_links(board, lambda link: marks[link], free)
        yield Demand(self, OneHeadPerLine(graph, [index[at] for at in self.clues(model) if at in index]))


class ShapedCurves(_CurveRule):
    """The curve of each clue has the shape that the clue names."""

    def __init__(
        self,
        curve: AnswerLayer,
        clues: Callable[[Any], Mapping[Spot, int]],
        shapes: Callable[[Any], Sequence[Drawing]],
        blocks: Callable[[Any], Collection[Spot]],
        text: RuleText,
    ) -> None:
        super().__init__(curve, clues, blocks, text)
        self.shapes = shapes

    def _figures(self, model: Genre) -> dict[int, CurveGraph | None]:
        """The figures by number; None for a drawing without one."""
        name = self.curve.name
        return {n: figure_in(drawing, name) for n, drawing in enumerate(self.shapes(model), 1)}

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, figures = model.board, self._figures(model)
        graph, arcs = joined_by(self.curve, model), board.memo("arcs by direction", lambda: _arcs_by_way(board))
        for at, n in self.clues(model).items():
            yield Demand(self, DrawnAs(graph, arcs, board.cell_index[at], figures.get(n)), (at,), {"n": n})

    def fitting(self, model: Any) -> Demands:
        """The lemma about where the curve of each clue can lie, without regard to other clues."""
        board, free, clues, figures = model.board, self.free(model), self.clues(model), self._figures(model)
        graph, arcs = joined_by(self.curve, model), board.memo("arcs by direction", lambda: _arcs_by_way(board))
        field = BitGrid(board, free)
        taken, usable = bits(field.place[at] for at in clues), self._usable(model, field)
        for at, n in ticking(clues.items()):
            figure, here = figures.get(n), 1 << field.place[at]
            if figure is not None:
                own = room(field, figure, here, [places & (~taken | here) for places in usable])
                if any(own):
                    yield must(Fitting(graph, arcs, board.cell_index[at], figure, field, own), at, n=n)

    def encode_curves(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The joint encoding of both rules."""
        free, clues, figures = self.free(model), self.clues(model), self._figures(model)
        field = BitGrid(model.board, free, out.tick)
        taken = bits(field.place[at] for at in clues)
        usable = self._usable(model, field)
        drawings = _Drawings(field, out)
        for at, n in clues.items():
            tick()
            figure, here = figures.get(n), 1 << field.place[at]
            if figure is None:
                out.add([])
                return []
            drawings.add(figure, room(field, figure, here, [places & (~taken | here) for places in usable]))
        marks = model.marks[self.curve.name]
        drawings.close(model.board, [int(marks[link]) for link in model.board.links])
        return []

    def _usable(self, model: Genre, field: BitGrid) -> list[int]:
        """For each set of arms, the free cells that may have exactly these; given links are taken into account."""
        board, given = model.board, model.given(self.curve)
        allowed: list[list[int]] = [[], [], [], []]
        drawn: list[list[int]] = [[], [], [], []]
        for link in ticking(board.links):
            (a, b), way = board.ends(link), RIGHT if board.level(link) else DOWN
            for cell, ahead in ((a, way), (b, way ^ 2)):
                if given.get(link) is not False:
                    allowed[ahead].append(field.place[cell])
                if given.get(link) is True:
                    drawn[ahead].append(field.place[cell])
        may, need = list(map(bits, allowed)), list(map(bits, drawn))
        usable = []
        for arms in range(16):
            places = field.free
            for way in range(4):
                near = field.moved(field.free, way ^ 2)
                places &= may[way] & near if arms >> way & 1 else ~need[way]
            usable.append(places)
        return usable


class _Drawings:
    """The clauses for all drawings of a board.

    ``elements``: for each place, the literals of the elements that its cell may be. ``leaving``: for each place and
    direction, the literals of the elements that have a line there.
    """

    def __init__(self, field: BitGrid, out: Clauses) -> None:
        self.field, self.out = field, out
        self.elements: dict[int, list[int]] = {place: [] for place in listed(field.free)}
        self.leaving: dict[int, list[list[int]]] = {place: [[], [], [], []] for place in field.place.values()}

    def add(self, figure: CurveGraph, room: Sequence[int]) -> None:
        """Adds the drawing of a clue; ``room`` holds the places of each element."""
        out = self.out
        lits = [{place: out.new() for place in listed(places)} for places in room]
        for element, own in enumerate(lits):
            out.tick()
            ahead = [(way, self.field.steps[way], [lits[one] for one in after])
                     for way, after in enumerate(figure.after[element]) if after]
            for place, lit in ticking(own.items()):
                self.elements[place].append(lit)
                leaving = self.leaving[place]
                for way, step, after in ahead:
                    leaving[way].append(lit)
                    there = place + step
                    out.add([-lit, *[its[there] for its in after if there in its]])
        for own in lits[: figure.n_vertices]:
            out.exactly_one(list(own.values()))

    def close(self, board: Rect, links: Sequence[int]) -> None:
        """Every free cell is exactly one element, and a link is drawn iff the elements at its ends have lines to each
        other."""
        out, place = self.out, self.field.place
        for lits in ticking(self.elements.values()):
            out.exactly_one(lits)
        for link, lit in zip(ticking(board.links), links, strict=True):
            (a, b), way = board.ends(link), RIGHT if board.level(link) else DOWN
            for lits in (self.leaving[place[a]][way], self.leaving[place[b]][way ^ 2]):
                out.add([-lit, *lits])
                out.extend([-one, lit] for one in lits)


def figure_in(drawing: Drawing, layer: str) -> CurveGraph | None:
    """The figure of the links of a layer; None if there are none, or they are not connected."""
    return _figure(drawing.board, frozenset(link for link, on in drawing.marks.get(layer, {}).items() if on))


@lru_cache(_REMEMBERED)
def _figure(board: Rect, drawn: frozenset[Spot]) -> CurveGraph | None:
    """As ``CurveGraph.of``, cached: the generator changes a few curves at a time and keeps most shapes."""
    return CurveGraph.of(board, drawn)


def shaped_curves(
    curve: AnswerLayer,
    clues: Callable[[Any], Mapping[Spot, int]],
    shapes: Callable[[Any], Sequence[Drawing]],
    *,
    one: RuleText,
    shape: RuleText,
    fitting: RuleText,
    blocks: Callable[[Any], Collection[Spot]] = lambda _: (),
) -> tuple[OneClueEach, ShapedCurves, Lemma]:
    """Two rules in their words: all free cells lie on curves with one clue each (``one``), and the curve of a clue is a
    drawing of the shape with the clue's number, from 1, its segments stretched at will (``shape``).

    That no curve enters ``blocks`` is a rule of its own, which the rule ``shape`` is to rely on (see ``requires``).
    The shapes are drawn on the layer ``curve``.

    Faults: of ``one`` ``many`` (a curve joins the clues ``{cells}``), else: the curve through ``{cells}`` has none; of
    ``shape`` ``unknown`` (there is no shape ``{n}`` for the clue ``{at}``), else: its curve has another shape.
    """
    shaped = ShapedCurves(curve, clues, shapes, blocks, shape)
    rules = bundle((OneClueEach(curve, clues, blocks, one), shaped), shaped.encode_curves)
    return *rules, Lemma(fitting, rules, shaped.fitting)
