"""The room for cells and for the clues outside: the candidates for a scene, and the resulting layouts.

Outside the board each layer has slots at each side, as many as its longest clue has values. Layers are in the order in
which the genre declares them, read from left to right and from top to bottom. Clues above and on the left end next to
the board; clues below and on the right begin there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...board.board import Spot
from ..places import SIDES
from .canvas import text_width
from .scene import Scene


class TerminalSlots(NamedTuple):
    """The slots of a layer at one side: their start, counted from the outermost; their number; the width of each."""

    layer: str
    start: int
    number: int
    wide: int


class TerminalMargins:
    """The room for the clues outside, and the slots of each layer."""

    def __init__(self, scene: Scene, broken: frozenset[Spot]) -> None:
        """``broken`` are the clues that a character marks as wrong."""
        self.scene, self.broken = scene, broken
        self.slots: dict[str, list[TerminalSlots]] = {}
        ends = {side: self._lay(side) for side in SIDES}
        marked = any(spot in broken for clues in scene.outside.get("left", {}).values() for spot in clues)
        self.first = 1 if marked else 0
        self.left = ends["left"] + self.first
        self.right, self.above, self.below = ends["right"], ends["top"], ends["bottom"]

    def _lay(self, side: str) -> int:
        """Gives each layer its slots; returns the room that they take together."""
        level = side in ("left", "right")
        start = 0
        rows = self.slots[side] = []
        for name, clues in self.scene.outside.get(side, {}).items():
            wide = max(1, *(text_width(text) for clue in clues.values() for text in clue)) if level else 0
            number = max(map(len, clues.values()))
            rows.append(TerminalSlots(name, start, number, wide))
            start += number * (wide + 1)
        return start

    def heads(self, *, cells: bool) -> Iterator[int]:
        """The widths of the clues above and below, either for columns of cells or for the lines between them."""
        for side in ("top", "bottom"):
            for clues in self.scene.outside.get(side, {}).values():
                for spot, clue in clues.items():
                    if spot[1] % 2 == cells:
                        yield from map(text_width, clue)


@dataclass(frozen=True)
class Room:
    """The room around the content of a cell: inside it on the left (``lead``) and right (``trail``), and around it.

    ``gap`` is the width between two cells, or ``wall`` if there are borders. With ``rows`` there is a line between any
    two rows, otherwise only if there are borders. ``pad`` is the width between the frame and the cells.
    """

    lead: int = 0
    trail: int = 0
    gap: int = 1
    wall: int = 3
    rows: bool = False
    pad: int = 1
    height: int = 1


def rooms(scene: Scene) -> list[Room]:
    """The candidates, from the most room to the least."""
    looks = scene.looks
    if scene.bricks:
        return [_brick(scene)]
    if "fence" in looks:
        return [Room(1, 1, 1, 1, True, 0), Room(0, 0, 1, 1, True, 0)]
    if "line" in looks:
        return _for_lines(scene)
    if scene.around:
        tall = Room(gap=3, rows=True, height=3)
        return [tall, replace(tall, wall=1, gap=1, pad=0), Room(gap=1, wall=1, rows=True, pad=0)]
    if scene.small:
        first = Room(1, 1, 1, 1, True, 0) if scene.fills else Room(gap=3, rows=True)
        return [first, Room(gap=1, wall=1, rows=True, pad=0)]
    if "walls" in scene.spread:
        return [Room(gap=3, rows=True), Room(gap=1, wall=1, rows=True, pad=0)]
    if "shade" in looks and "wall" in looks:
        return [Room(1, 1, 1, 1, pad=0), Room(0, 0, 1, 1, pad=0)]
    if "shade" in looks:
        return [Room(1, 1 if _covers(scene) else 0, 0, 1, pad=0), Room(0, 0, 0, 1, pad=0)]
    if scene.flanks or _overlaid(scene):
        return [Room(1, 1, 1), Room(1, 1, 0, 1, pad=0)]
    if "rails" in scene.spread:
        return _tall_or_flat(scene)
    between = any(y % 2 != x % 2 for y, x in scene.words)
    return [*([Room(gap=3)] if between else []), Room(), Room(wall=1, pad=0), Room(gap=0, wall=1, pad=0)]


def _brick(scene: Scene) -> Room:
    """Gaps as wide as the widest text in them, so that all bricks have the same width."""
    widest = max((text_width(scene.text(spot)) for spot in scene.words), default=1)
    return Room(gap=widest, wall=widest, pad=0)


def _for_lines(scene: Scene) -> list[Room]:
    """Lines through cells: text in shaded or crossed cells needs room around it."""
    if _overlaid(scene):
        rows = scene.ascii or _hides_lines(scene)
        return [Room(1, 1, 1, rows=rows), Room(1, 1, 0, 1, rows=rows, pad=0), *_tall_or_flat(scene)]
    return _tall_or_flat(scene)


def _overlaid(scene: Scene) -> bool:
    """Whether cells that are shaded or crossed out have content."""
    words, arms = scene.words, scene.arms
    crossed = any(y % 2 and x % 2 and ((y, x) in words or (y, x) in arms) for y, x in scene.crosses)
    return crossed or any(cell in words for cell in scene.fills)


def _tall_or_flat(scene: Scene) -> list[Room]:
    tall = [Room(gap=3, rows=True), Room(gap=1, rows=True)]
    flat = [Room(), Room(gap=0, wall=1, pad=0)]
    return tall if scene.ascii and "line" in scene.looks else [*tall, *flat] if _hides_lines(scene) else flat


def _hides_lines(scene: Scene) -> bool:
    """Whether something between two rows would be invisible: a line between two covered cells, a cross, or the absence
    of a line next to an arm."""
    words, fills, arms = scene.words, scene.fills, scene.arms
    if any(not (y % 2 and x % 2) for y, x in scene.crosses):
        return True
    for (y, x), (up, _, down, _) in arms.items():
        above, below = Spot(y - 2, x), Spot(y + 2, x)
        if (down and (below in words or arms.get(below, (0,))[0])) or (up and above in words):
            return True
    return any(
        not y % 2 and all(cell in words or cell in fills for cell in ((y - 1, x), (y + 1, x)))
        for drawn in (scene.lines, scene.rails) for y, x in drawn
    )


def _covers(scene: Scene) -> bool:
    """Whether shaded cells have text, or are likely to when the puzzle is solved."""
    words = scene.words
    return 2 * len(words) > len(scene.board.cells) or any(cell in words for cell in scene.fills)


class TerminalLayout:
    """The columns and rows of the terminal that a scene takes with a certain room.

    ``left`` and ``wide`` are by doubled ``x``: gaps are even, cells odd. ``top`` is by doubled ``y``; it is -1 if there
    is no line between two rows.
    """

    def __init__(self, scene: Scene, room: Room, broken: frozenset[Spot]) -> None:
        self.scene, self.room = scene, room
        board = scene.board
        self.bottom, self.right = 2 * board.n_rows, 2 * board.n_cols
        self.cells = frozenset(board.cells)
        self.texts = {spot: scene.text(spot) for spot in scene.words}
        if room.height == 1:
            self.texts.update((spot, short) for spot, (_, short) in scene.around.items())
        self.margins = TerminalMargins(scene, broken)
        self.text = self._text_width()
        gaps = self._gaps()
        more = self._more(gaps)
        self.lead = room.lead + (more + 1) // 2
        self.cell = self.lead + self.text + room.trail + more // 2
        self.pivot = self.lead + self.text // 2
        self.wide = [gaps[x // 2] if x % 2 == 0 else self.cell for x in range(self.right + 1)]
        self.left = [self.margins.left]
        for wide in self.wide:
            self.left.append(self.left[-1] + wide)
        self.width = self.left[-1] + self.margins.right
        self.top = self._rows(room)

    def _text_width(self) -> int:
        """The width of the widest text in a cell."""
        inside = [text_width(text) for spot, text in self.texts.items() if spot in self.cells]
        tall = self.scene.around.values() if self.room.height > 1 else ()
        across = [2 * max(len(left), len(right)) + 1 for (_, right, left, _), _ in tall]
        return max([1, *inside, *across, *self.margins.heads(cells=True)])

    def _gaps(self) -> list[int]:
        """The widths of the gaps between the cells of a row, and of those at its ends."""
        scene, room = self.scene, self.room
        walled = {x for y, x in scene.borders if y % 2}
        gaps = [room.wall if x in walled else room.gap for x in range(0, self.right + 1, 2)]
        gaps[0] = gaps[-1] = 1 + room.pad
        least = max(self.margins.heads(cells=False), default=0)
        gaps = [max(gap, least) for gap in gaps]
        for spot, text in self.texts.items():
            if not spot[1] % 2:
                gaps[spot[1] // 2] = max(gaps[spot[1] // 2], text_width(text))
        return gaps

    def _more(self, gaps: list[int]) -> int:
        """The additional width that cells need for the text in their corners and a piece of the border above."""
        room, most = self.room, 0
        for (_, x), text in self.scene.small.items():
            around = gaps[x // 2] - 1 - self._bar(x - 1, gaps[x // 2]) + self._bar(x + 1, gaps[x // 2 + 1])
            most = max(most, text_width(text) + 1 - around - room.lead - self.text - room.trail)
        return most

    def _rows(self, room: Room) -> list[int]:
        scene = self.scene
        between = {y for y, x in scene.borders if x % 2} | {y for y, _ in self.texts if not y % 2}
        between |= {y for side in ("left", "right") for clues in scene.outside.get(side, {}).values() for y, _ in clues}
        top: list[int] = []
        self.base = self.margins.above
        for y in range(self.bottom + 1):
            is_row = y % 2 or room.rows or y in between
            top.append(self.base if is_row else -1)
            self.base += (room.height if y % 2 else 1) if is_row else 0
        self.height = self.base + self.margins.below
        return top

    def row(self, y: int) -> int:
        """The row for text in a row of cells, or the line between two rows."""
        return self.top[y] + (self.room.height // 2 if y % 2 else 0)

    def column(self, x: int) -> int:
        """The column where lines run through a column of cells, or borders between two."""
        return self.left[x] + self.pivot if x % 2 else self.bar(x)

    def _bar(self, x: int, wide: int) -> int:
        """The column of a gap where borders run, counted from its first."""
        return 0 if x == 0 else wide - 1 if x == self.right else (wide - 1) // 2

    def bar(self, x: int) -> int:
        """The column where borders run in a gap."""
        return self.left[x] + self._bar(x, self.wide[x])
