"""Puzzles turned by a quarter, mirrored, or flipped along their diagonal, with clues that show a direction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..board.board import Spot
from ..board.rect import Rect
from ..engine.solve.check import violations
from ..engine.solve.clock import TimeUp
from ..engine.solve.search import solve
from ..language.genre import Genre
from ..language.layers import Layer
from ..language.look import Way
from ..language.puzzle import Puzzle, PuzzleError, State, frozen_layers
from ..language.validation import check_puzzle
from ..picture.places import RectPlaces, places_of


class _Turn(NamedTuple):
    """Where a spot of a board (doubled coordinates, then twice its rows and columns) and a direction come to lie;
    whether rows become columns."""

    spot: Callable[[int, int, int, int], tuple[int, int]]
    way: Callable[[Way], Way]
    swaps: bool


TURNS: Mapping[str, _Turn] = {
    "rotate": _Turn(lambda y, x, rows, _: (x, rows - y), lambda way: (way[1], -way[0]), True),
    "mirror": _Turn(lambda y, x, _, cols: (y, cols - x), lambda way: (way[0], -way[1]), False),
    "flip": _Turn(lambda y, x, _, __: (x, y), lambda way: (way[1], way[0]), True),
}
"""A quarter turn clockwise, left and right exchanged, rows and columns exchanged."""

_UP, _RIGHT, _DOWN, _LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
_RISING, _FALLING = ((-1, 1), (1, -1)), ((-1, -1), (1, 1))
_ARMS: Mapping[str, frozenset[Way]] = {glyph: frozenset(ways) for glyph, ways in {
    "→": (_RIGHT,), "←": (_LEFT,), "↑": (_UP,), "↓": (_DOWN,), "↔": (_LEFT, _RIGHT), "↕": (_UP, _DOWN),
    "↖": ((-1, -1),), "↗": ((-1, 1),), "↙": ((1, -1),), "↘": ((1, 1),), "╱": _RISING, "╲": _FALLING,
    "─": (_LEFT, _RIGHT), "−": (_LEFT, _RIGHT), "│": (_UP, _DOWN), "|": (_UP, _DOWN), "┌": (_RIGHT, _DOWN),
    "┐": (_LEFT, _DOWN), "└": (_UP, _RIGHT), "┘": (_UP, _LEFT), "┬": (_LEFT, _RIGHT, _DOWN), "├": (_UP, _RIGHT, _DOWN),
    "┤": (_UP, _LEFT, _DOWN), "┴": (_UP, _LEFT, _RIGHT),
}.items()}  # fmt: skip
"""Where the arms of a glyph lead."""
_SECONDS = 2.0


def turned(puzzle: Puzzle, how: str, *, stop: Callable[[], bool] | None = None) -> Puzzle:
    """A puzzle after one of ``TURNS``.

    Raises ValueError where that cannot be: on boards that are no rectangles of squares, and in genres with rules or
    clues that depend on a direction in a way that is not known here. Answers of either puzzle tell that: turned, they
    must be answers of the other.
    """
    turn = TURNS.get(how)
    if turn is None:
        raise ValueError(f"a puzzle cannot be turned by {how!r}; expected one of {', '.join(TURNS)}")
    board, places = puzzle.board, places_of(puzzle.board, puzzle.genre.ground.cell)
    if not isinstance(board, Rect) or not isinstance(places, RectPlaces) or places.breadth != 1:
        raise ValueError("this board cannot be turned: it is no rectangle of squares")
    made = _turned(puzzle, board, turn)
    try:
        check_puzzle(made)
    except PuzzleError as fault:
        raise ValueError(f"{puzzle.genre.name} cannot be turned this way: {fault}") from None
    back = {"rotate": (turn, turn, turn)}.get(how, (turn,))
    if not (_fits(puzzle, made, (turn,), stop) and _fits(made, puzzle, back, stop)):
        raise ValueError(f"this puzzle cannot be turned this way: its rules or clues depend on the direction in which "
                         f"{puzzle.genre.name} is read")  # fmt: skip
    return made


def _turned(puzzle: Puzzle, board: Rect, turn: _Turn) -> Puzzle:
    ends = 2 * board.n_rows, 2 * board.n_cols

    def at(spot: Spot) -> Spot:
        return Spot(*turn.spot(spot.y, spot.x, *ends))

    size = (board.n_cols, board.n_rows) if turn.swaps else (board.n_rows, board.n_cols)
    model = puzzle.genre.as_told(puzzle)
    given = {name: _layer(model, name, own, at, turn) for name, own in puzzle.given.items()}
    new = Rect.of(*size, map(at, board.holes))
    return Puzzle(puzzle.genre, new, frozen_layers(given), puzzle.keys, puzzle.about)


def _layer(
    model: Genre, name: str, own: Mapping[Spot, Any], at: Callable[[Spot], Spot], turn: _Turn
) -> dict[Spot, Any]:
    layer = model.layers[name]
    return {
        at(spot): _value(layer, value, turn, layer.on == "links" and _is_swapped(model, spot, at))
        for spot, value in own.items()
    }


def _is_swapped(model: Genre, link: Spot, at: Callable[[Spot], Spot]) -> bool:
    """Whether a turn changes which of two cells is the upper or left one."""
    first, second = model.board.ends(link)
    return (at(first) < at(second)) != (first < second)


def _value(layer: Layer, value: Any, turn: _Turn, swapped: bool) -> Any:
    """A clue after a turn: what shows directions shows others."""
    if layer.look.traits.turned is not None:
        return layer.look.traits.turned(value, turn.way, swapped)
    return _glyph(layer.look.glyphs, value, turn) if isinstance(value, str) else value


def _glyph(glyphs: Mapping[Any, str], value: str, turn: _Turn) -> str:
    """The value whose glyph shows what the turned glyph does; the same where there is none, as for a lone minus."""
    arms = _ARMS.get(glyphs.get(value, ""))
    if arms is None:
        return value
    wanted = frozenset(map(turn.way, arms))
    alike = [one for one, glyph in glyphs.items() if _ARMS.get(glyph) == arms]
    found = [one for one, glyph in glyphs.items() if _ARMS.get(glyph) == wanted]
    return str(found[alike.index(value)]) if len(found) == len(alike) else value


def _fits(puzzle: Puzzle, other: Puzzle, turns: tuple[_Turn, ...], stop: Callable[[], bool] | None) -> bool:
    """Whether answers of a puzzle, turned, are answers of another; true where none is found in time."""
    try:
        answers = solve(puzzle, timeout=_SECONDS, stop=stop).answers
    except TimeUp:
        return True
    model = other.genre(other)
    for answer in answers:
        told = Puzzle(puzzle.genre, puzzle.board, frozen_layers(answer.marks), puzzle.keys, puzzle.about)
        for turn in turns:
            assert isinstance(told.board, Rect)
            told = _turned(told, told.board, turn)
        if violations(model, State.of(other, told.given)):
            return False
    return True
