"""Yagit: draw lines from frame to frame so that each area holds goats or wolves, never both."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from ..formats.layout import Chars, Diagram, Stroke, blank, plus, ruled
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import (
    DASHES,
    WALL,
    Answer,
    Drafts,
    Genre,
    Given,
    OneOf,
    Spot,
    Wording,
    all_of,
    count,
    must,
    rule,
    symbols,
    ticking,
)
from ..language.kinds import Arcs, Joints, head_each, no_ring, one_kind


class Yagit(Genre):
    """Lines run along the grid lines and end on the frame only. They may turn at dots, where they neither branch nor
    cross; everywhere else they go straight on and may cross. Not every dot is used. Each area holds letters of one
    kind, one at least. A closed ring is no line."""

    name = "Yagit"
    aliases = ("Goats and Wolves", "Yagi to Ookami", "Shwolf")
    task = (
        "Draw lines along grid lines from border to border. They may turn only at dots, where they neither cross nor "
        "branch, and may cross elsewhere. Every area holds letters of one kind, at least one."
    )
    ground = DASHES

    animal = Given("cells", OneOf("AB"), role="structure")
    dot = Given("corners", role="structure", look=symbols({True: "●"}))
    line = Answer("links", look=WALL, words=("drawn", "not drawn"))

    @cached_property
    def crossroads(self) -> Mapping[Spot, Sequence[Spot]]:
        """Each inner grid point, with the edges above, left, right and below."""
        found = {at: self.board.edges_at(at) for at in self.board.corners}
        return {at: edges for at, edges in found.items() if len(edges) == 4 and all(e in self.line for e in edges)}

    @rule("lines go straight on at {point}", "a line does not go straight on at {point}")
    def straight(self) -> Drafts:
        for at, edges in self.crossroads.items():
            if at not in self.dot:
                up, left, right, down = (self.line[edge] for edge in edges)
                straight = all_of((up.same_as(down), left.same_as(right)))
                yield must(straight, (at, *edges), clues=(), point=at)

    @rule(Wording(
        "no line ends, branches or crosses another at the dot at {at}",
        few="a line ends at the dot at {at}", many="lines meet at the dot at {at}"))
    def turns(self) -> Drafts:
        for at, edges in self.crossroads.items():
            if at in self.dot:
                yield must(count(self.line[edge] for edge in edges).is_in((0, 2)), at)

    def ways(self) -> Arcs:
        """The pieces of line; two that meet share an end if a line may run on from one to the other."""
        index: dict[tuple[Spot, bool], int] = {}
        inner = self.crossroads
        ends = []
        for edge in ticking(self.board.links):
            upright = self.board.level(edge)  # the link runs from left to right, and the line across it
            a, b = (index.setdefault((tip, upright and tip not in self.dot), len(index)) if tip in inner
                    else index.setdefault((edge, tip == self.board.tips(edge)[0]), len(index))
                    for tip in self.board.tips(edge))
            ends.append((a, b))
        lits = [int(self.line[e]) for e in self.board.links]
        return Arcs(len(index), ends, lits, self.board.links, self.board.enclosed)

    no_ring = no_ring(ways, Wording("no line is a closed ring", "the line around {cells} is a closed ring"))

    def areas(self) -> Joints:
        """What the lines divide the board into."""
        return Joints.of_links(self.board, lambda link: ~self.line[link])

    one_kind = one_kind(areas, lambda self: self.animal, Wording(
        "no area holds animals of two kinds", "an area holds {one} at {start} and {other} at {goal}"))
    some_animal = head_each(areas, lambda self: self.animal, Wording(
        "every area holds an animal", "the area of {cells} holds no animal"))

    dialects = (
        Spf("yagit", puzzle=Diagram(
            ruled(), ruled(), frame=True, edge=Stroke(line), corner=Chars(dot, {"*": True}) | plus,
            cell=Chars(animal, {"A": "A", "B": "B"}) | blank)),
        *pzpr("shwolf", dot=dot, animal=animal, wall=line),
    )
