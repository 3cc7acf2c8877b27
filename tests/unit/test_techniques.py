"""Published techniques on small boards: hints find what each concludes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from research.techniques import examine

SHARED = Path(os.environ.get("GRIDWRIGHT_CORPUS", Path(__file__).parents[3] / "shared" / "corpus")).parent
BOARDS = sorted((SHARED / "techniques" / "dev").glob("*.json"))
SECONDS = 120.0

pytestmark = pytest.mark.skipif(not BOARDS, reason="the boards of published techniques are not there")


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_conclusions_are_found(path: Path) -> None:
    result = examine(path, SECONDS)
    assert result.found, result
    if json.loads(path.read_text("utf-8"))["level"] == "basic":
        assert result.demands <= result.most + 1, result
