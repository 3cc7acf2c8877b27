"""Paths that join equal labels (Numberlink).

**Labels.** Each cell that a path passes has that path's label.

**Colours.** Labels alone do not see the plane: that a label is shut in by other paths, or that three paths would have
to cross, shows only after every way of drawing them has failed. So each label colours the corners of the board: the
colour of a corner is the parity of how many steps of the label's paths cross its horizontal grid line to the left of
it. A step to the right changes the colour where a step of the label is crossed. So does a step down, save that each
labelled cell of that row further left, where a path ends, changes it once more; for the cells further left have an even
number of path ends together, their labels and the steps that leave them counted. Around a cell without the label the
colour never changes.

**Meetings.** Take two labels A and B with paths that do not meet. Along a path of B, A's colour at the top of the cell
changes only where the path steps up or down to the right of a cell labelled A; and how often it does that is what B's
colour at the lower right corner of that cell tells. Hence for each pair of labels an equation between A's colours at
the ends of B and B's colours at the ends of A: parity of four colours. It says for the board as a whole on which sides
the paths pass each other, and turns millions of conflicts into a handful.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from ...board.arc_graph import ArcGraph
from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer
from ...language.puzzle import Value
from ...language.rules import Global
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.ticks import tick, ticking
from ...rules.areas import OneKindRule, joined_by

_NOTHING: Mapping[int, int] = {}
_NO, _YES = -1, 1
_TERMS = 8
"""Equations between more colours, of labels that occur many times, are left out."""


class JoinedPairs(OneKindRule):
    """The rule that paths along links join equal labels only; no path enters ``blocks``.

    Other rules say that paths end at each label and nowhere else, and close no ring; this rule relies on them (see
    ``requires``). Fault: a path joins the label ``{one}`` at ``{start}`` and ``{other}`` at ``{goal}``.
    """

    def __init__(
        self,
        path: AnswerLayer,
        labels: Callable[[Any], Mapping[Spot, Value]],
        text: RuleText,
        *,
        blocks: Callable[[Any], Collection[Spot]] = lambda _: (),
    ) -> None:
        super().__init__(lambda model: joined_by(path, model), labels, text)
        self.path, self.blocks = path, blocks

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        paths = self.labelled(model, out)
        if paths is not None:
            encode_colours(model, paths, out)
        return []

    def labelled(self, model: Genre, out: Clauses) -> Paths | None:
        """Tells which label each cell has; None if some label is not in pairs, so that there is no answer."""
        labels = self.kinds(model)
        ends: dict[Value, list[Spot]] = {}
        for cell, label in labels.items():
            ends.setdefault(label, []).append(cell)
        if any(len(cells) % 2 for cells in ends.values()):
            out.add([])  # each path has two ends
            return None
        kinds = {label: k for k, label in enumerate(ends)}
        blocks = self.blocks(model)
        own = _label_literals(model, {at: kinds[label] for at, label in labels.items()}, blocks, out)
        graph = self.graph(model)
        _encode_steps(graph, own, out)
        inner = [n for n, cell in enumerate(model.board.cells) if cell not in labels]
        first = _encode_passing(graph, inner, own, out)
        passed = {n: lit for lit, n in enumerate(inner, first) if graph.nodes[n] not in blocks}
        return Paths(graph, list(ends.values()), own, passed)


class Paths(NamedTuple):
    """The paths in literals: for each label its ``ends``, for each cell the literals of its labels, and for each cell
    that may be empty one that a path passes it."""

    graph: ArcGraph
    ends: Sequence[Sequence[Spot]]
    own: Sequence[Mapping[int, int]]
    passed: Mapping[int, int]


def _label_literals(
    model: Genre, labels: Mapping[Spot, int], blocks: Collection[Spot], out: Clauses
) -> list[Mapping[int, int]]:
    """For each cell, the literals of its possible labels; at most one of them holds."""
    own: list[Mapping[int, int]] = []
    n = max(labels.values(), default=-1) + 1
    for cell in ticking(model.board.cells):
        if cell in labels:
            own.append({labels[cell]: _YES})
        elif cell in blocks or not n:
            own.append(_NOTHING)
        else:
            tick()
            first = out.new(n)
            own.append(dict(enumerate(range(first, first + n))))
            out.at_most_one(range(first, first + n))
    return own


def _encode_steps(graph: ArcGraph, own: Sequence[Mapping[int, int]], out: Clauses) -> None:
    """A step joins two cells of one label."""
    for (a, b), step in zip(ticking(graph.ends), graph.lits, strict=True):
        mine, its = own[a], own[b]
        for k, x in ticking(mine.items()):
            y = its.get(k, _NO)
            out.extend(([-step, -x, y], [-step, x, -y]) if y != _NO else ([-step, -x],))
        out.extend([-step, -y] for k, y in its.items() if k not in mine)


def _encode_passing(
    graph: ArcGraph, inner: Sequence[int], own: Sequence[Mapping[int, int]], out: Clauses
) -> int:
    """A cell that is not an end has a label iff a path enters it, and then the path leaves it, too.

    Returns the first of the literals that a path passes these cells.
    """
    first = out.new(len(inner))
    for passed, node in enumerate(inner, first):
        steps = [graph.lits[arc] for arc in graph.arcs_of[node]]
        labels = own[node].values()
        out.add([-passed, *labels])
        out.extend([passed, -x] for x in labels)
        out.extend([passed, -step] for step in steps)
        for i in range(len(steps)):
            out.add([-passed, *steps[:i], *steps[i + 1 :]])
        if not steps:
            out.add([-passed])
    return first


def encode_colours(model: Genre, paths: Paths, out: Clauses) -> None:
    """The colours of all labels, and the equations between them."""
    sides = []
    for k, cells in enumerate(paths.ends):
        out.tick()
        sides.append(Colours(model, cells, [mine.get(k, _NO) for mine in paths.own], out))
        sides[-1].encode(paths.graph)
    for one, other in ticking(combinations(sides, 2)):
        one.meet(other)


class Colours:
    """The colours of the corners for one label with the given ``ends``; ``own`` are its literals by cell."""

    def __init__(self, model: Genre, ends: Sequence[Spot], own: Sequence[int], out: Clauses) -> None:
        board = model.board
        self.out, self.own = out, own
        self.n_rows, self.n_cols = board.n_rows, board.n_cols
        self.places = [(s.y // 2, s.x // 2) for s in ticking(board.cells)]
        self.ends = [(s.y // 2, s.x // 2) for s in ends]
        self.first = out.new(max(0, (self.n_rows - 1) * (self.n_cols - 1)))

    def at(self, row: int, col: int) -> int:
        """The literal of the colour at the upper left corner of a cell."""
        if 0 < row < self.n_rows and 0 < col < self.n_cols:
            return self.first + (row - 1) * (self.n_cols - 1) + col - 1
        # Beyond the right border: as many path ends as above the line, but for an even number.
        return _YES if col == self.n_cols and sum(r < row for r, _ in self.ends) % 2 else _NO

    def _turn(self, row: int, col: int) -> int:
        """The sign of a step down from this corner that no path crosses: -1 if it changes the colour, else 1."""
        return -1 if sum(r == row and c < col for r, c in self.ends) % 2 else 1

    def encode(self, graph: ArcGraph) -> None:
        """Colours change exactly where steps of the label cross."""
        out, own = self.out, self.own
        for (row, col), x in zip(ticking(self.places), own, strict=True):
            if x == _YES:
                continue
            corners = [self.at(row, col), self.at(row, col + 1)]
            corners += [self._turn(row, c) * self.at(row + 1, c) for c in (col + 1, col)]
            # Around a cell without the label the colour is the same: a ring of implications.
            for u, v in zip(corners, corners[1:] + corners[:1], strict=True):
                if u != v and u != _NO and v != _YES:
                    out.add([lit for lit in (x, -u, v) if lit != _NO])
        for (a, b), step in zip(ticking(graph.ends), graph.lits, strict=True):
            if own[a] != _NO and own[b] != _NO:
                row, col = self.places[b]
                level = self.places[a][0] == row
                other = self._turn(row, col) * self.at(row + 1, col) if level else self.at(row, col + 1)
                here = self.at(row, col)
                out.extend(([-step, -own[a], here, other], [-step, -own[a], -here, -other]))

    def meet(self, other: Colours) -> None:
        """The equation between the colours of two labels, each at the ends of the other."""
        terms = [self.at(row, col) for row, col in other.ends]
        for row, col in self.ends:
            terms += [other.at(row + 1, other.n_cols), other.at(row + 1, col + 1)]
        even = sum(term == _YES for term in terms) % 2 == 0
        open_ = [term for term in terms if abs(term) != _YES]
        if len(open_) > _TERMS:
            return
        for signs in product((1, -1), repeat=len(open_)):
            # Forbid the values that the clause denies if their parity is wrong.
            if (signs.count(-1) % 2 == 0) != even:
                self.out.add([sign * term for sign, term in zip(signs, open_, strict=True)])


joined_pairs = JoinedPairs
