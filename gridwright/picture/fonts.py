"""The typefaces that come with the package, and what to do with characters that they lack.

Liberation Sans (regular and bold) writes nearly everything, DejaVu Sans most of the rest. For other scripts the fonts
of the system are searched; only then is a character shown as an empty box.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "typefaces"
REGULAR, BOLD, WIDE = "LiberationSans-Regular", "LiberationSans-Bold", "DejaVuSans"
FILES: tuple[Path, ...] = tuple(FOLDER / f"{name}.ttf" for name in (REGULAR, BOLD, WIDE))


@lru_cache(maxsize=16)
def face(path: Path, number: int = 0) -> Any:
    """A typeface, opened (``fontTools.ttLib.TTFont``)."""
    from fontTools.ttLib import TTFont

    return TTFont(path, fontNumber=number, lazy=True)


@lru_cache(maxsize=16)
def characters(path: Path) -> frozenset[int]:
    """The characters that a typeface has."""
    return frozenset(face(path).getBestCmap() or ())


def file_for(char: str, bold: bool) -> Path:
    """The typeface to write a character with: the usual one, else one that has it, else the usual one again."""
    usual = FILES[1] if bold else FILES[0]
    code = ord(char)
    if code < 0x250 or code in characters(usual):
        return usual
    if code in characters(FILES[2]):
        return FILES[2]
    return _elsewhere(code) or usual


def runs(text: str, bold: bool) -> Iterator[tuple[Path, str]]:
    """A text in pieces that one typeface each can write."""
    for path, chars in groupby(text, key=lambda char: file_for(char, bold)):
        yield path, "".join(chars)


def needed(text: str, bold: bool = False) -> set[Path]:
    """The typefaces that a text needs."""
    return {path for path, _ in runs(text, bold)}


# -- the fonts of the system ------------------------------------------------------------------------------------------


def _folders() -> Sequence[Path]:
    home = Path.home()
    if sys.platform == "darwin":
        return (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    if sys.platform == "win32":
        return (Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",)
    return (home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts"))


@lru_cache(maxsize=1)
def _system_files() -> tuple[Path, ...]:
    """TrueType fonts of the system: outlines of other kinds cannot be embedded everywhere."""
    return tuple(sorted(p for folder in _folders() if folder.is_dir() for p in folder.rglob("*.ttf")))


@lru_cache(maxsize=1024)
def _elsewhere(code: int) -> Path | None:
    """A font of the system that has a character; those that cannot be read are passed over."""
    from fontTools.ttLib import TTLibError

    for path in _system_files():
        try:
            if code in characters(path):
                return path
        except (OSError, TTLibError):
            continue
    return None
