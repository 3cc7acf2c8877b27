"""Simon Tatham's Portable Puzzle Collection: game ids with the name of the game, links with an id, and save files.

The games are dialects: each is imported when a genre names it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .dialect import Sgt

if TYPE_CHECKING:
    from .latin import Keen, Towers, Unequal
    from .lines import Bridges, Loopy, Pearl, Slant
    from .plates import Dominosa, Magnets
    from .regions import Filling, Galaxies, Rectangles
    from .shading import LightUp, Mines, Pattern, Range, Singles, Tents
    from .solo import Solo

_GAMES = {
    "Keen": "latin", "Towers": "latin", "Unequal": "latin",
    "Bridges": "lines", "Loopy": "lines", "Pearl": "lines", "Slant": "lines",
    "Dominosa": "plates", "Magnets": "plates",
    "Filling": "regions", "Galaxies": "regions", "Rectangles": "regions",
    "LightUp": "shading", "Mines": "shading", "Pattern": "shading",
    "Range": "shading", "Singles": "shading", "Tents": "shading",
    "Solo": "solo",
}  # fmt: skip
"""The module of each game."""


def __getattr__(name: str) -> Any:
    if name not in _GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_GAMES[name]}", __name__), name)


__all__ = [
    "Bridges", "Dominosa", "Filling", "Galaxies", "Keen", "LightUp", "Loopy", "Magnets", "Mines", "Pattern",
    "Pearl", "Range", "Rectangles", "Sgt", "Singles", "Slant", "Solo", "Tents", "Towers", "Unequal",
]
