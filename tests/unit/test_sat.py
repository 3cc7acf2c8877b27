"""The solver stands on functions of python-sat that may change: without them, on its public classes."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pysolvers
import pytest
from pysat import solvers

import gridwright as gw
from gridwright.engine.solve import sat
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.sat import TESTED, Sat, SolverUnavailable
from gridwright.engine.solve.search import Search

KINDS = {False: "minisat22", True: "minicard"}
NAMES = [(counting, name) for counting, names in ((False, sat._NAMES), (True, sat._COUNTING_NAMES)) for name in names]
PUZZLES = {False: "nurikabe\neasy\n4 2\n2..2\n....\n", True: "akari\neasy\n4 3\n1.1.\n....\n..#.\n"}
"""A puzzle without counts, and one with."""


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Which functions are used is found out once in a process; here anew for each test."""
    sat._functions.cache_clear()
    yield
    sat._functions.cache_clear()


def without(*names: str, **others: Any) -> SimpleNamespace:
    """The extension module without some functions, and with some others instead."""
    return SimpleNamespace(**{name: f for name, f in vars(pysolvers).items() if name not in names} | others)


def private(counting: bool) -> bool:
    """Whether the functions in use are those of the extension module."""
    with Sat(counting=counting) as solver:
        return solver._functions["solve_lim"] is getattr(pysolvers, f"{KINDS[counting]}_solve_lim")


def change_public(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Takes a method from both public classes."""
    for kind in (solvers.Minisat22, solvers.Minicard):
        monkeypatch.delattr(kind, name)


@pytest.mark.parametrize("counting", [False, True])
def test_the_private_functions_are_used_where_they_are_there(counting: bool) -> None:
    assert private(counting)


@pytest.mark.parametrize(("counting", "missing"), NAMES)
def test_a_missing_function_is_replaced(monkeypatch: pytest.MonkeyPatch, counting: bool, missing: str) -> None:
    monkeypatch.setitem(sys.modules, "pysolvers", without(f"{KINDS[counting]}_{missing}"))
    assert not private(counting)
    assert private(not counting)


@pytest.mark.parametrize("counting", [False, True])
@pytest.mark.parametrize("changed", ["other arguments", "other results"])
def test_a_changed_function_is_replaced(monkeypatch: pytest.MonkeyPatch, counting: bool, changed: str) -> None:
    others: dict[str, Callable[..., Any]] = {
        "other arguments": lambda solver: None,
        "other results": lambda *_: None,
    }
    monkeypatch.setitem(sys.modules, "pysolvers", without(**{f"{KINDS[counting]}_solve_lim": others[changed]}))
    assert not private(counting)


def test_a_missing_module_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    assert not private(False) and not private(True)


@pytest.mark.parametrize("counting", [False, True])
def test_both_ways_give_the_same_answers(monkeypatch: pytest.MonkeyPatch, counting: bool) -> None:
    puzzle = gw.read(PUZZLES[counting])
    assert bool(Search(puzzle, Clock()).compiled.clauses.at_most) is counting
    answers, common = set(gw.all_answers(puzzle)), gw.common_marks(puzzle)
    assert len(answers) > 1
    sat._functions.cache_clear()
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    assert set(gw.all_answers(puzzle)) == answers
    assert gw.common_marks(puzzle) == common
    assert not private(counting)


@pytest.mark.parametrize("counting", [False, True])
@pytest.mark.parametrize("public", [False, True])
def test_a_solver(monkeypatch: pytest.MonkeyPatch, counting: bool, public: bool) -> None:
    if public:
        monkeypatch.setitem(sys.modules, "pysolvers", None)
    with Sat(counting=counting) as solver:
        assert private(counting) is not public
        solver.add([[1, 2, 3], [-1, 4]])
        if counting:
            solver.at_most([1, 2, 3], 1)
        assert solver.solve(Clock(), [1])
        model = solver.assignment()
        assert model[0] == 1 and model[3] == 4
        assert not counting or model[1:3] == [-2, -3]
        assert not solver.solve(Clock(), [-4, 1])
        assert sorted(solver.core()) == [-4, 1]
        if counting:
            assert not solver.solve(Clock(), [2, 3])
            assert sorted(solver.core()) == [2, 3]
        with pytest.raises(gw.TimeUp):
            solver.solve(Clock(timeout=0))
        solver.close()


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_is_left_to_python(monkeypatch: pytest.MonkeyPatch, public: bool) -> None:
    """It arrives while the solver works, which then ends because the function ``stop`` says so."""
    if public:
        monkeypatch.setitem(sys.modules, "pysolvers", None)
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    pigeons, holes = 12, 11
    held = [[1 + holes * p + h for h in range(holes)] for p in range(pigeons)]
    try:
        with Sat() as solver, subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -INT {os.getpid()}"]):
            solver.add(held)
            solver.add([-a[h], -b[h]] for h in range(holes) for i, a in enumerate(held) for b in held[:i])
            with pytest.raises(gw.TimeUp):
                solver.solve(Clock(timeout=60, stop=lambda: bool(heard)))
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("counting", "solver"), [(False, "MiniSat 2.2"), (True, "MiniCard")])
def test_where_both_are_missing_the_error_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, counting: bool, solver: str
) -> None:
    monkeypatch.setitem(sys.modules, "pysolvers", without(f"{KINDS[counting]}_cbudget"))
    change_public(monkeypatch, "conf_budget")
    with pytest.raises(SolverUnavailable) as caught:
        Sat(counting=counting)
    text = str(caught.value)
    assert f"offers no usable {solver} (" in text
    assert f"{KINDS[counting]}_cbudget" in text and "conf_budget" in text
    assert text.startswith("python-sat ")
    assert text.endswith(f"pip install 'python-sat>={TESTED[0]},<={TESTED[1]}'")


def test_without_python_sat_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    monkeypatch.setitem(sys.modules, "pysat", None)
    with pytest.raises(SolverUnavailable, match="offers no usable MiniSat"):
        gw.solve(gw.read(PUZZLES[False]))


@pytest.mark.thorough
def test_solvers_are_freed_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors between the making of a solver and whoever closes it left it in memory for ever."""
    made = living = 0

    def counted(name: str) -> dict[str, Any]:
        def new() -> Any:
            nonlocal made, living
            made, living = made + 1, living + 1
            return getattr(pysolvers, f"{name}_new")()

        def delete(solver: Any) -> None:
            nonlocal living
            living -= 1
            getattr(pysolvers, f"{name}_del")(solver)

        return {f"{name}_new": new, f"{name}_del": delete}

    monkeypatch.setitem(sys.modules, "pysolvers", without(**counted("minisat22"), **counted("minicard")))
    puzzle = gw.read("nurikabe\neasy\n3 2\n2.2\n...\n")
    assert gw.rate(gw.puzzle("Nurikabe", ["1 1"])).label is None
    with pytest.raises(gw.TimeUp):
        gw.hint(puzzle, timeout=0)
    gw.rate(puzzle)
    gc.collect()
    assert made > 4
    assert living == 0
