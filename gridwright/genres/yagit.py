"""Yagit: draw lines from frame to frame so that each area holds goats or wolves, never both."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from ..formats.layout import Chars, Diagram, Stroke, blank, plus, ruled
from ..formats.roles import penpa, pzpr
from ..formats.roles.codecs import BASE36, VALUE36, Code, Cursor
from ..formats.roles.sheet import Field, Sheet, inner_points
from ..formats.spf import Spf
from ..language import (
    DASHES,
    STEPS,
    WALL,
    Answer,
    ArcGraph,
    Demands,
    Genre,
    Given,
    OneOf,
    Rect,
    Spot,
    State,
    Wording,
    all_of,
    count,
    must,
    rule,
    symbols,
    ticking,
)
from ..language.layers import MarksByLayer
from ..language.making import Making, Sketch, Wishes, at_least
from ..language.shapes import Circle, Polygon, Polylines
from ..language.taste import Levels
from ..rules import head_each, no_ring, one_kind

GOAT = (
    Polylines("beam", [[(s * 0.06, -0.16), (s * 0.1, -0.3), (s * 0.19, -0.38), (s * 0.3, -0.39)] for s in (-1, 1)]),
    *(Polygon("white", [(s * 0.14, -0.12), (s * 0.37, -0.1), (s * 0.15, 0.02)]) for s in (-1, 1)),
    Polygon("ink", [(-0.07, 0.24), (0.07, 0.24), (0, 0.44)]),
    Polygon("white", [(-0.15, -0.16), (0.15, -0.16), (0.13, 0.08), (0.07, 0.26), (-0.07, 0.26), (-0.13, 0.08)]),
    *(Circle("ink", s * 0.07, -0.03, 0.03) for s in (-1, 1)),
)
HALF = [(0.08, -0.2), (0.28, -0.42), (0.32, -0.06), (0.36, 0.04), (0.2, 0.12), (0.1, 0.36)]
WOLF = (
    Polygon("black", [*HALF, *((-x, y) for x, y in reversed(HALF))]),
    *(Polygon("light-area", [(s * 0.06, 0.02), (s * 0.19, -0.08), (s * 0.16, 0.03)]) for s in (-1, 1)),
)


class Yagit(Genre):
    """Lines run along the grid lines and end only on the frame. They may turn at dots, where they neither branch nor
    cross; everywhere else they go straight on and may cross. Not every dot need be used. Each area holds letters of one
    kind, at least one. A closed ring does not count as a line."""

    name = "Yagit"
    aliases = ("Goats and Wolves", "Yagi to Ookami", "Shwolf")
    task = (
        "Draw lines along grid lines from border to border. They may turn only at dots, where they neither cross nor "
        "branch, and may cross elsewhere. Every area contains at least one letter, and all its letters are of one kind."
    )
    levels = Levels(easy=46.8, medium=117, hard=129, extreme=149)
    ground = DASHES

    animal = Given("cells", OneOf("AB"), role="structure", look=symbols(
        {"A": "A", "B": "B"}, drawn={"A": GOAT, "B": WOLF}))
    dot = Given("corners", role="structure", look=symbols({True: "●"}))
    line = Answer("links", look=WALL, words=("drawn", "not drawn"))

    @cached_property
    def crossroads(self) -> Mapping[Spot, Sequence[Spot]]:
        """Each inner grid point, with the edges above, left, right and below."""
        found = {at: self.board.edges_at(at) for at in self.board.corners}
        return {at: edges for at, edges in found.items() if len(edges) == 4 and all(e in self.line for e in edges)}

    @rule("lines go straight on at {point}", "a line turns or ends at {point}, where there is no dot")
    def straight(self) -> Demands:
        for at, edges in self.crossroads.items():
            if at not in self.dot:
                up, left, right, down = (self.line[edge] for edge in edges)
                straight = all_of((up.same_as(down), left.same_as(right)))
                yield must(straight, (at, *edges), point=at)

    @rule(Wording(
        "no line ends, branches or crosses another at the dot at {at}",
        few="a line ends at the dot at {at}", many="lines meet at the dot at {at}"))
    def turns(self) -> Demands:
        for at, edges in self.crossroads.items():
            if at in self.dot:
                yield must(count(self.line[edge] for edge in edges).is_in((0, 2)), at)

    def ways(self) -> ArcGraph:
        """The pieces of lines as arcs; two that meet share a node if a line may run from one to the other."""
        index: dict[tuple[Spot, bool], int] = {}
        inner = self.crossroads
        ends = []
        for edge in ticking(self.board.links):
            upright = self.board.level(edge)  # a level link, which an upright line crosses
            a, b = (index.setdefault((tip, upright and tip not in self.dot), len(index)) if tip in inner
                    else index.setdefault((edge, tip == self.board.tips(edge)[0]), len(index))
                    for tip in self.board.tips(edge))
            ends.append((a, b))
        lits = [int(self.line[e]) for e in self.board.links]
        return ArcGraph([spot for spot, _ in index], ends, lits, self.board.links, self.board.enclosed)

    no_ring = no_ring(ways, Wording("no line is a closed ring", "the line around {cells} is a closed ring"))

    def areas(self) -> ArcGraph:
        """What the lines divide the board into."""
        return ArcGraph.of_links(self.board, lambda link: ~self.line[link])

    one_kind = one_kind(areas, lambda self: self.animal, Wording(
        "no area holds animals of two kinds", "an area holds {one} at {start} and {other} at {goal}"))
    some_animal = head_each(areas, lambda self: self.animal, Wording(
        "every area holds an animal", "the area of {cells} holds no animal"))

    dialects = (
        Spf("yagit", puzzle=Diagram(
            ruled(), ruled(), frame=True, edge=Stroke(line), corner=Chars(dot, {"*": True}) | plus,
            cell=Chars(animal, {"A": "A", "B": "B"}) | blank)),
        *pzpr("shwolf", lambda p, g: pzprjs(p, g)),
        penpa("yagit shwolf", lambda p, g: p.Notation(
            p.Symbols(g.animal, p.circles("circle_M", "A", "A") | dict.fromkeys(p.SQUARES, "B"), at="cells"),
            p.Symbols(g.dot, p.circles("circle_SS", True, True), at="points"), p.Edges(g.line),
        )),
    )


# -- making --


def with_lines(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Lines from border to border, some of which turn at a dot, and animals in the areas between them. Easy puzzles
    have more animals, and hardly any dots without a turn."""
    idle, share = (0.03, 2) if wishes.is_easy else (0.2, 4)
    passed: dict[Spot, int] = {}
    drawn: set[Spot] = set()
    dots: set[Spot] = set()
    for _ in range((board.n_rows + board.n_cols) // 2):
        turn = Spot(2 * rng.randrange(1, board.n_rows), 2 * rng.randrange(1, board.n_cols))
        straight = rng.random() < 0.5
        steps = rng.choice((STEPS[::2], STEPS[1::2])) if straight else (rng.choice(STEPS[::2]), rng.choice(STEPS[1::2]))
        edges, points = rays(board, turn, steps)
        if drawn.isdisjoint(edges) and dots.isdisjoint(points) and (straight or turn not in passed):
            drawn.update(edges)
            passed |= dict.fromkeys(points, 1)
            dots.update(() if straight else (turn,))
    inner = [s for s in board.corners if 0 < s.y < 2 * board.n_rows and 0 < s.x < 2 * board.n_cols]
    dots.update(s for s in inner if s not in passed and rng.random() < idle)
    animals: dict[Spot, str] = {}
    for area in board.regions(drawn):
        animals |= dict.fromkeys(rng.sample(area, max(1, len(area) // share)), rng.choice("AB"))
    given: MarksByLayer = {"animal": animals, "dot": dict.fromkeys(sorted(dots), True)}
    return Sketch(board, {name: own for name, own in given.items() if own},
                  marks={"line": {link: link in drawn for link in board.links}}, parts=wishes.is_easy)


def rays(board: Rect, start: Spot, steps: Sequence[tuple[int, int]]) -> tuple[list[Spot], list[Spot]]:
    """The edges from a grid point to the border in some directions, and the inner points on them."""
    edges, points = [], [start]
    for dy, dx in steps:
        here = start
        while 0 < here.y < 2 * board.n_rows and 0 < here.x < 2 * board.n_cols:
            edges.append(Spot(here.y + dy // 2, here.x + dx // 2))
            here = Spot(here.y + dy, here.x + dx)
            points.append(here)
    return edges, [p for p in points if 0 < p.y < 2 * board.n_rows and 0 < p.x < 2 * board.n_cols]


def told_apart(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Adds an animal in a cell that another answer encloses with the other kind; or removes a dot at which only that
    answer turns; or, unless the puzzle should be easy, removes an animal without which an area of that answer is
    empty."""
    assert sketch.other is not None
    board, animals, dots = sketch.board, sketch.given["animal"], sketch.given.get("dot", {})
    here, there = lines_of(answer), lines_of(sketch.other)
    own = {c: area for area in board.regions(here) for c in area}
    more = {c: kind for area in board.regions(there) for kind in kinds_in(area, animals)
            for c in area if c not in animals and kinds_in(own[c], animals) != [kind]}
    changes: list[Callable[[], object]] = []
    if more and len(animals) < len(board.cells) // 2:
        at = rng.choice(sorted(more))
        changes.append(lambda: animals.update({at: kinds_in(own[at], animals)[0]}))
    alone = [held[0] for area in board.regions(there) if len(held := [c for c in area if c in animals]) == 1]
    spare = [c for c in alone if sum(one in animals for one in own[c]) > 1]
    is_easy = sketch.parts
    if spare and not (is_easy and changes):
        changes.append(lambda: animals.pop(rng.choice(spare)))
    idle = sorted({dot for edge in spots for dot in board.tips(edge) if dot in dots and not turns(board, dot, here)
                   and turns(board, dot, there)})
    if idle:
        changes.append(lambda: dots.pop(rng.choice(idle)))
    if not changes:
        return None
    rng.choice(changes)()
    sketch.given = {name: own for name, own in sketch.given.items() if own}
    return sketch


def lines_of(answer: State) -> set[Spot]:
    """The edges that are drawn."""
    return {edge for edge, drawn in answer.marks["line"].items() if drawn}


def kinds_in(area: Iterable[Spot], animals: Mapping[Spot, str]) -> list[str]:
    """The kinds of animals in an area."""
    return sorted({animals[c] for c in area if c in animals})


def turns(board: Rect, dot: Spot, drawn: Collection[Spot]) -> bool:
    """Whether a line turns at a dot."""
    up, left, right, down = (edge in drawn for edge in board.edges_at(dot))
    return (up, left) != (down, right)


Yagit.making = Making(
    sketch=with_lines, change=told_apart, strategy="fixed answer", whole=True, size=(8, 8), sizes=at_least(3),
    rounds=200, solid=True,
)


# -- how other programs write it --


class Dots(Field, Code):
    """Dots on inner grid points, each after the number of points without one before it."""

    def read(self, source: Cursor, sheet: Sheet) -> None:
        """The dots."""
        places, place = inner_points(sheet.n_rows, sheet.n_cols), 0
        while place < len(places) and not source.done:
            char = source.text[source.at]
            if char == ".":
                place += 36
            elif char in VALUE36:
                place += VALUE36[char]
                if place < len(places):
                    sheet.give(self.role, places[place], True, source.line, source.at)
                place += 1
            else:
                raise source.error("this means nothing here", expected="a digit, a small letter or a dot")
            source.at += 1

    def write(self, sheet: Sheet) -> str:
        """The dots."""
        out, run, marks = "", 0, sheet.given[self.role]
        for spot in inner_points(sheet.n_rows, sheet.n_cols):
            if spot in marks:
                out += BASE36[run]
                run = 0
            else:
                run += 1
                if run == 36:
                    out += "."
                    run = 0
        return out + (BASE36[run] if run else "")


def pzprjs(p: Any, g: Any) -> Any:
    """The dots, then the animals."""
    return p.Notation(
        (Dots(g.dot), p.ternary(g.animal, "A", "B")),
        (p.cells(p.Words(g.animal, {"1": "A", "2": "B"})), p.points(p.Words(g.dot, {"1": True})),
         p.drawn_walls(g.line)),
    )
