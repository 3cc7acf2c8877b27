"""The drawing: marks by layer and spot, converted from and to the JSON of the editor.

Spots are those of boards: rows and columns are doubled, so that the cell in row r and column c (from 0) is at
(2r + 1, 2c + 1), borders and grid points lie between, and places outside have negative coordinates or larger ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ...board.board import Spot
from ...logic.ticks import ticking
from ..errors import FormatError, is_number

CROSS: Final = 98
"""The style of a cross that solvers draw on a border."""
THIN: Final = 80
"""The style of a line of the lattice, such as those around clues outside."""
CANDIDATES: Final = "7"
"""The style of numbers that are a solver's notes."""
KILLER_SUM: Final = "11"


class InkText(NamedTuple):
    """A text at a place, with its colour and its style; both are the editor's numbers."""

    text: str
    colour: int = 1
    style: str = "1"


class Symbol(NamedTuple):
    """A symbol by its name; shapes that combine have a flag for each part in place of a style."""

    name: str
    style: int | tuple[int, ...]


UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = range(4)
"""The corners of a cell."""


class Nook(NamedTuple):
    """A place within a cell: 0 to 3 are its corners row by row, 4 to 7 its sides: top, right, left, bottom."""

    cell: Spot
    at: int


@dataclass
class Ink:
    """What is drawn on one of the two layers of a page, the problem or the answer.

    ``edge`` has the strokes along grid lines by their middles, ``line`` those between the centres of cells by the
    border that they cross; ``diagonal`` those along grid points that run across a cell, by their two ends. ``others``
    counts marks that no genre uses.
    """

    surface: dict[Spot, int] = field(default_factory=dict)
    number: dict[Spot, InkText] = field(default_factory=dict)
    nook: dict[Nook, str] = field(default_factory=dict)
    symbol: dict[Spot, Symbol] = field(default_factory=dict)
    edge: dict[Spot, int] = field(default_factory=dict)
    diagonal: dict[tuple[Spot, Spot], int] = field(default_factory=dict)
    line: dict[Spot, int] = field(default_factory=dict)
    cages: list[tuple[Spot, ...]] = field(default_factory=list)
    dashes: dict[tuple[Nook, Nook], int] = field(default_factory=dict)
    """The strokes of which older links draw cages, between the corners of cells."""
    thermos: list[tuple[Spot, ...]] = field(default_factory=list)
    others: dict[str, int] = field(default_factory=dict)

    @property
    def marks(self) -> int:
        """How many marks there are."""
        return (
            len(self.surface) + len(self.number) + len(self.symbol)
            + len(self.edge) + len(self.diagonal) + len(self.line)
        )  # fmt: skip

    def move(self, down: int, right: int) -> None:
        """Moves all marks by some steps."""

        def spot(one: Spot) -> Spot:
            return Spot(one.y + down, one.x + right)

        self.surface = {spot(at): colour for at, colour in self.surface.items()}
        self.number = {spot(at): text for at, text in self.number.items()}
        self.nook = {Nook(spot(nook.cell), nook.at): text for nook, text in self.nook.items()}
        self.symbol = {spot(at): symbol for at, symbol in self.symbol.items()}
        self.edge = {spot(at): style for at, style in self.edge.items()}
        self.line = {spot(at): style for at, style in self.line.items()}
        self.diagonal = {(spot(a), spot(b)): style for (a, b), style in self.diagonal.items()}


InkPlace = Spot | Nook
_OTHERS: Final = {
    "wall": "bars", "arrows": "arrows", "direction": "arrows", "squareframe": "frames", "polygon": "polygons",
    "nobulbthermo": "thermometers without bulb",
}  # fmt: skip
"""The names of layers that no genre uses."""


class InkReader:
    """Reads the JSON of a layer; ``place`` turns a number of the editor into a place."""

    def __init__(self, place: Callable[[int], InkPlace]) -> None:
        self._place_of = place

    def ink(self, told: Mapping[str, Any]) -> Ink:
        """The content of a layer. Raises FormatError."""
        ink = Ink()
        for place, value in self._entries(told, "surface"):
            colour = value[0] if isinstance(value, list) and value else value
            if type(colour) is int and colour > 0:
                ink.surface[_cell(place)] = colour
        for place, value in self._entries(told, "number"):
            _put_number(ink, place, value)
        for place, value in self._entries(told, "numberS"):
            if isinstance(value, list) and value and isinstance(place, Nook):
                ink.nook[place] = str(value[0])
        for place, value in self._entries(told, "symbol"):
            _put_symbol(ink, place, value)
        self._strokes(told, ink)
        for name in ("killercages", "thermo"):
            lists = ink.cages if name == "killercages" else ink.thermos
            lists += [tuple(map(_cell, cells)) for cells in self._lists(told, name)]
        for name, word in _OTHERS.items():
            held = told.get(name)
            if held:
                ink.others[word] = ink.others.get(word, 0) + len(held)
        return ink

    def _strokes(self, told: Mapping[str, Any], ink: Ink) -> None:
        for name in ("lineE", "freelineE"):
            for a, b, style in self._pairs(told, name):
                _put_edge(ink, a, b, style)
        for a, b, _ in self._pairs(told, "deletelineE"):
            for middle in _middles(a, b):
                ink.edge.pop(middle, None)
        for name in ("line", "freeline"):
            for a, b, style in self._pairs(told, name):
                _put_line(ink, a, b, style)
        for a, b, style in self._pairs(told, "cage"):
            if isinstance(a, Nook) and isinstance(b, Nook):
                ink.dashes[a, b] = style

    def _place(self, word: str) -> InkPlace:
        if not is_number(word):
            raise FormatError("this is not a place", expected="a number", found=repr(word[:20]))
        return self._place_of(int(word))

    def _entries(self, told: Mapping[str, Any], name: str) -> Iterator[tuple[InkPlace, Any]]:
        held = told.get(name)
        for key, value in ticking((held if isinstance(held, dict) else {}).items()):
            if key != "__a" and value is not None:
                yield self._place(key), value

    def _pairs(self, told: Mapping[str, Any], name: str) -> Iterator[tuple[InkPlace, InkPlace, int]]:
        held = told.get(name)
        for key, value in ticking((held if isinstance(held, dict) else {}).items()):
            one, comma, other = key.partition(",")
            if type(value) is int and (comma or value == CROSS):
                yield self._place(one), self._place(other if comma else one), value

    def _lists(self, told: Mapping[str, Any], name: str) -> Iterator[list[InkPlace]]:
        held = told.get(name)
        for item in ticking(held if isinstance(held, list) else ()):
            if isinstance(item, list) and item:
                if not all(type(n) is int for n in item):
                    raise FormatError("this is not a place", expected="numbers", found=repr(item)[:40])
                yield [self._place(str(n)) for n in item]


def _cell(place: InkPlace) -> Spot:
    return place.cell if isinstance(place, Nook) else place


def _put_number(ink: Ink, place: InkPlace, value: Any) -> None:
    if not isinstance(value, list) or len(value) < 3:
        raise FormatError("this is not a text", expected="[text, colour, style]", found=repr(value)[:40])
    text, colour, style = value[:3]
    if isinstance(place, Nook):
        ink.nook[place] = str(text)
    elif str(style) != CANDIDATES and not isinstance(text, list | dict):
        ink.number[place] = InkText(_plain(text), colour if type(colour) is int else 1, str(style))


def _plain(text: object) -> str:
    return str(int(text)) if isinstance(text, float) and text.is_integer() else str(text)


def _put_symbol(ink: Ink, place: InkPlace, value: Any) -> None:
    if not isinstance(value, list) or len(value) < 2 or not isinstance(value[1], str):
        raise FormatError("this is not a symbol", expected="[style, name, layer]", found=repr(value)[:40])
    style, name = value[:2]
    if isinstance(style, list) and all(type(n) is int for n in style):
        style = tuple(style)
    if type(style) is int or isinstance(style, tuple):
        ink.symbol[_cell(place)] = Symbol(name, style)


def _put_edge(ink: Ink, a: InkPlace, b: InkPlace, style: int) -> None:
    middles = _middles(a, b)
    if a == b:  # a cross on a border
        ink.edge[_cell(a)] = style
    elif middles:
        ink.edge.update(dict.fromkeys(middles, style))
    elif isinstance(a, Spot) and isinstance(b, Spot) and abs(a.y - b.y) == abs(a.x - b.x) == 2:
        ink.diagonal[min(a, b), max(a, b)] = style
    else:
        ink.others["slanted lines"] = ink.others.get("slanted lines", 0) + 1


def _put_line(ink: Ink, a: InkPlace, b: InkPlace, style: int) -> None:
    middles = _middles(a, b)
    if a == b:  # a cross on a border
        ink.line[_cell(a)] = style
    elif middles and isinstance(a, Spot) and a.y % 2 and a.x % 2:
        ink.line.update(dict.fromkeys(middles, style))
    elif not (isinstance(a, Spot) and isinstance(b, Spot) and abs(a.y - b.y) + abs(a.x - b.x) == 1):  # half a line
        ink.others["slanted lines"] = ink.others.get("slanted lines", 0) + 1


def _middles(a: InkPlace, b: InkPlace) -> Sequence[Spot]:
    """The middles of the steps on a straight way between two cells, or two grid points; none if there is no such way.
    """
    if isinstance(a, Nook) or isinstance(b, Nook) or (a.y % 2, a.x % 2) != (b.y % 2, b.x % 2) or (a.y + a.x) % 2:
        return ()
    a, b = min(a, b), max(a, b)
    if a.y == b.y:
        return [Spot(a.y, x) for x in range(a.x + 1, b.x, 2)]
    return [Spot(y, a.x) for y in range(a.y + 1, b.y, 2)] if a.x == b.x else ()


def record_of(ink: Ink, place: Callable[[InkPlace], int]) -> dict[str, Any]:
    """The JSON of a layer; ``place`` gives the editor's number of a place."""

    def pair(a: Spot, b: Spot) -> str:
        return f"{place(a)},{place(b)}"

    def strokes(marks: Mapping[Spot, int], ends: Callable[[Spot], tuple[Spot, Spot]]) -> dict[str, int]:
        return {str(place(at)) if style == CROSS else pair(*ends(at)): style for at, style in marks.items()}

    edges = strokes(ink.edge, edge_ends)
    edges |= {pair(*sorted(ends)): style for ends, style in ink.diagonal.items()}
    symbols = {str(place(spot)): [_plain_style(one.style), one.name, 1] for spot, one in ink.symbol.items()}
    return {
        "command_redo": {"__a": []}, "command_undo": {"__a": []}, "command_replay": {"__a": []},
        "surface": {str(place(spot)): colour for spot, colour in ink.surface.items()},
        "number": {str(place(spot)): list(text) for spot, text in ink.number.items()},
        "numberS": {str(place(nook)): [text, 1] for nook, text in ink.nook.items()},
        "symbol": symbols, "freeline": {}, "freelineE": {},
        "thermo": [[place(cell) for cell in cells] for cells in ink.thermos],
        "arrows": [], "direction": [], "squareframe": [], "polygon": [],
        "line": strokes(ink.line, line_ends),
        "lineE": edges, "wall": {}, "cage": {}, "deletelineE": {},
        "killercages": [[place(cell) for cell in cells] for cells in ink.cages], "nobulbthermo": [],
    }  # fmt: skip


def _plain_style(style: int | tuple[int, ...]) -> int | list[int]:
    return style if isinstance(style, int) else list(style)


def edge_ends(middle: Spot) -> tuple[Spot, Spot]:
    """The grid points at the ends of an edge."""
    y, x = middle
    return (Spot(y, x - 1), Spot(y, x + 1)) if y % 2 == 0 else (Spot(y - 1, x), Spot(y + 1, x))


def line_ends(border: Spot) -> tuple[Spot, Spot]:
    """The cells at the sides of a border."""
    y, x = border
    return (Spot(y - 1, x), Spot(y + 1, x)) if y % 2 == 0 else (Spot(y, x - 1), Spot(y, x + 1))
