"""Faults of a grid: the demand that fails, the spots that show it, and the actual numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple, Protocol

from ..board.board import Spot
from ..logic.expr import NEVER, All, Compared, Count, Expr, Known, Some, Total, literals
from .genre import Genre
from .rules import Blame, Demand, Global
from .wording import Found, times, worded


class ShownFault(Protocol):
    """The part of a fault or violation that pictures need."""

    @property
    def at(self) -> tuple[Spot, ...]:
        """The spots that show it."""


class Fault(NamedTuple):
    """A violated demand: the spots that show it, and what is wrong in words."""

    at: tuple[Spot, ...]
    words: str


def faults(demand: Demand, known: Known, model: Genre, played: Collection[Spot] = ()) -> Iterator[Fault]:
    """How settled marks violate a demand; nothing if a completion may satisfy it.

    If one of two marks that are too many is at ``played``, the wording ``again`` tells where the other one is.
    """
    what = demand.what
    if isinstance(what, Global):
        for conflict in what.conflicts(known):
            yield _told(demand, model, Blame(conflict.at, conflict.words, conflict.fault))
    elif what.judge(known) is False:
        if isinstance(what, Count | Total):
            yield _miscounted(demand, what, known, model, played)
        else:
            yield _unmet(demand, what, known, model)


def _told(demand: Demand, model: Genre, blame: Blame) -> Fault:
    words, name = {**demand.words, **blame.words}, blame.fault or demand.fault
    return Fault(blame.at or demand.at, demand.wording.fault(model.board, demand.at or blame.at, words, name=name))


def _unmet(demand: Demand, what: Expr, known: Known, model: Genre) -> Fault:
    blame = Blame(_shown(demand, what, known, model)) if demand.blame is None else demand.blame(known)
    fault = _told(demand, model, blame)
    impossible = what == NEVER and fault.words == demand.say(model.board)
    return Fault(fault.at, worded("{law}, which is impossible", law=fault.words)) if impossible else fault


def _miscounted(
    demand: Demand, what: Count | Total, known: Known, model: Genre, played: Collection[Spot]
) -> Fault:
    found = _found(what, known)
    at, guilty = _culprits(demand, what, known, model)
    words = {**demand.words, "culprits": guilty, "times": times(found.low)}
    name = demand.fault or found.name
    others = [spot for spot in guilty if spot not in played]
    if name == "many" and len(guilty) == 2 and len(others) == 1 and "again" in demand.wording.faults:
        name, words["other"] = "again", others[0]
    return Fault(at, demand.wording.fault(model.board, demand.at, words, found, name))


def _found(what: Count | Total, known: Known) -> Found:
    possible, allowed = ([n + what.sure for n in some] for some in (what.reach(known), what.allowed))
    return Found.of(possible, allowed, summed=isinstance(what, Total))


def _shown(demand: Demand, what: Expr, known: Known, model: Genre) -> tuple[Spot, ...]:
    """The places of a violated demand, except those of marks that are not to blame."""
    broken = [item for item in what.items if item.judge(known) is False] if isinstance(what, All) else [what]
    spoken = {spot for lit in literals(what) for spot in model.variables.spots_of(lit)}
    guilty = {spot for item in broken for lit in _reason(item, known) for spot in model.variables.spots_of(lit)}
    return tuple(spot for spot in demand.at if spot not in spoken or spot in guilty) or demand.at


def _reason(expr: Expr, known: Known) -> Iterator[int]:
    """Settled literals that make an expression true or false; if one item suffices, those of the first.

    A number is too small because of what does not hold, or too large because of what does.
    """
    verdict = expr.judge(known)
    if isinstance(expr, All | Some):
        decided = [item for item in expr.items if item.judge(known) is verdict]
        items = decided if verdict is isinstance(expr, All) else decided[:1]
    elif isinstance(expr, Count) and verdict is False:
        too_few = expr.reach(known).stop <= min(expr.allowed, default=0)
        items = [item for item in expr.items if item.judge(known) is (not too_few)]
    elif isinstance(expr, Compared):
        items = [expr.what]
    else:
        yield from (lit for lit in literals(expr) if known[lit])
        return
    for item in items:
        yield from _reason(item, known)


def _culprits(
    demand: Demand, what: Count | Total, known: Known, model: Genre
) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """The places that show what is wrong with a number, and the marks among them that are to blame.

    The former are the demand's places without counted marks, such as that of a clue, and the marks to blame: those that
    do not hold if there are too few, else those that do.
    """
    counted = {spot for lit in literals(what) for spot in model.variables.spots_of(lit)}
    guilty = {spot for lit in _reason(what, known) for spot in model.variables.spots_of(lit)}
    beside = [spot for spot in demand.at if spot not in counted]
    culprits = tuple(sorted(guilty))
    return ((*beside, *culprits), culprits) if guilty else (demand.at, ())
