"""Boards of other programs, of which each genre declares a notation in each format.

A notation consists of parts that read a text into a ``Sheet``, layer by layer, and write one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from ...language.genre import Genre
from ...language.genre_errors import GenreError
from ...language.layers import Key, Layer
from ..dialect import Dialect, Shelf
from ..errors import Line, shown
from .sheet import Rules

Roles = Mapping[str, Layer | Key[Any]]
"""Layers and keys by the names that they have on a sheet."""
MakeNotation = Callable[[Any, Any], Rules]
"""Makes a notation from the module with the parts of its format and the ``AskedLayers`` of the genre."""


class AskedLayers:
    """The layers and keys of a genre as attributes, and in ``asked`` the names of those that were asked for."""

    def __init__(self, genre: type[Genre]) -> None:
        self.genre = genre
        self.declared: Roles = {**genre.layers, **genre.keys}
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Layer | Key[Any]:
        if name not in self.declared:
            from difflib import get_close_matches

            caller, near = sys._getframe(1), get_close_matches(name, self.declared, 1)
            where = f"{caller.f_code.co_filename}:{caller.f_lineno}"
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise GenreError(f"{where}: genre {self.genre.__name__}: no layer or key is called {name!r}{hint}")
        self.asked.add(name)
        return self.declared[name]


class LazyDialect(Dialect):
    """A dialect whose notation is made when it is first needed, because that imports the parts of its format.

    ``make`` gets the module with these parts, and the layers of the genre, which have no names before it is complete.
    """

    def __init__(self, format: str, names: Sequence[str], parts: str, make: MakeNotation) -> None:
        """The first of the names is written. ``parts`` is the name of the module."""
        super().__init__(*names)
        self.format = format
        self._parts, self._make = parts, make
        self._made: dict[type[Genre], tuple[Any, Roles]] = {}

    def _notation(self, genre: type[Genre]) -> tuple[Any, Roles]:
        if genre not in self._made:
            layers = AskedLayers(genre)
            notation = self._make(import_module(f"gridwright.formats.{self._parts}"), layers)
            names = layers.asked.union(genre.answer_layers)
            self._made[genre] = notation, {name: one for name, one in layers.declared.items() if name in names}
        return self._made[genre]

    def notation_in(self, genre: type[Genre]) -> Any:
        """The genre's notation."""
        return self._notation(genre)[0]

    def roles_in(self, genre: type[Genre]) -> Roles:
        """The layers and keys that the notation asks for, and those of the answer, which may follow from them."""
        return self._notation(genre)[1]


def known_genre(shelf: Shelf, format: str, name: str, line: Line) -> tuple[type[Genre], LazyDialect]:
    """The genre of a name. Raises FormatError."""
    known = next(iter(shelf.dialects(format, name)), None)
    if known is None:
        near = shelf.near(format, name)
        wanted = " or ".join(near) if near else "a genre that is known in this format"
        raise line.error("no genre of this name is known", expected=wanted, found=shown(name), code="unknown-genre")
    return known


def pzpr(names: str, make: MakeNotation) -> tuple[Dialect, ...]:
    """A genre in addresses of puzz.link and files of pzprjs. ``make`` gets ``formats.pzpr.notation`` and the layers."""
    return tuple(LazyDialect(format, names.split(), "pzpr.notation", make) for format in ("puzzlink", "pzprv3"))


def penpa(names: str, make: MakeNotation) -> Dialect:
    """A genre in Penpa+: the names are tags of its links. ``make`` gets ``formats.penpa.notation`` and the layers."""
    return LazyDialect("penpa", names.split(), "penpa.notation", make)


def puzzlekit(names: str, make: MakeNotation) -> tuple[Dialect, ...]:
    """A genre in puzzlekit, and on the pages of janko.at, whose names it took over."""
    formats = ("puzzlekit", "puzzlekit-json", "janko")
    return tuple(LazyDialect(format, names.split(), "puzzlekit.notation", make) for format in formats)


def kudamono(names: str, make: MakeNotation) -> Dialect:
    """A genre in Kudamono."""
    return LazyDialect("kudamono", names.split(), "kudamono", make)


def sgt(name: str, make: MakeNotation) -> Dialect:
    """A genre in Simon Tatham's collection: the name of a game, behind which a word may tell genres of it apart."""
    return LazyDialect("sgt", [name], "sgt.notation", make)
