"""Puzzles in formats of other programs, with what these programs make of them. They are not part of the project.

They are looked for in ``$GRIDWRIGHT_INTERCHANGE`` or, where that is not set, in ``../shared/interchange/dev`` beside
the project; each file has a JSON object a line, with ``format``, ``genre`` (our name), ``text`` and ``expected``.
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
    """One text with what is expected of it."""

    genre: str | None
    text: str
    expected: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """A name for the item, so that lists of exceptions need not hold its text."""
        return sha256(self.text.encode()).hexdigest()[:12]


def interchange_folder() -> Path | None:
    """Where the files are, or None."""
    told = os.environ.get("GRIDWRIGHT_INTERCHANGE")
    folder = Path(told) if told else ROOT.parent / "shared" / "interchange" / "dev"
    return folder if any(folder.glob("*.jsonl")) else None


@cache
def items(name: str) -> list[Item]:
    """The items of a file; none if it is not there."""
    folder = interchange_folder()
    path = folder / f"{name}.jsonl" if folder is not None else None
    if path is None or not path.is_file():
        return []
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Item(record["genre"], record["text"], record["expected"]) for record in records]
