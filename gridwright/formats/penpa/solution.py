"""The stored solution of the editor: lists of words, one list for each kind of mark."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from ...board.board import Spot
from ..errors import FormatError
from ..json_text import load_json
from .ink import Ink, Nook, Symbol, Text, edge_ends, line_ends
from .page import Page
from .parts import DARK, DRAWN, PAINT
from .payload import written_out

_SHADE, _LINES, _EDGES, _WALLS, _NUMBERS, _SYMBOLS = range(6)
_DOUBLE: Final = 30
"""The style of a double line."""
_LETTERS: Final = {"E": "star", "F": "tents", "G": "math", "H": "sun_moon", "I": "sun_moon", "A": "circle_M"}
"""The symbols that are compared, by the letter behind their style."""
_WORD: Final = re.compile(r"(\d{1,9}),(\d{1,3})([A-Z])")
_PAIR: Final = re.compile(r"(\d{1,9}),(\d{1,9}),([12])")


def solution_ink(page: Page, text: str) -> Ink | None:
    """The marks of a solution; None if it tells several. Raises FormatError."""
    told = load_json(text if text.lstrip().startswith("[") and "z" not in text else written_out(text))
    if not isinstance(told, list) or page.several or not all(isinstance(part, list) for part in told):
        return None
    parts: list[list[Any]] = [*told, *([] for _ in range(6 - len(told)))]
    ink = Ink()
    for word in parts[_SHADE]:
        number, colour = (word[0], word[1]) if isinstance(word, list) and len(word) > 1 else (word, PAINT)
        ink.surface[_spot(page, number)] = colour if type(colour) is int else PAINT
    for kind, marks in ((_LINES, ink.line), (_EDGES, ink.edge)):
        for word in parts[kind]:
            _stroke(page, ink, kind, word, marks)
    for word in parts[_NUMBERS]:
        number, comma, told_text = str(word).partition(",")
        if comma:
            ink.number[_spot(page, number)] = Text(told_text)
    for word in parts[_SYMBOLS]:
        found = _WORD.fullmatch(str(word))
        if found is not None and found[3] in _LETTERS:
            name, style = _LETTERS[found[3]], int(found[2])
            ink.symbol[_spot(page, found[1])] = Symbol(name, 3 if found[3] == "H" else style)
    return ink


def _spot(page: Page, number: object) -> Spot:
    word = str(number)
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise FormatError("this is no place of the solution", expected="a number", found=repr(word)[:40])
    place = page.place(int(word))
    return place.cell if isinstance(place, Nook) else place


def _stroke(page: Page, ink: Ink, kind: int, word: Any, marks: dict[Spot, int]) -> None:
    found = _PAIR.fullmatch(str(word))
    if found is None:
        raise FormatError("this is no line of the solution", expected="'a,b,1'", found=repr(word)[:40])
    a, b = sorted((_spot(page, found[1]), _spot(page, found[2])))
    if kind == _EDGES and abs(a.y - b.y) == abs(a.x - b.x) == 2:
        ink.diagonal[a, b] = DRAWN
    else:
        marks[Spot((a.y + b.y) // 2, (a.x + b.x) // 2)] = _DOUBLE if found[3] == "2" else DRAWN


def solution_text(page: Page) -> str:
    """The solution that the answer of a page is."""
    ink, number = page.answer, page.number

    def pairs(marks: Iterable[tuple[tuple[Spot, Spot], int]]) -> list[str]:
        found = []
        for ends, style in marks:
            a, b = sorted(map(number, ends))
            found.append(f"{a},{b},{2 if style == _DOUBLE else 1}")
        return sorted(found)

    edges = [*((edge_ends(spot), style) for spot, style in ink.edge.items()), *ink.diagonal.items()]
    parts: list[list[str]] = [
        sorted(str(number(spot)) for spot, colour in ink.surface.items() if colour in DARK),
        pairs((line_ends(spot), style) for spot, style in ink.line.items()), pairs(edges), [],
        sorted(f"{number(spot)},{text.text}" for spot, text in ink.number.items()),
        sorted(f"{number(spot)},{_symbol_word(symbol)}" for spot, symbol in ink.symbol.items() if _symbol_word(symbol)),
    ]  # fmt: skip
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=False)


def _symbol_word(symbol: Symbol) -> str:
    name, style = symbol
    if name == "sun_moon":
        return "3H" if style == 3 else f"{style}I"
    letter = {"star": "E", "tents": "F", "math": "G", "math_G": "G", "circle_M": "A"}.get(name, "")
    return f"{1 if name == 'star' else style}{letter}" if letter else ""
