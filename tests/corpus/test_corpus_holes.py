"""Records of janko.at whose grids of regions have missing cells, written as texts of puzzlekit."""

from __future__ import annotations

from pathlib import Path

import pytest

import gridwright as gw
from research.corpus import records

MISSING = "@"
OUTSIDE = ("col_plus", "col_minus", "row_plus", "row_minus")


@pytest.mark.parametrize(("genre", "layer", "shaded"), [
    ("LITS", "shade", "LITS"), ("Starbattle", "star", "*"), ("Magnets", "pole", ""),
])  # fmt: skip
def test_missing_cells_of_regions(corpus: Path, genre: str, layer: str, shaded: str) -> None:
    """The stored answers are right, and the only ones."""
    found = 0
    for record in records(corpus / "janko" / f"{genre.lower()}.jsonl"):
        cells = [cell for row in record["regions"] or () for cell in row]
        if MISSING not in cells or len(cells) > 200:
            continue
        found += 1
        size = [str(record[key]) for key in ("rows", "cols", "stars") if key in record]
        rows = [size, *(record[key] for key in OUTSIDE if key in record), *record["regions"]]
        text = "\n".join(" ".join(row).replace(".", "-") for row in rows)
        puzzle = gw.read(text, "puzzlekit", genre=genre)
        assert gw.read(gw.write(puzzle, "puzzlekit"), "puzzlekit", genre=genre) == puzzle
        verdict = gw.solve(puzzle, timeout=20)
        assert verdict.status == "unique", record["id"]
        marks = verdict.answers[0].marks[layer]
        for cell, value in marks.items():
            stored = record["solution"][cell.y // 2][cell.x // 2]
            assert value == (stored in shaded if shaded else stored), (record["id"], cell)
    assert found
