"""Thermometers: fill them from their bulbs so that each line has the number of filled cells told."""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

from ...board.board import Point
from ...formats.errors import WriteError
from ...formats.layout import Chars, D, Diagram, Number, Stroke, bar, blank, clues, one_per_cell, open_
from ...formats.roles import penpa, puzzlekit
from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Role, Sheet, role_name
from ...formats.spf import Spf
from ...language import (
    LINE_LENGTH,
    Answer,
    Demands,
    Genre,
    Given,
    Look,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    Wording,
    all_of,
    must,
    ticking,
)
from ...language import count as number_of
from ...language.gestures import BegunBy, Fills
from ...language.look import Between, LazyModule, LookKind
from ...language.making import Making, Sketch, Wishes, at_least, count_of, varied
from ...language.rules import lemma
from ...language.shapes import Circle, MarksBySpot, Paper, Polylines, Shape
from ...language.taste import Band, Levels, sizes_of
from ...laying.layouts import links_along, straight_pieces
from ...rules import counted, unmarked
from .rules import FilledFromBulb

drawing = LazyModule(__name__, "drawing")
looks = LazyModule(__name__)
TUBE = Look("tube", own=LookKind("a thick line through cells", "line", paper=looks.draw_tubes))
BULB = Look("bulb", {True: "○"}, own=LookKind("the thick end of a tube", "symbol", clear=True, paper=looks.draw_bulbs))
STUB = Look("stub", {"-": "─", "|": "│"}, own=LookKind(
    "a short piece of a tube", "symbol", clear=True, paper=looks.draw_stubs))
MERCURY = Look("mercury", own=LookKind(
    "the cell is filled; where a tube or its bulb is, that is", "shade", paper=looks.draw_mercury,
    between=Between("both", "line", "answer-mercury", lambda model: model.joint)))


class Thermometers(Genre):
    """A thermometer is a ``bulb`` and all cells that joints (marks on links) connect with it; it may be empty or full.
    Cells that are not connected with a bulb stay empty. ``tube`` is the stroke drawn on a cell without a bulb; it has
    no other meaning."""

    name = "Thermometers"
    aliases = ("Thermometer",)
    task = (
        "Fill each thermometer from its bulb: fully, partly or not at all. The numbers outside count the filled cells "
        "in that row or column."
    )
    levels = Levels(easy=14.4, medium=35.9, hard=98.9, extreme=118)

    count = Given("sides", Numbers(0, LINE_LENGTH))
    bulb = Given("cells", role="structure", look=BULB)
    tube = Given("cells", OneOf("-|"), role="structure", look=STUB)
    joint = Given("links", role="structure", look=TUBE, gesture=BegunBy(bulb))
    filled = Answer("cells", look=MERCURY, words=("filled", "empty"),
                    gesture=Fills(lambda model: ((after, before) for before, after in model.steps)))

    @cached_property
    def steps(self) -> list[tuple[Spot, Spot]]:
        """Each cell of a thermometer with the next ones, from the bulb on."""
        found = []
        for bulb in self.bulb:
            reached = {bulb}
            queue = [bulb]
            for cell in ticking(queue, len(self.board.cells)):
                for link, near in self.board.ways(cell):
                    if link in self.joint and near not in reached:
                        reached.add(near)
                        queue.append(near)
                        found.append((cell, near))
        return found

    @cached_property
    def before(self) -> dict[Spot, list[Spot]]:
        """For each cell of a thermometer but the bulb, the cells before it, from the bulb on."""
        found: dict[Spot, list[Spot]] = {}
        for cell, after in self.steps:
            found[after] = [*found.get(cell, ()), cell]
        return found

    in_line = counted(filled, count, "{side:line} needs {n:filled cell}")

    from_bulb = FilledFromBulb(filled, Wording(
        "the thermometer of {bulb} is filled from its bulb on",
        "{after} is filled, though {before}, nearer to the bulb, is not"))

    @lemma(Wording("{side:line} needs {n:filled cell}, filled from the bulbs",
                   "{side:line} cannot have {n:filled cell}, filled from the bulbs"), in_line, from_bulb, reads=count)
    def along_lines(self) -> Demands:
        """A number, with the thermometers that have several cells in its line."""
        for side, n in self.count.items():
            line = self.board.line_from(side)
            gapless = [self.filled[after].implies(self.filled[cell])
                       for after in line for cell in self.before.get(after, ()) if cell in line]
            if gapless and 0 < n < len(line):
                total = number_of(self.filled[cell] for cell in line) == n
                yield must(all_of([total, *gapless]), line, clues=side, side=side, n=n)

    def others(self) -> list[Spot]:
        """The cells that belong to no thermometer."""
        inside = {*self.bulb, *(after for _, after in self.steps)}
        return [cell for cell in self.board.cells if cell not in inside]

    others_empty = unmarked(filled, others, Wording(
        "{at} belongs to no thermometer, so it is empty", "{at} belongs to no thermometer and is filled"))

    dialects = (
        Spf("thermometers",
            puzzle=Diagram(clues(1, D) + bar + open_(), clues(1, D) + bar + open_(), side=Number(count) | blank,
                           corner=blank, edge=Stroke(joint, across=True),
                           cell=Chars(bulb, {"O": True}, also={"0": True}) | Chars(tube, {"-": "-", "|": "|"}) | blank),
            solution=one_per_cell(filled)),
        penpa("thermometers thermometer", lambda p, g: p.Notation(
            p.MarginTexts(p.One(g.count)), drawing.Tubes(g.bulb, g.joint),
            p.Shade(g.filled, colours=(1, *range(3, 13))),
            told=without_tubes, unknown=p.ignored(g.count), also=(g.tube,),
        )),
        *puzzlekit("Thermometer Thermometers", lambda k, g: k.Notation(
            (*k.counts(g.count), k.grid(TubeItems(g.bulb, g.joint))), k.solved(*k.shaded(g.filled)),
            made=laid_tubes,
            told=numbered_tubes, also=(g.tube,),
        )),
    )


# -- making --

LENGTHS = {2: 6, 3: 18, 4: 28, 5: 22, 6: 24, 7: 10}
"""The lengths of thermometers where there is room, with weights. The longest are for boards with at least ``LARGE``
rows."""
LARGE = 10
STRAIGHT = 0.4
"""The probability that all thermometers are straight."""
HALF = varied("filled", 0.25, 0.75)
BENT = Band(0.3, 0.42, 0.54)
"""The share of thermometers to bend otherwise; some have no room for that."""
EMPTY, FULL = 0.24, 0.34
"""The probabilities that a thermometer is meant to be empty or full."""
OFF_HALF, LEVELLINGS = 0.04, 20
"""How far the share of filled cells may be from a half at first, and the number of attempts."""
LEVEL = Band(0.42, 0.48, 0.54)
"""The probability that a thermometer is laid level where it could be upright."""


def with_tubes(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Thermometers that cover the board: straight ones only, or some with one bend."""
    del wishes
    longest = max(LENGTHS) - (max(board.n_rows, board.n_cols) < LARGE)
    lengths = {n: weight for n, weight in LENGTHS.items() if n <= longest}
    tubes = straight_pieces(board, rng, sizes_of(rng, lengths), LEVEL.draw(rng))
    if rng.random() >= STRAIGHT:
        tubes = bent(board, rng, tubes, round(BENT.draw(rng) * len(tubes)), longest)
    tubes = [tube[:: rng.choice((1, -1))] for tube in tubes]
    joints = [link for tube in tubes for link in links_along(board, tube)]
    given = {"bulb": {tube[0]: True for tube in sorted(tubes)}, "joint": dict.fromkeys(joints, True)}
    return Sketch(board, given, wanted={"filled": _filled(rng, board, tubes)})


def _filled(rng: Random, board: Rect, tubes: Sequence[Sequence[Spot]]) -> dict[Spot, bool]:
    """Random levels, such that about half of the board is filled if that is soon found."""
    filled = set[Spot]()
    for _ in range(LEVELLINGS):
        filled = {cell for tube in tubes for cell in tube[: _level(rng, len(tube))]}
        if abs(len(filled) / len(board.cells) - 0.5) <= OFF_HALF:
            break
    return {cell: cell in filled for cell in board.cells}


def _level(rng: Random, n: int) -> int:
    """How many cells of a thermometer are meant to be filled."""
    chance = rng.random()
    return 0 if chance < EMPTY else n if chance < EMPTY + FULL else rng.randrange(1, n) if n > 1 else 0


def bent(board: Rect, rng: Random, tubes: Sequence[Sequence[Spot]], n: int, longest: int) -> list[list[Spot]]:
    """The tubes, with about ``n`` bent: these continue around a corner into cells of another one, up to the greatest
    length."""
    found = [list(tube) for tube in tubes]
    straight = rng.sample(found, len(found))
    while straight and n > 0:
        one = straight.pop()
        if rng.random() < 0.5:
            one.reverse()
        ways = [(other, taken) for other in straight for taken in _taken(board, one, other, longest - len(one))]
        if ways:
            other, taken = rng.choice(ways)
            one += taken
            straight.remove(other)
            rest = [c for c in other if c not in taken]
            found.remove(other)
            if rest:
                found.append(rest)
            n -= 1
    return found


def _taken(board: Rect, one: Sequence[Spot], other: Sequence[Spot], most: int) -> list[list[Spot]]:
    """The cells, up to ``most``, that a tube may take from another straight one to continue around a corner at its
    end."""
    end = one[-1]
    near = next((own for own in (other, other[::-1]) if own[0] in board.neighbours(end)), None)
    if near is None or bends([*one, near[0]]) == 0:
        return []
    n = 1 if bends([end, *near[:2]]) else len(near)
    return [list(near[:k]) for k in range(1, min(most, n) + 1) if len(near) - k != 1]


def bends(path: Sequence[Spot]) -> int:
    """How often a path turns."""
    return sum(a.y != c.y and a.x != c.x for a, _, c in zip(path, path[1:], path[2:], strict=False))


def is_varied(model: Any, answer: State) -> bool:
    """Whether about half of the cells are filled, with some in each line."""
    filled = answer.marks["filled"]
    return HALF(model, answer) and all(any(filled[c] for c in line) for line in model.board.lines)


Thermometers.making = Making(
    sketch=with_tubes, told={"count": count_of("filled", True)}, share=0.5, spare=1,
    good=is_varied, rounds=25, sizes=at_least(2), fewest=1,
)


# -- how it is drawn --


def draw_tubes(paper: Paper, marks: MarksBySpot) -> None:
    """Tubes through cells."""
    add_tubes(paper, paper.joined(map(paper.link, marks)))


def draw_stubs(paper: Paper, marks: MarksBySpot) -> None:
    """Short pieces of tubes in the middle of cells."""
    lines: list[Sequence[Point]] = []
    for at, way in marks.items():
        x, y = paper.at(at)
        dx, dy = (0.2, 0.0) if way == "-" else (0.0, 0.2)
        lines.append([(x - dx, y - dy), (x + dx, y + dy)])
    add_tubes(paper, lines)


def add_tubes(paper: Paper, lines: Sequence[Sequence[Point]]) -> None:
    """Outlined tubes: all outlines lie below all insides, so that tubes and bulbs open into each other."""
    paper.add("symbol", [Polylines("tube-edge", lines)])
    paper.add("line", [Polylines("tube", lines)])


def draw_bulbs(paper: Paper, marks: MarksBySpot) -> None:
    """The thick ends of tubes."""
    middles = list(map(paper.at, marks))
    paper.add("symbol", [Circle("ink", x, y, 0.4) for x, y in middles])
    paper.add("line", [Circle("ground", x, y, 0.36) for x, y in middles])


def draw_mercury(paper: Paper, marks: MarksBySpot) -> None:
    """Filled tubes, from each filled cell to the next, and to the border of the last one if the tube goes on."""
    bulbs, full = paper.given("bulb"), {*marks, *paper.given()}
    lines: list[Sequence[Point]] = []
    reached: set[Spot] = {*bulbs}
    for link in set(paper.given("joint")):
        ends = paper.board.ends(link)
        reached.update(ends)
        (ax, ay), (bx, by) = map(paper.at, sorted(ends, key=lambda end: end not in full))
        share = 0.4 if ends[0] not in full or ends[1] not in full else 1
        if full.intersection(ends):
            lines.append([(ax, ay), (ax + share * (bx - ax), ay + share * (by - ay))])
    shapes: list[Shape] = [Circle(paper.paint("mercury-bulb"), *paper.at(at), 0.28) for at in marks if at in bulbs]
    paper.add("line", [*shapes, Polylines(paper.paint("mercury"), paper.joined(lines))])
    paper.draw("shade", {at: value for at, value in marks.items() if at not in reached})


# -- how other programs write it --


def laid_tubes(sheet: Sheet) -> None:
    """Joins the numbered places of each thermometer. Raises FormatError for places that are no neighbours."""
    tubes: dict[int, list[tuple[int, Spot]]] = {}
    for cell, (tube, place) in sheet.given.pop("tube item", {}).items():
        tubes.setdefault(tube, []).append((place, cell))
    for tube, places in tubes.items():
        cells = [cell for _, cell in sorted(places)]
        where = sheet.where["tube item", cells[0]]
        if [place for place, _ in sorted(places)] != list(range(1, len(cells) + 1)):
            raise where[0].error(f"the places of thermometer {tube} are not numbered from 1 on", where[1])
        sheet.give("bulb", cells[0], True, *where)
        for a, b in pairwise(cells):
            if abs(a.y - b.y) + abs(a.x - b.x) != 2:
                raise where[0].error(f"the cells of thermometer {tube} are no neighbours", where[1], code="variant")
            sheet.give("joint", Spot((a.y + b.y) // 2, (a.x + b.x) // 2), True, *where)


def numbered_tubes(sheet: Sheet) -> None:
    """Numbers the places of each thermometer. Raises WriteError where they branch or meet, and for cells without a
    bulb."""
    without_tubes(sheet)
    bulbs, joints = sheet.given.pop("bulb", {}), set(sheet.given.pop("joint", {}))
    for n, bulb in enumerate(sorted(bulbs), 1):
        here, place = bulb, 1
        while True:
            if here in sheet.given["tube item"]:
                raise WriteError(f"the format has no thermometers that share a cell, such as {sheet.board.name(here)}")
            sheet.given["tube item"][here] = (n, place)
            ahead = [(link, cell) for link, cell in sheet.board.ways(here) if link in joints]
            if len(ahead) > 1:
                raise WriteError(f"the format has no thermometers that branch, as at {sheet.board.name(here)}")
            if not ahead:
                break
            (link, here), place = ahead[0], place + 1
            joints.remove(link)
    if joints:
        raise WriteError(f"the format has no tubes without a bulb, as at {sheet.board.name(min(joints))}")


def without_tubes(sheet: Sheet) -> None:
    """Leaves out the strokes that are drawn on cells without a meaning."""
    sheet.given.pop("tube", None)


class TubeItems(Put):
    """The number of the thermometer and the place in it, the bulb being the first."""

    def __init__(self, bulb: Role, joint: Role) -> None:
        super().__init__(bulb)
        self.joint = role_name(joint)

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """Keeps the item until all are known."""
        found = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", item.text, re.ASCII)
        if found is None:
            return False
        sheet.give("tube item", spot, (int(found[1]), int(found[2])), item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The two numbers."""
        told = sheet.given.get("tube item", {}).get(spot)
        return None if told is None else f"{told[0]}.{told[1]}"
