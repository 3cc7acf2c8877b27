"""Small rules: forbidden marks, blocks and neighbours; relations between two values; counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import GivenLayer, Source, ValueLayer, kept_with, marks_of
from ..language.rules import Blame, Demand, Global, Origin, Reads, Rule
from ..language.wording import RuleText, name_in_words, worded
from ..logic.amounts import count
from ..logic.clauses import Clause, Clauses
from ..logic.expr import ALWAYS, NEVER, Expr, Known, Mark, all_of, any_of
from ..logic.ticks import tick, ticking

Spots = GivenLayer | Callable[[Any], Iterable[Spot]]
"""The spots of a given layer, or a function of the model that returns spots."""


class Unmarked(Rule):
    """The rule that none of the spots is marked; ``{at}`` in the text is the spot."""

    def __init__(self, marks: Source, spots: Spots, text: RuleText) -> None:
        super().__init__(text, reads=spots if isinstance(spots, GivenLayer) else ())
        self.marks, self.spots = marks, spots

    def _spots(self, model: Genre) -> Iterable[Spot]:
        return ticking(model.given(self.spots) if isinstance(self.spots, GivenLayer) else self.spots(model))

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for at in self._spots(model):
            yield Demand(self, ~marks[at], (at,), clues=self.clues_at(at) if self.reads else ())

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        out.extend([-marks[at]] for at in self._spots(model))
        return []


class NoBlock(Rule):
    """The rule that no ``height`` x ``width`` block is entirely marked. ``{at}`` in the text is the block."""

    def __init__(self, marks: Source, height: int, width: int, text: RuleText) -> None:
        super().__init__(text)
        self.marks, self.height, self.width = marks, height, width

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for block in model.board.windows(self.height, self.width):
            yield Demand(self, any_of(~marks[c] for c in block), tuple(block))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, board, size = marks_of(self.marks, model), model.board, (self.height, self.width)
        out.extend(kept_with(marks, ("no block", *size), lambda: [
            [-marks[c] for c in block] for block in board.windows(*size)]))
        return []


class Apart(Rule):
    """The rule that marked cells do not share an edge, and with ``corners`` do not touch diagonally either.

    ``{at}`` in the text is a pair of such cells.
    """

    def __init__(self, marks: Source, text: RuleText, *, corners: bool = False) -> None:
        super().__init__(text)
        self.marks, self.corners = marks, corners

    def _pairs(self, board: Rect) -> Sequence[tuple[int, int]]:
        """The pairs of cells that must not both be marked."""
        if not self.corners:
            return board.link_ends
        return board.memo("touching", lambda: [*board.link_ends, *_crossing(board)])

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks, cells = marks_of(self.marks, model), model.board.cells
        for a, b in ((cells[i], cells[j]) for i, j in ticking(self._pairs(model.board))):
            yield Demand(self, any_of((~marks[a], ~marks[b])), (a, b))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, board = marks_of(self.marks, model), model.board
        out.extend(kept_with(marks, ("apart", self.corners), lambda: self._clauses(marks, board)))
        return []

    def _clauses(self, marks: Mapping[Spot, Mark], board: Rect) -> list[Clause]:
        lits = [-marks[c] for c in ticking(board.cells)]
        pairs = ticking(self._pairs(board))
        if 1 not in lits:
            return [[lits[a], lits[b]] for a, b in pairs]
        return [[lits[a], lits[b]] for a, b in pairs if lits[a] != 1 and lits[b] != 1]


def _crossing(board: Rect) -> Iterator[tuple[int, int]]:
    """The pairs of cells that touch diagonally."""
    index: Mapping[Any, int] = board.cell_index
    for (y, x), i in ticking(index.items()):
        for other in ((y + 2, x - 2), (y + 2, x + 2)):
            if other in index:
                yield i, index[other]


unmarked = Unmarked
no_block = NoBlock
apart = Apart


def half_open(model: Genre) -> int:
    """A lower bound of the number of unmarked cells if marked cells share no edge: on a full rectangle, half."""
    return 0 if model.board.holes else len(model.board.cells) // 2


# -- relations between two values --------------------------------------------------------------------------------------

Relation = Callable[[Any, Any], bool]


class Pair(NamedTuple):
    """Two spots (or one twice) and a relation that must hold between their values; ``words`` fill in the rule's text,
    ``clues`` are those that it comes from."""

    a: Spot
    b: Spot
    holds: Relation
    words: Mapping[str, Any] = {}
    clues: Collection[Origin] = ()


class Related(Rule):
    """The rule that the relations of ``pairs(model)`` hold. Pairs with the same relation should share one function.
    ``{a}`` and ``{b}`` are the spots in the text. ``reads`` are the layers that the pairs come from.

    In a fault ``{x}`` and ``{y}`` are the values at ``{a}`` and ``{b}``. If not both are settled, the text ``open`` is
    used, with ``{held}`` ("9 at r1c1") and ``{other}``, the spot without a possible value.

    Clauses say for each value of either spot that the other one holds a matching value, so unit propagation excludes
    every value without a match; or, where few pairs of values do not match, the solver just gets these.
    """

    def __init__(
        self, layer: ValueLayer, pairs: Callable[[Any], Iterable[Pair]], text: RuleText, *, reads: Reads = ()
    ) -> None:
        super().__init__(text, reads)
        self.layer, self.pairs = layer, pairs

    def demands(self, model: Genre) -> Iterator[Demand]:
        return (self._demand(model, pair) for pair in self.pairs(model))

    def _demand(self, model: Genre, pair: Pair) -> Demand:
        a, b, holds, words, clues = pair
        terms = model.terms[self.layer.name]
        mine, its = terms[a].marks, terms[b].marks
        forth = (any_of((~m, *(o for w, o in its.items() if holds(v, w)))) for v, m in mine.items())
        back = (any_of((~o, *(m for v, m in mine.items() if holds(v, w)))) for w, o in its.items())
        suit = all_of((*forth, *back) if a != b else forth)
        at = (a, b) if a != b else (a,)
        blame = partial(self._blame, model, (a, b))
        origins = self.clues_at(*clues) if clues else ()
        return Demand(self, suit, at, {"a": a, "b": b, **words}, origins, blame=blame)

    def suspects(self, model: Genre, known: Known) -> Iterator[Demand]:
        """The demands of pairs in which one spot holds a value that nothing left for the other one matches."""
        terms = model.terms[self.layer.name]
        held = {s: [v for v, mark in term.marks.items() if known[mark] > 0] for s, term in ticking(terms.items()) if s}

        def left(s: Spot) -> list[Any]:
            return held[s] or [v for v, mark in terms[s].marks.items() if known[mark] >= 0]

        for pair in self.pairs(model):
            tick()
            a, b, holds, *_ = pair
            alone = any(not any(holds(v, w) for w in left(b)) for v in held[a])
            if alone or (a != b and any(not any(holds(v, w) for v in left(a)) for w in held[b])):
                yield self._demand(model, pair)

    def _blame(self, model: Genre, pair: tuple[Spot, Spot], known: Known) -> Blame:
        """The values that the spots hold, as far as they are settled."""
        terms, word = model.terms[self.layer.name], self.layer.word
        held = {s: word(value) for s in pair for value, lit in terms[s].marks.items() if known[lit] > 0}
        if set(held) == set(pair):
            return Blame(tuple(held), {"x": held[pair[0]], "y": held[pair[1]]})
        a, b = pair if pair[0] in held or not held else pair[::-1]
        value = held.get(a) or worded("what is left")
        told = worded("the {value} at {place}", value=value, place=name_in_words(model.board.name(a)))
        at = tuple(s for s in pair if any(known[lit] for lit in terms[s].marks.values()))
        return Blame(at, {"held": told, "other": b}, "open")

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        terms, values = model.terms[self.layer.name], self.layer.values(model)
        kept: dict[tuple[Relation, Spot, Spot], list[Clause]]
        kept = {} if terms.kept is None else terms.kept.setdefault("related", {})
        templates: dict[Relation, _Template] = {}
        for a, b, holds, *_ in self.pairs(model):
            out.tick()
            clauses = kept.get((holds, a, b))
            if clauses is None:
                if holds not in templates:
                    templates[holds] = _Template.of(holds, values)
                mine, its = terms[a].marks, terms[b].marks
                if terms.kept is None:
                    lits = [marks.get(value, NEVER) for marks in (mine, its) for value in values]
                else:
                    lits = [*mine.values(), *its.values()]
                if len(kept) == _KEPT:
                    kept.clear()
                clauses = kept[holds, a, b] = templates[holds].placed(lits)
            out.extend(clauses)
        return []


_KEPT = 2_000
"""The most pairs of which the clauses are kept."""


class _Template(NamedTuple):
    """A relation between two spots in clauses; the variables 1 .. n are the values of one, the next n of the other."""

    binary: list[Clause]
    others: list[Clause]

    @classmethod
    def of(cls, holds: Relation, values: Sequence[Any]) -> _Template:
        """Each value needs a matching one, or those that do not match exclude each other, whichever takes fewer
        literals."""
        n = len(values)
        partners = {a: [-a] for a in range(1, 2 * n + 1)}
        excluded = []
        for (a, v), (b, w) in ticking(product(enumerate(values, 1), enumerate(values, n + 1))):
            if holds(v, w):
                partners[a].append(b)
                partners[b].append(a)
            else:
                excluded.append([-a, -b])
        found = list(partners.values())
        if 2 * len(excluded) < sum(map(len, found)):
            return cls(excluded, [])
        return cls([one for one in found if len(one) == 2], [one for one in found if len(one) != 2])

    def placed(self, lits: Sequence[int]) -> list[Clause]:
        """The clauses with literals for the variables."""
        signed = [0, *lits, *[-lit for lit in reversed(lits)]]
        clauses = [[signed[a], signed[b]] for a, b in ticking(self.binary)]
        clauses += [[*map(signed.__getitem__, clause)] for clause in ticking(self.others)]
        if NEVER in lits:
            return [[lit for lit in clause if lit != NEVER] for clause in clauses if ALWAYS not in clause]
        return clauses


related = Related


# -- counts ------------------------------------------------------------------------------------------------------------


class Counted(Rule):
    """The rule that a clue at a side is the number of marked cells in its line. The text may contain ``{n}`` and
    ``{side}``. Clues that are not integers are ignored."""

    def __init__(self, marks: Source, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.marks, self.clue = marks, clue

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for side, n in model.given(self.clue).items():
            if isinstance(n, int):
                line = model.board.line_from(side)
                what = count(marks[c] for c in line) == n
                yield Demand(self, what, tuple(line), {"n": n, "side": side}, self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        for side, n in model.given(self.clue).items():
            if isinstance(n, int):
                tick()
                lits, sure = _open([marks[c] for c in model.board.line_from(side)])
                out.exactly(lits, n - sure)
        return []


class CountedAround(Rule):
    """The rule that a clue on the board, ``{at}`` in the text, is the number ``{n}`` of marked spots around it;
    ``{number}`` is the clue itself. Clues that are not integers are ignored.

    ``around`` is a method of the board that returns these spots, such as ``Rect.around``.
    """

    def __init__(
        self, marks: Source, clue: GivenLayer, around: Callable[[Any, Spot], Sequence[Spot]], text: RuleText
    ) -> None:
        super().__init__(text, reads=clue)
        self.marks, self.clue, self.around = marks, clue, around

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks, board = marks_of(self.marks, model), model.board
        for at, n in model.given(self.clue).items():
            if isinstance(n, int):
                what = count(marks[s] for s in self.around(board, at)) == n
                yield Demand(self, what, (at,), {"n": n, "number": n}, self.clues_at(at))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, board = marks_of(self.marks, model), model.board
        kept = kept_with(marks, ("around", self.around), dict[Spot, tuple[Sequence[int], int]])
        for at, n in ticking(model.given(self.clue).items()):
            if isinstance(n, int):
                around = kept.get(at)
                if around is None:
                    around = kept[at] = _open(list(map(marks.__getitem__, self.around(board, at))))
                lits, sure = around
                out.exactly(lits, n - sure)
        return []


def _open(lits: Sequence[int]) -> tuple[Sequence[int], int]:
    """The literals without those that are constant, and how many of these hold."""
    if 1 in lits or -1 in lits:
        return [lit for lit in lits if lit not in (1, -1)], lits.count(1)
    return lits, 0


class Tally(NamedTuple):
    """Spots, and how many of them are marked: a number, or several allowed ones. ``at`` (by default the spots),
    ``words`` and ``clues`` are those of the demand; ``n`` is always among the words."""

    spots: Sequence[Spot]
    n: int | Collection[int]
    at: Sequence[Spot] | None = None
    words: Mapping[str, Any] = {}
    clues: Collection[Origin] = ()

    @property
    def allowed(self) -> Collection[int]:
        """The allowed numbers."""
        return (self.n,) if isinstance(self.n, int) else self.n

    @classmethod
    def some(cls, spots: Sequence[Spot], words: Mapping[str, Any]) -> Tally:
        """At least one of the spots is marked."""
        return cls(spots, range(1, len(spots) + 1), None, words)

    def said(self, marks: Mapping[Spot, Mark]) -> Expr:
        """The tally as an expression over the marks of its layer."""
        own = [marks[s] for s in self.spots]
        return any_of(own) if self.n == range(1, len(own) + 1) else count(own).is_in(self.allowed)


_AT_MOST_ONE = (0, 1)


class Tallied(Rule):
    """The rule that the tallies of the model are right. The text may contain ``{at}``, ``{n}`` and the tally's words.
    With ``at_ends`` the spots are links, and the cells at their ends are shown. ``reads`` are the layers that the
    tallies come from."""

    def __init__(
        self,
        marks: Source,
        tallies: Callable[[Any], Iterable[Tally]],
        text: RuleText,
        *,
        at_ends: bool = False,
        reads: Reads = (),
    ) -> None:
        super().__init__(text, reads)
        self.marks, self.tallies, self.at_ends = marks, tallies, at_ends

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for tally in self.tallies(model):
            tick()
            at = tuple(tally.spots if tally.at is None else tally.at)
            if self.at_ends:
                at = tuple(sorted({cell for link in at for cell in model.board.ends(link)}))
            clues = self.clues_at(*tally.clues) if tally.clues else ()
            yield Demand(self, tally.said(marks), at, {"n": tally.n, **tally.words}, clues)

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        mark_of = marks_of(self.marks, model).__getitem__
        for tally in ticking(self.tallies(model)):
            n = tally.n
            lits = list(map(mark_of, tally.spots))
            if n == _AT_MOST_ONE and 1 not in lits:
                out.at_most_one(lits)
            elif type(n) is range and n == range(1, len(lits) + 1):
                out.add([*lits])
            else:
                open_, sure = _open(lits)
                if isinstance(n, int):
                    out.exactly(open_, n - sure)
                else:
                    out.count(open_, [k - sure for k in n] if sure else n)
        return []


tallied = Tallied
counted = Counted
counted_around = CountedAround
