"""The bundled fonts, and fallbacks for characters that they lack.

Liberation Sans (regular and bold) has nearly all characters, DejaVu Sans most of the rest. For others the system's
fonts are searched. A character that none of them has becomes an empty box, with a warning that names it.
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
from typing import Any, NamedTuple
from unicodedata import category

FOLDER = Path(__file__).parent / "typefaces"
REGULAR, BOLD, WIDE = "LiberationSans-Regular", "LiberationSans-Bold", "DejaVuSans"
FILES: tuple[Path, ...] = tuple(FOLDER / f"{name}.ttf" for name in (REGULAR, BOLD, WIDE))


class FontPair(NamedTuple):
    """The fonts of a document: regular and bold."""

    regular: Path
    bold: Path


USUAL = FontPair(FILES[0], FILES[1])
_SURROGATES = re.compile("[\ud800-\udfff]")
_FORBIDDEN = 0x302
"""The bits by which a font forbids embedding, or embedding a subset."""


@lru_cache(maxsize=16)
def face(path: Path, number: int = 0) -> Any:
    """Opens a font (a ``fontTools.ttLib.TTFont``)."""
    from fontTools.ttLib import TTFont

    return TTFont(path, fontNumber=number, lazy=True)


@lru_cache(maxsize=16)
def characters(path: Path) -> frozenset[int]:
    """The characters that a font has."""
    return frozenset(face(path).getBestCmap() or ())


def file_for(char: str, bold: bool, faces: FontPair = USUAL) -> Path:
    """The font for a character: the default font if it has the character or if no font has, else one that does."""
    default = faces.bold if bold else faces.regular
    code = ord(char)
    if faces is not USUAL:
        return default if code in characters(default) else file_for(char, bold)
    if code < 0x250 or code in characters(default):
        return default
    if code in characters(FILES[2]):
        return FILES[2]
    path = system_fonts().file_for(code)
    if path is None and not _is_invisible(char):
        message = f"no font has the character {char!r} (U+{code:04X}); it is drawn as an empty box"
        warnings.warn(message, MissingCharacter, stacklevel=2)
    return path or default


class MissingCharacter(UserWarning):
    """A character is drawn as an empty box because no font of the package or of the system has it."""


def check_symbols(texts: Iterable[str]) -> None:
    """Raises ValueError if symbols on a board would be indistinguishable: no font has two of them, or an emoji, so that
    they would be empty boxes."""
    chars = {char for text in texts if not text.isascii() for char in readable(text)}
    lacking = sorted(char for char in chars if ord(char) >= 0x250 and not _is_invisible(char) and not _has(char))
    if len(lacking) > 1 or any(ord(char) >= _EMOJI for char in lacking):
        names = ", ".join(f"{char} (U+{ord(char):04X})" for char in lacking[:3])
        raise ValueError(
            f"no font has the symbols {names}{' and more' if len(lacking) > 3 else ''}; install a font that does "
            "(with TrueType outlines), or draw SVG, which uses the fonts of its viewer"
        )


_EMOJI = 0x1F000
"""From here on, characters are pictograms, most of them emoji."""


def _has(char: str) -> bool:
    """Whether some font has a character."""
    code = ord(char)
    return any(code in characters(path) for path in FILES) or system_fonts().file_for(code) is not None


def _is_invisible(char: str) -> bool:
    """Whether a character is invisible: a blank, a control character, or a modifier of others."""
    return char.isspace() or category(char) in ("Cc", "Cf", "Cs", "Mn", "Zs") or char == "\ufffd"


def runs(text: str, bold: bool, faces: FontPair = USUAL) -> Iterator[tuple[Path, str]]:
    """Splits a text into pieces, each with a font that has all its characters.

    Characters that no font has become boxes (□), or are left out if they are invisible. Unpaired surrogates become
    U+FFFD.
    """
    if text.isascii() and text.isprintable():
        yield faces.bold if bold else faces.regular, text
        return
    written = (_written(char, bold, faces) for char in readable(text))
    for path, pieces in groupby(written, key=itemgetter(0)):
        piece = "".join(char for _, char in pieces)
        if piece:
            yield path, piece


def _written(char: str, bold: bool, faces: FontPair) -> tuple[Path, str]:
    """The font for a character, and what to write with it."""
    path = file_for(char, bold, faces)
    if ord(char) in characters(path):
        return path, char
    if char.isspace():
        return path, " "
    return path, "" if _is_invisible(char) else _BOX


_BOX = "□"
"""All bundled fonts have it. PDF/A does not allow a font's own box for missing characters."""


def needed(text: str, bold: bool = False) -> set[Path]:
    """The fonts that a text needs."""
    return {path for path, _ in runs(text, bold)}


def readable(text: str) -> str:
    """A text that can be encoded: unpaired surrogates become U+FFFD."""
    return _SURROGATES.sub("\ufffd", text)


# -- the fonts of the system ------------------------------------------------------------------------------------------


class FontFolders:
    """The fonts in some folders. Each is read at most once, and only while a character has not been found."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._unread = (path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*.ttf")))
        self._known: dict[int, Path] = {}

    def file_for(self, code: int) -> Path | None:
        """A font that has a character, if there is one."""
        while code not in self._known:
            path = next(self._unread, None)
            if path is None:
                return None
            for other in _usable(path):
                self._known.setdefault(other, path)
        return self._known[code]


def faces_of(regular: str, bold: str) -> FontPair:
    """The fonts in two files; an empty name stands for the regular or usual one. Raises ValueError if a font cannot be
    used."""
    usual = [*USUAL] if not regular else [Path(regular)] * 2
    found = [Path(name) if name else own for name, own in zip((regular, bold), usual, strict=True)]
    for path in found:
        if path not in USUAL and not _ASCII.issubset(_usable(path)):
            raise ValueError(f"font {path}: " + ("no such file" if not path.is_file() else
                             "it needs TrueType outlines (.ttf), all ASCII characters, and permission to embed it"))
    return USUAL if tuple(found) == USUAL else FontPair(*found)


_ASCII = frozenset(range(0x20, 0x7F))


def _usable(path: Path) -> Iterable[int]:
    """The characters of a font; none if it is damaged, has no TrueType outlines, or may not be embedded."""
    import struct

    from fontTools.ttLib import TTFont, TTLibError

    try:
        with path.open("rb") as file, TTFont(file, lazy=True) as font:  # by its path, a damaged font stays open
            if "glyf" in font and not font["OS/2"].fsType & _FORBIDDEN:
                return tuple(font.getBestCmap() or ())
    except (OSError, EOFError, TTLibError, struct.error, AssertionError, LookupError, ValueError):
        pass  # a font that cannot be read is of no use, and no fault of the puzzle
    return ()


@lru_cache(maxsize=1)
def system_fonts() -> FontFolders:
    """The fonts of this system."""
    home = Path.home()
    if sys.platform == "darwin":
        return FontFolders((home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")))
    if sys.platform == "win32":
        return FontFolders((Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",))
    user = home / ".local/share/fonts", home / ".fonts"
    return FontFolders((*user, Path("/usr/local/share/fonts"), Path("/usr/share/fonts")))
