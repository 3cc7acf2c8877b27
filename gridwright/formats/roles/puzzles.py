"""Sheets to puzzles and answers, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...language.board import Spot
from ...language.domain import ABSENT
from ...language.drawing import Drawing
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, Key, Layer
from ...language.puzzle import About, Puzzle, State
from ...language.rect import Rect
from ...language.ticks import ticking
from ...language.validation import PuzzleError, at_spot
from ..dialect import Reading
from ..errors import FormatError, WriteError
from .dialect import Told as Dialect
from .rules import IGNORED, Mark, Rules
from .sheet import UNKNOWN, Sheet, Where

_HOLE = "hole"
"""The role of missing cells; if no layer of a genre plays it, they are missing from the board."""


# -- reading --------------------------------------------------------------------------------------------------------


def reading_of(
    sheet: Sheet, rules: Rules, genre: type[Genre], dialect: Dialect, about: About, source: object = None
) -> Reading:
    """The puzzle of a sheet, and its answer if anything was drawn. Raises FormatError.

    ``source`` is what the puzzle keeps to be written as it was read.
    """
    if rules.made is not None:
        rules.made(sheet)
    board = _board(sheet, dialect)
    keys = {one.name: _renamed(sheet.numbers[role], dialect) for role, one in dialect.roles.items()
            if isinstance(one, Key) and role in sheet.numbers}
    try:
        puzzle = Puzzle.of(genre, board, _given(sheet, rules, genre, dialect), keys, about, source)
    except PuzzleError as fault:
        raise _placed(fault, sheet, board, dialect) from None
    return Reading(puzzle, _answer(sheet, rules, puzzle, dialect), tuple(sheet.warnings), dialect.format)


def _board(sheet: Sheet, dialect: Dialect) -> Rect:
    holes = () if _HOLE in dialect.roles else sheet.given[_HOLE]
    if len(holes) == sheet.n_rows * sheet.n_cols:
        line, at = sheet.where["size", None]
        raise line.error("all cells of the board are missing", at)
    return Rect.of(sheet.n_rows, sheet.n_cols, holes)


def _given(sheet: Sheet, rules: Rules, genre: type[Genre], dialect: Dialect) -> dict[str, dict[Spot, Any]]:
    """What is given, by layer. Raises FormatError for what our genre does not have."""
    given: dict[str, dict[Spot, Any]] = {}
    for role, marks in sheet.given.items():
        if not marks or (role == _HOLE and role not in dialect.roles):
            continue
        if role not in dialect.roles:
            line, at = sheet.where[role, next(iter(marks))]
            raise line.error(f"this format's {role}s are not supported in {genre.name}", at, code="variant")
        layer = dialect.roles[role]
        assert isinstance(layer, Layer)
        own = given.setdefault(layer.name, {})
        for spot, value in ticking(marks.items()):
            if value == UNKNOWN:
                _give_unknown(role, spot, sheet, rules, genre, dialect, given)
            else:
                own[spot] = value
    return given


def _give_unknown(
    role: str, spot: Spot, sheet: Sheet, rules: Rules, genre: type[Genre], dialect: Dialect,
    given: dict[str, dict[Spot, Any]],
) -> None:  # fmt: skip
    """Takes note of a clue without a number."""
    layer, meaning = dialect.roles[role], rules.unknown.get(role)
    assert isinstance(layer, Layer)
    if isinstance(meaning, Mark):
        given.setdefault(dialect.roles[meaning.role].name, {})[spot] = meaning.value
    elif meaning is not IGNORED:
        untold = layer.domain.untold
        if untold is ABSENT:
            line, at = sheet.where[role, spot]
            what = f"{genre.name} has no clue without a number"
            raise line.error(what, at, expected="a number", found="'?'", code="variant")
        given[layer.name][spot] = untold


def _renamed(value: Any, dialect: Dialect) -> Any:
    """Drawings with our layers in place of the roles; any other value as it is."""
    if isinstance(value, tuple) and value and isinstance(value[0], Drawing):
        named = dialect.roles
        return tuple([
            Drawing.of(one.board, {named[role].name: marks for role, marks in one.marks.items()}) for one in value
        ])
    return value


def _placed(fault: PuzzleError, sheet: Sheet, board: Rect, dialect: Dialect) -> FormatError:
    """The error for what the genre's declarations exclude, at its place in the text."""
    role = dialect.role_of(fault.layer or fault.key)
    where: Where = sheet.where.get((role, fault.spot), sheet.where["size", None])
    line, at = where
    return line.error(at_spot(fault, board), at, expected=fault.expected, found=fault.found, code="bad-value")


def _answer(sheet: Sheet, rules: Rules, puzzle: Puzzle, dialect: Dialect) -> State | None:
    """What was drawn, as an answer; None if that is nothing."""
    if not any(sheet.drawn.values()):
        return None
    if rules.answered is not None:
        rules.answered(sheet)
    return _completed(puzzle, _drawn_layers(sheet, dialect), rules, dialect)


def _drawn_layers(sheet: Sheet, dialect: Dialect) -> dict[str, Mapping[Spot, Any]]:
    return {dialect.roles[role].name: marks for role, marks in sheet.drawn.items() if role in dialect.roles}


def _completed(puzzle: Puzzle, drawn: Mapping[str, Mapping[Spot, Any]], rules: Rules, dialect: Dialect) -> State:
    """An answer with the values of the spots where nothing is drawn."""
    model = puzzle.genre.as_told(puzzle)
    marks: dict[str, dict[Spot, Any]] = {}
    for name, layer in puzzle.genre.answer_layers.items():
        role = dialect.role_of(name)
        own: dict[Spot, Any] = {}
        if isinstance(layer, AnswerLayer):
            own = dict.fromkeys(layer.spots(model), False)
        elif role in rules.rest:
            own = dict.fromkeys(layer.spots(model), rules.rest[role])
        marks[name] = own | puzzle.given.get(name, {}) | dict(drawn.get(name, {}))
    return State.of(puzzle, marks)


# -- writing --------------------------------------------------------------------------------------------------------


def sheet_of(
    puzzle: Puzzle, answer: State | None, rules: Rules, dialect: Dialect, sheet: Sheet | None = None
) -> Sheet:
    """The sheet of a puzzle and an answer. Raises WriteError for what has no role.

    ``sheet`` is one of that size to be filled in, if there is anything to be said about it before.
    """
    board = rectangle_of(puzzle, dialect)
    sheet = Sheet(board.n_rows, board.n_cols) if sheet is None else sheet
    if board.holes:
        sheet.given[_HOLE] = dict.fromkeys(board.holes, True)
    _put_keys(sheet, puzzle, dialect)
    for name, marks in puzzle.given.items():
        role = dialect.role_of(name)
        if not role:
            raise _without(puzzle, dialect, name)
        lists = any(isinstance(value, tuple) for value in marks.values())
        untold = ABSENT if lists else puzzle.genre.layers[name].domain.untold
        sheet.given[role].update(
            {spot: UNKNOWN if untold is not ABSENT and value == untold else value for spot, value in marks.items()}
        )
    for role, meaning in rules.unknown.items():
        if isinstance(meaning, Mark):
            _unmark(sheet, role, meaning)
    if rules.told is not None:
        rules.told(sheet)
    if answer is not None:
        _put_answer(sheet, puzzle, answer, rules, dialect)
    return sheet


def rectangle_of(puzzle: Puzzle, dialect: Dialect) -> Rect:
    """The board of a puzzle. Raises WriteError if it is no rectangle."""
    if not isinstance(puzzle.board, Rect):
        raise WriteError(f"the format {dialect.format} has rectangular boards only")
    return puzzle.board


def _put_keys(sheet: Sheet, puzzle: Puzzle, dialect: Dialect) -> None:
    for name, key in puzzle.genre.keys.items():
        role, value = dialect.role_of(name), puzzle.keys.get(name, key.default)
        if role:
            sheet.numbers[role] = _roles_in(value, dialect)
        elif value != key.default:
            raise WriteError(f"the format {dialect.format} has no place for {name} = {value!r}")


def _roles_in(value: Any, dialect: Dialect) -> Any:
    if isinstance(value, tuple) and value and isinstance(value[0], Drawing):
        return tuple([
            Drawing.of(one.board, {dialect.role_of(name): marks for name, marks in one.marks.items()}) for one in value
        ])
    return value


def _unmark(sheet: Sheet, role: str, meaning: Mark) -> None:
    """Turns given marks of the answer into clues without a number."""
    marks, clues = sheet.given[meaning.role], sheet.given[role]
    for spot in [spot for spot, value in marks.items() if value == meaning.value and spot not in clues]:
        del marks[spot]
        clues[spot] = UNKNOWN


def _put_answer(sheet: Sheet, puzzle: Puzzle, answer: State, rules: Rules, dialect: Dialect) -> None:
    for name, marks in answer.marks.items():
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        sheet.drawn[dialect.role_of(name)] = {
            spot: value for spot, value in marks.items() if value is not False and spot not in given
        }
    if rules.drawn is not None:
        rules.drawn(sheet)


def check_written(written: Sheet, read: Sheet, puzzle: Puzzle, dialect: Dialect) -> None:
    """Raises WriteError if a text that was written does not tell what it should; the error names what is missing."""
    for role, before in written.given.items():
        layer = dialect.roles.get(role)
        if before and not read.given[role] and isinstance(layer, GivenLayer):
            raise _without(puzzle, dialect, layer.name)
    for role in {*written.given, *read.given}:
        before, after = written.given[role], read.given[role]
        wrong = next((spot for spot in {**before, **after} if before.get(spot) != after.get(spot)), None)
        if wrong is not None:
            raise _untold(role, wrong, before, puzzle, dialect)
    for role, one in dialect.roles.items():
        if isinstance(one, Key) and (written.numbers.get(role) or None) != (read.numbers.get(role) or None):
            lacks = "cannot tell" if read.numbers.get(role) else "has no place for"
            raise WriteError(f"the format {dialect.format} {lacks} {one.name} = {written.numbers.get(role)!r}")


def _without(puzzle: Puzzle, dialect: Dialect, name: str) -> WriteError:
    return WriteError(f"the format {dialect.format} has no place for the layer {name!r} of {puzzle.genre.name}")


def _untold(role: str, spot: Spot, marks: Mapping[Spot, Any], puzzle: Puzzle, dialect: Dialect) -> WriteError:
    at = puzzle.board.name(spot)
    if role == _HOLE and role not in dialect.roles:
        return WriteError(f"the format {dialect.format} has no missing cells in {puzzle.genre.name}, such as {at}")
    layer = dialect.roles[role]
    if spot not in marks:
        return WriteError(f"the format {dialect.format} cannot tell that there is no {layer.name} at {at}")
    if isinstance(layer, AnswerLayer):
        word = layer.word(marks[spot])
        return WriteError(f"the format {dialect.format} has no place for given marks, such as {word} at {at}")
    told = layer.name if marks[spot] is True else f"{layer.name} {marks[spot]!r}"
    return WriteError(f"the format {dialect.format} has no place for the {told} at {at}")


def check_answer(written: Sheet, read: Sheet, puzzle: Puzzle, rules: Rules, dialect: Dialect) -> None:
    """Raises WriteError if a text that was written does not tell the answer that it should."""
    if rules.answered is not None and any(read.drawn.values()):
        rules.answered(read)
    told = _completed(puzzle, _drawn_layers(read, dialect), rules, dialect).marks
    meant = _completed(puzzle, _drawn_layers(written, dialect), rules, dialect).marks
    for name in {*told, *meant}:
        before: Mapping[Spot, Any] = meant.get(name, {})
        after: Mapping[Spot, Any] = told.get(name, {})
        wrong = next((spot for spot in {**before, **after} if before.get(spot) != after.get(spot)), None)
        if wrong is not None:
            where = puzzle.board.name(wrong)
            raise WriteError(f"the format {dialect.format} cannot tell the answer's {name} at {where}")
