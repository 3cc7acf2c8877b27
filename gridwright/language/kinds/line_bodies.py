"""Lines that drawn links make, each with one of some cells on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..expr import Known
from ..rules import Conflict, Global
from .areas import Joints, judges_of


class OneHeadPerLine(Global):
    """What is joined by drawn links holds exactly one of the given nodes.

    Conflicts tell the ``cells`` of a line without such a node, or (``many``) two such nodes that a line joins.
    """

    def __init__(self, joints: Joints, heads: Iterable[int]) -> None:
        self.joints, self.heads = joints, frozenset(heads)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        joints, spots = self.joints, self.joints.spots
        for body in joints.bodies(known, 0):
            if self.heads.isdisjoint(body):
                cells = tuple(spots[n] for n in sorted(body))
                because = [-lit for lit in joints.leaving(body)]
                yield Conflict((*cells, *joints.held(body, known)), because, {"cells": cells})
        for body in joints.bodies(known, 1):
            heads = sorted(self.heads.intersection(body))
            for other in heads[1:]:
                path, both = joints.path(heads[0], other, known), (spots[heads[0]], spots[other])
                yield Conflict((*both, *joints.along(path)), path, {"cells": both}, "many")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To draw a link between lines with such a node each; to leave one out that leads to the only such node."""
        return self.joints.at_risk(known, lits, *judges_of(self.heads))
