"""Writes the page with solutions step by step: ``python docs/walkthroughs.py``.

The puzzles are samples of the Standard Puzzle Format.
"""

from __future__ import annotations

from pathlib import Path

import gridwright as gw

DOCS = Path(__file__).parent
SAMPLES = DOCS.parent / "tests" / "spf_samples"
SHOWN = (
    "fences", "heyawake", "nurikabe", "tapa", "hashi", "starbattle", "skyscrapers", "kakuro", "killer_sudoku",
    "hitori", "masyu", "galaxies",
)  # fmt: skip


def walkthrough(name: str) -> list[str]:
    """A puzzle, its steps and its answer."""
    puzzle = gw.read(SAMPLES / f"{name}.spf")
    path = gw.explain(puzzle)
    lines = [f"## {puzzle.genre.name}", "", puzzle.genre.task, "", "```text", str(puzzle), "```", ""]
    for number, step in enumerate(path, 1):
        named = f" *({step.technique})*" if step.technique else ""
        lines.append(f"{number}. {step.words}{named}")
    return [*lines, "", "```text", str(gw.solve(puzzle).answers[0]), "```", ""]


def page() -> str:
    """The whole page."""
    head = [
        "# Solutions step by step", "",
        "Puzzles of twelve genres with every step to the answer, as `gridwright explain` tells them. No step was",
        "written for a genre: they follow from the rules. Cells are named by row and column: `r2c3` is the third cell",
        "of the second row, and `r2c3-r2c4` is the edge between two cells, or the line that joins them.", "",
        "Written by `python docs/walkthroughs.py`.", "",
    ]  # fmt: skip
    return "\n".join([*head, *(line for name in SHOWN for line in walkthrough(name))])


if __name__ == "__main__":
    (DOCS / "walkthroughs.md").write_text(page(), encoding="utf-8")
