"""No genre's name stands outside the genre's own file or folder, in code, strings, docstrings, comments or file names.

So a genre can be taken out, which ``test_taken_out`` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import gridwright
from gridwright.formats.reading import FORMATS
from gridwright.registry import Registry

PACKAGE = Path(gridwright.__file__).parent
SUFFIXES = frozenset((".py", ".js", ".ts", ".css", ".html", ".svg", ".json"))
GENERATED = frozenset(("genres/_index.py", "genres/examples.json", "formats/puzzle.schema.json"))
"""Files about all genres, made from them."""
WORDS = frozenset((
    "basic", "cave", "compass", "coral", "fences", "galaxies", "laser", "lits", "magnets", "pills", "pips", "pyramid",
    "snake", "stations", "subway", "tents", "thermometers",
))
"""Names of modules that are ordinary words in lower case (``lits``: literals) and name a genre only with a capital."""
EXAMPLE = re.compile(r'^ *>>> .*\n(?:(?! *(?:""")?$).*\n)*', re.MULTILINE)
"""An example for users in a docstring, which must be of some genre: up to a blank line or the end of the docstring."""
IN_FORMATS = "Sudoku", "sudoku", "kakuro"
"""Formats of a family of genres are named after it, and so are their modules, classes and messages; some boards of
Penpa+ are named after genres."""


def names_by_place() -> dict[str, set[str]]:
    """For each file or folder with genres its name and those of the genres and their classes."""
    found: dict[str, set[str]] = {}
    for genre in Registry().genres:
        package, folder, place, *_ = (*genre.__module__.split("."), "", "")
        if (package, folder) == ("gridwright", "genres"):
            found.setdefault(place, {place} - WORDS).update((genre.name, genre.__name__))
    return found


NAMES = names_by_place()
PLACE = {name: place for place, names in NAMES.items() for name in names}


def pattern_of(names: Iterable[str]) -> re.Pattern[str]:
    """Finds names as words, as parts of snake_case, and those with a capital as parts of CamelCase."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    words = "|".join(map(re.escape, ordered))
    camel = "|".join(name for name in ordered if re.fullmatch("(?:[A-Z][a-z]+)+", name))
    return re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])|(?<![A-Z])(?:{camel})(?![a-z])")


NAME = pattern_of(PLACE)
FORMAT_NAME = re.compile(rf'(["`])(?:{"|".join(map(re.escape, FORMATS))})\1|(?<=formats\.)\w+')


def foreign_names(text: str, path: str) -> list[str]:
    """The lines of a file (a path below the package) that name a genre which is declared elsewhere."""
    folder, _, rest = path.partition("/")
    place = rest.split("/")[0].removesuffix(".py") if folder == "genres" else ""
    allowed = {*NAMES.get(place, ()), *(IN_FORMATS if folder == "formats" else ())}
    text = EXAMPLE.sub(lambda found: "\n" * found[0].count("\n"), text)
    if place in NAMES:  # variants are told by means of the genre that they vary
        imported = set(re.findall(r"^from \.+(\w+)", text, re.MULTILINE))
        allowed.update(*(NAMES[other] for other in imported & NAMES.keys()))
        for genre in Registry().genres:
            if PLACE.get(genre.name) == place:
                other_spellings = (genre.name.replace("-", " "), *genre.aliases)
                text = re.sub("|".join(map(re.escape, other_spellings)), "", text)
    lines = (path, *FORMAT_NAME.sub("", text).split("\n"))
    return [f"{path}:{n}: {', '.join(found)}" for n, line in enumerate(lines)
            if (found := [name for name in NAME.findall(line) if name not in allowed])]


@pytest.mark.parametrize(("text", "path", "named"), [
    ('"""As in Nurikabe."""', "rules/connected.py", True),
    ("class KakuroClues(Part):", "picture/looks.py", True),
    ("def killer_sudoku_cages():", "laying/layouts.py", True),
    ("", "picture/heyawake.py", True),
    ("out.extend(lits)  # a snake of literals", "rules/connected.py", False),
    ('read(text, "sudoku")', "cli/tasks.py", False),
    ("read(text, sudoku)", "cli/tasks.py", True),
    ('"""Like Masyu."""', "genres/yajilin/rules.py", True),
    ('"""Like Yajilin."""', "genres/yajilin/rules.py", False),
    ("from .cave import Cave\n", "genres/narrow_cave.py", False),
    ('"""Finds it.\n\n>>> gw.genre("Nurikabe")\n<Nurikabe>\n"""\n', "api.py", False),
    ('"""Finds it.\n\n>>> gw.genre("x")\n"""\nname = "Nurikabe"\n', "api.py", True),
    ('"""Finds it.\n\n>>> gw.genre("x")\n\nAs in Nurikabe."""\n', "api.py", True),
])
def test_law_finds_names(text: str, path: str, named: bool) -> None:
    found = foreign_names(text, path)
    assert bool(found) == named, f"{path} with {text!r}: {found}"


def test_each_genre_is_named_in_its_own_place_only() -> None:
    assert len(NAMES) > 40
    found = [
        line
        for path in sorted(PACKAGE.rglob("*"))
        if path.suffix in SUFFIXES and (name := path.relative_to(PACKAGE).as_posix()) not in GENERATED
        for line in foreign_names(path.read_text(encoding="utf-8"), name)
    ]
    assert not found, "\n".join(found)
