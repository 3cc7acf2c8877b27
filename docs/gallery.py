"""The gallery, and a page with pictures for every genre. ``python docs/tables.py`` writes them.

Each genre shows the largest of its test cases with one answer and at most 100 cells.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import gridwright as gw
from gridwright.language.forms import argument_docs, spelt_in_lines
from gridwright.language.layers import GivenLayer

if TYPE_CHECKING:
    from gridwright.formats.dialect import Reading

DOCS = Path(__file__).parent
CASES = DOCS.parent / "tests" / "cases"
LARGEST = 100
"""The maximum number of cells of a board in the gallery."""


def slug(genre: type[gw.Genre]) -> str:
    """The name of a genre's page and of its folder with cases, which is that of its module."""
    return genre.__module__.rpartition(".")[2]


def shown(genre: type[gw.Genre]) -> Reading:
    """The puzzle that represents a genre, with its answer."""
    fit: list[tuple[int, str, Reading]] = []
    for file in sorted((CASES / slug(genre)).glob("*.spf")):
        text = file.read_text(encoding="utf-8")
        if "/status (unique)" in text:
            reading = gw.read_all(text)[0]
            cells = len(reading.puzzle.board.cells)
            if cells <= LARGEST and isinstance(reading.puzzle.board, gw.Rect):
                fit.append((-cells, file.name, reading))
    reading = min(fit, key=lambda one: one[:2])[2]
    return replace(reading, answer=gw.solve(reading.puzzle).answers[0])


def pictures(reading: Reading) -> dict[str, str]:
    """The SVG of the puzzle and of its solution, by suffix of the file's name."""
    return {"": gw.draw(reading.puzzle).svg(), "-solved": gw.draw(reading.puzzle, reading.answer).svg()}


def images(genre: type[gw.Genre], folder: str) -> str:
    """The two pictures side by side, with alternative texts."""
    return " ".join(
        f'<img src="{folder}{slug(genre)}{ending}.svg" alt="{genre.name}: {what}" width="300">'
        for ending, what in (("", "puzzle"), ("-solved", "solution"))
    )


KINDS = {
    "shading": "Shading", "lines": "Loops and paths", "division": "Division", "numbers": "Numbers and letters",
    "placement": "Placing things",
}  # fmt: skip


def kind(genre: type[gw.Genre]) -> str:
    """The kind of a genre, by its first answer layer."""
    layer = next(one for one in genre.layers.values() if not isinstance(one, GivenLayer))
    look = layer.look
    if look.traits.lined:
        return "lines"
    if layer.on in ("links", "edges"):
        return "division"
    if look.plain == "shade":
        return "shading"
    if look.plain == "symbol" and set(look.glyphs) - {0}:
        return "placement"
    return "numbers"


def gallery() -> str:
    """The page with all genres: a grid of pictures, which a script of the site filters by kind and format."""
    intro = "All genres. Click a picture for the rules, examples, and the formats."
    parts = ["# Gallery", "", intro, "", '<div class="gw-gallery">']
    for genre in gw.known_genres():
        name, formats = slug(genre), " ".join(sorted({dialect.format for dialect in genre.dialects}))
        parts += [
            f'<a class="gw-card" href="genres/{name}.md" data-kind="{kind(genre)}" data-formats="{formats}" '
            f'title="{escape(genre.task)}"><img src="pictures/{name}.svg" alt="{genre.name}" loading="lazy" '
            f'width="180"><span>{genre.name}</span></a>',
        ]
    return "\n".join([*parts, "</div>", ""])


def page(genre: type[gw.Genre], reading: Reading) -> str:
    """The page of one genre."""
    head = (f"# {genre.name}", "", genre.task, "", images(genre, "../pictures/"), "")
    return "\n".join((*head, *_facts(genre, reading)))


def _arguments(genre: type[gw.Genre], reading: Reading) -> Iterator[str]:
    """The arguments for puzzles of the genre in Python, with an example."""
    yield from ("## In Python and JSON", "", "| argument | places | values |", "|---|---|---|")
    for name, what, values in argument_docs(genre):
        yield f"| `{name}` | {what} | {values.replace('|', chr(92) + '|')} |"
    code = spelt_in_lines(reading.puzzle)
    bare = [name for name in ("Drawing", "Rect", "Spot") if re.search(rf"(?<![.\w]){name}\b", code)]
    imports = [f"from gridwright.language import {', '.join(bare)}"] if bare else []
    yield from ("", "```python", "import gridwright as gw", *imports, "", f"puzzle = {code}", "```")


def _facts(genre: type[gw.Genre], reading: Reading) -> Iterator[str]:
    if genre.aliases:
        yield f"Also called: {', '.join(genre.aliases)}."
        yield ""
    conventions = inspect.getdoc(genre)
    if conventions:
        yield from ("## Conventions", "", conventions.replace("``", "`"), "")
    yield from _arguments(genre, reading)
    yield from ("", "## In files", "", "| format | name |", "|---|---|")
    for dialect in genre.dialects:
        yield f"| `{dialect.format}` | {', '.join(f'`{name}`' for name in dialect.names) or '(no name)'} |"
    bare = gw.write(replace(reading.puzzle, source=None), "spf", reading.answer, picture=False)
    heading = "The same puzzle in the Standard Puzzle Format, with its solution:"
    yield from ("", heading, "", "```postscript", bare.rstrip("\n"), "```", "")


def everything() -> dict[Path, str]:
    """The texts of all files of the gallery."""
    files = {DOCS / "gallery.md": gallery()}
    for genre in gw.known_genres():
        reading = shown(genre)
        files[DOCS / "genres" / f"{slug(genre)}.md"] = page(genre, reading)
        for ending, text in pictures(reading).items():
            files[DOCS / "pictures" / f"{slug(genre)}{ending}.svg"] = text
    return files
