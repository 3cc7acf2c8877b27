"""Boards as lines of characters, for terminals and for ``str(puzzle)``.

Each layer is drawn by its look (``scene``). The looks of a board together determine the room for a cell (``room``). If
a board is wider than the terminal, the room shrinks in steps down to one or two characters per cell; if it is still too
wide, it is cut into strips. Boards that are not rectangles are listed.

Weight distinguishes given marks from found ones: given lines through cells are thick, given shaded cells lighter; in
colour, given text is bold. Borders of areas are thick, borders of cages dashed, and borders of both thick and dashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from shutil import get_terminal_size
from textwrap import wrap
from types import MappingProxyType
from typing import Any

from ...board.board import AREA, EDGE, NODE, Board, Graph, Point, Spot
from ...board.rect import Rect
from ...language.faults import ShownFault
from ...language.genre import Genre
from ...language.layers import GivenLayer, Layer
from ...language.puzzle import Drawing, Puzzle, State
from ..words import are_drawings, in_words, is_partial, marked_layers, title_of, values_beside
from .canvas import FILL, printable, seven_bit, side_by_side, text_width, word
from .painter import Painter
from .room import TerminalLayout, rooms
from .scene import Scene, scene_of

__all__ = ["ShownFault", "board_text", "is_cut", "notes_text", "printable", "side_by_side", "text_width"]


def board_text(
    puzzle: Puzzle,
    state: State | None = None,
    *,
    ascii: bool = False,
    colour: bool = False,
    violations: Iterable[ShownFault] = (),
    differs: Iterable[Spot] = (),
    reason: Iterable[Spot] = (),
    fresh: Iterable[Spot] = (),
    width: int | None = None,
    notes: bool = True,
) -> str:
    """A puzzle, with the marks of a state if there is one, as lines of text.

    ``ascii`` uses 7-bit characters only; ``colour`` adds the codes of terminals. ``!`` (or reverse video, in colour)
    marks the spots of ``violations``, those where another answer ``differs``, and those where a step of a solution
    finds something ``fresh``; ``'`` (or an underline) marks the spots of its ``reason``.

    A board that is wider than ``width`` (by default the terminal's) gets less room and, if it is still too wide, is cut
    into strips of columns below each other. ``notes`` adds the values for the whole puzzle below the board. Marks known
    to be absent are crosses until their layer is complete.
    """
    width = width or get_terminal_size().columns
    faults = list(violations)
    marks = {
        **dict.fromkeys(differs, "other"), **dict.fromkeys(reason, "reason"), **dict.fromkeys(fresh, "fresh"),
        **{spot: "wrong" for fault in faults for spot in fault.at},
    }  # fmt: skip
    if isinstance(puzzle.board, Rect):
        lines = painted(scene_of(puzzle, puzzle.board, state, ascii), width, colour, marks)
    else:
        lines = listing(puzzle, state, width, marks)
    below = notes_text(puzzle, width=width) if notes else ""
    text = "\n".join([*lines, *([below] if below else [])])
    return seven_bit(text) if ascii else text


def is_cut(puzzle: Puzzle, width: int) -> bool:
    """Whether a board is wider than ``width`` even with the least room, so that it is cut into strips."""
    if not isinstance(puzzle.board, Rect) or 2 * puzzle.board.n_cols < width // 2:
        return False
    scene = scene_of(puzzle, puzzle.board, None, False)
    return min(TerminalLayout(scene, room, frozenset()).width for room in rooms(scene)) > width


def notes_text(puzzle: Puzzle, *, ascii: bool = False, width: int | None = None) -> str:
    """The values for the whole puzzle (``mines: 10``), each in one or more lines; empty if there are none."""
    lines: list[str] = []
    columns = max(width or get_terminal_size().columns, 30)
    for name, value, look in values_beside(puzzle, _in_text):
        title = title_of(name, look)
        if are_drawings(value):
            drawings = (_drawing(puzzle.genre, n, drawing, ascii, columns) for n, drawing in enumerate(value, 1))
            lines += _gallery(title, drawings, columns)
        elif look.kind == "pieces" and all(map(_pentomino, value)):
            lines += _gallery(title, map(_piece, value), columns)
        else:
            words = printable(f"{title}: {in_words(value, look)}")
            lines += wrap(words, columns, subsequent_indent="  ", break_on_hyphens=False)
    text = "\n".join(lines)
    return seven_bit(text) if ascii else text


def _in_text(_puzzle: Puzzle, layer: Layer, _value: Any) -> bool:
    """Whether a layer shows its key in text: signs for numbers, but not demands on regions."""
    return layer.look.kind == "text"


def _gallery(title: str, drawings: Iterable[str], columns: int) -> list[str]:
    """A title, and drawings below it, as many side by side as fit."""
    rows: list[str] = []
    for drawing in drawings:
        beside = side_by_side(rows[-1], drawing, 2) if rows else ""
        if beside and max(map(text_width, beside.split("\n"))) <= columns:
            rows[-1] = beside
        else:
            rows.append(drawing)
    return [f"{title}:", *(line for row in rows for line in row.split("\n"))]


def _drawing(genre: type[Genre], number: int, drawing: Drawing, ascii: bool, columns: int) -> str:
    """A drawing with its number above it."""
    puzzle = Puzzle.of(genre, drawing.board, {})
    scene = scene_of(puzzle, drawing.board, State(puzzle, drawing.marks), ascii)
    return "\n".join([f"{number}:", *painted(scene, columns)])


def _piece(letter: str) -> str:
    """A pentomino with its letter above it, two characters per cell."""
    return "\n".join([f"{letter}:", *(row.replace(" ", "  ").replace("#", FILL * 2) for row in _pentomino(letter))])


def _pentomino(letter: str) -> Sequence[str]:
    """The rows of a pentomino; empty for any other letter."""
    from ...rules.pieces import PENTOMINOES

    return PENTOMINOES.get(letter, ())


# -- rectangular boards -----------------------------------------------------------------------------------------------

NOTHING_MARKED: Mapping[Spot, str] = MappingProxyType({})


def painted(
    scene: Scene, width: int, colour: bool = False, marks: Mapping[Spot, str] = NOTHING_MARKED
) -> list[str]:
    """The lines of the picture, with as much room as fits; ``marks`` are the tones of marked spots.

    A board that is too wide even with the least room is cut into strips of columns, each below a line with the numbers
    of these columns.
    """
    marks = {scene.at(spot): tone for spot, tone in marks.items()}
    layouts = (TerminalLayout(scene, room, frozenset() if colour else frozenset(marks)) for room in rooms(scene))
    for layout in layouts:
        if layout.width <= width:
            break
    canvas = Painter(layout, colour).paint(marks)
    parts = _strips(layout, width)
    if len(parts) == 1:
        return canvas.lines([(0, layout.width)])
    lines: list[str] = []
    for first, last, spans in parts:
        heading = f"columns {first} to {last} of {scene.board.n_cols}:"
        lines += [heading if len(heading) <= width else f"{first}-{last}:", *canvas.lines(spans)]
    return lines


def _strips(layout: TerminalLayout, width: int) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """The strips of a board: the first and last column of each, and its columns of the canvas. The border between two
    strips is in both."""
    parts = []
    for start, end in pairwise([0, *_cuts(layout, width)]):
        span = (layout.left[start], _end(layout, end))
        parts.append((start // 2 + 1, end // 2, [(0, layout.left[0]), span] if start else [(0, span[1])]))
    return parts


def _cuts(layout: TerminalLayout, width: int) -> list[int]:
    """The gaps where strips end. Strips are as wide as possible, or of equal width if that takes no more of them."""
    if layout.width <= width:
        return [layout.right]
    margin, ends = layout.left[0], [0]
    while ends[-1] < layout.right:
        end = start = ends[-1]
        while end < layout.right and (end == start or margin + _end(layout, end + 2) - layout.left[start] <= width):
            end += 2
        ends.append(end)
    del ends[0]
    columns = layout.right // 2
    size = 2 * -(-columns // len(ends))
    even = [*range(size, layout.right, size), layout.right]
    fits = all(margin + _end(layout, b) - layout.left[a] <= width for a, b in pairwise([0, *even]))
    return even if fits else ends


def _end(layout: TerminalLayout, gap: int) -> int:
    """The column of the canvas where a strip with this last gap ends."""
    return layout.width if gap == layout.right else layout.left[gap + 1]


# -- other boards -----------------------------------------------------------------------------------------------------

_TITLES = {"wrong": "wrong", "other": "different", "reason": "reason", "fresh": "new"}


def listing(puzzle: Puzzle, state: State | None, width: int, marks: Mapping[Spot, str]) -> list[str]:
    """Lists the marks of each layer with their places, then the marked spots; ``marks`` are the tones of these."""
    board = puzzle.board
    lines: list[str] = []
    for layer, given, found in marked_layers(puzzle, state):
        known = {**given, **found}
        shown = [s for s in sorted(known) if known[s] is not False]
        lines += _paragraph(layer.name, (_item(board, s, known[s]) for s in shown), width) if known else []
        absent = [] if isinstance(layer, GivenLayer) else [s for s in sorted(known) if known[s] is False]
        if absent and is_partial(board, layer, known, lambda: puzzle.genre(puzzle)):
            lines += _paragraph(f"no {layer.name}", (_item(board, s, True) for s in absent), width)
    for tone, name in _TITLES.items():
        spots = sorted(spot for spot, other in marks.items() if other == tone)
        lines += _paragraph(name, (_item(board, s, True) for s in spots), width) if spots else []
    return lines or [puzzle.in_short]


def _paragraph(name: str, items: Iterable[str], width: int) -> list[str]:
    # Lines must not be broken at the blanks inside an item.
    text = ", ".join(item.replace(" ", "\0") for item in items)
    lines = wrap(f"{name}: {text}", max(width, 20), subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _item(board: Board, spot: Spot, value: Any) -> str:
    name = f"{board.name(spot)}{_place(board, spot)}"
    return name if value is True else f"{name}={word(value)}"


def _place(board: Board, spot: Spot) -> str:
    """The coordinates of a node, of a point inside an area, or of the ends of an edge; empty for other boards."""
    if not isinstance(board, Graph):
        return ""
    number, kind = spot
    points: list[Point] = []
    if kind == EDGE:
        points = [board.nodes[tip] for tip in board.arcs[number]]
    elif kind in (AREA, NODE):
        points = [(board.points if kind == AREA else board.nodes)[number]]
    coordinates = "-".join(f"({x:.4g},{y:.4g})" for x, y in points)
    return f" {coordinates}" if coordinates else ""
