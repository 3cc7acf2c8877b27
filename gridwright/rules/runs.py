"""Runs: the shaded cells of a line stand in runs of told lengths, in order (see ``lines`` for the line logic)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer
from ..language.rules import Compound, Conflict, Demand, Global, Rule
from ..language.wording import Text, in_order
from ..logic.clauses import Clauses
from ..logic.expr import Known
from ..logic.ticks import tick, ticking
from .lines import encode_runs, settle, settle_grid


def runs_had(shaded: Iterable[bool]) -> str:
    """The lengths of the runs in a line: ``6 3``."""
    lengths = (sum(1 for _ in run) for marked, run in groupby(shaded) if marked)
    return " ".join(map(str, lengths)) or "none"


def words_for(side: Spot, lengths: Iterable[object]) -> dict[str, Any]:
    """The words that tell the runs of a line."""
    told = [str(n) for n in lengths if n != 0]
    return {"side": side, "runs": " ".join(told) or "0", "needed": in_order("run", told)}


class RunsInLine(Compound):
    """One line's shaded cells form these runs."""

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
            # Leave away what the contradiction does not need.
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


class Runs(Rule):
    """The rule that the shaded cells of each line with a clue stand in runs of those lengths, in that order.

    A clue is a tuple of lengths on a side; ``()`` or ``(0,)`` is no run. ``{side}``, ``{runs}`` ("7 2") and
    ``{needed}`` ("the runs 7 2", "no run") may stand in the text. In a fault ``{have}`` ("6 3") are the runs that are
    there; the text ``open`` is for lines that are not filled in and have runs.
    """

    def __init__(self, shade: AnswerLayer, clue: GivenLayer, text: Text) -> None:
        super().__init__(text, reads=clue)
        self.shade, self.clue = shade, clue

    def _lines(self, model: Genre) -> Iterator[tuple[Spot, tuple[int, ...], Sequence[Spot]]]:
        for side, blocks in model.given(self.clue).items():
            yield side, tuple(b for b in blocks if b), model.board.line_from(side)

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        for side, blocks, line in self._lines(model):
            told = RunsInLine(line, [int(marks[c]) for c in line], blocks)
            yield Demand(self, told, tuple(line), words_for(side, blocks), self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """Line solving to the fixpoint first; clauses only for the lines that it leaves open."""
        board, marks = model.board, model.marks[self.shade.name]
        blocks = {side: runs for side, runs, _ in self._lines(model)}
        rows = [blocks.get(Spot(2 * r + 1, -1)) for r in range(board.n_rows)]
        cols = [blocks.get(Spot(-1, 2 * c + 1)) for c in range(board.n_cols)]
        if board.holes or len(blocks) != len(rows) + len(cols) or None in rows or None in cols:
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
        turned = [
            [sum((mask[r] >> c & 1) << r for r in range(board.n_rows)) for c in ticking(range(board.n_cols))]
            for mask in (on, off)
        ]
        open_rows = zip(_told(rows), board.rows, on, off, strict=True)
        open_cols = zip(_told(cols), board.cols, *turned, strict=True)
        for told, line, shaded, clear in (*open_rows, *open_cols):
            if (shaded | clear) + 1 != 1 << len(line):
                out.tick()
                encode_runs([int(marks[c]) for c in line], told, out.new, out.add, shaded, clear)
        return []


def _told(lines: Sequence[tuple[int, ...] | None]) -> list[tuple[int, ...]]:
    return [line or () for line in lines]


runs = Runs
