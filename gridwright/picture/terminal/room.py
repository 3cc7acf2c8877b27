"""The size of cells and of the clues outside: the candidates for a scene, and the resulting sizes.

Outside the board each layer has slots at each side, as many as its longest clue has values. The slots of several layers
stand behind each other in the order in which the genre declares them, read from left to right and from top to bottom.
Clues end at the board above and to the left of it, and begin there below and to the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...board.board import Spot
from .canvas import text_width
from .scene import Scene


class TerminalSlots(NamedTuple):
    """The slots of a layer at one side: where they begin, counted from the outermost, how many, how wide each."""

    layer: str
    start: int
    number: int
    wide: int


class TerminalMargins:
    """How much room the clues outside need, and where each of them stands."""

    def __init__(self, scene: Scene, broken: frozenset[Spot]) -> None:
        """``broken`` are the clues that a character marks as wrong."""
        self.scene, self.broken = scene, broken
        self.slots: dict[str, list[TerminalSlots]] = {}
        ends = {side: self._lay(side) for side in ("top", "left", "right", "bottom")}
        marked = any(spot in broken for clues in scene.outside.get("left", {}).values() for spot in clues)
        self.first = 1 if marked else 0
        self.left = ends["left"] + self.first
        self.right, self.above, self.below = ends["right"], ends["top"], ends["bottom"]

    def _lay(self, side: str) -> int:
        """Gives each layer its slots; returns how much room they take together."""
        level = side in ("left", "right")
        here = 0
        found = self.slots[side] = []
        for name, clues in self.scene.outside.get(side, {}).items():
            wide = max(text_width(told) for clue in clues.values() for told in clue) if level else 0
            count = max(map(len, clues.values()))
            found.append(TerminalSlots(name, here, count, max(wide, 1) if level else 0))
            here += count * (max(wide, 1) + 1) if level else count
        return here

    def heads(self, *, cells: bool) -> Iterator[int]:
        """The widths of the clues above and below, of columns of cells or of the lines between them."""
        for side in ("top", "bottom"):
            for clues in self.scene.outside.get(side, {}).values():
                for spot, told in clues.items():
                    if spot[1] % 2 == cells:
                        yield from map(text_width, told)


@dataclass(frozen=True)
class Room:
    """The room around what stands in a cell: inside of it left and right, and between cells.

    ``gap`` is between two cells, ``wall`` is it where a border runs; ``rows`` says that there is a line between any two
    rows, and not only where there are borders; ``pad`` is between the frame and the cells; ``height`` is that of a
    cell.
    """

    lead: int = 0
    trail: int = 0
    gap: int = 1
    wall: int = 3
    rows: bool = False
    pad: int = 1
    height: int = 1


def rooms(scene: Scene) -> list[Room]:
    """What may be tried, from the most room to the least."""
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
    """Gaps as wide as what stands in them, so that all bricks are of one width."""
    widest = max((text_width(scene.told(spot)) for spot in scene.words), default=1)
    return Room(gap=widest, wall=widest, pad=0)


def _for_lines(scene: Scene) -> list[Room]:
    """Lines through cells: shaded or crossed cells with something in them need room around it."""
    if _overlaid(scene):
        rows = scene.ascii or _hides_lines(scene)
        return [Room(1, 1, 1, rows=rows), Room(1, 1, 0, 1, rows=rows, pad=0), *_tall_or_flat(scene)]
    return _tall_or_flat(scene)


def _overlaid(scene: Scene) -> bool:
    """Whether something stands in cells that are shaded or crossed out."""
    words, arms = scene.words, scene.arms
    crossed = any(y % 2 and x % 2 and ((y, x) in words or (y, x) in arms) for y, x in scene.crosses)
    return crossed or any(cell in words for cell in scene.fills)


def _tall_or_flat(scene: Scene) -> list[Room]:
    tall = [Room(gap=3, rows=True), Room(gap=1, rows=True)]
    flat = [Room(), Room(gap=0, wall=1, pad=0)]
    return tall if scene.ascii and "line" in scene.looks else [*tall, *flat] if _hides_lines(scene) else flat


def _hides_lines(scene: Scene) -> bool:
    """Whether something between two rows may stay unseen: a line between two covered cells, a cross, or that there is
    no line where a piece points to something."""
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
    """Whether shaded cells hold text, or are likely to when the puzzle is solved."""
    words = scene.words
    return 2 * len(words) > len(scene.board.cells) or any(cell in words for cell in scene.fills)


class TerminalLayout:
    """Which columns and rows of the terminal a scene takes with a certain room.

    ``left`` and ``wide`` are by doubled ``x``: gaps are even, cells odd; ``top`` is by doubled ``y``, and -1 for lines
    between rows that there are none of.
    """

    def __init__(self, scene: Scene, room: Room, broken: frozenset[Spot]) -> None:
        self.scene, self.room = scene, room
        board = scene.board
        self.bottom, self.right = 2 * board.n_rows, 2 * board.n_cols
        self.known = frozenset(board.cells)
        self.told = {spot: scene.told(spot) for spot in scene.words}
        if room.height == 1:
            self.told.update((spot, short) for spot, (_, short) in scene.around.items())
        self.margins = TerminalMargins(scene, broken)
        self.text = self._text()
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

    def _text(self) -> int:
        """How many columns the widest text of a cell takes."""
        inside = [text_width(text) for spot, text in self.told.items() if spot in self.known]
        tall = self.scene.around.values() if self.room.height > 1 else ()
        across = [2 * max(len(left), len(right)) + 1 for (_, right, left, _), _ in tall]
        return max([1, *inside, *across, *self.margins.heads(cells=True)])

    def _gaps(self) -> list[int]:
        """How many columns there are between the cells of a row, at its begin and at its end."""
        scene, room = self.scene, self.room
        walled = {x for y, x in scene.borders if y % 2}
        gaps = [room.wall if x in walled else room.gap for x in range(0, self.right + 1, 2)]
        gaps[0] = gaps[-1] = 1 + room.pad
        least = max(self.margins.heads(cells=False), default=0)
        gaps = [max(gap, least) for gap in gaps]
        for spot, text in self.told.items():
            if not spot[1] % 2:
                gaps[spot[1] // 2] = max(gaps[spot[1] // 2], text_width(text))
        return gaps

    def _more(self, gaps: list[int]) -> int:
        """How many columns more a cell needs for what stands in its corner, and a bit of the border above."""
        room, most = self.room, 0
        for (_, x), text in self.scene.small.items():
            around = gaps[x // 2] - 1 - self._bar(x - 1, gaps[x // 2]) + self._bar(x + 1, gaps[x // 2 + 1])
            most = max(most, text_width(text) + 1 - around - room.lead - self.text - room.trail)
        return most

    def _rows(self, room: Room) -> list[int]:
        scene = self.scene
        between = {y for y, x in scene.borders if x % 2} | {y for y, _ in self.told if not y % 2}
        between |= {y for side in ("left", "right") for clues in scene.outside.get(side, {}).values() for y, _ in clues}
        top: list[int] = []
        here = self.margins.above
        for y in range(self.bottom + 1):
            there = y % 2 or room.rows or y in between
            top.append(here if there else -1)
            here += (room.height if y % 2 else 1) if there else 0
        self.height = here + self.margins.below
        self.base = here
        return top

    def _bar(self, x: int, wide: int) -> int:
        """The column of a gap, counted from its first, where borders run."""
        return 0 if x == 0 else wide - 1 if x == self.right else (wide - 1) // 2

    def bar(self, x: int) -> int:
        """The column where borders run between the cells left and right of a gap."""
        return self.left[x] + self._bar(x, self.wide[x])
