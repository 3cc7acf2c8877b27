"""Boards as lines of characters, for terminals and for ``str(puzzle)``.

Every layer is drawn as its look says (``scene``). What all looks of a board have in common decides how much room a cell
gets (``room``); when a board is wider than the terminal, the room shrinks in steps down to a character or two per cell,
and what is wider still comes in strips below each other. Boards that are no rectangles are listed.

What is given is told from what is found by its weight: given lines through cells are thick, given shaded cells a tone
lighter; in colour, given text is bold. Borders of areas are thick, those of cages dashed, and both thick dashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from shutil import get_terminal_size
from textwrap import wrap
from types import MappingProxyType
from typing import Any

from ...board.board import Board, Point, Spot
from ...board.graph import AREA, EDGE, NODE, Graph
from ...board.rect import Rect
from ...language.faults import ShownFault
from ...language.genre import Genre
from ...language.layers import GivenLayer, Layer
from ...language.puzzle import Drawing, Puzzle, State
from ...rules.pieces import PENTOMINOES
from ..words import in_words, title_of, told
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

    ``ascii`` uses 7-bit characters only; ``colour`` puts in the codes of terminals. Marked with ``!`` (or reversed, in
    colour) are the spots of ``violations``, those where another answer ``differs``, and those where a step of a
    solution finds something ``fresh``; with ``'`` (or underlined) those that are its ``reason``.

    A board that is wider than ``width`` (the terminal's) gets less room, and is cut into strips of columns below each
    other if there is none to spare.
    ``notes`` adds what concerns the whole puzzle below the board.
    Marks known to be absent show as crosses as long as a layer is not complete.
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
    told = notes_text(puzzle, width=width) if notes else ""
    text = "\n".join([*lines, *([told] if told else [])])
    return seven_bit(text) if ascii else text


def is_cut(puzzle: Puzzle, width: int) -> bool:
    """Whether a board is wider than so many columns even with the least room, so that it comes in strips."""
    if not isinstance(puzzle.board, Rect) or 2 * puzzle.board.n_cols < width // 2:
        return False
    scene = scene_of(puzzle, puzzle.board, None, False)
    return min(TerminalLayout(scene, room, frozenset()).width for room in rooms(scene)) > width


def notes_text(puzzle: Puzzle, *, ascii: bool = False, width: int | None = None) -> str:
    """The values that concern the whole puzzle (``mines: 10``), a line or more each; empty if there are none."""
    lines: list[str] = []
    columns = max(width or get_terminal_size().columns, 30)
    for name, value, look in told(puzzle, _in_text):
        title = title_of(name, look)
        if isinstance(value, tuple) and value and all(isinstance(one, Drawing) for one in value):
            drawings = (_drawing(puzzle.genre, n, one, ascii, columns) for n, one in enumerate(value, 1))
            lines += _gallery(title, drawings, columns)
        elif look.kind == "pieces" and PENTOMINOES.keys() >= set(value):
            lines += _gallery(title, map(_piece, value), columns)
        else:
            words = printable(f"{title}: {in_words(value, look)}")
            lines += wrap(words, columns, subsequent_indent="  ", break_on_hyphens=False)
    text = "\n".join(lines)
    return seven_bit(text) if ascii else text


def _in_text(_puzzle: Puzzle, layer: Layer, _value: Any) -> bool:
    """Whether a layer shows its key in text: signs for numbers, but not what is asked of regions."""
    return layer.look.kind == "text"


def _gallery(title: str, drawings: Iterable[str], columns: int) -> list[str]:
    """Drawings, as many beside each other as there is room for."""
    rows: list[str] = []
    for own in drawings:
        beside = side_by_side(rows[-1], own, 2) if rows else ""
        if beside and max(map(text_width, beside.split("\n"))) <= columns:
            rows[-1] = beside
        else:
            rows.append(own)
    return [f"{title}:", *(line for row in rows for line in row.split("\n"))]


def _drawing(genre: type[Genre], number: int, drawing: Drawing, ascii: bool, columns: int) -> str:
    """A drawing below its number."""
    puzzle = Puzzle.of(genre, drawing.board, {})
    scene = scene_of(puzzle, drawing.board, State(puzzle, drawing.marks), ascii)
    return "\n".join([f"{number}:", *painted(scene, columns)])


def _piece(letter: str) -> str:
    """A pentomino below its letter, two characters for each of its cells."""
    return "\n".join([f"{letter}:", *(row.replace(" ", "  ").replace("#", FILL * 2) for row in PENTOMINOES[letter])])


# -- boards as wide as there is room ----------------------------------------------------------------------------------

NOTHING_MARKED: Mapping[Spot, str] = MappingProxyType({})


def painted(
    scene: Scene, width: int, colour: bool = False, marks: Mapping[Spot, str] = NOTHING_MARKED
) -> list[str]:
    """The lines of the picture, with as much room as a width leaves; ``marks`` are the tones of marked spots.

    What is wider even with the least room comes in strips of columns below each other, each under a line that tells
    which columns those are.
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
        told = f"columns {first} to {last} of {scene.board.n_cols}:"
        lines += [told if len(told) <= width else f"{first}-{last}:", *canvas.lines(spans)]
    return lines


def _strips(layout: TerminalLayout, width: int) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """The columns of the board that fit beside each other, from the first on: of each strip its first and last column,
    and which columns of the canvas it takes. Borders between two strips stand in both."""
    ends = _cuts(layout, width)
    parts = []
    for start, end in pairwise([0, *ends]):
        own = (layout.left[start], _end(layout, end))
        spans = [(0, layout.left[0]), own] if start else [(0, own[1])]
        parts.append((start // 2 + 1, end // 2, spans))
    return parts


def _cuts(layout: TerminalLayout, width: int) -> list[int]:
    """The gaps where strips end: a strip takes what fits, or less where all can then be of one size."""
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
    """The column of the canvas where a strip ends whose last gap this is."""
    return layout.width if gap == layout.right else layout.left[gap + 1]


# -- boards that are no rectangles ------------------------------------------------------------------------------------

_TITLES = {"wrong": "wrong", "other": "different", "reason": "reason", "fresh": "new"}


def listing(puzzle: Puzzle, state: State | None, width: int, marks: Mapping[Spot, str]) -> list[str]:
    """A line or more for each layer: its marks in the order of the spots, and where each is; then the spots that are
    marked (``marks`` are their tones)."""
    board = puzzle.board
    lines: list[str] = []
    for name, layer in puzzle.genre.layers.items():
        found: Mapping[Spot, Any] = state.marks.get(name, {}) if state is not None else {}
        known = {**puzzle.given.get(name, {}), **found}
        shown = [s for s in sorted(known) if known[s] is not False]
        lines += _paragraph(name, (_told(board, s, known[s]) for s in shown), width) if known else []
        absent = [s for s in sorted(known) if known[s] is False]
        if absent and not isinstance(layer, GivenLayer) and len(known) < len(getattr(board, str(layer.on), ())):
            lines += _paragraph(f"no {name}", (_told(board, s, True) for s in absent), width)
    for tone, name in _TITLES.items():
        spots = sorted(spot for spot, own in marks.items() if own == tone)
        lines += _paragraph(name, (_told(board, s, True) for s in spots), width) if spots else []
    return lines or [puzzle.in_short]


def _paragraph(name: str, items: Iterable[str], width: int) -> list[str]:
    # Blanks inside an item must not be where a line breaks.
    text = ", ".join(item.replace(" ", "\0") for item in items)
    lines = wrap(f"{name}: {text}", max(width, 20), subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _told(board: Board, spot: Spot, value: Any) -> str:
    name = f"{board.name(spot)}{_place(board, spot)}"
    return name if value is True else f"{name}={word(value)}"


def _place(board: Board, spot: Spot) -> str:
    """Where a spot of a graph is: the coordinates of a node, of a place inside an area, of the ends of an edge."""
    if not isinstance(board, Graph):
        return ""
    number, kind = spot
    points: list[Point] = []
    if kind == EDGE:
        points = [board.nodes[tip] for tip in board.arcs[number]]
    elif kind in (AREA, NODE):
        points = [(board.points if kind == AREA else board.nodes)[number]]
    told = "-".join(f"({x:.4g},{y:.4g})" for x, y in points)
    return f" {told}" if told else ""
