"""The page with whole solutions says what the engine says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SPEC = importlib.util.spec_from_file_location("walkthroughs", DOCS / "walkthroughs.py")
assert SPEC is not None
assert SPEC.loader is not None
WALKTHROUGHS = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(WALKTHROUGHS)
PAGE = (DOCS / "walkthroughs.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WALKTHROUGHS.SHOWN)
def test_the_page_tells_the_steps(name: str) -> None:
    """The same puzzle has the same path on every platform."""
    steps = [line for line in WALKTHROUGHS.walkthrough(name) if line[:1].isdigit()]
    assert "\n".join(steps) in PAGE, "run: python docs/walkthroughs.py"


@pytest.mark.parametrize("name", WALKTHROUGHS.SHOWN)
def test_its_pictures_are_up_to_date(name: str) -> None:
    for ending, picture in WALKTHROUGHS.pictures(name).items():
        assert f"pictures/steps/{name}{ending}.svg" in PAGE
        file = WALKTHROUGHS.PICTURES / f"{name}{ending}.svg"
        assert picture == file.read_text(encoding="utf-8"), "run: python docs/walkthroughs.py"
