"""Writes the table of licences.md: every package that Gridwright or an extra needs, by its installed metadata.

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
    "colorama": "BSD-3-Clause", "grimp": "BSD-2-Clause", "import-linter": "BSD-2-Clause", "jinja2": "BSD-3-Clause",
    "partd": "BSD-3-Clause", "reportlab": "BSD-3-Clause", "resvg-py": "MIT", "zict": "BSD-3-Clause",
}  # fmt: skip
"""Licences of packages whose metadata do not name them, or not exactly; read from the texts that they contain."""
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0", "BSD License": "BSD", "ISC License (ISCL)": "ISC", "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0", "Python Software Foundation License": "PSF-2.0",
}  # fmt: skip
SPDX = re.compile(r"MIT|ISC|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|PSF-2\.0")
"""What the older field ``License`` may hold besides names in words and whole texts."""


class NotInstalled(Exception):
    """A required package is missing."""


def direct() -> dict[str, list[Requirement]]:
    """The requirements of pyproject.toml: those of Gridwright itself, and those of each extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {ALWAYS: project["dependencies"], **project["optional-dependencies"]}
    return {name: list(map(Requirement, own)) for name, own in groups.items()}


def licence_of(name: str) -> str:
    """The licence of an installed package, as an SPDX expression if it is known exactly. Raises NotInstalled."""
    told = _installed(name).metadata
    stated = told.get("License") or ""
    classifiers = [value.rpartition(" :: ")[2] for value in told.get_all("Classifier", []) if "License ::" in value]
    known = [CLASSIFIERS[value] for value in classifiers if value in CLASSIFIERS]
    found = (
        BY_HAND.get(canonicalize_name(name)) or told.get("License-Expression")
        or (stated if SPDX.fullmatch(stated) else "") or " OR ".join(known) or stated.split("\n")[0]
    )  # fmt: skip
    if not found:
        raise ValueError(f"{name}: the metadata name no licence; add the package to BY_HAND")
    return found


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise NotInstalled(f"{name} is not installed: pip install '.[play,cluster,docs,test]'") from None


def requirements_of(requirement: Requirement) -> Iterator[Requirement]:
    """What an installed package requires on some platform, with the extras that are asked for. Raises NotInstalled."""
    for line in _installed(requirement.name).requires or ():
        found = Requirement(line)
        if found.marker is None or any(
            found.marker.evaluate({"extra": extra, "platform_system": system, "sys_platform": platform})
            for extra in ("", *requirement.extras) for system, platform in PLATFORMS
        ):  # fmt: skip
            yield found


def rows() -> list[tuple[str, str, str, str]]:
    """Each package with its licence, what needs it, and the packages through which it is needed."""
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
            for found in requirements_of(requirement):
                step = str(found), name
                if step not in seen:
                    seen.add(step)
                    queue.append((found, names[name]))
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
    """The page with the table as it is now."""
    marks = r"(<!-- packages: .*? -->\n).*?(<!-- end of packages -->)"
    return re.sub(marks, lambda found: f"{found[1]}{table()}\n{found[2]}", page, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(filled_in(PAGE.read_text("utf-8")), "utf-8")
