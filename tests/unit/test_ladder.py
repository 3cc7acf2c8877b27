"""The stages of the hint engine: what each may call its steps, and that none of them changes the position."""

from __future__ import annotations

import re
import sys
from copy import copy
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.position import Position
from gridwright.engine.explain.steps import StageName
from gridwright.engine.solve.clock import Clock

PACKAGE = Path(gw.__file__).parent
ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
GROWING = {"viewed"}
"""Filled by the position itself, when a stage asks for views."""


def contents(position: Position) -> dict[str, Any]:
    """What a position publishes, apart from its solvers."""
    values = ((name, value) for name, value in vars(position).items() if not name.startswith("_"))
    return {name: copy(value) for name, value in values if isinstance(value, list | dict | set | int)}


@pytest.mark.parametrize("name", ["fences/oblong", "starbattle/sample", "kakuro/small", "compass/four"])
def test_stages_change_nothing_and_use_their_own_names(name: str) -> None:
    met = set[StageName]()
    with Explainer(gw.read(CASES / f"{name}.spf"), None, Clock()) as explainer:
        position = explainer.position
        while (step := explainer.step()) is not None:
            before = contents(position)
            for stage in explainer.stages:
                for found in stage.steps():
                    assert found.stage in (*stage.names, StageName.CANDIDATE)
                    met.add(found.stage)
            after = contents(position)
            for attribute in before.keys() - GROWING:
                assert after[attribute] == before[attribute], f"a stage changed Position.{attribute}"
            position.apply(step.marks)
    assert len(met) > 2


def test_the_names_of_stages_read_like_plain_strings() -> None:
    """Profiles, JSON and the repr of steps show them as they always did."""
    name = StageName.DEMAND
    assert (repr(name), str(name), f"{name}") == ("'demand'", "demand", "demand")
    assert {"demand": 1}[name] == 1


def test_the_drawing_shows_the_ladder() -> None:
    page = (ROOT / "docs" / "engine.md").read_text("utf-8")
    rungs = re.findall(r"^      (\d)  .+?  +(\w+)\.py +([a-z, ]+)$", page, re.MULTILINE)
    with Explainer(gw.read(CASES / "fences/small.spf"), None, Clock()) as explainer:
        modules = [type(stage).__module__.rpartition(".")[2] for stage in explainer.stages]
        names = [", ".join(stage.names) for stage in explainer.stages]
    assert [(module, shown) for _, module, shown in rungs] == list(zip(modules, names, strict=True))
    assert [int(number) for number, _, _ in rungs] == list(range(1, len(rungs) + 1))


@pytest.mark.parametrize(("name", "most"), [
    ("nurikabe", 29), ("masyu", 29), ("sudoku", 26), ("shikaku", 27), ("pentomino_search", 36),
])  # fmt: skip
def test_a_hint_crosses_few_modules(name: str, most: int) -> None:
    """Whoever follows how a hint is found has to open these."""
    puzzle, called = gw.read(CASES / name / "small.spf"), set[str]()
    hint = gw.hint
    hint(puzzle)  # whatever happens once only
    sys.setprofile(lambda frame, event, _: called.add(frame.f_code.co_filename) if event == "call" else None)
    try:
        hint(puzzle)
    finally:
        sys.setprofile(None)
    crossed = sorted(file for file in called if file.startswith(str(PACKAGE)))
    assert 10 < len(crossed) <= most, "\n".join(crossed)
