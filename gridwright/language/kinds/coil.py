"""The search for Mortal Coil: a conflict-driven search over which of two touching cells comes earlier.

A walk that covers the board is a Hamiltonian path of the graph of free cells, and it puts the cells in a line of time.
Walking from the start with a stack of tries is hopeless on a big board, because a wrong turn may show only a thousand
moves later.  This module looks at the whole board at once instead, and the reason it can is a theorem about planar
graphs that turns "there is one line of time" into small local conditions.

*What is decided.*  For each pair of touching free cells, which of the two is *earlier*; for each such pair and each
direction, whether the walk *steps* there; for each cell, whether it is the *start* or the *end*.  Every cell but the
start is stepped into exactly once, every cell but the end is left exactly once, and a step goes to the later cell.
The sliding rule is local too: a walk that comes into ``c`` moving in direction ``d``, with a free cell ahead that is
later than ``c``, has to step ahead.

*Why time is local.*  Draw each edge from the earlier to the later cell.  At each corner (two edges that follow one
another round a cell, seen from a face) the cell is either later than both neighbours, earlier than both, or between.
Let ``2 a(c)`` be the number of corners of cell ``c`` that are "between", and ``s(f)`` the number of corners of face
``f`` where the cell is earlier than both; as many are later than both.  There are two corners for each edge, so
``sum a + sum s = edges``, and with Euler's formula ``sum (a - 1) + sum (s - 1) = -2``.  The start and the end have
``a = 0``, which already makes the ``-2``; every other cell has an earlier neighbour (where the walk comes from) and a
later one (where it goes), so ``a >= 1``; and no face is a directed ring, so ``s >= 1``.  Therefore all of these are
equalities: *round every cell the earlier neighbours lie side by side, and every face (a two-by-two square of free
cells, or the rim of a group of walls) has exactly one earliest and one latest corner*.  This holds for every answer
and says at once, among much else, that what is left of the board never falls apart.

In the other direction, a directed ring that has neither the start nor the end on one of its sides would enclose a
smaller one, down to a face, which has been ruled out.  So the only false time lines that get through the local
conditions are rings parting the start from the end.  They are rare: each one that turns up is forbidden when it does.

*How it is searched.*  The conditions are clauses, and the search is the usual one for clauses: unit propagation, a
clause learnt from each dead end, a jump back, restarts, and decisions on whatever was lately in conflict.  The
colouring of a chessboard adds that start and end have the right colours.  When a walk has been found, the choices
that led to it are forbidden together (they imply that walk and no other), so the search goes on to the next answer
and ends when none is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeAlias

__all__ = ["coils"]

Neighbours: TypeAlias = Sequence[tuple[int, int, int, int]]
Reason: TypeAlias = int | Sequence[int] | None  # why a literal holds: a literal, a clause that contains it, nothing

RESTART = 100  # conflicts before the first restart
DECAY = 0.92  # how fast old conflicts lose their weight in the choice of decisions


def coils(neighbours: Neighbours, tick: Callable[[], None]) -> Iterator[list[int]]:
    """Every covering walk, once each, as the list of visited cells in order (so its first is the start).

    ``neighbours[c]`` is the next free cell up, right, down and left of free cell ``c``, or -1 for a wall or the
    outside.  The walks come lazily and in an order that depends on nothing but the board; when the iterator ends,
    there is no further answer.  ``tick`` is called often and may raise to stop the search.
    """
    if len(neighbours) == 1:
        yield [0]
    elif neighbours and _connected(neighbours):
        board = _Board(neighbours, tick)
        while board.search.solve():
            rings, path = board.reading()
            for ring in rings:
                board.search.add(ring)
            if not rings:
                yield path
                board.search.forbid_decisions()


def _connected(neighbours: Neighbours) -> bool:
    seen = bytearray(len(neighbours))
    seen[0] = 1
    stack = [0]
    while stack:
        for q in neighbours[stack.pop()]:
            if q >= 0 and not seen[q]:
                seen[q] = 1
                stack.append(q)
    return all(seen)


class _Board:
    """The conditions of one board, written as clauses for the search, and how to read an answer out of it."""

    def __init__(self, neighbours: Neighbours, tick: Callable[[], None]) -> None:
        self.neighbours = neighbours
        self.tick = tick
        self.count = len(neighbours)
        self.top = 0
        self.clauses: list[list[int]] = []
        tick()
        self.earlier = [[0] * 4 for _ in neighbours]  # a literal: this cell is earlier than its neighbour there
        self.step = [[0] * 4 for _ in neighbours]  # a literal: the walk steps from this cell to its neighbour there
        self.start = [self._new() for _ in neighbours]
        self.end = [self._new() for _ in neighbours]
        self._exactly_one(self.start)
        self._exactly_one(self.end)
        self._colours()
        self._number_edges()
        for cell in range(self.count):
            tick()
            self._cell(cell)
        for walk in self._faces():
            tick()
            self._face(walk)
        self.search = _Search(self.top, self.clauses, tick)

    def _new(self) -> int:
        self.top += 1
        return self.top

    def _number_edges(self) -> None:
        for cell, around in enumerate(self.neighbours):
            self.tick()
            for d, other in enumerate(around):
                if other >= 0:
                    self.step[cell][d] = self._new()
                    if d in (1, 2):
                        self.earlier[cell][d] = self._new()
                        self.earlier[other][d ^ 2] = -self.earlier[cell][d]

    def _exactly_one(self, literals: Sequence[int]) -> None:
        """Exactly one of the literals holds: pairs when they are few, else a tree of groups."""
        while len(literals) > 6:
            groups = [literals[i : i + 4] for i in range(0, len(literals), 4)]
            literals = []
            for group in groups:
                if len(group) == 1:
                    literals.append(group[0])
                    continue
                self.tick()
                some = self._new()
                literals.append(some)
                self.clauses.append([-some, *group])
                self.clauses.extend([some, -literal] for literal in group)
                self._at_most_one(group)
        self.clauses.append(list(literals))
        self._at_most_one(literals)

    def _at_most_one(self, literals: Sequence[int]) -> None:
        for i, literal in enumerate(literals):
            for other in literals[:i]:
                self.clauses.append([-literal, -other])

    def _colours(self) -> None:
        """Start and end on a chessboard: unlike when the number of cells is even, else both of the commoner colour."""
        colour = [-1] * self.count
        colour[0] = 0
        stack = [0]
        while stack:
            self.tick()
            cell = stack.pop()
            for other in self.neighbours[cell]:
                if other >= 0 and colour[other] < 0:
                    colour[other] = 1 - colour[cell]
                    stack.append(other)
        if self.count % 2:
            rarer = 0 if 2 * sum(colour) > self.count else 1
            for cell in range(self.count):
                if colour[cell] == rarer:
                    self.clauses += [[-self.start[cell]], [-self.end[cell]]]
        else:
            black = self._new()  # the start has colour 1
            for cell in range(self.count):
                side = black if colour[cell] else -black
                self.clauses += [[-self.start[cell], side], [-self.end[cell], -side]]

    def _cell(self, cell: int) -> None:
        """What holds round one cell: one step in, one step out, steps go on in time, sliding, no crossing."""
        around = self.neighbours[cell]
        earlier, step = self.earlier[cell], self.step[cell]
        ways = [d for d in range(4) if around[d] >= 0]
        self._exactly_one([step[d] for d in ways] + [self.end[cell]])
        self._exactly_one([self.step[around[d]][d ^ 2] for d in ways] + [self.start[cell]])
        for d in ways:
            self.clauses += [
                [-step[d], earlier[d]],
                [-self.start[cell], earlier[d]],
                [-self.end[cell], -earlier[d]],
            ]
            if around[d ^ 2] >= 0:
                self.clauses.append([-self.step[around[d ^ 2]][d], -earlier[d], step[d]])
        if len(ways) == 4:
            up, right, down, left = earlier
            self.clauses += [[up, -right, down, -left], [-up, right, -down, left]]

    def _faces(self) -> Iterator[list[tuple[int, int]]]:
        """The rims of the faces, each as the list of (cell, direction of the next cell of the rim)."""
        seen = [[False] * 4 for _ in range(self.count)]
        for first in range(self.count):
            for way in range(4):
                if self.neighbours[first][way] < 0 or seen[first][way]:
                    continue
                walk: list[tuple[int, int]] = []
                cell, d = first, way
                while not seen[cell][d]:
                    seen[cell][d] = True
                    walk.append((cell, d))
                    cell = self.neighbours[cell][d]
                    d = next(t % 4 for t in (d + 1, d, d + 3, d + 2) if self.neighbours[cell][t % 4] >= 0)
                yield walk

    def _face(self, walk: list[tuple[int, int]]) -> None:
        """Exactly one earliest and one latest corner on the rim of a face."""
        ahead = [self.earlier[cell][d] for cell, d in walk]
        if len(walk) == 4 and len({cell for cell, _ in walk}) == 4:
            a, b, c, d = ahead
            self.clauses += [[a, b, c, d], [-a, -b, -c, -d], [a, -b, c, -d], [-a, b, -c, d]]
            return
        sources, sinks = [], []
        for i, after in enumerate(ahead):
            before = -ahead[i - 1]
            if before == after:  # the end of a blind alley
                sources.append(after)
                sinks.append(-after)
                continue
            source, sink = self._new(), self._new()
            sources.append(source)
            sinks.append(sink)
            self.clauses += [[-source, before], [-source, after], [source, -before, -after]]
            self.clauses += [[-sink, -before], [-sink, -after], [sink, before, after]]
        self._exactly_one(sources)
        self._exactly_one(sinks)

    def reading(self) -> tuple[list[list[int]], list[int]]:
        """Clauses against the rings of time in what the search has found (none when it is an answer), and the walk."""
        value = self.search.value
        cell = next(c for c in range(self.count) if value[self.start[c]] > 0)
        path: list[int] = []
        while cell >= 0:
            self.tick()
            path.append(cell)
            cell = next((q for q, s in zip(self.neighbours[cell], self.step[cell], strict=True) if value[s] > 0), -1)
        later = [
            [d for d in range(4) if self.earlier[c][d] and value[self.earlier[c][d]] > 0] for c in range(self.count)
        ]
        core = self._core(later)
        return [self._ring(later, core, cell) for cell in self._spread(core)], path

    def _core(self, later: list[list[int]]) -> list[bool]:
        """The cells left after taking away, again and again, those that are earliest or latest of what is left."""
        left = [True] * self.count
        for turn in (1, 0):
            degree = [0] * self.count
            for cell in range(self.count):
                for d in later[cell]:
                    other = self.neighbours[cell][d]
                    if left[cell] and left[other]:
                        degree[other if turn else cell] += 1
            stack = [cell for cell in range(self.count) if left[cell] and not degree[cell]]
            while stack:
                self.tick()
                cell = stack.pop()
                left[cell] = False
                for d in range(4):
                    other = self.neighbours[cell][d]
                    if other >= 0 and left[other] and (d in later[cell]) == bool(turn):
                        degree[other] -= 1
                        if not degree[other]:
                            stack.append(other)
        return left

    def _spread(self, core: list[bool]) -> list[int]:
        """A few cells of the core, far from each other."""
        cells = [cell for cell in range(self.count) if core[cell]]
        return cells[:: max(1, len(cells) // 4)]

    def _ring(self, later: list[list[int]], core: list[bool], first: int) -> list[int]:
        """A clause against a short ring of time that is reached from a cell of the core."""
        cell = first
        trail: dict[int, int] = {}
        while cell not in trail:  # walk on until the walk bites itself: that cell lies on a ring
            trail[cell] = next(d for d in later[cell] if core[self.neighbours[cell][d]])
            cell = self.neighbours[cell][trail[cell]]
        came: dict[int, tuple[int, int]] = {}
        queue = deque([cell])
        while cell not in came:
            here = queue.popleft()
            self.tick()
            for d in later[here]:
                other = self.neighbours[here][d]
                if core[other] and other not in came:
                    came[other] = (here, d)
                    queue.append(other)
        clause: list[int] = []
        here = cell
        while not clause or here != cell:
            here, d = came[here]
            clause.append(-self.earlier[here][d])
        return clause


class _Search:
    """Clauses over the numbers 1..top (a negative number is "not"), and a conflict-driven search through them.

    Every list that is indexed by a literal has ``2 * top + 1`` places, so that a negative literal counts from its end.
    """

    def __init__(self, top: int, clauses: list[list[int]], tick: Callable[[], None]) -> None:
        size = 2 * top + 1
        self.tick = tick
        self.value = [0] * size  # 1 holds, -1 does not hold, 0 is open
        self.level = [0] * size
        self.reason: list[Reason] = [None] * size
        tick()
        self.implied: list[list[int]] = [[] for _ in range(size)]  # what a literal implies by clauses of two
        tick()
        self.threes: list[list[tuple[int, int, tuple[int, int, int]]]] = [[] for _ in range(size)]
        tick()
        self.watches: list[list[list[int]]] = [[] for _ in range(size)]  # longer clauses, by two of their literals
        self.learnt: list[tuple[int, list[int]]] = []
        self.trail: list[int] = []
        self.done = 0  # how much of the trail has been propagated
        self.levels: list[int] = []  # where in the trail each decision stands
        self.preferred = [0, *(-v for v in range(1, top + 1)), *(-v for v in range(top, 0, -1))]
        self.activity = [0.0] * (top + 1)
        self.growth = 1.0
        self.queued = [True] * (top + 1)
        self.heap = [(0.0, v) for v in range(1, top + 1)]  # all alike, so in the shape of a heap
        self.seen = [0] * size
        self.conflicts = 0
        self.keep = 2000
        self.possible = True
        for i, clause in enumerate(clauses):
            if not i & 255:
                tick()
            self.add(clause)

    def add(self, clause: list[int]) -> None:
        """One more condition; the decisions taken so far are taken back."""
        if self.levels:
            self._back(0)
        value = self.value
        clause = [literal for literal in clause if value[literal] >= 0]
        if any(value[literal] > 0 for literal in clause):
            return
        if not clause:
            self.possible = False
        elif len(clause) == 1:
            self._assign(clause[0], None)
        else:
            self._attach(clause)

    def forbid_decisions(self) -> None:
        """Rule out all the decisions that stand, together."""
        self.add([-self.trail[at] for at in self.levels])

    def _attach(self, clause: list[int]) -> None:
        if len(clause) == 2:
            a, b = clause
            self.implied[-a].append(b)
            self.implied[-b].append(a)
        elif len(clause) == 3:
            a, b, c = clause
            three = (a, b, c)
            self.threes[-a].append((b, c, three))
            self.threes[-b].append((a, c, three))
            self.threes[-c].append((a, b, three))
        else:
            self.watches[clause[0]].append(clause)
            self.watches[clause[1]].append(clause)

    def _assign(self, literal: int, reason: Reason) -> None:
        self.value[literal] = 1
        self.value[-literal] = -1
        self.level[literal] = len(self.levels)
        self.reason[literal] = reason
        self.trail.append(literal)

    def solve(self) -> bool:
        """Look for a way to satisfy all the clauses; it is then in ``value``."""
        budget = turn = 0
        while self.possible:
            self.tick()
            conflict = self._propagate()
            if conflict is not None:
                if not self.levels:
                    self.possible = False
                else:
                    self._learn(conflict)
                    budget -= 1
            elif budget <= 0:
                turn += 1
                budget = RESTART * _luby(turn)
                self._restart()
            elif not self._decide():
                return True
        return False

    def _decide(self) -> bool:
        heap, value = self.heap, self.value
        while heap:
            priority, variable = heappop(heap)
            if -priority != self.activity[variable]:
                continue
            self.queued[variable] = False
            if not value[variable]:
                self.levels.append(len(self.trail))
                self._assign(self.preferred[variable], None)
                return True
        return False

    def _restart(self) -> None:
        """Take back the decisions that would not be the next ones taken again; now and then clean up."""
        if len(self.learnt) > self.keep:
            self._back(0)
            self._forget()
            return
        heap, value, activity = self.heap, self.value, self.activity
        while heap and (value[heap[0][1]] or -heap[0][0] != activity[heap[0][1]]):
            priority, variable = heappop(heap)
            if -priority == activity[variable]:
                self.queued[variable] = False
        best = activity[heap[0][1]] if heap else -1.0
        level = 0
        while level < len(self.levels) and activity[abs(self.trail[self.levels[level]])] > best:
            level += 1
        self._back(level)

    def _back(self, level: int) -> None:
        """Take back all decisions after the first so many."""
        if len(self.levels) <= level:
            return
        at = self.levels[level]
        trail, value, preferred, queued = self.trail, self.value, self.preferred, self.queued
        heap, activity = self.heap, self.activity
        for i, literal in enumerate(trail[at:]):
            if i & 1023 == 1023:
                self.tick()
            value[literal] = value[-literal] = 0
            variable = literal if literal > 0 else -literal
            preferred[variable] = literal
            if not queued[variable]:
                queued[variable] = True
                heappush(heap, (-activity[variable], variable))
        del trail[at:]
        del self.levels[level:]
        self.done = at

    def _propagate(self) -> Sequence[int] | None:
        """Draw all conclusions; a clause that fails is handed back."""
        value, trail, reason, level, now = self.value, self.trail, self.reason, self.level, len(self.levels)
        implied, threes, watches = self.implied, self.threes, self.watches
        done = self.done
        while done < len(trail):
            literal = trail[done]
            done += 1
            if not done & 255:
                self.tick()
            for other in implied[literal]:
                known = value[other]
                if known > 0:
                    continue
                if known:
                    return (-literal, other)
                value[other] = 1
                value[-other] = -1
                level[other] = now
                reason[other] = literal
                trail.append(other)
            for a, b, clause in threes[literal]:
                known = value[a]
                if known + value[b] < 0:
                    if known == value[b]:
                        return clause
                    other = b if known else a
                    value[other] = 1
                    value[-other] = -1
                    level[other] = now
                    reason[other] = clause
                    trail.append(other)
            if watches[-literal]:
                failed = self._visit(-literal)
                if failed is not None:
                    return failed
        self.done = done
        return None

    def _visit(self, literal: int) -> list[int] | None:
        """The longer clauses that watch a literal which has just become false."""
        value, watches = self.value, self.watches
        rest = iter(watches[literal])
        kept: list[list[int]] = []
        watches[literal] = kept
        for clause in rest:
            first = clause[0]
            if first == literal:
                first = clause[0] = clause[1]
                clause[1] = literal
            if value[first] > 0:
                kept.append(clause)
                continue
            for k in range(2, len(clause)):
                other = clause[k]
                if value[other] >= 0:
                    clause[1] = other
                    clause[k] = literal
                    watches[other].append(clause)
                    break
            else:
                kept.append(clause)
                if value[first] < 0:
                    kept.extend(rest)
                    return clause
                self._assign(first, clause)
        return None

    def _learn(self, conflict: Sequence[int]) -> None:
        """Turn a conflict into a clause that would have prevented it, and jump back to where it speaks first."""
        self.conflicts += 1
        clause = self._analyse(conflict)
        level = self.level
        if len(clause) > 1:
            at = max(range(1, len(clause)), key=lambda i: level[-clause[i]])
            clause[1], clause[at] = clause[at], clause[1]
            width = len({level[-literal] for literal in clause})
            self._back(level[-clause[1]])
            self._attach(clause)
            if len(clause) > 3:
                self.learnt.append((width, clause))
            self._assign(clause[0], clause)
        else:
            self._back(0)
            self._assign(clause[0], None)
        self.growth *= 1 / DECAY
        if self.growth > 1e100:
            self._rescale()

    def _analyse(self, conflict: Sequence[int]) -> list[int]:
        """The clause at the first point all of whose present level goes through, its own literal first."""
        level, seen, trail = self.level, self.seen, self.trail
        now = len(self.levels)
        learnt = [0]
        at, paths = len(trail) - 1, 0
        literals: Sequence[int] = conflict
        implied = 0
        while True:
            for literal in literals:
                if literal == implied or seen[literal] or not level[-literal]:
                    continue
                seen[literal] = 1
                self._bump(literal)
                if level[-literal] == now:
                    paths += 1
                else:
                    learnt.append(literal)
            while not seen[-trail[at]]:
                at -= 1
            implied = trail[at]
            seen[-implied] = 0
            paths -= 1
            if not paths:
                break
            why = self.reason[implied]
            literals = (-why,) if isinstance(why, int) else why or ()
        learnt[0] = -implied
        return self._shorten(learnt)

    def _shorten(self, learnt: list[int]) -> list[int]:
        """Leave out the literals that follow from the others."""
        seen, level = self.seen, self.level
        marked = learnt[1:]
        levels = {level[-literal] for literal in marked}
        short = [learnt[0]]
        short += [literal for literal in learnt[1:] if not self._follows(literal, levels, marked)]
        for literal in marked:
            seen[literal] = 0
        return short

    def _follows(self, literal: int, levels: set[int], marked: list[int]) -> bool:
        """Whether a literal of a clause being learnt is implied by its others (1 marks those, 2 yes and 3 no)."""
        seen, level, reason = self.seen, self.level, self.reason
        if reason[-literal] is None:
            return False
        stack = [literal]
        first = len(marked)
        while stack:
            here = stack.pop()
            why = reason[-here]
            for other in (-why,) if isinstance(why, int) else why or ():
                if other == -here or not level[-other] or seen[other] in (1, 2):
                    continue
                if seen[other] == 3 or reason[-other] is None or level[-other] not in levels:
                    for undone in marked[first:]:
                        seen[undone] = 3
                    return False
                seen[other] = 2
                marked.append(other)
                stack.append(other)
        return True

    def _bump(self, literal: int) -> None:
        variable = literal if literal > 0 else -literal
        self.activity[variable] += self.growth
        self.queued[variable] = False

    def _rescale(self) -> None:
        self.activity = [a * 1e-100 for a in self.activity]
        self.growth *= 1e-100
        self.heap = [(-a, v) for v, a in enumerate(self.activity) if v]
        heapify(self.heap)
        self.queued = [True] * len(self.activity)

    def _forget(self) -> None:
        """Drop the worse half of the long learnt clauses, those that span many levels (there is no decision now)."""
        self.learnt.sort(key=lambda entry: (entry[0], len(entry[1])))
        half = len(self.learnt) // 2
        held = {id(why) for literal in self.trail if isinstance(why := self.reason[literal], list)}
        for width, clause in self.learnt[half:]:
            if width > 3 and id(clause) not in held:
                clause.clear()
        self.learnt = [entry for entry in self.learnt if entry[1]]
        for i, watching in enumerate(self.watches):
            if not i & 255:
                self.tick()
            if watching:
                self.watches[i] = [clause for clause in watching if clause]
        self.keep += 300


def _luby(turn: int) -> int:
    """The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., which is never far from the best plan of restarts."""
    while (turn + 1) & turn:
        turn -= (1 << (turn.bit_length() - 1)) - 1
    return (turn + 1) >> 1
