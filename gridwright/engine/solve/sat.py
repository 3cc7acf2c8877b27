"""The SAT solver. Only this module uses python-sat.

MiniSat 2.2 solves what is given as clauses alone. It is level with the best in every genre measured, and its conflict
budgets hold exactly, which time budgets and Ctrl-C depend on. Where something is counted, MiniCard takes its place: the
same solver with native constraints "at most k of these literals" (Liffiton and Maglalang 2012). A count then needs no
clauses, and building a model of tents or mines takes less than half of the time.

The functions of python-sat's extension module ``pysolvers`` are called directly, because a wrapper's call per clause
costs as much as the clause. That module is private and may change with any release. Its functions are therefore tried
out once; if one is missing or does something else, the public classes of ``pysat.solvers`` are used instead.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import starmap
from typing import Any, TypeAlias

from .clock import Clock

TESTED = "1.8.dev14", "1.9.dev17"
"""The lowest and the newest version of python-sat that the tests run with."""

_SLICE = 0.05
"""Seconds of processor time that a slice of solving should take between two checks of the clock."""
_SHORTEST, _LONGEST = 100, 2_000
"""Conflict budgets that slices stay within; each slice begins anew, so it must not be too short."""
_FIRST, _GROWTH = 500, 4
"""Conflict budget of the first slices in searches that must not depend on time; later slices get ``1 / _GROWTH`` of
the conflicts so far."""

_processor_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""Browsers have one thread and no ``thread_time``."""

_Functions: TypeAlias = Mapping[str, Callable[..., Any]]
"""The functions of a solver, by their names in ``pysolvers``. All but ``new`` take the solver first."""

_NAMES = "new", "add_cl", "cbudget", "solve_lim", "propagate", "setphases", "model", "core", "del"
_COUNTING_NAMES = *_NAMES, "add_am"


class SolverUnavailable(RuntimeError):
    """The installed python-sat offers this solver neither by its private functions nor by its public classes."""

    def __init__(self, solver: str, faults: Sequence[Exception]) -> None:
        from importlib.metadata import PackageNotFoundError, version  # slow to import, and needed here only

        try:
            found = f"python-sat {version('python-sat')}"
        except PackageNotFoundError:
            found = "python-sat, which is not installed,"
        reasons = "; ".join(dict.fromkeys(map(str, faults)))
        low, high = TESTED
        super().__init__(
            f"{found} offers no usable {solver} ({reasons}); install a version that Gridwright is tested with: "
            f"pip install 'python-sat>={low},<={high}'"
        )


def _private_functions(counting: bool) -> _Functions:
    """The functions of the extension module. Raises ImportError or AttributeError if they are missing."""
    import pysolvers

    if counting:
        return {name: getattr(pysolvers, f"minicard_{name}") for name in _COUNTING_NAMES}
    return {name: getattr(pysolvers, f"minisat22_{name}") for name in _NAMES}


def _public_functions(counting: bool) -> _Functions:
    """The same functions from the public classes. Raises ImportError or AttributeError if they are missing."""
    from pysat import solvers

    kind = solvers.Minicard if counting else solvers.Minisat22

    def solve_limited(solver: Any, assumptions: list[int], *_: int) -> bool | None:
        # expect_interrupt: python-sat then leaves Ctrl-C to Python.
        found: bool | None = kind.solve_limited(solver, assumptions, expect_interrupt=True)
        return found

    def propagate(solver: Any, assumptions: list[int], *_: int) -> tuple[bool, list[int] | None]:
        found: tuple[bool, list[int] | None] = kind.propagate(solver, assumptions)
        return found

    functions = {
        "new": kind,
        "add_cl": kind.add_clause,
        "cbudget": kind.conf_budget,
        "solve_lim": solve_limited,
        "propagate": propagate,
        "setphases": kind.set_phases,
        "model": kind.get_model,
        "core": kind.get_core,
        "del": kind.delete,
    }
    return functions | {"add_am": kind.add_atmost} if counting else functions


def _try_out(functions: _Functions) -> None:
    """Solves a formula of two variables. Raises RuntimeError for a wrong result, and whatever the functions raise."""
    solver = functions["new"]()
    try:
        functions["add_cl"](solver, [1, 2])
        assumptions = [1, -2]
        if "add_am" in functions:
            functions["add_am"](solver, [1, 2], 1)
            assumptions = [1]
        functions["cbudget"](solver, 100)
        satisfied = functions["solve_lim"](solver, assumptions, 0, 0), list(functions["model"](solver))
        refuted = functions["solve_lim"](solver, [-1, -2], 0, 0), sorted(functions["core"](solver))
    finally:
        functions["del"](solver)
    if satisfied != (True, [1, -2]) or refuted != (False, [-2, -1]):
        raise RuntimeError("a formula of two variables is solved wrongly")


@cache
def _functions(counting: bool) -> _Functions:
    """The functions of MiniCard (``counting``) or MiniSat. Raises SolverUnavailable."""
    faults: list[Exception] = []
    for offered in (_private_functions, _public_functions):
        try:
            functions = offered(counting)
            _try_out(functions)
        except (ImportError, AttributeError, TypeError, RuntimeError) as fault:
            faults.append(fault)
        else:
            return functions
    raise SolverUnavailable("MiniCard" if counting else "MiniSat 2.2", faults)


def _cannot_count(_lits: Sequence[int], _k: int) -> None:
    raise TypeError("this solver has no counts")


class Sat:
    """One incremental solver; ``counting`` for one that takes ``at_most``. Raises SolverUnavailable."""

    _solver: Any = None

    def __init__(self, *, counting: bool = False) -> None:
        self._functions = _functions(counting)
        self._solver = self._functions["new"]()
        self._add = partial(self._functions["add_cl"], self._solver)
        self._add_count = partial(self._functions["add_am"], self._solver) if counting else _cannot_count
        self._conflicts = 500
        self.conflicts = 0
        """The conflicts of all slices that ended without a result."""

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Adds clauses."""
        deque(map(self._add, clauses), maxlen=0)

    def at_most(self, lits: Sequence[int], k: int) -> None:
        """Demands that at most ``k`` of the literals hold. Only counting solvers can."""
        self._add_count(lits, k)

    def add_counts(self, counts: Iterable[tuple[Sequence[int], int]]) -> None:
        """As ``at_most``, for several counts."""
        deque(starmap(self._add_count, counts), maxlen=0)

    def solve(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool:
        """Whether the clauses are satisfiable under assumptions.

        Raises TimeUp when the clock says so; learnt clauses are kept.
        """
        found = None
        while found is None:
            found = self.solve_for(clock, assumptions, None)
        return found

    def solve_for(self, clock: Clock, assumptions: Sequence[int], conflicts: int | None) -> bool | None:
        """As ``solve``, but gives up after about ``conflicts`` conflicts and returns None."""
        given = list(assumptions)
        end = None if conflicts is None else self.conflicts + conflicts
        while end is None or self.conflicts < end:
            clock.check()
            begun = _processor_time() if clock.steady is None else 0.0
            budget = clock.steady or self._conflicts
            if end is not None and clock.steady is None:
                budget = min(budget, end - self.conflicts)
            self._functions["cbudget"](self._solver, budget)
            # main_thread=0: python-sat then leaves Ctrl-C to Python, which acts on it when the slice ends.
            found = self._functions["solve_lim"](self._solver, given, 0, 0)
            if found is not None:
                return bool(found)
            clock.used()
            self.conflicts += budget
            if clock.steady is None:
                self._adapt(budget, _processor_time() - begun)
        return None

    def _adapt(self, budget: int, seconds: float) -> None:
        """Sets the budget of the next slice after one that took some time.

        Budgets double up to ``_LONGEST``, so that any machine fast enough for that finds the same answers. Only a slice
        of twice the wanted time makes the next ones shorter.
        """
        if seconds > 2 * _SLICE:
            fitting = int(budget * _SLICE / seconds)
            self._conflicts = max(fitting, min(_SHORTEST, 2 * fitting), 1)
        elif seconds < _SLICE:
            self._conflicts = max(self._conflicts, min(2 * self._conflicts, _LONGEST))

    def decide(self, clock: Clock, assumptions: Sequence[int]) -> bool:
        """As ``solve``, in slices whose lengths do not depend on time.

        So the same questions get the same assignments and cores on every machine. The slices grow, because each starts
        afresh, and a question harder than any slice would never be answered. Raises TimeUp.
        """
        given, met = list(assumptions), 0
        while True:
            clock.check()
            budget = clock.steady or max(_FIRST, met // _GROWTH)
            found = self.attempt(given, budget)
            if found is not None:
                return found
            clock.used()
            met += budget

    def attempt(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """As ``solve``, with a conflict budget; None if it does not suffice."""
        self._functions["cbudget"](self._solver, conflicts)
        found = self._functions["solve_lim"](self._solver, list(assumptions), 0, 0)
        return None if found is None else bool(found)

    def prefer(self, lits: Sequence[int]) -> None:
        """Tries these literals first when the solver has to guess their variables."""
        self._functions["setphases"](self._solver, list(lits))

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation from assumptions meets no conflict, and all literals that follow."""
        sound, lits = self._functions["propagate"](self._solver, list(assumptions), 0, 0)
        return bool(sound), lits or []

    def assignment(self) -> list[int]:
        """The last satisfying assignment, as the literals of the variables 1, 2, 3, ..."""
        return list(self._functions["model"](self._solver) or ())

    def core(self) -> list[int]:
        """Assumptions that contradict each other, after ``solve`` returned False."""
        return list(self._functions["core"](self._solver) or ())

    def begin_with(self, conflicts: int) -> None:
        """Limits the conflicts of the first slice of solving; the lengths of later ones follow from the time it
        takes."""
        self._conflicts = max(1, min(self._conflicts, conflicts))

    def close(self) -> None:
        """Frees the solver's memory. May be called twice."""
        solver, self._solver = self._solver, None
        if solver is not None:
            self._functions["del"](solver)

    def __del__(self) -> None:
        """Frees the memory, which Python does not manage, if an error came before ``close``."""
        self.close()

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
