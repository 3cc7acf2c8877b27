"""Notes below a board: values for the whole puzzle, dominoes, pieces and small drawings.

Each key of the genre that no region on the board shows is a note: its name, then its items side by side, in as many
lines as the width of the board requires; drawn items stand in columns. Letters are large enough to read even if cells
are small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from ..language.genre import Genre
from ..language.puzzle import Drawing, Puzzle
from ..language.shapes import Polylines, Rectangle, Shape, TextShape, moved
from ..rules.pairs import domino_name
from ..rules.pieces import PENTOMINOES
from .looks import MOST_PIPS, draw_marks, pips
from .places import Box, RectPlaces
from .sheet import PictureSheet, width
from .words import are_drawings, in_words, title_of, values_beside

_EM = 0.42
"""The em of notes below cells of natural size."""
_CELLS = 20
"""A board with more cells along its longer side has smaller ones at its natural size."""
_FEW, _SMALLER = 8, 0.8
"""A board with fewer cells has larger ones on most pages, so that its notes are smaller, down to this factor."""
_LEAST = 12
"""The minimum width of notes in ems."""
_LINE, _GAP = 1.35, 0.7
"""The height of a line of notes, and the gap between two drawn items, in ems."""
_MARGIN = 0.2
"""Between the board and its notes, in board units."""
_PIECE, _DRAWN = 0.65, 0.9
"""The side of the cells of pieces and of small drawings, in ems."""
_LARGEST = 5
"""The longest side of a small drawing in ems."""

_TAILED, _TAIL = frozenset("gjpqyQ,;"), 0.21
"""Characters with descenders, and how far these go below the baseline in ems."""


class NotePart(NamedTuple):
    """An unbreakable part of a note: its shapes about the middle of its left end, its width and height; in ems. A piece
    of a set has a name."""

    shapes: Sequence[Shape]
    wide: float
    high: float
    name: str = ""


class Note(NamedTuple):
    """A label and the items after it, with the gap between two items in ems."""

    name: str
    items: Sequence[NotePart]
    gap: float


def noted(puzzle: Puzzle) -> Iterator[Note]:
    """Yields the notes of a puzzle."""
    for name, value, look in values_beside(puzzle):
        label = title_of(name, look)
        if are_drawings(value):
            yield Note(label, [_drawn(puzzle.genre, n, drawing) for n, drawing in enumerate(value, 1)], _GAP)
        elif look.kind in _DRAWERS:
            yield _DRAWERS[look.kind](label, value)
        else:
            yield Note(label, _words(in_words(value, look)), _SPACE)


def draw_notes(sheet: PictureSheet, below: Box) -> Sequence[tuple[str, Box]]:
    """Adds the notes to the sheet, below a box. Returns the boxes of named items."""
    named: list[tuple[str, Box]] = []
    left, top, right, bottom = below
    longest = max(right - left, bottom - top)
    em = _EM * max(min(longest / _FEW, 1), _SMALLER, longest / _CELLS)
    wide = max((right - left) / em, _LEAST)
    y = bottom + _MARGIN
    for note in noted(sheet.puzzle):
        shapes: list[Shape] = []
        for line in _lines(note, wide):
            high = max(item.high for _, item in line) * em
            middle = y + high / 2
            shapes += [moved(shape, left + x * em, middle, em) for x, item in _joined(line) for shape in item.shapes]
            named += [(item.name, (left + x * em, y, left + (x + item.wide) * em, y + high)) for x, item in line
                      if item.name]  # fmt: skip
            y += high
        sheet.add("clue", "note-" + note.name.replace(" ", "-"), False, shapes)
        for shape in shapes:
            sheet.stretch(*_reach(shape))
    return named


def _reach(shape: Shape) -> tuple[float, float]:
    """How far a text or a rectangle extends to the right and down; the sheet tracks other shapes."""
    if isinstance(shape, Rectangle):
        return shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, TextShape):
        wide = width(shape.text) * shape.size / (1 if shape.anchor == "start" else 2)
        return shape.x + wide, shape.baseline + (_TAIL * shape.size if _TAILED.intersection(shape.text) else 0)
    return 0, 0


def _lines(note: Note, wide: float) -> Iterator[list[tuple[float, NotePart]]]:
    """The lines of a note, as items with their positions; lines after the first are indented."""
    first = _written(f"{note.name}:")
    line, x = [(0.0, first)], first.wide + _SPACE
    if note.gap > _SPACE and x + sum(item.wide + note.gap for item in note.items) > wide:
        yield line
        yield from _columns(note, wide)
        return
    for item in note.items:
        if line and x + item.wide > wide:
            yield line
            line, x = [], 1.0
        line.append((x, item))
        x += item.wide + note.gap
    yield line


def _columns(note: Note, wide: float) -> Iterator[list[tuple[float, NotePart]]]:
    """Items in columns, in lines of nearly equal length."""
    column = max(item.wide for item in note.items) + note.gap
    n_lines = ceil(len(note.items) / max(int((wide + note.gap) / column), 1))
    n = ceil(len(note.items) / n_lines)
    for start in range(0, len(note.items), n):
        yield [(i * column, item) for i, item in enumerate(note.items[start : start + n])]


def _joined(line: Sequence[tuple[float, NotePart]]) -> Iterator[tuple[float, NotePart]]:
    """Joins a line of words to one text, so that they can be searched and copied together."""
    texts = [shape for _, item in line for shape in item.shapes if isinstance(shape, TextShape)]
    if len(texts) == sum(len(item.shapes) for _, item in line):
        yield line[0][0], _written(" ".join(text.text for text in texts))
    else:
        yield from line


# -- items ------------------------------------------------------------------------------------------------------------

_SPACE = 0.3


def _written(text: str) -> NotePart:
    return NotePart([TextShape("note", 0, 0, text, 1, "start")], width(text), _LINE)


def _words(text: str) -> list[NotePart]:
    return [_written(word) for word in text.split()]


def _dominoes(name: str, value: Iterable[Sequence[int]]) -> Note:
    """Pairs of numbers as dominoes."""
    return Note(name, [_domino(*pair) for pair in value], 0.35)


def _domino(first: int, second: int) -> NotePart:
    half = max(1.2, width(str(max(first, second))) + 0.4)
    shapes: list[Shape] = [
        Rectangle("card", 0, -0.6, 2 * half, 1.2, 0.2),
        Polylines("card", [[(half, -0.6), (half, 0.6)]]),
        *(shape for i, n in enumerate((first, second)) for shape in _half(n, half * (0.5 + i))),
    ]
    return NotePart(shapes, 2 * half, 1.75, domino_name(first, second))


def _half(number: int, x: float) -> list[Shape]:
    """The number on half a domino."""
    if 0 <= number <= MOST_PIPS:
        return pips(number, x, 0, 1.5, "ink")
    return [TextShape("note", x, 0, str(number), 1)]


def _pieces(name: str, value: Iterable[str]) -> Note:
    """Letters as the pentominoes that they name."""
    return Note(name, [_piece(letter) for letter in value], _GAP)


def _piece(letter: str) -> NotePart:
    rows = PENTOMINOES.get(letter, ())
    if not rows:
        return _written(letter)
    wide, high = max(map(len, rows)) * _PIECE, len(rows) * _PIECE
    shapes = [
        Rectangle("piece", c * _PIECE, r * _PIECE - high / 2, _PIECE, _PIECE)
        for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"
    ]  # fmt: skip
    return NotePart(shapes, wide, high + 0.5, letter)


def _drawn(genre: type[Genre], number: int, drawing: Drawing) -> NotePart:
    """A small drawing after its number, without a grid, as only its shape matters."""
    board = drawing.board
    small = PictureSheet(Puzzle.of(genre, board, {}), RectPlaces(board))
    for name, marks in drawing.marks.items():
        kept = {spot: value for spot, value in marks.items() if value is not False}
        draw_marks(small, genre.layers[name], kept, False)
    head = _written(f"{number}:")
    side = min(_DRAWN, _LARGEST / max(board.n_rows, board.n_cols))
    x, y = head.wide, -board.n_rows * side / 2
    shapes: list[Shape] = [
        moved(shape._replace(paint="thin") if isinstance(shape, Polylines) else shape, x, y, side)
        for group in small.groups() for shape in group.shapes
    ]  # fmt: skip
    return NotePart([*head.shapes, *shapes], x + (board.n_cols - 0.5) * side, max(board.n_rows * side + 0.2, _LINE))


_DRAWERS: Mapping[str, Callable[[str, Any], Note]] = {"dominoes": _dominoes, "pieces": _pieces}
"""How keys of some kinds are drawn instead of written."""
