"""Converts values as people and programs write them to values of a domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...board.board import Spot
from ...board.rect import Rect
from ..domain import ABSENT, Domain
from ..drawing import Drawing
from ..puzzle import PuzzleError

NOTHING: Final = frozenset((".", "", "_"))
"""What stands for no mark in a grid, beside None, unless the domain has it as a value."""
_YES: Final = frozenset(("#", "x", "X", "*", "1", "true", "True"))
_NO: Final = frozenset(("-", "0", "false", "False"))
_MOST_DIGITS = 18
"""Numbers with more digits lie outside every domain."""


def plain(thing: Any) -> Any:
    """Arrays as lists, and numbers of other libraries as Python's own; anything else as it is."""
    if type(thing) in (str, int, bool, list, tuple, dict, type(None), Spot):
        return thing
    if hasattr(thing, "tolist"):
        return thing.tolist()
    return thing.__index__() if hasattr(thing, "__index__") and not isinstance(thing, int) else thing


def tokens(row: Any) -> Any:
    """The items of a row: words where a text has blanks, else its characters; other sequences as they are.

    Points of a text are ``ABSENT``.
    """
    if isinstance(row, str):
        words = row.split() if any(map(str.isspace, row)) else list(row)
        return [ABSENT if word == "." else word for word in words]
    return row


def fitted(value: Any, domain: Domain) -> Any:
    """The value of a domain that is meant: 3 for ``"3"``, True for ``"#"``, ``"white"`` for ``"w"``, (3,) for 3.

    Where nothing in the domain can be meant, it is the value that messages should show.
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
    """What a value may mean, likely meanings first."""
    if isinstance(value, str):
        yield from _meanings_of_text(value, domain)
    elif type(value) is int:
        if abs(value) < 10**_MOST_DIGITS:
            yield str(value)
        if value in (0, 1):
            yield bool(value)
    elif type(value) is float and value.is_integer():
        yield int(value)
    elif type(value) is tuple and value:
        yield tuple(number(item) for item in value)
        yield tuple(None if item == "?" else number(item) for item in value)
    if type(value) is not tuple and value is not None:
        yield (number(value),)


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
    """The whole number that a text spells; anything else as it is."""
    digits = text.removeprefix("-") if isinstance(text, str) else ""
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        return int(text)
    return text


def tupled(value: Any) -> Any:
    """Lists as tuples, all the way down, and objects that describe drawings as drawings.

    Raises PuzzleError for an object that describes none.
    """
    if isinstance(value, list | tuple) and type(value) is not Spot:
        return tuple(tupled(plain(item)) for item in value)
    if isinstance(value, Mapping):
        return _drawing(value)
    return value


def _drawing(told: Mapping[Any, Any]) -> Drawing:
    """The drawing that ``{"rows": 2, "columns": 3, "marks": {layer: [[y, x, value], ...]}}`` describes."""
    rows, cols, marks = told.get("rows"), told.get("columns"), told.get("marks")
    right = set(told) == {"rows", "columns", "marks"} and isinstance(marks, Mapping)
    if not right or not all(type(n) is int and 0 < n <= _SIDE_OF_DRAWING for n in (rows, cols)):
        wanted = '{"rows": ..., "columns": ..., "marks": {layer: [[y, x, value], ...]}}'
        raise PuzzleError("this is no drawing", expected=wanted, found=repr(dict(told))[:60])
    found: dict[str, dict[Spot, Any]] = {}
    for layer, items in told["marks"].items():
        for item in items if isinstance(items, list | tuple) else (items,):
            if not isinstance(item, list | tuple) or len(item) != 3 or {type(n) for n in item[:2]} != {int}:
                raise PuzzleError("this is no mark of a drawing", expected="[y, x, value]", found=repr(item)[:60])
            found.setdefault(str(layer), {})[Spot(item[0], item[1])] = tupled(item[2])
    return Drawing.of(Rect.of(told["rows"], told["columns"]), found)


_SIDE_OF_DRAWING = 250


def untupled(value: Any) -> Any:
    """A value as JSON tells it: tuples as lists, drawings as objects."""
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
    """Whether an item of a grid or of a list says that there is no mark; None is a domain that differs by place."""
    if item is None or item is ABSENT:
        return True
    return isinstance(item, str) and item in NOTHING and (domain is None or item not in domain)
