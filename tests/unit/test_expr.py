"""What is said about a grid: judged on partial grids it is never wrong, and on full ones it always knows."""

from __future__ import annotations

import itertools
import operator
import random
import reprlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridwright.language.rules import must
from gridwright.logic.amounts import Amount, Term, count, different, total
from gridwright.logic.clauses import Clauses
from gridwright.logic.expr import (
    ALWAYS,
    NEVER,
    All,
    Compared,
    Count,
    Expr,
    Mark,
    Some,
    Total,
    all_of,
    any_of,
    known_from,
    literals,
)

from ..grouped import each_seed, examples

LAST = 9
"""Variables 2 .. LAST are free; 1 always holds."""
FREE = range(2, LAST + 1)

usual = settings(
    max_examples=examples(150), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)

# -- expressions made up, with what they mean by another way -----------------------------------------------------------

marks = st.builds(lambda v, sign: Mark(sign * v), st.integers(2, LAST), st.sampled_from((1, -1)))
atoms = marks | st.sampled_from((ALWAYS, NEVER))


def _counted(items: list[Expr], allowed: set[int]) -> Expr:
    return count(items).is_in(allowed)


exprs: st.SearchStrategy[Expr] = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(all_of),
        st.lists(inner, max_size=4).map(any_of),
        st.builds(_counted, st.lists(inner, max_size=4), st.sets(st.integers(0, 5))),
        inner.map(lambda e: ~e),
        st.builds(lambda a, b: a.implies(b), inner, inner),
        st.builds(lambda a, b: a.same_as(b), inner, inner),
    ),
    max_leaves=10,
)


def meant(expr: Expr, values: Mapping[int, bool]) -> bool:
    """Whether an expression holds in a full grid, written down once more and without any shortcut."""
    if isinstance(expr, Mark):
        return values[abs(int(expr))] == (int(expr) > 0)
    if isinstance(expr, All):
        return all(meant(item, values) for item in expr.items)
    if isinstance(expr, Some):
        return any(meant(item, values) for item in expr.items)
    if isinstance(expr, Count):
        return sum(meant(item, values) for item in expr.items) in expr.allowed
    assert isinstance(expr, Total)
    return sum(value for group in expr.groups for value, mark in group if meant(mark, values)) in expr.allowed


def every_grid(partial: list[int]) -> Iterator[dict[int, bool]]:
    """All full grids that agree with the settled values (0: open) of variables 2 .. LAST."""
    for rest in itertools.product(*((False, True) if not v else (v > 0,) for v in partial)):
        yield {1: True, **dict(zip(FREE, rest, strict=True))}


def known(partial: list[int]) -> list[int]:
    return known_from([1, *(v * sign for v, sign in zip(FREE, partial, strict=True))])


partials = st.lists(st.sampled_from((-1, 0, 1, 1, -1)), min_size=LAST - 1, max_size=LAST - 1)
fulls = st.lists(st.sampled_from((-1, 1)), min_size=LAST - 1, max_size=LAST - 1)


@usual
@given(exprs, partials)
def test_a_judgement_holds_in_every_completion(expr: Expr, partial: list[int]) -> None:
    said = expr.judge(known(partial))
    if said is not None:
        assert {meant(expr, grid) for grid in every_grid(partial)} == {said}


@usual
@given(exprs, fulls)
def test_a_full_grid_is_always_judged(expr: Expr, full: list[int]) -> None:
    assert expr.judge(known(full)) is meant(expr, next(every_grid(full)))


@usual
@given(exprs, fulls)
def test_not_turns_every_judgement_round(expr: Expr, full: list[int]) -> None:
    assert (~expr).judge(known(full)) is not expr.judge(known(full))


@usual
@given(exprs, partials)
def test_not_not_says_the_same(expr: Expr, partial: list[int]) -> None:
    for grid in itertools.islice(every_grid(partial), 16):
        assert meant(~~expr, grid) == meant(expr, grid)


@usual
@given(exprs, exprs, fulls)
def test_and_or_implies_same_as(a: Expr, b: Expr, full: list[int]) -> None:
    grid, seen = next(every_grid(full)), known(full)
    one, two = meant(a, grid), meant(b, grid)
    assert (a & b).judge(seen) == (one and two)
    assert (a | b).judge(seen) == (one or two)
    assert a.implies(b).judge(seen) == (not one or two)
    assert a.same_as(b).judge(seen) == (one == two)


# -- counts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(6))
def test_counts_of_marks_are_exact_on_partial_grids(n: int) -> None:
    """Different marks: the judge knows an answer exactly when all completions agree."""
    items = [Mark(v if v % 3 else -v) for v in range(2, 2 + n)]
    for allowed in itertools.chain.from_iterable(itertools.combinations(range(n + 1), k) for k in range(n + 2)):
        expr = Count(tuple(items), frozenset(allowed))
        for settled in itertools.product((-1, 0, 1), repeat=n):
            partial = [*settled, *[1] * (LAST - 1 - n)]
            truths = {meant(expr, grid) for grid in every_grid(partial)}
            assert expr.judge(known(partial)) is (truths.pop() if len(truths) == 1 else None)


def among(a: Any, n: int) -> Any:
    return a.is_in((n, n + 2)) if isinstance(a, Amount) else a in (n, n + 2)


COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
    "in": among,
}  # fmt: skip


@pytest.mark.parametrize("sign", COMPARED)
@pytest.mark.parametrize("n", [-1, 0, 1, 2, 3, 4, 5, 10**30])
def test_a_count_compares_like_a_number(sign: str, n: int) -> None:
    items = [Mark(2), ALWAYS, Mark(-3), NEVER, Mark(4)]
    expr = COMPARED[sign](count(items), n)
    for full in itertools.product((-1, 1), repeat=LAST - 1):
        grid = next(every_grid(list(full)))
        held = sum(meant(item, grid) for item in items)
        assert expr.judge(known(list(full))) is COMPARED[sign](held, n)


def test_counts_that_say_nothing_or_too_much_are_constants() -> None:
    items = [Mark(2), Mark(3)]
    assert int(count(items) <= 2) == 1  # type: ignore[call-overload]
    assert int(count(items) > 2) == -1  # type: ignore[call-overload]
    assert int(count([]) == 0) == 1  # type: ignore[call-overload]
    assert int(count([]) == 1) == -1  # type: ignore[call-overload]
    assert int(count([ALWAYS, ALWAYS]) == 2) == 1  # type: ignore[call-overload]


# -- numbered spots ---------------------------------------------------------------------------------------------------


def term(first: int, *values: Any) -> Term[Any]:
    return Term({value: Mark(first + i) for i, value in enumerate(values)})


def term_grids(*terms: Term[Any]) -> Iterator[tuple[list[Any], list[int]]]:
    """For all values of some spots: the values, and what is then known."""
    top = max(int(m) for t in terms for m in t.marks.values())
    for values in itertools.product(*(t.marks for t in terms)):
        held = {int(t.marks[v]) for t, v in zip(terms, values, strict=True)} | {1}
        yield list(values), known_from([v if v in held else -v for v in range(1, top + 1)])


@pytest.mark.parametrize("sign", ["==", "!=", "<=", ">=", "<", ">"])
def test_two_spots_compare_like_their_values(sign: str) -> None:
    a, b = term(2, 1, 2, 3), term(5, 2, 3, 4)
    for (x, y), seen in term_grids(a, b):
        assert COMPARED[sign](a, b).judge(seen) is COMPARED[sign](x, y)


@pytest.mark.parametrize("sign", ["==", "!=", "<=", ">=", "<", ">"])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 10**30])
def test_a_spot_compares_with_a_number(sign: str, n: int) -> None:
    a, b = term(2, 1, 2, 3), term(5, 0)
    for (x, _), seen in term_grids(a, b):
        assert COMPARED[sign](a, n).judge(seen) is COMPARED[sign](x, n)


def test_spots_relate_by_any_function() -> None:
    a, b = term(2, "x", "y"), term(4, "x", "z")
    holds = {("x", "z"), ("y", "x")}
    expr = a.relates(b, lambda v, w: (v, w) in holds)
    for (x, y), seen in term_grids(a, b):
        assert expr.judge(seen) is ((x, y) in holds)


def test_a_spot_is_in_a_set_of_values() -> None:
    a, b = term(2, 1, 2, 3), term(5, 0)
    for (x, _), seen in term_grids(a, b):
        assert a.is_in((2, 3, 7)).judge(seen) is (x in (2, 3, 7))


@pytest.mark.parametrize("sign", COMPARED)
def test_sums_compare_like_numbers(sign: str) -> None:
    spots = [term(2, 0, 1, 5), term(5, 1, 2), term(7, 3, 4)]
    for n in (*range(3, 13), -1, 10**30):
        expr = COMPARED[sign](total(spots), n)
        for values, seen in term_grids(*spots):
            assert expr.judge(seen) is COMPARED[sign](sum(values), n)
            assert (~expr).judge(seen) is not COMPARED[sign](sum(values), n)


def test_sums_are_judged_on_partial_grids() -> None:
    spots = [term(2, 0, 1, 5), term(5, 1, 2)]
    sums = total(spots) == 3
    seen = known_from([1, 0, 0, 0, 0, 0])
    assert sums.judge(seen) is None
    assert sums.judge(known_from([1, -2, -3, 4, 0, 0])) is False, "5 and something"
    assert sums.judge(known_from([1, -2, 0, 0, 0, 0])) is None
    assert sums.judge(known_from([1, -2, 3, -4, -5, 6])) is True
    assert (total(spots) >= 6).judge(known_from([1, -2, -3, 4, 0, 0])) is True, "whatever the other spot holds"


@each_seed(20)
def test_sums_are_exact_on_partial_grids(seed: int) -> None:
    rng = random.Random(seed)
    spots, first = [], 2
    for _ in range(rng.randint(1, 3)):
        values = rng.sample(range(-3, 8), rng.randint(1, 3))
        spots.append(term(first, *values))
        first += len(values)
    expr = total(spots).is_in(rng.sample(range(-9, 24), 6))
    struck = [[v for v in t.marks if rng.random() < 0.7] or list(t.marks)[:1] for t in spots]
    held = {int(t.marks[v]) for t, own in zip(spots, struck, strict=True) for v in own if len(own) == 1}
    gone = {int(m) for t, own in zip(spots, struck, strict=True) for v, m in t.marks.items() if v not in own}
    seen = known_from([1, *(v if v in held else -v if v in gone else 0 for v in range(2, first))])
    truths = {
        expr.judge(full)
        for values, full in term_grids(*spots)
        if all(v in own for v, own in zip(values, struck, strict=True))
    }
    assert expr.judge(seen) is (truths.pop() if len(truths) == 1 else None)


@each_seed(40)
def test_a_sum_excludes_the_open_marks_that_no_allowed_grid_has(seed: int) -> None:
    rng = random.Random(seed)
    spots, first = [], 2
    for _ in range(rng.randint(1, 3)):
        values = rng.sample(range(-3, 8), rng.randint(2, 4))
        spots.append(term(first, *values))
        first += len(values)
    expr = total(spots).is_in(rng.sample(range(-9, 24), 4))
    if not isinstance(expr, Total):
        return  # no sum, or every sum, is allowed
    gone = {int(mark) for spot in spots for mark in list(spot.marks.values())[1:] if rng.random() < 0.3}
    seen = known_from([1, *(-lit if lit in gone else 0 for lit in range(2, first))])
    had = set[int]()
    for values, full in term_grids(*spots):
        marks = {int(spot.marks[value]) for spot, value in zip(spots, values, strict=True)}
        if gone.isdisjoint(marks) and expr.judge(full):
            had |= marks
    assert sorted(expr.excluded(seen)) == sorted(set(range(2, first)) - gone - had)


def test_sums_with_numbers_beyond_all_bounds_cost_nothing() -> None:
    """Sets of sums grow with what the spots can hold, never with what they are compared to."""
    spots = [term(2 + 3 * i, 0, 1, 2) for i in range(50)]
    assert int(total(spots) == 10**18) == -1  # type: ignore[call-overload]
    assert int(total(spots) < 10**18) == 1  # type: ignore[call-overload]
    wide = [term(2 + 2 * i, 0, 10**15) for i in range(12)]
    assert (total(wide) <= 10**15).judge([0] * 100) is None


def test_different() -> None:
    spots = [term(2, 1, 2), term(4, 2, 3), term(6, 1, 3)]
    for values, seen in term_grids(*spots):
        assert different(spots).judge(seen) is (len(set(values)) == 3)


# -- odds and ends ----------------------------------------------------------------------------------------------------


def test_a_mark_is_no_truth_value() -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(Mark(2))


def test_ands_and_ors_are_flat_and_free_of_constants() -> None:
    a, b, c = Mark(2), Mark(3), Mark(4)
    flat = all_of([all_of([a, b]), ALWAYS, c])
    assert isinstance(flat, All)
    assert flat.items == (a, b, c)
    assert all_of([a, NEVER]) is NEVER
    assert any_of([a, ALWAYS]) is ALWAYS
    assert all_of([]) is ALWAYS
    assert any_of([]) is NEVER
    assert all_of([a]) is a


@usual
@given(exprs)
def test_literals_are_those_that_a_judgement_depends_on(expr: Expr) -> None:
    named = {abs(lit) for lit in literals(expr)}
    free = [0 if v in named else 1 for v in FREE]
    turned = [0 if v in named else -1 for v in FREE]
    assert expr.judge(known(free)) is expr.judge(known(turned))


# -- arithmetic -------------------------------------------------------------------------------------------------------


def test_a_shared_mark_counts_once() -> None:
    """What both sides count cancels out."""
    a, b, c = Mark(2), Mark(3), Mark(4)
    expr = count([a, b]) == count([b, c])
    assert {abs(lit) for lit in literals(expr)} == {2, 4}
    assert expr.judge(known([1, 0, 1, *[1] * 5])) is True
    assert int(count([a, b]) == count([b, a])) == 1  # type: ignore[call-overload]
    assert int(count([a, b]) < count([b, a])) == -1  # type: ignore[call-overload]


def test_a_value_and_the_marks_of_its_spot_are_one_group() -> None:
    """The mark of n == 3 is not judged apart from the value 3."""
    number = term(2, 0, 2, 3)
    expr = number + count([number == 3]) + count([Mark(5)]) == 3
    assert expr.judge(known([0, 0, 0, 0, *[1] * 4])) is None
    assert expr.judge(known([0, -1, 0, 0, *[1] * 4])) is False, "0 + 0 and 3 + 1, and 1 more at most"


def test_a_number_added_to_a_count_or_total_is_part_of_what_is_found() -> None:
    """The demanded number is that of the whole amount, so messages and halves must be in the same terms."""
    shifted = count([Mark(2), Mark(3)]) + 3 == 4
    assert isinstance(shifted, Count)
    assert (shifted.sure, shifted.allowed) == (3, frozenset((1,)))
    less = count([Mark(2), Mark(3)]) - count([Mark(4)]) == 1
    assert isinstance(less, Total)
    assert less.bounds() == (-1, 2)


def test_two_amounts_have_no_number_of_their_own() -> None:
    """Neither a count nor a total: nothing may tell their difference as if it were a number of the puzzle."""
    assert isinstance(count([Mark(2)]) == count([Mark(3)]), Compared)
    assert isinstance(abs(count([Mark(2)]) - count([Mark(3)])) == 1, Compared)


def test_two_spots_are_compared_without_new_variables() -> None:
    expr = abs(term(2, 1, 2, 3) - term(5, 1, 2, 3)) >= 2
    out = Clauses(7)
    out.require(expr)
    assert out.top == 7


A: Any = Mark(2)
B: Any = Mark(3)
NUMBER: Any = term(4, 1, 2)
LETTER: Any = term(6, "A", "B")
COUNTED: Any = count([A])
NOT_AN_EXPRESSION = "is not an expression: name a mark"
ORDERS = operator.eq, operator.ne, operator.le, operator.ge, operator.lt, operator.gt
NOT_A_NUMBER = "cannot compare or calculate with {}: use whole numbers, counts, totals and values"


OTHERS = [2, True, NUMBER, count([A]), count([A]) + 1, total([NUMBER]), [A], {2: A}, "x", None]


@pytest.mark.parametrize("other", OTHERS)
def test_only_expressions_pass_as_expressions(other: Any) -> None:
    for use in (
        lambda: all_of([A, other]),
        lambda: any_of([A, other]),
        lambda: any_of([A & B, other]),
        lambda: count([A, other]),
        lambda: A & other,
        lambda: A | other,
        lambda: (A | B) & other,
        lambda: A.implies(other),
        lambda: (A & B).same_as(other),
        lambda: must(other),
        lambda: must(other & A),
        lambda: other | (A & B),
    ):
        with pytest.raises(TypeError, match=NOT_AN_EXPRESSION):
            use()


@pytest.mark.parametrize("amount", [NUMBER, count([A, B]), total([NUMBER])])
def test_amounts_are_no_expressions(amount: Any) -> None:
    uses: list[Callable[[], Any]] = [
        lambda: amount.implies(A), lambda: amount.same_as(A), lambda: ~amount, lambda: amount & A]
    for use in uses:
        with pytest.raises(TypeError, match=NOT_AN_EXPRESSION):
            use()


@pytest.mark.parametrize("other", ["x", None, A, True, 1.5, [1], A & B])
@pytest.mark.parametrize("amount", [count([A, B]), total([NUMBER]), count([A]) + 1, abs(count([A]) - 1)])
def test_amounts_compare_with_numbers_only(amount: Any, other: Any) -> None:
    comparisons: list[Callable[[Any, Any], Any]] = [*ORDERS, lambda a, n: a.is_in([n])]
    for sign in comparisons:
        with pytest.raises(TypeError) as refused:
            sign(amount, other)
        assert NOT_A_NUMBER.format(reprlib.repr(other)) in str(refused.value)


@pytest.mark.parametrize(
    ("slip", "words"),
    [
        (lambda: NUMBER == A, "for a mark use count([mark])"),
        (lambda: NUMBER <= A, "for a mark use count([mark])"),
        (lambda: LETTER + 1, "a spot that may hold 'A' or 'B': its values must be whole numbers"),
        (lambda: total([LETTER]), "a spot that may hold 'A' or 'B': its values must be whole numbers"),
        (lambda: count([A]) == LETTER, "a spot that may hold 'A' or 'B': its values must be whole numbers"),
        (lambda: total([A]), "use count() for marks, and + for counts and totals"),
        (lambda: total([COUNTED]), "use count() for marks, and + for counts and totals"),
        (lambda: NUMBER * NUMBER, "multiplied by a whole number, not by another amount"),
        (lambda: 1.5 * COUNTED, "cannot compare or calculate with 1.5: use whole numbers"),
        (lambda: NUMBER + "x", "cannot compare or calculate with 'x': use whole numbers"),
        (lambda: abs(NUMBER - 1) + 1, "abs(...) can only be compared: move all other terms to the other"),
        (lambda: A + B, "count([...]) is the number of marks"),
        (lambda: sum([A, B]), "count([...]) is the number of marks"),
        (lambda: 2 * A, "count([...]) is the number of marks"),
        (lambda: A - B, "count([...]) is the number of marks"),
    ],
)
def test_slips_of_arithmetic_are_errors_that_say_what_to_write(slip: Callable[[], Any], words: str) -> None:
    with pytest.raises(TypeError) as refused:
        slip()
    assert words in str(refused.value)


def test_nothing_about_the_grid_is_a_truth_value() -> None:
    counted: Any = count([A, B])
    for test in (
        lambda: bool(A & B),
        lambda: bool(counted == 1),
        lambda: not counted,
        lambda: not NUMBER,
        lambda: (counted >= 1) and (counted <= 2),
        lambda: 1 <= counted <= 2,
        lambda: counted in (1, 2),
    ):
        with pytest.raises(TypeError, match="Python cannot test it"):
            test()
