"""Docstrings of public names: the examples run, and every parameter of a function is described."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.registry import Registry
from gridwright.walkthrough import ExplainedPath

FUNCTIONS = {name: getattr(gw, name) for name in gw.__all__ if inspect.isroutine(getattr(gw, name))}
CLASSES = {name: getattr(gw, name) for name in gw.__all__ if inspect.isclass(getattr(gw, name))}
WITHOUT = {"BrokenGenre", "GenreError"}
"""Names without an example: it takes a mistake to see them."""


def methods(kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods of a class, inherited ones included."""
    for name, member in inspect.getmembers(kind):
        own = inspect.getattr_static(kind, name)
        if not name.startswith("_") and (inspect.isfunction(member) or inspect.ismethod(member)):
            if member.__module__.startswith("gridwright"):
                yield name, member
        elif not name.startswith("_") and isinstance(own, property):
            yield name, own


@pytest.mark.parametrize("name", [*gw.__all__, "explained"])
def test_examples_run(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("gridwright.api.REGISTRY", Registry())
    monkeypatch.chdir(tmp_path)
    thing = ExplainedPath if name == "explained" else getattr(gw, name)
    found = [one for one in doctest.DocTestFinder().find(thing, name, globs={"gw": gw}) if one.examples]
    assert found or name in WITHOUT, f"{name} has no example"
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    for one in found:
        runner.run(one, out=told.append)
    assert not told, "".join(told)


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(gw).failed == 0 < doctest.testmod(gw).attempted


def parameters(function: Any) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]


def described(doc: str, title: str = "Args") -> list[str]:
    """The names in a section of a docstring."""
    section = re.search(rf"^{title}:\n((?:    .*\n|\n)*)", doc + "\n", re.MULTILINE)
    return re.findall(r"^    (\w+): [A-Z`1]", section[1], re.MULTILINE) if section else []


ALIKE = {"generate_many": "generate", "read": "read_all"}
"""Functions whose other arguments are those of another one."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_argument_is_described(name: str) -> None:
    doc = inspect.getdoc(FUNCTIONS[name]) or ""
    told = described(doc)
    if name in ALIKE:
        assert f"``{ALIKE[name]}``" in doc and set(told) <= set(parameters(FUNCTIONS[name]))
    elif len(parameters(FUNCTIONS[name])) > 1:
        assert told == parameters(FUNCTIONS[name])
        assert re.search(r"^(Returns|Yields):\n", doc, re.MULTILINE)


@pytest.mark.parametrize("name", [name for name, kind in CLASSES.items() if is_dataclass(kind)])
def test_every_attribute_is_described(name: str) -> None:
    doc = inspect.getdoc(CLASSES[name]) or ""
    inherited = {"groups", "box", "theme", "limits", "pieces"} if name == "Picture" else set()
    assert {field.name for field in fields(CLASSES[name])} - inherited <= set(described(doc, "Attributes"))


@pytest.mark.parametrize("name", gw.__all__)
def test_summaries_are_one_sentence(name: str) -> None:
    things = [(name, getattr(gw, name)), *(methods(CLASSES[name]) if name in CLASSES else ())]
    for own, thing in things:
        summary, _, rest = (inspect.getdoc(thing) or "").partition("\n\n")
        assert summary.endswith(".") and summary[0].isupper(), f"{name}, {own}: {summary}"
        assert not rest or ". " not in summary, f"{name}, {own}: {summary}"
