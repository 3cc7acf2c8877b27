"""Tests on the corpus of real puzzles; where the corpus is missing they are skipped."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from gridwright.engine.solve import clock
from research.corpus import corpus_folder

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves these tests out of the default run, and skips what cannot run here."""
    missing = pytest.mark.skip(reason="the corpus is not there: set GRIDWRIGHT_CORPUS to its folder")
    for item in items:
        if HERE in item.path.parents:
            if not item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.thorough)
            if corpus_folder() is None:
                item.add_marker(missing)


@pytest.fixture(autouse=True)
def time_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits are in time of the processor: a busy machine decides no less."""
    monkeypatch.setattr(clock, "monotonic", process_time)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The corpus's folder."""
    folder = corpus_folder()
    assert folder is not None
    return folder
