"""Writes the table in licences.md: all packages that Gridwright or an extra needs, by their installed metadata.

    pip install '.[play,cluster,docs,test]' && python docs/licences.py
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
ALWAYS = "Gridwright"
PLATFORMS = ("Linux", "linux"), ("Windows", "win32"), ("Darwin", "darwin")
BY_HAND = {
    "alabaster": "BSD-3-Clause", "colorama": "BSD-3-Clause", "docutils": "CC-PDDC AND BSD-2-Clause",
    "grimp": "BSD-2-Clause", "import-linter": "BSD-2-Clause", "jinja2": "BSD-3-Clause", "partd": "BSD-3-Clause",
    "pydata-sphinx-theme": "BSD-3-Clause", "reportlab": "BSD-3-Clause", "resvg-py": "MIT", "segno": "BSD-3-Clause",
    "sphinxcontrib-applehelp": "BSD-2-Clause", "sphinxcontrib-devhelp": "BSD-2-Clause",
    "sphinxcontrib-htmlhelp": "BSD-2-Clause", "sphinxcontrib-jsmath": "BSD-2-Clause",
    "sphinxcontrib-qthelp": "BSD-2-Clause", "sphinxcontrib-serializinghtml": "BSD-2-Clause", "zict": "BSD-3-Clause",
}  # fmt: skip
"""Licences that packages state only in the texts they contain, and not (or not exactly) in their metadata."""
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0", "BSD License": "BSD", "ISC License (ISCL)": "ISC", "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0", "Python Software Foundation License": "PSF-2.0",
}  # fmt: skip
SPDX = re.compile(r"MIT|ISC|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|PSF-2\.0")
"""SPDX names in the older field ``License``, which may also contain other names and whole texts."""


class NotInstalled(Exception):
    """A required package is missing."""


def direct() -> dict[str, list[Requirement]]:
    """The requirements of pyproject.toml: those of Gridwright itself, and those of each extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {ALWAYS: project["dependencies"], **project["optional-dependencies"]}
    return {name: list(map(Requirement, lines)) for name, lines in groups.items()}


def licence_of(name: str) -> str:
    """The licence of an installed package, as an SPDX expression if it is known exactly. Raises NotInstalled."""
    metadata = _installed(name).metadata
    stated = metadata.get("License") or ""
    classifiers = [value.rpartition(" :: ")[2] for value in metadata.get_all("Classifier", []) if "License ::" in value]
    known = [CLASSIFIERS[value] for value in classifiers if value in CLASSIFIERS]
    licence = (
        BY_HAND.get(canonicalize_name(name)) or metadata.get("License-Expression")
        or (stated if SPDX.fullmatch(stated) else "") or " OR ".join(known) or stated.split("\n")[0]
    )  # fmt: skip
    if not licence:
        raise ValueError(f"{name}: the metadata name no licence; add the package to BY_HAND")
    return licence


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise NotInstalled(f"{name} is not installed: pip install '.[play,cluster,docs,test]'") from None


def requirements_of(requirement: Requirement) -> Iterator[Requirement]:
    """The requirements of an installed package on any platform, with the requested extras. Raises NotInstalled."""
    for line in _installed(requirement.name).requires or ():
        required = Requirement(line)
        if required.marker is None or any(
            required.marker.evaluate({"extra": extra, "platform_system": system, "sys_platform": platform})
            for extra in ("", *requirement.extras) for system, platform in PLATFORMS
        ):  # fmt: skip
            yield required


def rows() -> list[tuple[str, str, str, str]]:
    """Each package with its licence, what needs it, and the packages that require it."""
    needed_for: dict[str, dict[str, None]] = {}
    through: dict[str, set[str]] = {}
    names: dict[str, str] = {}
    for group, requirements in direct().items():
        queue = [(requirement, "") for requirement in requirements]
        seen = set[tuple[str, str]]()
        for requirement, by in queue:
            name = canonicalize_name(requirement.name)
            names.setdefault(name, _installed(requirement.name).metadata["Name"])
            needed_for.setdefault(name, {})[group] = None
            through.setdefault(name, set()).add(by)
            for further in requirements_of(requirement):
                step = str(further), name
                if step not in seen:
                    seen.add(step)
                    queue.append((further, names[name]))
    return [
        (names[name], licence_of(name), ALWAYS if ALWAYS in groups else ", ".join(groups),
         "" if "" in through[name] else ", ".join(sorted(through[name], key=str.lower)))
        for name, groups in sorted(needed_for.items(), key=lambda one: (ALWAYS not in one[1], one[0]))
    ]  # fmt: skip


def table() -> str:
    """The table in Markdown."""
    head = [("package", "licence", "needed for", "required by"), ("---",) * 4]
    return "\n".join(f"| {' | '.join(row)} |" for row in [*head, *rows()])


def filled_in(page: str) -> str:
    """The page with the current table."""
    marks = r"(<!-- packages: .*? -->\n).*?(<!-- end of packages -->)"
    return re.sub(marks, lambda part: f"{part[1]}{table()}\n{part[2]}", page, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(filled_in(PAGE.read_text("utf-8")), "utf-8")
