"""Drawings of a request: masks say where clues are allowed, pictures what the answer should show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import Layer
from ..language.making import ANYWHERE, CluePlaces
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

Motif: TypeAlias = str | Path | Iterable[str]
"""A picture: the path of an image file, or lines of text in which ``#`` is dark."""
PictureKind: TypeAlias = Literal["cells", "loop", "areas"]
"""How an answer shows a picture: marked cells, a loop around them, or areas that do not cross their outline."""
DARK, LIGHT = "#", ".- "
_USUAL, _LARGEST = 20, 50
"""The longer side of boards for large images, and the longest side of images that are not scaled down."""


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


@dataclass(frozen=True)
class Bitmap:
    """The dark pixels of a picture, by row and column."""

    rows: int
    cols: int
    dark: frozenset[tuple[int, int]]

    def spots(self, genre: type[Genre]) -> frozenset[Spot]:
        """The dark places of a board: cells, or corners if the loop runs from cell to cell."""
        shift = 2 if inside_cells(genre) else 1
        return frozenset(Spot(2 * y + shift, 2 * x + shift) for y, x in self.dark)


def board_size(genre: type[Genre], drawing: Bitmap) -> tuple[int, int]:
    """The rows and columns of the board that a picture fits on."""
    more = 1 if inside_cells(genre) else 0
    return drawing.rows + more, drawing.cols + more


def read_picture(picture: Motif, genre: type[Genre], rows: int | None, cols: int | None) -> Bitmap:
    """Reads a picture for a board of this size; None means its own size, up to 50 pixels. Raises MakingError."""
    less = 1 if inside_cells(genre) else 0
    size = None if rows is None or cols is None else (rows - less, cols - less)
    is_file = isinstance(picture, Path) or (isinstance(picture, str) and "\n" not in picture)
    if is_file and Path(str(picture)).suffix.lower() != ".txt":
        bitmap = _from_image(Path(str(picture)), size)
    else:
        bitmap = _from_text(Path(str(picture)) if is_file else picture, size)
    if len(bitmap.dark) in (0, bitmap.rows * bitmap.cols):
        name = str(picture) if is_file else "the picture"
        raise MakingError(f"{name} is all {'dark' if bitmap.dark else 'light'}; there is nothing to see in it")
    return bitmap


def _from_text(picture: Motif, size: tuple[int, int] | None) -> Bitmap:
    name = str(picture) if isinstance(picture, Path) else "the picture"
    if not isinstance(picture, Path | Iterable):
        raise MakingError(f"picture: expected the path of an image or lines of text, found {picture!r}")
    try:
        text = picture.read_text("utf-8") if isinstance(picture, Path) else picture
    except UnicodeDecodeError:
        raise MakingError(f"{name}: this is not a text file; draw dark cells as # and light ones as .") from None
    except OSError as fault:
        raise MakingError(f"{name}: {(fault.strerror or str(fault)).lower()}") from None
    lines = text.strip("\n").split("\n") if isinstance(text, str) else list(text)
    for i, line in enumerate(lines, 1):
        wrong = next((j for j, sign in enumerate(line) if sign not in DARK + LIGHT), None)
        if wrong is not None:
            raise MakingError(f"{name}, line {i}, column {wrong + 1}: expected # (dark) or . (light), "
                              f"found {line[wrong]!r}")
    high, wide = len(lines), max(map(len, lines))
    if size not in (None, (high, wide)):
        assert size is not None
        raise MakingError(f"{name} has {high} rows and {wide} columns; a board of this size shows {size[0]} and "
                          f"{size[1]}; leave out the size, or redraw the picture")
    dark = {(i, j) for i, line in enumerate(lines) for j, sign in enumerate(line) if sign == DARK}
    return Bitmap(high, wide, frozenset(dark))


def _from_image(path: Path, size: tuple[int, int] | None) -> Bitmap:
    """An image file, scaled to a size and converted to dark and light."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as file:
            image = Image.new("RGBA", file.size, "white")
            image.alpha_composite(file.convert("RGBA"))
    except UnidentifiedImageError:
        raise MakingError(f"{path}: this is not an image in a known format, such as PNG or JPEG; a picture may also be "
                          "drawn in a .txt file, with dark cells as # and light ones as .") from None
    except (OSError, ValueError, Image.DecompressionBombError) as fault:
        raise MakingError(f"{path}: {(getattr(fault, 'strerror', None) or str(fault)).lower()}") from None
    if size is None:
        wide, high = image.size
        most = max(wide, high)
        scale = 1 if most <= _LARGEST else _USUAL / most
        size = max(1, round(high * scale)), max(1, round(wide * scale))
    grey = image.convert("L").resize(size[::-1], Image.Resampling.BOX)
    values = grey.tobytes()
    bound = _middle(values)
    return Bitmap(*size, frozenset(divmod(i, size[1]) for i, value in enumerate(values) if value < bound))


def _middle(values: Sequence[int]) -> float:
    """The brightness that best separates dark from light (Otsu's method)."""
    counts = [0] * 256
    for value in values:
        counts[value] += 1
    total, every = len(values), sum(values)
    below = sum_below = 0
    best, bound = -1.0, 128.0
    for level, count in enumerate(counts[:-1]):
        below += count
        sum_below += level * count
        if not 0 < below < total:
            continue
        apart = sum_below / below - (every - sum_below) / (total - below)
        spread = below * (total - below) * apart * apart
        if spread > best:
            best, bound = spread, level + 0.5
    return bound
