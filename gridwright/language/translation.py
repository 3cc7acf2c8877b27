"""Texts in other languages than English.

An English text is the key of its translations, in catalogues of gettext. ``NAME_de.po`` beside a module ``NAME.py``,
or ``de.po`` in its folder, has the German texts of the module; ``de.po`` beside this module has those that all genres
share. The package contains them compiled (``.mo``); a ``.po`` file without that is compiled by Babel when it is read.
English reads nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

ENGLISH = "en"
spoken = ContextVar("language", default=ENGLISH)
"""The code of the language in which texts are said."""


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Sets the language of rules, hints, mistakes and diagnoses within a ``with`` block.

    Steps keep the words in which they were found.

    Raises:
        ValueError: There are no texts in that language.

    Example:
        >>> with gw.in_language("de"):
        ...     print(gw.hint(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])))
        r1c4 sieht 1, 2 und 3: Nur 4 bleibt übrig. Also: r1c4 ist 4.
    """
    token = spoken.set(known_language(code))
    try:
        yield
    finally:
        spoken.reset(token)


def current_language() -> str:
    """The code of the language in which texts are said."""
    return spoken.get()


def known_language(code: str) -> str:
    """The code, if there are texts in this language. Raises ValueError."""
    if code not in languages():
        raise ValueError(f"there are no texts in the language {code!r}; the languages are {', '.join(languages())}")
    return code


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that texts can be said in, English first."""
    from pathlib import Path

    found = {path.stem for path in Path(__file__).parent.iterdir() if path.suffix in (".po", ".mo")}
    return (ENGLISH, *sorted(found))


@cache
def translator(home: str, code: str) -> Callable[[str], str]:
    """Translates texts of a module into a language: by its catalogue, then by the common one."""
    from gettext import GNUTranslations
    from io import BytesIO

    chain = [compiled for name in dict.fromkeys((home, __name__)) if name and (compiled := catalogue(name, code))]
    first, *others = (GNUTranslations(BytesIO(data)) for data in chain)
    for other in others:
        first.add_fallback(other)
    return first.gettext


def catalogue(module: str, code: str) -> bytes:
    """The compiled catalogue of a module, or of its folder; empty if it has none."""
    from pathlib import Path

    source = getattr(sys.modules.get(module), "__file__", None)
    if source is None:
        return b""
    path = Path(source)
    for found in (path.with_name(f"{path.stem}_{code}"), path.with_name(code)):
        if (ready := found.with_suffix(".mo")).is_file():
            return ready.read_bytes()
        if (written := found.with_suffix(".po")).is_file():
            return compiled(written.read_bytes(), written.name)
    return b""


def translations(module: str, code: str) -> Mapping[str, str]:
    """The texts of a module's own catalogue with their translations, for scripts; none in English."""
    data = b"" if code == ENGLISH else catalogue(module, code)
    if not data:
        return {}
    from struct import iter_unpack, unpack_from

    n, *tables = unpack_from("=3I", data, 8)  # see "The format of GNU MO files"

    def texts(table: int) -> Iterator[str]:
        for size, start in iter_unpack("=2I", data[table : table + 8 * n]):
            yield data[start : start + size].decode()

    return {text: said for text, said in zip(*map(texts, tables), strict=True) if text}


def compiled(source: bytes, name: str) -> bytes:
    """The catalogue in a ``.po`` file, in the form that gettext reads. Raises RuntimeError without Babel."""
    from io import BytesIO

    try:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po
    except ImportError:
        raise RuntimeError(f"{name} is not compiled; to read it, pip install babel") from None
    out = BytesIO()
    write_mo(out, read_po(BytesIO(source)))
    return out.getvalue()
