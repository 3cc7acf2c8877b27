"""Tells links, in which whole puzzles stand, from the names of files."""

from __future__ import annotations

from .pzpr.address import is_address
from .pzpr.files import is_file_in_a_line

__all__ = ["is_link"]


def is_link(text: str) -> bool:
    """Whether a text of one line is itself a puzzle in a format of links, and not the name of a file."""
    return is_address(text) or is_file_in_a_line(text)
