"""Domino Hunt: divide the numbers into dominoes, no two of which are alike."""

from collections.abc import Collection, Iterator, Sequence
from random import Random

from ...formats.layout import Chars, D, Diagram, Number, Stroke, blank, ruled
from ...formats.roles import penpa, puzzlekit, sgt
from ...formats.spf import Spf
from ...language import (
    DASHES,
    DOMINOES,
    HOLE,
    TEXT,
    UNSEEN,
    WALL,
    Answer,
    Demands,
    Genre,
    Given,
    Key,
    Numbers,
    Puzzle,
    Rect,
    Spot,
    State,
    Wording,
    all_of,
    must,
    rule,
)
from ...language.gestures import Pairs
from ...language.look import LazyModule
from ...language.making import Making, Sketch, Wishes, even_cells
from ...language.taste import Band, Levels
from ...laying.layouts import domino_tiling
from ...rules import Tally, in_pairs, tallied

notation = LazyModule(__name__, "notation")
MOST = 999
"""The largest number that a domino may have."""


def ends_of(puzzle: Puzzle) -> tuple[int, int]:
    """The smallest and the largest number of a puzzle."""
    return puzzle.keys.get("min", 0), puzzle.keys.get("max", 6)


def listed(puzzle: Puzzle) -> tuple[tuple[int, int], ...]:
    """The dominoes of a puzzle, to be crossed off; none if there are more than in a double-twelve set."""
    least, most = ends_of(puzzle)
    if most - least > 12:
        return ()
    return tuple((a, b) for a in range(least, most + 1) for b in range(a, most + 1))


def unlisted(puzzle: Puzzle) -> str:
    """The range of the numbers if the dominoes are not listed."""
    least, most = ends_of(puzzle)
    return "" if listed(puzzle) else f"{least}–{most}"


class DominoHunt(Genre):
    """Numbers run from ``min`` to ``max``. Walls stand between different dominoes and around holes, which belong to no
    domino. If the whole set fits the board exactly, each of its dominoes occurs once. A cell without a number may hold
    any number, so its domino is not compared with others."""

    name = "Domino Hunt"
    aliases = ("Dominosa", "Dominos", "Domino Search")
    task = "Divide the numbers into dominoes (pairs of neighbouring cells). No two dominoes are alike."
    levels = Levels(easy=21.4, medium=53.6, hard=92.5, extreme=132)
    ground = DASHES

    notes = {"dominoes": (listed, DOMINOES), "numbers": (unlisted, TEXT)}  # noqa: RUF012

    min = Key(0, Numbers(0, MOST), title="smallest number", look=UNSEEN)
    max = Key(6, Numbers(min, MOST), title="largest number", look=UNSEEN)
    number = Given("cells", Numbers(min, max))
    hole = Given("cells", role="structure", look=HOLE)
    wall = Answer("links", look=WALL, words=("a wall", "no wall"), gesture=Pairs())

    one_domino_each = in_pairs(~wall, Wording(
        "{at} is in one domino", many="{at} is joined to more than one cell", few="{at} has walls on all sides"),
        holes=hole, numbers=number)

    @rule("the hole {hole} belongs to no domino", "the hole {hole} is joined to a cell")
    def holes_apart(self) -> Demands:
        for at in self.hole:
            links = self.board.links_of(at)
            yield must(all_of(self.wall[s] for s in links), (at, *links), hole=at)

    def whole_set(self) -> bool:
        """Whether the board holds exactly one domino of each kind."""
        kinds = range(self.min, self.max + 1)
        open_cells = [c for c in self.board.cells if c not in self.hole]
        known = all(self.number.get(c) in kinds for c in open_cells)
        return known and len(open_cells) == len(kinds) * (len(kinds) + 1)

    def dominoes(self) -> Iterator[Tally]:
        """Each domino, with the links on which it may lie."""
        found: dict[tuple[int, int], list[Spot]] = {}
        whole = self.whole_set()
        if whole:
            kinds = range(self.min, self.max + 1)
            found = {(a, b): [] for a in kinds for b in kinds if a <= b}
        numbers = [None if c in self.hole else self.number.get(c) for c in self.board.cells]
        for link, (i, j) in zip(self.board.links, self.board.link_ends, strict=True):
            a, b = numbers[i], numbers[j]
            if a is not None and b is not None:
                found.setdefault((a, b) if a <= b else (b, a), []).append(link)
        for (a, b), places in found.items():
            words = {"a": a, "b": b, "often": "once" if whole else "at most once"}
            clues = self.number if whole else sorted({cell for link in places for cell in self.board.ends(link)})
            yield Tally(places, 1 if whole else (0, 1), words=words, clues=clues)

    all_different = tallied(~wall, dominoes, Wording(
        "the domino {a}-{b} occurs {often}", many="the domino {a}-{b} occurs {times}",
        few="the domino {a}-{b} is missing"),
        at_ends=True, reads=number)

    dialects = (
        Spf("domino_hunt", keys=(min, max), required=("min", "max"),
            puzzle=Diagram(ruled(D), ruled(), frame=True, edge=Stroke(wall),
                           cell=Number(number) | Chars(hole, {"#": True}, fill=True) | blank)),
        penpa("dominosa dominohunt", lambda p, g: p.Notation(
            p.Assumed(g.min, "min", what="the smallest number"), p.Assumed(g.max, "max", what="the largest number"),
            p.CellTexts(g.number), p.Shade(g.hole, drawn=False), p.Edges(g.wall), made=notation.domino_numbers,
            told=notation.no_domino_numbers,
        )),
        *puzzlekit("Dominos Domino Dominosa", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)),), k.in_areas(g.wall), made=notation.domino_numbers,
            told=notation.no_domino_numbers,
            also=(g.min, g.max),
        )),
        sgt("dominosa", lambda s, g: s.Notation(
            s.InEachPlace(g.number, notation.Bracketed(), what="this is not a number",
                          expected="a digit, or a number in brackets",
                          lacking="the format needs a number in every cell"),
            size=notation.WholeSet(g.min, g.max), solution=notation.borders_of(g.wall),
        )),
    )


# -- making --

BESIDE = Band(0.16, 0.32, 0.46)
"""The share of dominoes that lie side by side with another one."""
TILINGS = 3
"""Layouts that are tried; the one closest to this share is taken."""


def with_dominoes(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A random layout of the whole set, or of as many dominoes as needed of the smallest set that is large enough."""
    del wishes
    wanted = BESIDE.draw(rng)
    laid = [domino_tiling(board, rng) for _ in range(TILINGS)]
    places = min(laid, key=lambda places: abs(side_by_side(places) - wanted))
    top = next(n for n in range(len(places)) if (n + 1) * (n + 2) // 2 >= len(places))
    kinds = [(a, b) for a in range(top + 1) for b in range(a, top + 1)]
    numbers: dict[Spot, int] = {}
    for place, pair in zip(places, rng.sample(kinds, len(places)), strict=True):
        numbers |= dict(zip(place, rng.sample(pair, 2), strict=True))
    lie = {board.link(*place) for place in places}
    return Sketch(board, {"number": numbers}, {"min": 0, "max": top},
                  {"wall": {link: link not in lie for link in board.links}}, parts=places)


def side_by_side(places: Sequence[tuple[Spot, Spot]]) -> float:
    """The share of dominoes with another one alongside, to the right or below."""
    laid = set(places)
    aside = ((0, 2) if a.x == b.x else (2, 0) for a, b in places)
    return sum((Spot(a.y + dy, a.x + dx), Spot(b.y + dy, b.x + dx)) in laid
               for (a, b), (dy, dx) in zip(places, aside, strict=True)) / len(places)


def other_numbers(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Swaps two dominoes, one of them where answers differ, or turns one round."""
    del answer
    cells = {c for link in spots for c in sketch.board.ends(link)}
    one = rng.choice([place for place in sketch.parts if not cells.isdisjoint(place)])
    other = rng.choice(sketch.parts)
    number = sketch.given["number"]
    values = [number[c] for c in (*one, *other)] if one != other else [number[c] for c in one[::-1]] * 2
    order = values[2:] + values[:2]
    if rng.random() < 0.5:
        order[:2] = order[1::-1]
    if one == other:
        order = values
    number |= dict(zip((*one, *other), order, strict=True))
    return sketch


DominoHunt.making = Making(
    sketch=with_dominoes, change=other_numbers, clues=(), whole=True, size=(7, 8), sizes=even_cells, rounds=150,
)
