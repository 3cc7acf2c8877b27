"""What the tests share: laws on many cases name each case that fails; programs that are started begin fast."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from ..grouped import check_all, chosen, each_case_of, each_seed, only_if, part

PATHS = [Path("cases/akari/large.spf"), Path("cases/akari/small.spf"), Path("cases/cave/small.spf")]


def test_all_failures_are_told_with_their_names() -> None:
    seen: list[int] = []

    def law(number: int) -> None:
        seen.append(number)
        if number == 2:
            pytest.fail("two is refused")
        assert 6 % number == 0

    with pytest.raises(BaseExceptionGroup, match="failed: two, four, nought") as caught:
        check_all([("one", 1), ("two", 2), ("three", 3), ("four", 4), ("nought", 0)], law)
    assert seen == [1, 2, 3, 4, 0]
    kinds = [type(failure) for failure in caught.value.exceptions]
    assert kinds == [pytest.fail.Exception, AssertionError, ZeroDivisionError]
    assert [failure.__notes__ for failure in caught.value.exceptions] == [
        [f"This is the failure of {name}."] for name in ("two", "four", "nought")
    ]


def test_a_skip_would_hide_the_other_cases() -> None:
    with pytest.raises(BaseExceptionGroup, match="failed: one"):
        check_all([("one", 1)], lambda _: pytest.skip("not this one"))


def test_a_law_on_files_is_two_tests_for_each_folder() -> None:
    seen: list[tuple[Path, int]] = []

    @each_case_of(PATHS)
    def law(path: Path, width: int) -> None:
        seen.append((path, width))

    assert list(inspect.signature(law).parameters) == ["cases", "most", "width"]
    [mark] = law.pytestmark  # type: ignore[attr-defined]
    names, sets = mark.args
    assert names == ("cases", "most") and [one.id for one in sets] == ["akari", "akari-others", "cave"]
    assert [[mark.name for mark in one.marks] for one in sets] == [[], ["thorough"], []]
    for one in sets:
        law(**dict(zip(names, one.values, strict=True)), width=40)
    assert sorted(seen) == [(path, 40) for path in PATHS]


def test_the_default_run_checks_a_case_to_which_the_law_applies() -> None:
    seen: list[int] = []

    def law(number: int) -> None:
        only_if(number > 2)
        seen.append(number)
        assert number != 3

    numbers = [(str(number), number) for number in range(10)]
    with pytest.raises(BaseExceptionGroup, match="failed: 3"):
        check_all(numbers, law, most=1)
    assert seen == [3]
    check_all([("2", 2)], law, most=1)
    check_all(numbers[4:], law)
    assert seen == [3, 4, 5, 6, 7, 8, 9]


def test_a_law_on_random_seeds_is_two_tests() -> None:
    seen: list[int] = []

    @each_seed(10)
    def law(seed: int) -> None:
        seen.append(seed)

    [mark] = law.pytestmark  # type: ignore[attr-defined]
    few, others = mark.args[1]
    assert not few.marks and [mark.name for mark in others.marks] == ["thorough"]
    law(cases=few.values[0])
    assert len(seen) == 3
    law(cases=others.values[0])
    assert sorted(seen) == list(range(10))


def test_all_cases_are_checked_by_one_law_or_another_by_default() -> None:
    numbers = {chosen(range(7), "tests.laws.test_cases", f"test_{i}", "akari") for i in range(48)}
    assert numbers == set(range(7))


def test_a_part_of_the_cases_is_chosen_by_its_key() -> None:
    every = range(100)
    some = part(every, 1 / 4, "reasons", "Akari")
    assert len(some) == 25 and some == sorted(some) == part(every, 1 / 4, "reasons", "Akari")
    assert some != part(every, 1 / 4, "cuts", "Akari")
    assert part(every, 1) == list(every) and part([], 1 / 4) == [] and part([7], 1 / 4) == [7]


def test_programs_that_tests_start_keep_compiled_modules() -> None:
    command = [sys.executable, "-c", "import sys; print(sys.dont_write_bytecode)"]
    assert subprocess.check_output(command, text=True).strip() == "False"
