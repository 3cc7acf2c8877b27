"""Writes what follows from the genres: the README's table, the index of their names, and the JSON Schema.

Run it as ``python docs/tables.py``.
"""

from __future__ import annotations

import re
from pathlib import Path

import gridwright as gw
from gridwright.formats.json_schema import schema
from gridwright.formats.json_text import json_text
from gridwright.registry import REGISTRY

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
INDEX = ROOT / "gridwright" / "genres" / "_index.py"
SCHEMA = ROOT / "gridwright" / "formats" / "puzzle.schema.json"


def genres_table() -> str:
    """Every genre with its other names and its formats."""
    rows = ["| genre | also called | formats |", "|---|---|---|"]
    for genre in gw.known_genres():
        formats = sorted({dialect.format for dialect in genre.dialects})
        rows.append(f"| {genre.name} | {', '.join(genre.aliases)} | {', '.join(formats)} |")
    return "\n".join(rows)


def filled_in(text: str) -> str:
    """The README with its table as it is now."""
    marks = r"(<!-- genres: .*? -->\n).*?(<!-- end of genres -->)"
    return re.sub(marks, lambda m: f"{m[1]}{genres_table()}\n{m[2]}", text, flags=re.DOTALL)


if __name__ == "__main__":
    INDEX.write_text(REGISTRY.index_text(), encoding="utf-8")
    SCHEMA.write_text(json_text(schema(gw.known_genres())) + "\n", encoding="utf-8")
    README.write_text(filled_in(README.read_text(encoding="utf-8")), encoding="utf-8")
