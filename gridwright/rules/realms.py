"""Realms: walls divide the board into areas, each with one head that tells something about its shape.

The encoding names, for each cell and each head within whose reach it lies, whether the cell belongs to the head. Every
cell has one owner, walls stand exactly between different owners, and cuts tie each cell to its head through cells of
the same owner (that a head can reach: so their separators are small). What a head tells is then said of its own cells:
in an area that is symmetric, a cell and its mirror image share one variable; numbers count variables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ..board.arc_graph import ArcGraph, ShortestPaths
from ..board.board import Spot
from ..board.node_graph import witnesses
from ..board.rect import Rect
from ..board.walks import Adjacency, Near, distances, pieces_of, reached, separator, within
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer
from ..language.rules import Conflict, Demand, Drafts, Global, Lemma, Rule, bundle, must
from ..language.views import Views
from ..language.wording import Text
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Fixed, Known, about
from ..logic.ticks import tick, ticking
from .areas import OneHeadEach, divided_by
from .counted_reach import Count, Counted
from .divided import WallsPart
from .owners import owners_in
from .symmetric_reach import Images, Mirrored


class Realms(Global):
    """Who owns which cell: the shared encoding of all rules about realms.

    ``cores`` are the cells that a head owns in any case, ``own`` maps its cells in reach to their literals.
    """

    def __init__(self, adjacency: Adjacency, cores: Sequence[Sequence[int]], own: Sequence[Mapping[int, int]]) -> None:
        self.adjacency, self.cores, self.own = adjacency, cores, own
        self._known_within: dict[int, Near] = {}

    def encode_walls(self, graph: ArcGraph, out: Clauses) -> None:
        """One owner for each cell, walls between owners, and no cell alone among others."""
        owners: list[list[int]] = [[] for _ in graph.nodes]
        for core, cells in zip(self.cores, self.own, strict=True):
            for n, mine in ticking(cells.items()):
                owners[n].append(mine)
                if n not in core:
                    out.add([-mine, *(cells[m] for m in self.adjacency[n] if m in cells)])
            for arc in ticking(graph.touching(cells)):
                (a, b), open_ = graph.ends[arc], graph.lits[arc]
                if a in cells and b in cells:
                    x, y = cells[a], cells[b]
                    out.extend(([-open_, -x, y], [-open_, x, -y], [open_, -x, -y]))
                elif a in cells or b in cells:
                    out.add([-open_, -cells[a if a in cells else b]])
        for several in owners:
            tick()
            out.exactly_one(several)

    def encode_reach(self, out: Clauses) -> None:
        """An area that comes so many steps far has a cell at each number of steps before."""
        for i, (core, cells) in enumerate(zip(self.cores, self.own, strict=True)):
            near = self._within(i)
            layers: list[list[int]] = []
            for n, steps in ticking(distances(near, core, lambda _: True).items()):
                if steps == len(layers):
                    layers.append([])
                layers[steps].append(cells[n])
            encode_far(layers[1:], out)

    def _within(self, head: int) -> Near:
        """The neighbours of each cell in a head's reach that are in its reach, too."""
        if head not in self._known_within:
            self._known_within[head] = within(self.adjacency, self.own[head])
        return self._known_within[head]

    def cuts(self, known: Known) -> list[Clause]:
        found: list[Clause] = []
        for i, (core, cells) in enumerate(zip(self.cores, self.own, strict=True)):
            for piece in pieces_of(self.adjacency, [n for n, mine in ticking(cells.items()) if known[mine] > 0]):
                if core[0] not in piece:
                    wall, _ = separator(self._within(i), piece, core[0])
                    found += [[-cells[n], *(cells[m] for m in wall)] for n in witnesses(piece)]
        return found


def encode_far(layers: Sequence[Sequence[int]], out: Clauses) -> None:
    """Where a literal of a layer holds, one of each layer before it does; by a literal per layer for coming so far."""
    if len(layers) > 1:
        first = out.new(len(layers))
        for far, layer in enumerate(layers, first):
            tick()
            out.add([-far, *layer])
            out.extend([-lit, far] for lit in layer)
        out.extend([-far, far - 1] for far in range(first + 1, first + len(layers)))


# -- symmetry ---------------------------------------------------------------------------------------------------------


class Symmetric(Global):
    """The area of the cell ``at`` looks the same after half a turn: ``mirror`` and ``mirror_arc`` give the image of
    each cell and link."""

    def __init__(self, graph: ArcGraph, at: int, centre: Spot, mirror: Images, mirror_arc: Images) -> None:
        self.graph, self.at, self.centre, self.mirror, self.mirror_arc = graph, at, centre, mirror, mirror_arc

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph = self.graph
        body = graph.reached(self.at, known, 1)
        spots = graph.nodes
        ways = ShortestPaths(graph, self.at, known)
        for n in ticking(body):
            if self.mirror[n] < 0:
                path = ways.to(n)
                yield Conflict((self.centre, spots[n], *graph.along(path)), path, {"cell": spots[n]}, "beyond")
                continue
            for arc in graph.arcs_of[n]:
                image = self.mirror_arc[arc]
                if known[graph.lits[arc]] > 0 and image >= 0 and known[graph.lits[image]] < 0:
                    because = [*ways.to(n), graph.lits[arc], -graph.lits[image]]
                    at = (self.centre, spots[n], *graph.along(because))
                    yield Conflict(at, because, {"cell": spots[n]})


def core_of(board: Rect, centre: Spot) -> list[int]:
    """The cells that a centre lies in: one, or the two or four around it."""
    index = board.cell_index
    ys, xs = ({v} if v % 2 else {v - 1, v + 1} for v in centre)
    return [index[s] for y in sorted(ys) for x in sorted(xs) if (s := Spot(y, x)) in index]


class SymmetricAreas(Rule):
    """The area of each centre is point-symmetric about it."""

    def __init__(self, walls: AnswerLayer, centres: GivenLayer, text: Text) -> None:
        super().__init__(text, reads=centres)
        self.walls, self.centres = walls, centres

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, graph = model.board, divided_by(self.walls, model)
        cell_at, link_at = board.cell_index, {s: i for i, s in enumerate(board.links)}
        for centre in model.given(self.centres):
            mirror, mirror_arc = Images(centre, board.cells, cell_at), Images(centre, board.links, link_at)
            head = core_of(board, centre)[0]
            what = Symmetric(graph, head, centre, mirror, mirror_arc)
            yield Demand(self, what, (centre,), {"centre": centre}, self.clues_at(centre),
                         in_views=partial(self._own_images, model, what))

    def _own_images(self, model: Genre, area: Symmetric, _: Demand, views: Views) -> None:
        """A cell belongs to the centre if its image does; one without an image does not."""
        heads = heads_of(self.centres, model)
        own = owners_in(views, area.graph, heads, model.board)[heads.index(area.at)]
        for n, mine in enumerate(ticking(own)):
            image = area.mirror[n]
            views.out.add([-mine] if image < 0 else [-mine, own[image]])

    def encode_realms(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The three rules about realms."""
        board, graph = model.board, divided_by(self.walls, model)
        cores, reach = _symmetric_reach(board, list(model.given(self.centres)))
        own: list[dict[int, int]] = []
        for core, mirror in zip(cores, reach, strict=True):
            mine = dict.fromkeys(core, 1)
            for n, image in ticking(mirror.items()):
                if n not in mine:
                    mine[n] = mine[image] = out.new()
            own.append(mine)
        realms = Realms(board.cell_adjacency, cores, own)
        realms.encode_walls(graph, out)
        return [realms]


def _symmetric_reach(board: Rect, centres: list[Spot]) -> tuple[list[list[int]], list[dict[int, int]]]:
    """For each centre its own cells, and the cells that its area may come to, each with its mirror image.

    Cells that only one area can come to are closed to the others; to the fixpoint.
    """
    index = board.cell_index
    cores = [core_of(board, centre) for centre in ticking(centres)]
    owner: dict[int, int] = {n: i for i, core in enumerate(cores) for n in core}
    images = [Images(centre, board.cells, index) for centre in centres]
    while True:
        reach: list[dict[int, int]] = []
        for i, (core, image) in enumerate(zip(cores, images, strict=True)):

            def inside(n: int, i: int = i, image: Images = image) -> bool:
                return image[n] >= 0 and owner.get(n, i) == i and owner.get(image[n], i) == i

            reach.append({n: image[n] for n in reached(board.cell_adjacency, core, inside)})
        before = len(owner)
        comers: list[list[int]] = [[] for _ in board.cells]
        for i, cells in enumerate(reach):
            for n in ticking(cells):
                comers[n].append(i)
        for n, several in enumerate(ticking(comers)):
            if len(several) == 1 and n not in owner:
                owner[n] = several[0]
                owner.setdefault(reach[several[0]][n], several[0])
        if len(owner) == before:
            return cores, reach


# -- numbers for half-planes ------------------------------------------------------------------------------------------


class CountedPart(Global):
    """Of the area of the node ``at``, just ``n`` nodes lie further one way: where the coordinate ``axis`` (0: y, 1: x)
    times ``sign`` is greater."""

    def __init__(self, graph: ArcGraph, at: int, axis: int, sign: int, n: int) -> None:
        self.graph, self.at, self.axis, self.sign, self.n = graph, at, axis, sign, n

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, here = self.graph, (self.graph.nodes[self.at],)
        most = self._count(known, 0)
        if most < self.n:
            walls = graph.around(self.at, known, 0)
            yield Conflict((*here, *graph.along(walls)), [-lit for lit in walls], {"room": most}, "few")
        have = self._count(known, 1)
        if have > self.n:
            ways = ShortestPaths(graph, self.at, known)
            beyond = (n for n in ways.nodes() if self._value(n) > self._value(self.at))
            because = sorted({lit for n in islice(beyond, self.n + 1) for lit in ways.to(n)})
            yield Conflict((*here, *graph.along(because)), because, {"have": have}, "many")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between the area and as many nodes that way as are too many; to close one that it needs."""
        own = self._value(self.at)

        def joins(one: Sequence[int], other: Sequence[int]) -> bool:
            return (self.at in one or self.at in other) and sum(self._value(n) > own for n in (*one, *other)) > self.n

        def parts(one: Sequence[int], other: Sequence[int]) -> bool:
            return any(self.at in part and sum(self._value(n) > own for n in part) < self.n for part in (one, other))

        return self.graph.at_risk(known, lits, joins, parts)

    def lines_ahead(self, node: int) -> int:
        """How many lines further that way than the node ``at`` another one lies."""
        return (self._value(node) - self._value(self.at)) // 2

    def _value(self, node: int) -> int:
        return self.sign * self.graph.nodes[node][self.axis]

    def _count(self, known: Known, least: int) -> int:
        """How many nodes of the area lie further that way; ``least`` as in ``ArcGraph``."""
        piece = self.graph.component(self.at, known, least)
        own = self._value(self.at)
        if not isinstance(known, Fixed):
            return sum(self._value(n) > own for n in piece)
        key = self.graph, least, piece[0], self.axis, self.sign
        values = about(known, key, lambda: sorted(self._value(n) for n in ticking(piece)))
        return len(values) - bisect_right(values, own)


_BEYOND: Sequence[tuple[str, int, int]] = (
    ("above", 0, -1),
    ("to the right of", 1, 1),
    ("to the left of", 1, -1),
    ("below", 0, 1),
)
"""The ways that the numbers of a compass count, each with the coordinate and the sign that it grows with."""


class CompassCounts(Rule):
    """The four numbers of a compass (above, right, left, below) count cells of its area in that half of the board."""

    def __init__(self, walls: AnswerLayer, compasses: GivenLayer, text: Text) -> None:
        super().__init__(text, reads=compasses)
        self.walls, self.compasses = walls, compasses

    def _own_part(self, model: Genre, part: CountedPart, _: Demand, views: Views) -> None:
        """``n`` of the cells that way belong to the compass, none of them more than ``n`` lines away."""
        heads = heads_of(self.compasses, model)
        own = owners_in(views, part.graph, heads, model.board)[heads.index(part.at)]
        ahead: list[int] = []
        for n, mine in enumerate(own):
            lines = part.lines_ahead(n)
            if lines > part.n:
                views.out.add([-mine])
            elif lines > 0:
                ahead.append(mine)
        views.out.count_at_once(ahead, (part.n,))

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, graph = model.board, divided_by(self.walls, model)
        for at, numbers in model.given(self.compasses).items():
            for n, (way, axis, sign) in zip(numbers, _BEYOND, strict=True):
                if n is not None:
                    what = CountedPart(graph, board.cell_index[at], axis, sign, n)
                    yield Demand(self, what, (at,), {"n": n, "way": way}, self.clues_at(at),
                                 in_views=partial(self._own_part, model, what))

    def encode_realms(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The three rules about realms."""
        board, graph = model.board, divided_by(self.walls, model)
        compasses = model.given(self.compasses)
        heads = {board.cell_index[at] for at in compasses}
        owned = []
        for at, numbers in compasses.items():
            head = board.cell_index[at]
            barred = heads - {head}

            def inside(n: int, at: Spot = at, numbers: Any = numbers, barred: Collection[int] = barred) -> bool:
                return n not in barred and _may_reach(numbers, _far(board.cells[n], at))

            cells = reached(board.cell_adjacency, [head], inside)
            first = out.new(len(cells)) - 1
            mine = {n: 1 if n == head else first + i for i, n in enumerate(cells)}
            owned.append(mine)
            for n, (_, axis, sign) in zip(numbers, _BEYOND, strict=True):
                if n is not None:
                    own = sign * at[axis]
                    out.count([lit for m, lit in ticking(mine.items()) if sign * board.cells[m][axis] > own], [n])
            for way in range(4):
                lines: dict[int, list[int]] = {}
                for m, lit in ticking(mine.items()):
                    lines.setdefault(_far(board.cells[m], at)[way], []).append(lit)
                encode_far([lines[d] for d in sorted(lines) if d > 0], out)
        realms = Realms(board.cell_adjacency, [[board.cell_index[at]] for at in compasses], owned)
        realms.encode_walls(graph, out)
        realms.encode_reach(out)
        return [realms]


def _far(cell: Spot, at: Spot) -> tuple[int, int, int, int]:
    """How many lines above, right, left and below a compass a cell lies."""
    down, right = (cell.y - at.y) // 2, (cell.x - at.x) // 2
    return -down, right, -right, down


def _may_reach(numbers: Sequence[int | None], far: Sequence[int]) -> bool:
    """Whether the numbers of a compass let its area come to a cell at all.

    So many lines away there are at least so many cells that way. A cell at ``a`` lines one way and ``b`` another needs
    ``a + b`` cells one way or the other: a walk to it that enters its quadrant for the last time from the axis at ``h``
    lines the first way has had ``h`` cells that way, and all its ``|a - h| + b`` cells in the quadrant are that way.
    """
    wanted = [(n, d) for n, d in zip(numbers, far, strict=True) if d > 0]
    told = [n for n, _ in wanted if n is not None]
    if any(n is not None and n < d for n, d in wanted):
        return False
    return len(told) < 2 or max(told) >= sum(d for _, d in wanted)


# -- what comes with both ---------------------------------------------------------------------------------------------


def heads_of(centres: GivenLayer, model: Genre) -> list[int]:
    """The first cell of each centre."""
    return [core_of(model.board, at)[0] for at in model.given(centres)]


class OneHeadPerRealm(Rule):
    """Every area holds exactly one head."""

    def __init__(self, walls: AnswerLayer, heads: GivenLayer, text: Text) -> None:
        super().__init__(text, reads=heads)
        self.walls, self.heads = walls, heads

    def demands(self, model: Genre) -> Iterator[Demand]:
        graph = divided_by(self.walls, model)
        what = OneHeadEach(graph, heads_of(self.heads, model))
        yield Demand(self, what, clues=self.clues_at(*model.given(self.heads)),
                     in_views=partial(self._owned, model, graph))

    def _owned(self, model: Genre, graph: ArcGraph, _: Demand, views: Views) -> None:
        """Each cell belongs to one head."""
        owners = owners_in(views, graph, heads_of(self.heads, model), model.board)
        for n in ticking(range(len(model.board.cells))):
            views.out.exactly_one([own[n] for own in owners])


class RealmWalls(Rule):
    """Every wall stands between two areas."""

    def __init__(self, walls: AnswerLayer, heads: GivenLayer, text: Text) -> None:
        super().__init__(text)
        self.walls, self.heads = walls, heads

    def demands(self, model: Genre) -> Iterator[Demand]:
        graph = divided_by(self.walls, model)
        yield Demand(self, WallsPart(graph), in_views=partial(self._parted, model, graph))

    def _parted(self, model: Genre, graph: ArcGraph, _: Demand, views: Views) -> None:
        """The cells on both sides of a wall belong to different heads."""
        for own in owners_in(views, graph, heads_of(self.heads, model), model.board):
            for (a, b), open_ in zip(ticking(graph.ends), graph.lits, strict=True):
                views.out.add([open_, -own[a], -own[b]])


def symmetric_areas(
    walls: AnswerLayer, centres: GivenLayer, whole: Rule, *,
    shape: Text, one: Text, parting: Text, reach: Text,
) -> tuple[SymmetricAreas, OneHeadPerRealm, RealmWalls, Lemma]:
    """Three rules in their words: the area of each centre is symmetric about it (``shape``), each area holds one
    centre only (``one``), and walls stand between areas only (``parting``).

    That the cells around a centre belong together is a rule of its own (``whole``).

    A lemma: each cell is in the area of a centre that can come to it (``reach``). Faults: no area can hold
    ``{cells}``; ``parted``, only that of ``{head}`` can hold the two ``{cells}`` beside a wall.
    """
    symmetric = SymmetricAreas(walls, centres, shape).requires(whole)
    rules = symmetric, OneHeadPerRealm(walls, centres, one), RealmWalls(walls, centres, parting)

    def within_reach(model: Any) -> Drafts:
        some = list(model.given(centres))
        cores = [core_of(model.board, at) for at in some]
        yield must(Mirrored(divided_by(walls, model), cores, model.board, some), clues=some)

    return *bundle(rules, symmetric.encode_realms), Lemma(reach, (whole, *rules), within_reach, reads=centres)


def compass_areas(
    walls: AnswerLayer, compasses: GivenLayer, *,
    counts: Text, one: Text, parting: Text, reach: Text,
) -> tuple[CompassCounts, OneHeadPerRealm, RealmWalls, Lemma]:
    """Three rules in their words: the numbers of each compass (``counts``), each area holds exactly one compass
    (``one``), and walls stand between areas only (``parting``).

    A lemma: each cell is in the area of a compass that can come to it (``reach``). Faults: no area can hold
    ``{cells}``; ``parted``, only that of ``{head}`` can hold the two ``{cells}`` beside a wall; ``few`` and ``many``,
    that of ``{head}`` needs ``{n}`` cells ``{way}`` it, and can come to ``{room}`` or must have ``{have}``;
    ``claimed``, those of ``{heads}`` both need ``{cells}``.
    """
    numbers = CompassCounts(walls, compasses, counts)
    rules = numbers, OneHeadPerRealm(walls, compasses, one), RealmWalls(walls, compasses, parting)

    def within_reach(model: Any) -> Drafts:
        told = model.given(compasses)
        yield must(Counted(divided_by(walls, model), heads_of(compasses, model), model.board,
                           [_counts(model, at, numbers) for at, numbers in told.items()]), clues=told)

    return *bundle(rules, numbers.encode_realms), Lemma(reach, rules, within_reach, reads=compasses)


def _counts(model: Any, at: Spot, numbers: Sequence[int | None]) -> list[Count]:
    """What the numbers of a compass tell."""

    def beyond(axis: int, sign: int) -> frozenset[int]:
        cells = enumerate(ticking(model.board.cells))
        return frozenset(i for i, cell in cells if sign * cell[axis] > sign * at[axis])

    return [
        Count(way, n, model.memo(("beyond", way, at[axis]), partial(beyond, axis, sign)))
        for n, (way, axis, sign) in zip(numbers, _BEYOND, strict=True) if n is not None
    ]
