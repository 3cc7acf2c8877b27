"""Which places a step speaks of, and in which role: on the board and in its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations, product, starmap
from types import MappingProxyType
from typing import NamedTuple

from ..board.board import AREA, EDGE, NODE, Board, Graph, Spot
from ..board.rect import Rect
from ..engine.explain.steps import Step
from ..language.translation import current_language, in_language
from ..language.wording import names_in_words, worded

_WAYS = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}
_OF_CELLS = ("{}", "{} to {}", "{}-{}", "{}-{} to {}-{}",
             *(f"the {way} {words}" for way in _WAYS for words in ("edge of {}", "edges of {} to {}")),
             *(f"the {one} and {other} edges of {{}}" for one, other in combinations(_WAYS, 2)),
             *(f"the {y} {x} corner of {{}}" for y in ("top", "bottom") for x in ("left", "right")))  # fmt: skip
_NUMBERED = ("row {}", "column {}", "the left of row {}", "the right of row {}", "the top of column {}",
             "the bottom of column {}", "box {}", "area {}", "edge {}", "node {}")  # fmt: skip
_LINES = "rows {}", "columns {}"
NAMES = (*_OF_CELLS, *_NUMBERED, *_LINES)
"""The names of places in sentences (see ``Board.names``), without their cells and numbers."""


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
    """A part of a text that names places; ``role`` is empty outside steps."""

    text: str
    spots: tuple[Spot, ...]
    role: PlaceRole | None = None


def told_parts(step: Step) -> Iterator[str | Mention]:
    """The words of a step, cut into mentions and the text between them.

    A place with several roles has them in turn, and is last mentioned as a conclusion: what is supposed first turns out
    to be otherwise. If the words leave out consequences, it is last mentioned as a contradiction rather than as one.
    """
    left: dict[Spot, list[PlaceRole]] = {}
    for role, spots in roles(step).items():
        for spot in spots:
            if role is not PlaceRole.PREMISE or spot not in left:
                left.setdefault(spot, []).append(role)
    around = _around(step)
    parts = list(mentions(step.words, step.puzzle.board, around))
    to_come = Counter(spot for part in parts if isinstance(part, Mention) for spot in part.spots)
    is_told = all(spot in to_come for spot in roles(step).get(PlaceRole.CONSEQUENCE, ()))
    ends = {PlaceRole.CONCLUSION, *(() if is_told else (PlaceRole.CONTRADICTION,))}
    for part in parts:
        if isinstance(part, str):
            yield part
            continue
        to_come.subtract(part.spots)
        role = _role_of(part.spots, left, {spot: ends for spot in part.spots if not to_come[spot]})
        more = around.get(part.text.lower(), ()) if role is PlaceRole.PREMISE else ()
        yield Mention(part.text, tuple(dict.fromkeys((*part.spots, *more))), role)


def where_to_look(step: Step) -> list[Mention]:
    """The first few places that the words of a step give as its reason; without a reason, those of its marks."""
    concluded = tuple(dict.fromkeys(mark.spot for mark in step.marks))
    named = (part for part in told_parts(step) if isinstance(part, Mention) and not {*part.spots} <= {*concluded})
    told = {part.text: part for part in named}
    names = names_in_words(step.puzzle.board, concluded)
    found = list(told.values()) or [Mention(names[0], concluded), *(Mention(name, ()) for name in names[1:])]
    return found[:_MOST_LOOKED_AT]


_MOST_LOOKED_AT = 4
MOST_FRAMED = 20
"""More places of one role are too many to be framed one by one."""


def _role_of(
    spots: Sequence[Spot], left: Mapping[Spot, list[PlaceRole]], last: Mapping[Spot, Collection[PlaceRole]]
) -> PlaceRole:
    """The role of a mention: several places have one together only if each has it. ``last`` are the roles that the
    places which are not mentioned again have rather than others."""
    shared = set[PlaceRole](left.get(spots[0], ())).intersection(*(left.get(spot, ()) for spot in spots))
    if not shared:
        return PlaceRole.PREMISE
    first, *_ = [_next_role(left[spot], last.get(spot, ())) for spot in spots]
    return first if first in shared else next(role for role in left[spots[0]] if role in shared)


def premises(step: Step, told: Iterable[str | Mention]) -> tuple[Sequence[Spot], Sequence[Spot]]:
    """The places of the reason, single ones and those that belong together, from a step and its words.

    The latter are left out if they are most of the board, except those that the words name. So are the single ones if
    there are more than ``MOST_FRAMED``.
    """
    demands = [part.at for part in step.because if not part.mark]
    words = [part.spots for part in told if isinstance(part, Mention) and part.role is PlaceRole.PREMISE]
    named = dict.fromkeys(spot for at in (*demands, *words) for spot in at if len(at) == 1)
    known = dict.fromkeys((*named, *(spot for part in step.because if part.mark for spot in part.at)))
    if len(known) <= MOST_FRAMED:
        named = known
    for groups in ((*demands, *words), words):
        around = dict.fromkeys(spot for at in groups for spot in at if len(at) > 1)
        if 2 * len(around) <= len(step.puzzle.board.cells):
            return list(named), list(around)
    return list(named), []


def _around(step: Step) -> Mapping[str, Sequence[Spot]]:
    """What a name stands for in the demands of a reason: in ``the run below r1c2``, ``r1c2`` stands for the run."""
    found: dict[str, list[Spot]] = {}
    for part in step.because:
        if part.mark is None:
            named = [match.group() for match in _pattern(current_language())[0].finditer(part.words)]
            if len(named) == 1:
                found.setdefault(named[0].lower(), []).extend(part.at)
    return found


def _next_role(roles: list[PlaceRole], last: Collection[PlaceRole]) -> PlaceRole:
    """The role of a place at its next mention: each of its roles in turn, unless the last one is among ``last``."""
    if len(roles) == 1 or roles[-1] in last:
        return roles[-1]
    role = roles.pop(0)
    roles.insert(len(roles) - (roles[-1] is PlaceRole.CONCLUSION), role)
    return role


def mentions(
    words: str, board: Board, known: Mapping[str, Sequence[Spot]] = MappingProxyType({})
) -> Iterator[str | Mention]:
    """A text in the current language, cut into mentions and what is between them; ``known`` are the places of names
    that say nothing of the board, such as that of a box."""
    end = 0
    pattern, names = _pattern(current_language())
    for match in pattern.finditer(words):
        said = match.group()
        spots = tuple(_named(names[match.lastgroup or ""], said, board)) or tuple(known.get(said.lower(), ()))
        if spots:
            yield words[end : match.start()]
            yield Mention(said, spots)
            end = match.end()
    yield words[end:]


@cache
def _pattern(code: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """What finds the names of places in sentences of a language, and the English name of each group that it finds."""
    with in_language(code):
        said = {name: worded(name) for name in NAMES}
        between = "|".join((", ", f" {worded('and')} ", f" {worded('or')} ", _to()))
    numbers = dict.fromkeys(_NUMBERED, r"\d+\b") | dict.fromkeys(_LINES, rf"\d+(?:(?:{between})\d+\b)*")
    groups = {f"n{i}": name for i, name in enumerate(sorted(said, key=lambda name: -len(said[name])))}
    found = (f"(?P<{group}>{numbers.get(name, _CELL).join(map(re.escape, said[name].split('{}')))})"
             for group, name in groups.items())  # fmt: skip
    return re.compile(rf"\b(?:{'|'.join(found)})", re.IGNORECASE), groups


_CELL = r"r\d+c\d+"


def _to() -> str:
    return worded("{} to {}").replace("{}", "")


def _named(name: str, said: str, board: Board) -> Iterator[Spot]:
    """The places that a name stands for; none if the board has no such place."""
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    if name in _OF_CELLS:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        yield from _at_cells(name, [Spot(2 * y - 1, 2 * x - 1) for y, x in pairs], board)
    elif isinstance(board, Graph):
        kind = name.partition(" ")[0]
        spot = Spot(numbers[0] - 1, _KINDS.get(kind, AREA))
        yield from [spot] if board.name(spot) == f"{kind} {numbers[0]}" else []
    elif isinstance(board, Rect):
        lines = board.rows if "row" in name else board.cols if "column" in name else []
        chosen = range(numbers[0], numbers[-1] + 1) if _to() in said else numbers
        for n in chosen:
            if n in range(1, len(lines) + 1):
                yield from [_end(name, n, board)] if name.startswith("the ") else lines[n - 1]


_KINDS = {"area": AREA, "edge": EDGE, "node": NODE}


def _at_cells(name: str, cells: Sequence[Spot], board: Board) -> Iterator[Spot]:
    """The cells themselves, an edge or corner of each, or what is between two; all from the first to the last."""
    if not board.cell_index.keys() >= set(cells):
        return
    if " and " in name:
        first, _, second = name.partition(" and ")
        yield from (*_at_cells(first, cells, board), *_at_cells(second, cells, board))
        return
    if name == "{}-{}":
        yield from _links(*cells)
        return
    dy, dx = (sum(way) for way in zip(*(_WAYS[word] for word in name.split() if word in _WAYS), (0, 0), strict=True))
    size = 2 if "-" in name else 1
    (y, x), (end_y, end_x) = (
        ((one.y + other.y) // 2 + dy, (one.x + other.x) // 2 + dx)
        for one, other in ((cells[0], cells[size - 1]), (cells[-size], cells[-1]))
    )
    rows, cols = (range(min(ends), max(ends) + 1, 2) for ends in ((y, end_y), (x, end_x)))
    yield from starmap(Spot, product(rows, cols))


def _links(one: Spot, other: Spot) -> Sequence[Spot]:
    """All links between two cells in a line."""
    n = max(abs(other.y - one.y), abs(other.x - one.x))
    return [Spot(one.y + (other.y - one.y) * i // n, one.x + (other.x - one.x) * i // n) for i in range(1, n, 2)]


def _end(name: str, n: int, board: Rect) -> Spot:
    """The place outside at an end of a row or column: ``the left of row 2``."""
    along = 2 * n - 1
    return {"left": Spot(along, -1), "right": Spot(along, 2 * board.n_cols + 1),
            "top": Spot(-1, along), "bottom": Spot(2 * board.n_rows + 1, along)}[name.split()[1]]  # fmt: skip
