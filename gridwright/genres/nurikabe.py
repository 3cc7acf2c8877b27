"""Nurikabe: shade one connected sea around numbered islands."""

from collections.abc import Collection
from random import Random
from typing import Any

from ..formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, dot, grid
from ..formats.roles import tabled
from ..formats.spf import Spf
from ..language import CELLS, Answer, Drafts, Genre, Given, Numbers, Rect, Spot, State, Unknown, Wording, must, rule
from ..language.kinds import connected, islands, no_block
from ..language.layouts import scattered
from ..language.making import Making, Sketch, Wishes, at_least, told_by

# -- making --


def with_islands(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Places of numbers that share no edge, in an eighth to a sixth of the cells."""
    del wishes
    places = scattered(rng, board.cells, round(len(board.cells) * rng.uniform(0.1, 0.16)), board.neighbours)
    return Sketch(board, {"clue": dict.fromkeys(sorted(places), "?")})


def other_islands(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """A number elsewhere in its island, near where answers differ; or one more or less, and another sea around it."""
    board, clue = sketch.board, sketch.given["clue"]
    sea = answer.marks["sea"]
    islands = [group for group in board.groups([c for c in board.cells if not sea[c]]) if len(group) > 0]
    near = [group for group in islands if any(c in spots or n in spots for c in group for n in board.neighbours(c))]
    island = rng.choice(near or islands)
    own = [c for c in island if c in clue]
    if rng.random() < 0.5:
        into = rng.choice(island)
        out, new = own, [into]
    else:
        fits = [c for c in spots if c not in clue and not any(n in clue for n in board.neighbours(c))]
        out, new = (own, []) if not fits or (rng.random() < 0.4 and len(clue) > 3) else ([], [rng.choice(sorted(fits))])
    kept = sorted({c for c in clue if c not in out}.union(new))
    sketch.given["clue"] = dict.fromkeys(kept, "?")
    sketch.wanted = {"sea": {c: value for c, value in sea.items() if c not in spots}}
    return sketch


def few_alone(model: Any, answer: State) -> bool:
    """Whether not too many islands are single cells."""
    sizes = [len(group) for group in model.board.groups([c for c, sea in answer.marks["sea"].items() if not sea])]
    return sizes.count(1) <= max(2, 0.25 * len(sizes))


def size_told(model: Any, answer: State, at: Spot) -> int:
    """The number of cells of the island."""
    land = [c for c, sea in answer.marks["sea"].items() if not sea]
    return next(len(group) for group in model.board.groups(land) if at in group)


class Nurikabe(Genre):
    """Shade cells (the sea) so that the unshaded islands have the sizes told; a clue ``?`` does not tell its size."""

    name = "Nurikabe"
    aliases = ("Islands in the Stream", "Cell Structure")
    task = (
        "Shade cells so that every white island holds one number, which is its size. Islands share no edge; the shaded "
        "cells are connected and contain no 2x2 block."
    )

    clue = Given("cells", Numbers(1, CELLS) | Unknown("?"))
    sea = Answer("cells", words=("sea", "land"))

    @rule("{at} is numbered, so it is land", "{at} is numbered and is sea")
    def numbered_land(self) -> Drafts:
        for at in self.clue:
            yield must(~self.sea[at], at)

    island_size, one_number_each = islands(
        ~sea, clue, size=Wording(
            "the island of {at} needs {n:cell}",
            few="the island of {at} should have {n:cell} and has no room for more than {room}",
            many="the island of {at} should have {n:cell} and has {have} already",
            none="the island of {at} should have {n:cell} and has none"), one=Wording(
            "every island holds exactly one number", "the island at {at} holds no number",
            many="{at} are numbers of one island")
    )
    island_size.relying_on(numbered_land)
    no_pool = no_block(sea, 2, 2, Wording("no 2x2 block is all sea", "the 2x2 block at {at} is all sea"))

    def least_sea(self) -> int:
        """With every size told, the sea is what the islands leave."""
        sizes = list(self.clue.values())
        return len(self.board.cells) - sum(sizes) if all(isinstance(n, int) for n in sizes) else 0

    one_sea = connected(sea, Wording(
        "the sea is connected", "the sea falls into parts: {at:is|are} cut off"), at_least=least_sea).relying_on(
        island_size, one_number_each)

    dialects = (
        Spf("nurikabe",
            puzzle=Diagram(cells(D), cells(),
                           cell=Number(clue, "?") | Chars(sea, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(sea)),
        PlainText("nurikabe", body=grid(Letters(clue, 1) | dot)),
        *tabled("nurikabe", clue=clue, shade=sea),
    )

    making = Making(
        sketch=with_islands, change=other_islands, told={"clue": told_by(size_told)}, likely={"sea": 0.6}, share=0.3,
        good=few_alone, whole=True, sizes=at_least(3), rounds=80,
        movable="clue",
    )
