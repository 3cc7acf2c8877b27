"""Takuzu: as many zeros as ones in every row and column, never three equal ones side by side."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any

from ...formats.layout import Diagram, Letters, Number, blank, cells
from ...formats.plain_text import PlainText, dot, grid
from ...formats.roles import penpa, puzzlekit, sgt
from ...formats.spf import Spf
from ...language import (
    NEVER,
    Answer,
    Demands,
    Genre,
    Global,
    Key,
    OneOf,
    Spot,
    Wording,
    any_of,
    count,
    must,
    rule,
    symbols,
)
from ...language.look import LazyModule
from ...language.making import Making
from ...language.rules import bundle
from ...language.taste import Levels
from ...logic.clauses import Clauses

notation = LazyModule(__name__, "notation")


class Takuzu(Genre):
    """Rows and columns of an odd length cannot be halved, so boards with an odd side have no answer. Lines with missing
    cells are compared only if the same cells are missing. With ``equal`` set to "allowed", rows and columns may be
    equal: these are the rules of Unruly's plain games, and of Binairo in puzzlekit."""

    name = "Takuzu"
    aliases = ("Binairo", "Binary Puzzle", "Binary", "Binoxxo", "Unruly", "Tohu wa Vohu", "Tic-Tac-Logic")
    task = (
        "Write 0 or 1 in every cell so that each row and column has as many zeros as ones. No three consecutive cells "
        "in a row or column are equal. No two rows are equal, and no two columns, unless the puzzle allows it."
    )
    sized_task = (
        "Write 0 or 1 in every cell so that each row and column has as many zeros as ones. No three consecutive cells "
        "in a row or column are equal. No two rows are equal, and no two columns."
    )
    levels = Levels(easy=20.6, medium=51.4, hard=95.3, extreme=116)

    digit = Answer("cells", range(2), look=symbols({0: "0", 1: "1"}))
    equal = Key("never", OneOf(("never", "allowed")), title="equal rows or columns")

    @rule("{first} to {last} are not all {d}", "{first} to {last} are all {d}")
    def no_three(self) -> Demands:
        for three in (*self.board.windows(1, 3), *self.board.windows(3, 1)):
            for d in (0, 1):
                yield must(any_of(self.digit[c] != d for c in three), three, first=three[0], last=three[-1], d=d)

    def halved(self, lines: Sequence[Sequence[Spot]]) -> Demands:
        """Half of the cells of each line hold a one."""
        for i, line in enumerate(lines, 1):
            n, odd = divmod(len(line), 2)
            if odd:
                yield must(NEVER, line, fault="odd", i=i, n=n)
            else:
                yield must(count(self.digit[c] == 1 for c in line) == n, line, i=i, n=n)

    @rule(Wording("row {i} has {n:one}", "row {i} needs {n:one} and {found}", odd="row {i} has an odd length"))
    def rows(self) -> Demands:
        yield from self.halved(self.board.rows)

    @rule(Wording(
        "column {i} has {n:one}", "column {i} needs {n:one} and {found}", odd="column {i} has an odd length"))
    def cols(self) -> Demands:
        yield from self.halved(self.board.cols)

    def unlike(self, lines: Sequence[Sequence[Spot]]) -> Demands:
        """No two lines with cells in the same places are equal."""
        index = {id(line): i for i, line in enumerate(lines, 1)}
        for one, other in self.to_differ(lines):
            pairs = zip(one, other, strict=True)
            differ = any_of(self.digit[a] != self.digit[b] for a, b in pairs)
            yield must(differ, (*one, *other), i=index[id(one)], j=index[id(other)])

    def to_differ(self, lines: Sequence[Sequence[Spot]]) -> Iterator[tuple[Sequence[Spot], Sequence[Spot]]]:
        """The pairs of lines that must differ."""
        pairs = combinations(lines, 2) if self.equal == "never" else ()
        return ((one, other) for one, other in pairs if one and in_the_same_places(one, other))

    @rule("rows {i} and {j} differ", "rows {i} and {j} are equal")
    def rows_differ(self) -> Demands:
        yield from self.unlike(self.board.rows)

    @rule("columns {i} and {j} differ", "columns {i} and {j} are equal")
    def cols_differ(self) -> Demands:
        yield from self.unlike(self.board.cols)

    def encode_digits(self: Any, out: Clauses) -> list[Global]:
        """No three equal digits side by side, and no equal lines: one of the pairs of cells of two lines differs."""
        one = {cell: int(term.marks.get(1, NEVER)) for cell, term in self.digit.items()}
        for three in (*self.board.windows(1, 3), *self.board.windows(3, 1)):
            lits = [one[cell] for cell in three]
            out.extend((lits, [-lit for lit in lits]))
        for line, other in chain(self.to_differ(self.board.rows), self.to_differ(self.board.cols)):
            out.tick()
            first = out.new(len(line))
            out.add(list(range(first, first + len(line))))
            for differ, a, b in zip(range(first, out.top + 1), line, other, strict=True):
                x, y = one[a], one[b]
                out.extend(([-differ, x, y], [-differ, -x, -y]))
        return []

    no_three, rows_differ, cols_differ = bundle((no_three, rows_differ, cols_differ), encode_digits)

    rows.considered_with(no_three)
    cols.considered_with(no_three)
    rows_differ.considered_with(rows)
    cols_differ.considered_with(cols)

    dialects = (
        Spf("takuzu", keys=(equal,),
            puzzle=Diagram(cells(), cells(), cell=Number(digit) | blank),
            solution=Diagram(cells(), cells(), cell=Number(digit))),
        PlainText("takuzu", "binairo", body=grid(Letters(digit, 0, 1) | dot)),
        penpa("takuzu binairo", lambda p, g: p.Notation(p.CellTexts(g.digit, drawn=True), unknown=p.ignored(g.digit))),
        *puzzlekit("Binairo", lambda k, g: k.Notation(
            (k.grid(k.Words(g.digit, {"1": 0, "2": 1})),), k.solved(k.Words(g.digit, {"1": 0, "2": 1}, drawn=True)),
            made=notation.allow_equal, told=notation.demand_allowed, also=(g.equal,),
        )),
        sgt("unruly", lambda s, g: s.Notation(
            notation.GapsToTheEnd(g.digit, 0, 1, what="this tells no digit", expected="letters for all cells"),
            size=notation.UniqueSize(g.equal), solution=s.in_each_cell(g.digit),
        )),
    )


def in_the_same_places(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    """Whether two rows, or two columns, have holes in the same places."""
    steps = {(b.y - a.y, b.x - a.x) for a, b in zip(one, other, strict=False)}
    return len(one) == len(other) and len(steps) == 1 and 0 in next(iter(steps))


# -- making --

MOST = {2: 2, 4: 6, 6: 14}
"""For short lines, how many different ones there are."""


def even_sides(rows: int, cols: int) -> str:
    """Why no puzzle has this size."""
    short, long = sorted((rows, cols))
    if rows % 2 or cols % 2:
        return "the sides have to be even"
    return "" if long <= MOST.get(short, long) else f"only {MOST[short]} lines of {short} cells differ"


Takuzu.making = Making(givens="digit", options=("equal",), size=(10, 10), sizes=even_sides, solid=True)
