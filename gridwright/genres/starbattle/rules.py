"""Room for marks that never touch (Starbattle): all ways to place those that a group of cells needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import comb

from ...board.board import Spot
from ...language.genre import Genre
from ...language.rules import Drafts, Lemma, marks_of, must
from ...language.wording import RuleText
from ...logic.expr import Mark
from ...logic.ticks import ticking
from ...rules.local import Apart, Tallied
from ...rules.pieces import Alternative, Alternatives

_MOST_WAYS, _MOST_SETS = 100, 5_000
"""Groups with more ways to place their marks are not thought through: nobody looks at so many. Nor are those with more
sets of so many cells, of which a few may be ways: it would take long to find these."""


def room_apart(tallies: Tallied, apart: Apart, text: RuleText) -> Lemma:
    """A lemma: each group of a tally has its marks where they touch no others.

    The text has the same words as that of the tallies.
    """

    def make(model: Genre) -> Drafts:
        marks = marks_of(tallies.marks, model)
        for group, n, _, words, clues in tallies.tallies(model):
            if isinstance(n, int) and comb(len(group), n) <= _MOST_SETS:
                ways = list(islice(_ways(model, marks, apart, group, n), _MOST_WAYS + 1))
                if len(ways) <= _MOST_WAYS:
                    what = Alternatives(ways, group, settled=[int(marks[c]) for c in group])
                    yield must(what, group, clues=clues, n=n, **words)

    return Lemma(text, (tallies, apart), make, tallies.reads)


def _ways(
    model: Genre, marks: Mapping[Spot, Mark], apart: Apart, group: Sequence[Spot], n: int
) -> Iterator[Alternative]:
    """The ways to mark so many cells of a group, none beside another, each with the cells around them unmarked."""
    near = {c: set(apart.kept_free(model.board, c)) for c in group}
    for own in ticking(combinations(group, n)):
        around = set[Spot]().union(*(near[c] for c in own))
        if around.isdisjoint(own):
            inside = [int(marks[c]) if c in own else -marks[c] for c in group]
            yield Alternative(inside, [[-marks[c]] for c in sorted(around.difference(group))])
