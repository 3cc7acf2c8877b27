"""Worker processes: they ignore Ctrl-C, and end when their parent process ends."""

from __future__ import annotations

import gc
import os
import signal
from multiprocessing import parent_process
from multiprocessing.sharedctypes import RawValue
from threading import Thread
from typing import Any

ORPHANED = 130
"""The exit status of a worker whose parent process has ended."""
_place: Any = None
"""In a worker: shared memory that is true when the user wants to stop."""


def wish() -> Any:
    """Shared memory for the wish to stop: set ``value`` to 1. It is the argument of ``begin``."""
    return RawValue("b", 0)


def begin(place: Any) -> None:
    """Makes this process a worker: the ``initializer`` of a pool."""
    global _place
    _place = place
    gc.freeze()  # inherited objects are not scanned again, so their memory stays shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that the user started
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """Ends this process when its parent ends, in whatever way."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(ORPHANED)


def asked() -> bool:
    """Whether the user wants to stop; always False outside workers."""
    return _place is not None and bool(_place.value)
