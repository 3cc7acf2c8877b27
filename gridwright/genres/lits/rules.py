"""The tetromino of an area among its surroundings (LITS): the pieces that an area has room for, each with what the
rules about blocks, about equal pieces and about connection say of the cells around the area if that piece is the one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...board.board import Board, Spot
from ...language.genre import Genre
from ...language.rules import Drafts, Global, Lemma, must
from ...language.wording import RuleText
from ...logic.clauses import Clause
from ...logic.expr import Expr, Mark, literals
from ...logic.ticks import tick, ticking
from ...rules.connected import Connected
from ...rules.local import NoBlock
from ...rules.pieces import Alternative, Alternatives
from .tetrominoes import PieceEach, Region, Tetromino, UnlikePieces, pieces_in

_MOST_PIECES = 100
"""Areas with room for more pieces are not thought through with their surroundings: nobody looks at so many."""


class _RegionSurroundings:
    """What the rules say of the areas of a puzzle and of the cells around them."""

    def __init__(
        self,
        model: Genre,
        pieces: PieceEach,
        blocks: Sequence[NoBlock],
        unlike: UnlikePieces | None,
        body: Connected | None,
    ) -> None:
        self.board: Board = model.board
        self.marks: Mapping[Spot, Mark] = model.marks[pieces.shade.name]  # type: ignore[assignment]
        self.areas, self.may_be_empty = pieces.areas(model), pieces.may_be_empty
        self.are_connected = body is not None
        self.blocks = [_clause(demand.what) for rule in blocks for demand in ticking(rule.demands(model))]
        self._blocks_at: dict[int, list[Clause]] = {}
        """The clauses about blocks by the variables of their cells."""
        for clause in self.blocks:
            for lit in clause:
                self._blocks_at.setdefault(abs(lit), []).append(clause)
        self._covering: dict[tuple[Spot, str], list[Tetromino]] = {}
        """By cell and letter the pieces of all areas that cover the cell, if equal ones must not touch."""
        if unlike is not None:
            for letter, piece in (one for area in self.areas for one in self._pieces(area)):
                for cell in piece:
                    self._covering.setdefault((cell, letter), []).append(piece)

    def fitting(self) -> Iterator[Alternatives]:
        """The demands of the areas that people think through."""
        for area in self.areas:
            tick()
            if pieces := self._pieces(area):
                empty: list[tuple[str, Tetromino]] = [("", ())] * self.may_be_empty
                ways = [self._alternative(area, *one) for one in (*pieces, *empty)]
                yield Alternatives(ways, area, settled=[int(self.marks[c]) for c in area])

    def _pieces(self, area: Region) -> Sequence[tuple[str, Tetromino]]:
        """The places for a piece in an area; none if they are many."""
        pieces = pieces_in(area)
        return pieces if len(pieces) <= _MOST_PIECES else ()

    def _alternative(self, area: Region, letter: str, piece: Tetromino) -> Alternative:
        inside = [int(self.marks[c]) if c in piece else -self.marks[c] for c in area]
        holds, own = set(inside), set(map(abs, inside))
        near = {id(clause): clause for v in own for clause in self._blocks_at.get(v, ())}.values()
        outside = [[lit for lit in clause if abs(lit) not in own] for clause in near if holds.isdisjoint(clause)]
        around = {n for c in piece for n in self.board.neighbours(c)}.difference(area)
        equal = {other for n in sorted(around) for other in self._covering.get((n, letter), ())}
        outside += ([-self.marks[c] for c in other] for other in sorted(equal))
        if self.are_connected and piece and self._is_shaded_elsewhere(own):
            outside.append([int(self.marks[c]) for c in sorted(around)])
        return Alternative(inside, outside)

    def _is_shaded_elsewhere(self, own: Collection[int]) -> bool:
        """Whether there are shaded cells besides those of an area, of which the variables are told, in every answer."""
        if not self.may_be_empty:
            return len(self.areas) > 1
        return any(all(lit > 0 and lit not in own for lit in clause) for clause in self.blocks)


def _clause(what: Expr | Global) -> Clause:
    """A demand about a block as a clause."""
    assert isinstance(what, Expr)
    return list(map(int, literals(what)))


def fitting_tetromino(
    text: RuleText,
    pieces: PieceEach,
    *blocks: NoBlock,
    unlike: UnlikePieces | None = None,
    body: Connected | None = None,
) -> Lemma:
    """A lemma: the piece of an area, or its being empty, agrees with rules about blocks; with
    ``unlike`` also that the piece touches no equal one, and with ``body`` that it touches others, if there are any.

    ``{first}`` in the text is the area's first cell. Its fault is that no piece does so.
    """

    def make(model: Genre) -> Drafts:
        for what in _RegionSurroundings(model, pieces, blocks, unlike, body).fitting():
            yield must(what, what.at, first=what.at[0])

    return Lemma(text, (pieces, *blocks, *(rule for rule in (unlike, body) if rule is not None)), make)
