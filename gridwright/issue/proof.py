"""Fingerprints of puzzles, by which repetitions are found, and the proof sheet of an issue."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import image
from ..language.puzzle import Puzzle

FINGERPRINTS = "fingerprints.txt"
"""The file with the fingerprints of an issue."""


def fingerprint(puzzle: Puzzle) -> str:
    """A digest that puzzles share if they are equal, also turned or mirrored (on rectangular boards)."""
    keys = sorted((name, repr(value)) for name, value in puzzle.own_keys().items())
    least = min(repr((puzzle.genre.name, keys, placed)) for placed in _placed(puzzle))
    return sha256(least.encode()).hexdigest()[:20]


def _placed(puzzle: Puzzle) -> Iterator[tuple[object, ...]]:
    """The shape of the board and the givens at their places, in all positions of the board."""
    board = puzzle.board
    marks = [(name, spot, repr(value)) for name, layer in puzzle.given.items() for spot, value in layer.items()]
    if not isinstance(board, Rect):
        yield (len(board.cells), tuple(sorted((name, *spot, value) for name, spot, value in marks)))
        return
    cells = [("", cell, "") for cell in board.cells]
    for across, down, right in product((False, True), repeat=3):

        def moved(spot: Spot, across: bool = across, down: bool = down, right: bool = right) -> tuple[int, int]:
            spot = image(board, spot, "flip") if down else spot
            spot = image(board, spot, "mirror") if right else spot
            return (spot.x, spot.y) if across else (spot.y, spot.x)

        yield tuple(sorted((name, *moved(spot), value) for name, spot, value in (*cells, *marks)))


def earlier(folder: Path) -> list[str] | None:
    """The fingerprints of an earlier issue in a folder; None if it has no such file. Raises OSError."""
    file = folder / FINGERPRINTS if folder.is_dir() else folder
    if file.name != FINGERPRINTS or not file.is_file():
        return None
    return [line.split()[0] for line in file.read_text("utf-8").splitlines() if line.strip()]
