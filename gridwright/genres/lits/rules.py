"""Tetrominoes: one in each area, equal ones never side by side, and those that the surroundings of an area leave.

Each place that a piece may take in an area is a variable. Exactly one place of an area is taken (or at most one). A
cell is shaded iff a piece that covers it is taken, and it knows the letter of that piece: neighbours in different areas
must not have the same.

For explanations, each place also comes with what the rules about blocks, equal pieces and connection say of the cells
around the area if the place is taken.

A wall that ends inside an area parts the cells on its sides, so no piece lies across it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from ...board.board import Board, Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Compound, Conflict, Demand, Demands, Global, Lemma, Rule, bundle, must
from ...language.wording import AtLeast, AtMost, RuleText
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Expr, Known, Mark, literals
from ...logic.ticks import tick, ticking
from ...rules import regions_of
from ...rules.connected import Connected
from ...rules.local import NoBlock
from ...rules.pieces import Alternative, Alternatives

Region = Sequence[Spot]
Tetromino = tuple[Spot, ...]
Cuts = tuple[tuple[Spot, Spot], ...]
"""Neighbouring cells that a wall inside an area parts."""
_CELLS = 4
"""The cells of a tetromino."""
_USUAL = 30
"""The largest areas of ordinary puzzles have this many cells. The pieces of larger ones are not cached."""


def letter(piece: Sequence[Spot]) -> str:
    """L, I, T or S for four cells that form one of them, turned or mirrored; "" for any others."""
    y, x = min(s.y for s in piece), min(s.x for s in piece)
    return _letters().get(frozenset(((s.y - y) // 2, (s.x - x) // 2) for s in piece), "")


@lru_cache(maxsize=1)
def _letters() -> dict[frozenset[tuple[int, int]], str]:
    found = {}
    for name, cells in {
        "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
        "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
        "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
        "S": ((0, 0), (1, 0), (1, 1), (2, 1)),
    }.items():
        for turned in (cells, [(-y, x) for y, x in cells]):
            for _ in range(4):
                turned = [(x, -y) for y, x in turned]
                y0, x0 = min(y for y, _ in turned), min(x for _, x in turned)
                found[frozenset((y - y0, x - x0) for y, x in turned)] = name
    return found


@lru_cache(maxsize=1)
def _steps() -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """Each shape, with the steps from its first cell in reading order to all its cells."""
    found = []
    for shape, name in _letters().items():
        row, col = min(shape)
        found.append((name, tuple((2 * (y - row), 2 * (x - col)) for y, x in sorted(shape))))
    return found


def pieces_in(area: Region, cuts: Cuts = ()) -> Sequence[tuple[str, Tetromino]]:
    """Every place for a tetromino in an area, with its letter."""
    return _kept_pieces_in(tuple(area), cuts) if len(area) <= _USUAL else _pieces_in(area, cuts)


@lru_cache(maxsize=500)
def _kept_pieces_in(area: Tetromino, cuts: Cuts) -> Sequence[tuple[str, Tetromino]]:
    """The same, cached: after a small change, as in generating, most areas of a puzzle are the same."""
    return _pieces_in(area, cuts)


def _pieces_in(area: Region, cuts: Cuts) -> Sequence[tuple[str, Tetromino]]:
    inside = {(cell.y, cell.x): cell for cell in area}
    found = []
    for y, x in ticking(inside):
        for name, steps in _steps():
            piece = [inside.get((y + dy, x + dx)) for dy, dx in steps]
            if None not in piece:
                found.append((name, tuple(cell for cell in piece if cell is not None)))
    if cuts:  # two neighbours in an L, I, T or S are joined in no other way
        found = [(name, piece) for name, piece in found if not any(a in piece and b in piece for a, b in cuts)]
    return found


class OnePiece(Compound):
    """The shaded cells of an area are one of its pieces or, with ``may_be_empty``, none."""

    known_matters = True

    def __init__(
        self, area: Region, lits: Sequence[int], pieces: Sequence[tuple[str, Tetromino]], may_be_empty: bool
    ) -> None:
        self.area, self.lits, self.pieces, self.may_be_empty = area, lits, pieces, may_be_empty

    @cached_property
    def allowed(self) -> list[frozenset[Spot]]:
        """The sets of cells that may be shaded."""
        return [frozenset(piece) for _, piece in self.pieces] + [frozenset[Spot]()] * self.may_be_empty

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        yes = [s for s, lit in zip(self.area, self.lits, strict=True) if known[lit] > 0]
        no = {s for s, lit in zip(self.area, self.lits, strict=True) if known[lit] < 0}
        inside = frozenset(yes)
        if any(inside <= one and no.isdisjoint(one) for one in self.allowed):
            return
        shaded, blocking = self._reason(yes, no)
        literal = dict(zip(self.area, self.lits, strict=True))
        because = [*(literal[s] for s in shaded), *(-literal[s] for s in blocking)]
        most = len(self.area) - len(no)
        if len(yes) > _CELLS or most < _CELLS:
            have = len(yes) if len(yes) == most else AtLeast(len(yes)) if len(yes) > _CELLS else AtMost(most)
            at = sorted(yes or self.area)
            yield Conflict(tuple(at), because, {"have": have}, "number")
        elif len(yes) == _CELLS:
            at = sorted(yes)
            yield Conflict(tuple(at), because, {"shaded": tuple(at)})
        else:
            yield Conflict(tuple(sorted([*shaded, *blocking])), because, {}, "room")

    def _reason(self, yes: Sequence[Spot], no: Collection[Spot]) -> tuple[list[Spot], list[Spot]]:
        """Shaded and unshaded cells that together leave no piece."""
        shaded = list(yes[: _CELLS + 1])
        fitting = [one for one in self.allowed if one.issuperset(shaded)]
        blocking: list[Spot] = []
        for one in fitting:
            if one.isdisjoint(blocking):
                blocking.append(min(one.intersection(no)))
        if not fitting:
            for cell in tuple(shaded):
                rest = [s for s in shaded if s != cell]
                if not any(one.issuperset(rest) for one in self.allowed):
                    shaded = rest
        return shaded, blocking

    def literals(self) -> Sequence[int]:
        return self.lits

    def encode(self, out: Clauses) -> None:
        """All cells know the piece, so that unit propagation sees which cells it cannot reach."""
        first = out.new(len(self.allowed))
        out.add([*range(first, first + len(self.allowed))])
        for c, shaded in zip(ticking(self.area), self.lits, strict=True):
            covering = [lit for lit, piece in enumerate(self.allowed, first) if c in piece]
            out.extend([-lit, shaded] for lit in covering)
            out.extend([-lit, -shaded] for lit, piece in enumerate(self.allowed, first) if c not in piece)
            out.add([-shaded, *covering])

    def lay(self, out: Clauses) -> dict[Spot, dict[str, int]]:
        """The complete encoding; returns for each cell the literals that a piece of some letter covers it."""
        over: dict[Spot, dict[str, list[int]]] = {c: {} for c in self.area}
        first = out.new(len(self.pieces)) if self.pieces else 0
        for lit, (name, piece) in enumerate(ticking(self.pieces), first):
            for c in piece:
                over[c].setdefault(name, []).append(lit)
        taken = list(range(first, first + len(self.pieces)))
        if not self.may_be_empty:
            out.add(taken)
        if taken:
            out.at_most_one(taken)
        covered: dict[Spot, dict[str, int]] = {}
        for c, shaded in zip(ticking(self.area), self.lits, strict=True):
            for name, lits in over[c].items():
                covered.setdefault(c, {})[name] = here = out.either(lits)
                out.add([-here, shaded])
            out.add([-shaded, *covered.get(c, {}).values()])
        return covered


class DifferentLetters(Global):
    """The pieces of two areas that touch at some links have different letters."""

    def __init__(
        self, areas: tuple[Region, Region], lits: tuple[Sequence[int], Sequence[int]],
        touching: Sequence[tuple[Spot, Spot]]
    ) -> None:
        self.areas, self.lits, self.touching = areas, lits, touching

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        because: list[int] = []
        pieces = []
        for area, lits in zip(self.areas, self.lits, strict=True):
            if any(known[lit] == 0 for lit in lits):
                return
            pieces.append([s for s, lit in zip(area, lits, strict=True) if known[lit] > 0])
            because += [lit if known[lit] > 0 else -lit for lit in lits]
        if any(len(piece) != 4 for piece in pieces):
            return
        names = [letter(piece) for piece in pieces]
        touching = next((pair for pair in self.touching if pair[0] in pieces[0] and pair[1] in pieces[1]), None)
        if touching and names[0] and names[0] == names[1]:
            words = {"letter": names[0], "touching": tuple(sorted(touching))}
            yield Conflict(tuple(sorted(pieces[0] + pieces[1])), because, words)


class PieceRule(Rule):
    """The base class of both rules."""

    def __init__(
        self,
        shade: AnswerLayer,
        wall: GivenLayer,
        may_be_empty: bool,
        text: RuleText,
    ) -> None:
        super().__init__(text)
        self.shade, self.wall, self.may_be_empty = shade, wall, may_be_empty
        self.areas = regions_of(wall)

    def pieces(self, model: Genre) -> list[tuple[Region, Sequence[tuple[str, Tetromino]]]]:
        """The areas, each with every place for a piece."""
        areas, board = self.areas(model), model.board
        area_of = {cell: i for i, area in enumerate(areas) for cell in ticking(area)}
        cuts: dict[int, list[tuple[Spot, Spot]]] = {}
        for a, b in map(board.ends, model.given(self.wall)):
            if area_of[a] == area_of[b]:
                cuts.setdefault(area_of[a], []).append((a, b))
        return [(area, pieces_in(area, tuple(cuts.get(i, ())))) for i, area in enumerate(areas)]


class PieceEach(PieceRule):
    """Each area holds one piece."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        for area, pieces in self.pieces(model):
            lits = [int(marks[c]) for c in area]
            what = OnePiece(area, lits, pieces, self.may_be_empty)
            yield Demand(self, what, tuple(area), {"first": area[0]})

    def encode_pieces(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The joint encoding of both rules."""
        board, marks = model.board, model.marks[self.shade.name]
        given = model.given(self.shade)
        covered: dict[Spot, dict[str, int]] = {}
        area_of = {cell: i for i, area in enumerate(self.areas(model)) for cell in ticking(area)}
        for area, places in self.pieces(model):
            out.tick()
            must = {c for c in area if given.get(c) is True}
            pieces = [
                (name, piece) for name, piece in ticking(places)
                if must.issubset(piece) and not any(given.get(c) is False for c in piece)
            ]
            one = OnePiece(area, [int(marks[c]) for c in area], pieces, self.may_be_empty and not must)
            covered.update(one.lay(out))
        for a, b in map(board.ends, ticking(board.links)):
            if area_of[a] != area_of[b]:
                mine, its = covered.get(a, {}), covered.get(b, {})
                out.extend([-lit, -its[name]] for name, lit in mine.items() if name in its)
        return []


class UnlikePieces(PieceRule):
    """Pieces of the same letter never share an edge."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, marks = model.board, model.marks[self.shade.name]
        areas = self.areas(model)
        area_of = {cell: i for i, area in enumerate(areas) for cell in area}
        pairs: dict[tuple[int, int], list[tuple[Spot, Spot]]] = {}
        for a, b in map(board.ends, ticking(board.links)):
            i, j = area_of[a], area_of[b]
            if i != j:
                pairs.setdefault((min(i, j), max(i, j)), []).append((a, b) if i < j else (b, a))
        lits = [[int(marks[c]) for c in area] for area in areas]
        for (i, j), touching in pairs.items():
            yield Demand(self, DifferentLetters((areas[i], areas[j]), (lits[i], lits[j]), touching))


def tetrominoes(
    shade: AnswerLayer,
    wall: GivenLayer,
    *,
    each: RuleText,
    unlike: RuleText,
    may_be_empty: bool = False,
) -> tuple[PieceEach, UnlikePieces]:
    """Two rules in their words: each area holds one L, I, T or S of shaded cells (``each``), and equal ones never share
    an edge (``unlike``). With ``may_be_empty`` an area may also stay unshaded.

    Faults of ``each``, in which ``{first}`` is the area's first cell: ``number`` (the area has ``{have}`` shaded cells,
    or "at most" or "at least" so many), ``room`` (what is shaded and unshaded leaves no room for a piece), and the one
    without a name: the four shaded cells ``{shaded}`` are no piece. Fault of ``unlike``: the two cells ``{touching}``
    belong to pieces of the same ``{letter}``.
    """
    piece_each = PieceEach(shade, wall, may_be_empty, each)
    return bundle((piece_each, UnlikePieces(shade, wall, may_be_empty, unlike)), piece_each.encode_pieces)


_MOST_PIECES = 100
"""Areas with more places for pieces are not examined with their surroundings: nobody looks at so many."""


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
        self.may_be_empty = pieces.may_be_empty
        self.areas = [(area, found if len(found) <= _MOST_PIECES else ()) for area, found in pieces.pieces(model)]
        """The areas with the places for a piece in each; none if there are too many."""
        self.are_connected = body is not None
        self.blocks = [_clause(demand.what) for rule in blocks for demand in ticking(rule.demands(model))]
        self._blocks_at: dict[int, list[Clause]] = {}
        """The clauses about blocks by the variables of their cells."""
        for clause in self.blocks:
            for lit in clause:
                self._blocks_at.setdefault(abs(lit), []).append(clause)
        self._covering: dict[tuple[Spot, str], list[Tetromino]] = {}
        """The pieces of all areas that cover a cell, by cell and letter, if equal ones must not touch."""
        if unlike is not None:
            for letter, piece in (one for _, found in self.areas for one in found):
                for cell in piece:
                    self._covering.setdefault((cell, letter), []).append(piece)

    def fitting(self) -> Iterator[Alternatives]:
        """The demands of the areas that people examine."""
        for area, pieces in self.areas:
            tick()
            if pieces:
                empty: list[tuple[str, Tetromino]] = [("", ())] * self.may_be_empty
                ways = [self._alternative(area, *one) for one in (*pieces, *empty)]
                yield Alternatives(ways, area, settled=[int(self.marks[c]) for c in area])

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
        """Whether every answer has shaded cells outside an area, which is given by its variables."""
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
    """A lemma: the piece of an area, or its being empty, agrees with the rules about blocks; with ``unlike`` also, it
    touches no equal piece, and with ``body`` it touches other pieces, if there are any.

    ``{first}`` in the text is the area's first cell. The fault is that no piece does so.
    """

    def make(model: Genre) -> Demands:
        for what in _RegionSurroundings(model, pieces, blocks, unlike, body).fitting():
            yield must(what, what.at, first=what.at[0])

    return Lemma(text, (pieces, *blocks, *(rule for rule in (unlike, body) if rule is not None)), make)
