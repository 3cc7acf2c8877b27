"""Magic Labyrinth: write 1 to max once in every row and column so that the corridor inwards reads 1, 2, ..., max again
and again."""

from random import Random

from ..formats.layout import Chars, Diagram, Number, Stroke, blank, cells, ruled
from ..formats.spf import Spf
from ..language import (
    DIGITS,
    DOWN,
    LEFT,
    RIGHT,
    SIDE,
    UP,
    WALL,
    Answer,
    DemandParts,
    Demands,
    Genre,
    Given,
    Key,
    Numbers,
    Rect,
    Spot,
    Wording,
    count,
    must,
    rule,
    symbols,
)
from ..language.making import Making, Sketch, Unlucky, Wishes, square
from ..language.taste import Levels
from ..laying.layouts import links_along, long_way
from ..rules import Accepted, Automaton


class MagicLabyrinth(Genre):
    """0 is a cell without a number. The entrance is the border edge without a wall; from there a corridor leads through
    all cells. If the walls leave several ways, the first of left, right, up and down that leads to a new cell is taken,
    and the first of several entrances. Without an entrance there is no corridor, and its rule does not apply."""

    name = "Magic Labyrinth"
    aliases = ("Magisches Labyrinth", "Magic Maze")
    task = (
        "Write every number from 1 to the largest once in each row and column. Along the corridor, from the entrance "
        "inwards, the numbers run 1, 2, ..., largest, 1, 2, ..."
    )
    levels = Levels(easy=13.7, medium=34.3, hard=55, extreme=85.3)

    def numbers(self) -> range:
        """0 to ``max``."""
        return range(self.max + 1)

    max = Key(3, Numbers(1, SIDE), look=DIGITS)
    wall = Given("edges", role="structure", look=WALL)
    number = Answer("cells", numbers, look=symbols({0: " "}), words={0: "empty"})

    def corridor(self) -> list[Spot]:
        """The cells in the order of the corridor from the entrance."""
        board = self.board
        border = (edge for edge in board.edges if edge not in self.wall and len(board.faces(edge)) == 1)
        here = next((board.faces(edge)[0] for edge in border), None)
        way: dict[Spot, None] = {}
        while here is not None:
            way[here] = None
            steps = [Spot(here.y + dy, here.x + dx) for dy, dx in (LEFT, RIGHT, UP, DOWN)]
            near = board.neighbours(here)
            ahead = (c for c in steps if c in near and c not in way and board.link(here, c) not in self.wall)
            here = next(ahead, None)
        return list(way)

    @rule(Wording("{value} appears {n:time} in {line}", many="{value} appears {times} in {line}, at {culprits}",
                  again="there is already {value:a} in {line}, at {other}",
                  few="{value} has no place left in {line}"))
    def once_each(self) -> Demands:
        for kind, lines in (("row", self.board.rows), ("column", self.board.cols)):
            for i, line in enumerate(lines, 1):
                for n in range(1, self.max + 1):
                    what = count(self.number[c] == n for c in line) == 1
                    yield must(what, line, value=n, n=1, line=f"{kind} {i}")

    @rule("the numbers along the corridor repeat the sequence 1 to {max}",
          "the sequence 1 to {max} along the corridor breaks at {at}")
    def in_turn(self) -> Demands:
        yield self.read_in_turn(self.corridor(), None)

    @in_turn.encoding(requires=[once_each])
    def counted_in_turn(self) -> Demands:
        """The same if the count of all numbers is known, which follows because every line holds each once."""
        way, size = self.corridor(), self.board.n_cols
        yield self.read_in_turn(way, self.max * size if len(way) == len(self.board.cells) == size * size else None)

    def read_in_turn(self, way: list[Spot], last: int | None) -> DemandParts:
        """The numbers along a path are 1, 2, ..., max, 1, 2, ...; ``n`` in all if that is known."""
        top = self.max

        def step(read: int, number: int) -> int | None:
            return read if not number else read + 1 if number == read % top + 1 else None

        reader = Automaton(0, step, lambda read: last is None or read == last)
        return must(Accepted(way, self.number, reader), max=top)

    own = Number(number, least=1) | Chars(number, {"-": 0})
    dialects = (
        Spf("magic_labyrinth", square=True, keys=(max,), required=("max",),
            puzzle=Diagram(ruled(), ruled(), edge=Stroke(wall), cell=own | blank),
            solution=Diagram(cells(), cells(), cell=Number(number, least=1) | Chars(number, {" ": 0}, also={"-": 0}))),
    )


# -- making --


def with_corridor(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A corridor through all cells, from an entrance in the border."""
    way = long_way(board, rng)
    doors = [edge for edge in board.edges_of(way[0]) if len(board.faces(edge)) == 1]
    if not doors:
        raise Unlucky
    free = {rng.choice(doors), *links_along(board, way)}
    top = wishes.get("max", min(3 + (board.n_cols > 6), board.n_cols))
    return Sketch(board, {"wall": {edge: True for edge in board.edges if edge not in free}}, {"max": top})


MagicLabyrinth.making = Making(
    options=("max",), sketch=with_corridor, givens="number", is_given=bool, share=0.1, size=(6, 6),
    sizes=square(3, 12),
)
