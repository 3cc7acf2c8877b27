"""What the tests share: laws on many cases name each case that fails; programs that are started begin fast."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from ..grouped import check_all, each_case_of

PATHS = [Path("cases/akari/large.spf"), Path("cases/akari/small.spf"), Path("cases/cave/small.spf")]


def test_all_failures_are_told_with_their_names() -> None:
    seen = []

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


def test_a_law_is_a_test_for_each_folder() -> None:
    seen = []

    @each_case_of(PATHS)
    def law(path: Path, width: int) -> None:
        seen.append((path, width))

    assert list(inspect.signature(law).parameters) == ["folder", "width"]
    law(folder="akari", width=40)
    assert seen == [(path, 40) for path in PATHS[:2]]
    assert [mark.args for mark in law.pytestmark] == [("folder", ["akari", "cave"])]  # type: ignore[attr-defined]


def test_programs_that_tests_start_keep_compiled_modules() -> None:
    command = [sys.executable, "-c", "import sys; print(sys.dont_write_bytecode)"]
    assert subprocess.check_output(command, text=True).strip() == "False"
