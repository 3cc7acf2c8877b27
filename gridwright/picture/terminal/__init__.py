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

from ...language.drawing import Drawing
from ...language.genre import Genre
from ...language.layers import Key
from ...language.puzzle import Puzzle, State
from ...language.rect import Rect
from ..words import in_words
from .chars import printable, seven_bit, side_by_side, text_width
from .listing import listing
from .scene import scene_of
from .strips import Fault, painted

__all__ = ["Fault", "board_text", "notes_text", "printable", "side_by_side", "text_width"]


def board_text(
    puzzle: Puzzle,
    state: State | None = None,
    *,
    ascii: bool = False,
    colour: bool = False,
    violations: Iterable[Fault] = (),
    width: int | None = None,
    notes: bool = True,
) -> str:
    """A puzzle, with the marks of a state if there is one, as lines of text.

    ``ascii`` uses 7-bit characters only; ``colour`` puts in the codes of terminals; the spots of ``violations`` are
    marked with ``!`` (or reversed, in colour). A board that is wider than ``width`` (the terminal's) gets less room,
    and is cut into strips of columns below each other if there is none to spare.
    ``notes`` adds what concerns the whole puzzle below the board.
    Marks known to be absent show as crosses as long as a layer is not complete.
    """
    width = width or get_terminal_size().columns
    faults = list(violations)
    if isinstance(puzzle.board, Rect):
        lines = painted(scene_of(puzzle, puzzle.board, state, ascii), width, colour, faults)
    else:
        lines = listing(puzzle, state, width, faults)
    told = notes_text(puzzle, width=width) if notes else ""
    text = "\n".join([*lines, *([told] if told else [])])
    return seven_bit(text) if ascii else text


def notes_text(puzzle: Puzzle, *, ascii: bool = False, width: int | None = None) -> str:
    """The values that concern the whole puzzle (``mines: 10``), a line or more each; empty if there are none."""
    drawn = {layer.look.key for layer in puzzle.genre.layers.values() if layer.look.kind == "text"}
    known = {name for base in puzzle.genre.__mro__ for name, thing in vars(base).items() if isinstance(thing, Key)}
    lines: list[str] = []
    columns = max(width or get_terminal_size().columns, 30)
    for name, value in puzzle.keys.items():
        if isinstance(value, tuple) and value and all(isinstance(one, Drawing) for one in value):
            lines += _gallery(puzzle.genre, name, value, ascii, columns)
        elif name in known and name not in drawn and value not in (None, "", 0, ()):
            told = printable(f"{name.replace('_', ' ')}: {in_words(value)}")
            lines += wrap(told, columns, subsequent_indent="  ", break_on_hyphens=False)
    text = "\n".join(lines)
    return seven_bit(text) if ascii else text


def _gallery(genre: type[Genre], name: str, drawings: Iterable[Drawing], ascii: bool, columns: int) -> list[str]:
    """Numbered drawings, as many beside each other as there is room for."""
    rows: list[str] = []
    for n, drawing in enumerate(drawings, 1):
        puzzle = Puzzle.of(genre, drawing.board, {})
        scene = scene_of(puzzle, drawing.board, State(puzzle, drawing.marks), ascii)
        own = "\n".join([f"{n}:", *painted(scene, columns)])
        beside = side_by_side(rows[-1], own, 2) if rows else ""
        if beside and max(map(text_width, beside.split("\n"))) <= columns:
            rows[-1] = beside
        else:
            rows.append(own)
    return [f"{name.replace('_', ' ')}:", *(line for row in rows for line in row.split("\n"))]
