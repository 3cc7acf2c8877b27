"""Fences (Slitherlink): draw one loop along the grid lines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

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
    all_of,
    clue_rule,
    count,
    lemma,
    must,
    rule,
    symbols,
    ticking,
)
from ..language.making import Making, Sketch, Wishes, at_least
from ..language.taste import Band, Levels
from ..laying.loops import border_edges, winding_area
from ..laying.motifs import in_figures
from ..rules import no_branches, one_loop


class Fences(Genre):
    """A number is the number of edges of its cell along which the loop runs.

    At a ``merged`` corner the four cells around are one area: the corner and its four edges do not exist, and the
    number of the area stands at the corner.
    """

    name = "Fences"
    aliases = ("Slitherlink", "Loop the Loop", "Loopy", "Takegaki", "Slither")
    task = (
        "Draw one closed loop along the grid lines that neither crosses nor touches itself. A number shows how many "
        "edges of its cell belong to the loop."
    )
    levels = Levels(easy=51.7, medium=110, hard=145, extreme=190, labelled=True)
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

    @rule("no fence runs inside the area at {at}", "a fence runs inside the area at {at}")
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
        ring="there are other fences besides the closed loop around {cells}")).requires(no_branches)

    number_of_fences.considered_with(no_branches)

    @lemma(Wording(
        "at the corner {at}, the fence goes on along the border on both sides",
        "at the corner {at}, the fence does not go on along the border on both sides"),
        number_of_fences, no_branches, reads=number)
    def two_in_corner(self) -> Demands:
        """The fence takes the edges of a 2 in a corner, or the other two; it leaves by the same edges."""
        for at, own in self.squares(2):
            for corner in self.ends(own):
                if set(self.board.edges_at(corner)) <= set(own):
                    beside = [end for end in self.ends(e for e in own if corner in self.board.tips(e)) if end != corner]
                    beyond = [e for end in beside for e in self.board.edges_at(end) if e not in own]
                    if len(beyond) == 2:
                        yield must(all_of(self.loop[e] for e in beyond), at, clues=at)

    @lemma(Wording(
        "the fence winds between the adjacent 3s at {cells}",
        "the fence does not wind between the adjacent 3s at {cells}"), number_of_fences, no_branches, one_loop,
        reads=number)
    def adjacent_threes(self) -> Demands:
        """The fence runs between two 3s and along the sides away from each other; or else it would run around both,
        but it has to reach another number."""
        threes = dict(self.squares(3))
        pairs = ((edge, *self.board.faces(edge)) for edge in self.board.edges)
        for edge, one, *beside in pairs:
            if beside and one in threes and beside[0] in threes:
                cells, around = (one, *beside), {*threes[one], *threes[beside[0]]} - {edge}
                elsewhere = next((at for at, n in sorted(self.number.items()) if at not in cells
                                  and n != len(around.intersection(self.edges_around(at)))), None)
                if elsewhere is not None:
                    ends = self.board.tips(edge)
                    far = [e for e in around if ends[0] not in self.board.tips(e) and ends[1] not in self.board.tips(e)]
                    on = [e for end in ends for e in self.board.edges_at(end) if e not in around and e != edge]
                    marks = [*(self.loop[e] for e in sorted((*far, edge))), *(~self.loop[e] for e in on)]
                    yield must(all_of(marks), one, clues=(*cells, elsewhere), cells=cells)

    @lemma(Wording(
        "beside the 0, the 3 at {at} has all its other edges",
        "beside the 0, the 3 at {at} does not have all its other edges"), number_of_fences, reads=number)
    def zero_beside_three(self) -> Demands:
        for at, zero, shared in self.beside_zeros():
            if len(shared) == 2:
                left = [edge for edge in self.edges_around(at) if edge not in self.edges_around(zero)]
                yield must(all_of(self.loop[edge] for edge in left), at, clues=(at, zero), zero=zero)

    @lemma(Wording(
        "the 3 at {at} has both edges at the corner of the 0",
        "the 3 at {at} does not have both edges at the corner of the 0"), number_of_fences, no_branches, reads=number)
    def zero_diagonal_to_three(self) -> Demands:
        for at, zero, shared in self.beside_zeros():
            if len(shared) == 1 and len(self.board.edges_at(shared[0])) <= 4:
                there = [edge for edge in self.board.edges_at(shared[0]) if edge in self.edges_around(at)]
                yield must(all_of(self.loop[edge] for edge in there), at, clues=(at, zero), zero=zero)

    def beside_zeros(self) -> Iterator[tuple[Spot, Spot, Sequence[Spot]]]:
        """The 3s that share corners with a 0, that 0, and these corners."""
        zeros_at: dict[Spot, list[Spot]] = {}
        for zero, edges in self.squares(0):
            for end in self.ends(edges):
                zeros_at.setdefault(end, []).append(zero)
        for at, edges in self.squares(3):
            ends = self.ends(edges)
            for zero in dict.fromkeys(zero for end in ends for zero in zeros_at.get(end, ())):
                yield at, zero, [end for end in ends if zero in zeros_at.get(end, ())]

    def squares(self, n: int) -> Iterator[tuple[Spot, Sequence[Spot]]]:
        """The cells of four edges with a number, and their edges."""
        cells = self.board.cell_index
        around = ((at, self.edges_around(at)) for at, own in ticking(self.number.items()) if own == n and at in cells)
        return ((at, edges) for at, edges in around if len(edges) == 4)

    def ends(self, edges: Iterable[Spot]) -> Sequence[Spot]:
        """The corners at the ends of some edges."""
        return sorted({end for edge in edges for end in self.board.tips(edge)})

    @lemma(Wording(
        "the fence crosses {line} an even number of times", "the fence crosses {line} an odd number of times"),
        no_branches)
    def crossings(self) -> Demands:
        """A closed loop crosses from one part of the grid to the other as often as back."""
        lines: dict[str, list[Spot]] = {}
        for edge in ticking(self.board.edges if isinstance(self.board, Rect) else ()):
            lines.setdefault(f"column {edge.x // 2 + 1}" if edge.x % 2 else f"row {edge.y // 2 + 1}", []).append(edge)
        for line, edges in lines.items():
            even = range(0, len(edges) + 1, 2)
            yield must(count(self.loop[edge] for edge in edges).is_in(even), edges, line=line)

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


# -- making --

WINDING = Band(3, 6, 12)
"""The cells tried in each step of a loop (see ``winding_area``): with more, it winds more."""
INSIDE = Band(0.5, 0.58, 0.68)
"""How often it is the inside of the loop that grows."""


def with_loop(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A winding loop."""
    del wishes
    inside = winding_area(rng, board, round(WINDING.draw(rng)), INSIDE.draw(rng))
    return Sketch(board, wanted={"loop": border_edges(board, inside)})


Fences.making = Making(
    sketch=with_loop, likely={"loop": 0.62}, density=Band(0.34, 0.39, 0.5), liked={3: 3, 2: 0.7},
    order=in_figures(0.35, Band(0.36, 0.4, 0.52)), symmetry={"quarter": 0.22, "rotate": 0.26, "mirror": 0.04},
    sizes=at_least(2), fewest=1, pictured="loop", monotonous=(0,), straight=range(1, 4),
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
