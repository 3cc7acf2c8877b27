"""No module imports itself through others, whether when it is loaded, later in a function, or for types only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import gridwright

ROOT = Path(gridwright.__file__).parent
KNIT = frozenset(f"gridwright.language.{name}" for name in ("genre", "rules", "declaring", "validation"))
"""A genre checks itself when its class is made, so these know each other; they import each other in functions only, or
for types."""


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


def imported(name: str, text: str) -> Iterator[str]:
    """The modules of the package that a module imports anywhere."""
    package = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield from (one for one in [inner if inner in MODULES else source] if one in MODULES)


def knots(graph: dict[str, set[str]]) -> list[str]:
    """One circle of a graph; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        return list(circle.args[1])
    return []


def test_circles_are_found() -> None:
    assert knots({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(knots({"a": {"b"}, "b": {"c"}, "c": {"b"}})) == {"b", "c"}
    name = "gridwright.cli.work"
    assert set(imported(name, "from .jobs import x\ndef f():\n    from ..formats import reading")) == {
        "gridwright.cli.jobs", "gridwright.formats.reading"}


def test_no_circles_between_modules() -> None:
    graph = {name: {one for one in imported(name, path.read_text("utf-8")) if one != name}
             for name, path in MODULES.items()}
    assert len(graph) > 200
    for name in KNIT:
        graph[name] -= KNIT
    assert knots(graph) == []
