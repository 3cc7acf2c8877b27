"""Puzzles in words, in pictures and in JSON objects, as all commands show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import click

import gridwright as gw

from ..board.board import Spot
from ..engine.solve.check import Violation
from ..formats.dialect import Reading
from ..formats.errors import printable
from ..language.puzzle import Puzzle, State
from .settings import Settings

_COLOURS = {"unique": "green", "right": "green", "none": "red", "wrong": "red"}


class Label(NamedTuple):
    """The puzzle being processed: its file and index; ``alone`` if it is the only one in the file."""

    file: str
    place: int
    alone: bool

    def __str__(self) -> str:
        file = printable(self.file)
        return file if self.alone else f"{file} #{self.place + 1}"


def headline(reading: Reading, label: Label) -> str:
    """The file, the genre, the size and the title."""
    from ..picture.terminal import printable as on_one_line

    puzzle = reading.puzzle
    rows, cols = _size(puzzle)
    size = f" {rows}x{cols}" if rows else f" with {len(puzzle.board.cells)} areas"
    told = f" “{on_one_line(puzzle.about.title)}”" if puzzle.about.title else ""
    return f"{label}: {puzzle.genre.name}{size}{told}"


def warnings(reading: Reading, label: Label, settings: Settings) -> str:
    """The reader's warnings, for standard error; with --json they are part of the object."""
    return "" if settings.json else "\n".join(f"{label}: {warning}" for warning in reading.warnings)


def record(reading: Reading, label: Label, status: str) -> dict[str, Any]:
    """The first entries of the JSON objects of all commands; the puzzle has the form of Gridwright's JSON."""
    from ..formats.own_json import puzzle_record

    puzzle = reading.puzzle
    rows, cols = _size(puzzle)
    return {
        "file": label.file, "index": label.place, "genre": puzzle.genre.name, "format": reading.format,
        "rows": rows, "cols": cols, "status": status, "puzzle": puzzle_record(puzzle),
    }


def _size(puzzle: Puzzle) -> tuple[int | None, int | None]:
    board: Any = puzzle.board
    return (board.n_rows, board.n_cols) if isinstance(board, gw.Rect) else (None, None)


def board(
    puzzle: Puzzle,
    state: State | None,
    settings: Settings,
    violations: Sequence[Violation] = (),
    differs: Sequence[Spot] = (),
) -> str:
    """The picture of a puzzle."""
    from ..picture.terminal import board_text

    return board_text(
        puzzle, state, violations=violations, differs=differs, ascii=settings.ascii, colour=settings.colour,
        width=settings.width, notes=False,
    )


def in_rows(boards: Sequence[str], settings: Settings) -> str:
    """Boards side by side, as many as fit; the others below."""
    from ..picture.terminal import side_by_side, text_width

    rows = [boards[0]]
    for one in boards[1:]:
        wide = side_by_side(rows[-1], one)
        if max(map(text_width, wide.split("\n"))) <= settings.width:
            rows[-1] = wide
        else:
            rows.append(one)
    return "\n\n".join(rows)


def notes(puzzle: Puzzle, settings: Settings) -> str:
    """The notes below a board: values for the whole puzzle."""
    from ..picture.terminal import notes_text

    return notes_text(puzzle, ascii=settings.ascii, width=settings.width)


def too_wide(puzzle: Puzzle, label: Label, settings: Settings) -> str:
    """A hint how to see all of a board that is wider than the terminal; empty if it is not."""
    from ..picture.terminal import is_cut

    if not is_cut(puzzle, settings.width):
        return ""
    command = f"gridwright draw {label.file} -o board.svg"
    return f"the board is wider than {settings.width} columns; to see all of it: {command}"


def styled(text: str, word: str, settings: Settings) -> str:
    """A verdict in its colour."""
    return click.style(text, fg=_COLOURS.get(word, "yellow")) if settings.colour else text


def block(settings: Settings, *parts: str) -> str:
    """Joins texts as lines, followed by an empty line."""
    text = "\n".join(part for part in parts if part) + "\n"
    if settings.ascii:
        text = text.replace("“", '"').replace("”", '"').encode("ascii", "backslashreplace").decode("ascii")
    return text
