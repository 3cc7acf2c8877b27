"""Dependencies: the bounds are the tested versions; licences and the bill of materials name each of them."""

from __future__ import annotations

import importlib.util
import json
import os
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from gridwright.engine.solve.sat import TESTED

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


# -- licences ---------------------------------------------------------------------------------------------------------


def licences() -> ModuleType:
    """The module ``docs/licences.py``."""
    spec = importlib.util.spec_from_file_location("licences", ROOT / "docs" / "licences.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def listed_packages() -> dict[str, list[str]]:
    """The rows of the page of licences by package: licence, what it is needed for, what requires it."""
    lines = (ROOT / "docs" / "licences.md").read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return {canonicalize_name(name): told for name, *told in rows[2:]}


EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
DIRECT = [("Gridwright", name) for name in DEPENDENCIES] + [
    (extra, Requirement(line).name) for extra, own in EXTRAS.items() for line in own
]


@pytest.mark.parametrize(("group", "name"), DIRECT)
def test_the_page_of_licences_has_each_direct_dependency(group: str, name: str) -> None:
    told, module = listed_packages(), licences()
    assert canonicalize_name(name) in told, "run: python docs/licences.py"
    licence, needed_for, required_by = told[canonicalize_name(name)]
    assert required_by == ""
    assert group in needed_for.split(", ") or needed_for == "Gridwright"
    try:
        assert licence == module.licence_of(name), "run: python docs/licences.py"
    except module.NotInstalled:
        pytest.skip(f"{name} is not installed")


def test_the_page_of_licences_has_what_the_dependencies_require() -> None:
    """Examples: python-sat and rich are what six and Pygments are installed for."""
    told = listed_packages()
    assert told["six"][1:] == ["Gridwright", "python-sat"]
    assert told["pygments"][1] == "Gridwright" and "rich" in told["pygments"][2].split(", ")
    assert told["mdurl"][1:] == ["Gridwright", "markdown-it-py"]
    assert all(licence and needed_for for licence, needed_for, _ in told.values())


def test_the_packages_contain_the_licences_of_the_typefaces() -> None:
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license-files"]
    found = {path.name for pattern in patterns for path in ROOT.glob(pattern)}
    assert found == {"LICENSE", "LICENSE-DejaVu.txt", "LICENSE-Liberation.txt"}


# -- the bill of materials --------------------------------------------------------------------------------------------


@pytest.mark.skipif("GRIDWRIGHT_SBOM" not in os.environ, reason="GRIDWRIGHT_SBOM names no file; .ci/run makes one")
def test_the_bill_of_materials_lists_each_runtime_dependency() -> None:
    bill = json.loads(Path(os.environ["GRIDWRIGHT_SBOM"]).read_text("utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "gridwright"
    components = {canonicalize_name(one["name"]): one for one in bill["components"]}
    own = {canonicalize_name(name): requirement for name, requirement in DEPENDENCIES.items()}
    assert own.keys() <= components.keys()
    assert all(own[name].specifier.contains(components[name]["version"], prereleases=True) for name in own)
    needed = {name for name, (_, needed_for, _) in listed_packages().items() if needed_for == "Gridwright"}
    assert components.keys() == needed, "no more than what the wheel brings along; else run: python docs/licences.py"
    root = bill["metadata"]["component"]["bom-ref"]
    (required,) = (set(one.get("dependsOn", ())) for one in bill["dependencies"] if one["ref"] == root)
    assert required == {components[name]["bom-ref"] for name in own}
