"""Small boards drawn by hand, each also spelt by hand in the formats of other programs.

The texts follow the descriptions of the formats and the sources of their programs; none was made by one of our writers.
No board is symmetric: rows and columns differ in number where the genre allows it, and so do the values in different
places and directions. A reader that exchanges two places therefore fails, even if the writer exchanges the same two.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.language.puzzle import Drawing

_BEND = Drawing.of(Rect.of(2, 3), {"curve": {Spot(1, 2): True, Spot(1, 4): True, Spot(2, 5): True}})
_BAR = Drawing.of(Rect.of(2, 1), {"curve": {Spot(2, 1): True}})

_PLAIN_BOARDS: Final = (
    gw.puzzle("Akari", [". 1 . ?", "0 . . .", ". . 3 ."]),
    gw.puzzle("Aquarium", wall=["AABB", "ACCB", "ACCC"], count={"top": [1, 2, 0, 3], "left": [4, None, 2]}),
    gw.puzzle("Arukone", ["1 . . 2", ". 1 . .", "2 . . ."]),
    gw.puzzle("Basic", size=3, cages=[
        (5, "+", "r1c1 r2c1"), (2, "-", "r1c2 r1c3"), (6, "x", "r2c2 r2c3 r3c3"), (3, ":", "r3c1 r3c2")]),
    gw.puzzle("Cave", ["2 . . .", ". . 3 .", ". 4 . ."]),
    gw.puzzle("Compass", size=(3, 4), compass={"r1c2": (0, 2, 1, 3), "r3c4": (4, None, 5, None)}),
    gw.puzzle("Coral", hint={"top": [(1, 2), (3,), None, (1,)], "left": [(2,), (3, 1), None]}),
    gw.puzzle("Curve Data", ["1 . . 2", ". . 2 .", "1 . . ."], block=["r3c3"], shapes=(_BEND, _BAR)),
    gw.puzzle("Domino Hunt", ["0 0 1 2", "1 2 0 1", "2 2 1 0"], min=0, max=2),
    gw.puzzle("Doubleblock", between={"top": [3, 0, None, 2], "left": [1, None, 2, 0]}, size=4),
    gw.puzzle("Easy as ABC", size=4, max=3, hint={
        "top": "A.B.", "bottom": ".C.A", "left": "C..B", "right": ".AB."}, letter=["....", "..C.", "....", "...."]),
    gw.puzzle("Fences", ["3 . 2 .", ". 1 . 0", ". . . ."]),
    gw.puzzle("Fillomino", ["4 . 1 .", ". 2 . .", ". . 3 ."]),
    gw.puzzle("Galaxies", size=(3, 4), centre=["r1c1", "r1c3-r1c4", "r1c2-r2c2", "r2c2-r3c3", "r2c4-r3c4"]),
    gw.puzzle("Hashi", ["2 . . 4", ". . . .", "1 . 3 ."]),
    gw.puzzle("Heyawake", wall=["AABB", "ACCB", "ACCC"], number={"r1c1": 2, "r1c3": 0, "r2c2": 3}),
    gw.puzzle("Hitori", ["1 2 3 4", "1 1 2 3", "4 3 3 1"]),
    gw.puzzle("Japanese Sums", max=3, hint={"top": [(1, 2), (3,), None, (4,)], "left": [(2,), (3, 1), None]}),
    gw.puzzle("Kakuro", size=(3, 4), clue={
        "r1c1": (None, None), "r1c2": (None, 3), "r1c3": (None, 7), "r1c4": (None, None),
        "r2c1": (5, None), "r2c4": (None, 2), "r3c1": (11, None)}),
    gw.puzzle("Killer-Sudoku", [". . . .", ". . 1 .", ". . . .", ". . . ."], cages=[
        (3, "r1c1 r1c2"), (7, "r2c4 r3c4"), (9, "r3c1 r4c1 r4c2")]),
    gw.puzzle("Kropki", size=4, dot={"r1c1-r1c2": "white", "r2c3-r3c3": "black", "r4c1-r4c2": "black"}),
    gw.puzzle("Kuromasu", ["3 . . .", ". . 5 .", ". 2 . ."]),
    gw.puzzle("LITS", ["AABB", "ACCB", "ACCC"]),
    gw.puzzle("Magnets", wall=["AABC", "DEBC", "DEFF"], positive={"top": [1, None, 0, 2], "left": [3, 1, None]},
              negative={"top": [None, 2, 1, 0], "left": [1, 2, 0]}),
    gw.puzzle("Masyu", ["w . . b", ". b . .", ". . w ."]),
    gw.puzzle("Minesweeper", ["1 . . 2", ". 3 . .", ". . 0 ."]),
    gw.puzzle("Mortal Coil", ["#..#", ".#..", "...."]),
    gw.puzzle("Nurikabe", ["2 . . ?", ". . 3 .", ". 1 . ."]),
    gw.puzzle("Nurimisaki", ["2 . . ?", ". . 3 .", ". 2 . ."]),
    gw.puzzle("Pentomino Search", used="FILNPTUVWXYZ", count={"top": [1, 3, None, 2, 0], "left": [4, None, 2, 0]}),
    gw.puzzle("Pentopia", size=(3, 5), arrow={
        f"r{1 + i // 5}c{1 + i % 5}": arrow for i, arrow in enumerate("^v|<SWG>AQF-VT+")}),
    gw.puzzle("Picross", clue={"top": [(1, 1), (3,), (), (2,)], "left": [(2, 1), (1,), (4,)]}),
    gw.puzzle("Pills", ["3 1 . 2", ". 4 . 5", "6 . . 7"], total={"top": [1, 3, 0, 2], "left": [4, None, 2]}, max=3),
    gw.puzzle("Shikaku", ["3 . . ?", ". 4 . .", ". . . 2"]),
    gw.puzzle("Skyscrapers", [". . . .", ". . 2 .", ". . . .", ". . . ."], view={
        "top": "1.2.", "bottom": ".3.4", "left": "2..3", "right": ".41."}),
    gw.puzzle("Skyscrapers with Parks", size=4, parks=1, view={
        "top": "1.2.", "bottom": ".3.2", "left": "2..3", "right": ".31."}),
    gw.puzzle("Slalom", ["1 . . 0 .", ". 2 . . 1", ". . 3 . .", "0 . . . 1"]),
    gw.puzzle("Snake", size=(3, 4), used={"top": [1, 2, 0, 3], "left": [4, None, 2]}, max=6),
    gw.puzzle("Starbattle", wall=["AABB", "ACCB", "ACCC", "ACDD"], stars=2),
    gw.puzzle("Starry Sky", size=(3, 4), count={"top": [1, 2, 0, 3], "left": [4, None, 2]}, arrow={
        "r1c1": "q", "r1c2": "w", "r1c3": "e", "r1c4": "a", "r2c2": "d", "r2c3": "y", "r3c1": "x", "r3c4": "c"}),
    gw.puzzle("Stations", size=(3, 4), number={"r1c1": 1, "r2c3": 2, "r3c4": 3}, crossing=["r2c2"]),
    gw.puzzle("Subway", size=(3, 4), hint={
        "top": [(1, 2, 3, 0), None, (None, None, None, 2), (0, None, 1, None)],
        "left": [(0, 1, 2, 3), None, (3, None, None, None)]}),
    gw.puzzle("Sudoku", ["1 . . 2", ". . 3 .", ". 4 . .", ". . . ."], wall=["AABB", "ACBB", "ACDD", "CCDD"]),
    gw.puzzle("Tapa", size=(3, 4), clue={"r1c1": (3,), "r1c4": (1, 2), "r2c2": (1, 1, 2), "r3c3": ("?", 3)}),
    gw.puzzle("Tents", ["# . . .", ". . # .", ". # . ."], count={"top": [1, 2, 0, 3], "left": [4, None, 2]}),
    gw.puzzle("Thermometers", size=(3, 4), count={"top": [1, 2, 0, 3], "left": [4, None, 2]},
              bulb=["r1c1", "r3c4"], joint=["r1c1-r1c2", "r1c2-r1c3", "r3c4-r2c4", "r2c4-r2c3"]),
    gw.puzzle("Yagit", ["A . . B", ". B . .", ". . A ."], dot=["r1c1-r2c2", "r2c2-r3c3", "r2c3-r3c4"]),
    gw.puzzle("Yajilin", size=(3, 4), block=["r2c2"], hint={
        "r1c1": (2, "d"), "r1c4": (1, "l"), "r2c3": (0, "u"), "r3c1": (3, "r"), "r3c4": (None, "u")}),
)  # fmt: skip
BOARDS: Final[Mapping[str, gw.Puzzle]] = {
    **{board.genre.name: board for board in _PLAIN_BOARDS},
    "Fillomino with borders": gw.puzzle(
        "Fillomino", ["4 . 1 .", ". 2 . .", ". . 3 ."], border=["AABB", "ACCB", "ACCC"]),
    "Killer-Sudoku without numbers": gw.puzzle("Killer-Sudoku", size=4, cages=[
        (3, "r1c1 r1c2"), (7, "r2c4 r3c4"), (9, "r3c1 r4c1 r4c2")]),
    "Slalom with slants": gw.puzzle("Slalom", size=(3, 4), number={Spot(2, 2): 2}, slant=["\\...", "../.", "...."]),
    "Snake with its ends": gw.puzzle(
        "Snake", ["1 . . .", ". . . 6", ". . . ."], used={"top": [1, 2, 0, 3], "left": [4, None, 2]}, max=6),
    "Sudoku with boxes": gw.puzzle("Sudoku", ["1 . . 2", ". . 3 .", ". 4 . .", ". . . ."]),
}  # fmt: skip


class Drawn(NamedTuple):
    """A text in some format, and the name of its board. ``options`` are those of the reader."""

    format: str
    board: str
    text: str
    options: Mapping[str, Any] = {}


# -- Penpa+: numbers of places as its editor counts them ---------------------------------------------------------------

_PLACE: Final = re.compile(r"r(-?\d+)c(-?\d+) ?([a-z]*)")
_CORNERS: Final = ("nw", "ne", "sw", "se")
_SIDES: Final = ("n", "e", "w", "s")


class _Page:
    """A page of the editor, with margins above, below, to the left and to the right of the board.

    ``r1c2`` is a cell of the board, ``r0c2`` the one above it in the margin. ``r1c2 right`` is the middle of the cell's
    right border, ``r1c2 below`` that of its lower border, ``r1c2 corner`` the grid point at its lower right,
    ``r1c2 nw`` a quarter, ``r1c2 n`` a compass point.
    """

    def __init__(self, rows: int, cols: int, margins: tuple[int, int, int, int]) -> None:
        self.margins = margins
        self.rows, self.cols = rows + margins[0] + margins[1], cols + margins[2] + margins[3]

    def number(self, name: str) -> int:
        found = _PLACE.fullmatch(name)
        assert found is not None, name
        width, all_places = self.cols + 4, (self.cols + 4) * (self.rows + 4)
        k = (int(found[1]) - 1 + self.margins[0] + 2) * width + int(found[2]) - 1 + self.margins[2] + 2
        if found[3] in _CORNERS:
            return 4 * all_places + 4 * k + _CORNERS.index(found[3])
        if found[3] in _SIDES:
            return 8 * all_places + 4 * k + _SIDES.index(found[3])
        return k + all_places * ("", "corner", "below", "right").index(found[3])

    def strokes(self, bends: str, suffix: str) -> Iterator[str]:
        """The steps of a line through some places: ``r0c1 r2c1 r2c3``."""
        places = [(int(y), int(x)) for y, x in re.findall(r"r(-?\d+)c(-?\d+)", bends)]
        for (y, x), (to_y, to_x) in pairwise(places):
            steps = max(abs(to_y - y), abs(to_x - x))
            line = [(y + (to_y - y) * i // steps, x + (to_x - x) * i // steps) for i in range(steps + 1)]
            for a, b in pairwise(line):
                yield ",".join(str(n) for n in sorted(self.number(f"r{y}c{x} {suffix}".strip()) for y, x in (a, b)))


def _layers(
    page: _Page, style: int, *, number: Mapping[str, str] | None = None, corner: Mapping[str, str] | None = None,
    symbol: Mapping[str, tuple[Any, str]] | None = None, surface: Sequence[str] = (), borders: Sequence[str] = (),
    lines: Sequence[str] = (), double: Sequence[str] = (), colour: int = 1, **lists: Sequence[str],
) -> str:  # fmt: skip
    """The JSON of a layer; ``style`` is that of its lines, ``colour`` that of its numbers (6 is a circle around each),
    and ``lists`` are those that hold lists of cells."""
    return json.dumps({
        "number": {page.number(at): [text, colour, "1"] for at, text in (number or {}).items()},
        "numberS": {page.number(at): [text, 1] for at, text in (corner or {}).items()},
        "symbol": {page.number(at): [style, name, 1] for at, (style, name) in (symbol or {}).items()},
        "surface": {page.number(at): 4 for at in surface},
        "lineE": {stroke: style for bends in borders for stroke in page.strokes(bends, "corner")},
        "line": {stroke: style for bends in lines for stroke in page.strokes(bends, "")}
        | {stroke: 30 for bends in double for stroke in page.strokes(bends, "")},
        **{name: [[page.number(at) for at in cells.split()] for cells in told] for name, told in lists.items()},
    })  # fmt: skip


def penpa(
    board: str, rows: int, cols: int, margins: tuple[int, int, int, int] = (0, 0, 0, 0), *,
    answer: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None, **problem: Any,
) -> Drawn:  # fmt: skip
    """A link with these layers of the problem and of the answer. ``board`` is one of ``BOARDS``, or the name of a
    genre."""
    page = _Page(rows, cols, margins)
    head = f"square,{page.cols},{page.rows},38,0,1,1,266,266,144,144,0,0,0,0"
    layers = [_layers(page, 2, **problem), _layers(page, 3, **(answer or {}))]
    text = "\n".join([head, json.dumps(margins), "{}", *layers, "[]", *["x"] * 11, "[]"])
    packer = zlib.compressobj(wbits=-15)
    packed = b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    genre = BOARDS[board].genre.name if board in BOARDS else board
    return Drawn("penpa", board, f"m=edit&p={packed}", {"genre": genre, **(options or {})})


def numbers(*rows: str, corner: bool = False) -> dict[str, str]:
    """Words by their cells, row by row; with ``corner`` by grid points, from the upper left one on."""
    suffix, first = (" corner", 0) if corner else ("", 1)
    return {
        f"r{y}c{x}{suffix}": word for y, row in enumerate(rows, first) for x, word in enumerate(row.split(), first)
        if word != "."
    }  # fmt: skip


_COUNTS: Final = {"r0c1": "1", "r0c2": "2", "r0c3": "0", "r0c4": "3", "r1c0": "4", "r3c0": "2"}
_ABOVE_AND_LEFT: Final = (1, 0, 1, 0)
_AROUND: Final = (1, 1, 1, 1)
_THREE_ROOMS: Final = ("r3c1 r1c1 r1c3 r2c3 r2c4", "r0c2 r1c2")
_BOXES: Final = ("r2c0 r2c4", "r0c2 r4c2")
_VIEWS: Final = {"r0c1": "1", "r0c3": "2", "r5c2": "3", "r1c0": "2", "r4c0": "3", "r3c5": "1"}
_ARROW_FLAGS: Final = {
    "^": "0100", "v": "0001", "|": "0101", "<": "1000", "S": "1100", "W": "1001", "G": "1101", ">": "0010", "A": "0110",
    "Q": "0011", "F": "0111", "-": "1010", "V": "1110", "T": "1011", "+": "1111",
}
"""Whether each arrow points left, up, right and down."""

PENPA: Final = (
    penpa("Akari", 3, 4, surface=["r1c2", "r1c4", "r2c1", "r3c3"], number={"r1c2": "1", "r2c1": "0", "r3c3": "3"}),
    penpa("Aquarium", 3, 4, _ABOVE_AND_LEFT, borders=_THREE_ROOMS, number=_COUNTS),
    penpa("Arukone", 3, 4, number=numbers("1 . . 2", ". 1 . .", "2 . . .")),
    penpa("Basic", 3, 3, borders=["r0c1 r2c1", "r1c1 r1c3", "r2c0 r2c2 r3c2"],
          corner={"r1c1 nw": "5+", "r1c2 nw": "2-", "r2c2 nw": "6x", "r3c1 nw": "3/"}),
    penpa("Cave", 3, 4, number=numbers("2 . . .", ". . 3 .", ". 4 . .")),
    penpa("Compass", 3, 4, symbol={"r1c2": (1, "compass"), "r3c4": (1, "compass")}, corner={
        "r1c2 n": "0", "r1c2 e": "2", "r1c2 w": "1", "r1c2 s": "3", "r3c4 n": "4", "r3c4 w": "5"}),
    penpa("Coral", 3, 4, (2, 0, 2, 0), number={
        "r-1c1": "1", "r0c1": "2", "r0c2": "3", "r0c4": "1", "r1c0": "2", "r2c-1": "3", "r2c0": "1"}),
    penpa("Curve Data", 3, 4, (0, 3, 0, 2), surface=["r3c3"],
          number={**numbers("1 . . 2", ". . 2 .", "1 . . ."), "r5c1": "1", "r2c6": "2"},
          lines=["r5c1 r5c3 r6c3", "r1c6 r2c6"]),
    penpa("Domino Hunt", 3, 4, number=numbers("0 0 1 2", "1 2 0 1", "2 2 1 0")),
    penpa("Doubleblock", 4, 4, _ABOVE_AND_LEFT, number={
        "r0c1": "3", "r0c2": "0", "r0c4": "2", "r1c0": "1", "r3c0": "2", "r4c0": "0"}),
    penpa("Easy as ABC", 4, 4, _AROUND, options={"max": 3}, number={
        "r0c1": "A", "r0c3": "B", "r5c2": "C", "r5c4": "A", "r1c0": "C", "r4c0": "B", "r2c5": "A", "r3c5": "B",
        "r2c3": "C"}),
    penpa("Fences", 3, 4, number=numbers("3 . 2 .", ". 1 . 0")),
    penpa("Fillomino", 3, 4, number=numbers("4 . 1 .", ". 2 . .", ". . 3 .")),
    penpa("Galaxies", 3, 4, symbol=dict.fromkeys(
        ["r1c1", "r1c3 right", "r1c2 below", "r2c2 corner", "r2c4 below"], (1, "circle_SS"))),
    penpa("Hashi", 3, 4, number=numbers("2 . . 4", ". . . .", "1 . 3 .")),
    penpa("Heyawake", 3, 4, borders=_THREE_ROOMS, number={"r1c1": "2", "r1c3": "0", "r2c2": "3"}),
    penpa("Hitori", 3, 4, number=numbers("1 2 3 4", "1 1 2 3", "4 3 3 1")),
    penpa("Japanese Sums", 3, 4, (2, 0, 2, 0), options={"max": 3}, number={
        "r-1c1": "1", "r0c1": "2", "r0c2": "3", "r0c4": "4", "r1c0": "2", "r2c-1": "3", "r2c0": "1"}),
    penpa("Kakuro", 2, 3, _ABOVE_AND_LEFT,
          symbol={**dict.fromkeys(["r0c1", "r0c2", "r1c0", "r1c3", "r2c0"], (1, "kakuro")),
                  **dict.fromkeys(["r0c0", "r0c3"], (2, "kakuro"))},
          corner={"r0c1 sw": "3", "r0c2 sw": "7", "r1c0 ne": "5", "r1c3 sw": "2", "r2c0 ne": "11"}),
    penpa("Killer-Sudoku", 4, 4, borders=_BOXES, number={"r2c3": "1"},
          killercages=["r1c1 r1c2", "r2c4 r3c4", "r3c1 r4c1 r4c2"],
          corner={"r1c1 nw": "3", "r2c4 nw": "7", "r3c1 nw": "9"}),
    penpa("Kropki", 4, 4, symbol={
        "r1c1 right": (1, "circle_SS"), "r2c3 below": (2, "circle_SS"), "r4c1 right": (2, "circle_SS")}),
    penpa("Kuromasu", 3, 4, number=numbers("3 . . .", ". . 5 .", ". 2 . .")),
    penpa("LITS", 3, 4, borders=_THREE_ROOMS),
    penpa("Magnets", 3, 4, _AROUND,
          borders=["r0c2 r3c2", "r0c3 r2c3", "r1c0 r1c2", "r1c1 r3c1", "r2c2 r2c4"],
          number={"r0c1": "1", "r0c3": "0", "r0c4": "2", "r1c0": "3", "r2c0": "1",
                  "r4c2": "2", "r4c3": "1", "r4c4": "0", "r1c5": "1", "r2c5": "2", "r3c5": "0"}),
    penpa("Masyu", 3, 4, symbol={
        "r1c1": (8, "circle_L"), "r1c4": (2, "circle_L"), "r2c2": (2, "circle_L"), "r3c3": (1, "circle_L")}),
    penpa("Minesweeper", 3, 4, number=numbers("1 . . 2", ". 3 . .", ". . 0 .")),
    penpa("Nurikabe", 3, 4, number=numbers("2 . . ?", ". . 3 .", ". 1 . .")),
    penpa("Nurimisaki", 3, 4, number=numbers("2 . . ?", ". . 3 .", ". 2 . ."), colour=6),
    penpa("Pentopia", 3, 5, symbol={
        f"r{1 + i // 5}c{1 + i % 5}": ([int(flag) for flag in flags], "arrow_cross")
        for i, flags in enumerate(_ARROW_FLAGS[arrow] for arrow in "^v|<SWG>AQF-VT+")}),
    penpa("Picross", 3, 4, (2, 0, 2, 0), number={
        "r-1c1": "1", "r0c1": "1", "r0c2": "3", "r0c3": "0", "r0c4": "2", "r1c-1": "2", "r1c0": "1", "r2c0": "1",
        "r3c0": "4"}),
    penpa("Shikaku", 3, 4, number=numbers("3 . . ?", ". 4 . .", ". . . 2")),
    penpa("Skyscrapers", 4, 4, _AROUND, number={**_VIEWS, "r5c4": "4", "r2c5": "4", "r2c3": "2"}),
    penpa("Slalom", 3, 4, number=numbers("1 . . 0 .", ". 2 . . 1", ". . 3 . .", "0 . . . 1", corner=True)),
    penpa("Slalom with slants", 3, 4, number={"r1c1 corner": "2"}, borders=["r0c0 r1c1", "r2c2 r1c3"]),
    penpa("Slalom with slants", 3, 4, number={"r1c1 corner": "2"}, symbol={"r1c1": (5, "ox_B"), "r2c3": (6, "ox_B")}),
    penpa("Fillomino with borders", 3, 4, borders=_THREE_ROOMS, number=numbers("4 . 1 .", ". 2 . .", ". . 3 .")),
    penpa("Snake", 3, 4, _ABOVE_AND_LEFT, number=_COUNTS, options={"length": 6}),
    penpa("Starbattle", 4, 4, borders=["r4c1 r1c1 r1c3 r2c3 r2c4", "r0c2 r1c2", "r4c2 r3c2 r3c4"]),
    penpa("Sudoku", 4, 4, borders=["r3c0 r3c1 r1c1 r1c2", "r0c2 r4c2", "r2c2 r2c4"],
          number=numbers("1 . . 2", ". . 3 .", ". 4 . .")),
    penpa("Tapa", 3, 4, number={"r1c1": "3", "r1c4": "12", "r2c2": "112", "r3c3": "?3"}),
    penpa("Tents", 3, 4, _ABOVE_AND_LEFT, number=_COUNTS,
          symbol=dict.fromkeys(["r1c1", "r2c3", "r3c2"], (1, "tents"))),
    penpa("Thermometers", 3, 4, _ABOVE_AND_LEFT, number=_COUNTS, thermo=["r1c1 r1c2 r1c3", "r3c4 r2c4 r2c3"]),
    penpa("Yagit", 3, 4, symbol={
        **dict.fromkeys(["r1c1", "r3c3"], (1, "circle_M")), **dict.fromkeys(["r1c4", "r2c2"], (1, "square_M")),
        **dict.fromkeys(["r1c1 corner", "r2c2 corner", "r2c3 corner"], (2, "circle_SS"))}),
    penpa("Yajilin", 3, 4, surface=["r2c2"], number={
        "r1c1": "2_3", "r1c4": "1_1", "r2c3": "0_0", "r3c1": "3_2", "r3c4": "?_0"}),
    *(penpa("Yajilin", 3, 4, surface=["r2c2"],
            number={"r1c1": "2", "r1c4": "1", "r2c3": "0", "r3c1": "3", "r3c4": "?"},
            symbol={at: ([int(i == flag) for i in range(8)], "arrow_fouredge_B") for at, flag in zip(
                ("r3c1", "r1c1", "r1c4", "r2c3", "r3c4"), flags, strict=True)})
      for flags in ((0, 1, 2, 3, 3), (6, 7, 4, 5, 5))),
)  # fmt: skip

_SLANTS: Final = (r"\/\\", r"//\/", r"\\//")
_SLANT_STROKES: Final = [
    f"r{y - 1}c{x - 1} r{y}c{x}" if slant == "\\" else f"r{y}c{x - 1} r{y - 1}c{x}"
    for y, row in enumerate(_SLANTS, 1) for x, slant in enumerate(row, 1)
]  # fmt: skip

PENPA_ANSWERS: Final[Sequence[tuple[Drawn, Mapping[str, Any]]]] = (
    (penpa("Slalom with slants", 3, 4, number={"r1c1 corner": "2"}, borders=["r0c0 r1c1", "r2c2 r1c3"],
           answer={"borders": _SLANT_STROKES}), {"slant": _SLANTS}),
    (penpa("Hashi", 3, 4, number=numbers("2 . . 4", ". . . .", "1 . 3 ."),
           answer={"double": ["r1c1 r1c4"], "lines": ["r1c1 r3c1"]}),
     {"bridge": {"r1c1-r1c2": 2, "r1c2-r1c3": 2, "r1c3-r1c4": 2, "r1c1-r2c1": 1, "r2c1-r3c1": 1}}),
    (penpa("Masyu", 3, 4, answer={"lines": ["r1c1 r1c3 r2c3"]},
           symbol={"r1c1": (8, "circle_L"), "r1c4": (2, "circle_L"), "r2c2": (2, "circle_L"), "r3c3": (1, "circle_L")}),
     {"loop": {"r1c1-r1c2": True, "r1c2-r1c3": True, "r1c3-r2c3": True}}),
    (penpa("Compass", 3, 4, symbol={"r1c2": (1, "compass"), "r3c4": (1, "compass")}, corner={
        "r1c2 n": "0", "r1c2 e": "2", "r1c2 w": "1", "r1c2 s": "3", "r3c4 n": "4", "r3c4 w": "5"},
        answer={"borders": ["r0c1 r1c1 r1c3"]}),
     {"wall": {"r1c1-r1c2": True, "r1c2-r2c2": True, "r1c3-r2c3": True}}),
)  # fmt: skip
"""Links with an answer, and the marks of that answer."""


# -- pages of janko.at -------------------------------------------------------------------------------------------------

_TOP_AND_LEFT: Final = {"clabels": "1 2 0 3", "rlabels": "4 - 2"}
_ROOMS: Final = "1 1 2 2/1 3 3 2/1 3 3 3"


def janko(board: str, name: str, keys: str = "", **sections: str) -> Drawn:
    """A page; ``/`` ends a line in ``keys`` and ``sections``."""
    size = BOARDS[board].board
    assert isinstance(size, Rect)
    head = [f"puzzle {name}", f"rows {size.n_rows}", f"cols {size.n_cols}", *filter(None, keys.split("/"))]
    parts = [f"[{part}]\n" + rows.replace("/", "\n") for part, rows in sections.items()]
    return Drawn("janko", board, "\n".join(["begin", *head, *parts, "[end]", ""]))


JANKO: Final = (
    janko("Akari", "akari", problem="- 1 - x/0 - - -/- - 3 -"),
    janko("Arukone", "numberlink", problem="1 - - 2/- 1 - -/2 - - -"),
    janko("Basic", "kenken", problem="5+ 2- -/- 6x -/3: - -", areas="1 2 2/1 3 3/4 4 3"),
    janko("Cave", "corral", problem="2 - - -/- - 3 -/- 4 - -"),
    janko("Domino Hunt", "dominos", problem="0 0 1 2/1 2 0 1/2 2 1 0"),
    janko("Doubleblock", "doppelblock", clabels="3 0 - 2", rlabels="1 - 2 0"),
    janko("Easy as ABC", "abcendview", "depth 3", clabels="a - b -/- c - a", rlabels="c - - b/- a b -",
          problem="- - - -/- - c -/- - - -/- - - -"),
    janko("Fences", "slitherlink", problem="3 - 2 -/- 1 - 0/- - - -"),
    janko("Fillomino", "fillomino", problem="4 - 1 -/- 2 - -/- - 3 -"),
    janko("Galaxies", "galaxies", problem="0 2 1 -/- 3 - 2/- - - -"),
    janko("Hashi", "hashi", problem="2 - - 4/- - - -/1 - 3 -"),
    janko("Heyawake", "heyawake", problem="2 - 0 -/- 3 - -/- - - -", areas=_ROOMS),
    janko("Hitori", "hitori", problem="1 2 3 4/1 1 2 3/4 3 3 1"),
    janko("Kakuro", "kakuro", problem="- 3, 7, -/,5 0 0 2,/,11 0 0 0"),
    janko("Killer-Sudoku without numbers", "killersudoku", problem="3 - - -/- - - 7/9 - - -/- - - -",
          areas="1 1 - -/- - - 2/3 - - 2/3 3 - -"),
    janko("Kuromasu", "kuromasu", problem="3 - - -/- - 5 -/- 2 - -"),
    janko("LITS", "lits", areas=_ROOMS),
    janko("Magnets", "magnetic", clabels="1 - 0 2/- 2 1 0", rlabels="3 1 -/1 2 0", areas="1 1 2 3/4 5 2 3/4 5 6 6"),
    janko("Masyu", "masyu", problem="w - - b/- b - -/- - w -"),
    janko("Minesweeper", "minesweeper", problem="1 - - 2/- 3 - -/- - O -"),
    janko("Nurikabe", "nurikabe", problem="2 - - ?/- - 3 -/- 1 - -"),
    janko("Picross", "nonogram", clabels="1 1/3/-/2", rlabels="2 1/1/4"),
    janko("Pills", "pills", clabels="1 3 0 2", rlabels="4 - 2", problem="3 1 - 2/- 4 - 5/6 - - 7"),
    janko("Shikaku", "shikaku", problem="3 - - ?/- 4 - -/- - - 2"),
    janko("Skyscrapers", "skyscraper", clabels="1 - 2 -/- 3 - 4", rlabels="2 - - 3/- 4 1 -",
          problem="- - - -/- - 2 -/- - - -/- - - -"),
    janko("Skyscrapers with Parks", "skyscraper", "depth 3", clabels="1 - 2 -/- 3 - 2", rlabels="2 - - 3/- 3 1 -"),
    janko("Slalom", "gokigennaname", problem="1 - - 0 -/- 2 - - 1/- - 3 - -/0 - - - 1"),
    janko("Snake with its ends", "snake", clabels="1 2 0 3", rlabels="4 - 2", problem="x - - -/- - - x/- - - -"),
    janko("Starbattle", "starbattle", "stars 2", areas="1 1 2 2/1 3 3 2/1 3 3 3/1 3 4 4"),
    janko("Starry Sky", "sternenhimmel", **_TOP_AND_LEFT, problem="nw n ne w/- e sw -/s - - se"),
    janko("Sudoku", "jigsaw", problem="1 - - 2/- - 3 -/- 4 - -/- - - -", areas="1 1 2 2/1 3 2 2/1 3 4 4/3 3 4 4"),
    janko("Sudoku with boxes", "sudoku", problem="1 - - 2/- - 3 -/- 4 - -/- - - -"),
    janko("Tents", "tents", **_TOP_AND_LEFT, problem="x - - -/- - x -/- x - -"),
    janko("Thermometers", "thermometer", **_TOP_AND_LEFT, labels="1.1 1.2 1.3 -/- - 2.3 2.2/- - - 2.1"),
    janko("Yajilin", "yajilin", problem="2s - - 1w/- x 0n -/3e - - ?n"),
)  # fmt: skip


# -- links of Kudamono: places are numbered column by column, each from the bottom up ----------------------------------

_ROOM_BORDERS: Final = "SIE=4UURRDR7D"


def kudamono(board: str, size: str, name: str, *layers: str) -> Drawn:
    """A link."""
    return Drawn("kudamono", board, f"https://pedros.works/paper-puzzle-player?W={size}&{'&'.join(layers)}&G={name}")


KUDAMONO: Final = (
    kudamono("Arukone", "4x3", "numberlink", "L=(2)0(1)2(1)2(2)7"),
    kudamono("Cave", "4x3", "cave", "L=(2)2(4)1(3)4"),
    kudamono("Fences", "4x3", "slitherlink", "L=(3)2(1)2(2)4(0)2"),
    kudamono("Fillomino", "4x3", "fillomino", "L=(4)2(2)2(3)2(1)2"),
    kudamono("Fillomino with borders", "4x3", "fillomino", "L=(4)2(2)2(3)2(1)2", _ROOM_BORDERS),
    kudamono("Heyawake", "4x3", "heyawake", "L=(2)2(3)2(0)4", _ROOM_BORDERS),
    kudamono("Hitori", "4x3", "hitori", "L=(4)0(1)1(1)1(3)1(1)1(2)1(3)1(2)1(3)1(1)1(3)1(4)1"),
    kudamono("Kuromasu", "4x3", "kuromasu", "L=(3)2(2)1(5)4"),
    kudamono("LITS", "4x3", "lits", _ROOM_BORDERS),
    kudamono("Nurikabe", "4x3", "nurikabe", "L=(2)2(1)1(3)4(?)4"),
    kudamono("Shikaku", "4x3", "shikaku", "L=(3)2(4)2(2)5(?)2"),
    kudamono("Starbattle", "4x4", "star-battle", "SIE=5UUURRDR5URR4D"),
    kudamono("Sudoku", "4x4", "sudoku", "L=(1)3(4)2(3)5(2)5", "SIE=1RUUR9UUUU2RR"),
)


# -- other formats -----------------------------------------------------------------------------------------------------

_JIGSAW: Final = ("AABB", "ACBB", "ACDD", "CCDD")
_JIGSAW_GIVEN: Final = ((1, 0, 0, 2), (0, 0, 3, 0), (0, 4, 0, 0), (0, 0, 0, 0))
_KILLER_CAGES: Final = ((3, "r1c1 r1c2"), (7, "r2c4 r3c4"), (9, "r3c1 r4c1 r4c2"))


def _cells(letter: str) -> list[list[int]]:
    """The cells of a region as row and column, from 0."""
    return [[y, x] for y, row in enumerate(_JIGSAW) for x, region in enumerate(row) if region == letter]


def _cage_cells(cage: str) -> list[list[int]]:
    return [[int(name[1]) - 1, int(name[3]) - 1] for name in cage.split()]


_FPUZZLES_JIGSAW: Final = json.dumps({"size": 4, "grid": [
    [{"region": "ABCD".index(region), **({"value": n, "given": True} if n else {})}
     for region, n in zip(regions, row, strict=True)]
    for regions, row in zip(_JIGSAW, _JIGSAW_GIVEN, strict=True)]})  # fmt: skip
_FPUZZLES_KILLER: Final = json.dumps({
    "size": 4, "grid": [[{"value": 1, "given": True} if (y, x) == (1, 2) else {} for x in range(4)] for y in range(4)],
    "killercage": [{"cells": cells.upper().split(), "value": str(n)} for n, cells in _KILLER_CAGES]})  # fmt: skip
_FPUZZLES_KROPKI: Final = json.dumps({
    "size": 4, "grid": [[{"region": y} for _ in range(4)] for y in range(4)], "negative": ["ratio", "difference"],
    "difference": [{"cells": ["R1C1", "R1C2"]}],
    "ratio": [{"cells": ["R2C3", "R3C3"]}, {"cells": ["R4C1", "R4C2"]}]})  # fmt: skip
_PAD_JIGSAW: Final = json.dumps({
    "cells": [[{"value": n} if n else {} for n in row] for row in _JIGSAW_GIVEN],
    "regions": [_cells(letter) for letter in "ABCD"]})  # fmt: skip
_PAD_KILLER: Final = json.dumps({
    "cells": [[{"value": 1} if (y, x) == (1, 2) else {} for x in range(4)] for y in range(4)],
    "regions": [[[y + i, x + j] for i in (0, 1) for j in (0, 1)] for y in (0, 2) for x in (0, 2)],
    "cages": [{"cells": _cage_cells(cells), "value": n, "unique": True} for n, cells in _KILLER_CAGES]})  # fmt: skip

_IPUZ: Final = {
    "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "dimensions": {"width": 4, "height": 4}}
_IPUZ_KILLER: Final = json.dumps(_IPUZ | {
    "puzzle": [[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "cages": [{"cells": [[x + 1, y + 1] for y, x in _cage_cells(cells)], "value": n} for n, cells in _KILLER_CAGES]})
_WEBPBN: Final = """<puzzleset><puzzle type="grid"><clues type="columns">
<line><count>1</count><count>1</count></line><line><count>3</count></line><line/><line><count>2</count></line></clues>
<clues type="rows"><line><count>2</count><count>1</count></line><line><count>1</count></line>
<line><count>4</count></line></clues></puzzle></puzzleset>
"""
_PICROSS_ROWS: Final = "2 1\n1\n4\n"
_PICROSS_COLS: Final = "1 1\n3\n0\n2\n"

OTHERS: Final = (
    Drawn("puzzlekit", "Easy as ABC",
          "4 4 c\na - b -\n- c - a\nc - - b\n- a b -\n- - - -\n- - c -\n- - - -\n- - - -\n", {"genre": "ABCEndView"}),
    Drawn("ipuz", "Sudoku with boxes", json.dumps(_IPUZ | {"puzzle": _JIGSAW_GIVEN})),
    Drawn("ipuz", "Killer-Sudoku", _IPUZ_KILLER),
    Drawn("plain", "Mortal Coil", "mortal coil\neasy\n4 3\n#..#\n.#..\n....\n"),
    Drawn("webpbn", "Picross", _WEBPBN),
    Drawn("non", "Picross", "width 4\nheight 3\nrows\n2,1\n1\n4\ncolumns\n1,1\n3\n0\n2\n"),
    Drawn("nonogram-lists", "Picross", f"4 3\n{_PICROSS_ROWS}{_PICROSS_COLS}"),
    Drawn("nonogram-lists", "Picross", f"3 4\n{_PICROSS_ROWS}#\n{_PICROSS_COLS}"),
    Drawn("nonogram-lists", "Picross", f"3\n4\n{_PICROSS_ROWS}\n{_PICROSS_COLS}"),
    Drawn("nonogram-lists", "Picross", f"-----\n: rows\n{_PICROSS_ROWS}: columns\n{_PICROSS_COLS}"),
    Drawn("fpuzzles", "Sudoku", _FPUZZLES_JIGSAW), Drawn("fpuzzles", "Killer-Sudoku", _FPUZZLES_KILLER),
    Drawn("fpuzzles", "Kropki", _FPUZZLES_KROPKI),
    Drawn("sudokupad", "Sudoku", _PAD_JIGSAW), Drawn("sudokupad", "Killer-Sudoku", _PAD_KILLER),
    Drawn("puzzlekit", "Skyscrapers with Parks",
          "4 4 3\n1 - 2 -\n- 3 - 2\n2 - - 3\n- 3 1 -\n- - - -\n- - - -\n- - - -\n- - - -\n",
          {"genre": "Skyscraper"}),
)  # fmt: skip

# -- puzz.link and pzprjs: clues and directions that do not occur in the real puzzles of the tests ---------------------

PZPR: Final = (
    Drawn("puzzlink", "Coral", "https://puzz.link/p?coral/4/3/213i1g2g13h"),
    Drawn("pzprv3", "Coral", "pzprv3/coral/3/4/. . 1 . . . /. . 2 3 . 1 /. 2 . . . . /3 1 . . . . /. . . . . . /"),
    Drawn("puzzlink", "Easy as ABC", "https://puzz.link/p?easyasabc/4/4/3/1g2h3g13h2g12gl3o"),
    Drawn("pzprv3", "Easy as ABC", "pzprv3/easyasabc/4/4/3/. 1 . 2 . . /3 . . . . . /. . . q3 . 1 /. . . . . 2 /"
          "2 . . . . . /. . 3 . 1 . /"),
    Drawn("puzzlink", "Fillomino with borders", "https://puzz.link/p?fillomino/4/3/4g1h2j3gaoc4"),
    Drawn("pzprv3", "Fillomino with borders", "pzprv3/fillomino/3/4/4 . 1 . /. 2 . . /. . 3 . /. . . . /. . . . /"
          ". . . . /0 2 0 /2 0 2 /2 0 0 /0 2 2 0 /0 0 0 2 /"),
    Drawn("puzzlink", "Pentomino Search", "https://puzz.link/p?battleship/5/4/13g204g20z//p"),
    Drawn("puzzlink", "Pentopia", "https://puzz.link/p?pentopia/5/3/123456789abcdef//p"),
    Drawn("pzprv3", "Pentopia", "pzprv3/pentopia/3/5/p/1 2 3 4 5 /6 7 8 9 10 /11 12 13 14 15 /. . . . . /. . . . . /"
          ". . . . . /0 0 0 0 0 0 0 0 0 0 0 0 /"),
    Drawn("puzzlink", "Subway", "https://puzz.link/p?ubahn/4/3/0321j2j1g03210m3"),
    Drawn("pzprv3", "Subway", "pzprv3/ubahn/3/4/. . . . 1 . . 0 /. . . . 2 . . . /. . . . 3 . . 1 /. . . . 0 . 2 . /"
          "0 1 2 3 . . . . /. . . . . . . . /3 . . . . . . . /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /"),
    Drawn("puzzlink", "Tapa", "https://puzz.link/p?tapa/4/3/3ha8gbmja3g"),
    Drawn("pzprv3", "Tapa", "pzprv3/tapa/3/4/3 . . 1,2 /. 1,1,2 . . /. . -,3 . /"),
    Drawn("puzzlink", "Yagit", "https://puzz.link/p?shwolf/4/3/0309k03"),
    Drawn("pzprv3", "Yagit", "pzprv3/shwolf/3/4/1 . . 2 /. 2 . . /. . 1 . /. . . . . /. 1 . . . /. . 1 1 . /. . . . . /"
          "0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /"),
)


DRAWN: Final = (*PENPA, *JANKO, *KUDAMONO, *PZPR, *OTHERS)
