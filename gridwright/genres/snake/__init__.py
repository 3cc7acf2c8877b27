"""Snake: find a path of numbered cells that never touches itself; hints count its cells in rows and columns."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ...formats.layout import Chars, D, Diagram, Number, blank, cells, clues
from ...formats.roles import penpa, puzzlekit, pzpr
from ...formats.spf import Spf
from ...language import (
    CELLS,
    LINE_LENGTH,
    NEVER,
    Answer,
    Drafts,
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

notation = LazyModule(__name__, "notation")
looks = LazyModule(__name__)
TRAIL = Look("trail", {0: " "}, own=LookKind(
    "numbers of which each is joined to the next one", "text", tool="trail", paper=looks.draw_trail,
    between=Between("next", "shade", "answer-trail")))


class Snake(Genre):
    """0 is a cell off the snake, whose cells are numbered from 1 on; with ``max`` that is its length, else the length
    is open. A given number is a cell's place on the snake and need not be an end. Holes are never used and hold no
    number. Without a given number both numberings of one path are answers."""

    name = "Snake"
    aliases = ("Schlange",)
    task = (
        "Find a snake, a path of cells that share edges, and number its cells 1, 2, 3, ... from end to end. It never "
        "touches itself, except that cells may meet at a corner where it turns. The numbers outside count its cells in "
        "that line."
    )
    levels = Levels(easy=157, medium=787, hard=1380, extreme=4920)

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
        once=Wording("{value} stands {n:time}", many="{value} stands {times}, at {culprits}",
                     few="{value} has no place left"),
        follows=Wording("each number stands beside the one before it",
                        "the {n} at {at} has no {before} beside it"),
        no_touch=Wording("{at} follow each other if both are on the snake",
                         "the snake touches itself: {at} do not follow each other"),
    )
    each_once.requires(in_line, one_after_another)
    one_after_another.requires(in_line, each_once, no_touch)
    no_touch.requires(in_line, each_once, one_after_another)

    @rule("the snake does not touch itself at a corner", "the snake touches itself at the corner between {at}")
    def no_corner(self) -> Drafts:
        on = self.on_snake()
        for a, b, c, d in self.board.windows(2, 2):
            yield must(any_of((~on[a], ~on[d], on[b], on[c])), (a, d))
            yield must(any_of((~on[b], ~on[c], on[a], on[d])), (b, c))

    @lemma("{at} needs {n:neighbour} on the snake if it is on it itself", each_once, one_after_another, no_touch)
    def goes_on(self) -> Drafts:
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
        *pzpr("snake", lambda _, g: notation.pzprjs(g.used)),
        penpa("snake", lambda p, g: p.Notation(
            p.Assumed(g.max, "max", "length", what="the length of the snake"), p.MarginTexts(p.One(g.used)),
            p.Symbols("circle", p.circles("circle_L", "white", "black")), p.Shade("shade"),
            answered=notation.path_into_numbers, drawn=notation.numbers_into_path, unknown=p.ignored(g.used, g.number),
        )),
        *puzzlekit("Snake", lambda k, g: k.Notation(
            (*k.counts(g.used), k.grid(notation.Ends(g.number))), k.solved(*k.shaded("shade")),
            made=notation.ends_of_snake,
            told=notation.snake_by_ends, answered=notation.path_into_numbers, drawn=notation.path_with_ends,
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
    """A snake on a quarter to two fifths of the board, with both ends given."""
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
