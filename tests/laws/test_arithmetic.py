"""Law: arithmetic between counts, totals, values and numbers means what Python means by it.

Formulas are made up at random as source text. Python evaluates each once with numbers, for every grid of a small board,
and once with counts, totals and values, which gives an expression for judge, solver, checker and explanations.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver

import gridwright as gw
from gridwright.engine.explain.hints import steps
from gridwright.language import Answer, Expr, Genre, Puzzle, Rect, Term, count, must, rule, total
from gridwright.language.rules import Demands
from gridwright.logic.amounts import Amount
from gridwright.logic.clauses import Clauses
from gridwright.logic.expr import Known, known_from

from ..grouped import each_of
from .test_steps import prove
from .tiny import judged, solved

CELLS = 3
VALUES = 0, 1, 3
SEEDS = range(120)
Grid = tuple[tuple[bool, ...], tuple[int, ...]]
"""Whether each cell is shaded, and the number in it."""
GRIDS: Sequence[Grid] = list(
    itertools.product(itertools.product((False, True), repeat=CELLS), itertools.product(VALUES, repeat=CELLS))
)
COMPARISONS = "==", "!=", "<=", ">=", "<", ">"


class Mixed(Genre):
    """Some cells are shaded, and each holds a number; subclasses have a formula about both."""

    name = "Mixed"
    task = "Shade some cells and write a number in each."
    formula = ""

    shade = Answer("cells", words=("shaded", "unshaded"))
    number = Answer("cells", VALUES)

    @rule("the formula holds")
    def formula_holds(self) -> Demands:
        cells = self.board.cells
        names = {"s": [self.shade[c] for c in cells], "n": [self.number[c] for c in cells]}
        yield must(eval(self.formula, {**SYMBOLIC, **names}), cells)


def _among(amount: Amount | Term[int], values: Sequence[int]) -> Expr:
    return amount.is_in(values)


SYMBOLIC: Mapping[str, Any] = {
    "count": count, "total": total, "both": operator.and_, "either": operator.or_, "without": operator.inv,
    "among": _among,
}  # fmt: skip
PLAIN: Mapping[str, Callable[..., Any]] = {
    "count": sum, "total": sum, "both": lambda a, b: a and b, "either": lambda a, b: a or b,
    "without": operator.not_, "among": lambda n, values: n in values,
}  # fmt: skip


@lru_cache(maxsize=1)
def with_formula(formula: str, cells: int = CELLS) -> Puzzle:
    """An empty board whose answers are the grids in which a formula holds."""
    genre = type("MixedByFormula", (Mixed,), {"__module__": __name__, "name": "Mixed by Formula", "formula": formula})
    return Puzzle.of(genre, Rect.of(1, cells), {})


# -- formulas ---------------------------------------------------------------------------------------------------------


def formula_of(rng: Random, depth: int = 2) -> str:
    """A comparison of amounts."""
    one, other, sign = amount(rng, depth), amount(rng, depth), rng.choice(COMPARISONS)
    kind = rng.randrange(8)
    if kind == 0:
        return f"among({one}, {sorted(rng.sample(range(-2, 8), 3))})"
    if kind == 1:
        return f"{rng.randint(-1, 6)} {sign} {one}"
    if kind == 2:
        return f"abs({one} - {other}) {sign} {rng.randint(-1, 4)}"
    if kind == 3:
        return f"abs({one} - {other}) {sign} {amount(rng, 1)}"
    if kind == 4:
        return f"{amount(rng, 0)} {sign} abs({one} - {other})"
    if kind == 5:
        return f"abs({one}) {sign} abs({other})"
    return f"{one} {sign} {other}"


def amount(rng: Random, depth: int) -> str:
    """A count, a total, a value, or arithmetic of such; never a plain number."""
    if depth == 0 or rng.random() < 0.3:
        cells = rng.sample(range(CELLS), rng.randint(1, CELLS))
        return rng.choice(
            (
                f"count([{', '.join(item(rng, cell) for cell in cells)}])",
                f"count([s[{cells[0]}]])",
                f"total([{', '.join(f'n[{cell}]' for cell in cells)}])",
                f"n[{cells[0]}]",
            )
        )
    one = amount(rng, depth - 1)
    other = rng.choice((amount(rng, depth - 1), str(rng.randint(-2, 4))))
    return rng.choice(
        (f"({one} + {other})", f"({one} - {other})", f"({other} - {one})", f"{rng.randint(-2, 3)} * {one}", f"(-{one})")
    )


def item(rng: Random, cell: int) -> str:
    """Something to be counted."""
    other = rng.randrange(CELLS)
    return rng.choice(
        (
            f"s[{cell}]",
            f"s[{cell}]",
            f"without(s[{cell}])",
            f"n[{cell}] == {rng.choice(VALUES)}",
            f"both(s[{cell}], s[{other}])",
            f"either(s[{cell}], n[{other}] != 1)",
            f"n[{cell}] + 1 {rng.choice(COMPARISONS)} n[{other}]",
            f"count(s) == n[{cell}]",
        )
    )


FORMULAS = [
    "count(s) == count([n[0] == 1, n[1] == 1, n[2] == 1])",
    "count([s[0], s[1]]) == count([s[1], s[2]])",
    "count(s) == count(s)",
    "total(n) == total(n)",
    "count(s) != count(s)",
    "count(s) == n[0]",
    "total([n[0], n[1]]) == n[2]",
    "count([n[0] == 0, n[1] == 0, n[2] == 0]) == n[0]",
    "n[0] + 1 == n[1]",
    "2 * n[0] == n[1] - 1",
    "abs(n[0] - n[1]) >= 2",
    "abs(n[0] - n[1]) == abs(n[1] - n[2])",
    "sum(n) == 4",
    *(formula_of(Random(seed)) for seed in SEEDS),
]
each_formula = each_of("formula", [(formula, formula) for formula in FORMULAS])


def holds(formula: str, grid: Grid) -> bool:
    """Whether a formula holds, as Python evaluates it."""
    return bool(eval(formula, {**PLAIN, "s": grid[0], "n": grid[1]}))


def right(formula: str) -> list[Grid]:
    return [grid for grid in GRIDS if holds(formula, grid)]


# -- grids ------------------------------------------------------------------------------------------------------------


def marked(model: Genre, grid: Grid) -> tuple[int, ...]:
    """A grid as the signs of the variables from 2 on."""
    true = {int(model.marks["shade"][cell]) for cell, on in zip(model.board.cells, grid[0], strict=True) if on}
    true |= {int(model.terms["number"][cell].marks[n]) for cell, n in zip(model.board.cells, grid[1], strict=True)}
    return tuple(1 if v in true else -1 for v in range(2, model.variables.top + 1))


def state_of(puzzle: Puzzle, grid: Grid) -> gw.State:
    cells = puzzle.board.cells
    shade, number = (dict(zip(cells, own, strict=True)) for own in grid)
    return gw.State.of(puzzle, {"shade": shade, "number": number})


def expr_of(model: Genre) -> Expr:
    (demand,) = model.demands()
    assert isinstance(demand.what, Expr)
    return demand.what


# -- laws -------------------------------------------------------------------------------------------------------------


@each_formula
def test_judge_solver_and_python_agree(formula: str) -> None:
    puzzle = with_formula(formula)
    wanted = {marked(puzzle.genre(puzzle), grid) for grid in right(formula)}
    assert judged(puzzle) == wanted
    assert solved(puzzle, plain=False) == wanted


@each_formula
def test_negation_and_clauses_without_a_counting_solver_agree(formula: str) -> None:
    model = with_formula(formula).genre(with_formula(formula))
    out = Clauses(model.variables.top)
    expr = expr_of(model)
    name = out.literal(expr)
    positive = Clauses(model.variables.top)
    positive.require(expr)
    with Solver("minisat22", out.made) as both, Solver("minisat22", positive.made) as one:
        for grid in GRIDS[::5]:
            signs = marked(model, grid)
            lits = [v * sign for v, sign in enumerate(signs, 2)]
            true = holds(formula, grid)
            assert (~expr).judge(known_from([1, *signs])) is not true
            assert one.solve([*lits]) is true
            assert both.solve([*lits, name]) is true
            assert both.solve([*lits, -name]) is not true


@each_formula
def test_a_partial_judgement_holds_in_every_completion(formula: str) -> None:
    rng = Random(formula)
    model = with_formula(formula).genre(with_formula(formula))
    grids = [(marked(model, grid), holds(formula, grid)) for grid in GRIDS]
    for _ in range(12):
        hidden, (signs, _) = rng.random(), rng.choice(grids)
        known = known_from([1, *(0 if rng.random() < hidden else sign for sign in signs)])
        verdict = expr_of(model).judge(known)
        if verdict is not None:
            assert {true for grid, true in grids if agrees(grid, known)} == {verdict}


def agrees(signs: Sequence[int], known: Known) -> bool:
    return all(known[v] in (0, sign) for v, sign in enumerate(signs, 2))


@each_formula
def test_the_checker_reports_exactly_the_wrong_grids(formula: str) -> None:
    puzzle = with_formula(formula)
    for grid in GRIDS[::11]:
        faults = gw.check(puzzle, state_of(puzzle, grid))
        assert [fault.rule for fault in faults] == ([] if holds(formula, grid) else ["formula_holds"])
        assert all("the formula holds" in fault.words for fault in faults)


@each_formula
def test_explanations_are_proved_and_give_all_that_follows(formula: str) -> None:
    if not right(formula):
        return
    puzzle = partly_filled_in(formula)
    state = gw.State.of(puzzle, puzzle.given)
    for step in steps(puzzle):
        prove(step)
        state = step.applied(state)
    follows = gw.common_marks(puzzle)
    assert follows is not None
    assert all(state.get(name, at) == value for name, own in follows.marks.items() for at, value in own.items())


def partly_filled_in(formula: str) -> Puzzle:
    """A board with some marks of an answer, from which others may follow."""
    rng = Random(formula)
    empty = with_formula(formula)
    answer = state_of(empty, rng.choice(right(formula)))
    marks = {name: {at: v for at, v in own.items() if rng.random() < 0.5} for name, own in answer.marks.items()}
    return Puzzle.of(empty.genre, empty.board, marks)


# -- examples ---------------------------------------------------------------------------------------------------------


class Rows(Genre):
    """Two rows with equally many shaded cells."""

    name = "Rows"
    task = "Shade as many cells in the first row as in the second."
    board: Rect

    shade = Answer("cells", words=("shaded", "unshaded"))

    @rule("row 1 has as many shaded cells as row 2", "rows 1 and 2 have different numbers of shaded cells")
    def same(self) -> Demands:
        one, two = self.board.rows
        yield must(count(self.shade[c] for c in one) == count(self.shade[c] for c in two), (*one, *two))


@pytest.mark.parametrize(("cols", "n_answers"), [(1, 2), (2, 6), (3, 20), (4, 70)])
def test_as_many_in_one_row_as_in_the_other(cols: int, n_answers: int) -> None:
    """As many as there are ways to choose ``cols`` of twice as many cells (Vandermonde)."""
    assert len(list(gw.all_answers(Puzzle.of(Rows, Rect.of(2, cols), {})))) == n_answers


def test_unequal_rows_are_a_fault_at_the_marks_to_blame() -> None:
    board = Rect.of(2, 2)
    puzzle = Puzzle.of(Rows, board, {})
    first, second = board.rows
    (fault,) = gw.check(puzzle, gw.State.of(puzzle, {"shade": {first[0]: False, first[1]: False, second[0]: True}}))
    assert fault.words == "rows 1 and 2 have different numbers of shaded cells"
    assert set(fault.at) == {*first, second[0]}


def test_long_rows_are_compared() -> None:
    """Rows too long for a solver that counts, or for a diagram of partial sums."""
    board = Rect.of(2, 300)
    state = gw.solve(Puzzle.of(Rows, board, {}), limit=1, timeout=60).answers[0]
    n_first, n_second = (sum(state.get("shade", c) is True for c in row) for row in board.rows)
    assert n_first == n_second


