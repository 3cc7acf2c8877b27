"""How the modules of the package hang together.

No module imports itself through others, whether when it is loaded, later in a function, or for types only. Rule kinds
that one genre uses are where one sees it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import gridwright

ROOT = Path(gridwright.__file__).parent
KNIT = frozenset(f"gridwright.language.{name}" for name in (
    "genre", "layers", "variables", "puzzle", "rules", "declaring", "validation", "forms"))
"""A genre checks itself when its class is made, and puzzles and states spell themselves in their forms, so these know
each other; they import each other in functions only, or for types."""


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


# -- rule kinds -------------------------------------------------------------------------------------------------------

KINDS = "gridwright.language.kinds"


def exported() -> dict[str, str]:
    """The module that each name of the kinds comes from."""
    found: dict[str, str] = {}
    for node in ast.parse(MODULES[KINDS].read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            found.update((alias.name, f"{KINDS}.{node.module}") for alias in node.names)
    return found


def family(genre: type[gridwright.Genre]) -> str:
    """The genre that a variant comes from; of others the genre itself."""
    return [base for base in genre.__mro__ if issubclass(base, gridwright.Genre)][-2].__name__


def test_kinds_of_one_genre_are_where_one_sees_it() -> None:
    """A kind is used by the genres that import it, and by the kinds that do."""
    owner = exported()
    users: dict[str, set[str]] = {name: set() for name in MODULES if name.startswith(f"{KINDS}.")}
    for genre in gridwright.known_genres():
        for node in ast.parse(MODULES[genre.__module__].read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("language.kinds"):
                direct = f"gridwright.{node.module}"
                for alias in node.names:
                    users[owner[alias.name] if direct == KINDS else direct].add(family(genre))
    for name in users:
        for other in imported(name, MODULES[name].read_text("utf-8")):
            if other in users and other != name:
                users[other].add(name)
    shared = {name for name, some in users.items() if len(some) > 1}
    single = {name for name in users if name.startswith(f"{KINDS}.single.")}
    assert single.isdisjoint(shared), "used by several genres: belongs beside the folder single"
    alone = {name for name, some in users.items() if len(some) == 1 and not name.endswith(".single")} - single
    assert {name for name in alone if not next(iter(users[name])).startswith(KINDS)} == set(), "belongs into single"
