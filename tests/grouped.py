"""Tests of many cases at once that name every case that fails.

Checking a law on one case often takes less time than pytest and pytest-xdist spend on a test. So one test checks a law
on all cases of a genre, or on all random seeds, even if some fail.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

Law = Callable[..., None]


def check_all(cases: Iterable[tuple[str, Any]], law: Callable[[Any], None]) -> None:
    """Checks a law on all cases, which are pairs of a name and a case.

    Raises an exception group of all failures, with the names. A law that does not apply to a case returns; skipping is
    a failure.
    """
    failures: list[BaseException] = []
    names = []
    for name, case in cases:
        try:
            law(case)
        except (Exception, pytest.fail.Exception, pytest.skip.Exception) as failure:
            failure.add_note(f"This is the failure of {name}.")
            failures.append(failure)
            names.append(name)
    if failures:
        raise BaseExceptionGroup(f"failed: {', '.join(names)}", failures)


def case_name(path: Path) -> str:
    """The name of the case in a file."""
    return f"{path.parent.name}-{path.stem}"


def each_case_of(paths: Sequence[Path]) -> Callable[[Law], Law]:
    """Makes a law about one file, its parameter ``path``, a test for each folder of some files.

    Other parameters of the law are fixtures and parameters of the test; all files of the folder share them.
    """
    folders: dict[str, list[tuple[str, Path]]] = {}
    for path in paths:
        folders.setdefault(path.parent.name, []).append((case_name(path), path))

    def by_folder(law: Law) -> Law:
        @wraps(law)
        def test(folder: str, **shared: Any) -> None:
            check_all(folders[folder], lambda path: law(path=path, **shared))

        own = inspect.signature(law)
        told = [part.replace(name="folder") if name == "path" else part for name, part in own.parameters.items()]
        test.__signature__ = own.replace(parameters=told)  # type: ignore[attr-defined]
        marked: Callable[..., None] = pytest.mark.parametrize("folder", list(folders))(test)
        return marked

    return by_folder


def each_seed(n: int) -> Callable[[Law], Law]:
    """Makes a law about a random seed, its parameter ``seed``, one test for the seeds from 0 to ``n`` - 1."""

    def of_all_seeds(law: Law) -> Law:
        @wraps(law)
        def test(**shared: Any) -> None:
            check_all(((f"seed {seed}", seed) for seed in range(n)), lambda seed: law(seed=seed, **shared))

        own = inspect.signature(law)
        others = [part for name, part in own.parameters.items() if name != "seed"]
        test.__signature__ = own.replace(parameters=others)  # type: ignore[attr-defined]
        return test

    return of_all_seeds
