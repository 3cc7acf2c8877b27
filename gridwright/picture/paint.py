"""Paints of shapes: names of colours, which a theme defines, and widths in board units.

Nothing depends on colour alone. Clues are bold; answers are lighter and their lines thinner; shaded cells of an answer
are darker than given ones, holes are hatched; faults are drawn as dashed frames.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paint:
    """Fill and stroke by names of colours (empty: none); width and dashes in board units; whether text is bold.

    Lines grow thicker in relation to cells where cells are small; those of a ``fixed`` paint do not.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()
    bold: bool = False
    fixed: bool = False


PAINTS: dict[str, Paint] = {
    "page": Paint(fill="paper"),
    "grid": Paint(stroke="faint", width=0.02),
    "count": Paint(stroke="ink", width=0.035),
    "dashes": Paint(stroke="faint", width=0.02, dash=(0.08, 0.07)),
    "frame": Paint(stroke="ink", width=0.06),
    "dot": Paint(fill="ink"),
    "ground": Paint(fill="paper"),
    "tint": Paint(fill="tint"),
    "hatch": Paint(stroke="hatch", width=0.045, fixed=True),
    "block": Paint(fill="black", stroke="edge", width=0.06),
    "region-1": Paint(fill="one"),
    "region-2": Paint(fill="two"),
    "region-3": Paint(fill="three"),
    "region-4": Paint(fill="four"),
    "region-5": Paint(fill="five"),
    "cage": Paint(stroke="ink", width=0.028, dash=(0.09, 0.06)),
    "badge": Paint(fill="paper", stroke="ink", width=0.02),
    "wall": Paint(stroke="ink", width=0.11),
    "line": Paint(stroke="ink", width=0.15),
    "bridge": Paint(stroke="ink", width=0.11, fixed=True),
    "beam": Paint(stroke="ink", width=0.06),
    "thin": Paint(stroke="ink", width=0.04),
    "bar": Paint(stroke="ink", width=0.15),
    "halo": Paint(stroke="paper", width=0.27),
    "tube-edge": Paint(stroke="ink", width=0.4, fixed=True),
    "tube": Paint(stroke="paper", width=0.32, fixed=True),
    "mercury": Paint(stroke="ink", width=0.2, fixed=True),
    "mercury-bulb": Paint(fill="ink"),
    "ink": Paint(fill="ink"),
    "dim": Paint(fill="dim"),
    "black": Paint(fill="black", stroke="edge", width=0.045),
    "white": Paint(fill="white", stroke="edge", width=0.045),
    "ring": Paint(fill="paper", stroke="ink", width=0.045),
    "capsule": Paint(fill="tint", stroke="ink", width=0.06),
    "card": Paint(fill="paper", stroke="ink", width=0.02),
    "piece": Paint(fill="tint", stroke="ink", width=0.02),
    "text": Paint(fill="ink", bold=True),
    "note": Paint(fill="ink"),
    "small": Paint(fill="ink", bold=True),
    "coordinate": Paint(fill="dim"),
    "light-text": Paint(fill="white", bold=True),
    "light-area": Paint(fill="white"),
    "light": Paint(stroke="white", width=0.04),
    "answer-shade": Paint(fill="water"),
    "answer-tint": Paint(fill="water"),
    "answer-block": Paint(fill="deep", stroke="answer", width=0.06),
    "answer-wall": Paint(stroke="answer", width=0.085),
    "answer-line": Paint(stroke="answer", width=0.1),
    "answer-bridge": Paint(stroke="answer", width=0.08, fixed=True),
    "answer-beam": Paint(stroke="answer", width=0.08),
    "answer-capsule": Paint(fill="water", stroke="answer", width=0.06),
    "answer-trail": Paint(stroke="trail", width=0.6, fixed=True),
    "answer-trail-end": Paint(fill="trail"),
    "answer-mercury": Paint(stroke="answer", width=0.2, fixed=True),
    "answer-mercury-bulb": Paint(fill="answer"),
    "answer-thin": Paint(stroke="answer", width=0.04),
    "answer-ink": Paint(fill="answer"),
    "answer-black": Paint(fill="answer", stroke="answer", width=0.045),
    "answer-white": Paint(fill="white", stroke="answer", width=0.045),
    "answer-ring": Paint(fill="paper", stroke="answer", width=0.045),
    "answer-text": Paint(fill="answer"),
    "cross": Paint(stroke="dim", width=0.03),
    "other-ground": Paint(stroke="paper", width=0.14),
    "other": Paint(stroke="other", width=0.06, dash=(0.03, 0.08)),
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
