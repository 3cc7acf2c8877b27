"""Tells links, in which whole puzzles stand, from the names of files."""

from __future__ import annotations

__all__ = ["is_link"]


def is_link(text: str) -> bool:
    """Whether a text of one line is itself a puzzle in a format of links, and not the name of a file."""
    from .fpuzzles import is_fpuzzles_link
    from .sgt.format import is_id
    from .sudokupad import is_sudokupad_link

    return is_id(text) or is_fpuzzles_link(text) or is_sudokupad_link(text)
