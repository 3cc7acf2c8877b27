"""Puzzles as all commands show them, in words, pictures and JSON; judgements of stored answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import click

import gridwright as gw

from ..board.board import Spot
from ..engine.solve.check import Violation
from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading
from ..formats.errors import printable
from ..language.puzzle import Puzzle, State
from .settings import Settings

_COLOURS = {"unique": "green", "right": "green", "none": "red", "wrong": "red"}


class Label(NamedTuple):
    """The puzzle being processed: its file and index; ``alone`` if it is the only one in the file, which has ``of``
    puzzles (0 if that is unknown)."""

    file: str
    place: int
    alone: bool
    of: int = 0

    def __str__(self) -> str:
        file = printable(self.file)
        return file if self.alone else f"{file} #{self.place + 1}"


def headline(reading: Reading, label: Label) -> str:
    """The file, the genre, the size and the title."""
    from ..picture.terminal import printable as on_one_line

    puzzle = reading.puzzle
    rows, cols = _size(puzzle)
    size = f" {rows}x{cols}" if rows else f" with {len(puzzle.board.cells)} areas"
    title = f" “{on_one_line(puzzle.about.title)}”" if puzzle.about.title else ""
    return f"{label}: {puzzle.genre.name}{size}{title}"


def warnings(reading: Reading, label: Label, settings: Settings) -> str:
    """The reader's warnings, for standard error; with --json they are part of the object."""
    return "" if settings.json else "\n".join(f"{label}: {warning}" for warning in reading.warnings)


def record(reading: Reading, label: Label, status: str) -> dict[str, Any]:
    """The first entries of the JSON objects of all commands."""
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
    reason: Sequence[Spot] = (),
    fresh: Sequence[Spot] = (),
) -> str:
    """The picture of a puzzle."""
    from ..picture.terminal import board_text

    return board_text(
        puzzle, state, violations=violations, differs=differs, reason=reason, fresh=fresh, ascii=settings.ascii,
        colour=settings.colour, width=settings.width, notes=False,
    )


def in_rows(boards: Sequence[str], settings: Settings) -> str:
    """Boards side by side, in as many rows as they need."""
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
    """How to see all of a board that is wider than the terminal; empty if it is not."""
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


# -- stored answers ----------------------------------------------------------------------------------------------------


Judgement = Literal["right", "wrong", "unfinished", "undecided"]

proof_option = click.option(
    "--proof/--no-proof", default=True, show_default=True,
    help="Prove that each puzzle has only one answer, even if the file contains one.",
)


def judgement(faults: Sequence[Violation]) -> Judgement:
    """The result of ``check(..., finished=True)`` in a word."""
    if not faults:
        return "right"
    return "unfinished" if all(fault.rule == "finished" for fault in faults) else "wrong"


def judged(
    reading: Reading, timeout: float | None, stop: ShouldStop, known: State | None = None
) -> Judgement | None:
    """Whether the answer stored with a puzzle is right; None if there is none.

    ``known`` is an answer known to be right; comparing with it is faster than checking the rules.
    """
    if reading.answer is None:
        return None
    if known is not None and known.marks == reading.answer.marks:
        return "right"
    try:
        return judgement(gw.check(reading.puzzle, reading.answer, finished=True, timeout=timeout, stop=stop))
    except gw.TimeUp:
        return "undecided"


STORED_FAULTS = {
    "wrong": "the answer in the file is wrong (gridwright check tells why)",
    "undecided": "there was no time to check the answer in the file",
}
"""Messages about stored answers that are not known to be right."""


class Proven(NamedTuple):
    """The answer to show, and what is wrong with it or its puzzle."""

    answer: State | None
    complaint: str = ""
    """What is wrong with the puzzle or its stored answer; empty if nothing is."""
    other: State | None = None
    """Another answer, if one was found."""


def proven(reading: Reading, timeout: float | None, stop: ShouldStop, *, proof: bool) -> Proven:
    """The stored answer of a puzzle if it is right, otherwise one that is found by solving.

    With ``proof`` the puzzle is solved in any case, within ``timeout`` seconds, to find any second answer.
    """
    word = judged(reading, timeout, stop)
    stored = reading.answer if word == "right" else None
    if stored is not None and not proof:
        return Proven(stored)
    verdict = gw.solve(reading.puzzle, timeout=timeout, stop=stop)
    answer = stored or (verdict.answers[0] if verdict.answers else None)
    complaints = [STORED_FAULTS[word]] if word in STORED_FAULTS else []
    if verdict.status == "none":
        complaints.append("the puzzle has no answer")
    elif verdict.status == "several":
        complaints.append("the puzzle has several answers")
    elif verdict.status == "undecided" and answer is None:
        complaints.append("no answer was found in time")
    elif verdict.status == "undecided":
        complaints.append("there was no time to prove that its answer is unique")
    other = next((one for one in verdict.answers if answer is not None and one.marks != answer.marks), None)
    return Proven(answer, "; ".join(complaints), other)
