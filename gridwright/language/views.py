"""Views: marks that follow from those of the answer and make reasons shorter, as "r2c2 belongs to the area of r1c1".

A rule kind gives each of its views a literal, which all demands of a puzzle share, and *defines* it by clauses that
hold in every grid, whatever is demanded. Its demands may then be said by views as well, besides their own clauses.
Views are for explanations only: a reason consists of demands and marks of the answer, and views are what is concluded
in between.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, TypeVar

from ..board.board import Spot
from ..logic.clauses import Clause, Clauses
from .layers import predicate
from .wording import listed

T = TypeVar("T")
Holds = AbstractSet[int]
"""The literals of marks and views that hold."""
Refine = Callable[[Holds], Iterable[Clause]]
"""Gives clauses that belong to the meaning of views and of which all literals but one at most do not hold."""


@dataclass(frozen=True)
class View:
    """What a view says of a spot: a verb in the third person, and what follows it.

    The last part of that, the ``name``, is what views of one kind differ in.
    """

    spot: Spot
    verb: str
    word: str
    name: str

    def say(self, holds: bool, *, several: bool, names: Iterable[str]) -> str:
        """The predicate of a sentence about the spot, or about several, for some names: ``does not belong to the area
        of r1c1 or r3c2``."""
        word = f"{self.word} {listed(names, 'and' if holds else 'or')}".strip()
        return predicate(self.verb, word, holds, several=several)


class Views:
    """The views of one puzzle. Clauses of a demand go to ``out``; definitions are kept apart from those."""

    def __init__(self, out: Clauses) -> None:
        self.out = out
        self.told: dict[int, View] = {}
        """What each view says, by its literal."""
        self.definitions: list[Clause] = []
        self.refining: list[Refine] = []
        self._families: dict[Hashable, Any] = {}

    def family(self, key: Hashable, make: Callable[[], T]) -> T:
        """Views that belong together: made when they are first asked for, then shared."""
        if key not in self._families:
            self._families[key] = make()
        found: T = self._families[key]
        return found

    def new(self, view: View) -> int:
        """The literal of a new view."""
        literal = self.out.new()
        self.told[literal] = view
        return literal

    def define(self, clauses: Iterable[Clause]) -> None:
        """Says what views mean, by clauses that hold in every grid."""
        self.definitions += clauses

    def refined_by(self, refine: Refine) -> None:
        """Says that there is more to the meaning of views than can be said at once: connection, for instance."""
        self.refining.append(refine)
