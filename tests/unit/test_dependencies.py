"""The bounds of the dependencies and the versions that are tested are the same."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from gridwright.engine.sat import TESTED

ROOT = Path(__file__).resolve().parents[2]
DEPENDENCIES = {
    requirement.name: requirement
    for requirement in map(
        Requirement, tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    )
}


def pinned(name: str) -> dict[str, Version]:
    """The version of each package in a constraints file, which must be exact."""
    lines = (ROOT / ".ci" / f"constraints-{name}.txt").read_text("utf-8").splitlines()
    found: dict[str, Version] = {}
    for line in lines:
        if not line.startswith("#"):
            package, version = line.split("==")
            assert package not in found
            found[package] = Version(version)
    return found


def bound(requirement: Requirement, operator: str) -> Version | None:
    """The version behind an operator of a requirement."""
    found = [Version(one.version) for one in requirement.specifier if one.operator == operator]
    assert len(found) < 2
    return found[0] if found else None


def test_constraints_name_every_dependency() -> None:
    assert pinned("lowest").keys() == pinned("newest").keys() == DEPENDENCIES.keys()


@pytest.mark.parametrize("name", DEPENDENCIES)
def test_the_lowest_versions_are_those_that_are_tested(name: str) -> None:
    assert pinned("lowest")[name] == bound(DEPENDENCIES[name], ">=")


@pytest.mark.parametrize("name", DEPENDENCIES)
def test_the_newest_versions_that_are_tested_are_allowed(name: str) -> None:
    assert DEPENDENCIES[name].specifier.contains(pinned("newest")[name], prereleases=True)


def test_python_sat_is_bound_to_the_versions_that_are_tested() -> None:
    """Private functions of it are called, which any release may change."""
    assert pinned("newest")["python-sat"] == bound(DEPENDENCIES["python-sat"], "<=")
    assert (pinned("lowest")["python-sat"], pinned("newest")["python-sat"]) == tuple(map(Version, TESTED))
