"""Masyu: draw one loop through all pearls."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from ..board.rect import STEPS
from ..formats.layout import Chars, Diagram, Stroke, blank, ruled
from ..formats.plain_text import PlainText, dot, grid
from ..formats.roles import penpa, puzzlekit, pzpr, sgt
from ..formats.spf import Spf
from ..language import (
    DOWN,
    HOLE,
    LEFT,
    LINE,
    NEVER,
    RIGHT,
    UP,
    Answer,
    Demands,
    Genre,
    Given,
    Global,
    Mark,
    OneOf,
    Rect,
    Spot,
    Wording,
    all_of,
    any_of,
    clue_rule,
    count,
    lemma,
    must,
    rule,
    symbols,
    ticking,
)
from ..language.making import Making, Sketch, Wishes, at_least
from ..language.rules import bundle
from ..language.taste import Band, Levels
from ..laying.layouts import links_along
from ..laying.motifs import keeping_apart
from ..logic.clauses import Clause, Clauses
from ..rules import no_branches, one_loop


class Masyu(Genre):
    """The loop goes straight through a white pearl and turns before or after it, or both. It turns on a black pearl and
    goes straight on before and after it."""

    name = "Masyu"
    aliases = ("Mashu", "Pearl", "White Pearls and Black Pearls")
    task = (
        "Draw one closed loop, never crossing itself, horizontally and vertically through the centres of cells and "
        "every circle. It goes straight through a white circle and turns in at least one of the cells next to it on "
        "the loop; it turns on a black circle and goes straight through both cells next to it."
    )
    levels = Levels(easy=40.2, medium=96.5, hard=129, extreme=185, labelled=True)

    pearl = Given("cells", OneOf(("white", "black")), look=symbols({"white": "○", "black": "●"}))
    hole = Given("cells", role="structure", look=HOLE)
    loop = Answer("links", look=LINE, words=("drawn", "not drawn"))

    no_branches = no_branches(loop, Wording(
        "the loop neither ends nor branches at {at}", few="the loop ends at {at}", many="the loop branches at {at}"))
    one_loop = one_loop(loop, Wording(
        "the line is one closed loop", "the line through {cells} is cut off from the rest", none="there is no loop",
        ring="there is more line besides the closed loop through {cells}"), faces=False)

    def ways(self, at: Spot) -> list[list[Spot | None]]:
        """The four directions out of a cell, each as two links in line."""
        return [self.board.way(at, step, 2) for step in (UP, DOWN, LEFT, RIGHT)]

    @clue_rule(pearl, Wording(
        "the loop goes straight through the white circle {pearl} and turns next to it",
        "the loop does not go straight through the white circle {pearl}",
        straight="the loop turns neither before nor after the white circle {pearl}"), "white")
    def white_pearl(self, at: Spot, _colour: str) -> Demands:
        loop = self.loop
        up, down, left, right = self.ways(at)
        level, upright = ([loop[way[0]] for way in ways] for ways in ((left, right), (up, down)))
        through = any_of(all_of((*on, *(~mark for mark in off))) for on, off in ((upright, level), (level, upright)))
        yield must(through, (at, *self.board.links_of(at)), pearl=at)
        for one, other in ((up, down), (left, right)):
            row = [s for s in (one[0], one[1], other[1]) if s is not None]
            if len(row) == 3:
                yield must(any_of(~loop[s] for s in row), (at, *row), fault="straight", pearl=at)

    @clue_rule(pearl, Wording(
        "the loop turns on the black circle {pearl} and goes straight on in both directions",
        "the loop does not turn on the black circle {pearl}",
        turn="the loop does not go straight on next to the black circle {pearl}"), "black")
    def black_pearl(self, at: Spot, _colour: str) -> Demands:
        loop, ways = self.loop, self.ways(at)
        up, down, left, right = (loop[first] for first, _ in ways)
        turns = all_of(any_of((one & ~other, other & ~one)) for one, other in ((up, down), (left, right)))
        yield must(turns, (at, *self.board.links_of(at)), pearl=at)
        for first, second in ways:
            if first is not None:
                spots = [s for s in (at, first, second) if s is not None]
                yield must(any_of((~loop[first], loop[second])), spots, fault="turn", pearl=at)

    def encode_pearls(self: Any, out: Clauses) -> list[Global]:
        """The clauses of each pearl, kept with the board."""
        kept = self.loop.kept("pearls", dict[tuple[Spot, str], list[Clause]])
        for at, colour in ticking(self.pearl.items()):
            clauses = kept.get((at, colour))
            if clauses is None:
                clauses = kept[at, colour] = clauses_of_pearl(self.loop, at, colour)
            out.extend(clauses)
        return []

    white_pearl, black_pearl = bundle((white_pearl, black_pearl), encode_pearls)

    @lemma(Wording(
        "the loop goes two cells one way or the other from the black circle {pearl}",
        "the loop has no way of two cells from the black circle {pearl}"), black_pearl, reads=pearl)
    def two_cells(self) -> Demands:
        """Either the loop leaves a black circle in one direction, or it goes two cells in the opposite one."""
        for at in self.circles("black"):
            up, down, left, right = self.ways(at)
            for way, back in ((up, down), (down, up), (left, right), (right, left)):
                if None not in back:
                    other = all_of(self.loop[link] for link in back)
                    spots = (at, *filter(None, (way[0], *back)))
                    yield must(any_of((self.loop[way[0]], other)), spots, clues=at, pearl=at)

    @lemma(Wording(
        "the loop turns on both sides of the white circles {circles} if it joins them",
        "the loop joins the white circles {circles} and does not turn on both sides"), white_pearl, reads=pearl)
    def white_pair(self) -> Demands:
        for pair, link, ways in self.pairs("white"):
            beyond = all_of(~self.loop[way[1]] for way in ways)
            yield must(any_of((~self.loop[link], beyond)), self.around(pair), clues=pair, circles=pair)

    @lemma(Wording(
        "on the border, the loop turns inwards on both sides of the white circles {circles}",
        "the loop does not turn inwards on both sides of the white circles {circles}"),
        white_pearl, no_branches, reads=pearl)
    def border_pair(self) -> Demands:
        for pair, link, ways in self.pairs("white"):
            inwards = [step for step in self.across(link) if self.board.way(pair[0], step, 1) != [None]]
            ends = [cell for way in ways if way[0] for cell in self.board.faces(way[0]) if cell not in pair]
            if len(inwards) == 1 and len(ends) == 2:
                turns = (self.loop[self.board.way(cell, inwards[0], 1)[0]] for cell in ends)
                yield must(all_of(turns), self.around(pair), clues=pair, circles=pair)

    @lemma(Wording(
        "the loop crosses the row of white circles {circles}",
        "the loop does not cross the row of white circles {circles}"), white_pearl, reads=pearl)
    def white_row(self) -> Demands:
        for (one, middle), link, (_, ahead) in self.pairs("white"):
            after = (cell for cell in self.board.faces(ahead[0]) if cell != middle) if ahead[0] else ()
            row = (one, middle, *(cell for cell in after if self.pearl.get(cell) == "white"))
            if len(row) == 3:
                crossed = (self.loop[self.board.way(cell, step, 1)[0]] for cell in row for step in self.across(link))
                yield must(all_of(crossed), self.around(row), clues=row, circles=row)

    @lemma(Wording(
        "the loop goes away to both sides from the adjacent black circles {circles}",
        "the loop joins the black circles {circles}"), black_pearl, reads=pearl)
    def black_pair(self) -> Demands:
        for pair, link, ways in self.pairs("black"):
            away = (self.loop[spot] for way in ways for spot in way)
            yield must(all_of((~self.loop[link], *away)), self.around(pair), clues=pair, circles=pair)

    def circles(self, colour: str) -> Iterator[Spot]:
        """The circles of a colour."""
        return (at for at, own in ticking(self.pearl.items()) if own == colour)

    def pairs(self, colour: str) -> Iterator[tuple[tuple[Spot, Spot], Spot, Sequence[Sequence[Spot | None]]]]:
        """Neighbouring circles of a colour, the link between them, and the two ways on, before and behind them."""
        board = self.board
        for one in self.circles(colour):
            for back, step in ((LEFT, RIGHT), (UP, DOWN)):
                (link,) = board.way(one, step, 1)
                other = Spot(one.y + step[0], one.x + step[1])
                if link is not None and self.pearl.get(other) == colour:
                    yield (one, other), link, (board.way(one, back, 2), board.way(other, step, 2))

    def around(self, circles: Sequence[Spot]) -> tuple[Spot, ...]:
        """Some circles and the links there."""
        return (*circles, *dict.fromkeys(link for at in circles for link in self.board.links_of(at)))

    def across(self, link: Spot) -> Sequence[tuple[int, int]]:
        """The directions at right angles to a link."""
        return (UP, DOWN) if self.board.level(link) else (LEFT, RIGHT)

    @rule("the loop does not enter {at}", "the loop enters {at}")
    def holes(self) -> Demands:
        for at in self.hole:
            yield must(count(self.loop[s] for s in self.board.links_of(at)) == 0, at)

    dialects = (
        Spf("masyu", puzzle=Diagram(
            ruled(), ruled(), frame=True, edge=Stroke(loop, across=True),
            cell=Chars(pearl, {"O": "white", "*": "black"}, also={"0": "white"}) | Chars(hole, {"#": True}) | blank)),
        PlainText("masyu", body=grid(Chars(pearl, {"o": "white", "*": "black"}) | dot)),
        *pzpr("mashu masyu pearl", lambda p, g: p.Notation(
            (p.ternary(g.pearl, "white", "black"),),
            (p.Flag("f"), p.cells(p.Words(g.pearl, {"1": "white", "2": "black"})), p.line(g.loop)),
            differs={"f": "the line passes all cells"},
        )),
        penpa("masyu mashu pearl", lambda p, g: p.Notation(
            p.Symbols(g.pearl, p.circles("circle_L", "white", "black")), p.Shade(g.hole, drawn=False), p.Lines(g.loop),
        )),
        *puzzlekit("Masyu", lambda k, g: k.Notation(
            (k.grid(k.Words(g.pearl, {"w": "white", "b": "black", "1": "white", "2": "black"})),),
            k.solved(k.Exits(g.loop, drawn=True)),
        )),
        sgt("pearl", lambda s, g: s.Notation(
            s.SignRun(g.pearl, {"B": "black", "W": "white"}, "pearl"), solution=loop_through_cells,
        )),
    )


def clauses_of_pearl(loop: Mapping[Any, Mark], at: Spot, colour: str) -> list[Clause]:
    """What a pearl demands of the two links in each direction; missing links are never drawn."""
    ways = []
    for dy, dx in (UP, DOWN, LEFT, RIGHT):
        first = loop.get((at.y + dy // 2, at.x + dx // 2), NEVER)
        ways.append((first, NEVER if first == NEVER else loop.get((at.y + 3 * dy // 2, at.x + 3 * dx // 2), NEVER)))
    (up, above), (down, below), (left, before), (right, after) = ways
    if colour == "white":
        through = [one for a in (up, down) for b in (left, right) for one in _either(a, b)]
        return [*through, [-up, -above, -below], [-left, -before, -after]]
    return [*_either(up, down), *_either(left, right), *([-first, second] for first, second in ways)]


def _either(a: int, b: int) -> list[Clause]:
    """Exactly one of two literals."""
    return [[a, b], [-a, -b]]


def loop_through_cells(model: Any, text: str) -> dict[str, dict[Spot, bool]] | None:
    """The loop in a solution of Simon Tatham's program: ``R``, the ways out of a cell in bits, its column and row."""
    found = {}
    for item in text.split(";"):
        if item.startswith("R"):
            bits, col, row = map(int, item[1:].split(","))
            ways = [way for bit, way in ((1, RIGHT), (2, UP), (4, LEFT), (8, DOWN)) if bits & bit]
            found.update({Spot(2 * row + 1 + dy // 2, 2 * col + 1 + dx // 2): True for dy, dx in ways})
    return {Masyu.loop.name: found} if found.keys() <= set(model.board.links) else None


# -- making --

STRETCHES = (3, 4, 5, 6, 7)
"""Lengths, in links, of the straight stretches that a loop should have; without them it would turn too often."""
PER_STRETCH = 20
"""The cells of the board for each stretch."""


def with_stretches(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Random straight stretches, which the loop follows as far as the rules allow."""
    del wishes
    loop: dict[Spot, bool] = {}
    for start in rng.choices(board.cells, k=max(1, len(board.cells) // PER_STRETCH)):
        way = [start, *board.ray(start, rng.choice(STEPS))]
        loop |= dict.fromkeys(links_along(board, way[: rng.choice(STRETCHES) + 1]), True)
    return Sketch(board, wanted={"loop": loop})


Masyu.making = Making(
    sketch=with_stretches, density=Band(0.18, 0.22, 0.28), share=0.3, rounds=25, sizes=at_least(3), fewest=1,
    pictured="loop", liked={"black": 3.5}, order=keeping_apart(Band(0, 0.5, 1)), symmetry={"rotate": 0.22}, paired=True,
)
