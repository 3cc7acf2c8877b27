"""Paths that join equal labels (Numberlink).

Each cell that a path passes has that path's label. A *straight* path never runs alongside itself: of two neighbouring
cells with one label, the path always takes the step from one to the other. Every answer can be made one with straight
paths by cutting loops short, and an answer with straight paths stands for others just where a step can be replaced by a
way round through empty cells. So a coarse model need look for straight paths only, where labels are mere boundaries of
colours; that is what makes the proof of uniqueness fast.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..board import Spot
from ..clauses import Clauses
from ..genre import AnswerLayer, Genre, Value
from ..rules import Global
from .areas import Joints
from .divided import OneKindRule

_NOTHING: Mapping[int, int] = {}


class JoinedPairs(OneKindRule):
    """Paths join equal labels only; they end at labels and neither branch nor close rings, which other rules say."""

    def __init__(
        self,
        path: AnswerLayer,
        labels: Callable[[Any], Mapping[Spot, Value]],
        blocks: Callable[[Any], Collection[Spot]],
        text: str,
    ) -> None:
        super().__init__(self._graph, labels, text)
        self.path, self.blocks = path, blocks

    def _graph(self, model: Genre) -> Joints:
        marks = model.marks[self.path.name]
        return Joints.of_links(model.board, lambda link: marks[link])

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        board, joints, labels = model.board, self.joints(model), self.kinds(model)
        blocks = self.blocks(model)
        kinds = {kind: k for k, kind in enumerate(dict.fromkeys(labels.values()))}
        own: list[Mapping[int, int]] = []
        """For each cell the literals of the labels that it may have."""
        for cell in board.cells:
            if cell in labels:
                own.append({kinds[labels[cell]]: 1})
            elif cell in blocks or not kinds:
                own.append(_NOTHING)
            else:
                first = out.new(len(kinds))
                own.append(dict(enumerate(range(first, first + len(kinds)))))
                out.at_most_one(range(first, first + len(kinds)))
        straight = self._straight(model)
        for (a, b), step in zip(joints.ends, joints.lits, strict=True):
            mine, its = own[a], own[b]
            out.add([-step, *mine.values()])
            out.add([-step, *its.values()])
            for k, x in mine.items():
                y = its.get(k, -1)
                out.add([-step, -x, y])
                if y != -1:
                    out.add([-step, x, -y])
                    if straight:
                        out.add([step, -x, -y])
            out.extend([-step, -y] for k, y in its.items() if k not in mine)
        for node, cell in enumerate(board.cells):
            near = board.cell_adjacency[node]
            for k, x in own[node].items():
                around = [(n, own[n][k]) for n in near if k in own[n]]
                if cell in labels:
                    out.add([lit for _, lit in around])
                    continue
                out.tick()
                # A path that passes comes from one neighbour and goes to another.
                out.add([-x, *(joints.lits[arc] for arc in joints.arcs_of[node])])
                out.add([-x, *(lit for _, lit in around)])
                out.extend([-x, *(lit for m, lit in around if m != n)] for n, _ in around)
        model.stands_in = model.stands_in or straight
        return []

    def _straight(self, model: Genre) -> bool:
        """Whether looking for straight paths is enough: no step is given or barred, and labels come in pairs."""
        labels = list(self.kinds(model).values())
        return model.coarse and not model.given(self.path) and all(labels.count(kind) == 2 for kind in set(labels))

    def spell_out(self, model: Genre, found: dict[str, dict[Spot, Any]]) -> bool:
        """Whether some step can be replaced by a way round through cells that are empty."""
        drawn = [link for link, on in found[self.path.name].items() if on]
        board = model.board
        used = {cell for link in drawn for cell in board.ends(link)}.union(self.kinds(model), self.blocks(model))
        empty = [cell for cell in board.cells if cell not in used]
        shores = [{near for cell in piece for near in board.neighbours(cell)} for piece in board.groups(empty)]
        return any(shore.issuperset(board.ends(link)) for link in drawn for shore in shores)


def joined_pairs(
    path: AnswerLayer,
    labels: Callable[[Any], Mapping[Spot, Value]],
    text: str,
    *,
    blocks: Callable[[Any], Collection[Spot]] = lambda _: (),
) -> JoinedPairs:
    """The rule that paths along links join equal labels only; no path enters ``blocks``.

    That they end at each label and nowhere else, and close no ring, are rules of their own.
    """
    return JoinedPairs(path, labels, blocks, text)
