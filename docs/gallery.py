"""The gallery, and a page with pictures for every genre. ``python docs/tables.py`` writes them.

Each genre shows the puzzle in ``examples``, which ``showcase.py`` makes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from notation import notation  # beside this file

import gridwright as gw
from gridwright.formats.reading import write_text
from gridwright.language.forms import argument_docs, spelt_in_lines
from gridwright.language.layers import GivenLayer
from gridwright.language.wording import capital

if TYPE_CHECKING:
    from gridwright.formats.dialect import Reading

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"
EDITORS = {"puzzlink": "puzz.link", "penpa": "Penpa+", "fpuzzles": "f-puzzles"}
"""The sites whose addresses contain a puzzle, by their formats."""


def slug(genre: type[gw.Genre]) -> str:
    """The name of a genre's page, of its example and of its folder with cases, which is that of its module."""
    return genre.__module__.rpartition(".")[2]


def example(genre: type[gw.Genre]) -> Path:
    """The file with the puzzle that shows a genre."""
    return EXAMPLES / f"{slug(genre)}.spf"


def shown(genre: type[gw.Genre]) -> Reading:
    """The puzzle that shows a genre, with its answer."""
    [reading] = gw.read_all(example(genre))
    return replace(reading, puzzle=replace(reading.puzzle, source=None))


def pictures(reading: Reading) -> dict[str, str]:
    """The SVG of the puzzle and of its solution, by suffix of the file's name."""
    return {"": gw.draw(reading.puzzle).svg(), "-solved": gw.draw(reading.puzzle, reading.answer).svg()}


def images(genre: type[gw.Genre], folder: str) -> str:
    """The two pictures side by side, or on a narrow page one above the other, with alternative texts."""
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
    number = len(gw.known_genres())
    intro = (
        f"A puzzle of each of the {number} genres, made by [`gridwright generate`](generating.md). Click a picture for "
        "the rules, the solution, and what you can do with such puzzles."
    )
    parts = ["# Gallery", "", intro, "", '<div class="gw-gallery">']
    for genre in gw.known_genres():
        name, formats = slug(genre), " ".join(_formats(genre))
        parts += [
            f'<a class="gw-card" href="genres/{name}.md" data-kind="{kind(genre)}" data-formats="{formats}" '
            f'title="{escape(genre.task)}"><img src="pictures/{name}.svg" alt="" loading="lazy" '
            f'width="180"><span>{genre.name}</span></a>',
        ]
    return "\n".join([*parts, "</div>", "", "## Names and formats", "", *_names(), ""])


def _formats(genre: type[gw.Genre]) -> list[str]:
    return sorted({dialect.format for dialect in genre.dialects})


def _names() -> Iterator[str]:
    """All genres with their other names and their formats."""
    yield from ("| genre | also called | formats |", "|---|---|---|")
    for genre in gw.known_genres():
        yield f"| [{genre.name}](genres/{slug(genre)}.md) | {', '.join(genre.aliases)} | {', '.join(_formats(genre))} |"


def page(genre: type[gw.Genre], reading: Reading) -> str:
    """The page of one genre."""
    parts = [f"# {genre.name}", "", genre.task, "", images(genre, "../pictures/"), ""]
    if genre.aliases:
        parts += [f"Also called: {', '.join(genre.aliases)}.", ""]
    parts += [*_rules(genre, reading.puzzle), "", *_uses(genre, reading.puzzle), ""]
    return "\n".join([*parts, *_arguments(genre, reading), "", *_files(genre, reading), ""])


def _rules(genre: type[gw.Genre], puzzle: gw.Puzzle) -> Iterator[str]:
    """What the docstring says, and the words of each rule that demands something of the puzzle, for one place."""
    yield from ("## Rules", "")
    conventions = inspect.getdoc(genre)
    if conventions:
        yield from (conventions.replace("``", "`"), "")
    yield "Each rule in the words of hints, for one place of the puzzle above (`r2c3` is row 2, column 3):"
    yield ""
    model = genre(puzzle)
    for rule in genre.rules:
        demands = list(rule.demands(model))
        if demands:
            yield f"- {capital(demands[len(demands) // 2].say(puzzle.board))}."


def commands(genre: type[gw.Genre], board: gw.Board) -> tuple[str, ...]:
    """What to type to make a puzzle of the size shown, to solve it, to print it and to play it."""
    name = f'"{genre.name}"' if " " in genre.name else genre.name
    assert isinstance(board, gw.Rect)
    size = (board.n_rows, board.n_cols)
    asked = "" if size == genre.making.size else f" {size[0]}x{size[1]}"
    file = slug(genre)
    return (
        f"gridwright generate {name}{asked} -o {file}.spf",
        f"gridwright solve {file}.spf",
        f"gridwright print {file}.spf -o {file}.pdf",
        f"gridwright play {file}.spf",
    )


def _uses(genre: type[gw.Genre], puzzle: gw.Puzzle) -> Iterator[str]:
    """Commands, and the puzzle as a file and as links."""
    yield from ("## Make it, solve it, print it, play it", "", "```sh", *commands(genre, puzzle.board), "```", "")
    file = example(genre).name
    links = " or ".join(f"[{EDITORS[format]}]({address})" for format, address in addresses(puzzle))
    there = f", or open it in {links}" if links else ""
    yield f"The puzzle above is rated {puzzle.about.difficulty}. Download [{file}](../../examples/{file}){there}."


def addresses(puzzle: gw.Puzzle) -> Iterator[tuple[str, str]]:
    """The addresses that hold the puzzle, with their formats."""
    for format in EDITORS:
        if any(dialect.format == format for dialect in puzzle.genre.dialects):
            try:
                yield format, gw.write(puzzle, format).strip()
            except gw.WriteError:  # what the puzzle has is unknown there
                continue


def _arguments(genre: type[gw.Genre], reading: Reading) -> Iterator[str]:
    """The arguments for puzzles of the genre in Python, with an example."""
    yield from ("## In Python and JSON", "", "| argument | places | values |", "|---|---|---|")
    for name, what, values in argument_docs(genre):
        yield f"| `{name}` | {what} | {values.replace('|', chr(92) + '|')} |"
    code = spelt_in_lines(replace(reading.puzzle, about=gw.About()))
    bare = [name for name in ("Drawing", "Rect", "Spot") if re.search(rf"(?<![.\w]){name}\b", code)]
    imports = [f"from gridwright.language import {', '.join(bare)}"] if bare else []
    yield from ("", "```python", "import gridwright as gw", *imports, "", f"puzzle = {code}", "```")


def _files(genre: type[gw.Genre], reading: Reading) -> Iterator[str]:
    """The names of the genre in formats, and the puzzle in the package's main format."""
    yield from ("## In files", "", "| format | name |", "|---|---|")
    for dialect in genre.dialects:
        yield f"| `{dialect.format}` | {', '.join(f'`{name}`' for name in dialect.names) or '(no name)'} |"
    heading = "The puzzle above, with its solution:"
    text = write_text(reading.puzzle, "spf", reading.answer).rstrip("\n")
    yield from ("", *notation(genre), "", heading, "", "```postscript", text, "```")


def everything() -> dict[Path, str]:
    """The texts of all files of the gallery, and of the examples, whose pictures follow the looks of the genres."""
    files = {DOCS / "gallery.md": gallery()}
    for genre in gw.known_genres():
        reading = shown(genre)
        files[example(genre)] = gw.write(reading.puzzle, "spf", reading.answer)
        files[DOCS / "genres" / f"{slug(genre)}.md"] = page(genre, reading)
        for ending, text in pictures(reading).items():
            files[DOCS / "pictures" / f"{slug(genre)}{ending}.svg"] = text
    return files
