"""Snake: find a path of numbered cells that never touches itself; hints count its cells in rows and columns."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from ...formats.errors import WriteError
from ...formats.layout import Chars, D, Diagram, Number, blank, cells, clues
from ...formats.roles import penpa, puzzlekit, pzpr
from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import (
    CELLS,
    LINE_LENGTH,
    NEVER,
    Answer,
    Demands,
    Genre,
    Given,
    Key,
    Look,
    Mark,
    Numbers,
    Rect,
    Spot,
    State,
    Wording,
    any_of,
    count,
    lemma,
    must,
    rule,
)
from ...language.look import Between, LazyModule, LookKind
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least, line_values, told_by
from ...language.shapes import Circle, MarksBySpot, Paper, Polylines, Shape
from ...language.taste import Band, Levels
from ...language.wording import AtMost
from ...rules import counted
from .rules import numbered_path

looks = LazyModule(__name__)
TRAIL = Look("trail", {0: " "}, own=LookKind(
    "numbers of which each is joined to the next one", "text", tool="trail", paper=looks.draw_trail,
    between=Between("next", "shade", "answer-trail")))


class Snake(Genre):
    """0 is a cell off the snake, whose cells are numbered from 1 on. ``max`` is its length, 0 if it is not known. A
    given number is a cell's place on the snake and need not be an end. Holes are never used and hold no number. Without
    a given number, both numberings of a path are answers."""

    name = "Snake"
    aliases = ("Schlange",)
    task = (
        "Find a snake, a path of cells that share edges, and number its cells 1, 2, 3, ... from one end to the other. "
        "It never touches itself, except that cells may meet at a corner where it turns. The numbers outside count its "
        "cells in that line."
    )
    levels = Levels(easy=28.6, medium=71.5, hard=171, extreme=197)

    def told_length(self) -> int | None:
        """The given number of cells of the snake, if any; at most one more than the board has."""
        most = len(self.board.cells) + 1
        return min(int(self.max), most) if self.max > 0 else None

    def length(self) -> int | None:
        """The same, also if it follows from the hints of all rows or of all columns."""
        if self.max > 0:
            return self.told_length()
        for upright, n_lines in ((True, self.board.n_cols), (False, self.board.n_rows)):
            told: list[int] = [n for side, n in self.used.items() if (side.y < 0) == upright and min(side) < 0]
            if len(told) == n_lines:
                return max(1, min(sum(told), len(self.board.cells)))
        return None

    def numbers(self) -> range:
        """0, and as many numbers as the snake may have cells."""
        return range((self.told_length() or len(self.board.cells)) + 1)

    max = Key(0, Numbers(0, CELLS), role="clue", title="length")
    hole = Given("cells", role="structure")
    used = Given("sides", Numbers(0, LINE_LENGTH))

    def open_cells(self) -> list[Spot]:
        """The cells that may be used."""
        return [c for c in self.board.cells if c not in self.hole]

    number = Answer(open_cells, numbers, look=TRAIL, words={0: "off the snake"})

    def on_snake(self) -> dict[Spot, Mark]:
        """For each cell, the mark that it is used."""
        number = self.number
        return {c: ~number[c].marks.get(0, NEVER) if c in number else NEVER for c in self.board.cells}

    def empty_lines(self) -> Iterator[Spot]:
        """The cells of lines without used cells."""
        return (c for side, n in self.used.items() if n == 0 for c in self.board.line_from(side))

    in_line = counted(on_snake, used, "{side:line} needs {n:cell of the snake|cells of the snake}")

    each_once, one_after_another, no_touch = numbered_path(
        number, told=told_length, sure=length, off=empty_lines,
        once=Wording("{value} appears {n:time}", many="{value} appears {times}, at {culprits}",
                     again="there is already {value:a}, at {other}",
                     few="{value} has no place left"),
        follows=Wording("each number is beside the one before it",
                        "the {n} at {at} has no {before} beside it"),
        no_touch=Wording("{at} follow each other if both are on the snake",
                         "the snake touches itself: {at} do not follow each other"),
    )
    each_once.requires(in_line, one_after_another)
    one_after_another.requires(in_line, each_once, no_touch)
    no_touch.requires(in_line, each_once, one_after_another)

    @rule("the snake does not touch itself at a corner", "the snake touches itself at the corner between {at}")
    def no_corner(self) -> Demands:
        on = self.on_snake()
        for a, b, c, d in self.board.windows(2, 2):
            yield must(any_of((~on[a], ~on[d], on[b], on[c])), (a, d))
            yield must(any_of((~on[b], ~on[c], on[a], on[d])), (b, c))

    @lemma(Wording(
        "{at} needs {n:neighbour} on the snake if it is on it itself",
        "{at} is on the snake and does not have {n:neighbour} on it"), each_once, one_after_another, no_touch)
    def goes_on(self) -> Demands:
        on, length = self.on_snake(), self.told_length()
        given = {at: n for at, n in self.given(Snake.number).items() if n}
        ends = [at for at, n in given.items() if n in (1, length)]
        for at in self.open_cells():
            near = count(on[c] for c in self.board.neighbours(at))
            few, many = (0, 2) if length is None else (0, 0) if length == 1 else (1, 2)
            if few < many and length is not None and (at in given or len(ends) == 2):
                few = many = 1 if at in ends else 2
            n = few if few == many else AtMost(many) if not few else (few, many)
            yield must(any_of((~on[at], near.is_in(range(few, many + 1)))), at, n=n)

    block = Chars(hole, {"#": True}, fill=True)
    dialects = (
        Spf("snake", digits=2, keys=(max,),
            puzzle=Diagram(clues(1, D) + cells(D), clues() + cells(), side=Number(used) | blank,
                           cell=Number(number, least=1) | block | blank),
            solution=Diagram(cells(D), cells(), cell=Number(number, least=1) | block | Chars(number, {" ": 0}))),
        *pzpr("snake", lambda p, g: pzprjs(p, g)),
        penpa("snake", lambda p, g: p.Notation(
            p.Assumed(g.max, "max", "length", what="the length of the snake"), p.MarginTexts(p.One(g.used)),
            p.Symbols("circle", p.circles("circle_L", "white", "black")), p.Shade("shade"),
            made=ends_of_circles, told=circles_of_ends, answered=path_into_numbers, drawn=path_with_circles,
            unknown=p.ignored(g.used, g.number), also=(g.number,),
        )),
        *puzzlekit("Snake", lambda k, g: k.Notation(
            (*k.counts(g.used), k.grid(Ends(g.number))), k.solved(*k.shaded("shade")),
            made=ends_of_snake,
            told=snake_by_ends, answered=path_into_numbers, drawn=path_with_ends,
            also=(g.max,),
        )),
    )


# -- making --

LENGTH = Band(0.4, 0.42, 0.47)
"""The share of cells that the snake covers."""
STRAIGHT, EASY = 0.3, 0.9
"""The probability that a snake goes straight on where it can, so that two fifths of its cells are turns; and the same
for easy puzzles, whose lines are fuller or emptier and so say more."""


def with_snake(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A snake on two fifths of the board or more, with both ends given; 1 is at the first of them, as in formats that
    give ends without numbers."""
    wanted = wishes.get("max", round(len(board.cells) * LENGTH.draw(rng)))
    often = EASY if wishes.is_easy else STRAIGHT
    way = [rng.choice(board.cells)]
    on = set(way)

    def fits(cell: Spot) -> bool:
        around = [Spot(cell.y + dy, cell.x + dx) for dy in (-2, 0, 2) for dx in (-2, 0, 2)]
        return cell not in on and on.intersection(around) <= set(way[-2:]) and on.intersection(
            board.neighbours(cell)) == {way[-1]}

    while len(way) < wanted:
        ahead = [c for c in board.neighbours(way[-1]) if fits(c)]
        if not ahead:
            if way[0] == way[-1] or len(way) < 3 or rng.random() < 0.3:
                raise Unlucky
            way.reverse()
            if not any(fits(c) for c in board.neighbours(way[-1])):
                raise Unlucky
            continue
        straight = [c for c in ahead if len(way) > 1 and (c.y == way[-2].y or c.x == way[-2].x)]
        way.append(rng.choice(straight if straight and rng.random() < often else ahead))
        on.add(way[-1])
    if way[-1] < way[0]:
        way.reverse()
    number = dict.fromkeys(board.cells, 0) | {c: i for i, c in enumerate(way, 1)}
    return Sketch(board, {"number": {way[0]: 1, way[-1]: len(way)}}, {"max": len(way)}, {"number": number})


def cells_used(model: Any, answer: State, side: Spot) -> int:
    """How many cells of a line the snake uses."""
    return sum(bool(n) for n in line_values(model, answer, "number", side))


Snake.making = Making(
    options=("max",), sketch=with_snake, told={"used": told_by(cells_used)}, spare=1, fill="number",
    is_given=bool, size=(8, 8), sizes=at_least(3), rounds=1,
)


# -- how it is drawn --


def draw_trail(paper: Paper, marks: MarksBySpot) -> None:
    """Numbers; those of an answer lie on a band that joins consecutive numbers."""
    paper.draw("symbol", marks)
    if not paper.solution:
        return
    board = paper.board
    used = {spot: n for spot, n in {**paper.given(), **marks}.items() if n}
    links = [paper.link(board.link(a, b)) for a, n in used.items() for b in board.neighbours(a) if used.get(b) == n + 1]
    shapes: list[Shape] = [Circle("answer-trail-end", *paper.at(spot), 0.3) for spot in used]
    paper.add("shade", [*shapes, Polylines("answer-trail", paper.joined(links))])


# -- how other programs write it --


class CircleAndMark(Put):
    """The sum of a circle (1 white, 2 black) and a mark of the solver (4 in the snake, 8 outside)."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The circle and the mark."""
        if not (item.text.isdigit() and int(item.text) < 12):
            return False
        mark, circle = divmod(int(item.text), 4)
        if circle:
            sheet.give("circle", spot, ("", "white", "black", "?")[circle], item.line, item.at)
        if mark == 1:
            sheet.draw(self.role, spot, True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The circle and the mark."""
        code = 2 * (spot in sheet.given["circle"]) + 4 * (spot in sheet.drawn[self.role])
        return str(code) if code else None


def pzprjs(p: Any, g: Any) -> Any:
    """Black circles are the ends; cells of the snake are drawn without their numbers."""
    return p.Notation(
        (p.ternary("circle", "white", "black"), p.Outside(p.One(g.used))),
        (p.Framed(p.One(g.used), CircleAndMark("shade"), blank="0"),),
        refuses="white circles; two black circles unless all hints above are given", also=(g.max, g.number),
        made=ends_of_circles, told=circles_of_ends, answered=path_into_numbers, drawn=path_with_circles,
    )


def ends_of_circles(sheet: Sheet) -> None:
    """A black circle is an end of the snake: 1, or, if there are two, the first and the last number. Other circles
    remain, to be refused."""
    circles, length = sheet.given["circle"], _length_of(sheet)
    ends = sorted(circles)
    if set(circles.values()) != {"black"} or len(ends) > (1 if length is None else 2):
        return
    del sheet.given["circle"]
    for end, n in zip(ends, (1, length), strict=False):
        sheet.give("number", end, n, *sheet.where["circle", end])
    if len(ends) == 2 and "max" not in sheet.numbers:
        sheet.set("max", length, *sheet.where["size", None])


def circles_of_ends(sheet: Sheet) -> None:
    """Writes given ends as circles, if they could be read again, and leaves out a length that follows from the hints.
    """
    given, length = sheet.given["number"], _length_of(sheet)
    ends = sorted(given)
    if ends and [given[end] for end in ends] == [1, length][: len(ends)]:
        sheet.given["circle"] = dict.fromkeys(ends, "black")
        del sheet.given["number"]
        if len(ends) == 2 and sheet.sum_above("used") == length:
            sheet.numbers.pop("max", None)


def path_with_circles(sheet: Sheet) -> None:
    """The cells of the path; its ends may be circles."""
    for end, n in zip(sorted(sheet.given["circle"]), (1, _length_of(sheet)), strict=False):
        sheet.drawn["number"][end] = n
    numbers_into_path(sheet)


def _length_of(sheet: Sheet) -> int | None:
    """The number of cells of the snake, if it is given or follows from the hints."""
    return sheet.numbers.get("max") or sheet.sum_above("used")


def path_into_numbers(sheet: Sheet) -> None:
    """Numbers the cells of a path from one of its ends."""
    sheet.drawn["number"].update(_numbered(sheet, sheet.drawn["shade"].keys()))


def numbers_into_path(sheet: Sheet) -> None:
    """The cells of a path, without their numbers. Raises WriteError for numbers that form no path."""
    numbers = {**sheet.given["number"], **sheet.drawn["number"]}
    path = [cell for cell, n in numbers.items() if n]
    found = _numbered(sheet, path)
    turned = {cell: len(path) + 1 - n if n else 0 for cell, n in found.items()}
    if any(all(told[cell] == n for cell, n in numbers.items()) for told in (found, turned)):
        sheet.drawn["shade"] = dict.fromkeys(path, True)
        sheet.drawn["number"] = found
    else:
        raise WriteError("the format tells the cells of a snake only, and these are not numbered from end to end")


def _numbered(sheet: Sheet, path: Collection[Spot]) -> dict[Spot, int]:
    """The numbers of all cells, 0 off the path."""
    board, shade = sheet.board, set(path)
    near = {cell: [other for other in board.neighbours(cell) if other in shade] for cell in shade}
    given = sheet.given["number"]
    ends = sorted((cell for cell in shade if len(near[cell]) < 2), key=lambda cell: (given.get(cell) != 1, cell))
    order = dict.fromkeys(ends[:1])
    here = next(iter(order), None)
    while here is not None:
        here = next((cell for cell in near[here] if cell not in order), None)
        if here is not None:
            order[here] = None
    places = {cell: n for n, cell in enumerate(order, 1)}
    return {cell: places.get(cell, 0) for cell in board.cells}


def ends_of_snake(sheet: Sheet) -> None:
    """The length, which is the sum of the clues, and the ends, which are the first and the last number."""
    total = sheet.sum_above("used")
    if total is not None:
        sheet.set("max", total, *sheet.where["size", None])
    ends = sorted(sheet.given.pop("end", {}))
    if len(ends) > 2 or (ends and total is None):
        line, at = sheet.where["end", ends[0]]
        raise line.error("these are not ends of a snake", at, expected="two ends, and a clue for each column")
    for end, n in zip(ends, (1, total), strict=False):
        sheet.give("number", end, n, *sheet.where["end", end])


def snake_by_ends(sheet: Sheet) -> None:
    """Writes given ends, and leaves out a length that follows from the clues."""
    total = sheet.sum_above("used")
    given = sheet.given["number"]
    if total is not None and sorted(given.values()) == [1, total]:
        sheet.given["end"] = dict.fromkeys(given, True)
        del sheet.given["number"]
    if sheet.numbers.get("max") == total:
        sheet.numbers.pop("max", None)


def path_with_ends(sheet: Sheet) -> None:
    """The cells of the path; its ends may be given."""
    for end, n in zip(sorted(sheet.given.get("end", {})), (1, sheet.sum_above("used")), strict=False):
        sheet.drawn["number"][end] = n
    numbers_into_path(sheet)


class Ends(Put):
    """The two ends, which are the first number and the last one; the length follows from the clues."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """An end."""
        if item.text != "x":
            return False
        sheet.give("end", spot, True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """An end."""
        return "x" if spot in sheet.given.get("end", {}) else None
