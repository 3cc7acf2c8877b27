"""Runs: the shaded cells of a line form runs of given lengths, in order. Line solving, and an encoding.

**Technique.** A set of cells, or of positions in a line, is a Python integer with bit `i` for cell `i`. So an operation
on all positions of a block at once takes a few operations on integers.

A line with blocks `b0 … bk-1` is read from left to right by a *cursor* before a cell in one of the gaps (gap `j` has
`j` blocks to its left). From cursor `p` in gap `j`, either cell `p` is unshaded and the cursor moves to `p+1`, or block
`j` covers the cells `p … p+b-1`, an unshaded cell follows, and the cursor moves to `p+b+1` in gap `j+1`. A virtual
unshaded cell at the end of the line avoids a special case for the last block. So the completions are the paths of a
small acyclic graph:

* Forwards, the cursors in a gap are those at which the previous block ended, extended to the right over cells that may
  be unshaded. *One addition* does this, because a carry runs through a row of ones exactly as far as the cursor.
* Backwards, doubling steps do the same to the left, where no carry runs; their number is the logarithm of the slack.
* A position that both passes reach is on a complete path, and every completion is a path. So a cell is shaded in all
  completions iff no path leaves it unshaded, and vice versa: `settle` finds everything that follows.

**Clauses.** `encode_runs` has a literal for each position of a block, and for each unshaded cell of a gap, on a path.
Each implies a neighbour on either side, and they are tied to the cells. Unit propagation on these clauses performs the
two passes above: a position loses its last neighbour on one side exactly when no path contains it any more. A cell
without positions of one colour gets the other colour, so the clauses are arc consistent. When all cells are settled,
one path is left, so the extra variables add no answers. Settled cells are constants, and a cell that only one gap can
leave unshaded is itself the literal of that gap's position.

A line with runs of unknown length is read cell by cell instead (see ``automata``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer
from ..language.rules import Compound, Conflict, Demand, Global, Rule
from ..language.wording import RuleText, in_order
from ..logic.amounts import Term
from ..logic.clauses import Clauses
from ..logic.expr import Known, Mark
from ..logic.ticks import tick, ticking
from .automata import Accepted, Automaton, ConflictWords, Open


def runs_had(shaded: Iterable[bool]) -> str:
    """The lengths of the runs in a line: ``6 3``."""
    lengths = (sum(1 for _ in run) for marked, run in groupby(shaded) if marked)
    return " ".join(map(str, lengths)) or "none"


def runs_open(values: Open) -> ConflictWords:
    """The words of a conflict for a line that is read cell by cell: the runs that are certain, and the fault ``open``
    if the line is not filled."""
    settled = all(len(own) == 1 for own in values)
    return {"have": runs_had(own == [True] for own in values)}, "" if settled else "open"


def words_for(side: Spot, lengths: Iterable[object]) -> dict[str, Any]:
    """The words of a demand for the runs of a line."""
    told = [str(n) for n in lengths if n != 0]
    return {"side": side, "runs": " ".join(told) or "0", "needed": in_order("run", told)}


class RunsInLine(Compound):
    """The shaded cells of one line form these runs."""

    known_matters = True

    def __init__(self, spots: Sequence[Spot], lits: Sequence[int], blocks: Sequence[int]) -> None:
        self.spots, self.lits, self.blocks = spots, lits, blocks

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        lits = self.lits
        on = sum(1 << i for i, lit in enumerate(lits) if known[lit] > 0)
        off = sum(1 << i for i, lit in enumerate(lits) if known[lit] < 0)
        if settle(len(lits), self.blocks, on, off) is not None:
            return
        told = {"have": runs_had(known[lit] > 0 for lit in lits)}
        fault = "open" if self.blocks and (on | off) + 1 != 1 << len(lits) else ""
        for i in range(len(lits)):
            tick()
            # Drop what the contradiction does not need.
            bit = 1 << i
            if (on | off) & bit and settle(len(lits), self.blocks, on & ~bit, off & ~bit) is None:
                on, off = on & ~bit, off & ~bit
        needed = [i for i in range(len(lits)) if (on | off) >> i & 1]
        because = [lits[i] if on >> i & 1 else -lits[i] for i in needed]
        yield Conflict(tuple(self.spots[i] for i in needed) or tuple(self.spots), because, told, fault)

    def encode(self, out: Clauses) -> None:
        encode_runs(self.lits, self.blocks, out.new, out.add)

    def literals(self) -> Sequence[int]:
        return self.lits


def reader(lengths: Sequence[Any]) -> Automaton:
    """Reads a line (True: shaded) with runs of these lengths in this order; a length that is no number is unknown."""

    def step(state: tuple[int, int], shaded: bool) -> tuple[int, int] | None:
        past, run = state  # the runs that have ended, and the length of the present one so far if it matters
        if not shaded:
            return state if not run else (past + 1, 0) if run == sizes[past] else None
        if past == len(sizes):
            return None
        return (past, min(run + 1, sizes[past])) if not known[past] or run < sizes[past] else None

    known = [isinstance(n, int) for n in lengths]
    sizes = [n if isinstance(n, int) else 1 for n in lengths]
    return Automaton((0, 0), step, lambda state: step(state, False) == (len(sizes), 0))


class Runs(Rule):
    """The rule that the shaded cells of each line with a clue form runs of these lengths, in this order.

    A clue is a tuple of lengths at a side; ``()`` or ``(0,)`` means no run, and what is no number is a run of any
    length. The text may contain ``{side}``, ``{runs}``
    ("7 2") and ``{needed}`` ("the runs 7 2", "no run"). In a fault, ``{have}`` ("6 3") are the actual runs; the text
    ``open`` is for unfinished lines that need runs.
    """

    def __init__(self, shade: AnswerLayer, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.shade, self.clue = shade, clue

    def _lines(self, model: Genre) -> Iterator[tuple[Spot, tuple[int, ...], Sequence[Spot]]]:
        for side, blocks in model.given(self.clue).items():
            yield side, tuple(b for b in blocks if b), model.board.line_from(side)

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        for side, blocks, line in self._lines(model):
            told: Compound
            if _are_known(blocks):
                told = RunsInLine(line, [int(marks[c]) for c in line], blocks)
            else:
                terms = {c: Term({True: marks[c], False: Mark(-marks[c])}) for c in line}
                told = Accepted(line, terms, reader(blocks), tell=runs_open)
            yield Demand(self, told, tuple(line), words_for(side, blocks), self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """Solves the lines to the fixpoint; adds clauses only for lines that are still open."""
        board, marks = model.board, model.marks[self.shade.name]
        blocks = {side: runs for side, runs, _ in self._lines(model)}
        rows = [blocks.get(Spot(2 * r + 1, -1)) for r in range(board.n_rows)]
        cols = [blocks.get(Spot(-1, 2 * c + 1)) for c in range(board.n_cols)]
        if board.holes or len(blocks) != len(rows) + len(cols) or None in rows or None in cols:
            return None
        if not all(map(_are_known, blocks.values())):
            return None
        on, off = [0] * board.n_rows, [0] * board.n_rows
        for name, spot, value in ticking(model.variables.given_marks()):
            if name == self.shade.name:
                masks = on if value is not False else off
                masks[spot.y // 2] |= 1 << spot.x // 2
        if not settle_grid(_told(rows), _told(cols), on, off, out.tick):
            out.add([])
            return []
        for r, row in enumerate(board.rows):
            out.extend(
                [int(marks[c]) if on[r] >> i & 1 else -marks[c]] for i, c in enumerate(row) if (on[r] | off[r]) >> i & 1
            )
        turned = [_turned(mask, board.n_cols) for mask in (on, off)]
        open_rows = zip(_told(rows), board.rows, on, off, strict=True)
        open_cols = zip(_told(cols), board.cols, *turned, strict=True)
        for told, line, shaded, clear in (*open_rows, *open_cols):
            if (shaded | clear) + 1 != 1 << len(line):
                out.tick()
                encode_runs([int(marks[c]) for c in line], told, out.new, out.add, shaded, clear)
        return []


def _are_known(blocks: Sequence[Any]) -> bool:
    return all(isinstance(n, int) for n in blocks)


def _told(lines: Sequence[tuple[int, ...] | None]) -> list[tuple[int, ...]]:
    return [line or () for line in lines]


# -- line logic --------------------------------------------------------------------------------------------------------


_TRUE = 1 << 62  # a constant literal: clauses that contain it are dropped, and its negation is dropped from clauses
_FALSE = -_TRUE


def _erode(mask: int, size: int) -> int:
    """The cells at which `size` consecutive cells of `mask` begin."""
    width = 1
    while width * 2 <= size:
        mask &= mask >> width
        width *= 2
    return mask & mask >> size - width


def _dilate(mask: int, size: int) -> int:
    """The cells covered by runs of `size` cells that begin at the cells of `mask`."""
    width = 1
    while width * 2 <= size:
        mask |= mask << width
        width *= 2
    return mask | mask << size - width


def _places(length: int, blocks: Sequence[int], on: int, off: int) -> tuple[list[int], list[int]] | None:
    """The positions on complete paths: the starts of each block, and the unshaded cells of each gap; None if there is
    no path."""
    paint = (1 << length) - 1 & ~off
    blank = (1 << length + 1) - 1 & ~on  # with the virtual cell at the end
    fits: dict[int, int] = {}
    reach = blank + 1 ^ blank | 1
    cursors = [reach]
    starts = []
    for block in blocks:
        fit = fits.get(block)
        if fit is None:
            fit = fits[block] = _erode(paint, block) & blank >> block
        start = reach & fit
        if not start:
            return None
        starts.append(start)
        ended = start << block + 1
        reach = ended | (blank + (ended & blank) ^ blank)
        cursors.append(reach)
    if not reach >> length + 1:
        return None

    steps = []  # (n, the cells at which n cells begin that may be unshaded), n = 1, 2, 4, …
    slack = length + 1 - sum(blocks) - len(blocks)
    row, width = blank, 1
    while row and width <= slack:
        steps.append((width, row))
        row &= row >> width
        width *= 2
    goal = 1 << length + 1
    gaps = []
    for at in range(len(blocks), -1, -1):
        for width, row in steps:
            goal |= goal >> width & row
        cursor = cursors[at] & goal
        gap = cursor & cursor >> 1 & blank
        if at:
            block = blocks[at - 1]
            goal = starts[at - 1] = starts[at - 1] & cursor >> block + 1
            gap |= goal << block
        gaps.append(gap)
    gaps[0] &= (1 << length) - 1  # without the virtual cell
    gaps.reverse()
    return starts, gaps


def settle(length: int, blocks: Sequence[int], on: int, off: int) -> tuple[int, int] | None:
    """What follows for a line with these runs.

    Bit `i` of `on` (`off`) says that cell `i` is known to be shaded (unshaded). Returns both masks with exactly what
    all completions share, or None if there is no completion. Blocks of size 0 are ignored.
    """
    if 0 in blocks:
        blocks = [block for block in blocks if block]
    if not on and not off:
        return _settled_anew(length, blocks)
    found = _places(length, blocks, on, off)
    return found and _shared(length, blocks, *found)


def _settled_anew(length: int, blocks: Sequence[int]) -> tuple[int, int] | None:
    """The same for a line of which nothing is known: the cells that a block covers wherever it is, and the gaps if
    there is no choice."""
    slack = length + 1 - sum(blocks) - len(blocks)
    full = (1 << length) - 1
    if not blocks or slack < 0:
        return None if blocks else (0, full)
    black = at = 0
    for block in blocks:
        if block > slack:
            black |= (1 << block - slack) - 1 << at + slack
        at += block + 1
    return black, 0 if slack else full & ~black


def _shared(length: int, blocks: Sequence[int], starts: list[int], gaps: list[int]) -> tuple[int, int]:
    """The cells that no position leaves unshaded, and those that no position shades."""
    white = 0
    for gap in gaps:
        white |= gap
    by_size: dict[int, int] = {}
    for block, start in zip(blocks, starts, strict=True):
        by_size[block] = by_size.get(block, 0) | start
    black = 0
    for block, start in by_size.items():
        black |= _dilate(start, block)
    full = (1 << length) - 1
    return full & ~white, full & ~black


def settle_grid(
    rows: Sequence[Sequence[int]],
    cols: Sequence[Sequence[int]],
    on: list[int],
    off: list[int],
    tick: Callable[[], None],
) -> bool:
    """Settles the rows and columns of a grid until nothing more follows.

    `on` and `off` have one mask per row (bit `c` for column `c`) and are changed in place. Returns False if some line
    has no completion; the masks are then incomplete. `tick` is called before each line and may raise.
    """
    height, width = len(rows), len(cols)
    up_on, up_off = _turned(on, width), _turned(off, width)
    stale, other = (1 << height) - 1, (1 << width) - 1  # the lines to examine in this direction and in the other one
    clues, crossed = rows, cols
    mine, theirs = (on, off), (up_on, up_off)
    while stale or other:
        while stale:
            low = stale & -stale
            stale ^= low
            line = low.bit_length() - 1
            tick()
            known = mine[0][line], mine[1][line]
            grown = settle(len(crossed), clues[line], *known)
            if grown is None:
                return False
            for before, after, same, turned in zip(known, grown, mine, theirs, strict=True):
                fresh = before ^ after
                other |= fresh
                same[line] = after
                while fresh:
                    bit = fresh & -fresh
                    fresh ^= bit
                    turned[bit.bit_length() - 1] |= low
        stale, other = other, stale
        clues, crossed = crossed, clues
        mine, theirs = theirs, mine
    return True


def _turned(masks: Sequence[int], width: int) -> list[int]:
    """The masks of the columns of a grid, from those of its rows."""
    turned = [0] * width
    for line, mask in enumerate(masks):
        while mask:
            bit = mask & -mask
            mask ^= bit
            turned[bit.bit_length() - 1] |= 1 << line
    return turned


def encode_runs(
    cells: Sequence[int],
    blocks: Sequence[int],
    new: Callable[[int], int],
    add: Callable[[list[int]], None],
    on: int = 0,
    off: int = 0,
) -> None:
    """Adds clauses that exactly the lines with these runs satisfy.

    `cells` are the literals of the line's cells, `new(k)` returns the first of `k` consecutive new variables, `add`
    adds a clause. Cells in the masks `on` and `off` (bit `i` for `cells[i]`) are known: they and what follows from them
    become unit clauses, and only positions that are still possible get variables.

    The clauses are arc consistent: whatever cells are assumed, unit propagation derives every cell that all completions
    share, or a conflict if there is none.
    """
    length = len(cells)
    blocks = [block for block in blocks if block]
    placements = _places(length, blocks, on, off)
    if placements is None:
        never = new(1)
        add([never])
        add([-never])
        return
    on, off = _shared(length, blocks, *placements)
    known = list(cells)
    for cell in _bits(on):
        add([cells[cell]])
        known[cell] = _TRUE
    for cell in _bits(off):
        add([-cells[cell]])
        known[cell] = _FALSE
    unknown = (1 << length) - 1 & ~on & ~off
    if unknown:
        places, spaces = _literals(known, *placements, new)
        _encode_colours(known, unknown, blocks, places, spaces, add)
        _encode_paths(length, blocks, places, spaces, add)


def _literals(
    known: list[int], starts: list[int], gaps: list[int], new: Callable[[int], int]
) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """A literal for each start of each block, and for each cell of each gap."""
    places = [_named(start, {}, new) if start & start - 1 else dict.fromkeys(_bits(start), _TRUE) for start in starts]
    once = twice = 0
    for gap in gaps:
        twice |= once & gap
        once |= gap
    only = once & ~twice  # cells that only one gap leaves unshaded: its literal is that of the cell
    spaces = [_named(gap, {cell: -known[cell] for cell in _bits(gap & only)}, new) for gap in gaps]
    return places, spaces


def _named(where: int, names: dict[int, int], new: Callable[[int], int]) -> dict[int, int]:
    """The literals `names`, and new variables for the rest of the mask `where`."""
    rest = [bit for bit in _bits(where) if bit not in names]
    if rest:
        first = new(len(rest))
        names.update(zip(rest, range(first, first + len(rest)), strict=True))
    return names


def _encode_colours(
    known: list[int],
    unknown: int,
    blocks: Sequence[int],
    places: list[dict[int, int]],
    spaces: list[dict[int, int]],
    add: Callable[[list[int]], None],
) -> None:
    """Positions imply the colours of their cells, and a cell's colour implies one of its positions."""
    shaded: dict[int, list[int]] = {cell: [-known[cell]] for cell in _bits(unknown)}
    blank = {cell: [known[cell]] for cell in shaded}
    for block, place in zip(blocks, places, strict=True):
        if len(place) > 1:
            for start, taken in place.items():
                for cell in range(start, start + block):
                    if cell in shaded:
                        add([-taken, known[cell]])
                        shaded[cell].append(taken)
    for space in spaces:
        for cell, taken in space.items():
            if cell in blank and taken != -known[cell]:
                add([-taken, -known[cell]])
                blank[cell].append(taken)
    for clause in shaded.values():
        add(clause)
    for clause in blank.values():
        if len(clause) > 1:  # else the literal of the only gap is that of the cell
            add(clause)


def _encode_paths(
    length: int,
    blocks: Sequence[int],
    places: list[dict[int, int]],
    spaces: list[dict[int, int]],
    add: Callable[[list[int]], None],
) -> None:
    """Every position implies a neighbour on either side, except at the ends of the line."""

    def say(clause: list[int]) -> None:
        if _TRUE not in clause:
            add([literal for literal in clause if literal != _FALSE] if _FALSE in clause else clause)

    nowhere: dict[int, int] = {}
    for gap, space in enumerate(spaces):
        left, size = (places[gap - 1], blocks[gap - 1]) if gap else (nowhere, 0)
        right = places[gap] if gap < len(places) else nowhere
        for cell, taken in space.items():
            if cell:
                say([-taken, space.get(cell - 1, _FALSE), left.get(cell - size, _FALSE)])
            if cell + 1 < length:
                say([-taken, space.get(cell + 1, _FALSE), right.get(cell + 1, _FALSE)])
    for at, (size, place) in enumerate(zip(blocks, places, strict=True)):
        for start, taken in place.items():
            if start:
                say([-taken, spaces[at][start - 1]])
            if start + size < length:
                say([-taken, spaces[at + 1][start + size]])


def _bits(mask: int) -> list[int]:
    """The indices of the ones in a mask, from the lowest."""
    return [place for place, digit in enumerate(bin(mask)[:1:-1]) if digit == "1"]


runs = Runs
