"""Tests on texts of other programs; where these are missing they are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.interchange import interchange_folder

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips what cannot run here."""
    missing = pytest.mark.skip(reason="the texts of other programs are not there: set GRIDWRIGHT_INTERCHANGE")
    for item in items if interchange_folder() is None else ():
        if HERE in item.path.parents:
            item.add_marker(missing)
