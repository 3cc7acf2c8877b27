"""Pips: cover the board with the given dominoes so that every region's condition holds."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ..formats.layout import Coded, D, Diagram, Fixed, Number, Stroke, blank, cells, open_
from ..formats.nyt_pips import NytPips
from ..formats.pips import PipsBoard, PipsCells
from ..formats.spf import Spf
from ..language import (
    DOMINOES,
    JOIN,
    WHOLE,
    Answer,
    Drafts,
    Expr,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    OneOf,
    Term,
    Text,
    TupleOf,
    Unknown,
    Wording,
    all_of,
    different,
    must,
    regions_by,
    rule,
    total,
)
from ..language.kinds import domino_set, in_pairs

MAX_PIPS = 99
"""No set of dominoes goes further."""


def labels(model: Any) -> tuple[str, ...]:
    """The labels of the regions that there are."""
    return tuple(sorted(set(model.region.values())))


CONDITION = TupleOf(OneOf(labels), OneOf(("sum", "less", "greater", "at most", "at least")), WHOLE) | TupleOf(
    OneOf(labels), OneOf(("equal", "unequal")), Unknown() | WHOLE
)
"""A region's label, what is asked of its pips, and the number that goes with it."""


def condition(pips: list[Term[int]], kind: str, value: int | None) -> Expr:
    """What a region's condition says of its pips."""
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


def read_label(text: str) -> str | None:
    """A region's character."""
    return text if text.isprintable() and text not in " ." else None


def write_label(label: str, width: int) -> str | None:
    """A region's label where it is a single character other than the blank and the dot."""
    del width
    return label if len(label) == 1 and read_label(label) else None


TOLD = {
    "equal": ("are all equal", "are not all equal"),
    "unequal": ("are all different", "are not all different"),
    "sum": ("add up to {}", "add up to"),
    "less": ("add up to less than {}", "add up to"),
    "greater": ("add up to more than {}", "add up to"),
    "at most": ("add up to at most {}", "add up to"),
    "at least": ("add up to at least {}", "add up to"),
}
"""What conditions ask for, in words, and what is told where they are not met."""


class Pips(Genre):
    """``conditions`` holds (region, kind, value); kinds: sum, equal, unequal, less, greater, at most, at least.

    Dominoes that show the same numbers are interchangeable; regions need not be connected, nor need the board.
    """

    name = "Pips"
    aliases = ("NYT Pips",)
    task = (
        "Lay the dominoes so that they cover all cells. The pips in a region add up to its number, or are as many as "
        "its sign says: all equal, all different, less or greater."
    )

    def numbers(self) -> range:
        """Pips run from 0 to the largest on a domino."""
        return range(max((max(pair) for pair in self.dominoes), default=0) + 1)

    def n_pairs(self) -> int:
        """How many dominoes the board has room for."""
        return len(self.board.cells) // 2

    region = Given("cells", Text("a region's label", 1), role="structure", look=regions_by("conditions"))
    domino = Answer("links", look=JOIN, words=("a domino", "no domino"), verb="holds")
    pip = Answer("cells", numbers)
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
        "the domino {a}-{b} lies {n:time}", "the domino {a}-{b} lies {times} and is given {n:time}",
        foreign="the domino {a}-{b} lies on the board and is not given"))
    whole_set.relying_on(one_domino_each)

    @rule(Wording(
        "the pips of region {label} {asked}", "the pips of region {label} {denied}",
        many="the pips of region {label} should {asked} and {found:add up to|add up to}",
        few="the pips of region {label} should {asked} and {found:add up to|add up to}"))
    def region_conditions(self) -> Drafts:
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
        PipsBoard(region=region, conditions=conditions, dominoes=dominoes),
        PipsCells(region=region, conditions=conditions, dominoes=dominoes),
        NytPips(region, conditions, dominoes, domino, pip),
    )
