"""Paints of shapes, with named colours and with widths in board units; themes, which define the colours.

Nothing depends on colour alone. Clues are bold; answers are lighter and their lines thinner; shaded cells of an answer
are darker than given ones, holes are hatched; faults are drawn as dashed frames.

Colours never depend on the page around a picture or on what the reader's system prefers, except in the theme ``auto``:
in many genres black and white are two different clues. ``black`` and ``white`` are such clues. They are black and white
in every theme, with an outline (``edge``) that sets them off the background.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Paint:
    """Fill and stroke by names of colours (empty: none); width and dashes in board units; whether text is bold.

    Lines are thicker, relative to cells, where cells are small, and thinner where they are large, down to ``least``
    times the width; those of a ``fixed`` paint are not.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()
    bold: bool = False
    fixed: bool = False
    least: float = 1


HUES: Mapping[str, str] = {
    "black": "#1a1a1a", "red": "#d5302a", "green": "#1f8a4c", "blue": "#2462b8", "yellow": "#f2dc3c",
    "orange": "#f0962e", "purple": "#7a3fa0", "pink": "#f29ac2", "cyan": "#6cc6e8", "brown": "#7d4f2a",
    "grey": "#767676", "lime": "#a9d04a",
}
"""Colours that answers consist of, in all themes with colours. White letters are legible on the darker half of them."""
GREYS: Mapping[str, str] = {
    "black": "#000000", "red": "#4a4a4a", "green": "#5c5c5c", "blue": "#333333", "yellow": "#f0f0f0",
    "orange": "#c4c4c4", "purple": "#404040", "pink": "#d2d2d2", "cyan": "#e2e2e2", "brown": "#666666",
    "grey": "#707070", "lime": "#b4b4b4",
}
"""The same in grey; letters distinguish them."""
PAINTS: dict[str, Paint] = {
    "page": Paint(fill="paper"),
    "grid": Paint(stroke="faint", width=0.024, least=0.5),
    "count": Paint(stroke="ink", width=0.035, least=0.5),
    "dashes": Paint(stroke="faint", width=0.024, dash=(0.08, 0.07), least=0.5),
    "frame": Paint(stroke="ink", width=0.085, least=0.6),
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
    "cage": Paint(stroke="ink", width=0.03, dash=(0.11, 0.07)),
    "badge": Paint(fill="paper", stroke="ink", width=0.02),
    "wall": Paint(stroke="ink", width=0.11, least=0.5),
    "line": Paint(stroke="ink", width=0.15, least=0.7),
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
    "dark-text": Paint(fill="black", bold=True),
    **{f"hue-{name}": Paint(fill=f"hue-{name}") for name in HUES},
    "answer-shade": Paint(fill="water"),
    "answer-tint": Paint(fill="water"),
    "answer-block": Paint(fill="deep", stroke="answer", width=0.06),
    "answer-wall": Paint(stroke="answer", width=0.087, least=0.95),
    "answer-line": Paint(stroke="answer", width=0.118, least=0.7),
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


_HUED = {f"hue-{name}": colour for name, colour in HUES.items()}

# -- themes -----------------------------------------------------------------------------------------------------------

Colour = str
"""``#rrggbb``."""

BRIGHT: Mapping[str, Colour] = {
    "ink": "#000000", "paper": "#ffffff", "black": "#000000", "white": "#ffffff", "edge": "#000000",
    "faint": "#7a7a7a", "tint": "#d2d2d2", "hatch": "#8a8a8a", "dim": "#6b6b6b",
    "answer": "#1a5cb0", "deep": "#1a5cb0", "water": "#8fb4e0", "trail": "#d3e6f5",
    "wrong": "#c8102e", "fresh": "#1a7f37", "other": "#a1470a",
    "one": "#f6dcc4", "two": "#d3e6f5", "three": "#dcefd2", "four": "#ece0f2", "five": "#faf0c0",
    **_HUED,
}  # fmt: skip
_DARK: Mapping[str, Colour] = {
    "ink": "#f0f0f0", "paper": "#1c1f24", "black": "#000000", "white": "#ffffff", "edge": "#f0f0f0",
    "faint": "#727a86", "tint": "#4d535c", "hatch": "#9aa1ac", "dim": "#a3a9b2",
    "answer": "#7db4ff", "deep": "#06264f", "water": "#2c69b8", "trail": "#26415f",
    "wrong": "#ff7b7b", "fresh": "#5fd38d", "other": "#ffb26b",
    "one": "#5a4028", "two": "#26415f", "three": "#2f4a26", "four": "#47345a", "five": "#54491c",
    **_HUED,
}  # fmt: skip
_GRAY: Mapping[str, Colour] = {
    **BRIGHT, "tint": "#dcdcdc", "answer": "#666666", "deep": "#666666", "water": "#a0a0a0", "trail": "#dcdcdc",
    "wrong": "#000000", "fresh": "#000000", "other": "#000000",
    "one": "#f4f4f4", "two": "#dcdcdc", "three": "#ebebeb", "four": "#d0d0d0", "five": "#e3e3e3",
    **{f"hue-{name}": grey for name, grey in GREYS.items()},
}  # fmt: skip
_STRONG: Mapping[str, Colour] = {
    **BRIGHT, "faint": "#595959", "tint": "#c9c9c9", "hatch": "#6b6b6b", "dim": "#404040",
    "answer": "#0045b5", "deep": "#0045b5", "water": "#7ba9e6", "trail": "#c4dcf5",
    "wrong": "#a3001b", "fresh": "#00551f", "other": "#7a3300",
    "one": "#ffd3a8", "two": "#bfe0fa", "three": "#c9efb4", "four": "#e3caf2", "five": "#fdec9c",
}  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """The colours of a picture.

    ``weight`` makes all lines thicker. Pictures of an ``opaque`` theme have a background. In SVG, the ``dark`` theme
    replaces this one if the reader's system prefers dark colours.
    """

    name: str
    colours: Mapping[str, Colour] = field(repr=False)
    weight: float = 1
    opaque: bool = True
    dark: Theme | None = field(default=None, repr=False)

    def fill(self, paint: Paint) -> Colour:
        """The colour of areas and text; empty if there is none."""
        return self.colours[paint.fill] if paint.fill else ""

    def stroke(self, paint: Paint) -> Colour:
        """The colour of lines; empty if there is none."""
        return self.colours[paint.stroke] if paint.stroke else ""

    def width(self, paint: Paint, weight: float) -> float:
        """The width of lines in board units, in a picture with lines ``weight`` times as thick as usual."""
        return paint.width if paint.fixed else paint.width * max(weight, paint.least) * self.weight


LIGHT = Theme("light", BRIGHT)
DARK = Theme("dark", _DARK)
THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        LIGHT, DARK, Theme("gray", _GRAY), Theme("high-contrast", _STRONG, weight=1.35),
        Theme("transparent", BRIGHT, opaque=False), Theme("auto", BRIGHT, dark=DARK),
    )
}  # fmt: skip
"""The themes by name."""


def theme_of(name: str) -> Theme:
    """The theme with a name. Raises ValueError for an unknown name."""
    try:
        return THEMES[name]
    except KeyError:
        raise ValueError(f"unknown theme {name!r}; the themes are {', '.join(THEMES)}") from None


def rgb(colour: Colour) -> tuple[float, float, float]:
    """Red, green and blue, each from 0 to 1."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255


def variable(colour: str) -> str:
    """The CSS variable by which a page can change a colour of the pictures on it."""
    return f"--gw-{colour}"
