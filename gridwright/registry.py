"""Finds the genres: those of the ``genres`` folder and those that other packages offer. The only place that knows
them all."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from .language.genre import Genre

ENTRY_POINT = "gridwright.genres"
"""The entry point group by which another package offers a genre: its value names a ``Genre`` subclass."""


class UnknownGenre(LookupError):
    """No genre has that name; ``near`` lists names like it."""

    def __init__(self, name: str, near: list[str]) -> None:
        super().__init__(f"no genre is called {name!r}" + (f"; did you mean {', '.join(near)}?" if near else ""))
        self.name, self.near = name, near


def plain_name(name: str) -> str:
    """A name without case, blanks and punctuation, for comparisons."""
    return re.sub(r"[\W_]+", "", name).casefold()


class Registry:
    """All genres, found once, when first asked for."""

    @cached_property
    def genres(self) -> tuple[type[Genre], ...]:
        """Every genre, by name."""
        from importlib import metadata  # slow to import, and not needed before this

        folder = import_module(f"{__package__}.genres")
        found: dict[str, type[Genre]] = {}
        for module in iter_modules(folder.__path__, f"{folder.__name__}."):
            for thing in vars(import_module(module.name)).values():
                if isinstance(thing, type) and issubclass(thing, Genre) and thing.__module__ == module.name:
                    found[thing.__name__] = thing
        for point in metadata.entry_points(group=ENTRY_POINT):
            thing = point.load()
            if not (isinstance(thing, type) and issubclass(thing, Genre)):
                raise TypeError(f"entry point {point.name!r} of {ENTRY_POINT} gives {thing!r}, which is no Genre")
            found[thing.__name__] = thing
        return tuple(sorted((g for g in found.values() if "name" in vars(g)), key=lambda g: g.name))

    @cached_property
    def _by_name(self) -> dict[str, type[Genre]]:
        names: dict[str, type[Genre]] = {}
        for genre in self.genres:
            for name in (genre.name, *genre.aliases):
                other = names.setdefault(plain_name(name), genre)
                if other is not genre:
                    raise ValueError(f"{genre.name} and {other.name} both claim the name {name!r}")
        return names

    @cached_property
    def _by_dialect(self) -> dict[str, dict[str, list[tuple[type[Genre], Any]]]]:
        found: dict[str, dict[str, list[tuple[type[Genre], Any]]]] = {}
        for genre in self.genres:
            for dialect in genre.dialects:
                for name in dialect.names:
                    found.setdefault(dialect.format, {}).setdefault(name, []).append((genre, dialect))
        return found

    def genre(self, name: str) -> type[Genre]:
        """The genre of that name or alias, whatever its case and punctuation. Raises UnknownGenre."""
        try:
            return self._by_name[plain_name(name)]
        except KeyError:
            near = get_close_matches(plain_name(name), self._by_name, 3, 0.6)
            raise UnknownGenre(name, [self._by_name[n].name for n in near]) from None

    def dialects(self, format: str, name: str | None = None) -> list[tuple[type[Genre], Any]]:
        """The genres that have a dialect of that format (and, if given, of that name in it), each with the dialect."""
        by_name = self._by_dialect.get(format, {})
        if name is not None:
            return by_name.get(name, [])
        return list({id(dialect): (genre, dialect) for pairs in by_name.values() for genre, dialect in pairs}.values())

    def near(self, format: str, name: str) -> list[str]:
        """Names of that format's dialects that look like ``name``, best first."""
        return get_close_matches(name, self._by_dialect.get(format, {}), 3, 0.5)


REGISTRY = Registry()
