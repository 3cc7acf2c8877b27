"""Basic: each number once in every row and column; the numbers of a cage give its result."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import prod
from random import Random
from typing import Any

from ...formats.layout import Chars, D, Diagram, Number, Stroke, above, at_least, beside, blank, cells, ruled
from ...formats.roles import penpa, puzzlekit, sgt
from ...formats.spf import Spf
from ...language import (
    SMALL,
    WALL,
    Answer,
    Demands,
    Genre,
    Given,
    Group,
    Look,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    Wording,
    must,
    rule,
)
from ...language.look import LazyModule
from ...language.making import ABSENT, Making, Sketch, Wishes, square, told_by
from ...language.taste import Levels
from ...language.wording import listed, worded
from ...laying.layouts import grown, walls_of
from ...rules import Accepted, Automaton, once_each, once_in

drawing = LazyModule(__name__, "drawing")
notation = LazyModule(__name__, "notation")
OPERATORS = "+-x:"


class Basic(Genre):
    """The operators: sum, product, the largest number minus all others, and the largest divided by the product of the
    others. A result without an operator may come from any of them; an operator without a result has no meaning. Numbers
    may repeat in a cage. Result and operator may be in different cells of a cage."""

    name = "Basic"
    aliases = ("KenKen", "Calcudoku", "Kendoku", "Keen", "TomTom")
    task = (
        "Write every number from 1 to the size of the grid once in each row and column. The numbers in each outlined "
        "cage, combined by its operator in some order, give its result; numbers may repeat within a cage."
    )
    levels = Levels(easy=17.4, medium=43.5, hard=49.8, extreme=58.3)

    def numbers(self) -> range:
        """1 to the side of the grid."""
        return range(1, self.board.n_cols + 1)

    wall = Given("links", role="structure", look=WALL)
    operator = Given("cells", OneOf(OPERATORS), look=Look("small", {"-": "−", "x": "×", ":": "÷"}))
    result = Given("cells", Numbers(), look=SMALL)
    number = Answer("cells", numbers)

    def cages(self) -> Iterator[tuple[list[Spot], Spot, Spot | None]]:
        """The cages with a result or an operator, the results, and the operators."""
        for cage in self.board.regions(self.wall):
            told = next((c for c in cage if c in self.operator), None)
            for at in cage:
                if at in self.result:
                    yield cage, at, at if at in self.operator else told

    rows = once_each(number, "rows", once_in("row {i}"), full=True)
    cols = once_each(number, "cols", once_in("column {i}"), full=True)

    @rule(Wording("the cage of {clue} needs {how} {result}", "the cage of {clue} needs {how} {result} and has {have}",
                  open="the cage of {clue} can no longer have {how} {result}"), reads=(result, operator))
    def results(self) -> Demands:
        for cage, at, told in self.cages():
            n, operators = self.result[at], OPERATORS if told is None else self.operator[told]
            clues = [("result", at), *([] if told is None else [("operator", told)])]
            way = calculating(operators, n, self.board.n_cols)
            what = Accepted(cage, self.number, way, tell=partial(outcome, operators))
            how = RESULTS.get(operators, "the result")
            yield must(what, cage, clues=clues, clue=at, result=n, how=how)

    results.considered_with(rows, cols)

    upper = beside(Number(number, left=True) | blank, Chars(operator, {c: c for c in OPERATORS}) | blank)
    groups = (Group("cages", wall, (result, operator)),)
    dialects = (
        Spf("basic", square=True, digits=2,
            puzzle=Diagram(ruled(at_least(2, D)), ruled(2), frame=True, edge=Stroke(wall),
                           cell=above(upper, Number(result) | blank)),
            solution=Diagram(cells(), cells(), cell=Number(number))),
        penpa("basic kenken calcudoku tomtom", lambda p, g: p.Notation(
            p.Regions(g.wall), drawing.Results(g.result, g.operator), p.CellTexts(g.number, drawn=True), tag="kenken",
            unknown=p.ignored(g.number),
        )),
        *puzzlekit("KenKen", lambda k, g: k.Notation(
            (k.grid(notation.ResultItems(g.result, g.operator)), k.areas(g.wall)),
            k.solved(k.numbers(g.number, drawn=True)),
        )),
        sgt("keen", lambda s, g: s.Notation(
            s.BorderRun(g.wall, repeats=True), s.Literal(","), notation.CageResults(g.wall, g.result, g.operator),
            size=s.SQUARE, solution=s.in_each_cell(g.number),
        )),
    )


# -- making --


def adding(result: int) -> Automaton:
    """Reads numbers with this sum."""
    return Automaton(0, lambda s, n: s + n if s + n <= result else None, lambda s: s == result)


def multiplying(result: int) -> Automaton:
    """Reads numbers with this product."""
    return Automaton(1, lambda p, n: p * n if result % (p * n) == 0 else None, lambda p: p == result)


def subtracting(result: int) -> Automaton:
    """Reads numbers of which the largest minus all others is the result. A state is their sum and the largest."""
    return Automaton((0, 0), lambda s, n: (s[0] + n, max(s[1], n)), lambda s: 2 * s[1] - s[0] == result)


def dividing(result: int, top: int) -> Automaton:
    """Reads numbers up to ``top`` of which the largest divided by all others is the result. A state is their product
    and the largest."""

    def step(state: tuple[int, int], n: int) -> tuple[int, int] | None:
        product = state[0] * n
        return (product, max(state[1], n)) if result * product <= top * top else None

    return Automaton((1, 0), step, lambda s: s[1] * s[1] == result * s[0])


def either(ways: Sequence[Automaton]) -> Automaton:
    """Reads what at least one of several automata reads. A state holds the state of each, None if it has rejected."""

    def step(states: Sequence[Any], n: int) -> tuple[Any, ...] | None:
        after = tuple([None if s is None else way.step(s, n) for way, s in zip(ways, states, strict=True)])
        return after if any(s is not None for s in after) else None

    def done(states: Sequence[Any]) -> bool:
        return any(s is not None and way.done(s) for way, s in zip(ways, states, strict=True))

    return Automaton(tuple(way.start for way in ways), step, done)


@lru_cache(maxsize=1024)
def calculating(operators: str, result: int, top: int) -> Automaton:
    """Reads the numbers of a cage, up to ``top``, that give a result with one of the operators."""
    ways = {"+": adding(result), "-": subtracting(result), "x": multiplying(result), ":": dividing(result, top)}
    own = [ways[operator] for operator in operators]
    return own[0] if len(own) == 1 else either(own)


RESULTS = {"+": "the sum", "-": "the difference", "x": "the product", ":": "the quotient"}


def outcome(operators: str, values: Sequence[Sequence[int]]) -> tuple[dict[str, Any], str]:
    """The result of a filled cage if its operator is given, else its numbers."""
    if any(len(own) != 1 for own in values):
        return {}, "open"
    numbers = sorted((own[0] for own in values), reverse=True)
    rest = prod(numbers[1:])
    results = {"+": sum(numbers), "-": 2 * numbers[0] - sum(numbers), "x": prod(numbers),
               ":": numbers[0] // rest if numbers[0] % rest == 0 else "none"}
    text = "the number {numbers}" if len(numbers) == 1 else "the numbers {numbers}"
    told = worded(text, __name__, numbers=listed(map(str, numbers)))
    return {"have": results.get(operators, told)}, ""


def with_cages(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Cages of one to four cells, mostly two."""
    del wishes
    cages = grown(board, rng, lambda: rng.choices((1, 2, 3, 4), (8, 60, 27, 4))[0])
    return Sketch(board, {"wall": walls_of(board, cages)})


def calculated(model: Any, answer: State, at: Spot) -> tuple[str, int] | None:
    """The operator and the result of a cage, in its first cell. A single cell has no operator."""
    cage = next(cage for cage in model.board.regions(model.wall) if at in cage)
    if at != cage[0]:
        return None
    numbers: list[int] = sorted((answer.get("number", c) for c in cage), reverse=True)
    if len(numbers) == 1:
        return "", numbers[0]
    ways = [("+", sum(numbers)), ("x", prod(numbers))]
    if len(numbers) == 2:
        big, small = numbers
        ways += [("-", big - small)] if big > small else []
        ways += [(":", big // small)] * 2 if big % small == 0 and big > small else []
    return ways[(at.y * 7 + at.x * 3 + sum(numbers)) % len(ways)]


def operator_told(model: Any, answer: State, at: Spot) -> Any:
    """The operator of a cage, in its first cell."""
    told = calculated(model, answer, at)
    return told[0] if told and told[0] else ABSENT


def result_told(model: Any, answer: State, at: Spot) -> Any:
    """The result of a cage, in its first cell."""
    told = calculated(model, answer, at)
    return told[1] if told else ABSENT


Basic.making = Making(
    sketch=with_cages, told={"operator": told_by(operator_told), "result": told_by(result_told)}, whole=True,
    size=(6, 6), sizes=square(2), rounds=15,
    solid=True,
)
