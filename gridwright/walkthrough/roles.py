"""Which places a step speaks of, and in which role: on the board and in its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from ..board.board import Board, Spot
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


class PlaceNames:
    """Finds the places that texts about a board name."""

    def __init__(self, board: Board) -> None:
        self.board = board
        every = (*board.corners, *board.edges, *board.links, *board.cells)
        self._spots = {board.name(spot): spot for spot in every}

    def parts(self, step: Step) -> Iterator[str | Mention]:
        """The words of a step, cut into mentions and the text between them.

        A place with several roles has them in turn, and is last mentioned as a conclusion: what is supposed first turns
        out to be otherwise.
        """
        left: dict[Spot, list[PlaceRole]] = {}
        for role, spots in roles(step).items():
            for spot in spots:
                if role is not PlaceRole.PREMISE or spot not in left:
                    left.setdefault(spot, []).append(role)
        parts = list(self.mentions(step.words))
        to_come = Counter(spot for part in parts if isinstance(part, Mention) for spot in part.spots)
        for part in parts:
            if isinstance(part, str):
                yield part
                continue
            known = [_next_role(left[spot], to_come[spot] == 1) for spot in part.spots if spot in left]
            yield part._replace(role=known[0] if known else None)
            to_come.subtract(part.spots)

    def mentions(self, words: str) -> Iterator[str | Mention]:
        """A text, cut into mentions and what is between them."""
        end = 0
        for match in _NAME.finditer(words):
            spots = tuple(self._named(match.group()))
            if spots:
                yield words[end : match.start()]
                yield Mention(match.group(), spots)
                end = match.end()
        yield words[end:]

    def _named(self, name: str) -> Iterator[Spot]:
        """The places that a name stands for; none if it is unknown."""
        if name.startswith(("row", "column")):
            lines = {2 * n - 1 for n in _numbers(name)}
            across = name.startswith("row")
            yield from (cell for cell in self.board.cells if (cell.y if across else cell.x) in lines)
            return
        first, _, last = name.partition(" to ")
        before, _, cell = first.rpartition(" of ")
        before = f"{before.replace('edges', 'edge')} of " if before else ""
        spots = [self._spots.get(before + one) for one in (cell, last) if one]
        if None not in spots:
            yield from _run(spots)  # type: ignore[arg-type]
        elif before and not last and cell in self._spots:
            yield self._spots[cell]


def _next_role(roles: list[PlaceRole], is_last: bool) -> PlaceRole:
    """The role of a place at its next mention: each of its roles in turn, and the conclusion at last."""
    if len(roles) == 1 or (is_last and roles[-1] is PlaceRole.CONCLUSION):
        return roles[-1]
    role = roles.pop(0)
    roles.insert(len(roles) - (roles[-1] is PlaceRole.CONCLUSION), role)
    return role


def _numbers(name: str) -> Sequence[int]:
    """The numbers of rows or columns, for example in ``rows 2, 3 and 5`` or ``columns 2 to 4``."""
    numbers = [int(number) for number in re.findall(r"\d+", name)]
    return range(numbers[0], numbers[-1] + 1) if " to " in name else numbers


def _run(ends: Sequence[Spot]) -> Iterator[Spot]:
    """The spots from one to another in a row or column."""
    (y, x), (end_y, end_x) = ends[0], ends[-1]
    n = max(abs(end_y - y), abs(end_x - x)) // 2
    for i in range(n + 1):
        yield Spot(y + (end_y - y) * i // max(n, 1), x + (end_x - x) * i // max(n, 1))
