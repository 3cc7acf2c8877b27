"""What holds for all tests: slow ones run only when they are asked for."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skips slow tests unless ``-m`` asks for something."""
    slow = pytest.mark.skip(reason="slow; run with -m slow")
    for item in items:
        if item.get_closest_marker("slow") and not config.option.markexpr:
            item.add_marker(slow)
