"""The pieces that may be placed. Of the piece banks of pzprjs, only the twelve pentominoes are supported."""

from __future__ import annotations

from ..errors import WriteError
from ..roles.sheet import Sheet

PRESETS = {"p": "FILNPTUVWXYZ"}
"""Sets of pieces by their letters."""


def check_bank(sheet: Sheet, role: str) -> None:
    """Raises WriteError if the pieces are not all pentominoes."""
    pieces = sheet.numbers.get(role, PRESETS["p"])
    if "".join(sorted(pieces)) != PRESETS["p"]:
        told = "just some of the pentominoes" if pieces else "any pentominoes, each as often as one likes"
        raise WriteError(f"of pieces, only the twelve pentominoes are written, and here are {told}")
