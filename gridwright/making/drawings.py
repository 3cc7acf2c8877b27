"""Pictures that answers are to show: dark and light cells, read from image files or drawn as text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..board.board import Spot
from ..board.rect import STEPS, Rect
from ..language.genre import Genre
from ..language.puzzle import State
from .faults import MakingError

Motif: TypeAlias = str | Path | Iterable[str]
"""A picture as it is told: the path of an image file, or lines of text in which ``#`` is dark."""
Kind: TypeAlias = Literal["cells", "loop", "areas"]
"""How an answer shows a picture: dark cells are marked, a loop runs around them, or areas do not cross their border."""
DARK, LIGHT = "#", ".- "
_USUAL, _LARGEST = 20, 50
"""The longer side of boards for pictures of more pixels than a side may have, and the most that it may have."""


def kind_of(genre: type[Genre]) -> Kind | None:
    """How answers of a genre show pictures; None if they do not."""
    layer = genre.layers.get(genre.making.pictured)
    if layer is None:
        return None
    if layer.on == "cells":
        return "cells"
    return "loop" if layer.look.kind == "line" else "areas"


def _inside_cells(genre: type[Genre]) -> bool:
    """Whether the loop runs from cell to cell, so that what it encloses are the corners between cells."""
    return kind_of(genre) == "loop" and genre.layers[genre.making.pictured].on == "links"


@dataclass(frozen=True)
class Drawing:
    """Dark pixels of a picture, by row and column."""

    rows: int
    cols: int
    dark: frozenset[tuple[int, int]]

    def spots(self, genre: type[Genre]) -> frozenset[Spot]:
        """The dark places of a board: cells, or corners between cells where a loop runs from cell to cell."""
        shift = 2 if _inside_cells(genre) else 1
        return frozenset(Spot(2 * y + shift, 2 * x + shift) for y, x in self.dark)


def board_size(genre: type[Genre], drawing: Drawing) -> tuple[int, int]:
    """The rows and columns of the board that a picture fits on."""
    more = 1 if _inside_cells(genre) else 0
    return drawing.rows + more, drawing.cols + more


def read_picture(picture: Motif, genre: type[Genre], rows: int | None, cols: int | None) -> Drawing:
    """A picture for a board of this size, or (None) as large as it is, up to 50 pixels. Raises MakingError."""
    less = 1 if _inside_cells(genre) else 0
    size = None if rows is None or cols is None else (rows - less, cols - less)
    is_file = isinstance(picture, Path) or (isinstance(picture, str) and "\n" not in picture)
    if is_file and Path(str(picture)).suffix.lower() != ".txt":
        found = _from_image(Path(str(picture)), size)
    else:
        found = _from_text(Path(str(picture)) if is_file else picture, size)
    if len(found.dark) in (0, found.rows * found.cols):
        name = str(picture) if is_file else "the picture"
        raise MakingError(f"{name} is all {'dark' if found.dark else 'light'}; there is nothing to be seen in it")
    return found


def _from_text(picture: Motif, size: tuple[int, int] | None) -> Drawing:
    name = str(picture) if isinstance(picture, Path) else "the picture"
    try:
        text = picture.read_text("utf-8") if isinstance(picture, Path) else picture
    except UnicodeDecodeError:
        raise MakingError(f"{name}: this is no text; draw dark cells as # and light ones as .") from None
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
                          f"{size[1]}; leave the size out, or draw the picture anew")
    dark = {(i, j) for i, line in enumerate(lines) for j, sign in enumerate(line) if sign == DARK}
    return Drawing(high, wide, frozenset(dark))


def _from_image(path: Path, size: tuple[int, int] | None) -> Drawing:
    """An image file, scaled to a size; what is darker than the middle between dark and light is dark."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as file:
            image = Image.new("RGBA", file.size, "white")
            image.alpha_composite(file.convert("RGBA"))
    except UnidentifiedImageError:
        raise MakingError(f"{path}: this is no image in a known format, as PNG or JPEG; a picture may also be drawn in "
                          "a .txt file, dark cells as # and light ones as .") from None
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
    return Drawing(*size, frozenset(divmod(i, size[1]) for i, value in enumerate(values) if value < bound))


def _middle(values: Sequence[int]) -> float:
    """The brightness that parts dark from light best (Otsu's method)."""
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


# -- loops --


def one_region(every: set[Spot], dark: frozenset[Spot]) -> set[Spot]:
    """Dark places as one region that a loop can run around: parts are joined, holes filled, touching corners mended."""
    region = set(dark)
    while True:
        _join(every, region)
        light = _parts(every - region)
        for part in light:
            if not any(_is_on_rim(spot, every) for spot in part):
                region |= part
        mended = _mended(every, region)
        if not mended:
            return region
        region |= mended


def _near(spot: Spot) -> Iterator[Spot]:
    return (Spot(spot.y + dy, spot.x + dx) for dy, dx in STEPS)


def _is_on_rim(spot: Spot, every: set[Spot]) -> bool:
    return any(near not in every for near in _near(spot))


def _parts(spots: set[Spot]) -> list[set[Spot]]:
    """Connected parts, the largest first."""
    left, found = set(spots), []
    while left:
        queue = [min(left)]
        left.discard(queue[0])
        for spot in queue:
            beside = [near for near in _near(spot) if near in left]
            left.difference_update(beside)
            queue += beside
        found.append(set(queue))
    return sorted(found, key=lambda part: (-len(part), min(part)))


def _join(every: set[Spot], region: set[Spot]) -> None:
    """Joins the parts of a region by the shortest ways between them."""
    while len(parts := _parts(region)) > 1:
        came: dict[Spot, Spot] = {}
        queue = sorted(parts[0])
        for spot in queue:
            if spot in region and spot not in parts[0]:
                while spot not in parts[0]:
                    region.add(spot)
                    spot = came[spot]
                break
            for near in _near(spot):
                if near in every and near not in came and near not in parts[0]:
                    came[near] = spot
                    queue.append(near)


def _mended(every: set[Spot], region: set[Spot]) -> set[Spot]:
    """A place that is added where two places of the region, or two outside of it, touch at a corner only."""
    for spot in sorted(region):
        for dx in (-2, 2):
            other = Spot(spot.y + 2, spot.x + dx)
            beside = Spot(spot.y, other.x), Spot(other.y, spot.x)
            if other in region and region.isdisjoint(beside):
                return {next(one for one in beside if one in every)}
    return set()


def places_inside(board: Rect, genre: type[Genre]) -> set[Spot]:
    """What a loop of the genre may enclose: the cells, or the corners between cells."""
    first = 2 if _inside_cells(genre) else 1
    return {Spot(y, x) for y in range(first, 2 * board.n_rows, 2) for x in range(first, 2 * board.n_cols, 2)}


def loop_around(board: Rect, genre: type[Genre], region: Collection[Spot]) -> dict[Spot, bool]:
    """The loop around a region: the edges, or the links, with a place of the region on one side."""
    corners = _inside_cells(genre)
    spots = board.links if corners else board.edges
    return {spot: (one in region) != (other in region) for spot in spots for one, other in (sides(spot, corners),)}


def is_one_region(every: set[Spot], region: set[Spot]) -> bool:
    """Whether one loop runs around a region: it is connected, has no hole, and does not touch itself at a corner."""
    rest = every - region
    holes = any(not any(_is_on_rim(spot, every) for spot in part) for part in _parts(rest))
    return len(_parts(region)) == 1 and not holes and not _mended(every, region)


def sides(spot: Spot, corners: bool) -> tuple[Spot, Spot]:
    """The two places on both sides of an edge, or (``corners``) of a link."""
    upright = bool(spot.y % 2) != corners
    dy, dx = (0, 1) if upright else (1, 0)
    return Spot(spot.y - dy, spot.x - dx), Spot(spot.y + dy, spot.x + dx)


def shown(genre: type[Genre], answer: State) -> frozenset[Spot]:
    """The dark places that an answer shows: marked cells, or what the loop encloses."""
    marks = answer.marks[genre.making.pictured]
    if kind_of(genre) == "cells":
        return frozenset(spot for spot, value in marks.items() if value is True)
    board = answer.puzzle.board
    assert isinstance(board, Rect)
    inside: dict[Spot, bool] = {}
    for spot in sorted(places_inside(board, genre)):
        crossed = marks.get(Spot(spot.y, spot.x - 1)) is True
        inside[spot] = inside.get(Spot(spot.y, spot.x - 2), False) != crossed
    return frozenset(spot for spot, value in inside.items() if value)
