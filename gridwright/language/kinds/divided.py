"""What the areas hold that walls divide a board into: something each, one kind only; and every wall parts two areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..board import Spot
from ..clauses import Clauses
from ..expr import Known
from ..genre import Genre
from ..puzzle import Value
from ..rules import Conflict, Demand, Global, Rule
from ..ticks import ticking
from ..wording import Text
from .areas import Joints


class HeadEach(Global):
    """Every area holds at least one of the given nodes."""

    def __init__(self, joints: Joints, heads: Iterable[int]) -> None:
        self.joints, self.heads = joints, frozenset(heads)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        joints = self.joints
        for body in joints.bodies(known, 0):
            if self.heads.isdisjoint(body):
                cells, walls = tuple(joints.spots[n] for n in sorted(body)), joints.leaving(body)
                yield Conflict((*cells, *joints.along(walls)), [-lit for lit in walls], {"cells": cells})

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To close an arc that parts an area from its only head."""

        def parts(one: Sequence[int], other: Sequence[int]) -> bool:
            return self.heads.isdisjoint(one) or self.heads.isdisjoint(other)

        return self.joints.at_risk(known, lits, None, parts)


class OneKind(Global):
    """No area holds nodes of two kinds; ``kinds`` maps some nodes to theirs."""

    def __init__(self, joints: Joints, kinds: Mapping[int, Value]) -> None:
        self.joints, self.kinds = joints, kinds

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        joints, kinds = self.joints, self.kinds
        for body in joints.bodies(known, 1):
            held = sorted(n for n in body if n in kinds)
            other = next((n for n in held if kinds[n] != kinds[held[0]]), None)
            if other is not None:
                start, goal, path = joints.spots[held[0]], joints.spots[other], joints.path(held[0], other, known)
                words = {"start": start, "goal": goal, "one": kinds[held[0]], "other": kinds[other]}
                yield Conflict((start, goal, *joints.along(path)), path, words)

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between areas of different kinds."""
        kinds = self.kinds

        def joins(one: Sequence[int], other: Sequence[int]) -> bool:
            mine, its = ({kinds[n] for n in body if n in kinds} for body in (one, other))
            return bool(mine and its) and mine != its

        return self.joints.at_risk(known, lits, joins, None)


class WallsPart(Global):
    """A closed arc never has the same area on both sides."""

    def __init__(self, joints: Joints) -> None:
        self.joints = joints

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        joints = self.joints
        body_of = {n: i for i, body in enumerate(joints.bodies(known, 1)) for n in body}
        for (a, b), lit in zip(ticking(joints.ends), joints.lits, strict=True):
            if known[lit] < 0 and body_of[a] == body_of[b]:
                both, path = (joints.spots[a], joints.spots[b]), joints.path(a, b, known)
                yield Conflict((*both, *joints.along([-lit]), *joints.along(path)), [-lit, *path], {"sides": both})

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between areas that share a wall; to close one within an area."""
        joints = self.joints
        body_of = {n: i for i, body in enumerate(joints.bodies(known, 1)) for n in body}
        sides = [{body_of[a], body_of[b]} for a, b in joints.ends]
        walls = {frozenset(side) for side, lit in zip(sides, joints.lits, strict=True) if known[lit] < 0}
        side_of = dict(zip(joints.lits, sides, strict=True))
        for lit in lits:
            if (lit in side_of and frozenset(side_of[lit]) in walls) or len(side_of.get(-lit, ())) == 1:
                yield lit


class AreaRule(Rule):
    """A rule about all areas, said by one global."""

    def __init__(self, text: Text, joints: Callable[[Any], Joints], make: Callable[[Any, Joints], Global]) -> None:
        super().__init__(text)
        self.joints, self.make = joints, make

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, self.make(model, self.joints(model)))


class OneKindRule(Rule):
    """No area holds two kinds.

    Encoded by naming the kind of every node: open arcs join nodes of the same kind. Where there are just two kinds, one
    variable for each node does.
    """

    def __init__(
        self, joints: Callable[[Any], Joints], kinds: Callable[[Any], Mapping[Spot, Value]], text: Text
    ) -> None:
        super().__init__(text)
        self.joints, self.kinds = joints, kinds

    def demands(self, model: Genre) -> Iterator[Demand]:
        joints = self.joints(model)
        index = {spot: n for n, spot in enumerate(joints.spots)}
        yield Demand(self, OneKind(joints, {index[at]: kind for at, kind in self.kinds(model).items()}))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        joints, given = self.joints(model), self.kinds(model)
        kinds = list(dict.fromkeys(given.values()))
        n, width = len(joints.spots), len(kinds) if len(kinds) > 2 else len(kinds) - 1
        if width < 1:
            return []
        first = out.new(n * width)
        for node, spot in enumerate(ticking(joints.spots)):
            own = range(first + node * width, first + (node + 1) * width)
            if width > 1:
                out.exactly_one(own)
            if spot in given:
                here = kinds.index(given[spot])
                out.add([own[here] if width > 1 else own[0] if here else -own[0]])
        for (a, b), lit in zip(ticking(joints.ends), joints.lits, strict=True):
            for k in ticking(range(width)):
                x, y = first + a * width + k, first + b * width + k
                out.extend(([-lit, -x, y], [-lit, x, -y]))
        return []


def head_each(joints: Callable[[Any], Joints], heads: Callable[[Any], Iterable[Spot]], text: Text) -> AreaRule:
    """The rule that every area holds one of some spots at least.

    Fault: the area of the cells ``{cells}`` holds none.
    """

    def make(model: Any, graph: Joints) -> Global:
        wanted = frozenset(heads(model))
        return HeadEach(graph, [n for n, spot in enumerate(graph.spots) if spot in wanted])

    return AreaRule(text, joints, make)


def one_kind(joints: Callable[[Any], Joints], kinds: Callable[[Any], Mapping[Spot, Value]], text: Text) -> OneKindRule:
    """The rule that no area holds spots of two kinds, where ``kinds(model)`` tells the kind of some spots.

    Fault: an area holds ``{one}`` at ``{start}`` and ``{other}`` at ``{goal}``.
    """
    return OneKindRule(joints, kinds, text)


def walls_part(joints: Callable[[Any], Joints], text: Text) -> AreaRule:
    """The rule that every wall has different areas on its two sides."""
    return AreaRule(text, joints, lambda _model, graph: WallsPart(graph))
