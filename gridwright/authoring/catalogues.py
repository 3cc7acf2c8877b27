"""Catalogues of translations: they are made, and brought up to date, from the texts of a genre."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from ..engine.explain import texts
from ..language import translation
from ..language.genre import Genre

_WIDTH = 120


def catalogue_file(module: str, code: str) -> Path:
    """The catalogue of a module: beside it, or in its folder if that is a package."""
    path = Path(str(sys.modules[module].__file__))
    return path.with_name(f"{code}.po" if path.stem == "__init__" else f"{path.stem}_{code}.po")


def shared(code: str) -> Catalog:
    """The catalogue of texts that all genres share."""
    return _read(catalogue_file(translation.__name__, code).with_name(f"{code}.po"), code)


def updated(genre: type[Genre], code: str) -> tuple[Path, Catalog]:
    """The catalogue of a genre with all its texts, and the translations of those that it has already.

    Texts of its base and shared ones are left out, unless the genre has its own translation. Words that are only in
    the code of the genre stay.
    """
    path = catalogue_file(genre.__module__, code)
    known, common = _read(path, code), shared(code)
    found = Catalog(locale=code, header_comment="", project="gridwright", version="", fuzzy=False)
    for text in texts.texts_of(genre):
        if text.home == genre.__module__ and (text.text in known or text.text not in common):
            message = known.get(text.text)
            found.add(text.text, message.string if message else "", auto_comments=[text.about])
    literals = literals_of(home_of(path, code))
    for message in known:
        if message.id and message.id not in found and message.id in literals:
            found.add(message.id, message.string, auto_comments=["in the code"])
    return path, found


def home_of(path: Path, code: str) -> Path:
    """The module that a catalogue belongs to, or the folder of modules."""
    return path.parent if path.stem == code else path.with_name(f"{path.stem.removesuffix(f'_{code}')}.py")


def literals_of(place: Path) -> Collection[str]:
    """The strings in the code of a module, or of a folder of modules; ``{}`` stands for what is filled in."""
    files = [place] if place.is_file() else sorted(place.glob("*.py"))
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    plain = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    filled = {"".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
              for node in nodes if isinstance(node, ast.JoinedStr)}
    return plain | filled


def write(path: Path, catalogue: Catalog) -> None:
    """Writes a catalogue, with nothing in it that changes by itself."""
    out = BytesIO()
    write_po(out, catalogue, width=_WIDTH, omit_header=True, no_location=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    path.write_text(head + out.getvalue().decode(), "utf-8")


def _read(path: Path, code: str) -> Catalog:
    if not path.is_file():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)
