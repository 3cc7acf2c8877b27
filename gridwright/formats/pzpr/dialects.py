"""What a genre declares about puzz.link and pzprv3."""

from __future__ import annotations

from typing import Any

from ...language.genre import Key, Layer
from ..dialect import Dialect
from ..roles.dialect import Told


class PuzzLink(Told):
    """A genre in addresses; the first of its names is written."""

    format = "puzzlink"


class Pzprv3(Told):
    """A genre in files."""

    format = "pzprv3"


def pzpr(*names: str, **roles: Layer | Key[Any]) -> tuple[Dialect, ...]:
    """A genre's dialects in addresses and in files.

    ``names`` are those of the genre in pzprjs; the first is written in addresses, and leads to its row in
    ``games.GAMES``, which tells what roles there are: ``pzpr("slither", "slitherlink", clue=number, line=loop)``.
    """
    return PuzzLink(*names, roles=roles), Pzprv3(*names, roles=roles)
