"""What was solved, in numbers: times by genre and size, and streaks of days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from statistics import median
from typing import Any

Solve = Mapping[str, Any]
"""A solved puzzle, as ``Storage.solves`` returns it."""


def statistics(solves: Sequence[Solve], today: date) -> dict[str, Any]:
    """The numbers that the page shows. Times with hints count only for the total.

    >>> one = {"genre": "Tents", "size": "8x8", "at": 0.0, "seconds": 90.0, "helped": False, "day": "2026-11-24"}
    >>> found = statistics([one], date(2026, 11, 25))
    >>> found["groups"], found["daily"]
    ([{'genre': 'Tents', 'size': '8x8', 'solved': 1, 'best': 90.0, 'median': 90.0}], {'current': 1, 'longest': 1})
    """
    groups: dict[tuple[str, str], list[Solve]] = {}
    for one in solves:
        if one["genre"]:
            groups.setdefault((one["genre"], one["size"]), []).append(one)
    return {
        "solved": len(solves),
        "seconds": sum(one["seconds"] for one in solves),
        "days": streaks((date.fromtimestamp(one["at"]) for one in solves), today),
        "daily": streaks((date.fromisoformat(one["day"]) for one in solves if one["day"]), today),
        "groups": [{"genre": genre, "size": size, "solved": len(own), **_times(own)}
                   for (genre, size), own in sorted(groups.items())],
    }  # fmt: skip


def _times(solves: Iterable[Solve]) -> dict[str, float | None]:
    times = times_of(solves)
    return {"best": min(times), "median": median(times)} if times else {"best": None, "median": None}


def times_of(solves: Iterable[Solve]) -> list[float]:
    """The times that can be compared: those measured, and without hints."""
    return [one["seconds"] for one in solves if one["seconds"] and not one["helped"]]


def streaks(days: Iterable[date], today: date) -> dict[str, int]:
    """The lengths of the longest run of days, and of the current one, which a day not yet over does not end.

    >>> days = [date(2026, 11, n) for n in (3, 4, 5, 9, 10)]
    >>> streaks(days, date(2026, 11, 11)), streaks(days, date(2026, 11, 12))
    ({'current': 2, 'longest': 3}, {'current': 0, 'longest': 3})
    """
    known = set(days)
    runs: dict[date, int] = {}
    for day in sorted(known):
        runs[day] = runs.get(day - _DAY, 0) + 1
    return {"current": runs.get(today) or runs.get(today - _DAY, 0), "longest": max(runs.values(), default=0)}


_DAY = timedelta(days=1)
