"""Pips: cover the board with the given dominoes so that every region's condition holds."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from random import Random
from string import ascii_letters as LABELS
from typing import Any

from ...formats.dialect import LazyFormat, OwnFormat
from ...formats.layout import Coded, D, Diagram, Fixed, Number, Stroke, blank, cells, open_
from ...formats.spf import Spf
from ...language import (
    DOMINOES,
    WHOLE,
    Answer,
    Demands,
    Expr,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    Term,
    Text,
    TupleOf,
    Unknown,
    Wording,
    all_of,
    different,
    must,
    rule,
    total,
)
from ...language.layers import MarksByLayer
from ...language.look import LazyModule, Look, LookKind
from ...language.making import Making, Option, Sketch, Unlucky, Wishes, even_cells
from ...language.shapes import Circle, Paper, Polylines, Rectangle, Screen, Shape, TextShape
from ...language.taste import Band, Levels, sizes_of
from ...laying.layouts import domino_tiling, grown, is_connected
from ...rules import domino_set, in_pairs

MAX_PIPS = 99
"""The largest number of pips that a domino may have."""


def labels(model: Any) -> tuple[str, ...]:
    """The labels that occur."""
    return tuple(sorted(set(model.region.values())))


CONDITION = TupleOf(OneOf(labels), OneOf(("sum", "less", "greater", "at most", "at least")), WHOLE) | TupleOf(
    OneOf(labels), OneOf(("equal", "unequal")), Unknown() | WHOLE
)
"""The label of a region, the kind of its condition, and the number that goes with it."""


def read_label(text: str) -> str | None:
    """A region's character."""
    return text if text.isprintable() and text not in " ." else None


def write_label(label: str, width: int) -> str | None:
    """The label of a region, if it is a single character other than the blank and the dot."""
    del width
    return label if len(label) == 1 and read_label(label) else None

looks = LazyModule(__name__)
TINTED = Look("regions", key="conditions", own=LookKind(
    "cells with the same letter, and what is asked of each", "text", cornered=True, framed=True, clear=True,
    shows_key=True, paper=looks.draw_regions))
PAIRS = Look("pairs", own=LookKind(
    "the two cells of a link are one piece", "none", always=True, tool="pair", paper=looks.draw_pairs,
    terminal=looks.show_pairs))
DOTS = Look("pips", own=LookKind("a number as the pips of a domino", "text", paper=looks.draw_pips))


class Pips(Genre):
    """``conditions`` holds tuples (region, kind, value). The kinds are sum, equal, unequal, less, greater, at most and
    at least.

    Dominoes that show the same numbers are interchangeable. Neither the regions nor the board need be connected.
    """

    name = "Pips"
    aliases = ("NYT Pips",)
    task = (
        "Place the dominoes so that they cover all cells. The pips in a region add up to its number, or satisfy its "
        "sign: all equal, all different, or a sum less or greater than its number."
    )
    levels = Levels(easy=28.5, medium=71.2, hard=198, extreme=377)

    def numbers(self) -> range:
        """Pips from 0 to the largest number on a domino."""
        return range(max((max(pair) for pair in self.dominoes), default=0) + 1)

    def n_pairs(self) -> int:
        """How many dominoes fit on the board."""
        return len(self.board.cells) // 2

    region = Given("cells", Text("a region's label", 1), role="structure", look=TINTED)
    domino = Answer("links", look=PAIRS, words=("a domino", "no domino"), verb="holds")
    pip = Answer("cells", numbers, look=DOTS)
    conditions: Key[tuple[tuple[str, str, int | None], ...]] = Key((), ListOf(CONDITION), role="clue")
    dominoes: Key[tuple[tuple[int, int], ...]] = Key(
        (), ListOf(ListOf(Numbers(0, MAX_PIPS), 2, 2), 0, n_pairs), look=DOMINOES
    )

    def given_dominoes(self) -> Sequence[tuple[int, int]]:
        """The set to lay."""
        return self.dominoes

    one_domino_each = in_pairs(domino, Wording(
        "{at} is covered by one domino", many="{at} is covered by two dominoes", few="{at} is covered by no domino"))
    whole_set = domino_set(domino, pip, given_dominoes, Wording(
        "the domino {a}-{b} occurs {n:time}", few="the domino {a}-{b} is missing",
        many="the domino {a}-{b} lies on the board {times}, but the set has {n}",
        foreign="the domino {a}-{b} lies on the board, but is not in the set"))
    whole_set.requires(one_domino_each)

    @rule(Wording(
        "the pips of region {label} {asked}", "the pips of region {label} {denied}",
        many="the pips of region {label} {found:add up to|add up to}, but should {asked}",
        few="the pips of region {label} {found:add up to|add up to}, but should {asked}"))
    def region_conditions(self) -> Demands:
        for label, kind, value in self.conditions:
            cells = [c for c in self.board.cells if self.region.get(c) == label]
            asked, denied = TOLD[kind]
            yield must(condition([self.pip[c] for c in cells], kind, value), cells, label=label, value=value,
                       asked=asked.format(value), denied=denied)  # fmt: skip

    dialects = (
        Spf("pips", keys=(conditions, dominoes), required=("dominoes",), holes=True,
            puzzle=Diagram(cells(), cells(), cell=(
                Fixed(".") | Coded(region, read_label, write_label, wanted="a region"))),
            solution=Diagram(open_(D), open_(), corner=blank, cell=Number(pip), edge=Stroke(domino, across=True))),
        OwnFormat(LazyFormat(
            "pips-board", f"{__name__}.text_files",
            pattern=r"(?:\A|[\r\n])[ \t]*[\r\n]{1,2}(?:[^\r\n]+[\r\n]{1,2}){0,3}"
            r"\S[ \t]+(?:[<>=]\S*|\d+)[ \t]*(?:[\r\n]|\Z)")),
        OwnFormat(LazyFormat(
            "pips-cells", f"{__name__}.text_files", start=r"\ufeff?\s*\d{1,3}[ \t]*[\r\n]",
            pattern=r"[ \t](?:EQ|NEQ|SUM|LT|GT|LE|GE)(?!\S)")),
        OwnFormat(LazyFormat("nyt-pips", f"{__name__}.notation", words=('"dominoes"',), ending=".json"),
                  holds_partial=False),
    )


# -- making --


def condition(pips: list[Term[int]], kind: str, value: int | None) -> Expr:
    """What the condition of a region says about its pips."""
    if kind == "equal":
        return all_of(a == b for a, b in pairwise(pips))
    if kind == "unequal":
        return different(pips)
    amount, bound = total(pips), value or 0
    if kind == "less":
        return amount < bound
    if kind == "greater":
        return amount > bound
    if kind == "at most":
        return amount <= bound
    return amount >= bound if kind == "at least" else amount == bound


TOLD = {
    "equal": ("are all equal", "are not all equal"),
    "unequal": ("are all different", "are not all different"),
    "sum": ("add up to {}", "add up to"),
    "less": ("add up to less than {}", "add up to"),
    "greater": ("add up to more than {}", "add up to"),
    "at most": ("add up to at most {}", "add up to"),
    "at least": ("add up to at least {}", "add up to"),
}
"""The conditions in words, and the words for conditions that do not hold."""
FILL = Band(0.55, 0.75, 0.9)
"""The share of the board that dominoes cover."""
REGIONS = {1: 4, 2: 9, 3: 5, 4: 3, 5: 1}
"""The sizes of regions, with weights."""
EQUAL = 0.45
"""The probability that the pips of a region are meant to be equal when the dominoes are chosen."""
CHOICES = 40
"""Attempts to choose pips until no domino occurs twice."""
CONDITIONED = 0.9
"""The probability that a region has a condition."""
LEVELS = {"easy": 4, "medium": 7, "hard": 10}


def wrong_level(board: Rect, value: Any) -> str:
    """Why a board cannot have such a level; the empty string if it can."""
    if value not in LEVELS:
        return f"expected {' or '.join(LEVELS)}, found {value!r}"
    wanted, n = 2 * LEVELS[value], len(board.cells)
    return "" if wanted <= n else f"{value} puzzles have {wanted} cells, and this board has {n}"


LEVEL = Option("level", wrong_level, size={"easy": (3, 4), "medium": (4, 5), "hard": (5, 6)})
"""The three levels of the newspaper that prints these puzzles, by the number of dominoes."""


def with_regions(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Dominoes laid at random on a board of a loose shape, in regions of one to five cells.

    A board with holes already has its shape.
    """
    laid = domino_tiling(board, rng)
    level = wishes.get(LEVEL.name, "")
    wanted = LEVELS.get(level, FILL.draw(rng) * len(board.cells) / 2)
    for pair in rng.sample(laid, 0 if board.holes else len(laid)):
        rest = [c for other in laid for c in other if other != pair]
        if len(laid) > max(2, wanted) and is_connected(board, rest):
            laid.remove(pair)
    if level and len(laid) != wanted:
        raise Unlucky
    cells = {c for pair in laid for c in pair}
    shape = Rect.of(board.n_rows, board.n_cols, {*board.holes, *board.cells} - cells)
    regions = grown(shape, rng, sizes_of(rng, REGIONS))
    pip = chosen_pips(rng, laid, regions)
    lie = {shape.link(*pair) for pair in laid}
    marks: MarksByLayer = {"domino": {link: link in lie for link in shape.links}, "pip": pip}
    keys = {"dominoes": tuple(sorted(domino_of(pip, pair) for pair in laid))}
    told = [region for region in regions if rng.random() < CONDITIONED]
    return conditioned(rng, Sketch(shape, keys=keys, marks=marks), told)


def domino_of(pip: Mapping[Spot, int], pair: tuple[Spot, Spot]) -> tuple[int, int]:
    """The domino on two cells, the smaller number first."""
    low, high = sorted(pip[c] for c in pair)
    return low, high


def chosen_pips(
    rng: Random, laid: Sequence[tuple[Spot, Spot]], regions: Sequence[Sequence[Spot]]
) -> dict[Spot, int]:
    """Pips that are equal in some regions, without repeating a domino, or with as few repetitions as possible if there
    are more than 28. Raises Unlucky."""
    n_kinds = min(len(laid), 28)
    for _ in range(CHOICES):
        pip: dict[Spot, int] = {}
        for region in regions:
            alike = rng.randrange(7) if len(region) > 1 and rng.random() < EQUAL else None
            pip |= {c: rng.randrange(7) if alike is None else alike for c in region}
        free = {c for region in regions if len({pip[c] for c in region}) > 1 or len(region) == 1 for c in region}
        for _ in range(len(laid)):
            dominoes = Counter(domino_of(pip, pair) for pair in laid)
            if len(dominoes) == n_kinds:
                return pip
            again = [c for pair in laid if dominoes[domino_of(pip, pair)] > 1 for c in pair if c in free]
            if not again:
                break
            pip[rng.choice(again)] = rng.randrange(7)
    raise Unlucky


def conditioned(rng: Random, sketch: Sketch, regions: Sequence[Sequence[Spot]]) -> Sketch:
    """The sketch of some regions, each with a condition that its pips meet."""
    pip = sketch.marks["pip"]
    found: list[tuple[str, str, int | None]] = []
    labels: dict[Spot, str] = {}
    for label, region in zip(LABELS, regions, strict=False):
        pips = [pip[c] for c in region]
        total, kinds = sum(pips), [("sum", sum(pips))] * 3
        kinds += [("less", total + 1)] if rng.random() < 0.3 and total < 5 else []
        kinds += [("greater", total - 1)] if rng.random() < 0.3 and total > 4 * len(pips) else []
        told: list[tuple[str, int | None]] = [*kinds]
        told += [("equal", None)] * 9 if len(pips) > 1 and len(set(pips)) == 1 else []
        told += [("unequal", None)] * 3 if len(pips) > 2 and len(set(pips)) == len(pips) else []
        found.append((label, *rng.choice(told)))
        labels |= dict.fromkeys(region, label)
    sketch.given, sketch.parts = {"region": dict(sorted(labels.items()))}, regions
    sketch.keys["conditions"] = tuple(found)
    return sketch


def other_regions(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Replaces regions where answers differ."""
    del answer
    board = sketch.board
    cells = {c for spot in spots for c in ((spot,) if spot in board.cell_index else board.ends(spot))}
    told = [list(region) for region in sketch.parts]
    covered = {c for region in told for c in region}
    open_ = [region for region in told if not cells.isdisjoint(region)]
    loose = sorted(cells.intersection(board.cell_index) - covered)
    first = rng.choice([*open_, *([c] for c in loose)] or told)
    around = {n for c in first for n in board.neighbours(c)}
    beside = [region for region in told if region is not first and not around.isdisjoint(region)]
    out = [first, *rng.sample(beside, min(len(beside), 2))]
    kept = [region for region in told if region not in out]
    new = grown(board, rng, sizes_of(rng, REGIONS), sorted({c for region in out for c in region}))
    return conditioned(rng, sketch, kept + new)


Pips.making = Making(
    sketch=with_regions, options=(LEVEL,), change=other_regions, strategy="fixed answer", clues=(), size=(4, 5),
    sizes=even_cells, rounds=300, whole=True,
)


# -- how it is drawn --


TINTS = 5
SIGNS = {"equal": "=", "unequal": "≠", "less": "<", "greater": ">", "at most": "≤", "at least": "≥", "sum": ""}


def draw_regions(paper: Paper, marks: Mapping[Spot, Any]) -> None:
    """Cells of a letter in one tint, neighbours in different ones, with a dashed border and the condition."""
    board = paper.board
    groups: dict[Any, list[Spot]] = {}
    for spot, label in sorted(marks.items()):
        groups.setdefault(label, []).append(spot)
    tint: dict[Any, int] = {}
    for label, own in groups.items():
        near = {marks.get(n) for c in own for n in board.neighbours(c)}
        taken = {tint[n] for n in near if n in tint}
        tint[label] = next((i for i in range(TINTS) if i not in taken), len(tint) % TINTS)
        paper.fill(f"region-{tint[label] + 1}", own)
        if isinstance(board, Rect):
            paper.add("wall", [Polylines("cage", paper.inset({}, own, 0.05))])
    badges: list[Shape] = []
    for label, kind, *value in paper.key("conditions"):
        if label in groups:
            words = SIGNS.get(kind, kind) + "".join(str(n) for n in value if n is not None)
            badges += badge(paper, groups[label][-1], words)
    paper.add("clue", badges)


def badge(paper: Paper, cell: Spot, words: str) -> list[Shape]:
    """A condition, on the lower right corner of the last cell of its region."""
    x, y = paper.at(cell)
    size = paper.fitted(words, 0.8, 0.27)
    wide, high = max(paper.width(words) * size + 0.1, 0.29), 0.29
    middle, level = x + 0.56 - wide / 2, y + 0.57 - high / 2
    box = Rectangle("badge", middle - wide / 2, level - high / 2, wide, high, 0.08)
    return [box, TextShape("text", middle, level, words, size)]


def draw_pairs(paper: Paper, marks: Mapping[Spot, Any]) -> None:
    """A border around both cells."""
    shapes: list[Shape] = []
    for at in marks:
        (ax, ay), (bx, by) = paper.link(at)
        left, top = min(ax, bx) - 0.36, min(ay, by) - 0.36
        shapes.append(Rectangle(paper.paint("thin"), left, top, abs(ax - bx) + 0.72, abs(ay - by) + 0.72, 0.14))
    paper.add("wall", shapes)


def show_pairs(screen: Screen, marks: Mapping[Spot, Any]) -> None:
    """Borders around all cells, except within dominoes."""
    screen.spread("walls")
    for link in screen.board.links:
        if link not in marks:
            screen.border(link, "thin")


def draw_pips(paper: Paper, marks: Mapping[Spot, Any]) -> None:
    """Numbers as pips, large ones as text. Zero is a small ring, to show that it is known."""
    drawn = {spot: paper.pips(n, *paper.at(spot)) for spot, n in marks.items()}
    rings = [Circle(paper.paint("thin"), *paper.at(spot), 0.07) for spot, n in marks.items() if n == 0]
    stage = "answer" if paper.solution else "clue"
    paper.add(stage, [*(shape for shapes in drawn.values() for shape in shapes), *rings])
    paper.draw("text", {spot: n for spot, n in marks.items() if n and not drawn[spot]})
