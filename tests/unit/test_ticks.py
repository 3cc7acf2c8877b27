"""The clock that loops ask: who sets it, who sees it, and how often it is asked."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.solve import clock
from gridwright.engine.solve.clock import Clock, seldom_collected, uncollected
from gridwright.genres.akari import Akari
from gridwright.language import Rect
from gridwright.logic.ticks import limited_by, tick, ticking
from gridwright.making.strategies import Maker
from tests.loose import unchecked

LARGE = unchecked(Akari, Rect.of(100, 100), {})
"""A puzzle whose model is large enough for the search for garbage to matter."""


class Stopped(Exception):
    pass


def stopping() -> None:
    raise Stopped


def test_without_a_limit_nothing_is_asked_and_nothing_wrapped() -> None:
    items = list(range(1000))
    tick()
    assert ticking(items) is items


def test_a_limit_ends_with_its_context() -> None:
    with limited_by(stopping), pytest.raises(Stopped):
        tick()
    tick()


def test_the_time_for_building_is_a_part_of_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine tenths of it; what building has not used is there afterwards."""
    now = 100.0
    monkeypatch.setattr(clock, "monotonic", lambda: now)
    one = Clock(10)
    with one.building():
        assert one.left == pytest.approx(9)
        now = 108.9
        tick()
        now = 109.1
        with pytest.raises(gw.TimeUp):
            tick()
    assert one.left == pytest.approx(0.9)
    one.check()
    now = 110.1
    assert one.left == 0
    with pytest.raises(gw.TimeUp):
        one.check()


def test_limits_are_nested() -> None:
    asked = []
    with limited_by(lambda: asked.append("outer")):
        with limited_by(lambda: asked.append("inner")):
            tick()
        tick()
    assert asked == ["inner", "outer"]


def test_threads_have_limits_of_their_own() -> None:
    faults = []

    def work() -> None:
        try:
            tick()
        except Stopped as fault:
            faults.append(fault)

    with limited_by(stopping):
        thread = Thread(target=work)
        thread.start()
        thread.join()
    assert not faults


@pytest.mark.parametrize("n", [0, 1, 10, 1000, 100_000])
def test_ticking_gives_all_items_and_asks_now_and_then(n: int) -> None:
    asked = []
    with limited_by(lambda: asked.append(1)):
        assert list(ticking(range(n))) == list(range(n))
        assert list(ticking(iter(range(n)))) == list(range(n))
    assert 1 + (n > 100) <= len(asked) <= 2 + n / 20
    assert n < 1000 or len(asked) > n / 50


def test_ticking_follows_a_list_that_grows() -> None:
    asked, queue = [], [0]
    with limited_by(lambda: asked.append(1)):
        for n in ticking(queue, 10_000):
            if n < 9_999:
                queue.append(n + 1)
    assert len(queue) == 10_000
    assert len(asked) > 100


def test_ticking_stops_an_endless_loop() -> None:
    def endless() -> Iterator[int]:
        while True:
            yield 1

    asked = []

    def third_time() -> None:
        asked.append(1)
        if len(asked) == 3:
            raise Stopped

    with limited_by(third_time), pytest.raises(Stopped):
        sum(ticking(endless()))


# -- the engine's clock -----------------------------------------------------------------------------------------------


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """A clock that stands still until it is set."""
    time = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: time[0])
    yield time


def test_a_clock_ends_loops_when_its_time_is_over(now: list[float]) -> None:
    with Clock(5).running():
        now[0] += 4.9
        tick()
        now[0] += 0.2
        with pytest.raises(gw.TimeUp):
            tick()


def test_a_clock_asks_for_the_wish_to_stop_now_and_then(now: list[float]) -> None:
    asked = []

    def stop() -> bool:
        asked.append(now[0])
        return now[0] > 101

    with Clock(stop=stop).running():
        for _ in range(1000):
            tick()
        assert len(asked) == 1
        now[0] += 0.1
        tick()
        assert len(asked) == 2
        now[0] += 1
        with pytest.raises(gw.TimeUp):
            tick()


def test_building_leaves_time_to_give_memory_back(now: list[float]) -> None:
    own = Clock(10)
    with own.building():
        now[0] += 8.9
        tick()
        now[0] += 0.2
        with pytest.raises(gw.TimeUp):
            tick()
    with own.running():
        tick()
        now[0] += 1
        with pytest.raises(gw.TimeUp):
            tick()


def test_no_limit_is_no_limit(now: list[float]) -> None:
    own = Clock()
    with own.running(), own.building():
        now[0] += 1e9
        tick()


# -- garbage ----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_building_does_not_search_for_garbage() -> None:
    """Millions of lists would be looked through again and again: that took half of the time."""
    gc.collect()  # so that none is due
    before = gc.get_stats()[2]["collections"]
    with uncollected(LARGE):
        assert not gc.isenabled()
        made = [[n] for n in range(300_000)]
        assert gc.get_count()[0] > len(made) / 2
    assert gc.isenabled()
    assert gc.get_count()[0] < 10_000  # what was made counts as old
    assert gc.get_stats()[2]["collections"] == before


def test_a_collector_that_was_switched_off_stays_so() -> None:
    gc.disable()
    try:
        with uncollected(LARGE):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.thorough
def test_what_others_have_frozen_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with uncollected(LARGE):
            pass
        assert gc.get_freeze_count() > frozen / 2 > 0  # some of them may have died
    finally:
        gc.unfreeze()


def test_garbage_is_collected_less_often_while_puzzles_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = gc.get_threshold()
    seen = list[int]()
    begun = Maker.__init__

    def noting(*some: Any) -> None:
        seen.append(gc.get_threshold()[0])
        begun(*some)

    monkeypatch.setattr(Maker, "__init__", noting)
    gw.generate("Tents", 5, 5, seed=1)
    assert seen and min(seen) > usual[0] and gc.get_threshold() == usual


@pytest.mark.parametrize("own", (0, 1_000_000))
def test_the_thresholds_of_others_are_kept(own: int) -> None:
    """Collection that is off, or rarer, stays so."""
    usual = gc.get_threshold()
    try:
        gc.set_threshold(own, *usual[1:])
        with seldom_collected():
            assert gc.get_threshold()[0] == own
        assert gc.get_threshold()[0] == own
    finally:
        gc.set_threshold(*usual)


def test_contexts_may_end_in_any_order() -> None:
    """As in several threads."""
    usual = gc.get_threshold()
    first, second = seldom_collected(), seldom_collected()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    second.__exit__(None, None, None)
    assert gc.get_threshold() == usual
