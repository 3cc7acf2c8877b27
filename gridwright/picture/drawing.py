"""Pictures of puzzles: all layers by their looks, coordinates, and frames around faults and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from ..board.board import Graph, Spot
from ..board.rect import Rect
from ..engine.solve.clock import Clock, uncollected
from ..language.faults import ShownFault
from ..language.genre_errors import in_short
from ..language.layers import GivenLayer, Layer, ValueLayer
from ..language.puzzle import Puzzle, Reading, State
from ..language.shapes import Circle, Polygon, Polylines, Rectangle, Shape, TextShape
from ..language.validation import blaming, check_places, checks_arguments
from ..logic.ticks import ticking
from .looks import draw_marks
from .margins import Margins
from .notes import draw_notes
from .paint import theme_of
from .places import Box, Places, RectPlaces, chained, places_of
from .sheet import Figure, PictureSheet, fitted, width
from .words import is_partial, marked_layers

PAD = 0.12
"""The margin around everything, in board units."""

_DOT = 0.05
"""The radius of dots at the corners of cells."""

ENDINGS: Sequence[str] = ("svg", "png", "pdf", "eps")
"""The formats of pictures, by file ending."""


def _check_positive(**lengths: object) -> None:
    """Raises ValueError for a length that is not a number above 0; None is the usual one."""
    for name, length in lengths.items():
        if length is not None and not (isinstance(length, int | float) and length > 0):
            raise ValueError(f"{name} must be a number above 0, not {in_short(length)}")


class Picture(Figure):
    """The picture of a puzzle, with or without a solution, as ``draw`` returns it.

    Notebooks display it.

    Attributes:
        puzzle: The puzzle.
        state: The marks that are drawn; None if there are none.
        size: The natural width and height in points (1/72 inch): cells of 9 mm, or less if it would not fit on a page.
        title: What the picture shows, in a few words.

    Example:
        >>> picture = gw.draw(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"]))
        >>> picture.save("sudoku.pdf")
        >>> [round(side) for side in picture.size]  # in points
        [108, 108]
    """

    def svg(self, *, size: float | None = None) -> str:
        """Returns the picture as SVG, scalable to any size; ``size`` sets a width in points."""
        from .svg import svg_text

        _check_positive(size=size)
        with self.limits():
            return svg_text(self, width=size)

    def png(self, dpi: float = 150, *, size: float | None = None) -> bytes:
        """Returns the picture as PNG.

        Args:
            dpi: Pixels per inch.
            size: The width in points (1/72 inch); by default the natural size.
        """
        from .png import png_bytes

        _check_positive(dpi=dpi, size=size)
        with self.limits():
            return png_bytes(self, dpi, size)

    def pdf(self, *, size: float | None = None) -> bytes:
        """Returns a PDF/A page of the size of the picture: ``size`` points wide, or its natural size."""
        from .pdf import pdf_bytes

        _check_positive(size=size)
        with self.limits():
            return pdf_bytes(self, size)

    def eps(self, *, size: float | None = None) -> str:
        """Returns the picture as Encapsulated PostScript, ``size`` points wide or in its natural size."""
        from .eps import eps_text

        _check_positive(size=size)
        with self.limits():
            return eps_text(self, size)

    def save(self, path: str | Path, *, dpi: float = 150, size: float | None = None) -> None:
        """Writes the picture to a file in the format of its ending: svg, png, pdf or eps.

        Args:
            path: The file.
            dpi: Pixels per inch, for PNG.
            size: The width in points (1/72 inch); by default the natural size.

        Raises:
            ValueError: The file has another ending.
            OSError: The file cannot be written.
        """
        from .target import store

        kind = Path(path).suffix.lower().lstrip(".")
        if kind not in ENDINGS:
            what = f"a picture cannot be written as .{kind}" if kind else f"{str(path)!r} has no ending"
            raise ValueError(f"{what}; use .svg, .png, .pdf or .eps")
        data = self.png(dpi, size=size) if kind == "png" else getattr(self, kind)(size=size)
        store(path, data if isinstance(data, bytes) else data.encode("utf-8"))

    def __repr__(self) -> str:
        width, height = self.size
        board = self.puzzle.board
        size = f"{board.n_rows}x{board.n_cols}" if isinstance(board, Rect) else repr(board)
        return f"<Picture of {self.puzzle.genre.name} {size}, {width:.0f} x {height:.0f} pt>"

    def _repr_svg_(self) -> str:
        return self.svg(size=min(self.size[0], 480))


@checks_arguments
def draw(
    puzzle: Puzzle | Reading,
    state: State | None = None,
    *,
    violations: Iterable[ShownFault] = (),
    differs: Iterable[Spot] = (),
    reason: Iterable[Spot] = (),
    fresh: Iterable[Spot] = (),
    theme: str = "light",
    coordinates: str = "",
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Picture:
    """Draws a puzzle, optionally with the marks of a state.

    Marks that are known to be absent are crosses: given ones always, those of the state until their layer is complete.

    Args:
        puzzle: The puzzle.
        state: The marks to draw.
        violations: The result of ``check``, marked with dashed frames.
        differs: Spots where another answer differs (see ``differences``), marked with dotted frames.
        reason: For a step of a solution: the spots of its reason, marked with thin frames.
        fresh: The spots with new information, marked with thick frames.
        theme: ``"light"``, ``"dark"``, ``"gray"``, ``"high-contrast"``, ``"transparent"`` (no background) or ``"auto"``
            (SVG that is dark if the reader's system prefers dark colours; light in other formats).
        coordinates: Labels beside the rows and columns of a rectangle: ``"r1c1"`` as in messages, or ``"A1"`` with
            letters for columns.
        timeout: The time limit in seconds for drawing, and again for each method of the picture.
        stop: Called again and again; True ends the work.

    Returns:
        The picture, with the methods ``svg()``, ``png(dpi)``, ``pdf()``, ``eps()`` and ``save(path)``.

    Raises:
        PuzzleError: A mark stands where its layer has no place.
        TypeError: The board is neither a rectangle nor a planar graph.
        ValueError: There is no such theme, or no such coordinates.
        TimeUp: The time limit is over.

    Example:
        >>> puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
        >>> gw.draw(puzzle, gw.solve(puzzle).answers[0], theme="dark").save("solved.svg")
    """
    assert isinstance(puzzle, Puzzle)
    colours = theme_of(theme)
    check_coordinates(coordinates)
    limits = partial(_limited, puzzle, state, timeout, stop)
    with limits():
        if state is not None:
            check_places(state, puzzle)
        places = places_of(puzzle.board, puzzle.genre.ground.cell)
        sheet = PictureSheet(puzzle, places)
        margins = _draw_layers(sheet, places, state)
        if coordinates and isinstance(places, RectPlaces):
            draw_coordinates(sheet, places, _box(sheet.box, places, margins), coordinates)
        other, new = _spots("differs", differs), _spots("fresh", fresh)
        for paint, spots in (("other", other), ("reason", _spots("reason", reason) - new), ("fresh", new)):
            _add_frames(sheet, paint, paint, [_frame(places, spot)._replace(paint=paint) for spot in sorted(spots)])
        _draw_faults(sheet, places, violations)
        pieces = draw_notes(sheet, _box(sheet.box, places, margins))
        left, top, right, bottom = _box(sheet.box, places, margins)
        box = left - PAD, top - PAD, right + PAD, bottom + PAD
        return Picture(sheet.groups(), box, puzzle, state, colours, limits, pieces)


@contextmanager
def _limited(
    puzzle: Puzzle, state: State | None, timeout: float | None, stop: Callable[[], bool] | None
) -> Iterator[None]:
    """Limits the time for drawing; without limits, those of the caller apply."""
    clock = nullcontext() if timeout is None and stop is None else Clock(timeout, stop).running()
    with clock, uncollected(puzzle), blaming(puzzle, [] if state is None else [state]):
        yield


def _draw_layers(sheet: PictureSheet, places: Places, state: State | None) -> Margins | None:
    """Draws the board, its marks, and the clues outside; returns the margins with these clues, if there can be any."""
    puzzle = sheet.puzzle
    margins = Margins(sheet, places) if isinstance(places, RectPlaces) else None
    _draw_ground(sheet, places)
    for layer, given, found in marked_layers(puzzle, state):
        if given:
            _draw_marks(sheet, margins, layer, given, False)
            _draw_crosses(sheet, layer, given, False)
        if found:
            new = {s: v for s, v in found.items() if s not in given} if given else found
            _draw_marks(sheet, margins, layer, new, True)
            _draw_crosses(sheet, layer, new, True)
    if margins is not None:
        margins.lay(puzzle.genre.layers)
        margins.draw()
    sheet.write_small()
    return margins


def _box(drawn: Box, places: Places, margins: Margins | None) -> Box:
    """The bounding box of what was drawn, the board and the clues outside."""
    left, top, right, bottom = places.box
    if margins is not None:
        left, top = left - margins.reach("left"), top - margins.reach("top")
        right, bottom = right + margins.reach("right"), bottom + margins.reach("bottom")
    return min(drawn[0], left), min(drawn[1], top), max(drawn[2], right), max(drawn[3], bottom)


class _Marks(dict[Spot, Any]):
    """Marks of a layer. Iterating over them checks the clock, so that drawers need not."""

    def __iter__(self) -> Iterator[Spot]:
        return iter(ticking(super().keys()))

    def items(self) -> Any:
        return ticking(super().items())


def _draw_marks(
    sheet: PictureSheet, margins: Margins | None, layer: Layer, marks: Mapping[Spot, Any], new: bool
) -> None:
    """Draws marks on the board by their look; hands marks outside the board to the margins."""
    kept = _Marks({s: v for s, v in ticking(marks.items()) if not _is_absent(layer, v)})
    if margins is not None and layer.on in ("sides", "line_sides"):
        traits = layer.look.traits
        if traits.paper is not None:
            draw_marks(sheet, layer, kept, new)
        margins.put(layer, kept if traits.margin is None else {s: traits.margin(s, v) for s, v in kept.items()})
    elif kept:
        draw_marks(sheet, layer, kept, new)


def _is_absent(layer: Layer, value: Any) -> bool:
    """Whether a value says that there is no mark: it is False, or its glyph is a blank."""
    return value is False or (isinstance(layer, ValueLayer) and layer.look.glyphs.get(value) == " ")


def _draw_crosses(sheet: PictureSheet, layer: Layer, marks: Mapping[Spot, Any], new: bool) -> None:
    """Draws small crosses where marks are known to be absent; for a state, only until the layer is complete."""
    absent = [s for s, v in ticking(marks.items()) if _is_absent(layer, v)]
    if not absent or isinstance(layer, GivenLayer):
        return
    puzzle = sheet.puzzle
    known = {**puzzle.given.get(layer.name, {}), **marks}
    if new and not is_partial(puzzle.board, layer, known, lambda: puzzle.genre(puzzle)):
        return
    lines = []
    for spot in ticking(absent):
        x, y = sheet.places.at(spot)
        lines += [[(x - 0.1, y - 0.1), (x + 0.1, y + 0.1)], [(x - 0.1, y + 0.1), (x + 0.1, y - 0.1)]]
    sheet.add("mark", layer.name, new, [Polylines("cross" if new else "thin", lines)])


# -- the empty board --------------------------------------------------------------------------------------------------


def _draw_ground(sheet: PictureSheet, places: Places) -> None:
    """Draws the grid, the frame and the dots."""
    ground = sheet.puzzle.genre.ground
    shapes: list[Shape] = []
    if ground.grid == "dots":
        hidden = _undotted(sheet.puzzle)
        dots = (s for s in ticking(places.board.corners) if s not in hidden)
        shapes += [Circle("dot", *places.at(s), _DOT * sheet.growth) for s in dots]
    if isinstance(places, RectPlaces):
        if ground.grid in ("lines", "dashes"):
            shapes.append(Polylines("grid" if ground.grid == "lines" else "dashes", list(places.grid())))
            shapes.append(Polylines("count", places.heavy(ground.every)))
    else:
        shapes.append(Polylines("grid", list(chained(map(places.edge, places.board.edges)))))
    if ground.frame:
        shapes.append(Polylines(_frame_paint(sheet.puzzle), list(places.frame())))
    sheet.add("grid", "grid", False, [s for s in shapes if not isinstance(s, Polylines) or s.lines])


def _frame_paint(puzzle: Puzzle) -> str:
    """The frame is drawn like a border if the puzzle has borders, unless it also says where the frame has them."""
    walls = [layer for layer in puzzle.genre.layers.values() if layer.look.kind == "wall"]
    if any(isinstance(layer, GivenLayer) and layer.on == "edges" for layer in walls):
        return "grid"
    return "wall" if any(not isinstance(la, GivenLayer) or puzzle.given.get(la.name) for la in walls) else "frame"


def _undotted(puzzle: Puzzle) -> set[Spot]:
    """The corners without a dot, where the glyph of a mark is a blank."""
    return {
        spot
        for name, layer in puzzle.genre.layers.items() if layer.on == "corners"
        for spot, value in puzzle.given.get(name, {}).items() if layer.look.glyphs.get(value) == " "
    }  # fmt: skip


# -- frames -----------------------------------------------------------------------------------------------------------


def _draw_faults(sheet: PictureSheet, places: Places, violations: Iterable[ShownFault]) -> None:
    """Draws dashed frames around the spots of faults, and around the board for faults of the whole."""
    faults = list(violations)
    for fault in faults:
        if not hasattr(fault, "at"):
            raise TypeError(f"violations must be what gw.check returns, not {in_short(fault)}")
    shapes = [_frame(places, spot) for spot in sorted({spot for fault in faults for spot in fault.at})]
    if not all(fault.at for fault in faults):
        left, top, right, bottom = places.box
        shapes.append(Rectangle("wrong", left - 0.05, top - 0.05, right - left + 0.1, bottom - top + 0.1))
    _add_frames(sheet, "violations", "wrong", shapes)


def _spots(name: str, marked: Iterable[Spot]) -> set[Spot]:
    """The spots of an argument of ``draw``. Raises TypeError for anything else in it."""
    spots = set(marked)
    for spot in spots:
        if not isinstance(spot, tuple):
            raise TypeError(f"{name} must be spots, such as gw.Spot(1, 1), not {in_short(spot)}")
    return spots


def _add_frames(sheet: PictureSheet, name: str, paint: str, shapes: Sequence[Rectangle | Polygon | Circle]) -> None:
    """Adds frames, with a broader line of the background's colour below each, so that they are visible on black."""
    sheet.add("wrong", f"{name}-ground", False, [shape._replace(paint=f"{paint}-ground") for shape in shapes])
    sheet.add("wrong", name, False, shapes)


def _frame(places: Places, spot: Spot) -> Rectangle | Polygon | Circle:
    """A frame inside a cell, or a ring around another spot."""
    board = places.board
    if spot in board.cell_index:
        if isinstance(board, Graph):
            x, y = places.at(spot)
            outline = [(x + (px - x) * 0.85, y + (py - y) * 0.85) for px, py in places.outline(spot)]
            return Polygon("wrong", outline)
        left, top = places.outline(spot)[0]
        wide, high = places.room(spot)
        return Rectangle("wrong", left + 0.1, top + 0.1, wide - 0.2, high - 0.2, 0.06)
    x, y = places.at(spot)
    if isinstance(board, Rect):
        x = min(max(x, -0.42), board.n_cols + 0.42)
        y = min(max(y, -0.42), board.n_rows + 0.42)
    return Circle("wrong-mark", x, y, 0.3)


# -- coordinates ------------------------------------------------------------------------------------------------------

STYLES: Sequence[str] = ("r1c1", "A1")
"""``r1c1``: numbers for rows and columns, as in the names of cells; ``A1``: letters for columns."""
_EM, _GAP = 0.34, 0.16


def check_coordinates(style: str) -> None:
    """Raises ValueError for unknown coordinates; an empty string means none."""
    if style and style not in STYLES:
        raise ValueError(f"unknown coordinates {style!r}; use {' or '.join(STYLES)}")


def column_name(number: int, style: str) -> str:
    """The name of a column, counted from 1; after Z comes AA."""
    if style == "r1c1":
        return f"c{number}"
    name = ""
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(65 + letter) + name
    return name


def row_name(number: int, style: str) -> str:
    """The name of a row, counted from 1."""
    return f"r{number}" if style == "r1c1" else str(number)


def draw_coordinates(sheet: PictureSheet, places: RectPlaces, taken: Box, style: str) -> None:
    """Writes the names of rows and columns on the left and above, outside of all that is drawn there."""
    left, top = taken[0] - _GAP, taken[1] - _GAP
    board = places.board
    em = _EM * sheet.growth
    rows = [row_name(i + 1, style) for i in range(board.n_rows)]
    columns = [column_name(i + 1, style) for i in range(board.n_cols)]
    size = min(fitted(name, 0.86, em) for name in columns)
    shapes: list[Shape] = [TextShape("coordinate", left, i + 0.5, name, em, "end") for i, name in enumerate(rows)]
    shapes += [TextShape("coordinate", i + 0.5, top - size / 2, name, size) for i, name in enumerate(columns)]
    sheet.add("clue", "coordinates", False, shapes)
    wide = max(map(width, rows), default=0) * em
    sheet.box = min(sheet.box[0], left - wide), min(sheet.box[1], top - size), *sheet.box[2:]
