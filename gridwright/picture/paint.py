"""What shapes are painted with: colours for white paper, widths in board units.

Nothing is told by colour alone. Clues are black and bold; answers are blue, upright and light; filled cells are a
tone that stays apart from white and black in greyscale; faults are red and drawn as dashed frames. Blue and red of this
kind stay apart for the colour-blind.
"""

from __future__ import annotations

from dataclasses import dataclass

Colour = str
"""``#rrggbb``."""

BRIGHT: dict[str, Colour] = {
    "ink": "#000000", "paper": "#ffffff", "faint": "#8c8c8c", "tint": "#d2d2d2", "dim": "#6b6b6b",
    "answer": "#0a4fa0", "water": "#8fb4e0", "wrong": "#c8102e", "fresh": "#1a7f37",
    "one": "#f6dcc4", "two": "#d3e6f5", "three": "#dcefd2", "four": "#ece0f2", "five": "#faf0c0",
}  # fmt: skip


@dataclass(frozen=True)
class Paint:
    """Fill and stroke by names of colours (empty: none); width and dashes in board units; whether text is bold."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()
    bold: bool = False


PAINTS: dict[str, Paint] = {
    "page": Paint(fill="paper"),
    "grid": Paint(stroke="faint", width=0.02),
    "count": Paint(stroke="ink", width=0.035),
    "dashes": Paint(stroke="faint", width=0.02, dash=(0.08, 0.07)),
    "frame": Paint(stroke="ink", width=0.06),
    "dot": Paint(fill="ink"),
    "ground": Paint(fill="paper"),
    "tint": Paint(fill="tint"),
    "block": Paint(fill="ink"),
    "region-1": Paint(fill="one"),
    "region-2": Paint(fill="two"),
    "region-3": Paint(fill="three"),
    "region-4": Paint(fill="four"),
    "region-5": Paint(fill="five"),
    "cage": Paint(stroke="ink", width=0.028, dash=(0.09, 0.06)),
    "wall": Paint(stroke="ink", width=0.09),
    "line": Paint(stroke="ink", width=0.13),
    "beam": Paint(stroke="ink", width=0.06),
    "thin": Paint(stroke="ink", width=0.04),
    "bar": Paint(stroke="ink", width=0.15),
    "halo": Paint(stroke="paper", width=0.27),
    "pipe": Paint(stroke="dim", width=0.3),
    "bulb": Paint(fill="dim"),
    "ink": Paint(fill="ink"),
    "dim": Paint(fill="dim"),
    "ring": Paint(fill="paper", stroke="ink", width=0.045),
    "capsule": Paint(fill="tint", stroke="ink", width=0.06),
    "card": Paint(stroke="ink", width=0.02),
    "piece": Paint(fill="tint", stroke="ink", width=0.02),
    "text": Paint(fill="ink", bold=True),
    "note": Paint(fill="ink"),
    "light-text": Paint(fill="paper", bold=True),
    "light": Paint(stroke="paper", width=0.04),
    "answer-shade": Paint(fill="water"),
    "answer-block": Paint(fill="answer"),
    "answer-wall": Paint(stroke="answer", width=0.09),
    "answer-line": Paint(stroke="answer", width=0.12),
    "answer-beam": Paint(stroke="answer", width=0.08),
    "answer-capsule": Paint(fill="water", stroke="answer", width=0.06),
    "answer-trail": Paint(stroke="two", width=0.6),
    "answer-trail-end": Paint(fill="two"),
    "answer-thin": Paint(stroke="answer", width=0.04),
    "answer-ink": Paint(fill="answer"),
    "answer-ring": Paint(fill="paper", stroke="answer", width=0.045),
    "answer-text": Paint(fill="answer"),
    "cross": Paint(stroke="dim", width=0.03),
    "reason-ground": Paint(stroke="paper", width=0.08),
    "reason": Paint(stroke="dim", width=0.035),
    "fresh-ground": Paint(stroke="paper", width=0.14),
    "fresh": Paint(stroke="fresh", width=0.08),
    "wrong-ground": Paint(stroke="paper", width=0.14),
    "wrong": Paint(stroke="wrong", width=0.07, dash=(0.14, 0.08)),
    "wrong-mark": Paint(stroke="wrong", width=0.07),
}


def answer(paint: str, solution: bool) -> str:
    """The paint for a mark of the answer, or the one for a given mark."""
    return f"answer-{paint}" if solution and f"answer-{paint}" in PAINTS else paint
