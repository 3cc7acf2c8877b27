"""Rules that are encoded together, rules that require others, and lemmas."""

from __future__ import annotations

import gridwright as gw
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.solve.clock import Clock
from gridwright.language import Answer, Demands, Genre, Rect, Wording, count, lemma, must, rule


class Pairs(Genre):
    """Each row and each column holds one stone."""

    name = "Pairs"
    stone = Answer("cells")

    @rule("row {i} needs {n:stone}")
    def rows(self) -> Demands:
        for i, row in enumerate(self.board.rows, 1):
            yield must(count(self.stone[c] for c in row) == 1, row, i=i, n=1)

    @rule("column {i} needs {n:stone}")
    def cols(self) -> Demands:
        for i, col in enumerate(self.board.cols, 1):
            yield must(count(self.stone[c] for c in col) == 1, col, i=i, n=1)

    @lemma(Wording("a stone stands in the first row", "the first row is empty"), rows, cols)
    def first_row(self) -> Demands:
        for row in self.board.rows[:1]:
            yield must(count(self.stone[c] for c in row) >= 1, row)


class NoRows(Pairs):
    """Without the rows, what follows from them does not hold either."""

    name = "No rows"
    rows = None  # type: ignore[assignment]


def test_a_lemma_needs_its_rules() -> None:
    assert [one.name for one in Pairs.lemmas] == ["first_row"]
    assert NoRows.lemmas == ()


def test_lemmas_are_for_explanations_only() -> None:
    puzzle = gw.Puzzle.of(Pairs, Rect.of(2, 2), {})
    empty = gw.State.of(puzzle, {"stone": dict.fromkeys(puzzle.board.cells, False)})
    assert [one.name for one in Pairs.lemmas] == ["first_row"]
    assert "first_row" not in {one.name for one in Pairs.rules} | {v.rule for v in gw.check(puzzle, empty)}
    with Explainer(puzzle, None, Clock()) as explainer:
        rules = {one.demand.rule.name for one in explainer.position.solver.demands if one.demand is not None}
    assert rules == {"rows", "cols", "first_row"}


def test_a_bundle_is_used_as_a_whole_or_not_at_all() -> None:
    nurikabe = gw.genre("nurikabe")
    size, one = (next(r for r in nurikabe.rules if r.name == name) for name in ("island_size", "one_number_each"))
    assert size.bundle is one.bundle is not None
    assert {size, one} <= nurikabe.encoded
    without: type[Genre] = type("Nurikabe", (nurikabe,), {"one_number_each": None, "__module__": nurikabe.__module__})
    assert size in without.rules
    assert size not in without.encoded


def test_a_rule_that_relies_on_another_is_told_by_its_demands_without_it() -> None:
    fences = gw.genre("fences")
    loop = next(r for r in fences.rules if r.name == "one_loop")
    assert loop in fences.encoded
    without: type[Genre] = type("Fences", (fences,), {"no_branches": None, "__module__": fences.__module__})
    assert loop not in without.encoded
