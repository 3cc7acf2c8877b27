"""How the modules of the package hang together.

No module imports itself through others, whether when it is loaded or later in a function. A program imports what it
needs and no more. Rule kinds that one genre uses live with it. Each type has a name of its own.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median

import pytest

import gridwright

ROOT = Path(gridwright.__file__).parent
TYPES_ONLY = {("gridwright.language.puzzle", "gridwright.language.genre")}
"""A puzzle names its genre, and genres are made of modules that know puzzles."""


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def parsed(name: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(MODULES[name].read_text("utf-8"))


def imported(name: str, tree: ast.Module) -> Iterator[str]:
    """The modules of the package that a module imports anywhere."""
    package = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(tree):
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
    tree = ast.parse("from .jobs import x\ndef f():\n    from ..formats import reading")
    assert set(imported(name, tree)) == {"gridwright.cli.jobs", "gridwright.formats.reading"}


def test_no_circles_between_modules() -> None:
    graph = {name: set(imported(name, parsed(name))) - {name} for name in MODULES}
    assert len(graph) > 200
    for name, other in TYPES_ONLY:
        graph[name].remove(other)
    assert knots(graph) == []


def test_imports_for_types_only_are_few() -> None:
    """They would hide circles, and make modules hard to move."""
    hidden = {name for name, path in MODULES.items() if "\nif TYPE_CHECKING" in path.read_text("utf-8")}
    assert hidden == {
        "gridwright",  # its names are imported when they are first used
        "gridwright.language.puzzle",  # see above
        "gridwright.logic.expr",  # array[int] cannot be written before Python 3.12
        "gridwright.play.jobs",  # browsers, where the page also runs, have no processes
    }


# -- what is imported when --------------------------------------------------------------------------------------------

LINK = "https://puzz.link/p?hitori/3/3/121231312"
LANGUAGE = {"gridwright.language", "gridwright.logic", "gridwright.board", "gridwright.hooks"}
STARTS = {
    "import gridwright": {"gridwright.hooks", "gridwright.logic.later"},
    "import gridwright.cli as cli; cli.main(['--help'], standalone_mode=False)": {
        "gridwright.hooks", "gridwright.logic.later", "gridwright.cli", "gridwright.formats.errors",
    },
    f"import gridwright as gw; gw.read({LINK!r})": {
        *LANGUAGE, "gridwright.api", "gridwright.engine.solve.clock", "gridwright.formats", "gridwright.genres.hitori",
        "gridwright.genres._index", "gridwright.laying", "gridwright.registry", "gridwright.rules",
    },
}
"""Programs, and the modules and packages that they may import."""
SLOW = {
    "asyncio", "concurrent", "difflib", "hashlib", "importlib.metadata", "json", "logging", "multiprocessing",
    "pathlib", "rich", "sqlite3", "urllib.parse",
}
"""Modules that take long to import, and that none of these programs needs."""


def modules_after(program: str) -> set[str]:
    """The modules that are imported at the end of a program."""
    code = f"import sys\n{program}\nprint(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-c", code], text=True).splitlines()[-1].split())


def is_within(name: str, places: Collection[str]) -> bool:
    """Whether a module is one of some modules, or in one of some packages."""
    return any(f"{name}.".startswith(f"{place}.") for place in places)


@pytest.mark.parametrize("program", STARTS)
def test_a_program_imports_what_it_needs(program: str) -> None:
    found = modules_after(program)
    modules = {name for name in found & MODULES.keys() if MODULES[name].name != "__init__.py"}
    assert modules and {name for name in modules if not is_within(name, STARTS[program])} == set()
    assert found & SLOW == set()


def test_a_link_is_read_by_its_format_only() -> None:
    found = [name.split(".") for name in modules_after(f"import gridwright as gw; gw.read({LINK!r})")]
    assert {name[2] for name in found if name[:2] == ["gridwright", "formats"] and len(name) > 2} == {
        "dialect", "errors", "layout", "plain_text", "pzpr", "reading", "roles", "sources", "spf",
    }


def test_all_names_of_the_package_are_found() -> None:
    assert dir(gridwright) == sorted({*gridwright.__all__, "__version__"})
    found: dict[str, object] = {}
    exec("from gridwright import *", found)
    assert set(gridwright.__all__) <= found.keys()
    with pytest.raises(AttributeError, match="module 'gridwright' has no attribute 'slove'"):
        _ = gridwright.slove


# -- rule kinds -------------------------------------------------------------------------------------------------------

RULES, GENRES = "gridwright.rules", "gridwright.genres"
EXAMPLE = "gridwright.rules.body_sums"
"""The example of the guide, which no built-in genre uses."""


def exported() -> dict[str, str]:
    """The module that each name of the package of rule kinds comes from."""
    found: dict[str, str] = {}
    for node in parsed(RULES).body:
        if isinstance(node, ast.ImportFrom):
            found.update((alias.name, f"{RULES}.{node.module}") for alias in node.names)
    return found


def families() -> dict[str, str]:
    """For each genre's module the genre that it is a variant of; for other genres itself."""
    bases = ((genre.__module__, [base for base in genre.__mro__ if issubclass(base, gridwright.Genre)][-2])
             for genre in gridwright.known_genres())
    return {module: base.__name__ for module, base in bases}


def rules_used(name: str) -> set[str]:
    """The modules of rule kinds that a module of a genre imports."""
    owner, found = exported(), set[str]()
    for node in ast.walk(parsed(name)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rules" and node.level > 1:
            module = f"gridwright.{node.module}"
            found.update(owner[alias.name] if module == RULES else module for alias in node.names)
    return found


def test_shared_rule_kinds_have_several_genres() -> None:
    """A kind that serves one genre, with its variants, belongs into the folder of that genre."""
    users: dict[str, set[str]] = {name: set() for name in MODULES if name.startswith(f"{RULES}.")}
    family = families()
    for name in MODULES:
        if name.startswith(f"{GENRES}.") and not name.startswith(f"{GENRES}._"):
            for module in rules_used(name):
                users[module].add(family[".".join(name.split(".")[:3])])
    imports = {name: users.keys() & set(imported(name, parsed(name))) for name in users}
    for _ in users:  # a kind also serves the genres of the kinds that import it
        for name, others in imports.items():
            for other in others:
                users[other] |= users[name]
    del users[EXAMPLE]
    assert {name: sorted(some) for name, some in users.items() if len(some) < 2} == {}


def test_genres_are_short_and_come_first() -> None:
    lengths, starts = [], []
    for genre in gridwright.known_genres():
        text = MODULES[genre.__module__].read_text("utf-8")
        own = next(node for node in parsed(genre.__module__).body
                   if isinstance(node, ast.ClassDef) and node.name == genre.__name__)
        lengths.append(len(range(own.lineno, (own.end_lineno or 0) + 1)))
        starts.append(own.lineno / len(text.splitlines()))
    assert median(lengths) <= 55
    assert median(starts) <= 1 / 3


# -- names ------------------------------------------------------------------------------------------------------------

PLAIN = {"Any", "bool", "bytes", "float", "int", "object", "str"}


def types_defined(tree: ast.Module) -> Iterator[str]:
    """The classes of a module, also inner ones, and its type aliases. ``A = B`` is another name of B, no definition."""
    yield from (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if re.match(r"_?[A-Z]+[a-z]", name):
                if not isinstance(value, ast.Constant) and (not isinstance(value, ast.Name) or value.id in PLAIN):
                    yield name


def test_types_are_found() -> None:
    text = "class A:\n    class B: ...\nif C:\n    Pair = tuple[int, int]\nNode = int\nX: TypeAlias = A\nY = 3\nZ = A"
    assert sorted(types_defined(ast.parse(text))) == ["A", "B", "Node", "Pair", "X"]


def test_no_type_name_is_defined_twice() -> None:
    homes: dict[str, list[str]] = {}
    for module in MODULES:
        for name in types_defined(parsed(module)):
            homes.setdefault(name, []).append(module)
    assert len(homes) > 500
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}
