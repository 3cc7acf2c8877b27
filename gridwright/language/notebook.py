"""HTML for notebooks, which call ``_repr_html_`` of the last value of a cell."""

from __future__ import annotations

from html import escape


def in_html(words: str, *boards: str) -> str:
    """Words above pictures that stand side by side."""
    shown = f'<div style="display: flex; flex-wrap: wrap; gap: 1.5em">{"".join(boards)}</div>' if boards else ""
    return f'<p style="white-space: pre-line">{escape(words)}</p>{shown}'
