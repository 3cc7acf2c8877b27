"""Nurimisaki: shade cells so that the circles are the dead ends of the white cells."""

from collections.abc import Collection, Iterable
from random import Random
from typing import Any

from ..formats.layout import Chars, D, Diagram, Number, blank, cells, one_per_cell
from ..formats.roles import penpa, puzzlekit, pzpr
from ..formats.spf import Spf
from ..language import (
    NEVER,
    STEPS,
    Answer,
    Demands,
    Genre,
    Given,
    Look,
    Numbers,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    all_of,
    count,
    lemma,
    must,
    per_spot,
    rule,
)
from ..language.making import Making, Sketch, Unlucky, Wishes, at_least, told_by
from ..language.taste import Levels
from ..laying.layouts import is_connected
from ..rules import connected, no_block, seen_from, unmarked


class Nurimisaki(Genre):
    """A dead end is an unshaded cell with exactly one unshaded neighbour. All dead ends have circles; an empty circle
    (``?`` in files) hides its number. If a board has only one unshaded cell, this is not a dead end. All cells may be
    shaded."""

    name = "Nurimisaki"
    task = (
        "Shade cells so that the white cells are connected and no 2x2 block is all shaded or all white. The circles "
        "mark all dead ends: white cells with exactly one white neighbour. A number shows how many white cells lie in "
        "the straight line that begins at its circle."
    )
    levels = Levels(easy=13.2, medium=33.1, hard=36.1, extreme=41.5)

    @per_spot
    def longest(self, at: Spot) -> int:
        """The most cells in a straight line that begins at a cell."""
        return 1 + max(len(self.board.ray(at, step)) for step in STEPS)

    number = Given("cells", Numbers(2, longest) | Unknown("?"), look=Look("island", {"?": ""}))
    shade = Answer("cells", words=("shaded", "unshaded"))

    circled_open = unmarked(shade, number, Wording(
        "{at} holds a circle, so it is unshaded", "{at} holds a circle and is shaded"))

    @rule("the circle {at} has {n:unshaded neighbour}", "the circle {at} needs {n:unshaded neighbour} and {found}")
    def capes(self) -> Demands:
        for at in self.number:
            near = self.board.neighbours(at)
            yield must(count(~self.shade[c] for c in near) == 1, (at, *near), at=at, n=1)

    @rule("{at} holds no circle, so it is not a dead end", "{at} is a dead end without a circle")
    def no_other_cape(self) -> Demands:
        for at in self.board.cells:
            if at not in self.number:
                near = self.board.neighbours(at)
                yield must(self.shade[at] | (count(~self.shade[c] for c in near) != 1), (at, *near), at=at)

    length = seen_from(~shade, number, "the straight line from {at} needs {n:unshaded cell}").considered_with(capes)

    @lemma(Wording(
        "any straight line of unshaded cells from {clue} has exactly {n:cell}",
        "a straight line of unshaded cells from {clue} does not have exactly {n:cell}"), length, capes, reads=number)
    def each_way(self) -> Demands:
        for at, n in self.number.items():
            yield from either_way(self, at, n) if n != "?" else ()

    no_pool = no_block(shade, 2, 2, Wording("no 2x2 block is all shaded", "the 2x2 block at {at} is all shaded"))
    no_place = no_block(~shade, 2, 2, Wording("no 2x2 block is all unshaded", "the 2x2 block at {at} is all unshaded"))
    one_body = connected(~shade, Wording(
        "the unshaded cells are connected", "{at:is|are} cut off from the other unshaded cells"))

    dialects = (
        Spf("nurimisaki",
            puzzle=Diagram(cells(D), cells(),
                           cell=Number(number, "?") | Chars(shade, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(shade)),
        *pzpr("nurimisaki", lambda p, g: p.Notation(
            (p.numbers(g.number),), (p.clues(g.number), p.shading(g.shade)),
        )),
        penpa("nurimisaki", lambda p, g: p.Notation(p.CellTexts(g.number, colour=6), p.Shade(g.shade))),
        *puzzlekit("Nurimisaki", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number, "?")),), k.solved(*k.shaded(g.shade)),
        )),
    )


def either_way(model: Nurimisaki, at: Spot, n: int) -> Demands:
    """In each direction from a circle: if the next cell is white, the line has exactly ``n`` cells."""
    shade = model.shade
    for step in STEPS:
        ray = model.board.ray(at, step)[:n]
        if ray:
            line = [*(~shade[c] for c in ray[:n - 1]), *(shade[c] for c in ray[n - 1:])]
            here = all_of(line) if len(ray) >= n - 1 else NEVER
            yield must((~shade[ray[0]]).implies(here), (at, *ray), clues=at, clue=at, n=n)


# -- making --

JOINING = 0.2
"""The weight of a cell that touches several white cells, as joining them leaves fewer dead ends."""
TRIES = 12
"""How many windows are tried for one change."""


def opened(rng: Random, board: Rect, white: Iterable[Spot], window: Collection[Spot]) -> set[Spot]:
    """White cells, with more from a window until no block is all shaded and they are connected. Raises Unlucky."""
    found = set(white)
    blocks = [block for block in board.windows(2, 2) if not set(window).isdisjoint(block)]
    own = {c: [block for block in blocks if c in block] for c in window}

    def weight(cell: Spot) -> float:
        touched = sum(n in found for n in board.neighbours(cell))
        if not touched or any(sum(c in found for c in block) == 3 for block in own[cell]):
            return 0
        pools = sum(found.isdisjoint(block) for block in own[cell])
        return (1 + 2 * pools) * (1 if touched == 1 else JOINING)

    left = {c: weight(c) for c in window if c not in found}
    while any(map(found.isdisjoint, blocks)) or not is_connected(board, found):
        if not any(left.values()):
            raise Unlucky
        cell = rng.choices(list(left), list(left.values()))[0]
        found.add(cell)
        del left[cell]
        for near in board.around(cell):
            if near in left:
                left[near] = weight(near)
    return found


def capes_of(board: Rect, white: Collection[Spot]) -> Sketch:
    """The sketch of an answer: an empty circle at each dead end."""
    ends = [c for c in board.cells if c in white and sum(n in white for n in board.neighbours(c)) == 1]
    return Sketch(board, {"number": dict.fromkeys(ends, "?")},
                  marks={"shade": {c: c not in white for c in board.cells}})


def with_capes(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """White cells that grow from a random one."""
    del wishes
    return capes_of(board, opened(rng, board, [rng.choice(board.cells)], board.cells))


def other_capes(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Other white cells in a window around a spot where answers differ."""
    board, white = sketch.board, {c for c, shaded in answer.marks["shade"].items() if not shaded}
    for _ in range(TRIES):
        at, high, wide = rng.choice(sorted(spots)), rng.choice((2, 4)), rng.choice((2, 4))
        window = [c for c in board.cells if abs(c.y - at.y) <= high and abs(c.x - at.x) <= wide]
        try:
            found = opened(rng, board, white.difference(window) or [at], window)
        except Unlucky:
            continue
        if found != white:
            return capes_of(board, found)
    return None


def length_told(model: Any, answer: State, at: Spot) -> int:
    """The number of white cells in the line that begins at a dead end."""
    return int(model.board.sight(at, lambda c: not answer.get("shade", c)))


Nurimisaki.making = Making(
    sketch=with_capes, change=other_capes, told={"number": told_by(length_told)}, spare=0.2, size=(8, 8),
    sizes=at_least(3),
)
