"""Fillomino: number all cells so that groups of equal numbers have that many cells."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from ...formats.layout import D, Diagram, Letters, Number, Stroke, blank, cells, ruled
from ...formats.plain_text import PlainText, dot, grid
from ...formats.roles import kudamono, penpa, puzzlekit, pzpr, sgt
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...formats.spf.graph import SpfGraph
from ...language import (
    CELLS,
    WALL,
    Answer,
    Board,
    Demands,
    Genre,
    Given,
    Numbers,
    Rect,
    Spot,
    Wording,
    any_of,
    must,
    rule,
)
from ...language.gestures import Copies
from ...language.look import Between, LazyModule, Look, LookKind
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least
from ...language.puzzle import Abstraction, Puzzle
from ...language.shapes import MarksBySpot, Paper, Polylines, Screen
from ...language.taste import Levels, sizes_of
from ...laying.layouts import grown, moved, owners
from .rules import numbered_groups

looks = LazyModule(__name__)
GROUPS = Look("groups", own=LookKind(
    "the value; in an answer also a border between neighbouring cells with different values", "text",
    paper=looks.draw_groups, terminal=looks.show_groups, between=Between("differ", "wall", "answer-wall")))


class Fillomino(Genre):
    """A group need not have a given number. A given border separates different numbers."""

    name = "Fillomino"
    aliases = ("Filling", "Polyominous", "Allied Occupation")
    task = (
        "Write a number in every cell so that each group of equal numbers connected by edges has exactly that many "
        "cells."
    )
    levels = Levels(easy=31.3, medium=78.3, hard=140, extreme=164)

    any_graph = True

    def numbers(self) -> range:
        """A group with a given number has that size; one without fits into a piece of cells without."""
        given: Mapping[Spot, int] = self.puzzle.given.get("number", {})
        free = self.memo("free", lambda: self.board.groups([c for c in self.board.cells if c not in given]))
        return range(1, max([*given.values(), *map(len, free)], default=1) + 1)

    border = Given("links", look=WALL)
    number = Answer("cells", numbers, given=Numbers(1, CELLS), look=GROUPS, gesture=Copies())

    group_size = numbered_groups(number, Wording(
        "each group of equal numbers has as many cells as its number says",
        many="the group of {n}s at {at} has {have:cell}",
        few="the group of {n}s at {at} has {have:cell}",
        room="the group of {n}s at {at} has room for only {room:cell}"))

    @classmethod
    def abstraction(cls, puzzle: Puzzle, tick: Callable[[], None]) -> Abstraction | None:
        return cls.group_size.abstraction(puzzle, tick) if cls.group_size in cls.rules else None

    @rule("a border separates {at}, so their numbers differ", "the border between {at} has a {value} on both sides",
          reads=border)
    def borders_part(self) -> Demands:
        for at in self.border:
            a, b = self.board.ends(at)
            for value, mark in self.number[a].marks.items():
                if value in self.number[b].marks:
                    yield must(any_of((~mark, ~self.number[b].marks[value])), (a, b), clues=at,
                               value=value)

    boxed = Diagram(ruled(D), ruled(), frame=True, cell=Number(number) | blank, edge=Stroke(border))
    dialects = (
        Spf("fillomino", puzzle=boxed, solution=(Diagram(cells(D), cells(), cell=Number(number)), boxed)),
        SpfGraph("fillomino", value=number, edge=border),
        PlainText("fillomino", body=grid(Letters(number, 1) | dot)),
        *pzpr("fillomino fillomino01", lambda p, g: p.Notation(
            (p.numbers(g.number), p.border(g.border, optional=True)),
            (p.Flag("t"), p.cells(p.Integer(g.number, "-")), p.cells(*p.filled_in(g.number)),
             p.between(p.Words(g.border, {"2": True, "X": True, "-X": True}),
                          p.Words("drawn border", {"1": True}, drawn=True), p.Ignored("-1"))),
            differs={"t": "all numbers are 1, 2 or 3"}, unknown={g.number: p.IGNORED},
            answered=areas_into_numbers, drawn=numbers_into_areas,
        )),
        penpa("fillomino", lambda p, g: p.Notation(
            p.CellTexts(g.number, drawn=True), p.Edges(g.border, drawn=False), p.Edges("drawn border", given=False),
            answered=areas_into_numbers, drawn=numbers_into_areas,
            unknown=p.ignored(g.number),
        )),
        *puzzlekit("Fillomino", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)),), k.solved(k.numbers(g.number, drawn=True)),
        )),
        kudamono("fillomino", lambda k, g: k.Notation(g.number, g.border, unknown=k.ignored(g.number))),
        sgt("filling", lambda s, g: s.Notation(
            s.SignRun(g.number, {str(n): n or s.EMPTY for n in range(10)}, "number", only="numbers up to 9 only"),
            solution=s.in_each_cell(g.number, int),
        )),
    )


# -- making --

SIZES = {1: 9, 2: 9, 3: 8, 4: 7, 5: 6, 6: 4, 7: 2, 8: 1}
"""The sizes of groups, with weights."""


def with_groups(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Groups of one to nine cells of which neighbours differ in size."""
    del wishes
    areas = grown(board, rng, sizes_of(rng, SIZES))
    alike = equal_neighbours(board, areas)
    for _ in range(400):
        if not alike:
            return Sketch(board, marks={"number": {c: len(area) for area in areas for c in area}})
        changed = moved(board, rng, areas, alike)
        if changed is None:
            break
        still = equal_neighbours(board, changed)
        if len(still) <= len(alike) or rng.random() < 0.02:
            areas, alike = changed, still
    raise Unlucky


def equal_neighbours(board: Rect, areas: Sequence[Sequence[Spot]]) -> list[Spot]:
    """The cells of groups that share an edge with a cell of another group of their size."""
    owner = owners(areas)
    ends = (board.ends(link) for link in board.links)
    return [c for a, b in ends if owner[a] != owner[b] and len(areas[owner[a]]) == len(areas[owner[b]]) for c in (a, b)]


Fillomino.making = Making(
    sketch=with_groups, clues=(), givens="number", strategy="one draft",
    for_any_givens=Fillomino.group_size.for_any_givens, spare=0.03,
    symmetry={"rotate": 0.65},
    sizes=at_least(2),
)


# -- how it is drawn --


def borders(board: Board, numbers: MarksBySpot) -> Iterator[Spot]:
    """The links between neighbouring cells whose numbers are known and differ."""
    for link in board.links if len(numbers) > 1 else ():
        a, b = board.ends(link)
        if a in numbers and b in numbers and numbers[a] != numbers[b]:
            yield link


def draw_groups(paper: Paper, marks: MarksBySpot) -> None:
    """Numbers, and in an answer the borders of the groups, except for given ones."""
    paper.draw("text", marks)
    if paper.solution:
        given = paper.given("border")
        found = (link for link in borders(paper.board, {**paper.given(), **marks}) if link not in given)
        paper.add("wall", [Polylines("answer-wall", paper.joined(map(paper.edge, found)))])


def show_groups(screen: Screen, marks: MarksBySpot) -> None:
    """The same in a terminal."""
    screen.draw("text", marks)
    for link in borders(screen.board, marks) if len(marks) > len(screen.given) else ():
        screen.border(link, "answer")


# -- how other programs write it --


def areas_into_numbers(sheet: Sheet) -> None:
    """Missing numbers within borders are the sizes of the areas."""
    numbers = {**sheet.drawn["number"], **sheet.given["number"]}
    if not sheet.drawn["drawn border"]:
        return
    walls = frozenset((*sheet.drawn["drawn border"], *sheet.given["border"]))
    for area in sheet.board.regions(walls):
        known = {numbers[cell] for cell in area if cell in numbers}
        n = known.pop() if len(known) == 1 else len(area)
        sheet.drawn["number"].update({cell: n for cell in area if cell not in numbers})


def numbers_into_areas(sheet: Sheet) -> None:
    """Borders stand between different numbers."""
    numbers = {**sheet.drawn["number"], **sheet.given["number"]}
    for link in sheet.board.links:
        a, b = sheet.board.ends(link)
        if numbers.get(a) != numbers.get(b):
            sheet.drawn["drawn border"][link] = True
