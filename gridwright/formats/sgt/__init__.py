"""Simon Tatham's Portable Puzzle Collection: game ids with the game's name, addresses with an id, and save files."""

from .dialect import Sgt
from .games import (
    Bridges,
    Dominosa,
    Filling,
    Galaxies,
    Keen,
    LightUp,
    Loopy,
    Magnets,
    Mines,
    Pattern,
    Pearl,
    Range,
    Rectangles,
    Singles,
    Slant,
    Solo,
    Tents,
    Towers,
    Unequal,
)

__all__ = [
    "Bridges", "Dominosa", "Filling", "Galaxies", "Keen", "LightUp", "Loopy", "Magnets", "Mines", "Pattern", "Pearl",
    "Range", "Rectangles", "Sgt", "Singles", "Slant", "Solo", "Tents", "Towers", "Unequal",
]
