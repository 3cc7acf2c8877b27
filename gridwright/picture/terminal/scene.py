"""The scene: everything to draw on a board, by spot, independent of layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import GivenLayer, Layer
from ...language.look import group_borders, port
from ...language.puzzle import Puzzle, State
from .chars import ARMS, DOT, FILL, GIVEN_FILL, HOLE_FILL, TINT, printable, seven_bit, seven_bit_glyph, sums, word

Marks = Mapping[Spot, Any]
THIN, THICK, DASHED = 1, 2, 4
"""The kinds of borders; a sum of them is a border that is both."""
_TURNED = {"<": "^", ">": "v"}
_UNLIKE_BORDERS = {"-": "=", "|": "H"}
"""Symbols on corners that would look like the borders there."""
_HEADS = str.maketrans("┬┌", "TL")
"""Pieces of lines in headings, where plain characters are wanted."""
_PLACED = {"cells", "links", "edges", "corners", "middles"}
"""Where a layer's marks stand inside the board."""


@dataclass
class Scene:
    """What is to be drawn, by spot."""

    board: Rect
    ascii: bool = False
    words: dict[Spot, list[str]] = field(default_factory=dict)
    """Text on a spot, from all layers."""
    small: dict[Spot, str] = field(default_factory=dict)
    """Text in the upper left corner of a cell."""
    quarters: dict[Spot, tuple[str, ...]] = field(default_factory=dict)
    """Four numbers of a cell: above, right, left, below."""
    flanks: dict[Spot, str] = field(default_factory=dict)
    """Strokes at both sides of what stands in a cell."""
    fills: dict[Spot, str] = field(default_factory=dict)
    """Shaded cells, with the character that fills them."""
    lines: dict[Spot, int] = field(default_factory=dict)
    """Lines along links, thin or thick."""
    arms: dict[Spot, tuple[int, int, int, int]] = field(default_factory=dict)
    """Pieces of lines in a cell, as thick as they are upwards, to the right, downwards, to the left."""
    bridges: dict[Spot, int] = field(default_factory=dict)
    borders: dict[Spot, int] = field(default_factory=dict)
    joined: set[Spot] = field(default_factory=set)
    crosses: set[Spot] = field(default_factory=set)
    outside: dict[str, dict[str, dict[Spot, list[str]]]] = field(default_factory=dict)
    """Clues outside the board by side (top, left, right, bottom), layer and spot: what each tells, in order."""
    headings: dict[str, str] = field(default_factory=dict)
    """The characters that tell what the clues outside of a layer count."""
    tones: dict[Spot, str] = field(default_factory=dict)
    """What is said of a spot's colour: ``answer`` if its marks are not given, ``block`` for black cells."""
    looks: set[str] = field(default_factory=set)
    """The kinds of looks that the genre has: of them ``line`` is through cells, ``fence`` along edges; ``frame`` if the
    puzzle tells which parts of the frame are walls."""
    open_walls: bool = False
    """Whether the answer draws borders."""
    bricks: bool = False
    """Whether cells are two columns wide, each half a cell off those above."""

    def at(self, spot: Spot) -> Spot:
        """Where a spot of the puzzle's board is drawn."""
        y, x = spot
        return Spot(y, x + 1) if self.bricks and y % 2 and x > 0 else spot

    def told(self, spot: Spot) -> str:
        """The text on a spot: those of all layers, one behind the other."""
        parts = self.words.get(spot)
        if not parts:
            return ""
        if len(parts) > 1:
            parts = [part for part in parts if part != " "] or parts[:1]
        text = parts[0]
        for part in parts[1:]:
            text += f":{part}" if text[-1:].isdigit() and part[:1].isdigit() else part
        return text


def scene_of(puzzle: Puzzle, board: Rect, state: State | None, ascii: bool) -> Scene:
    """What is to be drawn of a puzzle, with the marks of a state if there is one."""
    scene = Scene(board, ascii)
    _tell_looks(scene, puzzle)
    model = cache(lambda: puzzle.genre(puzzle))
    for name, layer in puzzle.genre.layers.items():
        given: Marks = puzzle.given.get(name, {})
        found: Marks = state.marks.get(name, {}) if state is not None else {}
        marks = {**given, **found} if found else given
        if marks and layer.look.kind != "none":
            _add(scene, puzzle, layer, marks, given, model)
        for spot, value in found.items():
            if value is not False and given.get(spot, False) != value:
                scene.tones[spot] = "answer"
    if ascii:
        _bracket(scene)
    if puzzle.genre.ground.cell > 1:
        return _bricked(scene)
    _outline(scene)
    return scene


def _add(
    scene: Scene, puzzle: Puzzle, layer: Layer, marks: Marks, given: Marks, model: Callable[[], Genre]
) -> None:
    """Adds the marks of a layer."""
    nothing = _nothing(layer)
    absent = [s for s, value in marks.items() if value is False or (nothing is not None and value == nothing)]
    shown = {s: value for s, value in marks.items() if value is not False} if absent else marks
    kind = layer.look.kind
    if absent and not isinstance(layer, GivenLayer) and _is_partial(scene.board, layer, marks, model):
        scene.crosses.update(absent)
        if nothing is not None:
            shown = {s: value for s, value in shown.items() if value != nothing}
    if layer.on not in _PLACED:
        shown = _inside(scene, layer, shown)
    symbols = str(puzzle.keys.get(layer.look.key) or "") if layer.look.key else ""
    if layer.look.plain == "text" and kind not in _ADDERS:
        _add_texts(scene, layer, shown, symbols)
        if kind == "grouped" and len(marks) > len(given):
            _add_group_borders(scene, marks)
    elif kind in _ADDERS:
        _ADDERS[kind](scene, layer, shown, given)
    else:
        _ADDERS.get(layer.look.plain, _add_symbols)(scene, layer, shown, given)


def _nothing(layer: Layer) -> Any:
    """The value that says that there is nothing on a spot; None if there is no such value."""
    if isinstance(layer, GivenLayer):
        return None
    return 0 if layer.look.kind == "bridge" else next((v for v, g in layer.look.glyphs.items() if g == " "), None)


def _is_partial(board: Rect, layer: Layer, marks: Marks, model: Callable[[], Genre]) -> bool:
    """Whether some spot of a layer of the answer is neither marked nor known to be without a mark."""
    if isinstance(layer.on, str):
        return any(spot not in marks for spot in getattr(board, layer.on))
    return any(place[0] not in marks for place in layer.places(model()))


# -- marks by the kind of their looks ---------------------------------------------------------------------------------

Adder = Callable[[Scene, Layer, Marks, Marks], None]
"""Adds the marks of a layer, of which those in the last argument are given."""
_ADDERS: dict[str, Adder] = {}


def adds(kind: str) -> Callable[[Adder], Adder]:
    """Makes a function the one that adds marks with looks of a kind; other kinds are drawn as the plainer one."""

    def enter(adder: Adder) -> Adder:
        _ADDERS[kind] = adder
        return adder

    return enter


def _inside(scene: Scene, layer: Layer, marks: Marks) -> Marks:
    """Notes the marks that stand outside the board; those that do not, come back."""
    bottom, right = 2 * scene.board.n_rows, 2 * scene.board.n_cols
    within = {}
    for spot, value in marks.items():
        y, x = spot
        if 0 <= y <= bottom and 0 <= x <= right:
            within[spot] = value
            continue
        side = "top" if y < 0 else "left" if x < 0 else "right" if x > right else "bottom"
        clues = scene.outside.setdefault(side, {}).setdefault(layer.name, {})
        clues[spot] = [_part(scene, layer, v) for v in (value if isinstance(value, tuple) else (value,))] or ["0"]
        if layer.look.heading:
            heading = layer.look.heading.translate(_HEADS) if scene.ascii else layer.look.heading
            scene.headings[layer.name] = _plainly(scene, heading)
    return within


def _part(scene: Scene, layer: Layer, value: Any) -> str:
    """One of the values of a clue outside; nothing is told of those that are None."""
    glyph = layer.look.glyphs.get(value)
    if glyph is not None:
        return seven_bit_glyph(layer.look, glyph, value) if scene.ascii else glyph
    return "" if value is None else _plainly(scene, word(value))


def _plainly(scene: Scene, text: str) -> str:
    """The text in the characters that may be used."""
    return seven_bit(text) if scene.ascii else text


def _put(scene: Scene, spot: Spot, text: str) -> None:
    if text:
        scene.words.setdefault(spot, []).append(text)


def _add_texts(scene: Scene, layer: Layer, marks: Marks, symbols: str) -> None:
    """Values, or the characters that stand for 1, 2, 3, ..."""
    block = layer.look.kind == "block"
    for spot, value in marks.items():
        own = symbols[value - 1] if symbols and isinstance(value, int) and 0 < value <= len(symbols) else ""
        if not own or not (own.isascii() or not scene.ascii):
            own = _text(scene, layer, value)
        _put(scene, spot, printable(own))
        if block and own.isalnum():
            scene.tones[spot] = "block"


def _text(scene: Scene, layer: Layer, value: Any) -> str:
    """A value as it is written."""
    glyph = layer.look.glyphs.get(value) if layer.look.glyphs else None
    if scene.ascii and value in layer.look.seven_bit:
        return layer.look.seven_bit[value]
    return _plainly(scene, word(value) if glyph is None else glyph)


@adds("split")
def _add_splits(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    del layer, given
    for spot, value in marks.items():
        _put(scene, spot, _plainly(scene, sums(value)))


@adds("compass")
def _add_quarters(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    del layer, given
    for spot, value in marks.items():
        scene.quarters[spot] = tuple("" if n is None else str(n) for n in value)


@adds("small")
def _add_small(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    """Values in the corner of their cells."""
    del given
    for spot, value in marks.items():
        text = _text(scene, layer, value)
        if text:
            scene.small[spot] = scene.small.get(spot, "") + text


def _bracket(scene: Scene) -> None:
    """Puts what would be taken for a border in brackets."""
    for spot, text in scene.small.items():
        if text[:1] in "+-":
            scene.small[spot] = f"({text})"


@adds("symbol")
def _add_symbols(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    """A character for each value; pieces of lines join with the lines that there are."""
    glyphs, ports = layer.look.glyphs, layer.look.ports
    for spot, value in marks.items():
        glyph = printable(glyphs.get(value, str(value)))
        if value in ports:
            glyph = port(glyph, ports[value], *spot, 2 * scene.board.n_rows)
        if spot[0] % 2 and spot[1] % 2 and glyph in ARMS:
            if "line" in scene.looks and isinstance(layer, GivenLayer) and not scene.ascii:
                up, right, down, left = ARMS[glyph]
                scene.arms[spot] = (2 * up, 2 * right, 2 * down, 2 * left)
                continue
            if glyph in "─│" and "line" not in scene.looks:
                scene.flanks[spot] = _plainly(scene, glyph)
                if spot in scene.words:
                    continue
        if scene.ascii:
            glyph = seven_bit_glyph(layer.look, glyph, value)
            glyph = glyph if spot[0] % 2 or spot[1] % 2 else _UNLIKE_BORDERS.get(glyph, glyph)
        _put(scene, spot, glyph)
    del given


@adds("sign")
def _add_signs(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    """Signs that open towards the larger of two cells, whichever way they lie."""
    del layer, given
    for spot, value in marks.items():
        _put(scene, spot, value if spot[0] % 2 else _TURNED[value])


@adds("shade")
def _add_fills(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    """Shaded cells: those of the answer are darker than what is given."""
    fill = {"uncaged": TINT, "hole": HOLE_FILL}.get(layer.look.kind, GIVEN_FILL)
    scene.fills.update(dict.fromkeys(marks, fill) if isinstance(layer, GivenLayer) else {
        spot: fill if spot in given else FILL for spot in marks
    })


@adds("line")
def _add_lines(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    """Lines: those of the answer along links are thinner than what is given."""
    if layer.on == "edges":
        _add_borders(scene, layer, marks, given)
    else:
        scene.lines.update({spot: THICK if spot in given else THIN for spot in marks})


@adds("wall")
def _add_borders(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    del given
    kind, borders = DASHED if layer.look.kind == "cage" else THICK, scene.borders
    for spot in marks:
        borders[spot] = borders.get(spot, 0) | kind


def _add_group_borders(scene: Scene, values: Marks) -> None:
    """Borders between cells with different values; given borders stay what they are."""
    scene.looks.add("wall")
    for spot in group_borders(scene.board, values):
        if spot not in scene.borders:
            scene.borders[spot] = THICK
            scene.tones[spot] = "answer"


@adds("join")
def _add_joints(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    del layer, given
    scene.joined.update(marks)


@adds("bridge")
def _add_bridges(scene: Scene, layer: Layer, marks: Marks, given: Marks) -> None:
    del layer, given
    scene.bridges.update({spot: int(n) for spot, n in marks.items() if n})


# -- the board itself -------------------------------------------------------------------------------------------------


def _tell_looks(scene: Scene, puzzle: Puzzle) -> None:
    for name, layer in puzzle.genre.layers.items():
        kind = layer.look.plain
        given = isinstance(layer, GivenLayer)
        if kind == "line" and layer.on == "edges":
            kind = "fence"
        if kind == "wall" and given and layer.on == "edges":
            scene.looks.add("frame")
        if (kind == "wall" or layer.look.kind == "hole") and given and not puzzle.given.get(name):
            continue
        scene.open_walls = scene.open_walls or (kind == "wall" and not given)
        scene.looks.add(kind)


def _outline(scene: Scene) -> None:
    """The borders that nobody marked: the frame, and those around the pieces that ``join`` makes."""
    board, borders = scene.board, scene.borders
    if "join" in scene.looks:
        for link in board.links:
            if link not in scene.joined:
                borders.setdefault(link, THIN)
    if "fence" in scene.looks:
        return
    weight = THICK if "wall" in scene.looks and "frame" not in scene.looks else THIN
    for edge in _frame(board):
        borders.setdefault(edge, weight)


def _frame(board: Rect) -> Iterable[Spot]:
    """The edges that have a cell at one side only."""
    if board.holes:
        return [edge for edge in board.edges if len(board.faces(edge)) == 1]
    bottom, right = 2 * board.n_rows, 2 * board.n_cols
    return [
        *(Spot(y, x) for x in range(1, right, 2) for y in (0, bottom)),
        *(Spot(y, x) for y in range(1, bottom, 2) for x in (0, right)),
    ]


def _bricked(scene: Scene) -> Scene:
    """The same scene with bricks instead of cells: half a column wider at both sides, so that their middles are where
    the borders of cells would be, and their borders where the middles are of the holes between them."""
    board = scene.board
    out = Scene(Rect.of(board.n_rows, board.n_cols + 1, Rect.of(board.n_rows, board.n_cols + 1).cells), scene.ascii)
    out.bricks, out.looks, out.outside, out.headings = True, scene.looks, scene.outside, scene.headings
    for cell in board.cells:
        y, x = middle = out.at(cell)
        out.words[middle] = [scene.told(cell) or DOT]
        if cell in scene.tones:
            out.tones[middle] = scene.tones[cell]
        for edge in ((y - 1, x - 1), (y - 1, x + 1), (y, x + 2), (y + 1, x + 1), (y + 1, x - 1), (y, x - 2)):
            out.borders[Spot(*edge)] = THIN
    return out
