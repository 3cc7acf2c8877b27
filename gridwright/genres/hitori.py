"""Hitori: shade cells so that no number repeats unshaded in a row or column."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from ..formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, grid
from ..formats.roles import kudamono, penpa, puzzlekit, pzpr, sgt
from ..formats.roles.codecs import BASE36, MISS, VALUE36, Codec, Cursor
from ..formats.roles.sheet import IGNORED, UNKNOWN
from ..formats.spf import Spf
from ..language import Answer, Genre, Given, Numbers, Rect, Spot, State, Wording
from ..language.layers import marks_of
from ..language.making import Making, Sketch, Wishes, at_least
from ..language.rules import Global
from ..language.taste import Levels
from ..laying.layouts import is_connected, latin_square
from ..logic.clauses import Clauses
from ..logic.expr import Mark
from ..logic.ticks import ticking
from ..rules import Tally, apart, connected, half_open
from ..rules.local import Tallied


class Unrepeated(Tallied):
    """``tallied`` for equal numbers in a line, encoded without their spots and words."""

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        board, mark_of = model.board, marks_of(self.marks, model)
        marks = list(map(mark_of.__getitem__, board.cells))
        numbers = list(map(model.given(self.reads[0]).get, board.cells))
        lines = board.memo("lines of indices", lambda: [[board.cell_index[c] for c in line] for line in board.lines])
        for line in ticking(lines):
            alike: defaultdict[int | None, list[Mark]] = defaultdict(list)
            for i in line:
                alike[numbers[i]].append(marks[i])
            for number, same in alike.items():
                if len(same) > 1 and number is not None:
                    out.at_most_one(same)
        return []


class Hitori(Genre):
    """Cells without a number never conflict, but may be shaded like any other and count for connection. Having no
    unshaded cells at all counts as connected: the only cell of a board may be shaded."""

    name = "Hitori"
    aliases = ("Singles", "Hitori ni shite kure")
    task = (
        "Shade cells so that no number appears unshaded more than once in a row or column. Shaded cells share no edge, "
        "and the unshaded ones are connected."
    )
    levels = Levels(easy=21.6, medium=43.1, hard=54.3, extreme=85.3, labelled=True)

    number = Given("cells", Numbers())
    shade = Answer("cells", words=("shaded", "unshaded"))

    def alike(self) -> Iterator[Tally]:
        """The cells of each line with the same number."""
        numbers = self.number
        for kind, lines in (("row", self.board.rows), ("column", self.board.cols)):
            for i, line in enumerate(lines, 1):
                places: dict[int, list[Spot]] = {}
                for cell in line:
                    if cell in numbers:
                        places.setdefault(numbers[cell], []).append(cell)
                for number, same in places.items():
                    if len(same) > 1:
                        words = {"number": number, "line": f"{kind} {i}"}
                        yield Tally(same, (0, 1), words=words, clues=same)

    no_repeats = Unrepeated(~shade, alike, Wording(
        "{number} is unshaded at most once in {line}",
        "{number} is unshaded {times} in {line}, at {culprits}",
        again="there is already an unshaded {number} in {line}, at {other}"), reads=number)

    apart = apart(shade, Wording("shaded cells share no edge", "the shaded cells {at} share an edge"))
    one_body = connected(~shade, Wording(
        "the unshaded cells are connected", "{at:is|are} cut off from the other unshaded cells"),
        at_least=half_open).requires(apart)

    dialects = (
        Spf("hitori",
            puzzle=Diagram(cells(D), cells(), cell=Number(number) | Chars(shade, {"#": True}, fill=True) | blank),
            solution=one_per_cell(shade)),
        PlainText("hitori", body=grid(Letters(number, 1))),
        *pzpr("hitori", lambda p, g: pzprjs(p, g)),
        penpa("hitori", lambda p, g: p.Notation(p.CellTexts(g.number), p.Shade(g.shade), unknown=p.ignored(g.number))),
        *puzzlekit("Hitori", lambda k, g: k.Notation((k.grid(k.numbers(g.number)),), k.solved(*k.shaded(g.shade)))),
        kudamono("hitori", lambda k, g: k.Notation(g.number, unknown=k.ignored(g.number))),
        sgt("singles", lambda s, g: s.Notation(
            s.InEachPlace(g.number, s.CHARACTER, what="this is not a number",
                          expected="a digit or a letter for each cell",
                          lacking=f"the format needs a number below {len(s.CHARACTERS)} in every cell"),
            solution=s.placed(g.shade, {"B": True}),
        )),
    )


# -- making --

VARIETY = (0.8, 0.8, 1, 2.6)
"""The standard deviations of the logarithms of the weights below, by which each puzzle prefers other repetitions."""
MEDIANS = (0.8, 2.3, 1.2, 0.35)
"""The medians of these weights."""
SURE = 0.9
"""The probability that a shaded cell repeats the number of a cell that cannot be shaded instead."""


class Habits(NamedTuple):
    """The weights of the cells that a shaded cell can repeat: a neighbour, one two cells away, one whose number only
    one of its lines has, and one that another shaded cell repeats."""

    beside: float
    between: float
    once: float
    again: float

    @staticmethod
    def draw(rng: Random) -> "Habits":
        """The habits of one puzzle."""
        return Habits(*(m * rng.lognormvariate(0, spread) for m, spread in zip(MEDIANS, VARIETY, strict=True)))


def with_numbers(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A Latin square in which the shaded cells repeat a number of their lines. No other cell could be shaded as
    well."""
    del wishes
    shaded: set[Spot] = set()
    for c in rng.sample(board.cells, len(board.cells)):
        if shaded.isdisjoint(board.neighbours(c)):
            rest = [o for o in board.cells if o not in shaded and o != c]
            if is_connected(board, rest):
                shaded.add(c)
    number, habits = latin_square(board, rng), Habits.draw(rng)
    for c in sorted(shaded):
        number[c] = repeated(rng, board, number, shaded, c, habits)
    return Sketch(board, {"number": number}, marks={"shade": {c: c in shaded for c in board.cells}}, parts=habits)


def repeated(
    rng: Random, board: Rect, number: Mapping[Spot, int], shaded: Collection[Spot], at: Spot, habits: Habits
) -> int:
    """The number of an unshaded cell in the row or the column of a cell, mostly one next to another shaded cell, which
    therefore cannot be shaded instead."""
    line = [c for c in (*board.rows[at.y // 2], *board.cols[at.x // 2]) if c not in shaded]
    sure = [c for c in line if any(n in shaded and n != at for n in board.neighbours(c))]
    times = Counter(number[c] for c in line)
    fits = (sure if rng.random() < SURE else line) or line or [at]

    def weight(c: Spot) -> float:
        steps = (abs(c.y - at.y) + abs(c.x - at.x)) // 2
        near = habits.beside if steps == 1 else habits.between if steps == 2 else 1
        again = any(number[o] == number[c] and o in shaded and o != at
                    for o in (*board.rows[c.y // 2], *board.cols[c.x // 2]))
        return near * (habits.once if times[number[c]] < 2 else 1) * (habits.again if again else 1)

    return number[rng.choices(fits, [*map(weight, fits)])[0]]


def other_numbers(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Changes the number of a shaded cell where answers differ."""
    del answer
    number, shade = sketch.given["number"], sketch.marks["shade"]
    shaded = {c for c, own in shade.items() if own}
    near = [c for spot in spots for c in (spot, *sketch.board.neighbours(spot)) if c in shaded]
    at = rng.choice(near or sorted(shaded) or sorted(number))
    number[at] = repeated(rng, sketch.board, number, shaded, at, sketch.parts)
    return sketch


Hitori.making = Making(
    sketch=with_numbers, change=other_numbers, clues=(), whole=True, rounds=150, sizes=at_least(3),
    solid=True,
)


# -- how other programs write it --


class Digits36(Codec):
    """A number as a digit or a letter, or as two of them behind a minus sign."""

    chars: Mapping[str, Any] = {**VALUE36, **dict.fromkeys("@%", UNKNOWN)}
    """A symbol that is not a number is ``UNKNOWN``."""

    def parse_long(self, source: Cursor) -> Any:
        """The number behind a minus sign. Raises FormatError."""
        at = source.at
        if not source.skip("-"):
            return MISS
        word = source.take(2)
        if not re.fullmatch("[0-9a-z]{2}", word):
            raise source.error("this is not a number", at, expected="two digits or letters behind '-'")
        return int(word, 36)

    def spell(self, value: Any) -> str | None:
        """The digits."""
        if type(value) is not int or not 0 <= value < 36**2:
            return None
        return BASE36[value] if value < 36 else f"-{BASE36[value // 36]}{BASE36[value % 36]}"


def pzprjs(p: Any, g: Any) -> Any:
    """A symbol, or a dot, for each cell."""
    return p.Notation(
        (p.Along(p.MarkField(g.number, Digits36()), blanks=p.Blanks("."),
                 expected="a digit, a small letter, '-' or '.'"),),
        (p.clues(g.number), p.shading(g.shade), p.pencilled()), unknown={g.number: IGNORED},
    )
