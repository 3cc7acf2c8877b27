"""Processes that work for another one: Ctrl-C is not their business, and they end with the one they work for."""

from __future__ import annotations

import gc
import os
import signal
from multiprocessing import parent_process
from multiprocessing.sharedctypes import RawValue
from threading import Thread
from typing import Any

ORPHANED = 130
"""The exit status of a process whose parent has ended."""
_place: Any = None
"""In the other processes: shared memory that is true when the user wants to stop."""


def wish() -> Any:
    """Shared memory for the wish to stop: ``value`` is to be set to 1. It is what ``begin`` is called with."""
    return RawValue("b", 0)


def begin(place: Any) -> None:
    """Makes this process a worker: the ``initializer`` of a pool."""
    global _place
    _place = place
    gc.freeze()  # what was there before is not looked at again, so that its memory stays shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the process that the user started
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """Ends this process when the one that it works for has ended, in whatever way."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(ORPHANED)


def asked() -> bool:
    """Whether the user wants to stop; processes that ``begin`` was not called in are not told."""
    return _place is not None and bool(_place.value)
