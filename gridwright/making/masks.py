"""Masks: drawings of the board that tell where clues may stand, where they must, and where the board has holes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import Layer
from ..language.making import ANYWHERE, Places
from .derived import making_of
from .faults import MakingError
from .reading import clue_layers

Mask: TypeAlias = str | Path | Iterable[str]
"""A mask as it is told: its text, a file with it, or its lines."""

MAY, NONE, MUST, HOLE = ".-+#"
SIGNS = f"{MAY} (a clue may stand here), {NONE} (none may), {MUST} (one must) or {HOLE} (the board has no cell here)"


@dataclass(frozen=True)
class Drawn:
    """What a mask says: the size of the board, its holes, and the places of clues."""

    rows: int
    cols: int
    holes: frozenset[Spot]
    places: Places


def read_mask(mask: Mask, genre: type[Genre], rows: int | None, cols: int | None) -> Drawn:
    """Reads a mask for a board of this size, or (None) of the size that the mask has.

    A mask has a character for each cell. Where clues of the genre stand at corners, it has one for each corner; where
    they stand outside, it may have a frame of one character around the cells. Raises MakingError.
    """
    name, lines = _lines(mask)
    _check(name, lines)
    layers = list(clue_places(genre))
    high, wide = len(lines), len(lines[0])
    more = _margin(layers, None if rows is None else high - rows)
    if (rows or high - more, cols or wide - more) != (high - more, wide - more):
        raise MakingError(f"{name} has {high} lines of {wide} characters; the board has {rows} rows and {cols} columns"
                          f"{_margin_words(layers)}")
    if min(high, wide) <= more:
        raise MakingError(f"{name} is too small: it has {high} lines of {wide} characters{_margin_words(layers)}")
    spots = {sign: set(_spots(lines, sign, more)) for sign in (MAY, NONE, MUST, HOLE)}
    where = set().union(*spots.values())
    board = Rect.of(high - more, wide - more, (s for s in spots[HOLE] if s.y % 2 and s.x % 2))
    if not board.cells:
        raise MakingError(f"{name}: the board has no cell")
    _check_holes(name, spots[HOLE], board, more)
    if not spots[NONE] and not spots[MUST]:
        return Drawn(board.n_rows, board.n_cols, board.holes, ANYWHERE)
    # What the mask does not speak of stays as it is.
    free = {spot for layer in layers for spot in _all_places(layer, board)} - where
    return Drawn(board.n_rows, board.n_cols, board.holes,
                 Places(frozenset(spots[MAY] | spots[MUST] | free), frozenset(spots[MUST])))


def clue_places(genre: type[Genre]) -> Iterator[Layer]:
    """The layers whose marks stand as clues in made puzzles."""
    making = making_of(genre)
    names = (*clue_layers(genre), making.movable, making.placed, making.givens, making.fill)
    return (genre.layers[name] for name in dict.fromkeys(names) if name)


def _lines(mask: Mask) -> tuple[str, list[str]]:
    """What to call a mask in messages, and its lines."""
    if isinstance(mask, Path):
        try:
            return str(mask), mask.read_text("utf-8").rstrip().splitlines()
        except UnicodeDecodeError:
            raise MakingError(f"{mask}: expected a text that draws the board with {SIGNS}") from None
        except OSError as fault:
            raise MakingError(f"{mask}: {(fault.strerror or str(fault)).lower()}") from None
    return "the mask", mask.strip("\n").rstrip().splitlines() if isinstance(mask, str) else list(mask)


def _check(name: str, lines: list[str]) -> None:
    if not lines:
        raise MakingError(f"{name} is empty; draw the board with {SIGNS}")
    for i, line in enumerate(lines, 1):
        wrong = next((j for j, sign in enumerate(line) if sign not in (MAY, NONE, MUST, HOLE)), None)
        if wrong is not None:
            raise MakingError(f"{name}, line {i}, column {wrong + 1}: expected {SIGNS}, found {line[wrong]!r}")
        if len(line) != len(lines[0]):
            raise MakingError(f"{name}, line {i}: expected {len(lines[0])} characters as in line 1, found {len(line)}")


def _margin(layers: list[Layer], spare: int | None) -> int:
    """How many lines more than rows a mask has."""
    kinds = [layer.on for layer in layers]
    if "corners" in kinds:
        return 1
    outside = [kind in ("sides", "line_sides") for kind in kinds]
    framed = spare == 2 if spare is not None else all(outside) and bool(outside)
    return 2 if framed and any(outside) else 0


def _margin_words(layers: list[Layer]) -> str:
    kinds = {layer.on for layer in layers if isinstance(layer.on, str)}
    if "corners" in kinds:
        return "; clues stand at corners, of which there is one more in each line than cells"
    if "sides" in kinds or "line_sides" in kinds:
        return "; a mask with places for clues outside has a frame of one character around the cells"
    return ""


def _spots(lines: list[str], wanted: str, more: int) -> Iterator[Spot]:
    """The places that have a sign; the corners of a frame are none."""
    shift = (1, 0, -1)[more]
    last = (len(lines) - 1, len(lines[0]) - 1)
    for i, line in enumerate(lines):
        for j, sign in enumerate(line):
            if sign == wanted and not (more == 2 and i in (0, last[0]) and j in (0, last[1])):
                yield Spot(2 * i + shift, 2 * j + shift)


def _check_holes(name: str, holes: set[Spot], board: Rect, more: int) -> None:
    if more == 1 and holes:
        raise MakingError(f"{name}: it draws corners, and holes of the board are cells; use {MAY}, {NONE} and {MUST}")
    outside = sorted(holes - board.holes)
    if outside:
        raise MakingError(f"{name}: {HOLE} stands in its frame; a hole is a cell of the board")


def _all_places(layer: Layer, board: Rect) -> Iterable[Spot]:
    return getattr(board, layer.on) if isinstance(layer.on, str) else board.cells


__all__ = ["Drawn", "Mask", "Places", "clue_places", "read_mask"]
