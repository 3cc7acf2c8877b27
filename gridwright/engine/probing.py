"""Probing: what follows from supposing a mark, by unit propagation beside all that is known."""

from __future__ import annotations

from collections.abc import Sequence

from .kept import Kept
from .sat import Sat


class Probe:
    """The demands of a puzzle and the marks known so far, in a solver that only propagates.

    Known marks never become unknown, so they are facts here: a question costs only what its own suppositions lead to.
    ``entered`` are the variables that are known, which may grow, and ``known`` tells how. With ``in_force`` all demands
    are facts, too; otherwise the selectors of those that are to be in force are supposed with each question. With
    ``views`` what the demands say by views is in force, too.
    """

    def __init__(
        self, kept: Kept, entered: Sequence[int], known: Sequence[int], *, in_force: bool = True, views: bool = False
    ) -> None:
        self._kept, self._entered, self._known = kept, entered, known
        self._definitions = kept.views.definitions if views else []
        self._sat = Sat(counting=True)
        clauses, counts = kept.clauses_from(0)
        self._sat.add(clauses)
        for lits, k in counts:
            self._sat.at_most(lits, k)
        self._n_clauses, self._n_entered, self._n_definitions = len(clauses), 0, 0
        if in_force:
            self._sat.add([[one.literal] for one in kept.demands])
        if views:
            self._sat.add([[kept.by_views]])

    def following(self, supposed: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether suppositions meet no contradiction, and all literals that follow from them and were not known."""
        self._catch_up()
        return self._sat.propagate(supposed)

    def _catch_up(self) -> None:
        """Hands over the conflicts and the marks that have become known since the last question."""
        clauses, _ = self._kept.clauses_from(self._n_clauses)
        self._sat.add(clauses)
        self._n_clauses += len(clauses)
        known = self._known
        self._sat.add([[v if known[v] > 0 else -v] for v in self._entered[self._n_entered :]])
        self._n_entered = len(self._entered)
        self._sat.add(self._definitions[self._n_definitions :])
        self._n_definitions = len(self._definitions)

    def close(self) -> None:
        """Frees the solver."""
        self._sat.close()
