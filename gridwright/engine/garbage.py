"""Building without Python's search for cyclic garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """While this context is open, Python does not search for cyclic garbage; for phases that make very many objects.

    A model of a large board is millions of lists, none of which is garbage. Looking through them again and again took
    half of the time, up to 0.3 s at once. What was made counts as old afterwards, so that the first new object does
    not set off the search either.
    """
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
