"""Each kind of look as shapes: what the marks of one layer put on a sheet.

A drawer gets the sheet, the layer and its marks (spots that are marked, with their values), and whether
they are part of the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

from ..board.board import Spot
from ..board.rect import STEPS, Rect
from ..language.layers import Layer
from ..language.look import Look, group_borders
from ..language.look import port as port_arrow
from .paint import answer
from .places import RectPlaces, chained
from .shapes import Circle, Lines, Point, Rectangle, Shape, Text, moved
from .sheet import Sheet, fitted, width
from .symbols import ABOVE, BELOW, GLYPHS, MOST_PIPS, STROKES, fan, pips, pole, port, symbol

Marks = Mapping[Spot, Any]
Drawer = Callable[[Sheet, Layer, Marks, bool], None]
_DRAWERS: dict[str, Drawer] = {}


def draws(*kinds: str) -> Callable[[Drawer], Drawer]:
    """Makes a function the drawer of some kinds of looks."""

    def enter(drawer: Drawer) -> Drawer:
        _DRAWERS.update(dict.fromkeys(kinds, drawer))
        return drawer

    return enter


def drawer(look: Look) -> Drawer:
    """What draws a look on a board: the drawer of its kind, or else of the plainer one."""
    return _DRAWERS.get(look.kind) or _DRAWERS[look.plain]


_PLACES: dict[int, Sequence[Point]] = {
    1: [(0, 0)],
    2: [(-0.22, -0.2), (0.22, 0.2)],
    3: [(-0.24, -0.22), (0.24, -0.22), (0, 0.24)],
    4: [(0, -0.29), (-0.29, 0), (0.29, 0), (0, 0.29)],
}
"""Where several values stand in one cell."""
_EM, _BETWEEN_DOTS, _LOWER = 0.56, 0.5, 0.1
"""The em of words in cells, and in those that only dots enclose; how much lower they stand where there are small words
in corners."""
_MIDDLE = 0.6
"""The room of symbols that may stand in cells and between them: the same wherever they are."""
_LEVEL = frozenset("−|")
_SENSES = {"u": "↑", "r": "→", "d": "↓", "l": "←"}


def _stage(solution: bool) -> str:
    return "answer" if solution else "clue"


def word(value: Any) -> str:
    """A value as it is written."""
    if value is None or value is True:
        return ""
    return str(value)


@draws("text")
def draw_text(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Values in their cells; several values of one clue share the cell. Lines through cells end before them."""
    spelt = sheet.spelling(layer)
    paint = answer("text", solution)
    most = (_BETWEEN_DOTS if sheet.puzzle.genre.ground.grid == "dots" else _EM) * sheet.growth
    lower = _LOWER if sheet.crowded else 0
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
            text = Text(paint, x, y + lower * height, told, fitted(told, 0.8 * width, most * height))
            shapes += [*_clearing(sheet, spot, text), text]
    sheet.add(_stage(solution), layer.name, solution, shapes)


@draws("grouped")
def draw_grouped(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Values in their cells; in an answer with borders between different ones, which show where each group ends."""
    draw_text(sheet, layer, marks, solution)
    if not solution:
        return
    known = {**sheet.puzzle.given.get(layer.name, {}), **marks}
    borders = (link for link in group_borders(sheet.puzzle.board, known) if link not in sheet.walls)
    sheet.add("wall", layer.name, True, [Lines(answer("wall", True), list(chained(map(sheet.places.edge, borders))))])


def _clearing(sheet: Sheet, spot: Spot, text: Text) -> Iterator[Shape]:
    """The ground of a cell around a word, where lines would cross it."""
    if sheet.lined and spot in sheet.puzzle.board.cell_index:
        high = 0.95 * text.size
        wide = max(width(text.text) * text.size + 0.12, high)
        paint = "tint" if spot in sheet.tinted else "ground"
        yield Rectangle(paint, text.x - wide / 2, text.y - high / 2, wide, high, high / 2)


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


@draws("compass")
def draw_compass(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Four numbers (above, right, left, below), parted by the diagonals of the cell."""
    shapes: list[Shape] = []
    lines = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        lines += [[(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], [(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)]]
        for told, (dx, dy) in zip(value, ((0, -0.32), (0.32, 0), (-0.32, 0), (0, 0.32)), strict=True):
            if told is not None:
                shapes.append(Text("text", x + dx, y + dy, str(told), fitted(str(told), 0.3, 0.31)))
    sheet.add("clue", layer.name, solution, [Lines("grid", lines), *shapes])


@draws("split")
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


@draws("pointer")
def draw_pointer(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A number with an arrow that tells which way it counts."""
    shapes: list[Shape] = []
    for spot, (number, way) in marks.items():
        x, y = sheet.places.at(spot)
        told = "?" if number is None else str(number)
        upright = way in ("u", "d")
        if not way:
            shapes.append(Text("text", x, y, told, fitted(told, 0.8, _EM)))
            continue
        dx, dy = (0.26, 0) if upright else (0, -0.28)
        shapes += symbol(_SENSES[way], x + dx, y + dy, 0.8, solution)
        shapes.append(Text("text", x - dx * 0.55, y - dy * 0.55, told, fitted(told, 0.52 if upright else 0.8, 0.52)))
    sheet.add("clue", layer.name, solution, shapes)


@draws("island")
def draw_island(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Values in circles that cover what is below."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        room = min(sheet.places.room(spot))
        told = word(value)
        room *= layer.look.size
        shapes += [Circle("ring", x, y, 0.42 * room), Text("text", x, y, told, fitted(told, 0.62 * room, 0.56 * room))]
    sheet.add("clue", layer.name, solution, shapes)


@draws("small")
def draw_small(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Values in the upper left corner of their cells, but for those that tell nothing: their glyph is empty."""
    del solution
    for spot, value in marks.items():
        told = layer.look.glyphs.get(value, word(value))
        if told:
            sheet.small.setdefault(spot, []).append(told)
    sheet.small_layer = layer.name


@draws("symbol")
def draw_symbol(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A character for each value: drawn where it is known, otherwise written."""
    stages: dict[str, list[Shape]] = {}
    for spot, value in marks.items():
        char = layer.look.drawn.get(value) or layer.look.glyphs.get(value, str(value))
        x, y = sheet.places.at(spot)
        room = (_MIDDLE if layer.on == "middles" else min(sheet.places.room(spot))) * layer.look.size
        if layer.on == "corners" and (value in layer.look.ports or char in _LEVEL):
            shapes = _on_point(sheet, layer, spot, value)
            stages.setdefault("symbol", []).extend(moved(shape, x, y) for shape in shapes)
        elif char in GLYPHS:
            stage = "answer" if solution else "clue" if char in ABOVE else "symbol"
            stage = "shade" if char in BELOW else "line" if char in STROKES else stage
            stages.setdefault(stage, []).extend(symbol(char, x, y, room, solution, thin=layer.look.thin))
        else:
            text = Text(answer("text", solution), x, y, char, fitted(char, 0.84 * room, 0.62 * room))
            stages.setdefault(_stage(solution), []).append(text)
    for stage, shapes in stages.items():
        sheet.add(stage, layer.name, solution, shapes)


def _on_point(sheet: Sheet, layer: Layer, spot: Spot, value: Any) -> Sequence[Shape]:
    """Arrows through the frame, and bars that would vanish on a grid line if they were like others."""
    look, board = layer.look, sheet.puzzle.board
    char = look.glyphs[value]
    if value not in look.ports:
        return pole(char)
    leads_in = look.ports[value]
    bottom = 2 * board.n_rows if isinstance(board, Rect) else 0
    return port(port_arrow(char, leads_in, *spot, bottom), leads_in)


@draws("arrows")
def draw_arrows(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Arrows from the middle of a cell where its glyph has arms; the glyph itself if it is an arrow."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        shapes += [moved(shape, x, y) for shape in fan(layer.look.glyphs[value])]
    sheet.add("symbol", layer.name, solution, shapes)


@draws("capsule")
def draw_capsule(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A capsule around three cells, told by the glyph of the middle one: ``─`` or ``│``."""
    shapes: list[Shape] = []
    paint = answer("capsule", solution)
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        wide, high = (2.76, 0.76) if layer.look.glyphs[value] == "─" else (0.76, 2.76)
        shapes.append(Rectangle(paint, x - wide / 2, y - high / 2, wide, high, 0.38))
    sheet.add("grid", layer.name, solution, shapes)


@draws("trail")
def draw_trail(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Numbers; those of an answer lie on a band that leads from each to the next one beside it, given ones too."""
    draw_symbol(sheet, layer, marks, solution)
    if not solution:
        return
    places, board = sheet.places, sheet.puzzle.board
    glyphs = layer.look.glyphs
    given: Marks = sheet.puzzle.given.get(layer.name, {})
    used = {spot: n for spot, n in {**given, **marks}.items() if glyphs.get(n) != " "}
    steps = ((a, b) for a, n in used.items() for b in board.neighbours(a) if used.get(b) == n + 1)
    links = [places.link(board.link(a, b)) for a, b in steps]
    shapes: list[Shape] = [Circle("answer-trail-end", *places.at(spot), 0.3) for spot in used]
    sheet.add("shade", layer.name, True, [*shapes, Lines("answer-trail", list(chained(links)))])


@draws("sign")
def draw_sign(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Signs between two cells that open towards the larger one, whichever way they lie."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        char = value if spot.y % 2 else {"<": "^", ">": "v"}[value]
        shapes += [Circle("ground", x, y, 0.13), *symbol(char, x, y, 0.5, solution)]
    sheet.add("clue", layer.name, solution, shapes)


@draws("shade")
def draw_shade(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Filled cells: light for what is given, in the colour of answers otherwise."""
    sheet.fill("answer-shade" if solution else "tint", layer.name, solution, marks)


@draws("block")
def draw_block(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Black cells, with the value in white."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        told = word(value)
        if told:
            x, y = sheet.places.at(spot)
            shapes.append(Text("light-text", x, y, told, fitted(told, 0.8, _EM * sheet.growth)))
    sheet.fill("block", layer.name, solution, marks)
    sheet.add("clue", layer.name, solution, shapes)


@draws("line")
def draw_line(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A line through cells, or along edges."""
    places = sheet.places
    segments = (places.edge(s) if layer.on == "edges" else places.link(s) for s in marks)
    sheet.add("line", layer.name, solution, [Lines(answer("line", solution), list(chained(segments)))])


@draws("tube")
def draw_tube(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A tube through cells."""
    _tubes(sheet, layer, solution, list(chained(sheet.places.link(s) for s in marks)))


@draws("stub")
def draw_stub(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """A short piece of a tube in the middle of a cell, along its glyph: ``─`` or ``│``."""
    lines: list[Sequence[Point]] = []
    for spot, value in marks.items():
        x, y = sheet.places.at(spot)
        dx, dy = (0.2, 0) if layer.look.glyphs[value] == "─" else (0, 0.2)
        lines.append([(x - dx, y - dy), (x + dx, y + dy)])
    _tubes(sheet, layer, solution, lines)


def _tubes(sheet: Sheet, layer: Layer, solution: bool, lines: Sequence[Sequence[Point]]) -> None:
    """Outlined tubes: all outlines lie below all that is inside, so that tubes and bulbs open into each other."""
    sheet.add("symbol", layer.name, solution, [Lines("tube-edge", lines)])
    sheet.add("line", layer.name, solution, [Lines("tube", lines)])


@draws("bulb")
def draw_bulb(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """The thick end of a tube."""
    middles = [sheet.places.at(spot) for spot in marks]
    sheet.add("symbol", layer.name, solution, [Circle("ink", x, y, 0.4) for x, y in middles])
    sheet.add("line", layer.name, solution, [Circle("ground", x, y, 0.36) for x, y in middles])


@draws("mercury")
def draw_mercury(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Filled tubes: from each filled cell to the next one, and to the border of the last one where the tube goes on."""
    places, board = sheet.places, sheet.puzzle.board
    tubes, bulbs = sheet.given("tube"), sheet.given("bulb")
    full = {*marks, *sheet.puzzle.given.get(layer.name, ())}
    lines: list[Sequence[Point]] = []
    reached: set[Spot] = {*bulbs}
    for link in tubes:
        ends = board.ends(link)
        reached.update(ends)
        (ax, ay), (bx, by) = map(places.at, sorted(ends, key=lambda end: end not in full))
        share = 0.4 if ends[0] not in full or ends[1] not in full else 1
        if full.intersection(ends):
            lines.append([(ax, ay), (ax + share * (bx - ax), ay + share * (by - ay))])
    middles = [places.at(spot) for spot in marks if spot in bulbs]
    shapes: list[Shape] = [Circle(answer("mercury-bulb", solution), x, y, 0.28) for x, y in middles]
    sheet.add("line", layer.name, solution, [*shapes, Lines(answer("mercury", solution), list(chained(lines)))])
    draw_shade(sheet, layer, {spot: value for spot, value in marks.items() if spot not in reached}, solution)


@draws("hole")
def draw_hole(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Cells that take no part: hatched, so that nobody takes them for shaded ones."""
    lines = chained(line for spot in marks for line in hatching(sheet.places.outline(spot)))
    sheet.add("shade", layer.name, solution, [Lines("hatch", list(lines))])


_HATCH = 0.25
"""Between the lines of a hatched area, along an axis."""


def hatching(outline: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """The rising diagonals inside a polygon; those of neighbouring polygons continue each other."""
    heights = [x + y for x, y in outline]
    first, last = floor(min(heights) / _HATCH) + 1, ceil(max(heights) / _HATCH)
    for height in (i * _HATCH for i in range(first, last)):
        met = []
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            low, high = ax + ay - height, bx + by - height
            if (low < 0) != (high < 0):
                share = low / (low - high)
                met.append((round(ax + share * (bx - ax), 4), round(ay + share * (by - ay), 4)))
        met.sort()
        yield from zip(met[::2], met[1::2], strict=True)


@draws("pips")
def draw_pips(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Numbers as pips, larger ones as text; none at all are a small ring, so that it is seen that they are known."""
    large = {spot: value for spot, value in marks.items() if not 0 <= value <= MOST_PIPS}
    shapes = [
        shape for spot, value in marks.items() if spot not in large
        for shape in pips(value, *sheet.places.at(spot), 1, answer("ink", solution))
    ]  # fmt: skip
    empty = (sheet.places.at(spot) for spot, value in marks.items() if value == 0)
    shapes += [Circle(answer("thin", solution), x, y, 0.07) for x, y in empty]
    sheet.add(_stage(solution), layer.name, solution, shapes)
    draw_text(sheet, layer, large, solution)


@draws("wall")
def draw_wall(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Borders between cells."""
    lines = list(chained(sheet.places.edge(s) for s in marks))
    sheet.add("wall", layer.name, solution, [Lines(answer("wall", solution), lines)])


@draws("bridge")
def draw_bridge(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """As many parallel lines as are told."""
    paint = answer("bridge", solution)
    lines: dict[tuple[int, bool], list[Sequence[Point]]] = {}
    for spot, value in marks.items():
        if value:
            lines.setdefault((int(value), bool(spot.y % 2)), []).append(sheet.places.link(spot))
    shapes: list[Shape] = []
    for (n, level), segments in lines.items():
        run = list(chained(segments))
        for i in range(n):
            off = 0.22 * (i - (n - 1) / 2)
            dx, dy = (0, off) if level else (off, 0)
            shapes.append(Lines(paint, [[(x + dx, y + dy) for x, y in line] for line in run]))
    sheet.add("line", layer.name, solution, shapes)


@draws("join")
def draw_join(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Two cells as one piece."""
    shapes: list[Shape] = []
    for spot in marks:
        (ax, ay), (bx, by) = sheet.places.link(spot)
        left, top = min(ax, bx) - 0.36, min(ay, by) - 0.36
        shapes.append(Rectangle(answer("thin", solution), left, top, abs(ax - bx) + 0.72, abs(ay - by) + 0.72, 0.14))
    sheet.add("wall", layer.name, solution, shapes)


@draws("cage")
def draw_cage(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Borders inside the cells, in dashes, around each group that walls and the frame enclose."""
    board = sheet.puzzle.board
    if isinstance(board, Rect) and isinstance(sheet.places, RectPlaces):
        open_cells = sheet.uncaged()
        lines = inset(board, marks, [c for c in board.cells if c not in open_cells], 0.1)
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


@draws("none", "uncaged")
def draw_nothing(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """What other layers show already."""
    del sheet, layer, marks, solution


@draws("band")
def draw_band(sheet: Sheet, layer: Layer, marks: Marks, solution: bool) -> None:
    """Grey rows for the marks on their left whose glyph is ``#``; others stay white."""
    board = sheet.puzzle.board
    if isinstance(board, Rect):
        grey = [s for s, value in marks.items() if s.x < 0 and layer.look.glyphs.get(value) == "#"]
        sheet.fill("tint", layer.name, solution, [c for side in grey for c in board.line_from(side)])


_TINTS = 5


@draws("region")
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
    badges: list[Shape] = []
    for label, *asked in sheet.puzzle.keys.get(layer.look.key, ()):
        if label in groups:
            badges += _badge(sheet, groups[label][-1], _asked(*asked))
    sheet.add("clue", layer.name, solution, badges)


def _badge(sheet: Sheet, cell: Spot, text: str) -> list[Shape]:
    """What is asked of a region, on the lower right corner of its last cell."""
    x, y = sheet.places.at(cell)
    size = fitted(text, 0.8, 0.27)
    wide, high = max(width(text) * size + 0.1, 0.29), 0.29
    middle, level = x + 0.56 - wide / 2, y + 0.57 - high / 2
    box = Rectangle("badge", middle - wide / 2, level - high / 2, wide, high, 0.08)
    return [box, Text("text", middle, level, text, size)]


_SIGNS = {"equal": "=", "unequal": "≠", "less": "<", "greater": ">", "at most": "≤", "at least": "≥", "sum": ""}


def _asked(kind: str, value: Any = None) -> str:
    """A region's condition, as short as it can be."""
    return _SIGNS.get(kind, kind) + ("" if value is None else str(value))
