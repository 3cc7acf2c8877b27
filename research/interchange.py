"""Puzzles in the formats of other programs, with the results of these programs. They are not part of the project.

Their folder is ``$GRIDWRIGHT_INTERCHANGE`` or, if that is not set, ``../shared/interchange/dev`` beside the project.
Each line of a file is a JSON object with ``format``, ``genre`` (our name), ``text`` and ``expected``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Item(NamedTuple):
    """A text with the expected result."""

    genre: str | None
    text: str
    expected: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """A name for the item in lists of exceptions."""
        return sha256(self.text.encode()).hexdigest()[:12]


def interchange_folder() -> Path | None:
    """The folder of the files, or None."""
    setting = os.environ.get("GRIDWRIGHT_INTERCHANGE")
    folder = Path(setting) if setting else ROOT.parent / "shared" / "interchange" / "dev"
    return folder if any(folder.glob("*.jsonl")) else None


@cache
def items(name: str) -> list[Item]:
    """The items of a file; none if it is missing."""
    folder = interchange_folder()
    path = folder / f"{name}.jsonl" if folder is not None else None
    if path is None or not path.is_file():
        return []
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Item(record["genre"], record["text"], record["expected"]) for record in records]
