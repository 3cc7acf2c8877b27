"""Tests on texts of other programs; where these are missing they are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.interchange import interchange_folder

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves these tests out of the default run, and skips what cannot run here."""
    missing = pytest.mark.skip(reason="the texts of other programs are not there: set GRIDWRIGHT_INTERCHANGE")
    for item in items:
        if HERE in item.path.parents:
            if not item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.thorough)
            if interchange_folder() is None:
                item.add_marker(missing)
