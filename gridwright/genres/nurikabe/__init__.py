"""Nurikabe: shade one connected sea around numbered islands."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from ...board.symmetry import Symmetry, images
from ...formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ...formats.plain_text import PlainText, dot, grid
from ...formats.roles import kudamono, penpa, puzzlekit, pzpr
from ...formats.spf import Spf
from ...language import CELLS, Answer, Genre, Given, Numbers, Rect, Spot, State, Unknown, Wording
from ...language.making import CluePlaces, Making, Sketch, Unlucky, Wishes, at_least, told_by
from ...language.taste import Levels, one_of
from ...rules import connected, no_block, unmarked
from .rules import cells_around, islands


class Nurikabe(Genre):
    """Shade cells (the sea) so that each number is the size of its island. ``?`` is an island of unknown size."""

    name = "Nurikabe"
    aliases = ("Islands in the Stream", "Cell Structure")
    task = (
        "Shade cells so that every white island contains exactly one number, which is its size. Islands share no edge; "
        "the shaded cells are connected and contain no 2x2 block."
    )
    levels = Levels(easy=25.8, medium=53.6, hard=69.1, extreme=92, labelled=True)

    clue = Given("cells", Numbers(1, CELLS) | Unknown("?"))
    sea = Answer("cells", words=("sea", "land"))

    numbered_land = unmarked(sea, clue, Wording(
        "{at} holds a number, so it is land", "{at} holds a number, but is sea"))

    island_size, one_number_each, in_reach, in_room = islands(
        ~sea, clue, size=Wording(
            "the {n} at {at} needs an island of {n:cell}",
            few="the {n} at {at} has room for an island of only {room:cell}",
            stuck="the island of the {n} at {at} cannot grow",
            full="the island of the {n} at {at} is complete already",
            many="the island of the {n} at {at} has {have:cell} already",
            none="the {n} at {at} has no island"), one=Wording(
            "every island holds exactly one number", "the island at {at} holds no number",
            many="the numbers {at} are on one island", between="the numbers {at} are on one island",
            corner="the numbers {at} are on one island", alone="{at} holds no number and has only sea around it",
        ), reach=Wording(
            "every island is in reach of a number", "no number reaches {at}", far="no number gets there",
            blocked="no number reaches {at}"), room=Wording(
            "the {n} at {at} has room for its island", "the {n} at {at} has room for an island of only {room:cell}",
            stuck="the island of the {n} at {at} cannot grow",
            blocked="the {n} at {at} has room for an island of only {room:cell}")
    )
    island_size.requires(numbered_land)
    no_pool = no_block(sea, 2, 2, Wording("no 2x2 block is all sea", "the 2x2 block at {at} is all sea"))

    one_sea = connected(sea, Wording(
        "the sea is connected", "{at:is|are} cut off from the rest of the sea",
        stuck="{at:is|are} cut off from the rest of the sea"), at_least=cells_around(clue)).requires(
        island_size, one_number_each)

    dialects = (
        Spf("nurikabe", puzzle=Diagram(
            cells(D), cells(), cell=Number(clue, "?") | Chars(sea, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(sea)),
        PlainText("nurikabe", body=grid(Letters(clue, 1) | dot)),
        *pzpr("nurikabe", lambda p, g: p.Notation(
            (p.numbers(g.clue),), (p.cells(p.Integer(g.clue, "-"), *p.shaded(g.sea)),),
        )),
        penpa("nurikabe", lambda p, g: p.Notation(p.CellTexts(g.clue), p.Shade(g.sea))),
        *puzzlekit("Nurikabe", lambda k, g: k.Notation((k.grid(k.numbers(g.clue, "?")),), k.solved(*k.shaded(g.sea)))),
        kudamono("nurikabe", lambda k, g: k.Notation(g.clue)),
    )


# -- making --

SIZES = {2: 3, 3: 4, 4: 3, 5: 2, 6: 1, 7: 2, 9: 1, 12: 0.5}
"""The greatest sizes of islands, with weights; many are stopped by others before they reach them."""
TOGETHER = {1: 1, 2: 4, 3: 4, 4: 2, 6: 1}
"""The same for islands that rise together with their images."""
SINKING = {1: 0.9}
"""The probabilities that islands of this many cells sink again."""
SMALL = (0, 0.5, 0.9)
"""The same for islands of two cells: one of these in each puzzle, so that puzzles have few or many of them."""
SLACK = 0.04
"""By this much, the share of their boxes that islands fill may grow after the first layout, on a board of the usual
size: small rectangles most easily leave one answer. It is more on larger boards, which take long anyway."""
TRIES = 3
"""Layouts that are tried for a change."""


Island: TypeAlias = tuple[Sequence[Spot], Spot]
"""The cells of an island and the place of its number."""


@dataclass(frozen=True)
class IslandLayout:
    """Islands, each with the place of its number."""

    islands: Sequence[Island]
    most: float
    """The greatest share of their boxes that islands may fill, on average."""
    sinking: Mapping[int, float]
    """See ``SINKING``."""

    def sketch(self, board: Rect) -> Sketch:
        """The sketch of these islands."""
        land = {c for island, _ in self.islands for c in island}
        return Sketch(board, {"clue": dict.fromkeys(sorted(at for _, at in self.islands), "?")},
                      marks={"sea": {c: c not in land for c in board.cells}}, parts=self)


def with_islands(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Islands that rise from the sea until it has no 2x2 block and covers about half of the board."""
    # Where islands rise together, few find room again.
    sinking = SINKING | {2: rng.choice(SMALL)} if wishes.symmetry == "none" else {}
    islands = risen(Archipelago(rng, board, [], sinking, wishes.symmetry, wishes.places))
    return IslandLayout(islands, filled_share(island for island, _ in islands) + SLACK * (len(board.cells) / 100) ** 2,
                        sinking).sketch(board)


def filled_share(islands: Iterable[Collection[Spot]]) -> float:
    """The share of its box that an island fills, on average."""
    boxes = (((max(c.y for c in own) - min(c.y for c in own)) // 2 + 1,
              (max(c.x for c in own) - min(c.x for c in own)) // 2 + 1, len(own)) for own in islands)
    return fmean(n / (high * wide) for high, wide, n in boxes)


def other_islands(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves a number within its island, or replaces islands near where answers differ."""
    del answer
    board, layout = sketch.board, sketch.parts
    assert isinstance(layout, IslandLayout)
    islands = list(layout.islands)
    near = [k for k, (island, _) in enumerate(islands)
            if any(c in spots or n in spots for c in island for n in board.neighbours(c))]
    if not near:
        return None
    # A number in a cell that is sea in another answer excludes that answer.
    elsewhere = {k: own for k, (island, at) in enumerate(islands)
                 if (own := [c for c in island if c in spots and c != at])}
    if elsewhere and rng.random() < 0.35:
        k = rng.choice(list(elsewhere))
        renumbered = moved_number(board, islands, k, sketch.places.pick(rng, elsewhere[k]), sketch.symmetry)
        return replace(layout, islands=renumbered).sketch(board)
    out = {at for k in rng.sample(near, min(len(near), rng.choice((1, 2, 2, 3))))
           for at in images(board, islands[k][1], sketch.symmetry)}
    kept = [(island, at) for island, at in islands if at not in out]
    for _ in range(TRIES):
        with suppress(Unlucky):
            found = risen(Archipelago(rng, board, kept, layout.sinking, sketch.symmetry, sketch.places))
            if filled_share(island for island, _ in found) <= layout.most:
                return replace(layout, islands=found).sketch(board)
    return sketch


def moved_number(
    board: Rect, islands: Sequence[Island], number: int, to: Spot, symmetry: Symmetry
) -> Sequence[Island]:
    """The islands with the number of one moved to another of its cells, and its images likewise if they can be."""
    before = images(board, islands[number][1], symmetry)
    together = [k for k, (_, at) in enumerate(islands) if at in before]
    after = {k: at for at in images(board, to, symmetry) for k in together if at in islands[k][0]}
    if len(after) < len(together) or len(images(board, to, symmetry)) > len(together):
        return islands
    return [(island, after.get(k, at)) for k, (island, at) in enumerate(islands)]


class Archipelago:
    """Islands that rise from the sea and sink back; the sea stays connected and the islands separate.

    The initial islands do not grow. With a symmetry, the number of an island is in its first cell, and islands begin
    in symmetric cells.
    """

    def __init__(
        self, rng: Random, board: Rect, islands: Sequence[Island], sinking: Mapping[int, float], symmetry: Symmetry,
        places: CluePlaces
    ) -> None:
        self.rng, self.board, self.kept = rng, board, islands
        self.sinking, self.symmetry, self.places = sinking, symmetry, places
        self.islands = {number: list(island) for number, (island, _) in enumerate(islands)}
        self.owner = {c: number for number, island in self.islands.items() for c in island}
        self._most = {number: len(island) for number, island in self.islands.items()}
        """The greatest size of each island."""

    def numbered(self) -> list[Island]:
        """The islands, each with a place for its number."""
        new = [island for number, island in self.islands.items() if number >= len(self.kept)]
        at = [self.places.pick(self.rng, island) if self.symmetry == "none" else island[0] for island in new]
        return [*self.kept, *zip(new, at, strict=True)]

    def rises(self, cell: Spot) -> Sequence[int]:
        """Turns a cell into land, as a part of its neighbour or, with its images, as new islands. Returns the numbers
        of the islands; none if that is impossible."""
        if any(n in self.owner for n in self.board.neighbours(cell)):
            number = self._rises(cell)
            return () if number is None else (number,)
        found: list[int] = []
        for at in images(self.board, cell, self.symmetry):
            is_new = at not in self.owner and not any(n in self.owner for n in self.board.neighbours(at))
            number = self._rises(at) if is_new and (self.symmetry == "none" or self.places.may(at)) else None
            if number is None:
                if found:
                    self.sink(found[0])
                return ()
            found.append(number)
        return found

    def _rises(self, cell: Spot) -> int | None:
        beside = {self.owner[n] for n in self.board.neighbours(cell) if n in self.owner}
        if len(beside) > 1 or any(len(self.islands[k]) >= self._most[k] for k in beside) or not self._may_leave(cell):
            return None
        number = beside.pop() if beside else len(self._most)
        if number not in self.islands:
            self.islands[number] = []
            self._most[number] = one_of(self.rng, SIZES if self.symmetry == "none" else TOGETHER)
        self.islands[number].append(cell)
        self.owner[cell] = number
        return number

    def _may_leave(self, cell: Spot) -> bool:
        """Whether the sea is connected without a cell."""
        near = [n for n in self.board.neighbours(cell) if n not in self.owner]
        around = {Spot(cell.y + dy, cell.x + dx) for dy in (-2, 0, 2) for dx in (-2, 0, 2)} - {cell}
        # Usually the cells around it decide.
        if not near or _reached(self.board, near[0], around.difference(self.owner)).issuperset(near):
            return True
        sea = set(self.board.cells).difference(self.owner, [cell])
        return len(_reached(self.board, near[0], sea)) == len(sea)

    def grow(self, number: int) -> None:
        """Lets an island grow towards its size; it may sink if it stays small."""
        rim = [n for c in self.islands[number] for n in self.board.neighbours(c)]
        while rim:
            cell = rim.pop(self.rng.randrange(len(rim)))
            if cell not in self.owner and self._rises(cell) is not None:
                rim += self.board.neighbours(cell)
        n = len(self.islands[number])
        if n < self._most[number] and self.rng.random() < self.sinking.get(n, 0):
            self.sink(number)

    def stretch(self, number: int) -> None:
        """Lets an island become larger by one cell."""
        self._most[number] = len(self.islands[number]) + 1

    def sink(self, number: int) -> None:
        """Gives an island and those that began with it back to the sea."""
        for at in images(self.board, self.islands[number][0], self.symmetry):
            other = self.owner.get(at, -1)
            if other >= len(self.kept) and self.islands[other][0] == at:
                for cell in self.islands.pop(other):
                    del self.owner[cell]


def _reached(board: Rect, start: Spot, cells: Collection[Spot]) -> set[Spot]:
    """The cells among some that are connected with one of them."""
    found, queue = {start}, [start]
    for cell in queue:
        for near in board.neighbours(cell):
            if near in cells and near not in found:
                found.add(near)
                queue.append(near)
    return found


def risen(world: Archipelago) -> list[Island]:
    """More islands, until the sea has no 2x2 block. Raises Unlucky."""
    rng, board = world.rng, world.board
    blocks = list(board.windows(2, 2))
    for _ in range(4 * len(board.cells)):
        pools = [block for block in blocks if world.owner.keys().isdisjoint(block)]
        if not pools:
            return world.numbered()
        block = rng.choice(pools)
        risen = (world.rises(cell) for cell in rng.sample(block, len(block)))
        numbers = next((numbers for numbers in risen if numbers), ())
        for number in numbers:
            if number in world.islands:
                world.grow(number)
        if numbers:
            continue
        beside = sorted({world.owner[n] for c in block for n in board.neighbours(c) if n in world.owner})
        sinking = [number for number in beside if number >= len(world.kept)]
        if not sinking:
            break
        if world.symmetry == "none" or rng.random() < 0.3:
            world.sink(rng.choice(sinking))
        else:  # new islands seldom find room in all symmetric places
            world.stretch(rng.choice(sinking))
    raise Unlucky


def size_told(model: Any, answer: State, at: Spot) -> int:
    """The number of cells of the island."""
    return len(_reached(model.board, at, {c for c, sea in answer.marks["sea"].items() if not sea}))


Nurikabe.making = Making(
    sketch=with_islands, change=other_islands, told={"clue": told_by(size_told)}, whole=True,
    sizes=at_least(3), rounds=25, placed="clue",
    symmetry={"rotate": 0.19, "quarter": 0.03, "diagonal": 0.02},
)
