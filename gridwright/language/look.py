"""How the marks of a layer look, said once and drawn by every kind of picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import Board, Spot


@dataclass(frozen=True)
class Look:
    """How marks are drawn.

    ``kind``: ``text`` (the value itself), ``symbol`` (``glyphs`` maps values to single characters), ``shade`` (the cell
    is filled), ``line`` (through cells along links, or along edges), ``wall`` (a border on an edge), ``bridge`` (that
    many parallel lines along a link), ``join`` (the two cells of a link are one piece), ``none`` (not drawn).

    Some kinds differ from these only where there is room for more than a character a cell (``plain`` tells the
    simpler one): ``block`` (a black cell with the value in it, if any), ``island`` (the value in a circle), ``small``
    (the value in a corner of its cell), ``cage`` (a border inside the cells, in dashes, but for those that ``uncaged``
    names), ``compass`` (four numbers: above, right, left, below), ``split`` (a black cell with two sums: of the run to
    its right, of the run below), ``pointer`` (a number and the letter of a way: u, r, d, l), ``sign`` (between two
    cells, ``<`` or ``>``, turned where they lie one above the other), ``tube`` and ``bulb`` (of a thermometer),
    ``region`` (cells with the same letter; ``key`` holds what is asked of each: letter, words), ``stub`` (a short piece
    of a tube in a cell, along its glyph), ``arrows`` (from the middle of a cell, where its glyph has arms), ``capsule``
    (around a cell and the two beside it, along the glyph of the middle one), ``trail`` (numbers of which each is joined
    to the next one), ``grouped`` (the value; in an answer also a border between neighbouring cells with different
    values), ``band`` (a mark of a whole row, on its left: grey if its glyph is ``#``, otherwise white).

    Keys of the puzzle, shown below its board, are ``text`` or, where there is room: ``letters`` (the first so many),
    ``digits`` (from 1 on), ``dominoes`` (pairs of numbers), ``pieces`` (letters of pentominoes).

    ``key`` names the puzzle's key, if it has one, whose characters stand for the numbers 1, 2, 3, ... of a text.
    ``heading`` is a character that tells which clues stand in a line outside the board, where several do; for clues of
    several values a character for each, of which the last ones are used if there are more.
    ``size`` makes a symbol larger or smaller than usual, ``thin`` draws its strokes thinner.

    A value of an answer whose glyph is a blank says that a spot is empty: it shows as a cross where it is given, and in
    a state until all is known.

    ``ports`` are the values of points that stand for arrows through the frame, and whether they lead in: their glyphs,
    ``╲`` or ``╱``, are the lines along which they do (see ``port``).
    """

    kind: str
    glyphs: Mapping[Any, str] = field(default_factory=dict)
    key: str = ""
    heading: str = ""
    size: float = 1
    thin: bool = False
    ports: Mapping[Any, bool] = field(default_factory=dict)

    def __hash__(self) -> int:
        dicts = tuple(self.glyphs.items()), tuple(self.ports.items())
        return hash((self.kind, dicts, self.key, self.heading, self.size, self.thin))

    @property
    def plain(self) -> str:
        """The kind that says the same in less room."""
        return _PLAINER.get(self.kind, self.kind)


_PLAINER = {
    **dict.fromkeys(("letters", "digits", "dominoes", "pieces"), "text"),
    **dict.fromkeys(("block", "island", "small", "compass", "split", "pointer", "region", "trail", "band"), "text"),
    "grouped": "text",
    **dict.fromkeys(("sign", "bulb", "stub", "arrows", "capsule"), "symbol"),
    "cage": "wall", "tube": "line", "uncaged": "shade",
}  # fmt: skip

TEXT, SHADE, LINE, WALL, BRIDGE, JOIN, UNSEEN = map(
    Look, ("text", "shade", "line", "wall", "bridge", "join", "none")
)
BLOCK, ISLAND, SMALL, CAGE, UNCAGED, COMPASS, SPLIT, POINTER, TUBE = map(
    Look, ("block", "island", "small", "cage", "uncaged", "compass", "split", "pointer", "tube")
)
LETTERS, DIGITS, DOMINOES, PIECES = map(Look, ("letters", "digits", "dominoes", "pieces"))
GROUPED = Look("grouped")
SIGN = Look("sign", {"<": "<", ">": ">"})
BULB = Look("bulb", {True: "○"})


def symbols(glyphs: Mapping[Any, str], *, size: float = 1, thin: bool = False) -> Look:
    """Each value as a character of its own."""
    return Look("symbol", dict(glyphs), size=size, thin=thin)


_TURNED = {"↖": "↘", "↘": "↖", "↗": "↙", "↙": "↗"}


def port(line: str, leads_in: bool, y: int, x: int, bottom: int) -> str:
    """The arrow at a point of the frame, along ``╲`` or ``╱``, that leads in or out; ``bottom`` is the largest y."""
    falling, rising = "↖" if x == 0 or y == 0 else "↘", "↙" if x == 0 or y == bottom else "↗"
    outward = falling if line == "╲" else rising
    return _TURNED[outward] if leads_in else outward


def group_borders(board: Board, values: Mapping[Spot, Any]) -> Iterator[Spot]:
    """The links between neighbouring cells whose values are known and differ, for the look ``grouped``."""
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
