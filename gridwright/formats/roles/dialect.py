"""What a genre declares about formats that keep a table of genres: which of its layers play which role there."""

from __future__ import annotations

from typing import Any

from ...language.genre import Key, Layer
from ..dialect import Dialect


class Told(Dialect):
    """A genre of such a table, and the layers and keys of our genre by the roles that they play in it."""

    def __init__(self, *names: str, roles: dict[str, Layer | Key[Any]]) -> None:
        super().__init__(*names)
        self.roles = roles

    def role_of(self, name: str) -> str:
        """The role that a layer or a key of that name plays; "" if it plays none."""
        return next((role for role, one in self.roles.items() if one.name == name), "")
