"""Which places a step speaks of, and in which role: on the board and in its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from ..board.board import AREA, EDGE, NODE, Board, Graph, Spot
from ..engine.explain.steps import Step

_CELL = r"r\d+c\d+"
_NAME = re.compile(
    rf"the (?:top|bottom|left|right) edges? of {_CELL}(?: to {_CELL})?"
    rf"|the (?:top|bottom) (?:left|right) corner of {_CELL}"
    rf"|{_CELL}-{_CELL}(?: to {_CELL}-{_CELL})?|{_CELL}(?: to {_CELL})?"
    r"|\b(?:row|column)s? \d+(?:(?:, | and | or | to )\d+\b)*|\b(?:area|edge|node) \d+"
)
"""The names of places in sentences (see ``Board.names``), and of rows and columns."""


class PlaceRole(StrEnum):
    """What a place is in the argument of a step."""

    PREMISE = "premise"
    SUPPOSITION = "supposition"
    CONSEQUENCE = "consequence"
    CONTRADICTION = "contradiction"
    CONCLUSION = "conclusion"


def roles(step: Step) -> Mapping[PlaceRole, tuple[Spot, ...]]:
    """The places of a step by their roles, in the order in which words speak of them."""
    refuted = step.refuted
    found = {
        PlaceRole.SUPPOSITION: [mark.spot for mark in refuted.supposed] if refuted else [],
        PlaceRole.CONSEQUENCE: [mark.spot for link in refuted.links for mark in link] if refuted else [],
        PlaceRole.CONTRADICTION: refuted.fault_at if refuted else (),
        PlaceRole.PREMISE: [spot for part in step.because for spot in part.at],
        PlaceRole.CONCLUSION: [mark.spot for mark in step.marks],
    }
    return {role: tuple(dict.fromkeys(spots)) for role, spots in found.items() if spots}


class Mention(NamedTuple):
    """A part of a text that names places; ``role`` is empty if they have none in the step."""

    text: str
    spots: tuple[Spot, ...]
    role: PlaceRole | None = None


def told_parts(step: Step) -> Iterator[str | Mention]:
    """The words of a step, cut into mentions and the text between them.

    A place with several roles has them in turn, and is last mentioned as a conclusion: what is supposed first turns out
    to be otherwise.
    """
    left: dict[Spot, list[PlaceRole]] = {}
    for role, spots in roles(step).items():
        for spot in spots:
            if role is not PlaceRole.PREMISE or spot not in left:
                left.setdefault(spot, []).append(role)
    parts, around = list(mentions(step.words, step.puzzle.board)), _around(step)
    to_come = Counter(spot for part in parts if isinstance(part, Mention) for spot in part.spots)
    for part in parts:
        if isinstance(part, str):
            yield part
            continue
        to_come.subtract(part.spots)
        known = [_next_role(left[spot], not to_come[spot]) for spot in part.spots if spot in left]
        part = part._replace(role=known[0] if known else None)
        more = around.get(part.text, ()) if part.role in (None, PlaceRole.PREMISE) else ()
        yield part._replace(spots=tuple(dict.fromkeys((*part.spots, *more))))


def _around(step: Step) -> Mapping[str, Sequence[Spot]]:
    """What a name stands for in the demands of a reason: in ``the run below r1c2``, ``r1c2`` stands for the run."""
    found: dict[str, list[Spot]] = {}
    for part in step.because:
        named = [one.text for one in mentions(part.words, step.puzzle.board) if isinstance(one, Mention)]
        if part.mark is None and len(named) == 1:
            found.setdefault(named[0], []).extend(part.at)
    return found


def _next_role(roles: list[PlaceRole], is_last: bool) -> PlaceRole:
    """The role of a place at its next mention: each of its roles in turn, and the conclusion at last."""
    if len(roles) == 1 or (is_last and roles[-1] is PlaceRole.CONCLUSION):
        return roles[-1]
    role = roles.pop(0)
    roles.insert(len(roles) - (roles[-1] is PlaceRole.CONCLUSION), role)
    return role


def mentions(words: str, board: Board) -> Iterator[str | Mention]:
    """A text, cut into mentions and what is between them."""
    end = 0
    for match in _NAME.finditer(words):
        spots = tuple(_named(match.group(), board))
        if spots:
            yield words[end : match.start()]
            yield Mention(match.group(), spots)
            end = match.end()
    yield words[end:]


def _named(name: str, board: Board) -> Iterator[Spot]:
    """The places that a name stands for; none if the board has no such place."""
    kind, _, rest = name.partition(" ")
    if kind in _KINDS:
        spot = Spot(int(rest) - 1, _KINDS[kind])
        yield from [spot] if isinstance(board, Graph) and board.name(spot) == name else []
    elif kind.removesuffix("s") in ("row", "column"):
        lines = {2 * n - 1 for n in _numbers(name)}
        yield from (cell for cell in board.cells if (cell.y if kind.startswith("row") else cell.x) in lines)
    else:
        ends = [end for one in name.split(" to ") if (end := _spot(one, board))]
        if len(ends) > name.count(" to "):
            dy, dx = _offset(name)
            ys, xs = (sorted(some) for some in zip(ends[0], ends[-1], strict=True))
            for y, x in product(range(ys[0], ys[1] + 1, 2), range(xs[0], xs[1] + 1, 2)):
                yield Spot(y + dy, x + dx)


_KINDS = {"area": AREA, "edge": EDGE, "node": NODE}
_WAYS = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}


def _offset(name: str) -> tuple[int, int]:
    """From a cell to an edge or corner of it: ``the top left corner of ...``."""
    ways = [way for word, way in _WAYS.items() if word in name]
    return sum(dy for dy, _ in ways), sum(dx for _, dx in ways)


def _spot(name: str, board: Board) -> Spot | None:
    """The cell that ends a name, or what is between two cells; None if the board lacks them."""
    cells = [Spot(2 * int(row) - 1, 2 * int(col) - 1) for row, col in re.findall(r"r(\d+)c(\d+)", name)]
    (y, x), (other_y, other_x) = cells[0], cells[-1]
    return Spot((y + other_y) // 2, (x + other_x) // 2) if board.cell_index.keys() >= set(cells) else None


def _numbers(name: str) -> Sequence[int]:
    """The numbers of rows or columns, for example in ``rows 2, 3 and 5`` or ``columns 2 to 4``."""
    numbers = [int(number) for number in re.findall(r"\d+", name)]
    return range(numbers[0], numbers[-1] + 1) if " to " in name else numbers
