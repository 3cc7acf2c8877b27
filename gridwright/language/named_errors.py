"""Names the genre, the rule or layer, the file and the line where the code of a genre fails.

Mistakes that can be seen in a class are found when it is created (see ``declaring``). What only happens while a rule
runs is caught around whatever the engine does: the traceback tells whose code failed, so nothing has to be noted while
all goes well.
"""

from __future__ import annotations

import sys
from types import FunctionType, TracebackType
from typing import Any, NamedTuple

from ..board.board import Board, Spot
from .domain import Domain
from .genre_errors import FLOORS, GenreError
from .layers import Key, Layer
from .puzzle import Model, Puzzle
from .rules import Demand, Global, Rule

_PACKAGE = __name__.partition(".")[0]
_SAID_BY_US = (*FLOORS, f"{_PACKAGE}.genres.")
"""Modules that rules are made of. Other modules of the package call rules, and are not called by them."""
_MISTAKES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""What mistakes in Python code raise. Other exceptions mean something else, as those of a full disk do."""


class _NamingTheGenre:
    """See ``naming_the_genre``."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, _kind: type[BaseException] | None, fault: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if fault is not None:
            named = named_after_genre(fault)
            if named is not None and named is not fault:
                raise named from fault


def naming_the_genre() -> _NamingTheGenre:
    """A context in which mistakes in the code of a genre surface as GenreError, with the original as its cause."""
    return _CONTEXT


_CONTEXT = _NamingTheGenre()


def named_after_genre(fault: BaseException) -> GenreError | None:
    """The error that names the genre whose code raised an exception; None if no genre's code did."""
    if isinstance(fault, GenreError):
        return fault
    if not isinstance(fault, _MISTAKES) or type(fault).__module__ != "builtins":
        return None
    steps = _steps(fault.__traceback__)
    genre = next(filter(None, map(_genre_of, steps)), None)
    at = None if genre is None else _place(steps, genre)
    if genre is None or at is None:
        return None
    subjects = [one for one in map(_subject, steps) if one is not None]
    subject = next((one for one in subjects if not _is_layer(one)), subjects[0] if subjects else None)
    board = next((one.board for step in steps for one in step.local.values() if _is_model(one)), None)
    told = [_where(at, subject, genre), f"genre {genre.__name__}", _called(subject), _what(fault, steps[0], board)]
    return GenreError(": ".join(part for part in told if part))


def not_loaded(module: str, fault: BaseException) -> GenreError:
    """The error for a module of genres that cannot be imported."""
    own = [step for step in _steps(fault.__traceback__) if step.module == module]
    where = f"{own[0].file}:{own[0].line}" if own else module
    if isinstance(fault, SyntaxError) and fault.filename:
        where = f"{fault.filename}:{fault.lineno}"
    genre = own[0].local.get("__qualname__", "") if own else ""
    told = (where, f"genre {genre}" if genre else "", f"{type(fault).__name__}: {fault}")
    return GenreError(": ".join(part for part in told if part))


class _Frame(NamedTuple):
    """A function on the way to an exception."""

    module: str
    file: str
    line: int
    local: dict[str, Any]


def _steps(trace: TracebackType | None) -> list[_Frame]:
    """The functions that an exception came through, innermost first."""
    found: list[_Frame] = []
    while trace is not None:
        frame = trace.tb_frame
        module = str(frame.f_globals.get("__name__", ""))
        found.append(_Frame(module, frame.f_code.co_filename, trace.tb_lineno, frame.f_locals))
        trace = trace.tb_next
    return found[::-1]


def _is_model(one: object) -> bool:
    return hasattr(type(one), "declarations") and "puzzle" in vars(one)


def _genre_of(step: _Frame) -> type[Model] | None:
    """The genre of the model or the puzzle that a function works on."""
    for one in step.local.values():
        if _is_model(one):
            return type(one)
        if isinstance(one, Puzzle):
            return one.genre
    return None


def _place(steps: list[_Frame], genre: type[Model]) -> _Frame | None:
    """Where the genre's code failed: in its own files if possible, else where a rule of it did.

    None if other code was called last, such as a function of the user that the engine asks whether to stop.
    """
    modules = {base.__module__ for base in genre.__mro__ if hasattr(base, "declarations")} - {f"{__package__}.genre"}
    in_rule = False
    for step in steps:
        if step.module in modules:
            return step
        if step.module.startswith(f"{_PACKAGE}.") and not step.module.startswith(_SAID_BY_US):
            break
        subject = _subject(step)
        own = step.local.get("self")
        in_layer = isinstance(own, Domain) or (_is_layer(own) and subject is own)
        in_rule = in_rule or in_layer or (subject is not None and not _is_layer(subject))
    return steps[0] if in_rule else None


def _where(at: _Frame, subject: object, genre: type[Model]) -> str:
    """The file and the line; if our own code failed, those of the rule's method, or the file of the genre."""
    if not at.module.startswith(FLOORS):
        return f"{at.file}:{at.line}"
    method = getattr(subject, "make", None)
    if isinstance(method, FunctionType) and not method.__module__.startswith(FLOORS):
        return f"{method.__code__.co_filename}:{method.__code__.co_firstlineno}"
    return getattr(sys.modules.get(genre.__module__), "__file__", None) or genre.__module__


def _is_layer(one: object) -> bool:
    return isinstance(one, Layer | Key)


def _subject(step: _Frame) -> object:
    """The rule, layer or key that a function is about; None if it is about none."""
    found = [step.local.get(name) for name in ("self", "demand", "rule", "layer", "key", "one")]
    rules = (one.rule if isinstance(one, Demand) else one for one in found if isinstance(one, Rule | Demand | Global))
    return next(rules, next(filter(_is_layer, found), None))


def _called(subject: object) -> str:
    """What a rule, a layer or a key is called in messages."""
    name = getattr(subject, "name", "")
    if subject is None or not name:
        return "" if subject is None else f"a {type(subject).__name__}"
    return f"{'layer' if isinstance(subject, Layer) else 'key' if isinstance(subject, Key) else 'rule'} {name!r}"


def _what(fault: BaseException, innermost: _Frame, board: Board | None) -> str:
    key = fault.args[0] if isinstance(fault, KeyError) and fault.args else None
    if isinstance(key, tuple) and len(key) == 2 and all(isinstance(n, int) for n in key):
        return _no_mark(key, board)
    if isinstance(fault, TypeError | ValueError) and innermost.module.startswith(FLOORS):
        return str(fault)  # one of our own messages
    told = type(fault).__name__
    return f"{told}: {fault}" if str(fault) else told


def _no_mark(key: tuple[int, int], board: Board | None) -> str:
    """What is wrong with asking a layer for a place that it has nothing at."""
    if not isinstance(key, Spot):
        return (f"{key} is no Spot; take the cells from self.board (cells, lines, neighbours, link, ray, ...) "
                "instead of computing coordinates")
    places = () if board is None else (board.cells, board.edges, board.corners)
    if any(key in spots for spots in places):
        assert board is not None
        return (f"the layer has nothing at {board.name(key)}; a layer of clues has only those given (ask 'if at in "
                "self.layer' first), and a layer of the answer only the places that it is declared on")
    return (f"{tuple(key)} lies off the board; take the places from self.board (cells, lines, neighbours, link, ray, "
            "...), which has none outside")
