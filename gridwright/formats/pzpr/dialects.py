"""What a genre declares about puzz.link and pzprv3."""

from __future__ import annotations

from typing import Any

from ...language.layers import Key, Layer
from ..dialect import Dialect


class Told(Dialect):
    """A genre of pzprjs, and the layers and keys of our genre by the roles that they play in it."""

    def __init__(self, *names: str, roles: dict[str, Layer | Key[Any]]) -> None:
        super().__init__(*names)
        self.roles = roles

    def role_of(self, name: str) -> str:
        """The role that a layer or a key of that name plays; "" if it plays none."""
        return next((role for role, one in self.roles.items() if one.name == name), "")


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
