"""Areas that are each point-symmetric about a centre. A cell and its mirror image share one variable.

For explanations: the symmetric areas that can hold a cell, as far as known walls decide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...board.arc_graph import ArcGraph, ShortestPaths
from ...board.board import Board, Spot
from ...board.rect import Rect
from ...board.walks import Bridges, incidence
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Conflict, Demand, Demands, Global, Lemma, Rule, bundle, must
from ...language.variables import Views
from ...language.wording import RuleText, name_in_words, worded
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking
from ...rules.areas import divided_by
from ...rules.reach import OwnedPieces, PossibleArea, Surroundings, Why, WithinReach
from ...rules.realms import OneHeadPerRealm, Realms, RealmWalls, core_of, heads_of, owners_in


def symmetric_areas(
    walls: AnswerLayer, centres: GivenLayer, whole: Rule, *,
    shape: RuleText, one: RuleText, parting: RuleText, reach: RuleText,
) -> tuple[SymmetricAreas, OneHeadPerRealm, RealmWalls, Lemma]:
    """Three rules in their words: the area of each centre is symmetric about it (``shape``), each area holds one
    centre only (``one``), and walls stand between areas only (``parting``).

    That the cells around a centre belong together is a rule of its own (``whole``).

    A lemma: each cell is in the area of a centre that can come to it (``reach``). Faults: no area can hold
    ``{cells}``; ``parted``, only that of ``{head}`` can hold the two ``{cells}`` beside a wall.
    """
    symmetric = SymmetricAreas(walls, centres, shape).requires(whole)
    rules = symmetric, OneHeadPerRealm(walls, centres, one), RealmWalls(walls, centres, parting)

    def within_reach(model: Any) -> Demands:
        some = list(model.given(centres))
        cores = [core_of(model.board, at) for at in some]
        yield must(Mirrored(divided_by(walls, model), cores, model.board, some), clues=some)

    return *bundle(rules, symmetric.encode_realms), Lemma(reach, (whole, *rules), within_reach, reads=centres)


class Images(dict[int, int]):
    """The image of each spot after half a turn about a centre, -1 off the board; computed on demand."""

    def __init__(self, centre: Spot, spots: Sequence[Spot], index: Mapping[Spot, int]) -> None:
        super().__init__()
        self.centre, self.spots, self.index = centre, spots, index

    def __missing__(self, n: int) -> int:
        y, x = self.spots[n]
        image = self[n] = self.index.get(Spot(2 * self.centre.y - y, 2 * self.centre.x - x), -1)
        return image


class Symmetric(Global):
    """The area of the cell ``at`` is symmetric: ``mirror`` and ``mirror_arc`` give the image of each cell and link."""

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
                    mirrored = {"gap": graph.places[arc], "wall": graph.places[image]}
                    yield Conflict(at, because, {"cell": spots[n], **mirrored})


class SymmetricAreas(Rule):
    """The area of each centre is point-symmetric about it."""

    def __init__(self, walls: AnswerLayer, centres: GivenLayer, text: RuleText) -> None:
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
        """A cell belongs to the centre iff its image does; one without an image does not."""
        heads = heads_of(self.centres, model)
        own = owners_in(views, area.graph, heads, model.board)[heads.index(area.at)]
        for n, mine in enumerate(ticking(own)):
            image = area.mirror[n]
            views.out.add([-mine] if image < 0 else [-mine, own[image]])

    def encode_realms(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The joint encoding of the three rules by realms."""
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
    """For each centre, its own cells, and the cells that its area may reach, each with its mirror image.

    Cells that only one area can reach are closed to the others; this is repeated to a fixed point.
    """
    index = board.cell_index
    cores = [core_of(board, centre) for centre in ticking(centres)]
    owner: dict[int, int] = {n: i for i, core in enumerate(cores) for n in core}
    images = [Images(centre, board.cells, index) for centre in centres]
    while True:
        reach = [_reached(board, i, *one, owner) for i, one in enumerate(zip(cores, images, strict=True))]
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


def _reached(board: Rect, i: int, core: Sequence[int], image: Images, owner: Mapping[int, int]) -> dict[int, int]:
    """The cells that the area with a core may reach, breadth first, with their images."""
    adjacency = board.cell_adjacency
    found = {n: image[n] for n in core}
    queue = list(core)
    for node in ticking(queue, len(adjacency)):
        for n in adjacency[node]:
            if n not in found and owner.get(n, i) == i:
                other = image[n]
                if other >= 0 and owner.get(other, i) == i:
                    found[n] = other
                    queue.append(n)
    return found


# -- where areas can come ----------------------------------------------------------------------------------------------


class _Symmetry(NamedTuple):
    """The place of a centre, and the image of each cell and link."""

    name: str
    mirror: Images
    mirror_arc: Images


class _Group(NamedTuple):
    """Pieces that an area holds only together. Each but the first has a node of an earlier piece, and its image in the
    piece.

    With a fault, these pieces suffice to show it: the ``node`` has no image or belongs to another head, or a wall
    stands between it and the node ``beyond``.
    """

    back: Mapping[int, tuple[int, int]]
    node: int = -1
    beyond: int = -1

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault."""
        return self.node < 0


class _Groups:
    """What was found out about an area: groups that it may hold or not, and what it can reach."""

    def __init__(self) -> None:
        self.of: dict[int, int] = {}
        """The group of each piece, by number."""
        self.sound: list[bool] = []
        """Whether the area may hold a group, by number."""
        self.reach: Collection[int] | None = None
        self.lost: Sequence[tuple[int, Collection[int]]] | None = None
        """What becomes unreachable without an arc."""


class MirroredArea(PossibleArea[_Groups]):
    """The pieces that the area of a centre may hold: with each node it also holds the piece of its image."""

    def __init__(
        self, ground: OwnedPieces, head: int, around: Surroundings[_Groups] | None, symmetries: Sequence[_Symmetry]
    ) -> None:
        super().__init__(ground, head, around)
        self.symmetries, self.own = symmetries, symmetries[head]

    def find_extent(self) -> _Groups:
        return _Groups()

    @property
    def reach(self) -> Collection[int]:
        found = self.extent
        if found.reach is None:
            found.reach = self.reached(self.home) if self.may_hold(self.home) else ()
        return found.reach

    def may_hold(self, piece: int) -> bool:
        if not self.is_near(piece):
            return False
        found = self.extent
        if piece not in found.of:
            group = self._group([piece])
            found.of.update(dict.fromkeys(group.back, len(found.sound)))
            found.sound.append(group.is_sound)
        return found.sound[found.of[piece]]

    def may_hold_both(self, one: int, other: int) -> bool:
        return self._group([one, other]).is_sound

    def closed_at(self, arc: int) -> int | None:
        image = self.own.mirror_arc[arc]
        return super().closed_at(arc) or (super().closed_at(image) if image >= 0 else None)

    def _group(self, pieces: Sequence[int]) -> _Group:
        """The pieces that the area holds if it holds some pieces."""
        ground, mirror = self.ground, self.own.mirror
        back: dict[int, tuple[int, int]] = dict.fromkeys(pieces, (-1, -1))
        queue = list(pieces)
        for piece in queue:
            if (head := ground.owner.get(piece, self.head)) != self.head:
                return _Group(back, ground.cores[head][0])
            for node in ground.pieces[piece]:
                image = mirror[node]
                if image < 0:
                    return _Group(back, node)
                if ground.of[image] not in back:
                    back[ground.of[image]] = node, image
                    queue.append(ground.of[image])
        for piece in queue:
            for arc, node, other in ground.exits(piece):
                if ground.of[other] in back and super().closed_at(arc) is not None:
                    return _Group(back, node, arc)
        return _Group(back)

    def barrier(self, node: int) -> Why | None:
        ground = self.ground
        group = self._group([ground.of[node]])
        if group.is_sound:
            return None
        way, last = self._way(group.back, node, group.node)
        if group.beyond >= 0:
            closed = super().closed_at(group.beyond)
            assert closed is not None
            other, _ = self._way(group.back, node, sum(ground.graph.ends[group.beyond]) - group.node)
            wall = ground.board.name(ground.graph.places[group.beyond])
            return Why([closed, *way, *other], worded("would have the wall {wall} inside it", __name__, wall=wall))
        owner = ground.owner.get(ground.of[group.node], self.head)
        if owner == self.head:
            return Why(way, worded("would reach beyond the edge of the board", __name__))
        name = ground.board.name(ground.graph.nodes[last])
        text = "would also hold {cell}, which belongs to {centre}"
        return Why(way, worded(text, __name__, cell=name, centre=_centre(self.symmetries[owner].name)))

    def _way(self, back: Mapping[int, tuple[int, int]], start: int, goal: int) -> tuple[list[int], int]:
        """The open literals that make an area with one node hold another, and the last image on the way."""
        ground = self.ground
        lits: list[int] = []
        last = -1
        while back[ground.of[goal]][0] >= 0:
            node, image = back[ground.of[goal]]
            lits += ground.path(image, goal)
            last = image if last < 0 else last
            goal = node
        return [*lits, *ground.path(start, goal)], last if last >= 0 else goal

    def lost_without(self) -> Iterable[tuple[int, Collection[int]]]:
        """For each arc, what becomes unreachable without it and its image: the bridges between groups. An arc within a
        group separates what belongs together."""
        if self.extent.lost is None:
            self.extent.lost = list(self._find_lost())
        return self.extent.lost

    def _find_lost(self) -> Iterator[tuple[int, Collection[int]]]:
        found = self.extent
        ends: list[tuple[int, int]] = []
        arcs: list[tuple[int, int]] = []
        for arc, one, other in self._within_reach():
            image = self.own.mirror_arc[arc]
            a, b = found.of[one], found.of[other]
            if a == b:
                yield arc, self._lost(self.reached(self.home, self._in_group(a)))
            elif arc <= image:
                ends.append((a, b))
                arcs.append((arc, image))
        for number in Bridges(ends, incidence(len(found.sound), ends)):
            lost = self._lost(self.reached(self.home, closed=arcs[number]))
            yield from ((arc, lost) for arc in dict.fromkeys(arcs[number]))

    def _within_reach(self) -> Iterator[tuple[int, int, int]]:
        """The arcs that the area may cross, each with the pieces at its ends."""
        of = self.ground.of
        for piece in self.reach:
            for arc, _, node in self.ground.exits(piece):
                if piece < of[node] and of[node] in self.reach and self.may_cross(arc):
                    yield arc, piece, of[node]

    def _in_group(self, group: int) -> Collection[int]:
        return {piece for piece, number in self.extent.of.items() if number == group}

    def _lost(self, left: Collection[int]) -> Collection[int]:
        return [piece for piece in self.reach if piece not in left]


def _centre(place: str) -> str:
    return worded("the centre at {place}", __name__, place=name_in_words(place))


class Mirrored(WithinReach):
    """Every cell is in the area of a centre that can hold it together with its image and all pieces joined to both."""

    def __init__(self, graph: ArcGraph, cores: Sequence[Sequence[int]], board: Board, centres: Sequence[Spot]) -> None:
        super().__init__(graph, cores, board)
        cells, links = board.cell_index, {spot: arc for arc, spot in enumerate(board.links)}
        self._symmetries = [
            _Symmetry(board.name(at), Images(at, board.cells, cells), Images(at, board.links, links))
            for at in centres
        ]

    def area(self, ground: OwnedPieces, head: int, around: Surroundings[Any] | None) -> MirroredArea:
        return MirroredArea(ground, head, around, self._symmetries)

    def name(self, head: int) -> str:
        return _centre(self._symmetries[head].name)
