"""Each kind of look as shapes: what the marks of one layer put on a sheet.

A function of ``KINDS`` gets the sheet, the layer and its marks (spots that are marked, with their values), and whether
they are part of the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..language.board import STEPS, Rect, Spot
from ..language.genre import Layer, ValueLayer
from .paint import answer
from .places import RectPlaces, chained
from .shapes import Circle, Lines, Point, Rectangle, Shape, Text
from .sheet import Sheet, fitted
from .symbols import BELOW, GLYPHS, STROKES, symbol

Marks = Mapping[Spot, Any]
Drawer = Callable[[Sheet, Layer, Marks, bool], None]

_PLACES: dict[int, Sequence[Point]] = {
    1: [(0, 0)],
    2: [(-0.22, -0.2), (0.22, 0.2)],
    3: [(-0.24, -0.22), (0.24, -0.22), (0, 0.24)],
    4: [(0, -0.29), (-0.29, 0), (0.29, 0), (0, 0.29)],
}
"""Where several values stand in one cell."""
_LEVEL = frozenset("−|")
_SENSES = {"u": "↑", "r": "→", "d": "↓", "l": "←"}


def _stage(solution: bool) -> str:
    return "answer" if solution else "clue"


def word(value: Any) -> str:
    """A value as it is written."""
    if value is None or value is True:
        return ""
    return str(value)


def draw_text(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Values in their cells; several values of one clue share the cell."""
    spelt = sheet.spelling(layer)
    paint = answer("text", solution)
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        width, height = sheet.places.room(spot)
        if value is None or value is True:
            shapes += symbol("■", x, y, width, solution)
        elif isinstance(value, tuple):
            shapes += _several(value, x, y, width, paint)
        else:
            told = spelt(value)
            shapes.append(Text(paint, x, y, told, fitted(told, 0.84 * width, 0.62 * height)))
    sheet.add(_stage(solution), layer.name, solution, shapes)


def _several(values: tuple[Any, ...], x: float, y: float, room: float, paint: str) -> list[Shape]:
    told = [str(value) for value in values]
    spots = _PLACES.get(len(told))
    if spots is None:
        text = " ".join(told)
        return [Text(paint, x, y, text, fitted(text, 0.9 * room, 0.5 * room))]
    most = (0.62, 0.46, 0.4, 0.36)[len(told) - 1] * room
    wide = (0.84, 0.46, 0.44, 0.4)[len(told) - 1] * room
    pairs = zip(told, spots, strict=True)
    return [Text(paint, x + dx * room, y + dy * room, text, fitted(text, wide, most)) for text, (dx, dy) in pairs]


def draw_compass(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Four numbers (above, right, left, below), parted by the diagonals of the cell."""
    shapes: list[Shape] = []
    lines = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        lines += [[(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], [(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)]]
        for told, (dx, dy) in zip(value, ((0, -0.31), (0.31, 0), (-0.31, 0), (0, 0.31)), strict=True):
            if told is not None:
                shapes.append(Text("text", x + dx, y + dy, str(told), fitted(str(told), 0.34, 0.36)))
    sheet.add("clue", layer.name, solution, [Lines("grid", lines), *shapes])


def draw_split(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A black cell with a sum for the run to its right, above its diagonal, and for the one below, under it."""
    shapes: list[Shape] = []
    for spot, (right, down) in marks.items():
        x, y = sheet.places.at(spot)
        if (right, down) != (None, None):
            shapes.append(Lines("light", [[(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)]]))
        for told, dx, dy in ((right, 0.2, -0.24), (down, -0.2, 0.24)):
            if told is not None:
                shapes.append(Text("light-text", x + dx, y + dy, str(told), fitted(str(told), 0.46, 0.36)))
    sheet.fill("block", layer.name, solution, marks)
    sheet.add("clue", layer.name, solution, shapes)


def draw_pointer(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A number with an arrow that tells which way it counts."""
    shapes: list[Shape] = []
    for spot, (number, way) in marks.items():
        x, y = sheet.places.at(spot)
        told = "?" if number is None else str(number)
        upright = way in ("u", "d")
        if not way:
            shapes.append(Text("text", x, y, told, fitted(told, 0.84, 0.62)))
            continue
        dx, dy = (0.26, 0) if upright else (0, -0.28)
        shapes += symbol(_SENSES[way], x + dx, y + dy, 0.8, solution)
        shapes.append(Text("text", x - dx * 0.55, y - dy * 0.55, told, fitted(told, 0.52 if upright else 0.84, 0.56)))
    sheet.add("clue", layer.name, solution, shapes)


def draw_island(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Values in circles that cover what is below."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        room = min(sheet.places.room(spot))
        told = word(value)
        shapes += [Circle("ring", x, y, 0.42 * room), Text("text", x, y, told, fitted(told, 0.62 * room, 0.56 * room))]
    sheet.add("clue", layer.name, solution, shapes)


def draw_small(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Values in the upper left corner of their cells, but for those that tell nothing: their glyph is empty."""
    del solution
    for spot, value in marks.items():
        told = layer.look.glyphs.get(value, word(value))
        if told:
            sheet.small.setdefault(spot, []).append(told)
    sheet.small_layer = layer.name


def draw_symbol(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A character for each value: drawn where it is known, otherwise written."""
    stages: dict[str, list[Shape]] = {}
    for spot, value in marks.items():
        char = layer.look.glyphs.get(value, str(value))
        x, y = sheet.places.at(spot)
        room = min(sheet.places.room(spot)) * layer.look.size
        if char == " " and not solution and isinstance(layer, ValueLayer):
            char = "×"  # that a cell stays empty is a clue too
        if char in _LEVEL and layer.on == "corners":  # it would vanish on a grid line, and more so on the frame
            stages.setdefault("symbol", []).append(Circle("ground", x, y, 0.34 * layer.look.size))
        if char in GLYPHS:
            stage = "shade" if char in BELOW else "line" if char in STROKES else "answer" if solution else "symbol"
            stages.setdefault(stage, []).extend(symbol(char, x, y, room, solution))
        else:
            text = Text(answer("text", solution), x, y, char, fitted(char, 0.84 * room, 0.62 * room))
            stages.setdefault(_stage(solution), []).append(text)
    for stage, shapes in stages.items():
        sheet.add(stage, layer.name, solution, shapes)


def draw_sign(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Signs between two cells that open towards the larger one, whichever way they lie."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        char = value if spot.y % 2 else {"<": "^", ">": "v"}[value]
        shapes += [Circle("ground", x, y, 0.16), *symbol(char, x, y, 0.62, solution)]
    sheet.add("clue", layer.name, solution, shapes)


def draw_shade(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Filled cells: light for what is given, in the colour of answers otherwise."""
    sheet.fill("answer-shade" if solution else "tint", layer.name, solution, marks)


def draw_block(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Black cells, with the value in white."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        told = word(value)
        if told:
            x, y = sheet.places.at(spot)
            shapes.append(Text("light-text", x, y, told, fitted(told, 0.84, 0.62)))
    sheet.fill("block", layer.name, solution, marks)
    sheet.add("clue", layer.name, solution, shapes)


def draw_line(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A line through cells, or along edges."""
    places = sheet.places
    segments = (places.edge(s) if layer.on == "edges" else places.link(s) for s in marks)
    sheet.add("line", layer.name, solution, [Lines(answer("line", solution), list(chained(segments)))])


def draw_tube(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A thick grey line through cells."""
    lines = list(chained(sheet.places.link(s) for s in marks))
    sheet.add("line", layer.name, solution, [Lines("pipe", lines)])


def draw_bulb(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """The thick end of a tube."""
    shapes = [Circle("bulb", *sheet.places.at(spot), 0.36) for spot in marks]
    sheet.add("line", layer.name, solution, shapes)


def draw_wall(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Borders between cells."""
    lines = list(chained(sheet.places.edge(s) for s in marks))
    sheet.add("wall", layer.name, solution, [Lines(answer("wall", solution), lines)])


def draw_bridge(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """As many parallel lines as are told."""
    paint = answer("line", solution)
    lines: dict[tuple[int, bool], list[Sequence[Point]]] = {}
    for spot, value in marks.items():
        if value:
            lines.setdefault((int(value), bool(spot.y % 2)), []).append(sheet.places.link(spot))
    shapes: list[Shape] = []
    for (n, level), segments in lines.items():
        run = list(chained(segments))
        for i in range(n):
            off = 0.2 * (i - (n - 1) / 2)
            dx, dy = (0, off) if level else (off, 0)
            shapes.append(Lines(paint, [[(x + dx, y + dy) for x, y in line] for line in run]))
    sheet.add("line", layer.name, solution, shapes)


def draw_join(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Two cells as one piece."""
    shapes: list[Shape] = []
    for spot in marks:
        (ax, ay), (bx, by) = sheet.places.link(spot)
        left, top = min(ax, bx) - 0.4, min(ay, by) - 0.4
        shapes.append(Rectangle(answer("thin", solution), left, top, abs(ax - bx) + 0.8, abs(ay - by) + 0.8, 0.14))
    sheet.add("wall", layer.name, solution, shapes)


def draw_cage(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Borders inside the cells, in dashes, around each group that walls and the frame enclose."""
    board = sheet.puzzle.board
    if isinstance(board, Rect) and isinstance(sheet.places, RectPlaces):
        open_cells = sheet.uncaged()
        lines = inset(board, marks, [c for c in board.cells if c not in open_cells], 0.07)
        sheet.add("wall", layer.name, solution, [Lines("cage", lines)])


def inset(board: Rect, walls: Marks, cells: Iterable[Spot], gap: float) -> list[Sequence[Point]]:
    """The borders of groups of cells, a little inside of them: closed where a group turns, whichever way it does."""
    inside = set(cells)

    def walled(cell: Spot, step: Point) -> bool:
        near = Spot(cell.y + int(step[0]), cell.x + int(step[1]))
        return near not in inside or board.link(cell, near) in walls

    segments: list[Sequence[Point]] = []
    for cell in sorted(inside):
        for way, (dy, dx) in enumerate(STEPS):
            if not walled(cell, (dy, dx)):
                continue
            ends = []
            for turn in (-1, 1):
                ey, ex = STEPS[(way + turn) % 4]
                beside = Spot(cell.y + ey, cell.x + ex)
                depth = 0.5 - gap
                reach = depth if walled(cell, (ey, ex)) else 0.5 if walled(beside, (dy, dx)) else 0.5 + gap
                ends.append((
                    round(cell.x / 2 + dx / 2 * depth + ex / 2 * reach, 4),
                    round(cell.y / 2 + dy / 2 * depth + ey / 2 * reach, 4),
                ))  # fmt: skip
            segments.append(ends)
    return list(chained(segments))


def draw_nothing(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """What other layers show already."""
    del sheet, layer, marks, solution


_TINTS = 5


def draw_region(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Cells of a letter in one tint, neighbours in different ones, with a dashed border and what is asked of them."""
    board = sheet.puzzle.board
    groups: dict[Any, list[Spot]] = {}
    for spot, label in sorted(marks.items()):
        groups.setdefault(label, []).append(spot)
    tint: dict[Any, int] = {}
    for label, cells in groups.items():
        near = {marks.get(n) for c in cells for n in board.neighbours(c)}
        taken = {tint[n] for n in near if n in tint}
        tint[label] = next((i for i in range(_TINTS) if i not in taken), len(tint) % _TINTS)
        sheet.fill(f"region-{tint[label] + 1}", layer.name, solution, cells)
        if isinstance(board, Rect):
            sheet.add("wall", layer.name, solution, [Lines("cage", inset(board, {}, cells, 0.05))])
    for label, *asked in sheet.puzzle.keys.get(layer.look.key, ()):
        if label in groups:
            sheet.small.setdefault(groups[label][-1], []).append(_asked(*asked))


_SIGNS = {"equal": "=", "unequal": "≠", "less": "<", "greater": ">", "at most": "≤", "at least": "≥", "sum": ""}


def _asked(kind: str, value: Any = None) -> str:
    """A region's condition, as short as it can be."""
    return _SIGNS.get(kind, kind) + ("" if value is None else str(value))


KINDS: dict[str, Drawer] = {
    "text": draw_text,
    "symbol": draw_symbol,
    "shade": draw_shade,
    "line": draw_line,
    "wall": draw_wall,
    "bridge": draw_bridge,
    "join": draw_join,
    "none": draw_nothing,
    "uncaged": draw_nothing,
    "block": draw_block,
    "island": draw_island,
    "small": draw_small,
    "cage": draw_cage,
    "compass": draw_compass,
    "split": draw_split,
    "pointer": draw_pointer,
    "sign": draw_sign,
    "tube": draw_tube,
    "bulb": draw_bulb,
    "region": draw_region,
}
"""How each kind of look is drawn on a board."""
