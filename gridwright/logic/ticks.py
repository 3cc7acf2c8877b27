"""The clock that long loops check, so that time limits and cancellation work anywhere.

Every loop whose length grows with the board checks the clock between its steps: with ``tick()`` if a step takes long,
by iterating over ``ticking(...)`` if steps are short. Without a time limit both cost next to nothing. The clock belongs
to the context that set it (see ``contextvars``), so threads and tasks do not share it.
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
"""Short steps between two checks of the clock."""
_FEW = 256
"""Loops of at most this many short steps check the clock at most once, before the first step."""
_A_FEW = 32
"""Loops of at most this many short steps do not check the clock: the loop around them does."""


@contextmanager
def limited_by(ask: Callable[[], None]) -> Iterator[None]:
    """Within this context ``tick()`` calls ``ask``, which raises when time is up."""
    before = _ask.set(ask)
    try:
        yield
    finally:
        _ask.reset(before)


def tick() -> None:
    """Checks the clock, if one is set; for loops whose steps take 20 microseconds or more."""
    ask = _ask.get()
    if ask is not None:
        ask()


def ticking(items: Iterable[T], most: int | None = None) -> Iterable[T]:
    """The items; checks the clock before the first one and from time to time. For loops with short steps.

    For a few items the clock is not checked: the loop around them does that. ``most`` is the largest possible number of
    items, and is required for a list that grows during the loop.
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
    """The items of a list that does not grow, in batches, which is faster than one by one."""
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
