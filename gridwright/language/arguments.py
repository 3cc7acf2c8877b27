"""Error messages of functions that are called with something other than a puzzle or a state."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

from .puzzle import Puzzle, State

P = ParamSpec("P")
R = TypeVar("R")
_STATES = frozenset(("state", "answer", "played"))


def checks_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Makes a function raise TypeError, in words, for a ``puzzle`` that is no Puzzle and for a state that is no State.

    Parameters for states are called ``state``, ``answer`` or ``played``; None is one where it is the default.
    """
    parameters = tuple(signature(function).parameters.values())
    optional = frozenset(one.name for one in parameters if one.default is None)
    names = [one.name for one in parameters if one.kind is not Parameter.KEYWORD_ONLY]

    @wraps(function)
    def checked(*args: P.args, **more: P.kwargs) -> R:
        for name, thing in (*zip(names, args, strict=False), *more.items()):
            if name == "puzzle" and not isinstance(thing, Puzzle):
                raise TypeError(_no_puzzle(thing))
            if name in _STATES and not isinstance(thing, State) and not (thing is None and name in optional):
                raise TypeError(f"{name} must be a State, not {_kind(thing)}")
        return function(*args, **more)

    return checked


def _no_puzzle(thing: object) -> str:
    wanted = f"puzzle must be a Puzzle, not {_kind(thing)}"
    if isinstance(thing, str | bytes) or hasattr(thing, "read") or hasattr(thing, "__fspath__"):
        return f"{wanted}; gridwright.read reads one from a file or a text"
    if hasattr(thing, "puzzle"):
        return f"{wanted}; it has one, as its attribute puzzle"
    return wanted


def _kind(thing: object) -> str:
    return "None" if thing is None else type(thing).__name__
