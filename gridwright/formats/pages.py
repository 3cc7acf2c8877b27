"""Addresses of pages that hold no puzzle themselves, and what to do with them."""

from __future__ import annotations

import re

_PAGE = re.compile(
    r"(?:(?P<scheme>https?://)|www\.)?(?P<host>[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE
)
_OTHERWISE = "a link that holds the puzzle, such as one of puzz.link, Penpa+ or f-puzzles, or a file"
_ADVICE = {
    r"(?:puzz\.link|pzv\.jp|pzprxs\..*|pzplus\.tck\.mn)":
        "the address of an opened puzzle: https://puzz.link/p?NAME/COLUMNS/ROWS/...",
    r"(?:kanpen\.net|geocities\.(?:co\.)?jp|indi\.s58\.xrea\.com)":
        "a link of puzz.link; it opens this one under File, Load from URL",
    r"(?:tinyurl\.com|bit\.ly|t\.co|is\.gd|goo\.gl|t\.ly|shorturl\.at|git\.io|ogy\.de|rb\.gy|cutt\.ly|v\.gd)":
        "the full address: open the short one in a browser and copy the address of the page that appears",
    r"swaroopg92\.github\.io|opt-pan\.github\.io":
        "a link from Share there, which contains #m=edit&p=... or #m=solve&p=...",
    r"f-puzzles\.com": "a link with ?load=, from Export there",
    r"(?:.*\.)?(?:sudokupad\.app|crackingthecryptic\.com|svencodes\.com)":
        "a link with fpuz, scl or ctc, or the text at https://sudokupad.app/api/puzzle/NAME",
    r"pedros\.works": "the address of an opened puzzle, which contains ?W=...&H=...&G=...",
    r"janko\.at": "the page saved as a file",
    r"webpbn\.com": "a file from https://webpbn.com/export.cgi",
    r"chiark\.greenend\.org\.uk": "the link called Link to this puzzle by game ID there, which contains #",
}  # fmt: skip
"""What is expected instead, by the names of hosts."""


def is_page(text: str) -> bool:
    """Whether a text of one line is the address of a page: one with http, or of a known site."""
    found = _PAGE.fullmatch(text.strip())
    return found is not None and (found["scheme"] is not None or _advice(found["host"]) is not None)


def instead_of_page(text: str) -> str:
    """What is expected instead of the address of a page."""
    found = _PAGE.fullmatch(text.strip())
    return (found and _advice(found["host"])) or _OTHERWISE


def _advice(host: str) -> str | None:
    name = host.lower().removeprefix("www.")
    return next((advice for pattern, advice in _ADVICE.items() if re.fullmatch(pattern, name)), None)
