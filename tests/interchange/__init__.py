"""Real items of formats that puzzle people use, and published boards; where they are missing tests are skipped."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(os.environ.get("GRIDWRIGHT_INTERCHANGE") or Path(__file__).parents[3] / "shared" / "interchange")


def items(name: str) -> list[dict[str, Any]]:
    """The items of a file; skips the test where the file is missing."""
    path = FOLDER / "dev" / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"there is no {path.name}: set GRIDWRIGHT_INTERCHANGE to the folder with the real items")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def boards_of(name: str) -> list[dict[str, Any]]:
    """The published boards of a genre, by its file name; none where they are missing."""
    path = FOLDER.parent / "genres" / "dev" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
