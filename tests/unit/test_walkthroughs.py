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
def test_the_page_is_up_to_date(name: str) -> None:
    """The same puzzle has the same path on every platform."""
    assert "\n".join(WALKTHROUGHS.walkthrough(name)) in PAGE, "run: python docs/walkthroughs.py"
