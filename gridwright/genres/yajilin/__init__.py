"""Yajilin: shade cells and draw one loop through all others; hints count shaded cells."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

from ...board.symmetry import Symmetry, images
from ...formats.errors import WriteError
from ...formats.layout import BASE62, Chars, D, Diagram, Letters, Number, Stroke, beside, blank, cells, ruled
from ...formats.plain_text import PlainText, dot
from ...formats.roles import penpa, puzzlekit, pzpr
from ...formats.roles.codecs import MISS, Codec, Cursor
from ...formats.roles.items import Put
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import (
    CELLS,
    DOWN,
    HOLE,
    LEFT,
    LINE,
    RIGHT,
    STEPS,
    UP,
    Answer,
    Demands,
    Expr,
    Genre,
    Given,
    Global,
    Mark,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    TupleOf,
    Unknown,
    Wording,
    all_of,
    any_of,
    count,
    lemma,
    must,
    rule,
)
from ...language.look import LazyModule, Look, LookKind, Way
from ...language.making import Making, OneOfSeveral, Sketch, Wishes, at_least
from ...language.rules import bundle
from ...language.shapes import MarksBySpot, Paper, Screen, Shape, TextShape
from ...language.taste import Band, Levels
from ...language.wording import listed, worded
from ...laying.layouts import scattered
from ...logic.clauses import Clauses
from ...rules import apart, no_branches, one_loop

drawing = LazyModule(__name__, "drawing")
WAYS = {"u": (UP,), "r": (RIGHT,), "d": (DOWN,), "l": (LEFT,), "": STEPS}
looks = LazyModule(__name__)
ARROWS = {"u": "↑", "r": "→", "d": "↓", "l": "←"}


def in_words(value: tuple[int | None, str]) -> str:
    """A hint: ``2, pointing right``."""
    n, way = ("?" if value[0] is None else str(value[0])), value[1]
    return worded(_POINTING[way], __name__, n=n) if way else n


_POINTING = {"u": "{n}, pointing up", "r": "{n}, pointing right", "d": "{n}, pointing down", "l": "{n}, pointing left"}


def turned(value: tuple[int | None, str], turn: Callable[[Way], Way], swapped: bool) -> tuple[int | None, str]:
    """A hint on a turned board."""
    del swapped
    letters = {steps[0]: letter for letter, steps in WAYS.items() if letter}
    return value[0], letters[turn(WAYS[value[1]][0])] if value[1] else ""


POINTERS = Look("pointer", own=LookKind(
    "a number and the letter of a way: u, r, d, l", "text", words=in_words, worded=True, paper=looks.draw_hints,
    terminal=looks.show_hints, fields=(("number", ()), ("way", (("", "–"), *ARROWS.items()))), turned=turned))


class Yajilin(Genre):
    """A clue (n, direction) counts the shaded cells in that direction up to the border, past other clues; without a
    direction, in all four together. ``block`` marks cells without a clue that are neither shaded nor on the loop. The
    number of a clue may be missing (None)."""

    name = "Yajilin"
    aliases = ("Arrow Ring", "Yajisan-Kazusan Loop", "Straight and Turn")
    task = (
        "Shade cells without a clue so that no two shaded cells share an edge, and draw one closed loop, which does "
        "not cross itself, through all other cells without a clue. A number counts the shaded cells in the direction "
        "of its arrow."
    )
    levels = Levels(easy=54.1, medium=108, hard=145, extreme=209, labelled=True)

    hint = Given("cells", TupleOf(Numbers(0, CELLS) | Unknown(), OneOf(WAYS), unknown=(None, "")), look=POINTERS)
    block = Given("cells", role="structure", look=HOLE)
    shade = Answer("cells", words=("shaded", "not shaded"))
    loop = Answer("links", look=LINE, words=("drawn", "not drawn"))

    def kept_free(self) -> Iterator[tuple[Spot, str]]:
        """The cells that are neither shaded nor passed, whatever the hints say, each with what it is."""
        yield from ((at, "hint") for at in self.hint)
        yield from ((at, "block") for at in self.block)

    @rule("the {what} {at} is not shaded", "the {what} {at} is shaded")
    def hints_open(self) -> Demands:
        for at, what in self.kept_free():
            yield must(~self.shade[at], at, what=what)

    @rule("the loop does not pass the {what} {at}", "the loop passes the {what} {at}")
    def hints_off_loop(self) -> Demands:
        for at, what in self.kept_free():
            yield must(count(self.loop[s] for s in self.board.links_of(at)) == 0, at, what=what)

    def encode_free(self: Any, out: Clauses) -> list[Global]:
        """Unit clauses."""
        for at, _ in self.kept_free():
            out.extend([[-self.shade[at]], *[[-self.loop[s]] for s in self.board.links_of(at)]])
        return []

    hints_open, hints_off_loop = bundle((hints_open, hints_off_loop), encode_free)

    @rule("the hint {at} needs {n:shaded cell} {where}", reads=hint)
    def hint_counts(self) -> Demands:
        for at, (n, way) in self.hint.items():
            if n is not None:
                seen = [c for step in WAYS[way] for c in self.board.ray(at, step)]
                told = count(self.shade[c] for c in seen) == n
                yield must(told, at, clues=at, n=n, where=WHERE[way])

    apart = apart(shade, Wording("shaded cells never share an edge", "the shaded cells {at} share an edge"))

    hint_counts.considered_with(hint_counts, apart)  # lines with several hints, and the room for their shaded cells

    def passed(self) -> dict[Spot, Mark]:
        """Every cell is passed unless it is shaded, a hint or blocked."""
        unshaded = ~self.shade
        return {c: unshaded[c] for c in self.board.cells if c not in self.hint and c not in self.block}

    passes_all = no_branches(loop, Wording(
        "the loop passes {at} once unless it is shaded", few="the loop ends at {at}", many="the loop branches at {at}",
        missed="{at} is neither shaded nor passed by the loop", entered="{at} is shaded and the loop enters it"),
        passed=passed)

    one_loop = one_loop(loop, Wording(
        "the line is one closed loop", "the line through {cells} is cut off from the rest", none="there is no loop",
        ring="there is more line besides the closed loop through {cells}"), faces=False)

    @cached_property
    def ways_on(self) -> dict[Spot, dict[Spot, Mark]]:
        """For each cell that the loop may pass, its links to other such cells, by these cells."""
        passed = self.passed()
        return {at: {near: self.loop[link] for link, near in self.board.ways(at) if near in passed} for at in passed}

    @lemma(Wording("unless {at} is shaded, the loop passes it by way of {ways}",
                      "{at} is not shaded, and the loop cannot pass it"), hints_off_loop, passes_all)
    def both_ways(self) -> Demands:
        """Each cell with the two links of the loop there."""
        for at, ways in self.ways_on.items():
            if len(ways) > 1:
                told = all_of(any_of((self.shade[at], one)) for one in just_two(list(ways.values())))
                names = listed(self.board.names(ways))
                yield must(told, at, ways=names if len(ways) == 2 else two_of(names))

    @lemma(Wording("if {either} is shaded, {at} is a dead end, which cannot be shaded",
                      "{at} is a dead end, which cannot be shaded"), apart, hints_off_loop, passes_all)
    def dead_ends(self) -> Demands:
        """A cell with two neighbours from which the loop may come."""
        for at, ways in self.ways_on.items():
            if len(ways) == 2:
                yield must(all_of(~self.shade[near] for near in ways), at, either=listed(self.board.names(ways), "or"))

    arrow = Chars(None, {"^": "u", ">": "r", "v": "d", "<": "l"})
    letter = Chars(None, {"w": "u", "d": "r", "x": "d", "a": "l", " ": ""})
    dialects = (
        Spf("yajilin",
            puzzle=Diagram(ruled(D + 1), ruled(), frame=True, edge=Stroke(loop, across=True),
                           cell=(beside(Number() | blank, letter, into=hint)
                                 | Chars(block, {"#": True}, fill=True) | blank)),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(loop, across=True),
                             cell=Chars(shade, {"#": True, " ": False}))),
        PlainText("yajilin", body=Diagram(cells(2), cells(), cell=(
            beside(Letters(alphabet=BASE62.replace("v", "")), arrow, into=hint)
            | Chars(block, {"*": True}, fill=True) | dot))),
        *pzpr("yajilin yajirin", lambda p, g: pzprjs(p, g)),
        penpa("yajilin", lambda p, g: p.Notation(
            drawing.Pointers(g.hint, g.block), p.Shade(g.shade), p.Lines(g.loop),
            told=hints_without_arrows,
        )),
        *puzzlekit("Yajilin", lambda k, g: k.Notation(
            (k.grid(PointerItems(g.hint), k.Words(g.block, {"x": True}), k.HOLES),),
            k.solved(k.Words(g.shade, {"x": True}, drawn=True), k.Exits(g.loop, drawn=True)),
        )),
    )


# -- making --

WHERE = {"u": "above it", "r": "to its right", "d": "below it", "l": "to its left", "": "in its row and column"}


HINTS = Band(0.09, 0.12, 0.155)
"""The share of cells with a hint."""
MOST = 0.12
"""The share up to which hints may be added where answers differ."""
RIM = 0.6
"""The share of the cells on the border that may have one at first."""
APART = (1, 0.8, 0.8, 0.3)
"""The probability that no other hint is beside a hint; each puzzle has one of these."""


def with_hints(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Places of hints, which seldom touch: about a tenth of the cells, a fifth in easy puzzles."""
    n = max(1, round(len(board.cells) * (rng.uniform(0.16, 0.21) if wishes.is_easy else HINTS.draw(rng))))
    apart = rng.choice(APART)
    cells = [c for c in board.cells if len(board.neighbours(c)) == 4 or rng.random() < RIM]
    together = len(images(board, board.cells[1], wishes.symmetry))  # with each hint, its images are added
    places = scattered(rng, cells, max(1, round(n / together)), lambda c: near_images(board, c, wishes.symmetry)
                       if rng.random() < apart else ())
    return Sketch(board, {"hint": dict.fromkeys(sorted(places), (None, ""))}, parts=max(n, MOST * len(board.cells)))


def near_images(board: Rect, cell: Spot, symmetry: Symmetry) -> list[Spot]:
    """The neighbours of a cell and of its images, and these images."""
    around = images(board, cell, symmetry)
    return [*around, *(near for one in around for near in board.neighbours(one))]


def other_hints(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Another answer near where answers differ, mostly with an additional hint there or a hint in another place."""
    board, hint = sketch.board, dict(sketch.given["hint"])
    open_ = {c for spot in spots for c in ((spot,) if spot in board.cell_index else board.ends(spot))}
    cells = sorted(open_.difference(hint))
    if cells and rng.random() < 0.7:
        at = rng.choice(cells)
        near = [c for c in hint if abs(c.y - at.y) + abs(c.x - at.x) <= 8]
        if near and (len(hint) > sketch.parts or rng.random() < 0.5):
            del hint[rng.choice(near)]
        hint[at] = (None, "")
        spots = [*spots, at]
    sketch.given["hint"] = dict.fromkeys(sorted(hint), (None, ""))
    most = rng.choice((1, 2, 3, 4, 6))
    reach = range(-most, most + 1)
    out = {Spot(s.y + dy, s.x + dx) for s in spots for dy in reach for dx in reach}
    sketch.wanted = {name: {s: value for s, value in own.items() if s not in out} for name, own in answer.marks.items()}
    return sketch


def hints_told(model: Any, answer: State, at: Spot, rng: Random) -> list[tuple[int, str]]:
    """The numbers of shaded cells in each direction, often the largest or that of the shortest view first."""
    ways = {way: model.board.ray(at, STEPS["urdl".index(way)]) for way in "urdl"}
    found = [(sum(answer.get("shade", c) is True for c in cells), way) for way, cells in ways.items() if len(cells) > 1]
    rng.shuffle(found)
    style = rng.random()
    if style < 0.2:
        return found
    if style < 0.5:
        return sorted(found, key=lambda one: -one[0])
    return sorted(found, key=lambda one: (not one[0], style < 0.8 and len(ways[one[1]])))


def two_of(names: str) -> str:
    """Some of more names."""
    return worded("two of {names}", __name__, names=names)


def just_two(marks: Sequence[Mark]) -> list[Expr]:
    """The clauses that exactly two of some marks hold."""
    at_least = [any_of(mark for mark in marks if mark != one) for one in marks]
    return at_least + [any_of(~mark for mark in some) for some in combinations(marks, 3)]


Yajilin.making = Making(
    sketch=with_hints, change=other_hints, told={"hint": OneOfSeveral(hints_told)}, whole=True,
    likely={"shade": 0.3}, share=0.25,
    sizes=at_least(4), rounds=120,
    movable="hint", unwritable=((None, ""),), symmetry={"rotate": 0.2, "quarter": 0.03, "diagonal": 0.05},
)


# -- how it is drawn --


def draw_hints(paper: Paper, marks: MarksBySpot) -> None:
    """Numbers with an arrow in the direction that they count."""
    shapes: list[Shape] = []
    for at, (n, way) in marks.items():
        x, y = paper.at(at)
        word = "?" if n is None else str(n)
        upright = way in ("u", "d")
        if not way:
            shapes.append(TextShape("text", x, y, word, paper.fitted(word, 0.8, 0.56)))
            continue
        dx, dy = (0.26, 0.0) if upright else (0.0, -0.28)
        size = paper.fitted(word, 0.52 if upright else 0.8, 0.52)
        shapes += paper.symbol(ARROWS[way], x + dx, y + dy, 0.8)
        shapes.append(TextShape("text", x - dx * 0.55, y - dy * 0.55, word, size))
    paper.add("clue", shapes)


def show_hints(screen: Screen, marks: MarksBySpot) -> None:
    """Numbers with an arrow."""
    for at, (n, way) in marks.items():
        screen.write(at, f"{'?' if n is None else n}{ARROWS.get(way, '')}")


# -- how other programs write it --


_WAYS = ("", "u", "d", "l", "r")
_SHORT = {
    **{f"{turn}{n:x}": (n, _WAYS[turn]) for turn in range(1, 5) for n in range(16)},
    **{f"{turn}.": (None, way) for turn, way in enumerate(_WAYS)},
}
"""The hints of two characters."""


class HintCodec(Codec):
    """The arrow as a digit, and hexadecimal digits: one, two if the digit is higher by 5, or three behind a minus
    sign."""

    def parse(self, source: Cursor) -> Any:
        """The hint. Raises FormatError."""
        at = source.at
        short = _SHORT.get(source.text[at : at + 2])
        if short is not None:
            source.at += 2
            return short
        digits = 3 if source.skip("-") else 0
        way = source.take(1)
        if not way or way not in ("01234" if digits else "0123456789"):
            source.at = at
            return MISS
        long, turn = divmod(int(way), 5)
        digits = digits or 1 + long
        word = source.take(digits)
        if not re.fullmatch(f"[0-9a-f]{{{digits}}}", word):
            raise source.error("this is not a number", at, expected=f"{digits} hexadecimal digits")
        if not turn:
            what = "a number without an arrow is a mistake in this format, and is not read"
            raise source.error(what, at, expected="an arrow from 1 to 4", code="variant")
        return int(word, 16), _WAYS[turn]

    def spell(self, value: Any) -> str | None:
        """The arrow and the number."""
        n, way = value
        turn = _WAYS.index(way)
        if n is None:
            return f"{turn}."
        if not turn or n > 4095:
            return None
        return f"{turn}{n:x}" if n < 16 else f"{turn + 5}{n:02x}" if n < 256 else f"-{turn}{n:03x}"


def from_item(item: str) -> tuple[int | None, str] | None:
    """The arrow and the number of an item."""
    way, comma, n = item.partition(",")
    if not comma or way not in tuple("1234") or not (n == "-" or re.fullmatch(r"-?[0-9]{1,9}", n)):
        return None  # 0 is no arrow: that is a fault in pzprjs or, without a number, a block
    return (None if n == "-" else int(n)), _WAYS[int(way)]


def to_item(hint: Any) -> str | None:
    """The arrow and the number."""
    n, way = hint
    return f"{_WAYS.index(way)},{'-' if n is None else n}" if way or n is None else None


def pzprjs(p: Any, g: Any) -> Any:
    """A cell out of play has two looks: that of a hint without arrow and number, and one of its own."""
    return p.Notation(
        (p.Along(p.MarkField(g.block, p.Texts({"+": True}), look=False),
                    p.MarkField(g.block, p.Texts({"0.": True}), look=True), p.MarkField(g.hint, HintCodec()),
                    blanks=p.Blanks("a-z"), expected="an arrow from 0 to 9, '-', '+' or a letter"),),
        (p.Flag("o"),
         p.cells(p.Words(g.block, {"#": True}, look=False), p.Words(g.block, {"0,-": True}, look=True),
                    p.Spelt(g.hint, from_item, to_item)),
         p.shading(g.shade), p.line(g.loop)),
        differs={"o": "the shaded cells lie outside the loop"}, plain="b", refuses="numbers without an arrow",
        told=hints_without_arrows,
    )


def hints_without_arrows(sheet: Sheet) -> None:
    """A hint without arrow and number is a cell out of play. Raises WriteError for a number without an arrow."""
    hints = sheet.given["hint"]
    for spot, (n, way) in hints.items():
        if n is not None and not way:
            raise WriteError(f"the format has no number without an arrow, as at {sheet.board.name(spot)}")
    for spot in [spot for spot, hint in hints.items() if hint == (None, "")]:
        del hints[spot]
        sheet.given["block"][spot] = True


class PointerItems(Put):
    """A number and its direction."""

    ways = {"n": "u", "s": "d", "w": "l", "e": "r"}  # noqa: RUF012

    def value(self, item: str) -> Any:
        """The number and the way."""
        found = re.fullmatch(r"([0-9]{1,4}|\?)([nsew])", item, re.ASCII)
        return None if found is None else (None if found[1] == "?" else int(found[1]), self.ways[found[2]])

    def item(self, value: Any) -> str | None:
        """The number and the direction."""
        n, way = value
        sign = next((sign for sign, one in self.ways.items() if one == way), None)
        return None if sign is None else f"{'?' if n is None else n}{sign}"
