"""Tests on the corpus of real puzzles; where the corpus is missing they are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.corpus import corpus_folder

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skips what cannot run here; slow tests run only when ``-m`` asks for something."""
    missing = pytest.mark.skip(reason="the corpus is not there: set GRIDWRIGHT_CORPUS to its folder")
    slow = pytest.mark.skip(reason="slow; run with -m slow")
    for item in items:
        if HERE in item.path.parents:
            if corpus_folder() is None:
                item.add_marker(missing)
            elif item.get_closest_marker("slow") and not config.option.markexpr:
                item.add_marker(slow)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The corpus's folder."""
    folder = corpus_folder()
    assert folder is not None
    return folder
