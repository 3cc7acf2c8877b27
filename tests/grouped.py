"""Tests of many cases at once that name every case that fails.

Checking a law on one case often takes less time than pytest and pytest-xdist spend on a test. So one test checks a law
on several cases of a genre, or on several random seeds, even if some fail.

The default run checks some of the cases, and the tests that are marked ``thorough`` check the others. Which case comes
first depends on the law, so that all cases are used by some law in the default run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from math import ceil, inf
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from zlib import crc32

import pytest
from hypothesis import settings

Law = Callable[..., None]
Case = TypeVar("Case")
SHARE = 1 / 4
"""The share of many similar cases that the default run checks."""


class DoesNotApply(Exception):
    """A law says nothing about a case."""


def only_if(applies: bool) -> None:
    """Ends a law about a case to which it does not apply. The default run then checks another case."""
    if not applies:
        raise DoesNotApply


def check_all(cases: Iterable[tuple[str, Any]], law: Callable[[Any], None], most: float = inf) -> None:
    """Checks a law on all cases, which are pairs of a name and a case; with ``most`` it ends when it has applied to
    that many.

    Raises an exception group of all failures, with the names. Skipping is a failure.
    """
    failures: list[BaseException] = []
    names = []
    n_checked = 0
    for name, case in cases:
        if n_checked >= most:
            break
        n_checked += 1
        try:
            law(case)
        except DoesNotApply:
            n_checked -= 1
        except (Exception, pytest.fail.Exception, pytest.skip.Exception) as failure:
            failure.add_note(f"This is the failure of {name}.")
            failures.append(failure)
            names.append(name)
    if failures:
        raise BaseExceptionGroup(f"failed: {', '.join(names)}", failures)


def thorough(*values: object, id: str | None = None) -> Any:
    """A set of parameters that the default run leaves out."""
    return pytest.param(*values, id=id, marks=pytest.mark.thorough)


in_part = pytest.mark.parametrize("share", [pytest.param(SHARE, id="part"), thorough(1, id="all")])
"""Makes a law with the parameter ``share`` two tests: by default it checks that share of its cases."""


def part(cases: Iterable[Case], share: float, *key: str) -> list[Case]:
    """A share of some cases in their order, at least one if there are any; the choice depends on the key only."""
    every = list(cases)
    kept = Random(" ".join(key)).sample(range(len(every)), ceil(share * len(every)))
    return [every[i] for i in sorted(kept)]


def some_by_default(cases: Iterable[Case], share: float, *key: str, name: Callable[[Case], str]) -> list[Any]:
    """The parameters of a law on each case, of which the default run checks only a share."""
    every = list(cases)
    first = part(range(len(every)), share, *key)
    return [pytest.param(one, id=name(one)) if i in first else thorough(one, id=name(one))
            for i, one in enumerate(every)]


def examples(n: int) -> int:
    """The number of examples that Hypothesis tries for a test with ``n``; fewer by default (see ``conftest.py``)."""
    return -(-n * settings().max_examples // 100)


def chosen(cases: Sequence[Case], *key: str) -> int:
    """The number of the case that is checked by default, which looks random and depends on the key only."""
    return crc32(" ".join(key).encode()) % len(cases)


def case_name(path: Path) -> str:
    """The name of the case in a file."""
    return f"{path.parent.name}-{path.stem}"


def each_case_of(paths: Sequence[Path]) -> Callable[[Law], Law]:
    """Makes a law about one file, its parameter ``path``, two tests for each folder of some files.

    One checks the first file to which the law applies; the other is ``thorough`` and checks all but the first file.
    Other parameters of the law are fixtures and parameters of the test; all files of a test share them.
    """
    folders: dict[str, list[tuple[str, Path]]] = {}
    for path in paths:
        folders.setdefault(path.parent.name, []).append((case_name(path), path))

    def by_folder(law: Law) -> Law:
        @wraps(law)
        def test(cases: Sequence[tuple[str, Path]], most: float, **shared: Any) -> None:
            check_all(cases, lambda path: law(path=path, **shared), most)

        own = inspect.signature(law)
        told = [part for part in own.parameters.values() if part.name != "path"]
        told[:0] = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("cases", "most")]
        test.__signature__ = own.replace(parameters=told)  # type: ignore[attr-defined]
        sets = []
        for folder, cases in folders.items():
            i = chosen(cases, law.__module__, law.__name__, folder)
            turned = [*cases[i:], *cases[:i]]
            sets.append(pytest.param(turned, 1, id=folder))
            if len(cases) > 1:
                sets.append(thorough(turned[1:], inf, id=f"{folder}-others"))
        marked: Callable[..., None] = pytest.mark.parametrize(("cases", "most"), sets)(test)
        return marked

    return by_folder


def each_of(parameter: str, cases: Sequence[tuple[str, Any]]) -> Callable[[Law], Law]:
    """Makes a law about a case, its parameter of this name, two tests for some named cases.

    One checks a share of them; the other is ``thorough`` and checks the rest.
    """

    def of_some(law: Law) -> Law:
        @wraps(law)
        def test(cases: Sequence[tuple[str, Any]], **shared: Any) -> None:
            check_all(cases, lambda case: law(**{parameter: case}, **shared))

        own = inspect.signature(law)
        told = [one.replace(name="cases") if one.name == parameter else one for one in own.parameters.values()]
        test.__signature__ = own.replace(parameters=told)  # type: ignore[attr-defined]
        first = part(cases, SHARE, law.__module__, law.__name__)
        names = {name for name, _ in first}
        sets = [pytest.param(first, id="some"), thorough([one for one in cases if one[0] not in names], id="others")]
        marked: Callable[..., None] = pytest.mark.parametrize("cases", sets)(test)
        return marked

    return of_some


def each_seed(n: int) -> Callable[[Law], Law]:
    """Makes a law about a random seed, its parameter ``seed``, two tests for the seeds from 0 to ``n`` - 1."""
    return each_of("seed", [(f"seed {seed}", seed) for seed in range(n)])
