"""Errors in the code of genres, with the file, the line, the genre, and the rule or layer.

Mistakes that can be seen in a class are found when it is created (see ``declaring``). Mistakes that only appear while a
rule runs are caught around the work of the engine: the traceback tells whose code failed, so correct code pays nothing.
"""

from __future__ import annotations

import sys
from types import FrameType, FunctionType, TracebackType
from typing import Any, ClassVar, NamedTuple

from ..board.board import Board, Spot

_PACKAGE = __name__.partition(".")[0]
FLOORS = tuple(f"{_PACKAGE}.{name}." for name in ("logic", "board", "language", "rules", "laying"))
"""The packages that genres are written with, as prefixes of module names."""
_RULE_CODE = (*FLOORS, f"{_PACKAGE}.genres.")
"""Prefixes of modules whose code belongs to rules. The package's other modules call rules; rules never call them."""
_MISTAKES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""The exceptions that mistakes in Python code raise; others, such as a full disk, have other causes."""
_SHOWN = 40
"""Longer values are shortened in messages."""


class GenreError(TypeError):
    """A mistake in the code of a genre; the message names the file, the genre, and the rule or layer.

    If the code of a rule raised another exception, that is the ``__cause__``.
    """


class Subject:
    """An object that a message names as the place of a mistake, or that leads to one."""

    __slots__ = ()
    noun: ClassVar[str]
    """``rule``, ``layer``, ``key``, ``domain``, ``demand`` or ``puzzle``."""


def misuse(what: str) -> TypeError:
    """The error for a wrong call; in the body of a genre's class it names the file, the line and the class.

    Elsewhere it is a plain TypeError, to which ``naming_the_genre`` adds the rest.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if "__qualname__" in frame.f_locals and frame.f_locals is not frame.f_globals:
            where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            return GenreError(f"{where}: genre {frame.f_locals['__qualname__'].rpartition('.')[2]}: {what}")
        frame = frame.f_back
    return TypeError(what)


def in_short(value: object) -> str:
    """A value for a message, shortened if it is long."""
    try:
        shown = repr(value)
    except ValueError:  # Python refuses to convert numbers of thousands of digits
        return "a number of thousands of digits" if isinstance(value, int) else f"a {type(value).__name__}"
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"


# -- errors while rules run --------------------------------------------------------------------------------------------


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
    subjects = [candidate for candidate in map(_subject, steps) if candidate is not None]
    subject = next((candidate for candidate in subjects if not _is_layer(candidate)), subjects[0] if subjects else None)
    board = next((candidate.board for step in steps for candidate in step.local.values() if _is_model(candidate)), None)
    told = [_where(at, subject, genre), f"genre {genre.__name__}", _called(subject), _what(fault, steps[0], board)]
    return GenreError(": ".join(part for part in told if part))


def not_loaded(module: str, fault: BaseException) -> GenreError:
    """The error for a module of a genre that cannot be imported."""
    own = [step for step in _steps(fault.__traceback__) if step.module == module]
    where = f"{own[0].file}:{own[0].line}" if own else module
    if isinstance(fault, SyntaxError) and fault.filename:
        where = f"{fault.filename}:{fault.lineno}"
    genre = own[0].local.get("__qualname__", "") if own else ""
    told = (where, f"genre {genre}" if genre else "", f"{type(fault).__name__}: {fault}")
    return GenreError(": ".join(part for part in told if part))


class _Frame(NamedTuple):
    """A stack frame of an exception."""

    module: str
    file: str
    line: int
    local: dict[str, Any]


def _steps(trace: TracebackType | None) -> list[_Frame]:
    """The stack frames of an exception, innermost first."""
    found: list[_Frame] = []
    while trace is not None:
        frame = trace.tb_frame
        module = str(frame.f_globals.get("__name__", ""))
        found.append(_Frame(module, frame.f_code.co_filename, trace.tb_lineno, frame.f_locals))
        trace = trace.tb_next
    return found[::-1]


def _is_model(one: object) -> bool:
    return hasattr(type(one), "declarations") and "puzzle" in vars(one)


def _genre_of(step: _Frame) -> type | None:
    """The genre of the model or puzzle among the locals of a frame."""
    for one in step.local.values():
        if _is_model(one):
            return type(one)
        if isinstance(one, Subject) and one.noun == "puzzle":
            return one.genre  # type: ignore[attr-defined, no-any-return]
    return None


def _place(steps: list[_Frame], genre: type) -> _Frame | None:
    """The frame in which the genre's code failed: one in its own files if possible, else one of its rule.

    None if the exception comes from other code, such as the caller's ``stop``.
    """
    modules = {base.__module__ for base in genre.__mro__ if hasattr(base, "declarations")} - {f"{__package__}.genre"}
    in_rule = False
    for step in steps:
        if step.module in modules:
            return step
        if step.module.startswith(f"{_PACKAGE}.") and not step.module.startswith(_RULE_CODE):
            break
        subject = _subject(step)
        own = step.local.get("self")
        in_layer = (isinstance(own, Subject) and own.noun == "domain") or (_is_layer(own) and subject is own)
        in_rule = in_rule or in_layer or (subject is not None and not _is_layer(subject))
    return steps[0] if in_rule else None


def _where(at: _Frame, subject: Subject | None, genre: type) -> str:
    """The file and line; if code of the package failed, those of the rule's method, or the file of the genre."""
    if not at.module.startswith(FLOORS):
        return f"{at.file}:{at.line}"
    method = getattr(subject, "make", None)
    if isinstance(method, FunctionType) and not method.__module__.startswith(FLOORS):
        return f"{method.__code__.co_filename}:{method.__code__.co_firstlineno}"
    return getattr(sys.modules.get(genre.__module__), "__file__", None) or genre.__module__


def _is_layer(one: object) -> bool:
    return isinstance(one, Subject) and one.noun in ("layer", "key")


def _subject(step: _Frame) -> Subject | None:
    """The rule, layer or key that a frame is about, if any."""
    found: list[Any] = [step.local.get(name) for name in ("self", "demand", "rule", "layer", "key", "declaration")]
    subjects: list[Subject] = [
        getattr(one, "rule", one) if one.noun == "demand" else one for one in found if isinstance(one, Subject)
    ]
    return next((one for one in subjects if one.noun == "rule"), next(filter(_is_layer, subjects), None))


def _called(subject: Subject | None) -> str:
    """The name of a rule, layer or key in messages."""
    if subject is None:
        return ""
    name = getattr(subject, "name", "")
    return f"{subject.noun} {name!r}" if name else f"a {type(subject).__name__}"


def _what(fault: BaseException, innermost: _Frame, board: Board | None) -> str:
    key = fault.args[0] if isinstance(fault, KeyError) and fault.args else None
    if isinstance(key, tuple) and len(key) == 2 and all(isinstance(n, int) for n in key):
        return _no_mark(key, board)
    if isinstance(fault, TypeError | ValueError) and innermost.module.startswith(FLOORS):
        return str(fault)  # a message of the package
    told = type(fault).__name__
    return f"{told}: {fault}" if str(fault) else told


def _no_mark(key: tuple[int, int], board: Board | None) -> str:
    """The message for a place that a layer has no mark at."""
    if not isinstance(key, Spot):
        return (f"{key} is not a Spot; take the cells from self.board (cells, lines, neighbours, link, ray, ...) "
                "instead of computing coordinates")
    places = () if board is None else (board.cells, board.edges, board.corners)
    if any(key in spots for spots in places):
        assert board is not None
        return (f"the layer has nothing at {board.name(key)}; a layer of clues contains only given clues (test 'if "
                "at in self.layer' first), and a layer of the answer only the places that it is declared on")
    return (f"{tuple(key)} is off the board; take spots from self.board (cells, lines, neighbours, link, ray, ...), "
            "which never returns any outside")
