"""Scenes: everything that the terminal draws on a board, by spot, without the layers that it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import GivenLayer, Layer
from ...language.puzzle import Puzzle, State
from ...language.shapes import MarksBySpot
from ..places import RectPlaces
from ..words import is_partial, marked_layers
from .canvas import ARMS, DOT, FILL, GIVEN_FILL, HOLE_FILL, printable, seven_bit, seven_bit_glyph, word

THIN, THICK, DASHED = 1, 2, 4
"""The kinds of borders, as flags."""
_CIRCLE = "○"
"""An empty circle."""
_UNLIKE_BORDERS = {"-": "=", "|": "H"}
"""Replacements for symbols that would look like borders on corners."""
_ON_BOARD = {"cells", "links", "edges", "corners", "middles"}
"""The values of ``Layer.on`` for marks inside the board."""


@dataclass
class Scene:
    """What to draw, by spot."""

    board: Rect
    ascii: bool = False
    words: dict[Spot, list[str]] = field(default_factory=dict)
    """Text on a spot, from all layers."""
    small: dict[Spot, str] = field(default_factory=dict)
    """Text in the upper left corner of a cell."""
    around: dict[Spot, tuple[Sequence[str], str]] = field(default_factory=dict)
    """Four texts around the middle of a cell, above, right, left and below, and a short one if there is no room."""
    flanks: dict[Spot, str] = field(default_factory=dict)
    """Strokes on both sides of the text in a cell."""
    fills: dict[Spot, str] = field(default_factory=dict)
    """Shaded cells, with the character that fills them."""
    lines: dict[Spot, int] = field(default_factory=dict)
    """The weights of lines along links, thin or thick."""
    arms: dict[Spot, tuple[int, int, int, int]] = field(default_factory=dict)
    """The weights of pieces of lines in a cell: above, right, below, left."""
    rails: dict[Spot, int] = field(default_factory=dict)
    """The numbers of parallel lines along links."""
    borders: dict[Spot, int] = field(default_factory=dict)
    crosses: set[Spot] = field(default_factory=set)
    outside: dict[str, dict[str, dict[Spot, list[str]]]] = field(default_factory=dict)
    """The values of clues outside the board, by side (top, left, right, bottom), layer and spot."""
    headings: dict[str, str] = field(default_factory=dict)
    """The characters that say what the clues outside count, by layer."""
    tones: dict[Spot, str] = field(default_factory=dict)
    """The tones of spots: ``answer`` if their marks are not given, ``block`` for black cells."""
    looks: set[str] = field(default_factory=set)
    """The kinds of looks that the genre has; ``line`` through cells, ``fence`` for lines along edges, and ``frame`` if
    the puzzle says which parts of the frame are walls."""
    spread: set[str] = field(default_factory=set)
    """``walls`` or ``rails`` if these need room between all cells."""
    bricks: bool = False
    """Whether cells are two columns wide and staggered by half a cell."""

    def at(self, spot: Spot) -> Spot:
        """The spot of the scene where a spot of the puzzle's board is drawn."""
        y, x = spot
        return Spot(y, x + 1) if self.bricks and y % 2 and x > 0 else spot

    def text(self, spot: Spot) -> str:
        """The texts of all layers on a spot, joined."""
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
    """The scene of a puzzle, with the marks of a state if there is one."""
    scene = Scene(board, ascii)
    _note_looks(scene, puzzle)
    model = cache(lambda: puzzle.genre(puzzle))
    for layer, given, found in marked_layers(puzzle, state):
        marks = {**given, **found} if found else given
        if (marks or layer.look.traits.always) and layer.look.kind != "none":
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
    scene: Scene, puzzle: Puzzle, layer: Layer, marks: MarksBySpot, given: MarksBySpot, model: Callable[[], Genre]
) -> None:
    """Adds the marks of a layer."""
    nothing = None if isinstance(layer, GivenLayer) else layer.look.nothing
    absent = [s for s, value in marks.items() if value is False or (nothing is not None and value == nothing)]
    shown = {s: value for s, value in marks.items() if value is not False} if absent else marks
    kind = layer.look.kind
    if absent and not isinstance(layer, GivenLayer) and is_partial(scene.board, layer, marks, model):
        scene.crosses.update(absent)
        if nothing is not None:
            shown = {s: value for s, value in shown.items() if value != nothing}
    if layer.on not in _ON_BOARD:
        shown = _inside(scene, layer, shown)
    pen = ScenePen(scene, layer, given, str(puzzle.keys.get(layer.look.key) or "") if layer.look.key else "")
    adder = layer.look.traits.terminal or _ADDERS.get(kind) or _ADDERS.get(layer.look.plain, _add_symbols)
    adder(pen, shown)


class ScenePen:
    """Adds the marks of one layer to a scene. See ``language.shapes.Screen``."""

    def __init__(self, scene: Scene, layer: Layer, given: MarksBySpot, signs: str = "") -> None:
        """``signs`` are the characters that replace 1, 2, 3, ..."""
        self.scene, self.board, self.layer, self.look = scene, scene.board, layer, layer.look
        self.given, self.signs = given, signs

    def draw(self, kind: str, marks: MarksBySpot, glyphs: Mapping[Spot, str] | None = None) -> None:
        if glyphs is None:
            _ADDERS[kind](self, marks)
        else:
            _add_glyphs(self, marks, glyphs)

    def write(self, spot: Spot, text: str) -> None:
        if text:
            self.scene.words.setdefault(spot, []).append(_plainly(self.scene, printable(text)))

    def write_around(self, spot: Spot, numbers: Sequence[str], short: str) -> None:
        self.scene.around[spot] = numbers, short

    def text(self, cell: Spot) -> str:
        return self.scene.words[cell][-1]

    def black(self, cell: Spot) -> None:
        self.scene.tones[cell] = "block"

    def fill(self, cells: Iterable[Spot], char: str) -> None:
        self.scene.fills.update(dict.fromkeys(cells, char))

    def border(self, edge: Spot, weight: str = "thick") -> None:
        borders = self.scene.borders
        if weight in ("thick", "dashed"):
            borders[edge] = borders.get(edge, 0) | (DASHED if weight == "dashed" else THICK)
        elif edge not in borders:
            borders[edge] = THIN if weight == "thin" else THICK
            if weight == "answer":
                self.scene.looks.add("wall")
                self.scene.tones[edge] = "answer"

    def rails(self, link: Spot, number: int) -> None:
        self.scene.rails[link] = number

    def spread(self, what: str) -> None:
        self.scene.spread.add(what)


# -- marks by kinds of looks ------------------------------------------------------------------------------------------

def _inside(scene: Scene, layer: Layer, marks: MarksBySpot) -> MarksBySpot:
    """Notes the marks outside the board; returns the others."""
    side_of = RectPlaces(scene.board).outside
    within = {}
    for spot, value in marks.items():
        side = side_of(spot)
        if not side:
            within[spot] = value
            continue
        clues = scene.outside.setdefault(side, {}).setdefault(layer.name, {})
        clues[spot] = [_part(scene, layer, v) for v in (value if isinstance(value, tuple) else (value,))] or ["0"]
        if layer.look.heading:
            plain = layer.look.seven_bit if scene.ascii else {}
            scene.headings[layer.name] = _plainly(scene, "".join(plain.get(c, c) for c in layer.look.heading))
    return within


def _part(scene: Scene, layer: Layer, value: Any) -> str:
    """One of the values of a clue outside as text; empty for None."""
    glyph = layer.look.glyphs.get(value)
    if glyph is not None:
        return seven_bit_glyph(layer.look, glyph, value) if scene.ascii else glyph
    return "" if value is None else _plainly(scene, word(value))


def _plainly(scene: Scene, text: str) -> str:
    """The text, in 7-bit characters if no others are allowed."""
    return seven_bit(text) if scene.ascii else text


def _add_texts(pen: ScenePen, marks: MarksBySpot) -> None:
    """Values, or the characters that a key gives for them."""
    signs, ascii = pen.signs, pen.scene.ascii
    for spot, value in marks.items():
        text = signs[value - 1] if signs and isinstance(value, int) and 0 < value <= len(signs) else ""
        if not text or (ascii and not text.isascii()):
            text = _text(pen, value)
        if text:
            pen.scene.words.setdefault(spot, []).append(printable(text))


def _text(pen: ScenePen, value: Any) -> str:
    """A value as text, by its look."""
    look = pen.look
    if pen.scene.ascii and value in look.seven_bit:
        return look.seven_bit[value]
    glyph = look.glyphs.get(value) if look.glyphs else None
    text = word(value) if glyph is None else glyph
    return _plainly(pen.scene, text or (_CIRCLE if look.kind == "island" else ""))


def _add_small(pen: ScenePen, marks: MarksBySpot) -> None:
    """Values in the corners of their cells."""
    for spot, value in marks.items():
        text = _text(pen, value)
        if text:
            pen.scene.small[spot] = pen.scene.small.get(spot, "") + text


def _bracket(scene: Scene) -> None:
    """Puts corner text in brackets if it looks like a border."""
    for spot, text in scene.small.items():
        if text[:1] in "+-":
            scene.small[spot] = f"({text})"


def _add_symbols(pen: ScenePen, marks: MarksBySpot) -> None:
    """A character for each value; pieces of lines join existing lines."""
    _add_glyphs(pen, marks, {})


def _add_glyphs(pen: ScenePen, marks: MarksBySpot, drawn: Mapping[Spot, str]) -> None:
    """Adds symbols; ``drawn`` has other glyphs for some spots."""
    scene, glyphs = pen.scene, pen.look.glyphs
    for spot, value in marks.items():
        glyph = printable(drawn.get(spot) or glyphs.get(value, str(value)))
        if spot[0] % 2 and spot[1] % 2 and glyph in ARMS:
            if "line" in scene.looks and isinstance(pen.layer, GivenLayer) and not scene.ascii:
                up, right, down, left = ARMS[glyph]
                scene.arms[spot] = (2 * up, 2 * right, 2 * down, 2 * left)
                continue
            if glyph in "─│" and "line" not in scene.looks:
                scene.flanks[spot] = _plainly(scene, glyph)
                if spot in scene.words:
                    continue
        if scene.ascii:
            glyph = seven_bit_glyph(pen.look, glyph, value)
            glyph = glyph if spot[0] % 2 or spot[1] % 2 else _UNLIKE_BORDERS.get(glyph, glyph)
        if glyph:
            scene.words.setdefault(spot, []).append(glyph)


def _add_fills(pen: ScenePen, marks: MarksBySpot) -> None:
    """Shaded cells: those of the answer are darker than given ones."""
    if isinstance(pen.layer, GivenLayer):
        pen.fill(marks, HOLE_FILL if pen.look.kind == "hole" else GIVEN_FILL)
    else:
        pen.scene.fills.update((spot, GIVEN_FILL if spot in pen.given else FILL) for spot in marks)


def _add_lines(pen: ScenePen, marks: MarksBySpot) -> None:
    """Lines: those of the answer are thinner than given ones."""
    if pen.layer.on == "edges":
        _add_borders(pen, marks)
    else:
        pen.scene.lines.update((spot, THICK if spot in pen.given else THIN) for spot in marks)


def _add_borders(pen: ScenePen, marks: MarksBySpot) -> None:
    for spot in marks:
        pen.border(spot)


_ADDERS: Mapping[str, Callable[[ScenePen, MarksBySpot], None]] = {
    "text": _add_texts, "small": _add_small, "symbol": _add_symbols, "shade": _add_fills, "line": _add_lines,
    "wall": _add_borders,
}  # fmt: skip
"""How marks are added, by the shared kinds of looks; other kinds are drawn like a plainer one."""


# -- the board itself -------------------------------------------------------------------------------------------------


def _note_looks(scene: Scene, puzzle: Puzzle) -> None:
    for name, layer in puzzle.genre.layers.items():
        kind = layer.look.plain
        given = isinstance(layer, GivenLayer)
        if kind == "line" and layer.on == "edges":
            kind = "fence"
        if kind == "wall" and given and layer.on == "edges":
            scene.looks.add("frame")
        if (kind == "wall" or layer.look.kind == "hole") and given and not puzzle.given.get(name):
            continue
        if kind == "wall" and not given:
            scene.spread.add("walls")
        scene.looks.add(kind)


def _outline(scene: Scene) -> None:
    """Adds the borders of the frame."""
    board, borders = scene.board, scene.borders
    if "fence" in scene.looks:
        return
    weight = THICK if "wall" in scene.looks and "frame" not in scene.looks else THIN
    for edge in _frame(board):
        borders.setdefault(edge, weight)


def _frame(board: Rect) -> Iterable[Spot]:
    """The edges with a cell on one side only."""
    if board.holes:
        return [edge for edge in board.edges if len(board.faces(edge)) == 1]
    bottom, right = 2 * board.n_rows, 2 * board.n_cols
    return [
        *(Spot(y, x) for x in range(1, right, 2) for y in (0, bottom)),
        *(Spot(y, x) for y in range(1, bottom, 2) for x in (0, right)),
    ]


def _bricked(scene: Scene) -> Scene:
    """The scene with bricks instead of cells: half a column wider on both sides, so that the middles of bricks are on
    borders of cells, and their borders on middles of cells."""
    board = scene.board
    out = Scene(Rect.of(board.n_rows, board.n_cols + 1, Rect.of(board.n_rows, board.n_cols + 1).cells), scene.ascii)
    out.bricks, out.looks, out.outside, out.headings = True, scene.looks, scene.outside, scene.headings
    for cell in board.cells:
        y, x = middle = out.at(cell)
        out.words[middle] = [scene.text(cell) or DOT]
        if cell in scene.tones:
            out.tones[middle] = scene.tones[cell]
        for edge in ((y - 1, x - 1), (y - 1, x + 1), (y, x + 2), (y + 1, x + 1), (y + 1, x - 1), (y, x - 2)):
            out.borders[Spot(*edge)] = THIN
    return out
