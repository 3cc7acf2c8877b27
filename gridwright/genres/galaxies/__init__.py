"""Galaxies: divide the grid into areas, each symmetric about the one centre it holds."""

import re
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from ...formats.errors import Line, shown
from ...formats.layout import Chars, Diagram, Stroke, blank, plus, ruled
from ...formats.roles import penpa, puzzlekit, pzpr, sgt
from ...formats.roles.items import FileLines, Item, Piece, Put
from ...formats.roles.sheet import Field, Sheet, lattice
from ...formats.spf import Spf
from ...language import (
    DASHES,
    WALL,
    Answer,
    Demands,
    Genre,
    Given,
    Rect,
    Spot,
    State,
    Wording,
    all_of,
    must,
    rule,
    symbols,
)
from ...language.gestures import Halves
from ...language.making import Making, Sketch, Wishes, at_least
from ...language.taste import Levels, one_of
from ...laying.layouts import border_of
from .rules import symmetric_areas


class Galaxies(Genre):
    """A centre may lie in a cell, between two cells or where four cells meet; its area covers all of these. An area
    looks the same after half a turn about its centre. Given walls stand between different areas."""

    name = "Galaxies"
    aliases = ("Tentai Show", "Spiral Galaxies", "Tentaisho", "Galaxien")
    task = (
        "Divide the grid into connected areas, each with one circle. Every area looks the same after half a turn about "
        "its circle."
    )
    levels = Levels(easy=28.3, medium=70.7, hard=75.2, extreme=86.5)
    ground = DASHES

    centre = Given("middles", role="structure", look=symbols({True: "○"}))
    wall = Answer("links", look=WALL, words=("a wall", "no wall"), gesture=Halves(centre))

    @rule(
        "the cells around the centre at {centre} belong together",
        "a wall cuts through the centre at {centre}")
    def centre_whole(self) -> Demands:
        for at in self.centre:
            if at in self.wall:
                yield must(~self.wall[at], at, centre=at)
            elif at not in self.board.cell_index:
                edges = self.board.edges_at(at)
                yield must(all_of(~self.wall[edge] for edge in edges), (at, *edges), centre=at)

    symmetric, one_centre, walls_part, within_reach = symmetric_areas(
        wall, centre, centre_whole,
        shape=Wording(
            "the area of the centre at {centre} is symmetric about it",
            "the area of the centre at {centre} has a wall at {wall}, but none at its mirror image {gap}",
            beyond="the area of the centre at {centre} holds {cell}, which has no mirror image on the board"),
        one=Wording(
            "each area holds exactly one centre", "the area of {cells} holds no centre",
            many="the centres {heads} are in one area"),
        parting=Wording("every wall separates two areas", "the wall between {sides} lies within one area"),
        reach=Wording(
            "each cell is in an area that can reach it", "no area can hold {cells}{why}",
            parted="{cells} are separated, though only the area of {head} can hold them"),
    )

    star = Chars(centre, {"O": True}, also={"o": True, "0": True})
    dialects = (
        Spf("galaxies",
            puzzle=Diagram(ruled(), ruled(), frame=True, cell=star | blank, edge=star | Stroke(wall),
                           corner=star | plus),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall))),
        *pzpr("tentaisho", lambda p, g: pzprjs(p, g)),
        penpa("galaxies tentaisho spiralgalaxies tentai", lambda p, g: p.Notation(
            p.Symbols(g.centre, p.circles("circle_SS", True, True), black=p.BLACK_CIRCLES),
            p.Shade("hole", drawn=False), p.Edges(g.wall), tag="spiralgalaxies",
        )),
        *puzzlekit("Galaxies SpiralGalaxies", lambda k, g: k.Notation(
            (k.grid(Centres(g.centre)),), k.in_areas(g.wall),
        )),
        sgt("galaxies", lambda s, g: s.Notation(
            s.GapRun(g.centre, True, True, s.lattice, what="this tells no dots", expected="a letter",
                     beyond="the dots go on behind the board"),
            solution=lambda model, text: {g.wall.name: walls_of(model, text)},
        )),
    )


# -- making --

SIZES = {2: 9, 3: 24, 4: 18, 5: 7, 6: 12, 7: 5, 8: 6, 9: 5, 10: 3, 12: 3, 14: 2, 16: 3, 18: 1, 20: 1}
"""The cells of areas, with weights; single cells are left over."""
SMALL = {2: 0.0, 3: 0.0, 4: 0.4, 5: 0.95, 6: 0.7}
"""The probability that an area of a size is no rectangle; larger ones never are."""
CORNERED = 4
"""Small areas begin at the cell with the least room of this many, which leaves fewer scraps; large ones at the cell
with the most room."""


def with_galaxies(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Symmetric areas: small rectangles and a few large winding ones. With a picture, no area has both dark and light
    cells."""
    return galaxies_of(board, filled(rng, board, {}, wishes.dark), wishes.dark)


def galaxies_of(board: Rect, areas: Mapping[Spot, Sequence[Spot]], dark: frozenset[Spot]) -> Sketch:
    """The sketch of areas by their centres."""
    border = border_of(board, areas.values())
    centres = dict.fromkeys(sorted(areas), True)
    return Sketch(board, {"centre": centres}, marks={"wall": border}, parts=(areas, dark))


def filled(
    rng: Random, board: Rect, kept: Mapping[Spot, Sequence[Spot]], dark: frozenset[Spot]
) -> dict[Spot, list[Spot]]:
    """Some areas, and new ones in the rest of the board."""
    found = {centre: list(area) for centre, area in kept.items()}
    taken = {c for area in found.values() for c in area}
    left = {c for c in board.cells if c not in taken}
    for free in (left & dark, left - dark):
        _fill(rng, board, free, found)
    return found


def _fill(rng: Random, board: Rect, free: set[Spot], found: dict[Spot, list[Spot]]) -> None:
    """Fills free cells with areas about new centres, the largest first; small ones fill the gaps."""
    sizes: list[int] = []
    while sum(sizes) < len(free):
        sizes.append(one_of(rng, SIZES))
    for size in sorted(sizes, reverse=True):
        some = rng.choices(sorted(free), k=CORNERED)
        pick = min if size in SMALL else max
        first = pick(some, key=lambda c: sum(n in free for n in board.neighbours(c)))
        centre, area = _rectangle(rng, first, free, size) or _winding(rng, board, first, free, size)
        if len(area) > size // 2:
            found[centre] = area
            free.difference_update(area)
        if not free:
            return
    for cell in rng.sample(sorted(free), len(free)):
        if cell in free:
            centre, area = _winding(rng, board, cell, free, max(SMALL))
            found[centre] = area
            free.difference_update(area)


def _rectangle(rng: Random, first: Spot, free: set[Spot], size: int) -> tuple[Spot, list[Spot]] | None:
    """A rectangle of ``n`` free cells around a cell, with its centre; None if there is no room, or if it should
    wind."""
    if rng.random() < SMALL.get(size, 1):
        return None
    shapes = [(high, size // high) for high in range(1, size + 1) if size % high == 0]
    rng.shuffle(shapes)
    for high, wide in shapes:
        corners = [Spot(first.y - 2 * i, first.x - 2 * j) for i in range(high) for j in range(wide)]
        for at in rng.sample(corners, len(corners)):
            area = [Spot(at.y + 2 * i, at.x + 2 * j) for i in range(high) for j in range(wide)]
            if free.issuperset(area):
                return Spot(at.y + high - 1, at.x + wide - 1), area
    return None


def _winding(rng: Random, board: Rect, first: Spot, free: set[Spot], size: int) -> tuple[Spot, list[Spot]]:
    """An area of about ``n`` free cells about a centre in or beside a cell."""
    around = [Spot(first.y + dy, first.x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    fitting = [at for at in around if free.issuperset(cells_around(at))]
    tried = [(at, symmetric(rng, board, at, free, size)) for at in rng.sample(fitting, min(3, len(fitting)))]
    return max(tried, key=lambda one: len(one[1]))


def cells_around(centre: Spot) -> list[Spot]:
    """The one, two or four cells around a centre."""
    ys = (centre.y,) if centre.y % 2 else (centre.y - 1, centre.y + 1)
    xs = (centre.x,) if centre.x % 2 else (centre.x - 1, centre.x + 1)
    return [Spot(y, x) for y in ys for x in xs]


def mirrored(centre: Spot, cells: Sequence[Spot]) -> list[Spot]:
    """Cells after half a turn about a centre."""
    return [Spot(2 * centre.y - c.y, 2 * centre.x - c.x) for c in cells]


def symmetric(rng: Random, board: Rect, centre: Spot, free: Collection[Spot], size: int) -> list[Spot]:
    """A symmetric connected area of free cells about a centre."""
    area = cells_around(centre)
    while len(area) < size:
        ready = [n for c in area for n in board.neighbours(c)
                 if n in free and n not in area and mirrored(centre, (n,))[0] in free]
        if not ready:
            break
        cell = rng.choice(ready)
        area += dict.fromkeys((cell, *mirrored(centre, (cell,))))
    return area


def other_galaxies(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Tears down two to four areas on which answers differ, and fills their cells again."""
    del answer
    cells = {c for link in spots for c in sketch.board.ends(link)}
    areas, dark = sketch.parts
    open_ = [centre for centre, area in areas.items() if not cells.isdisjoint(area)]
    out = rng.sample(open_, min(len(open_), rng.randint(2, 4)))
    kept = {centre: area for centre, area in areas.items() if centre not in out}
    return galaxies_of(sketch.board, filled(rng, sketch.board, kept, dark), dark)


Galaxies.making = Making(
    sketch=with_galaxies, change=other_galaxies, sizes=at_least(2), rounds=150,
    pictured="wall",
)


# -- how other programs write it --


class Lattice(Field, Piece):
    """A character for each place of the lattice of cells, borders and inner points: centres and missing cells."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The centres and the missing cells."""
        width = 2 * sheet.n_cols - 1
        for y in range(1, 2 * sheet.n_rows):
            line = source.line()
            if line is None:
                return
            if len(line.text) != width:
                wanted = f"{width} characters"
                raise line.error("this line of stars has another length", expected=wanted, found=str(len(line.text)))
            for at, char in enumerate(line.text):
                self._place(sheet, Spot(y, at + 1), char, line, at)

    def _place(self, sheet: Sheet, spot: Spot, char: str, line: Line, at: int) -> None:
        if char in "12":
            sheet.give(self.role, spot, True, line, at)
            if char == "2":
                sheet.looks[spot] = True
        elif char == "X" and spot.y % 2 and spot.x % 2:
            sheet.give("hole", spot, True, line, at)
        elif char != ".":
            raise line.error("this is not a star", at, expected="'.', '1', '2', or 'X' in a cell", found=shown(char))

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row."""
        stars, black, holes = sheet.given[self.role], sheet.looks, sheet.given["hole"]
        return [
            "".join(
                "X" if spot in holes else "." if spot not in stars else "2" if spot in black else "1"
                for spot in (Spot(y, x) for x in range(1, 2 * sheet.n_cols))
            ) for y in range(1, 2 * sheet.n_rows)
        ]  # fmt: skip


def pzprjs(p: Any, g: Any) -> Any:
    """Stars on the lattice, and missing cells."""
    white, black = (p.MarkField(g.centre, p.NUMBER, look=look) for look in (False, True))
    return p.Notation(
        (p.Tailed((white, True), (black, True), most=7, at=lattice, expected="a digit or a small letter"),
         p.bits("hole", optional=True)),
        (Lattice(g.centre), p.drawn_walls(g.wall), p.Notes("0")),
    )


class Centres(Put):
    """A centre in the cell (0), on its right (1) or lower border (2), or at its lower right corner (3)."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The centre."""
        if item.text not in tuple("0123"):
            return False
        n = int(item.text)
        sheet.give(self.role, Spot(spot.y + n // 2, spot.x + n % 2), True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The number of the place."""
        marks = sheet.given[self.role]
        return next((str(n) for n in range(4) if Spot(spot.y + n // 2, spot.x + n % 2) in marks), None)


def walls_of(model: Genre, text: str) -> dict[Spot, bool]:
    """The walls in a solution of Simon Tatham's program: borders such as ``E2,1``, in doubled coordinates."""
    links = set(model.board.links)
    edges = [Spot(int(y), int(x)) for x, y in re.findall(r"E([0-9]{1,6}),([0-9]{1,6})", text)]
    return {edge: True for edge in edges if edge in links}
