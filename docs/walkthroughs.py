"""Writes the page with solutions step by step, and its pictures: ``python docs/walkthroughs.py``.

The puzzles are samples of the Standard Puzzle Format, unless they look unusual.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import gridwright as gw
from gridwright.engine.explain.steps import entry
from gridwright.walkthrough import ExplainedPath

DOCS = Path(__file__).parent
SAMPLES = DOCS.parent / "tests" / "spf_samples"
PICTURES = DOCS / "pictures" / "steps"
OTHERS = {"fences": "https://puzz.link/p?slither/5/5/gc667ag778da"}
SHOWN = (
    "fences", "heyawake", "nurikabe", "tapa", "hashi", "starbattle", "skyscrapers", "kakuro", "killer_sudoku",
    "hitori", "masyu", "galaxies",
)  # fmt: skip


def walkthrough(name: str) -> list[str]:
    """A puzzle, its hardest step and its answer as pictures, and all steps in words."""
    path = path_of(name)
    genre, n = path.puzzle.genre, hardest(path.steps)
    shown = {"": "the puzzle", "-step": f"step {n}", "-solved": "the answer"}
    images = [f'<img src="pictures/steps/{name}{ending}.svg" alt="{genre.name}: {what}" width="240">'
              for ending, what in shown.items()]  # fmt: skip
    lines = [f"## {genre.name}", "", genre.task, "", *images, "",
             f"The puzzle, its hardest step ({n}), and the answer.", ""]  # fmt: skip
    for number, step in enumerate(path, 1):
        named = f" *({step.technique})*" if step.technique else ""
        lines.append(entry(number, f"{step.words}{named}"))
    return [*lines, ""]


def path_of(name: str) -> ExplainedPath:
    """The steps of a puzzle."""
    return gw.explain(gw.read(OTHERS.get(name) or SAMPLES / f"{name}.spf"))


def hardest(steps: Sequence[gw.Step]) -> int:
    """The number of the first of the steps that cost most."""
    return max(range(len(steps)), key=lambda i: steps[i].cost) + 1


def pictures(name: str) -> dict[str, str]:
    """The pictures of a puzzle as SVG, by the ends of their names."""
    path = path_of(name)
    n = hardest(path.steps)
    states = list(accumulate(path, lambda state, step: step.applied(state), initial=path.start))
    reason = {spot for part in path.steps[n - 1].because for spot in part.at}
    fresh = {mark.spot for mark in path.steps[n - 1].marks}
    return {
        "": gw.draw(path.puzzle, coordinates="r1c1").svg(),
        "-step": gw.draw(path.puzzle, states[n], reason=reason, fresh=fresh, coordinates="r1c1").svg(),
        "-solved": gw.draw(path.puzzle, states[-1], coordinates="r1c1").svg(),
    }


def page() -> str:
    """The whole page."""
    head = [
        "# Solutions step by step", "",
        "Puzzles of twelve genres with every step to the answer, as `gridwright explain` prints them. No step was",
        "written for a genre: they follow from the rules. Cells are named by row and column: `r2c3` is the third cell",
        "of the second row, and `r2c3-r2c4` is the edge between two cells, or the line that joins them. Thin frames",
        "show the reason of a step and thick ones what follows.", "",
        "Written by `python docs/walkthroughs.py`.", "",
    ]  # fmt: skip
    return "\n".join([*head, *(line for name in SHOWN for line in walkthrough(name))])


if __name__ == "__main__":
    (DOCS / "walkthroughs.md").write_text(page(), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for shown in SHOWN:
        for ending, picture in pictures(shown).items():
            (PICTURES / f"{shown}{ending}.svg").write_text(picture, encoding="utf-8")
