"""Masyu: draw one loop through all pearls."""

from collections.abc import Mapping
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
    any_of,
    clue_rule,
    count,
    must,
    rule,
    symbols,
    ticking,
)
from ..language.making import Making, Sketch, Wishes, at_least
from ..language.rules import bundle
from ..language.taste import Band, Levels
from ..laying.layouts import links_along
from ..logic.clauses import Clause, Clauses
from ..rules import no_branches, one_loop


class Masyu(Genre):
    """The loop goes straight through white pearls and turns next to them; it turns on black ones and not next to
    them."""

    name = "Masyu"
    aliases = ("Mashu", "Pearl", "White Pearls and Black Pearls")
    task = (
        "Draw one closed loop through cell centres and all circles. It goes straight through white circles and turns in"
        " a cell next to them; it turns on black circles and goes straight in both cells next to them."
    )
    levels = Levels(easy=47.6, medium=128, hard=166, extreme=218, labelled=True)

    pearl = Given("cells", OneOf(("white", "black")), look=symbols({"white": "○", "black": "●"}))
    hole = Given("cells", role="structure", look=HOLE)
    loop = Answer("links", look=LINE, words=("drawn", "not drawn"))

    no_branches = no_branches(loop, Wording(
        "the loop passes {at} once or not at all", few="the loop ends at {at}", many="the loop branches at {at}"))
    one_loop = one_loop(loop, Wording(
        "the line is one closed loop", "the line through {cells} is cut off from the rest", none="there is no loop",
        ring="the loop through {cells} is closed, but there is more line elsewhere"), faces=False)

    def ways(self, at: Spot) -> list[list[Spot | None]]:
        """The four directions out of a cell, each as two links in line."""
        return [self.board.way(at, step, 2) for step in (UP, DOWN, LEFT, RIGHT)]

    @clue_rule(pearl, Wording(
        "the loop goes straight through the white pearl {pearl} and turns next to it",
        "the loop does not go straight through the white pearl {pearl}",
        straight="the loop turns neither before nor after the white pearl {pearl}"), "white")
    def white_pearl(self, at: Spot, _colour: str) -> Demands:
        loop = self.loop
        up, down, left, right = self.ways(at)
        through = any_of(loop[one[0]] & loop[other[0]] for one, other in ((up, down), (left, right)))
        yield must(through, (at, *self.board.links_of(at)), pearl=at)
        for one, other in ((up, down), (left, right)):
            row = [s for s in (one[0], one[1], other[1]) if s is not None]
            if len(row) == 3:
                yield must(any_of(~loop[s] for s in row), (at, *row), fault="straight", pearl=at)

    @clue_rule(pearl, Wording(
        "the loop turns on the black pearl {pearl} and goes straight on both ways",
        "the loop does not turn on the black pearl {pearl}",
        turn="the loop does not go straight on next to the black pearl {pearl}"), "black")
    def black_pearl(self, at: Spot, _colour: str) -> Demands:
        loop, ways = self.loop, self.ways(at)
        up, down, left, right = (loop[first] for first, _ in ways)
        yield must((up | down) & (left | right), (at, *self.board.links_of(at)), pearl=at)
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
    white_pearl.considered_with(no_branches)
    black_pearl.considered_with(no_branches)

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
        through: list[Clause] = [[a, b] for a in (up, down) for b in (left, right)]
        return [*through, [-up, -above, -below], [-left, -before, -after]]
    return [[up, down], [left, right], *([-first, second] for first, second in ways)]


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
    sketch=with_stretches, density=Band(0.18, 0.22, 0.28), share=0.3, rounds=25, sizes=at_least(3), pictured="loop",
)
