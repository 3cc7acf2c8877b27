"""CPU bounds that hold on a busy machine."""

import gc
from collections.abc import Callable
from time import process_time
from typing import TypeVar

T = TypeVar("T")


def assert_within(seconds: float, action: Callable[[], object]) -> None:
    """Asserts that `action` takes less than `seconds` of CPU in at least one of three runs.

    Where something is kept from one run to the next, use `assert_within_each`.
    """
    assert_within_each(seconds, lambda: None, lambda _: action())


def assert_within_each(seconds: float, prepare: Callable[[], T], action: Callable[[T], object]) -> None:
    """As `assert_within`, but each run works on what `prepare` returns; the time for that does not count.

    A test process holds the objects of thousands of tests. They are frozen meanwhile, so that the garbage collector
    does not walk through them at the expense of `action`.
    """
    taken: list[float] = []
    for _ in range(3):
        subject = prepare()
        gc.freeze()
        try:
            taken.append(_seconds(action, subject))
        finally:
            gc.unfreeze()
        if taken[-1] < seconds:
            break
    assert min(taken) < seconds, f"the runs took {', '.join(f'{each:.2f}' for each in taken)} s"


def _seconds(action: Callable[[T], object], subject: T) -> float:
    begun = process_time()
    action(subject)
    return process_time() - begun
