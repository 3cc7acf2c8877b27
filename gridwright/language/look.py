"""How the marks of a layer look, said once and drawn by every kind of picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Look:
    """How marks are drawn.

    ``kind``: ``text`` (the value itself), ``symbol`` (``glyphs`` maps values to single characters), ``shade`` (the cell
    is filled), ``line`` (through cells along links, or along edges), ``wall`` (a border on an edge), ``bridge`` (that
    many parallel lines along a link), ``join`` (the two cells of a link are one piece), ``none`` (not drawn).
    ``key`` names the puzzle's key, if it has one, whose characters stand for the numbers 1, 2, 3, ... of a text.
    """

    kind: str
    glyphs: Mapping[Any, str] = field(default_factory=dict)
    key: str = ""

    def __hash__(self) -> int:
        return hash((self.kind, tuple(self.glyphs.items()), self.key))


TEXT, SHADE, LINE, WALL, BRIDGE, JOIN, UNSEEN = (
    Look(kind) for kind in ("text", "shade", "line", "wall", "bridge", "join", "none")
)


def symbols(glyphs: Mapping[Any, str]) -> Look:
    """Each value as a character of its own."""
    return Look("symbol", dict(glyphs))


def spelt_by(key: str) -> Look:
    """The value itself, or the character that a key of the puzzle has for it."""
    return Look("text", key=key)
