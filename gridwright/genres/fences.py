"""Fences (Slitherlink): draw one loop along the grid lines."""

import re
from collections.abc import Sequence

from ..formats.layout import Diagram, Drawn, Fixed, Letters, Number, Stroke, Tagged, blank, ruled
from ..formats.plain_text import PlainText, dot, grid
from ..formats.roles import kudamono, penpa, puzzlekit, pzpr, sgt
from ..formats.roles.sheet import Sheet
from ..formats.spf import Spf
from ..formats.spf.graph import SpfGraph
from ..language import (
    DOTS,
    LINE,
    Answer,
    Demands,
    Genre,
    Given,
    Numbers,
    Rect,
    Spot,
    Wording,
    clue_rule,
    count,
    must,
    rule,
    symbols,
)
from ..language.making import Making, at_least
from ..language.taste import Band, Levels
from ..rules import no_branches, one_loop


class Fences(Genre):
    """A number tells how many edges of its cell the loop runs along.

    At a ``merged`` corner the four cells around are one area: the corner and its four edges do not exist, and a number
    of the area stands at the corner.
    """

    name = "Fences"
    aliases = ("Slitherlink", "Loop the Loop", "Loopy", "Takegaki", "Slither")
    task = (
        "Draw one closed loop along the grid lines that neither crosses nor touches itself. A number tells how many "
        "edges of its cell belong to the loop."
    )
    levels = Levels(easy=50.5, medium=110, hard=148, extreme=197, labelled=True)
    ground = DOTS
    any_graph = True

    def areas(self) -> Sequence[Spot]:
        """Where numbers may stand: the cells, and the merged corners."""
        return (*self.board.cells, *self.merged) if self.merged else self.board.cells

    def most(self) -> int:
        """The largest number of edges around a cell, or around an area at a merged corner."""
        plain = isinstance(self.puzzle.board, Rect) and not self.merged
        return 4 if plain else max(len(self.edges_around(at)) for at in self.areas())

    number = Given(areas, Numbers(0, most))
    merged = Given("corners", role="structure", look=symbols({True: " "}))
    loop = Answer("edges", look=LINE, words=("fenced", "not fenced"))

    @rule("no fence stands inside the area at {at}", "a fence stands inside the area at {at}")
    def open_inside(self) -> Demands:
        for corner in self.merged:
            yield must(count(self.loop[edge] for edge in self.board.edges_at(corner)) == 0, corner)

    def edges_around(self, at: Spot) -> Sequence[Spot]:
        """The edges of a cell, or of the area at a merged corner."""
        if at not in self.merged:
            return self.board.edges_of(at)
        around = {edge for cell in self.board.cells_at(at) for edge in self.board.edges_of(cell)}
        return sorted(around.difference(self.board.edges_at(at)))

    @clue_rule(number, Wording(
        "the {number} at {at} needs {number:fenced edge}", "the {number} at {at} {found:has|have|fenced edge}"))
    def number_of_fences(self, at: Spot, n: int) -> Demands:
        yield must(count(self.loop[e] for e in self.edges_around(at)) == n, at, n=n, number=n)

    no_branches = no_branches(loop, Wording(
        "the fence neither ends nor branches", many="the fence branches at {at}", few="the fence ends at {at}"))
    one_loop = one_loop(loop, Wording(
        "the fence is one closed loop", "the fence at {at} is cut off from the rest", none="there is no fence",
        ring="the loop around {cells} is closed, but there are other fences")).requires(no_branches)

    number_of_fences.considered_with(no_branches)

    node = Fixed("+") | Tagged(Number(number) | blank, merged)
    dialects = (
        Spf("fences",
            puzzle=Diagram(ruled(), ruled(), cell=Number(number) | blank, edge=Drawn(unless=merged), corner=node),
            solution=Diagram(ruled(), ruled(), cell=Number(number) | blank, edge=Stroke(loop), corner=node)),
        SpfGraph("fences", value=number, edge=loop),
        PlainText("slitherlink", body=grid(Letters(number, 0, 3) | dot)),
        *pzpr("slither slitherlink", lambda p, g: p.Notation(
            (p.small(g.number),),
            (p.Flag("f"), p.clues(g.number), p.Notes("0", from_version=1),
             p.edges(p.Words(g.loop, {"1": True}, drawn=True), p.Ignored("-1"))),
            version=1, differs={"f": "the loop passes all grid points"}, unknown={g.number: p.IGNORED},
        )),
        penpa("fences slither slitherlink", lambda p, g: p.Notation(
            p.CellTexts(g.number), p.Edges(g.loop, frame=True), tag="slitherlink", unknown=p.ignored(g.number),
        )),
        *puzzlekit("Slitherlink", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)),), k.solved(*k.shaded("inside")), answered=loop_around,
            drawn=inside_loop,
        )),
        kudamono("slitherlink", lambda k, g: k.Notation(g.number, unknown=k.ignored(g.number))),
        sgt("loopy", lambda s, g: s.Notation(
            s.SignRun(g.number, {str(n): n for n in range(10)}, "number"), flags="t0", differs=other_tiling,
        )),
    )


Fences.making = Making(
    likely={"loop": 0.62}, density=Band(0.36, 0.4, 0.52), liked={3: 4, 0: 0.5},
    symmetry={"quarter": 0.1, "rotate": 0.4}, sizes=at_least(2),
    pictured="loop",
)


# -- how other programs write it --


TILINGS = (
    "squares", "triangles", "hexagons", "snub squares", "Cairo pentagons", "great hexagons", "octagons", "kites",
    "florets", "dodecagons", "great dodecagons", "Penrose kites", "Penrose rhombs", "great-great dodecagons",
    "kagome", "compass dodecagons", "hats", "spectres",
)  # fmt: skip
"""The tilings of Simon Tatham's program, by number."""


def other_tiling(flags: str) -> str:
    """What the flags of Loopy say about the board."""
    tiling = re.search(r"t([0-9]{1,6})", flags)
    n = int(tiling[1]) if tiling else 0
    return f"this puzzle is on a board of {TILINGS[n] if n < len(TILINGS) else 'other tiles'}" if n else ""


def loop_around(sheet: Sheet) -> None:
    """The loop runs between the cells inside it and the others."""
    inside = sheet.drawn.pop("inside", {})
    for edge in sheet.board.edges:
        if sum(cell in inside for cell in sheet.board.faces(edge)) == 1:
            sheet.drawn["loop"][edge] = True


def inside_loop(sheet: Sheet) -> None:
    """The cells inside the loop."""
    sheet.drawn["inside"] = dict.fromkeys(sheet.board.enclosed(sheet.drawn["loop"]), True)
