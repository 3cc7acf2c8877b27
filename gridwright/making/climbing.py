"""Changes a puzzle bit by bit until it is as hard as is asked for, where all of its clues have to stay."""

from __future__ import annotations

from random import Random

from ..language.making import Unlucky
from .difficulty import Aim
from .draft import Draft
from .maker import Maker

_CHANGES = 200
"""So many changes of a draft are tried."""
_PATIENCE = 12
"""After so many in vain a new draft is made."""


def climb(maker: Maker, rng: Random, draft: Draft, aim: Aim) -> None:
    """Keeps changes that bring a puzzle nearer to what is aimed at, until it is reached or nothing more is gained.

    What is found is told to ``aim``. A change that turns a puzzle that is too easy into one that is too hard, or the
    other way round, is not kept: in between lies what is looked for.
    """
    best = draft
    before = aim.standing(best.puzzle())
    seen = {best.puzzle()}
    n_vain = 0
    for _ in range(_CHANGES):
        if not before.side or n_vain > _PATIENCE:
            return
        n_vain += 1
        changed = maker.varied(rng, best)
        if changed is None or (puzzle := changed.puzzle()) in seen:
            continue
        seen.add(puzzle)
        try:
            now = aim.standing(puzzle)
        except Unlucky:
            continue
        if not now.side:
            return
        if now.side == before.side and now.distance <= before.distance:
            n_vain = n_vain if now.distance == before.distance else 0
            best, before = changed, now
