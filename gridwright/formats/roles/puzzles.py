"""Sheets to puzzles and answers, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.domain import ABSENT
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, Key, Layer
from ...language.puzzle import About, Puzzle, PuzzleError, State
from ...language.validation import at_spot
from ...logic.ticks import ticking
from ..dialect import Reading
from ..errors import FormatError, WriteError
from . import LazyDialect as Dialect
from . import Roles
from .sheet import IGNORED, UNKNOWN, Implies, Rules, Sheet, Where

_HOLE = "hole"
"""The name of missing cells on a sheet; if no layer of the genre is called so, they are missing from the board."""


# -- reading --------------------------------------------------------------------------------------------------------


def reading_of(
    sheet: Sheet, rules: Rules, genre: type[Genre], dialect: Dialect, about: About, source: object = None
) -> Reading:
    """The puzzle of a sheet, and its answer if anything was drawn. Raises FormatError.

    ``source`` is what the puzzle keeps to be written as it was read.
    """
    if rules.made is not None:
        rules.made(sheet)
    roles = dialect.roles_in(genre)
    board = _board(sheet, roles)
    keys = {name: value for name, value in sheet.numbers.items() if isinstance(roles.get(name), Key)}
    try:
        puzzle = Puzzle.of(genre, board, _given(sheet, rules, genre, roles), keys, about, source)
    except PuzzleError as fault:
        raise _placed(fault, sheet, board) from None
    return Reading(puzzle, _answer(sheet, rules, puzzle), tuple(sheet.warnings), dialect.format)


def _board(sheet: Sheet, roles: Roles) -> Rect:
    holes = () if _HOLE in roles else sheet.given[_HOLE]
    if len(holes) == sheet.n_rows * sheet.n_cols:
        line, at = sheet.where["size", None]
        raise line.error("all cells of the board are missing", at)
    return Rect.of(sheet.n_rows, sheet.n_cols, holes)


def _given(sheet: Sheet, rules: Rules, genre: type[Genre], roles: Roles) -> dict[str, dict[Spot, Any]]:
    """What is given, by layer. Raises FormatError for what our genre does not have."""
    given: dict[str, dict[Spot, Any]] = {}
    for role, marks in sheet.given.items():
        if not marks or (role == _HOLE and role not in roles):
            continue
        if role not in roles:
            line, at = sheet.where[role, next(iter(marks))]
            raise line.error(f"this format's {role}s are not supported in {genre.name}", at, code="variant")
        layer = roles[role]
        assert isinstance(layer, Layer)
        own = given.setdefault(role, {})
        if UNKNOWN in marks.values():
            meaning, unknown = rules.unknown.get(role), layer.domain.unknown
            for spot, value in ticking(marks.items()):
                if value != UNKNOWN:
                    own[spot] = value
                elif isinstance(meaning, Implies):
                    given.setdefault(meaning.role, {})[spot] = meaning.value
                elif meaning is not IGNORED and unknown is not ABSENT:
                    own[spot] = unknown
                elif meaning is not IGNORED:
                    line, at = sheet.where[role, spot]
                    what = f"{genre.name} has no clue without a number"
                    raise line.error(what, at, expected="a number", found="'?'", code="variant")
        else:
            own.update(marks)
    return given


def _placed(fault: PuzzleError, sheet: Sheet, board: Rect) -> FormatError:
    """The error for what the genre's declarations exclude, at its place in the text."""
    where: Where = sheet.where.get((fault.layer or fault.key, fault.spot), sheet.where["size", None])
    line, at = where
    return line.error(at_spot(fault, board), at, expected=fault.expected, found=fault.found, code="bad-value")


def _answer(sheet: Sheet, rules: Rules, puzzle: Puzzle) -> State | None:
    """What was drawn, as an answer; None if that is nothing."""
    if not any(sheet.drawn.values()):
        return None
    if rules.answered is not None:
        rules.answered(sheet)
    return _completed(puzzle, sheet, rules)


def _completed(puzzle: Puzzle, sheet: Sheet, rules: Rules) -> State:
    """An answer with the values of the spots where nothing is drawn."""
    model = puzzle.genre.as_told(puzzle)
    marks: dict[str, dict[Spot, Any]] = {}
    for name, layer in puzzle.genre.answer_layers.items():
        own: dict[Spot, Any] = {}
        if isinstance(layer, AnswerLayer):
            own = dict.fromkeys(layer.spots(model), False)
        elif name in rules.rest:
            own = dict.fromkeys(layer.spots(model), rules.rest[name])
        marks[name] = own | puzzle.given.get(name, {}) | sheet.drawn.get(name, {})
    return State.of(puzzle, marks)


# -- writing --------------------------------------------------------------------------------------------------------


def sheet_of(
    puzzle: Puzzle, answer: State | None, rules: Rules, dialect: Dialect, sheet: Sheet | None = None
) -> Sheet:
    """The sheet of a puzzle and an answer. Raises WriteError for layers that the notation does not have.

    ``sheet`` is one of that size to fill in, if something has been set on it already.
    """
    board = rectangle_of(puzzle, dialect)
    sheet = Sheet(board.n_rows, board.n_cols) if sheet is None else sheet
    if board.holes:
        sheet.given[_HOLE] = dict.fromkeys(board.holes, True)
    roles = dialect.roles_in(puzzle.genre)
    _put_keys(sheet, puzzle, dialect)
    for name, marks in puzzle.given.items():
        if name not in roles:
            raise _without(puzzle, dialect, name)
        lists = any(isinstance(value, tuple) for value in marks.values())
        unknown = ABSENT if lists else puzzle.genre.layers[name].domain.unknown
        sheet.given[name].update(
            {spot: UNKNOWN if unknown is not ABSENT and value == unknown else value for spot, value in marks.items()}
        )
    for role, meaning in rules.unknown.items():
        if isinstance(meaning, Implies):
            _unmark(sheet, role, meaning)
    if rules.told is not None:
        rules.told(sheet)
    if answer is not None:
        _put_answer(sheet, puzzle, answer, rules)
    return sheet


def rectangle_of(puzzle: Puzzle, dialect: Dialect) -> Rect:
    """The board of a puzzle. Raises WriteError if it is no rectangle."""
    if not isinstance(puzzle.board, Rect):
        raise WriteError(f"the format {dialect.format} has rectangular boards only")
    return puzzle.board


def _put_keys(sheet: Sheet, puzzle: Puzzle, dialect: Dialect) -> None:
    roles = dialect.roles_in(puzzle.genre)
    for name, key in puzzle.genre.keys.items():
        value = puzzle.keys.get(name, key.default)
        if name in roles and (key.role != "clue" or value != key.default):  # a clue's default tells nothing
            sheet.numbers[name] = value
        elif value != key.default:
            raise WriteError(f"the format {dialect.format} has no place for {name} = {value!r}")


def _unmark(sheet: Sheet, role: str, meaning: Implies) -> None:
    """Turns given marks of the answer into clues without a number."""
    marks, clues = sheet.given[meaning.role], sheet.given[role]
    for spot in [spot for spot, value in marks.items() if value == meaning.value and spot not in clues]:
        del marks[spot]
        clues[spot] = UNKNOWN


def _put_answer(sheet: Sheet, puzzle: Puzzle, answer: State, rules: Rules) -> None:
    for name, marks in answer.marks.items():
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        sheet.drawn[name] = {
            spot: value for spot, value in marks.items() if value is not False and spot not in given
        }
    if rules.drawn is not None:
        rules.drawn(sheet)


def check_written(
    written: Sheet, reread: Callable[[], Sheet], puzzle: Puzzle, answer: State | None, rules: Rules, dialect: Dialect
) -> None:
    """Raises WriteError unless what was written reads back as the same puzzle and answer; it names what differs.

    ``reread`` reads the text, knowing only the genre.
    """
    try:
        read = reread()
        _check_marks(written, read, puzzle, dialect)
        again = reading_of(read, rules, puzzle.genre, dialect, puzzle.about)
    except FormatError as fault:
        why = FormatError(fault.what, expected=fault.expected, found=fault.found)
        raise WriteError(f"the format {dialect.format} cannot hold this puzzle: {why}") from None
    if again.puzzle.board != puzzle.board:
        hole = next(iter(written.given[_HOLE] or rectangle_of(again.puzzle, dialect).holes))
        raise _no_holes(hole, puzzle, dialect)
    for name, key in puzzle.genre.keys.items():
        before, after = (one.keys.get(name, key.default) for one in (puzzle, again.puzzle))
        implied = key.role == "clue" and before == key.default  # a number that follows from other clues
        if before != after and not implied:
            lacks = "has no place for" if after == key.default else "cannot tell"
            raise WriteError(f"the format {dialect.format} {lacks} {name} = {before!r}")
    if answer is not None:
        _check_answer(answer, written, again.answer, dialect)


def _check_marks(written: Sheet, read: Sheet, puzzle: Puzzle, dialect: Dialect) -> None:
    """Raises WriteError for the first mark that differs."""
    roles = dialect.roles_in(puzzle.genre)
    for role, before in written.given.items():
        layer = roles.get(role)
        if before and not read.given[role] and isinstance(layer, GivenLayer):
            raise _without(puzzle, dialect, layer.name)
    for role in {**written.given, **read.given}:
        before, after = written.given[role], read.given[role]
        wrong = _first_difference(before, after)
        if wrong is not None:
            raise _no_place(role, wrong, before, puzzle, dialect)


def _check_answer(answer: State, written: Sheet, read: State | None, dialect: Dialect) -> None:
    """Raises WriteError for the first mark that differs from the answer, or from what the rules made of it."""
    for name, marks in answer.marks.items():
        drawn = written.drawn.get(name, {})
        whole = {**answer.puzzle.given.get(name, {}), **marks}
        before = {spot: drawn.get(spot, value) for spot, value in whole.items()}
        wrong = _first_difference(before, {} if read is None else read.marks.get(name, {}))
        if wrong is not None:
            at = answer.puzzle.board.name(wrong)
            raise WriteError(f"the format {dialect.format} cannot tell the answer's {name} at {at}")


def _first_difference(before: Mapping[Spot, Any], after: Mapping[Spot, Any]) -> Spot | None:
    """A spot whose marks differ; None if there is none."""
    return next((spot for spot in {**before, **after} if before.get(spot) != after.get(spot)), None)


def _without(puzzle: Puzzle, dialect: Dialect, name: str) -> WriteError:
    return WriteError(f"the format {dialect.format} has no place for the layer {name!r} of {puzzle.genre.name}")


def _no_place(role: str, spot: Spot, marks: Mapping[Spot, Any], puzzle: Puzzle, dialect: Dialect) -> WriteError:
    at = puzzle.board.name(spot)
    roles = dialect.roles_in(puzzle.genre)
    if role == _HOLE and role not in roles:
        return _no_holes(spot, puzzle, dialect)
    layer = roles[role]
    if spot not in marks:
        return WriteError(f"the format {dialect.format} cannot tell that there is no {layer.name} at {at}")
    if isinstance(layer, AnswerLayer):
        word = layer.word(marks[spot])
        return WriteError(f"the format {dialect.format} has no place for given marks, such as {word} at {at}")
    told = layer.name if marks[spot] is True else f"{layer.name} {marks[spot]!r}"
    return WriteError(f"the format {dialect.format} has no place for the {told} at {at}")


def _no_holes(spot: Spot, puzzle: Puzzle, dialect: Dialect) -> WriteError:
    at = puzzle.board.name(spot)
    return WriteError(f"the format {dialect.format} has no missing cells in {puzzle.genre.name}, such as {at}")
