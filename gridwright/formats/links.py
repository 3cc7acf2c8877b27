"""Distinguishes links that contain puzzles from file names."""

from __future__ import annotations

__all__ = ["is_link"]


def is_link(text: str) -> bool:
    """Whether a text of one line is itself a puzzle in a format of links, and not the name of a file."""
    from .fpuzzles import is_fpuzzles_link
    from .kudamono import is_kudamono_link
    from .penpa.payload import query_in
    from .pzpr.address import is_address
    from .pzpr.files import is_file_in_a_line
    from .sgt.format import is_id
    from .sudokupad import is_sudokupad_link

    told = is_address, is_file_in_a_line, is_id, is_fpuzzles_link, is_kudamono_link, is_sudokupad_link, query_in
    return any(is_one(text) for is_one in told)
