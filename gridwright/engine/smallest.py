"""The smallest of all reasons, by implicit hitting sets (Ignatiev et al. 2015; Gamba, Bogaerts and Guns 2021).

Every reason has a demand in common with each set of demands without which the others leave a way out. So the smallest
set that meets all such sets met so far is a reason, or there is a way out beside it, which gives another such set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from .few import Few
from .sat import Sat

_EFFORT, _LITTLE = 300, 20
"""Conflicts that the solver may meet where an answer is needed, and where it is not."""


def smallest(few: Few, units: Sequence[int], always: Sequence[int], bound: int, tries: int) -> list[int] | None:
    """The smallest reason among some units that has at most ``bound`` of them; [] where there is none.

    ``few`` has the units; ``always`` is what they contradict. None where so many tries do not tell.
    """
    few.prefer(units)
    number = {unit: i for i, unit in enumerate(units, 1)}
    met: list[list[int]] = []
    left = iter(range(tries))
    for size in range(1, bound + 1):
        with Sat(counting=True) as hitting:
            hitting.add([[i, -i] for i in number.values()])
            hitting.at_most(list(number.values()), size)
            hitting.add(met)
            for _ in left:
                few.clock.glance()
                hit = hitting.attempt((), _EFFORT)
                if hit is None:
                    return None
                if not hit:
                    break
                chosen = [units[i - 1] for i in islice(hitting.assignment(), len(units)) if i > 0]
                holds = few.attempt([*always, *chosen], _EFFORT)
                if not holds:
                    return chosen if holds is False else None
                way_out = [number[unit] for unit in _left_out(few, units, [*always, *chosen])]
                met.append(way_out)
                hitting.add([way_out])
            else:
                return None
    return []


def _left_out(few: Few, units: Sequence[int], held: list[int]) -> list[int]:
    """Units that the grid found last does not obey, without those that can be added with little effort."""
    held = [*held, *few.in_model(units)]
    out = []
    for unit in units:
        if unit in held:
            continue
        if few.attempt([*held, unit], _LITTLE):
            held += [one for one in few.in_model(units) if one not in held]
        else:
            out.append(unit)
    return out
