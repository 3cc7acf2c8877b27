"""Checks a puzzle against what its genre declares: its layers, its keys, their places and their domains."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from typing import Any

from .board import PLACES, Board, Spot
from .domain import Domain, Mismatch, in_short
from .genre import Genre
from .layers import GivenLayer, Key, Layer
from .puzzle import Puzzle
from .rect import Rect


class PuzzleError(ValueError):
    """A puzzle that does not conform to the declarations of its genre.

    ``what`` describes the error. ``expected`` and ``found`` say what should be there and what is. ``layer`` and
    ``spot``, or ``key``, are the position; ``path`` leads to the invalid part of the value
    (``value[path[0]][path[1]]...``).
    """

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        layer: str = "",
        spot: Spot | None = None,
        key: str = "",
        path: tuple[int, ...] = (),
        expected: str = "",
        found: str = "",
    ) -> None:
        told = f"{where}: {what}" if where else what
        if expected:
            told += f"; expected {expected}"
        if found:
            told += f"{',' if expected else ';'} found {found}"
        super().__init__(told)
        self.what, self.layer, self.spot, self.key, self.path = what, layer, spot, key, path
        self.expected, self.found = expected, found


def check_puzzle(puzzle: Puzzle) -> None:
    """Raises PuzzleError for the first thing that the declarations of the puzzle's genre exclude."""
    genre = puzzle.genre
    _check_board(puzzle)
    for name in puzzle.given:
        if name not in genre.layers:
            raise _unknown(genre, "layer", name, genre.layers)
    for name in puzzle.keys:
        if name not in genre.keys:
            raise _unknown(genre, "key", name, genre.keys)
    check_keys(puzzle)
    model = genre.as_told(puzzle)
    for one in genre.declarations:
        if isinstance(one, Key):
            if one.role == "clue":
                _check_key(one, model)
        elif one.name in puzzle.given:
            _check_layer(one, puzzle.given[one.name], model)
        elif isinstance(one, GivenLayer) and one.required and one.spots(model):
            what = f"there is no {one.name}, and a {genre.name} needs some"
            raise PuzzleError(what, layer=one.name)


def check_keys(puzzle: Puzzle) -> None:
    """Raises PuzzleError for the first key of the structure whose value is none: these depend on no layer."""
    model = puzzle.genre.as_told(puzzle)
    for key in puzzle.genre.keys.values():
        if key.role == "structure":
            _check_key(key, model)


def at_spot(fault: PuzzleError, board: Board) -> str:
    """What is wrong at a spot, for a message that does not begin with the spot's name."""
    if fault.spot is None or not fault.found:
        return fault.what
    return f"this cannot stand at {board.name(fault.spot)}"


def unknown_answer_layer(genre: type[Genre], name: str) -> PuzzleError:
    """The error for marks of an answer on a layer that is no answer layer."""
    if name in genre.layers:
        return PuzzleError(f"the layer {name!r} of {genre.name} holds clues, and no marks of an answer", layer=name)
    return _unknown(genre, "answer layer", name, genre.answer_layers)


def _check_board(puzzle: Puzzle) -> None:
    board = puzzle.board
    if not isinstance(board, Board):
        raise PuzzleError("this is no board", expected="one such as Rect.of(9, 9)", found=in_short(board))
    if not puzzle.genre.any_graph and not isinstance(board, Rect):
        raise PuzzleError(f"{puzzle.genre.name} needs a rectangular board", found=in_short(board))


def _unknown(genre: type[Genre], kind: str, name: object, known: Iterable[str]) -> PuzzleError:
    names = list(known)
    near = get_close_matches(str(name), names, 1) or names
    expected = " or ".join(map(repr, near)) or "none"
    return PuzzleError(f"{genre.name} has no {kind} {in_short(name)}", expected=expected)


def _check_key(key: Key[Any], model: Genre) -> None:
    keys = model.puzzle.keys
    wrong = key.domain.at(model).mismatch(keys[key.name]) if key.name in keys else None
    if wrong is not None:
        where = f"{model.name}, key {key.name!r}"
        raise PuzzleError("this is none of its values", where=where, key=key.name, path=wrong.path,
                          expected=wrong.expected, found=in_short(wrong.found))


def _check_layer(layer: Layer, marks: Mapping[Spot, Any], model: Genre) -> None:
    board, where = model.puzzle.board, f"{model.name}, layer {layer.name!r}"
    spots = layer.spots(model)
    if not marks.keys() <= spots or set(map(type, marks)) != {Spot}:
        raise _foreign(next(spot for spot in marks if spot not in spots or type(spot) is not Spot), layer, spots, model)
    for spot, wrong in _misfits(layer.domain, marks, model):
        where += f", {board.name(spot)}"
        raise PuzzleError("this cannot stand here", where=where, layer=layer.name, spot=spot, path=wrong.path,
                          expected=wrong.expected, found=in_short(wrong.found))


def _foreign(spot: object, layer: Layer, spots: AbstractSet[Spot], model: Genre) -> PuzzleError:
    """The error for a mark where its layer has no place."""
    where, expected = f"{model.name}, layer {layer.name!r}", _places(layer)
    if not isinstance(spot, Spot):
        return PuzzleError("this is no Spot", where=where, layer=layer.name, expected=expected, found=in_short(spot))
    what = f"no {layer.name} can stand at {named(model.puzzle.board, spot)}"
    if not spots:
        what, expected = f"{what}, nor elsewhere on this board", ""
    return PuzzleError(what, where=where, layer=layer.name, spot=spot, expected=expected)


def _misfits(domain: Domain, marks: Mapping[Spot, Any], model: Genre) -> Iterator[tuple[Spot, Mismatch]]:
    """The values that lie outside the domain."""
    if domain.by_spot:
        own = ((spot, value, domain.at(model, spot)) for spot, value in marks.items())
    else:
        settled = domain.at(model)
        if domain.atomic and _sound(settled, marks.values()):
            return
        own = ((spot, value, settled) for spot, value in marks.items())
    for spot, value, known in own:
        if value not in known:
            wrong = known.mismatch(value)
            assert wrong is not None
            yield spot, wrong


def _sound(domain: Domain, values: Collection[Any]) -> bool:
    """Whether all values lie in a domain: usually a few that stand on many spots."""
    try:
        distinct = set(zip(map(type, values), values, strict=True))
    except TypeError:  # some value has no hash
        return False
    return all(value in domain for _, value in distinct)


def _places(layer: Layer) -> str:
    """Where the marks of a layer may stand, in words: those of the function that tells the places, if need be."""
    if isinstance(layer.on, str):
        return PLACES[layer.on]
    told = (layer.on.__doc__ or "").strip().split("\n")[0].rstrip(".")
    return f"one of the {told[4:]}" if told.startswith("The ") else "one of the layer's places"


def named(board: Board, spot: Spot) -> str:
    """What to call a spot that need not be on the board, in words of rows and columns."""
    if not isinstance(board, Rect) or _near(board, spot):
        return board.name(spot)
    y, x = spot
    if y % 2 and x % 2:
        return _cell(y, x)
    if y % 2:
        return f"the border between {_cell(y, x - 1)} and {_cell(y, x + 1)}"
    if x % 2:
        return f"the border between {_cell(y - 1, x)} and {_cell(y + 1, x)}"
    return f"the corner between {_cell(y - 1, x - 1)} and {_cell(y + 1, x + 1)}"


def _near(board: Rect, spot: Spot) -> bool:
    """Whether the board itself has a name for a spot: it lies on it, or just outside."""
    return any(spot in places for places in (board.cells, board.edges, board.corners, board.sides, board.line_sides))


def _cell(y: int, x: int) -> str:
    return f"r{y // 2 + 1}c{x // 2 + 1}"
