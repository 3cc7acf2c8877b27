"""Error messages for calls with something other than a puzzle or a state, or with one that its genre does not allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from types import GeneratorType
from typing import Any, ParamSpec, TypeVar, cast

from .genre_errors import GenreError
from .puzzle import Puzzle, State
from .validation import check_form, check_marks, check_puzzle

P = ParamSpec("P")
R = TypeVar("R")
_STATES = frozenset(("state", "answer", "played", "one", "other"))


def checks_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Makes a function check its parameters for puzzles and states, which are known by their names.

    It raises TypeError, in words, for a ``puzzle`` that is no Puzzle and for a state that is no State, and PuzzleError
    for a state that is malformed (see ``check_form``). Parameters for states are called ``state``, ``answer`` or
    ``played``, or (where there are two) ``one`` and ``other``; None is allowed where it is the default.

    ``Puzzle(...)`` and ``State(...)`` check nothing, and checking all values at every call would take longer than many
    a call. So values are checked only if the function fails: it then raises PuzzleError if they are to blame.
    """
    parameters = tuple(signature(function).parameters.values())
    optional = frozenset(one.name for one in parameters if one.default is None)
    names = [one.name for one in parameters if one.kind is not Parameter.KEYWORD_ONLY]

    @wraps(function)
    def checked(*args: P.args, **more: P.kwargs) -> R:
        puzzle: Puzzle | None = None
        states: list[State] = []
        for name, thing in (*zip(names, args, strict=False), *more.items()):
            if name == "puzzle":
                if not isinstance(thing, Puzzle):
                    raise TypeError(_no_puzzle(thing))
                puzzle = thing
            elif name in _STATES and not (thing is None and name in optional):
                if not isinstance(thing, State):
                    raise TypeError(f"{name} must be a State, not {_kind(thing)}")
                states.append(thing)
        with blaming(puzzle, states):
            for state in states:
                check_form(state, puzzle or state.puzzle)
            result = function(*args, **more)
        return cast(R, _each(result, puzzle, states)) if isinstance(result, GeneratorType) else result

    return checked


def _each(items: Iterator[Any], puzzle: Puzzle | None, states: list[State]) -> Iterator[Any]:
    with blaming(puzzle, states):
        yield from items


@contextmanager
def blaming(puzzle: Puzzle | None, states: Iterable[State]) -> Iterator[None]:
    """Replaces an error inside by a PuzzleError if the puzzle or a state holds what its genre excludes."""
    try:
        yield
    except Exception as error:
        if type(error).__module__ == "builtins" or isinstance(error, GenreError):
            for one in [puzzle] if puzzle is not None else [state.puzzle for state in states]:
                check_puzzle(one)
            for state in states:
                check_marks(state, puzzle or state.puzzle)
        raise


def _no_puzzle(thing: object) -> str:
    wanted = f"puzzle must be a Puzzle, not {_kind(thing)}"
    if isinstance(thing, str | bytes) or hasattr(thing, "read") or hasattr(thing, "__fspath__"):
        return f"{wanted}; gridwright.read reads one from a file or a text"
    if hasattr(thing, "puzzle"):
        return f"{wanted}; it has one, as its attribute puzzle"
    return wanted


def _kind(thing: object) -> str:
    return "None" if thing is None else type(thing).__name__
