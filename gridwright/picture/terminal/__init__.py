"""Boards as lines of characters, for terminals and for ``str(puzzle)``.

Every layer is drawn as its look says (``scene``). What all looks of a board have in common decides how much room a cell
gets (``room``); when a board is wider than the terminal, the room shrinks in steps down to a character or two per cell,
and what is wider still comes in strips below each other (``strips``). Boards that are no rectangles are listed
(``listing``).

What is given is told from what is found by its weight: given lines through cells are thick, given shaded cells a tone
lighter; in colour, given text is bold. Borders of areas are thick, those of cages dashed, and both thick dashes.
"""

from __future__ import annotations

from collections.abc import Iterable
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.drawing import Drawing
from ...language.genre import Genre
from ...language.layers import Layer
from ...language.puzzle import Puzzle, State
from ...rules.pieces import PENTOMINOES
from ..keys import in_words, title_of, told
from .chars import FILL, printable, seven_bit, side_by_side, text_width
from .listing import listing
from .room import Layout, rooms
from .scene import scene_of
from .strips import Fault, painted

__all__ = ["Fault", "board_text", "is_cut", "notes_text", "printable", "side_by_side", "text_width"]


def board_text(
    puzzle: Puzzle,
    state: State | None = None,
    *,
    ascii: bool = False,
    colour: bool = False,
    violations: Iterable[Fault] = (),
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
    return min(Layout(scene, room, frozenset()).width for room in rooms(scene)) > width


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
