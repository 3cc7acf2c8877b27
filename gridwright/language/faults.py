"""What is wrong with a grid, told as a fault: which demand fails, where one sees it, and the numbers that are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .board import Spot
from .expr import All, Count, Expr, Known, Some, Total, literals
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
        yield Fault(demand.at, wording.fault(board, demand.at, demand.words, name=demand.fault))
        return
    found = _found(demand.what, known)
    at, guilty = _culprits(demand, demand.what, known, model)
    words = {**demand.words, "culprits": guilty, "times": times(found.low)}
    yield Fault(at, wording.fault(board, demand.at, words, found, demand.fault or found.name))


def _found(what: Count | Total, known: Known) -> Found:
    reach = what.reach(known)
    low, high = (min(reach), max(reach)) if reach else (0, 0)
    return Found(low + what.sure, high + what.sure, [n + what.sure for n in what.allowed])


def _culprits(
    demand: Demand, what: Count | Total, known: Known, model: Genre
) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Where one sees what is wrong with a number, and of that the marks that are to blame.

    One sees it at the places of the demand that no counted mark stands on, such as a clue's, and at the marks to blame:
    those that hold where there are too many, else those that do not.
    """
    counted = {spot for lit in literals(what) for spot in model.spots_of(lit)}
    guilty = {spot for lit in _to_blame(what, known) for spot in model.spots_of(lit)}
    beside = [spot for spot in demand.at if spot not in counted]
    culprits = tuple(sorted(guilty))
    return ((*beside, *culprits), culprits) if guilty else (demand.at, ())


def _to_blame(what: Count | Total, known: Known) -> Iterator[int]:
    """The settled literals that make a number too large or too small."""
    if isinstance(what, Total):
        yield from (lit for lit in literals(what) if known[lit])
        return
    too_many = min(what.reach(known), default=0) > max(what.allowed, default=-1)
    for item in what.items:
        if item.judge(known) is too_many:
            yield from _reasons(item, known)


def _reasons(expr: Expr, known: Known) -> Iterator[int]:
    """Settled literals that make an expression hold, or fail; of several that would do alone the first."""
    if isinstance(expr, All | Some):
        verdict = expr.judge(known)
        decided = [item for item in expr.items if item.judge(known) is verdict]
        for item in decided if verdict is isinstance(expr, All) else decided[:1]:
            yield from _reasons(item, known)
    else:
        yield from (lit for lit in literals(expr) if known[lit])
