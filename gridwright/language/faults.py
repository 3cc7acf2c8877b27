"""What is wrong with a grid, told as a fault: which demand fails, where one sees it, and the numbers that are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .board import Spot
from .expr import NEVER, All, Count, Expr, Known, Mark, Some, Total, literals
from .genre import Genre
from .rules import Demand
from .wording import Found, times


class Fault(NamedTuple):
    """A broken demand: the spots that show it, and what is wrong in words."""

    at: tuple[Spot, ...]
    words: str


def faults(demand: Demand, known: Known, model: Genre) -> Iterator[Fault]:
    """How settled marks break a demand; nothing where some completion of them may obey it."""
    board, wording = model.board, demand.rule.wording
    if not isinstance(demand.what, Expr):
        for conflict in demand.what.conflicts(known):
            words = {**demand.words, **conflict.words}
            told = wording.fault(board, demand.at or conflict.at, words, name=conflict.fault or demand.fault)
            yield Fault(conflict.at or demand.at, told)
        return
    if demand.what.judge(known) is not False:
        return
    if not isinstance(demand.what, Count | Total):
        told = wording.fault(board, demand.at, demand.words, name=demand.fault)
        if demand.what == NEVER and told == demand.say(board):
            told += ", which is impossible"
        yield Fault(_shown(demand, demand.what, known, model), told)
        return
    found = _found(demand.what, known)
    at, guilty = _culprits(demand, demand.what, known, model)
    words = {**demand.words, "culprits": guilty, "times": times(found.low)}
    yield Fault(at, wording.fault(board, demand.at, words, found, demand.fault or found.name))


def _found(what: Count | Total, known: Known) -> Found:
    reach = what.reach(known)
    low, high = (min(reach), max(reach)) if reach else (0, 0)
    return Found(low + what.sure, high + what.sure, [n + what.sure for n in what.allowed])


def _shown(demand: Demand, what: Expr, known: Known, model: Genre) -> tuple[Spot, ...]:
    """The places of a broken demand without those of marks that are not to blame."""
    spoken = {spot for lit in literals(what) for spot in model.spots_of(lit)}
    guilty = {spot for lit in _reason(what, known) for spot in model.spots_of(lit)}
    return tuple(spot for spot in demand.at if spot not in spoken or spot in guilty) or demand.at


def _reason(what: Expr, known: Known) -> Iterator[int]:
    """Literals whose settled values make an expression false."""
    if isinstance(what, Mark):
        yield int(what)
    elif isinstance(what, All):
        for item in what.items:
            if item.judge(known) is False:
                yield from _reason(item, known)
    elif isinstance(what, Some):
        for item in what.items:
            yield from _reason(item, known)
    elif isinstance(what, Count):
        too_few = what.reach(known).stop <= min(what.allowed, default=0)
        for item in what.items:
            if item.judge(known) is (not too_few):
                yield from _reason(item if too_few else ~item, known)
    else:
        yield from (lit for lit in literals(what) if known[lit])


def _culprits(
    demand: Demand, what: Count | Total, known: Known, model: Genre
) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Where one sees what is wrong with a number, and of that the marks that are to blame.

    One sees it at the places of the demand that no counted mark stands on, such as a clue's, and at the marks to blame:
    those that do not hold where there are too few, else those that do.
    """
    counted = {spot for lit in literals(what) for spot in model.spots_of(lit)}
    guilty = {spot for lit in _reason(what, known) for spot in model.spots_of(lit)}
    beside = [spot for spot in demand.at if spot not in counted]
    culprits = tuple(sorted(guilty))
    return ((*beside, *culprits), culprits) if guilty else (demand.at, ())
