"""The clock that long loops check, so that time limits and cancellation work anywhere.

A loop whose length grows with the board asks between its steps, by ``tick()`` where a step takes long and by
``ticking(...)`` around what it iterates over where steps are short. Without a time limit both cost next to nothing. The
clock belongs to the context that set it (see ``contextvars``): threads and tasks do not see each other's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, islice
from typing import TypeVar

T = TypeVar("T")

_ask: ContextVar[Callable[[], None] | None] = ContextVar("ask", default=None)
_STEPS = 64
"""So many short steps pass between two looks at the clock."""
_FEW = 256
"""So many short steps take no time worth a look in between."""
_A_FEW = 32
"""So many short steps take no time worth a look at all: they are steps of a longer loop."""


@contextmanager
def limited_by(ask: Callable[[], None]) -> Iterator[None]:
    """While this context is open, ``tick()`` calls ``ask``, which raises when time is up."""
    before = _ask.set(ask)
    try:
        yield
    finally:
        _ask.reset(before)


def tick() -> None:
    """Asks the clock, if one is set; for loops whose steps take 20 microseconds or more."""
    ask = _ask.get()
    if ask is not None:
        ask()


def ticking(items: Iterable[T], most: int | None = None) -> Iterable[T]:
    """The items, with a look at the clock before the first and then now and again; for loops with short steps.

    A few items are given without a look: the loop around them has its own.

    ``most``: how many items there may be. It must be told for a list that grows while the loop runs. By default it is
    their number, and many where that is not known.
    """
    ask = _ask.get()
    if ask is None:
        return items
    if most is None:
        try:
            n = len(items)  # type: ignore[arg-type]
        except TypeError:
            ask()
            return _asking(items, ask)
        if n > _FEW:
            return chain.from_iterable(_parts(items, ask))
        most = n
    if most > _A_FEW:
        ask()
    return items if most <= _FEW else _asking(items, ask)


def _parts(items: Iterable[T], ask: Callable[[], None]) -> Iterator[list[T]]:
    """The items of a list that does not grow, some at a time, so that there is nothing to do for each."""
    left = iter(items)
    while some := list(islice(left, _STEPS)):
        ask()
        yield some


def _asking(items: Iterable[T], ask: Callable[[], None]) -> Iterator[T]:
    left = _STEPS
    for item in items:
        left -= 1
        if not left:
            ask()
            left = _STEPS
        yield item
