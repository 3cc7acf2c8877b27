"""How the marks of a layer look, in every kind of picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..board.board import Board, Spot


@dataclass(frozen=True)
class Kind:
    """A kind of look: how marks are drawn, and how their values are told in words.

    ``plain`` names the kind that serves where there is room for one character a cell only, and in pictures that have no
    drawing for this one. ``words`` tells a value; without it a value is told as it is. ``lined``: drawn as lines from
    cell to cell. ``cornered``: writes into the corners of cells. ``framed``: borders run inside the cells. ``banded``:
    colours the rows that its marks stand beside.
    """

    about: str
    plain: str = ""
    words: Callable[[Any], str] | None = None
    lined: bool = False
    cornered: bool = False
    framed: bool = False
    banded: bool = False


_WAYS = {"u": "up", "r": "right", "d": "down", "l": "left"}


def _number(value: Any) -> str:
    return "?" if value is None else str(value)


def _pointing(value: Any) -> str:
    number, way = value
    return f"{_number(number)}, pointing {_WAYS[way]}" if way else _number(number)


def _sums(value: Any) -> str:
    across, down = value
    if across is None and down is None:
        return "no sums"
    return f"{_number(across)} across, {_number(down)} down"


def _four_ways(value: Any) -> str:
    told = [f"{n} {way}" for n, way in zip(value, ("above", "right", "left", "below"), strict=True) if n is not None]
    return ", ".join(told) or "?"


KINDS: Mapping[str, Kind] = {
    "text": Kind("the value itself"),
    "symbol": Kind("a character for each value (``glyphs``)"),
    "shade": Kind("the cell is filled"),
    "line": Kind("a line through cells along links, or along edges", lined=True),
    "wall": Kind("a border on an edge"),
    "bridge": Kind("so many parallel lines along a link", lined=True),
    "join": Kind("the two cells of a link are one piece"),
    "none": Kind("not drawn"),
    "block": Kind("a black cell with the value in it, if any", "text"),
    "island": Kind("the value in a circle", "text"),
    "small": Kind("the value in a corner of its cell", "text", cornered=True),
    "hole": Kind("a cell that takes no part in the puzzle", "shade"),
    "pips": Kind("a number as the pips of a domino", "text"),
    "cage": Kind("a border inside the cells, in dashes, but for those that ``uncaged`` names", "wall", framed=True),
    "uncaged": Kind("a cell in no cage", "shade"),
    "compass": Kind("four numbers: above, right, left, below", "text", words=_four_ways),
    "split": Kind("a black cell with two sums: of the run to its right, of the run below", "text", words=_sums),
    "pointer": Kind("a number and the letter of a way: u, r, d, l", "text", words=_pointing),
    "sign": Kind("between two cells, ``<`` or ``>``, turned where they lie one above the other", "symbol"),
    "tube": Kind("a thick line through cells: a thermometer's tube", "line"),
    "bulb": Kind("the thick end of a tube", "symbol"),
    "mercury": Kind("the cell is filled; where a tube or its thick end is, that is", "shade"),
    "stub": Kind("a short piece of a tube in a cell, along its glyph", "symbol"),
    "arrows": Kind("from the middle of a cell, where its glyph has arms", "symbol"),
    "capsule": Kind("around a cell and the two beside it, along the glyph of the middle one", "symbol"),
    "trail": Kind("numbers of which each is joined to the next one", "text"),
    "grouped": Kind("the value; in an answer also a border between neighbouring cells with different values", "text"),
    "band": Kind("a mark of a whole row, on its left: grey if its glyph is ``#``, otherwise white", "text",
                 banded=True),
    "region": Kind("cells with the same letter; ``key`` holds what is asked of each: letter, words", "text",
                   cornered=True, framed=True),
    "letters": Kind("a key, shown below the board: the first so many letters", "text"),
    "digits": Kind("a key, shown below the board: the digits from 1 on", "text"),
    "dominoes": Kind("a key, shown below the board: pairs of numbers", "text"),
    "pieces": Kind("a key, shown below the board: letters of pentominoes", "text"),
}
"""The kinds of looks by name. A kind that is added here is drawn as its ``plain`` one, until a function of
``picture/looks.py`` draws it (``@draws("name")``) or one of ``picture/terminal/scene.py`` does (``@adds("name")``)."""


@dataclass(frozen=True)
class Look:
    """How marks are drawn; see ``KINDS`` for the values of ``kind``.

    ``glyphs`` maps values to single characters. ``seven_bit`` gives a value a character of 7 bits, for terminals that
    have no others; without it one is taken that looks like the glyph, or the value itself if it is a character.

    ``key`` names the puzzle's key, if it has one, whose characters stand for the numbers 1, 2, 3, ... of a text.
    ``heading`` is a character that tells which clues stand in a line outside the board, where several do; for clues of
    several values a character for each, of which the last ones are used if there are more.
    ``size`` makes a symbol larger or smaller than usual, ``thin`` draws its strokes thinner. ``drawn`` names a drawing
    that stands for a value in pictures (see ``picture/symbols.py``); terminals show its glyph.

    A value of an answer whose glyph is a blank says that a spot is empty: it shows as a cross where it is given, and in
    a state until all is known.

    ``ports`` are the values of points that stand for arrows through the frame, and whether they lead in: their glyphs,
    ``╲`` or ``╱``, are the lines along which they do (see ``port``).

    Raises ValueError for a kind that there is none of, and for a replacement that is not one 7-bit character.
    """

    kind: str
    glyphs: Mapping[Any, str] = field(default_factory=dict)
    key: str = ""
    heading: str = ""
    size: float = 1
    thin: bool = False
    ports: Mapping[Any, bool] = field(default_factory=dict)
    seven_bit: Mapping[Any, str] = field(default_factory=dict)
    drawn: Mapping[Any, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no look is of the kind {self.kind!r}; there are {', '.join(KINDS)}")
        for value, char in self.seven_bit.items():
            if len(char) != 1 or not char.isascii() or not char.isprintable():
                raise ValueError(f"{char!r} is not one 7-bit character, for the value {value!r}")

    def __hash__(self) -> int:
        dicts = tuple(tuple(one.items()) for one in (self.glyphs, self.ports, self.seven_bit, self.drawn))
        return hash((self.kind, dicts, self.key, self.heading, self.size, self.thin))

    @property
    def traits(self) -> Kind:
        """What is special about its kind."""
        return KINDS[self.kind]

    @property
    def plain(self) -> str:
        """The kind that says the same in less room."""
        return self.traits.plain or self.kind

    def words(self, value: Any) -> str:
        """A value in words: ``2, pointing right``, ``? across, 36 down``; a mark without a value has none."""
        if value is True:
            return ""
        told = self.traits.words
        if told is not None:
            return told(value)
        if isinstance(value, tuple):
            return " ".join(map(_number, value))
        return _number(value)


TEXT, SHADE, LINE, WALL, BRIDGE, JOIN, UNSEEN = map(
    Look, ("text", "shade", "line", "wall", "bridge", "join", "none")
)
BLOCK, ISLAND, SMALL, CAGE, UNCAGED, COMPASS, SPLIT, POINTER, TUBE = map(
    Look, ("block", "island", "small", "cage", "uncaged", "compass", "split", "pointer", "tube")
)
LETTERS, DIGITS, DOMINOES, PIECES = map(Look, ("letters", "digits", "dominoes", "pieces"))
GROUPED = Look("grouped")
HOLE = Look("hole", {True: "▒"})
PIPS = Look("pips")
MERCURY = Look("mercury")
SIGN = Look("sign", {"<": "<", ">": ">"})
BULB = Look("bulb", {True: "○"})


def symbols(
    glyphs: Mapping[Any, str],
    *,
    size: float = 1,
    thin: bool = False,
    seven_bit: Mapping[Any, str] | None = None,
    drawn: Mapping[Any, str] | None = None,
) -> Look:
    """Each value as a character of its own; see ``Look`` for the other parameters."""
    return Look("symbol", dict(glyphs), size=size, thin=thin, seven_bit=dict(seven_bit or {}), drawn=dict(drawn or {}))


_TURNED = {"↖": "↘", "↘": "↖", "↗": "↙", "↙": "↗"}


def port(line: str, leads_in: bool, y: int, x: int, bottom: int) -> str:
    """The arrow at a point of the frame, along ``╲`` or ``╱``, that leads in or out; ``bottom`` is the largest y."""
    falling, rising = "↖" if x == 0 or y == 0 else "↘", "↙" if x == 0 or y == bottom else "↗"
    outward = falling if line == "╲" else rising
    return _TURNED[outward] if leads_in else outward


def group_borders(board: Board, values: Mapping[Spot, Any]) -> Iterator[Spot]:
    """The links between neighbouring cells whose values are known and differ, for the look ``grouped``."""
    if len(values) < 2:
        return
    for link in board.links:
        a, b = board.ends(link)
        if a in values and b in values and values[a] != values[b]:
            yield link


def spelt_by(key: str) -> Look:
    """The value itself, or the character that a key of the puzzle has for it."""
    return Look("text", key=key)


def regions_by(key: str) -> Look:
    """Cells with the same letter, and what a key of the puzzle asks of them."""
    return Look("region", key=key)


def headed(heading: str) -> Look:
    """Clues outside the board whose lines begin with characters: see ``Look``."""
    return Look("text", heading=heading)


@dataclass(frozen=True)
class Ground:
    """What a board looks like before anything stands on it.

    ``grid``: ``lines`` between all cells, ``dashes`` where borders are to be drawn, ``dots`` at the corners only, or
    ``none``. ``frame``: whether there is a line around all. ``cell``: how many columns a cell is wide (2: bricks).
    ``every``: after so many cells a line is heavier, on boards of more than that where cells are to be counted.
    """

    grid: str = "lines"
    frame: bool = True
    cell: int = 1
    every: int = 0


DOTS, DASHES, OPEN = Ground("dots", frame=False), Ground("dashes"), Ground("none", frame=False)
