"""Writes what follows from the genres: tables, the index of names, examples, the JSON Schema, and the gallery.

    python docs/tables.py
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import gridwright as gw
from gridwright.formats.json_and_xml import json_text
from gridwright.formats.own_json import schema
from gridwright.formats.reading import known_formats
from gridwright.registry import REGISTRY, GenreEntry

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "formats.md", ROOT / "docs" / "generating.md")
INDEX = ROOT / "gridwright" / "genres" / "_index.py"
EXAMPLES = ROOT / "gridwright" / "genres" / "examples.json"
CASES = ROOT / "tests" / "cases"
SCHEMA = ROOT / "gridwright" / "formats" / "puzzle.schema.json"


def _table(*rows: list[str]) -> str:
    """A table in Markdown; the first row is its head."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def formats_table() -> str:
    """All genres with their names in each format."""
    rows = [["genre", *known_formats()]]
    for entry in map(GenreEntry.of, gw.known_genres()):
        rows.append([entry.name, *(", ".join(entry.formats.get(format, ())) for format in known_formats())])
    return _table(*rows)


def pzpr_table() -> str:
    """All genres of pzprjs with the flags and clues that are refused because their rules differ."""
    rows = [["genre", "in links", "in files", "refused, because the rules differ"]]
    for genre in gw.known_genres():
        for dialect in genre.dialects:
            if dialect.format == "puzzlink":
                notation = dialect.notation_in(genre)
                flags = [f"flag `{flag}`: {rule}" for flag, rule in notation.differs.items()]
                lacking = [rule for rule in notation.without.values() if rule]
                refused = "; ".join([*flags, *lacking, *([notation.refuses] if notation.refuses else [])])
                names = ", ".join(f"`{name}`" for name in dialect.names)
                rows.append([genre.name, names, f"`{notation.file or dialect.names[0]}`", refused])
    return _table(*rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "names in formats": formats_table, "genres of pzprjs": pzpr_table,
}  # fmt: skip
"""The tables between ``<!-- NAME: ... -->`` and ``<!-- end of NAME -->``."""


def filled_in(text: str) -> str:
    """A page with its tables and numbers of genres as they are now."""
    n_linked = sum("puzzlink" in entry.formats for entry in map(GenreEntry.of, gw.known_genres()))
    text = re.sub(r"(supports|any of the) \d+ genres", rf"\1 {len(gw.known_genres())} genres", text)
    text = re.sub(r"written for \d+ genres", f"written for {n_linked} genres", text)
    for name, table in TABLES.items():
        marks = rf"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)"
        text = re.sub(marks, lambda m, table=table: f"{m[1]}{table()}\n{m[2]}", text, flags=re.DOTALL)  # type: ignore[misc]
    return text


def is_fit(board: gw.Board) -> bool:
    """Whether a board is large enough to be an example of a genre."""
    return isinstance(board, gw.Rect) and min(board.n_rows, board.n_cols) > 3


def examples() -> dict[str, str]:
    """The smallest test case of each genre with one answer and at least four rows and columns, with its answer."""
    found = {}
    for genre in gw.known_genres():
        files = (CASES / genre.__module__.rpartition(".")[2]).glob("*.spf")
        texts = [file.read_text(encoding="utf-8") for file in files]
        puzzles = [(text, gw.read(text)) for text in texts if "/status (unique)" in text]
        if not puzzles:
            raise SystemExit(f"{genre.name} has no case with one answer: make one as docs/add-a-genre.md says")
        fit = [one for one in puzzles if is_fit(one[1].board)]
        _, puzzle = min(fit or puzzles, key=lambda one: (len(one[1].board.cells), one[0]))
        bare = replace(puzzle, source=None)
        found[genre.name] = gw.write(bare, "spf", gw.solve(bare).answers[0], printable=False)
    return found


if __name__ == "__main__":
    import gallery  # beside this file

    INDEX.write_text(REGISTRY.index_text(), encoding="utf-8")
    EXAMPLES.write_text(json_text(examples()) + "\n", encoding="utf-8")
    SCHEMA.write_text(json_text(schema(gw.known_genres())) + "\n", encoding="utf-8")
    for page in PAGES:
        page.write_text(filled_in(page.read_text(encoding="utf-8")), encoding="utf-8")
    for path, text in gallery.everything().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
