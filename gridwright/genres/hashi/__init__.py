"""Hashi: join all islands by bridges."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from ...board.board import Point
from ...formats.layout import BridgeStrokes, Diagram, Fixed, Letters, Number, blank, cells
from ...formats.plain_text import PlainText, grid
from ...formats.roles import penpa, puzzlekit, pzpr, sgt
from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import (
    ISLAND,
    NEVER,
    OPEN,
    Answer,
    ArcGraph,
    DemandParts,
    Demands,
    Expr,
    Genre,
    Given,
    Global,
    Mark,
    Numbers,
    Spot,
    State,
    Unknown,
    Wording,
    any_of,
    count,
    lemma,
    must,
    rule,
    ticking,
)
from ...language.look import LazyModule, Look, LookKind
from ...language.making import Making, at_least, told_by
from ...language.rules import bundle
from ...language.shapes import MarksBySpot, Paper, Polylines, Screen, Shape
from ...language.taste import Band, Levels
from ...logic.clauses import Clauses
from ...rules import all_joined
from .making import with_islands

looks = LazyModule(__name__)
BRIDGES = Look("bridges", own=LookKind(
    "so many parallel lines along a link", "none", lined=True, always=True, nothing=0, tool="bridge",
    paper=looks.draw_bridges, terminal=looks.show_bridges))


class Corridor(NamedTuple):
    """A corridor that begins at an island: its first link, the island at its other end, and marks of the bridges that
    it may hold. With a 1 at an end it holds one at most."""

    link: Spot
    to: Spot
    marks: Sequence[Mark]


class Hashi(Genre):
    """At most two bridges connect two islands in line, and bridges do not cross. ``?`` is an island with an unknown
    number.

    A corridor runs from an island to the next one in line, across at least one cell. Its bridges are marked in the same
    way on every link along it.
    """

    name = "Hashi"
    aliases = ("Hashiwokakero", "Bridges", "Chopsticks", "Hashikake")
    task = (
        "Connect all islands into one network with bridges that run straight across or down to the next island. At "
        "most two bridges connect two islands, bridges never cross, and a number shows how many bridges end at its "
        "island."
    )
    levels = Levels(easy=18.9, medium=41.3, hard=61.3, extreme=88.2, labelled=True)
    ground = OPEN

    island = Given("cells", Numbers(1, 8) | Unknown("?"), look=ISLAND)

    @cached_property
    def crossed(self) -> dict[tuple[Spot, ...], Sequence[Spot]]:
        """The corridors between islands: their links, and their cells from island to island."""
        found = {}
        for line, links in ticking(self.board.runs):
            islands = [i for i, cell in enumerate(line) if cell in self.island]
            for i, j in pairwise(islands):
                if j > i + 1:
                    found[tuple(links[i:j])] = line[i : j + 1]
        return dict(sorted(found.items()))

    def corridors(self) -> list[tuple[Spot, ...]]:
        """The links between each two islands that bridges may join."""
        return list(self.crossed)

    bridge = Answer(corridors, (0, 1, 2), look=BRIDGES, words={
        0: "without a bridge", 1: "a single bridge", 2: "a double bridge"})

    @rule("the {number} at {at} needs {number:bridge}", "the {number} at {at} {found:has|have|bridge}", reads=island)
    def bridge_count(self) -> Demands:
        """A bridge counts for one at both ends, and a double bridge for one more."""
        for at, n in self.island.items():
            if n != "?":
                ends = [self.bridge[s] for s in self.board.links_of(at) if s in self.bridge]
                bridges = [mark for end in ends for mark in (end != 0, end == 2)]
                yield must(count(bridges) == n, at, clues=at, n=n, number=n)

    @rule("bridges do not cross at {cell}", "bridges cross at {cell}")
    def no_crossing(self) -> Demands:
        for at, a, b in self.crossings():
            yield must((self.bridge[a] == 0) | (self.bridge[b] == 0), (at, a, b), cell=at)

    def crossings(self) -> Iterator[tuple[Spot, Spot, Spot]]:
        """The cells where two corridors cross, with the links before them on the level one and on the upright one."""
        level: dict[Spot, Spot] = {}
        upright: dict[Spot, Spot] = {}
        for links, line in self.crossed.items():
            (level if self.board.level(links[0]) else upright).update(zip(line[1:-1], links, strict=False))
        for at in ticking(sorted(level.keys() & upright)):
            yield at, level[at], upright[at]

    def encode_corridors(self: Any, out: Clauses) -> list[Global]:
        """A bridge counts for one at both ends, and a double bridge for one more."""
        lits_at: dict[Spot, list[int]] = {at: [] for at in self.island}
        for links, line in ticking(self.crossed.items()):
            marks = self.bridge[links[0]].marks
            for end in (line[0], line[-1]):
                lits_at[end] += (-marks.get(0, NEVER), marks.get(2, NEVER))
        for at, lits in ticking(lits_at.items()):
            n = self.island[at]
            if n != "?":
                sure = lits.count(1)
                out.count([lit for lit in lits if lit not in (1, -1)] if sure or -1 in lits else lits, (n - sure,))
        without = {spot: term.marks.get(0, NEVER) for spot, term in self.bridge.items()}
        out.extend([without[a], without[b]] for _, a, b in self.crossings())
        return []

    bridge_count, no_crossing = bundle((bridge_count, no_crossing), encode_corridors)

    def joints(self) -> ArcGraph:
        """The islands as nodes, and the corridors as arcs that are open if they hold a bridge."""
        islands = list(self.island)
        index = {at: i for i, at in enumerate(islands)}
        ends, lits, places = [], [], []
        for corridor, line in ticking(self.crossed.items()):
            ends.append((index[line[0]], index[line[-1]]))
            lits.append(-self.bridge[corridor[0]].marks.get(0, NEVER))
            places.append(corridor[0])
        return ArcGraph(islands, ends, lits, places)

    one_system = all_joined(joints, Wording("all islands are joined", "{cells:is|are} cut off from the other islands"))

    # -- what people see at one island, or at two or three --

    def ways(self) -> Iterator[tuple[Spot, int, list[Corridor]]]:
        """Each island with a number, the number, and the corridors there."""
        found: dict[Spot, list[Corridor]] = {at: [] for at in self.island}
        for (link, *_), (one, *_, other) in ticking(self.crossed.items()):
            marks = self.bridge[link].marks
            own = (marks[1],) if 1 in (self.island[one], self.island[other]) else (~marks[0], marks[2])
            found[one].append(Corridor(link, other, own))
            found[other].append(Corridor(link, one, own))
        return ((at, n, found[at]) for at, n in self.island.items() if n != "?")

    @lemma(Wording("a 1 has no double bridge", "a 1 has a double bridge"), bridge_count, reads=island)
    def single_at_one(self) -> Demands:
        for at, n, ways in self.ways():
            for link, _, _ in ways if n == 1 else ():
                yield must(self.bridge[link] != 2, (at, link), clues=at)

    needs = Wording(
        "the {number} at {island} needs {number:bridge}", "the {number} at {island} cannot have {number:bridge}")
    others = Wording(
        "the islands at {islands} are connected to others", "the islands at {islands} are connected to no others")

    @lemma(needs, bridge_count, reads=island)
    def each_way(self) -> Demands:
        return self.needed(0)

    @lemma(needs, bridge_count, reads=island)
    def beside_a_one(self) -> Demands:
        return self.needed(1)

    @lemma(needs, bridge_count, reads=island)
    def beside_ones(self) -> Demands:
        return self.needed(2, 3, 4)

    def needed(self, *n_ones: int) -> Demands:
        """The bridges that islands with so many ways to or from a 1 need, whatever is known."""
        for at, n, ways in self.ways():
            spare = sum(len(way.marks) for way in ways) - n
            marks = [mark for way in ways for mark in way.marks[: max(0, len(way.marks) - spare)]]
            if marks and sum(len(way.marks) == 1 for way in ways) in n_ones:
                yield self.at_island(count(marks) == len(marks), at, n, ways)

    @lemma(needs, bridge_count, reads=island)
    def this_way(self) -> Demands:
        """A bridge in each direction in which the others do not suffice."""
        for at, n, ways in self.ways():
            for way in ways:
                others = [mark for one in ways if one is not way for mark in one.marks]
                if len(others) >= n:
                    yield self.at_island(any_of((way.marks[0], count(others) >= n)), at, n, ways)

    @lemma(needs, bridge_count, reads=island)
    def no_second(self) -> Demands:
        """No double bridge where it would be one too many with the others."""
        for at, n, ways in self.ways():
            for way in ways:
                others = [mark for one in ways if one is not way for mark in one.marks]
                if len(way.marks) == 2 and len(others) > n - 2:
                    yield self.at_island(any_of((~way.marks[1], count(others) <= n - 2)), at, n, ways)

    def at_island(self, what: Expr, at: Spot, n: int, ways: Sequence[Corridor]) -> DemandParts:
        """What follows from the number of an island."""
        ones = [way.to for way in ways if n > len(way.marks) == 1]
        return must(what, at, clues=(at, *ones), n=n, number=n, island=at, ways=len(ways))

    @lemma(others, bridge_count, one_system, reads=island)
    def two_islands(self) -> Demands:
        """Two islands with a 1 are not joined, nor two with a 2 twice; and the only other way of a 1."""
        for at, n, ways in self.ways():
            alike = [way for way in ways if self.island[way.to] == n]
            if alike and n < 3 and len(self.island) > 2:
                marks = [self.bridge[way.link] == 0 if n == 1 else self.bridge[way.link] != 2 for way in alike]
                if n == 1 and len(ways) == len(alike) + 1:
                    marks += [way.marks[0] for way in ways if way not in alike]
                islands = (at, *(way.to for way in alike))
                yield must(count(marks) == len(marks), at, clues=islands, n=n, islands=islands)

    @lemma(others, bridge_count, one_system, reads=island)
    def three_islands(self) -> Demands:
        """An island does not get all its bridges from two islands that have no others."""
        for at, n, ways in self.ways():
            for one, other in combinations(ways, 2):
                ends = self.island[one.to], self.island[other.to]
                if set(ends) <= {1, 2} and sum(ends) == n and len(self.island) > 3:
                    bridges = ((self.bridge[way.link], self.island[way.to]) for way in (one, other))
                    open_ = any_of(bridge == 0 if end == 1 else bridge != 2 for bridge, end in bridges)
                    islands = (at, one.to, other.to)
                    yield must(open_, at, clues=islands, islands=islands)

    dialects = (
        Spf("hashi", puzzle=Diagram(cells(), cells(), cell=Number(island, "?") | BridgeStrokes(bridge) | blank)),
        PlainText("hashiwokakero", body=grid(
            Letters(island, 1, 8) | Fixed(".", "0", warn="0 is read as an empty cell"))),
        *pzpr("hashi hashikake bridges", lambda p, g: p.Notation(
            (p.numbers(g.island),),
            (p.clues(g.island),
             p.between(p.Words(g.bridge, {"1": 1, "2": 2}, drawn=True), p.Ignored("-1"))),
            file="hashikake", rest={g.bridge: 0}, made=neighbouring_islands,
        )),
        penpa("hashi hashiwokakero bridges", lambda p, g: p.Notation(
            p.CellTexts(g.island, colour=6), p.Lines(g.bridge, {3: 1, 2: 1, 30: 2}), rest={g.bridge: 0},
            made=neighbouring_islands,
        )),
        *puzzlekit("Hashi", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.island)),), k.solved(BridgeSigns(g.bridge, drawn=True)), rest={g.bridge: 0},
        )),
        sgt("bridges", lambda s, g: s.Notation(
            s.SignRun(g.island, {sign: n for n, sign in enumerate("123456789ABCDEFG", 1)}, "island"), flags="m2",
            differs=other_bridges, solution=lambda model, text: {g.bridge.name: bridges_of(model, s.items_of(text))},
        )),
    )


def bridges_told(model: Any, answer: State, at: Spot) -> int:
    """How many bridges end at an island."""
    return sum(answer.get("bridge", link, 0) for link in model.board.links_of(at))


Hashi.making = Making(
    sketch=with_islands, density=Band(0.29, 0.34, 0.38), told={"island": told_by(bridges_told)},
    likely={"bridge 0": 1.0, "bridge 1": 6.0}, spare=1, rounds=80, sizes=at_least(3), fewest=2,
    placed="island", symmetry={"rotate": 0},
)


# -- how it is drawn --


def draw_bridges(paper: Paper, marks: MarksBySpot) -> None:
    """As many parallel lines as there are bridges."""
    lines: dict[tuple[int, bool], list[Sequence[Point]]] = {}
    for at, n in marks.items():
        if n:
            lines.setdefault((int(n), bool(at.y % 2)), []).append(paper.link(at))
    shapes: list[Shape] = []
    for (n, level), segments in lines.items():
        run = paper.joined(segments)
        for i in range(n):
            off = 0.22 * (i - (n - 1) / 2)
            dx, dy = (0, off) if level else (off, 0)
            shapes.append(Polylines(paper.paint("bridge"), [[(x + dx, y + dy) for x, y in line] for line in run]))
    paper.add("line", shapes)


def show_bridges(screen: Screen, marks: MarksBySpot) -> None:
    """The same in a terminal."""
    screen.spread("rails")
    for at, n in marks.items():
        if n:
            screen.rails(at, int(n))


# -- how other programs write it --


def neighbouring_islands(sheet: Sheet) -> None:
    """Warns about neighbouring islands, which may be joined by a bridge in this format, but not in ours."""
    islands, board = sheet.given["island"], sheet.board
    pairs = ((cell, other) for cell in sorted(islands) for other in board.neighbours(cell) if other in islands)
    pair = next(pairs, None)
    if pair is not None:
        places = " and ".join(map(board.name, pair))
        what = f"the islands {places} are neighbours: other programs let a bridge join them, and here none does"
        sheet.warnings.append(what)


class BridgeSigns(Put):
    """One or two level bridges (1, 2) or upright bridges (a, b) in a cell."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The bridges to both sides of the cell."""
        if item.text not in tuple("12ab"):
            return False
        n = "12".find(item.text) + 1 or "ab".find(item.text) + 1
        for link in self._links(spot, level=item.text in "12"):
            sheet.draw(self.role, link, n, item.line, item.at)
        return True

    @staticmethod
    def _links(spot: Spot, *, level: bool) -> tuple[Spot, Spot]:
        y, x = spot
        return (Spot(y, x - 1), Spot(y, x + 1)) if level else (Spot(y - 1, x), Spot(y + 1, x))

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The number of bridges over the cell."""
        marks = sheet.drawn[self.role]
        for level, signs in ((True, "12"), (False, "ab")):
            found = {marks.get(link, 0) for link in self._links(spot, level=level)}
            if len(found) == 1 and found <= {1, 2}:
                return signs[found.pop() - 1]
        return None


def other_bridges(flags: str) -> str:
    """What the flags of Bridges say about the rules."""
    most = re.search(r"m([0-9]+)", flags)
    if most and most[1] != "2":
        return f"this puzzle has up to {most[1]} bridges between two islands"
    return "bridges must form no ring in this puzzle" if "L" in flags else ""


def bridges_of(model: Genre, items: Iterable[str]) -> dict[Spot, int]:
    """The bridges of items such as ``L0,0,2,0,1``: column and row of both ends, and the number of bridges."""
    found = dict.fromkeys(Hashi.bridge.spots(model), 0)
    for item in items:
        if item[0] == "L":
            x, y, u, v, n = map(int, item[1:].split(","))
            a, b = sorted((Spot(2 * y + 1, 2 * x + 1), Spot(2 * v + 1, 2 * u + 1)))
            across = a.y == b.y
            between = range(a.x + 1, b.x, 2) if across else range(a.y + 1, b.y, 2)
            found.update({Spot(a.y, i) if across else Spot(i, a.x): n for i in between})
    return found
