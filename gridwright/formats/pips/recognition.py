"""Whether a text looks like one of the pips formats, or like another one that could be taken for them."""

from __future__ import annotations

import re

from .page import unified

_LONGEST = 4 * 2**20
"""Longer texts are not looked at: the largest board with labels of some letters takes less."""
_PLAIN_TEXT = re.compile(r"(?:%.*\n)*[A-Za-z][A-Za-z ]{3,}\n.*\n[ \t]*\d+[ \t]+\d+[ \t]*(?:\n|\Z)")
_COMMENTED = re.compile(r"(?:%[^\s]*[ \t].*\n)+[A-Za-z][A-Za-z ]*\n")
_SPF_TYPE = re.compile(r"^[ \t]*/type[ \t]*\(", re.MULTILINE)
_CONSTRAINT = re.compile(r"^[ \t]*\S*[^\s:][ \t]+(?:EQ|NEQ|SUM|LT|GT|LE|GE)(?:[ \t]+-?\d+)?[ \t]*$", re.MULTILINE)
_FIRST_COUNT = re.compile(r"\A\s*\d{1,3}[ \t]*\n")
_LAST_PAIR = re.compile(r"\n[ \t]*\d+[ \t]+\d+\s*\Z")
_CONDITIONS = re.compile(r"(?:\A|\n)[ \t]*\n(?:[^\S\n]*\S[^\n]*\n){0,3}\S[ \t]+(?:[<>=]\S*|\d+)[ \t]*(?:\n|\Z)")
"""An empty line and then, perhaps after faulty ones, a line that states a condition."""
_DOMINOES = re.compile(r"\s*\S{1,3}(?!\S)")
"""What the last section begins with: a domino, or something as short."""


def looks_like_plain_text_or_spf(text: str) -> bool:
    """Whether a text begins like one of the plain-text format, or names its type like the Standard Puzzle Format."""
    text = unified(text[:_LONGEST])
    return any(p.match(text) for p in (_PLAIN_TEXT, _COMMENTED)) or _SPF_TYPE.search(text) is not None


def _last_lines(text: str) -> str:
    """The end of a text, enough to see its last line with ink: keeps the search for it short."""
    return text.rstrip()[-200:]


def looks_like_cells(text: str) -> bool:
    """Whether a text has a constraint line of the pips cells format, or its first and its last line."""
    if len(text) > _LONGEST:
        return False
    text = unified(text)
    if _CONSTRAINT.search(text):
        return True
    framed = _FIRST_COUNT.match(text) is not None and _LAST_PAIR.search(_last_lines(text)) is not None
    return framed and not _CONDITIONS.search(text)


def looks_like_board(text: str) -> bool:
    """Whether a text has a section of conditions as the pips board format writes them."""
    if len(text) > _LONGEST:
        return False
    text = unified(text)
    last = text.rstrip().rsplit("\n\n", 1)[-1]
    return _CONDITIONS.search(text) is not None and _DOMINOES.match(last) is not None and not looks_like_cells(text)


def looks_like_pips(text: str) -> bool:
    """Whether a text looks like one of the two pips formats."""
    return looks_like_cells(text) or looks_like_board(text)
