"""Probing: what follows from supposing a mark, by unit propagation with all demands in force."""

from __future__ import annotations

from collections.abc import Sequence

from .kept import Kept
from .sat import Sat


class Probe:
    """All demands of a puzzle and the marks known so far, in a solver that only propagates; with ``views`` also what
    the demands say by views.

    Known marks never become unknown, so they are facts here: a question costs only what its own suppositions lead to.
    """

    def __init__(self, kept: Kept, marks: Sequence[int], *, views: bool = False) -> None:
        self._kept, self._marks = kept, marks
        self._definitions = kept.views.definitions if views else []
        self._handed_marks = self._handed_clauses = self._handed_definitions = 0
        self._sat = Sat(counting=True)
        clauses, counts = kept.clauses_from(0)
        self._sat.add(clauses)
        for lits, k in counts:
            self._sat.at_most(lits, k)
        self._handed_clauses = len(clauses)
        self._sat.add([[one.literal] for one in kept.demands])
        if views:
            self._sat.add([[kept.by_views]])

    def following(self, supposed: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether suppositions meet no contradiction, and all literals that follow from them and were not known."""
        self._catch_up()
        return self._sat.propagate(supposed)

    def _catch_up(self) -> None:
        """Hands over the conflicts and the marks that have become known since the last question."""
        clauses, _ = self._kept.clauses_from(self._handed_clauses)
        self._sat.add(clauses)
        self._handed_clauses += len(clauses)
        self._sat.add([[lit] for lit in self._marks[self._handed_marks :]])
        self._handed_marks = len(self._marks)
        self._sat.add(self._definitions[self._handed_definitions :])
        self._handed_definitions = len(self._definitions)

    def close(self) -> None:
        """Frees the solver."""
        self._sat.close()
