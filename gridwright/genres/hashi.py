"""Hashi: join all islands by bridges."""

from itertools import pairwise

from ..formats import sgt
from ..formats.layout import Bridges, Diagram, Fixed, Letters, Number, blank, cells
from ..formats.plain_text import PlainText, grid
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import (
    BRIDGE,
    ISLAND,
    NEVER,
    OPEN,
    Answer,
    Drafts,
    Genre,
    Given,
    Numbers,
    Spot,
    Unknown,
    Wording,
    must,
    rule,
    ticking,
    total,
)
from ..language.kinds import Joints, all_joined


class Hashi(Genre):
    """At most two bridges join two islands in line; bridges do not cross. ``?`` is an island whose number is not told.

    The bridges of a corridor, which runs from an island to the next in line with at least a cell between them, are
    marked on each of its links alike.
    """

    name = "Hashi"
    aliases = ("Hashiwokakero", "Bridges", "Chopsticks", "Hashikake")
    task = (
        "Join all islands into one network by bridges that run straight to the next island. At most two bridges join "
        "two islands, bridges never cross, and a number tells how many bridges end at its island."
    )
    ground = OPEN

    island = Given("cells", Numbers(1, 8) | Unknown("?"), look=ISLAND)

    def corridors(self) -> list[tuple[Spot, ...]]:
        """The links between each two islands that bridges may join."""
        found = []
        for line in ticking(self.board.stretches(())):
            islands = [i for i, cell in enumerate(line) if cell in self.island]
            for i, j in pairwise(islands):
                if j > i + 1:
                    found.append(tuple(self.board.link(a, b) for a, b in pairwise(line[i : j + 1])))
        return sorted(found)

    bridge = Answer(corridors, (0, 1, 2), look=BRIDGE, words={
        0: "without a bridge", 1: "a single bridge", 2: "a double bridge"})

    @rule("the island {at} needs {n:bridge}")
    def bridge_count(self) -> Drafts:
        for at, n in self.island.items():
            if n != "?":
                ends = [self.bridge[s] for s in self.board.links_of(at) if s in self.bridge]
                yield must(total(ends) == n, at, clues=[("island", at)], n=n)

    @rule("bridges do not cross at {cell}", "bridges cross at {cell}")
    def no_crossing(self) -> Drafts:
        for at in self.board.cells:
            ways = [s for s in self.board.links_of(at) if s in self.bridge]
            level = next((s for s in ways if self.board.level(s)), None)
            upright = next((s for s in ways if not self.board.level(s)), None)
            if at not in self.island and level is not None and upright is not None:
                open_ = (self.bridge[level] == 0) | (self.bridge[upright] == 0)
                yield must(open_, (at, level, upright), clues=(), cell=at)

    def joints(self) -> Joints:
        """The islands, joined where there is a bridge."""
        islands = list(self.island)
        index = {at: i for i, at in enumerate(islands)}
        ends, lits, places = [], [], []
        for corridor in self.corridors():
            a, b = self.board.ends(corridor[0])[0], self.board.ends(corridor[-1])[1]
            ends.append((index[a], index[b]))
            lits.append(-self.bridge[corridor[0]].marks.get(0, NEVER))
            places.append(corridor[0])
        return Joints(islands, ends, lits, places)

    one_system = all_joined(joints, Wording("all islands are joined", "{cells:is|are} cut off from the other islands"))

    dialects = (
        Spf("hashi", puzzle=Diagram(cells(), cells(), cell=Number(island, "?") | Bridges(bridge) | blank)),
        PlainText("hashiwokakero", body=grid(
            Letters(island, 1, 8) | Fixed(".", "0", warn="0 is read as an empty cell"))),
        *pzpr("hashi", "hashikake", "bridges", clue=island, line=bridge),
        sgt.Bridges(island, bridge),
    )
