"""Finds the genres in the ``genres`` folder and those of other packages.

Importing them all takes much longer than solving most puzzles, so an index says which file contains a name. It is
generated (``python docs/tables.py``), and only a hint: files that are missing in it are imported, its answers are
checked with the genre itself, and if it does not help, all genres are searched. So a new genre is one file, with or
without its line in the index.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import astuple
from functools import cached_property, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from .formats.dialect import LazyFormat
from .genres._index import INDEX
from .language.genre import Genre
from .language.genre_errors import GenreError, in_short, not_loaded

ENTRY_POINT = "gridwright.genres"
"""The entry point group by which another package offers a genre: its value names a ``Genre`` subclass."""
Index = Mapping[str, tuple[tuple[Any, ...], ...]]
_FOLDER = f"{__package__}.genres"


class BrokenGenre(UserWarning):
    """The warning that a genre of another package could not be loaded, and is left out."""


class UnknownGenre(LookupError):
    """There is no genre of that name.

    Attributes:
        name: The name.
        near: Similar names.

    Example:
        >>> gw.genre("sudku")
        Traceback (most recent call last):
        gridwright.registry.UnknownGenre: no genre is called 'sudku'; did you mean Sudoku, Killer-Sudoku?
    """

    def __init__(self, name: str, near: list[str]) -> None:
        hint = f"did you mean {', '.join(near)}?" if near else "'gridwright genres' lists them"
        super().__init__(f"no genre is called {name!r}; {hint}")
        self.name, self.near = name, near


@lru_cache(maxsize=1024)
def plain_name(name: str) -> str:
    """A name without case, blanks and punctuation, for comparisons. A plus sign is read as the word ``plus``."""
    return re.sub(r"[\W_]+", "", name.replace("+", "plus")).casefold()


class GenreEntry(NamedTuple):
    """What a user may want to know of a genre before it is imported.

    ``formats`` has its names in each format, ``brings`` the parts of each ``LazyFormat`` that it brings along.
    """

    name: str
    aliases: tuple[str, ...]
    formats: Mapping[str, tuple[str, ...]]
    brings: tuple[tuple[Any, ...], ...] = ()

    @staticmethod
    def of(genre: type[Genre]) -> GenreEntry:
        """A genre's entry."""
        formats: dict[str, dict[str, None]] = {}
        for dialect in genre.dialects:
            formats.setdefault(dialect.format, {}).update(dict.fromkeys(dialect.names))
        told = {name: tuple(names) for name, names in formats.items()}
        brings = tuple(astuple(dialect.brings) for dialect in genre.dialects if dialect.brings is not None)
        return GenreEntry(genre.name, tuple(genre.aliases), told, brings)

    def is_called(self, plain: str) -> bool:
        """Whether that is its name or an alias, case and punctuation aside."""
        return plain in map(plain_name, (self.name, *self.aliases))

    def is_told(self, format: str, name: str | None) -> bool:
        """Whether a format has it (and, if given, under that name)."""
        return format in self.formats and (name is None or name in self.formats[format])


def implied_options(genre: type[Genre], name: object) -> dict[str, Any]:
    """The options for new puzzles that a name of a genre stands for."""
    plain = plain_name(name) if isinstance(name, str) else ""
    return dict(next((own for alias, own in genre.making.implied.items() if plain_name(alias) == plain), {}))


class Registry:
    """All genres, each imported when it is needed."""

    def __init__(self, index: Index = INDEX) -> None:
        """``index`` has for each file of the folder the parts of its genres' entries."""
        self._called: dict[str, type[Genre]] = {}
        self._registered: list[type[Genre]] = []
        self._told: dict[tuple[str, str | None], list[type[Genre]]] = {}
        self._index = {file: tuple(GenreEntry(*parts) for parts in entries) for file, entries in index.items()}

    # -- what there is

    @cached_property
    def genres(self) -> tuple[type[Genre], ...]:
        """Every genre, by name."""
        own = [genre for file in self._files for genre in _genres_in(file)]
        return tuple(sorted((*own, *self._elsewhere), key=lambda genre: genre.name))

    @cached_property
    def entries(self) -> tuple[GenreEntry, ...]:
        """What is known of every genre, by name, without importing those of the index."""
        own = [entry for file in self._files for entry in self._entries(file)]
        return tuple(sorted((*own, *map(GenreEntry.of, self._elsewhere)), key=lambda entry: entry.name))

    @cached_property
    def _files(self) -> tuple[str, ...]:
        """The names of the folder's modules, except helpers that begin with an underscore."""
        modules = iter_modules(import_module(_FOLDER).__path__)
        return tuple(module.name for module in modules if not module.name.startswith("_"))

    def _entries(self, file: str) -> tuple[GenreEntry, ...]:
        return self._index[file] if file in self._index else tuple(map(GenreEntry.of, _genres_in(file)))

    @cached_property
    def _offered(self) -> tuple[type[Genre], ...]:
        """The genres of other packages."""
        from importlib import metadata  # slow to import, and most puzzles are of our own genres

        found: dict[type[Genre], None] = {}
        for point in metadata.entry_points(group=ENTRY_POINT):
            genre = _offered_by(point)
            if genre is not None:
                found[genre] = None
        return tuple(found)

    @property
    def _elsewhere(self) -> tuple[type[Genre], ...]:
        """The genres of other packages, and those that were registered."""
        return (*self._offered, *self._registered)

    def register(self, genre: type[Genre]) -> None:
        """Adds a genre. Raises GenreError if it has no name of its own, or a name that another genre has.

        A class that is defined again, as in a notebook, replaces the one before.
        """
        if not (isinstance(genre, type) and issubclass(genre, Genre) and "name" in vars(genre)):
            raise GenreError(f"expected a subclass of Genre with a name of its own, found {in_short(genre)}")
        others = [one for one in self._registered if _origin(one) != _origin(genre)]
        names = {plain_name(name): name for name in (genre.name, *genre.aliases)}
        own = (entry for file in self._files for entry in self._entries(file))
        for entry in (*own, *map(GenreEntry.of, (*self._offered, *others))):
            if taken := [names[plain] for plain in map(plain_name, (entry.name, *entry.aliases)) if plain in names]:
                if self.genre(entry.name) is genre:
                    return
                told = f"genre {genre.__name__}: {taken[0]!r} is already a name of {entry.name}"
                raise GenreError(f"{told}; choose another")
        self._registered = [*others, genre]
        for cached in ("genres", "entries", "_brought_elsewhere"):
            self.__dict__.pop(cached, None)
        self._called.clear()

    # -- queries

    def _such(self, fits: Callable[[GenreEntry], bool]) -> Iterator[type[Genre]]:
        """The genres that fit: those found by the index first, all others only if they are still requested."""
        found = self._own(fits)
        yield from found
        yield from self._others(fits, found)

    def _own(self, fits: Callable[[GenreEntry], bool]) -> list[type[Genre]]:
        likely = [file for file in self._files if any(map(fits, self._entries(file)))]
        return [genre for file in likely for genre in _genres_in(file) if fits(GenreEntry.of(genre))]

    def _others(self, fits: Callable[[GenreEntry], bool], found: Collection[type[Genre]]) -> Iterator[type[Genre]]:
        return (genre for genre in self.genres if genre not in found and fits(GenreEntry.of(genre)))

    def genre(self, name: str | type[Genre]) -> type[Genre]:
        """The genre of that name or alias, whatever its case and punctuation; classes are returned.

        Raises UnknownGenre, and TypeError for anything else.
        """
        if isinstance(name, type) and issubclass(name, Genre):
            return name
        if not isinstance(name, str):
            raise TypeError(f"a genre is a name or a subclass of Genre, not {in_short(name)}")
        plain = plain_name(name)
        if plain in self._called:
            return self._called[plain]
        for genre in self._such(lambda entry: entry.is_called(plain)):
            self._called[plain] = genre
            return genre
        names = {plain_name(one): entry.name for entry in self.entries for one in (entry.name, *entry.aliases)}
        raise UnknownGenre(name, list(dict.fromkeys(names[other] for other in _alike(plain, names))))

    def dialects(self, format: str, name: str | None = None) -> Iterator[tuple[type[Genre], Any]]:
        """The genres that have a dialect of that format (and, if given, of that name in it), each with the dialect.

        They are looked for while they are asked for: the first costs the import of one genre, the last that of all.
        """
        for genre in self._told_in(format, name):
            for dialect in genre.dialects:
                if dialect.format == format and (name is None or name in dialect.names):
                    yield genre, dialect

    def _told_in(self, format: str, name: str | None) -> Iterator[type[Genre]]:
        """The genres that a format has. Our own are remembered, because many files are of the same genre."""

        def fits(entry: GenreEntry) -> bool:
            return entry.is_told(format, name)

        genres = self._told.get((format, name))
        if genres is None:
            genres = self._own(fits)
            if genres:
                self._told[format, name] = genres
        yield from genres
        yield from self._others(fits, genres)

    def brought_formats(self, elsewhere: bool) -> tuple[LazyFormat, ...]:
        """The formats that genres of other packages (``elsewhere``), or else our own, bring along."""
        return self._brought_elsewhere if elsewhere else self._brought

    @cached_property
    def _brought(self) -> tuple[LazyFormat, ...]:
        return _brought_by(entry for file in self._files for entry in self._entries(file))

    @cached_property
    def _brought_elsewhere(self) -> tuple[LazyFormat, ...]:
        return _brought_by(map(GenreEntry.of, self._elsewhere))

    def near(self, format: str, name: str) -> list[str]:
        """Names of that format's dialects that look like ``name`` or whose genre is called like it, best first."""
        known: dict[str, str] = {}
        for entry in self.entries:
            told = entry.formats.get(format, ())
            known.update((plain_name(other), told[0]) for other in (entry.name, *entry.aliases) if told)
            known.update((plain_name(other), other) for other in told)
        return list(dict.fromkeys(known[other] for other in _alike(plain_name(name), known)))

    def index_text(self) -> str:
        """The text of the index as it should be: all files of the folder, each with the entries of its genres."""
        from pprint import pformat
        from textwrap import indent

        rows = []
        for file in self._files:
            entries = map(GenreEntry.of, _genres_in(file))
            parts = tuple(tuple(entry) if entry.brings else tuple(entry)[:-1] for entry in entries)
            rows.append(f"    {file!r}: {indent(pformat(parts, width=84, sort_dicts=False), ' ' * 4).lstrip()},\n")
        return _INDEX_TEXT.replace("...\n", "".join(rows))


def _origin(genre: type[Genre]) -> tuple[str, str]:
    return genre.__module__, genre.__qualname__


def _brought_by(entries: Iterable[GenreEntry]) -> tuple[LazyFormat, ...]:
    return tuple(LazyFormat(*parts) for entry in entries for parts in entry.brings)


def _alike(name: str, known: Iterable[str]) -> list[str]:
    """Up to three names that may be meant: some letters apart (a fifth, roughly), or begun; best first."""
    from difflib import get_close_matches

    others = list(known)
    begun = [other for other in others if other.startswith(name)] if len(name) > 2 else []
    return list(dict.fromkeys((*get_close_matches(name, others, 3, 0.78), *sorted(begun, key=len))))[:3]


def _offered_by(point: Any) -> type[Genre] | None:
    """The genre of an entry point (an ``EntryPoint``); None, with a warning, if it cannot be loaded."""
    try:
        thing = point.load()
    except Exception as fault:  # whatever another package does wrong, it must not keep others' puzzles from being read
        _leave_out(point, f"{type(fault).__name__}: {fault}")
        return None
    if isinstance(thing, type) and issubclass(thing, Genre) and "name" in vars(thing):
        return thing
    _leave_out(point, f"{point.value!r} is not a Genre with a name")
    return None


def _leave_out(point: Any, why: str) -> None:
    package = f" of the package {point.dist.name!r}" if point.dist is not None else ""
    text = f"the genre {point.name!r}{package} is ignored: {why}"
    warnings.warn_explicit(text, BrokenGenre, __package__ or "", 0)  # no line of ours is to blame


def _genres_in(file: str) -> list[type[Genre]]:
    """The genres that a module of the folder holds; imports it. Raises GenreError if that fails."""
    name = f"{_FOLDER}.{file}"
    try:
        module = import_module(name)
    except GenreError:
        raise
    except Exception as fault:
        raise not_loaded(name, fault) from fault
    things = (thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Genre))
    return [thing for thing in things if thing.__module__ == module.__name__ and "name" in vars(thing)]


_INDEX_TEXT = '''"""Names, aliases, names in formats and own formats of each file's genres; see ``gridwright.registry``.

Made from the genres by ``python docs/tables.py``.
"""

from typing import Any

INDEX: dict[str, tuple[tuple[Any, ...], ...]] = {
...
}
'''

REGISTRY = Registry()
