"""The bundled fonts, and fallbacks for characters that they lack.

Liberation Sans (regular and bold) writes nearly everything, DejaVu Sans most of the rest. For other scripts the fonts
of the system are searched; only then is a character shown as an empty box, with a warning that names it.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any
from unicodedata import category

FOLDER = Path(__file__).parent / "typefaces"
REGULAR, BOLD, WIDE = "LiberationSans-Regular", "LiberationSans-Bold", "DejaVuSans"
FILES: tuple[Path, ...] = tuple(FOLDER / f"{name}.ttf" for name in (REGULAR, BOLD, WIDE))
_HALVES = re.compile("[\ud800-\udfff]")
_FORBIDDEN = 0x302
"""The bits of a font by which its maker forbids to embed it, or parts of it."""


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
    """The font for a character: the usual one, or else one that has the character, or else the usual one again."""
    usual = FILES[1] if bold else FILES[0]
    code = ord(char)
    if code < 0x250 or code in characters(usual):
        return usual
    if code in characters(FILES[2]):
        return FILES[2]
    found = system_fonts().file_for(code)
    if found is None and not _is_invisible(char):
        told = f"no typeface has the character {char!r} (U+{code:04X}); it is drawn as an empty box"
        warnings.warn(told, MissingCharacter, stacklevel=2)
    return found or usual


class MissingCharacter(UserWarning):
    """A character is drawn as an empty box, because no typeface of the package or of the system has it."""


def check_symbols(texts: Iterable[str]) -> None:
    """Raises ValueError if symbols on a board would be indistinguishable: two of them, or an emoji, would be drawn as
    empty boxes, because no font has them."""
    chars = {char for text in texts if not text.isascii() for char in readable(text)}
    lacking = sorted(char for char in chars if ord(char) >= 0x250 and not _is_invisible(char) and not _has(char))
    if len(lacking) > 1 or any(ord(char) >= _EMOJI for char in lacking):
        told = ", ".join(f"{char} (U+{ord(char):04X})" for char in lacking[:3])
        raise ValueError(
            f"no typeface has the symbols {told}{' and more' if len(lacking) > 3 else ''}; install a font that does "
            "(with TrueType outlines), or draw SVG, which is shown in the fonts of its reader"
        )


_EMOJI = 0x1F000
"""From here on characters are pictures, most of them emoji."""


def _has(char: str) -> bool:
    """Whether some typeface has a character."""
    code = ord(char)
    return any(code in characters(path) for path in FILES) or system_fonts().file_for(code) is not None


def _is_invisible(char: str) -> bool:
    """Whether a character is invisible: a blank, a control character, or a modifier of others."""
    return char.isspace() or category(char) in ("Cc", "Cf", "Cs", "Mn", "Zs") or char == "\ufffd"


def runs(text: str, bold: bool) -> Iterator[tuple[Path, str]]:
    """Splits a text into pieces that a single font can write.

    Characters that no font has become boxes (□), or are left out if they are invisible. Halves of surrogate pairs
    become U+FFFD.
    """
    if text.isascii() and text.isprintable():
        yield FILES[1] if bold else FILES[0], text
        return
    written = (_written(char, bold) for char in readable(text))
    for path, pieces in groupby(written, key=itemgetter(0)):
        piece = "".join(char for _, char in pieces)
        if piece:
            yield path, piece


def _written(char: str, bold: bool) -> tuple[Path, str]:
    """A typeface, and what to write in it for a character."""
    path = file_for(char, bold)
    if ord(char) in characters(path):
        return path, char
    if char.isspace():
        return path, " "
    return path, "" if _is_invisible(char) else _BOX


_BOX = "□"
"""Every typeface of the package has it. The box that a typeface draws by itself is not allowed in PDF/A."""


def needed(text: str, bold: bool = False) -> set[Path]:
    """The typefaces that a text needs."""
    return {path for path, _ in runs(text, bold)}


def readable(text: str) -> str:
    """A text that can be encoded: halves of surrogate pairs become U+FFFD."""
    return _HALVES.sub("\ufffd", text)


# -- the fonts of the system ------------------------------------------------------------------------------------------


class FontFolders:
    """The fonts in some folders. Each is read at most once, and only if a character has not been found yet."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._unread = (path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*.ttf")))
        self._known: dict[int, Path] = {}

    def file_for(self, code: int) -> Path | None:
        """A font that has a character, if there is one."""
        while code not in self._known:
            path = next(self._unread, None)
            if path is None:
                return None
            for found in _usable(path):
                self._known.setdefault(found, path)
        return self._known[code]


def _usable(path: Path) -> Iterable[int]:
    """The characters of a font; none if it is damaged, has no TrueType outlines, or may not be embedded."""
    import struct

    from fontTools.ttLib import TTFont, TTLibError

    try:
        with path.open("rb") as file, TTFont(file, lazy=True) as font:  # a damaged font would stay open by its path
            if "glyf" in font and not font["OS/2"].fsType & _FORBIDDEN:
                return tuple(font.getBestCmap() or ())
    except (OSError, EOFError, TTLibError, struct.error, AssertionError, LookupError, ValueError):
        pass  # what is wrong with a font of the system is not the puzzle's business
    return ()


@lru_cache(maxsize=1)
def system_fonts() -> FontFolders:
    """The fonts of this system."""
    home = Path.home()
    if sys.platform == "darwin":
        return FontFolders((home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")))
    if sys.platform == "win32":
        return FontFolders((Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",))
    own = home / ".local/share/fonts", home / ".fonts"
    return FontFolders((*own, Path("/usr/local/share/fonts"), Path("/usr/share/fonts")))
