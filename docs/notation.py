"""How a genre is written in the Standard Puzzle Format, in words: read from its declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import gridwright as gw
from gridwright.formats.layout import Diagram
from gridwright.formats.layout.combined import Fields, Listed, Tagged
from gridwright.formats.layout.contents import BridgeStrokes, Chars, Drawn, Number, Passage, Stroke
from gridwright.formats.layout.glyph import CompoundGlyph, Fixed, Glyph, name_of
from gridwright.formats.layout.plan import Axis, Size
from gridwright.formats.spf import Spf
from gridwright.language.forms import argument_docs

PLACES = {
    "cell": "in a cell", "edge": "between cells", "corner": "at a corner", "side": "beside a row or column",
    "line_side": "beside a line between cells",
}  # fmt: skip
"""The kinds of blocks in words."""
_INTRO = "Signs stand for the arguments above. A blank or a dot is nothing, or in `/solution` no mark:"
_CLUES = {"left": "columns", "top": "rows"}


def notation(genre: type[gw.Genre]) -> Iterator[str]:
    """The sizes of the diagrams, the keys and the signs, in Markdown."""
    [dialect] = [one for one in genre.dialects if isinstance(one, Spf)]
    puzzle, solution = dialect.diagrams["puzzle"], dialect.solutions[0]
    sides = (_columns(dialect), "size") if dialect.square else ("X", "Y")
    form = "has the same form" if solution is puzzle else f"has {_size(solution, sides)}"
    format = "[Standard Puzzle Format](../formats.md#spf)"
    told = f"In the {format}, `/puzzle` has {_size(puzzle, sides)}, and `/solution` {form}."
    digits = f" `d` is `/digits`, the width of numbers ({dialect.digits} by default)."
    yield told + (digits if "digits" in dialect.sizes else "")
    keys = list(_keys(genre, dialect))
    yield from ("", *(f"- {words}" for words in keys), "") if keys else ("",)
    yield from (_INTRO, "", "| key | place | sign | meaning |", "|---|---|---|---|", *_rows("puzzle", puzzle))
    if solution is not puzzle:
        yield from _rows("solution", solution)


def _keys(genre: type[gw.Genre], dialect: Spf) -> Iterator[str]:
    """The genre's keys with their values."""
    words = {name: values for name, _, values in argument_docs(genre)}
    for name, key in dialect.keys.items():
        told = re.sub("^(number|list)s", r"a \1", words[key.name])
        required = ", required" if name in dialect.required else ""
        default = f", {key.default} by default" if isinstance(key.default, int) and key.default and not required else ""
        yield f"`/{name}`: {'see the example' if 'depend on' in told else told}{required}{default}"
    for name, what in _CLUES.items():
        if name in dialect.sizes and name not in dialect.keys:
            optional = "may be missing if the plus sign before the cells is drawn"
            yield f"`/{name}`: the number of {what} for clues; {optional}"


# -- sizes ------------------------------------------------------------------------------------------------------------


def _columns(dialect: Spf) -> str:
    """The number of columns of a board with ``/size``, which need not be a square."""
    three, four = (dialect.board(n, n).n_cols for n in (3, 4))
    return "size" if three == 3 else f"({four - three}*size - {3 * (four - three) - three})"


def _size(diagram: Diagram, sides: tuple[str, str]) -> str:
    width, height = (_length(axis, side) for axis, side in zip((diagram.across, diagram.down), sides, strict=True))
    return f"`{height}` lines of `{width}` characters"


def _length(axis: Axis, side: str) -> str:
    terms, constant = [], 0
    for kind, width, slots in axis.bands:
        if kind == "bar":
            constant += 1
        elif kind != "clues":
            terms.append(_product(width if kind == "cells" else width + 1, side))
            constant += {"ruled": 1, "open": -1}.get(kind, 0)
        elif isinstance(width, int) and isinstance(slots, int):
            constant += width * slots
        else:
            terms.append(_product(slots, _word(width)) if isinstance(slots, int) else _product(width, _word(slots)))
    rest = f" {'-' if constant < 0 else '+'} {abs(constant)}" if constant else ""
    return " + ".join(terms) + rest


def _product(factor: Size | int, what: str) -> str:
    word = _word(factor)
    return what if word == "1" else f"{f'({word})' if ' + ' in word else word}*{what}"


def _word(size: Size | int) -> str:
    return str(size).replace("digits + 1 + 1", "digits + 2").replace("digits", "d").replace("2 * (d)", "2*d")


# -- signs ------------------------------------------------------------------------------------------------------------


def _rows(key: str, diagram: Diagram) -> Iterator[str]:
    """The rows of the table for a diagram."""
    for place, words in PLACES.items():
        found = signs(diagram.glyphs[place]) if place in diagram.used else ()
        for meaning, group in groupby(dict.fromkeys(found), lambda sign: sign[1]):
            told = ", ".join(sign for sign, _ in group).replace("|", "\\|")
            yield f"| `/{key}` | {words} | {told} | {meaning} |"


def signs(glyph: Glyph, name: str = "") -> Iterator[tuple[str, str]]:
    """The signs of a block and what they mean; ``name`` is the layer of glyphs without their own."""
    name = name_of(getattr(glyph, "layer", None)) or name_of(getattr(glyph, "into", None)) or name
    if isinstance(glyph, Fixed):
        if glyph.out not in " .+":
            yield f"`{glyph.out}`", "no cell"
    elif isinstance(glyph, Tagged):
        yield from ((sign, f"{meaning}, with `{name}`") for sign, meaning in signs(glyph.glyph))
    elif isinstance(glyph, Fields):
        fields = f"in each of {glyph.rows} x {glyph.columns} fields"
        yield from ((sign, f"`{name}`, {fields}") for sign, _ in signs(glyph.parts[0], name))
    elif isinstance(glyph, Listed):
        yield from ((sign, f"`{name}`, towards the cells") for sign, _ in signs(glyph.item, name))
    elif isinstance(glyph, CompoundGlyph):
        yield from (sign for part in glyph.parts for sign in signs(part, name))
    elif isinstance(glyph, Chars):
        yield from _characters(glyph, name)
    else:
        yield from _simple(glyph, name)


def _simple(glyph: Glyph, name: str) -> Iterator[tuple[str, str]]:
    """The signs of lines, numbers and codes."""
    if isinstance(glyph, BridgeStrokes):
        yield from (("`-`, `|`", f"`{name}`: 1"), ("`=`, `H`", f"`{name}`: 2"))
    elif isinstance(glyph, Stroke | Drawn):
        yield "`-`, `|`", f"`{name}`" if isinstance(glyph, Stroke) else "a line of the board"
    elif isinstance(glyph, Passage):
        yield "`+`, `-`, `|`", "how the lines run"
    elif glyph.names:
        unknown = glyph.unknown if isinstance(glyph, Number) else ""
        words = [word for word in glyph.wanted if word not in ("a blank", repr(unknown))]
        yield ", ".join(words), " or ".join(f"`{one or name}`" for one in sorted(glyph.names))
        if unknown:
            yield f"`{unknown}`", f"`{name}` without a number"


def _characters(glyph: Chars, name: str) -> Iterator[tuple[str, str]]:
    """The characters of a table; a run of letters is one sign."""
    whole = " (filling the cell)" if glyph.fill else ""
    for word in glyph.wanted:
        char = word[1:-1] if word[:1] == "'" else " "
        value: Any = glyph.table.get(char)
        if word.startswith("a letter"):
            first = glyph.table[word.split()[3]]
            yield word, f"`{name}`" + (f", from {first} on" if isinstance(first, int) else "")
        elif char != " " or value not in (None, False):
            sign = "a blank" if char == " " else f"`{char}`{whole}"
            yield sign, _meaning(name, value, char)


def _meaning(name: str, value: Any, char: str) -> str:
    if value is False:
        return f"not `{name}`"
    return f"`{name}`" if value is True or value == char else f"`{name}`: {value!r}".replace("|", "\\|")
