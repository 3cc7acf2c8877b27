"""The items of grids and lists: their places and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ...board.board import Board, Spot
from ...board.rect import Rect
from ..domain import ABSENT, Domain
from ..layers import Layer
from ..puzzle import Drawing, Model, PuzzleError

# -- places ------------------------------------------------------------------------------------------------------------


class SpotGrid(NamedTuple):
    """A grid of spots: that in row i and column j is ``at(i, j)``. ``name`` is its key if a layer has several grids."""

    name: str
    n_rows: int
    n_cols: int
    at: Callable[[int, int], Spot]


class SpotLine(NamedTuple):
    """A list of spots outside the board, from the left or the top."""

    name: str
    length: int
    at: Callable[[int], Spot]


KINDS = ("cells", "links", "edges", "corners", "middles", "sides", "line_sides")
SEVERAL: Mapping[str, tuple[str, ...]] = {
    "links": ("right", "below"), "edges": ("horizontal", "vertical"),
    "sides": ("top", "left", "right", "bottom"), "line_sides": ("top", "left", "right", "bottom"),
}  # fmt: skip
"""The keys of the grids or lists of layers that have several."""


def grids(kind: str, rows: int, cols: int) -> list[SpotGrid]:
    """The grids of a kind of places on a board of this size."""
    if kind == "cells":
        return [SpotGrid("", rows, cols, lambda i, j: Spot(2 * i + 1, 2 * j + 1))]
    if kind == "corners":
        return [SpotGrid("", rows + 1, cols + 1, lambda i, j: Spot(2 * i, 2 * j))]
    if kind == "middles":
        return [SpotGrid("", 2 * rows - 1, 2 * cols - 1, lambda i, j: Spot(i + 1, j + 1))]
    if kind == "links":
        return [
            SpotGrid("right", rows, cols - 1, lambda i, j: Spot(2 * i + 1, 2 * j + 2)),
            SpotGrid("below", rows - 1, cols, lambda i, j: Spot(2 * i + 2, 2 * j + 1)),
        ]
    if kind == "edges":
        return [
            SpotGrid("horizontal", rows + 1, cols, lambda i, j: Spot(2 * i, 2 * j + 1)),
            SpotGrid("vertical", rows, cols + 1, lambda i, j: Spot(2 * i + 1, 2 * j)),
        ]
    return []


def lines(kind: str, rows: int, cols: int) -> list[SpotLine]:
    """The lists of a kind of outside places on a board of this size."""
    if kind not in ("sides", "line_sides"):
        return []
    more = kind == "line_sides"
    first = 0 if more else 1
    return [
        SpotLine("top", cols + more, lambda i: Spot(-1, 2 * i + first)),
        SpotLine("left", rows + more, lambda i: Spot(2 * i + first, -1)),
        SpotLine("right", rows + more, lambda i: Spot(2 * i + first, 2 * cols + 1)),
        SpotLine("bottom", cols + more, lambda i: Spot(2 * rows + 1, 2 * i + first)),
    ]


def size_from(kind: str, name: str, height: int, width: int | None) -> tuple[int | None, int | None]:
    """The rows and columns of the board if a grid (or, without ``width``, a list) has this size."""
    if width is None:
        n = height - (kind == "line_sides")
        return (None, n) if name in ("top", "bottom") else (n, None)
    if kind == "corners":
        return height - 1, width - 1
    if kind == "middles":
        return (height + 1) // 2, (width + 1) // 2
    more = {"right": (0, 1), "below": (1, 0), "horizontal": (-1, 0), "vertical": (0, -1)}.get(name, (0, 0))
    return height + more[0], width + more[1]


def kind_of(layer: Layer, board: Board, spots: Iterable[Spot] = ()) -> str:
    """The kind of a layer's places, one of ``KINDS``. If a function returns the places, it is the common kind of the
    given spots, or "" if there is none."""
    if isinstance(layer.on, str):
        return layer.on if isinstance(board, Rect) else ""
    if not isinstance(board, Rect):
        return ""
    parities = {(spot.y % 2, spot.x % 2) for spot in spots}
    if parities == {(1, 1)}:
        return "cells"
    return "links" if parities and parities <= {(0, 1), (1, 0)} else ""


_CELL = re.compile(r"r([0-9]{1,5})c([0-9]{1,5})", re.ASCII)


def cell_named(name: str) -> Spot | None:
    """The cell of a name such as ``r3c4``; it need not be on any board."""
    found = _CELL.fullmatch(name.strip().casefold())
    return Spot(2 * int(found[1]) - 1, 2 * int(found[2]) - 1) if found else None


def name_of(board: Board, spot: Spot) -> str:
    """The name of a spot: ``r3c4``, ``r1c1-r1c2``, ``top of column 3``, ``bottom right corner of r1c1``."""
    return board.name(spot).removeprefix("the ")


def spot_named(name: object, layer: Layer, model: Model) -> Spot | None:
    """The spot with a name; None if the layer has none. Spots are their own names."""
    if type(name) is Spot:
        return name
    if not isinstance(name, str):
        return None
    first, dash, second = name.partition("-")
    one, other = cell_named(first), cell_named(second)
    if one is not None and not dash:
        return one
    if one is not None and other is not None:
        (y, x), (v, u) = one, other
        return Spot((y + v) // 2, (x + u) // 2) if max(abs(y - v), abs(x - u)) == 2 else None
    board = model.puzzle.board
    known = model.memo(
        ("spots by name", layer.name), lambda: {name_of(board, spot): spot for spot in layer.spots(model)}
    )
    return known.get(" ".join(name.casefold().removeprefix("the ").split()))


# -- values ------------------------------------------------------------------------------------------------------------


NOTHING: Final = frozenset((".", "", "_"))
"""The items of a grid that mean "no mark", besides None, unless they are values of the domain."""
_YES: Final = frozenset(("#", "x", "X", "*", "1", "true", "True"))
_NO: Final = frozenset(("-", "0", "false", "False"))
_MOST_DIGITS = 18
"""Numbers with more digits are in no domain."""


def plain(thing: Any) -> Any:
    """Arrays and data frames as lists, and numbers of other libraries as Python's own; other objects unchanged."""
    if type(thing) in (str, int, bool, list, tuple, dict, type(None), Spot):
        return thing
    if hasattr(thing, "to_numpy"):  # pandas and polars; only these know their rows without NumPy
        for name in ("tolist", "to_list", "rows"):
            if callable(listed := getattr(thing, name, None)):
                return listed()
        thing = thing.to_numpy()
    if hasattr(thing, "tolist"):
        return thing.tolist()
    return thing.__index__() if hasattr(thing, "__index__") and not isinstance(thing, int) else thing


def tokens(row: Any) -> Any:
    """The items of a row: the words of a text with blanks, else its characters; other sequences unchanged.

    Points in a text are ``ABSENT``.
    """
    if isinstance(row, str):
        words = row.split() if any(map(str.isspace, row)) else list(row)
        return [ABSENT if word == "." else word for word in words]
    return row


def fitted(value: Any, domain: Domain) -> Any:
    """The intended value of a domain: 3 for ``"3"``, True for ``"#"``, ``"white"`` for ``"w"``, (3,) for 3.

    If there is none, the value to show in messages.
    """
    value = tupled(plain(value))
    if value in domain:
        return value
    shown = value
    for other in _meanings(value, domain):
        if other in domain:
            return other
        if type(other) is int:
            shown = other
    return shown


def _meanings(value: Any, domain: Domain) -> Iterator[Any]:
    """The possible meanings of a value, likely ones first."""
    if isinstance(value, str):
        yield from _meanings_of_text(value, domain)
    elif type(value) is int:
        if abs(value) < 10**_MOST_DIGITS:
            yield str(value)
        if value in (0, 1):
            yield bool(value)
    elif type(value) is float and value.is_integer():
        yield int(value)
        yield from _meanings(int(value), domain)
    elif type(value) is tuple and value:
        yield tuple(number(item) for item in value)
        yield tuple(None if item == "?" else number(item) for item in value)
    if type(value) is not tuple and value is not None:
        yield (number(value),)
    if value in (0, "0", (0,), ("0",)):  # a list without items is often written so
        yield ()


def _meanings_of_text(text: str, domain: Domain) -> Iterator[Any]:
    yield number(text)
    if text == "?":
        yield None
    if text in _YES:
        yield True
    if text in _NO:
        yield False
    known = [value for value in domain.values() or () if isinstance(value, str)]
    begun = [value for value in known if value.casefold().startswith(text.casefold())]
    yield from begun if len(begun) == 1 else ()
    if "," in text:
        parts = tuple(number(part) for part in text.split(","))
        yield parts
        yield tuple(None if part == "?" else part for part in parts)


def number(text: Any) -> Any:
    """The whole number in a text; anything else unchanged."""
    digits = text.removeprefix("-") if isinstance(text, str) else ""
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        return int(text)
    return text


def tupled(value: Any) -> Any:
    """Lists as tuples, recursively, and dictionaries that describe drawings as drawings.

    Raises PuzzleError for other dictionaries.
    """
    if isinstance(value, list | tuple) and type(value) is not Spot:
        return tuple(tupled(plain(item)) for item in value)
    if isinstance(value, Mapping):
        return _drawing(value)
    return value


def _drawing(form: Mapping[Any, Any]) -> Drawing:
    """The drawing that ``{"rows": 2, "columns": 3, "marks": {layer: [[y, x, value], ...]}}`` describes."""
    rows, cols, marks = form.get("rows"), form.get("columns"), form.get("marks")
    right = set(form) == {"rows", "columns", "marks"} and isinstance(marks, Mapping)
    if not right or not all(type(n) is int and 0 < n <= _SIDE_OF_DRAWING for n in (rows, cols)):
        wanted = '{"rows": ..., "columns": ..., "marks": {layer: [[y, x, value], ...]}}'
        raise PuzzleError("this is not a drawing", expected=wanted, found=repr(dict(form))[:60])
    found: dict[str, dict[Spot, Any]] = {}
    for layer, items in form["marks"].items():
        for item in items if isinstance(items, list | tuple) else (items,):
            if not isinstance(item, list | tuple) or len(item) != 3 or {type(n) for n in item[:2]} != {int}:
                raise PuzzleError("this is not a mark of a drawing", expected="[y, x, value]", found=repr(item)[:60])
            found.setdefault(str(layer), {})[Spot(item[0], item[1])] = tupled(item[2])
    return Drawing.of(Rect.of(form["rows"], form["columns"]), found)


_SIDE_OF_DRAWING = 250


def untupled(value: Any) -> Any:
    """A value for JSON: tuples as lists, drawings as dictionaries."""
    if isinstance(value, tuple):
        return [untupled(item) for item in value]
    if isinstance(value, Drawing):
        marks = {
            layer: [[spot.y, spot.x, untupled(mark)] for spot, mark in sorted(of.items())]
            for layer, of in value.marks.items()
        }
        return {"rows": value.board.n_rows, "columns": value.board.n_cols, "marks": marks}
    return value


def is_nothing(item: Any, domain: Domain | None) -> bool:
    """Whether an item of a grid or list means "no mark"; the domain is None if it depends on the spot.

    Zeros may mean it as well: see ``is_zero``.
    """
    if item is None or item is ABSENT:
        return True
    if isinstance(item, str):
        return item.strip() in NOTHING and (domain is None or item not in domain)
    return type(item) not in _COMMON and _is_missing(item)


_COMMON = frozenset((bool, int, list, tuple, Spot))


def _is_missing(item: Any) -> bool:
    """Whether this is the NaN, NaT or NA of some library: it is not equal to itself, or refuses to say so."""
    try:
        return bool(item != item)
    except TypeError:
        return True
    except ValueError:  # an array
        return False


def is_zero(item: Any) -> bool:
    """Whether an item is 0, False or ``"0"``, which mean "no mark" if they are no values of the domain."""
    return item == "0" if isinstance(item, str) else isinstance(item, int | float) and not item
