"""Galaxies: divide the grid into areas, each symmetric about the one centre it holds."""

from ..formats import sgt
from ..formats.layout import Chars, Diagram, Stroke, blank, plus, ruled
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import DASHES, WALL, Answer, Drafts, Genre, Given, Wording, all_of, must, rule, symbols
from ..language.kinds import symmetric_areas


class Galaxies(Genre):
    """A centre may lie in a cell, between two cells or where four cells meet; its area covers all of these. An area
    looks the same after half a turn about its centre. Given walls stand between areas."""

    name = "Galaxies"
    aliases = ("Tentai Show", "Spiral Galaxies", "Tentaisho", "Galaxien")
    task = (
        "Divide the grid into connected areas, each with one circle, about which the area looks the same after half a "
        "turn."
    )
    ground = DASHES

    centre = Given("middles", role="structure", look=symbols({True: "○"}))
    wall = Answer("links", look=WALL, words=("a wall", "no wall"))

    @rule(
        "the cells around the centre at {centre} belong together",
        "a wall parts the cells around the centre at {centre}")
    def centre_whole(self) -> Drafts:
        for at in self.centre:
            if at in self.wall:
                yield must(~self.wall[at], at, centre=at)
            elif at not in self.board.cell_index:
                edges = self.board.edges_at(at)
                yield must(all_of(~self.wall[edge] for edge in edges), (at, *edges), centre=at)

    symmetric, one_centre, walls_part = symmetric_areas(
        wall, lambda self: self.centre,
        shape=Wording(
            "the area of the centre at {centre} is symmetric about it",
            "the area of the centre at {centre} is not symmetric about it at {cell}",
            beyond="the area of the centre at {centre} holds {cell}, which has no mirror image on the board"),
        one=Wording(
            "each area holds exactly one centre", "the area of {cells} holds no centre",
            many="one area holds the centres in {heads}"),
        parting=Wording("every wall parts two areas", "the wall between {sides} has one area on both sides"),
    )
    symmetric.relying_on(centre_whole)

    star = Chars(centre, {"O": True}, also={"o": True, "0": True})
    dialects = (
        Spf("galaxies",
            puzzle=Diagram(ruled(), ruled(), frame=True, cell=star | blank, edge=star | Stroke(wall),
                           corner=star | plus),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall))),
        *pzpr("tentaisho", centre=centre, wall=wall),
        sgt.Galaxies(centre, wall),
    )
