"""Where no few demands lead on: a mark that only trying out shows, so that simple steps can go on from it."""

from __future__ import annotations

from collections.abc import Iterator

from .position import Found, Position

COST = 20.0
"""What it costs to see a step that only trying out shows."""


_MOST = 10
"""After so many such marks the next such step gives all that is left."""


class Trials:
    """Steps that rest on all demands together and on what was known in the beginning.

    Their marks are known from the answers that these leave.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.n_made = 0
        """How many such steps there were."""

    def most_telling(self) -> Iterator[Found]:
        """The open mark from which most follows demand by demand; all open marks, where there were many such steps."""
        position = self.position

        def reach(lit: int) -> int:
            position.clock.glance()
            return len(position.probe.following([lit])[1])

        marks = position.open_marks()
        if self.n_made < _MOST:
            marks = [max(marks, key=lambda lit: (reach(lit), -abs(lit)))]
        self.n_made += 1
        yield Found(marks, [one.literal for one in position.kept.demands], position.given, COST, "trial")
