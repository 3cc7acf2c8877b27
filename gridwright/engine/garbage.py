"""Suspends Python's cyclic garbage collector while models are built."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from ..language.puzzle import Puzzle

_LARGE = 2_500
"""Boards of more cells make so many objects that the search for garbage takes a time worth saving."""


def uncollected(puzzle: Puzzle) -> AbstractContextManager[None]:
    """While this context is open, Python does not search for cyclic garbage, if the puzzle's board is large.

    A model of a large board is millions of lists, none of which is garbage. Looking through them again and again took
    half of the time, up to 0.3 s at once. On ordinary boards the next search would cost more than is saved.
    """
    return _paused() if len(puzzle.board.cells) > _LARGE else nullcontext()


@contextmanager
def _paused() -> Iterator[None]:
    """What was made counts as old afterwards, so that the first new object does not set off the search."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # else somebody else has frozen objects, and thawing ours would thaw those
                gc.freeze()
                gc.unfreeze()
            gc.enable()
