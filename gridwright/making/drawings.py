"""Drawings of a request: masks say where clues are allowed, pictures what the answer should show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import Layer
from ..language.making import ANYWHERE, CluePlaces
from .bitmaps import Artwork, Bitmap, Motif
from .drafts import clue_places
from .effort import MakingError

# -- masks --

Mask: TypeAlias = str | Path | Iterable[str]
"""A mask: its text, the path of a file, or its lines."""

MAY, NONE, MUST, HOLE = ".-+#"
SIGNS = f"{MAY} (a clue is allowed), {NONE} (none is), {MUST} (one is required) or {HOLE} (the board has no cell here)"


@dataclass(frozen=True)
class MaskContent:
    """A parsed mask: the size of the board, its holes, and the places of clues."""

    rows: int
    cols: int
    holes: frozenset[Spot]
    places: CluePlaces


def read_mask(mask: Mask, genre: type[Genre], rows: int | None, cols: int | None) -> MaskContent:
    """Reads a mask for a board of this size; None means the size of the mask.

    A mask has a character for each cell, or for each corner if the genre's clues are at corners. If they are outside,
    it may have a frame of one character around the cells. Raises MakingError.
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
        return MaskContent(board.n_rows, board.n_cols, board.holes, ANYWHERE)
    # Places that the mask does not cover remain allowed.
    free = {spot for layer in layers for spot in _all_places(layer, board)} - where
    return MaskContent(board.n_rows, board.n_cols, board.holes,
                       CluePlaces(frozenset(spots[MAY] | spots[MUST] | free), frozenset(spots[MUST])))


def _lines(mask: Mask) -> tuple[str, list[str]]:
    """The name of a mask in messages, and its lines."""
    if isinstance(mask, Path):
        try:
            return str(mask), mask.read_text("utf-8").rstrip().splitlines()
        except UnicodeDecodeError:
            raise MakingError(f"{mask}: expected a text that draws the board with {SIGNS}") from None
        except OSError as fault:
            raise MakingError(f"{mask}: {(fault.strerror or str(fault)).lower()}") from None
    if not isinstance(mask, Iterable):
        raise MakingError(f"mask: expected lines of text or the Path of a file, found {mask!r}")
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
    """The number of lines that a mask has besides rows."""
    kinds = [layer.on for layer in layers]
    if "corners" in kinds:
        return 1
    outside = [kind in ("sides", "line_sides") for kind in kinds]
    framed = spare == 2 if spare is not None else all(outside) and bool(outside)
    return 2 if framed and any(outside) else 0


def _margin_words(layers: list[Layer]) -> str:
    kinds = {layer.on for layer in layers if isinstance(layer.on, str)}
    if "corners" in kinds:
        return "; clues are at corners, and each line has one more corner than cells"
    if "sides" in kinds or "line_sides" in kinds:
        return "; a mask with places for clues outside has a frame of one character around the cells"
    return ""


def _spots(lines: list[str], wanted: str, more: int) -> Iterator[Spot]:
    """The places with a sign, without the corners of a frame."""
    shift = (1, 0, -1)[more]
    last = (len(lines) - 1, len(lines[0]) - 1)
    for i, line in enumerate(lines):
        for j, sign in enumerate(line):
            if sign == wanted and not (more == 2 and i in (0, last[0]) and j in (0, last[1])):
                yield Spot(2 * i + shift, 2 * j + shift)


def _check_holes(name: str, holes: set[Spot], board: Rect, more: int) -> None:
    if more == 1 and holes:
        raise MakingError(f"{name} draws corners, but holes are cells; use {MAY}, {NONE} and {MUST}")
    outside = sorted(holes - board.holes)
    if outside:
        raise MakingError(f"{name}: there is a {HOLE} in its frame; a hole is a cell of the board")


def _all_places(layer: Layer, board: Rect) -> Iterable[Spot]:
    return getattr(board, layer.on) if isinstance(layer.on, str) else board.cells


# -- pictures --

PictureKind: TypeAlias = Literal["cells", "loop", "areas"]
"""How an answer shows a picture: marked cells, a loop around them, or areas that do not cross their outline."""


def kind_of(genre: type[Genre]) -> PictureKind | None:
    """How answers of a genre show pictures; None if they cannot."""
    layer = genre.layers.get(genre.making.pictured)
    if layer is None:
        return None
    if layer.on == "cells":
        return "cells"
    return "loop" if layer.look.kind == "line" else "areas"


def inside_cells(genre: type[Genre]) -> bool:
    """Whether the loop runs from cell to cell, so that it encloses corners."""
    return kind_of(genre) == "loop" and genre.layers[genre.making.pictured].on == "links"


def dark_spots(genre: type[Genre], drawing: Bitmap) -> frozenset[Spot]:
    """The dark places of a board: cells, or corners if the loop runs from cell to cell."""
    shift = 2 if inside_cells(genre) else 1
    return frozenset(Spot(2 * y + shift, 2 * x + shift) for y, x in drawing.dark)


def painted_spots(drawing: Bitmap) -> dict[Spot, str]:
    """The cells of a picture in colours, with the letters of their colours."""
    return {Spot(2 * y + 1, 2 * x + 1): letter for (y, x), letter in sorted(drawing.letters.items())}


def board_size(genre: type[Genre], drawing: Bitmap) -> tuple[int, int]:
    """The rows and columns of the board that a picture fits on."""
    more = 1 if inside_cells(genre) else 0
    return drawing.rows + more, drawing.cols + more


def read_picture(
    picture: Motif | Artwork, genre: type[Genre], rows: int | None, cols: int | None, colours: Any = None
) -> Bitmap:
    """Reads a picture for a board of this size; None means its own size, up to 50 pixels.

    ``colours`` are the letters of those colours that a picture in colours may have. Raises MakingError.
    """
    less = 1 if inside_cells(genre) else 0
    if kind_of(genre) is None:
        raise MakingError(f"answers of {genre.name} cannot show a picture")
    artwork = Artwork.of(picture)
    if artwork.dither and kind_of(genre) != "cells":
        raise MakingError(f"{genre.name} cannot show a dithered picture, which consists of single dots")
    palette = {letter: rgb for letter, rgb in genre.making.palette.items()
               if not isinstance(colours, str) or letter in colours}
    high, wide = (side - less if side is not None else None for side in (rows, cols))
    return artwork.bitmap(high, wide, palette)
